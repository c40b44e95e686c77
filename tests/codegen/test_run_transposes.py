"""Transposes of runs whose elements stay side by side, forwards and backwards, between pages that must not be touched."""

from __future__ import annotations

from unittest import mock

import numpy as np
import pytest

from hloom.codegen.cpu import run_moves, schedules
from hloom.numbers.element_type import element_type
from tests.codegen.test_movements import check_between_pages
from tests.harness import load, lower, needs_pages, targets, use_machine

#: Types, and how many elements run together: from 3 to 63 bytes.
RUNS = [("i8", 3), ("ui8", 5), ("i1", 6), ("i8", 7), ("i4", 9), ("i8", 13), ("i8", 17), ("i8", 33), ("i8", 63), ("bf16", 3),
        ("f16", 5), ("i16", 21), ("f32", 3), ("f32", 5), ("i32", 15), ("f64", 3), ("i64", 7), ("complex<f32>", 3),
        ("complex<f64>", 3)]
#: Rows and columns: a square at least, one of which the next one is left little, and many.
SIZES = [(8, 8), (9, 13), (8, 61), (70, 8), (43, 65), (23, 411)]


def program(shape: tuple[int, ...], type: str, reversed: list[int]) -> str:
    """Rows and columns, the last dimensions but one, change places, and some dimensions of the source are reversed."""
    n = len(shape)
    order = [*range(n - 3), n - 2, n - 3, n - 1]
    a, r = (f"tensor<{'x'.join(map(str, [*sizes, type]))}>" for sizes in (shape, [shape[d] for d in order]))
    return (f"func.func @main(%x: {a}) -> {r} {{\n  %0 = stablehlo.reverse %x, dims = {reversed} : {a}\n"
            f"  %1 = stablehlo.transpose %0, dims = {order} : ({a}) -> {r}\n  return %1 : {r}\n}}\n")


def numbers(shape: tuple[int, ...], type: str) -> np.ndarray:
    generator, dtype = np.random.default_rng(len(shape)), element_type(type).dtype
    if type in ("i1", "i4"):
        return generator.integers(0, 2, shape).astype(dtype)
    return generator.integers(0, 256, (*shape[:-1], shape[-1] * dtype.itemsize), dtype=np.uint8).view(dtype)


def check(shape: tuple[int, ...], type: str, reversed: list[int], target: str = "host") -> None:
    x = numbers(shape, type)
    expected = np.ascontiguousarray(np.swapaxes(np.flip(x, reversed), -2, -3))
    with mock.patch.object(schedules, "emit_run_transposition", wraps=run_moves.emit_run_transposition) as emitted:
        made = lower(program(shape, type, reversed), target)
    assert emitted.called
    check_between_pages(made, x, expected)


@pytest.fixture(autouse=True)
def small_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    use_machine(monkeypatch, run_moves={"least_bytes": 0})


@needs_pages
@pytest.mark.parametrize("type, count", RUNS)
def test_runs_of_any_size_stay_inside(type: str, count: int) -> None:
    for rows, columns in SIZES:
        check((rows, columns, count), type, [])


@needs_pages
@pytest.mark.parametrize("type, count", [("i8", 3), ("f32", 3), ("i16", 5)])
@pytest.mark.parametrize("reversed", [[1], [2], [1, 2], [0, 1]])
def test_rows_and_columns_backwards(type: str, count: int, reversed: list[int]) -> None:
    """Rotations of some images."""
    for rows, columns in SIZES:
        check((3, rows, columns, count), type, reversed)


@needs_pages
@pytest.mark.parametrize("target", sorted(targets()))
def test_registers_of_any_size(target: str) -> None:
    for type, count in (("i8", 3), ("i8", 33), ("f32", 3), ("f64", 5)):
        check((43, 65, count), type, [], target)


@pytest.mark.parametrize("shape", [(7, 50, 3), (50, 7, 3), (50, 50, 64), (50, 50, 4)])
def test_what_is_not_done_by_squares(shape: tuple[int, ...]) -> None:
    """Few rows or columns, runs of a line of the cache, and such as are one number."""
    x = numbers(shape, "i8")
    with mock.patch.object(schedules, "emit_run_transposition") as emitted:
        made = lower(program(shape, "i8", []))
    assert not emitted.called
    assert np.array_equal(load(made)(x)[0], np.swapaxes(x, 0, 1))
