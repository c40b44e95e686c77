"""Random bits in compiled code: those of the evaluator, in every shape, type and state, without a trip to it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hloom
from tests.codegen.comparison import apart

#: A counter that overflows its low word of 64 bits, and one that does not; the third word is Philox's.
STATES = (np.array([5, 2**64 - 3, 7], np.uint64), np.array([2**63 + 9, 12345678901234, 2**64 - 1], np.uint64))
SHAPES = ((), (0,), (1,), (5,), (3, 5), (4, 3), (3, 4, 7), (2, 0, 3), (1001,))


def generator(algorithm: str, words: int, element: str, shape: tuple[int, ...], state: str = "ui64") -> Any:
    type = f"tensor<{''.join(f'{n}x' for n in shape)}{element}>"
    return hloom.parse(f"""func.func @main(%s: tensor<{words}x{state}>) -> (tensor<{words}x{state}>, {type}) {{
      %0, %1 = stablehlo.rng_bit_generator %s, algorithm = {algorithm} : (tensor<{words}x{state}>) -> (tensor<{words}x{state}>, {type})
      return %0, %1 : tensor<{words}x{state}>, {type}
    }}""")


def agree(module: Any, words: int) -> None:
    exe = hloom.compile(module)
    assert not exe.fallbacks
    dtype = module.functions["main"].function_type.inputs[0].storage.dtype
    for state in STATES:
        given = state[:words].view(dtype)
        found, expected = exe(given), hloom.evaluate(module, given)
        assert not any(map(apart, found, expected))


@pytest.mark.parametrize(("algorithm", "words"), [("THREE_FRY", 2), ("PHILOX", 2), ("PHILOX", 3), ("DEFAULT", 3)])
@pytest.mark.parametrize("element", ["ui32", "f64"])
def test_every_shape(algorithm: str, words: int, element: str) -> None:
    for shape in SHAPES:
        agree(generator(algorithm, words, element, shape), words)


@pytest.mark.parametrize("element", ["i32", "ui64", "f32", "ui8", "i16", "bf16", "f16", "ui4", "i4", "ui2", "f8E4M3FN", "f4E2M1FN"])
def test_every_type(element: str) -> None:
    for algorithm in ("THREE_FRY", "PHILOX"):
        agree(generator(algorithm, 2, element, (37,)), 2)
        agree(generator(algorithm, 2, element, (6,), "i64"), 2)
