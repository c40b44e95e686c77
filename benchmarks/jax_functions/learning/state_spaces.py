"""State spaces and linear attention: Mamba, S4D, linear recurrent units, RWKV, RetNet, gates by chunks, the delta rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import lax, nn

from benchmarks.jax_functions import attention
from benchmarks.jax_functions.cases import Case, Input, array, case
from benchmarks.jax_functions.convolution import convolve
from benchmarks.jax_functions.learning.common import HALF_ROUNDED, bias, mean_square_to, scale, trained, unit, weight, weights
from benchmarks.jax_functions.normalization import normalized, rms_norm_in_f32
from benchmarks.jax_functions.recurrent import linear_recurrence


# -- state spaces ---------------------------------------------------------------------------------------------------------
class Mamba(NamedTuple):
    inner: jax.Array
    kernel: jax.Array
    bias: jax.Array
    selected: jax.Array
    step: jax.Array
    step_bias: jax.Array
    decay: jax.Array
    skip: jax.Array
    outer: jax.Array


def selection(x: jax.Array, p: Mamba) -> tuple[jax.Array, ...]:
    """Values behind the convolution, gates, and of each step what states decay by, what is added to them and what reads them."""
    rank, states = p.step.shape[0], p.decay.shape[1]
    y, gate = jnp.split(x @ p.inner, 2, -1)
    y = nn.silu(convolve(y, p.kernel, padding=((3, 0),), feature_group_count=y.shape[-1]) + p.bias)
    low, b, c = jnp.split(y @ p.selected, (rank, rank + states), -1)
    step = nn.softplus(low @ p.step + p.step_bias)
    return y, gate, jnp.exp(-step[..., None] * jnp.exp(p.decay)), (step * y)[..., None] * b[:, :, None], c


def mamba_at_once(x: jax.Array, *w: jax.Array) -> jax.Array:
    """All steps by an associative scan."""
    p = Mamba(*w)
    y, gate, decays, inputs, c = selection(x, p)
    states = jax.vmap(linear_recurrence)(decays, inputs)
    return x + ((jnp.einsum("blen,bln->ble", states, c) + p.skip * y) * nn.silu(gate)) @ p.outer


def mamba_by_steps(x: jax.Array, *w: jax.Array) -> jax.Array:
    p = Mamba(*w)
    y, gate, *given = selection(x, p)
    def step(h: jax.Array, given: tuple[jax.Array, ...]) -> tuple[jax.Array, jax.Array]:
        decay, value, c = given
        h = decay * h + value
        return h, jnp.einsum("ben,bn->be", h, c)
    start = jnp.zeros((x.shape[0], *p.decay.shape))
    _, found = lax.scan(step, start, tuple(jnp.swapaxes(each, 0, 1) for each in given))
    return x + ((jnp.swapaxes(found, 0, 1) + p.skip * y) * nn.silu(gate)) @ p.outer


def mamba_weights(width: int, inner: int, states: int, rank: int) -> list[Input]:
    return [weight(width, 2 * inner), weight(4, 1, inner), bias(inner), weight(inner, rank + 2 * states),
            weight(rank, inner), array((inner,), "f32", -4, -1), array((inner, states), "f32", 0, 2), scale(inner),
            weight(inner, width)]


def state_space_kernel(step: jax.Array, decay: jax.Array, frequency: jax.Array, c: jax.Array, length: int) -> jax.Array:
    """What complex states answer to an impulse, [length, channels]: decay and frequency of each are those of its pole."""
    poles = lax.complex(-jnp.exp(decay), frequency)
    exponents = jnp.exp(step)[:, None] * poles
    powers = jnp.exp(exponents[..., None] * jnp.arange(length))
    return 2 * jnp.real(jnp.einsum("hn,hnl->lh", c * (jnp.exp(exponents) - 1) / poles, powers))


def state_space_layer(x: jax.Array, step: jax.Array, decay: jax.Array, frequency: jax.Array, real: jax.Array,
                      imaginary: jax.Array, skip: jax.Array, w: jax.Array) -> jax.Array:
    """S4D: a long convolution with the answer of states to an impulse, by Fourier transforms, and a gated layer."""
    n = x.shape[1]
    kernel = state_space_kernel(step, decay, frequency, lax.complex(real, imaginary), n)
    spectrum = jnp.fft.rfft(x, 2 * n, axis=1) * jnp.fft.rfft(kernel, 2 * n, axis=0)
    y = jnp.fft.irfft(spectrum, 2 * n, axis=1)[:, :n]
    return x + nn.glu(nn.gelu(y + skip * x) @ w)


def state_space_weights(channels: int, states: int) -> list[Input]:
    poles = (channels, states)
    return [array((channels,), "f32", -5, -2), array(poles, "f32", -1, 0), array(poles, "f32", 0, 9), array(poles, "f32", -1, 1),
            array(poles, "f32", -1, 1), scale(channels), weight(channels, 2 * channels)]


def linear_recurrent_unit(x: jax.Array, decay: jax.Array, phase: jax.Array, b_real: jax.Array, b_imaginary: jax.Array,
                          c_real: jax.Array, c_imaginary: jax.Array, skip: jax.Array) -> jax.Array:
    """LRU: complex states by an associative scan, their inputs made small where they decay slowly."""
    poles = jnp.exp(lax.complex(-jnp.exp(decay), jnp.exp(phase)))
    inputs = (x @ lax.complex(b_real, b_imaginary)) * jnp.sqrt(1 - jnp.exp(-2 * jnp.exp(decay)))
    states = jax.vmap(linear_recurrence)(jnp.broadcast_to(poles, inputs.shape), inputs)
    return jnp.real(states @ lax.complex(c_real, c_imaginary)) + skip * x


def linear_recurrent_weights(width: int, states: int, type: str) -> list[Input]:
    return [array((states,), type, -3, -1), array((states,), type, -2, 1), *[weight(width, states, type=type)] * 2,
            *[weight(states, width, type=type)] * 2, scale(width, type)]


# -- linear attention -----------------------------------------------------------------------------------------------------
class Rwkv(NamedTuple):
    before: jax.Array
    mixes: jax.Array
    decay: jax.Array
    bonus: jax.Array
    key: jax.Array
    value: jax.Array
    receptance: jax.Array
    out: jax.Array
    after: jax.Array
    wide: jax.Array
    narrow: jax.Array
    gate: jax.Array


def weighted_past(k: jax.Array, v: jax.Array, decay: jax.Array, bonus: jax.Array) -> jax.Array:
    """Averages of the values [time, batch, width] so far with weights that decay, their largest exponent taken out."""
    def step(state: tuple[jax.Array, ...], given: tuple[jax.Array, jax.Array]) -> tuple[tuple[jax.Array, ...], jax.Array]:
        (top, total, weight), (key, value) = state, given
        now = jnp.maximum(top, key + bonus)
        old, new = jnp.exp(top - now), jnp.exp(key + bonus - now)
        out = (old * total + new * value) / (old * weight + new)
        now = jnp.maximum(top - decay, key)
        old, new = jnp.exp(top - decay - now), jnp.exp(key - now)
        return (now, old * total + new * value, old * weight + new), out
    zeros = jnp.zeros(k.shape[1:])
    return lax.scan(step, (zeros + attention.LOWEST, zeros, zeros), (k, v))[1]


def rwkv(x: jax.Array, *w: jax.Array) -> jax.Array:
    """RWKV's block: mixing of times, then of channels, both of them of a step and the one before."""
    p = Rwkv(*w)
    def mixes(y: jax.Array, shares: jax.Array) -> list[jax.Array]:
        past = jnp.pad(y, ((1, 0), (0, 0), (0, 0)))[:-1]
        return [share * y + (1 - share) * past for share in shares]
    k, v, r = mixes(rms_norm_in_f32(x, p.before), p.mixes[:3])
    found = weighted_past(k @ p.key, v @ p.value, jnp.exp(p.decay), p.bonus)
    x = x + (nn.sigmoid(r @ p.receptance) * found) @ p.out
    k, r = mixes(rms_norm_in_f32(x, p.after), p.mixes[3:])
    return x + nn.sigmoid(r @ p.gate) * (nn.relu(k @ p.wide) ** 2 @ p.narrow)


