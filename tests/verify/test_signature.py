"""Operations of one signature are looked at once: what it leaves out must not matter to any constraint."""

from __future__ import annotations

import inspect
import types
from collections.abc import Iterator
from typing import Any

import pytest

import hloom
from hloom.ops.definition.operation import REGISTRY, Op

#: Names by which code reaches what stands outside an operation: what is around it, or what its operands are.
OUTSIDE = {"owner", "parent"}


def words_of(cls: type[Op], value: Any, seen: set[int]) -> Iterator[str]:
    """The names and texts in the code of a function of a definition, and of all functions of hloom.ops that it reaches."""
    if isinstance(value, property):
        value = value.fget
    value = getattr(value, "__func__", getattr(value, "__wrapped__", value))
    if id(value) in seen or not isinstance(value, types.FunctionType) or not value.__module__.startswith("hloom.ops"):
        return
    seen.add(id(value))
    pending = [value.__code__]
    while pending:
        code = pending.pop()
        yield from code.co_names
        yield from (c for c in code.co_consts if isinstance(c, str))
        pending.extend(c for c in code.co_consts if isinstance(c, types.CodeType))
        for name in code.co_names:
            yield from words_of(cls, value.__globals__.get(name), seen)
            yield from words_of(cls, inspect.getattr_static(cls, name, None), seen)
    for held in (*(value.__closure__ or ()), *(value.__defaults__ or ()), *(value.__kwdefaults__ or {}).values()):
        yield from words_of(cls, getattr(held, "cell_contents", held), seen)


def judging_functions(cls: type[Op]) -> Iterator[Any]:
    for check in (*cls.checks, *cls.result_checks):
        yield check.holds
    if cls.definition.inference is not None:
        yield cls.definition.inference.function


@pytest.mark.parametrize("name", sorted(REGISTRY))
def test_constraints_that_look_outside_are_declared(name: str) -> None:
    cls, seen = REGISTRY[name], set[int]()
    reached = {word for function in judging_functions(cls) for word in words_of(cls, function, seen)}
    assert cls.looks_outside or not reached & OUTSIDE, f"{name} reaches {sorted(reached & OUTSIDE)}"


def test_every_one_of_equal_faulty_operations_is_reported() -> None:
    fault = "stablehlo.reverse %x, dims = [1] : tensor<4xf32>"
    body = "({ ^bb0(%a: tensor<f32>, %b: tensor<f32>): %s = stablehlo.add %a, %b : (tensor<f32>, tensor<f32>) -> tensor<f64> " \
        "stablehlo.return %b : tensor<f32> })"
    reduce = f'"stablehlo.reduce"(%x, %i) <{{dimensions = array<i64: 0>}}> {body} : (tensor<4xf32>, tensor<f32>) -> tensor<f32>'
    lines = [f"%{k} = {line}" for k, line in enumerate((fault, fault, reduce, reduce, fault))]
    text = "func.func @f(%x: tensor<4xf32>, %i: tensor<f32>) {\n" + "\n".join(lines) + "\nreturn\n}\n"
    found = [(d.code, d.span.line) for d in hloom.diagnose(hloom.parse(text)) if d.span is not None]
    assert found == [("reverse_c3", 2), ("reverse_c3", 3), ("add_c1", 4), ("add_c1", 5), ("reverse_c3", 6)]


def test_what_operands_are_is_not_forgotten() -> None:
    """Of two operations that differ in the constant that an operand is, one is good and one is not."""
    lines = ["func.func @f(%x: tensor<4xf32>) {"]
    for k, size in enumerate((4, 3, 4)):
        lines += [f"%s{k} = stablehlo.constant dense<{size}> : tensor<1xi64>",
                  f"%r{k} = stablehlo.dynamic_reshape %x, %s{k} : (tensor<4xf32>, tensor<1xi64>) -> tensor<4xf32>"]
    module = hloom.parse("\n".join([*lines, "return", "}", ""]))
    assert [d.span.line for d in hloom.diagnose(module) if d.span is not None] == [5]
