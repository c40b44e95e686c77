"""Check programs against every constraint of the language.

A last line counts what was looked at and found; it is left out after one program where no terminal shows it.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from contextlib import suppress
from typing import Any

from hloom.cli.files import expand, programs
from hloom.cli.streams import coloured_summary, complain, is_terminal
from hloom.pipeline import parse
from hloom.support.diagnostics import Diagnostic, InputError, ParseError
from hloom.verify import diagnose


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="programs, or folders of them; - is standard input")
    parser.add_argument("--json", action="store_true", help="print one JSON document: the diagnostics by file")
    parser.add_argument("--allow-unregistered", action="store_true", help="accept operations of unknown dialects")


def run(arguments: argparse.Namespace) -> int:
    status, report = 0, []
    counts = Counter[str]()
    for path in expand(arguments.files):
        try:
            texts = list(programs(path))
            counts["program"] += len(texts)
            found = [d for name, text in texts for d in _diagnose_program(text, name, arguments.allow_unregistered)]
        except InputError as error:
            status = 2
            found = [Diagnostic("input", str(error))]
        except Exception as error:  # a fault of hloom, or a limit of the machine: other files are checked all the same
            status = 2
            found = [Diagnostic("internal", f"{path}: a fault of hloom: {type(error).__name__}: {error}")]
        if status == 0 and any(diagnostic.is_error for diagnostic in found):
            status = 1
        counts["file"] += 1
        counts.update(d.severity for d in found)
        report.append({"file": path, "diagnostics": [as_dictionary(d) for d in found]})
        if not arguments.json:
            for diagnostic in found:
                complain(str(diagnostic) if diagnostic.span else diagnostic.message)
    if arguments.json:
        json.dump(report, sys.stdout, indent=1)
        print()
    elif counts["program"] > 1 or counts["file"] != 1 or is_terminal(sys.stderr):  # one good program is no news to a script
        complain(coloured_summary(summary(counts), sys.stderr))
    return status if counts["file"] else 1  # a folder without programs is seldom what was meant


def summary(counts: Counter[str]) -> str:
    """`2 files, 3 programs: 1 error, 2 warnings`."""
    looked_at = [_counted(counts[word], word) for word in ("file", "program")]
    found = [_counted(counts[word], word) for word in ("error", "warning") if counts[word]]
    return f"{', '.join(looked_at)}: {', '.join(found) or 'no errors'}"


def _counted(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"


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


def as_dictionary(diagnostic: Diagnostic) -> dict[str, Any]:
    """A diagnostic as JSON has it; `frames` are the lines of the user's program from which its place was made."""
    return {"code": diagnostic.code, "severity": diagnostic.severity, "line": diagnostic.line, "column": diagnostic.column,
            "message": diagnostic.message, "frames": [*diagnostic.frames]}
