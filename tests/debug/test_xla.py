"""XLA in a process of its own: two public miscompilations are pinned on it, its end is told, and it agrees where it is right."""

from __future__ import annotations

import importlib.util
from importlib.metadata import version
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.debug import bisect_xla, compare
from hloom.debug.engines import EngineError, Xla
from tests.debug.planted import PROGRAM, arrays

pytestmark = [pytest.mark.slow, pytest.mark.skipif(importlib.util.find_spec("jaxlib") is None, reason="jaxlib is not installed")]
ENGINES = ("reference", "xla")

#: Inverse functions cancel, though what lies between overflows (openxla/xla 42732).
INVERSES = """
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = stablehlo.exponential %x : tensor<4xf32>
  %l = stablehlo.log %e : tensor<4xf32>
  %s = stablehlo.multiply %x, %x : tensor<4xf32>
  %r = stablehlo.sqrt %s : tensor<4xf32>
  return %l, %r : tensor<4xf32>, tensor<4xf32>
}
"""
X = np.array([1, 100, 1e25, 3], np.float32)
#: What jax.vmap(lambda row: jnp.sum((jnp.eye(3) @ row) ** 2)) is: jaxlib 0.10.2 gets the last row wrong (jax-ml/jax 39103).
PRODUCTS = """
func.func @main(%x: tensor<16385x3xf64>) -> tensor<16385xf64> {
  %row = stablehlo.iota dim = 0 : tensor<3x3xi64>
  %column = stablehlo.iota dim = 1 : tensor<3x3xi64>
  %same = stablehlo.compare EQ, %row, %column : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
  %eye = stablehlo.convert %same : (tensor<3x3xi1>) -> tensor<3x3xf64>
  %p = stablehlo.dot_general %eye, %x, contracting_dims = [1] x [1]
    : (tensor<3x3xf64>, tensor<16385x3xf64>) -> tensor<3x16385xf64>
  %s = stablehlo.multiply %p, %p : tensor<3x16385xf64>
  %z = stablehlo.constant dense<0.0> : tensor<f64>
  %r = stablehlo.reduce(%s init: %z) applies stablehlo.add across dimensions = [0]
    : (tensor<3x16385xf64>, tensor<f64>) -> tensor<16385xf64>
  return %r : tensor<16385xf64>
}
"""


def _of_xla(found: Any) -> Any:
    if found:
        pytest.skip(f"jaxlib {version('jaxlib')} has not got this fault")
    divergence = found.divergences["xla"]
    assert divergence is not None and not divergence.freedom and "it is a fault" in str(found)
    return divergence


@pytest.fixture(scope="module")
def inverses() -> Any:
    """The place where XLA is wrong about them."""
    return _of_xla(compare(hloom.parse(INVERSES), X, engines=ENGINES))


def test_inverse_functions_that_cancel(inverses: Any) -> None:
    assert inverses.name == "l" and inverses.op.name == "stablehlo.log"
    assert np.isinf(inverses.compared.apart.expected)


@pytest.mark.usefixtures("inverses")
def test_the_pass_of_xla_is_named() -> None:
    """One fault, so that no other pass can be taken for it."""
    heard: list[str] = []
    found = bisect_xla(hloom.parse(INVERSES), X, tell=heard.append)
    assert list(found.guilty) == ["algsimp"] and found.tried > 10 and len(heard) >= found.tried


def test_a_sum_of_products_of_many_rows() -> None:
    x = np.zeros((16385, 3))
    x[:, 0] = np.arange(16385)
    divergence = _of_xla(compare(hloom.parse(PRODUCTS), x, engines=ENGINES))
    assert divergence.op.name == "stablehlo.reduce" and divergence.compared.apart.index == (16384,)


def test_xla_agrees_where_it_is_right() -> None:
    assert compare(hloom.parse(PROGRAM), *arrays(), engines=("reference", "xla"))
    assert compare(hloom.parse(PROGRAM), *arrays(), engines=("cpu", "xla"))


def test_small_types_go_there_and_back() -> None:
    module = hloom.parse("func.func @main(%x: tensor<3xbf16>, %y: tensor<3xi4>, %z: tensor<3xi1>) -> (tensor<3xbf16>, "
                         "tensor<3xi4>, tensor<3xi1>) { return %x, %y, %z : tensor<3xbf16>, tensor<3xi4>, tensor<3xi1> }")
    types = [t.storage.dtype for t in module.functions["main"].function_type.inputs]
    given = [np.array([1, 0, 1], dtype) for dtype in types]
    with Xla() as engine:
        found = engine.load(module)(given)
        assert engine.version
    assert [a.dtype for a in found] == types and all((a == b).all() for a, b in zip(found, given))


def test_a_process_that_ends_is_told() -> None:
    module = hloom.parse(INVERSES)
    with Xla("--xla_there_is_no_such_flag=1") as engine, pytest.raises(EngineError, match=r"xla: .*(ended|flag)") as caught:
        engine.load(module)([np.ones(4, np.float32)])
    assert "no_such_flag" in str(caught.value)


def test_programs_that_xla_does_not_take_are_told() -> None:
    module = hloom.parse("func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> { %0 = stablehlo.custom_call @nobody(%x) : "
                         "(tensor<3xf32>) -> tensor<3xf32>\n return %0 : tensor<3xf32> }")
    with Xla() as engine:
        with pytest.raises(EngineError, match="nobody"):
            engine.load(module)([np.ones(3, np.float32)])
        assert engine.load(hloom.parse(INVERSES))([np.ones(4, np.float32)])  # it lives on


def test_an_interpreter_without_jaxlib_is_told(tmp_path: Any) -> None:
    interpreter = tmp_path / "python"
    interpreter.write_text("#!/bin/sh\necho '{\"error\": \"ModuleNotFoundError: jax\", \"missing\": true}'\n")
    interpreter.chmod(0o755)
    with Xla(python=str(interpreter)) as engine, pytest.raises(EngineError, match=r"pip install 'hloom\[jax\]'"):
        engine.load(hloom.parse(INVERSES))([np.ones(4, np.float32)])
