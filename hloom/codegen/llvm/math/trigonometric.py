"""Sine, cosine and tangent.

The argument is reduced to r in [-pi/4, pi/4] by subtracting n quarter turns, pi/2 held in three parts (Cody and
Waite). Arguments too large for that take a rarely entered, out-of-line path with as many bits of 2/pi as it takes
(Payne and Hanek). The polynomials of sin(r) and cos(r) are both evaluated and selected by n.
"""

from __future__ import annotations

import math

from hloom.codegen.llvm.builder import Function, Value, constant
from hloom.codegen.llvm.lanes import (
    Lanes,
    any_lane,
    elementwise,
    flip_sign,
    fma,
    in_double,
    narrow,
    polynomial,
    select,
    two_sum,
    widen,
)
from hloom.codegen.llvm.math.coefficients import COS, HALF_PI_PARTS, SIN, TWO_OVER_PI
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.llvm.types import vector

#: Largest magnitude whose multiple of pi the three parts of pi still represent well.
_LIMIT = {"float": 2.0**17, "double": 2.0**30}
#: Bits of the fixed-point product in the reduction of large arguments: 53 of the argument, up to 62 that cancel,
#: 64 of result, and some to spare.
_WIDE = 192
_REDUCTION = "hloom_reduce_large_angle"


def _reduce_large(module: LLVMModule) -> str:
    """Declares, once a module, the reduction of large arguments; returns its name.

    `void f(ptr x, ptr low, ptr n, i64 count, double limit)`: each x[i] > limit becomes r, with x = n pi/2 + r and
    |r| <= pi/4. low[i] receives what rounding r to double lost, n[i] the number of quarter turns modulo 4.
    """
    if _REDUCTION in module.functions:
        return _REDUCTION
    table = module.define_global(
        "hloom_two_over_pi", "private constant [{} x i8] [{}], align 64".format(
            len(TWO_OVER_PI), ", ".join(f"i8 {byte}" for byte in TWO_OVER_PI)))
    f = module.function(_REDUCTION, [("ptr", "x"), ("ptr", "low"), ("ptr", "n"), ("i64", "count"), ("double", "limit")],
                        linkage="internal", attributes="cold noinline #0")
    xs, lows, ns, count, limit = f.parameters
    with f.loop(0, count) as i:
        address = f.address(xs, i, "double")
        x = f.load("double", address)
        with f.when(f.compare("ogt", x, limit)):
            r, low, n = _reduce_scalar(f, table, x)
            f.store(r, address)
            f.store(low, f.address(lows, i, "double"))
            f.store(n, f.address(ns, i, "i64"))
    f.ret()
    return _REDUCTION


def _reduce_scalar(f: Function, table: Value, x: Value) -> tuple[Value, Value, Value]:
    """(r, low, n) for one x; see `_reduce_large`."""
    wide = f"i{_WIDE}"

    def resize(opcode: str, a: Value, type: str) -> Value:
        return f.value(type, f"{opcode} {a} to {type}")

    # x = significand 2^exponent. Bits of 2 / pi of a weight that makes their product a multiple of 4 do not count:
    # the window starts after them. Bit 1 (1/2) of 2 / pi is bit 64 of the table.
    bits = f.bitcast(x, "i64")
    exponent = f.sub(f.binary("lshr", bits, 52), 1075)
    significand = f.binary("or", f.binary("and", bits, (1 << 52) - 1), 1 << 52)
    start = f.add(exponent, 62)
    # An infinite x reads the end of the table; its result is replaced below.
    loaded = f.intrinsic("bswap", f.load("i256", f.address(table, f.binary("lshr", start, 3), "i8"), align=1))
    aligned = f.binary("shl", loaded, resize("zext", f.binary("and", start, 7), "i256"))
    window = resize("trunc", f.binary("lshr", aligned, 256 - _WIDE), wide)
    # Quarter turns modulo 4, as a fixed-point number with two bits before the point.
    turns = f.mul(window, resize("zext", significand, wide))
    # Without these two bits it is a signed fraction, the distance to the nearest quarter turn.
    fraction = f.binary("shl", turns, 2)
    negative = f.compare("slt", fraction, 0)
    n = f.add(resize("trunc", f.binary("lshr", turns, _WIDE - 2), "i64"), resize("zext", negative, "i64"))
    magnitude = f.select(negative, f.sub(Value(wide, "0"), fraction), fraction)
    zeros = f.intrinsic("ctlz", magnitude, Value("i1", "false"), overload=(wide,))
    normal = f.binary("shl", magnitude, zeros)
    top = resize("trunc", f.binary("lshr", normal, _WIDE - 64), "i64")
    below = resize("trunc", f.binary("lshr", normal, _WIDE - 128), "i64")
    high = resize("uitofp", f.binary("and", top, -(1 << 11)), "double")
    rest = f.fma(resize("uitofp", below, "double"), Value("double", f"{2.0**-64:e}"),
                 resize("uitofp", f.binary("and", top, (1 << 11) - 1), "double"))
    # Times 2^(-64 - zeros) and pi/2, with a low part.
    power = f.sub(Value("i64", str(1023 - 64)), resize("trunc", zeros, "i64"))
    scale = f.bitcast(f.binary("shl", power, 52), "double")
    lanes = [Lanes(f, v) for v in (high, rest, scale)]
    half_pi, half_pi_low, _ = HALF_PI_PARTS["double"]
    product = lanes[0] * half_pi
    error = fma(lanes[0], half_pi, -product) + fma(lanes[1], half_pi, lanes[0] * half_pi_low)
    r = product + error
    low = (product - r) + error
    sign = f.binary("shl", resize("zext", negative, "i64"), 63)
    invalid = f.sub(x, x)  # NaN for infinity, else 0
    return (f.add(flip_sign(r * lanes[2], Lanes(f, sign)).value, invalid),
            flip_sign(low * lanes[2], Lanes(f, sign)).value, n)


