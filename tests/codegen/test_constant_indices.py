"""Places that are counted are no data: what is read there has no run-time index; where numbers may leave a range, it has one."""

from __future__ import annotations

import numpy as np
import pytest

import hloom
from tests.fuzz.compiled_gathers import counted
from tests.harness import agree


def gathered(place: str, count: int, rows: int, index: str = "i32", result: str = "%g") -> str:
    """Rows of %x [rows, 5] at %p, which `place` computes from %i, an iota, and constants %n (rows), %z (0) and %s (7)."""
    of, rank1 = f"tensor<{count}x{index}>", f"tensor<{count}xi1>"
    return f"""
func.func @main(%x: tensor<{rows}x5xf32>) -> tensor<{count}x5xf32> {{
  %i = stablehlo.iota dim = 0 : {of}
  %n = stablehlo.constant dense<{rows}> : {of}
  %z = stablehlo.constant dense<0> : {of}
  %s = stablehlo.constant dense<7> : {of}
  {place.replace("INT", of).replace("PRED", rank1)}
  %v = stablehlo.reshape %p : ({of}) -> tensor<{count}x1x{index}>
  %g = "stablehlo.gather"(%x, %v) <{{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
      start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>}}>
      : (tensor<{rows}x5xf32>, tensor<{count}x1x{index}>) -> tensor<{count}x5xf32>
  return {result} : tensor<{count}x5xf32>
}}"""


WRAPPED = """%b = stablehlo.compare LT, %q, %z : (INT, INT) -> PRED
  %w = stablehlo.add %q, %n : INT
  %p = stablehlo.select %b, %w, %q : PRED, INT"""

#: What computes the places, how many there are, the rows, and the rows that are read.
KNOWN = {
    "in order": ("%p = stablehlo.add %i, %z : INT", 20, 20, np.arange(20)),
    "shifted": ("%p = stablehlo.add %i, %s : INT", 20, 27, np.arange(20) + 7),
    "reversed": ("%c = stablehlo.constant dense<19> : INT\n  %p = stablehlo.subtract %c, %i : INT", 20, 20, 19 - np.arange(20)),
    "strided": ("%p = stablehlo.multiply %i, %s : INT", 9, 60, 7 * np.arange(9)),
    "never below zero": (f"%q = stablehlo.add %i, %z : INT\n  {WRAPPED}", 20, 20, np.arange(20)),
    "all below zero": (f"%q = stablehlo.subtract %i, %n : INT\n  {WRAPPED}", 20, 20, np.arange(20)),
    "larger": ("%p = stablehlo.maximum %i, %z : INT", 20, 20, np.arange(20)),
    "smaller": ("%p = stablehlo.minimum %n, %i : INT", 20, 20, np.arange(20)),
}
#: The same where the numbers are not what they seem, or lie on both sides of a bound.
UNKNOWN = {
    "beyond the operand": ("%p = stablehlo.add %i, %s : INT", 20, 26, (np.arange(20) + 7).clip(0, 25), "i32"),
    "before the operand": ("%p = stablehlo.subtract %i, %s : INT", 20, 20, (np.arange(20) - 7).clip(0, 19), "i32"),
    "some below zero": (f"%q = stablehlo.subtract %i, %s : INT\n  {WRAPPED}", 20, 20, (np.arange(20) - 7) % 20, "i32"),
    "out of the type": ("%p = stablehlo.multiply %i, %s : INT", 20, 200,
                        (7 * np.arange(20)).astype(np.int8).clip(0, 199), "i8"),
    "below an unsigned zero": ("%p = stablehlo.subtract %i, %s : INT", 20, 200,
                               (np.arange(20) - 7).astype(np.uint8).clip(0, 199), "ui8"),
}


def rows_of(text: str, rows: int) -> tuple[np.ndarray, np.ndarray, str]:
    """The operand, the result, and the listing of the kernels."""
    executable = hloom.compile(hloom.parse(text))
    x = np.random.default_rng(0).standard_normal((rows, 5)).astype(np.float32)
    return x, executable(x)[0], "\n".join(listing.text for listing in executable.kernels.values())


