"""Print programs in canonical form, as MLIR prints them; those in HLO as XLA does."""

from __future__ import annotations

import argparse

from hloom.cli.files import add_function, programs
from hloom.cli.results import print_json
from hloom.pipeline import parse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the programs; - is standard input")
    add_function(parser, "only this function, with what it calls")
    parser.add_argument("--generic", action="store_true", help="the form that is the same for all operations")
    parser.add_argument("--names", choices=("mlir", "keep"), default="mlir", help="number values as MLIR does, or keep names")
    parser.add_argument("--debug-info", action="store_true", help="print locations")
    parser.add_argument("--json", action="store_true", help="print one JSON document: a list of {file, program, text}")
    parser.add_argument("--allow-unregistered", action="store_true", help="accept operations of unknown dialects")


def run(arguments: argparse.Namespace) -> int:
    texts = []
    for name, text in programs(arguments.file):
        module = parse(text, format="auto", name=name, allow_unregistered=arguments.allow_unregistered)
        if arguments.function:
            module = module.extract(arguments.function)
        if module.is_hlo and not arguments.generic:
            texts.append(module.to_hlo_text())
            continue
        texts.append(module.to_text(generic=arguments.generic, names=arguments.names, debug_info=arguments.debug_info))
    if arguments.json:
        print_json([{"file": arguments.file, "program": k, "text": text} for k, text in enumerate(texts)])
        return 0
    print("// -----\n".join(t if t.endswith("\n") else t + "\n" for t in texts), end="")
    return 0
