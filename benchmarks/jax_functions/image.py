"""Operations on images: resizing, filters, colours, crops, augmentation, bytes to floats."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import jax
import jax.numpy as jnp
from jax import lax

from benchmarks.jax_functions.cases import Case, array, case

LUMA = (0.299, 0.587, 0.114)


def resized(x: jax.Array, shape: tuple[int, ...], method: str) -> jax.Array:
    return jax.image.resize(x, shape, method)


def depthwise(x: jax.Array, kernel: jax.Array) -> jax.Array:
    return lax.conv_general_dilated(x, kernel, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"),
                                    feature_group_count=x.shape[-1])


def separable_blur(x: jax.Array) -> jax.Array:
    weights = jnp.exp(-0.5 * (jnp.arange(9) - 4.0) ** 2 / 4)
    kernel = jnp.tile((weights / weights.sum())[:, None, None, None], (1, 1, 1, x.shape[-1]))
    return depthwise(depthwise(x, kernel), kernel.swapaxes(0, 1))


def sobel(x: jax.Array) -> jax.Array:
    down = x[2:, :-2] + 2 * x[2:, 1:-1] + x[2:, 2:] - x[:-2, :-2] - 2 * x[:-2, 1:-1] - x[:-2, 2:]
    right = x[:-2, 2:] + 2 * x[1:-1, 2:] + x[2:, 2:] - x[:-2, :-2] - 2 * x[1:-1, :-2] - x[2:, :-2]
    return jnp.sqrt(down * down + right * right + 1e-12)


def sharpened(x: jax.Array) -> jax.Array:
    around = jnp.roll(x, 1, 0) + jnp.roll(x, -1, 0) + jnp.roll(x, 1, 1) + jnp.roll(x, -1, 1)
    return jnp.clip(5 * x - around, 0, 1)


def median_of_nine(x: jax.Array) -> jax.Array:
    around = jnp.stack([jnp.roll(x, (a, b), (0, 1)) for a in (-1, 0, 1) for b in (-1, 0, 1)])
    return jnp.median(around, 0)


def normalized_bytes(x: jax.Array) -> jax.Array:
    return (x.astype(jnp.float32) / 255 - jnp.array([0.485, 0.456, 0.406])) / jnp.array([0.229, 0.224, 0.225])


def normalized_bytes_channels_first(x: jax.Array) -> jax.Array:
    return jnp.transpose(normalized_bytes(x), (0, 3, 1, 2)).astype(jnp.bfloat16)


def to_bytes(x: jax.Array) -> jax.Array:
    return jnp.clip(jnp.round(x * 255), 0, 255).astype(jnp.uint8)


def grey(x: jax.Array) -> jax.Array:
    return x.astype(jnp.float32) @ jnp.array(LUMA, jnp.float32)


def grey_in_integers(x: jax.Array) -> jax.Array:
    wide = x.astype(jnp.int32)
    return ((77 * wide[..., 0] + 150 * wide[..., 1] + 29 * wide[..., 2]) >> 8).astype(jnp.uint8)


def luma_and_chroma(x: jax.Array) -> jax.Array:
    weights = jnp.array([LUMA, (-0.147, -0.289, 0.436), (0.615, -0.515, -0.1)], jnp.float32)
    return x.astype(jnp.float32) @ weights.T


def hue_saturation_value(x: jax.Array) -> jax.Array:
    red, green, blue = x[..., 0], x[..., 1], x[..., 2]
    value = jnp.max(x, -1)
    spread = value - jnp.min(x, -1)
    safe = jnp.where(spread == 0, 1, spread)
    hue = jnp.where(value == green, (blue - red) / safe + 2, (red - green) / safe + 4)
    hue = jnp.where(value == red, (green - blue) / safe % 6, hue)
    return jnp.stack([hue / 6, jnp.where(value == 0, 0, spread / jnp.where(value == 0, 1, value)), value], -1)


def linear_light(x: jax.Array) -> jax.Array:
    return jnp.where(x <= 0.04045, x / 12.92, ((x + 0.055) / 1.055) ** 2.4)


def random_crops(x: jax.Array, corners: jax.Array) -> jax.Array:
    return jax.vmap(lambda image, corner: lax.dynamic_slice(image, (corner[0], corner[1], 0), (24, 24, 3)))(x, corners)


def flipped_where(x: jax.Array, flip: jax.Array) -> jax.Array:
    return jnp.where(flip[:, None, None, None], x[:, :, ::-1], x)


def rotated_bilinear(x: jax.Array) -> jax.Array:
    rows, columns = jnp.meshgrid(jnp.arange(x.shape[0]) - 64.0, jnp.arange(x.shape[1]) - 64.0, indexing="ij")
    places = [0.8 * rows - 0.6 * columns + 64, 0.6 * rows + 0.8 * columns + 64]
    return jax.scipy.ndimage.map_coordinates(x, places, order=1)


def histogram(x: jax.Array) -> jax.Array:
    return jnp.bincount(x.reshape(-1).astype(jnp.int32), length=256)


def equalized(x: jax.Array) -> jax.Array:
    counts = jnp.cumsum(histogram(x)).astype(jnp.float32)
    return (counts / counts[-1] * 255)[x.astype(jnp.int32)]


def integral_image(x: jax.Array) -> jax.Array:
    return jnp.cumsum(jnp.cumsum(x.astype(jnp.int32), 0), 1)


def cut_out(x: jax.Array, corner: jax.Array) -> jax.Array:
    return lax.dynamic_update_slice(x, jnp.zeros((x.shape[0], 16, 16, x.shape[-1]), x.dtype), (0, corner, corner, 0))


def mixed_up(x: jax.Array, weight: jax.Array) -> jax.Array:
    return weight[:, None, None, None] * x + (1 - weight)[:, None, None, None] * x[::-1]


def similarity(x: jax.Array, y: jax.Array) -> jax.Array:
    """SSIM over windows of 7 x 7."""
    def mean(v: jax.Array) -> jax.Array:
        return lax.reduce_window(v, 0.0, lax.add, (7, 7), (1, 1), "VALID") / 49
    a, b = mean(x), mean(y)
    spread_a, spread_b, common = mean(x * x) - a * a, mean(y * y) - b * b, mean(x * y) - a * b
    return jnp.mean((2 * a * b + 1e-4) * (2 * common + 9e-4) / ((a * a + b * b + 1e-4) * (spread_a + spread_b + 9e-4)))


#: A source and a target of resizing.
SIZES = [((4, 57, 57, 16), (4, 100, 100, 16)), ((4, 56, 56, 16), (4, 112, 112, 16)), ((4, 112, 112, 3), (4, 61, 37, 3)),
         ((201, 203), (99, 401)), ((2, 8, 29, 31), (2, 8, 58, 62)), ((1, 7, 7, 1), (1, 28, 28, 1))]


def nearest_by_pairs(x: jax.Array, shape: tuple[int, int], first: int) -> jax.Array:
    """Neighbours along two dimensions, `first` and the next, by pairs of a row and a column for each place."""
    rows, columns = ((jnp.arange(n, dtype=jnp.float32) * (x.shape[first + d] / n)).astype(jnp.int32) for d, n in enumerate(shape))
    pairs = rows[:, None], columns[None, :]
    return x[pairs] if first == 0 else x[:, *pairs] if first == 1 else x[:, :, *pairs]


def cases() -> Iterator[Case]:
    for source, target in SIZES:
        for method in ("nearest", "bilinear", "bicubic"):
            name = f"{method}_{'x'.join(map(str, source))}_to_{'x'.join(map(str, target))}"
            yield case(name, partial(resized, shape=target, method=method), array(source))
    yield case("nearest_bf16", partial(resized, shape=(4, 56, 56, 33), method="nearest"), array((4, 28, 28, 33), "bf16"))
    yield case("bilinear_bf16", partial(resized, shape=(4, 56, 56, 33), method="bilinear"), array((4, 28, 28, 33), "bf16"))
    yield case("nearest_by_pairs", partial(nearest_by_pairs, shape=(56, 41), first=2), array((2, 32, 28, 29)))
    yield case("nearest_by_pairs_channels_last", partial(nearest_by_pairs, shape=(56, 56), first=1), array((2, 28, 28, 33)))
    yield case("nearest_by_pairs_u8", partial(nearest_by_pairs, shape=(640, 480), first=0), array((321, 240, 3), "u8", 0, 255))
    yield case("nearest_u8", lambda x: jnp.repeat(jnp.repeat(x, 2, 1), 2, 2), array((4, 57, 59, 3), "u8", 0, 255))
    image, bytes = array((4, 129, 131, 3), "f32", 0, 1), array((4, 129, 131, 3), "u8", 0, 255)
    flat = array((257, 259), "f32", 0, 1)
    yield case("gaussian_blur", depthwise, image, array((7, 7, 1, 3)))
    yield case("separable_blur", separable_blur, image)
    for function in (sobel, sharpened, median_of_nine, to_bytes, rotated_bilinear):
        yield case(function.__name__, function, array((129, 131), "f32", 0, 1) if function is rotated_bilinear else flat)
    for function in (normalized_bytes, normalized_bytes_channels_first, grey, grey_in_integers, luma_and_chroma):
        yield case(function.__name__, function, bytes)
    for function in (hue_saturation_value, linear_light):
        yield case(function.__name__, function, image)
    yield case("random_crops", random_crops, array((32, 32, 32, 3)), array((32, 2), "i32", 0, 8))
    yield case("flipped_where", flipped_where, image, array((4,), "bool"))
    yield case("histogram", histogram, array((257, 259), "u8", 0, 255))
    yield case("equalized", equalized, array((257, 259), "u8", 0, 255))
    yield case("integral_image", integral_image, array((257, 259), "u8", 0, 255))
    yield case("cut_out", cut_out, image, array((), "i32", 0, 100))
    yield case("mixed_up", mixed_up, image, array((4,), "f32", 0, 1))
    yield case("similarity", similarity, flat, flat)
    yield case("threshold", lambda x: (x > 128).astype(jnp.uint8) * jnp.uint8(255), bytes)
    yield case("inverted", lambda x: 255 - x, bytes)
