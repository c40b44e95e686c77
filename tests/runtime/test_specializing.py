"""Executables of dynamic shapes: compiled for the shapes of a call, kept, shared by threads; right at every size."""

from __future__ import annotations

import os
import pickle
import threading
import time
from functools import partial
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.runtime.cache import Cache
from tests.harness import apart
from tests.processes import printed

ROWS = """func.func @main(%x: tensor<?x4xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?x4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1]
    : (tensor<?x4xf32>, tensor<f32>) -> tensor<?xf32>
  %1 = stablehlo.add %0, %y : tensor<?xf32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<1xi32>
  %2 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %3 = stablehlo.concatenate %2, %four, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %4 = stablehlo.dynamic_broadcast_in_dim %1, %3, dims = [0] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  %5 = stablehlo.multiply %4, %x : tensor<?x4xf32>
  return %1, %5 : tensor<?xf32>, tensor<?x4xf32>
}"""
ASSERTED = """func.func @main(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %1 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %2 = stablehlo.compare EQ, %0, %1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%2, %0, %1) {error_message = "rows {0}, columns {1}", has_side_effect = true}
    : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
  %3 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %3 : tensor<?x?xf32>
}"""

#: A size that is computed by sums of a million sums of a million numbers each: not within a test.
LONG = """func.func @main(ARGUMENT) -> tensor<?xi32> {
  SIZE
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %1 = "stablehlo.map"(%0) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<i32>):
    %2 = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<i32>) -> tensor<1000000xi32>
    %3 = "stablehlo.reduce"(%2, %zero) <{dimensions = array<i64: 0>}> ({
    ^bb0(%b: tensor<i32>, %c: tensor<i32>):
      %4 = "stablehlo.reduce"(%2, %b) <{dimensions = array<i64: 0>}> ({
      ^bb0(%d: tensor<i32>, %e: tensor<i32>):
        %5 = stablehlo.subtract %e, %d : tensor<i32>
        stablehlo.return %5 : tensor<i32>
      }) : (tensor<1000000xi32>, tensor<i32>) -> tensor<i32>
      stablehlo.return %4 : tensor<i32>
    }) : (tensor<1000000xi32>, tensor<i32>) -> tensor<i32>
    %6 = stablehlo.add %3, %a : tensor<i32>
    stablehlo.return %6 : tensor<i32>
  }) : (tensor<1xi32>) -> tensor<1xi32>
  %7 = stablehlo.dynamic_iota %1, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  return %7 : tensor<?xi32>
}"""
LONG_OF_ARGUMENT = LONG.replace("ARGUMENT", "%x: tensor<?xf32>").replace("SIZE", """
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %0 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>""")
LONG_OF_NOTHING = LONG.replace("ARGUMENT", "").replace("SIZE", "%0 = stablehlo.constant dense<3> : tensor<1xi32>")


def rows(count: int) -> tuple[np.ndarray, np.ndarray]:
    """Whole numbers, whose sums are exact."""
    rng = np.random.default_rng(count)
    return rng.integers(-9, 9, (count, 4)).astype(np.float32), rng.integers(-9, 9, count).astype(np.float32)


def compiled(text: str, **options: Any) -> Any:
    return hloom.compile(hloom.parse(text), **options)


def same(found: Any, expected: Any) -> bool:
    return len(found) == len(expected) and not any(map(apart, found, expected))


@pytest.mark.parametrize("options", [{}, {"threads": 1}, {"deterministic": True}])
def test_each_size_is_compiled_once(options: dict[str, Any]) -> None:
    module = hloom.parse(ROWS)
    exe: Any = hloom.compile(module, **options)
    assert exe.specializations == () and not exe.fallbacks
    for count in (3, 0, 1, 17, 3, 1, 1000):
        assert same(exe(*rows(count)), hloom.evaluate(module, *rows(count)))
    assert len(exe.specializations) == exe.stats["specializations"] == 5 and not exe.fallbacks
    assert any(name.endswith(" of (17x4xf32, 17xf32)") for name in exe.kernels)
    assert str(exe.signature) == "@main(x: ?x4xf32, y: ?xf32) -> (result0: ?xf32, result1: ?x4xf32)"
    assert {k: exe.stats[k] for k in options} == options


