"""The memory of a grid's run, which its processes share: their states with what they know of their meetings, the memory of each
group that meets, and the job (`codegen.cpu.grid_layout`); and reading it while they run.
"""

from __future__ import annotations

import ctypes
import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from hloom.codegen.cpu import grid_layout as code
from hloom.codegen.cpu.commands import ATTEND
from hloom.codegen.cpu.grid_layout import Entry
from hloom.codegen.cpu.pool_state import LINE
from hloom.passes.on_grid import Meeting

#: A group on a channel, whose members meet in the same memory.
Key = tuple[int, tuple[int, ...]]


class Place(NamedTuple):
    """Where a process waits: at which meeting of its program, in which group's memory, for which round, since when."""

    number: int
    memory: int
    round: int
    epoch: int


class GridMemory:
    """The memory of one run at a time. `meetings[process]` are those of its program; `identities` tells for each of them what
    members must have in common."""

    def __init__(self, meetings: Sequence[Sequence[Meeting]], sizes: tuple[int, int], functions: Mapping[str, int]) -> None:
        self.meetings, self.count = meetings, len(meetings)
        programs = {id(own): own for own in meetings}.values()
        keys = dict.fromkeys(key for own in programs for meeting in own for key in _keys(meeting))
        states = [code.state_bytes(len(own)) for own in meetings]
        shared = {key: code.communal_bytes(len(key[1])) for key in keys}
        total = LINE + code.JOB_BYTES + sum(states) + sum(shared.values()) + 16 * self.count
        self._bytes = np.zeros(total + LINE, np.uint8)
        at = self._bytes.ctypes.data + -self._bytes.ctypes.data % LINE
        #: The word that stops all, then the job.
        self.stop, self.job = at, at + LINE
        at = self.job + -(-code.JOB_BYTES // LINE) * LINE
        self.groups: dict[Key, int] = {}
        for key, size in shared.items():
            self.groups[key] = at
            at += size
        self.keys = {address: key for key, address in self.groups.items()}
        self.states: list[int] = []
        for size in states:
            self.states.append(at)
            at += size
        self._lists = at
        for process, own in enumerate(meetings):
            self._write_state(process, own, divmod(process, sizes[1]), functions)

    # -- writing ----------------------------------------------------------------------------------------------------------
    def prepare(self, run: int, contexts: Sequence[int], spin: int, yields: int) -> None:
        """Writes the job: `run` is the address of `hloom_run`; who waits looks so many times, and gives way so many times, before
        it sleeps."""
        for k, addresses in enumerate((contexts, self.states)):
            (ctypes.c_void_p * self.count).from_address(self._lists + 8 * self.count * k)[:] = list(addresses)
        for offset, word in ((code.RUN, run), (code.CONTEXTS, self._lists), (code.STATES, self._lists + 8 * self.count),
                             (code.COUNT, self.count), (code.JOB_STOP, self.stop)):
            self._set(self.job + offset, word)
        for state in self.states:
            self._set(state + code.SPIN, spin)
            self._set(state + code.YIELDS, yields)
            self._set(state + code.TURNS, yields)

    def begin(self, number: int, first_watch: int) -> None:
        """Another run begins, which is none that was begun here before."""
        self._set(self.job + code.NUMBER, number)
        self._set(self.job + code.FIRST_WATCH, first_watch)
        self._set(self.job + code.DONE + code.ROUND, 0)

    def _write_state(self, process: int, own: Sequence[Meeting], place: tuple[int, int], functions: Mapping[str, int]) -> None:
        state = self.states[process]
        self._set(state + code.MEET, functions["hloom_meet"])
        self._set(state + code.STOP, self.stop)
        self._set(state + code.OWN_WATCH + ATTEND, functions["hloom_nothing"])
        for offset, number in zip((code.REPLICA, code.PARTITION), place):
            ctypes.c_uint32.from_address(state + offset).value = number
        self._set(state + code.ADDRESS, state)
        for number, meeting in enumerate(own):
            for word, value in self._entry(process, meeting).items():
                self._set(state + code.ENTRIES + number * code.ENTRY_BYTES + 8 * word, value)

    def _entry(self, process: int, meeting: Meeting) -> dict[Entry, int]:
        found = {Entry.MEANS: _meaning(meeting), Entry.CHANNEL: int(meeting.channel_id != 0)}
        if meeting.groups:
            group = meeting.groups[process]
            if group is not None:
                found |= {Entry.SIZE: len(group), Entry.RANK: group.index(process),
                          Entry.MEMORY: self.groups.get((meeting.channel_id, group), 0)}
            return found
        for word, pair in ((Entry.MEMORY, meeting.sources[process]), (Entry.TO, meeting.targets[process])):
            if pair is not None and pair[0] == pair[1]:
                found[Entry.SELF] = 1
            elif pair is not None:
                found[word] = self.groups[meeting.channel_id, pair]
        return found

    # -- reading ----------------------------------------------------------------------------------------------------------
    @property
    def is_stopped(self) -> bool:
        return self._get(self.stop) != 0

    def stop_all(self) -> None:
        """Has all processes end that wait, or look at their watches."""
        self._set(self.stop, 1)
        for state in self.states[1:]:
            self._set(state + code.OWN_WATCH, 1)

    def has_ended(self, process: int) -> bool:
        """Whether a process has come to its end in this run."""
        return self._get(self.states[process] + code.ENDED) == self._get(self.job + code.NUMBER)

    def place_of(self, process: int) -> Place | None:
        """Where a process waits for others; None if it does not, or they have come."""
        state = self.states[process]
        epoch = self._get(state + code.EPOCH)
        waits = self._get(state + code.WAITS)
        if waits <= 0:
            return None
        found = Place(waits - 1, self._get(state + code.WAITS_IN), self._get(state + code.WAITS_FOR), epoch)
        return found if self._get(found.memory + code.ROUND) < found.round else None

    def has_arrived(self, process: int, place: Place) -> bool:
        """Whether a process has come to where another one waits."""
        _, members = self.keys[place.memory]
        return process in members and self._member(place.memory, members.index(process), code.OWN_ROUND) >= place.round

    def fault(self) -> tuple[int, Meeting, int, int] | None:
        """A process that has met one that means something else: its number, its meeting, the other, and what that one means."""
        for process, state in enumerate(self.states):
            rank = self._get(state + code.FAULT) - 1
            if rank >= 0:
                number = self._get(state + code.FAULT_AT)
                meeting = self.meetings[process][number]
                for memory, (channel, members) in self.keys.items():
                    if channel == meeting.channel_id and process in members and rank < len(members) and members in _groups(
                            meeting, process):
                        last = self._member(memory, rank, code.OWN_ROUND) % 2
                        meant = self._member(memory, rank, code.IDENTITY + last * code.MEMBER)
                        if meant != _meaning(meeting):
                            return process, meeting, members[rank], meant
        return None

    def meeting_of(self, process: int, meant: int) -> Meeting:
        """The meeting of a process that means that."""
        return next(meeting for meeting in self.meetings[process] if _meaning(meeting) == meant)

    def _member(self, memory: int, rank: int, offset: int) -> int:
        return self._get(memory + code.MEMBERS + rank * 2 * code.MEMBER + offset)

    @staticmethod
    def _get(address: int) -> int:
        return ctypes.c_int64.from_address(address).value

    @staticmethod
    def _set(address: int, word: int) -> None:
        ctypes.c_int64.from_address(address).value = word


def _groups(meeting: Meeting, process: int) -> list[tuple[int, ...]]:
    found = [places[process] for places in (meeting.groups, meeting.sources, meeting.targets) if places]
    return [group for group in found if group is not None]


def _keys(meeting: Meeting) -> Iterator[Key]:
    """The groups of several processes in which a meeting may take place."""
    for group in dict.fromkeys((*meeting.groups, *meeting.sources, *meeting.targets)):
        if group is not None and len(set(group)) > 1:
            yield meeting.channel_id, group


#: What operations that may meet have in common, each with a number.
_common: dict[tuple[object, ...], int] = {}
_numbers = itertools.count(1)


def _meaning(meeting: Meeting) -> int:
    """What a meeting means, as a word (`grid_layout.Entry.MEANS`)."""
    op = meeting.operation
    common = _common.setdefault((op.name, *(v.type for v in op.operands), meeting.operand), next(_numbers))
    return (common << code.FUNCTION_BITS | meeting.function) << code.OPERATION_BITS | meeting.number

