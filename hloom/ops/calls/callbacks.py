"""Calls of Python from within programs of JAX: `pure_callback`, `io_callback`, `debug.print`, `buffer_callback`.

What the program has of the function is a number. A text says no more than numbers, or addresses, of another process: no
address is ever called.
"""

from __future__ import annotations

from typing import Any

from hloom.ir.attributes import IntegerAttr
from hloom.ir.types import TokenType
from hloom.ops.calls.target import Target, define, fault

Array = Any


def gives_nothing(op: Any) -> bool:
    """Whether a call has no results but tokens, so that it can be left out."""
    return all(isinstance(r.type, TokenType) for r in op.results)


def lost(op: Any, *operands: Array) -> Any:
    """A function of the Python process that lowered the program: raises the fault that says what to do."""
    number = function_number(op)
    results = ", ".join(str(r.type) for r in op.results) or "nothing"
    left_out = "; skip_callbacks=True (--skip-callbacks) leaves it out" if gives_nothing(op) else ""
    raise fault(op, f"calls back function{'' if number is None else f' number {number}'} of the Python process that lowered the "
                f"program (jax.pure_callback, io_callback, debug.print or debug.callback), which the program does not carry; "
                f"hloom.parse of the object that jax.jit(f).lower(x) gave does, in that process; hloom.register_custom_call("
                f"{op.call_target_name!r}, function) gives it a meaning: function(op, *arrays) takes {len(op.operands)} and "
                f"returns {results}{left_out}")


def function_number(op: Any) -> int | None:
    """The number of the function; None where the call has none."""
    number = op.options().get("index")
    return number.value if isinstance(number, IntegerAttr) else None


# What JAX calls for functions of Python, on any device, now and in older versions; and for those that write their results into
# buffers.
define(*(Target(name, lost, calls_back=True) for name in (
    "xla_ffi_python_cpu_callback", "xla_ffi_python_gpu_callback", "xla_python_cpu_callback", "xla_python_gpu_callback")),
       *(Target(name, lost, calls_back=True, by_parts=True) for name in (
           "xla_ffi_partitioned_python_cpu_callback", "xla_ffi_partitioned_python_gpu_callback")),
       *(Target(name, lost, calls_back=True, takes_buffers=True) for name in (
           "xla_buffer_python_cpu_callback", "xla_buffer_python_gpu_callback", "xla_buffer_python_gpu_callback_cmd_buffer")))
