"""Costs and thresholds of loops."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from hloom.codegen.machine.record import Record


class Costs(Record):
    """What loops take, in instructions (`cpu.costs`)."""

    #: Instructions of a turn of a loop around the steps of another, and of the end of a reduction whose parts lie in lanes.
    turn: int = 12
    lanes_to_one: int = 12
    #: Instructions for each lane of what processors have no vectors for: divisions of integers, elements that lie apart, or
    #: anywhere.
    division: int = 8
    apart: float = 1.5
    anywhere: int = 3
    #: Instructions of a division of integers by a constant.
    by_constant: int = 6
    #: Instructions of a multiplication with its addition, and of an element of a product beside those.
    multiplication: int = 3
    element: int = 6
    #: The same for integers by their bits (what the processor has no instruction for is put together).
    integers: Mapping[int, int] = {8: 2, 16: 3, 32: 6, 64: 12}
    #: Instructions for each element of a right operand that is packed by itself.
    packing: float = 0.5
    #: Instructions for each number that takes another place among its neighbours, in registers.
    move: int = 1
    #: Instructions that bring bf16 or f16 from and to f32.
    narrow: int = 3
    #: What a complex number takes for what a real one does; products and quotients of two.
    complex: int = 2
    complex_product: int = 6


class Loops(Record):
    """Lanes, tasks and registers of loops (`cpu.vectorisation`, `cpu.flat_loops`, `cpu.vector_loops`)."""

    #: Turns of a loop up to which those around it count, so that a task has a whole one of them.
    short_loop: int = 4
    #: Lanes from which on a row is worth a register.
    least_lanes_permuted: int = 4
    #: Work of an element from which on it may be more than one function, which several registers wait for (see `unroll_and_jam`).
    heavy: int = 24
    #: Tasks that a kernel should have at least if it can, and work (see `work`) that a task should have at least.
    least_tasks: int = 32
    task_work: int = 1 << 15
    #: Work of a body that waits for nothing, and of one that computes one elementary function, about; registers that hold
    #: constants and values of several such.
    light: int = 6
    one_function: int = 24
    many_registers: int = 32
    #: Distances between lanes up to which what they are picked from are few registers; beyond, one of it is filled at a time.
    few_registers: int = 4
    #: Registers of accumulators side by side, steps of a reduction from which on they are worth it, how many instructions a step
    #: may take, and tasks that are left for several workers.
    accumulators: int = 8
    many_steps: int = 64
    light_step: int = 3
    few_tasks: int = 4
    #: Elements of a loop from which on two registers are worth their code, and four.
    points: int = 1 << 14
    many_points: int = 1 << 17
    #: Instructions of a body's longest way from which on it is worth four registers, and of bodies that are not too long for
    #: that.
    long_way: int = 56
    most_code: int = 260
    #: The part of a body that its longest way is at least: of another one other instructions are done meanwhile.
    serial: float = 0.4
    #: Values that wait at a time at most: those of several registers are in registers.
    most_waiting: int = 6
    #: A function that is more code than several registers are worth.
    large_function: int = 100
    #: Instructions that round to bf16 (to f16 fewer, which take as long), and what is exact.
    rounding: int = 6
    #: Stores in place of one under a mask.
    few_stores: int = 2
    #: Work of a body that is rather emitted once than shorter, and vectors of a row beside which one more does not count.
    long_body: int = 8
    long_row: int = 16
    #: Registers of rows that are computed in one step.
    row_registers: int = 4
    positive: ClassVar = ("task_work", "few_tasks")


class Rows(Record):
    """Kernels whose tasks are rows (`cpu.rows`, `cpu.row_routines`)."""

    #: Instructions of a task beside which the calls that it makes do not count.
    worth_a_call: int = 1000
    #: Rows side by side that fill registers.
    least_rows_side_by_side: int = 16
    #: Elements of a row beside which a call does not count.
    least_called: int = 512
    #: Registers that are computed side by side: what programs share may take longer to compile.
    registers_side_by_side: int = 4
    #: Rows and values of a function, at most.
    most_parameters: int = 12
    #: Instructions of a row, as `row_cost` has them, beside which what is done between calls does not count, however it is
    #: compiled.
    worth_little_code: int = 500
    #: Rows of a batch, bytes of what their stages hand each other, and of what they read of a tensor, at most.
    most_batch: int = 16
    batch_scratch_bytes: int = 16 << 10
    batch_bytes: int = 4 << 10
    #: Scalars of a kernel's rows that are not worth a second function, and how many a stage's loops, and a reduction, count for.
    small_code: int = 60
    stage_code: int = 20
    reduction_code: int = 20


class RowPipelines(Record):
    """Rows that go through several stages at the same time (`cpu.row_pipeline`)."""

    #: Registers that each stage computes side by side: several stages share them.
    registers_side_by_side: int = 2
    #: Bytes of the rows that are under way together, at most, which the first cache holds: on a Zen 5 with 48 KB softmax of rows
    #: of 2,048 f32 takes 0.8 to 1 of the time, layer normalization, which goes through six of them, 1.25. Rows of a kernel, at
    #: least.
    most_bytes: int = 40 << 10
    least_rows: int = 32
    #: Rows of a task for each turn in which the pipeline is not full.
    times_depth: int = 32
    #: Bytes that rows under way have to themselves on the stack of a worker, at most.
    most_scratch_bytes: int = 64 << 10
    #: Addresses and values of a function, at most.
    most_parameters: int = 24


class Columns(Record):
    """Reductions across rows (`cpu.column_reductions`)."""

    #: Columns in a band: their accumulators (4 kB in f32) share the first-level cache with the rows that stream through it.
    band: int = 1024
    #: Bands that columns are cut in for the sake of tasks, at most, and tasks that there should be.
    most_bands: int = 4
    tasks: int = 16
    #: Rows added in one pass over the accumulators, and about how many instructions in all: of heavy elements fewer rows keep a
    #: processor busy, and each is code.
    rows: int = 8
    code: int = 128
    #: Bytes of accumulators beside which elements that no cache holds are read by whole rows, and of rows of which several are
    #: read side by side then; tasks that there are without bands.
    accumulator_bytes: int = 16 << 10
    piece_bytes: int = 8 << 10
    enough_tasks: int = 8
    #: Passes beside which the accumulators' beginning and end do not count, and elements of one beside which a call does not.
    enough_passes: int = 32
    worth_a_call: int = 2048
    #: Elements below which registers do as well.
    large_elements: int = 1 << 18


class PackedRows(Record):
    """Rows that fill no register, one behind the other (`cpu.packed_rows`)."""

    #: Elements of a row, at least and at most, that are packed; beyond some registers only where an element takes more work than
    #: this, and masks leave so large a part of the lanes empty.
    least: int = 3
    most: int = 64
    registers: int = 2
    light: int = 7
    empty: float = 0.1


class Interleaving(Record):
    """Stores by turns that are interleaved in registers (`cpu.interleaving`)."""

    #: The most stores that one loop becomes by divisions; columns of several short loops together, which are worth it from so
    #: many rows on, as are those of one; how many scalars they may become.
    most_stores: int = 4
    most_of_matrix: int = 16
    rows: int = 16
    most_scalars: int = 600
    #: Work of an element beside which shuffles count, and from which on the lanes do that its row would leave empty.
    light: int = 4
    costly: int = 12
    #: By the bytes of an element (fewer count as two, more as eight) the most columns of short rows, with little work, some and
    #: much; and how many take so many shuffles that from four bytes on a row is quicker by itself.
    most_columns: Mapping[int, tuple[int, ...]] = {2: (6, 7, 8), 4: (3, 6, 8), 8: (3, 3, 5)}
    most_shuffled: int = 7


class GatherIndices(Record):
    """Places that data decide, computed once for many rows (`cpu.gather_indices`)."""

    #: Rows from which on places are kept, elements of such rows, and numbers that are kept.
    least_rows: int = 16
    least_places: int = 8
    most_places: int = 4096
    lanes: int = 16
    #: Lanes of a step, at most, that lie behind the last place.
    behind: int = 256
    positive: ClassVar = ("lanes",)


class Fetching(Record):
    """Rows that are asked for before their turn (`cpu.kernel_function`)."""

    #: Bytes from a row to the next one, of those that go through a stage together: with fewer the processor looks ahead well
    #: enough, with more the caches do not keep two.
    least_distance: int = 1 << 10
    most_distance: int = 256 << 10
    #: Bytes from a row to the one that is asked for from memory meanwhile, if rows are that short: memory takes longer than a
    #: short row. Bytes up to which the row that comes next stays in the first cache until then, as it does in all pipelines:
    #: their rows share code whatever their length.
    ahead_bytes: int = 16 << 10
    near_bytes: int = 16 << 10
    #: Bytes of a tensor that is in the caches anyway.
    in_cache_bytes: int = 2 << 20
    #: Lines of a row that are asked for in its first turn.
    gathered_lines: int = 64


class SmallLoops(Record):
    """Loops of the program that are one function (`cpu.small_loops`)."""

    #: Bytes of a buffer that is kept in the loop's own memory, at most: four registers of 64 bytes.
    slot_bytes: int = 256
    #: Lines of all kernels that are inlined, each as often as it is launched, at most: LLVM takes about 10 us for each.
    most_lines: int = 900
    #: Instructions of one iteration beside which the cost of launches does not count.
    most_cost: int = 15_000


class Picking(Record):
    """Elements that lie apart, picked out of registers (`llvm.picked_lanes`)."""

    #: By the bytes of an element the largest distance for which loads and shuffles are quicker; and the least one for which loads
    #: of single lanes are as quick, where registers are smaller than those of AVX-512.
    farthest: Mapping[int, int] = {1: 16, 2: 16, 4: 16, 8: 9}
    single: Mapping[int, int] = {1: 10, 2: 5, 4: 5, 8: 5}
    #: The longest side of a square in registers, and by the bytes of an element the distances at which more than half of the
    #: columns are found faster as those of squares: to pick them takes most steps at odd ones.
    side: int = 16
    square: Mapping[int, tuple[int, ...]] = {
        1: (9, 11, 13, 15), 2: (9, 11, 13, 14, 15), 4: (7, 9, 11, 13, 14, 15, 16), 8: (7, 9)}
    #: Distances up to which LLVM looks for better shuffles of integers.
    few_distances: int = 4
    #: Registers of the largest table. Lanes that are picked for each register of a table that is loaded for them alone.
    most_registers: int = 4
    least_lanes: int = 4
    positive: ClassVar = ("least_lanes",)
