"""What moves elements without computing: transposes, slices, pads, concatenations, reshapes, and their layouts of images."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import partial

import jax
import jax.numpy as jnp
from jax import lax
from jax.scipy import linalg

from benchmarks.jax_functions.cases import Case, array, case


def strided(x: jax.Array) -> jax.Array:
    return x[::3, 1::2]


def reversed_rows(x: jax.Array) -> jax.Array:
    return x[::-1]


def reversed_columns(x: jax.Array) -> jax.Array:
    return x[:, ::-1]


def joined_columns(x: jax.Array, y: jax.Array) -> jax.Array:
    return jnp.concatenate([x, y], 1)


def joined_rows(x: jax.Array, y: jax.Array) -> jax.Array:
    return jnp.concatenate([x, y, x], 0)


def reflected(x: jax.Array) -> jax.Array:
    return jnp.pad(x, ((3, 4), (5, 6)), mode="reflect")


def edged(x: jax.Array) -> jax.Array:
    return jnp.pad(x, ((3, 4), (5, 6)), mode="edge")


def wrapped(x: jax.Array) -> jax.Array:
    return jnp.pad(x, ((3, 4), (5, 6)), mode="wrap")


def interior_pad(x: jax.Array) -> jax.Array:
    return lax.pad(x, jnp.array(0, x.dtype), ((1, 2, 1), (-1, 0, 2)))


def pixel_shuffle(x: jax.Array) -> jax.Array:
    n, h, w, c = x.shape
    return x.reshape(n, h, w, 2, 2, c // 4).transpose(0, 1, 3, 2, 4, 5).reshape(n, 2 * h, 2 * w, c // 4)


def space_to_depth(x: jax.Array) -> jax.Array:
    n, h, w, c = x.shape
    return x.reshape(n, h // 2, 2, w // 2, 2, c).transpose(0, 1, 3, 2, 4, 5).reshape(n, h // 2, w // 2, 4 * c)


def channel_shuffle(x: jax.Array) -> jax.Array:
    n, h, w, c = x.shape
    return x.reshape(n, h, w, 4, c // 4).swapaxes(-1, -2).reshape(n, h, w, c)


def windows(x: jax.Array, size: int) -> jax.Array:
    """Images [n, h, w, c] as square windows [n h w / size^2, size^2, c]."""
    n, h, w, c = x.shape
    return x.reshape(n, h // size, size, w // size, size, c).transpose(0, 1, 3, 2, 4, 5).reshape(-1, size * size, c)


def windows_of_seven(x: jax.Array) -> jax.Array:
    return windows(x, 7)


def causal(x: jax.Array) -> jax.Array:
    return jnp.where(jnp.tril(jnp.ones(x.shape, bool)), x, -jnp.inf)


def grid(a: jax.Array, b: jax.Array) -> jax.Array:
    return jnp.stack(jnp.meshgrid(a, b))


def columns(x: jax.Array) -> list[jax.Array]:
    return [x[:, k] for k in range(x.shape[1])]


def interleaved(a: jax.Array, b: jax.Array) -> jax.Array:
    return jnp.stack([a, b], -1).reshape(-1)


def even_and_odd(a: jax.Array) -> tuple[jax.Array, jax.Array]:
    return a[::2], a[1::2]


def thirds(x: jax.Array) -> list[jax.Array]:
    return jnp.split(x, 3, axis=-1)


def heads(x: jax.Array) -> jax.Array:
    return x.reshape(*x.shape[:2], 12, -1).transpose(0, 2, 1, 3)


def stacked(a: jax.Array, b: jax.Array, c: jax.Array) -> jax.Array:
    return jnp.stack([a, b, c])


def frames(x: jax.Array) -> jax.Array:
    """Overlapping windows of a signal, as before a spectrogram."""
    starts = jnp.arange(0, x.shape[0] - 400, 160)
    return x[starts[:, None] + jnp.arange(400)]


def diagonal_matrix(x: jax.Array) -> jax.Array:
    return jnp.diag(x)


def written_border(x: jax.Array) -> jax.Array:
    return x.at[0].set(0).at[-1].set(1).at[:, 0].set(2).at[:, -1].set(3)


OF_EACH_TYPE = {"transpose": jnp.transpose, "strided": strided, "flip_columns": reversed_columns, "flip_rows": reversed_rows,
                "pad_reflect": reflected, "pad_edge": edged, "pad_interior": interior_pad,
                "repeat": partial(jnp.repeat, repeats=3, axis=1),
                "tile": partial(jnp.tile, reps=(2, 3)), "roll": partial(jnp.roll, shift=(5, -7), axis=(0, 1))}
LAYOUTS = {"nhwc_to_nchw": ((4, 57, 61, 33), (0, 3, 1, 2)), "nchw_to_nhwc": ((4, 33, 57, 61), (0, 2, 3, 1)),
           "rgb_to_nhwc": ((4, 3, 224, 224), (0, 2, 3, 1)), "rgb_to_nchw": ((4, 224, 224, 3), (0, 3, 1, 2)),
           "rank5": ((3, 5, 7, 9, 33), (4, 2, 0, 3, 1)), "rank6": ((2, 3, 4, 5, 6, 7), (5, 0, 4, 1, 3, 2)),
           "size1": ((1, 301, 1, 303), (3, 2, 1, 0)), "thin": ((3, 50_001), (1, 0)), "narrow": ((50_001, 3), (1, 0))}


def cases() -> Iterator[Case]:
    for type in ("f32", "i8", "bf16", "i64", "c64"):
        for name, function in OF_EACH_TYPE.items():
            yield case(f"{name}_{type}", function, array((501, 603), type))
        yield case(f"join_columns_{type}", joined_columns, array((500, 301), type), array((500, 277), type))
        yield case(f"join_rows_{type}", joined_rows, array((301, 500), type), array((277, 500), type))
    for order in itertools.permutations(range(4)):
        if order != (0, 1, 2, 3):
            yield case(f"order_{''.join(map(str, order))}", partial(jnp.transpose, axes=order), array((12, 33, 20, 40)))
    for type in ("bf16", "i8", "c64", "f64", "bool", "u16"):
        for order in ((0, 2, 1), (2, 0, 1), (1, 2, 0), (2, 1, 0)):
            yield case(f"order_{''.join(map(str, order))}_{type}", partial(jnp.transpose, axes=order),
                       array((37, 100, 130), type))
    for name, (shape, order) in LAYOUTS.items():
        yield case(name, partial(jnp.transpose, axes=order), array(shape))
        yield case(f"{name}_u8", partial(jnp.transpose, axes=order), array(shape, "u8"))
    for axis in range(3):
        yield case(f"flip_{axis}", partial(jnp.flip, axis=axis), array((40, 65, 130)))
        yield case(f"roll_{axis}", partial(jnp.roll, shift=3, axis=axis), array((40, 65, 130)))
        yield case(f"diff_{axis}", partial(jnp.diff, axis=axis), array((40, 65, 130)))
        yield case(f"split_{axis}", partial(jnp.split, indices_or_sections=[7, 20], axis=axis), array((40, 65, 130)))
        yield case(f"repeat_{axis}", partial(jnp.repeat, repeats=2, axis=axis), array((40, 65, 130)))
    yield case("pad_wrap", wrapped, array((300, 301)))
    yield case("pixel_shuffle", pixel_shuffle, array((4, 32, 32, 64)))
    yield case("space_to_depth", space_to_depth, array((4, 56, 56, 16)))
    yield case("channel_shuffle", channel_shuffle, array((4, 28, 28, 116)))
    yield case("windows_of_seven", windows_of_seven, array((4, 56, 56, 96)))
    yield case("upper_triangle", jnp.triu, array((501, 499)))
    yield case("lower_triangle_batch", jnp.tril, array((16, 65, 65)))
    yield case("causal_mask", causal, array((501, 501)))
    yield case("grid", grid, array((401,)), array((403,)))
    yield case("columns", columns, array((20_000, 5)))
    yield case("interleaved", interleaved, array((100_001,)), array((100_001,)))
    yield case("even_and_odd", even_and_odd, array((200_001,)))
    yield case("thirds", thirds, array((256, 999)))
    yield case("heads", heads, array((4, 129, 768)))
    yield case("stacked", stacked, *[array((377, 333))] * 3)
    yield case("frames", frames, array((32_000,)))
    yield case("rotated", jnp.rot90, array((503, 497)))
    yield case("toeplitz", linalg.toeplitz, array((501,)))
    yield case("diagonal_matrix", diagonal_matrix, array((401,)))
    yield case("diagonal", jnp.diagonal, array((701, 703)))
    yield case("kronecker", jnp.kron, array((33, 35)), array((31, 29)))
    yield case("written_border", written_border, array((301, 303)))
    yield case("broadcast_to", partial(jnp.broadcast_to, shape=(65, 129, 33)), array((129, 1)))
    yield case("expand_squeeze", lambda x: jnp.squeeze(x, 1)[..., None], array((300, 1, 301)))
    yield case("ravel_transposed", lambda x: x.T.ravel(), array((301, 403)))
    yield case("iota_grid", lambda x: x + jnp.arange(403) + 10.0 * jnp.arange(301)[:, None], array((301, 403)))
    yield case("empty_rows", joined_columns, array((0, 5)), array((0, 7)))
    yield case("one_row", joined_rows, array((1, 1001)), array((1, 1001)))
