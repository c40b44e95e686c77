"""Attention: masks, windows, biases, groups of heads, caches, positions, types, gradients."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax, nn

from benchmarks.jax_functions.cases import Case, array, case, mask

LOWEST = -1e30
#: Scores, weights and results are each rounded to bf16, and each engine leaves out other roundings.
ROUNDED = 5e-2
#: What queries, keys and values [batch, places, heads, size] give.
Attend = Callable[[jax.Array, jax.Array, jax.Array], jax.Array]


def scores(q: jax.Array, k: jax.Array) -> jax.Array:
    return jnp.einsum("bqhd,bkhd->bhqk", q, k) * q.shape[-1] ** -0.5


def weighted(s: jax.Array, v: jax.Array) -> jax.Array:
    return jnp.einsum("bhqk,bkhd->bqhd", nn.softmax(s.astype(jnp.float32)).astype(v.dtype), v)


def distance(q: jax.Array, k: jax.Array) -> jax.Array:
    """How far behind a query a key is; the last query sees the last key."""
    return jnp.arange(q.shape[1])[:, None] + k.shape[1] - q.shape[1] - jnp.arange(k.shape[1])


def full(q: jax.Array, k: jax.Array, v: jax.Array) -> jax.Array:
    return weighted(scores(q, k), v)


def causal(q: jax.Array, k: jax.Array, v: jax.Array) -> jax.Array:
    return weighted(jnp.where(distance(q, k) >= 0, scores(q, k), LOWEST), v)


def sliding_window(q: jax.Array, k: jax.Array, v: jax.Array) -> jax.Array:
    behind = distance(q, k)
    return weighted(jnp.where((behind >= 0) & (behind < 32), scores(q, k), LOWEST), v)


def slopes(heads: int) -> jax.Array:
    """ALiBi's: by how much the scores of each head fall with the distance."""
    return 2.0 ** (-8 * jnp.arange(1, heads + 1) / heads)


def linear_bias(q: jax.Array, k: jax.Array, v: jax.Array) -> jax.Array:
    """ALiBi: each head's own slope over the distance."""
    falling = slopes(q.shape[2])
    behind = distance(q, k)
    return weighted(jnp.where(behind >= 0, scores(q, k) - falling[:, None, None] * behind, LOWEST), v)


def capped(q: jax.Array, k: jax.Array, v: jax.Array) -> jax.Array:
    return weighted(20 * jnp.tanh(scores(q, k) / 20), v)


def normalized_queries(q: jax.Array, k: jax.Array, v: jax.Array) -> jax.Array:
    def unit(x: jax.Array) -> jax.Array:
        return x * lax.rsqrt(jnp.mean(x * x, -1, keepdims=True) + 1e-6)
    return causal(unit(q), unit(k), v)


def with_sink(q: jax.Array, k: jax.Array, v: jax.Array) -> jax.Array:
    """A softmax whose weights may add up to less than one."""
    s = scores(q, k)
    top = jnp.maximum(jnp.max(s, -1, keepdims=True), 0)
    e = jnp.exp(s - top)
    return jnp.einsum("bhqk,bkhd->bqhd", e / (jnp.sum(e, -1, keepdims=True) + jnp.exp(-top)), v)


def in_chunks(q: jax.Array, k: jax.Array, v: jax.Array) -> jax.Array:
    """Keys by blocks with running maxima and sums, as flash attention takes them."""
    keys, values = (jnp.moveaxis(x.reshape(x.shape[0], -1, 32, *x.shape[2:]), 1, 0) for x in (k, v))
    def step(state: tuple[jax.Array, ...], block: tuple[jax.Array, jax.Array]) -> tuple[tuple[jax.Array, ...], None]:
        top, total, result = state
        s = scores(q, block[0])
        now = jnp.maximum(top, jnp.max(s, -1))
        e, old = jnp.exp(s - now[..., None]), jnp.exp(top - now)
        result = result * old[..., None] + jnp.einsum("bhqk,bkhd->bhqd", e, block[1])
        return (now, total * old + jnp.sum(e, -1), result), None
    b, n, h, d = q.shape
    start = jnp.full((b, h, n), -jnp.inf), jnp.zeros((b, h, n)), jnp.zeros((b, h, n, d))
    (_, total, result), _ = lax.scan(step, start, (keys, values))
    return jnp.swapaxes(result / total[..., None], 1, 2)


def masked(q: jax.Array, k: jax.Array, v: jax.Array, m: jax.Array) -> jax.Array:
    return weighted(jnp.where(m, scores(q, k), LOWEST), v)


