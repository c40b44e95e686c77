"""How far rounding moves results: far where a program cancels, little where it is well conditioned, not where nothing rounds."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

import hloom
from hloom.ops.builtin.module import Module
from hloom.reference.rounding import moves_by_rounding
from tests.programs import loop


def moved(module: Module, *arguments: Any, **options: Any) -> tuple[np.ndarray, np.ndarray]:
    """The only result, and how far rounding moves its elements."""
    def run(observer: Any) -> dict[str, Any]:
        return {"it": hloom.evaluate(module, *arguments, observer=observer, **options)[0]}

    found = run(None)
    return found["it"], moves_by_rounding(run, found)["it"]


def unary(lines: str, type: str, result: str | None = None) -> Module:
    return hloom.parse(f"func.func @main(%x: {type}) -> {result or type} {{\n{lines}\n return %r : {result or type}\n}}")


def test_what_moves_and_selects_elements_does_not_round() -> None:
    t = "tensor<4xf32>"
    module = unary(f"""
      %0 = stablehlo.reverse %x, dims = [0] : {t}
      %1 = stablehlo.maximum %0, %x : {t}
      %2 = stablehlo.negate %1 : {t}
      %3 = stablehlo.abs %2 : {t}
      %4 = stablehlo.convert %3 : ({t}) -> tensor<4xf64>
      %r = stablehlo.convert %4 : (tensor<4xf64>) -> {t}""", t)
    assert not moved(module, np.float32([0.1, -3.3, 1e30, -1e-30]))[1].any()


def test_whole_numbers_are_exact_as_long_as_the_type_has_them() -> None:
    t = "tensor<3xf32>"
    module = unary(f" %0 = stablehlo.multiply %x, %x : {t}\n %r = stablehlo.add %0, %x : {t}", t)
    found, far = moved(module, np.float32([3, 4097, 5000.5]))
    assert found[0] == 12 and far[0] == 0 and far[1] > 0 and far[2] > 0


@pytest.mark.parametrize("dtype, type", [
    (np.float32, "f32"), (np.float64, "f64"), (ml_dtypes.bfloat16, "bf16"), (np.float16, "f16")])
def test_an_element_that_cancels_moves_and_its_neighbour_does_not(dtype: Any, type: str) -> None:
    t = f"tensor<2x{type}>"
    module = hloom.parse(f"""func.func @main(%x: {t}, %y: {t}) -> {t} {{
      %0 = stablehlo.exponential %x : {t}
      %1 = stablehlo.subtract %0, %y : {t}
      return %1 : {t}
    }}""")
    x = np.array([1.0, 1.0]).astype(dtype)
    y = np.array([float(hloom.evaluate(unary(f" %r = stablehlo.exponential %x : {t}", t), x)[0][0]), 1e-3]).astype(dtype)
    found, far = moved(module, x, y)
    eps = float(ml_dtypes.finfo(dtype).eps)
    assert found[0] == 0 and far[0] >= eps  # all of what is left is rounding
    assert 0 < far[1] <= 12 * eps * abs(float(found[1]))


@pytest.mark.parametrize("type", ["f32", "bf16"])
@pytest.mark.parametrize("count", [10, 1000, 3000])
def test_sums_in_another_order_stay_within_what_sums_move(type: str, count: int) -> None:
    dtype = np.float32 if type == "f32" else ml_dtypes.bfloat16
    module = hloom.parse(f"""func.func @main(%x: tensor<50x{count}x{type}>) -> tensor<50x{type}> {{
      %zero = stablehlo.constant dense<0.0> : tensor<{type}>
      %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1]
        : (tensor<50x{count}x{type}>, tensor<{type}>) -> tensor<50x{type}>
      return %0 : tensor<50x{type}>
    }}""")
    x = np.random.default_rng(0).standard_normal((50, count)).astype(dtype)
    found, far = moved(module, x)
    exact = x.astype(np.float64).sum(1)
    assert (np.abs(found.astype(np.float64) - exact) <= 2 * far).all()
    assert far.max() <= 2.0**-22 * count * np.abs(x.astype(np.float64)).sum(1).max() or type == "bf16"


def test_a_contraction_of_narrow_numbers_is_added_in_f32() -> None:
    module = hloom.parse("""func.func @main(%x: tensor<8x512xbf16>, %y: tensor<512x8xbf16>) -> tensor<8x8xbf16> {
      %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]
        : (tensor<8x512xbf16>, tensor<512x8xbf16>) -> tensor<8x8xbf16>
      return %0 : tensor<8x8xbf16>
    }""")
    rng = np.random.default_rng(1)
    found, far = moved(module, *(rng.standard_normal(s).astype(ml_dtypes.bfloat16) for s in ((8, 512), (512, 8))))
    assert (far <= 4.5 * 2.0**-7 * np.abs(found.astype(np.float64)) + 0.05).all() and far.any()


def test_control_flow_and_calls_carry_errors_on() -> None:
    module = hloom.parse("""
    func.func private @step(%x: tensor<f32>) -> tensor<f32> {
      %c = stablehlo.constant dense<3.9> : tensor<f32>
      %one = stablehlo.constant dense<1.0> : tensor<f32>
      %0 = stablehlo.subtract %one, %x : tensor<f32>
      %1 = stablehlo.multiply %x, %0 : tensor<f32>
      %2 = stablehlo.multiply %1, %c : tensor<f32>
      return %2 : tensor<f32>
    }
    func.func @main(%x: tensor<f32>, %n: tensor<i32>) -> tensor<f32> {
      """ + loop("%n", "%v = %x", "tensor<f32>", "%s = func.call @step(%v) : (tensor<f32>) -> tensor<f32>", "%s") + """
      return %r#1 : tensor<f32>
    }""")  # chaotic: an error grows with every step
    x = np.float32(0.3)
    short, long = (float(moved(module, x, np.int32(n))[1]) for n in (1, 30))
    assert short < 1e-6 < 1e-4 < long


def test_the_same_errors_are_made_each_time() -> None:
    module = unary(" %r = stablehlo.sine %x : tensor<100xf32>", "tensor<100xf32>")
    x = np.random.default_rng(3).standard_normal(100).astype(np.float32)
    assert np.array_equal(moved(module, x)[1], moved(module, x)[1])


def test_complex_numbers_move_by_their_modulus() -> None:
    t = "tensor<2xcomplex<f64>>"
    found, far = moved(unary(f" %r = stablehlo.multiply %x, %x : {t}", t), np.array([1.1 + 1.1j, 3.3 - 0.2j]))
    assert found.dtype == np.complex128 and (far > 0).all() and (far < 1e-14).all()


def test_a_transform_moves_by_the_size_of_its_row() -> None:
    t, c = "tensor<64xf32>", "tensor<33xcomplex<f32>>"
    module = hloom.parse(f"func.func @main(%x: {t}) -> {c} {{\n %0 = stablehlo.fft %x, type = RFFT, length = [64] : "
                         f"({t}) -> {c}\n return %0 : {c}\n}}")
    x = np.sin(2 * np.pi * 5 * np.arange(64) / 64).astype(np.float32)
    found, far = moved(module, x)
    assert (np.abs(found - np.fft.rfft(x.astype(np.float64))) <= 2 * far).all() and far.max() < 1e-3


@pytest.mark.parametrize("grid", [(1, 2)])
def test_processes_of_a_grid_have_their_own_errors(grid: tuple[int, int]) -> None:
    module = unary(" %r = stablehlo.sine %x : tensor<50xf32>", "tensor<50xf32>")
    x = np.random.default_rng(3).standard_normal(50).astype(np.float32)

    def run(observer: Any) -> dict[str, Any]:
        rows = hloom.evaluate_grid(module, [[[x], [x]]], num_partitions=2, observer=observer)
        return {"0": rows[0][0][0], "1": rows[0][1][0]}

    first, again = (moves_by_rounding(run, run(None), samples=1) for _ in range(2))
    assert not np.array_equal(first["0"], first["1"])
    assert all(np.array_equal(first[k], again[k]) for k in first)


def test_a_custom_call_moves_by_its_operands() -> None:
    t = "tensor<3xf32>"
    module = hloom.parse(f"func.func @main(%x: {t}) -> tensor<2xf32> {{\n"
                         f" %0 = stablehlo.custom_call @steps(%x) : ({t}) -> tensor<2xf32>\n return %0 : tensor<2xf32>\n}}")
    found, far = moved(module, np.float32([1000.1, 1000.1001, 0.5]), custom_calls={"steps": lambda op, x: x[1:] - x[:-1]})
    assert far[0] > 1e-4 and far[1] / abs(found[1]) < 1e-5 and far[0] / found[0] > 0.5
