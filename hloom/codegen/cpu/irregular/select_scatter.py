"""select_and_scatter: each window's preferred element gets the source's element of that place, as in gradients of max pooling.

Leading dimensions over which no window slides are tasks; trailing ones are lanes, a group of which is a task as well. A task goes
over its places in order, so that all updates of one element stay in order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from math import prod
from typing import Any

from hloom.codegen.cpu.kernel_function import PARAMETERS, EmittedKernel
from hloom.codegen.cpu.sorting.merge import comparator_text
from hloom.codegen.llvm.builder import Function, Value
from hloom.codegen.llvm.functions import splat
from hloom.codegen.llvm.memory_accesses import from_memory
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.llvm.scalars import Emitter, over_parts
from hloom.codegen.llvm.types import storage_type, vector
from hloom.codegen.plan.kernels import OperationKernel
from hloom.codegen.plan.program import Access, Use
from hloom.codegen.plan.schedule import KernelContext
from hloom.codegen.plan.target import Capabilities
from hloom.codegen.target import Target
from hloom.expr.scalar import Argument, Reduction, convert
from hloom.ops.common.region_function import region_function


class SelectionScatters:
    """The family of select_and_scatter."""

    takes_views = takes_epilogues = False

    def __init__(self, processor: Target) -> None:
        self.processor = processor

    def matches(self, op: Any, target: Capabilities) -> bool:
        """Whether the operation's types and both computations can be compiled."""
        types = [v.type for v in (*op.operands, *op.results)]
        if not all(t.is_static and target.has_type(t.element) for t in types):
            return False
        if any(t.is_quantized for t in types) and any(t.element is not types[0].element for t in types):
            return False
        return region_function(op.select) is not None and region_function(op.scatter) is not None

    def schedule(self, kernel: OperationKernel, context: KernelContext) -> None:
        op: Any = kernel.operation
        target = context.output(op.result)
        if 0 in op.operand.shape:
            return
        body = _Body(op)
        arguments = list(dict.fromkeys([op.operand, op.source, op.init_value]))
        body.places = [arguments.index(v) for v in (op.operand, op.source, op.init_value)]
        body.signature += f" {body.places}"
        context.launch(context.kernel("select_and_scatter", body.signature, lambda: body), 0, [
            *(Use(context.buffer(v), v, Access.READ) for v in arguments), Use(target, op.result, Access.WRITE)])

    def emit(self, module: LLVMModule, name: str, body: _Body) -> list[EmittedKernel]:
        return [_SelectionEmitter(module, self.processor, name, body).emit()]


class _Body:
    """What the kernel is emitted from: `outer` tasks times the dimensions between times `inner` lanes.

    Of each dimension between: its size, that of the source, and the window's size, stride and low padding.
    """

    def __init__(self, op: Any) -> None:
        window = op.window
        still = [w == (1, 1, 0, 0) for w in window]
        first = still.index(False) if False in still else len(still)
        last = len(still) - still[::-1].index(False) if False in still else first
        shape, source = op.operand.shape, op.source.shape
        self.outer, self.inner = prod(shape[:first]), prod(shape[last:])
        if first == last:  # no window slides at all
            self.outer, self.inner = 1, prod(shape)
        self.between = [(shape[d], source[d], *window[d][:3]) for d in range(first, last)]
        self.types = [v.type.storage for v in (op.operand, op.source, op.init_value, op.result)]
        operand, given, _, made = self.types
        self.best, self.value = Argument(operand, "best"), Argument(operand, "value")
        self.old, self.new = Argument(made, "old"), Argument(given, "new")
        select, scatter = region_function(op.select), region_function(op.scatter)
        assert select is not None and scatter is not None
        (self.keeps,) = select(self.best, self.value)
        (self.updated,) = scatter(self.old, convert(self.new, made))
        self.places: list[int] = []
        self.signature = " ".join([f"select_and_scatter {self.outer} {self.inner} {self.between}", *map(str, self.types),
                                   comparator_text(self.keeps, [self.best, self.value]),
                                   comparator_text(self.updated, [self.old, self.new])])

    def text(self) -> str:
        return f"{self.outer} x {self.between} x {self.inner}: scatter {self.updated} where {self.keeps} keeps"


