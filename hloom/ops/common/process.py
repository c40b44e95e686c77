"""What an operation's `run` sees of its surroundings: the process that executes it."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

from hloom.ir.core import Operation, Region


class Process(Protocol):
    """One process of the grid `num_replicas x num_partitions` (StableHLO spec: Parallel execution)."""

    replica_id: int
    partition_id: int
    num_replicas: int
    num_partitions: int
    #: The state of this process's own random numbers, which `rng` advances: two words of 64 bits.
    random_state: Any
    #: Values that probes have seen, by the probes' names.
    probes: dict[str, list[Any]]
    #: Values of globals that the run has changed, by their names.
    globals: dict[str, Any]

    def call(self, region: Region, *arguments: Any) -> tuple[Any, ...]:
        """Runs a region's block with these argument values; returns the terminator's operands."""
        ...

    def call_batched(self, region: Region, *arguments: Any) -> tuple[Any, ...]:
        """Runs a region of scalar operations on arrays: argument k holds one rank-0 argument an element.

        All arguments broadcast to one batch shape; so do the results. Falls back to a loop where an operation of the
        region is not elementwise.
        """
        ...

    def call_function(self, name: str, *arguments: Any) -> tuple[Any, ...]:
        """Runs a function of the module."""
        ...

    def custom_call(self, op: Operation, *arguments: Any) -> tuple[Any, ...]:
        """Runs the registered function of a custom_call's target."""
        ...

    def run_stand_in(self, op: Operation, *operands: Any) -> tuple[Any, ...]:
        """Runs an operation that has been made for a custom call, once, in its place: it counts against the limits of the run."""
        ...

    def exchange(self, op: Operation, group: Sequence[int], value: Any, channel_id: int) -> list[Any]:
        """Gives `value` to the processes of `group` (flat ids, this one among them); returns theirs in group order."""
        ...

    def send(self, op: Operation, channel_id: int, value: Any) -> None:
        """Puts a value on a channel and waits until it is received."""
        ...

    def receive(self, op: Operation, channel_id: int) -> Any:
        """Takes the next value from a channel, waiting for it."""
        ...

    def infeed(self, op: Operation) -> tuple[Any, ...]:
        """Takes the next item from this process's infeed queue."""
        ...

    def outfeed(self, op: Operation, values: tuple[Any, ...]) -> None:
        """Appends an item to this process's outfeed queue."""
        ...

    def keep_probe(self, op: Operation, value: Any) -> None:
        """Keeps a copy of the value that a probe sees, under the probe's name."""
        ...

    def count_arguments(self, name: str) -> int:
        """How many arguments a function of the module takes."""
        ...

    def run_parallel(self, op: Operation, programs: Sequence[Sequence[str]], arguments: Sequence[tuple[Any, ...]],
                     infeed: Sequence[str]) -> tuple[Any, ...]:
        """Runs functions on a grid of their own, `programs[replica][partition]`, and joins their results.

        `arguments` holds the arguments of each process in order; `infeed` names functions that give the items of the infeed
        queue.
        """
        ...


#: Per thread: `process` runs the custom call whose function the thread is in.
_calling = threading.local()


@contextmanager
def calling(process: Process) -> Iterator[None]:
    """Inside, `process` is what `process_of_call` gives."""
    outer, _calling.process = getattr(_calling, "process", None), process
    try:
        yield
    finally:
        _calling.process = outer


def process_of_call() -> Process:
    """The process that runs the custom call whose function asks."""
    return _calling.process
