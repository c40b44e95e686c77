"""Programs in StableHLO alone: no operation of CHLO or MHLO is left, and values are those of the functions, on both engines."""

from __future__ import annotations

import math
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import hloom
from hloom.ir.core import Operation
from hloom.numbers.element_type import ELEMENT_TYPES
from hloom.ops.definition.examples import example_of
from hloom.ops.definition.operation import REGISTRY, SPELLINGS
from hloom.passes.in_stablehlo import in_stablehlo
from hloom.passes.rewriting import Rule, rewrite

UNARY = "acos acosh asin asinh atan atanh bessel_i1e conj cosh digamma erf erf_inv erfc lgamma sinh square tan".split()
BINARY = "next_after polygamma zeta".split()
#: Functions of complex numbers, too.
ANALYTIC = "acos acosh asin asinh atan atanh conj cosh sinh square tan".split()
TYPES = {"f32": np.float32, "f64": np.float64, "bf16": ml_dtypes.bfloat16, "f16": np.float16}
SPECIAL = [0, -0.0, 1, -1, 0.5, -0.5, 2, -2, 3, np.inf, -np.inf, np.nan, 1e-30, -1e-30, 5, -5.5, 1e30, -1e30, 1e-308, 88.9, -88.9,
           700, -700, 0.9999999, -0.9999999, 1.0000001]


def dense(dtype: Any) -> np.ndarray:
    random = np.random.default_rng(0)
    wide = np.exp(random.uniform(-50, 50, 200)) * random.choice([-1, 1], 200)
    with np.errstate(all="ignore"):
        return np.concatenate([random.uniform(-1, 1, 400), random.uniform(-9, 9, 400), random.uniform(-90, 90, 200), wide,
                               SPECIAL, 1 - 2.0 ** -np.arange(1, 53)]).astype(dtype)


def program(name: str, count: int, shape: str, type: str, result: str | None = None) -> Any:
    given, one = [f"%a{k}" for k in range(count)], f"tensor<{shape}{type}>"
    found = f"tensor<{shape}{result or type}>"
    return hloom.parse(f"""func.func @main({", ".join(f"{a}: {one}" for a in given)}) -> {found} {{
  %0 = "chlo.{name}"({", ".join(given)}) : ({", ".join([one] * count)}) -> {found}
  return %0 : {found}
}}""")


def stated(module: Any) -> Any:
    """The module in StableHLO alone, as it is read back."""
    made = in_stablehlo(module)
    made.verify()
    assert not {op.spelling.partition(".")[0] for op in made.walk()} & {"chlo", "mhlo"}  # type: ignore[attr-defined]
    return hloom.parse(str(made))


def units(wanted: np.ndarray, found: np.ndarray) -> np.ndarray:
    """Distances in units of the last place of f64, f32, or of the narrower type; infinite where only one is NaN."""
    a, b = wanted.astype(np.float64), found.astype(np.float64)
    digits = {np.dtype(np.float64): 52, np.dtype(np.float32): 23, np.dtype(np.float16): 10}.get(wanted.dtype, 7)
    with np.errstate(all="ignore"):
        unit = np.maximum(np.abs(a) * 2.0**-digits, float(ml_dtypes.finfo(wanted.dtype).smallest_subnormal))
        distance = np.where((a == b) | (np.isnan(a) & np.isnan(b)), 0, np.abs(a - b) / unit)
    return np.where(np.isnan(distance), np.inf, distance)


@pytest.mark.parametrize("type", TYPES)
@pytest.mark.parametrize("name", [*UNARY, *BINARY])
def test_functions_of_real_numbers(name: str, type: str) -> None:
    x = dense(TYPES[type])
    random = np.random.default_rng(1)
    given = [x]
    if name == "next_after":
        given = [x, random.permutation(x)]
    elif name in BINARY:
        given = [random.integers(1, 9, x.size).astype(x.dtype), np.abs(x)]
    module = program(name, len(given), f"{x.size}x", type)
    made = stated(module)
    wanted = hloom.evaluate(module, *given)[0]
    for found in (hloom.evaluate(made, *given)[0], hloom.compile(made)(*given)[0]):
        distance = units(wanted, found)
        # Near their zeros logarithms of gamma and their kin are exact in absolute terms.
        if name in ("lgamma", "digamma", "polygamma"):
            distance[np.isclose(found.astype(float), wanted.astype(float), rtol=0, atol=1e-14)] = 0
        assert distance.max() <= 4, given[0][distance.argmax()]
        is_zero = wanted.astype(float) == 0
        np.testing.assert_array_equal(np.signbit(found.astype(float))[is_zero], np.signbit(wanted.astype(float))[is_zero])


