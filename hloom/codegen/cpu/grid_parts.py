"""What the functions of a grid's machine code are made of: words, places of members, and what each member does at a meeting."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from hloom.codegen.cpu.dispatch_latency import at
from hloom.codegen.llvm.builder import Function, Value, constant
from hloom.runtime.dispatch.grid_layout import MEMBER, MEMBERS, SOURCE, Kind, Word

#: What a reduction is given: addresses and the functions of a block and of what is left; then what a member is.
PARTS = [("ptr", "addresses"), ("ptr", "block"), ("i64", "block_tasks"), ("i64", "block_form"), ("ptr", "rest"),
          ("i64", "rest_tasks"), ("i64", "rest_form")]
OF_MEMBER = [("ptr", "words"), ("ptr", "memory"), ("i64", "rank"), ("i64", "size"), ("ptr", "target")]


def integer(value: int) -> Value:
    return constant("i64", value)


def word(f: Function, base: Value, number: int, type: str = "i64") -> Value:
    return f.load(type, at(f, base, 8 * number))


def member(f: Function, memory: Value, rank: Value) -> Value:
    """A member's first place; its place in a round if the memory is that of the round (`in_round`)."""
    return f.address(at(f, memory, MEMBERS), f.mul(rank, 2 * MEMBER), "i8")


def in_round(f: Function, memory: Value, number: Value) -> Value:
    """Memory, from where members' places in a round lie as their first places do from its beginning."""
    return f.address(memory, f.mul(f.binary("and", number, 1), MEMBER), "i8")


def number_of(f: Function, memory: Value) -> Value:
    """An address as a number."""
    return f.value("i64", f"ptrtoint {memory} to i64")


def clear(f: Function, target: Value, size: Value) -> None:
    f.intrinsic("memset", target, Value("i8", "0"), size, Value("i1", "false"), result="void", overload=("ptr", "i64"))


def _call(f: Function, name: str, arguments: Sequence[Value]) -> None:
    f.call(name, "void", arguments)


def leave_if(f: Function, stopped: Value) -> None:
    """Returns 1 if a word is not 0."""
    leave, on = f.label("leave"), f.label("on")
    f.branch_if(f.compare("ne", stopped, 0), leave, on)
    f.block(leave)
    f.ret(integer(1))
    f.block(on)


def emit_kinds(f: Function, kind: Value, differ: Value, reduced: list[Value], part: Value | None = None) -> None:
    """What a member does where all are there: `reduced` is what a reduction is given, `part` the part of a sum that is this
    member's where all divide it (default: that of its place in the group)."""
    *_, words, memory, rank, size, target = reduced
    size_of_all = word(f, words, Word.BYTES)
    labels = {each: f.label(each.name.lower()) for each in Kind if each is not Kind.PERMUTE}
    done = f.label("done")
    f.emit(f"switch {kind}, label %{done} [{' '.join(f'i64 {k.value}, label %{label}' for k, label in labels.items())}]")
    f.block(labels[Kind.GATHER])
    f.call("gather", "void", [words, memory, rank, size, target])
    f.branch(done)
    f.block(labels[Kind.BROADCAST])
    f.copy_bytes(target, f.load("ptr", at(f, member(f, memory, integer(0)), SOURCE)), size_of_all)
    f.branch(done)
    f.block(labels[Kind.REDUCE])
    is_divided = f.binary("and", f.compare("eq", differ, 0), f.compare("sge", word(f, words, Word.BLOCKS), size))
    divided = [*reduced[:-3], rank if part is None else part, *reduced[-2:]]
    f.if_else(is_divided, partial(_call, f, "reduce_part", divided), partial(_call, f, "reduce", reduced))
    f.branch(done)
    f.block(labels[Kind.REDUCE_SCATTER])
    f.call("reduce", "void", reduced)
    f.branch(done)
    f.block(labels[Kind.REDUCE_TO_FIRST])
    f.if_else(f.compare("eq", rank, 0), partial(_call, f, "reduce", reduced), partial(clear, f, target, size_of_all))
    f.branch(done)
    f.block(done)
