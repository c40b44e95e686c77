"""Explain a diagnostic's code (`reverse_c3`), or an operation, or list a program's faults."""

from __future__ import annotations

import argparse
import inspect
from pathlib import Path
from typing import Any

from hloom.cli.files import load_one
from hloom.ops.definition import REGISTRY, Op
from hloom.support.diagnostics import InputError
from hloom.verify import diagnose


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", metavar="CODE|OPERATION|FILE", help="gather_c8, stablehlo.gather, or a program")


def run(arguments: argparse.Namespace) -> int:
    what = arguments.what
    if what == "-" or Path(what).is_file():
        found = diagnose(load_one(what))
        for diagnostic in found:
            print(diagnostic)
            print(explain(diagnostic.code) or "", end="")
        if not found:
            print(f"{what}: nothing is wrong with this program")
        return 1 if found else 0
    text = explain(what)
    if text is None:
        raise InputError(f"{what!r} is neither a file, nor an operation, nor the code of a constraint")
    print(text, end="")
    return 0


def explain(what: str) -> str | None:
    """What a code or an operation's name means; None for one that is not known."""
    op = REGISTRY.get(what) or REGISTRY.get(f"stablehlo.{what}")
    if op is not None:
        return _operation(op)
    stem, _, label = what.rpartition("_")
    op = REGISTRY.get(f"stablehlo.{stem}") or next((o for n, o in REGISTRY.items() if n.partition(".")[2] == stem), None)
    return None if op is None else _constraint(op, label)


def _operation(op: type[Op]) -> str:
    lines = [f"{op.name}: {inspect.getdoc(op) or ''}", ""]
    for sort, fields in (("operand", op.definition.operands), ("attribute", op.definition.attributes),
                         ("result", op.definition.results)):
        lines += [f"  {sort} {f.name}: {f.constraint or 'any'}" for f in fields]
    lines += [f"  ({c.label}) {_template(c)}" for c in (*op.checks, *op.result_checks)]
    return "\n".join(lines) + "\n"


def _constraint(op: type[Op], label: str) -> str | None:
    for check in (*op.checks, *op.result_checks):
        if check.label.lower() == label:
            return f"{op.name} ({check.label}): {_template(check)}\n{op.name}: {inspect.getdoc(op)}\n"
    inference = op.definition.inference
    if inference is not None and label.upper() in (*inference.labels, *inference.parts.values()):
        return f"{op.name} ({label.upper()}): the result type must be the one that follows from the operands and attributes\n" \
               f"{op.name}: {inspect.getdoc(op)}\n"
    if label.startswith("i") and label[1:].isdigit():
        fields = [*op.definition.operands, *op.definition.attributes]
        if 0 < int(label[1:]) <= len(fields):
            field = fields[int(label[1:]) - 1]
            return f"{op.name} ({label.upper()}): {field.name} must be {field.constraint}\n"
    return None


def _template(check: Any) -> str:
    return check.message if isinstance(check.message, str) else "stated by a condition on the operation"
