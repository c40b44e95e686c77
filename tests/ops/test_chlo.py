"""CHLO: functions against known values, broadcasting against NumPy, and the structured operations against loops."""

from __future__ import annotations

import math
import operator
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.ops.chlo.structured import minimum_broadcast_shapes
from hloom.reference import evaluate
from hloom.support.diagnostics import EvaluationError
from tests.ops.programs import codes, function, run


@pytest.mark.parametrize("name, x, wanted", [
    ("acos", 0.5, math.pi / 3), ("acosh", 2.0, math.log(2 + math.sqrt(3))), ("asin", 0.5, math.pi / 6),
    ("asinh", 1.0, math.asinh(1)),
    ("atan", 1.0, math.pi / 4), ("atanh", 0.5, math.atanh(0.5)), ("cosh", 1.5, math.cosh(1.5)), ("sinh", 1.5, math.sinh(1.5)),
    ("tan", 1.0, math.tan(1)), ("erf", 0.5, math.erf(0.5)), ("erfc", 3.0, math.erfc(3)), ("erf_inv", math.erf(0.5), 0.5),
    ("lgamma", 4.5, math.lgamma(4.5)), ("digamma", 1.0, -0.5772156649015329), ("square", -3.0, 9.0), ("conj", -3.0, -3.0),
    # e**-1 I1(1), from the series of I1.
    ("bessel_i1e", 1.0, math.exp(-1) * sum(0.5 ** (2 * k + 1) / (math.factorial(k) * math.factorial(k + 1)) for k in range(15))),
])
def test_functions(name: str, x: float, wanted: float) -> None:
    found = run(f"chlo.{name} %0 : tensor<f64> -> tensor<f64>", np.float64(x), results="tensor<f64>")
    assert float(found) == pytest.approx(wanted, rel=1e-13)


def test_functions_of_two_numbers() -> None:
    def of(name: str, x: float, y: float) -> float:
        return float(run(f"chlo.{name} %0, %1 : tensor<f64>, tensor<f64> -> tensor<f64>", np.float64(x), np.float64(y),
                         results="tensor<f64>"))

    assert of("zeta", 2.0, 1.0) == pytest.approx(math.pi**2 / 6, rel=1e-13)
    assert of("polygamma", 1.0, 1.0) == pytest.approx(math.pi**2 / 6, rel=1e-13)
    assert of("next_after", 1.0, 2.0) == math.nextafter(1.0, 2.0)


def test_infinities_and_conjugates() -> None:
    x = np.array([np.inf, -np.inf, np.nan, 1], np.float32)
    for name, wanted in (("is_inf", [1, 1, 0, 0]), ("is_pos_inf", [1, 0, 0, 0]), ("is_neg_inf", [0, 1, 0, 0])):
        assert run(f"chlo.{name} %0 : tensor<4xf32> -> tensor<4xi1>", x, results="tensor<4xi1>").tolist() == wanted
    assert run("chlo.conj %0 : tensor<complex<f32>> -> tensor<complex<f32>>", np.complex64(1 + 2j),
               results="tensor<complex<f32>>") == 1 - 2j


