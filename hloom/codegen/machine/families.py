"""Thresholds of the other families of kernels."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import ClassVar

from hloom.codegen.machine.record import Record


class Transforms(Record):
    """Transforms (`cpu.fft`); lengths in numbers."""

    #: Numbers of a transform from which on it does not matter that the tables are read for each group; and that a kernel of calls
    #: alone is compiled like what runs seldom.
    long_groups: int = 128
    called: int = 16
    #: The largest of which the transform is straight code.
    most_written_out: int = 13
    #: Points from which on a transform of a contiguous dimension takes two passes: less scratch memory, which stays in the
    #: caches.
    long: int = 512
    #: Points from which on it does even where rows fill the lanes of registers and columns do not.
    long_lanes: int = 3584
    #: Points from which on it does where there are fewer transforms than lanes, so that lanes are filled.
    long_alone: int = 64
    #: Points from which on a convolution takes three passes; those where rows are so few that lanes would be empty, with numbers
    #: of so many bits in all in each of their columns.
    long_convolution: int = 1 << 11
    long_convolution_alone: int = 1 << 8
    alone_bits: int = 128
    #: Bytes of a row that a worker keeps between the two passes over it.
    row_bytes: int = 256 << 10
    #: Numbers of rows that one worker transforms faster than several that wait for each other between the passes.
    alone: int = 1 << 12
    #: Bytes of results that do not stay in the caches.
    large_bytes: int = 4 << 20
    #: Bytes of one worker's scratch memory above which fewer lanes are used.
    scratch_bytes: int = 4 << 20
    #: Points up to which the factors between two passes are a table; others are products of three from short tables, which are
    #: made faster than that and stay in the caches.
    table: int = 1 << 14
    #: Numbers from either end of a row that are one task.
    real_block: int = 1 << 11
    #: Pairs of results that registers of 512 bits, of which there are 32, hold at a time; others.
    wide_block: int = 4
    block: int = 2
    positive: ClassVar = ("real_block",)


class Sorting(Record):
    """Sorts (`cpu.sorting`)."""

    #: Runs of this length are sorted by insertion.
    run: int = 12
    #: Elements in a chunk that one worker sorts; a row of several chunks is sorted by several.
    merged_chunk: int = 1 << 15
    #: Registers that go through a stage together: as many as hide the time that one takes.
    registers_together: int = 4
    #: Words that are sorted here at most: in registers, and by insertion.
    words_in_registers: int = 256
    words_by_insertion: int = 24
    #: Rows from this length on are cut in pieces that workers sort side by side, if there are too few rows for all workers.
    long: int = 1 << 15
    #: Words in a piece that one worker sorts without a look at the time, and those that are worth a piece.
    piece: int = 1 << 21
    smallest_piece: int = 1 << 12
    #: Elements that a task reads or stores of a long row.
    chunk: int = 1 << 15
    #: How many elements are found by a bound, at most, in rows of how many: shorter ones are sorted as fast. They have room for
    #: the slots of the bound (`selection.filter_registers`).
    bounded: tuple[tuple[int, int], ...] = ((32, 65), (64, 240), (96, 768), (128, 1024))
    #: Registers that a turn of the loop compares, by their bytes: more of AVX2 are more to compile and no faster.
    compared_together: Mapping[int, int] = {64: 4, 32: 1}
    #: Words whose median is a pivot: of many, and of fewer.
    samples: int = 6
    few_samples: int = 4
    many: int = 8192
    #: How many elements are looked at together in the second pass over a row.
    filtered_block: int = 64
    #: Registers of least keys: few enough to stay in registers.
    filter_registers: tuple[int, int] = (4, 16)
    positive: ClassVar = ("run", "registers_together", "piece", "smallest_piece", "chunk", "filtered_block")


class Linear(Record):
    """Factorizations, systems and calls of LAPACK (`cpu.linear`)."""

    #: Bytes of all workers' scratch memory from which on matrices are dealt with one after the other.
    large_bytes: int = 1 << 28
    #: Numbers of a matrix from which on a library's threads are worth it. They wait for each other as if each had a processor to
    #: itself: where other programs run, a small matrix takes a hundred times as long with them.
    worth_threads: int = 1 << 20
    #: Rows and columns that are turned together: lines of the cache of both sides.
    turned: int = 16
    #: Bytes that are looked at together.
    looked_at_bytes: int = 64
    #: Bytes of scratch memory up to which a group of matrices lies side by side.
    beside_bytes: int = 1 << 19
    #: By routine, how many registers of numbers matrices have a row of, at most, that lie side by side: where the batch is at
    #: most one register, and where it is more. By itself a matrix is computed by panels and in registers, and is a worker's task:
    #: with AVX2 the LU factors of 5 matrices of 65x65 take 0.15 of the time so, of 16 0.43, with AVX-512 of 9 0.4.
    orders: Mapping[str, tuple[float, float]] = {
        "potrf": (2.0, inf), "trsm": (0.5, inf), "getrf": (1.0, 2.0), "geqrf": (1.0, 4.0), "orgqr": (0.5, 0.5), "ormqr": (0.5,
        0.5)}
    #: Bytes of scratch memory up to which elimination is code of its own where there is a library: a million f64, from which on
    #: that uses threads (`calls.uses_threads`).
    own_bytes: Mapping[str, int] = {"potrf": 9 << 20, "getrf": 9 << 20, "geqrf": 9 << 20, "orgqr": 9 << 21, "ormqr": 9 << 21}
    #: Registers of a row that are computed together, so that they need not wait for each other.
    together: int = 4
    #: Matrices, of so many rows at least, that are too few to be tasks by themselves: each is solved for so many columns at a
    #: time, which stay in the second-level cache.
    few: int = 16
    long: int = 64
    sides: int = 128
    #: Registers of a row (or a multiple) whose numbers in one column share places in the first-level cache.
    colliding_registers: int = 32
    #: Reflections that are applied together, at most.
    panel: int = 4
    #: Registers that sums stand in, for sixteen bytes of each.
    sums: int = 4
    positive: ClassVar = ("turned",)


class Scatter(Record):
    """Scatters (`cpu.irregular.scatter`)."""

    #: Tasks that a scatter should have, if it can, and the pieces in which a worker's share of them is handed out: each of these
    #: goes over all points. About how many instructions it takes to find an update's place.
    tasks: int = 64
    pieces: int = 2
    point_cost: int = 8
    #: Turns of loops around the points that are tasks enough.
    enough: int = 16
    #: Bytes of a window for which it is worth more than one task, and of its rows that tasks divide rather than share places.
    shared_bytes: int = 256
    divided_bytes: int = 64 << 10
    #: Updates from which on they may share places: of fewer, one task may get most.
    many: int = 256
    #: Places beside each other that one task gets are 1 << `block_bits` at most; by what their numbers are multiplied, to scatter
    #: them.
    block_bits: int = 3
    scattered: int = 37


class RandomBits(Record):
    """Random bits (`cpu.irregular.random_bits`)."""

    #: Counters of one task.
    task_counters: int = 1024
    #: Elements from which on a run is worth a call that copies it.
    long_run: int = 32
    positive: ClassVar = ("task_counters",)


class Collectives(Record):
    """What processes of a grid combine (`cpu.collectives`)."""

    #: Bytes that members of a group combine at a time: at least, and at most, where there are so many blocks. What comes from
    #: several arrays is fetched faster in long pieces: of 8 MiB on each of eight processes, 64 KiB take two thirds of the time of
    #: 4 KiB.
    block_bytes: int = 4096
    largest_block_bytes: int = 65536
    blocks: int = 16
