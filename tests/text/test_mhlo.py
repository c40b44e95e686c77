"""The mhlo dialect is another spelling of StableHLO: the valid programs of all operations, respelled, as MLIR prints them."""

from __future__ import annotations

import re
from typing import Any

import pytest

from hloom.ops.definition.operation import SPELLINGS
from hloom.text.mlir import parse
from hloom.verify import diagnose
from tests.ops.operations import PROGRAMS
from tests.text.oracle import Oracle, jax_oracle


def respelled(text: str) -> str:
    """A program of StableHLO or CHLO, in the generic form, as one of mhlo."""
    text = re.sub(r"\b(stablehlo|chlo)(?=[.<])", "mhlo", text)
    text = re.sub(r"#mhlo<(rng_\w+) (\w+)>", r"#mhlo.\1<\2>", text)
    text = re.sub(r"#mhlo\.bounds<([^>]*)>", r"#mhlo.type_extensions<bounds = [\1]>", text)
    return re.sub(r"array<(i64|i1)(?:: ([^>]*))?>", _dense, text)


def _dense(match: re.Match[str]) -> str:
    numbers = match[2].split(",") if match[2] else []
    return f"dense<[{', '.join(numbers)}]> : tensor<{len(numbers)}x{match[1]}>"


NAMES = [cls.name for spelling, cls in SPELLINGS.items() if "quant" not in PROGRAMS[cls.name]]


@pytest.fixture(scope="module")
def oracle() -> Oracle:
    return jax_oracle()


@pytest.mark.parametrize("name", NAMES)
def test_operations_are_printed_as_mlir_does(name: str, oracle: Oracle) -> None:
    program = respelled(PROGRAMS[name])
    expected = oracle.texts(program, [(False, False), (True, False)])
    assert expected is not None
    for text in (program, *expected):
        module: Any = parse(text)
        assert diagnose(module) == []
        assert [module.to_text(), module.to_text(generic=True)] == [found.removesuffix("\n") + "\n" for found in expected]


def test_quantization_is_read_and_printed() -> None:
    text = """module {
  func.func @f(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    %0 = mhlo.uniform_quantize %arg0 : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
    %1 = mhlo.uniform_dequantize %0 : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2xf32>
    return %1 : tensor<2xf32>
  }
}
"""
    module: Any = parse(text)
    assert module.to_text() == text
