"""A pass of a transform, written out: numbers of a group of lanes into scratch memory, stages, and out again."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hloom.codegen.cpu.fft.calls import LONG, Stage, comes_by, goes_by, stages_of
from hloom.codegen.cpu.fft.codelets import composed, interleaved, lane_codelets, pairs, store_registers
from hloom.codegen.cpu.fft.frame import PassFrame
from hloom.codegen.cpu.fft.plan import Pass, Side
from hloom.codegen.cpu.fft.stages import Pair, multiply
from hloom.codegen.llvm.builder import Function, Value, constant
from hloom.codegen.llvm.module import SharedRoutine
from hloom.codegen.llvm.types import mangle
from hloom.codegen.target import Target

_NOTHING = Value("ptr", "null")


class PassEmitter(PassFrame):
    """Emits the groups of a pass."""

    def __init__(self, f: Function, one: Pass, source: Value, to: Value, tables: Sequence[Value], scratch: Value,
                 processor: Target, in_place: bool) -> None:
        super().__init__(f, one, source, to, tables, scratch, processor, in_place)
        self.come, self.go, self.stages = comes_by(one, processor), goes_by(one, processor), stages_of(self)

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
        for each in self.stages:
            self._call(each.routine, each.name, self.first, self.second, *map(_i64, (each.apart, each.step, each.count)),
                       self._table(each))
            self.first, self.second = self.second, self.first
        self._whole_or_rest(self._store_whole, self._store_rest)

    def _whole_or_rest(self, whole: Callable[[], None], rest: Callable[[], None]) -> None:
        """What is done with a group whose lanes are all there, or else with one that has less; only what occurs."""
        if not self.has_rest:
            whole()
        elif self.one.lanes < self.width:
            rest()
        else:
            self.f.if_else(self.f.compare("sge", self.rest, self.width), whole, rest)

    def _table(self, each: Stage) -> Value:
        return _NOTHING if each.table is None else self.long_table if each.table == LONG else self.table_of(each.table)

    def _call(self, routine: SharedRoutine, name: str, *arguments: Value) -> None:
        """Calls a function of a shared routine: `name` is how it is called there, but for what they all have."""
        self.f.module.include(routine)
        self.f.call_outside(f"hloom_{name}_{mangle(self.register)}", "void", arguments)

    # -- places -----------------------------------------------------------------------------------------------------------
    def _reals(self, side: Side) -> int:
        return 1 if side.kind == "real" else 2

    def _row(self, base: Value, side: Side, outer: Value) -> Value:
        """Where the first number of the first lane of the group is."""
        at = self.f.add(self.f.mul(outer, side.outer), self.f.mul(self.lane, side.lane))
        return self.f.address(base, self.f.mul(at, self._reals(side)), self.part)

    def _at(self, row: Value, side: Side, k: Value, lane: Value | None = None) -> Value:
        at = self.f.mul(k, side.point)
        if lane is not None:
            at = self.f.add(at, self.f.mul(lane, side.lane))
        return self.f.address(row, self.f.mul(at, self._reals(side)), self.part)

    def _in_row(self, side: Side, k: Value, lane: Value | int = 0) -> Value:
        """The number in its row of number k of a lane of the group."""
        of_point, of_lane = side.row
        at = self.f.mul(k, of_point)
        if of_lane:
            at = self.f.add(at, self.f.mul(self.f.add(self.lane, lane), of_lane))
        return at

    def _scratch(self, k: Value, lane: Value | None) -> tuple[Value, Value]:
        """Where the parts are of number k of a group, or of one lane."""
        at = self.f.mul(k, 2 * self.width)
        at = self.f.add(at, lane) if lane is not None else at
        re = self.f.address(self.first, at, self.part)
        return re, self.f.address(re, self.width, self.part)

    def _step(self, side: Side) -> Value:
        """Bytes from one number of a lane to the next."""
        return _i64(side.point * self._reals(side) * self.one.bits // 8)

    def _line(self, side: Side) -> Value:
        """Bytes from one lane to the next."""
        return _i64(side.lane * self._reals(side) * self.one.bits // 8)

    def _step_of_whole(self, side: Side) -> Value:
        """What functions step by that load and store whole groups."""
        return self._step(side) if side.lane == 1 else self._line(side)

    @staticmethod
    def _exchanges(side: Side) -> Value:
        return constant("i1", side.is_exchanged)

    # -- in ---------------------------------------------------------------------------------------------------------------
    def _load_whole(self) -> None:
        one, side = self.one, self.one.source
        if self.come is not None:
            self._call(self.come.routine, self.come.name, self.source_row, self._step_of_whole(side), self.first,
                       _i64(one.loaded), self._exchanges(side), _NOTHING, *[_i64(0)] * 4)
        elif side.lane == 1:  # that of a row of which one half is there
            with self.f.loop(0, one.loaded) as k:
                self._load_neighbours(k)
        else:
            self._load_some(_i64(self.width))

    def _load_rest(self) -> None:
        """Less lanes than there are in a register; the others hold what they held."""
        self._load_some(self.rest)

    def _load_some(self, lanes: Value) -> None:
        """The first lanes of a group, number by number."""
        one, side = self.one, self.one.source
        if one.comes_whole:
            self._call(lane_codelets(self.processor, self.register), "fft_load_lanes", self.source_row, self._step(side),
                       self._line(side), self.first, _i64(one.loaded), lanes, self._exchanges(side))
        else:
            with self.f.loop(0, one.loaded) as k:
                self._load_lanes(k, lanes)

    def _place(self, k: Value, number: Pair, lane: Value | None = None) -> None:
        """Number k of a group, or of one lane, as it came from the source."""
        align = self.bytes if lane is None else None
        for part, place in zip(number[::-1] if self.one.source.is_exchanged else number, self._scratch(k, lane)):
            self.f.store(part, place, align)

    def _load_neighbours(self, k: Value) -> None:
        """Number k of lanes that lie side by side, of a row of which one half is there."""
        f, side, width = self.f, self.one.source, self.width
        at = self._in_row(side, k)
        stored, length = side.stored, self.one.row_length

        def mirrored() -> None:
            # Lane l has the conjugate of number `length - at - l`.
            back = f.sub(_i64(length - width + 1), at)
            start = f.address(self.source_row, f.mul(f.sub(back, f.mul(self.lane, side.lane)), 2), self.part)
            re, im = (f.shuffle(part, None, range(width - 1, -1, -1)) for part in pairs(f, self.register, start))
            self._place(k, (re, f.value(im.type, f"fneg {im}")))

        def other() -> None:
            f.if_else(f.compare("sge", at, stored), mirrored, lambda: self._load_lanes(k, _i64(width)))

        f.if_else(f.compare("sle", at, stored - width),
                  lambda: self._place(k, pairs(f, self.register, self._at(self.source_row, side, k))), other)

    def _load_lanes(self, k: Value, count: Value) -> None:
        """Number k of some lanes, one by one."""
        f, side = self.f, self.one.source
        with f.loop(0, count) as lane:
            if side.kind == "real":
                place = self._at(self.source_row, side, k, lane)
                self._place(k, (f.load(self.part, place), constant(self.part, 0)), lane)
                return
            at = self._in_row(side, k, lane)
            is_mirrored = f.compare("sge", at, side.stored)
            there = f.select(is_mirrored, f.sub(_i64(self.one.row_length), at), at)
            place = f.address(self.source_row, f.mul(f.sub(there, f.mul(self.lane, side.lane)), 2), self.part)
            re, im = f.load(self.part, place), f.load(self.part, f.address(place, 1, self.part))
            self._place(k, (re, f.select(is_mirrored, f.value(im.type, f"fneg {im}"), im)), lane)

    # -- out --------------------------------------------------------------------------------------------------------------
    def _store_whole(self) -> None:
        one, side, width = self.one, self.one.target, self.width
        if self.go is not None:
            self._store_by(self.go.routine, self.go.name)
        elif side.lane != 1 or (one.goes_whole and not one.turns):
            self._store_some(_i64(width))
        else:
            are_all_stored = side.stored == one.row_length or not side.row[1]
            with self.f.loop(0, one.results) as k:
                at = self._in_row(side, k)
                if are_all_stored:
                    self._store_neighbours(k)
                else:
                    self.f.if_else(self.f.compare("sle", at, side.stored - width), lambda k=k: self._store_neighbours(k),
                                   lambda k=k, at=at: self._store_lanes(k, self.f.sub(_i64(side.stored), at)))

    def _store_by(self, routine: SharedRoutine, name: str) -> None:
        """Whole groups, by a function."""
        f, one, side = self.f, self.one, self.one.target
        streams = constant("i1", 0) if self.streams is None else self.streams
        turns = self.table_of("turns") if one.turns else _NOTHING
        if one.turns and one.has_turn_table:
            turns = f.address(turns, self.lane, self.part)
        tables = [self.table_of(name) if one.is_composed else _NOTHING for name in ("fine", "coarse")]
        self._call(routine, name, self.first, self.target_row, self._step_of_whole(side), _i64(one.results),
                   self._exchanges(side), streams, constant(self.part, one.scale), turns, *map(_i64, self.turn_steps), *tables,
                   self.lane, _i64(one.row_length))

    def _store_rest(self) -> None:
        self._store_some(self.rest)

    def _store_some(self, lanes: Value) -> None:
        """The first lanes of a group, number by number; of a row only what is stored."""
        f, one, side = self.f, self.one, self.one.target
        if one.goes_whole and not one.turns:
            self._call(lane_codelets(self.processor, self.register), "fft_store_lanes", self.first, self.target_row,
                       self._step(side), self._line(side), _i64(one.results), lanes, self._exchanges(side),
                       constant(self.part, one.scale))
            return
        with f.loop(0, one.results) as k:
            self._store_lanes(k, f.intrinsic("smin", lanes, f.sub(_i64(side.stored), self._in_row(side, k)))
                              if side.row[1] else lanes)

    def _store_neighbours(self, k: Value) -> None:
        f, side = self.f, self.one.target
        re, im = self._result(k)
        place = self._at(self.target_row, side, k)
        store_registers(f, [re] if side.kind == "real" else interleaved(f, re, im), place, self.streams)

    def _store_lanes(self, k: Value, count: Value) -> None:
        """Number k of some lanes, one by one."""
        f, side = self.f, self.one.target
        with f.loop(0, count) as lane:
            re, im = self._result(k, lane)
            place = self._at(self.target_row, side, k, lane)
            f.store(re, place)
            if side.kind != "real":
                f.store(im, f.address(place, 1, self.part))

    def _result(self, k: Value, lane: Value | None = None) -> Pair:
        """Number k of the results of a group, or of one lane."""
        f, one = self.f, self.one
        type, align = (self.register, self.bytes) if lane is None else (self.part, None)
        re, im = (f.load(type, place, align) for place in self._scratch(k, lane))
        number = multiply(f, (re, im), self._turn(k, lane)) if one.turns and lane is not None else (re, im)
        if one.target.is_exchanged:
            number = number[1], number[0]
        if one.scale != 1:
            scale = constant(number[0].type, one.scale)
            number = f.mul(number[0], scale), f.mul(number[1], scale)
        return number

    def _turn(self, k: Value, lane: Value) -> Pair:
        """exp(-2 pi i k l / row_length) for one of the group's lanes l: whole groups are multiplied by those that store them."""
        f, one = self.f, self.one
        at = f.add(self.lane, lane)
        if not one.has_turn_table:
            number = f.binary("urem", f.mul(at, k), one.row_length)
            return composed(f, self.table_of("fine"), self.table_of("coarse"), number, self.part)
        place = f.address(self.table_of("turns"), f.add(f.mul(k, 2 * one.turn_lanes), at), self.part)
        return f.load(self.part, place), f.load(self.part, f.address(place, one.turn_lanes, self.part))


def _i64(value: int) -> Value:
    return Value("i64", str(value))
