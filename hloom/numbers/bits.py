"""The bits of numbers: raw patterns, bitcasts between widths, packed byte strings (StableHLO spec: bitcast_convert)."""

from __future__ import annotations

import sys

import ml_dtypes
import numpy as np

from hloom.numbers.element_type import F32, ElementType, of_dtype
from hloom.numbers.rounding import Array, round_to, widen

_UNSIGNED = {1: np.dtype(np.uint8), 2: np.dtype(np.uint16), 4: np.dtype(np.uint32), 8: np.dtype(np.uint64)}


def bits_dtype(type: ElementType) -> np.dtype:
    """The unsigned integer dtype that holds the bit pattern of one element (of one part, for a complex type)."""
    return _UNSIGNED[type.part.dtype.itemsize]


def stored_mantissa_bits(type: ElementType) -> int:
    """The number of stored mantissa bits of a float type."""
    return int(ml_dtypes.finfo(type.dtype).nmant)


def to_bits(x: Array) -> Array:
    """The bit pattern of every element as an unsigned integer, in the low `width` bits of u8, u16, u32 or u64.

    Complex elements give their two parts along a new last dimension: real, imaginary.
    """
    type = of_dtype(x.dtype)
    if type.is_complex:
        return np.stack([to_bits(x.real), to_bits(x.imag)], axis=-1)
    raw = np.ascontiguousarray(x).reshape(x.shape).view(bits_dtype(type))
    return raw & np.uint8((1 << type.width) - 1) if 1 < type.width < 8 else raw


def from_bits(bits: Array, type: ElementType) -> Array:
    """The elements of `type` with the bit patterns `bits`, integers of any dtype; higher bits are dropped."""
    if type.is_complex:
        parts = from_bits(bits, type.part)
        return np.ascontiguousarray(parts).view(type.dtype).reshape(bits.shape[:-1])
    raw = np.asarray(bits).astype(bits_dtype(type))
    if type.kind == "pred":
        return (raw & np.uint8(1)).astype(np.bool_)
    if type.width < 8 and not type.is_float:
        # ml_dtypes reads only the low bits but compares and prints whole bytes: store what it would store itself.
        return np.asarray(raw.view(np.int8 if type.kind == "sint" else np.uint8).astype(type.dtype))
    return (raw & np.uint8((1 << type.width) - 1) if type.width < 8 else raw).view(type.dtype)


def bitcast_convert(x: Array, to: ElementType) -> Array:
    """`x` with its bits read as elements of `to`, little-endian.

    Equal widths keep the shape; a narrower `to` adds a last dimension of size `width / to.width`, lowest bits first; a
    wider one consumes the last dimension, which must have size `to.width / width`.
    """
    type = of_dtype(x.dtype)
    if type.width == to.width:
        return from_bits(to_bits(x), to)
    if to.width < type.width:
        return _read(_written(x), (*x.shape, type.width // to.width), to)
    if not x.ndim or x.shape[-1] * type.width != to.width:
        needed = f"a last dimension of {to.width // type.width} elements of {type}"
        raise ValueError(f"{to} takes {needed}, not shape {x.shape}")
    return _read(_written(x), x.shape[:-1], to)


def _written(x: Array) -> Array:
    """The bits of `x` as a row of bytes, elements back to back without padding, lowest bits first."""
    type = of_dtype(x.dtype)
    if type.width >= 8:
        return np.frombuffer(_little_endian(x).tobytes(), np.uint8)
    raw = to_bits(x).ravel()
    if type.width == 1:
        return np.packbits(raw, bitorder="little")
    spread = (raw[:, None] >> np.arange(type.width, dtype=np.uint8)) & np.uint8(1)
    return np.packbits(spread, axis=None, bitorder="little")


def _read(data: Array, shape: tuple[int, ...], type: ElementType) -> Array:
    """The inverse of `_written`: elements of `type` from a row of bytes."""
    count = int(np.prod(shape, dtype=np.int64))
    if type.width >= 8:
        return _little_endian(np.frombuffer(data.tobytes(), type.dtype, count)).reshape(shape)
    bits = np.unpackbits(data, count=count * type.width, bitorder="little").reshape(count, type.width)
    powers = np.uint8(1) << np.arange(type.width, dtype=np.uint8)
    return from_bits((bits * powers).sum(axis=1, dtype=np.uint8).reshape(shape), type)


def _little_endian(x: Array) -> Array:
    """`x` with the bytes of each part swapped on a big-endian machine."""
    return x if sys.byteorder == "little" else x.byteswap()


def pack(x: Array, packed: bool = True) -> bytes:
    """The elements as bytes, little-endian, row by row.

    `packed`: types narrower than a byte stand back to back, the first in the lowest bits; else each takes a byte.
    """
    if packed or of_dtype(x.dtype).width >= 8:
        return _written(x).tobytes()
    return to_bits(x).tobytes()


def unpack(data: bytes, type: ElementType, shape: tuple[int, ...], packed: bool = True) -> Array:
    """The inverse of `pack`: an array of `shape`. ValueError if `data` has not exactly the bytes that it needs."""
    count = 1
    for size in shape:
        count *= size
    width = type.width if packed else max(type.width, 8)
    if len(data) != -(-count * width // 8):
        raise ValueError(f"{count} elements of {type} take {-(-count * width // 8)} bytes, not {len(data)}")
    raw = np.frombuffer(data, np.uint8)
    return from_bits(raw.reshape(shape), type) if type.width < 8 and not packed else _read(raw, shape, type)


def reduce_precision(x: Array, exponent_bits: int, mantissa_bits: int) -> Array:
    """`x` rounded to a float format of `exponent_bits` and `mantissa_bits`, kept in its own type.

    Halves go to even. What the exponent cannot hold becomes an infinity or, denormals included, a zero of the same
    sign. NaN stays NaN; with no mantissa bits it becomes +inf. An exponent or mantissa that is not narrower than the
    type's changes nothing.
    """
    type = of_dtype(x.dtype)
    if type.width <= 8:
        return round_to(reduce_precision(widen(x, F32), exponent_bits, mantissa_bits), type)
    bits = to_bits(x)
    unit = bits.dtype.type
    own_mantissa = stored_mantissa_bits(type)
    own_exponent = type.width - 1 - own_mantissa
    sign_mask, exponent_mask = unit(1 << (type.width - 1)), unit(((1 << own_exponent) - 1) << own_mantissa)
    nan = (bits & ~sign_mask) > exponent_mask
    sign, magnitude = bits & sign_mask, bits & ~sign_mask
    if mantissa_bits < own_mantissa:
        dropped = own_mantissa - mantissa_bits
        last_kept = (magnitude >> unit(dropped)) & unit(1)
        magnitude = (magnitude + last_kept + unit((1 << (dropped - 1)) - 1)) & ~unit((1 << dropped) - 1)
    if exponent_bits < own_exponent:
        own_bias, bias = (1 << (own_exponent - 1)) - 1, (1 << (exponent_bits - 1)) - 1
        exponent = magnitude & exponent_mask
        magnitude = np.where(exponent > unit((own_bias + bias) << own_mantissa), exponent_mask, magnitude)
        magnitude = np.where(exponent <= unit((own_bias - bias) << own_mantissa), unit(0), magnitude)
    result = np.where(nan, bits, sign | magnitude) if mantissa_bits else np.where(nan, exponent_mask, sign | magnitude)
    return from_bits(result, type)
