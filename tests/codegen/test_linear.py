"""Compiled Cholesky factors and triangular systems between guard pages, against the evaluator."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from hloom.numbers.difference import Tolerance
from hloom.numbers.element_type import ELEMENT_TYPES
from hloom.reference.custom_calls import CUSTOM_CALLS
from tests import harness
from tests.harness import evaluated, lower, targets, tensor
from tests.passes.programs import program

TYPES = ("f32", "f64", "complex<f32>", "complex<f64>", "bf16", "f16")
#: Batches and sizes: side by side with a remainder, and one by one; sizes around those of registers.
CASES = [((37,), 6), ((16,), 1), ((3, 7), 5), ((2,), 33), ((), 17), ((), 70), ((1,), 1), ((0,), 3), ((2,), 0), ((40,), 16)]


def random_numbers(shape: Any, element: str, random: np.random.Generator) -> np.ndarray:
    found = random.standard_normal(shape)
    if element.startswith("complex"):
        found = found + 1j * random.standard_normal(shape)
    return np.asarray(found).astype(ELEMENT_TYPES[element].dtype)


def precision(element: str) -> float:
    return {"bf16": 2.0**-8, "f16": 2.0**-11, "f64": 2.0**-53, "complex<f64>": 2.0**-53}.get(element, 2.0**-24)


def check(text: str, arrays: list[np.ndarray], limit: float | None, target: Any = None) -> None:
    """All numbers within `limit` times the largest one of the evaluator's, NaN where it has NaN; None: the same bits."""
    made = lower(text, target)
    assert not made.program.callbacks
    harness.check(made, arrays, evaluated(text, *arrays), 0 if limit is None else Tolerance(of_largest=limit), what=text)


# -- factors ------------------------------------------------------------------------------------------------------------
def factor_text(shape: Any, element: str, lower: bool, call: bool) -> str:
    a, info = tensor(shape, element), tensor(shape[:-2], "i32")
    if not call:
        return f"""(%a: {a}) -> {a} {{
            %0 = stablehlo.cholesky %a, lower = {str(lower).lower()} : {a}
            return %0 : {a} }}"""
    letter = {"f32": "s", "f64": "d", "complex<f32>": "c", "complex<f64>": "z"}[element]
    return f"""(%a: {a}) -> ({a}, {info}) {{
        %0:2 = stablehlo.custom_call @lapack_{letter}potrf_ffi(%a) {{backend_config = "",
            mhlo.backend_config = {{uplo = {ord("L" if lower else "U")} : ui8}}}} : ({a}) -> ({a}, {info})
        return %0#0, %0#1 : {a}, {info} }}"""


def positive(shape: Any, element: str, random: np.random.Generator) -> np.ndarray:
    """Matrices with factors, whose triangles do not fit each other: only one of them may be read."""
    wide = random_numbers(shape, element, random).astype(complex)
    found = wide @ np.swapaxes(wide, -1, -2).conj() / max(shape[-1], 1) + np.eye(shape[-1])
    return found if element.startswith("complex") else found.real


def factor_case(shape: Any, element: str, lower: bool, call: bool = False, broken: bool = False, target: Any = None) -> None:
    random = np.random.default_rng(shape[-1])
    a = positive(shape, element, random)
    other = np.triu(np.ones(shape, bool), 1) if lower else np.tril(np.ones(shape, bool), -1)
    a = np.where(other, 7.0, a)
    if broken and a.size:
        flat = a.reshape(-1, *shape[-2:])
        for number, matrix in enumerate(flat[::2]):
            k = number % shape[-1]
            matrix[k, k] = (-1.0, np.nan, 0.0)[number % 3]
    a = a.astype(ELEMENT_TYPES[element].dtype)
    check(factor_text(shape, element, lower, call), [a], 64 * max(shape[-1], 1) * precision(element), target)


@pytest.mark.parametrize("element", TYPES)
def test_factors(element: str) -> None:
    for (batch, size), low in product(CASES if element == "f32" else CASES[::3], (True, False)):
        factor_case((*batch, size, size), element, low)


@pytest.mark.parametrize("element", TYPES[:4])
def test_matrices_without_factors(element: str) -> None:
    for shape, low, call in product([(37, 6, 6), (3, 33, 33)], (True, False), (True, False)):
        factor_case(shape, element, low, call, broken=True)


@pytest.mark.parametrize("element", TYPES[:4])
def test_factors_by_a_call(element: str) -> None:
    for (batch, size), low in product(CASES[::2], (True, False)):
        factor_case((*batch, size, size), element, low, call=True)


# -- systems ------------------------------------------------------------------------------------------------------------
def solve_text(shapes: Any, element: str, left: bool, low: bool, transpose: str, unit: bool, call: bool) -> str:
    a, b = (tensor(s, element) for s in shapes)
    if not call:
        return f"""(%a: {a}, %b: {b}) -> {b} {{
            %0 = "stablehlo.triangular_solve"(%a, %b) <{{left_side = {str(left).lower()}, lower = {str(low).lower()},
                unit_diagonal = {str(unit).lower()}, transpose_a = #stablehlo<transpose {transpose}>}}> : ({a}, {b}) -> {b}
            return %0 : {b} }}"""
    letter = {"f32": "s", "f64": "d", "complex<f32>": "c", "complex<f64>": "z"}[element]
    codes = {"diag": "U" if unit else "N", "side": "L" if left else "R", "uplo": "L" if low else "U",
             "trans_x": {"NO_TRANSPOSE": "N", "TRANSPOSE": "T", "ADJOINT": "C"}[transpose]}
    options = ", ".join(f"{k} = {ord(v)} : ui8" for k, v in codes.items())
    return f"""(%a: {a}, %b: {b}) -> {b} {{
        %0 = stablehlo.custom_call @lapack_{letter}trsm_ffi(%a, %b) {{mhlo.backend_config = {{{options}}}, backend_config = ""}}
            : ({a}, {b}) -> {b}
        return %0 : {b} }}"""


