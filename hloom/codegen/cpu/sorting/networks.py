"""Sorting a few words: comparisons in an order that does not depend on them, in registers whose lanes are permuted,
elsewhere by insertion.

A stage of a bitonic network compares each lane with a partner. Which one, and which of the two keeps the larger word, stands in
a table, so that one loop is all stages: a stage as a constant shuffle would cost LLVM a tenth of a millisecond each.
"""

from __future__ import annotations

from hloom.codegen.cpu.sorting.radix_keys import RadixKeys, first_lanes, while_loop
from hloom.codegen.llvm.builder import Function, Value, constant
from hloom.codegen.llvm.memory_accesses import load_masked, store_masked
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.machine import Machine


def most_words(machine: Machine, words: RadixKeys) -> int:
    """How many words `small` sorts at most."""
    sorting = machine.sorting
    return sorting.words_in_registers if words.lanes > 1 else sorting.words_by_insertion


def define_small(module: LLVMModule, name: str, words: RadixKeys) -> None:
    """Adds `void name(ptr source, ptr target, i64 count)`: sorts at most `most_words` words, in place or to another place."""
    network = None if words.lanes == 1 else _Network(module, name, words)
    f = module.function(name, [("ptr", "source"), ("ptr", "target"), ("i64", "count")])
    if network is None:
        _insertion(f, words)
    else:
        network.emit(f)
    f.ret()


def _insertion(f: Function, words: RadixKeys) -> None:
    source, target, count = f.parameters
    with f.loop(0, count) as k:
        moving = words.load(f, source, k, register=False)
        hole = f.variable(k)
        head, test, shift, done = (f.label(x) for x in ("head", "test", "shift", "done"))
        f.branch(head)
        f.block(head)
        place = f.get(hole)
        f.branch_if(f.compare("sgt", place, 0), test, done)
        f.block(test)
        before = f.sub(place, 1)
        neighbour = words.load(f, target, before, register=False)
        f.branch_if(f.compare("sgt", neighbour, moving), shift, done)
        f.block(shift)
        words.store(f, neighbour, target, place)
        f.set(hole, before)
        f.branch(head)
        f.block(done)
        words.store(f, moving, target, f.get(hole))


def _stages(lanes: int) -> tuple[list[tuple[list[int], list[bool]]], int]:
    """(partner of each lane, whether it keeps the larger) by stage: first those that sort a register, then those that sort one
    whose halves do not overlap in order; and how many the first are."""
    partners = []
    run = 2
    while run <= lanes:
        partners.append([lane ^ (run - 1) for lane in range(lanes)])
        distance = run // 4
        while distance:
            partners.append([lane ^ distance for lane in range(lanes)])
            distance //= 2
        run *= 2
    sorting = len(partners)
    distance = lanes // 2
    while distance:
        partners.append([lane ^ distance for lane in range(lanes)])
        distance //= 2
    return [(p, [lane > other for lane, other in enumerate(p)]) for p in partners], sorting


