"""The custom calls `check.*`, which mean what the operations of the dialect `check` do."""

from __future__ import annotations

from typing import Any

import numpy as np

from hloom.numbers.difference import EQUAL, Tolerance, difference
from hloom.ops.calls.target import Target, define
from hloom.ops.others.check import expect_almost_eq, expect_close, expect_eq, is_integer

Array = Any


def _bounds(op: Any) -> tuple[int, int]:
    """The bounds of a custom call `check.expect_close`, 0 and 3 unless it says otherwise."""
    found = [op.attributes.get(name) for name in ("min_ulp_difference", "max_ulp_difference")]
    return tuple(default if a is None else a.value for a, default in zip(found, (0, 3)))  # type: ignore[return-value]


def _almost_eq(op: Any, lhs: Array, rhs: Array) -> None:
    given = op.attributes.get("tolerance")
    expect_almost_eq(op, lhs, rhs, 1e-3 if given is None else given.value)


def _eq(op: Any, lhs: Array, rhs: Array) -> Array:
    """`check.eq`: whether integers are equal, and floats within 1e-4."""
    return np.array(not difference(lhs, rhs, EQUAL if is_integer(lhs) else Tolerance(absolute=1e-4)))


define(Target("check.expect_eq", expect_eq), Target("check.expect_almost_eq", _almost_eq), Target("check.eq", _eq),
       Target("check.expect_close", lambda op, actual, expected: expect_close(op, actual, expected, *_bounds(op))))