def solve_case(batch: Any, size: int, sides: int, element: str, left: bool, low: bool, transpose: str, unit: bool,
               call: bool = False, target: Any = None) -> None:
    random = np.random.default_rng(size + sides)
    shapes = (*batch, size, size), (*batch, size, sides) if left else (*batch, sides, size)
    a = (random_numbers(shapes[0], element, random) / (2 * max(size, 1)) + np.eye(size)).astype(ELEMENT_TYPES[element].dtype)
    other = np.triu(np.ones(shapes[0], bool), 0 if unit else 1) if low else np.tril(np.ones(shapes[0], bool), 0 if unit else -1)
    a[other] = np.nan  # not read
    is_same = element in ("f32", "f64") and size <= 128 and not call
    check(solve_text(shapes, element, left, low, transpose, unit, call), [a, random_numbers(shapes[1], element, random)],
          None if is_same else 32 * max(size, 1) * precision(element), target)


WAYS = list(product((True, False), (True, False), ("NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"), (True, False)))


@pytest.mark.parametrize("element", TYPES)
def test_systems(element: str) -> None:
    for number, way in enumerate(WAYS):
        (batch, size), sides = CASES[number % len(CASES)], (1, 3, 8, 0, 19)[number % 5]
        solve_case(batch, size, sides, element, *way)  # type: ignore[arg-type]


@pytest.mark.parametrize("element", TYPES[:4])
def test_systems_by_a_call(element: str) -> None:
    for number, way in enumerate(WAYS):
        (batch, size), sides = CASES[(number + 3) % len(CASES)], (2, 17, 1, 5)[number % 4]
        solve_case(batch, size, sides, element, *way, call=True)  # type: ignore[arg-type]


def test_a_system_too_large_for_its_inverse() -> None:
    solve_case((2,), 150, 5, "f32", True, True, "NO_TRANSPOSE", False)
    solve_case((), 131, 40, "f64", False, False, "TRANSPOSE", False)


@pytest.mark.parametrize("element", TYPES[:4])
def test_factors_by_rows_together(element: str) -> None:
    """Sizes around as many rows as are computed together, and rows that would lie a power of two apart."""
    for size in (2, 3, 4, 5, 8, 9, 63, 64, 65, {"f32": 512, "complex<f32>": 512}.get(element, 256)):
        factor_case((size, size), element, size % 2 == 0)
        factor_case((size, size), element, size % 2 == 1, call=True, broken=size == 65)


@pytest.mark.parametrize("element", TYPES[:4])
def test_systems_that_are_solved_for_some_columns_at_a_time(element: str) -> None:
    """Tasks with all their columns and one with less; what the matrix is, is read where it stands."""
    for number, way in enumerate(WAYS):
        size, sides = (64, 65, 130)[number % 3], (129, 256, 300)[number % 3]
        solve_case(((), (2,), (1, 1))[number % 3], size, sides, element, *way, call=True)  # type: ignore[arg-type]
    made = lower(solve_text(((130, 130), (130, 300)), element, True, True, "TRANSPOSE", False, False))
    assert [kernel.tasks for kernels in made.emitter.emitted.values() for kernel in kernels] == [3]


def test_a_singular_system_has_no_finite_solution() -> None:
    text = solve_text(((5, 3, 3), (5, 3, 2)), "f32", True, True, "NO_TRANSPOSE", False, False)
    a = np.tril(np.ones((5, 3, 3), np.float32))
    a[1, 1, 1], a[3, 0, 0], a[4, 2, 1] = 0, -0.0, np.inf
    check(text, [a, np.ones((5, 3, 2), np.float32)], None)


def test_another_meaning_of_the_call_is_called() -> None:
    module = program(factor_text((2, 2), "f32", True, True))
    assert not lower(module).program.callbacks
    other = {**CUSTOM_CALLS, "lapack_spotrf_ffi": lambda op, a: (a, np.int32(1))}
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(CUSTOM_CALLS, "lapack_spotrf_ffi", other["lapack_spotrf_ffi"])
        assert lower(module).program.callbacks


@pytest.mark.parametrize("name", [t for t in targets() if t != "host"])
def test_narrower_registers(name: str) -> None:
    factor_case((9, 5, 5), "f32", True, target=name)
    solve_case((9,), 6, 3, "f64", True, True, "TRANSPOSE", False, target=name)
    solve_case((), 20, 13, "complex<f32>", False, True, "ADJOINT", False, target=name)
    solve_case((), 67, 131, "f32", True, False, "NO_TRANSPOSE", False, call=True, target=name)
    factor_case((70, 70), "f64", False, target=name)
