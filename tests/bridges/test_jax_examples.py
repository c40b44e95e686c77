"""The examples for JAX print on hloom what they print on XLA-CPU, up to rounding, and learn what they are to learn."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

from benchmarks.jax import sides
from tests import forks

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "jax"
#: Each example with what it needs, on how many devices it runs, and how far numbers may be apart: rounding, grown by the steps.
EXAMPLES = {"digits": (("optax",), 1, 2e-2), "data_parallel": ((), 8, 1e-2), "flax_model": (("flax", "optax"), 1, 2e-2),
            "sampler": (("numpyro",), 1, 1e-3)}
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?")

pytestmark = pytest.mark.long


def said_by(name: str, side: str, devices: int, folder: Path) -> str:
    code = """
import os, runpy, sys
script = sys.argv.pop()
sys.path[0] = os.path.dirname(script)
runpy.run_path(script, run_name="__main__")
"""
    return forks.printed(code, FOLDER / f"{name}.py", folder=folder, timeout=300, **sides.environment(side, devices, folder))


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_gives_what_xla_gives(name: str, tmp_path: Path) -> None:
    needed, devices, apart = EXAMPLES[name]
    for package in ("jax", *needed):
        if importlib.util.find_spec(package) is None:
            pytest.skip(f"{package} is not installed")
    mine, theirs = (said_by(name, side, devices, tmp_path) for side in ("hloom", "xla"))
    assert _NUMBER.sub("N", mine) == _NUMBER.sub("N", theirs)
    numbers = [[float(number) for number in _NUMBER.findall(said)] for said in (mine, theirs)]
    assert numbers[0] == pytest.approx(numbers[1], rel=apart, abs=1e-6), f"{mine}\n{theirs}"


def test_examples_are_all_run() -> None:
    assert {path.stem for path in FOLDER.glob("*.py")} == set(EXAMPLES)
