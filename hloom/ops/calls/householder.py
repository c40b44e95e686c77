"""Factorizations of one matrix by elementary reflections, in LAPACK's packed forms.

A reflection is H = I - tau v vᴴ with v[0] = 1; the rest of v overwrites what it makes zero. Matrices are arrays of f64 or
complex<f64>; functions return new arrays.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Array = Any
#: From this norm to its inverse no square of a number that counts over- or underflows.
_SAFE = 1e-140


def reflection(x: Array) -> tuple[Array, Any, float]:
    """(v, tau, beta) with Hᴴ x = (beta, 0, ..., 0) and beta real."""
    v = x.copy()
    v[0] = 1
    alpha, rest = x[0], _norm(x[1:])
    if rest == 0 and np.imag(alpha) == 0:
        v[1:] = 0
        return v, x.dtype.type(0), float(np.real(alpha))
    beta = -np.copysign(np.hypot(np.abs(alpha), rest), np.real(alpha))
    v[1:] = x[1:] / (alpha - beta)
    return v, (beta - alpha) / beta, float(beta)


def _norm(x: Array) -> float:
    """The Euclidean norm, also of numbers whose squares are too large or too small."""
    with np.errstate(over="ignore"):
        found = float(np.linalg.norm(x))
    if _SAFE < found < 1 / _SAFE:
        return found
    largest = float(np.max(np.abs(x), initial=0))
    return found if largest == 0 or not np.isfinite(largest) else largest * float(np.linalg.norm(x / largest))


def apply_left(v: Array, tau: Any, a: Array) -> None:
    """a := (I - tau v vᴴ) a, in place."""
    a -= tau * np.outer(v, np.conj(v) @ a)


def apply_right(v: Array, tau: Any, a: Array) -> None:
    """a := a (I - tau v vᴴ), in place."""
    a -= tau * np.outer(a @ v, np.conj(v))


def qr(a: Array) -> tuple[Array, Array]:
    """(packed, tau): R in the upper triangle, the vectors of Q = H(1) H(2) ... below (geqrf)."""
    packed, tau, _ = pivoted_qr(a, None)
    return packed, tau


def pivoted_qr(a: Array, fixed: Array | None) -> tuple[Array, Array, Array]:
    """(packed, tau, order): a[:, order] = Q R with columns in order of their norms (geqp3).

    Columns where `fixed` is not 0 come first, as they are, in exchange for those that were there; None fixes all.
    """
    a, (rows, columns) = a.copy(), a.shape
    order, leading = np.arange(columns), 0
    for k in range(columns):
        if fixed is None or fixed[k]:
            order[[k, leading]] = order[[leading, k]]
            leading += 1
    a = a[:, order]
    tau = np.zeros(min(rows, columns), a.dtype)
    for k in range(len(tau)):
        if k >= leading:
            best = k + int(np.argmax(np.linalg.norm(a[k:, k:], axis=0)))
            a[:, [k, best]], order[[k, best]] = a[:, [best, k]], order[[best, k]]
        v, tau[k], beta = reflection(a[k:, k])
        apply_left(v, np.conj(tau[k]), a[k:, k + 1 :])
        a[k, k], a[k + 1 :, k] = beta, v[1:]
    return a, tau, order


def vector(packed: Array, k: int, first: int) -> Array:
    """The vector of reflection k, stored in column k below row `first`."""
    v = np.zeros(packed.shape[0], packed.dtype)
    v[first], v[first + 1 :] = 1, packed[first + 1 :, k]
    return v


def multiply(packed: Array, tau: Array, c: Array, adjoint: bool) -> Array:
    """Q c, or Qᴴ c, for the Q of `qr` (ormqr, unmqr)."""
    c = c.astype(packed.dtype)
    for k in range(len(tau)) if adjoint else range(len(tau) - 1, -1, -1):
        apply_left(vector(packed, k, k), np.conj(tau[k]) if adjoint else tau[k], c)
    return c


def generate(packed: Array, tau: Array) -> Array:
    """The first columns of Q, as many as `packed` has (orgqr, ungqr)."""
    return multiply(packed, tau, np.eye(*packed.shape), adjoint=False)


def hessenberg(a: Array, low: int, high: int) -> tuple[Array, Array]:
    """(packed, tau): Qᴴ a Q is zero below the first subdiagonal in rows and columns low..high, from 1 (gehrd)."""
    a, n = a.copy(), a.shape[0]
    tau = np.zeros(max(n - 1, 0), a.dtype)
    for k in range(low - 1, high - 1):
        v, tau[k], beta = reflection(a[k + 1 : high, k])
        apply_right(v, tau[k], a[:high, k + 1 : high])
        apply_left(v, np.conj(tau[k]), a[k + 1 : high, k + 1 :])
        a[k + 1, k], a[k + 2 : high, k] = beta, v[1:]
    return a, tau


def tridiagonal(a: Array, lower: bool) -> tuple[Array, Array, Array, Array]:
    """(packed, d, e, tau): Qᴴ a Q has the real diagonal d and subdiagonal e; one triangle of `a` is read (sytrd, hetrd)."""
    n = a.shape[0]
    triangle = np.tril(a) if lower else np.triu(a)
    whole = triangle + np.conj(triangle.T) - np.diag(np.real(np.diag(a)))
    packed = a.copy()
    tau = np.zeros(max(n - 1, 0), a.dtype)
    e = np.zeros(max(n - 1, 0))
    # The upper form eliminates from the last column on; reversing all indices makes it the lower one.
    if not lower:
        whole = whole[::-1, ::-1].copy()
    for k in range(n - 1):
        v, tau[k], e[k] = reflection(whole[k + 1 :, k])
        apply_left(v, np.conj(tau[k]), whole[k + 1 :, :])
        apply_right(v, tau[k], whole[:, k + 1 :])
        if lower:
            packed[k + 1, k], packed[k + 2 :, k] = e[k], v[1:]
        else:
            column = n - 1 - k
            packed[column - 1, column], packed[: column - 1, column] = e[k], v[1:][::-1]
    d = np.real(np.diag(whole)).copy()
    if not lower:
        d, e, tau = d[::-1].copy(), e[::-1].copy(), tau[::-1].copy()
    np.fill_diagonal(packed, d)
    return packed, d, e, tau
