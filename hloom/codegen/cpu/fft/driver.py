"""Passes whose groups are made of calls alone: a library goes through them, which reads where and how from two tables.

The kernel fills one table, of addresses, and calls it for all of its tasks; the other one, of numbers, is constant. So kernels
are little code that runs seldom, and what runs often is shared by all programs.
"""

from __future__ import annotations

import numpy as np

from hloom.codegen.cpu.fft.frame import PassFrame
from hloom.codegen.cpu.fft.library import COME, STAGE, StoreKind, go, row_side, sides, stage, stage_name, turned_side
from hloom.codegen.cpu.fft.plan import Pass
from hloom.codegen.llvm.builder import Function
from hloom.codegen.llvm.library import Library
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.llvm.values import Value, element_of, mangle
from hloom.codegen.target import Target

#: What stands in the table of numbers, and in that of addresses, before what they say of each stage.
_NUMBERS = ("groups", "source_outer", "source_group", "target_outer", "target_group", "load_step", "count", "source_exchanged",
            "store_step", "target_exchanged", "scale", "turn_group", "between", "half", "width", "row", "stages")
_ADDRESSES = ("source", "target", "first", "second", "load", "store", "turns", "fine", "coarse", "past_caches")
_OF_A_STAGE = (3, 2)
#: Numbers of a transform from which on it does not matter that the tables are read for each group; and that a kernel of calls
#: alone is compiled like what runs seldom.
_LONG, _CALLED = 128, 32


def is_driven(one: Pass, processor: Target) -> bool:
    """Whether a library goes through the groups of a pass, which take long."""
    return one.length >= _LONG and _is_calls(one, processor)


def is_called(one: Pass, processor: Target) -> bool:
    """Whether the groups of a pass take long beside the code between the calls of libraries that they are."""
    return one.length >= min(_CALLED, _LONG) and _is_calls(one, processor)


