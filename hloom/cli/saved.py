"""Executables from files, for the command line: what runs, and its function with names and types of what it takes and gives."""

from __future__ import annotations

import argparse
import json
from typing import Any

from hloom.cli.watching import watches
from hloom.ops.builtin.module import Module
from hloom.pipeline import parse
from hloom.support.diagnostics import InputError
from hloom.support.files import EXECUTABLE


def is_saved(path: str) -> bool:
    """Whether a path is that of an executable in a file."""
    try:
        with open(path, "rb") as file:
            return file.read(len(EXECUTABLE)) == EXECUTABLE
    except (OSError, ValueError):  # whoever reads it says so
        return False


def opened(arguments: argparse.Namespace) -> tuple[Any, Module]:
    """The executable in a file, and a program of its function: that in the file, or one that only says its types.

    Raises InputError for options that are for programs.
    """
    from hloom.driver.files import load_executable
    from hloom.runtime.file_executable import FileExecutable, program_in

    _check(arguments)
    found: Any = load_executable(arguments.file, threads=arguments.threads, time_limit=arguments.time_limit, check=True)
    own = found.signature.function
    if arguments.function not in (own, "main"):
        raise InputError(f"{arguments.file}: the executable of @{own}, and no other function")
    arguments.function = own
    inner = getattr(found, "_inner", found)
    module = program_in(inner.stored) if isinstance(inner, FileExecutable) else None
    return found, module or _stated(found.signature)


def _check(arguments: argparse.Namespace) -> None:
    """Raises InputError for options that an executable in a file has been compiled without."""
    given = {"--engine reference": arguments.engine == "reference", "--grid": arguments.grid, "--constants": arguments.constants,
             "--reference-check": arguments.reference_check, "--inputs-from-run": arguments.inputs_from_run,
             "--deterministic": arguments.deterministic, "--excess-precision": arguments.excess_precision,
             "--skip-callbacks": arguments.skip_callbacks, "--nan-check": arguments.nan_check, "--trace": arguments.trace,
             "--step-limit": arguments.step_limit is not None, "--probe-output-dir": arguments.probe_output_dir,
             "values of operations": watches(arguments)}
    if wrong := [option for option, value in given.items() if value]:
        raise InputError(f"{arguments.file} is an executable: it takes no {', '.join(wrong)}; a program does")


def _stated(signature: Any) -> Module:
    """A program that says what a function takes and gives, and not what it does."""
    arguments = ", ".join(f"%a{k}: {p.type} loc({_quoted(p.name)})" for k, p in enumerate(signature.arguments))
    results = ", ".join(f"{p.type} {{jax.result_info = {_quoted(p.name)}}}" for p in signature.results)
    taken, given = (", ".join(str(p.type) for p in of) for of in (signature.arguments, signature.results))
    operands, values = (", ".join(f"%{letter}{k}" for k in range(len(of)))
                        for letter, of in (("a", signature.arguments), ("r", signature.results)))
    call = f'{f"{values} = " if values else ""}"saved.executable"({operands}) : ({taken}) -> ({given})'
    end = f"return {values} : {given}" if values else "return"
    return parse(f"func.func @{_quoted(signature.function)}({arguments}) -> ({results}) {{ {call} {end} }}",
                 name="<saved executable>", allow_unregistered=True)


def _quoted(name: str) -> str:
    return json.dumps(name, ensure_ascii=False)