def rwkv_weights(width: int) -> list[Input]:
    square = weight(width, width)
    return [scale(width), array((5, width), "f32", 0, 1), array((width,), "f32", -3, 0), array((width,), "f32", -1, 1),
            square, square, square, square, scale(width), weight(width, 4 * width), weight(4 * width, width), square]


def retention(x: jax.Array, w: jax.Array, out: jax.Array) -> jax.Array:
    """RetNet's parallel form: scores that decay with the distance, and normalised heads."""
    b, n, _ = x.shape
    q, k, v, gate = jnp.split((x @ w).reshape(b, n, -1, 32), 4, 2)
    behind = attention.distance(q, k)
    logarithms = jnp.log1p(-(2.0 ** (-5.0 - jnp.arange(q.shape[2]))))[:, None, None]
    decay = jnp.where(behind >= 0, jnp.exp(logarithms * behind), 0).astype(x.dtype)
    s = attention.scores(q, k) * decay
    s = s / jnp.maximum(jnp.sum(jnp.abs(s), -1, keepdims=True), 1)
    y = normalized(jnp.einsum("bhqk,bkhd->bqhd", s, v), -1)
    return x + (nn.silu(gate) * y).reshape(b, n, -1) @ out


def gated_attention_by_chunks(q: jax.Array, k: jax.Array, v: jax.Array, gates: jax.Array) -> jax.Array:
    """Gated linear attention of one head: products within chunks of 16, a state from chunk to chunk."""
    chunks = [each.reshape(-1, 16, each.shape[-1]) for each in (q, k, v, nn.log_sigmoid(gates) / 16)]
    kept = jnp.tril(jnp.ones((16, 16), bool))
    def step(state: jax.Array, given: list[jax.Array]) -> tuple[jax.Array, jax.Array]:
        q, k, v, logarithms = given
        so_far = jnp.cumsum(logarithms, 0)
        q, left = q * jnp.exp(so_far), k * jnp.exp(-so_far)
        found = q @ state + jnp.where(kept, q @ left.T, 0) @ v
        rest = k * jnp.exp(so_far[-1] - so_far)
        return jnp.exp(so_far[-1])[:, None] * state + rest.T @ v, found
    return lax.scan(step, jnp.zeros((q.shape[-1], v.shape[-1])), chunks)[1].reshape(v.shape)


