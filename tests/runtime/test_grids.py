"""Grids as machine code: what their processes compute is what the evaluator says, bit for bit."""

from __future__ import annotations

import ctypes
import pickle
import re
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.cli.check import functions_to_run
from hloom.numbers.bits import to_bits
from tests.runtime.grid_programs import BODIES, TYPES, drawn

#: The element of a body, and how many values of a type an operation is given.
SUM = """({
  ^bb0(%x: tensor<E>, %y: tensor<E>):
    %s = stablehlo.add %x, %y : tensor<E>
    stablehlo.return %s : tensor<E>
})"""
SHARED = Path(__file__).parents[3] / "shared" / "conformance" / "interpret"
CONFORMANCE = sorted(p for p in SHARED.glob("*.mlir") if "run_parallel" in p.read_text())


def program(body: str, given: str = "%a: tensor<4xf32>", result: str = "tensor<4xf32>") -> Any:
    return hloom.parse(f"func.func @main({given}) -> ({result}) {{\n{body}\n}}")


def all_reduce(name: str, given: str, groups: str = "[[0, 1]]", type: str = "4xf32", channel: int = 0, more: str = "") -> str:
    rows = np.array(eval(groups))  # a literal of this file
    body = SUM.replace("E", re.sub(r"^([0-9?]+x)*", "", type))
    handle = f", channel_handle = #stablehlo.channel_handle<handle = {channel}, type = 1>" if channel else ""
    return (f'%{name} = "stablehlo.all_reduce"(%{given}) {body} {{replica_groups = dense<{groups}> : '
            f"tensor<{rows.shape[0]}x{rows.shape[1]}xi64>{handle}{more}}} : (tensor<{type}>) -> tensor<{type}>\n")


def same(found: Any, wanted: Any) -> None:
    """That results of all processes are equal bit for bit."""
    assert [len(row) for row in found] == [len(row) for row in wanted]
    for r, row in enumerate(wanted):
        for p, process in enumerate(row):
            assert len(found[r][p]) == len(process)
            for k, (x, y) in enumerate(zip(found[r][p], process)):
                place = f"result {k} of process ({r}, {p})"
                assert x.dtype == y.dtype and x.shape == y.shape, place
                assert to_bits(x).tobytes() == to_bits(y).tobytes(), f"{place}: {x}, the evaluator says {y}"


def on_both(module: Any, arguments: Any, replicas: int, partitions: int = 1, native: bool = True, **options: Any) -> Any:
    """The results of a grid, which both engines agree on."""
    wanted = hloom.evaluate_grid(module, arguments, num_replicas=replicas, num_partitions=partitions, **options)
    grid = hloom.compile_grid(module, replicas, partitions)
    if native:
        assert grid.native is not None and not grid.fallbacks
    found = grid(arguments, **options)
    same(found, wanted)
    for ours, theirs in zip(found.outfeed, wanted.outfeed, strict=True):
        for mine, other in zip(ours, theirs, strict=True):
            for a, b in zip(mine, other, strict=True):
                assert all(np.array_equal(x, y) for x, y in zip(a, b, strict=True))
    return found


def test_drawn_programs() -> None:
    """A few: `tests.fuzz.grids` draws hundreds."""
    for seed in range(20):
        made = drawn(seed)
        on_both(hloom.parse(made.text), made.arguments, *made.sizes)


@pytest.mark.parametrize("type", TYPES)
@pytest.mark.parametrize("size", [1, 5, 1023, 5000])
def test_sums_in_the_order_of_the_group(type: str, size: int) -> None:
    """Numbers whose sum depends on the order, in a group that names processes in another one."""
    body = BODIES.get(type, ("add",))[0]
    element: Any = hloom.parse(f"func.func @main(%a: tensor<{type}>) {{ return }}").functions["main"].function_type.inputs[0]
    module = program(all_reduce("r", "a", "[[2, 0, 1]]", f"{size}x{type}").replace("stablehlo.add", f"stablehlo.{body}")
                     + f"return %r : tensor<{size}x{type}>", f"%a: tensor<{size}x{type}>", f"tensor<{size}x{type}>")
    generator = np.random.default_rng(size)
    arguments = [[(generator.normal(0, 10.0 ** (k % 3), size).astype(element.storage.dtype),)] for k in range(3)]
    on_both(module, arguments, 3)


