"""Variables of functions that are compiled fast, where they stay in memory."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

from hloom.codegen.llvm.builder import Value
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.llvm.types import vector
from hloom.codegen.target import Target
from hloom.runtime.dispatch.parts import Part
from hloom.runtime.jit import load_objects
from tests.kept_code import objects_of


@pytest.mark.parametrize("element, dtype", [("float", np.float32), ("double", np.float64), ("i32", np.int32), ("i8", np.int8)])
@pytest.mark.parametrize("width", [1, 3, 4, 16, 64])
def test_registers_lie_in_memory_as_they_are_moved_there(element: str, dtype: type, width: int) -> None:
    host = Target.host()
    module = LLVMModule(host)
    f = module.function("sums", [("ptr", "source"), ("ptr", "results"), ("i64", "count")], is_cold=True)
    source, results, count = f.parameters
    type = vector(element, width)
    first = f.load(type, source)
    # What lies between the sums moves the later ones off the places where the first would be right by chance.
    sums, counts = [], []
    for _ in range(3):
        sums.append(f.variable(first))
        counts.append(f.variable(Value("i64", "0")))
    with f.loop(0, count) as k:
        row = f.load(type, f.address(source, f.mul(k, width), element))
        for total, number in zip(sums, counts):
            f.set(total, f.add(f.get(total), row))
            f.set(number, f.add(f.get(number), 1))
    for place, (total, number) in enumerate(zip(sums, counts)):
        behind = f.add(f.sub(f.get(number), count), place * width)
        f.store(f.get(total), f.address(results, behind, element))
    f.ret()
    code = load_objects(objects_of([Part(module.text(host.attributes), is_cold=True)], host), ["sums"])
    rows = np.arange(5 * width).reshape(5, width).astype(dtype)
    made = np.zeros((3, width), dtype)
    call = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)(code.address("sums"))
    call(rows.ctypes.data, made.ctypes.data, len(rows))
    np.testing.assert_array_equal(made, np.tile(rows[0] + rows.sum(0, dtype), (3, 1)))
