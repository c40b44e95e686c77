"""Bit patterns, bitcasts, packed bytes, reduced precision."""

from __future__ import annotations

import numpy as np
import pytest

from hloom.numbers.bits import bitcast_convert, from_bits, pack, reduce_precision, stored_mantissa_bits, to_bits, unpack
from hloom.numbers.convert import convert, widen_integer
from hloom.numbers.element_type import (
    BF16,
    C64,
    ELEMENT_TYPES,
    F16,
    F32,
    F64,
    I64,
    PRED,
    ElementType,
    element_type,
)
from hloom.numbers.rounding import round_to, widen

I4, UI4, I2, UI2 = (element_type(name) for name in ("i4", "ui4", "i2", "ui2"))
TYPES = [t for t in ELEMENT_TYPES.values() if t.kind != "index"]


@pytest.mark.parametrize("type", [t for t in TYPES if not t.is_complex and t.width <= 16], ids=str)
def test_every_pattern_survives(type: ElementType) -> None:
    patterns = np.arange(1 << type.width)
    x = from_bits(patterns, type)
    assert x.dtype == type.dtype and np.array_equal(to_bits(x), patterns)
    assert np.array_equal(to_bits(from_bits(patterns + (1 << type.width), type)), patterns)


def test_patterns_of_wide_types() -> None:
    for pattern, type in ((0x7FC00001, F32), (0x7FF0000000000001, F64), (0xFFFFFFFFFFFFFFFF, I64)):
        assert int(to_bits(from_bits(np.array(pattern, np.uint64), type))) == pattern
    z = np.array([[1 + 2j, complex(-0.0, 0.0)]], np.complex64)
    assert to_bits(z).tolist() == [[[0x3F800000, 0x40000000], [0x80000000, 0]]]
    assert np.array_equal(to_bits(from_bits(to_bits(z), C64)), to_bits(z))
    assert to_bits(np.array(1j)).shape == (2,)
    assert widen_integer(from_bits(np.array([0xF, 0x8, 0x7]), I4)).tolist() == [-1, -8, 7]


def test_bitcast_of_the_specification() -> None:
    """StableHLO spec: bitcast_convert, the example."""
    x = from_bits(np.array(0x0123456789ABCDEF, np.uint64), F64)
    halves = bitcast_convert(x, F16)
    assert to_bits(halves).tolist() == [0xCDEF, 0x89AB, 0x4567, 0x0123]
    assert to_bits(bitcast_convert(halves, F64)) == 0x0123456789ABCDEF
    assert bitcast_convert(x, PRED).tolist() == [bool(0x0123456789ABCDEF >> k & 1) for k in range(64)]
    assert to_bits(bitcast_convert(x, I4)).tolist() == [0x0123456789ABCDEF >> 4 * k & 15 for k in range(16)]


@pytest.mark.parametrize("wide", [t for t in TYPES if t.width >= 8], ids=str)
@pytest.mark.parametrize("narrow", ["i1", "i2", "ui4", "f4E2M1FN", "f8E4M3FN", "ui8", "bf16", "i32", "f32"])
def test_bitcasts_come_back(wide: ElementType, narrow: str) -> None:
    type = element_type(narrow)
    if type.width > wide.width:
        return
    count = wide.width // type.width
    numbers = np.random.default_rng(5).integers(0, 1 << 63, (3, 2, 2 if wide.is_complex else 1), np.int64)
    x = from_bits(numbers if wide.is_complex else numbers[..., 0], wide)
    split = bitcast_convert(x, type)
    assert split.shape == ((3, 2, count) if count > 1 else (3, 2)) and split.dtype == type.dtype
    assert np.array_equal(to_bits(bitcast_convert(split, wide)), to_bits(x))


def test_bitcast_of_nothing_and_of_the_wrong_size() -> None:
    assert bitcast_convert(np.zeros((0, 3), np.float32), element_type("ui8")).shape == (0, 3, 4)
    assert bitcast_convert(np.zeros((0, 4), np.uint8), F32).shape == (0,)
    with pytest.raises(ValueError, match="last dimension"):
        bitcast_convert(np.zeros((4, 3), np.uint8), F32)
    with pytest.raises(ValueError, match="last dimension"):
        bitcast_convert(np.zeros((), np.uint8), F32)


