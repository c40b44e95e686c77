"""Whole numbers: the calendar, transforms and polynomials modulo a prime, primes, generators of random numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from benchmarks.jax_functions.cases import Case, array, case


def calendar(days: jax.Array) -> Any:
    """Days since 1970 as years, months and days, weekdays, days of the year, and the number of days again."""
    z = days + 719_468
    era = z // 146_097
    day = z - era * 146_097
    year = (day - day // 1460 + day // 36_524 - day // 146_096) // 365
    day = day - (365 * year + year // 4 - year // 100)
    shifted = (5 * day + 2) // 153
    month = jnp.where(shifted < 10, shifted + 3, shifted - 9)
    date, year = day - (153 * shifted + 2) // 5 + 1, year + era * 400 + (month <= 2)
    leap = (year % 4 == 0) & ((year % 100 != 0) | (year % 400 == 0))
    starts = jnp.array([0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334])
    of_year = starts[month] + date + (leap & (month > 2))
    weekday = (days + 3) % 7
    first = year - 1
    again = 365 * first + first // 4 - first // 100 + first // 400 + of_year - 719_163
    return year, month, date, weekday, of_year, again, jnp.zeros((12, 7), jnp.int32).at[month - 1, weekday].add(1)


#: A prime modulo which there are roots of one of orders 2 to 2^23, and a primitive root.
PRIME, GENERATOR = 998_244_353, 3


def number_transform(x: jax.Array, root: int) -> jax.Array:
    """Fourier's transform of the last axis modulo a prime, by powers of a root; only products are reduced on the way."""
    n = x.shape[-1]
    stages, places = n.bit_length() - 1, np.arange(n)
    halves = 1 << np.arange(stages)[:, None]
    powers = np.array([pow(root, k, PRIME) for k in range(n)], np.uint64)
    turns = powers[n // (2 * halves) * (places % (2 * halves))]
    def stage(x: jax.Array, given: tuple[jax.Array, ...]) -> tuple[jax.Array, None]:
        low, high, turns = given
        return x[..., low] + x[..., high] * turns % PRIME, None
    swapped = sum((places >> k & 1) << (stages - 1 - k) for k in range(stages))
    return lax.scan(stage, x[..., swapped], tuple(map(jnp.asarray, (places & ~halves, places | halves, turns))))[0] % PRIME


def exact_polynomials(a: jax.Array, b: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Products of polynomials modulo a prime by its transforms, and their values at a point by Horner's rule."""
    n = 2 * a.shape[-1]
    root = pow(GENERATOR, (PRIME - 1) // n, PRIME)
    waves = number_transform(jnp.pad(jnp.stack([a, b]), ((0, 0), (0, 0), (0, a.shape[-1]))), root)
    product = number_transform(waves[0] * waves[1] % PRIME, pow(root, -1, PRIME)) * pow(n, -1, PRIME) % PRIME
    value = lax.scan(lambda v, c: ((v * 12_345 + c) % PRIME, None), jnp.zeros_like(product[:, 0]), product.T, reverse=True)[0]
    return product, value


def probable_primes(n: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Miller and Rabin's test of odd numbers below 2^31 with four bases, right for all of them."""
    n = n | 1
    bases = jnp.array([2, 3, 5, 7], jnp.uint64)[:, None]
    low = (n - 1) & (~(n - 1) + 1)
    twos = lax.population_count(low - 1)
    odd = (n - 1) >> twos
    def power(i: jax.Array, state: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        result, square = state
        chosen = (odd >> i.astype(jnp.uint64)) & 1 == 1
        return jnp.where(chosen, result * square % n, result), square * square % n
    x, _ = lax.fori_loop(0, 31, power, (jnp.ones_like(bases * n), bases % n))
    passes = (x == 1) | (x == n - 1)
    def squared(i: jax.Array, state: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        x, passes = state
        x = x * x % n
        return x, passes | ((x == n - 1) & (i.astype(jnp.uint64) < twos))
    _, passes = lax.fori_loop(1, jnp.max(twos).astype(jnp.int32), squared, (x, passes))
    prime = jnp.all(passes | (bases % n == 0), 0) & (n > 1)
    return prime, jnp.sum(prime)


def generators(seeds: jax.Array, steps: jax.Array) -> tuple[jax.Array, jax.Array]:
    """O'Neill's PCG in many streams, each first sent ahead by squaring its step, and a histogram of what they give."""
    factor = jnp.uint64(6364136223846793005)
    add = (seeds << 1) | 1
    def ahead(i: jax.Array, state: tuple[jax.Array, ...]) -> tuple[jax.Array, ...]:
        total, plus, by, more = state
        chosen = (steps >> i.astype(jnp.uint64)) & 1 == 1
        total, plus = jnp.where(chosen, total * by, total), jnp.where(chosen, plus * by + more, plus)
        return total, plus, by * by, (by + 1) * more
    ones = jnp.ones_like(seeds)
    total, plus, _, _ = lax.fori_loop(0, 20, ahead, (ones, ones - 1, ones * factor, add))
    def step(state: jax.Array, _: None) -> tuple[jax.Array, jax.Array]:
        mixed = (((state >> 18) ^ state) >> 27).astype(jnp.uint32)
        by = (state >> 59).astype(jnp.uint32)
        return state * factor + add, (mixed >> by) | (mixed << ((~by + 1) & 31))
    _, drawn = lax.scan(step, total * seeds + plus, None, length=40)
    return drawn, jnp.bincount((drawn >> 26).astype(jnp.int32).ravel(), length=64)


def cases() -> Iterator[Case]:
    yield case("calendar", calendar, array((20_011,), "i32", -100_000, 100_000))
    yield case("exact_polynomials", exact_polynomials, array((7, 128), "u64", 0, 998_244_352),
               array((7, 128), "u64", 0, 998_244_352))
    yield case("probable_primes", probable_primes, array((197,), "u64", 9, 2**31 - 1))
    yield case("generators", generators, array((513,), "u64", 0, 2**62), array((513,), "u64", 0, 2**20 - 1))
