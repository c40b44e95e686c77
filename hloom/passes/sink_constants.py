"""Constants stand in the block that uses them.

    %c = stablehlo.constant dense<1.0> : tensor<8xf32>
    stablehlo.while(%i = %c0, %x = %x0) ... do { %0 = stablehlo.add %x, %c ... }
->  stablehlo.while(%i = %c0, %x = %x0) ... do {
      %c = stablehlo.constant dense<1.0> : tensor<8xf32>
      %0 = stablehlo.add %x, %c ... }

Only what has a formula, a constant of equal elements or an iota, is copied into loops, branches and bodies: there it is
part of the expressions that use it, where an outer value would be read from memory. Tables stay where they are.
"""

from __future__ import annotations

from hloom.ir.core import Block, Operation, OpResult, Value
from hloom.ops.builtin.function import Function
from hloom.ops.common.decomposition import clone
from hloom.ops.stablehlo.creation import Iota, splat


def run(module: Operation) -> bool:
    """The pass `sink_constants`."""
    changed = False
    for owner in module.walk():
        if owner.regions and not isinstance(owner, Function):
            for region in owner.regions:
                for block in region.blocks:
                    changed |= _sink_into(block)
    return changed


def _sink_into(block: Block) -> bool:
    """Copies the constants that the operations of a block, not those inside them, use from outside."""
    copies: dict[Value, Value] = {}
    made: list[Operation] = []
    for op in block.operations:
        for k, value in enumerate(op.operands):
            if value not in copies and _is_outer_formula(value, block):
                made.append(clone(value.owner, copies))  # type: ignore[attr-defined]
            op.operands[k] = copies.get(value, value)
    for op in made:
        op.block = block
    block.operations[:0] = made
    return bool(made)


def _is_outer_formula(value: Value, block: Block) -> bool:
    if not isinstance(value, OpResult) or value.owner.block is block:
        return False
    return isinstance(value.owner, Iota) or splat(value) is not None
