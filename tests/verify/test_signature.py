"""Operations of one signature are looked at once: what it leaves out must not matter to any constraint."""

from __future__ import annotations

import inspect
import types
from collections.abc import Iterator
from typing import Any

import pytest

from hloom.ops.definition import REGISTRY, Op

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
    assert cls.looks_outside == bool(reached & OUTSIDE), f"{name} reaches {sorted(reached & OUTSIDE)}"
