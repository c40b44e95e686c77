"""Writes tests/cases: self-checking programs whose expected values NumPy computes.

    python tools/make_cases.py

Operands pass through an optimization_barrier, so that the compiler computes the operation instead of folding it.
"""

# ruff: noqa: E501  (a program's line stands in one piece)
from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import dialect_cases
import numpy as np
import program_cases
from case_text import case, dense, program, type_of, write

INF, NAN = math.inf, math.nan


FLOATS = np.array([[0.0, -0.0, 1.5, -2.25], [INF, -INF, NAN, 1e-40]], np.float32)
OTHERS = np.array([[1.0, 0.0, -0.5, 4.0], [2.0, INF, 1.0, -3.0]], np.float32)
INTS = np.array([0, 1, -1, 7, -128, 127], np.int8)
MORE = np.array([3, -1, -1, -2, -1, 2], np.int8)


def elementwise() -> None:
    binary: dict[str, Callable[..., Any]] = {
        "add": np.add, "subtract": np.subtract, "multiply": np.multiply, "divide": np.divide, "maximum": np.maximum,
        "minimum": np.minimum}
    for op, function in binary.items():
        text = f"stablehlo.{op} {{0}}, {{1}} : {{type}}"
        with np.errstate(all="ignore"):
            cases = [case(f"{op}_f32", [FLOATS, OTHERS], text, function(FLOATS, OTHERS))]
            if op != "divide":
                cases.append(case(f"{op}_i8", [INTS, MORE], text, function(INTS, MORE)))
        write("elementwise", op, cases)
    divide = np.array([0, -1, 1, -3, -128, 63], np.int8)  # rounded to zero; -128 / -1 wraps
    write("elementwise", "divide_integers", [
        case("divide_i8", [INTS, MORE], "stablehlo.divide {0}, {1} : {type}", divide),
        case("by_zero_i8", [INTS, 0 * MORE], "stablehlo.divide {0}, {1} : {type}", np.full(6, -1, np.int8)),
        case("remainder_by_zero_i8", [INTS, 0 * MORE], "stablehlo.remainder {0}, {1} : {type}", INTS)])
    shifts = np.array([0, 1, 7, 8, 100, -1], np.int8)
    write("elementwise", "shift_left", [case("over_wide_i8", [MORE, shifts], "stablehlo.shift_left {0}, {1} : {type}",
                                             np.array([3, -2, -128, 0, 0, 0], np.int8))])
    write("elementwise", "shift_right_arithmetic", [
        case("over_wide_i8", [MORE, shifts], "stablehlo.shift_right_arithmetic {0}, {1} : {type}",
             np.array([3, -1, -1, -1, -1, 0], np.int8))])
    plain = np.linspace(-3, 3, 13, dtype=np.float32)
    unary: dict[str, Callable[..., Any]] = {
        "exponential": np.exp, "tanh": np.tanh, "sine": np.sin, "cosine": np.cos, "abs": np.abs, "negate": np.negative,
        "floor": np.floor, "ceil": np.ceil, "round_nearest_even": np.rint, "sign": np.sign}
    for op, function in unary.items():
        wide = function(plain.astype(np.float64)).astype(np.float32)
        exact = op in ("abs", "negate", "floor", "ceil", "round_nearest_even", "sign")
        write("elementwise", op, [case(f"{op}_f32", [plain], f"stablehlo.{op} {{0}} : {{type}}", wide, exact)])
    positive = np.array([0.0, 1e-40, 0.25, 2.0, 1e30, INF], np.float32)
    for op, function in {"sqrt": np.sqrt, "log": np.log, "log_plus_one": np.log1p}.items():
        with np.errstate(divide="ignore"):
            wide = function(positive.astype(np.float64)).astype(np.float32)
        write("elementwise", op, [case(f"{op}_f32", [positive], f"stablehlo.{op} {{0}} : {{type}}", wide, op == "sqrt")])
    write("elementwise", "compare", [
        case(f"{d.lower()}_f32", [FLOATS, OTHERS], f"stablehlo.compare {d}, {{0}}, {{1}}, FLOAT : ({{types}}) -> {{result}}", f(FLOATS, OTHERS))
        for d, f in {"LT": np.less, "GE": np.greater_equal, "EQ": np.equal, "NE": np.not_equal}.items()])
    chosen = np.array([[True, False, True, False]] * 2)
    write("elementwise", "select", [case("select_f32", [chosen, FLOATS, OTHERS], "stablehlo.select {0}, {1}, {2} : "
                                         f"{type_of(chosen)}, {type_of(FLOATS)}", np.where(chosen, FLOATS, OTHERS))])
    to_int = np.array([0, -1, 2, -3, 127, -128, 0], np.int8)  # truncated, saturated, NaN to 0
    write("elementwise", "convert", [
        case("f32_to_i8", [np.array([0.5, -1.9, 2.5, -3.0, 300.0, -INF, NAN], np.float32)],
             "stablehlo.convert {0} : ({types}) -> {result}", to_int),
        case("i8_to_f32", [INTS], "stablehlo.convert {0} : ({types}) -> {result}", INTS.astype(np.float32))])


