"""What a matrix product computes: loop axes with an element stride in each operand.

    out[batch, m, n] = sum over k of  lhs[batch, m, k] * rhs[batch, k, n]

Each of batch, m, n and k is a tuple of axes, outermost first, so that any `dot_general`, with its operands and its
result in any layout, is described without a copy.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from hloom.codegen.cpu.contraction.dots import Stored
from hloom.codegen.llvm.builder import Function, Value
from hloom.numbers.element_type import ElementType
from hloom.support.records import dataclass

#: Loop indices (i64) of the axes of one group, in the order of the specification.
Index = tuple[Value, ...]
#: `(f, batch, k, n, width)` -> `width` elements of the right operand along the last axis of n.
RhsLoad = Callable[[Function, Index, Index, Index, int], Value]
#: `(f, sums, batch, m, n, width)` -> what to store for `width` elements of the result along the last axis of n.
Epilogue = Callable[[Function, Value, Index, Index, Index, int], Value]


@dataclass(frozen=True)
class Axis:
    """One loop: trip count and element strides, 0 in an operand that the loop does not move in."""

    size: int
    lhs: int = 0
    rhs: int = 0
    out: int = 0
    #: Which axes of the specification this one stands for, outermost first.
    members: tuple[int, ...] = ()


@dataclass(frozen=True)
class Examples:
    """That the first axis of m, or of batch, goes over the rows of `most` examples, of which a launch may do the first ones only,
    `least` or more (`plan.examples`). `argument` is the place, among a kernel's, of the address of their number."""

    argument: int
    least: int
    most: int
    is_batch: bool = False

    def rows(self, axis: Axis) -> int:
        """Steps of an axis for each example."""
        return axis.size // self.most

    def counts(self, axis: Axis, most: int) -> list[int]:
        """Steps of an axis that launches may have, so many of them at most, evenly."""
        step = -(-(self.most - self.least + 1) // most)
        return [n * self.rows(axis) for n in range(self.most, self.least - 1, -step)]

    def extent(self, f: Function, axis: Axis) -> Value:
        """How many steps of an axis a launch does."""
        address = f.load("ptr", f.address(f.parameters[0], self.argument, "ptr"))
        return f.mul(f.load("i64", address), self.rows(axis))


def leads(axes: Sequence[Axis]) -> bool:
    """Whether the first one of axes begins with the first one of the specification's."""
    return bool(axes) and axes[0].members[:1] == (0,)


@dataclass(frozen=True)
class MatmulSpec:
    """A (batched, multi-dimensional) matrix product; offsets are element offsets of the first element used."""

    batch: tuple[Axis, ...]
    m: tuple[Axis, ...]
    n: tuple[Axis, ...]
    k: tuple[Axis, ...]
    lhs_type: Stored
    rhs_type: Stored
    out_type: ElementType
    lhs_offset: int = 0
    rhs_offset: int = 0

    @classmethod
    def dot_general(cls, lhs_shape: Sequence[int], rhs_shape: Sequence[int], *, lhs_type: ElementType,
                    rhs_type: ElementType, out_type: ElementType, lhs_batch: Sequence[int] = (),
                    rhs_batch: Sequence[int] = (), lhs_contracting: Sequence[int] = (),
                    rhs_contracting: Sequence[int] = (), lhs_strides: Sequence[int] | None = None,
                    rhs_strides: Sequence[int] | None = None) -> MatmulSpec:
        """The product of StableHLO's `dot_general`; strides count elements and default to row-major ones.

        The result's dimensions are batch, free of the left, free of the right operand.
        """
        lhs_strides = row_major(lhs_shape) if lhs_strides is None else lhs_strides
        rhs_strides = row_major(rhs_shape) if rhs_strides is None else rhs_strides
        lhs_free = [d for d in range(len(lhs_shape)) if d not in lhs_batch and d not in lhs_contracting]
        rhs_free = [d for d in range(len(rhs_shape)) if d not in rhs_batch and d not in rhs_contracting]
        sizes = [lhs_shape[d] for d in (*lhs_batch, *lhs_free)] + [rhs_shape[d] for d in rhs_free]
        strides = iter(row_major(sizes))
        return cls(
            batch=tuple(Axis(lhs_shape[a], lhs_strides[a], rhs_strides[b], next(strides))
                        for a, b in zip(lhs_batch, rhs_batch, strict=True)),
            m=tuple(Axis(lhs_shape[d], lhs_strides[d], 0, next(strides)) for d in lhs_free),
            n=tuple(Axis(rhs_shape[d], 0, rhs_strides[d], next(strides)) for d in rhs_free),
            k=tuple(Axis(lhs_shape[a], lhs_strides[a], rhs_strides[b])
                    for a, b in zip(lhs_contracting, rhs_contracting, strict=True)),
            lhs_type=lhs_type, rhs_type=rhs_type, out_type=out_type)

    def text(self) -> str:
        """A listing: loops, and offsets in memory."""
        groups = {"b": self.batch, "m": self.m, "n": self.n, "k": self.k}
        axes = [(f"{name}{number}", axis) for name, group in groups.items() for number, axis in enumerate(group)
                if axis.size != 1]
        outer, inner = ([f"{name} in [0, {axis.size - 1}]" for name, axis in axes if (name[0] == "k") == is_inner]
                        for is_inner in (False, True))

        def place(operand: str, start: int = 0) -> str:
            terms = [(getattr(axis, operand), name) for name, axis in axes]
            found = [f"{name}*{stride}" if stride != 1 else name for stride, name in terms if stride]
            if start or not found:
                found.append(str(start))
            return f"{operand}[{' + '.join(found).replace('+ -', '- ')}]"

        total = f"sum over {', '.join(inner)} of " if inner else ""
        return (f"for {', '.join(outer) or '()'}:  // {self.lhs_type} x {self.rhs_type} -> {self.out_type}\n"
                f"    {place('out')} = {total}{place('lhs', self.lhs_offset)} * {place('rhs', self.rhs_offset)}")

    def swapped(self) -> MatmulSpec:
        """The same product with the operands in each other's place."""
        def swap(axes: tuple[Axis, ...]) -> tuple[Axis, ...]:
            return tuple(replace(a, lhs=a.rhs, rhs=a.lhs) for a in axes)
        return replace(self, batch=swap(self.batch), m=swap(self.n), n=swap(self.m), k=swap(self.k),
                       lhs_type=self.rhs_type, rhs_type=self.lhs_type,
                       lhs_offset=self.rhs_offset, rhs_offset=self.lhs_offset)


def size_of(axes: Sequence[Axis]) -> int:
    """Number of iterations of a nest of axes."""
    return math.prod(a.size for a in axes)


def row_major(shape: Sequence[int]) -> tuple[int, ...]:
    """Element strides of a dense array whose last dimension is contiguous."""
    return tuple(math.prod(shape[d + 1:]) for d in range(len(shape)))


def merge(axes: Sequence[Axis], *, key: Callable[[Axis], int] | None = None, lanes: int = 0) -> tuple[Axis, ...]:
    """Fewer and longer axes that cover the same iterations: axes of size 1 go, adjacent ones join where strides allow.

    `key` orders the axes first, by falling value. With `lanes`, the last axis keeps its place, and it joins another
    only if vectors of that many lanes cannot straddle its end.
    """
    numbered = [replace(a, members=(i,)) for i, a in enumerate(axes)]
    last = numbered[-1] if lanes and numbered else None
    kept = [a for a in numbered if a.size != 1 or a is last]
    if key is not None:
        fixed = [a for a in kept if a is last]
        kept = sorted((a for a in kept if a is not last), key=key, reverse=True) + fixed
    result: list[Axis] = []
    for axis in kept:
        outer = result[-1] if result else None
        straddles = axis is last and axis.size % lanes != 0
        if outer is not None and not straddles and all(
                getattr(outer, s) == getattr(axis, s) * axis.size for s in ("lhs", "rhs", "out")):
            result[-1] = replace(axis, size=outer.size * axis.size, members=outer.members + axis.members)
        else:
            result.append(axis)
    return tuple(result)


def unravel(f: Function, index: Value, sizes: Sequence[int | Value], counts_single: bool = False) -> list[Value]:
    """The indices in a nest of loops of the given sizes whose iterations are counted by `index`. With `counts_single` a loop of
    one turn is counted like any other: code is the same, but for numbers, whatever the sizes are (`cpu.code_templates`)."""
    result: list[Value] = []
    with f.where_defined(index):
        for size in reversed(sizes[1:]):
            is_counted = isinstance(size, Value) or size > 1 or counts_single
            result.append(f.binary("urem", index, size) if is_counted else Value("i64", "0"))
            index = f.binary("udiv", index, size) if is_counted else index
    return [*([index] if sizes else []), *reversed(result)]


def original_indices(f: Function, original: Sequence[Axis], merged: Sequence[tuple[Axis, Value]]) -> Index:
    """The loop indices of the specification's axes, given those of the merged axes that stand for them."""
    result = [Value("i64", "0")] * len(original)
    for axis, value in merged:
        parts = unravel(f, value, [original[i].size for i in axis.members])
        for member, part in zip(axis.members, parts, strict=True):
            result[member] = part
    return tuple(result)
