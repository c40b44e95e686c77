"""Decompositions of matrices and tridiagonal systems, against NumPy and SciPy, on both engines."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hloom.xla import ops
from hloom.xla.builder import BuilderError, XlaBuilder
from tests.xla.test_builder_document import ENGINES, run

SHAPES = [(3, 3), (5, 2), (2, 5), (2, 4, 4), (1, 1), (3, 1), (1, 4), (2, 3, 6, 5)]
TYPES = [np.float32, np.float64, np.complex64, np.complex128]
WIDE = [np.float32, np.complex128]
#: Everything on the engine that is quick to start, a share on the other one.
CASES = pytest.mark.parametrize(("engine", "shape", "type"), [
    *[("reference", shape, type) for shape in SHAPES for type in WIDE], ("reference", (3, 4), np.float64),
    ("reference", (4, 3), np.complex64), ("cpu", (5, 2), np.float32), ("cpu", (2, 4, 4), np.complex64)])
SQUARE = pytest.mark.parametrize(("engine", "shape", "type"), [
    *[("reference", shape, type) for shape in ((3, 3), (2, 4, 4), (1, 1)) for type in TYPES],
    ("cpu", (3, 3), np.float64), ("cpu", (2, 3, 3), np.complex64)])


def drawn(shape: tuple[int, ...], type: Any, seed: int = 0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    found = rng.normal(size=shape)
    return (found + 1j * rng.normal(size=shape) if np.dtype(type).kind == "c" else found).astype(type)


def adjoint(x: np.ndarray) -> np.ndarray:
    return np.conj(np.swapaxes(x, -1, -2))


def near(found: Any, wanted: Any, type: Any) -> None:
    tolerance = 3e-5 if np.dtype(type) in (np.float32, np.complex64) else 1e-11
    np.testing.assert_allclose(found, wanted, rtol=tolerance, atol=tolerance)


def orthonormal(q: np.ndarray) -> None:
    near(adjoint(q) @ q, np.broadcast_to(np.eye(q.shape[-1]), (*q.shape[:-2], q.shape[-1], q.shape[-1])), q.dtype)


@CASES
def test_qr_gives_back_the_matrix(engine: str, shape: tuple[int, ...], type: Any) -> None:
    a = drawn(shape, type)
    m, n = shape[-2:]
    k = min(m, n)
    for full in (False, True):
        q, r = run(engine, lambda b, x, f=full: ops.Tuple(b, ops.QrExplicit(x, f)), a)
        assert q.shape == (*shape[:-1], m if full else k) and r.shape == (*shape[:-2], m if full else k, n)
        near(q @ r, a, type)
        orthonormal(q)
        np.testing.assert_array_equal(r, np.triu(r))


def test_packed_qr_is_that_of_lapack() -> None:
    linalg = pytest.importorskip("scipy.linalg")
    for shape in ((4, 3), (3, 5)):
        a = drawn(shape, np.float64)
        packed, taus = run("cpu", lambda b, x: ops.Tuple(b, ops.Qr(x)), a)
        (wanted, wanted_taus), _ = linalg.qr(a, mode="raw")
        near(packed, wanted, np.float64)
        near(taus, wanted_taus, np.float64)


@CASES
def test_lu_gives_back_the_matrix_in_both_forms_of_the_exchanges(engine: str, shape: tuple[int, ...], type: Any) -> None:
    a = drawn(shape, type)
    m, n = shape[-2:]
    packed, pivots, order = run(engine, lambda b, x: ops.Tuple(b, ops.LuDecomposition(x)), a)
    assert pivots.dtype == order.dtype == np.int32 and pivots.shape[-1] == min(m, n) and order.shape[-1] == m
    lower = np.tril(packed, -1)[..., :min(m, n)] + np.eye(m, min(m, n))
    near(lower @ np.triu(packed)[..., :min(m, n), :], np.take_along_axis(a, order[..., None], -2), type)
    rows = np.broadcast_to(np.arange(m), order.shape).copy()
    for index in np.ndindex(*shape[:-2]):
        for k, other in enumerate(pivots[index]):
            rows[index][[k, other]] = rows[index][[other, k]]
    np.testing.assert_array_equal(rows, order)
    assert np.all(np.abs(lower) <= 1 + 1e-6) or np.dtype(type).kind == "c"


@SQUARE
@pytest.mark.parametrize("lower", [True, False])
def test_eigenvalues_are_those_of_one_triangle(engine: str, shape: tuple[int, ...], lower: bool, type: Any) -> None:
    a = drawn(shape, type)
    v, w = run(engine, lambda b, x: ops.Tuple(b, ops.SelfAdjointEig(x, lower)), a)
    near(w, np.linalg.eigvalsh(a, UPLO="L" if lower else "U"), type)
    orthonormal(v)
    triangle = np.tril(a, -1) if lower else np.triu(a, 1)
    whole = triangle + adjoint(triangle) + np.real(a) * np.eye(shape[-1])
    near(whole @ v, v * w[..., None, :], type)


@CASES
def test_singular_values_and_vectors(engine: str, shape: tuple[int, ...], type: Any) -> None:
    a = drawn(shape, type)
    k = min(shape[-2:])
    u, d, v = run(engine, lambda b, x: ops.Tuple(b, ops.SVD(x)), a)
    assert u.shape[-2:] == (shape[-2],) * 2 and v.shape[-2:] == (shape[-1],) * 2 and u.dtype == a.dtype
    near(d, np.linalg.svd(a, compute_uv=False), type)
    near(u[..., :k] * d[..., None, :] @ adjoint(v[..., :k]), a, type)
    orthonormal(u)
    orthonormal(v)


@pytest.mark.parametrize("a", [
    np.zeros((4, 3)), np.outer([1.0, 2, 3, 4], [1.0, 1, 1]), np.diag([1, 1e-12, 0.0]), np.full((3, 2), 1e-200),
    1e200 * np.array([[1.0, 2], [3, 4]]), np.eye(4), np.array([[0.0, 1], [0, 0]]), np.vander([1.0, 1.1, 1.2, 1.3, 1.4]),
], ids=["zeros", "rank 1", "graded", "small", "large", "identity", "nilpotent", "ill conditioned"])
def test_singular_values_of_special_matrices(a: np.ndarray) -> None:
    u, d, v = run("reference", lambda b, x: ops.Tuple(b, ops.SVD(x)), a)
    np.testing.assert_allclose(d, np.linalg.svd(a, compute_uv=False), rtol=1e-9, atol=1e-14 * np.abs(a).max())
    orthonormal(u)
    orthonormal(v)


def test_the_decomposition_of_half_precision_is_that_of_f32() -> None:
    a = drawn((3, 2), np.float16)
    u, d, v = run("reference", lambda b, x: ops.Tuple(b, ops.SVD(x)), a)
    assert u.dtype == d.dtype == v.dtype == np.float16
    np.testing.assert_allclose((u[:, :2] * d) @ v.T, a, atol=4e-3)


@SQUARE
def test_determinants(engine: str, shape: tuple[int, ...], type: Any) -> None:
    for seed in range(2):
        a = drawn(shape, type, seed)
        sign, logdet = run(engine, lambda b, x: ops.Tuple(b, ops.SLogDet(x)), a)
        wanted: Any = np.linalg.slogdet(a)
        near(sign, wanted.sign, type)
        near(logdet, wanted.logabsdet, type)
        found = run(engine, lambda b, x: ops.LogDet(x), a)
        if np.dtype(type).kind == "c":
            near(np.exp(found), np.linalg.det(a), type)
        else:
            near(found, np.where(wanted.sign > 0, wanted.logabsdet, np.nan), type)


@ENGINES
def test_the_determinant_of_a_singular_matrix_is_zero(engine: str) -> None:
    sign, logdet = run(engine, lambda b, x: ops.Tuple(b, ops.SLogDet(x)), np.ones((2, 2)))
    assert (sign, logdet) == (0, -np.inf)


@pytest.mark.parametrize(("engine", "type", "batch", "count", "columns"), [
    ("reference", np.float32, (), 5, 2), ("reference", np.complex128, (2, 3), 4, 3), ("reference", np.float64, (), 1, 1),
    ("reference", np.complex64, (2,), 2, 1), ("reference", np.float32, (), 0, 2), ("cpu", np.float64, (2,), 5, 2)])
def test_tridiagonal_systems(engine: str, type: Any, batch: tuple[int, ...], count: int, columns: int) -> None:
    lower, main, upper = (drawn((*batch, 1, count), type, k) for k in range(3))
    main = (main + 5).astype(type)
    rhs = drawn((*batch, columns, count), type, 3)
    dense = np.zeros((*batch, count, count), type)
    for k in range(count):
        dense[..., k, k] = main[..., 0, k]
        if k:
            dense[..., k, k - 1], dense[..., k - 1, k] = lower[..., 0, k], upper[..., 0, k - 1]
    wanted = np.swapaxes(np.linalg.solve(dense, np.swapaxes(rhs, -1, -2)), -1, -2)
    found = run(engine, lambda b, *o: ops.TridiagonalSolver(ops.kThomas, *o), lower, main, upper, rhs)
    near(found, wanted, type)
    stacked = np.concatenate([upper, main, lower], -2)
    np.testing.assert_array_equal(run(engine, lambda b, *o: ops.TridiagonalSolver(ops.kThomas, *o), stacked, rhs), found)
    right = drawn((*batch, count, columns), type, 4)
    near(run(engine, lambda b, *o: ops.TridiagonalMatMul(*o), upper, main, lower, right), dense @ right, type)


@pytest.mark.parametrize(("shapes", "call", "message"), [
    (("f32[3]",), lambda a: ops.Qr(a), r"Qr\(a: f32\[3\]\): Arguments to QR must have rank >= 2"),
    (("s32[3,3]",), lambda a: ops.LuDecomposition(a), "takes floating-point or complex elements"),
    (("f32[3,2]",), lambda a: ops.SelfAdjointEig(a), "must be square matrices"),
    (("f32[3,2]",), lambda a: ops.SLogDet(a), "must be square matrices"),
    (("(f32[3,2])",), lambda a: ops.SVD(a), "rank >= 2"),
    (("f32[2,3]", "f32[2]"), lambda a, t: ops.ProductOfElementaryHouseholderReflectors(a, t), "m >= n"),
    (("f32[3,2]", "f32[3]"), lambda a, t: ops.ProductOfElementaryHouseholderReflectors(a, t), "at most 2"),
    (("f32[3,2]", "f64[2]"), lambda a, t: ops.ProductOfElementaryHouseholderReflectors(a, t), "same type"),
    (("f32[1,4]", "f32[2,4]"), lambda d, r: ops.TridiagonalSolver("kThomas", d, r), r"\[..., 3, equations\]"),
    (("f32[3,4]", "f32[2,3]"), lambda d, r: ops.TridiagonalSolver("kThomas", d, r), "right side"),
    (("f32[3,4]", "f32[2,4]"), lambda d, r: ops.TridiagonalSolver("kLu", d, r), "kThomas"),
    (("f32[1,4]", "f32[1,4]", "f32[1,3]", "f32[4,2]"), lambda *o: ops.TridiagonalMatMul(*o), "lower_diagonal has the shape"),
])
def test_what_does_not_fit_is_refused(shapes: tuple[str, ...], call: Any, message: str) -> None:
    b = XlaBuilder("wrong", die_immediately_on_error=True)
    operands = [ops.Parameter(b, k, s) for k, s in enumerate(shapes)]
    with pytest.raises(BuilderError, match=message):
        call(*operands)
