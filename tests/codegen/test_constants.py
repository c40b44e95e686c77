"""Constants of equal elements of types that loops do not compute with: filled in, not kept."""

from __future__ import annotations

from typing import Any

import pytest

import hloom
from tests.harness import apart, load, lower


def constant(type: str, value: str, shape: str, operation: str = "stablehlo.constant") -> Any:
    t = f"tensor<{shape}x{type}>"
    return hloom.parse(f"""func.func @main() -> ({t}, {t}) {{
      %0 = {operation} dense<{value}> : {t}
      %1 = stablehlo.optimization_barrier %0 : {t}
      return %0, %1 : {t}, {t} }}""")


@pytest.mark.parametrize(("type", "value"), [
    ("f8E4M3FN", "1.5"), ("f8E5M2", "-0.25"), ("f4E2M1FN", "3.0"), ("f6E3M2FN", "-1.0"), ("i4", "-3"), ("ui2", "2"),
    ("i1", "true"), ("f16", "-0.0"), ("complex<f32>", "(1.0, -2.0)"), ("ui64", "18446744073709551615")])
@pytest.mark.parametrize("shape", ["4097", "3x1367", "5", "70000"])
def test_values(type: str, value: str, shape: str) -> None:
    module = constant(type, value, shape)
    made = lower(module)
    assert sum(c.nbytes for c in made.program.constants) <= 4096
    expected = hloom.evaluate(module)
    for found in (load(made)(), hloom.compile(module)()):
        assert not any(apart(x, y) for x, y in zip(found, expected, strict=True))


@pytest.mark.parametrize("type", ["f8E4M3FN", "i4", "bf16", "!quant.uniform<i8:f32, 0.5>"])
def test_a_line_of_text_takes_no_memory_before_it_runs(type: str) -> None:
    made = lower(constant(type, "1" if type[0] in "i!" else "1.0", "4294967296x4")) if type[0] != "!" else lower(f"""
      func.func @main() -> tensor<4294967296x4x{type}> {{
        %0 = stablehlo.constant() <{{value = dense<1> : tensor<4294967296x4xi8>}}> : () -> tensor<4294967296x4x{type}>
        return %0 : tensor<4294967296x4x{type}> }}""")
    assert not made.program.constants
