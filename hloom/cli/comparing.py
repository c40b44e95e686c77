"""The options that say how far arrays may be apart."""

from __future__ import annotations

import argparse
import math

from hloom.debug.agreement import SMALL_UNITS, UNITS
from hloom.numbers.difference import Tolerance
from hloom.support.diagnostics import InputError


def add_tolerance_options(parser: argparse.ArgumentParser) -> None:
    """The options that say how far arrays may be apart."""
    group = parser.add_argument_group("how far results may be apart", (
        f"Default: {UNITS} units in the last place of the element ({SMALL_UNITS} in types of at most 8 bits), or by as much as "
        "rounding in this program, on these arguments, can move it. Options replace that; an element may then be off by the "
        "largest of what they allow. Integers and truth values are exact."))
    group.add_argument("--rtol", type=float, metavar="X",
                       help="by X times the expected element (of a complex one, its larger part)")
    group.add_argument("--atol", type=float, metavar="X", help="by X (each part of a complex number)")
    group.add_argument("--ulp", type=int, metavar="N", help="by N units in the last place (each part of a complex number)")


def tolerance_of(arguments: argparse.Namespace) -> Tolerance | None:
    """What the options say; None where they say nothing. Raises InputError for what is no tolerance."""
    for name in ("rtol", "atol", "ulp"):
        value = getattr(arguments, name)
        if value is not None and not (math.isfinite(value) and value >= 0):
            raise InputError(f"--{name} takes a number that is finite and not negative, got {value}")
    if arguments.rtol is arguments.atol is arguments.ulp is None:
        return None
    return Tolerance(arguments.ulp or 0, arguments.atol or 0.0, arguments.rtol or 0.0)
