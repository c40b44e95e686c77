"""The largest and the smallest of rows of floats: NaN in any lane, zeros of either sign, infinities, rests."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from tests.harness import compiled, lower, same, targets

TYPES = {"f32": np.float32, "f64": np.float64, "f16": np.float16, "bf16": ml_dtypes.bfloat16}
COLUMNS = (1, 2, 4, 5, 8, 15, 16, 31, 33, 64, 77, 200)


def text(type: str, rows: int, columns: int, function: str, initial: str) -> str:
    row, matrix = f"tensor<{rows}x{type}>", f"tensor<{rows}x{columns}x{type}>"
    return f"""(%x: {matrix}) -> {row} {{
        %initial = stablehlo.constant dense<{initial}> : tensor<{type}>
        %found = stablehlo.reduce(%x init: %initial) applies stablehlo.{function} across dimensions = [1]
            : ({matrix}, tensor<{type}>) -> {row}
        return %found : {row} }}"""


def rows_of(type: type, columns: int) -> np.ndarray:
    """Rows in which something rare stands in each place in turn, and rows of rare numbers only."""
    rng = np.random.default_rng(columns)
    tiny = np.finfo(np.float32 if type is np.float32 else type).smallest_subnormal if type in (np.float32, np.float64) else 0.0
    rare = [np.nan, -np.nan, np.inf, -np.inf, 0.0, -0.0, tiny, -tiny, 1.0, -1.0]
    rows = [rng.choice([0.0, -0.0], columns), np.full(columns, 0.0), np.full(columns, -0.0), np.full(columns, np.inf),
            np.full(columns, -np.inf), np.full(columns, np.nan)]
    for ordinary in (-rng.random(columns) - 0.5, rng.random(columns) + 0.5, np.full(columns, -0.0), np.full(columns, 0.0)):
        for number in rare:
            for place in {0, columns // 2, columns - 1, int(rng.integers(columns))}:
                rows.append(ordinary.copy())
                rows[-1][place] = number
    rows += [rng.choice(rare, columns) for _ in range(20)] + [rng.choice(rare[2:], columns) for _ in range(20)]
    return np.array(rows).astype(type)


def expected_of(x: np.ndarray, function: str, initial: float) -> np.ndarray:
    """IEEE 754-2019 maximum and minimum: NaN if there is one, and -0 lies below +0."""
    numbers = np.pad(x.astype(np.float64), ((0, 0), (0, 1)), constant_values=initial)
    found = numbers.max(axis=1) if function == "maximum" else numbers.min(axis=1)  # NaN of rows that have one
    has_zero = [((numbers == 0) & (np.signbit(numbers) == is_negative)).any(axis=1) for is_negative in (False, True)]
    prevails, other = has_zero if function == "maximum" else has_zero[::-1]
    zero = 0.0 if function == "maximum" else -0.0
    found = np.where(found == 0, np.where(prevails, zero, -zero), found)
    assert (prevails | other)[found == 0].all()
    return found.astype(x.dtype)


@pytest.mark.parametrize("target", targets())
@pytest.mark.parametrize("function", ["maximum", "minimum"])
@pytest.mark.parametrize("type", TYPES)
def test_rows_with_rare_numbers(type: str, function: str, target: str) -> None:
    least = -np.inf if function == "maximum" else np.inf
    bits = {"f32": "0xFF800000", "f64": "0xFFF0000000000000", "f16": "0xFC00", "bf16": "0xFF80"}[type]
    if function == "minimum":
        bits = bits.replace("0xFF", "0x7F", 1).replace("0xFC", "0x7C", 1)
    for columns in COLUMNS[:: 1 if target == "host" else 3]:
        x = rows_of(TYPES[type], columns)
        for literal, initial in ((bits, least), ("0.0", 0.0), ("-0.0", -0.0)):
            found = compiled(text(type, len(x), columns, function, literal), target)(x)
            same(found, [expected_of(x, function, initial)], what=f"{columns} columns from {initial}")


def test_a_step_is_few_instructions() -> None:
    """Each of the five instructions of a maximum that passes NaN on would wait for the one before."""
    ir = lower(text("f32", 64, 1024, "maximum", "0xFF800000")).llvm
    loop = ir[ir.index("body"):]
    assert "fcmp uno" in loop and "fadd" not in loop[: loop.index("vector.reduce")]
