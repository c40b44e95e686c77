"""Vision: radiance fields and splats, detection and regions, augmentation, segmentation, adversarial networks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax, nn, random

from benchmarks.jax_functions.cases import Case, array, case, indices, key, mask
from benchmarks.jax_functions.convolution import convolve
from benchmarks.jax_functions.learning.common import ROUNDED, dense, network, trained, unit, weight, weights
from benchmarks.jax_functions.normalization import normalized


# -- scenes ---------------------------------------------------------------------------------------------------------------
def frequencies(x: jax.Array, count: int) -> jax.Array:
    angles = (x[..., None, :] * 2.0 ** jnp.arange(count)[:, None]).reshape(*x.shape[:-1], -1)
    return jnp.concatenate([x, jnp.sin(angles), jnp.cos(angles)], -1)


def radiance_loss(data: jax.Array, origins: jax.Array, directions: jax.Array, colours: jax.Array, *w: jax.Array) -> jax.Array:
    """NeRF: the mean square error of the colours of rays, from colours and densities at drawn depths."""
    first, second, third, density, view, colour = w
    depths = 2 + (jnp.arange(32) + random.uniform(random.wrap_key_data(data), (directions.shape[0], 32))) / 8
    points = frequencies(origins[:, None] + unit(directions)[:, None] * depths[..., None], 6)
    # Without a kink: which side of it one of these many values lies on would be for rounding to say.
    h = nn.softplus(nn.softplus(points @ first) @ second)
    h = nn.softplus(jnp.concatenate([h, points], -1) @ third)
    seen = jnp.broadcast_to(frequencies(unit(directions), 3)[:, None], (*depths.shape, 21))
    painted = nn.sigmoid(nn.softplus(jnp.concatenate([h, seen], -1) @ view) @ colour)
    gaps = jnp.concatenate([jnp.diff(depths), jnp.full((depths.shape[0], 1), 1e3)], 1)
    through = jnp.exp(-nn.softplus((h @ density)[..., 0]) * gaps)
    before = jnp.cumprod(jnp.concatenate([jnp.ones_like(through[:, :1]), through[:, :-1] + 1e-6], 1), 1)
    return jnp.mean((jnp.sum((before * (1 - through))[..., None] * painted, 1) - colours) ** 2)


CORNERS = np.stack(np.meshgrid(*[np.arange(2, dtype=np.uint32)] * 3, indexing="ij"), -1).reshape(8, 3)


def hashed(points: jax.Array, table: jax.Array, cells: jax.Array) -> jax.Array:
    """Features of the corners of the cells that points are in, looked up by a hash and interpolated."""
    scaled = points * cells
    low = jnp.floor(scaled)
    part = (scaled - low)[:, None]
    corners = (low.astype(jnp.uint32)[:, None] + CORNERS) * jnp.array([1, 2_654_435_761, 805_459_861], jnp.uint32)
    places = (corners[..., 0] ^ corners[..., 1] ^ corners[..., 2]) % table.shape[0]
    shares = jnp.prod(jnp.where(CORNERS == 1, part, 1 - part), -1)
    return jnp.sum(table[places] * shares[..., None], 1)


def hash_grid_loss(points: jax.Array, y: jax.Array, tables: jax.Array, *layers: jax.Array) -> jax.Array:
    """Instant NGP: the mean square error by hashed grids of several sizes and a small network."""
    sizes = jnp.asarray(np.floor(8 * 1.5 ** np.arange(tables.shape[0])), jnp.float32)
    features = jax.vmap(hashed, (None, 0, 0), 1)(points, tables, sizes).reshape(points.shape[0], -1)
    return jnp.mean((network(features, layers, nn.silu) - y) ** 2)


def splats_loss(image: jax.Array, depths: jax.Array, centres: jax.Array, factors: jax.Array, opacities: jax.Array,
                colours: jax.Array) -> jax.Array:
    """Gaussians in the plane, blended from the nearest to the farthest: the mean magnitude of what the image differs by."""
    order = jnp.argsort(depths)
    centres, factors, opacities, colours = (each[order] for each in (centres, factors, opacities, colours))
    rows, columns = jnp.meshgrid(jnp.linspace(-1, 1, 32), jnp.linspace(-1, 1, 32), indexing="ij")
    apart = jnp.stack([rows, columns], -1).reshape(-1, 2)[:, None] - centres
    lengths = jnp.sum(jnp.einsum("pgi,gij->pgj", apart, factors) ** 2, -1)
    alpha = jnp.minimum(nn.sigmoid(opacities) * jnp.exp(-0.5 * lengths), 0.99)
    logarithms = jnp.log1p(-alpha)
    before = jnp.exp(jnp.cumsum(logarithms, 1) - logarithms)
    return jnp.mean(jnp.abs((before * alpha) @ nn.sigmoid(colours) - image))


# -- objects --------------------------------------------------------------------------------------------------------------
def detection_loss(x: jax.Array, labels: jax.Array, offsets: jax.Array, *w: jax.Array) -> jax.Array:
    """RetinaNet's heads over a map of features: focal losses of classes, smooth ones of boxes where there is an object."""
    def head(a: jax.Array, b: jax.Array, last: int) -> jax.Array:
        return convolve(nn.silu(convolve(x, a)), b).reshape(*labels.shape, last).astype(jnp.float32)
    logits = head(w[0], w[1], 5) - 2
    targets = nn.one_hot(labels - 1, 5)
    right = nn.sigmoid(jnp.where(targets > 0, logits, -logits))
    focal = -jnp.where(targets > 0, 0.25, 0.75) * (1 - right) ** 2 * nn.log_sigmoid(jnp.where(targets > 0, logits, -logits))
    apart = jnp.abs(head(w[2], w[3], 4) - offsets)
    smooth = jnp.sum(jnp.where(apart < 0.1, 5 * apart**2, apart - 0.05), -1)
    return (jnp.sum(focal) + jnp.sum(jnp.where(labels > 0, smooth, 0))) / jnp.maximum(jnp.sum(labels > 0), 1)


