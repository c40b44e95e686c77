"""Bits and codes: hashes, checksums, space-filling order, Base64, runs, sorting by bits, text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from benchmarks.jax_functions.cases import Case, array, case


def bloom_filter(words: jax.Array, wanted: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Membership by MurmurHash3: bits set for known rows of words, and looked up for others and for some of these."""
    def rotated(x: jax.Array, by: int) -> jax.Array:
        return (x << by) | (x >> (32 - by))
    def murmur(words: jax.Array, seed: int) -> jax.Array:
        def mix(h: jax.Array, k: jax.Array) -> tuple[jax.Array, None]:
            h = h ^ rotated(k * jnp.uint32(0xCC9E2D51), 15) * jnp.uint32(0x1B873593)
            return rotated(h, 13) * jnp.uint32(5) + jnp.uint32(0xE6546B64), None
        h = lax.scan(mix, jnp.full(words.shape[0], seed, jnp.uint32), words.T)[0] ^ jnp.uint32(4 * words.shape[1])
        h = (h ^ (h >> 16)) * jnp.uint32(0x85EBCA6B)
        h = (h ^ (h >> 13)) * jnp.uint32(0xC2B2AE35)
        return h ^ (h >> 16)
    def places(words: jax.Array) -> jax.Array:
        first, second = murmur(words, 17), murmur(words, 42)
        return ((first[:, None] + jnp.arange(5, dtype=jnp.uint32) * second[:, None]) & 0xFFF).astype(jnp.int32)
    bits = jnp.zeros(4096, bool).at[places(words)].set(True)
    return bits, jnp.all(bits[places(jnp.concatenate([wanted, words[::7]]))], 1)


def hash_table(words: jax.Array, lengths: jax.Array) -> tuple[jax.Array, jax.Array, jax.Array]:
    """Words of bytes, each of a length, hashed to 64 bits by FNV-1a, how full buckets become, and how often so."""
    def mix(h: jax.Array, given: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, None]:
        place, letter = given
        mixed = (h ^ letter.astype(jnp.uint64)) * jnp.uint64(0x100000001B3)
        return jnp.where(place < lengths, mixed, h), None
    start = jnp.full(words.shape[0], 0xCBF29CE484222325, jnp.uint64)
    h = lax.scan(mix, start, (jnp.arange(words.shape[1], dtype=jnp.uint64), words.T))[0]
    h = (h ^ (h >> 33)) * jnp.uint64(0xFF51AFD7ED558CCD)
    h = h ^ (h >> 33)
    full = jnp.bincount((h & 127).astype(jnp.int32), length=128)
    return h, full, jnp.bincount(full, length=40)


def checksums(rows: jax.Array) -> tuple[jax.Array, jax.Array]:
    """CRC-32 through a table of bytes, and Adler-32."""
    def shifted(_: jax.Array, x: jax.Array) -> jax.Array:
        return jnp.where(x & 1 == 1, (x >> 1) ^ jnp.uint32(0xEDB88320), x >> 1)
    table = lax.fori_loop(0, 8, shifted, jnp.arange(256, dtype=jnp.uint32))
    def step(state: tuple[jax.Array, ...], byte: jax.Array) -> tuple[tuple[jax.Array, ...], None]:
        crc, a, b = state
        crc = table[((crc ^ byte) & 0xFF).astype(jnp.int32)] ^ (crc >> 8)
        a = (a + byte) % 65521
        return (crc, a, (b + a) % 65521), None
    ones = jnp.ones(rows.shape[0], jnp.uint32)
    crc, a, b = lax.scan(step, (~(ones - 1), ones, ones - 1), rows.T.astype(jnp.uint32))[0]
    return ~crc, (b << 16) | a


def morton_order(points: jax.Array) -> Any:
    """Points sorted along Morton's curve, leading bits shared with the next one, and the volume of the cells' boxes."""
    def spread(x: jax.Array) -> jax.Array:
        x = (x | (x << 16)) & 0x030000FF
        x = (x | (x << 8)) & 0x0300F00F
        x = (x | (x << 4)) & 0x030C30C3
        return (x | (x << 2)) & 0x09249249
    grid = jnp.clip((points * 1024).astype(jnp.uint32), 0, 1023)
    codes = jnp.bitwise_or.reduce(spread(grid) << jnp.arange(3, dtype=jnp.uint32), axis=1)
    codes, order = lax.sort((codes, jnp.arange(points.shape[0], dtype=jnp.int32)), num_keys=1)
    points, cell = points[order], (codes >> 24).astype(jnp.int32)
    low, high = (f(points, cell, 64, indices_are_sorted=True) for f in (jax.ops.segment_min, jax.ops.segment_max))
    shared = lax.clz(codes[1:] ^ codes[:-1]).astype(jnp.int32)
    return codes, order, shared, jnp.sum(jnp.prod(jnp.maximum(high - low, 0), 1))


