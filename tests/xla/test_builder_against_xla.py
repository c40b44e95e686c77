"""Random programs of the builder, printed as HLO, run by XLA and by both engines."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hloom
from hloom.numbers.difference import EQUAL, Tolerance, difference
from hloom.xla import Shape, ops
from hloom.xla.builder import XlaBuilder
from tests.text.test_hlo_against_xla import jax, run_on_xla
from tests.xla.random_builder import Maker

PROGRAMS = 300


def agree(found: Any, wanted: Any, what: str) -> None:
    for a, b in zip(found, wanted, strict=True):
        b = np.asarray(b)
        different = difference(a, b, Tolerance(absolute=1e-5, relative=1e-5) if b.dtype.kind == "f" else EQUAL)
        assert not different, f"{what}: {different}"


#: The programs of the usual run; all of them are PROGRAMS.
SHARE = 60


def check(seed: int) -> None:
    """One program, on XLA and on both engines."""
    computation, arguments = Maker(seed).made()
    text = str(computation)
    with jax.enable_x64(True):
        wanted = run_on_xla(text, arguments)
    for engine in ("reference", "cpu"):
        agree(computation(*arguments, engine=engine), wanted, f"program {seed} on {engine}\n{text}")


@pytest.mark.slow
@pytest.mark.parametrize("start", range(0, SHARE, 20))
def test_programs_give_what_xla_gives(start: int) -> None:
    for seed in range(start, start + 20):
        check(seed)


@pytest.mark.exhaustive
@pytest.mark.parametrize("start", range(SHARE, PROGRAMS, 40))
def test_all_programs_give_what_xla_gives(start: int) -> None:
    for seed in range(start, start + 40):
        check(seed)


@pytest.mark.parametrize("start", range(0, PROGRAMS, 100))
def test_programs_read_again_mean_the_same(start: int) -> None:
    for seed in range(start, start + 100, 10):
        computation, arguments = Maker(seed).made()
        again = hloom.parse(str(computation), format="hlo")
        assert str(again) == str(computation)
        agree(hloom.evaluate(again, *arguments), computation(*arguments), f"program {seed}\n{computation}")


#: Decompositions, as XLA's own passes spell them out for its processor; LuDecomposition it knows for other devices only.
RNG = np.random.default_rng(0)
DECOMPOSITIONS: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "Qr": (lambda b, x: ops.Tuple(b, ops.Qr(x)), (RNG.normal(size=(5, 3)),)),
    "Qr of a wide matrix": (lambda b, x: ops.Tuple(b, ops.Qr(x)), (RNG.normal(size=(2, 3, 5)),)),
    "QrExplicit": (lambda b, x: ops.Tuple(b, ops.QrExplicit(x, True)), (RNG.normal(size=(5, 3)),)),
    "SelfAdjointEig": (lambda b, x: ops.SelfAdjointEig(x).w, (RNG.normal(size=(4, 4)),)),
    "SelfAdjointEig of the upper triangle": (lambda b, x: ops.SelfAdjointEig(x, False).w, (RNG.normal(size=(2, 3, 3)),)),
    "SVD": (lambda b, x: ops.Tuple(b, ops.SVD(x)), (RNG.normal(size=(3, 4)),)),
    "TridiagonalSolver": (lambda b, d, r: ops.TridiagonalSolver(ops.kThomas, d, r),
                          (RNG.normal(size=(3, 4)), RNG.normal(size=(2, 4)))),
    "ApproxTopK": (lambda b, x: ops.ApproxTopK(b, [x], [0.0], 3, 0, ops.CreateScalarGtComputation("f32")), (RNG.normal(size=9),)),
    "ScramblePhiloxKey": (lambda b, k: ops.Tuple(b, ops.ScramblePhiloxKey(k)), (np.uint64(77),)),
    "NormalFloatingPointDistribution": (
        lambda b, k: ops.NormalFloatingPointDistribution(k, np.array([3, 0], np.uint64), ops.PhiloxBitGenerator,
                                                         "f32[3,5]").value, (np.uint64(9),)),
}


#: Special functions, which text says in plain instructions.
FUNCTIONS: dict[str, tuple[list[float], ...]] = {
    "Lgamma": ([-2.5, 1e-12, 1.5, 30],), "Digamma": ([-2.5, 0.25, 1.5, 30],), "Erfc": ([-3, -0.5, 0, 2, 5],),
    "ErfInv": ([-0.9, 0, 0.5, 0.999],), "BesselI1e": ([-9, 0, 0.5, 3, 40],), "Zeta": ([2, 3.5, 1.5], [1, 0.5, 4]),
    "Polygamma": ([1, 2, 3], [0.5, 4, 2.5]), "Igamma": ([2, 0.5], [1, 3]),
    "NextAfter": ([1, -1, 0, 0, 1e-45, np.inf, 3, -0.0, np.nan], [2, 5, 1, -1, 0, 0, 3, 0, 1])}


#: Those that XLA compiles in a moment.
QUICK = [("Lgamma", np.float32), ("Erfc", np.float64), ("BesselI1e", np.float16), *[("NextAfter", t) for t in (
    np.float16, np.float32, np.float64)]]


@pytest.mark.parametrize(("name", "type"), [
    pytest.param(name, type, marks=() if (name, type) in QUICK else pytest.mark.exhaustive)
    for name in FUNCTIONS for type in (np.float16, np.float32, np.float64)])
def test_special_functions_are_said_in_instructions(name: str, type: Any) -> None:
    arguments = [np.array(v, type) for v in FUNCTIONS[name]]
    builder = XlaBuilder("function", die_immediately_on_error=True)
    parameters = [ops.Parameter(builder, k, Shape(a.dtype, a.shape)) for k, a in enumerate(arguments)]
    made = builder.Build(getattr(ops, name)(*parameters))
    again = hloom.parse(str(made), format="hlo")
    assert str(again) == str(made) and "chlo" in str(made.to_stablehlo())
    found = made(*arguments)
    np.testing.assert_array_equal(hloom.evaluate(again, *arguments)[0], found)
    with jax.enable_x64(True):
        wanted = np.asarray(run_on_xla(str(made), arguments)[0])
    np.testing.assert_allclose(wanted.astype(float), found.astype(float), rtol=1e-3 if type is np.float16 else 1e-6)


@pytest.mark.parametrize("name", DECOMPOSITIONS)
def test_libraries_give_what_xla_gives(name: str) -> None:
    function, values = DECOMPOSITIONS[name]
    arguments = [np.asarray(v, np.float32) if np.asarray(v).dtype == np.float64 else np.asarray(v) for v in values]
    builder = XlaBuilder("library", die_immediately_on_error=True)
    parameters = [ops.Parameter(builder, k, Shape(a.dtype, a.shape)) for k, a in enumerate(arguments)]
    made = builder.Build(function(builder, *parameters))
    with jax.enable_x64(True):
        wanted = run_on_xla(str(made), arguments)
    found = made(*arguments)
    agree(found if isinstance(found, tuple) else (found,), wanted, str(made))
