"""scatter: windows of updates are combined into the operands, in place and in order.

The updates of one element stay in order. Tasks divide loops of which each turn has elements of its own: over batches, and over
window dimensions that no index moves. Each task does all updates in its part, so that no two workers touch the same element.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import prod
from typing import Any

from hloom.codegen.cpu.kernel_function import EmittedKernel
from hloom.codegen.cpu.vector_loops import FlattenedKernel, VectorLoops
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.llvm.values import Value
from hloom.codegen.plan.kernels import LoopKernel, OperationKernel, Stage, Store, extents, work
from hloom.codegen.plan.program import Access, Use
from hloom.codegen.plan.schedule import KernelContext
from hloom.codegen.plan.signature import kernel_signature
from hloom.codegen.plan.target import Capabilities
from hloom.codegen.target import Target
from hloom.expr.access import coefficient
from hloom.expr.index import IndexExpr, Symbol, fresh
from hloom.expr.predicate import ALWAYS, Predicate
from hloom.expr.scalar import Read, index_of
from hloom.ops.common.region_function import region_function

#: Indices beyond this are out of bounds of any tensor; sums of two such numbers do not overflow.
_FAR = 1 << 61


class Scatters:
    """The family of scatter."""

    takes_views = False

    def __init__(self, processor: Target) -> None:
        self.processor = processor

    def matches(self, op: Any, target: Capabilities) -> bool:
        """Whether the operation's types and its computation can be compiled."""
        return (all(v.type.is_static and target.has_type(v.type.element) for v in (*op.operands, *op.results))
                and region_function(op.update_computation) is not None)

    def schedule(self, kernel: OperationKernel, context: KernelContext) -> None:
        op: Any = kernel.operation
        updates = dict(op.updated_operands())
        for result, operand in updates.items():
            context.updated(result, operand)
        if 0 in op.updates[0].shape:
            return
        form = _Form(op)
        arguments = list(dict.fromkeys([*op.results, op.scatter_indices, *op.updates]))
        loops = LoopKernel(form.points, [Stage(form.window, form.stores)], [op])
        signature = f"scatter {kernel_signature(loops, arguments)}{form.guard_sizes}{form.own_places}"
        planned = context.kernel("scatter", signature, lambda: _Scatter(loops, arguments, form.guard, form.own))
        context.launch(planned, 0, [
            Use(context.buffer(v), v, *((Access.UPDATE, updates[v]) if v in updates else (Access.READ,))) for v in arguments])

    def emit(self, module: LLVMModule, name: str, body: _Scatter) -> list[EmittedKernel]:
        return [_ScatterEmitter(module, name, FlattenedKernel(body.loops), body.arguments, self.processor).emit_scatter(body)]


class _Scatter:
    """What a scatter is emitted from: loops over update points and windows, the guard of a point, and the variables (`own`) of
    which each value has elements of its own."""

    def __init__(self, loops: LoopKernel, arguments: Sequence[Any], guard: Predicate, own: Sequence[Symbol]) -> None:
        self.loops, self.arguments, self.guard, self.own = loops, arguments, guard, own

    def text(self) -> str:
        return self.loops.text()


class _Form:
    """A scatter as stores over update points and window positions, guarded per point."""

    def __init__(self, op: Any) -> None:
        numbers = op.scatter_dimension_numbers
        shape, updates = op.inputs[0].shape, op.updates[0]
        dims = tuple(fresh(n, f"u{k}") for k, n in enumerate(updates.shape))
        self.points = tuple(d for k, d in enumerate(dims) if k not in numbers.update_window_dims)
        self.window = tuple(dims[k] for k in numbers.update_window_dims)
        starts = self._starts(op, numbers, len(shape))
        skipped = {*numbers.inserted_window_dims, *numbers.input_batching_dims}
        window = iter(self.window)
        index: list[IndexExpr | int] = []
        self.guard: Predicate = ALWAYS
        self.guard_sizes = []
        self.own: list[Symbol] = [v for k, v in enumerate(self.points) if k in self._batches(numbers)]
        for d, size in enumerate(shape):
            position = None if d in skipped else next(window)
            extent = 1 if position is None else position.bounds.upper + 1
            self.guard &= (starts[d] >= 0) & (starts[d] <= size - extent)
            self.guard_sizes.append(size - extent)
            index.append(starts[d] if position is None else starts[d] + position)
            if position is not None and d not in numbers.scatter_dims_to_operand_dims:
                self.own.append(position)
        self.own_places = [k for k, v in enumerate((*self.points, *self.window)) if v in self.own]
        function = region_function(op.update_computation)
        assert function is not None
        old = [Read(r, index, r.type.storage) for r in op.results]
        new = [Read(u, dims, u.type.storage) for u in op.updates]
        self.stores = [Store(r, tuple(o.index), s) for r, o, s in zip(op.results, old, function(*old, *new))]

    def _batches(self, numbers: Any) -> set[int]:
        """Which of the points' variables run over batches."""
        return {d - (numbers.index_vector_dim < d) for d in numbers.scatter_indices_batching_dims}

    def _starts(self, op: Any, numbers: Any, rank: int) -> list[IndexExpr]:
        """The window's start in each dimension of the operands, as given: it may lie anywhere."""
        indices = op.scatter_indices
        starts: list[Any] = [None] * rank
        for k, d in enumerate(numbers.scatter_dims_to_operand_dims):
            at: list[Any] = list(self.points)
            if numbers.index_vector_dim < indices.rank:
                at.insert(numbers.index_vector_dim, k)
            starts[d] = index_of(Read(indices, at, indices.type.storage), -_FAR, _FAR)
        for d, source in zip(numbers.input_batching_dims, numbers.scatter_indices_batching_dims):
            starts[d] = self.points[source - (numbers.index_vector_dim < source)]
        zero = fresh(1) * 0
        return [zero if s is None else s for s in starts]


