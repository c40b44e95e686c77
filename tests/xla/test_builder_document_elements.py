"""The document's operations on each element, conversions, random numbers, transforms and transfer, on both engines."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.xla import ops
from hloom.xla.builder import XlaBuilder, XlaComputation
from tests.xla.test_builder_document import ENGINES, SHARED, document_names, f32, run, same

A = np.array([-7, 7, 12, -128], np.int32)
B = np.array([2, 2, 5, 3], np.int32)
X = np.array([-2.5, -0.5, 0.5, 2.5, 1.0, 0.25])
P = np.array([0.25, 0.5, 1.0, 2.0, 3.0, 10.0])

#: Element-wise binary arithmetic operations: the operands and what Python's and NumPy's own arithmetic gives.
BINARY: dict[str, tuple[Any, Any, Any]] = {
    "Add": (A, B, A + B), "Sub": (A, B, A - B), "Mul": (A, B, A * B),
    "Div": (A, B, [-3, 3, 2, -42]),  # toward zero
    "Rem": (A, B, [-1, 1, 2, -2]),  # the sign of the dividend
    "Max": (A, B, np.maximum(A, B)), "Min": (A, B, np.minimum(A, B)),
    "Pow": (P, X, P**X), "Atan2": (X, P, np.arctan2(X, P)), "And": (A, B, A & B), "Or": (A, B, A | B), "Xor": (A, B, A ^ B),
    "ShiftLeft": (A, np.array([1, 31, 32, 2], np.int32), [-14, -(2**31), 0, -512]),
    "ShiftRightArithmetic": (A, np.array([1, 1, 40, 32], np.int32), [-4, 3, 0, -1]),
    "ShiftRightLogical": (A, np.array([28, 1, 40, 31], np.int32), [15, 3, 0, 1])}

#: Element-wise unary functions, by Python's mathematics.
UNARY: dict[str, tuple[Any, Any]] = {
    "Abs": (X, abs(X)), "Cbrt": (X, np.cbrt(X)), "Ceil": (X, [-2, 0, 1, 3, 1, 1]), "Cos": (X, np.cos(X)),
    "Erf": (X, [math.erf(v) for v in X]), "Exp": (X, np.exp(X)), "Expm1": (X, np.expm1(X)), "Floor": (X, [-3, -1, 0, 2, 1, 0]),
    "Log": (P, np.log(P)), "Log1p": (P, np.log1p(P)), "Logistic": (X, 1 / (1 + np.exp(-X))), "Neg": (X, -X),
    "Real": (X, X), "Imag": (X, 0 * X), "Round": (X, [-3, -1, 1, 3, 1, 0]), "RoundNearestEven": (X, [-2, 0, 0, 2, 1, 0]),
    "Rsqrt": (P, 1 / np.sqrt(P)), "Sin": (X, np.sin(X)), "Sqrt": (P, np.sqrt(P)), "Tan": (X, np.tan(X)), "Tanh": (X, np.tanh(X)),
    "Clz": (np.array([0, 1, -1, 255], np.int32), [32, 31, 0, 24]),
    "PopulationCount": (np.array([0, 1, -1, 255], np.int32), [0, 1, 32, 8]),
    "Not": (A, ~A), "IsFinite": (f32(1, np.inf, -np.inf, np.nan), [1, 0, 0, 0])}

#: In the total order -NaN < -Inf < -Finite < -0 < +0 < +Finite < +Inf < +NaN.
ORDERED = f32(-np.nan, -np.inf, -1, -0.0, 0.0, 1, np.inf, np.nan)
COMPARISONS = {"Eq": np.equal, "Ne": np.not_equal, "Ge": np.greater_equal, "Gt": np.greater, "Le": np.less_equal, "Lt": np.less}


@ENGINES
@pytest.mark.parametrize("name", BINARY)
def test_binary(engine: str, name: str) -> None:
    lhs, rhs, expected = BINARY[name]
    found = run(engine, lambda b, x, y: getattr(ops, name)(x, y), lhs, rhs)
    np.testing.assert_allclose(found, expected, rtol=1e-12)
    # A scalar fits any array; an array of lower rank needs broadcast_dimensions.
    scalar = run(engine, lambda b, x, y: getattr(ops, name)(x, y), lhs, np.asarray(rhs)[1])
    np.testing.assert_array_equal(scalar, run(engine, lambda b, x, y: getattr(ops, name)(x, y), lhs, np.full_like(rhs, rhs[1])))
    wide = run(engine, lambda b, x, y: getattr(ops, name)(x, y, [1]), np.stack([lhs, lhs]), rhs)
    np.testing.assert_allclose(wide, np.stack([expected, expected]), rtol=1e-12)


@ENGINES
def test_complex_numbers_of_two_parts(engine: str) -> None:
    z = run(engine, lambda b, x, y: ops.Complex(x, y), X, P)
    np.testing.assert_array_equal(z, X + 1j * P)
    parts = run(engine, lambda b, v: ops.Tuple(b, [ops.Real(v), ops.Imag(v), ops.Abs(v), ops.Conj(v)]), z)
    for found, expected in zip(parts, (X, P, np.hypot(X, P), X - 1j * P)):
        np.testing.assert_allclose(found, expected, rtol=1e-12)


@ENGINES
@pytest.mark.parametrize("name", UNARY)
def test_unary(engine: str, name: str) -> None:
    values, expected = UNARY[name]
    np.testing.assert_allclose(run(engine, lambda b, x: getattr(ops, name)(x), values), expected, rtol=1e-7)
    same(run(engine, lambda b, x: getattr(ops, name)(x), np.asarray(values)[0]), np.asarray(expected)[0])


@ENGINES
def test_signs_keep_zeros_and_nan(engine: str) -> None:
    found = run(engine, lambda b, x: ops.Sign(x), f32(-3, -0.0, 0.0, 5, np.nan))
    np.testing.assert_array_equal(found, [-1, 0, 0, 1, np.nan])
    assert np.signbit(found).tolist()[:4] == [True, True, False, False]


@ENGINES
@pytest.mark.parametrize("name", COMPARISONS)
def test_comparisons(engine: str, name: str) -> None:
    table = np.meshgrid(ORDERED, ORDERED, indexing="ij")
    places = np.meshgrid(np.arange(8), np.arange(8), indexing="ij")
    with np.errstate(invalid="ignore"):
        np.testing.assert_array_equal(run(engine, lambda b, x, y: getattr(ops, name)(x, y), *table), COMPARISONS[name](*table))
    total = run(engine, lambda b, x, y: getattr(ops, f"{name}TotalOrder")(x, y), *table)
    np.testing.assert_array_equal(total, COMPARISONS[name](*places))
    assert run(engine, lambda b, x, y: getattr(ops, name)(x, y, [0]), np.stack([A, B], 1), A).tolist() == COMPARISONS[name](
        np.stack([A, B], 1), A[:, None]).tolist()


@ENGINES
def test_precision_is_reduced_to_the_nearest_even(engine: str) -> None:
    """Ten bits of mantissa and five of exponent are a half: its rounding, its overflow, its NaN."""
    values = f32(1 + 2**-11, 1 + 3 * 2**-11, 65519, 65520, 1e-3, -np.inf, np.nan)
    half = f32(1, 1 + 2**-9, 65504, np.inf, np.float16(1e-3), -np.inf, np.nan)
    same(run(engine, lambda b, x: ops.ReducePrecision(x, 5, 10), values), half)
    np.testing.assert_array_equal(run(engine, lambda b, x: ops.ReducePrecision(x, 8, 23), values), values)


@ENGINES
def test_bits_of_another_width_are_a_new_dimension(engine: str) -> None:
    """The document's shapes: f16[10,2] from f32[10], and back."""
    x = np.random.default_rng(0).normal(size=10).astype(np.float32)
    halves = run(engine, lambda b, v: ops.BitcastConvertType(v, "f16"), x)
    assert halves.shape == (10, 2)
    np.testing.assert_array_equal(halves.view(np.uint16), x.view(np.uint16).reshape(10, 2))
    np.testing.assert_array_equal(run(engine, lambda b, v: ops.BitcastConvertType(v, "f32"), halves), x)
    assert run(engine, lambda b, v: ops.BitcastConvertType(v, "s8"), np.int32(0x04030201)).tolist() == [1, 2, 3, 4]


