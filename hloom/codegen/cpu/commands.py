"""What commands of a program run on: the context, the watch, frames of callbacks, pieces of a launch.

The context is an array of addresses: the worker pool, the function that runs callbacks, the arena, the watch and the table of the
commands (`command_table`), then the constants, the routines from outside, the arguments and the results.

The watch is how a call is stopped from outside: three words, of which somebody sets the first when there may be a reason to.
Loops look at it once an iteration and `parallel` once a piece; they then call the function that the second word names, with the
watch's address, and stop if the third word is not 0 after that.

A callback is given the address of a frame: a word that it sets to 0 when it has succeeded, its number, and the addresses of its
operands and results. Both functions say through memory that all is well, so that one that ends otherwise stops the program.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hloom.codegen.cpu.handover import ALWAYS, UNIT
from hloom.codegen.cpu.kernel_function import EmittedKernel
from hloom.codegen.llvm.builder import Function
from hloom.codegen.llvm.values import Value
from hloom.codegen.plan.program import Command, Launch, PlannedKernel, Program, walk_commands

#: The functions of each kernel, part by part.
Kernels = Mapping[PlannedKernel, Sequence[EmittedKernel]]

#: What the context begins with.
POOL, CALLBACK, ARENA, WATCH, TABLE, FIRST = range(6)
#: Offsets in the watch.
ATTENTION, ATTEND, STOPPED = 0, 8, 16
WATCH_WORDS = 3
#: What the names begin with of functions that loops have become.
SMALL_LOOP = "small_loop_"
#: What the names begin with of functions that programs of other sizes have, too (`kernel_forms`).
FORM = "form_"
#: Launches that cost less than this many instructions (see `costs`) run on the calling thread: to hand a part to a worker, and to
#: have from it what it computed before, costs about as much; where that takes longer, more do (`handover`).
_INLINE_COST = 24_000
#: The same where the data lie in parts in the caches of all workers: for one of them to fetch them takes longer. Bytes of a
#: buffer of which it matters.
_DIVIDED_COST, _LARGE = 6_000, 8 << 10
#: Instructions of a piece, at most, where there are many.
_PIECE_COST = 150_000
#: Instructions that run on one thread without a look at the watch: some milliseconds.
UNWATCHED_COST = 10_000_000


def context_slots(program: Program) -> dict[str, int]:
    """The first slot of each kind of buffer in the context, and under `size` the number of slots."""
    constant = FIRST
    routine = constant + len(program.constants)
    argument = routine + len(program.routines)
    result = argument + len(program.argument_types)
    return {"constant": constant, "routine": routine, "argument": argument, "result": result,
            "size": result + len(program.result_types)}


@dataclass(frozen=True)
class Division:
    """How a launch is divided among workers: tasks of a piece, as many as a worker fetches at a time, and how much it is worth to
    hand pieces over (`handover`)."""

    grain: int
    worth: int


def divisions(commands: Sequence[Command], kernels: Kernels, workers: int) -> dict[Launch, Division | None]:
    """How each launch is divided; None where the calling thread runs all at once: where there is little work, and no large value
    that workers have in parts in their caches."""
    launches = {c: kernels[c.kernel][c.part] for c in walk_commands(commands) if isinstance(c, Launch)}
    least = _INLINE_COST if workers > 1 else 2 * UNWATCHED_COST
    own = {launch: _worth(kernel, least, workers) for launch, kernel in launches.items()}
    divided: dict[Any, int] = {}
    for launch, worth in own.items():
        for use in launch.uses if worth else ():
            if use.buffer.bytes >= _LARGE:
                divided[use.value] = max(worth, divided.get(use.value, 0))
    found: dict[Launch, Division | None] = {}
    for launch, kernel in launches.items():
        worth = own[launch]
        if not worth and workers > 1 and kernel.tasks > 1 and cost_of(kernel) >= _DIVIDED_COST:
            worth = max((divided.get(use.value, 0) for use in launch.uses), default=0)  # it goes with the others
        found[launch] = Division(_grain(kernel, workers), worth) if worth else None
    return found


def _worth(kernel: EmittedKernel, least: int, workers: int) -> int:
    """What it is worth to divide a launch because of its own work; 0 for nothing."""
    if kernel.tasks <= 1 or cost_of(kernel) < least:
        return 0
    return ALWAYS if workers == 1 else min(int(UNIT * cost_of(kernel) / least), ALWAYS)


def cost_of(kernel: EmittedKernel) -> float:
    """About how many instructions a launch takes."""
    return kernel.tasks * kernel.cost


def _grain(kernel: EmittedKernel, workers: int) -> int:
    cost = max(kernel.cost, 1e-3)
    if workers == 1 or kernel.pieces:
        wanted = kernel.tasks // (workers * kernel.pieces) if kernel.pieces else kernel.tasks
        return max(1, min(wanted, int(UNWATCHED_COST / cost)))
    # Pieces that cost enough to be worth fetching, and enough of them that workers end together.
    wanted = min(kernel.tasks // (workers * 8), int(_PIECE_COST / cost))
    return max(1, wanted, min(kernel.least_piece, -(-kernel.tasks // workers)))


def emit_poll(f: Function, watch: Value, stopped: str) -> None:
    """Looks at the watch, and goes to `stopped` if it says so."""
    attend, on = f.label("attend"), f.label("on")
    attention = f.value("i64", f"load atomic i64, {watch} monotonic, align 8")
    f.branch_if(f.compare("ne", attention, 0), attend, on)
    f.block(attend)
    state = f.address(watch, STOPPED, "i8")
    f.store(Value("i64", "1"), state)
    function = f.load("ptr", f.address(watch, ATTEND, "i8"))
    f.emit(f"call void {function.name}({watch})")
    f.branch_if(f.compare("ne", f.load("i64", state), 0), stopped, on)
    f.block(on)
