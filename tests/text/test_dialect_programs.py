"""Hand-made programs that go through the operations of each dialect and their optional parts: text equal to MLIR's."""

from __future__ import annotations

from pathlib import Path

import pytest

from hloom.text.mlir import parse, print_module
from tests.text.oracle import FORMS, Oracle, oracles

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.mlir"))


@pytest.fixture(scope="module")
def readers() -> list[Oracle]:
    return oracles()


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_programs_are_printed_as_mlir_does(path: Path, readers: list[Oracle]) -> None:
    for program in path.read_text().split("// -----\n"):
        expected = next((found for reader in readers if (found := reader.texts(program, FORMS)) is not None), None)
        assert expected is not None, f"no library reads\n{program}"
        module = parse(program, "-")
        for (generic, debug_info), text in zip(FORMS, expected):
            printed = print_module(module, generic=generic, debug_info=debug_info)
            assert printed.splitlines() == text.rstrip("\n").splitlines()