@ENGINES
@pytest.mark.parametrize(("kind", "wanted"), [("FFT", np.fft.fftn), ("IFFT", np.fft.ifftn)])
@pytest.mark.parametrize("rank", [1, 2, 3])
def test_fourier_transforms_of_the_innermost_dimensions(engine: str, kind: str, wanted: Any, rank: int) -> None:
    rng = np.random.default_rng(1)
    z = rng.normal(size=(2, 3, 4, 5)) + 1j * rng.normal(size=(2, 3, 4, 5))
    axes = tuple(range(4 - rank, 4))
    found = run(engine, lambda b, x: ops.Fft(x, kind, z.shape[4 - rank :]), z)
    np.testing.assert_allclose(found, wanted(z, axes=axes), atol=1e-9)


@ENGINES
@pytest.mark.parametrize("length", [16, 17])
def test_real_transforms_halve_the_last_dimension(engine: str, length: int) -> None:
    x = np.random.default_rng(2).normal(size=(3, length)).astype(np.float32)
    spectrum = run(engine, lambda b, v: ops.Fft(v, "RFFT", [length]), x)
    assert spectrum.shape == (3, 9)
    np.testing.assert_allclose(spectrum, np.fft.rfft(x), atol=1e-4)
    np.testing.assert_allclose(run(engine, lambda b, v: ops.Fft(v, "IRFFT", [length]), spectrum), x, atol=1e-5)


