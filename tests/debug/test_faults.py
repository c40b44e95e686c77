"""Faults that reductions keep: what they say of programs, also of XLA's."""

from __future__ import annotations

import importlib.util
import os
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import hloom
from hloom.debug.child_calls import Limits
from hloom.debug.engines import EngineError, Loaded, Reference
from hloom.debug.faults import Crash, Differs, Fault, Nan, SlowerThanXla, Test
from hloom.numbers.difference import Tolerance

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not hasattr(os, "fork"), reason="programs run in forks of this process")]
with_xla = pytest.mark.skipif(importlib.util.find_spec("jaxlib") is None, reason="needs jaxlib")

LIMITS = Limits(60.0)
PRODUCT = """func.func @main(%x: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = stablehlo.sine %x : tensor<32x32xf32>
  %1 = stablehlo.dot_general %0, %x, contracting_dims = [1] x [0] : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  return %1 : tensor<32x32xf32>
}"""


def said(fault: Fault, text: str = PRODUCT, *arrays: Any) -> str | None:
    """What a fault says of a program."""
    module = hloom.parse(text)
    module.verify()
    try:
        return fault(module, arrays or [np.random.default_rng(0).normal(size=(32, 32)).astype(np.float32)])
    finally:
        fault.close()


class Off(Reference):
    """An engine whose results are off by a share of them, or that cannot run programs."""

    def __init__(self, by: float | None) -> None:
        super().__init__()
        self.by, self.name = by, "off"

    def load(self, module: Any) -> Loaded:
        if self.by is None:
            raise EngineError(self.name, "operation 17 is not supported")
        factor = np.float32(1 + self.by)
        run = super().load(module)
        return lambda arrays: [x * factor for x in run(arrays)]


def test_engines_differ_beyond_rounding() -> None:
    assert said(Differs(("reference", Off(1e-2)), limits=LIMITS)) == "reference and off differ"
    assert said(Differs(("reference", Off(1e-4)), limits=LIMITS)) == "reference and off differ"
    assert said(Differs(("reference", Off(2e-7)), limits=LIMITS)) is None
    assert said(Differs(("reference", Off(1e-2)), Tolerance(relative=0.1), LIMITS)) is None
    assert said(Differs(("reference", Off(2e-7)), Tolerance(relative=1e-9), LIMITS)) == "reference and off differ"


def test_an_engine_fails() -> None:
    """Numbers in its message, which say where, are left out; where both fail, there is nothing to compare."""
    assert said(Differs(("reference", Off(None)), limits=LIMITS)) == "fails: off: operation N is not supported"
    both = Differs((Off(None), Off(None)), limits=LIMITS)
    assert said(both) is None and both.note.count("is not supported") == 2


def test_nan_wants_finite_arguments() -> None:
    log = """func.func @main(%x: tensor<2xbf16>) -> tensor<2xbf16> {
      %0 = stablehlo.log %x : tensor<2xbf16>
      return %0 : tensor<2xbf16> }"""
    for numbers, expected in (((1, -1), "a result of cpu has a NaN"), ((1, 0), None), ((np.inf, -1), None)):
        assert said(Nan("cpu", LIMITS), log, np.array(numbers, ml_dtypes.bfloat16)) == expected


def test_a_command_that_takes_too_long_is_ended() -> None:
    assert said(Test("sh -c 'sleep 60; true {program}'", Limits(0.3))) is None
    assert said(Test("sh -c 'test -s {inputs} -a -s {folder}/program.mlir'", LIMITS)) is not None


@with_xla
def test_xla() -> None:
    assert said(Differs(("reference", "xla"), limits=LIMITS)) is None
    assert said(Crash("xla", LIMITS)) is None


@with_xla
def test_slower_than_xla() -> None:
    """A factor so small, or so large, that no machine decides it; what is too quick is not slow."""
    large = PRODUCT.replace("32x32", "400x400")
    x = np.ones((400, 400), np.float32)
    assert said(SlowerThanXla(1e-3, LIMITS), large, x) == "hloom takes 0.001 times as long as XLA, or longer"
    assert said(SlowerThanXla(1e5, LIMITS), large, x) is None
    small = PRODUCT.replace("32x32", "2x2")
    assert said(SlowerThanXla(1e-5, LIMITS), small, np.ones((2, 2), np.float32)) is None