def movement() -> None:
    x = np.arange(24, dtype=np.int32).reshape(2, 3, 4)
    arrow = " : ({types}) -> {result}"
    write("movement", "transpose", [case("permute", [x], "stablehlo.transpose {0}, dims = [2, 0, 1]" + arrow, x.transpose(2, 0, 1))])
    write("movement", "reshape", [case("reshape", [x], "stablehlo.reshape {0}" + arrow, x.reshape(4, 6))])
    write("movement", "reverse", [case("reverse", [x], "stablehlo.reverse {0}, dims = [0, 2] : {type}", x[::-1, :, ::-1])])
    write("movement", "slice", [case("strided", [x], "stablehlo.slice {0} [0:2, 1:3, 0:4:3]" + arrow, x[:, 1:3, ::3])])
    write("movement", "concatenate", [case("concatenate", [x, x + 100], "stablehlo.concatenate {0}, {1}, dim = 1" + arrow,
                                           np.concatenate([x, x + 100], 1))])
    row = np.arange(3, dtype=np.int32)
    write("movement", "broadcast_in_dim", [case("rows", [row], "stablehlo.broadcast_in_dim {0}, dims = [1]" + arrow,
                                                np.broadcast_to(row[None, :, None], (2, 3, 2)))])
    write("movement", "broadcast", [case("twice", [row], '"stablehlo.broadcast"({0}) <{{broadcast_sizes = array<i64: 2>}}>' + arrow,
                                         np.stack([row, row]))])
    padded = np.full((4, 9), 9, np.int32)
    padded[1:3, 1:8:2] = x[0, :2]
    write("movement", "pad", [case("interior", [x[0, :2].copy(), np.array(9, np.int32)],
                                   "stablehlo.pad {0}, {1}, low = [1, 1], high = [1, 1], interior = [0, 1]" + arrow, padded)])
    write("movement", "iota", [case("iota", [], "stablehlo.iota dim = 1 : {result}",
                                    np.broadcast_to(np.arange(4, dtype=np.int32), (3, 4)))])


def reductions() -> None:
    x = np.array([[3, 1, 2], [-5, 4, 0]], np.int32)
    zero = np.array(0, np.int32)
    for op, axis, start, function in (("add", 1, zero, np.sum), ("maximum", 0, np.array(-99, np.int32), np.max)):
        write("reduction", f"reduce_{op}", [case("reduce", [x, start],
              f"stablehlo.reduce({{0}} init: {{1}}) applies stablehlo.{op} across dimensions = [{axis}] : ({{types}}) -> {{result}}",
              np.asarray(function(x, axis), np.int32))])
    write("reduction", "map", [case("sums", [x, x[::-1].copy()], """"stablehlo.map"({0}, {1}) <{{dimensions = array<i64: 0, 1>}}> ({{
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }}) : ({types}) -> {result}""", x + x[::-1])])
    # The windows of rows 0-1 and 2-3 (both columns): the first largest element gets the source's number.
    image = np.array([[1, 9], [9, 2], [4, 3], [0, 4]], np.int32)
    choice = """"stablehlo.select_and_scatter"({0}, {1}, {2}) <{{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}}> ({{
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }}, {{
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }}) : ({types}) -> {result}"""
    expected = np.full((4, 2), 100, np.int32)
    expected[0, 1] += 5
    expected[2, 0] += 6
    # Windows that overlap: row 1 has the largest element of both.
    overlapping = choice.replace("window_strides = array<i64: 2, 2>", "window_strides = array<i64: 1, 1>")
    peak = np.array([[1], [7], [2]], np.int32)
    write("reduction", "select_and_scatter", [
        case("ties", [image, np.array([[5], [6]], np.int32), np.array(100, np.int32)], choice, expected),
        case("overlapping", [peak, np.array([[5], [6]], np.int32), zero],
             overlapping.replace("window_dimensions = array<i64: 2, 2>", "window_dimensions = array<i64: 2, 1>"),
             np.array([[0], [11], [0]], np.int32))])
    sums = np.cumsum(x, 1, dtype=np.int32)
    window = ('"stablehlo.reduce_window"({0}, {1}) <{{window_dimensions = array<i64: 1, 3>, padding = dense<[[0, 0], [2, 0]]> : '
              'tensor<2x2xi64>}}> ({{\n  ^bb0(%a: tensor<i32>, %b: tensor<i32>):\n    %s = stablehlo.add %a, %b : tensor<i32>\n'
              '    stablehlo.return %s : tensor<i32>\n  }}) : ({types}) -> {result}')
    write("reduction", "reduce_window", [case("running_sum", [x, zero], window, sums)])