@ENGINES
def test_sizes_of_dimensions(engine: str) -> None:
    found = run(engine, lambda b, x, n: ops.Tuple(b, [ops.GetDimensionSize(x, 1), ops.GetDimensionSize(
        ops.SetDimensionSize(x, n, 0), 0)]), np.zeros((4, 3), np.float32), np.int32(2))
    assert [int(n) for n in found] == [3, 2] and found[0].dtype == np.int32


# Random numbers.


@ENGINES
def test_random_numbers_keep_to_their_distribution(engine: str) -> None:
    def made(b: XlaBuilder, low: Any, high: Any) -> Any:
        whole = ops.ConvertElementType(low, "s32"), ops.ConvertElementType(high, "s32")
        return ops.Tuple(b, [ops.RngUniform(low, high, "f32[4000]"), ops.RngNormal(low, high, "f32[4000]"),
                             ops.RngUniform(*whole, "s32[4000]")])

    uniform, normal, whole = run(engine, made, np.float32(-1), np.float32(3))
    assert uniform.min() >= -1 and uniform.max() < 3 and abs(uniform.mean() - 1) < 0.1
    assert abs(normal.mean() + 1) < 0.2 and abs(normal.std() - 3) < 0.2
    assert set(whole.tolist()) == {-1, 0, 1, 2}


@ENGINES
@pytest.mark.parametrize("algorithm", ["RNG_DEFAULT", "RNG_THREE_FRY", "RNG_PHILOX"])
def test_random_bits_follow_from_the_state(engine: str, algorithm: str) -> None:
    state = np.array([7, 9], np.uint64)
    first = run(engine, lambda b, s: ops.RngBitGenerator(algorithm, s, "u32[1000]"), state)
    again = run(engine, lambda b, s: ops.RngBitGenerator(algorithm, s, "u32[1000]"), state)
    later = run(engine, lambda b, s: ops.RngBitGenerator(algorithm, s, "u32[1000]"), first[0])
    assert first[0].shape == state.shape and not np.array_equal(first[0], state)
    np.testing.assert_array_equal(first[1], again[1])
    assert not np.array_equal(first[1], later[1])
    ones = np.unpackbits(first[1].view(np.uint8)).mean()
    assert abs(ones - 0.5) < 0.02


