"""Which pass, and which rule, makes a fault: faulty rules are put among the right ones."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

import hloom
from hloom.debug import bisect_passes, compare
from hloom.ops.common.decomposition import Builder
from hloom.ops.stablehlo.elementwise import Divide, Logistic, Multiply, Sine, Subtract
from hloom.passes import canonicalize, cse, manager
from hloom.passes.rewriting import Rule, index, rewrite
from hloom.support.switches import CURRENT, switched
from tests.debug.planted import PROGRAM, arrays


def _other(name: str) -> Any:
    """A rule that makes an operation of another name of the operands."""
    return lambda op, b: b(name, *op.operands)


def _first(op: Any, b: Builder) -> Any:
    return op.operands[0]


RULES = [Rule("sine(x) -> x", Sine, _first), Rule("logistic(x) -> tanh(x)", Logistic, _other("stablehlo.tanh")),
         Rule("x - y -> max(x, y)", Subtract, _other("stablehlo.maximum")),
         Rule("x / y -> x * y", Divide, _other("stablehlo.multiply")),
         Rule("x * y -> x", Multiply, _first)]


@pytest.mark.parametrize("rule", RULES, ids=[r.equation for r in RULES])
def test_the_guilty_rule_is_named(rule: Rule, monkeypatch: pytest.MonkeyPatch) -> None:
    faulty = manager.PASSES["canonicalize"]._replace(run=partial(rewrite, rules_of=index([rule], *canonicalize.TABLES)))
    monkeypatch.setattr(manager, "PIPELINE", tuple(faulty if p.name == faulty.name else p for p in manager.PIPELINE))
    module = hloom.parse(PROGRAM)
    assert not compare(module, *arrays())
    found = bisect_passes(module, *arrays())
    assert found.is_faulty and "canonicalize" in found.guilty and rule.equation in found.guilty["canonicalize"]
    assert f"without its rule {rule.equation}" in str(found)


def test_a_guilty_pass_without_rules_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(module: Any) -> bool:
        for op in module.walk():
            if op.name == "stablehlo.dot_general" and op.operands[0] is not op.operands[1]:
                block = op.block.operations
                user = next(o for o in block[block.index(op) + 1 :] if op.results[0] in o.operands)
                if user.name == "stablehlo.multiply":
                    user.operands[0] = user.operands[1]
                    return True
        return False

    faulty = manager.Pass("cse", lambda module: cse.run(module) | wrong(module))
    monkeypatch.setattr(manager, "PIPELINE", tuple(faulty if p.name == "cse" else p for p in manager.PIPELINE))
    found = bisect_passes(hloom.parse(PROGRAM), *arrays())
    assert found.guilty == {"cse": []} and "without the pass cse" in str(found)


def test_nothing_is_found_where_there_is_no_fault() -> None:
    found = bisect_passes(hloom.parse(PROGRAM), *arrays())
    assert not found.is_faulty and not found.guilty and "no fault" in str(found)


def test_switches_hold_in_the_block_only() -> None:
    module = hloom.parse("func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
                         "%0 = stablehlo.negate %x : tensor<4xf32>\n%1 = stablehlo.negate %0 : tensor<4xf32>\n"
                         "return %1 : tensor<4xf32> }")
    with switched() as all_on:
        hloom.compile(module)
    rules = [rule for applied in all_on.applied.values() for rule in applied]
    assert rules and CURRENT.get() is None
    with switched(rules) as off:
        hloom.compile(module)
    assert not any(rule in applied for rule in rules for applied in off.applied.values())


def test_a_sum_is_a_sum_whatever_is_off() -> None:
    """Every pass that may be left out is, and values are the same."""
    with switched(["canonicalize", "cse", "loop_invariant", "sink_constants", "sink_transposes", "trim_carried", "fold"]):
        assert compare(hloom.parse(PROGRAM), *arrays())
