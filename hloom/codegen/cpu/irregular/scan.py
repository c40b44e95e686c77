"""Cumulative sums and the like: a reduce_window whose window runs from one end of a dimension to each element.

Along the last dimension a vector is scanned in registers by doubling steps and a carry is passed on; along others a vector
of neighbouring scans advances element by element. Several operands are scanned together; the body is a reducer, or any other one
that samples show to be associative, with initial values that change nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, NamedTuple

import numpy as np

from hloom.codegen.cpu.kernel_function import PARAMETERS, EmittedKernel
from hloom.codegen.cpu.sorting.merge import comparator_text
from hloom.codegen.llvm.builder import Function, Value
from hloom.codegen.llvm.functions import convert_part, splat, splat_constant
from hloom.codegen.llvm.memory_accesses import from_memory
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.llvm.scalars import Emitter, over_parts
from hloom.codegen.llvm.types import storage_type, vector
from hloom.codegen.plan.kernels import OperationKernel, cost_of
from hloom.codegen.plan.program import Access, Use
from hloom.codegen.plan.reductions import identity, is_accumulated_wide
from hloom.codegen.plan.schedule import KernelContext
from hloom.codegen.plan.target import Capabilities
from hloom.codegen.target import Target
from hloom.expr.scalar import Apply, Argument, Reduction, Scalar, apply, walk
from hloom.ir.core import OpResult, Region
from hloom.ir.core import Value as Operand
from hloom.numbers.dispatch import working_float
from hloom.ops.common.accumulation import SEQUENTIAL_STEPS
from hloom.ops.common.region_function import reducer_of, region_function
from hloom.ops.common.region_values import is_monoid
from hloom.ops.definition.traits import EVERY, FIRST, Traits


class _Scan(NamedTuple):
    """A scan over [outer, length, inner] elements, from the end if `reverse`."""

    outer: int
    length: int
    inner: int
    reverse: bool


class Scans:
    """The family of reduce_window: those of its windows that make a scan from an identity."""

    takes_views = takes_epilogues = False

    def __init__(self, processor: Target) -> None:
        self.processor = processor

    def matches(self, op: Any, target: Capabilities) -> bool:
        return _scan_of(op, target) is not None

    def schedule(self, kernel: OperationKernel, context: KernelContext) -> None:
        op: Any = kernel.operation
        scan = _scan_of(op, context.target)
        assert scan is not None
        targets = [context.output(r) for r in op.results]
        if 0 in op.inputs[0].shape:
            return
        sources = list(dict.fromkeys(op.inputs))
        body = _Body(op, scan, [sources.index(x) for x in op.inputs], len(sources))
        context.launch(context.kernel("scan", body.signature, lambda: body), 0, [
            *(Use(context.buffer(x), x, Access.READ) for x in sources),
            *(Use(t, r, Access.WRITE) for t, r in zip(targets, op.results))])

    def emit(self, module: LLVMModule, name: str, body: _Body) -> list[EmittedKernel]:
        return [_ScanEmitter(module, self.processor, name, body).emit()]


class _Body:
    """What a scan is emitted from: its shape, its types, what it combines with and where it starts; `places` says which of
    `sources` arguments each operand is."""

    def __init__(self, op: Any, scan: _Scan, places: Sequence[int], sources: int) -> None:
        self.scan, self.places, self.sources = scan, places, sources
        self.types = [x.type.storage for x in op.inputs]
        reducer = _reducer_name(op.body)
        #: The types in which they are combined. Each step of few is rounded: it is a result too, and recorded ones are made that
        #: way. Many are accumulated as those of a reduction are.
        self.working = list(self.types)
        if prod(op.results[0].shape) * scan.length > SEQUENTIAL_STEPS and is_accumulated_wide(reducer, self.types[0]):
            self.working = [working_float(self.types[0])]
        #: Where each scan starts: what changes nothing, or the zero of the other sign.
        self.initial = [t.dtype.type(_constant_value(v)) for v, t in zip(op.init_values, self.working)]
        self.accumulators = tuple(Argument(t, "accumulator") for t in self.working)
        self.elements = tuple(Argument(t, "element") for t in self.working)
        #: What fills up registers.
        self.identity = list(self.initial)
        if reducer is not None:
            (type,) = self.working
            self.identity = [type.dtype.type(identity(reducer, type))]
            self.combined: tuple[Scalar, ...] = (apply(reducer, *self.accumulators, *self.elements),)
            self.name = reducer
        else:
            function = region_function(op.body)
            assert function is not None
            self.combined = function(*self.accumulators, *self.elements)
            self.name = " and ".join(comparator_text(x, [*self.accumulators, *self.elements]) for x in self.combined)
        self.signature = f"scan {scan} {self.types} in {self.working} {self.name} from {self.initial} of {places}"

    def text(self) -> str:
        scan = self.scan
        along = f"{self.name} along {scan.length} of {scan.outer} x {scan.length} x {scan.inner}"
        return f"{along}{', from the last' if scan.reverse else ''}: {', '.join(map(str, self.types))}"


def _reducer_name(region: Region) -> str | None:
    reducer = reducer_of(region)
    return None if reducer is None else reducer.name


def _scan_of(op: Any, target: Capabilities) -> _Scan | None:
    if any(not x.type.is_static or x.rank == 0 or x.type.is_quantized or not target.has_type(x.type.element) for x in op.inputs):
        return None
    if [r.type for r in op.results] != [x.type for x in op.inputs] or op.padding is None:
        return None
    if any(v.type.element is not x.type.element for v, x in zip(op.init_values, op.inputs)):
        return None
    operand = op.inputs[0]
    ones = (1,) * operand.rank
    if any((a or ones) != ones for a in (op.window_strides, op.base_dilations, op.window_dilations)):
        return None
    dimensions = [d for d, n in enumerate(op.window_dimensions) if n != 1]
    if len(dimensions) != 1 or op.window_dimensions[dimensions[0]] != operand.shape[dimensions[0]]:
        return None
    (d,) = dimensions
    length = operand.shape[d]
    padding = [tuple(map(int, p)) for p in op.padding]
    if any(p != (0, 0) for k, p in enumerate(padding) if k != d) or padding[d] not in ((length - 1, 0), (0, length - 1)):
        return None
    if not _scans(op, target):
        return None
    return _Scan(prod(operand.shape[:d]), length, prod(operand.shape[d + 1 :]), padding[d][0] == 0 and length > 1)


def _scans(op: Any, target: Capabilities) -> bool:
    """Whether a body may combine what was combined before, and the initial values change nothing."""
    types = [x.type.storage for x in op.inputs]
    initial = [_constant_value(v) for v in op.init_values]
    if any(x is None for x in initial):
        return False
    name = _reducer_name(op.body)
    if name is not None:
        return _equals_identity(initial[0], name, types[0])
    function = region_function(op.body)
    if function is None:
        return False
    made = function(*(Argument(t) for t in types * 2))
    if [x.type for x in made] != types or not all(target.computes(n) for x in made for n in walk(x)):
        return False
    return is_monoid(op.body, initial, types)


def _constant_value(value: Operand) -> Any:
    """The number that a value is everywhere, if it is a constant (perhaps broadcast); else None."""
    while isinstance(value, OpResult):
        op = value.owner
        if not isinstance(op, Traits):
            return None
        constant = op.constant_value()
        if constant is not None:
            return constant.data.reshape(-1)[0] if constant.data.size == 1 else None
        if op.moves not in (EVERY, FIRST) or len(op.operands) != 1:
            return None
        value = op.operands[0]
    return None


def _equals_identity(value: Any, function: str, type: Any) -> bool:
    wanted = type.dtype.type(identity(function, type))
    return bool(value == wanted) and (function != "maximum" or not np.isnan(value))


class _ScanEmitter:
    def __init__(self, module: LLVMModule, processor: Target, name: str, body: _Body) -> None:
        self.scan, self.types, self.working, self.name, self.body = body.scan, body.types, body.working, name, body
        self.f: Function = module.function(name, PARAMETERS)
        slots = self.f.parameters[0]
        pointers = [self.f.value("ptr", f"load ptr, {self.f.address(slots, k, 'ptr')}")
                    for k in range(body.sources + len(self.types))]
        self.given = [pointers[k] for k in body.places]
        self.targets = pointers[body.sources :]
        self.width = processor.lanes(max(32, *(8 * t.part.bytes for t in self.working)))
        self.emitter = Emitter(self.f, lambda source: source)
        self.reduction = Reduction((), (), (), body.accumulators, body.elements, body.combined)
        nodes = {id(n): n for x in body.combined for n in walk(x)}.values()
        self.cost = sum(cost_of(n.function) for n in nodes if isinstance(n, Apply))

    def combine(self, a: Sequence[Any], b: Sequence[Any]) -> list[Any]:
        """What was scanned before, with what follows: a scan from the end meets the elements on the right first."""
        return self.emitter.combine(self.reduction, *((b, a) if self.scan.reverse else (a, b)))

    def emit(self) -> EmittedKernel:
        outer, length, inner, _ = self.scan
        begin, end = self.f.parameters[1:3]
        columns = min(inner, (4 if self.cost <= 8 and len(self.types) == 1 else 1) * self.width) if inner > 1 else 1
        blocks = -(-inner // columns)
        with self.f.loop(begin, end) as task:
            row = self.f.binary("udiv", task, blocks)
            base = self.f.binary("mul", row, length * inner)
            if inner == 1:
                self._along(base)
            else:
                column = self.f.binary("mul", self.f.binary("urem", task, blocks), columns)
                self._across(self.f.add(base, column), column, columns)
        self.f.ret()
        return EmittedKernel(self.name, outer * blocks, 2.0 * length * columns * max(self.cost, 1))

    # -- neighbouring scans side by side ------------------------------------------------------------------------------
    def _across(self, base: Value, column: Value, columns: int) -> None:
        inner = self.scan.inner
        rest = inner % columns
        if rest == 0:
            self._columns(base, columns)
        else:
            is_last = self.f.compare("sgt", column, inner - columns)
            self.f.if_else(is_last, lambda: self._columns(base, rest), lambda: self._columns(base, columns))

    def _columns(self, base: Value, columns: int) -> None:
        carries = self._variables(columns)
        with self.f.loop(0, self.scan.length) as k:
            step = self.f.sub(Value("i64", str(self.scan.length - 1)), k) if self.scan.reverse else k
            place = self.f.add(base, self.f.mul(step, self.scan.inner))
            new = self.combine([over_parts(self.f.get, c) for c in carries], self._load(place, columns))
            self._set(carries, new)
            self._store(new, place)

    # -- one scan in the lanes ------------------------------------------------------------------------------------------
    def _along(self, base: Value) -> None:
        length = self.scan.length
        carries = self._variables(1)
        whole = length // self.width * self.width
        with self.f.loop(0, whole, self.width) as k:
            self._lanes(base, k, self.width, carries)
        if length > whole:
            self._lanes(base, Value("i64", str(whole)), length - whole, carries)

    def _lanes(self, base: Value, k: Value, count: int, carries: Sequence[Any]) -> None:
        """Scans `count` elements that are number k and following in the order of the scan."""
        f = self.f
        first = f.sub(Value("i64", str(self.scan.length - count)), k) if self.scan.reverse else k
        place = f.add(base, first)
        turns = self.scan.reverse and count > 1
        values = self._load(place, count)
        if turns:
            values = self._shuffled(values, None, list(reversed(range(count))))
        start = [splat_constant(x, t, count) for x, t in zip(self.body.identity, self.working)]
        step = 1
        while step < count:
            moved = self._shuffled(values, start, [count if lane < step else lane - step for lane in range(count)])
            values = self.combine(moved, values)
            step *= 2
        values = self.combine([splat(f, over_parts(f.get, c), count) for c in carries], values)
        self._set(carries, [over_parts(lambda a: f.extract(a, count - 1), v) if count > 1 else v for v in values])
        self._store(self._shuffled(values, None, list(reversed(range(count)))) if turns else values, place)

    # -- registers ------------------------------------------------------------------------------------------------------
    def _variables(self, count: int) -> list[Any]:
        return [over_parts(self.f.variable, splat_constant(x, t, count)) for x, t in zip(self.body.initial, self.working)]

    def _set(self, variables: Sequence[Any], values: Sequence[Any]) -> None:
        for variable, value in zip(variables, values):
            over_parts(self.f.set, variable, value)

    def _shuffled(self, values: Sequence[Any], others: Sequence[Any] | None, order: Sequence[int]) -> list[Any]:
        if others is None:
            return [over_parts(lambda a: self.f.shuffle(a, None, order), v) for v in values]
        return [over_parts(lambda a, b: self.f.shuffle(a, b, order), v, w) for v, w in zip(values, others)]

    def _load(self, place: Value, count: int) -> list[Any]:
        return [self._converted(self._loaded(source, place, count, t), t, working)
                for source, t, working in zip(self.given, self.types, self.working)]

    def _converted(self, value: Any, source: Any, target: Any) -> Any:
        return value if source is target else convert_part(self.f, value, source, target)

    def _loaded(self, source: Value, place: Value, count: int, type: Any) -> Any:
        f, stored = self.f, storage_type(type)
        if not type.is_complex:
            return from_memory(f, f.load(vector(stored, count), f.address(source, place, stored)), type)
        address = f.address(source, f.mul(place, 2), stored)
        if count == 1:
            return f.load(stored, address), f.load(stored, f.address(address, 1, stored))
        both = f.load(vector(stored, 2 * count), address)
        return tuple(f.shuffle(both, None, range(part, 2 * count, 2)) for part in range(2))

    def _store(self, values: Sequence[Any], place: Value) -> None:
        for value, type, working, target in zip(values, self.types, self.working, self.targets):
            index = self.f.mul(place, 2) if type.is_complex else place
            self.emitter.store(self._converted(value, working, type), type, self.f.address(target, index, storage_type(type)))