def _is_calls(one: Pass, processor: Target) -> bool:
    """Whether the groups of a pass are calls of libraries alone: complex numbers of whole groups, stored beside each other."""
    width, come, go = one.width(processor.lanes(one.bits)), one.source, one.target
    return (one.lanes % width == 0 and not one.is_convolution
            and come.kind == go.kind == "complex" and go.lane == 1
            and go.stored == one.row_length and come.stored == one.row_length
            and (come.lane == 1 or (come.point == 1 and one.length % (width // 2) == 0)))


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
        return f.address(start, f.mul(group, number(f"{name}_group")), "i8")

    with f.carrying_loop(0, count, start) as tasks:
        outer, group = tasks.values
        first = address("first")
        _call(f, address("load"), side("source"), number("load_step"), first, number("count"), is_set("source_exchanged"))
        with f.carrying_loop(0, number("stages"), [first, address("second")]) as stages:
            _call_stage(f, numbers, addresses, stages.counter, *stages.values)
            stages.become(stages.values[::-1])
        _call(f, address("store"), stages.values[0], side("target"), number("store_step"), number("count"),
              is_set("target_exchanged"), f.compare("ne", address("past_caches", "i64"), 0),
              number("scale", element_of(register)),
              f.address(address("turns"), f.mul(group, number("turn_group")), "i8"), number("between"), number("half"),
              address("fine"), address("coarse"), f.mul(group, number("width")), number("row"))
        following = f.add(group, 1)
        is_last = f.compare("eq", following, number("groups"))
        tasks.become([f.add(outer, f.cast("zext", is_last, "i64")), f.select(is_last, Value("i64", "0"), following)])
    f.ret()


def _call_stage(f: Function, numbers: Value, addresses: Value, k: Value, source: Value, goal: Value) -> None:
    of_numbers, of_addresses = _OF_A_STAGE
    numbers = f.address(numbers, f.add(f.mul(k, of_numbers), len(_NUMBERS)), "i64")
    addresses = f.address(addresses, f.add(f.mul(k, of_addresses), len(_ADDRESSES)), "ptr")
    function, table = (f.load("ptr", f.address(addresses, j, "ptr")) for j in range(of_addresses))
    _call(f, function, source, goal, *(f.load("i64", f.address(numbers, j, "i64")) for j in range(of_numbers)), table)


def _call(f: Function, function: Value, *arguments: Value) -> None:
    f.emit(f"call void {function.name}({', '.join(map(str, arguments))})")


class DrivenPass:
    """A pass in a kernel: its tables, and calls of what reads them."""

    def __init__(self, part: PassFrame, name: str) -> None:
        self.part, self.f, self.groups = part, part.f, part.groups
        self.register, self.bytes = part.register, part.one.bits // 8
        functions = self._functions()
        values = self._numbers()
        self.numbers = self.f.module.define_global(name, f"private unnamed_addr constant [{len(values)} x i64] "
                                                   f"[{', '.join(f'i64 {value}' for value in values)}], align 8")
        self.addresses = self.f.slot("ptr", len(_ADDRESSES) + _OF_A_STAGE[1] * len(part.one.radices))
        for k, value in enumerate(self._addresses(*functions)):
            self.f.store(value, self.f.address(self.addresses, k, "ptr"))

    def emit(self, outer: Value, group: Value, count: Value) -> None:
        """Goes through so many groups from one on."""
        self.f.call_outside(f"hloom_fft_groups_{mangle(self.register)}", "void", [
            self.numbers, self.addresses, outer, group, count])

    @property
    def _store_kind(self) -> StoreKind:
        one = self.part.one
        return "store" if not one.turns else "store_turned" if one.has_turn_table else "store_composed"

    def _functions(self) -> tuple[Value, Value, list[Value]]:
        """What loads, what stores, and each stage; what LLVM takes longest for is included first."""
        f, one, processor, register = self.f, self.part.one, self.part.processor, self.register
        libraries = [stage(processor, register, *each) for each in one.stages]
        if one.turns:
            libraries.append(turned_side(processor, register, self._store_kind))
        if not one.turns or one.source.lane == 1:
            libraries.append(sides(processor, register))
        if one.source.lane != 1:
            libraries.append(row_side(processor, register))
        f.module.include(*libraries, Library(_emit_driver, processor, register))

        def function(name: str, parameters: list[tuple[str, str]]) -> Value:
            types = [type for type, _ in parameters]
            return Value("ptr", f.module.declare(f"hloom_{name}_{mangle(register)}", "void", types, "#0"))

        return (function("fft_load" if one.source.lane == 1 else "fft_load_rows", COME),
                function(f"fft_{self._store_kind}", go(register)), [function(stage_name(*each), STAGE) for each in one.stages])

    def _numbers(self) -> list[int]:
        part, one, width = self.part, self.part.one, self.part.width
        number = 2 * self.bytes
        scale = np.array(one.scale, np.float32 if one.bits == 32 else np.float64)
        _, between, half = part.turns
        come, go = one.source, one.target
        step = come.point if come.lane == 1 else come.lane
        found = {
            "groups": part.groups, "source_outer": come.outer * number, "source_group": width * come.lane * number,
            "target_outer": go.outer * number, "target_group": width * number, "load_step": step * number, "count": one.length,
            "source_exchanged": int(come.is_exchanged), "store_step": go.point * number, "target_exchanged": int(go.is_exchanged),
            "scale": int(scale.view(f"u{self.bytes}")), "turn_group": width * self.bytes * one.has_turn_table,
            "between": between, "half": half, "width": width, "row": one.row_length, "stages": len(one.radices)}
        values = [found[name] for name in _NUMBERS]
        remaining, stride = one.points, 1
        for radix in one.radices:
            remaining //= radix
            values += [one.points // radix * number * width, stride * number * width, remaining]
            stride *= radix
        return values

    def _addresses(self, come: Value, go: Value, stages: list[Value]) -> list[Value]:
        part, none = self.part, Value("ptr", "null")
        turns, _, _ = part.turns
        is_composed = self._store_kind == "store_composed"
        past_caches = none if part.streams is None else self.f.value("ptr", (
            f"inttoptr {self.f.cast('zext', part.streams, 'i64')} to ptr"))
        found = {
            "source": part.source, "target": part.target, "first": part.before, "second": part.after, "load": come, "store": go,
            "turns": turns, "fine": part.table_of("fine") if is_composed else none,
            "coarse": part.table_of("coarse") if is_composed else none, "past_caches": past_caches}
        values = [found[name] for name in _ADDRESSES]
        for k, function in enumerate(stages):
            values += [function, part.table_of(f"stage {k}") if k < len(stages) - 1 else none]
        return values
