"""Roundings, extrema, sign, remainder, roots."""

from __future__ import annotations

from collections.abc import Callable

from hloom.codegen.llvm.builder import Function, Value, Variable
from hloom.codegen.llvm.hooks import WholeRegisters, hooks
from hloom.codegen.llvm.lanes import (
    INFINITY,
    Lanes,
    any_lane,
    constant_of,
    elementwise,
    fma,
    in_whole_registers,
    polynomial,
    round_to_integer,
    select,
    sign_of,
    sqrt,
    with_sign,
)
from hloom.codegen.llvm.math.coefficients import CBRT
from hloom.codegen.llvm.math.exponential import power_of_two
from hloom.codegen.llvm.math.logarithm import split


def _rounding(intrinsic: str, meaning: str) -> Callable[[Function, Value], Value]:
    def emit(f: Function, x: Value) -> Value:
        return f.intrinsic(intrinsic, x)

    emit.__doc__ = meaning
    return emit


floor = _rounding("floor", "Largest integer not above x.")
ceil = _rounding("ceil", "Smallest integer not below x.")
round_nearest_even = _rounding("roundeven", "Nearest integer, ties to even.")
round_nearest_afz = _rounding("round", "Nearest integer, ties away from zero.")
square_root = _rounding("sqrt", "Square root, correctly rounded; NaN below 0.")


@elementwise
def rsqrt(x: Lanes) -> Lanes:
    """1 / sqrt(x)."""
    whole = hooks(x.f).whole_registers(x)
    return in_whole_registers(x, whole.lanes, lambda each: _inverse_root(each, whole)) if whole is not None else 1.0 / sqrt(x)


def _inverse_root(x: Lanes, whole: WholeRegisters) -> Lanes:
    """An estimate of 14 bits, improved twice by Newton's method: a root and a division take longer than the rest of most loops.

    With e = 1 - x y^2 the root is y (1 + e/2 + 3/8 e^2 + ...). What is lost of x y is in the second e, so that the result is
    rounded once but for some 2^-26 of a unit.
    """
    estimate = whole.inverse_root(x)
    e = fma(-(x * estimate), estimate, 1.0)
    y = fma(estimate * e, fma(e, 0.375, 0.5) if x.is_double else 0.5, estimate)
    product = x * y
    e = fma(-fma(x, y, -product), y, fma(-product, y, 1.0))
    root = fma(y * 0.5, e, y)
    return select(root.is_nan(), estimate, root)  # zeros and infinity


@elementwise
def sign(x: Lanes) -> Lanes:
    """-1, 1, or x itself for zeros and NaN."""
    return select(x.compare("one", 0.0), with_sign(x.like(1.0), sign_of(x)), x)


def _extremum(a: Lanes, b: Lanes, first: str, combine: Callable[[Lanes, Lanes], Lanes], winning_zero: float) -> Lanes:
    """IEEE 754-2019 maximum or minimum; `first` is the comparison that makes the left operand win.

    LLVM's own `maximum` and `minimum` take eight instructions with masks, this three, elsewhere five; one or two with a constant.
    """
    for x, other in ((a, b), (b, a)):
        number = constant_of(other.value)
        if number is None or number != number:
            continue
        if str(number) == str(winning_zero):  # it also replaces the other one
            return select(x.compare("ole" if first == "ogt" else "oge", other), other, x)
        return select(other.compare(first, x), other, x)
    found = hooks(a.f).extremum(a, b, first == "ogt")
    if found is not None:
        return found
    # Both orders agree but for zeros of different sign, which the bits then decide.
    forward, backward = select(a.compare(first, b), a, b), select(b.compare(first, a), b, a)
    return select(a.compare("uno", b), a + b, combine(forward.bits(), backward.bits()).as_float())


@elementwise
def maximum(a: Lanes, b: Lanes) -> Lanes:
    """The larger number; NaN if either is NaN; +0 counts as larger than -0."""
    return _extremum(a, b, "ogt", lambda p, q: p & q, 0.0)


@elementwise
def minimum(a: Lanes, b: Lanes) -> Lanes:
    """The smaller number; NaN if either is NaN; -0 counts as smaller than +0."""
    return _extremum(a, b, "olt", lambda p, q: p | q, -0.0)


def cbrt_of(x: Lanes) -> Lanes:
    """Cube root."""
    magnitude = abs(x)
    k, m = split(magnitude)
    # k = 3 third + rest with rest in {-1, 0, 1}; the cube root of w = m 2^rest is at most 1.5.
    third = round_to_integer(k * (1 / 3))
    rest = fma(third, -3.0, k)
    w = m * select(rest > 0.5, 2.0, select(rest < -0.5, 0.5, x.like(1.0)))
    root = polynomial(m, CBRT[x.format.element])
    root = root * select(rest > 0.5, 2.0 ** (1 / 3), select(rest < -0.5, 2.0 ** (-1 / 3), x.like(1.0)))
    # One step of Halley's method, with w - root^3 computed to full precision.
    square = root * root
    error = fma(-square, root, w) - fma(root, root, -square) * root
    root = fma(root, error / fma(square * root, 2.0, w), root)
    result = with_sign(root * power_of_two(third), sign_of(x))
    return select((magnitude > 0.0) & (magnitude < INFINITY), result, x)


cbrt = elementwise(cbrt_of)


def _while_any(f: Function, condition: Callable[[], Lanes], body: Callable[[], None]) -> None:
    head, inside, done = f.label("head"), f.label("body"), f.label("done")
    f.branch(head)
    f.block(head)
    f.branch_if(any_lane(condition()), inside, done)
    f.block(inside)
    body()
    f.branch(head)
    f.block(done)


@elementwise
def remainder(x: Lanes, y: Lanes) -> Lanes:
    """The exact remainder of x / y truncated, with the sign of x; NaN for an infinite x or a zero y."""
    f, a, b = x.f, abs(x), abs(y)
    digits = x.format.fraction_bits - 2
    step = 2.0**digits

    def reduce(r: Lanes, divisor: Lanes) -> Lanes:
        """r modulo divisor for quotients up to 2^digits: exact, as the quotient is off by 1 at most."""
        r = fma(-(r / divisor).intrinsic("trunc"), divisor, r)
        return select(r < 0.0, r + divisor, r)

    large = (a / b >= step) & (a < INFINITY) & (b > 0.0)
    rest, divisor = f.variable(a.value), f.variable(b.value)

    def get(variable: Variable) -> Lanes:
        return Lanes(f, f.get(variable))

    with f.when(any_lane(large)):
        # Long division: raise the divisor by a power of two to the size of x, then bring it down again.
        def too_small() -> Lanes:
            return large & (get(divisor) * step <= a)

        def too_large() -> Lanes:
            return get(divisor) > b

        def raise_divisor() -> None:
            f.set(divisor, select(too_small(), get(divisor) * step, get(divisor)).value)

        def lower_divisor() -> None:
            f.set(rest, select(too_large(), reduce(get(rest), get(divisor)), get(rest)).value)
            f.set(divisor, select(too_large(), get(divisor) * (1 / step), get(divisor)).value)

        _while_any(f, too_small, raise_divisor)
        _while_any(f, too_large, lower_divisor)
    r = reduce(get(rest), b)
    return with_sign(select(a < b, a, r), sign_of(x))
