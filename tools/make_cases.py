"""Writes tests/cases: self-checking programs whose expected values NumPy computes.

    python tools/make_cases.py

Operands pass through an optimization_barrier, so that the compiler computes the operation instead of folding it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

CASES = Path(__file__).resolve().parents[1] / "tests" / "cases"
NAMES = {"float32": "f32", "float64": "f64", "int32": "i32", "int8": "i8", "uint8": "ui8", "bool": "i1", "complex64": "complex<f32>"}
INF, NAN = math.inf, math.nan


def type_of(x: np.ndarray) -> str:
    """The tensor type of an array."""
    return f"tensor<{''.join(f'{n}x' for n in x.shape)}{NAMES[str(x.dtype)]}>"


def dense(x: np.ndarray) -> str:
    """An array as a dense literal with its type; floats by their bits."""
    return f"dense<{_literal(x)}> : {type_of(x)}"


def _literal(x: np.ndarray) -> str:
    if x.size == 0:
        return ""
    if x.ndim:
        return "[" + ", ".join(map(_literal, x)) + "]"
    if x.dtype == bool:
        return str(bool(x)).lower()
    if x.dtype.kind == "c":
        return f"({_literal(x.real)}, {_literal(x.imag)})"
    if x.dtype.kind == "f":
        width = x.dtype.itemsize
        return f"0x{int(x.view(f'u{width}')):0{2 * width}X}"
    return str(int(x))


def case(name: str, operands: Sequence[np.ndarray], operation: str, expected: np.ndarray, exact: bool = True) -> str:
    """A function that checks one operation; in `operation` `{0}` is an operand, `{types}` their types, `{result}` the result's."""
    lines = [f"func.func @{name}() {{"]
    names = []
    for k, x in enumerate(operands):
        lines.append(f"  %c{k} = stablehlo.constant {dense(x)}")
        lines.append(f"  %x{k} = stablehlo.optimization_barrier %c{k} : {type_of(x)}")
        names.append(f"%x{k}")
    types = ", ".join(map(type_of, operands))
    text = operation.format(*names, types=types, type=type_of(operands[0]) if operands else "", result=type_of(expected))
    lines.append(f"  %result = {text}")
    check = "expect_eq_const" if exact else "expect_almost_eq_const"
    lines.append(f"  check.{check} %result, {dense(expected)}")
    return "\n".join([*lines, "  func.return", "}"])


def write(family: str, op: str, cases: Sequence[str]) -> None:
    (CASES / family).mkdir(parents=True, exist_ok=True)
    (CASES / family / f"{op}.mlir").write_text("\n\n".join(cases) + "\n")


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


def main() -> None:
    for family in (elementwise, movement, reductions, contractions, indexing, control):
        family()


if __name__ == "__main__":
    main()
