"""Long complex products of few columns as real ones of their parts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hloom
from hloom.ir.types import tensor
from hloom.numbers.element_type import ELEMENT_TYPES
from hloom.ops.common.attributes import DotDimensionNumbers
from hloom.ops.stablehlo.contraction import DotGeneral
from hloom.passes import PASSES, run_passes
from hloom.passes.rules.limits import Limits
from tests.harness import told
from tests.passes.programs import FunctionBuilder


def program(rng: np.random.Generator, type: str, sizes: dict[str, int]) -> tuple[Any, list[np.ndarray], np.ndarray]:
    """A product whose operands have dimensions of these names in any order (batch a, b, rows m, l, columns n, terms j, k), its
    operands, of small whole numbers, and the result."""
    of = [rng.permutation(list("abmljk")), rng.permutation(list("abnjk"))]
    batch, terms = (list(rng.permutation(list(names))) for names in ("ab", "jk"))
    numbers = DotDimensionNumbers(*(tuple(list(names).index(d) for d in chosen) for chosen in (batch, terms) for names in of))
    element = ELEMENT_TYPES[type]
    shapes = [tuple(sizes[d] for d in names) for names in of]
    builder = FunctionBuilder([tensor(shape, element) for shape in shapes])
    op = DotGeneral.create(*builder.arguments, dot_dimension_numbers=numbers)
    arrays = [(rng.integers(-3, 4, s) + 1j * rng.integers(-3, 4, s)).astype(element.dtype) for s in shapes]
    rest = [[d for d in names if d not in (*batch, *terms)] for names in of]
    expected = np.einsum(f"{''.join(of[0])},{''.join(of[1])}->{''.join([*batch, *rest[0], *rest[1]])}", *arrays)
    return builder.module(*builder.block.append(op).results), arrays, expected


@pytest.mark.parametrize("type", ["complex<f32>", "complex<f64>"])
@pytest.mark.parametrize("seed", range(8))
def test_products_of_parts_are_the_product(seed: int, type: str) -> None:
    rng = np.random.default_rng(seed)
    sizes = {"a": 2, "b": int(rng.integers(1, 4)), "m": int(rng.integers(2, 5)), "l": int(rng.integers(1, 4)),
             "n": int(rng.integers(2, 4)), "j": int(rng.integers(1, 5)), "k": int(rng.integers(4, 7))}
    module, arrays, expected = program(rng, type, sizes)
    made = run_passes(module, [told("decompose", limits=Limits(complex_terms=4))], verify_each=True)
    assert str(made).count("stablehlo.real") == 2
    for found in (hloom.evaluate(made, *arrays), hloom.compile(made)(*arrays)):
        assert np.array_equal(found[0], expected)


@pytest.mark.parametrize(("sizes", "is_taken_apart"), [
    ({"m": 3, "n": 3, "k": 600}, True), ({"m": 3, "n": 3, "k": 100}, False), ({"m": 1, "n": 3, "k": 600}, False),
    ({"m": 3, "n": 1, "k": 600}, False), ({"m": 3, "n": 8, "k": 600}, False), ({"m": 65, "n": 3, "k": 600}, False)])
def test_few_columns_with_many_terms(sizes: dict[str, int], is_taken_apart: bool) -> None:
    module, arrays, expected = program(np.random.default_rng(1), "complex<f32>", {"a": 1, "b": 1, "l": 1, "j": 1, **sizes})
    assert ("stablehlo.real" in str(run_passes(module, [PASSES["decompose"]]))) is is_taken_apart
    assert np.array_equal(hloom.compile(module)(*arrays)[0], expected)
