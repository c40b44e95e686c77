"""Libraries: code that programs share, known by what it is made of.

    module.include(Library(emit, target, 8, "i32"))     # nothing is made yet
    f.call_outside("name", "void", [...])               # calls a function of it

Whoever keeps machine code looks for that of a library by its description. LLVM IR of it is only made where there is none.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import lru_cache, partial, update_wrapper
from typing import Any, Concatenate, ParamSpec

from hloom.codegen.llvm.module import LLVMModule, Part
from hloom.codegen.target import Target
from hloom.numbers.element_type import ElementType
from hloom.support.computed_once import computed_once
from hloom.support.diagnostics import InternalError

_Parameters = ParamSpec("_Parameters")


class Library:
    """The module that `emit(module, *parameters)` fills for a target: a function that looks at nothing else.

    In one version of hloom libraries of equal descriptions are equal. Raises InternalError for what cannot be described: `emit`
    is defined at the top of its file; parameters are numbers, texts, element types, and tuples and data classes of such.
    """

    def __init__(self, emit: Callable[..., None], target: Target | None, *parameters: Any) -> None:
        if "<" in emit.__qualname__ or emit.__closure__:
            raise InternalError(f"code generation: {emit.__qualname__} may depend on more than its parameters")
        self._make, self._target = partial(_with_parameters, emit, parameters), target
        self.description = f"{emit.__module__}.{emit.__qualname__}{_described(parameters)} {_described_target(target)}"

    @classmethod
    def of_text(cls, text: str, make: Callable[[LLVMModule], None], target: Target | None) -> Library:
        """The module that `make` fills for a target, which looks at nothing but what `text` says in full."""
        made = cls.__new__(cls)
        made._make, made._target, made.description = make, target, f"{text} {_described_target(target)}"
        return made

    @computed_once
    def module(self) -> LLVMModule:
        """The functions, in LLVM IR."""
        made = LLVMModule(self._target)
        self._make(made)
        return made

    def part(self, attributes: str) -> Part:
        """The module by itself, to be compiled once for all programs that include it."""
        is_cold = all(f.is_cold for f in self.module.functions.values())
        return Part(self.module.own_text(attributes), is_cold, description=self.description)


def library_of(emit: Callable[Concatenate[LLVMModule, _Parameters], None]) -> Callable[
        Concatenate[Target | None, _Parameters], Library]:
    """What gives the library that `emit` fills, for a target and the parameters: a decorator."""
    def made(target: Target | None, *parameters: _Parameters.args, **_: _Parameters.kwargs) -> Library:
        return Library(emit, target, *parameters)

    return update_wrapper(made, emit)


def _with_parameters(emit: Callable[..., None], parameters: tuple[Any, ...], module: LLVMModule) -> None:
    emit(module, *parameters)


def _described(value: Any) -> str:
    """A text that only equal values have."""
    kind = type(value)
    if value is None or kind in (str, int, bool, ElementType):
        return repr(value)
    if kind is tuple:
        return f"({', '.join(map(_described, value))})"
    if is_dataclass(value):
        return kind.__qualname__ + _described(tuple(getattr(value, field.name) for field in fields(value)))
    raise InternalError(f"code generation: nothing tells {kind.__qualname__}s apart that libraries are made of")


@lru_cache(maxsize=8)
def _described_target(target: Target | None) -> str:
    return _described(target)
