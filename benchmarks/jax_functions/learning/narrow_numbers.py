"""Layers in narrow numbers (int8, int4, float8, codebooks), and layers whose weights are adapted, rescaled or generated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax, nn, random

from benchmarks.jax_functions.cases import Case, array, case, indices, key
from benchmarks.jax_functions.convolution import per_example
from benchmarks.jax_functions.learning.common import (
    HALF_ROUNDED,
    QUANTIZED,
    ROUNDED,
    bias,
    dense,
    narrowed,
    network,
    scale,
    trained,
    unit,
    weight,
    weights,
)
from benchmarks.jax_functions.random_numbers import dropout
from benchmarks.jax_functions.training import cross_entropy


def adapted_loss(data: jax.Array, x: jax.Array, y: jax.Array, w: jax.Array, v: jax.Array, *adapters: jax.Array) -> jax.Array:
    """LoRA on two frozen layers, with dropout in front of the adapters."""
    def linear(k: jax.Array, x: jax.Array, w: jax.Array, a: jax.Array, b: jax.Array) -> jax.Array:
        kept = dropout(k, x)
        return x @ w + 2 * (kept @ a.astype(x.dtype)) @ b.astype(x.dtype)
    first, second = random.split(random.wrap_key_data(data))
    h = nn.silu(linear(first, x, w, *adapters[:2]))
    return jnp.mean((linear(second, h, v, *adapters[2:]) - y).astype(jnp.float32) ** 2)


def rows_in_bytes(x: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Rows as signed bytes, and the scale of each."""
    scales = jnp.maximum(jnp.max(jnp.abs(x), -1, keepdims=True), 1e-6) / 127
    return jnp.clip(jnp.round(x / scales), -127, 127).astype(jnp.int8), scales


def linear_in_bytes(x: jax.Array, w: jax.Array, w_scales: jax.Array, bias: jax.Array, v: jax.Array,
                    v_scales: jax.Array) -> jax.Array:
    """Two layers whose weights are stored as bytes, and whose activations are turned into bytes on the way."""
    def linear(x: jax.Array, w: jax.Array, scales: jax.Array) -> jax.Array:
        q, own = rows_in_bytes(x)
        return jnp.matmul(q, w, preferred_element_type=jnp.int32).astype(jnp.float32) * own * scales
    return linear(nn.relu(linear(x, w, w_scales) + bias), v, v_scales)


def linear_in_nibbles(x: jax.Array, packed: jax.Array, scales: jax.Array, zeros: jax.Array) -> jax.Array:
    """Weights of four bits, two in a byte, with scales and zero points for each 32 rows."""
    codes = jnp.stack([packed & 15, packed >> 4], 1).reshape(-1, packed.shape[1]).astype(jnp.float32)
    groups = (codes.reshape(scales.shape[0], -1, packed.shape[1]) - zeros[:, None]) * scales[:, None]
    return x @ groups.reshape(x.shape[-1], -1).astype(x.dtype)