def test_what_was_called_longest_ago_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HLOOM_SPECIALIZATIONS", "2")
    exe = compiled(ROWS)
    for count in (1, 301, 1, 300):
        exe(*rows(count))
    assert [each.signature.arguments[0].type.shape for each in exe.specializations] == [(1, 4), (300, 4)]
    assert exe(*rows(301))[0].shape == (301,) and len(exe.specializations) == 2


def test_results_go_into_given_arrays_of_the_size() -> None:
    exe, (x, y) = compiled(ROWS), rows(5)
    given = np.empty(5, np.float32)
    assert exe(x, y, out=[given, None])[0] is given and same([given], exe(x, y)[:1])
    with pytest.raises(hloom.InputError, match=r"result 0 of @main must have shape \[5\], got \[4\]"):
        exe(x, y, out=[np.empty(4, np.float32), None])
    assert exe(x, y, out=[y, None])[0] is y  # an argument


@pytest.mark.parametrize("arrays, message", [
    ((np.zeros((3, 5), np.float32), np.zeros(3, np.float32)), r"argument 0 of @main must have shape \[\?, 4\], got \[3, 5\]"),
    ((np.zeros((3, 4)), np.zeros(3, np.float32)), "argument 0 of @main must have element type f32"),
    ((np.zeros((3, 4), np.float32),), "takes 2 arguments, got 1"),
    ((np.zeros((3, 4), np.float32), np.zeros(2, np.float32)), "stablehlo.add"),
])
def test_arguments_that_do_not_fit(arrays: tuple, message: str) -> None:
    """What the evaluator says is what is said, before and after the shape of a right call is known; wrong ones leave nothing."""
    module = hloom.parse(ROWS)
    exe: Any = hloom.compile(module)
    for _ in range(2):
        with pytest.raises(hloom.UserError, match=message) as found:
            exe(*arrays)
        with pytest.raises(hloom.UserError) as expected:
            hloom.evaluate(module, *arrays)
        assert str(found.value) == str(expected.value)
        exe(*rows(3))
    assert len(exe.specializations) == 1 and not exe.fallbacks


@pytest.mark.parametrize("given", [np.ones(5, np.float32), np.ones((4, 1), np.float32), np.ones(4), 3, "weights", [1.0] * 4])
def test_arguments_whose_shapes_are_stated(given: Any) -> None:
    """Calls go by the shapes that the program leaves open; what is wrong with other arguments is said all the same, or taken."""
    module = hloom.parse("""func.func @main(%w: tensor<4xf32>, %x: tensor<?x4xf32>) -> (tensor<4xf32>, tensor<?x4xf32>) {
      %0 = stablehlo.negate %w : tensor<4xf32>
      %1 = stablehlo.abs %x : tensor<?x4xf32>
      return %0, %1 : tensor<4xf32>, tensor<?x4xf32>
    }""")
    exe: Any = hloom.compile(module)
    right, x = np.arange(4, dtype=np.float32), rows(3)[0]
    said = []
    for call in (exe, lambda *arrays: [exe(right, x), exe(*arrays)][1], partial(hloom.evaluate, module)):
        try:
            said.append([np.asarray(result).tolist() for result in call(given, x)])
        except hloom.InputError as error:
            said.append(str(error))
    assert said[0] == said[1] == said[2] and (isinstance(given, list) or "argument 0" in said[0])
    assert len(exe.specializations) == 1


def test_constraints_on_sizes() -> None:
    module = hloom.parse(ASSERTED)
    exe: Any = hloom.compile(module)
    x = np.arange(9, dtype=np.float32).reshape(3, 3)
    assert np.array_equal(exe(x)[0], x.T) and not exe.fallbacks
    with pytest.raises(hloom.EvaluationError, match=r":5:3: .*rows 3, columns 2"):
        exe(x[:, :2])


def test_threads_that_come_with_one_size_compile_it_once() -> None:
    exe = compiled(ROWS)
    specialize, made = exe._specialize, []

    def slowly(shapes: Any, given: Any, limit: Any) -> Any:
        made.append(tuple(shapes[0]))
        time.sleep(0.05)
        return specialize(shapes, given, limit)

    exe._specialize = slowly
    failures: list[Any] = []

    def call(number: int) -> None:
        try:
            for count in (number % 2 + 1, 7):
                x, y = rows(count)
                assert np.allclose(exe(x, y)[0], x.sum(1) + y)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=call, args=(k,)) for k in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures and sorted(made) == [(1, 4), (2, 4), (7, 4)]


