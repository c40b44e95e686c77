"""Special functions of the builder's library, against SciPy, on both engines."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hloom.xla import ops
from hloom.xla.builder import BuilderError, XlaBuilder
from tests.xla.test_builder_document import ENGINES, run

special = pytest.importorskip("scipy.special")
RNG = np.random.default_rng(0)
A = 10 ** RNG.uniform(-2, 2.5, 48)
X = A * 10 ** RNG.uniform(-1, 1, 48)
#: At the ends of the domain and outside: NaN for a <= 0 as in XLA, where SciPy has limits.
EDGES_A, EDGES_X = np.array([[1, 0], [1, np.inf], [0.5, 0.5], [5, 5], [3, 3], [np.inf, 2], [2, 1e3], [-1, 1], [2, -1],
                             [np.nan, 1], [1, np.nan]]).T
PRECISE = pytest.mark.parametrize(("type", "tolerance"), [(np.float64, 1e-9), (np.float32, 3e-4)])


@ENGINES
@PRECISE
@pytest.mark.parametrize(("name", "wanted"), [("Igamma", special.gammainc), ("Igammac", special.gammaincc)])
def test_incomplete_gamma_functions(engine: str, name: str, wanted: Any, type: Any, tolerance: float) -> None:
    a, x = np.concatenate([A, EDGES_A]).astype(type), np.concatenate([X, EDGES_X]).astype(type)
    found = run(engine, lambda b, p, q: getattr(ops, name)(p, q), a, x)
    assert found.dtype == type
    np.testing.assert_allclose(found, wanted(a.astype(float), x.astype(float)), rtol=tolerance, atol=tolerance * 1e-3)


@PRECISE
def test_derivatives_with_respect_to_the_parameter(type: Any, tolerance: float) -> None:
    """Against central differences; a sample keeps its probability."""
    step = 1e-5
    slope = (special.gammainc(A * (1 + step), X) - special.gammainc(A * (1 - step), X)) / (2 * step * A)
    a, x = A.astype(type), X.astype(type)
    found = run("reference", lambda b, p, q: ops.IgammaGradA(p, q), a, x)
    np.testing.assert_allclose(found, slope, atol=max(tolerance, 1e-7) * 0.1)
    density = np.exp((A - 1) * np.log(X) - X - special.gammaln(A))
    usable = density > 1e-6
    found = run("reference", lambda b, p, q: ops.RandomGammaGrad(p, q), a, x)
    np.testing.assert_allclose(found[usable], (-slope / np.where(usable, density, 1))[usable], rtol=max(tolerance, 1e-6) * 10,
                               atol=1e-4 if type is np.float32 else 1e-6)


@ENGINES
@PRECISE
def test_the_incomplete_beta_function(engine: str, type: Any, tolerance: float) -> None:
    a = np.concatenate([10 ** RNG.uniform(-1, 1.7, 48), [1, 1, 2, -1, 2, np.inf, 3, np.nan]]).astype(type)
    b = np.concatenate([10 ** RNG.uniform(-1, 1.7, 48), [1, 1, 2, 1, 2, 2, np.inf, 1]]).astype(type)
    x = np.concatenate([RNG.uniform(0, 1, 48), [0, 1, 0.5, 0.5, 1.5, 0.5, 0.5, 0.5]]).astype(type)
    found = run(engine, lambda _, p, q, r: ops.RegularizedIncompleteBeta(p, q, r), a, b, x)
    wanted = special.betainc(*[v.astype(float) for v in (a, b, x)])
    np.testing.assert_allclose(found, wanted, rtol=tolerance, atol=tolerance * 1e-3)


@ENGINES
def test_arguments_are_broadcast_and_narrow_types_computed_in_f32(engine: str) -> None:
    x = np.array([0.5, 1, 4], np.float16)
    found = run(engine, lambda b, p: ops.Igamma(ops.ConstantR0(b, 2.0, "f16"), p), x)
    assert found.dtype == np.float16
    np.testing.assert_allclose(found, special.gammainc(2.0, x.astype(float)), rtol=2e-3)


#: Functions that were there before: the name, the values, and SciPy's function.
FUNCTIONS: dict[str, tuple[tuple[Any, ...], Any]] = {
    "Lgamma": (([-2.5, 0.25, 1.5, 30],), special.gammaln), "Digamma": (([-2.5, 0.25, 1.5, 30],), special.digamma),
    "Erfc": (([-3, -0.5, 0, 2, 5],), special.erfc), "Erf": (([-3, -0.5, 0, 2, 5],), special.erf),
    "ErfInv": (([-0.9, 0, 0.5, 0.999],), special.erfinv), "BesselI0e": (([-9, 0, 0.5, 3, 40],), special.i0e),
    "BesselI1e": (([-9, 0, 0.5, 3, 40],), special.i1e), "Zeta": (([2, 3.5, 1.5], [1, 0.5, 4]), special.zeta),
    "Polygamma": (([1, 2, 3], [0.5, 4, 2.5]), special.polygamma)}


@ENGINES
@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions(engine: str, name: str) -> None:
    arguments, wanted = FUNCTIONS[name]
    values = [np.array(v, np.float64) for v in arguments]
    given = [v.astype(int) for v in values[:1]] + values[1:] if name == "Polygamma" else values
    np.testing.assert_allclose(run(engine, lambda b, *x: getattr(ops, name)(*x), *values), wanted(*given), rtol=1e-7, atol=1e-12)


@pytest.mark.parametrize(("shapes", "call", "message"), [
    (("s32[2]", "s32[2]"), lambda a, x: ops.Igamma(a, x), r"Igamma\(a: s32\[2\], x: s32\[2\]\): Operands to Igamma must be real"),
    (("f32[2]", "f64[2]"), lambda a, x: ops.Igammac(a, x), "must have equal types; got f32, f64"),
    (("f32[2]", "f32[3]"), lambda a, x: ops.RandomGammaGrad(a, x), "incompatible shapes"),
    (("f32[2]", "c64[2]"), lambda a, x: ops.RegularizedIncompleteBeta(a, a, x), "real-valued floating-point"),
    (("(f32[2])",), lambda a: ops.IgammaGradA(a, a), "operand a of IgammaGradA"),
    (("c64[2]",), lambda a: ops.Lgamma(a), "real-valued floating-point"),
])
def test_what_does_not_fit_is_refused(shapes: tuple[str, ...], call: Any, message: str) -> None:
    builder = XlaBuilder("wrong", die_immediately_on_error=True)
    operands = [ops.Parameter(builder, k, s) for k, s in enumerate(shapes)]
    with pytest.raises(BuilderError, match=message):
        call(*operands)
