"""dynamic_update_slice: a loop over the update alone, in the operand's buffer if the operation may have it, else in a copy."""

from __future__ import annotations

from typing import Any

from hloom.codegen.plan.kernels import LoopKernel, OperationKernel, Stage, Store
from hloom.codegen.plan.schedule import KernelContext
from hloom.codegen.plan.target import Capabilities
from hloom.expr.index import fresh
from hloom.expr.scalar import Read, index_of


class UpdateSlice:
    """The family of dynamic_update_slice: all of it are loops."""

    takes_views = takes_epilogues = False

    def matches(self, op: Any, target: Capabilities) -> bool:
        return all(v.type.is_static and target.has_type(v.element) for v in op.operands)

    def schedule(self, kernel: OperationKernel, context: KernelContext) -> None:
        op: Any = kernel.operation
        (result,), (operand, update, *given) = op.results, op.operands
        context.updated(result, operand)
        if 0 in update.shape:
            return
        dims = tuple(fresh(n) for n in update.shape)
        starts = [index_of(s[()], 0, n - m) for s, n, m in zip(given, operand.shape, update.shape)]
        index = tuple(d + s for d, s in zip(dims, starts))
        store = Store(result, index, Read(update, dims, update.type.storage))
        context.loops(LoopKernel(dims, [Stage((), [store])], [op]), updates={result: operand})
