"""Windows along several dimensions, over elements apart, and at few places of a row, in less work."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hloom
from hloom.ir.types import tensor
from hloom.numbers.difference import Tolerance, difference
from hloom.numbers.element_type import ELEMENT_TYPES
from hloom.ops.common.bodies import combining
from hloom.ops.stablehlo.windows import ReduceWindow
from hloom.passes import PASSES, run_passes
from hloom.passes.manager import Pass
from hloom.passes.rules.limits import Limits
from hloom.passes.rules.polyphase import Axis
from tests.harness import told
from tests.ops.drawing.language import small_numbers
from tests.passes.programs import FunctionBuilder

TYPES = ("f32", "f64", "bf16", "f16", "f8E4M3FN", "i32", "i8", "i4", "ui8", "i1", "complex<f32>")


def program(rng: np.random.Generator, type: str, result: str | None = None, initial: Any = None, name: str | None = None,
            **given: Any) -> tuple[Any, list[np.ndarray]]:
    """A reduction of windows with random numbers for all that is not given, and its operand."""
    element, rank = ELEMENT_TYPES[type], len(given["sizes"]) if "sizes" in given else int(rng.integers(1, 4))
    of = ELEMENT_TYPES[result or type]
    kinds = ["add", "multiply"] if element.is_complex else ["and", "or", "maximum"] if type == "i1" else [
        "add", "multiply", "maximum", "minimum"]
    name = name or str(rng.choice(kinds))
    if initial is None:
        initial = {"add": 0, "multiply": 1, "and": True, "or": False}.get(name, int(rng.integers(0, 3)))
    sizes = given.get("sizes", rng.integers(1, 5, rank))
    shape = given.get("shape", rng.integers(1, 9, rank))
    strides, base, apart = (given.get(key, rng.integers(1, 4, rank)) for key in ("strides", "base", "apart"))
    low = np.asarray(given.get("low", rng.integers(-1, 4, rank)))
    extent = (np.asarray(sizes) - 1) * apart + 1
    high = np.maximum(given.get("high", rng.integers(-1, 4, rank)), extent - ((np.asarray(shape) - 1) * base + 1) - low)
    builder = FunctionBuilder([tensor(tuple(map(int, shape)), element)])
    constant = builder.constant(np.asarray(initial).astype(element.dtype), element)
    numbers = {"window_dimensions": sizes, "window_strides": strides, "base_dilations": base, "window_dilations": apart}
    op = ReduceWindow.create(
        [*builder.arguments], [constant], regions=[combining(f"stablehlo.{name}", of)],
        **{key: [int(n) for n in values] for key, values in numbers.items()}, padding=np.stack([low, high], 1).astype(np.int64))
    return builder.module(*builder.block.append(op).results), [small_numbers(rng, element, tuple(map(int, shape)))]


#: The pass as it is for windows that are large enough.
LARGE = told("decompose", limits=Limits(windows_worth_it=0, windows_margin=0))


def decomposed(module: Any, decompose: Pass = LARGE) -> Any:
    return run_passes(module, [decompose], verify_each=True)


def agrees(module: Any, arrays: list[np.ndarray]) -> Any:
    """The program taken apart, which gives what the program gives: sums of few small numbers are exact, but for what the order
    of products rounds differently."""
    made = decomposed(module)
    (expected,) = hloom.evaluate(module, *arrays)
    for found in (hloom.evaluate(made, *arrays), hloom.compile(made)(*arrays)):
        assert not (apart := difference(found[0], expected, Tolerance(units=4, of_largest=1e-6))), f"{apart}\n{module}"
    return made


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("type", TYPES)
def test_windows_are_the_same(type: str, seed: int) -> None:
    """Of any size, stride, distance of elements and of taps, padding and reducer."""
    rng = np.random.default_rng((seed, TYPES.index(type)))
    for _ in range(6):
        agrees(*program(rng, type))


@pytest.mark.parametrize("seed", range(3))
def test_body_of_a_wider_type(seed: int) -> None:
    rng = np.random.default_rng(seed)
    for type, result in (("f16", "f32"), ("i8", "i32"), ("bf16", "f32")):
        agrees(*program(rng, type, result, initial=0, name="add"))


def count_of(module: Any) -> int:
    return str(module).count("stablehlo.reduce_window")


def test_one_dimension_after_the_other() -> None:
    """27 elements of a window are 3 and 3 and 3."""
    rng = np.random.default_rng(1)
    given: Any = {"sizes": (3, 3, 3), "shape": (5, 6, 7), "base": (1, 1, 1)}
    made = agrees(*program(rng, "f32", name="add", **given))
    assert count_of(made) == 3
    assert "array<i64: 3, 3, 3>" not in str(made)


def test_sums_are_rounded_once() -> None:
    """Sums along one dimension are not rounded to bf16 before those along the next."""
    module, _ = program(np.random.default_rng(2), "bf16", name="add", sizes=(8, 8), shape=(8, 8), base=(1, 1), strides=(1, 1),
                        apart=(1, 1), low=(0, 0))
    x = (np.arange(64).reshape(8, 8) % 7 + 100).astype(ELEMENT_TYPES["bf16"].dtype)
    expected = x.astype(np.float64).sum().astype(x.dtype)
    made = decomposed(module)
    for found in (hloom.evaluate(made, x), hloom.compile(made)(x)):
        assert found[0][0, 0] == expected


def test_holes_are_left_out() -> None:
    """Windows of 5 over elements with a hole after each are windows of 3 and of 2."""
    rng = np.random.default_rng(3)
    made = agrees(*program(rng, "f32", name="add", sizes=(1, 5), shape=(4, 9), base=(1, 2), strides=(1, 1), apart=(1, 1),
                           low=(0, 0)))
    assert all(f"window_dimensions = array<i64: 1, {n}>" in str(made) for n in (3, 2))
    assert "base_dilations = array<i64: 1, 2>" not in str(made)


@pytest.mark.parametrize(("name", "initial", "is_taken_apart"), [
    ("add", 0, True), ("add", -0.0, True), ("add", 1, False), ("multiply", 1, True), ("multiply", 2, False), ("maximum", 3, True),
    ("maximum", -np.inf, True), ("minimum", -5, True)])
def test_initial_values_that_count(name: str, initial: float, is_taken_apart: bool) -> None:
    """An initial value that changes a sum stands in each hole and in the padding; a maximum meets it as often as it likes."""
    for given in ({"base": (2, 3), "sizes": (3, 4)}, {"base": (1, 1), "sizes": (3, 4)}):
        module, arrays = program(np.random.default_rng(4), "f32", initial=initial, name=name, shape=(6, 7), **given)
        assert (count_of(agrees(module, arrays)) > 1) is is_taken_apart


def test_windows_worth_it_only() -> None:
    module, _ = program(np.random.default_rng(5), "f32", name="add", sizes=(3, 3), shape=(9, 9), base=(2, 1))
    assert count_of(decomposed(module, PASSES["decompose"])) == 1


@pytest.mark.parametrize(("places", "stride", "size", "is_sliced"), [
    (4, 2, 5, True), (7, 3, 4, True), (8, 2, 5, False), (4, 2, 3, False), (1, 2, 5, False), (4, 1, 5, False), (4, 9, 5, False)])
def test_few_places_of_a_row(places: int, stride: int, size: int, is_sliced: bool) -> None:
    given: Any = {"shape": (6, (places - 1) * stride + size - 2), "base": (1, 1), "sizes": (1, size), "strides": (1, stride),
                  "apart": (1, 1), "low": (0, 2), "high": (0, 0)}
    for type in ("f32", "bf16", "i8", "i1", "complex<f32>"):
        made = agrees(*program(np.random.default_rng(places), type, **given))
        assert ("stablehlo.slice" in str(made)) is is_sliced


def test_bodies_that_are_no_reducers() -> None:
    """They are reduced in the order of the window, whose places alone may be others."""
    text = """func.func @main(%x: tensor<5x13xf32>, %y: tensor<5x13xi32>) -> (tensor<5x4xf32>, tensor<5x4xi32>) {
        %f = stablehlo.constant dense<1.0> : tensor<f32>
        %i = stablehlo.constant dense<2> : tensor<i32>
        %0:2 = "stablehlo.reduce_window"(%x, %y, %f, %i) <{window_dimensions = array<i64: 1, 5>,
            window_strides = array<i64: 1, 3>, padding = dense<[[0, 0], [2, 1]]> : tensor<2x2xi64>}> ({
        ^bb0(%a: tensor<f32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<i32>):
          %p = stablehlo.subtract %a, %c : tensor<f32>
          %q = stablehlo.subtract %d, %b : tensor<i32>
          stablehlo.return %p, %q : tensor<f32>, tensor<i32>
        }) : (tensor<5x13xf32>, tensor<5x13xi32>, tensor<f32>, tensor<i32>) -> (tensor<5x4xf32>, tensor<5x4xi32>)
        return %0#0, %0#1 : tensor<5x4xf32>, tensor<5x4xi32> }"""
    module, rng = hloom.parse(text), np.random.default_rng(6)
    arrays = [rng.integers(-9, 9, (5, 13)).astype(dtype) for dtype in (np.float32, np.int32)]
    expected, made = hloom.evaluate(module, *arrays), decomposed(module)
    assert "stablehlo.slice" in str(made)
    for found in (hloom.evaluate(made, *arrays), hloom.compile(made)(*arrays)):
        assert all(map(np.array_equal, found, expected))


@pytest.mark.parametrize("axis", [Axis(5, 1, 2, 1, 0, 9, 13), Axis(4, 3, 6, 4, -2, 5, 7), Axis(7, 2, 3, 2, 3, 8, 9),
                                  Axis(2, 5, 4, 6, 1, 6, 3), Axis(1, 1, 3, 1, 1, 4, 12)])
def test_phases_name_what_each_place_meets(axis: Axis) -> None:
    """Against positions counted out one by one."""
    def met(place: int) -> list[tuple[int, int]]:
        """The taps of a place that meet elements, and these."""
        positions = [(tap, place * axis.stride + tap * axis.dilation - axis.low) for tap in range(axis.size)]
        return [(tap, at // axis.distance) for tap, at in positions
                if at % axis.distance == 0 and 0 <= at // axis.distance < axis.elements]

    for place in range(axis.places):
        turn, start = divmod(place, axis.phases)
        phase = axis.phase(start)
        if phase is None:
            assert not met(place)
            continue
        found = [(phase.first + k * phase.step, turn * phase.stride + k * phase.dilation - phase.low) for k in range(phase.count)]
        assert all(tap < axis.size for tap, _ in found)
        assert [(tap, at) for tap, at in found if 0 <= at < axis.elements] == met(place)
        length = axis.elements + phase.low + phase.high
        assert length == (axis.places_of_phase - 1) * phase.stride + (phase.count - 1) * phase.dilation + 1
