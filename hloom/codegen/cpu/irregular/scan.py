"""Cumulative sums and the like: a reduce_window whose window runs from one end of a dimension to each element.

Along the last dimension a vector is scanned in registers by doubling steps and a carry is passed on; along others a vector
of neighbouring scans advances element by element.
"""

from __future__ import annotations

from math import prod
from typing import Any, NamedTuple

import numpy as np

from hloom.codegen.cpu.kernel_function import PARAMETERS, EmittedKernel
from hloom.codegen.llvm.builder import Function, LLVMModule, Value, vector
from hloom.codegen.llvm.element_types import storage_type
from hloom.codegen.llvm.functions import splat, splat_constant
from hloom.codegen.llvm.scalars import Emitter, from_memory
from hloom.codegen.plan.kernels import OperationKernel
from hloom.codegen.plan.program import Access, Use
from hloom.codegen.plan.reducers import identity
from hloom.codegen.plan.schedule import KernelContext
from hloom.codegen.plan.target import Capabilities
from hloom.codegen.target import Target
from hloom.expr.scalar import Argument, Reduction, apply
from hloom.ir.core import OpResult, Region
from hloom.ir.core import Value as Operand
from hloom.ops.common.region_function import reducer_of
from hloom.ops.definition.traits import EVERY, FIRST, Traits


class _Scan(NamedTuple):
    """A scan over [outer, length, inner] elements, from the end if `reverse`."""

    outer: int
    length: int
    inner: int
    reverse: bool


class Scans:
    """The family of reduce_window: those of its windows that make a scan from an identity."""

    takes_views = False

    def __init__(self, processor: Target) -> None:
        self.processor = processor

    def matches(self, op: Any, target: Capabilities) -> bool:
        return _scan_of(op, target) is not None

    def schedule(self, kernel: OperationKernel, context: KernelContext) -> None:
        op: Any = kernel.operation
        scan = _scan_of(op, context.target)
        assert scan is not None
        result, operand = op.results[0], op.inputs[0]
        target = context.output(result)
        if 0 in operand.shape:
            return
        body = _Body(op, scan)
        context.launch(context.kernel("scan", body.signature, lambda: body), 0,
                       [Use(context.buffer(operand), operand, Access.READ), Use(target, result, Access.WRITE)])

    def emit(self, module: LLVMModule, name: str, body: _Body) -> list[EmittedKernel]:
        return [_ScanEmitter(module, self.processor, name, body).emit()]


class _Body:
    """What a scan is emitted from: its shape, its type, what it combines with and where it starts."""

    def __init__(self, op: Any, scan: _Scan) -> None:
        self.scan, self.type, self.region = scan, op.inputs[0].type.storage, op.body
        self.reducer = _reducer_name(op.body) or ""
        #: Where each scan starts: the identity, or the zero of the other sign.
        self.initial = _constant_value(op.init_values[0])
        self.signature = f"scan {scan} {self.type} {self.reducer} from {self.initial}"

    def text(self) -> str:
        return f"{self.reducer} {self.scan} of {self.type}"


def _reducer_name(region: Region) -> str | None:
    reducer = reducer_of(region)
    return None if reducer is None else reducer.name


