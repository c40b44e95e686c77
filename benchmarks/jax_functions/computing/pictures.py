"""Pictures: wavelets, edges, lines, colours, components, distances, tomography."""

from __future__ import annotations

from collections.abc import Iterator

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.scipy import ndimage

from benchmarks.jax_functions.cases import Case, array, case, mask
from benchmarks.jax_functions.image import linear_light


def integer_wavelets(image: jax.Array) -> tuple[jax.Array, jax.Array]:
    """JPEG 2000's 5/3 lifting of rows and of columns, twice, details quantized, and back; how many are not zero."""
    def split(x: jax.Array) -> tuple[jax.Array, jax.Array]:
        even, odd = x[0::2].T, x[1::2].T
        high = odd - ((even + jnp.roll(even, -1, 1)) >> 1)
        return even + ((high + jnp.roll(high, 1, 1) + 2) >> 2), high

    def joined(low: jax.Array, high: jax.Array) -> jax.Array:
        even = low - ((high + jnp.roll(high, 1, 1) + 2) >> 2)
        odd = high + ((even + jnp.roll(even, -1, 1)) >> 1)
        return jnp.stack([even, odd], 2).reshape(even.shape[0], -1).T

    def coarse(x: jax.Array) -> jax.Array:
        return jnp.sign(x) * (jnp.abs(x) >> 3) << 3

    x, parts = image.astype(jnp.int32), []
    for _ in range(2):
        low, high = split(x)
        (x, a), (b, c) = split(low), split(high)
        parts.append((coarse(a), coarse(b), coarse(c)))
    for a, b, c in reversed(parts):
        x = joined(joined(x, a), joined(b, c))
    return jnp.clip(x, 0, 255).astype(jnp.uint8), jnp.stack([jnp.sum(part != 0) for three in parts for part in three])


def bilateral_filter(x: jax.Array) -> jax.Array:
    """Means of nearby pixels, weighted by how near and how alike they are."""
    around, total, weights = jnp.pad(x, 2, mode="edge"), jnp.zeros_like(x), jnp.zeros_like(x)
    for a in range(5):
        for b in range(5):
            other = around[a : a + x.shape[0], b : b + x.shape[1]]
            weight = jnp.exp(-0.2 * ((a - 2) ** 2 + (b - 2) ** 2) - 20 * (other - x) ** 2)
            total, weights = total + weight * other, weights + weight
    return total / weights


