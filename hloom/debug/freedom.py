"""What the specification leaves to an implementation, where two of them differ: a fault, or one of its freedoms?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from hloom.ir.core import Operation
from hloom.numbers.compare import unit_in_last_place
from hloom.numbers.convert import convert
from hloom.numbers.element_type import C128, F64, of_dtype
from hloom.ops.common.region_function import reducer_of
from hloom.ops.definition.operation import Op
from hloom.ops.definition.traits import Control

#: Units in the last place by which implementations of an elementary function may be expected to be apart.
_ELEMENTARY_UNITS = 256


def freedom(op: Operation, compute: Callable[..., Any], operands: Sequence[Any], found: np.ndarray, expected: np.ndarray,
            ) -> str:
    """The freedom of the specification that explains why an operation gave `found` and not `expected`; empty where none does.

    `compute` is the evaluator's meaning of the operation for `operands`.
    """
    if not isinstance(op, Op) or found.shape != expected.shape:
        return ""
    if not op.is_pure and not op.has_effect() and op.control is None:  # two draws differ
        return "which random numbers are drawn"
    type = of_dtype(expected.dtype)
    if not (type.is_float or type.is_complex) or bool(np.any(np.isnan(_wide(found)) != np.isnan(_wide(expected)))):
        return ""
    apart = np.abs(_wide(found) - _wide(expected))
    if op.is_contraction or _accumulates(op):
        bound = _any_order(compute, operands, expected)
        return "the order of a sum" if bound is not None and bool(np.all(~(apart > bound))) else ""
    if "result_accuracy" in op.inherent or op.control is Control.CUSTOM_CALL or op.is_costly:
        unit = unit_in_last_place(expected)
        near = apart <= _ELEMENTARY_UNITS * np.where(np.isfinite(unit), unit, 0)
        return "the accuracy of an elementary function" if bool(np.all(near | (apart == 0) | np.isnan(apart))) else ""
    return ""


def _accumulates(op: Op) -> bool:
    reducer = reducer_of(op.regions[-1]) if op.regions and op.control is None else None
    return reducer is not None and reducer.accumulates


def _any_order(compute: Callable[..., Any], operands: Sequence[Any], expected: np.ndarray) -> np.ndarray | None:
    """How far any order of additions may be from another: the number of terms times a rounding of the sum of their magnitudes
    (N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2002, section 4.2), twice. None where the evaluator cannot say
    it."""
    wide = C128 if of_dtype(expected.dtype).is_complex else F64
    numbers = [_is_rounded(a) for a in operands]
    try:
        with np.errstate(all="ignore"):
            terms = [np.abs(convert(np.asarray(a), wide)).astype(wide.dtype) if n else a for a, n in zip(operands, numbers)]
            ones = [np.ones_like(convert(np.asarray(a), wide)) if n else a for a, n in zip(operands, numbers)]
            size, count = (np.real(_first(compute(*x))) for x in (terms, ones))
    except Exception:
        return None
    unit = float(unit_in_last_place(np.ones((), of_dtype(expected.dtype).part.dtype)))
    return 2 * np.abs(count) * unit * size + unit_in_last_place(expected)


def _is_rounded(x: Any) -> bool:
    if not isinstance(x, np.ndarray | np.generic):
        return False
    type = of_dtype(x.dtype)
    return type.is_float or type.is_complex


def _first(x: Any) -> Any:
    return x[0] if isinstance(x, tuple) else x


def _wide(x: np.ndarray) -> np.ndarray:
    return convert(x, C128 if of_dtype(x.dtype).is_complex else F64)
