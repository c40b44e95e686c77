"""Loops whose body is small, as one function in which what is carried stays in registers.

A launch costs a few nanoseconds: the addresses of its buffers go through memory, so do the values between two launches. That
is more than the work of a body that steps a few scalars. Such a loop becomes a function of its own: its kernels are inlined, and
each of its small buffers is a stack slot, filled before the loop and written back after it. LLVM's optimiser does the rest, for
this function alone: slots become values, what does not change leaves the loop.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hloom.codegen.cpu.dispatch_latency import emit_poll
from hloom.codegen.cpu.kernel_function import Kernels
from hloom.codegen.llvm.builder import Function, Value, Variable
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.plan.buffers import Rotation
from hloom.codegen.plan.program import Access, Branch, Callback, Command, Copy, Launch, Loop, Program, buffers_in, walk_commands
from hloom.runtime.dispatch.commands import ARENA, SMALL_LOOP, TABLE, WATCH
from hloom.runtime.dispatch.program import Buffer, context_slots
from hloom.support.diagnostics import InternalError
from hloom.support.records import dataclass


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
    small_loops = module.machine.small_loops
    inside = list(walk_commands([*loop.condition, *loop.body]))
    launches = [c for c in inside if isinstance(c, Launch) and kernels[c.kernel][c.part].tasks]
    functions = {launch: _inlined(launch, module, kernels) for launch in launches}
    lines = sum(f.line_count for f in functions.values() if f is not None)
    cost = sum(kernels[c.kernel][c.part].tasks * kernels[c.kernel][c.part].cost for c in launches)
    meets = any(kernels[c.kernel][c.part].meets for c in launches)
    if meets or any(isinstance(c, Callback) for c in inside) or lines > small_loops.most_lines or cost > small_loops.most_cost:
        return None
    called = {use.buffer for launch, f in functions.items() if f is None for use in launch.uses}
    slots = [b for b in dict.fromkeys(buffers_in([loop])) if 0 < b.bytes <= small_loops.slot_bytes and b not in called]
    if loop.predicate not in slots:
        return None
    lasting = {b for b in slots if b.kind != "temporary" or b in outside}
    return SmallLoop(loop, tuple(slots), frozenset(lasting), frozenset(lasting & set(_written(inside))),
                     tuple(dict.fromkeys(f for f in functions.values() if f is not None)))


def _inlined(launch: Launch, module: LLVMModule, kernels: Kernels) -> Function | None:
    """The function of a launch, if it is code of loops and calls nothing but mathematics; others are called from the loop."""
    emitted = kernels[launch.kernel][launch.part]
    if launch.kernel.family is not None or emitted.function:
        return None
    function = module.functions[emitted.name]
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


def emit_small_loop(module: LLVMModule, small: SmallLoop, program: Program, kernels: Kernels,
                    numbers: Mapping[tuple[int | str, ...], int], turns: Mapping[Loop, Rotation]) -> Function:
    """Adds the function of a loop, `i64 @name(ptr context)`, which returns what `hloom_run` does; `numbers` are the bytes from
    the table's beginning to those of forms, `turns` the loops whose buffers change names."""
    name = f"{SMALL_LOOP}{sum(f.name.startswith(SMALL_LOOP) for f in module.functions.values())}"
    f = module.optimised_function(name, [("ptr", "context")], "i64", small.inlined)
    _LoopFunction(f, small, program, kernels, numbers, turns).emit()
    return f


