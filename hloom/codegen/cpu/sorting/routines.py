"""The shared routine of sorts: code that depends on the width of words and on the processor only, so that all programs share
it."""

from __future__ import annotations

from hloom.codegen.cpu.sorting.networks import define_small
from hloom.codegen.cpu.sorting.quicksort import define_middle, define_part, define_pivot, define_quicksort
from hloom.codegen.cpu.sorting.radix_keys import RadixKeys
from hloom.codegen.llvm.builder import Function, Value
from hloom.codegen.llvm.module import LLVMModule, SharedRoutine


def include_routines(module: LLVMModule, bits: int) -> None:
    """Makes what sorts words of so many bits known to a module: what sorts few words, what parts many, and what sorts many by
    these are compiled side by side."""
    module.include(*(SharedRoutine(emit, module.target, bits) for emit in (_emit_few, _emit_partition, _emit_many)))


def _emit_few(module: LLVMModule, bits: int) -> None:
    define_small(module, f"words{bits}_small", RadixKeys.of(bits, module.target))


def _emit_partition(module: LLVMModule, bits: int) -> None:
    words, prefix = RadixKeys.of(bits, module.target), f"words{bits}"
    define_part(module, f"{prefix}_part", words)
    define_pivot(module, f"{prefix}_pivot", words, f"{prefix}_small", f"{prefix}_middle")


def _emit_many(module: LLVMModule, bits: int) -> None:
    """All of it cold."""
    words, prefix = RadixKeys.of(bits, module.target), f"words{bits}"
    define_middle(module, f"{prefix}_middle", words)
    define_quicksort(module, f"{prefix}_quick", words, f"{prefix}_small", f"{prefix}_part", f"{prefix}_pivot")
    _define_sort(module, f"{prefix}_sort", f"{prefix}_quick")
    _define_split(module, f"{prefix}_split", words, f"{prefix}_part", f"{prefix}_pivot")


def _define_sort(module: LLVMModule, name: str, quick: str) -> None:
    f = module.function(name, [("ptr", "array"), ("ptr", "scratch"), ("i64", "count"), ("i1", "in_scratch"), ("i64", "wanted")],
                        is_cold=True)
    array, scratch, count, in_scratch, wanted = f.parameters
    leading = f.intrinsic("ctlz", count, Value("i1", "false"), overload=("i64",))
    depth = f.mul(f.sub(Value("i64", "64"), leading), 2)
    f.call(quick, "void", [array, scratch, count, in_scratch, wanted, depth])
    f.ret()


def _define_split(module: LLVMModule, name: str, words: RadixKeys, part: str, pivot: str) -> None:
    f = module.function(name, [("ptr", "source"), ("ptr", "left"), ("ptr", "right"), ("i64", "count")],
                        "i64", is_cold=True)
    source, left, right, count = f.parameters
    limit = f.call_outside(pivot, words.element, [source, count, Value("i64", "1")])
    f.ret(f.call_outside(part, "i64", [source, left, right, count, limit]))


def sort_words(f: Function, bits: int, array: Value, scratch: Value, count: Value, in_scratch: Value | None = None,
               wanted: Value | None = None) -> None:
    """Sorts `count` signed words of 32 or 64 bits, ascending, to `array`; they are in it, or in `scratch` if `in_scratch`.

    Both have room for as many words. What is equal comes in any order. Only the first `wanted` words (None: all) are sure to be
    there in order, of which there is at least one.
    """
    include_routines(f.module, bits)
    f.call_outside(f"words{bits}_sort", "void", [array, scratch, count, in_scratch or Value("i1", "false"), wanted or count])


def split_words(f: Function, bits: int, source: Value, left: Value, right: Value, count: Value) -> Value:
    """Parts words around one of them: what is less goes to `left`, the rest to `right`, one of which is the source, both in the
    order that they had. Gives how many were less."""
    include_routines(f.module, bits)
    return f.call_outside(f"words{bits}_split", "i64", [source, left, right, count])
