"""Programs without faults: no comparison reports one."""

from __future__ import annotations

import numpy as np
import pytest

from hloom.debug import compare
from tests.fuzz.compiled_programs import draw


def _disagreeing(seeds: range) -> list[int]:
    found = []
    for seed in seeds:
        case = draw(seed)
        if case is None:
            continue
        with np.errstate(all="ignore"):
            if not compare(case.module, *case.arrays):
                found.append(seed)
    return found


@pytest.mark.slow
def test_drawn_programs_agree() -> None:
    assert _disagreeing(range(900_000, 900_040)) == []


@pytest.mark.exhaustive
def test_three_hundred_drawn_programs_agree() -> None:
    assert _disagreeing(range(910_000, 910_330)) == []
