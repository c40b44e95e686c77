"""Products whose results are of another type than their factors: of factors converted first, against NumPy, on both engines."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import hloom
from hloom.numbers.convert import convert
from hloom.numbers.element_type import C64, C128, ELEMENT_TYPES, F32, F64, I64, PRED, ElementType

TYPES = [ELEMENT_TYPES[name] for name in (
    "i1", "i4", "ui4", "i8", "ui8", "i16", "ui16", "i32", "ui32", "i64", "ui64", "f8E4M3FN", "f8E5M2", "bf16", "f16", "f32",
    "f64", "complex<f32>", "complex<f64>")]
#: Products, rows, terms and columns: what is computed in loops, by dots, by sums of rows, in tiles, by instructions for groups.
SHAPES = [(1, 1, 1, 1), (1, 1, 7, 1), (1, 1, 9, 33), (1, 40, 19, 1), (1, 3, 2, 3), (70, 3, 3, 3), (1, 4, 3, 5), (1, 300, 3, 4),
          (2, 17, 24, 19), (1, 64, 70, 80), (1, 1, 600, 200), (5, 1, 1, 12)]


def drawn(rng: np.random.Generator, shape: tuple[int, ...], type: ElementType, most: int = 25) -> Any:
    """Numbers with all the digits that a type has; integers of so many bits."""
    if type is PRED:
        return rng.random(shape) < 0.5
    if type.is_complex:
        made = np.empty(shape, type.dtype)
        made.real, made.imag = drawn(rng, shape, type.part), drawn(rng, shape, type.part)
        return made
    if type.is_float:
        return convert(rng.standard_normal(shape), type)
    bits = min(type.width, most) - (type.kind == "sint")
    return convert(rng.integers(-(1 << bits) if type.kind == "sint" else 0, 1 << bits, shape), type)


def factors(rng: np.random.Generator, left: tuple[int, ...], right: tuple[int, ...], source: ElementType,
            result: ElementType) -> tuple[Any, Any]:
    """Two arrays to be multiplied. Of integers for a narrow float those on the left round, and few sums overflow."""
    is_narrow = result.is_float and result.width < F32.width
    return drawn(rng, left, source, 13 if is_narrow else 25), drawn(rng, right, source, 2 if is_narrow else 25)


def factor(source: ElementType, result: ElementType) -> ElementType:
    """The type in which factors of a type are multiplied for a result: as wide as both, of the more general kind."""
    if source.is_complex or (result.is_complex and not source.is_float):
        return C128 if F64 in (source.part, result.part) else C64
    if source.is_float:
        return F64 if F64 in (source, result.part) else source
    return result if result.is_float else source if result is PRED else I64


def judge(x: Any, y: Any, source: ElementType, result: ElementType, multiply: Any) -> Callable[[Any], None]:
    """What requires of an array that it is `multiply(x, y)`, a function of NumPy arrays that is linear in both, of factors
    converted first."""
    wide = factor(source, result)
    x, y = convert(x, wide), convert(y, wide)
    if wide.is_integer or wide is PRED:
        return _judge_integers(multiply(words(x), words(y)), source, result)
    double = C128 if wide.is_complex else F64
    x, y = (convert(v, double).astype(np.clongdouble if wide.is_complex else np.longdouble) for v in (x, y))
    exact, size = multiply(x, y), multiply(abs(x), abs(y))
    if not result.is_complex:
        exact = exact.real
    if result is PRED:
        return partial(_require_equal, wanted=exact != 0)
    if result.is_integer:
        rounded = convert(convert(exact.astype(np.float64), result), F64)

        def near(found: Any) -> None:
            assert np.all(abs(convert(found, F64) - rounded) <= 1 + 1e-5 * size.max())

        return near
    sums = 2.0**-52 if F64 in (wide.part, result.part) else 2.0**-23
    info = ml_dtypes.finfo(result.part.dtype)
    wanted = convert(convert(exact.astype(double.dtype), result), C128).astype(np.clongdouble)
    bound = 4 * sums * x.shape[-1] * size + float(info.eps) * abs(exact) + float(info.smallest_subnormal)

    def within(found: Any) -> None:
        got = convert(found, C128).astype(np.clongdouble)
        with np.errstate(invalid="ignore"):
            assert np.all(np.where(np.isfinite(wanted), abs(got - exact) <= bound, ~np.isfinite(got)))

    return within


def words(x: Any) -> Any:
    """Integers modulo 2^64, of which sums and products are those of the integers themselves."""
    return x.astype(np.uint64) if x.dtype.kind in "bu" else x.astype(np.int64).astype(np.uint64)


def _judge_integers(exact: Any, source: ElementType, result: ElementType) -> Callable[[Any], None]:
    """Of results of integers, known modulo 2^64: they have as many bits as the result, or as the source for a truth value."""
    width = 64 if source is PRED and result is PRED else source.width if result is PRED else result.width
    mask = np.uint64((1 << width) - 1)
    if result is PRED:
        return partial(_require_equal, wanted=exact & mask != 0)

    def same_bits(found: Any) -> None:
        assert np.array_equal(words(found) & mask, exact & mask)

    return same_bits


def _require_equal(found: Any, wanted: Any) -> None:
    assert np.array_equal(found, wanted)


def check_both(text: str, x: Any, y: Any, source: ElementType, result: ElementType, multiply: Any, format: str | None = None,
               **settings: Any) -> None:
    program = hloom.parse(text, format=format) if format else hloom.parse(text)
    require = judge(x, y, source, result, multiply)
    for found in (hloom.evaluate(program, x, y)[0], hloom.compile(program, **settings)(x, y)[0]):
        require(found)


def matrices(x: Any, y: Any) -> Any:
    with np.errstate(invalid="ignore"):
        return np.einsum("bmk,bkn->bmn", x, y)


def dot_general(shape: tuple[int, ...], source: ElementType, result: ElementType, given: ElementType | None = None) -> str:
    """A product of matrices of `source`, which the program makes of others of the type `given`."""
    count, rows, terms, columns = shape
    x, y = f"{count}x{rows}x{terms}x", f"{count}x{terms}x{columns}x"
    made = "" if given is None else "".join(
        f"  %{new} = stablehlo.convert %{old} : (tensor<{size}{given}>) -> tensor<{size}{source}>\n"
        for new, old, size in (("a", "x", x), ("b", "y", y)))
    names = ("%x, %y", "%a, %b")[given is not None]
    type = f"tensor<{count}x{rows}x{columns}x{result}>"
    return f"""func.func @main(%x: tensor<{x}{given or source}>, %y: tensor<{y}{given or source}>) -> {type} {{
{made}  %0 = stablehlo.dot_general {names}, batching_dims = [0] x [0], contracting_dims = [2] x [1]
    : (tensor<{x}{source}>, tensor<{y}{source}>) -> {type}
  return %0 : {type} }}"""


@pytest.mark.parametrize("source", TYPES, ids=str)
def test_products_of_matrices(source: ElementType) -> None:
    rng = np.random.default_rng(TYPES.index(source))
    for number, result in enumerate(TYPES):
        for shape in (SHAPES[number % len(SHAPES)], SHAPES[(5 * number + 3) % len(SHAPES)], (2, 17, 24, 19)):
            x, y = factors(rng, shape[:3], (shape[0], *shape[2:]), source, result)
            check_both(dot_general(shape, source, result), x, y, source, result, matrices)


WIDENED = [("f32", "f64", "f32"), ("i32", "f64", "f32"), ("bf16", "f64", "f32"), ("f16", "f64", "f64"), ("bf16", "f32", "f64"),
           ("i16", "f32", "f16"), ("i8", "i32", "f32"), ("ui8", "i16", "i32"), ("i8", "f32", "f64"), ("f8E5M2", "f64", "bf16")]


@pytest.mark.parametrize(("given", "source", "result"), WIDENED)
@pytest.mark.parametrize("shape", [(1, 20, 33, 40), (1, 1, 300, 64), (1, 64, 64, 1), (1, 24, 64, 32), (1, 3, 5, 4)])
def test_products_of_what_the_program_converts(given: str, source: str, result: str, shape: tuple[int, ...]) -> None:
    """Code for products reads the numbers as they were, and must know all the same what they are multiplied and summed in."""
    types = [ELEMENT_TYPES[name] for name in (given, source, result)]
    rng = np.random.default_rng(3)
    x, y = drawn(rng, shape[:3], types[0]), drawn(rng, (shape[0], *shape[2:]), types[0])
    program = hloom.parse(dot_general(shape, types[1], types[2], types[0]))
    require = judge(convert(x, types[1]), convert(y, types[1]), types[1], types[2], matrices)
    for found in (hloom.evaluate(program, x, y)[0], hloom.compile(program)(x, y)[0]):
        require(found)


def test_the_sum_of_f64_products_is_rounded_once() -> None:
    """1 + 2^-30 - 1 as a sum of f64, where the result is f32 and the factors were f32: a sum of f32 has nothing left."""
    for shape in ((1, 1, 3, 1), (1, 4, 3, 5), (1, 20, 3, 40), (1, 1, 3, 64), (1, 64, 3, 1)):
        x = np.broadcast_to(np.array([1, 2.0**-30, -1], np.float32), shape[:3])
        y = np.ones((shape[0], *shape[2:]), np.float32)
        program = hloom.parse(dot_general(shape, F64, F32, F32))
        for found in (hloom.evaluate(program, x, y)[0], hloom.compile(program)(x, y)[0]):
            assert np.all(found == np.float32(2.0**-30))


def test_parts_of_long_sums_are_not_rounded() -> None:
    """Sums of f64 products that workers divide, for a result of f32."""
    rng = np.random.default_rng(1)
    shape = (1, 8, 1 << 15, 16)
    x, y = drawn(rng, shape[:3], F64), drawn(rng, (1, *shape[2:]), F64)
    x[0, :, -1], y[0, -1, :] = 1, -(x[0, :, :-1] @ y[0, :-1, :])[0]  # the first row cancels
    program = hloom.parse(dot_general(shape, F64, F32))
    exact = np.matmul(x.astype(np.longdouble), y.astype(np.longdouble))
    found = hloom.compile(program, threads=4)(x, y)[0]
    assert np.all(abs(found - exact) <= 2.0**-24 * abs(exact) + 1e-10)


CONVOLUTIONS = [("i8", "i32"), ("ui8", "f32"), ("i32", "f16"), ("i32", "f64"), ("f16", "f32"), ("bf16", "f64"), ("f32", "f64"),
                ("f64", "f32"), ("complex<f32>", "complex<f64>"), ("f32", "complex<f64>"), ("complex<f32>", "f64"), ("i16", "i1"),
                ("complex<f64>", "complex<f32>"), ("i64", "complex<f32>"), ("f8E4M3FN", "f32"), ("f32", "i16")]


def windows(x: Any, y: Any) -> Any:
    """[image, place, feature] with [tap, feature, output], in each place the taps from there on."""
    taps, places = y.shape[0], x.shape[1] - y.shape[0] + 1
    seen = np.stack([x[:, k:k + places] for k in range(taps)], axis=2).reshape(x.shape[0] * places, -1)
    return matrices(seen[np.newaxis], y.reshape(1, -1, y.shape[-1])).reshape(x.shape[0], places, -1)


@pytest.mark.parametrize(("given", "wanted"), CONVOLUTIONS)
@pytest.mark.parametrize("is_dynamic", [False, True], ids=["convolution", "dynamic_conv"])
@pytest.mark.parametrize("shape", [(1, 5, 1, 3, 1), (2, 9, 3, 2, 4), (3, 40, 16, 3, 24)])
def test_convolutions(given: str, wanted: str, is_dynamic: bool, shape: tuple[int, ...]) -> None:
    source, result = ELEMENT_TYPES[given], ELEMENT_TYPES[wanted]
    images, places, features, taps, outputs = shape
    rng = np.random.default_rng(7)
    x, y = factors(rng, shape[:3], (taps, features, outputs), source, result)
    types = f"tensor<{images}x{places}x{features}x{given}>", f"tensor<{taps}x{features}x{outputs}x{given}>"
    type = f"tensor<{images}x{places - taps + 1}x{outputs}x{wanted}>"
    numbers = "#stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>"
    name, padding, more = ("stablehlo.convolution", "", "")
    if is_dynamic:
        name, padding, more = "stablehlo.dynamic_conv", ", %p", ", tensor<1x2xi32>"
    check_both(f"""func.func @main(%x: {types[0]}, %y: {types[1]}) -> {type} {{
      %p = stablehlo.constant dense<0> : tensor<1x2xi32>
      %0 = "{name}"(%x, %y{padding}) <{{dimension_numbers = {numbers}, feature_group_count = 1 : i64,
        batch_group_count = 1 : i64}}> : ({', '.join(types)}{more}) -> {type}
      return %0 : {type} }}""", x, y, source, result, windows)


@pytest.mark.parametrize(("given", "wanted"), CONVOLUTIONS)
@pytest.mark.parametrize("shape", [(1, 3, 5, 2), (1, 1, 12, 1), (1, 33, 20, 18)])
def test_dot_and_einsum(given: str, wanted: str, shape: tuple[int, ...]) -> None:
    source, result = ELEMENT_TYPES[given], ELEMENT_TYPES[wanted]
    _, rows, terms, columns = shape
    rng = np.random.default_rng(8)
    x, y = factors(rng, (rows, terms), (terms, columns), source, result)
    types = f"(tensor<{rows}x{terms}x{given}>, tensor<{terms}x{columns}x{given}>) -> tensor<{rows}x{columns}x{wanted}>"
    head = f"func.func @main(%x: tensor<{rows}x{terms}x{given}>, %y: tensor<{terms}x{columns}x{given}>)" \
           f" -> tensor<{rows}x{columns}x{wanted}>"
    for what in ("dot %x, %y", 'einsum %x, %y, config = "ab,bc->ac"'):
        check_both(f"{head} {{\n  %0 = stablehlo.{what} : {types}\n  return %0 : tensor<{rows}x{columns}x{wanted}> }}",
                   x, y, source, result, lambda a, b: matrices(a[np.newaxis], b[np.newaxis])[0])


HLO_NAMES = {"i8": "s8", "i16": "s16", "i32": "s32", "i64": "s64", "ui8": "u8", "i1": "pred", "f16": "f16", "bf16": "bf16",
             "f32": "f32", "f64": "f64", "complex<f32>": "c64", "complex<f64>": "c128", "f8E4M3FN": "f8e4m3fn"}


@pytest.mark.parametrize(("given", "wanted"), CONVOLUTIONS)
def test_products_in_hlo(given: str, wanted: str) -> None:
    source, result = ELEMENT_TYPES[given], ELEMENT_TYPES[wanted]
    rng = np.random.default_rng(9)
    x, y = factors(rng, (6, 10), (10, 7), source, result)
    a, b = HLO_NAMES[given], HLO_NAMES[wanted]
    check_both(f"""HloModule products
