"""Numbers in and out: dense constants, decimal rounding, hexadecimal patterns, and MLIR's spelling of them."""

from __future__ import annotations

import random
import re
import struct
import tracemalloc
from fractions import Fraction
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import hloom
from hloom.ir.attributes import DenseElementsAttr, FloatAttr
from hloom.ir.literal_text import float_of_bits, float_text, round_decimal, string_text
from hloom.ir.types import tensor
from hloom.numbers.element_type import ELEMENT_TYPES, F32, F64
from hloom.support.source import Source
from hloom.text.mlir.attributes import AttributeParser
from hloom.text.mlir.decimals import parse_decimals
from hloom.text.mlir.dense import dense_array
from hloom.text.mlir.parser import Parser
from tests.text.oracle import Oracle, oracles

FLOATS = [t for t in ELEMENT_TYPES.values() if t.is_float]


@pytest.fixture(scope="module")
def readers() -> list[Oracle]:
    return oracles()


def attribute(text: Any) -> Any:
    """An attribute from its text."""
    return Parser(Source("<test>", text)).attribute()


def dense(content: str, shape: tuple[int, ...], element: str) -> np.ndarray:
    """The array that `dense<content>` stands for, in the full shape."""
    value = attribute(f"dense<{content}> : {tensor(shape, ELEMENT_TYPES[element])}")
    assert isinstance(value, DenseElementsAttr)
    return value.array()


@pytest.mark.parametrize(
    "content, shape, element, expected",
    [
        ("[[1, -2], [3, 4]]", (2, 2), "i32", [[1, -2], [3, 4]]),
        ("5", (3,), "i8", [5, 5, 5]),
        ("[255, -1, 0x7F]", (3,), "i8", [-1, -1, 127]),
        ("[18446744073709551615, 0]", (2,), "ui64", [2**64 - 1, 0]),
        ("[9223372036854775807, -9223372036854775808]", (2,), "i64", [2**63 - 1, -(2**63)]),
        ("[true, false, true]", (3,), "i1", [True, False, True]),
        ("true", (2,), "i1", [True, True]),
        ("[1, -1]", (2,), "i1", [True, True]),
        ("[7, -8, 15]", (3,), "i4", [7, -8, -1]),
        ("[1.5, -2.0e3, 0xFF800000]", (3,), "f32", [1.5, -2000.0, -np.inf]),
        ("[0x7FF0000000000000, 1.]", (2,), "f64", [np.inf, 1.0]),
        ("[(1.0, 2.0), (-3.5, 0xFF800000)]", (2,), "complex<f32>", [1 + 2j, complex(-3.5, -np.inf)]),
        ("(1.0,-0.0)", (1,), "complex<f64>", [complex(1, -0.0)]),
        ("[\n  1.0, // one\n  2.0\n]", (2,), "f32", [1.0, 2.0]),
        ("[ 1 ,2,\n\t3 ]", (3,), "i16", [1, 2, 3]),
        ('"0x0000803F00000040"', (2,), "f32", [1.0, 2.0]),
        ('"0x0000803F"', (3,), "f32", [1.0, 1.0, 1.0]),
        ('"0x0102FF"', (3,), "i8", [1, 2, -1]),
        ('"0x0E03"', (2,), "i4", [-2, 3]),
        ('"0x3E"', (2,), "i4", [-2, -2]),
        ('"0x3E01"', (3,), "i4", [-2, 3, 1]),
        ('"0x0500"', (9,), "i1", [True, False, True] + [False] * 6),
        ('"0x0000803F000000400000803F00000000"', (2,), "complex<f32>", [1 + 2j, 1]),
        ("", (0,), "f32", []),
        ("[]", (0,), "f32", []),
        ("[[], []]", (2, 0), "i32", [[], []]),
        ("1.0", (2, 0), "f32", [[], []]),
    ],
)
def test_dense(content: str, shape: tuple[int, ...], element: str, expected: list[Any]) -> None:
    found = dense(content, shape, element)
    assert found.shape == shape and found.dtype == ELEMENT_TYPES[element].dtype
    np.testing.assert_array_equal(found, np.array(expected, ELEMENT_TYPES[element].dtype))


def test_negative_zero_is_not_zero() -> None:
    assert np.signbit(dense("[0.0, -0.0]", (2,), "f32")).tolist() == [False, True]
    assert not attribute("dense<[0.0, -0.0]> : tensor<2xf32>").is_splat


