"""Copies of rows of runs, as windows of convolutions are filled, between pages that must not be touched."""

from __future__ import annotations

import ctypes
import itertools

import numpy as np
import pytest

from hloom.codegen.cpu.contraction.arithmetic import Arithmetic
from hloom.codegen.cpu.contraction.copies import Rows, RunCopy
from hloom.codegen.llvm.module import LLVMModule
from hloom.numbers.element_type import ELEMENT_TYPES
from tests.codegen.contraction_harness import target_named
from tests.harness import guarded
from tests.kept_code import code_of

LENGTHS, ROWS = (0, 1, 3, 8, 15, 16, 17, 33, 64), (0, 1, 2, 5)
#: Elements from one of a run to the next in source and goal, and what is left between rows.
DISTANCES = ((1, 1, 0, 0), (1, 1, 3, 5), (7, 1, 0, 2), (1, 2, 4, 0), (-1, 1, 0, 0))


@pytest.mark.parametrize("target", ["host", "avx2", "sse"])
@pytest.mark.parametrize(("stored", "element", "dtype"), [("f32", "float", np.float32), ("bf16", "float", np.float32),
                                                          ("f64", "double", np.float64), ("i8", "i32", np.int32)])
@pytest.mark.parametrize("divides", [1, 16])
def test_rows_of_runs(target: str, stored: str, element: str, dtype: type, divides: int) -> None:
    """With `divides`, all lengths are multiples of vectors, and the code knows it."""
    chosen, type = target_named(target), ELEMENT_TYPES[stored]
    for stride, pitch, left, room in DISTANCES:
        source_row, goal_row = abs(stride) * LENGTHS[-1] + left, pitch * LENGTHS[-1] + room
        module = LLVMModule(chosen)
        copy = RunCopy(module, Arithmetic.of(element, chosen), type, (stride, pitch), multiple=divides, has_rows=True)
        f = module.function("run", [("ptr", "source"), ("ptr", "goal"), ("i64", "length"), ("i64", "rows")])
        source, goal, count, number = f.parameters
        copy.call(f, source, goal, count, rows=Rows(number, source_row, goal_row))
        f.ret()
        code = code_of(module, chosen, ["run"])
        call = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)(code.address("run"))
        for length, rows, at_end in itertools.product((n for n in LENGTHS if n % divides == 0), ROWS, (False, True)):
            has_any = length > 0 and rows > 0
            read = (rows - 1) * source_row + abs(stride) * (length - 1) + 1 if has_any else 0
            made_size = (rows - 1) * goal_row + pitch * (length - 1) + 1 if has_any else 0
            first = abs(stride) * (length - 1) if stride < 0 and has_any else 0
            values = np.arange(read) % 97
            given = guarded(values.astype(type.dtype), at_end)
            made = guarded(np.full(made_size, -1, dtype), at_end)
            wanted = made.copy()
            for r, k in itertools.product(range(rows), range(length)):
                wanted[r * goal_row + k * pitch] = values[first + r * source_row + k * stride]
            call(given.ctypes.data + first * given.itemsize, made.ctypes.data, length, rows)
            assert (made == wanted).all(), (stride, pitch, length, rows)
