"""Passes whose groups are made of calls alone: a library goes through them, which reads where and how from two tables.

The kernel fills one table, of addresses, and calls it for all of its tasks; the other one, of numbers, is constant. So kernels
are little code that runs seldom, and what runs often is shared by all programs.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hloom.codegen.cpu.fft.convolutions import chirped_load, chirped_store, composed_row_store, filter_stage
from hloom.codegen.cpu.fft.frame import PassFrame
from hloom.codegen.cpu.fft.library import COME, STAGE, go, row_load, row_store, sides, stage, stage_name, turned_side
from hloom.codegen.cpu.fft.plan import Pass
from hloom.codegen.cpu.fft.real_rows import pairs_stage, pairs_stage_name
from hloom.codegen.cpu.fft.tables import padded
from hloom.codegen.llvm.builder import Function
from hloom.codegen.llvm.library import Library
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.llvm.values import Value, element_of, mangle
from hloom.codegen.target import Target

#: What stands in the table of numbers, and in that of addresses, before what they say of each stage.
_NUMBERS = ("groups", "source_outer", "source_lane", "target_outer", "target_lane", "load_step", "count", "source_exchanged",
            "factor_lane", "factor_half", "numbers", "stored", "store_step", "store_count", "target_exchanged", "scale",
            "turn_lane", "between", "half", "width", "last_lane", "row", "stages")
_ADDRESSES = ("source", "target", "first", "second", "load", "factors", "store", "turns", "fine", "coarse", "past_caches")
_OF_A_STAGE = (4, 2)
#: Numbers of a transform from which on it does not matter that the tables are read for each group; and that a kernel of calls
#: alone is compiled like what runs seldom.
_LONG, _CALLED = 128, 16
_NOTHING = Value("ptr", "null")


def is_driven(one: Pass, processor: Target, in_place: bool) -> bool:
    """Whether a library goes through the groups of a pass, which take long; those of a long convolution have no other form."""
    has_rest = one.has_rest(one.width(processor.lanes(one.bits)), in_place)
    return one.role != "whole" or (one.length >= _LONG and not has_rest and _is_calls(one, has_rest))


def is_called(one: Pass, processor: Target, in_place: bool) -> bool:
    """Whether the groups of a pass take long beside the code between the calls of libraries that they are."""
    has_rest = one.has_rest(one.width(processor.lanes(one.bits)), in_place)
    return is_driven(one, processor, in_place) or (one.length >= _CALLED and _is_calls(one, has_rest))


def _is_calls(one: Pass, has_rest: bool) -> bool:
    """Whether the groups of a pass are calls of libraries alone: of complex numbers, and turns for whole groups."""
    return not one.is_convolution and one.comes_whole and one.goes_whole and not (one.turns and has_rest)


def _emit_driver(library: LLVMModule, register: str) -> None:
    """Adds `void groups(ptr numbers, ptr addresses, i64 outer, i64 group, i64 count)`: so many groups of a pass, from one of them
    on."""
    f = library.function(f"hloom_fft_groups_{mangle(register)}", [("ptr", "numbers"), ("ptr", "addresses"), ("i64", "outer"),
                                                                  ("i64", "group"), ("i64", "count")], is_cold=True)
    numbers, addresses, *start, count = f.parameters

    def number(name: str, type: str = "i64") -> Value:
        return f.load(type, f.address(numbers, _NUMBERS.index(name), "i64"))

    def is_set(name: str) -> Value:
        return f.compare("ne", number(name), 0)

    def address(name: str, type: str = "ptr") -> Value:
        return f.load(type, f.address(addresses, _ADDRESSES.index(name), "ptr"))

    def side(name: str) -> Value:
        start = f.address(address(name), f.mul(outer, number(f"{name}_outer")), "i8")
        return f.address(start, f.mul(lane, number(f"{name}_lane")), "i8")

    with f.carrying_loop(0, count, start) as tasks:
        outer, group = tasks.values
        first, lane = address("first"), f.intrinsic("smin", f.mul(group, number("width")), number("last_lane"))
        _call(f, address("load"), side("source"), number("load_step"), first, number("count"), is_set("source_exchanged"),
              f.address(address("factors"), f.mul(lane, number("factor_lane")), "i8"), number("factor_half"), lane,
              number("numbers"), number("stored"))
        with f.carrying_loop(0, number("stages"), [first, address("second")]) as stages:
            _call_stage(f, numbers, addresses, group, stages.counter, *stages.values)
            stages.become(stages.values[::-1])
        _call(f, address("store"), stages.values[0], side("target"), number("store_step"), number("store_count"),
              is_set("target_exchanged"), f.compare("ne", address("past_caches", "i64"), 0),
              number("scale", element_of(register)),
              f.address(address("turns"), f.mul(lane, number("turn_lane")), "i8"), number("between"), number("half"),
              address("fine"), address("coarse"), lane, number("row"))
        following = f.add(group, 1)
        is_last = f.compare("eq", following, number("groups"))
        tasks.become([f.add(outer, f.cast("zext", is_last, "i64")), f.select(is_last, Value("i64", "0"), following)])
    f.ret()


def _call_stage(f: Function, numbers: Value, addresses: Value, group: Value, k: Value, source: Value, goal: Value) -> None:
    of_numbers, of_addresses = _OF_A_STAGE
    numbers = f.address(numbers, f.add(f.mul(k, of_numbers), len(_NUMBERS)), "i64")
    addresses = f.address(addresses, f.add(f.mul(k, of_addresses), len(_ADDRESSES)), "ptr")
    function, table = (f.load("ptr", f.address(addresses, j, "ptr")) for j in range(of_addresses))
    *sizes, table_group = (f.load("i64", f.address(numbers, j, "i64")) for j in range(of_numbers))
    _call(f, function, source, goal, *sizes, f.address(table, f.mul(group, table_group), "i8"))


def _call(f: Function, function: Value, *arguments: Value) -> None:
    f.emit(f"call void {function.name}({', '.join(map(str, arguments))})")


@dataclass(frozen=True)
class _Stage:
    """A call of what `library.STAGE` are the parameters of: its numbers, and bytes from a group's table to the next one's."""

    name: str
    numbers: tuple[int, int, int, int]
    table: Value


class DrivenPass:
    """A pass in a kernel: its tables, and calls of what reads them."""

    def __init__(self, part: PassFrame, name: str) -> None:
        self.part, self.f, self.groups, self.cost, self.streams = part, part.f, part.groups, part.cost, part.streams
        self.register, self.bytes = part.register, part.one.bits // 8
        self.stages = self._stages()
        values = self._numbers()
        self.numbers = self.f.module.define_global(name, f"private unnamed_addr constant [{len(values)} x i64] "
                                                   f"[{', '.join(f'i64 {value}' for value in values)}], align 8")
        self.addresses = self.f.slot("ptr", len(_ADDRESSES) + _OF_A_STAGE[1] * len(self.stages))
        for k, value in enumerate(self._addresses(*self._sides())):
            self.f.store(value, self.f.address(self.addresses, k, "ptr"))

    def emit(self, outer: Value, group: Value, count: Value) -> None:
        """Goes through so many groups from one on."""
        self.f.call_outside(f"hloom_fft_groups_{mangle(self.register)}", "void", [
            self.numbers, self.addresses, outer, group, count])

    def _stages(self) -> list[_Stage]:
        """Those of the transform; of the rows of a long convolution also what multiplies, and those of the inverse."""
        part, one = self.part, self.part.one
        number = 2 * self.bytes * part.width
        libraries = [stage(part.processor, self.register, *each) for each in one.stages]
        self.f.module.include(*libraries)  # what LLVM takes longest for is included first
        found = []
        remaining, stride = one.points, 1
        for k, (radix, is_last) in enumerate(one.stages):
            remaining //= radix
            table = _NOTHING if is_last else part.table_of(f"stage {k}")
            found.append(_Stage(stage_name(radix, is_last), (one.points // radix * number, stride * number, remaining, 0), table))
            stride *= radix
        if one.pairs != "none":
            is_inverse = one.pairs == "before"
            self.f.module.include(pairs_stage(part.processor, self.register, is_inverse))
            of_pairs = _Stage(pairs_stage_name(is_inverse), (0, 0, one.length, 0), part.table_of("pairs"))
            found = [of_pairs, *found] if is_inverse else [*found, of_pairs]
        if one.role != "middle":
            return found
        self.f.module.include(filter_stage(part.processor, self.register))
        return [*found, _Stage("fft_filter", (0, 0, one.length, one.length * number), part.long_table), *found]

    def _sides(self) -> tuple[Value, Value]:
        """What loads, and what stores."""
        one, register, processor = self.part.one, self.register, self.part.processor
        come, go_on = "load" if one.source.lane == 1 else "load_rows", "store" if one.target.lane == 1 else "store_rows"
        if one.turns:
            go_on = "store_composed" if one.is_composed else "store_turned"
        libraries = []
        if one.role == "first":
            come = f"load_{one.source.kind}_chirped"
            libraries.append(chirped_load(processor, register, one.source.kind))
        if one.role == "middle":
            go_on = "store_rows_composed"
            libraries.append(composed_row_store(processor, register))
        elif one.role == "last":
            go_on = f"store_{one.target.kind}_chirped"
            libraries.append(chirped_store(processor, register, one.target.kind))
        if go_on in ("store_composed", "store_turned"):
            libraries.append(turned_side(processor, register, go_on))
        if come == "load" or go_on == "store":
            libraries.append(sides(processor, register))
        if come == "load_rows":
            libraries.append(row_load(processor, register))
        if go_on == "store_rows":
            libraries.append(row_store(processor, register))
        self.f.module.include(*libraries, Library(_emit_driver, processor, register))
        return self._function(f"fft_{come}", COME), self._function(f"fft_{go_on}", go(register))

    def _function(self, name: str, parameters: list[tuple[str, str]]) -> Value:
        types = [type for type, _ in parameters]
        return Value("ptr", self.f.module.declare(f"hloom_{name}_{mangle(self.register)}", "void", types, "#0"))

    def _numbers(self) -> list[int]:
        part, one, width = self.part, self.part.one, self.part.width
        scale = np.array(one.scale, np.float32 if one.bits == 32 else np.float64)
        _, between, half = part.turns
        come, go_on = one.source, one.target
        source, target = (self.bytes * (1 if side.kind == "real" else 2) for side in (come, go_on))
        found = {
            "groups": part.groups, "source_outer": come.outer * source, "source_lane": come.lane * source,
            "target_outer": go_on.outer * target, "target_lane": go_on.lane * target,
            "load_step": (come.point if come.lane == 1 else come.lane) * source, "count": one.loaded,
            "source_exchanged": int(come.is_exchanged), "factor_lane": self.bytes * (one.role == "first"),
            "factor_half": padded(one.numbers) * self.bytes, "numbers": one.numbers, "stored": come.stored,
            "store_step": (go_on.point if go_on.lane == 1 else go_on.lane) * target, "store_count": one.results,
            "target_exchanged": int(go_on.is_exchanged), "scale": int(scale.view(f"u{self.bytes}")),
            "turn_lane": self.bytes * (one.turns and one.has_turn_table), "between": between, "half": half, "width": width,
            "last_lane": one.lanes - width, "row": one.row_length, "stages": len(self.stages)}
        if one.role == "last":  # it has chirps for turns
            found |= {"store_count": -(-go_on.stored // go_on.point), "turn_lane": self.bytes, "row": go_on.stored,
                      "between": go_on.point * self.bytes, "half": padded(one.numbers) * self.bytes}
        return [found[name] for name in _NUMBERS] + [number for each in self.stages for number in each.numbers]

    def _addresses(self, come: Value, go_on: Value) -> list[Value]:
        part, none = self.part, _NOTHING
        turns, _, _ = part.turns
        past_caches = none if part.streams is None else self.f.value("ptr", (
            f"inttoptr {self.f.cast('zext', part.streams, 'i64')} to ptr"))
        role, is_composed = part.one.role, part.one.is_composed
        found = {
            "source": part.source, "target": part.target, "first": part.before, "second": part.after, "load": come,
            "factors": part.long_table if role == "first" else none, "store": go_on,
            "turns": part.long_table if role == "last" else turns, "fine": part.table_of("fine") if is_composed else none,
            "coarse": part.table_of("coarse") if is_composed else none, "past_caches": past_caches}
        return [found[name] for name in _ADDRESSES] + [
            value for each in self.stages for value in (self._function(each.name, STAGE), each.table)]
