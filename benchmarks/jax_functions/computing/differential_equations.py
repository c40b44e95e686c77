"""Differential equations: fluids, solitons, oscillators, reactions, potentials and electromagnetic waves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.scipy import fft

from benchmarks.jax_functions.cases import Case, array, case
from benchmarks.jax_functions.science import runge_kutta_step


def shallow_water(height: jax.Array, u: jax.Array, v: jax.Array) -> tuple[jax.Array, ...]:
    """Waves on a rotating torus, on a staggered grid: velocities lie between the heights."""
    def step(_: jax.Array, state: tuple[jax.Array, ...]) -> tuple[jax.Array, ...]:
        height, u, v = state
        h = 1 + 0.1 * height
        flow = 0.5 * (h + jnp.roll(h, -1, 1)) * u, 0.5 * (h + jnp.roll(h, -1, 0)) * v
        height = height - 0.2 * (flow[0] - jnp.roll(flow[0], 1, 1) + flow[1] - jnp.roll(flow[1], 1, 0))
        across = 0.25 * (v + jnp.roll(v, 1, 0) + jnp.roll(v, -1, 1) + jnp.roll(v, (1, -1), (0, 1)))
        along = 0.25 * (u + jnp.roll(u, 1, 1) + jnp.roll(u, -1, 0) + jnp.roll(u, (-1, 1), (0, 1)))
        u = u + 0.02 * across - 0.2 * (jnp.roll(height, -1, 1) - height)
        return height, u, v - 0.02 * along - 0.2 * (jnp.roll(height, -1, 0) - height)
    return lax.fori_loop(0, 10, step, (height, u, v))


def turbulence(vorticity: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Navier and Stokes's equations on a torus in waves without the highest third, and the enstrophy by frequency."""
    n = vorticity.shape[0]
    frequencies = np.fft.fftfreq(n, 1 / n)[:, None], np.fft.rfftfreq(n, 1 / n)[None]
    squares = frequencies[0] ** 2 + frequencies[1] ** 2
    down, right, squares, kept = (jnp.asarray(x, jnp.float32) for x in (
        *frequencies, np.where(squares == 0, 1, squares), (np.abs(frequencies[0]) < n / 3) & (frequencies[1] < n / 3)))

    def field(w: jax.Array) -> jax.Array:
        stream = w / squares
        u, v, slope_down, slope_right = (jnp.fft.irfft2(1j * x) for x in (down * stream, -right * stream, down * w, right * w))
        return -kept * jnp.fft.rfft2(u * slope_right + v * slope_down) - 0.01 * squares * w

    def step(_: jax.Array, w: jax.Array) -> jax.Array:
        return w + 0.01 * field(w + 0.005 * field(w))

    w = lax.fori_loop(0, 4, step, kept * jnp.fft.rfft2(vorticity))
    return jnp.fft.irfft2(w), jnp.sum(jnp.abs(w) ** 2, 0) / n**4


def solitons(wavenumbers: jax.Array, places: jax.Array) -> jax.Array:
    """Korteweg and de Vries's equation by Fourier transforms: Runge and Kutta's steps with an exact dispersion."""
    n, length, h = 128, 40.0, 0.01
    x = length / n * np.arange(n)
    k = 2 * np.pi * np.fft.fftfreq(n, length / n)
    half, whole, slope = (jnp.asarray(w) for w in (np.exp(0.5j * h * k**3), np.exp(1j * h * k**3), -0.5j * h * k))
    def push(w: jax.Array) -> jax.Array:
        return slope * jnp.fft.fft(jnp.real(jnp.fft.ifft(w)) ** 2)
    def step(_: jax.Array, w: jax.Array) -> jax.Array:
        a = push(w)
        b = push(half * (w + 0.5 * a))
        c = push(half * w + 0.5 * b)
        d = push(whole * w + half * c)
        return whole * w + (whole * a + 2 * half * (b + c) + d) / 6
    humps = 3 * wavenumbers**2 / jnp.cosh(0.5 * wavenumbers * (x - places)) ** 2
    return jnp.real(jnp.fft.ifft(lax.fori_loop(0, 40, step, jnp.fft.fft(jnp.sum(humps, 1)))))


