"""Thresholds of planning: which operations are one kernel, and where values lie."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from hloom.codegen.machine.record import Record


class Fusion(Record):
    """What is computed where it is used (`plan.fusion`, `plan.element_formulas`, `plan.sign_analysis`)."""

    #: Bytes from which on a constant of equal elements is not kept but filled in.
    large_constant_bytes: int = 1 << 12
    #: An inlined expression may cost this much when it is computed again for every use.
    cheap: int = 3
    #: Components of a place, all together, may cost this much where they are computed for each element that is taken from there:
    #: as a vector of components, which they are exported as, they would have to be taken apart again for each.
    cheap_place: int = 16
    #: Elements chosen from several sources, all at once and in order, that cost less than one that is chosen where it is
    #: gathered.
    most_chosen: int = 2
    #: Operations in one inlined expression: bounds code size. How deep choices, reductions and indices may be nested in it: they
    #: are emitted by recursion.
    most_operations: int = 120
    most_nesting: int = 12
    #: Operations in a row whose indices divide (reshapes between movements): what they make together may grow with each.
    most_divisions: int = 5
    #: How deep it is looked into what a number is computed from.
    depth_of_signs: int = 4


class Merging(Record):
    """Which loops are one kernel (`plan.merging`)."""

    #: Stores in one merged kernel, and distinct reads.
    most_stores: int = 12
    most_reads: int = 40
    #: Choices, reductions and indices inside of each other in one expression: they are emitted by recursion.
    most_nesting: int = 24
    #: Bytes of rows between the operations of one kernel: what stays in a core's share of the caches.
    most_scratch_bytes: int = 4 << 20
    #: Points of the prefix below which a row-by-row kernel would leave workers idle.
    least_rows: int = 16
    #: Elements of a row below which rows do not go one by one.
    least_row: int = 24
    #: Elements side by side in a loop of a row below which vectors over several rows are worth more.
    least_run: int = 8
    #: Work of functions of what a row comes to that counts beside the row; elements of a row for each of its instructions up to
    #: which it does; work that a kernel of its own is worth; and up to how many elements, by their bytes, rows do not go one by
    #: one.
    function_work: int = 12
    row_of_function: int = 16
    worth_a_kernel: int = 1 << 15
    rows_in_lanes: Mapping[int, int] = {2: 15, 4: 16, 8: 9}
    #: Elements below which a kernel runs on one worker anyway.
    small_elements: int = 1 << 13


class Splitting(Record):
    """Reductions that are split into parts, or joined (`plan.splitting`)."""

    #: Reductions of fewer elements than this stay whole, and those of fewer to each result.
    large_elements: int = 1 << 17
    long_elements: int = 1 << 10
    #: Results of a reduction that is split, at most. They may be more of one across rows of what no cache holds, if rows have
    #: fewer bytes than this: such are to be read as they lie, not by pieces.
    few_results: int = 256
    row_bytes: int = 16 << 10
    #: Partial results a reduction is split into, and the number that is aimed at.
    fewest_parts: int = 8
    most_parts: int = 64
    #: Elements side by side that a part has at least; and rows of a part of what other kernels divide by rows, of so many bytes
    #: at least.
    least_run: int = 256
    least_rows: int = 16
    fetched_bytes: int = 1 << 20
    #: Accumulators of one reduction, at most: they are to stand in registers.
    most_accumulators: int = 4


class Unrolling(Record):
    """Reductions that are written out (`cpu.loop_shape`, `cpu.shaping`)."""

    #: The most elements of a reduction that is written out, and the most scalars that it may become unless somebody knows better.
    elements: int = 16
    scalars: int = 200
    #: Elements of a row of the result, scalars that an element may become, and rows from which on it is worth it.
    row_elements: int = 8
    row_scalars: int = 640
    rows: int = 16


class Scratch(Record):
    """Memory of the points of a kernel (`plan.kernels`)."""

    #: Bytes of a kernel's point buffers that lie on the stack of the worker. Where there are more, those do that take less than a
    #: share of so many parts.
    most_on_stack_bytes: int = 64 << 10
    shares: int = 16
    positive: ClassVar = ("shares",)


class Rotation(Record):
    """Buffers of loops that change names instead of being copied (`plan.buffers`)."""

    #: Bytes of the copies of an iteration below which they take no time worth mentioning; of a buffer that small loops may keep
    #: in registers.
    worth_bytes: int = 2 << 10
    small_bytes: int = 256
    #: Buffers that change their names with each other, at most: with two or three one is free wherever the loop ends, so that
    #: values are brought to their places one by one. Commands of all iterations together.
    most_buffers: int = 3
    most_commands: int = 400


class BaselineTier(Record):
    """Kernels that take next to no time, which are compiled fast rather than to fast code (`Capabilities.baseline_threshold`)."""

    #: Instructions, one element at a time, that take less than calling a program does; those of its kernels at most, and for
    #: how many elements of a program there may be one more (see `Capabilities.baseline_threshold`).
    work: int = 256
    most_work: int = 4096
    elements_each: int = 256
    positive: ClassVar = ("elements_each",)
