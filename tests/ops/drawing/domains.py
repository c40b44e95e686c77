"""Operands for which an operation has a value: what `varied` makes of numbers drawn anyhow.

Each is a function of the operation and of arrays.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Array = Any


def _divisors(op: Any, x: Array, y: Array) -> list[Array]:
    return [x, np.where(y == 0, np.array(3, y.dtype), y)] if y.dtype.kind in "iu" else [x, y]


def _amounts(op: Any, x: Array, y: Array) -> list[Array]:
    """Shifts by less than the width."""
    return [x, (y.view(f"u{y.itemsize}") % (8 * y.itemsize)).view(y.dtype)] if y.dtype.kind in "iu" else [x, y]


def _small(op: Any, x: Array) -> list[Array]:
    """Floats that every integer type has, rounded to zero."""
    return [np.where(np.abs(x) < 100, np.abs(x), np.array(2.75, x.dtype)).astype(x.dtype)]


def _positive(op: Any, *arrays: Array) -> list[Array]:
    """Above zero, and not too large for a series."""
    return [np.where((np.abs(x) > 1e-3) & (np.abs(x) < 1e3), np.abs(x), np.array(2.5, x.dtype)).astype(x.dtype) for x in arrays]


def _orders(op: Any, n: Array, x: Array) -> list[Array]:
    """Orders of derivatives."""
    n, x = _positive(op, n, x)
    return [np.floor(np.real(n).astype(np.float64) % 5).astype(n.dtype), x]


def _exponents(op: Any, s: Array, q: Array) -> list[Array]:
    """Exponents of which a series converges."""
    s, q = _positive(op, s, q)
    return [(np.real(s).astype(np.float64) % 20 + 1.25).astype(s.dtype), q]


def _shape_of_result(op: Any, x: Array, shape: Array) -> list[Array]:
    return [x, np.array(op.results[0].type.shape, shape.dtype)]


DOMAINS: dict[str, Callable[..., list[Array]]] = {
    **dict.fromkeys(("arith.divsi", "arith.divui", "arith.remsi", "arith.remui", "arith.floordivsi", "arith.ceildivsi",
                     "arith.ceildivui"), _divisors),
    **dict.fromkeys(("arith.shli", "arith.shrsi", "arith.shrui"), _amounts),
    **dict.fromkeys(("arith.fptosi", "arith.fptoui"), _small),
    **dict.fromkeys(("chlo.lgamma", "chlo.digamma", "chlo.bessel_i1e"), _positive),
    **dict.fromkeys(("chlo.polygamma", "chlo.broadcast_polygamma"), _orders),
    "chlo.dynamic_reshape": _shape_of_result,
    **dict.fromkeys(("chlo.zeta", "chlo.broadcast_zeta"), _exponents),
}
