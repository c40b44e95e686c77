"""Whole layers of networks, forwards and with gradients: blocks of transformers, of convolutions, experts, mixers, graphs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax, nn

from benchmarks.jax_functions import attention
from benchmarks.jax_functions.cases import Case, Input, array, case, indices
from benchmarks.jax_functions.convolution import convolve
from benchmarks.jax_functions.normalization import layer_norm, normalized, rms_norm

Weights = Mapping[str, jax.Array]


def perceptron(x: jax.Array, a: jax.Array, b: jax.Array, c: jax.Array) -> jax.Array:
    return nn.relu(nn.relu(x @ a) @ b) @ c


def gated(x: jax.Array, w: jax.Array, v: jax.Array, o: jax.Array, activation: Callable[[jax.Array], jax.Array]) -> jax.Array:
    return (activation(x @ w) * (x @ v)) @ o


def transformer_block(x: jax.Array, scale: jax.Array, shift: jax.Array, qkv: jax.Array, out: jax.Array, up: jax.Array,
                      down: jax.Array) -> jax.Array:
    x = x + attention.projected(layer_norm(x, scale, shift), qkv, out)
    return x + nn.gelu(layer_norm(x, scale, shift) @ up) @ down


def llama_block(x: jax.Array, scale: jax.Array, query: jax.Array, key: jax.Array, value: jax.Array, out: jax.Array,
                gate: jax.Array, up: jax.Array, down: jax.Array) -> jax.Array:
    b, n, _ = x.shape
    y = rms_norm(x, scale)
    q, k, v = ((y @ w).reshape(b, n, -1, 32) for w in (query, key, value))
    x = x + attention.grouped(attention.rotated(q), attention.rotated(k), v).reshape(b, n, -1) @ out
    return x + gated(rms_norm(x, scale), gate, up, down, nn.silu)


def experts_dense(x: jax.Array, router: jax.Array, w: jax.Array) -> jax.Array:
    return jnp.einsum("te,teo->to", nn.softmax(x @ router), jnp.einsum("ti,eio->teo", x, w))


def experts_top_two(x: jax.Array, router: jax.Array, w: jax.Array) -> jax.Array:
    weights, chosen = lax.top_k(nn.softmax(x @ router), 2)
    combined = jnp.sum(nn.one_hot(chosen, w.shape[0]) * weights[..., None], 1)
    return jnp.einsum("te,teo->to", combined, jnp.einsum("ti,eio->teo", x, w))


def experts_with_capacity(x: jax.Array, router: jax.Array, w: jax.Array) -> jax.Array:
    """Tokens moved to their expert's slots, as many as there are, and back."""
    experts, capacity = w.shape[0], 2 * x.shape[0] // w.shape[0]
    chosen = nn.one_hot(jnp.argmax(x @ router, -1), experts)
    place = jnp.cumsum(chosen, 0) * chosen - 1
    sent = chosen[..., None] * nn.one_hot(jnp.max(place, -1).astype(jnp.int32), capacity)[:, None]
    outputs = jnp.einsum("ecd,edf->ecf", jnp.einsum("tec,td->ecd", sent, x), w)
    return jnp.einsum("tec,ecf->tf", sent, outputs)


def adapted(x: jax.Array, w: jax.Array, a: jax.Array, b: jax.Array) -> jax.Array:
    return x @ lax.stop_gradient(w) + 2 * (x @ a) @ b


def mixer(x: jax.Array, a: jax.Array, b: jax.Array) -> jax.Array:
    return x + jnp.swapaxes(nn.gelu(jnp.swapaxes(x, 1, 2) @ a) @ b, 1, 2)


def residual_block(x: jax.Array, a: jax.Array, b: jax.Array, scale: jax.Array, shift: jax.Array) -> jax.Array:
    y = nn.relu(convolve(x, a) * scale + shift)
    return nn.relu(x + convolve(y, b) * scale + shift)


def residual_block_training(x: jax.Array, a: jax.Array, b: jax.Array) -> jax.Array:
    y = nn.relu(normalized(convolve(x, a), (0, 1, 2)))
    return nn.relu(x + normalized(convolve(y, b), (0, 1, 2)))


def inverted_residual(x: jax.Array, a: jax.Array, d: jax.Array, b: jax.Array) -> jax.Array:
    wide = nn.relu6(convolve(x, a))
    return x + convolve(nn.relu6(convolve(wide, d, feature_group_count=wide.shape[-1])), b)


def squeeze_and_excite(x: jax.Array, a: jax.Array, b: jax.Array) -> jax.Array:
    return x * nn.sigmoid(nn.relu(x.mean((1, 2)) @ a) @ b)[:, None, None]


def convnext(x: jax.Array, k: jax.Array, a: jax.Array, b: jax.Array) -> jax.Array:
    return x + nn.gelu(normalized(convolve(x, k, feature_group_count=x.shape[-1]), -1) @ a) @ b


