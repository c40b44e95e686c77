"""Commands that are data: jumps, copies and calls of one table, whose results NumPy says once more."""

from __future__ import annotations

import ctypes
import random
import threading
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.codegen.cpu.command_words import table_text
from hloom.codegen.plan.program import Program
from hloom.reference.custom_calls import CUSTOM_CALLS
from hloom.runtime.dispatch.commands import ARENA, FIRST, TABLE, Op, checked_table, commands_of
from hloom.runtime.dispatch.program import context_slots
from hloom.runtime.native import NativeProgram
from hloom.runtime.pool import Pool
from tests.harness import load as loaded
from tests.harness import lower, machine_code, run
from tests.passes.programs import program

#: A loop around a branch, in rows that are too long for a loop that is one function.
PROGRAM = """
func.func @main(%x: tensor<300000xf32>, %count: tensor<i32>, %pick: tensor<i32>) -> (tensor<300000xf32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%k = %zero, %y = %x) : tensor<i32>, tensor<300000xf32>
    cond {
      %more = stablehlo.compare LT, %k, %count : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %sum = stablehlo.add %k, %pick : tensor<i32>
      %z = "stablehlo.case"(%sum) ({
        %a = stablehlo.add %y, %y : tensor<300000xf32>
        stablehlo.return %a : tensor<300000xf32>
      }, {
        %b = stablehlo.reverse %y, dims = [0] : tensor<300000xf32>
        stablehlo.return %b : tensor<300000xf32>
      }, {
        stablehlo.return %x : tensor<300000xf32>
      }) : (tensor<i32>) -> tensor<300000xf32>
      %even = stablehlo.and %k, %one : tensor<i32>
      %is_odd = stablehlo.compare EQ, %even, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %w = "stablehlo.if"(%is_odd) ({
        %c = stablehlo.negate %z : tensor<300000xf32>
        stablehlo.return %c : tensor<300000xf32>
      }, {
        %d = stablehlo.multiply %z, %x : tensor<300000xf32>
        stablehlo.return %d : tensor<300000xf32>
      }) : (tensor<i1>) -> tensor<300000xf32>
      %next = stablehlo.add %k, %one : tensor<i32>
      stablehlo.return %next, %w : tensor<i32>, tensor<300000xf32>
    }
  return %r#1, %r#0 : tensor<300000xf32>, tensor<i32>
}
"""


@pytest.fixture(scope="module")
def executable() -> hloom.Executable:
    return loaded(lower(PROGRAM))


@pytest.mark.parametrize("pick", [-5, -1, 0, 1, 7, 2**31 - 20])
@pytest.mark.parametrize("count", [-1, 0, 1, 2, 9])
def test_loops_and_branches(executable: hloom.Executable, count: int, pick: int) -> None:
    x = np.random.default_rng(3).standard_normal(300000, np.float32)
    y = x
    for k in range(count):
        arm = k + pick if 0 <= k + pick < 2 else 2
        y = (y + y, y[::-1], x)[arm]
        y = -y if k % 2 else y * x
    found, steps = run(executable, x, np.int32(count), np.int32(pick))
    np.testing.assert_array_equal(found, y)
    assert steps == max(count, 0)


def test_the_table_is_made_of_every_sort_of_command() -> None:
    made = lower(PROGRAM)
    checks = {Op.CALLBACK} if made.program.is_guarded else set()
    assert {command.op for command in commands_of(made.program.table)} == checks | {
        Op.LAUNCH, Op.COPY, Op.PARALLEL, Op.GO, Op.UNLESS, Op.PICK, Op.POLL, Op.END}
    assert set(made.program.functions) <= set(made.code.functions)
    for text in (f.text() for f in made.code.functions.values()):
        assert "commands" not in text


