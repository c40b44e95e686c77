"""`hloom compile`: kernels, LLVM IR and assembly, and the record of each pass."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hloom.cli.common_programs import programs
from hloom.pipeline import parse
from tests.processes import printed

#: Element types that have common code.
TYPES = {"f32", "f64", "bf16", "f16", "i32", "i64", "i8", "ui8"}


@pytest.mark.parametrize("form, expected", [("kernels", "add"), ("llvm", "define "), ("asm", "ret")])
def test_each_form_is_printed(hloom, form: str, expected: str) -> None:
    found = hloom("compile", "add.mlir", "--emit", form)
    assert found.status == 0 and found.errors == "" and expected in found.output


def test_kernels_are_printed_unless_said_otherwise(hloom) -> None:
    found = hloom("compile", "add.mlir")
    assert found.status == 0 and "add(x" in found.output and "define " not in found.output


def test_dump_writes_every_step(hloom, folder: Path) -> None:
    assert hloom("compile", "add.mlir", "--dump", "steps/inside").status == 0
    written = {path.name: path.read_text() for path in (folder / "steps" / "inside").iterdir()}
    assert {"kernels.txt", "program.ll", "program.s"} < set(written)
    passes = [name for name in written if name.endswith(".mlir")]
    assert passes and all("stablehlo.add" in written[name] for name in passes)


def test_a_faulty_program_is_not_compiled(hloom) -> None:
    found = hloom("compile", "wrong.mlir")
    assert found.status == 2 and found.errors.startswith("wrong.mlir:2:8: error: [reverse_c2]")


def test_stop_after_prints_the_program_after_a_pass(hloom, folder: Path) -> None:
    (folder / "dead.mlir").write_text("""func.func @main(%x: tensor<f32>) -> tensor<f32> {
        %0 = stablehlo.sine %x : tensor<f32>
        return %x : tensor<f32>
    }""")
    early, late = (hloom("compile", "dead.mlir", "--stop-after", name) for name in ("inline", "dce"))
    assert early.status == late.status == 0
    assert "sine" in early.output and "sine" not in late.output


def test_passes_are_told_the_number_of_threads(hloom, folder: Path) -> None:
    (folder / "long.mlir").write_text("""func.func @main(%x: tensor<65536x8xf32>) -> tensor<8x8xf32> {
        %0 = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] :
            (tensor<65536x8xf32>, tensor<65536x8xf32>) -> tensor<8x8xf32>
        return %0 : tensor<8x8xf32>
    }""")
    for arguments, parts in ((["--threads", "1"], None), (["--threads", "2"], 8), (["--threads", "4"], 16),
                             (["--threads", "1", "--deterministic"], 32)):
        found = hloom("compile", "long.mlir", "--stop-after", "split_k", *arguments)
        assert found.status == 0 and ("stablehlo.reduce" in found.output) == (parts is not None)
        assert parts is None or f"tensor<{parts}x8x8xf32>" in found.output


def test_stop_after_prints_what_a_stage_of_the_back_end_gives(hloom) -> None:
    fused, placed = (hloom("compile", "add.mlir", "--stop-after", name) for name in ("fuse", "place"))
    assert fused.status == placed.status == 0
    assert "stablehlo.add at add.mlir:" in fused.output and "launch" in placed.output and "define " not in placed.output


def test_passes_are_timed(hloom) -> None:
    found = hloom("compile", "add.mlir", "--time-passes")
    seconds = {line.split()[0]: float(line.split()[1]) for line in found.errors.splitlines()}
    assert found.status == 0 and "canonicalize" in seconds and min(seconds.values()) >= 0
    assert "stablehlo.add" in found.output


def test_a_misspelled_pass_has_a_hint(hloom) -> None:
    found = hloom("compile", "add.mlir", "--stop-after", "canonicalise")
    assert found.status == 2 and "did you mean 'canonicalize'?" in found.errors


def test_there_is_common_code_for_each_type() -> None:
    assert set(programs()) == TYPES
    for text in programs().values():
        parse(text).verify()


@pytest.mark.parametrize("types", [{"f64", "i32"}, pytest.param(TYPES, marks=pytest.mark.exhaustive)], ids=["some", "all"])
@pytest.mark.long
def test_common_code_belongs_to_the_installation(types: set[str], tmp_path: Path) -> None:
    """What other programs of the same types then need, LLVM has nothing to do for, and a cache has nothing to keep."""
    library = tmp_path / "library"
    environment = {"HLOOM_CACHE": "", "HLOOM_LIBRARY": library, "HLOOM_THREADS": 2}
    some = f"""