def _scan_of(op: Any, target: Capabilities) -> _Scan | None:
    if len(op.inputs) != 1 or not op.inputs[0].type.is_static or op.inputs[0].rank == 0:
        return None
    operand = op.inputs[0]
    type = operand.type
    function = _reducer_name(op.body)
    if function is None or type.is_quantized or not target.has_type(type.element):
        return None
    if type.element.is_complex or type.element.kind == "pred":
        return None
    if op.results[0].type is not type or op.init_values[0].type.element is not type.element:
        return None
    ones = (1,) * operand.rank
    if any((a or ones) != ones for a in (op.window_strides, op.base_dilations, op.window_dilations)):
        return None
    dimensions = [d for d, n in enumerate(op.window_dimensions) if n != 1]
    if len(dimensions) != 1 or op.window_dimensions[dimensions[0]] != operand.shape[dimensions[0]] or op.padding is None:
        return None
    (d,) = dimensions
    length = operand.shape[d]
    padding = [tuple(map(int, p)) for p in op.padding]
    if any(p != (0, 0) for k, p in enumerate(padding) if k != d) or padding[d] not in ((length - 1, 0), (0, length - 1)):
        return None
    start = _constant_value(op.init_values[0])
    if start is None or not _equals_identity(start, function, type.element):
        return None
    return _Scan(prod(operand.shape[:d]), length, prod(operand.shape[d + 1 :]), padding[d][0] == 0 and length > 1)


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
        self.scan, self.type, self.name = body.scan, body.type, name
        self.f: Function = module.function(name, PARAMETERS)
        slots = self.f.parameters[0]
        self.source, self.target = (self.f.value("ptr", f"load ptr, {self.f.address(slots, k, 'ptr')}") for k in range(2))
        self.width = processor.lanes(max(32, 8 * self.type.dtype.itemsize))
        self.emitter = Emitter(self.f, lambda source: source)
        # Each step is rounded, unlike those of a reduction: it is a result too, and recorded ones are made that way.
        a, b = Argument(self.type), Argument(self.type)
        self.reduction = Reduction((), (), (), (a,), (b,), (apply(body.reducer, a, b),))
        self.identity = self.type.dtype.type(identity(body.reducer, self.type))
        #: Where each scan starts: the identity, or the zero of the other sign.
        self.initial = body.initial

    def combine(self, a: Value, b: Value) -> Value:
        return self.emitter.combine(self.reduction, [a], [b])[0]

    def emit(self) -> EmittedKernel:
        outer, length, inner, _ = self.scan
        begin, end = self.f.parameters[1:3]
        columns = min(inner, 4 * self.width) if inner > 1 else 1
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
        return EmittedKernel(self.name, outer * blocks, length * columns / 4)

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
        carry = self.f.variable(splat_constant(self.initial, self.type, columns))
        with self.f.loop(0, self.scan.length) as k:
            step = self.f.sub(Value("i64", str(self.scan.length - 1)), k) if self.scan.reverse else k
            place = self.f.add(base, self.f.mul(step, self.scan.inner))
            new = self.combine(self.f.get(carry), self._load(place, columns))
            self.f.set(carry, new)
            self._store(new, place)

    # -- one scan in the lanes ------------------------------------------------------------------------------------------
    def _along(self, base: Value) -> None:
        length = self.scan.length
        carry = self.f.variable(splat_constant(self.initial, self.type, 1))
        whole = length // self.width * self.width
        with self.f.loop(0, whole, self.width) as k:
            self._lanes(base, k, self.width, carry)
        if length > whole:
            self._lanes(base, Value("i64", str(whole)), length - whole, carry)

    def _lanes(self, base: Value, k: Value, count: int, carry: Any) -> None:
        """Scans `count` elements that are number k and following in the order of the scan."""
        f = self.f
        first = f.sub(Value("i64", str(self.scan.length - count)), k) if self.scan.reverse else k
        place = f.add(base, first)
        backwards = list(reversed(range(count)))
        value = self._load(place, count)
        if self.scan.reverse and count > 1:
            value = f.shuffle(value, None, backwards)
        start = splat_constant(self.identity, self.type, count)
        step = 1
        while step < count:
            moved = f.shuffle(value, start, [count if lane < step else lane - step for lane in range(count)])
            value = self.combine(moved, value)
            step *= 2
        value = self.combine(splat(f, f.get(carry), count), value)
        f.set(carry, f.extract(value, count - 1) if count > 1 else value)
        self._store(f.shuffle(value, None, backwards) if self.scan.reverse and count > 1 else value, place)

    def _load(self, place: Value, count: int) -> Value:
        stored = storage_type(self.type)
        return from_memory(self.f, self.f.load(vector(stored, count), self.f.address(self.source, place, stored)), self.type)

    def _store(self, value: Value, place: Value) -> None:
        self.emitter.store(value, self.type, self.f.address(self.target, place, storage_type(self.type)))


