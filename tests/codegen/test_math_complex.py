"""Complex functions: values against NumPy and mpmath, branch cuts, and limits against Annex G of the C standard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from hloom.codegen.llvm.math import COMPLEX_FUNCTIONS
from hloom.numbers import functions
from tests.codegen.math_harness import apply, complex_

NUMPY: dict[str, Callable[..., np.ndarray]] = {
    "acos": np.arccos, "acosh": np.arccosh, "asin": np.arcsin, "asinh": np.arcsinh, "atan": np.arctan,
    "atanh": np.arctanh, "cosh": np.cosh, "cosine": np.cos, "exponential": np.exp, "log": np.log,
    "log_plus_one": np.log1p, "sine": np.sin, "sinh": np.sinh, "sqrt": np.sqrt, "tan": np.tan, "tanh": np.tanh,
}
OTHERS: dict[str, Callable[..., np.ndarray]] = {
    "cbrt": lambda z: z ** (1 / 3), "exponential_minus_one": lambda z: np.exp(z) - 1, "rsqrt": lambda z: 1 / np.sqrt(z),
    "logistic": lambda z: 1 / (1 + np.exp(-z)), "sign": lambda z: z / np.abs(z),
}


def joined(re: np.ndarray, im: np.ndarray) -> np.ndarray:
    result = np.empty(np.broadcast(re, im).shape, np.complex128)
    result.real, result.imag = re, im
    return result


def moderate(count: int = 2000, seed: int = 0) -> np.ndarray:
    return joined(*np.random.default_rng(seed).normal(0, 2, (2, count)))


def relative(got: np.ndarray, want: np.ndarray) -> float:
    """Largest distance relative to the size of the exact value."""
    return float(np.max(np.abs(got - want) / np.abs(want)))


@pytest.mark.parametrize("name", [*NUMPY, *OTHERS])
def test_values(name: str) -> None:
    z, reference = moderate(), NUMPY.get(name) or OTHERS[name]
    assert relative(complex_(name, z), reference(z)) < 3e-14
    single = z.astype(np.complex64)
    wide = reference(single.astype(np.complex128))
    got = complex_(name, single)
    assert relative(got, wide) < 1e-7
    # Each part by itself; NumPy's own rounding counts where parts of very different size or near cancellation meet.
    for part, exact in ((got.real, wide.real), (got.imag, wide.imag)):
        assert (np.abs(part - exact) <= 6.1e-8 * np.abs(exact) + 1e-14).all()


def test_two_arguments() -> None:
    x, y = moderate(), moderate(seed=1)
    small_x, small_y = x.astype(np.complex64), y.astype(np.complex64)
    assert relative(complex_("divide", x, y), x / y) < 1e-15
    assert relative(complex_("divide", small_x, small_y), small_x.astype(complex) / small_y) < 1e-7
    assert relative(complex_("power", x, y), x**y) < 1e-13
    assert relative(complex_("power", small_x, small_y), small_x.astype(complex) ** small_y) < 1e-7
    # An angle of points, also of those near an axis, where its logarithm would cancel.
    with np.errstate(all="ignore"):
        for first, second in ((y, x), (1e-3 * y, x), (y, 1e-3 * x), (1e-9 * y, -np.abs(x)), (1j * np.abs(y), x)):
            assert relative(complex_("atan2", first, second), functions.atan2(first, second)) < 1e-13
    a, b, c, d = x.real, x.imag, y.real, y.imag
    assert (complex_("multiply", x, y) == joined(a * c - b * d, a * d + b * c)).all()


def test_numbers_of_extreme_size() -> None:
    random = np.random.default_rng(2)
    exponents = random.uniform(-1000, 1000, (4, 2000))
    parts = 2.0**exponents * random.choice([-1, 1], exponents.shape)
    x, y = joined(*parts[:2]), joined(*parts[2:])
    root = complex_("sqrt", x)
    assert relative(root, np.sqrt(x)) < 1e-15
    inverse_root = complex_("rsqrt", x)
    assert relative(inverse_root * root, np.ones_like(x)) < 1e-15
    direction = complex_("sign", x)
    assert np.abs(direction) == pytest.approx(1, rel=1e-15)
    logarithm = complex_("log", x)
    assert relative(logarithm, np.log(x)) < 1e-15
    size = apply(lambda f, a, b: COMPLEX_FUNCTIONS["abs"](f, (a, b)), "double", 4, x.real.copy(), x.imag.copy())
    assert isinstance(size, np.ndarray)
    assert size == pytest.approx(np.hypot(x.real, x.imag), rel=1e-15)
    # The quotient, where it is a normal number, by logarithms of the sizes.
    exponent = np.log2(np.abs(x)) - np.log2(np.abs(y))
    inside = np.abs(exponent) < 1000
    quotient = complex_("divide", x, y)[inside]
    assert np.log2(np.abs(quotient)) == pytest.approx(exponent[inside], abs=1e-9)


@pytest.mark.slow
@pytest.mark.exhaustive
def test_against_high_precision() -> None:
    mpmath = pytest.importorskip("mpmath")
    functions: dict[str, Callable[[Any], Any]] = {
        "exponential": mpmath.exp, "log": mpmath.log, "log_plus_one": lambda z: mpmath.log(1 + z), "sqrt": mpmath.sqrt,
        "sine": mpmath.sin, "cosine": mpmath.cos, "tan": mpmath.tan, "tanh": mpmath.tanh, "asin": mpmath.asin,
        "acosh": mpmath.acosh, "atanh": mpmath.atanh, "exponential_minus_one": mpmath.expm1,
    }
    circle = np.exp(1j * np.linspace(0.1, 6, 20)) * (1 + np.linspace(-1e-5, 1e-5, 20))
    z = np.concatenate([moderate(20), circle, circle - 1, moderate(10) * 1e-5])
    with mpmath.workdps(50):
        for name, function in functions.items():
            exact = [function(mpmath.mpc(v)) for v in z]
            for dtype, limit in ((np.complex128, 6 * 2.0**-53), (np.complex64, 1.5 * 2.0**-24)):
                values = exact if dtype == np.complex128 else [
                    function(mpmath.mpc(complex(v))) for v in z.astype(np.complex64)]
                got = complex_(name, z.astype(dtype))
                error = max(float(abs(mpmath.mpc(complex(g)) - v) / abs(v)) for g, v in zip(got, values))
                assert error < limit, (name, dtype)


def kind(x: np.ndarray) -> np.ndarray:
    """What a limit is: NaN, an infinity, a zero or another number, with its sign."""
    size = np.select([np.isnan(x), np.isinf(x), x == 0], [3, 2, 0], 1)
    return np.where(np.isnan(x), size, np.where(np.signbit(x), -1 - size, size))


@pytest.mark.parametrize("name", [name for name in NUMPY if name not in ("sinh", "cosh")])
def test_limits(name: str) -> None:
    values = np.array([0.0, -0.0, 1.0, -1.0, 0.5, -3.0, 50.0, 1e30, -1e30, np.inf, -np.inf])
    re, im = (a.ravel() for a in np.meshgrid(values, values))
    z = joined(re, im)
    with np.errstate(all="ignore"):
        want = NUMPY[name](z)
    got = complex_(name, z)
    different = (kind(got.real) != kind(want.real)) | (kind(got.imag) != kind(want.imag))
    # C leaves open the signs of a result's zeros and infinities beside a NaN, and for an infinite angle.
    open_sign = (~np.isfinite(re) & ~np.isfinite(im)) | np.isnan(want.real) | np.isnan(want.imag)
    assert not (different & ~open_sign).any(), z[different & ~open_sign]
    assert (np.isnan(got.real) == np.isnan(want.real))[~(np.isinf(re) & np.isinf(im))].all()


def test_division_by_zero_and_infinity() -> None:
    inf, nan = np.inf, np.nan
    cases = [(1 + 1j, 0j, complex(inf, inf)), (complex(inf, 1), 2 + 0j, complex(inf, nan)), (1 + 1j, complex(inf, inf), 0j),
             (complex(inf, inf), 1 + 0j, complex(inf, inf)), (1 + 1j, complex(inf, nan), 0j), (0j, 0j, complex(nan, nan)),
             (complex(nan, 1), 0j, complex(nan, inf))]
    for dtype in (np.complex64, np.complex128):
        got = complex_("divide", np.array([c[0] for c in cases], dtype), np.array([c[1] for c in cases], dtype))
        for (x, y, want), value in zip(cases, got):
            for part, exact in ((value.real, want.real), (value.imag, want.imag)):
                assert part == exact or (np.isnan(part) and np.isnan(exact)), (x, y, value)


@pytest.mark.parametrize("name", [name for name in NUMPY if name != "exponential"])
def test_limits_beside_a_nan(name: str) -> None:
    """A part that the other one determines although one is NaN: as C says it, up to signs that it leaves open."""
    values = np.array([0.0, -0.0, 1.0, -2.5, np.inf, -np.inf, np.nan])
    re, im = (a.ravel() for a in np.meshgrid(values, values))
    z = joined(re, im)[np.isnan(re) | np.isnan(im)]
    for dtype in (np.complex128, np.complex64):
        with np.errstate(all="ignore"):
            want = NUMPY[name](z.astype(dtype))
        got = complex_(name, z.astype(dtype))
        for part, exact in ((got.real, want.real), (got.imag, want.imag)):
            assert np.allclose(np.abs(part), np.abs(exact), rtol=1e-6, equal_nan=True), (name, dtype)


@pytest.mark.parametrize("name", ["exponential", "exponential_minus_one", "sinh", "cosh", "sine", "cosine"])
def test_large_exponentials_of_small_angles(name: str) -> None:
    """Where e^x overflows, its product with the sine of a small angle may not; a product that does is infinite."""
    mpmath = pytest.importorskip("mpmath")
    sizes = [709.0, 710.0, 711.0, 745.0, 800.0, 1418.0, 1419.0, 1453.0, 1454.0, 1456.0, 1600.0, 1e10, 1.7e308]
    angles = [5e-324, 1e-310, 3e-308, 1e-300, 1e-16, 0.5, 2.0]
    turned = name in ("sine", "cosine")
    z = np.array([complex(b, a * s) if turned else complex(a * s, b) for a in sizes for b in angles for s in (1, -1)])
    got = complex_(name, z)
    function = {"exponential": mpmath.exp, "exponential_minus_one": mpmath.expm1, "sine": mpmath.sin, "cosine": mpmath.cos}.get(
        name) or getattr(mpmath, name)
    with mpmath.workdps(40):
        for x, y in zip(z, got):
            # mpmath need not work out what overflows by far.
            size, angle = (x.imag, x.real) if turned else (x.real, x.imag)
            held = np.copysign(min(abs(size), 2000.0), size)
            exact = function(mpmath.mpc(complex(angle, held) if turned else complex(held, angle)))
            for part, wanted in ((y.real, exact.real), (y.imag, exact.imag)):
                if abs(wanted) > 1.7976931348623157e308:
                    assert part == np.copysign(np.inf, float(mpmath.sign(wanted))), (x, y)
                else:
                    assert abs(part - wanted) <= 8 * 2.0**-53 * abs(wanted) + 5e-324, (x, y, wanted)


@pytest.mark.parametrize("dtype, limit", [(np.complex128, 40 * 2.0**-53), (np.complex64, 1.1 * 2.0**-24)])
def test_angles_of_complex_points(dtype: Any, limit: float) -> None:
    """Everywhere but near the poles x = i y and x = -i y: quotients of all sizes, zeros, and points on the axes."""
    mpmath = pytest.importorskip("mpmath")
    rng = np.random.default_rng(7)
    y, x = (joined(*rng.normal(0, 1, (2, 300))) for _ in range(2))
    sizes = 2.0 ** rng.uniform(-60, 60, 300)
    axes = np.array([1, -1, 1j, -1j, 2 + 1j, -3 + 0.5j, 0.25 - 2j])
    y = np.concatenate([y * sizes, axes, axes * 1e-9, np.zeros(7)]).astype(dtype)
    x = np.concatenate([x, np.zeros(7), axes[::-1] * 0.75, axes]).astype(dtype)
    got = complex_("atan2", y, x)
    with mpmath.workdps(60):
        for p, q, found in zip(y.tolist(), x.tolist(), got.tolist()):
            wide_y, wide_x = mpmath.mpc(p), mpmath.mpc(q)
            wanted = -1j * mpmath.log((wide_x + 1j * wide_y) / mpmath.sqrt(wide_x**2 + wide_y**2))
            if p == 0 or q == 0:  # where mpmath does not know the side of a cut: the angle is a multiple of a quarter turn
                assert abs(abs(found.real) - float(abs(wanted.real))) < 4e-7 and abs(found.imag) < 1e-6, (p, q, found)
            else:
                assert abs(mpmath.mpc(found) - wanted) <= limit * max(abs(wanted), 2.0**-40), (p, q, found, wanted)
