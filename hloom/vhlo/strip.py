"""Programs without the places that they were made from."""

from __future__ import annotations

from hloom.ir.location import UNKNOWN
from hloom.ops.builtin.module import Module


def strip_locations(module: Module) -> None:
    """Forgets every location of a program, in place."""
    for op in module.walk():
        op.location, op.span = UNKNOWN, None
        for region in op.regions:
            for block in region.blocks:
                for argument in block.arguments:
                    argument.location, argument.span = UNKNOWN, None
