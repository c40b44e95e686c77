"""Complex powers in compiled code and in the evaluator: values against mpmath, from tiny to huge exponents, and the limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from hloom.numbers import arithmetic
from hloom.numbers.compare import ulp_difference
from tests.codegen.math_harness import complex_

ENGINES: dict[str, Callable[..., np.ndarray]] = {
    "compiled": lambda x, y: complex_("power", x, y), "evaluator": lambda x, y: np.asarray(arithmetic.power(x, y))}
INF, NAN = np.inf, np.nan
#: Above it digits of the angle are lost: y log x is held as a sum of two doubles.
LONGEST = 2.0**46


def joined(re: Any, im: Any) -> np.ndarray:
    result = np.empty(np.broadcast(re, im).shape, np.complex128)
    result.real, result.imag = re, im
    return result


def bases(rng: np.random.Generator, count: int) -> np.ndarray:
    """Numbers of all sizes, on the axes and off, near 1, and near the unit circle."""
    sign = rng.choice([-1.0, 1.0], (2, count))
    sizes = np.stack([
        np.abs(rng.normal(0, 2, (2, count))), *(2.0 ** rng.uniform(-n, n, (2, count)) for n in (1000, 30)),
        rng.choice([0.0, 1.0, 2.0, 0.5, 3.0, 1e-310, 1e300, 5e-324, 1.7e308], (2, count)),
        1 + 2.0 ** rng.uniform(-60, 0, (2, count)) * sign])
    of = rng.integers(0, len(sizes), (2, count))
    x = joined(*(sign * np.take_along_axis(sizes, of[None], 0)[0]))
    turned = np.exp(1j * rng.uniform(-3, 3, count) * 2.0 ** rng.uniform(-50, 0, count))
    return np.where(rng.random(count) < 0.2, turned, np.where(x == 0, 1.5, x))


def powers(seed: int, count: int, longest: float) -> tuple[np.ndarray, np.ndarray]:
    """Arguments with results of all sizes, and y log x of any length up to `longest`."""
    rng = np.random.default_rng(seed)
    x = bases(rng, count)
    length = 10.0 ** rng.uniform(-3, np.log10(longest), count)
    product = joined(rng.normal(0, 1, count) * np.minimum(length, 500.0), rng.normal(0, 0.4, count) * length)
    with np.errstate(all="ignore"):
        y = np.where(rng.random(count) < 0.7, product / np.log(x), rng.normal(0, 3, count) + 1j * rng.normal(0, 3, count))
    return x, np.where(np.isfinite(y), y, 1j)


def exact(x: np.ndarray, y: np.ndarray) -> Iterator[tuple[int, Any, float]]:
    """(number, x^y, |y log x|) where the result and the arguments are ordinary numbers."""
    mpmath = pytest.importorskip("mpmath")
    with mpmath.workprec(250):
        for k, (base, exponent) in enumerate(zip(x.tolist(), y.tolist())):
            log = mpmath.log(mpmath.mpc(base))
            if base.real < 0 and base.imag == 0 and np.signbit(base.imag):
                log = mpmath.conj(log)  # mpmath has no -0: this side of the cut is the other one
            product = mpmath.mpc(exponent) * log
            if abs(product.real) < 700:
                yield k, mpmath.exp(product), float(abs(product))


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=[pytest.mark.slow, pytest.mark.exhaustive])])
def test_values(engine: str, seed: int) -> None:
    mpmath = pytest.importorskip("mpmath")
    x, y = powers(seed, 500 if seed == 1 else 20_000, LONGEST)
    with np.errstate(all="ignore"):
        got = ENGINES[engine](x, y)
    count = 0
    for k, value, length in exact(x, y):
        if length < LONGEST:
            count += 1
            assert abs(mpmath.mpc(complex(got[k])) - value) <= 4 * 2.0**-53 * abs(value), (x[k], y[k], got[k], value)
    assert count > 0.8 * x.size


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("x, y, value", [  # computed with 750 digits
    (3+4j, 20-7j, 3.414493992662965e+16+5.2788219925253864e+16j),
    (0.001+0.002j, -40+30j, 1.4930621396720534e+91-3.648559322763791e+91j),
    (1e+100+1e+100j, 2+3j, -1.1694984988881197e+199+1.4918410336058618e+199j),
    (1.0000001+1e-09j, 10000000+1000000j, 2.6991521657114497+0.29811007038282267j),
    (-2+0.5j, 31.5+0j, -7816781776.333666-1078874352.9361014j),
])  # fmt: skip
def test_parts(engine: str, x: complex, y: complex, value: complex) -> None:
    """Each part by itself, not only the larger one."""
    got = ENGINES[engine](np.array([x]), np.array([y]))
    assert np.max(ulp_difference(got, np.array([value]))) <= 3


@pytest.mark.parametrize("engine", ENGINES)
def test_values_of_floats(engine: str) -> None:
    mpmath = pytest.importorskip("mpmath")
    x, y = powers(3, 500, 1e12)
    with np.errstate(all="ignore"):
        x, y = x.astype(np.complex64), y.astype(np.complex64)
        usable = np.isfinite(x) & np.isfinite(y) & (x != 0)
        x, y = np.where(usable, x, np.complex64(1.5)), np.where(usable, y, np.complex64(1j))
        got = ENGINES[engine](x, y)
    assert got.dtype == np.complex64
    count = 0
    for k, value, length in exact(x, y):
        if length < LONGEST and 1e-37 < abs(value) < 3e38:
            count += 1
            assert abs(mpmath.mpc(complex(got[k])) - value) <= 1.01 * 2.0**-24 * abs(value), (x[k], y[k], got[k], value)
    assert count > 200


@pytest.mark.parametrize("engine", ENGINES)
def test_longer_products_lose_their_digits_one_by_one(engine: str) -> None:
    mpmath = pytest.importorskip("mpmath")
    x, y = powers(4, 200, 2.0**95)
    got = ENGINES[engine](x, y)
    lost = [(float(abs(mpmath.mpc(complex(got[k])) - value) / abs(value)), length) for k, value, length in exact(x, y)]
    assert max(length for _, length in lost) > 2.0**90
    assert all(error < 2.0**-51 + 2.0**-98 * length for error, length in lost)


#: x, y and x^y.
LIMITS = [
    (0j, 0j, 1), (complex(NAN, INF), 0j, 1), (complex(INF, 1), complex(-0.0, 0), 1),
    (1 + 0j, complex(NAN, INF), 1), (complex(1, -0.0), complex(INF, 0), 1),
    (0j, 2 + 0j, 0), (complex(-0.0, -0.0), 1 + 5j, 0), (0j, complex(INF, 1), 0), (0j, -1 + 0j, complex(NAN, NAN)),
    (0j, 1j, complex(NAN, NAN)), (complex(INF, 0), 2 + 0j, complex(INF, 0)), (complex(INF, -0.0), 0.5 + 0j, complex(INF, 0)),
    (complex(INF, 0), -3 + 0j, 0), (complex(INF, 0), complex(-INF, 0), 0), (complex(INF, 0), complex(INF, 0), complex(INF, 0)),
    (complex(INF, 0), complex(NAN, 0), complex(NAN, NAN)), (complex(INF, 0), 1 + 1j, complex(NAN, NAN)),
    (complex(-INF, 0), 2 + 0j, complex(NAN, NAN)), (complex(NAN, 0), 2 + 0j, complex(NAN, NAN)),
    (2 + 0j, complex(INF, 0), complex(NAN, NAN)), (2 + 1j, complex(0, NAN), complex(NAN, NAN)),
    (2 + 0j, 3 + 0j, 8), (complex(0.5, -0.0), 3 + 0j, complex(0.125, -0.0)), (0.5 + 0j, -2 + 0j, complex(4, -0.0)),
    (1e300 + 1e100j, 2 + 0j, complex(INF, INF)), (1e-300 + 1e-300j, 3 + 0j, complex(-0.0, 0)), (0.5 + 0j, 1.7e308 + 0j, 0),
    (2 + 0j, 1.7e308 + 0j, complex(INF, 0)), (0.5 + 0.1j, 1.7e308 + 0j, 0), (5e-324 + 0j, 1 + 0j, 5e-324),
]  # fmt: skip


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("x, y, value", LIMITS, ids=str)
def test_limits(engine: str, x: complex, y: complex, value: complex) -> None:
    with np.errstate(all="ignore"):
        got = complex(ENGINES[engine](np.array([x]), np.array([y]))[0])
    for found, wanted in ((got.real, complex(value).real), (got.imag, complex(value).imag)):
        assert np.isnan(found) == np.isnan(wanted) and (np.isnan(wanted) or np.isclose(found, wanted, 1e-15, 0)), got
        if wanted == 0 and np.signbit(wanted):
            assert np.signbit(found), got


@pytest.mark.parametrize("engine", ENGINES)
def test_zeros_keep_the_sign_that_the_product_gives_them(engine: str) -> None:
    # On the real axis the result stays there, on the side of the cut that y log x is on.
    sizes = np.array([0.25, 1.5, 3.0])
    for y in (2.0, -2.0):
        for zero in (0.0, -0.0):
            found = ENGINES[engine](joined(sizes, zero), np.full(3, y + 0j))
            sides = np.imag(found)
            assert (sides == 0).all() and (np.signbit(sides) == np.signbit(zero * y + 0.0 * np.log(sizes))).all()
