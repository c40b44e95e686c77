"""Tables and statistics: groups, joins, rolling figures, ranks, resampling."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax, random

from benchmarks.jax_functions.cases import Case, array, case, indices, key


def grouped(shops: jax.Array, goods: jax.Array, amounts: jax.Array, prices: jax.Array) -> Any:
    """Sales sorted by shop, goods and amount, and figures of each group of shop and goods."""
    shops, goods, amounts, prices = lax.sort((shops, goods, amounts, prices), num_keys=3)
    group, groups = 7 * shops + goods, 13 * 7
    revenue = amounts.astype(jnp.float32) * prices
    count = jax.ops.segment_sum(jnp.ones_like(group), group, groups, indices_are_sorted=True)
    total, squares = (jax.ops.segment_sum(x, group, groups, indices_are_sorted=True) for x in (revenue, revenue**2))
    mean = total / jnp.maximum(count, 1)
    # And 1, so that a variance of nothing but rounding does not count.
    spread = jnp.sqrt(jnp.maximum(squares / jnp.maximum(count, 1) - mean**2, 0) + 1)
    most = jax.ops.segment_max(amounts, group, groups, indices_are_sorted=True)
    rank = jnp.arange(group.shape[0]) - (jnp.cumsum(count) - count)[group]
    share = total.reshape(13, 7) / jnp.sum(total.reshape(13, 7), 1, keepdims=True)
    return count, mean, spread, jnp.where(count > 0, most, 0), rank, share, jnp.argmax(count.reshape(13, 7), 1)


def joined_tables(customers: jax.Array, cities: jax.Array, orders: jax.Array, amounts: jax.Array) -> Any:
    """Orders joined to customers through sorted keys: cities (-1 for orders of nobody), sums by city, and counts."""
    order = jnp.argsort(customers)
    ordered = customers[order]
    place = jnp.minimum(jnp.searchsorted(ordered, orders), ordered.shape[0] - 1)
    known = ordered[place] == orders
    city = jnp.where(known, cities[order][place], -1)
    total = jax.ops.segment_sum(jnp.where(known, amounts, 0), jnp.maximum(city, 0), 20)
    of_customer = jax.ops.segment_sum(jnp.where(known, amounts, 0), order[place], customers.shape[0])
    return city, total, jnp.sum(~known), jnp.max(of_customer), jnp.sum(jnp.isin(customers, orders))


def market_figures(prices: jax.Array) -> Any:
    """Rolling figures of a price: deviations from the mean, relative strength, drawdown, crossings of averages, volatility."""
    def rolling(x: jax.Array, width: int) -> jax.Array:
        sums = jnp.pad(jnp.cumsum(x), (1, 0))
        return (sums[width:] - sums[:-width]) / width
    change = jnp.diff(jnp.log(prices))
    mean = rolling(prices, 20)
    deviation = jnp.sqrt(jnp.maximum(rolling(prices**2, 20) - mean**2, 0))
    score = (prices[19:] - mean) / (deviation + 1e-3)
    gains, losses = rolling(jnp.maximum(change, 0), 14), rolling(jnp.maximum(-change, 0), 14)
    highest = lax.reduce_window(prices, -jnp.inf, lax.max, (50,), (1,), [(49, 0)])
    ahead = rolling(prices, 10)[40:] > rolling(prices, 50)
    crossings = jnp.sum(ahead[1:] != ahead[:-1])
    variance = lax.scan(lambda v, r: (0.94 * v + 0.06 * r * r, v), change[0] ** 2, change)[1]
    return score, 100 * gains / (gains + losses + 1e-9), jnp.min(prices / highest) - 1, crossings, jnp.sqrt(variance)


def rank_correlations(x: jax.Array, y: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Spearman's and Kendall's coefficients, with ties."""
    def ranks(x: jax.Array) -> jax.Array:
        ordered = jnp.sort(x)
        return 0.5 * (jnp.searchsorted(ordered, x) + jnp.searchsorted(ordered, x, side="right"))
    a, b = (r - jnp.mean(r) for r in (ranks(x), ranks(y)))
    first, second = (jnp.sign(v[:, None] - v) for v in (x, y))
    agreement = jnp.sum(first * second) / jnp.sqrt(jnp.sum(jnp.abs(first)) * jnp.sum(jnp.abs(second)).astype(jnp.float32))
    return a @ b / jnp.sqrt((a @ a) * (b @ b)), agreement


def bootstrap(data: jax.Array, x: jax.Array, y: jax.Array) -> Any:
    """Samples drawn with replacement: intervals and standard errors of a median, a ratio and a slope."""
    def figures(chosen: jax.Array) -> jax.Array:
        a, b = x[chosen], y[chosen]
        slope = jnp.mean((a - a.mean()) * (b - b.mean())) / jnp.var(a)
        return jnp.stack([jnp.median(a), jnp.mean(a) / jnp.mean(b), slope])
    found = jax.vmap(figures)(random.randint(random.wrap_key_data(data), (101, *x.shape), 0, x.shape[0]))
    return jnp.percentile(found, jnp.array([2.5, 50, 97.5]), axis=0), jnp.std(found, axis=0)


def permutation_test(data: jax.Array, x: jax.Array, y: jax.Array) -> tuple[jax.Array, jax.Array]:
    """How often two shuffled groups differ in their means as much as the given ones."""
    together = jnp.concatenate([x, y])
    def difference(z: jax.Array) -> jax.Array:
        return jnp.abs(y.shape[0] * jnp.sum(z[: x.shape[0]]) - x.shape[0] * jnp.sum(z[x.shape[0] :]))
    shuffled = jax.vmap(partial(random.permutation, x=together))(random.split(random.wrap_key_data(data), 150))
    differences = jax.vmap(difference)(shuffled)
    return jnp.mean(differences >= difference(together)), jnp.sort(differences)


def cases() -> Iterator[Case]:
    yield case("grouped", grouped, indices((2003,), 13), indices((2003,), 7), array((2003,), "i32", 1, 20),
               array((2003,), "f32", 1, 9))
    yield case("joined_tables", joined_tables, indices((501,), 900, "i64", unique=True), indices((501,), 20),
               indices((2003,), 1000, "i64"), array((2003,), "i32", 1, 99))
    yield case("market_figures", market_figures, array((2003,), "f64", 90, 110), tolerance=1e-7)
    yield case("rank_correlations", rank_correlations, array((301,)), array((301,), "i32", 0, 50))
    yield case("bootstrap", bootstrap, key(), array((197,), "f32", 0, 3), array((197,), "f32", 1, 2))
    yield case("permutation_test", permutation_test, key(), array((50,), "i32", 0, 90), array((65,), "i32", 0, 100))
