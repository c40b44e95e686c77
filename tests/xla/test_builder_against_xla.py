"""Random programs of the builder, printed as HLO, run by XLA and by both engines."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hloom.numbers.difference import EQUAL, Tolerance, difference
from tests.text.test_hlo_against_xla import jax, run_on_xla
from tests.xla.random_builder import Maker

PROGRAMS = 300


def agree(found: Any, wanted: Any, what: str) -> None:
    for a, b in zip(found, wanted, strict=True):
        b = np.asarray(b)
        different = difference(a, b, Tolerance(absolute=1e-5, relative=1e-5) if b.dtype.kind == "f" else EQUAL)
        assert not different, f"{what}: {different}"


@pytest.mark.parametrize("start", range(0, PROGRAMS, 50))
def test_programs_give_what_xla_gives(start: int) -> None:
    for seed in range(start, start + 50):
        computation, arguments = Maker(seed).made()
        text = str(computation)
        with jax.enable_x64(True):
            wanted = run_on_xla(text, arguments)
        what = f"program {seed}\n{text}"
        agree(computation(*arguments), wanted, what)
        if seed % 10 == 0:
            agree(computation(*arguments, engine="cpu"), wanted, what)


@pytest.mark.parametrize("start", range(0, PROGRAMS, 100))
def test_programs_read_again_mean_the_same(start: int) -> None:
    import hloom

    for seed in range(start, start + 100, 5):
        computation, arguments = Maker(seed).made()
        again = hloom.parse(str(computation), format="hlo")
        assert str(again) == str(computation)
        agree(hloom.evaluate(again, *arguments), computation(*arguments), f"program {seed}\n{computation}")
