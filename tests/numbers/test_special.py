"""Special functions against values that were computed with 60 digits."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from hloom.numbers import functions
from hloom.numbers.compare import ulp_difference
from hloom.numbers.convert import convert
from hloom.numbers.element_type import BF16, F16, F32, F64
from hloom.numbers.rounding import round_to, widen

#: Argument (or arguments) and value, rounded to f64.
VALUES: dict[str, list[tuple[float | tuple[float, float], float]]] = {
    "erf": [
        (1e-10, 1.1283791670955126e-10),
        (0.3, 0.3286267594591274),
        (0.99, 0.8385080695553698),
        (1.01, 0.8468104962282768),
        (-2.5, -0.999593047982555),
        (5.5, 0.9999999999999927),
    ],
    "erfc": [
        (-2.0, 1.9953222650189528),
        (0.2, 0.7772974107895215),
        (0.51, 0.4707563801588296),
        (1.1, 0.11979493042591827),
        (5.0, 1.537459794428035e-12),
        (20.0, 5.395865611607901e-176),
        (26.5, 2.2109076642637343e-307),
    ],
    "erf_inv": [
        (1e-12, 8.86226925452758e-13),
        (0.1, 0.08885599049425769),
        (0.5, 0.4769362762044699),
        (-0.9, -1.1630871536766743),
        (0.999999, 3.458910737275499),
        (0.9999999999999998, 5.805018683193453),
    ],
    "lgamma": [
        (1e-300, 690.7755278982137),
        (0.1, 2.252712651734206),
        (0.855, 0.10234488247454639),
        (1.0001, -5.771334222047127e-05),
        (1.9999, -4.227520877215346e-05),
        (3.5, 1.2009736023470743),
        (7.99, 8.50501160608848),
        (8.01, 8.545324429747733),
        (100.5, 361.4355404677776),
        (1000000000000000.0, 3.3538776394910668e+16),
        (-0.3, 1.4648400508576025),
        (-1.5, 0.860047015376481),
        (-7.25, -7.54188344347575),
        (-1e-12, 27.631021115929126),
    ],
    "digamma": [
        (1e-05, -100000.57719921567),
        (0.5, -1.9635100260214235),
        (1.25, -0.22745353337626542),
        (1.461632, -1.4028186996973047e-07),
        (2.0478, 0.453159318209489),
        (9.99, 2.250700372831201),
        (10.01, 2.2528037003181356),
        (1000000.0, 13.815510057964191),
        (-0.3, 2.113309779635399),
        (-7.75, -1.0307688328309315),
    ],
    "bessel_i1e": [
        (1e-08, 4.99999995e-09),
        (0.5, 0.1564208031848717),
        (-3.0, -0.19682671329730086),
        (7.9, 0.13489649943989376),
        (8.1, 0.13340068832583662),
        (50.0, 0.0559931238928954),
        (1000000.0, 0.0003989421307980308),
    ],
    "zeta": [
        ((1.5, 0.3), 8.237761671459724),
        ((2.0, 1.0), 1.6449340668482264),
        ((4.0, 7.5), 0.000962072776096449),
        ((30.0, 2.0), 9.313274324196682e-10),
        ((3.0, -0.25), -61.34868339183118),
        ((2.0, -7.5), 9.744766282170433),
    ],
    "polygamma": [
        ((1.0, 0.3), 12.245364546107732),
        ((2.0, 5.5), -0.03960894752130204),
        ((5.0, 2.0), 2.081167438133897),
        ((1.0, -0.75), 18.975106932284888),
    ],
    "logistic": [
        (-740.0, 4.2e-322),
        (-30.0, 9.357622968839299e-14),
        (-0.1, 0.47502081252106),
        (2.0, 0.8807970779778824),
        (40.0, 1.0),
    ],
}
#: Units in the last place that each function may be off; reflected arguments lose digits next to a zero.
BOUNDS = {"bessel_i1e": 8, "polygamma": 6, "zeta": 4}


@pytest.mark.parametrize("name", VALUES)
def test_values(name: str) -> None:
    function = getattr(functions, name)
    for argument, expected in VALUES[name]:
        arguments = argument if isinstance(argument, tuple) else (argument,)
        found = function(*(np.array(a) for a in arguments))
        assert int(ulp_difference(found, np.float64(expected))) <= BOUNDS.get(name, 3), (argument, found, expected)


@pytest.mark.parametrize("name", VALUES)
@pytest.mark.parametrize("type", [F32, F16, BF16], ids=str)
def test_narrow_types_round_the_f64_value_once(name: str, type: object) -> None:
    function = getattr(functions, name)
    for argument, _ in VALUES[name]:
        arguments = [convert(np.array(a), type) for a in (argument if isinstance(argument, tuple) else (argument,))]
        exact = function(*(widen(a, F64) for a in arguments))
        assert np.array_equal(widen(function(*arguments), F64), widen(round_to(exact, type), F64), equal_nan=True)


def texts(name: str, *arguments: list[float]) -> list[str]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return [str(v) for v in getattr(functions, name)(*(np.array(a, np.float64) for a in arguments)).tolist()]


def test_limits_and_poles() -> None:
    inf, nan = np.inf, np.nan
    assert texts("erf", [0.0, -0.0, inf, -inf, nan, 5e-324]) == ["0.0", "-0.0", "1.0", "-1.0", "nan", "5e-324"]
    assert texts("erfc", [0.0, inf, -inf, nan, 30.0]) == ["1.0", "0.0", "2.0", "nan", "0.0"]
    assert texts("erf_inv", [0.0, -0.0, 1, -1, 1.5, nan]) == ["0.0", "-0.0", "inf", "-inf", "nan", "nan"]
    assert texts("lgamma", [1, 2, 0.0, -0.0, -3, inf, -inf, nan]) == ["0.0", "0.0"] + ["inf"] * 5 + ["nan"]
    assert texts("digamma", [0.0, -0.0, -4, inf, -inf, nan]) == ["nan", "nan", "nan", "inf", "nan", "nan"]
    assert texts("bessel_i1e", [0.0, -0.0, inf, nan]) == ["0.0", "-0.0", "0.0", "nan"]
    zeta = texts("zeta", [1, 0.5, 2, 3, 2.5, 2, inf], [2, 2, -1, -1, -0.5, inf, 2])
    assert zeta == ["inf", "nan", "inf", "nan", "nan", "0.0", "0.0"]
    assert texts("polygamma", [0, -1, 1.5], [1, 1, 1])[1:] == ["nan", "nan"]
    assert texts("polygamma", [0], [2.5]) == texts("digamma", [2.5])


def test_symmetries_over_the_range() -> None:
    """Identities that tie the pieces of each approximation together."""
    x = np.linspace(-6, 6, 2001)
    assert np.allclose(functions.erf(x) + functions.erfc(x), 1, rtol=0, atol=4e-16)
    y = np.linspace(-0.9999, 0.9999, 1001)
    assert np.allclose(functions.erf(functions.erf_inv(y)), y, rtol=1e-15, atol=0)
    z = np.linspace(0.05, 20, 1001)
    assert np.allclose(functions.lgamma(z + 1) - functions.lgamma(z), np.log(z), rtol=1e-14, atol=2e-14)
    assert np.allclose(functions.digamma(z + 1) - functions.digamma(z), 1 / z, rtol=1e-13, atol=1e-14)
