"""Literals: values and layouts, text, changes of form, NumPy and DLPack without copies."""

from __future__ import annotations

import time

import ml_dtypes
import numpy as np
import pytest

from hloom.ir.hlo.literal_reading import ELIDED, read_literal
from hloom.ir.hlo.literal_text import literal_text
from hloom.ir.primitive_type import PrimitiveType
from hloom.numbers.bits import from_bits, to_bits
from hloom.support.diagnostics import InputError, ParseError
from hloom.support.source import Source
from hloom.xla import Layout, Literal, PaddingValue, Shape

VALUES = np.arange(6, dtype=np.float32).reshape(2, 3)


@pytest.mark.parametrize("order", ["C", "F"])
def test_an_array_lies_where_it_lay(order: str) -> None:
    array = np.array(VALUES, order=order)  # type: ignore[call-overload]
    literal = Literal(array)
    assert literal.shape == Shape("f32", (2, 3), [1, 0] if order == "C" else [0, 1])
    for view in (literal.buffer, literal.array, np.asarray(literal), np.from_dlpack(literal), literal.transpose([1, 0]).array):
        assert np.shares_memory(array, view)
    assert np.array_equal(np.from_dlpack(literal), array)
    assert not literal.array.flags.writeable and array.flags.writeable


def test_arrays_from_dlpack_and_strided_ones() -> None:
    class Tensor:
        def __dlpack__(self, **options: object) -> object:
            return VALUES.__dlpack__(**options)

        def __dlpack_device__(self) -> object:
            return VALUES.__dlpack_device__()

    assert np.shares_memory(Literal(Tensor()).buffer, VALUES)
    assert Literal(VALUES[:, ::2]).buffer.tolist() == [0, 2, 3, 5]
    assert Literal(VALUES[::-1]).buffer.tolist() == [3, 4, 5, 0, 1, 2]
    assert Literal(np.broadcast_to(np.float32(1), (2, 2))).buffer.tolist() == [1, 1, 1, 1]


def test_layouts_change_and_values_do_not() -> None:
    literal = Literal(VALUES)
    column = literal.relayout([0, 1])
    assert column.buffer.tolist() == [0, 3, 1, 4, 2, 5] and np.array_equal(column.array, VALUES)
    assert column == literal and column.shape != literal.shape
    assert column.relayout().shape == literal.shape
    pair = Literal.of_tuple([literal, Literal.of_tuple([column])])
    assert pair.relayout([1, 0], shape_index=(1, 0)).subliteral((1, 0)).shape == literal.shape
    assert pair.relayout().shape == Shape.parse("(f32[2,3]{1,0}, (f32[2,3]{1,0}))")
    assert pair == pair.relayout() and pair[1][0] == column and len(pair) == 2 and next(iter(pair)) is literal


def test_slices_transposes_reshapes_and_broadcasts() -> None:
    literal = Literal(np.arange(24, dtype=np.int32).reshape(2, 3, 4), layout=[0, 2, 1])
    part = literal.slice([0, 1, 0], [2, 3, 4], [1, 1, 3])
    assert np.array_equal(part.array, literal.array[:, 1:3, ::3]) and part.shape.layout == Layout([0, 2, 1])
    turned = literal.transpose([2, 0, 1])
    assert np.array_equal(turned.array, literal.array.transpose(2, 0, 1)) and np.shares_memory(turned.buffer, literal.buffer)
    assert np.array_equal(literal.reshape([6, 4]).array, literal.array.reshape(6, 4))
    assert np.array_equal(Literal([1, 2], "s32").broadcast([2, 3], [0]).array, [[1, 1, 1], [2, 2, 2]])
    assert Literal([1.6, -2.5, 300.0], "f32").convert("s8").array.tolist() == [1, -2, 127]


