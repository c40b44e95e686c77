"""Elements of short rows with values of their rows and columns: packed in registers, between guard pages, against NumPy."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from hloom.codegen.cpu import packed_rows, schedules
from tests import harness
from tests.harness import load, lower, needs_pages, targets, use_machine

pytestmark = needs_pages

TYPES = {"f32": np.float32, "f64": np.float64, "bf16": ml_dtypes.bfloat16, "f16": np.float16, "i8": np.int8, "i32": np.int32,
         "ui64": np.uint64}
#: Rows and columns: fewer rows than lanes, whole blocks of them and not, columns that are registers or not.
SHAPES = [(15, 5), (16, 3), (64, 4), (33, 7), (100, 9), (50, 10), (17, 12), (1000, 13), (129, 17), (65, 31), (40, 33), (70, 63)]
#: What becomes of elements x, values r of rows and c of columns: as StableHLO says it and as NumPy does.
PROGRAMS = {
    "of the row": ("subtract %x, %r", lambda x, r, c: x - r),
    "of the column": ("multiply %x, %c", lambda x, r, c: x * c),
    "of both": ("add %xr, %c", lambda x, r, c: x * r + c),
    "chosen by row": ("select %less, %x, %c", lambda x, r, c: np.where(r < r.dtype.type(2), x, c)),
    "divided": ("divide %x, %r", lambda x, r, c: x / r),
}


def program(kind: str, rows: int, columns: int, type: str) -> str:
    x, r, c, truth = (f"tensor<{shape}>" for shape in (f"{rows}x{columns}x{type}", f"{rows}x{type}", f"{columns}x{type}",
                                                       f"{rows}x{columns}xi1"))
    operation = PROGRAMS[kind][0]
    types = f"{truth}, {x}" if kind == "chosen by row" else x
    return f"""func.func @main(%a: {x}, %b: {r}, %d: {c}) -> {x} {{
  %two = stablehlo.constant dense<{"2" if "i" in type else "2.0"}> : {r}
  %x = stablehlo.add %a, %a : {x}
  %r = stablehlo.broadcast_in_dim %b, dims = [0] : ({r}) -> {x}
  %c = stablehlo.broadcast_in_dim %d, dims = [1] : ({c}) -> {x}
  %xr = stablehlo.multiply %x, %r : {x}
  %is = stablehlo.compare LT, %b, %two : ({r}, {r}) -> {truth.replace(f"x{columns}x", "x")}
  %less = stablehlo.broadcast_in_dim %is, dims = [0] : ({truth.replace(f"x{columns}x", "x")}) -> {truth}
  %y = stablehlo.{operation} : {types}
  return %y : {x}
}}"""


def check(kind: str, rows: int, columns: int, type: str, target: str) -> None:
    """Results between guard pages, on one worker and on two: numbers are small and whole, quotients exact."""
    rng, dtype = np.random.default_rng(rows), TYPES[type]
    x, r, c = (rng.integers(1, 6, shape).astype(dtype) for shape in ((rows, columns), (rows,), (columns,)))
    if kind == "divided":
        r = np.left_shift(1, rng.integers(0, 3, rows)).astype(dtype)
    expected = PROGRAMS[kind][1](x + x, r[:, None], c[None, :]).astype(dtype)
    harness.check(program(kind, rows, columns, type), [x, r, c], [expected], target=target, workers=(1, 2))


@pytest.mark.parametrize("target", targets())
@pytest.mark.parametrize("type", TYPES)
@pytest.mark.parametrize("kind", PROGRAMS)
def test_values_of_rows_and_columns(kind: str, type: str, target: str) -> None:
    for rows, columns in SHAPES:
        check(kind, rows, columns, type, target)


@pytest.mark.parametrize("type", ["f32", "f64", "i32"])
def test_past_the_caches(type: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Results that no cache holds are stored in whole lines."""
    use_machine(monkeypatch, streaming={"result_bytes": 0, "all_bytes": 0}, caches={"uncached_bytes": 0})
    for kind in ("of the row", "of both"):
        check(kind, 1001, 10, type, next(iter(targets())))


def test_columns_of_narrow_numbers() -> None:
    """Registers hold them as memory does not."""
    (ones, pairs) = load(lower("""func.func @main() -> (tensor<40x20xi1>, tensor<40x20xui2>) {
      %0 = stablehlo.iota dim = 1 : tensor<40x20xui8>
      %1 = stablehlo.convert %0 : (tensor<40x20xui8>) -> tensor<40x20xi1>
      %2 = stablehlo.iota dim = 1 : tensor<40x20xui2>
      return %1, %2 : tensor<40x20xi1>, tensor<40x20xui2>
    }"""))()
    column = np.arange(20)
    np.testing.assert_array_equal(ones, np.broadcast_to(column != 0, (40, 20)))
    np.testing.assert_array_equal(pairs.astype(int), np.broadcast_to(column % 4, (40, 20)))


def test_which_are_packed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short rows are, and longer ones of which masks would leave many lanes empty, if there is work; not rows of registers."""
    name, target = next(iter(targets().items()))
    if not target.has_masks:
        pytest.skip(f"{name} has no masks")
    emitted = []

    def noted(*arguments: object) -> object:
        emitted.append(arguments)
        return packed_rows.emit_packed_rows(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(schedules, "emit_packed_rows", noted)
    wanted = {("of the row", 10): True, ("of the row", 16): False, ("of the row", 2): False, ("of the row", 33): False,
              ("divided", 33): True, ("divided", 47): False, ("divided", 65): False, ("of the column", 5): True}
    found = {}
    for kind, columns in wanted:
        emitted.clear()
        lower(program(kind, 100, columns, "f32"), target)
        found[kind, columns] = bool(emitted)
    assert found == wanted
