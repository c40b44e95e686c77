"""Money: portfolios, options by random paths and by a differential equation, yields of bonds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax, random
from jax.scipy import special

from benchmarks.jax_functions.cases import Case, array, case, key, positive_definite


def onto_simplex(w: jax.Array) -> jax.Array:
    """The closest weights that are not negative and sum to one."""
    ordered = jnp.sort(w, descending=True)
    over = (jnp.cumsum(ordered) - 1) / jnp.arange(1, w.shape[0] + 1)
    return jnp.maximum(w - over[jnp.sum(ordered > over) - 1], 0)


def best_portfolio(returns: jax.Array) -> tuple[jax.Array, jax.Array, jax.Array]:
    """Markowitz's weights for several appetites for risk by projected gradients, their returns and risks."""
    mean, covariance = jnp.mean(returns, 0), jnp.cov(returns, rowvar=False)
    size = 1 / jnp.linalg.norm(covariance)
    def weights(appetite: jax.Array) -> jax.Array:
        def step(_: jax.Array, w: jax.Array) -> jax.Array:
            return onto_simplex(w - size * (covariance @ w - appetite * mean))
        return lax.fori_loop(0, 30, step, jnp.full_like(mean, 1 / mean.shape[0]))
    w = jax.vmap(weights)(jnp.linspace(0, 2, 9))
    return w, w @ mean, jnp.sqrt(jnp.einsum("ai,ij,aj->a", w, covariance, w))


def basket_option(data: jax.Array, covariance: jax.Array, weights: jax.Array) -> tuple[jax.Array, jax.Array, jax.Array]:
    """A call on several prices: antithetic paths, with the call on the geometric mean, whose price is known, as a control."""
    lower = jnp.linalg.cholesky(0.01 * covariance / jnp.max(covariance))
    drawn = random.normal(random.wrap_key_data(data), (1003, weights.shape[0]))
    drift = -0.5 * jnp.sum(lower * lower, 1)
    moves = jnp.concatenate([drawn, -drawn]) @ lower.T + drift
    weights = weights / jnp.sum(weights)
    payoff = jnp.maximum(jnp.exp(moves) @ weights - 1, 0)
    control = jnp.maximum(jnp.exp(moves @ weights) - 1, 0)
    slope = jnp.mean((payoff - payoff.mean()) * (control - control.mean())) / jnp.var(control)
    mean, deviation = drift @ weights, jnp.linalg.norm(weights @ lower)
    known = jnp.exp(mean + 0.5 * deviation**2) * special.ndtr(mean / deviation + deviation) - special.ndtr(mean / deviation)
    corrected = payoff - slope * (control - known)
    pairs = 0.5 * (corrected[:1003] + corrected[1003:])
    return jnp.mean(pairs), jnp.std(pairs) / 1003**0.5, jnp.percentile(payoff, jnp.array([50, 90, 99]))


def early_exercise(data: jax.Array, start: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Longstaff and Schwartz's price of an American put, whose worth if kept is regressed on prices, backwards in time."""
    steps = random.normal(random.wrap_key_data(data), (12, start.shape[0]), start.dtype)
    prices = start * jnp.exp(jnp.cumsum(0.0002 + 0.06 * steps, 0))

    def back(worth: jax.Array, price: jax.Array) -> tuple[jax.Array, jax.Array]:
        worth, gain = 0.998 * worth, jnp.maximum(1 - price, 0)
        weight = (gain > 0).astype(price.dtype)
        basis = jnp.stack([jnp.ones_like(price), price, price * price], 1) * weight[:, None]
        kept = basis @ jnp.linalg.lstsq(basis, worth * weight)[0]
        taken = (gain > 0) & (gain > kept)
        return jnp.where(taken, gain, worth), jnp.mean(taken)

    worth, taken = lax.scan(back, jnp.maximum(1 - prices[-1], 0), prices[:-1], reverse=True)
    return 0.998 * jnp.mean(worth), taken


def american_put(rates: jax.Array, volatilities: jax.Array) -> Any:
    """Black and Scholes's equation in implicit steps back in time, never below the payoff: values, and their slopes."""
    x = np.linspace(-1.5, 1.5, 121)
    h, step = x[1] - x[0], 0.02
    payoff = jnp.asarray(np.maximum(1 - np.exp(x), 0))

    def priced(rate: jax.Array, volatility: jax.Array) -> Any:
        spread = 0.5 * step * volatility**2 / h**2
        drift = 0.5 * step * (rate - 0.5 * volatility**2) / h
        inside = jnp.asarray(np.pad(np.ones(x.size - 2), 1))
        below, above = inside * (drift - spread), inside * (-drift - spread)
        diagonal = 1 + inside * (2 * spread + step * rate)
        def back(_: jax.Array, value: jax.Array) -> jax.Array:
            return jnp.maximum(lax.linalg.tridiagonal_solve(below, diagonal, above, value[:, None])[:, 0], payoff)
        value = lax.fori_loop(0, 25, back, payoff)
        return value, jnp.gradient(value, h) * np.exp(-x)

    return jax.vmap(priced)(rates, volatilities)


def yield_curve(swaps: jax.Array, flows: jax.Array) -> Any:
    """Discounts from par rates year by year: forward rates, and prices, durations, convexities and yields of bonds."""
    def step(paid: jax.Array, rate: jax.Array) -> tuple[jax.Array, jax.Array]:
        discount = (1 - rate * paid) / (1 + rate)
        return paid + discount, discount
    discounts = lax.scan(step, jnp.zeros((), swaps.dtype), swaps)[1]
    years = jnp.arange(1, swaps.shape[0] + 1)
    zeros = -jnp.log(discounts) / years

    def price(shift: jax.Array, flow: jax.Array) -> jax.Array:
        return jnp.sum(flow * jnp.exp(-(zeros + shift) * years))

    def internal_rate(flow: jax.Array) -> jax.Array:
        goal = price(jnp.zeros((), swaps.dtype), flow)
        def newton(_: jax.Array, rate: jax.Array) -> jax.Array:
            value, slope = jax.value_and_grad(lambda r: jnp.sum(flow * jnp.exp(-r * years)))(rate)
            return rate - (value - goal) / slope
        return lax.fori_loop(0, 6, newton, jnp.full((), 0.03, swaps.dtype))

    shift = jnp.zeros(flows.shape[0], swaps.dtype)
    prices, durations = jax.vmap(jax.value_and_grad(price))(shift, flows)
    convexities = jax.vmap(jax.grad(jax.grad(price)))(shift, flows)
    forwards = -jnp.diff(jnp.log(discounts), prepend=0)
    return forwards, prices, -durations / prices, convexities / prices, jax.vmap(internal_rate)(flows)


def cases() -> Iterator[Case]:
    yield case("best_portfolio", best_portfolio, array((197, 33), "f32", -2, 2.2), tolerance=1e-3)
    yield case("basket_option", basket_option, key(), positive_definite((7, 7)), array((7,), "f32", 0.1, 1))
    yield case("early_exercise", early_exercise, key(), array((257,), "f64", 0.9, 1.1))
    yield case("american_put", american_put, array((7,), "f64", 0.01, 0.06), array((7,), "f64", 0.15, 0.4))
    yield case("yield_curve", yield_curve, array((30,), "f64", 0.02, 0.04), array((513, 30), "f64", 0.5, 5))
