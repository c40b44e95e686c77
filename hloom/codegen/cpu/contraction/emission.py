"""Small steps that all emitters of contractions share: offsets, loops, vector runs, shared functions."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from contextlib import ExitStack

from hloom.codegen.cpu.contraction.arithmetic import Active, Arithmetic, llvm_type
from hloom.codegen.cpu.contraction.dots import Stored
from hloom.codegen.cpu.contraction.spec import Axis
from hloom.codegen.llvm.builder import Function, Value

#: Loop indices by axis of the blocking.
Indices = Sequence[tuple[Axis, Value]]
#: Where a loop begins and ends.
Range = tuple[Value, Value]
#: `(f, indices, width)` -> elements of an operand in the accumulator's type, instead of what lies in memory.
LoadHook = Callable[[Function, Indices, int], Value]


def number(value: int) -> Value:
    return Value("i64", str(value))


def offset(f: Function, terms: Sequence[tuple[Value, int]], start: Value | int = 0) -> Value:
    """`start + sum of index * stride`, leaving out what is zero."""
    if isinstance(start, int):
        start = number(start)
    total = start if start.name != "0" else None
    for index, stride in terms:
        if stride == 0 or index.name == "0":
            continue
        scaled = index if stride == 1 else f.mul(index, stride)
        total = scaled if total is None else f.add(total, scaled)
    return total if total is not None else number(0)


def scaled(f: Function, index: Value, factor: int) -> Value:
    """`index * factor`, also by 1: code is the same, but for a number, whatever the factor is (`cpu.code_templates`)."""
    return f.binary("mul", index, factor)


def element_offset(f: Function, at: Indices, operand: str, start: int = 0) -> Value:
    """Element offset in `operand` ("lhs", "rhs" or "out") of the element with the given indices."""
    return offset(f, [(value, getattr(axis, operand)) for axis, value in at], start)


def moved(f: Function, at: Indices, axis: Axis, step: Value) -> Indices:
    """The indices `at`, with `step` added to that of `axis`."""
    return [(a, offset(f, [(step, 1)], v) if a is axis else v) for a, v in at]


def loops(f: Function, stack: ExitStack, counts: Sequence[Value | int]) -> list[Value]:
    """Opens a nest of loops; their indices."""
    return [number(0) if count == 1 else stack.enter_context(f.loop(0, count)) for count in counts]


def runs(f: Function, length: Value | int, width: int, body: Callable[[Value, int], None], whole: bool = False) -> None:
    """Covers [0, length) by calls `body(start, width)` and, for what is left, `body(start, 1)`.

    With `whole` nothing is left: `length` is a multiple of `width`.
    """
    if isinstance(length, int):
        limit, rest = number(length - length % width), length % width > 0
    else:
        limit, rest = length if whole else f.binary("and", length, -width), width > 1 and not whole
    if not isinstance(length, int) or length >= width:
        with f.loop(0, limit, width) as i:
            body(i, width)
    if rest:
        with f.loop(limit, length) as i:
            body(i, 1)


def load_at(f: Function, arithmetic: Arithmetic, type: Stored, base: Value, index: Value, width: int,
            active: Active | None = None) -> Value:
    """`width` elements of `type` from element `index` of `base` on, converted to the accumulator's type."""
    return arithmetic.load(f, type, f.address(base, index, llvm_type(type)), width, active)


def minimum(f: Function, a: Value, b: Value | int) -> Value:
    return f.select(f.compare("slt", a, b), a, b if isinstance(b, Value) else number(b))


def remaining(f: Function, start: Value, step: int, size: Value | int) -> Value:
    """How many of `step` steps from `start` on there are in an axis of `size`."""
    return minimum(f, f.sub(size if isinstance(size, Value) else number(size), start), step)


def shared_name(prefix: str, *content: object) -> str:
    """A name for a function that `content` determines, so that equal functions of a module are emitted once."""
    return f"{prefix}_{hashlib.sha256(repr(content).encode()).hexdigest()[:12]}"
