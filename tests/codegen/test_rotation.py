"""Loops whose buffers change names instead of being copied: which they are, and what they compute wherever they end."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from hloom.codegen.cpu.compiler import Generated
from hloom.codegen.plan import buffers
from hloom.codegen.plan.buffers import Rotation
from hloom.codegen.plan.show import program_text
from hloom.runtime.dispatch.commands import Op, commands_of
from tests.harness import check, load, lower, needs_pages, use_machine
from tests.passes.programs import program

N = 1500
LOOP = """(%n: tensor<i32>, %x: {v}, %y: {v}, %z: {v}) -> ({v}, {v}, {v}) {{
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %r:4 = stablehlo.while(%i = %zero, %a = %x, %b = %y, %c = %z) : tensor<i32>, {v}, {v}, {v}
    cond {{
        %q = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %q : tensor<i1>
    }} do {{
        %j = stablehlo.add %i, %one : tensor<i32>
        {lines}
        stablehlo.return %j, {carried} : tensor<i32>, {v}, {v}, {v}
    }}
    return %r#1, %r#2, %r#3 : {v}, {v}, {v} }}"""
#: The neighbours of elements of `%{0}` in a ring, added: what no loop computes in place.
AROUND = """%{0}h = stablehlo.slice %{0} [0:1] : ({{v}}) -> tensor<1xi32>
        %{0}t = stablehlo.slice %{0} [1:{n}] : ({{v}}) -> tensor<{m}xi32>
        %{0}n = stablehlo.concatenate %{0}t, %{0}h, dim = 0 : (tensor<{m}xi32>, tensor<1xi32>) -> {{v}}
        %{0}s = stablehlo.add %{0}, %{0}n : {{v}}"""


def around(name: str) -> str:
    return AROUND.format(name, n=N, m=N - 1)


def added(x: np.ndarray) -> np.ndarray:
    return x + np.roll(x, -1)


Step = Callable[[np.ndarray, np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray, np.ndarray]]
#: Lines, what they carry on, the same in NumPy, and how many buffers each ring has.
STEPS: dict[str, tuple[str, str, Step, list[int]]] = {
    "one value": (around("a"), "%as, %b, %c", lambda a, b, c: (added(a), b, c), [2]),
    "the last two": (around("a"), "%as, %a, %c", lambda a, b, c: (added(a), a, c), [3]),
    "the last three": (around("a"), "%as, %a, %b", lambda a, b, c: (added(a), a, b), [3]),
    "two values": (f"{around('a')}\n{around('b')}", "%as, %bs, %c", lambda a, b, c: (added(a), added(b), c), [2, 2]),
    "two values across": (f"{around('a')}\n{around('b')}", "%bs, %as, %c", lambda a, b, c: (added(b), added(a), c), [2]),
    "two rings": (f"{around('a')}\n{around('c')}", "%as, %a, %cs", lambda a, b, c: (added(a), a, added(c)), [3, 2]),
    "one value twice": (around("a"), "%as, %as, %c", lambda a, b, c: (added(a), added(a), c), []),
    "an exchange": ("", "%b, %a, %c", lambda a, b, c: (b, a, c), []),
    "an exchange beside it": (around("c"), "%b, %a, %cs", lambda a, b, c: (b, a, added(c)), [2]),
    "what is read later": (f"{around('a')}\n%k = stablehlo.multiply %as, %b : {{v}}\n%l = stablehlo.subtract %k, %a : {{v}}",
                           "%as, %l, %c", lambda a, b, c: (added(a), added(a) * b - a, c), [2]),  # %l lies where %b did
    "in place": ("%k = stablehlo.add %a, %b : {v}", "%k, %b, %c", lambda a, b, c: (a + b, b, c), []),
    "from outside": ("", "%x, %b, %c", lambda a, b, c: (a, b, c), []),
}


@pytest.fixture
def no_small_loops(monkeypatch: pytest.MonkeyPatch) -> None:
    """No loop is a function of its own."""
    use_machine(monkeypatch, small_loops={"most_cost": 0})


@pytest.fixture(params=[True, False], ids=["functions", "commands"])
def both(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Loops as functions of their own, and as commands."""
    if not request.param:
        use_machine(monkeypatch, small_loops={"most_cost": 0})


def text(name: str) -> str:
    lines, carried, _, _ = STEPS[name]
    vector = f"tensor<{N}xi32>"
    return LOOP.format(v=vector, lines=lines.format(v=vector), carried=carried)


def arrays() -> list[np.ndarray]:
    return [np.random.default_rng(k).integers(-9, 9, N).astype(np.int32) for k in range(3)]


def rotations_of(made: Generated) -> list[Rotation]:
    return list(buffers.rotations(made.program).values())


def expected(name: str, count: int) -> tuple[np.ndarray, ...]:
    x = a, b, c = arrays()
    for _ in range(count):
        a, b, c = STEPS[name][2](a, b, c)
    return (x[0], b, c) if name == "from outside" and count else (a, b, c)


@pytest.mark.parametrize("name", STEPS)
def test_which_buffers_change_names(name: str) -> None:
    made = lower(text(name))
    rings = [len(ring) for found in rotations_of(made) for ring in found.rings]
    assert sorted(rings) == sorted(STEPS[name][3])


@needs_pages
@pytest.mark.parametrize("name", STEPS)
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.usefixtures("both")
def test_loops_of_any_number_of_iterations(name: str, workers: int) -> None:
    made = lower(text(name))
    for count in range(14):
        check(made, [np.array(count, np.int32), *arrays()], expected(name, count), workers=workers, what=f"{count} iterations")


@pytest.mark.usefixtures("no_small_loops")
def test_nothing_is_copied_while_the_loop_runs() -> None:
    made = lower(text("the last two"))
    commands = list(commands_of(made.program.table))
    turn = max(command.begin for command in commands if command.op is Op.GO and command.targets[0] < command.begin)
    first = min(command.begin for command in commands if command.op is Op.POLL)
    assert not [command for command in commands if command.op is Op.COPY and first < command.begin < turn]
    assert sum(command.op is Op.POLL for command in commands) == 3
    assert program_text(made.program).count(" change names") == 1


@pytest.mark.usefixtures("both")
def test_a_loop_within_another_finds_everything_in_its_place() -> None:
    """Three iterations of an outer loop, of 0, 1 and 2 of the inner one, which rotates."""
    vector = f"tensor<{N}xi32>"
    made = lower(f"""(%x: {vector}) -> {vector} {{
        %zero = stablehlo.constant dense<0> : tensor<i32>
        %one = stablehlo.constant dense<1> : tensor<i32>
        %three = stablehlo.constant dense<3> : tensor<i32>
        %r:2 = stablehlo.while(%i = %zero, %o = %x) : tensor<i32>, {vector}
        cond {{
            %q = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
            stablehlo.return %q : tensor<i1>
        }} do {{
            %j = stablehlo.add %i, %one : tensor<i32>
            %s:2 = stablehlo.while(%k = %zero, %a = %o) : tensor<i32>, {vector}
            cond {{
                %q = stablehlo.compare LT, %k, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
                stablehlo.return %q : tensor<i1>
            }} do {{
                %l = stablehlo.add %k, %one : tensor<i32>
                {around("a").format(v=vector)}
                stablehlo.return %l, %as : tensor<i32>, {vector}
            }}
            stablehlo.return %j, %s#1 : tensor<i32>, {vector}
        }}
        return %r#1 : {vector} }}""")
    assert len(rotations_of(made)) == 1
    (x, *_) = arrays()
    np.testing.assert_array_equal(load(made)(x)[0], added(added(added(x))))


@pytest.mark.usefixtures("both")
def test_what_decides_about_the_end_is_found_under_all_names() -> None:
    """A loop that ends when the first element of what it carries is large enough."""
    vector = f"tensor<{N}xi32>"
    made = lower(f"""(%limit: tensor<i32>, %x: {vector}) -> {vector} {{
        %r:2 = stablehlo.while(%a = %x, %u = %limit) : {vector}, tensor<i32>
        cond {{
            %0 = stablehlo.slice %a [0:1] : ({vector}) -> tensor<1xi32>
            %1 = stablehlo.reshape %0 : (tensor<1xi32>) -> tensor<i32>
            %q = stablehlo.compare LT, %1, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
            stablehlo.return %q : tensor<i1>
        }} do {{
            {around("a").format(v=vector)}
            stablehlo.return %as, %u : {vector}, tensor<i32>
        }}
        return %r#0 : {vector} }}""")
    assert len(rotations_of(made)) == 1
    x = np.abs(arrays()[0]) + 1
    executable = load(made)
    for limit in (0, 5, 50, 300, 5000):
        wanted = x
        while wanted[0] < limit:
            wanted = added(wanted)
        np.testing.assert_array_equal(executable(np.array(limit, np.int32), x.astype(np.int32))[0], wanted)


def test_small_values_and_long_bodies_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    module = program(text("one value"))
    use_machine(monkeypatch, rotation={"worth_bytes": 1 << 20})
    assert not rotations_of(lower(module))
    monkeypatch.undo()
    use_machine(monkeypatch, rotation={"most_commands": 3})
    assert not rotations_of(lower(module))
