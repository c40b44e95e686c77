"""Cases of CHLO's functions with broadcasting, and of what programs use of arith, shape, tensor and sdy."""

# ruff: noqa: E501  (a program's line stands in one piece)
from __future__ import annotations

import math
import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
from case_text import case, dense, program, write

ARROW = " : ({types}) -> {result}"
X = np.array([7, -7, -128, 127, 1, 0], np.int8)
Y = np.array([-3, 2, 3, 2, 7, 5], np.int8)


def exactly(function: Callable[[int, int], int], x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """A function of integers, computed without bounds, in the low bits of the operands' type."""
    values = np.array([function(int(a), int(b)) for a, b in zip(x, y)], object)
    width = 8 * x.dtype.itemsize
    return np.array([int(v) % (1 << width) for v in values], np.uint64).astype(f"u{x.dtype.itemsize}").view(x.dtype)


def arithmetic() -> None:
    small = np.array([0, 1, 7, 3, 2, 4], np.int8)
    signed: dict[str, tuple[Callable[[int, int], int], np.ndarray]] = {
        "addi": (operator.add, Y), "subi": (operator.sub, Y), "muli": (operator.mul, Y),
        "andi": (operator.and_, Y), "ori": (operator.or_, Y), "xori": (operator.xor, Y),
        "divsi": (lambda a, b: math.trunc(Fraction(a, b)), Y), "floordivsi": (operator.floordiv, Y),
        "ceildivsi": (lambda a, b: -(-a // b), Y), "remsi": (lambda a, b: a - b * math.trunc(Fraction(a, b)), Y),
        "maxsi": (max, Y), "minsi": (min, Y), "shli": (operator.lshift, small), "shrsi": (operator.rshift, small)}
    unsigned: dict[str, tuple[Callable[[int, int], int], np.ndarray]] = {
        "divui": (operator.floordiv, Y), "ceildivui": (lambda a, b: -(-a // b), Y), "remui": (operator.mod, Y),
        "maxui": (max, Y), "minui": (min, Y), "shrui": (operator.rshift, small)}
    for op, (function, y) in signed.items():
        write("arith", op, [case(f"{op}_i8", [X, y], f"arith.{op} {{0}}, {{1}} : {{type}}", exactly(function, X, y))])
    for op, (function, y) in unsigned.items():
        expected = exactly(function, X.view(np.uint8), y.view(np.uint8)).view(np.int8)
        write("arith", op, [case(f"{op}_i8", [X, y], f"arith.{op} {{0}}, {{1}} : {{type}}", expected)])
    write("arith", "cmpi", [
        case(name, [X, Y], f"arith.cmpi {name}, {{0}}, {{1}} : {{type}}", function(X.view(kind), Y.view(kind)))
        for name, function, kind in (("eq", np.equal, np.int8), ("slt", np.less, np.int8), ("sge", np.greater_equal, np.int8),
                                     ("ult", np.less, np.uint8), ("ugt", np.greater, np.uint8))])


def floating_arithmetic() -> None:
    x = np.array([7.5, -7.5, 0.0, math.inf, math.nan, 1.0], np.float32)
    y = np.array([2.0, 2.0, -0.0, 1.0, 1.0, math.nan], np.float32)
    with np.errstate(all="ignore"):
        results = {"addf": x + y, "subf": x - y, "mulf": x * y, "divf": x / y, "remf": np.fmod(x, y), "maximumf": np.maximum(x, y),
                   "minimumf": np.array([2.0, -7.5, -0.0, 1.0, math.nan, math.nan], np.float32)}
    results["maximumf"][2] = 0.0
    # The number where the other operand is NaN.
    results["maxnumf"] = np.array([7.5, 2.0, 0.0, math.inf, 1.0, 1.0], np.float32)
    results["minnumf"] = np.array([2.0, -7.5, -0.0, 1.0, 1.0, 1.0], np.float32)
    for op, expected in results.items():
        write("arith", op, [case(f"{op}_f32", [x, y], f"arith.{op} {{0}}, {{1}} : {{type}}", expected)])
    write("arith", "negf", [case("negf_f32", [x], "arith.negf {0} : {type}", -x)])
    unordered = np.isnan(x) | np.isnan(y)
    write("arith", "cmpf", [
        case(name, [x, y], f"arith.cmpf {name}, {{0}}, {{1}} : {{type}}", expected)
        for name, expected in (("olt", x < y), ("ult", (x < y) | unordered), ("oeq", x == y), ("une", x != y), ("ord", ~unordered),
                               ("one", (x != y) & ~unordered))])
    chosen = np.array([True, False, True, True, False, False])
    write("arith", "select", [case("select_f32", [chosen, x, y], "arith.select {0}, {1}, {2} : tensor<6xi1>, tensor<6xf32>",
                                   np.where(chosen, x, y))])


def conversions() -> None:
    to = " : {type} to {result}"
    reals = np.array([1.5, -2.75, 0.0, 1e9], np.float32)
    wide = np.array([1 + 2.0**-24, 1 + 2.0**-23, 1e40, -0.1])  # a tie that goes to even; beyond f32
    with np.errstate(over="ignore"):
        narrow = wide.astype(np.float32)
    numbers = np.array([258, -1, 2**31 - 1, -128], np.int32)
    for op, x, expected in (
            ("extsi", X, X.astype(np.int32)), ("extui", X, X.view(np.uint8).astype(np.int32)), ("trunci", numbers, numbers.astype(np.int8)),
            ("sitofp", X, X.astype(np.float32)), ("uitofp", X, X.view(np.uint8).astype(np.float32)),
            ("fptoui", np.abs(reals), np.array([1, 2, 0, 10**9], np.int32)), ("fptosi", reals, np.array([1, -2, 0, 10**9], np.int32)), ("extf", reals, reals.astype(np.float64)),
            ("truncf", wide, narrow), ("bitcast", reals, reals.view(np.int32))):
        write("arith", op, [case(op, [x], f"arith.{op} {{0}}{to}", expected)])
    for op, expected in (("index_cast", [258, -1, 2**31 - 1, -128]), ("index_castui", [258, 2**32 - 1, 2**31 - 1, 2**32 - 128])):
        program("arith", op, f"""
func.func @there_and_back() {{
  %c = arith.constant {dense(numbers)}
  %i = arith.{op} %c : tensor<4xi32> to tensor<4xindex>
  %r = arith.index_cast %i : tensor<4xindex> to tensor<4xi64>
  check.expect_eq_const %r, dense<{expected}> : tensor<4xi64>
  func.return
}}""")


def tensors() -> None:
    x = np.arange(6, dtype=np.int32).reshape(2, 3)
    write("tensor", "collapse_shape", [case("rows", [x], "tensor.collapse_shape {0} [[0, 1]] : {type} into {result}", x.reshape(6))])
    write("tensor", "expand_shape", [case("middle", [x], "tensor.expand_shape {0} [[0], [1, 2]] output_shape [2, 1, 3] : {type} into {result}",
                                          x.reshape(2, 1, 3))])
    write("tensor", "reshape", [case("columns", [x, np.array([3, 2])], "tensor.reshape {0}({1})" + ARROW, x.reshape(3, 2))])
    write("tensor", "concat", [case("columns", [x, 10 * x], "tensor.concat dim(1) {0}, {1}" + ARROW, np.concatenate([x, 10 * x], 1))])
    write("tensor", "bitcast", [case("reals", [x], "tensor.bitcast {0} : {type} to {result}", x.view(np.float32))])
    write("tensor", "extract_slice", [case("strided", [x], "tensor.extract_slice {0}[0, 0] [2, 2] [1, 2] : {type} to {result}", x[:, ::2])])
    changed = x.copy()
    changed[:, 1:] = [[70, 80], [90, 60]]
    write("tensor", "insert_slice", [case("columns", [changed[:, 1:].copy(), x], "tensor.insert_slice {0} into {1}[0, 1] [2, 2] [1, 1] : "
                                          "tensor<2x2xi32> into {result}", changed)])
    for op, text, values in (
            ("extract", "%e = tensor.extract %x[%one, %two] : tensor<2x3xi32>\n  %r = tensor.from_elements %e : tensor<1xi32>", [5]),
            ("from_elements", "%r = tensor.from_elements %nine, %eight : tensor<2xi32>", [9, 8]),
            ("insert", "%r = tensor.insert %nine into %x[%one, %two] : tensor<2x3xi32>", [[0, 1, 2], [3, 4, 9]]),
            ("splat", "%r = tensor.splat %nine : tensor<3xi32>", [9, 9, 9]),
            ("splat_dynamic", "%s = tensor.splat %nine[%two] : tensor<?xi32>\n  %r = tensor.cast %s : tensor<?xi32> to tensor<2xi32>",
             [9, 9]),
            ("cast", "%d = tensor.cast %x : tensor<2x3xi32> to tensor<?x3xi32>\n  %r = tensor.cast %d : tensor<?x3xi32> to tensor<2x3xi32>",
             x.tolist()),
            ("dim", "%d = tensor.cast %x : tensor<2x3xi32> to tensor<?x3xi32>\n  %n = tensor.dim %d, %zero : tensor<?x3xi32>\n"
             "  %m = tensor.dim %d, %one : tensor<?x3xi32>\n  %both = tensor.from_elements %n, %m : tensor<2xindex>\n"
             "  %r = arith.index_cast %both : tensor<2xindex> to tensor<2xi32>", [2, 3]),
            ("rank", "%n = tensor.rank %x : tensor<2x3xi32>\n  %v = tensor.from_elements %n : tensor<1xindex>\n"
             "  %r = arith.index_cast %v : tensor<1xindex> to tensor<1xi32>", [2]),
            ("empty", "%e = tensor.empty(%two) : tensor<?x3xi32>\n  %n = tensor.dim %e, %zero : tensor<?x3xi32>\n"
             "  %v = tensor.from_elements %n : tensor<1xindex>\n  %r = arith.index_cast %v : tensor<1xindex> to tensor<1xi32>", [2])):
        program("tensor", op, f"""
func.func @main() {{
  %c = stablehlo.constant {dense(x)}
  %x = stablehlo.optimization_barrier %c : tensor<2x3xi32>
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %eight = arith.constant 8 : i32
  %nine = arith.constant 9 : i32
  {text}
  check.expect_eq_const %r, {dense(np.array(values, np.int32))}
  func.return
}}""")


#: Lines that compute `%r`, a vector of sizes, from `%x: tensor<2x3xi32>`, the shapes `%s` = [2, 3] and `%t` = [4, 1, 3], and the
#: sizes `%six` and `%four`.
SHAPES: dict[str, tuple[str, list[int]]] = {
    "shape_of": ("%r = shape.shape_of %x : tensor<2x3xi32> -> tensor<2xindex>", [2, 3]),
    "const_shape": ("%r = shape.const_shape [4, 5] : tensor<2xindex>", [4, 5]),
    "broadcast": ("%r = shape.broadcast %s, %t : tensor<2xindex>, tensor<3xindex> -> tensor<3xindex>", [4, 2, 3]),
    "any": ("%r = shape.any %s, %s : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>", [2, 3]),
    "concat": ("%r = shape.concat %s, %t : tensor<2xindex>, tensor<3xindex> -> tensor<5xindex>", [2, 3, 4, 1, 3]),
    "to_extent_tensor": ('%v = "shape.from_extent_tensor"(%t) : (tensor<3xindex>) -> !shape.shape\n'
                         "  %r = shape.to_extent_tensor %v : !shape.shape -> tensor<3xindex>", [4, 1, 3]),
    "from_extents": ("%v = shape.from_extents %four, %six : !shape.size, !shape.size\n"
                     "  %r = shape.to_extent_tensor %v : !shape.shape -> tensor<2xindex>", [4, 6]),
}
TO_INDEX = '"shape.size_to_index"({}) : (!shape.size) -> index'
#: Lines that compute the size `%n`.
SIZES: dict[str, tuple[str, int]] = {
    "num_elements": ("%n = shape.num_elements %t : tensor<3xindex> -> index", 12),
    "rank": ("%n = shape.rank %t : tensor<3xindex> -> index", 3),
    "get_extent": ("%two = arith.constant 2 : index\n  %n = shape.get_extent %t, %two : tensor<3xindex>, index -> index", 3),
    "dim": ("%one = arith.constant 1 : index\n  %n = shape.dim %x, %one : tensor<2x3xi32>, index -> index", 3),
    "size_to_index": ("%n = " + TO_INDEX.format("%six"), 6),
    "index_to_size": ("%k = arith.constant 9 : index\n" + '  %z = "shape.index_to_size"(%k) : (index) -> !shape.size\n  %n = ' + TO_INDEX.format("%z"), 9),
    **{op: (f"%z = shape.{op} %six, %four : !shape.size, !shape.size -> !shape.size\n  %n = {TO_INDEX.format('%z')}", n)
       for op, n in (("add", 10), ("mul", 24), ("div", 1), ("max", 6), ("min", 4))},
}
#: Lines that compute the witness `%w`.
WITNESSES = {
    "cstr_broadcastable": "%w = shape.cstr_broadcastable %s, %t : tensor<2xindex>, tensor<3xindex>",
    "cstr_eq": "%w = shape.cstr_eq %s, %s : tensor<2xindex>, tensor<2xindex>",
    "cstr_require": '%yes = arith.constant true\n  %w = shape.cstr_require %yes, "must hold"',
    "assuming_all": "%a = shape.const_witness true\n  %b = shape.cstr_eq %s, %s : tensor<2xindex>, tensor<2xindex>\n"
                    "  %w = shape.assuming_all %a, %b",
}
#: Lines that compute the truth values `%yes` and `%no`.
TRUTHS = {
    "is_broadcastable": ("%yes = shape.is_broadcastable %s, %t : tensor<2xindex>, tensor<3xindex>\n"
                         "  %u = shape.const_shape [2, 4] : tensor<2xindex>\n"
                         "  %no = shape.is_broadcastable %s, %u : tensor<2xindex>, tensor<2xindex>"),
    "shape_eq": ("%yes = shape.shape_eq %s, %s : tensor<2xindex>, tensor<2xindex>\n"
                 "  %no = shape.shape_eq %s, %t : tensor<2xindex>, tensor<3xindex>"),
}


def shapes() -> None:
    for op, (lines, values) in SHAPES.items():
        _shape_program(op, f"{lines}\n  %i = arith.index_cast %r : tensor<{len(values)}xindex> to tensor<{len(values)}xi32>",
                       np.array(values, np.int32))
    for op, (lines, value) in SIZES.items():
        _shape_program(op, f"{lines}\n  %v = tensor.from_elements %n : tensor<1xindex>\n"
                           "  %i = arith.index_cast %v : tensor<1xindex> to tensor<1xi32>", np.array([value], np.int32))
    for op, lines in WITNESSES.items():
        _shape_program(op, f"{lines}\n  %i = shape.assuming %w -> (tensor<2x3xi32>) {{\n"
                           "    shape.assuming_yield %x : tensor<2x3xi32>\n  }", np.arange(6, dtype=np.int32).reshape(2, 3))
    for op, lines in TRUTHS.items():
        _shape_program(op, f"{lines}\n  %i = tensor.from_elements %yes, %no : tensor<2xi1>", np.array([True, False]))


def _shape_program(op: str, lines: str, expected: np.ndarray) -> None:
    program("shape", op, f"""
func.func @main() {{
  %c = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2x3xi32>
  %s = shape.shape_of %x : tensor<2x3xi32> -> tensor<2xindex>
  %t = shape.const_shape [4, 1, 3] : tensor<3xindex>
  %six = shape.const_size 6
  %four = shape.const_size 4
  {lines}
  check.expect_eq_const %i, {dense(expected)}
  func.return
}}""")


def shardings() -> None:
    """One process has the whole of every value, so that moving parts of it changes nothing."""
    here, there = "<@mesh, [{}, {}]>", '<@mesh, [{"x"}, {}]>'
    type = "tensor<2x4xi32>"
    region = f"{{\n    %s = stablehlo.add %a, %a : {type}\n    sdy.return %s : {type}\n  }} : ({type}) -> {type}"
    sharded = f"%d = sdy.sharding_constraint %x {there} : {type}\n  "
    copied = f'%d = sdy.sharding_constraint %x <@mesh, [{{}}, {{}}], replicated={{"x"}}> : {type}\n  '
    once, twice = np.arange(8, dtype=np.int32).reshape(2, 4), 2 * np.arange(8, dtype=np.int32).reshape(2, 4)
    for op, text, expected in (
            ("sharding_constraint", f"%r = sdy.sharding_constraint %x {there} : {type}", once),
            ("reshard", f"%r = sdy.reshard %x {there} : {type}", once),
            ("propagation_barrier", f"%r = sdy.propagation_barrier %x allowed_direction=NONE : {type}", once),
            ("data_flow_edge", f"%r = sdy.data_flow_edge %x sharding={there} : {type}", once),
            ("func_data_flow_edge", f"%r = sdy.func_data_flow_edge %x : {type}", once),
            ("all_gather", f'{sharded}%r = sdy.all_gather [{{"x"}}, {{}}] %d out_sharding={here} : {type}', once),
            ("all_slice", f'%r = sdy.all_slice [{{"x"}}, {{}}] %x out_sharding={there} : {type}', once),
            ("all_to_all", f'{sharded}%r = sdy.all_to_all [{{"x"}}: 0->1] %d out_sharding=<@mesh, [{{}}, {{"x"}}]> : {type}', once),
            ("collective_permute", f"{sharded}%r = sdy.collective_permute %d out_sharding={there} : {type}", once),
            ("all_reduce", f'%r = sdy.all_reduce {{"x"}} %x out_sharding={here} : {type}', once),
            ("reduce_scatter", f'%r = sdy.reduce_scatter [{{"x"}}, {{}}] %x out_sharding={there} : {type}', once),
            ("sharded_to_unreduced", f'{sharded}%r = sdy.sharded_to_unreduced [{{"x"}}, {{}}] %d out_sharding=<@mesh, [{{}}, {{}}], unreduced={{"x"}}> : {type}',
             once),
            ("replicated_to_unreduced", f'{copied}%r = sdy.replicated_to_unreduced {{"x"}} %d out_sharding=<@mesh, [{{}}, {{}}], unreduced={{"x"}}> : {type}',
             once),
            ("constant", f"%r = sdy.constant {dense(twice)}", twice),
            ("sharding_group", f"sdy.sharding_group %x group_id=3 : {type}\n  %r = stablehlo.add %x, %x : {type}", twice),
            ("named_computation", f'%r = sdy.named_computation<"twice">(%x) (%a: {type}) {region}', twice),
            ("manual_computation", f"%r = sdy.manual_computation(%x) in_shardings=[{here}] out_shardings=[{here}] "
                                   f"manual_axes={{}} (%a: {type}) {region}", twice)):
        program("sdy", op, f"""
sdy.mesh @mesh = <["x"=2]>
func.func @main() {{
  %c = stablehlo.constant {dense(once)}
  %x = stablehlo.optimization_barrier %c : {type}
  {text}
  check.expect_eq_const %r, {dense(expected)}
  func.return
}}""")


def broadcasting() -> None:
    """CHLO's operations on operands that broadcast as NumPy's do."""
    x, y = np.array([[6, -7, 5], [12, 1, -128]], np.int8), np.array([3, 2, -2], np.int8)
    functions: dict[str, Any] = {
        "add": np.add, "subtract": np.subtract, "multiply": np.multiply, "maximum": np.maximum, "minimum": np.minimum,
        "and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor}
    for op, function in functions.items():
        write("chlo", f"broadcast_{op}", [case(f"{op}_i8", [x, y], f"chlo.broadcast_{op} {{0}}, {{1}}{ARROW}", function(x, y))])
    amounts = np.array([0, 1, 7], np.int8)
    wide = x.astype(np.int32)
    for op, shifted in (("shift_left", (wide << amounts).astype(np.int8)), ("shift_right_arithmetic", x >> amounts),
                        ("shift_right_logical", (x.view(np.uint8) >> amounts.view(np.uint8)).view(np.int8))):
        write("chlo", f"broadcast_{op}", [case(f"{op}_i8", [x, amounts], f"chlo.broadcast_{op} {{0}}, {{1}}{ARROW}", shifted)])
    reals, others = np.array([[6.0, -7.5, 0.5], [2.0, 1.0, 9.0]]), np.array([3.0, 2.0, 0.25])
    for op, expected in (("divide", reals / others), ("remainder", np.fmod(reals, others)),
                         ("next_after", np.nextafter(reals, others))):
        write("chlo", f"broadcast_{op}", [case(f"{op}_f64", [reals, others], f"chlo.broadcast_{op} {{0}}, {{1}}{ARROW}", expected)])
    for op, expected in (("power", np.power(np.abs(reals), others)), ("atan2", np.arctan2(np.abs(reals), others))):
        write("chlo", f"broadcast_{op}", [case(f"{op}_f64", [np.abs(reals), others], f"chlo.broadcast_{op} {{0}}, {{1}}{ARROW}", expected,
                                               exact=False)])
    write("chlo", "broadcast_compare", [
        case("less", [x, y], "chlo.broadcast_compare {0}, {1} {{comparison_direction = #chlo<comparison_direction LT>}}" + ARROW, x < y)])
    write("chlo", "broadcast_select", [
        case("rows", [np.array(True), x, y], "chlo.broadcast_select {0}, {1}, {2}" + ARROW, x),
        case("other", [np.array([True, False, False]), x, y], "chlo.broadcast_select {0}, {1}, {2}" + ARROW,
             np.where([True, False, False], x, y))])
    real, imaginary = np.array([[1.0], [2.0]], np.float32), np.array([3.0, -4.0], np.float32)
    write("chlo", "broadcast_complex", [case("pairs", [real, imaginary], "chlo.broadcast_complex {0}, {1}" + ARROW,
                                             (real + 1j * imaginary).astype(np.complex64))])
    # zeta(2, 1) = pi^2 / 6 and zeta(4, 1) = pi^4 / 90; from 2 on one term less. polygamma(1, x) = zeta(2, x), polygamma(3, x) = 6 zeta(4, x).
    orders, starts = np.array([[2.0], [4.0]]), np.array([1.0, 2.0])
    zeta = np.array([[math.pi**2 / 6, math.pi**2 / 6 - 1], [math.pi**4 / 90, math.pi**4 / 90 - 1]])
    write("chlo", "broadcast_zeta", [case("zeta_f64", [orders, starts], "chlo.broadcast_zeta {0}, {1}" + ARROW, zeta, exact=False)])
    write("chlo", "broadcast_polygamma", [case("polygamma_f64", [orders - 1, starts], "chlo.broadcast_polygamma {0}, {1}" + ARROW,
                                               np.array([[1.0], [6.0]]) * zeta, exact=False)])


def special_functions() -> None:
    unary = "chlo.{op} {{0}} : {{type}} -> {{result}}"
    numbers = np.array([1 + 2j, -0.5j, 4], np.complex64)
    write("chlo", "conj", [case("conj", [numbers], unary.format(op="conj"), np.conj(numbers))])
    special = np.array([1.0, math.inf, -math.inf, math.nan])
    for op, expected in (("is_inf", [False, True, True, False]), ("is_pos_inf", [False, True, False, False]),
                         ("is_neg_inf", [False, False, True, False])):
        write("chlo", op, [case(f"{op}_f64", [special], unary.format(op=op), np.array(expected))])
    x = np.array([1.0, 1.25, 3.0, 100.0])
    write("chlo", "acosh", [case("acosh_f64", [x], unary.format(op="acosh"), np.arccosh(x), exact=False)])
    # digamma(1) = -gamma, digamma(x + 1) = digamma(x) + 1 / x, digamma(1/2) = -gamma - 2 ln 2.
    gamma = 0.57721566490153286
    write("chlo", "digamma", [case("digamma_f64", [np.array([1.0, 2.0, 4.0, 0.5])], unary.format(op="digamma"),
                                   np.array([-gamma, 1 - gamma, 1 + 1 / 2 + 1 / 3 - gamma, -gamma - 2 * math.log(2)]), exact=False)])
    errors = np.array([-0.9375, -0.5, 0.0, 0.125, 0.75])
    write("chlo", "erf_inv", [case("erf_inv_f64", [errors], unary.format(op="erf_inv"), np.array([_inverse_erf(v) for v in errors]),
                                   exact=False)])
    # exp(-|x|) I1(x), I1 by its power series.
    places = np.array([-2.0, 0.0, 0.5, 3.0])
    bessel = [math.exp(-abs(v)) * sum((v / 2) ** (2 * k + 1) / (math.factorial(k) * math.factorial(k + 1)) for k in range(40))
              for v in places]
    write("chlo", "bessel_i1e", [case("bessel_i1e_f64", [places], unary.format(op="bessel_i1e"), np.array(bessel), exact=False)])
    binary = "chlo.{op} {{0}}, {{1}} : {{types}} -> {{result}}"
    high, low = np.array([2**31 - 1, -(2**31), 5], np.int32), np.array([2**31 - 1, 3, -7], np.int32)
    write("chlo", "mulhi", [case("mulhi_i32", [high, low], binary.format(op="mulhi"),
                                 ((high.astype(object) * low.astype(object)) >> 32).astype(np.int32))])
    start, goal = np.array([1.0, 0.0, -1.0, 5.0], np.float32), np.array([2.0, -1.0, -1.0, math.inf], np.float32)
    write("chlo", "next_after", [case("next_after_f32", [start, goal], binary.format(op="next_after"), np.nextafter(start, goal))])
    orders, starts = np.array([2.0, 4.0, 2.0]), np.array([1.0, 1.0, 0.5])
    zeta = np.array([math.pi**2 / 6, math.pi**4 / 90, math.pi**2 / 2])
    write("chlo", "zeta", [case("zeta_f64", [orders, starts], binary.format(op="zeta"), zeta, exact=False)])
    write("chlo", "polygamma", [case("polygamma_f64", [orders - 1, starts], binary.format(op="polygamma"),
                                     np.array([1.0, 6.0, 1.0]) * zeta, exact=False)])


def _inverse_erf(y: float) -> float:
    """The x with erf(x) = y, by bisection."""
    low, high = -4.0, 4.0
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if math.erf(middle) < y else (low, middle)
    return (low + high) / 2


def structured_chlo() -> None:
    x = np.arange(6, dtype=np.int32).reshape(2, 3)
    write("chlo", "constant", [case("constant", [], f"chlo.constant {dense(x)}", x)])
    write("chlo", "constant_like", [case("fives", [x], '"chlo.constant_like"({0}) {{value = 5.0 : f32}}' + ARROW, np.full((2, 3), 5, np.float32))])
    write("chlo", "dynamic_reshape", [case("columns", [x, np.array([3, 2])], "chlo.dynamic_reshape {0}, {1}" + ARROW, x.reshape(3, 2))])
    sums = np.cumsum(x, 1, dtype=np.int32) + np.array([[10], [20]], np.int32)
    program("chlo", "scan", f"""
func.func @running_sums() {{
  %c = stablehlo.constant {dense(x)}
  %x = stablehlo.optimization_barrier %c : tensor<2x3xi32>
  %start = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
  %sums, %last = chlo.scan(%x) inits (%start) dimension=1 {{
  ^bb0(%a: tensor<2xi32>, %b: tensor<2xi32>):
    %s = stablehlo.add %a, %b : tensor<2xi32>
    stablehlo.return %s, %s : tensor<2xi32>, tensor<2xi32>
  }} : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
  check.expect_eq_const %sums, {dense(sums)}
  check.expect_eq_const %last, {dense(sums[:, -1])}
  func.return
}}""")
    rows, tables = np.arange(12, dtype=np.float32).reshape(4, 3), np.arange(18, dtype=np.float32).reshape(2, 3, 3)
    numbers = ("lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], "
               "rhs_group_dimensions = [0]")
    write("chlo", "ragged_dot", [case("groups_of_rows", [rows, tables, np.array([1, 3])],
          f'"chlo.ragged_dot"({{0}}, {{1}}, {{2}}) {{{{ragged_dot_dimension_numbers = #chlo.ragged_dot<{numbers}>}}}}' + ARROW,
          np.concatenate([rows[:1] @ tables[0], rows[1:] @ tables[1]]))])
    # Dimensions 2 and 3 go together, since only the second shape broadcasts along both; the first shape has no more.
    program("chlo", "minimum_broadcast_shapes", """
func.func @joined() {
  %s = shape.const_shape [2, 3, 4] : tensor<3xindex>
  %t = shape.const_shape [2, 1, 1] : tensor<3xindex>
  %a, %b = chlo.minimum_broadcast_shapes %s, %t : tensor<3xindex>, tensor<3xindex> -> tensor<?xindex>, tensor<?xindex>
  %p = tensor.cast %a : tensor<?xindex> to tensor<2xindex>
  %q = tensor.cast %b : tensor<?xindex> to tensor<2xindex>
  %i = arith.index_cast %p : tensor<2xindex> to tensor<2xi32>
  %j = arith.index_cast %q : tensor<2xindex> to tensor<2xi32>
  check.expect_eq_const %i, dense<[2, 12]> : tensor<2xi32>
  check.expect_eq_const %j, dense<[2, 1]> : tensor<2xi32>
  func.return
}""")


FAMILIES = (arithmetic, floating_arithmetic, conversions, tensors, shapes, shardings, broadcasting, special_functions, structured_chlo)