def test_what_lies_in_the_caches_of_workers_is_theirs() -> None:
    """A kernel of little work is shared where one that reads what it stores is, and else not."""
    pad = """  %z = stablehlo.constant dense<0.0> : tensor<f64>
  %p = stablehlo.pad %x, %z, low = [1, 1], high = [1, 1], interior = [0, 0] :
    (tensor<129x131xf64>, tensor<f64>) -> tensor<131x133xf64>\n"""
    steps = """  %a = stablehlo.slice %p [2:131, 1:132] : (tensor<131x133xf64>) -> tensor<129x131xf64>
  %b = stablehlo.slice %p [0:129, 1:132] : (tensor<131x133xf64>) -> tensor<129x131xf64>
  %c = stablehlo.divide %a, %b : tensor<129x131xf64>
  %d = stablehlo.divide %c, %x : tensor<129x131xf64>
  %e = stablehlo.sqrt %d : tensor<129x131xf64>\n"""

    def ops(lines: str, result: str, type: str) -> list[Op]:
        made = lower(f"func.func @main(%x: tensor<129x131xf64>) -> {type} {{\n{lines}  return {result} : {type}\n}}")
        return [command.op for command in commands_of(made.program.table) if command.op in (Op.LAUNCH, Op.PARALLEL)]

    assert ops(pad, "%p", "tensor<131x133xf64>") == [Op.LAUNCH]
    assert ops(pad + steps, "%e", "tensor<129x131xf64>") == [Op.PARALLEL, Op.PARALLEL]


# -- another reading of the table ---------------------------------------------------------------------------------------------
class Reader:
    """Goes through a table in Python: tasks of a kernel one by one and backwards where they may run side by side."""

    def __init__(self, made: Any) -> None:
        self.words = made.program.table
        self.code = machine_code(made)
        self.slots = context_slots(made.program)
        self.program = made.program

    def run(self, *arrays: np.ndarray) -> tuple[list[np.ndarray], list[Op]]:
        results = [np.full(t.shape, 99, t.storage.dtype) for t in self.program.result_types]
        arena = np.full(self.program.arena_bytes + 64, 0xFF, np.uint8)
        first = -arena.ctypes.data % 64
        table = np.array([0 if isinstance(word, str) else word for word in self.words], np.int64)
        addresses = {ARENA: arena.ctypes.data + first, TABLE: table.ctypes.data}
        for kind, known in (("constant", self.program.constants), ("argument", arrays), ("result", results)):
            addresses |= {self.slots[kind] + k: array.ctypes.data for k, array in enumerate(known)}
        return results, self._commands(addresses)

    def _commands(self, addresses: dict[int, int]) -> list[Op]:
        words, at, done = self.words, 1, []

        def place(k: int) -> int:
            return addresses[words[at + k]] + words[at + k + 1]

        def handed_on(k: int) -> Any:
            count = words[at + k]
            assert count + 2 <= words[0]
            return (ctypes.c_void_p * max(count, 1))(*(place(k + 1 + 2 * j) for j in range(count)))

        while True:
            op = Op(words[at])
            done.append(op)
            if op is Op.END:
                assert at == len(words) - 1
                return done
            if op in (Op.LAUNCH, Op.PARALLEL):
                is_parallel = op is Op.PARALLEL
                array, tasks = handed_on(3 + 2 * is_parallel), words[at + 2]
                address = self.code.address(words[at + 1])
                kernel = ctypes.CFUNCTYPE(None, ctypes.c_void_p, *[ctypes.c_int64] * 3)(address)
                for task in range(tasks)[::-1] if is_parallel else [0]:
                    kernel(array, task, task + 1 if is_parallel else tasks, 0)
                at += 4 + 2 * is_parallel + 2 * words[at + 3 + 2 * is_parallel]
            elif op is Op.COPY:
                ctypes.memmove(place(2), place(4), words[at + 1])
                at += 6
            elif op is Op.GO:
                at = words[at + 1]
            elif op is Op.UNLESS:
                at = at + 4 if ctypes.c_uint8.from_address(place(2)).value else words[at + 1]
            elif op is Op.PICK:
                last, found = words[at + 1], ctypes.c_int32.from_address(place(2)).value
                at = words[at + 4 + (found if 0 <= found < last else last)]
            elif op is Op.NUMBERS:
                at += 2 + words[at + 1]
            elif op is Op.CALLBACK:
                assert words[at + 1] >= len(self.program.callbacks)  # a guarded program's, which looks at red zones
                at += 3 + 2 * words[at + 2]
            else:
                assert op is Op.POLL
                at += 1


