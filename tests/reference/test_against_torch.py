"""Operations on quantized tensors against the evaluator that torch-mlir carries.

Two differences remain, which the operands avoid. The specification rounds before it adds the zero point (`quantize`), that
evaluator after it, which tells halves apart where the zero point is odd: zero points here are even. What a NaN becomes is
not specified (here 0, there the stored number 0): the operands make none.
"""

from __future__ import annotations

import numpy as np
import pytest

import hloom
from tests.text.oracle import torch_oracle

UNARY = ["abs", "negate", "ceil", "floor", "exponential", "logistic", "tanh", "sign", "cbrt", "sine", "cosine",
         "round_nearest_even", "round_nearest_afz"]
POSITIVE = ["sqrt", "rsqrt", "log", "power", "remainder"]
BINARY = ["add", "subtract", "multiply", "maximum", "minimum", "atan2", "power", "remainder", "divide"]
FLOAT = "tensor<32xf32>"
TYPES = ["tensor<32x!quant.uniform<i8:f32, 0.5:4>>", "tensor<32x!quant.uniform<i8<-100:90>:f32, 0.0625:-8>>"]


def program(op: str, type: str) -> str:
    binary = op in BINARY
    call = f"%a, %b : ({type}, {type}) -> {type}" if binary else f"%a : ({type}) -> {type}"
    return f"""func.func @main(%x: {FLOAT}, %y: {FLOAT}) -> {FLOAT} {{
      %a = stablehlo.uniform_quantize %x : ({FLOAT}) -> {type}
      %b = stablehlo.uniform_quantize %y : ({FLOAT}) -> {type}
      %r = stablehlo.{op} {call}
      %z = stablehlo.uniform_dequantize %r : ({type}) -> {FLOAT}
      func.return %z : {FLOAT}
    }}"""


@pytest.fixture(scope="module")
def evaluator():
    oracle = torch_oracle()
    library = pytest.importorskip("torch_mlir._mlir_libs._stablehlo")

    def evaluate(text: str, *arrays: np.ndarray) -> np.ndarray:
        with oracle.context:
            module = oracle.ir.Module.parse(text)
            return np.array(library.eval_module(module, [oracle.ir.DenseElementsAttr.get(x) for x in arrays])[0])

    return evaluate


@pytest.mark.parametrize("type", TYPES)
@pytest.mark.parametrize("op", [*UNARY, *dict.fromkeys(POSITIVE + BINARY)])
def test_quantized_operations(evaluator, op: str, type: str) -> None:
    generator = np.random.default_rng(3)
    for scale in (1, 5, 60):
        arrays = [(scale * generator.standard_normal(32)).astype(np.float32) for _ in range(2)]
        if op in POSITIVE or op == "divide":
            arrays = [np.abs(x) + np.float32(0.75) for x in arrays]
        text = program(op, type)
        module = hloom.parse(text)
        module.verify()
        np.testing.assert_array_equal(hloom.evaluate(module, *arrays)[0], evaluator(text, *arrays).reshape(-1))
