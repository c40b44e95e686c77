"""Training as people write it: networks with optax, a step a call, the state donated.

Each `Training` is made anew from a seed; its losses are the same on both sides but for rounding.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

Tree = Any
#: Weights and data.
Parts = tuple[Tree, tuple[np.ndarray, ...]]


@dataclass
class Training:
    """A network being trained: `step` takes the state and the data, and gives the next state and the loss.

    Where `is_awaited` each step is: XLA-CPU may come to a standstill when many of several devices are under way on few cores.
    """

    step: Callable[..., tuple[Tree, jax.Array]]
    state: Tree
    data: tuple[jax.Array, ...]
    is_awaited: bool = False

    def go(self) -> jax.Array:
        self.state, loss = self.step(self.state, *self.data)
        return loss.block_until_ready() if self.is_awaited else loss


def _step(loss: Callable[..., jax.Array], optimizer: optax.GradientTransformation, **jitted: Any) -> Callable[..., Any]:
    @partial(jax.jit, donate_argnums=0, **jitted)
    def step(state: tuple[Tree, Tree], *data: jax.Array) -> tuple[tuple[Tree, Tree], jax.Array]:
        weights, kept = state
        value, gradient = jax.value_and_grad(loss)(weights, *data)
        updates, kept = optimizer.update(gradient, kept, weights)
        return (optax.apply_updates(weights, updates), kept), value

    return step


def _labels_loss(logits: jax.Array, labels: jax.Array) -> jax.Array:
    return optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean()


def _dense(rng: np.random.Generator, rows: int, columns: int) -> dict[str, np.ndarray]:
    w = rng.standard_normal((rows, columns), np.float32) * np.float32((2 / rows) ** 0.5)
    return {"w": w, "b": np.zeros(columns, np.float32)}


def _apply_dense(p: Tree, x: jax.Array) -> jax.Array:
    return x @ p["w"] + p["b"]


def _mlp_loss(weights: list[Tree], x: jax.Array, labels: jax.Array) -> jax.Array:
    for layer in weights[:-1]:
        x = jax.nn.relu(_apply_dense(layer, x))
    return _labels_loss(_apply_dense(weights[-1], x), labels)


def _mlp_parts(batch: int) -> Parts:
    rng = np.random.default_rng(0)
    weights = [_dense(rng, *sizes) for sizes in ((784, 256), (256, 128), (128, 10))]
    x = rng.standard_normal((batch, 784), np.float32)
    return weights, (x, x[:, :10].argmax(1).astype(np.int32))


def mlp() -> Training:
    """784-256-128-10, adam, batches of 128."""
    weights, data = _mlp_parts(128)
    optimizer = optax.adam(1e-3)
    state = jax.device_put((weights, optimizer.init(weights)))
    return Training(_step(_mlp_loss, optimizer), state, jax.device_put(data))


def _norm(p: Tree, x: jax.Array) -> jax.Array:
    centred = x - x.mean(-1, keepdims=True)
    return centred * jax.lax.rsqrt((centred**2).mean(-1, keepdims=True) + 1e-5) * p["scale"] + p["bias"]


def _attention(p: Tree, x: jax.Array, heads: int) -> jax.Array:
    batch, length, width = x.shape
    q, k, v = (a.reshape(batch, length, heads, -1).transpose(0, 2, 1, 3) for a in jnp.split(_apply_dense(p["qkv"], x), 3, -1))
    scores = q @ k.swapaxes(-1, -2) / (width / heads) ** 0.5
    scores = jnp.where(jnp.tril(jnp.ones((length, length), bool)), scores, -1e9)
    mixed = (jax.nn.softmax(scores) @ v).transpose(0, 2, 1, 3).reshape(batch, length, width)
    return _apply_dense(p["out"], mixed)


def _gpt_loss(weights: Tree, tokens: jax.Array) -> jax.Array:
    x = weights["tokens"][tokens[:, :-1]] + weights["places"]
    for block in weights["blocks"]:
        x = x + _attention(block, _norm(block["first"], x), heads=4)
        x = x + _apply_dense(block["down"], jax.nn.gelu(_apply_dense(block["up"], _norm(block["second"], x))))
    return _labels_loss(_norm(weights["last"], x) @ weights["tokens"].T, tokens[:, 1:])


def _gpt_parts(batch: int) -> Parts:
    rng = np.random.default_rng(0)
    width, length, words = 128, 64, 512

    def norm() -> Tree:
        return {"scale": np.ones(width, np.float32), "bias": np.zeros(width, np.float32)}

    def embedding(rows: int) -> np.ndarray:
        return rng.standard_normal((rows, width), np.float32) * np.float32(0.02)

    blocks = [{"first": norm(), "qkv": _dense(rng, width, 3 * width), "out": _dense(rng, width, width), "second": norm(),
               "up": _dense(rng, width, 4 * width), "down": _dense(rng, 4 * width, width)} for _ in range(6)]
    weights = {"tokens": embedding(words), "places": embedding(length), "blocks": blocks, "last": norm()}
    return weights, (rng.integers(0, words, (batch, length + 1)).astype(np.int32),)


def gpt() -> Training:
    """Six layers of width 128 and four heads, 64 tokens, a vocabulary of 512, adamw, batches of 8."""
    weights, data = _gpt_parts(8)
    optimizer = optax.adamw(3e-4)
    return Training(_step(_gpt_loss, optimizer), jax.device_put((weights, optimizer.init(weights))), jax.device_put(data))


#: The stages of ResNet-18: channels and the stride of the first of two blocks.
_STAGES = ((64, 1), (128, 2), (256, 2), (512, 2))


def _convolve(x: jax.Array, w: jax.Array, stride: int = 1) -> jax.Array:
    return jax.lax.conv_general_dilated(x, w, (stride, stride), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))


def _batch_norm(p: Tree, x: jax.Array) -> jax.Array:
    mean, variance = x.mean((0, 1, 2)), x.var((0, 1, 2))
    return (x - mean) * jax.lax.rsqrt(variance + 1e-5) * p["scale"] + p["bias"]


def _resnet_loss(weights: Tree, x: jax.Array, labels: jax.Array) -> jax.Array:
    x = jax.nn.relu(_batch_norm(weights["stem"], _convolve(x, weights["stem"]["w"])))
    for number, block in enumerate(weights["blocks"]):
        stride = _STAGES[number // 2][1] if number % 2 == 0 else 1
        y = jax.nn.relu(_batch_norm(block["first"], _convolve(x, block["first"]["w"], stride)))
        y = _batch_norm(block["second"], _convolve(y, block["second"]["w"]))
        x = _batch_norm(block["short"], _convolve(x, block["short"]["w"], stride)) if "short" in block else x
        x = jax.nn.relu(x + y)
    return _labels_loss(_apply_dense(weights["head"], x.mean((1, 2))), labels)


def resnet18() -> Training:
    """ResNet-18 for images of 32 x 32, sgd with momentum, batches of 8."""
    rng = np.random.default_rng(0)

    def convolution(size: int, inputs: int, outputs: int) -> Tree:
        w = rng.standard_normal((size, size, inputs, outputs), np.float32) * np.float32((2 / (size * size * inputs)) ** 0.5)
        return {"w": w, "scale": np.ones(outputs, np.float32), "bias": np.zeros(outputs, np.float32)}

    blocks, inputs = [], 64
    for channels, stride in _STAGES:
        for is_first in (True, False):
            block = {"first": convolution(3, inputs, channels), "second": convolution(3, channels, channels)}
            if is_first and (stride != 1 or inputs != channels):
                block["short"] = convolution(1, inputs, channels)
            blocks.append(block)
            inputs = channels
    weights = {"stem": convolution(3, 3, 64), "blocks": blocks, "head": _dense(rng, 512, 10)}
    optimizer = optax.sgd(1e-2, momentum=0.9)
    data = rng.standard_normal((8, 32, 32, 3), np.float32), rng.integers(0, 10, 8).astype(np.int32)
    return Training(_step(_resnet_loss, optimizer), jax.device_put((weights, optimizer.init(weights))), jax.device_put(data))


def flax_cnn() -> Training:
    """Convolution, batch norm, dropout and a dense layer of flax's nnx, adamw, batches of 32."""
    from flax import nnx

    class Network(nnx.Module):
        def __init__(self, rngs: nnx.Rngs) -> None:
            self.convolution = nnx.Conv(1, 8, (3, 3), rngs=rngs)
            self.norm = nnx.BatchNorm(8, rngs=rngs)
            self.dropout = nnx.Dropout(0.1, rngs=rngs)
            self.dense = nnx.Linear(8 * 14 * 14, 10, rngs=rngs)

        def __call__(self, x: jax.Array) -> jax.Array:
            x = nnx.avg_pool(nnx.relu(self.norm(self.convolution(x))), (2, 2), (2, 2))
            return self.dense(self.dropout(x.reshape(x.shape[0], -1)))

    network = Network(nnx.Rngs(0))
    optimizer = nnx.Optimizer(network, optax.adamw(1e-3), wrt=nnx.Param)

    @nnx.jit
    def train(network: Network, optimizer: nnx.Optimizer, x: jax.Array, labels: jax.Array) -> jax.Array:
        value, gradient = nnx.value_and_grad(lambda network: _labels_loss(network(x), labels))(network)
        optimizer.update(network, gradient)
        return value

    rng = np.random.default_rng(0)
    data = rng.standard_normal((32, 28, 28, 1), np.float32), rng.integers(0, 10, 32).astype(np.int32)
    return Training(lambda state, *data: (state, train(*state, *data)), (network, optimizer), jax.device_put(data))