def test_padded_literals() -> None:
    for value, fill in [(None, 0), (1, 1), (PaddingValue.LOWEST, -128), (PaddingValue.HIGHEST, 127)]:
        literal = Literal([[1, 2]], "s8", Layout([1, 0], padded_dimensions=[2, 3], padding_value=value))
        assert literal.buffer.tolist() == [1, 2, fill, fill, fill, fill]
        assert literal.array.tolist() == [[1, 2]] and literal.transpose([1, 0]).array.tolist() == [[1], [2]]
        assert literal.slice([0, 1], [1, 2]).shape.layout == Layout([1, 0])
    lowest = Layout([0], padded_dimensions=[2], padding_value=PaddingValue.LOWEST)
    assert Literal([1], "f32", lowest).buffer[1] == -np.inf
    assert Literal([1], "f8e4m3fn", lowest).buffer.astype(np.float32)[1] == -448
    with pytest.raises(InputError, match="lowest"):
        Literal([1], "c64", lowest)


def test_bytes_of_packed_elements() -> None:
    assert Literal([1, -2, 3], "s4[3]{0:E(4)}").to_bytes() == bytes([0xE1, 0x03])
    assert Literal([1, -2, 3], "s4[3]{0}").to_bytes() == bytes([0x01, 0x0E, 0x03])
    assert Literal([[1, 2], [3, 4]], "u16[2,2]{0,1}").to_bytes() == bytes([1, 0, 3, 0, 2, 0, 4, 0])


@pytest.mark.parametrize("text", [
    "s32[] -42", "pred[] true", "pred[3]{0} {1, 0, 1}", "f32[0]{0} {}", "f32[2,0,4,3]{3,2,1,0} { { /*i0=0*/ }, { /*i0=1*/ } }",
    "f32[3,2,1,1]{3,2,1,0} { { /*i0=0*/ { /*i1=0*/ {-1} }, { /*i1=1*/ {4.1} } }, { /*i0=1*/ { /*i1=0*/ {2} }, { /*i1=1*/ {4.1} }"
    " }, { /*i0=2*/ { /*i1=0*/ {5} }, { /*i1=1*/ {4.4} } } }",
    "(f32[2,1]{1,0}, f32[2]{0}) ( { {1}, {2} }, {2, 42} )", "c128[2]{0} {(1, 2), (-inf, nan)}", "c64[] (1, -0)",
    "f32[2,2]{0,1} { { 1, 2 }, { 3, 4 } }", "f32[0,2]{1,0} {  }", "f32[2,0]{1,0} { {}, {} }", "f32[2,0,3]{2,1,0} { {  }, {  } }",
    "f32[1,1,2]{2,1,0} { { { 1, 2 } } }", "f32[4]{0} {nan, -nan, nan(0x400001), -nan(0x1)}", "f32[3]{0} {inf, -inf, -0}",
    "f32[2]{0} {1.4013e-45, 3.40282347e+38}", "f64[2]{0} {0.1, 0.30000000000000004}", "bf16[1]{0} {3.39e+38}",
    "f16[1]{0} {65504}",
    "u64[1]{0} {18446744073709551615}", "s64[1]{0} {-9223372036854775808}", "s4[2]{0} {-8, 7}", "u2[2]{0} {0, 3}",
    "s1[2]{0} {-1, 0}", "u1[2]{0} {1, 0}", "f8e4m3b11fnuz[1]{0} {-nan}", "f8e8m0fnu[2]{0} {1, nan}", "f4e2m1fn[2]{0} {-0, 6}",
    "() (  )",
])
def test_text_comes_back(text: str) -> None:
    literal = Literal.parse(text)
    assert str(literal) == text
    again = Literal.parse(str(literal))
    assert again == literal and again.shape == literal.shape


@pytest.mark.parametrize("name", ["F16", "BF16", "F8E5M2", "F8E4M3FN", "F8E4M3B11FNUZ", "F8E5M2FNUZ", "F8E4M3FNUZ", "F8E4M3",
                                  "F8E3M4", "F4E2M1FN", "F8E8M0FNU"])
