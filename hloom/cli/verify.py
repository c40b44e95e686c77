"""Check programs against every constraint of the language."""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import suppress
from typing import Any

from hloom.cli.files import expand, programs
from hloom.pipeline import parse
from hloom.support.diagnostics import Diagnostic, InputError, ParseError
from hloom.verify import diagnose


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="programs, or folders of them; - is standard input")
    parser.add_argument("--json", action="store_true", help="print one JSON document: the diagnostics by file")
    parser.add_argument("--allow-unregistered", action="store_true", help="accept operations of unknown dialects")


def run(arguments: argparse.Namespace) -> int:
    status, report = 0, []
    for path in expand(arguments.files):
        try:
            found = _diagnose_file(path, arguments.allow_unregistered)
        except InputError as error:
            status = 2
            found = [Diagnostic("input", str(error))]
        except Exception as error:  # a fault of hloom, or a limit of the machine: other files are checked all the same
            status = 2
            found = [Diagnostic("internal", f"{path}: a fault of hloom: {type(error).__name__}: {error}")]
        if status == 0 and any(diagnostic.is_error for diagnostic in found):
            status = 1
        report.append({"file": path, "diagnostics": [_as_dictionary(d) for d in found]})
        if not arguments.json:
            for diagnostic in found:
                print(diagnostic if diagnostic.span else diagnostic.message, file=sys.stderr)
    if arguments.json:
        json.dump(report, sys.stdout, indent=1)
        print()
    return status


def _diagnose_file(path: str, allow_unregistered: bool) -> list[Diagnostic]:
    return [found for name, text in programs(path) for found in _diagnose_program(text, name, allow_unregistered)]


def _diagnose_program(text: str | bytes, name: str, allow_unregistered: bool) -> list[Diagnostic]:
    try:
        return diagnose(parse(text, format="auto", name=name, allow_unregistered=allow_unregistered))
    except ParseError as error:
        found = [*error.diagnostics] or [Diagnostic("syntax", str(error))]
    if found[0].code == "operation":
        # What stands around an unknown operation in generic form can be read, and may have faults of its own.
        with suppress(ParseError):
            found += diagnose(parse(text, format="auto", name=name, allow_unregistered=True))
    return sorted(found, key=lambda d: d.line)


def _as_dictionary(diagnostic: Diagnostic) -> dict[str, Any]:
    return {"code": diagnostic.code, "severity": diagnostic.severity, "line": diagnostic.line, "column": diagnostic.column,
            "message": diagnostic.message}
