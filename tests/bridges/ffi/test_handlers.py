"""Handlers of the typed interface and of the older one, made by ctypes: what they read lies where the header of the interface has
it (offsets are written out here), and what they answer reaches who calls the program."""

from __future__ import annotations

import ctypes
import gc
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.bridges import ffi

X = np.arange(1, 4, dtype=np.float32)
HANDLER = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)
PROGRAM = """
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.custom_call @NAME(%x) {api_version = 4 : i32, backend_config = {CONFIGURATION}MORE}
    : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
"""
#: The functions of the table by their places in it.
CREATE_ERROR, ERROR_MESSAGE, DESTROY_ERROR, REGISTER_HANDLER, GET_STREAM, REGISTER_TYPE, GET_DATA, SET_STATE, GET_STATE, \
    ALLOCATE, FREE, SCHEDULE, COUNT_THREADS, CREATE_FUTURE, END_FUTURE, FAIL_FUTURE, RUN_ID, DEVICE = range(18)
_kept: list[Any] = []


def word(address: int) -> int:
    return ctypes.c_int64.from_address(address).value


def half(address: int) -> int:
    return ctypes.c_int32.from_address(address).value


def ask(frame: int, function: int, *words: int, size: int | None = None) -> tuple[int, list[int]]:
    """Calls a function of the table with a structure of 64-bit words behind size and extension: the error, and the words then."""
    table = word(frame + 16)
    made = (ctypes.c_int64 * (2 + len(words)))(8 * (2 + len(words)) if size is None else size, 0, *words)
    found = HANDLER(word(table + 48 + 8 * function))(ctypes.addressof(made))
    return found or 0, list(made)[2:]


def context(frame: int) -> int:
    return word(frame + 24)


def stage(frame: int) -> int:
    return half(frame + 32)


def failure(frame: int, message: bytes, code: int) -> int:
    text = ctypes.create_string_buffer(message)
    _kept.append(text)
    return ask(frame, CREATE_ERROR, ctypes.addressof(text), code)[0]


def message(frame: int, error: int) -> str:
    _, (_, text) = ask(frame, ERROR_MESSAGE, error, 0)
    found = ctypes.string_at(text).decode()
    ask(frame, DESTROY_ERROR, error)
    return found


def buffers(frame: int, part: int) -> list[np.ndarray]:
    """The arrays of floats among the arguments (part 40) or results (part 80)."""
    pointers = word(frame + part + 32)
    found = []
    for k in range(word(frame + part + 16)):
        buffer = word(pointers + 8 * k)
        shape = [word(word(buffer + 40) + 8 * i) for i in range(word(buffer + 32))]
        assert half(buffer + 16) == 11
        data = (ctypes.c_float * int(np.prod(shape))).from_address(word(buffer + 24))
        found.append(np.ctypeslib.as_array(data).reshape(shape))
    return found


def handler(body: Callable[[int], int | None], minor: int = 3) -> int:
    """The address of a handler; it says that it is of version 0.`minor`."""
    def answer(frame: int) -> int:
        extension = word(frame + 8)
        if extension:
            assert (word(extension), half(extension + 8)) == (32, 1)
            metadata = word(extension + 24)
            ctypes.c_int32.from_address(metadata + 24).value, ctypes.c_int32.from_address(metadata + 28).value = 0, minor
            return 0
        return body(frame) or 0

    made = HANDLER(answer)
    _kept.append(made)
    return ctypes.cast(made, ctypes.c_void_p).value or 0


def engines(name: str, configuration: str = "", more: str = "") -> list[Callable[..., Any]]:
    module = hloom.parse(PROGRAM.replace("NAME", name).replace("CONFIGURATION", configuration).replace("MORE", more))
    return [hloom.compile(module), lambda *a: hloom.evaluate(module, *a)]


def doubled(frame: int) -> None:
    [x], [y] = buffers(frame, 40), buffers(frame, 80)
    y[...] = x * 2


def test_a_handler_computes() -> None:
    ffi.register("cpu_doubled", handler(doubled))
    for run in engines("cpu_doubled"):
        np.testing.assert_array_equal(run(X)[0], X * 2)
        np.testing.assert_array_equal(run(X + 1)[0], X * 2 + 2)


