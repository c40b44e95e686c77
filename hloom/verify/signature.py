"""What the constraints of an operation depend on, as a key: operations with one signature are all good or all bad.

Models say the same operation on the same types over and over, so nearly all of them need to be looked at once only.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from operator import attrgetter

from hloom.ir.core import Operation, Region, Value
from hloom.ops.definition.operation import Op

_type = attrgetter("type")
#: What a region has at most that is compared one by one; larger ones seldom repeat.
_FEW_OPERATIONS, _FEW_ARGUMENTS = 4, 16


@cache
def stands_alone(cls: type[Operation]) -> bool:
    """Whether an operation is judged by its own parts and the types of its operands; not by what is around it or by symbols."""
    return issubclass(cls, Op) and not cls.looks_outside


@cache
def _fits_inside(cls: type[Operation]) -> bool:
    return stands_alone(cls) and not cls.is_symbol_table and not hasattr(cls, "diagnose_symbols")  # type: ignore[attr-defined]


def signature(op: Operation) -> Hashable | None:
    """The class, types, attributes and regions of an operation that stands alone; None if its regions are large, or use values
    or symbols from outside.

    Attributes count by identity: the signature is of use as long as the operation lives.
    """
    key = [own_parts(op)]
    for region in op.regions:
        found = _region(region)
        if found is None:
            return None
        key.append(found)
    return tuple(key)


def own_parts(op: Operation) -> Hashable:
    """The signature but for the regions."""
    operands, results, attributes = op.operands, op.results, op.attributes
    key: tuple[Hashable, ...]
    # One result and one or two operands is what nearly all have, and these keys are made in half the time.
    if len(results) == 1 and len(operands) == 1:
        key = op.__class__, operands[0].type, results[0].type
    elif len(results) == 1 and len(operands) == 2:
        key = op.__class__, operands[0].type, operands[1].type, results[0].type
    else:
        key = op.__class__, *map(_type, operands), None, *map(_type, results)
    return (key, *attributes, *map(id, attributes.values())) if attributes else key


def _region(region: Region) -> Hashable | None:
    """A region of one block of few operations without regions, which use no values from outside; None for any other."""
    if len(region.blocks) != 1:
        return None
    arguments, operations = region.blocks[0].arguments, region.blocks[0].operations
    if len(operations) > _FEW_OPERATIONS or len(arguments) > _FEW_ARGUMENTS:
        return None
    values: list[Value] = [*arguments]
    found: list[Hashable] = [*map(_type, arguments)]
    for op in operations:
        if op.regions or not _fits_inside(op.__class__):
            return None
        found.append(op.__class__)
        try:
            found += map(values.index, op.operands)
        except ValueError:
            return None
        found += map(_type, op.results)
        if op.attributes:
            found.append((*op.attributes, *map(id, op.attributes.values())))
        values += op.results
    return tuple(found)
