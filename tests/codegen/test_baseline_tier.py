"""Kernels that take next to no time are compiled fast: what counts as such, and that it computes the same."""

from __future__ import annotations

import numpy as np
import pytest

import hloom
from hloom.codegen.cpu.compiler import Generated
from hloom.codegen.plan.target import STRICT
from tests.harness import between_pages, load, lower, machine_with

LOOP = """(%x: tensor<8xf32>, %n: tensor<i32>) -> (tensor<8xf32>, tensor<8xf32>) {
    %before = stablehlo.add %x, %x : tensor<8xf32>
    %kept = stablehlo.optimization_barrier %before : tensor<8xf32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %k, %y = stablehlo.while(%i = %zero, %a = %kept) : tensor<i32>, tensor<8xf32>
     cond {
      %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %i, %one : tensor<i32>
      %b = stablehlo.add %a, %a : tensor<8xf32>
      stablehlo.return %next, %b : tensor<i32>, tensor<8xf32>
    }
    return %y, %kept : tensor<8xf32>, tensor<8xf32> }"""


def kernels(made: Generated) -> dict[str, bool]:
    """Whether the function of each kernel is compiled fast."""
    return {name: f.is_cold for name, f in made.code.functions.items() if name.startswith("loop_") and name[5:].isdigit()}


def chain(elements: int, others: int = 1) -> str:
    """A kernel of two operations on so many elements, and one on others, of which the program takes `others`."""
    small, large = f"tensor<{elements}xf32>", f"tensor<{others}xf32>"
    return f"""(%x: {small}, %y: {large}) -> ({small}, {large}) {{
        %a = stablehlo.multiply %x, %x : {small}
        %b = stablehlo.negate %a : {small}
        %c = stablehlo.abs %y : {large}
        return %b, %c : {small}, {large} }}"""


def test_few_instructions_are_brief() -> None:
    assert list(kernels(lower(chain(16), options=STRICT)).values()) == [True, True]
    assert list(kernels(lower(chain(16))).values()) == [False, False]


def test_what_is_brief_grows_with_the_program() -> None:
    assert list(kernels(lower(chain(400), options=STRICT)).values()) == [False, True]
    assert list(kernels(lower(chain(400, 1 << 20), options=STRICT)).values()) == [True, False]
    assert list(kernels(lower(chain(4000, 1 << 24), options=STRICT)).values()) == [False, False]


def test_what_a_loop_repeats_is_not() -> None:
    """Also if the same is computed once before the loop."""
    made = lower(LOOP, options=STRICT)
    assert set(kernels(made).values()) == {True, False}
    body = made.module.functions["main"].body.block
    for kernel in made.program.kernels:
        assert kernels(made)[kernel.name] == all(op.block is body for op in kernel.operations), kernel.text
    x = np.arange(8, dtype=np.float32)
    result, kept = load(made)(x, np.int32(5))
    np.testing.assert_array_equal(result, x * 64)
    np.testing.assert_array_equal(kept, x * 2)


TYPES = ["f32", "f64", "bf16", "f16", "i8", "i32", "i64", "ui8", "i4", "ui2", "i1", "f8E4M3FN", "complex<f32>"]


@pytest.mark.parametrize("type", TYPES)
def test_results_are_the_same(type: str) -> None:
    """Rows, columns, transposes, slices and reductions of all sizes, between pages that must not be touched."""
    for rows, columns in ((1, 1), (3, 5), (7, 16), (17, 33)):
        matrix, turned = f"tensor<{rows}x{columns}x{type}>", f"tensor<{columns}x{rows}x{type}>"
        row, column, part = f"tensor<{columns}x{type}>", f"tensor<{rows}x{type}>", f"tensor<{rows}x{columns // 2 + 1}x{type}>"
        zero = "false" if type == "i1" else "(0.0, 0.0)" if "complex" in type else "0.0" if type[0] in "fb" else "0"
        text = f"""(%x: {matrix}, %y: {row}) -> ({turned}, {column}, {row}, {part}) {{
            %wide = stablehlo.broadcast_in_dim %y, dims = [1] : ({row}) -> {matrix}
            %sum = stablehlo.add %x, %wide : {matrix}
            %turned = stablehlo.transpose %sum, dims = [1, 0] : ({matrix}) -> {turned}
            %zero = stablehlo.constant dense<{zero}> : tensor<{type}>
            %rows = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1]
                : ({matrix}, tensor<{type}>) -> {column}
            %columns = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0]
                : ({matrix}, tensor<{type}>) -> {row}
            %part = stablehlo.slice %sum [0:{rows}, {columns - columns // 2 - 1}:{columns}] : ({matrix}) -> {part}
            return %turned, %rows, %columns, %part : {turned}, {column}, {row}, {part} }}"""
        found = []
        for work in (0, 1 << 60):
            with machine_with(baseline_tier={"work": work, "most_work": 0}):
                made = lower(text, options=STRICT)
            assert set(kernels(made).values()) == {bool(work)}
            x, y = (draw(made, k, rows + k) for k in range(2))
            found += [[a.tobytes() for a in results] for results in between_pages(made, x, y)]
        assert found.count(found[0]) == len(found), f"{rows}x{columns}"


def draw(made: Generated, argument: int, seed: int) -> np.ndarray:
    """Small whole numbers, whose sums are exact."""
    type = made.module.functions["main"].function_type.inputs[argument]
    numbers = np.random.default_rng(seed).integers(0, 2, type.shape)
    return numbers.astype(type.element.dtype)


@pytest.mark.parametrize("columns", [3, 7, 9, 15])
@pytest.mark.parametrize("type", ["i8", "i16", "i32"])
def test_beside_what_is_optimised(type: str, columns: int) -> None:
    """Beside a sort of seven i16, in one module with it, their sum made LLVM 22 end the process."""
    of, row = f"tensor<7x{columns}x{type}>", f"tensor<7x{type}>"
    module = hloom.parse(f"""
func.func @main(%x: {of}) -> {row} {{
  %c = stablehlo.constant dense<-1> : tensor<{type}>
  %0 = "stablehlo.sort"(%x) <{{dimension = 1 : i64, is_stable = true}}> ({{
  ^bb0(%a: tensor<{type}>, %b: tensor<{type}>):
    %2 = stablehlo.compare LT, %a, %b : (tensor<{type}>, tensor<{type}>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }}) : ({of}) -> {of}
  %1 = stablehlo.reduce(%0 init: %c) applies stablehlo.add across dimensions = [1] : ({of}, tensor<{type}>) -> {row}
  return %1 : {row}
}}
""")
    x = np.random.default_rng(0).integers(-100, 100, (7, columns)).astype(type.replace("i", "int"))
    assert np.array_equal(load(lower(module, options=STRICT))(x)[0], x.sum(axis=1, dtype=x.dtype) - 1)
