"""Quicksort of words: parts around a pivot, with whole registers compressed to either side.

What is left of the pivot always goes to the array, what is right of it to the scratch memory; the words come from one of the
two. Either write position stays behind the read position, so that whole registers can be stored and nothing is copied back.
Both sides keep the order of their words.
"""

from __future__ import annotations

from hloom.codegen.cpu.sorting.networks import most_words
from hloom.codegen.cpu.sorting.radix_keys import RadixKeys, first_lanes
from hloom.codegen.llvm.builder import Function, Value, constant
from hloom.codegen.llvm.memory_accesses import load_masked, store_masked
from hloom.codegen.llvm.module import LLVMModule


def define_part(module: LLVMModule, name: str, words: RadixKeys) -> None:
    """Adds `i64 name(ptr source, ptr left, ptr right, i64 count, iN pivot)`: what is less than the pivot goes to `left`, all
    other words to `right`, one of which is the source; gives how many were less."""
    f = module.function(name, [("ptr", "source"), ("ptr", "left"), ("ptr", "right"), ("i64", "count"), (words.element, "pivot")],
                        "i64")
    if words.lanes == 1:
        _part_words(f, words)
    else:
        _part_registers(f, words)


def _part_words(f: Function, words: RadixKeys) -> None:
    source, left, right, count, pivot = f.parameters
    less = f.variable(Value("i64", "0"))
    with f.loop(0, count) as k:
        a, place = words.load(f, source, k), f.get(less)
        words.store(f, a, left, place)
        words.store(f, a, right, f.sub(k, place))
        f.set(less, f.add(place, f.cast("zext", f.compare("slt", a, pivot), "i64")))
    f.ret(f.get(less))


def _part_registers(f: Function, words: RadixKeys) -> None:
    source, left, right, count, pivot = f.parameters
    lanes = words.lanes
    less = f.variable(Value("i64", "0"))
    limits = f.splat(pivot, lanes)

    def part(a: Value, k: Value) -> None:
        is_less = f.compare("slt", a, limits)
        place = f.get(less)
        words.store(f, words.compressed(f, a, is_less), left, place)
        words.store(f, words.compressed(f, a, f.binary("xor", is_less, 1)), right, f.sub(k, place))
        f.set(less, f.add(place, words.count(f, is_less)))

    together = f.machine.sorting.compared_together[words.bytes]
    block = together * lanes
    whole = f.binary("and", count, -block)
    with f.loop(0, whole, block) as k:
        places = [f.add(k, j * lanes) for j in range(together)]
        for a, place in zip([words.load(f, source, place) for place in places], places):
            part(a, place)
    with f.loop(whole, count, lanes) as k:  # the rest: no more is stored than counts
        counts = first_lanes(f, f.sub(count, k), lanes)
        a = load_masked(f, words.type, words.address(f, source, k), counts, constant(words.type, 0))
        is_less = f.binary("and", f.compare("slt", a, limits), counts)
        is_not = f.binary("xor", is_less, counts)
        place = f.get(less)
        for mask, base, at in ((is_less, left, place), (is_not, right, f.sub(k, place))):
            store_masked(f, words.compressed(f, a, mask), words.address(f, base, at), first_lanes(f, words.count(f, mask), lanes))
        f.set(less, f.add(place, words.count(f, is_less)))
    f.ret(f.get(less))


def define_pivot(module: LLVMModule, name: str, words: RadixKeys, small: str, middle: str) -> None:
    """Adds `iN name(ptr source, i64 count, i64 depth)`: the median of some words; with no depth left the middle between the
    least and the largest, so that words of b bits part at most b more times whatever they are."""
    sorting = module.machine.sorting
    f = module.function(name, [("ptr", "source"), ("i64", "count"), ("i64", "depth")], words.element)
    source, count, depth = f.parameters
    seldom, often = f.label("seldom"), f.label("often")
    f.branch_if(f.compare("sgt", depth, 0), often, seldom)
    f.block(seldom)
    f.ret(f.call_outside(middle, words.element, [source, count]))
    f.block(often)
    samples = f.slot(words.element, 1 << sorting.samples)
    many = Value("i64", str(sorting.few_samples))
    if most_words(module.machine, words) >= 1 << sorting.samples:
        many = f.select(f.compare("sgt", count, sorting.many), Value("i64", str(sorting.samples)), many)
    number = f.binary("shl", Value("i64", "1"), many)
    step = f.binary("lshr", count, many)
    with f.loop(0, number) as k:
        words.store(f, words.load(f, source, f.mul(k, step), register=False), samples, k)
    f.call_outside(small, "void", [samples, samples, number])
    f.ret(words.load(f, samples, f.binary("lshr", number, 1), register=False))