def upwards(x: jax.Array, y: jax.Array, k: jax.Array) -> jax.Array:
    larger = jnp.repeat(jnp.repeat(x, 2, 1), 2, 2)
    return nn.relu(convolve(jnp.concatenate([larger, y], -1), k))


def lenet(x: jax.Array, a: jax.Array, b: jax.Array, c: jax.Array, d: jax.Array) -> jax.Array:
    def halved(x: jax.Array) -> jax.Array:
        return lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
    x = halved(nn.relu(convolve(halved(nn.relu(convolve(x, a))), b, padding="VALID")))
    return nn.relu(x.reshape(x.shape[0], -1) @ c) @ d


def patch_embedding(x: jax.Array, k: jax.Array, first: jax.Array, places: jax.Array) -> jax.Array:
    y = convolve(x, k, 16, "VALID").reshape(x.shape[0], -1, k.shape[-1])
    start = jnp.broadcast_to(first, (x.shape[0], 1, k.shape[-1]))
    return jnp.concatenate([start, y], 1) + places


def graph_convolution(x: jax.Array, senders: jax.Array, receivers: jax.Array, w: jax.Array) -> jax.Array:
    degree = jax.ops.segment_sum(jnp.ones(receivers.shape[0]), receivers, x.shape[0])
    y = (x @ w) * lax.rsqrt(jnp.maximum(degree, 1))[:, None]
    return nn.relu(jax.ops.segment_sum(y[senders], receivers, x.shape[0]))


def graph_attention(x: jax.Array, senders: jax.Array, receivers: jax.Array, w: jax.Array, a: jax.Array) -> jax.Array:
    y = x @ w
    logits = nn.leaky_relu(jnp.concatenate([y[senders], y[receivers]], -1) @ a)
    e = jnp.exp(logits - jax.ops.segment_max(logits, receivers, x.shape[0])[receivers])
    total = jax.ops.segment_sum(e, receivers, x.shape[0])
    return jax.ops.segment_sum(e[:, None] * y[senders], receivers, x.shape[0]) / jnp.maximum(total, 1e-9)[:, None]


def message_passing(x: jax.Array, e: jax.Array, senders: jax.Array, receivers: jax.Array, a: jax.Array,
                    b: jax.Array) -> jax.Array:
    messages = nn.relu(jnp.concatenate([x[senders], x[receivers], e], -1) @ a)
    return nn.relu(jnp.concatenate([x, jax.ops.segment_max(messages, receivers, x.shape[0])], -1) @ b)


def bag_of_words(i: jax.Array, table: jax.Array, w: jax.Array) -> jax.Array:
    kept = (i > 0)[..., None]
    return jnp.sum(jnp.where(kept, table[i], 0), 1) / jnp.maximum(jnp.sum(kept, 1), 1) @ w


def factorization_machine(i: jax.Array, table: jax.Array) -> jax.Array:
    v = table[i]
    return 0.5 * jnp.sum(jnp.sum(v, 1) ** 2 - jnp.sum(v * v, 1), -1)


def radiance_field(x: jax.Array, a: jax.Array, b: jax.Array) -> jax.Array:
    angles = (x[..., None] * 2.0 ** jnp.arange(6)).reshape(x.shape[0], -1)
    return nn.sigmoid(nn.relu(jnp.concatenate([jnp.sin(angles), jnp.cos(angles)], -1) @ a) @ b)


def coupling(x: jax.Array, a: jax.Array, b: jax.Array) -> tuple[jax.Array, jax.Array]:
    """A layer of a normalising flow, and the logarithm of its determinant."""
    left, right = jnp.split(x, 2, -1)
    scale, shift = jnp.split(jnp.tanh(left @ a) @ b, 2, -1)
    return jnp.concatenate([left, right * jnp.exp(jnp.tanh(scale)) + shift], -1), jnp.sum(jnp.tanh(scale), -1)


def vector_quantized(x: jax.Array, codes: jax.Array) -> jax.Array:
    distances = jnp.sum(x * x, -1, keepdims=True) + jnp.sum(codes * codes, -1) - 2 * x @ codes.T
    return codes[jnp.argmin(distances, -1)]


def time_embedding(t: jax.Array, w: jax.Array) -> jax.Array:
    angles = t[:, None] * jnp.exp(-jnp.log(10_000.0) * jnp.arange(64) / 64)
    return nn.silu(jnp.concatenate([jnp.cos(angles), jnp.sin(angles)], -1) @ w)


def modulated(x: jax.Array, c: jax.Array, w: jax.Array) -> jax.Array:
    shift, scale, gate = jnp.split(nn.silu(c) @ w, 3, -1)
    return x + gate[:, None] * (normalized(x, -1) * (1 + scale[:, None]) + shift[:, None])


def hyper_network(x: jax.Array, z: jax.Array, w: jax.Array) -> jax.Array:
    kernels = (z @ w).reshape(z.shape[0], x.shape[-1], -1)
    return jnp.tanh(jnp.einsum("bi,bio->bo", x, kernels))


