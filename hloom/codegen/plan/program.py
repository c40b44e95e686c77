"""A compiled program: buffers, kernels, and commands that launch them, loop and branch; and which operations its kernels are of.

Commands are in execution order. They say what they read and write, by buffer and by value, so that a program can be checked
(`verify`) and its temporary buffers can be given places in one arena (`buffers`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from enum import Enum
from typing import TYPE_CHECKING, Any

from hloom.runtime.dispatch.program import Batch, Buffer, CompiledProgram, Listing, Origin
from hloom.support.records import dataclass

if TYPE_CHECKING:  # what makes code of a program is imported for that
    from hloom.codegen.machine import Machine
    from hloom.codegen.plan.target import KernelFamily
    from hloom.ir.core import Operation


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


@dataclass
class Program(CompiledProgram):
    """Everything that emission and the executable need."""

    commands: list[Command] = field(default_factory=list)
    kernels: list[PlannedKernel] = field(default_factory=list)
    #: The machine that it is planned for; None for the default.
    machine: Machine | None = field(default=None, repr=False)
    #: What sizes of calls it is for; None for the one that types say.
    batch: Batch | None = None


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


# -- listings ------------------------------------------------------------------------------------------------------------------


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

    def make_each(self) -> Iterator[Listing]:
        """Makes one after the other, for which the kernels are let go."""
        return map(self.__getitem__, self)