@pytest.mark.parametrize("guard", [False, True])
def test_red_zones(guard: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if guard:
        monkeypatch.setenv("HLOOM_GUARD", "1")
    for seed in range(200, 220):
        made = drawn(seed)
        module = hloom.parse(made.text)
        on_both(module, made.arguments, *made.sizes)
    native = hloom.compile_grid(module, *made.sizes).native
    assert native is not None and native.is_guarded == guard


def test_a_function_is_compiled_once_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = program(all_reduce("r", "a", "[[0, 1, 2, 3]]") + "return %r : tensor<4xf32>")
    first = hloom.compile_grid(module, 4)
    again = hloom.compile_grid(module, 4)
    assert "cache" in again.stats["main"]["seconds"] or first.stats["main"]["seconds"] == {}
    assert first.native is not None and len({id(p.native) for p in first.native.programs}) == 1


def test_functions_of_processes() -> None:
    """Two functions meet in one operation each, as a channel, or that they are two functions, says."""
    text = "\n".join(f"func.func @{name}(%a: tensor<4xf32>) -> tensor<4xf32> {{\n%b = stablehlo.{op} %a, %a : tensor<4xf32>\n"
                     f"{all_reduce('r', 'b')}return %r : tensor<4xf32>\n}}" for name, op in (("f", "add"), ("g", "multiply")))
    module = hloom.parse(text)
    arguments = [[(np.full(4, 3, np.float32),)], [(np.full(4, 5, np.float32),)]]
    wanted = hloom.evaluate_grid(module, arguments, function=[["f"], ["g"]])
    found = hloom.compile_grid(module, function=[["f"], ["g"]])(arguments)
    same(found, wanted)
    assert found[0][0][0][0] == 31


def test_a_helper_that_two_branches_call() -> None:
    """The one operation of the helper is met from two places."""
    text = f"""func.func private @sum(%a: tensor<4xf32>) -> tensor<4xf32> {{
      {all_reduce("r", "a")}
      return %r : tensor<4xf32>
    }}
    func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {{
      %id = stablehlo.replica_id : tensor<ui32>
      %zero = stablehlo.constant dense<0> : tensor<ui32>
      %first = stablehlo.compare EQ, %id, %zero : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
      %r = "stablehlo.if"(%first) ({{
        %s = func.call @sum(%a) : (tensor<4xf32>) -> tensor<4xf32>
        stablehlo.return %s : tensor<4xf32>
      }}, {{
        %d = stablehlo.add %a, %a : tensor<4xf32>
        %s = func.call @sum(%d) : (tensor<4xf32>) -> tensor<4xf32>
        stablehlo.return %s : tensor<4xf32>
      }}) : (tensor<i1>) -> tensor<4xf32>
      return %r : tensor<4xf32>
    }}"""
    found = on_both(hloom.parse(text), [[(np.ones(4, np.float32),)], [(np.full(4, 2, np.float32),)]], 2)
    assert found[0][0][0][0] == 5


def test_two_operations_meet_on_a_channel() -> None:
    arms = "}, {".join(f"\n{all_reduce(name, 'a', type='3000xf32', channel=1)}stablehlo.return %{name} : tensor<3000xf32>\n"
                       for name in "pq")
    body = f"""%id = stablehlo.replica_id : tensor<ui32>
      %zero = stablehlo.constant dense<0> : tensor<ui32>
      %first = stablehlo.compare EQ, %id, %zero : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
      %r = "stablehlo.if"(%first) ({{{arms}}}) : (tensor<i1>) -> tensor<3000xf32>
      return %r : tensor<3000xf32>"""
    module = program(body, "%a: tensor<3000xf32>", "tensor<3000xf32>")
    on_both(module, [[(np.arange(3000, dtype=np.float32),)], [(np.ones(3000, np.float32),)]], 2)


def test_asynchronous_operations() -> None:
    body = f"""%f = "stablehlo.async_start"(%a) ({{
      ^bb0(%x0: tensor<4xf32>):
        {all_reduce("s", "x0")}
        stablehlo.return %s : tensor<4xf32>
      }}) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
      %m = stablehlo.multiply %a, %a : tensor<4xf32>
      %d = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<4xf32>>) -> tensor<4xf32>
      %r = stablehlo.add %m, %d : tensor<4xf32>
      return %r : tensor<4xf32>"""
    on_both(program(body), [[(np.full(4, k + 1, np.float32),)] for k in range(2)], 2)


def test_several_operands_and_the_old_sum() -> None:
    body = """%r:2 = "stablehlo.all_gather"(%a, %b) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>}
        : (tensor<4xf32>, tensor<2x3xi32>) -> (tensor<8xf32>, tensor<4x3xi32>)
      %s = "stablehlo.cross-replica-sum"(%a) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}
        : (tensor<4xf32>) -> tensor<4xf32>
      return %r#0, %r#1, %s : tensor<8xf32>, tensor<4x3xi32>, tensor<4xf32>"""
    module = program(body, "%a: tensor<4xf32>, %b: tensor<2x3xi32>", "tensor<8xf32>, tensor<4x3xi32>, tensor<4xf32>")
    arguments = [[(np.full(4, k, np.float32), np.full((2, 3), 10 + k, np.int32))] for k in range(2)]
    on_both(module, arguments, 2)


def test_queues_and_channels() -> None:
    """What runs on the evaluator, behind an operation that does not."""
    channel = """channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>,
        source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>"""
    body = f"""%t = stablehlo.create_token : !stablehlo.token
      %i:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
      %b = stablehlo.add %a, %i#0 : tensor<4xf32>
      {all_reduce("r", "b", "[[0]]", channel=3)}
      %s = "stablehlo.send"(%r, %i#1) {{{channel}}} : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
      %v:2 = "stablehlo.recv"(%s) {{{channel}}} : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
      %o = "stablehlo.outfeed"(%v#0, %v#1) : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
      return %v#0 : tensor<4xf32>"""
    queue = {(0, 0): [(np.ones(4, np.float32),)], (0, 1): [(np.full(4, 7, np.float32),)]}
    on_both(program(body), [[(np.full(4, k, np.float32),) for k in range(2)]], 1, 2, native=False, infeed=queue)


def test_random_numbers_of_each_process() -> None:
    body = """%zero = stablehlo.constant dense<0.0> : tensor<f32>
      %one = stablehlo.constant dense<1.0> : tensor<f32>
      %n = stablehlo.constant dense<[4]> : tensor<1xi64>
      %r = "stablehlo.rng"(%zero, %one, %n) {rng_distribution = #stablehlo<rng_distribution UNIFORM>}
        : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
      return %r : tensor<4xf32>"""
    found = on_both(program(body), [[(np.zeros(4, np.float32),) for _ in range(2)] for _ in range(2)], 2, 2)
    assert len({tuple(process[0]) for row in found for process in row}) == 4


def test_shapes_of_a_call_are_left_to_the_evaluator() -> None:
    module = program(all_reduce("r", "a", type="?xf32") + "return %r : tensor<?xf32>", "%a: tensor<?xf32>", "tensor<?xf32>")
    arguments = [[(np.full(3, k, np.float32),)] for k in range(2)]
    grid = hloom.compile_grid(module, 2)
    assert grid.native is None and grid.stats["reason"] and [op.name for op in grid.fallbacks] == ["stablehlo.all_reduce"]
    same(grid(arguments), hloom.evaluate_grid(module, arguments, num_replicas=2))


def test_many_processes() -> None:
    count = 64
    groups = str([list(range(count))])
    module = program(all_reduce("r", "a", groups) + "return %r : tensor<4xf32>")
    grid = hloom.compile_grid(module, count)
    arguments = [[(np.full(4, k, np.float32),)] for k in range(count)]
    for _ in range(5):
        assert all(row[0][0][0] == count * (count - 1) / 2 for row in grid(arguments))


def test_grids_at_once() -> None:
    """Runs of one grid, and of another one, from several threads."""
    module = program(all_reduce("r", "a", "[[0, 1, 2]]") + "return %r : tensor<4xf32>")
    grids = [hloom.compile_grid(module, 3), hloom.compile_grid(program(all_reduce("r", "a") + "return %r : tensor<4xf32>"), 2)]
    faults: list[Any] = []

    def work(number: int) -> None:
        grid = grids[number % 2]
        for turn in range(30):
            given = [[(np.full(4, number + turn + k, np.float32),)] for k in range(grid.num_replicas)]
            wanted = sum(number + turn + k for k in range(grid.num_replicas))
            faults.extend(row for row in grid(given) if row[0][0][0] != wanted)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not faults


def test_addresses() -> None:
    module = program(all_reduce("r", "a") + "return %r : tensor<4xf32>")
    native = hloom.compile_grid(module, 2).native
    assert native is not None
    assert [str(t) for t in native.argument_types[1]] == ["tensor<4xf32>"] == [str(t) for t in native.result_types[0]]
    given = [np.full(4, k + 1, np.float32) for k in range(2)]
    made = [np.zeros(4, np.float32) for _ in range(2)]

    def addresses(arrays: Sequence[np.ndarray]) -> list[list[int]]:
        return [[array.ctypes.data] for array in arrays]

    for _ in range(3):
        native.run(addresses(given), addresses(made))
        assert all(np.array_equal(x, np.full(4, 3, np.float32)) for x in made)
    assert ctypes.sizeof(ctypes.c_void_p) == 8


def test_a_child_of_fork_runs_grids() -> None:
    code = """
import os, numpy as np, hloom
from tests.runtime.test_grids import all_reduce, program
grid = hloom.compile_grid(program(all_reduce("r", "a") + "return %r : tensor<4xf32>"), 2)
given = [[(np.ones(4, np.float32),)]] * 2
assert grid(given)[0][0][0][0] == 2
child = os.fork()
if child == 0:
    os._exit(0 if grid(given)[1][0][0][0] == 2 else 1)
assert os.waitpid(child, 0)[1] == 0
assert grid(given)[0][0][0][0] == 2
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60, cwd=Path(__file__).parents[2])


@pytest.mark.shared
@pytest.mark.parametrize("path", CONFORMANCE, ids=lambda p: p.stem)
def test_conformance_programs(path: Path) -> None:
    module = hloom.load(path)
    for function in functions_to_run(module):
        hloom.compile(module, function)()


def test_workers_of_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each process has a share of the workers, and computes the same with it."""
    body = "%p = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : " + \
        "(tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>\n"
    module = program(body + all_reduce("r", "p", type="256x256xf32") + "return %r : tensor<256x256xf32>",
                     "%a: tensor<256x256xf32>", "tensor<256x256xf32>")
    arguments = [[(np.arange(65536, dtype=np.float32).reshape(256, 256) % (7 + k),)] for k in range(2)]
    grids = [hloom.compile_grid(module, 2, threads=threads) for threads in (1, 2, 6)]
    assert [grid.stats["main"]["threads"] for grid in grids] == [1, 1, 3]
    assert [grid.native.threads for grid in grids if grid.native is not None] == [1, 1, 3]
    first, *others = [grid(arguments) for grid in grids]
    for found in others:
        same(found, first)


def test_one_function_needs_the_evaluator_and_the_other_does_not() -> None:
    text = f"""func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {{
      %b = stablehlo.custom_call @twice(%a) : (tensor<4xf32>) -> tensor<4xf32>
      {all_reduce("r", "b")}
      return %r : tensor<4xf32>
    }}
    func.func @g(%a: tensor<4xf32>, %t: !stablehlo.token) -> (!stablehlo.token, tensor<4xf32>) {{
      {all_reduce("r", "a")}
      return %t, %r : !stablehlo.token, tensor<4xf32>
    }}"""
    calls = {"twice": lambda op, x: x * 2}
    module = hloom.parse(text)
    arguments = [[(np.full(4, 3, np.float32),)], [(np.full(4, 5, np.float32), None)]]
    wanted = hloom.evaluate_grid(module, arguments, function=[["f"], ["g"]], custom_calls=calls)
    grid = hloom.compile_grid(module, function=[["f"], ["g"]], custom_calls=calls)
    assert [op.name for op in grid.fallbacks] == ["stablehlo.custom_call"]
    for _ in range(2):
        found = grid(arguments)
        assert found[1][0][0] is wanted[1][0][0] is None
        assert found[0][0][0].tolist() == found[1][0][1].tolist() == wanted[1][0][1].tolist() == [11] * 4


def test_tuples() -> None:
    text = f"""func.func @main(%t: tuple<tensor<4xf32>, tensor<i32>>) -> tuple<tensor<i32>, tensor<4xf32>> {{
      %a = stablehlo.get_tuple_element %t[0] : (tuple<tensor<4xf32>, tensor<i32>>) -> tensor<4xf32>
      %i = stablehlo.get_tuple_element %t[1] : (tuple<tensor<4xf32>, tensor<i32>>) -> tensor<i32>
      {all_reduce("r", "a")}
      %u = stablehlo.tuple %i, %r : tuple<tensor<i32>, tensor<4xf32>>
      return %u : tuple<tensor<i32>, tensor<4xf32>>
    }}"""
    module = hloom.parse(text)
    arguments = [[((np.full(4, k, np.float32), np.int32(k)),)] for k in range(2)]
    found = hloom.compile_grid(module, 2)(arguments)
    assert found[1][0][0][0] == 1 and found[1][0][0][1].tolist() == [1] * 4


def test_what_calls_itself_is_left_to_the_evaluator() -> None:
    module = hloom.parse("""func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
      %c = stablehlo.constant dense<false> : tensor<i1>
      %r = "stablehlo.if"(%c) ({
        %s = func.call @main(%a) : (tensor<4xf32>) -> tensor<4xf32>
        stablehlo.return %s : tensor<4xf32>
      }, {
        stablehlo.return %a : tensor<4xf32>
      }) : (tensor<i1>) -> tensor<4xf32>
      return %r : tensor<4xf32>
    }""")
    grid = hloom.compile_grid(module, 2)
    assert grid.native is None and "recursive" in grid.stats["reason"]
    assert grid([[(np.ones(4, np.float32),)]] * 2)[1][0][0].tolist() == [1] * 4


def test_wrong_numbers_of_addresses() -> None:
    native = hloom.compile_grid(program(all_reduce("r", "a") + "return %r : tensor<4xf32>"), 2).native
    assert native is not None
    right: list[Any] = [[1], [1]]
    for arguments, results in (([[1]], right), ([[1], [1, 2]], right), (right, [[1], []]), ([[1], ["x"]], right)):
        with pytest.raises(hloom.InputError, match="each of 2 processes takes an address"):
            native.run(arguments, results)


def test_grids_are_not_pickled() -> None:
    grid = hloom.compile_grid(program(all_reduce("r", "a") + "return %r : tensor<4xf32>"), 2)
    with pytest.raises(hloom.InputError, match="cannot be pickled"):
        pickle.dumps(grid)


def test_variables_of_the_callers_context() -> None:
    """What runs on the evaluator finds them in the thread of every process, on both engines."""
    variable: ContextVar[int] = ContextVar("variable", default=0)

    def add(op: Any, x: np.ndarray) -> np.ndarray:
        return x + np.float32(variable.get())

    module = program("%r = stablehlo.custom_call @add(%a) : (tensor<4xf32>) -> tensor<4xf32>\nreturn %r : tensor<4xf32>")
    arguments = [[(np.full(4, k, np.float32),)] for k in range(4)]
    grid = hloom.compile_grid(module, 4, custom_calls={"add": add})
    for number in (5, 7):
        variable.set(number)
        for found in (grid(arguments), hloom.evaluate_grid(module, arguments, num_replicas=4, custom_calls={"add": add})):
            assert [float(row[0][0][0]) for row in found] == [k + number for k in range(4)]
