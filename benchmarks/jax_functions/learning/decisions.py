"""Decisions: losses and steps of policies and values (PPO, DQN, SAC), tree search, evolution strategies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax, nn, random
from jax.flatten_util import ravel_pytree

from benchmarks.jax_functions.cases import Case, array, case, indices, key, mask
from benchmarks.jax_functions.learning.common import ITERATED, dense, network, repeated, trained, weights
from benchmarks.jax_functions.training import huber


def advantages(rewards: jax.Array, values: jax.Array, ended: jax.Array) -> jax.Array:
    """Generalised advantage estimation of [time, batch], which an end cuts off."""
    def step(a: jax.Array, given: tuple[jax.Array, ...]) -> tuple[jax.Array, jax.Array]:
        reward, value, following, ended = given
        a = reward - value + jnp.where(ended, 0, 0.99 * following + 0.99 * 0.95 * a)
        return a, a
    return lax.scan(step, jnp.zeros(rewards.shape[1]), (rewards, values[:-1], values[1:], ended), reverse=True)[1]


def proximal_loss(observed: jax.Array, actions: jax.Array, rewards: jax.Array, ended: jax.Array, old: jax.Array,
                  *w: jax.Array) -> jax.Array:
    """PPO: the clipped objective, the error of values, and the entropy of a policy that shares its first layers."""
    h = network(observed, w[:4], jnp.tanh)
    logits, values = (jnp.tanh(h) @ w[4])[:-1], (jnp.tanh(h) @ w[5])[..., 0]
    a = advantages(rewards, lax.stop_gradient(values), ended)
    returns = a + lax.stop_gradient(values[:-1])
    a = (a - a.mean()) / (a.std() + 1e-6)
    logarithms = nn.log_softmax(logits)
    ratio = jnp.exp(jnp.take_along_axis(logarithms, actions[..., None], -1)[..., 0] - old)
    objective = jnp.mean(jnp.minimum(ratio * a, jnp.clip(ratio, 0.8, 1.2) * a))
    entropy = -jnp.mean(jnp.sum(jnp.exp(logarithms) * logarithms, -1))
    return -objective + 0.5 * jnp.mean((values[:-1] - returns) ** 2) - 0.01 * entropy


def double_step(observed: jax.Array, actions: jax.Array, rewards: jax.Array, ended: jax.Array, following: jax.Array,
                *arrays: jax.Array) -> Any:
    """Double DQN: a network chooses the actions that its slow copy judges, is trained towards that, and the copy follows."""
    w, slow = arrays[:6], arrays[6:]
    best = jnp.argmax(network(following, w), -1)[:, None]
    judged = jnp.take_along_axis(network(following, slow), best, 1)[:, 0]
    targets = rewards + jnp.where(ended, 0, 0.99 * judged)
    def loss(w: Sequence[jax.Array]) -> tuple[jax.Array, jax.Array]:
        found = jnp.take_along_axis(network(observed, w), actions[:, None], 1)[:, 0]
        return huber(found, targets), jnp.abs(found - targets)
    (value, errors), gradients = jax.value_and_grad(loss, has_aux=True)(w)
    w = [a - 0.01 * g for a, g in zip(w, gradients, strict=True)]
    return value, errors, w, [0.995 * s + 0.005 * a for s, a in zip(slow, w, strict=True)]


def soft_actor_loss(data: jax.Array, observed: jax.Array, critics: tuple[jax.Array, ...], *w: jax.Array) -> jax.Array:
    """SAC: a policy of squashed normal actions, judged by the lesser of two critics."""
    mean, logarithms = jnp.split(network(observed, w), 2, -1)
    logarithms = jnp.clip(logarithms, -5, 2)
    noise = random.normal(random.wrap_key_data(data), mean.shape)
    raw = mean + jnp.exp(logarithms) * noise
    squashed = 2 * (jnp.log(2.0) - raw - nn.softplus(-2 * raw))
    likely = jnp.sum(-0.5 * noise**2 - logarithms - 0.5 * jnp.log(2 * jnp.pi) - squashed, -1)
    both = jnp.concatenate([observed, jnp.tanh(raw)], -1)
    judged = jnp.min(jax.vmap(lambda *c: network(both, c)[:, 0])(*critics), 0)
    return jnp.mean(0.2 * likely - judged)


def soft_actor_gradients(data: jax.Array, observed: jax.Array, *w: jax.Array) -> Any:
    """Those of the policy, whose parameters come behind the critics'."""
    return jax.value_and_grad(lambda p: soft_actor_loss(data, observed, w[:4], *p))(w[4:])