def test_the_stages_of_a_bundle() -> None:
    seen: list[tuple[int, int, int]] = []

    def note(frame: int) -> None:
        seen.append((stage(frame), word(frame + 56), word(frame + 96)))  # the stage, and how many arguments and results there are
        if stage(frame) == 3:
            doubled(frame)

    functions = {name: handler(note) for name in ("instantiate", "prepare", "initialize", "execute")}
    ffi.register("cpu_stages", functions)
    for run in engines("cpu_stages"):
        seen.clear()
        run(X)
        run(X)
        assert seen == [(0, 0, 0), *[(1, 1, 1), (2, 1, 1), (3, 1, 1)] * 2]


def test_dictionaries_in_dictionaries_are_sorted_by_name() -> None:
    found: list[Any] = []

    def read(attrs: int) -> list[Any]:
        values: list[Any] = []
        for k in range(word(attrs + 16)):
            kind, name, value = half(word(attrs + 24) + 4 * k), word(word(attrs + 32) + 8 * k), word(word(attrs + 40) + 8 * k)
            text = ctypes.string_at(word(name), word(name + 8)).decode()
            if kind == 2:
                values.append((text, read(value)))
            elif kind == 4:
                values.append((text, ctypes.string_at(word(value), word(value + 8))))
            else:  # a scalar of 64 bits, or an array of them
                count = word(value + 8) if kind == 1 else 1
                data = word(value + (16 if kind == 1 else 8))
                values.append((text, [word(data + 8 * i) for i in range(count)]))
        return values

    def body(frame: int) -> None:
        found.append(read(frame + 120))
        doubled(frame)

    ffi.register("cpu_nested", handler(body))
    for run in engines("cpu_nested", 'b = {z = 1 : i64, a = {s = "in\\00side"}, n = array<i64: 4, 5>}, '
                       "B = dense<7> : tensor<2xi64>"):
        run(X)
        assert found.pop() == [("B", [7, 7]), ("b", [("a", [("s", b"in\0side")]), ("n", [4, 5]), ("z", [1])])]


@pytest.mark.parametrize("configuration", ["a = [1, 2]", "a = unit", "a = tensor<2xf32>", "a = dense<[1, 2]> : tensor<2xi4>"])
def test_attributes_that_no_handler_reads(configuration: str) -> None:
    ffi.register("cpu_doubled", handler(doubled))
    for run in engines("cpu_doubled", configuration):
        with pytest.raises(hloom.EvaluationError, match=r"cpu_doubled: .* handler"):
            run(X)


def test_errors_have_code_message_and_place() -> None:
    ffi.register("cpu_fails", handler(lambda frame: failure(frame, b"no r\xc3\xa9sum\xc3\xa9", 9)))
    for run in engines("cpu_fails"):
        with pytest.raises(ffi.ForeignError, match=r"<input>:3:8: error: \[custom_call\] cpu_fails failed: FAILED_PRECONDITION: "
                           "no r\u00e9sum\u00e9") as caught:
            run(X)
        assert caught.value.code == 9 and isinstance(caught.value, hloom.EvaluationError)


def test_an_exception_of_the_interface_is_an_error_of_the_handler() -> None:
    """What a handler is told where it asks for what is not there: the sentence is its own error."""
    asked = {
        "GET_STREAM": ("programs run on a processor, which has no stream", lambda f: ask(f, GET_STREAM, context(f), 0)),
        "GET_DATA": ("the caller has given no data of the type 5", lambda f: ask(f, GET_DATA, context(f), number(5), 0)),
        "GET_STATE": ("there is no state of the stage instantiate", lambda f: ask(f, GET_STATE, context(f), 0, number(5), 0)),
        "FREE": ("this memory was not allocated for this call", lambda f: ask(f, FREE, context(f), 8, 64)),
        "ALLOCATE": ("are more than there is", lambda f: ask(f, ALLOCATE, context(f), 1 << 60, 64, 0)),
        "context": ("this is the context of no call", lambda f: ask(f, RUN_ID, 7, 0)),
        "future": ("this is no future", lambda f: ask(f, END_FUTURE, 7)),
        "newer": ("this function is newer than the version of the interface that hloom has, 0.3", lambda f: ask(f, 20)),
        "error": ("no error is there", lambda f: ask(f, ERROR_MESSAGE, 8, 0)),
    }
    for key, (sentence, question) in asked.items():
        ffi.register("cpu_asks", handler(lambda frame, question=question: question(frame)[0]))
        for run in engines("cpu_asks"):
            with pytest.raises(ffi.ForeignError) as caught:
                run(X)
            assert sentence in str(caught.value), key


