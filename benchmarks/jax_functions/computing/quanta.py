"""Tensor networks and quantum states: a tensor train, a circuit of qubits, an open system, wave packets."""

from __future__ import annotations

from collections.abc import Iterator

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from benchmarks.jax_functions.cases import Case, array, case, indices
from benchmarks.jax_functions.science import runge_kutta_step


def tensor_train(cores: jax.Array, places: jax.Array) -> tuple[jax.Array, jax.Array, jax.Array]:
    """A tensor as a chain of cores, with ones at both ends: its norm, its sum, and some of its elements."""
    rank = cores.shape[-1]
    def inner(gram: jax.Array, core: jax.Array) -> tuple[jax.Array, None]:
        return jnp.einsum("ab,nac,nbd->cd", gram, core, core), None
    def element(rows: jax.Array, given: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, None]:
        return jnp.einsum("ka,kab->kb", rows, given[0][given[1]]), None
    gram = lax.scan(inner, jnp.ones((rank, rank)), cores)[0]
    total = lax.scan(lambda row, core: (row @ jnp.sum(core, 0), None), jnp.ones(rank), cores)[0]
    elements = lax.scan(element, jnp.ones((places.shape[1], rank)), (cores, places))[0]
    return jnp.sqrt(jnp.sum(gram)), jnp.sum(total), jnp.sum(elements, 1)


def quantum_circuit(angles: jax.Array, state: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Layers of rotations of each qubit and of controlled flips of the next one: probabilities, and means of each qubit."""
    count = angles.shape[1]

    def rotation(angles: jax.Array) -> jax.Array:
        c, s, phase = jnp.cos(angles[0]), jnp.sin(angles[0]), jnp.exp(1j * angles[1])
        return jnp.stack([c * jnp.conj(phase), -s * jnp.conj(phase), s * phase, c * phase]).reshape(2, 2)

    def layer(state: jax.Array, angles: jax.Array) -> tuple[jax.Array, None]:
        gates = jax.vmap(rotation)(angles)
        for k in range(count):
            state = jnp.moveaxis(jnp.tensordot(gates[k], state, (1, k)), 0, k)
        for k in range(count - 1):
            kept, flipped = jnp.split(state, 2, k)
            state = jnp.concatenate([kept, jnp.flip(flipped, k + 1)], k)
        return state, None

    state = (state / jnp.linalg.norm(state)).reshape((2,) * count)
    probabilities = jnp.abs(lax.scan(layer, state, angles)[0]) ** 2
    single = jnp.stack([jnp.sum(probabilities, tuple(j for j in range(count) if j != k)) for k in range(count)])
    return probabilities.ravel(), single[:, 0] - single[:, 1]


def open_system(h: jax.Array, rho: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Lindblad's equation of a density matrix that loses energy level by level: populations, and the purity at each step."""
    n = h.shape[0]
    h = h + jnp.conj(h.T)
    fall = jnp.asarray(np.diag(np.sqrt(np.arange(1.0, n)), 1), h.dtype)
    rate = jnp.conj(fall.T) @ fall

    def field(rho: jax.Array) -> jax.Array:
        lost = fall @ rho @ jnp.conj(fall.T) - 0.5 * (rate @ rho + rho @ rate)
        return -1j * (h @ rho - rho @ h) + 0.2 * lost

    def step(rho: jax.Array, _: None) -> tuple[jax.Array, jax.Array]:
        rho = runge_kutta_step(field, rho, 0.02)
        return rho, jnp.real(jnp.trace(rho @ rho))

    rho = rho @ jnp.conj(rho.T)
    rho, purity = lax.scan(step, rho / jnp.trace(rho), None, length=25)
    return jnp.real(jnp.diagonal(rho)), purity


def wave_packets(psi: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Schrödinger's equation in a harmonic well by Strang's splitting: densities, and mean places."""
    n = psi.shape[-1]
    place, waves = np.linspace(-8, 8, n, endpoint=False), 2 * np.pi * np.fft.fftfreq(n, 16 / n)
    kick, drift = (jnp.asarray(np.exp(x), psi.dtype) for x in (-0.0125j * place**2, -0.025j * waves**2))
    def step(_: jax.Array, psi: jax.Array) -> jax.Array:
        return kick * jnp.fft.ifft(drift * jnp.fft.fft(kick * psi))
    psi = lax.fori_loop(0, 20, step, psi / jnp.linalg.norm(psi, axis=-1, keepdims=True))
    density = jnp.real(psi * jnp.conj(psi))
    return density, density @ jnp.asarray(place, jnp.float32)


def cases() -> Iterator[Case]:
    yield case("tensor_train", tensor_train, array((9, 7, 5, 5), "f32", -0.2, 0.4), indices((9, 1003), 7))
    yield case("quantum_circuit", quantum_circuit, array((7, 8, 2)), array((256,), "c64"))
    yield case("open_system", open_system, array((7, 7), "c128", -1, 1), array((7, 7), "c128"))
    yield case("wave_packets", wave_packets, array((7, 256), "c64"))
