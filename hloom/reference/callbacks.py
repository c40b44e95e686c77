"""What callbacks into Python call: the object that JAX lowered a function to keeps the functions themselves, so a module that was
read from it calls them, by their numbers (`ops/calls/callbacks`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from hloom.ir.core import Operation
from hloom.ops.calls import TARGETS
from hloom.ops.calls.callbacks import function_number, gives_nothing
from hloom.ops.stablehlo.custom_call import CustomCall

if TYPE_CHECKING:
    from hloom.support.calling import Calling

Array = Any


def is_callback(op: Operation) -> bool:
    """Whether an operation calls back into Python."""
    return isinstance(op, CustomCall) and _calls_back(op.call_target_name)


def _calls_back(target: str) -> bool:
    return target in TARGETS and TARGETS[target].calls_back


def has_callbacks(module: Operation) -> bool:
    """Whether something in a module does."""
    return any(map(is_callback, module.walk()))


def callbacks_of(calling: Calling | None, skip: bool, known: Mapping[str, Callable[..., Any]]) -> dict[str, Callable[..., Any]]:
    """The functions for callbacks by their targets: those that `calling` holds, none at all for those that give no results if
    they are skipped, what is `known` for the rest."""
    functions = calling.callbacks if calling is not None else ()
    if not functions and not skip:
        return {}
    return dict.fromkeys(filter(_calls_back, TARGETS), partial(_call_back, functions, skip, known))


def _call_back(functions: Sequence[Callable[..., Any]], skip: bool, known: Mapping[str, Callable[..., Any]], op: Any,
               *operands: Array) -> Any:
    if skip and gives_nothing(op):
        return ()
    number = function_number(op)
    if number is None or not 0 <= number < len(functions) or not callable(functions[number]):
        return known[op.call_target_name](op, *operands)
    # Copies: the function may keep them, while the program goes on to use its memory.
    given = [x if x is None else np.array(x) for x in operands]
    if not TARGETS[op.call_target_name].takes_buffers:
        return functions[number](*given)
    aliased = {alias.output_tuple_indices: alias.operand_index for alias in op.output_operand_aliases}
    made = []
    for place, result in enumerate(op.results):
        same = aliased.get((place,) if len(op.results) > 1 else (), aliased.get((place,)))
        made.append(np.zeros(result.type.shape, result.type.storage.dtype) if same is None else given[same].copy())
    functions[number](None, *given, *made)
    return tuple(made)
