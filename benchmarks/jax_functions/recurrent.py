"""Recurrent cells with their gradients, and state spaces, step by step and by associative scans."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax, nn

from benchmarks.jax_functions.cases import Case, Input, array, case


def elman(x: jax.Array, w: jax.Array, u: jax.Array) -> jax.Array:
    def step(h: jax.Array, v: jax.Array) -> tuple[jax.Array, jax.Array]:
        h = jnp.tanh(v @ w + h @ u)
        return h, h
    return lax.scan(step, jnp.zeros((x.shape[1], u.shape[0]), x.dtype), x)[1]


def lstm_cell(x: jax.Array, h: jax.Array, c: jax.Array, w: jax.Array, u: jax.Array, b: jax.Array) -> tuple[jax.Array, jax.Array]:
    i, f, g, o = jnp.split(x @ w + h @ u + b, 4, -1)
    c = nn.sigmoid(f) * c + nn.sigmoid(i) * jnp.tanh(g)
    return nn.sigmoid(o) * jnp.tanh(c), c


def lstm(x: jax.Array, w: jax.Array, u: jax.Array, b: jax.Array) -> jax.Array:
    start = jnp.zeros((x.shape[1], u.shape[0]), x.dtype)
    def step(state: tuple[jax.Array, jax.Array], v: jax.Array) -> tuple[tuple[jax.Array, jax.Array], jax.Array]:
        state = lstm_cell(v, *state, w, u, b)
        return state, state[0]
    return lax.scan(step, (start, start), x)[1]


def lstm_projected_first(x: jax.Array, w: jax.Array, u: jax.Array, b: jax.Array) -> jax.Array:
    """The inputs of all steps multiplied at once."""
    start = jnp.zeros((x.shape[1], u.shape[0]), x.dtype)
    def step(state: tuple[jax.Array, jax.Array], v: jax.Array) -> tuple[tuple[jax.Array, jax.Array], jax.Array]:
        i, f, g, o = jnp.split(v + state[0] @ u, 4, -1)
        c = nn.sigmoid(f) * state[1] + nn.sigmoid(i) * jnp.tanh(g)
        h = nn.sigmoid(o) * jnp.tanh(c)
        return (h, c), h
    return lax.scan(step, (start, start), x @ w + b)[1]


def gru(x: jax.Array, w: jax.Array, u: jax.Array, b: jax.Array) -> jax.Array:
    def step(h: jax.Array, v: jax.Array) -> tuple[jax.Array, jax.Array]:
        reset, update, fresh = jnp.split(v @ w + b, 3, -1)
        from_reset, from_update, from_fresh = jnp.split(h @ u, 3, -1)
        z = nn.sigmoid(update + from_update)
        n = jnp.tanh(fresh + nn.sigmoid(reset + from_reset) * from_fresh)
        h = (1 - z) * n + z * h
        return h, h
    return lax.scan(step, jnp.zeros((x.shape[1], u.shape[0]), x.dtype), x)[1]


def minimal_gru(x: jax.Array, w: jax.Array, v: jax.Array) -> jax.Array:
    """Gates that do not look at the state, so that a scan of pairs does all steps."""
    z = nn.sigmoid(x @ w)
    return linear_recurrence(1 - z, z * (x @ v))


def linear_recurrence(a: jax.Array, b: jax.Array) -> jax.Array:
    def combine(left: tuple[jax.Array, jax.Array], right: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        return right[0] * left[0], right[0] * left[1] + right[1]
    return lax.associative_scan(combine, (a, b))[1]


def diagonal_state_space(a: jax.Array, b: jax.Array, c: jax.Array, x: jax.Array) -> jax.Array:
    """One input, n states with complex poles, one output for each channel."""
    poles = jnp.exp(-jnp.abs(a)) * jnp.exp(1j * b)
    states = linear_recurrence(jnp.broadcast_to(poles, (x.shape[0], *poles.shape)), x[..., None] * jnp.ones_like(poles))
    return jnp.real(jnp.sum(states * c, -1))


def selective_state_space(x: jax.Array, d: jax.Array, a: jax.Array, b: jax.Array, c: jax.Array) -> jax.Array:
    """Mamba's recurrence: decays and inputs that depend on the step."""
    step = nn.softplus(d)
    decays = jnp.exp(-step[..., None] * nn.softplus(a))
    inputs = (step * x)[..., None] * b[:, None]
    def advance(h: jax.Array, given: tuple[jax.Array, ...]) -> tuple[jax.Array, jax.Array]:
        decay, value, out = given
        h = decay * h + value
        return h, h @ out
    return lax.scan(advance, jnp.zeros(inputs.shape[1:]), (decays, inputs, c))[1]


def linear_attention(q: jax.Array, k: jax.Array, v: jax.Array) -> jax.Array:
    def step(s: jax.Array, given: tuple[jax.Array, ...]) -> tuple[jax.Array, jax.Array]:
        query, key, value = given
        s = 0.95 * s + key[:, None] * value
        return s, query @ s
    return lax.scan(step, jnp.zeros((k.shape[1], v.shape[1])), (q, k, v))[1]


def kalman(z: jax.Array, f: jax.Array) -> jax.Array:
    n = f.shape[0]
    def step(state: tuple[jax.Array, jax.Array], measured: jax.Array) -> tuple[tuple[jax.Array, jax.Array], jax.Array]:
        x, p = f @ state[0], f @ state[1] @ f.T + 0.1 * jnp.eye(n)
        gain = p[:, 0] / (p[0, 0] + 1)
        x = x + gain * (measured - x[0])
        return (x, p - jnp.outer(gain, p[0])), x
    return lax.scan(step, (jnp.zeros(n), jnp.eye(n)), z)[1]