class _LoopFunction:
    """Emits commands into `f`, a function whose first parameter is the context and which returns 1 where a call is stopped."""

    def __init__(self, f: Function, small: SmallLoop, program: Program, kernels: Kernels,
                 numbers: Mapping[tuple[int | str, ...], int], turns: Mapping[Loop, Rotation]) -> None:
        self.f, self.small, self.kernels, self.numbers, self._turns = f, small, kernels, numbers, turns
        #: The addresses of buffers that change names.
        self._turning: dict[Buffer, Variable] = {}
        self._slots = context_slots(program)
        self._arena, self._watch = self._slot(ARENA), self._slot(WATCH)
        # Addresses are the same throughout, which LLVM cannot know of memory that others may write to.
        self._places = {b: self._place(b) for b in dict.fromkeys(buffers_in([small.loop]))
                        if b not in small.slots or b in small.filled}
        self._own = {b: f.slot("i8", b.bytes) for b in small.slots}

    def emit(self) -> None:
        for buffer in self.small.slots:
            if buffer in self.small.filled:
                self.f.copy_bytes(self._own[buffer], self._places[buffer], buffer.bytes)
        self._loop(self.small.loop)
        for buffer in self.small.slots:
            if buffer in self.small.kept:
                self.f.copy_bytes(self._places[buffer], self._own[buffer], buffer.bytes)
        self.f.ret(Value("i64", "0"))

    def _slot(self, number: int) -> Value:
        return self.f.value("ptr", f"load ptr, {self.f.address(self.f.parameters[0], number, 'ptr')}")

    def _place(self, buffer: Buffer) -> Value:
        """Where the context says that a buffer lies."""
        if buffer.kind == "temporary":
            return self.f.address(self._arena, buffer.offset, "i8")
        return self._slot(self._slots[buffer.kind] + buffer.number)

    def _address(self, buffer: Buffer) -> Value:
        turning = self._turning.get(buffer)
        return self.f.get(turning) if turning is not None else self._own.get(buffer) or self._places[buffer]

    def _commands(self, commands: Sequence[Command]) -> None:
        for command in commands:
            match command:
                case Launch():
                    self._launch(command)
                case Copy():
                    self.f.copy_bytes(self._address(command.target), self._address(command.source), command.bytes)
                case Loop():
                    self._loop(command)
                case Branch():
                    self._branch(command)
                case Callback():
                    raise InternalError("a small loop calls back")

    def _launch(self, launch: Launch) -> None:
        emitted = self.kernels[launch.kernel][launch.part]
        if emitted.tasks == 0:
            return
        f = self.f
        given = [self._address(use.buffer) for use in launch.uses]
        if emitted.function:
            given.insert(0, f.address(self._slot(TABLE), self.numbers.get(emitted.numbers, 0), "i8"))
        array = f.slot("ptr", max(len(given), 1), align=16)
        for k, address in enumerate(given):
            f.store(address, f.address(array, k, "ptr"))
        f.call_outside(emitted.symbol, "void", [array, Value("i64", "0"), Value("i64", str(emitted.tasks)), Value("i64", "0")])

    def _loop(self, loop: Loop) -> None:
        f = self.f
        head, body, done, stopped = f.label("head"), f.label("body"), f.label("done"), f.label("stopped")
        turns = self._turns.get(loop)
        if turns is not None and not turns.buffers.isdisjoint(self._own):
            turns = None
        # How often buffers have changed names since each had its own.
        turned = f.variable(Value("i64", "0")) if turns is not None else None
        self._turning = {b: f.variable(self._places[b]) for b in self._places if turns is not None and b in turns.buffers}
        f.branch(head)
        f.block(head)
        self._commands(loop.condition)
        f.branch_if(f.compare("ne", f.load("i8", self._address(loop.predicate)), 0), body, done)
        f.block(body)
        emit_poll(f, self._watch, stopped)
        self._commands(loop.body if turns is None else turns.body)
        if turns is not None and turned is not None:
            self._turn(turns, turned)
        f.branch(head)
        f.block(stopped)
        f.ret(Value("i64", "1"))
        f.block(done)
        self._turning = {}
        if turns is not None and turned is not None:
            for iteration in range(1, turns.period):
                with f.when(f.compare("eq", f.get(turned), iteration)):
                    self._commands(turns.copies(iteration))

    def _turn(self, turns: Rotation, turned: Variable) -> None:
        """Gives buffers the names that they have in the next iteration."""
        f = self.f
        for ring in turns.rings:
            addresses = [self._address(buffer) for buffer in ring]
            for buffer, address in zip(ring, [addresses[-1], *addresses]):
                f.set(self._turning[buffer], address)
        following = f.add(f.get(turned), 1)
        f.set(turned, f.select(f.compare("eq", following, turns.period), Value("i64", "0"), following))

    def _branch(self, branch: Branch) -> None:
        f = self.f
        address = self._address(branch.selector)
        if branch.is_predicate:
            number = f.select(f.compare("ne", f.load("i8", address), 0), Value("i32", "0"), Value("i32", "1"))
        else:
            number = f.load("i32", address)
        labels = [f.label("arm") for _ in branch.arms]
        done = f.label("done")
        cases = " ".join(f"i32 {k}, label %{label}" for k, label in enumerate(labels[:-1]))
        f.emit(f"switch {number}, label %{labels[-1]} [{cases}]")
        for label, arm in zip(labels, branch.arms):
            f.block(label)
            self._commands(arm)
            f.branch(done)
        f.block(done)
