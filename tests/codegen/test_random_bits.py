"""Random bits in compiled code: those of the evaluator, in every shape, type and state, without a trip to it."""

from __future__ import annotations

import numpy as np
import pytest

import hloom
from tests.codegen.comparison import apart

#: A counter that overflows its low word of 64 bits, and one that does not; the third word is Philox's.
STATES = (np.array([5, 2**64 - 3, 7], np.uint64), np.array([2**63 + 9, 12345678901234, 2**64 - 1], np.uint64))
SHAPES = ((), (0,), (5,), (3, 5), (4, 3), (3, 4, 7), (2, 0, 3), (1001,))
TYPES = ("i32", "ui64", "f32", "ui8", "i16", "bf16", "f16", "ui4", "i4", "ui2", "f8E4M3FN", "f4E2M1FN")


def agree(algorithm: str, words: int, results: list[tuple[tuple[int, ...], str]], state: str = "ui64") -> None:
    """Both engines, on one program that draws bits for each result, each time from the state that the last left."""
    lines, types = [], []
    taken = f"tensor<{words}x{state}>"
    for k, (shape, element) in enumerate(results):
        types.append(f"tensor<{''.join(f'{n}x' for n in shape)}{element}>")
        lines.append(f"%s{k + 1}, %r{k} = stablehlo.rng_bit_generator %s{k}, algorithm = {algorithm} "
                     f": ({taken}) -> ({taken}, {types[k]})")
    values = [f"%s{len(results)}", *(f"%r{k}" for k in range(len(results)))]
    module = hloom.parse(f"func.func @main(%s0: {taken}) -> ({', '.join([taken, *types])}) {{\n" + "\n".join(lines)
                         + f"\nreturn {', '.join(values)} : {', '.join([taken, *types])} }}")
    exe = hloom.compile(module)
    assert not exe.fallbacks
    for numbers in STATES:
        given = numbers[:words].view(np.int64 if state == "i64" else np.uint64)
        for found, expected in zip(exe(given), hloom.evaluate(module, given), strict=True):
            assert not apart(found, expected), (found.shape, found.dtype)


@pytest.mark.parametrize(("algorithm", "words"), [("THREE_FRY", 2), ("PHILOX", 2), ("PHILOX", 3), ("DEFAULT", 3)])
def test_every_shape(algorithm: str, words: int) -> None:
    agree(algorithm, words, [*((shape, "ui32") for shape in SHAPES), *((shape, "f64") for shape in SHAPES[-4::2])])


@pytest.mark.parametrize("algorithm", ["THREE_FRY", "PHILOX"])
def test_every_type(algorithm: str) -> None:
    agree(algorithm, 2, [((37,), element) for element in TYPES], "i64")