def define_middle(module: LLVMModule, name: str, words: RadixKeys) -> None:
    """Adds `iN name(ptr source, i64 count)`: the middle between the least and the largest word."""
    f = module.function(name, [("ptr", "source"), ("i64", "count")], words.element, is_cold=True)
    source, count = f.parameters
    least, largest = (f.variable(constant(words.element, value)) for value in (words.largest, ~words.largest))
    with f.loop(0, count) as k:
        a = words.load(f, source, k, register=False)
        f.set(least, f.intrinsic("smin", f.get(least), a))
        f.set(largest, f.intrinsic("smax", f.get(largest), a))
    low, high = f.get(least), f.get(largest)
    half = f.binary("lshr", f.sub(high, low), 1)
    f.ret(f.add(f.add(low, half), f.cast("zext", f.compare("ne", low, high), words.element)))


def define_quicksort(module: LLVMModule, name: str, words: RadixKeys, small: str, part: str, pivot: str) -> None:
    """Adds `void name(ptr array, ptr scratch, i64 count, i1 in_scratch, i64 wanted, i64 depth)`: sorts the words of the array, or
    of the scratch memory (both have room for `count`), to the array, as far as the first `wanted` of them."""
    f = module.function(name, [("ptr", "array0"), ("ptr", "scratch"), ("i64", "count0"), ("i1", "in_scratch0"),
                               ("i64", "wanted0"), ("i64", "depth0")], is_cold=True)
    array, count, in_scratch, wanted, depth = (f.variable(f.parameters[k]) for k in (0, 2, 3, 4, 5))
    scratch = f.parameters[1]

    def go_on(sorted_words: Value, rest: Value) -> None:
        """Behind words that are in order, those in the scratch memory are next, if they are wanted."""
        f.set(array, words.address(f, here, sorted_words))
        f.set(count, rest)
        f.set(in_scratch, Value("i1", "true"))
        f.set(wanted, f.sub(f.get(wanted), sorted_words))
        f.branch_if(f.compare("sgt", f.get(wanted), 0), top, done)

    top, few, many, equal, copy, again, parts, done = (f.label(x) for x in (
        "top", "few", "many", "equal", "copy", "again", "parts", "done"))
    f.branch(top)
    f.block(top)
    here, number = f.get(array), f.get(count)
    source = f.select(f.get(in_scratch), scratch, here)
    f.branch_if(f.compare("sle", number, most_words(module.machine, words)), few, many)
    f.block(few)
    f.call_outside(small, "void", [source, here, number])
    f.branch(done)

    f.block(many)
    limit = f.call_outside(pivot, words.element, [source, number, f.get(depth)])
    f.set(depth, f.sub(f.get(depth), 1))
    less = f.call_outside(part, "i64", [source, here, scratch, number, limit])
    f.branch_if(f.compare("eq", less, 0), equal, parts)

    # Nothing is less than the pivot: it is the least word. Its equals are parted from the others, and in order.
    f.block(equal)
    f.branch_if(f.compare("eq", limit, words.largest), copy, again)
    f.block(copy)
    f.copy_bytes(here, scratch, f.mul(number, words.bits // 8))
    f.branch(done)
    f.block(again)
    equals = f.call_outside(part, "i64", [scratch, here, scratch, number, f.add(limit, 1)])
    go_on(equals, f.sub(number, equals))

    f.block(parts)
    others = f.sub(number, less)
    f.call(name, "void", [here, words.address(f, scratch, others), less, Value("i1", "false"), f.get(wanted),
                         f.get(depth)])
    go_on(less, others)
    f.block(done)
    f.ret()
