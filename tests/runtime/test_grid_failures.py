"""Grids as machine code where something is wrong: what the evaluator says is said, nothing hangs, and the next run is right."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.runtime import grid_waits
from hloom.support.diagnostics import DeadlockError, EvaluationError, InputError
from hloom.support.signals import TimeLimitError
from tests.runtime.test_grids import all_reduce, same

#: What is no flag.
ONE: Any = 1
#: Seconds after which a failure must have been found, on a machine that others use.
_SOON = 20.0


def module(body: str) -> Any:
    """A program in which `%first` says whether it is process 0, and `%a` holds a process's number."""
    return hloom.parse(f"""func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {{
      %replica = stablehlo.replica_id : tensor<ui32>
      %zero = stablehlo.constant dense<0> : tensor<ui32>
      %first = stablehlo.compare EQ, %replica, %zero : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
      {body}
    }}""")


def either(first: str, other: str) -> Any:
    """A program of which process 0 runs one arm, and all others the other; `%p` and `%q` are their results."""
    return module(f"""%r = "stablehlo.if"(%first) ({{
        {first}
        stablehlo.return %p : tensor<4xf32>
      }}, {{
        {other}
        stablehlo.return %q : tensor<4xf32>
      }}) : (tensor<i1>) -> tensor<4xf32>
      return %r : tensor<4xf32>""")


def endless(body: str, where: str = "first") -> Any:
    """A loop that never ends: in process 0 (`first`), in the others (`others`), or in all (`all`)."""
    condition = {"first": "", "others": "%c = stablehlo.not %first : tensor<i1>",
                 "all": "%c = stablehlo.constant dense<true> : tensor<i1>"}[where]
    return module(f"""%r = stablehlo.while(%v = %a) : tensor<4xf32> cond {{
        {condition}
        stablehlo.return {"%c" if condition else "%first"} : tensor<i1>
      }} do {{
        {body}
        stablehlo.return %q : tensor<4xf32>
      }}
      return %r : tensor<4xf32>""")


def numbers(count: int = 2) -> list[Any]:
    return [[(np.full(4, k, np.float32),)] for k in range(count)]


def failure(run: Callable[[], Any], kind: type[BaseException]) -> BaseException:
    start = time.monotonic()
    with pytest.raises(kind) as found:
        run()
    assert time.monotonic() - start < _SOON
    return found.value


def same_failure(program: Any, kind: type[BaseException], count: int = 2, **options: Any) -> BaseException:
    """What both engines raise, with the same words."""
    theirs = failure(lambda: hloom.evaluate_grid(program, numbers(count), num_replicas=count, **options), kind)
    grid = hloom.compile_grid(program, count)
    for _ in range(2):
        ours = failure(lambda: grid(numbers(count), **options), kind)
        assert str(ours) == str(theirs)
    return ours


KEEP = "%q = stablehlo.add %a, %a : tensor<4xf32>"
RECEIVE = """%t = stablehlo.create_token : !stablehlo.token
  %q, %u = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 7, type = 1>}
    : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)"""


def test_a_process_that_never_comes() -> None:
    found = same_failure(either(all_reduce("p", "a"), KEEP), DeadlockError)
    assert "process (0, 0) waits at stablehlo.all_reduce" in str(found) and "(1, 0), which has ended" in str(found)


def test_process_0_that_never_comes() -> None:
    same_failure(either(KEEP.replace("%q", "%p"), all_reduce("q", "a")), DeadlockError)


def test_groups_that_wait_for_each_other() -> None:
    first, other = (f"{all_reduce(f'{name}0', 'a', one)}{all_reduce(name, f'{name}0', two)}"
                    for name, one, two in (("p", "[[0, 1]]", "[[1, 0]]"), ("q", "[[1, 0]]", "[[0, 1]]")))
    found = same_failure(either(first, other), DeadlockError)
    assert "2 of 2 processes wait for ever" in str(found)


