"""Tell what a portable artifact is: producer, versions, what forbids an older one, custom calls, what fills it.

With `--strip-locations` the program is written again without the places that it was made from.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from hloom.cli.files import read_bytes
from hloom.cli.results import print_json
from hloom.support.diagnostics import InputError, ParseError
from hloom.support.kinds import BYTECODE, binary_kind

if TYPE_CHECKING:
    from hloom.vhlo.doctor import Report

_MOST_SHOWN = 12


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="an artifact, or StableHLO's bytecode; - is standard input")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--strip-locations", action="store_true", help="write the program without its locations to OUT")
    parser.add_argument("-o", "--output", metavar="OUT", help="where --strip-locations writes")


def run(arguments: argparse.Namespace) -> int:
    from hloom.vhlo.doctor import examine  # no other command needs it

    if arguments.strip_locations != (arguments.output is not None):
        raise InputError("--strip-locations and --output go together")
    data, name = read_bytes(arguments.file)
    if not data.startswith(BYTECODE):
        what = binary_kind(data)
        raise InputError(f"{name}: this is no portable artifact{f', but {what}' if what else ''}; "
                         "`hloom convert FILE -o OUT --to artifact` makes one of a program")
    try:
        report = examine(data, name)
    except ParseError as error:
        raise InputError(str(error)) from None
    if arguments.strip_locations:
        return _strip(data, report, arguments)
    if arguments.json:
        print_json(report.to_json())
        return 0
    for line in lines(report):
        print(line)
    return 0


def _strip(data: bytes, report: Report, arguments: argparse.Namespace) -> int:
    from hloom.vhlo.api import parse_bytecode, serialize_portable_artifact, to_bytecode
    from hloom.vhlo.strip import strip_locations

    module = parse_bytecode(data, report.file, allow_unregistered=True)
    strip_locations(module)
    if report.stablehlo is None:
        made = to_bytecode(module, report.bytecode)
    else:
        made = serialize_portable_artifact(module, report.stablehlo, allow_other_dialects=True)
    try:
        Path(arguments.output).write_bytes(made)
    except OSError as error:
        raise InputError(f"{arguments.output}: {error.strerror or error}") from None
    if arguments.json:
        print_json({"file": report.file, "bytes": report.bytes, "output": arguments.output, "output_bytes": len(made)})
    else:
        print(f"{arguments.output}: {len(made)} bytes, {report.bytes - len(made)} fewer")
    return 0


def lines(report: Report) -> Iterator[str]:
    """The report as people read it."""
    yield f"{report.file}: {report.kind}, {report.bytes:,} bytes"
    yield f"  producer        {report.producer}"
    yield f"  bytecode        version {report.bytecode}"
    if report.stablehlo is not None:
        yield f"  StableHLO       written for {report.stablehlo}, has no operation newer than {report.needs}"
    yield f"  lowest version  {report.lowest or 'none'}"
    for blocker in report.blockers:
        yield f"    {f'{blocker.needs} for' if blocker.needs else 'no version has'} {blocker.what} ({blocker.place})"
    total = sum(report.operations.values())
    yield f"  operations      {total:,}: {_counted(report.operations)}"
    if report.custom_calls:
        yield f"  custom calls    {_counted(report.custom_calls)}"
    yield "  sections        " + ", ".join(f"{name} {size:,}" for name, size in report.sections.items() if size)
    yield f"  constants       {report.constant_bytes:,} bytes"
    for constant in report.constants:
        yield f"    {constant.bytes:,} {constant.type} ({constant.place})"


def _counted(counts: dict[str, int]) -> str:
    shown = [f"{name} {count}" for name, count in list(counts.items())[:_MOST_SHOWN]]
    more = len(counts) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")
