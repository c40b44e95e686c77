"""Arrays for a program's arguments, and those that its results are compared with: by position, and from npz files by name."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from hloom.cli.streams import complain
from hloom.ir.types import TupleType
from hloom.support.diagnostics import InputError
from hloom.support.signatures import Parameter
from hloom.support.spelling import did_you_mean
from hloom.text.values import read_named

#: How NumPy calls arrays that are saved without a name.
_UNNAMED = re.compile(r"arr_([0-9]+)")
#: Most names that a message lists.
_MOST_NAMED = 12


def leaf_names(parameters: Sequence[Parameter]) -> list[str]:
    """A name for each array in arguments or results: `x`, of those in tuples `x.0`, `x.1.0`."""
    def names(name: str, type: Any) -> list[str]:
        if isinstance(type, TupleType):
            return [inner for k, element in enumerate(type.elements) for inner in names(f"{name}.{k}", element)]
        return [name]

    return [name for parameter in parameters for name in names(parameter.name, parameter.type)]


def of_processes(names: Sequence[str], replicas: int, partitions: int) -> list[str]:
    """The names of what all processes of a grid have, one process after the other: `0_1_x` in process (0, 1)."""
    if replicas * partitions == 1:
        return list(names)
    return [f"{r}_{p}_{name}" for r in range(replicas) for p in range(partitions) for name in names]


class Given:
    """Arrays from SPECs: those with a name that is known, by that name, and all others in their order.

    `names` are the known names, each with the places that it stands for. Arrays of an npz file go by their names if one of them
    is known, and then all must be; NumPy's `arr_0`, `arr_1`, ... and files in which no name is known go by order. `what` is the
    word for messages: an argument, a result. Raises InputError for names that are not known, or given twice.
    """

    def __init__(self, specs: Sequence[str], names: dict[str, list[int]], what: str) -> None:
        self.named: dict[int, np.ndarray] = {}
        self.ordered: list[np.ndarray] = []
        for spec in specs:
            found = read_named(spec)
            known = [name for name, _ in found if name in names]
            if not known:
                self.ordered += self._in_order(found, spec, names, what)
                continue
            unknown = [str(name) for name, _ in found if name not in names]
            if unknown:
                hint = did_you_mean(unknown[0], list(names)) if len(unknown) == 1 else ""
                verb = "is" if len(unknown) == 1 else "are"
                raise InputError(f"{spec.removeprefix('@')}: {listed(unknown)} {verb} no {what}{hint}; the {what}s are "
                                 f"{listed(list(names))}")
            for name, array in found:
                for place in names[str(name)]:
                    if place in self.named:
                        raise InputError(f"{spec.removeprefix('@')}: the {what} {name} is given twice")
                    self.named[place] = array

    @staticmethod
    def _in_order(found: list[tuple[str | None, np.ndarray]], spec: str, names: dict[str, list[int]],
                  what: str) -> list[np.ndarray]:
        numbers = [_UNNAMED.fullmatch(name) for name, _ in found if name is not None]
        if numbers and all(numbers):
            return [array for _, array in sorted(found, key=lambda item: int(str(item[0])[4:]))]
        if numbers and names:
            complain(f"note: {spec.removeprefix('@')}: {listed([str(name) for name, _ in found])} are taken in the order of the "
                     f"file, since none is the name of one of the {what}s {listed(list(names))}")
        return [array for _, array in found]

    def placed(self, count: int, processes: int = 1) -> list[np.ndarray | None] | None:
        """An array for each of `count` places of each process, None where none is given. What is given by order fills the places
        that no name has, those of one process for all, or those of each. None where more is given than there are places."""
        free = [k for k in range(count * processes) if k not in self.named]
        own = [k for k in free if k < count]
        found: list[np.ndarray | None] = [self.named.get(k) for k in range(count * processes)]
        if len(self.ordered) <= len(own):
            for k, array in zip(own, self.ordered):
                for place in range(k, count * processes, count):
                    if place not in self.named:
                        found[place] = array
        elif len(self.ordered) == len(free):
            for place, array in zip(free, self.ordered):
                found[place] = array
        else:
            return None
        return found


def listed(names: Sequence[str]) -> str:
    """Names for a message, not too many of them and none too long; those that cannot be printed as Python writes them."""
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    return ", ".join(f"{name if name.isprintable() else repr(name):.80}" for name in names[:_MOST_NAMED]) + more


class NamesAction(argparse._StoreAction):
    """An option with names that may be left out; a file after it is none of them (`hloom.cli`)."""
