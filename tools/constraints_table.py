"""Writes the table of constraints, `docs/constraints.md`, and the programs that break them, `hloom/cli/broken.mlir`.

    python -m tools.constraints_table             # from the definitions, and the operations' examples
    python -m tools.constraints_table --programs  # collects from tests, too: of each code that no example gives a program for
                                                  # the smallest that they make; otherwise those of the file stay

The programs are what `hloom explain gather_c8` shows. Most are made from the operations' examples (hloom/cli/derived.py); the
others are found by running the tests of `ops` and `verify` and watching what the verifier is given.
`tests/cli/test_broken_programs.py` checks that each breaks the constraint that it stands for and no other.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping
from pathlib import Path

import hloom.ops
import hloom.verify
from hloom.cli.broken import ANY_OPERATION, Broken, broken_programs, render_programs
from hloom.cli.derived import TEST, derived_programs, shown
from hloom.ir.core import Operation
from hloom.ops.definition.operation import REGISTRY, Op, diagnostic_code
from hloom.support.diagnostics import Diagnostic
from hloom.verify.catalogue import TYPE_CONSTRAINTS, constraints_of

assert hloom.ops  # defines every operation

ROOT = Path(__file__).resolve().parents[1]
TABLE = ROOT / "docs" / "constraints.md"
PROGRAMS = ROOT / "hloom" / "cli" / "broken.mlir"
TESTS = [ROOT / "tests" / "ops", ROOT / "tests" / "verify"]

_READ_SO = "holds by construction: numbers in types are read as numbers of the type that they must have"
_NOT_A_TYPE = "cannot be written: the parser refuses such a type, `tests/verify/test_types.py` makes one without text"
#: Why no program breaks a constraint, by its code.
UNBREAKABLE = {
    "type_c1": _READ_SO, "type_c2": _READ_SO, "type_c4": _READ_SO, "type_c8": _READ_SO,
    "type_c3": _NOT_A_TYPE, "type_c9": _NOT_A_TYPE, "type_c10": _NOT_A_TYPE,
}

_HEAD = """# Constraints

Written by `make docs`. A row is a constraint under the number
that the specification gives it, or under a word where it gives none. *Checked by* says which part of the definition in
`hloom/ops` states it:

- *operands*, *results*: the type that is declared for one (operands are numbered from 1);
- *attributes*: the kind of attribute that is declared;
- *checks*: a predicate on operands, attributes and regions, before types are inferred;
- *inference*: the result type must be the one that is inferred;
- *result checks*: a predicate on results, where their types do not follow from the operands;
- *calls*: the function that the operation names.

*Test* is one with a program that breaks this constraint and no other, or the reason why no program can;
`hloom explain CODE` prints the program. Codes are the operation's name and the word in the first column: `gather_c8`,
with the dialect where StableHLO or a third dialect has an operation of the same name: `shape.add_i1`. Counts
have no rows: an operation without the operands, regions or results that it declares is reported as `gather_operands`,
`gather_regions` or `gather_results`.
"""
_COLUMNS = "| constraint | what must hold | checked by | test |\n|---|---|---|---|\n"


def render_table(programs: Mapping[tuple[str, str], Broken]) -> str:
    """The text of `docs/constraints.md`, given the programs that break constraints, by operation and code."""
    parts = [_HEAD]
    for name, op in sorted(REGISTRY.items()):
        rows = []
        for constraint in constraints_of(op):
            program = programs.get((name, constraint.code))
            rows.append(_row(constraint.label, constraint.code, constraint.meaning, constraint.where, program))
        if rows:
            parts.append(f"## {name}\n\n{_COLUMNS}" + "".join(rows))
    rows = [_row(label, code := f"type_{label.lower()}", text, "types", programs.get((ANY_OPERATION, code)))
            for label, text in TYPE_CONSTRAINTS.items()]
    parts.append(f"## Types\n\n{_COLUMNS}" + "".join(rows))
    return "\n".join(parts)


def _row(label: str, code: str, meaning: str, where: str, program: Broken | None) -> str:
    test = f"`{program.test}`" if program else UNBREAKABLE.get(code, "**none**")
    return f"| {label} | {meaning.replace('|', chr(92) + '|')} | {where} | {test} |\n"


def kept_programs() -> dict[tuple[str, str], Broken]:
    """The programs of the file that come from tests, and not from examples."""
    return {key: program for key, program in broken_programs().items() if not program.test.startswith(TEST)}


def collect_programs() -> dict[tuple[str, str], Broken]:
    """Runs the tests; of each constraint, and each rule for all operations, the smallest program diagnosed with it alone."""
    import pytest

    every = {(constraint.operation, constraint.code) for op in REGISTRY.values() for constraint in constraints_of(op)}
    constraints = every - derived_programs().keys()
    found: dict[tuple[str, str], Broken] = {}
    diagnose = hloom.verify.diagnose

    def watch(root: Operation) -> list[Diagnostic]:
        diagnostics = diagnose(root)
        if len(diagnostics) == 1 and root.name == "builtin.module":
            text = shown(root, diagnostics[0].code)
            test = os.environ.get("PYTEST_CURRENT_TEST", "").partition(" ")[0].partition("[")[0]
            if text is not None and test:
                program = Broken(diagnostics[0].code, _culprit(root, diagnostics[0]), test, text)
                key = program.operation, program.code
                if program.operation == ANY_OPERATION or key in constraints:
                    found[key] = min(program, found.get(key, program), key=lambda p: (len(p.text), p))
        return diagnostics

    hloom.verify.diagnose = watch
    try:
        pytest.main(["-q", "-p", "no:cacheprovider", "-m", "not slow", f"--ignore={TESTS[0] / 'test_constraint_table.py'}",
                     *map(str, TESTS)])
    finally:
        hloom.verify.diagnose = diagnose
    return found


def _culprit(root: Operation, diagnostic: Diagnostic) -> str:
    """The name of the operation whose constraint a diagnostic is about."""
    here = (op.name for op in root.walk() if op.span == diagnostic.span and isinstance(op, Op)
            and diagnostic.code.startswith(diagnostic_code(op, "")))
    return next(here, ANY_OPERATION)


def main() -> None:
    arguments = argparse.ArgumentParser(description="Writes the table of constraints.")
    arguments.add_argument("--programs", action="store_true", help="run tests and collect programs first")
    programs = collect_programs() if arguments.parse_args().programs else kept_programs()
    programs |= derived_programs()
    PROGRAMS.write_text(render_programs(programs.values()), encoding="utf-8")
    TABLE.write_text(render_table(programs), encoding="utf-8")


if __name__ == "__main__":
    main()