ENTRY main {{
  x = {a}[6,10] parameter(0)
  y = {a}[10,7] parameter(1)
  ROOT d = {b}[6,7] dot(x, y), lhs_contracting_dims={{1}}, rhs_contracting_dims={{0}}
}}""", x, y, source, result, lambda p, q: matrices(p[np.newaxis], q[np.newaxis])[0], "hlo")


MIXED = [("i32", "f32", "f64"), ("i32", "f16", "f64"), ("f16", "bf16", "f64"), ("i64", "f32", "f32"), ("f32", "f64", "f32"),
         ("complex<f32>", "f32", "complex<f64>"), ("f64", "complex<f32>", "complex<f64>"), ("ui8", "i32", "i64"),
         ("i1", "i32", "f32")]


@pytest.mark.parametrize(("left", "right", "wanted"), MIXED)
def test_factors_of_two_types(left: str, right: str, wanted: str) -> None:
    """Each becomes a number of the result's precision by itself: an i32 beside an f32 does not round to f32 where that is f64."""
    lhs, rhs, result = (ELEMENT_TYPES[name] for name in (left, right, wanted))
    rng = np.random.default_rng(10)
    x, y = drawn(rng, (5, 9), lhs), drawn(rng, (9, 8), rhs)
    text = f"""func.func @main(%x: tensor<5x9x{left}>, %y: tensor<9x8x{right}>) -> tensor<5x8x{wanted}> {{
      %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]
        : (tensor<5x9x{left}>, tensor<9x8x{right}>) -> tensor<5x8x{wanted}>
      return %0 : tensor<5x8x{wanted}> }}"""
    program = hloom.parse(text)
    for found in (hloom.evaluate(program, x, y)[0], hloom.compile(program)(x, y)[0]):
        if result is F32:
            p, q = convert(x, F64), convert(y, F64)
            assert np.all(abs(found - p @ q) <= 2.0**-21 * (abs(p) @ abs(q)))
        else:
            judge(convert(x, result)[np.newaxis], convert(y, result)[np.newaxis], result, result, matrices)(found[np.newaxis])


def test_truth_of_a_sum_is_that_of_what_wraps() -> None:
    """2^31 + 2^31 is 0 in i32, which is multiplied and summed before it becomes a truth value."""
    x, y = np.full((1, 2, 2), 1 << 16, np.int32), np.full((1, 2, 3), 1 << 15, np.int32)
    program = hloom.parse(dot_general((1, 2, 2, 3), ELEMENT_TYPES["i32"], PRED))
    for found in (hloom.evaluate(program, x, y)[0], hloom.compile(program)(x, y)[0]):
        assert not found.any()
