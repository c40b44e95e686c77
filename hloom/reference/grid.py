"""The process grid: `num_replicas x num_partitions` processes, which a transport runs and connects.

Processes meet in collective operations (a rendezvous of a group), in pairs over channels (send and recv), and take from
and add to queues of their own (infeed and outfeed).

On `host_channels` transfers to the host meet those from the host: the host hands values on between programs. On other channels
they go to the outfeed queue and come from the infeed queue.

A send without `source_target_pairs` waits until it is received. With pairs every process runs the same send and then the
same recv, so such a send leaves its values at the target and goes on.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from hloom.ir.core import Operation
from hloom.ir.types import TensorType
from hloom.ops.common.process import Process
from hloom.ops.common.process_groups import cross_partition, cross_replica, own_group
from hloom.ops.common.quantization import quantize
from hloom.support.diagnostics import EvaluationError, InputError

if TYPE_CHECKING:
    from hloom.ops.common.transport import Transport

    Connect = Callable[[Callable[[int], str], Transport | None], Transport]

#: Threads that a grid may take, and grids inside of each other: what each waits for, all outside of it look after.
MOST_PROCESSES = 1024
_DEEPEST = 16


class Member(Process, Protocol):
    """What a grid runs: a process with a place in it, which runs functions, and takes values from outside if they are right."""

    #: Operations that it has run.
    steps: int

    @property
    def process_id(self) -> int: ...

    def run_function(self, name: str, *arguments: Any) -> tuple[Any, ...]: ...

    def checked(self, op: Operation, value: Any, type: Any, what: str) -> Any: ...


class Grid:
    """Processes that run functions in parallel.

    `process(grid, replica, partition)` makes each of them. `infeed` holds the items of every process's infeed queue, or maps
    flat process numbers to items; an item is a tuple of arrays. After `run`, `outfeed[process]` lists what each process has put
    out. An exception in one process ends all. `connect` makes the transport (default: threads) from what messages call a process
    and the transport of a grid around this.
    """

    def __init__(self, num_replicas: int, num_partitions: int, process: Callable[[Grid, int, int], Member],
                 infeed: Sequence[Sequence[Any]] | Mapping[int, Sequence[Sequence[Any]]] = (), parent: Grid | None = None,
                 host_channels: frozenset[int] = frozenset(), connect: Connect | None = None) -> None:
        count = num_replicas * num_partitions
        if min(num_replicas, num_partitions) < 1 or count > MOST_PROCESSES:
            raise InputError(f"a grid has from 1 to {MOST_PROCESSES} processes, got {num_replicas} x {num_partitions}")
        self.num_replicas, self.num_partitions = num_replicas, num_partitions
        self._host_channels = host_channels
        self.processes = [process(self, *divmod(k, num_partitions)) for k in range(count)]
        self.outfeed: list[list[tuple[Any, ...]]] = [[] for _ in range(count)]
        self._infeed = [deque(infeed.get(k, ()) if isinstance(infeed, Mapping) else infeed) for k in range(count)]
        self._fed = [len(queue) for queue in self._infeed]
        self._results: list[tuple[Any, ...] | None] = [None] * count
        if connect is None:
            from hloom.ops.common.thread_transport import ThreadTransport as connect  # most programs need no grid

        self._transport: Transport = connect(self._place, None if parent is None else parent._transport)
        self._root: Grid = self if parent is None else parent._root
        self._depth: int = 1 if parent is None else parent._depth + 1
        #: Of a grid that is in no other: the processes of all grids inside.
        self._living, self._counting = 0, threading.Lock()

    # -- life of the processes ----------------------------------------------------------------------------------
    def run(self, functions: Sequence[str], arguments: Sequence[Sequence[Any]]) -> list[tuple[Any, ...]]:
        """Runs `functions[process]` on `arguments[process]`; returns the results of each. Ends all threads, whatever happens."""
        def live(process: int) -> None:
            self._results[process] = self.processes[process].run_function(functions[process], *arguments[process])

        if self._depth > _DEEPEST:
            raise EvaluationError(f"grids inside of grids are more than {_DEEPEST} deep")
        root, count = self._root, len(functions)
        with root._counting:
            if root._living + count > MOST_PROCESSES:
                raise EvaluationError(f"grids inside of grids have more than {MOST_PROCESSES} processes")
            root._living += count
        try:
            self._transport.run(live, count)
        finally:
            with root._counting:
                root._living -= count
        return [found or () for found in self._results]

    def check_stop(self) -> None:
        """Ends the calling process if the run is over: called before every operation."""
        self._transport.check_stop()

    # -- collective operations ----------------------------------------------------------------------------------
    def exchange(self, process: Member, op: Operation, group: Sequence[int], value: Any, channel_id: int) -> list[Any]:
        """Gives `value` to the group and returns the values of all, once the last one has come."""
        return self._transport.exchange(process.process_id, op, group, value, channel_id)

    # -- channels -----------------------------------------------------------------------------------------------
    def send(self, process: Member, op: Any, channel_id: int, value: tuple[Any, ...]) -> None:
        """Puts values on a channel, or into the outfeed queue for a transfer to the host."""
        mine = process.process_id
        if op.is_host_transfer and channel_id not in self._host_channels:
            self.outfeed[mine].append(value)
            return
        pairs = None if op.is_host_transfer else _pairs(op, process)
        if pairs is None:
            self._transport.meet(mine, op, channel_id, value)
            return
        for source, target in pairs:
            if source == mine:
                self._transport.deliver(op, target, channel_id, value)

    def receive(self, process: Member, op: Any, channel_id: int) -> tuple[Any, ...]:
        """Takes values from a channel, or from the infeed queue for a transfer from the host."""
        mine = process.process_id
        if op.is_host_transfer and channel_id not in self._host_channels:
            return self.infeed(process, op)
        pairs = None if op.is_host_transfer else _pairs(op, process)
        if pairs is None:
            return self._transport.meet(mine, op, channel_id, None)
        source = next((source for source, target in pairs if target == mine), None)
        if source is None:
            return tuple(_zeros(r.type) for r in op.outputs[:-1])
        return self._transport.collect(mine, op, source, channel_id)

    # -- queues -------------------------------------------------------------------------------------------------
    def infeed(self, process: Member, op: Any) -> tuple[Any, ...]:
        """The next item of the process's infeed queue."""
        mine = process.process_id
        queue, wanted = self._infeed[mine], [r.type for r in op.results[:-1]]
        if not queue:
            raise EvaluationError.at(op.span, "infeed", f"{op.name}: the infeed queue of process {self._place(mine)} is empty; "
                                     f"it had {self._fed[mine]} items")
        item = queue.popleft()
        item = tuple(item) if isinstance(item, tuple | list) else (item,)
        if len(item) != len(wanted):
            raise EvaluationError.at(op.span, "infeed", f"{op.name} takes {len(wanted)} values, the item has {len(item)}")
        what = f"item {self._fed[mine] - len(queue)} of the infeed queue of process {self._place(mine)}"
        return tuple(process.checked(op, x, t, what) for x, t in zip(item, wanted))

    def _place(self, number: int) -> str:
        """A process as (replica, partition)."""
        return f"({number // self.num_partitions}, {number % self.num_partitions})"


def _pairs(op: Any, process: Member) -> list[tuple[int, int]] | None:
    """The flat numbers of sources and targets that a send or recv lists; None where it lists none."""
    if op.source_target_pairs is None or not op.source_target_pairs.size:
        return None
    strategy = cross_partition if op.channel_handle.handle > 0 else cross_replica
    groups = (own_group(op, process, strategy, pair.reshape(1, 2)) for pair in op.source_target_pairs)
    return [(group[0], group[1]) for group in groups if group is not None]


def _zeros(type: Any) -> Any:
    """What a process receives that nothing is sent to."""
    if not isinstance(type, TensorType):
        return None
    if type.is_quantized:
        expressed: Any = type.element
        return np.full(type.shape, quantize(np.zeros((), expressed.expressed.dtype), expressed))
    return np.zeros(type.shape, type.storage.dtype)
