"""Explain a diagnostic's code (`gather_c8`), an operation (`stablehlo.gather`), or a program: its faults, or its fusion."""

from __future__ import annotations

import argparse
import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from hloom.cli.broken import ANY_OPERATION, Broken, broken_programs
from hloom.cli.decisions import as_json as decisions_as_json
from hloom.cli.decisions import decisions_of, kernels_as_json, text_of
from hloom.cli.facts import Facts, Native, shown_array
from hloom.cli.files import add_function, load_one
from hloom.cli.results import as_json, print_json
from hloom.cli.streams import coloured, heading
from hloom.cli.verify import as_dictionary
from hloom.ops.definition.operation import REGISTRY, Field, Op, diagnostic_code, operation_called
from hloom.support.diagnostics import InputError
from hloom.support.spelling import did_you_mean
from hloom.text.other_names import normalised, other_names
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

#: Codes of what goes wrong when a program is read in another form, compiled or run.
RUN_TIME = {
    "calls": "functions may not call each other in a circle, nor so often that the program grows without bound by inlining",
    "conversion": "the program has no counterpart in the form that it is to be converted to",
    "custom_call": "a custom call's target must be known or registered (hloom.register_custom_call, --plugin), and must give "
                   "results of the types that the operation declares",
    "deadlock": "processes of a grid wait for each other for ever; the message says who waits where",
    "evaluation": "the evaluator could not compute an operation; the message says why",
    "flatbuffer": "a function of jax.export is a flatbuffer: the message tells the offset of what makes no sense in it",
    "grid": "the processes of a grid must take part in collective operations as these say: groups, sizes, channels",
    "hlo": "the HLO cannot be taken apart into operations that hloom runs",
    "infeed": "an infeed takes what the queue of its process has: an item of the types that it declares must be there",
    "input": "a file cannot be read, or holds no program",
    "internal": "a fault of hloom itself, or a limit of the machine",
    "inline": "a function that is called cannot be put in the place of its call",
    "layout": "a layout must fit the shape that it is of",
    "memory": "the arrays of an evaluation must fit in memory; HLOOM_EVALUATION_MEMORY sets the limit",
    "mesh": "a mesh in the HLO must be well formed: axes, sizes, devices",
    "mismatch": "processes of a grid take part in one operation with values or settings that do not fit each other",
    "nan_check": "an operation made a NaN or an infinity which none of its operands has (--nan-check)",
    "observer": "what watches the run failed",
    "programs": "the programs that run in parallel must exist and fit the grid",
    "proto": "the bytes of a protocol buffer must make sense as the message that they are read as",
    "rank": "a rank that is only known at run time must be the one that is declared",
    "recursion": "calls may not nest deeper than hloom's limits allow",
    "region": "a region must give values of the types and shapes that the operation around it takes",
    "resource": "a resource that the program names must be in it, with as many bytes as its type takes",
    "shape": "a shape that is only known at run time must fit the one that is declared",
    "sharding": "how a value is divided among devices makes no sense for its type or for the devices that there are",
    "shape_assertion": "a constraint on the sizes that a program is called with does not hold; the message is the program's",
    "step_limit": "the run took more operations than --step-limit allows",
    "time_limit": "the run took longer than its time limit (--time-limit)",
    "window": "a window must fit what it moves over",
    "check": "a value is not what a check operation of the program expects",
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
    parser.add_argument("what", nargs="?", metavar="CODE|OPERATION|FILE",
                        help="gather_c8, stablehlo.gather, or a program; - is standard input")
    parser.add_argument("--list", action="store_true", help="list the operations, and the codes that no single operation has")
    add_function(parser, "of a program: the function whose fusion is told (default: main, or all public ones)")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: argparse.Namespace) -> int:
    what = arguments.what
    if arguments.list:
        _list(arguments.json)
        return 0
    if what is None:
        raise InputError("explain takes the code of a diagnostic, an operation or a program; --list shows what is known")
    op = operation_called(what)
    if arguments.json and op is not None:
        print_json(describe(op))
        return 0
    if op is None and (what == "-" or Path(what).exists()):
        return _explain_program(what, arguments.function, arguments.json)
    text = explain(what)
    if text is None:
        raise InputError(f"{what!r:.100} is neither a file, nor an operation, nor the code of a diagnostic"
                         f"{_instead_of(what)}")
    if arguments.json:
        print_json({"code": what.lower(), "text": text, "constraints": [
            {"operation": c.operation, "label": c.label, "where": c.where, "meaning": c.meaning}
            for c in find(what)]})
        return 0
    start, colon, rest = text.partition(":")
    print(heading(start, sys.stdout) + colon + coloured(rest, sys.stdout), end="")
    return 0


