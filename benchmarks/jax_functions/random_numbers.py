"""Random numbers: bits, uniform and normal ones, integers, choices, other distributions, what models draw."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import random

from benchmarks.jax_functions.cases import Case, array, case, key, positive_definite


def with_key(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of a key's data, and of other arguments."""
    return lambda data, *arguments: function(random.wrap_key_data(data), *arguments)


def scaled_normal(k: jax.Array, scale: jax.Array) -> jax.Array:
    return random.normal(k, (101, 103), scale.dtype) * scale


def scaled_exponential(k: jax.Array, scale: jax.Array) -> jax.Array:
    return random.exponential(k, (101, 103), scale.dtype) * scale


def categorical(k: jax.Array, x: jax.Array) -> jax.Array:
    return random.categorical(k, x)


def sampled_tokens(k: jax.Array, x: jax.Array) -> jax.Array:
    values, places = jax.lax.top_k(x, 40)
    return jnp.take_along_axis(places, random.categorical(k, values / 0.8)[:, None], 1)


def dropout(k: jax.Array, x: jax.Array, kept: float = 0.9) -> jax.Array:
    return jnp.where(random.bernoulli(k, kept, x.shape), x / kept, 0)


def reparameterized(k: jax.Array, mean: jax.Array, log_variance: jax.Array) -> jax.Array:
    return mean + jnp.exp(0.5 * log_variance) * random.normal(k, mean.shape)


def initialized(k: jax.Array) -> list[jax.Array]:
    keys = random.split(k, 3)
    shapes = (65, 129), (129, 33), (33, 7)
    return [random.normal(keys[n], shape) * (2 / shape[0]) ** 0.5 for n, shape in enumerate(shapes)]


def circle(k: jax.Array) -> jax.Array:
    return (jnp.sum(random.uniform(k, (2, 50_003)) ** 2, 0) < 1).mean() * 4


def walk(k: jax.Array) -> jax.Array:
    return jnp.cumsum(random.rademacher(k, (1003, 33)), 0)


def brownian_price(k: jax.Array, start: jax.Array) -> jax.Array:
    steps = random.normal(k, (start.shape[0], 50))
    return start * jnp.exp(jnp.sum(0.0002 + 0.01 * steps, 1))


def shuffled(k: jax.Array, x: jax.Array) -> jax.Array:
    return random.permutation(k, x)


def metropolis(k: jax.Array, x: jax.Array) -> jax.Array:
    def step(x: jax.Array, k: jax.Array) -> tuple[jax.Array, None]:
        proposal = x + 0.5 * random.normal(k, x.shape)
        accepted = jnp.log(random.uniform(random.fold_in(k, 1), x.shape)) < 0.5 * (x * x - proposal * proposal)
        return jnp.where(accepted, proposal, x), None
    return jax.lax.scan(step, x, random.split(k, 20))[0]


SHAPE = (301, 303)
OF_A_SHAPE = {
    "bits": random.bits, "uniform": random.uniform, "normal": random.normal, "gumbel": random.gumbel,
    "exponential": random.exponential, "laplace": random.laplace, "cauchy": random.cauchy, "logistic": random.logistic,
    "rademacher": random.rademacher, "rayleigh": partial(random.rayleigh, scale=1.5),
    "bernoulli": partial(random.bernoulli, p=0.3), "randint": partial(random.randint, minval=0, maxval=1000),
    "truncated_normal": partial(random.truncated_normal, lower=-2, upper=2), "pareto": partial(random.pareto, b=3.0),
    "weibull": partial(random.weibull_min, scale=1.0, concentration=1.5),
}
#: Distributions that try until a number is accepted: few numbers.
BY_REJECTION = {
    "gamma": partial(random.gamma, a=2.5), "gamma_small": partial(random.gamma, a=0.3),
    "beta": partial(random.beta, a=2.0, b=3.0),
    "chi_square": partial(random.chisquare, df=3.0), "student": partial(random.t, df=5.0),
    "poisson": partial(random.poisson, lam=4.0),
    "poisson_large": partial(random.poisson, lam=40.0), "geometric": partial(random.geometric, p=0.3),
    "binomial": partial(random.binomial, n=20.0, p=0.3),
}


