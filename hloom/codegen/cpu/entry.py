"""A program's commands -> its one native entry, `i64 @entry(ptr context)`.

The context is an array of addresses: the worker pool, the function that runs callbacks, the arena, the watch, then the constants,
the arguments and the results. The entry returns 0, or 1 as soon as a callback fails or the watch stops the call (`commands`).
"""

from __future__ import annotations

from collections import Counter

from hloom.codegen.cpu.commands import UNWATCHED_COST, CommandEmitter, Kernels
from hloom.codegen.cpu.small_loops import emit_small_loop, small_loop
from hloom.codegen.llvm.builder import LLVMModule, Value
from hloom.codegen.plan.program import Callback, Launch, Loop, Program, buffers_in, walk_commands


def emit_entry(module: LLVMModule, program: Program, kernels: Kernels, workers: int) -> dict[Loop, str]:
    """Adds the function `entry` to a module that has the kernels already: their functions, part by part.

    The names of the functions that small loops have become, `i64 @name(ptr context)`.
    """
    entry = _Entry(module, program, kernels, workers)
    entry.emit()
    return entry.small_loops


class _Entry(CommandEmitter):
    def __init__(self, module: LLVMModule, program: Program, kernels: Kernels, workers: int) -> None:
        super().__init__(module.function("entry", [("ptr", "context")], "i64", is_cold=True), program, kernels, workers)
        #: How often commands name each buffer.
        self._mentions = Counter(buffers_in(program.commands))
        self.small_loops: dict[Loop, str] = {}

    def emit(self) -> None:
        self.commands(self.program.commands)
        self.f.ret(Value("i64", "0"))
        commands = self.program.commands
        self.program.may_run_long = any(isinstance(c, Loop | Callback) for c in walk_commands(commands)) or sum(
            self.cost(c) for c in commands if isinstance(c, Launch)) > UNWATCHED_COST

    def loop(self, loop: Loop) -> None:
        inside = Counter(buffers_in([loop]))
        small = None if self.program.is_guarded else small_loop(
            loop, self.f.module, self.kernels, {b for b, count in inside.items() if count < self._mentions[b]})
        if small is None:
            super().loop(loop)
        else:
            function = emit_small_loop(self.f.module, small, self.program, self.kernels)
            self.small_loops[loop] = function.name
            self.stop_if(self.f.call(function.name, "i64", [self.f.parameters[0]]))
