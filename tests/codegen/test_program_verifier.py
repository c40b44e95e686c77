"""The verifier of planned programs: it passes what the stages make, and finds every fault that is put in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import hloom
from hloom.codegen.cpu.compiler import Generated
from hloom.codegen.plan.program import Access, Branch, Callback, Copy, Launch, Loop, Program, buffers_in, walk_commands
from hloom.codegen.plan.schedule import LoopNest
from hloom.pipeline import stages
from hloom.runtime.dispatch.program import Buffer
from hloom.support.diagnostics import InternalError
from tests.codegen.program_checks import verify_program
from tests.codegen.random_programs import RandomProgram
from tests.conftest import SHARED
from tests.harness import lower

SEEDS = range(60)
BENCHMARKS = sorted((SHARED / "bench" / "stablehlo").glob("*.mlir"))
#: A value that is still read after an update of it, a loop that carries three values, of which two change places, and a
#: reduction that workers do in parts.
VARIED = """(%x: tensor<20x30xf32>, %u: tensor<2x30xf32>, %n: tensor<i32>, %p: tensor<i1>, %l: tensor<4096x64xf32>)
        -> (tensor<20x30xf32>, tensor<20x30xf32>, tensor<20x30xf32>, tensor<30x20xf32>, tensor<64xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.constant dense<1> : tensor<i32>
    %a = stablehlo.tanh %x : tensor<20x30xf32>
    %b = stablehlo.dynamic_update_slice %a, %u, %n, %n :
        (tensor<20x30xf32>, tensor<2x30xf32>, tensor<i32>, tensor<i32>) -> tensor<20x30xf32>
    %c = stablehlo.dynamic_update_slice %b, %u, %0, %0 :
        (tensor<20x30xf32>, tensor<2x30xf32>, tensor<i32>, tensor<i32>) -> tensor<20x30xf32>
    %r:3 = stablehlo.while(%i = %0, %s = %a, %t = %c) : tensor<i32>, tensor<20x30xf32>, tensor<20x30xf32>
    cond {
        %q = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %q : tensor<i1>
    } do {
        %j = stablehlo.add %i, %1 : tensor<i32>
        %v = stablehlo.sine %s : tensor<20x30xf32>
        stablehlo.return %j, %t, %v : tensor<i32>, tensor<20x30xf32>, tensor<20x30xf32>
    }
    %y = "stablehlo.if"(%p) ({
        %d = stablehlo.sort_free %r#1 : tensor<20x30xf32>
        stablehlo.return %d : tensor<20x30xf32>
    }, {
        stablehlo.return %r#2 : tensor<20x30xf32>
    }) : (tensor<i1>) -> tensor<20x30xf32>
    %z = stablehlo.transpose %y, dims = [1, 0] : (tensor<20x30xf32>) -> tensor<30x20xf32>
    %w = stablehlo.reduce(%l init: %zero) applies stablehlo.add across dimensions = [0] :
        (tensor<4096x64xf32>, tensor<f32>) -> tensor<64xf32>
    return %a, %c, %y, %z, %w : tensor<20x30xf32>, tensor<20x30xf32>, tensor<20x30xf32>, tensor<30x20xf32>, tensor<64xf32> }
