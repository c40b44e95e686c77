"""How HLO spells literals: `42`, `{1, 2}`, `{ { 1, 2 }, { 3, 4 } }`, `( {1}, 2 )`, `{...}`.

Numbers are printed with the fewest digits that XLA takes: floats of 16 bits and less with as many as tell them apart, wider ones
with six (f32) or fifteen (f64) digits if these read back, else with all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from hloom.ir.literal_text import round_decimals
from hloom.ir.primitive_type import PrimitiveType
from hloom.numbers.bits import stored_mantissa_bits, to_bits
from hloom.numbers.element_type import F64, ElementType
from hloom.numbers.rounding import Array, widen

#: Significant digits that a float type is printed with; first those that are tried first.
_DIGITS: Final = {"f64": (15, 17), "f32": (6, 9), "f16": (5,), "bf16": (4,), "f8E4M3FN": (3,), "f8E4M3": (3,), "f8E3M4": (3,),
                  "f8E4M3B11FNUZ": (3,), "f8E4M3FNUZ": (3,), "f8E5M2": (2,), "f8E5M2FNUZ": (2,), "f8E8M0FNU": (2,),
                  "f4E2M1FN": (2,)}


def storage_dtype(type: PrimitiveType) -> np.dtype:
    """The NumPy dtype that holds elements of a type; those of s1 and u1, which NumPy does not have, take a byte."""
    if type in (PrimitiveType.S1, PrimitiveType.U1):
        return np.dtype(np.int8 if type is PrimitiveType.S1 else np.uint8)
    return type.element.dtype


def literal_text(data: Array, type: PrimitiveType) -> str:
    """The text of an array's elements, on one line."""
    texts = _texts(data, type)
    if not data.ndim:
        return ("false", "true")[int(texts[0])] if type is PrimitiveType.PRED else texts[0]
    return _nested(texts, data.shape)


def tuple_literal_text(elements: Sequence[str]) -> str:
    """The text of a tuple of literals."""
    return f"( {', '.join(elements)} )"


def _texts(data: Array, type: PrimitiveType) -> list[str]:
    """The elements in row-major order."""
    if type is PrimitiveType.PRED:
        return ["1" if x else "0" for x in data.ravel().tolist()]
    if type.is_integer:
        return list(map(str, (data.astype(np.int64) if type.width < 8 else data).ravel().tolist()))
    element = type.element
    if element.is_complex:
        real, imaginary = _float_texts(data.real.ravel(), element.part), _float_texts(data.imag.ravel(), element.part)
        return [f"({a}, {b})" for a, b in zip(real, imaginary)]
    return _float_texts(data.ravel(), element)


def _float_texts(data: Array, type: ElementType) -> list[str]:
    doubles = np.asarray(data if type is F64 else widen(data, F64))
    values = doubles.tolist()
    texts = [f"{value:.{_DIGITS[type.name][0]}g}" for value in values]
    if type.width >= 32:
        with np.errstate(over="ignore", invalid="ignore"):
            back = round_decimals(texts, np.array([float(text) for text in texts], np.float64), type)
        for k in np.flatnonzero((back != data) & ~np.isnan(doubles)).tolist():
            texts[k] = f"{values[k]:.{_DIGITS[type.name][1]}g}"
    special = np.flatnonzero(np.isnan(doubles)).tolist()
    if special:
        bits = to_bits(data)
        for k in special:
            texts[k] = _nan_text(int(bits[k]), type)
    return texts


def _quiet_payload(type: ElementType) -> int:
    """The mantissa of the NaN that is printed without one."""
    return int(to_bits(np.array([np.nan], np.float64).astype(type.dtype))[0]) & ((1 << stored_mantissa_bits(type)) - 1)


def _nan_text(bits: int, type: ElementType) -> str:
    payload = bits & ((1 << stored_mantissa_bits(type)) - 1)
    sign = "-" if bits >> (type.width - 1) and type.name != "f8E8M0FNU" else ""
    return f"{sign}nan" if payload == _quiet_payload(type) else f"{sign}nan({payload:#x})"


def _nested(texts: list[str], shape: tuple[int, ...]) -> str:
    """The elements in braces. From four dimensions on, all but the innermost two levels are numbered."""
    rank, last = len(shape), shape[-1]
    if rank == 1:
        return f"{{{', '.join(texts)}}}"
    count = 1
    for size in shape[:-1]:
        count *= size
    opens, closes = ("{ ", " }") if last > 1 else ("{", "}")
    parts = [f"{opens}{', '.join(texts[k * last : (k + 1) * last])}{closes}" for k in range(count)]
    for level in range(rank - 2, -1, -1):
        size = shape[level]
        count = 1
        for n in shape[:level]:
            count *= n
        is_numbered = rank > 3 and level > 0
        outer = shape[level - 1] if level else 1
        parts = [_braces(parts[k * size : (k + 1) * size], f" /*i{level - 1}={k % outer}*/" if is_numbered else None)
                 for k in range(count)]
    return parts[0] if parts else "{  }"


def _braces(parts: list[str], comment: str | None) -> str:
    if comment is None:
        return f"{{ {', '.join(parts)} }}"
    return f"{{{comment}{' ' if parts else ''}{', '.join(parts)} }}"
