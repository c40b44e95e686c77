"""Functions beyond the instructions of HLO (lib/math).

Square, Reciprocal and the tests for infinities are made of instructions. ErfInv, Erfc, Lgamma, Digamma, Polygamma, Zeta,
BesselI1e and NextAfter are operations of CHLO, which both engines know; HLO has no instruction for them, so that text and
protocol buffers call computations that are made of the same formulas, in F64.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from hloom.ops.chlo import elementwise as chlo_elementwise
from hloom.ops.definition.operation import Op
from hloom.support.diagnostics import InputError
from hloom.xla.builder.op import XlaOp
from hloom.xla.builder.operation import named, operation
from hloom.xla.inference.parts import expect_array
from hloom.xla.ops import elementwise as e
from hloom.xla.ops.constants import FullLike
from hloom.xla.ops.elementwise import broadcast_pair
from hloom.xla.ops.parts import in_one_precision


def _real(x: XlaOp, what: str) -> None:
    expect_array(x.shape, f"operand of {what}")
    if not x.element_type.is_float:
        raise InputError(f"Operand to {what} must be real-valued floating-point, but got {x.shape.to_text(layouts=False)}")


def _test(name: str, what: str, holds: Callable[[XlaOp], XlaOp]) -> Any:
    """The operation that says of each element whether something holds."""
    def apply(operand: XlaOp) -> XlaOp:
        _real(operand, name)
        return holds(operand)

    return named(apply, name, f"Whether each element is {what}. Errors: elements that are not floating point.")


IsPosInf = _test("IsPosInf", "plus infinity", lambda x: e.Eq(x, FullLike(x, np.inf)))
IsNegInf = _test("IsNegInf", "minus infinity", lambda x: e.Eq(x, FullLike(x, -np.inf)))
IsInf = _test("IsInf", "infinite", lambda x: IsPosInf(e.Abs(x)))
IsNan = _test("IsNan", "NaN", lambda x: e.Ne(x, x))
IsNegZero = _test("IsNegZero", "-0", lambda x: e.EqTotalOrder(x, FullLike(x, -0.0)))


@operation
def Square(operand: XlaOp) -> XlaOp:
    """x times x."""
    return e.Mul(operand, operand)


@operation
def Reciprocal(operand: XlaOp) -> XlaOp:
    """1 / x."""
    return e.Div(FullLike(operand, 1), operand)


@operation
def RoundToEven(x: XlaOp) -> XlaOp:
    """RoundNearestEven under its other name."""
    return e.RoundNearestEven(x)


@operation
def MaybeConjugate(x: XlaOp, conjugate: bool) -> XlaOp:
    """The complex conjugate if `conjugate` holds and the elements are complex."""
    return e.Conj(x) if conjugate and x.element_type.is_complex else x


def _special(name: str, kind: type[Op], meaning: str, count: int = 1) -> Any:
    def one(operand: XlaOp) -> XlaOp:
        _real(operand, name)
        return operand.builder.emit(kind, operand)

    def two(lhs: XlaOp, rhs: XlaOp) -> XlaOp:
        _real(lhs, name)
        return lhs.builder.emit(kind, *in_one_precision(broadcast_pair(lhs, rhs, (), name)))

    return named(one if count == 1 else two, name, f"{meaning} (lib/math). Errors: elements that are not floating point.")


Erfc = _special("Erfc", chlo_elementwise.Erfc, "1 - the error function, of each element")
ErfInv = _special("ErfInv", chlo_elementwise.ErfInv,
                  "The inverse of the error function, of each element")
Lgamma = _special("Lgamma", chlo_elementwise.Lgamma,
                  "The logarithm of the absolute value of the gamma function, of each element")
Digamma = _special("Digamma", chlo_elementwise.Digamma,
                   "The derivative of the logarithm of the gamma function, of each element")
BesselI1e = _special("BesselI1e", chlo_elementwise.BesselI1e,
                     "The modified Bessel function of order 1, times exp(-|x|), of each element")
Polygamma = _special("Polygamma", chlo_elementwise.Polygamma,
                     "The polygamma function of order n, (n, x)", 2)
Zeta = _special("Zeta", chlo_elementwise.Zeta, "The Hurwitz zeta function (x, q)", 2)
NextAfter = _special("NextAfter", chlo_elementwise.NextAfter,
                     "The number next to the first operand toward the second one", 2)

#: Coefficients of Chebyshev series for exp(-|x|) I0(x) on [0, 8] and beyond (Cephes: i0).
_I0_SMALL = (
    -4.41534164647933937950e-18, 3.33079451882223809783e-17, -2.43127984654795469359e-16, 1.71539128555513303061e-15,
    -1.16853328779934516808e-14, 7.67618549860493561688e-14, -4.85644678311192946090e-13, 2.95505266312963983461e-12,
    -1.72682629144155570723e-11, 9.67580903537323691224e-11, -5.18979560163526290666e-10, 2.65982372468238665035e-9,
    -1.30002500998624804212e-8, 6.04699502254191894932e-8, -2.67079385394061173391e-7, 1.11738753912010371815e-6,
    -4.41673835845875056359e-6, 1.64484480707288970893e-5, -5.75419501008210370398e-5, 1.88502885095841655729e-4,
    -5.76375574538582365885e-4, 1.63947561694133579842e-3, -4.32430999505057594430e-3, 1.05464603945949983183e-2,
    -2.37374148058994688156e-2, 4.93052842396707084878e-2, -9.49010970480476444210e-2, 1.71620901522208775349e-1,
    -3.04682672343198398683e-1, 6.76795274409476084995e-1)
_I0_LARGE = (
    -7.23318048787475395456e-18, -4.83050448594418207126e-18, 4.46562142029675999901e-17, 3.46122286769746109310e-17,
    -2.82762398051658348494e-16, -3.42548561967721913462e-16, 1.77256013305652638360e-15, 3.81168066935262242075e-15,
    -9.55484669882830764870e-15, -4.15056934728722208663e-14, 1.54008621752140982691e-14, 3.85277838274214270114e-13,
    7.18012445138366623367e-13, -1.79417853150680611778e-12, -1.32158118404477131188e-11, -3.14991652796324136454e-11,
    1.18891471078464383424e-11, 4.94060238822496958910e-10, 3.39623202570838634515e-9, 2.26666899049817806459e-8,
    2.04891858946906374183e-7, 2.89137052083475648297e-6, 6.88975834691682398426e-5, 3.36911647825569408990e-3,
    8.04490411014108831608e-1)


def _chebyshev(x: XlaOp, coefficients: tuple[float, ...]) -> XlaOp:
    b0, b1, b2 = FullLike(x, 0.0), FullLike(x, 0.0), FullLike(x, 0.0)
    for c in coefficients:
        b2, b1 = b1, b0
        b0 = x * b1 - b2 + FullLike(x, c)
    return (b0 - b2) * FullLike(x, 0.5)


@operation
def BesselI0e(x: XlaOp) -> XlaOp:
    """The modified Bessel function of order 0, times exp(-|x|), of each element. Errors: elements that are not floating point."""
    _real(x, "BesselI0e")
    if x.element_type.width < 32:
        return e.ConvertElementType(BesselI0e(e.ConvertElementType(x, "f32")), x.element_type)
    size = e.Abs(x)
    small = _chebyshev(size * 0.5 - 2.0, _I0_SMALL)
    large = _chebyshev(e.Div(FullLike(x, 32.0), size) - 2.0, _I0_LARGE) / e.Sqrt(size)
    return e.Select(e.Le(size, FullLike(x, 8.0)), small, large)


