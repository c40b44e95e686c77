"""The micro-kernel: a tile of the output held in registers while a loop runs over the contracting dimension.

    out[r, v] = [before[r, v] +] sum over k of  splat(lhs[r, k]) * rhs[k, v]      r < rows, v < vectors

The left operand is read one element at a time and broadcast, the right one in vectors along n. Where whole rows follow each
other, those of the next tile are asked for meanwhile, so that memory does not keep the loop waiting. Where the rows lie is
a list of offsets, so the same generator serves a packed block, a strided matrix and a box of output pixels
of a convolution, whose rows of patches overlap in memory. In a depthwise convolution the left operand has a lane for
each column. Where k is cut in blocks, sums wait in scratch memory; the last block may leave them in the result.
Where the packed left operand adds something to each column (`dots`), that is taken off in each tile, or
computed for a panel beforehand, by a tile without rows: the sums of the others begin with it.

A micro-kernel on vectors finds trip counts, distances of rows and, where there are masks, how many lanes of the last vector
count in a table: its code depends on the form of its tile only, and is a shared routine, which programs share; code that calls
one is the same whatever the table holds. That costs little: 61 random products and convolutions took 0.99 of the time that
constants in their place gave when numbers were arguments, 72 took 1.01 of that when they and all counts of callers came to lie in
tables.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace

from hloom.codegen.cpu.contraction.arithmetic import Active, Arithmetic, load_lanes, store_lanes
from hloom.codegen.cpu.contraction.emission import number, shared_name
from hloom.codegen.cpu.contraction.tiles import distances, uniform_stride
from hloom.codegen.cpu.movements import LINE_BYTES
from hloom.codegen.llvm.builder import Function, Value, zero
from hloom.codegen.llvm.memory_accesses import lanes_below
from hloom.codegen.llvm.module import LLVMModule, SharedRoutine
from hloom.codegen.llvm.types import vector
from hloom.support.diagnostics import InternalError
from hloom.support.records import dataclass


@dataclass(frozen=True)
class ContractionLoop:
    """One loop over a contracting axis: trip count (None: the kernel's parameter) and element strides."""

    count: int | None
    lhs_stride: int
    rhs_stride: int


_PARAMETERS = (("ptr", "lhs"), ("ptr", "rhs"), ("ptr", "out"), ("i64", "count"))
_NUMBERS = (("ptr", "numbers"),)
_INITIAL = (("ptr", "initial"),)
_WAITING = (("ptr", "before"), ("i64", "out_rows"))
#: What is in the table of numbers: first these, then those of each loop, of which there is room for so many.
_FIRST, _OF_A_LOOP, _LOOPS = ("last", "lhs_rows", "out_rows"), ("count", "lhs", "rhs"), 3
#: How many tiles there are, and how far it is from one to the next in each operand: in blocks, and in each of these.
_TILES = ("blocks", "tiles")


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
    #: Whether there may be sums of blocks before, packed in rows of whole vectors, and the distance of rows in the output is an
    #: argument.
    accumulates: bool
    #: Whether the left operand has an element for each column, to be multiplied lane by lane, instead of one for all.
    channelwise: bool = False
    #: Groups of k of a step on tile registers.
    depth: int = 1
    #: Whether the right operand comes from the second-level cache, which is not hidden wholly unless it is asked for in time.
    asks_ahead: bool = False
    #: From where on, counted as `Function.prefetch` does, the caches are to hold the next tile's rows of the left operand, which
    #: follow this one's; 0: they are not asked for.
    asks_for_rows: int = 0
    #: Whether it is told what the sums of each column begin with.
    has_initial_sums: bool = False

    def of_initial_sums(self) -> MicroTile:
        """The tile without rows that computes what the sums of this one begin with, a row of whole vectors."""
        loops = tuple(replace(loop, lhs_stride=loop.rhs_stride) for loop in self.loops)
        return replace(self, lhs_rows=(), out_rows=(0,), loops=loops, accumulates=False, channelwise=False, asks_for_rows=0,
                       has_initial_sums=False)


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


@dataclass(frozen=True)
class Waiting:
    """What a micro-kernel that accumulates is told of the block of k: where the sums of those before lie (zeros for none, null on
    tile registers), and the distance of rows in the output, in elements."""

    before: Value
    pitch: Value


@dataclass(frozen=True)
class TileRun:
    """The tiles that a micro-kernel on vectors makes in one call: so many in each of so many blocks. Distances, in elements, are
    those of blocks and of tiles."""

    blocks: Value
    tiles: Value
    lhs: tuple[Value, Value]
    out: tuple[Value, Value]
    #: In the sums of the blocks of k before.
    before: tuple[Value, Value]

    @classmethod
    def single(cls) -> TileRun:
        """One tile."""
        one, none = number(1), (number(0), number(0))
        return cls(one, one, none, none, none)


@dataclass(frozen=True)
class MicroKernel:
    """A function `void @name(ptr lhs, ptr rhs, ptr out, i64 count)`, and what it is called with besides addresses: `count` is
    that of the loop without one of its own times `factor`. On vectors it takes the address of its `numbers`, too; one whose sums
    begin with something takes that of this row, and one that accumulates `ptr before, i64 pitch`. On vectors the numbers of a
    `TileRun` follow."""

    name: str
    factor: int
    on_tiles: bool
    numbers: tuple[int, ...] = ()

    def call(self, f: Function, lhs: Value, rhs: Value, out: Value, count: Value, waiting: Waiting | None = None,
             initial: Value | None = None, run: TileRun | None = None) -> None:
        trips = f.mul(count, self.factor) if self.factor > 1 else count
        given = [] if self.on_tiles else [self._table(f.module)]
        given += [initial] if initial is not None else []
        given += [waiting.before, waiting.pitch] if waiting is not None else []
        if not self.on_tiles:
            run = run or TileRun.single()
            given += [run.blocks, run.tiles, *run.lhs, *run.out, *(run.before if waiting is not None else ())]
        f.call_outside(self.name, "void", [lhs, rhs, out, trips, *given])

    def _table(self, module: LLVMModule) -> Value:
        words = ", ".join(f"i64 {value}" for value in self.numbers)
        return module.define_global(shared_name("numbers", self.numbers),
                                    f"private unnamed_addr constant [{len(self.numbers)} x i64] [{words}]")


def emit_micro_kernel(module: LLVMModule, tile: MicroTile, arithmetic: Arithmetic) -> MicroKernel:
    """Emits a micro-kernel, or includes it as a shared routine, unless the module has it."""
    loops, factor = collapse(tile.loops)
    if arithmetic.on_tiles:
        name = shared_name("tile", tile, arithmetic)
        if name not in module.functions:
            _emit_on_tiles(module, name, tile, arithmetic, loops)
        return MicroKernel(name, factor, True)
    variant = _Variant(replace(tile, loops=loops), arithmetic, module.target is not None and module.target.has_masks)
    name = shared_name("tile", variant.tile, arithmetic, tuple(variant.numbers))
    module.include(SharedRoutine(_emit_on_vectors, module.target, name, variant.tile, arithmetic, tuple(variant.numbers)))
    return MicroKernel(name, factor, False, variant.table)


def _emit_on_vectors(module: LLVMModule, name: str, tile: MicroTile, arithmetic: Arithmetic, numbers: Sequence[str]) -> None:
    _Emitter(tile, arithmetic).emit(module.function(name, [
        *_PARAMETERS, *_NUMBERS, *(_INITIAL if tile.has_initial_sums else ()), *(_WAITING if tile.accumulates else ()),
        *(("i64", name) for name in _run_parameters(tile))]), numbers)


def _place(name: str) -> int:
    """Where a number is in the table of all: that of each is as long, but for those of many loops, so that callers are alike."""
    what, depth = name.rstrip("0123456789"), name[len(name.rstrip("0123456789")):]
    return _FIRST.index(what) if not depth else len(_FIRST) + len(_OF_A_LOOP) * int(depth) + _OF_A_LOOP.index(what)


def _run_parameters(tile: MicroTile) -> list[str]:
    """The names of the numbers of a `TileRun`."""
    operands = ("lhs", "out", "before") if tile.accumulates else ("lhs", "out")
    return [*_TILES, *(f"{operand}_{unit}" for operand in operands for unit in _TILES)]


class _Variant:
    """What the code of a micro-kernel on vectors depends on; what is in `numbers`, by name, it is told, and is 0 in `tile`.

    These are `last`, the lanes of the last vector that count where not all do and there are masks, the distances `lhs_rows` and
    `out_rows`, and of each loop its `count`, unless it is the parameter, and its strides `lhs` and `rhs`, unless it is the
    innermost one and these are 1 and a panel's: registers hold few numbers.
    """

    def __init__(self, tile: MicroTile, arithmetic: Arithmetic, has_masks: bool) -> None:
        self.numbers: dict[str, int] = {}
        panel = -(-tile.nr // arithmetic.width) * arithmetic.width
        lhs_rows = self._distances("lhs_rows", tile.lhs_rows)
        out_rows = (0,) * len(tile.out_rows) if tile.accumulates else self._distances("out_rows", tile.out_rows)
        innermost = len(tile.loops) - 1
        loops = tuple(ContractionLoop(None if loop.count is None else self._argument(f"count{depth}", loop.count),
                                      self._argument(f"lhs{depth}", loop.lhs_stride, 1 if depth == innermost else None),
                                      self._argument(f"rhs{depth}", loop.rhs_stride, panel if depth == innermost else None))
                      for depth, loop in enumerate(tile.loops))
        nr, last = tile.nr, tile.nr % arithmetic.width
        if last and has_masks:
            nr = panel
            self._argument("last", last)
        has_next = len(distances(tile.lhs_rows)) == 1 and len(loops) == 1 and loops[0].lhs_stride == 1
        self.tile = replace(tile, lhs_rows=lhs_rows, out_rows=out_rows, loops=loops, nr=nr,
                            masks_rhs=tile.masks_rhs and last != 0, asks_for_rows=tile.asks_for_rows if has_next else 0)

    @property
    def table(self) -> tuple[int, ...]:
        """The numbers, each in its place."""
        found = [0] * (len(_FIRST) + len(_OF_A_LOOP) * max(_LOOPS, len(self.tile.loops)))
        for name, value in self.numbers.items():
            found[_place(name)] = value
        return tuple(found)

    def _argument(self, name: str, value: int, usual: int | None = None) -> int:
        """Makes a number an argument unless it is the usual one; what stands in its place."""
        if value == usual:
            return value
        self.numbers[name] = value
        return 0

    def _distances(self, name: str, offsets: tuple[int, ...]) -> tuple[int, ...]:
        """Offsets of rows, zeros where their distance is an argument."""
        steps = distances(offsets)
        if len(steps) != 1 or offsets[0] != 0:
            return offsets
        self.numbers[name] = steps.pop()
        return (0,) * len(offsets)


class _Emitter:
    """Emission of the micro-kernel on vectors: what the function is `given`, by name, stands for numbers of the tile."""

    def __init__(self, tile: MicroTile, arithmetic: Arithmetic) -> None:
        self.tile, self.arithmetic = tile, arithmetic

    def emit(self, f: Function, numbers: Sequence[str]) -> None:
        tile, arithmetic = self.tile, self.arithmetic
        self.f = f
        lhs, rhs, out, self.count, table, *arguments = f.parameters
        self.given = {argument.name[1:]: argument for argument in arguments}
        self.given |= {name: f.load("i64", f.address(table, _place(name), "i64")) for name in numbers}
        self.type = vector(arithmetic.element, arithmetic.width)
        self.starts = range(0, tile.nr, arithmetic.width)
        self.active = self._active_lanes()
        self.multiples = {name: self._multiples(self.given[name], len(rows)) for name, rows in (
            ("lhs_rows", tile.lhs_rows), ("out_rows", tile.out_rows)) if name in self.given}
        given = self.given
        pointers = [lhs, out, *([given["before"]] if tile.accumulates else [])]
        distances = [[given[name] for name in _run_parameters(tile)[k::2]] for k in (2, 3)]
        with f.carrying_loop(0, given["blocks"], pointers) as block:
            with f.carrying_loop(0, given["tiles"], block.values) as place:
                self._tile(place.values[0], rhs, *place.values[1:])
                place.become(self._moved(place.values, distances[1]))
            block.become(self._moved(block.values, distances[0]))
        f.ret()

    def _moved(self, places: Sequence[Value], distances: Sequence[Value]) -> list[Value]:
        element = self.arithmetic.element
        return [self.f.address(place, distance, element) for place, distance in zip(places, distances, strict=True)]

    def _tile(self, lhs: Value, rhs: Value, out: Value, before: Value | None = None) -> None:
        f, tile, element = self.f, self.tile, self.arithmetic.element
        if before is None:  # lines that are written come from memory first, while the sums are made
            for row in self._rows("out_rows", out, tile.out_rows):
                for start in self.starts:
                    f.prefetch(f.address(row, start, element), is_written=True)
        sums = self._sums(lhs, rhs)
        if before is not None:
            sums = self._with_those_before(sums, before)
        for k, row in enumerate(self._rows("out_rows", out, tile.out_rows)):
            for start, active, total in zip(self.starts, self.active, sums[k * len(self.starts):], strict=False):
                store_lanes(f, total, f.address(row, start, element), active)

    def _active_lanes(self) -> list[Active]:
        """The lanes of each vector that count: all, so many, or those of a mask."""
        width = self.arithmetic.width
        counts: list[Active] = [min(width, self.tile.nr - start) for start in self.starts]
        return [*counts[:-1], lanes_below(self.f, self.given["last"], width)] if "last" in self.given else counts

    def _sums(self, lhs: Value, rhs: Value) -> list[Value]:
        """The sums of all rows; without rows, what sums begin with."""
        f, tile = self.f, self.tile
        rows, columns, none = len(tile.lhs_rows), len(self.starts), zero(self.type)
        if tile.has_initial_sums:
            place = self.given["initial"]
            initial = [f.load(self.type, f.address(place, start, self.arithmetic.element)) for start in self.starts]
            return list(self._nest(0, lhs, rhs, initial * rows))
        if not self._corrects:
            return list(self._nest(0, lhs, rhs, [none] * (rows * columns)))
        totals = self._nest(0, lhs, rhs, [none] * ((rows + 1) * columns))
        corrections = totals[rows * columns:]
        return [f.sub(total, correction) for total, correction in zip(
            totals[:rows * columns] or [none] * columns, itertools.cycle(corrections), strict=False)]

    @property
    def _corrects(self) -> bool:
        """Whether the loop sums what is taken off each column."""
        return self.arithmetic.corrects and not self.tile.has_initial_sums

    def _with_those_before(self, sums: Sequence[Value], before: Value) -> list[Value]:
        """The sums and those of the blocks before: the loop does not begin with these, since adding the sums of blocks keeps
        rounding errors small."""
        f, pitch = self.f, len(self.starts) * self.arithmetic.width
        places = [(row * pitch + start, active) for row in range(len(self.tile.out_rows))
                  for start, active in zip(self.starts, self.active, strict=True)]
        return [self.arithmetic.add(f, load_lanes(f, self.type, f.address(before, place, self.arithmetic.element), active), total)
                for total, (place, active) in zip(sums, places, strict=True)]

    def _multiples(self, distance: Value, rows: int) -> dict[int, Value]:
        """Odd multiples of the distance of rows, in bytes, where it is an argument."""
        bytes = self.f.mul(distance, self.arithmetic.bytes)
        return {odd: self.f.mul(bytes, odd) for odd in range(1, min(rows, self.f.machine.micro_kernel.rows_of_a_base), 2)}

    def _nest(self, depth: int, lhs: Value, rhs: Value, sums: Sequence[Value]) -> Sequence[Value]:
        """The sums after the loops from this depth on; operands are followed by adding to their addresses."""
        micro_kernel = self.f.machine.micro_kernel
        f, element = self.f, self.arithmetic.element
        if depth == len(self.tile.loops):
            return self._step(lhs, rhs, sums)
        loop = self.tile.loops[depth]
        left, right = self.given.get(f"lhs{depth}", loop.lhs_stride), self.given.get(f"rhs{depth}", loop.rhs_stride)
        trips = self.count if loop.count is None else self.given.get(f"count{depth}", loop.count)
        is_asked = self.tile.asks_ahead and depth == len(self.tile.loops) - 1
        ahead = f.mul(right, micro_kernel.steps_ahead) if isinstance(right, Value) else right * micro_kernel.steps_ahead
        next_rows = self._next_rows(lhs) if self.tile.asks_for_rows else []
        with f.carrying_loop(0, trips, [lhs, rhs, *next_rows, *sums]) as carried:
            lhs, rhs, *before = carried.values
            next_rows, before = before[:len(next_rows)], before[len(next_rows):]
            if is_asked:
                later, line = f.address(rhs, ahead, element), LINE_BYTES // self.arithmetic.bytes
                for start in range(0, self.tile.nr, line):
                    f.prefetch(f.address(later, start, element))
            after = self._nest(depth + 1, lhs, rhs, before)
            carried.become([f.address(lhs, left, element), f.address(rhs, right, element),
                            *(self._prefetch(*next_rows) if next_rows else []), *after])
        return carried.values[2 + len(next_rows):]

    def _next_rows(self, lhs: Value) -> list[Value]:
        """Where the first row of the next tile begins and ends in the left operand."""
        f, element = self.f, self.arithmetic.element
        begin = f.address(lhs, f.mul(self._pitch(), len(self.tile.lhs_rows)), element)
        return [begin, f.address(begin, self.count, element)]

    def _pitch(self) -> Value:
        """The distance of rows in the left operand."""
        return self.given["lhs_rows"] if "lhs_rows" in self.given else Value("i64", str(self.tile.lhs_rows[1]))

    def _prefetch(self, place: Value, end: Value) -> list[Value]:
        """Asks for as many elements of the next tile as a step has rows, so that all of them are asked for in the end, evenly;
        what to ask for in the next step, and where that row ends."""
        f, element, rows = self.f, self.arithmetic.element, len(self.tile.lhs_rows)
        for start in range(0, rows, LINE_BYTES // self.arithmetic.bytes):
            f.prefetch(f.address(place, start, element), level=self.tile.asks_for_rows)
        place, pitch = f.address(place, rows, element), self._pitch()
        is_over = f.compare("uge", place, end)
        return [f.select(is_over, f.address(place, f.sub(pitch, self.count), element), place),
                f.select(is_over, f.address(end, pitch, element), end)]

    def _step(self, lhs: Value, rhs: Value, sums: Sequence[Value]) -> list[Value]:
        f, tile, arithmetic, type = self.f, self.tile, self.arithmetic, self.type
        element, width = arithmetic.element, arithmetic.width
        right = [load_lanes(f, type, f.address(rhs, start, element), count if tile.masks_rhs else width)
                 for start, count in zip(self.starts, self.active, strict=True)]
        found: list[Value] = []
        for row in self._rows("lhs_rows", lhs, tile.lhs_rows):
            if tile.channelwise:
                left = [f.load(type, f.address(row, start, element)) for start in self.starts]
            else:
                left = [f.splat(f.load(element, row), width)] * len(self.starts)
            for a, b in zip(left, right, strict=True):
                found.append(arithmetic.multiply_add(f, a, b, sums[len(found)]))
        if self._corrects:
            assert arithmetic.dot is not None
            found += [arithmetic.dot.add_correction(f, b, sums[k]) for k, b in enumerate(right, len(found))]
        return found

    def _rows(self, name: str, base: Value, offsets: Sequence[int]) -> Iterator[Value]:
        """The address of each row: where the distance is an argument, by this name, instructions add an odd multiple of it, times
        a power of two up to 8."""
        micro_kernel = self.f.machine.micro_kernel
        f, multiples = self.f, self.multiples.get(name)
        if multiples is None:
            yield from (f.address(base, offset, self.arithmetic.element) for offset in offsets)
            return
        for row in range(len(offsets)):
            place = row % micro_kernel.rows_of_a_base
            if place == 0:
                if row:
                    base = f.address(base, f.mul(multiples[1], micro_kernel.rows_of_a_base), "i8")
                yield base
                continue
            power = (place & -place).bit_length() - 1
            multiple = multiples[place >> power]
            yield f.address(base, f.binary("shl", multiple, power) if power else multiple, "i8")


def _emit_on_tiles(module: LLVMModule, name: str, tile: MicroTile, arithmetic: Arithmetic,
                   loops: Sequence[ContractionLoop]) -> None:
    """The micro-kernel on tile registers, whose shapes the caller has set."""
    f = module.function(name, [*_PARAMETERS, *(_WAITING if tile.accumulates else ())], linkage="internal")
    lhs, rhs, out, trip_count, *waiting = f.parameters
    dot, tiles = arithmetic.dot, arithmetic.tiles(len(tile.lhs_rows), tile.nr, tile.depth)
    if dot is None or not loops or loops[-1].lhs_stride != 1 or (loops[-1].count or 0) % tile.depth:
        raise InternalError(f"code generation: no tiles for loops {loops}")
    lhs_stride = uniform_stride(tile.lhs_rows)
    pitch = waiting[1] if waiting else Value("i64", str(uniform_stride(tile.out_rows)))
    places = tiles.each_sum()

    def clear() -> None:
        for tile_number in places:
            tiles.clear(f, tile_number)

    def load() -> None:
        for tile_number, (row, column) in places.items():
            tiles.load(f, tile_number, f.address(waiting[0], row * panel + column, "i32"), Value("i64", str(4 * panel)))

    if waiting:
        panel = -(-tile.nr // arithmetic.width) * arithmetic.width
        f.if_else(f.compare("eq", waiting[0], zero("ptr")), clear, load)
    else:
        clear()

    def nest(depth: int, lhs: Value, rhs: Value) -> None:
        if depth == len(loops):
            tiles.step(f, dot.name, lhs, lhs_stride, rhs, loops[-1].rhs_stride)
            return
        loop = loops[depth]
        trips: Value | int = loop.count if loop.count is not None else trip_count
        with f.loop(0, trips, tile.depth if depth == len(loops) - 1 else 1) as k:
            nest(depth + 1, f.address(lhs, f.mul(k, loop.lhs_stride), "i32"), f.address(rhs, f.mul(k, loop.rhs_stride), "i32"))

    nest(0, lhs, rhs)
    distance = f.mul(pitch, 4)
    for tile_number, (row, column) in places.items():
        place = f.address(f.address(out, f.mul(pitch, row), "i32"), column, "i32") if row else f.address(out, column, "i32")
        tiles.store(f, tile_number, place, distance)
    f.ret()