def number(value: int) -> int:
    """The address of a type's number."""
    made = ctypes.c_int64(value)
    _kept.append(made)
    return ctypes.addressof(made)


def test_states_by_stage() -> None:
    deleted: list[int] = []
    delete = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda address: deleted.append(address))
    info = (ctypes.c_int64 * 3)(24, 0, ctypes.cast(delete, ctypes.c_void_p).value or 0)
    kind = ctypes.c_int64(0)
    assert ffi.register_type("a state", ctypes.addressof(kind), ctypes.addressof(info)) == kind.value != 0
    found: list[Any] = []

    def body(frame: int) -> int:
        now, type = stage(frame), ctypes.addressof(kind)
        if now < 3:
            error, _ = ask(frame, SET_STATE, context(frame), now, type, 1000 + now)
            again, _ = ask(frame, SET_STATE, context(frame), now, type, 1)
            found.append(message(frame, again))
            return error
        found.extend(ask(frame, GET_STATE, context(frame), k, type, 0)[1][3] for k in range(3))
        found.append(ask(frame, GET_STATE, context(frame), type, 0, size=40)[1][2])  # as version 0.1 asks
        found.append(message(frame, ask(frame, GET_STATE, context(frame), 0, number(3), 0)[0]))
        doubled(frame)
        return 0

    functions: dict[str, int] = dict.fromkeys(("instantiate", "prepare", "initialize", "execute"), handler(body))
    ffi.register("cpu_states", functions)
    for run in engines("cpu_states"):
        found.clear()
        deleted.clear()
        np.testing.assert_array_equal(run(X)[0], X * 2)
        assert found[:3] == [f"there is a state of the stage {name} already" for name in ("instantiate", "prepare", "initialize")]
        assert found[3:7] == [1000, 1001, 1002, 1000]
        assert found[7] == f"the state of the stage instantiate is of the type {kind.value}, not 3"
        assert sorted(deleted) == [1001, 1002]  # those of a call
    del run
    gc.collect()
    assert 1000 in deleted


def test_states_of_the_oldest_version() -> None:
    """What sets a state says what deletes it, and there is one stage."""
    deleted: list[int] = []
    delete = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda address: deleted.append(address))
    end = ctypes.cast(delete, ctypes.c_void_p).value or 0

    def body(frame: int) -> int:
        type = number(1 << 20)
        if stage(frame) == 0:
            return ask(frame, SET_STATE, context(frame), type, 5000, end)[0]
        error, words = ask(frame, GET_STATE, context(frame), type, 0)
        assert words[2] == 5000
        doubled(frame)
        return error

    ffi.register("cpu_oldest", dict.fromkeys(("instantiate", "execute"), handler(body, minor=1)))
    for run in engines("cpu_oldest"):
        np.testing.assert_array_equal(run(X)[0], X * 2)
    del run
    gc.collect()
    assert set(deleted) == {5000}


def test_types_have_one_number_and_one_name() -> None:
    one, same, other = ctypes.c_int64(0), ctypes.c_int64(0), ctypes.c_int64(0)
    assert ffi.register_type("one", ctypes.addressof(one)) == ffi.register_type("one", ctypes.addressof(same))
    assert same.value == one.value != ffi.register_type("other", ctypes.addressof(other))
    assert ffi.register_type("given by XLA", number(3)) == ffi.number_of_type("given by XLA") == 3
    with pytest.raises(hloom.InputError, match=f"the type one has the number {one.value}, not 99"):
        ffi.register_type("one", number(99))
    with pytest.raises(hloom.InputError, match="the number 3 is that of the type given by XLA, not of another"):
        ffi.register_type("another", number(3))
    with pytest.raises(hloom.InputError, match="the type none needs the address of its number"):
        ffi.register_type("none", 0)


