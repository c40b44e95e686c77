"""A compiled program: buffers, kernels, and commands that launch them, loop and branch; and which operations its kernels are of.

Commands are in execution order. They say what they read and write, by buffer and by value, so that a program can be checked
(`verify`) and its temporary buffers can be given places in one arena (`buffers`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from hloom.support.records import dataclass
from hloom.support.source import Span

if TYPE_CHECKING:  # a saved program runs without these
    import numpy as np

    from hloom.codegen.machine import Machine
    from hloom.codegen.plan.target import Batch, KernelFamily
    from hloom.ir.attributes import Beside
    from hloom.ir.core import Operation
    from hloom.ir.types import TensorType

#: Temporary buffers begin at multiples of so many bytes.
ALIGNMENT = 64
#: Bytes of a red zone, on either side of each buffer of a guarded program.
ZONE = 256


@dataclass(eq=False)
class Buffer:
    """Memory for one or several values. `kind`: argument, result, constant, routine (each with its `number`), temporary or
    examples.

    That of a routine holds what a kernel must know to call code from outside, which each process finds for itself. That of the
    examples holds how many of them a launch computes, of a program for several sizes (`examples`).
    """

    kind: str
    bytes: int
    number: int = -1
    #: Bytes from the arena's start; set by `place`.
    offset: int = -1


class Access(Enum):
    """What a command does with a buffer. Scratch memory holds nothing before and nothing of use afterwards."""

    READ = "reads"
    WRITE = "writes"
    UPDATE = "updates"
    SCRATCH = "uses"


@dataclass(eq=False)
class Use:
    """A command's use of a buffer: the value that it reads there, or leaves there; an update also finds the value `before`."""

    buffer: Buffer
    value: Any
    access: Access
    before: Any = None


class Intermediate:
    """What a buffer holds between the kernels of one operation: no value of the program yet."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


@dataclass(eq=False)
class PlannedKernel:
    """Code that launches run, one for all equal kernels; `functions` of it, which a target emits under `name`.

    `family` emits it (None: it is a `LoopNest`). `operations` are those whose work it does, in all its launches.
    """

    name: str
    body: Any
    family: KernelFamily | None
    operations: dict[Operation, None] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """A listing of what the kernel computes."""
        return self.body.text()


@dataclass(eq=False)
class Launch:
    """Runs function number `part` of a kernel over all its tasks; its arguments are the addresses of the buffers."""

    kernel: PlannedKernel
    part: int
    uses: list[Use]


@dataclass(eq=False)
class Copy:
    """Copies all of a value from one buffer to another."""

    target: Buffer
    source: Buffer
    bytes: int


@dataclass(eq=False)
class Loop:
    """Runs `condition`, then while the byte in `predicate` is not 0, `body` and `condition` again.

    `operation` is the while; `carried` are the buffers of its values, by number.
    """

    operation: Operation
    carried: list[Buffer]
    condition: list[Command]
    predicate: Buffer
    body: list[Command]


@dataclass(eq=False)
class Branch:
    """Runs one of `arms`: by the byte in `selector` (arm 0 if true), or by an i32 index, the last arm if out of range.

    `operation` is the if or the case; `outputs` are the buffers of its results.
    """

    operation: Operation
    selector: Buffer
    is_predicate: bool
    arms: list[list[Command]]
    outputs: list[Buffer]


@dataclass(eq=False)
class Callback:
    """Runs an operation on the reference evaluator; its buffers are operands and what its regions capture, then results."""

    number: int
    operation: Operation
    uses: list[Use]


Command = Launch | Copy | Loop | Branch | Callback


class Scaled(NamedTuple):
    """A word of a program's table that is another one for each number of examples: `times` parts, rounded up, of so many rows a
    part as `divisor` says, where each example has `multiple` rows."""

    word: int
    times: int
    multiple: int = 1
    divisor: int = 1

    def of(self, examples: int) -> int:
        return self.times * -(-examples * self.multiple // self.divisor)


class LateTable(Protocol):
    """A constant that takes long to compute, so that it is computed when a program runs first. Equal ones are one."""

    @property
    def shape(self) -> tuple[int, ...]: ...

    @property
    def dtype(self) -> np.dtype: ...

    def compute(self, out: np.ndarray) -> None:
        """Writes each element of an array once: two threads may do so at the same time."""


@dataclass
class Program:
    """Everything that emission and the executable need."""

    name: str
    argument_types: list[TensorType]
    result_types: list[TensorType]
    commands: list[Command] = field(default_factory=list)
    kernels: list[PlannedKernel] = field(default_factory=list)
    constants: list[np.ndarray] = field(default_factory=list)
    #: What those of them hold, by number, that hold nothing before the program runs.
    late: dict[int, LateTable] = field(default_factory=dict)
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
    #: The machine that it is planned for; None for the default.
    machine: Machine | None = field(default=None, repr=False)
    #: Whether a call may take longer than some milliseconds, so that it is worth watching.
    may_run_long: bool = True
    #: The commands as the target's words (`cpu.command_table`): a str is the address of the function of that name.
    table: list[int | str] = field(default_factory=list)
    #: What sizes of calls it is for, and the words of the table that these decide; None for the one that types say.
    batch: Batch | None = None
    scaled: list[Scaled] = field(default_factory=list)

    @property
    def functions(self) -> list[str]:
        """The names of the functions that the table calls."""
        return list(dict.fromkeys(word for word in self.table if isinstance(word, str)))


def buffers_of(command: Launch | Copy | Callback) -> Sequence[Buffer]:
    """The buffers that a command without commands inside names."""
    return (command.target, command.source) if isinstance(command, Copy) else [use.buffer for use in command.uses]


def buffers_in(commands: Iterable[Command]) -> Iterator[Buffer]:
    """Every buffer that the commands name, nested ones included."""
    for command in commands:
        if isinstance(command, Loop):
            yield command.predicate
            yield from buffers_in(command.condition)
            yield from buffers_in(command.body)
        elif isinstance(command, Branch):
            yield command.selector
            for arm in command.arms:
                yield from buffers_in(arm)
        else:
            yield from buffers_of(command)


def walk_commands(commands: Iterable[Command]) -> Iterator[Command]:
    """Every command, nested ones included."""
    for command in commands:
        yield command
        if isinstance(command, Loop):
            yield from walk_commands(command.condition)
            yield from walk_commands(command.body)
        elif isinstance(command, Branch):
            for arm in command.arms:
                yield from walk_commands(arm)


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


def origins(operations: Iterable[Operation]) -> tuple[Origin, ...]:
    """Where operations come from, each place once."""
    return tuple(dict.fromkeys(Origin(op.name, op.span) for op in operations))


class Listings(Mapping[str, Listing]):
    """The listings of kernels by their names, each made when somebody asks for it."""

    def __init__(self, kernels: Iterable[PlannedKernel]) -> None:
        self._kernels: dict[str, PlannedKernel | Listing] = {kernel.name: kernel for kernel in kernels}

    def __getitem__(self, name: str) -> Listing:
        found = self._kernels[name]
        if not isinstance(found, Listing):  # another thread may be at the same, and comes to the same
            found = self._kernels[name] = Listing(found.text, origins(found.operations))
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._kernels)

    def __len__(self) -> int:
        return len(self._kernels)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({dict(self)})"

    def make_all(self) -> None:
        """Makes all of them, for which the kernels are let go."""
        for name in self:
            _ = self[name]
