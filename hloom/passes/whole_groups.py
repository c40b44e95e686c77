"""Products of narrow numbers sum over whole groups of pairs, as the processor's instructions for them do.

    %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<64x513xbf16>, tensor<513x32xbf16>) -> ...
->  %0 = stablehlo.dot_general %pad_x, %pad_y, contracting_dims = [1] x [0] : (tensor<64x514xbf16>, tensor<514x32xbf16>) -> ...

One pair left over makes such a product one of wide numbers, which takes two to four times as long; to copy the operands takes as
long as a few of its rows, and those of weights are made before a loop. Zeros beside zeros change no sum. For processors without
such instructions nothing changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import prod
from typing import Any

from hloom.analysis.operand_order import side_of
from hloom.ir.core import Operation
from hloom.numbers.element_type import BF16, ElementType
from hloom.ops.common.decomposition import Builder
from hloom.ops.stablehlo.contraction import DotGeneral
from hloom.passes import loop_invariant
from hloom.passes.rewriting import Replacement, Rule, index, rewrite
from hloom.passes.rules.matching import before_widening, is_static

#: Without any of these it changes nothing.
NEEDS = (DotGeneral,)

#: Rows and columns from which on copies of the operands do not count.
_MANY = 16
#: Bits of a group: all of it is multiplied by one instruction.
_GROUP_BITS = 32
#: Groups in a step of instructions for tiles: that many, or fewer, down to what is worth a step.
_STEPS = range(16, 5, -1)


@dataclass(frozen=True)
class Groups:
    """What a processor multiplies in groups: pairs of bf16; bytes by fours, and pairs of 16-bit integers. `float_tiles` and
    `byte_tiles`: whether many groups at once, in equal steps."""

    floats: bool = False
    integers: bool = False
    float_tiles: bool = False
    byte_tiles: bool = False


def run(module: Operation, groups: Groups = Groups()) -> bool:
    """The pass `whole_groups` for a processor with such instructions."""
    if groups == Groups():
        return False
    copies: set[Operation] = set()
    rule = Rule("dot_general(x, y) of narrow numbers -> dot_general(pad(x), pad(y))", DotGeneral,
                partial(_padded, groups, copies))
    changed = rewrite(module, index([rule]))
    if changed:
        loop_invariant.run(module, copies)
    return changed


def _padded(groups: Groups, copies: set[Operation], op: Any, b: Builder) -> Replacement:
    """The product with as many zeros behind its operands as fill the last group; notes what makes these in `copies`."""
    if not all(map(is_static, (op.lhs, op.rhs, op.result))):
        return None
    sides = side_of(op, 0), side_of(op, 1)
    if min(prod(side.shape[d] for d in side.free) for side in sides) < _MANY:
        return None
    numbers = op.dot_dimension_numbers
    pairs = list(zip(numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions, strict=True))
    lengths = [op.lhs.shape[d] for d, _ in pairs]
    given = [before_widening(x) for x in op.operands]
    size, in_steps = _group(groups, given[0].element, given[1].element, op.result.element)
    if not pairs or not size:
        return None
    depth, length = prod(lengths), max(lengths)
    added = _whole(length, size, in_steps) - length
    if depth == _whole(depth, size, in_steps) or not 0 < added <= length // 2:
        return None
    chosen = pairs[lengths.index(length)]
    made = [b.padded(x, [0] * x.type.rank, [added * (d == own) for d in range(x.type.rank)])
            for x, own in zip(given, chosen, strict=True)]
    copies.update(x.owner for x in made)
    made = [b.converted(x, wide.type.element) for x, wide in zip(made, op.operands)]
    return b.place(DotGeneral(made, [op.result.type], dict(op.attributes)))


def _group(groups: Groups, lhs: ElementType, rhs: ElementType, result: ElementType) -> tuple[int, bool]:
    """How many pairs of such numbers make a group, 0 where they do not, and whether groups are multiplied in equal steps."""
    if lhs is BF16 is rhs and result.is_float:
        return _GROUP_BITS // 16 * groups.floats, groups.float_tiles
    if not groups.integers or not all(t.is_integer for t in (lhs, rhs, result)) or result.width > _GROUP_BITS:
        return 0, False
    if max(lhs.width, rhs.width) <= 8:
        return _GROUP_BITS // 8, groups.byte_tiles
    return _GROUP_BITS // 16 * (lhs.kind == rhs.kind == "sint" and lhs.width == rhs.width == 16), False


def _whole(length: int, size: int, in_steps: bool) -> int:
    """The length in whole groups, and in equal steps if it is long enough for one."""
    least = -(-length // size)
    if in_steps and least >= _STEPS[-1]:
        least = next(n for n in range(least, least + _STEPS[0]) if any(n % step == 0 for step in _STEPS))
    return least * size