def test_data_and_device_of_the_caller() -> None:
    found: list[int] = []

    def body(frame: int) -> int:
        error, (_, _, data) = ask(frame, GET_DATA, context(frame), number(77), 0)
        found.extend([data, ask(frame, DEVICE, context(frame), 0)[1][1], ask(frame, RUN_ID, context(frame), 0)[1][1]])
        doubled(frame)
        return error

    ffi.register("cpu_given", handler(body))
    for run in engines("cpu_given"):
        with ffi.calling({77: 4096}, [3]):
            run(X)
            run(X)
        assert found[:2] == found[3:5] == [4096, 3] and found[2] != found[5]
        found.clear()
        with pytest.raises(ffi.ForeignError, match="NOT_FOUND"):
            run(X)
        found.clear()


def test_devices_of_a_grid() -> None:
    """Each process is told of its own."""
    found: list[int] = []

    def body(frame: int) -> int:
        error, (_, device) = ask(frame, DEVICE, context(frame), 0)
        found.append(device)
        doubled(frame)
        return error

    ffi.register("cpu_on_device", handler(body))
    module = hloom.parse(PROGRAM.replace("NAME", "cpu_on_device").replace("CONFIGURATION", "").replace("MORE", ""))
    arguments = [[(X,), (X,)]]
    grid = hloom.compile_grid(module, 1, 2)
    for run in (lambda: grid(arguments), lambda: hloom.evaluate_grid(module, arguments, num_partitions=2)):
        with ffi.calling(devices=[5, 7]):
            run()
        assert sorted(found) == [5, 7]
        found.clear()
        with ffi.calling(devices=[4]):  # one process of a program that runs on one device
            run()
        assert found == [4, 4]
        found.clear()