@pytest.mark.parametrize("type", ["i8", "ui8", "i32", "ui32", "i64", "ui64"])
def test_mulhi_against_python_integers(type: str) -> None:
    dtype = np.dtype(type.replace("ui", "uint").replace("i", "int", 1) if type[0] == "i" else "uint" + type[2:])
    bounds = np.iinfo(dtype)
    x = np.array([bounds.min, bounds.max, bounds.max // 3, 7], dtype)
    y = x[::-1].copy()
    found = run(f"chlo.mulhi %0, %1 : tensor<4x{type}>, tensor<4x{type}> -> tensor<4x{type}>", x, y, results=f"tensor<4x{type}>")
    assert found.tolist() == [(int(a) * int(b)) >> bounds.bits for a, b in zip(x, y)]


@pytest.mark.parametrize("name, function", [
    ("add", np.add), ("subtract", np.subtract), ("multiply", np.multiply), ("maximum", np.maximum), ("divide", np.divide),
    ("atan2", np.arctan2), ("power", np.power),
])
@pytest.mark.parametrize("left, right", [((2, 3), (3,)), ((1, 3), (2, 1)), ((), (2, 3)), ((2, 3), (2, 3))])
def test_broadcasting(name: str, function: Any, left: tuple[int, ...], right: tuple[int, ...]) -> None:
    rng = np.random.default_rng(1)
    x, y = rng.random(left) + 0.5, rng.random(right) + 0.5
    wanted = function(x, y)
    types = [f"tensor<{''.join(f'{n}x' for n in shape)}f64>" for shape in (left, right, wanted.shape)]
    found = run(f"chlo.broadcast_{name} %0, %1 : ({types[0]}, {types[1]}) -> {types[2]}", x, y, results=types[2])
    np.testing.assert_allclose(found, wanted, rtol=1e-15)


def test_broadcasting_of_sizes_that_only_a_run_tells() -> None:
    from hloom.reference import evaluate
    from tests.ops.programs import function
    module = function("%r = chlo.broadcast_compare %x, %y {comparison_direction = #chlo<comparison_direction LT>} : "
                      "(tensor<?x3xi32>, tensor<?x?xi32>) -> tensor<?x3xi1>\nreturn %r : tensor<?x3xi1>",
                      "%x: tensor<?x3xi32>, %y: tensor<?x?xi32>", "tensor<?x3xi1>")
    x, y = np.arange(3, dtype=np.int32).reshape(1, 3), np.array([[1], [2]], np.int32)
    np.testing.assert_array_equal(evaluate(module, x, y)[0], x < y)


def test_broadcast_select_and_complex() -> None:
    found = run("chlo.broadcast_select %0, %1, %2 : (tensor<i1>, tensor<2xi32>, tensor<1xi32>) -> tensor<2xi32>", np.array(False),
                np.array([1, 2], np.int32), np.array([5], np.int32), results="tensor<2xi32>")
    assert found.tolist() == [5, 5]
    found = run("chlo.broadcast_complex %0, %1 : (tensor<2xf32>, tensor<f32>) -> tensor<2xcomplex<f32>>",
                np.array([1, 2], np.float32),
                np.float32(3), results="tensor<2xcomplex<f32>>")
    assert found.tolist() == [1 + 3j, 2 + 3j]


def test_top_k_of_equal_numbers_and_nan() -> None:
    x = np.array([[1, 3, 3, np.nan, -0.0, 0.0]], np.float32)
    values, places = run("chlo.top_k(%0, k = 5) : tensor<1x6xf32> -> (tensor<1x5xf32>, tensor<1x5xi32>)", x,
                         results="tensor<1x5xf32>, tensor<1x5xi32>")
    assert places.tolist() == [[3, 1, 2, 0, 5]]
    np.testing.assert_array_equal(values, x[:, places[0]])


def test_top_k_is_a_sort_and_a_slice() -> None:
    from hloom.ops.common.decomposition import function_of
    from hloom.reference.interpreter import Interpreter
    from tests.ops.programs import function
    module = function("%r:2 = chlo.top_k(%x, k = 4) : tensor<3x9xf32> -> (tensor<3x4xf32>, tensor<3x4xi32>)\nreturn %r#0 : "
                      "tensor<3x4xf32>",
                      "%x: tensor<3x9xf32>", "tensor<3x4xf32>")
    op = module.functions["main"].regions[0].block.operations[0]
    process = Interpreter(module)
    process.functions["by_operations"] = function_of(op, "by_operations")
    x = np.random.default_rng(0).integers(0, 5, (3, 9)).astype(np.float32)
    for mine, theirs in zip(op.eval(x), process.call_function("by_operations", x)):
        np.testing.assert_array_equal(mine, theirs)


def ragged(lhs: Any, rhs: Any, sizes: Any, numbers: str, result: str) -> Any:
    def type(x: Any) -> str:
        return f"tensor<{'x'.join(map(str, x.shape))}x{'f64' if x.dtype == np.float64 else 'i64'}>"

    return run(f'"chlo.ragged_dot"(%0, %1, %2) {{ragged_dot_dimension_numbers = #chlo.ragged_dot<{numbers}>}} : '
               f"({type(lhs)}, {type(rhs)}, {type(sizes)}) -> {result}", lhs, rhs, sizes, results=result)


def test_ragged_dot_along_rows() -> None:
    rng = np.random.default_rng(2)
    lhs, rhs, sizes = rng.random((6, 4)), rng.random((3, 4, 5)), np.array([2, 0, 3])
    found = ragged(lhs, rhs, sizes, "lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], "
                   "lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]", "tensor<6x5xf64>")
    np.testing.assert_allclose(found, np.concatenate([lhs[:2] @ rhs[0], lhs[2:5] @ rhs[2], np.zeros((1, 5))]), rtol=1e-14)


def test_ragged_dot_along_the_contracted_dimension_of_each_batch() -> None:
    rng = np.random.default_rng(2)
    lhs, rhs, sizes = rng.random((2, 3, 6)), rng.random((2, 6, 4)), np.array([[2, 4], [5, 1]])
    found = ragged(lhs, rhs, sizes, "lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], "
                   "lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [2]",
                   "tensor<2x2x3x4xf64>")
    wanted = [[lhs[b][:, start:end] @ rhs[b][start:end] for b, (start, end) in enumerate(bounds)]
              for bounds in (((0, 2), (0, 5)), ((2, 6), (5, 6)))]
    np.testing.assert_allclose(found, wanted, rtol=1e-14)


@pytest.mark.parametrize("reverse", [False, True])
def test_scan_along_the_second_dimension(reverse: bool) -> None:
    x = np.arange(6, dtype=np.int32).reshape(2, 3)
    sums, last = run(f"""chlo.scan(%0) inits (%1) dimension=1 attributes {{is_reverse = {str(reverse).lower()}}} {{
      ^bb0(%a: tensor<2xi32>, %c: tensor<2xi32>):
        %s = stablehlo.add %a, %c : tensor<2xi32>
        stablehlo.return %s, %s : tensor<2xi32>, tensor<2xi32>
      }} : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)""", x, np.array([10, 20], np.int32),
                     results="tensor<2x3xi32>, tensor<2xi32>")
    start = np.array([[10], [20]])
    wanted = np.cumsum(x[:, ::-1], 1)[:, ::-1] + start if reverse else np.cumsum(x, 1) + start
    np.testing.assert_array_equal(sums, wanted)
    np.testing.assert_array_equal(last, x.sum(1) + start[:, 0])


def test_constants() -> None:
    assert run("chlo.constant dense<[1, 2]> : tensor<2xi32>", results="tensor<2xi32>").tolist() == [1, 2]
    found = run('"chlo.constant_like"(%0) {value = 0x7FC00000 : f32} : (tensor<2xf32>) -> tensor<2xf32>', np.zeros(2, np.float32),
                results="tensor<2xf32>")
    assert np.isnan(found).all()


@pytest.mark.parametrize("shapes, wanted", [
    ([[2, 3, 4], [2, 3, 4]], [[24], [24]]),
    ([[2, 3, 4], [4]], [[6, 4], [4]]),
    ([[2, 1, 4], [2, 3, 1]], [[2, 1, 4], [2, 3, 1]]),
    ([[1, 1], [5, 1]], [[], [5]]),
    ([[2, 3], [1, 1], [2, 3]], [[6], [], [6]]),
])
def test_shapes_of_least_rank(shapes: list[list[int]], wanted: list[list[int]]) -> None:
    found = minimum_broadcast_shapes(shapes)
    assert found == wanted
    assert math.prod(np.broadcast_shapes(*map(tuple, shapes))) == math.prod(np.broadcast_shapes(*map(tuple, found)))


@pytest.mark.parametrize("operation, code", [
    ("chlo.broadcast_add %x, %y : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>", "broadcast_add_shape"),
    ("chlo.broadcast_add %x, %y {broadcast_dimensions = array<i64: 2>} : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>",
     "broadcast_add_broadcast_dimensions"),
    ("chlo.broadcast_add %x, %y {broadcast_dimensions = array<i64: 0>} : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>",
     None),
    ("chlo.zeta %x, %y : tensor<2x3xf32>, tensor<2xf32> -> tensor<2x3xf32>", "zeta_type"),
])
def test_constraints(operation: str, code: str | None) -> None:
    found = codes(f"func.func @f(%x: tensor<2x3xf32>, %y: tensor<2xf32>) {{\n%0 = {operation}\nreturn\n}}")
    assert found == ([code] if code else [])


def test_calls_that_older_exports_have_for_chlo() -> None:
    """`chlo.erf` was written as a custom call of `mhlo.erf`."""
    module = function("""%0 = stablehlo.custom_call @mhlo.erf(%x) {mhlo.attributes = {}, mhlo.version = 1 : i64}
          : (tensor<2x4xf32>) -> tensor<2x4xf32>
        %1:2 = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 2 : i64, largest = true}, mhlo.version = 1 : i64}
          : (tensor<2x4xf32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
        %2 = stablehlo.custom_call @mhlo.tan(%x) : (tensor<2x4xf32>) -> tensor<2x4xf32>
        return %0, %1#0, %1#1, %2 : tensor<2x4xf32>, tensor<2x2xf32>, tensor<2x2xi32>, tensor<2x4xf32>""",
                      "%x: tensor<2x4xf32>", "tensor<2x4xf32>, tensor<2x2xf32>, tensor<2x2xi32>, tensor<2x4xf32>")
    x = np.array([[0.5, -1, 2, 0], [3, 1, -2, 3]], np.float32)
    erf, values, places, tan = evaluate(module, x)
    np.testing.assert_allclose(erf, np.vectorize(math.erf)(x), rtol=1e-6)
    assert values.tolist() == [[2, 0.5], [3, 3]] and places.tolist() == [[2, 0], [0, 3]]
    np.testing.assert_allclose(tan, np.tan(x.astype(np.float64)), rtol=1e-6)


def test_square_of_complex_numbers() -> None:
    """The real part does not cancel, nor is it NaN where the parts are of one size."""
    text = "func.func @main(%x: tensor<6xcomplex<{0}>>) -> tensor<6xcomplex<{0}>> {{\n" \
           "  %0 = chlo.square %x : tensor<6xcomplex<{0}>> -> tensor<6xcomplex<{0}>>\n" \
           "  return %0 : tensor<6xcomplex<{0}>>\n}}"
    inf = np.inf
    for name, dtype in (("f32", np.complex64), ("f64", np.complex128)):
        module = hloom.parse(text.format(name))
        x = np.array([1.0001 + 1j, 1e20 + 1e20j, complex(inf, -inf), complex(inf, 1), complex(np.nan, 1), -3e18 + 3e18j], dtype)
        wide = x.astype(np.clongdouble)
        for found in (hloom.evaluate(module, x)[0], hloom.compile(module)(x)[0]):
            exact = (wide[0].real - wide[0].imag) * (wide[0].real + wide[0].imag)
            assert abs(found[0].real - exact) <= np.finfo(dtype).eps * exact
            assert found[1].real == 0 and found[5].real == 0 and found[2].real == 0
            assert found[2].imag == -inf and found[3].real == inf and found[3].imag == inf and np.isnan(found[4].real)


@pytest.mark.parametrize("name", ["shift_left", "shift_right_arithmetic", "shift_right_logical", "next_after"])
def test_what_broadcasting_admits_and_has_no_meaning_is_said(name: str) -> None:
    """The forms with broadcasting take every type, as they are declared to."""
    type = "tensor<2xcomplex<f32>>"
    module = function(f"%r = chlo.broadcast_{name} %x, %x : ({type}, {type}) -> {type}\nreturn %r : {type}", f"%x: {type}", type)
    x = np.zeros(2, np.complex64)
    with pytest.raises(EvaluationError, match=r"has no meaning for complex<f32>"):
        evaluate(module, x)
    with pytest.raises(EvaluationError, match=r"has no meaning for complex<f32>"):
        hloom.compile(module)(x)


@pytest.mark.parametrize("direction, relation", [
    ("LT", operator.lt), ("LE", operator.le), ("GT", operator.gt), ("GE", operator.ge), ("EQ", operator.eq), ("NE", operator.ne)])
@pytest.mark.parametrize("type, dtype", [("complex<f32>", np.complex64), ("complex<f64>", np.complex128)])
def test_complex_numbers_compare_as_pairs(direction: str, relation: Any, type: str, dtype: Any) -> None:
    """By the real parts, then by the others, on both engines (StableHLO spec: compare, which its verifier admits no order of)."""
    many = f"tensor<81x{type}>"
    module = function(f"%r = chlo.broadcast_compare %x, %y {{comparison_direction = #chlo<comparison_direction {direction}>}} : "
                      f"({many}, {many}) -> tensor<81xi1>\nreturn %r : tensor<81xi1>", f"%x: {many}, %y: {many}",
                      "tensor<81xi1>")
    numbers = [complex(re, im) for re in (-1, 0, np.nan) for im in (-np.inf, 0, 1)]
    pairs = [(x, y) for x in numbers for y in numbers]
    wanted = [relation(x.imag, y.imag) if x.real == y.real else relation(x.real, y.real) for x, y in pairs]
    x, y = np.array(pairs, dtype).T.copy()
    for found in (evaluate(module, x, y)[0], hloom.compile(module)(x, y)[0]):
        np.testing.assert_array_equal(found, wanted)
