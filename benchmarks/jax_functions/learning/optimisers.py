"""Steps of optimisers: schedules, clipping, factored, orthogonal and second-order ones, noise, tasks and ensembles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax, nn, random
from jax.flatten_util import ravel_pytree

from benchmarks.jax_functions.cases import Case, array, case, indices, key, positive_definite
from benchmarks.jax_functions.convolution import convolve
from benchmarks.jax_functions.learning.common import (
    HALF_ROUNDED,
    ITERATED,
    dense,
    network,
    repeated,
    scale,
    trained,
    weight,
    weights,
    within,
)
from benchmarks.jax_functions.linear import orthogonalized
from benchmarks.jax_functions.training import adam, averaged, cross_entropy, global_norm

#: Shapes of the parameters of one step of Adam.
SHAPES = [(129, 64), (64,), (64, 257), (257,), (257, 10), (10,), (3, 3, 17, 19), (1003, 32)]


# -- from gradients -------------------------------------------------------------------------------------------------------
def warmed_up(step: jax.Array) -> jax.Array:
    """A rate that rises for 100 steps and falls along a cosine until step 1000."""
    part = jnp.clip((step - 100) / 900, 0, 1)
    return 1e-3 * jnp.where(step < 100, step / 100, 0.5 + 0.5 * jnp.cos(jnp.pi * part))


def adam_step(step: jax.Array, *arrays: jax.Array) -> Any:
    """AdamW on clipped gradients with a schedule, averages of the parameters, and the norm of the gradients."""
    p, g, m, v, slow = (arrays[n::5] for n in range(5))
    norm = global_norm(g)
    g = [each * jnp.minimum(1, 1 / (norm + 1e-6)) for each in g]
    m = [0.9 * a + 0.1 * b for a, b in zip(m, g, strict=True)]
    v = [0.95 * a + 0.05 * b * b for a, b in zip(v, g, strict=True)]
    first, second = 1 - 0.9 ** (step + 1.0), 1 - 0.95 ** (step + 1.0)
    def moved(p: jax.Array, m: jax.Array, v: jax.Array) -> jax.Array:
        return p - warmed_up(step) * (m / first / (jnp.sqrt(v / second) + 1e-8) + (0.1 * p if p.ndim > 1 else 0))
    p = [moved(*each) for each in zip(p, m, v, strict=True)]
    return p, m, v, averaged(*slow, *p), norm


def orthogonal_direction(g: jax.Array) -> jax.Array:
    """About the nearest matrix with orthogonal rows or, where there are more of them than columns, orthogonal columns."""
    tall = g.shape[0] > g.shape[1]
    x = g.T if tall else g
    x = orthogonalized(x / (jnp.linalg.norm(x) + 1e-7))
    return x.T if tall else x


def muon_step(*arrays: jax.Array) -> list[tuple[jax.Array, jax.Array]]:
    """Parameters, gradients and momenta in turn."""
    def moved(p: jax.Array, g: jax.Array, m: jax.Array) -> tuple[jax.Array, jax.Array]:
        m = 0.95 * m + g
        size = max(1, p.shape[0] / p.shape[1]) ** 0.5
        return p * (1 - 0.002) - 0.02 * size * orthogonal_direction(g + 0.95 * m), m
    return [moved(*arrays[n : n + 3]) for n in range(0, len(arrays), 3)]


def inverse_fourth_root(a: jax.Array) -> jax.Array:
    """By Newton's coupled iteration."""
    n = a.shape[0]
    start = 5 / (2 * jnp.linalg.norm(a))
    def step(_: jax.Array, state: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        x, m = state
        change = (5 * jnp.eye(n) - m) / 4
        squared = change @ change
        return x @ change, squared @ squared @ m
    return lax.fori_loop(0, 20, step, (start**0.25 * jnp.eye(n), start * a))[0]


def shampoo_step(p: jax.Array, g: jax.Array, left: jax.Array, right: jax.Array) -> tuple[jax.Array, ...]:
    """A gradient between inverse roots of its second moments, made as long as it was before."""
    left, right = 0.95 * left + 0.05 * g @ g.T, 0.95 * right + 0.05 * g.T @ g
    found = inverse_fourth_root(left) @ g @ inverse_fourth_root(right)
    return p - 0.01 * found * jnp.linalg.norm(g) / jnp.linalg.norm(found), left, right


def adafactor_step(step: jax.Array, *arrays: jax.Array) -> list[tuple[jax.Array, ...]]:
    """Factored second moments, clipped updates and a rate relative to the parameters' size."""
    def size(x: jax.Array) -> jax.Array:
        return jnp.sqrt(jnp.mean(x * x))
    decay = 1 - (step + 1.0) ** -0.8
    def moved(p: jax.Array, g: jax.Array, rows: jax.Array, columns: jax.Array) -> tuple[jax.Array, ...]:
        squares = g * g + 1e-30
        rows, columns = decay * rows + (1 - decay) * squares.mean(1), decay * columns + (1 - decay) * squares.mean(0)
        update = g * lax.rsqrt(rows / rows.mean())[:, None] * lax.rsqrt(columns)
        return p - 0.01 * jnp.maximum(size(p), 1e-3) * update / jnp.maximum(size(update), 1), rows, columns
    return [moved(*arrays[n : n + 4]) for n in range(0, len(arrays), 4)]


# -- from losses ----------------------------------------------------------------------------------------------------------
def lion_sharpness_step(x: jax.Array, y: jax.Array, *arrays: jax.Array) -> Any:
    """Gradients at the worst point near the parameters (SAM), whose signs move them (Lion)."""
    half = len(arrays) // 2
    p, m = arrays[:half], arrays[half:]
    def loss(p: Sequence[jax.Array]) -> jax.Array:
        return cross_entropy(network(x, p, nn.gelu), y)
    value, g = jax.value_and_grad(loss)(p)
    norm = global_norm(g)
    g = jax.grad(loss)(tuple(a + 0.05 * b / norm for a, b in zip(p, g, strict=True)))
    moved = [a - 1e-3 * (jnp.sign(0.9 * b + 0.1 * c) + 0.1 * a) for a, b, c in zip(p, m, g, strict=True)]
    return value, moved, [0.99 * b + 0.01 * c for b, c in zip(m, g, strict=True)]


def loss_scaled_step(x: jax.Array, y: jax.Array, factor: jax.Array, *p: jax.Array) -> Any:
    """Gradients in f16 of a loss made larger, left out where one of them is not finite; the factor follows."""
    def loss(p: Sequence[jax.Array]) -> jax.Array:
        half = [each.astype(jnp.float16) for each in p]
        return cross_entropy(network(x, half, nn.gelu), y) * factor
    value, gradients = jax.value_and_grad(loss)(p)
    gradients = [g / factor for g in gradients]
    finite = jnp.all(jnp.stack([jnp.all(jnp.isfinite(g)) for g in gradients]))
    moved = [jnp.where(finite, a - 0.1 * g, a) for a, g in zip(p, gradients, strict=True)]
    return value / factor, moved, jnp.where(finite, jnp.minimum(factor * 1.001, 65536), factor / 2)


def curvature_step(x: jax.Array, y: jax.Array, *p: jax.Array) -> Any:
    """A step along what eight steps of conjugate gradients find with the damped Hessian."""
    def loss(p: tuple[jax.Array, ...]) -> jax.Array:
        return cross_entropy(network(x, p, jnp.tanh), y)
    value, g = jax.value_and_grad(loss)(p)
    def product(v: tuple[jax.Array, ...]) -> tuple[jax.Array, ...]:
        return jax.tree.map(lambda a, b: a + b, jax.jvp(jax.grad(loss), (p,), (v,))[1], v)
    direction, _ = jax.scipy.sparse.linalg.cg(product, g, maxiter=8, tol=0)
    return value, jax.tree.map(lambda a, d: a - d, p, direction)


def private_gradients(data: jax.Array, x: jax.Array, y: jax.Array, *p: jax.Array) -> Any:
    """DP-SGD: the gradients of each image by itself, through convolutions, clipped and added up with noise."""
    def loss(p: Sequence[jax.Array], x: jax.Array, y: jax.Array) -> jax.Array:
        h = nn.relu(convolve(nn.relu(convolve(x[None], p[0], 2)), p[1], 2))
        return cross_entropy(h.reshape(1, -1) @ p[2] + p[3], y[None])
    gradients = jax.vmap(lambda x, y: ravel_pytree(jax.grad(loss)(p, x, y))[0])(x, y)
    shares = jnp.minimum(1, 1 / (jnp.linalg.norm(gradients, axis=1) + 1e-6))
    noise = 0.5 * random.normal(random.wrap_key_data(data), gradients.shape[1:])
    return ravel_pytree(p)[1]((shares @ gradients + noise) / x.shape[0])


def adaptation_loss(x: jax.Array, y: jax.Array, x_new: jax.Array, y_new: jax.Array, *p: jax.Array) -> jax.Array:
    """MAML: the loss of new examples after two steps on a task's own ones, for several tasks."""
    def loss(p: Sequence[jax.Array], x: jax.Array, y: jax.Array) -> jax.Array:
        return jnp.mean((network(x, p, jnp.tanh)[:, 0] - y) ** 2)
    def task(x: jax.Array, y: jax.Array, x_new: jax.Array, y_new: jax.Array) -> jax.Array:
        found = p
        for _ in range(2):
            found = tuple(a - 0.05 * g for a, g in zip(found, jax.grad(loss)(found, x, y), strict=True))
        return loss(found, x_new, y_new)
    return jnp.mean(jax.vmap(task)(x, y, x_new, y_new))


def members_step(x: jax.Array, y: jax.Array, *arrays: jax.Array) -> Any:
    """Adam on each of an ensemble of networks that give a mean and a variance, and the average and spread of their means."""
    p, m, v = arrays[:6], arrays[6:12], arrays[12:]
    def loss(p: Sequence[jax.Array]) -> tuple[jax.Array, jax.Array]:
        mean, raw = network(x, p, nn.silu).T
        variance = nn.softplus(raw) + 1e-2
        return jnp.mean(0.5 * jnp.log(variance) + 0.5 * (mean - y) ** 2 / variance), mean
    def step(p: Sequence[jax.Array], m: Sequence[jax.Array], v: Sequence[jax.Array]) -> Any:
        (value, mean), gradients = jax.value_and_grad(loss, has_aux=True)(p)
        return value, mean, [adam(*each) for each in zip(p, gradients, m, v, strict=True)]
    values, means, moved = jax.vmap(step)(p, m, v)
    return values, means.mean(0), means.std(0), moved


def cases() -> Iterator[Case]:
    bounds = (-0.3, 0.3), (-0.3, 0.3), (-0.3, 0.3), (0.01, 0.1), (-0.3, 0.3)
    yield case("adam_step", adam_step, array((), "i32", 0, 999),
               *[array(shape, "f32", low, high) for shape in SHAPES for low, high in bounds])
    matrices = [(257, 128), (128, 64), (64, 197)]
    yield case("muon_step", muon_step, *[weight(*shape) for shape in matrices for _ in range(3)], tolerance=ITERATED)
    yield case("shampoo_step", shampoo_step, array((65, 50)), array((65, 50)), positive_definite((65, 65)),
               positive_definite((50, 50)), tolerance=ITERATED)
    yield case("adafactor_step", adafactor_step, array((), "i32", 0, 999),
               *[given for n, m in matrices for given in (array((n, m)), array((n, m)), scale(n), scale(m))])
    yield case("lion_sharpness_step", lion_sharpness_step, array((64, 50)), indices((64,), 10), *dense(50, 129, 129, 10),
               *within(-0.01, 0.01, dense(50, 129, 129, 10)))
    yield case("loss_scaled_step_f16", loss_scaled_step, array((64, 65), "f16"), indices((64,), 10), array((), "f32", 512, 2048),
               *dense(65, 129, 129, 10), tolerance=HALF_ROUNDED)
    yield case("curvature_step", curvature_step, array((64, 33)), indices((64,), 10), *dense(33, 65, 10), tolerance=ITERATED)
    yield case("private_gradients", private_gradients, key(), array((16, 14, 14, 1)), indices((16,), 10),
               *weights((3, 3, 1, 8), (3, 3, 8, 16), (256, 10), (10,)))
    yield trained("adaptation_grad", adaptation_loss, 4, array((7, 10, 3)), array((7, 10)), array((7, 15, 3)), array((7, 15)),
                  *dense(3, 40, 40, 1))
    members = repeated(5, dense(13, 50, 50, 2))
    yield case("members_step", members_step, array((64, 13)), array((64,)), *members, *within(-0.1, 0.1, members),
               *within(0.01, 0.1, members))