def test_a_group_that_lacks_one_of_many() -> None:
    found = same_failure(either(KEEP.replace("%q", "%p"), all_reduce("q", "a", str([list(range(9))]))), DeadlockError, 9)
    assert "8 of 9 processes wait for ever" in str(found)


def test_one_that_waits_on_the_evaluator() -> None:
    """A process waits on a channel, the other in native code."""
    found = same_failure(either(all_reduce("p", "a"), RECEIVE), DeadlockError)
    assert "waits at stablehlo.recv on channel 7" in str(found) and "waits at stablehlo.all_reduce" in str(found)
    same_failure(either(RECEIVE.replace("%q", "%p"), all_reduce("q", "a")), DeadlockError)


def test_who_looks_late_finds_what_the_first_has_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those whom a fault has ended are none that have ended before it."""
    monkeypatch.setattr(grid_waits, "_FIRST_LOOK", 0.4)
    same_failure(either(all_reduce("p", "a"), RECEIVE), DeadlockError)


def test_process_0_runs_in_the_thread_of_the_caller() -> None:
    """Python gives signals to the main thread only: whoever else ran it could not be interrupted."""
    seen: list[int] = []

    def here(op: Any, x: np.ndarray) -> np.ndarray:
        seen.append(threading.get_ident())
        return x

    program = either("%p = stablehlo.custom_call @here(%a) : (tensor<4xf32>) -> tensor<4xf32>", KEEP)
    grid = hloom.compile_grid(program, 8, custom_calls={"here": here})
    for _ in range(200):
        grid(numbers(8))
    assert seen == [threading.get_ident()] * 200


@pytest.mark.parametrize("other, words", [
    (all_reduce("q", "a"), "two different operations stablehlo.all_reduce of one function meet"),
    ('%q = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} '
     ": (tensor<4xf32>) -> tensor<4xf32>", "collective_broadcast"),
    ('%i = stablehlo.convert %a : (tensor<4xf32>) -> tensor<4xi32>\n' + all_reduce("j", "i", type="4xi32")
     + "%q = stablehlo.convert %j : (tensor<4xi32>) -> tensor<4xf32>", "(tensor<4xi32>)"),
])
def test_operations_that_do_not_fit(other: str, words: str) -> None:
    """Who finds it is first depends on who comes last: both engines name both processes and both operations."""
    program = either(all_reduce("p", "a"), other)
    grid = hloom.compile_grid(program, 2)
    for run in (partial(hloom.evaluate_grid, program, numbers(), num_replicas=2), *[partial(grid, numbers())] * 2):
        found = str(failure(run, EvaluationError))
        assert "[mismatch]" in found and words in found and "(0, 0)" in found and "(1, 0)" in found
        assert "do not run the same operation" in found


def test_groups_that_do_not_fit_the_grid() -> None:
    same_failure(module(all_reduce("r", "a", "[[0]]") + "return %r : tensor<4xf32>"), EvaluationError)
    same_failure(module(all_reduce("r", "a", "[[0, 1, 2]]") + "return %r : tensor<4xf32>"), EvaluationError)


def test_a_process_that_raises() -> None:
    """Its own message counts, not that others wait for it."""
    def fails(op: Any, x: np.ndarray) -> np.ndarray:
        raise ValueError("no luck")

    program = either(all_reduce("p", "a"), '%q = stablehlo.custom_call @unlucky(%a) : (tensor<4xf32>) -> tensor<4xf32>')
    calls = {"unlucky": fails}
    grid = hloom.compile_grid(program, 2, custom_calls=calls)
    for _ in range(2):
        assert "no luck" in str(failure(lambda: grid(numbers()), EvaluationError))
    assert [op.name for op in grid.fallbacks] == ["stablehlo.custom_call"]


def test_a_run_after_one_that_failed_is_right() -> None:
    body = f"""%two = stablehlo.constant dense<2.0> : tensor<4xf32>
      %c = stablehlo.compare EQ, %a, %two : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
      %k = "stablehlo.slice"(%c) {{start_indices = array<i64: 0>, limit_indices = array<i64: 1>, strides = array<i64: 1>}}
        : (tensor<4xi1>) -> tensor<1xi1>
      %h = stablehlo.reshape %k : (tensor<1xi1>) -> tensor<i1>
      %r = "stablehlo.if"(%h) ({{
        stablehlo.return %a : tensor<4xf32>
      }}, {{
        {all_reduce("q", "a")}
        stablehlo.return %q : tensor<4xf32>
      }}) : (tensor<i1>) -> tensor<4xf32>
      return %r : tensor<4xf32>"""
    program = module(body)
    grid = hloom.compile_grid(program, 2)
    for _ in range(3):
        same(grid(numbers()), hloom.evaluate_grid(program, numbers(), num_replicas=2))
        failure(lambda: grid([[(np.full(4, 2, np.float32),)], [(np.zeros(4, np.float32),)]]), DeadlockError)


@pytest.mark.parametrize("program", [
    endless(all_reduce("q", "v"), "all"), endless("%q = stablehlo.add %v, %v : tensor<4xf32>"),
    endless("%q = stablehlo.add %v, %v : tensor<4xf32>", "others")], ids=["both meet", "process 0 runs", "process 1 runs"])
def test_time_limits_and_ctrl_c(program: Any) -> None:
    """Whoever still runs is stopped: process 0, which the caller's thread runs, or another."""
    grid = hloom.compile_grid(program, 2)
    failure(lambda: grid(numbers(), time_limit=0.2), TimeLimitError)
    assert threading.current_thread() is threading.main_thread()
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    failure(lambda: grid(numbers()), KeyboardInterrupt)
    timer.join()


