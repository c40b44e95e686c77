"""Random numbers by counters: a key and a state give bits and a new state (lib/prng)."""

from __future__ import annotations

from math import tau
from typing import Any, Final, NamedTuple

import ml_dtypes
import numpy as np

from hloom.support.diagnostics import InputError
from hloom.xla.builder.op import XlaOp
from hloom.xla.builder.operation import operation
from hloom.xla.ops import elementwise as e
from hloom.xla.ops.constants import ConstantR0WithType, FullLike
from hloom.xla.ops.inputs import ConstantR1, shape_of
from hloom.xla.ops.movement import ConcatInDim, GetTupleElement, Reshape, Slice, SliceInDim
from hloom.xla.ops.reduction import RngBitGenerator
from hloom.xla.shape import Shape


class RngOutput(NamedTuple):
    """Random values, and the state after them."""

    value: XlaOp
    state: XlaOp


def _bits(shape: Any) -> Shape:
    """Unsigned elements of the same width."""
    wanted = shape_of(shape)
    if wanted.element_type.width not in (8, 16, 32, 64) or wanted.element_type.is_complex:
        raise InputError(f"there are no random bits for {wanted.to_text(layouts=False)}")
    return wanted.replace(element_type=f"u{wanted.element_type.width}")


@operation
def ConcatScalars(scalars: Any) -> XlaOp:
    """A vector of scalars."""
    return ConcatInDim(scalars[0].builder, [Reshape(s, [1]) for s in scalars], 0)


@operation(returns=RngOutput)
def ThreeFryBitGenerator(key: XlaOp, initial_state: XlaOp, shape: Any) -> RngOutput:
    """Bits of ThreeFry-2x32 for a key u64[] and a state, u64[] or u64[1] (lib/prng; Salmon et al., SC 2011)."""
    seed = ConcatScalars(key.builder, [key, initial_state])
    state, bits = RngBitGenerator("THREE_FRY", seed, _bits(shape))
    return RngOutput(bits, Reshape(Slice(state, [1], [2]), initial_state.shape.dimensions))


@operation(returns=RngOutput)
def PhiloxBitGenerator(key: XlaOp, initial_state: XlaOp, shape: Any) -> RngOutput:
    """Bits of Philox-4x32-10 for a key u64[] and a state u64[2], the lower half first (lib/prng)."""
    state, bits = RngBitGenerator("PHILOX", ConcatInDim(key.builder, [Reshape(key, [1]), initial_state], 0), _bits(shape))
    return RngOutput(bits, Slice(state, [1], [3]))


class ScrambledKey(NamedTuple):
    """A state and a key for PhiloxBitGenerator."""

    state: XlaOp
    key: XlaOp


#: The key with which keys are scrambled.
_SCRAMBLING: Final = 0x02461E293EC8F720


@operation(returns=ScrambledKey)
def ScramblePhiloxKey(key: XlaOp) -> ScrambledKey:
    """(state u64[2], key u64[]) made of a key u64[], whose bits all matter then (lib/prng).

    The words of the key, as a counter, give four words: the new key and the upper half of the state.
    """
    _is(key, (), "key of ScramblePhiloxKey")
    b = key.builder
    low = e.And(key, FullLike(key, 0xFFFFFFFF))
    counter = [Reshape(v, [1]) for v in (low, e.ShiftRightLogical(key, FullLike(key, 32)))]
    fixed = ConstantR1(b, np.array([_SCRAMBLING], np.uint64))
    words = Slice(GetTupleElement(RngBitGenerator("PHILOX", ConcatInDim(b, [fixed, *counter], 0), "u64[2]"), 1), [0], [2])
    state = ConcatInDim(b, [ConstantR1(b, np.zeros(1, np.uint64)), Slice(words, [1], [2])], 0)
    return ScrambledKey(state, Reshape(Slice(words, [0], [1]), []))


@operation
def PhiloxIncreaseCounter(counter: XlaOp, delta: XlaOp) -> XlaOp:
    """A counter of 128 bits, u64[2] with the lower half first, and a number u64[] added (lib/prng)."""
    _is(counter, (2,), "counter of PhiloxIncreaseCounter")
    _is(delta, (), "delta of PhiloxIncreaseCounter")
    low, high = (Reshape(Slice(counter, [k], [k + 1]), []) for k in range(2))
    moved = e.Add(low, delta)
    carried = e.Select(e.Lt(moved, low), e.Add(high, FullLike(high, 1)), high)
    return ConcatScalars(counter.builder, [moved, carried])


