"""Programs that other libraries hold as objects: JAX's, and modules of MLIR's Python bindings. Known by what they can do, so
that none of these libraries is imported."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from hloom.support.diagnostics import InputError

if TYPE_CHECKING:
    from hloom.support.calling import Calling


def program_of(value: object) -> tuple[str, Calling | None] | None:
    """The MLIR text of a program, with debug information, and how it is called where the object says so; None for what is no
    program.

    Takes what `jax.jit(f).lower(x)`, `jax.jit(f).trace(x)` and `jax.export` return, and modules of MLIR's Python bindings, as
    jaxlib and torch-mlir bring them. Raises InputError where such an object does not give its text.
    """
    from hloom.support.calling import calling_of  # texts need nothing of it

    what = f"the program of a {type(value).__name__} cannot be read"
    try:
        program = _lowered(value)
        text = _text(program)
        if text is None:
            return None
        calling = calling_of(program)
    except Exception as error:  # it is somebody else's code that runs
        raise InputError(f"{what}: {type(error).__name__}: {error}") from error
    if isinstance(text, str):
        return text, calling
    raise InputError(f"{what}: its text is a {type(text).__name__}")


def advice(value: object) -> str:
    """What to do with a value that is no program but leads to one, as the end of a message; empty where nothing is known."""
    if isinstance(value, type):
        return ""
    if isinstance(value, PurePath):
        return "; hloom.load reads files"
    for method in ("as_text", "as_hlo_text", "to_string"):  # of jax.stages.Compiled, and of XLA's computations and modules
        if _method(value, method) is not None:
            return f"; its HLO is read by hloom.parse(x.{method}(), format='hlo')"
    if _method(value, "lower") is not None:
        return "; lower it first: f.lower(x) with arguments, or with jax.ShapeDtypeStruct"
    if callable(value) or hasattr(value, "jaxpr"):
        return "; of a function of JAX, jax.jit(f).lower(x) gives the program"
    return ""


def _lowered(value: object) -> object:
    """What jax.stages.Traced is lowered to; any other value as it is."""
    if isinstance(value, type) or not hasattr(value, "jaxpr") or _method(value, "compiler_ir") is not None:
        return value
    lower = _method(value, "lower")
    return value if lower is None else lower()


def _text(value: object) -> Any:
    if isinstance(value, type):  # a class, not an object of it
        return None
    print_module = _method(value, "get_asm") or _method(getattr(value, "operation", None), "get_asm")
    if print_module is not None:  # of MLIR's bindings
        return print_module(enable_debug_info=True)
    if (stated := _method(value, "mlir_module")) is not None:  # jax.export.Exported
        return stated()
    if (stated := _method(value, "compiler_ir")) is not None:  # jax.stages.Lowered
        return _text(stated("stablehlo"))
    return None


def _method(value: object, name: str) -> Callable[..., Any] | None:
    found = getattr(value, name, None)
    return found if callable(found) else None
