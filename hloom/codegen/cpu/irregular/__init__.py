"""Operations whose code is not a loop nest over one formula: sort, scatter, scans.

Each module has `matches(op)`, whether it has code for an operation, and `lower(block, number, op)`, which adds the commands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hloom.codegen.cpu.irregular import scan, scatter, sort
from hloom.ir.core import Operation

if TYPE_CHECKING:
    from hloom.codegen.cpu.lowering import BlockLowering

_FAMILIES = {"stablehlo.scatter": scatter, "stablehlo.sort": sort, "stablehlo.reduce_window": scan}


def is_irregular(op: Operation) -> bool:
    """Whether there is a kernel for this operation here."""
    family = _FAMILIES.get(op.name)
    return family is not None and family.matches(op)


def lower(block: BlockLowering, number: int, op: Operation) -> None:
    """Adds the commands of an irregular operation, kernel `number` of the block that is being lowered."""
    _FAMILIES[op.name].lower(block, number, op)
