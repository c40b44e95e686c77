"""Reductions of one range that are computed as one, and booleans that are reduced as bytes, against NumPy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.codegen.machine import Machine
from hloom.codegen.plan.kernels import LoopKernel
from hloom.codegen.plan.splitting import fuse_variadic_reductions
from hloom.expr.scalar import reductions
from hloom.numbers.difference import Tolerance
from tests import harness
from tests.harness import agree, targets

#: Shapes and the dimensions that are reduced: bands of columns with a rest, few columns, rows, several dimensions, parts, no
#: element.
SHAPES = [((1003, 777), (0,)), ((5000, 64), (0,)), ((40, 513), (1,)), ((37, 60, 300), (0, 1)), ((16, 50, 30), (0, 2)),
          ((300000,), (0,)), ((3, 2), (0,)), ((0, 300), (0,)), ((7, 0), (0,))]


def program(shape: tuple[int, ...], dimensions: tuple[int, ...], results: list[tuple[str, str, str]], type: str = "f32",
            lines: str = "") -> str:
    """A program whose results are reductions: (operand, initial value, function) each; %y is the square of %x."""
    left = [n for d, n in enumerate(shape) if d not in dimensions]
    x, out = (f"tensor<{''.join(f'{n}x' for n in dims)}{type}>" for dims in (shape, left))
    body = "".join(f"  %i{k} = stablehlo.constant dense<{start}> : tensor<{type}>\n"
                   f"  %r{k} = stablehlo.reduce(%{operand} init: %i{k}) applies stablehlo.{function} across dimensions = "
                   f"{list(dimensions)} : ({x}, tensor<{type}>) -> {out}\n"
                   for k, (operand, start, function) in enumerate(results))
    names = ", ".join(f"%r{k}" for k in range(len(results)))
    types = ", ".join([out] * len(results))
    return (f"func.func @main(%x: {x}) -> ({types}) {{\n  %y = stablehlo.{'and' if type == 'i1' else 'multiply'} %x, %x : {x}\n"
            f"{body}  return {names} : {types}\n}}")


def check(text: str, x: np.ndarray, expected: list[np.ndarray], tolerance: float = 0.0, target: Any = None) -> int:
    """Results between guard pages; how many kernels there are."""
    return len(harness.check(text, [x], expected, Tolerance(of_largest=tolerance), target=target).program.kernels)


@pytest.mark.parametrize("target", targets())
@pytest.mark.parametrize(("shape", "dimensions"), SHAPES)
def test_sums_and_sums_of_squares(shape: tuple[int, ...], dimensions: tuple[int, ...], target: str) -> None:
    x = np.random.default_rng(0).standard_normal(shape).astype(np.float32)
    wide = x.astype(np.float64)
    kernels = check(program(shape, dimensions, [("x", "1.0", "add"), ("y", "-2.0", "add")]), x,
                    [1 + wide.sum(dimensions), (wide * wide).sum(dimensions) - 2], 2e-5, targets()[target])
    assert kernels <= 3  # one, or two where there are parts; that of constants


@pytest.mark.parametrize(("shape", "dimensions"), SHAPES)
def test_least_and_largest_numbers(shape: tuple[int, ...], dimensions: tuple[int, ...]) -> None:
    """With NaN, zeros of both signs and infinities among them."""
    x = np.random.default_rng(1).choice([0.0, -0.0, 1.5, -3.0, np.inf, -np.inf, 2.0], shape).astype(np.float32)
    x.reshape(-1)[5::1000] = np.nan
    most, least = (np.asarray(f(x, axis=dimensions, initial=i)) for f, i in ((np.max, -np.inf), (np.min, np.inf)))
    text = program(shape, dimensions, [("x", "0xFF800000", "maximum"), ("x", "0x7F800000", "minimum")])
    check(text, x, [most, least])
    agree(text, x)  # signs of zeros, too


@pytest.mark.parametrize(("shape", "dimensions"), SHAPES)
def test_integers_of_all_kinds_of_functions(shape: tuple[int, ...], dimensions: tuple[int, ...]) -> None:
    x = np.random.default_rng(2).integers(-9, 9, shape, np.int32)
    results = [("x", "3", "add"), ("x", "-2147483648", "maximum"), ("y", "0", "xor")]
    check(program(shape, dimensions, results, "i32"), x,
          [3 + x.sum(dimensions, dtype=np.int32), np.max(x, dimensions, initial=-(1 << 31)),
           np.bitwise_xor.reduce(x * x, axis=dimensions, dtype=np.int32)])


FUNCTIONS: dict[str, tuple[bool, Callable[..., np.ndarray]]] = {
    "or": (False, np.any), "and": (True, np.all), "add": (False, np.any), "multiply": (True, np.all), "maximum": (False, np.any),
    "minimum": (True, np.all), "xor": (False, lambda x, axis: np.bitwise_xor.reduce(x, axis=axis))}


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize(("shape", "dimensions"), SHAPES)
def test_booleans_across_rows(shape: tuple[int, ...], dimensions: tuple[int, ...], function: str) -> None:
    """As many as 256 of them, whose sum as a byte is 0."""
    start, reference = FUNCTIONS[function]
    x = np.random.default_rng(3).random(shape) < (0.999 if start else 0.001)
    if x.ndim == 2 and shape[0] > 256:
        x[:256, 0], x[256:, 0] = True, False
    text = program(shape, dimensions, [("x", str(start).lower(), function)], "i1")
    check(text, x, [np.asarray(reference(x, axis=dimensions))])


def joined(text: str) -> list[int]:
    """The accumulators of the reductions of each kernel that has some, after joining."""
    from hloom.codegen.cpu.compiler import capabilities
    from hloom.codegen.plan.stages import fusion_plan
    from hloom.codegen.plan.target import STRICT
    from hloom.codegen.target import Target

    plan = fusion_plan(hloom.parse(text).functions["main"], capabilities(Target.host(), 2, STRICT))
    kernels = [fuse_variadic_reductions(Machine(), kernel) for each in plan.blocks.values() for kernel in each.kernels]
    return [len(r.initial) for kernel in kernels if isinstance(kernel, LoopKernel)
            for r in reductions(*(s.scalar for s in kernel.stores))]


def test_which_are_joined() -> None:
    """Not maxima with sums, which have ways of their own, nor more than registers hold."""
    sums = [("x", "0.0", "add"), ("y", "0.0", "add")]
    assert joined(program((300, 400), (0,), sums)) == [2]
    assert joined(program((300, 400), (0,), [*sums, ("x", "0xFF800000", "maximum"), ("y", "0x7F800000", "minimum")])) == [2, 2]
    assert joined(program((300, 400), (0,), [("x", f"{start}.0", "add") for start in range(5)])) == [1] * 5
    assert joined(program((300, 400), (0,), sums[:1])) == [1]
