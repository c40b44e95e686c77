"""Counter-based random bits, bit for bit those of XLA (StableHLO spec: rng_bit_generator; Salmon et al., SC 2011)."""

from __future__ import annotations

import numpy as np

from hloom.numbers.bits import from_bits, stored_mantissa_bits
from hloom.numbers.convert import convert
from hloom.numbers.element_type import F64, I64, UI32, UI64, ElementType
from hloom.numbers.rounding import Array, quiet, round_to, widen

#: Distances by which words rotate in the rounds of ThreeFry-2x32, in turns; and what the keys are made equal in parity by.
THREEFRY_ROTATIONS = ((13, 15, 26, 6), (17, 29, 16, 24))
THREEFRY_PARITY = np.uint32(0x1BD11BDA)
#: Factors of Philox-4x32, and what the words of its key grow by from round to round.
PHILOX_MULTIPLIERS = (np.uint64(0xD2511F53), np.uint64(0xCD9E8D57))
PHILOX_KEY_STEPS = (np.uint32(0x9E3779B9), np.uint32(0xBB67AE85))
_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)


def _low(x: Array) -> Array:
    return np.asarray(x & _LOW).astype(np.uint32)


def _high(x: Array) -> Array:
    return np.asarray(x >> _HALF).astype(np.uint32)


@quiet
def threefry2x32(key: tuple[Array, Array], counter: tuple[Array, Array]) -> tuple[Array, Array]:
    """Two words of random bits for each counter: ThreeFry-2x32 with 20 rounds. All words are u32; arrays broadcast."""
    keys = (key[0], key[1], key[0] ^ key[1] ^ THREEFRY_PARITY)
    x, y = counter[0] + keys[0], counter[1] + keys[1]
    for group in range(5):
        for distance in THREEFRY_ROTATIONS[group % 2]:
            x = x + y
            y = ((y << np.uint32(distance)) | (y >> np.uint32(32 - distance))) ^ x
        x = x + keys[(group + 1) % 3]
        y = y + keys[(group + 2) % 3] + np.uint32(group + 1)
    return x, y


@quiet
def philox4x32(key: tuple[Array, Array], counter: tuple[Array, ...]) -> tuple[Array, Array, Array, Array]:
    """Four words of random bits for each counter: Philox-4x32 with 10 rounds. All words are u32; arrays broadcast."""
    a, b, c, d = counter
    first, second = key
    for _ in range(10):
        left, right = a.astype(np.uint64) * PHILOX_MULTIPLIERS[0], c.astype(np.uint64) * PHILOX_MULTIPLIERS[1]
        a, b, c, d = _high(right) ^ b ^ first, _low(right), _high(left) ^ d ^ second, _low(left)
        first, second = first + PHILOX_KEY_STEPS[0], second + PHILOX_KEY_STEPS[1]
    return a, b, c, d


def _join(low: Array, high: Array) -> Array:
    return low.astype(np.uint64) | (high.astype(np.uint64) << _HALF)


def _count(shape: tuple[int, ...]) -> int:
    return int(np.prod(shape, dtype=np.int64))


def _threefry(state: Array, shape: tuple[int, ...], wide: bool) -> tuple[Array, Array]:
    """The advanced state and `shape` words of 64 (`wide`) or 32 bits."""
    run, axis = (shape, 0) if wide else half_shape(shape)
    count = _count(run)
    position = state[1] + np.arange(count, dtype=np.uint64)
    x, y = threefry2x32((_low(state[0]), _high(state[0])), (_low(position), _high(position)))
    advanced = np.array([state[0], state[1] + np.uint64(count)], np.uint64)
    if wide:
        return advanced, _join(x, y).reshape(shape)
    if not shape:
        return advanced, x.reshape(())
    both = np.stack([x.reshape(run), y.reshape(run)], axis=axis + 1)
    both = both.reshape(*run[:axis], 2 * run[axis], *run[axis + 1 :])
    return advanced, both[(slice(None),) * axis + (slice(shape[axis]),)]


