"""Exact widening of stored numbers, and a single correct rounding back (half to even) into any float type.

NumPy has no small floats and ml_dtypes converts to its own through f32, which rounds f64 and 64-bit integers twice.
So every conversion here first goes to f32 by *rounding to odd* (truncate, then set the last bit if anything was
lost): f32 carries at least two bits more than any narrower type, also below the smallest normal number, and an odd
last bit can neither make nor break a tie, so the second step is the only rounding.

Choices where a type lacks what the value needs (the first four are those of ml_dtypes and XLA):
too large: infinity where the type has one, NaN where it has only that, else the largest finite number (f4, f6);
-0 in the FNUZ types is 0; f8E8M0FNU, which has neither zero nor sign, gives NaN for 0 and for negative numbers and
its smallest value for tiny ones; halfway cases of f8E8M0FNU go up (its one significant bit is always odd); NaN in f4
and f6 is -0, whatever the sign of the NaN.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, wraps
from typing import Any, TypeAlias

import numpy as np

from hloom.numbers.blocks import in_blocks
from hloom.numbers.element_type import BF16, ElementType, element_type, of_dtype

#: A NumPy array. `Any`, because NumPy's type stubs know neither the ml_dtypes nor the parts of an array of unknown
#: dtype.
Array: TypeAlias = Any


_is_quiet: ContextVar[bool] = ContextVar("is_quiet", default=False)


@contextmanager
def quietly() -> Iterator[None]:
    """In this context floating-point flags (overflow, invalid, ...) give no warnings, and functions marked `quiet` need not
    see to that again: for small arrays it would take longer than the arithmetic."""
    token = _is_quiet.set(True)
    try:
        with np.errstate(all="ignore"):
            yield
    finally:
        _is_quiet.reset(token)


def quiet(function: Any) -> Any:
    """Decorator: floating-point flags raised inside `function` give no warnings."""
    silenced = np.errstate(all="ignore")(function)

    @wraps(function)
    def call(*arguments: Any, **options: Any) -> Any:
        return function(*arguments, **options) if _is_quiet.get() else silenced(*arguments, **options)

    return call


@cache
def _decoded(name: str, wide: np.dtype[Any]) -> Array:
    """The value of each pattern of the 8- or 16-bit float type `name`, as f32 or f64."""
    type = element_type(name)
    patterns = np.arange(1 << (8 * type.dtype.itemsize)).astype(f"u{type.dtype.itemsize}")
    with np.errstate(invalid="ignore"):  # signaling NaN
        return patterns.view(type.dtype).astype(wide)


@cache
def _encoded(name: str) -> Array:
    """The pattern of the small float type `name` that is nearest to each bf16 pattern.

    An odd bf16 pattern stands for everything between its neighbours as well (see `_round_bits_to_odd`), and the small
    types have at least three bits less than bf16, so that one table of 65536 entries rounds every number.
    """
    to = element_type(name)
    with np.errstate(all="ignore"):
        wide = np.arange(1 << 16, dtype=np.uint16).view(BF16.dtype).astype(np.float32)
        if to.name == "f8E8M0FNU":
            return _encoded_exponent(wide)
        table = wide.astype(to.dtype).view(np.uint8).copy()
        if to.width < 8:
            table[np.isnan(wide)] = 1 << (to.width - 1)
    return table


def _encoded_exponent(x: Array) -> Array:
    """The f8E8M0FNU pattern nearest to each f32 (ml_dtypes rounds numbers close to 2^-127 up)."""
    fraction, exponent = np.frexp(x)
    nearest = np.maximum(exponent + 126 + (fraction >= 0.75), 0)
    return np.where((x > 0) & (nearest < 255) & np.isfinite(x), nearest, 255).astype(np.uint8)


def widen(x: Array, wide: ElementType) -> Array:
    """`x` of any float type, exactly, in the wider (or same) float type `wide`, f32 or f64."""
    return x if x.dtype == wide.dtype else _widened(x, wide)


@quiet
def _widened(x: Array, wide: ElementType) -> Array:
    type = of_dtype(x.dtype)
    if type is BF16 or type.width > 16:
        return x.astype(wide.dtype)
    # Converting f16 and the small floats one by one takes ten times as long as looking them up.
    return _decoded(type.name, wide.dtype)[x.view(f"u{type.dtype.itemsize}")]


def _odd_single(x: Array) -> Array:
    """f64 -> f32, rounded to odd."""
    near = np.asarray(x.astype(np.float32))
    back = near.astype(np.float64)
    inexact = (back != x) & ~np.isnan(x)
    truncated = near.view(np.uint32) - (np.abs(back) > np.abs(x)).astype(np.uint32)
    return np.where(inexact, truncated | np.uint32(1), near.view(np.uint32)).view(np.float32)


def _round_bits_to_odd(x: Array) -> Array:
    """f32 -> the upper 16 bits (bf16), rounded to odd; NaN stays NaN."""
    bits = x.view(np.uint32)
    return ((bits >> np.uint32(16)) | ((bits & np.uint32(0xFFFF)) != 0)).astype(np.uint16)


def round_to(x: Array, to: ElementType) -> Array:
    """`x`, an array of f32 or f64, in the float type `to`, rounded once to nearest, halves to even.

    The choices for what `to` cannot hold are listed at the head of this module.
    """
    x = np.asarray(x)
    return x if x.dtype == to.dtype else _rounded(x, to)


@quiet
def _rounded(x: Array, to: ElementType) -> Array:
    if to.width >= 32:
        return np.asarray(x.astype(to.dtype))
    return in_blocks(lambda part: _narrowed(part, to), [x], to.dtype)


def _narrowed(x: Array, to: ElementType) -> Array:
    """f32 or f64 -> a type of at most 16 bits."""
    if x.dtype == np.float64:
        x = _odd_single(x)
    if to.is_small_float:
        return np.asarray(_encoded(to.name)[_round_bits_to_odd(x)]).view(to.dtype)
    return np.asarray(x.astype(to.dtype))
