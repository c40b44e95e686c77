"""What planning knows of a function: its blocks, the kernels of each, and which of its values share buffers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hloom.codegen.plan.fusion import fuse_block
from hloom.codegen.plan.joining import join_reductions
from hloom.codegen.plan.kernels import Kernel, OperationKernel
from hloom.codegen.plan.reasons import Journal
from hloom.codegen.plan.sharing import Sharing, share_block
from hloom.codegen.plan.splitting import split_reductions
from hloom.codegen.plan.target import Capabilities
from hloom.ir.core import Block, Value
from hloom.ops.builtin.function import Function
from hloom.ops.definition.operation import Op
from hloom.ops.definition.traits import Control


@dataclass(frozen=True)
class BlockPlan:
    """A block that is compiled: the function's own, or one of a loop or a branch inside."""

    block: Block
    #: Values from outside whose buffers the block may change: what a loop carries.
    given: frozenset[Value]
    kernels: Sequence[Kernel]
    #: Why the kernels are these.
    journal: Journal
    sharing: Sharing


@dataclass(frozen=True)
class FunctionPlan:
    """A function and its blocks, each after the one around it."""

    function: Function
    blocks: dict[Block, BlockPlan]


def fuse(function: Function, target: Capabilities) -> FunctionPlan:
    """Operations -> kernels: what is cheap is computed where it is used, loops over the same range are one (see `fusion`)."""
    blocks: dict[Block, BlockPlan] = {}
    pending: list[tuple[Block, frozenset[Value]]] = [(function.body.block, frozenset())]
    while pending:
        block, given = pending.pop(0)
        kernels, journal = fuse_block(block, target)
        blocks[block] = BlockPlan(block, given, kernels, journal, Sharing(set()))
        for kernel in kernels:
            if isinstance(kernel, OperationKernel) and kernel.family is None:
                pending.extend(_blocks_inside(kernel.operation))
    return FunctionPlan(function, blocks)


def _blocks_inside(op: Any) -> Iterator[tuple[Block, frozenset[Value]]]:
    """The blocks that commands are made of, with the arguments whose buffers they may change."""
    if not isinstance(op, Op):
        return
    if op.control is Control.BRANCH:
        yield from ((region.block, frozenset()) for region in op.regions)
    elif op.control is Control.LOOP:
        condition, body = (region.block for region in op.regions)
        changed = {result.index for result, _ in op.updated_operands()}
        yield condition, frozenset()
        yield body, frozenset(a for k, a in enumerate(body.arguments) if k in changed)


def split(plan: FunctionPlan, target: Capabilities) -> FunctionPlan:
    """Reductions of one range -> one (see `joining`); large ones to few elements -> partial results that workers compute side by
    side (see `splitting`)."""
    return _with(plan, lambda b: replace(b, kernels=split_reductions(
        [join_reductions(kernel) for kernel in b.kernels], target.planned_workers)))


def share(plan: FunctionPlan) -> FunctionPlan:
    """Kernels -> which values lie in one buffer (see `sharing`)."""
    body = plan.function.body.block
    return _with(plan, lambda b: replace(b, sharing=share_block(b.block, b.kernels, set(b.given), b.block is not body)))


def _with(plan: FunctionPlan, change: Any) -> FunctionPlan:
    return FunctionPlan(plan.function, {block: change(each) for block, each in plan.blocks.items()})
