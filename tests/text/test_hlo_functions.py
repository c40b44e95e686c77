"""What HLO has no instruction for: functions are said in others, quantized tensors as integers; rounding by chance."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

import hloom
from hloom.support.diagnostics import UserError

FUNCTIONS = {"erf_inv": 1, "erfc": 1, "lgamma": 1, "digamma": 1, "zeta": 2, "polygamma": 2, "bessel_i1e": 1, "next_after": 2,
             "is_inf": 1, "is_pos_inf": 1, "is_neg_inf": 1, "tan": 1}
TYPES = {"f32": np.float32, "f64": np.float64, "bf16": ml_dtypes.bfloat16}
SPECIAL = [0, -0.0, 1, -1, 2, -2, 3, np.inf, -np.inf, np.nan, 1e-30, -1e-30, 5, -5.5, 0.5, -0.5]


def arguments(name: str, count: int, dtype: type) -> list[np.ndarray]:
    random = np.random.default_rng(0)
    x = np.concatenate([random.uniform(-1, 1, 24), random.uniform(-9, 9, 24), SPECIAL])
    if name in ("zeta", "polygamma"):
        return [np.resize(np.arange(1, 9), 64).astype(dtype), np.abs(x).astype(dtype)]
    return [x.astype(dtype), *(random.permutation(x).astype(dtype) for _ in range(count - 1))]


@pytest.mark.parametrize("type", TYPES)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_without_an_instruction(name: str, type: str) -> None:
    """The evaluator gives the same bits for the instructions as for the function: it is the same formula."""
    names = [f"%a{k}" for k in range(FUNCTIONS[name])]
    result = "i1" if name.startswith("is_") else type
    takes = ", ".join(f"{n}: tensor<64x{type}>" for n in names)
    module = hloom.parse(f"""func.func @main({takes}) -> tensor<64x{result}> {{
  %0 = "chlo.{name}"({", ".join(names)}) : ({", ".join([f"tensor<64x{type}>"] * len(names))}) -> tensor<64x{result}>
  return %0 : tensor<64x{result}>
}}""")
    given = arguments(name, FUNCTIONS[name], TYPES[type])
    text = module.to_hlo_text()
    said = hloom.parse(text, format="hlo")
    assert str(said) == text
    said.verify()
    wanted, found = hloom.evaluate(module, *given)[0], hloom.evaluate(said, *given)[0]
    np.testing.assert_array_equal(np.asarray(found).astype(np.float64), np.asarray(wanted).astype(np.float64))


QUANTIZED = """
func.func @main(%x: tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>, %y: tensor<2x3x!quant.uniform<i8:f32, 0.25:-1>>)
    -> tensor<3x2x!quant.uniform<i8:f32, 0.75>> {
  %0 = stablehlo.multiply %x, %y : (tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x3x!quant.uniform<i8:f32, 0.25:-1>>)
      -> tensor<2x3x!quant.uniform<i8:f32, 0.75>>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<2x3x!quant.uniform<i8:f32, 0.75>>)
      -> tensor<3x2x!quant.uniform<i8:f32, 0.75>>
  return %1 : tensor<3x2x!quant.uniform<i8:f32, 0.75>>
}
"""


def test_quantized_tensors_are_their_integers() -> None:
    module = hloom.parse(QUANTIZED)
    said = hloom.parse(module.to_hlo_text(), format="hlo")
    said.verify()
    assert "s8[3,2]" in str(said) and str(hloom.parse(module.to_hlo_proto(), format="proto")).count("s8[3,2]")
    x, y = np.random.default_rng(0).integers(-128, 128, (2, 2, 3)).astype(np.int8)
    wanted = np.clip(np.rint(((x.astype(float) - 3) * 0.5) * ((y.astype(float) + 1) * 0.25) / 0.75), -128, 127).T
    for found in (hloom.evaluate(said, x, y)[0], hloom.compile(said)(x, y)[0], hloom.evaluate(module, x, y)[0]):
        np.testing.assert_array_equal(np.asarray(found), wanted)


def test_shapes_that_are_known_are_said() -> None:
    module = hloom.parse("""