def _bounds(key: XlaOp, minval: Any, maxval: Any, type: Any) -> tuple[XlaOp, XlaOp]:
    """Bounds of a distribution; numbers take its type."""
    made = [v if isinstance(v, XlaOp) else ConstantR0WithType(key.builder, type, v) for v in (minval, maxval)]
    return made[0], made[1]


def _is(op: XlaOp, sizes: tuple[int, ...], what: str) -> None:
    if not op.shape.is_array or op.element_type.text != "u64" or op.shape.dimensions != sizes:
        raise InputError(f"the {what} is {Shape('u64', sizes).to_text(False)}, got {op.shape.to_text(False)}")


@operation(returns=RngOutput)
def UniformFloatingPointDistribution(key: XlaOp, initial_state: XlaOp, bit_generator: Any, minval: Any, maxval: Any,
                                     shape: Any) -> RngOutput:
    """Numbers from `minval` to before `maxval` (lib/prng): as many upper bits as the mantissa has are a fraction of 1; of F16
    they are the lower ones."""
    wanted = shape_of(shape)
    type = wanted.element_type
    if type.text not in ("f16", "bf16", "f32", "f64"):
        raise InputError(f"uniform floating-point numbers are f16, bf16, f32 or f64, not {type.text}")
    minval, maxval = _bounds(key, minval, maxval, type)
    bits, state = bit_generator(key, initial_state, wanted)
    mantissa = ml_dtypes.finfo(wanted.dtype).nmant
    if type.text == "f16":
        whole = e.And(bits, FullLike(bits, (1 << mantissa) - 1))
    else:
        whole = e.ShiftRightLogical(bits, FullLike(bits, type.width - mantissa))
    values = e.ConvertElementType(whole, type)
    values = e.Mul(values, FullLike(values, 2.0**-mantissa))
    return RngOutput(e.Add(e.Mul(values, e.Sub(maxval, minval)), minval), state)


@operation(returns=RngOutput)
def UniformIntDistribution(
    key: XlaOp, initial_state: XlaOp, bit_generator: Any, minval: Any, maxval: Any, shape: Any
) -> RngOutput:
    """Integers of 32 or 64 bits from `minval` to before `maxval` (lib/prng): the bits modulo their distance."""
    wanted = shape_of(shape)
    if wanted.element_type.text not in ("u32", "s32", "u64", "s64"):
        raise InputError(f"uniform integers are u32, s32, u64 or s64, not {wanted.element_type.text}")
    minval, maxval = _bounds(key, minval, maxval, wanted.element_type)
    bits, state = bit_generator(key, initial_state, wanted)
    unsigned = bits.element_type
    span = e.Sub(e.BitcastConvertType(maxval, unsigned), e.BitcastConvertType(minval, unsigned))
    offset = e.BitcastConvertType(e.Rem(bits, span), wanted.element_type)
    return RngOutput(e.Add(offset, minval), state)


@operation(returns=RngOutput)
def NormalFloatingPointDistribution(key: XlaOp, initial_state: XlaOp, bit_generator: Any, shape: Any) -> RngOutput:
    """Numbers of the standard normal distribution by the method of Box and Muller (lib/prng).

    Uniform numbers in pairs along the first even dimension, else the largest one, give normal ones in pairs: sine and cosine.
    """
    wanted = shape_of(shape)
    if wanted.element_type.text not in ("f16", "f32", "f64"):
        raise InputError(f"normal floating-point numbers are f16, f32 or f64, not {wanted.element_type.text}")
    sizes = wanted.dimensions or (1,)
    even = [d for d, n in enumerate(sizes) if n % 2 == 0]
    d = even[0] if even else sizes.index(max(sizes))
    half = -(-sizes[d] // 2)
    paired = Shape(wanted.element_type, (*sizes[:d], half, 2, *sizes[d + 1 :]))
    zero = ConstantR0WithType(key.builder, wanted.element_type, 0.0)
    one = ConstantR0WithType(key.builder, wanted.element_type, 1.0)
    uniform, state = UniformFloatingPointDistribution(key, initial_state, bit_generator, zero, one, paired)
    first, second = (SliceInDim(uniform, k, k + 1, 1, d + 1) for k in range(2))
    # The logarithm of 0 is not finite.
    first = e.Max(first, FullLike(first, 1e-7))
    radius = e.Sqrt(e.Mul(FullLike(first, -2.0), e.Log(first)))
    angle = e.Mul(FullLike(second, tau), second)
    both = ConcatInDim(key.builder, [e.Mul(e.Sin(angle), radius), e.Mul(e.Cos(angle), radius)], d + 1)
    values = Reshape(both, (*sizes[:d], 2 * half, *sizes[d + 1 :]))
    return RngOutput(Reshape(SliceInDim(values, 0, sizes[d], 1, d), wanted.dimensions), state)