def both_directions(x: jax.Array, w: jax.Array, u: jax.Array) -> jax.Array:
    return jnp.concatenate([elman(x, w, u), elman(x[::-1], w, u)[::-1]], -1)


def with_lengths(x: jax.Array, lengths: jax.Array, w: jax.Array, u: jax.Array) -> jax.Array:
    """A ragged batch: states stay where a sequence has ended."""
    def step(h: jax.Array, given: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, None]:
        i, v = given
        return jnp.where((i < lengths)[:, None], jnp.tanh(v @ w + h @ u), h), None
    return lax.scan(step, jnp.zeros((x.shape[1], u.shape[0])), (jnp.arange(x.shape[0]), x))[0]


def grad_of_weights(function: Callable[..., jax.Array]) -> Callable[..., Any]:
    def gradient(x: jax.Array, *weights: jax.Array) -> Any:
        return jax.grad(lambda weights: jnp.mean(function(x, *weights) ** 2))(weights)
    return gradient


def weights(inputs: int, states: int, gates: int, type: str = "f32", bias: bool = True) -> list[Input]:
    found = [array((inputs, gates * states), type, -0.1, 0.1), array((states, gates * states), type, -0.1, 0.1)]
    return [*found, array((gates * states,), type)] if bias else found


CELLS: dict[str, tuple[Callable[..., jax.Array], int, bool]] = {
    "elman": (elman, 1, False), "lstm": (lstm, 4, True), "lstm_projected_first": (lstm_projected_first, 4, True),
    "gru": (gru, 3, True)}
#: Steps, batch, inputs, states.
SIZES = [(50, 8, 64, 64), (33, 1, 17, 33), (17, 33, 65, 129), (101, 3, 5, 7), (7, 65, 128, 256)]


def spikes(x: jax.Array, decay: float) -> jax.Array:
    """Neurons that are reset when they fire."""
    def step(v: jax.Array, current: jax.Array) -> tuple[jax.Array, jax.Array]:
        v = decay * v + current
        fired = v > 1
        return jnp.where(fired, 0, v), fired.astype(x.dtype)
    return lax.scan(step, jnp.zeros(x.shape[1]), x)[1]


def cases() -> Iterator[Case]:
    for name, (function, gates, bias) in CELLS.items():
        for steps, batch, inputs, states in SIZES:
            given = [array((steps, batch, inputs)), *weights(inputs, states, gates, bias=bias)]
            yield case(f"{name}_{steps}x{batch}x{inputs}_{states}", function, *given)
            if steps < 100:
                yield case(f"{name}_grad_{steps}x{batch}x{inputs}_{states}", grad_of_weights(function), *given)
        yield case(f"{name}_bf16", function, array((17, 16, 64), "bf16"), *weights(64, 64, gates, "bf16", bias))
        yield case(f"{name}_f64", function, array((17, 9, 33), "f64"), *weights(33, 33, gates, "f64", bias))
    yield case("lstm_cell", lstm_cell, array((9, 65)), array((9, 33)), array((9, 33)), *weights(65, 33, 4))
    yield case("both_directions", both_directions, array((33, 9, 17)), *weights(17, 33, 1, bias=False))
    yield case("with_lengths", with_lengths, array((33, 9, 17)), array((9,), "i32", 1, 33), *weights(17, 33, 1, bias=False))
    yield case("minimal_gru", minimal_gru, array((257, 65)), array((65, 33)), array((65, 33)))
    yield case("minimal_gru_grad", grad_of_weights(minimal_gru), array((129, 65)), array((65, 33)), array((65, 33)))
    for steps in (1, 2, 7, 64, 257, 1024):
        yield case(f"linear_recurrence_{steps}", linear_recurrence, array((steps, 33), "f32", 0.5, 0.99), array((steps, 33)))
    yield case("linear_recurrence_batch", jax.vmap(linear_recurrence), array((4, 129, 65), "f32", 0.5, 0.99), array((4, 129, 65)))
    yield case("linear_recurrence_bf16", linear_recurrence, array((256, 64), "bf16", 0.5, 0.99), array((256, 64), "bf16"))
    yield case("diagonal_state_space", diagonal_state_space, array((9, 16)), array((9, 16)), array((9, 16), "c64"),
               array((129, 9)))
    selective = [array((129, 33)), array((129, 33)), array((33, 16)), array((129, 16)), array((129, 16))]
    yield case("selective_state_space", selective_state_space, *selective)
    yield case("selective_state_space_batch", jax.vmap(selective_state_space, in_axes=(0, 0, None, 0, 0)),
               *[given if n == 2 else given | {"shape": [3, *given["shape"]]} for n, given in enumerate(selective)])
    yield case("linear_attention", linear_attention, array((129, 33)), array((129, 33)), array((129, 35)))
    yield case("linear_attention_heads", jax.vmap(linear_attention), *[array((4, 65, 32))] * 3)
    yield case("kalman", kalman, array((101,)), array((4, 4), "f32", -0.5, 0.5))
    yield case("moving_state_grad", jax.grad(lambda a, b: jnp.sum(jnp.sin(linear_recurrence(a, b)))),
               array((65, 33), "f32", 0.5, 0.99),
               array((65, 33)))
    yield case("leaky_integrate_fire", partial(spikes, decay=0.9), array((201, 65), "f32", 0, 0.5))
