"""Which functions of shared routines a group of a pass consists of: what brings its numbers from memory, stages, what stores
them.

A group that has them all is compiled fast, or a shared routine goes through groups (`driver`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hloom.codegen.cpu.fft.codelets import (
    RowKind,
    StoreKind,
    codelets,
    in_square,
    real_load,
    row_load,
    row_name,
    row_store,
    turned_store,
)
from hloom.codegen.cpu.fft.convolutions import (
    BEFORE,
    BEHIND,
    chirped_load,
    chirped_store,
    composed_row_store,
    factor_stage,
    filter_stage,
)
from hloom.codegen.cpu.fft.frame import PassFrame, register_of
from hloom.codegen.cpu.fft.plan import Pass, Side
from hloom.codegen.cpu.fft.real_rows import mirror_stage, pairs_stage, pairs_stage_name
from hloom.codegen.cpu.fft.stages import stage, stage_name
from hloom.codegen.llvm.module import SharedRoutine
from hloom.codegen.llvm.types import lanes
from hloom.codegen.target import Target

#: The table that a pass of a long convolution has besides its own.
LONG = "long"


class End(NamedTuple):
    """A function that loads or stores a group, and the shared routine that has it."""

    name: str
    routine: SharedRoutine


class Stage(NamedTuple):
    """A call with the parameters `stages.STAGE`: its numbers, its table, and the bytes from a group's table to the next one's."""

    name: str
    routine: SharedRoutine
    apart: int
    step: int
    count: int
    #: The name of its table (`Pass.offset`), or LONG; none: it reads none.
    table: str | None = None
    table_of_group: int = 0


def comes_by(one: Pass, processor: Target) -> End | None:
    """What loads a whole group; None where no function does."""
    side, register = one.source, register_of(one, processor)
    if one.role == "first":
        return End(f"fft_load_{side.kind}_chirped", chirped_load(processor, register, side.kind))
    if one.comes_whole and side.lane == 1:
        return End("fft_load", codelets(processor, register))
    if side.kind == "real" and side.lane == 1:
        return End("fft_load_real", real_load(processor, register))
    kind: RowKind = "real" if side.kind == "real" else "complex"
    if (one.comes_whole or kind == "real") and _has_squares(side, one.loaded, register, kind):
        return End(f"fft_load_{row_name(kind)}", row_load(processor, register, kind))
    return None


def goes_by(one: Pass, processor: Target) -> End | None:
    """What stores a whole group; None where no function does."""
    side, register = one.target, register_of(one, processor)
    if one.role == "middle":
        return End("fft_store_rows_composed", composed_row_store(processor, register))
    if one.role == "last":
        return End(f"fft_store_{side.kind}_chirped", chirped_store(processor, register, side.kind))
    if one.turns:
        store: StoreKind = "store_composed" if one.is_composed else "store_turned"
        return End(f"fft_{store}", turned_store(processor, register, store)) if one.goes_whole and side.lane == 1 else None
    if one.goes_whole and side.lane == 1:
        return End("fft_store", codelets(processor, register))
    kind: RowKind = "real" if side.kind == "real" else "complex"
    if (one.goes_whole or (kind == "real" and not side.row[1])) and _has_squares(side, one.results, register, kind):
        return End(f"fft_store_{row_name(kind)}", row_store(processor, register, kind))
    return None


def _has_squares(side: Side, count: int, register: str, kind: RowKind) -> bool:
    """Whether lanes are rows of `count` numbers that lie side by side, as many at least as there are of a row in a square."""
    return side.point == 1 and count >= in_square(lanes(register), kind)


def is_calls(one: Pass, processor: Target, in_place: bool) -> bool:
    """Whether the groups of a pass are calls alone; complex numbers of some lanes are loaded and stored one by one."""
    by_lane = one.comes_whole, one.goes_whole and not one.turns
    if one.has_rest(one.width(processor.lanes(one.bits)), in_place):
        return all(by_lane)
    return all(whole or by(one, processor) is not None for whole, by in zip(by_lane, (comes_by, goes_by)))


def stages_of(part: PassFrame) -> list[Stage]:
    """What is done with a group in scratch memory, by turns from one half of it to the other."""
    one = part.one
    inside = [*_transform(part)]
    if one.role == "middle":
        size = 2 * part.bytes
        inside += [Stage("fft_filter", filter_stage(part.processor, part.register), 0, 0, one.length, LONG,
                         one.length * size), *inside]
    elif one.is_convolution:
        # The inverse transform of the products: both exchange the parts.
        zeros = (one.points - one.length) * 2 * part.bytes
        inside = [_factors(part, "chirp", one.length, apart=zeros), *inside,
                  _factors(part, "filter", one.points, BEHIND), *inside, _factors(part, "chirp", one.length, BEFORE)]
    if one.pairs != "none":
        is_inverse = one.pairs == "before"
        pairs = Stage(pairs_stage_name(is_inverse), pairs_stage(part.processor, part.register, is_inverse), 0, 0, one.length,
                      "pairs")
        inside = [pairs, *inside] if is_inverse else [*inside, pairs]
    if one.is_mirrored:
        inside = [Stage("fft_mirror", mirror_stage(part.processor, part.register), one.length, 0, one.source.stored), *inside]
    return inside


def _transform(part: PassFrame) -> Iterator[Stage]:
    one, number = part.one, 2 * part.bytes
    remaining, stride = one.points, 1
    for k, (radix, is_last) in enumerate(one.stages):
        remaining //= radix
        routine = stage(part.processor, part.register, radix, is_last)
        yield Stage(stage_name(radix, is_last), routine, one.points // radix * number, stride * number, remaining,
                    None if is_last else f"stage {k}")
        stride *= radix


def _factors(part: PassFrame, table: str, count: int, exchanged: int = 0, apart: int = 0) -> Stage:
    return Stage("fft_times", factor_stage(part.processor, part.register), apart, exchanged, count, table)