def searched(children: jax.Array, priors: jax.Array, visits: jax.Array, values: jax.Array, leaf: jax.Array) -> Any:
    """One simulation of a tree search [nodes, actions]: down by what promises most, and the leaf's value back up the path.

    Children are given by how far behind their parents they stand.
    """
    nodes = children.shape[0]
    def going_on(state: tuple[jax.Array, ...]) -> jax.Array:
        return (state[0] < nodes) & (state[1] < 16)
    def down(state: tuple[jax.Array, ...]) -> tuple[jax.Array, ...]:
        node, depth, path = state
        q = values[node] / jnp.maximum(visits[node], 1)
        bonus = 1.25 * priors[node] * jnp.sqrt(jnp.sum(visits[node]).astype(jnp.float32)) / (1 + visits[node])
        action = jnp.argmax(q + bonus).astype(jnp.int32)
        return node + children[node, action], depth + 1, path.at[depth].set(jnp.stack([node, action]))
    zero = jnp.zeros((), jnp.int32)
    _, depth, path = lax.while_loop(going_on, down, (zero, zero, jnp.full((16, 2), -1, jnp.int32)))
    def up(i: jax.Array, state: tuple[jax.Array, ...]) -> tuple[jax.Array, ...]:
        visits, values, worth = state
        node, action = path[depth - 1 - i]
        return visits.at[node, action].add(1), values.at[node, action].add(worth), 0.97 * worth
    visits, values, _ = lax.fori_loop(0, depth, up, (visits, values, leaf))
    return visits, values, path


def swung_up(angle: jax.Array, w: tuple[jax.Array, ...]) -> jax.Array:
    """What a policy reaches with a pendulum in 50 steps."""
    def step(state: tuple[jax.Array, jax.Array], _: None) -> tuple[tuple[jax.Array, jax.Array], jax.Array]:
        a, speed = state
        push = jnp.tanh(network(jnp.stack([jnp.cos(a), jnp.sin(a), speed / 8]), w, jnp.tanh)[0])
        speed = jnp.clip(speed + 0.05 * (5 * jnp.sin(a) + 3 * push), -8, 8)
        return (a + 0.05 * speed, speed), jnp.cos(a) - 0.01 * speed**2 - 0.001 * push**2
    return jnp.sum(lax.scan(step, (angle, jnp.zeros(())), None, length=50)[1])


def evolution_step(data: jax.Array, angles: jax.Array, *w: jax.Array) -> Any:
    """Noise on a policy's parameters, and its negative, weighed by what each reaches from all starts."""
    flat, shaped = ravel_pytree(w)
    half = random.normal(random.wrap_key_data(data), (16, flat.shape[0]))
    noise = jnp.concatenate([half, -half])
    reached = jax.vmap(lambda n: jnp.mean(jax.vmap(swung_up, (0, None))(angles, shaped(flat + 0.1 * n))))(noise)
    shares = (reached - reached.mean()) / (reached.std() + 1e-6)
    return reached, shaped(flat + 0.003 * shares @ noise)


def cases() -> Iterator[Case]:
    yield trained("proximal_grad", proximal_loss, 5, array((65, 16, 17)), indices((64, 16), 6), array((64, 16), "f32", -1, 1),
                  mask((64, 16)), array((64, 16), "f32", -2.1, -1.5), *dense(17, 64, 64), *weights((64, 6), (64, 1)))
    q = dense(8, 129, 129, 5)
    yield case("double_step", double_step, array((64, 8)), indices((64,), 5), array((64,)), mask((64,)), array((64, 8)), *q, *q)
    yield case("soft_actor_gradients", soft_actor_gradients, key(), array((64, 17)), *repeated(2, dense(23, 129, 1)),
               *dense(17, 128, 12))
    tree = array((32, 50, 7), "i32", 1, 9), array((32, 50, 7), "f32", 0, 0.3), array((32, 50, 7), "i32", 0, 20)
    yield case("searched", jax.vmap(searched), *tree, array((32, 50, 7), "f32", -9, 9), array((32,), "f32", -1, 1))
    yield case("evolution_step", evolution_step, key(), array((7,), "f32", -3, 3), *dense(3, 16, 16, 1), tolerance=ITERATED)
