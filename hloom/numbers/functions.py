"""Functions of real and complex numbers, on arrays of any float or complex type (StableHLO spec; CHLO for the special
functions).

Types below f64 are computed in f64 and rounded once. `square` is the exception: a product is rounded correctly in any
wider type.
"""

from __future__ import annotations

import numpy as np

from hloom.numbers import complex_functions, floating, special
from hloom.numbers.dispatch import Kernel, elementwise
from hloom.numbers.rounding import Array


def _function(name: str, documentation: str, real: Kernel | None, complex: Kernel | None = None, result: str = "same"):
    return elementwise(name, documentation, real=real, complex=complex, in_double=True, result=result)


exponential = _function("exponential", "e^x.", np.exp, complex_functions.exponential)
exponential_minus_one = _function(
    "exponential_minus_one", "e^x - 1, accurate near 0.", np.expm1, complex_functions.exponential_minus_one
)
log = _function("log", "The natural logarithm.", np.log, np.log)
log_plus_one = _function("log_plus_one", "log(1 + x), accurate near 0.", np.log1p, complex_functions.log_plus_one)
logistic = _function("logistic", "1 / (1 + e^-x).", floating.logistic, complex_functions.logistic)
sqrt = _function("sqrt", "The square root.", np.sqrt, np.sqrt)
rsqrt = _function("rsqrt", "1 / sqrt(x).", floating.reciprocal_sqrt, complex_functions.reciprocal_sqrt)
cbrt = _function("cbrt", "The cube root; the principal one of complex x.", np.cbrt, complex_functions.cube_root)
sine = _function("sine", "The sine.", np.sin, complex_functions.sine)
cosine = _function("cosine", "The cosine.", np.cos, complex_functions.cosine)
tan = _function("tan", "The tangent.", np.tan, complex_functions.tan)
tanh = _function("tanh", "The hyperbolic tangent.", np.tanh, complex_functions.tanh)
sinh = _function("sinh", "The hyperbolic sine.", np.sinh, complex_functions.sinh)
cosh = _function("cosh", "The hyperbolic cosine.", np.cosh, complex_functions.cosh)
acos = _function("acos", "The inverse cosine.", np.arccos, np.arccos)
acosh = _function("acosh", "The inverse hyperbolic cosine.", np.arccosh, np.arccosh)
asin = _function("asin", "The inverse sine.", np.arcsin, np.arcsin)
asinh = _function("asinh", "The inverse hyperbolic sine.", np.arcsinh, np.arcsinh)
atan = _function("atan", "The inverse tangent.", np.arctan, np.arctan)
atanh = _function("atanh", "The inverse hyperbolic tangent.", np.arctanh, np.arctanh)
atan2 = _function("atan2", "The angle of the point (y, x), in [-pi, pi].", np.arctan2, complex_functions.atan2)
square = elementwise("square", "x * x.", real=np.square, complex=complex_functions.square)

floor = elementwise("floor", "The largest integer not above x.", real=np.floor)
ceil = elementwise("ceil", "The smallest integer not below x.", real=np.ceil)
round_nearest_afz = elementwise(
    "round_nearest_afz", "The nearest integer, halves away from zero.", real=floating.round_half_away
)
round_nearest_even = elementwise("round_nearest_even", "The nearest integer, halves to even.", real=np.rint)

is_finite = elementwise("is_finite", "Whether x is neither infinite nor NaN.", real=np.isfinite, result="pred")
is_inf = elementwise("is_inf", "Whether x is infinite.", real=np.isinf, result="pred")
is_pos_inf = elementwise("is_pos_inf", "Whether x is +inf.", real=np.isposinf, result="pred")
is_neg_inf = elementwise("is_neg_inf", "Whether x is -inf.", real=np.isneginf, result="pred")

erf = _function("erf", "The error function.", special.erf)
erfc = _function("erfc", "1 - erf(x), accurate for large x.", special.erfc)
erf_inv = _function("erf_inv", "The inverse of erf; NaN outside [-1, 1].", special.erf_inv)
lgamma = _function("lgamma", "log |gamma(x)|.", special.log_gamma)
digamma = _function("digamma", "The derivative of log gamma; NaN at 0, -1, -2, ...", special.digamma)
zeta = _function("zeta", "The Hurwitz zeta function, the sum of (q + k)^-x.", special.zeta)
polygamma = _function("polygamma", "The n-th derivative of digamma at x.", special.polygamma)
bessel_i1e = _function("bessel_i1e", "e^-|x| I1(x).", special.bessel_i1e)


def make_complex(real: Array, imaginary: Array) -> Array:
    """The complex numbers with these parts, f32 or f64 (StableHLO spec: complex)."""
    return complex_functions.combine(np.asarray(real), np.asarray(imaginary))


def real_part(x: Array) -> Array:
    """The real parts of complex `x`; real `x` itself."""
    return np.real(np.asarray(x))


def imaginary_part(x: Array) -> Array:
    """The imaginary parts of complex `x`; zeros for real `x`."""
    x = np.asarray(x)
    return x.imag if x.dtype.kind == "c" else np.full(x.shape, x.dtype.type(0))  # f8E8M0FNU has no zero


def conjugate(x: Array) -> Array:
    """`x` with the imaginary part negated (CHLO: conj)."""
    return np.asarray(np.conjugate(x))
