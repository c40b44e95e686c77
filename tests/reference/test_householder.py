"""Reflections, held against what they are for, and against NumPy's QR."""

from __future__ import annotations

import numpy as np
import pytest

from hloom.ops.calls import householder


@pytest.mark.parametrize("dtype", [np.float64, np.complex128])
@pytest.mark.parametrize("exponent", [-1020, -600, 0, 600, 1015])
def test_qr_of_matrices_of_any_size(dtype: type, exponent: int) -> None:
    """A matrix times a power of two has R times that, and the same reflections: no square is too large or too small."""
    generator = np.random.default_rng(0)
    a = generator.standard_normal((7, 4)).astype(dtype)
    if dtype is np.complex128:
        a = a + 1j * generator.standard_normal((7, 4))
    packed, tau = householder.qr(np.ldexp(a.view(np.float64), exponent).view(dtype))
    plain, expected = householder.qr(a)
    upper, wanted = np.triu(packed[:4]), np.linalg.qr(a)[1]
    found = np.ldexp(upper.view(np.float64), -exponent).view(dtype)
    assert np.allclose(np.abs(found), np.abs(wanted), rtol=1e-12, atol=0)
    assert np.allclose(tau, expected, rtol=1e-12) and np.allclose(np.tril(packed, -1), np.tril(plain, -1), rtol=1e-12)
