"""Fingerprints are equal for programs that say the same, and for no others."""

from __future__ import annotations

import pytest

import hloom
from hloom.ir.fingerprint import fingerprint

PROGRAM = """func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %c = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = stablehlo.subtract %x, %y : tensor<2xf32>
  %1 = stablehlo.multiply %0, %c : tensor<2xf32>
  return %1 : tensor<2xf32>
}
"""


def of(text: str) -> str:
    return fingerprint(hloom.parse(text))


@pytest.mark.parametrize(("old", "new"), [("%0", "%difference"), ("%x", "%first"), ("\n", "\n\n"), ("%1 = ", "%1 = // named\n"),
                                          (" : tensor<2xf32>\n", ' : tensor<2xf32> loc("model.py":3:1)\n')])
def test_names_and_places_do_not_count(old: str, new: str) -> None:
    assert of(PROGRAM.replace(old, new)) == of(PROGRAM)


@pytest.mark.parametrize(("old", "new"), [("2.0", "3.0"), ("[1.0, 2.0]", "1.0"), ("subtract", "add"), ("%x, %y :", "%y, %x :"),
                                          ("%0, %c", "%c, %0"), ("2xf32", "2xf64"), ("@main", "@other"), ("%1 : ", "%0 : ")])
def test_what_a_program_says_counts(old: str, new: str) -> None:
    assert old in PROGRAM
    assert of(PROGRAM.replace(old, new)) != of(PROGRAM)
