"""Programs drawn by random changes: what MLIR's verifier rejects, hloom's rejects, too.

The other way round hloom is stricter, where the specification numbers a constraint or the operation could compute nothing;
`test_against_mlir.py` lists these constraints.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from hloom.support.diagnostics import ParseError
from hloom.text.mlir import parse
from hloom.verify import diagnose
from tests.ops import test_constraints, test_dialect_constraints, test_dynamic_constraints
from tests.ops.bases import program_text
from tests.ops.operations import PROGRAMS
from tests.verify.asking_mlir import verdicts
from tests.verify.changes import changed_program

pytest.importorskip("jaxlib.mlir.ir")
pytest.importorskip("torch_mlir.ir")

pytestmark = pytest.mark.slow

#: How many programs are drawn with one seed.
COUNT = 2500
DIALECTS = ("stablehlo.", "chlo.")
BASES = [(name if "." in name else f"stablehlo.{name.removesuffix('_q')}", program_text(name.removesuffix("_q"), base))
         for module in (test_constraints, test_dynamic_constraints, test_dialect_constraints)
         for name, base in module.BASES.items()]
VALID = [(name, text) for name, text in (*PROGRAMS.items(), *BASES) if name.startswith(DIALECTS)]


def errors(text: str) -> list[str]:
    """The codes of the errors in a program."""
    try:
        return [d.code for d in diagnose(parse(text)) if d.is_error]
    except ParseError as error:
        return [d.code for d in error.diagnostics]


@pytest.mark.parametrize("seed", [0, *(pytest.param(k, marks=pytest.mark.exhaustive) for k in range(1, 8))])
@pytest.mark.long
def test_what_mlir_rejects_is_rejected(seed: int, repository: Path) -> None:
    random = Random(seed)
    chosen = random.choices(VALID, k=COUNT)
    programs = {f"{name} {k}": changed_program(random, name, text) for k, (name, text) in enumerate(chosen)}
    found = verdicts_that_survive(programs, repository)
    assert len(found) > COUNT * 0.95
    assert {name: (message, programs[name]) for name, message in found.items() if message and not errors(programs[name])} == {}


def verdicts_that_survive(programs: dict[str, str], repository: Path) -> dict[str, str | None]:
    """What MLIR says of programs, but for the few that end it."""
    found: dict[str, str | None] = {}
    left = dict(programs)
    while left:
        answered = verdicts(left, repository, all_of_them=False)
        found |= answered
        left = dict(list(left.items())[len(answered) + 1 :])
    return found
