"""The steps of a sort by keys as functions of one row: words from elements, elements from words, places, and what moves.

They are shared routines, which depend on keys and on the sizes of elements; but for keys that are computed from elements.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hloom.codegen.cpu.sorting.keys import Key, moved_type
from hloom.codegen.cpu.sorting.plan import KeyedSort, OrderedBy
from hloom.codegen.cpu.sorting.radix_keys import Lanes, RadixKeys, each_lanes, while_loop
from hloom.codegen.cpu.sorting.selection import define_filter, filter_registers
from hloom.codegen.llvm.builder import Function, Value, zero
from hloom.codegen.llvm.functions import to_bits
from hloom.codegen.llvm.memory_accesses import from_memory, to_memory
from hloom.codegen.llvm.module import LLVMModule, SharedRoutine
from hloom.codegen.llvm.scalars import Emitter
from hloom.codegen.llvm.types import lanes, storage_type, vector

_RANGE = [("i64", "low"), ("i64", "high")]
#: The half of a word that holds a place.
_PLACE = (1 << 32) - 1


class Steps:
    """Makes the functions of a sort's steps known to a module, and calls them. Rows are given by the address of their first
    element; [low, high) are places in a row."""

    def __init__(self, module: LLVMModule, name: str, plan: KeyedSort) -> None:
        self.module, self.name, self.plan = module, name, plan
        #: The names of the functions.
        self.names: dict[str, str] = {}

    def _include(self, whats: Sequence[str], of: str, emit: Callable[..., None], *parameters: Any) -> None:
        """Includes a shared routine with a function for each of these steps, whose names begin with what tells it from others."""
        prefix = f"sort{self.plan.bits}_{of}"
        self.names |= {what: f"{prefix}_{what.rstrip('0123456789')}" for what in whats}
        self.module.include(SharedRoutine(emit, self.module.target, prefix, *parameters))

    def call(self, f: Function, what: str, arguments: Sequence[Value], result: str = "void") -> Value:
        return f.call_outside(self.names[what], result, arguments)

    def define_plain(self) -> None:
        """For words that tell their elements: `_load(row, words, low, high)` makes words of elements and gives whether these
        cannot all be made of them again; `_store(words, row, low, high)` makes elements of words; `_mend(words, source_row,
        target_row, length)`: zeros and NaNs of the source in the order that they have there, to where they are in the sorted
        row."""
        key = self.plan.keys[0].key
        self._include(("load", "store"), key.name, _emit_load_and_store, key, self.plan.bits)
        if key.is_canonical:
            self._include(("mend",), key.name, _emit_zero_nan_fix_up, key, self.plan.bits)

    def define_placed(self) -> None:
        """For words with places: for each half of a key `_pack<k>(row, places, words, low, high)`, of the row in the order of
        `places` unless it is the first half and nothing was left out; `_filter(row, words, scratch, length, wanted)`
        (`selection`); `_unpack(words, before, after, low, high)` and `_unpack_first(words, after, low, high)`, which make places
        of words; `_move(places, low, high, first element of the row in its array, arrays...)`, which reads no counted operand's
        source."""
        plan = self.plan
        if plan.filters:
            key, registers = plan.keys[0].key, filter_registers(self.module.machine, plan.wanted)
            self._include(("filter",), f"{key.name}_{registers}", _emit_filter, key, registers)
        if not plan.filters or plan.needs_places:
            for number, (ordered, upper) in enumerate(plan.halves):
                self._define_pack(f"pack{number}", ordered, upper, is_whole=number == 0 and not plan.filters)
        if plan.needs_places:
            self._include(("unpack_first", "unpack"), "places", _emit_unpacks)
        moved = tuple((plan.moved_bytes(k), k in plan.counted) for k in plan.live)
        sizes = "_".join(f"{size}{'counted' * is_counted}" for size, is_counted in moved)
        self._include(("move",), f"{'placed' if plan.needs_places else 'words'}_{sizes}", _emit_move, plan.needs_places, moved)

    def _define_pack(self, what: str, ordered: OrderedBy, upper: bool, is_whole: bool) -> None:
        if ordered.scalar is None:
            which = f"{ordered.key.name}_{'upper' if upper else 'lower'}_{'all' if is_whole else 'some'}"
            self._include((what,), which, _emit_pack, ordered.key, upper, is_whole)
            return
        name = self.names[what] = f"{self.name}_{what}"

        def load(f: Function, row: Value, at: Lanes, place: Value) -> Value:
            return _pattern(f, ordered, row, place)

        _define_pack(self.module, name, ordered.key, upper, is_whole, 1, load)


# -- words that tell their elements ---------------------------------------------------------------------------------------
def _emit_load_and_store(module: LLVMModule, prefix: str, key: Key, bits: int) -> None:
    in_words = RadixKeys.of(bits, module.target)
    f = module.function(f"{prefix}_load", [("ptr", "row"), ("ptr", "words"), *_RANGE], "i1")
    row, words, low, high = f.parameters
    lost = f.variable(zero(vector("i1", in_words.lanes)))

    def load(at: Lanes) -> None:
        a = at.load(key.element, row)
        at.store(key.word(f, a, bits), words)
        if key.is_canonical:
            f.set(lost, f.binary("or", f.get(lost), at.only(key.is_lost(f, a))))

    each_lanes(f, low, high, in_words.lanes, load)
    found = f.get(lost)
    if lanes(found.type) > 1:
        found = f.compare("ne", f.bitcast(found, f"i{in_words.lanes}"), 0)
    f.ret(found)

    f = module.function(f"{prefix}_store", [("ptr", "words"), ("ptr", "row"), *_RANGE])
    words, row, low, high = f.parameters

    def store(at: Lanes) -> None:
        at.store(key.pattern(f, at.load(in_words.element, words)), row)

    each_lanes(f, low, high, in_words.lanes, store)
    f.ret()


def _emit_zero_nan_fix_up(module: LLVMModule, prefix: str, key: Key, bits: int) -> None:
    f = module.function(f"{prefix}_mend", [("ptr", "words"), ("ptr", "source"), ("ptr", "target"), ("i64", "length")])
    words, source, target, length = f.parameters
    # Where the next one goes: the first number for zeros, the second for NaNs.
    following = f.slot("i64", 2)
    is_special = []
    for number, (word, test) in enumerate(((key.zero, key.is_zero), (key.nan, key.is_nan))):
        if word is not None:
            f.store(_first(f, RadixKeys.of(bits, module.target), words, length, word), f.address(following, number, "i64"))
            is_special.append(test)
    with f.loop(0, length) as k:
        a = f.load(key.element, f.address(source, k, key.element))
        tests = [test(f, a) for test in is_special]
        with f.when(tests[0] if len(tests) == 1 else f.binary("or", *tests)):
            number = f.cast("zext", key.is_nan(f, a), "i64")
            address = f.address(following, number, "i64")
            place = f.load("i64", address)
            f.store(a, f.address(target, place, key.element))
            f.store(f.add(place, 1), address)
    f.ret()


def _first(f: Function, in_words: RadixKeys, words: Value, length: Value, word: int) -> Value:
    """The first place in a sorted row whose word is not less than this one."""
    low, high = f.variable(Value("i64", "0")), f.variable(length)
    with while_loop(f, lambda: f.compare("slt", f.get(low), f.get(high))):
        middle = f.binary("lshr", f.add(f.get(low), f.get(high)), 1)
        is_less = f.compare("slt", in_words.load(f, words, middle, register=False), word)
        f.set(low, f.select(is_less, f.add(middle, 1), f.get(low)))
        f.set(high, f.select(is_less, f.get(high), middle))
    return f.get(low)


# -- words with places ----------------------------------------------------------------------------------------------------
def _emit_filter(module: LLVMModule, prefix: str, key: Key, registers: int) -> None:
    define_filter(module.function(f"{prefix}_filter", [
        ("ptr", "row"), ("ptr", "words"), ("ptr", "scratch"), ("i64", "length"), ("i64", "wanted")], "i64"), key, registers)


def _emit_pack(module: LLVMModule, prefix: str, key: Key, upper: bool, is_whole: bool) -> None:
    count = RadixKeys.of(64, module.target).lanes if is_whole else 1

    def load(f: Function, row: Value, at: Lanes, place: Value) -> Value:
        return at.load(key.element, row) if count > 1 else f.load(key.element, f.address(row, place, key.element))

    _define_pack(module, f"{prefix}_pack", key, upper, is_whole, count, load)


def _define_pack(module: LLVMModule, name: str, key: Key, upper: bool, is_whole: bool, count: int,
                 load: Callable[[Function, Value, Lanes, Value], Value]) -> None:
    """Adds a function that packs `count` words at a time; `load` gives what a row, at some lanes or at a place, is ordered by."""
    f = module.function(name, [("ptr", "row"), ("ptr", "places"), ("ptr", "words"), *_RANGE])
    row, places, words, low, high = f.parameters

    def pack(at: Lanes) -> None:
        place = at.first if is_whole else f.cast("zext", f.load("i32", f.address(places, at.first, "i32")), "i64")
        half = f.cast("sext", key.half(f, load(f, row, at, place), upper), "i64")
        at.store(f.binary("or", f.binary("shl", half, 32), at.places()), words)

    each_lanes(f, low, high, count, pack)
    f.ret()


def _pattern(f: Function, ordered: OrderedBy, row: Value, place: Value) -> Value:
    """The bit pattern of what a row is ordered by, computed from an element."""
    assert ordered.scalar is not None and ordered.argument is not None
    type = ordered.argument.type
    stored = storage_type(type)
    address = f.address(row, f.mul(place, 2) if type.is_complex else place, stored)
    first = f.load(stored, address)
    register: Any = ((first, f.load(stored, f.address(address, 1, stored))) if type.is_complex
                     else from_memory(f, first, type))
    emitter = Emitter(f, lambda source: source)
    with emitter.scope({ordered.argument: register}):
        found = emitter.value(ordered.scalar)
    return to_bits(f, found, ordered.key.type) if ordered.key.type.is_float else to_memory(f, found, ordered.key.type)


def _emit_unpacks(module: LLVMModule, prefix: str) -> None:
    for what, between in (("unpack_first", []), ("unpack", [("ptr", "before")])):
        f = module.function(f"{prefix}_{what}", [("ptr", "words"), *between, ("ptr", "after"), *_RANGE])
        _define_unpack(f, RadixKeys.of(64, module.target).lanes)


def _define_unpack(f: Function, lanes: int) -> None:
    words, *before, after, low, high = f.parameters

    def unpack(at: Lanes) -> None:
        place = f.cast("trunc", at.load("i64", words), "i32")
        if before:
            index = f.binary("and", at.load("i64", words), _PLACE)
            place = f.load("i32", f.address(before[0], index, "i32"))
        at.store(place, after)

    each_lanes(f, low, high, 1 if before else lanes, unpack)
    f.ret()


def _emit_move(module: LLVMModule, prefix: str, needs_places: bool, operands: Sequence[tuple[int, bool]]) -> None:
    """For operands by the bytes of an element, and whether they are places that are counted."""
    arrays = [("ptr", f"{side}{k}") for k in range(len(operands)) for side in ("source", "target")]
    f = module.function(f"{prefix}_move", [("ptr", "places"), *_RANGE, ("i64", "first"), *arrays])
    places, low, high, first, *pointers = f.parameters
    rows = []
    for k, (size, is_counted) in enumerate(operands):
        moved = moved_type(size)
        source, target = (f.address(p, first, moved) for p in pointers[2 * k : 2 * k + 2])
        rows.append((moved, None if is_counted else source, target))

    def move(at: Lanes) -> None:
        if needs_places:
            place = f.cast("zext", at.load("i32", places), "i64")
        else:
            place = f.binary("and", at.load("i64", places), _PLACE)
        for moved, source, target in rows:
            if source is not None:
                f.store(f.load(moved, f.address(source, place, moved)), f.address(target, at.first, moved))
            else:
                at.store(place if moved == "i64" else f.cast("trunc", place, moved), target)

    each_lanes(f, low, high, RadixKeys.of(64, module.target).lanes if all(is_counted for _, is_counted in operands) else 1, move)
    f.ret()
