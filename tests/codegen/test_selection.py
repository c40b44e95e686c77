"""The first elements of sorted rows: top_k in all its spellings, slices of sorts, few and many elements, ties without end."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hloom
from hloom.codegen.cpu.sorting.selection import filter_registers
from hloom.codegen.machine import Machine
from hloom.numbers.bits import to_bits
from hloom.reference.custom_calls import CUSTOM_CALLS
from tests.codegen.sort_programs import KINDS, comparators, first_of, program, rows
from tests.harness import compiled, evaluated, guarded, lower, run, targets, workers

TYPES = ["f16", "bf16", "f32", "f64", "i8", "i32", "i64", "ui8", "ui32", "ui64", "i1"]


def top_k(type: str, shape: tuple[int, ...], k: int) -> str:
    sizes, some = ("".join(f"{n}x" for n in s) for s in (shape, (*shape[:-1], k)))
    return f"""
func.func @main(%x: tensor<{sizes}{type}>) -> (tensor<{some}{type}>, tensor<{some}xi32>) {{
  %v, %i = chlo.top_k(%x, k = {k}) : tensor<{sizes}{type}> -> (tensor<{some}{type}>, tensor<{some}i32>)
  return %v, %i : tensor<{some}{type}>, tensor<{some}i32>
}}
""".replace("xxi32", "xi32")


def first(operands: dict[str, str], shape: tuple[int, ...], dimension: int, comparator: str, start: int, limit: int) -> str:
    return first_of(program(operands, shape, dimension, comparator), shape, dimension, start, limit)


def check(text: str, *arrays: np.ndarray, executable: Any = None) -> None:
    module = hloom.parse(text)
    executable = executable or compiled(module)
    assert not executable.fallbacks
    for a, b in zip(run(executable, *arrays), evaluated(module, *arrays), strict=True):
        assert a.dtype == b.dtype and np.array_equal(to_bits(a), to_bits(b))


@pytest.mark.parametrize("type", TYPES)
def test_largest_elements_of_every_type(type: str) -> None:
    rng = np.random.default_rng(0)
    for shape, k in (((3, 300), 5), ((2, 70), 9)):
        text = top_k(type, shape, k)
        executable = compiled(text)
        for kind in KINDS:
            check(text, rows(type, shape, kind, rng), executable=executable)


@pytest.mark.parametrize("n, k", [(1, 1), (17, 0), (17, 17), (256, 1), (256, 32), (257, 16), (1000, 31), (1000, 125), (1024, 128),
                                  (1025, 100), (1025, 129), (1025, 1000), (5000, 8), (64, 5), (65, 1), (65, 32), (66, 31),
                                  (79, 7), (97, 32), (127, 33), (239, 33), (240, 33), (255, 64), (767, 96), (769, 96),
                                  (1023, 128)])
def test_any_number_of_elements(n: int, k: int) -> None:
    rng = np.random.default_rng(n + k)
    text = top_k("f32", (4, n), k)
    executable = compiled(text)
    for kind in KINDS:
        array = rows("f32", (4, n), kind, rng)
        check(text, array, executable=executable)
    array = rng.permutation(4 * n).reshape(4, n).astype(np.float32)
    values, places = run(executable, array)
    assert np.array_equal(values, -np.sort(-array, 1)[:, :k]) and np.array_equal(np.take_along_axis(array, places, 1), values)


@pytest.mark.parametrize("target", sorted(targets()))
def test_processors(target: str) -> None:
    """Selections of registers of each width, with rests of each length behind whole blocks of 64 elements."""
    rng = np.random.default_rng(0)
    for type, n, k in (("f32", 257, 1), ("f32", 1000, 31), ("f16", 1027, 100), ("ui8", 1029, 3), ("i64", 1031, 8),
                       ("f64", 1087, 5), ("f32", 65, 32), ("f16", 67, 3), ("i64", 79, 8), ("f64", 127, 32), ("ui8", 241, 64)):
        text = top_k(type, (3, n), k)
        executable = compiled(text, target)
        for kind in KINDS:
            check(text, rows(type, (3, n), kind, rng), executable=executable)


@pytest.mark.parametrize("operands", [{"": "f32"}, {"": "f32", "i": "i64"}, {"": "i64"}, {"": "ui64", "i": "f16"}, {"": "bf16"}])
@pytest.mark.parametrize("shape, dimension, start, limit", [
    ((3, 400), 1, 0, 7), ((3, 400), 1, 199, 201), ((3, 400), 1, 0, 0), ((400, 3), 0, 0, 5), ((400, 3), 0, 200, 201),
    ((3, 400), 1, 399, 400)])
def test_slices_of_sorts(operands: dict[str, str], shape: tuple[int, ...], dimension: int, start: int, limit: int) -> None:
    rng = np.random.default_rng(limit)
    by = comparators(operands[""])
    names = ("canonical", "plain_down") if "plain" in by else ("less", "greater")
    text = first(operands, shape, dimension, by[names[limit % 2]], start, limit)
    executable = compiled(text)
    for kind in KINDS[::2] if limit else KINDS:
        check(text, *(rows(t, shape, kind, rng) for t in operands.values()), executable=executable)


@pytest.mark.parametrize(("most", "least"), Machine().sorting.bounded)
@pytest.mark.parametrize("type", ["f32", "i64"])
def test_rows_have_room_for_the_slots_of_a_bound(most: int, least: int, type: str) -> None:
    """The shortest rows that a bound is found for, between pages that may not be touched."""
    assert 16 * filter_registers(Machine(), most) <= least
    array = guarded(rows(type, (5, least), KINDS[0], np.random.default_rng(most)), True)
    check(top_k(type, (5, least), most), array)


@pytest.mark.parametrize("count", [1, 2])
def test_long_rows(count: int) -> None:
    rng = np.random.default_rng(count)
    with workers(count):
        for text in (first({"": "i64"}, (70_000,), 0, comparators("i64")["less"], 34_999, 35_001),
                     first({"": "f32", "i": "i32"}, (2, 40_000), 1, comparators("f32")["total"], 0, 9_000),
                     first({"": "f32"}, (70_000,), 0, comparators("f32")["canonical"], 0, 100)):
            executable = compiled(text, workers=count)
            for kind in KINDS:
                arrays = [rows(a.type.element.name, a.type.shape, kind, rng)
                          for a in hloom.parse(text).functions["main"].body.block.arguments]
                check(text, *arrays, executable=executable)


def test_other_readers_get_whole_rows() -> None:
    text = first({"": "f32"}, (50,), 0, comparators("f32")["total"], 0, 3)
    text = text.replace("-> (tensor<3xf32>)", "-> (tensor<3xf32>, tensor<50xf32>)").replace("  return %s0 : tensor<3xf32>", """
  %t = stablehlo.negate %r : tensor<50xf32>
  return %s0, %t : tensor<3xf32>, tensor<50xf32>""")
    check(text, rows("f32", (50,), "random", np.random.default_rng(0)))


CALL = """
func.func private @first(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func @main(%x: tensor<3x300xf32>, %i: tensor<3x300xi32>) -> (tensor<3xNxf32>, tensor<3xNxi32>) {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %none = stablehlo.constant dense<-1> : tensor<i32>
  %0:2 = stablehlo.custom_call @ApproxTopK(%x, %i, %least, %none) {called_computations = [@first], mhlo.backend_config = {
    reduction_dim = 1 : i64, top_k = N : i64}} : (tensor<3x300xf32>, tensor<3x300xi32>, tensor<f32>, tensor<i32>)
    -> (tensor<3xNxf32>, tensor<3xNxi32>)
  return %0#0, %0#1 : tensor<3xNxf32>, tensor<3xNxi32>
}
"""


@pytest.mark.parametrize("count", [4, 300, 310])
def test_approximate_top_k_is_compiled(count: int) -> None:
    places = np.tile(np.arange(300, dtype=np.int32), (3, 1))
    check(CALL.replace("N", str(count)), rows("f32", (3, 300), "zeros", np.random.default_rng(1)), places)


def test_a_registered_call_keeps_its_meaning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CUSTOM_CALLS, "ApproxTopK", lambda op, x, i, *_: (x[:, :4] * 0, i[:, :4]))
    made = lower(CALL.replace("N", "4"))
    assert [op.name for op in made.program.callbacks] == ["stablehlo.custom_call"]
