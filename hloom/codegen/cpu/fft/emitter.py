"""A pass of a transform, written out: numbers of a group of lanes into scratch memory, stages, and out again."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

from hloom.codegen.cpu.fft.butterflies import Pair, multiply
from hloom.codegen.cpu.fft.frame import PassFrame
from hloom.codegen.cpu.fft.library import (
    StoreKind,
    composed,
    interleaved,
    lane_sides,
    pairs,
    row_load,
    row_store,
    sides,
    stage,
    stage_name,
    store_registers,
    transposition,
    turned_side,
)
from hloom.codegen.cpu.fft.plan import Side
from hloom.codegen.cpu.fft.real_rows import pairs_stage, pairs_stage_name
from hloom.codegen.llvm.library import Library
from hloom.codegen.llvm.values import Value, constant, mangle


class PassEmitter(PassFrame):
    """Emits the groups of a pass."""

    def emit(self, outer: Value, first: Value, count: Value) -> None:
        """So many groups from one on."""
        with self.f.loop(0, count) as k:
            self._emit_group(outer, self.f.add(first, k))

    def _emit_group(self, outer: Value, group: Value) -> None:
        f, one = self.f, self.one
        self.first, self.second = self.before, self.after
        self.lane = f.mul(group, self.width)
        if not self.has_rest and one.lanes % self.width:
            self.lane = f.intrinsic("smin", self.lane, _i64(one.lanes - self.width))
        self.rest = f.sub(_i64(one.lanes), self.lane)
        self.source_row = self._row(self.source, one.source, outer)
        self.target_row = self._row(self.target, one.target, outer)
        self._whole_or_rest(self._load_whole, self._load_rest)
        self._complete()
        self._transform()
        self._whole_or_rest(self._store_whole, self._store_rest)

    def _whole_or_rest(self, whole: Callable[[], None], rest: Callable[[], None]) -> None:
        """What is done with a group whose lanes are all there, or else with one that has less; only what occurs."""
        if not self.has_rest:
            whole()
        elif self.one.lanes < self.width:
            rest()
        else:
            self.f.if_else(self.f.compare("sge", self.rest, self.width), whole, rest)

    # -- places -----------------------------------------------------------------------------------------------------------
    def _reals(self, side: Side) -> int:
        return 1 if side.kind == "real" else 2

    def _row(self, base: Value, side: Side, outer: Value) -> Value:
        """Where the first number of the first lane of the group is."""
        at = self.f.add(self.f.mul(outer, side.outer), self.f.mul(self.lane, side.lane))
        return self.f.address(base, self.f.mul(at, self._reals(side)), self.part)

    def _at(self, row: Value, side: Side, k: Value, lane: Value | int = 0) -> Value:
        at = self.f.mul(k, side.point)
        if isinstance(lane, Value):
            at = self.f.add(at, self.f.mul(lane, side.lane))
        elif lane:
            at = self.f.add(at, lane * side.lane)
        return self.f.address(row, self.f.mul(at, self._reals(side)), self.part)

    def _in_row(self, side: Side, k: Value, lane: Value | int = 0) -> Value:
        """The number in its row of number k of a lane of the group."""
        of_point, of_lane = side.row
        at = self.f.mul(k, of_point)
        if of_lane:
            at = self.f.add(at, self.f.mul(self.f.add(self.lane, lane), of_lane))
        return at

    def _scratch(self, buffer: Value, k: Value, lane: Value | None = None) -> tuple[Value, Value]:
        at = self.f.mul(k, 2 * self.width)
        at = self.f.add(at, lane) if lane is not None else at
        re = self.f.address(buffer, at, self.part)
        return re, self.f.address(re, self.width, self.part)

    def _get(self, buffer: Value, k: Value, lane: Value | None = None) -> Pair:
        re, im = self._scratch(buffer, k, lane)
        type = self.register if lane is None else self.part
        align = self.width * self.one.bits // 8 if lane is None else None
        return self.f.load(type, re, align), self.f.load(type, im, align)

    def _put(self, buffer: Value, k: Value, number: Pair, lane: Value | None = None) -> None:
        align = self.width * self.one.bits // 8 if lane is None else None
        for part, place in zip(number, self._scratch(buffer, k, lane)):
            self.f.store(part, place, align)

    def _factor(self, name: str, k: Value, step: int = 1, plus: int = 0, *, wide: bool = True) -> Pair:
        """A number of a table, in each lane."""
        f = self.f
        base = f.address(self.table, self.one.offset(name) + 2 * plus, self.part)
        place = f.address(base, f.mul(k, 2 * step), self.part)
        parts = f.load(self.part, place), f.load(self.part, f.address(place, 1, self.part))
        return (f.splat(parts[0], self.width), f.splat(parts[1], self.width)) if wide else parts

    # -- in ---------------------------------------------------------------------------------------------------------------
    def _place(self, k: Value, number: Pair, lane: Value | None = None) -> None:
        """Number k of a group, or of one lane, as it came from the source."""
        if self.one.source.is_exchanged:
            number = number[1], number[0]
        if not self._comes_plain:
            number = multiply(self.f, number, self._factor("chirp", k, wide=lane is None))
        self._put(self.first, k, number, lane)

    @property
    def _comes_plain(self) -> bool:
        """Whether numbers are not multiplied as they come: they are later, or not at all."""
        return not self.one.is_convolution or self.one.pairs == "before"

    @property
    def _goes_plain(self) -> bool:
        """Whether those of a convolution are not multiplied as they go."""
        return not self.one.is_convolution or self.one.pairs == "after"

    def _load_whole(self) -> None:
        side = self.one.source
        if self._loads_plain and (side.lane == 1 or self._is_of_squares(side, self.one.loaded)):
            library, name, step = ((sides, "fft_load", self._step(side)) if side.lane == 1 else
                                   (row_load, "fft_load_rows", self._line(side)))
            self._call(library(self.processor, self.register), name, self.source_row, step, self.first, _i64(self.one.loaded),
                       self._exchanges(side), Value("ptr", "null"), *[_i64(0)] * 4)
        elif self._loads_plain:
            self._load_some(_i64(self.width))
        elif side.lane != 1:
            self._load_rows()
        else:
            with self._each(self.one.loaded) as k:
                self._load_neighbours(k)

    @property
    def _loads_plain(self) -> bool:
        """Whether complex numbers come as they are."""
        return self.one.comes_whole and self._comes_plain

    @property
    def _stores_plain(self) -> bool:
        """Whether complex numbers go as they are, but for a scale and turns."""
        return self.one.goes_whole and self._goes_plain

    def _step(self, side: Side) -> Value:
        """Bytes from one number of a lane to the next."""
        return _i64(side.point * self._reals(side) * self.one.bits // 8)

    @staticmethod
    def _exchanges(side: Side) -> Value:
        return constant("i1", side.is_exchanged)

    def _call(self, library: Library, name: str, *arguments: Value) -> None:
        """Calls a function of a library: `name` is how it is called there, but for what they all have."""
        self.f.module.include(library)
        self.f.call_outside(f"hloom_{name}_{mangle(self.register)}", "void", arguments)

    def _is_of_squares(self, side: Side, count: int) -> bool:
        """Whether lanes are rows of so many complex numbers that squares of reals are in them, with a line for each lane."""
        return side.point == 1 and count >= self.width // 2

    def _load_some(self, lanes: Value) -> None:
        """The first lanes of a group, number by number, of complex numbers as they come."""
        side = self.one.source
        self._call(lane_sides(self.processor, self.register), "fft_load_lanes", self.source_row, self._step(side),
                   self._line(side), self.first, _i64(self.one.loaded), lanes, self._exchanges(side))

    def _store_some(self, lanes: Value) -> None:
        side = self.one.target
        self._call(lane_sides(self.processor, self.register), "fft_store_lanes", self.first, self.target_row, self._step(side),
                   self._line(side), _i64(self.one.results), lanes, self._exchanges(side), constant(self.part, self.one.scale))

    def _each(self, count: int) -> AbstractContextManager[Value]:
        return self.f.loop(0, count)

    def _load_neighbours(self, k: Value) -> None:
        """Number k of lanes that lie side by side."""
        f, side, width = self.f, self.one.source, self.width
        forward = self._at(self.source_row, side, k)
        if side.kind == "complex":  # of a convolution
            self._place(k, pairs(f, self.register, forward))
        elif side.kind == "real":
            self._place(k, (f.load(self.register, forward), constant(self.register, 0)))
        else:
            at = self._in_row(side, k)
            stored, length = side.stored, self.one.row_length

            def mirrored() -> None:
                # Lane l has the conjugate of number `length - at - l`.
                back = f.sub(Value("i64", str(length - width + 1)), at)
                start = f.address(self.source_row, f.mul(f.sub(back, f.mul(self.lane, side.lane)), 2), self.part)
                re, im = (f.shuffle(part, None, range(width - 1, -1, -1)) for part in pairs(f, self.register, start))
                self._place(k, (re, f.value(im.type, f"fneg {im}")))

            def other() -> None:
                f.if_else(f.compare("sge", at, stored), mirrored, lambda: self._load_lanes(k, Value("i64", str(width))))

            f.if_else(f.compare("sle", at, stored - width), lambda: self._place(k, pairs(f, self.register, forward)), other)

    def _load_rows(self) -> None:
        """Lanes that are rows: squares of reals are transposed in registers."""
        f, side, width = self.f, self.one.source, self.width
        at_once = width // self._reals(side)
        count = min(side.stored, self.one.loaded)
        whole = count // at_once * at_once
        if whole:
            self._load_squares(side, whole, at_once)
        if whole < count:
            with f.loop(whole, count) as k, f.loop(0, width) as lane:
                self._place_stored(k, self._one(k, lane), lane)

    def _load_squares(self, side: Side, whole: int, at_once: int) -> None:
        f, tile = self.f, self.f.slot(self.register, self.width)
        with f.loop(0, whole, at_once) as k:
            self._transpose(self._at(self.source_row, side, k), self._line(side), tile, _i64(self._bytes))
            with f.loop(0, at_once) as number:
                place = f.address(tile, f.mul(number, self._reals(side)), self.register)
                im = constant(self.register, 0) if side.kind == "real" else self._from_tile(f.address(place, 1, self.register))
                self._place_stored(f.add(k, number), (self._from_tile(place), im))

    @property
    def _bytes(self) -> int:
        return self.width * self.one.bits // 8

    def _from_tile(self, place: Value) -> Value:
        return self.f.load(self.register, place, self._bytes)

    def _line(self, side: Side) -> Value:
        """Bytes from one lane to the next."""
        return Value("i64", str(side.lane * self._reals(side) * self.one.bits // 8))

    def _transpose(self, source: Value, line: Value, target: Value, target_line: Value) -> None:
        """Transposes a square."""
        self._call(transposition(self.processor, self.register), "transpose", source, line, target,
                   self.f.address(target, target_line, "i8"), self.f.mul(target_line, 2))

    def _place_stored(self, k: Value, number: Pair, lane: Value | None = None) -> None:
        """A number that is there, and its conjugate at the place that is not."""
        f, side, length = self.f, self.one.source, self.one.length
        self._place(k, number, lane)
        if side.kind == "hermitian" and length > side.stored:
            mirrored = f.sub(Value("i64", str(length)), k)
            is_there = f.binary("and", f.compare("sge", mirrored, side.stored), f.compare("slt", mirrored, length))
            with f.when(is_there):
                self._place(mirrored, (number[0], f.value(number[1].type, f"fneg {number[1]}")), lane)

    def _one(self, k: Value, lane: Value) -> Pair:
        """Number k of one lane, as it is stored."""
        place = self._at(self.source_row, self.one.source, k, lane)
        re = self.f.load(self.part, place)
        return re, (constant(self.part, 0) if self.one.source.kind == "real"
                    else self.f.load(self.part, self.f.address(place, 1, self.part)))

    def _load_rest(self) -> None:
        """Less lanes than there are in a register; the others hold what they held."""
        side = self.one.source
        if self._loads_plain:
            self._load_some(self.rest)
        elif side.kind == "hermitian" and not side.row[1]:
            with self.f.loop(0, side.stored) as k, self.f.loop(0, self.rest) as lane:
                self._place_stored(k, self._one(k, lane), lane)
        else:
            with self._each(self.one.loaded) as k:
                self._load_lanes(k, self.rest)

    def _load_lanes(self, k: Value, count: Value) -> None:
        """Number k of some lanes, one by one."""
        f, side = self.f, self.one.source
        with f.loop(0, count) as lane:
            if side.kind != "hermitian":
                self._place(k, self._one(k, lane), lane)
                return
            at = self._in_row(side, k, lane)
            is_mirrored = f.compare("sge", at, side.stored)
            there = f.select(is_mirrored, f.sub(Value("i64", str(self.one.row_length)), at), at)
            place = f.address(self.source_row, f.mul(f.sub(there, f.mul(self.lane, side.lane)), 2), self.part)
            re, im = f.load(self.part, place), f.load(self.part, f.address(place, 1, self.part))
            self._place(k, (re, f.select(is_mirrored, f.value(im.type, f"fneg {im}"), im)), lane)

    def _complete(self) -> None:
        """What is transformed, of what has come: of a real row that of its pairs, of a convolution zeros behind the numbers."""
        one = self.one
        if one.pairs == "before":
            self._make_pairs()
            if one.is_convolution:
                self._multiply_by_chirp(is_exchanged=False)
        if one.is_convolution:
            start = self.f.address(self.first, one.length * 2 * self.width, self.part)
            self.f.clear_bytes(start, (one.points - one.length) * 2 * self.width * one.bits // 8)

    def _make_pairs(self) -> None:
        """The stage before that of real rows, or behind it."""
        is_inverse = self.one.pairs == "before"
        self._call(pairs_stage(self.processor, self.register, is_inverse), pairs_stage_name(is_inverse), self.first, self.second,
                   *[_i64(0)] * 2, _i64(self.one.length), self.table_of("pairs"))
        self.first, self.second = self.second, self.first

    def _multiply_by_chirp(self, *, is_exchanged: bool) -> None:
        with self._each(self.one.length) as k:
            re, im = self._get(self.first, k)
            number = multiply(self.f, (im, re) if is_exchanged else (re, im), self._factor("chirp", k))
            self._put(self.first, k, number)

    # -- stages -----------------------------------------------------------------------------------------------------------
    def _transform(self) -> None:
        """Leaves the numbers of the transform in `self.first`."""
        self._stages()
        if self.one.is_convolution:
            # The inverse transform of the products: both exchange the parts.
            with self._each(self.one.points) as k:
                re, im = multiply(self.f, self._get(self.first, k), self._factor("filter", k))
                self._put(self.first, k, (im, re))
            self._stages()
        if self.one.pairs == "after":
            if self.one.is_convolution:
                self._multiply_by_chirp(is_exchanged=True)
            self._make_pairs()

    def _stages(self) -> None:
        f, one = self.f, self.one
        number = 2 * self._bytes
        remaining, stride = one.points, 1
        for k, (radix, is_last) in enumerate(one.stages):
            arguments = [self.first, self.second, *(_i64(n * number) for n in (one.points // radix, stride))]
            remaining //= radix
            table = Value("ptr", "null") if is_last else f.address(self.table, one.offset(f"stage {k}"), self.part)
            self._call(stage(self.processor, self.register, radix, is_last), stage_name(radix, is_last),
                       *arguments, _i64(remaining), table)
            self.first, self.second = self.second, self.first
            stride *= radix

    # -- out --------------------------------------------------------------------------------------------------------------
    def _result(self, k: Value, lane: Value | None = None) -> Pair:
        """Number k of the results of a group, or of one lane."""
        f, one = self.f, self.one
        number = self._get(self.first, k, lane)
        if not self._goes_plain:
            number = multiply(f, (number[1], number[0]), self._factor("chirp", k, wide=lane is None))
        if one.turns:
            number = multiply(f, number, self._turn(k, lane))
        if one.target.is_exchanged:
            number = number[1], number[0]
        if one.scale != 1:
            scale = constant(number[0].type, one.scale)
            number = f.mul(number[0], scale), f.mul(number[1], scale)
        return number

    def _turn(self, k: Value, lane: Value | None) -> Pair:
        """exp(-2 pi i k l / row_length) for the group's lanes l, or for one."""
        f, one = self.f, self.one
        first = self.lane if lane is None else f.add(self.lane, lane)
        if lane is not None and not one.has_turn_table:
            return self._composed(f.mul(first, k))
        start = f.address(self.table, f.add(f.mul(k, 2 * one.turn_lanes), one.offset("turns")), self.part)
        place = f.address(start, first, self.part) if one.has_turn_table else start
        type = self.register if lane is None else self.part
        found = f.load(type, place), f.load(type, f.address(place, one.turn_lanes, self.part))
        if one.has_turn_table:
            return found
        re, im = self._composed(f.mul(first, k))
        return multiply(f, found, (f.splat(re, self.width), f.splat(im, self.width)))

    def _composed(self, number: Value) -> Pair:
        """exp(-2 pi i number / row_length), of two factors."""
        return composed(self.f, self.table_of("fine"), self.table_of("coarse"),
                        self.f.binary("urem", number, self.one.row_length), self.part)

    def _store_whole(self) -> None:
        side = self.one.target
        f, one, width = self.f, self.one, self.width
        if self._stores_plain and (side.lane == 1 or self._is_of_squares(side, one.results)):
            self._store_plain()
            return
        if self._stores_plain and not one.turns:
            self._store_some(_i64(width))
            return
        if side.lane != 1:
            self._store_rows()
            return
        are_all_stored = side.stored == one.row_length or not side.row[1]
        with self._each(one.results) as k:
            at = self._in_row(side, k)
            if are_all_stored:
                self._store_neighbours(k)
            else:
                f.if_else(f.compare("sle", at, side.stored - width), lambda: self._store_neighbours(k),
                          lambda: self._store_lanes(k, f.sub(Value("i64", str(side.stored)), at)))

    def _store_plain(self) -> None:
        """Whole groups of complex numbers, multiplied by nothing but turns and a scale."""
        f, one, side = self.f, self.one, self.one.target
        kind: StoreKind = "store_composed" if one.is_composed else "store_turned"
        if one.turns:
            library, name, step = turned_side(self.processor, self.register, kind), f"fft_{kind}", self._step(side)
        elif side.lane == 1:
            library, name, step = sides(self.processor, self.register), "fft_store", self._step(side)
        else:
            library, name, step = row_store(self.processor, self.register), "fft_store_rows", self._line(side)
        turns, between, half = self.turns
        if one.has_turn_table:
            turns = f.address(turns, self.lane, self.part)
        tables = [self.table_of(name) if one.is_composed else Value("ptr", "null") for name in ("fine", "coarse")]
        self._call(library, name, self.first, self.target_row, step, _i64(one.results), self._exchanges(side),
                   constant("i1", 0) if self.streams is None else self.streams, constant(self.part, one.scale), turns,
                   _i64(between), _i64(half), *tables, self.lane, _i64(one.row_length))

    def _store_neighbours(self, k: Value) -> None:
        f, side = self.f, self.one.target
        re, im = self._result(k)
        place = self._at(self.target_row, side, k)
        store_registers(f, [re] if side.kind == "real" else interleaved(f, re, im), place, self.streams)

    def _store_rows(self) -> None:
        f, side, width = self.f, self.one.target, self.width
        at_once = width // self._reals(side)
        whole = side.stored // at_once * at_once
        tile = f.slot(self.register, width)
        with f.loop(0, whole, at_once) as k:
            with f.loop(0, at_once) as number:
                place = f.address(tile, f.mul(number, self._reals(side)), self.register)
                for part, value in enumerate(self._result(f.add(k, number))[: self._reals(side)]):
                    f.store(value, f.address(place, part, self.register), self._bytes)
            self._transpose(tile, _i64(self._bytes), self._at(self.target_row, side, k), self._line(side))
        if whole < side.stored:
            with f.loop(whole, side.stored) as k:
                self._store_lanes(k, Value("i64", str(width)))

    def _store_rest(self) -> None:
        f, side = self.f, self.one.target
        if self._stores_plain and not self.one.turns:
            self._store_some(self.rest)
        elif side.row[1]:
            with self._each(self.one.length) as k:
                self._store_lanes(k, f.sub(Value("i64", str(side.stored)), self._in_row(side, k)))
        else:
            with self._each(side.stored) as k:
                self._store_lanes(k, self.rest)

    def _store_lanes(self, k: Value, most: Value) -> None:
        """Number k of those lanes that there are, at most so many, one by one."""
        f, side = self.f, self.one.target
        with f.loop(0, f.intrinsic("smin", most, self.rest)) as lane:
            re, im = self._result(k, lane)
            place = self._at(self.target_row, side, k, lane)
            f.store(re, place)
            if side.kind != "real":
                f.store(im, f.address(place, 1, self.part))


def _i64(value: int) -> Value:
    return Value("i64", str(value))