def edges_in_integers(image: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Canny's edges: ridges of the gradient of a blurred picture, strong ones and the weak ones connected to them."""
    def across(x: jax.Array, weights: tuple[int, int, int], axis: int) -> jax.Array:
        return weights[0] * jnp.roll(x, 1, axis) + weights[1] * x + weights[2] * jnp.roll(x, -1, axis)
    x = image.astype(jnp.int32)
    x = across(across(x, (1, 2, 1), 0), (1, 2, 1), 1) >> 4
    down, right = (across(across(x, (-1, 0, 1), axis), (1, 2, 1), 1 - axis) for axis in (0, 1))
    size = jnp.abs(down) + jnp.abs(right)
    flat, steep = 5 * jnp.abs(down) < 2 * jnp.abs(right), 5 * jnp.abs(right) < 2 * jnp.abs(down)
    def beside(side: int) -> jax.Array:
        diagonal = jnp.where(down * right > 0, jnp.roll(size, (side, side), (0, 1)), jnp.roll(size, (side, -side), (0, 1)))
        return jnp.where(flat, jnp.roll(size, side, 1), jnp.where(steep, jnp.roll(size, side, 0), diagonal))
    ridge = (size >= beside(1)) & (size > beside(-1))
    strong, weak = ridge & (size > 330), ridge & (size > 150)
    def grow(state: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        near = lax.reduce_window(state[0], False, lax.bitwise_or, (3, 3), (1, 1), "SAME")
        grown = state[0] | (near & weak)
        return grown, jnp.any(grown != state[0])
    edges = lax.while_loop(lambda s: s[1], grow, (strong, jnp.array(True)))[0]
    return edges, jnp.sum(edges, dtype=jnp.int32)


def voted_lines(dark: jax.Array) -> tuple[jax.Array, ...]:
    """Hough's transform: each dark pixel votes for all lines through it; the votes, and the five lines with most."""
    angles = np.pi * np.arange(45) / 45
    cosine, sine = (jnp.asarray(np.round(1024 * part), jnp.int32) for part in (np.cos(angles), np.sin(angles)))
    y, x = (part.ravel()[:, None] for part in jnp.indices(dark.shape, dtype=jnp.int32))
    reach = sum(dark.shape)
    offset = (x * cosine + y * sine >> 10) + reach
    votes = jnp.zeros((45, 2 * reach), jnp.int32).at[jnp.arange(45), offset].add(dark.ravel()[:, None].astype(jnp.int32))
    best = lax.reduce_window(votes, jnp.int32(0), lax.max, (5, 5), (1, 1), "SAME")
    strength, place = lax.top_k(jnp.where(votes == best, votes, 0).ravel(), 5)
    return votes, strength, place // (2 * reach), place % (2 * reach) - reach


def colour_difference(a: jax.Array, b: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Two pictures from sRGB to Lab, and the difference of their colours by the formula CIE94."""
    matrix = jnp.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    def lab(x: jax.Array) -> jax.Array:
        xyz = linear_light(x) @ matrix.T / jnp.array([0.9505, 1, 1.089])
        bent = jnp.where(xyz > 0.008856, jnp.cbrt(jnp.maximum(xyz, 0.008856)), 7.787 * xyz + 16 / 116)
        x, y, z = bent[..., 0], bent[..., 1], bent[..., 2]
        return jnp.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], -1)
    first, second = lab(a), lab(b)
    chroma, other = (jnp.linalg.norm(x[..., 1:], axis=-1) for x in (first, second))
    lightness, red_green, yellow_blue = jnp.moveaxis((second - first) ** 2, -1, 0)
    of_chroma = (other - chroma) ** 2
    of_hue = jnp.maximum(red_green + yellow_blue - of_chroma, 0)
    difference = jnp.sqrt(lightness + of_chroma / (1 + 0.045 * chroma) ** 2 + of_hue / (1 + 0.015 * chroma) ** 2)
    return difference, jnp.mean(difference)


def connected_components(dark: jax.Array) -> tuple[jax.Array, jax.Array, jax.Array]:
    """Labels of connected dark pixels, how many components there are, and the size of the largest one."""
    count = dark.size
    start = jnp.where(dark, jnp.arange(count, dtype=jnp.int32).reshape(dark.shape), count)
    def step(state: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        labels = state[0]
        around = jnp.pad(labels, 1, constant_values=count)
        near = jnp.minimum(jnp.minimum(around[2:, 1:-1], around[:-2, 1:-1]), jnp.minimum(around[1:-1, 2:], around[1:-1, :-2]))
        least = jnp.where(dark, jnp.minimum(labels, near), count)
        # The label of the pixel that the label names: far fewer steps than from neighbours alone.
        least = jnp.append(least.ravel(), count)[least]
        return least, jnp.any(least != labels)
    labels = lax.while_loop(lambda s: s[1], step, (start, jnp.array(True)))[0]
    sizes = jnp.bincount(labels.ravel(), length=count + 1)[:-1]
    return labels, jnp.sum(sizes > 0), jnp.max(sizes)


def distance_transform(dark: jax.Array) -> tuple[jax.Array, jax.Array]:
    """The distance of each pixel to the next dark one, squared and not: the least along columns, then along rows."""
    def along_columns(squares: jax.Array) -> jax.Array:
        place = jnp.arange(squares.shape[0], dtype=jnp.int32)
        return jnp.min(squares[:, None] + ((place[:, None] - place) ** 2)[..., None], 0)
    # Few of the dark pixels, so that others are far from them.
    sparse = dark & jnp.roll(dark, 1, 0) & jnp.roll(dark, 1, 1) & jnp.roll(dark, 2, 0)
    squares = along_columns(along_columns(jnp.where(sparse, 0, 1_000_000).astype(jnp.int32)).T).T
    return squares, jnp.sqrt(squares.astype(jnp.float32))


def tomography(image: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Radon's transform at 20 angles, and the picture from it by filtered back projection."""
    n = image.shape[0]
    angles = jnp.linspace(0, jnp.pi, 20, endpoint=False)
    offsets = jnp.arange(n) - 0.5 * (n - 1)
    y, x = jnp.meshgrid(offsets, offsets, indexing="ij")

    def projected(angle: jax.Array) -> jax.Array:
        c, s = jnp.cos(angle), jnp.sin(angle)
        rotated = [s * x + c * y + 0.5 * (n - 1), c * x - s * y + 0.5 * (n - 1)]
        return jnp.sum(ndimage.map_coordinates(image, rotated, order=1), 0)

    def spread(angle: jax.Array, row: jax.Array) -> jax.Array:
        place = jnp.cos(angle) * x + jnp.sin(angle) * y + 0.5 * (n - 1)
        return ndimage.map_coordinates(row, [place], order=1)

    rows = jax.vmap(projected)(angles)
    ramp = jnp.abs(jnp.fft.rfftfreq(128)) * 2
    filtered = jnp.fft.irfft(jnp.fft.rfft(rows, 128) * ramp, 128)[:, :n]
    return rows, jnp.sum(jax.vmap(spread)(angles, filtered), 0) * (jnp.pi / 40)


def cases() -> Iterator[Case]:
    yield case("integer_wavelets", integer_wavelets, array((64, 68), "u8", 0, 255))
    yield case("bilateral_filter", bilateral_filter, array((97, 101), "f32", 0, 1))
    yield case("edges_in_integers", edges_in_integers, array((129, 131), "u8", 0, 255))
    yield case("voted_lines", voted_lines, mask((33, 35)))
    yield case("colour_difference", colour_difference, array((65, 67, 3), "f32", 0, 1), array((65, 67, 3), "f32", 0, 1))
    yield case("connected_components", connected_components, mask((65, 67)))
    yield case("distance_transform", distance_transform, mask((65, 67)))
    yield case("tomography", tomography, array((41, 41), "f32", 0, 1))
