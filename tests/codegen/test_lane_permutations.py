"""Rows of one register whose elements change places, between pages that must not be touched."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

import hloom
from tests.harness import between_pages, dtype_of, lower, needs_pages, same, targets, tensor

#: Parts of a row of eighths of its elements, in their order: what begins where, and ends where.
ORDERS = {"rotated": [(1, 8), (0, 1)], "back": [(5, 8), (0, 5)], "halves": [(4, 8), (0, 4)],
          "quarters": [(2, 4), (0, 2), (6, 8), (4, 6)], "some twice": [(0, 1), (0, 3), (7, 8), (5, 8)],
          "others left out": [(0, 4), (0, 2), (1, 3)]}


def arranged(x: np.ndarray, order: Sequence[tuple[int, int]]) -> np.ndarray:
    unit = x.shape[-1] // 8
    return np.concatenate([x[..., first * unit : end * unit] for first, end in order], axis=-1)


def program(shape: tuple[int, ...], type: str, order: Sequence[tuple[int, int]], combine: str = "add") -> str:
    """The parts of rows in another order, and the sum of that and the rows themselves, twice."""
    unit, whole = shape[-1] // 8, tensor(shape, type)
    parts, lines = [], []
    for k, (first, end) in enumerate(order):
        limits = ", ".join([*(f"0:{n}" for n in shape[:-1]), f"{first * unit}:{end * unit}"])
        parts.append(tensor((*shape[:-1], (end - first) * unit), type))
        lines.append(f"%p{k} = stablehlo.slice %x [{limits}] : ({whole}) -> {parts[-1]}")
    names = ", ".join(f"%p{k}" for k in range(len(parts)))
    return f"""func.func @main(%x: {whole}) -> ({whole}, {whole}) {{
        {" ".join(lines)}
        %0 = stablehlo.concatenate {names}, dim = {len(shape) - 1} : ({", ".join(parts)}) -> {whole}
        %1 = stablehlo.{combine} %0, %x : {whole}
        %2 = stablehlo.{combine} %1, %0 : {whole}
        return %1, %2 : {whole}, {whole} }}"""


@needs_pages
@pytest.mark.parametrize("order", ORDERS.values(), ids=ORDERS)
@pytest.mark.parametrize("type, columns", [("f32", 8), ("f32", 16), ("f64", 8), ("i8", 16), ("bf16", 16), ("f16", 8), ("i1", 16),
                                           ("i64", 8), ("i4", 16), ("complex<f32>", 8), ("f32", 24), ("f32", 64)])
@pytest.mark.parametrize("isa", targets())
def test_rows_of_one_register(isa: str, type: str, columns: int, order: list[tuple[int, int]]) -> None:
    combine = "xor" if type == "i1" else "add"
    for rows in ((), (3,)):
        drawn = np.random.default_rng(columns).integers(0, 2 if type == "i1" else 3, (*rows, columns))
        x = drawn.astype(dtype_of(type))
        moved = arranged(x, order)
        once = moved ^ x if type == "i1" else (moved + x).astype(x.dtype)
        twice = once ^ moved if type == "i1" else (once + moved).astype(x.dtype)
        for found in between_pages(program(x.shape, type, order, combine), x, target=isa):
            same(found, [once, twice])


def test_a_rotated_register_is_permuted() -> None:
    """One load, whose lanes change places; a row that spreads over more than a register is loaded in parts."""
    target = targets()["host"]
    lanes = target.lanes(32)
    if lanes < 8:
        pytest.skip("registers of this processor hold less than eight numbers")
    for columns, loads in ((lanes, 1), (4 * lanes, 2)):
        code = lower(program((columns,), "f32", ORDERS["rotated"])).llvm
        assert (code.count("load <") + code.count("masked.load.v") == 1) == (loads == 1)
        assert ("shufflevector" in code) == (loads == 1)


def test_loops_keep_a_rotated_register() -> None:
    """The state of a ring goes around as often as it is asked: no turn of the loop loads or stores."""
    module = hloom.parse("""func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
        %n = stablehlo.constant dense<1000> : tensor<i32>
        %one = stablehlo.constant dense<1> : tensor<i32>
        %zero = stablehlo.constant dense<0> : tensor<i32>
        %c = stablehlo.constant dense<0.5> : tensor<8xf32>
        %0:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<8xf32>
        cond { %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
               stablehlo.return %1 : tensor<i1> }
        do { %2 = stablehlo.slice %s [1:8] : (tensor<8xf32>) -> tensor<7xf32>
             %3 = stablehlo.slice %s [0:1] : (tensor<8xf32>) -> tensor<1xf32>
             %4 = stablehlo.concatenate %2, %3, dim = 0 : (tensor<7xf32>, tensor<1xf32>) -> tensor<8xf32>
             %5 = stablehlo.add %4, %s : tensor<8xf32>
             %6 = stablehlo.multiply %5, %c : tensor<8xf32>
             %7 = stablehlo.add %i, %one : tensor<i32>
             stablehlo.return %7, %6 : tensor<i32>, tensor<8xf32> }
        return %0#1 : tensor<8xf32> }""")
    x = np.arange(8, dtype=np.float32)
    expected = x
    for _ in range(1000):
        expected = (np.roll(expected, -1) + expected) * np.float32(0.5)
    same(hloom.compile(module)(x), [expected])
