"""The reference engine's entry: a module and arrays in, arrays out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from hloom.evaluate.arguments import as_array
from hloom.evaluate.interpreter import Interpreter, Observer
from hloom.ops.structure import Function, Module
from hloom.support.diagnostics import InputError

#: Functions for custom calls by target, for all evaluations of this process; see `register_custom_call`.
CUSTOM_CALLS: dict[str, Callable[..., Any]] = {}


def register_custom_call(name: str, function: Callable[..., Any]) -> None:
    """Gives custom calls of target `name` a meaning on both engines: `function(op, *arrays)` returns an array, a tuple of
    arrays, or None for an operation without results."""
    CUSTOM_CALLS[name] = function


def function_named(module: Module, name: str) -> Function:
    """A function of the module with a body; InputError where there is none."""
    functions = module.functions
    found = functions.get(name)
    if found is None or found.is_declaration:
        known = ", ".join("@" + n for n, f in functions.items() if not f.is_declaration) or "none"
        raise InputError(f"the module has no function @{name} with a body; its functions are: {known}")
    return found


def check_arguments(function: Function, arrays: tuple[Any, ...]) -> list[np.ndarray]:
    """The arguments as arrays of the types that `function` takes; InputError for a wrong count, shape or element type."""
    types = function.function_type.inputs
    if len(arrays) != len(types):
        raise InputError(f"@{function.sym_name} takes {len(types)} arguments, got {len(arrays)}")
    return [as_array(a, t, f"argument {k} of @{function.sym_name}") for k, (a, t) in enumerate(zip(arrays, types))]


def evaluate(module: Module, *arrays: Any, function: str = "main", custom_calls: Mapping[str, Callable[..., Any]] | None = None,
             observer: Observer | None = None, step_limit: int | None = None) -> tuple[Any, ...]:
    """Runs a function of a verified module on the reference evaluator; returns its results as a tuple of arrays.

    `custom_calls` are added to the registered ones; `observer(op, results)` is called after every operation; `step_limit`
    bounds the number of operations. Raises InputError for arguments that do not fit and EvaluationError for a failing run.
    """
    values = check_arguments(function_named(module, function), arrays)
    interpreter = Interpreter(module, {**CUSTOM_CALLS, **(custom_calls or {})}, observer=observer, step_limit=step_limit)
    return tuple(np.array(r) if isinstance(r, np.ndarray | np.generic) else r
                 for r in interpreter.call_function(function, *values))
