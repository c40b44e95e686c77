"""Compile a program and show what became of it."""

from __future__ import annotations

import argparse
from pathlib import Path

from hloom.cli.files import load_one
from hloom.support.diagnostics import InputError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the program; - is standard input")
    parser.add_argument("--function", default="main", metavar="NAME", help="the function to compile (default: main)")
    parser.add_argument("--emit", choices=("kernels", "llvm", "asm"), default="kernels", help="what to print")
    parser.add_argument("--dump", metavar="DIR", help="write the program after each pass, the kernels, LLVM IR and assembly here")


def run(arguments: argparse.Namespace) -> int:
    from hloom.pipeline import stages
    from hloom.runtime.jit import emit_assembly

    made = stages(load_one(arguments.file), arguments.function, dump=_directory(arguments.dump))
    if arguments.emit == "llvm":
        print(made.llvm, end="")
    elif arguments.emit == "asm":
        print(emit_assembly(made.llvm, made.target), end="")
    else:
        for name, listing in made.program.listings.items():
            print(f"{name}:\n{listing}\n")
    return 0


def _directory(path: str | None) -> Path | None:
    if path is None:
        return None
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None
    return Path(path)
