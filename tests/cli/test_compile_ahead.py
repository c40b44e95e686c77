"""`hloom compile --emit header|object|shared`: files for C."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

pytestmark = pytest.mark.unguarded
CONSTANT = """func.func @main() -> tensor<2xf32> {
  %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""


def test_files_are_named_after_the_program(hloom, folder: Path) -> None:
    found = hloom("compile", "add.mlir", "--emit", "object", "-o", "made/inside", "--cpu", "native", "--threads", "2")
    assert found.status == 0 and found.errors == ""
    assert found.output.split() == [f"made/inside/{name}" for name in ("add.o", "add.h", "add.hpp", "add.pc", "addConfig.cmake")]
    assert "#define ADD_THREADS 2\n" in (folder / "made" / "inside" / "add.h").read_text()


def test_a_library_and_what_it_needs(hloom, folder: Path) -> None:
    if shutil.which("cc") is None:
        pytest.skip("there is no C compiler (cc)")
    found = hloom("compile", "add.mlir", "--emit", "shared", "-o", ".", "--name", "sum", "--static-memory", "--json")
    document = json.loads(found.output)
    assert found.status == 0 and document["files"][0] == "libsum.so" and (folder / "libsum.so").is_file()
    assert "memcpy" in document["needs"] and "malloc" not in document["needs"]


def test_a_header_and_constants_beside(hloom, folder: Path) -> None:
    (folder / "constant.mlir").write_text(CONSTANT)
    found = hloom("compile", "constant.mlir", "--emit", "object", "-o", "a", "--constants-beside")
    assert "a/constant.constants" in found.output.split()
    found = hloom("compile", "constant.mlir", "--emit", "header", "-o", "b")
    assert found.output.split() == ["b/constant.h", "b/constant.hpp"]


@pytest.mark.parametrize("words, message", [
    (["--emit", "object"], "--emit object writes files: -o OUT says in which folder"),
    (["-o", "made", "--static-memory", "--name", "n"], "--name, --static-memory: that is for files for C"),
    (["--emit", "object", "-o", "made", "--no-program"], "--no-program: that is for an executable in a file"),
    (["--emit", "executable", "-o", "made", "--constants-beside"], "--constants-beside: that is for files for C"),
    (["--emit", "llvm", "--cpu", "native"], "--cpu: that is for an executable in a file (--emit executable) or files for C"),
    (["--emit", "header", "-o", "made", "--dump", "d"], "--emit header takes no --dump"),
    (["--emit", "header", "-o", "made", "--cpu", "x86_64"], "there is no processor 'x86_64'"),
    (["--emit", "header", "-o", "made", "--name", "a b"], "a program's name for C"),
])
def test_options_that_do_not_go_together(hloom, words: list[str], message: str) -> None:
    found = hloom("compile", "add.mlir", *words)
    assert found.status == 2 and found.output == "" and message in found.errors


def test_a_program_that_needs_python(hloom, folder: Path) -> None:
    (folder / "dynamic.mlir").write_text("func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {\n"
                                         "  %0 = stablehlo.negate %x : tensor<?xf32>\n  return %0 : tensor<?xf32>\n}\n")
    found = hloom("compile", "dynamic.mlir", "--emit", "object", "-o", "made")
    assert found.status == 2 and found.errors.startswith("dynamic.mlir:1:1: error: [unsupported] not compiled for C")
