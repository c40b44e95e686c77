"""scatter: windows of updates are combined into the operands, in place and in order.

The updates of one element stay in order. Tasks divide loops of which each turn has elements of its own: over batches, and over
window dimensions that no index moves; or places that an index chooses (rows of a table), some of which belong to each. Each task
does all updates in its part: no two workers touch the same element. Tasks that follow each other are done as one, for the longer
the part of a window, the better: where workers share lines of the cache, these go to and fro between them, and two of them take
longer than one. So short windows are not divided, and places go to tasks by blocks, scattered, since what is updated most often
tends to lie together.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from math import prod
from typing import Any, NamedTuple

from hloom.codegen.cpu.kernel_function import EmittedKernel
from hloom.codegen.cpu.loop_shape import merge_loops
from hloom.codegen.cpu.shaping import shaped
from hloom.codegen.cpu.vector_loops import VectorLoops
from hloom.codegen.cpu.vectorisation import step_lanes
from hloom.codegen.llvm.builder import Function, Value
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.machine import Machine
from hloom.codegen.plan.kernels import LoopKernel, OperationKernel, Stage, Store, extents, kernel_signature, work
from hloom.codegen.plan.program import Access, Use
from hloom.codegen.plan.schedule import KernelContext
from hloom.codegen.plan.target import Capabilities
from hloom.codegen.plan.views import View, plain_view
from hloom.codegen.target import Target
from hloom.expr.access import coefficient
from hloom.expr.index import ZERO, IndexExpr, Symbol, fresh
from hloom.expr.predicate import ALWAYS, Predicate
from hloom.expr.scalar import Read, index_of
from hloom.ops.common.region_function import region_function

#: Indices beyond this are out of bounds of any tensor; sums of two such numbers do not overflow.
_FAR = 1 << 61


class Scatters:
    """The family of scatter."""

    takes_views, takes_epilogues = True, False

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
        views = [kernel.views.get(v) or plain_view(v) for v in (op.scatter_indices, *op.updates)]
        points = _PointLoops(op, *views)
        arguments = list(dict.fromkeys([*op.results, *(view.base for view in views)]))
        loops = LoopKernel(points.points, [Stage(points.window, points.stores)], [op])
        signature = f"scatter {kernel_signature(loops, arguments)}{points.guard_sizes}{points.own_places}{points.chosen_number}"
        planned = context.kernel("scatter", signature, lambda: _Scatter(
            loops, arguments, points.guard, points.own, points.chosen))
        context.launch(planned, 0, [
            Use(context.buffer(v), v, *((Access.UPDATE, updates[v]) if v in updates else (Access.READ,))) for v in arguments])

    def emit(self, module: LLVMModule, name: str, body: _Scatter) -> list[EmittedKernel]:
        shape = shaped(body.loops, self.processor, may_be_one=False)
        return [_ScatterEmitter(module, name, shape, body.arguments, self.processor).emit_scatter(body)]


class _Scatter:
    """What a scatter is emitted from: loops over update points and windows, the guard of a point, the variables (`own`) of which
    each value has elements of its own, and the place among so many that a point's windows lie at, if there is one (`chosen`)."""

    def __init__(self, loops: LoopKernel, arguments: Sequence[Any], guard: Predicate, own: Sequence[Symbol],
                 chosen: tuple[IndexExpr, int] | None) -> None:
        self.loops, self.arguments, self.guard, self.own, self.chosen = loops, arguments, guard, own, chosen

    def text(self) -> str:
        return self.loops.text()


