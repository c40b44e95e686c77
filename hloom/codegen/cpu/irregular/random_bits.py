"""rng_bit_generator: random bits from counters, in one lane of a register each.

Where words come in the order of the counters they are stored as they are made. ThreeFry fills two halves of a dimension at
once: unless that is the innermost one and even, a task makes its words aside and copies them to where they belong, in runs.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from hloom.codegen.cpu.kernel_function import PARAMETERS, EmittedKernel
from hloom.codegen.llvm.builder import Function, Value, constant, constant_vector
from hloom.codegen.llvm.memory_accesses import to_memory
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.llvm.types import lanes, storage_type, vector
from hloom.codegen.plan.kernels import OperationKernel
from hloom.codegen.plan.program import Access, Use
from hloom.codegen.plan.schedule import KernelContext
from hloom.codegen.plan.target import Capabilities
from hloom.codegen.target import Target
from hloom.numbers.random import (
    PHILOX_KEY_STEPS,
    PHILOX_MULTIPLIERS,
    THREEFRY_PARITY,
    THREEFRY_ROTATIONS,
    half_shape,
)
from hloom.ops.stablehlo.random import RngBitGenerator

_LOW = 0xFFFFFFFF


class RandomBits:
    """The family of random numbers whose state the program carries."""

    takes_views = takes_epilogues = False

    def __init__(self, processor: Target) -> None:
        self.processor = processor

    def matches(self, op: Any, target: Capabilities) -> bool:
        if not isinstance(op, RngBitGenerator):
            return False
        types: list[Any] = [v.type for v in (*op.operands, *op.results)]
        return all(t.is_static and not t.is_quantized and target.has_type(t.element) for t in types)

    def schedule(self, kernel: OperationKernel, context: KernelContext) -> None:
        op: Any = kernel.operation
        state, bits = (context.output(r) for r in op.results)
        body = _Body(op)
        planned = context.kernel("random", body.signature, lambda: body)
        read = Use(context.buffer(op.initial_state), op.initial_state, Access.READ)
        context.launch(planned, 0, [read, Use(state, op.output_state, Access.WRITE)])
        if body.count:
            context.launch(planned, 1, [read, Use(bits, op.output, Access.WRITE)])

    def emit(self, module: LLVMModule, name: str, body: _Body) -> list[EmittedKernel]:
        _emit_state(module, f"{name}_state", body)
        made = [EmittedKernel(f"{name}_state", 1, 10)]
        if body.count:
            emitter = (_ThreeFry if body.halves else _Philox)(module, f"{name}_bits", body, self.processor)
            made.append(emitter.emit())
        return made


class _Body:
    """What a kernel is emitted from.

    `halves` says that the algorithm is ThreeFry, whose `counters` are [outer, (length + 1) // 2, inner] for words
    [outer, length, inner], unless these are of 64 bits.
    """

    def __init__(self, op: RngBitGenerator) -> None:
        self.type, shape = op.output.element, op.output.shape
        self.halves = op.rng_algorithm == "THREE_FRY"
        self.state_words = op.initial_state.shape[0]
        self.count = prod(shape)
        self.wide = self.type.width == 64
        self.outer, self.length, self.inner = 1, self.count, 1
        if not self.halves:
            self.counters = -(-self.count // self.per_counter)
        elif self.wide:
            self.counters = self.count
        else:
            run, axis = half_shape(shape)
            self.counters = prod(run)
            if shape:
                self.outer, self.length, self.inner = prod(shape[:axis]), shape[axis], prod(shape[axis + 1 :])
        self.signature = f"random {op.rng_algorithm} {self.state_words} {self.type} {self.outer} {self.length} {self.inner}"

    @property
    def per_counter(self) -> int:
        """Elements that are made of one counter."""
        return (2 if self.halves else 4) // (2 if self.wide else 1)

    @property
    def in_order(self) -> bool:
        """Whether elements come in the order of the counters."""
        return not self.halves or self.wide or (self.inner == 1 and (self.length % 2 == 0 or self.outer == 1))

    def text(self) -> str:
        return f"{'ThreeFry' if self.halves else 'Philox'}: {self.outer} x {self.length} x {self.inner} of {self.type}"


def _emit_state(module: LLVMModule, name: str, body: _Body) -> None:
    """The state that follows: the counter, of 128 bits where the state has room for them, plus those that are used."""
    f = module.function(name, PARAMETERS, is_cold=True)
    given, made = (f.load("ptr", f.address(f.parameters[0], k, "ptr")) for k in range(2))
    words = [f.load("i64", f.address(given, k, "i64")) for k in range(body.state_words)]
    low = f.add(words[1], constant("i64", body.counters))
    carry = f.cast("zext", f.compare("ult", low, words[1]), "i64")
    for k, word in enumerate([words[0], low, *(f.add(w, carry) for w in words[2:])]):
        f.store(word, f.address(made, k, "i64"))
    f.ret()


class _Generator(ABC):
    """Emits `void @name(ptr arguments, i64 begin, i64 end, i64 worker)`, whose tasks have `_TASK` counters each."""

    def __init__(self, module: LLVMModule, name: str, body: _Body, processor: Target) -> None:
        self.name, self.body, self.type = name, body, body.type
        self.f: Function = module.function(name, PARAMETERS)
        slots = self.f.parameters[0]
        given, self.target = (self.f.load("ptr", self.f.address(slots, k, "ptr")) for k in range(2))
        self.state = [self.f.load("i64", self.f.address(given, k, "i64")) for k in range(body.state_words)]
        self.stored, self.bytes = storage_type(body.type), body.type.bytes
        #: Counters in a register.
        self.width = processor.lanes(32 if body.halves else 64)

    @abstractmethod
    def words(self, first: Value) -> Sequence[Value]:
        """The words of as many counters as lanes, from number `first` on."""

    def emit(self) -> EmittedKernel:
        random_bits = self.f.machine.random_bits
        f, body = self.f, self.body
        self.prepare()
        with f.loop(*f.parameters[1:3]) as task:
            first = f.mul(task, random_bits.task_counters)
            rest = f.sub(Value("i64", str(body.counters)), first)
            count = f.intrinsic("smin", rest, Value("i64", str(random_bits.task_counters)))
            self.task(first, count)
        f.ret()
        each = random_bits.task_counters
        return EmittedKernel(self.name, -(-body.counters // each), 3.0 * min(each, body.counters) * body.per_counter)

    @abstractmethod
    def prepare(self) -> None:
        """Computes what all counters need."""

    def task(self, first: Value, count: Value) -> None:
        """Elements in the order of the counters: whole registers of counters, and a part of one at the end."""
        f, per = self.f, self.body.per_counter
        rest = f.sub(Value("i64", str(self.body.count)), f.mul(first, per))
        wanted = f.intrinsic("smin", f.mul(count, per), rest)
        step = self.width * per
        over = f.binary("urem", wanted, step)
        whole = f.sub(wanted, over)
        with f.loop(0, whole, step) as k:
            place = f.add(f.mul(first, per), k)
            f.store(self.in_order(self.words(f.add(first, f.binary("udiv", k, per)))), self.address(self.target, place))
        with f.when(f.compare("ne", over, 0)):
            aside = f.slot(self.stored, step)
            f.store(self.in_order(self.words(f.add(first, f.binary("udiv", whole, per)))), aside)
            f.copy_bytes(self.address(self.target, f.add(f.mul(first, per), whole)), aside, f.mul(over, self.bytes))

    @abstractmethod
    def in_order(self, words: Sequence[Value]) -> Value:
        """The elements that words make, in their order."""

    def address(self, base: Value, place: Value) -> Value:
        return self.f.address(base, place, self.stored)

    def elements(self, words: Value) -> Value:
        """Words of 32 bits as elements in memory, of their low bits."""
        f, width = self.f, self.type.width
        if width >= 8:
            found = f.cast("trunc", words, f"i{width}")
        elif self.type.is_float:
            found = f.binary("and", f.cast("trunc", words, "i8"), (1 << width) - 1)
        else:
            found = to_memory(f, f.cast("trunc", words, f"i{width}"), self.type)
        return f.bitcast(found, vector(self.stored, lanes(found.type)))


class _Philox(_Generator):
    """Philox-4x32 with 10 rounds: each word in the low half of a lane of 64 bits, where there is room for its products."""

    def prepare(self) -> None:
        f = self.f
        self.keys: list[tuple[Value, Value]] = []
        key = [f.cast("trunc", self.state[0], "i32"), self._high_word(self.state[0])]
        for _ in range(10):
            first, second = (f.splat(f.cast("zext", k, "i64"), self.width) for k in key)
            self.keys.append((first, second))
            key = [f.add(k, int(step.view(np.int32))) for k, step in zip(key, PHILOX_KEY_STEPS)]

    def _high_word(self, a: Value) -> Value:
        return self.f.cast("trunc", self.f.binary("lshr", a, 32), "i32")

    def words(self, first: Value) -> Sequence[Value]:
        f = self.f
        start = f.splat(self.state[1], self.width)
        low = f.add(f.splat(f.add(self.state[1], first), self.width), constant_vector("i64", range(self.width)))
        top = f.splat(self.state[2 if self.body.state_words == 3 else 0], self.width)
        high = f.add(top, f.cast("zext", f.compare("ult", low, start), "i64"))
        # What is in the upper halves does not count: products take lower halves only.
        a, b, c, d = low, f.binary("lshr", low, 32), high, f.binary("lshr", high, 32)
        for key in self.keys:
            left, right = (f.mul(f.binary("and", x, _LOW), int(m)) for x, m in zip((a, c), PHILOX_MULTIPLIERS))
            a, c = (f.binary("xor", f.binary("xor", f.binary("lshr", x, 32), y), k)
                    for x, y, k in zip((right, left), (b, d), key))
            b, d = right, left
        return a, b, c, d

    def in_order(self, words: Sequence[Value]) -> Value:
        f, width = self.f, self.width
        pairs = [f.binary("or", f.binary("and", low, _LOW), f.binary("shl", high, 32))
                 for low, high in zip(words[::2], words[1::2])]
        found = f.shuffle(pairs[0], pairs[1], [k // 2 + width * (k % 2) for k in range(2 * width)])
        if self.body.wide:
            return f.bitcast(found, vector(self.stored, 2 * width))
        return self.elements(f.bitcast(found, vector("i32", 4 * width)))


class _ThreeFry(_Generator):
    """ThreeFry-2x32 with 20 rounds."""

    def prepare(self) -> None:
        f = self.f
        low = f.cast("trunc", self.state[0], "i32")
        high = f.cast("trunc", f.binary("lshr", self.state[0], 32), "i32")
        third = f.binary("xor", f.binary("xor", low, high), int(THREEFRY_PARITY))
        self.keys = [f.splat(k, self.width) for k in (low, high, third)]
        if not self.body.in_order:
            self.aside = [f.slot(self.stored, self.f.machine.random_bits.task_counters) for _ in range(2)]

    def words(self, first: Value) -> Sequence[Value]:
        f, keys = self.f, self.keys
        start = f.add(self.state[1], first)
        lowest = f.splat(f.cast("trunc", start, "i32"), self.width)
        low = f.add(lowest, constant_vector("i32", range(self.width)))
        carry = f.cast("zext", f.compare("ult", low, lowest), "i32")
        high = f.add(f.splat(f.cast("trunc", f.binary("lshr", start, 32), "i32"), self.width), carry)
        x, y = f.add(low, keys[0]), f.add(high, keys[1])
        for group in range(5):
            for distance in THREEFRY_ROTATIONS[group % 2]:
                x = f.add(x, y)
                y = f.binary("xor", f.intrinsic("fshl", y, y, constant(y.type, distance)), x)
            x = f.add(x, keys[(group + 1) % 3])
            y = f.add(f.add(y, keys[(group + 2) % 3]), group + 1)
        return x, y

    def in_order(self, words: Sequence[Value]) -> Value:
        f, width = self.f, self.width
        found = f.shuffle(words[0], words[1], [k // 2 + width * (k % 2) for k in range(2 * width)])
        return f.bitcast(found, vector(self.stored, width)) if self.body.wide else self.elements(found)

    def task(self, first: Value, count: Value) -> None:
        if self.body.in_order:
            super().task(first, count)
            return
        f, body = self.f, self.body
        half = (body.length + 1) // 2
        with f.loop(0, count, self.width) as k:
            for aside, words in zip(self.aside, self.words(f.add(first, k))):
                f.store(self.elements(words), self.address(aside, k))
        done = f.variable(Value("i64", "0"))
        head, on, end = f.label("head"), f.label("run"), f.label("done")
        f.branch(head)
        f.block(head)
        k = f.get(done)
        f.branch_if(f.compare("slt", k, count), on, end)
        f.block(on)
        position = f.add(first, k)
        row, column = f.binary("udiv", position, body.inner), f.binary("urem", position, body.inner)
        run = f.intrinsic("smin", f.sub(Value("i64", str(body.inner)), column), f.sub(count, k))
        outer, number = f.binary("udiv", row, half), f.mul(f.binary("urem", row, half), 2)
        place = f.add(f.mul(f.add(f.mul(outer, body.length), number), body.inner), column)
        self._copy(self.aside[0], k, place, run)
        with f.when(f.compare("slt", f.add(number, 1), body.length)):
            self._copy(self.aside[1], k, f.add(place, body.inner), run)
        f.set(done, f.add(k, run))
        f.branch(head)
        f.block(end)

    def _copy(self, aside: Value, k: Value, place: Value, count: Value) -> None:
        f = self.f
        source, target = self.address(aside, k), self.address(self.target, place)
        if self.body.inner >= self.f.machine.random_bits.long_run:
            f.copy_bytes(target, source, f.mul(count, self.bytes))
            return
        with f.loop(0, count) as n:
            f.store(f.load(self.stored, self.address(source, n)), self.address(target, n))
