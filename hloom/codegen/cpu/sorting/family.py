"""The family of sort: by keys where the comparator orders by some, by merges for any other."""

from __future__ import annotations

from typing import Any

from hloom.codegen.cpu.kernel_function import EmittedKernel
from hloom.codegen.cpu.sorting.keyed import KeyedEmitter, schedule_keyed
from hloom.codegen.cpu.sorting.merge import MergeEmitter, MergePlan, comparator_text, schedule_merges
from hloom.codegen.cpu.sorting.plan import KeyedSort, counted_operands, keys_for
from hloom.codegen.cpu.sorting.radix_keys import has_registers
from hloom.codegen.cpu.sorting.selection import wanted_length
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.plan.kernels import OperationKernel
from hloom.codegen.plan.schedule import KernelContext
from hloom.codegen.plan.target import Capabilities
from hloom.codegen.target import Target
from hloom.ir.core import Value
from hloom.ops.common.region_function import region_function


class Sorts:
    """The family of sort."""

    takes_views = takes_epilogues = False

    def __init__(self, target: Target) -> None:
        self._has_registers = has_registers(target)

    def matches(self, op: Any, target: Capabilities) -> bool:
        """Whether the operation's types and comparator can be compiled."""
        return (all(v.type.is_static and target.has_type(v.type.element) for v in op.operands)
                and region_function(op.comparator) is not None)

    def dead_operands(self, op: Any) -> set[Value]:
        """The operands that kernels need not look at."""
        if 0 in op.inputs[0].shape or op.inputs[0].shape[op.dimension] == 1:
            return set()
        counted = counted_operands(op, ())
        keys = keys_for(op) if counted else None
        if keys is None:
            return set()
        counted = counted_operands(op, keys)
        return {op.inputs[k] for k in counted} - {v for k, v in enumerate(op.inputs) if k not in counted}

    def schedule(self, kernel: OperationKernel, context: KernelContext) -> None:
        op: Any = kernel.operation
        results = [context.output(r) for r in op.results]
        shape, dimension = op.inputs[0].shape, op.dimension % len(op.inputs[0].shape)
        if 0 in shape:
            return
        if shape[dimension] == 1:
            for result, value in zip(results, op.inputs):
                context.copy(result, context.buffer(value))
            return
        merges = MergePlan(context.target.machine, op)
        keys = keys_for(op)
        if keys is None:
            schedule_merges(op, merges, context.kernel("sort", merges.signature(), lambda: merges), context)
            return
        live = [context.is_used(result) for result in op.results]
        wanted = wanted_length(op, dimension)
        if wanted == 0 or not any(live):  # nobody looks at a number of what would be sorted
            return
        plan = KeyedSort(context.target.machine, shape, dimension, merges.types, keys, live, wanted, context.target.workers,
                         self._has_registers, counted_operands(op, keys))
        comparator = comparator_text(merges.is_before, [*merges.left, *merges.right])
        schedule_keyed(op, plan, context.kernel("sort", plan.signature(comparator), lambda: plan), context)

    def emit(self, module: LLVMModule, name: str, body: KeyedSort | MergePlan) -> list[EmittedKernel]:
        """The kernels of a sort, in the order of its parts."""
        return KeyedEmitter(module, name, body).emit() if isinstance(body, KeyedSort) else MergeEmitter(module, name, body).emit()
