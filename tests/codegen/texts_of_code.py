"""Prints a digest of the code of each of some programs, for a test that compares processes: `python -m ... SEED`.

The memory is full of holes, other ones for each seed and each compilation, so that objects lie in another order.
"""

from __future__ import annotations

import hashlib
import random
import sys
import zlib

import numpy as np

import hloom
from hloom.codegen.plan.show import program_text
from hloom.expr.index import fresh
from hloom.pipeline import stages
from tests.codegen.code_programs import PROGRAMS, module_text
from tests.codegen.random_programs import RandomProgram
from tests.codegen.test_operations import draw, program

TEXTS = ["""func.func @main(%x: tensor<8x9x10xf32>, %i: tensor<i32>, %j: tensor<i32>, %k: tensor<i32>) -> tensor<24xf32> {
  %0 = stablehlo.dynamic_slice %x, %i, %j, %k, sizes = [2, 3, 4]
    : (tensor<8x9x10xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x4xf32>
  %1 = stablehlo.reshape %0 : (tensor<2x3x4xf32>) -> tensor<24xf32>
  return %1 : tensor<24xf32> }""", """
func.func @main(%x: tensor<8x9x10xf32>, %u: tensor<2x3x4xf32>, %i: tensor<i32>, %j: tensor<i32>, %k: tensor<i32>)
    -> tensor<8x9x10xf32> {
  %0 = stablehlo.dynamic_update_slice %x, %u, %i, %j, %k
    : (tensor<8x9x10xf32>, tensor<2x3x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x9x10xf32>
  %1 = stablehlo.negate %0 : tensor<8x9x10xf32>
  return %1 : tensor<8x9x10xf32> }""", """
func.func @main(%x: tensor<8x9x10xf32>, %i: tensor<5x3xi32>) -> tensor<5x12xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2, 3], start_index_map = [0, 1, 2],
    index_vector_dim = 1>, slice_sizes = array<i64: 1, 3, 4>}> : (tensor<8x9x10xf32>, tensor<5x3xi32>) -> tensor<5x1x3x4xf32>
  %1 = stablehlo.reshape %0 : (tensor<5x1x3x4xf32>) -> tensor<5x12xf32>
  return %1 : tensor<5x12xf32> }""", *(f"""
func.func @main(%x: tensor<{n}xf32>, %a: tensor<{m}x{m}xf32>) -> (tensor<{n}xf32>, tensor<{m}x{m}xf32>) {{
  %0 = "stablehlo.sort"(%x) <{{dimension = 0 : i64, is_stable = true}}> ({{
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %less = stablehlo.compare LT, %p, %q, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }}) : (tensor<{n}xf32>) -> tensor<{n}xf32>
  %1 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0]
    : (tensor<{m}x{m}xf32>, tensor<{m}x{m}xf32>) -> tensor<{m}x{m}xf32>
  %2 = stablehlo.tanh %1 : tensor<{m}x{m}xf32>
  return %0, %2 : tensor<{n}xf32>, tensor<{m}x{m}xf32> }}""" for n, m in ((100000, 200), (3000, 65)))]
#: Seeds of random programs of the usual length.
LONGER = range(60, 72)
OPERATIONS = ("dynamic_slice", "dynamic_update_slice", "gather", "torch_index_select", "reduce_window", "pad", "concatenate",
              "convolution", "dot_general", "select")


def main(seed: int) -> None:
    source = random.Random(seed)
    modules = {f"text {k}": hloom.parse(text) for k, text in enumerate(TEXTS)}
    modules |= {f"code {name}": hloom.parse(module_text(name)) for name in PROGRAMS}
    modules |= {f"random {seed}": RandomProgram(seed, 16).module() for seed in range(6)}
    modules |= {f"longer {seed}": RandomProgram(seed).module() for seed in LONGER}
    for name in OPERATIONS:
        rng = np.random.default_rng(zlib.crc32(name.encode()))
        modules[name] = program([draw(name, rng) for _ in range(4)])
    kept = []
    for name, module in modules.items():
        filled = [fresh(2) for _ in range(source.randrange(3000))]
        kept.append([x for x in filled if source.random() < 0.5])
        del filled
        made = stages(module, workers=2)
        parts = "\n".join(part.text for part in made.llvm_parts(2))
        text = f"{module}\n{made.module}\n{program_text(made.program)}\n{made.llvm}\n{parts}"
        print(name, hashlib.sha256(text.encode()).hexdigest())


if __name__ == "__main__":
    main(int(sys.argv[1]))
