"""The code itself: functions are inline on every processor with fused multiply-add, library calls none."""

from __future__ import annotations

import re

import pytest

from hloom.codegen.llvm.math import COMPLEX_FUNCTIONS, FUNCTIONS
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.llvm.values import Value, vector
from hloom.codegen.target import Target
from hloom.runtime.llvm_modules import emit_assembly

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
