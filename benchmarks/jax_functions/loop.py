"""Loops: scans, maps, counted and conditional ones, loops under vmap, branches, updates in place, simulations of cells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from benchmarks.jax_functions.cases import Case, array, case, indices


def leaky_scan(x: jax.Array) -> jax.Array:
    return lax.scan(lambda c, v: (c * 0.9 + v, c), jnp.zeros(x.shape[1:], x.dtype), x)[1]


def leaky_scan_back(x: jax.Array) -> jax.Array:
    return lax.scan(lambda c, v: (c * 0.9 + v, c), jnp.zeros(x.shape[1:], x.dtype), x, reverse=True)[1]


def scan_of_integers(x: jax.Array) -> jax.Array:
    return lax.scan(lambda c, v: ((c * 5 + v) % 1009, c), jnp.zeros(x.shape[1:], x.dtype), x)[1]


def nested_scan(x: jax.Array) -> jax.Array:
    def outer(c: jax.Array, row: jax.Array) -> tuple[jax.Array, jax.Array]:
        return lax.scan(lambda d, v: (0.5 * d + v, d), c, row)
    return lax.scan(outer, jnp.zeros(x.shape[2:]), x)[1]


def matrix_scan(a: jax.Array, v: jax.Array) -> jax.Array:
    return lax.scan(lambda h, _: (jnp.tanh(a @ h), None), v, None, length=100)[0]


def scan_grad(x: jax.Array) -> jax.Array:
    return jax.grad(lambda x: jnp.sum(jnp.sin(leaky_scan(x))))(x)


def mapped(x: jax.Array) -> jax.Array:
    return lax.map(lambda row: jnp.cumsum(jnp.sin(row)) @ row, x)


def mapped_in_batches(x: jax.Array) -> jax.Array:
    return lax.map(lambda row: jnp.sum(jnp.tanh(row[:, None] * row)), x, batch_size=16)


def mapped_matrices(x: jax.Array, w: jax.Array) -> jax.Array:
    return lax.map(lambda m: jax.nn.relu(m @ w), x)


def collatz(n: jax.Array) -> jax.Array:
    """Steps to 1 of a vector of numbers, all at once."""
    def step(state: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        n, steps = state
        following = jnp.where(n % 2 == 0, n // 2, 3 * n + 1)
        return jnp.where(n <= 1, n, following), steps + (n > 1)
    return lax.while_loop(lambda state: jnp.any(state[0] > 1), step, (n, jnp.zeros_like(n)))[1]


def vector_until_small(x: jax.Array) -> tuple[jax.Array, jax.Array]:
    return lax.while_loop(lambda s: jnp.max(jnp.abs(s[0])) > 1e-3, lambda s: (s[0] * 0.9, s[1] + 1), (x, jnp.int32(0)))


def newton_root(a: jax.Array) -> jax.Array:
    return lax.while_loop(lambda s: jnp.abs(s * s - a) > 1e-4, lambda s: 0.5 * (s + a / s), a)


def bisected(a: jax.Array) -> jax.Array:
    def step(_: jax.Array, bounds: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        middle = 0.5 * (bounds[0] + bounds[1])
        below = middle * middle * middle < a
        return jnp.where(below, middle, bounds[0]), jnp.where(below, bounds[1], middle)
    return lax.fori_loop(0, 40, step, (jnp.zeros_like(a), a))[0]


def greatest_divisor(a: jax.Array, b: jax.Array) -> jax.Array:
    return lax.while_loop(lambda s: s[1] != 0, lambda s: (s[1], s[0] % s[1]), (a, b))[0]


def mandelbrot(z: jax.Array) -> jax.Array:
    def step(_: jax.Array, state: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        w, steps = state
        inside = jnp.abs(w) < 2
        return jnp.where(inside, w * w + z, w), steps + inside
    return lax.fori_loop(0, 30, step, (z, jnp.zeros(z.shape)))[1]


def branch(p: jax.Array, x: jax.Array) -> jax.Array:
    return lax.cond(jnp.sum(p) > 0, lambda x: jnp.sin(x) * 2, lambda x: x @ x, x)


def switched(i: jax.Array, x: jax.Array) -> jax.Array:
    return lax.switch(i, [jnp.sin, jnp.cos, lambda x: x * x, lambda x: -x], x)


def switched_each(i: jax.Array, x: jax.Array) -> jax.Array:
    return jax.vmap(switched)(i, x)


def branch_in_scan(x: jax.Array) -> jax.Array:
    def step(c: jax.Array, v: jax.Array) -> tuple[jax.Array, jax.Array]:
        c = lax.cond(v[0] > 0, lambda c: c + v, lambda c: 0.5 * c, c)
        return c, c
    return lax.scan(step, jnp.zeros(x.shape[1]), x)[1]


def written_slices(x: jax.Array) -> jax.Array:
    """Rows written one after the other, each from the one before."""
    def step(i: jax.Array, state: jax.Array) -> jax.Array:
        row = lax.dynamic_slice(state, (i, 0), (1, state.shape[1]))
        return lax.dynamic_update_slice(state, jnp.tanh(row + x[i + 1]), (i + 1, 0))
    return lax.fori_loop(0, x.shape[0] - 1, step, x)


def written_elements(x: jax.Array) -> jax.Array:
    return lax.fori_loop(2, x.shape[0], lambda i, a: a.at[i].set(0.5 * a[i - 1] + 0.3 * a[i - 2] + a[i]), x)


def filled_cache(x: jax.Array) -> jax.Array:
    def step(cache: jax.Array, given: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        i, row = given
        cache = lax.dynamic_update_slice(cache, row[None], (i, 0))
        return cache, jnp.sum(cache * row)
    return lax.scan(step, jnp.zeros_like(x), (jnp.arange(x.shape[0]), x))[1]


def edit_distance(a: jax.Array, b: jax.Array) -> jax.Array:
    def row(before: jax.Array, letter: jax.Array) -> tuple[jax.Array, None]:
        best = jnp.minimum(before[1:] + 1, before[:-1] + (b != letter))
        def column(left: jax.Array, value: jax.Array) -> tuple[jax.Array, jax.Array]:
            now = jnp.minimum(left + 1, value)
            return now, now
        first = before[0] + 1
        return jnp.concatenate([first[None], lax.scan(column, first, best)[1]]), None
    return lax.scan(row, jnp.arange(b.shape[0] + 1), a)[0]


def viterbi(t: jax.Array, e: jax.Array) -> Any:
    def step(score: jax.Array, observed: jax.Array) -> tuple[jax.Array, jax.Array]:
        options = score[:, None] + t
        return options.max(0) + observed, options.argmax(0)
    return lax.scan(step, e[0], e[1:])


def forward_algorithm(t: jax.Array, e: jax.Array) -> jax.Array:
    def step(score: jax.Array, observed: jax.Array) -> tuple[jax.Array, None]:
        return jax.nn.logsumexp(score[:, None] + t, axis=0) + observed, None
    return lax.scan(step, e[0], e[1:])[0]


def beam(start: jax.Array, steps: jax.Array) -> Any:
    """Beams of four: the best continuations of all, and which word each took."""
    def step(score: jax.Array, logits: jax.Array) -> tuple[jax.Array, jax.Array]:
        best, places = lax.top_k((score[:, None] + logits).reshape(-1), 4)
        return best, places % logits.shape[-1]
    return lax.scan(step, start, steps)


def life(x: jax.Array) -> jax.Array:
    def step(_: jax.Array, x: jax.Array) -> jax.Array:
        around = sum(jnp.roll(x, (a, b), (0, 1)) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0))
        return ((around == 3) | ((around == 2) & (x == 1))).astype(x.dtype)
    return lax.fori_loop(0, 10, step, x)


def elementary_automaton(x: jax.Array) -> jax.Array:
    def step(x: jax.Array, _: None) -> tuple[jax.Array, jax.Array]:
        return jnp.roll(x, 1) ^ (x | jnp.roll(x, -1)), x
    return lax.scan(step, x, None, length=100)[1]


def congruential(seeds: jax.Array) -> jax.Array:
    return lax.fori_loop(0, 200, lambda _, x: x * jnp.uint32(1664525) + jnp.uint32(1013904223), seeds)


def sieve(x: jax.Array) -> jax.Array:
    def step(i: jax.Array, prime: jax.Array) -> jax.Array:
        places = jnp.arange(prime.shape[0])
        return prime & ~((places % i == 0) & (places > i))
    return lax.fori_loop(2, 50, step, x >= 2)


def products_in_loop(x: jax.Array, w: jax.Array) -> jax.Array:
    return lax.fori_loop(0, w.shape[0], lambda i, x: jnp.tanh(x @ w[i]), x)


def stacked_layers(x: jax.Array, w: jax.Array, b: jax.Array) -> jax.Array:
    return lax.scan(lambda h, p: (h + jax.nn.gelu(h @ p[0] + p[1]), None), x, (w, b))[0]


def stacked_layers_grad(x: jax.Array, w: jax.Array, b: jax.Array) -> Any:
    def loss(w: jax.Array, b: jax.Array) -> jax.Array:
        step = jax.checkpoint(lambda h, p: (h + jax.nn.gelu(h @ p[0] + p[1]), None))
        return jnp.mean(lax.scan(step, x, (w, b))[0] ** 2)
    return jax.grad(loss, (0, 1))(w, b)


def counted(n: jax.Array) -> jax.Array:
    return lax.fori_loop(0, n, lambda i, s: s + i * i, jnp.int32(0))


def cases() -> Iterator[Case]:
    for type in ("f32", "f64", "bf16"):
        yield case(f"leaky_scan_{type}", leaky_scan, array((501, 33), type))
    for shape in ((501, 1), (501,), (7, 5003), (33, 3, 5, 7), (1, 65)):
        yield case(f"leaky_scan_{'x'.join(map(str, shape))}", leaky_scan, array(shape))
    yield case("leaky_scan_back", leaky_scan_back, array((501, 33)))
    yield case("scan_of_integers", scan_of_integers, array((501, 33), "i32", 0, 9))
    yield case("scan_of_i64", scan_of_integers, array((501,), "i64", 0, 9))
    yield case("nested_scan", nested_scan, array((33, 17, 9)))
    yield case("matrix_scan", matrix_scan, array((64, 64), "f32", -0.2, 0.2), array((64,)))
    yield case("scan_grad", scan_grad, array((201, 33)))
    yield case("mapped", mapped, array((129, 65)))
    yield case("mapped_in_batches", mapped_in_batches, array((129, 33)))
    yield case("mapped_matrices", mapped_matrices, array((17, 33, 65)), array((65, 35)))
    yield case("collatz", collatz, array((1001,), "i32", 1, 10_000))
    yield case("collatz_i64", collatz, array((1001,), "i64", 1, 100_000))
    yield case("vector_until_small", vector_until_small, array((1003,)))
    yield case("newton_each", jax.vmap(newton_root), array((1003,), "f32", 1, 9))
    yield case("bisected", bisected, array((1003,), "f32", 1, 9))
    yield case("greatest_divisors", jax.vmap(greatest_divisor), array((1003,), "i32", 1, 999), array((1003,), "i32", 1, 999))
    yield case("mandelbrot", mandelbrot, array((101, 103), "c64", -1, 1))
    yield case("branch", branch, array((7,)), array((129, 129)))
    yield case("switched", switched, array((), "i32", 0, 3), array((501, 33)))
    yield case("switched_each", switched_each, indices((101,), 4), array((101, 33)))
    yield case("branch_in_scan", branch_in_scan, array((301, 33)))
    yield case("written_slices", written_slices, array((301, 65)))
    yield case("written_elements", written_elements, array((1003,)))
    yield case("written_elements_each", jax.vmap(written_elements), array((33, 101)))
    yield case("filled_cache", filled_cache, array((65, 129)))
    yield case("edit_distance", edit_distance, indices((65,), 4), indices((67,), 4))
    yield case("viterbi", viterbi, array((32, 32)), array((200, 32)))
    yield case("forward_algorithm", forward_algorithm, array((33, 33)), array((101, 33)))
    yield case("beam", beam, array((4,)), array((20, 4, 501)))
    yield case("life", life, array((129, 131), "i32", 0, 1))
    yield case("life_u8", life, array((129, 131), "u8", 0, 1))
    yield case("elementary_automaton", elementary_automaton, array((257,), "bool"))
    yield case("congruential", congruential, array((1003,), "u32"))
    yield case("sieve", sieve, array((2503,), "i32", 0, 9))
    yield case("products_in_loop", products_in_loop, array((33, 65)), array((9, 65, 65), "f32", -0.2, 0.2))
    weights, biases = array((6, 128, 128), "f32", -0.1, 0.1), array((6, 128))
    yield case("stacked_layers", stacked_layers, array((65, 128)), weights, biases)
    yield case("stacked_layers_grad", stacked_layers_grad, array((65, 128)), weights, biases)
    yield case("counted", counted, array((), "i32", 50, 90))
