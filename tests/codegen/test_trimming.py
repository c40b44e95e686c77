"""Windows that reach over the edge, or meet zeros between elements, in steps of which none reads: against the evaluator."""

from __future__ import annotations

from math import prod

import numpy as np
import pytest

import hloom
from hloom.codegen.cpu.loop_shape import trimmed
from hloom.codegen.cpu.shaping import shaped
from hloom.codegen.plan.kernels import Stage, extents
from hloom.codegen.plan.schedule import LoopNest
from hloom.expr.index import fresh
from hloom.expr.interval import Interval
from hloom.expr.predicate import constrain
from hloom.expr.scalar import Literal, Read, Reduction, ReductionResult, Scalar, apply, convert, reduction, reductions, select
from hloom.numbers.difference import EQUAL
from hloom.numbers.element_type import BF16, F32, I32, element_type
from tests.harness import check, lower, needs_pages, targets

#: Starts of reductions by function and kind: identities, and others.
STARTS = {"add": ("0", "-0.0", "2.5"), "multiply": ("1", "3"), "maximum": ("-100", "LOWEST"), "minimum": ("100", "-1")}
LOWEST = {"f32": "0xFF800000", "f64": "0xFFF0000000000000", "f16": "0xFC00", "bf16": "0xFF80", "i8": "-128", "ui8": "0",
          "i32": "-2147483648", "i64": "-9223372036854775808"}
TYPES = tuple(LOWEST)
TYPE_NAMES = {"c64": "complex<f32>"}


