"""What the constraints of an operation depend on, as a key: operations with one signature are all good or all bad.

Models say the same operation on the same types over and over, so nearly all of them need to be looked at once only.
"""

from __future__ import annotations

from collections.abc import Hashable
from operator import attrgetter

from hloom.ir.core import Operation, Region, Value
from hloom.ops.definition import Op

_type = attrgetter("type")
#: Operations of a region that are compared one by one; larger regions seldom repeat.
_FEW = 4


def signature(op: Op) -> Hashable | None:
    """The class, types, attributes and regions of an operation; None if its constraints depend on more, or its regions are large.

    Attributes count by identity: the signature is of use as long as the operation lives.
    """
    if op.looks_outside:
        return None
    if not op.regions:
        return _own_parts(op, map(_type, op.operands))
    regions = [_region(region) for region in op.regions]
    return None if None in regions else (_own_parts(op, map(_type, op.operands)), *regions)


def _own_parts(op: Operation, operands: map[Hashable]) -> tuple[Hashable, ...]:
    attributes = op.attributes
    if not attributes:
        return op.__class__, *operands, None, *map(_type, op.results)
    return op.__class__, *operands, None, *map(_type, op.results), *attributes, *map(id, attributes.values())


def _region(region: Region) -> Hashable | None:
    """A region of one block of few operations without regions, which use no values from outside; None for any other."""
    if len(region.blocks) != 1 or len(region.block.operations) > _FEW:
        return None
    numbers: dict[Value, int] = {argument: k for k, argument in enumerate(region.arguments)}
    found: list[Hashable] = [*map(_type, numbers)]
    for op in region.block.operations:
        if not isinstance(op, Op) or op.regions or op.looks_outside or not all(v in numbers for v in op.operands):
            return None
        found.append(_own_parts(op, map(numbers.__getitem__, op.operands)))
        for result in op.results:
            numbers[result] = len(numbers)
    return tuple(found)