@pytest.mark.parametrize("threads", ["1", "3"])
def test_tasks_and_memory(threads: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HLOOM_THREADS", threads)
    said: list[int] = []

    def body(frame: int) -> None:
        _, (_, _, _, memory) = ask(frame, ALLOCATE, context(frame), 12, 4096, 0)
        assert memory % 4096 == 0
        scratch = np.ctypeslib.as_array((ctypes.c_float * 3).from_address(memory))
        done = threading.Event()

        def compute(data: int) -> None:
            scratch[...] = buffers(frame, 40)[0] * data
            done.set()

        task = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(compute)
        ask(frame, SCHEDULE, context(frame), ctypes.cast(task, ctypes.c_void_p).value or 0, 5)
        assert done.wait(20)
        count = ctypes.c_int64()
        ask(frame, COUNT_THREADS, context(frame), ctypes.addressof(count))
        said.append(count.value)
        buffers(frame, 80)[0][...] = scratch
        said.append(ask(frame, FREE, context(frame), 12, memory)[0])

    ffi.register("cpu_tasks", handler(body))
    for run in engines("cpu_tasks"):
        np.testing.assert_array_equal(run(X)[0], X * 5)
        assert said == [int(threads), 0]
        said.clear()


@pytest.mark.parametrize("fails", [False, True])
def test_a_future(fails: bool) -> None:
    def body(frame: int) -> None:
        [x], [y] = buffers(frame, 40), buffers(frame, 80)
        _, [future] = ask(frame, CREATE_FUTURE, 0)
        ctypes.c_int64.from_address(frame + 168).value = future

        def finish() -> None:
            y[...] = x + 1
            if fails:
                ask(frame, FAIL_FUTURE, future, failure(frame, b"too late", 4))
            else:
                ask(frame, END_FUTURE, future)

        threading.Timer(0.02, finish).start()

    ffi.register("cpu_future", handler(body))
    for run in engines("cpu_future"):
        if fails:
            with pytest.raises(ffi.ForeignError, match="DEADLINE_EXCEEDED: too late"):
                run(X)
        else:
            np.testing.assert_array_equal(run(X)[0], X + 1)


def test_a_handler_registers_another_and_a_type() -> None:
    later, kind, name = handler(doubled), ctypes.c_int64(0), ctypes.create_string_buffer(b"cpu_later")
    platform = ctypes.create_string_buffer(b"Host")

    def body(frame: int) -> int:
        ask(frame, REGISTER_TYPE, ctypes.addressof(name), 9, ctypes.addressof(kind), 0)
        doubled(frame)
        return ask(frame, REGISTER_HANDLER, ctypes.addressof(name), 9, ctypes.addressof(platform), 4, 0, 0, 0, later, 0)[0]

    ffi.register("cpu_registers", handler(body))
    for run in engines("cpu_registers"):
        run(X)
    assert kind.value
    for run in engines("cpu_later"):
        np.testing.assert_array_equal(run(X)[0], X * 2)


def test_a_result_that_takes_over_an_operand() -> None:
    def body(frame: int) -> None:
        [x], [y] = buffers(frame, 40), buffers(frame, 80)
        assert x.ctypes.data == y.ctypes.data
        y += 1

    ffi.register("cpu_in_place", handler(body))
    alias = ", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, " \
            "operand_tuple_indices = []>]"
    given = X.copy()
    for run in engines("cpu_in_place", more=alias):
        np.testing.assert_array_equal(run(given)[0], X + 1)
        np.testing.assert_array_equal(given, X)


def test_several_threads_are_in_one_call_site() -> None:
    gate = threading.Barrier(4)

    def body(frame: int) -> None:
        gate.wait(20)
        doubled(frame)
        gate.wait(20)

    ffi.register("cpu_crowd", handler(body))
    for run in engines("cpu_crowd"):
        with ThreadPoolExecutor(4) as pool:
            for k, found in enumerate(pool.map(run, [X * k for k in range(4)], timeout=30)):
                np.testing.assert_array_equal(found[0], X * k * 2)


def test_a_handler_of_another_version_is_refused() -> None:
    def answer(frame: int) -> int:
        ctypes.c_int32.from_address(word(word(frame + 8) + 24) + 24).value = 1
        return 0

    made = HANDLER(answer)
    ffi.register("cpu_newer", ctypes.cast(made, ctypes.c_void_p).value or 0)
    for run in engines("cpu_newer"):
        with pytest.raises(ffi.ForeignError, match=r"UNIMPLEMENTED: it was made for version 1\.0 of XLA's .*; hloom has 0\.3"):
            run(X)


# -- the older interface -------------------------------------------------------------------------------------------------------

UNTYPED = """
func.func @main(%x: tensor<3xf32>, %y: tensor<3xf32>) -> (RESULTS) {
  %0:COUNT = stablehlo.custom_call @old(%x, %y) {api_version = VERSION : i32, backend_config = "three"}
    : (tensor<3xf32>, tensor<3xf32>) -> (RESULTS)
  return VALUES : RESULTS
}
"""


def untyped(version: int, results: int, *types: Any) -> Callable[[Callable[..., None]], list[Callable[..., Any]]]:
    """A decorator: both engines, with a function as the handler of a call of the older interface."""
    def made(function: Callable[..., None]) -> list[Callable[..., Any]]:
        native = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 2, *types)(function)
        _kept.append(native)
        ffi.register("old", ctypes.cast(native, ctypes.c_void_p).value or 0, api_version=0)
        text = UNTYPED.replace("RESULTS", ", ".join(["tensor<3xf32>"] * results)).replace("VERSION", str(version)).replace(
            "COUNT", str(results)).replace("VALUES", ", ".join(f"%0#{k}" for k in range(results)))
        module = hloom.parse(text)
        return [hloom.compile(module), lambda *a: hloom.evaluate(module, *a)]
    return made


def floats(address: int, place: int | None = None) -> np.ndarray:
    data = address if place is None else word(address + 8 * place)
    return np.ctypeslib.as_array((ctypes.c_float * 3).from_address(data))


