"""Mathematical functions as inline LLVM IR, for scalars and vectors of any lane count.

`FUNCTIONS[name](f, x, ...)` appends the instructions of a function (by its StableHLO or CHLO name, or the one that
`plan/sign_analysis` gives it) to `f` and gives its value; operands are `float` or `double`, scalar or vector, all of one type.
`COMPLEX_FUNCTIONS` takes and gives pairs (real part, imaginary part); `abs` gives one real value. No libraries are called.

Results are within 2 units in the last place over the whole range, subnormal numbers included, special values exact; `erf_inv`,
and in double `lgamma`, `digamma`, `bessel_i1e`, `zeta` and `polygamma`, within some units (12 of `bessel_i1e` below 8), except
near zeros of the gamma family, where the error is small in absolute terms. Complex functions keep the larger part to a few units
(`power` as long as |y log x| is below 2^46).
"""

from __future__ import annotations

from collections.abc import Callable

from hloom.codegen.llvm.builder import Value
from hloom.codegen.llvm.math import (
    basic,
    complex_functions,
    complex_inverse,
    complex_power,
    error_function,
    exponential,
    gamma,
    inverse_hyperbolic,
    inverse_trigonometric,
    logarithm,
    power,
    series,
    trigonometric,
)
from hloom.codegen.llvm.math.complex_functions import Pair

__all__ = ["COMPLEX_FUNCTIONS", "FUNCTIONS", "Pair"]

FUNCTIONS: dict[str, Callable[..., Value]] = {
    "acos": inverse_trigonometric.acos,
    "acosh": inverse_hyperbolic.acosh,
    "asin": inverse_trigonometric.asin,
    "asinh": inverse_hyperbolic.asinh,
    "atan": inverse_trigonometric.atan,
    "atan2": inverse_trigonometric.atan2,
    "atanh": inverse_hyperbolic.atanh,
    "bessel_i1e": series.bessel_i1e,
    "cbrt": basic.cbrt,
    "ceil": basic.ceil,
    "cosh": exponential.cosh,
    "cosine": trigonometric.cosine,
    "digamma": gamma.digamma,
    "erf": error_function.erf,
    "erf_inv": error_function.erf_inverse,
    "erfc": error_function.erfc,
    "exponential": exponential.exponential,
    "exponential_base_two": exponential.exponential_base_two,
    "exponential_minus_one": exponential.exponential_minus_one,
    "exponential_of_negative": exponential.exponential_of_negative,
    "floor": basic.floor,
    "lgamma": gamma.lgamma,
    "log": logarithm.log,
    "log_plus_one": logarithm.log_plus_one,
    "logistic": exponential.logistic,
    "maximum": basic.maximum,
    "minimum": basic.minimum,
    "polygamma": series.polygamma,
    "power": power.power,
    "remainder": basic.remainder,
    "round_nearest_afz": basic.round_nearest_afz,
    "round_nearest_even": basic.round_nearest_even,
    "rsqrt": basic.rsqrt,
    "sign": basic.sign,
    "sine": trigonometric.sine,
    "sinh": exponential.sinh,
    "sqrt": basic.square_root,
    "tan": trigonometric.tan,
    "tanh": exponential.tanh,
    "zeta": series.zeta,
}

COMPLEX_FUNCTIONS: dict[str, Callable[..., Pair | Value]] = {
    "abs": complex_functions.absolute,
    "acos": complex_inverse.acos,
    "acosh": complex_inverse.acosh,
    "asin": complex_inverse.asin,
    "asinh": complex_inverse.asinh,
    "atan": complex_inverse.atan,
    "atan2": complex_inverse.atan2,
    "atanh": complex_inverse.atanh,
    "cbrt": complex_functions.cbrt,
    "cosh": complex_functions.cosh,
    "cosine": complex_functions.cosine,
    "divide": complex_functions.divide,
    "exponential": complex_functions.exponential,
    "exponential_minus_one": complex_functions.exponential_minus_one,
    "log": complex_functions.log,
    "log_plus_one": complex_functions.log_plus_one,
    "logistic": complex_functions.logistic,
    "multiply": complex_functions.multiply,
    "power": complex_power.power,
    "rsqrt": complex_functions.rsqrt,
    "sign": complex_functions.sign,
    "sine": complex_functions.sine,
    "sinh": complex_functions.sinh,
    "sqrt": complex_functions.square_root,
    "tan": complex_functions.tan,
    "tanh": complex_functions.tanh,
}