func.func @main(%x: tensor<3xf32>) -> tensor<?x?xf32> {
  %n = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %0 = func.call @inner(%x, %n) : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func private @inner(%x: tensor<3xf32>, %n: tensor<2xi64>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %n, dims = [1] : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}""")
    said = hloom.parse(module.to_hlo_text(), format="hlo")
    x = np.arange(3, dtype=np.float32)
    np.testing.assert_array_equal(np.asarray(hloom.evaluate(said, x)[0]), np.broadcast_to(x, (2, 3)))


def test_a_shape_that_is_not_known_is_named_with_its_place() -> None:
    module = hloom.parse("""func.func @main(%x: tensor<3xf32>, %n: tensor<2xi64>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %n, dims = [1] : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}""")
    with pytest.raises(UserError, match="dynamic_broadcast_in_dim has no counterpart in HLO") as caught:
        module.to_hlo_text()
    assert caught.value.diagnostics[0].line == 2


def stochastic(source: str, result: str, x: np.ndarray, random: np.ndarray) -> np.ndarray:
    text = f"""HloModule m

ENTRY e {{
  x = {source}[{len(x)}] parameter(0)
  r = u{8 * random.itemsize}[{len(x)}] parameter(1)
  ROOT c = {result}[{len(x)}] stochastic-convert(x, r)
}}
"""
    module = hloom.parse(text, format="hlo")
    module.verify()
    found = np.asarray(hloom.evaluate(module, x, random)[0])
    assert np.asarray(hloom.compile(module)(x, random)[0]).tobytes() == found.tobytes()
    return found


def test_rounding_by_chance_to_integers() -> None:
    x = np.array([0.25, -0.75, 1.5, -127.5, 127.5, 300, -300, np.nan, np.inf, -np.inf, 0, -0.0, 3], np.float32)
    size = np.trunc(np.abs(x[:4])).astype(np.float64)
    for number in (0, (1 << 30) - 1, 1 << 30, (1 << 31) - 1, 1 << 31, 0xFFFFFFFF):
        wanted = np.sign(x[:4]) * (size + (number < (np.abs(x[:4]) - size) * 2.0**32))
        found = stochastic("f32", "s8", x, np.full(len(x), number, np.uint32))
        np.testing.assert_array_equal(found, [*wanted, 127, 127, -128, 0, 127, -128, 0, 0, 3])


@pytest.mark.parametrize("result, dtype", [("bf16", ml_dtypes.bfloat16), ("f16", np.float16), ("f8e5m2", ml_dtypes.float8_e5m2)])
def test_rounding_by_chance_to_floats_is_fair(result: str, dtype: type) -> None:
    random = np.random.default_rng(0)
    x = random.uniform(1, 2, 20_000).astype(np.float32)
    found = stochastic("f32", result, x, random.integers(0, 1 << 32, len(x), np.uint32)).astype(np.float64)
    step = float(np.spacing(dtype(1)))
    assert np.all(np.abs(found - x) < step)
    assert abs(np.mean(found - x)) < 5 * step / np.sqrt(len(x))
    exact = stochastic("f32", result, np.array([np.inf, -np.inf, -0.0, 1.5], np.float32), np.zeros(4, np.uint32))
    np.testing.assert_array_equal(exact.astype(np.float64), [np.inf, -np.inf, -0.0, 1.5])


def test_the_state_of_the_random_generator_moves_on() -> None:
    """It begins as XLA's does, and every run begins there."""
    module = hloom.parse("""HloModule m

ENTRY e {
  a = u64[2] rng-get-and-update-state(), delta=5
  ROOT r = (u64[2], u64[2]) tuple(a, b), control-predecessors={}
}
""".replace("  ROOT", "  b = u64[2] rng-get-and-update-state(), delta=7\n  ROOT"), format="hlo")
    module.verify()
    for _ in range(2):
        for found in (hloom.evaluate(module), hloom.compile(module)()):
            np.testing.assert_array_equal(np.asarray(found), [[0x7012395, 0], [0x7012395 + 5, 0]])
