"""Surfaces and scenes: marched rays, noise, contours, a mesh, a fractal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.scipy import special

from benchmarks.jax_functions.cases import Case, array, case, indices


def marched_rays(centres: jax.Array, radii: jax.Array, light: jax.Array) -> jax.Array:
    """Spheres that melt together above a floor: rays advance by the distance of what is nearest, normals are its gradients."""
    def distance(p: jax.Array) -> jax.Array:
        spheres = jnp.linalg.norm(p - centres, axis=1) - radii
        return -special.logsumexp(-6 * jnp.append(spheres, p[1] + 1)) / 6

    def colour(direction: jax.Array) -> jax.Array:
        start, direction = jnp.array([0.0, 0, -4]), direction / jnp.linalg.norm(direction)
        far = lax.fori_loop(0, 24, lambda _, t: jnp.minimum(t + distance(start + t * direction), 12), jnp.float32(0))
        place = start + far * direction
        normal = jax.grad(distance)(place)
        shade = jnp.maximum(normal @ light / jnp.linalg.norm(light), 0.1)
        return shade * jnp.exp(-0.05 * far - 2 * jnp.abs(distance(place)))

    rows, columns = jnp.meshgrid(jnp.linspace(0.5, -0.5, 33), jnp.linspace(-0.6, 0.6, 41), indexing="ij")
    return jax.vmap(jax.vmap(colour))(jnp.stack([columns, rows, jnp.ones_like(rows)], -1))


@jax.jit
def scrambled(x: jax.Array) -> jax.Array:
    """A hash of 32 bits."""
    x = (x ^ (x >> 16)) * jnp.uint32(0x7FEB352D)
    x = (x ^ (x >> 15)) * jnp.uint32(0x846CA68B)
    return x ^ (x >> 16)


def hashed_cell(i: jax.Array, j: jax.Array) -> jax.Array:
    return scrambled(i.astype(jnp.uint32) * jnp.uint32(0x9E3779B1) + scrambled(j.astype(jnp.uint32)))


def gradient_noise(x: jax.Array, y: jax.Array) -> jax.Array:
    """Perlin's noise in three octaves, with gradients chosen by a hash of the corners of cells."""
    gradients = jnp.asarray([(np.cos(a), np.sin(a)) for a in np.pi / 4 * np.arange(8)], x.dtype)

    def octave(x: jax.Array, y: jax.Array) -> jax.Array:
        i, j = jnp.floor(x), jnp.floor(y)
        u, v = x - i, y - j
        def corner(a: int, b: int) -> jax.Array:
            gradient = gradients[(hashed_cell(i.astype(jnp.int32) + a, j.astype(jnp.int32) + b) & 7).astype(jnp.int32)]
            return gradient[..., 0] * (u - a) + gradient[..., 1] * (v - b)
        s, t = (w**3 * (w * (6 * w - 15) + 10) for w in (u, v))
        top, bottom = ((1 - t) * corner(a, 0) + t * corner(a, 1) for a in (0, 1))
        return (1 - s) * top + s * bottom

    scales = jnp.array([1.0, 2.0, 4.0])[:, None, None]
    return jnp.sum(octave(scales * x[:, None], scales * y) / scales, 0)


def cellular_noise(x: jax.Array, y: jax.Array) -> jax.Array:
    """Worley's noise, of points that a hash puts in cells: the distance to the nearest, and how much further the next one is."""
    steps = jnp.asarray([(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1)], jnp.int32)[:, :, None, None]
    i = jnp.floor(x).astype(jnp.int32)[:, None] + steps[:, 0]
    j = jnp.floor(y).astype(jnp.int32) + steps[:, 1]
    bits = hashed_cell(i, j)
    across, down = ((part & 0xFFFF).astype(x.dtype) / 65536 for part in (bits, bits >> 16))
    squares = (i + across - x[:, None]) ** 2 + (j + down - y) ** 2
    nearest = jnp.sqrt(jnp.sort(squares, 0)[:2])
    return jnp.stack([nearest[0], nearest[1] - nearest[0]])


#: Which sides of a square, from the top one clockwise, up to two lines join, by the signs of its corners.
JOINED_SIDES = np.array([(0, 0, 0, 0), (3, 0, 0, 0), (0, 1, 0, 0), (3, 1, 0, 0), (1, 2, 0, 0), (3, 0, 1, 2), (0, 2, 0, 0),
                         (3, 2, 0, 0), (2, 3, 0, 0), (0, 2, 0, 0), (0, 1, 2, 3), (1, 2, 0, 0), (1, 3, 0, 0), (0, 1, 0, 0),
                         (3, 0, 0, 0), (0, 0, 0, 0)], np.int32)


