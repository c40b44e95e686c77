"""Plans and kernels as texts, whole: what is fused, what lies where, what is copied, how work is divided, and the code.

They are made for described processors, so that they are the same on every machine. `pytest tests/codegen/test_golden.py
--refresh-golden` writes them anew: the texts for one or two processors, and digests for all of them, on one worker and on two.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import pytest

import hloom
from benchmarks import processors
from benchmarks.code_texts import Piece, digest
from benchmarks.digests import code_of
from hloom.codegen.cpu.compiler import Families
from hloom.codegen.plan.target import STRICT
from hloom.ops.definition.operation import Op
from tests.codegen.code_programs import PROGRAMS, module_text

Golden = Callable[[str, str], None]
pytestmark = pytest.mark.unguarded
FOLDER = Path(__file__).resolve().parent.parent / "golden"
#: Processors that are the same everywhere.
DESCRIBED = tuple(name for name in processors.NAMES if name != processors.OWN)
#: What is shown of programs: their code for AVX2, and for a processor for which other kernels are made.
SHOWN = [*((name, "avx2") for name in PROGRAMS), ("square roots", "sse"), ("short rows", "avx512"), ("a transpose", "avx512"),
         ("a product of bytes", "dots"), ("a product of bf16", "tiles"), ("numbers of 8 bits", "neon")]
#: Bytes of all texts together.
MOST = 1_500_000


@cache
def code(name: str) -> dict[str, list[Piece]]:
    return code_of(module_text(name), name, DESCRIBED)


@pytest.mark.parametrize(("name", "processor"), SHOWN)
def test_texts(name: str, processor: str, golden: Golden) -> None:
    parts = code(name)[f"{processor} 2"]
    assert {part.name for part in parts}.isdisjoint(("refused", "failed"))
    golden(title(name, processor), "\n".join(f"// {part.name}\n{part.text}" for part in parts if part.text))


def test_digests(golden: Golden) -> None:
    lines = [f"{name}, {variant}: {summary(parts)}" for name in PROGRAMS for variant, parts in code(name).items()]
    assert len(lines) == 2 * len(DESCRIBED) * len(PROGRAMS)
    golden(ALL, "\n".join([*lines, ""]))


def test_every_family_of_kernels_is_shown() -> None:
    known = set(Families(processors.processor("avx2"), 2, STRICT))
    named = {op.kernel for name in PROGRAMS for op in hloom.parse(module_text(name)).walk() if isinstance(op, Op)}
    # Some custom calls call libraries that not every machine has; collective operations are compiled for grids only.
    assert known - named == {"collective", "custom_call"}
    assert "launch chain_0(" in code("attention")["avx2 2"][0].text  # no operation names that family


def test_nothing_else_is_kept(request: pytest.FixtureRequest) -> None:
    kept = {re.sub(r"\W+", "_", name) for name in (ALL, *(title(*shown) for shown in SHOWN))}
    others = sorted(path for path in FOLDER.iterdir() if path.stem not in kept)
    if request.config.getoption("--refresh-golden"):
        for path in others:
            path.unlink()
        return
    assert not others
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) <= MOST


#: The text that has the digests of all code.
ALL = "digests of code"


def title(name: str, processor: str) -> str:
    return f"{name} for {processor}"


def summary(parts: Sequence[Piece]) -> str:
    """Digests of the plan with the constants, of the commands, of the kernels, and of the libraries."""
    def kind(part: Piece) -> str:
        if part.name in ("plan", "constants"):
            return "plan"
        return "commands" if part.name == "commands" else "libraries" if part.name.startswith("library ") else "kernels"

    return ", ".join(f"{wanted} {digest(''.join(part.digest for part in parts if kind(part) == wanted))[:8]}"
                     for wanted in ("plan", "commands", "kernels", "libraries"))