def test_a_compilation_that_fails_leaves_the_next_call_to_try_again() -> None:
    exe = compiled(ROWS)
    specialize = exe._specialize

    def fails(*_: Any) -> Any:
        raise hloom.InputError("no memory")

    for failing in (fails, lambda *_: fails):
        exe._specialize = failing
        for _ in range(2):
            with pytest.raises(hloom.InputError, match="no memory"):
                exe(*rows(2))
    exe._specialize = specialize
    assert exe(*rows(2))[0].shape == (2,)


@pytest.mark.kept
def test_code_is_found_on_disk_and_travels_with_the_executable(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Cache, "_process", Cache(tmp_path / "first", 1 << 28))
    exe = compiled(ROWS)
    exe(*rows(6))
    again = compiled(ROWS)
    again(*rows(6))
    (seconds,) = again.stats["seconds_of"].values()
    assert list(seconds) == ["cache"]
    data = pickle.dumps(exe)
    monkeypatch.setattr(Cache, "_process", Cache(tmp_path / "second", 1 << 28))
    restored = pickle.loads(data)
    assert same(restored(*rows(6)), exe(*rows(6)))
    assert list(restored.stats["seconds_of"]["(6x4xf32, 6xf32)"]) == ["cache"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork()")
def test_a_child_of_fork_compiles_for_itself() -> None:
    code = f"""
import os, sys, threading, time, numpy, hloom
exe = hloom.compile(hloom.parse({ROWS!r}))
rows = lambda n: (numpy.ones((n, 4), 'f4'), numpy.ones(n, 'f4'))
exe(*rows(2))
make = exe._specialize
exe._specialize = lambda *shapes: (time.sleep(1), make(*shapes))[1]
threading.Thread(target=lambda: exe(*rows(3)), daemon=True).start()
time.sleep(0.2)
child = os.fork()
if child == 0:
    exe._specialize = make
    os._exit(0 if exe(*rows(3))[0].tolist() == [5, 5, 5] and len(exe.specializations) == 2 else 1)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))"""
    printed("-c", code)


def test_tuples_of_dynamic_shapes() -> None:
    module = hloom.parse("""
func.func @main(%t: tuple<tensor<?xf32>, tensor<?xf32>>) -> tuple<tensor<?xf32>, tensor<i32>> {
  %0 = stablehlo.get_tuple_element %t[0] : (tuple<tensor<?xf32>, tensor<?xf32>>) -> tensor<?xf32>
  %1 = stablehlo.get_tuple_element %t[1] : (tuple<tensor<?xf32>, tensor<?xf32>>) -> tensor<?xf32>
  %2 = stablehlo.add %0, %1 : tensor<?xf32>
  %3 = stablehlo.get_dimension_size %2, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %4 = stablehlo.tuple %2, %3 : tuple<tensor<?xf32>, tensor<i32>>
  return %4 : tuple<tensor<?xf32>, tensor<i32>>
}""")
    exe: Any = hloom.compile(module)
    x = np.arange(3, dtype=np.float32)
    ((total, count),) = exe((x, x))
    assert total.tolist() == [0, 2, 4] and count == 3 and not exe.fallbacks
    for arrays in (((x,),), ((x, x[:2]),)):
        with pytest.raises(hloom.UserError) as found:
            exe(*arrays)
        with pytest.raises(hloom.UserError) as expected:
            hloom.evaluate(module, *arrays)
        assert str(found.value).splitlines()[0] == str(expected.value).splitlines()[0]


def test_shapes_that_the_program_alone_says_are_compiled_at_once() -> None:
    exe = compiled("""func.func @main(%x: tensor<6xf32>) -> tensor<?x?xf32> {
      %shape = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
      %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<6xf32>, tensor<2xi64>) -> tensor<?x?xf32>
      %1 = stablehlo.add %0, %0 : tensor<?x?xf32>
      return %1 : tensor<?x?xf32>
    }""")
    assert type(exe) is hloom.Executable and exe.kernels and not exe.fallbacks
    assert exe(np.arange(6, dtype=np.float32))[0].tolist() == [[0, 2, 4], [6, 8, 10]]


def test_bounded_sizes() -> None:
    module = hloom.parse("""
!t = tensor<?x2xf32, #stablehlo.bounds<4, ?>>
func.func @main(%x: !t) -> !t {
  %0 = stablehlo.multiply %x, %x : !t
  return %0 : !t
}""")
    exe: Any = hloom.compile(module)
    for count in (0, 1, 4):
        x = np.full((count, 2), 3, np.float32)
        assert np.array_equal(exe(x)[0], x * x)
    with pytest.raises(hloom.InputError, match="beyond the bounds"):
        exe(np.zeros((5, 2), np.float32))
    assert not exe.fallbacks and len(exe.specializations) == 3


@pytest.mark.parametrize("sizes", ["4294967296, 2000000, 200000000", "0, 1000000000, 1099511627776"])
def test_more_elements_than_any_tensor_has(sizes: str) -> None:
    """The evaluator, which has the last word, says that there are none: NumPy has no array of these sizes even where one is 0."""
    module = hloom.parse("""func.func @main() -> tensor<i32> {
      %sizes = stablehlo.constant dense<[SIZES]> : tensor<3xi64>
      %0 = stablehlo.add %sizes, %sizes : tensor<3xi64>
      %1 = stablehlo.dynamic_iota %0, dim = 0 : (tensor<3xi64>) -> tensor<?x?x?xf32>
      %2 = stablehlo.get_dimension_size %1, dim = 0 : (tensor<?x?x?xf32>) -> tensor<i32>
      return %2 : tensor<i32>
    }""".replace("SIZES", sizes))
    with pytest.raises(hloom.EvaluationError) as expected:
        hloom.evaluate(module)
    with pytest.raises(hloom.EvaluationError) as found:
        hloom.compile(module)()
    assert str(found.value) == str(expected.value)


def output_of(code: str) -> str:
    """What a process prints that is to end within a minute."""
    return printed("-c", code, timeout=60)


@pytest.mark.parametrize(("text", "arguments"), [(LONG_OF_ARGUMENT, "numpy.ones(3, 'f4'), "), (LONG_OF_NOTHING, "")])
def test_a_time_limit_stops_what_sizes_are_computed_from(text: str, arguments: str) -> None:
    """Also where the program says all of it, so that it could be computed before the call."""
    assert output_of(f"""
import numpy, hloom, hloom.runtime.specializing
hloom.runtime.specializing.PATIENCE = 0.1
exe = hloom.compile(hloom.parse({text!r}), time_limit=0.3)
for limit in (None, 0.1):
    try:
        exe({arguments}time_limit=limit)
    except hloom.EvaluationError as error:
        print(error.diagnostics[0].message, len(exe.specializations))
""") == "".join(f"the program ran for longer than its time limit of {n} s 0\n" for n in (0.3, 0.1))


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_an_interruption_stops_what_sizes_are_computed_from() -> None:
    assert output_of(f"""
import signal, numpy, hloom
exe = hloom.compile(hloom.parse({LONG_OF_ARGUMENT!r}))
signal.signal(signal.SIGALRM, signal.default_int_handler)
for _ in range(2):
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        exe(numpy.ones(3, "f4"))
    except KeyboardInterrupt:
        print("interrupted", len(exe.specializations))
""") == "interrupted 0\n" * 2


def test_a_time_limit_counts_waiting_for_a_call_that_has_none() -> None:
    """Whether that computes the same sizes or others."""
    assert output_of(f"""
import os, threading, time, numpy, hloom
exe = hloom.compile(hloom.parse({LONG_OF_ARGUMENT!r}))
threading.Thread(target=lambda: exe(numpy.ones(3, "f4")), daemon=True).start()
time.sleep(0.2)
for count in (3, 4):
    try:
        exe(numpy.ones(count, "f4"), time_limit=0.3)
    except hloom.EvaluationError as error:
        print(error.diagnostics[0].code, flush=True)
os._exit(0)
""") == "time_limit\n" * 2
