"""Loops whose body is small, as one function in which what is carried stays in registers.

A launch costs a few nanoseconds: the addresses of its buffers go through memory, so do the values between two launches. That
is more than the work of a body that steps a few scalars. Such a loop becomes a function of its own: its kernels are inlined, and
each of its small buffers is a stack slot, filled before the loop and written back after it. LLVM's optimiser does the rest, for
this function alone: slots become values, what does not change leaves the loop.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hloom.codegen.cpu.commands import CommandEmitter, Kernels
from hloom.codegen.llvm.builder import Function, LLVMModule, Value
from hloom.codegen.plan.program import (
    Access,
    Branch,
    Buffer,
    Callback,
    Command,
    Copy,
    Launch,
    Loop,
    Program,
    buffers_in,
    walk_commands,
)

#: Bytes of a buffer that is kept in the loop's own memory, at most: four registers of 64 bytes.
_SLOT_BYTES = 256
#: Lines of all kernels that are inlined, each as often as it is launched, at most: LLVM takes about 10 us for each.
_MOST_LINES = 900
#: Instructions of one iteration beside which the cost of launches does not count.
_MOST_COST = 6000


@dataclass(frozen=True)
class SmallLoop:
    """A loop that becomes one function: the buffers that are its slots, of which `filled` hold something before it, and `kept`
    are needed after it; and the functions that are inlined."""

    loop: Loop
    slots: tuple[Buffer, ...]
    filled: frozenset[Buffer]
    kept: frozenset[Buffer]
    inlined: tuple[Function, ...]


def small_loop(loop: Loop, module: LLVMModule, kernels: Kernels, outside: set[Buffer]) -> SmallLoop | None:
    """How a loop becomes one function, if it is small. `outside` has the buffers that other commands of the program use."""
    inside = list(walk_commands([*loop.condition, *loop.body]))
    launches = [c for c in inside if isinstance(c, Launch) and kernels[c.kernel][c.part].tasks]
    functions = {launch: _inlined(launch, module, kernels) for launch in launches}
    lines = sum(f.line_count for f in functions.values() if f is not None)
    cost = sum(kernels[c.kernel][c.part].tasks * kernels[c.kernel][c.part].cost for c in launches)
    if any(isinstance(c, Callback) for c in inside) or lines > _MOST_LINES or cost > _MOST_COST:
        return None
    called = {use.buffer for launch, f in functions.items() if f is None for use in launch.uses}
    slots = [b for b in dict.fromkeys(buffers_in([loop])) if 0 < b.bytes <= _SLOT_BYTES and b not in called]
    if loop.predicate not in slots:
        return None
    lasting = {b for b in slots if b.kind != "temporary" or b in outside}
    return SmallLoop(loop, tuple(slots), frozenset(lasting), frozenset(lasting & set(_written(inside))),
                     tuple(dict.fromkeys(f for f in functions.values() if f is not None)))


def _inlined(launch: Launch, module: LLVMModule, kernels: Kernels) -> Function | None:
    """The function of a launch, if it is code of loops and calls nothing but mathematics; others are called from the loop."""
    if launch.kernel.family is not None:
        return None
    function = module.functions[kernels[launch.kernel][launch.part].name]
    return None if function.is_cold or any(name in module.functions for name in function.symbols()) else function


def _written(commands: Sequence[Command]) -> Iterator[Buffer]:
    for command in commands:
        match command:
            case Launch() | Callback():
                yield from (use.buffer for use in command.uses if use.access is not Access.READ)
            case Copy():
                yield command.target
            case Loop():
                yield command.predicate
            case Branch():
                yield from command.outputs


def emit_small_loop(module: LLVMModule, small: SmallLoop, program: Program, kernels: Kernels) -> Function:
    """Adds the function of a loop, `i64 @name(ptr context)`, which returns what the entry does."""
    name = f"small_loop_{sum(f.name.startswith('small_loop_') for f in module.functions.values())}"
    f = module.optimised_function(name, [("ptr", "context")], "i64", small.inlined)
    _LoopFunction(f, small, program, kernels).emit()
    return f


class _LoopFunction(CommandEmitter):
    def __init__(self, f: Function, small: SmallLoop, program: Program, kernels: Kernels) -> None:
        super().__init__(f, program, kernels, workers=1)
        self.small = small
        # Addresses are the same throughout, which LLVM cannot know of memory that others may write to.
        self._places = {b: super(_LoopFunction, self).address(b) for b in dict.fromkeys(buffers_in([small.loop]))
                        if b not in small.slots or b in small.filled}
        self._own = {b: f.slot("i8", b.bytes) for b in small.slots}

    def address(self, buffer: Buffer) -> Value:
        return self._own.get(buffer) or self._places[buffer]

    def emit(self) -> None:
        for buffer in self.small.slots:
            if buffer in self.small.filled:
                self.f.copy_bytes(self._own[buffer], self._places[buffer], buffer.bytes)
        self.loop(self.small.loop)
        for buffer in self.small.slots:
            if buffer in self.small.kept:
                self.f.copy_bytes(self._places[buffer], self._own[buffer], buffer.bytes)
        self.f.ret(Value("i64", "0"))
