"""Observation of runs, and what stops them: NaN, step limits, memory, failing observers."""

from __future__ import annotations

import io
import json
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.reference.observe import NanCheck, Observer, Progress, Several, Trace
from hloom.support.diagnostics import EvaluationError, InputError


def module(text: str) -> Any:
    found = hloom.parse(text)
    found.verify()
    return found


LOOP = """func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %w:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<3xf32>
  cond {
    %c = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %d = stablehlo.log %v : tensor<3xf32>
    stablehlo.return %j, %d : tensor<i32>, tensor<3xf32>
  }
  %r = stablehlo.negate %w#1 : tensor<3xf32>
  return %r : tensor<3xf32>
}"""
X = np.array([1, 20, 30], np.float32)


def test_every_operation_is_seen_in_order():
    seen: list[str] = []

    class Names(Observer):
        def before(self, op, operands):
            seen.append(f"<{op.mnemonic}")

        def after(self, op, operands, results):
            assert len(results) == len(op.results)
            seen.append(f"{op.mnemonic}>")

    hloom.evaluate(module(LOOP), X, observer=Names())
    step = ["<compare", "compare>", "<add", "add>", "<log", "log>"]
    assert seen == ["<while", *step * 3, "<compare", "compare>", "while>", "<negate", "negate>"]


def test_nan_check_names_the_first_operation_that_makes_one():
    # log 1 = 0, log 0 = -inf, log -inf = nan.
    for kind, word in (("nan", "NaN"), ("inf", "an infinity"), ("all", "an infinity")):
        with pytest.raises(EvaluationError, match=rf"stablehlo.log makes {word}.*1 of 3 elements.*at \[0\]") as caught:
            hloom.evaluate(module(LOOP), X, observer=NanCheck(kind))
        assert caught.value.diagnostics[0].line == 11
    # What comes in from outside is nobody's fault.
    text = """func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = stablehlo.add %x, %x : tensor<2xf32>
      return %0 : tensor<2xf32>
    }"""
    hloom.evaluate(module(text), np.array([np.nan, np.inf], np.float32), observer=NanCheck())


CLAMPED = """func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.log %x : tensor<3xf32>
  %1 = stablehlo.constant dense<-5.0> : tensor<3xf32>
  %2 = stablehlo.maximum %0, %1 : tensor<3xf32>
  return %2 : tensor<3xf32>
}"""


def test_an_infinity_is_no_nan():
    x = np.array([1, 0, 1], np.float32)
    assert hloom.evaluate(module(CLAMPED), x, observer=NanCheck())[0].tolist() == [0, -5, 0]
    for kind in ("inf", "all"):
        with pytest.raises(EvaluationError, match=r"stablehlo.log makes an infinity.*the first at \[1\]"):
            hloom.evaluate(module(CLAMPED), x, observer=NanCheck(kind))


def test_nan_comes_first():
    x = np.array([0, 0, -1], np.float32)  # an infinity before the NaN
    with pytest.raises(EvaluationError, match=r"stablehlo.log makes NaN.*1 of 3 elements.*the first at \[2\]"):
        hloom.evaluate(module(CLAMPED), x, observer=NanCheck("all"))
    with pytest.raises(EvaluationError, match=r"stablehlo.log makes an infinity.*2 of 3 elements.*the first at \[0\]"):
        hloom.evaluate(module(CLAMPED), x, observer=NanCheck("inf"))


def test_unknown_nan_check():
    with pytest.raises(InputError, match="a NaN check looks for nan, inf, all; got 'zero'"):
        NanCheck("zero")


def test_nan_check_of_small_and_complex_types():
    text = """func.func @main(%x: tensor<bf16>, %z: tensor<complex<f32>>) -> (tensor<bf16>, tensor<complex<f32>>) {
      %0 = stablehlo.subtract %x, %x : tensor<bf16>
      %1 = stablehlo.divide %z, %z : tensor<complex<f32>>
      return %0, %1 : tensor<bf16>, tensor<complex<f32>>
    }"""
    with pytest.raises(EvaluationError, match=r"stablehlo\.divide makes NaN"):
        hloom.evaluate(module(text), 1.5, 0j, observer=NanCheck())


