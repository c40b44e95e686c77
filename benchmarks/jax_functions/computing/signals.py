"""Curves and signals: interpolation, filters, resampling, spectra, pitch, wavelets."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from benchmarks.jax_functions.cases import Case, array, case


def natural_spline(gaps: jax.Array, y: jax.Array, queries: jax.Array) -> tuple[jax.Array, jax.Array]:
    """A cubic spline through points, from a tridiagonal system for its second derivatives: values and slopes."""
    knots, slopes = jnp.cumsum(gaps), jnp.diff(y) / gaps[1:]
    gaps = jnp.diff(knots)
    below, above = (jnp.pad(part, 1) for part in (gaps[:-1], gaps[1:]))
    diagonal = jnp.pad(2 * (gaps[1:] + gaps[:-1]), 1, constant_values=1)
    right = jnp.pad(6 * jnp.diff(slopes), 1)
    curve = lax.linalg.tridiagonal_solve(below, diagonal, above, right[:, None])[:, 0]
    x = knots[0] + queries * (knots[-1] - knots[0])
    i = jnp.clip(jnp.searchsorted(knots, x, side="right") - 1, 0, gaps.shape[0] - 1)
    t = x - knots[i]
    linear = slopes[i] - gaps[i] * (2 * curve[i] + curve[i + 1]) / 6
    cubic = (curve[i + 1] - curve[i]) / (6 * gaps[i])
    return y[i] + t * (linear + t * (0.5 * curve[i] + t * cubic)), linear + t * (curve[i] + 3 * t * cubic)


def bicubic_samples(image: jax.Array, places: jax.Array) -> jax.Array:
    """Catmull and Rom's weights for sixteen pixels around each place."""
    low = jnp.floor(places)
    t = places - low
    weights = 0.5 * jnp.stack([t * (t * (2 - t) - 1), t * t * (3 * t - 5) + 2, t * (t * (4 - 3 * t) + 1), t * t * (t - 1)], -1)
    near = low.astype(jnp.int32)[..., None] + jnp.arange(-1, 3)
    near = jnp.clip(near, 0, jnp.array(image.shape)[:, None] - 1)
    return jnp.einsum("na,nb,nab->n", weights[:, 0], weights[:, 1], image[near[:, 0, :, None], near[:, 1, None, :]])


def local_polynomials(x: jax.Array) -> Any:
    """Savitzky and Golay's filter: values and slopes of cubics fitted to windows, and how far the signals are from them."""
    powers = jnp.linspace(-1, 1, 11)[:, None] ** jnp.arange(4)
    taps = jnp.linalg.pinv(powers)[:2]
    def filtered(x: jax.Array, taps: jax.Array) -> jax.Array:
        return jnp.convolve(jnp.pad(x, 5, mode="reflect"), taps[::-1], mode="valid")
    smooth, slope = (jax.vmap(partial(filtered, taps=row))(x) for row in taps)
    return smooth, slope / 5, jnp.std(x - smooth, axis=1)


