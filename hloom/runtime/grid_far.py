"""The processes of a grid that run in several ranks of MPI: what each knows of the others, and how a run begins, waits and ends.

Ranks that a group spans have a communicator; pairs have tags in one of all. What of an operand goes where is known beforehand, so
that native code only does deeds (`codegen.cpu.grid_far_code`).
"""

from __future__ import annotations

import ctypes
import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from hloom.ir.core import Operation
from hloom.passes.on_grid import Meeting
from hloom.runtime.dispatch import grid_layout as code
from hloom.runtime.dispatch.grid_layout import Entry, Far, FarPair, Kind, Word
from hloom.runtime.grid_deeds import SOURCE, TARGET, Box, Buffer, Deeds
from hloom.runtime.grid_memory import FarWait, GridMemory, Key, keys_of
from hloom.runtime.grid_waits import Running, waits_of
from hloom.support.diagnostics import EvaluationError

if TYPE_CHECKING:
    from hloom.mpi.ranks import Ranks

#: Words of a meeting, and what MPI calls the type of its elements and what it does with them, if it may do that by itself.
Described = tuple[Sequence[int], tuple[str, str] | None]
_grids = itertools.count(1)


class _Group(NamedTuple):
    """A group that several ranks have members of: these in rank order, rank by rank."""

    ranks: list[int]
    members: list[list[int]]
    comm: Any

    @property
    def order(self) -> list[int]:
        return [k for row in self.members for k in row]


class FarGrid:
    """What a rank knows of a grid of `sizes` that it runs with others: `meetings[process]` and `described[process]`, meeting by
    meeting; `fallbacks` are the operations that run on the evaluator. All ranks make it at the same time."""

    def __init__(self, job: Ranks, meetings: Sequence[Sequence[Meeting]], described: Sequence[Sequence[Described]],
                 sizes: tuple[int, int], module: Any, fallbacks: Sequence[Operation]) -> None:
        self.job, self.meetings, self.described = job, meetings, described
        self.here = job.here(len(meetings))
        self.link = job.connect(module, len(meetings), lambda k: f"{divmod(k, sizes[1])}", fallbacks)
        self.name = f"grid {next(_grids)}"
        self.groups: dict[Any, _Group] = {}
        self.tags: dict[Any, int] = {}
        self.pairs = job.comm(range(job.size), "pairs", job.check)
        for number, (channel_id, group) in enumerate(keys_of(meetings)):
            self.tags[channel_id, group] = number
            ranks = job.ranks_of(group, len(meetings))
            if job.rank in ranks and len(ranks) > 1:
                members = [[k for k in group if k in job.here(len(meetings), rank)] for rank in ranks]
                comm = job.comm(ranks, job.key(group, len(meetings), channel_id), job.check)
                self.groups[channel_id, group] = _Group(ranks, members, comm)

    def is_far(self, meeting: Meeting, process: int) -> bool:
        """Whether a meeting of a process goes through MPI."""
        if meeting.groups:
            return (meeting.channel_id, meeting.groups[process]) in self.groups
        return any(pair is not None and pair[0] != pair[1] for pair in (meeting.sources[process], meeting.targets[process]))


