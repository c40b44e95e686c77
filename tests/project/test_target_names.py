"""A custom call's target is named by its definition alone (`hloom/ops/calls`): others ask for traits."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from hloom.ops.calls import TARGETS
from hloom.ops.definition.operation import REGISTRY, SPELLINGS
from tests.project.sources import source

ROOT = Path(__file__).resolve().parents[2] / "hloom"
DEFINITIONS = ROOT / "ops" / "calls"
#: Where names stand for something else, or must be said, and why.
EXCEPTIONS = {
    "cli/explain.py": "the code of a diagnostic, which is the name of the call that makes it",
    "codegen/cpu/linear": "LAPACK's routines: how each is called, and which have code of their own",
    "codegen/machine/families.py": "LAPACK's routines: the sizes from which each is worth something else",
    "xla/ops": "XlaBuilder's functions, which make the calls that XLA's make",
}

_ROUTINES = {name for known in TARGETS.values() if known.routine for name in (known.routine.name, known.routine.entry) if name}
NAMES = ({*TARGETS} | _ROUTINES) - {*REGISTRY, *SPELLINGS}
#: What a text begins with that makes a target's name of parts.
BEGINNINGS = ("lapack_", "blas_", "cusolver_", "cublas_", "hipsolver_", "__cu", "stablehlo.dynamic_")


def names_in(path: Path) -> Iterator[tuple[int, str]]:
    """Lines and texts of the strings of a file that are the name of a target or of a routine, or that make one of parts."""
    found = source(path)
    yield from ((line, repr(text)) for line, text in found.texts if text in NAMES)
    for joined in found.joined:
        if isinstance(joined.values[0], ast.Constant) and str(joined.values[0].value).startswith(BEGINNINGS):
            yield joined.lineno, ast.unparse(joined)


def exception_of(path: Path) -> str | None:
    place = path.relative_to(ROOT).as_posix()
    return next((known for known in EXCEPTIONS if place == known or place.startswith(f"{known}/")), None)


def test_targets_are_named_by_their_definitions_alone() -> None:
    faults, needed = [], set()
    for path in sorted(ROOT.rglob("*.py")):
        if not path.is_relative_to(DEFINITIONS):
            found = list(names_in(path))
            exception = exception_of(path)
            if exception is None:
                faults += [f"{path.relative_to(ROOT.parent)}:{line}: {text}" for line, text in found]
            elif found:
                needed.add(exception)
    assert not faults, "ask the definition (`definition_of`) for a trait:\n" + "\n".join(faults)
    assert needed == set(EXCEPTIONS), "these exceptions are not needed any more"


def test_whole_targets_stand_in_no_code_for_routines() -> None:
    for path in (ROOT / "codegen").rglob("*.py"):
        assert not [text for _, text in names_in(path) if text.strip("'") in TARGETS], path


def late_names(function: Any) -> Iterator[tuple[str, str]]:
    """The modules and functions that a function of `later`, and what it is given, name."""
    if isinstance(function, partial):
        module, name, *given = function.args
        yield module, name
        for value in given:
            yield from late_names(value)


def test_what_definitions_import_late_is_there() -> None:
    named = {name for known in TARGETS.values() for function in (known.evaluate, known.decompose, known.expand)
             for name in late_names(function)}
    assert len(named) > 30
    for module, name in named:
        assert callable(getattr(import_module(f"hloom.ops.calls.{module}"), name)), f"{module}.{name}"


def test_the_scan_sees_names(tmp_path: Path) -> None:
    source = tmp_path / "scanned.py"
    source.write_text('"""A call of lapack_dgetrf_ffi is a phrase of this text."""\n'
                      'a = op.call_target_name == "lapack_dgetrf_ffi"\n'
                      'b = f"lapack_{letter}getrf_ffi"\n'
                      'c = name in ("getrf", "dungqr")\n'
                      'd = "lapack_dnothing_ffi"\n'
                      'e = {"Sharding": 1}\n'
                      'f = "mhlo.erf"\n', encoding="utf-8")
    assert sorted(line for line, _ in names_in(source)) == [2, 3, 4, 6]
