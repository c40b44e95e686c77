"""Products with few results that sum over very many pairs, in parts: which are cut, and that the numbers stay what they are."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.codegen.cpu.lowering import split_k
from hloom.codegen.target import Target
from hloom.numbers.difference import EQUAL
from hloom.passes import Pass, run_passes
from hloom.passes.manager import needs_of
from hloom.pipeline import passes_for
from tests.harness import check, dtype_of, lower
from tests.passes.test_inner_products import Tuples, program

Layout = tuple[str, Any, Tuples]
LAYOUTS: list[Layout] = [
    ("km,kn->mn", lambda m, k, n: ((k, m), (k, n)), ((), (), (0,), (0,))),
    ("mk,kn->mn", lambda m, k, n: ((m, k), (k, n)), ((), (), (1,), (0,))),
    ("mk,nk->mn", lambda m, k, n: ((m, k), (n, k)), ((), (), (1,), (1,))),
    ("jkm,jkn->mn", lambda m, k, n: ((3, k, m), (3, k, n)), ((), (), (0, 1), (0, 1))),
    ("kjm,jnk->mn", lambda m, k, n: ((k, 2, m), (2, n, k)), ((), (), (0, 1), (2, 0)))]


def cut(text: str, count: int = 2) -> Any:
    """The program after the pass, for so many workers."""
    step = Pass("split_k", partial(split_k.run, target=Target.host(), workers=count), needs_of(split_k))
    return run_passes(hloom.parse(text), [step], verify_each=True)


def products(module: Any) -> list[Any]:
    return [op for op in module.walk() if op.name == "stablehlo.dot_general"]


def parts(text: str, count: int = 2) -> int:
    """How many parts the one product of a program has after the pass; 1: it is as it was."""
    op, *_ = products(cut(text, count))
    (before,) = products(hloom.parse(text))
    return 1 if op.result.shape == before.result.shape else op.result.shape[0]


def transposed(m: int, k: int, n: int, types: tuple[str, str] = ("f32", "f32")) -> str:
    return program(((k, m), (k, n)), ((), (), (0,), (0,)), types)


@pytest.mark.parametrize(("sizes", "count", "expected"), [
    ((8, 65536, 16), 2, 8), ((8, 65536, 16), 4, 16), ((8, 65536, 16), 3, 12), ((8, 65536, 16), 1, 1), ((128, 16384, 128), 2, 8),
    ((256, 16384, 256), 2, 1), ((256, 16384, 256), 8, 32), ((10, 60000, 784), 2, 8), ((10, 60000, 784), 3, 12),
    ((8, 4096, 8), 2, 1), ((512, 1000, 16), 2, 1), ((8, 65537, 16), 2, 8), ((8, 3 * 17011, 16), 2, 8), ((8, 2 * 32771, 16), 2, 8),
    ((0, 65536, 16), 2, 1), ((64, 2048, 64), 2, 4), ((128, 1024, 128), 2, 2), ((256, 16384, 256), 64, 1),
    ((512, 65536, 512), 64, 64)])
def test_which_are_cut(sizes: tuple[int, int, int], count: int, expected: int) -> None:
    """Not those with tiles enough for all workers, nor with few pairs, nor into parts as large as what they are made of."""
    assert parts(transposed(*sizes), count) == expected


@pytest.mark.parametrize(("length", "count", "pairs"), [
    (65536, 2, [8192]), (65537, 2, [8192, 1]), (65600, 2, [8200]), (60013, 2, [7488, 109]), (16411, 2, [2048, 27]),
    (65599, 2, [8192, 63]), (3 * 17011, 2, [6376, 25]), (65536, 3, [5460, 16]), (2053, 2, [512, 5])])
def test_what_is_left_over_is_a_product_of_its_own(length: int, count: int, pairs: list[int]) -> None:
    """Parts are of whole steps where that leaves little."""
    module = cut(transposed(64, length, 64), count)
    found = [op.lhs.shape[-2] for op in products(module)]
    assert found == pairs
    assert ("stablehlo.slice" in str(module)) == (len(pairs) == 2)


@pytest.mark.parametrize("layout", range(3))
def test_operands_are_read_in_place(layout: int) -> None:
    """Also where parts do not take all of them: nothing is copied."""
    _, shapes_of, numbers = LAYOUTS[layout]
    module = hloom.parse(program(shapes_of(16, 65537, 16), numbers, ("f32", "f32")))
    kernels = list(hloom.compile(module, threads=2).kernels)
    assert sum(name.startswith("contraction") for name in kernels) == 2 and len(kernels) == 3, kernels


def test_batches_that_are_tasks_enough_stay() -> None:
    for batch, is_cut in ((1, True), (2, True), (4, False), (64, False)):
        text = program(((batch, 16384, 8), (batch, 16384, 8)), ((0,), (0,), (1,), (1,)), ("f32", "f32"))
        assert (len(products(cut(text, 4))[0].result.shape) == 4) == is_cut


@pytest.mark.parametrize(("types", "sums"), [
    (("f32", "f32"), "f32"), (("f64", "f64"), "f64"), (("bf16", "f32"), "f32"), (("bf16", "bf16"), "f32"),
    (("f16", "f16"), "f32"), (("i8", "i32"), "i32"), (("i8", "i8"), "i8"), (("ui16", "ui64"), "ui64"),
    (("complex<f32>", "complex<f32>"), None)])
def test_types_of_sums(types: tuple[str, str], sums: str | None) -> None:
    """Narrow floats are rounded once, after all parts are added."""
    (op,) = products(cut(transposed(8, 65536, 16, types)))
    assert (op.result.shape == (8, 16)) if sums is None else (op.result.shape == (8, 8, 16) and op.result.element.name == sums)


def test_numbers_are_widened_by_the_product() -> None:
    text = """func.func @main(%x: tensor<65536x8xi8>, %y: tensor<65536x16xi8>) -> tensor<8x16xi32> {
        %0 = stablehlo.convert %x : (tensor<65536x8xi8>) -> tensor<65536x8xi32>
        %1 = stablehlo.convert %y : (tensor<65536x16xi8>) -> tensor<65536x16xi32>
        %2 = stablehlo.dot_general %0, %1, contracting_dims = [0] x [0] :
            (tensor<65536x8xi32>, tensor<65536x16xi32>) -> tensor<8x16xi32>
        return %2 : tensor<8x16xi32> }"""
    reshaped = [op.operand.element.name for op in cut(text).walk() if op.name == "stablehlo.reshape"]
    assert reshaped == ["i8", "i8"]


@cache
def factors(layout: int) -> list[tuple[tuple[int, int, int], Any, Any, Any, Any]]:
    """Sizes, the shapes of the operands of a layout, zeros and ones for both, and their product."""
    equation, shapes_of, _ = LAYOUTS[layout]
    rng = np.random.default_rng(layout)
    found = []
    for sizes in ((1, 150_000, 1), (3, 60_060, 5), (17, 16_384, 9), (5, 40_009, 7)):
        shapes = shapes_of(*sizes)
        x, y = (rng.integers(0, 2, s).astype(np.int8) for s in shapes)
        found.append((sizes, shapes, x, y, np.einsum(equation, x.astype(np.float64), y.astype(np.float64))))
    return found


@pytest.mark.parametrize("types", [("f32", "f32"), ("f64", "f64"), ("bf16", "bf16"), ("f16", "f32"), ("i8", "i32"), ("ui8", "i8"),
                                   ("i64", "i64")], ids="-".join)
@pytest.mark.parametrize("layout", range(len(LAYOUTS)))
@pytest.mark.parametrize("count", [2, 3])
def test_numbers(types: tuple[str, str], layout: int, count: int) -> None:
    """Against NumPy, all bits: sums of small numbers are exact."""
    for sizes, shapes, x, y, wanted in factors(layout):
        x, y = x.astype(dtype_of(types[0])), y.astype(dtype_of(types[0]))
        if types[1] in ("i8", "i64"):
            wanted = wanted.astype(np.int64)
        made = lower(program(shapes, LAYOUTS[layout][2], types), workers=count, passes=passes_for(Target.host(), count))
        check(made, [x, y], [wanted.astype(dtype_of(types[1]))], EQUAL, workers=count, what=sizes)


def test_deterministic_products_do_not_depend_on_threads() -> None:
    module = hloom.parse(transposed(8, 65536, 16))
    rng = np.random.default_rng(0)
    x, y = (rng.standard_normal((65536, n)).astype(np.float32) for n in (8, 16))
    found = {hloom.compile(module, threads=n, deterministic=True)(x, y)[0].tobytes() for n in (1, 2, 3, 4)}
    assert len(found) == 1
    for n in (1, 2):
        (sums,) = hloom.compile(module, threads=n)(x, y)
        np.testing.assert_allclose(sums, x.T.astype(np.float64) @ y, rtol=0, atol=1e-2)
