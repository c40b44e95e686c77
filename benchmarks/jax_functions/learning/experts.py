"""Mixtures of experts: tokens sent to two of them each, by products with masks, by scatters and by sorting."""

from __future__ import annotations

from collections.abc import Iterator

import jax
import jax.numpy as jnp
from jax import lax, nn

from benchmarks.jax_functions.cases import Case, Input, array, case
from benchmarks.jax_functions.learning.common import ROUNDED, trained, weight


def routed(x: jax.Array, router: jax.Array) -> tuple[jax.Array, jax.Array, jax.Array]:
    """The shares of the two experts of each token, which ones these are, and the probabilities of all experts."""
    probabilities = nn.softmax(x.astype(jnp.float32) @ router)
    shares, chosen = lax.top_k(probabilities, 2)
    return shares / jnp.sum(shares, -1, keepdims=True), chosen, probabilities


def slots(chosen: jax.Array, experts: int) -> jax.Array:
    """Where each choice stands in the queue of its expert: first choices of all tokens come before second ones."""
    picked = nn.one_hot(chosen.T.reshape(-1), experts, dtype=jnp.int32)
    return jnp.sum((jnp.cumsum(picked, 0) - 1) * picked, -1).reshape(chosen.shape[::-1]).T


def balancing_loss(probabilities: jax.Array, chosen: jax.Array) -> jax.Array:
    """Least where first choices and probabilities are spread evenly over all experts."""
    experts = probabilities.shape[-1]
    return experts * jnp.sum(jnp.mean(nn.one_hot(chosen[:, 0], experts), 0) * jnp.mean(probabilities, 0))


def expert_layers(x: jax.Array, up: jax.Array, down: jax.Array) -> jax.Array:
    return jnp.einsum("ecf,efd->ecd", nn.silu(jnp.einsum("ecd,edf->ecf", x, up)), down)


def experts_by_products(x: jax.Array, router: jax.Array, up: jax.Array, down: jax.Array,
                        capacity: int = 40) -> tuple[jax.Array, jax.Array]:
    """Tokens sent to slots and back by products with masks, those beyond the capacity dropped, and the balancing loss."""
    shares, chosen, probabilities = routed(x, router)
    places = nn.one_hot(slots(chosen, up.shape[0]), capacity)
    sent = nn.one_hot(chosen, up.shape[0])[..., None] * places[:, :, None]
    outputs = expert_layers(jnp.einsum("tkec,td->ecd", sent, x), up, down)
    return jnp.einsum("tkec,tk,ecd->td", sent, shares, outputs), balancing_loss(probabilities, chosen)


def experts_loss(x: jax.Array, y: jax.Array, router: jax.Array, up: jax.Array, down: jax.Array) -> jax.Array:
    found, balance = experts_by_products(x, router, up, down)
    return jnp.mean((x + found - y) ** 2) + 0.01 * balance


def experts_by_scatter(x: jax.Array, router: jax.Array, up: jax.Array, down: jax.Array, capacity: int = 48) -> jax.Array:
    """Tokens written into slots, those beyond the capacity dropped, and read from there."""
    shares, chosen, _ = routed(x, router)
    places = slots(chosen, up.shape[0])
    filled = jnp.zeros((up.shape[0], capacity, x.shape[1]), x.dtype).at[chosen, places].set(x[:, None], mode="drop")
    outputs = expert_layers(filled, up, down).at[chosen, places].get(mode="fill", fill_value=0)
    return x + jnp.sum(outputs * shares[..., None], 1).astype(x.dtype)


def experts_by_sort(x: jax.Array, router: jax.Array, up: jax.Array, down: jax.Array) -> jax.Array:
    """Choices in the order of their experts, multiplied by ragged groups: none is dropped."""
    shares, chosen, _ = routed(x, router)
    order = jnp.argsort(chosen.reshape(-1))
    counts = jnp.bincount(chosen.reshape(-1), length=up.shape[0]).astype(jnp.int32)
    hidden = nn.silu(lax.ragged_dot(x[order // 2], up, counts))
    outputs = jnp.zeros((2 * x.shape[0], x.shape[1])).at[order].set(lax.ragged_dot(hidden, down, counts))
    return jnp.einsum("tkd,tk->td", outputs.reshape(-1, 2, x.shape[1]), shares)


def expert_weights(width: int, count: int, hidden: int, type: str = "f32") -> list[Input]:
    """The router, which stays in f32, and the layers up and down."""
    return [weight(width, count), weight(count, width, hidden, type=type, terms=width),
            weight(count, hidden, width, type=type, terms=hidden)]


def cases() -> Iterator[Case]:
    yield trained("experts_by_products_grad", experts_loss, 2, array((128, 64)), array((128, 64)), *expert_weights(64, 8, 128))
    yield case("experts_by_scatter_bf16", experts_by_scatter, array((197, 96), "bf16"), *expert_weights(96, 8, 192, "bf16"),
               tolerance=ROUNDED)
    yield case("experts_by_sort", experts_by_sort, array((65, 64)), *expert_weights(64, 4, 128))
