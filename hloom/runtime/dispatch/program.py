"""A compiled program without its machine code: what it takes, gives and holds, and where its kernels come from.

What plans it knows more of it (`codegen.plan.program`); what runs it needs this and machine code.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from typing import TYPE_CHECKING, NamedTuple

from hloom.runtime.dispatch.commands import FIRST
from hloom.support.diagnostics import UserError
from hloom.support.records import dataclass
from hloom.support.source import Span

if TYPE_CHECKING:  # a saved program runs without these
    import numpy as np

    from hloom.ir.attributes import Beside
    from hloom.ir.core import Operation
    from hloom.ir.types import TensorType
    from hloom.runtime.dispatch.lazy_constants import LongTable

#: Temporary buffers begin at multiples of so many bytes.
ALIGNMENT = 64
#: Bytes of a red zone, on either side of each buffer of a guarded program.
ZONE = 256


class NeedsEvaluatorError(UserError):
    """A function has values that compiled code has no memory for, as it stands: it is compiled for the shapes of each call, or
    runs on the evaluator."""


class OneSizeError(UserError):
    """Why a program is for one size: its examples do not stand for themselves, or there is no such code."""


@dataclass(frozen=True)
class Batch:
    """What one program is to serve several sizes of: the arguments and the results of these numbers hold `most` examples, one
    behind the other along their first dimension, of which a call computes the first ones, `least` or more
    (`codegen.plan.examples`)."""

    least: int
    most: int
    arguments: tuple[int, ...]
    results: tuple[int, ...]


class Scaled(NamedTuple):
    """A word of a program's table that is another one for each number of examples: `times` parts, rounded up, of so many rows a
    part as `divisor` says, where each example has `multiple` rows. That holds for `least` to `most` examples, or, where `most` is
    0, for any from `least` on; of what is said of one word the largest holds, and 0 where nothing does."""

    word: int
    times: int
    multiple: int = 1
    divisor: int = 1
    least: int = 0
    most: int = 0

    def of(self, examples: int) -> int:
        if examples < self.least or 0 < self.most < examples:
            return 0
        return self.times * -(-examples * self.multiple // self.divisor)


def words_of_examples(scaled: Iterable[Scaled], examples: int) -> dict[int, int]:
    """The words of a program's table that so many examples decide, by their places."""
    found: dict[int, int] = {}
    for each in scaled:
        found[each.word] = max(found.get(each.word, 0), each.of(examples))
    return found


@dataclass(eq=False)
class Buffer:
    """Memory for one or several values. `kind`: argument, result, constant, routine (each with its `number`), temporary or
    examples.

    That of a routine holds what a kernel must know to call code from outside, which each process finds for itself. That of the
    examples holds how many of them a launch computes, of a program for several sizes (`Batch`).
    """

    kind: str
    bytes: int
    number: int = -1
    #: Bytes from the arena's start; set by `place`.
    offset: int = -1


@dataclass
class CompiledProgram:
    """Everything that an executable needs beside machine code."""

    name: str
    argument_types: list[TensorType]
    result_types: list[TensorType]
    constants: list[np.ndarray] = field(default_factory=list)
    #: What those of them hold, by number, that hold nothing before the program runs.
    lazy: dict[int, LongTable] = field(default_factory=dict)
    #: Those of them, by number, that lie beside the program and are not copied.
    beside: dict[int, Beside] = field(default_factory=dict)
    #: Names of the routines that kernels call.
    routines: list[str] = field(default_factory=list)
    #: Whether some of them shall use the threads of their library; else it works on the one that calls it.
    has_threaded_routines: bool = False
    #: Operations that run on the evaluator.
    callbacks: list[Operation] = field(default_factory=list)
    arena_bytes: int = 0
    #: Results that lie where an argument does, and which one, by number: the memory of both is the same, of equal size, and what
    #: the argument held is lost.
    aliases: dict[int, int] = field(default_factory=dict)
    #: Whether buffers lie between red zones that are checked while the program runs; then the arena's buffers (offset, bytes),
    #: and what is checked, in the order of the table's calls: the name of a kernel, and what it got.
    is_guarded: bool = False
    places: list[tuple[int, int]] = field(default_factory=list)
    checks: list[tuple[str, list[Buffer]]] = field(default_factory=list)
    #: Whether a call may take longer than some milliseconds, so that it is worth watching.
    may_run_long: bool = True
    #: The commands as words (`commands`): a str is the address of the function of that name.
    table: list[int | str] = field(default_factory=list)
    #: The words of the table that the number of a call's examples decides, of a program for several sizes.
    scaled: list[Scaled] = field(default_factory=list)

    @property
    def functions(self) -> list[str]:
        """The names of the functions that the table calls."""
        return list(dict.fromkeys(word for word in self.table if isinstance(word, str)))


def context_slots(program: CompiledProgram) -> dict[str, int]:
    """The first slot of each kind of buffer in a program's context (`commands`), and under `size` the number of slots."""
    constant = FIRST
    routine = constant + len(program.constants)
    argument = routine + len(program.routines)
    result = argument + len(program.argument_types)
    return {"constant": constant, "routine": routine, "argument": argument, "result": result,
            "size": result + len(program.result_types)}


# -- provenance ----------------------------------------------------------------------------------------------------------------
# Where kernels come from: listings that name operations and their places in the source.


class Origin(NamedTuple):
    """An operation by its name, and its place in the source text; None for one that no text states."""

    operation: str
    place: Span | None

    def __str__(self) -> str:
        if self.place is None:
            return self.operation
        source = f" ({self.place.frames[0]})" if self.place.frames else ""
        return f"{self.operation} at {self.place}{source}"


@dataclass(frozen=True)
class Listing:
    """A kernel for people: what it computes, and the operations whose work that is. `str` shows both."""

    text: str
    operations: tuple[Origin, ...]

    @property
    def lines(self) -> tuple[int, ...]:
        """The lines of the source that the kernel computes."""
        return tuple(sorted({origin.place.line for origin in self.operations if origin.place is not None}))

    def __str__(self) -> str:
        return "\n".join([*(f"// {origin}" for origin in self.operations), self.text])