def window(type: str, shape: tuple[int, ...], sizes: tuple[int, ...], strides: tuple[int, ...], apart: tuple[int, ...],
           dilations: tuple[int, ...], padding: list[tuple[int, int]], function: str, start: str) -> str:
    within = [(n - 1) * a + 1 + low + high for n, a, (low, high) in zip(shape, apart, padding)]
    result = [max(0, (n - ((size - 1) * d + 1)) // stride + 1)
              for n, size, d, stride in zip(within, sizes, dilations, strides)]
    x, out = ("tensor<" + "".join(f"{n}x" for n in dims) + type + ">" for dims in (shape, result))
    dense = "dense<[" + ", ".join(f"[{low}, {high}]" for low, high in padding) + f"]> : tensor<{len(shape)}x2xi64>"
    numbers = {name: "array<i64: " + ", ".join(map(str, values)) + ">" for name, values in (
        ("window_dimensions", sizes), ("window_strides", strides), ("base_dilations", apart), ("window_dilations", dilations))}
    return f"""func.func @main(%x: {x}) -> {out} {{
        %c = stablehlo.constant dense<{start}> : tensor<{type}>
        %r = "stablehlo.reduce_window"(%x, %c) <{{padding = {dense}, {', '.join(f'{k} = {v}' for k, v in numbers.items())}}}> ({{
        ^bb0(%a: tensor<{type}>, %b: tensor<{type}>):
          %s = stablehlo.{function} %a, %b : tensor<{type}>
          stablehlo.return %s : tensor<{type}>
        }}) : ({x}, tensor<{type}>) -> {out}
        return %r : {out} }}"""


def start_of(type: str, function: str, rng: np.random.Generator) -> str:
    start = str(rng.choice(STARTS[function]))
    if start == "LOWEST":
        return LOWEST[type]
    if type[0] in "iu":
        return str(abs(int(float(start))) if type[0] == "u" else int(float(start)))
    return str(float(start))


@pytest.mark.parametrize("seed", range(60))
def test_drawn_windows(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rank, type = int(rng.integers(1, 5)), TYPES[seed % len(TYPES)]
    shape = tuple(int(n) for n in rng.choice([1, 2, 3, 5, 7, 17, 33][: 7 if rank < 3 else 5], rank))
    sizes, strides, apart, dilations = (tuple(int(n) for n in rng.choice(choice, rank)) for choice in (
        [1, 2, 3, 5], [1, 1, 2, 3], [1, 1, 2], [1, 1, 2]))
    padding = [(low, high) for low, high in zip(
        *([int(rng.integers(2 + (n - 1) * d)) for n, d in zip(sizes, dilations)] for _ in range(2)))]
    function = str(rng.choice([*STARTS]))
    x = rng.integers(0 if type[0] == "u" else -4, 5, shape).astype(element_type(type).dtype)
    if type[0] in "fb":
        rare = rng.choice([np.nan, -np.nan, np.inf, -np.inf, -0.0, 0.0], shape).astype(x.dtype)
        x = np.where(rng.random(shape) < 0.1, rare, x) if function in ("maximum", "minimum") else np.where(x == 0, -x, x)
    module = hloom.parse(window(type, shape, sizes, strides, apart, dilations, padding, function,
                                start_of(type, function, rng)))
    check(module, [np.ascontiguousarray(x)], tolerance=0 if type[0] in "iu" or function in ("maximum", "minimum") else 4)


@pytest.mark.parametrize("type", ["f16", "f64", "ui8", "i1", "c64"])
@pytest.mark.parametrize(("shape", "dimensions"), [
    ((8, 2, 9, 1, 3), (0, 1, 2, 3, 4)), ((5, 7, 1, 19, 1), (0, 1, 2, 3, 4)), ((1, 33, 1, 5), (0, 1, 2)),
    ((4, 1, 1, 37, 1), (1, 2, 3)), ((1, 1, 6), (0, 1)), ((1, 1), (0, 1)), ((3, 1, 0, 2), (1, 2)), ((0, 1), (0, 1))])
def test_axes_of_one_element(shape: tuple[int, ...], dimensions: tuple[int, ...], type: str) -> None:
    names, kept = ("x".join(map(str, sizes)) for sizes in (shape, [n for d, n in enumerate(shape) if d not in dimensions]))
    x, out = f"tensor<{names}x{TYPE_NAMES.get(type, type)}>", f"tensor<{kept}{'x' if kept else ''}{TYPE_NAMES.get(type, type)}>"
    zero = {"i1": "false", "ui8": "0", "c64": "(0.0, 0.0)"}.get(type, "0.0")
    element = f"tensor<{TYPE_NAMES.get(type, type)}>"
    module = hloom.parse(f"""func.func @main(%x: {x}) -> {out} {{
        %c = stablehlo.constant dense<{zero}> : {element}
        %r = stablehlo.reduce(%x init: %c) applies stablehlo.add across dimensions = {list(dimensions)}
            : ({x}, {element}) -> {out}
        return %r : {out} }}""")
    values = np.random.default_rng(0).integers(0, 2, shape).astype(element_type(TYPE_NAMES.get(type, type)).dtype)
    check(module, [values])


#: Two results of one reduction, whose axes are one loop together, or whose windows meet elements in two of five steps only.
SHARED = {
    "two sums": """func.func @main(%x: tensor<4x16x40xf32>, %y: tensor<4x16x40xf32>) -> (tensor<40xf32>, tensor<40xf32>) {
        %z = stablehlo.constant dense<0.0> : tensor<f32>
        %p = stablehlo.multiply %x, %y : tensor<4x16x40xf32>
        %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0, 1]
            : (tensor<4x16x40xf32>, tensor<f32>) -> tensor<40xf32>
        %1 = stablehlo.reduce(%p init: %z) applies stablehlo.add across dimensions = [0, 1]
            : (tensor<4x16x40xf32>, tensor<f32>) -> tensor<40xf32>
        return %0, %1 : tensor<40xf32>, tensor<40xf32> }""",
    "windows": """func.func @main(%x: tensor<2x40xf32>, %y: tensor<2x40xf32>) -> (tensor<1x40xf32>, tensor<1x40xf32>) {
        %z = stablehlo.constant dense<0.0> : tensor<f32>
        %0:2 = "stablehlo.reduce_window"(%x, %y, %z, %z) <{window_dimensions = array<i64: 5, 1>,
            padding = dense<[[1, 2], [0, 0]]> : tensor<2x2xi64>}> ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
          %s = stablehlo.add %a, %c : tensor<f32>
          %t = stablehlo.add %b, %d : tensor<f32>
          stablehlo.return %s, %t : tensor<f32>, tensor<f32>
        }) : (tensor<2x40xf32>, tensor<2x40xf32>, tensor<f32>, tensor<f32>) -> (tensor<1x40xf32>, tensor<1x40xf32>)
        return %0#0, %0#1 : tensor<1x40xf32>, tensor<1x40xf32> }""",
}


@needs_pages
@pytest.mark.parametrize("target", targets())
@pytest.mark.parametrize("name", SHARED)
def test_results_of_a_reduction_stay_results_of_one(name: str, target: str) -> None:
    """One loop computes them all: not each of them in a loop of its own, which computes the others, too."""
    made = lower(SHARED[name], target, 2)
    (kernel,) = [kernel.body.kernel for kernel in made.program.kernels if isinstance(kernel.body, LoopNest)]
    (stage,) = shaped(kernel, targets()[target]).stages
    assert isinstance(stage, Stage)
    assert len(stage.stores) == 2
    (found,) = reductions(*[store.scalar for store in stage.stores])
    assert prod(extents(found.variables)) == {"two sums": 64, "windows": 2}[name]  # type: ignore[arg-type]
    rng = np.random.default_rng(0)
    x, y = (rng.integers(-4, 5, (4, 16, 40) if name == "two sums" else (2, 40)).astype(np.float32) for _ in range(2))
    axes = (0, 1) if name == "two sums" else 0
    expected = [a.sum(axes, keepdims=name == "windows") for a in ((x, x * y) if name == "two sums" else (x, y))]
    check(made, [x, y], expected, EQUAL, workers=2, what=name)


def turns(value: Scalar, variables: tuple, start: Scalar, function: str) -> list[int]:
    """How many values each variable of a reduction has that is narrowed; none if no turn is left."""
    (made,) = reduction(variables, [start], [value], lambda a, b: [apply(function, a, b)])
    (found,) = trimmed([made])
    if not isinstance(found, ReductionResult):
        assert found is start
        return []
    inside: Reduction = found.reduction
    assert all(v.bounds.lower == 0 for v in inside.variables) or found is made
    return [v.bounds.upper + 1 for v in inside.variables]


@pytest.mark.parametrize(("function", "start", "padding", "expected"), [
    ("add", 0.0, 0.0, 2), ("add", 0.0, -0.0, 2), ("add", -0.0, -0.0, 2), ("add", 5.0, 0.0, 2), ("maximum", -1.0, -1.0, 2),
    ("maximum", 3.0, 2.0, 2), ("multiply", 1.0, 1.0, 2), ("minimum", np.inf, np.inf, 2),
    ("add", -0.0, 0.0, 9), ("add", 1e30, 1.0, 9), ("add", 0.0, 1.0, 9), ("maximum", -1.0, 0.0, 9), ("maximum", -0.0, 0.0, 9),
    ("multiply", 1.0, 0.0, 9), ("maximum", 0.0, np.nan, 9), ("subtract", 0.0, 0.0, 9)])
def test_what_padding_changes_nothing(function: str, start: float, padding: float, expected: int) -> None:
    place, turn = fresh(4), fresh(9)
    inside = constrain(place + turn, Interval(8, 8)) & constrain(turn, Interval(0, 6))
    value = select(inside, Read("x", (turn,), F32), Literal(padding, F32))
    assert turns(value, (turn,), Literal(start, F32), function) == [expected]


def test_what_is_converted_is_narrowed_too() -> None:
    turn = fresh(9)
    value = select(constrain(turn, Interval(3, 4)), Read("x", (turn,), BF16), Literal(0, BF16))
    assert turns(convert(value, F32), (turn,), Literal(0, F32), "add") == [2]


def test_several_variables_narrow_each_other() -> None:
    """The sum leaves the last turns of one; then few are left of the other. What has one value is no variable any more."""
    first, second = fresh(5), fresh(9)
    inside = constrain(first, Interval(4, 9)) & constrain(second + first, Interval(11, 20))
    value = select(inside, Read("x", (first, second), I32), Literal(0, I32))
    assert turns(value, (first, second), Literal(0, I32), "add") == [2]


def test_no_turn_that_reads_leaves_the_start() -> None:
    turn = fresh(3)
    value = select(constrain(turn, Interval(5, 9)), Read("x", (turn,), I32), Literal(0, I32))
    assert turns(value, (turn,), Literal(7, I32), "add") == []
