"""The reducers: functions that are associative and commutative, so that a reduction by them has no order.

They are named as the functions of scalar expressions are (`hloom.expr.scalar.Apply.function`), and stand in one table.
The operation that is one says so in its definition: `reducer = REDUCERS["add"]`. For floats they may be reassociated as
far as the specification lets an implementation choose the order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np

from hloom.numbers import arithmetic
from hloom.numbers.element_type import ElementType


@dataclass(frozen=True, eq=False)
class Reducer:
    """A function of two numbers that is associative and commutative.

    `function` works on NumPy arrays that broadcast. `identity` gives, for an element type, the number that combines with any
    other to that other one. `accumulates` is true of sums and products: of floats they round, so that their order shows,
    and they are taken in a wider type.
    """

    name: str
    function: Callable[..., Any]
    identity: Callable[[ElementType], Any]
    accumulates: bool = False


def _lowest(type: ElementType) -> Any:
    if type.is_float:
        return _extreme(type, -np.inf)
    return 0 if type.kind in ("uint", "pred") else -(1 << (type.width - 1))


def _highest(type: ElementType) -> Any:
    if type.is_float:
        return _extreme(type, np.inf)
    return (1 << (type.width - (type.kind == "sint"))) - 1


def _extreme(type: ElementType, infinity: float) -> Any:
    """An infinity, or the last number before it of a type without infinities."""
    found = type.dtype.type(infinity)
    info = ml_dtypes.finfo(type.dtype)
    return found if not np.isnan(found) else info.max if infinity > 0 else info.min


def _zero_of_sums(type: ElementType) -> Any:
    return -0.0 if type.is_float or type.is_complex else 0


def _ones(type: ElementType) -> Any:
    return -1 if type.kind == "sint" else (1 << type.width) - 1


#: Every reducer by its name.
REDUCERS: dict[str, Reducer] = {reducer.name: reducer for reducer in (
    Reducer("add", arithmetic.add, _zero_of_sums, accumulates=True),
    Reducer("multiply", arithmetic.multiply, lambda type: 1, accumulates=True),
    Reducer("maximum", arithmetic.maximum, _lowest),
    Reducer("minimum", arithmetic.minimum, _highest),
    Reducer("and", arithmetic.bitwise_and, _ones),
    Reducer("or", arithmetic.bitwise_or, lambda type: 0),
    Reducer("xor", arithmetic.bitwise_xor, lambda type: 0),
)}
