"""How the processes of a grid reach each other: the seam between what operations mean and what carries their values.

A grid asks its transport to run its processes, to let groups of them exchange values, and to pass values over channels.
`thread_transport` has the transport of processes that are threads of one Python process; a link connects those of several, which
may be on several machines (`hloom.mpi`). A process is known by its flat number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from hloom.ir.core import Operation
from hloom.support.diagnostics import Diagnostic, EvaluationError


class Stopped(BaseException):
    """Ends a process because another one failed, or the user interrupted the run. Not an error of this process."""


class Transport(Protocol):
    """Runs processes and carries values between them. Every call names the operation that makes it, for messages.

    A call that waits ends with Stopped when the run is over, and with a DeadlockError where nobody can ever go on.
    """

    def run(self, live: Callable[[int], None], count: int) -> None:
        """Runs `live(process)` for each of `count` processes. Whatever happens, all have ended when it returns; it raises what
        the first failing one did."""
        ...

    def check_stop(self) -> None:
        """Ends the calling process, by Stopped, if the run is over: called before every operation."""
        ...

    def exchange(self, process: int, op: Operation, members: Sequence[int], value: Any, channel_id: int) -> list[Any]:
        """Gives `value` to the group, of which the process is one, and returns the values of all members, in their order, once
        the last one has come. Raises EvaluationError where they do not mean the same operation (`check_same`)."""
        ...

    def meet(self, process: int, op: Operation, channel_id: int, value: tuple[Any, ...] | None) -> tuple[Any, ...]:
        """A sender (with a value) and a receiver (None) of a channel meet, in the order in which they come; returns the value.
        Raises EvaluationError where types differ (`check_payload`)."""
        ...

    def deliver(self, op: Operation, target: int, channel_id: int, value: tuple[Any, ...]) -> None:
        """Leaves a value for a process, without waiting."""
        ...

    def collect(self, process: int, op: Operation, source: int, channel_id: int) -> tuple[Any, ...]:
        """Takes the next value that `source` delivers to the process."""
        ...


class Link(Protocol):
    """Reaches the processes of a grid that run elsewhere, for the run of a transport of threads (`thread_transport`)."""

    @property
    def here(self) -> Sequence[int]:
        """The processes that run here."""
        ...

    def begin(self, transport: Any) -> None:
        """Connects the transport, whose processes are about to run."""
        ...

    def end(self) -> None:
        """All processes that are here have ended."""
        ...

    def fail(self, error: BaseException, process: int | None) -> BaseException:
        """Ends the run everywhere because of an error, in a process if it is known; the reason of all, which is another one if
        that came first."""
        ...

    def come(self, group: Sequence[int], channel_id: int) -> None:
        """Says that all members of a group that are here have come to where they meet."""
        ...

    def exchange(self, group: Sequence[int], channel_id: int, own: Mapping[int, tuple[Operation, Any]],
                 check: Callable[[], None]) -> dict[int, tuple[Operation, Any]]:
        """The operations and values of the members that are elsewhere, for those of the members that are here. `check` raises
        when the run is over."""
        ...

    def meet(self, process: int, op: Operation, channel_id: int, value: tuple[Any, ...] | None) -> None:
        """Looks for a receiver of a value, or for a sender (None); the transport's `met` hears of it."""
        ...

    def deliver(self, op: Operation, target: int, channel_id: int, value: tuple[Any, ...]) -> None:
        """Leaves a value for a process that is elsewhere."""
        ...

    def look(self) -> None:
        """Asks whether anybody can go on, since a process has waited for long; if not, the run ends."""
        ...

    def described(self, waits: Any) -> list[dict[str, Any]]:
        """Where processes wait, for those who are asked."""
        ...

    def said(self, waits: Any) -> str:
        """The same in words."""
        ...


class Ranks(Protocol):
    """What runs a grid together: every one has some of its processes (`hloom.grid.mpi`)."""

    def here(self, count: int) -> range:
        """The processes of a grid of so many that run here. Raises InputError where they cannot be shared."""
        ...

    def link(self, module: Any, what: Sequence[str], count: int, place: Callable[[int], str]) -> Link | None:
        """The link of a run, when all are known to run the same module, which `what` tells in words; None where all processes are
        here."""
        ...


def check_same(op: Operation, met: Operation, channel_id: int, mine: str, other: str) -> None:
    """That two processes, called `mine` and `other`, mean the same operation where they meet."""
    if op is met:
        return
    # Different operations may stand for one only if a channel, or different functions, say so.
    fault = None
    if op.name != met.name:
        fault = f"{op.name} meets {met.name}"
    elif [v.type for v in op.operands] != [v.type for v in met.operands]:
        fault = f"{_types(op)} meets {_types(met)}"
    elif not channel_id and _function_of(op) is _function_of(met):
        fault = f"two different operations {op.name} of one function meet"
    if fault is not None:
        message = f"processes {mine} and {other} do not run the same operation: {fault}"
        note = (f"process {other} is at {met.name} here", met.span)
        raise EvaluationError.of(Diagnostic("mismatch", message, op.span, notes=(note,)))


def check_payload(send: Any, receive: Any, channel_id: int) -> None:
    """That what is sent has the types that are received."""
    sent, received = [v.type for v in send.operands[:-1]], [r.type for r in receive.results[:-1]]
    if sent != received:
        raise EvaluationError.of(Diagnostic(
            "mismatch", f"channel {channel_id}: {_list(sent)} is sent, {_list(received)} is received", receive.span,
            notes=((f"sent by {send.name} here", send.span),)))


def _function_of(op: Operation) -> Operation:
    """The function, or whatever stands at the top, around an operation."""
    while op.parent is not None and not getattr(op, "is_isolated", False):
        op = op.parent
    return op


def _types(op: Operation) -> str:
    return f"{op.name} on {_list([v.type for v in op.operands])}"


def _list(types: Sequence[Any]) -> str:
    return f"({', '.join(map(str, types))})"