def oscillators(phase: jax.Array, speed: jax.Array, coupling: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Kuramoto's oscillators on a network, and how far they are in phase at each step."""
    def field(x: jax.Array) -> jax.Array:
        return speed + jnp.mean(coupling * jnp.sin(x - x[:, None]), 1)
    def step(x: jax.Array, _: None) -> tuple[jax.Array, jax.Array]:
        x = runge_kutta_step(field, x, 0.1)
        return x, jnp.abs(jnp.mean(jnp.exp(1j * x)))
    phase, together = lax.scan(step, phase, None, length=10)
    return jnp.sin(phase), together


#: Dormand and Prince's method: weights of the slopes so far at each stage, and in the estimate of the error.
STAGES = [[1 / 5], [3 / 40, 9 / 40], [44 / 45, -56 / 15, 32 / 9], [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
          [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656],
          [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84]]
ERRORS = [71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40]


def adaptive_steps(y: jax.Array) -> Any:
    """Van der Pol's oscillator from many starts, each with steps of its own length: ends, and numbers of steps."""
    def field(y: jax.Array) -> jax.Array:
        return jnp.stack([y[1], 3 * (1 - y[0] ** 2) * y[1] - y[0]])

    def step(state: tuple[jax.Array, ...]) -> tuple[jax.Array, ...]:
        t, y, h, count = state
        h = jnp.minimum(h, 2 - t)
        slopes, moved = [field(y)], y
        for weights in STAGES:
            moved = y + h * sum(weight * slope for weight, slope in zip(weights, slopes))
            slopes.append(field(moved))
        error = jnp.max(jnp.abs(h * sum(weight * slope for weight, slope in zip(ERRORS, slopes))) / (1e-6 + 1e-4 * jnp.abs(y)))
        accepted = error <= 1
        scale = jnp.clip(0.9 * (error + 1e-12) ** -0.2, 0.2, 5)
        return jnp.where(accepted, t + h, t), jnp.where(accepted, moved, y), h * scale, count + 1

    def solved(y: jax.Array) -> Any:
        start = jnp.zeros((), y.dtype), y, jnp.full((), 0.1, y.dtype), jnp.int32(0)
        return lax.while_loop(lambda s: (s[0] < 2 - 1e-9) & (s[3] < 200), step, start)[1::2]

    return jax.vmap(solved)(y)


def stiff_reactions(rates: jax.Array) -> jax.Array:
    """Robertson's reactions with milder rates: implicit steps of growing length, each by Newton's method with the Jacobian."""
    def concentrations(rate: jax.Array) -> jax.Array:
        def field(y: jax.Array) -> jax.Array:
            lost, back, fast = 0.04 * y[0], 1e2 * rate * y[1] * y[2], 3e4 * y[1] ** 2
            return jnp.stack([back - lost, lost - back - fast, fast])
        def step(y: jax.Array, h: jax.Array) -> tuple[jax.Array, jax.Array]:
            def residual(z: jax.Array) -> jax.Array:
                return z - y - h * field(z)
            def newton(_: jax.Array, z: jax.Array) -> jax.Array:
                return z - jnp.linalg.solve(jax.jacfwd(residual)(z), residual(z))
            y = lax.fori_loop(0, 5, newton, y)
            return y, y
        return lax.scan(step, jnp.array([1.0, 0, 0], rate.dtype), jnp.geomspace(1e-3, 10, 15, dtype=rate.dtype))[1]
    return jax.vmap(concentrations)(rates)


def poisson_by_cosines(f: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Poisson's equation with no flow through the walls by cosine transforms, and the size of its gradient."""
    rows, columns = (jnp.asarray(2 * np.cos(np.pi * np.arange(n) / n) - 2, f.dtype) for n in f.shape)
    symbol = (rows[:, None] + columns).at[0, 0].set(1)
    waves = fft.dctn(f, norm="ortho") / symbol
    u = fft.idctn(waves.at[0, 0].set(0), norm="ortho")
    return u, jnp.hypot(*jnp.gradient(u))


def electromagnetic_waves(e: jax.Array, h: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Maxwell's equations on Yee's staggered grid, with a sponge at one side."""
    def curl(field: jax.Array, by: int) -> jax.Array:
        def slope(part: int, axis: int) -> jax.Array:
            return by * (jnp.roll(field[part], -by, axis) - field[part])
        return jnp.stack([slope(2, 1) - slope(1, 2), slope(0, 2) - slope(2, 0), slope(1, 0) - slope(0, 1)])
    sponge = 1 - 0.2 * jnp.maximum(0, jnp.linspace(-1, 1, e.shape[-1])) ** 2
    def step(_: jax.Array, state: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        e, h = state
        h = h - 0.3 * curl(e, 1)
        return sponge * (e + 0.3 * curl(h, -1)), h
    e, h = lax.fori_loop(0, 6, step, (e, h))
    return jnp.cross(e, h, axis=0), jnp.sum(e**2 + h**2)


def cases() -> Iterator[Case]:
    yield case("shallow_water", shallow_water, *[array((97, 101))] * 3)
    yield case("turbulence", turbulence, array((64, 64)))
    yield case("solitons", solitons, array((7, 2, 1), "f64", 0.5, 1.2), array((7, 2, 1), "f64", 10, 30))
    yield case("oscillators", oscillators, array((101,)), array((101,)), array((101, 101)))
    yield case("adaptive_steps", adaptive_steps, array((197, 2), "f64"))
    yield case("stiff_reactions", stiff_reactions, array((17,), "f64", 0.5, 2))
    yield case("poisson_by_cosines", poisson_by_cosines, array((64, 65)))
    yield case("electromagnetic_waves", electromagnetic_waves, array((3, 17, 19, 33)), array((3, 17, 19, 33)))
