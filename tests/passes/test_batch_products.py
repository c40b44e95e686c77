"""Products of pieces that a loop goes through become one product before it, where that pays; and how often loops run."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hloom.passes import PASSES
from hloom.passes.counting import iterations
from tests.harness import told
from tests.passes.programs import after, program, run

COUNTER = "tensor<i32>"


def loop(all: str, weights: str, state: str, body: str, *, count: int = 6, start: int = 0, step: int = 1, test: str = "LT",
         carries: str = "") -> str:
    """A program with a loop over %i; `body` makes %p, which is added to the state, of the arguments %all and %w."""
    return f"""(%all: tensor<{all}>, %w: tensor<{weights}>, %h0: tensor<{state}>) -> tensor<{state}> {{
        %start = stablehlo.constant dense<{start}> : {COUNTER}
        %zero = stablehlo.constant dense<0> : {COUNTER}
        %0:2 = stablehlo.while(%i = %start, %h = %h0) : {COUNTER}, tensor<{state}> cond {{
          %count = stablehlo.constant dense<{count}> : {COUNTER}
          %more = stablehlo.compare {test}, %i, %count : ({COUNTER}, {COUNTER}) -> tensor<i1>
          stablehlo.return %more : tensor<i1>
        }} do {{
          %step = stablehlo.constant dense<{step}> : {COUNTER}
          %next = stablehlo.add %i, %step : {COUNTER}
          {body}
          %sum = stablehlo.add %h, %p : tensor<{state}>
          %new = stablehlo.negate %sum : tensor<{state}>
          stablehlo.return %next, %new : {COUNTER}, tensor<{state}>
        }}
        return %0#1 : tensor<{state}> }}"""


def piece(all: str, sizes: str, starts: str, dropped: str | None = None) -> str:
    """Lines that make %x, a piece of %all."""
    shape = sizes.replace(", ", "x")
    element = all.rpartition("x")[2]
    indices = ", ".join([COUNTER] * len(sizes.split(", ")))
    name = "%s" if dropped else "%x"
    lines = f"{name} = stablehlo.dynamic_slice %all, {starts}, sizes = [{sizes}] : (tensor<{all}>, {indices}) -> "
    lines += f"tensor<{shape}x{element}>"
    if dropped:
        lines += f"\n          %x = stablehlo.reshape %s : (tensor<{shape}x{element}>) -> tensor<{dropped}>"
    return lines


def product(lhs: tuple[str, str], rhs: tuple[str, str], result: str, how: str) -> str:
    return (f"\n          %p = stablehlo.dot_general {lhs[0]}, {rhs[0]}, {how} : (tensor<{lhs[1]}>, tensor<{rhs[1]}>) -> "
            f"tensor<{result}>")


FIRST = piece("6x3x20xf32", "1, 3, 20", "%i, %zero, %zero", "3x20xf32")
STEP = FIRST + product(("%x", "3x20xf32"), ("%w", "20x5xf32"), "3x5xf32", "contracting_dims = [1] x [0]")
SHAPES: tuple[str, str, str] = ("6x3x20xf32", "20x5xf32", "3x5xf32")

#: Loops whose product leaves them, and the shape of all products.
BATCHED: dict[str, tuple[str, str]] = {
    "the first dimension": (loop(*SHAPES, STEP), "6x3x5xf32"),
    "backwards": (loop(*SHAPES, STEP, start=5, count=0, step=-1, test="GE"), "6x3x5xf32"),
    "starts outside of the operand": (loop(*SHAPES, STEP, start=-2, count=8), "6x3x5xf32"),
    "a dimension that is not dropped": (
        loop("3x6x20xf32", "20x5xf32", "3x1x5xf32", piece("3x6x20xf32", "3, 1, 20", "%zero, %i, %zero") + product(
            ("%x", "3x1x20xf32"), ("%w", "20x5xf32"), "3x1x5xf32", "contracting_dims = [2] x [0]")), "3x6x5xf32"),
    "a dimension in the middle": (
        loop("3x6x20xf32", "20x5xf32", "3x5xf32", piece("3x6x20xf32", "3, 1, 20", "%zero, %i, %zero", "3x20xf32") + product(
            ("%x", "3x20xf32"), ("%w", "20x5xf32"), "3x5xf32", "contracting_dims = [1] x [0]")), "3x6x5xf32"),
    "a contracting dimension before it": (
        loop("20x6x3xf32", "20x5xf32", "3x5xf32", piece("20x6x3xf32", "20, 1, 3", "%zero, %i, %zero", "20x3xf32") + product(
            ("%x", "20x3xf32"), ("%w", "20x5xf32"), "3x5xf32", "contracting_dims = [0] x [0]")), "6x3x5xf32"),
    "the right operand": (
        loop("6x20xf32", "5x20xf32", "5xf32", piece("6x20xf32", "1, 20", "%i, %zero", "20xf32") + product(
            ("%w", "5x20xf32"), ("%x", "20xf32"), "5xf32", "contracting_dims = [1] x [0]")), "5x6xf32"),
    "batches": (
        loop("2x6x3x20xf32", "2x20x5xf32", "2x3x5xf32",
             piece("2x6x3x20xf32", "2, 1, 3, 20", "%zero, %i, %zero, %zero", "2x3x20xf32") + product(
                 ("%x", "2x3x20xf32"), ("%w", "2x20x5xf32"), "2x3x5xf32",
                 "batching_dims = [0] x [0], contracting_dims = [2] x [1]")), "2x6x3x5xf32"),
    "converted pieces": (
        loop("6x3x20xbf16", "20x5xf32", "3x5xf32", piece("6x3x20xbf16", "1, 3, 20", "%i, %zero, %zero", "3x20xbf16")
             + "\n %y = stablehlo.convert %x : (tensor<3x20xbf16>) -> tensor<3x20xf32>" + product(
                 ("%y", "3x20xf32"), ("%w", "20x5xf32"), "3x5xf32", "contracting_dims = [1] x [0]")), "6x3x5xf32"),
}

#: Loops whose product stays.
KEPT = {
    "few of the pieces are used": loop(*SHAPES, STEP, count=2),
    "nobody knows how many": loop(*SHAPES, STEP).replace("%more = stablehlo.compare LT, %i, %count", "%more = stablehlo.compare "
                                                         "LT, %i, %i"),
    "it wraps around": loop(*SHAPES, STEP, test="GE", count=0),
    "the other operand changes": loop("6x3x20xf32", "3x20xf32", "20x20xf32", FIRST + product(
        ("%h", "20x20xf32"), ("%x", "3x20xf32"), "20x3xf32", "contracting_dims = [1] x [1]").replace("%p", "%q")
        + "\n %p = stablehlo.dot_general %q, %x, contracting_dims = [1] x [0] : (tensor<20x3xf32>, tensor<3x20xf32>) -> "
          "tensor<20x20xf32>"),
    "pieces of a sum": loop("20x3xf32", "20x5xf32", "3x5xf32", piece("20x3xf32", "1, 3", "%i, %zero") + "\n"
                            + piece("20x5xf32", "1, 5", "%i, %zero").replace("%all", "%w").replace("%x", "%y") + product(
                                ("%x", "1x3xf32"), ("%y", "1x5xf32"), "3x5xf32", "contracting_dims = [0] x [0]"), count=20),
    "short sums": loop("6x3x2xf32", "2x5xf32", "3x5xf32", piece("6x3x2xf32", "1, 3, 2", "%i, %zero, %zero", "3x2xf32")
                       + product(("%x", "3x2xf32"), ("%w", "2x5xf32"), "3x5xf32", "contracting_dims = [1] x [0]")),
    "a piece of two": loop("6x3x20xf32", "20x5xf32", "2x3x5xf32", piece("6x3x20xf32", "2, 3, 20", "%i, %zero, %zero") + product(
        ("%x", "2x3x20xf32"), ("%w", "20x5xf32"), "2x3x5xf32", "contracting_dims = [2] x [0]")),
    "another shape": loop("6x60xf32", "20x5xf32", "3x5xf32", piece("6x60xf32", "1, 60", "%i, %zero", "3x20xf32") + product(
        ("%x", "3x20xf32"), ("%w", "20x5xf32"), "3x5xf32", "contracting_dims = [1] x [0]")),
}


def drawn(module: Any) -> list[np.ndarray]:
    rng = np.random.default_rng(4)
    return [rng.integers(-3, 4, t.shape).astype(t.storage.dtype) for t in module.functions["main"].function_type.inputs]


def shapes_outside(module: Any) -> list[str]:
    """The types of the products that no loop contains."""
    return [str(op.results[0].type) for op in module.functions["main"].body.block.operations if op.mnemonic == "dot_general"]


@pytest.mark.parametrize("name", BATCHED)
def test_products_of_pieces_are_one_product(name: str) -> None:
    text, shape = BATCHED[name]
    before = program(text)
    rewritten = after(before, PASSES["batch_products"], PASSES["dce"])
    assert shapes_outside(rewritten) == [f"tensor<{shape}>"]
    assert sum(op.mnemonic == "dot_general" for op in rewritten.walk()) == 1
    arguments = drawn(before)
    (expected,), (found,) = run(before, *arguments), run(rewritten, *arguments)
    np.testing.assert_array_equal(found, expected)  # small integers: no sum is rounded


@pytest.mark.parametrize("name", KEPT)
def test_products_stay_where_that_does_not_pay(name: str) -> None:
    before = program(KEPT[name])
    assert not shapes_outside(after(before, PASSES["batch_products"]))


def test_products_that_are_too_large_to_keep_stay() -> None:
    text, _ = BATCHED["the first dimension"]
    kept = 6 * 3 * 5 * 4
    assert shapes_outside(after(program(text), told("batch_products", most_bytes=kept)))
    assert not shapes_outside(after(program(text), told("batch_products", most_bytes=kept - 1)))


def test_a_loop_in_a_loop() -> None:
    """What goes before the inner loop is a product of a piece, of which the outer loop goes through all."""
    text = """(%all: tensor<4x6x3x20xf32>, %w: tensor<20x5xf32>, %h0: tensor<3x5xf32>) -> tensor<3x5xf32> {
        %zero = stablehlo.constant dense<0> : tensor<i32>
        %one = stablehlo.constant dense<1> : tensor<i32>
        %0:2 = stablehlo.while(%i = %zero, %h = %h0) : tensor<i32>, tensor<3x5xf32> cond {
          %four = stablehlo.constant dense<4> : tensor<i32>
          %more = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %more : tensor<i1>
        } do {
          %s = stablehlo.dynamic_slice %all, %i, %zero, %zero, %zero, sizes = [1, 6, 3, 20]
            : (tensor<4x6x3x20xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x6x3x20xf32>
          %x = stablehlo.reshape %s : (tensor<1x6x3x20xf32>) -> tensor<6x3x20xf32>
          %1:2 = stablehlo.while(%j = %zero, %g = %h) : tensor<i32>, tensor<3x5xf32> cond {
            %six = stablehlo.constant dense<6> : tensor<i32>
            %most = stablehlo.compare LT, %j, %six : (tensor<i32>, tensor<i32>) -> tensor<i1>
            stablehlo.return %most : tensor<i1>
          } do {
            %t = stablehlo.dynamic_slice %x, %j, %zero, %zero, sizes = [1, 3, 20]
              : (tensor<6x3x20xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x3x20xf32>
            %y = stablehlo.reshape %t : (tensor<1x3x20xf32>) -> tensor<3x20xf32>
            %p = stablehlo.dot_general %y, %w, contracting_dims = [1] x [0]
              : (tensor<3x20xf32>, tensor<20x5xf32>) -> tensor<3x5xf32>
            %k = stablehlo.add %j, %one : tensor<i32>
            %f = stablehlo.subtract %p, %g : tensor<3x5xf32>
            stablehlo.return %k, %f : tensor<i32>, tensor<3x5xf32>
          }
          %n = stablehlo.add %i, %one : tensor<i32>
          stablehlo.return %n, %1#1 : tensor<i32>, tensor<3x5xf32>
        }
        return %0#1 : tensor<3x5xf32> }"""
    before = program(text)
    rewritten = after(before, PASSES["batch_products"], PASSES["dce"])
    assert shapes_outside(rewritten) == ["tensor<4x6x3x5xf32>"]
    (expected,), (found,) = run(before, *drawn(before)), run(rewritten, *drawn(before))
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize(("start", "count", "step", "test", "expected"), [
    (0, 6, 1, "LT", 6), (0, 6, 4, "LT", 2), (0, 6, 3, "LE", 3), (6, 6, 1, "LT", 0), (7, 6, 1, "LE", 0), (6, 6, 1, "LE", 1),
    (5, 0, -1, "GE", 6), (5, 0, -2, "GT", 3), (5, 0, 1, "GT", None), (0, 6, -1, "LT", None), (0, 6, 0, "LT", None),
    (0, 6, 2, "NE", 3), (0, 6, 4, "NE", None), (6, 0, -3, "NE", 2), (4, 4, 1, "NE", 0), (4, 4, 0, "NE", 0), (4, 4, 2, "EQ", 1),
    (4, 5, 2, "EQ", 0), (4, 4, 0, "EQ", None), (0, 100000, 1, "LT", 100000), (0, 2**31 - 1, 2**30, "LE", None),
    (0, 2**31 - 1, 2, "LT", None)])
def test_how_often_a_loop_runs(start: int, count: int, step: int, test: str, expected: int | None) -> None:
    module = program(loop(*SHAPES, STEP, start=start, count=count, step=step, test=test))
    (found,) = (op for op in module.walk() if op.mnemonic == "while")
    assert iterations(found) == expected
