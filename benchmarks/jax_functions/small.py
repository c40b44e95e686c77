"""Programs of a few numbers, in which calling takes most of the time, and of scalars."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax, nn

from benchmarks.jax_functions.cases import Case, array, case, indices, key, positive_definite
from benchmarks.jax_functions.convolution import convolve
from benchmarks.jax_functions.random_numbers import with_key
from benchmarks.jax_functions.recurrent import lstm_cell


def chain(a: jax.Array, b: jax.Array) -> jax.Array:
    return jnp.sin(a) * b + jnp.exp(-a)


def dense(x: jax.Array, w: jax.Array, b: jax.Array) -> jax.Array:
    return nn.relu(x @ w + b)


def perceptron(x: jax.Array, a: jax.Array, b: jax.Array, c: jax.Array) -> jax.Array:
    return jnp.tanh(jnp.tanh(jnp.tanh(x @ a) @ b) @ c)


def triangle_numbers(n: jax.Array) -> tuple[jax.Array, jax.Array]:
    return lax.while_loop(lambda s: s[0] < 100, lambda s: (s[0] + s[1], s[1] + 1), (n, jnp.int32(1)))


def bisected(a: jax.Array) -> jax.Array:
    def step(_: jax.Array, bounds: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        middle = 0.5 * (bounds[0] + bounds[1])
        below = middle * middle < a
        return jnp.where(below, middle, bounds[0]), jnp.where(below, bounds[1], middle)
    return lax.fori_loop(0, 40, step, (jnp.float32(0), a))[0]


def three_equations(y: jax.Array) -> jax.Array:
    return lax.fori_loop(0, 200, lambda _, y: y + 0.01 * jnp.stack([y[1], -y[0], y[0] * y[1]]), y)


def quadratic_roots(a: jax.Array, b: jax.Array, c: jax.Array) -> tuple[jax.Array, jax.Array]:
    root = jnp.sqrt(jnp.maximum(b * b - 4 * a * c, 0))
    return (-b - root) / (2 * a), (-b + root) / (2 * a)


def rosenbrock_hessian(x: jax.Array) -> jax.Array:
    return jax.hessian(lambda x: jnp.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2))(x)


def robot_arm(angles: jax.Array) -> Any:
    def tip(angles: jax.Array) -> jax.Array:
        total = jnp.cumsum(angles)
        return jnp.stack([jnp.sum(jnp.cos(total)), jnp.sum(jnp.sin(total))])
    return tip(angles), jax.jacfwd(tip)(angles)


def several_outputs(x: jax.Array) -> list[jax.Array]:
    return [x + k for k in range(12)]


def many_arguments(*arrays: jax.Array) -> jax.Array:
    return sum(arrays[1:], start=arrays[0])


def cases() -> Iterator[Case]:
    for type in ("f32", "f64", "bf16"):
        yield case(f"chain_{type}", chain, array((), type), array((), type))
        yield case(f"softmax_10_{type}", nn.softmax, array((10,), type))
        yield case(f"dense_{type}", dense, array((1, 16), type), array((16, 16), type), array((16,), type))
    for function in (jnp.sort, jnp.argmax, jnp.cumsum, jnp.sum, jnp.argsort, jnp.max, jnp.mean, jnp.median):
        for n in (1, 5, 37):
            yield case(f"{function.__name__}_{n}", function, array((n,)))
    for n in (1, 2, 3, 4, 8):
        yield case(f"product_{n}", jnp.matmul, array((n, n)), array((n, n)))
        yield case(f"cholesky_{n}", jnp.linalg.cholesky, positive_definite((n, n)))
        yield case(f"inverse_{n}", jnp.linalg.inv, positive_definite((n, n)))
        yield case(f"fft_{n}", jnp.fft.fft, array((n,), "c64"))
    yield case("cross", jnp.cross, array((3,)), array((3,)))
    yield case("perceptron", perceptron, array((1, 8)), *[array((8, 8))] * 3)
    yield case("lstm_cell", lstm_cell, array((1, 32)), array((1, 32)), array((1, 32)), array((32, 128)), array((32, 128)),
               array((128,)))
    yield case("gather", lambda x, i: x[i], array((100, 4)), indices((5,), 100))
    yield case("scatter", lambda x, i, u: x.at[i].add(u), array((100, 4)), indices((5,), 100), array((5, 4)))
    yield case("convolution", convolve, array((1, 5, 5, 3)), array((3, 3, 3, 4)))
    yield case("triangle_numbers", triangle_numbers, array((), "i32", 0, 3))
    yield case("bisected", bisected, array((), "f32", 2, 9))
    yield case("three_equations", three_equations, array((3,)))
    yield case("histogram", partial(jnp.bincount, length=10), indices((50,), 10))
    yield case("quadratic_roots", quadratic_roots, *[array((5,), "f32", 1, 2)] * 3)
    yield case("rosenbrock_hessian", rosenbrock_hessian, array((7,)))
    yield case("robot_arm", robot_arm, array((6,)))
    yield case("uniform", with_key(partial(jax.random.uniform, shape=(8,))), key())
    yield case("split", with_key(lambda k: jax.random.key_data(jax.random.split(k))), key())
    yield case("top_3", partial(lax.top_k, k=3), array((17,)))
    yield case("transpose", jnp.transpose, array((3, 5)))
    yield case("reshape", partial(jnp.reshape, shape=(15,)), array((3, 5)))
    yield case("identity", lambda x: x, array((5,)))
    yield case("constant", lambda x: jnp.full((5,), 3.0), array((5,)))
    yield case("several_outputs", several_outputs, array((5,)))
    yield case("many_arguments", many_arguments, *[array((5,))] * 24)
    yield case("integers", lambda a, b: (a // b, a % b, a & b), array((9,), "i32"), array((9,), "i32", 1, 9))
    yield case("empty", lambda x: x * 2 + 1, array((0, 5)))
    yield case("sum_of_none", jnp.sum, array((0,)))