def test_packed_bytes() -> None:
    truth = np.array([1, 0, 0, 0, 0, 0, 0, 0, 1, 1], np.bool_)
    assert pack(truth) == b"\x01\x03" and pack(truth, packed=False) == bytes(truth.astype(np.uint8))
    nibbles = from_bits(np.array([0x1, 0xF, 0x8]), I4)
    assert pack(nibbles) == b"\xf1\x08" and pack(nibbles, packed=False) == b"\x01\x0f\x08"
    assert pack(from_bits(np.array([3, 1, 0, 2, 1]), UI2)) == b"\x87\x01"
    assert pack(np.array([1.0], np.float32)) == b"\x00\x00\x80\x3f"


@pytest.mark.parametrize("packed", [True, False])
@pytest.mark.parametrize("type", TYPES, ids=str)
def test_packing_comes_back(type: ElementType, packed: bool) -> None:
    for shape in ((), (0,), (3, 5)):
        parts = (*shape, 2) if type.is_complex else shape
        x = from_bits(np.random.default_rng(6).integers(0, 1 << 63, parts, np.int64), type)
        data = pack(x, packed)
        found = unpack(data, type, shape, packed)
        assert found.shape == shape and found.dtype == type.dtype and np.array_equal(to_bits(found), to_bits(x))
        with pytest.raises(ValueError, match="bytes"):
            unpack(data + b"\0", type, shape, packed)


def test_reduce_precision_of_the_specification() -> None:
    """StableHLO spec: reduce_precision, the example, and NaN without mantissa bits."""
    bits = [0x7FF0000000000000, 0x7FFFFFFFFFFFFFFF, 1, 0, 0x40EFFDE000000000, 0x40EFFE0000000000]
    found = to_bits(reduce_precision(from_bits(np.array(bits, np.uint64), F64), 5, 10)).tolist()
    assert found == [0x7FF0000000000000, 0x7FFFFFFFFFFFFFFF, 0, 0, 0x40EFFC0000000000, 0x7FF0000000000000]
    nan = from_bits(np.array([0x7FFFFFFF, 0xFFC00000]), F32)
    assert reduce_precision(nan, 5, 0).tolist() == [np.inf, np.inf]


@pytest.mark.parametrize("source", [F64, F32, BF16, F16], ids=str)
@pytest.mark.parametrize("target", ["bf16", "f16", "f8E5M2", "f8E4M3", "f8E3M4"])
def test_reduce_precision_is_a_conversion_without_denormals(source: ElementType, target: str) -> None:
    type = element_type(target)
    mantissa = stored_mantissa_bits(type)
    exponent = type.width - 1 - mantissa
    own_mantissa = stored_mantissa_bits(source)
    own_exponent = source.width - 1 - own_mantissa
    if exponent > own_exponent or mantissa > own_mantissa:
        return
    numbers = np.random.default_rng(8).normal(size=4000) * 2.0 ** np.random.default_rng(9).uniform(-20, 20, 4000)
    x = convert(np.concatenate([numbers, [0.0, -0.0, np.inf, -np.inf, np.nan, 1e-30, -1e-30]]), source)
    found = widen(reduce_precision(x, exponent, mantissa), F64)
    expected = widen(round_to(widen(x, F64), type), F64)
    smallest_normal = 2.0 ** (2 - (1 << (exponent - 1)))
    # A number just below the smallest normal one may round up to it, which the flush to zero happens after.
    beyond = np.abs(expected) < smallest_normal
    kept = (np.abs(widen(x, F64)) >= smallest_normal) | (exponent == own_exponent)
    assert np.array_equal(found[kept], expected[kept], equal_nan=True)
    if exponent < own_exponent:
        flushed = found[beyond & (np.abs(widen(x, F64)) < smallest_normal * 0.9)]
        assert not flushed.any()
    assert np.array_equal(np.signbit(found[~np.isnan(found)]), np.signbit(widen(x, F64)[~np.isnan(found)]))


def test_reduce_precision_of_wider_formats_changes_nothing() -> None:
    x = from_bits(np.arange(1 << 16), F16)
    kept = ~np.isnan(widen(x, F64))
    assert np.array_equal(to_bits(reduce_precision(x, 8, 23))[kept], to_bits(x)[kept])
    small = from_bits(np.arange(256), element_type("f8E5M2"))
    assert np.array_equal(widen(reduce_precision(small, 8, 7), F64), widen(small, F64), equal_nan=True)
