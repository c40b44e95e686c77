"""Small loops whose kernels, all in one function, go through the same values in registers of different widths.

LLVM takes parts of the one for the other, in ways that it cannot always generate code for.
"""

from __future__ import annotations

import numpy as np
import pytest

import hloom
from hloom.codegen.llvm.builder import zero
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.llvm.types import vector
from hloom.codegen.target import Target
from hloom.runtime.dispatch.parts import Part
from hloom.runtime.llvm_modules import LOCK, compile_module
from tests.harness import dtype_of, same


def program(type: str, n: int, parts: int) -> str:
    """x, sums = g + y, sums + [y, 0, ...] as long as i < count, for y = x, or x + 9 where that is negative, and g, which are
    sums of y by places."""
    zeros = ", ".join(["%zeros"] * (parts - 1))
    column, row = f"tensor<{n}x1x{type}>", f"tensor<{n}x{parts}x{type}>"
    x, sums = f"tensor<{n}x{type}>", f"tensor<{n * parts}x{type}>"
    return f"""
func.func @main(%x: {x}, %count: tensor<i32>) -> ({x}, {sums}) {{
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %none = stablehlo.constant dense<0> : {x}
  %nine = stablehlo.constant dense<9> : {x}
  %zeros = stablehlo.constant dense<0> : {column}
  %many = stablehlo.constant dense<{n}> : tensor<{n}xi32>
  %start = stablehlo.constant dense<0> : {sums}
  %r:3 = stablehlo.while(%i = %zero, %a = %x, %sums = %start) : tensor<i32>, {x}, {sums}
    cond {{
      %p = stablehlo.compare LT, %i, %count, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }} do {{
      %n = stablehlo.compare LT, %a, %none, SIGNED : ({x}, {x}) -> tensor<{n}xi1>
      %more = stablehlo.add %a, %nine : {x}
      %y = stablehlo.select %n, %more, %a : tensor<{n}xi1>, {x}
      %column = stablehlo.reshape %y : ({x}) -> {column}
      %row = stablehlo.concatenate %column, {zeros}, dim = 1 : ({", ".join([column] * parts)}) -> {row}
      %wide = stablehlo.convert %y : ({x}) -> tensor<{n}xi32>
      %size = stablehlo.abs %wide : tensor<{n}xi32>
      %place = stablehlo.remainder %size, %many : tensor<{n}xi32>
      %places = stablehlo.reshape %place : (tensor<{n}xi32>) -> tensor<{n}x1xi32>
      %g = "stablehlo.scatter"(%none, %places, %y) <{{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
          scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}> ({{
        ^bb0(%s: tensor<{type}>, %t: tensor<{type}>):
          %u = stablehlo.add %s, %t : tensor<{type}>
          stablehlo.return %u : tensor<{type}>
      }}) : ({x}, tensor<{n}x1xi32>, {x}) -> {x}
      %next = stablehlo.add %g, %y : {x}
      %flat = stablehlo.reshape %row : ({row}) -> {sums}
      %total = stablehlo.add %sums, %flat : {sums}
      %k = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %k, %next, %total : tensor<i32>, {x}, {sums}
    }}
  return %r#1, %r#2 : {x}, {sums}
}}"""


def computed(x: np.ndarray, count: int, parts: int) -> tuple[np.ndarray, np.ndarray]:
    sums = np.zeros((len(x), parts), x.dtype)
    for _ in range(count):
        y = np.where(x < 0, x + x.dtype.type(9), x)
        g = np.zeros_like(y)
        np.add.at(g, np.abs(y.astype(np.int32)) % len(x), y)
        sums[:, 0] += y
        x = g + y
    return x, sums.reshape(-1)


@pytest.mark.parametrize("parts", [2, 3, 4, 8])
@pytest.mark.parametrize("n", [16, 32, 63, 64, 128])
@pytest.mark.parametrize("type", ["i8", "i16", "i32", "i64"])
@pytest.mark.every_case
def test_parts_of_a_register_between_zeros(type: str, n: int, parts: int) -> None:
    x = (np.arange(n) * 3 % 100 - 40).astype(dtype_of(type))
    same(hloom.compile(hloom.parse(program(type, n, parts)))(x, np.int32(4)), computed(x, 4, parts))


@pytest.mark.parametrize("count", [2, 4])
@pytest.mark.parametrize("element", ["i8", "i16", "i32"])
def test_a_part_of_a_register_between_zeros_becomes_code(element: str, count: int) -> None:
    """The part in the form in which LLVM takes what a wider register has stored before."""
    target = Target.host()
    held = 8 * target.vector_bytes // int(element[1:])
    module = LLVMModule(target)
    f = module.function("f", [("ptr", "source"), ("ptr", "result")])
    wide = f.load(vector(element, 2 * held), f.parameters[0])
    halves = f.bitcast(wide, vector(f"i{8 * target.vector_bytes}", 2))
    part = f.bitcast(f.extract(halves, 1), vector(element, held))
    places = [k // count if k % count == 0 else held + k for k in range(held)]
    f.store(f.shuffle(part, zero(part.type), places), f.parameters[1])
    f.ret()
    with LOCK:
        assert compile_module(Part(module.text(target.attributes)), target)