""".replace("stablehlo.sort_free", "stablehlo.exponential")


def check(made: Generated) -> None:
    verify_program(made.program, made.module.functions["main"])


def is_refused(made: Generated) -> bool:
    try:
        check(made)
    except InternalError:
        return True
    return False


# -- what the stages make ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seed", SEEDS)
def test_random_programs_are_right(seed: int) -> None:
    check(lower(RandomProgram(seed).module()))


@pytest.mark.shared
@pytest.mark.parametrize("path", BENCHMARKS, ids=lambda path: path.stem)
def test_benchmarks_are_right(path: Path) -> None:
    check(stages(hloom.load(path)))


def test_the_varied_program_is_right() -> None:
    made = lower(VARIED)
    check(made)
    found = {type(command) for command in walk_commands(made.program.commands)}
    assert found == {Launch, Copy, Loop, Branch}


# -- faults -----------------------------------------------------------------------------------------------------------------
def lists_of_commands(commands: list[Any]) -> Iterator[list[Any]]:
    """Every list of commands of a program, nested ones included."""
    yield commands
    for command in commands:
        inner = [command.condition, command.body] if isinstance(command, Loop) else getattr(command, "arms", [])
        for each in inner:
            yield from lists_of_commands(each)


def temporaries(program: Program) -> list[Buffer]:
    return [b for b in dict.fromkeys(buffers_in(program.commands)) if b.kind == "temporary" and b.bytes]


def written_by(command: Any) -> set[Buffer]:
    match command:
        case Launch() | Callback():
            return {u.buffer for u in command.uses if u.access in (Access.WRITE, Access.UPDATE)}
        case Copy():
            return {command.target}
        case Loop():
            return {*command.carried}.union(*(written_by(c) for c in command.body))
        case _:
            return {*command.outputs}


def read_by(command: Any) -> set[Buffer]:
    match command:
        case Launch() | Callback():
            return {u.buffer for u in command.uses if u.access in (Access.READ, Access.UPDATE)}
        case Copy():
            return {command.source}
        case Loop():
            return {*command.carried, command.predicate}
        case _:
            return {command.selector, *command.outputs}


def is_of_use(command: Any, program: Program) -> bool:
    """Whether anything reads what a command that was taken out writes; random programs also compute what nobody reads."""
    read = set().union(*map(read_by, walk_commands(program.commands)))
    return any(b.bytes and (b.kind == "result" or b in read) for b in written_by(command))


@pytest.mark.parametrize("seed", [None, *range(12)])
def test_a_command_that_is_missing_is_noticed(seed: int | None) -> None:
    made = lower(VARIED if seed is None else RandomProgram(seed).module())
    for commands in list(lists_of_commands(made.program.commands)):
        for place, command in enumerate(list(commands)):
            del commands[place]
            assert is_refused(made) or not is_of_use(command, made.program), f"without {command}"
            commands.insert(place, command)
    check(made)


def test_commands_in_another_order_are_noticed() -> None:
    made = lower(VARIED)
    made.program.commands.reverse()
    assert is_refused(made)


@pytest.mark.parametrize("seed", [None, *range(12)])
def test_buffers_that_lie_on_each_other_are_noticed(seed: int | None) -> None:
    """Of buffers that are alive at the same time, one is moved onto the other."""
    made = lower(VARIED if seed is None else RandomProgram(seed).module())
    for launch in walk_commands(made.program.commands):
        if not isinstance(launch, Launch):
            continue
        mine = [u for u in launch.uses if u.buffer.kind == "temporary" and u.buffer.bytes]
        for first in mine:
            for second in mine:
                if first.buffer is second.buffer or {first.access, second.access} == {Access.READ}:
                    continue
                old, second.buffer.offset = second.buffer.offset, first.buffer.offset
                assert is_refused(made)
                second.buffer.offset = old


def wrong_offset(made: Generated) -> None:
    temporaries(made.program)[0].offset += 4


def no_place(made: Generated) -> None:
    temporaries(made.program)[0].offset = -1


def small_arena(made: Generated) -> None:
    made.program.arena_bytes -= 64


def small_buffer(made: Generated) -> None:
    max(temporaries(made.program), key=lambda b: b.bytes).bytes -= 4


def everything_in_one_place(made: Generated) -> None:
    for buffer in temporaries(made.program):
        buffer.offset = 0


def update_of_what_is_read_later(made: Generated) -> None:
    """The first update takes over its operand's buffer although the operand is a result, too."""
    commands = made.program.commands
    place = next(k for k, c in enumerate(commands) if isinstance(c, Copy))
    removed = commands.pop(place)
    for command in walk_commands(commands):
        if isinstance(command, Launch):
            for use in command.uses:
                if use.buffer is removed.target:
                    use.buffer = removed.source


def write_to_an_argument(made: Generated) -> None:
    launch = next(c for c in made.program.commands if isinstance(c, Launch) and c.uses[0].buffer.kind == "argument")
    launch.uses[-1].buffer = launch.uses[0].buffer


def store_where_a_transpose_reads(made: Generated) -> None:
    """A kernel that reads elsewhere than it stores gets one buffer for both."""
    for command in walk_commands(made.program.commands):
        if isinstance(command, Launch) and isinstance(command.kernel.body, LoopNest) and "d1" in command.kernel.text:
            read, written = command.uses[0], command.uses[-1]
            if read.buffer.bytes == written.buffer.bytes and not command.kernel.body.kernel.is_pointwise_in({read.value}):
                read.buffer = written.buffer
                return
    raise AssertionError("there is no transpose")


def operands_exchanged(made: Generated) -> None:
    launch = next(c for c in made.program.commands if isinstance(c, Launch)
                  and len({u.buffer for u in c.uses if u.access is Access.READ}) > 1)
    first, second = [u for u in launch.uses if u.access is Access.READ][:2]
    first.buffer, second.buffer = second.buffer, first.buffer


def arms_exchanged(made: Generated) -> None:
    next(c for c in made.program.commands if isinstance(c, Branch)).arms.reverse()


def carried_exchanged(made: Generated) -> None:
    loop = next(c for c in made.program.commands if isinstance(c, Loop))
    loop.carried[1], loop.carried[2] = loop.carried[2], loop.carried[1]


def carried_not_at_once(made: Generated) -> None:
    """Values that change places in a loop are copied one after the other, so that one is lost."""
    loop = next(c for c in made.program.commands if isinstance(c, Loop))
    copies = [c for c in loop.body if isinstance(c, Copy)]
    loop.body[:] = [c for c in loop.body if c not in copies] + copies[::-1]
    if is_refused(made):
        return
    loop.body.remove(copies[-1])


def wrong_selector(made: Generated) -> None:
    branch = next(c for c in made.program.commands if isinstance(c, Branch))
    branch.selector = next(b for b in buffers_in(made.program.commands) if b.kind == "argument" and b is not branch.selector)


FAULTS: list[Callable[[Generated], None]] = [
    wrong_offset, no_place, small_arena, small_buffer, everything_in_one_place, update_of_what_is_read_later,
    write_to_an_argument, store_where_a_transpose_reads, operands_exchanged, arms_exchanged, carried_exchanged,
    carried_not_at_once, wrong_selector]


@pytest.mark.unguarded  # red zones make the arena larger than what lies in it
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_fault_is_found_and_named(fault: Callable[[Generated], None]) -> None:
    made = lower(VARIED)
    check(made)
    fault(made)
    with pytest.raises(InternalError, match="the program of @main is wrong"):
        check(made)


def test_the_message_says_what_is_where() -> None:
    made = lower(VARIED)
    write_to_an_argument(made)
    with pytest.raises(InternalError, match=r"loop_\d+ writes to argument 0"):
        check(made)
