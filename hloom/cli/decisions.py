"""What `hloom explain FILE` says of a program that is valid: which operations are computed together, and why others are not; and
what each kernel is, and why not something else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from hloom.ir.core import Operation
from hloom.ops.builtin.module import Module
from hloom.ops.hlo.lowering import runnable
from hloom.pipeline import fusion, schedules
from hloom.support.diagnostics import InputError, UserError
from hloom.support.spelling import some

if TYPE_CHECKING:
    from hloom.codegen.cpu.kernel_function import Chosen
    from hloom.codegen.plan.program import PlannedKernel
    from hloom.codegen.plan.remarks import Decision
    from hloom.driver.stages import Scheduled


class Decided(NamedTuple):
    """What was decided in a function, of its values and of its kernels."""

    fusion: list[Decision]
    schedules: list[Scheduled]


#: What was decided in each function, or why nothing was.
Found = dict[str, Decided | str]


def decisions_of(module: Module, function: str | None) -> Found:
    """What is decided in the function asked for, else main, else in every public one; of one that is not compiled, why not."""
    wanted = () if function is None else (function,)
    known = {name: f for name, f in runnable(module, *wanted).functions.items() if not f.is_declaration}
    if function is not None and function not in known:
        raise InputError(f"there is no function {function}; there are: {some(known)}")
    names = [function] if function is not None else ["main"] if "main" in known else [n for n, f in known.items() if f.is_public]
    return {name: _decisions(module, name) for name in names}


def _decisions(module: Module, name: str) -> Decided | str:
    try:
        return Decided(fusion(module, name), schedules(module, name))
    except UserError as error:
        if not error.diagnostics:  # not about the program: there is no LLVM, or no memory for it
            raise
        return error.diagnostics[0].message


def text_of(found: Found) -> Iterator[str]:
    """The lines that a person reads."""
    for name, decided in found.items():
        if isinstance(decided, str):
            yield f"@{name} is not compiled: {decided}"
            continue
        if decided.fusion:
            yield f"@{name}, each value that one operation makes and another uses:"
        for d in decided.fusion:
            yield f"{_place(d.producer)}{_named(d)} -> {_place(d.consumer)}: {d.outcome.value}"
            yield from (f"    {reason.kind.verdict}, {reason.kind.word}: {reason}" for reason in d.reasons)
        if decided.schedules:
            yield from [""] * bool(decided.fusion)
            yield f"@{name}, each kernel and what it is:"
        for each in decided.schedules:
            yield from _kernel_lines(*each)


def _kernel_lines(kernel: PlannedKernel, chosen: Chosen | None) -> Iterator[str]:
    """A kernel with the schedule of its loops, or the family whose it is; of both, why nothing else."""
    places = ", ".join(map(_place, kernel.operations))
    of_family = None if kernel.family is None else f"{_family(kernel)}{', ' + chosen.name if chosen is not None else ''}"
    yield f"{kernel.name}: {of_family or chosen.name}{f'  // {places}' if places else ''}"  # type: ignore[union-attr]
    if kernel.family is None and kernel.body.kernel.part:
        yield f"    {kernel.body.kernel.part}"
    if chosen is not None:
        yield f"    {chosen.meaning}"
    if of_family is not None:
        lines = (kernel.text if chosen is None else chosen.listing()).splitlines()
        yield from (f"    {line}" for line in lines[:_MOST_LINES])
        yield from ["    ..."] * (len(lines) > _MOST_LINES)
    elif chosen is not None:
        yield f"    rewritten: {', '.join(chosen.rewritten) or 'nothing'}"
    yield from (f"    not {row}: {reason}" for row, reason in (chosen.passed if chosen is not None else ()))


def _family(kernel: PlannedKernel) -> str:
    """The family that a kernel is of, as the kernel's name has it."""
    return kernel.name.rpartition("_")[0]


def as_json(found: Found) -> dict[str, Any]:
    """The same for other programs: by function what fusion decided, or why there is nothing."""
    return {name: {"not compiled": decided} if isinstance(decided, str) else [_entry(d) for d in decided.fusion]
            for name, decided in found.items()}


def kernels_as_json(found: Found) -> dict[str, Any]:
    """By function its kernels with the families that they are of (null: none), their schedules, or of which of a family's kinds
    they are (null: there is only one), and what those before said."""
    return {name: [{"kernel": kernel.name, "operations": [_origin(op) for op in kernel.operations],
                    "family": None if kernel.family is None else _family(kernel),
                    "rewritten": chosen.rewritten if chosen is not None else [],
                    "schedule": chosen.name if chosen is not None else None,
                    "not": dict(chosen.passed) if chosen is not None else {}} for kernel, chosen in decided.schedules]
            for name, decided in found.items() if not isinstance(decided, str)}


#: Lines of a family's listing that are shown.
_MOST_LINES = 12


def _entry(d: Decision) -> dict[str, Any]:
    return {"value": d.value.name, "type": str(d.value.type), "producer": _origin(d.producer), "consumer": _origin(d.consumer),
            "outcome": d.outcome.value,
            "reasons": [{"reason": r.kind.word, "text": str(r), **dict(r.facts)} for r in d.reasons]}


def _origin(op: Operation) -> dict[str, Any]:
    place = op.span
    if place is None:
        return {"operation": op.name, "line": None, "column": None, "source": None}
    return {"operation": op.name, "line": place.line, "column": place.column, "source": next(iter(place.frames), None)}


def _place(op: Operation) -> str:
    from hloom.runtime.dispatch.program import Origin

    return str(Origin(op.name, op.span))


def _named(d: Decision) -> str:
    return f" (%{d.value.name})" if d.value.name else ""
