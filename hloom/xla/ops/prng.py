"""Random numbers by counters: a key and a state give bits and a new state (lib/prng)."""

from __future__ import annotations

from math import tau
from typing import Any, NamedTuple

import ml_dtypes

from hloom.support.diagnostics import InputError
from hloom.xla.builder.op import XlaOp
from hloom.xla.builder.operation import operation
from hloom.xla.ops import elementwise as e
from hloom.xla.ops.constants import FullLike, MinPositiveNormalValue
from hloom.xla.ops.inputs import shape_of
from hloom.xla.ops.movement import ConcatInDim, Reshape, Slice
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
    """Bits of ThreeFry-2x32 for a key and a state, both u64[]."""
    state, bits = RngBitGenerator("THREE_FRY", ConcatScalars(key.builder, [key, initial_state]), _bits(shape))
    return RngOutput(bits, Reshape(Slice(state, [1], [2]), []))


@operation(returns=RngOutput)
def PhiloxBitGenerator(key: XlaOp, initial_state: XlaOp, shape: Any) -> RngOutput:
    """Bits of Philox-4x32 for a key u64[] and a state u64[2]."""
    state, bits = RngBitGenerator("PHILOX", ConcatInDim(key.builder, [Reshape(key, [1]), initial_state], 0), _bits(shape))
    return RngOutput(bits, Slice(state, [1], [3]))






@operation(returns=RngOutput)
def UniformFloatingPointDistribution(key: XlaOp, initial_state: XlaOp, bit_generator: Any, minval: XlaOp, maxval: XlaOp,
                                     shape: Any) -> RngOutput:
    """Numbers from `minval` to before `maxval`: the upper bits are the mantissa of a number between 1 and 2."""
    wanted = shape_of(shape)
    type = wanted.element_type
    if type.text not in ("f16", "bf16", "f32", "f64"):
        raise InputError(f"uniform floating-point numbers are f16, bf16, f32 or f64, not {type.text}")
    bits, state = bit_generator(key, initial_state, wanted)
    mantissa = ml_dtypes.finfo(wanted.dtype).nmant
    unsigned = bits.element_type
    one = e.BitcastConvertType(FullLike(e.ConvertElementType(bits, type), 1.0), unsigned)
    mixed = e.Or(e.ShiftRightLogical(bits, FullLike(bits, type.width - mantissa)), one)
    values = e.Sub(e.BitcastConvertType(mixed, type), FullLike(e.ConvertElementType(bits, type), 1.0))
    return RngOutput(e.Add(e.Mul(values, e.Sub(maxval, minval)), minval), state)


@operation(returns=RngOutput)
def UniformIntDistribution(
    key: XlaOp, initial_state: XlaOp, bit_generator: Any, minval: XlaOp, maxval: XlaOp, shape: Any
) -> RngOutput:
    """Integers from `minval` to before `maxval`: the bits modulo their distance."""
    wanted = shape_of(shape)
    bits, state = bit_generator(key, initial_state, wanted)
    unsigned = bits.element_type
    span = e.Sub(e.BitcastConvertType(maxval, unsigned), e.BitcastConvertType(minval, unsigned))
    offset = e.BitcastConvertType(e.Rem(bits, span), wanted.element_type)
    return RngOutput(e.Add(offset, minval), state)


@operation(returns=RngOutput)
def NormalFloatingPointDistribution(key: XlaOp, initial_state: XlaOp, bit_generator: Any, shape: Any) -> RngOutput:
    """Numbers of the standard normal distribution, by Box and Muller: pairs of uniform numbers give pairs of normal ones."""
    wanted = shape_of(shape)
    count = wanted.elements_in
    half = (count + 1) // 2
    flat = Shape(wanted.element_type, (2 * half,))
    zero = FullLike(e.ConvertElementType(key, wanted.element_type), 0.0)
    uniform, state = UniformFloatingPointDistribution(key, initial_state, bit_generator, zero, FullLike(zero, 1.0), flat)
    first, second = Slice(uniform, [0], [half]), Slice(uniform, [half], [2 * half])
    least = MinPositiveNormalValue(key.builder, wanted.element_type)
    radius = e.Sqrt(e.Mul(FullLike(first, -2.0), e.Log(e.Max(first, least))))
    angle = e.Mul(FullLike(second, tau), second)
    values = ConcatInDim(key.builder, [e.Mul(radius, e.Cos(angle)), e.Mul(radius, e.Sin(angle))], 0)
    return RngOutput(Reshape(Slice(values, [0], [count]), wanted.dimensions), state)
