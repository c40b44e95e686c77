"""The memory of a grid's run, which its processes share: their states with what they know of their meetings, the memory of each
group that meets, and the job (`dispatch.grid_layout`); and reading it while they run.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from hloom.passes.on_grid import Meeting
from hloom.runtime.dispatch import grid_layout as code
from hloom.runtime.dispatch.commands import ATTEND
from hloom.runtime.dispatch.grid_layout import Entry
from hloom.runtime.dispatch.pool_state import LINE

#: A group on a channel, whose members meet in the same memory.
Key = tuple[int, tuple[int, ...]]


class FarWait(NamedTuple):
    """Where a process waits for others in other ranks: the channel and members of the group, and what must have happened before
    it goes on: which rank has come to what."""

    channel_id: int
    members: tuple[int, ...]
    needs: Sequence[tuple[int, str]]


class Place(NamedTuple):
    """Where a process waits: at which meeting of its program, in which group's memory, for which round, since when. Where it
    waits for other ranks, the memory is the address of how often this one has come there, the round how often that is."""

    number: int
    memory: int
    round: int
    epoch: int


class GridMemory:
    """The memory of one run at a time. `meetings[process]` are those of its program, `here` the processes that run here, which
    meet by the function `meet`."""

    def __init__(self, meetings: Sequence[Sequence[Meeting]], sizes: tuple[int, int], functions: Mapping[str, int],
                 here: Sequence[int], meet: str = "hloom_meet") -> None:
        self.meetings, self.count, self.here = meetings, len(meetings), here
        keys = [key for key in keys_of(meetings) if not set(key[1]).isdisjoint(here)]
        self._meanings = _Meanings(meetings)
        states = [code.state_bytes(len(meetings[k])) for k in here]
        shared = {key: code.communal_bytes(len(key[1])) for key in keys}
        total = LINE + code.JOB_BYTES + sum(states) + sum(shared.values()) + 16 * len(here)
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
        self.states: dict[int, int] = {}
        for process, size in zip(here, states):
            self.states[process] = at
            at += size
        self._lists = at
        for process in here:
            self._write_state(process, divmod(process, sizes[1]), functions[meet], functions["hloom_nothing"])
        #: Where processes wait for other ranks, by the addresses that they say.
        self.far: Mapping[int, FarWait] = {}

    # -- writing ----------------------------------------------------------------------------------------------------------
    def prepare(self, run: int, contexts: Sequence[int], spin: int, yields: int) -> None:
        """Writes the job: `run` is the address of `hloom_run`; who waits looks so many times, and gives way so many times, before
        it sleeps."""
        count = len(self.here)
        for k, addresses in enumerate((contexts, self.states.values())):
            (ctypes.c_void_p * count).from_address(self._lists + 8 * count * k)[:] = list(addresses)
        for offset, word in ((code.RUN, run), (code.CONTEXTS, self._lists), (code.STATES, self._lists + 8 * count),
                             (code.COUNT, count), (code.JOB_STOP, self.stop)):
            self._set(self.job + offset, word)
        for state in self.states.values():
            self._set(state + code.SPIN, spin)
            self._set(state + code.YIELDS, yields)
            self._set(state + code.TURNS, yields)

    def begin(self, number: int, first_watch: int) -> None:
        """Another run begins, which is none that was begun here before."""
        self._set(self.job + code.NUMBER, number)
        self._set(self.job + code.FIRST_WATCH, first_watch)
        self._set(self.job + code.DONE + code.ROUND, 0)

    def _write_state(self, process: int, place: tuple[int, int], meet: int, nothing: int) -> None:
        state = self.states[process]
        self._set(state + code.MEET, meet)
        self._set(state + code.STOP, self.stop)
        self._set(state + code.OWN_WATCH + ATTEND, nothing)
        for offset, number in zip((code.REPLICA, code.PARTITION), place):
            ctypes.c_uint32.from_address(state + offset).value = number
        self._set(state + code.ADDRESS, state)
        for number, meeting in enumerate(self.meetings[process]):
            for word, value in self._entry(process, meeting).items():
                self.set_entry(process, number, word, value)

    def set_entry(self, process: int, number: int, word: Entry, value: int) -> None:
        """Writes a word of what a process knows of one of its meetings."""
        self._set(self.states[process] + code.ENTRIES + number * code.ENTRY_BYTES + 8 * word, value)

    def set_states(self, offset: int, word: int) -> None:
        """Writes a word of the states of all processes that are here."""
        for state in self.states.values():
            self._set(state + offset, word)

    def _entry(self, process: int, meeting: Meeting) -> dict[Entry, int]:
        found = {Entry.MEANS: self._meanings.of(meeting), Entry.CHANNEL: int(meeting.channel_id != 0)}
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
        for process in self.here[1:]:
            self._set(self.states[process] + code.OWN_WATCH, 1)

    def error(self) -> int:
        """What a function has given that a process has called; 0 for none."""
        return next((found for state in self.states.values() if (found := self._get(state + code.ERROR))), 0)

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
        if found.memory in self.far:
            return found
        return found if self._get(found.memory + code.ROUND) < found.round else None

    def has_arrived(self, process: int, place: Place) -> bool:
        """Whether a process that is here has come to where another one waits."""
        if place.memory in self.far:
            return process in self.far[place.memory].members and process in self.here
        _, members = self.keys[place.memory]
        return process in members and self._member(place.memory, members.index(process), code.OWN_ROUND) >= place.round

    def fault(self) -> tuple[int, Meeting, int, int] | None:
        """A process that has met one that means something else: its number, its meeting, the other, and what that one means."""
        for process, state in self.states.items():
            rank = self._get(state + code.FAULT) - 1
            if rank >= 0:
                meeting = self.meetings[process][self._get(state + code.FAULT_AT)]
                other = next(group[rank] for group in _groups(meeting, process) if rank < len(group) and group[rank] != process)
                return process, meeting, other, self._get(state + code.FAULT_MEANS)
        return None

    def meeting_of(self, process: int, meant: int) -> Meeting:
        """The meeting of a process that means that."""
        return next(meeting for meeting in self.meetings[process] if self._meanings.of(meeting) == meant)

    def group_of(self, place: Place) -> Key:
        """The channel and the members of where a process waits."""
        far = self.far.get(place.memory)
        return self.keys[place.memory] if far is None else (far.channel_id, far.members)

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


def keys_of(meetings: Sequence[Sequence[Meeting]]) -> list[Key]:
    """The groups of several processes that meet, each once, in the order of the programs."""
    programs = {id(own): own for own in meetings}.values()
    return list(dict.fromkeys(key for own in programs for meeting in own for key in _keys(meeting)))


def _keys(meeting: Meeting) -> Iterator[Key]:
    """The groups of several processes in which a meeting may take place."""
    for group in dict.fromkeys((*meeting.groups, *meeting.sources, *meeting.targets)):
        if group is not None and len(set(group)) > 1:
            yield meeting.channel_id, group


class _Meanings:
    """What meetings mean, as words (`grid_layout.Entry.MEANS`), which are the same wherever the grid runs."""

    def __init__(self, meetings: Sequence[Sequence[Meeting]]) -> None:
        #: What operations that may meet have in common, each with a number.
        self._common: dict[tuple[object, ...], int] = {}
        self._words: dict[int, int] = {}
        for own in {id(own): own for own in meetings}.values():
            for meeting in own:
                op = meeting.operation
                key = (op.name, *(v.type for v in op.operands), meeting.operand)
                common = self._common.setdefault(key, len(self._common) + 1)
                word = (common << code.FUNCTION_BITS | meeting.function) << code.OPERATION_BITS | meeting.number
                self._words[id(meeting)] = word

    def of(self, meeting: Meeting) -> int:
        return self._words[id(meeting)]
