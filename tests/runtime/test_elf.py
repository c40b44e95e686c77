"""Object files are linked without LLVM as LLVM links them; what is no object file of this machine ends in one exception."""

from __future__ import annotations

import ctypes
import math
import random
import struct
import sys
from pathlib import Path

import pytest

from hloom.codegen.target import Target
from hloom.runtime import jit
from hloom.runtime.compilation import compile_objects
from hloom.runtime.dispatch.parts import Part
from hloom.runtime.jit import ElfCode, UnsupportedError
from tests.processes import printed

pytestmark = pytest.mark.skipif(not jit.is_supported(), reason="objects of another system")

#: Calls across objects, constants, tables of addresses, memory that is written to, memory that begins as zeros, local symbols.
FIRST = """
@table = internal constant [2 x ptr] [ptr @twice, ptr @inner]
@numbers = internal constant [4 x double] [double 0.5, double 1.5, double 2.5, double 3.5], align 64
@counter = global i64 40
@zeros = global [100000 x i64] zeroinitializer
declare i64 @twice(i64)
declare double @fmod(double, double)
define internal i64 @inner(i64 %x) noinline {
  %y = add i64 %x, 1000
  ret i64 %y
}
define i64 @choose(i64 %k, i64 %x) {
  %place = getelementptr [2 x ptr], ptr @table, i64 0, i64 %k
  %f = load ptr, ptr %place
  %y = call i64 %f(i64 %x)
  ret i64 %y
}
define double @number(i64 %k) {
  %place = getelementptr [4 x double], ptr @numbers, i64 0, i64 %k
  %x = load double, ptr %place
  %y = call double @fmod(double %x, double 1.0)
  ret double %y
}
define i64 @count() {
  %old = load i64, ptr @counter
  %new = add i64 %old, 1
  store i64 %new, ptr @counter
  %last = load i64, ptr getelementptr (i64, ptr @zeros, i64 99999)
  %sum = add i64 %new, %last
  ret i64 %sum
}
"""
SECOND = """
define i64 @twice(i64 %x) {
  %y = mul i64 %x, 2
  ret i64 %y
}
define weak i64 @shared() {
  ret i64 7
}
"""
THIRD = """
define weak i64 @shared() {
  ret i64 8
}
"""


def objects(*texts: str) -> list[bytes]:
    return [compile_objects([Part(text)], Target.host())[0] for text in texts]


def function(code: ElfCode | jit.LoadedObject, name: str, result, *parameters):
    return ctypes.CFUNCTYPE(result, *parameters)(code.address(name))


def test_objects_are_linked_with_each_other_and_with_the_process() -> None:
    code = ElfCode(objects(FIRST, SECOND, THIRD))
    choose = function(code, "choose", ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)
    assert choose(0, 21) == 42 and choose(1, 21) == 1021
    number = function(code, "number", ctypes.c_double, ctypes.c_int64)
    assert [number(k) for k in range(4)] == [math.fmod(x, 1.0) for x in (0.5, 1.5, 2.5, 3.5)]
    count = function(code, "count", ctypes.c_int64)
    assert [count(), count()] == [41, 42]
    assert function(code, "shared", ctypes.c_int64)() == 7  # the first of those that are not alone


def test_code_of_each_object_begins_with_a_line_of_the_caches() -> None:
    code = ElfCode(objects(SECOND.replace("weak ", ""), *(SECOND.replace("weak ", "").replace("twice", f"twice{k}").replace(
        "shared", f"shared{k}") for k in range(5))))
    starts = [code.address(name) for name in ("twice", *(f"twice{k}" for k in range(5)))]
    assert all(start % 64 == 0 for start in starts) and len(set(starts)) == 6
    assert function(code, "twice4", ctypes.c_int64, ctypes.c_int64)(21) == 42


@pytest.mark.parametrize("texts, message", [
    ((FIRST,), "nothing is called twice"), ((SECOND, SECOND.replace("weak ", "")), "defined twice"),
])
def test_what_cannot_be_linked(texts: tuple[str, ...], message: str) -> None:
    with pytest.raises(UnsupportedError, match=message):
        ElfCode(objects(*texts))


def test_memory_is_protected() -> None:
    """Code and constants cannot be written to, and what can be written to is not executed."""
    code = ElfCode(objects(FIRST, SECOND))
    spans = []
    for line in Path("/proc/self/maps").read_text().splitlines():
        place, flags = line.split()[:2]
        low, high = (int(end, 16) for end in place.split("-"))
        spans.append((low, high, flags))

    def flags_of(address: int) -> str:
        return next(flags for low, high, flags in spans if low <= address < high)

    assert flags_of(code.address("choose")) == "r-xp" and flags_of(code.address("counter")) == "rw-p"


def test_compiled_programs_do_not_need_llvm_to_be_linked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "llvmlite.binding", None)  # whose import fails from now on
    monkeypatch.setitem(sys.modules, "llvmlite", None)
    loaded = jit.load_objects(OBJECTS, ["twice"])
    assert function(loaded, "twice", ctypes.c_int64, ctypes.c_int64)(4) == 8
    with pytest.raises(jit.InternalError, match="cannot be linked without llvmlite: no relocatable object file"):
        jit.load_objects([bytes(100)], ["twice"])


OBJECTS: list[bytes] = []


@pytest.fixture(autouse=True, scope="module")
def _made() -> None:
    OBJECTS.extend(objects(SECOND))


def test_parts_of_objects_are_refused() -> None:
    (data,) = objects(SECOND)
    for length in range(0, len(data), 7):
        with pytest.raises(UnsupportedError):
            ElfCode([data[:length]])


DAMAGE = """
import random, struct, sys
from hloom.runtime.jit import ElfCode, UnsupportedError
first, second = (open(path, "rb").read() for path in sys.argv[1:3])
source, refused = random.Random(int(sys.argv[3])), 0
for _ in range(3000):
    bad = bytearray(first)
    for _ in range(source.choice((1, 1, 2, 5))):
        at = source.randrange(len(bad) - 8)
        # Where headers, tables of sections and relocations are, words are changed to what is far off.
        if source.random() < 0.5:
            bad[at] = source.randrange(256)
        else:
            words = (0, 1, 2**31, 2**32 - 1, 2**63, 2**64 - 1, len(bad), source.randrange(2**64))
            struct.pack_into("<Q", bad, at, source.choice(words))
    try:
        ElfCode([bytes(bad), second])  # which is not run
    except UnsupportedError:
        refused += 1
print(refused > 500)
"""


def test_damaged_objects_are_refused_or_mapped_but_nothing_else_is_touched(tmp_path: Path) -> None:
    """In a process of its own, which would crash where something outside were written to."""
    for name, data in zip(("first", "second"), objects(FIRST, SECOND)):
        (tmp_path / name).write_bytes(data)
    seed = str(random.Random(0).randrange(100))
    assert printed("-c", DAMAGE, tmp_path / "first", tmp_path / "second", seed, is_quiet=True) == "True\n"


@pytest.mark.parametrize("kind, name", [(9, "9"), (42, "42")])
def test_relocations_of_other_kinds_are_left_to_llvm(kind: int, name: str) -> None:
    data = bytearray(objects(FIRST)[0])
    one = jit._Object(bytes(data))
    section = next(s for s in one.sections if s.kind == 4 and s.size)
    (info,) = struct.unpack_from("<Q", data, section.offset + 8)
    struct.pack_into("<Q", data, section.offset + 8, info >> 32 << 32 | kind)
    with pytest.raises(UnsupportedError, match=f"a relocation of kind {name}"):
        ElfCode([bytes(data), objects(SECOND)[0]])