def contractions() -> None:
    generator = np.random.default_rng(0)
    a, b = (generator.integers(-4, 5, s).astype(np.float32) for s in ((2, 3, 5), (2, 5, 4)))
    write("contraction", "dot_general", [case("batched", [a, b], "stablehlo.dot_general {0}, {1}, batching_dims = [0] x [0], "
                                              "contracting_dims = [2] x [1] : ({types}) -> {result}", a @ b)])
    write("contraction", "dot", [case("matrices", [a[0], b[0]], "stablehlo.dot {0}, {1} : ({types}) -> {result}", a[0] @ b[0])])
    arrow = " : ({types}) -> {result}"
    write("contraction", "einsum", [case("batched", [a, b], '"stablehlo.einsum"({0}, {1}) <{{einsum_config = "bij,bjk->ikb"}}>' + arrow,
                                         np.einsum("bij,bjk->ikb", a, b))])
    write("contraction", "unary_einsum", [case("sums", [a], '"stablehlo.unary_einsum"({0}) <{{einsum_config = "ijk->ki"}}>' + arrow,
                                               np.einsum("ijk->ki", a))])
    image, kernel = (generator.integers(-3, 4, s).astype(np.float32) for s in ((1, 5, 5, 2), (3, 3, 2, 3)))
    edged = np.pad(image, ((0, 0), (1, 1), (1, 1), (0, 0)))
    result = sum(edged[:, i : i + 5, j : j + 5] @ kernel[i, j] for i in range(3) for j in range(3))
    write("contraction", "convolution", [case("same", [image, kernel],
          "stablehlo.convolution({0}, {1}) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {{pad = [[1, 1], [1, 1]]}} "
          "{{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : ({types}) -> {result}", np.asarray(result))])


def indexing() -> None:
    table = np.arange(20, dtype=np.int32).reshape(5, 4)
    rows = np.array([[3], [-1], [9]], np.int32)  # clamped into range
    write("gather", "gather", [case("rows", [table, rows],
          '"stablehlo.gather"({0}, {1}) <{{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], '
          "start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}}> : ({types}) -> {result}", table[[3, 0, 4]])])
    write("gather", "torch_index_select", [case("rows", [table.reshape(2, 10), np.array([[1, 0], [9, 9]], np.int32)],
          '"stablehlo.torch_index_select"({0}, {1}) <{{batch_dims = 1 : i64, dim = 1 : i64}}> : ({types}) -> {result}',
          np.stack([table.reshape(2, 10)[0, [1, 0]], table.reshape(2, 10)[1, [9, 9]]]))])
    updates = np.array([[1, 1, 1, 1], [10, 10, 10, 10], [5, 5, 5, 5]], np.int32)
    places = np.array([[2], [2], [7]], np.int32)  # the same row twice, and one that is out of bounds
    expected = table.copy()
    expected[2] += 11
    write("gather", "scatter", [case("rows", [table, places, updates],
          '"stablehlo.scatter"({0}, {1}, {2}) <{{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], '
          "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}> ({{\n"
          "  ^bb0(%a: tensor<i32>, %b: tensor<i32>):\n    %s = stablehlo.add %a, %b : tensor<i32>\n"
          "    stablehlo.return %s : tensor<i32>\n  }}) : ({types}) -> {result}", expected)])
    at = [np.array(4, np.int32), np.array(-2, np.int32)]  # clamped to 3 and 0
    write("gather", "dynamic_slice", [case("clamped", [table, *at], "stablehlo.dynamic_slice {0}, {1}, {2}, sizes = [2, 3] : "
                                           "({types}) -> {result}", table[3:5, 0:3])])
    changed = table.copy()
    changed[3:5, 0:2] = -1
    write("gather", "dynamic_update_slice", [case("clamped", [table, np.full((2, 2), -1, np.int32), *at],
          "stablehlo.dynamic_update_slice {0}, {1}, {2}, {3} : ({types}) -> {result}", changed)])
    keys = np.array([[3.0, -1.0, NAN, 2.0], [0.5, 0.25, -INF, 0.5]], np.float32)
    write("sorting", "sort", [case("ascending", [keys],
          '"stablehlo.sort"({0}) <{{dimension = 1 : i64, is_stable = true}}> ({{\n  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n'
          "    %s = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
          "    stablehlo.return %s : tensor<i1>\n  }}) : ({types}) -> {result}", np.sort(keys, 1))])