def _mesh() -> Mesh:
    return jax.make_mesh((jax.device_count(),), ("batch",), axis_types=(jax.sharding.AxisType.Auto,))


def sharded(parts: Parts, loss: Callable[..., jax.Array], optimizer: optax.GradientTransformation) -> Training:
    """With the batch cut over all devices by NamedSharding, and the weights on each."""
    mesh, (weights, data) = _mesh(), parts
    whole, cut = NamedSharding(mesh, P()), NamedSharding(mesh, P("batch"))
    state = jax.device_put((weights, optimizer.init(weights)), whole)
    return Training(_step(loss, optimizer, out_shardings=whole), state, jax.device_put(data, cut), is_awaited=True)


def mapped(parts: Parts, loss: Callable[..., jax.Array], optimizer: optax.GradientTransformation) -> Training:
    """The same with shard_map: each device takes the gradient of its part, and pmean joins them."""
    mesh, (weights, data) = _mesh(), parts

    def step(state: tuple[Tree, Tree], *data: jax.Array) -> tuple[tuple[Tree, Tree], jax.Array]:
        weights, kept = state
        value, gradient = jax.value_and_grad(lambda w: jax.lax.pmean(loss(w, *data), "batch"))(weights)
        updates, kept = optimizer.update(gradient, kept, weights)
        return (optax.apply_updates(weights, updates), kept), value

    mapped = jax.shard_map(step, mesh=mesh, in_specs=(P(), *(P("batch") for _ in data)), out_specs=(P(), P()))
    state = jax.device_put((weights, optimizer.init(weights)), NamedSharding(mesh, P()))
    return Training(jax.jit(mapped, donate_argnums=0), state, jax.device_put(data, NamedSharding(mesh, P("batch"))),
                    is_awaited=True)


#: By name, what makes each ready.
TRAININGS: dict[str, Callable[[], Training]] = {
    "mlp": mlp, "gpt": gpt, "resnet18": resnet18, "flax_cnn": flax_cnn,
    "mlp_sharded": lambda: sharded(_mlp_parts(512), _mlp_loss, optax.adam(1e-3)),
    "mlp_mapped": lambda: mapped(_mlp_parts(512), _mlp_loss, optax.adam(1e-3)),
    "gpt_sharded": lambda: sharded(_gpt_parts(16), _gpt_loss, optax.adamw(3e-4)),
    "gpt_mapped": lambda: mapped(_gpt_parts(16), _gpt_loss, optax.adamw(3e-4)),
}