def resonator_by_blocks(x: jax.Array, coefficients: jax.Array) -> tuple[jax.Array, jax.Array]:
    """A recursive filter of second order: within a block in logarithmically many steps, one block after the other."""
    a, b = 1.2 + 0.2 * coefficients[0], -0.7 + 0.1 * coefficients[1]
    companion = jnp.stack([jnp.stack([a, b]), jnp.array([1.0, 0.0])])

    def combine(left: tuple[jax.Array, jax.Array], right: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        return right[0] @ left[0], jnp.einsum("nij,nj->ni", right[0], left[1]) + right[1]

    def block(state: jax.Array, x: jax.Array) -> tuple[jax.Array, jax.Array]:
        start = jnp.tile(companion, (x.shape[0], 1, 1)), jnp.stack([x, jnp.zeros_like(x)], 1)
        products, sums = lax.associative_scan(combine, start)
        states = products @ state + sums
        return states[-1], states[:, 0]

    state, y = lax.scan(block, jnp.zeros(2), x)
    return y, state


def resampled(x: jax.Array) -> jax.Array:
    """Three samples for two by a low pass, then each channel as loud as before and clipped softly."""
    offsets = np.arange(-24, 25)
    taps = jnp.asarray(np.sinc(offsets / 3) * np.kaiser(49, 6), x.dtype)
    y = lax.conv_general_dilated(x[:, None], taps[None, None], (2,), [(24, 24)], lhs_dilation=(3,))[:, 0]
    level = jnp.sqrt(jnp.mean(x * x, 1) / jnp.mean(y * y, 1))
    return jnp.tanh(level[:, None] * y)


def framed(x: jax.Array, size: int, hop: int) -> jax.Array:
    starts = hop * jnp.arange((x.shape[-1] - size) // hop + 1)
    return x[..., starts[:, None] + jnp.arange(size)]


def coherence(x: jax.Array, y: jax.Array) -> Any:
    """Welch's method for two signals: a spectrum in logarithms, their coherence, and the transfer from one to the other."""
    window = jnp.asarray(np.hanning(257)[:-1], x.dtype)
    def spectrum(signal: jax.Array) -> jax.Array:
        frames = framed(signal, 256, 128)
        return jnp.fft.rfft((frames - jnp.mean(frames, -1, keepdims=True)) * window)
    a, b = spectrum(x), spectrum(y + 0.5 * jnp.roll(x, 3))
    power, other = (jnp.mean(jnp.abs(part) ** 2, 0) / jnp.sum(window**2) for part in (a, b))
    across = jnp.mean(jnp.conj(a) * b, 0) / jnp.sum(window**2)
    return jnp.log10(power), jnp.abs(across) ** 2 / (power * other), across / power


def noise_gate(x: jax.Array) -> jax.Array:
    """Overlapping frames of a signal, whose frequencies are damped where they are weak, added up again."""
    size, hop = 256, 64
    window = jnp.asarray(np.hanning(size + 1)[:-1], x.dtype)
    waves = jnp.fft.rfft(framed(x, size, hop) * window)
    loud = jnp.abs(waves)
    gain = jnp.maximum(1 - 1.2 * jnp.median(loud, 0) / (loud + 1e-3), 0.05)
    frames = jnp.fft.irfft(gain * waves) * window
    places = hop * jnp.arange(frames.shape[0])[:, None] + jnp.arange(size)
    total = jnp.zeros_like(x).at[places].add(frames)
    return total / jnp.maximum(jnp.zeros_like(x).at[places].add(window**2), 0.1)


def pitches(x: jax.Array) -> tuple[jax.Array, jax.Array]:
    """The pitch detector YIN: differences of a frame and itself shifted, by Fourier transforms, over their mean so far."""
    frames = framed(x + 3 * jnp.sin(0.11 * jnp.arange(x.shape[0])), 512, 256)
    half = frames.shape[1] // 2
    waves = jnp.fft.rfft(frames, 1024)
    alike = jnp.fft.irfft(waves * jnp.conj(jnp.fft.rfft(frames[:, :half], 1024)))[:, :half]
    energy = jnp.pad(jnp.cumsum(frames**2, 1), ((0, 0), (1, 0)))
    shifted = energy[:, half : 2 * half] - energy[:, :half]
    difference = (shifted[:, :1] + shifted - 2 * alike)[:, 1:]
    lags = jnp.arange(1, half)
    normal = difference * lags / (jnp.cumsum(difference, 1) + 1e-3)
    return normal, jnp.min(normal, 1)


def lifted(x: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Daubechies's wavelet of four taps in steps of lifting: averages and details."""
    root = 3**0.5
    even, odd = x[0::2], x[1::2]
    low = even + root * odd
    high = odd - root / 4 * low - (root - 2) / 4 * jnp.roll(low, 1)
    low = low - jnp.roll(high, -1)
    return (root - 1) / 2**0.5 * low, (root + 1) / 2**0.5 * high


def lowered(low: jax.Array, high: jax.Array) -> jax.Array:
    """What `lifted` was given, from what it gave."""
    root = 3**0.5
    low, high = (root + 1) / 2**0.5 * low, (root - 1) / 2**0.5 * high
    low = low + jnp.roll(high, -1)
    odd = high + root / 4 * low + (root - 2) / 4 * jnp.roll(low, 1)
    return jnp.stack([low - root * odd, odd], 1).ravel()


def wavelet_shrinkage(x: jax.Array) -> tuple[jax.Array, jax.Array]:
    """A signal whose details are shrunk by a threshold, estimated from the finest ones, and the energies of details."""
    details = []
    for _ in range(4):
        x, high = lifted(x)
        details.append(high)
    threshold = 0.3 * jnp.median(jnp.abs(details[0])) / 0.6745
    for high in reversed(details):
        x = lowered(x, jnp.sign(high) * jnp.maximum(jnp.abs(high) - threshold, 0))
    return x, jnp.stack([jnp.mean(high**2) for high in details])


def cases() -> Iterator[Case]:
    yield case("natural_spline", natural_spline, array((50,), "f64", 0.5, 1.5), array((50,), "f64"), array((5003,), "f64", 0, 1))
    yield case("bicubic_samples", bicubic_samples, array((65, 67)), array((5003, 2), "f32", 0, 64))
    yield case("local_polynomials", local_polynomials, array((9, 1003)))
    yield case("resonator_by_blocks", resonator_by_blocks, array((50, 32)), array((2,), "f32", -1, 1))
    yield case("resampled", resampled, array((7, 2003)))
    yield case("coherence", coherence, array((6007,), "f64"), array((6007,), "f64"))
    yield case("noise_gate", noise_gate, array((8192,)))
    yield case("pitches", pitches, array((9001,)))
    yield case("wavelet_shrinkage", wavelet_shrinkage, array((4096,)))
