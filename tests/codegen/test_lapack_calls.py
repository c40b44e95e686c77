"""Compiled calls of LAPACK between guard pages, against the evaluator; what is not unique by what it is for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.codegen.machine import Machine
from hloom.numbers.element_type import ELEMENT_TYPES
from hloom.runtime.dispatch import lapack
from tests.harness import between_pages, evaluated, load, lower, targets, tensor, use_machine
from tests.passes.programs import program

LETTERS = {"f32": "s", "f64": "d", "complex<f32>": "c", "complex<f64>": "z"}
TYPES = list(LETTERS)
PART = {"complex<f32>": "f32", "complex<f64>": "f64"}
COMPLEX = {"f32": "complex<f32>", "f64": "complex<f64>"}
Shape = tuple[int, ...]


def numbers(shape: Shape, element: str, seed: int = 0) -> np.ndarray:
    random = np.random.default_rng((seed, *shape))
    found = random.standard_normal(shape)
    if element in PART:
        found = found + 1j * random.standard_normal(shape)
    return np.asarray(found).astype(ELEMENT_TYPES[element].dtype)


def precision(element: str) -> float:
    return 2.0**-24 if PART.get(element, element) == "f32" else 2.0**-53


def call_text(name: str, element: str, options: dict[str, Any], operands: list[str], results: list[str],
              wanted: Sequence[int] | None = None) -> str:
    """A program that calls LAPACK and gives the `wanted` results, or all; options are letters, numbers and truth values."""
    wanted = range(len(results)) if wanted is None else wanted
    stated = ", ".join(f"{k} = {ord(v)} : ui8" if isinstance(v, str) else f"{k} = {str(v).lower()}" if isinstance(v, bool) else
                       f"{k} = {v} : i32" for k, v in options.items())
    names = ", ".join(f"%a{k}" for k in range(len(operands)))
    found = ", ".join(f"%r#{k}" for k in wanted) if len(results) > 1 else "%r"
    types = ", ".join(results[k] for k in wanted)
    count = f":{len(results)}" if len(results) > 1 else ""
    given = f"({', '.join(operands)}) -> ({', '.join(results)})"
    return (f"({', '.join(f'%a{k}: {t}' for k, t in enumerate(operands))}) -> ({types}) {{\n"
            f"  %r{count} = stablehlo.custom_call @lapack_{LETTERS[element]}{name}_ffi({names}) "
            f'{{backend_config = "", mhlo.backend_config = {{{stated}}}}} : {given}\n'
            f"  return {found} : {types} }}")


def both(text: str, arrays: list[np.ndarray], target: Any = None) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """What compiled code gives, between guard pages, and what the evaluator does."""
    made = lower(text, target)
    assert not made.program.callbacks, text
    results, again = ([np.array(x) for x in found] for found in between_pages(made, *arrays))
    assert [x.tobytes() for x in results] == [x.tobytes() for x in again]
    return results, list(evaluated(text, *arrays))


def near(found: np.ndarray, wanted: np.ndarray, limit: float) -> None:
    """All within `limit` times the largest number, NaN where it is wanted; integers equal."""
    assert found.dtype == wanted.dtype and found.shape == wanted.shape
    if wanted.dtype.kind == "i":
        assert (found == wanted).all(), (found, wanted)
        return
    assert (np.isnan(found) == np.isnan(wanted)).all()
    bound = limit * np.nanmax(np.abs(wanted), initial=1)
    with np.errstate(invalid="ignore"):
        distance = np.nanmax(np.abs(found - wanted), initial=0)
    assert distance <= bound, (distance, bound)


def equal(name: str, element: str, options: dict[str, Any], arrays: list[np.ndarray], results: list[str],
          given: list[str] | None = None, target: Any = None, apart: int = 32) -> list[np.ndarray]:
    """Requires what the evaluator gives, of calls whose results are unique, but for roundings of so many times the size."""
    operands = given or [tensor(a.shape, element) for a in arrays]
    found, wanted = both(call_text(name, element, options, operands, results), arrays, target)
    size = max((n for a in arrays for n in a.shape[-2:]), default=1)
    for one, other in zip(found, wanted, strict=True):
        near(one, other, apart * size * precision(element))
    return found


SHAPES = [((), (5, 5)), ((3,), (7, 4)), ((37,), (3, 6)), ((2, 2), (1, 1)), ((), (40, 33)), ((1,), (17, 60)), ((), (70, 66)),
          ((), (67, 70)), ((0,), (3, 3))]


@pytest.mark.parametrize("element", TYPES)
def test_triangles_and_reflections(element: str) -> None:
    whole = "un" if element in PART else "or"
    for number, (batch, (rows, columns)) in enumerate(SHAPES):
        least = min(rows, columns)
        a, tau = numbers((*batch, rows, columns), element), tensor((*batch, least), element)
        t = tensor(a.shape, element)
        equal("getrf", element, {}, [a], [t, tensor((*batch, least), "i32"), tensor(batch, "i32")])
        packed, found = equal("geqrf", element, {}, [a], [t, tau])
        thin = packed[..., :least].copy()
        equal(f"{whole}gqr", element, {}, [thin, found], [tensor(thin.shape, element)])
        for left, turned in (((True, False), (False, True)), ((True, True), (False, False)))[number % 2]:
            c = numbers((*batch, rows, 3) if left else (*batch, 2, rows), element)
            equal(f"{whole}mqr", element, {"left": left, "transpose": turned}, [thin, found, c], [tensor(c.shape, element)])


@pytest.mark.parametrize("element", TYPES)
@pytest.mark.parametrize("batch", [(), (20,)])
def test_pivots_that_are_zero_or_no_numbers(batch: Shape, element: str) -> None:
    """Columns of zeros, rows that are equal, NaN on the diagonal, below it and beside it, infinities, equal sizes."""
    base = numbers((6, 5), element)
    made = []
    for k in range(8):
        a = base.copy()
        if k == 0:
            a[:, 1] = 0
        elif k == 1:
            a[3] = a[1]
        elif k < 6:
            a[((0, 0), (3, 0), (2, 2), (0, 4))[k - 2]] = np.nan
        elif k == 6:
            a[4, 1] = np.inf
        else:
            a[:, 0] = [1, -1, 1, 1, -1, 1]
        made.append(a)
    if element in PART:
        half = base.copy()
        half[0, 0] = complex(np.nan, 2)
        made += [half, np.zeros_like(base)]
    a = np.stack([made[k % len(made)] for k in range(20)]) if batch else np.zeros((6, 5), base.dtype)
    for one in [a] if batch else made:
        one = np.asarray(one)
        equal("getrf", element, {}, [one], [tensor(one.shape, element), tensor((*batch, 5), "i32"), tensor(batch, "i32")])


@pytest.mark.parametrize("element", TYPES)
def test_factors_by_panels(element: str) -> None:
    """Sizes around those of panels, more rows and more columns, rows that would lie a power of two apart."""
    for rows, columns in ((16, 16), (17, 17), (31, 33), (48, 48), (70, 20), (20, 70), (100, 101), (40, 512), (4, 3)):
        a, info = numbers((rows, columns), element), tensor((), "i32")
        equal("getrf", element, {}, [a], [tensor(a.shape, element), tensor((min(rows, columns),), "i32"), info], apart=128)


@pytest.mark.parametrize("element", TYPES)
def test_panels_without_pivots(element: str) -> None:
    """A column of zeros in the first panel, in a later one, and several, also with an infinity to the right, which nothing is
    taken from; NaN on the diagonal, and below it."""
    for place in ([3], [25], [0, 17, 18], [39], []):
        a = numbers((40, 50), element).copy()
        a[:, place] = 0
        a[5, 45] = np.inf
        equal("getrf", element, {}, [a], [tensor(a.shape, element), tensor((40,), "i32"), tensor((), "i32")], apart=128)
    for place in ((20, 20), (30, 20), (0, 0)):
        a = numbers((40, 40), element).copy()
        a[place] = np.nan
        equal("getrf", element, {}, [a], [tensor(a.shape, element), tensor((40,), "i32"), tensor((), "i32")], apart=128)


@pytest.mark.parametrize("element", TYPES)
@pytest.mark.parametrize("batch", [(), (20,)])
def test_columns_without_reflection(batch: Shape, element: str) -> None:
    """Columns that are zero below the diagonal, all zero, huge and tiny; a single row; more columns than rows."""
    for rows, columns in ((5, 4), (1, 3), (4, 1), (3, 9), (23, 18)):
        a = np.array(numbers((*batch, rows, columns), element))
        a[..., 1:, 0] = 0
        if columns > 2:
            a[..., :, 1] = 0
            a[..., :, 2] *= 1e25
        types = [tensor(a.shape, element), tensor((*batch, min(rows, columns)), element)]
        packed, tau = equal("geqrf", element, {}, [a], types)
        assert not (tau[..., 0] != 0).any() or element in PART
        if rows >= columns:
            equal("ungqr" if element in PART else "orgqr", element, {}, [packed, tau], types[:1])


@pytest.mark.parametrize("element", TYPES)
def test_large_factors(element: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that the library computes: rows are columns of the transposed matrix."""
    use_machine(monkeypatch, linear={"own_bytes": {**Machine().linear.own_bytes, "potrf": 1 << 19}})
    a, info = numbers((2, 400, 400), element), tensor((2,), "i32")
    a = (a @ adjoint(a) / 400 + np.eye(400)).astype(a.dtype)
    a[1, 7, 7] = -1
    for half in "LU":
        given = a.copy()
        given[:, *(np.triu_indices(400, 1) if half == "L" else np.tril_indices(400, -1))] = 3  # not read
        found, _ = equal("potrf", element, {"uplo": half}, [given], [tensor(a.shape, element), info])
        assert np.isnan(found[1]).any() and not np.isnan(found[0]).any()


