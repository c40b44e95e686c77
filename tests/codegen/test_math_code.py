"""The code itself: functions are inline on every processor with fused multiply-add, library calls none."""

from __future__ import annotations

import re

import numpy as np
import pytest

import hloom
from hloom.codegen.llvm.builder import Value
from hloom.codegen.llvm.math import COMPLEX_FUNCTIONS, FUNCTIONS
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.llvm.types import vector
from hloom.codegen.target import Target
from hloom.numbers.element_type import element_type
from hloom.runtime.llvm_modules import emit_assembly
from tests.harness import lower

TWO_ARGUMENTS = {"atan2", "maximum", "minimum", "polygamma", "power", "remainder", "divide", "multiply", "zeta"}
_CALL = re.compile(r"\t(?:callq?|jmp|bl|b)[ \t]+\*?([a-zA-Z_]\w*)(?:@PLT)?\n|movabsq\s+\$([a-zA-Z_]\w*),")


def targets() -> list[Target]:
    host = Target.host()
    if not host.triple.startswith("x86_64"):
        return [host]
    avx2 = Target.describe(host.triple, "x86-64-v3", "+sse2,+sse4.1,+sse4.2,+avx,+avx2,+fma,+f16c,+bmi,+bmi2")
    avx512 = Target.describe(host.triple, "x86-64-v4", avx2.features + ",+avx512f,+avx512vl,+avx512bw,+avx512dq")
    return [avx2, avx512]


@pytest.mark.slow
@pytest.mark.exhaustive
@pytest.mark.parametrize("target", targets(), ids=lambda target: target.cpu)
@pytest.mark.parametrize("element", ["float", "double"])
def test_no_library_calls(element: str, target: Target) -> None:
    module = LLVMModule(target)
    type = vector(element, target.lanes(32 if element == "float" else 64))
    for name, emitter in FUNCTIONS.items():
        f = module.function(name, [("ptr", "result"), (type, "x"), (type, "y")])
        result, *arguments = f.parameters
        f.store(emitter(f, *arguments[:1 + (name in TWO_ARGUMENTS)]), result)
        f.ret()
    calls = {a or b for a, b in _CALL.findall(emit_assembly(module.text(target.attributes), target))}
    assert {name for name in calls if not name.startswith("hloom")} == set()


def test_complex_functions_make_no_library_calls() -> None:
    target = targets()[0]
    module = LLVMModule(target)
    type = vector("double", target.lanes(64))
    for name, emitter in COMPLEX_FUNCTIONS.items():
        f = module.function(name, [*(("ptr", result) for result in "pq"), *((type, part) for part in "abcd")])
        p, q, a, b, c, d = f.parameters
        made = emitter(f, *[(a, b), (c, d)][:1 + (name in TWO_ARGUMENTS)])
        for address, value in zip((p, q), (made,) if isinstance(made, Value) else made):
            f.store(value, address)
        f.ret()
    calls = {a or b for a, b in _CALL.findall(emit_assembly(module.text(target.attributes), target))}
    assert {name for name in calls if not name.startswith("hloom")} == set()


@pytest.mark.parametrize("name, constant", [("maximum", "0.0"), ("maximum", "-1.5"), ("minimum", "0.0"),
                                            ("minimum", "-0.0"), ("maximum", "-0.0"), ("minimum", "6.0")])
def test_extremes_with_a_constant_are_one_comparison(name: str, constant: str) -> None:
    """In registers as in single numbers: no zeros of two signs, and no second NaN, are to be told apart."""
    type = "tensor<1000xf32>"
    made = lower(f"func.func @main(%x: {type}) -> {type} {{\n"
                 f"%c = stablehlo.constant dense<{constant}> : {type}\n"
                 f"%0 = stablehlo.{name} %x, %c : {type}\nreturn %0 : {type}\n}}\n")
    bodies = made.llvm.count("store <") + made.llvm.count("store float")
    assert "uno" not in made.llvm and made.llvm.count("fcmp") <= bodies + made.llvm.count("masked.store")


@pytest.mark.parametrize("type", ["f32", "f64", "bf16", "f16"])
@pytest.mark.parametrize("constant", ["0.0", "-0.0", "1.5", "-6.0"])
def test_extremes_with_a_constant_are_those_of_the_evaluator(constant: str, type: str) -> None:
    """Bit for bit: zeros of both signs, NaN, infinities, subnormal numbers."""
    dtype = element_type(type).dtype
    x = np.array([0.0, -0.0, 1.5, -1.5, np.nan, np.inf, -np.inf, 1e-40, -1e-40, 6, -6] * 5, dtype)
    tensor = f"tensor<{x.size}x{type}>"
    for name, operands in (("maximum", "%x, %c"), ("maximum", "%c, %x"), ("minimum", "%x, %c"), ("minimum", "%c, %x")):
        module = hloom.parse(f"func.func @main(%x: {tensor}) -> {tensor} {{\n"
                             f"%c = stablehlo.constant dense<{constant}> : {tensor}\n"
                             f"%0 = stablehlo.{name} {operands} : {tensor}\nreturn %0 : {tensor}\n}}\n")
        (made,), (expected,) = hloom.compile(module)(x), hloom.evaluate(module, x)
        is_nan = np.isnan(expected.astype(np.float64))
        np.testing.assert_array_equal(np.isnan(made.astype(np.float64)), is_nan)
        assert made[~is_nan].tobytes() == expected[~is_nan].tobytes()


@pytest.mark.parametrize("columns", [17, 24, 27, 40, 251, 999])
def test_numbers_of_registers_that_are_no_power_of_two(columns: int) -> None:
    """The rest of a row is three registers of f64."""
    generator = np.random.default_rng(0)
    x, y = generator.standard_normal((2, 200, columns)).astype(np.float32)
    real, number = f"tensor<200x{columns}xf32>", f"tensor<200x{columns}xcomplex<f32>>"
    module = hloom.parse(f"""
func.func @main(%x: {real}, %y: {real}) -> {number} {{
  %0 = stablehlo.complex %x, %y : {number}
  %1 = stablehlo.exponential %0 : {number}
  %2 = stablehlo.multiply %0, %1 : {number}
  return %2 : {number}
}}
""")
    (found,) = hloom.compile(module)(x, y)
    z = x.astype(np.float64) + 1j * y
    assert np.allclose(found, z * np.exp(z), rtol=1e-5, atol=1e-6)