def _reduce(x: Lanes, precise: bool = False) -> list[Lanes]:
    """[n, r] for x >= 0: x = n pi/2 + r, |r| <= pi/4; n (an integer) is known modulo 4. [n, r, low] if `precise`."""
    f, fmt = x.f, x.format
    limit = _LIMIT[fmt.element]
    first, second, third = HALF_PI_PARTS[fmt.element]
    shifted = fma(x, 2 / math.pi, fmt.shifter)
    n = shifted - fmt.shifter
    # The first difference is exact: a multiple of the last place of `first`, below 1.
    exact = fma(n, -first, x)
    if precise:
        product = n * -second
        r, error = two_sum(exact, product)
        near = [shifted.bits(), r, error + fma(n, -third, fma(n, -second, -product))]
    else:
        near = [shifted.bits(), fma(n, -third, fma(n, -second, exact))]
    large = x > limit
    results = [f.variable(part.value) for part in near]
    with f.when(any_lane(large)):
        for variable, old, new in zip(results, near, _call_reduction(x, limit), strict=False):
            f.set(variable, select(large, new, old).value)
    return [Lanes(f, f.get(variable)) for variable in results]


def _call_reduction(x: Lanes, limit: float) -> tuple[Lanes, Lanes, Lanes]:
    f, width = x.f, x.width
    name = _reduce_large(f.module)
    wide = widen(x)
    values, lows, multiples = f.slot("double", width), f.slot("double", width), f.slot("i64", width)
    f.store(wide.value, values)
    f.call(name, "void", [values, lows, multiples, constant("i64", width), constant("double", limit)])
    r, low = (Lanes(f, f.load(wide.type, address)) for address in (values, lows))
    n = Lanes(f, f.load(vector("i64", width), multiples))
    return (n, r, low) if x.is_double else (n.cast("trunc", "i32"), narrow(r), narrow(low))


def sine_and_cosine_of(x: Lanes) -> tuple[Lanes, Lanes]:
    """sin(x) and cos(x); of instructions for a result that is not used LLVM emits none."""
    fmt = x.format
    n, r = _reduce(abs(x))
    square = r * r
    odd = (n & 1).equals(1)
    sine = fma(polynomial(square, SIN[fmt.element]), square * r, r)
    cosine = polynomial(square, [1.0, -0.5, *COS[fmt.element]])
    return (flip_sign(select(odd, cosine, sine), ((n << fmt.bits - 2) ^ x.bits()) & fmt.sign_bit),
            flip_sign(select(odd, sine, cosine), ((n + 1) << fmt.bits - 2) & fmt.sign_bit))


@elementwise
def sine(x: Lanes) -> Lanes:
    """sin(x); NaN for infinities."""
    return sine_and_cosine_of(x)[0]


@elementwise
def cosine(x: Lanes) -> Lanes:
    """cos(x); NaN for infinities."""
    return sine_and_cosine_of(x)[1]


@in_double
def tan_of(x: Lanes) -> Lanes:
    """tan(x); NaN for infinities."""
    fmt = x.format
    n, r, low = _reduce(abs(x), precise=True)
    # sin(r) and cos(r) with low parts; their quotient is then corrected by what it leaves over.
    square = r * r
    tail = fma(polynomial(square, SIN[fmt.element]), square * r, low)
    sin_high = r + tail
    sin_low = (r - sin_high) + tail
    half_square = 0.5 * square
    leading = 1.0 - half_square
    rest = fma(polynomial(square, COS[fmt.element]), square * square, ((1.0 - leading) - half_square) - r * low)
    cos_high = leading + rest
    cos_low = (leading - cos_high) + rest
    odd = (n & 1).equals(1)
    top, top_low = select(odd, cos_high, sin_high), select(odd, cos_low, sin_low)
    bottom, bottom_low = select(odd, sin_high, cos_high), select(odd, sin_low, cos_low)
    reciprocal = 1.0 / bottom
    quotient = top * reciprocal
    left_over = fma(-quotient, bottom, top) + (top_low - quotient * bottom_low)
    return flip_sign(fma(left_over, reciprocal, quotient), ((n << fmt.bits - 1) ^ x.bits()) & fmt.sign_bit)


tan = elementwise(tan_of)
