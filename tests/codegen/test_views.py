"""Operands that contractions read where they lie: transposed, sliced, and in a narrower type."""

from __future__ import annotations

import numpy as np
import pytest

import hloom
from hloom.numbers.element_type import ELEMENT_TYPES
from tests.codegen.comparison import apart
from tests.ops.drawing.language import any_numbers, small_numbers

PROGRAM = """
func.func @main(%a: tensor<24x36x{lhs}>, %b: tensor<20x36x{rhs}>) -> tensor<24x20x{out}> {{
  %0 = stablehlo.convert %a : (tensor<24x36x{lhs}>) -> tensor<24x36x{of}>
  %1 = stablehlo.transpose %b, dims = [1, 0] : (tensor<20x36x{rhs}>) -> tensor<36x20x{rhs}>
  %2 = stablehlo.convert %1 : (tensor<36x20x{rhs}>) -> tensor<36x20x{of}>
  %3 = stablehlo.dot_general %0, %2, contracting_dims = [1] x [0]
         : (tensor<24x36x{of}>, tensor<36x20x{of}>) -> tensor<24x20x{out}>
  return %3 : tensor<24x20x{out}>
}}"""


@pytest.mark.parametrize(("lhs", "rhs", "of", "out", "kernels"), [
    ("ui8", "i8", "i32", "i32", 2), ("i8", "i8", "i32", "i32", 2), ("i8", "i16", "i32", "i32", 2), ("i4", "ui4", "i8", "i32", 2),
    ("ui8", "ui16", "ui64", "ui64", 2), ("bf16", "bf16", "f32", "f32", 2), ("f32", "f16", "f64", "f64", 2),
    ("i8", "bf16", "f32", "f32", 2), ("f8E4M3FN", "f8E4M3FN", "f32", "f32", 2),
    # These change numbers: they are computed first.
    ("i8", "i8", "ui32", "ui32", 4), ("i32", "i32", "i8", "i32", 4), ("f32", "f32", "bf16", "f32", 4),
    ("i32", "i32", "f32", "f32", 4)])
def test_widened_operands_are_read_as_they_are_stored(lhs: str, rhs: str, of: str, out: str, kernels: int) -> None:
    module = hloom.parse(PROGRAM.format(lhs=lhs, rhs=rhs, of=of, out=out))
    rng = np.random.default_rng(len(lhs + rhs))
    executable = hloom.compile(module)
    assert len(executable.kernels) <= kernels
    draw = small_numbers if ELEMENT_TYPES[out].is_float else any_numbers  # small sums are exact in any order
    arrays = [draw(rng, ELEMENT_TYPES[name], shape) for name, shape in ((lhs, (24, 36)), (rhs, (20, 36)))]
    (found,), (expected,) = executable(*arrays), hloom.evaluate(module, *arrays)
    assert not apart(found + found.dtype.type(0), expected + expected.dtype.type(0))