@pytest.mark.parametrize("name, function", [("erf", math.erf), ("erfc", math.erfc), ("lgamma", math.lgamma),
                                            ("asinh", math.asinh), ("atanh", math.atanh),
                                            ("sinh", math.sinh), ("acos", math.acos)])
def test_functions_against_the_library_of_c(name: str, function: Any) -> None:
    x = np.random.default_rng(2).uniform(-0.99, 0.99, 300)
    found = hloom.compile(stated(program(name, 1, "300x", "f64")))(x)[0]
    np.testing.assert_allclose(found, [function(v) for v in x], rtol=2e-15, atol=1e-15)


@pytest.mark.parametrize("type", ["complex<f32>", "complex<f64>"])
@pytest.mark.parametrize("name", ANALYTIC)
def test_functions_of_complex_numbers(name: str, type: str) -> None:
    part, dtype = (np.float32, np.complex64) if "32" in type else (np.float64, np.complex128)
    ends = np.array([0, -0.0, 1, -1, 0.5, 2, -2, 3, 50, -50, 1e-20, -1e30, 88, -80, np.inf, -np.inf, np.nan], part)
    a, b = np.meshgrid(ends, ends)
    random = np.random.default_rng(3)
    x = np.empty(400 + a.size, dtype)
    x.real, x.imag = (np.concatenate([random.uniform(-4, 4, 400), v.ravel()]) for v in (a, b))
    module = program(name, 1, f"{x.size}x", type)
    made = stated(module)
    wanted = hloom.evaluate(module, x)[0]
    for found in (hloom.evaluate(made, x)[0], hloom.compile(made)(x)[0]):
        for w, f in ((wanted.real, found.real), (wanted.imag, found.imag)):
            distance = units(w, f)
            # Beside a NaN C's standard leaves open what far numbers and signs of zeros give.
            distance[np.isnan(x)] = 0
            # A part that cancels is as exact as the larger one.
            with np.errstate(invalid="ignore"):
                distance[np.abs(f - w) <= 4 * np.finfo(part).eps * np.abs(wanted)] = 0
            assert distance.max() <= 6, x[distance.argmax()]
            zero = (w == 0) & np.isfinite(x.real) & np.isfinite(x.imag)
            np.testing.assert_array_equal(np.signbit(f)[zero], np.signbit(w)[zero])


@pytest.mark.parametrize("type", ["f8E4M3FN", "f8E5M2", "f8E4M3FNUZ", "f8E8M0FNU", "f6E2M3FN", "f6E3M2FN", "f4E2M1FN"])
def test_neighbours_of_all_narrow_numbers(type: str) -> None:
    dtype = ELEMENT_TYPES[type].dtype
    count = 1 << {"f8": 8, "f6": 6, "f4": 4}[type[:2]]
    every = np.arange(count, dtype=np.uint8).view(dtype)
    x, y = (v.ravel() for v in np.meshgrid(every, every))
    module = program("next_after", 2, f"{x.size}x", type)
    made = stated(module)
    wanted = hloom.evaluate(module, x, y)[0]
    for found in (hloom.evaluate(made, x, y)[0], hloom.compile(made)(x, y)[0]):
        known = ~np.isnan(wanted.astype(np.float32))
        np.testing.assert_array_equal(np.isnan(found.astype(np.float32)), ~known)
        np.testing.assert_array_equal(found.view(np.uint8)[known], wanted.view(np.uint8)[known])


