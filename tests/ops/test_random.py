"""Random numbers: bits against values computed by XLA (through JAX) and the specification's example; rng by its statistics."""
# ruff: noqa: E501  (programs stand on lines of their own)

from __future__ import annotations

import itertools
from functools import cache
from typing import Any

import numpy as np
import pytest

from hloom.reference import evaluate
from tests.ops.programs import codes, function, run


def test_three_fry_example_of_the_specification() -> None:
    state, bits = run("stablehlo.rng_bit_generator %0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, "
                      "tensor<2x2xui64>)",
                      np.array([1, 2], np.uint64), results="tensor<2xui64>, tensor<2x2xui64>")
    assert state.tolist() == [1, 6]
    assert bits.tolist() == [[9236835810183407956, 16087790271692313299], [18212823393184779219, 2658481902456610144]]


ALGORITHMS = ("THREE_FRY", "PHILOX", "DEFAULT")
DRAWN = [("ui32", (3, 5)), ("ui32", (2, 4)), ("ui64", (3,)), ("ui8", (7,)), ("ui16", (4, 3))]
KEY = np.array([7, 11], np.uint64)


@cache
def bits_of_xla() -> dict[tuple[str, str, tuple[int, ...]], np.ndarray]:
    """What XLA draws from KEY, by algorithm, type and shape: one program for all."""
    jax = pytest.importorskip("jax")
    numbers = jax.lax.RandomAlgorithm
    cases = list(itertools.product(ALGORITHMS, DRAWN))

    def drawn(key: Any) -> list[Any]:
        return [jax.lax.rng_bit_generator(key, shape, np.dtype(f"uint{type[2:]}"), getattr(numbers, f"RNG_{algorithm}"))[1]
                for algorithm, (type, shape) in cases]

    with jax.enable_x64(True):
        found = jax.jit(drawn)(KEY.view(np.uint32))
    return {(algorithm, *case): np.asarray(bits) for (algorithm, case), bits in zip(cases, found, strict=True)}


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("type, shape", DRAWN)
def test_bits_against_xla(algorithm: str, type: str, shape: tuple[int, ...]) -> None:
    wanted = bits_of_xla()[algorithm, type, shape]
    found = run(f"stablehlo.rng_bit_generator %0, algorithm = {algorithm} : (tensor<2xui64>) -> "
                f"(tensor<2xui64>, tensor<{'x'.join(map(str, shape))}x{type}>)", KEY,
                results=f"tensor<2xui64>, tensor<{'x'.join(map(str, shape))}x{type}>")[1]
    np.testing.assert_array_equal(found, wanted)


def draw(distribution: str, type: str, a: str, b: str) -> np.ndarray:
    module = function(f"""%a = stablehlo.constant dense<{a}> : tensor<{type}>
        %b = stablehlo.constant dense<{b}> : tensor<{type}>
        %shape = stablehlo.constant dense<[4000]> : tensor<1xi64>
        %r = stablehlo.rng %a, %b, %shape, distribution = {distribution} : (tensor<{type}>, tensor<{type}>, tensor<1xi64>) -> tensor<4000x{type}>
        %s = stablehlo.rng %a, %b, %shape, distribution = {distribution} : (tensor<{type}>, tensor<{type}>, tensor<1xi64>) -> tensor<4000x{type}>
        return %r, %s : tensor<4000x{type}>, tensor<4000x{type}>""", "", f"tensor<4000x{type}>, tensor<4000x{type}>")
    first, second = evaluate(module)
    assert not np.array_equal(first, second)
    return first.astype(np.float64)


def test_uniform_numbers() -> None:
    found = draw("UNIFORM", "f32", "-1.0", "3.0")
    assert -1 <= found.min() < -0.95 and 2.95 < found.max() < 3
    assert abs(found.mean() - 1) < 0.1 and abs(found.std() - 4 / 12**0.5) < 0.1


def test_uniform_integers_do_not_reach_the_end() -> None:
    assert set(draw("UNIFORM", "i32", "-2", "2")) == {-2, -1, 0, 1}


def test_normal_numbers() -> None:
    found = draw("NORMAL", "f64", "2.0", "3.0")
    assert abs(found.mean() - 2) < 0.2 and abs(found.std() - 3) < 0.2


def test_constraints() -> None:
    def rng(a: str, b: str, distribution: str = "UNIFORM", result: str = "tensor<?xf32>") -> list[str]:
        return codes(f"func.func @f(%a: {a}, %b: {b}, %s: tensor<1xi64>) {{\n%0 = stablehlo.rng %a, %b, %s, distribution = "
                     f"{distribution} : ({a}, {b}, tensor<1xi64>) -> {result}\nreturn\n}}")

    assert rng("tensor<f32>", "tensor<f32>") == []
    assert rng("tensor<f32>", "tensor<f64>") == ["rng_c1"]
    assert rng("tensor<i32>", "tensor<i32>", "NORMAL") == ["rng_c2"]
    assert rng("tensor<f32>", "tensor<f32>", result="tensor<?x?xf32>") == ["rng_c3"]
    text = "func.func @f(%x: tensor<3xui64>) {{\n%0:2 = stablehlo.rng_bit_generator %x, algorithm = {} : (tensor<3xui64>) -> ({}, tensor<2xui32>)\nreturn\n}}"
    assert codes(text.format("PHILOX", "tensor<3xui64>")) == []
    assert codes(text.format("THREE_FRY", "tensor<3xui64>")) == ["rng_bit_generator_c2"]
    assert codes(text.format("PHILOX", "tensor<2xui64>")) == ["rng_bit_generator_c1"]
