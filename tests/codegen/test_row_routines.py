"""Functions for stages of rows: which stages they are, that rows of other lengths share them, and what they compute."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

import hloom
from hloom.codegen.target import Target
from hloom.numbers.difference import EQUAL, Tolerance
from hloom.runtime.cache import Cache
from tests.harness import agree, check, load, lower, needs_pages, targets, use_machine

#: What is made of each row of %x, with the sum %s of it as a value for each of its elements (%b), and a vector %v.
PROGRAM = """
func.func @main(%x: {m}, %v: {c}) -> {m} {{
  %zero = stablehlo.constant dense<0.0> : tensor<{type}>
  %two = stablehlo.constant dense<2.0> : {m}
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : ({m}, tensor<{type}>) -> {r}
  %b = stablehlo.broadcast_in_dim %s, dims = [0] : ({r}) -> {m}
  %w = stablehlo.broadcast_in_dim %v, dims = [1] : ({c}) -> {m}
  {lines}
  return %made : {m}
}}
"""
#: Lines, and what NumPy makes of the rows, their sums and the vector.
MADE: dict[str, tuple[str, Any]] = {
    "of the row": ("%made = stablehlo.multiply %x, %b : {m}", lambda x, s, v: x * s),
    "of the row and a vector": ("%0 = stablehlo.multiply %x, %w : {m}\n%made = stablehlo.add %0, %b : {m}",
                                lambda x, s, v: x * v + s),
    "with what is the same all along": (
        "%0 = stablehlo.multiply %b, %b : {m}\n%1 = stablehlo.add %0, %two : {m}\n%made = stablehlo.multiply %x, %1 : {m}",
        lambda x, s, v: x * (s * s + 2)),
    "with itself twice": ("%0 = stablehlo.subtract %x, %b : {m}\n%made = stablehlo.multiply %0, %0 : {m}",
                          lambda x, s, v: (x - s) * (x - s)),
    "the same all along": ("%made = stablehlo.multiply %b, %two : {m}", lambda x, s, v: 0 * x + 2 * s),
}
TYPES = {"bf16": ml_dtypes.bfloat16, "f16": np.float16, "f32": np.float32, "f64": np.float64}


def program(lines: str, rows: int, columns: int, type: str = "f32") -> str:
    m, r, c = (f"tensor<{shape}x{type}>" for shape in (f"{rows}x{columns}", str(rows), str(columns)))
    return PROGRAM.format(m=m, r=r, c=c, type=type, lines=lines.format(m=m))


def libraries(text: str, target: Target | None = None) -> set[str]:
    """The descriptions of a program's libraries."""
    return set(lower(text, target).code._included)


