"""Callbacks into Python of programs that JAX lowers for hloom: pure_callback, io_callback, debug.print, debug.callback, checkify.

A program has numbers for functions. For other backends JAX numbers the functions of each program from 0 and hands them over
beside it, which a plugin does not get to see. For hloom a function has a number of its own, which no other process has:

    install(is_ours)                          # once: lowering for hloom gives functions such numbers
    bind(module)                              # of a program that came to the plugin (`callers`): it has its functions now
    hloom.compile(module)                     # calls them as it does those of `jax.jit(f).lower(x)`

A function lives as long as JAX or an executable of hloom holds it. What it is called with, and what is checked of what it
returns, is JAX's own (`emit_python_callback`), which gets a list that counts otherwise.
"""

from __future__ import annotations

import itertools
import secrets
import traceback
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any, Final
from weakref import WeakValueDictionary

from hloom.bridges.pjrt import jax_internals
from hloom.support.diagnostics import EvaluationError, InternalError, UserError

#: Where numbers begin: above those of other backends, and elsewhere in each process, so that a program which another process has
#: lowered, out of a cache or a file, never calls a function of this one.
_FIRST: Final = (1 << 62) + (secrets.randbits(40) << 20)

_numbers = itertools.count(_FIRST)
#: Functions by their numbers, and those that ask where values lie by the text that a program has of one.
FUNCTIONS: WeakValueDictionary[int, Callable[..., Any]] = WeakValueDictionary()
INSPECTIONS: WeakValueDictionary[bytes, Callable[..., Any]] = WeakValueDictionary()


def numbered(function: Callable[..., Any]) -> int:
    """A number for a function, which programs call it by as long as somebody holds it."""
    number = next(_numbers)
    FUNCTIONS[number] = function
    return number


# -- lowering ------------------------------------------------------------------------------------------------------------------


class _Numbers(list[Any]):
    """Stands for the list of a program's functions while JAX lowers a callback. JAX adds the function, and takes the number of
    the last one for its own."""

    def __init__(self, kept: Any) -> None:
        super().__init__()
        self._kept, self._last = kept, 0

    def append(self, function: Any) -> None:
        super().append(function)
        self._last = numbered(function)
        self._kept(function)

    def __len__(self) -> int:
        return self._last + 1

    def __bool__(self) -> bool:
        return True


def install(is_ours: Callable[[Any], bool]) -> None:
    """Has callbacks numbered that are lowered for a backend of which `is_ours(backend)` holds. To be called once or more."""
    _keep_inspections()
    emit = jax_internals.find("callbacks")
    if emit is not None and not hasattr(emit, "_of_hloom"):
        made = _numbering(emit, is_ours)
        public = jax_internals.find("public callbacks")
        jax_internals.replace("callbacks", made)
        if public is emit:
            jax_internals.replace("public callbacks", made)
    primitive, rules = jax_internals.find("buffer callbacks"), jax_internals.find("common rules")
    if primitive is None or rules is None:
        return
    entry: Any = rules.get(primitive)
    if entry is None or not hasattr(entry, "rule"):
        jax_internals.lose("common rules", "it has no rule for buffer_callback")
    elif not hasattr(entry.rule, "_of_hloom"):
        rules[primitive] = replace(entry, rule=_numbering(entry.rule, is_ours))


def _numbering(lower: Callable[..., Any], is_ours: Callable[[Any], bool]) -> Callable[..., Any]:
    """A function of JAX that lowers a callback, with numbers of this process where it lowers for hloom."""

    @wraps(lower)
    def numbering(ctx: Any, *arguments: Any, **options: Any) -> Any:
        context = ctx.module_context
        if len(context.platforms) != 1 or not is_ours(context.get_backend()):
            return lower(ctx, *arguments, **options)
        numbers = _Numbers(context.add_host_callback)
        # JAX knows callbacks of its own platforms only; what it emits for processors is what hloom runs.
        others = {} if context.platforms[0] == "cpu" else {"platforms": ("cpu",), "backend": None}
        found = lower(ctx.replace(module_context=context.replace(host_callbacks=numbers, **others)), *arguments, **options)
        if not list.__len__(numbers):
            jax_internals.lose("callbacks", "no function was added to host_callbacks")
            jax_internals.required("callbacks")
        return found

    numbering._of_hloom = True  # type: ignore[attr-defined]
    return numbering


# -- shardings -----------------------------------------------------------------------------------------------------------------


def _keep_inspections() -> None:
    """Has the functions kept that are to be told where values lie: by the text that a program has of one, an address in it, which
    is never called."""
    encode = jax_internals.find("inspection")
    if encode is None or hasattr(encode, "_of_hloom"):
        return

    @wraps(encode)
    def encoded(function: Callable[..., Any]) -> Any:
        text = encode(function)
        INSPECTIONS[bytes(text)] = function
        return text

    encoded._of_hloom = True  # type: ignore[attr-defined]
    jax_internals.replace("inspection", encoded)


# -- errors --------------------------------------------------------------------------------------------------------------------


def raised_by_callback(error: BaseException) -> str | None:
    """What JAX's users read where a function of theirs has raised: the message and the traceback as XLA gives them, and where in
    the program it was called. None for an error of something else."""
    cause = error.__cause__ if isinstance(error, EvaluationError) else error
    if cause is None or isinstance(cause, UserError | InternalError) or not isinstance(cause, Exception):
        return None
    trace = cause.__traceback__
    while trace is not None and trace.tb_frame.f_globals.get("__name__", "").startswith("hloom."):
        trace = trace.tb_next  # what JAX's users do not want to see, as XLA has no frames there
    lines = "".join(traceback.format_exception(type(cause), cause, trace))
    place = "" if cause is error else f"\n{error}"
    return f"CpuCallback error calling callback: {lines}{place}"