def gated_attention(x: jax.Array, w: jax.Array, out: jax.Array) -> jax.Array:
    heads = jnp.moveaxis((x @ w).reshape(*x.shape[:2], -1, 4, 32), 1, 3)  # [batch, heads, 4, places, 32]
    y = jax.vmap(jax.vmap(lambda h: gated_attention_by_chunks(*h)))(heads)
    return x + jnp.swapaxes(normalized(y, -1), 1, 2).reshape(*x.shape[:2], -1) @ out


def delta_rule(x: jax.Array, w: jax.Array, rate: jax.Array, out: jax.Array) -> jax.Array:
    """DeltaNet: each step corrects what the state has for its key."""
    b, n, _ = x.shape
    q, k, v = jnp.split((x @ w).reshape(b, n, -1, 32), 3, 2)
    def step(state: jax.Array, given: tuple[jax.Array, ...]) -> tuple[jax.Array, jax.Array]:
        q, k, v, share = given
        error = v - jnp.einsum("bhd,bhde->bhe", k, state)
        state = state + share[..., None, None] * k[..., None] * error[..., None, :]
        return state, jnp.einsum("bhd,bhde->bhe", q, state)
    given = q, unit(nn.silu(k)), v, nn.sigmoid(x @ rate)
    _, y = lax.scan(step, jnp.zeros((b, k.shape[2], 32, 32)), tuple(jnp.swapaxes(each, 0, 1) for each in given))
    return x + jnp.swapaxes(y, 0, 1).reshape(b, n, -1) @ out


def cases() -> Iterator[Case]:
    yield case("mamba_at_once", mamba_at_once, array((2, 65, 64)), *mamba_weights(64, 128, 8, 4))
    yield trained("mamba_by_steps_grad", mean_square_to(mamba_by_steps), 2, array((2, 50, 32)), array((2, 50, 32)),
                  *mamba_weights(32, 64, 8, 2))
    yield case("state_space", state_space_layer, array((2, 256, 64)), *state_space_weights(64, 16))
    yield trained("state_space_grad", mean_square_to(state_space_layer), 2, *[array((2, 197, 33))] * 2,
                  *state_space_weights(33, 16))
    yield trained("linear_recurrent_unit_grad_f64", mean_square_to(linear_recurrent_unit), 2, *[array((2, 100, 33), "f64")] * 2,
                  *linear_recurrent_weights(33, 32, "f64"))
    yield trained("rwkv_grad", mean_square_to(rwkv), 2, array((50, 2, 64)), array((50, 2, 64)), *rwkv_weights(64))
    yield case("retention_f16", retention, array((2, 128, 96), "f16"), *weights((96, 384), (96, 96), type="f16"),
               tolerance=HALF_ROUNDED)
    yield case("gated_attention", gated_attention, array((2, 128, 64)), *weights((64, 256), (64, 64)))
    yield trained("delta_rule_grad", mean_square_to(delta_rule), 2, array((2, 50, 64)), array((2, 50, 64)),
                  *weights((64, 192), (64, 2), (64, 64)))