from hloom.cli import common_programs, main
whole = common_programs.programs()
common_programs.programs = lambda: {{type: text for type, text in whole.items() if type in {types!r}}}
main(["compile", "--common", "--json"])
"""
    command = ["-m", "hloom", "compile", "--common", "--json"] if types == TYPES else ["-c", some]
    found = json.loads(printed(*command, **environment))
    assert found["directory"] == str(library)
    assert set(found["seconds"]) == {*types, "JAX"}
    program = """
import hloom, ml_dtypes, numpy as np, sys
import hloom.runtime.compilation as compilation
hloom.compile(hloom.parse("func.func @main(%x: tensor<f32>) -> tensor<f32> { return %x : tensor<f32> }"))  # starts workers
def refuse(part, *_):
    raise AssertionError(part.text)
compilation.compile_module = refuse
from hloom.bridges.pjrt.native import native
native()
types = sys.argv[1:]
for type in types:
    columns = 1024 if type == "f64" else 2048
    M, R = f"tensor<1000x{columns}x{type}>", f"tensor<1000x{type}>"
    low = {"f32": "0xFF800000", "f64": "0xFFF0000000000000", "bf16": "0xFF80"}[type]
    run = hloom.compile(hloom.parse(f'''func.func @main(%x: {M}) -> {M} {{
      %low = stablehlo.constant dense<{low}> : tensor<{type}>
      %zero = stablehlo.constant dense<0.0> : tensor<{type}>
      %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : ({M}, tensor<{type}>) -> {R}
      %b = stablehlo.broadcast_in_dim %m, dims = [0] : ({R}) -> {M}
      %d = stablehlo.subtract %x, %b : {M}
      %e = stablehlo.exponential %d : {M}
      %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : ({M}, tensor<{type}>) -> {R}
      %t = stablehlo.broadcast_in_dim %s, dims = [0] : ({R}) -> {M}
      %y = stablehlo.divide %e, %t : {M}
      return %y : {M}
    }}'''))
    (y,) = run(np.ones((1000, columns), {"f32": "f4", "f64": "f8", "bf16": ml_dtypes.bfloat16}[type]))
    print(type, float(y[5, 7]) * columns)
for type, rows, length in (("f32", 30, 435), ("f64", 200, 512)):
    if type in types:
        given, made = f"tensor<{rows}x{length}x{type}>", f"tensor<{rows}x{length // 2 + 1}xcomplex<{type}>>"
        x = np.random.default_rng(0).standard_normal((rows, length)).astype(type.replace("f", "float"))
        run = hloom.compile(hloom.parse(f'''func.func @main(%x: {given}) -> {made} {{
          %y = stablehlo.fft %x, type = RFFT, length = [{length}] : ({given}) -> {made}
          return %y : {made}
        }}'''))
        print("fft", np.abs(run(x)[0] - np.fft.rfft(x)).max() < 1e-3)
"""
    rows = sorted(types & {"f32", "f64", "bf16"})
    told = [word for type in rows for word in (type, "1.0")] + ["fft", "True"] * len(types & {"f32", "f64"})
    assert printed("-c", program, *rows, **environment).split() == told


def test_common_code_needs_a_place_and_no_file(hloom, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert hloom("compile").errors == "a FILE to compile is missing (or --common)\n"
    for arguments in (["add.mlir"], ["--emit", "llvm"], ["--stop-after", "cse"], ["--function", "f"], ["--dump", "steps"],
                      ["--time-passes"]):
        found = hloom("compile", "--common", *arguments)
        assert found.status == 2 and "no FILE" in found.errors
    monkeypatch.setenv("HLOOM_CACHE", "")
    monkeypatch.setenv("HLOOM_LIBRARY", "")
    found = hloom("compile", "--common")
    assert found.status == 2 and "HLOOM_LIBRARY and HLOOM_CACHE" in found.errors
    (tmp_path / "file").touch()
    for variable in ("HLOOM_CACHE", "HLOOM_LIBRARY"):
        monkeypatch.setenv(variable, str(tmp_path / "file" / variable))
        found = hloom("compile", "--common")
        assert found.status == 2 and "cannot be written to" in found.errors and f"file/{variable}" in found.errors


def test_common_code_goes_to_the_cache_where_the_installation_cannot_be_written_to(
        hloom, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : tensor<4xf32> }"
    monkeypatch.setattr("hloom.cli.common_programs.programs", lambda: {"f32": small})
    (tmp_path / "file").touch()
    monkeypatch.setenv("HLOOM_LIBRARY", str(tmp_path / "file" / "library"))
    monkeypatch.setenv("HLOOM_CACHE", str(tmp_path / "cache"))
    found = hloom("compile", "--common")
    assert (found.status, found.errors) == (0, "") and f"in {tmp_path / 'cache'} after" in found.output
    assert list((tmp_path / "cache").iterdir())
