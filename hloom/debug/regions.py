"""What runs inside of an operation: the branch that is chosen, a loop step by step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from hloom.debug.engines import Engine
from hloom.debug.fragments import Fragment, constant_of, defining, fragment
from hloom.ir.core import Operation, Region, Value
from hloom.ir.types import TensorType
from hloom.ops.builtin.module import Module

#: Iterations of a loop that are looked at one by one.
MOST_ITERATIONS = 10_000
#: Values that are known while a program runs.
Environment = Mapping[Value, Any]


def is_tensor(value: Value) -> bool:
    """Whether a value can be an argument or a result of a program that an engine runs."""
    return isinstance(value.type, TensorType)


def place_of(op: Operation) -> str:
    """An operation and where it stands, for messages."""
    return f"{op.name}{f' at {op.span}' if op.span else ''}"


def value_of(value: Value, values: Environment) -> Any:
    """A value of a run, or of a constant; None where it is not known."""
    if value in values:
        return values[value]
    op = defining(value)
    found = None if op is None else constant_of(op)
    return None if found is None else np.asarray(found.array())


def chosen_region(op: Operation, index: Any) -> int:
    """The region of a branch that runs: of two by a truth value, else by number, the last one for a number that none has."""
    number = np.asarray(index)
    if number.dtype == np.bool_:
        return 0 if number else 1
    return int(number) if 0 <= int(number) < len(op.regions) else len(op.regions) - 1


def body_of(module: Module, region: Region) -> Fragment:
    """The program of a region: its arguments, and what it reads from outside, are the program's."""
    return fragment(module, list(region.block.terminator.operands), (), block=region.block)


class Step(NamedTuple):
    """One run of a loop's condition (region 0) or body (region 1): with which carried values, and what it gave."""

    iteration: int
    region: int
    state: Sequence[Any]
    results: Sequence[np.ndarray]


def steps_of_loop(op: Operation, parts: Sequence[Fragment], engine: Engine, values: Environment) -> Iterator[Step]:
    """Runs a loop on an engine: `parts` are its condition and its body. At most MOST_ITERATIONS are run."""
    runs = [engine.load(part.module) for part in parts]
    state: Sequence[Any] = [value_of(v, values) for v in op.operands]
    for number in range(MOST_ITERATIONS):
        for which, (part, region, run) in enumerate(zip(parts, op.regions, runs)):
            known = {**values, **dict(zip(region.block.arguments, state))}
            results = run([value_of(v, known) for v in part.arguments])
            yield Step(number, which, state, results)
            if which == 0 and not bool(np.asarray(results[0])):
                return
        state = results
