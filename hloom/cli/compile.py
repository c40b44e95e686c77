"""Compile a program and show what became of it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from hloom.cli.files import load_one
from hloom.ops.builtin.module import Module
from hloom.support.diagnostics import InputError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the program; - is standard input")
    parser.add_argument("--function", default="main", metavar="NAME", help="the function to compile (default: main)")
    parser.add_argument("--emit", choices=("kernels", "llvm", "asm"), default="kernels", help="what to print")
    parser.add_argument("--dump", metavar="DIR", help="write the program after each pass, the kernels, LLVM IR and assembly here")
    passes = parser.add_argument_group("the passes by themselves, over all public functions")
    passes.add_argument("--stop-after", metavar="PASS", help="print the program as it is after this pass, and end there")
    passes.add_argument("--time-passes", action="store_true", help="print the seconds that each pass took, on standard error")


def run(arguments: argparse.Namespace) -> int:
    module = load_one(arguments.file)
    dump = _directory(arguments.dump)
    if arguments.stop_after or arguments.time_passes:
        _show_passes(module, arguments, dump)
    else:
        _show_code(module, arguments, dump)
    return 0


def _show_passes(module: Module, arguments: argparse.Namespace, dump: Path | None) -> None:
    from hloom.passes import run_passes

    module.verify()
    times: dict[str, float] = {}
    text = run_passes(module, dump=dump, times=times, stop_after=arguments.stop_after).to_text()
    if arguments.time_passes:
        print("\n".join(f"{name:16} {seconds:.6f} s" for name, seconds in times.items()), file=sys.stderr)
    print(text if text.endswith("\n") else f"{text}\n", end="")


def _show_code(module: Module, arguments: argparse.Namespace, dump: Path | None) -> None:
    from hloom.pipeline import stages
    from hloom.runtime.llvm_modules import emit_assembly

    made = stages(module, arguments.function, dump=dump)
    if arguments.emit == "llvm":
        print(made.llvm, end="")
    elif arguments.emit == "asm":
        print(emit_assembly(made.llvm, made.target), end="")
    else:
        for name, listing in made.program.listings.items():
            print(f"{name}:\n{listing}\n")


def _directory(path: str | None) -> Path | None:
    if path is None:
        return None
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None
    return Path(path)
