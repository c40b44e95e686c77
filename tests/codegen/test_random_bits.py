"""Compiled random bits between guard pages: the evaluator's, bit for bit."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from tests import harness
from tests.harness import targets
from tests.passes.programs import program

TOP = (1 << 64) - 1
#: Even and odd, of any rank; the dimension that ThreeFry halves is the first, the last, one between; runs short and long.
SHAPES = [(), (0,), (3, 0, 5), (1,), (2,), (17,), (4096,), (2051,), (1, 1), (3, 5), (3, 4), (4, 3), (5, 3, 7), (2, 3, 5),
          (3, 2, 33), (33, 1), (7, 2, 129), (1025, 3), (3, 1025)]
TYPES = ["i8", "ui16", "i32", "ui64", "i4", "ui2", "f32", "f64", "bf16", "f16", "f8E4M3FN", "f6E2M3FN", "f4E2M1FN", "f8E8M0FNU"]
STATES = {"THREE_FRY": [[7, TOP - 1000], [TOP, 5]], "PHILOX": [[TOP, TOP], [5, TOP - 3, TOP], [1, 2, 3]],
          "DEFAULT": [[3, 1 << 40], [9, TOP, 4]]}


def check(algorithm: str, state: list[int], shape: tuple[int, ...], element: str, target: Any = None, kind: str = "ui64") -> None:
    found, words = f"tensor<{''.join(f'{n}x' for n in shape)}{element}>", f"tensor<{len(state)}x{kind}>"
    module = program(f"""(%s: {words}) -> ({words}, {found}) {{
        %0, %1 = stablehlo.rng_bit_generator %s, algorithm = {algorithm} : ({words}) -> ({words}, {found})
        return %0, %1 : {words}, {found} }}""")
    given = np.array(state, np.uint64).view(np.int64 if kind == "i64" else np.uint64)
    made = harness.check(module, [given], target=target, what=(algorithm, state, shape, element))
    assert not made.program.callbacks


@pytest.mark.parametrize("algorithm", STATES)
def test_shapes(algorithm: str) -> None:
    for number, shape in enumerate(SHAPES):
        states = STATES[algorithm]
        if algorithm == "DEFAULT" and number % 4:
            continue
        for element in ("ui32", ("ui64", "i8")[number % 2]):
            check(algorithm, states[number % len(states)], shape, element)


@pytest.mark.parametrize("algorithm", ["THREE_FRY", "PHILOX"])
def test_types(algorithm: str) -> None:
    for element, shape in product(TYPES, [(3, 4, 35), (131,)]):
        check(algorithm, [11, TOP - 7], shape, element, kind="i64")


@pytest.mark.parametrize("name", [t for t in targets() if t != "host"])
def test_narrower_registers(name: str) -> None:
    for algorithm, (element, shape) in product(STATES, [("ui32", (1025, 3)), ("f64", (77,)), ("i4", (6, 40))]):
        check(algorithm, STATES[algorithm][0], shape, element, target=name)
