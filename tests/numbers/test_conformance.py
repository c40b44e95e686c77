"""The accuracy programs of the StableHLO project, read directly: inputs, expected values, bounds in last places."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from hloom.numbers import functions
from hloom.numbers.bits import unpack
from hloom.numbers.compare import ulp_difference
from hloom.numbers.element_type import element_type

PROGRAMS = sorted((Path(__file__).resolve().parents[3] / "shared" / "conformance" / "math").glob("*.mlir"))
CONSTANT = re.compile(r'dense<"0x([0-9A-F]+)"> : tensor<(\d+)x(.+)>\n')
CALL = re.compile(r"= \"?(?:stablehlo|chlo)\.(\w+)\"?[ (]%0")

pytestmark = pytest.mark.shared


def constants(text: str) -> list[np.ndarray]:
    found = CONSTANT.findall(text)
    return [unpack(bytes.fromhex(data), element_type(type), (int(size),)) for data, size, type in found]


@pytest.mark.skipif(not PROGRAMS, reason="no folder of further programs")
@pytest.mark.parametrize("program", [p for p in PROGRAMS if not p.name.startswith("ulp")], ids=lambda p: p.stem)
def test_accuracy(program: Path) -> None:
    text = program.read_text()
    samples, expected = constants(text)
    function = CALL.search(text)
    bound = re.search(r"max_ulp_difference = (\d+)", text)
    assert function and bound
    distance = ulp_difference(getattr(functions, function[1])(samples), expected)
    assert distance.max() <= int(bound[1])


@pytest.mark.skipif(not PROGRAMS, reason="no folder of further programs")
def test_distances() -> None:
    text = next(p for p in PROGRAMS if p.name.startswith("ulp")).read_text()
    values = constants(text)
    bounds = re.findall(r"max_ulp_difference = (\d+), min_ulp_difference = (\d+)", text)
    assert len(values) == 2 * len(bounds)
    for (most, least), actual, shifted in zip(bounds, values[0::2], values[1::2]):
        distance = ulp_difference(actual, shifted)
        assert distance.min() >= int(least) and distance.max() <= int(most)
