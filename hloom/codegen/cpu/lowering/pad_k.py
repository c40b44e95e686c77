"""Products of narrow numbers sum over whole groups of pairs, as the processor's instructions for them do.

    %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<64x513xbf16>, tensor<513x32xbf16>) -> ...
->  %0 = stablehlo.dot_general %pad_x, %pad_y, contracting_dims = [1] x [0] : (tensor<64x514xbf16>, tensor<514x32xbf16>) -> ...

One pair left over makes such a product one of wide numbers, which takes two to four times as long; to copy the operands takes as
long as a few of its rows, and those of weights are made before a loop. Zeros beside zeros change no sum. For processors without
such instructions nothing changes.
"""

from __future__ import annotations

from functools import partial
from math import prod
from typing import Any

from hloom.analysis.operand_order import side_of
from hloom.codegen.machine.products import PadK
from hloom.codegen.target import Target
from hloom.ir.core import Operation
from hloom.numbers.element_type import BF16, F64, ElementType
from hloom.ops.common.decomposition import Builder
from hloom.ops.stablehlo.contraction import DotGeneral
from hloom.ops.stablehlo.creation import is_static
from hloom.passes import loop_invariant
from hloom.passes.rewriting import Replacement, Rule, before_widening, index, rewrite
from hloom.support.records import dataclass

#: Without any of these it changes nothing.
NEEDS = (DotGeneral,)

#: Bits of a group: all of it is multiplied by one instruction.
_GROUP_BITS = 32


@dataclass(frozen=True)
class Groups:
    """What a processor multiplies in groups: pairs of bf16; bytes by fours, and pairs of 16-bit integers. `float_tiles` and
    `byte_tiles`: whether many groups at once, in equal steps."""

    floats: bool = False
    integers: bool = False
    float_tiles: bool = False
    byte_tiles: bool = False
    #: What is worth it.
    limits: PadK = PadK()


def run(module: Operation, target: Target, workers: int = 1) -> bool:
    """The pass `pad_k` for a target."""
    return pad(module, Groups(target.has_bf16_dot or target.has_bf16_tiles, target.has_integer_dot, target.has_bf16_tiles,
                              target.has_byte_tiles, target.machine.pad_k))


def pad(module: Operation, groups: Groups) -> bool:
    """Pads the products of numbers that a processor multiplies in groups; whether there are any."""
    has_any = groups.floats or groups.integers
    if not has_any or not any(isinstance(op, DotGeneral) and _missing(groups, op) for op in module.walk()):
        return False
    copies: set[Operation] = set()
    rule = Rule("dot_general(x, y) of narrow numbers -> dot_general(pad(x), pad(y))", DotGeneral,
                partial(_padded, groups, copies))
    rewrite(module, index([rule]))
    loop_invariant.run(module, copies)
    return True


def _missing(groups: Groups, op: Any) -> tuple[tuple[int, int], int] | None:
    """The longest dimension that a product sums over, in each of its operands, and how many zeros behind it fill the last group;
    None where the product stays."""
    if not all(map(is_static, (op.lhs, op.rhs, op.result))):
        return None
    numbers = op.dot_dimension_numbers
    pairs = list(zip(numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions, strict=True))
    given = [before_widening(x) for x in op.operands]
    size, in_steps = _group(groups, given[0].element, given[1].element, op.result.element)
    if not pairs or not size:
        return None
    if min(prod(side.shape[d] for d in side.free) for side in (side_of(op, 0), side_of(op, 1))) < groups.limits.many:
        return None
    depth, chosen = prod(op.lhs.shape[d] for d, _ in pairs), max(pairs, key=lambda pair: op.lhs.shape[pair[0]])
    length = op.lhs.shape[chosen[0]]
    whole = partial(_whole, groups.limits, size=size, in_steps=in_steps)
    added = whole(length) - length
    return None if depth == whole(depth) or not 0 < added <= length // 2 else (chosen, added)


def _padded(groups: Groups, copies: set[Operation], op: Any, b: Builder) -> Replacement:
    """The product with zeros behind its operands; notes what makes these in `copies`."""
    missing = _missing(groups, op)
    if missing is None:
        return None
    chosen, added = missing
    made = [b.padded(x, [0] * x.type.rank, [added * (d == own) for d in range(x.type.rank)])
            for x, own in zip(map(before_widening, op.operands), chosen, strict=True)]
    copies.update(x.owner for x in made)
    made = [b.converted(x, wide.type.element) for x, wide in zip(made, op.operands)]
    return b.place(DotGeneral(made, [op.result.type], dict(op.attributes)))


def _group(groups: Groups, lhs: ElementType, rhs: ElementType, result: ElementType) -> tuple[int, bool]:
    """How many pairs of such numbers make a group, 0 where they do not, and whether groups are multiplied in equal steps."""
    if lhs is BF16 is rhs and result.is_float and result is not F64:
        return _GROUP_BITS // 16 * groups.floats, groups.float_tiles
    if not groups.integers or not all(t.is_integer for t in (lhs, rhs, result)) or result.width > _GROUP_BITS:
        return 0, False
    if max(lhs.width, rhs.width) <= 8:
        return _GROUP_BITS // 8, groups.byte_tiles
    return _GROUP_BITS // 16 * (lhs.kind == rhs.kind == "sint" and lhs.width == rhs.width == 16), False


def _whole(limits: PadK, length: int, size: int, in_steps: bool) -> int:
    """The length in whole groups, and in equal steps if it is long enough for one."""
    least = -(-length // size)
    if in_steps and least >= limits.least_groups:
        steps = range(limits.most_groups, limits.least_groups - 1, -1)
        least = next(n for n in range(least, least + limits.most_groups) if any(n % step == 0 for step in steps))
    return least * size