def ragged(q: jax.Array, k: jax.Array, v: jax.Array, lengths: jax.Array) -> jax.Array:
    kept = jnp.arange(k.shape[1]) < lengths[:, None, None, None]
    return weighted(jnp.where(kept, scores(q, k), LOWEST), v)


def biased(q: jax.Array, k: jax.Array, v: jax.Array, bias: jax.Array) -> jax.Array:
    return weighted(scores(q, k) + bias, v)


def grouped(q: jax.Array, k: jax.Array, v: jax.Array) -> jax.Array:
    """Several heads of queries for each head of keys and values."""
    b, n, h, d = q.shape
    parts = q.reshape(b, n, k.shape[2], -1, d)
    s = jnp.einsum("bqgnd,bkgd->bgnqk", parts, k) * d**-0.5
    return jnp.einsum("bgnqk,bkgd->bqgnd", nn.softmax(s), v).reshape(b, n, h, d)


def grouped_by_repetition(q: jax.Array, k: jax.Array, v: jax.Array) -> jax.Array:
    times = q.shape[2] // k.shape[2]
    return full(q, jnp.repeat(k, times, 2), jnp.repeat(v, times, 2))


def decoded(q: jax.Array, k: jax.Array, v: jax.Array, length: jax.Array) -> jax.Array:
    """One new token against a cache that is filled up to a length."""
    s = jnp.einsum("bhd,bkhd->bhk", q, k) * q.shape[-1] ** -0.5
    return jnp.einsum("bhk,bkhd->bhd", nn.softmax(jnp.where(jnp.arange(k.shape[1]) < length, s, LOWEST)), v)


def decoded_into_cache(x: jax.Array, w: jax.Array, keys: jax.Array, values: jax.Array, length: jax.Array) -> Any:
    b, (h, d) = x.shape[0], keys.shape[2:]
    q, k, v = jnp.split((x @ w).reshape(b, 3 * h, d), 3, 1)
    keys = lax.dynamic_update_slice(keys, k[:, None], (0, length, 0, 0))
    values = lax.dynamic_update_slice(values, v[:, None], (0, length, 0, 0))
    return decoded(q, keys, values, length + 1), keys, values


def rotated_at(x: jax.Array, places: jax.Array) -> jax.Array:
    """Rotary positions of tokens at these places, halves of a head together."""
    half = x.shape[-1] // 2
    angles = places[:, None] * 10_000.0 ** (-jnp.arange(half) / half)
    cos, sin = jnp.cos(angles)[:, None], jnp.sin(angles)[:, None]
    a, b = jnp.split(x.astype(jnp.float32), 2, -1)
    return jnp.concatenate([a * cos - b * sin, b * cos + a * sin], -1).astype(x.dtype)


def rotated(x: jax.Array) -> jax.Array:
    return rotated_at(x, jnp.arange(x.shape[1]))


def rotated_pairs(x: jax.Array) -> jax.Array:
    half = x.shape[-1] // 2
    angles = jnp.arange(x.shape[1])[:, None] * 10_000.0 ** (-jnp.arange(half) / half)
    turned = lax.complex(x[..., ::2], x[..., 1::2]) * jnp.exp(1j * angles)[:, None]
    return jnp.stack([jnp.real(turned), jnp.imag(turned)], -1).reshape(x.shape)


def relative_bias(table: jax.Array) -> jax.Array:
    """T5's buckets of distances."""
    behind = jnp.maximum(jnp.arange(129)[:, None] - jnp.arange(129), 0)
    far = 16 + (jnp.log(jnp.maximum(behind, 1) / 16) / jnp.log(8.0) * 16).astype(jnp.int32)
    return table[jnp.where(behind < 16, behind, jnp.minimum(far, 31))]


def projected(x: jax.Array, w: jax.Array, o: jax.Array, attend: Attend = causal) -> jax.Array:
    """Queries, keys and values of one product, in heads of 32, and the product behind them."""
    b, n, _ = x.shape
    q, k, v = jnp.split((x @ w).reshape(b, n, -1, 32), 3, 2)
    return attend(q, k, v).reshape(b, n, -1) @ o


def local_blocks(q: jax.Array, k: jax.Array, v: jax.Array) -> jax.Array:
    def blocks(x: jax.Array) -> jax.Array:
        return x.reshape(-1, 16, *x.shape[2:])
    return full(blocks(q), blocks(k), blocks(v)).reshape(q.shape)


def linear_kernel(q: jax.Array, k: jax.Array, v: jax.Array) -> jax.Array:
    q, k = nn.elu(q) + 1, nn.elu(k) + 1
    totals = jnp.einsum("bqhd,bhd->bqh", q, k.sum(1))
    return jnp.einsum("bqhd,bhde->bqhe", q, jnp.einsum("bkhd,bkhe->bhde", k, v)) / totals[..., None]


