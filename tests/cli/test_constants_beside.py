"""Constants out of artifacts into a file beside them, and back, on the command line: bit for bit, for every type; errors."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import hloom as library

RANDOM = np.random.default_rng(4)
#: Arrays of every kind of bytes, those among them that NumPy's files have no name for. NaNs keep their bits.
ARRAYS = {
    "f32": RANDOM.integers(0, 1 << 32, (4, 5), np.uint32).view(np.float32), "f64": RANDOM.standard_normal(20),
    "bf16": RANDOM.integers(0, 1 << 16, 20, np.uint16).view(ml_dtypes.bfloat16),
    "f16": RANDOM.standard_normal(20).astype(np.float16),
    "f8E4M3FN": RANDOM.integers(0, 256, (2, 9), np.uint8).view(ml_dtypes.float8_e4m3fn),
    "f8E5M2": RANDOM.integers(0, 256, 21, np.uint8).view(ml_dtypes.float8_e5m2),
    "f4E2M1FN": RANDOM.integers(0, 16, 21, np.uint8).view(ml_dtypes.float4_e2m1fn),
    "i4": RANDOM.integers(-8, 8, (3, 7)).astype(ml_dtypes.int4), "ui4": RANDOM.integers(0, 16, 21).astype(ml_dtypes.uint4),
    "i2": RANDOM.integers(-2, 2, 21).astype(ml_dtypes.int2),
    "i1": RANDOM.integers(0, 2, 21).astype(bool), "i64": RANDOM.integers(-9, 9, 20), "ui8": RANDOM.integers(0, 9, 20, np.uint8),
    "complex<f32>": (RANDOM.standard_normal(20) - 1j).astype(np.complex64), "complex<f64>": RANDOM.standard_normal(20) - 2j,
}


def type_of(element: str) -> str:
    return f"tensor<{''.join(f'{n}x' for n in ARRAYS[element].shape)}{element}>"


def stated(array: np.ndarray) -> str:
    """How a text writes the numbers of an array, in full."""
    if array.dtype.name in ("int4", "uint4", "int2"):
        return str(array.astype(int).tolist())
    if array.dtype == bool:
        return str(array.tolist()).lower()
    if array.dtype.name == "float4_e2m1fn":
        return str(array.astype(float).tolist())
    return f'"0x{array.tobytes().hex().upper()}"'


def every_type() -> Any:
    types = ", ".join(map(type_of, ARRAYS))
    lines = [f"%{k} = stablehlo.constant dense<{stated(array)}> : {type_of(element)}"
             for k, (element, array) in enumerate(ARRAYS.items())]
    results = ", ".join(f"%{k}" for k in range(len(ARRAYS)))
    return library.parse(f"func.func @main() -> ({types}) {{\n" + "\n".join(lines) + f"\nreturn {results} : {types}\n}}")


W = RANDOM.standard_normal((40, 40)).astype(np.float32)
NET = f"""module @net {{
  func.func public @main(%x: tensor<3x40xf32>) -> tensor<3x40xf32> {{
    %w = stablehlo.constant dense<{stated(W)}> : tensor<40x40xf32> loc("weights"("net.py":3:4))
    %b = stablehlo.constant dense<{[0.5, 1.5] * 20}> : tensor<40xf32> loc("net.py":4:4)
    %s = stablehlo.constant dense<2.0> : tensor<3x40xf32>
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<3x40xf32>, tensor<40x40xf32>) -> tensor<3x40xf32>
    %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<40xf32>) -> tensor<3x40xf32>
    %2 = stablehlo.multiply %0, %s : tensor<3x40xf32>
    %3 = stablehlo.add %2, %1 : tensor<3x40xf32>
    return %3 : tensor<3x40xf32>
  }}
}}"""


@pytest.fixture
def artifact(folder: Path) -> Path:
    path = folder / "net.mlirbc"
    path.write_bytes(library.serialize_portable_artifact(library.parse(NET), "1.9.0"))
    return path


@pytest.mark.parametrize("version", ["0.9.0", "1.0.0", "1.9.0", library.get_current_version()])
def test_an_artifact_comes_back_byte_for_byte(hloom, folder: Path, version: str) -> None:
    data = library.serialize_portable_artifact(library.parse(NET), version)
    (folder / "net.mlirbc").write_bytes(data)
    done = hloom("artifact", "net.mlirbc", "--outline-constants", "w.npz", "--constants-from", "100", "-o", "small.mlirbc")
    size = (folder / "small.mlirbc").stat().st_size
    assert done == (0, f"small.mlirbc: {size:,} bytes, {len(data) - size:,} fewer\nw.npz: 2 constants, 6,560 bytes\n", "")
    assert {name: array.shape for name, array in np.load(folder / "w.npz").items()} == {"weights": (40, 40), "constant": (40,)}
    assert size < 1000 and "dense<2.0" in str(library.load(folder / "small.mlirbc"))
    assert hloom("artifact", "small.mlirbc", "--inline-constants", "w.npz", "-o", "again.mlirbc").status == 0
    assert (folder / "again.mlirbc").read_bytes() == data


@pytest.mark.parametrize("suffix", ["npz", "safetensors"])
def test_constants_of_every_type_survive_bit_for_bit(hloom, folder: Path, suffix: str) -> None:
    data = library.serialize_portable_artifact(every_type(), library.get_current_version())
    (folder / "all.mlirbc").write_bytes(data)
    options = ("--outline-constants", f"all.{suffix}", "--constants-from", "1", "-o", "small.mlirbc")
    done = hloom("artifact", "all.mlirbc", *options, "--json")
    stays = suffix == "safetensors"  # which has nothing of the width of complex<f64>
    assert done.status == 0 and len(json.loads(done.output)["moved"]) == len(ARRAYS) - stays, done.errors
    module = library.load("small.mlirbc", constants=f"all.{suffix}")
    assert str(module).count("dense_resource") == len(ARRAYS) - stays
    module.verify()
    for results in (library.evaluate(module), library.compile(module)()):
        for found, right in zip(results, ARRAYS.values(), strict=True):
            assert found.dtype == right.dtype and found.tobytes() == right.tobytes()
    assert hloom("artifact", "small.mlirbc", "--inline-constants", f"all.{suffix}", "-o", "again.mlirbc").status == 0
    assert (folder / "again.mlirbc").read_bytes() == data


def test_the_program_runs_with_its_constants_beside_it(hloom, folder: Path, artifact: Path) -> None:
    x = RANDOM.standard_normal((3, 40)).astype(np.float32)
    np.save(folder / "x.npy", x)
    assert hloom("artifact", "net.mlirbc", "--outline-constants", "-o", "small.mlirbc").status == 0
    module = library.load("small.mlirbc", constants="small.npz")  # the name that is made of OUT
    whole = library.load(artifact)
    assert library.evaluate(module, x)[0].tobytes() == library.evaluate(whole, x)[0].tobytes()
    compiled = library.compile(module)(x)[0]
    np.testing.assert_allclose(compiled, 2 * (x @ W) + np.tile([0.5, 1.5], 20), rtol=1e-4, atol=1e-4)
    for engine in ("cpu", "reference"):
        options = ("--constants", "small.npz", "--input", "@x.npy", "--engine", engine, "--output", "y.npz")
        done = hloom("run", "small.mlirbc", *options)
        assert done.status == 0, done.errors
        np.testing.assert_allclose(next(iter(np.load(folder / "y.npz").values())), compiled, rtol=1e-4, atol=1e-4)
    done = hloom("run", "small.mlirbc", "--input", "@x.npy")
    assert done.status != 0 and "no resource 'weights'" in done.errors


def test_stripping_and_json_go_along(hloom, folder: Path, artifact: Path) -> None:
    size = artifact.stat().st_size
    done = hloom("artifact", "net.mlirbc", "--strip-locations", "--outline-constants", "w.npz", "-o", "small.mlirbc", "--json")
    data = (folder / "small.mlirbc").read_bytes()
    assert json.loads(done.output) == {"file": "net.mlirbc", "bytes": size, "output": "small.mlirbc", "output_bytes": len(data),
                                       "constants": "w.npz", "moved": {"weights": 6400}}
    assert b"net.py" not in data
    done = hloom("artifact", "small.mlirbc", "--inline-constants", "w.npz", "--strip-locations", "-o", "again.mlirbc", "--json")
    again = (folder / "again.mlirbc").read_bytes()
    assert json.loads(done.output) == {"file": "small.mlirbc", "bytes": len(data), "output": "again.mlirbc",
                                       "output_bytes": len(again)}
    hloom("artifact", "net.mlirbc", "--strip-locations", "-o", "stripped.mlirbc")
    assert again == (folder / "stripped.mlirbc").read_bytes()
    assert hloom("artifact", "small.mlirbc", "--strip-locations", "-o", "other.mlirbc").status == 0  # without its constants
    assert (folder / "other.mlirbc").read_bytes() == data


def test_what_is_told_of_a_program_whose_constants_lie_beside_it(hloom, folder: Path, artifact: Path) -> None:
    hloom("artifact", "net.mlirbc", "--outline-constants", "-o", "small.mlirbc")
    printed = hloom("artifact", "small.mlirbc").output
    for line in ("small.mlirbc: MLIR bytecode of func, stablehlo", "StableHLO       for 1.9.0, once its constants are in it",
                 "none: stablehlo.constant names a constant that lies beside the program and was not given, 'weights' (net.py:3,",
                 "constants       164 bytes, 6,400 beside the program", "6,400 tensor<40x40xf32> (beside, weights, net.py:3, "):
        assert line in printed
    report = json.loads(hloom("artifact", "small.mlirbc", "--json").output)
    assert (report["constant_bytes"], report["beside_bytes"], report["stablehlo"]) == (164, 6400, "1.9.0")
    assert [each["beside"] for each in report["constants"]] == ["weights", None, None]
    done = hloom("convert", "small.mlirbc", "--to", "artifact")
    assert done.status == 2 and "a constant that lies beside the program and was not given, 'weights'" in done.errors


def test_without_large_constants_an_artifact_stays_one(hloom, folder: Path, artifact: Path) -> None:
    done = hloom("artifact", "net.mlirbc", "--outline-constants", "--constants-from", "10000", "-o", "same.mlirbc")
    assert done.status == 0 and "same.npz: 0 constants, 0 bytes" in done.output
    assert (folder / "same.mlirbc").read_bytes() == artifact.read_bytes()
    assert hloom("artifact", "same.mlirbc", "--inline-constants", "same.npz", "-o", "again.mlirbc").status == 0


def test_twice_outlined_is_once_outlined(hloom, folder: Path, artifact: Path) -> None:
    """What lies beside already keeps its name, and the next file has the rest."""
    hloom("artifact", "net.mlirbc", "--outline-constants", "a.npz", "-o", "a.mlirbc")
    hloom("artifact", "a.mlirbc", "--outline-constants", "b.npz", "--constants-from", "8", "-o", "b.mlirbc")
    assert [sorted(np.load(folder / name)) for name in ("a.npz", "b.npz")] == [["weights"], ["constant"]]
    both = {name: array for file in ("a.npz", "b.npz") for name, array in np.load(folder / file).items()}
    assert library.compile(library.load("b.mlirbc", constants=both))(np.ones((3, 40), np.float32))[0].shape == (3, 40)


def test_other_forms(hloom, folder: Path, artifact: Path) -> None:
    """Texts and HLO go to bytecode with constants beside it, and back into every form."""
    (folder / "net.mlir").write_text(NET)
    hloom("convert", "net.mlir", "-o", "net.hlo")
    for name in ("net.mlir", "net.hlo", "net.mlirbc"):
        assert hloom("convert", name, "--to", "bytecode", "--constants", "w.npz", "-o", "small.bc") == (0, "", "")
        assert len(np.load(folder / "w.npz")) == 1 and b"ML\xefR" == (folder / "small.bc").read_bytes()[:4]
        for form in ("stablehlo", "hlo", "artifact", "proto", "bytecode"):
            assert hloom("convert", "small.bc", "--inline-constants", "w.npz", "--to", form, "-o", "whole") == (0, "", "")
            made = library.load(folder / "whole")
            assert "dense_resource" not in str(made)
            np.testing.assert_array_equal(library.evaluate(made, np.eye(3, 40, dtype=np.float32))[0],
                                          2 * W[:3] + np.tile(np.float32([0.5, 1.5]), 20))
    assert hloom("convert", "small.bc", "--inline-constants", "w.npz", "--constants", "v.npz", "--to", "stablehlo").status == 0


def test_standard_streams(hloom, folder: Path, artifact: Path) -> None:
    hloom("artifact", "net.mlirbc", "--outline-constants", "-o", "small.mlirbc")
    command = [sys.executable, "-m", "hloom", "artifact", "-", "--inline-constants", "small.npz", "-o", "-"]
    done = subprocess.run(command, input=(folder / "small.mlirbc").read_bytes(), capture_output=True, check=True,
                          env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])})
    assert done.stdout == artifact.read_bytes() and not done.stderr


OUT = ("-o", "out.mlirbc")


@pytest.mark.parametrize("options, message", [
    (("--outline-constants", "w.npz"), "--outline-constants and --output go together"), (OUT, "and --output go together"),
    (("--outline-constants", "w.npz", "--inline-constants", "v.npz", *OUT), "one of them"),
    (("--constants-from", "8"), "beside --outline-constants"),
    (("--inline-constants", "w.npz", "--constants-from", "8", *OUT), "beside --outline-constants"),
    (("--outline-constants", "--constants-from", "0", *OUT), "a number of bytes"),
    (("--outline-constants", "-o", "-"), "OUT has no name"),
    (("--outline-constants", "w.npz", "-o", "-", "--json"), "--json goes to standard output"),
    (("--outline-constants", "w.bin", *OUT), "w.bin: constants go to a file .npz or .safetensors"),
    (("--outline-constants", "none/w.npz", *OUT), "none/w.npz: No such file"),
    (("--outline-constants", "add.mlir/w.npz", *OUT), "add.mlir/w.npz: Not a directory"),
    (("--outline-constants", "w.npz", "-o", "none/out.mlirbc"), "none/out.mlirbc: No such file"),
    (("--outline-constants", "w.npz", "-o", "."), ".: Is a directory"), (("--outline-constants", "-o", "."), ".: Is a directory"),
    (("--outline-constants", "-o", ""), "OUT: has no name"),
    (("--outline-constants", "-o", "w.npz"), "CONSTANTS and OUT are one"),
    (("--outline-constants", "w.npz", "-o", "net.mlirbc"), "net.mlirbc: FILE and OUT are one file"),
    (("--outline-constants", "w.npz", "-o", "./net.mlirbc"), "FILE and OUT are one file"),
    (("--strip-locations", "-o", "link"), "link: FILE and OUT are one file"),
    (("--outline-constants", "w.npz", "-o", "hard"), "hard: FILE and OUT are one file"),
    (("--outline-constants", "w.npz", "-o", "w.npz"), "w.npz: CONSTANTS and OUT are one file"),
    (("--outline-constants", "net.mlirbc", *OUT), "net.mlirbc: FILE and CONSTANTS are one file"),
    (("--inline-constants", "other.npz", "-o", "other.npz"), "other.npz: CONSTANTS and OUT are one file"),
    (("--inline-constants", "none.npz", *OUT), "none.npz: No such file"),
    (("--inline-constants", "add.mlir", *OUT), "add.mlir: not a file of arrays"),
])
def test_what_cannot_be_done_is_said(hloom, folder: Path, artifact: Path, options: tuple[str, ...], message: str) -> None:
    (folder / "link").symlink_to("net.mlirbc")
    os.link(artifact, folder / "hard")
    before = artifact.read_bytes()
    np.savez(folder / "other.npz", other=W)
    other = (folder / "other.npz").read_bytes()
    status, _, errors = hloom("artifact", "net.mlirbc", *options)
    assert status == 2 and message in errors and "internal" not in errors
    assert artifact.read_bytes() == before and (folder / "other.npz").read_bytes() == other


@pytest.mark.parametrize("arrays, message", [
    ({}, "constant 'weights' of stablehlo.constant is not there"),
    ({"weights": W[:3]}, "has shape [3, 40] of f32, and the program wants tensor<40x40xf32>"),
    ({"weights": W.astype(np.float64)}, "has shape [40, 40] of f64, and the program wants tensor<40x40xf32>"),
    ({"weights": W.view(np.uint32)}, "of ui32"), ({"weights": W.view("V4")}, "has shape"),
])
def test_constants_that_do_not_fit_are_named(hloom, folder: Path, artifact: Path, arrays: Any, message: str) -> None:
    hloom("artifact", "net.mlirbc", "--outline-constants", "-o", "small.mlirbc")
    np.savez(folder / "other.npz", **arrays, more=W)
    status, _, errors = hloom("artifact", "small.mlirbc", "--inline-constants", "other.npz", *OUT)
    assert status == 2 and "other.npz: constant 'weights'" in errors and message in errors
    assert not (folder / "out.mlirbc").exists()


def test_a_name_that_stands_twice(hloom, folder: Path, artifact: Path) -> None:
    hloom("artifact", "net.mlirbc", "--outline-constants", "w.npz", "-o", "small.mlirbc")
    np.savez(folder / "twice.npz", weights=W, weightz=W)
    data = (folder / "twice.npz").read_bytes()
    (folder / "twice.npz").write_bytes(data.replace(b"weightz.npy", b"weights.npy"))
    status, _, errors = hloom("artifact", "small.mlirbc", "--inline-constants", "twice.npz", *OUT)
    assert status == 2 and "twice.npz: not a file of arrays" in errors and "'weights.npy' stands twice" in errors


def test_one_name_for_constants_of_two_types(hloom, folder: Path) -> None:
    (folder / "two.mlir").write_text("""func.func @main() -> (tensor<2xf32>, tensor<2xi32>) {
      %0 = stablehlo.constant dense_resource<w> : tensor<2xf32>
      %1 = stablehlo.constant dense_resource<w> : tensor<2xi32>
      return %0, %1 : tensor<2xf32>, tensor<2xi32>
    }""")
    np.savez(folder / "w.npz", w=np.ones(2, np.float32))
    status, _, errors = hloom("convert", "two.mlir", "--inline-constants", "w.npz", "--to", "stablehlo")
    assert status == 2 and "two.mlir:3:" in errors and "has shape [2] of f32, and the program wants tensor<2xi32>" in errors


@pytest.mark.parametrize("element, number", [("i4", 0x7F), ("i4", 0xF8), ("ui4", 16), ("i2", 4), ("f4E2M1FN", 0x10)])
def test_bytes_that_are_no_small_numbers(folder: Path, element: str, number: int) -> None:
    """Compiled code takes such bytes as they lie, so none may be anything else."""
    (folder / "p.mlir").write_text(f"""func.func @main() -> tensor<3x{element}> {{
      %0 = stablehlo.constant dense_resource<w> : tensor<3x{element}>
      return %0 : tensor<3x{element}>
    }}""")
    np.savez(folder / "w.npz", w=np.array([0, number, 1], np.uint8))
    with pytest.raises(library.InputError, match=rf"p\.mlir:2.*'w' .* has bytes that are no numbers of type {element}"):
        library.load("p.mlir", constants="w.npz")


@pytest.mark.parametrize("options, message", [
    (("-o", "w.npz", "--constants", "w.npz", "--to", "stablehlo"), "w.npz: FILE and OUT are one file"),
    (("-o", "w.npz", "--inline-constants", "w.npz", "--to", "stablehlo"), "w.npz: FILE and OUT are one file"),
    (("--constants", "w.npz", "--inline-constants", "w.npz", "--to", "stablehlo"), "and --constants are one file"),
    (("--constants", "add.mlir", "--to", "stablehlo"), "add.mlir: IN and FILE are one file"),
    (("--constants", "w.npz", "--to", "artifact"), "as text or bytecode"),
    (("--inline-constants", "w.npz", "--to", "hlo"), "w.npz: No such file"),
])
def test_conversions_that_cannot_be_done(hloom, options: tuple[str, ...], message: str) -> None:
    done = hloom("convert", "add.mlir", *options)
    assert done.status == 2 and message in done.errors


@pytest.mark.parametrize("count", [15, pytest.param(60, marks=pytest.mark.exhaustive)])
def test_damaged_programs_and_files_are_errors(hloom, count: int, folder: Path, artifact: Path) -> None:
    """Any byte of what is put together may be anything: what comes of it is a program, or an error that is the user's."""
    hloom("artifact", "net.mlirbc", "--outline-constants", "w.npz", "-o", "small.mlirbc")
    draw = random.Random(2)
    for name in ("small.mlirbc", "w.npz"):
        whole = (folder / name).read_bytes()
        for _ in range(count):
            damaged = bytearray(whole)
            damaged[draw.randrange(4, min(len(whole), 400))] = draw.randrange(256)
            (folder / name).unlink()
            (folder / name).write_bytes(damaged)
            for options in (("--inline-constants", "w.npz"), ("--outline-constants", "v.npz", "--constants-from", "8")):
                status, _, errors = hloom("artifact", "small.mlirbc", *options, *OUT)
                assert status in (0, 2) and "internal" not in errors and (not status or errors), errors
        (folder / name).write_bytes(whole)
