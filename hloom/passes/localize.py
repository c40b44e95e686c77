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

from typing import Any

from hloom.ir.attributes import DenseElementsAttr
from hloom.ir.core import Block, Operation, OpResult, Value
from hloom.ops.builtin.function import Function
from hloom.ops.common.decomposition import clone


def run(module: Operation) -> bool:
    """The pass `localize`."""
    changed = False
    for owner in module.walk():
        if not isinstance(owner, Function):
            for region in owner.regions:
                for block in region.blocks:
                    changed |= _localize(block)
    return changed


def _localize(block: Block) -> bool:
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
    op: Any = value.owner
    if op.name == "stablehlo.iota":
        return True
    attribute = op.attributes["value"] if op.name == "stablehlo.constant" else None
    return isinstance(attribute, DenseElementsAttr) and (attribute.is_splat or attribute.data.size == 1)