def _list(as_document: bool) -> None:
    """Prints the operations by name, then the codes that no single operation has, each with what it means."""
    operations = {name: _summary(REGISTRY[name]) for name in sorted(REGISTRY)}
    codes = {**_RULES, **{f"type_{label.lower()}": text for label, text in TYPE_CONSTRAINTS.items()}, **RUN_TIME}
    if as_document:
        print_json({"operations": operations, "codes": codes})
        return
    for title, found in (("Operations", operations), ("Codes of programs and runs", codes)):
        width = min(max(map(len, found)), 40)
        print(heading(title, sys.stdout))
        print("".join(f"  {name:{width}}  {text}\n" for name, text in found.items()))


def explain(what: str) -> str | None:
    """What a code or the name of an operation means; None for one that is not known."""
    op = operation_called(what)
    if op is not None:
        return _operation(op)
    code = what.lower()
    stem, _, label = code.partition("_")
    about = _RULES.get(code) or RUN_TIME.get(code) or (TYPE_CONSTRAINTS.get(label.upper()) if stem == "type" else None)
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
    yield from RUN_TIME
    yield from (f"type_{label.lower()}" for label in TYPE_CONSTRAINTS)
    for name, op in REGISTRY.items():
        yield name
        mnemonic = name.partition(".")[2]
        if operation_called(mnemonic) is op:
            yield mnemonic
        yield from (constraint.code for constraint in constraints_of(op))


def _instead_of(what: str) -> str:
    written, said = other_names().get(normalised(what), ("", ""))
    return f"; {written} is {said}" if said else did_you_mean(what, known_words())


def _explain_program(path: str, function: str | None, as_document: bool) -> int:
    """What is wrong with a program; of one that is valid, what fusion does with it, and what its kernels are."""
    module = load_one(path)
    found = diagnose(module)
    explained = {code: explain(code) or "" for code in dict.fromkeys(d.code for d in found)}
    status = int(any(diagnostic.is_error for diagnostic in found))
    decisions = {} if status else decisions_of(module, function)
    if as_document:
        print_json({"file": path, "diagnostics": [as_dictionary(d) for d in found], "explanations": explained,
                    "fusion": decisions_as_json(decisions), "kernels": kernels_as_json(decisions)})
        return status
    for diagnostic in found:
        print(coloured(str(diagnostic), sys.stdout))
    for text in explained.values():
        print(f"\n{text}", end="")
    if not found:
        print(f"{path}: nothing is wrong with this program")
    lines = list(text_of(decisions))
    if lines:
        print("\n" + "\n".join(lines))
    return status


def describe(op: type[Op]) -> dict[str, Any]:
    """All that is known of an operation, as `--json` prints it."""
    facts, fields = Facts(op), op.definition
    ran = facts.run()
    document: dict[str, Any] = {
        "operation": op.name, "summary": inspect.getdoc(op) or "", "syntax": op.syntax or _GENERIC, "section": facts.section(),
        **{sort: [{"name": f.name, "is": str(f.constraint) if f.constraint is not None else "", "variadic": f.is_variadic,
                   "optional": f.is_optional
                    or (sort == "attributes" and not getattr(f.constraint, "is_required", True))} for f in found]
           for sort, found in (("operands", fields.operands), ("attributes", fields.attributes), ("regions", fields.regions),
                               ("results", fields.results))},
        "constraints": [{"code": c.code, "label": c.label, "meaning": c.meaning} for c in constraints_of(op)],
        "formulas": facts.formulas(), "tolerance": facts.tolerance(), "example": facts.example_text,
        "native": {n.type: "cpu, reference" if n.compiled else "reference" for n in facts.native()},
    }
    if ran is not None:
        arguments, results = ran
        document["example_arguments"] = [as_json(x, v.type) for x, v in zip(arguments, _main(facts).body.arguments)]
        document["example_results"] = [as_json(x, t) for x, t in zip(results, _main(facts).function_type.outputs)]
    return document


