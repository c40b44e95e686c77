"""A pass in a kernel: its groups, and where its numbers, tables and scratch memory are."""

from __future__ import annotations

from collections.abc import Sequence
from math import log2

from hloom.codegen.cpu.fft.plan import LINE_BYTES, Pass
from hloom.codegen.llvm.builder import Function, Value
from hloom.codegen.llvm.types import vector
from hloom.codegen.target import Target


def register_of(one: Pass, processor: Target) -> str:
    """The registers whose lanes are those of a group."""
    return vector("float" if one.bits == 32 else "double", one.width(processor.lanes(one.bits)))


class PassFrame:
    """In scratch memory number k of a group is a register of real parts and one of imaginary parts.

    The last group begins where it ends with the last lane, and computes some lanes once more; but `in_place`, where these are
    no longer what they were, and where there are less lanes than a group has.
    """

    def __init__(self, f: Function, one: Pass, source: Value, to: Value, tables: Sequence[Value], scratch: Value,
                 processor: Target, in_place: bool) -> None:
        self.f, self.one, self.processor = f, one, processor
        self.source, self.target, self.table = source, to, tables[0]
        self.long_table = tables[-1]  # where it has one
        self.part = "float" if one.bits == 32 else "double"
        self.width = one.width(processor.lanes(one.bits))
        self.register = register_of(one, processor)
        #: Bytes of a register.
        self.bytes = self.width * one.bits // 8
        self.groups = -(-one.lanes // self.width)
        self.has_rest = one.has_rest(self.width, in_place)
        #: About how many instructions a group is.
        self.cost = (4 if one.is_convolution or one.role == "middle" else 2) * one.points * (5 * log2(max(one.points, 2)) + 8)
        #: Whether results are stored past the caches, which is so in a large array that begins with a line; None: never.
        self.streams = None
        if one.streams(self.width):
            start = f.binary("and", f.value("i64", f"ptrtoint {to} to i64"), LINE_BYTES - 1)
            self.streams = f.compare("eq", start, 0)
        self.before, self.after = scratch, f.address(scratch, one.scratch(self.width) // 2, "i8")

    @property
    def turn_steps(self) -> tuple[int, int]:
        """Bytes from a row of the table of turns to the next one, and to the imaginary parts."""
        bytes = self.one.turn_lanes * self.one.bits // 8
        return 2 * bytes, bytes

    def table_of(self, name: str) -> Value:
        """Where a table begins."""
        return self.f.address(self.table, self.one.offset(name), self.part)
