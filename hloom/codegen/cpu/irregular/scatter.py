"""scatter: windows of updates are combined into the operands, in place and in order.

The updates of one element stay in order: tasks split the last window dimension (each does all updates in its columns), so
that no two workers touch the same element.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hloom.codegen.cpu.kernel_function import EmittedKernel
from hloom.codegen.cpu.loops import KernelEmitter
from hloom.codegen.llvm.builder import LLVMModule, Value
from hloom.codegen.plan.kernels import LoopKernel, OperationKernel, Stage, Store
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
        signature = f"scatter {kernel_signature(loops, arguments)}{form.guard_sizes}"
        planned = context.kernel("scatter", signature, lambda: _Scatter(loops, arguments, form.guard))
        context.launch(planned, 0, [
            Use(context.buffer(v), v, *((Access.UPDATE, updates[v]) if v in updates else (Access.READ,))) for v in arguments])

    def emit(self, module: LLVMModule, name: str, body: _Scatter) -> list[EmittedKernel]:
        return [_ScatterEmitter(module, name, body.loops, body.arguments, self.processor).emit_scatter(body.guard)]


class _Scatter:
    """What a scatter is emitted from: loops over update points and windows, and the guard of a point."""

    def __init__(self, loops: LoopKernel, arguments: Sequence[Any], guard: Predicate) -> None:
        self.loops, self.arguments, self.guard = loops, arguments, guard

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
        for d, size in enumerate(shape):
            position = None if d in skipped else next(window)
            extent = 1 if position is None else position.bounds.upper + 1
            self.guard &= (starts[d] >= 0) & (starts[d] <= size - extent)
            self.guard_sizes.append(size - extent)
            index.append(starts[d] if position is None else starts[d] + position)
        function = region_function(op.update_computation)
        assert function is not None
        old = [Read(r, index, r.type.storage) for r in op.results]
        new = [Read(u, dims, u.type.storage) for u in op.updates]
        self.stores = [Store(r, tuple(o.index), s) for r, o, s in zip(op.results, old, function(*old, *new))]

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


class _ScatterEmitter(KernelEmitter):
    def emit_scatter(self, guard: Predicate) -> EmittedKernel:
        points = list(self.kernel.prefix)
        (stage,) = self.stages
        *outer, last = stage.dims or (fresh(1),)
        extent = last.bounds.upper + 1
        width = min(extent, self.target.lanes(32) * 2)
        is_contiguous = all(coefficient(s.index[0], last) in (0, 1) for s in stage.stores)
        count = extent // width if is_contiguous and stage.dims else 1
        size = -(-extent // min(count, 16) // width) * width if count > 1 else extent
        blocks = -(-extent // size)
        self.emitter.volatile = {s.target for s in stage.stores}
        guard = _flattened(self, guard)
        begin, end = self.f.parameters[1:3]
        with self.f.loop(begin, end) as task, self.emitter.scope():
            low = self.f.binary("mul", task, size)
            high = self.f.intrinsic("smin", self.f.add(low, size), Value("i64", str(extent)))

            def at_point() -> None:
                with self.emitter.scope():
                    condition = self.emitter.predicate(guard)
                    with self.f.when(condition), self.emitter.scope():
                        self._loops(outer, (last,), stage.stores, window)

            def window() -> None:
                if blocks == 1:
                    self._vector_loop(last, stage.stores, width)
                else:
                    self._blocked_loop(last, stage.stores, width, low, high, extent % width)

            self._over_points(points, at_point)
        self.f.ret()
        total = 1.0
        for v in (*points, *outer):
            total *= v.bounds.upper + 1
        return EmittedKernel(self.name, blocks, total * size / 4)

    def _over_points(self, variables: Sequence[Symbol], body: Any) -> None:
        if not variables:
            body()
            return
        first, *rest = variables
        with self.f.loop(0, first.bounds.upper + 1) as k, self.emitter.scope({first: k}):
            self._over_points(rest, body)


def _flattened(emitter: KernelEmitter, guard: Predicate) -> Predicate:
    """The guard with the same flat reads of the indices as the stores have, so that each start is loaded once."""
    return emitter.flattener.predicate(guard)


