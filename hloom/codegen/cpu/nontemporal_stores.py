"""Rows that go past the caches although they begin anywhere in a line: computed into the first cache, and stored from there.

What is stored line by line does not have its lines read from memory before. A loop whose rows begin at lines stores registers as
they come; where one loop computes rows that begin at different places of their lines (`row_pipeline`), their numbers are put in
memory that stays in the first cache, and a function that programs share takes them on: layer normalization and softmax of
4300x1000 f32 take 0.6 of the time on one thread, 0.8 on two.

The lines that rows fill in part only are asked for before, here and in loops that store past the caches themselves
(`vector_loops`): columns 1 to 1001 of 8000x1003 f32, on one thread, take 0.77 of the time.

    void @store_past_caches(ptr to, ptr from, i64 bytes)
"""

from __future__ import annotations

from hloom.codegen.cpu.movements import LINE_BYTES
from hloom.codegen.llvm.builder import Function, Value, zero
from hloom.codegen.llvm.memory_accesses import load_masked, store_masked
from hloom.codegen.llvm.module import LLVMModule, SharedRoutine
from hloom.codegen.llvm.types import vector
from hloom.codegen.target import Target

_NAME = "store_past_caches"
_LINE = vector("i8", LINE_BYTES)


def store_nontemporal(f: Function, target: Target, to: Value, source: Value, size: Value | int) -> None:
    """Copies so many bytes past the caches, for a target with masks whose registers are lines; a fence has to follow before
    others read them."""
    f.module.include(SharedRoutine(_emit, target))
    f.call_outside(_NAME, "void", [to, source, size if isinstance(size, Value) else Value("i64", str(size))])


def prefetch_end(f: Function, to: Value, size: Value) -> None:
    """Asks for the line in which so many bytes end, and in which the next row begins: stores that fill it in part would hold up
    all that follow until memory has come."""
    f.prefetch(f.address(to, f.sub(size, 1), "i8"), is_written=True)


def bytes_to_line(f: Function, address: Value) -> Value:
    """Bytes from an address to where the next line begins; 0 where it begins one."""
    place = f.value("i64", f"ptrtoint {address} to i64")
    return f.binary("and", f.sub(Value("i64", "0"), place), LINE_BYTES - 1)


def _emit(module: LLVMModule) -> None:
    f = module.function(_NAME, [("ptr", "to"), ("ptr", "from"), ("i64", "bytes")])
    to, source, size = f.parameters
    before = f.intrinsic("smin", bytes_to_line(f, to), size)
    _part_of_line(f, to, source, Value("i64", "0"), before)
    whole = f.add(before, f.binary("and", f.sub(size, before), -LINE_BYTES))
    with f.loop(before, whole, LINE_BYTES) as k:
        line = f.load(_LINE, f.address(source, k, "i8"))
        f.store(line, f.address(to, k, "i8"), LINE_BYTES, nontemporal=True)
    _part_of_line(f, to, source, whole, size)
    f.ret()


def _part_of_line(f: Function, to: Value, source: Value, start: Value, end: Value) -> None:
    """Bytes from `start` to `end`, less than a line."""
    numbers = Value(_LINE, "<" + ", ".join(f"i8 {k}" for k in range(LINE_BYTES)) + ">")
    mask = f.compare("slt", numbers, f.splat(f.cast("trunc", f.sub(end, start), "i8"), LINE_BYTES))
    loaded = load_masked(f, _LINE, f.address(source, start, "i8"), mask, zero(_LINE))
    store_masked(f, loaded, f.address(to, start, "i8"), mask)
