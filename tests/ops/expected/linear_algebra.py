"""Transforms, factors, systems and normalization, by NumPy in double precision."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.ops.expected.language import Array, expects, wide


@expects("stablehlo.fft", absolute=1e-4)
def _(op: Any, x: Array) -> Array:
    x, axes = wide(x), tuple(range(-len(op.fft_length), 0))
    if not x.size or not np.prod(op.results[0].type.shape):
        return np.zeros(op.results[0].type.shape, x.dtype)
    match op.fft_type:
        case "FFT":
            return np.fft.fftn(x, axes=axes)
        case "IFFT":
            return np.fft.ifftn(x, axes=axes)
        case "RFFT":
            return np.fft.rfftn(x, axes=axes)
    return np.fft.irfftn(x, s=op.fft_length, axes=axes)


def _adjoint(x: Array) -> Array:
    return np.conj(np.swapaxes(x, -1, -2))


@expects("stablehlo.cholesky", absolute=1e-4)
def _(op: Any, x: Array) -> Array:
    """Only the named triangle is read, as is checked by what the other one holds."""
    x = wide(x)
    half = np.tril(x) if op.lower else _adjoint(np.triu(x))
    diagonal = half * np.eye(x.shape[-1])
    lower = np.linalg.cholesky(half + _adjoint(half) - diagonal)
    return lower if op.lower else _adjoint(lower)


@expects("stablehlo.triangular_solve", absolute=1e-4)
def _(op: Any, a: Array, b: Array) -> Array:
    a, b = wide(a), wide(b)
    a = np.tril(a) if op.lower else np.triu(a)
    if op.unit_diagonal:
        a = a * (1 - np.eye(a.shape[-1])) + np.eye(a.shape[-1])
    a = {"NO_TRANSPOSE": a, "TRANSPOSE": np.swapaxes(a, -1, -2), "ADJOINT": _adjoint(a)}[op.transpose_a]
    inverse = np.linalg.inv(a)
    return inverse @ b if op.left_side else b @ inverse


def _along(op: Any, x: Array, *vectors: Array) -> tuple[tuple[int, ...], list[Array]]:
    """The dimensions that are no feature, and vectors of a number for each feature in the rank of `x`."""
    shape = [n if d == op.feature_index else 1 for d, n in enumerate(x.shape)]
    return tuple(d for d in range(x.ndim) if d != op.feature_index), [wide(v).reshape(shape) for v in vectors]


@expects("stablehlo.batch_norm_inference", absolute=1e-4)
def _(op: Any, x: Array, scale: Array, offset: Array, mean: Array, variance: Array) -> Array:
    _, (scale, offset, mean, variance) = _along(op, x, scale, offset, mean, variance)
    return (wide(x) - mean) / np.sqrt(variance + op.epsilon) * scale + offset


@expects("stablehlo.batch_norm_training", absolute=1e-4)
def _(op: Any, x: Array, scale: Array, offset: Array) -> tuple[Array, Array, Array]:
    others, (scale, offset) = _along(op, x, scale, offset)
    x = wide(x)
    mean, variance = x.mean(others, keepdims=True), x.var(others, keepdims=True)
    return (x - mean) / np.sqrt(variance + op.epsilon) * scale + offset, mean.reshape(-1), variance.reshape(-1)


@expects("stablehlo.batch_norm_grad", absolute=1e-3)
def _(op: Any, x: Array, scale: Array, mean: Array, variance: Array, change: Array) -> tuple[Array, Array, Array]:
    """The slopes of sum(change * batch_norm_training(x, scale, offset)), by differences; mean and variance are those of x."""
    others, (scale,) = _along(op, x, scale)
    x, change = wide(x), wide(change)

    def loss(x: Array, scale: Array) -> Array:
        return np.sum(change * (x - x.mean(others, keepdims=True)) / np.sqrt(x.var(others, keepdims=True) + op.epsilon) * scale)

    def slopes(function: Any, at: Array) -> Array:
        found, step = np.empty(at.shape), 1e-5
        for place in np.ndindex(at.shape):
            ahead, back = at.copy(), at.copy()
            ahead[place] += step
            back[place] -= step
            found[place] = (function(ahead) - function(back)) / (2 * step)
        return found

    return (slopes(lambda v: loss(v, scale), x), slopes(lambda v: loss(x, v), scale).reshape(-1), change.sum(others))