def base64(data: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Three bytes as four letters, and back."""
    alphabet = jnp.asarray(np.frombuffer(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", np.uint8))
    words = data.reshape(-1, 3).astype(jnp.uint32)
    bits = (words[:, 0] << 16) | (words[:, 1] << 8) | words[:, 2]
    coded = alphabet[((bits[:, None] >> jnp.array([18, 12, 6, 0], jnp.uint32)) & 63).astype(jnp.int32)]
    meanings = jnp.zeros(256, jnp.uint32).at[alphabet].set(jnp.arange(64, dtype=jnp.uint32))
    parts = meanings[coded]
    bits = (parts[:, 0] << 18) | (parts[:, 1] << 12) | (parts[:, 2] << 6) | parts[:, 3]
    decoded = (bits[:, None] >> jnp.array([16, 8, 0], jnp.uint32)).astype(jnp.uint8)
    return coded.ravel(), decoded.ravel()


def run_lengths(x: jax.Array) -> Any:
    """Runs of equal numbers as values and lengths, their number, the longest one's value, and whether they decode."""
    n = x.shape[0]
    starts = jnp.concatenate([jnp.array([True]), x[1:] != x[:-1]])
    run = jnp.cumsum(starts) - 1
    values = jnp.zeros(n, x.dtype).at[run].set(x)
    lengths = jnp.zeros(n, jnp.int32).at[run].add(1)
    decoded = values[jnp.searchsorted(jnp.cumsum(lengths), jnp.arange(n), side="right")]
    return values, lengths, run[-1] + 1, values[jnp.argmax(lengths)], jnp.all(decoded == x)


def radix_sort(keys: jax.Array, values: jax.Array) -> tuple[jax.Array, ...]:
    """Bit by bit: those with a zero first, each kind in its order."""
    def step(i: jax.Array, state: tuple[jax.Array, ...]) -> tuple[jax.Array, ...]:
        keys, values = state
        one = ((keys >> i.astype(jnp.uint32)) & 1).astype(jnp.int32)
        zeros = jnp.cumsum(1 - one)
        place = jnp.where(one == 1, zeros[-1] + jnp.cumsum(one) - 1, zeros - 1)
        return tuple(jnp.zeros_like(x).at[place].set(x, unique_indices=True) for x in (keys, values))
    return lax.fori_loop(0, 16, step, (keys, values))


def text_figures(text: jax.Array, secret: jax.Array) -> Any:
    """Bytes as words: lower case, spaces squeezed, counts of words by length and of letters, Vigenère's cipher, capitals."""
    small = jnp.where((text >= 65) & (text <= 90), text + 32, text)
    letter = (small >= 97) & (small <= 122)
    before = jnp.pad(letter[:-1], (1, 0))
    kept = letter | before
    place = jnp.where(kept, jnp.cumsum(kept) - 1, text.shape[0])
    squeezed = jnp.full_like(text, 32).at[place].set(jnp.where(letter, small, jnp.uint8(32)), mode="drop")
    word = jnp.cumsum(letter & ~before)
    lengths = jax.ops.segment_sum(letter.astype(jnp.int32), word, text.shape[0])
    counts = jnp.bincount(small.astype(jnp.int32) - 97, weights=letter.astype(jnp.int32), length=26)
    shift = secret[(jnp.cumsum(letter) - 1) % secret.shape[0]]
    hidden = jnp.where(letter, (small - 97 + shift) % 26 + 97, small)
    title = jnp.where(letter & ~before, small - 32, small)
    return squeezed, word[-1], jnp.bincount(lengths, length=12)[1:], counts, hidden, title


def cases() -> Iterator[Case]:
    yield case("bloom_filter", bloom_filter, array((1003, 7), "u32", 0, 2**32 - 1), array((2003, 7), "u32", 0, 2**32 - 1))
    yield case("hash_table", hash_table, array((2003, 17), "u8", 97, 122), array((2003,), "u64", 1, 17))
    yield case("checksums", checksums, array((257, 197), "u8", 0, 255))
    yield case("morton_order", morton_order, array((2003, 3), "f32", 0, 1))
    yield case("base64", base64, array((30_000,), "u8", 0, 255))
    yield case("run_lengths", run_lengths, array((5003,), "i32", 0, 1))
    yield case("radix_sort", radix_sort, array((2003,), "u32", 0, 65_535), array((2003,)))
    yield case("text_figures", text_figures, array((2003,), "u8", 32, 126), array((7,), "u8", 0, 25))
