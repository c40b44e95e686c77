"""When a compiled result agrees with an evaluated one: bit by bit, or for functions within some units in the last place."""

from __future__ import annotations

from typing import Any

import numpy as np

from hloom.numbers.difference import SAME_BITS, Difference, Tolerance, difference


def apart(found: Any, expected: Any, units: Any = 0) -> Difference:
    """What is different. With `units`, a number or one for each element, zeros of either sign are equal; units of complex numbers
    are those of the larger part."""
    if not np.any(units):
        return difference(found, expected, SAME_BITS)
    dtype = np.asarray(expected).dtype
    if dtype.kind != "c":
        return difference(found, expected, Tolerance(units))
    info = np.finfo(dtype)
    return difference(found, expected, Tolerance(0, units * info.smallest_subnormal, units * info.eps))