def test_trace_has_sizes_and_times():
    file = io.StringIO()
    hloom.evaluate(module(LOOP), X, observer=Trace(file))
    records = [json.loads(line) for line in file.getvalue().splitlines()]
    assert [r["step"] for r in records] == list(range(1, len(records) + 1))
    log = next(r for r in records if r["op"] == "stablehlo.log")
    assert (log["depth"], log["bytes"], log["results"], log["place"]) == (1, 12, ["3xf32"], "<input>:11:10")
    loop = next(r for r in records if r["op"] == "stablehlo.while")
    assert loop["depth"] == 0 and loop["bytes"] == 16
    assert loop["microseconds"] >= sum(r["microseconds"] for r in records if r["depth"] == 1)


def test_progress_is_one_line_that_goes_away():
    terminal = io.StringIO()
    progress = Progress(terminal, delay=0, interval=0)
    hloom.evaluate(module(LOOP), X, observer=Several([progress]))
    progress.close()
    assert "stablehlo.log at line 11: tensor<3xf32>" in terminal.getvalue()
    assert terminal.getvalue().endswith("\r\x1b[K") and "\n" not in terminal.getvalue()


def test_a_failing_observer_is_located():
    class Fails(Observer):
        def after(self, op, operands, results):
            raise KeyError("no such thing")

    with pytest.raises(EvaluationError, match=r"the observer failed at stablehlo\.compare: KeyError"):
        hloom.evaluate(module(LOOP), X, observer=Fails())


def test_step_limit():
    hloom.evaluate(module(LOOP), X, step_limit=12)
    with pytest.raises(EvaluationError, match="stopped after 11 operations") as caught:
        hloom.evaluate(module(LOOP), X, step_limit=11)
    assert caught.value.diagnostics[0].line == 14
    with pytest.raises(InputError, match="a step limit must be a positive integer, got -1"):
        hloom.evaluate(module(LOOP), X, step_limit=-1)


@pytest.mark.parametrize("text", [
    """func.func @main() -> tensor<100000000000000xf32> {
      %0 = stablehlo.iota dim = 0 : tensor<100000000000000xf32>
      return %0 : tensor<100000000000000xf32>
    }""",
    """func.func @main() -> tensor<?xf32> {
      %n = stablehlo.constant dense<100000000000000> : tensor<1xi64>
      %0 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>
      return %0 : tensor<?xf32>
    }""",
])
def test_too_little_memory(text):
    with pytest.raises(EvaluationError, match=r"an evaluation may take|too much memory") as caught:
        hloom.evaluate(module(text))
    assert caught.value.diagnostics[0].code == "memory"
    assert caught.value.diagnostics[0].line in (2, 3)


def test_endless_recursion():
    text = """func.func @main(%x: tensor<f32>) -> tensor<f32> {
      %0 = func.call @main(%x) : (tensor<f32>) -> tensor<f32>
      return %0 : tensor<f32>
    }"""
    with pytest.raises(EvaluationError, match=r"200 deep|nests too deep"):
        hloom.evaluate(module(text), 1.0)


def test_wrong_arguments():
    program = module(LOOP)
    for arguments, message in (((), "takes 1 arguments, got 0"), ((X, X), "takes 1 arguments, got 2"),
                               ((X[:2],), r"must have shape \[3\], got \[2\]"), ((X.astype(np.float64),), "element type f32"),
                               (("text",), "is not an array")):
        with pytest.raises(InputError, match=message):
            hloom.evaluate(program, *arguments)
    with pytest.raises(InputError, match=r"no function absent with a body; its functions are: main"):
        hloom.evaluate(program, X, function="absent")
