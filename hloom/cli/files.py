"""Files that commands take: `-` is standard input, `// -----` on a line separates programs."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from hloom.cli.streams import complain
from hloom.driver.binary import is_program_in_bytes, looks_like_proto
from hloom.ir.attributes import DenseResourceAttr
from hloom.ops.builtin.module import Module
from hloom.pipeline import load, parse
from hloom.support.diagnostics import WARNING, Diagnostic, InputError, ParseError
from hloom.support.files import read_file, read_stream
from hloom.support.kinds import BYTECODE, text_of
from hloom.support.source import count_lines
from hloom.text.detect import looks_like_hlo, looks_like_mlir

_SEPARATOR = re.compile(r"(?:^|(?<=\r))// -----[^\r\n]*(?:\r\n?|\n)?", re.MULTILINE)


def read_program(path: str) -> str | bytes:
    """The text of a file, or the bytes of a program in bytes; InputError for one that cannot be read, or is of another kind."""
    data, name = read_bytes(path)
    if is_program_in_bytes(data):
        return data
    try:
        return text_of(data, name)
    except ParseError as error:
        raise InputError(str(error)) from None


def read_bytes(path: str) -> tuple[bytes, str]:
    """What is in a file, and its name in messages."""
    return (_standard_input(), "<stdin>") if path == "-" else (read_file(path), path)


def _standard_input() -> bytes:
    if sys.stdin is None:
        raise InputError("standard input is closed")
    try:
        return read_stream(sys.stdin.buffer, "standard input")
    except OSError as error:
        raise InputError(f"standard input: {error.strerror or error}") from None


def write_bytes(data: bytes, output: str | None) -> int:
    """Writes bytes to a file, or to standard output (`-`, None). Returns the exit status, 0; InputError where that fails."""
    try:
        if output is None or output == "-":
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
        else:
            Path(output).write_bytes(data)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise InputError(f"{output or 'standard output'}: {error.strerror or error}") from None
    return 0


def write_text(text: str, output: str | None) -> int:
    """Writes a text to a file, or to standard output (`-`, None). Returns the exit status, 0; InputError where that fails."""
    if output is None or output == "-":
        print(text, end="" if text.endswith("\n") else "\n")
        return 0
    try:
        Path(output).write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{output}: {error.strerror or error}") from None
    return 0


class OutputFile:
    """A text file that is written as a run goes on; where that fails, it is the user's error, with the name of the file.

    `-` is standard output, which stays open. Nobody hears of a reader that has gone: the rest is not written.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        with self._named():
            self._file: TextIO | None = sys.stdout if path == "-" else open(path, "w", encoding="utf-8")

    def write(self, text: str) -> None:
        if self._file is not None:
            with self._named():
                self._file.write(text)

    def __enter__(self) -> OutputFile:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file not in (None, sys.stdout):
            with self._named():
                self._file.close()  # type: ignore[union-attr]

    @contextmanager
    def _named(self) -> Iterator[None]:
        try:
            yield
        except BrokenPipeError:
            if self._file is not sys.stdout:
                with suppress(OSError):  # what is left cannot be written either
                    self._file.close()  # type: ignore[union-attr]
            self._file = None
        except OSError as error:
            self._file = None
            raise InputError(f"{'standard output' if self.path == '-' else self.path}: {error.strerror or error}") from None


def programs(path: str) -> Iterator[tuple[str, str | bytes]]:
    """The programs in a file as (name, text); one in a protocol buffer or in bytecode as its bytes.

    Texts after the first begin with empty lines, so that lines keep their numbers."""
    text = read_program(path)
    name = "<stdin>" if path == "-" else path
    if isinstance(text, bytes):
        yield name, text
        return
    start = 0
    for separator in [*_SEPARATOR.finditer(text), None]:
        end = separator.start() if separator else len(text)
        yield name, "\n" * count_lines(text, start) + text[start:end]
        start = separator.end() if separator else end


def is_bytecode_file(path: str) -> bool:
    """Whether a path is that of a file which begins as MLIR bytecode does."""
    try:
        if not os.path.isfile(path):
            return False
        with open(path, "rb") as file:
            return file.read(len(BYTECODE)) == BYTECODE
    except (OSError, ValueError):  # whoever reads it says so
        return False


def load_one(path: str) -> Module:
    """The one program of a file."""
    if path == "-":
        return parse(read_program(path), format="auto", name="<stdin>")
    return load(path)


def note_of_what_was_left_out(module: Module) -> None:
    """Says on standard error that numbers of a program are missing, which cannot be run: what is made of it lacks them, too."""
    for op in module.walk():
        for value in op.attributes.values():
            if isinstance(value, DenseResourceAttr) and value.resource.data is None and value.resource.beside is None:
                complain(str(Diagnostic("resource", value.resource.absence, op.span, WARNING)))
                return


def function_name(text: str) -> str:
    """The name of a function, which may be written as programs refer to it: `@main`, and `%main` in HLO."""
    return text[1:] if text.startswith(("@", "%")) and len(text) > 1 else text


def add_function(parser: argparse.ArgumentParser, what: str, default: str | None = None) -> None:
    """The option that names a function of the program, or a computation of one in HLO."""
    parser.add_argument("--function", "--computation", dest="function", default=default, type=function_name, metavar="NAME",
                        help=f"{what}; of a program in HLO any computation: the body of a fusion or a loop, a reducer, the entry "
                             "by its name or main")


#: How names of files end that may be programs; those that others use, too, only where the content says so.
_SUFFIXES = (".mlir", ".hlo", ".mlirbc")
_SHARED_SUFFIXES = (".txt", ".pb")
_BEGINNING = 1 << 16


def expand(paths: Sequence[str]) -> list[str]:
    """Files, with every folder replaced by the programs below it: `.mlir`, `.hlo`, and each `.txt` and `.pb` that begins as a
    program."""
    found: list[str] = []
    for path in paths:
        if path != "-" and Path(path).is_dir():
            found.extend(sorted(str(p) for p in Path(path).rglob("*") if _is_program(p)))
        else:
            found.append(path)
    return found


def _is_program(path: Path) -> bool:
    if path.suffix in _SUFFIXES:
        return True
    if path.suffix not in _SHARED_SUFFIXES or not path.is_file():
        return False
    try:
        with open(path, "rb") as file:
            data = file.read(_BEGINNING)
    except OSError:
        return False  # one that nobody named
    if path.suffix == ".pb":
        return looks_like_proto(data)
    text = data.decode("utf-8", errors="replace")
    return looks_like_hlo(text) or looks_like_mlir(text)
