"""Red zones: pattern bytes on both sides of every buffer of a guarded program (HLOOM_GUARD=1), checked as it runs.

What a kernel writes outside of its buffers is found after that kernel, by name. Guarded programs compute in copies of their
arguments and constants, so that writes to those are found too.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from hloom.runtime.dispatch.program import ALIGNMENT, ZONE, CompiledProgram
from hloom.support.diagnostics import InternalError

#: What red zones hold, and what buffers hold before anything is computed: NaN, negative, and neither true nor false.
_PATTERN, _UNTOUCHED = 0xA5, 0xFF


class _Memory:
    """Bytes between two red zones, or an arena with several buffers; `address` is where they begin."""

    def __init__(self, size: int, places: Sequence[tuple[int, int]] | None = None) -> None:
        whole = np.full(size + 2 * ZONE + ALIGNMENT, _PATTERN, np.uint8)
        start = -whole.ctypes.data % ALIGNMENT
        self.bytes = whole[start : start + size + 2 * ZONE]
        self.address = self.bytes.ctypes.data + ZONE
        #: Where buffers lie, counted from the address.
        self.places = [(0, size)] if places is None else list(places)
        inside = np.zeros(self.bytes.size, bool)
        for offset, count in self.places:
            inside[ZONE + offset : ZONE + offset + count] = True
        self.bytes[inside] = _UNTOUCHED
        self.zones = np.flatnonzero(~inside)

    def view(self, size: int) -> np.ndarray:
        return self.bytes[ZONE : ZONE + size]

    def damage(self) -> tuple[int, tuple[int, int]] | None:
        """The first byte of a red zone that was changed, from the address on, and the buffer next to it."""
        changed = self.zones[self.bytes[self.zones] != _PATTERN]
        if not changed.size:
            return None
        place = int(changed[0]) - ZONE
        return place, min(self.places, key=lambda p: max(p[0] - place, place - p[0] - p[1] + 1), default=(0, 0))


class Guard:
    """The memory of one run of a guarded program: the addresses of its `constants`, and those of its arguments and results."""

    def __init__(self, program: CompiledProgram, arguments: Sequence[np.ndarray]) -> None:
        self.program = program
        given = [*(("constant", x) for x in program.constants), *(("argument", x) for x in arguments)]
        self._kept: list[tuple[str, int, _Memory, bytes | None]] = []
        counts: dict[str, int] = {}
        for kind, array in given:
            memory = _Memory(array.nbytes)
            data = np.ascontiguousarray(array).tobytes()
            memory.view(array.nbytes)[:] = np.frombuffer(data, np.uint8)
            number = counts[kind] = counts.get(kind, -1) + 1
            self._kept.append((kind, number, memory, data))
        for number, type in enumerate(program.result_types):
            size = prod(type.shape) * type.storage.dtype.itemsize
            self._kept.append(("result", number, _Memory(size), None))
        self.constants = [memory.address for kind, _, memory, _ in self._kept if kind == "constant"]
        self.addresses = [memory.address for kind, _, memory, _ in self._kept if kind != "constant"]
        self.arena = _Memory(program.arena_bytes, program.places)

    def check(self, number: int | None) -> None:
        """Raises InternalError, naming kernel and buffer, if a red zone is damaged after check `number` (None: at the end)."""
        name = "the program" if number is None else self.program.checks[number][0]
        for kind, position, memory, data in self._kept:
            self._require(memory, name, f"{kind} {position}", number)
            if data is not None and memory.view(len(data)).tobytes() != data:
                raise InternalError(f"HLOOM_GUARD: {name} changed {kind} {position} of @{self.program.name}")
        self._require(self.arena, name, "a temporary buffer", number)

    def _require(self, memory: _Memory, name: str, buffer: str, number: int | None) -> None:
        found = memory.damage()
        if found is None:
            return
        place, (offset, count) = found
        where = f"{offset - place} bytes before" if place < offset else f"{place - offset - count} bytes after the end of"
        role = ""
        if memory is self.arena and number is not None:
            roles = [str(k) for k, b in enumerate(self.program.checks[number][1]) if b.kind == "temporary" and b.offset == offset]
            role = f", its argument {' and '.join(roles)}" if roles else ", which it does not name"
        raise InternalError(f"HLOOM_GUARD: {name} of @{self.program.name} wrote {where} {buffer} of {count} bytes{role}")

    def results(self) -> tuple[np.ndarray, ...]:
        """The results as arrays of their own."""
        memories = [memory for kind, _, memory, _ in self._kept if kind == "result"]
        return tuple(memory.view(prod(t.shape) * t.storage.dtype.itemsize).copy().view(t.storage.dtype).reshape(t.shape)
                     for memory, t in zip(memories, self.program.result_types))
