"""Convolutions with zeros between the elements of their input, taken apart into convolutions without; those to few features,
and to one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hloom
from hloom.ir.types import tensor
from hloom.numbers.difference import EQUAL, Tolerance
from hloom.numbers.element_type import ELEMENT_TYPES, F32
from hloom.ops.common.attributes import ConvDimensionNumbers
from hloom.ops.stablehlo.convolution import Convolution
from hloom.passes import PASSES, run_passes
from hloom.passes.rules.limits import Limits
from tests.harness import agree, evaluated, same, told
from tests.ops.drawing.language import small_numbers
from tests.passes.programs import FunctionBuilder


def program(rng: np.random.Generator, type: str, *, is_dilated: bool = True) -> tuple[Any, list[np.ndarray]]:
    """A convolution of random sizes and dimensions' order, with zeros between the elements of its left operand or of its kernel,
    and its operands."""
    rank, groups = int(rng.integers(1, 4)), int(rng.integers(1, 3)) if is_dilated else 1
    kind = str(rng.choice(["none", "features", "batch"]))
    features, outputs, images = (int(n) for n in rng.integers(1, 4, 3))
    element = ELEMENT_TYPES[type]
    orders = [[int(k) for k in rng.permutation(rank + 2)] for _ in range(3)]
    space, taps = rng.integers(1, 5, rank), rng.integers(1, 6, rank)
    steps, low = rng.integers(1, 4, rank), rng.integers(-1, 4, rank)
    strides, apart = (np.where(rng.random(rank) < 0.8, 1, rng.integers(2, 5, rank)) for _ in range(2))
    if not is_dilated:
        steps, strides, apart = np.ones(rank, int), np.ones(rank, int), rng.integers(1, 4, rank)
    dilated = (space - 1) * steps + 1
    high = np.maximum(rng.integers(-1, 4, rank), (taps - 1) * apart + 1 - dilated - low)  # at least one window fits

    def shape(order: list[int], first: int, second: int, sizes: Any) -> tuple[int, ...]:
        found = [0] * (rank + 2)
        for d, n in zip(order, (first, second, *map(int, sizes))):
            found[d] = n
        return tuple(found)

    lhs = shape(orders[0], images * (groups if kind == "batch" else 1), features * (groups if kind == "features" else 1), space)
    rhs = shape(orders[1], features, outputs * (groups if kind != "none" else 1), taps)
    numbers = ConvDimensionNumbers(orders[0][0], orders[0][1], orders[0][2:], orders[1][0], orders[1][1], orders[1][2:],
                                   orders[2][0], orders[2][1], orders[2][2:])
    builder = FunctionBuilder([tensor(lhs, element), tensor(rhs, element)])
    op = Convolution.create(
        *builder.arguments, window_strides=strides.tolist(), padding=np.stack([low, high], 1), lhs_dilation=steps.tolist(),
        rhs_dilation=apart.tolist(), window_reversal=[bool(x) for x in rng.random(rank) < 0.3], dimension_numbers=numbers,
        feature_group_count=groups if kind == "features" else 1, batch_group_count=groups if kind == "batch" else 1)
    return builder.module(*builder.block.append(op).results), [small_numbers(rng, element, s) for s in (lhs, rhs)]


@pytest.mark.parametrize("many", [0, 16, 100])
@pytest.mark.parametrize("has_infinities", [False, True])
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.every_case
def test_phases_are_the_convolution(seed: int, has_infinities: bool, many: int) -> None:
    """Each by itself, or all as features of one convolution (more than `many`, of one tap, or of few outputs); an infinity comes
    to no output whose taps do not meet it."""
    decompose = told("decompose", limits=Limits(phases_worth_it=0, phases_worth_one=0, many_phases=many,
                                                alone=100 if many == 16 else 1))
    rng = np.random.default_rng(seed)
    taken_apart = 0
    for type in ("f32", "i32", "f64", "bf16", "i8") * 3:
        module, arrays = program(rng, type)
        if has_infinities and type in ("f32", "f64", "bf16"):
            arrays[0].flat[rng.integers(arrays[0].size)] = np.inf
        made = run_passes(module, [decompose], verify_each=True)
        taken_apart += str(made).count("stablehlo.convolution") != 1 or "stablehlo.reshape" in str(made)
        same(evaluated(made, *arrays), evaluated(module, *arrays), EQUAL)
    assert taken_apart > 3


@pytest.mark.parametrize("low", [-3, 0, 1, 2, 7, 12])
@pytest.mark.parametrize(("taps", "result"), [(12, 1), (12, 2), (12, 5), (11, 3), (2, 3), (1, 4)])
@pytest.mark.parametrize("step", [2, 3, 4])
def test_elements_outside_the_result_are_not_convolved(step: int, taps: int, result: int, low: int) -> None:
    """A large kernel that gives a small result, as the gradient of a transposed convolution's kernel is."""
    # All phases are one convolution, as outputs alone in a register take so long.
    decompose = told("decompose", limits=Limits(phases_worth_it=0, phases_worth_one=0, alone=100))
    high = result - 1 + taps - (5 * step + 1) - low
    numbers = ConvDimensionNumbers(0, 1, (2,), 1, 0, (2,), 0, 1, (2,))
    builder = FunctionBuilder([tensor((2, 3, 6), F32), tensor((2, 3, taps), F32)])
    op = Convolution.create(*builder.arguments, padding=np.array([[low, high]]), lhs_dilation=[step], dimension_numbers=numbers,
                            feature_group_count=1, batch_group_count=1)
    module = builder.module(*builder.block.append(op).results)
    rng = np.random.default_rng(taps)
    arrays = [small_numbers(rng, F32, shape) for shape in ((2, 3, 6), (2, 3, taps))]
    made = run_passes(module, [decompose], verify_each=True)
    convolved: Any = next(op for op in made.walk() if isinstance(op, Convolution))
    assert convolved.lhs_dilation is None or set(convolved.lhs_dilation) == {1}
    assert convolved.result.shape[1] <= -(-result // step) + 1
    same(evaluated(made, *arrays), evaluated(module, *arrays), EQUAL)


def test_small_convolutions_stay_as_they_are() -> None:
    module, _ = program(np.random.default_rng(5), "f32")
    assert str(run_passes(module, [PASSES["decompose"]])).count("stablehlo.convolution") == 1


@pytest.mark.parametrize("columns", [0, 1 << 30])
@pytest.mark.parametrize("has_infinities", [False, True])
@pytest.mark.parametrize("seed", range(8))
def test_sums_over_taps_are_the_convolution(seed: int, has_infinities: bool, columns: int) -> None:
    """With taps as rows of the product and as columns; infinite weights make no numbers of the padding."""
    decompose = told("decompose", limits=Limits(taps_worth_it=0, taps_margin=0, most_columns=columns))
    rng = np.random.default_rng(seed)
    made_of_products = 0
    for type in ("f32", "i32", "f64", "bf16", "i8", "f16", "complex<f32>") * 3:
        module, arrays = program(rng, type, is_dilated=False)
        if has_infinities and not type.startswith("i"):
            for array in arrays:
                array.flat[rng.integers(array.size)] = np.inf
        made = run_passes(module, [decompose], verify_each=True)
        made_of_products += "stablehlo.convolution" not in str(made)
        same(evaluated(made, *arrays), evaluated(module, *arrays), EQUAL)
    assert made_of_products > 10


@pytest.mark.parametrize(("inputs", "outputs", "taps", "side", "is_one"), [
    (64, 3, 3, 56, False), (64, 8, 3, 56, False), (3, 1, 3, 112, False), (64, 16, 3, 56, True), (64, 64, 3, 56, True),
    (64, 3, 1, 56, True), (64, 3, 3, 4, True), (16, 8, 3, 512, True), (3, 1, 3, 6000, True)])
def test_convolutions_to_few_features_are_products(inputs: int, outputs: int, taps: int, side: int, is_one: bool) -> None:
    """Where that is faster, and takes no memory beyond measure."""
    module = hloom.parse(f"""
func.func @main(%x: tensor<1x{side}x{side}x{inputs}xf32>, %w: tensor<{taps}x{taps}x{inputs}x{outputs}xf32>)
    -> tensor<1x{side}x{side}x{outputs}xf32> {{
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
    window = {{pad = [[{taps // 2}, {taps // 2}], [{taps // 2}, {taps // 2}]]}} {{batch_group_count = 1 : i64,
    feature_group_count = 1 : i64}} : (tensor<1x{side}x{side}x{inputs}xf32>, tensor<{taps}x{taps}x{inputs}x{outputs}xf32>)
    -> tensor<1x{side}x{side}x{outputs}xf32>
  return %0 : tensor<1x{side}x{side}x{outputs}xf32>
}}""")
    assert ("stablehlo.convolution" in str(run_passes(module, [PASSES["decompose"]]))) == is_one


def filtered(input: str, kernel: str, result: str, numbers: str, window: str, groups: int = 1, type: str = "f32") -> Any:
    """A program that is a convolution."""
    x, w, y = (f"tensor<{shape}x{type}>" for shape in (input, kernel, result))
    return hloom.parse(f"""
func.func @main(%x: {x}, %w: {w}) -> {y} {{
  %0 = stablehlo.convolution(%x, %w) dim_numbers = {numbers}, window = {{{window}}} {{batch_group_count = 1 : i64,
    feature_group_count = {groups} : i64}} : ({x}, {w}) -> {y}
  return %0 : {y}
}}""")


IMAGES, SIGNALS = "[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]", "[b, f, 0]x[o, i, 0]->[b, f, 0]"
SAME = "pad = [[1, 1], [1, 1]]"
#: Convolutions to one feature: input, kernel, result, dimensions, window, groups; and whether the input is padded first.
TO_ONE: dict[str, tuple[Any, ...]] = {
    "image": ("1x1x24x24", "1x1x3x3", "1x1x24x24", IMAGES, SAME, 1, True),
    "images with features last": ("2x24x24x1", "3x3x1x1", "2x24x24x1", "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]", SAME, 1, True),
    "images behind each other": ("24x24x16x1", "3x3x1x1", "24x24x16x1", "[0, 1, b, f]x[0, 1, i, o]->[0, 1, b, f]", SAME, 1, True),
    "three colours": ("1x3x24x24", "1x3x3x3", "1x1x24x24", IMAGES, SAME, 1, True),
    "each feature by itself": ("1x4x24x24", "4x1x3x3", "1x4x24x24", IMAGES, SAME, 4, True),
    "signal": ("1x1x300", "1x1x31", "1x1x270", SIGNALS, "pad = [[-3, 3]]", 1, True),
    "reversed and dilated": ("1x1x300", "1x1x31", "1x1x300", SIGNALS,
                             "pad = [[30, 30]], rhs_dilate = [2], reverse = [true]", 1, True),
    "rows of windows some apart": ("1x1x48x48", "1x1x3x3", "1x1x24x48", IMAGES, SAME + ", stride = [2, 1]", 1, True),
    "windows some apart": ("1x1x48x48", "1x1x3x3", "1x1x48x24", IMAGES, SAME + ", stride = [1, 2]", 1, False),
    "two features": ("1x1x24x24", "2x1x3x3", "1x2x24x24", IMAGES, SAME, 1, False),
    "features side by side": ("1x24x24x4", "3x3x4x1", "1x24x24x1", "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]", SAME, 1, False),
    "other neighbours": ("1x24x24x1", "3x3x1x1", "1x24x24x1", "[b, 1, 0, f]x[0, 1, i, o]->[b, 0, 1, f]", SAME, 1, False),
    "short rows": ("64x1x5x5", "1x1x3x3", "64x1x5x5", IMAGES, SAME, 1, False),
    "next to nothing": ("1x1x8x8", "1x1x3x3", "1x1x8x8", IMAGES, SAME, 1, False),
    "much more padding than input": ("1x1x10", "1x1x3000", "1x1x10", SIGNALS, "pad = [[1500, 1499]]", 1, False),
    "no padding": ("1x1x24x24", "1x1x3x3", "1x1x22x22", IMAGES, "pad = [[0, 0], [0, 0]]", 1, False),
}


@pytest.mark.parametrize("name", TO_ONE)
def test_where_lanes_lie_along_rows_the_input_is_padded_before(name: str) -> None:
    *given, is_padded = TO_ONE[name]
    made = run_passes(filtered(*given), [PASSES["decompose"]], verify_each=True)
    convolved = [op for op in made.walk() if isinstance(op, Convolution)]
    given_to = [op.operands[0] for op in convolved]
    assert any(op.name == "stablehlo.pad" and op.results[0] in given_to for op in made.walk()) == is_padded
    if is_padded:
        assert not any(n for op in convolved for pads in op.pads for n in pads)


@pytest.mark.parametrize("type", ["f32", "f64", "bf16", "i32", "complex<f32>"])
@pytest.mark.parametrize("name", TO_ONE)
def test_a_convolution_to_one_feature_is_what_the_evaluator_computes(name: str, type: str) -> None:
    """Compiled whole; with weights that are infinite where there are some, whose products with the padding are no numbers."""
    *given, _ = TO_ONE[name]
    module = filtered(*given, type=type)
    rng, element = np.random.default_rng(7), ELEMENT_TYPES[type]
    arrays = [small_numbers(rng, element, tuple(map(int, shape.split("x")))) for shape in given[:2]]
    for weight in (None, np.inf) if element.is_float else (None,):
        if weight is not None:
            arrays[1].flat[0] = weight
        agree(module, *arrays, tolerance=Tolerance(relative=2e-2, absolute=1) if type == "bf16" else EQUAL)


@pytest.mark.parametrize("has_infinities", [False, True])
@pytest.mark.parametrize("seed", range(8))
def test_padding_before_is_padding(seed: int, has_infinities: bool) -> None:
    """Whatever the order of dimensions; negative padding cuts off."""
    decompose = told("decompose", limits=Limits(long_row=1, rows_worth_it=0, most_times=1 << 20))
    rng = np.random.default_rng(seed)
    padded = 0
    for type in ("f32", "i32", "f64", "bf16", "i8", "complex<f32>") * 16:
        module, arrays = program(rng, type, is_dilated=False)
        if has_infinities and not type.startswith(("i", "c")):
            for array in arrays:
                array.flat[rng.integers(array.size)] = np.inf
        made = run_passes(module, [decompose], verify_each=True)
        padded += "stablehlo.pad" in str(made)
        same(evaluated(made, *arrays), evaluated(module, *arrays), EQUAL)
    assert padded > 3


@pytest.mark.parametrize(("images", "side", "inputs", "outputs", "taps"), [
    (64, 28, 1, 6, 5), (64, 28, 1, 8, 5), (64, 28, 3, 8, 3), (64, 28, 8, 8, 3), (1, 28, 8, 8, 3),
    (16, 56, 2, 4, 7)])
def test_gradients_of_filters_are_no_products_of_all_places(images: int, side: int, inputs: int, outputs: int, taps: int) -> None:
    """Their taps are the places of an image, their results those of a filter: nearly all of the product would be left out."""
    x, g, w = (f"tensor<{shape}xf32>" for shape in (
        f"{images}x{side}x{side}x{inputs}", f"{images}x{side}x{side}x{outputs}", f"{taps}x{taps}x{inputs}x{outputs}"))
    module = hloom.parse(f"""
func.func @main(%x: {x}, %g: {g}) -> {w} {{
  %0 = stablehlo.convolution(%x, %g) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f],
    window = {{pad = [[{taps // 2}, {taps // 2}], [{taps // 2}, {taps // 2}]]}} {{batch_group_count = 1 : i64,
    feature_group_count = 1 : i64}} : ({x}, {g}) -> {w}
  return %0 : {w}
}}""")
    assert "stablehlo.convolution" in str(run_passes(module, [PASSES["decompose"]]))


@pytest.mark.parametrize(("images", "side", "inputs", "outputs", "taps", "step", "made"), [
    (4, 12, 64, 1, 3, 3, "one"), (1, 9, 16, 3, 3, 3, "one"), (8, 24, 16, 8, 2, 2, "one"), (1, 3, 4, 2, 3, 3, "as it was"),
    (8, 12, 32, 8, 3, 2, "several"), (2, 6, 8, 2, 3, 2, "as it was")])
def test_zeros_between_elements_are_left_out_where_that_is_worth_it(images: int, side: int, inputs: int, outputs: int, taps: int,
                                                                    step: int, made: str) -> None:
    """By one convolution, or product, from much fewer multiplications on than by several."""
    grown = (side - 1) * step + taps
    x, w, y = (f"tensor<{shape}xf32>" for shape in (
        f"{images}x{side}x{side}x{inputs}", f"{taps}x{taps}x{inputs}x{outputs}", f"{images}x{grown}x{grown}x{outputs}"))
    module = hloom.parse(f"""
func.func @main(%x: {x}, %w: {w}) -> {y} {{
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
    window = {{pad = [[{taps - 1}, {taps - 1}], [{taps - 1}, {taps - 1}]], lhs_dilate = [{step}, {step}]}}
    {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : ({x}, {w}) -> {y}
  return %0 : {y}
}}""")
    found = [op for op in run_passes(module, [PASSES["decompose"]]).walk()
             if op.name in ("stablehlo.convolution", "stablehlo.dot_general")]
    is_dilated = any(n > 1 for op in found for n in getattr(op, "lhs_dilation", None) or ())
    assert made == ("as it was" if is_dilated else "one" if len(found) == 1 else "several")


@pytest.mark.parametrize("kernel, outputs", [("100000x2x3", "2099999"), ("2000x2x3", "4001")])
def test_a_long_kernel_is_not_taken_apart(kernel: str, outputs: str) -> None:
    """The sum of its parts would be some operations for each tap."""
    pad = int(outputs) + int(kernel.partition("x")[0]) - 1 - 3
    module = hloom.parse(f"""
func.func @main(%x: tensor<1x3x2xf32>, %w: tensor<{kernel}xf32>) -> tensor<1x{outputs}x3xf32> {{
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {{pad = [[{pad}, 0]]}}
    {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}}
    : (tensor<1x3x2xf32>, tensor<{kernel}xf32>) -> tensor<1x{outputs}x3xf32>
  return %0 : tensor<1x{outputs}x3xf32>
}}""")
    made = run_passes(module, [PASSES["decompose"]])
    assert len([*made.walk()]) < 50
