"""Constants as PyTorch's exporter writes them, in resources and by `arith.constant`, are constants of compiled programs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.ops.others import arith, tensor
from hloom.passes import run_passes
from hloom.runtime.cache import Cache

WEIGHTS = np.linspace(-1, 1, 32, dtype=np.float32).reshape(8, 4)
BIAS = np.arange(8, dtype=np.float32) / 4
LAST = np.array([[0.5, -1, 2], [1, 0.25, -0.5], [0, 1.5, 1], [2, -2, 0.75], [1, 1, 1], [-0.5, 0.5, 0.25], [0.125, 3, -1],
                 [1.5, -0.25, 0.5]], np.float32)

MLP = f"""
module attributes {{torch.debug_module_name = "MLP"}} {{
  func.func @main(%arg0: tensor<2x4xf32>) -> tensor<2x3xf32> {{
    %cst = arith.constant dense<0.000000e+00> : tensor<2x8xf32>
    %cst_0 = arith.constant dense_resource<torch_tensor_8_4> : tensor<8x4xf32>
    %cst_1 = stablehlo.constant dense_resource<torch_tensor_8> : tensor<8xf32>
    %cst_2 = arith.constant dense<{LAST.tolist()}> : tensor<8x3xf32>
    %cst_3 = arith.constant 5.000000e-01 : f32
    %c0 = arith.constant 0 : index
    %c8_i64 = arith.constant 8 : i64
    %dim = tensor.dim %arg0, %c0 : tensor<2x4xf32>
    %0 = arith.index_cast %dim : index to i64
    %shape = tensor.from_elements %0, %c8_i64 : tensor<2xi64>
    %1 = stablehlo.transpose %cst_0, dims = [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
    %2 = stablehlo.dot_general %arg0, %1, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x8xf32>) -> tensor<2x8xf32>
    %3 = stablehlo.dynamic_broadcast_in_dim %cst_1, %shape, dims = [1] : (tensor<8xf32>, tensor<2xi64>) -> tensor<2x8xf32>
    %4 = stablehlo.add %2, %3 : tensor<2x8xf32>
    %5 = stablehlo.maximum %4, %cst : tensor<2x8xf32>
    %6 = stablehlo.dot_general %5, %cst_2, contracting_dims = [1] x [0] : (tensor<2x8xf32>, tensor<8x3xf32>) -> tensor<2x3xf32>
    %7 = arith.mulf %cst_3, %cst_3 : f32
    %splat = tensor.splat %7 : tensor<2x3xf32>
    %8 = stablehlo.multiply %6, %splat : tensor<2x3xf32>
    %cast = tensor.cast %8 : tensor<2x3xf32> to tensor<2x3xf32>
    return %cast : tensor<2x3xf32>
  }}
}}
{{-#
  dialect_resources: {{
    builtin: {{
      torch_tensor_8_4: "0x04000000{WEIGHTS.tobytes().hex()}",
      torch_tensor_8: "0x04000000{BIAS.tobytes().hex()}"
    }}
  }}
#-}}
"""
X = np.array([[1, -2, 3, -4], [0.5, 0.25, -0.75, 2]], np.float32)


def expected(weights: Any = WEIGHTS) -> Any:
    return np.maximum(X @ weights.T + BIAS, 0) @ LAST * np.float32(0.25)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache that is empty, on disk."""
    directory = tmp_path / "cache"
    monkeypatch.setattr(Cache, "_process", Cache(directory, 1 << 24))
    return directory


def test_an_exported_network_compiles_as_a_whole() -> None:
    module = hloom.parse(MLP)
    np.testing.assert_allclose(hloom.evaluate(module, X)[0], expected(), rtol=1e-6)
    executable = hloom.compile(module)
    assert executable.fallbacks == []
    np.testing.assert_allclose(executable(X)[0], expected(), rtol=1e-5)


@pytest.mark.kept
def test_programs_with_resources_are_cached_by_their_bytes(cache: Path) -> None:
    first = hloom.compile(hloom.parse(MLP))
    Cache.get_default().finish_deferred()
    assert "cache" not in first.stats["seconds"] and any(cache.iterdir())
    again = hloom.compile(hloom.parse(MLP))
    assert list(again.stats["seconds"]) == ["cache"]
    np.testing.assert_array_equal(again(X)[0], first(X)[0])
    changed = WEIGHTS.copy()
    changed[3, 2] = 5
    other = hloom.compile(hloom.parse(MLP.replace(WEIGHTS.tobytes().hex(), changed.tobytes().hex())))
    assert "cache" not in other.stats["seconds"]
    np.testing.assert_allclose(other(X)[0], expected(changed), rtol=1e-5)


@pytest.mark.parametrize(("section", "message"), [
    ("", "no resource 'w'"),
    ('{-# dialect_resources: { builtin: { w: "0x0400000000" } } #-}', "resource 'w' does not fit tensor<2xf32>"),
])
def test_resources_that_are_missing_or_do_not_fit_are_reported_where_they_are_used(section: str, message: str) -> None:
    for constant in ("stablehlo.constant", "arith.constant"):
        module = hloom.parse(f"""func.func @main() -> tensor<2xf32> {{
          %0 = {constant} dense_resource<w> : tensor<2xf32>
          return %0 : tensor<2xf32> }}\n{section}""")
        for run in (hloom.evaluate, lambda m: hloom.compile(m)()):
            with pytest.raises(hloom.UserError, match=message) as found:
                run(module)
            assert "2:16" in str(found.value)


def folded(body: str, result: str) -> Any:
    """What passes leave of a function without arguments that returns %r of this type: its operations."""
    module = hloom.parse(f"func.func @main() -> {result} {{ {body} return %r : {result} }}")
    values = hloom.evaluate(module)
    operations = run_passes(module, verify_each=True).functions["main"].body.block.operations
    if len(operations) == 2:
        assert str(operations[0].results[0].type) == result
        np.testing.assert_array_equal(operations[0].constant_value().array(), values[0])
    return operations[:-1]


@pytest.mark.parametrize(("body", "result", "value"), [
    ("%a = arith.constant 3 : i64 %b = arith.constant 4 : i64 %r = arith.subi %a, %b : i64", "i64", -1),
    ("%a = arith.constant true %b = arith.constant false %r = arith.andi %a, %b : i1", "i1", False),
    ("%a = arith.constant 1.5 : bf16 %r = arith.mulf %a, %a : bf16", "bf16", 2.25),
    ("%a = arith.constant 7 : index %r = arith.index_cast %a : index to i32", "i32", 7),
    ("%a = arith.constant 3 : i8 %b = arith.constant 4 : i8 %r = arith.cmpi slt, %a, %b : i8", "i1", True),
    ("%a = arith.constant 3 : i8 %r = tensor.splat %a : tensor<100x100xi8>", "tensor<100x100xi8>", 3),
    ("%a = arith.constant 3 : i8 %b = arith.constant -4 : i8 %r = tensor.from_elements %a, %b : tensor<2xi8>",
     "tensor<2xi8>", [3, -4]),
    ("%a = arith.constant 3 : index %r = tensor.from_elements %a, %a : tensor<2xindex>", "tensor<2xindex>", [3, 3]),
    ("%r = tensor.from_elements : tensor<0x2xi8>", "tensor<0x2xi8>", np.zeros((0, 2))),
    ("%a = arith.constant dense<[5, 6]> : tensor<2xi32> %i = arith.constant 1 : index "
     "%r = tensor.extract %a[%i] : tensor<2xi32>", "i32", 6),
    ("%a = arith.constant dense<[[5, 6]]> : tensor<1x2xi32> %r = tensor.rank %a : tensor<1x2xi32>", "index", 2),
    ("%a = arith.constant dense<[[5, 6]]> : tensor<1x2xi32> "
     "%r = tensor.collapse_shape %a [[0, 1]] : tensor<1x2xi32> into tensor<2xi32>", "tensor<2xi32>", [5, 6]),
    ("%a = arith.constant dense<[5, 6]> : tensor<2xi32> %r = tensor.expand_shape %a [[0, 1]] output_shape [2, 1] "
     ": tensor<2xi32> into tensor<2x1xi32>", "tensor<2x1xi32>", [[5], [6]]),
    ("%r = arith.constant dense<[]> : tensor<0xf32>", "tensor<0xf32>", []),
])
def test_what_is_made_of_constants_is_one(body: str, result: str, value: Any) -> None:
    (constant,) = folded(body, result)
    np.testing.assert_array_equal(np.asarray(constant.constant_value().array(), np.float64), np.asarray(value, np.float64))


@pytest.mark.parametrize(("body", "operation"), [
    ("%a = arith.constant dense<[5, 6]> : tensor<2xi32> %i = arith.constant 2 : index "
     "%r = tensor.extract %a[%i] : tensor<2xi32>", tensor.Extract),
    ("%a = arith.constant dense<[5, 6]> : tensor<2xi32> %i = arith.constant 1 : index "
     "%b = tensor.dim %a, %i : tensor<2xi32> %r = arith.index_cast %b : index to i32", tensor.Dim),
])
def test_what_fails_where_it_runs_is_left_there(body: str, operation: Any) -> None:
    module = hloom.parse(f"func.func @main() -> i32 {{ {body} return %r : i32 }}")
    assert any(isinstance(op, operation) for op in run_passes(module).walk())
    for run in (hloom.evaluate, lambda m: hloom.compile(m)()):
        with pytest.raises(hloom.UserError):
            run(module)


def test_numbers_of_every_type_are_written_back() -> None:
    for type, text in (("i1", "true"), ("i4", "-3 : i4"), ("i32", "7 : i32"), ("f64", "-0.0 : f64"),
                       ("f8E4M3FN", "1.5 : f8E4M3FN"), ("index", "9 : index")):
        module: Any = hloom.parse(f"func.func @main() -> {type} {{ %0 = arith.constant {text} return %0 : {type} }}")
        constant = module.functions["main"].body.block.operations[0]
        number = constant.constant_value().array()
        assert arith.scalar_attribute(number[()], constant.results[0].type) == constant.value
