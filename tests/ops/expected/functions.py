"""Elementary and special functions: mpmath's values, rounded once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mpmath
import numpy as np
from mpmath import mpf

from tests.ops.expected.language import EXPECTED, Expected, each, of_kinds

mp: Any = mpmath.mp


def _real(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of mpmath for arrays of floats; where it has no real value it is NaN."""
    def one(*numbers: Any) -> float:
        if any(n != n for n in numbers):
            return np.nan
        with mp.workprec(200):
            try:
                found = function(*map(mpf, map(float, numbers)))
            except (ValueError, ZeroDivisionError, mp.NoConvergence):
                return np.nan
            return float(found) if isinstance(found, mpf) else np.nan

    return lambda op, *arrays: each(one, *arrays).astype(np.float64)


def _log_gamma(x: Any) -> Any:
    return mp.inf if x == mp.inf else mp.loggamma(x)


def _polygamma(n: Any, x: Any) -> Any:
    return mp.psi(int(n), x)


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "stablehlo.exponential": mp.exp, "stablehlo.exponential_minus_one": mp.expm1, "stablehlo.log": mp.log,
    "stablehlo.log_plus_one": lambda x: mp.log1p(x) if x > -1 else mp.log(1 + x), "stablehlo.sine": mp.sin,
    "stablehlo.cosine": mp.cos, "stablehlo.tan": mp.tan, "stablehlo.tanh": mp.tanh, "stablehlo.sqrt": mp.sqrt,
    "stablehlo.cbrt": lambda x: mp.sign(x) * mp.cbrt(abs(x)),
    "stablehlo.logistic": lambda x: 1 / (1 + mp.exp(-x)),
    "chlo.acos": mp.acos, "chlo.acosh": mp.acosh, "chlo.asin": mp.asin, "chlo.asinh": mp.asinh, "chlo.atan": mp.atan,
    "chlo.atanh": lambda x: mp.sign(x) * mp.inf if abs(x) == 1 else mp.atanh(x), "chlo.sinh": mp.sinh,
    "chlo.tan": mp.tan, "chlo.erf": mp.erf, "chlo.erfc": mp.erfc,
    "chlo.erf_inv": lambda x: mp.sign(x) * mp.inf if abs(x) == 1 else mp.erfinv(x),
}
_are_floats = of_kinds("f")
EXPECTED["stablehlo.rsqrt"] = Expected(lambda op, x: 1 / np.sqrt(x.astype(np.longdouble)), units=4, admits=_are_floats)
#: Of less accuracy where they cancel, and only for arguments of which the value is no matter of conventions.
SPECIAL: dict[str, tuple[Callable[..., Any], Callable[..., bool]]] = {
    "chlo.cosh": (mp.cosh, of_kinds("f")),  # e^(x - log 2): what x loses is multiplied by x
    "chlo.lgamma": (_log_gamma, lambda op, x: bool((x > 0).all())),
    "chlo.digamma": (mp.digamma, lambda op, x: bool((x > 0).all() and (x < 1e5).all())),
    "chlo.bessel_i1e": (lambda x: mp.besseli(1, x) * mp.exp(-abs(x)), lambda op, x: bool((abs(x) < 1e5).all())),
    "chlo.zeta": (mp.zeta, lambda op, s, q: bool(((s > 1) & (q > 0)).all())),
    "chlo.polygamma": (_polygamma, lambda op, n, x: bool(((n >= 0) & (n == np.trunc(n)) & (x > 0)).all())),
}
EXPECTED.update({name: Expected(_real(f), units=4, admits=of_kinds("f")) for name, f in FUNCTIONS.items()})
EXPECTED.update({name: Expected(_real(f), units=256, admits=lambda op, *x, also=admits: _are_floats(op, *x) and also(op, *x))
                 for name, (f, admits) in SPECIAL.items()})
for _name in ("chlo.zeta", "chlo.polygamma"):
    EXPECTED[_name.replace(".", ".broadcast_")] = EXPECTED[_name]
