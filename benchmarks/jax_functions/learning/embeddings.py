"""Embeddings: recommendations, factors of ratings, and contrasts of pairs, triplets and views."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax, nn

from benchmarks.jax_functions.cases import Case, array, case, indices, mask
from benchmarks.jax_functions.learning.common import ROUNDED, bias, dense, network, trained, unit, weights


def recommended_loss(y: jax.Array, x: jax.Array, ids: jax.Array, kept: jax.Array, tables: jax.Array, *w: jax.Array) -> jax.Array:
    """DLRM: sums of bags of embeddings and dense features, the products of all pairs, and networks before and behind."""
    def bag(table: jax.Array, ids: jax.Array, kept: jax.Array) -> jax.Array:
        return jnp.sum(jnp.where(kept[..., None], table[ids], 0), 1)
    bags = jax.vmap(bag, out_axes=1)(tables, ids, kept)
    bottom = network(x, w[:4])
    features = jnp.concatenate([bottom[:, None], bags], 1)
    rows, columns = np.triu_indices(features.shape[1], 1)
    pairs = jnp.einsum("bid,bjd->bij", features, features)[:, rows, columns]
    logits = network(jnp.concatenate([bottom, pairs], -1), w[4:])[:, 0]
    return jnp.mean(jnp.logaddexp(0, logits) - y * logits)


def factorization_epoch(users: jax.Array, items: jax.Array, ratings: jax.Array, p: jax.Array, q: jax.Array,
                        bias: jax.Array) -> Any:
    """Steps of gradient descent on two factors of a matrix over batches of ratings, each of which moves only its own rows."""
    def step(state: tuple[jax.Array, ...], batch: tuple[jax.Array, ...]) -> tuple[tuple[jax.Array, ...], jax.Array]:
        (p, q, bias), (i, j, rating) = state, batch
        own, other = p[i], q[j]
        error = rating - jnp.sum(own * other, -1) - bias[j]
        p = p.at[i].add(0.02 * (error[:, None] * other - 0.05 * own))
        q = q.at[j].add(0.02 * (error[:, None] * own - 0.05 * other))
        return (p, q, bias.at[j].add(0.02 * error)), jnp.mean(error**2)
    return lax.scan(step, (p, q, bias), (users, items, ratings))


def contrastive_loss(images: jax.Array, texts: jax.Array, a: jax.Array, b: jax.Array, logit_scale: jax.Array) -> jax.Array:
    """CLIP: each image to its own text and back, among all of the batch."""
    s = unit((images @ a).astype(jnp.float32)) @ unit((texts @ b).astype(jnp.float32)).T * jnp.exp(logit_scale)
    return -0.5 * jnp.mean(jnp.diag(nn.log_softmax(s, 0)) + jnp.diag(nn.log_softmax(s, 1)))


def hardest_triplets(x: jax.Array, labels: jax.Array, *w: jax.Array) -> jax.Array:
    """A soft margin between each one's farthest neighbour of the same class and the nearest one of another."""
    y = unit(network(x, w))
    far = jnp.sqrt(jnp.maximum(2 - 2 * y @ y.T, 0) + 1e-4)
    same = labels[:, None] == labels
    alike = same & ~jnp.eye(labels.shape[0], dtype=bool)
    positive, negative = jnp.max(jnp.where(alike, far, 0), 1), jnp.min(jnp.where(same, 9, far), 1)
    known = jnp.any(alike, 1)
    return jnp.sum(jnp.where(known, nn.softplus(positive - negative), 0)) / jnp.maximum(jnp.sum(known), 1)


def bootstrap_step(a: jax.Array, b: jax.Array, *w: jax.Array) -> Any:
    """BYOL: of two views of the same, a network with a head foretells for one what its slow copy makes of the other."""
    online, head, slow = w[:4], w[4:8], w[8:]
    def loss(p: tuple[Any, Any]) -> jax.Array:
        def apart(x: jax.Array, y: jax.Array) -> jax.Array:
            found = unit(network(network(x, p[0]), p[1]))
            return 2 - 2 * jnp.mean(jnp.sum(found * lax.stop_gradient(unit(network(y, slow))), -1))
        return apart(a, b) + apart(b, a)
    value, gradients = jax.value_and_grad(loss)((online, head))
    moved = jax.tree.map(lambda p, g: p - 0.05 * g, (online, head), gradients)
    return value, moved, [0.99 * s + 0.01 * p for s, p in zip(slow, moved[0], strict=True)]


def cases() -> Iterator[Case]:
    yield trained("recommended_grad", recommended_loss, 4, array((64,), "f32", 0, 1), array((64, 13)), indices((6, 64, 9), 501),
                  mask((6, 64, 9)), array((6, 501, 16), "f32", -0.5, 0.5), *dense(13, 65, 16), *dense(37, 65, 1))
    yield case("factorization_epoch", factorization_epoch, indices((20, 64), 1001), indices((20, 64), 501), array((20, 64)),
               array((1001, 32), "f32", -0.3, 0.3), array((501, 32), "f32", -0.3, 0.3), bias(501))
    yield trained("contrastive_grad_bf16", contrastive_loss, 0, array((64, 257), "bf16"), array((64, 128), "bf16"),
                  *weights((257, 96), (128, 96), type="bf16"), array((), "f32", 1, 2), tolerance=ROUNDED)
    yield trained("hardest_triplets_grad", hardest_triplets, 2, array((64, 50)), indices((64,), 9), *dense(50, 129, 32))
    yield case("bootstrap_step", bootstrap_step, array((33, 50)), array((33, 50)), *dense(50, 129, 64), *dense(64, 65, 64),
               *dense(50, 129, 64))