@pytest.mark.parametrize("name", [t for t in targets() if t != "host"])
def test_narrower_registers(name: str) -> None:
    for element, shape in (("f32", (9, 5, 6)), ("f64", (2, 7, 7)), ("complex<f32>", (19, 9)), ("f32", (43, 41)),
                           ("f64", (30, 37)), ("complex<f64>", (31, 27))):
        a, (*batch, rows, columns) = numbers(shape, element), shape
        t, less = tensor(shape, element), (*batch, min(rows, columns))
        equal("getrf", element, {}, [a], [t, tensor(less, "i32"), tensor(tuple(batch), "i32")], target=name)
        packed, tau = equal("geqrf", element, {}, [a], [t, tensor(less, element)], target=name)
        if rows >= columns:
            equal("ungqr" if element in PART else "orgqr", element, {}, [packed, tau], [t], target=name)


@pytest.mark.parametrize("element", TYPES)
def test_pivoted_columns(element: str) -> None:
    for batch, (rows, columns) in SHAPES:
        a, fixed = numbers((*batch, rows, columns), element), np.zeros((*batch, columns), np.int32)
        fixed[..., columns // 2] = 1
        a[..., columns // 2 + 1 :] *= np.arange(columns - columns // 2 - 1) + 2
        types = [tensor(a.shape, element), tensor(fixed.shape, "i32")]
        equal("geqp3", element, {}, [a, fixed], [*types, tensor((*batch, min(rows, columns)), element)], types)


@pytest.mark.parametrize("element", TYPES)
def test_similar_matrices(element: str) -> None:
    """Each step divides by what the ones before have left of a column: how far roundings come depends on the order of sums, which
    the two engines' libraries, and these on two processors, do not share."""
    name, part = "hetrd" if element in PART else "sytrd", PART.get(element, element)
    for batch, n in (((), 6), ((5,), 3), ((2,), 1), ((), 40)):
        a = numbers((*batch, n, n), element)
        t, less, info = tensor(a.shape, element), (*batch, n - 1), tensor(batch, "i32")
        for low, high in {(1, n), (min(2, n), n), (1, max(n - 1, 1))}:
            equal("gehrd", element, {"low": low, "high": high}, [a], [t, tensor(less, element), info], apart=128)
        a[..., range(n), range(n)] = np.real(a[..., range(n), range(n)])  # LAPACK looks at no imaginary parts there
        for half in "LU":
            equal(name, element, {"uplo": half}, [a], [
                t, tensor((*batch, n), part), tensor(less, part), tensor(less, element), info], apart=128)


@pytest.mark.parametrize("element", TYPES)
def test_tridiagonal_systems(element: str) -> None:
    for batch, n, sides in (((), 5, 2), ((30,), 3, 1), ((2,), 1, 3), ((), 2, 1), ((), 300, 4)):
        below, middle, above = (numbers((*batch, n), element, k) for k in range(3))
        arrays = [below, middle, above, numbers((*batch, n, sides), element)]
        types = [tensor(a.shape, element) for a in arrays]
        found, wanted = both(call_text("gtsv", element, {}, types, [*types, tensor(batch, "i32")]), arrays)
        near(found[3], wanted[3], 1e5 * n * precision(element))
        near(found[4], wanted[4], 0)


def multiplied(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return a.astype(np.complex128) @ b.astype(np.complex128)


def adjoint(a: np.ndarray) -> np.ndarray:
    return np.conj(np.swapaxes(a, -1, -2))


def decomposed(name: str, element: str, options: dict[str, Any], a: np.ndarray, results: list[str]) -> list[np.ndarray]:
    """What compiled code gives; in double precision, where both call the same routine, that is what the evaluator gives."""
    found, wanted = both(call_text(name, element, options, [tensor(a.shape, element)], results), [a])
    for one, other in zip(found, wanted, strict=True):
        assert one.dtype == other.dtype and one.shape == other.shape
        if (PART.get(element, element) == "f64" and name != "gesvd") or one.dtype.kind == "i":
            near(one, other, 1e-10)
    return found


@pytest.mark.parametrize("element", TYPES)
def test_eigenvalues_of_symmetric_matrices(element: str) -> None:
    part, name = PART.get(element, element), "heevd" if element in PART else "syevd"
    for (batch, n), half, mode in zip((((), 5), ((40,), 3), ((2, 2), 1), ((), 45)), "LULU", "VVVN"):
        a = numbers((*batch, n, n), element)
        a = a + adjoint(a)
        given = np.where((np.tril if half == "L" else np.triu)(np.ones(a.shape, bool)), a, np.nan).astype(a.dtype)  # not read
        vectors, values, info = decomposed(name, element, {"mode": mode, "uplo": half}, given, [
            tensor(a.shape, element), tensor((*batch, n), part), tensor(batch, "i32")])
        assert not info.any()
        near(values, np.linalg.eigvalsh(a.astype(np.complex128)).astype(values.dtype), 64 * n * precision(element))
        if mode == "V":
            near(multiplied(a, vectors), vectors * values[..., np.newaxis, :].astype(np.complex128), 64 * n * precision(element))


@pytest.mark.parametrize("name", ["gesdd", "gesvd"])
@pytest.mark.parametrize("element", TYPES)
def test_singular_values(element: str, name: str) -> None:
    part = PART.get(element, element)
    for number, (batch, (rows, columns)) in enumerate(SHAPES[:6]):
        mode, least = "ASN"[number % 3], min(rows, columns)
        a = numbers((*batch, rows, columns), element)
        wide = (rows, columns) if mode == "A" else (least, least)
        results = [tensor(a.shape, element), tensor((*batch, least), part), tensor((*batch, rows, wide[0]), element),
                   tensor((*batch, wide[1], columns), element), tensor(batch, "i32")]
        _, values, left, right, info = decomposed(name, element, {"mode": mode}, a, results)
        assert not info.any()
        limit = 64 * max(rows, columns) * precision(element)
        near(values, np.linalg.svd(a, compute_uv=False).astype(values.dtype), limit)
        if mode != "N":
            scaled = left[..., :least] * values[..., np.newaxis, :]
            near(multiplied(scaled, right[..., :least, :]), a.astype(np.complex128), limit)
            product = multiplied(adjoint(left), left)
            near(product, np.broadcast_to(np.eye(left.shape[-1]), product.shape) + 0j, limit)


@pytest.mark.parametrize("element", TYPES)
def test_eigenvalues(element: str) -> None:
    whole = COMPLEX.get(element, element)
    for batch, n in (((), 5), ((9,), 2), ((2, 2), 1), ((), 30)):
        a = numbers((*batch, n, n), element)
        values = [tensor((*batch, n), element)] * (1 if element in PART else 2)
        for left, right in (("V", "V"), ("N", "V"), ("N", "N")):
            *parts, lefts, rights, info = decomposed("geev", element, {"compute_left": left, "compute_right": right}, a, [
                *values, tensor(a.shape, whole), tensor(a.shape, whole), tensor(batch, "i32")])
            assert not info.any()
            wide = (parts[0] if element in PART else parts[0] + 1j * parts[1])[..., np.newaxis, :].astype(np.complex128)
            limit = 1e3 * n * precision(element)
            if right == "V":
                near(multiplied(a, rights), rights * wide, limit)
            if left == "V":
                near(multiplied(adjoint(a), lefts), lefts * np.conj(wide), limit)
        for mode in "VN":
            form, vectors, *_ = decomposed("gees", element, {"mode": mode, "sort": "N"}, a, [
                *[tensor(a.shape, element)] * 2, *values, *[tensor(batch, "i32")] * 2])
            if mode == "V":
                near(multiplied(multiplied(vectors, form), adjoint(vectors)), a.astype(np.complex128), limit)


@pytest.mark.parametrize("strange", [np.nan, np.inf])
def test_matrices_without_a_decomposition(strange: float) -> None:
    a = numbers((3, 4, 4), "f32")
    a[1, 2, 1] = strange
    t, s, i = tensor(a.shape, "f32"), tensor((3, 4), "f32"), tensor((3,), "i32")
    c = tensor(a.shape, "complex<f32>")
    for name, options, results in (
            ("syevd", {"mode": "V", "uplo": "L"}, [t, s, i]), ("gesdd", {"mode": "S"}, [t, s, t, t, i]),
            ("gesvd", {"mode": "N"}, [t, s, t, t, i]), ("geev", {"compute_left": "V", "compute_right": "V"}, [s, s, c, c, i]),
            ("gees", {"mode": "V", "sort": "N"}, [t, t, s, s, i, i])):
        found, wanted = both(call_text(name, "f32", options, [t], results), [a])
        for one, other in zip(found, wanted):
            if one.dtype.kind == "f" and name != "gesdd":
                assert (np.isnan(one[1]) == np.isnan(other[1])).all() or strange == np.inf, name
            assert np.isfinite(one[::2]).all()
        if name != "gees":
            assert found[-1].tolist() == [0, 1, 0]


@pytest.mark.parametrize("element", TYPES)
def test_every_element_that_is_read_is_looked_at(element: str) -> None:
    """One matrix for each place where an infinity may be: of a triangle, and of a whole matrix."""
    n, part = 19, PART.get(element, element)
    a = np.broadcast_to(np.eye(n), (n * n, n, n)).astype(ELEMENT_TYPES[element].dtype)
    places = np.arange(n * n)
    a[places, places // n, places % n] = np.inf if element not in PART else complex(1, np.inf)
    t, values, info = tensor(a.shape, element), tensor((n * n, n), part), tensor((n * n,), "i32")
    inside = {"L": places // n >= places % n, "U": places // n <= places % n}
    for half, is_read in inside.items():
        text = call_text("heevd" if element in PART else "syevd", element, {"mode": "N", "uplo": half}, [t], [t, values, info])
        *_, found = load(lower(text))(a)
        assert ((found != 0) == is_read).all()
    *_, found = load(lower(call_text("gesdd", element, {"mode": "N"}, [t], [t, values, t, t, info])))(a)
    assert (found == 1).all()


def test_what_is_no_call_of_lapack_is_evaluated() -> None:
    """Other options, types and sizes than the routine's: the evaluator says what is wrong with them, if anything is."""
    t, s, i, empty = tensor((3, 3), "f32"), tensor((3,), "f32"), tensor((), "i32"), tensor((0, 3), "f32")
    for name, options, operands, results in (
            ("syevd", {"mode": "V"}, [t], [t, s, i]), ("syevd", {"mode": "X", "uplo": "L"}, [t], [t, s, i]),
            ("geqrf", {}, [t], [t, tensor((2,), "f32")]), ("geqrf", {}, [empty], [empty, tensor((0,), "f32")]),
            ("getrf", {}, [t], [t, tensor((3,), "i64"), i]), ("orgqr", {}, [tensor((2, 3), "f32"), s], [tensor((2, 3), "f32")]),
            ("gehrd", {"low": 1, "high": 4}, [t], [t, tensor((2,), "f32"), i]), ("gesdd", {"mode": "N"}, [t], [t])):
        assert lower(call_text(name, "f32", options, operands, results)).program.callbacks, name


def test_between_red_zones(monkeypatch: pytest.MonkeyPatch) -> None:
    a = numbers((3, 6, 4), "f32")
    results = [*(tensor(s, "f32") for s in (a.shape, (3, 4), (3, 6, 4), (3, 4, 4))), tensor((3,), "i32")]
    module = program(call_text("gesdd", "f32", {"mode": "S"}, [tensor(a.shape, "f32")], results))
    monkeypatch.setenv("HLOOM_GUARD", "1")
    executable = hloom.compile(module)
    _, values, left, right, _ = executable(a)
    near(multiplied(left * values[:, np.newaxis], right), a.astype(np.complex128), 1e-5)


def test_without_the_library_they_are_evaluated(monkeypatch: pytest.MonkeyPatch) -> None:
    text = call_text("syevd", "f64", {"mode": "V", "uplo": "L"}, [tensor((3, 3), "f64")], [
        tensor((3, 3), "f64"), tensor((3,), "f64"), tensor((), "i32")])
    assert lower(text).program.routines == ["dsyevd"]
    large = call_text("geqrf", "f32", {}, [tensor((1600, 1500), "f32")],
                      [tensor((1600, 1500), "f32"), tensor((1500,), "f32")])
    assert lower(large).program.routines == ["sgeqrf"]
    monkeypatch.setattr(lapack, "routine", lambda name: None)
    assert lower(text).program.callbacks
    assert not lower(large).program.callbacks
