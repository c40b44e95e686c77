"""Texts: tags of sequences, search and draws of tokens, losses and neighbours of language models."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax, nn, random

from benchmarks.jax_functions.attention import LOWEST
from benchmarks.jax_functions.cases import Case, array, case, indices, key, mask
from benchmarks.jax_functions.learning.common import gru_cell, trained, weight, weights
from benchmarks.jax_functions.random_numbers import with_key
from benchmarks.jax_functions.recurrent import lstm_cell
from benchmarks.jax_functions.training import cross_entropies


# -- tags -----------------------------------------------------------------------------------------------------------------
def both_directions(x: jax.Array, lengths: jax.Array, forwards: Sequence[jax.Array], backwards: Sequence[jax.Array]) -> jax.Array:
    """An LSTM over padded sequences [time, batch, width], and one from the end of each."""
    times = jnp.arange(x.shape[0])[:, None]
    turned = jnp.where(times < lengths, lengths - 1 - times, times)[..., None]
    def run(x: jax.Array, w: Sequence[jax.Array]) -> jax.Array:
        start = jnp.zeros((x.shape[1], w[1].shape[0]))
        def step(state: tuple[jax.Array, jax.Array], given: tuple[jax.Array, jax.Array]) -> Any:
            kept, v = given
            h, c = lstm_cell(v, *state, *w)
            state = jnp.where(kept, h, state[0]), jnp.where(kept, c, state[1])
            return state, jnp.where(kept, h, 0)
        return lax.scan(step, (start, start), ((times < lengths)[..., None], x))[1]
    back = jnp.take_along_axis(run(jnp.take_along_axis(x, turned, 0), backwards), turned, 0)
    return jnp.concatenate([run(x, forwards), back], -1)


def tagging_loss(tokens: jax.Array, tags: jax.Array, lengths: jax.Array, table: jax.Array, head: jax.Array,
                 *w: jax.Array) -> jax.Array:
    """The cross entropy of the tags of padded sequences, by an LSTM in both directions."""
    logits = both_directions(table[tokens], lengths, w[:3], w[3:]) @ head
    losses = cross_entropies(logits, tags)
    return jnp.sum(jnp.where(jnp.arange(tokens.shape[0])[:, None] < lengths, losses, 0)) / jnp.sum(lengths)


def field_loss(tags: jax.Array, lengths: jax.Array, scores: jax.Array, transitions: jax.Array) -> jax.Array:
    """A conditional random field: the negative log likelihood of the tags [batch, time] of padded sequences."""
    kept = jnp.arange(tags.shape[1]) < lengths[:, None]
    own = jnp.take_along_axis(scores, tags[..., None], -1)[..., 0]
    own = own + jnp.pad(transitions[tags[:, :-1], tags[:, 1:]], ((0, 0), (1, 0)))
    def step(a: jax.Array, given: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, None]:
        row, kept = given
        return jnp.where(kept[:, None], nn.logsumexp(a[..., None] + transitions, 1) + row, a), None
    a = lax.scan(step, scores[:, 0], (jnp.swapaxes(scores[:, 1:], 0, 1), kept[:, 1:].T))[0]
    return jnp.mean(nn.logsumexp(a, -1) - jnp.sum(jnp.where(kept, own, 0), 1))


def best_tags(lengths: jax.Array, scores: jax.Array, transitions: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Viterbi's path through each of a padded batch of sequences, and its score."""
    def step(a: jax.Array, given: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        t, row = given
        sums = a[..., None] + transitions
        kept = (t < lengths)[:, None]
        stay = jnp.broadcast_to(jnp.arange(a.shape[1]), a.shape)
        return jnp.where(kept, jnp.max(sums, 1) + row, a), jnp.where(kept, jnp.argmax(sums, 1), stay)
    rows = jnp.swapaxes(scores, 0, 1)
    a, sources = lax.scan(step, rows[0], (jnp.arange(1, rows.shape[0]), rows[1:]))
    def back(tag: jax.Array, source: jax.Array) -> tuple[jax.Array, jax.Array]:
        return jnp.take_along_axis(source, tag[:, None], 1)[:, 0], tag
    first, rest = lax.scan(back, jnp.argmax(a, -1), sources, reverse=True)
    return jnp.concatenate([first[None], rest]).T, jnp.max(a, -1)


# -- tokens ---------------------------------------------------------------------------------------------------------------
def beam_step(place: jax.Array, sequences: jax.Array, totals: jax.Array, finished: jax.Array, logits: jax.Array,
              cache: jax.Array) -> Any:
    """The best continuations [batch, beams, ...]; a beam that has ended, with 0, only goes on with 0.

    Gives their sequences, totals, ends and caches, and the totals relative to a power of the lengths.
    """
    b, beams, vocabulary = logits.shape
    only_end = jnp.where(jnp.arange(vocabulary) == 0, 0, LOWEST)
    rows = totals[..., None] + jnp.where(finished[..., None], only_end, nn.log_softmax(logits))
    best, flat = lax.top_k(rows.reshape(b, -1), beams)
    parents, tokens = flat // vocabulary, flat % vocabulary
    def chosen(x: jax.Array) -> jax.Array:
        return jnp.take_along_axis(x, parents.reshape(b, beams, *(1,) * (x.ndim - 2)), 1)
    sequences = lax.dynamic_update_slice(chosen(sequences), tokens[..., None], (0, 0, place))
    finished = chosen(finished) | (tokens == 0)
    length = jnp.sum(sequences > 0, -1)
    return sequences, best, finished, chosen(cache), best / ((5 + length) / 6) ** 0.6


def nucleus(k: jax.Array, logits: jax.Array, history: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Tokens drawn from the likeliest ones that hold nine tenths, 64 at most, those of the history made less likely."""
    rows = jnp.arange(logits.shape[0])[:, None]
    seen = logits[rows, history]
    logits = logits.at[rows, history].set(jnp.where(seen > 0, seen / 1.2, seen * 1.2)) / 0.7
    best, places = lax.top_k(logits, 64)
    p = nn.softmax(best)
    kept = jnp.where(jnp.cumsum(p, -1) - p < 0.9, best, -jnp.inf)
    drawn = random.categorical(k, kept)[:, None]
    return jnp.take_along_axis(places, drawn, 1)[:, 0], jnp.take_along_axis(nn.log_softmax(kept), drawn, 1)[:, 0]


def accepted(k: jax.Array, tokens: jax.Array, drafted: jax.Array, wanted: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Speculative decoding: the drafted tokens that stand, one behind them from what the draft lacked, and how many stand."""
    draws, rest = random.split(k)
    q, p = nn.softmax(drafted), nn.softmax(wanted)
    own_q, own_p = (jnp.take_along_axis(x[:, : tokens.shape[1]], tokens[..., None], -1)[..., 0] for x in (q, p))
    stands = random.uniform(draws, tokens.shape) < own_p / own_q
    count = jnp.sum(jnp.cumprod(stands.astype(jnp.int32), 1), 1)
    lacking = jnp.maximum(p - jnp.pad(q, ((0, 0), (0, 1), (0, 0))), 0)
    row = jnp.take_along_axis(lacking, count[:, None, None], 1)[:, 0]
    following = random.categorical(rest, jnp.log(row + 1e-20))
    places = jnp.arange(tokens.shape[1] + 1)
    known = jnp.where(places < count[:, None], jnp.pad(tokens, ((0, 0), (0, 1))), 0)
    return jnp.where(places == count[:, None], following[:, None], known), count


def generated(data: jax.Array, h: jax.Array, table: jax.Array, w: jax.Array, u: jax.Array, head: jax.Array) -> jax.Array:
    """Tokens of a recurrent model, drawn until all sequences have ended, with a token below 8, or are full."""
    start = random.wrap_key_data(data), jnp.zeros((), jnp.int32), h, jnp.ones((h.shape[0], 33), jnp.int32) * 9
    def going_on(state: tuple[jax.Array, ...]) -> jax.Array:
        return (state[1] < 32) & jnp.any(jnp.all(state[3] >= 8, -1))
    def step(state: tuple[jax.Array, ...]) -> tuple[jax.Array, ...]:
        k, n, h, tokens = state
        k, draw = random.split(k)
        h = gru_cell(table[lax.dynamic_index_in_dim(tokens, n, 1, False)], h, w, u)
        drawn = jnp.where(jnp.any(tokens < 8, -1), 0, random.categorical(draw, h @ head).astype(jnp.int32))
        return k, n + 1, h, lax.dynamic_update_slice(tokens, drawn[:, None], (0, n + 1))
    return lax.while_loop(going_on, step, start)[3]


# -- language models ------------------------------------------------------------------------------------------------------
def language_loss(y: jax.Array, x: jax.Array, table: jax.Array) -> tuple[jax.Array, tuple[jax.Array, jax.Array]]:
    """A smoothed cross entropy with a z-loss over a large vocabulary, whose embeddings are the last layer, too.

    Labels below 500 do not count; beside it the perplexity and how many count.
    """
    logits = jnp.matmul(x, table.T, preferred_element_type=jnp.float32)
    total, kept = nn.logsumexp(logits, -1), y >= 500
    own = total - jnp.take_along_axis(logits, y[:, None], 1)[:, 0]
    smooth = total - jnp.mean(logits, -1)
    count = jnp.maximum(jnp.sum(kept), 1)
    def mean(losses: jax.Array) -> jax.Array:
        return jnp.sum(jnp.where(kept, losses, 0)) / count
    return mean(0.9 * own + 0.1 * smooth + 1e-4 * total**2), (jnp.exp(mean(own)), count)


def with_neighbours(queries: jax.Array, logits: jax.Array, keys: jax.Array, tokens: jax.Array) -> jax.Array:
    """kNN-LM: the model's probabilities mixed with those of tokens whose stored states are near."""
    distances = jnp.sum(queries**2, -1, keepdims=True) - 2 * queries @ keys.T + jnp.sum(keys**2, -1)
    near, places = lax.top_k(-distances, 16)
    shares = nn.softmax(near / 8)
    rows = jnp.arange(queries.shape[0])[:, None]
    p = jnp.zeros_like(logits).at[rows, tokens[places]].add(shares)
    return jnp.log(0.25 * p + 0.75 * nn.softmax(logits) + 1e-12)


def cases() -> Iterator[Case]:
    cell = weights((32, 192), (48, 192), (192,))
    yield trained("tagging_grad", tagging_loss, 3, indices((33, 7), 503), indices((33, 7), 9), array((7,), "i32", 9, 33),
                  array((503, 32)), weight(96, 9), *cell, *cell)
    yield trained("field_grad", field_loss, 2, indices((7, 50), 17), array((7,), "i32", 9, 50), array((7, 50, 17)),
                  array((17, 17)))
    yield case("best_tags", best_tags, array((7,), "i32", 9, 50), array((7, 50, 17)), array((17, 17)))
    yield case("beam_step", beam_step, array((), "i32", 10, 30), array((2, 4, 33), "i32", 1, 5002),
               array((2, 4), "f32", -30, -25), mask((2, 4)), array((2, 4, 5003), "f32", -3, 6), array((2, 4, 17, 64)))
    yield case("nucleus", with_key(nucleus), key(), array((8, 5003), "f32", -6, 6), indices((8, 50), 5003))
    yield case("accepted", with_key(accepted), key(), indices((4, 5), 1003), array((4, 5, 1003)), array((4, 6, 1003)))
    yield case("generated", generated, key(), array((4, 64)), array((257, 32)), *weights((32, 192), (64, 192)), array((64, 257)))
    yield trained("language_loss_grad_bf16", language_loss, 1, indices((64,), 10_003), array((64, 128), "bf16"),
                  array((10_003, 128), "bf16", -0.2, 0.2), has_aux=True)
    yield case("with_neighbours", with_neighbours, array((16, 64)), array((16, 5003)), array((4096, 64)), indices((4096,), 5003))
