"""Particles and rigid bodies: gravity on a mesh, molecules, a fluid, an arm of joints, tumbling bodies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.scipy import linalg

from benchmarks.jax_functions.cases import Case, array, case


def particle_mesh(p: jax.Array, v: jax.Array) -> Any:
    """Gravity on a torus: masses spread over the corners of cells, the potential by Fourier transforms, forces read back."""
    n = 32
    waves = 2 * np.pi * np.fft.fftfreq(n)
    squares = waves[:, None] ** 2 + waves**2
    green = jnp.asarray(np.where(squares == 0, 0, -1 / np.where(squares == 0, 1, squares)), p.dtype)
    corners = jnp.array([(0, 0), (0, 1), (1, 0), (1, 1)])

    def step(_: jax.Array, state: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        p, v = state
        low = jnp.floor(p)
        fraction = p - low
        places = (low.astype(jnp.int32)[:, None] + corners) % n
        shares = jnp.prod(jnp.where(corners == 1, fraction[:, None], 1 - fraction[:, None]), -1)
        mass = jnp.zeros((n, n), p.dtype).at[places[..., 0], places[..., 1]].add(shares)
        potential = jnp.real(jnp.fft.ifft2(green * jnp.fft.fft2(mass)))
        force = -0.5 * jnp.stack([jnp.roll(potential, -1, axis) - jnp.roll(potential, 1, axis) for axis in (0, 1)], -1)
        v = v + 0.05 * jnp.sum(shares[..., None] * force[places[..., 0], places[..., 1]], 1)
        return (p + 0.1 * v) % n, v

    return lax.fori_loop(0, 4, step, (p, v))


def molecular_dynamics(jitter: jax.Array, v: jax.Array) -> Any:
    """Verlet's steps of atoms with Lennard-Jones's potential in a periodic cell, with lists of neighbours made once."""
    side, most = 5.5, 24
    grid = np.stack(np.meshgrid(*[1.1 * np.arange(5)] * 3, indexing="ij"), -1).reshape(-1, 3)
    def displacement(a: jax.Array, b: jax.Array) -> jax.Array:
        return a - b - side * jnp.round((a - b) / side)
    x = jnp.asarray(grid) + jitter
    squares = jnp.sum(displacement(x[:, None], x) ** 2, -1)
    close = (squares < 1.7**2) & ~jnp.eye(x.shape[0], dtype=bool)
    neighbours = jnp.argsort(~close, axis=1)[:, :most]
    known = jnp.take_along_axis(close, neighbours, 1)

    def forces(x: jax.Array) -> tuple[jax.Array, jax.Array]:
        d = displacement(x[:, None], x[neighbours])
        square = jnp.where(known, jnp.sum(d * d, -1), 1)
        sixth = square**-3
        inside = known & (square < 1.6**2)
        strength = jnp.where(inside, 24 * (2 * sixth * sixth - sixth) / square, 0)
        return jnp.sum(strength[..., None] * d, 1), 2 * jnp.sum(jnp.where(inside, sixth * sixth - sixth, 0))

    def step(state: tuple[jax.Array, ...], _: None) -> tuple[tuple[jax.Array, ...], jax.Array]:
        x, v, f = state
        half = v + 0.001 * f
        x = x + 0.002 * half
        f, energy = forces(x)
        v = half + 0.001 * f
        return (x, v, f), energy + 0.5 * jnp.sum(v * v)

    (x, v, _), energies = lax.scan(step, (x, v, forces(x)[0]), None, length=8)
    return x, v, energies


def smoothed_fluid(x: jax.Array, v: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Smoothed particle hydrodynamics: densities, pressures and friction by kernels of the distances."""
    reach = 0.5
    def step(_: jax.Array, state: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        x, v = state
        d = x[:, None] - x
        distance = jnp.sqrt(jnp.sum(d * d, -1) + 1e-6)
        density = jnp.sum(jnp.maximum(reach**2 - distance**2, 0) ** 3, 1) * (4 / (np.pi * reach**8))
        pressure = jnp.maximum(0.02 * (density - 10), 0) / density**2
        slope = jnp.maximum(reach - distance, 0)
        push = 0.1 * (pressure[:, None] + pressure) * slope**2 / distance
        drag = 0.2 * slope / (density[:, None] * density)
        change = jnp.sum(push[..., None] * d, 1) + jnp.sum(drag[..., None] * (v - v[:, None]), 1)
        v = v + 0.1 * (change - jnp.array([0, 0.1]))
        x = x + 0.1 * v
        return jnp.clip(x, 0, 4), jnp.where((x < 0) | (x > 4), -0.5 * v, v)
    return lax.fori_loop(0, 3, step, (x, v))


#: The parts of a rotation about the third axis, and the transform from each joint to the next.
COSINE, SINE, FIXED = np.diag([1, 1, 0, 0]), np.array([[0, -1, 0, 0], [1, 0, 0, 0], [0] * 4, [0] * 4]), np.diag([0, 0, 1, 1])
JOINTS = np.array([[[1, 0, 0, 0.1], [0, c, -s, -s * d], [0, s, c, c * d], [0, 0, 0, 1]] for c, s, d in (
    (1, 0, 0.3), (0, -1, 0), (0, 1, 0.4), (0, 1, 0), (0, -1, 0.4), (0, 1, 0), (1, 0, 0.2))])


def inverse_kinematics(angles: jax.Array, targets: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Angles of an arm of seven joints that brings its hand to a point: damped steps with the Jacobian."""
    def link(angle: jax.Array, joint: jax.Array) -> jax.Array:
        return joint @ (jnp.cos(angle) * COSINE + jnp.sin(angle) * SINE + FIXED)

    def hand(angles: jax.Array) -> jax.Array:
        links = jax.vmap(link)(angles, jnp.asarray(JOINTS))
        return lax.scan(lambda a, b: (a @ b, None), jnp.eye(4, dtype=angles.dtype), links)[0][:3, 3]

    def reached(angles: jax.Array, target: jax.Array) -> jax.Array:
        def step(_: jax.Array, angles: jax.Array) -> jax.Array:
            jacobian = jax.jacfwd(hand)(angles)
            damped = jacobian @ jacobian.T + 0.05 * jnp.eye(3)
            return angles + jacobian.T @ linalg.solve(damped, target - hand(angles), assume_a="pos")
        return lax.fori_loop(0, 6, step, angles)

    found = jax.vmap(reached)(angles, targets)
    return found, jax.vmap(hand)(found)


def spinning_bodies(spin: jax.Array, attitude: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Free bodies that tumble: Euler's equations and quaternions by Runge and Kutta's steps, then rotation matrices."""
    inertia = jnp.array([1.0, 1.5, 2.2])

    def field(state: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        spin, attitude = state
        real, parts = attitude[:, :1], attitude[:, 1:]
        change = jnp.concatenate([-jnp.sum(parts * spin, 1, keepdims=True), real * spin + jnp.cross(parts, spin)], 1)
        return jnp.cross(inertia * spin, spin) / inertia, 0.5 * change

    def moved(state: Any, slope: Any, h: float) -> Any:
        return jax.tree.map(lambda x, k: x + h * k, state, slope)

    def step(_: jax.Array, state: Any) -> Any:
        a = field(state)
        b = field(moved(state, a, 0.01))
        c = field(moved(state, b, 0.01))
        d = field(moved(state, c, 0.02))
        spin, attitude = moved(state, jax.tree.map(lambda a, b, c, d: (a + 2 * b + 2 * c + d) / 6, a, b, c, d), 0.02)
        return spin, attitude / jnp.linalg.norm(attitude, axis=1, keepdims=True)

    spin, attitude = lax.fori_loop(0, 15, step, (spin, attitude / jnp.linalg.norm(attitude, axis=1, keepdims=True)))
    w, x, y, z = jnp.moveaxis(attitude, 1, 0)
    matrix = [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), 2 * (x * y + w * z), 1 - 2 * (x * x + z * z),
              2 * (y * z - w * x), 2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]
    return spin, jnp.stack(matrix, -1).reshape(-1, 3, 3)


def cases() -> Iterator[Case]:
    yield case("particle_mesh", particle_mesh, array((1003, 2), "f32", 0, 31.9), array((1003, 2)))
    yield case("molecular_dynamics", molecular_dynamics, array((125, 3), "f64", -0.05, 0.05), array((125, 3), "f64"))
    yield case("smoothed_fluid", smoothed_fluid, array((197, 2), "f32", 0.1, 3.9), array((197, 2), "f32", -0.5, 0.5))
    yield case("inverse_kinematics", inverse_kinematics, array((33, 7), "f64", -0.5, 0.5), array((33, 3), "f64", -0.8, 0.8))
    yield case("spinning_bodies", spinning_bodies, array((513, 3)), array((513, 4), "f32", 0.5, 1))
