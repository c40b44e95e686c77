"""What it takes to compile code and to have workers run it."""

from __future__ import annotations

from typing import ClassVar

from hloom.codegen.machine.record import Record


class Compilation(Record):
    """What LLVM takes for code, and how that is cut into parts (`llvm.module`)."""

    #: What a function costs LLVM besides its lines, and what a constant shuffle does, in lines, and how many lines of a cold
    #: function cost what one of another does.
    function_lines: int = 40
    shuffle_lines: int = 6
    cold_lines: int = 8
    #: How often a kernel has a formula inline, and the lines of code that make it long.
    most_inline: int = 24
    long_formula_lines: int = 16
    #: What a part, itself worth 60, should have at least, in lines as `Function.cost` counts them.
    part_lines: int = 60
    #: Lines that are compiled at once while others are made: enough that what a part costs does not count, and no more, so that
    #: threads are through at about the same time.
    most_lines: int = 500
    #: Where each thread has several times as much to do, it takes a part as long as that many others, and then short ones: what
    #: was thought to take equally long does not.
    long_part: int = 4
    positive: ClassVar = ("most_lines",)


class Dispatch(Record):
    """What is worth other workers (`cpu.command_words`, `cpu.command_runner`); costs in instructions, as `cpu.costs` has them."""

    #: Bytes of a copy that workers share, at least, and of a task of it; tasks that a worker does at a time, at most, and as a
    #: part of all: what goes past caches does so in long pieces.
    shared_copy_bytes: int = 96 << 10
    copied_bytes: int = 16 << 10
    copies_together: int = 128
    copies_part: int = 8
    #: Launches that cost less than this many instructions (see `costs`) run on the calling thread: to hand a part to a worker,
    #: and to have from it what it computed before, costs about as much; where that takes longer, more do (`dispatch_latency`).
    inline_cost: int = 24_000
    #: The same where the data lie in parts in the caches of all workers: for one of them to fetch them takes longer. Bytes of a
    #: buffer of which it matters.
    divided_cost: int = 6_000
    divided_bytes: int = 8 << 10
    #: Instructions of a piece, at most, where there are many.
    piece_cost: int = 150_000
    #: Instructions that run on one thread without a look at the watch: some milliseconds.
    unwatched_cost: int = 10_000_000


class DispatchLatency(Record):
    """How the latency of dispatch is measured (`cpu.dispatch_latency`), and how processes of a grid wait (`cpu.grid_code`)."""

    #: Nanoseconds of a sleep, at most; where nobody can be woken, of each.
    nap_nanoseconds: int = 10_000_000
    short_nap_nanoseconds: int = 50_000
    #: Nanoseconds of a meeting where what is worth UNIT pays just so. Two processors without a common cache meet in 790: over 106
    #: programs it pays best there to divide what is worth three UNITs.
    meeting_nanoseconds: int = 270
    #: Launches of less work between two measurements; those where somebody did not come, at first and at most: each failure that
    #: follows another doubles them. In half of all processes with JAX somebody is busy elsewhere the first time.
    launches: int = 1024
    launches_after_failure: int = 64
    most_launches_after_failure: int = 4096
    #: Meetings of a measurement, and those before it at most, since who sleeps has to wake up first.
    meetings: int = 8
    calls: int = 6
    #: The part of the time that workers without work look for more which one of them waits at a meeting, and pauses at least.
    patience: int = 8
    fewest_pauses: int = 64
    #: Pauses that are measured at once, to know how long one takes, and measurements, of which the shortest counts
    #: (`cpu.c.threads`).
    pauses: int = 500
    measurements: int = 3