def overlaps(a: jax.Array, b: jax.Array) -> jax.Array:
    """Intersections over unions of all pairs of boxes [top, left, bottom, right]."""
    low, high = jnp.maximum(a[:, None, :2], b[:, :2]), jnp.minimum(a[:, None, 2:], b[:, 2:])
    common = jnp.prod(jnp.maximum(high - low, 0), -1)
    areas = jnp.prod(a[:, 2:] - a[:, :2], -1)[:, None] + jnp.prod(b[:, 2:] - b[:, :2], -1)
    return common / (areas - common)


def suppressed(centres: jax.Array, sizes: jax.Array, scores: jax.Array) -> tuple[jax.Array, jax.Array]:
    """The best boxes and their scores, 0 for those that a better one overlaps."""
    order = jnp.argsort(-scores)
    boxes = jnp.concatenate([centres - sizes / 2, centres + sizes / 2], -1)[order]
    close = overlaps(boxes, boxes) > 0.5
    after = jnp.arange(scores.shape[0])
    def step(i: jax.Array, kept: jax.Array) -> jax.Array:
        return kept & ~(close[i] & (after > i) & kept[i])
    kept = lax.fori_loop(0, scores.shape[0], step, jnp.ones(scores.shape, bool))
    best, places = lax.top_k(jnp.where(kept, scores[order], 0), 20)
    return boxes[places], best


def bilinear(x: jax.Array, places: jax.Array) -> jax.Array:
    """Features [h, w, c] at places [..., 2] between pixels."""
    low = jnp.clip(jnp.floor(places), 0, jnp.array(x.shape[:2]) - 2)
    (r, c), i = jnp.moveaxis(places - low, -1, 0)[..., None], low.astype(jnp.int32)
    top = x[i[..., 0], i[..., 1]] * (1 - c) + x[i[..., 0], i[..., 1] + 1] * c
    return top * (1 - r) + (x[i[..., 0] + 1, i[..., 1]] * (1 - c) + x[i[..., 0] + 1, i[..., 1] + 1] * c) * r


def aligned_regions(x: jax.Array, corners: jax.Array, sizes: jax.Array, head: jax.Array) -> jax.Array:
    """RoI align: 7 x 7 cells of each region, averages of 2 x 2 places in each, and a layer."""
    def region(corner: jax.Array, size: jax.Array) -> jax.Array:
        steps = (jnp.arange(14) + 0.5)[:, None] / 14 * size + corner
        rows, columns = jnp.meshgrid(steps[:, 0], steps[:, 1], indexing="ij")
        found = bilinear(x, jnp.stack([rows, columns], -1))
        return found.reshape(7, 2, 7, 2, -1).mean((1, 3))
    return nn.relu(jax.vmap(region)(corners, sizes).reshape(corners.shape[0], -1) @ head)