def control() -> None:
    start, limit = np.array(1, np.int32), np.array(100, np.int32)
    write("control", "while", [case("double", [start, limit],
          "stablehlo.while(%i = {0}) : tensor<i32>\n    cond {{\n      %p = stablehlo.compare LT, %i, {1}, SIGNED : (tensor<i32>, "
          "tensor<i32>) -> tensor<i1>\n      stablehlo.return %p : tensor<i1>\n    }} do {{\n      %n = stablehlo.add %i, %i : tensor<i32>\n"
          "      stablehlo.return %n : tensor<i32>\n    }}", np.array(128, np.int32))])
    for name, op, selector, expected in (("taken", "if", np.array(True), 1), ("other", "if", np.array(False), 2),
                                         ("last", "case", np.array(9, np.int32), 2)):
        branches = ", ".join(f"{{{{\n    %b{k} = stablehlo.constant dense<{k}> : tensor<i32>\n    stablehlo.return %b{k} : tensor<i32>\n  }}}}"
                             for k in (1, 2))
        write("control", f"{op}_{name}", [case(name, [selector], f'"stablehlo.{op}"({{0}}) ({branches}) : ({{types}}) -> {{result}}',
                                               np.array(expected, np.int32))])


def more_elementwise() -> None:
    bits, others = np.array([0, 1, -1, 85, -128, 127], np.int8), np.array([3, 5, 85, -86, 1, -1], np.int8)
    for op, function in {"and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor}.items():
        write("elementwise", op, [case(f"{op}_i8", [bits, others], f"stablehlo.{op} {{0}}, {{1}} : {{type}}", function(bits, others)),
                                  case(f"{op}_i1", [bits > 0, others > 0], f"stablehlo.{op} {{0}}, {{1}} : {{type}}",
                                       function(bits > 0, others > 0))])
    write("elementwise", "not", [case("not_i8", [bits], "stablehlo.not {0} : {type}", ~bits),
                                 case("not_i1", [bits > 0], "stablehlo.not {0} : {type}", bits <= 0)])
    write("elementwise", "popcnt", [case("popcnt_i8", [bits], "stablehlo.popcnt {0} : {type}",
                                         np.array([0, 1, 8, 4, 1, 7], np.int8))])
    write("elementwise", "count_leading_zeros", [case("count_leading_zeros_i8", [bits], "stablehlo.count_leading_zeros {0} : {type}",
                                                      np.array([8, 7, 0, 1, 0, 1], np.int8))])
    write("elementwise", "shift_right_logical", [
        case("over_wide_i8", [np.array([-1, -1, -1, 64], np.int8), np.array([1, 7, 8, 3], np.int8)],
             "stablehlo.shift_right_logical {0}, {1} : {type}", np.array([127, 1, 0, 8], np.int8))])
    base, exponent = np.array([2, -3, 0, -1, 2, 0], np.int32), np.array([10, 3, 0, -5, -1, -1], np.int32)
    reals = np.array([2.0, 0.0, -8.0, INF, 4.0], np.float32), np.array([0.5, 0.0, 3.0, -1.0, -0.5], np.float32)
    write("elementwise", "power", [
        case("power_i32", [base, exponent], "stablehlo.power {0}, {1} : {type}", np.array([1024, -27, 1, -1, 0, 0], np.int32)),
        case("power_f32", list(reals), "stablehlo.power {0}, {1} : {type}",
             np.power(*(x.astype(np.float64) for x in reals)).astype(np.float32), exact=False)])
    numbers, divisors = np.array([7, -7, 7, -7, 5.5], np.float32), np.array([3, 3, -3, -3, 2], np.float32)
    write("elementwise", "remainder", [case("remainder_f32", [numbers, divisors], "stablehlo.remainder {0}, {1} : {type}",
                                            np.fmod(numbers, divisors))])
    y, x = np.array([0.0, -0.0, 1.0, -1.0, INF], np.float32), np.array([-1.0, -1.0, 0.0, 2.0, INF], np.float32)
    write("elementwise", "atan2", [case("quadrants", [y, x], "stablehlo.atan2 {0}, {1} : {type}", np.arctan2(y, x), exact=False)])
    halves = np.array([0.5, -0.5, 1.5, 2.5, -2.5, 0.49999997, INF], np.float32)
    write("elementwise", "round_nearest_afz", [case("halves", [halves], "stablehlo.round_nearest_afz {0} : {type}",
                                                    np.array([1, -1, 2, 3, -3, 0, INF], np.float32))])
    plain = np.array([-8.0, -0.125, 0.0, 0.5, 27.0], np.float32)
    sigmoid = 1 / (1 + np.exp(-plain.astype(np.float64)))
    for op, expected in {"cbrt": np.cbrt(plain), "logistic": sigmoid, "tan": np.tan(plain),
                         "exponential_minus_one": np.expm1(plain / 8)}.items():
        operand = plain / 8 if op == "exponential_minus_one" else plain
        write("elementwise", op, [case(f"{op}_f32", [operand], f"stablehlo.{op} {{0}} : {{type}}",
                                       expected.astype(np.float32), exact=False)])
    write("elementwise", "rsqrt", [case("rsqrt_f32", [np.array([4.0, 0.25, INF, 0.0], np.float32)], "stablehlo.rsqrt {0} : {type}",
                                        np.array([0.5, 2.0, 0.0, INF], np.float32))])
    write("elementwise", "clamp", [case("clamp_f32", [np.float32(-1).reshape(()), plain, np.float32(2).reshape(())],
                                        "stablehlo.clamp {0}, {1}, {2} : ({types}) -> {result}", np.clip(plain, -1, 2))])
    write("elementwise", "is_finite", [case("is_finite_f32", [FLOATS], "stablehlo.is_finite {0} : ({types}) -> {result}",
                                            np.isfinite(FLOATS))])
    numbers = np.array([1 + 2j, -3.5j, 4], np.complex64)
    parts = "({types}) -> {result}"
    write("elementwise", "real", [case("real", [numbers], f"stablehlo.real {{0}} : {parts}", numbers.real)])
    write("elementwise", "imag", [case("imag", [numbers], f"stablehlo.imag {{0}} : {parts}", numbers.imag)])
    write("elementwise", "complex", [case("complex", [numbers.real.copy(), numbers.imag.copy()], "stablehlo.complex {0}, {1} : {result}",
                                          numbers)])
    write("elementwise", "reduce_precision", [
        case("as_bf16", [np.array([1.00390625, 1.01171875, 3.4e38, 1.5], np.float32)],  # halves to even; beyond the largest
             "stablehlo.reduce_precision {0}, format = e8m7 : {type}", np.array([1.0, 1.015625, INF, 1.5], np.float32)),
        case("denormal_f16", [(np.array([512, 600, -513, 1]) * 2.0**-24).astype(np.float16)],  # the bits kept have a fixed place
             "stablehlo.reduce_precision {0}, format = e7m0 : {type}", np.array([0, 2**-14, -(2**-14), 0], np.float16)),
        case("denormal_f16_halves", [(np.array([5, 6, 10, -7]) * 2.0**-24).astype(np.float16)],
             "stablehlo.reduce_precision {0}, format = e5m8 : {type}", (np.array([4, 8, 8, -8]) * 2.0**-24).astype(np.float16))])
    write("elementwise", "bitcast_convert", [case("f32_to_i8", [np.array([1.0, -2.0], np.float32)],
                                                  "stablehlo.bitcast_convert {0} : ({types}) -> {result}",
                                                  np.array([[0, 0, -128, 63], [0, 0, 0, -64]], np.int8))])


def linear_algebra() -> None:
    lower = np.array([[2, 0, 0], [1, 3, 0], [-2, 0.5, 1.5]], np.float32)
    write("linear_algebra", "cholesky", [case("lower", [lower @ lower.T], "stablehlo.cholesky {0}, lower = true : {type}", lower, exact=False)])
    solution = np.array([[1, -2], [0.5, 3], [4, -1]], np.float32)
    text = ('"stablehlo.triangular_solve"({{0}}, {{1}}) <{{{{left_side = true, lower = true, unit_diagonal = false, '
            'transpose_a = #stablehlo<transpose {kind}>}}}}> : ({{types}}) -> {{result}}')
    write("linear_algebra", "triangular_solve", [
        case("lower", [lower, lower @ solution], text.format(kind="NO_TRANSPOSE"), solution, exact=False),
        case("transposed", [lower, lower.T @ solution], text.format(kind="TRANSPOSE"), solution, exact=False)])
    signal = np.array([1 + 1j, 2, -1j, 0.5, 3 - 2j, 1], np.complex64)
    transform = np.array([[np.exp(-2j * np.pi * j * k / 6) for j in range(6)] for k in range(6)])
    spectrum = (transform @ signal).astype(np.complex64)
    arrow = " : ({types}) -> {result}"
    real = np.array([[1, 2, 0, -1], [0.5, 0, 3, 1]], np.float32)
    write("linear_algebra", "fft", [
        case("forward", [signal], "stablehlo.fft {0}, type = FFT, length = [6]" + arrow, spectrum, exact=False),
        case("inverse", [spectrum], "stablehlo.fft {0}, type = IFFT, length = [6]" + arrow, signal, exact=False),
        case("real", [real], "stablehlo.fft {0}, type = RFFT, length = [4]" + arrow,
             np.fft.rfft(real.astype(np.float64)).astype(np.complex64), exact=False)])


def normalization() -> None:
    x = np.array([[1.0, 2.0], [3.0, -2.0], [5.0, 6.0]], np.float32)
    scale, offset = np.array([2.0, 0.5], np.float32), np.array([1.0, -1.0], np.float32)
    mean, variance = x.mean(0), x.var(0)
    normal = ((x - mean) / np.sqrt(variance + 0.25) * scale + offset).astype(np.float32)
    write("normalization", "batch_norm_inference", [
        case("columns", [x, scale, offset, mean, variance],
             '"stablehlo.batch_norm_inference"({0}, {1}, {2}, {3}, {4}) <{{epsilon = 0.25 : f32, feature_index = 1 : i64}}> : '
             "({types}) -> {result}", normal, exact=False)])

    change = np.array([[1.0, -1.0], [0.5, 2.0], [-2.0, 0.25]], np.float32)
    program("normalization", "batch_norm_training", _several(
        "batch_norm_training", [x, scale, offset], [normal, mean, variance]))
    program("normalization", "batch_norm_grad", _several(
        "batch_norm_grad", [x, scale, mean, variance, change], _gradients(x, scale, mean, variance, change)))


def _several(op: str, operands: list[np.ndarray], expected: list[np.ndarray]) -> str:
    """A program that checks the three results of a batch normalization over columns."""
    values = [np.asarray(e, np.float32) for e in expected]
    types, results = ", ".join(map(type_of, operands)), ", ".join(map(type_of, values))
    names = ", ".join(f"%x{k}" for k in range(len(operands)))
    barriers = [f"  %c{k} = stablehlo.constant {dense(x)}\n  %x{k} = stablehlo.optimization_barrier %c{k} : {type_of(x)}"
                for k, x in enumerate(operands)]
    checks = [f"  check.expect_almost_eq_const %r#{k}, {dense(e)}" for k, e in enumerate(values)]
    call = f'  %r:3 = "stablehlo.{op}"({names}) <{{epsilon = 0.25 : f32, feature_index = 1 : i64}}> : ({types}) -> ({results})'
    return "\n".join(["func.func @columns() {", *barriers, call, *checks, "  func.return", "}"])


def _gradients(x: np.ndarray, scale: np.ndarray, mean: np.ndarray, variance: np.ndarray, change: np.ndarray) -> list[np.ndarray]:
    """The derivative of sum(change * batch_norm_training(x, scale, offset)) by x, scale and offset, by differences.

    Mean and variance are those of x, as they are in training.
    """
    assert np.allclose(mean, x.mean(0)) and np.allclose(variance, x.var(0))

    def loss(x: np.ndarray, scale: np.ndarray) -> float:
        return float(np.sum(change * ((x - x.mean(0)) / np.sqrt(x.var(0) + 0.25) * scale)))

    def slope(function: Callable[[np.ndarray], float], at: np.ndarray) -> np.ndarray:
        found, step = np.empty(at.shape), 1e-4
        for place in np.ndindex(at.shape):
            ahead, back = at.astype(np.float64), at.astype(np.float64)
            ahead[place] += step
            back[place] -= step
            found[place] = (function(ahead) - function(back)) / (2 * step)
        return found

    return [slope(lambda v: loss(v, scale), x), slope(lambda v: loss(x.astype(np.float64), v), scale), change.sum(0)]


def random() -> None:
    # The first blocks of the generators for key and counter 0, from the publication of Random123.
    philox = np.array([0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8], np.uint32)
    write("random", "rng_bit_generator", [_bits("PHILOX", philox.view(np.int32)),
                                          _bits("THREE_FRY", np.array([0x6B200159, 0x99BA4EFE], np.uint32).view(np.int32))])


    # Numbers differ from run to run: what holds of all is that they lie between the bounds, here within 1 of 6.
    program("random", "rng", """
func.func @uniform() {
  %low = stablehlo.constant dense<5.0> : tensor<f32>
  %high = stablehlo.constant dense<7.0> : tensor<f32>
  %shape = stablehlo.constant dense<[100, 2]> : tensor<2xi64>
  %x = stablehlo.rng %low, %high, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<100x2xf32>
  %middle = stablehlo.constant dense<6.0> : tensor<100x2xf32>
  check.expect_close %x, %middle, max_ulp_difference = 2097152 : tensor<100x2xf32>, tensor<100x2xf32>
  func.return
}""")


def _bits(algorithm: str, expected: np.ndarray) -> str:
    return f"""func.func @{algorithm.lower()}() {{
  %c = stablehlo.constant dense<0> : tensor<2xui64>
  %state = stablehlo.optimization_barrier %c : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = {algorithm} : (tensor<2xui64>) -> (tensor<2xui64>, {type_of(expected)})
  check.expect_eq_const %bits, {dense(expected)}
  func.return
}}"""


def chlo() -> None:
    x = np.array([-0.75, -0.25, 0.0, 0.5, 0.875], np.float64)
    functions: dict[str, Callable[[float], float]] = {
        "acos": math.acos, "asin": math.asin, "atan": math.atan, "asinh": math.asinh, "atanh": math.atanh, "sinh": math.sinh,
        "cosh": math.cosh, "erf": math.erf, "erfc": math.erfc, "square": lambda v: v * v, "tan": math.tan}
    for op, function in functions.items():
        write("chlo", op, [case(f"{op}_f64", [x], f"chlo.{op} {{0}} : tensor<5xf64> -> tensor<5xf64>",
                                np.array([function(float(v)) for v in x]), exact=False)])
    write("chlo", "lgamma", [case("lgamma_f64", [x + 1], "chlo.lgamma {0} : tensor<5xf64> -> tensor<5xf64>",
                                  np.array([math.lgamma(float(v) + 1) for v in x]), exact=False)])
    program("chlo", "top_k", """
func.func @ties_take_the_lower_index() {
  %c = stablehlo.constant dense<[[3, 1, 4, 4, 1], [5, 9, 2, 6, 5]]> : tensor<2x5xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2x5xi32>
  %values, %places = chlo.top_k(%x, k = 3) : tensor<2x5xi32> -> (tensor<2x3xi32>, tensor<2x3xi32>)
  check.expect_eq_const %values, dense<[[4, 4, 3], [9, 6, 5]]> : tensor<2x3xi32>
  check.expect_eq_const %places, dense<[[2, 3, 0], [1, 3, 0]]> : tensor<2x3xi32>
  func.return
}""")


def main() -> None:
    for family in (elementwise, more_elementwise, movement, reductions, contractions, indexing, control, linear_algebra, normalization,
                   random, chlo, *program_cases.FAMILIES, *dialect_cases.FAMILIES):
        family()


if __name__ == "__main__":
    main()