class _Network:
    """Up to 256 words in a buffer of registers: each register sorted, then sorted runs of 1, 2, 4, ... registers merged."""

    def __init__(self, module: LLVMModule, name: str, words: RadixKeys) -> None:
        self.name, self.words = name, words
        self.stages, self.sorting = _stages(words.lanes)
        self._define_stages(module)

    def emit(self, f: Function) -> None:
        """The body of the function that `define_small` adds."""
        sorting = f.machine.sorting
        words, lanes = self.words, self.words.lanes
        source, target, count = f.parameters
        self.f, self.buffer = f, f.slot(words.type, sorting.words_in_registers // words.lanes)
        used = f.binary("udiv", f.add(count, lanes - 1), lanes)
        # Runs are merged in pairs: as many registers as the next power of two, of which those behind the words hold the largest.
        leading = f.intrinsic("ctlz", f.sub(used, 1), Value("i1", "false"), overload=("i64",))
        power = f.binary("shl", Value("i64", "1"), f.binary("and", f.sub(Value("i64", "64"), leading), 63))
        power = f.select(f.compare("ult", used, 2), Value("i64", "1"), power)
        largest = constant(words.type, words.largest)
        with f.loop(0, f.intrinsic("smax", power, Value("i64", str(sorting.registers_together)))) as k:
            first = f.mul(k, lanes)
            mask = self._mask(f.sub(count, first))
            self._set(k, load_masked(f, words.type, words.address(f, source, first), mask, largest))
        self._through_stages(power, 0, self.sorting)
        run = f.variable(Value("i64", "1"))
        with while_loop(f, lambda: f.compare("slt", f.get(run), power)):
            self._merge(f.get(run), power)
            f.set(run, f.binary("shl", f.get(run), 1))
        with f.loop(0, used) as k:
            first = f.mul(k, lanes)
            store_masked(f, self._get(k), words.address(f, target, first), self._mask(f.sub(count, first)))

    def _mask(self, count: Value) -> Value:
        """The first lanes, none where the count is not positive."""
        return first_lanes(self.f, self.f.intrinsic("smax", count, Value("i64", "0")), self.words.lanes)

    def _tables(self, module: LLVMModule) -> tuple[Value, ...]:
        """Which partner each lane has, by stage, and whether it keeps the larger word."""
        words = self.words
        orders = [words.order(partners) for partners, _ in self.stages]
        choices = [words.choice(larger) for _, larger in self.stages]
        self.order_type, self.choice_type = orders[0].type, choices[0].type
        return tuple(module.define_global(f"{self.name}_{what}", f"private unnamed_addr constant [{len(rows)} x {rows[0].type}] "
                                          f"[{', '.join(map(str, rows))}], align 64")
                     for what, rows in (("partners", orders), ("larger", choices)))

    def _get(self, k: Value) -> Value:
        return self.f.load(self.words.type, self.f.address(self.buffer, k, self.words.type), align=self.words.bytes)

    def _set(self, k: Value, a: Value) -> None:
        self.f.store(a, self.f.address(self.buffer, k, self.words.type), align=self.words.bytes)

    def _define_stages(self, module: LLVMModule) -> None:
        """Adds `name_stages(buffer, registers, first, last)`: takes registers through stages of the table, some at a time."""
        sorting = module.machine.sorting
        words = self.words
        partners_of, larger_of = self._tables(module)
        f = self.f = module.function(f"{self.name}_stages", [("ptr", "buffer"), ("i64", "registers"), ("i64", "first"),
                                                             ("i64", "last")])
        self.buffer, registers, first, last = f.parameters
        with f.loop(0, registers, sorting.registers_together) as k:
            places = [f.add(k, j) for j in range(sorting.registers_together)]
            with f.carrying_loop(first, last, [self._get(place) for place in places]) as turn:
                stage = turn.counter
                partners = f.load(self.order_type, f.address(partners_of, stage, self.order_type), align=words.bytes)
                larger = words.chosen(f, f.load(self.choice_type, f.address(larger_of, stage, self.choice_type)))
                after = []
                for a in turn.values:
                    b = words.permuted(f, a, partners)
                    if words.has_minimum:
                        after.append(f.select(larger, f.intrinsic("smax", a, b), f.intrinsic("smin", a, b)))
                    else:
                        after.append(f.select(f.binary("xor", f.compare("sgt", b, a), larger), a, b))
                turn.become(after)
            for place, a in zip(places, turn.values):
                self._set(place, a)
        f.ret()

    def _through_stages(self, registers: Value, first: int, last: int) -> None:
        self.f.call(f"{self.name}_stages", "void", [self.buffer, registers, Value("i64", str(first)), Value("i64", str(last))])

    def _exchange(self, low: Value, high: Value, a: Value, b: Value, backwards: Value | None = None) -> None:
        """Puts the smaller words of two registers to one place, the larger ones to another, there in reverse order."""
        smaller, larger = self.f.intrinsic("smin", a, b), self.f.intrinsic("smax", a, b)
        if not self.words.has_minimum:
            # LLVM would store only the lanes that change: masked stores take AMD's processors ten times as long.
            smaller = self.f.settled(smaller)
        self._set(low, smaller)
        self._set(high, larger if backwards is None else self.words.permuted(self.f, larger, backwards))

    def _merge(self, run: Value, registers: Value) -> None:
        """Merges neighbouring runs of `run` registers, all of them: `registers` are a multiple of twice as many."""
        f = self.f
        pairs = f.binary("lshr", registers, 1)
        backwards = self.words.order(range(self.words.lanes - 1, -1, -1))
        with f.loop(0, pairs) as j:
            inside = f.binary("and", j, f.sub(run, 1))
            start = f.binary("shl", f.sub(j, inside), 1)
            low = f.add(start, inside)
            high = f.sub(f.add(start, f.binary("shl", run, 1)), f.add(inside, 1))
            self._exchange(low, high, self._get(low), self.words.permuted(f, self._get(high), backwards), backwards)
        distance = f.variable(f.binary("lshr", run, 1))
        with while_loop(f, lambda: f.compare("sgt", f.get(distance), 0)):
            d = f.get(distance)
            with f.loop(0, pairs) as j:
                inside = f.binary("and", j, f.sub(d, 1))
                low = f.add(f.binary("shl", f.sub(j, inside), 1), inside)
                high = f.add(low, d)
                self._exchange(low, high, self._get(low), self._get(high))
            f.set(distance, f.binary("lshr", d, 1))
        self._through_stages(registers, self.sorting, len(self.stages))
