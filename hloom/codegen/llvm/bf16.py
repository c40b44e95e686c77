"""bf16 between memory, where it is 16 bits, and registers, where it is a float that is always rounded to it.

Lanes come to registers by a shift of what is zero-extended, or *unpacked*: zeros and halves by turns, one instruction of those
that all units of a processor with AVX-512 have, in place of one that moves lanes and one that shifts. Then lanes are in another
order, the same one in all registers of a loop whose narrow numbers are all unpacked; what is stored is put back in order by the
instruction that picks the halves.
"""

from __future__ import annotations

from collections.abc import Sequence

from hloom.codegen.llvm.builder import Function
from hloom.codegen.llvm.values import Value, lanes, vector, zero

#: Lanes of two registers, of which AVX-512 picks halves by one instruction, in place of five that narrow them.
PAIR = 32
#: Lanes of a register, and the class of denormal numbers for `vfpclassps`.
_REGISTER, _DENORMAL = 16, 0x20


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
    if target is None or not target.has_avx512 or count < PAIR:
        assert not is_unpacked
        return f.cast("trunc", f.binary("lshr", f.cast("bitcast", a, "i32"), 16), "i16")
    source = f.unrounded.get(a)
    if source is not None and target.has_bf16_dot and count % PAIR == 0 and not f.is_cold:
        return _converted(f, source, is_unpacked)
    return _halves(f, a, is_unpacked)


def _halves(f: Function, a: Value, is_unpacked: bool) -> Value:
    """The upper halves of all lanes."""
    count = lanes(a.type)
    order = _lanes_by_place(count) if is_unpacked else range(count)
    return f.shuffle(f.bitcast(a, vector("i16", 2 * count)), None, [2 * lane + 1 for lane in order])


def _converted(f: Function, a: Value, is_unpacked: bool) -> Value:
    """What `narrowed` makes of numbers that are not rounded yet, by the instruction for that, which takes denormal numbers for
    zero: where there are any they are rounded as others are elsewhere."""
    count = lanes(a.type)
    registers = [f.shuffle(a, None, range(k, k + _REGISTER)) for k in range(0, count, _REGISTER)]
    convert, classify = "llvm.x86.avx512bf16.cvtne2ps2bf16.512", "llvm.x86.avx512.fpclass.ps.512"
    register = registers[0].type
    f.module.declare(convert, vector("bfloat", PAIR), [register, register])
    f.module.declare(classify, vector("i1", _REGISTER), [register, "i32"])
    pairs = [f.call(convert, vector("bfloat", PAIR), [high, low]) for low, high in zip(registers[::2], registers[1::2])]
    found = f.bitcast(f.joined(pairs), vector("i16", count))
    if is_unpacked:
        found = f.shuffle(found, None, _lanes_by_place(count))
    are_denormal = [f.call(classify, vector("i1", _REGISTER), [one, Value("i32", str(_DENORMAL))]) for one in registers]
    some = are_denormal[0]
    for more in are_denormal[1:]:
        some = f.binary("or", some, more)
    result = f.variable(found)
    is_some = f.compare("ne", f.bitcast(some, f"i{_REGISTER}"), 0)
    with f.when(f.intrinsic("expect", is_some, Value("i1", "false"))):
        f.set(result, _halves(f, f.bitcast(_rounded_bits(f, a, is_arithmetic=False), a.type), is_unpacked))
    return f.get(result)


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
