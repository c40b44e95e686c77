"""Programs of many operations in a row, or of one with many operands: compiled without recursion over them, in bounded time."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import prod
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import hloom
from hloom.expr.index import fresh
from hloom.expr.scalar import Literal, Read, Select, apply, nesting
from hloom.numbers.element_type import F32
from tests.harness import compiled, load, lower

#: Interpreters allow 1000 frames: what recurses once for each of these operations fails.
COUNT = 1200


def chain(arguments: str, type: str, step: Callable[[str, str], str], count: int) -> Any:
    """A function whose steps each take the value of the one before, the first one the argument %x."""
    names = ["%x", *(f"%v{k}" for k in range(count))]
    lines = [step(after, before) for before, after in pairwise(names)]
    return hloom.parse("\n".join([f"func.func @main({arguments}) -> {type} {{", *lines, f"return {names[-1]} : {type}", "}"]))


def check(module: Any, *arrays: np.ndarray, executable: Any = None) -> Any:
    executable = executable or hloom.compile(module)
    (found,), (expected,) = executable(*arrays), hloom.evaluate(module, *arrays)
    assert np.array_equal(found, expected, equal_nan=True)
    return executable


@pytest.mark.parametrize("names", [["add"], ["add", "maximum", "multiply", "subtract"]])
def test_elementwise(names: list[str]) -> None:
    numbers = iter(range(COUNT))
    module = chain("%x: tensor<8xf32>, %y: tensor<8xf32>", "tensor<8xf32>", lambda after, before:
                   f"{after} = stablehlo.{names[next(numbers) % len(names)]} {before}, %y : tensor<8xf32>", COUNT)
    x = np.arange(8, dtype=np.float32)
    check(module, x, np.full(8, 0.5, np.float32))
    check(module, x, np.full(8, 0.5, np.float32), executable=compiled(module))


@pytest.mark.parametrize(("function", "type", "dtype", "uses"), [
    ("sine", "8xf32", np.float32, COUNT), ("logistic", "37xf64", np.float64, 300), ("tanh", "f32", np.float32, 300),
    ("cosine", "9xbf16", ml_dtypes.bfloat16, 200), ("tanh", "5xcomplex<f32>", np.complex64, 100),
    ("log_plus_one", "19xcomplex<f64>", np.complex128, 100),
])
def test_functions_that_are_needed_often_are_called(function: str, type: str, dtype: Any, uses: int) -> None:
    """LLVM's time grows with the square of the branches of a function: 2,000 sines took a minute."""
    module = chain(f"%x: tensor<{type}>", f"tensor<{type}>",
                   lambda after, before: f"{after} = stablehlo.{function} {before} : tensor<{type}>", uses)
    shape = module.functions["main"].function_type.inputs[0].shape
    x = np.linspace(0.1, 1.4, prod(shape)).reshape(shape).astype(dtype)
    made = lower(module)
    assert made.llvm.count("\n") < 40 * uses + 10_000
    (found,), (expected,) = load(made)(x), hloom.evaluate(module, x)
    wide = np.complex128 if found.dtype.kind == "c" else np.float64
    assert np.allclose(found.astype(wide), expected.astype(wide), rtol=0.02 if "bf16" in type else 2e-5 * uses ** 0.5)


def test_listings_of_long_formulas_are_short_lines() -> None:
    module = chain("%x: tensor<8xf32>, %y: tensor<8xf32>", "tensor<8xf32>",
                   lambda after, before: f"{after} = stablehlo.add {before}, %y : tensor<8xf32>", COUNT)
    listings = hloom.compile(module).kernels
    assert max(len(line) for kernel in listings.values() for line in kernel.text.splitlines()) < 1000


@pytest.mark.parametrize("count", [20, 21, 401, 20_000])
def test_concatenation(count: int) -> None:
    inputs = ", ".join(f"%{'xyz'[k % 3]}" for k in range(count))
    types = ", ".join(["tensor<1xi32>", "tensor<2xi32>", "tensor<0xi32>"][k % 3] for k in range(count))
    result = f"tensor<{sum(k % 3 + 1 for k in range(count) if k % 3 < 2)}xi32>"
    module = hloom.parse(f"func.func @main(%x: tensor<1xi32>, %y: tensor<2xi32>, %z: tensor<0xi32>) -> {result} {{\n"
                         f"%0 = stablehlo.concatenate {inputs}, dim = 0 : ({types}) -> {result}\nreturn %0 : {result}\n}}")
    check(module, np.array([5], np.int32), np.array([6, 7], np.int32), np.zeros(0, np.int32))


PADDED = """{after} = stablehlo.pad {before}, %c, low = [1], high = [-1], interior = [0] :
    (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>"""
GATHERED = """{after} = "stablehlo.gather"(%t, {before}) <{{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}}> :
    (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>"""
SLICED = """{after}s = stablehlo.reshape {before} : (tensor<1xi32>) -> tensor<i32>
    {after} = stablehlo.dynamic_slice %t, {after}s, sizes = [1] : (tensor<8xi32>, tensor<i32>) -> tensor<1xi32>"""
TURNED = """{after}t = stablehlo.transpose {before}, dims = [1, 2, 0] : (tensor<3x5x7xf32>) -> tensor<5x7x3xf32>
    {after} = stablehlo.reshape {after}t : (tensor<5x7x3xf32>) -> tensor<3x5x7xf32>"""
ROTATED = """{after}a = stablehlo.slice {before} [1:8] : (tensor<8xf32>) -> tensor<7xf32>
    {after}b = stablehlo.slice {before} [0:1] : (tensor<8xf32>) -> tensor<1xf32>
    {after} = stablehlo.concatenate {after}a, {after}b, dim = 0 : (tensor<7xf32>, tensor<1xf32>) -> tensor<8xf32>"""
SUMMED = """{after} = stablehlo.reduce(%t init: {before}) applies stablehlo.add across dimensions = [0] :
    (tensor<8xf32>, tensor<f32>) -> tensor<f32>"""


@pytest.mark.parametrize(("step", "type", "others"), [
    (PADDED, "8xf32", "%c: tensor<f32>"), (GATHERED, "8xi32", "%t: tensor<8xi32>"), (SLICED, "1xi32", "%t: tensor<8xi32>"),
    (TURNED, "3x5x7xf32", ""), (ROTATED, "8xf32", ""), (SUMMED, "f32", "%t: tensor<8xf32>"),
], ids=["pad", "gather", "dynamic_slice", "reshape_of_transpose", "rotation", "initial_value"])
def test_what_is_emitted_by_recursion_is_not_nested_deeply(step: str, type: str, others: str) -> None:
    """Choices, indices from data, divided indices and folds would otherwise nest as deep as the program is long."""
    arguments = f"%x: tensor<{type}>{', ' * bool(others)}{others}"
    module = chain(arguments, f"tensor<{type}>", lambda after, before: step.format(after=after, before=before), 150)
    arrays = [(np.arange(a.type.size) * 3 % 8).astype(a.type.storage.dtype).reshape(a.type.shape)
              for a in module.functions["main"].body.arguments]
    check(module, *arrays)
    check(module, *arrays, executable=compiled(module))


def test_nesting_counts_what_is_emitted_by_recursion() -> None:
    k = fresh(8)
    read = Read(object(), (k,), F32)
    assert nesting(apply("add", read, read)) == 0
    inner = Select(k < 4, read, Literal(0, F32))
    assert nesting(inner) == 1
    assert nesting(apply("add", Select(k < 2, apply("negate", inner), read), inner)) == 2
