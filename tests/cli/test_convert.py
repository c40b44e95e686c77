"""`hloom convert`: StableHLO alone, and sizes that the command line fixes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import hloom as package

CHLO = """func.func @main(%x: tensor<3xf32>, %y: tensor<1xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %0 = chlo.erf %x : tensor<3xf32> -> tensor<3xf32>
  %1 = chlo.broadcast_add %x, %y : (tensor<3xf32>, tensor<1xf32>) -> tensor<3xf32>
  return %0, %1 : tensor<3xf32>, tensor<3xf32>
}
"""
DYNAMIC = """func.func @main(%x: tensor<?x4xf32>, %n: tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %size = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %product = stablehlo.multiply %size, %four : tensor<i32>
  %shape = stablehlo.reshape %product : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<?x4xf32>, tensor<1xi32>) -> tensor<?xf32>
  %1 = chlo.tan %0 : tensor<?xf32> -> tensor<?xf32>
  %given = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %2 = stablehlo.dynamic_iota %given, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  return %1, %2 : tensor<?xf32>, tensor<?xf32>
}
func.func @pair(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %y : tensor<?xf32>
  return %0 : tensor<?xf32>
}
"""


@pytest.fixture(autouse=True)
def programs(folder: Path) -> None:
    (folder / "chlo.mlir").write_text(CHLO)
    (folder / "dynamic.mlir").write_text(DYNAMIC)


def test_stablehlo_alone(hloom, folder: Path) -> None:
    assert "chlo.erf" in hloom("convert", "chlo.mlir", "--to", "stablehlo").output
    assert hloom("convert", "chlo.mlir", "-o", "made.mlir", "--expand-chlo") == (0, "", "")
    made = package.load(folder / "made.mlir")
    assert {op.name.partition(".")[0] for op in made.walk()} == {"builtin", "func", "stablehlo"}
    x, y = np.array([-1, 0.5, 3], np.float32), np.array([2], np.float32)
    for found, wanted in zip(package.compile(made)(x, y), package.evaluate(package.parse(CHLO), x, y)):
        np.testing.assert_allclose(found, wanted, rtol=3e-7)


def test_a_program_in_hlo_goes_through_stablehlo(hloom) -> None:
    hloom("convert", "chlo.mlir", "-o", "made.hlo")
    text = hloom("convert", "made.hlo", "--to", "stablehlo", "--expand-chlo").output
    assert "chlo" not in text and "stablehlo.select" in text


def test_sizes_from_the_command_line(hloom) -> None:
    done = hloom("convert", "dynamic.mlir", "--to", "stablehlo", "--expand-chlo", "--refine-arguments",
                 "tensor<3x4xf32>, dense<5> : tensor<i32>")
    made = package.parse(done.output)
    assert list(made.functions) == ["main"] and "?" not in done.output and "dynamic" not in done.output
    x = np.linspace(-1, 1, 12, dtype=np.float32).reshape(3, 4)
    for results in (package.evaluate(made, x, np.int32(5)), package.compile(made)(x, np.int32(5))):
        np.testing.assert_allclose(results[0], np.tan(x).ravel(), rtol=3e-7)
        assert results[1].tolist() == [0, 1, 2, 3, 4]


def test_another_function(hloom) -> None:
    done = hloom("convert", "dynamic.mlir", "--to", "stablehlo", "--refine-arguments", "tensor<2xf32>,tensor<2xf32>",
                 "--function", "pair")
    assert done.output == """module {
  func.func @pair(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.add %arg0, %arg1 : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
"""


@pytest.mark.parametrize("types, message", [
    ("tensor<3x4xf32>", "takes 2 arguments, and 1 types are given"),
    ("tensor<3x5xf32>,dense<5> : tensor<i32>", "argument 0 of @main is a tensor<?x4xf32>, of which tensor<3x5xf32>"),
    ("tensor<?x4xf32>,dense<5> : tensor<i32>", "is no form of known sizes"),
    ("tensor<3x4xf64>,dense<5> : tensor<i32>", "argument 0 of @main"),
    ("tensor<3x4xf32>,tensor<i32>", "argument 1 of @main: shapes depend on its elements"),
    ("tensor<3x4xf32>,f32", "argument 1 of @main"),
    ("tensor<3x4xf32> tensor<i32>", "<argument types>:1:17"),
    ("tensor<3x", "expected"),
    ("tensor<3x4xf32>,dense<-1> : tensor<i32>", "dynamic_iota"),
    ("", "takes 2 arguments, and 0 types are given"),
])
def test_types_that_do_not_fit(hloom, types: str, message: str) -> None:
    done = hloom("convert", "dynamic.mlir", "--to", "stablehlo", "--refine-arguments", types)
    assert done.status in (1, 2) and message in done.errors and not done.output


def test_sizes_that_do_not_fit_each_other(hloom) -> None:
    done = hloom("convert", "dynamic.mlir", "--to", "stablehlo", "--refine-arguments", "tensor<2xf32>,tensor<3xf32>",
                 "--function", "pair")
    assert done.status != 0 and "dynamic.mlir:13:8" in done.errors


def test_a_shape_that_depends_on_data_is_named(hloom, folder: Path) -> None:
    (folder / "data.mlir").write_text("""func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.convert %x : (tensor<?xf32>) -> tensor<?xi32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.reduce(%0 init: %c) applies stablehlo.add across dimensions = [0] : (tensor<?xi32>, tensor<i32>) -> tensor<i32>
  %2 = stablehlo.reshape %1 : (tensor<i32>) -> tensor<1xi32>
  %3 = stablehlo.dynamic_iota %2, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  return %3 : tensor<?xf32>
}""")
    done = hloom("convert", "data.mlir", "--to", "stablehlo", "--refine-arguments", "tensor<4096xf32>")
    assert done.status != 0 and "data.mlir:6:8" in done.errors



def test_constants_beside_the_program(hloom, folder: Path) -> None:
    w = np.arange(2048, dtype=np.float32)
    (folder / "whole.mlir").write_text(f"""func.func @main(%x: tensor<2048xf32>) -> tensor<2048xf32> {{
  %w = stablehlo.constant dense<"0x{w.tobytes().hex().upper()}"> : tensor<2048xf32>
  %s = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = stablehlo.add %x, %w : tensor<2048xf32>
  return %0 : tensor<2048xf32>
}}""")
    np.save(folder / "x.npy", np.ones(2048, np.float32))
    for name in ("w.npz", "w.safetensors"):
        assert hloom("convert", "whole.mlir", "-o", "made.mlir", "--constants", name) == (0, "", "")
        text = (folder / "made.mlir").read_text()
        assert "dense_resource<w> : tensor<2048xf32>" in text and "dense<[1.000000e+00, 2.000000e+00]>" in text
        done = hloom("run", "made.mlir", "--constants", name, "--input", "@x.npy", "--output", "out.npz")
        assert done.status == 0, done.errors
        (found,) = np.load(folder / "out.npz").values()
        assert found.tolist() == (w + 1).tolist()
    hloom("convert", "whole.mlir", "-o", "made.mlir", "--constants", "w.npz", "--constants-from", "8")
    assert sorted(np.load(folder / "w.npz")) == ["s", "w"]
    done = hloom("run", "made.mlir", "--input", "@x.npy")
    assert done.status != 0 and "no resource 'w'" in done.errors and "made.mlir:3" in done.errors


@pytest.mark.parametrize("options, message", [
    (["--to", "hlo", "--constants", "w.npz"], "--constants is for programs in StableHLO"),
    (["--to", "stablehlo", "--constants", "w.bin"], "go to a file .npz or .safetensors"),
    (["--to", "stablehlo", "--constants", "none/w.npz"], "none/w.npz: No such file"),
    (["--to", "stablehlo", "--constants-from", "9"], "--constants"),
    (["--to", "stablehlo", "--constants", "w.npz", "--constants-from", "-9"], "--constants-from"),
])
def test_constants_that_cannot_be_moved(hloom, options: list[str], message: str) -> None:
    done = hloom("convert", "add.mlir", *options)
    assert done.status == 2 and message in done.errors
