"""fft, cholesky and triangular_solve against NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.ops.programs import codes, run

RNG = np.random.default_rng(3)


def complex_array(*shape: int) -> Any:
    return (RNG.standard_normal(shape) + 1j * RNG.standard_normal(shape)).astype(np.complex64)


@pytest.mark.parametrize("lengths", [(7,), (4, 5), (2, 3, 6)])
@pytest.mark.parametrize("kind, transform", [("FFT", np.fft.fftn), ("IFFT", np.fft.ifftn)])
def test_complex_transform(kind: str, transform: Any, lengths: tuple[int, ...]) -> None:
    x = complex_array(2, *lengths)
    found = run(f"stablehlo.fft %0, type = {kind}, length = {list(lengths)} : "
                f"(tensor<{'x'.join(map(str, x.shape))}xcomplex<f32>>) -> tensor<{'x'.join(map(str, x.shape))}xcomplex<f32>>",
                x, results=f"tensor<{'x'.join(map(str, x.shape))}xcomplex<f32>>")
    np.testing.assert_allclose(found, transform(x.astype(np.complex128), axes=range(1, x.ndim)), rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("size", [1, 6, 9])
def test_real_transform_and_back(size: int) -> None:
    x, half = RNG.standard_normal((3, size)), size // 2 + 1
    there = run(f"stablehlo.fft %0, type = RFFT, length = [{size}] : (tensor<3x{size}xf64>) -> tensor<3x{half}xcomplex<f64>>",
                x, results=f"tensor<3x{half}xcomplex<f64>>")
    np.testing.assert_allclose(there, np.fft.rfft(x), atol=1e-14)
    back = run(f"stablehlo.fft %0, type = IRFFT, length = [{size}] : (tensor<3x{half}xcomplex<f64>>) -> tensor<3x{size}xf64>",
               there, results=f"tensor<3x{size}xf64>")
    np.testing.assert_allclose(back, x, atol=1e-14)


def test_transform_of_nothing() -> None:
    found = run("stablehlo.fft %0, type = RFFT, length = [0] : (tensor<2x0xf32>) -> tensor<2x0xcomplex<f32>>",
                np.zeros((2, 0), np.float32), results="tensor<2x0xcomplex<f32>>")
    assert found.shape == (2, 0)


@pytest.mark.parametrize("lower", [True, False])
def test_cholesky(lower: bool) -> None:
    half = RNG.standard_normal((2, 4, 4)) + 1j * RNG.standard_normal((2, 4, 4))
    a = half @ np.conjugate(np.swapaxes(half, -1, -2)) + 4 * np.eye(4)
    # Only one triangle is read: the other one holds something else.
    given = np.where(np.tri(4, dtype=bool) if lower else np.tri(4, dtype=bool).T, a, 99)
    found = run(f"stablehlo.cholesky %0, lower = {str(lower).lower()} : tensor<2x4x4xcomplex<f64>>", given,
                results="tensor<2x4x4xcomplex<f64>>")
    wanted = np.linalg.cholesky(a)
    np.testing.assert_allclose(found, wanted if lower else np.conjugate(np.swapaxes(wanted, -1, -2)), atol=1e-13)


def test_cholesky_without_a_factor_is_nan() -> None:
    found = run("stablehlo.cholesky %0, lower = true : tensor<2x2xf32>", np.array([[1, 2], [2, 1]], np.float32),
                results="tensor<2x2xf32>")
    assert np.isnan(found[np.tri(2, dtype=bool)]).all()


@pytest.mark.parametrize("left", [True, False])
@pytest.mark.parametrize("lower", [True, False])
@pytest.mark.parametrize("unit", [True, False])
@pytest.mark.parametrize("transpose", ["NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"])
def test_triangular_solve(left: bool, lower: bool, unit: bool, transpose: str) -> None:
    a = (RNG.standard_normal((2, 3, 3)) + 1j * RNG.standard_normal((2, 3, 3))) + 3 * np.eye(3)
    b = RNG.standard_normal((2, 3, 4) if left else (2, 4, 3)) + 0j
    found = run(f'"stablehlo.triangular_solve"(%0, %1) {{left_side = {str(left).lower()}, lower = {str(lower).lower()}, '
                f"unit_diagonal = {str(unit).lower()}, transpose_a = #stablehlo<transpose {transpose}>}} : "
                f"(tensor<2x3x3xcomplex<f64>>, tensor<2x{b.shape[1]}x{b.shape[2]}xcomplex<f64>>) -> "
                f"tensor<2x{b.shape[1]}x{b.shape[2]}xcomplex<f64>>", a, b,
                results=f"tensor<2x{b.shape[1]}x{b.shape[2]}xcomplex<f64>>")
    matrix = np.tril(a) if lower else np.triu(a)
    if unit:
        matrix = matrix * (1 - np.eye(3)) + np.eye(3)
    if transpose != "NO_TRANSPOSE":
        matrix = np.swapaxes(matrix, -1, -2)
    if transpose == "ADJOINT":
        matrix = np.conjugate(matrix)
    np.testing.assert_allclose(matrix @ found if left else found @ matrix, b, atol=1e-12)


@pytest.mark.parametrize("operation, code", [
    ("stablehlo.fft %x, type = FFT, length = [] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>", "fft_c3"),
    ("stablehlo.fft %x, type = FFT, length = [2, 2] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>", "fft_c1"),
    ("stablehlo.fft %x, type = RFFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<3xcomplex<f32>>", "fft_c2"),
    ("stablehlo.fft %x, type = IRFFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xf32>", "fft_c4"),
    ("stablehlo.fft %x, type = FFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<5xcomplex<f32>>", "fft_c5"),
    ("stablehlo.cholesky %x, lower = true : tensor<4xcomplex<f32>>", "cholesky_c2"),
])
def test_constraints(operation: str, code: str) -> None:
    assert codes(f"func.func @f(%x: tensor<4xcomplex<f32>>) {{\n%0 = {operation}\nreturn\n}}") == [code]
