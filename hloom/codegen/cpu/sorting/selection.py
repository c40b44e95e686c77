"""Selection: the few elements of a row that come first are looked for among those that a bound leaves over.

The least keys of as many slots as hold twice the wanted elements (every element is in one slot) are different elements: the
last wanted one of them, in order, is a bound that at least so many elements do not exceed. A second pass over the row keeps the
elements within the bound, mostly one and a half times as many as are wanted; many equal keys only make it more.
"""

from __future__ import annotations

from typing import Any

from hloom.codegen.cpu.sorting.keys import Key
from hloom.codegen.cpu.sorting.radix_keys import Lanes, RadixKeys, each_lanes, first_lanes
from hloom.codegen.cpu.sorting.routines import sort_words
from hloom.codegen.llvm.builder import Function, Value, constant
from hloom.codegen.llvm.memory_accesses import store_masked
from hloom.codegen.machine import Machine
from hloom.ops.stablehlo.movement import Slice

#: Lanes of the first pass.
_LANES = 16
_LARGEST = (1 << 31) - 1


def filter_registers(machine: Machine, wanted: int) -> int:
    """How many registers of least keys the first pass has: slots for twice the wanted elements, if there are as many."""
    sorting = machine.sorting
    registers = sorting.filter_registers[0]
    while _LANES * registers < 2 * wanted and registers < sorting.filter_registers[1]:
        registers *= 2
    return registers


def wanted_length(op: Any, dimension: int) -> int:
    """How many elements of each sorted row something reads: all, unless only slices read the results."""
    results, wanted = set(op.results), 0
    for user in (inner for other in op.block.operations for inner in other.walk()):
        if results.isdisjoint(user.operands):
            continue
        if not isinstance(user, Slice):
            return op.results[0].type.shape[dimension]
        wanted = max(wanted, user.limit_indices[dimension])
    return wanted


def define_filter(f: Function, key: Key, registers: int) -> None:
    """The body of `i64 filter(row, words, scratch, length, wanted)`: a word of key and place for each element within the bound,
    in their order, and how many there are; scratch memory has room for as many words as the row."""
    sorting = f.machine.sorting
    row, words, scratch, length, wanted = f.parameters

    def keys(at: Lanes) -> Value:
        return key.half(f, at.load(key.element, row), upper=True)

    step = _LANES * registers
    none = constant(f"<{_LANES} x i32>", _LARGEST)
    least = [f.variable(none) for _ in range(registers)]
    whole = f.binary("and", length, -step)
    with f.loop(0, whole, step) as k:
        for j, variable in enumerate(least):
            a = keys(Lanes(f, f.add(k, j * _LANES), _LANES, None))
            f.set(variable, f.intrinsic("smin", f.get(variable), a))

    def rest(at: Lanes) -> None:
        a = keys(at)
        a = a if at.mask is None else f.select(at.mask, a, none)
        f.set(least[0], f.intrinsic("smin", f.get(least[0]), a))

    each_lanes(f, whole, length, _LANES, rest)
    for j, variable in enumerate(least):
        f.store(f.cast("sext", f.get(variable), "i64"), f.address(scratch, j * _LANES, "i64"))
    sort_words(f, 64, scratch, words, Value("i64", str(step)), wanted=wanted)
    bound = f.cast("trunc", f.load("i64", f.address(scratch, f.sub(wanted, 1), "i64")), "i32")
    found = f.variable(Value("i64", "0"))
    in_words = RadixKeys.of(64, f.module.target)
    wide_bound, narrow_bound = f.splat(bound, _LANES), f.splat(bound, in_words.lanes)

    def keep(at: Lanes) -> None:
        a = keys(at)
        within = at.only(f.compare("sle", a, narrow_bound))
        word = f.binary("or", f.binary("shl", f.cast("sext", a, "i64"), 32), at.places())
        word = in_words.compressed(f, word, within)
        count = in_words.count(f, within)
        address = f.address(words, f.get(found), "i64")
        if at.mask is None:
            f.store(word, address)  # whole: no more words than elements so far
        else:
            store_masked(f, word, address, first_lanes(f, count, in_words.lanes))
        f.set(found, f.add(f.get(found), count))

    blocks = f.binary("and", length, -sorting.filtered_block)
    with f.loop(0, blocks, sorting.filtered_block) as k:
        some = None
        for j in range(0, sorting.filtered_block, _LANES):
            within = f.compare("sle", keys(Lanes(f, f.add(k, j), _LANES, None)), wide_bound)
            some = within if some is None else f.binary("or", some, within)
        assert some is not None
        with f.when(f.compare("ne", f.bitcast(some, f"i{_LANES}"), 0)), f.loop(
                k, f.add(k, sorting.filtered_block), in_words.lanes) as first:
            keep(Lanes(f, first, in_words.lanes, None))
    each_lanes(f, blocks, length, in_words.lanes, keep)
    f.ret(f.get(found))