@pytest.mark.parametrize("results", [1, 2])
@pytest.mark.parametrize("version", [1, 2, 3])
def test_untyped_functions(version: int, results: int) -> None:
    more = {1: (), 2: (ctypes.c_void_p,), 3: (ctypes.c_char_p, ctypes.c_size_t, ctypes.c_void_p)}[version]

    @untyped(version, results, *more)
    def runs(out: int, given: int, *rest: Any) -> None:
        if version == 3:
            assert rest[:2] == (b"three", 5)
        first = floats(out) if results == 1 else floats(out, 0)
        first[...] = floats(given, 0) + floats(given, 1)
        if results == 2:
            floats(out, 1)[...] = floats(given, 0) - floats(given, 1)

    for run in runs:
        for found, expected in zip(run(X * 3, X), (X * 4, X * 2)[:results], strict=True):
            np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("version", [2, 3])
def test_untyped_functions_that_fail(version: int) -> None:
    text = ctypes.create_string_buffer(b"the old way does not lead there")

    @untyped(version, 1, *((ctypes.c_void_p,) if version == 2 else (ctypes.c_char_p, ctypes.c_size_t, ctypes.c_void_p)))
    def runs(out: int, given: int, *rest: Any) -> None:
        status = rest[-1]
        ctypes.c_int64.from_address(status).value = ctypes.addressof(text)
        ctypes.c_int64.from_address(status + 8).value = 31
        ctypes.c_uint8.from_address(status + 32).value = 1

    for run in runs:
        with pytest.raises(ffi.ForeignError, match="old failed: INTERNAL: the old way does not lead there"):
            run(X, X)


def test_a_typed_call_of_an_untyped_function() -> None:
    ffi.register("cpu_untyped", handler(doubled), api_version=0)
    for run in engines("cpu_untyped"):
        with pytest.raises(hloom.EvaluationError, match=r"cpu_untyped was registered with api_version=0 .* api_version = 4"):
            run(X)


# -- registering ---------------------------------------------------------------------------------------------------------------


def test_what_is_no_handler() -> None:
    for function, version, sentence in (({}, 1, "needs an address for `execute`"), ({"execute": 1, "run": 2}, 1, "other stages"),
                                        (0, 1, "needs an address"), ({"execute": "f"}, 1, "needs an address"),
                                        (1, 7, r"api_version 1 \(typed\) or 0 \(untyped\), got 7")):
        with pytest.raises(hloom.InputError, match=sentence):
            ffi.register("cpu_none", function, api_version=version)  # type: ignore[arg-type]


def test_what_hloom_computes_itself_stays() -> None:
    assert not ffi.register("lapack_sgetrf_ffi", handler(doubled))
    assert not ffi.register("Sharding", handler(doubled))
    assert not ffi.register("for_a_gpu", handler(doubled), platform="CUDA")
    ffi.register("cpu_doubled", handler(doubled))
    assert ffi.is_registered("cpu_doubled") and not ffi.is_registered("Sharding") and not ffi.is_registered("for_a_gpu")


def test_a_target_without_a_handler() -> None:
    module = hloom.parse(PROGRAM.replace("NAME", "nobody").replace("CONFIGURATION", "").replace("MORE", ""))
    with pytest.raises(hloom.EvaluationError, match=r"<input>:3:8: error: \[unsupported\] no handler is registered for the "
                       r"custom call target 'nobody': "
                       r"jax.ffi.register_ffi_target\('nobody', capsule, platform='cpu'\) registers one"):
        ffi.require(module)
    ffi.require(hloom.parse("func.func @main() { stablehlo.custom_call @Sharding() : () -> () return }"))


def test_a_task_runs_where_it_is_asked_for_when_python_ends() -> None:
    """Then no module is imported that starts threads, and no thread begins; threads that go on may call programs still."""
    done = subprocess.run([sys.executable, "-c", """
import ctypes, threading
threading._shutdown()
from hloom.bridges.ffi import calls
ran = []
task = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(ran.append)
calls.schedule(ctypes.cast(task, ctypes.c_void_p).value, 7)
print(ran)
"""], env={**os.environ, "HLOOM_THREADS": "2"}, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "[7]\n"
