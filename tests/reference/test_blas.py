"""Matrix products on one thread while programs run, and on as many as before afterwards."""

from __future__ import annotations

import numpy as np
import pytest

import hloom
from hloom.reference import blas
from hloom.support.diagnostics import EvaluationError

library = blas._library()
pytestmark = pytest.mark.skipif(library is None, reason="NumPy does not carry OpenBLAS here")

CALL = """func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.custom_call @look(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}"""


def test_runs_take_one_thread_and_give_the_others_back() -> None:
    assert library is not None
    usual = library.get_threads()
    library.set_threads(3)
    try:
        takes_one_of(3)
    finally:
        library.set_threads(usual)


def takes_one_of(before: int) -> None:
    seen: list[int] = []

    def look(op, x):
        assert library is not None
        seen.append(library.get_threads())
        return x

    module = hloom.parse(CALL)
    x = np.zeros(2, np.float32)
    hloom.evaluate(module, x, custom_calls={"look": look})
    hloom.evaluate_grid(module, [[[x]], [[x]]], num_replicas=2, custom_calls={"look": look})
    assert seen == [1, 1, 1] and library.get_threads() == before
    with pytest.raises(EvaluationError):
        hloom.evaluate(module, x)
    assert library.get_threads() == before


def test_overlapping_runs_restore_the_threads_once() -> None:
    assert library is not None
    before = library.get_threads()
    library.set_threads(2)
    try:
        first, second = blas.one_blas_thread(), blas.one_blas_thread()
        first.__enter__()
        second.__enter__()
        first.__exit__(None, None, None)
        assert library.get_threads() == 1
        second.__exit__(None, None, None)
        assert library.get_threads() == 2
    finally:
        library.set_threads(before)
