"""Models that generate images: diffusion by U-Nets and transformers, an autoencoder, normalising flows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import lax, nn, random

from benchmarks.jax_functions import attention
from benchmarks.jax_functions.cases import Case, Input, array, case, indices, key
from benchmarks.jax_functions.convolution import convolve
from benchmarks.jax_functions.layer import coupling, time_embedding
from benchmarks.jax_functions.learning.common import (
    ITERATED,
    ROUNDED,
    dense,
    narrowed,
    network,
    repeated,
    trained,
    weight,
    weights,
)
from benchmarks.jax_functions.normalization import group_norm, layer_norm_in_f32, normalized
from benchmarks.jax_functions.random_numbers import reparameterized


# -- diffusion ------------------------------------------------------------------------------------------------------------
class Residual(NamedTuple):
    first: jax.Array
    time: jax.Array
    second: jax.Array


class UNet(NamedTuple):
    time: jax.Array
    enter: jax.Array
    top: Residual
    halved: jax.Array
    middle: Residual
    qkv: jax.Array
    out: jax.Array
    joined: jax.Array
    last: Residual
    leave: jax.Array


def unet_of(w: Sequence[jax.Array]) -> UNet:
    return UNet(w[0], w[1], Residual(*w[2:5]), w[5], Residual(*w[6:9]), w[9], w[10], w[11], Residual(*w[12:15]), w[15])


def residual(x: jax.Array, t: jax.Array, p: Residual) -> jax.Array:
    y = convolve(nn.silu(group_norm(x, 8)), p.first) + (t @ p.time)[:, None, None]
    return x + convolve(nn.silu(group_norm(y, 8)), p.second)


def unet(x: jax.Array, t: jax.Array, *w: jax.Array) -> jax.Array:
    """The noise in images at a time: down to half the size, attention, up by nearest neighbours, joined with what came down."""
    p = unet_of(w)
    t = time_embedding(t, p.time).astype(x.dtype)
    top = residual(convolve(x, p.enter), t, p.top)
    low = residual(convolve(top, p.halved, 2), t, p.middle)
    pixels = normalized(low, -1).reshape(x.shape[0], -1, low.shape[-1])
    low = low + attention.projected(pixels, p.qkv, p.out, attention.full).reshape(low.shape)
    larger = jnp.repeat(jnp.repeat(low, 2, 1), 2, 2)
    y = residual(convolve(jnp.concatenate([larger, top], -1), p.joined), t, p.last)
    return convolve(nn.silu(group_norm(y, 8)), p.leave)


def residual_shapes(width: int) -> list[tuple[int, ...]]:
    return [(3, 3, width, width), (64, width), (3, 3, width, width)]


def unet_weights(width: int) -> list[Input]:
    wide = 2 * width
    return weights((128, 64), (3, 3, 3, width), *residual_shapes(width), (3, 3, width, wide), *residual_shapes(wide),
                   (wide, 3 * wide), (wide, wide), (1, 1, wide + width, width), *residual_shapes(width), (3, 3, width, 3))


def denoiser(x: jax.Array, t: jax.Array, time: jax.Array, enter: jax.Array, leave: jax.Array, *w: jax.Array) -> jax.Array:
    """A smaller network for the same: one residual part after another."""
    t, x = time_embedding(t, time), convolve(x, enter)
    for n in range(0, len(w), 3):
        x = residual(x, t, Residual(*w[n : n + 3]))
    return convolve(nn.silu(x), leave)


def signal_shares() -> jax.Array:
    """How much of an image's variance is left at each of 1000 times."""
    return jnp.cumprod(1 - jnp.linspace(1e-4, 0.02, 1000))


def diffusion_loss(data: jax.Array, images: jax.Array, *w: jax.Array) -> jax.Array:
    """DDPM: the mean square error of the noise that is found in images with noise up to drawn times."""
    times, noises = random.split(random.wrap_key_data(data))
    kept = signal_shares()
    t = random.randint(times, images.shape[:1], 0, 1000)
    a, noise = kept[t][:, None, None, None], random.normal(noises, images.shape)
    return jnp.mean((denoiser(jnp.sqrt(a) * images + jnp.sqrt(1 - a) * noise, t.astype(jnp.float32), *w) - noise) ** 2)


def implicit_sampling(x: jax.Array, labels: jax.Array, time: jax.Array, table: jax.Array, *layers: jax.Array) -> jax.Array:
    """DDIM in 20 steps, guided away from the noise that is found without a label, whose row of the table is the first one."""
    kept = signal_shares()
    conditions = table[jnp.concatenate([labels, jnp.zeros_like(labels)])]
    def noise_in(x: jax.Array, t: jax.Array) -> jax.Array:
        both = jnp.concatenate([x, x])
        when = time_embedding(jnp.full(both.shape[:1], t, jnp.float32), time)
        with_label, without = jnp.split(network(jnp.concatenate([both, conditions + when], -1), layers, nn.silu), 2)
        return without + 2 * (with_label - without)
    def step(x: jax.Array, t: jax.Array) -> tuple[jax.Array, None]:
        now, following = kept[t], jnp.where(t >= 50, kept[jnp.maximum(t - 50, 0)], 1)
        noise = noise_in(x, t)
        clean = jnp.clip((x - jnp.sqrt(1 - now) * noise) / jnp.sqrt(now), -3, 3)
        return jnp.sqrt(following) * clean + jnp.sqrt(1 - following) * noise, None
    return lax.scan(step, x, jnp.arange(950, -1, -50))[0]


