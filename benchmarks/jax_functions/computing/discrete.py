"""Graphs, sequences and automata: routes, components, alignments, packing, matches, cells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from benchmarks.jax_functions.cases import Case, array, case, indices


def shortest_routes(senders: jax.Array, receivers: jax.Array, lengths: jax.Array) -> Any:
    """Bellman and Ford's method: distances, the stop before each place, numbers of stops, and steps until nothing changes."""
    count = 1001
    def relaxed(distance: jax.Array) -> jax.Array:
        return jnp.minimum(distance, jax.ops.segment_min(distance[senders] + lengths, receivers, count))
    def step(state: tuple[jax.Array, ...]) -> tuple[jax.Array, ...]:
        after = relaxed(state[0])
        return after, jnp.any(after != state[0]), state[2] + 1
    start = jnp.full(count, 1 << 28, jnp.int32).at[0].set(0)
    distance, _, steps = lax.while_loop(lambda s: s[1] & (s[2] < count), step, (start, jnp.array(True), jnp.int32(0)))
    last = distance[senders] + lengths == distance[receivers]
    before = jnp.maximum(jax.ops.segment_max(jnp.where(last, senders, -1), receivers, count), -1)
    before = jnp.where((before < 0) | (jnp.arange(count) == 0), jnp.arange(count), before)
    def jump(_: jax.Array, state: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        ahead, stops = state
        return ahead[ahead], stops + stops[ahead]
    _, stops = lax.fori_loop(0, 10, jump, (before, (before != jnp.arange(count)).astype(jnp.int32)))
    return distance, before, stops, steps


def strong_components(weights: jax.Array) -> tuple[jax.Array, jax.Array, jax.Array]:
    """Which places are reached from which, by squaring, and the strongly connected components."""
    n = weights.shape[0]
    reach = (weights < 2) | jnp.eye(n, dtype=bool)
    reach = lax.fori_loop(0, 7, lambda _, r: (r.astype(jnp.float32) @ r.astype(jnp.float32)) > 0, reach)
    label = jnp.argmax(reach & reach.T, 1)
    return reach, label, jnp.sum(label == jnp.arange(n))


def aligned_sequences(a: jax.Array, b: jax.Array) -> Any:
    """Needleman and Wunsch's alignment: scores diagonal by diagonal, and the way back through the choices."""
    n, m, low = a.shape[0], b.shape[0], -100_000
    row = jnp.arange(n + 1)

    def diagonal(state: tuple[jax.Array, jax.Array], k: jax.Array) -> tuple[tuple[jax.Array, jax.Array], Any]:
        before, last = state
        column = k - row
        alike = a[jnp.maximum(row - 1, 0)] == b[jnp.clip(column - 1, 0, m - 1)]
        options = jnp.stack([jnp.roll(last, 1).at[0].set(low) + jnp.where(alike, 2, -1),
                             jnp.roll(before, 1).at[0].set(low) - 2, before - 2])
        options = jnp.where(jnp.stack([(row > 0) & (column > 0), row > 0, column > 0]), options, low)
        score = jnp.where((column < 0) | (column > m), low, jnp.max(options, 0))
        score = jnp.where((row == 0) & (column == 0), 0, score)
        return (score, before), (jnp.argmax(options, 0), score)

    nothing = jnp.full(n + 1, low)
    _, (choices, scores) = lax.scan(diagonal, (nothing, nothing), jnp.arange(n + m + 1))

    def back(state: tuple[jax.Array, jax.Array], _: None) -> tuple[tuple[jax.Array, jax.Array], jax.Array]:
        i, j = state
        choice = choices[i + j, i]
        done = (i == 0) & (j == 0)
        i, j = jnp.where(done | (choice == 2), i, i - 1), jnp.where(done | (choice == 1), j, j - 1)
        return (i, j), jnp.where(done, -1, choice)

    return scores[n + m, n], lax.scan(back, (jnp.array(n), jnp.array(m)), None, length=n + m)[1]


def knapsack(weights: jax.Array, values: jax.Array) -> tuple[jax.Array, jax.Array]:
    """The greatest value for each limit of weight, and which things to take for the last limit."""
    limits = jnp.arange(1001)
    def step(best: jax.Array, thing: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        weight, value = thing
        packed = jnp.where(limits >= weight, best[jnp.maximum(limits - weight, 0)] + value, -1)
        return jnp.maximum(best, packed), packed > best
    best, better = lax.scan(step, jnp.zeros_like(limits), (weights, values))
    def back(limit: jax.Array, thing: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        taken = thing[1][limit]
        return limit - jnp.where(taken, thing[0], 0), taken
    return best, lax.scan(back, limits[-1], (weights, better), reverse=True)[1]


def common_subsequences(pattern: jax.Array, texts: jax.Array) -> jax.Array:
    """Lengths of the longest subsequences that texts share with a pattern, with a bit of a word for each of its letters."""
    bits = jnp.uint64(1) << jnp.arange(pattern.shape[0], dtype=jnp.uint64)
    letters = jnp.sum(jnp.where(pattern == jnp.arange(4, dtype=jnp.uint64)[:, None], bits, jnp.uint64(0)), 1)
    everywhere = jnp.sum(bits)
    def step(rest: jax.Array, letter: jax.Array) -> tuple[jax.Array, None]:
        found = rest & letters[letter.astype(jnp.int32)]
        return (rest + found) | (rest - found), None
    rest = lax.scan(step, jnp.full(texts.shape[0], everywhere), texts.T)[0]
    return lax.population_count(~rest & everywhere)


def pattern_matches(pattern: jax.Array, text: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Knuth, Morris and Pratt's search: borders of the pattern, and how long a prefix of it ends at each letter of the text."""
    m = pattern.shape[0]

    def extended(borders: jax.Array, length: jax.Array, letter: jax.Array) -> jax.Array:
        def fits(k: jax.Array) -> jax.Array:
            return (k < m) & (pattern[jnp.minimum(k, m - 1)] == letter)
        length = lax.while_loop(lambda k: (k > 0) & ~fits(k), lambda k: borders[k - 1], length)
        return length + fits(length)

    def fill(i: jax.Array, borders: jax.Array) -> jax.Array:
        return borders.at[i].set(extended(borders, borders[i - 1], pattern[i]))

    borders = lax.fori_loop(1, m, fill, jnp.zeros(m, jnp.int32))
    def step(length: jax.Array, letter: jax.Array) -> tuple[jax.Array, jax.Array]:
        length = extended(borders, length, letter)
        return length, length
    return borders, lax.scan(step, jnp.int32(0), text)[1]


def rule_110(words: jax.Array) -> tuple[jax.Array, jax.Array]:
    """An automaton with 32 cells in a word, and how many are alive at each step."""
    def step(x: jax.Array, _: None) -> tuple[jax.Array, jax.Array]:
        left = (x >> 1) | (jnp.roll(x, 1) << 31)
        right = (x << 1) | (jnp.roll(x, -1) >> 31)
        x = (x | right) & ~(left & x & right)
        return x, jnp.sum(lax.population_count(x))
    return lax.scan(step, words, None, length=100)


def sand_piles(x: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Piles of four or more grains fall to their neighbours, and over the edge, until all are lower."""
    def fall(state: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        x, fallen = state
        grains = x >> 2
        around = jnp.pad(grains, 1)
        x = x - 4 * grains + around[2:, 1:-1] + around[:-2, 1:-1] + around[1:-1, 2:] + around[1:-1, :-2]
        return x, fallen + jnp.sum(grains)
    return lax.while_loop(lambda s: jnp.any(s[0] > 3), fall, (x, jnp.int32(0)))


def cases() -> Iterator[Case]:
    yield case("shortest_routes", shortest_routes, indices((5003,), 1001), indices((5003,), 1001), array((5003,), "i32", 1, 99))
    yield case("strong_components", strong_components, array((101, 101), "i32", 0, 150))
    yield case("aligned_sequences", aligned_sequences, array((65,), "u8", 0, 3), array((67,), "u8", 0, 3))
    yield case("knapsack", knapsack, array((101,), "i32", 5, 60), array((101,), "i32", 1, 99))
    yield case("common_subsequences", common_subsequences, array((50,), "u64", 0, 3), array((2003, 65), "u8", 0, 3))
    yield case("pattern_matches", pattern_matches, array((7,), "u8", 0, 1), array((5003,), "u8", 0, 1))
    yield case("rule_110", rule_110, array((513,), "u32", 0, 2**32 - 1))
    yield case("sand_piles", sand_piles, array((33, 35), "i32", 0, 5))
