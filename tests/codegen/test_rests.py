"""What is left of rows whose length is no power of two, under masks, between guard pages."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from hloom.codegen.llvm.memory_accesses import first_of, whole_lanes
from hloom.numbers.difference import EQUAL, Tolerance
from tests.harness import check, needs_pages, targets
from tests.programs import SOFTMAX, softmax

pytestmark = needs_pages

TYPES = {"f32": np.float32, "f64": np.float64, "bf16": ml_dtypes.bfloat16, "i8": np.int8, "i16": np.int16, "i32": np.int32,
         "i64": np.int64, "ui8": np.uint8}
COLUMNS = (1, 3, 5, 7, 10, 13, 17, 25, 36, 61, 100, 141)


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
        check(text, [x], expected, EQUAL, target=target, what=f"{columns} columns")


@pytest.mark.parametrize("columns", [10, 61, 1003])
def test_rows_that_are_kept_between_loops(columns: int) -> None:
    x = np.random.default_rng(columns).standard_normal((4, columns)).astype(np.float32)
    check(SOFTMAX.format(4, columns), [x], [softmax(x)], Tolerance(relative=2e-6))


def test_lanes_of_a_rest() -> None:
    assert [whole_lanes(extent, 16, 64) for extent in (3, 10, 16, 25, 40, 100, 1000)] == [4, 16, 16, 16, 32, 64, 64]
    assert first_of(4, 3).name == "<i1 true, i1 true, i1 true, i1 false>"