@pytest.mark.parametrize("count, pick", [(0, 0), (3, 0), (5, -2), (2, 2**31 - 20)])
def test_another_reading_of_the_table_finds_the_same(executable: hloom.Executable, count: int, pick: int) -> None:
    x = np.random.default_rng(4).standard_normal(300000, np.float32)
    arrays = x, np.array(count, np.int32), np.array(pick, np.int32)
    results, done = Reader(lower(PROGRAM)).run(*arrays)
    for found, expected in zip(executable(*arrays), results, strict=True):
        assert found.tobytes() == expected.tobytes()
    assert done.count(Op.POLL) == done.count(Op.PICK) == count and done.count(Op.UNLESS) == 2 * count + 1


# -- programs of all kinds, on both engines -----------------------------------------------------------------------------------
CALLED = """(%x: tensor<300000xf32>, %count: tensor<i32>) -> (tensor<300000xf32>, tensor<i32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %r:2 = stablehlo.while(%k = %zero, %y = %x) : tensor<i32>, tensor<300000xf32>
    cond {
      %more = stablehlo.compare LT, %k, %count : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %even = stablehlo.and %k, %one : tensor<i32>
      %is_odd = stablehlo.compare EQ, %even, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %z = "stablehlo.if"(%is_odd) ({
        %a = stablehlo.custom_call @check.halves(%y) : (tensor<300000xf32>) -> tensor<300000xf32>
        stablehlo.return %a : tensor<300000xf32>
      }, {
        %b = stablehlo.add %y, %x : tensor<300000xf32>
        stablehlo.return %b : tensor<300000xf32>
      }) : (tensor<i1>) -> tensor<300000xf32>
      %next = stablehlo.add %k, %one : tensor<i32>
      stablehlo.return %next, %z : tensor<i32>, tensor<300000xf32>
    }
    return %r#1, %r#0 : tensor<300000xf32>, tensor<i32> }"""
#: Programs without a kernel: their arguments' shapes, whether an operation runs on the evaluator.
WITHOUT_CODE = {
    "nothing": ("() -> () { return }", [], False),
    "copies": ("""(%x: tensor<5xf32>, %y: tensor<2x3xi8>) -> (tensor<2x3xi8>, tensor<5xf32>, tensor<5xf32>) {
        return %y, %x, %x : tensor<2x3xi8>, tensor<5xf32>, tensor<5xf32> }""", [((5,), np.float32), ((2, 3), np.int8)], False),
    "a constant": ("""() -> tensor<3xi32> { %c = stablehlo.constant dense<[1, -2, 3]> : tensor<3xi32>
        return %c : tensor<3xi32> }""", [], False),
    "nothing in it": ("(%x: tensor<0x3xf32>) -> tensor<0x3xf32> { %0 = stablehlo.add %x, %x : tensor<0x3xf32>\n"
                      "return %0 : tensor<0x3xf32> }", [((0, 3), np.float32)], False),
    "a branch": ("""(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
        %0 = "stablehlo.if"(%p) ({
          %a = stablehlo.custom_call @check.halves(%x) : (tensor<4xf32>) -> tensor<4xf32>
          stablehlo.return %a : tensor<4xf32>
        }, { stablehlo.return %x : tensor<4xf32> }) : (tensor<i1>) -> tensor<4xf32>
        return %0 : tensor<4xf32> }""", [((), np.bool_), ((4,), np.float32)], True),
    "a callback": ("""(%x: tensor<6xf32>) -> tensor<6xf32> {
        %0 = stablehlo.custom_call @check.halves(%x) : (tensor<6xf32>) -> tensor<6xf32>
        return %0 : tensor<6xf32> }""", [((6,), np.float32)], True),
}