def test_no_time_is_lost_where_all_waits_are_met() -> None:
    """A process that comes late is waited for, however long it takes."""
    def late(op: Any, x: np.ndarray) -> np.ndarray:
        time.sleep(0.4)
        return x

    program = either(all_reduce("p", "a", channel=1),
                     f"""%l = stablehlo.custom_call @late(%a) : (tensor<4xf32>) -> tensor<4xf32>
                     {all_reduce("q", "l", channel=1)}""")
    grid = hloom.compile_grid(program, 2, custom_calls={"late": late})
    assert "main" in grid.stats
    found = grid([[(np.ones(4, np.float32),)], [(np.ones(4, np.float32),)]])
    assert found[0][0][0].tolist() == [2] * 4


@pytest.mark.parametrize("call, words", [
    (lambda m: hloom.compile_grid(m, 0), "must be integers from 1 to 1024"),
    (lambda m: hloom.compile_grid(m, 2000), "must be integers from 1 to 1024"),
    (lambda m: hloom.compile_grid(m, 2, threads=0), "threads is a number"),
    (lambda m: hloom.compile_grid(m, 2, function="other"), "no function other"),
    (lambda m: hloom.compile_grid(m, 2, deterministic=ONE), "deterministic is True or False"),
    (lambda m: hloom.compile_grid(m, 2)([[()]]), "arguments are needed for 2 replicas x 1 partitions"),
    (lambda m: hloom.compile_grid(m, 2)([[()], [()]]), "takes 1 argument"),
    (lambda m: hloom.compile_grid(m, 2)(numbers(), infeed={(5, 5): []}), "no (replica, partition) of the grid"),
    (lambda m: hloom.compile_grid(m, 2)(numbers(), time_limit=-1), "a time limit is a number of seconds"),
])
def test_bad_arguments(call: Callable[[Any], Any], words: str) -> None:
    with pytest.raises(InputError, match=words.replace("(", r"\(").replace(")", r"\)")):
        call(module(all_reduce("r", "a") + "return %r : tensor<4xf32>"))


def test_nothing_is_left_behind() -> None:
    """Grids that come and go keep as many threads as the largest of them needs."""
    def threads() -> int:
        return len(threading.enumerate())

    program = module(all_reduce("r", "a", "[[0, 1, 2]]") + "return %r : tensor<4xf32>")
    hloom.compile_grid(program, 3)(numbers(3))
    before = threads()
    for _ in range(5):
        hloom.compile_grid(program, 3)(numbers(3))
    assert threads() <= before