class _SelectionEmitter:
    """Emits `void @name(ptr arguments, i64 begin, i64 end, i64 worker)`."""

    def __init__(self, module: LLVMModule, processor: Target, name: str, body: _Body) -> None:
        self.name, self.body = name, body
        self.f: Function = module.function(name, PARAMETERS)
        slots = self.f.parameters[0]
        count = max(body.places) + 2
        pointers = [self.f.value("ptr", f"load ptr, {self.f.address(slots, k, 'ptr')}") for k in range(count)]
        self.operand, self.source, self.initial = (pointers[k] for k in body.places)
        self.target = pointers[-1]
        self.emitter = Emitter(self.f, lambda source: source)
        width = 2 * processor.lanes(max(32, 8 * max(t.part.bytes for t in body.types)))
        self.width = min(body.inner, width)
        #: Elements of the operand, and of the source, in one task's part of a tensor with all lanes.
        self.size = prod(n for n, *_ in body.between) * body.inner
        self.source_size = prod(n for _, n, *_ in body.between) * body.inner
        #: Places are numbers of this type.
        self.number = "i32" if self.size < 1 << 31 else "i64"

    def emit(self) -> EmittedKernel:
        f, body = self.f, self.body
        blocks = -(-body.inner // self.width)
        rest = body.inner % self.width
        begin, end = f.parameters[1:3]
        with f.loop(begin, end) as task:
            outer = f.binary("udiv", task, blocks)
            lane = f.mul(f.binary("urem", task, blocks), self.width)
            base = f.add(f.mul(outer, self.size), lane)
            source = f.add(f.mul(outer, self.source_size), lane)
            if rest == 0:
                self._task(base, source, self.width)
            else:
                f.if_else(f.compare("sgt", lane, body.inner - self.width), lambda: self._task(base, source, rest),
                          lambda: self._task(base, source, self.width))
        f.ret()
        places = self.source_size // body.inner
        elements = prod(size for _, _, size, *_ in body.between)
        return EmittedKernel(self.name, body.outer * blocks, 4.0 * (self.size // body.inner + places * elements))

    # -- one group of lanes of one part -----------------------------------------------------------------------------------
    def _task(self, base: Value, source: Value, count: int) -> None:
        f, body = self.f, self.body
        _, given, start, made = body.types
        initial = self._converted(self._load(self.initial, Value("i64", "0"), start, 1), start, made)
        self._fill(base, initial, count)
        with ExitStack() as stack:
            places = [stack.enter_context(f.loop(0, count)) for _, count, *_ in body.between]
            index = self._flat(places, [count for _, count, *_ in body.between])
            new = self._load(self.source, f.add(source, index), given, count)
            starts = [f.sub(f.mul(k, stride), low) for k, (_, _, _, stride, low) in zip(places, body.between)]
            bounds = [(f.intrinsic("smax", f.sub(Value("i64", "0"), s), Value("i64", "0")),
                       f.intrinsic("smin", f.sub(Value("i64", str(n)), s), Value("i64", str(size))))
                      for s, (n, _, size, *_) in zip(starts, body.between)]
            # A window that lies in the padding has no element.
            inside = Value("i1", "true")
            for low, high in bounds:
                inside = f.binary("and", f.compare("slt", low, high), inside)
            with f.when(inside):
                self._window(base, starts, bounds, new, count)

    def _window(self, base: Value, starts: Sequence[Value], bounds: Sequence[tuple[Value, Value]], new: Any, count: int) -> None:
        f, body = self.f, self.body
        operand = body.types[0]
        first = self._place([f.add(s, low) for s, (low, _) in zip(starts, bounds)])
        # To prefer an element to itself, or not to, is all the same: so the first one comes twice.
        best = over_parts(f.variable, self._load(self.operand, f.add(base, first), operand, count))
        chosen = f.variable(f.splat(self._number(first), count))
        with self._elements(starts, bounds) as here:
            value = self._load(self.operand, f.add(base, here), operand, count)
            old = over_parts(f.get, best)
            keeps = self._apply(body.keeps, {body.best: old, body.value: value})
            preferred = over_parts(lambda a, b: f.select(keeps, a, b), old, value)
            over_parts(f.set, best, preferred)
            f.set(chosen, f.select(keeps, f.get(chosen), f.splat(self._number(here), count)))
        if count == 1:
            place = f.add(base, f.cast("sext", f.get(chosen), "i64"))
            self._update(place, new, None, count)
            return
        with self._elements(starts, bounds) as here:
            mask = f.compare("eq", f.get(chosen), f.splat(self._number(here), count))
            self._update(f.add(base, here), new, mask, count)

    def _update(self, place: Value, new: Any, mask: Value | None, count: int) -> None:
        made = self.body.types[3]
        old = self._load(self.target, place, made, count)
        value = self._apply(self.body.updated, {self.body.old: old, self.body.new: new})
        if mask is not None:
            value = over_parts(lambda a, b: self.f.select(mask, a, b), value, old)
        self._store(value, made, place)

    @contextmanager
    def _elements(self, starts: Sequence[Value], bounds: Sequence[tuple[Value, Value]]) -> Iterator[Value]:
        """Loops over the elements of a window that are inside; yields where each is in the part."""
        with ExitStack() as stack:
            offsets = [stack.enter_context(self.f.loop(low, high)) for low, high in bounds]
            yield self._place([self.f.add(s, k) for s, k in zip(starts, offsets)])

    def _fill(self, base: Value, initial: Any, count: int) -> None:
        f, made = self.f, self.body.types[3]
        inner = self.body.inner
        if count < inner:
            lanes = splat(f, initial, count)
            with f.loop(0, self.size, inner) as k:
                self._store(lanes, made, f.add(base, k))
            return
        step = min(self.size, 64 // made.part.bytes)
        whole = self.size // step * step
        lanes = splat(f, initial, step)
        with f.loop(0, whole, step) as k:
            self._store(lanes, made, f.add(base, k))
        with f.loop(whole, self.size) as k:
            self._store(initial, made, f.add(base, k))

    # -- places and elements ----------------------------------------------------------------------------------------------
    def _place(self, index: Sequence[Value]) -> Value:
        return self._flat(index, [n for n, *_ in self.body.between])

    def _flat(self, index: Sequence[Value], sizes: Sequence[int]) -> Value:
        found = Value("i64", "0")
        for k, n in zip(index, sizes):
            found = self.f.add(self.f.mul(found, n), k)
        return self.f.mul(found, self.body.inner)

    def _number(self, place: Value) -> Value:
        return self.f.cast("trunc", place, self.number)

    def _apply(self, formula: Any, placeholders: dict[Any, Any]) -> Any:
        function = Reduction((), (), (), (), tuple(placeholders), (formula,))
        return self.emitter.combine(function, [], list(placeholders.values()))[0]

    def _converted(self, value: Any, source: Any, target: Any) -> Any:
        given = Argument(source)
        return value if source is target else self._apply(convert(given, target), {given: value})

    def _address(self, base: Value, place: Value, type: Any) -> Value:
        return self.f.address(base, self.f.mul(place, 2) if type.is_complex else place, storage_type(type))

    def _load(self, base: Value, place: Value, type: Any, count: int) -> Any:
        f, stored = self.f, storage_type(type)
        address = self._address(base, place, type)
        if not type.is_complex:
            return from_memory(f, f.load(vector(stored, count), address), type)
        if count == 1:
            return f.load(stored, address), f.load(stored, f.address(address, 1, stored))
        both = f.load(vector(stored, 2 * count), address)
        return tuple(f.shuffle(both, None, range(part, 2 * count, 2)) for part in range(2))

    def _store(self, value: Any, type: Any, place: Value) -> None:
        self.emitter.store(value, type, self._address(self.target, place, type))
