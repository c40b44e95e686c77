"""Commands of a program -> LLVM IR: launches, copies, loops, branches and callbacks, for whoever knows where buffers are.

The watch is how a call is stopped from outside: three words, of which somebody sets the first when there may be a reason to.
Loops look at it once an iteration and `parallel` once a piece; they then call the function that the second word names, with the
watch's address, and stop if the third word is not 0 after that.

A callback is given the address of a frame: a word that it sets to 0 when it has succeeded, its number, and the addresses of its
operands and results. Both functions say through memory that all is well, so that one that ends otherwise stops the program.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hloom.codegen.cpu.kernel_function import EmittedKernel
from hloom.codegen.llvm.builder import Function, Value
from hloom.codegen.plan.program import Branch, Buffer, Callback, Command, Copy, Launch, Loop, PlannedKernel, Program, Use

#: The functions of each kernel, part by part.
Kernels = Mapping[PlannedKernel, Sequence[EmittedKernel]]

#: What the context begins with (see `entry`).
POOL, CALLBACK, ARENA, WATCH, FIRST = range(5)
#: Offsets in the watch.
ATTENTION, ATTEND, STOPPED = 0, 8, 16
WATCH_WORDS = 3
#: Launches that cost less than this many instructions run on the calling thread: waking a worker costs about as much.
_INLINE_COST = 12_000
#: Instructions that run on one thread without a look at the watch: some milliseconds.
UNWATCHED_COST = 10_000_000


def context_slots(program: Program) -> dict[str, int]:
    """The first slot of each kind of buffer in the context, and under `size` the number of slots."""
    constant = FIRST
    argument = constant + len(program.constants)
    result = argument + len(program.argument_types)
    return {"constant": constant, "argument": argument, "result": result, "size": result + len(program.result_types)}


def grain_of(kernel: EmittedKernel, workers: int) -> int | None:
    """Tasks of a piece, as many as a worker fetches at a time; None where the calling thread runs all tasks at once."""
    if kernel.tasks == 1 or kernel.tasks * kernel.cost < (_INLINE_COST if workers > 1 else 2 * UNWATCHED_COST):
        return None
    # Pieces that cost enough to be worth fetching, and enough of them that workers end together.
    cost = max(kernel.cost, 1e-3)
    return max(1, min(kernel.tasks // (workers * 8), int(8 * _INLINE_COST / cost)) if workers > 1 else int(UNWATCHED_COST / cost))


class CommandEmitter:
    """Emits commands into `f`, a function whose first parameter is the context and which returns 1 where a call is stopped."""

    def __init__(self, f: Function, program: Program, kernels: Kernels, workers: int) -> None:
        self.f, self.program, self.kernels, self.workers = f, program, kernels, workers
        self._slots = context_slots(program)
        self.pool = self._slot(POOL)
        self.arena = self._slot(ARENA)
        self.watch = self._slot(WATCH)

    def cost(self, launch: Launch) -> float:
        """About how many instructions a launch takes."""
        emitted = self.kernels[launch.kernel][launch.part]
        return emitted.tasks * emitted.cost

    def _slot(self, number: int) -> Value:
        return self.f.value("ptr", f"load ptr, {self.f.address(self.f.parameters[0], number, 'ptr')}")

    def address(self, buffer: Buffer) -> Value:
        if buffer.kind == "temporary":
            return self.f.address(self.arena, buffer.offset, "i8") if buffer.offset else self.arena
        return self._slot(self._slots[buffer.kind] + buffer.number)

    def commands(self, commands: Sequence[Command]) -> None:
        for command in commands:
            match command:
                case Launch():
                    self._launch(command)
                    self._check(self.kernels[command.kernel][command.part].name, [use.buffer for use in command.uses])
                case Copy():
                    self.f.copy_bytes(self.address(command.target), self.address(command.source), command.bytes)
                    self._check("a copy", [command.target, command.source])
                case Loop():
                    self.loop(command)
                case Branch():
                    self._branch(command)
                case Callback():
                    self._callback(command)

    def _array(self, uses: Sequence[Use]) -> Value:
        """Stack memory with the addresses of the buffers that a command uses."""
        array = self.f.slot("ptr", max(len(uses), 1), align=16)
        for k, use in enumerate(uses):
            self.f.store(self.address(use.buffer), self.f.address(array, k, "ptr"))
        return array

    def _launch(self, launch: Launch) -> None:
        emitted = self.kernels[launch.kernel][launch.part]
        if emitted.tasks == 0:
            return
        f = self.f
        array = self._array(launch.uses)
        kernel = Value("ptr", f"@{emitted.name}")
        tasks = Value("i64", str(emitted.tasks))
        grain = grain_of(emitted, self.workers)
        if grain is None:
            f.call(emitted.name, "void", [array, Value("i64", "0"), tasks, Value("i64", "0")])
            return
        parallel = f.value("ptr", f"load ptr, {self.pool}")
        f.emit(f"call void {parallel.name}({self.pool}, {kernel}, {array}, {tasks}, i64 {grain}, {self.watch})")
        self.stop_if(f.load("i64", f.address(self.watch, STOPPED, "i8")))

    def loop(self, loop: Loop) -> None:
        f = self.f
        head, body, done = f.label("head"), f.label("body"), f.label("done")
        f.branch(head)
        f.block(head)
        self.commands(loop.condition)
        f.branch_if(f.compare("ne", f.load("i8", self.address(loop.predicate)), 0), body, done)
        f.block(body)
        stopped = f.label("stopped")
        emit_poll(f, self.watch, stopped)
        self.commands(loop.body)
        f.branch(head)
        f.block(stopped)
        f.ret(Value("i64", "1"))
        f.block(done)

    def stop_if(self, word: Value) -> None:
        """Ends the program with 1 if the word is not 0."""
        f = self.f
        stop, on = f.label("stop"), f.label("on")
        f.branch_if(f.compare("ne", word, 0), stop, on)
        f.block(stop)
        f.ret(Value("i64", "1"))
        f.block(on)

    def _branch(self, branch: Branch) -> None:
        f = self.f
        address = self.address(branch.selector)
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
            self.commands(arm)
            f.branch(done)
        f.block(done)

    def _callback(self, callback: Callback) -> None:
        self._call_back(callback.number, callback.uses)

    def _check(self, name: str, buffers: list[Buffer]) -> None:
        """In a guarded program, a call that looks at the red zones: its number follows those of the callbacks."""
        if self.program.is_guarded:
            self._call_back(len(self.program.callbacks) + len(self.program.checks), [])
            self.program.checks.append((name, buffers))

    def _call_back(self, number: int, uses: Sequence[Use]) -> None:
        f = self.f
        frame = f.slot("i64", 2 + len(uses), align=16)
        for k, word in enumerate((1, number)):
            f.store(Value("i64", str(word)), f.address(frame, k, "i64"))
        for k, use in enumerate(uses):
            f.store(self.address(use.buffer), f.address(frame, 2 + k, "i64"))
        function = self._slot(CALLBACK)
        f.emit(f"call void {function.name}({frame})")
        self.stop_if(f.load("i64", frame))


def emit_poll(f: Function, watch: Value, stopped: str) -> None:
    """Looks at the watch, and goes to `stopped` if it says so."""
    attend, on = f.label("attend"), f.label("on")
    attention = f.value("i64", f"load atomic i64, {watch} monotonic, align 8")
    f.branch_if(f.compare("ne", attention, 0), attend, on)
    f.block(attend)
    state = f.address(watch, STOPPED, "i8")
    f.store(Value("i64", "1"), state)
    function = f.load("ptr", f.address(watch, ATTEND, "i8"))
    f.emit(f"call void {function.name}({watch})")
    f.branch_if(f.compare("ne", f.load("i64", state), 0), stopped, on)
    f.block(on)
