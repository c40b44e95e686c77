"""Decompositions leave out vectors that nobody reads, equal ones are one, and values stay what NumPy says they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.passes.manager import run_passes
from hloom.reference.custom_calls import CUSTOM_CALLS

LETTERS = {"s": "f32", "d": "f64", "c": "complex<f32>", "z": "complex<f64>"}
PARTS = {"s": "f32", "d": "f64", "c": "f32", "z": "f64"}
NUMBERS = {"s": np.float32, "d": np.float64, "c": np.complex64, "z": np.complex128}


def svd(letter: str, results: str, types: str, *, mode: str = "S", routine: str = "gesdd", extra: str = "") -> str:
    """(a, values, left, right, info) of three 4 x 6 matrices; `results` of them, of these `types`, are the program's."""
    type, part = LETTERS[letter], PARTS[letter]
    left, right = ("4x4", "6x6") if mode == "A" else ("4x4", "4x6")
    return f"""
func.func @main(%x: tensor<3x4x6x{type}>) -> ({types}) {{
  %0:5 = stablehlo.custom_call @lapack_{letter}{routine}_ffi(%x) {{api_version = 4 : i32,
      backend_config = {{mode = {ord(mode)} : ui8}}{extra}}} : (tensor<3x4x6x{type}>)
      -> (tensor<3x4x6x{type}>, tensor<3x4x{part}>, tensor<3x{left}x{type}>, tensor<3x{right}x{type}>, tensor<3xi32>)
  return {results} : {types}
}}"""


def eigen(letter: str, results: str, types: str, routine: str, mode: str = "V") -> str:
    type, part = LETTERS[letter], PARTS[letter]
    return f"""
func.func @main(%x: tensor<5x5x{type}>) -> ({types}) {{
  %0:3 = stablehlo.custom_call @lapack_{letter}{routine}_ffi(%x) {{api_version = 4 : i32,
      backend_config = {{mode = {ord(mode)} : ui8, uplo = {ord("L")} : ui8}}}} : (tensor<5x5x{type}>)
      -> (tensor<5x5x{type}>, tensor<5x{part}>, tensor<i32>)
  return {results} : {types}
}}"""


def calls(text: str) -> list[dict[str, str]]:
    """The options of the calls that the passes leave over."""
    return [{name: chr(value.value) for name, value in op.options().items()}
            for op in run_passes(hloom.parse(text)).walk() if op.name == "stablehlo.custom_call"]


def drawn(letter: str, *shape: int) -> np.ndarray:
    random = np.random.default_rng(5)
    made = random.standard_normal(shape)
    if letter in "cz":
        made = made + 1j * random.standard_normal(shape)
    return made.astype(NUMBERS[letter])


def tolerance(letter: str) -> float:
    return 1e-5 if letter in "sc" else 1e-13


@pytest.mark.parametrize("routine", ["gesdd", "gesvd"])
@pytest.mark.parametrize("mode", ["S", "A"])
@pytest.mark.parametrize("letter", LETTERS)
def test_singular_values_alone(letter: str, mode: str, routine: str) -> None:
    text = svd(letter, "%0#1, %0#4", f"tensor<3x4x{PARTS[letter]}>, tensor<3xi32>", mode=mode, routine=routine)
    assert calls(text) == [{"mode": "N"}]
    x = drawn(letter, 3, 4, 6)
    values, info = hloom.compile(hloom.parse(text))(x)
    np.testing.assert_allclose(values, np.linalg.svd(x, compute_uv=False), rtol=tolerance(letter))
    assert (info == 0).all()


@pytest.mark.parametrize("used, type", [(2, "4x4"), (3, "4x6")])
def test_vectors_of_one_side_are_a_use(used: int, type: str) -> None:
    text = svd("s", f"%0#1, %0#{used}", f"tensor<3x4xf32>, tensor<3x{type}xf32>")
    assert calls(text) == [{"mode": "S"}]


