"""The padded window: the part of a convolution's input that a task reads, copied with its padding and dilation.

A task computes a box of output pixels. Its window holds the inputs of all of them, zeros where the padding is, so
that the micro-kernel reads patches without looking at borders: overlapping rows at constant strides.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from math import inf, prod

from hloom.codegen.cpu.contraction.arithmetic import Arithmetic, llvm_type
from hloom.codegen.cpu.contraction.copies import Rows, RunCopy
from hloom.codegen.cpu.contraction.dots import FLIPPED_ZERO, Group, Stored
from hloom.codegen.cpu.contraction.emission import number, offset, scaled
from hloom.codegen.llvm.builder import Function, Value
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.llvm.types import bits_of
from hloom.codegen.machine import Machine
from hloom.support.records import dataclass


@dataclass(frozen=True)
class WindowAxis:
    """One dimension of a window: `extent` positions, those of the input at `dilation` steps from -`low` on."""

    #: Elements and element stride of the input.
    size: int
    stride: int
    extent: int
    low: int = 0
    dilation: int = 1
    #: Whether all windows have the same positions along it.
    is_shared: bool = True

    @property
    def distance(self) -> float:
        """Elements from one to the next in the input; one that is repeated is not beside itself, but far away, and one that is
        alone is beside nothing, whatever its stride."""
        return inf if self.size == 1 else abs(self.stride) or inf

    @property
    def is_whole(self) -> bool:
        """Whether every window holds all of the input along this dimension, and nothing else."""
        return self.is_shared and self.extent == self.size and self.low == 0 and self.dilation == 1


@dataclass(frozen=True)
class Window:
    """A window's dimensions, and their element strides in the copy: those of the input's memory order."""

    axes: tuple[WindowAxis, ...]
    strides: tuple[int, ...]
    size: int

    @classmethod
    def of(cls, machine: Machine, axes: Sequence[WindowAxis], bytes: int) -> Window:
        """A window of elements of `bytes` bytes; rows, and rows of rows, are set apart where they would crowd into few cache
        sets."""
        strides, step, crowded = [0] * len(axes), 1, machine.windows.crowded_pitch
        for i in sorted(range(len(axes)), key=lambda i: axes[i].distance):
            if axes[i].extent == 1:
                continue
            strides[i] = step
            step *= axes[i].extent
            if step * bytes % crowded == 0:
                step += 64 // bytes
            crowded = machine.blocking.colliding_pitch
        return cls(tuple(axes), tuple(strides), step)

    @property
    def run(self) -> int:
        """The dimension along which the innermost copy runs."""
        return min(range(len(self.axes)), key=lambda i: (self.axes[i].extent == 1, self.axes[i].distance))

    @property
    def runs(self) -> list[int]:
        """`run` and the dimensions around it whose elements follow each other in the input and in the window alike: one copy
        takes all of what is inside of the last one, which every window holds."""
        found = [self.run]
        size = 1
        while self.axes[found[-1]].is_whole:
            size *= self.axes[found[-1]].size
            following = [i for i, axis in enumerate(self.axes) if i not in found and axis.extent > 1 and axis.dilation == 1
                         and (axis.stride, self.strides[i]) == (size * self.axes[self.run].stride, size)]
            if not following:
                break
            found.append(following[0])
        return found

    @property
    def row(self) -> int | None:
        """The dimension, of those that `runs` leaves, along which one call copies all that there is; None if it leaves none."""
        left = [i for i, axis in enumerate(self.axes) if i not in self.runs and axis.extent > 1]
        return left[-1] if left else None


def padded_size(window: Window, width: int) -> int:
    """Elements of a window's copy, which are cleared: whole vectors, and one more that a last vector may reach into."""
    return (-(-window.size // width) + 1) * width


class WindowCopy:
    """Emits the innermost loops of filling a window, then calls of them."""

    def __init__(self, module: LLVMModule, window: Window, type: Stored, arithmetic: Arithmetic) -> None:
        self.window, self.type, self.arithmetic = window, type, arithmetic
        run = window.axes[window.run]
        self.copy = RunCopy(module, arithmetic, type, (run.stride, run.dilation), multiple=run.size if run.is_whole else 1,
                            has_rows=window.row is not None)

    def fill(self, f: Function, source: Value, goal: Value, first: Sequence[Value], origin: Sequence[Value]) -> None:
        """Fills the window at `goal`; `first` are its first positions, counted from the first one of the padding.

        The input begins at the indices `origin` of the operand (where a group of images or features begins).
        """
        window, runs, row = self.window, self.window.runs, self.window.row
        zero = FLIPPED_ZERO if isinstance(self.type, Group) and self.type.flips else 0
        f.clear_bytes(goal, padded_size(window, self.arithmetic.width) * bits_of(self.arithmetic.element) // 8, zero)
        with ExitStack() as stack:
            inputs: list[Value] = [number(0)] * len(window.axes)
            ranges = [self._inside(f, axis, position) for axis, position in zip(window.axes, first, strict=True)]
            for i, (begin, end) in enumerate(ranges):
                inputs[i] = begin if i in runs or i == row else stack.enter_context(f.loop(begin, end))
            begin, end = ranges[runs[-1]]
            length = scaled(f, f.sub(end, begin), prod(window.axes[i].size for i in runs[:-1]))
            place = [offset(f, [(j, a.dilation), (position, -1)], a.low)
                     for j, a, position in zip(inputs, window.axes, first, strict=True)]
            inputs = [offset(f, [(j, 1), (o, 1)]) for j, o in zip(inputs, origin, strict=True)]
            source_offset = offset(f, [(j, a.stride) for j, a in zip(inputs, window.axes, strict=True)])
            goal_offset = offset(f, list(zip(place, window.strides, strict=True)))
            rows = None
            if row is not None:
                (begin, end), axis = ranges[row], window.axes[row]
                rows = Rows(f.sub(end, begin), axis.stride, axis.dilation * window.strides[row])
            self.copy.call(f, f.address(source, source_offset, llvm_type(self.type)),
                           f.address(goal, goal_offset, self.arithmetic.element), length, rows=rows)

    @staticmethod
    def _inside(f: Function, axis: WindowAxis, first: Value) -> tuple[Value, Value]:
        """Range of the elements of the input whose positions lie in the window that starts at position `first`."""
        if axis.is_whole:
            return number(0), number(axis.size)
        # Element j has position j * dilation + low, relative to `first`: from 0 to extent - 1.
        begin = f.add(f.sub(first, axis.low), axis.dilation - 1)
        end = f.add(f.sub(first, axis.low), axis.extent - 1 + axis.dilation)
        if axis.dilation > 1:
            begin, end = floor_divide(f, begin, axis.dilation), floor_divide(f, end, axis.dilation)
        begin = f.select(f.compare("slt", begin, 0), number(0), begin)
        end = f.select(f.compare("sgt", end, axis.size), number(axis.size), end)
        return begin, f.select(f.compare("slt", end, begin), begin, end)


def floor_divide(f: Function, a: Value, divisor: int) -> Value:
    """`a / divisor`, rounded down, for a positive divisor."""
    quotient, rest = f.binary("sdiv", a, divisor), f.binary("srem", a, divisor)
    return f.add(quotient, f.cast("sext", f.compare("slt", rest, 0), "i64"))


def extent(outputs: int, stride: int, taps: int, dilation: int) -> int:
    """Positions that `outputs` windows of `taps` taps cover, `stride` and `dilation` positions apart."""
    return (outputs - 1) * stride + (taps - 1) * dilation + 1