@pytest.fixture
def halves(monkeypatch: pytest.MonkeyPatch) -> None:
    """A custom call that runs on the evaluator."""
    monkeypatch.setitem(CUSTOM_CALLS, "check.halves", lambda op, x: (x * np.float32(0.5),))


@pytest.mark.usefixtures("halves")
@pytest.mark.parametrize("name", WITHOUT_CODE)
def test_programs_without_code(name: str) -> None:
    """There is no object file where nothing is computed."""
    text, types, calls = WITHOUT_CODE[name]
    module = program(text)
    arrays = [np.asarray(np.random.default_rng(k).integers(0, 2 if dtype is np.bool_ else 100, shape), dtype)
              for k, (shape, dtype) in enumerate(types)]
    expected = hloom.evaluate(module, *arrays)
    made = hloom.compile(module)
    native = made.native
    assert native is not None and native.program.functions == [] and bool(made.fallbacks) is calls
    for executable in (made, hloom.compile(module), hloom.compile(module, threads=3)):
        for found, wanted in zip(executable(*arrays), expected, strict=True):
            np.testing.assert_array_equal(found, wanted)


@pytest.mark.usefixtures("halves")
@pytest.mark.parametrize("count", [0, 1, 4])
def test_callbacks_in_a_branch_of_a_loop(count: int) -> None:
    x = np.random.default_rng(5).standard_normal(300000, np.float32)
    expected = x
    for k in range(count):
        expected = expected * np.float32(0.5) if k % 2 else expected + x
    module = program(CALLED)
    made = lower(module)
    assert {Op.CALLBACK, Op.UNLESS, Op.PARALLEL} <= {command.op for command in commands_of(made.program.table)}
    found, steps = run(loaded(made), x, np.array(count, np.int32))
    np.testing.assert_array_equal(found, expected)
    assert steps == count


