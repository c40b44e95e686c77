"""Fourier transforms: smooth, odd and prime lengths, real ones, several axes, what signals are processed with."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import jax
import jax.numpy as jnp
from jax.scipy import fft, signal

from benchmarks.jax_functions.cases import Case, array, case

LENGTHS = (1, 2, 3, 5, 7, 8, 16, 31, 60, 64, 97, 100, 127, 128, 256, 720, 1001, 1009, 1024, 1331, 2187, 6007, 16_384, 65_536)


def spectrogram(x: jax.Array) -> jax.Array:
    return jnp.abs(jnp.fft.rfft(x.reshape(-1, 512) * jnp.hanning(512).astype(jnp.float32))) ** 2


def convolved(a: jax.Array, b: jax.Array) -> jax.Array:
    return jnp.fft.irfft(jnp.fft.rfft(a) * jnp.fft.rfft(b))


def filtered(x: jax.Array, h: jax.Array) -> jax.Array:
    return jnp.fft.irfft2(jnp.fft.rfft2(x) * h, x.shape)


def autocorrelation(x: jax.Array) -> jax.Array:
    spectrum = jnp.fft.rfft(x, 2 * x.shape[-1])
    return jnp.fft.irfft(spectrum * jnp.conj(spectrum))[..., : x.shape[-1]]


def poisson(x: jax.Array) -> jax.Array:
    """The solution of Poisson's equation on a torus."""
    rows, columns = (2 * jnp.pi * jnp.fft.fftfreq(n) for n in x.shape)
    symbol = (2 * jnp.cos(rows) - 2)[:, None] + 2 * jnp.cos(columns) - 2
    symbol = symbol.at[0, 0].set(1)
    return jnp.real(jnp.fft.ifft2(jnp.fft.fft2(x).at[0, 0].set(0) / symbol))


def mixed_tokens(x: jax.Array) -> jax.Array:
    return jnp.real(jnp.fft.fft(jnp.fft.fft(x, axis=-1), axis=-2))


def spectral_layer(x: jax.Array, w: jax.Array) -> jax.Array:
    """The lowest frequencies of a Fourier neural operator mixed by channel."""
    modes = jnp.fft.rfft(x, axis=1)
    kept = jnp.einsum("bkc,kcd->bkd", modes[:, : w.shape[0]], w)
    return jnp.fft.irfft(jnp.zeros_like(modes).at[:, : w.shape[0]].set(kept), x.shape[1], axis=1)


def analytic(x: jax.Array) -> jax.Array:
    n = x.shape[-1]
    weights = jnp.where(jnp.arange(n) == 0, 1, jnp.where(jnp.arange(n) < (n + 1) // 2, 2, 0))
    return jnp.abs(jnp.fft.ifft(jnp.fft.fft(x) * weights))


def cases() -> Iterator[Case]:
    for n in LENGTHS:
        rows = max(1, 60_000 // n)
        yield case(f"fft_{n}", jnp.fft.fft, array((rows, n), "c64"))
        yield case(f"ifft_{n}", jnp.fft.ifft, array((rows, n), "c64"))
        if n > 1:
            yield case(f"rfft_{n}", jnp.fft.rfft, array((rows, n)))
            yield case(f"irfft_{n}", partial(jnp.fft.irfft, n=n), array((rows, n // 2 + 1), "c64"))
    for n in (60, 127, 1000, 1024):
        yield case(f"fft_{n}_c128", jnp.fft.fft, array((33, n), "c128"))
        yield case(f"rfft_{n}_f64", jnp.fft.rfft, array((33, n), "f64"))
    for axis in range(3):
        yield case(f"fft_axis_{axis}", partial(jnp.fft.fft, axis=axis), array((40, 65, 128), "c64"))
        yield case(f"rfft_axis_{axis}", partial(jnp.fft.rfft, axis=axis), array((40, 65, 128)))
    for shape in ((64, 64), (33, 35), (101, 103), (5, 32, 33), (1, 129), (129, 1), (2, 3, 5, 16, 17)):
        name = "x".join(map(str, shape))
        yield case(f"fft2_{name}", jnp.fft.fft2, array(shape, "c64"))
        yield case(f"ifft2_{name}", jnp.fft.ifft2, array(shape, "c64"))
        yield case(f"rfft2_{name}", jnp.fft.rfft2, array(shape))
    yield case("fft3", jnp.fft.fftn, array((30, 32, 33), "c64"))
    yield case("rfft3", jnp.fft.rfftn, array((16, 17, 18)))
    yield case("fft_of_real", jnp.fft.fft, array((101, 500)))
    yield case("fft_padded", partial(jnp.fft.fft, n=600), array((101, 500), "c64"))
    yield case("fft_shifted", lambda x: jnp.fft.fftshift(jnp.fft.fft2(x)), array((129, 131), "c64"))
    yield case("hfft", jnp.fft.hfft, array((101, 257), "c64"))
    yield case("dct", fft.dct, array((101, 256)))
    yield case("idct", fft.idct, array((101, 256)))
    yield case("fft_grad", jax.grad(lambda x: jnp.sum(jnp.abs(jnp.fft.rfft(x)) ** 2 * 1e-3)), array((33, 500)))
    yield case("convolved", convolved, array((33, 2000)), array((33, 2000)))
    yield case("convolved_signal", signal.fftconvolve, array((5003,)), array((501,)))
    yield case("filtered", filtered, array((129, 131)), array((129, 66)))
    yield case("autocorrelation", autocorrelation, array((33, 1001)))
    yield case("spectrogram", spectrogram, array((64_000,)))
    yield case("short_time", lambda x: signal.stft(x, nperseg=256)[2], array((32_000,)))
    yield case("poisson", poisson, array((129, 128)))
    yield case("mixed_tokens", mixed_tokens, array((4, 129, 96)))
    yield case("spectral_layer", spectral_layer, array((8, 256, 33)), array((16, 33, 33), "c64"))
    yield case("analytic", analytic, array((33, 1001)))
