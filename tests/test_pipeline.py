"""From a file to an executable: loading, the stages of compilation, what they write and print."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.codegen.plan.stages import STAGES
from hloom.driver.cpu import target
from hloom.pipeline import compile as compile_program
from hloom.pipeline import passes_for, stage_text, stages
from hloom.runtime.cache import Cache
from hloom.support.diagnostics import InputError, ParseError, VerificationError
from hloom.text.mlir import parse
from tests import programs
from tests.passes.programs import program, same
from tests.processes import printed

_ROOT = Path(hloom.__file__).parent.parent
SOFTMAX = programs.SOFTMAX.format(20, 33)


@pytest.fixture
def softmax(tmp_path: Path) -> Path:
    path = tmp_path / "softmax.mlir"
    path.write_text(SOFTMAX)
    return path


def command(*arguments: Any, **variables: str) -> subprocess.CompletedProcess[str]:
    """The result of the command line, with further environment variables."""
    return subprocess.run([sys.executable, "-m", "hloom", *map(str, arguments)], capture_output=True, text=True, check=False,
                          cwd=_ROOT, env={**os.environ, **variables})


# -- loading ----------------------------------------------------------------------------------------------------------------
def test_load_reads_what_parse_reads(softmax: Path) -> None:
    assert str(hloom.load(softmax)) == str(hloom.parse(SOFTMAX)) == str(hloom.load(str(softmax)))


@pytest.mark.parametrize("content, error, message", [
    (None, InputError, "No such file"), (b"ML\xefR\x06", ParseError, "bytecode"), (b"\xff\xfe\x00", ParseError, "UTF-8"),
    (b"func.func @main(", ParseError, "program.mlir"),
])
def test_files_that_make_no_sense(tmp_path: Path, content: bytes | None, error: type[Exception], message: str) -> None:
    path = tmp_path / "program.mlir"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(error, match=message):
        hloom.load(path)


def test_a_format_that_is_not_known() -> None:
    with pytest.raises(InputError, match="known: mlir"):
        hloom.parse("", format="punched cards")


# -- stages -----------------------------------------------------------------------------------------------------------------
def test_invalid_programs_are_not_compiled() -> None:
    module = parse("""func.func public @main(%x: tensor<2xf32>) -> tensor<3xf32> {
        return %x : tensor<2xf32>
    }""", "invalid.mlir")
    with pytest.raises(VerificationError, match=r"invalid\.mlir"):
        compile_program(module)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="other"):
        stages(program(SOFTMAX), "other")


def test_softmax_is_one_kernel() -> None:
    """Rows of a softmax stay in the cache: one loop nest over rows, nothing in the arena."""
    made = stages(program(SOFTMAX))
    (kernel,) = made.program.kernels
    listing = kernel.text
    assert listing.count("for ") >= 3 and "scratch" in listing
    assert made.program.arena_bytes == 0 and not made.program.callbacks
    assert set(made.seconds) == {"verify", "passes", *STAGES} - {"shape"}  # a part of scheduling


def test_compiled_programs_say_what_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Cache, "_process", Cache(tmp_path, 1 << 28))
    executable = hloom.compile(program(SOFTMAX))
    stats = executable.stats
    assert stats["kernels"] == len(executable.kernels) == 1 and stats["fallbacks"] == [] and stats["arena_bytes"] == 0
    assert {"verify", "passes", *STAGES, "llvm"} - {"shape"} == set(stats["seconds"]) and stats["llvm_lines"] > 50
    x = np.random.default_rng(0).standard_normal((20, 33)).astype(np.float32)
    (result,) = executable(x)
    assert np.allclose(result.sum(axis=1), 1, atol=1e-5)
    assert np.allclose(result, hloom.evaluate(program(SOFTMAX), x)[0], rtol=1e-5)


def test_the_program_that_is_compiled_stays_as_it_is() -> None:
    module = program("""func.func private @main(%x: tensor<2xf32>) -> tensor<2xf32> {
        %0 = stablehlo.add %x, %x : tensor<2xf32>
        return %0 : tensor<2xf32> }""")
    before = str(module)
    (result,) = hloom.compile(module)(np.array([1, 2], np.float32))
    assert result.tolist() == [2, 4] and str(module) == before


def test_equal_kernels_are_emitted_once() -> None:
    """Two equal computations on other buffers share one function."""
    made = stages(program("""(%x: tensor<50xf32>, %y: tensor<50xf32>) -> (tensor<f32>, tensor<f32>) {
        %zero = stablehlo.constant dense<0.0> : tensor<f32>
        %a = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] :
            (tensor<50xf32>, tensor<f32>) -> tensor<f32>
        %b = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0] :
            (tensor<50xf32>, tensor<f32>) -> tensor<f32>
        return %a, %b : tensor<f32>, tensor<f32> }"""))
    assert len(made.program.commands) == 2 and len(made.program.kernels) == 1


# -- dumps and the command line -----------------------------------------------------------------------------------------------
def test_dumps_show_every_stage(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "dump"
    stages(program(SOFTMAX), dump=folder)
    names = sorted(path.name for path in folder.iterdir())
    assert {"kernels.txt", "program.ll", "program.s"} < set(names) and any(name.startswith("00") for name in names)
    assert "@commands = constant" in (folder / "program.ll").read_text()
    assert "commands:" in (folder / "program.s").read_text()
    assert "for " in (folder / "kernels.txt").read_text()
    numbered = [name.partition(".")[0] for name in names if name[0].isdigit()]
    passes = passes_for(target(), 2)
    assert numbered == [f"{k:02}-{name}" for k, name in enumerate(["input", *(p.name for p in passes), *STAGES[:-1]])]
    for stage in STAGES[:-1]:
        assert "stablehlo.exponential at" in (folder / f"{len(passes) + 1 + STAGES.index(stage)}-{stage}.txt").read_text()


@pytest.mark.parametrize("stage", STAGES)
def test_a_compilation_can_end_at_a_stage(stage: str) -> None:
    text = stage_text(program(SOFTMAX), "main", stage)
    assert ("stablehlo.exponential at" in text) == (stage != "emit") and ("launch loop_0" in text) == (
        stage in ("schedule", "place"))
    assert ("rewritten: offsets" in text) == (stage == "shape") and ("loops of loop_0: rows" in text) == (stage == "schedule")
    assert ("define void @loop_0" in text) == (stage == "emit")


# -- where kernels come from --------------------------------------------------------------------------------------------------
@pytest.mark.kept
def test_kernels_name_their_operations_and_lines_also_from_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Cache, "_process", Cache(tmp_path, 1 << 28))
    text = """func.func @main(%x: tensor<40x50xf32>) -> (tensor<40x50xf32>, tensor<50x40xf32>) {
        %0 = stablehlo.exponential %x : tensor<40x50xf32>
        %1 = stablehlo.add %0, %x : tensor<40x50xf32>

        %2 = stablehlo.transpose %x, dims = [1, 0] : (tensor<40x50xf32>) -> tensor<50x40xf32>
        return %1, %2 : tensor<40x50xf32>, tensor<50x40xf32> }"""
    expected = [("stablehlo.exponential", 2), ("stablehlo.add", 3), ("stablehlo.transpose", 5)]

    def lines(executable) -> list[tuple[str, int]]:
        return sorted(((o.operation, o.place.line) for k in executable.kernels.values() for o in k.operations),
                      key=lambda found: found[1])

    fresh = hloom.compile(hloom.parse(text, name="a.mlir"))
    assert lines(fresh) == expected and {line for k in fresh.kernels.values() for line in k.lines} == {2, 3, 5}
    cached = hloom.compile(hloom.parse(text, name="a.mlir"))
    assert "cache" in cached.stats["seconds"]
    assert [*map(str, cached.kernels.values())] == [*map(str, fresh.kernels.values())]
    moved = hloom.compile(hloom.parse("\n\n" + text, name="b.mlir"))  # the same program, written elsewhere
    assert "cache" in moved.stats["seconds"]
    assert lines(moved) == [(name, line + 2) for name, line in expected]
    assert "stablehlo.add at b.mlir:5:" in "\n".join(map(str, moved.kernels.values()))


def test_dumped_programs_do_not_come_from_the_cache(tmp_path: Path) -> None:
    module = program(SOFTMAX)
    hloom.compile(module)
    executable = hloom.compile(module, dump=tmp_path / "dump")
    assert "cache" not in executable.stats["seconds"] and (tmp_path / "dump" / "program.ll").exists()


@pytest.mark.slow
@pytest.mark.parametrize("emit, expected", [("kernels", "for "), ("llvm", "@commands = constant"), ("asm", "commands:")])
def test_compile_prints_a_stage(softmax: Path, tmp_path: Path, emit: str, expected: str) -> None:
    made = command("compile", softmax, "--emit", emit, "--dump", tmp_path / "dump")
    assert made.returncode == 0 and expected in made.stdout and not made.stderr
    assert (tmp_path / "dump" / "program.s").stat().st_size > 100


def test_compile_refuses_what_it_cannot_use(softmax: Path, tmp_path: Path) -> None:
    made = command("compile", softmax, "--function", "other")
    assert made.returncode == 2 and "other" in made.stderr and "Traceback" not in made.stderr
    made = command("compile", softmax, "--dump", softmax / "below")
    assert made.returncode == 2 and "softmax.mlir" in made.stderr and "Traceback" not in made.stderr


@pytest.mark.kept
@pytest.mark.slow
def test_a_second_process_finds_the_program_compiled(softmax: Path, tmp_path: Path) -> None:
    script = f"""
import numpy, hloom
executable = hloom.compile(hloom.load({str(softmax)!r}))
numpy.save({str(tmp_path / "result.npy")!r}, executable(numpy.arange(660, dtype="f4").reshape(20, 33) / 100)[0])
print("cache" in executable.stats["seconds"])
"""
    found = []
    for _ in range(2):
        found.append((printed("-c", script, HLOOM_CACHE=tmp_path / "cache").strip(), np.load(tmp_path / "result.npy")))
    assert [text for text, _ in found] == ["False", "True"]
    assert same(found[0][1], found[1][1])


def test_shapes_from_data_run_on_the_evaluator_and_say_so() -> None:
    module = hloom.parse("""
func.func @main(%x: tensor<100xi32>) -> tensor<?xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0]
    : (tensor<100xi32>, tensor<i32>) -> tensor<i32>
  %shape = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}""")
    executable = hloom.compile(module)
    assert {"stablehlo.reduce", "stablehlo.dynamic_iota"} <= {op.name for op in executable.fallbacks}
    assert "only known at run time" in executable.stats["reason"]
    assert executable(np.ones(100, np.int32))[0].tolist() == list(range(100))
    with pytest.raises(hloom.InputError):
        executable(np.zeros(5, np.int32))