class _PointLoops:
    """A scatter as stores over update points and window positions, guarded per point; indices and updates are read as `views`."""

    def __init__(self, op: Any, indices: View, *updates_as: View) -> None:
        self.indices = indices
        numbers = op.scatter_dimension_numbers
        shape, updates = op.inputs[0].shape, op.updates[0].shape
        dims = [fresh(n, f"u{k}") if n > 1 else ZERO for k, n in enumerate(updates)]
        at_points = [d for k, d in enumerate(dims) if k not in numbers.update_window_dims]
        self.points, self.window = (tuple(v for v in variables if isinstance(v, Symbol)) for variables in (
            at_points, [dims[k] for k in numbers.update_window_dims]))
        starts = self._starts(op, numbers, at_points)
        skipped = {*numbers.inserted_window_dims, *numbers.input_batching_dims}
        window = iter(numbers.update_window_dims)
        index: list[IndexExpr | int] = []
        self.guard: Predicate = ALWAYS
        self.guard_sizes = []
        batches = self._batches(numbers)
        self.own: list[Symbol] = [v for k, v in enumerate(at_points) if k in batches and isinstance(v, Symbol)]
        #: The outermost dimension of which an index chooses one place, and that place, of how many.
        self.chosen_number: int | None = None
        self.chosen: tuple[IndexExpr, int] | None = None
        for d, size in enumerate(shape):
            position, extent = ZERO, 1
            if d not in skipped:
                k = next(window)
                position, extent = dims[k], updates[k]
            self.guard &= (starts[d] >= 0) & (starts[d] <= size - extent)
            self.guard_sizes.append(size - extent)
            index.append(starts[d] + position)
            if self.chosen is None and extent == 1 and size > 1 and d in numbers.scatter_dims_to_operand_dims:
                self.chosen_number, self.chosen = d, (starts[d], size)
            # Of one window all elements are different ones.
            if isinstance(position, Symbol) and not (self.points and d in numbers.scatter_dims_to_operand_dims):
                self.own.append(position)
        self.own_places = [k for k, v in enumerate((*self.points, *self.window)) if v in self.own]
        function = region_function(op.update_computation)
        assert function is not None
        old = [Read(r, index, r.type.storage) for r in op.results]
        new = [view.read(dims, u.type.storage) for view, u in zip(updates_as, op.updates)]
        self.stores = [Store(r, tuple(o.index), s) for r, o, s in zip(op.results, old, function(*old, *new))]

    def _batches(self, numbers: Any) -> set[int]:
        """Which of the points' variables run over batches."""
        return {d - (numbers.index_vector_dim < d) for d in numbers.scatter_indices_batching_dims}

    def _starts(self, op: Any, numbers: Any, points: Sequence[IndexExpr]) -> list[IndexExpr]:
        """The window's start in each dimension of the operands, as given: it may lie anywhere."""
        indices = op.scatter_indices
        starts = [ZERO] * op.inputs[0].rank
        for k, d in enumerate(numbers.scatter_dims_to_operand_dims):
            at: list[Any] = list(points)
            if numbers.index_vector_dim < indices.rank:
                at.insert(numbers.index_vector_dim, k)
            starts[d] = index_of(self.indices.read(at, indices.type.storage), -_FAR, _FAR)
        for d, source in zip(numbers.input_batching_dims, numbers.scatter_indices_batching_dims):
            starts[d] = points[source - (numbers.index_vector_dim < source)]
        return starts


