"""Object files united into one, without a linker, linked and called."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from pathlib import Path

import pytest

from hloom.codegen.target import Target
from hloom.runtime.compilation import compile_objects
from hloom.runtime.dispatch.parts import Part
from hloom.runtime.relocatable import Data, Merging, names
from hloom.support.diagnostics import InternalError

HOST = Target.host()
ATTRIBUTES = f"attributes #0 = {{ {HOST.attributes} }}"
#: Two modules that call each other; both have a function of their own of one name, and a table of addresses.
FIRST = f"""
@numbers = external hidden constant [3 x i32]
@table = private constant [2 x ptr] [ ptr @inner, ptr @second ]
@zeros = internal global [100 x i32] zeroinitializer
declare i32 @second(i32)
define internal i32 @inner(i32 %k) #0 {{
  %p = getelementptr i32, ptr @numbers, i32 %k
  %x = load i32, ptr %p
  ret i32 %x
}}
define i32 @first(i32 %which, i32 %k) #0 {{
  %p = getelementptr ptr, ptr @table, i32 %which
  %f = load ptr, ptr %p
  %x = call i32 %f(i32 %k)
  store i32 %x, ptr @zeros
  ret i32 %x
}}
{ATTRIBUTES}"""
SECOND = f"""
declare i32 @abs(i32)
define internal i32 @inner(i32 %k) #0 {{
  %x = call i32 @abs(i32 %k)
  ret i32 %x
}}
define i32 @second(i32 %k) #0 {{
  %y = call i32 @inner(i32 %k)
  %x = mul i32 %y, 100
  ret i32 %x
}}
{ATTRIBUTES}"""
NUMBERS = Data(".rodata", "numbers", [b"\x07\0\0\0", memoryview(b"\x08\0\0\0\x09\0\0\0")])

pytestmark = [pytest.mark.skipif("linux" not in HOST.triple, reason="object files are ELF"),
              pytest.mark.skipif(shutil.which("cc") is None, reason="there is no linker (cc)")]


def merged(exported: set[str]) -> Merging:
    return Merging(compile_objects([Part(FIRST), Part(SECOND)], HOST, is_for_linker=True), [NUMBERS], exported)


def linked(made: Merging, folder: Path) -> ctypes.CDLL:
    with open(folder / "one.o", "wb") as file:
        file.writelines(made.file())
    subprocess.run(["cc", "-shared", "-Wl,--fatal-warnings", "-o", folder / "one.so", folder / "one.o"], check=True)
    return ctypes.CDLL(str(folder / "one.so"))


def test_they_call_each_other_and_find_their_own(tmp_path: Path) -> None:
    made = merged({"first"})
    assert made.wanted == ("abs",)
    library = linked(made, tmp_path)
    assert [library.first(0, k) for k in range(3)] == [7, 8, 9] and library.first(1, -5) == 500
    assert not hasattr(library, "second") and not hasattr(library, "numbers")


def test_what_is_exported_is_seen(tmp_path: Path) -> None:
    assert linked(merged({"first", "second"}), tmp_path).second(-3) == 300


def test_pieces_are_one_file_that_tools_read(tmp_path: Path) -> None:
    if shutil.which("readelf") is None:
        pytest.skip("there is no readelf")
    linked(merged({"first"}), tmp_path)
    done = subprocess.run(["readelf", "--all", "--wide", tmp_path / "one.o"], capture_output=True, text=True, check=True)
    assert "Warning" not in done.stderr and "Error" not in done.stderr, done.stderr
    assert "REL (Relocatable file)" in done.stdout


def test_names_are_defined_once() -> None:
    objects = compile_objects([Part(FIRST), Part(FIRST)], HOST, is_for_linker=True)
    assert names(objects) == {"first", "second", "numbers"}
    with pytest.raises(InternalError, match="first is defined twice"):
        Merging(objects, [], set())


@pytest.mark.parametrize("data", [b"", b"\x7fELF" + bytes(100), bytes(64)])
def test_what_is_no_object_file(data: bytes) -> None:
    with pytest.raises(InternalError, match="no object file"):
        Merging([data], [], set())