def product_of_eight_bits(x: jax.Array, w: jax.Array, histories: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Both sides in float8, by scales from the largest values of the last steps, and the histories of those with this step's."""
    largest = jnp.stack([jnp.max(jnp.abs(x)), jnp.max(jnp.abs(w))])
    scales = 448 / jnp.max(histories, 1)
    def narrow(x: jax.Array, factor: jax.Array) -> jax.Array:
        return jnp.clip(x * factor, -448, 448).astype(jnp.float8_e4m3fn)
    found = jnp.matmul(narrow(x, scales[0]), narrow(w, scales[1]), preferred_element_type=jnp.float32)
    return found / (scales[0] * scales[1]), jnp.roll(histories, 1, 1).at[:, 0].set(largest)


def passed_through(x: jax.Array, rounded: jax.Array) -> jax.Array:
    """What x was rounded to, with gradients as if it had not been."""
    return x + lax.stop_gradient(rounded - x)


def quantizing_loss(x: jax.Array, y: jax.Array, a: jax.Array, b: jax.Array) -> jax.Array:
    """Training that is aware of quantisation: weights and activations rounded to 255 levels."""
    def narrow(x: jax.Array, axis: int) -> jax.Array:
        scales = lax.stop_gradient(jnp.max(jnp.abs(x), axis, keepdims=True) / 127)
        return passed_through(x, jnp.round(x / scales) * scales)
    h = nn.relu(narrow(x, 1) @ narrow(a, 0))
    return cross_entropy(narrow(h, 1) @ narrow(b, 0), y)


def codebook_step(x: jax.Array, codes: jax.Array, counts: jax.Array, sums: jax.Array, *w: jax.Array) -> Any:
    """VQ-VAE: gradients past the codes nearest to what an encoder gives, running averages as new codes, and their perplexity."""
    def loss(w: Sequence[jax.Array]) -> tuple[jax.Array, tuple[jax.Array, jax.Array]]:
        z = network(x, w[:4])
        chosen = jnp.argmin(jnp.sum(codes**2, -1) - 2 * z @ codes.T, -1)
        found = codes[chosen]
        decoded = network(passed_through(z, found), w[4:])
        return jnp.mean((decoded - x) ** 2) + 0.25 * jnp.mean((z - lax.stop_gradient(found)) ** 2), (z, chosen)
    (value, (z, chosen)), gradients = jax.value_and_grad(loss, has_aux=True)(w)
    n = codes.shape[0]
    counts = 0.99 * counts + 0.01 * jax.ops.segment_sum(jnp.ones(chosen.shape), chosen, n)
    sums = 0.99 * sums + 0.01 * jax.ops.segment_sum(z, chosen, n)
    share = counts / jnp.sum(counts)
    return value, gradients, sums / (counts + 1e-5)[:, None], jnp.exp(-jnp.sum(share * jnp.log(share + 1e-10)))


def reparameterized_loss(data: jax.Array, x: jax.Array, y: jax.Array, u: jax.Array, v: jax.Array, g: jax.Array, w: jax.Array,
                         head: jax.Array) -> jax.Array:
    """A layer of weights by direction and length, one of weights over their largest singular value, and dropout behind both."""
    first, second = random.split(random.wrap_key_data(data))
    h = dropout(first, nn.relu(x @ (v * g / jnp.linalg.norm(v, axis=0))), 0.8)
    right = lax.stop_gradient(unit(u @ w))
    left = lax.stop_gradient(unit(w @ right))
    h = dropout(second, nn.relu(h @ (w / jnp.einsum("i,ij,j", left, w, right))), 0.8)
    return cross_entropy(h @ head, y)


def generated_kernels_loss(y: jax.Array, x: jax.Array, z: jax.Array, *w: jax.Array) -> jax.Array:
    """A convolution of each image with kernels of its own, which a network makes."""
    kernels = network(z, w).reshape(x.shape[0], 3, 3, x.shape[-1], -1) / 10
    return jnp.mean((jnp.tanh(per_example(x, kernels)) - y) ** 2)


def cases() -> Iterator[Case]:
    x, y = array((64, 128), "bf16"), array((64, 64), "bf16")
    yield trained("adapted_grad_bf16", adapted_loss, 5, key(), x, y, *weights((128, 256), (256, 64), type="bf16"),
                  *weights((128, 8), (8, 256), (256, 8), (8, 64)), tolerance=ROUNDED)
    yield case("linear_in_bytes", linear_in_bytes, array((33, 257)), array((257, 513), "i8"), array((513,), "f32", 5e-4, 1e-3),
               bias(513), array((513, 129), "i8"), array((129,), "f32", 5e-4, 1e-3), tolerance=QUANTIZED)
    yield case("linear_in_nibbles_bf16", linear_in_nibbles, array((7, 512), "bf16"), array((256, 384), "u8", 0, 255),
               array((16, 384), "f32", 0.005, 0.01), array((16, 384), "f32", 6, 9), tolerance=ROUNDED)
    yield case("product_of_eight_bits", product_of_eight_bits, array((65, 256)), weight(256, 128),
               array((2, 16), "f32", 0.1, 2), tolerance=QUANTIZED)
    yield trained("quantizing_grad", quantizing_loss, 2, array((64, 129)), indices((64,), 10), *weights((129, 257), (257, 10)),
                  tolerance=QUANTIZED)
    yield case("codebook_step", codebook_step, array((257, 50)), array((64, 16)), array((64,), "f32", 1, 5), array((64, 16)),
               *dense(50, 65, 16), *dense(16, 65, 50))
    yield trained("reparameterized_grad", reparameterized_loss, 4, key(), array((64, 65)), indices((64,), 10), array((128,)),
                  weight(65, 128), scale(128), weight(128, 96), weight(96, 10))
    images = array((8, 14, 14, 8)), array((8, 14, 14, 12)), array((8, 9)), *dense(9, 32, 864)
    yield trained("generated_kernels_grad_f16", generated_kernels_loss, 3, *narrowed("f16", *images), tolerance=HALF_ROUNDED)