# -- training -------------------------------------------------------------------------------------------------------------
def augmented(data: jax.Array, images: jax.Array, labels: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Bytes flipped, cropped, made lighter or darker, and mixed: half of the batch in shares (mixup), half by boxes (CutMix)."""
    b, n, half = images.shape[0], 32, images.shape[0] // 2
    first, second = random.split(random.wrap_key_data(data))
    turn, light, share = random.uniform(first, (3, b, 1))
    places = random.randint(second, (6, b, 1), 0, n)
    x = jnp.where(turn[..., None, None] < 0.5, images[:, :, ::-1], images)
    x = jax.vmap(lambda x, r, c: lax.dynamic_slice(x, (r, c, 0), (n, n, 3)))(x, places[0, :, 0] % 9, places[1, :, 0] % 9)
    x = jnp.clip(x.astype(jnp.float32) / 255 * (0.7 + 0.6 * light[..., None, None]), 0, 1)
    box = jnp.abs(jnp.arange(n) - places[2:4]) < places[4:] // 4 + 2
    inside = (box[0, :, :, None] & box[1, :, None])[..., None]
    by_pixel = (jnp.arange(b) < half)[:, None]
    kept = jnp.where(by_pixel[..., None, None], share[..., None, None], ~inside)
    share = jnp.where(by_pixel, share, 1 - inside.mean((1, 2)))
    classes = nn.one_hot(labels, 10)
    return kept * x + (1 - kept) * x[::-1], share * classes + (1 - share) * classes[::-1]


def segmentation_loss(x: jax.Array, y: jax.Array, *w: jax.Array) -> jax.Array:
    """Dilated convolutions of several rates beside each other, resized to the mask: cross entropy and dice."""
    parts = [nn.relu(convolve(x, k, rhs_dilation=(rate, rate))) for rate, k in zip((1, 2, 4), w[:3], strict=True)]
    small = convolve(nn.relu(convolve(jnp.concatenate(parts, -1), w[3])), w[4])
    logits = jax.image.resize(small, (*y.shape, 1), "bilinear")[..., 0]
    p, t = nn.sigmoid(logits), y.astype(jnp.float32)
    dice = 1 - 2 * (jnp.sum(p * t, (1, 2)) + 1) / (jnp.sum(p, (1, 2)) + jnp.sum(t, (1, 2)) + 1)
    return jnp.mean(jnp.logaddexp(0, logits) - t * logits) + jnp.mean(dice)


def adversaries(z: jax.Array, images: jax.Array, *w: jax.Array) -> Any:
    """Losses and gradients of a generator and of a discriminator, which has a penalty on its gradients at real images."""
    def generated(w: Sequence[jax.Array]) -> jax.Array:
        x = nn.relu(z @ w[0]).reshape(-1, 4, 4, 32)
        x = nn.relu(normalized(lax.conv_transpose(x, w[1], (2, 2), "SAME"), (0, 1, 2)))
        return jnp.tanh(lax.conv_transpose(x, w[2], (2, 2), "SAME"))
    def judged(x: jax.Array, w: Sequence[jax.Array]) -> jax.Array:
        x = nn.leaky_relu(convolve(nn.leaky_relu(convolve(x, w[0], 2), 0.2), w[1], 2), 0.2)
        return x.reshape(x.shape[0], -1) @ w[2]
    def discriminator_loss(c: Sequence[jax.Array], g: Sequence[jax.Array]) -> jax.Array:
        slopes = jax.grad(lambda x: jnp.sum(judged(x, c)))(images)
        penalty = jnp.mean(jnp.sum(slopes**2, (1, 2, 3)))
        return jnp.mean(nn.softplus(judged(generated(g), c)) + nn.softplus(-judged(images, c))) + 5 * penalty
    def generator_loss(g: Sequence[jax.Array], c: Sequence[jax.Array]) -> jax.Array:
        return jnp.mean(nn.softplus(-judged(generated(g), c)))
    g, c = w[:3], w[3:]
    return jax.value_and_grad(generator_loss)(g, c), jax.value_and_grad(discriminator_loss)(c, g)


def cases() -> Iterator[Case]:
    yield trained("radiance_grad", radiance_loss, 4, key(), array((64, 3), "f32", -1, 1), array((64, 3), "f32", -1, 1),
                  array((64, 3), "f32", 0, 1), *weights((39, 64), (64, 64), (103, 64), (64, 1), (85, 33), (33, 3)))
    yield trained("hash_grid_grad", hash_grid_loss, 2, array((1003, 3), "f32", 0, 1), array((1003, 3), "f32", 0, 1),
                  array((8, 1024, 2), "f32", -1, 1), *dense(16, 64, 3))
    yield trained("splats_grad", splats_loss, 2, array((1024, 3), "f32", 0, 1), array((50,)), array((50, 2), "f32", -1, 1),
                  array((50, 2, 2), "f32", -5, 5), array((50,)), array((50, 3)))
    heads = weights((3, 3, 32, 32), (3, 3, 32, 15), (3, 3, 32, 32), (3, 3, 32, 12), type="bf16")
    yield trained("detection_grad_bf16", detection_loss, 3, array((2, 16, 17, 32), "bf16"), array((2, 16, 17, 3), "i32", 0, 5),
                  array((2, 16, 17, 3, 4), "f32", -1, 1), *heads, tolerance=ROUNDED)
    yield case("suppressed", suppressed, array((150, 2), "f32", 0, 100), array((150, 2), "f32", 10, 40),
               array((150,), "f32", 0, 1))
    yield case("aligned_regions", aligned_regions, array((33, 35, 64)), array((17, 2), "f32", 0, 15),
               array((17, 2), "f32", 3, 15), weight(3136, 65))
    yield case("augmented", augmented, key(), array((16, 40, 40, 3), "u8", 0, 255), indices((16,), 10))
    yield trained("segmentation_grad", segmentation_loss, 2, array((2, 17, 19, 24)), mask((2, 65, 73)),
                  *weights(*[(3, 3, 24, 16)] * 3, (1, 1, 48, 32), (1, 1, 32, 1)))
    yield case("adversaries", adversaries, array((8, 32)), array((8, 16, 16, 3), "f32", -1, 1),
               *weights((32, 512), (4, 4, 32, 24), (4, 4, 24, 3), (4, 4, 3, 24), (4, 4, 24, 32), (512, 1)))