class _Places(NamedTuple):
    """Places that so many tasks (a power of two) share, in blocks of 1 << `shift`."""

    index: IndexExpr
    tasks: int
    shift: int

    @classmethod
    def of(cls, machine: Machine, index: IndexExpr, count: int) -> _Places:
        """The places 0 to `count` as an index gives them."""
        scatter = machine.scatter
        tasks = min(scatter.tasks, 1 << count.bit_length() - 1)
        return cls(index, tasks, min(scatter.block_bits, (count // tasks).bit_length() - 1))

    def task(self, f: Function, place: Value) -> Value:
        """The task that a place belongs to."""
        return f.binary("and", f.mul(f.binary("lshr", place, self.shift), f.machine.scatter.scattered), self.tasks - 1)


def _merged(stage: Stage, own: Collection[Symbol]) -> tuple[list[Symbol], set[Symbol], list[Store]]:
    """The loops over a window, fewer and longer: neighbours that are walked as one are, those that tasks may divide (`own`) among
    themselves. The loops, those and the points' variables of them that tasks may divide, and the stores."""
    stores, found, made = stage.stores, set(own), []
    for is_own, run in groupby(stage.dims, key=lambda v: v in own):
        loops, stores = merge_loops(list(run), stores)
        made += loops
        found.update(loops if is_own else ())
    return made, found, stores


class _ScatterEmitter(VectorLoops):
    """Emits loops over what tasks divide, inside of them over points, and for each of these over its window.

    What lies beside each other in windows is done in vectors. Where nothing does, all loops of which each turn has elements of
    its own go around the points: updates in one row of the operand follow each other.
    """

    #: The window dimension whose parts are tasks, or the places that tasks share, and where what is this call's begins and ends.
    divided: Symbol | None = None
    places: _Places | None = None
    low = high = Value("i64", "0")

    def emit_scatter(self, body: _Scatter) -> EmittedKernel:
        scatter = self.target.machine.scatter
        (stage,) = self.stages
        assert isinstance(stage, Stage)
        self.emitter.volatile = {s.target for s in stage.stores}
        self.guard = self.flattener.predicate(body.guard)
        points, (window, own, self.stores) = list(self.kernel.prefix), _merged(stage, body.own)
        last = window[-1] if window and all(coefficient(s.index[0], window[-1]) == 1 for s in self.stores) else None
        around = [v for v in (*points, *window) if v in own and (v in points or last is None)]
        points, window = ([v for v in variables if v not in around] for variables in (points, window))
        self.width = 1 if last is None else step_lanes(self.stores, last, self.target)
        updates = prod(extents(points)) * (prod(extents(window)) / self.width * work(self.stores) + scatter.point_cost)
        turns = prod(extents(around))
        size, extent = self._divide(body, points, window, last, own) if turns < scatter.enough else (0, 0)
        if not size:
            with self.points(around):
                self._over_points(points, window, last)
            self.f.ret()
            return EmittedKernel(self.name, turns, updates)
        tasks = -(-extent // size)
        begin, end = self.f.parameters[1:3]
        if around:
            part = fresh(tasks)
            with self.points([*around, part]) as point:
                self._over_part(self.f.mul(point[part], size), size, extent)
                self._over_points(points, window, last)
        else:
            self._over_part(self.f.mul(begin, size), self.f.mul(self.f.sub(end, begin), size), extent)
            self._over_points(points, window, last)
        self.f.ret()
        return EmittedKernel(self.name, turns * tasks, updates / tasks, scatter.pieces)

    def _over_part(self, low: Value, size: Value | int, extent: int) -> None:
        self.low, self.high = low, self.f.intrinsic("smin", self.f.add(low, size), Value("i64", str(extent)))

    def _divide(self, body: _Scatter, points: Sequence[Symbol], window: Sequence[Symbol], last: Symbol | None,
                own: Collection[Symbol]) -> tuple[int, int]:
        """Chooses the places that tasks share, or the window dimension whose parts are tasks: that which most can share, the
        outermost of those which enough can. How long parts are, of how much; zeros if it is one task."""
        scatter = self.target.machine.scatter
        units = {v: self.width if v is last else 1 for v in window if v in own}
        counts = {v: min(-(-(v.bounds.upper + 1) // unit), scatter.tasks) for v, unit in units.items()}
        most = max(counts.values(), default=1)
        divided = None if most == 1 else next(v for v, count in counts.items() if count >= min(most, scatter.enough))
        size = max(store.scalar.type.bytes for store in self.stores)
        is_long = size * prod(extents(window)) >= scatter.shared_bytes
        is_row = last is not None and divided is last
        if divided is None or (is_row and size * (divided.bounds.upper + 1) < scatter.divided_bytes):
            if body.chosen is not None and is_long and body.chosen[1] >= scatter.enough and prod(extents(points)) >= scatter.many:
                self.places = _Places.of(self.target.machine, self.flattener.index(body.chosen[0]), body.chosen[1])
                return 1, self.places.tasks
            if divided is None or not is_long:
                return 0, 0
        self.divided = divided
        extent, unit = divided.bounds.upper + 1, units[divided]
        return -(-extent // counts[divided] // unit) * unit, extent

    def _over_points(self, remaining: Sequence[Symbol], window: Sequence[Symbol], last: Symbol | None) -> None:
        if remaining:
            first, *rest = remaining
            self.emitter.hoist([s.scalar for s in self.stores], {*remaining, *window})
            with self.f.loop(0, first.bounds.upper + 1) as k, self.emitter.scope({first: k}):
                self._over_points(rest, window, last)
            return
        with self.emitter.scope(), self._when_mine():
            with self.f.when(self.emitter.predicate(self.guard)), self.emitter.scope():
                self._over_window([v for v in window if v is not last], last)

    @contextmanager
    def _when_mine(self) -> Iterator[None]:
        """If the point's place belongs to this call's tasks."""
        if self.places is None:
            yield
            return
        f = self.f
        place = f.sub(self.places.task(f, self.emitter.index(self.places.index)), self.low)
        with f.when(f.compare("ult", place, f.sub(self.high, self.low))), self.emitter.scope():
            yield

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
            self._blocked_loop(last, self.stores, self.width, self.low, self.high)
        else:
            self.vector_loop(last, self.stores, self.width)
