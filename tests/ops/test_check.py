"""Self-checking programs: what holds, what does not, and what a failure says."""

from __future__ import annotations

import numpy as np
import pytest

from hloom.ops.others.check import CheckFailure
from hloom.reference import evaluate
from tests.ops.programs import function


def checked(check: str, x: str, y: str = "", type: str = "tensor<3xf32>") -> None:
    lines = [f"%x = stablehlo.constant dense<{x}> : {type}"]
    if y:
        lines.append(f"%y = stablehlo.constant dense<{y}> : {type}")
    evaluate(function("\n".join([*lines, check, "return"])))


@pytest.mark.parametrize("check, x, y", [
    ("check.expect_eq %x, %y : tensor<3xf32>", "[1.0, 0x7FC00000, -0.0]", "[1.0, 0x7FC00001, 0.0]"),
    ("check.expect_almost_eq %x, %y : tensor<3xf32>", "[1.0, 0x7F800000, 2.0]", "[1.00009, 0x7F800000, 2.0]"),
    ("check.expect_almost_eq %x, %y, tolerance = 0.5 : tensor<3xf32>", "[1.0, 2.0, 3.0]", "[1.5, 2.5, 3.5]"),
    ("check.expect_close %x, %y : tensor<3xf32>, tensor<3xf32>", "[1.0, 2.0, 3.0]", "[0x3F800001, 2.0, 3.0]"),
    ("stablehlo.custom_call @check.expect_close(%x, %y) : (tensor<3xf32>, tensor<3xf32>) -> ()", "1.0", "0x3F800003"),
    ("stablehlo.custom_call @check.expect_almost_eq(%x, %y) : (tensor<3xf32>, tensor<3xf32>) -> ()", "1.0", "1.0009"),
])
def test_what_holds(check: str, x: str, y: str) -> None:
    checked(check, x, y)


@pytest.mark.parametrize("check, x, y, message", [
    ("check.expect_eq %x, %y : tensor<3xf32>", "[1.0, 2.0, 4.0]", "[1.0, 3.0, 5.0]",
     r"2 of 3 elements differ, first at \[1\]: expected 3.0, got 2.0 \(4194304 units in the last place\); largest difference 1 "),
    ("check.expect_almost_eq %x, %y : tensor<3xf32>", "[1.0, 2.0, 3.0]", "[1.0, 2.0, 0x7FC00000]", r"1 of 3"),
    ("check.expect_close %x, %y : tensor<3xf32>, tensor<3xf32>", "1.0", "0x3F800002", "units in the last place"),
    ("check.expect_close %x, %y, max_ulp_difference = 5, min_ulp_difference = 3 : tensor<3xf32>, tensor<3xf32>", "1.0",
     "0x3F800002",
     "allowed are 3 to 5 units"),
    ("stablehlo.custom_call @check.expect_close(%x, %y) : (tensor<3xf32>, tensor<3xf32>) -> ()", "1.0", "0x3F800004",
     "allowed are 0 to 3 units"),
    ("stablehlo.custom_call @check.expect_eq(%x, %y) : (tensor<3xf32>, tensor<3xf32>) -> ()", "1.0", "2.0", "3 of 3"),
])
def test_what_does_not_hold(check: str, x: str, y: str, message: str) -> None:
    with pytest.raises(CheckFailure, match=message):
        checked(check, x, y)


def test_constants_as_expected_values() -> None:
    checked("check.expect_eq_const %x, dense<[1, 2]> : tensor<2xi4>", "[1, 2]", type="tensor<2xi4>")
    with pytest.raises(CheckFailure, match=r"\[0\]: expected 3, got 1;"):
        checked("check.expect_eq_const %x, dense<[3, 2]> : tensor<2xi4>", "[1, 2]", type="tensor<2xi4>")
    checked("check.expect_almost_eq_const %x, dense<1.1> : tensor<3xf32> {tolerance = 0.2 : f64}", "1.0")


def test_probes() -> None:
    lines = """%p = interpreter.probe %x, probe_id = "a" : tensor<2xi32>
        %s = stablehlo.add %p, %p : tensor<2xi32>
        %q = interpreter.probe %s, probe_id = "a" : tensor<2xi32>
        check.expect_serialized_eq %x, probe_id = "a" : tensor<2xi32>
        check.expect_serialized_eq %s, probe_id = "a", iter = 1 : tensor<2xi32>
        {}
        return"""
    x = np.array([1, 2], np.int32)
    evaluate(function(lines.format(""), "%x: tensor<2xi32>"), x)
    with pytest.raises(CheckFailure, match="has seen 2 values"):
        evaluate(function(lines.format('check.expect_serialized_eq %x, probe_id = "a", iter = 2 : tensor<2xi32>'),
                          "%x: tensor<2xi32>"), x)


def test_printing(capsys: pytest.CaptureFixture[str]) -> None:
    checked("interpreter.print %x : tensor<3xf32>", "1.5")
    assert capsys.readouterr().out == "tensor<3xf32>: [1.5 1.5 1.5]\n"
