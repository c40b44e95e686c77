"""The error functions and the gamma family, against Python's math module (f32) and mpmath (f64)."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.codegen.math_harness import DTYPES, edges, needs_long_double, random_bits, real, same, ulp_errors

#: Digamma at 1/4, 1/2, 1, 2, 5 and 20: from its values at 1/2 and 1 and the recurrence (DLMF 5.4, 5.5).
EULER = 0.57721566490153286061
DIGAMMA_VALUES = {
    0.25: -EULER - math.pi / 2 - 3 * math.log(2), 0.5: -EULER - 2 * math.log(2), 1.0: -EULER, 2.0: 1 - EULER,
    5.0: 25 / 12 - EULER, 20.0: sum(1 / k for k in range(1, 20)) - EULER, -0.5: 2 - EULER - 2 * math.log(2),
}


def lgamma(x: float) -> float:
    return math.inf if math.isinf(x) or (x <= 0 and x == math.floor(x)) else math.lgamma(x)


def worst_ulp(got: np.ndarray, want: np.ndarray, x: np.ndarray) -> tuple[float, str]:
    errors = ulp_errors(got, want)
    k = int(np.argmax(errors))
    return errors[k], f"{errors[k]:.3f} ulp at {x[k]!r}: got {got[k]!r}, want {want[k]!r}"


@pytest.mark.parametrize("name,reference,limits", [
    ("erf", math.erf, (-4, 4)), ("erfc", math.erfc, (-4, 11)), ("lgamma", lgamma, (0, 40)), ("lgamma", lgamma, (-6, 0)),
])
def test_float(name: str, reference: Callable[[float], float], limits: tuple[float, float]) -> None:
    dtype = DTYPES["float"]
    uniform = np.random.default_rng(1).uniform(*limits, 30_000).astype(dtype)
    x = np.concatenate([edges(dtype), random_bits(dtype, 20_000), uniform])
    if name == "lgamma":  # math.lgamma raises where the result overflows, and is inexact next to the negative zeros
        x = x[np.isnan(x) | np.isinf(x) | (np.abs(x) < 1e30)]
    want = np.array([reference(float(v)) for v in x])
    error, where = worst_ulp(real(name, x), want, x)
    assert error <= 2, where


def test_digamma_values() -> None:
    x = np.array(list(DIGAMMA_VALUES))
    assert real("digamma", x) == pytest.approx(list(DIGAMMA_VALUES.values()), rel=1e-15)
    assert real("digamma", x.astype(np.float32)) == pytest.approx(list(DIGAMMA_VALUES.values()), rel=1e-7)


@pytest.mark.parametrize("dtype", DTYPES.values(), ids=DTYPES.keys())
def test_special_values(dtype: np.dtype) -> None:
    inf, nan = np.inf, np.nan
    table: dict[str, dict[float, float]] = {
        "erf": {0.0: 0.0, inf: 1, -inf: -1, nan: nan},
        "erfc": {0.0: 1, inf: 0.0, -inf: 2, nan: nan, 30.0: 0.0},
        "erf_inv": {0.0: 0.0, 1.0: inf, -1.0: -inf, 1.5: nan, inf: nan, nan: nan},
        "lgamma": {0.0: inf, -1.0: inf, -20.0: inf, 1.0: 0.0, 2.0: 0.0, inf: inf, -inf: inf, nan: nan},
        "digamma": {0.0: nan, -1.0: nan, -20.0: nan, inf: inf, -inf: nan, nan: nan},
    }
    for name, values in table.items():
        x = np.array(list(values), dtype)
        want = np.array(list(values.values()), dtype)
        assert same(real(name, x), want).all(), name
    minus = np.array([-0.0], dtype)
    for name in ("erf", "erf_inv"):
        assert np.signbit(real(name, minus)[0])


@needs_long_double
@pytest.mark.parametrize("name,limits,bound", [
    ("erf", (-6, 6), 2), ("erf", (1, 1.5), 2), ("erfc", (-6, 27), 2), ("erfc", (0.4, 1.5), 2), ("erf_inv", (-1, 1), 3),
    ("lgamma", (0.01, 4), 4), ("lgamma", (4, 200), 4), ("digamma", (0.01, 4), 4), ("digamma", (4, 200), 4),
    ("bessel_i1e", (-12, 12), 16), ("bessel_i1e", (8, 3000), 16),
])
def test_double(name: str, limits: tuple[float, float], bound: float) -> None:
    mpmath = pytest.importorskip("mpmath")
    reference: Callable[[Any], Any] = {
        "erf": mpmath.erf, "erfc": mpmath.erfc, "erf_inv": mpmath.erfinv, "lgamma": mpmath.loggamma,
        "digamma": mpmath.digamma, "bessel_i1e": lambda v: mpmath.exp(-abs(v)) * mpmath.besseli(1, v),
    }[name]
    x = np.random.default_rng(2).uniform(*limits, 500)
    with mpmath.workdps(30):
        values = [reference(mpmath.mpf(float(v))) for v in x]
        high = np.array([float(v) for v in values], np.longdouble)
        want = high + np.array([float(v - mpmath.mpf(float(h))) for v, h in zip(values, high)], np.longdouble)
    error, where = worst_ulp(real(name, x), want, x)
    assert error <= bound, where


def test_float_inverse_of_the_error_function() -> None:
    mpmath = pytest.importorskip("mpmath")
    rng = np.random.default_rng(3)
    x = np.concatenate([rng.uniform(-1, 1, 3000), 1 - 10.0 ** rng.uniform(-7, 0, 1000), 10.0 ** rng.uniform(-40, 0, 200)])
    x = x.astype(np.float32)[np.abs(x.astype(np.float32)) < 1]
    error, where = worst_ulp(real("erf_inv", x), np.array([float(mpmath.erfinv(float(v))) for v in x]), x)
    assert error <= 3, where


@pytest.mark.parametrize("dtype", DTYPES.values(), ids=DTYPES.keys())
def test_zeta_and_polygamma(dtype: np.dtype) -> None:
    """Values of both, of negative places and large orders too, and where they have none."""
    mpmath = pytest.importorskip("mpmath")
    rng = np.random.default_rng(4)
    bound = 1e-12 if dtype.itemsize == 8 else 2e-7
    x = np.concatenate([rng.uniform(1.01, 30, 60), [2, 3, 4, 5, 6, 2, 3]]).astype(dtype)
    q = np.concatenate([10.0 ** rng.uniform(-1, 2, 60), [-0.5, -1.25, -3.5, -7.75, -0.125, 1, 1]]).astype(dtype)
    with np.errstate(all="ignore"):
        want = np.array([float(mpmath.zeta(float(a), float(b)) if b > 0 else
                               mpmath.nsum(lambda k, a=a, b=b: 1 / mpmath.mpf(float(b) + int(k)) ** int(a), [0, mpmath.inf]))
                         for a, b in zip(x, q)])
    assert real("zeta", x, q) == pytest.approx(want, rel=bound)
    n, x = (np.array(v, dtype) for v in ([0, 1, 2, 3, 4, 7, 1], [1.5, 2.25, 0.5, 7.5, 3.0, 1.25, 40.0]))
    want = np.array([float(mpmath.polygamma(int(a), float(b))) for a, b in zip(n, x)])
    assert real("polygamma", n, x) == pytest.approx(want, rel=bound)
    inf, nan = np.inf, np.nan
    special = [(1, 3, inf), (0.5, 3, nan), (2, -1, inf), (3, -1, nan), (2.5, -0.5, nan), (2, inf, 0), (nan, 1, nan),
               (4, nan, nan), (inf, -1, nan), (inf, 0, nan), (inf, -2.5, nan)]  # an infinite order is no even number
    x, q, want = np.array(special, dtype).T.copy()
    assert same(real("zeta", x, q), want).all()
    assert np.isnan(real("polygamma", np.array([-1, 1.5], dtype), np.array([1, 1], dtype))).all()


def test_inverse_near_the_ends() -> None:
    # erfc(erf_inv(1 - 2^-k)) is 2^-k: an independent check where erf_inv is steepest.
    k = np.arange(2, 54)
    x = 1 - 2.0**-k
    tail = np.array([math.erfc(v) for v in real("erf_inv", x)])
    assert tail == pytest.approx(2.0**-k, rel=3e-14)


@pytest.mark.parametrize("shift", [0.0, 1.0, 3.0, 7.0, 20.0])
def test_recurrences_of_the_gamma_family(shift: float) -> None:
    x = np.linspace(0.103, 4.913, 400) + shift
    assert real("lgamma", x + 1) - real("lgamma", x) == pytest.approx(np.log(x), rel=1e-13, abs=1e-13)
    assert real("digamma", x + 1) - real("digamma", x) == pytest.approx(1 / x, rel=1e-12, abs=1e-14)
    reflected = real("digamma", 1 - x) - real("digamma", x)
    assert reflected == pytest.approx(math.pi / np.tan(math.pi * x), rel=1e-9, abs=1e-9)
