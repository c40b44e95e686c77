"""The routine that runs a program's commands: `i64 hloom_run(ptr context)`.

It goes through the table that the context names (`command_table`), and is compiled once for all programs, with the pool
(`pool_code`): as code of each program, launches would take LLVM far longer than they take to run.

It returns 0, or 1 as soon as a callback fails or the watch stops the call (`commands`).
"""

from __future__ import annotations

from collections.abc import Callable

from hloom.codegen.cpu.dispatch_latency import emit_poll
from hloom.codegen.cpu.kernel_function import PARAMETERS
from hloom.codegen.llvm.builder import Function, Value, Variable, constant
from hloom.codegen.llvm.module import LLVMModule
from hloom.runtime.dispatch.commands import ADDRESSES_BESIDE, CALLBACK, POOL, STOPPED, TABLE, WATCH, Op


def emit_run(module: LLVMModule) -> None:
    """Adds `hloom_run` to the module of the pool, which has `hloom_parallel`."""
    _emit_copy(module)
    _Runner(module.function("hloom_run", [("ptr", "context")], "i64")).emit()


def _emit_copy(module: LLVMModule) -> None:
    """Adds the kernel of copies that workers share; its arguments are a target, a source, and how many bytes there are."""
    dispatch = module.machine.dispatch
    f = module.function("copy", PARAMETERS, linkage="internal")
    arguments, begin, end, _ = f.parameters
    target, source = (f.load("ptr", f.address(arguments, k, "ptr")) for k in range(2))
    low = f.mul(begin, dispatch.copied_bytes)
    high = f.intrinsic("smin", f.mul(end, dispatch.copied_bytes), f.load("i64", f.address(arguments, 2, "i64")))
    f.copy_bytes(f.address(target, low, "i8"), f.address(source, low, "i8"), f.sub(high, low))
    f.ret()


