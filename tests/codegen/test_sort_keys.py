"""Compiled sorts by keys against the evaluator: types, comparators, lengths, rows, processors; against NumPy where that can."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.numbers.bits import to_bits
from hloom.reference.interpreter import Interpreter
from hloom.runtime.cache import Cache
from hloom.runtime.dispatch.parts import Part
from hloom.runtime.llvm_modules import compile_module
from tests.codegen.sort_programs import KINDS, comparators, program, rows
from tests.harness import compiled, run, targets, workers

FLOATS = ["f16", "bf16", "f32", "f64"]
TYPES = [*FLOATS, "i2", "i4", "ui4", "i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64", "i1"]
LENGTHS = [2, 15, 16, 17, 31, 33, 64, 100, 255, 256, 257, 1000]


def same(found: np.ndarray, expected: np.ndarray) -> bool:
    return found.dtype == expected.dtype and np.array_equal(to_bits(found), to_bits(expected))


def check(text: str, arrays: list[np.ndarray], executables: list[hloom.Executable] | None = None) -> None:
    module = hloom.parse(text)
    expected = Interpreter(module).call_function("main", *arrays)
    for executable in executables or [compiled(module)]:
        assert not executable.fallbacks
        for a, b in zip(run(executable, *arrays), expected, strict=True):
            assert same(a, b)


@pytest.mark.parametrize("type", TYPES)
def test_one_operand_by_every_comparator(type: str) -> None:
    rng = np.random.default_rng(len(type))
    for (name, comparator), length in zip(comparators(type).items(), itertools.cycle([257, 33, 1000, 16])):
        executable = None
        for kind in KINDS:
            text = program({"": type}, (3, length), 1, comparator)
            executable = executable or compiled(text)
            array = rows(type, (3, length), kind, rng)
            try:
                check(text, [array], [executable])
            except AssertionError:
                raise AssertionError(f"{name} {kind} {length}") from None


@pytest.mark.parametrize("length", LENGTHS)
def test_lengths(length: int) -> None:
    rng = np.random.default_rng(length)
    for type, name in (("f32", "canonical"), ("i64", "less")):
        text = program({"": type}, (5, length), 1, comparators(type)[name])
        executable = compiled(text)
        for kind in KINDS:
            array = rows(type, (5, length), kind, rng)
            check(text, [array], [executable])
            if type == "i64":
                assert np.array_equal(run(executable, array)[0], np.sort(array, 1))


@pytest.mark.parametrize("type", TYPES)
@pytest.mark.parametrize("count", [2, 4])
def test_places_and_payloads_move_with_keys(type: str, count: int) -> None:
    rng = np.random.default_rng(count)
    others = {"i": "i64", "p": "complex<f64>", "q": "i1"} if count == 4 else {"i": "i32"}
    by = list(comparators(type).values())
    for comparator, length in zip(by[:: len(by) - 1] if count == 4 else by[1:4], (17, 300, 100)):
        text = program({"": type, **others}, (2, length), 1, comparator)
        executable = compiled(text)
        for kind in ("random", "few", "zeros", "extremes"):
            keys = rows(type, (2, length), kind, rng)
            places = np.tile(np.arange(length), (2, 1)).astype(np.int64 if count == 4 else np.int32)
            more = [] if count == 2 else [places + 1j * rng.random((2, length)), rng.integers(0, 2, (2, length)).astype(bool)]
            check(text, [keys, places, *more], [executable])


@pytest.mark.parametrize("shape, dimension", [((40, 3), 0), ((40, 17), 0), ((4, 30, 5), 1), ((6, 1, 5), 1), ((7,), 0),
                                              ((3, 0), 1), ((0, 3), 1), ((2, 3, 4), -2)])
def test_any_dimension(shape: tuple[int, ...], dimension: int) -> None:
    rng = np.random.default_rng(1)
    for operands in ({"": "f32"}, {"": "f64", "i": "i8"}):
        text = program(operands, shape, dimension, comparators(operands[""])["canonical"])
        check(text, [rows(t, shape, "zeros", rng) for t in operands.values()])


def test_several_keys() -> None:
    text = program({"k": "f32", "l": "i64", "m": "ui8", "p": "i32"}, (2, 500), 1, """
  %1 = stablehlo.compare GT, %ka, %kb, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %2 = stablehlo.compare EQ, %ka, %kb, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %3 = stablehlo.compare LT, %la, %lb, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %4 = stablehlo.compare EQ, %la, %lb, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %5 = stablehlo.compare LT, %ma, %mb, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
  %6 = stablehlo.and %4, %5 : tensor<i1>
  %7 = stablehlo.or %3, %6 : tensor<i1>
  %8 = stablehlo.and %2, %7 : tensor<i1>
  %before = stablehlo.or %1, %8 : tensor<i1>""")
    rng = np.random.default_rng(2)
    executable = compiled(text)
    for kinds in itertools.product(("few", "equal"), ("random", "few", "extremes"), ("few", "equal")):
        arrays = [rows(t, (2, 500), kind, rng) for t, kind in zip(("f32", "i64", "ui8"), kinds)]
        check(text, [*arrays, np.arange(1000, dtype=np.int32).reshape(2, 500)], [executable])


def test_parts_of_complex_numbers() -> None:
    text = program({"": "complex<f32>"}, (3, 200), 1, """
  %ra = stablehlo.real %a : (tensor<complex<f32>>) -> tensor<f32>
  %rb = stablehlo.real %b : (tensor<complex<f32>>) -> tensor<f32>
  %ia = stablehlo.imag %a : (tensor<complex<f32>>) -> tensor<f32>
  %ib = stablehlo.imag %b : (tensor<complex<f32>>) -> tensor<f32>
  %1 = stablehlo.compare LT, %ra, %rb, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %2 = stablehlo.compare EQ, %ra, %rb, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %3 = stablehlo.compare LT, %ia, %ib, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %4 = stablehlo.and %2, %3 : tensor<i1>
  %before = stablehlo.or %1, %4 : tensor<i1>""")
    parts = [np.random.default_rng(k).integers(-3, 3, (3, 200)).astype(np.float32) for k in range(2)]
    array = (parts[0] + 1j * parts[1]).astype(np.complex64)
    check(text, [array])
    assert np.array_equal(run(compiled(text), array)[0], np.sort(array, 1))


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("operands, shape, dimension", [
    ({"": "f32"}, (70_001,), 0), ({"": "i64"}, (2, 40_000), 1), ({"": "bf16", "i": "i32"}, (50_000,), 0),
    ({"": "f64", "i": "i64"}, (40_000, 2), 0), ({"": "f32"}, (33_000, 2), 0)])
@pytest.mark.every_case
def test_long_rows_are_sorted_by_all_workers(operands: dict[str, str], shape: tuple[int, ...], dimension: int,
                                             count: int) -> None:
    rng = np.random.default_rng(count)
    type = operands[""]
    text = program(operands, shape, dimension, comparators(type)["less" if type == "i64" else "canonical"])
    with workers(count):
        executable = compiled(text, workers=count)
        for kind in KINDS:
            arrays = [rows(t, shape, kind, rng) for t in operands.values()]
            check(text, arrays, [executable])


@pytest.mark.parametrize("target", sorted(targets()))
def test_processors(target: str) -> None:
    rng = np.random.default_rng(0)
    lengths = (3, 4, 5, 7, 8, 9, 24, 25, 128, 129, 256, 257, 1000)
    for operands, length in itertools.product(({"": "f32"}, {"": "i64"}, {"": "ui8"}, {"": "f16", "i": "i32"}), lengths):
        text = program(operands, (2, length), 1, comparators(operands[""])["canonical" if operands[""] in FLOATS else "less"])
        executable = compiled(text, target)
        for kind in KINDS:
            check(text, [rows(t, (2, length), kind, rng) for t in operands.values()], [executable])


def test_results_that_nothing_reads_are_not_made() -> None:
    text = program({"": "f32", "i": "i32"}, (300,), 0, comparators("f32")["total"])
    text = text.replace("-> (tensor<300xf32>, tensor<300xi32>) {\n  %r", "-> tensor<300xi32> {\n  %r")
    text = text.replace("return %r#0, %r#1 : tensor<300xf32>, tensor<300xi32>", "return %r#1 : tensor<300xi32>")
    keys = rows("f32", (300,), "few", np.random.default_rng(3))
    check(text, [keys, np.arange(300, dtype=np.int32)])


def test_programs_share_the_code_that_sorts(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled_modules: list[str] = []

    def counted(part: Part, *rest: Any) -> bytes:
        compiled_modules.append(part.description or "")
        return compile_module(part, *rest)

    monkeypatch.setattr("hloom.runtime.compilation.compile_module", counted)
    monkeypatch.setattr(Cache, "_process", Cache(None, 1 << 24))
    for shape in ((3, 77), (78,)):
        text = program({"": "f32"}, shape, len(shape) - 1, comparators("f32")["total"])
        array = rows("f32", shape, "few", np.random.default_rng(4))
        check(text, [array], [hloom.compile(hloom.parse(text))])
    shared = [description for description in compiled_modules if description and not description.startswith("form_")]
    assert len(shared) == 4 and len(compiled_modules) == 5  # a row and several are the same, but for numbers


def test_a_sort_of_which_a_pad_cuts_everything_away() -> None:
    module = hloom.parse("""func.func @main(%x: tensor<3x1xf32>, %z: tensor<f32>) -> tensor<5x1xf32> {
        %s = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %c = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
          stablehlo.return %c : tensor<i1>
        }) : (tensor<3x1xf32>) -> tensor<3x1xf32>
        %p = stablehlo.pad %s, %z, low = [1, 2], high = [-1, -2], interior = [1, 0] :
            (tensor<3x1xf32>, tensor<f32>) -> tensor<5x1xf32>
        return %p : tensor<5x1xf32> }""")
    (found,) = compiled(module)(np.array([[3], [1], [2]], np.float32), np.float32(7))
    np.testing.assert_array_equal(found, np.full((5, 1), 7, np.float32))