def test_calls_of_several_threads_have_addresses_of_their_own(executable: hloom.Executable) -> None:
    arrays = [np.random.default_rng(k).standard_normal(300000, np.float32) for k in range(4)]
    expected = [executable(x, np.int32(3), np.int32(k - 1))[0] for k, x in enumerate(arrays)]
    found: list[bool] = []

    def call(k: int) -> None:
        for _ in range(20):
            result, _ = executable(arrays[k], np.int32(3), np.int32(k - 1))
            found.append(result.tobytes() == expected[k].tobytes())

    threads = [threading.Thread(target=call, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 80 and all(found)


def test_the_table_lives_as_long_as_the_program() -> None:
    """The context says where it is: nothing else keeps it."""
    for _ in range(3):
        made = loaded(lower(PROGRAM))
        native = made.native
        assert isinstance(native, NativeProgram)
        assert native._template[TABLE] == native._table.ctypes.data and len(native._table) == len(native.program.table)
        found, _ = made(np.ones(300000, np.float32), np.int32(1), np.int32(0))
        assert (found == 2).all()


# -- what a table is ----------------------------------------------------------------------------------------------------------
#: A program whose context has two slots of its own, and an arena of 64 bytes.
SLOTS, BYTES, KERNELS = FIRST + 2, 64, ["loop_0", "loop_1"]
GOOD: list[Any] = [5, Op.PARALLEL.value, "loop_0", 8, 2, 16, 3, FIRST, 0, ARENA, 0, FIRST + 1, 0, Op.PICK.value, 1, ARENA, 32,
                   23, 19, Op.CALL.value, "small_loop_0", Op.GO.value, 23, Op.UNLESS.value, 27, ARENA, 64, Op.COPY.value, 4,
                   FIRST + 1, 0, ARENA, 4, Op.POLL.value, Op.END.value]


def changed(at: int, word: Any) -> list[Any]:
    return [*GOOD[:at], word, *GOOD[at + 1 :]]


def told(number: Any, place: int) -> list[Any]:
    """A table with one number, and a function that is told its place."""
    return [3, Op.NUMBERS.value, 1, number, Op.LAUNCH.value, "form_0", 1, 1, TABLE, place, Op.END.value]


def test_commands_are_read_as_they_stand() -> None:
    assert checked_table(GOOD, KERNELS, SLOTS, BYTES) is GOOD
    copies = [2, Op.COPY.value, 4, FIRST, 0, FIRST + 1, 0, Op.END.value]
    assert checked_table(copies, [], SLOTS, 0) is copies  # which hands nothing on
    for number in (7, -7, -1 << 63, (1 << 63) - 1, "tile_0"):
        assert checked_table(told(number, 24), [], SLOTS, 0) == told(number, 24)
    assert [(c.op, c.begin) for c in commands_of(told(7, 24))] == [(Op.NUMBERS, 1), (Op.LAUNCH, 4), (Op.END, 10)]
    found = list(commands_of(GOOD))
    assert [(c.op, c.begin) for c in found] == [
        (Op.PARALLEL, 1), (Op.PICK, 13), (Op.CALL, 19), (Op.GO, 21), (Op.UNLESS, 23), (Op.COPY, 27), (Op.POLL, 33), (Op.END, 34)]
    assert found[0].places == [FIRST, 0, ARENA, 0, FIRST + 1, 0] and found[0].functions == ["loop_0"]
    assert found[1].targets == [23, 19] and found[1].places == [ARENA, 32]
    assert found[5].places == [FIRST + 1, 0, ARENA, 4]


BAD: dict[str, Any] = {
    "nothing": [], "no commands": [2], "a mapping": {"0": 2}, "a text": "loop_0", "none": None, "no end": GOOD[:-1],
    "half a command": GOOD[:9], "a command behind the end": [*GOOD, Op.POLL.value], "an unknown command": changed(1, 11),
    "a negative command": changed(1, -1), "a name for a command": changed(1, "loop_0"), "a true command": changed(1, True),
    "a fraction": changed(3, 8.0), "a list": changed(3, [8]), "none for a word": changed(3, None),
    "a number for a function": changed(2, 4096), "a name for a number": changed(3, "loop_0"),
    "a name for a count": changed(6, "a"),
    "a huge word": changed(3, 1 << 62), "a negative word": changed(3, -8),
    "less memory": changed(0, 4), "more memory": changed(0, 6),
    "more places": changed(6, 4), "fewer places": changed(6, 2), "very many places": changed(6, 1 << 61),
    "a slot of the head": changed(7, 0), "a slot behind the context": changed(7, SLOTS),
    "an offset in an argument": changed(8, 8),
    "an offset behind the arena": changed(10, BYTES + 1), "a target within a command": changed(22, 24),
    "a target behind the end": changed(22, 35), "a target before the commands": changed(22, 0),
    "a kernel that there is not": changed(2, "loop_2"), "the function of a loop for a kernel": changed(2, "small_loop_0"),
    "a kernel for the function of a loop": changed(20, "loop_0"), "a callback": [2, Op.CALLBACK.value, 0, 0, Op.END.value],
    "numbers behind a command": [*GOOD[:-1], Op.NUMBERS.value, 1, 7, Op.END.value],
    "more numbers than words": [2, Op.NUMBERS.value, 9, 7, Op.END.value],
    "a name for how many": [2, Op.NUMBERS.value, "loop_0", 0],
    "fewer numbers than none": [2, Op.NUMBERS.value, -1, Op.END.value], "no name for a number of a form": told("a b", 24),
    "a number of 65 bits": told(1 << 63, 24), "a place behind the numbers": told(7, 32), "a place before the table": told(7, -8),
    "more targets": changed(14, 2), "a name for a target": changed(22, "loop_0"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_table_is_refused(name: str) -> None:
    with pytest.raises((ValueError, TypeError, IndexError)):
        checked_table(BAD[name], KERNELS, SLOTS, BYTES)


def test_random_words_are_refused_or_stay_inside() -> None:
    """Whatever a table holds that passes: a reading of it comes to no word and no slot outside."""
    source = random.Random(0)
    passed = 0
    for _ in range(3000):
        table = list(GOOD)
        for _ in range(source.choice((1, 1, 2, 4))):
            table[source.randrange(len(table))] = source.choice([source.randrange(-2, 40), "loop_0", "small_loop_0", 1 << 40])
        try:
            checked_table(table, KERNELS, SLOTS, BYTES)
        except (ValueError, TypeError, IndexError):
            continue
        passed += 1
        seen, waiting = set(), [1]
        while waiting:
            at = waiting.pop()
            if at in seen:
                continue
            seen.add(at)
            op, *words = table[at:]
            if op == Op.PARALLEL:
                assert words[0] == "loop_0" and words[4] + 2 <= table[0]
                places, following = words[5 : 5 + 2 * words[4]], [at + 6 + 2 * words[4]]
            elif op == Op.LAUNCH:
                assert words[0] == "loop_0" and words[2] + 2 <= table[0]
                places, following = words[3 : 3 + 2 * words[2]], [at + 4 + 2 * words[2]]
            elif op == Op.PICK:
                places, following = words[1:3], words[3 : 4 + words[0]]
                assert len(following) == words[0] + 1
            elif op == Op.UNLESS:
                places, following = words[1:3], [words[0], at + 4]
            elif op == Op.COPY:
                places, following = words[1:5], [at + 6]
            elif op == Op.NUMBERS:
                assert at == 1
                places, following = [], [at + 2 + words[0]]
            else:
                places, following = [], {Op.END: [], Op.GO: words[:1], Op.CALL: [at + 2], Op.POLL: [at + 1]}[op]
                assert op != Op.CALL or words[0] == "small_loop_0"
            assert len(places) % 2 == 0
            for slot, offset in zip(places[::2], places[1::2]):
                if slot == TABLE:
                    assert offset < 8 * (3 + table[2] if table[1] == Op.NUMBERS else 1)
                else:
                    assert offset <= BYTES if slot == ARENA else slot in (FIRST, FIRST + 1) and offset == 0
            waiting += following
    assert passed > 100


def test_a_table_as_text() -> None:
    text = table_text(GOOD)
    assert text.startswith(f"@commands = constant [{len(GOOD)} x i64] [ i64 5, ; addresses\n") and text.endswith("], align 8\n")
    assert f"  i64 {Op.CALL.value}, i64 ptrtoint (ptr @small_loop_0 to i64), ; 19: call\n" in text
    assert text.splitlines()[-2] == "  i64 0 ; 34: end"


def test_the_routine_reads_what_the_table_says() -> None:
    """A table by hand: an index counts down the arms of a choice, the last one for what is none."""
    x, y = np.arange(6, dtype=np.int32), np.zeros(6, np.int32)
    for index, expected in ((-1, 2), (0, 0), (1, 1), (2, 2), (9, 2)):
        choice = np.array([index], np.int32)
        #      PICK of three               COPY 4 bytes, END ...                     ... of 8 and of 12
        table = [2, 6, 2, FIRST + 2, 0, 8, 15, 22, 3, 4, FIRST + 1, 0, FIRST, 0, 0, 3, 8, FIRST + 1, 0, FIRST, 0, 0,
                 3, 12, FIRST + 1, 0, FIRST, 0, 0]
        words = (ctypes.c_int64 * len(table))(*table)
        context = (ctypes.c_void_p * (FIRST + 3))()
        context[TABLE] = ctypes.addressof(words)
        context[FIRST : FIRST + 3] = [x.ctypes.data, y.ctypes.data, choice.ctypes.data]
        y[:] = -1
        with Pool(1) as pool:
            assert pool.run(ctypes.addressof(context)) == 0
        assert y.tolist() == [*range(expected + 1), *[-1] * (5 - expected)]
        assert context_slots(Program("main", [], []))["size"] == FIRST
