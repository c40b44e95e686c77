"""Trains a classifier of handwritten digits with optax, on whatever JAX runs on.

    pip install 'hloom[jax]' optax scikit-learn
    JAX_PLATFORMS=hloom python examples/jax/digits.py

The data are scikit-learn's 1797 digits of 8 x 8 pixels; without scikit-learn they are drawn here: ten patterns with noise.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax

EPOCHS, BATCH, HELD_BACK = 12, 64, 360


def digits() -> tuple[np.ndarray, np.ndarray]:
    """Images [n, 64] with values from 0 to 1, and their labels [n]."""
    try:
        from sklearn.datasets import load_digits
    except ModuleNotFoundError:
        rng = np.random.default_rng(7)
        labels = rng.integers(0, 10, 1797).astype(np.int32)
        images = rng.random((10, 64), np.float32)[labels] + rng.standard_normal((1797, 64), np.float32) * np.float32(0.5)
        return images, labels
    found = load_digits()
    return (found.data / 16).astype(np.float32), found.target.astype(np.int32)


def initial_weights(key: jax.Array) -> list[tuple[jax.Array, jax.Array]]:
    sizes = [(64, 64), (64, 32), (32, 10)]
    return [(jax.random.normal(k, size) * (2 / size[0]) ** 0.5, jnp.zeros(size[1]))
            for k, size in zip(jax.random.split(key, len(sizes)), sizes)]


def logits(weights: list[tuple[jax.Array, jax.Array]], x: jax.Array) -> jax.Array:
    *hidden, (w, b) = weights
    for v, c in hidden:
        x = jax.nn.relu(x @ v + c)
    return x @ w + b


def loss(weights: Any, x: jax.Array, labels: jax.Array) -> jax.Array:
    return optax.softmax_cross_entropy_with_integer_labels(logits(weights, x), labels).mean()


optimizer = optax.adam(3e-3)


@partial(jax.jit, donate_argnums=(0, 1))
def step(weights: Any, state: Any, x: jax.Array, labels: jax.Array) -> tuple[Any, Any, jax.Array]:
    value, gradient = jax.value_and_grad(loss)(weights, x, labels)
    updates, state = optimizer.update(gradient, state, weights)
    return optax.apply_updates(weights, updates), state, value


@jax.jit
def accuracy(weights: Any, x: jax.Array, labels: jax.Array) -> jax.Array:
    return (logits(weights, x).argmax(1) == labels).mean()


def main() -> None:
    images, labels = digits()
    train, test = (images[:-HELD_BACK], labels[:-HELD_BACK]), (images[-HELD_BACK:], labels[-HELD_BACK:])
    weights = initial_weights(jax.random.key(0))
    state = optimizer.init(weights)
    order = np.random.default_rng(0)
    for epoch in range(EPOCHS):
        for chosen in np.array_split(order.permutation(len(train[1])), len(train[1]) // BATCH):
            weights, state, value = step(weights, state, train[0][chosen], train[1][chosen])
        print(f"epoch {epoch + 1}: loss {value:.4f}, accuracy on the digits held back {accuracy(weights, *test):.3f}")


if __name__ == "__main__":
    main()
