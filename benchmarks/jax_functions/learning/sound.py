"""Sound: spectrograms, an encoder of Whisper's, WaveNet, a Conformer, and the alignments of CTC."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import lax, nn, random

from benchmarks.jax_functions import attention
from benchmarks.jax_functions.attention import LOWEST
from benchmarks.jax_functions.cases import Case, Input, array, case, indices, key
from benchmarks.jax_functions.convolution import convolve
from benchmarks.jax_functions.learning.common import HALF_ROUNDED, ROUNDED, narrowed, repeated, trained, weight, weights
from benchmarks.jax_functions.learning.transformers import block_weights, blocks
from benchmarks.jax_functions.normalization import rms_norm_in_f32
from benchmarks.jax_functions.training import cross_entropy


def mel_spectrogram(data: jax.Array, x: jax.Array, filters: jax.Array) -> jax.Array:
    """Logarithms of filtered powers of frames, as Whisper scales them, less a band and a stretch of time (SpecAugment)."""
    frames = x[:, jnp.arange(0, x.shape[1] - 399, 160)[:, None] + jnp.arange(400)]
    window = 0.5 - 0.5 * jnp.cos(2 * jnp.pi * jnp.arange(400) / 400)
    powers = jnp.abs(jnp.fft.rfft(frames * window)) ** 2
    logarithms = jnp.log10(jnp.maximum(powers @ filters, 1e-10))
    found = (jnp.maximum(logarithms, jnp.max(logarithms, (1, 2), keepdims=True) - 8) + 4) / 4
    def outside(k: jax.Array, count: int, most: int) -> jax.Array:
        first, second = random.split(k)
        starts = random.randint(first, (x.shape[0], 1), 0, count - most)
        ends = starts + random.randint(second, (x.shape[0], 1), 0, most)
        return (jnp.arange(count) < starts) | (jnp.arange(count) >= ends)
    times, bands = random.split(random.wrap_key_data(data))
    kept = outside(times, found.shape[1], 20)[..., None] & outside(bands, found.shape[2], 16)[:, None]
    return jnp.where(kept, found, 0)


def audio_encoder(x: jax.Array, a: jax.Array, b: jax.Array, *layers: jax.Array) -> jax.Array:
    """Whisper's encoder: two convolutions, sinusoids as positions, blocks."""
    x = nn.gelu(convolve(nn.gelu(convolve(x, a)), b, 2))
    angles = jnp.arange(x.shape[1])[:, None] * 10_000.0 ** (-jnp.arange(x.shape[2] // 2) / (x.shape[2] // 2 - 1))
    return blocks(x + jnp.concatenate([jnp.sin(angles), jnp.cos(angles)], -1).astype(x.dtype), layers)


def wavenet_loss(x: jax.Array, y: jax.Array, enter: jax.Array, gated: jax.Array, skipped: jax.Array,
                 leave: jax.Array) -> jax.Array:
    """WaveNet: causal convolutions with twice the dilation each, and the cross entropy of the next sample's level."""
    x = x[..., None] @ enter
    total = jnp.zeros_like(x)
    for n in range(gated.shape[0]):
        value, gate = jnp.split(convolve(x, gated[n], padding=((2**n, 0),), rhs_dilation=(2**n,)), 2, -1)
        onwards, skip = jnp.split((jnp.tanh(value) * nn.sigmoid(gate)) @ skipped[n], 2, -1)
        x, total = x + onwards, total + skip
    return cross_entropy(nn.relu(total) @ leave, y)


class Conformer(NamedTuple):
    norms: jax.Array
    up: jax.Array
    down: jax.Array
    qkv: jax.Array
    out: jax.Array
    pointwise: jax.Array
    depthwise: jax.Array
    narrow: jax.Array
    second_up: jax.Array
    second_down: jax.Array


def conformer(x: jax.Array, *w: jax.Array) -> jax.Array:
    """Half of a layer, attention, a gated convolution, and half of another layer."""
    p = Conformer(*w)
    x = x + 0.5 * nn.silu(rms_norm_in_f32(x, p.norms[0]) @ p.up) @ p.down
    x = x + attention.projected(rms_norm_in_f32(x, p.norms[1]), p.qkv, p.out, attention.full)
    y = nn.glu(rms_norm_in_f32(x, p.norms[2]) @ p.pointwise)
    y = convolve(y, p.depthwise, feature_group_count=y.shape[-1])
    x = x + nn.silu(rms_norm_in_f32(y, p.norms[3])) @ p.narrow
    x = x + 0.5 * nn.silu(rms_norm_in_f32(x, p.norms[4]) @ p.second_up) @ p.second_down
    return rms_norm_in_f32(x, p.norms[5])


def conformer_weights(width: int, type: str) -> list[Input]:
    layer = [(width, 4 * width), (4 * width, width)]
    inner = [(width, 3 * width), (width, width), (width, 2 * width), (15, 1, width), (width, width)]
    return [array((6, width), type, 0.5, 1.5), *weights(*layer, *inner, *layer, type=type)]


def labelling_loss(logits: jax.Array, lengths: jax.Array, labels: jax.Array, counts: jax.Array) -> jax.Array:
    """CTC of a padded batch: the negative log likelihood of labels over all ways to emit them with blanks, 0, between."""
    b, n = labels.shape
    path = jnp.zeros((b, 2 * n + 1), labels.dtype).at[:, 1::2].set(labels)
    emitted = jnp.take_along_axis(nn.log_softmax(logits), path[None], -1)
    jump = (path != 0) & (path != jnp.pad(path, ((0, 0), (2, 0)))[:, :-2])
    def moved(a: jax.Array, by: int) -> jax.Array:
        return jnp.pad(a, ((0, 0), (by, 0)), constant_values=LOWEST)[:, :-by]
    def step(a: jax.Array, given: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, None]:
        t, row = given
        now = jnp.logaddexp(jnp.logaddexp(a, moved(a, 1)), jnp.where(jump, moved(a, 2), LOWEST)) + row
        return jnp.where((t < lengths)[:, None], now, a), None
    start = jnp.where(jnp.arange(2 * n + 1) < 2, emitted[0], LOWEST)
    a = lax.scan(step, start, (jnp.arange(1, logits.shape[0]), emitted[1:]))[0]
    ends = jnp.take_along_axis(a, jnp.stack([2 * counts - 1, 2 * counts], 1), 1)
    return -jnp.mean(jnp.logaddexp(ends[:, 0], ends[:, 1]) / counts)


def cases() -> Iterator[Case]:
    yield case("mel_spectrogram", mel_spectrogram, key(), array((2, 16_000), "f32", -1, 1), array((201, 80), "f32", 0, 0.01))
    yield case("audio_encoder_bf16", audio_encoder, array((2, 100, 80), "bf16"),
               *weights((3, 80, 96), (3, 96, 96), type="bf16"), *repeated(2, block_weights(96, "bf16")), tolerance=ROUNDED)
    gated = weight(6, 2, 32, 64, terms=64), weight(6, 32, 64, terms=32)
    wavenet = array((2, 257)), indices((2, 257), 256), weight(1, 32), *gated, weight(32, 256)
    yield trained("wavenet_grad_bf16", wavenet_loss, 2, *narrowed("bf16", *wavenet), tolerance=ROUNDED)
    yield case("conformer_f16", conformer, array((2, 65, 96), "f16"), *conformer_weights(96, "f16"), tolerance=HALF_ROUNDED)
    yield case("labelling_grad", jax.value_and_grad(labelling_loss), array((50, 7, 33)), array((7,), "i32", 40, 50),
               array((7, 12), "i32", 1, 32), array((7,), "i32", 1, 12))
