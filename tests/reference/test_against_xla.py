"""The reference evaluator against XLA for the CPU, on more than 500 generated programs of one operation each.

Results are equal, bit by bit, or for functions within a few units in the last place. The operands avoid what the
specification leaves open, and what XLA does differently from it (seen with jaxlib 0.10.2):

- XLA takes numbers below the smallest normal one as zero, and gives zero for them.
- XLA reads only the low bits of exponents of integer powers: 5 ** 943343752 is 390625 there, modulo 2^32 it is 9851873.
- XLA leaves out the initial value where a reduction combines one element only, and in the padding of windows. The
  specification allows that (any number of initial values may take part), and asks for ones that change nothing.
- torch_index_select is not specified out of range, nor what gather takes from slices of no element.
- Order of complex numbers is not specified (maximum, minimum), nor the sign of complex infinities.
- XLA has no cbrt of complex numbers and no unary_einsum; types of less than 8 bits end its process.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.numbers.element_type import of_dtype
from hloom.ops.common.decomposition import clone
from tests.harness import apart
from tests.ops.drawing.language import DRAW, draw_elementwise
from tests.ops.test_eval_equals_element import SIMPLE
from tests.passes.programs import FunctionBuilder

jax = pytest.importorskip("jax")
engines = pytest.importorskip("benchmarks.engines")

pytestmark = [pytest.mark.slow, pytest.mark.exhaustive]

NAMES = [*(f"stablehlo.{name}" for name in SIMPLE), *sorted(DRAW)]
PROGRAMS = 8  # for each name
TYPES = {"f32", "f64", "bf16", "f16", "i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64", "i1", "complex<f32>",
         "complex<f64>"}
#: Whose results are rounded differently: units in the last place that they may be apart.
FUNCTIONS = {f"stablehlo.{name}": 4 for name in (
    "cbrt", "cosine", "exponential", "exponential_minus_one", "log", "log_plus_one", "logistic", "power", "rsqrt", "sine", "sqrt",
    "tan", "tanh", "atan2", "divide", "multiply", "sign", "abs", "convolution", "dot", "dot_general", "einsum")}
#: XLA's complex functions lose this much, by the width of the type: cancellation in their formulas.
COMPLEX_ULPS = {8: 1 << 9, 16: 1 << 18}


def is_comparable(op: Any) -> bool:
    elements = [v.type.element for v in (*op.operands, *op.results)]
    if any(str(e) not in TYPES for e in elements) or op.name == "stablehlo.unary_einsum":
        return False
    if elements[0].is_complex and op.mnemonic in ("cbrt", "maximum", "minimum", "sign", "clamp"):
        return False
    if op.mnemonic == "gather":
        return all(size == 1 for d, size in enumerate(op.slice_sizes) if d not in op.window_dims)
    if op.mnemonic == "reduce":
        return 1 not in [op.inputs[0].shape[d] for d in op.dimensions] and len(op.dimensions) > 0
    if op.mnemonic == "reduce_window":
        has_gaps = "padding" in op.attributes or "base_dilations" in op.attributes
        return 1 not in op.window_dimensions and len(op.window_dimensions) > 0 and not has_gaps
    return True


def flushed(x: np.ndarray) -> np.ndarray:
    """Zero for numbers below the smallest normal one."""
    type = of_dtype(x.dtype)
    if type.is_complex:
        found = np.empty(x.shape, x.dtype)
        found.real, found.imag = flushed(np.real(x)), flushed(np.imag(x))
        return found
    if not type.is_float:
        return x
    wide = np.abs(x.astype(np.float64))
    return np.where(wide < {"f16": 6.2e-5, "f64": 2.3e-308}.get(type.name, 1.2e-38), x.dtype.type(0), x)


def without_extremes(op: Any, arrays: list[np.ndarray]) -> list[np.ndarray]:
    """The operands without what the head of this file names, and with moderate complex numbers."""
    found = []
    for number, x in enumerate(map(flushed, arrays)):
        if x.dtype.kind == "c":
            x = np.where(np.isfinite(x) & (np.abs(x) < 1e6) & (np.abs(x) > 1e-6), x, x.dtype.type(1 + 1j))
        if op.mnemonic == "power" and x.dtype.kind in "iu" and number == 1:
            x = x % 7
        if op.mnemonic == "torch_index_select" and number == 1:
            x = x % max(op.operand.shape[op.dim], 1)
        found.append(np.array(x, order="C"))
    return found


def module_of(op: Any) -> Any:
    builder = FunctionBuilder([v.type for v in op.operands])
    made = builder.block.append(clone(op, dict(zip(op.operands, builder.arguments))))
    return builder.module(*made.results)


@pytest.fixture(autouse=True)
def _types_of_jax() -> Iterator[None]:
    """`XlaProgram` is made for processes of its own, whose types it widens for good."""
    yield
    jax.config.update("jax_enable_x64", False)


@pytest.mark.parametrize("name", NAMES)
def test_equal(name: str) -> None:
    generator = np.random.default_rng(zlib.crc32(name.encode()))
    compared = 0
    for _ in range(20 * PROGRAMS):
        op, drawn = DRAW[name](generator) if name in DRAW else draw_elementwise(name.removeprefix("stablehlo."), generator)
        if not is_comparable(op):
            continue
        arrays = without_extremes(op, drawn)
        module = module_of(op)
        program = engines.XlaProgram(str(module))
        expected = program.results(program.bind(arrays)())
        for ours, theirs in zip(hloom.evaluate(module, *arrays), expected, strict=True):
            widths = [x.dtype.itemsize for x in (*arrays, ours) if x.dtype.kind == "c"]
            ulps = COMPLEX_ULPS[max(widths)] if widths else FUNCTIONS.get(name, 0)
            different = apart(flushed(ours), flushed(np.asarray(theirs)), ulps)
            assert not different, f"{module}\n{arrays}\n{different}"
        compared += 1
        if compared == PROGRAMS:
            return
    assert compared or name == "stablehlo.unary_einsum"


def test_there_are_500_programs() -> None:
    assert PROGRAMS * (len(NAMES) - 1) >= 500
