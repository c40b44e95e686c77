"""Equations: fixed points and differential equations with gradients of their own, physics, transport, energies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax, nn, random

from benchmarks.jax_functions.cases import Case, array, case, indices, key
from benchmarks.jax_functions.learning.common import ITERATED, dense, network, trained, weights
from benchmarks.jax_functions.science import runge_kutta
from benchmarks.jax_functions.training import cross_entropy


# -- fixed points ---------------------------------------------------------------------------------------------------------
def settled(function: Callable[[jax.Array], jax.Array], z: jax.Array) -> jax.Array:
    """A function repeated from a state on until it changes nothing by more than 1e-5, 61 times at most."""
    def going_on(state: tuple[jax.Array, jax.Array, jax.Array]) -> jax.Array:
        return (jnp.max(jnp.abs(state[1] - state[0])) > 1e-5) & (state[2] < 60)
    def step(state: tuple[jax.Array, jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array, jax.Array]:
        return state[1], function(state[1]), state[2] + 1
    return lax.while_loop(going_on, step, (z, function(z), jnp.zeros((), jnp.int32)))[1]


@partial(jax.custom_vjp, nondiff_argnums=(0,))
def fixed_point(function: Callable[[Any, jax.Array], jax.Array], w: Any, z: jax.Array) -> jax.Array:
    """Of a function of parameters and a state, from a state on."""
    return settled(partial(function, w), z)


def fixed_point_forwards(function: Callable[[Any, jax.Array], jax.Array], w: Any, z: jax.Array) -> Any:
    found = fixed_point(function, w, z)
    return found, (w, found)


def fixed_point_backwards(function: Callable[[Any, jax.Array], jax.Array], kept: Any, g: jax.Array) -> Any:
    """By the implicit function theorem: another fixed point, of what pulls gradients back."""
    w, z = kept
    pull = jax.vjp(function, w, z)[1]
    return pull(settled(lambda u: g + pull(u)[1], g))[0], jnp.zeros_like(z)


fixed_point.defvjp(fixed_point_forwards, fixed_point_backwards)


def equilibrium_loss(x: jax.Array, y: jax.Array, enter: jax.Array, w: jax.Array, head: jax.Array) -> jax.Array:
    """A deep equilibrium model: the cross entropy behind a layer that is repeated until nothing changes."""
    def layer(p: tuple[jax.Array, jax.Array], z: jax.Array) -> jax.Array:
        return jnp.tanh(z @ (0.4 * p[0]) + p[1])
    z: Any = fixed_point(layer, (w, x @ enter), jnp.zeros((x.shape[0], w.shape[0])))
    return cross_entropy(z @ head, y)


# -- differential equations -----------------------------------------------------------------------------------------------
def drift(y: jax.Array, w: tuple[jax.Array, ...]) -> jax.Array:
    return network(y, w, jnp.tanh)


@jax.custom_vjp
def evolved(y: jax.Array, w: tuple[jax.Array, ...]) -> jax.Array:
    return runge_kutta(lambda y: drift(y, w), y, 0.05, 20)


def evolved_forwards(y: jax.Array, w: tuple[jax.Array, ...]) -> Any:
    end = evolved(y, w)
    return end, (end, w)


def evolved_backwards(kept: Any, g: jax.Array) -> Any:
    """The adjoint state, integrated back together with the path."""
    end, w = kept
    def field(state: Any) -> Any:
        value, pull = jax.vjp(drift, state[0], w)
        by_y, by_w = pull(state[1])
        return value, -by_y, jax.tree.map(jnp.negative, by_w)
    return runge_kutta(field, (end, g, jax.tree.map(jnp.zeros_like, w)), -0.05, 20)[1:]


evolved.defvjp(evolved_forwards, evolved_backwards)


def equation_loss(y: jax.Array, x: jax.Array, *w: jax.Array) -> jax.Array:
    """A neural ordinary differential equation: the mean square error of where its paths end."""
    return jnp.mean((evolved(x, w) - y) ** 2)


def physics_loss(inside: jax.Array, start: jax.Array, *w: jax.Array) -> jax.Array:
    """A network as the solution of Burgers' equation: squares of its residual at points [x, t] and of errors at its start."""
    def u(p: jax.Array) -> jax.Array:
        return network(p, w, jnp.tanh)[0]
    def residual(p: jax.Array) -> jax.Array:
        by_x, by_t = jax.grad(u)(p)
        curved = jax.jvp(lambda p: jax.grad(u)(p)[0], (p,), (jnp.array([1.0, 0.0], p.dtype),))[1]
        return by_t + u(p) * by_x - 0.01 / jnp.pi * curved
    first = jax.vmap(u)(jnp.stack([start, jnp.zeros_like(start)], -1)) + jnp.sin(jnp.pi * start)
    return jnp.mean(jax.vmap(residual)(inside) ** 2) + jnp.mean(first**2)


# -- transport and energies -----------------------------------------------------------------------------------------------
def transport_loss(x: jax.Array, y: jax.Array) -> jax.Array:
    """Sinkhorn: the cost of moving points to others by a plan with entropy, whose gradients go through all iterations."""
    costs = jnp.sum((x[:, None] - y) ** 2, -1)
    def step(state: tuple[jax.Array, jax.Array], _: None) -> tuple[tuple[jax.Array, jax.Array], None]:
        f, g = state
        f = -0.5 * nn.logsumexp((g - costs) / 0.5, 1) - 0.5 * jnp.log(x.shape[0])
        g = -0.5 * nn.logsumexp((f[:, None] - costs) / 0.5, 0) - 0.5 * jnp.log(y.shape[0])
        return (f, g), None
    (f, g), _ = lax.scan(step, (jnp.zeros(x.shape[:1], x.dtype), jnp.zeros(y.shape[:1], y.dtype)), None, length=20)
    return jnp.sum(jnp.exp((f[:, None] + g - costs) / 0.5) * costs)


def energy_samples(data: jax.Array, x: jax.Array, *w: jax.Array) -> jax.Array:
    """Langevin's walk down a network's energy, with noise."""
    def energy(x: jax.Array) -> jax.Array:
        return jnp.sum(network(x, w, nn.silu)) + 0.1 * jnp.sum(x * x)
    def step(x: jax.Array, k: jax.Array) -> tuple[jax.Array, jax.Array]:
        x = x - 0.05 * jnp.clip(jax.grad(energy)(x), -1, 1) + 0.1 * random.normal(k, x.shape)
        return x, jnp.mean(x * x)  # nobody reads the means: what a loop collects may be left out
    return lax.scan(step, x, random.split(random.wrap_key_data(data), 20))[0]


def cases() -> Iterator[Case]:
    yield trained("equilibrium_grad", equilibrium_loss, 2, array((33, 50)), indices((33,), 10),
                  *weights((50, 96), (96, 96), (96, 10)), tolerance=ITERATED)
    for type in ("f32", "f64"):
        yield trained(f"equation_grad_{type}", equation_loss, 1, *[array((65, 16), type)] * 2, *dense(16, 64, 16, type=type))
    yield trained("physics_grad_f64", physics_loss, 2, array((257, 2), "f64", 0, 1), array((65,), "f64", -1, 1),
                  *dense(2, 20, 20, 1, type="f64"))
    yield trained("transport_grad_f64", transport_loss, 0, array((65, 3), "f64", -1, 1), array((50, 3), "f64", -1, 1))
    yield case("energy_samples", energy_samples, key(), array((129, 16)), *dense(16, 65, 65, 1))