def latent(x: jax.Array, q: jax.Array, v: jax.Array) -> jax.Array:
    """A few learned queries that look at all inputs."""
    s = jnp.einsum("qd,bkd->bqk", q, x) * q.shape[-1] ** -0.5
    return jnp.einsum("bqk,bkd->bqd", nn.softmax(s), x @ v)


def grad_of(function: Callable[..., jax.Array]) -> Callable[..., Any]:
    def gradient(q: jax.Array, k: jax.Array, v: jax.Array) -> Any:
        return jax.grad(lambda q, k, v: jnp.sum(jnp.sin(function(q, k, v))), (0, 1, 2))(q, k, v)
    return gradient


VARIANTS = (full, causal, sliding_window, linear_bias, capped, normalized_queries, with_sink, linear_kernel)
WITH_GRADIENTS = (full, causal, sliding_window, linear_bias, capped, linear_kernel, in_chunks)
#: Batch, queries, keys, heads, the size of a head.
SIZES = [(1, 1, 1, 1, 8), (1, 7, 7, 3, 5), (2, 65, 65, 4, 64), (3, 129, 129, 2, 33), (4, 33, 257, 8, 64), (1, 257, 257, 12, 64),
         (7, 17, 19, 1, 128)]


def cases() -> Iterator[Case]:
    three = [array((2, 129, 4, 64))] * 3
    for function in VARIANTS:
        yield case(function.__name__, function, *three)
        yield case(f"{function.__name__}_bf16", function, *[array((2, 128, 4, 64), "bf16")] * 3, tolerance=ROUNDED)
    for function in WITH_GRADIENTS:
        yield case(f"{function.__name__}_grad", grad_of(function), *[array((2, 64, 3, 33))] * 3)
    for b, n, m, h, d in SIZES:
        yield case(f"full_{b}x{n}x{m}x{h}x{d}", full, array((b, n, h, d)), array((b, m, h, d)), array((b, m, h, d)))
        yield case(f"causal_{b}x{n}x{m}x{h}x{d}", causal, array((b, n, h, d)), array((b, m, h, d)), array((b, m, h, d)))
    yield case("full_f16", full, *[array((2, 65, 3, 32), "f16")] * 3)
    yield case("full_f64", full, *[array((2, 65, 3, 32), "f64")] * 3, tolerance=1e-6)  # its softmax is in f32
    yield case("in_chunks", in_chunks, *[array((2, 128, 4, 64))] * 3)
    yield case("local_blocks", local_blocks, *[array((2, 128, 4, 33))] * 3)
    yield case("masked", masked, *three, mask((2, 1, 129, 129)))
    yield case("ragged", ragged, *three, array((2,), "i32", 1, 129))
    yield case("biased", biased, *three, array((4, 129, 129)))
    yield case("library", nn.dot_product_attention, *three)
    yield case("library_causal_bf16", partial(nn.dot_product_attention, is_causal=True), *[array((2, 128, 4, 64), "bf16")] * 3,
               tolerance=ROUNDED)
    for queries, heads in ((8, 2), (6, 1), (12, 4)):
        given = array((2, 65, queries, 64)), array((2, 129, heads, 64)), array((2, 129, heads, 64))
        yield case(f"grouped_{queries}_by_{heads}", grouped, *given)
        yield case(f"grouped_by_repetition_{queries}_by_{heads}", grouped_by_repetition, *given)
    for batch in (1, 4):
        cache = array((batch, 513, 8, 64))
        yield case(f"decoded_{batch}", decoded, array((batch, 8, 64)), cache, cache, array((), "i32", 100, 500))
        yield case(f"decoded_into_cache_{batch}", decoded_into_cache, array((batch, 257)), array((257, 1536)), cache, cache,
                    array((), "i32", 100, 500))
    yield case("decoded_bf16", decoded, array((2, 8, 64), "bf16"), *[array((2, 513, 8, 64), "bf16")] * 2,
               array((), "i32", 100, 500))
    yield case("rotated", rotated, array((2, 129, 8, 64)))
    yield case("rotated_bf16", rotated, array((2, 129, 8, 64), "bf16"))
    yield case("rotated_pairs", rotated_pairs, array((2, 129, 8, 64)))
    yield case("relative_bias", relative_bias, array((32, 8)))
    yield case("projected", projected, array((2, 129, 96)), array((96, 288)), array((96, 96)))
    yield case("latent", latent, array((4, 257, 65)), array((9, 65)), array((65, 33)))
