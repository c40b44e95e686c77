"""Run self-checking programs: those whose check operations say what must hold.

@main runs, else every public function without arguments. An @main with arguments runs on arguments made up for it: the
numbers 0, 1, 2, ... scaled down to lie in [0, 1) for floats, with every dimension of unknown size given one size, which is
also the value of the integers at the front that JAX's shape-polymorphic exports take for such sizes.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from time import perf_counter
from typing import Any

from hloom.cli.files import expand, programs
from hloom.cli.streams import coloured_summary, complain
from hloom.ops.builtin.module import Module
from hloom.ops.hlo.lowering import runnable
from hloom.pipeline import parse
from hloom.reference.api import evaluate
from hloom.support.diagnostics import InputError, InternalError, UserError
from hloom.text.values import checked_time_limit, made_up_arguments


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", metavar="PATH", help="programs, or folders of them; - is standard input")
    parser.add_argument("--engine", choices=("cpu", "reference"), default="reference", help="what runs them")
    parser.add_argument("--time-limit", type=float, metavar="SECONDS", help="stop a function that runs for longer: it fails")
    parser.add_argument("--json", action="store_true", help="print one JSON document: a record for each function")


def run(arguments: argparse.Namespace) -> int:
    limit = checked_time_limit(arguments.time_limit)
    records = []
    for path in expand(arguments.paths):
        with redirect_stdout(sys.stderr if arguments.json else sys.stdout):  # what the programs print is not the document
            found = list(records_of(path, arguments.engine, limit))
        for record in found:
            records.append(record)
            if not arguments.json and record["status"] != "pass":
                function = f"@{record['function']}: " if record["function"] else ""
                place = f"{path}: {function}{record['status']}: "
                # What is wrong with the file itself begins with its name.
                complain(record["message"] if not record["function"] else f"{place}{record['message']}")
    passed = sum(r["status"] == "pass" for r in records)
    failed = len(records) - passed
    if arguments.json:
        json.dump(records, sys.stdout, indent=1)
        print()
    else:
        print(coloured_summary(f"{passed} passed, {failed} failed", sys.stdout))
    unusable = any(r["function"] == "" and r["status"] == "error" for r in records)
    return 2 if unusable else 1 if failed or not records else 0


def records_of(path: str, engine: str, time_limit: float | None = None) -> Iterator[dict[str, Any]]:
    """Runs the programs in a file, each function for at most so many seconds; yields a record {file, case, function, status,
    message, seconds} for each function."""
    try:
        texts = list(programs(path))
    except InputError as error:
        yield _record(path, 0, "", "error", str(error), 0.0)
        return
    for case, (name, text) in enumerate(texts):
        try:
            module = parse(text, format="auto", name=name)
            module.verify()
            module = runnable(module)
        except UserError as error:
            yield _record(path, case, "", "error", str(error), 0.0)
            continue
        for function in functions_to_run(module):
            start = perf_counter()
            status, message = _outcome(module, function, engine, time_limit)
            yield _record(path, case, function, status, message, perf_counter() - start)


def functions_to_run(module: Module) -> list[str]:
    """@main, else every public function without arguments."""
    functions = module.functions
    if "main" in functions:
        return ["main"]
    return [n for n, f in functions.items() if f.is_public and not f.is_declaration and not f.function_type.inputs]


def _outcome(module: Module, function: str, engine: str, time_limit: float | None) -> tuple[str, str]:
    try:
        values = made_up_arguments(module.functions[function].function_type.inputs)
        if engine == "reference":
            evaluate(module, *values, function=function, time_limit=time_limit)
        else:
            from hloom.pipeline import compile

            compile(module, function, time_limit=time_limit)(*values)
    except UserError as error:
        unsupported = any(d.code == "unsupported" for d in error.diagnostics)
        return ("unsupported" if unsupported else "fail"), str(error)
    except InternalError as error:
        return "error", str(error)
    return "pass", ""


def _record(file: str, case: int, function: str, status: str, message: str, seconds: float) -> dict[str, Any]:
    return {"file": file, "case": case, "function": function, "status": status, "message": message, "seconds": round(seconds, 6)}