@needs_pages
@pytest.mark.parametrize("target", targets())
@pytest.mark.parametrize("type", TYPES)
@pytest.mark.parametrize("name", MADE)
@pytest.mark.parametrize("is_large", [False, True], ids=["", "past the caches"])
def test_what_functions_of_rows_compute(name: str, type: str, target: str, is_large: bool,
                                        monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows of whole steps and with rests of every kind, with and without rows that are asked for ahead; past the caches, where
    they begin with a line and where they begin anywhere in one."""
    if is_large:
        use_machine(monkeypatch, streaming={"result_bytes": 0, "all_bytes": 0, "row_bytes": 0, "row_of_ranges_bytes": 0})
        use_machine(monkeypatch, caches={"told_bytes": 0})
    use_machine(monkeypatch, rows={"least_called": 1})
    use_machine(monkeypatch, fetching={"least_distance": 1})
    if target == "sse" and type == "f16":
        pytest.skip("processors this old convert f16 in a library that may not be there")
    lines, expected = MADE[name]
    for columns in (4, 31, 64, 65, 127, 128, 200):
        for in_cache in (0, 2 << 20):
            use_machine(monkeypatch, fetching={"in_cache_bytes": in_cache})
            x = np.random.default_rng(columns).choice([0, 0, 0, 0, 0, 0, 0, 1, -1], (5, columns))
            v = np.random.default_rng(columns).integers(-2, 3, columns)
            made = lower(program(lines, 5, columns, type), target, 2)
            if type in ("f32", "f64") and columns > 4:  # narrower numbers may have no masks, and four are no loop
                are_lines = columns * np.dtype(TYPES[type]).itemsize % 64 == 0
                fits = made.target.has_masks or (made.target.vector_bytes == 32 and are_lines)
                assert ("!nontemporal" in made.llvm) == (is_large and fits)
            wanted = expected(x, x.sum(axis=1, keepdims=True), v).astype(np.float64)
            check(made, [x.astype(TYPES[type]), v.astype(TYPES[type])], [wanted], EQUAL, workers=2, what=columns)


@pytest.fixture
def no_pipelines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows go through one stage after another."""
    use_machine(monkeypatch, row_pipeline={"most_bytes": 0})


@pytest.mark.usefixtures("no_pipelines")
def test_rows_of_other_lengths_share_functions() -> None:
    lines = MADE["of the row and a vector"][0]
    found = libraries(program(lines, 40, 1024))
    assert len(found) == 3  # the sum, what is made of it, and what goes from row to row
    assert libraries(program(lines, 50, 2048)) == found
    assert libraries(program(lines, 50, 1024, "f64")).isdisjoint(found)
    assert libraries(program(lines, 40, 400)) == set()  # too short for calls
    rests = libraries(program(lines, 40, 1021))
    if Target.host().has_masks:
        (common,) = rests & found  # from row to row
        assert len(rests) == 3 and common.startswith("form_") and libraries(program(lines, 50, 1999)) == rests
    else:
        assert rests == set()


@pytest.mark.usefixtures("no_pipelines")
def test_what_is_the_same_all_along_makes_no_function_of_its_own() -> None:
    """A share of the sum, which depends on the length of the row, is a value like any other."""
    half, third = (libraries(program(f"%k = stablehlo.constant dense<{number}> : {{m}}\n%0 = stablehlo.multiply %b, %k : {{m}}\n"
                                     "%made = stablehlo.subtract %x, %0 : {m}", 40, 1024)) for number in (0.5, 0.333))
    assert half == third and len(half) == 3


@pytest.mark.parametrize("lines", [
    "%0 = stablehlo.reverse %x, dims = [1] : {m}\n%made = stablehlo.add %0, %b : {m}",
    "%0 = stablehlo.iota dim = 1 : {m}\n%1 = stablehlo.multiply %0, %x : {m}\n%made = stablehlo.add %1, %b : {m}"])
def test_what_depends_on_places_stays_a_loop(lines: str) -> None:
    assert len(libraries(program(lines, 40, 1024))) == 1  # that of the sum
    x, v = np.random.default_rng(0).standard_normal((40, 1024)).astype(np.float32), np.ones(1024, np.float32)
    agree(program(lines, 40, 1024), x, v, tolerance=Tolerance(relative=1e-4, absolute=1e-4))


def test_sums_of_what_has_no_rows_are_no_functions() -> None:
    """Of one number, as many times as there are columns."""
    lines = ("%t = stablehlo.reduce(%b init: %zero) applies stablehlo.add across dimensions = [1] : ({m}, tensor<f32>) -> "
             "tensor<40xf32>\n%u = stablehlo.broadcast_in_dim %t, dims = [0] : (tensor<40xf32>) -> {m}\n"
             "%made = stablehlo.add %x, %u : {m}")
    x, v = np.random.default_rng(0).integers(-1, 2, (40, 600)).astype(np.float32), np.ones(600, np.float32)
    module = hloom.parse(program(lines, 40, 600))
    assert np.array_equal(load(lower(module))(x, v)[0], x + 600 * x.sum(axis=1, keepdims=True))


def test_functions_are_kept_for_other_programs(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = MADE["with what is the same all along"][0]
    monkeypatch.setattr(Cache, "_process", Cache(tmp_path / "cache", 1 << 24))
    hloom.compile(hloom.parse(program(lines, 64, 1024)))
    Cache.get_default().finish_deferred()
    monkeypatch.setattr(Cache, "_process", Cache(tmp_path / "cache", 1 << 24))  # as in another process
    hits = Cache.get_default().statistics
    before = hits.disk_hits
    executable = hloom.compile(hloom.parse(program(lines, 48, 2048)))
    assert hits.disk_hits - before >= 2
    x, v = np.ones((48, 2048), np.float32), np.ones(2048, np.float32)
    assert np.array_equal(executable(x, v)[0], np.full((48, 2048), 2048.0**2 + 2, np.float32))


#: Where the least of every third element is, the same for all of some columns, and what is there.
LEAST_OF_SOME = """
func.func @main(%x: tensor<1x127xui8>) -> (tensor<1x{n}xui8>, tensor<1x{n}xi32>, tensor<1x1xui8>) {{
  %0 = stablehlo.slice %x [0:1:1, 0:127:3] : (tensor<1x127xui8>) -> tensor<1x43xui8>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<1x43xui8>) -> tensor<1x43x{n}xui8>
  %2 = stablehlo.iota dim = 1 : tensor<1x43x{n}xi32>
  %most = stablehlo.constant dense<255> : tensor<ui8>
  %first = stablehlo.constant dense<0> : tensor<i32>
  %3:2 = stablehlo.reduce(%1 init: %most), (%2 init: %first) across dimensions = [1] :
      (tensor<1x43x{n}xui8>, tensor<1x43x{n}xi32>, tensor<ui8>, tensor<i32>) -> (tensor<1x{n}xui8>, tensor<1x{n}xi32>)
   reducer(%a: tensor<ui8>, %b: tensor<ui8>) (%i: tensor<i32>, %j: tensor<i32>)  {{
    %less = stablehlo.compare LT, %a, %b : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    %same = stablehlo.compare EQ, %a, %b : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    %before = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %also = stablehlo.and %same, %before : tensor<i1>
    %value = stablehlo.select %less, %a, %b : tensor<i1>, tensor<ui8>
    %is = stablehlo.or %less, %also : tensor<i1>
    %place = stablehlo.select %is, %i, %j : tensor<i1>, tensor<i32>
    stablehlo.return %value, %place : tensor<ui8>, tensor<i32>
  }}
  %4 = stablehlo.slice %3#1 [0:1, 0:1] : (tensor<1x{n}xi32>) -> tensor<1x1xi32>
  %5 = stablehlo.reshape %4 : (tensor<1x1xi32>) -> tensor<i32>
  %6 = stablehlo.dynamic_slice %0, %5, %5, sizes = [1, 1] : (tensor<1x43xui8>, tensor<i32>, tensor<i32>) -> tensor<1x1xui8>
  return %3#0, %3#1, %6 : tensor<1x{n}xui8>, tensor<1x{n}xi32>, tensor<1x1xui8>
}}
"""


@pytest.mark.parametrize("columns", [2, 600])
@pytest.mark.parametrize("least", [1, 512])
def test_stages_with_the_same_variables_are_told_apart(columns: int, least: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first of two stages over the same columns is a function, the second one is not."""
    use_machine(monkeypatch, rows={"least_called": least})
    x = np.random.default_rng(columns).integers(3, 9, (1, 127)).astype(np.uint8)
    x[0, 39] = 1
    least_of_all, place, there = load(lower(LEAST_OF_SOME.format(n=columns), workers=2))(x)
    assert (least_of_all == 1).all() and (place == 13).all() and there == 1
