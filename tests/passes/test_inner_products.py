"""Inner products across rows are sums of products: against NumPy's einsum."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hloom
from hloom.numbers.difference import EQUAL
from hloom.numbers.element_type import element_type
from hloom.passes import PASSES, run_passes
from tests.harness import compiled, run, same

#: Shapes of both operands, or numbers of their dimensions: batching of both, contracting of both.
Tuples = tuple[tuple[int, ...], ...]
TYPES = [("f32", "f32"), ("f64", "f64"), ("bf16", "bf16"), ("bf16", "f32"), ("f16", "f16"), ("f16", "f32"), ("i8", "i8"),
         ("i8", "i32"), ("ui16", "ui64"), ("i64", "i64"), ("complex<f32>", "complex<f32>")]


def program(shapes: Tuples, numbers: Tuples, types: tuple[str, str], more: str = "") -> str:
    """The product of two arrays of a type as another."""
    left, right = shapes
    free = [left[d] for d in range(len(left)) if d not in numbers[0] + numbers[2]]
    free += [right[d] for d in range(len(right)) if d not in numbers[1] + numbers[3]]
    result = (*(left[d] for d in numbers[0]), *free)
    x, y, r = (f"tensor<{'x'.join(map(str, [*s, t]))}>" for s, t in ((left, types[0]), (right, types[0]), (result, types[1])))
    batch, contracting = (f"[{', '.join(map(str, a))}] x [{', '.join(map(str, b))}]" for a, b in (numbers[:2], numbers[2:]))
    return f"""func.func @main(%x: {x}, %y: {y}) -> {r} {{
        %0 = stablehlo.dot_general %x, %y, batching_dims = {batch}, contracting_dims = {contracting}{more} : ({x}, {y}) -> {r}
        return %0 : {r} }}"""


def is_sum(text: str) -> bool:
    return not any(op.name == "stablehlo.dot_general" for op in run_passes(hloom.parse(text), [PASSES["decompose"]]).walk())


def check(text: str, equation: str, shapes: Tuples, types: tuple[str, str]) -> None:
    """Small whole numbers, of which every type holds products and sums."""
    rng, (given, made) = np.random.default_rng(0), (element_type(t).dtype for t in types)
    x, y = (rng.integers(0 if types[0].startswith("ui") else -1, 2, s).astype(given) for s in shapes)
    wide = np.complex128 if given.kind == "c" else np.float64
    expected: Any = np.einsum(equation, x.astype(wide), y.astype(wide)).astype(made)
    (found,) = run(compiled(text), x, y)
    same([found], [expected.reshape(found.shape)], EQUAL)


@pytest.mark.parametrize("types", TYPES)
@pytest.mark.parametrize("shape", [(701, 503), (3, 17), (1000, 1), (5, 0), (0, 5)])
def test_types(types: tuple[str, str], shape: tuple[int, int]) -> None:
    text = program((shape, shape), ((1,), (1,), (0,), (0,)), types)
    assert is_sum(text) == (shape != (1000, 1))
    check(text, "kn,kn->n", (shape, shape), types)


@pytest.mark.parametrize(("equation", "shapes", "numbers"), [
    ("abcd,abcd->bd", ((3, 4, 5, 6), (3, 4, 5, 6)), ((1, 3), (1, 3), (0, 2), (0, 2))),
    ("abcd,abcd->db", ((3, 4, 5, 6), (3, 4, 5, 6)), ((3, 1), (3, 1), (2, 0), (2, 0))),
    ("abcd,abc->ca", ((3, 4, 5, 1), (3, 4, 5)), ((2, 0), (2, 0), (1,), (1,))),
    ("akb,akb->ab", ((7, 9, 33), (7, 9, 33)), ((0, 2), (0, 2), (1,), (1,))),
    ("kfn,knf->n", ((9, 1, 33), (9, 33, 1)), ((2,), (1,), (0,), (0,))),
    ("kn,mkn->nm", ((9, 33), (5, 9, 33)), ((1,), (2,), (0,), (1,))),  # one operand has a free dimension
    ("bmkan,kbn->nbma", ((4, 5, 9, 2, 33), (9, 4, 33)), ((4, 0), (2, 1), (2,), (0,))),
    ("jkn,mknj->nm", ((3, 9, 33), (5, 9, 33, 3)), ((2,), (2,), (0, 1), (3, 1))),  # the last one is summed: a product of matrices
])
def test_dimensions(equation: str, shapes: Tuples, numbers: Tuples) -> None:
    text = program(shapes, numbers, ("f32", "f32"))
    assert is_sum(text) == ("j" not in equation)
    check(text, equation, shapes, ("f32", "f32"))


def test_sums_of_narrow_floats_are_rounded_once() -> None:
    rng = np.random.default_rng(1)
    x, y = (rng.standard_normal((2000, 40)).astype(element_type("bf16").dtype) for _ in "xy")
    (found,) = run(compiled(program(((2000, 40),) * 2, ((1,), (1,), (0,), (0,)), ("bf16", "bf16"))), x, y)
    products = x.astype(np.float64) * y.astype(np.float64)
    assert np.allclose(found.astype(np.float64), products.sum(0), rtol=2**-8, atol=2**-20 * np.abs(products).sum(0).max())


@pytest.mark.parametrize("types", TYPES)
@pytest.mark.parametrize(("equation", "shapes", "numbers"), [
    ("m,n->mn", ((17,), (33,)), ((), (), (), ())),
    ("mk,kn->mn", ((17, 1), (1, 33)), ((), (), (1,), (0,))),
    ("ambk,bnak->bamn", ((5, 7, 3, 1), (3, 8, 5, 1)), ((2, 0), (0, 2), (3,), (3,))),
    ("ba,ab->ab", ((5, 3), (3, 5)), ((1, 0), (0, 1), (), ())),
])
def test_outer_products(equation: str, shapes: Tuples, numbers: Tuples, types: tuple[str, str]) -> None:
    text = program(shapes, numbers, types)
    assert is_sum(text)
    check(text, equation, shapes, types)


def test_no_sum_is_a_negative_zero() -> None:
    text = program(((2,), (2,)), ((), (), (), ()), ("f32", "f32"))
    (found,) = run(compiled(text), np.array([-1, 1], np.float32), np.array([0, -0.0], np.float32))
    assert not np.signbit(found).any()


@pytest.mark.parametrize(("shapes", "numbers", "types", "more"), [
    (((40, 50), (40, 50)), ((0,), (0,), (1,), (1,)), ("f32", "f32"), ""),  # rows lie one behind the other
    (((40, 50), (50, 40)), ((1,), (0,), (0,), (1,)), ("f32", "f32"), ""),  # one operand is read along rows, the other across
    (((40, 2, 50), (40, 2, 50)), ((2,), (2,), (0,), (0,)), ("f32", "f32"), ""),  # matrices
    (((40, 50), (40, 50)), ((1,), (1,), (0,), (0,)), ("i32", "i8"), ""),  # sums of another kind
    (((40, 50), (40, 50)), ((1,), (1,), (0,), (0,)), ("f32", "f32"),
     ", algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, "
     "rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>"),
])
def test_what_stays_a_product(shapes: Tuples, numbers: Tuples, types: tuple[str, str], more: str) -> None:
    assert not is_sum(program(shapes, numbers, types, more))