@pytest.mark.parametrize("letter, routine", [("s", "syevd"), ("d", "syevd"), ("c", "heevd"), ("z", "heevd")])
def test_eigenvalues_alone(letter: str, routine: str) -> None:
    text = eigen(letter, "%0#1", f"tensor<5x{PARTS[letter]}>", routine)
    assert calls(text) == [{"mode": "N", "uplo": "L"}]
    x = drawn(letter, 5, 5)
    x += x.conj().T
    (values,) = hloom.compile(hloom.parse(text))(x)
    np.testing.assert_allclose(values, np.linalg.eigvalsh(x), atol=10 * tolerance(letter))
    with_vectors = eigen(letter, "%0#0, %0#1", f"tensor<5x5x{LETTERS[letter]}>, tensor<5x{PARTS[letter]}>", routine)
    assert calls(with_vectors) == [{"mode": "V", "uplo": "L"}]


@pytest.mark.parametrize("used, left, right", [("%0#0", "N", "N"), ("%0#1", "V", "N"), ("%0#2", "N", "V")])
def test_sides_of_eigenvectors_one_by_one(used: str, left: str, right: str) -> None:
    type = "tensor<5xcomplex<f64>>" if used == "%0#0" else "tensor<5x5xcomplex<f64>>"
    text = f"""
func.func @main(%x: tensor<5x5xcomplex<f64>>) -> {type} {{
  %0:4 = stablehlo.custom_call @lapack_zgeev_ffi(%x) {{api_version = 4 : i32,
      backend_config = {{compute_left = {ord("V")} : ui8, compute_right = {ord("V")} : ui8}}}} : (tensor<5x5xcomplex<f64>>)
      -> (tensor<5xcomplex<f64>>, tensor<5x5xcomplex<f64>>, tensor<5x5xcomplex<f64>>, tensor<i32>)
  return {used} : {type}
}}"""
    assert calls(text) == [{"compute_left": left, "compute_right": right}]
    x = drawn("z", 5, 5)
    (found,), (expected,) = hloom.compile(hloom.parse(text))(x), hloom.evaluate(hloom.parse(text), x)
    if used == "%0#0":
        found, expected = np.sort_complex(found), np.sort_complex(expected)
    np.testing.assert_allclose(found, expected, atol=1e-12)


def twice(target: str, extra: str = "") -> str:
    call = f"""stablehlo.custom_call @{target}(%x) {{api_version = 4 : i32, backend_config = {{uplo = {ord("L")} : ui8}}{extra}}}
      : (tensor<4x4xf64>) -> (tensor<4x4xf64>, tensor<i32>)"""
    return f"""
func.func @main(%x: tensor<4x4xf64>) -> (tensor<4x4xf64>, tensor<4x4xf64>) {{
  %0:2 = {call}
  %1:2 = {call}
  return %0#0, %1#0 : tensor<4x4xf64>, tensor<4x4xf64>
}}"""


def test_equal_calls_are_one() -> None:
    text = twice("lapack_dpotrf_ffi")
    assert len(calls(text)) == 1
    x = drawn("d", 4, 4)
    x = x @ x.T + np.eye(4)
    for found in hloom.compile(hloom.parse(text))(x):
        np.testing.assert_allclose(np.tril(found), np.linalg.cholesky(x), atol=1e-12)


def test_calls_with_an_effect_are_as_many_as_before() -> None:
    assert len(calls(twice("lapack_dpotrf_ffi", ", has_side_effect = true"))) == 2


def test_what_is_registered_is_called_as_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may do what it likes: it is neither merged nor told to do less."""
    known: Callable[..., Any] = CUSTOM_CALLS["lapack_dpotrf_ffi"]
    monkeypatch.setitem(CUSTOM_CALLS, "lapack_dpotrf_ffi", lambda op, *arrays: known(op, *arrays))
    assert len(calls(twice("lapack_dpotrf_ffi"))) == 2
    monkeypatch.setitem(CUSTOM_CALLS, "lapack_dgesdd_ffi", lambda op, *arrays: None)
    assert calls(svd("d", "%0#1", "tensor<3x4xf64>")) == [{"mode": "S"}]
