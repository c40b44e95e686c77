"""Convert a program from one form to another: StableHLO text, HLO text.

The form that comes in is recognised by its content; the one that goes out by `--to`, or else by the suffix of the output:
`.hlo` and `.txt` for HLO, `.mlir` for StableHLO.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from hloom.cli.files import load_one
from hloom.ops.hlo.lowering import to_stablehlo
from hloom.support.diagnostics import InputError

_SUFFIXES = {".hlo": "hlo", ".txt": "hlo", ".mlir": "stablehlo"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="IN", help="the program; - is standard input")
    parser.add_argument("-o", "--output", metavar="OUT", help="where it goes (default: standard output)")
    parser.add_argument("--to", choices=("hlo", "stablehlo"), help="the form (default: by the suffix of OUT)")
    parser.add_argument("--short", action="store_true", help="HLO without %%, shapes of programs and metadata")


def run(arguments: argparse.Namespace) -> int:
    form = arguments.to or (_SUFFIXES.get(Path(arguments.output).suffix) if arguments.output else None)
    if form is None:
        raise InputError("say by --to, or by the suffix of OUT (.hlo, .txt, .mlir), into which form to convert")
    module = load_one(arguments.file)
    module.verify()
    if form == "hlo":
        text = module.to_hlo_text(short=arguments.short)
    else:
        text = (to_stablehlo(module) if module.is_hlo else module).to_text()
    if arguments.output is None or arguments.output == "-":
        print(text, end="" if text.endswith("\n") else "\n")
        return 0
    try:
        Path(arguments.output).write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{arguments.output}: {error.strerror or error}") from None
    return 0