@pytest.mark.parametrize(
    "content, shape, element, message",
    [
        ("[1, 2]", (3,), "i8", "looks like 2"),
        ("[[1], [2, 3]]", (2, 1), "i8", "shape"),
        ("[1 2, 3]", (2,), "i8", "comma"),
        ("[1.0.0, 1.0]", (2,), "f32", "1.0.0"),
        ("[1, 2]", (2,), "f32", "write 1.0"),
        ("[--1, 2]", (2,), "i8", "--1"),
        ("[1, -]", (2,), "i32", "'-'"),
        ("[-, 1]", (2,), "i32", "'-'"),
        ("[1, 2]", (2,) + (1,) * 5000, "i8", "looks like 2"),
        ("[1.0, .5]", (2,), "f32", "'.5'"),
        ("[true, 1]", (2,), "i32", "'true'"),
        ("[1.0, 2.0]", (2,), "i32", "'1.0'"),
        ("(1.0)", (1,), "complex<f32>", "expected one element"),
        ("[1, 256]", (2,), "ui8", "256 does not fit"),
        ("-1", (2,), "ui8", "-1 does not fit"),
        ("[18446744073709551616, 1]", (2,), "ui64", "does not fit"),
        ("0x100", (1,), "f8E5M2", "does not fit"),
        ("", (2,), "f32", "no elements"),
        ("[1,]", (1,), "i8", "shape"),
        ("nan", (1,), "f32", "'nan'"),
        ("[inf, 1.0]", (2,), "f32", "'inf'"),
        ("[1e5, 1.0]", (2,), "f32", "'1e5'"),
        ("[1, 2]5", (2,), "i32", "comma is missing"),
        ("[[1]2, [3]]", (2, 1), "i32", "comma is missing"),
        ("[1[2], [3]]", (2, 1), "i32", "comma is missing"),
        ("[[1.0], 5 [2.0]]", (2, 1), "f32", "comma is missing"),
        ("3[1, 2]", (2,), "i32", "one element"),
        ("[(1.0, 2.0)3.0]", (1,), "complex<f32>", "comma is missing"),
    ],
)
def test_dense_faults(content: str, shape: tuple[int, ...], element: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        dense_array(content, 0, len(content), tensor(shape, ELEMENT_TYPES[element]), 1 << 30)


def test_large_lists_and_blobs_are_exact() -> None:
    values = np.random.default_rng(1).standard_normal((40, 25)).astype(np.float32)
    text = "[" + ", ".join("[" + ", ".join(f"{v:.9e}" for v in row) + "]" for row in values.tolist()) + "]"
    np.testing.assert_array_equal(dense(text, (40, 25), "f32"), values)
    np.testing.assert_array_equal(dense(f'"0x{values.tobytes().hex()}"', (40, 25), "f32"), values)
    integers = np.random.default_rng(2).integers(-(2**62), 2**62, 1000)
    np.testing.assert_array_equal(dense(str(integers.tolist()), (1000,), "i64"), integers)


@pytest.mark.parametrize("form, element", [("{:.8e}", "f32"), ("{:.3f}", "f64"), ("{:.0f}", "i32")])
def test_decimals_take_little_memory_beside_their_array(form: str, element: str) -> None:
    size = 1_000_000
    kind = tensor((size // 100, 100), ELEMENT_TYPES[element])
    row = "[" + ", ".join(form.format(v) for v in np.random.default_rng(3).uniform(-100, 100, 100).tolist()) + "]"
    text = "[" + ", ".join([row] * (size // 100)) + "]"
    dense_array(text[: 1 + len(row)] + "]", 0, len(row) + 2, tensor((1, 100), ELEMENT_TYPES[element]), 1 << 30)
    tracemalloc.start()
    try:
        found, is_splat = dense_array(text, 0, len(text), kind, 1 << 30)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert found.shape == kind.shape and not is_splat
    assert peak < 2 * found.nbytes


def nearest(text: str, element: Any) -> list[float]:
    """The values of the finite numbers of a type that are nearest to a decimal."""
    exact = Fraction(text)
    bits = np.arange(1 << element.width, dtype=np.uint8 if element.width <= 8 else np.uint16)
    values = (
        bits.view(element.dtype).astype(np.float64)
        if element.width >= 8
        else bits.astype(np.uint8).view(element.dtype).astype(np.float64)
    )
    finite = values[np.isfinite(values)]
    distances = [abs(Fraction(v) - exact) for v in finite.tolist()]
    least = min(distances)
    return [v for v, d in zip(finite.tolist(), distances) if d == least]


@pytest.mark.parametrize("element", [t for t in FLOATS if t.width <= 8], ids=str)
def test_decimals_are_rounded_once(element: Any) -> None:
    random_numbers = random.Random(3)
    largest = float(ml_dtypes.finfo(element.dtype).max)
    for _ in range(15):
        low = float_of_bits(random_numbers.randrange(1 << (element.width - 1)), element)
        high = float_of_bits(random_numbers.randrange(1 << (element.width - 1)), element)
        middle = (Fraction(low) + Fraction(high)) / 2 if np.isfinite([low, high]).all() else Fraction(largest) / 3
        for offset in (Fraction(0), Fraction(1, 10**30), -Fraction(1, 10**30)):
            exact = middle + offset
            if not 0 < exact < largest:
                continue
            text = f"{exact.numerator * 10**60 // exact.denominator:061d}"
            text = f"{text[:-60]}.{text[-60:]}"
            assert float_of_bits(round_decimal(text, element), element) in nearest(text, element)


def test_a_decimal_near_a_tie_is_not_rounded_twice() -> None:
    # Just above the middle of 1 and the next f32; the nearest double is that middle, which would round to even, to 1.
    text = "1.00000005960464477539062500000000001"
    assert round_decimal(text, F32) == 0x3F800001
    assert round_decimal(text.replace("000001", "000000"), F32) == 0x3F800000


@pytest.mark.parametrize("text, bits", [
    ("1.00000005960464477539062500000000001", 0x3F800001),  # above a middle, on it, and below; the middle rounds to even
    ("1.000000059604644775390625", 0x3F800000),
    ("1.00000005960464477539062499999999999", 0x3F800000),
    ("1.00000017881393432617187499999999999", 0x3F800001),
    ("-1.000000178813934326171875", 0xBF800002),
    ("16777217.0", 0x4B800000),
    ("16777217.00000000000000000001", 0x4B800001),
    ("7.00649232162408535461864791644958065640130970938257885878534141944895541342930300743319094181060791015625e-46",
     0x00000000),  # half of the least number
    ("7.0064923216240853547e-46", 0x00000001),
    ("-1.0e-60", 0x80000000), ("-0.0", 0x80000000), ("1.0e-999", 0x00000000),
    ("3.4028234663852886e38", 0x7F7FFFFF), ("3.4028235677973366e38", 0x7F7FFFFF),
    ("3.40282356779733661637539395458142568448e38", 0x7F800000), ("-1.0e39", 0xFF800000),
    ("0xFF800000", 0xFF800000), ("0x7fa00001", 0x7FA00001), ("0x1", 0x00000001),
    ("1.0e999", 0x7F800000), ("9.99999974E-6", 0x3727C5AC), ("0.1", 0x3DCCCCCD), ("1024.", 0x44800000),
])
def test_a_single_number_is_rounded_once(text: str, bits: int) -> None:
    """Alone, and among others, which are converted together."""
    for content, type, size in ((text, "tensor<f32>", 1), (f"[{text}, 2.0]", "tensor<2xf32>", 2)):
        module = hloom.parse(f"func.func @main() -> {type} {{\n  %0 = stablehlo.constant dense<{content}> : {type}\n"
                             f"  return %0 : {type}\n}}")
        (found,) = hloom.evaluate(module)
        assert found.reshape(size).view(np.uint32)[0] == bits


@pytest.mark.parametrize("element", FLOATS, ids=str)
def test_exponents_beyond_all_decimal_numbers(element: Any) -> None:
    """Python's own decimal numbers end at exponents of 18 digits."""
    for sign in ("", "-"):
        beyond, least = (round_decimal(f"{sign}4.1e{exponent}", element) for exponent in ("9" * 24, "-" + "9" * 24))
        assert beyond == round_decimal(f"{sign}4.1e400", element)
        assert least == round_decimal(f"{sign}4.1e-400", element)


def samples(element: Any) -> list[int]:
    """Bit patterns: special ones, small decimals, random ones."""
    generator = np.random.default_rng(element.width)
    top = 1 << element.width
    found = [0, top >> 1, top - 1, (top >> 1) - 1, 1] + [
        int(n) for n in generator.integers(0, top, 40, dtype=np.uint64, endpoint=False)
    ]
    return found + [
        round_decimal(text, element)
        for text in (
            "1.0",
            "0.1",
            "0.7",
            "3.14159265358979",
            "1.0e10",
            "123456.0",
            "1234567.0",
            "0.001",
            "65504.0",
            "1.0e-7",
        )
    ]


@pytest.mark.parametrize("element", FLOATS, ids=str)
def test_floats_are_spelled_as_mlir_does(element: Any, readers: list[Oracle]) -> None:
    for bits in samples(element):
        literal = f"0x{bits:X} : {element}"
        if element.name == "f64" and bits > 2**63:
            literal = f"0x{bits:X} : f64"
        expected = readers[0].attribute(literal)
        assert str(attribute(literal)) == expected
        assert attribute(expected) == FloatAttr(bits, element)


def test_float_text_reads_back() -> None:
    generator = np.random.default_rng(5)
    for bits in generator.integers(0, 2**32, 300, dtype=np.uint64).tolist():
        text = float_text(bits, F32)
        assert attribute(f"{text} : f32").bits == bits
    (bits,) = struct.unpack("<Q", struct.pack("<d", 0.1 + 0.2))
    assert float_text(bits, F64) == "0.30000000000000004"


@pytest.mark.parametrize(
    "literal",
    [
        "dense<[1, 2, 3]> : tensor<3xi4>",
        "dense<[true, false]> : tensor<2xi1>",
        "dense<true> : tensor<4xi1>",
        "dense<[[1.5, 0.1]]> : tensor<1x2xbf16>",
        "dense<> : tensor<0x3xf32>",
        "dense<[1, 1]> : tensor<2xui8>",
        "dense<[1]> : tensor<1xindex>",
        f"dense<{list(range(100))}> : tensor<100xi32>",
        f"dense<{list(range(101))}> : tensor<101xi32>",
        f"dense<{[k % 8 for k in range(120)]}> : tensor<120xi4>",
        f"dense<[{', '.join(['true', 'false', 'true'] * 40)}]> : tensor<120xi1>",
        f"dense<[{', '.join(['1.0', '2.0'] * 60)}]> : tensor<120xf8E4M3FN>",
        "dense<[0xFF, 1.0]> : tensor<2xf8E8M0FNU>",
        "dense<255> : tensor<2xi8>",
        "dense<-1> : tensor<i64>",
    ],
)
def test_dense_is_spelled_as_mlir_does(literal: str, readers: list[Oracle]) -> None:
    for reader in readers:
        assert str(attribute(literal)) == reader.attribute(literal)


def test_strings() -> None:
    data = bytes(range(256))
    text = string_text(data)
    assert attribute(text).data == data
    assert text.startswith('"\\00\\01') and "\\22" in text and "\\\\" in text and text.endswith('\\FE\\FF"')
    assert attribute(r'"a\n\t\"\\b"').data == b'a\n\t"\\b'
    assert attribute('"größe"').value == "größe"
    assert isinstance(Parser(Source("<test>", '"x"')), AttributeParser)


def test_many_decimals_are_each_rounded_as_python_does() -> None:
    source = random.Random(6)
    words = ["0.0", "-0.0", "+1.5", "1.", "9007199254740993.0", "1.0e22", "1.0e23", "1.0E-22", "1.0e400", "4.9e-324"]
    words += ["1.7976931348623157e308", "123456789012345678901234567890.0", "0.000000000000000000000001", "1.0e00000005"]
    for _ in range(5000):
        form = source.choice(["{:.9e}", "{:.6f}", "{:.1f}", "{:.17e}", "{:.12f}"])
        words.append(form.format(source.uniform(-1, 1) * 10 ** source.randint(-30, 30)))
    source.shuffle(words)
    found = parse_decimals(",".join(words).encode())
    assert found is not None
    assert found.tobytes() == np.array(list(map(float, words))).tobytes()


@pytest.mark.parametrize(
    "word", ["", "1.0,,2.0", ".5", "1.0e", "1.0-", "1..0", "1.0e5.0", "1.0e5e5", "--1.0", "1e5", "1.0,", "5", "1.0e+-5", "a.0"]
)
def test_what_is_not_a_decimal_is_refused(word: str) -> None:
    assert parse_decimals(word.encode()) is None
    assert parse_decimals(b"1.5," + word.encode()) is None


def test_optional_groups_that_begin_with_a_comma_may_be_absent_one_by_one() -> None:
    kinds = "tensor<4xf32>, tensor<4xf32>"
    smallest, largest = ", min_ulp_difference = 1", ", max_ulp_difference = 2"
    for options in ("", smallest, largest, largest + smallest):
        line = f"check.expect_close %arg0, %arg0{options} : {kinds}"
        text = f"module {{\n  func.func @f(%arg0: tensor<4xf32>) {{\n    {line}\n    return\n  }}\n}}\n"
        assert hloom.parse(text).to_text() == text