#: Functions and the shapes of their arguments, all of them floats.
DENSE: list[tuple[Callable[..., Any], list[tuple[int, ...]]]] = [
    (perceptron, [(33, 101), (101, 257), (257, 129), (129, 10)]),
    (transformer_block, [(2, 65, 96), (96,), (96,), (96, 288), (96, 96), (96, 384), (384, 96)]),
    (llama_block, [(2, 65, 128), (128,), (128, 128), (128, 32), (128, 32), (128, 128), (128, 257), (128, 257), (257, 128)]),
    (experts_dense, [(129, 64), (64, 8), (8, 64, 96)]), (experts_with_capacity, [(128, 64), (64, 8), (8, 64, 96)]),
    (adapted, [(65, 257), (257, 129), (257, 8), (8, 129)]), (mixer, [(8, 49, 128), (49, 100), (100, 49)]),
    (residual_block, [(2, 29, 29, 33), (3, 3, 33, 33), (3, 3, 33, 33), (33,), (33,)]),
    (residual_block_training, [(4, 14, 14, 32), (3, 3, 32, 32), (3, 3, 32, 32)]),
    (inverted_residual, [(2, 28, 28, 24), (1, 1, 24, 144), (3, 3, 1, 144), (1, 1, 144, 24)]),
    (squeeze_and_excite, [(4, 28, 28, 96), (96, 24), (24, 96)]),
    (convnext, [(2, 28, 28, 64), (7, 7, 1, 64), (64, 256), (256, 64)]),
    (upwards, [(2, 14, 14, 32), (2, 28, 28, 32), (3, 3, 64, 32)]),
    (lenet, [(17, 28, 28, 1), (5, 5, 1, 6), (5, 5, 6, 16), (400, 84), (84, 10)]),
    (patch_embedding, [(2, 96, 96, 3), (16, 16, 3, 96), (96,), (37, 96)]),
    (radiance_field, [(2003, 3), (36, 65), (65, 4)]), (coupling, [(257, 34), (17, 65), (65, 34)]),
    (time_embedding, [(33,), (128, 257)]), (modulated, [(4, 65, 96), (4, 96), (96, 288)]),
    (hyper_network, [(33, 17), (33, 9), (9, 17 * 19)]), (vector_quantized, [(513, 33), (129, 33)]),
]
NO_GRADIENT = (vector_quantized, experts_with_capacity)
IN_BF16 = (perceptron, transformer_block, mixer, residual_block, convnext, patch_embedding, adapted, modulated,
           squeeze_and_excite)


def descriptions(shapes: list[tuple[int, ...]], type: str = "f32") -> list[Input]:
    """The first argument of common size, weights small enough that activations keep it."""
    return [array(shapes[0], type), *(array(shape, type, -0.2, 0.2) for shape in shapes[1:])]


def grad_of_mean_square(function: Callable[..., Any], count: int) -> Callable[..., Any]:
    """The gradients with respect to all arguments of the mean square of what a function gives."""
    def loss(*arguments: jax.Array) -> jax.Array:
        return sum((jnp.mean(leaf**2) for leaf in jax.tree.leaves(function(*arguments))), start=jnp.zeros(()))
    return jax.grad(loss, tuple(range(count)))


def cases() -> Iterator[Case]:
    for function, shapes in DENSE:
        yield case(function.__name__, function, *descriptions(shapes))
        if function not in NO_GRADIENT:
            yield case(f"{function.__name__}_grad", grad_of_mean_square(function, len(shapes)), *descriptions(shapes))
        if function in IN_BF16:
            yield case(f"{function.__name__}_bf16", function, *descriptions(shapes, "bf16"))
    yield case("experts_top_two", experts_top_two, *descriptions([(129, 64), (64, 8), (8, 64, 96)]))
    for name, activation in (("gelu", nn.gelu), ("silu", nn.silu), ("sigmoid", nn.sigmoid), ("relu", nn.relu)):
        given = descriptions([(33, 257), (257, 301), (257, 301), (301, 257)])
        yield case(f"gated_{name}", partial(gated, activation=activation), *given)
        yield case(f"gated_{name}_grad", grad_of_mean_square(partial(gated, activation=activation), 4), *given)
    edges = indices((4003,), 1001), indices((4003,), 1001)
    yield case("graph_convolution", graph_convolution, array((1001, 33)), *edges, array((33, 65)))
    yield case("graph_attention", graph_attention, array((1001, 33)), *edges, array((33, 65)), array((130,)))
    yield case("message_passing", message_passing, array((1001, 33)), array((4003, 9)), *edges, array((75, 65)), array((98, 33)))
    yield case("bag_of_words", bag_of_words, indices((65, 33), 2003), array((2003, 64)), array((64, 9)))
    yield case("factorization_machine", factorization_machine, indices((257, 13), 2003), array((2003, 17)))
