"""Elements between memory and registers (see `types` for both forms), and vectors of which not all lanes count: what is left over
where the elements of a loop do not fill whole registers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from hloom.codegen.llvm.builder import Function, Value, zero
from hloom.codegen.llvm.hooks import hooks
from hloom.codegen.llvm.types import lanes, mangle, register_type, storage_type, vector
from hloom.codegen.machine import Machine
from hloom.numbers.element_type import ElementType

#: What memory holds of elements that processors load and store under a mask.
_MASKED = frozenset({"i8", "i16", "i32", "i64", "float", "double"})


@cache
def has_masked_access(type: ElementType) -> bool:
    """Whether lanes of this type are loaded and stored under a mask by one instruction, where there are masks."""
    return not type.is_complex and type.kind != "index" and storage_type(type) in _MASKED


def first_of(lanes: int, count: int) -> Value:
    """The mask of the first `count` lanes."""
    return Value(vector("i1", lanes), "<" + ", ".join(f"i1 {'true' if k < count else 'false'}" for k in range(lanes)) + ">")


def lanes_below(f: Function, count: Value, lanes: int) -> Value:
    """The mask of the first `count` (i64) lanes, which is known when the code runs."""
    numbers = Value(vector("i32", lanes), "<" + ", ".join(f"i32 {k}" for k in range(lanes)) + ">")
    return f.compare("slt", numbers, f.splat(f.cast("trunc", count, "i32"), lanes))


def whole_lanes(extent: int, register: int, most: int) -> int:
    """Lanes of a step over `extent` elements, a power of two: at most `most`, and registers unless there is not one."""
    if extent < register:
        return 1 << (extent - 1).bit_length()
    return min(most, register << (extent // register).bit_length() - 1)


def few_lanes(machine: Machine, extent: int, register: int, has_masks: bool) -> int:
    """Lanes of the only step over `extent` elements that fill a few registers, a power of two; 0 where they are fewer or more, or
    where lanes would be left over and there are no masks. Rows that short are no loops: what one stage of a kernel computes for
    the next is still in registers."""
    width = 1 << (extent - 1).bit_length()
    return width if width == machine.loops.row_registers * register and (has_masks or width == extent) else 0


def load_masked(f: Function, type: str, address: Value, mask: Value, other: Value) -> Value:
    """Lanes from memory where the mask is set, those of `other` elsewhere; no other memory is touched."""
    return f.intrinsic("masked.load", address, mask, other, result=type, overload=(type, "ptr"))


def store_masked(f: Function, a: Value, address: Value, mask: Value) -> None:
    """Stores the lanes where the mask is set; no other memory is touched.

    Not for a mask of a single lane: LLVM 22 stores more of a narrowed element than it has.
    """
    name = f"llvm.masked.store.{mangle(a.type)}.p0"
    f.module.declare(name, "void", [a.type, "ptr", mask.type])
    f.call(name, "void", [a, address, mask])


def from_memory(f: Function, a: Any, type: ElementType, is_unpacked: bool = False) -> Any:
    """A stored element (or vector of them) as a register; `is_unpacked`: lanes of bf16 in another order (below)."""
    if type.kind == "pred":
        return f.compare("ne", a, 0)
    if type.name == "bf16":
        return widened(f, a, is_unpacked)
    if type.is_integer:
        return f.cast("trunc", a, register_type(type))
    return _widened_half(f, a) if type.name == "f16" else a


def _widened_half(f: Function, a: Any) -> Any:
    """Stored f16 as floats."""
    found = hooks(f).widened_half(f, a) if lanes(a.type) == 1 else None
    return f.cast("fpext", a, "float") if found is None else found


def to_memory(f: Function, a: Value, type: ElementType, is_unpacked: bool = False) -> Value:
    """A register as it is stored; what bf16 and f16 registers hold is rounded already. `is_unpacked`: as in `from_memory`."""
    if type.kind == "pred":
        return f.cast("zext", a, "i8")
    if type.name == "bf16":
        return narrowed(f, a, is_unpacked)
    if type.name == "f16":
        return f.cast("fptrunc", a, "half")
    if type.is_integer and type.width < 8:
        return f.cast("sext" if type.kind == "sint" else "zext", a, "i8")
    return f.cast("trunc", a, storage_type(type)) if type.kind == "index" else a


# -- bf16 ----------------------------------------------------------------------------------------------------------------------
# bf16 between memory, where it is 16 bits, and registers, where it is a float that is always rounded to it.
#
# Lanes come to registers by a shift of what is zero-extended, or *unpacked*: zeros and halves by turns, one instruction of
# those that all units of a processor with masks have, in place of one that moves lanes and one that shifts. Then lanes are in
# another order, the same one in all registers of a loop whose narrow numbers are all unpacked; what is stored is put back in
# order by the instruction that picks the halves.

#: Lanes of two registers, of which processors with masks pick halves by one instruction, in place of five that narrow them.
PAIR = 32


def widened(f: Function, a: Value, is_unpacked: bool = False) -> Value:
    """Stored lanes as registers of floats; `is_unpacked`: in the order of `_places`."""
    if is_unpacked:
        count = lanes(a.type)
        picks = [k for place in _places(count) for k in (place, count + place)]
        return f.bitcast(f.shuffle(zero(a.type), a, picks), vector("float", count))
    return f.cast("bitcast", f.binary("shl", f.cast("zext", a, "i32"), 16), "float")


def rounded(f: Function, a: Value, is_arithmetic: bool) -> Value:
    """A float rounded half to even to bf16; NaN stays NaN. `is_arithmetic`: the processor has computed it from numbers of that
    type."""
    found = f.cast("bitcast", f.binary("and", _rounded_bits(f, a, is_arithmetic), -0x10000), "float")
    f.unrounded[found] = a
    return found


def _rounded_bits(f: Function, a: Value, is_arithmetic: bool) -> Value:
    """The i32 pattern whose high half is `a` rounded."""
    bits = f.cast("bitcast", a, "i32")
    target = f.module.target
    if lanes(a.type) > 1 and target is not None and target.has_masks:  # a test, and two sums of which one is masked
        found = f.select(f.compare("ne", f.binary("and", bits, 0x10000), 0), f.add(bits, 0x8000), f.add(bits, 0x7FFF))
    else:
        found = f.add(f.add(bits, 0x7FFF), f.binary("and", f.binary("lshr", bits, 16), 1))
    if is_arithmetic:  # a NaN is that of an operand, with zeros in the low half, or the processor's own: it does not overflow
        return found
    return f.select(f.compare("uno", a, a), f.binary("or", bits, 0x400000), found)


def narrowed(f: Function, a: Value, is_unpacked: bool = False) -> Value:
    """Registers of rounded numbers as they are stored, `is_unpacked` ones back in order."""
    count, target = lanes(a.type), f.module.target
    if target is None or not target.has_masks or count < PAIR:
        assert not is_unpacked
        return f.cast("trunc", f.binary("lshr", f.cast("bitcast", a, "i32"), 16), "i16")
    source, order = f.unrounded.get(a), _lanes_by_place(count) if is_unpacked else None
    if source is not None and not f.is_cold:
        found = hooks(f).narrowed_bf16(f, source, order, lambda: _halves(
            f, f.bitcast(_rounded_bits(f, source, is_arithmetic=False), source.type), order))
        if found is not None:
            return found
    return _halves(f, a, order)


def _halves(f: Function, a: Value, order: Sequence[int] | None) -> Value:
    """The upper halves of all lanes, in an order."""
    count = lanes(a.type)
    return f.shuffle(f.bitcast(a, vector("i16", 2 * count)), None, [2 * lane + 1 for lane in order or range(count)])


def _places(count: int) -> list[int]:
    """The places in memory of unpacked lanes: of each eight numbers four go to the first register of a pair, four to the
    second."""
    return [PAIR * pair + 8 * four + 4 * half + k
            for pair in range(count // PAIR) for half in range(2) for four in range(4) for k in range(4)]


def _lanes_by_place(count: int) -> Sequence[int]:
    """The lane that the number at each place went to."""
    found = [0] * count
    for lane, place in enumerate(_places(count)):
        found[place] = lane
    return found
