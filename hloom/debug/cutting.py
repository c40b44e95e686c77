"""Steps of a reduction that cut programs: fewer results, a stretch of the operations, without some of them.

What a stretch takes from before it, and what is used of operations that are left out, becomes an argument with its value, so that
every such program is valid. Halves come first: a fault in one operation of a thousand is found with twenty programs, each half as
large as the one before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hloom.debug.case import Case, Values, part
from hloom.debug.fragments import constant_of
from hloom.debug.reduction import Reduction
from hloom.debug.regions import is_tensor
from hloom.ir.core import Operation, captured_values


def fewer_results(reduction: Reduction) -> None:
    """Keeps those results that show the fault."""
    def kept(case: Case, dropped: slice) -> Case:
        results = list(case.block.terminator.operands)
        del results[dropped]
        return part(case, reduction.values, results)

    without_some(reduction, "results", lambda case: len(case.block.terminator.operands), kept, least=1)


def stretch(reduction: Reduction) -> None:
    """Keeps a stretch of the operations: a half of it as long as that shows the fault, then less and less of an end less."""
    def keep(begin: int, end: int, count: int) -> bool:
        return reduction.attempt(f"operations {begin} to {end} of {count}",
                                 lambda case: _between(case, reduction.values, begin, end))

    while (count := len(reduction.case.operations)) > 1:
        half, quarter = count // 2, count // 4
        if not (keep(0, half, count) or keep(half, count, count) or (quarter and keep(quarter, count - quarter, count))):
            break
    for from_end in (True, False):
        step = len(reduction.case.operations) // 2
        while step:
            count = len(reduction.case.operations)
            if step >= count or not keep(*((0, count - step) if from_end else (step, count)), count):
                step //= 2


def _between(case: Case, values: Values, begin: int, end: int) -> Case:
    """The operations from one place to another; its results are what is used of them behind, arguments what they use."""
    operations = case.operations
    inside = {r for op in operations[begin:end] for r in op.results}
    behind = [*operations[end:], case.block.terminator]
    used = dict.fromkeys(v for op in behind for v in (*op.operands, *captured_values(op)) if v in inside and is_tensor(v))
    before = [r for op in operations[:begin] for r in op.results if is_tensor(r)]
    return part(case, values, list(used), before)


def fewer_operations(reduction: Reduction) -> None:
    """Leaves operations out: what is used of them becomes arguments."""
    def left(case: Case, dropped: slice) -> Case:
        given = [r for op in case.operations[dropped] for r in op.results if is_tensor(r)]
        return part(case, reduction.values, list(case.block.terminator.operands), given)

    without_some(reduction, "operations", lambda case: len(case.operations), left)


def without_some(reduction: Reduction, what: str, count_of: Callable[[Case], int], without: Callable[[Case, slice], Case],
                 least: int = 0) -> None:
    """Leaves parts out, halves first, then less and less at once, down to one (A. Zeller and R. Hildebrandt, Simplifying and
    isolating failure-inducing input, 2002). From the end on: what is behind needs what is before."""
    chunk = count_of(reduction.case) // 2 or 1
    while chunk:
        end = count_of(reduction.case)
        while end > 0 and (count := count_of(reduction.case)) > least:
            begin = max(end - chunk, 0)
            taken = slice(begin, min(end, begin + count - least))
            reduction.attempt(f"without {what} {taken.start} to {taken.stop} of {count}",
                              lambda case, at=taken: without(case, at))
            end = min(begin, count_of(reduction.case))
        chunk //= 2


def constants_of(case: Case) -> Sequence[Operation]:
    """The constants of `main`."""
    return [op for op in case.block.operations if constant_of(op) is not None]