@pytest.mark.parametrize("type", ["i64", "ui64", "i32", "ui8"])
def test_upper_halves_of_products(type: str) -> None:
    dtype = np.dtype(type.replace("ui", "uint") if type[0] == "u" else type.replace("i", "int"))
    bounds = np.iinfo(dtype)
    ends = np.array([bounds.min, bounds.min + 1, bounds.max, bounds.max // 3, 0, 1, 7, bounds.max - 5], dtype)
    x, y = (v.ravel() for v in np.meshgrid(ends, ends))
    made = stated(program("mulhi", 2, f"{x.size}x", type))
    wanted = [int(a) * int(b) >> bounds.bits for a, b in zip(x, y)]
    assert hloom.evaluate(made, x, y)[0].tolist() == hloom.compile(made)(x, y)[0].tolist() == wanted


@pytest.mark.parametrize("name", ["is_inf", "is_neg_inf", "is_pos_inf"])
def test_questions(name: str) -> None:
    x = np.array([np.inf, -np.inf, np.nan, 1], np.float32)
    made = stated(program(name, 1, "4x", "f32", "i1"))
    wanted = {"is_inf": [1, 1, 0, 0], "is_neg_inf": [0, 1, 0, 0], "is_pos_inf": [1, 0, 0, 0]}[name]
    assert hloom.evaluate(made, x)[0].tolist() == hloom.compile(made)(x)[0].tolist() == wanted


#: The operations of MHLO that StableHLO has, by their names there.
IN_MHLO = {cls.name: cls for name, cls in SPELLINGS.items() if name.startswith("mhlo.")}


def respelled(op: Any, b: Any) -> Any:
    made = object.__new__(IN_MHLO[op.name])
    Operation.__init__(made, op.operands, [r.type for r in op.results], op.attributes, op.regions, op.location, op.span)
    b.place(made)
    return made.results


def in_mhlo(op: Any) -> tuple[Rule, ...]:
    """Every operation under its name in MHLO, for those with regions end with the terminator of their dialect."""
    is_stated = op.name in IN_MHLO and type(op) is REGISTRY[op.name]
    return (Rule("f(x) -> mhlo.f(x)", None, respelled),) if is_stated else ()


#: Without a form in StableHLO: shapes whose rank the program does not say, and the state of a process's random numbers.
WITHOUT = {"chlo.minimum_broadcast_shapes", "mhlo.minimum_broadcast_shapes", "mhlo.xla.rng_get_and_update_state"}


@pytest.mark.parametrize("name", [n for n in (*REGISTRY, *SPELLINGS) if n.startswith(("chlo.", "mhlo.")) and n not in WITHOUT])
def test_the_example_of_each_operation(name: str) -> None:
    """Every operation of the dialects, those of MHLO also under the names that StableHLO's have there."""
    cls = REGISTRY.get(name) or SPELLINGS[name]
    text = example_of(REGISTRY[cls.name])
    assert text is not None
    module = hloom.parse(text)
    if name in SPELLINGS:
        rewrite(module, in_mhlo)
        assert f"{name} " in str(module) or f'"{name}"' in str(module) or f"{name}(" in str(module)
    module.verify()
    stated(module)


@pytest.mark.parametrize("name", sorted(WITHOUT - {"mhlo.minimum_broadcast_shapes"}))
def test_what_has_no_form_is_named_with_its_place(name: str) -> None:
    text = example_of(REGISTRY[name])
    assert text is not None
    with pytest.raises(hloom.UserError, match=f"{name} has no form in StableHLO"):
        in_stablehlo(hloom.parse(text))


PROGRAMS = {
    "broadcasts": ("""func.func @main(%x: tensor<2x3xf32>, %y: tensor<3xf32>)
          -> (tensor<2x3xf32>, tensor<2x3xi1>, tensor<2x3xf32>) {
        %0 = chlo.broadcast_add %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
        %1 = chlo.broadcast_compare %x, %y {comparison_direction = #chlo<comparison_direction LT>}
          : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
        %2 = chlo.broadcast_zeta %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
        return %0, %1, %2 : tensor<2x3xf32>, tensor<2x3xi1>, tensor<2x3xf32> }""",
                   [np.array([[2, 3, 4], [5, 1, 2]], np.float32), np.array([1, 2, 0.5], np.float32)]),
    "sizes of a call": ("""func.func @main(%x: tensor<?x3xf32>) -> (tensor<?x3xf32>, tensor<?x2xf32>, tensor<?x2xi32>) {
        %0 = chlo.lgamma %x : tensor<?x3xf32> -> tensor<?x3xf32>
        %1:2 = chlo.top_k(%0, k = 2) : tensor<?x3xf32> -> (tensor<?x2xf32>, tensor<?x2xi32>)
        return %0, %1#0, %1#1 : tensor<?x3xf32>, tensor<?x2xf32>, tensor<?x2xi32> }""",
                        [np.array([[2.5, 0.25, 4], [5, 1, 7]], np.float32)]),
    "a composite": ("""func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
        %0 = stablehlo.composite "chlo.erf" %x {decomposition = @impl} : (tensor<3xf32>) -> tensor<3xf32>
        return %0 : tensor<3xf32> }
      func.func private @impl(%x: tensor<3xf32>) -> tensor<3xf32> {
        %0 = chlo.erf %x : tensor<3xf32> -> tensor<3xf32>
        return %0 : tensor<3xf32> }""", [np.array([1, 2, -0.5], np.float32)]),
    "a call of an older export": ("""func.func @main(%x: tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<2x2xf32>, tensor<2x2xi32>) {
        %0 = stablehlo.custom_call @mhlo.erf(%x) {mhlo.attributes = {}, mhlo.version = 1 : i64}
          : (tensor<2x4xf32>) -> tensor<2x4xf32>
        %1:2 = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 2 : i64, largest = false}, mhlo.version = 1 : i64}
          : (tensor<2x4xf32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
        return %0, %1#0, %1#1 : tensor<2x4xf32>, tensor<2x2xf32>, tensor<2x2xi32> }""",
                                  [np.array([[1, 2, -0.5, 3], [0, 9, 8, 7]], np.float32)]),
    "MHLO": ("""func.func @main(%x: tensor<4xf32>) -> tensor<f32> {
        %c = mhlo.constant dense<0.0> : tensor<f32>
        %0 = mhlo.erf %x : tensor<4xf32>
        %1 = mhlo.reduce(%0 init: %c) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
          reducer(%a: tensor<f32>, %b: tensor<f32>) { %2 = mhlo.add %a, %b : tensor<f32>
          mhlo.return %2 : tensor<f32> }
        return %1 : tensor<f32> }""", [np.array([1, 2, -0.5, 3], np.float32)]),
    "a scan": ("""func.func @main(%x: tensor<2x3xf32>, %c: tensor<2xf32>) -> (tensor<2x3xf32>, tensor<2xf32>) {
        %0:2 = chlo.scan(%x) inits (%c) dimension=1 {
          ^bb0(%a: tensor<2xf32>, %b: tensor<2xf32>):
            %s = stablehlo.add %a, %b : tensor<2xf32>
            %t = chlo.tan %s : tensor<2xf32> -> tensor<2xf32>
            stablehlo.return %s, %t : tensor<2xf32>, tensor<2xf32>
          } : (tensor<2x3xf32>, tensor<2xf32>) -> (tensor<2x3xf32>, tensor<2xf32>)
        return %0#0, %0#1 : tensor<2x3xf32>, tensor<2xf32> }""",
               [np.array([[1, 2, 0.5], [3, 1, 0.25]], np.float32), np.ones(2, np.float32)]),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs(name: str) -> None:
    text, given = PROGRAMS[name]
    module = hloom.parse(text)
    made = stated(module)
    assert not any(op.name == "stablehlo.composite" for op in made.walk())
    wanted = hloom.evaluate(module, *given)
    for results in (hloom.evaluate(made, *given), hloom.compile(made)(*given)):
        for w, f in zip(wanted, results):
            np.testing.assert_allclose(f, w, rtol=1e-6)


def test_the_module_is_left_alone() -> None:
    module = program("erf", 1, "2x", "f32")
    before = str(module)
    in_stablehlo(module)
    assert str(module) == before
