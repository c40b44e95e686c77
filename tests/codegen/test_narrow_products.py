"""Products of small and of narrow matrices, which go in loops: against NumPy, between pages."""

from __future__ import annotations

import numpy as np
import pytest

import hloom
from hloom.codegen.cpu.contractions import goes_in_loops
from hloom.codegen.machine import Machine
from hloom.numbers.element_type import element_type
from hloom.ops.stablehlo.contraction import DotGeneral
from tests.harness import check

#: Where the dimensions of a batch, rows, columns and terms stand in both operands.
FORMS = {"rows": ("bmk", "bkn"), "columns": ("bmk", "bnk"), "turned": ("bkm", "bkn"), "batch in between": ("mbk", "kbn"),
         "batch last": ("kmb", "nkb")}
TYPES = ["f32", "f64", "bf16", "f16", "i8", "ui8", "i32", "i16", "complex<f32>", "complex<f64>", "f8E5M2"]


def product(form: str, type: str, result: str, **sizes: int) -> str:
    lhs, rhs = FORMS[form]

    def tensor(dimensions: str, element: str = type) -> str:
        return f"tensor<{''.join(f'{sizes[d]}x' for d in dimensions)}{element}>"

    given, of = (tensor(lhs), tensor(rhs)), tensor("bmn", result)
    return f"""func.func @main(%x: {given[0]}, %y: {given[1]}) -> {of} {{
        %0 = stablehlo.dot_general %x, %y, batching_dims = [{lhs.index('b')}] x [{rhs.index('b')}],
            contracting_dims = [{lhs.index('k')}] x [{rhs.index('k')}] : ({given[0]}, {given[1]}) -> {of}
        return %0 : {of} }}"""


def agrees(form: str, type: str, result: str, **sizes: int) -> None:
    """Sums of small integers, which are exact in each type."""
    rng = np.random.default_rng(sum(sizes.values()))
    low, high = (0, 3) if type.startswith("ui") else (-1, 2)
    arrays = [rng.integers(low, high, [sizes[d] for d in of]).astype(element_type(type).dtype) for of in FORMS[form]]
    wide = [a.astype(complex) for a in arrays]
    expected = np.einsum(f"{','.join(FORMS[form])}->bmn", *wide)
    dtype = element_type(result).dtype
    expected = expected.astype(dtype) if np.dtype(dtype).kind == "c" else expected.real.astype(dtype)
    check(product(form, type, result, **sizes), arrays, [expected], [0])


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("type", TYPES)
def test_many_rows_of_few_columns(type: str, form: str) -> None:
    for b, m, k, n in ((1, 301, 3, 3), (3, 100, 4, 4), (2, 131, 8, 8), (1, 257, 2, 7), (5, 64, 3, 1), (4, 77, 8, 3),
                       (1, 333, 1, 5), (2, 150, 6, 6), (1, 263, 12, 3)):
        agrees(form, type, type, b=b, m=m, k=k, n=n)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("type", TYPES)
def test_many_columns_of_few_rows(type: str, form: str) -> None:
    for b, m, k, n in ((1, 1, 8, 301), (2, 1, 3, 130), (1, 4, 4, 257), (3, 8, 2, 101), (2, 3, 7, 150), (1, 5, 1, 333),
                       (1, 1, 32, 270)):
        agrees(form, type, type, b=b, m=m, k=k, n=n)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("type", TYPES)
def test_many_small_products(type: str, form: str) -> None:
    for b, m, k, n in ((70, 2, 16, 4), (65, 4, 4, 4), (64, 5, 7, 6), (99, 3, 16, 7), (66, 1, 2, 2), (81, 16, 2, 3)):
        agrees(form, type, type, b=b, m=m, k=k, n=n)


@pytest.mark.parametrize(("type", "result"), [("i8", "i32"), ("bf16", "f32"), ("f8E5M2", "f32"), ("ui8", "i32"), ("i4", "i32")])
def test_results_of_wider_types(type: str, result: str) -> None:
    for form in FORMS:
        agrees(form, type, result, b=3, m=101, k=3, n=4)
        agrees(form, type, result, b=2, m=130, k=4, n=8)
        agrees(form, type, result, b=2, m=3, k=4, n=130)


@pytest.mark.parametrize(("type", "sizes", "in_loops"), [
    ("f32", (1, 1000, 3, 3), True), ("f32", (1, 1000, 8, 8), True), ("f32", (1, 1000, 9, 8), False),
    ("f32", (1, 1000, 8, 9), False), ("f32", (1, 100, 3, 3), False), ("f32", (1, 1000, 8, 2), False),
    ("f32", (1, 1000, 0, 3), False), ("f64", (1, 1000, 4, 4), True), ("f64", (1, 1000, 4, 5), False),
    ("i8", (1, 1000, 4, 4), True), ("complex<f32>", (64, 2, 16, 4), True), ("complex<f32>", (1, 1000, 16, 4), False),
    ("complex<f32>", (64, 16, 16, 4), False), ("f32", (1, 1, 8, 1000), True), ("i8", (1, 8, 3, 1000), True),
    ("i8", (1, 1000, 12, 3), True), ("f32", (1, 1000, 12, 3), False), ("i8", (1, 1000, 13, 3), False),
    ("f32", (1, 9, 3, 1000), False)])
def test_which_go_in_loops(type: str, sizes: tuple[int, int, int, int], in_loops: bool) -> None:
    for form in ("rows", "columns"):
        module = hloom.parse(product(form, type, type, **dict(zip("bmkn", sizes))))
        (dot,) = (op for op in module.walk() if isinstance(op, DotGeneral))
        # More than three terms have to lie in rows of columns, unless the matrices are tiny.
        is_apart = form == "columns" and sizes[2] > 3 and sizes[0] < 64 and sizes[1] > 8
        assert goes_in_loops(Machine(), dot) is (in_loops and not is_apart)
