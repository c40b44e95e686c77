"""The value of each operation of a run, by name: what `Values` hands on as the run goes."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from hloom.ir.core import Operation, Value
from hloom.ops.builtin.function import Function
from hloom.reference.observe import Observer


class Named(NamedTuple):
    """A result of an operation in a run. `name` is its own among all values of the run; `type` has the sizes that it has."""

    name: str
    op: Operation
    type: Any
    value: np.ndarray


class Values(Observer):
    """Hands each value to `take`, in the order in which operations end; tokens and tuples are none.

    A value is called as the text calls it (`0`, `x`; the others of several results `x#1`), and after its operation where the
    text has no name; `callee/0` in another function than `entry`, and `0@2` when it is computed for the second time (loops). Two
    values of one function with the same name are told apart: `x`, `x_1`. Values inside of operations that are no control
    flow (bodies of reductions, operations that stand for others) are not handed on, nor are constants.
    """

    def __init__(self, entry: str, take: Callable[[Named], None]) -> None:
        self.entry, self.take = entry, take
        self._names: dict[Function, dict[Value, str]] = {}
        self._times: Counter[str] = Counter()
        self._local = threading.local()
        self._lock = threading.Lock()

    def before(self, op: Operation, operands: tuple[Any, ...]) -> None:
        if not hasattr(self._local, "around"):
            self._local.around = []
        self._local.around.append(op)

    def after(self, op: Operation, operands: tuple[Any, ...], results: tuple[Any, ...]) -> None:
        around = self._local.around
        around.pop()
        if any(getattr(outer, "control", None) is None for outer in around):
            return
        with self._lock:
            for result, value in zip(op.results, results):
                if isinstance(value, np.ndarray | np.generic):
                    name = self._name_of(op, result)
                    self._times[name] += 1
                    if self._times[name] > 1:
                        name = f"{name}@{self._times[name]}"
                    self.take(Named(name, op, result.type, np.asarray(value)))

    def _name_of(self, op: Operation, result: Value) -> str:
        function = function_of(op)
        if function is None:
            return result.name or op.mnemonic
        if function not in self._names:
            self._names[function] = names_in(function)
        name = self._names[function][result]
        return name if function.sym_name == self.entry else f"{function.sym_name}/{name}"


def function_of(op: Operation) -> Function | None:
    """The function that an operation stands in."""
    around: Operation | None = op
    while around is not None and not isinstance(around, Function):
        around = around.block.region.owner if around.block is not None and around.block.region is not None else None
    return around


def names_in(function: Function) -> dict[Value, str]:
    """A name for each result in a function, of which no two are alike."""
    taken: set[str] = {argument.name for argument in function.body.block.arguments if argument.name}
    found: dict[Value, str] = {}
    for result, name in _wanted(function):
        own, number = name, 0
        while own in taken:
            number += 1
            own = f"{name}_{number}"
        taken.add(own)
        found[result] = own
    return found


def _wanted(function: Function) -> Iterator[tuple[Value, str]]:
    for op in function.walk():
        if op is function:
            continue
        first = op.results[0].name if op.results else None
        for number, result in enumerate(op.results):
            stem = first or op.mnemonic
            yield result, stem if not number else result.name if result.name and result.name != first else f"{stem}#{number}"
