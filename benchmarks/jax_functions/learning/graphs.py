"""Graphs and points: attention and messages along edges, molecules, layers that turn with space, clouds of points."""

from __future__ import annotations

from collections.abc import Iterator

import jax
import jax.numpy as jnp
from jax import lax, nn

from benchmarks.jax_functions.cases import Case, array, case, indices, mask
from benchmarks.jax_functions.learning.common import dense, gru_cell, network, trained, weight, weights
from benchmarks.jax_functions.training import cross_entropies, huber


def graph_attention(x: jax.Array, senders: jax.Array, receivers: jax.Array, left: jax.Array, right: jax.Array,
                    a: jax.Array) -> jax.Array:
    """GATv2 with several heads: shares of edges by a softmax over all of a receiver."""
    n = x.shape[0]
    sent, got = ((x @ w).reshape(n, *a.shape)[i] for w, i in ((left, senders), (right, receivers)))
    logits = jnp.einsum("ehd,hd->eh", nn.leaky_relu(sent + got, 0.2), a)
    e = jnp.exp(logits - lax.stop_gradient(jax.ops.segment_max(logits, receivers, n))[receivers])
    shares = e / jax.ops.segment_sum(e, receivers, n)[receivers]
    return nn.elu(jax.ops.segment_sum(shares[..., None] * sent, receivers, n)).reshape(n, -1)


def citation_loss(labels: jax.Array, kept: jax.Array, x: jax.Array, senders: jax.Array, receivers: jax.Array, head: jax.Array,
                  *w: jax.Array) -> jax.Array:
    """The cross entropy of those nodes whose labels are known."""
    y = graph_attention(graph_attention(x, senders, receivers, *w[:3]), senders, receivers, *w[3:])
    losses = cross_entropies(y @ head, labels)
    return jnp.sum(jnp.where(kept, losses, 0)) / jnp.maximum(jnp.sum(kept), 1)


def molecules_loss(y: jax.Array, x: jax.Array, e: jax.Array, senders: jax.Array, receivers: jax.Array, graphs: jax.Array,
                   *w: jax.Array) -> jax.Array:
    """Messages through a network of edges, states by a gated unit, three rounds of both, and sums over each graph."""
    def passed(h: jax.Array, _: None) -> tuple[jax.Array, None]:
        messages = network(jnp.concatenate([h[senders], h[receivers], e], -1), w[:4])
        return gru_cell(jax.ops.segment_sum(messages, receivers, x.shape[0]), h, w[4], w[5]), None
    h = lax.scan(passed, x, None, length=3)[0]
    found = network(jax.ops.segment_sum(h, graphs, y.shape[0]), w[6:])[:, 0]
    return huber(found, y)


def equivariant_layer(h: jax.Array, x: jax.Array, senders: jax.Array, receivers: jax.Array,
                      *w: jax.Array) -> tuple[jax.Array, jax.Array]:
    """EGNN: states, and places moved along the edges."""
    apart = x[receivers] - x[senders]
    squares = jnp.sum(apart**2, -1, keepdims=True)
    messages = nn.silu(network(jnp.concatenate([h[receivers], h[senders], squares], -1), w[:4], nn.silu))
    pushes = apart / (jnp.sqrt(squares + 1e-6) + 1) * jnp.tanh(messages @ w[4])
    x = x + jax.ops.segment_sum(pushes, receivers, x.shape[0]) / 8
    return h + network(jnp.concatenate([h, jax.ops.segment_sum(messages, receivers, h.shape[0])], -1), w[5:], nn.silu), x


def farthest_points(x: jax.Array, count: int) -> jax.Array:
    """Which points are chosen where each is the farthest from all before it."""
    def step(state: tuple[jax.Array, jax.Array], _: None) -> tuple[tuple[jax.Array, jax.Array], jax.Array]:
        distances, last = state
        distances = jnp.minimum(distances, jnp.sum((x - x[last]) ** 2, -1))
        return (distances, jnp.argmax(distances)), last
    return lax.scan(step, (jnp.full(x.shape[0], jnp.inf), jnp.argmax(x[:, 0])), None, length=count)[1]


def point_set(x: jax.Array, features: jax.Array, *w: jax.Array) -> jax.Array:
    """PointNet++: points far from each other, a network over the 16 nearest of each and the maximum; then the same over all."""
    centres = x[farthest_points(x, 33)]
    distances = jnp.sum((centres[:, None] - x) ** 2, -1)
    near = lax.top_k(-distances, 16)[1]
    grouped = jnp.concatenate([x[near] - centres[:, None], features[near]], -1)
    found = jnp.max(network(grouped, w[:4]), 1)
    return network(jnp.max(network(jnp.concatenate([centres, found], -1), w[4:8]), 0), w[8:])


def cases() -> Iterator[Case]:
    edges = indices((2003,), 501), indices((2003,), 501)
    layers = [*weights((33, 64), (33, 64), (4, 16)), *weights((64, 32), (64, 32), (4, 8))]
    yield trained("citation_grad", citation_loss, 5, indices((501,), 7), mask((501,)), array((501, 33)), *edges, weight(32, 7),
                  *layers)
    yield trained("molecules_grad", molecules_loss, 6, array((33,)), array((257, 32)), array((1003, 9)),
                  *[indices((1003,), 257)] * 2, indices((257,), 33), *dense(73, 65, 32), *weights((32, 96), (32, 96)),
                  *dense(32, 33, 1))
    yield case("equivariant_f64", equivariant_layer, array((129, 32), "f64"), array((129, 3), "f64"),
               *[indices((1003,), 129)] * 2, *dense(65, 64, 32, type="f64"), weight(32, 1, type="f64"),
               *dense(64, 64, 32, type="f64"))
    yield case("point_set", jax.vmap(point_set, (0, 0, *(None,) * 12)), array((4, 257, 3)), array((4, 257, 6)), *dense(9, 32, 64),
               *dense(67, 64, 128), *dense(128, 65, 40))
