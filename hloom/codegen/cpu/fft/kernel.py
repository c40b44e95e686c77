"""Passes of transforms -> an LLVM function, or the driver that goes through groups which are calls alone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from hloom.codegen.cpu.fft.calls import LONG, Stage, comes_by, goes_by, is_calls
from hloom.codegen.cpu.fft.codelets import COME, go
from hloom.codegen.cpu.fft.emitter import PassEmitter
from hloom.codegen.cpu.fft.plan import Pass, RowPairs
from hloom.codegen.cpu.fft.real_rows import RowPairsEmitter
from hloom.codegen.cpu.fft.stages import STAGE
from hloom.codegen.cpu.kernel_function import PARAMETERS, EmittedKernel
from hloom.codegen.llvm.builder import Function, Value
from hloom.codegen.llvm.module import LLVMModule, SharedRoutine
from hloom.codegen.llvm.types import element_of, mangle
from hloom.codegen.target import Target
from hloom.runtime.dispatch.lazy_constants import LongTable, padded


def emit_kernel(module: LLVMModule, name: str, passes: Sequence[Pass | RowPairs], in_place: bool,
                target: Target) -> EmittedKernel:
    """Adds `void @name(ptr arguments, i64 begin, i64 end, i64 worker)`.

    The task of one pass is a group of lanes; that of several is a row, whose numbers a worker keeps between them. The arguments
    are the source, unless the pass is `in_place`, the target, the tables of each pass and the scratch memory of all workers.
    """
    places = _places(passes, in_place)
    stay = [start == goal for start, goal in pairwise(places)]
    transforms = [(one, in_its_place) for one, in_its_place in zip(passes, stay) if isinstance(one, Pass)]
    are_driven = all(is_driven(one, target, in_its_place) for one, in_its_place in transforms)
    f = module.function(name, PARAMETERS, is_cold=all(is_called(one, target, in_its_place) for one, in_its_place in transforms))
    slots, begin, end, worker = f.parameters
    counts = [len(tables_of(one, target)) for one in passes]
    pointers = [f.value("ptr", f"load ptr, {f.address(slots, k, 'ptr')}") for k in range(3 + sum(counts) - in_place)]
    source, to, *tables, scratch = pointers[:1] * in_place + pointers
    own = f.address(scratch, f.mul(worker, scratch_bytes(passes, target)), "i8")
    row, own = own, f.address(own, row_bytes(passes), "i8")
    starts = {"source": source, "row": row, "target": to}
    parts: list[PassEmitter | DrivenPass | RowPairsEmitter] = []
    for number, (one, (start, goal), count) in enumerate(zip(passes, pairwise(places), counts)):
        ends, own_tables = (starts[start], starts[goal]), [tables.pop(0) for _ in range(count)]
        if isinstance(one, RowPairs):
            parts.append(RowPairsEmitter(f, one, *ends, own_tables[0], target))
        else:
            part = PassEmitter(f, one, *ends, own_tables, own, target, start == goal)
            parts.append(DrivenPass(part, f"{name}_numbers{number}") if are_driven else part)
    if not are_driven:  # LLVM takes longest for these
        module.include(*(each.routine for part in parts if isinstance(part, PassEmitter) for each in part.stages))
    if len(parts) > 1:
        with f.loop(begin, end) as outer:
            for part in parts:
                part.emit(outer, _i64(0), _i64(part.groups))
    elif isinstance(parts[0], DrivenPass):
        groups = parts[0].groups
        parts[0].emit(f.binary("udiv", begin, groups), f.binary("urem", begin, groups), f.sub(end, begin))
    else:
        groups = parts[0].groups
        with f.loop(begin, end) as task:
            parts[0].emit(f.binary("udiv", task, groups), f.binary("urem", task, groups), _i64(1))
    if any(part.streams is not None for part in parts if not isinstance(part, RowPairsEmitter)):
        f.emit("fence seq_cst")  # such stores are not in order with others
    f.ret()
    outer = next(one.rows if isinstance(one, RowPairs) else one.outer for one in passes)
    if len(parts) == 1:
        return EmittedKernel(name, outer * parts[0].groups, parts[0].cost)
    return EmittedKernel(name, outer, sum(part.groups * part.cost for part in parts))


def _places(passes: Sequence[Pass | RowPairs], in_place: bool) -> list[str]:
    """Where numbers are before each pass and behind the last one: between passes they are a row, but what follows from transforms
    of pairs does so where these are."""
    is_behind = len(passes) > 1 and isinstance(passes[-1], RowPairs)
    between = ["row"] * (len(passes) - 1 - is_behind) + ["target"] * is_behind
    return ["target" if in_place else "source", *between, "target"]


def tables_of(one: Pass | RowPairs, target: Target) -> list[np.ndarray | LongTable]:
    """What a pass reads besides its source."""
    long = one.long_table(one.width(target.lanes(one.bits))) if isinstance(one, Pass) else None
    return [one.table] if long is None else [one.table, long]


def row_bytes(passes: Sequence[Pass | RowPairs]) -> int:
    """Bytes of the numbers between passes of a kernel."""
    length = max(one.row_length for one in passes)
    return -(-length * 2 * passes[0].bits // 8 // 64) * 64 if len(passes) > 1 else 0


def scratch_bytes(passes: Sequence[Pass | RowPairs], target: Target) -> int:
    """Bytes of one worker's memory."""
    widths = [(one, one.width(target.lanes(one.bits))) for one in passes if isinstance(one, Pass)]
    return row_bytes(passes) + max((one.scratch(width) for one, width in widths), default=0)


