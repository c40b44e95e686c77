"""Custom calls by target: those that hloom knows, and those that are registered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hloom.ops.calls import TARGETS, Target
from hloom.ops.stablehlo.custom_call import CustomCall
from hloom.support.diagnostics import InputError

#: Functions for custom calls by target, for all runs of this Python process; see `register_custom_call`.
CUSTOM_CALLS: dict[str, Callable[..., Any]] = {
    name: target.evaluate for name, target in TARGETS.items() if target.evaluate is not None}


def definition_of(op: Any) -> Target | None:
    """What hloom knows of a custom call: None of other operations, of targets that it does not know, and where something else has
    been registered."""
    known = TARGETS.get(op.call_target_name) if isinstance(op, CustomCall) else None
    return known if known is not None and CUSTOM_CALLS.get(known.name) is known.evaluate else None


def effectless(op: Any) -> Target | None:
    """The definition of a custom call that does nothing but compute its results."""
    known = definition_of(op)
    return None if known is None or (op.has_side_effect and known.states_effect) else known


def replaced_calls() -> list[str]:
    """The targets of hloom's own custom calls for which something else has been registered: programs are compiled otherwise
    then."""
    return [name for name, known in TARGETS.items() if CUSTOM_CALLS.get(name) is not known.evaluate]


def register_custom_call(name: str, function: Callable[..., Any]) -> None:
    """Gives custom calls of target `name` a meaning on both engines: `function(op, *arrays)` returns an array, a tuple of
    arrays, or None for an operation without results. Operands that are tokens come as None; tokens among the results may be
    None or be left out. Raises InputError for what is no name or no function."""
    if not isinstance(name, str) or not callable(function):
        raise InputError(f"register_custom_call takes the name of a target and a function, got {name!r:.80} and "
                         f"{function!r:.80}")
    CUSTOM_CALLS[name] = function
