"""What operations compute, against NumPy, the examples of the specification, and hand-made cases."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

import hloom
import hloom.ops.builtin.module
import hloom.ops.stablehlo.control
import hloom.ops.stablehlo.conversion
import hloom.ops.stablehlo.convolution
import hloom.ops.stablehlo.creation
import hloom.ops.stablehlo.gather
import hloom.ops.stablehlo.scatter
import hloom.ops.stablehlo.sorting
import hloom.ops.stablehlo.windows
from hloom.ir.core import Block, Region
from hloom.ir.types import QuantizedType, tensor
from hloom.numbers.element_type import F32, I32, I64, PRED, element_type, of_dtype
from hloom.ops.common.attributes import (
    ConvDimensionNumbers,
    DotDimensionNumbers,
    GatherDimensionNumbers,
    ScatterDimensionNumbers,
)
from hloom.ops.definition.operation import REGISTRY
from tests.ops.drawing.language import body, comparator, evaluate, value

assert hloom

BF16 = ml_dtypes.bfloat16


def run(name: str, *arrays: Any, **options: Any) -> Any:
    """The results of `stablehlo.name` on arrays; a single one not in a tuple."""
    operands = [np.asarray(x) for x in arrays]
    op = REGISTRY[f"stablehlo.{name}"].create(*(value(tensor(x.shape, of_dtype(x.dtype))) for x in operands), **options)
    found = evaluate(op, operands)
    for result, declared in zip(found, op.results):
        assert result.shape == declared.type.shape and result.dtype == declared.type.storage.dtype
    return found[0] if len(found) == 1 else found


@pytest.mark.parametrize("name, x, y, expected", [
    ("divide", [7, -7, 5, -5, -(2**31)], [2, 2, 0, 0, -1], [3, -3, -1, -1, -(2**31)]),
    ("remainder", [17, -17, 17, -17, 5], [3, 3, -3, -3, 0], [2, -2, 2, -2, 5]),
    ("shift_left", [1, 1, -1], [4, 32, 31], [16, 0, -(2**31)]),
    ("shift_right_arithmetic", [-8, -8, 8], [1, 40, 40], [-4, -1, 0]),
    ("shift_right_logical", [-8, -8, 8], [28, 32, 2], [15, 0, 2]),
    ("add", [2**31 - 1, 1], [1, 2], [-(2**31), 3]),
    ("xor", [0b1100], [0b1010], [0b0110]),
])
def test_integers(name: str, x, y, expected) -> None:
    np.testing.assert_array_equal(run(name, np.array(x, np.int32), np.array(y, np.int32)), np.array(expected, np.int32))


@pytest.mark.parametrize("name, x, expected", [
    ("round_nearest_afz", [-2.5, 0.4, 0.5, 0.6, 2.5], [-3.0, 0.0, 1.0, 1.0, 3.0]),
    ("round_nearest_even", [-2.5, 0.4, 0.5, 0.6, 2.5], [-2.0, 0.0, 0.0, 1.0, 2.0]),
    ("sign", [-3.0, -0.0, 0.0, np.nan, np.inf], [-1.0, -0.0, 0.0, np.nan, 1.0]),
    ("logistic", [0.0, np.inf, -np.inf], [0.5, 1.0, 0.0]),
    ("rsqrt", [4.0, 0.0, np.inf], [0.5, np.inf, 0.0]),
])
def test_floats(name: str, x, expected) -> None:
    found = run(name, np.array(x))
    np.testing.assert_array_equal(found, np.array(expected))
    np.testing.assert_array_equal(np.signbit(found), np.signbit(expected))


def test_maximum_propagates_nan_and_orders_zeros() -> None:
    found = run("maximum", np.array([np.nan, 1.0, -0.0], np.float32), np.array([1.0, np.nan, 0.0], np.float32))
    assert np.isnan(found[:2]).all() and not np.signbit(found[2])


def test_bfloat16_sum_is_rounded_once_an_operation() -> None:
    assert run("add", np.array([256.0], BF16), np.array([1.0], BF16))[0] == BF16(256.0)


def test_compare_total_order() -> None:
    numbers = np.array([-np.nan, -np.inf, -1.0, -0.0, 0.0, 1.0, np.inf, np.nan], np.float32)
    numbers[0] = np.copysign(np.float32(np.nan), np.float32(-1))
    found = run("compare", numbers[:-1], numbers[1:], comparison_direction="LT", compare_type="TOTALORDER")
    assert found.all()
    assert not run("compare", numbers[3:4], numbers[4:5], comparison_direction="LT").any()


def test_convert_saturates_and_rounds() -> None:
    found = run("convert", np.array([np.nan, 1e20, -1e20, 2.9, -2.9]), result_types=[tensor((5,), I32)])
    np.testing.assert_array_equal(found, [0, 2**31 - 1, -(2**31), 2, -2])
    # Rounding through f32 on the way would give the even neighbour below.
    assert run("convert", np.array([1 + 2**-8 + 2**-40]),
               result_types=[tensor((1,), element_type("bf16"))])[0] > BF16(1)


def test_bitcast_convert_splits_low_bits_first() -> None:
    found = run("bitcast_convert", np.array([0x01020304], np.uint32),
                result_types=[tensor((1, 4), element_type("ui8"))])
    np.testing.assert_array_equal(found, [[4, 3, 2, 1]])
    back = run("bitcast_convert", found, result_types=[tensor((1,), element_type("ui32"))])
    assert back[0] == 0x01020304


def test_reduce_precision_example() -> None:
    x = np.array([np.inf, np.nan, 5e-324, 0.0, 65519.0, 65520.0])
    np.testing.assert_array_equal(run("reduce_precision", x, exponent_bits=5, mantissa_bits=10),
                                  [np.inf, np.nan, 0.0, 0.0, 65504.0, np.inf])


def test_pad_example() -> None:
    found = run("pad", np.array([[1, 2, 3], [4, 5, 6]]), np.array(0), edge_padding_low=[0, 1], edge_padding_high=[2, 1],
                interior_padding=[1, 2])
    np.testing.assert_array_equal(found,
                                  [[0, 1, 0, 0, 2, 0, 0, 3, 0], [0] * 9, [0, 4, 0, 0, 5, 0, 0, 6, 0], [0] * 9, [0] * 9])


def test_pad_cuts_after_interior_padding() -> None:
    found = run("pad", np.array([1, 2, 3]), np.array(9), edge_padding_low=[-1], edge_padding_high=[-2],
                interior_padding=[1])
    np.testing.assert_array_equal(found, [9, 2])


def test_broadcast_in_dim_example() -> None:
    found = run("broadcast_in_dim", np.array([[1, 2, 3]]), broadcast_dimensions=[2, 1],
                result_types=[tensor((2, 3, 2), I64)])
    np.testing.assert_array_equal(found, [[[1, 1], [2, 2], [3, 3]]] * 2)


@pytest.mark.parametrize("mnemonic, function",
                         [("add", np.sum), ("multiply", np.prod), ("maximum", np.max), ("minimum", np.min)])
def test_reduce(mnemonic: str, function) -> None:
    x = np.random.default_rng(1).integers(-3, 4, (3, 4, 5)).astype(np.float32)
    start = np.float32({"add": 0, "multiply": 1, "maximum": -np.inf, "minimum": np.inf}[mnemonic])
    found = run("reduce", x, start, dimensions=[2, 0], regions=[body(F32, mnemonic)])
    np.testing.assert_array_equal(found, function(x, (0, 2)))


def test_reduce_runs_in_index_order_and_widens() -> None:
    # minimum(acc, x) + x is not associative: ((5 min 1) + 1) min 4) + 4 = 6.
    found = run("reduce", np.array([1, 4], np.int32), np.int32(5), dimensions=[0],
                regions=[body(I32, "minimum", "add")])
    assert found == 6
    narrow = np.full(300, 100, np.int8)
    assert run("reduce", narrow, np.int8(0), dimensions=[0], regions=[body(I32, "add")]) == 30000


def test_long_reductions_keep_double_precision() -> None:
    x = np.full(1 << 20, 0.1, np.float32)
    found = run("reduce", x, np.float32(0), dimensions=[0], regions=[body(F32, "add")])
    assert found == np.float32(np.float64(np.float32(0.1)) * (1 << 20))
    # An unknown body is combined as a tree of neighbours.
    chained = run("reduce", x, np.float32(7), dimensions=[0], regions=[body(F32, "maximum", "minimum")])
    assert chained == np.float32(0.1)


@pytest.mark.parametrize("size", [1, 1000, 1909])
@pytest.mark.parametrize("type", [np.float16, np.float32, np.float64, ml_dtypes.bfloat16])
def test_a_sum_of_negative_zeros_is_one(type: Any, size: int) -> None:
    for start in (-0.0, 0.0):
        found = run("reduce", np.full((size, 2), -0.0, type), np.array(start, type), dimensions=[0],
                    regions=[body(of_dtype(np.dtype(type)), "add")])
        np.testing.assert_array_equal(np.signbit(found.astype(np.float64)), [np.signbit(start)] * 2)


def test_reduce_window_example() -> None:
    found = run("reduce_window", np.array([[1, 2], [3, 4], [5, 6]]), np.array(0), window_dimensions=[2, 1],
                window_strides=[4, 1],
                base_dilations=[2, 1], window_dilations=[3, 1], padding=np.array([[2, 1], [0, 0]]),
                regions=[body(I64, "add")])
    np.testing.assert_array_equal(found, [[0, 0], [3, 4]])


def test_reduce_window_as_running_sum() -> None:
    x = np.arange(1.0, 4001.0)
    found = run("reduce_window", x, np.array(0.0), window_dimensions=[4000], padding=np.array([[3999, 0]]),
                regions=[body(of_dtype(np.float64), "add")])
    np.testing.assert_array_equal(found, np.cumsum(x))


def test_window_larger_than_the_base_gives_nothing() -> None:
    assert run("reduce_window", np.ones(2), np.array(0.0), window_dimensions=[3],
               regions=[body(of_dtype(np.float64), "add")]).shape == (0,)


@pytest.mark.parametrize("direction, column", [("GE", 0), ("GT", 2)])
def test_select_and_scatter_on_equal_numbers(direction: str, column: int) -> None:
    x = np.array([5, 1, 5], np.int32)
    found = run("select_and_scatter", x, np.array([7], np.int32), np.int32(0), window_dimensions=[3],
                regions=[comparator([I32], direction=direction), body(I32, "add")])
    np.testing.assert_array_equal(found, [7 if k == column else 0 for k in range(3)])


def test_select_and_scatter_example() -> None:
    found = run("select_and_scatter", np.array([[1, 5], [2, 5], [3, 6], [4, 4]]), np.array([[5, 6], [7, 8]]),
                np.array(0),
                window_dimensions=[3, 1], window_strides=[2, 1], padding=np.array([[0, 1], [0, 0]]),
                regions=[comparator([I64], direction="GE"), body(I64, "add")])
    np.testing.assert_array_equal(found, [[0, 0], [0, 0], [5, 14], [7, 0]])


def test_dot_general_against_einsum() -> None:
    rng = np.random.default_rng(2)
    x, y = rng.normal(size=(2, 3, 4, 5)), rng.normal(size=(5, 3, 6, 2))
    found = run("dot_general", x, y, dot_dimension_numbers=DotDimensionNumbers((0, 1), (3, 1), (3,), (0,)))
    np.testing.assert_allclose(found, np.einsum("abij,jbka->abik", x, y), rtol=1e-14)


def test_dot_general_preferred_type() -> None:
    x = np.full((1, 300), 127, np.int8)
    numbers = DotDimensionNumbers((), (), (1,), (0,))
    wide = run("dot_general", x, x.T, dot_dimension_numbers=numbers, result_types=[tensor((1, 1), I32)])
    assert wide[0, 0] == 300 * 127 * 127
    assert run("dot_general", x, x.T, dot_dimension_numbers=numbers)[0, 0] == np.array(300 * 127 * 127).astype(np.int8)


def test_convolution_against_direct_sums() -> None:
    rng = np.random.default_rng(3)
    x, w = rng.normal(size=(2, 7, 6, 4)), rng.normal(size=(3, 2, 2, 6))
    numbers = ConvDimensionNumbers(0, 3, (1, 2), 2, 3, (0, 1), 0, 3, (1, 2))
    found = run("convolution", x, w, window_strides=[2, 1], padding=np.array([[1, 1], [0, 1]]), rhs_dilation=[1, 2],
                dimension_numbers=numbers, feature_group_count=2, batch_group_count=1)
    wide = np.pad(x, ((0, 0), (1, 1), (0, 1), (0, 0)))
    expected = np.zeros(found.shape)
    for b, i, j, o in np.ndindex(*found.shape):
        group = o // 3 * 2
        expected[b, i, j, o] = sum(wide[b, 2 * i + p, j + 2 * q, group + f] * w[p, q, f, o] for p, q,
                                   f in np.ndindex(3, 2, 2))
    np.testing.assert_allclose(found, expected, rtol=1e-13)


def test_gather_example() -> None:
    operand = np.arange(1, 25).reshape(3, 4, 2)
    starts = np.array([[[0, 0], [1, 0], [2, 1]], [[0, 1], [1, 1], [0, 9]]])
    numbers = GatherDimensionNumbers((2, 3), (0,), (), (), (1, 0), 2)
    found = run("gather", operand, starts, dimension_numbers=numbers, slice_sizes=[1, 2, 2])
    np.testing.assert_array_equal(found, [[[[1, 2], [3, 4]], [[3, 4], [5, 6]], [[13, 14], [15, 16]]],
                                          [[[9, 10], [11, 12]], [[11, 12], [13, 14]], [[17, 18], [19, 20]]]])


def test_starts_are_clamped() -> None:
    x = np.arange(5)
    np.testing.assert_array_equal(run("dynamic_slice", x, np.uint64(2**64 - 1), slice_sizes=[2]), [3, 4])
    np.testing.assert_array_equal(run("dynamic_update_slice", x, np.array([8, 9]), np.int64(-7)), [8, 9, 2, 3, 4])


def scatter_numbers() -> ScatterDimensionNumbers:
    return ScatterDimensionNumbers((1,), (), (), (), (0,), 1)


def test_scatter_skips_windows_that_stick_out() -> None:
    found = run("scatter", np.zeros(4), np.array([[2], [3], [-1], [2]]), np.ones((4, 2)),
                scatter_dimension_numbers=scatter_numbers(),
                regions=[body(of_dtype(np.float64), "add")])
    np.testing.assert_array_equal(found, [0, 0, 2, 2])


def test_scatter_applies_updates_in_order() -> None:
    updates = np.array([[5.0], [7.0], [6.0]])
    last = run("scatter", np.zeros(2), np.array([[1], [1], [1]]), updates, scatter_dimension_numbers=scatter_numbers(),
               regions=[body(of_dtype(np.float64))])
    np.testing.assert_array_equal(last, [0, 6])
    best = run("scatter", np.zeros(2), np.array([[1], [1], [1]]), updates, scatter_dimension_numbers=scatter_numbers(),
               regions=[body(of_dtype(np.float64), "maximum")])
    np.testing.assert_array_equal(best, [0, 7])


@pytest.mark.parametrize("dtype", [np.float32, BF16, np.int8, np.uint64])
@pytest.mark.parametrize("direction", ["LT", "GT"])
def test_sort_is_stable_and_moves_all_inputs(dtype, direction: str) -> None:
    rng = np.random.default_rng(4)
    keys = rng.integers(0, 9, (5, 33, 2)).astype(dtype)
    places = np.broadcast_to(np.arange(33)[:, None], keys.shape).copy()
    types = [of_dtype(dtype), I64]
    region = comparator(types, direction=direction)
    sorted_keys, order = run("sort", keys, places, dimension=1, regions=[region])
    by = keys.astype(np.float64) * (1 if direction == "LT" else -1)
    np.testing.assert_array_equal(order, np.argsort(by, 1, kind="stable"))
    np.testing.assert_array_equal(sorted_keys, np.take_along_axis(keys, order, 1))


@pytest.mark.parametrize("swapped", [False, True])
def test_sort_by_a_function_of_the_elements(swapped: bool) -> None:
    x = np.random.default_rng(5).normal(size=(2, 50)).round(1)
    block = Block([tensor((), of_dtype(np.float64))] * 2)
    sizes = [block.append(REGISTRY["stablehlo.abs"].create(a)).results[0] for a in block.arguments]
    pair = sizes[::-1] if swapped else sizes
    less = block.append(REGISTRY["stablehlo.compare"].create(*pair, comparison_direction="LT"))
    block.append(REGISTRY["stablehlo.return"].create(list(less.results), result_types=()))
    order = np.argsort(-np.abs(x) if swapped else np.abs(x), -1, kind="stable")
    np.testing.assert_array_equal(run("sort", x, regions=[Region([block])]), np.take_along_axis(x, order, -1))


@pytest.mark.parametrize("count", [0, 1, 2, 5, 16, 100])
def test_sort_with_any_comparator(count: int) -> None:
    rng = np.random.default_rng(count)
    x = rng.integers(0, 20, (3, count)).astype(np.int32)
    # Not a comparison but its negation: not(a >= b).
    region = comparator([I32], direction="GE")
    block = region.block
    end = block.operations.pop()
    block.append(REGISTRY["stablehlo.not"].create(block.operations[0].results[0]))
    end.operands = list(block.operations[-1].results)
    block.append(end)
    np.testing.assert_array_equal(run("sort", x, regions=[region]), np.sort(x, -1))


def test_quantized_operations_compute_on_expressed_values() -> None:
    small = QuantizedType(element_type("i8"), F32, -128, 127, (0.5,), (-10,))
    large = QuantizedType(element_type("i8"), F32, -128, 127, (2.0,), (3,))
    op = REGISTRY["stablehlo.add"].create(value(tensor((3,), small)), value(tensor((3,), large)),
                                          result_types=[tensor((3,), large)])
    x, y = np.array([-10, 10, 127], np.int8), np.array([3, 4, 127], np.int8)
    # Expressed: 0, 10, 68.5 and 0, 2, 248; sums 0, 12, 316.5; stored as sum / 2 + 3, clamped.
    np.testing.assert_array_equal(op.eval(x, y), np.array([3, 9, 127], np.int8))
    assert op.element((0,)) is None
    equal = REGISTRY["stablehlo.compare"].create(value(tensor((3,), small)), value(tensor((3,), large)),
                                                 comparison_direction="EQ")
    assert equal.result.type == tensor((3,), PRED)
    np.testing.assert_array_equal(equal.eval(x, y), [True, False, False])


def test_per_axis_parameters() -> None:
    type = QuantizedType(element_type("i8"), F32, -128, 127, (0.5, 2.0), (0, 1), (1,))
    op = REGISTRY["stablehlo.add"].create(value(tensor((1, 2), type)), value(tensor((1, 2), type)))
    np.testing.assert_array_equal(op.eval(np.array([[4, 5]], np.int8), np.array([[2, 3]], np.int8)), [[6, 7]])


# -- contractions of numbers that are not of the result's type ------------------------------------------------------------
def contraction(lhs: str, rhs: str, result: str) -> str:
    return f"""func.func @main(%x: tensor<2x3x{lhs}>, %y: tensor<3x4x{rhs}>) -> tensor<2x4x{result}> {{
      %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]
        : (tensor<2x3x{lhs}>, tensor<3x4x{rhs}>) -> tensor<2x4x{result}>
      return %0 : tensor<2x4x{result}> }}"""


@pytest.mark.parametrize("element, dtype", [("i64", np.int64), ("ui64", np.uint64), ("i32", np.int32), ("i8", np.int8)])
@pytest.mark.parametrize("result", ["f32", "f64"])
def test_integers_contract_to_floats_without_wrapping(element: str, dtype: Any, result: str) -> None:
    largest = min(np.iinfo(dtype).max, 1 << 63)
    x, y = np.full((2, 3), largest, dtype), np.full((3, 4), largest, dtype)
    (found,) = hloom.evaluate(hloom.parse(contraction(element, element, result)), x, y)
    np.testing.assert_allclose(found, 3 * float(largest) ** 2, rtol=1e-6)
    image, kernel = f"tensor<1x3x1x{element}>", f"tensor<3x1x1x{element}>"
    program = f"""func.func @main(%x: {image}, %y: {kernel}) -> tensor<1x1x1x{result}> {{
      %0 = stablehlo.convolution(%x, %y) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {{}}
        {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : ({image}, {kernel}) -> tensor<1x1x1x{result}>
      return %0 : tensor<1x1x1x{result}> }}"""
    (found,) = hloom.evaluate(hloom.parse(program), x[:1].reshape(1, 3, 1), y[:, :1].reshape(3, 1, 1))
    np.testing.assert_allclose(found, 3 * float(largest) ** 2, rtol=1e-6)


@pytest.mark.parametrize("lhs, rhs", [("f8E4M3FN", "f8E5M2"), ("f32", "bf16"), ("bf16", "f32"), ("f16", "bf16"), ("f64", "f32")])
def test_floats_of_different_types_contract_in_one_that_holds_both(lhs: str, rhs: str) -> None:
    rng = np.random.default_rng(3)
    x = rng.standard_normal((2, 3)).astype(element_type(lhs).dtype)
    y = rng.standard_normal((3, 4)).astype(element_type(rhs).dtype)
    wide = "f64" if "f64" in (lhs, rhs) else "f32"
    program = hloom.parse(contraction(lhs, rhs, wide))
    (found,) = hloom.evaluate(program, x, y)
    np.testing.assert_allclose(found, x.astype(np.float64) @ y.astype(np.float64), rtol=1e-6, atol=1e-7)
