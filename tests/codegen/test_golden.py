"""Plans and kernels as texts, whole: what is fused, what lies where, what is copied, and the code of two small loops.

They are made for described processors, so that they are the same on every machine. `pytest tests/codegen/test_golden.py
--refresh-golden` writes them anew.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hloom.codegen.plan.show import program_text
from hloom.codegen.target import Target
from tests.codegen import test_in_place, test_listings, test_rotation
from tests.codegen.contraction_harness import X86
from tests.harness import lower
from tests.programs import SOFTMAX, loop

Golden = Callable[[str, str], None]
VECTOR = "tensor<40xf32>"
#: Programs by what is to be seen in their plans.
PLANS = {
    "softmax": SOFTMAX.format(20, 33),
    "values that change places": f"(%x: {VECTOR}, %y: {VECTOR}) -> {VECTOR} {{" + loop(
        "5", "%a = %x, %b = %y", f"{VECTOR}, {VECTOR}", f"%c = stablehlo.add %a, %b : {VECTOR}", "%b, %c") + (
        f"\nreturn %r#1 : {VECTOR} }}"),
    "buffers that change names": test_rotation.text("the last two"),
    **{f"in place, {name}": test_in_place.text(test_in_place.LINES[name][0]) for name in ("another type", "sums of rows")},
    **{name: test_listings.PROGRAMS[name] for name in ("transpose of a reshape", "concatenate", "pad", "heads of attention")},
}
ROOTS = """(%x: tensor<1003xf32>) -> tensor<1003xf32> {
    %0 = stablehlo.sqrt %x : tensor<1003xf32>
    return %0 : tensor<1003xf32> }"""
SUMS = """(%x: tensor<7x40xi32>) -> tensor<7xi32> {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<7x40xi32>, tensor<i32>) ->
      tensor<7xi32>
    return %0 : tensor<7xi32> }"""


def described(name: str) -> Target:
    return Target.describe("x86_64-unknown-linux-gnu", *X86[name])


@pytest.mark.unguarded
@pytest.mark.parametrize("name", PLANS)
def test_plans(name: str, golden: Golden) -> None:
    golden(f"plan of {name}", program_text(lower(PLANS[name], described("avx2")).program))


@pytest.mark.unguarded
@pytest.mark.parametrize("processor", X86)
@pytest.mark.parametrize(("name", "text"), [("roots", ROOTS), ("sums of rows", SUMS)], ids=["roots", "sums"])
def test_kernels(name: str, text: str, processor: str, golden: Golden) -> None:
    golden(f"kernels of {name} for {processor}", lower(text, described(processor)).code.text())