def _i64(value: int) -> Value:
    return Value("i64", str(value))


# -- driver --------------------------------------------------------------------------------------------------------------------
# Passes whose groups are made of calls alone: a shared routine goes through them, which reads where and how from two tables.
#
# The kernel fills one table, of the places of its numbers, and calls it for all of its tasks; the other one, of numbers and
# functions, is constant. So kernels are little code that runs seldom, which few lengths have of their own, and what runs often
# is shared by all programs.

#: What stands in the table of numbers before what it says of each stage, and that; and in the table of places.
_NUMBERS = ("load", "store", "groups", "source_outer", "source_lane", "target_outer", "target_lane", "load_step", "count",
            "source_exchanged", "factor_lane", "factor_half", "numbers", "stored", "store_step", "store_count",
            "target_exchanged", "scale", "turns", "turns_are_long", "turn_lane", "between", "half", "fine", "coarse", "width",
            "last_lane", "row", "stages")
_OF_A_STAGE = ("function", "apart", "step", "count", "table", "is_long", "table_of_group")
_PLACES = ("source", "target", "first", "second", "table", "long_table", "past_caches")


def is_driven(one: Pass, processor: Target, in_place: bool) -> bool:
    """Whether a shared routine goes through the groups of a pass, which take long; those of a long convolution have no other
    form."""
    fft = processor.machine.fft
    has_rest = one.has_rest(one.width(processor.lanes(one.bits)), in_place)
    return one.role != "whole" or (one.length >= fft.long_groups and not has_rest and comes_by(one, processor) is not None
                                   and goes_by(one, processor) is not None)


def is_called(one: Pass, processor: Target, in_place: bool) -> bool:
    """Whether the groups of a pass take long beside the code between the calls of shared routines that they are."""
    fft = processor.machine.fft
    return is_driven(one, processor, in_place) or (one.length >= fft.called and is_calls(one, processor, in_place))


def _emit_driver(module: LLVMModule, register: str) -> None:
    """Adds `void groups(ptr numbers, ptr places, i64 outer, i64 group, i64 count)`: so many groups of a pass, from one of them
    on."""
    f = module.function(f"hloom_fft_groups_{mangle(register)}", [("ptr", "numbers"), ("ptr", "places"), ("i64", "outer"),
                                                                  ("i64", "group"), ("i64", "count")], is_cold=True)
    numbers, places, *start, count = f.parameters

    def number(name: str, type: str = "i64") -> Value:
        return f.load(type, f.address(numbers, _NUMBERS.index(name), "i64"))

    def is_set(name: str) -> Value:
        return f.compare("ne", number(name), 0)

    def place(name: str, type: str = "ptr") -> Value:
        return f.load(type, f.address(places, _PLACES.index(name), "ptr"))

    def side(name: str) -> Value:
        start = f.address(place(name), f.mul(outer, number(f"{name}_outer")), "i8")
        return f.address(start, f.mul(lane, number(f"{name}_lane")), "i8")

    with f.carrying_loop(0, count, start) as tasks:
        outer, group = tasks.values
        first, lane = place("first"), f.intrinsic("smin", f.mul(group, number("width")), number("last_lane"))
        tables = place("table"), place("long_table")
        _call(f, number("load", "ptr"), side("source"), number("load_step"), first, number("count"), is_set("source_exchanged"),
              f.address(tables[1], f.mul(lane, number("factor_lane")), "i8"), number("factor_half"), lane,
              number("numbers"), number("stored"))
        with f.carrying_loop(0, number("stages"), [first, place("second")]) as stages:
            _call_stage(f, numbers, tables, group, stages.counter, *stages.values)
            stages.become(stages.values[::-1])
        turns = f.address(f.select(is_set("turns_are_long"), *tables[::-1]), number("turns"), "i8")
        _call(f, number("store", "ptr"), stages.values[0], side("target"), number("store_step"), number("store_count"),
              is_set("target_exchanged"), f.compare("ne", place("past_caches", "i64"), 0),
              number("scale", element_of(register)), f.address(turns, f.mul(lane, number("turn_lane")), "i8"), number("between"),
              number("half"), *(f.address(tables[0], number(name), "i8") for name in ("fine", "coarse")), lane, number("row"))
        following = f.add(group, 1)
        is_last = f.compare("eq", following, number("groups"))
        tasks.become([f.add(outer, f.cast("zext", is_last, "i64")), f.select(is_last, Value("i64", "0"), following)])
    f.ret()