# Calls, tokens and transfer.


@ENGINES
def test_the_documents_custom_call(engine: str) -> None:
    """myfunc takes x and y and writes x[1] + y[1][0] at the first place of f32[3,3]."""
    def myfunc(op: Any, x: Any, y: Any) -> Any:
        assert x.tolist() == [1, 2] and y.tolist() == [[10, 20, 30], [40, 50, 60]]
        return np.pad(np.array([[x[1] + y[1, 0]]], np.float32), ((0, 2), (0, 2)))

    hloom.register_custom_call("builder_document_myfunc", myfunc)
    found = run(engine, lambda b, x, y: ops.CustomCall(b, "builder_document_myfunc", [x, y], "f32[3,3]"), f32(1, 2),
                f32([[10, 20, 30], [40, 50, 60]]))
    same(found, [[42, 0, 0], [0, 0, 0], [0, 0, 0]])


def test_items_come_in_their_order() -> None:
    builder = XlaBuilder("feed", die_immediately_on_error=True)
    first = ops.InfeedWithToken(ops.CreateToken(builder), "f32[2]")
    second = ops.InfeedWithToken(ops.AfterAll(builder, [first[1]]), "(s32[], f32[1])")
    done = ops.OutfeedWithToken(first[0] * 2, second[1], "f32[2]")
    made = builder.Build(ops.Tuple(builder, [first[0], second[0], done]))
    found = hloom.evaluate_grid(made.to_stablehlo(), infeed=[(f32(1, 2),), (np.int32(3), f32([4]))])
    x, n, y = found[0][0][:3]
    assert (x.tolist(), int(n), y.tolist()) == ([1, 2], 3, [4])
    same(found.outfeed[0][0][0][0], [2, 4])


def test_one_item_without_a_token() -> None:
    builder = XlaBuilder("item", die_immediately_on_error=True)
    made = builder.Build(ops.Infeed(builder, "f32[2]") + 1)
    same(hloom.evaluate_grid(made.to_stablehlo(), infeed=[(f32(1, 2),)])[0][0][0], [2, 3])


def test_what_one_replica_sends_another_receives() -> None:
    def branch(make: Any) -> XlaComputation:
        sub = XlaBuilder("branch", die_immediately_on_error=True)
        return sub.Build(make(sub, ops.Parameter(sub, 0, "f32[3]")))

    def sends(b: XlaBuilder, x: Any) -> Any:
        ops.Send(x * 10, 1)
        return ops.Copy(x)

    builder = XlaBuilder("channel", die_immediately_on_error=True)
    x = ops.Parameter(builder, 0, "f32[3]")
    receives = branch(lambda b, v: ops.Recv(b, "f32[3]", 1) + v)
    made = builder.Build(ops.Conditional(ops.Eq(ops.ReplicaId(builder), 0), x, branch(sends), x, receives))
    found = hloom.evaluate_grid(made.to_stablehlo(), [[[f32(1, 2, 3)]], [[f32(4, 5, 6)]]], num_replicas=2)
    same(found[0][0][0], [1, 2, 3])
    same(found[1][0][0], [14, 25, 36])


# The table.


@pytest.mark.shared
def test_every_operation_of_the_document_has_an_example() -> None:
    """Its name stands in one of the two files of examples, as a call or as a row of a table."""
    text = (SHARED / "spec" / "xla_operation_semantics.id.txt").read_text(encoding="utf-8")
    sources = "".join((Path(__file__).parent / name).read_text(encoding="utf-8")
                      for name in ("test_builder_document.py", "test_builder_document_elements.py"))
    called = set(re.findall(r"\bops\.(\w+)", sources)) | set(BINARY) | set(UNARY)
    called |= {name + order for name in COMPARISONS for order in ("", "TotalOrder")}
    # Chosen by a name in the test itself.
    called |= {"Conv", "ConvWithGeneralPadding"} if "ops.ConvWithGeneralPadding if" in sources else set()
    assert sorted(document_names(text) - called) == []