def contour_lengths(x: jax.Array) -> Any:
    """Marching squares: a table tells which sides lines join, whose ends lie where the values between corners vanish."""
    corners = jnp.stack([x[:-1, :-1], x[:-1, 1:], x[1:, 1:], x[1:, :-1]])
    codes = jnp.sum((corners > 0) * jnp.array([1, 2, 4, 8])[:, None, None], 0)
    following = jnp.roll(corners, -1, 0)
    crossed = (corners > 0) != (following > 0)
    t = jnp.where(crossed, corners / jnp.where(crossed, corners - following, 1), 0.5)
    zero, one = jnp.zeros_like(t[0]), jnp.ones_like(t[0])
    places = jnp.stack([jnp.stack([zero, t[1], one, 1 - t[3]], -1), jnp.stack([t[0], one, 1 - t[2], zero], -1)], -1)
    ends = jnp.take_along_axis(places, jnp.asarray(JOINED_SIDES)[codes][..., None], 2)
    lengths = jnp.sum(jnp.sqrt(jnp.sum((ends[:, :, ::2] - ends[:, :, 1::2]) ** 2, -1)), -1)
    return jnp.sum(lengths), jax.ops.segment_sum(lengths.ravel(), codes.ravel(), 16), jnp.bincount(codes.ravel(), length=16)


def shaded_mesh(points: jax.Array, faces: jax.Array) -> Any:
    """A mesh smoothed along its edges, its normals as sums over the faces around each corner, its area and signed volume."""
    sides = jnp.concatenate([faces, jnp.roll(faces, 1, 1)], 1).ravel(), jnp.concatenate([jnp.roll(faces, 1, 1), faces], 1).ravel()
    degree = jnp.maximum(jnp.zeros(points.shape[0]).at[sides[0]].add(1), 1)[:, None]
    def step(_: jax.Array, x: jax.Array) -> jax.Array:
        return x + 0.3 * jnp.zeros_like(x).at[sides[0]].add(x[sides[1]] - x[sides[0]]) / degree
    x = lax.fori_loop(0, 3, step, points)
    a, b, c = (x[faces[:, k]] for k in range(3))
    areas = jnp.cross(b - a, c - a)
    normals = jnp.zeros_like(x).at[faces].add(areas[:, None])
    normals = normals / jnp.sqrt(jnp.sum(normals**2, 1, keepdims=True) + 1e-4)
    return x, normals, 0.5 * jnp.sum(jnp.sqrt(jnp.sum(areas**2, 1))), jnp.sum(a * areas) / 6


def burning_ship(x: jax.Array, y: jax.Array) -> tuple[jax.Array, jax.Array]:
    """The fractal, until each point has left or has had enough steps."""
    def step(state: tuple[jax.Array, ...]) -> tuple[jax.Array, ...]:
        a, b, count, inside = state
        c, d = a * a - b * b + x, 2 * jnp.abs(a * b) + y[:, None]
        a, b = jnp.where(inside, c, a), jnp.where(inside, d, b)
        return a, b, count + inside, inside & (a * a + b * b < 16)
    zero = jnp.zeros((y.shape[0], x.shape[0]), x.dtype)
    start = zero, zero, zero.astype(jnp.int32), zero == 0
    a, b, count, _ = lax.while_loop(lambda s: jnp.any(s[3]) & (jnp.max(s[2]) < 16), step, start)
    return count, jnp.log1p(a * a + b * b)


def cases() -> Iterator[Case]:
    yield case("marched_rays", marched_rays, array((5, 3), "f32", -1, 1), array((5,), "f32", 0.2, 0.6),
               array((3,), "f32", 0.5, 1))
    yield case("gradient_noise", gradient_noise, array((97,), "f32", -9, 9), array((101,), "f32", -9, 9))
    yield case("cellular_noise", cellular_noise, array((97,), "f32", -9, 9), array((101,), "f32", -9, 9))
    yield case("contour_lengths", contour_lengths, array((97, 101)))
    yield case("shaded_mesh", shaded_mesh, array((513, 3)), indices((1003, 3), 513))
    yield case("burning_ship", burning_ship, array((67,), "f64", -2, 1), array((61,), "f64", -1.5, 1))
