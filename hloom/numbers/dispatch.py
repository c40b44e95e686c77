"""Constructors of elementwise functions: one kernel a kind of type, widening before it and one rounding after it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from hloom.numbers.blocks import in_blocks
from hloom.numbers.convert import narrow_integer, widen_integer
from hloom.numbers.element_type import ELEMENT_TYPES, F16, F32, F64, PRED, ElementType, of_dtype
from hloom.numbers.rounding import Array, quiet, round_to, widen
from hloom.support.diagnostics import EvaluationError

Kernel = Callable[..., Any]


def working_float(type: ElementType) -> ElementType:
    """The float type in which `+ - * /` of `type` are computed so that one rounding afterwards gives the correct
    result.

    f32 has more than twice the precision and the exponents of every narrower type, except f8E8M0FNU, whose products
    underflow it.
    """
    return F64 if type is F64 or type.name == "f8E8M0FNU" else F32


def elementwise(
    name: str,
    documentation: str,
    *,
    pred: Kernel | None = None,
    integer: Kernel | None = None,
    real: Kernel | None = None,
    complex: Kernel | None = None,
    in_double: bool = False,
    result: str = "same",
) -> Callable[..., Array]:
    """A function of arrays of one element type, which broadcast as in NumPy.

    `pred`, `integer`, `real`, `complex`: kernels on arrays that NumPy computes with (2- and 4-bit integers come as
    bytes). Floats below f64 are computed in f64 if `in_double`, else in f32, and complex<f32> in complex<f64> if
    `in_double`; the result is rounded once. `result`: `same` type as the operands, `pred`, or `part` (the part of a
    complex type). See `direct` for a faster way to the same numbers.
    """

    kernels = {"pred": pred, "sint": integer, "uint": integer, "float": real, "complex": complex}
    direct = _direct_kernels(kernels, in_double) if result == "same" else {}

    @quiet
    def function(*operands: Array) -> Array:
        own = direct.get(getattr(operands[0], "dtype", None))
        if own is not None:
            return np.asarray(own(*operands))
        arrays = [np.asarray(x) for x in operands]
        type = of_dtype(arrays[0].dtype)
        kernel = kernels.get(type.kind)
        if kernel is None:
            raise EvaluationError(f"{name} has no meaning for {type}")  # the specification has no remainder of complex numbers
        out = PRED if result == "pred" else type.part if result == "part" else type

        def compute(*parts: Array) -> Array:
            return _stored(kernel(*_widened(parts, type, in_double)), out)

        return in_blocks(compute, arrays, out.dtype) if in_double else compute(*arrays)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = documentation
    function.direct = direct
    return function


def direct(function: Callable[..., Array], type: ElementType) -> Callable[..., Any]:
    """`function`, made by `elementwise`, for arrays of `type` only and where `quietly` holds: the NumPy function itself where
    that is all there is to do. On scalars it may give NumPy scalars."""
    return getattr(function, "direct", {}).get(type.dtype, function)


def _direct_kernels(kernels: dict[str, Kernel | None], in_double: bool) -> dict[Any, Kernel]:
    """What computes all of the function, by the dtypes for which that is a NumPy function as it is, or one that NumPy casts
    to f64 for."""
    found: dict[Any, Kernel] = {}
    for type in (PRED, *(t for t in ELEMENT_TYPES.values() if t.width >= 8 and t.dtype.kind in "iufc" and t is not F16)):
        kernel = kernels.get(type.kind)
        if isinstance(kernel, np.ufunc):
            exact = not in_double or type.part is F64 or not (type.is_float or type.is_complex)
            found[type.dtype] = kernel if exact else partial(_in_double, kernel, type.dtype)
    return found


def _in_double(kernel: np.ufunc, dtype: Any, *operands: Array) -> Array:
    wide = np.complex128 if dtype.kind == "c" else np.float64
    return kernel(*operands, dtype=wide).astype(dtype)


def _widened(arrays: Sequence[Array], type: ElementType, in_double: bool) -> Sequence[Array]:
    """Arrays of `type` in a type that NumPy computes with."""
    if type.is_float:
        wide = F64 if in_double else working_float(type)
        return [widen(x, wide) for x in arrays]
    if type.is_complex and in_double:
        return [x.astype(np.complex128, copy=False) for x in arrays]
    return [widen_integer(x) for x in arrays] if type.is_integer else arrays


def _stored(value: Any, type: ElementType) -> Array:
    value = np.asarray(value)
    if type.is_float:
        return round_to(value, type)
    if type.is_integer:
        return narrow_integer(value, type)
    return value.astype(type.dtype, copy=False)
