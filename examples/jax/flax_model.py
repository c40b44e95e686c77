"""Trains a convolutional network of flax (nnx) with batch norm and dropout to tell stripes that run across from upright ones.

    pip install 'hloom[jax]' flax optax
    JAX_PLATFORMS=hloom python examples/jax/flax_model.py
"""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import optax
from flax import nnx

STEPS, SIZE = 60, 16


class Network(nnx.Module):
    def __init__(self, rngs: nnx.Rngs) -> None:
        self.convolution = nnx.Conv(1, 8, (3, 3), rngs=rngs)
        self.norm = nnx.BatchNorm(8, rngs=rngs)
        self.dropout = nnx.Dropout(0.2, rngs=rngs)
        self.dense = nnx.Linear(8 * (SIZE // 2) ** 2, 2, rngs=rngs)

    def __call__(self, x: jax.Array) -> jax.Array:
        x = nnx.avg_pool(nnx.relu(self.norm(self.convolution(x))), (2, 2), (2, 2))
        return self.dense(self.dropout(x.reshape(x.shape[0], -1)))


def stripes(rng: np.random.Generator, count: int) -> tuple[jax.Array, jax.Array]:
    """Images [count, SIZE, SIZE, 1] with noise, and whether their stripes are upright [count]."""
    labels = rng.integers(0, 2, count)
    waves = np.sin(np.arange(SIZE) * 1.5 + rng.random((count, 1)) * 6)
    images = np.where(labels[:, None, None], waves[:, None, :], waves[:, :, None]) + rng.standard_normal((count, SIZE, SIZE))
    return jnp.asarray(images[..., None], jnp.float32), jnp.asarray(labels, jnp.int32)


def loss(network: Network, x: jax.Array, labels: jax.Array) -> jax.Array:
    return optax.softmax_cross_entropy_with_integer_labels(network(x), labels).mean()


@nnx.jit
def train(network: Network, optimizer: nnx.Optimizer, x: jax.Array, labels: jax.Array) -> jax.Array:
    value, gradient = nnx.value_and_grad(loss)(network, x, labels)
    optimizer.update(network, gradient)
    return value


def main() -> None:
    rng = np.random.default_rng(0)
    network = Network(nnx.Rngs(0))
    optimizer = nnx.Optimizer(network, optax.adamw(3e-3), wrt=nnx.Param)
    for number in range(STEPS):
        value = train(network, optimizer, *stripes(rng, 64))
        if number % 20 == 19:
            print(f"step {number + 1}: loss {value:.4f}")
    network.eval()
    x, labels = stripes(rng, 512)
    print(f"accuracy {(network(x).argmax(1) == labels).mean():.3f}")


if __name__ == "__main__":
    main()