def cases() -> Iterator[Case]:
    for name, function in OF_A_SHAPE.items():
        yield case(name, with_key(partial(function, shape=SHAPE)), key())
    for name, function in BY_REJECTION.items():
        yield case(name, with_key(partial(function, shape=(1003,))), key())
    for type in ("bfloat16", "float16"):
        for name in ("uniform", "normal"):
            yield case(f"{name}_{type}", with_key(partial(OF_A_SHAPE[name], shape=SHAPE, dtype=type)), key())
    for width in ("uint8", "uint16"):
        yield case(f"bits_{width}", with_key(partial(random.bits, shape=(30_011,), dtype=width)), key())
    for type in ("int8", "uint8", "int16", "uint32"):
        yield case(f"randint_{type}", with_key(partial(random.randint, shape=SHAPE, minval=0, maxval=100, dtype=type)), key())
    for shape in ((1,), (7,), (0,), (1_000_003,), (3, 5, 7, 9, 11)):
        yield case(f"uniform_{'x'.join(map(str, shape))}", with_key(partial(random.uniform, shape=shape)), key())
        yield case(f"normal_{'x'.join(map(str, shape))}", with_key(partial(random.normal, shape=shape)), key())
    yield case("normal_f64", with_key(scaled_normal), key(), array((), "f64", 1, 1))
    yield case("exponential_f64", with_key(scaled_exponential), key(), array((), "f64", 1, 1))
    yield case("dirichlet", with_key(partial(random.dirichlet, alpha=np.ones(5, np.float32), shape=(301,))), key())
    yield case("categorical", with_key(categorical), key(), array((200, 1001)))
    yield case("sampled_tokens", with_key(sampled_tokens), key(), array((16, 5003)))
    yield case("permutation", with_key(partial(random.permutation, x=10_011)), key())
    yield case("shuffled_rows", with_key(shuffled), key(), array((1003, 17)))
    yield case("choice", with_key(lambda k, x: random.choice(k, x, (501,))), key(), array((1003,)))
    yield case("choice_without_return", with_key(lambda k, x: random.choice(k, x, (101,), replace=False)), key(), array((1003,)))
    yield case("choice_weighted", with_key(lambda k, x, p: random.choice(k, x, (501,), p=p / p.sum())), key(), array((1003,)),
               array((1003,), "f32", 0.1, 1))
    yield case("split", with_key(lambda k: random.key_data(random.split(k, 1003))), key())
    yield case("fold_in", with_key(lambda k, i: random.key_data(jax.vmap(partial(random.fold_in, k))(i))), key(),
               array((1003,), "i32", 0))
    yield case("keys_of_rows", with_key(lambda k: jax.vmap(partial(random.normal, shape=(33,)))(random.split(k, 257))), key())
    yield case("dropout", with_key(dropout), key(), array((301, 401)))
    yield case("dropout_bf16", with_key(dropout), key(), array((301, 401), "bf16"))
    yield case("reparameterized", with_key(reparameterized), key(), array((301, 65)), array((301, 65)))
    yield case("initialized", with_key(initialized), key())
    yield case("orthogonal", with_key(partial(random.orthogonal, n=33)), key())
    yield case("multivariate_normal", with_key(lambda k, m: random.multivariate_normal(k, jnp.zeros(9), m, (501,))), key(),
               positive_definite((9, 9)))
    yield case("ball", with_key(partial(random.ball, d=3, shape=(501,))), key())
    yield case("circle", with_key(circle), key())
    yield case("walk", with_key(walk), key())
    yield case("brownian_price", with_key(brownian_price), key(), array((1003,), "f32", 50, 150))
    yield case("metropolis", with_key(metropolis), key(), array((1003,)))
