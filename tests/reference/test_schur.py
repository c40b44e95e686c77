"""The Schur form by hloom's own iterations, held against what a Schur form is, and its eigenvalues against NumPy's."""

from __future__ import annotations

import numpy as np
import pytest

from hloom.ops.calls import schur


def drawn(size: int, dtype: type) -> np.ndarray:
    generator = np.random.default_rng(size)
    x = generator.standard_normal((size, size))
    return (x + 1j * generator.standard_normal((size, size)) if dtype is np.complex128 else x).astype(dtype)


KINDS = {
    "any": lambda a: a, "hermitian": lambda a: a + np.conj(a.T), "triangular": np.triu, "lower": np.tril,
    "tiny": lambda a: a * 1e-200,
    "huge": lambda a: a * 1e200, "integers": np.round, "identity": lambda a: np.eye(*a.shape, dtype=a.dtype),
    "zeros": np.zeros_like, "permutation": lambda a: np.roll(np.eye(*a.shape, dtype=a.dtype), 1, 0),
    "one Jordan block": lambda a: np.eye(*a.shape, k=1, dtype=a.dtype), "ones": np.ones_like, "skew": lambda a: a - a.T,
    "graded": lambda a: a * 10.0 ** -np.arange(a.shape[0]),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("dtype", [np.float64, np.complex128])
@pytest.mark.every_case
def test_the_schur_form_by_own_iterations(kind, dtype):
    for size in (1, 2, 3, 4, 7, 20, 33):
        a = KINDS[kind](drawn(size, dtype))
        form, vectors = schur.schur(a)
        largest = np.abs(a).max() or 1.0
        np.testing.assert_allclose(vectors @ form @ np.conj(vectors.T) / largest, a / largest, atol=1e-13)
        np.testing.assert_allclose(np.conj(vectors.T) @ vectors, np.eye(size), atol=1e-13)
        below = np.diag(form, -1)
        assert not np.tril(form, -2).any() and form.dtype == a.dtype
        if dtype is np.complex128:
            assert not below.any()
        for k in np.flatnonzero(below):
            assert form[k, k] == form[k + 1, k + 1] and np.sign(form[k, k + 1]) == -np.sign(form[k + 1, k])
            assert k + 1 == size - 1 or not below[k + 1]
        found = schur.eigenvalues(form)
        np.testing.assert_allclose(found.sum() / largest, np.trace(a) / largest, atol=1e-12)
        if kind in ("any", "hermitian", "huge", "tiny"):  # of others, small changes move them far
            apart = np.abs(found[:, np.newaxis] - np.linalg.eigvals(a)).min(1)
            assert apart.max() <= 1e-10 * largest


def test_a_matrix_without_schur_form():
    for value in (np.nan, np.inf):
        with pytest.raises(np.linalg.LinAlgError):
            schur.schur(np.full((3, 3), value))
