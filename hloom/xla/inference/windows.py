"""Windows that slide over arrays: convolutions, reductions by windows, and their gradients."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hloom.ir.primitive_type import PrimitiveType
from hloom.xla.inference.parts import (
    ProgramShape,
    Size,
    array,
    compatible_size,
    expect_array,
    expect_reducer,
    fail,
    merged,
    plain,
    same_dimensions,
    sizes_of,
)
from hloom.xla.shape import UNBOUNDED, Shape
from hloom.xla.shape_util import compatible_ignoring_fp_precision


@dataclass(frozen=True)
class Window:
    """Sizes, strides, padding and dilations of a window, one of each a dimension."""

    size: tuple[int, ...]
    strides: tuple[int, ...]
    padding: tuple[tuple[int, int], ...]
    base_dilation: tuple[int, ...]
    dilation: tuple[int, ...]
    reversal: tuple[bool, ...] = ()

    @classmethod
    def of(cls, size: Sequence[int], strides: Sequence[int] = (), padding: Sequence[Sequence[int]] = (),
           base_dilation: Sequence[int] = (), dilation: Sequence[int] = (), reversal: Sequence[bool] = ()) -> Window:
        """A window whose fields are checked; those that are empty say nothing (1, or no padding)."""
        rank = len(size)
        for values, what in ((strides, "window strides"), (padding, "padding entries"), (base_dilation, "base dilation factors"),
                             (dilation, "window dilation factors"), (reversal, "window reversal")):
            if len(values) and len(values) != rank:
                fail(f"Window has different number of window dimensions than of {what}\n: {rank} vs {len(values)}.")
        for values, what in ((size, "dimension"), (strides, "stride"), (base_dilation, "base area dilation factor"),
                             (dilation, "dilation factor")):
            for n in values:
                if n <= 0:
                    fail(f"Window {list(size)} has a non-positive {what}.")
        pads = [(int(p[0]), int(p[1])) for p in padding] or [(0, 0)] * rank
        return cls(tuple(size), tuple(strides) or (1,) * rank, tuple(pads), tuple(base_dilation) or (1,) * rank,
                   tuple(dilation) or (1,) * rank, tuple(map(bool, reversal)))

    def positions(self, d: int, n: int) -> int:
        """How many places the window has along dimension `d` of `n` elements."""
        dilated = (n - 1) * self.base_dilation[d] + 1 if n else 0
        padded = dilated + self.padding[d][0] + self.padding[d][1]
        wide = (self.size[d] - 1) * self.dilation[d] + 1
        return 0 if padded < wide else (padded - wide) // self.strides[d] + 1

    def output(self, sizes: Sequence[Size]) -> list[Size]:
        """The sizes of what is made of the windows of an array."""
        return [(UNBOUNDED, True) if n == UNBOUNDED else (self.positions(d, n), b) for d, (n, b) in enumerate(sizes)]


def reduce_window(operands: Sequence[Shape], init_values: Sequence[Shape], window: Window, computation: ProgramShape) -> Shape:
    """The shape of every window of the arrays reduced to one element; of several arrays a tuple (ReduceWindow)."""
    if not operands:
        fail("Number of operands of reduce-window must be at least 1.")
    if len(operands) != len(init_values):
        fail(f"Number of operands and number of initial values of reduce-window differ: {len(operands)} vs {len(init_values)}.")
    for shape in operands:
        expect_array(shape, "operand of reduce-window")
    if not same_dimensions(operands):
        fail("All inputs of reduce-window must have the same dimensions, got " + ", ".join(map(plain, operands)))
    expect_reducer(computation, init_values, operands)
    if len(window.size) != operands[0].rank:
        fail(f"Window has dimension {len(window.size)} but base shape has dimension {operands[0].rank}.")
    for k, value in enumerate(init_values):
        if not value.is_scalar:
            fail(f"Init value of reduce-window must be a scalar, got {plain(value)} for operand {k}.")
    sizes = window.output(merged(operands))
    types = _results(computation)
    shapes = [array(t, sizes) for t in types]
    return shapes[0] if len(operands) == 1 else Shape.of_tuple(shapes)


def _results(computation: ProgramShape) -> list[PrimitiveType]:
    result = computation.result
    return [s.element_type for s in (result.tuple_shapes if result.is_tuple else (result,))]


def select_and_scatter(operand: Shape, select: ProgramShape, window: Window, source: Shape, init_value: Shape,
                       scatter: ProgramShape) -> Shape:
    """The operand's shape (SelectAndScatter)."""
    expect_array(operand, "operand of select-and-scatter")
    element = Shape(operand.element_type)
    if len(select.parameters) != 2:
        fail(f"Select function must take 2 parameters, but takes {len(select.parameters)} parameter(s).")
    if not compatible_ignoring_fp_precision(select.result, Shape("pred")):
        fail(f"Select function must have rank-0 PRED result, but has {plain(select.result)}.")
    for k, name in enumerate(("first", "second")):
        if not compatible_ignoring_fp_precision(select.parameters[k], element):
            fail(f"Select function's {name} parameter shape currently must match the operand element shape, but got "
                 f"{plain(select.parameters[k])} vs {plain(element)}.")
    expect_array(source, "source of select-and-scatter")
    expect_reducer(scatter, [init_value], [source])
    if len(window.size) != operand.rank:
        fail(f"Window has dimension {len(window.size)} but base shape has dimension {operand.rank}.")
    windowed = array(operand.element_type, window.output(sizes_of(operand)))
    if source.rank != windowed.rank or not all(compatible_size(a, b) for a, b in zip(sizes_of(source), sizes_of(windowed))) or (
            source.element_type is not windowed.element_type and not compatible_ignoring_fp_precision(source, windowed)):
        fail(f"Source shape does not match the shape of window-reduced operand: source({plain(source)}), window-reduced "
             f"operand({plain(windowed)}).")
    return array(operand.element_type, sizes_of(operand))
