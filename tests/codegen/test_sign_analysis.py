"""Exponentials of numbers that are never positive: which are found, and their results, special values included, against the
evaluator."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hloom
from hloom.codegen.cpu.compiler import capabilities
from hloom.codegen.plan.fusion import fuse_block
from hloom.codegen.plan.kernels import LoopKernel
from hloom.codegen.plan.target import STRICT, CompileOptions
from hloom.codegen.target import Target
from hloom.expr.scalar import Apply, walk
from hloom.numbers.element_type import ELEMENT_TYPES
from tests.harness import compiled, evaluated, run, same, targets

MARKED, OTHER = "exponential_of_negative", "exponential"
#: What is reduced, over what, and the start of the largest.
REDUCE = ("(%{0} init: %low) applies stablehlo.maximum across dimensions = [{1}] : (tensor<5x7xf32>, tensor<f32>) -> "
          "tensor<{2}xf32>")
#: Bodies of a function of %x and %y by what is known of the argument of their exponential.
BODIES = {
    "rows": (MARKED, [f"%m = stablehlo.reduce{REDUCE.format('x', 1, 5)}",
                      "%b = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<5xf32>) -> tensor<5x7xf32>",
                      "%d = stablehlo.subtract %x, %b : tensor<5x7xf32>"]),
    "columns": (MARKED, [f"%m = stablehlo.reduce{REDUCE.format('x', 0, 7)}",
                         "%b = stablehlo.broadcast_in_dim %m, dims = [1] : (tensor<7xf32>) -> tensor<5x7xf32>",
                         "%d = stablehlo.subtract %x, %b : tensor<5x7xf32>"]),
    "of a computed one": (MARKED, ["%z = stablehlo.multiply %x, %y : tensor<5x7xf32>",
                                   f"%m = stablehlo.reduce{REDUCE.format('z', 1, 5)}",
                                   "%b = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<5xf32>) -> tensor<5x7xf32>",
                                   "%d = stablehlo.subtract %z, %b : tensor<5x7xf32>"]),
    "at least a number": (MARKED, [f"%m = stablehlo.reduce{REDUCE.format('x', 1, 5)}",
                                   "%b = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<5xf32>) -> tensor<5x7xf32>",
                                   "%n = stablehlo.maximum %b, %y : tensor<5x7xf32>",
                                   "%d = stablehlo.subtract %x, %n : tensor<5x7xf32>"]),
    "of another one": (OTHER, [f"%m = stablehlo.reduce{REDUCE.format('y', 1, 5)}",
                               "%b = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<5xf32>) -> tensor<5x7xf32>",
                               "%d = stablehlo.subtract %x, %b : tensor<5x7xf32>"]),
    "of another column": (OTHER, [f"%m = stablehlo.reduce{REDUCE.format('x', 0, 7)}",
                                  "%r = stablehlo.reverse %m, dims = [0] : tensor<7xf32>",
                                  "%b = stablehlo.broadcast_in_dim %r, dims = [1] : (tensor<7xf32>) -> tensor<5x7xf32>",
                                  "%d = stablehlo.subtract %x, %b : tensor<5x7xf32>"]),
    "of a part": (OTHER, ["%s = stablehlo.slice %x [0:5, 0:6] : (tensor<5x7xf32>) -> tensor<5x6xf32>",
                          "%m = stablehlo.reduce(%s init: %low) applies stablehlo.maximum across dimensions = [1] : "
                          "(tensor<5x6xf32>, tensor<f32>) -> tensor<5xf32>",
                          "%b = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<5xf32>) -> tensor<5x7xf32>",
                          "%d = stablehlo.subtract %x, %b : tensor<5x7xf32>"]),
    "the other way": (OTHER, [f"%m = stablehlo.reduce{REDUCE.format('x', 1, 5)}",
                              "%b = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<5xf32>) -> tensor<5x7xf32>",
                              "%d = stablehlo.subtract %b, %x : tensor<5x7xf32>"]),
    "minus a square": (MARKED, ["%s = stablehlo.multiply %x, %x : tensor<5x7xf32>",
                                "%n = stablehlo.negate %s : tensor<5x7xf32>",
                                "%h = stablehlo.constant dense<0.5> : tensor<5x7xf32>",
                                "%d = stablehlo.multiply %n, %h : tensor<5x7xf32>"]),
    "a square": (OTHER, ["%d = stablehlo.multiply %x, %x : tensor<5x7xf32>"]),
    "minus a product": (OTHER, ["%s = stablehlo.multiply %x, %y : tensor<5x7xf32>",
                                "%d = stablehlo.negate %s : tensor<5x7xf32>"]),
    "limited": (MARKED, ["%h = stablehlo.constant dense<-1.5> : tensor<5x7xf32>",
                         "%d = stablehlo.minimum %x, %h : tensor<5x7xf32>"]),
    "limited above 0": (OTHER, ["%h = stablehlo.constant dense<1.5> : tensor<5x7xf32>",
                                "%d = stablehlo.minimum %x, %h : tensor<5x7xf32>"]),
    "over a number below 0": (OTHER, ["%a = stablehlo.abs %x : tensor<5x7xf32>", "%n = stablehlo.negate %a : tensor<5x7xf32>",
                                      "%h = stablehlo.constant dense<-2.0> : tensor<5x7xf32>",
                                      "%d = stablehlo.divide %n, %h : tensor<5x7xf32>"]),
    "over a root, which may be -0": (OTHER, ["%a = stablehlo.abs %x : tensor<5x7xf32>",
                                             "%n = stablehlo.negate %a : tensor<5x7xf32>",
                                             "%h = stablehlo.sqrt %y : tensor<5x7xf32>",
                                             "%d = stablehlo.divide %n, %h : tensor<5x7xf32>"]),
    "minus a sum of squares": (MARKED, ["%s = stablehlo.multiply %x, %x : tensor<5x7xf32>",
                                        "%m = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [1] : "
                                        "(tensor<5x7xf32>, tensor<f32>) -> tensor<5xf32>",
                                        "%b = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<5xf32>) -> tensor<5x7xf32>",
                                        "%d = stablehlo.negate %b : tensor<5x7xf32>"]),
}
SPECIAL = [0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 88.0, -88.0, -103.5, -104.5, 200.0, -200.0, 1e-40, 3e38, -3e38]


def program(lines: list[str]) -> Any:
    body = "\n".join(["%low = stablehlo.constant dense<0xFF800000> : tensor<f32>",
                      "%zero = stablehlo.constant dense<0.0> : tensor<f32>", *lines,
                      "%e = stablehlo.exponential %d : tensor<5x7xf32>"])
    return hloom.parse(f"func.func @main(%x: tensor<5x7xf32>, %y: tensor<5x7xf32>) -> tensor<5x7xf32> {{\n{body}\n"
                       "return %e : tensor<5x7xf32> }")


def exponentials(module: Any, target: Target, options: CompileOptions = STRICT) -> set[str]:
    """Names of the exponentials in the kernels of a program."""
    kernels, _ = fuse_block(module.functions["main"].body.block, capabilities(target, 1, options))
    return {node.function for kernel in kernels if isinstance(kernel, LoopKernel) for store in kernel.stores
            for node in walk(store.scalar) if isinstance(node, Apply) and node.function in (MARKED, OTHER)}


@pytest.mark.parametrize("name", BODIES)
def test_what_is_known(name: str) -> None:
    expected, lines = BODIES[name]
    module = program(lines)
    narrow = targets().get("sse", Target.host())
    if narrow.has_masks:
        pytest.skip("no target here without an instruction that scales")
    assert exponentials(module, narrow) == {expected}
    assert exponentials(module, narrow, CompileOptions(excess_precision=True)) == {OTHER}


@pytest.mark.parametrize("target", targets().values(), ids=targets())
@pytest.mark.parametrize("name", BODIES)
def test_values(name: str, target: Target) -> None:
    module = program(BODIES[name][1])
    random = np.random.default_rng(3)
    executable = compiled(module, target)
    for scale in (1, 30, 300):
        # Sums of such numbers' squares are exact.
        x, y = ((random.normal(0, 4 * scale, (5, 7)).round() / 4).astype(np.float32) for _ in range(2))
        x[1], y[2:4] = random.choice(SPECIAL, 7), random.choice(SPECIAL, (2, 7))
        same(run(executable, x, y), evaluated(module, x, y), 2)


@pytest.mark.parametrize("target", targets().values(), ids=targets())
@pytest.mark.parametrize("type", ["f64", "bf16", "f8E4M3FN"])
def test_values_of_other_types(type: str, target: Target) -> None:
    text = str(program(BODIES["rows"][1]))
    low = {"f64": "0xFFF0000000000000", "bf16": "0xFF80", "f8E4M3FN": "-448.0"}[type]
    module = hloom.parse(text.replace("0xFF800000", low).replace("f32", type))
    dtype = ELEMENT_TYPES[type].dtype
    random = np.random.default_rng(5)
    for scale in (1, 100, 300):
        with np.errstate(all="ignore"):
            x = random.normal(0, scale, (5, 7)).astype(dtype)
            x[1] = np.array(random.choice(SPECIAL, 7)).astype(dtype)
        same(run(compiled(module, target), x, x), evaluated(module, x, x), 2)
