"""Definitions of custom calls by their targets: what one states is all that both engines need."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.ops.calls.target import TARGETS, Target, define
from hloom.ops.stablehlo.creation import is_static
from hloom.ops.stablehlo.movement import Reverse
from hloom.reference.custom_calls import CUSTOM_CALLS, definition_of, effectless
from hloom.support.diagnostics import InternalError

PROGRAM = """
func.func @main(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %0 = stablehlo.custom_call @tests.reverse_rows(%x) SAYS : (tensor<3x2xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}"""
X = np.arange(6, dtype=np.float32).reshape(3, 2)


def reversed_rows(op: Any, operand: Any) -> Any:
    return np.flip(operand, 0)


def as_reverse(op: Any, b: Any) -> Any:
    (operand,) = op.operands
    return b(Reverse, operand, dimensions=(0,)) if is_static(operand) else None


@pytest.fixture
def target(monkeypatch: pytest.MonkeyPatch) -> Iterator[Target]:
    known = Target("tests.reverse_rows", reversed_rows, decompose=as_reverse, is_pure=True)
    monkeypatch.setitem(TARGETS, known.name, known)
    monkeypatch.setitem(CUSTOM_CALLS, known.name, reversed_rows)
    yield known


def program(says: str = "") -> Any:
    return hloom.parse(PROGRAM.replace("SAYS", says))


def call_in(module: Any) -> Any:
    return next(op for op in module.walk() if getattr(op, "call_target_name", None))


def test_a_definition_is_all_that_a_target_needs(target: Target) -> None:
    module = program()
    assert definition_of(call_in(module)) is effectless(call_in(module)) is target
    np.testing.assert_array_equal(hloom.evaluate(module, X)[0], X[::-1])
    compiled = hloom.compile(module)
    np.testing.assert_array_equal(compiled(X)[0], X[::-1])
    assert not compiled.fallbacks


def test_what_a_call_states_of_effects_keeps_it(target: Target) -> None:
    module = program("{has_side_effect = true}")
    assert definition_of(call_in(module)) is target and effectless(call_in(module)) is None
    compiled = hloom.compile(module)
    np.testing.assert_array_equal(compiled(X)[0], X[::-1])
    assert [op.title for op in compiled.fallbacks] == ["stablehlo.custom_call @tests.reverse_rows"]


def test_what_is_registered_comes_before_a_definition(target: Target, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CUSTOM_CALLS, target.name, lambda op, x: x + 1)
    module = program()
    assert definition_of(call_in(module)) is None
    compiled = hloom.compile(module)
    for (found,) in (hloom.evaluate(module, X), compiled(X)):
        np.testing.assert_array_equal(found, X + 1)
    assert len(compiled.fallbacks) == 1


def test_a_target_is_defined_once() -> None:
    with pytest.raises(InternalError, match="the target Sharding is defined twice"):
        define(Target("Sharding"))


def test_definitions_say_what_their_calls_mean() -> None:
    """Whatever is lowered, left out or called by compiled code can be evaluated, too; what only HLO has is expanded."""
    for name, known in TARGETS.items():
        assert name == known.name
        assert (known.evaluate is None) == (known.expand is not None), name
        if known.evaluate is None:
            assert known.decompose is known.routine is known.sizes is None, name
        if known.wanted or known.routine:
            assert known.is_pure, name