#: Tasks that a scatter should have, if it can, and about how many instructions it takes to find an update's place.
_TASKS = 16
_POINT_COST = 8


class _ScatterEmitter(VectorLoops):
    """Emits loops over what tasks divide, inside of them over points, and for each of these over its window.

    What lies beside each other in windows is done in vectors. Where nothing does, all loops of which each turn has elements of
    its own go around the points: updates in one row of the operand follow each other.
    """

    #: The window dimension whose pieces are tasks, their length, and where the task's piece begins and ends.
    divided: Symbol | None = None
    size = 0
    low = high = Value("i64", "0")

    def emit_scatter(self, body: _Scatter) -> EmittedKernel:
        (stage,) = self.stages
        self.stores = stage.stores
        self.emitter.volatile = {s.target for s in self.stores}
        self.guard = self.flattener.predicate(body.guard)
        points, window = list(self.kernel.prefix), list(self.kernel.stages[0].dims)
        last = window[-1] if window and all(coefficient(s.index[0], window[-1]) == 1 for s in self.stores) else None
        around = [v for v in (*points, *window) if v in body.own and (v in points or last is None)]
        points, window = ([v for v in variables if v not in around] for variables in (points, window))
        self.width = 1 if last is None else min(last.bounds.upper + 1, self.target.lanes(32) * 2)
        blocks = self._divide(window, last, body.own) if prod(extents(around)) < _TASKS else 1
        block = fresh(blocks)
        with self.points([*around, block] if blocks > 1 else around) as point:
            if blocks > 1:
                assert self.divided is not None
                extent = self.divided.bounds.upper + 1
                self.low = self.f.mul(point[block], self.size)
                self.high = self.f.intrinsic("smin", self.f.add(self.low, self.size), Value("i64", str(extent)))
            self._over_points(points, window, last)
        self.f.ret()
        each = prod(extents(window)) / self.width * work(self.stores) / blocks + _POINT_COST
        return EmittedKernel(self.name, prod(extents(around)) * blocks, prod(extents(points)) * each)

    def _divide(self, window: Sequence[Symbol], last: Symbol | None, own: Collection[Symbol]) -> int:
        """Chooses a window dimension whose pieces are tasks, and how long these are; returns how many there are."""
        choices = [v for v in window if v in own and v is not last]
        unit = 1
        if last is not None and last in own and (not choices or last.bounds.upper + 1 >= 2 * self.width):
            choices, unit = [last], self.width
        if not choices:
            return 1
        longest = max(choices, key=lambda v: v.bounds.upper)
        extent = longest.bounds.upper + 1
        self.size = -(-extent // min(max(extent // unit, 1), _TASKS) // unit) * unit
        if self.size < extent:
            self.divided = longest
        return -(-extent // self.size)

    def _over_points(self, remaining: Sequence[Symbol], window: Sequence[Symbol], last: Symbol | None) -> None:
        if remaining:
            first, *rest = remaining
            self.emitter.hoist([s.scalar for s in self.stores], {*remaining, *window})
            with self.f.loop(0, first.bounds.upper + 1) as k, self.emitter.scope({first: k}):
                self._over_points(rest, window, last)
            return
        with self.emitter.scope():
            with self.f.when(self.emitter.predicate(self.guard)), self.emitter.scope():
                self._over_window([v for v in window if v is not last], last)

    def _over_window(self, remaining: Sequence[Symbol], last: Symbol | None) -> None:
        if remaining:
            first, *rest = remaining
            self.emitter.hoist([s.scalar for s in self.stores], {*remaining, *([last] if last else [])})
            bounds = (self.low, self.high) if first is self.divided else (0, first.bounds.upper + 1)
            with self.f.loop(*bounds) as k, self.emitter.scope({first: k}):
                self._over_window(rest, last)
        elif last is None:
            self.store_all(self.stores)
        elif last is self.divided:
            self._blocked_loop(last, self.stores, self.width, self.low, self.high, (last.bounds.upper + 1) % self.width)
        else:
            self._vector_loop(last, self.stores, self.width)
