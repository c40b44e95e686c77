"""What `hloom explain FILE` says of a program that is valid: which operations are computed together, and why others are not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from hloom.ir.core import Operation
from hloom.ops.builtin.module import Module
from hloom.ops.hlo.lowering import runnable
from hloom.pipeline import fusion
from hloom.support.diagnostics import InputError, UserError
from hloom.support.spelling import some

if TYPE_CHECKING:
    from hloom.codegen.plan.reasons import Decision

#: A function's decisions, or why there are none.
Found = dict[str, "list[Decision] | str"]


def fusion_of(module: Module, function: str | None) -> Found:
    """What fusion does in the function asked for, else main, else in every public one; of one that is not compiled, why not."""
    wanted = () if function is None else (function,)
    known = {name: f for name, f in runnable(module, *wanted).functions.items() if not f.is_declaration}
    if function is not None and function not in known:
        raise InputError(f"there is no function {function}; there are: {some(known)}")
    names = [function] if function is not None else ["main"] if "main" in known else [n for n, f in known.items() if f.is_public]
    return {name: _decisions(module, name) for name in names}


def _decisions(module: Module, name: str) -> list[Decision] | str:
    try:
        return fusion(module, name)
    except UserError as error:
        if not error.diagnostics:  # not about the program: there is no LLVM, or no memory for it
            raise
        return error.diagnostics[0].message


def text_of(found: Found) -> Iterator[str]:
    """The lines that a person reads."""
    for name, decisions in found.items():
        if isinstance(decisions, str):
            yield f"@{name} is not compiled: {decisions}"
        elif decisions:
            yield f"@{name}, each value that one operation makes and another uses:"
            for d in decisions:
                yield f"{_place(d.producer)}{_named(d)} -> {_place(d.consumer)}: {d.outcome.value}"
                yield from (f"    {reason.why.word}: {reason}" for reason in d.reasons)


def as_json(found: Found) -> dict[str, Any]:
    """The same for other programs: by function the decisions, or why there are none."""
    return {name: {"not compiled": decisions} if isinstance(decisions, str) else [_entry(d) for d in decisions]
            for name, decisions in found.items()}


def _entry(d: Decision) -> dict[str, Any]:
    return {"value": d.value.name, "type": str(d.value.type), "producer": _origin(d.producer), "consumer": _origin(d.consumer),
            "outcome": d.outcome.value,
            "reasons": [{"reason": r.why.word, "text": str(r), **dict(r.facts)} for r in d.reasons]}


def _origin(op: Operation) -> dict[str, Any]:
    place = op.span
    if place is None:
        return {"operation": op.name, "line": None, "column": None, "source": None}
    return {"operation": op.name, "line": place.line, "column": place.column, "source": next(iter(place.frames), None)}


def _place(op: Operation) -> str:
    from hloom.codegen.plan.program import Origin

    return str(Origin(op.name, op.span))


def _named(d: Decision) -> str:
    return f" (%{d.value.name})" if d.value.name else ""
