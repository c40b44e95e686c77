"""Digests of code: what they are of, that a change shows with its place, and what cannot be compared."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest

from benchmarks import digests, processors
from benchmarks.code_texts import Piece

pytestmark = pytest.mark.unguarded
SQUARE_ROOTS = """func.func @main(%x: tensor<{n}xf32>) -> tensor<{n}xf32> {{
  %0 = stablehlo.sqrt %x : tensor<{n}xf32>
  return %0 : tensor<{n}xf32>
}}
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "roots.mlir"
    path.write_text(SQUARE_ROOTS.format(n=2000))
    return path


def run(program: Path, *arguments: object) -> int:
    return digests.main([str(program), "--jobs", "1", *map(str, arguments)])


def named(parts: list[Piece]) -> dict[str, str]:
    return {part.name: part.text for part in parts}


def test_a_program_is_its_plan_its_commands_and_its_kernels() -> None:
    found = digests.code_of(SQUARE_ROOTS.format(n=2000), "roots", ("avx2", "sse", "neon"))
    assert list(found) == ["avx2 1", "avx2 2", "sse 1", "sse 2", "neon 1", "neon 2"]
    for parts in found.values():
        texts = named(parts)
        assert list(texts) == ["plan", "constants", "commands", "loop_0", "module"]
        assert "launch loop_0(reads argument0" in texts["plan"] and "roots:2:8" in texts["plan"]
        assert texts["commands"].startswith("loop_0.0: loop_0 as vectors, ") and "ptr @loop_0" in texts["commands"]
        assert re.search(r"call <\d+ x float> @llvm\.sqrt", texts["loop_0"]) and "target-cpu" in texts["module"]
    assert named(found["avx2 1"])["loop_0"] != named(found["sse 1"])["loop_0"]


@pytest.mark.parametrize("name", [name for name in processors.NAMES if name != processors.OWN])
def test_processors_are_what_they_are_called(name: str) -> None:
    target = processors.processor(name)
    assert target.vector_bytes == {"avx2": 32, "sse": 16, "neon": 16}.get(name, 64)
    assert target.has_bf16_dot == target.has_integer_dot == (name in ("dots", "tiles"))
    assert target.has_bf16_tiles == target.has_byte_tiles == (name == "tiles")


def test_what_the_compiler_refuses_or_cannot_do_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    unknown = "func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {\n  return %x : tensor<?xf32>\n}\n"
    ((name, text),) = named(digests.code_of(unknown, "u", ("sse",), (1,))["sse 1"]).items()
    assert name == "refused" and "shape" in text

    def fail(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr("hloom.codegen.cpu.compiler.emit_loop_kernel", fail)
    found = digests.code_of(SQUARE_ROOTS.format(n=9), "r", ("sse",), (1,))
    assert named(found["sse 1"]) == {"failed": "ZeroDivisionError: by nothing\n"}


def test_equal_code_and_another(program: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = tmp_path / "before.json"
    assert run(program, "--json", before) == 0
    assert "1 programs, 6 codes" in capsys.readouterr().out
    document = json.loads(before.read_text())
    kept = {part[1] for parts in document["rows"]["files/roots"]["code"].values() for part in parts}
    with zipfile.ZipFile(tmp_path / "before.zip") as texts:
        assert set(texts.namelist()) == kept
    assert run(program, "--against", before) == 0
    assert "no difference in 6 codes" in capsys.readouterr().out
    # As if the code had been another one when it was kept: another text of the kernel, and no library.
    code = document["rows"]["files/roots"]["code"]["avx2 2"]
    old = next(part for part in code if part[0] == "loop_0")
    with zipfile.ZipFile(tmp_path / "before.zip", "a") as texts:
        texts.writestr("0123456789abcdef", texts.read(old[1]).decode().replace("llvm.sqrt", "llvm.exp"))
    old[1] = "0123456789abcdef"
    code.append(["library gone", "fedcba9876543210"])
    before.write_text(json.dumps(document))
    assert run(program, "--against", before) == 1
    said = capsys.readouterr().out
    assert "\nloop_0: differs in files/roots for avx2, workers: 2\n" in said
    assert re.search(r"    - .*llvm\.exp.*\n    \+ .*llvm\.sqrt", said)
    assert "\nlibrary gone: gone in files/roots for avx2, workers: 2\n" in said
    assert said.endswith("2 parts of code differ, in 1 programs\n")
    (tmp_path / "before.zip").unlink()
    assert run(program, "--against", before) == 1 and "the text that it was is not kept" in capsys.readouterr().out
    # The file that is compared with may be the one that is written.
    assert run(program, "--against", before, "--json", before) == 1 and run(program, "--against", before) == 0


def test_what_cannot_be_compared(program: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = tmp_path / "before.json"
    assert run(program, "--json", before, "--target", "avx2") == 0
    assert run(program, "--against", before, "--target", "sse") == 2
    assert "not compared: processor sse, not stored" in capsys.readouterr().out
    document = json.loads(before.read_text())
    document["setting"]["targets"]["avx2"][1] = "another"
    (other := tmp_path / "other.json").write_text(json.dumps(document))
    assert run(program, "--against", other, "--target", "avx2") == 2
    assert "processor avx2, which is another one there" in capsys.readouterr().out
    program.write_text(SQUARE_ROOTS.format(n=2001))
    assert run(program, "--against", before, "--target", "avx2") == 2
    assert "not compared: 1 programs whose own text is another one" in capsys.readouterr().out
    assert run(program, "--against", tmp_path / "nothing.json") == 2
    assert run(program, "--only", "nothing") == 2 and digests.main(["--set", "nothing"]) == 2
    assert "there are small, programs, sweep, functions, drawn" in capsys.readouterr().err


def test_parts_of_other_names_are_held_against_each_other() -> None:
    before = [["plan", "1"], ["form_a", "2"], ["loop_0", "3"], ["form_b", "4"]]
    now = [["plan", "1"], ["loop_0", "9"], ["form_c", "5"]]
    assert list(digests.changes_of(before, now)) == [
        digests.Change(("loop_0", "3"), ("loop_0", "9")), digests.Change(("form_a", "2"), ("form_c", "5")),
        digests.Change(("form_b", "4"), None)]


def test_rows_are_chosen_by_words_and_the_same_ones_every_time() -> None:
    rows = [digests.Row(f"set/{name}", None) for name in ("one", "two", "three", "onward", "four")]
    assert [row.name for row in digests.chosen(rows, ["one", "onw"], 0)] == ["set/one", "set/onward"]
    some = digests.chosen(rows, [], 3)
    assert len(some) == 3 and digests.chosen(rows[::-1], [], 3) == some[::-1]


def test_the_first_lines_that_differ_are_told_with_their_function() -> None:
    before = "define void @f() {\n  a\n}\ndefine void @g() {\n  b\n  c\n}\n"
    assert digests.first_lines(before, before.replace("  c", "  d"), 9) == [
        "@@ line 6, in define void @g() {", "-   c", "+   d", "  }"]
    assert digests.first_lines("a\n", "a\nb\n", 9) == ["@@ line 2", "+ b"]
