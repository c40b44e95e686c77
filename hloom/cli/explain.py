"""Explain a diagnostic's code (`gather_c8`) or an operation (`stablehlo.gather`), or the faults of a program."""

from __future__ import annotations

import argparse
import inspect
from collections.abc import Iterator
from pathlib import Path

from hloom.cli.broken import ANY_OPERATION, Broken, broken_programs, meaning_of
from hloom.cli.derived import program_for
from hloom.cli.files import load_one
from hloom.ops.definition.operation import REGISTRY, Field, Op, diagnostic_code, operation_called
from hloom.support.diagnostics import InputError
from hloom.support.spelling import did_you_mean
from hloom.verify import catalogue, diagnose
from hloom.verify.catalogue import TYPE_CONSTRAINTS, Constraint, constraints_of, find

#: Codes that no single operation has.
_RULES = {
    "syntax": "the text is not a program: something else is expected at the place that is shown",
    "operation": "operations must be of a known dialect, or be allowed with --allow-unregistered",
    "type": "a value must be used with the type that it is defined with",
    "undefined": "a value or block that is used must be defined in the program",
    "redefinition": "a value or block must be defined once",
    "range": "a number must fit in its type",
    "limit": "programs may not nest deeper, or hold longer names, than hloom's limits allow",
    "dominance": "a value is used before it is defined, or outside the region that defines it",
    "terminator": "a block must end with the terminator of the operation around it, and have none before its end",
    "symbol": "symbols (functions) must be unique, and references must find a function whose type fits",
    "call": "a function must be called with operands and results of its type",
    "unsupported": "the program is valid, but this part of hloom cannot do what the operation asks for",
}


_WHERE = {
    catalogue.OPERANDS: "declared for the operand",
    catalogue.ATTRIBUTES: "declared for the attribute",
    catalogue.RESULTS: "declared for the result",
    catalogue.CHECKS: "checked before result types are inferred",
    catalogue.INFERENCE: "checked by inferring the result types",
    catalogue.RESULT_CHECKS: "checked on the results",
    catalogue.CALLS: "checked where functions are looked up",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", metavar="CODE|OPERATION|FILE",
                        help="gather_c8, stablehlo.gather, or a program; - is standard input")


def run(arguments: argparse.Namespace) -> int:
    what = arguments.what
    if what == "-" or Path(what).exists():
        return _explain_faults(what)
    text = explain(what)
    if text is None:
        raise InputError(f"{what!r:.100} is neither a file, nor an operation, nor the code of a diagnostic"
                         f"{did_you_mean(what, known_words())}")
    print(text, end="")
    return 0


def explain(what: str) -> str | None:
    """What a code or the name of an operation means; None for one that is not known."""
    op = operation_called(what)
    if op is not None:
        return _operation(op)
    code = what.lower()
    stem, _, label = code.partition("_")
    about = _RULES.get(code) or (TYPE_CONSTRAINTS.get(label.upper()) if stem == "type" else None)
    if about is not None:
        return f"{code}: {about}\n" + _example(broken_programs().get((ANY_OPERATION, code)))
    found = find(code)
    operations = dict.fromkeys(c.operation for c in found)
    return "\n".join(_constraints([c for c in found if c.operation == name]) for name in operations) or _counts(code)


def _counts(code: str) -> str | None:
    """What the code for a wrong number of operands, regions or results means; None for any other code."""
    sort = code.rpartition("_")[2]
    fields = {op.name: getattr(op.definition, sort) for op in REGISTRY.values()
              if sort in ("operands", "regions", "results") and diagnostic_code(op, sort) == code}
    return "\n".join(f"{code}: {name} must have the {sort} that it declares: {', '.join(map(_counted, declared)) or 'none'}\n\n"
                     f"{name}: {_summary(REGISTRY[name])}\n" for name, declared in fields.items()) or None


def _counted(field: Field) -> str:
    return f"{field.name}{' (any number)' if field.is_variadic else ' (optional)' if field.is_optional else ''}"


def known_words() -> Iterator[str]:
    """Everything that `explain` knows: operations and codes."""
    yield from _RULES
    yield from (f"type_{label.lower()}" for label in TYPE_CONSTRAINTS)
    for name, op in REGISTRY.items():
        yield name
        yield from (constraint.code for constraint in constraints_of(op))


def _explain_faults(path: str) -> int:
    found = diagnose(load_one(path))
    for diagnostic in found:
        print(diagnostic)
    for code in dict.fromkeys(d.code for d in found):
        print(f"\n{explain(code) or ''}", end="")
    if not found:
        print(f"{path}: nothing is wrong with this program")
    return int(any(diagnostic.is_error for diagnostic in found))


def _operation(op: type[Op]) -> str:
    lines = [f"{op.name}: {inspect.getdoc(op) or ''}", ""]
    for sort, fields in (("operand", op.definition.operands), ("attribute", op.definition.attributes),
                         ("result", op.definition.results)):
        lines += [f"  {sort} {f.name}: {f.constraint}" for f in fields if f.constraint is not None]
    lines.append("")
    for c in constraints_of(op):
        if c.where not in (catalogue.OPERANDS, catalogue.ATTRIBUTES, catalogue.RESULTS):
            lines.append(f"  ({c.label}) {meaning_of(c, program_for(c))}")
    return "\n".join(lines).rstrip() + "\n"


def _constraints(found: list[Constraint]) -> str:
    """What one operation demands under one code; several places may check one number."""
    program = program_for(found[0])
    lines = [f"{c.code}: {c.operation} ({c.label}), {_WHERE[c.where]}\n  {meaning_of(c, program)}\n" for c in found]
    name = found[0].operation
    return "".join(lines) + f"\n{name}: {_summary(REGISTRY[name])}\n" + _example(program)


def _summary(op: type[Op]) -> str:
    return (inspect.getdoc(op) or "").partition("\n\n")[0].replace("\n", " ")


def _example(program: Broken | None) -> str:
    if program is None:
        return ""
    (found,) = program.diagnose()
    indented = "".join(f"  {line}\n" for line in program.text.splitlines())
    return f"\nA program that breaks it:\n\n{indented}\nand what hloom says about it:\n\n{found}\n"