class FarRun:
    """The runs of one memory, one at a time: deeds that write to it, and who hears what other ranks say meanwhile."""

    def __init__(self, grid: FarGrid, memory: GridMemory, running: Running, test: int) -> None:
        self.grid, self.link, self._running, self._memory = grid, grid.link, running, memory
        self._deeds = Deeds(grid.job.library)
        self._met: dict[str, int] = {}
        #: Whether processes run: before, what their memory says is of the last run.
        self.has_begun = False
        self._waits: dict[int, FarWait] = {}
        self._exchanges: dict[Key, dict[Far, int]] = {}
        is_alone = len(grid.here) == 1
        memory.set_states(code.TEST, test)
        largest = max((d[0][Word.GIVEN] * len(m.groups[k]) for k in grid.here  # type: ignore[arg-type]
                       for m, d in zip(grid.meetings[k], grid.described[k]) if m.groups and grid.is_far(m, k)), default=0)
        self._images = self._deeds.memory(largest) if is_alone else None
        for process in grid.here:
            for number, meeting in enumerate(grid.meetings[process]):
                if grid.is_far(meeting, process):
                    make = self._group if meeting.groups else self._pair
                    memory.set_entry(process, number, Entry.FAR, make(process, meeting, *grid.described[process][number]))
        memory.far = self._waits

    # -- what processes know ----------------------------------------------------------------------------------------------
    def _counter(self, name: str, meeting: Meeting, group: tuple[int, ...], needs: Sequence[tuple[int, str]]) -> int:
        """The address of how often this rank has come to what a name says."""
        if name not in self._met:
            count = self.grid.job.counters[name] = np.zeros(1, np.int64)
            self._met[name] = count.ctypes.data
            self._waits[self._met[name]] = FarWait(meeting.channel_id, group, needs)
        return self._met[name]

    def _written(self, words: Mapping[Any, int], size: int) -> int:
        at = self._deeds.words(size)
        for k, value in words.items():
            ctypes.c_int64.from_address(at + 8 * k).value = value
        return at

    def _group(self, process: int, meeting: Meeting, words: Sequence[int], reduction: tuple[str, str] | None) -> int:
        members: Any = meeting.groups[process]
        group, key = self.grid.groups[meeting.channel_id, members], (meeting.channel_id, members)
        own = group.members[group.ranks.index(self.grid.job.rank)]
        order, given, deeds = group.order, int(words[Word.GIVEN]), self._deeds
        name = f"{self.grid.name}:{key}"
        met = self._counter(name, meeting, members, [(rank, name) for rank in group.ranks])
        found = {Far.HERE: len(own), Far.PLACES: deeds.list([members.index(k) for k in own]), Far.FIRST: int(process == own[0]),
                 Far.ORDER: deeds.list([members.index(k) for k in order]),
                 Far.IS_HERE: deeds.list([int(k in own) for k in order]), Far.PART: order.index(process), Far.MET: met}
        if process == own[0]:
            found |= self._exchange(key, group, len(own))
            if given > code.TINY:
                images = self._images or deeds.memory(given * len(order))
                found[Far.IMAGES] = images
                if len(own) > 1:
                    found[Far.SEND] = deeds.memory(given * len(own))
                found |= _Fetching(deeds, group, self.grid.job, words, members, found.get(Far.SEND, 0), images).deeds(reduction)
        return self._written(found, Far.SIZE)

    def _exchange(self, key: Key, group: _Group, own: int) -> dict[Far, int]:
        """What exchanges the records of a group: the same at all its meetings, since members that mean different ones must come
        to the same."""
        if key not in self._exchanges:
            sizes = [len(row) * code.RECORD_BYTES for row in group.members]
            record, records = self._deeds.memory(own * code.RECORD_BYTES), self._deeds.memory(sum(sizes))
            deed = self._deeds.all_gather_again(group.comm, record, own * code.RECORD_BYTES, records, sizes)
            self._exchanges[key] = {Far.RECORD: record, Far.RECORDS: records, Far.EXCHANGE: deed}
        return self._exchanges[key]

    def _pair(self, process: int, meeting: Meeting, words: Sequence[int], _: Any) -> int:
        deeds, found, size, job = self._deeds, {}, int(words[Word.BYTES]), self.grid.job
        count = len(self.grid.meetings)
        for pair, sends in ((meeting.targets[process], True), (meeting.sources[process], False)):
            if pair is None:
                continue
            key = (meeting.channel_id, pair)
            name, tag = f"{self.grid.name}:{key}", 2 * self.grid.tags[key]
            (other,) = job.ranks_of([pair[sends]], count)
            theirs = f"{name}{'<' if sends else '>'}"
            met = self._counter(f"{name}{'>' if sends else '<'}", meeting, pair, [(other, theirs)])
            means = deeds.words(1)
            make = deeds.send if sends else deeds.receive
            open_: Buffer = SOURCE if sends else TARGET
            made = (make(self.grid.pairs, means, 8, other, tag), make(self.grid.pairs, open_, size, other, tag + 1))
            places = ((FarPair.SEND_MEANS, FarPair.SEND, FarPair.MEANS, FarPair.SENT) if sends else
                      (FarPair.RECEIVE_MEANS, FarPair.RECEIVE, FarPair.THEIRS, FarPair.RECEIVED))
            found |= dict(zip(places, (*made, means, met)))
        found.setdefault(FarPair.MEANS, deeds.words(1))
        return self._written(found, FarPair.SIZE)

    # -- runs -------------------------------------------------------------------------------------------------------------
    def begin(self) -> None:
        """A run begins in this rank."""
        self.has_begun = False
        self.link.begin(self)

    def end(self) -> None:
        """All processes of this rank have ended."""
        self.link.end()

    def fail(self, error: BaseException, process: int | None = None) -> BaseException:
        """Ends the run in all ranks; the reason, which is another one if that came first."""
        return self.link.fail(error, process)

    def error(self) -> BaseException | None:
        """What is wrong if a function of MPI has said so."""
        found = self._memory.error()
        return EvaluationError(f"MPI failed: {self.grid.job.library.say(found)}") if found else None

    def look(self) -> None:
        """Asks the other ranks whether anybody can go on, if nobody can here; raises why the run has ended, if it has."""
        self.grid.job.check()
        found = waits_of(self._running)
        if found is not None and found[0]:
            self.link.look()

    # -- what the link asks -----------------------------------------------------------------------------------------------
    def stop(self, error: BaseException) -> None:
        self._running.stop(error)

    def state(self) -> dict[str, Any]:
        found = waits_of(self._running) if self.has_begun else None
        if found is None:
            return {"is_idle": False}
        waits, places, since = found
        described = self.link.described(waits)
        for row in described:
            place = places.get(row["process"])
            far = None if place is None else self._waits.get(place.memory)
            if far is not None and place is not None:
                row["needs"] = [[rank, name, place.round] for rank, name in far.needs]
        return {"is_idle": True, "epoch": since, "waits": described, "said": self.link.said(waits)}

    def met(self, *arguments: Any) -> None:
        self._running.transport.met(*arguments)  # type: ignore[union-attr]

    def deliver(self, *arguments: Any) -> None:
        self._running.transport.deliver(*arguments)  # type: ignore[union-attr]


