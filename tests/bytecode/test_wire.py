"""Numbers of MLIR bytecode: their bytes as MLIR's documentation gives them, their ends, and what is none."""

from __future__ import annotations

import pytest

from hloom import ParseError
from hloom.bytecode import wire
from hloom.bytecode.wire import Cursor


def cursor(data: bytes) -> Cursor:
    return Cursor(data, 0, len(data))


@pytest.mark.parametrize("value, data", [
    (0, "01"), (1, "03"), (127, "ff"), (128, "0202"), ((1 << 14) - 1, "feff"), (1 << 14, "040002"),
    ((1 << 56) - 1, "80" + "ff" * 7),
    (1 << 56, "00" + "00" * 7 + "01"), ((1 << 64) - 1, "00" + "ff" * 8),
])
def test_varints(value: int, data: str) -> None:
    assert wire.varint(value).hex() == data
    found = cursor(bytes.fromhex(data))
    assert found.varint() == value
    found.finish("the number")


@pytest.mark.parametrize("value", [0, 1, -1, 63, -64, 64, (1 << 63) - 1, -(1 << 63)])
def test_signed_varints_come_back(value: int) -> None:
    assert cursor(wire.svarint(value)).svarint() == value


@pytest.mark.parametrize("bits, width, data", [
    (1, 1, "01"), (0xFF, 8, "ff"), (0xFFFFFFFF, 32, "d0ffffff3f"), ((1 << 64) - 1, 64, "03"), ((1 << 128) - 1, 128, "050303"),
])
def test_integers_of_any_width(bits: int, width: int, data: str) -> None:
    assert wire.integer(bits, width).hex() == data
    assert cursor(bytes.fromhex(data)).integer(width) == bits


def test_all_numbers_of_few_bytes_come_back() -> None:
    values = [*range(1 << 10), *(1 << k for k in range(64)), *((1 << k) - 1 for k in range(65))]
    data = b"".join(map(wire.varint, values))
    found = cursor(data)
    assert [found.varint() for _ in values] == values
    found.finish("the numbers")


@pytest.mark.parametrize("data", ["", "02", "00ffffffffffffff"])
def test_a_number_that_is_cut_off_is_an_error_with_its_place(data: str) -> None:
    with pytest.raises(ParseError, match="byte 0: the data ends"):
        cursor(bytes.fromhex(data)).varint()


def test_counts_beyond_the_data_are_refused_before_memory_is_taken() -> None:
    with pytest.raises(ParseError, match="byte 0: 1152921504606846976 strings are announced, but only 0 bytes are left"):
        cursor(wire.varint(1 << 60)).count("strings")
