"""Random bits as arithmetic on counters: what `numbers.random` computes, in StableHLO's operations (Salmon et al., SC 2011).

Each element of the result depends on a counter of its own, so that the whole is one loop over vectors.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from hloom.ir.core import Value
from hloom.ir.types import TensorType
from hloom.numbers.element_type import ELEMENT_TYPES, UI32, UI64, ElementType
from hloom.numbers.random import (
    PHILOX_KEY_STEPS,
    PHILOX_MULTIPLIERS,
    THREEFRY_PARITY,
    THREEFRY_ROTATIONS,
    half_shape,
)
from hloom.ops.common.decomposition import Builder
from hloom.ops.stablehlo.comparison import Compare
from hloom.ops.stablehlo.conversion import BitcastConvert, Convert
from hloom.ops.stablehlo.creation import Iota
from hloom.ops.stablehlo.elementwise import Add, Multiply, Or, ShiftLeft, ShiftRightLogical, Xor
from hloom.ops.stablehlo.movement import BroadcastInDim, Concatenate, Reshape, Slice
from hloom.passes.rewriting import Replacement
from hloom.passes.rules.matching import is_static


def random_bits(op: Any, b: Builder) -> Replacement:
    """rng_bit_generator(state) -> arithmetic on counters, where the state's size is known."""
    if not is_static(op.initial_state) or not is_static(op.output):
        return None
    type, shape = op.output.element, op.output.shape
    bits = ELEMENT_TYPES.get(f"ui{type.width}")
    if bits is None:
        return None  # no integers of that width hold the bits
    words = _Words(b)
    state = words.of_state(op.initial_state)
    wide = type.width == 64
    generate = words.threefry if op.rng_algorithm == "THREE_FRY" else words.philox
    advanced, found = generate(state, shape, wide)
    if bits.width < 32:
        found = b(Convert, found, result_types=[TensorType(shape, bits)])
    if type is not bits:
        found = b(BitcastConvert, found, result_types=[op.output.type])
    return words.as_state(advanced, op.output_state.type), found


