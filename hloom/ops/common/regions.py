"""What constraints ask about regions: the types that they take and return."""

from __future__ import annotations

from hloom.ir.core import Region
from hloom.ir.types import AnyType
from hloom.ops.definition.constraints import compatible


def outputs_of(region: Region) -> tuple[AnyType, ...]:
    """Types of the values with which a region ends."""
    return tuple([v.type for v in region.block.terminator.operands])


def inputs_of(region: Region) -> tuple[AnyType, ...]:
    """Types of a region's arguments."""
    return tuple([a.type for a in region.arguments])


def same_types(a: tuple[AnyType, ...], b: tuple[AnyType, ...]) -> bool:
    """Whether two lists of types are compatible one by one."""
    return len(a) == len(b) and all(map(compatible, a, b))


def ends(region: Region) -> bool:
    """Whether a region has one block with a terminator, without which its constraints cannot be stated."""
    return len(region.blocks) == 1 and bool(region.block.operations) and region.block.terminator.is_terminator


def types_text(types: tuple[AnyType, ...]) -> str:
    return f"({', '.join(map(str, types))})"
