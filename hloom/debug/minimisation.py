"""The smallest program that still has a fault.

    hloom.debug.minimise(module, x, y, fails=Differs(("reference", "cpu")))
    hloom.debug.minimise(module, x, y, fails=lambda module, arrays: "tanh" in str(module))

Every program on the way is valid, smaller than the one before it, and has the very fault. In which order what is tried, `STEPS`
says; they are gone through until none makes it smaller.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

from hloom.debug.case import FEW, Case
from hloom.debug.child_calls import LIMITS, Limits, call
from hloom.debug.cutting import fewer_operations, fewer_results, stretch
from hloom.debug.faults import Fault
from hloom.debug.fragments import inlined
from hloom.debug.reduction import OutOfTime, Reduction, Verdicts, root_of
from hloom.debug.shrinking import constants_for_arguments, fewer_attributes, roughly_smaller_shapes, smaller_shapes
from hloom.debug.simplification import parts, passes, rewrites
from hloom.ir.location import UNKNOWN
from hloom.ir.types import TensorType
from hloom.numbers.portable import portable
from hloom.ops.builtin.module import Module, checked_module, function_named
from hloom.ops.common.decomposition import clone
from hloom.ops.hlo.lowering import runnable
from hloom.reference.api import check_arguments
from hloom.support.diagnostics import UserError

#: What is done to a program, in this order, until nothing of it makes the program smaller.
STEPS: tuple[Callable[[Reduction], None], ...] = (
    fewer_results,            # first: most of the program may be for other results
    roughly_smaller_shapes,   # of large arrays only: then each program takes little time
    stretch,                  # halves: each program that is tried is smaller than the last
    fewer_operations,
    parts,                    # a loop is one operation now, or one of few
    passes,
    rewrites,
    smaller_shapes,           # of few operations, whose sizes have little to do with each other
    constants_for_arguments,
    fewer_attributes,         # last: what matters least to who reads it
)


class NoFault(UserError):
    """The program as it was given does not have the fault."""


@dataclass
class Minimised:
    """What is left of a program."""

    module: Module
    arrays: list[np.ndarray]
    #: The fault, in words.
    fault: str
    #: Operations at the beginning, and now: those in regions, too; constants and returns apart.
    before: int
    operations: int
    #: Programs that were tried by this process.
    tried: int
    #: Why it may not be the smallest: `time`, `interrupted`; empty for the end.
    stopped: str = ""

    @property
    def program(self) -> str:
        """The program as text, with the arguments that can be read as comments, and without names of files."""
        return f"{self.module.to_text().rstrip()}\n{''.join(self._comments())}"

    def _comments(self) -> Sequence[str]:
        return [f"// argument {k}: {_described(a, v.type)}\n"
                for k, (a, v) in enumerate(zip(self.arrays, self.module.functions["main"].body.arguments))]

    def __str__(self) -> str:
        why = {"": "", "time": "; the time is over, it may become smaller", "interrupted": "; interrupted, it may become smaller"}
        return f"// {self.fault}: {self.operations} of {self.before} operations{why[self.stopped]}\n{self.program}"


def _described(array: np.ndarray, type: Any) -> str:
    """An argument, as `--input` takes it where its numbers are few, or all the same."""
    sizes = "".join(f"{n}x" for n in array.shape)
    head = f"{sizes}{type.storage if isinstance(type, TensorType) else array.dtype}"
    flat = portable(np.asarray(array)).reshape(-1)
    if flat.size and flat.tobytes() == np.full_like(flat, flat[0]).tobytes():
        flat = flat[:1]
    if 0 < flat.size <= FEW:
        return f"{head}={','.join(str(x.item()).lower() if flat.dtype.kind == 'b' else str(x) for x in flat)}"
    between = f" from {flat.min()} to {flat.max()}" if flat.size and flat.dtype.kind in "fiu" else ""
    return f"{head}, {flat.size} numbers{between}"


def minimise(module: Module, /, *arrays: Any, fails: Callable[[Module, Sequence[np.ndarray]], Any], seconds: float = 300.0,
             limits: Limits = LIMITS, function: str = "main", state: str | Path | None = None,
             tell: Callable[[str], None] = lambda text: None,
             keep: Callable[[Minimised], None] = lambda found: None) -> Minimised:
    """Makes a program and its arguments smaller as long as they still fail, for at most so many seconds.

    `fails(module, arrays)` says whether a program is faulty: one of `hloom.debug.faults`, or any function, which is called in
    a child process with `limits`; a text that it returns must stay the same, since it tells one fault from another. Programs
    are in StableHLO, with one function `main` into which what it calls is copied, unless the fault is gone then. Where
    operations are cut off, arguments have the values that the evaluator computes there. The program as it was given may take
    all the time, others what `limits` say.

    With `state`, a file, a reduction that was interrupted goes on where it was, and ends as if it had not been; at its end the
    file is removed. Ctrl-C ends it, with the smallest program so far. `tell` hears what is being done, `keep` each smaller
    program. Raises NoFault where the program is not faulty to begin with, InputError for arguments that do not fit.
    """
    checked_module(module).verify()
    runs = runnable(module, function)
    given = [x for x in check_arguments(function_named(runs, function), arrays) if x is not None]
    fault = fails if isinstance(fails, Fault) else _Called(fails, limits)
    start = monotonic()
    fault.wait(seconds)
    tell(f"is the fault there? {fault}")
    case, kind = _first(runs, given, function, fault)
    before = case.count
    fault.expect(monotonic() - start)
    fault.warm(case.module)
    verdicts = Verdicts(root_of(case, f"{fault}: {kind}"), None if state is None else Path(state))

    def found(reduction: Reduction, stopped: str = "") -> Minimised:
        now = reduction.case
        return Minimised(now.module, list(now.arrays), kind, before, now.count, reduction.tried, stopped)

    reduction = Reduction(case, fault, kind, verdicts, start + seconds, tell, lambda case: keep(found(reduction, "interrupted")))
    stopped = "interrupted"
    try:
        stopped = _reduced(reduction)
    except KeyboardInterrupt:
        pass
    finally:
        verdicts.close(not stopped)
    return found(reduction, stopped)


def _reduced(reduction: Reduction) -> str:
    """Takes the steps until nothing becomes smaller. Why it stopped before; empty where it did not."""
    try:
        last = None
        while last is not reduction.case:
            last = reduction.case
            for step in STEPS:
                step(reduction)
    except OutOfTime:
        return "time"
    return ""


def _first(module: Module, arrays: list[np.ndarray], function: str, fault: Fault) -> tuple[Case, str]:
    """The case to begin with, and what the fault is: with calls inlined if it has the fault then, else as it is."""
    for made in _forms(module, function):
        case = Case(_plain(made), arrays)
        kind = fault(case.module, arrays)
        if kind is not None:
            return case, kind
    note = f" ({fault.note})" if fault.note else ""
    raise NoFault(f"the fault is not there: it is not so that {fault}{note}")


def _forms(module: Module, function: str) -> Iterator[Module]:
    """The program with calls inlined, and as it is."""
    try:
        yield inlined(module, function)
    except UserError:  # recursion
        if function != "main":
            raise
    if function == "main" and len(module.functions) > 1:
        yield module


def _plain(module: Module) -> Module:
    """A copy without locations, which are names of files."""
    made: Any = clone(module, {})
    for op in made.walk():
        op.location, op.span = UNKNOWN, None
        for region in op.regions:
            for block in region.blocks:
                for argument in block.arguments:
                    argument.location = UNKNOWN
    return made


class _Called(Fault):
    """A function as a fault: called in a child process."""

    def __init__(self, fails: Callable[[Module, Sequence[np.ndarray]], Any], limits: Limits) -> None:
        super().__init__(limits)
        self.fails = fails

    def __str__(self) -> str:
        return f"{getattr(self.fails, '__name__', type(self.fails).__name__)} holds"

    def __call__(self, module: Module, arrays: Sequence[np.ndarray]) -> str | None:
        def called() -> str | None:
            found = self.fails(module, arrays)
            return found if isinstance(found, str) or found is None else str(self) if found else None

        found = call(called, self.limits)
        self.note = found.message or found.ended
        return found.value