class _Runner:
    def __init__(self, f: Function) -> None:
        self.f = f
        (self.context,) = f.parameters
        self.pool, self.watch, self.table = (self._slot(constant("i64", slot)) for slot in (POOL, WATCH, TABLE))
        #: Memory for the addresses that a command hands on.
        self.addresses = f.value("ptr", f"alloca ptr, {f.load('i64', self.table)}, align 16")
        #: The number of the word where the command begins.
        self._place: Variable = f.variable(constant("i64", 1))
        self._next, self._stopped = f.label("next"), f.label("stopped")
        self._copied = f.slot("i64", 3)

    def emit(self) -> None:
        f = self.f
        commands: dict[Op, Callable[[], None]] = {
            Op.LAUNCH: self._launch, Op.PARALLEL: self._parallel, Op.COPY: self._copy, Op.GO: self._go, Op.UNLESS: self._unless,
            Op.PICK: self._pick, Op.POLL: self._poll, Op.CALL: self._call, Op.CALLBACK: self._callback,
            Op.NUMBERS: lambda: self._go_on(f.add(self._word(1), 2)), Op.MEET: self._meet, Op.COMBINE: self._combine,
        }
        labels = {op: f.label(op.name.lower()) for op in commands}
        end = f.label("end")
        f.branch(self._next)
        f.block(self._next)
        self._at = f.get(self._place)
        cases = " ".join(f"i64 {op.value}, label %{label}" for op, label in labels.items())
        f.emit(f"switch {self._word(0)}, label %{end} [{cases}]")
        for op, emit in commands.items():
            f.block(labels[op])
            emit()
        f.block(end)
        f.ret(constant("i64", 0))
        f.block(self._stopped)
        f.ret(constant("i64", 1))

    # -- words ------------------------------------------------------------------------------------------------------------
    def _word(self, number: int | Value, type: str = "i64") -> Value:
        """A word of the command, counted from its own number."""
        f = self.f
        return f.load(type, f.address(self.table, f.add(self._at, number), "i64"))

    def _slot(self, number: Value) -> Value:
        return self.f.load("ptr", self.f.address(self.context, number, "ptr"))

    def _memory(self, number: int | Value) -> Value:
        """The address of the place that the words from `number` on say."""
        f = self.f
        offset = self._word(f.add(number, 1) if isinstance(number, Value) else number + 1)
        return f.address(self._slot(self._word(number)), offset, "i8")

    def _hand_on(self, first: int, beside: int = 0) -> Value:
        """Writes the addresses of the places whose count is word `first`, behind `beside` words; the word behind them."""
        f = self.f
        count = self._word(first)
        with f.loop(0, count) as k:
            address = self._memory(f.add(f.mul(k, 2), first + 1))
            f.store(address, f.address(self.addresses, f.add(k, beside), "ptr"))
        return f.add(f.mul(count, 2), first + 1)

    def _go_on(self, words: int | Value) -> None:
        """Goes on behind so many words of this command."""
        self._go_to(self.f.add(self._at, words))

    def _go_to(self, place: Value) -> None:
        self.f.set(self._place, place)
        self.f.branch(self._next)

    def _stop_if(self, word: Value) -> None:
        on = self.f.label("on")
        self.f.branch_if(self.f.compare("ne", word, 0), self._stopped, on)
        self.f.block(on)

    # -- commands ---------------------------------------------------------------------------------------------------------
    def _launch(self) -> None:
        behind = self._hand_on(3)
        self._run_alone()
        self._go_on(behind)

    def _run_alone(self) -> None:
        """Runs all tasks of a launch."""
        zero = constant("i64", 0)
        self.f.emit(f"call void {self._word(1, 'ptr').name}({self.addresses}, {zero}, {self._word(2)}, {zero})")

    def _parallel(self) -> None:
        f = self.f
        behind = self._hand_on(5)
        kernel, tasks, grain, worth = self._word(1, "ptr"), self._word(2), self._word(3), self._word(4)
        shared, alone = f.label("shared"), f.label("alone")
        f.branch_if(f.call("pays", "i1", [self.pool, worth]), shared, alone)
        f.block(alone)
        self._run_alone()
        self._go_on(behind)
        f.block(shared)
        f.call("hloom_parallel", "void", [self.pool, kernel, self.addresses, tasks, grain, self.watch])
        self._stop_if(f.load("i64", f.address(self.watch, STOPPED, "i8")))
        self._go_on(behind)

    def _copy(self) -> None:
        dispatch = self.f.machine.dispatch
        f = self.f
        target, source, size = self._memory(2), self._memory(4), self._word(1)
        shared, alone = f.label("shared"), f.label("alone")
        f.branch_if(f.compare("sge", size, dispatch.shared_copy_bytes), shared, alone)
        f.block(alone)
        f.copy_bytes(target, source, size)
        self._go_on(6)
        f.block(shared)
        for k, word in enumerate((target, source, size)):
            f.store(word, f.address(self._copied, k, "i64"))
        tasks = f.binary("udiv", f.add(size, dispatch.copied_bytes - 1), dispatch.copied_bytes)
        grain = f.intrinsic("smin", f.binary("udiv", tasks, dispatch.copies_part), constant("i64", dispatch.copies_together))
        grain = f.intrinsic("smax", grain, constant("i64", 1))
        f.call("hloom_parallel", "void", [self.pool, Value("ptr", "@copy"), self._copied, tasks, grain, self.watch])
        self._stop_if(f.load("i64", f.address(self.watch, STOPPED, "i8")))
        self._go_on(6)

    def _go(self) -> None:
        self._go_to(self._word(1))

    def _unless(self) -> None:
        f = self.f
        holds = f.compare("ne", f.load("i8", self._memory(2)), 0)
        self._go_to(f.select(holds, f.add(self._at, 4), self._word(1)))

    def _pick(self) -> None:
        f = self.f
        last, number = self._word(1), f.cast("sext", f.load("i32", self._memory(2)), "i64")
        self._go_to(self._word(f.add(f.select(f.compare("ult", number, last), number, last), 4)))

    def _poll(self) -> None:
        emit_poll(self.f, self.watch, self._stopped)
        self._go_on(1)

    def _call(self) -> None:
        f = self.f
        self._stop_if(f.value("i64", f"call i64 {self._word(1, 'ptr').name}({self.context})"))
        self._go_on(2)

    def _meet(self) -> None:
        behind = self._hand_on(1)
        nothing = [Value("ptr", "null"), constant("i64", 0), constant("i64", 0)]
        self._meeting([*nothing, *nothing])
        self._go_on(behind)

    def _combine(self) -> None:
        behind = self._hand_on(7)
        self._meeting([self._word(number, "ptr" if number in (1, 4) else "i64") for number in range(1, 7)])
        self._go_on(behind)

    def _meeting(self, functions: list[Value]) -> None:
        """Calls what the state of the process, whose address is at the third place, begins with (`grid_code`)."""
        f = self.f
        state = f.load("ptr", f.load("ptr", f.address(self.addresses, 2, "ptr")))
        words = ", ".join(map(str, (self.addresses, *functions, self.watch)))
        self._stop_if(f.value("i64", f"call i64 {f.load('ptr', state).name}({words})"))

    def _callback(self) -> None:
        f = self.f
        behind = self._hand_on(2, beside=ADDRESSES_BESIDE)
        for k, word in enumerate((constant("i64", 1), self._word(1))):
            f.store(word, f.address(self.addresses, k, "i64"))
        f.emit(f"call void {self._slot(constant('i64', CALLBACK)).name}({self.addresses})")
        self._stop_if(f.load("i64", self.addresses))
        self._go_on(behind)
