"""Sizes of caches, and thresholds of loops that move elements."""

from __future__ import annotations

from typing import ClassVar

from hloom.codegen.machine.record import Record


class Caches(Record):
    """What caches hold."""

    #: Bytes of results of which targets are told that nothing in the program reads them.
    told_bytes: int = 1 << 20
    #: Bytes of a tensor that no cache holds.
    uncached_bytes: int = 16 << 20


class Streaming(Record):
    """Stores past the caches (`cpu.movements`, `cpu.nontemporal_stores`)."""

    #: Bytes of a result and of what it is computed from, together, that fill the last cache, which so keeps neither; and of a
    #: result. With 32 MB (Zen 4, Zen 5) sums, complex products and softmax of 12 to 16 MB take 0.5 to 0.8 of the time, smaller up
    #: to 1.3.
    all_bytes: int = 32 << 20
    result_bytes: int = 8 << 20
    #: Bytes of rows of such results that are long enough, and of those that consist of several ranges.
    row_bytes: int = 128
    row_of_ranges_bytes: int = 2048
    #: Turns of a loop that are read as so many streams.
    streams: int = 8
    #: Instructions an element beside which memory decides how long a loop takes.
    light: int = 12
    #: Bytes that a turn of a loop stores past the caches, and registers that a value in it may fill.
    turn_bytes: int = 256
    registers: int = 8
    #: Bytes of an element from which on rows are worth it: what computes narrower ones does not wait for memory.
    least_staged_bytes: int = 4


class Transposes(Record):
    """Tiles of two loops that change places (`cpu.transposes`)."""

    #: Bytes of a result that does not stay in the caches, and how many times as many these hold for several workers, where no
    #: rows share places in them: on two threads results of 5 to 8 MB that stay take half of the time, those of 10 MB 1.2.
    large_bytes: int = 5 << 20
    of_several: float = 1.6
    #: Bytes that a task takes of each source row that is read as a stream, and how many bytes ahead in it are asked for.
    stream_bytes: int = 4096
    ahead_bytes: int = 256
    #: Source columns of a block that does not go through the stack.
    columns: int = 64
    #: Rows share places in the first-level cache where they lie this many bytes apart (or a multiple), or so many more or less.
    colliding_bytes: int = 2048
    nearly_bytes: int = 8
    #: Bytes of a source row that a block takes on its way through the stack: of small numbers fewer, of which it has more rows.
    #: Bytes that it takes of a target row, if it is stored past the caches, and if it is not, at most, and of how many such
    #: pieces a row then consists at least; bytes of the stack for it.
    width_bytes: int = 256
    width_of_bytes: int = 128
    piece_bytes: int = 128
    long_piece_bytes: int = 512
    pieces: int = 8
    stack_bytes: int = 40 << 10
    #: Bytes of the shortest target rows that go through the stack: of others too many lines are not whole. A piece that is stored
    #: past the caches has two lines, and the one that waits for the next block is another.
    least_bytes: int = 512
    #: Bytes of the target's rows that are put together, about, and of the longest such row.
    together_bytes: int = 16 << 10
    short_bytes: int = 1280
    #: Tasks that a kernel should have at least, if it can.
    tasks: int = 8
    positive: ClassVar = ("colliding_bytes", "pieces")


class RegisterTranspose(Record):
    """Squares that are transposed in registers (`cpu.register_transpose`)."""

    #: So many registers are interleaved without LLVM's search for better shuffles taking longer than marking where it ends.
    searched: int = 8
    #: Bytes of the largest elements of which a square of lines has too many rows for registers.
    small: int = 2


class RunMoves(Record):
    """Runs of bytes, and squares of short ones (`cpu.run_moves`)."""

    #: Bytes of a run from which on the processor's instruction that moves a string is quicker, which the C library uses: it does
    #: not read lines before they are written.
    long_bytes: int = 4 << 10
    #: Bytes of a run up to which all of its moves are written out, in the widest moves, and of these in a turn of the loop
    #: beyond.
    most_moves: int = 8
    turn: int = 4
    #: Bytes of a kernel's result for which squares are worth it.
    least_bytes: int = 16 << 10
    #: Runs of a square's row, at least, that are written out, and squares beside each other that are a task. Of rows that are
    #: longer than a line of the cache fewer fit the first cache, where they share their places in it.
    side: int = 8
    squares: int = 16
    #: About how many instructions a move is.
    move: int = 2
    positive: ClassVar = ("side",)


class BoxMoves(Record):
    """Elements that only move, box by box (`cpu.boxes`, `cpu.box_moves`)."""

    #: Bytes of the result that a task stores, at least and at most, and how many tasks there are if they can be.
    least_bytes: int = 2048
    most_bytes: int = 16 << 10
    tasks: int = 32
    #: Bytes of rows from which on vectors along them are as quick.
    short_row_bytes: int = 256
    #: The most elements of a row that are moved one by one, and the most lines of the cache that are touched meanwhile before one
    #: of them is touched again, where tiles would touch fewer.
    scattered_elements: int = 16
    touched_lines: int = 256
    #: Bytes of a move from which on it is as quick as its share of a vector in which short rows are interleaved, and rows of
    #: these.
    wide_bytes: int = 8
    interleaved_rows: int = 16
    #: Moves that are written out instead of a loop.
    written_out: int = 16
    #: Bytes that an instruction moves, about.
    bytes_an_instruction: int = 8
    #: The most boxes: each is code of its own.
    most_boxes: int = 10
    positive: ClassVar = ("tasks", "bytes_an_instruction")
