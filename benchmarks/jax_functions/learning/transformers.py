"""Transformers: one block behind another, Llama with and without caches, windows, encoders and decoders, images as patches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax, nn, random

from benchmarks.jax_functions import attention
from benchmarks.jax_functions.attention import LOWEST, Attend
from benchmarks.jax_functions.cases import Case, Input, array, case, indices, key
from benchmarks.jax_functions.layer import gated, patch_embedding
from benchmarks.jax_functions.learning.common import (
    HALF_ROUNDED,
    ROUNDED,
    mean_square_to,
    narrowed,
    repeated,
    scale,
    trained,
    weight,
    weights,
)
from benchmarks.jax_functions.movement import windows
from benchmarks.jax_functions.normalization import rms_norm_in_f32
from benchmarks.jax_functions.training import cross_entropy


# -- blocks ---------------------------------------------------------------------------------------------------------------
class Block(NamedTuple):
    before: jax.Array
    qkv: jax.Array
    out: jax.Array
    after: jax.Array
    up: jax.Array
    down: jax.Array


def block(x: jax.Array, p: Block, attend: Attend = attention.full) -> jax.Array:
    x = x + attention.projected(rms_norm_in_f32(x, p.before), p.qkv, p.out, attend)
    return x + nn.gelu(rms_norm_in_f32(x, p.after) @ p.up) @ p.down


def blocks(x: jax.Array, layers: Sequence[jax.Array], attend: Attend = attention.full) -> jax.Array:
    """One block behind another, by a scan of their parameters."""
    return lax.scan(lambda x, p: (block(x, Block(*p), attend), None), x, tuple(layers))[0]


def block_weights(width: int, type: str = "f32") -> list[Input]:
    qkv, out, up, down = weights((width, 3 * width), (width, width), (width, 4 * width), (4 * width, width), type=type)
    return [scale(width, type), qkv, out, scale(width, type), up, down]


# -- Llama ----------------------------------------------------------------------------------------------------------------
class Llama(NamedTuple):
    before: jax.Array
    query: jax.Array
    key: jax.Array
    value: jax.Array
    out: jax.Array
    after: jax.Array
    gate: jax.Array
    up: jax.Array
    down: jax.Array


def llama_weights(width: int, shared: int, hidden: int, type: str = "f32") -> list[Input]:
    shapes = [(width, width), (width, shared), (width, shared), (width, width), (width, hidden), (width, hidden), (hidden, width)]
    found = weights(*shapes, type=type)
    return [scale(width, type), *found[:4], scale(width, type), *found[4:]]


def heads(x: jax.Array, p: Llama, places: jax.Array) -> tuple[jax.Array, jax.Array, jax.Array]:
    """Queries, keys and values of tokens at these places."""
    q, k, v = ((x @ w).reshape(*x.shape[:2], -1, 32) for w in (p.query, p.key, p.value))
    return attention.rotated_at(q, places), attention.rotated_at(k, places), v


def grouped(q: jax.Array, k: jax.Array, v: jax.Array, kept: jax.Array) -> jax.Array:
    """Several heads of queries for each head of keys and values, with a mask [queries, keys]."""
    b, n, h, d = q.shape
    s = jnp.einsum("bqgrd,bkgd->bgrqk", q.reshape(b, n, k.shape[2], -1, d), k) * d**-0.5
    p = nn.softmax(jnp.where(kept, s, LOWEST).astype(jnp.float32)).astype(v.dtype)
    return jnp.einsum("bgrqk,bkgd->bqgrd", p, v).reshape(b, n, h * d)


def llama_tail(x: jax.Array, p: Llama, found: jax.Array) -> jax.Array:
    """What comes behind the heads of a block."""
    x = x + found @ p.out
    return x + gated(rms_norm_in_f32(x, p.after), p.gate, p.up, p.down, nn.silu)


def llama_step(tokens: jax.Array, place: jax.Array, keys: jax.Array, values: jax.Array, table: jax.Array, last: jax.Array,
               *layers: jax.Array) -> Any:
    """The logits behind one new token of each sequence, and the caches of all layers [layers, b, places, heads, 32]."""
    kept = jnp.arange(keys.shape[2]) <= place
    def layer(x: jax.Array, given: tuple[Any, ...]) -> tuple[jax.Array, tuple[jax.Array, jax.Array]]:
        p, keys, values = Llama(*given[0]), given[1], given[2]
        q, k, v = heads(rms_norm_in_f32(x, p.before), p, place[None])
        keys = lax.dynamic_update_slice(keys, k, (0, place, 0, 0))
        values = lax.dynamic_update_slice(values, v, (0, place, 0, 0))
        return llama_tail(x, p, grouped(q, keys, values, kept)), (keys, values)
    x, caches = lax.scan(layer, table[tokens][:, None], (layers, keys, values))
    return (rms_norm_in_f32(x[:, 0], last) @ table.T).astype(jnp.float32), caches


def llama_loss(tokens: jax.Array, table: jax.Array, last: jax.Array, *layers: jax.Array) -> jax.Array:
    """The cross entropy of the next tokens, with each block computed again for its gradients."""
    n = tokens.shape[1] - 1
    kept = jnp.tril(jnp.ones((n, n), bool))
    @jax.checkpoint
    def layer(x: jax.Array, w: tuple[jax.Array, ...]) -> tuple[jax.Array, None]:
        p = Llama(*w)
        return llama_tail(x, p, grouped(*heads(rms_norm_in_f32(x, p.before), p, jnp.arange(n)), kept)), None
    x = lax.scan(layer, table[tokens[:, :-1]], layers)[0]
    logits = (rms_norm_in_f32(x, last) @ table.T).astype(jnp.float32)
    return -jnp.mean(jnp.take_along_axis(nn.log_softmax(logits), tokens[:, 1:, None], -1))


# -- windows, encoders and decoders ---------------------------------------------------------------------------------------
def sliding_by_blocks(q: jax.Array, k: jax.Array, v: jax.Array) -> jax.Array:
    """A window of 32 places: each block of queries against its own keys and those of the block before."""
    def parts(x: jax.Array) -> jax.Array:
        return x.reshape(x.shape[0], -1, 32, *x.shape[2:])
    def with_before(x: jax.Array) -> jax.Array:
        return jnp.concatenate([jnp.pad(x[:, :-1], ((0, 0), (1, 0), *((0, 0),) * 3)), x], 2)
    s = jnp.einsum("bnqhd,bnkhd->bnhqk", parts(q), with_before(parts(k))) * q.shape[-1] ** -0.5
    behind = jnp.arange(32)[:, None] + 32 - jnp.arange(64)
    real = (jnp.arange(s.shape[1]) > 0)[:, None, None, None] | (jnp.arange(64) >= 32)
    p = nn.softmax(jnp.where((behind >= 0) & (behind < 32) & real, s, LOWEST))
    return jnp.einsum("bnhqk,bnkhd->bnqhd", p, with_before(parts(v))).reshape(q.shape)


def sliding_block(x: jax.Array, *w: jax.Array) -> jax.Array:
    return block(x, Block(*w), sliding_by_blocks)


def classified_text(tokens: jax.Array, lengths: jax.Array, table: jax.Array, head: jax.Array, *layers: jax.Array) -> jax.Array:
    """The logits of padded texts' classes: an encoder with ALiBi's slopes to both sides, averaged over each text."""
    kept = jnp.arange(tokens.shape[1]) < lengths[:, None]
    def attend(q: jax.Array, k: jax.Array, v: jax.Array) -> jax.Array:
        slopes = attention.slopes(q.shape[2])
        s = attention.scores(q, k) - slopes[:, None, None] * jnp.abs(attention.distance(q, k))
        return attention.weighted(jnp.where(kept[:, None, None], s, LOWEST), v)
    x = blocks(table[tokens], layers, attend).astype(jnp.float32)
    return jnp.sum(jnp.where(kept[..., None], x, 0), 1) / lengths[:, None] @ head.astype(jnp.float32)


class Decoder(NamedTuple):
    before: jax.Array
    qkv: jax.Array
    out: jax.Array
    between: jax.Array
    query: jax.Array
    key_value: jax.Array
    cross: jax.Array
    after: jax.Array
    up: jax.Array
    down: jax.Array


def decoder_layer(x: jax.Array, memory: jax.Array, lengths: jax.Array, *w: jax.Array) -> jax.Array:
    """A layer that looks at its own past, and at what an encoder left."""
    p = Decoder(*w)
    x = x + attention.projected(rms_norm_in_f32(x, p.before), p.qkv, p.out)
    q = (rms_norm_in_f32(x, p.between) @ p.query).reshape(*x.shape[:2], -1, 32)
    k, v = jnp.split((memory @ p.key_value).reshape(*memory.shape[:2], -1, 32), 2, 2)
    x = x + attention.ragged(q, k, v, lengths).reshape(x.shape) @ p.cross
    return x + nn.relu(rms_norm_in_f32(x, p.after) @ p.up) @ p.down


def decoder_weights(width: int, type: str) -> list[Input]:
    before, qkv, out, *rest = block_weights(width, type)
    cross = weights((width, width), (width, 2 * width), (width, width), type=type)
    return [before, qkv, out, before, *cross, *rest]


# -- images ---------------------------------------------------------------------------------------------------------------
def vision_transformer(images: jax.Array, kernel: jax.Array, first: jax.Array, places: jax.Array, head: jax.Array,
                       *layers: jax.Array) -> jax.Array:
    return blocks(patch_embedding(images, kernel, first, places), layers)[:, 0] @ head


def vision_loss(images: jax.Array, labels: jax.Array, *w: jax.Array) -> jax.Array:
    return cross_entropy(vision_transformer(images, *w), labels)


def vision_weights(tokens: int, width: int, depth: int, type: str = "f32") -> list[Input]:
    return [weight(16, 16, 3, width, type=type), array((width,), type), array((tokens, width), type, -0.1, 0.1),
            weight(width, 10, type=type), *repeated(depth, block_weights(width, type))]


def from_windows(x: jax.Array, shape: tuple[int, ...], size: int) -> jax.Array:
    """What `windows` was given."""
    b, h, w, c = shape
    return x.reshape(b, h // size, w // size, size, size, c).swapaxes(2, 3).reshape(shape)


def relative_places(size: int) -> np.ndarray:
    """For each pair of places of a window, where its bias stands in a table."""
    at = np.stack(np.meshgrid(np.arange(size), np.arange(size), indexing="ij"), -1).reshape(-1, 2)
    apart = at[:, None] - at + size - 1
    return apart[..., 0] * (2 * size - 1) + apart[..., 1]


def swin_block(x: jax.Array, table: jax.Array, *w: jax.Array) -> jax.Array:
    """Attention in windows of 7 x 7, moved by 3, of a square map: places that only meet as it is rolled do not see each other."""
    size, shift, p = 7, 3, Block(*w)
    line = (jnp.arange(x.shape[1]) >= x.shape[1] - size).astype(jnp.int32) + (jnp.arange(x.shape[1]) >= x.shape[1] - shift)
    regions = windows((3 * line[:, None] + line)[None, ..., None], size)
    together = regions == jnp.swapaxes(regions, 1, 2)
    bias = jnp.moveaxis(table[relative_places(size)], -1, 0)
    def attend(q: jax.Array, k: jax.Array, v: jax.Array) -> jax.Array:
        s = attention.scores(q, k) + bias
        s = jnp.where(together[:, None], s.reshape(-1, together.shape[0], *s.shape[1:]), LOWEST)
        return attention.weighted(s.reshape(-1, *s.shape[2:]), v)
    y = windows(jnp.roll(rms_norm_in_f32(x, p.before), (-shift, -shift), (1, 2)), size)
    y = from_windows(attention.projected(y, p.qkv, p.out, attend), x.shape, size)
    x = x + jnp.roll(y, (shift, shift), (1, 2))
    return x + nn.gelu(rms_norm_in_f32(x, p.after) @ p.up) @ p.down


def masked_autoencoder(data: jax.Array, patches: jax.Array, enter: jax.Array, places: jax.Array, token: jax.Array,
                       leave: jax.Array, *layers: jax.Array) -> jax.Array:
    """The mean square error of patches that are not seen: three quarters of them, drawn for each image."""
    b, n, _ = patches.shape
    kept = n // 4
    order = jnp.argsort(random.uniform(random.wrap_key_data(data), (b, n)), 1)
    back = jnp.argsort(order, 1)
    x = jnp.take_along_axis(patches @ enter + places, order[:, :kept, None], 1)
    x = block(x, Block(*layers[:6]))
    filled = jnp.concatenate([x, jnp.broadcast_to(token, (b, n - kept, token.shape[0]))], 1)
    x = block(jnp.take_along_axis(filled, back[..., None], 1) + places, Block(*layers[6:])) @ leave
    hidden = back >= kept
    return jnp.sum(hidden * jnp.mean((x - patches) ** 2, -1)) / jnp.sum(hidden)


def cases() -> Iterator[Case]:
    caches = [array((2, 2, 257, 2, 32), "bf16")] * 2
    yield case("llama_step_bf16", llama_step, indices((2,), 5003), array((), "i32", 100, 250), *caches,
               array((5003, 128), "bf16", -0.2, 0.2), scale(128, "bf16"), *repeated(2, llama_weights(128, 64, 344, "bf16")),
               tolerance=ROUNDED)
    yield trained("llama_loss_grad_bf16", llama_loss, 1, indices((2, 34), 1003), array((1003, 64), "bf16", -0.2, 0.2),
                  scale(64, "bf16"), *repeated(2, llama_weights(64, 32, 172, "bf16")), tolerance=ROUNDED)
    yield trained("sliding_block_grad", mean_square_to(sliding_block), 2, *[array((2, 128, 64))] * 2, *block_weights(64))
    yield case("classified_text_bf16", classified_text, indices((4, 50), 2003), array((4,), "i32", 9, 50),
               array((2003, 96), "bf16"), weight(96, 5, type="bf16"), *repeated(2, block_weights(96, "bf16")), tolerance=ROUNDED)
    yield case("decoder_layer_f16", decoder_layer, array((3, 33, 96), "f16"), array((3, 65, 96), "f16"),
               array((3,), "i32", 20, 65), *decoder_weights(96, "f16"), tolerance=HALF_ROUNDED)
    yield case("vision_transformer_bf16", vision_transformer, array((1, 224, 224, 3), "bf16"),
               *vision_weights(197, 192, 2, "bf16"), tolerance=ROUNDED)
    yield trained("vision_transformer_grad_bf16", vision_loss, 2, array((4, 112, 112, 3), "bf16"), indices((4,), 10),
                  *vision_weights(50, 96, 2, "bf16"), tolerance=ROUNDED)
    swin = array((2, 14, 14, 96)), array((2, 14, 14, 96)), array((169, 3), "f32", -0.2, 0.2), *block_weights(96)
    yield trained("swin_block_grad_bf16", mean_square_to(swin_block), 2, *narrowed("bf16", *swin), tolerance=ROUNDED)
    yield trained("masked_autoencoder_grad", masked_autoencoder, 2, key(), array((4, 64, 48)), weight(48, 64),
                  array((64, 64), "f32", -0.2, 0.2), array((64,)), weight(64, 48), *block_weights(64), *block_weights(64))