@pytest.mark.parametrize("case", KNOWN)
@pytest.mark.parametrize("index", ["i32", "i64", "ui32", "i16"])
def test_counted_places_are_read_directly(case: str, index: str) -> None:
    place, count, rows, expected = KNOWN[case]
    if index == "ui32" and case == "all below zero":
        pytest.skip("no unsigned number is below zero")
    x, found, listing = rows_of(gathered(place, count, rows, index), rows)
    np.testing.assert_array_equal(found, x[expected])
    assert "value" not in listing and "compare" not in listing


@pytest.mark.parametrize("case", UNKNOWN)
def test_other_places_are_clamped_as_they_run(case: str) -> None:
    place, count, rows, expected, index = UNKNOWN[case]
    x, found, listing = rows_of(gathered(place, count, rows, index), rows)
    np.testing.assert_array_equal(found, x[expected])
    assert "value" in listing


@pytest.mark.parametrize("direction, other, holds", [
    ("GE", "%z", True), ("LT", "%n", True), ("NE", "%n", True), ("LT", "%z", False), ("EQ", "%n", False), ("LE", "%n", True),
    ("GT", "%z", None), ("EQ", "%s", None), ("LE", "%s", None)])
def test_a_mask_that_is_decided_is_no_mask(direction: str, other: str, holds: bool | None) -> None:
    place = f"""%p = stablehlo.add %i, %z : INT
  %m = stablehlo.compare {direction}, %p, {other} : (INT, INT) -> PRED
  %k = stablehlo.broadcast_in_dim %m, dims = [0] : (PRED) -> tensor<20x5xi1>
  %o = stablehlo.constant dense<9.0> : tensor<20x5xf32>"""
    text = gathered(place, 20, 20, result="%r").replace("  return", "  %r = stablehlo.select %k, %g, %o : tensor<20x5xi1>, "
                                                        "tensor<20x5xf32>\n  return")
    x, found, listing = rows_of(text, 20)
    n = np.arange(20)
    masks = {"GE": np.greater_equal, "LT": np.less, "NE": np.not_equal, "EQ": np.equal, "LE": np.less_equal, "GT": np.greater}
    mask = masks[direction](n, {"%z": 0, "%n": 20, "%s": 7}[other])
    np.testing.assert_array_equal(found, np.where(mask[:, None], x, np.float32(9)))
    assert ("select" in listing) == (holds is None)


def test_any_numbers_that_are_counted() -> None:
    for seed in range(150):
        text, arrays = counted(np.random.default_rng(seed))
        agree(text, *arrays)


@pytest.mark.parametrize("type, last", [("i4", 7), ("ui4", 15), ("i2", 1), ("ui2", 3), ("i8", 127)])
def test_numbers_of_few_bits(type: str, last: int) -> None:
    """As many as the type has from 0 on are known; one more begins again at its least number."""
    for count in (last + 1, last + 2):
        text = f"""
func.func @main(%x: tensor<{count}xf32>) -> tensor<{count}xf32> {{
  %i = stablehlo.iota dim = 0 : tensor<{count}x{type}>
  %z = stablehlo.constant dense<0> : tensor<{count}x{type}>
  %m = stablehlo.compare GE, %i, %z : (tensor<{count}x{type}>, tensor<{count}x{type}>) -> tensor<{count}xi1>
  %o = stablehlo.negate %x : tensor<{count}xf32>
  %r = stablehlo.select %m, %x, %o : tensor<{count}xi1>, tensor<{count}xf32>
  return %r : tensor<{count}xf32>
}}"""
        x = np.arange(1, count + 1, dtype=np.float32)
        (found,) = agree(text, x)
        is_below = count > last + 1 and not type.startswith("u")
        np.testing.assert_array_equal(found, np.append(x[:-1], -x[-1]) if is_below else x)
