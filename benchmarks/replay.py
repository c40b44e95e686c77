"""A program's kernels one by one, on the calling thread, piece by piece as workers would fetch them, each piece timed.

The program is the one that so many workers would run; what they would do at the same time is done one after the other.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import Any

import numpy as np

import hloom
import hloom.driver.cpu  # says what the machine code of worker pools is made from
from hloom.codegen.cpu.command_words import divisions
from hloom.codegen.plan.program import Branch, Callback, Command, Copy, Launch, Loop, PlannedKernel
from hloom.codegen.target import Target
from hloom.pipeline import stages
from hloom.runtime import memory, watch
from hloom.runtime.compilation import compile_objects
from hloom.runtime.dispatch.commands import ARENA, POOL, TABLE, WATCH
from hloom.runtime.dispatch.program import Buffer, context_slots
from hloom.runtime.jit import load_objects
from hloom.runtime.native import words_of
from hloom.runtime.pool import Pool

_KERNEL = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)
_LOOP = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)


def pieces_of(tasks: int, grain: int, workers: int) -> list[list[range]]:
    """The pieces of each worker's share of a launch, as `hloom_parallel` cuts them (`pool_code`)."""
    shares = min(-(-tasks // grain), workers)
    quotient, remainder = divmod(tasks, shares)
    largest = -(-tasks // shares)
    size = -(-largest // -(-largest // grain))
    found, begin = [], 0
    for worker in range(shares):
        end = begin + quotient + (worker < remainder)
        found.append([range(first, min(first + size, end)) for first in range(begin, end, size)])
        begin = end
    return found


class UnsupportedError(Exception):
    """A program that cannot be run kernel by kernel."""


@dataclass
class Step:
    """Something that runs between two barriers: seconds of each piece; what the caller runs alone is one piece."""

    name: str
    operations: str
    pieces: list[float]
    is_parallel: bool


class Replay:
    """A program for so many workers, with its memory."""

    def __init__(self, module: hloom.Module, workers: int, inputs: Sequence[np.ndarray]) -> None:
        self.workers, self._inputs = workers, list(inputs)
        generated = stages(module, workers=workers)
        self._program, self._emitter = generated.program, generated.emitter
        if self._program.callbacks:
            raise UnsupportedError(f"{self._program.callbacks[0].name} runs on the evaluator")
        names = dict.fromkeys([*self._functions(self._program.commands), *self._emitter.small_loops.values()])
        code = compile_objects(generated.llvm_parts(1), Target.host())
        self._code = load_objects(code, list(names))
        program = self._program
        self.results = [memory.array(t.shape, t.storage.dtype) for t in program.result_types]
        self._arena = memory.allocate(max(program.arena_bytes, 1))
        slots = context_slots(program)
        self._context = (ctypes.c_void_p * slots["size"])()
        self._context[POOL], self._context[ARENA] = Pool.sized(1).address, self._arena.address
        self._context[WATCH] = watch.QUIET.address
        self._table = np.array([0 if isinstance(word, str) else word for word in program.table], np.int64)
        self._context[TABLE] = self._table.ctypes.data  # which small loops hand numbers of
        for k, table in program.lazy.items():
            table.compute(program.constants[k])
        for k, name in enumerate(program.routines):
            self._context[slots["routine"] + k] = words_of(name)
        for kind, arrays in (("constant", program.constants), ("argument", self._inputs), ("result", self.results)):
            for k, array in enumerate(arrays):
                self._context[slots[kind] + k] = array.ctypes.data
        self._slots = slots
        self._divisions = divisions(self._emitter.module.machine, program.commands, self._emitter.emitted, workers)

    def run(self) -> list[Step]:
        """The steps of one run, in order."""
        found: list[Step] = []
        self._commands(self._program.commands, found)
        return found

    def measured(self, runs: int) -> list[Step]:
        """The steps with medians of several runs, after one that warms up."""
        first, *others = [self.run() for _ in range(runs + 1)]
        for number, step in enumerate(first):
            step.pieces = [median(times) for times in zip(*(run[number].pieces for run in others), strict=True)]
        return first

    def _functions(self, commands: Sequence[Command]) -> Iterator[str]:
        """The functions of the kernels that are launched, and those that these are told of; but for those of small loops, which
        are inlined there."""
        for command in commands:
            match command:
                case Launch():
                    kernel = self._emitter.emitted[command.kernel][command.part]
                    yield from (kernel.symbol, *(word for word in kernel.numbers if isinstance(word, str)))
                case Loop() if command not in self._emitter.small_loops:
                    yield from self._functions([*command.condition, *command.body])
                case Branch():
                    for arm in command.arms:
                        yield from self._functions(arm)
                case _:
                    pass

    # -- commands -------------------------------------------------------------------------------------------------------
    def _address(self, buffer: Buffer) -> int:
        if buffer.kind == "temporary":
            return self._arena.address + buffer.offset
        return self._context[self._slots[buffer.kind] + buffer.number] or 0

    def _commands(self, commands: Sequence[Command], found: list[Step]) -> None:
        for command in commands:
            match command:
                case Launch():
                    self._launch(command, found)
                case Copy():
                    copy = partial(ctypes.memmove, self._address(command.target), self._address(command.source), command.bytes)
                    self._alone("copy", f"{command.bytes} bytes", copy, found)
                case Loop():
                    self._loop(command, found)
                case Branch():
                    self._commands(command.arms[self._arm(command)], found)
                case Callback():
                    raise AssertionError("refused before")

    def _alone(self, name: str, operations: str, work: Callable[[], Any], found: list[Step]) -> None:
        found.append(Step(name, operations, [_seconds(work)], False))

    def _launch(self, launch: Launch, found: list[Step]) -> None:
        kernel = self._emitter.emitted[launch.kernel][launch.part]
        if kernel.tasks == 0:
            return
        given = [self._address(use.buffer) for use in launch.uses]
        numbers = np.array([self._code.address(word) if isinstance(word, str) else word for word in kernel.numbers], np.int64)
        if kernel.function:
            given.insert(0, numbers.ctypes.data)
        arguments = (ctypes.c_void_p * max(len(given), 1))(*given)
        function = _KERNEL(self._code.address(kernel.symbol))
        division = self._divisions[launch]
        is_parallel = division is not None and self.workers > 1 and kernel.tasks > division.grain
        shares = (pieces_of(kernel.tasks, division.grain, self.workers) if is_parallel and division
                  else [[range(kernel.tasks)]])
        pieces = [_seconds(partial(function, arguments, piece.start, piece.stop, 0)) for share in shares for piece in share]
        found.append(Step(kernel.name, _operations(launch.kernel), pieces, is_parallel))

    def _loop(self, loop: Loop, found: list[Step]) -> None:
        name = self._emitter.small_loops.get(loop)
        if name is not None:
            function = _LOOP(self._code.address(name))
            self._alone(name, loop.operation.name, partial(function, ctypes.addressof(self._context)), found)
            return
        predicate = ctypes.c_uint8.from_address(self._address(loop.predicate))
        self._commands(loop.condition, found)
        while predicate.value:
            self._commands(loop.body, found)
            self._commands(loop.condition, found)

    def _arm(self, branch: Branch) -> int:
        address = self._address(branch.selector)
        if branch.is_predicate:
            return 0 if ctypes.c_uint8.from_address(address).value else 1
        index, last = ctypes.c_int32.from_address(address).value, len(branch.arms) - 1
        return index if 0 <= index < last else last


def _seconds(work: Callable[[], Any]) -> float:
    """Seconds that this thread spends on it, whatever else runs on the machine."""
    start = time.thread_time()
    work()
    return max(time.thread_time() - start - _CALL, 1e-9)


def _operations(kernel: PlannedKernel) -> str:
    """The operations of a kernel, shortly: the last one of each kind."""
    names = dict.fromkeys(op.name.rpartition(".")[2] for op in kernel.operations)
    listed = [name for name in names if name not in ("constant", "broadcast_in_dim", "reshape")] or list(names)
    return ", ".join(listed[:4]) + (", ..." if len(listed) > 4 else "")


#: Seconds that a call takes which does nothing.
_CALL = 0.0
_CALL = median(_seconds(lambda: None) for _ in range(1000))