def half_shape(shape: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """The shape over which ThreeFry runs to fill `shape` with 32-bit words, two a run, and the dimension that it
    halves.

    That is the first even dimension, else the largest one, rounded up.
    """
    if not shape:
        return (1,), 0
    even = [axis for axis, size in enumerate(shape) if size % 2 == 0]
    axis = even[0] if even else int(np.argmax(shape))
    return (*shape[:axis], (shape[axis] + 1) // 2, *shape[axis + 1 :]), axis


def _philox(state: Array, shape: tuple[int, ...], wide: bool) -> tuple[Array, Array]:
    """The advanced state and `shape` words of 64 (`wide`) or 32 bits.

    The state is the key and a 128-bit counter, low word first; a state of two words takes the key as the high one.
    """
    words = _count(shape) * (2 if wide else 1)
    blocks = -(-words // 4)
    low = state[1] + np.arange(blocks, dtype=np.uint64)
    high = (state[2] if len(state) == 3 else state[0]) + (low < state[1]).astype(np.uint64)
    block = philox4x32((_low(state[0]), _high(state[0])), (_low(low), _high(low), _low(high), _high(high)))
    stream = np.stack(block, axis=-1).reshape(-1)[:words]
    values = _join(stream[0::2], stream[1::2]) if wide else stream
    advanced = state.copy()
    advanced[1] += np.uint64(blocks)
    if len(state) == 3:
        advanced[2] += np.uint64(advanced[1] < state[1])
    return advanced, values.reshape(shape)


@quiet
def rng_bit_generator(state: Array, algorithm: str, shape: tuple[int, ...], type: ElementType) -> tuple[Array, Array]:
    """The advanced state and an array of `shape` whose elements of `type` have random bits.

    `state` is u64 of 2 (THREE_FRY) or 2 or 3 elements (PHILOX). `algorithm` DEFAULT is PHILOX. Types narrower than 32
    bits take the low bits of 32-bit words.
    """
    state = np.asarray(state, np.uint64)
    wide = type.part.width == 64
    generate = _threefry if algorithm == "THREE_FRY" else _philox
    drawn = (*shape, 2) if type.is_complex else tuple(shape)
    advanced, words = generate(state, drawn, wide)
    return advanced, from_bits(words, type)


@quiet
def uniform(state: Array, low: Array, high: Array, shape: tuple[int, ...], type: ElementType) -> tuple[Array, Array]:
    """The advanced PHILOX state and numbers of a real `type` spread evenly over [low, high).

    Floats have as many random bits as the type has in its mantissa; integers are reduced modulo the size of the range.
    """
    source = UI64 if type.width == 64 else UI32
    advanced, bits = rng_bit_generator(state, "DEFAULT", shape, source)
    if not type.is_float:
        return advanced, _uniform_integers(bits, convert(low, I64), convert(high, I64), type)
    kept = stored_mantissa_bits(type)
    fraction = (bits >> bits.dtype.type(source.width - kept)).astype(np.float64) * 2.0**-kept
    start, end = widen(np.asarray(low), F64), widen(np.asarray(high), F64)
    values = round_to(start + fraction * (end - start), type)
    # Rounding may reach the end, which does not belong to the interval.
    return advanced, np.where(widen(values, F64) >= end, np.asarray(low), values)


def _uniform_integers(bits: Array, low: Array, high: Array, type: ElementType) -> Array:
    size = np.maximum(high.view(np.uint64) - low.view(np.uint64), np.uint64(1))
    return convert(np.asarray(low.view(np.uint64) + bits.astype(np.uint64) % size), type)


@quiet
def normal(
    state: Array, mean: Array, deviation: Array, shape: tuple[int, ...], type: ElementType
) -> tuple[Array, Array]:
    """The advanced PHILOX state and numbers of a float `type` with the normal distribution (Box and Muller)."""
    bounds = np.zeros((), np.float64), np.ones((), np.float64)
    advanced, pairs = uniform(state, *bounds, (2, *shape), F64)
    # The logarithm must not see 0; the bound is XLA's.
    radius = np.sqrt(-2.0 * np.log(np.maximum(pairs[0], 1e-7)))
    values = radius * np.cos(2.0 * np.pi * pairs[1])
    return advanced, round_to(widen(np.asarray(mean), F64) + widen(np.asarray(deviation), F64) * values, type)
