"""Losses with their gradients, and the steps of optimisers on lists of parameters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax, nn

from benchmarks.jax_functions.cases import Case, array, case, indices, mask

Parameters = Sequence[jax.Array]


# -- losses ---------------------------------------------------------------------------------------------------------------
def cross_entropy(x: jax.Array, y: jax.Array) -> jax.Array:
    return -jnp.mean(jnp.take_along_axis(nn.log_softmax(x.astype(jnp.float32)), y[..., None], -1))


def cross_entropies(x: jax.Array, y: jax.Array) -> jax.Array:
    """One for each label."""
    return -jnp.take_along_axis(nn.log_softmax(x), y[..., None], -1)[..., 0]


def cross_entropy_masked(x: jax.Array, y: jax.Array) -> jax.Array:
    losses = cross_entropies(x, y)
    return jnp.sum(jnp.where(y > 0, losses, 0)) / jnp.maximum(jnp.sum(y > 0), 1)


def cross_entropy_smoothed(x: jax.Array, y: jax.Array) -> jax.Array:
    targets = 0.9 * nn.one_hot(y, x.shape[-1]) + 0.1 / x.shape[-1]
    return -jnp.mean(jnp.sum(targets * nn.log_softmax(x), -1))


def cross_entropy_with_z(x: jax.Array, y: jax.Array) -> jax.Array:
    total = jax.nn.logsumexp(x, axis=-1)
    return jnp.mean(total - jnp.take_along_axis(x, y[:, None], 1)[:, 0] + 1e-4 * total**2)


def focal(x: jax.Array, y: jax.Array) -> jax.Array:
    logs = jnp.take_along_axis(nn.log_softmax(x), y[:, None], 1)
    return -jnp.mean((1 - jnp.exp(logs)) ** 2 * logs)


def multi_margin(x: jax.Array, y: jax.Array) -> jax.Array:
    own = jnp.take_along_axis(x, y[:, None], 1)
    return jnp.mean(jnp.maximum(0, 1 - own + x))


def mean_square(x: jax.Array, y: jax.Array) -> jax.Array:
    return jnp.mean((x - y) ** 2)


def mean_magnitude(x: jax.Array, y: jax.Array) -> jax.Array:
    return jnp.mean(jnp.abs(x - y))


def huber(x: jax.Array, y: jax.Array) -> jax.Array:
    d = jnp.abs(x - y)
    return jnp.mean(jnp.where(d < 1, 0.5 * d * d, d - 0.5))


def log_cosh(x: jax.Array, y: jax.Array) -> jax.Array:
    return jnp.mean(jnp.logaddexp(x - y, y - x) - jnp.log(2.0))


def hinge(x: jax.Array, y: jax.Array) -> jax.Array:
    return jnp.mean(jnp.maximum(0, 1 - x * jnp.sign(y)))


def quantile(x: jax.Array, y: jax.Array) -> jax.Array:
    return jnp.mean(jnp.maximum(0.9 * (y - x), 0.1 * (x - y)))


def binary_cross_entropy(x: jax.Array, y: jax.Array) -> jax.Array:
    return jnp.mean(jnp.maximum(x, 0) - x * (y > 0) + jnp.log1p(jnp.exp(-jnp.abs(x))))


def divergence(x: jax.Array, y: jax.Array) -> jax.Array:
    return jnp.mean(jnp.sum(nn.softmax(y) * (nn.log_softmax(y) - nn.log_softmax(x)), -1))


def cosine_loss(x: jax.Array, y: jax.Array) -> jax.Array:
    lengths = jnp.sqrt(jnp.sum(x * x, -1) * jnp.sum(y * y, -1))
    return jnp.mean(1 - jnp.sum(x * y, -1) / lengths)


def dice(x: jax.Array, y: jax.Array) -> jax.Array:
    p, t = nn.sigmoid(x), (y > 0).astype(x.dtype)
    return 1 - 2 * jnp.sum(p * t) / (jnp.sum(p) + jnp.sum(t))


def contrastive(x: jax.Array, y: jax.Array) -> jax.Array:
    def unit(v: jax.Array) -> jax.Array:
        return v * lax.rsqrt(jnp.sum(v * v, -1, keepdims=True))
    s = 10 * unit(x) @ unit(y).T
    return -0.5 * (jnp.mean(jnp.diag(nn.log_softmax(s))) + jnp.mean(jnp.diag(nn.log_softmax(s, 0))))


def triplet(x: jax.Array, y: jax.Array) -> jax.Array:
    near, far = jnp.sum((x - y) ** 2, -1), jnp.sum((x - y[::-1]) ** 2, -1)
    return jnp.mean(jnp.maximum(near - far + 1, 0))


def total_variation(x: jax.Array, y: jax.Array) -> jax.Array:
    return jnp.mean((x - y) ** 2) + 0.1 * (jnp.mean(jnp.abs(jnp.diff(x, axis=0))) + jnp.mean(jnp.abs(jnp.diff(x, axis=1))))


def evidence(x: jax.Array, y: jax.Array) -> jax.Array:
    mean, log_variance = jnp.split(y, 2, -1)
    return jnp.mean(x**2) - 0.5 * jnp.mean(1 + log_variance - mean**2 - jnp.exp(log_variance))


def alignments(x: jax.Array, labels: jax.Array) -> jax.Array:
    """The logarithm of the sum over all alignments of a sequence with labels, as CTC adds them up."""
    emitted = nn.log_softmax(x)[:, labels]
    start = jnp.full(labels.shape, -1e30).at[0].set(emitted[0, 0])
    def step(a: jax.Array, row: jax.Array) -> tuple[jax.Array, None]:
        return jnp.logaddexp(a, jnp.concatenate([jnp.array([-1e30]), a[:-1]])) + row, None
    return -lax.scan(step, start, emitted[1:])[0][-1]


def policy(x: jax.Array, old: jax.Array, advantages: jax.Array) -> jax.Array:
    """The clipped objective of PPO."""
    r = jnp.exp(x - old)
    return -jnp.mean(jnp.minimum(r * advantages, jnp.clip(r, 0.8, 1.2) * advantages))


def advantages(rewards: jax.Array, values: jax.Array) -> jax.Array:
    def step(a: jax.Array, given: tuple[jax.Array, jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        reward, value, following = given
        a = reward + 0.99 * following - value + 0.99 * 0.95 * a
        return a, a
    return lax.scan(step, jnp.zeros(rewards.shape[1]), (rewards, values[:-1], values[1:]), reverse=True)[1]


def preference(chosen: jax.Array, rejected: jax.Array) -> jax.Array:
    return -jnp.mean(nn.log_sigmoid(0.1 * (chosen.sum(-1) - rejected.sum(-1))))


OF_LABELS = (cross_entropy, cross_entropy_masked, cross_entropy_smoothed, cross_entropy_with_z, focal, multi_margin)
OF_PAIRS = (mean_square, mean_magnitude, huber, log_cosh, hinge, quantile, binary_cross_entropy, divergence, cosine_loss, dice,
            contrastive, triplet, total_variation, preference)


# -- optimisers -----------------------------------------------------------------------------------------------------------
def momentum(p: jax.Array, g: jax.Array, m: jax.Array) -> tuple[jax.Array, ...]:
    m = 0.9 * m + g
    return p - 0.01 * (g + 0.9 * m), m


def adam(p: jax.Array, g: jax.Array, m: jax.Array, v: jax.Array) -> tuple[jax.Array, ...]:
    m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g
    return p - 1e-3 * (m / 0.1 / (jnp.sqrt(v / 0.001) + 1e-8) + 0.01 * p), m, v


def lion(p: jax.Array, g: jax.Array, m: jax.Array) -> tuple[jax.Array, ...]:
    return p - 1e-4 * (jnp.sign(0.9 * m + 0.1 * g) + 0.1 * p), 0.99 * m + 0.01 * g


def root_mean_square(p: jax.Array, g: jax.Array, v: jax.Array) -> tuple[jax.Array, ...]:
    v = 0.9 * v + 0.1 * g * g
    return p - 1e-3 * g * lax.rsqrt(v + 1e-8), v


def adafactor(p: jax.Array, g: jax.Array) -> tuple[jax.Array, ...]:
    squares = g * g + 1e-30
    rows, columns = jnp.mean(squares, -1, keepdims=True), jnp.mean(squares, -2, keepdims=True)
    return (p - 1e-2 * g * lax.rsqrt(rows * columns / jnp.mean(rows, -2, keepdims=True)),)


def mixed_precision(p: jax.Array, g: jax.Array, m: jax.Array) -> tuple[jax.Array, ...]:
    """Gradients in bf16, parameters in f32 and their copy."""
    m = 0.9 * m + g.astype(jnp.bfloat16).astype(jnp.float32)
    p = p - 0.01 * m
    return p, m, p.astype(jnp.bfloat16)


OPTIMIZERS: dict[str, tuple[Callable[..., tuple[jax.Array, ...]], int]] = {
    "momentum": (momentum, 3), "adam": (adam, 4), "lion": (lion, 3), "root_mean_square": (root_mean_square, 3),
    "adafactor": (adafactor, 2), "mixed_precision": (mixed_precision, 3),
}
SHAPES = [(257, 129), (1, 129), (129, 33), (1, 33), (3, 3, 17, 19)]


def on_list(update: Callable[..., tuple[jax.Array, ...]], count: int) -> Callable[..., Any]:
    """An optimiser on several parameters, given one after the other with their states."""
    def step(*arrays: jax.Array) -> list[tuple[jax.Array, ...]]:
        return [update(*arrays[k : k + count]) for k in range(0, len(arrays), count)]
    return step


def global_norm(arrays: Sequence[jax.Array]) -> jax.Array:
    return jnp.sqrt(sum((jnp.sum(x * x) for x in arrays), start=jnp.zeros(())))


def clipped(*gradients: jax.Array) -> list[jax.Array]:
    norm = global_norm(gradients)
    return [g * jnp.minimum(1, 1 / (norm + 1e-6)) for g in gradients]


def averaged(*parameters: jax.Array) -> list[jax.Array]:
    half = len(parameters) // 2
    return [0.999 * a + 0.001 * b for a, b in zip(parameters[:half], parameters[half:], strict=True)]


def regression_step(x: jax.Array, y: jax.Array, w: jax.Array, b: jax.Array) -> tuple[jax.Array, ...]:
    gradients = jax.grad(lambda w, b: jnp.mean((x @ w + b - y) ** 2), (0, 1))(w, b)
    return w - 0.1 * gradients[0], b - 0.1 * gradients[1]


def classifier_step(x: jax.Array, y: jax.Array, a: jax.Array, b: jax.Array, m: jax.Array, n: jax.Array) -> Any:
    loss, gradients = jax.value_and_grad(lambda p: cross_entropy(jnp.tanh(x @ p[0]) @ p[1], y))((a, b))
    return loss, momentum(a, gradients[0], m), momentum(b, gradients[1], n)


def epochs(x: jax.Array, y: jax.Array, w: jax.Array) -> jax.Array:
    """Steps over batches in a scan."""
    def step(w: jax.Array, batch: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        loss, g = jax.value_and_grad(lambda w: jnp.mean((batch[0] @ w - batch[1]) ** 2))(w)
        return w - 0.01 * g, loss
    return lax.scan(step, w, (x, y))[1]


def per_example_gradients(x: jax.Array, y: jax.Array, w: jax.Array) -> jax.Array:
    gradients = jax.vmap(jax.grad(lambda w, x, y: (jnp.tanh(x @ w).sum() - y) ** 2), in_axes=(None, 0, 0))(w, x, y)
    norms = jnp.sqrt(jnp.sum(gradients**2, (1, 2), keepdims=True))
    return jnp.mean(gradients / jnp.maximum(norms, 1), 0)


def accumulated(x: jax.Array, y: jax.Array, w: jax.Array) -> jax.Array:
    def add(total: jax.Array, batch: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, None]:
        return total + jax.grad(lambda w: mean_square(batch[0] @ w, batch[1]))(w), None
    return lax.scan(add, jnp.zeros_like(w), (x, y))[0] / x.shape[0]


def hessian_product(x: jax.Array, w: jax.Array, v: jax.Array) -> jax.Array:
    return jax.jvp(jax.grad(lambda w: jnp.mean(jnp.tanh(x @ w) ** 2)), (w,), (v,))[1]


def jacobian(x: jax.Array, w: jax.Array) -> jax.Array:
    return jax.jacrev(lambda x: jnp.tanh(x @ w))(x)


def cases() -> Iterator[Case]:
    for function in OF_LABELS:
        for rows, columns in ((257, 1003), (33, 10), (1, 5)):
            yield case(f"{function.__name__}_{rows}x{columns}", function, array((rows, columns)), indices((rows,), columns))
            yield case(f"{function.__name__}_grad_{rows}x{columns}", jax.grad(function), array((rows, columns)),
                        indices((rows,), columns))
    yield case("cross_entropy_grad_bf16", jax.grad(cross_entropy), array((257, 1003), "bf16"), indices((257,), 1003))
    for function in OF_PAIRS:
        yield case(function.__name__, function, array((201, 65)), array((201, 65)))
        yield case(f"{function.__name__}_grad", jax.grad(function), array((201, 65)), array((201, 65)))
    yield case("evidence", evidence, array((65, 784)), array((65, 64)))
    yield case("evidence_grad", jax.grad(evidence, (0, 1)), array((65, 784)), array((65, 64)))
    yield case("alignments", alignments, array((101, 33)), indices((65,), 33))
    yield case("alignments_grad", jax.grad(alignments), array((51, 33)), indices((17,), 33))
    yield case("policy_grad", jax.grad(policy), *[array((2003,), "f32", -1, 1)] * 3)
    yield case("advantages", advantages, array((128, 33)), array((129, 33)))
    for name, (update, count) in OPTIMIZERS.items():
        given = [array(shape, "f32", 0.01, 1) for shape in SHAPES for _ in range(count)]
        yield case(f"{name}_list", on_list(update, count), *given)
        for shape in ((1, 1), (513, 257)):
            yield case(f"{name}_{shape[0]}x{shape[1]}", update, *[array(shape, "f32", 0.01, 1)] * count)
    yield case("clipped", clipped, *map(array, SHAPES))
    yield case("averaged", averaged, *map(array, SHAPES * 2))
    yield case("regression_step", regression_step, array((501, 65)), array((501, 17)), array((65, 17)), array((17,)))
    weights = array((65, 129), "f32", -0.2, 0.2), array((129, 10), "f32", -0.2, 0.2)
    yield case("classifier_step", classifier_step, array((33, 65)), indices((33,), 10), *weights, *weights)
    yield case("epochs", epochs, array((20, 33, 65)), array((20, 33, 3)), array((65, 3), "f32", -0.1, 0.1))
    yield case("per_example_gradients", per_example_gradients, array((65, 17)), array((65,)), array((17, 33), "f32", -0.2, 0.2))
    yield case("accumulated", accumulated, array((4, 33, 65)), array((4, 33, 9)), array((65, 9)))
    yield case("hessian_product", hessian_product, array((101, 33)), *[array((33, 17), "f32", -0.2, 0.2)] * 2)
    yield case("jacobian", jacobian, array((33,)), array((33, 35), "f32", -0.2, 0.2))
    yield case("dense_grad_bf16", jax.grad(lambda w, x, y: mean_square(jnp.tanh(x @ w), y)), array((65, 33), "bf16", -0.2, 0.2),
               array((101, 65), "bf16"), array((101, 33), "bf16"))
    yield case("accuracy", lambda x, y: jnp.mean(x.argmax(-1) == y), array((257, 101)), indices((257,), 101))
    yield case("masked_mean_loss", lambda x, m: jnp.sum(jnp.where(m, x * x, 0)) / jnp.sum(m), array((257, 101)), mask((257, 101)))
