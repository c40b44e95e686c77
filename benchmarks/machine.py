"""What the machine can do at most, by small native kernels: bytes moved, and products added.

    machine = Machine(threads=2)
    copy = machine.traffic(reads=1 << 24, writes=1 << 24)     # calls that move as much, one for each way of storing
    peak = machine.arithmetic("f32")                          # a call that does `peak.work` operations in registers

Whoever measures something takes turns with them: then both see the same clock, caches and neighbours.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

import hloom.driver.cpu  # noqa: F401  (says what the machine code of worker pools is made from)
from benchmarks.native import NativeKernels, scribbled, touched
from hloom.codegen.cpu.kernel_function import PARAMETERS
from hloom.codegen.llvm.builder import Function, Value, zero
from hloom.codegen.llvm.dot_products import MOST, ROWS, WORDS, Dot
from hloom.codegen.llvm.hooks import hooks_of
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.llvm.types import vector
from hloom.codegen.target import Target
from hloom.numbers.element_type import BF16, ELEMENT_TYPES, F32, I32, ElementType
from hloom.runtime.pool import Pool

#: Bytes of a task that moves data, registers of a step of it, and pieces that each worker gets at least.
CHUNK, UNROLLED, PIECES = 1 << 15, 4, 8
#: Operations of a task that computes, and tasks for each worker.
TASK_WORK, TASKS = 1 << 25, 4
#: Bytes of a place that a worker has to itself.
PLACE = 128


@dataclass(frozen=True)
class Arithmetic:
    """A call that adds up products in registers, and how many operations (a product and a sum are two) it does."""

    run: Callable[[], None]
    work: float


class Machine:
    """The processor with so many threads."""

    def __init__(self, threads: int) -> None:
        self.target, self.threads = Target.host(), threads
        self.pool = Pool.sized(threads)

    # -- moving ---------------------------------------------------------------------------------------------------------
    def traffic(self, reads: int, writes: int) -> Mapping[str, Callable[[], None]]:
        """Calls that read and write so many bytes, with ordinary stores and with such that go past the caches.

        What is as large on both sides is copied; what is left over is read, or filled.
        """
        copied = min(reads, writes)
        found: dict[str, Callable[[], None]] = {}
        for suffix in ("", "_past"):
            calls = []
            if copied:
                calls.append(self._move(f"copy{suffix}", copied))
            if reads > copied:
                calls.append(self._move("read", reads - copied))
            if writes > copied:
                calls.append(self._move(f"fill{suffix}", writes - copied))
            found[f"limit{suffix}"] = _all_of(calls)
        return found

    def _move(self, name: str, size: int) -> Callable[[], None]:
        tasks = max(1, -(-size // CHUNK))
        source, target = scribbled(tasks * CHUNK), touched(PLACE * self.threads if name == "read" else tasks * CHUNK)
        return self.native.bind(name, [source, target], tasks, max(1, tasks // (PIECES * self.threads)))

    # -- computing ------------------------------------------------------------------------------------------------------
    @cached_property
    def types(self) -> tuple[str, ...]:
        """The element types whose products this processor has instructions for."""
        return tuple(self._peaks)

    def on_tiles(self, type: str) -> bool:
        """Whether such products are made on tile registers."""
        return type in self._dots and self._dots[type].on_tiles

    def operations(self, type: str) -> float:
        """Operations of a step of `peak_<type>`."""
        return self._peaks[type][1]

    def arithmetic(self, type: str) -> Arithmetic:
        """The fastest way to add up products of this type."""
        steps, work = self._peaks[type]
        tasks = TASKS * self.threads
        buffers = [np.array([steps]), touched(PLACE * (2 + self.threads))]
        return Arithmetic(self.native.bind(f"peak_{type}", buffers, tasks), work * steps * tasks)

    @cached_property
    def _peaks(self) -> dict[str, tuple[int, float]]:
        """By type: steps of a task, and the operations of a step."""
        bytes, registers = self.target.vector_bytes, _sums(self.target)
        work = {"f32": 2.0 * bytes / 4 * registers, "f64": 2.0 * bytes / 8 * registers}
        for type, dot in self._dots.items():
            words = 4 * ROWS * ROWS * WORDS if dot.on_tiles else bytes / 4 * registers
            work[type] = 2.0 * words * dot.size
        return {type: (int(TASK_WORK / each), each) for type, each in work.items()}

    @cached_property
    def _dots(self) -> dict[str, Dot]:
        def best(lhs: ElementType, rhs: ElementType, out: ElementType) -> Dot | None:
            hooks = hooks_of(self.target)
            return hooks.dot_on_tiles(lhs, rhs, out) or hooks.dot(lhs, rhs, out)

        found = {"bf16": best(BF16, BF16, F32), "i8": best(ELEMENT_TYPES["i8"], ELEMENT_TYPES["i8"], I32)}
        return {type: dot for type, dot in found.items() if dot is not None}

    # -- code -----------------------------------------------------------------------------------------------------------
    @cached_property
    def native(self) -> NativeKernels:
        """`copy`, `copy_past`, `fill`, `fill_past` and `read`, whose tasks are chunks, and `peak_<type>`, which is given its
        steps and memory with the two factors, then a place for each worker."""
        module = LLVMModule(self.target)
        bytes = self.target.vector_bytes
        for past in (False, True):
            for reads in (True, False):
                _emit_move(module, f"{'copy' if reads else 'fill'}{'_past' if past else ''}", bytes, reads, True, past)
        _emit_move(module, "read", bytes, reads=True, writes=False)
        for type, element in (("f32", "float"), ("f64", "double")):
            _emit_products(module, f"peak_{type}", vector(element, bytes * 8 // (32 if type == "f32" else 64)), self.target)
        for type, dot in self._dots.items():
            if dot.on_tiles:
                _emit_tiles(module, f"peak_{type}", dot)
            else:
                _emit_products(module, f"peak_{type}", vector(dot.element, bytes // 4), self.target, dot)
        return NativeKernels(module, list(module.functions), self.target, self.pool)


def _all_of(calls: Sequence[Callable[[], None]]) -> Callable[[], None]:
    def run() -> None:
        for call in calls:
            call()

    return run


def _sums(target: Target) -> int:
    """Sums that are made side by side: enough for two units with a latency of six."""
    return target.registers - 4 if target.registers < 32 else 16


def _arguments(f: Function) -> tuple[Value, Value]:
    slots = f.parameters[0]
    return f.load("ptr", slots), f.load("ptr", f.address(slots, 1, "ptr"))


def _emit_move(module: LLVMModule, name: str, bytes: int, reads: bool, writes: bool, past: bool = False) -> None:
    """Copies chunks, fills them with what the source begins with, or only reads them, with a sum of all as the trace of it."""
    f = module.function(name, PARAMETERS)
    source, target = _arguments(f)
    type = vector("i64", bytes // 8)
    sums = [f.variable(zero(type)) for _ in range(UNROLLED)]
    filling = f.load(type, source, align=64)
    with f.loop(f.mul(f.parameters[1], CHUNK), f.mul(f.parameters[2], CHUNK), UNROLLED * bytes) as at:
        for k, total in enumerate(sums):
            place = f.add(at, k * bytes)
            value = f.load(type, f.address(source, place, "i8"), align=64) if reads else filling
            if writes:
                f.store(value, f.address(target, place, "i8"), align=64, nontemporal=past)
            else:
                f.set(total, f.binary("or", f.get(total), value))
    if past:
        f.emit("fence seq_cst")
    if not writes:
        _leave(f, target, [f.get(total) for total in sums])
    f.ret()


def _leave(f: Function, place: Value, values: Sequence[Value]) -> None:
    """Stores what was computed to the worker's own place: else nothing would be."""
    total = values[0]
    for value in values[1:]:
        total = f.add(total, value)
    f.store(total, f.address(place, f.mul(f.parameters[3], PLACE), "i8"))