def test_every_small_float_reads_back(name: str) -> None:
    type = PrimitiveType[name]
    data = from_bits(np.arange(1 << type.width, dtype=np.uint32), type.element)
    text = literal_text(data, type)
    back, _ = read_literal(Source("t", text), 0, (type, data.shape))
    assert np.array_equal(to_bits(back), to_bits(data))


def test_random_numbers_read_back() -> None:
    rng = np.random.default_rng(0)
    for type, bits in ((PrimitiveType.F32, np.uint32), (PrimitiveType.F64, np.uint64)):
        data = rng.integers(0, np.iinfo(bits).max, 5000, bits).view(type.element.dtype)
        back, _ = read_literal(Source("t", literal_text(data, type)), 0, (type, data.shape))
        assert np.array_equal(to_bits(back), to_bits(data))


@pytest.mark.parametrize("expected, text, message", [
    ("f32[2,3]", "}{1, 2, 3}, {4, 5, 6}}", "unexpected '}' token"), ("f32[2,3,2]", "{{{1, 2}, {3, 4}, {5, 6}, {7, 8}}}",
                                                                "expects 3 elements in the [0]th element"),
    ("f32[2,3]", "{{1,2,3}}", "expects 2 elements in the []th element, but sees 1"), ("f32[2]", "{1, 2", "unexpected end"),
    ("f32[1,1]", "{{{1}}}", "expects nested array in rank 2, but sees larger"), ("f32[1,1]", "{1}", "rank 2, but sees 1"),
    ("f32[2]", "{1 2}", "expects ','"), ("f32[2]", "{1,,2}", "unexpected ','"), ("f32[1]", "{1,}", "behind ','"),
    ("f32[2]", "1 2", "nothing behind"), ("f32[1]", "{x}", "unexpected token"), ("f32[]", "", "unexpected end"),
    ("f16[]", "-65520", "value -65520 is out of range for literal's primitive type F16"), ("f32[]", "1e39", "primitive type F32"),
    ("f64[]", "1.8e308", "out of range"), ("c64[]", "(0, -1e100)", "out of range"), ("u4[]", "-1", "primitive type U4"),
    ("u4[]", "16", "out of range"), ("s4[]", "-9", "out of range"), ("s4[]", "8", "out of range"),
    ("pred[]", "2", "out of range"),
    ("u8[]", "256", "out of range"), ("s32[]", "1.5", "expects integer"), ("s32[]", "true", "no value 'true'"),
    ("s32[]", "nan", "expects integer"), ("f32[]", "(1, 2)", "no complex type"), ("c64[]", "(1, )", "expects a number"),
    ("f8e4m3fn[]", "inf", "has no infinity"), ("f8e4m3fn[]", "41e99999999999999999999998", "out of range"),
    ("f4e2m1fn[]", "nan", "no such NaN"), ("f8e8m0fnu[]", "0", "out of range"),
    ("f32[]", "nan(0x0)", "no such NaN"), ("f32[]", "nan(0x800000)", "no such NaN"), ("s8[]", "9" * 5000, "out of range"),
    ("f32[]", "9" * 5000, "more than 2000 digits"), ("s8[4611686018427387904]", "{1}", "fewer elements"),
    ("s8[100]", "{" + "1," * 99 + "300}", "value 300 is out of range"),
    ("s8[100]", "{" + "1," * 98 + "1}", "expects 100 elements"), ("s8[100]", "{" + "1," * 98 + ",1}", "unexpected ','"),
    ("s8[100]", "{" + "1," * 99 + "1 2}", "expects ','"),
    ("(f32[])", "1", "expects '('"), ("(f32[], s32[])", "(1)", "expects ','"), ("(f32[])", "(1, 2)", "expects ')'"),
    ("f32[?]", "{1, 2}", "static sizes"), ("token[]", "1", "no literals"), ("f32[2]", "{...}", "left out"),
    ("f32[1]", "{1} 2", "nothing behind"),
])
def test_bad_texts_are_refused(expected: str, text: str, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        Literal.parse(f"{expected} {text}")
    assert message in str(caught.value)


def test_a_number_without_braces_is_the_first_element() -> None:
    """As jaxlib's parser has it: `f32[2] constant(1)` prints as `{1, 0}`."""
    assert np.asarray(Literal.parse("f32[2] 1")).tolist() == [1, 0]
    assert np.asarray(Literal.parse("s32[2,3] 7")).tolist() == [[7, 0, 0], [0, 0, 0]]


def test_the_place_of_a_wrong_number() -> None:
    with pytest.raises(ParseError) as caught:
        Literal.parse("s8[70] {" + "1, 3000, "[:3] * 69 + "300}")
    assert caught.value.diagnostics[0].column == 9 + 3 * 69


def test_a_blank_tells_values_from_a_layout() -> None:
    assert str(Literal.parse("f32[2] {1, 0}")) == "f32[2]{0} {1, 0}"
    assert str(Literal.parse("f32[2]{0} {1, 0}")) == "f32[2]{0} {1, 0}"


def test_negative_numbers_wrap_for_u64_only() -> None:
    assert Literal.parse("u64[] -1").array == np.uint64(2**64 - 1)


@pytest.mark.parametrize("text", ["f32[2]{0} {" + "/*" * 200_000, "f32[99]{0} {" + "/**/" * 50_000 + "1",
                                  "f32[2]" + "/**/" * 50_000 + "x", "f32[99]{0} " + "{" * 100_000, "f32[] " + "-" * 100_000,
                                  "f32[99]{0} {" + "1e" * 100_000 + "}", "(" * 100_000, "f32[2]{0:" + "T(1)" * 50_000])
def test_hostile_texts_take_no_time(text: str) -> None:
    begun = time.perf_counter()
    with pytest.raises(ParseError):
        Literal.parse(text)
    assert time.perf_counter() - begun < 5


def test_elided_constants_are_told_apart() -> None:
    assert read_literal(Source("t", "{ ... }"), 0, (PrimitiveType.F32, (9, 9)))[0] is ELIDED


@pytest.mark.parametrize("make", [
    lambda: Literal([1, 2], "f32[3]"), lambda: Literal([300], "s8"), lambda: Literal([1.5], "s32"), lambda: Literal(["a"]),
    lambda: Literal([1], "token[]"), lambda: Literal(np.zeros(2, np.float64), "f32"), lambda: Literal([1j], "f32"),
    lambda: Literal([[1], [2, 3]]), lambda: Literal([1], "f32[?]"), lambda: Literal([1], "s32").slice([0], [2]),
    lambda: Literal([1], "s32").reshape([2]), lambda: Literal([1], "s32").broadcast([2], [0]), lambda: Literal.token().array,
    lambda: Literal.of_tuple([])[0], lambda: Literal.of_tuple([]).relayout([0]), lambda: Literal([1], "s32").get([1]),
    lambda: Literal.of_buffer(np.zeros(3, np.int32), Shape("s32", (2,))), lambda: Literal([float("nan")], "s32"),
    lambda: Literal(np.zeros((1 << 30, 0), np.int8)).to_text(),
])
def test_what_makes_no_sense_is_a_user_error(make: object) -> None:
    with pytest.raises(InputError):
        make()  # type: ignore[operator]


def test_numbers_become_elements_with_one_rounding() -> None:
    # Halfway between two numbers of bf16, and a little more: f32 on the way would round it to 1.
    assert Literal([1 + 2**-8 + 2**-40], "bf16").array.astype(np.float64)[0] == 1 + 2**-7
    assert Literal(7, "u64").shape == Shape("u64") and Literal(7).shape.element_type is PrimitiveType.S64
    assert Literal([2**64 - 1], "u64").array[0] == np.uint64(2**64 - 1)
    assert Literal(np.zeros(2, ml_dtypes.bfloat16)).shape == Shape("bf16", (2,))
