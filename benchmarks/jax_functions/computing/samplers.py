"""Hidden states and samplers: Kalman's smoother, particles, a hidden Markov chain, Hamiltonian Monte Carlo."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax, random
from jax.scipy import special

from benchmarks.jax_functions.cases import Case, array, case, indices, key, mask

#: What a loop carries, or a scan is given and yields.
State = tuple[jax.Array, ...]


def kalman_smoother(y: jax.Array) -> Any:
    """Points that move in a plane and are seen with noise: Kalman's filter, then Rauch, Tung and Striebel's smoother."""
    f, h = (jnp.asarray(np.kron(part, np.eye(2)), y.dtype) for part in ([[1, 0.1], [0, 1]], [[1, 0]]))
    q, r = 0.01 * jnp.eye(4, dtype=y.dtype), 0.5 * jnp.eye(2, dtype=y.dtype)

    def filtered(state: State, seen: jax.Array) -> tuple[State, State]:
        mean, covariance = f @ state[0], f @ state[1] @ f.T + q
        residual_covariance, residual = h @ covariance @ h.T + r, seen - h @ mean
        gain = jnp.linalg.solve(residual_covariance, h @ covariance).T
        likelihood = residual @ jnp.linalg.solve(residual_covariance, residual) + jnp.linalg.slogdet(residual_covariance)[1]
        now = mean + gain @ residual, covariance - gain @ h @ covariance
        return now, (*now, -0.5 * likelihood)

    def smoothed(after: State, given: State) -> tuple[State, State]:
        (mean, covariance), predicted = given, f @ given[1] @ f.T + q
        gain = jnp.linalg.solve(predicted, f @ covariance).T
        now = mean + gain @ (after[0] - f @ mean), covariance + gain @ (after[1] - predicted) @ gain.T
        return now, now

    def track(y: jax.Array) -> Any:
        last, (means, covariances, likelihoods) = lax.scan(filtered, (jnp.zeros(4, y.dtype), jnp.eye(4, dtype=y.dtype)), y)
        found = lax.scan(smoothed, last, (means[:-1], covariances[:-1]), reverse=True)[1]
        return found, jnp.sum(likelihoods)

    return jax.vmap(track)(y)


def particle_filter(data: jax.Array, particles: jax.Array, y: jax.Array) -> tuple[jax.Array, jax.Array]:
    """A bootstrap filter with systematic resampling: means, and effective numbers of particles."""
    count, steps = particles.shape[0], y.shape[0]
    noise = random.normal(random.wrap_key_data(data), (steps, count + 1), y.dtype)
    noise, offsets = noise[:, :-1], special.ndtr(noise[:, -1])
    def step(particles: jax.Array, given: State) -> tuple[jax.Array, tuple[jax.Array, jax.Array]]:
        seen, noise, offset = given
        moved = 0.5 * particles + 2 * jnp.cos(particles) + noise
        weights = jax.nn.softmax(-0.5 * (seen - 0.1 * moved**2) ** 2)
        chosen = jnp.searchsorted(jnp.cumsum(weights), (jnp.arange(count) + offset) / count)
        return moved[jnp.minimum(chosen, count - 1)], (weights @ moved, 1 / jnp.sum(weights * weights))
    return lax.scan(step, particles, (y, noise, offsets))[1]


def baum_welch(t: jax.Array, e: jax.Array, seen: jax.Array) -> Any:
    """A step of EM for a hidden Markov chain: forward, backward, and expected counts of transitions and of emissions."""
    transition, emission = jax.nn.softmax(t), jax.nn.softmax(e)
    likelihoods = emission[:, seen].T

    def forward(before: jax.Array, now: jax.Array) -> tuple[jax.Array, tuple[jax.Array, jax.Array]]:
        found = before @ transition * now
        scale = jnp.sum(found)
        return found / scale, (found / scale, scale)

    def backward(after: jax.Array, given: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        return transition @ (given[0] * after) / given[1], after

    _, (ahead, scales) = lax.scan(forward, jnp.full(t.shape[0], 1 / t.shape[0]), likelihoods)
    _, behind = lax.scan(backward, jnp.ones(t.shape[0]), (likelihoods, scales), reverse=True)
    states = ahead * behind
    pairs = transition * (ahead[:-1].T @ (likelihoods * behind / scales[:, None])[1:])
    emissions = jax.ops.segment_sum(states, seen, e.shape[1]).T
    return (pairs / jnp.sum(pairs, 1, keepdims=True), emissions / jnp.sum(emissions, 1, keepdims=True), jnp.sum(jnp.log(scales)),
            jnp.argmax(states, 1))


def leapfrog_step(potential: Callable[[jax.Array], jax.Array], state: State, h: float | jax.Array) -> State:
    q, p = state
    q = q + 0.5 * h * p
    p = p - h * jax.grad(potential)(q)
    return q + 0.5 * h * p, p


def hamiltonian_chains(data: jax.Array, start: jax.Array, scale: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Hamiltonian Monte Carlo: means of each chain, and the share of its trajectories that is accepted."""
    def potential(q: jax.Array) -> jax.Array:
        return 0.5 * jnp.sum((q / scale) ** 2) + 0.3 * (q[1] - 0.5 * q[0] ** 2) ** 2

    def step(q: jax.Array, given: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, tuple[jax.Array, jax.Array]]:
        p, threshold = given
        ahead, end = lax.fori_loop(0, 7, lambda _, s: leapfrog_step(potential, s, 0.2), (q, p))
        gained = potential(ahead) - potential(q) + 0.5 * (end @ end - p @ p)
        accepted = threshold > gained
        q = jnp.where(accepted, ahead, q)
        return q, (q, accepted)

    def chain(q: jax.Array, momenta: jax.Array, thresholds: jax.Array) -> tuple[jax.Array, jax.Array]:
        places, accepted = lax.scan(step, q, (momenta, thresholds))[1]
        return jnp.mean(places, 0), jnp.mean(accepted)

    a, b = random.split(random.wrap_key_data(data))
    count = start.shape[0]
    return jax.vmap(chain)(start, random.normal(a, (count, 12, start.shape[1])), random.exponential(b, (count, 12)))