class _Fetching:
    """How a rank fetches what its members need of an operand of others."""

    def __init__(self, deeds: Deeds, group: _Group, job: Ranks, words: Sequence[int], members: tuple[int, ...], send: int,
                 images: int) -> None:
        self._deeds, self._group, self._job, self._members, self._images = deeds, group, job, members, images
        self._words = [int(word) for word in words]
        self._given = self._words[Word.GIVEN]
        #: Where operands are sent from: the operand itself, of one member that is here.
        self._source: Buffer = send or SOURCE
        self._own = group.members[group.ranks.index(job.rank)]

    def deeds(self, reduction: tuple[str, str] | None) -> dict[Far, int]:
        words, deeds, comm, step = self._words, self._deeds, self._group.comm, self._words[Word.FROM_STEP]
        kind, is_single = Kind(words[Word.KIND]), len(self._group.order) == len(self._group.ranks)
        everything = self._everything()
        found = {Far.FETCH: everything, Far.FETCH_ALL: everything}
        match kind:
            case Kind.BROADCAST:
                found[Far.FETCH] = self._broadcast()
            case Kind.REDUCE_TO_FIRST:
                sizes = [self._given * len(row) for row in self._group.members]
                found[Far.FETCH] = deeds.gather(comm, self._source, self._given * len(self._own), self._images, sizes, self._root)
            case Kind.GATHER if step:
                loops = [(words[Word.LOOP + k], words[Word.FROM + k]) for k in range(3)]
                found[Far.FETCH] = self._deal(lambda k: Box(step * self._members.index(k), words[Word.RUN], loops))
            case Kind.GATHER if is_single and self._is_as_gathered:
                found |= {Far.FETCH: deeds.all_gather(comm, SOURCE, self._given, TARGET, [self._given] * len(self._group.ranks)),
                          Far.IS_DIRECT: 1}
            case Kind.REDUCE_SCATTER:
                rows = [(words[Word.ROWS], words[Word.STRIDE])]
                found[Far.FETCH] = self._deal(lambda k: Box(step * self._members.index(k), words[Word.ROW], rows))
            case Kind.REDUCE if is_single and reduction is not None:
                type, operation = (getattr(self._job.library.module, name) for name in reduction)
                found |= {Far.FETCH: deeds.reduce(comm, self._given // type.Get_size(), type, operation), Far.IS_DIRECT: 1}
            case Kind.REDUCE if words[Word.BLOCKS] >= len(self._members):
                parts = [self._part(c) for c in range(len(self._group.order))]
                order = self._group.order
                found[Far.FETCH] = self._deal(lambda k: Box(*parts[order.index(k)]))
                ends = np.cumsum([len(row) for row in self._group.members]).tolist()
                sizes = [sum(size for _, size in parts[end - len(row) : end]) for row, end in zip(self._group.members, ends)]
                found[Far.SHARE] = deeds.all_gather(comm, deeds.in_place, 0, TARGET, sizes)
        return found

    @property
    def _root(self) -> int:
        """The rank of the first member."""
        return next(k for k, row in enumerate(self._group.members) if self._members[0] in row)

    @property
    def _is_as_gathered(self) -> bool:
        """Whether what all ranks send is the result, one behind the other."""
        loops = self._words[Word.LOOP : Word.LOOP + 3]
        return loops == [1, 1, 1] and self._group.order == list(self._members)

    def _everything(self) -> int:
        sizes = [self._given * len(row) for row in self._group.members]
        return self._deeds.all_gather(self._group.comm, self._source, self._given * len(self._own), self._images, sizes)

    def _broadcast(self) -> int:
        first = self._members[0]
        buffer: Buffer = self._images + self._group.order.index(first) * self._given
        if first in self._own:
            buffer = self._source + self._own.index(first) * self._given if isinstance(self._source, int) else SOURCE
        return self._deeds.broadcast(self._group.comm, buffer, self._given, self._root)

    def _part(self, place: int) -> tuple[int, int]:
        """Where the part of a sum begins that is a member's, and its bytes."""
        blocks, count = self._words[Word.BLOCKS], len(self._group.order)
        begin, end = (blocks * k // count * self._words[Word.BLOCK] for k in (place, place + 1))
        return begin, end - begin + (self._words[Word.REST] if place + 1 == count else 0)

    def _deal(self, box_of: Callable[[int], Box]) -> int:
        """Each member gets its box of the operand of each, where that lies as at home."""
        def moved(box: Box, number: int) -> Box:
            return box._replace(offset=box.offset + number * self._given)

        rows, order, mine = self._group.members, self._group.order, self._own
        sent = [[] if row is mine else [moved(box_of(to), k) for k in range(len(mine)) for to in row] for row in rows]
        received = [[] if row is mine else [moved(box_of(to), order.index(k)) for k in row for to in mine] for row in rows]
        return self._deeds.deal(self._group.comm, self._source, sent, self._images, received)
