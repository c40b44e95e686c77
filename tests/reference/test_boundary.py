"""Tokens among arguments and results of functions, and of custom calls, on both engines."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hloom
from hloom.pipeline import stage_text
from hloom.reference.custom_calls import CUSTOM_CALLS

X = np.array([1, 2, 3], np.float32)
#: A token that the program passes on, and one of an ordered effect, which JAX marks.
PLAIN = """func.func public @main(%x: tensor<3xf32>, %t: !stablehlo.token) -> (tensor<3xf32>, !stablehlo.token) {
  %y = stablehlo.add %x, %x : tensor<3xf32>
  return %y, %t : tensor<3xf32>, !stablehlo.token
}"""
MARKED = """func.func public @main(%t: !stablehlo.token {jax.token = true}, %u: !stablehlo.token, %x: tensor<3xf32>)
    -> (!stablehlo.token {jax.token = true}, tensor<3xf32> {jax.result_info = "result"}, !stablehlo.token) {
  %v = stablehlo.after_all %t, %u : !stablehlo.token
  %y = stablehlo.add %x, %x : tensor<3xf32>
  return %v, %y, %u : !stablehlo.token, tensor<3xf32>, !stablehlo.token
}"""
ONLY = "func.func @main(%t: !stablehlo.token) -> !stablehlo.token { return %t : !stablehlo.token }"


def engines(text: str) -> list[Any]:
    module = hloom.parse(text)
    executable = hloom.compile(module)
    assert not executable.fallbacks and "reason" not in executable.stats
    return [executable, lambda *a, **named: hloom.evaluate(module, *a, **named)]


def is_doubled(found: Any) -> bool:
    """Whether the one array among results is 2 X."""
    return [x.tolist() for x in found if x is not None] == [[2, 4, 6]]


def test_tokens_are_given_or_left_out() -> None:
    for run in engines(PLAIN):
        for arguments in ((X,), (X, None), (X, object())):
            found = run(*arguments)
            assert len(found) == 2 and found[1] is None and is_doubled(found)
        assert is_doubled(run(x=X))
    for run in engines(ONLY):
        assert run() == run(None) == (None,)


def test_tokens_of_effects_are_nobodys_business() -> None:
    for run in engines(MARKED):
        for arguments in ((X,), (None, X), (None, None, X)):
            found = run(*arguments)
            assert len(found) == 2 and found[1] is None and is_doubled(found)


def test_a_wrong_number_is_told_without_tokens() -> None:
    for run in engines(PLAIN):
        with pytest.raises(hloom.InputError, match="@main takes 1 arguments, got 3"):
            run(X, None, None)
        with pytest.raises(hloom.InputError, match=r"argument 0 of @main must have shape \[3\]"):
            run(X[:2], None)


def test_results_are_written_where_asked() -> None:
    out = np.zeros(3, np.float32)
    found = hloom.compile(hloom.parse(PLAIN))(X, out=out)
    assert found[0] is out and is_doubled(found)


def test_a_function_that_others_call_keeps_its_tokens() -> None:
    text = f"""module {{ {PLAIN}
      func.func public @other(%x: tensor<3xf32>, %t: !stablehlo.token) -> tensor<3xf32> {{
        %y:2 = call @main(%x, %t) : (tensor<3xf32>, !stablehlo.token) -> (tensor<3xf32>, !stablehlo.token)
        return %y#0 : tensor<3xf32>
      }} }}"""
    module = hloom.parse(text)
    for function in ("main", "other"):
        for found in (hloom.compile(module, function)(X), hloom.evaluate(module, X, function=function),
                      hloom.compile(module, function)(X, None), hloom.evaluate(module, X, None, function=function)):
            assert is_doubled(found)


def test_an_invalid_module_is_still_refused() -> None:
    module = hloom.parse(PLAIN.replace("return %y, %t : tensor<3xf32>, !stablehlo.token", "return %y : tensor<3xf32>"))
    for run in (lambda: hloom.compile(module), lambda: hloom.evaluate(module, X)):
        with pytest.raises(hloom.VerificationError):
            run()


def test_the_number_of_the_platform_is_given_with_a_text() -> None:
    text = MARKED.replace("%x: tensor<3xf32>)", '%p: tensor<i32> {jax.global_constant = "_platform_index"}, %x: tensor<3xf32>)')
    for run in engines(text):
        assert is_doubled(run(1, X)) and is_doubled(run(None, None, 1, X))
        with pytest.raises(hloom.InputError, match="@main takes 2 arguments, got 1"):
            run(X)


def test_stages_are_those_of_a_function_without_tokens() -> None:
    assert "launch" in stage_text(hloom.parse(PLAIN), "main", "schedule")


def test_processes_of_a_grid_take_no_tokens() -> None:
    (row,) = hloom.evaluate_grid(hloom.parse(PLAIN), [[[X], [X]]], num_partitions=2)
    assert all(is_doubled(found) for found in row)


CALL = """func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %t = stablehlo.create_token : !stablehlo.token
  %1:3 = stablehlo.custom_call @tests.mine(%t, %x) {has_side_effect = true}
    : (!stablehlo.token, tensor<3xf32>) -> (!stablehlo.token, tensor<3xf32>, !stablehlo.token)
  %2 = stablehlo.custom_call @tests.mine(%1#2, %x) {has_side_effect = true}
    : (!stablehlo.token, tensor<3xf32>) -> !stablehlo.token
  return %1#1 : tensor<3xf32>
}"""


@pytest.mark.parametrize("function", [
    lambda op, t, x: x + x if len(op.results) == 3 else None, lambda op, t, x: (x + x,) if len(op.results) == 3 else (),
    lambda op, t, x: (None, x + x, None) if len(op.results) == 3 else (None,)], ids=["array", "tuple", "tokens"])
def test_functions_may_leave_tokens_out(function: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CUSTOM_CALLS, "tests.mine", function)
    module = hloom.parse(CALL)
    assert is_doubled(hloom.evaluate(module, X)) and is_doubled(hloom.compile(module)(X))


def test_functions_that_leave_an_array_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CUSTOM_CALLS, "tests.mine", lambda op, t, x: (None, None))
    with pytest.raises(hloom.EvaluationError, match="gave 2 results, the operation has 3"):
        hloom.evaluate(hloom.parse(CALL), X)
