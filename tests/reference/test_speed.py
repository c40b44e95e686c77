"""How fast the evaluator is: in processor time, and against the evaluator that torch-mlir carries, in the same process."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.cli.drawing import random_value
from tests.programs import loop
from tests.text.oracle import torch_oracle

pytestmark = [pytest.mark.slow, pytest.mark.exhaustive]

VECTOR, SQUARE = "tensor<100000xf32>", "tensor<128x128xf32>"
IMAGE, KERNEL, RESULT = "tensor<1x32x32x8xf32>", "tensor<3x3x8x16xf32>", "tensor<1x32x32x16xf32>"
#: The types of the arguments and of the result, and the lines that compute `%r` from `%0` and `%1`.
PROGRAMS: dict[str, tuple[list[str], str, str]] = {
    "dot": ([SQUARE, SQUARE], SQUARE,
            f"%r = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : ({SQUARE}, {SQUARE}) -> {SQUARE}"),
    "convolution": ([IMAGE, KERNEL], RESULT,
                    "%r = stablehlo.convolution(%0, %1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], "
                    "window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : "
                    f"({IMAGE}, {KERNEL}) -> {RESULT}"),
    "reduce": ([VECTOR], "tensor<f32>", f"""%zero = stablehlo.constant dense<0.0> : tensor<f32>
        %r = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0]
          : ({VECTOR}, tensor<f32>) -> tensor<f32>"""),
    "sort": ([VECTOR], VECTOR, f"""%r = "stablehlo.sort"(%0) ({{
        ^bb0(%x: tensor<f32>, %y: tensor<f32>):
          %c = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
          stablehlo.return %c : tensor<i1>
        }}) {{dimension = 0 : i64, is_stable = true}} : ({VECTOR}) -> {VECTOR}"""),
}


def seconds(run: Callable[[], Any], times: int) -> float:
    """The least processor time of several runs: it hardly depends on what else the machine does."""
    found = []
    for _ in range(times):
        start = time.process_time()
        run()
        found.append(time.process_time() - start)
    return min(found)


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_hundred_times_the_packaged_evaluator(name: str) -> None:
    oracle = torch_oracle()
    library = pytest.importorskip("torch_mlir._mlir_libs._stablehlo")
    types, result, lines = PROGRAMS[name]
    arguments = ", ".join(f"%{k}: {t}" for k, t in enumerate(types))
    text = f"func.func @main({arguments}) -> {result} {{\n{lines}\nreturn %r : {result}\n}}"
    module = hloom.parse(text)
    module.verify()
    shapes = [t.type.shape for t in module.functions["main"].body.arguments]
    arrays = [np.random.default_rng(0).standard_normal(shape).astype(np.float32) for shape in shapes]
    with oracle.context:
        theirs = oracle.ir.Module.parse(text)
        attributes = [oracle.ir.DenseElementsAttr.get(x) for x in arrays]
        packaged = seconds(lambda: library.eval_module(theirs, attributes), 1)
    assert packaged > 100 * seconds(lambda: hloom.evaluate(module, *arrays), 5)


def test_three_million_operations_in_a_loop() -> None:
    module = hloom.parse("""func.func @main() -> (tensor<i32>, tensor<f32>) {
      %f = stablehlo.constant dense<0.5> : tensor<f32>
      """ + loop("1000000", "%v = %f", "tensor<f32>", "%s = stablehlo.multiply %v, %f : tensor<f32>", "%s") + """
      return %r#0, %r#1 : tensor<i32>, tensor<f32>
    }""")
    module.verify()
    assert seconds(lambda: hloom.evaluate(module), 1) < 30


@pytest.mark.shared
def test_a_language_model(shared: Path) -> None:
    module = hloom.load(shared / "bench" / "stablehlo" / "f_gpt6.mlir")
    module.verify()
    generator = np.random.default_rng(0)
    arrays = [random_value(argument.type, generator) for argument in module.functions["main"].body.arguments]
    assert seconds(lambda: hloom.evaluate(module, *arrays), 3) < 3
