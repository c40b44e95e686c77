"""Random operations of `hloom.ops.stablehlo.linear_algebra`: how their types and attributes are drawn."""

from __future__ import annotations

import numpy as np

from hloom.numbers.element_type import ElementType, element_type
from tests.ops.drawing.language import Case, Rng, draws, make, pick, shape

REAL = [element_type(n) for n in ("f32", "f64")]
COMPLEX = [element_type(n) for n in ("complex<f32>", "complex<f64>")]


def _normal(rng: Rng, type: ElementType, sizes: tuple[int, ...]) -> np.ndarray:
    found = rng.normal(size=sizes)
    return (found + 1j * rng.normal(size=sizes) if type.is_complex else found).astype(type.dtype)


@draws("fft", has_formula=False)
def _(rng: Rng) -> Case:
    kind = pick(rng, ("FFT", "IFFT", "RFFT", "IRFFT"))
    type, count = pick(rng, REAL if kind == "RFFT" else COMPLEX), int(rng.integers(1, 4))
    lengths = [int(n) for n in rng.integers(1, 7, count)]
    sizes = (*shape(rng, int(rng.integers(0, 2))), *lengths[:-1], lengths[-1] // 2 + 1 if kind == "IRFFT" else lengths[-1])
    return make("fft", [_normal(rng, type, sizes)], [type], fft_type=kind, fft_length=lengths)


@draws("cholesky", has_formula=False)
def _(rng: Rng) -> Case:
    """Matrices that have a factor, half of each; the other half is something else, which nobody may read."""
    type, n, batch = pick(rng, REAL + COMPLEX), int(rng.integers(1, 6)), shape(rng, int(rng.integers(0, 2)))
    half, lower = _normal(rng, type, (*batch, n, n)), bool(rng.random() < 0.5)
    whole = half @ np.conj(np.swapaxes(half, -1, -2)) + np.eye(n, dtype=type.dtype)
    other = np.triu(_normal(rng, type, (n, n)), 1) if lower else np.tril(_normal(rng, type, (n, n)), -1)
    return make("cholesky", [(np.tril(whole) if lower else np.triu(whole)) + other], [type], lower=lower)


@draws("triangular_solve", has_formula=False)
def _(rng: Rng) -> Case:
    type, batch = pick(rng, REAL + COMPLEX), shape(rng, int(rng.integers(0, 2)))
    n, count, left = int(rng.integers(1, 5)), int(rng.integers(1, 4)), bool(rng.random() < 0.5)
    matrix = 0.5 * _normal(rng, type, (*batch, n, n)) + np.asarray(3 * np.eye(n), type.dtype)
    sides = _normal(rng, type, (*batch, *((n, count) if left else (count, n))))
    return make("triangular_solve", [matrix.astype(type.dtype), sides], [type] * 2,
                left_side=left, lower=bool(rng.random() < 0.5), unit_diagonal=bool(rng.random() < 0.3),
                transpose_a=pick(rng, ("NO_TRANSPOSE", "TRANSPOSE", "ADJOINT")))