def _emit_products(module: LLVMModule, name: str, type: str, target: Target, dot: Dot | None = None) -> None:
    """Adds products of two registers to sums that do not wait for each other."""
    f = module.function(name, PARAMETERS)
    steps, place = _arguments(f)
    a, b = (f.load(type, f.address(place, k * PLACE, "i8")) for k in range(2))
    own = f.address(place, 2 * PLACE, "i8")
    first = [zero(type)] * _sums(target)

    def add(c: Value) -> Value:
        if dot is not None:
            return dot.multiply_add(f, a, b, c)
        return f.fma(a, b, c) if target.has_fma else f.add(f.mul(a, b), c)

    with f.loop(f.parameters[1], f.parameters[2]):
        with f.carrying_loop(0, f.load("i64", steps), first) as carried:
            carried.become([add(c) for c in carried.values])
        _leave(f, own, carried.values)
    f.ret()


def _emit_tiles(module: LLVMModule, name: str, dot: Dot) -> None:
    """The same on tile registers: four sums of two left and two right tiles, which stay where they are."""
    f = module.function(name, PARAMETERS)
    steps, _ = _arguments(f)
    tiles = dot.tiles(MOST, MOST, WORDS)
    tiles.configure(f)
    for tile in tiles.shapes():
        tiles.clear(f, tile)
    with f.loop(f.parameters[1], f.parameters[2]), f.loop(0, f.load("i64", steps)):
        for i in range(2):
            for j in range(2):
                tiles.multiply(f, dot.name, 2 * i + j, 4 + i, 6 + j)
    tiles.release(f)
    f.ret()