_GENERIC = "generic form only"


def _main(facts: Facts) -> Any:
    return facts.example.functions["main"]


def _operation(op: type[Op]) -> str:
    facts = Facts(op)
    lines = [f"{op.name}: {inspect.getdoc(op) or ''}", ""]
    for sort, fields in (("operand", op.definition.operands), ("attribute", op.definition.attributes),
                         ("result", op.definition.results)):
        lines += [f"  {sort} {_counted(f)}: {f.constraint or 'as it follows from the operands and attributes'}" for f in fields]
    lines.append("")
    for c in constraints_of(op):
        if c.where not in (catalogue.OPERANDS, catalogue.ATTRIBUTES, catalogue.RESULTS):
            lines.append(f"  ({c.label}) {c.meaning}")
    parts = {"Syntax": [op.syntax or _GENERIC],
             "An example": facts.example_text.splitlines(),
             "An element of its result": facts.formulas(),
             "What it gives": _shown_run(facts),
             "Exactness": [facts.tolerance() or ""],
             "Element types in the example's place": _shown_types(facts.native()),
             "Specified in": [facts.section() or ""]}
    for title, found in parts.items():
        if any(found):
            lines += ["", f"{title}:", *(f"  {line}" for line in found)]
    return "\n".join(lines).rstrip() + "\n"


def _shown_run(facts: Facts) -> list[str]:
    ran = facts.run()
    if ran is None:
        return []
    arguments, results = ran
    names = [f"%arg{k}" for k in range(len(arguments))] + [f"result {k}" if len(results) > 1 else "result"
                                                          for k in range(len(results))]
    return [line for name, value in zip(names, [*arguments, *results]) if isinstance(value, np.ndarray | np.generic)
            for line in f"{name} = {shown_array(value)}".splitlines()]


def _shown_types(native: list[Native]) -> list[str]:
    compiled, others = [n.type for n in native if n.compiled], [n.type for n in native if not n.compiled]
    return [f"{title}: {', '.join(types)}" for title, types in
            (("compiled and evaluated", compiled), ("evaluated (compiled programs call the evaluator)", others)) if types]


def _constraints(found: list[Constraint]) -> str:
    """What one operation demands under one code; several places may check one number."""
    lines = [f"{c.code}: {c.operation} ({c.label}), {_WHERE[c.where]}\n  {c.meaning}\n" for c in found]
    name = found[0].operation
    return "".join(lines) + f"\n{name}: {_summary(REGISTRY[name])}\n" + _example(_breaking(found))


def _breaking(found: list[Constraint]) -> Broken | None:
    """The program that breaks a constraint; made from the operation's example for those that hloom does not define itself."""
    name = found[0].operation
    if REGISTRY[name].__module__.startswith("hloom.ops."):
        return broken_programs().get((name, found[0].code))
    from hloom.cli.derived import derived_program

    return next(filter(None, map(derived_program, found)), None)


def _summary(op: type[Op]) -> str:
    return (inspect.getdoc(op) or "").partition("\n\n")[0].replace("\n", " ")


def _example(program: Broken | None) -> str:
    if program is None:
        return ""
    (found,) = program.diagnose()
    indented = "".join(f"  {line}\n" for line in program.text.splitlines())
    return f"\nA program that breaks it:\n\n{indented}\nand what hloom says about it:\n\n{found}\n"
