"""The micro-kernel: a tile of the output held in registers while a loop runs over the contracting dimension.

    out[r, v] = [out[r, v] +] sum over k of  splat(lhs[r, k]) * rhs[k, v]      r < rows, v < vectors

The left operand is read one element at a time and broadcast, the right one in vectors along n. Where the rows lie is
a list of constant offsets, so the same generator serves a packed block, a strided matrix and a box of output pixels
of a convolution, whose rows of patches overlap in memory. In a depthwise convolution the left operand has a lane for
each column.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hloom.codegen.cpu.contraction.arithmetic import Arithmetic, load_lanes, store_lanes
from hloom.codegen.cpu.contraction.emission import shared_name
from hloom.codegen.cpu.contraction.tiles import WORDS, Tiles, uniform_stride
from hloom.codegen.llvm.builder import LLVMModule, Value, vector, zero
from hloom.support.diagnostics import InternalError


@dataclass(frozen=True)
class ContractionLoop:
    """One loop over a contracting axis: trip count (None: the kernel's parameter) and element strides."""

    count: int | None
    lhs_stride: int
    rhs_stride: int


@dataclass(frozen=True)
class MicroTile:
    """Shape and addressing of one micro-kernel; strides and offsets count elements of the accumulator type."""

    #: Offset of each row in the left operand and in the output.
    lhs_rows: tuple[int, ...]
    out_rows: tuple[int, ...]
    #: Lanes along n, a multiple of the vector width unless the tile is the last one of the matrix.
    nr: int
    #: Outermost first.
    loops: tuple[ContractionLoop, ...]
    #: Whether memory after the last column of the right operand must not be read.
    masks_rhs: bool
    #: Whether the products are added to the output, whose rows then have room for whole vectors.
    accumulates: bool
    #: Whether the left operand has an element for each column, to be multiplied lane by lane, instead of one for all.
    channelwise: bool = False


def collapse(loops: Sequence[ContractionLoop]) -> tuple[tuple[ContractionLoop, ...], int]:
    """Joins loops that walk both operands as one longer loop would: the loops, and the factor of the parameter.

    >>> collapse([ContractionLoop(None, 64, 2048), ContractionLoop(64, 1, 32)])
    ((ContractionLoop(count=None, lhs_stride=1, rhs_stride=32),), 64)
    """
    result: list[ContractionLoop] = []
    factor = 1
    for loop in loops:
        if loop.count == 1:
            continue
        outer = result[-1] if result else None
        if (outer is not None and loop.count is not None and outer.lhs_stride == loop.lhs_stride * loop.count
                and outer.rhs_stride == loop.rhs_stride * loop.count):
            if outer.count is None:
                factor *= loop.count
            result[-1] = ContractionLoop(outer.count and outer.count * loop.count, loop.lhs_stride, loop.rhs_stride)
        else:
            result.append(loop)
    return tuple(result), factor


def emit_micro_kernel(module: LLVMModule, tile: MicroTile, arithmetic: Arithmetic) -> str:
    """Emits `void @name(ptr lhs, ptr rhs, ptr out, i64 count)`, unless the module has it; its name.

    `count` is the trip count of the loop without one of its own.
    """
    name = shared_name("tile", tile, arithmetic)
    if name in module.functions:
        return name
    if arithmetic.on_tiles:
        return _emit_on_tiles(module, name, tile, arithmetic)
    f = module.function(name, [("ptr", "lhs"), ("ptr", "rhs"), ("ptr", "out"), ("i64", "count")], linkage="internal")
    lhs, rhs, out, trip_count = f.parameters
    element, width = arithmetic.element, arithmetic.width
    type = vector(element, width)
    starts = range(0, tile.nr, width)
    active = [min(width, tile.nr - start) for start in starts]
    def step(lhs: Value, rhs: Value, sums: Sequence[Value]) -> list[Value]:
        right = [load_lanes(f, type, f.address(rhs, start, element), count if tile.masks_rhs else width)
                 for start, count in zip(starts, active, strict=True)]
        found: list[Value] = []
        for offset in tile.lhs_rows:
            if tile.channelwise:
                left = [f.load(type, f.address(lhs, offset + start, element)) for start in starts]
            else:
                left = [f.splat(f.load(element, f.address(lhs, offset, element)), width)] * len(starts)
            for a, b in zip(left, right, strict=True):
                found.append(arithmetic.multiply_add(f, a, b, sums[len(found)]))
        if arithmetic.corrects:
            assert arithmetic.dot is not None
            found += [arithmetic.dot.add_correction(f, b, sums[k]) for k, b in enumerate(right, len(found))]
        return found

    loops, factor = collapse(tile.loops)

    def nest(depth: int, lhs: Value, rhs: Value, sums: Sequence[Value]) -> Sequence[Value]:
        if depth == len(loops):
            return step(lhs, rhs, sums)
        loop = loops[depth]
        trips: Value | int = loop.count if loop.count is not None else f.mul(trip_count, factor) if factor > 1 else trip_count
        with f.carrying_loop(0, trips, sums) as carried:
            k = carried.counter
            carried.become(nest(depth + 1, f.address(lhs, f.mul(k, loop.lhs_stride), element),
                                f.address(rhs, f.mul(k, loop.rhs_stride), element), carried.values))
        return carried.values

    totals = nest(0, lhs, rhs, [zero(type)] * ((len(tile.out_rows) + arithmetic.corrects) * len(starts)))
    sums, corrections = iter(totals), totals[len(tile.out_rows) * len(starts):] or [None] * len(starts)

    for offset in tile.out_rows:
        for start, count, correction in zip(starts, active, corrections, strict=True):
            place, total = f.address(out, offset + start, element), next(sums)
            if correction is not None:
                total = f.sub(total, correction)
            if tile.accumulates:
                # The loop does not begin with what there is: adding the sums of blocks keeps rounding errors small.
                total = arithmetic.add(f, f.load(type, place), total)
            store_lanes(f, total, place, width if tile.accumulates else count)
    f.ret()
    return name


def _emit_on_tiles(module: LLVMModule, name: str, tile: MicroTile, arithmetic: Arithmetic) -> str:
    """The micro-kernel on tile registers, whose shapes the caller has set; 16 groups of k a step."""
    f = module.function(name, [("ptr", "lhs"), ("ptr", "rhs"), ("ptr", "out"), ("i64", "count")], linkage="internal")
    lhs, rhs, out, trip_count = f.parameters
    dot, tiles = arithmetic.dot, Tiles(len(tile.lhs_rows), tile.nr)
    loops, factor = collapse(tile.loops)
    if dot is None or not loops or loops[-1].lhs_stride != 1 or (loops[-1].count or factor * WORDS) % WORDS:
        raise InternalError(f"code generation: no tiles for loops {loops}")
    lhs_stride, out_stride = uniform_stride(tile.lhs_rows), uniform_stride(tile.out_rows)
    for number, offset in tiles.each_sum(out_stride):
        if tile.accumulates:
            tiles.load(f, number, f.address(out, offset, "i32"), 4 * out_stride)
        else:
            tiles.clear(f, number)

    def nest(depth: int, lhs: Value, rhs: Value) -> None:
        if depth == len(loops):
            tiles.step(f, dot.name, lhs, lhs_stride, rhs, loops[-1].rhs_stride)
            return
        loop = loops[depth]
        trips: Value | int = loop.count if loop.count is not None else f.mul(trip_count, factor) if factor > 1 else trip_count
        with f.loop(0, trips, WORDS if depth == len(loops) - 1 else 1) as k:
            nest(depth + 1, f.address(lhs, f.mul(k, loop.lhs_stride), "i32"), f.address(rhs, f.mul(k, loop.rhs_stride), "i32"))

    nest(0, lhs, rhs)
    for number, offset in tiles.each_sum(out_stride):
        tiles.store(f, number, f.address(out, offset, "i32"), 4 * out_stride)
    f.ret()
    return name
