"""Incomplete gamma and beta functions (lib/math).

They are sums and continued fractions that loop until every element is exact, at most `_MOST_STEPS` times (DLMF 8.7.3, 8.9.2,
8.17.22). Types narrower than F32 are computed in F32.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from hloom.support.diagnostics import InputError
from hloom.xla.broadcasting import broadcast_shapes
from hloom.xla.builder.builder import XlaBuilder
from hloom.xla.builder.op import XlaOp
from hloom.xla.builder.operation import named
from hloom.xla.inference.parts import expect_array
from hloom.xla.ops import elementwise as e
from hloom.xla.ops.arithmetic import Any_
from hloom.xla.ops.constants import Epsilon, FullLike, Zeros, ZerosLike
from hloom.xla.ops.inputs import ConstantR0
from hloom.xla.ops.loops import WhileLoopHelper
from hloom.xla.ops.math import Digamma, Lgamma
from hloom.xla.ops.movement import Broadcast
from hloom.xla.shape import Shape, primitive_type

_MOST_STEPS: Final = 2000

Values = list[XlaOp]


def _iterated(step: Callable[[Values], tuple[XlaOp, Values]], start: Values, inputs: Values, name: str) -> Values:
    """Steps of each element until it is done: `step(inputs + values)` gives where it goes on, and the new values."""
    builder, count = start[0].builder, len(inputs)
    active = e.Eq(start[0], start[0])

    def goes_on(values: Values, b: XlaBuilder) -> XlaOp:
        return e.And(e.Lt(values[0], ConstantR0(b, _MOST_STEPS)), Any_(values[1]))

    def body(values: Values, b: XlaBuilder) -> Values:
        number, active, *known = values
        more, new = step(known)
        kept = [e.Select(active, n, old) for n, old in zip(new, known[count:])]
        return [e.Add(number, ConstantR0(b, 1)), e.And(active, more), *known[:count], *kept]

    return WhileLoopHelper(goes_on, body, [ConstantR0(builder, 0), active, *inputs, *start], name, builder)[2 + count :]


def _epsilon(x: XlaOp) -> XlaOp:
    return Broadcast(Epsilon(x.builder, x.element_type), x.shape.dimensions)


def _full(x: XlaOp, value: float) -> XlaOp:
    return FullLike(x, value)


def _series(a: XlaOp, x: XlaOp) -> tuple[XlaOp, XlaOp]:
    """The sum of x^n / ((a + 1) ... (a + n)) over n >= 0, and its derivative with respect to a."""
    one, zero = _full(x, 1), ZerosLike(x)

    def step(values: Values) -> tuple[XlaOp, Values]:
        x, r, term, slope, total, slopes = values
        r = e.Add(r, _full(r, 1))
        ratio = e.Div(x, r)
        slope = e.Sub(e.Mul(slope, ratio), e.Div(e.Mul(term, ratio), r))
        term = e.Mul(term, ratio)
        total, slopes = e.Add(total, term), e.Add(slopes, slope)
        exact = e.And(e.Le(e.Abs(term), e.Mul(_epsilon(x), e.Abs(total))),
                      e.Le(e.Abs(slope), e.Mul(_epsilon(x), e.Abs(slopes))))
        return e.Not(exact), [r, term, slope, total, slopes]

    _, _, _, total, slopes = _iterated(step, [a, one, zero, one, zero], [x], "series")
    return total, slopes


def _fraction(a: XlaOp, x: XlaOp) -> tuple[XlaOp, XlaOp]:
    """1 / (x + 1 - a - 1 (1 - a) / (x + 3 - a - 2 (2 - a) / ...)), and its derivative with respect to a.

    Numerators p and denominators q of the convergents, and their derivatives; all are made smaller when they grow large.
    """
    one, zero = _full(x, 1), ZerosLike(x)
    y = e.Sub(one, a)
    z = e.Add(e.Add(x, y), one)
    p0, q0, p1, q1 = one, x, e.Add(x, one), e.Mul(z, x)
    start = [zero, y, z, p0, q0, p1, q1, zero, zero, zero, e.Neg(x), e.Div(p1, q1), _full(x, 0)]
    start[12] = e.Div(e.Neg(e.Mul(start[11], start[10])), q1)

    def step(values: Values) -> tuple[XlaOp, Values]:
        c, y, z, p0, q0, p1, q1, dp0, dq0, dp1, dq1, answer, slope = values
        one = _full(c, 1)
        c, y, z = e.Add(c, one), e.Add(y, one), e.Add(z, _full(z, 2))
        yc = e.Mul(y, c)
        p, q = (e.Sub(e.Mul(last, z), e.Mul(before, yc)) for last, before in ((p1, p0), (q1, q0)))
        # y and z fall as a rises.
        dp, dq = (e.Add(e.Sub(e.Sub(e.Mul(dlast, z), last), e.Mul(dbefore, yc)), e.Mul(before, c))
                  for dlast, last, dbefore, before in ((dp1, p1, dp0, p0), (dq1, q1, dq0, q0)))
        known = e.Ne(q, ZerosLike(q))
        safe = e.Select(known, q, one)
        found = e.Select(known, e.Div(p, safe), answer)
        turned = e.Select(known, e.Div(e.Sub(dp, e.Mul(found, dq)), safe), slope)
        exact = e.And(e.Le(e.Abs(e.Sub(found, answer)), e.Mul(_epsilon(found), e.Abs(found))),
                      e.Le(e.Abs(e.Sub(turned, slope)), e.Mul(_epsilon(found), e.Max(e.Abs(turned), e.Abs(found)))))
        more = e.Or(e.Not(known), e.Not(exact))
        large = e.Gt(e.Abs(p), e.Div(one, _epsilon(p)))
        scale = e.Select(large, _epsilon(p), one)
        moved = [e.Mul(part, scale) for part in (p1, q1, p, q, dp1, dq1, dp, dq)]
        return more, [c, y, z, *moved, found, turned]

    found = _iterated(step, start, [], "fraction")
    return found[-2], found[-1]


class _Gamma:
    """What the incomplete gamma functions of (a, x) share: where each form holds, and the factor x^a e^-x / gamma(a)."""

    def __init__(self, a: XlaOp, x: XlaOp) -> None:
        zero, one = ZerosLike(x), _full(x, 1)
        infinity = _full(x, np.inf)
        self.wrong = e.Or([e.Lt(x, zero), e.Le(a, zero), e.Ne(x, x), e.Ne(a, a)])
        self.at_zero, self.at_end = e.Eq(x, zero), e.And(e.Eq(x, infinity), e.Lt(a, infinity))
        self.a_is_infinite = e.Eq(a, infinity)
        special = e.Or([self.wrong, self.at_zero, e.Eq(x, infinity), self.a_is_infinite])
        self.takes_fraction = e.And(e.Not(special), e.And(e.Gt(x, one), e.Gt(x, a)))
        # Elements that a form does not hold for are computed at a place where it ends at once.
        self.a, self.x = e.Select(special, one, a), e.Select(special, one, x)
        self.ax = e.Exp(e.Sub(e.Sub(e.Mul(self.a, e.Log(self.x)), self.x), Lgamma(self.a)))
        self.in_series = e.Select(self.takes_fraction, one, self.a), e.Select(self.takes_fraction, zero, self.x)
        two = _full(x, 2)
        self.in_fraction = e.Select(self.takes_fraction, self.a, one), e.Select(self.takes_fraction, self.x, two)

    def select(self, fraction: XlaOp, series: XlaOp, at_zero: float, at_end: float) -> XlaOp:
        """The form for each element, with the values at the ends of the domain; NaN outside."""
        found = e.Select(self.takes_fraction, fraction, series)
        for where, value in ((self.a_is_infinite, at_zero), (self.at_zero, at_zero), (self.at_end, at_end),
                             (self.wrong, np.nan)):
            found = e.Select(where, _full(found, value), found)
        return found

    def slope_of_factor(self) -> XlaOp:
        """The derivative of log(ax) with respect to a."""
        return e.Sub(e.Log(self.x), Digamma(self.a))


def _lower(a: XlaOp, x: XlaOp) -> XlaOp:
    g = _Gamma(a, x)
    series = e.Div(e.Mul(_series(*g.in_series)[0], g.ax), g.a)
    fraction = e.Sub(_full(x, 1), e.Mul(_fraction(*g.in_fraction)[0], g.ax))
    return g.select(fraction, series, 0, 1)


def _upper(a: XlaOp, x: XlaOp) -> XlaOp:
    g = _Gamma(a, x)
    series = e.Sub(_full(x, 1), e.Div(e.Mul(_series(*g.in_series)[0], g.ax), g.a))
    return g.select(e.Mul(_fraction(*g.in_fraction)[0], g.ax), series, 1, 0)


def _slopes(g: _Gamma) -> tuple[XlaOp, XlaOp]:
    """The derivative of the lower function with respect to a, divided by ax: by the fraction and by the series."""
    slope = g.slope_of_factor()
    total, slopes = _series(*g.in_series)
    series = e.Div(e.Add(slopes, e.Mul(total, e.Sub(slope, e.Div(_full(g.a, 1), g.a)))), g.a)
    total, slopes = _fraction(*g.in_fraction)
    return e.Neg(e.Add(slopes, e.Mul(total, slope))), series


def _lower_slope(a: XlaOp, x: XlaOp) -> XlaOp:
    g = _Gamma(a, x)
    fraction, series = _slopes(g)
    return g.select(e.Mul(fraction, g.ax), e.Mul(series, g.ax), 0, 0)


def _sample_slope(a: XlaOp, x: XlaOp) -> XlaOp:
    """dx/da of a sample: the probability below x stays, whose derivative with respect to x is ax / x."""
    g = _Gamma(a, x)
    fraction, series = _slopes(g)
    return g.select(e.Neg(e.Mul(fraction, g.x)), e.Neg(e.Mul(series, g.x)), 0, np.nan)


# The incomplete beta function.


def _beta(a: XlaOp, b: XlaOp, x: XlaOp) -> XlaOp:
    zero, one, two = ZerosLike(x), _full(x, 1), _full(x, 2)
    infinity = _full(x, np.inf)
    wrong = e.Or([e.Le(a, zero), e.Le(b, zero), e.Lt(x, zero), e.Gt(x, one), e.Ne(a, a), e.Ne(b, b), e.Ne(x, x),
                  e.And(e.Eq(a, infinity), e.Eq(b, infinity))])
    # Infinite parameters move all weight to one end.
    is_zero = e.Or(e.Eq(x, zero), e.And(e.Eq(a, infinity), e.Lt(x, one)))
    is_one = e.Or(e.Eq(x, one), e.And(e.Eq(b, infinity), e.Gt(x, zero)))
    special = e.Or([wrong, is_zero, is_one])
    a, b, x = (e.Select(special, one, v) for v in (a, b, e.Mul(x, one)))
    x = e.Select(special, _full(x, 0.5), x)
    # The fraction is quick below the mean; above it the function of 1 - x with parameters exchanged is.
    turned = e.Gt(x, e.Div(e.Add(a, one), e.Add(e.Add(a, b), two)))
    rest = e.Sub(one, x)
    p, q, y = (e.Select(turned, u, v) for u, v in ((b, a), (a, b), (rest, x)))
    factor = e.Exp(e.Add(e.Sub(e.Sub(Lgamma(e.Add(p, q)), Lgamma(p)), Lgamma(q)), e.Add(
        e.Mul(p, e.Select(turned, e.Log1p(e.Neg(x)), e.Log(x))), e.Mul(q, e.Select(turned, e.Log(x), e.Log1p(e.Neg(x)))))))
    found = e.Div(e.Mul(factor, _beta_fraction(p, q, y)), p)
    found = e.Select(turned, e.Sub(one, found), found)
    for where, value in ((is_zero, 0.0), (is_one, 1.0), (wrong, np.nan)):
        found = e.Select(where, _full(found, value), found)
    return found


def _beta_fraction(a: XlaOp, b: XlaOp, x: XlaOp) -> XlaOp:
    """1 / (1 + d1 / (1 + d2 / ...)), from the front: the factors c and d of each step."""
    one, zero = _full(x, 1), ZerosLike(x)

    def away(v: XlaOp) -> XlaOp:
        """No divisor is 0."""
        least = _full(v, float(np.finfo(np.float32).tiny) * 1e5)
        return e.Select(e.Lt(e.Abs(v), least), least, v)

    start_d = e.Div(one, away(e.Sub(one, e.Div(e.Mul(e.Add(a, b), x), e.Add(a, one)))))

    def step(values: Values) -> tuple[XlaOp, Values]:
        a, b, x, m, c, d, found = values
        one = _full(m, 1)
        m = e.Add(m, one)
        twice = e.Add(m, m)
        ends = e.Add(a, twice)
        even = e.Div(e.Mul(e.Mul(m, e.Sub(b, m)), x), e.Mul(e.Sub(ends, one), ends))
        odd = e.Neg(e.Div(e.Mul(e.Mul(e.Add(a, m), e.Add(e.Add(a, b), m)), x), e.Mul(ends, e.Add(ends, one))))
        for factor in (even, odd):
            d = e.Div(one, away(e.Add(one, e.Mul(factor, d))))
            c = away(e.Add(one, e.Div(factor, c)))
            change = e.Mul(c, d)
            found = e.Mul(found, change)
        return e.Gt(e.Abs(e.Sub(change, one)), _epsilon(change)), [m, c, d, found]

    return _iterated(step, [zero, one, start_d, start_d], [a, b, x], "fraction")[-1]


def _special(name: str, formula: Callable[..., XlaOp], parameters: Sequence[str], meaning: str) -> Any:
    """The function of arrays of one floating-point type and shape; scalars and sizes 1 are broadcast."""

    def apply(operands: Sequence[XlaOp]) -> XlaOp:
        shape = operands[0].shape
        for parameter, operand in zip(parameters, operands):
            expect_array(operand.shape, f"operand {parameter} of {name}")
            if not operand.element_type.is_float:
                raise InputError(f"Operands to {name} must be real-valued floating-point, but got {parameter} "
                                 f"{operand.shape.to_text(layouts=False)}")
            if operand.element_type is not shape.element_type:
                types = ", ".join(o.element_type.text for o in operands)
                raise InputError(f"Arguments to {name} must have equal types; got {types}")
            shape = broadcast_shapes(shape, operand.shape)
        wide = [_wide(operand, shape) for operand in operands]
        found = formula(*wide)
        return found if found.element_type is shape.element_type else e.ConvertElementType(found, shape.element_type)

    def of_two(a: XlaOp, x: XlaOp) -> XlaOp:
        return apply([a, x])

    def of_three(a: XlaOp, b: XlaOp, x: XlaOp) -> XlaOp:
        return apply([a, b, x])

    return named(of_two if len(parameters) == 2 else of_three, name, meaning)


def _wide(x: XlaOp, shape: Shape) -> XlaOp:
    """`x` in the sizes of `shape`, at least in F32."""
    type = shape.element_type if shape.element_type.width >= 32 else primitive_type("f32")
    made = x if x.element_type is type else e.ConvertElementType(x, type)
    wanted = shape.replace(element_type=type)
    return made if made.shape.dimensions == shape.dimensions else e.broadcast_pair(
        made, Zeros(x.builder, wanted), (), "add")[0]


Igamma = _special("Igamma", _lower, ("a", "x"),
    """The regularized lower incomplete gamma function P(a, x) of each element (lib/math).

    NaN for x < 0 and a <= 0; 0 at x = 0. Errors: types or shapes that differ, elements that are not floating point.
    """)
Igammac = _special("Igammac", _upper, ("a", "x"),
    """The regularized upper incomplete gamma function Q(a, x) = 1 - P(a, x) of each element, without cancellation (lib/math).

    NaN for x < 0 and a <= 0; 1 at x = 0. Errors: types or shapes that differ, elements that are not floating point.
    """)
IgammaGradA = _special("IgammaGradA", _lower_slope, ("a", "x"),
    """The derivative of Igamma(a, x) with respect to a, of each element (lib/math). Errors: as Igamma.""")
RandomGammaGrad = _special("RandomGammaGrad", _sample_slope, ("a", "x"),
    """The derivative with respect to a of a sample x from the gamma distribution with parameters (a, 1) (lib/math).

    Errors: as Igamma.
    """)
RegularizedIncompleteBeta = _special("RegularizedIncompleteBeta", _beta, ("a", "b", "x"),
    """The regularized incomplete beta function I_x(a, b) of each element (lib/math).

    NaN for a <= 0, b <= 0 and x outside of [0, 1]. Errors: types or shapes that differ, elements that are not floating point.
    """)
