"""Tell what a portable artifact is: producer, versions, what forbids an older one, custom calls, what fills it.

Or write the program again: without the places that it was made from (`--strip-locations`), with its large constants in a file
beside it (`--outline-constants`), or with those in it again (`--inline-constants`).
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hloom.cli.constants import add_least, check_distinct, check_least, inline, outline
from hloom.cli.files import read_bytes, write_bytes
from hloom.cli.results import print_json
from hloom.support.diagnostics import InputError, ParseError
from hloom.support.kinds import BYTECODE, binary_kind

if TYPE_CHECKING:
    from hloom.vhlo.doctor import Report

_MOST_SHOWN = 12
#: Options that write the program again, by the attributes of the arguments.
_REWRITING = {"strip_locations": "--strip-locations", "outline_constants": "--outline-constants",
              "inline_constants": "--inline-constants"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="an artifact, or StableHLO's bytecode; - is standard input")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--strip-locations", action="store_true", help="write the program without its locations to OUT")
    parser.add_argument("--outline-constants", metavar="CONSTANTS", nargs="?", const="",
                        help="write the program to OUT with its large constants in this file beside it, .npz or .safetensors "
                             "(default: OUT with the suffix .npz): hloom.load(OUT, constants=CONSTANTS)")
    add_least(parser)
    parser.add_argument("--inline-constants", metavar="CONSTANTS",
                        help="write the program to OUT with the constants that lie in this file beside it")
    parser.add_argument("-o", "--output", metavar="OUT", help="where these options write; - is standard output")


def run(arguments: argparse.Namespace) -> int:
    from hloom.vhlo.doctor import examine  # no other command needs it

    _check(arguments)
    data, name = read_bytes(arguments.file)
    if not data.startswith(BYTECODE):
        what = binary_kind(data)
        raise InputError(f"{name}: this is no portable artifact{f', but {what}' if what else ''}; "
                         "`hloom convert FILE -o OUT --to artifact` makes one of a program")
    try:
        report = examine(data, name)
    except ParseError as error:
        raise InputError(str(error)) from None
    if arguments.output is not None:
        return _rewrite(data, report, arguments)
    if arguments.json:
        print_json(report.to_json())
        return 0
    for line in lines(report):
        print(line)
    return 0


def _check(arguments: argparse.Namespace) -> None:
    """InputError for options that do not go together, and for files that are one."""
    given = [option for key, option in _REWRITING.items() if getattr(arguments, key) not in (None, False)]
    if bool(given) != (arguments.output is not None):
        raise InputError(f"{given[0] if given else ' or '.join(_REWRITING.values())} and --output go together")
    if arguments.outline_constants is not None and arguments.inline_constants is not None:
        raise InputError("--outline-constants takes constants out of the program, --inline-constants puts them in: one of them")
    check_least(arguments.constants_from, arguments.outline_constants is not None, "--outline-constants")
    if arguments.output == "-" and (arguments.json or arguments.outline_constants == ""):
        raise InputError("--json goes to standard output, as OUT does: give OUT a name" if arguments.json else
                         "OUT has no name, so --outline-constants wants one for the file of constants")
    if arguments.output is not None:
        if not arguments.output or os.path.isdir(arguments.output):
            raise InputError(f"{arguments.output or 'OUT'}: {'Is a directory' if arguments.output else 'has no name'}")
        if arguments.outline_constants == "":
            arguments.outline_constants = str(Path(arguments.output).with_suffix(".npz"))
    check_distinct(FILE=arguments.file, CONSTANTS=arguments.outline_constants or arguments.inline_constants, OUT=arguments.output)


def _rewrite(data: bytes, report: Report, arguments: argparse.Namespace) -> int:
    """Writes the program as options want it, and tells what became of it."""
    from hloom.vhlo.api import parse_bytecode
    from hloom.vhlo.strip import strip_locations

    module: Any = parse_bytecode(data, report.file, allow_unregistered=True)
    moved = None
    if arguments.inline_constants is not None:
        module = inline(module, arguments.inline_constants)
    if arguments.outline_constants is not None:
        module, moved = outline(module, arguments.outline_constants, arguments.constants_from)
    if arguments.strip_locations:
        strip_locations(module)
    made = _in_bytes(module, report)
    write_bytes(made, arguments.output)
    document = {"file": report.file, "bytes": report.bytes, "output": arguments.output, "output_bytes": len(made)}
    if moved is not None:
        document |= {"constants": arguments.outline_constants, "moved": {name: array.nbytes for name, array in moved.items()}}
    if arguments.json:
        print_json(document)
    elif arguments.output != "-":
        less = report.bytes - len(made)
        print(f"{arguments.output}: {len(made):,} bytes, {f'{less:,} fewer' if less >= 0 else f'{-less:,} more'}")
        if moved is not None:
            count = f"{len(moved)} constant{'' if len(moved) == 1 else 's'}"
            print(f"{arguments.outline_constants}: {count}, {sum(array.nbytes for array in moved.values()):,} bytes")
    return 0


def _in_bytes(module: Any, report: Report) -> bytes:
    """A program in the form of the file that it came from: an artifact for its version, or bytecode.

    VHLO has no words for constants beside a program. One that has such is bytecode, whose producer tells for which version its
    artifact is; stated again, they make it one.
    """
    from hloom.ir.fingerprint import resources_in
    from hloom.vhlo.output import producer_of, serialize_portable_artifact, to_bytecode

    if report.stablehlo is None:
        return to_bytecode(module, report.bytecode)
    if any(attribute.resource.contents is None for attribute, _ in resources_in(module)):
        return to_bytecode(module, report.bytecode, producer_of(report.stablehlo))
    return serialize_portable_artifact(module, report.stablehlo, allow_other_dialects=True)


def lines(report: Report) -> Iterator[str]:
    """The report as people read it."""
    yield f"{report.file}: {report.kind}, {report.bytes:,} bytes"
    yield f"  producer        {report.producer}"
    yield f"  bytecode        version {report.bytecode}"
    if report.stablehlo is not None:
        yield "  StableHLO       " + (
            f"written for {report.stablehlo}, has no operation newer than {report.needs}" if report.is_artifact else
            f"for {report.stablehlo}, once its constants are in it")
    yield f"  lowest version  {report.lowest or 'none'}"
    for blocker in report.blockers:
        yield f"    {f'{blocker.needs} for' if blocker.needs else 'none:'} {blocker.what} ({blocker.place})"
    total = sum(report.operations.values())
    yield f"  operations      {total:,}: {_counted(report.operations)}"
    if report.custom_calls:
        yield f"  custom calls    {_counted(report.custom_calls)}"
    yield "  sections        " + ", ".join(f"{name} {size:,}" for name, size in report.sections.items() if size)
    beside = f", {report.beside_bytes:,} beside the program" if report.beside_bytes else ""
    yield f"  constants       {report.constant_bytes:,} bytes{beside}"
    for constant in report.constants:
        named = "" if constant.beside is None else f"beside, {constant.beside}, "
        yield f"    {constant.bytes:,} {constant.type} ({named}{constant.place})"


def _counted(counts: dict[str, int]) -> str:
    shown = [f"{name} {count}" for name, count in list(counts.items())[:_MOST_SHOWN]]
    more = len(counts) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")
