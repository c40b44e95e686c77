"""Operands that contractions read where they lie: transposed, sliced, and in a narrower type."""

from __future__ import annotations

import numpy as np
import pytest

import hloom
from hloom.numbers.element_type import ELEMENT_TYPES
from tests.harness import apart
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


#: What is between an argument and the product, and how many kernels there are: one where the product reads the argument.
PARTS = {
    "a slice of rows": ("[0:12, 0:40]", "12x40", "3x4x40", 1),
    "rows that begin later": ("[5:17, 0:40]", "12x40", "3x4x40", 1),
    "every other row": ("[1:24:2, 0:40]", "12x40", "3x4x40", 1),
    "a slice of columns as rows": ("[0:3, 7:27]", "3x20", "3x4x5", 1),
    # Rows that are cut elsewhere than where they end lie in no order that strides say.
    "columns that run over rows": ("[0:4, 2:5]", "4x3", "3x2x2", 2),
}


@pytest.mark.parametrize("type", ["f32", "f64", "bf16", "i8", "i32"])
@pytest.mark.parametrize("name", PARTS)
def test_reshaped_slices_are_read_where_they_lie(name: str, type: str) -> None:
    bounds, sliced, shape, kernels = PARTS[name]
    batch, rows, columns = map(int, shape.split("x"))
    out = f"tensor<{batch}x{rows}x9x{type}>"
    module = hloom.parse(f"""func.func @main(%a: tensor<24x40x{type}>, %b: tensor<{batch}x{columns}x9x{type}>) -> {out} {{
        %0 = stablehlo.slice %a {bounds} : (tensor<24x40x{type}>) -> tensor<{sliced}x{type}>
        %1 = stablehlo.reshape %0 : (tensor<{sliced}x{type}>) -> tensor<{shape}x{type}>
        %2 = stablehlo.dot_general %1, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1]
            : (tensor<{shape}x{type}>, tensor<{batch}x{columns}x9x{type}>) -> {out}
        return %2 : {out} }}""")
    executable = hloom.compile(module)
    assert len(executable.kernels) == kernels
    rng = np.random.default_rng(rows)
    arrays = [small_numbers(rng, ELEMENT_TYPES[type], s) for s in ((24, 40), (batch, columns, 9))]
    taken = [slice(*map(int, part.split(":"))) for part in bounds.strip("[]").split(", ")]
    wide = [a.astype(np.float64) for a in (arrays[0][tuple(taken)].reshape(batch, rows, columns), arrays[1])]
    (found,) = executable(*arrays)
    assert np.array_equal(found.astype(np.float64), (wide[0] @ wide[1]).astype(found.dtype).astype(np.float64))