def diffusion_transformer(x: jax.Array, label: jax.Array, time: jax.Array, table: jax.Array, modulation: jax.Array,
                          *w: jax.Array) -> jax.Array:
    """DiT: four steps of Euler along the field of a block whose norms and branches the time and a label modulate."""
    qkv, out, up, down = w
    def field(x: jax.Array, t: jax.Array) -> jax.Array:
        c = (time_embedding(jnp.full(x.shape[:1], 1000 * t), time) + table[label]).astype(x.dtype)
        shift, factor, gate, second_shift, second_factor, second_gate = jnp.split((nn.silu(c) @ modulation)[:, None], 6, -1)
        y = x + gate * attention.projected(layer_norm_in_f32(x, 1 + factor, shift), qkv, out, attention.full)
        return y + second_gate * (nn.gelu(layer_norm_in_f32(y, 1 + second_factor, second_shift) @ up) @ down)
    return lax.fori_loop(0, 4, lambda i, x: x - 0.25 * field(x, 1 - i / 4), x)


# -- likelihoods ----------------------------------------------------------------------------------------------------------
def autoencoder_loss(data: jax.Array, x: jax.Array, *w: jax.Array) -> jax.Array:
    """A variational autoencoder of pixels that are on or off: the negative evidence lower bound, by a drawn code."""
    mean, log_variance = jnp.split(network(x, w[:4]), 2, -1)
    z = reparameterized(random.wrap_key_data(data), mean, log_variance)
    logits = network(z, w[4:])
    errors = jnp.sum(jnp.logaddexp(0, logits) - x * logits, -1)
    return jnp.mean(errors - 0.5 * jnp.sum(1 + log_variance - mean**2 - jnp.exp(log_variance), -1))


def affine_flow_loss(x: jax.Array, a: jax.Array, b: jax.Array) -> jax.Array:
    """RealNVP: the negative log likelihood of points, by couplings of alternating halves."""
    total = jnp.zeros(x.shape[0])
    for n in range(a.shape[0]):
        x, change = coupling(x[:, ::-1], a[n], b[n])
        total += change
    return jnp.mean(0.5 * jnp.sum(x * x, -1) - total) + 0.5 * x.shape[-1] * jnp.log(2 * jnp.pi)


def glow_loss(x: jax.Array, *layers: jax.Array) -> jax.Array:
    """Glow: the same but for a constant, by steps of scales, a matrix near the identity and a coupling, in a scan."""
    def step(x: jax.Array, p: tuple[jax.Array, ...]) -> tuple[jax.Array, jax.Array]:
        logarithms, shift, w, a, b = p
        w = jnp.eye(x.shape[-1]) + 0.2 * w
        x, change = coupling((x * jnp.exp(logarithms) + shift) @ w, a, b)
        return x, change + jnp.sum(logarithms) + jnp.linalg.slogdet(w)[1]
    x, changes = lax.scan(step, x, layers)
    return jnp.mean(0.5 * jnp.sum(x * x, -1) - jnp.sum(changes, 0))


def cases() -> Iterator[Case]:
    yield case("unet_bf16", unet, array((2, 32, 32, 3), "bf16"), array((2,), "f32", 0, 999), *narrowed("bf16", *unet_weights(32)),
               tolerance=ROUNDED)
    yield trained("diffusion_grad", diffusion_loss, 2, key(), array((7, 16, 16, 3), "f32", -1, 1),
                  *weights((128, 64), (3, 3, 3, 32), (3, 3, 32, 3), *residual_shapes(32), *residual_shapes(32)))
    yield case("implicit_sampling", implicit_sampling, array((33, 32)), array((33,), "i32", 1, 10), weight(128, 64),
               array((11, 64)), *dense(96, 129, 129, 32), tolerance=ITERATED)
    yield case("diffusion_transformer_bf16", diffusion_transformer, array((2, 64, 96), "bf16"), indices((2,), 10),
               weight(128, 96, type="bf16"), array((10, 96), "bf16"), array((96, 576), "bf16", -0.05, 0.05),
               *weights((96, 288), (96, 96), (96, 384), (384, 96), type="bf16"), tolerance=ROUNDED)
    yield trained("autoencoder_grad", autoencoder_loss, 2, key(), array((33, 784), "f32", 0, 1), *dense(784, 257, 40),
                  *dense(20, 257, 784))
    yield trained("affine_flow_grad", affine_flow_loss, 1, array((257, 34)), *repeated(4, weights((17, 65), (65, 34))))
    yield trained("glow_grad", glow_loss, 1, array((201, 16)), *repeated(3, [array((16,), "f32", -0.2, 0.2)] * 2),
                  *repeated(3, weights((16, 16), (8, 33), (33, 16))))