class _Words:
    """Arithmetic on words of 32 and 64 bits."""

    def __init__(self, b: Builder) -> None:
        self.b = b

    def of_state(self, state: Value) -> list[Value]:
        """The words of 64 bits that a state holds."""
        b, (count,) = self.b, state.shape
        if state.element is not UI64:
            state = b(BitcastConvert, state, result_types=[TensorType((count,), UI64)])
        return [b(Reshape, b(Slice, state, start_indices=[k], limit_indices=[k + 1], strides=[1]),
                  result_types=[TensorType((), UI64)]) for k in range(count)]

    def as_state(self, words: Sequence[Value], type: Any) -> Value:
        found = self._joined([self.b(Reshape, w, result_types=[TensorType((1,), UI64)]) for w in words], 0)
        return found if type.element is UI64 else self.b(BitcastConvert, found, result_types=[type])

    # -- ThreeFry -------------------------------------------------------------------------------------------------------------
    def threefry(self, state: list[Value], shape: tuple[int, ...], wide: bool) -> tuple[list[Value], Value]:
        """The advanced state and words of 64 (`wide`) or 32 bits in a shape: ThreeFry-2x32 with 20 rounds."""
        b = self.b
        run, axis = (shape, 0) if wide else half_shape(shape)
        count = prod(run)
        position = self._counters(state[1], count)
        x, y = self._threefry((state[0],), position)
        advanced = [state[0], self._plus(state[1], count)]
        if wide:
            return advanced, b(Reshape, self._wide(x, y), result_types=[TensorType(shape, UI64)])
        if not shape:
            return advanced, b(Reshape, x, result_types=[TensorType((), UI32)])
        parted = TensorType((*run[: axis + 1], 1, *run[axis + 1 :]), UI32)
        both = self._joined([b(Reshape, w, result_types=[parted]) for w in (x, y)], axis + 1)
        whole = (*run[:axis], 2 * run[axis], *run[axis + 1 :])
        return advanced, self._first(b(Reshape, both, result_types=[TensorType(whole, UI32)]), shape)

    def _threefry(self, seed: Sequence[Value], position: Value) -> tuple[Value, Value]:
        (count,) = position.shape
        first, second = (self._spread(half, count) for half in (self._low(seed[0]), self._high(seed[0])))
        parity = self._number(THREEFRY_PARITY, UI32, count)
        keys = (first, second, self._do(Xor, self._do(Xor, first, second), parity))
        x, y = self._do(Add, self._low(position), keys[0]), self._do(Add, self._high(position), keys[1])
        for group in range(5):
            for distance in THREEFRY_ROTATIONS[group % 2]:
                x = self._do(Add, x, y)
                left = self._do(ShiftLeft, y, self._number(distance, UI32, count))
                right = self._do(ShiftRightLogical, y, self._number(32 - distance, UI32, count))
                y = self._do(Xor, self._do(Or, left, right), x)
            x = self._do(Add, x, keys[(group + 1) % 3])
            y = self._do(Add, self._do(Add, y, keys[(group + 2) % 3]), self._number(group + 1, UI32, count))
        return x, y

    # -- Philox ---------------------------------------------------------------------------------------------------------------
    def philox(self, state: list[Value], shape: tuple[int, ...], wide: bool) -> tuple[list[Value], Value]:
        """The advanced state and words of 64 (`wide`) or 32 bits in a shape: Philox-4x32 with 10 rounds.

        The state is the key and a 128-bit counter, low word first; a state of two words takes the key as the high one.
        """
        b, count = self.b, prod(shape)
        blocks = -(-count * (2 if wide else 1) // 4)
        low = self._counters(state[1], blocks)
        over = b(Compare, low, self._spread(state[1], blocks), comparison_direction="LT")
        carry = b(Convert, over, result_types=[low.type])
        high = self._do(Add, self._spread(state[-1] if len(state) == 3 else state[0], blocks), carry)
        words = self._philox(state[0], (self._low(low), self._high(low), self._low(high), self._high(high)))
        if wide:
            words = [self._wide(words[0], words[1]), self._wide(words[2], words[3])]
        columns = [b(Reshape, w, result_types=[TensorType((blocks, 1), w.element)]) for w in words]
        stream = self._joined(columns, 1)
        stream = b(Reshape, stream, result_types=[TensorType((blocks * len(words),), words[0].element)])
        found = b(Reshape, self._first(stream, (count,)), result_types=[TensorType(shape, words[0].element)])
        advanced = [state[0], self._plus(state[1], blocks), *state[2:]]
        if len(state) == 3:
            wrapped = b(Compare, advanced[1], state[1], comparison_direction="LT")
            advanced[2] = self._do(Add, state[2], b(Convert, wrapped, result_types=[TensorType((), UI64)]))
        return advanced, found

    def _philox(self, key: Value, counter: Sequence[Value]) -> list[Value]:
        one, two, three, four = counter
        (count,) = one.shape
        keys = [self._low(key), self._high(key)]
        for _ in range(10):
            left = self._product(one, PHILOX_MULTIPLIERS[0])
            right = self._product(three, PHILOX_MULTIPLIERS[1])
            first, second = (self._spread(k, count) for k in keys)
            one = self._do(Xor, self._do(Xor, self._high(right), two), first)
            three = self._do(Xor, self._do(Xor, self._high(left), four), second)
            two, four = self._low(right), self._low(left)
            keys = [self._do(Add, k, self._number(step, UI32)) for k, step in zip(keys, PHILOX_KEY_STEPS)]
        return [one, two, three, four]

    def _product(self, x: Value, factor: Any) -> Value:
        """The 64 bits of a product of words of 32."""
        long = self.b(Convert, x, result_types=[TensorType(x.shape, UI64)])
        return self._do(Multiply, long, self._number(factor, UI64, *x.shape))

    # -- words ----------------------------------------------------------------------------------------------------------------
    def _do(self, operation: Any, x: Value, y: Value) -> Value:
        return self.b(operation, x, y)

    def _number(self, value: Any, type: ElementType, *shape: int) -> Value:
        return self.b.splat(value, TensorType(shape, type))

    def _spread(self, x: Value, count: int) -> Value:
        return self.b(BroadcastInDim, x, broadcast_dimensions=(), result_types=[TensorType((count,), x.element)])

    def _counters(self, start: Value, count: int) -> Value:
        numbers = self.b(Iota, iota_dimension=0, result_types=[TensorType((count,), UI64)])
        return self._do(Add, numbers, self._spread(start, count))

    def _plus(self, x: Value, number: int) -> Value:
        return self._do(Add, x, self._number(np.uint64(number), UI64))

    def _low(self, x: Value) -> Value:
        return self.b(Convert, x, result_types=[TensorType(x.shape, UI32)])

    def _high(self, x: Value) -> Value:
        return self._low(self._do(ShiftRightLogical, x, self._number(32, UI64, *x.shape)))

    def _wide(self, low: Value, high: Value) -> Value:
        long = TensorType(low.shape, UI64)
        above = self.b(Convert, high, result_types=[long])
        above = self._do(ShiftLeft, above, self._number(32, UI64, *low.shape))
        return self._do(Or, self.b(Convert, low, result_types=[long]), above)

    def _joined(self, parts: Sequence[Value], dimension: int) -> Value:
        return self.b(Concatenate, parts, dimension=dimension)

    def _first(self, x: Value, shape: Sequence[int]) -> Value:
        """The first elements along each dimension."""
        return self.b(Slice, x, start_indices=[0] * len(shape), limit_indices=list(shape), strides=[1] * len(shape))
