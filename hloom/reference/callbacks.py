"""Calls of Python from within programs of JAX: `pure_callback`, `io_callback`, `debug.print`, `buffer_callback`.

What the program has of the function is a number. The object that JAX lowered the function to keeps the functions themselves, so a
module that was read from it calls them, by their numbers. A text says no more than numbers, or addresses, of another process: no
address is ever called.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from hloom.ir.attributes import IntegerAttr
from hloom.ir.core import Operation
from hloom.ir.types import TokenType
from hloom.ops.calls.top_k import fault
from hloom.ops.stablehlo.custom_call import CustomCall

if TYPE_CHECKING:
    from hloom.support.calling import Calling

Array = Any

#: What JAX calls for functions of Python, on any device, now and in older versions.
_ON_VALUES = ("xla_ffi_python_cpu_callback", "xla_ffi_partitioned_python_cpu_callback", "xla_ffi_python_gpu_callback",
              "xla_ffi_partitioned_python_gpu_callback", "xla_python_cpu_callback", "xla_python_gpu_callback")
#: What it calls for those that write their results into buffers.
_ON_BUFFERS = ("xla_buffer_python_cpu_callback", "xla_buffer_python_gpu_callback",
               "xla_buffer_python_gpu_callback_cmd_buffer")
CALLBACKS = (*_ON_VALUES, *_ON_BUFFERS)


def is_callback(op: Operation) -> bool:
    """Whether an operation calls back into Python."""
    return isinstance(op, CustomCall) and op.call_target_name in CALLBACKS


def has_callbacks(module: Operation) -> bool:
    """Whether something in a module does."""
    return any(map(is_callback, module.walk()))


def gives_nothing(op: Any) -> bool:
    """Whether a call has no results but tokens, so that it can be left out."""
    return all(isinstance(r.type, TokenType) for r in op.results)


def lost(op: Any, *operands: Array) -> Any:
    """A function of the Python process that lowered the program: raises the fault that says what to do."""
    number = _number(op)
    results = ", ".join(str(r.type) for r in op.results) or "nothing"
    left_out = "; skip_callbacks=True (--skip-callbacks) leaves it out" if gives_nothing(op) else ""
    raise fault(op, f"calls back function{'' if number is None else f' number {number}'} of the Python process that lowered the "
                f"program (jax.pure_callback, io_callback, debug.print or debug.callback), which the program does not carry; "
                f"hloom.parse of the object that jax.jit(f).lower(x) gave does, in that process; hloom.register_custom_call("
                f"{op.call_target_name!r}, function) gives it a meaning: function(op, *arrays) takes {len(op.operands)} and "
                f"returns {results}{left_out}")


def callbacks_of(calling: Calling | None, skip: bool, known: Mapping[str, Callable[..., Any]]) -> dict[str, Callable[..., Any]]:
    """The functions for callbacks by their targets: those that `calling` holds, none at all for those that give no results if
    they are skipped, what is `known` for the rest."""
    functions = calling.callbacks if calling is not None else ()
    if not functions and not skip:
        return {}
    return dict.fromkeys(CALLBACKS, partial(_call_back, functions, skip, known))


def _call_back(functions: Sequence[Callable[..., Any]], skip: bool, known: Mapping[str, Callable[..., Any]], op: Any,
               *operands: Array) -> Any:
    if skip and gives_nothing(op):
        return ()
    number = _number(op)
    if number is None or not 0 <= number < len(functions) or not callable(functions[number]):
        return known[op.call_target_name](op, *operands)
    # Copies: the function may keep them, while the program goes on to use its memory.
    given = [x if x is None else np.array(x) for x in operands]
    if op.call_target_name not in _ON_BUFFERS:
        return functions[number](*given)
    aliased = {alias.output_tuple_indices: alias.operand_index for alias in op.output_operand_aliases}
    made = []
    for place, result in enumerate(op.results):
        same = aliased.get((place,) if len(op.results) > 1 else (), aliased.get((place,)))
        made.append(np.zeros(result.type.shape, result.type.storage.dtype) if same is None else given[same].copy())
    functions[number](None, *given, *made)
    return tuple(made)


def _number(op: Any) -> int | None:
    number = op.options().get("index")
    return number.value if isinstance(number, IntegerAttr) else None


#: By their targets.
CUSTOM_CALLS: dict[str, Callable[..., Any]] = dict.fromkeys(CALLBACKS, lost)