def doubled_trajectories(q: jax.Array, p: jax.Array, sides: jax.Array) -> Any:
    """How far the sampler NUTS goes: trajectories doubled to either side until their ends move towards each other."""
    def potential(q: jax.Array) -> jax.Array:
        return 0.5 * jnp.sum(jnp.linspace(0.5, 4, q.shape[0]) * q * q) + 0.05 * jnp.sum(q**4)

    def trajectory(q: jax.Array, p: jax.Array, sides: jax.Array) -> Any:
        def double(state: Any) -> Any:
            left, right, depth, _ = state
            ahead = sides[depth]
            h = jnp.where(ahead, 0.1, -0.1)
            start = jax.tree.map(partial(jnp.where, ahead), right, left)
            end = lax.fori_loop(0, 1 << depth, lambda _, s: leapfrog_step(potential, s, h), start)
            left, right = jax.tree.map(partial(jnp.where, ahead), (left, end), (end, right))
            span = right[0] - left[0]
            return left, right, depth + 1, jnp.minimum(span @ left[1], span @ right[1]) < 0
        start = (q, p), (q, p), jnp.int32(0), jnp.array(False)
        return lax.while_loop(lambda state: ~state[3] & (state[2] < sides.shape[0]), double, start)[:3]

    return jax.vmap(trajectory)(q, p, sides)


def cases() -> Iterator[Case]:
    yield case("kalman_smoother", kalman_smoother, array((17, 50, 2)))
    yield case("kalman_smoother_f64", kalman_smoother, array((7, 33, 2), "f64"))
    yield case("particle_filter", particle_filter, key(), array((513,), "f64"), array((30,), "f64"))
    yield case("baum_welch", baum_welch, array((17, 17)), array((17, 9)), indices((197,), 9), tolerance=1e-3)
    yield case("hamiltonian_chains", hamiltonian_chains, key(), array((50, 5)), array((5,), "f32", 0.7, 1.5), tolerance=1e-3)
    yield case("doubled_trajectories", doubled_trajectories, array((101, 5), "f64"), array((101, 5), "f64"), mask((101, 7)))