def _call_stage(f: Function, numbers: Value, tables: tuple[Value, Value], group: Value, k: Value, source: Value,
                goal: Value) -> None:
    start = f.address(numbers, f.add(f.mul(k, len(_OF_A_STAGE)), len(_NUMBERS)), "i64")
    function, *sizes, table, is_long, table_of_group = (
        f.load("ptr" if name == "function" else "i64", f.address(start, j, "i64")) for j, name in enumerate(_OF_A_STAGE))
    table = f.address(f.select(f.compare("ne", is_long, 0), *tables[::-1]), table, "i8")
    _call(f, function, source, goal, *sizes, f.address(table, f.mul(group, table_of_group), "i8"))


def _call(f: Function, function: Value, *arguments: Value) -> None:
    f.emit(f"call void {function.name}({', '.join(map(str, arguments))})")


class DrivenPass:
    """A pass in a kernel: its tables, and calls of what reads them."""

    def __init__(self, part: PassEmitter, name: str) -> None:
        self.part, self.f, self.groups, self.cost, self.streams = part, part.f, part.groups, part.cost, part.streams
        self.register, self.part_bytes = part.register, part.one.bits // 8
        self.stages = part.stages
        self.f.module.include(*(each.routine for each in self.stages))  # what LLVM takes longest for is included first
        values = self._numbers()
        self.numbers = self.f.module.define_global(name, f"private unnamed_addr constant [{len(values)} x i64] "
                                                   f"[{', '.join(f'i64 {value}' for value in values)}], align 8")
        self.places = self.f.slot("ptr", len(_PLACES))
        for k, value in enumerate(self._places()):
            self.f.store(value, self.f.address(self.places, k, "ptr"))

    def emit(self, outer: Value, group: Value, count: Value) -> None:
        """Goes through so many groups from one on."""
        self.f.call_outside(f"hloom_fft_groups_{mangle(self.register)}", "void", [
            self.numbers, self.places, outer, group, count])

    def _function(self, name: str, parameters: list[tuple[str, str]]) -> str:
        """The address of a function of a shared routine, in a table."""
        types = [type for type, _ in parameters]
        declared = self.f.module.declare(f"hloom_{name}_{mangle(self.register)}", "void", types, "#0")
        return f"ptrtoint (ptr {declared} to i64)"

    def _numbers(self) -> list[int | str]:
        part, one, width = self.part, self.part.one, self.part.width
        load, store = self.part.come, self.part.go
        assert load is not None and store is not None
        self.f.module.include(load.routine, store.routine, SharedRoutine(_emit_driver, part.processor, self.register))
        scale = np.array(one.scale, np.float32 if one.bits == 32 else np.float64)
        between, half = part.turn_steps
        come, go_on = one.source, one.target
        source, target = (self.part_bytes * (1 if side.kind == "real" else 2) for side in (come, go_on))
        found: dict[str, int | str] = {
            "load": self._function(load.name, COME), "store": self._function(store.name, go(self.register)),
            "groups": part.groups, "source_outer": come.outer * source, "source_lane": come.lane * source,
            "target_outer": go_on.outer * target, "target_lane": go_on.lane * target,
            "load_step": (come.point if come.lane == 1 else come.lane) * source, "count": one.loaded,
            "source_exchanged": int(come.is_exchanged), "factor_lane": self.part_bytes * (one.role == "first"),
            "factor_half": padded(one.numbers) * self.part_bytes, "numbers": one.numbers, "stored": come.stored,
            "store_step": (go_on.point if go_on.lane == 1 else go_on.lane) * target, "store_count": one.results,
            "target_exchanged": int(go_on.is_exchanged), "scale": int(scale.view(f"u{self.part_bytes}")),
            "turns": self._offset("turns"), "turns_are_long": int(one.role == "last"),
            "turn_lane": self.part_bytes * (one.turns and one.has_turn_table), "between": between, "half": half,
            "fine": self._offset("fine"), "coarse": self._offset("coarse"), "width": width, "last_lane": one.lanes - width,
            "row": one.row_length, "stages": len(self.stages)}
        if one.role == "last":  # it has chirps for turns
            found |= {"turns": 0, "turn_lane": self.part_bytes, "between": go_on.point * self.part_bytes,
                      "half": padded(one.numbers) * self.part_bytes, "row": go_on.stored,
                      "store_count": -(-go_on.stored // go_on.point)}
        return [found[name] for name in _NUMBERS] + [number for each in self.stages for number in self._of_stage(each)]

    def _of_stage(self, each: Stage) -> tuple[int | str, ...]:
        is_long = each.table == LONG
        offset = 0 if each.table is None or is_long else self._offset(each.table)
        return (self._function(each.name, STAGE), each.apart, each.step, each.count, offset, int(is_long), each.table_of_group)

    def _offset(self, table: str) -> int:
        """Bytes in front of a table."""
        return self.part.one.offset(table) * self.part_bytes

    def _places(self) -> list[Value]:
        part = self.part
        nontemporal = Value("ptr", "null") if part.streams is None else self.f.value("ptr", (
            f"inttoptr {self.f.cast('zext', part.streams, 'i64')} to ptr"))
        return [part.source, part.target, part.before, part.after, part.table, part.long_table, nontemporal]
