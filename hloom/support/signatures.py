"""Signatures: what a function takes and gives, with names. Types are whatever prints itself as a type of MLIR."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from hloom.support.diagnostics import InputError
from hloom.support.spelling import did_you_mean

#: Most arguments, and most results, that a signature spells out.
_MOST_SHOWN = 8
#: Most arguments whose names a message lists.
_MOST_NAMED = 12
_TENSOR = "tensor<"


class Parameter(NamedTuple):
    """An argument or a result: its name and its type, and whether debug information states the name (`params['w']`)."""

    name: str
    type: Any
    is_stated: bool = False

    def __str__(self) -> str:
        return f"{self.name}: {type_name(self.type)}"


class Signature(NamedTuple):
    """`@main(x: 2x3xf32, w: 3xf32) -> (result: 2xf32)`: arguments and results of a function in their order.

    An argument is called what JAX's debug information calls it (`params['w']`), else what the text calls its value, and
    a result what `jax.result_info` says. Others, and those whose name is taken, are `arg3` and `result3`, counted from 0.
    `narrows` says whether arguments of 64 bits are made ones of 32, as jit does: in programs of JAX that have no 64 bits.
    """

    function: str
    arguments: tuple[Parameter, ...]
    results: tuple[Parameter, ...]
    narrows: bool = False

    def argument(self, number: int) -> str:
        """What messages call an argument: `argument 1 (params['w']) of @main`."""
        found = self.arguments[number]
        return f"argument {number}{f' ({found.name})' if found.is_stated else ''} of @{self.function}"

    def bind(self, arrays: Sequence[Any], named: Mapping[str, Any], of: str = "") -> tuple[Any, ...]:
        """All arguments in their order from those by position and those by name. Raises InputError for a name that there is not,
        one that is given twice, and arguments that are not given; `of` is added to its message."""
        names = {parameter.name: number for number, parameter in enumerate(self.arguments)}
        bound = dict(enumerate(arrays))
        for name, value in named.items():
            number = names.get(name)
            if number is None:
                raise InputError(f"@{self.function} has no argument {name!r:.200}{did_you_mean(name, list(names))}{of}")
            if number in bound:
                raise InputError(f"@{self.function} got argument {number}, {name}, by position and by name{of}")
            bound[number] = value
        missing = [parameter.name for number, parameter in enumerate(self.arguments) if number not in bound]
        if missing:
            more = f" and {len(missing) - _MOST_SHOWN} more" if len(missing) > _MOST_SHOWN else ""
            raise InputError(f"@{self.function} takes {len(self.arguments)} arguments; not given: "
                             f"{', '.join(missing[:_MOST_SHOWN])}{more}{of}")
        return tuple(bound[number] for number in sorted(bound))

    def __str__(self) -> str:
        return f"@{self.function}({_listed(self.arguments)}) -> ({_listed(self.results)})"


def unnamed(function: str, inputs: Sequence[Any], outputs: Sequence[Any]) -> Signature:
    """The signature of a function of which only the types are known."""
    return Signature(function, parameters([""] * len(inputs), inputs, "arg"),
                     parameters([""] * len(outputs), outputs, "result"))


def type_name(type: Any) -> str:
    """`2x3xf32` for a tensor without an encoding, as arguments are written on the command line; other types as they are."""
    text = str(type)
    return text[len(_TENSOR) : -1] if text.startswith(_TENSOR) else text


def parameters(names: Sequence[str], types: Sequence[Any], word: str, stated: Sequence[bool] = ()) -> tuple[Parameter, ...]:
    """Arguments or results of such names ("" for none) and types: those without a name, or with one that is taken, are called by
    the word and their number; `stated` says of which debug information states the name."""
    taken = {name for name in names if name}
    made: list[Parameter] = []
    met: set[str] = set()
    for number, (name, type) in enumerate(zip(names, types)):
        is_stated = bool(stated) and stated[number]
        if not name or name in met:
            is_stated, name = False, f"{word}{number}"
            while name in taken:  # somebody else is called so
                name += "_"
            taken.add(name)
        met.add(name)
        made.append(Parameter(name, type, is_stated))
    return tuple(made)


def _listed(parameters: Sequence[Parameter]) -> str:
    if len(parameters) <= _MOST_SHOWN:
        return ", ".join(map(str, parameters))
    return f"{', '.join(map(str, parameters[:_MOST_SHOWN]))}, ... {len(parameters) - _MOST_SHOWN} more"


def wrong_count(function: str, names: Sequence[str], arrays: Sequence[Any], of: str = "") -> InputError:
    """What to raise where a function is called with another number of arguments than it has names for."""
    listed = f"; they are {', '.join(names)}" if 1 < len(names) <= _MOST_NAMED else ""
    has_trees = any(map(is_tree, arrays))
    hint = "; a dict or a list of arrays is given leaf by leaf, as jax.tree.leaves lists them" if has_trees else ""
    return InputError(f"@{function} takes {len(names)} arguments, got {len(arrays)}{of}{listed}{hint}")


def is_tree(value: Any) -> bool:
    """Whether a value is none that an array is made of, but holds some."""
    return isinstance(value, dict) or (isinstance(value, list | tuple) and any(hasattr(x, "shape") for x in value))
