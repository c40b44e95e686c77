"""The Schur form of one matrix by QR iterations: a = z t zᴴ with z unitary and t upper triangular.

For a real matrix z is real and t has blocks of two rows on its diagonal, [[p, b], [c, p]] with b c < 0, for pairs of conjugate
eigenvalues p ± i sqrt(-b c). Matrices are arrays of f64 or complex<f64>.

Source: Golub and Van Loan, Matrix Computations, 7.4 and 7.5 (Hessenberg form, implicit shifts, deflation).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from hloom.ops.calls import householder

Array = Any

#: Iterations for an eigenvalue, by which LAPACK knows that there is no end, too, and after how many a shift is made up.
_MOST_ITERATIONS, _STALLED = 30, 10
_EPSILON = np.finfo(np.float64).eps
#: Magnitudes beyond which squares of elements could overflow, or vanish.
_SMALL, _LARGE = 1e-140, 1e140


def schur(a: Array) -> tuple[Array, Array]:
    """(t, z). Raises LinAlgError where the iterations do not converge, as they do not for NaN and infinities."""
    largest = float(np.abs(a).max()) if a.size else 0.0
    if not np.isfinite(largest):
        raise np.linalg.LinAlgError("the matrix has elements that are not finite")
    scale = largest if largest and not _SMALL < largest < _LARGE else 1.0
    t, z = _hessenberg(a / scale)
    (_complex if a.dtype.kind == "c" else _real)(t, z)
    return t * scale, z


def eigenvalues(t: Array) -> Array:
    """The eigenvalues of a Schur form in the order of its diagonal; of a pair the one with the positive imaginary part first."""
    found = np.diag(t).astype(np.complex128)
    if t.dtype.kind != "c":
        for k in np.flatnonzero(np.diag(t, -1)):
            part = np.sqrt(abs(t[k, k + 1])) * np.sqrt(abs(t[k + 1, k]))
            found[k] += 1j * part
            found[k + 1] -= 1j * part
    return found


def _hessenberg(a: Array) -> tuple[Array, Array]:
    """(h, q): a = q h qᴴ, with zeros below the first subdiagonal of h."""
    n = a.shape[0]
    packed, tau = householder.hessenberg(a, 1, n)
    q = np.eye(n, dtype=a.dtype)
    for k in range(n - 2, -1, -1):
        householder.apply_left(householder.vector(packed, k, k + 1), tau[k], q)
    return np.triu(packed, -1), q


def _begin_of_block(t: Array, last: int) -> int:
    """The first row of the block that ends with row `last` and that no negligible element below the diagonal cuts; such an
    element is made 0."""
    norm = np.abs(t).max()
    for k in range(last, 0, -1):
        near = np.abs(t[k - 1, k - 1]) + np.abs(t[k, k]) or norm
        if np.abs(t[k, k - 1]) <= _EPSILON * near:
            t[k, k - 1] = 0
            return k
    return 0


# -- complex matrices -------------------------------------------------------------------------------------------------------
def _complex(t: Array, z: Array) -> None:
    """Makes the Hessenberg matrix `t` triangular in place, one eigenvalue after the other from the end."""
    last, count = t.shape[0] - 1, 0
    while last > 0:
        first = _begin_of_block(t, last)
        if first == last:
            last, count = last - 1, 0
            continue
        count += 1
        if count > _MOST_ITERATIONS * max(10, t.shape[0]):
            raise np.linalg.LinAlgError("the QR iterations do not converge")
        shift = _nearest_eigenvalue(t[last - 1 : last + 1, last - 1 : last + 1])
        if count % _STALLED == 0:
            shift = t[last, last] + np.abs(t[last, last - 1])
        x, y = t[first, first] - shift, t[first + 1, first]
        for k in range(first, last):
            if k > first:
                x, y = t[k, k - 1], t[k + 1, k - 1]
            rotation = _rotation(x, y)
            rows = slice(k, k + 2)
            begin = max(k - 1, first)
            t[rows, begin:] = rotation @ t[rows, begin:]
            end = min(k + 2, last) + 1
            t[:end, rows] = t[:end, rows] @ np.conj(rotation.T)
            z[:, rows] = z[:, rows] @ np.conj(rotation.T)
            if k > first:
                t[k + 1, k - 1] = 0


def _rotation(x: Any, y: Any) -> Array:
    """The unitary matrix that makes (size, 0) of (x, y)."""
    size = np.hypot(np.abs(x), np.abs(y))
    if size == 0:
        return np.eye(2, dtype=np.complex128)
    return np.array([[np.conj(x), np.conj(y)], [-y, x]]) / size


def _nearest_eigenvalue(block: Array) -> Any:
    """The eigenvalue of two rows that is nearest to their last element (Wilkinson's shift)."""
    (a, b), (c, d) = block
    half = (a - d) / 2
    root = np.sqrt(half * half + b * c)
    if np.real(np.conj(half) * root) < 0:
        root = -root
    divisor = half + root
    return d if divisor == 0 else d - b * c / divisor


# -- real matrices ----------------------------------------------------------------------------------------------------------
def _real(t: Array, z: Array) -> None:
    """Makes the Hessenberg matrix `t` triangular but for blocks of two rows in place, by steps with two shifts at once."""
    last, count = t.shape[0] - 1, 0
    while last > 0:
        first = _begin_of_block(t, last)
        if first >= last - 1:
            if first == last - 1:
                _split(t, z, first)
            last, count = first - 1, 0
            continue
        count += 1
        if count > _MOST_ITERATIONS * max(10, t.shape[0]):
            raise np.linalg.LinAlgError("the QR iterations do not converge")
        _step(t, z, first, last, is_stalled=count % _STALLED == 0)


def _step(t: Array, z: Array, first: int, last: int, is_stalled: bool) -> None:
    """One implicit step with both eigenvalues of the block's last two rows as shifts, or with made-up ones."""
    corner, end = t[first : first + 3, first : first + 2], t[last - 1 : last + 1, last - 1 : last + 1]
    size = max(np.abs(corner).max(), np.abs(end).max())  # products of smaller numbers could be 0
    corner, end = corner / size, end / size
    total, product = np.trace(end), end[0, 0] * end[1, 1] - end[0, 1] * end[1, 0]
    if is_stalled:
        far = (abs(t[last, last - 1]) + abs(t[last - 1, last - 2])) / size
        total, product = 1.5 * far, far * far
    top, below = corner[0, 0], corner[1, 0]
    column = np.array([top * top + corner[0, 1] * below - total * top + product, below * (top + corner[1, 1] - total),
                       below * corner[2, 1]])
    for k in range(first, last):
        if k > first:
            column = t[k : min(k + 3, last + 1), k - 1].copy()
        rows = slice(k, k + len(column))
        size = np.abs(column).max()
        v, tau, _ = householder.reflection(column / size if size else column)
        begin = max(k - 1, first)
        householder.apply_left(v, tau, t[rows, begin:])
        householder.apply_right(v, tau, t[: min(k + 3, last) + 1, rows])
        householder.apply_right(v, tau, z[:, rows])
        if k > first:
            t[k + 1 : k + len(column), k - 1] = 0
        if k + 2 == last:
            column = column[:2]  # the last step is one of two rows


def _split(t: Array, z: Array, k: int) -> None:
    """Rotates the block of rows k and k + 1 to the form that it must have: triangular for real eigenvalues, with a diagonal of
    two equal elements for a pair of complex ones."""
    for _ in range(2):  # rounding may leave two equal eigenvalues with equal diagonals and the wrong signs beside them
        (a, b), (c, d) = t[k : k + 2, k : k + 2]
        if c == 0 or (a == d and np.sign(b) * np.sign(c) < 0):
            return
        half = 0.5 * (a - d)
        size = max(abs(half), abs(b), abs(c))
        inside = (half / size) * half + (b / size) * c
        if inside >= 0:
            x, y = half + np.copysign(np.sqrt(size) * np.sqrt(inside), half), c  # an eigenvector
            is_triangular = True
        else:
            angle = 0.5 * np.arctan2(-np.copysign(1.0, b + c) * (a - d), abs(b + c))
            x, y = np.cos(angle), np.sin(angle)
            is_triangular = False
        length = np.hypot(x, y)
        rotation = np.array([[x, y], [-y, x]]) / length
        rows = slice(k, k + 2)
        t[rows, k:] = rotation @ t[rows, k:]
        t[: k + 2, rows] = t[: k + 2, rows] @ rotation.T
        z[:, rows] = z[:, rows] @ rotation.T
        if is_triangular:
            t[k + 1, k] = 0
            return
        t[k, k] = t[k + 1, k + 1] = 0.5 * (t[k, k] + t[k + 1, k + 1])
