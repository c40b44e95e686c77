"""What is left of rows whose length is no power of two, under masks, between guard pages."""

from __future__ import annotations

import sys
from functools import partial

import ml_dtypes
import numpy as np
import pytest

from hloom.codegen.llvm.memory_forms import first_of, whole_lanes
from tests.codegen.execution import load, lower, memory_from, targets
from tests.codegen.guarded import GuardedBuffer, guarded
from tests.passes.programs import program

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="mprotect as on Linux")

TYPES = {"f32": np.float32, "f64": np.float64, "bf16": ml_dtypes.bfloat16, "i8": np.int8, "i16": np.int16, "i32": np.int32,
         "i64": np.int64, "ui8": np.uint8}
COLUMNS = (1, 3, 5, 7, 10, 13, 17, 25, 36, 61, 100, 141)


def run(text: str, arrays: list[np.ndarray], target: str) -> list[list[np.ndarray]]:
    """The results with memory that ends at a page that must not be touched, and with memory that begins behind one."""
    found = []
    for at_end in (True, False):
        made = lower(program(text), target=targets()[target])
        made.program.constants[:] = [guarded(c, at_end) for c in made.program.constants]
        with memory_from(partial(GuardedBuffer, at_end=at_end)):
            found.append([np.array(a) for a in load(made)(*(guarded(a, at_end) for a in arrays))])
    return found


@pytest.mark.parametrize("target", targets())
@pytest.mark.parametrize("name", TYPES)
def test_rows_of_any_length(name: str, target: str) -> None:
    """Sums and maxima of rows, which are exact here, and what is computed with each row's maximum."""
    for columns in COLUMNS[:: 1 if target == "host" else 4]:
        row, matrix = f"tensor<3x{name}>", f"tensor<3x{columns}x{name}>"
        low = np.iinfo(TYPES[name]).min if np.issubdtype(TYPES[name], np.integer) else None
        least = "-1.0e+30" if low is None else str(low)
        text = f"""(%x: {matrix}) -> ({row}, {row}, {matrix}) {{
            %zero = stablehlo.constant dense<0{".0" if low is None else ""}> : tensor<{name}>
            %least = stablehlo.constant dense<{least}> : tensor<{name}>
            %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1]
                : ({matrix}, tensor<{name}>) -> {row}
            %max = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [1]
                : ({matrix}, tensor<{name}>) -> {row}
            %wide = stablehlo.broadcast_in_dim %max, dims = [0] : ({row}) -> {matrix}
            %less = stablehlo.subtract %x, %wide : {matrix}
            return %sum, %max, %less : {row}, {row}, {matrix} }}"""
        x = np.random.default_rng(columns).integers(0 if name == "ui8" else -3, 4, (3, columns)).astype(TYPES[name])
        wide = x.astype(np.float64 if low is None else np.int64)
        expected = [wide.sum(1).astype(TYPES[name]), x.max(1), (wide - wide.max(1, keepdims=True)).astype(TYPES[name])]
        for found in run(text, [x], target):
            for a, b in zip(found, expected, strict=True):
                np.testing.assert_array_equal(a, b, err_msg=f"{columns} columns")


@pytest.mark.parametrize("columns", [10, 61, 1003])
def test_rows_that_are_kept_between_loops(columns: int) -> None:
    matrix, row = f"tensor<4x{columns}xf32>", "tensor<4xf32>"
    text = f"""(%x: {matrix}) -> {matrix} {{
        %zero = stablehlo.constant dense<0.0> : tensor<f32>
        %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
        %max = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [1]
            : ({matrix}, tensor<f32>) -> {row}
        %0 = stablehlo.broadcast_in_dim %max, dims = [0] : ({row}) -> {matrix}
        %1 = stablehlo.subtract %x, %0 : {matrix}
        %2 = stablehlo.exponential %1 : {matrix}
        %sum = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [1] : ({matrix}, tensor<f32>) -> {row}
        %3 = stablehlo.broadcast_in_dim %sum, dims = [0] : ({row}) -> {matrix}
        %4 = stablehlo.divide %2, %3 : {matrix}
        return %4 : {matrix} }}"""
    x = np.random.default_rng(columns).standard_normal((4, columns)).astype(np.float32)
    powers = np.exp(x.astype(np.float64) - x.max(1, keepdims=True))
    for (found,) in run(text, [x], "host"):
        np.testing.assert_allclose(found, powers / powers.sum(1, keepdims=True), rtol=2e-6)


def test_lanes_of_a_rest() -> None:
    assert [whole_lanes(extent, 16, 64) for extent in (3, 10, 16, 25, 40, 100, 1000)] == [4, 16, 16, 16, 32, 64, 64]
    assert first_of(4, 3).name == "<i1 true, i1 true, i1 true, i1 false>"
