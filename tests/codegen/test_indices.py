"""Indices as numbers: iotas of every type, as far as rounding and overflow reach, against NumPy."""

from __future__ import annotations

import numpy as np
import pytest

import hloom
from hloom.numbers.element_type import ELEMENT_TYPES
from tests.harness import compiled, run, targets

TYPES = ["f32", "f64", "bf16", "f16", "f8E4M3FN", "f8E5M2", "i8", "ui8", "i16", "i32", "ui32", "i64", "ui64", "complex<f32>",
         "complex<f64>"]


@pytest.mark.parametrize("isa", sorted(targets()))
@pytest.mark.parametrize("type", TYPES)
@pytest.mark.parametrize("extent", [1, 17, 300, 5000])
def test_iotas(type: str, extent: int, isa: str) -> None:
    """Beyond 256 bf16 rounds, beyond 2048 f16 does; integers wrap."""
    tensor, row = f"tensor<3x{extent}x{type}>", f"tensor<3x{extent}xi1>"
    module = hloom.parse(f"""func.func @main(%p: {row}, %y: {tensor}) -> {tensor} {{
        %0 = stablehlo.iota dim = 1 : {tensor}
        %1 = stablehlo.select %p, %0, %y : {row}, {tensor}
        return %1 : {tensor} }}""")
    dtype = ELEMENT_TYPES[type].dtype
    mask = np.random.default_rng(extent).integers(0, 4, (3, extent)) > 0
    (found,) = run(compiled(module, isa), mask, np.zeros((3, extent), dtype))
    (wanted,) = hloom.evaluate(module, mask, np.zeros((3, extent), dtype))
    assert found.tobytes() == np.asarray(wanted).tobytes()
    if type in ("bf16", "f16", "f32", "f64"):
        numbers = np.where(mask, np.arange(extent, dtype=np.float64).astype(dtype), np.zeros((), dtype))
        assert np.array_equal(found, numbers)


@pytest.mark.parametrize("type", ["bf16", "f16", "f32"])
@pytest.mark.parametrize("extent", [(1 << 24) - 3, (1 << 24) + 5])
def test_where_32_bits_of_a_float_end(type: str, extent: int) -> None:
    """The last of so many places, rounded once: 16777217 lies between two numbers of f32."""
    tensor = f"tensor<{extent}x{type}>"
    module = hloom.parse(f"""func.func @main() -> tensor<9x{type}> {{
        %0 = stablehlo.iota dim = 0 : {tensor}
        %1 = stablehlo.slice %0 [{extent - 9}:{extent}] : ({tensor}) -> tensor<9x{type}>
        return %1 : tensor<9x{type}> }}""")
    (found,) = run(compiled(module))
    with np.errstate(over="ignore"):
        wanted = np.arange(extent - 9, extent, dtype=np.float64).astype(ELEMENT_TYPES[type].dtype)
    assert found.tobytes() == wanted.tobytes()
