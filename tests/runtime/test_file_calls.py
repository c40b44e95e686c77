"""Executables of dynamic shapes as files: code for the calls that they were saved for, also where nothing compiles; what other
calls get; files that are not as they were written."""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.runtime import from_file, jit, processors
from hloom.runtime.dispatch.program import Batch
from hloom.runtime.executable_file import ExecutableFile
from hloom.runtime.file_executable import program_in
from tests.processes import printed
from tests.runtime.executable_files import resealed, setting

pytestmark = pytest.mark.skipif(not jit.is_supported(), reason="code in files is for Linux on x86-64")

GENERATOR = np.random.default_rng(0)
TABLE = (GENERATOR.standard_normal((16, 4)) / 4).astype(np.float32)
ROWS = ", ".join(f"[{', '.join(map(repr, map(float, row)))}]" for row in TABLE)
#: Each example stands for itself; a constant, and an argument of one shape.
SHARED = f"""func.func @main(%x: tensor<?x16xf32>, %b: tensor<4xf32>) -> (tensor<?x4xf32>, tensor<4xf32>) {{
  %w = stablehlo.constant dense<[{ROWS}]> : tensor<16x4xf32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x16xf32>) -> tensor<i32>
  %one = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %four = stablehlo.constant dense<4> : tensor<1xi32>
  %shape = stablehlo.concatenate %one, %four, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<?x16xf32>, tensor<16x4xf32>) -> tensor<?x4xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %b, %shape, dims = [1] : (tensor<4xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  %2 = stablehlo.add %0, %1 : tensor<?x4xf32>
  %3 = stablehlo.tanh %2 : tensor<?x4xf32>
  %4 = stablehlo.negate %b : tensor<4xf32>
  return %3, %4 : tensor<?x4xf32>, tensor<4xf32>
}}"""
B = np.arange(4, dtype=np.float32) / 8
#: Code for each combination of shapes.
ALONE = """func.func @main(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.reverse %x, dims = [0] : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}"""


def check(executable: Any, *sizes: int) -> None:
    for size in sizes:
        x = GENERATOR.standard_normal((size, 16)).astype(np.float32)
        found, negated = executable(x, B)
        assert found.shape == (size, 4) and np.allclose(found, np.tanh(x.astype(float) @ TABLE + B), atol=1e-5), size
        assert np.array_equal(negated, -B)


def compiled(text: str, calls: Any, **options: Any) -> Any:
    made = hloom.compile(hloom.parse(text), **options)
    made.warm(calls)
    return made


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """For one example, 2 to 4, 5 to 12, and 300, on two threads, with the program."""
    path = tmp_path_factory.mktemp("saved") / "model.hloom"
    compiled(SHARED, [1, 3, 8, 300], threads=2).save(path)
    return path


# -- calls -----------------------------------------------------------------------------------------------------------------
CALLS = """
import sys
sys.modules.update(dict.fromkeys(("llvmlite",)))
import hloom
executable = hloom.load_executable(sys.argv[1])
print("numpy" in sys.modules)
import numpy as np
w = np.array(TABLE, np.float32)
b = np.arange(4, dtype=np.float32) / 8
for size in (1, 2, 3, 4, 5, 9, 12, 300):
    x = (np.arange(size * 16, dtype=np.float32).reshape(size, 16) % 7 - 3) / 4
    found, _ = executable(x, b=b)
    assert np.allclose(found, np.tanh(x.astype(float) @ w + b), atol=1e-5), size
heavy = ("hloom.ops", "hloom.ir", "hloom.text", "hloom.numbers", "hloom.codegen")
print([m for m in sys.modules if m.startswith(heavy)])
try:
    executable(np.zeros((13, 16), np.float32), b)
except hloom.InputError as error:
    print(error)
"""


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_a_file_runs_its_sizes_without_llvmlite_and_without_a_cache(threads: int, saved: Path) -> None:
    """Nothing of the rest of hloom is loaded, and a size that there is no code for is told with those that there is."""
    found = printed("-c", CALLS.replace("TABLE", repr(TABLE.tolist())), saved, is_quiet=True, HLOOM_CACHE=0, HLOOM_LIBRARY=0,
                    HLOOM_THREADS=threads)
    assert found == (f"False\n[]\n{saved}: @main has no code for (13x16xf32, 4xf32), but for sizes 1, 2 to 4, 5 to 12, 300; "
                     "llvmlite, which compiles, is not installed\n")


def test_it_is_called_as_what_was_saved_is(saved: Path) -> None:
    made: Any = compiled(SHARED, [1, 3, 8, 300], threads=2)
    loaded: Any = hloom.load_executable(saved, threads=2)
    assert loaded.fallbacks == [] and loaded.needs_python and issubclass(loaded.__class__, hloom.Executable)
    assert loaded.signature == made.signature and str(loaded.signature) == str(made.signature)
    assert loaded.stats["saved_for"] == "sizes 1, 2 to 4, 5 to 12, 300" and loaded.stats["specializations"] == 0
    for size in (1, 2, 7, 12, 4, 300):
        x = GENERATOR.standard_normal((size, 16)).astype(np.float32)
        for one, other in zip(made(x, B), loaded(x, B), strict=True):
            assert np.array_equal(one, other)  # the same code
    assert loaded.stats["examples_of"] == {f"({n}x16xf32, 4xf32)": f"{n}, by code for {classes}" for n, classes in (
        (2, "2 to 4"), (7, "5 to 12"), (12, "5 to 12"), (4, "2 to 4"))}
    assert loaded.stats["specializations"] == 6 == len(loaded.specializations) and loaded.stats["threads"] == 2
    listing = loaded.kernels[next(name for name in loaded.kernels if name.endswith(" of (7x16xf32, 4xf32)"))]
    assert listing.text and all(origin.place for origin in listing.operations)
    assert len(loaded.kernels) == loaded.stats["kernels"] == len(list(loaded.kernels))


def test_arguments_and_results_as_compiled_code_takes_them(saved: Path) -> None:
    loaded: Any = hloom.load_executable(saved, threads=2)
    x = GENERATOR.standard_normal((6, 16)).astype(np.float32)
    expected = np.tanh(x.astype(float) @ TABLE + B)
    for arrays in ((x.tolist(), B.tolist()), (np.asfortranarray(x), B), (x[::-1][::-1], B)):
        assert np.allclose(loaded(*arrays)[0], expected, atol=1e-5)
    out = [np.empty((6, 4), np.float32), None]
    assert loaded(x, b=B, out=out)[0] is out[0] and np.allclose(out[0], expected, atol=1e-5)
    for wrong, text in (((x,), "takes 2 arguments, got 1; they are x, b"), ((x.astype(int), B), "must have element type f32"),
                        ((x.T, B), r"must have shape \[\?, 16\], got \[16, 6\]"), ((x[0], B), r"must have shape \[\?, 16\]"),
                        ((x, B[:3]), r"must have shape \[4\]")):
        with pytest.raises(hloom.InputError, match=text):
            loaded(*wrong)
    with pytest.raises(hloom.InputError, match="no argument 'c'"):
        loaded(x, c=B)
    with pytest.raises(hloom.InputError, match="out for result 0"):
        loaded(x, B, out=[np.empty((5, 4), np.float32), None])


def test_other_sizes_are_compiled_where_they_can_be(saved: Path, tmp_path: Path) -> None:
    loaded: Any = hloom.load_executable(saved, threads=2)
    loaded.warm([13, 2])
    assert loaded.stats["examples_of"] == {"(2x16xf32, 4xf32)": "2, by code for 2 to 4", "(13x16xf32, 4xf32)":
                                           "13, by code for 13 to 64"}
    check(loaded, 13, 64, 3, 0, 257)
    assert len(loaded.specializations) == 6
    refused = "no code for (13x16xf32, 4xf32), but for sizes 1, 2 to 4, 5 to 12, 300; "
    x = np.zeros((13, 16), np.float32)
    with pytest.raises(hloom.InputError) as raised:
        hloom.load_executable(saved, compile=False)(x, B)
    assert str(raised.value) == f"{saved}: @main has {refused}it is not to be compiled"
    without = tmp_path / "without.hloom"
    compiled(SHARED, [1, 3, 8, 300], threads=2).save(without, program=False)
    with pytest.raises(hloom.InputError) as raised:
        hloom.load_executable(without)(x, B)
    assert str(raised.value) == f"{without}: @main has {refused}the program is not in the file"
    check(hloom.load_executable(without), 1, 12)
    with pytest.raises(hloom.InputError, match="is not in the file"):
        hloom.load_executable(without).warm(13)


def test_shapes_that_share_nothing(tmp_path: Path) -> None:
    made = compiled(ALONE, [(2, 3), (4, 4)], threads=1)
    made.save(tmp_path / "model.hloom")
    loaded: Any = hloom.load_executable(tmp_path / "model.hloom", compile=False, check=True)
    for shape in ((2, 3), (4, 4)):
        x = GENERATOR.standard_normal(shape).astype(np.float32)
        assert np.array_equal(loaded(x)[0], x[::-1])
    with pytest.raises(hloom.InputError, match=r"no code for \(3x3xf32\), but for sizes 4; \(2x3xf32\); it is not"):
        loaded(np.zeros((3, 3), np.float32))


def test_sizes_that_differ_from_each_other(tmp_path: Path) -> None:
    """Two arguments of unknown sizes: code for several sizes is for calls in which they are one."""
    made = compiled("""func.func @main(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<?x4xf32>) {
      %0 = stablehlo.negate %x : tensor<?x4xf32>
      %1 = stablehlo.abs %y : tensor<?x4xf32>
      return %0, %1 : tensor<?x4xf32>, tensor<?x4xf32>
    }""", [6, [(5, 4), (7, 4)]])
    made.save(tmp_path / "model.hloom")
    loaded: Any = hloom.load_executable(tmp_path / "model.hloom", compile=False)
    for a, b in ((5, 5), (5, 7), (12, 12)):
        x, y = (GENERATOR.standard_normal((n, 4)).astype(np.float32) for n in (a, b))
        found = loaded(x, y)
        assert np.array_equal(found[0], -x) and np.array_equal(found[1], np.abs(y))
    with pytest.raises(hloom.InputError, match=r"no code for \(7x4xf32, 5x4xf32\), but for sizes 5 to 12; \(5x4xf32, 7x4xf32\);"):
        loaded(np.zeros((7, 4), np.float32), np.zeros((5, 4), np.float32))


def test_several_rows_an_example(tmp_path: Path) -> None:
    """A result of three rows for each example."""
    made = compiled("""func.func @main(%x: tensor<?x3x4xf32>) -> tensor<?x4xf32> {
      %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x3x4xf32>) -> tensor<i32>
      %three = stablehlo.constant dense<3> : tensor<i32>
      %rows = stablehlo.multiply %n, %three : tensor<i32>
      %one = stablehlo.reshape %rows : (tensor<i32>) -> tensor<1xi32>
      %four = stablehlo.constant dense<4> : tensor<1xi32>
      %shape = stablehlo.concatenate %one, %four, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
      %0 = stablehlo.negate %x : tensor<?x3x4xf32>
      %1 = stablehlo.dynamic_reshape %0, %shape : (tensor<?x3x4xf32>, tensor<2xi32>) -> tensor<?x4xf32>
      return %1 : tensor<?x4xf32>
    }""", [5])
    made.save(tmp_path / "model.hloom")
    loaded: Any = hloom.load_executable(tmp_path / "model.hloom", compile=False)
    for size in (5, 8, 12):
        x = GENERATOR.standard_normal((size, 3, 4)).astype(np.float32)
        assert np.array_equal(loaded(x)[0], -x.reshape(-1, 4))


def test_processors_and_threads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "model.hloom"
    compiled(SHARED, [1, 5], threads=2).save(path, cpu=["x86-64-v2", "native"], threads=(1, 4))
    for calls in ExecutableFile(str(path)).header["calls"]:
        assert [(code["cpu"] == "x86-64-v2", code["threads"]) for code in calls["codes"]] == [
            (True, 1), (True, 4), (False, 1), (False, 4)]
    for isa in ("", "sse"):
        monkeypatch.setenv("HLOOM_ISA", isa)
        for threads in (1, 3):
            check(hloom.load_executable(path, threads=threads, compile=False), 1, 5, 12)
    loaded = hloom.load_executable(path, threads=1, compile=False)
    monkeypatch.setenv("HLOOM_ISA", "")
    check(loaded, 5)  # what was picked stays
    told = processors._told()
    monkeypatch.setattr(processors, "_told", lambda: {**told, "flags": " ".join(set(told["flags"].split()) - {"popcnt"})})
    with pytest.raises(hloom.InputError, match=r"that for x86-64-v2: this processor has no .*popcnt; it is not to be compiled"):
        hloom.load_executable(path, compile=False)
    check(hloom.load_executable(path, threads=1), 5, 13)


def test_it_is_pickled_by_its_name_and_copied_as_it_is(saved: Path, tmp_path: Path) -> None:
    loaded = hloom.load_executable(saved, threads=1, time_limit=9)
    again = pickle.loads(pickle.dumps(loaded))
    assert again.time_limit == 9 and again.stats["threads"] == 1
    check(again, 4, 5)
    again.save(tmp_path / "copy.hloom")
    assert (tmp_path / "copy.hloom").read_bytes() == saved.read_bytes()
    with pytest.raises(hloom.InputError, match="is saved of what"):
        again.save(tmp_path / "copy.hloom", cpu="x86-64-v3")


def test_threads_begin_with_different_sizes_at_once(saved: Path) -> None:
    loaded: Any = hloom.load_executable(saved, threads=2, compile=False)
    failures: list[BaseException] = []

    def call(first: int) -> None:
        try:
            check(loaded, *range(first, 13, 2), 1, 300)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=call, args=(first,)) for first in (1, 2, 3, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures and len(loaded.specializations) == 13


def test_a_child_of_fork_calls_it(saved: Path) -> None:
    source = """
import os, sys, hloom
executable = hloom.load_executable(sys.argv[1], threads=2)
def call(size):
    import numpy as np
    return float(executable(np.ones((size, 16), np.float32), np.zeros(4, np.float32))[0].sum())
for turn in range(2):
    child = os.fork()
    if not child:
        os._exit(int(abs(call(5) * 2 - call(10)) > 1e-4))
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), type(executable).__name__)
    call(5)
"""
    assert printed("-c", source, saved, HLOOM_CACHE=0) == "0 Unopened\n0 CallsExecutable\n"


def test_trees_of_jax_survive(tmp_path: Path) -> None:
    jax = pytest.importorskip("jax")
    from jax import export

    made: Any = hloom.compile(hloom.parse(export.export(jax.jit(lambda p, x: {"y": x @ p["w"]}))(
        {"w": jax.ShapeDtypeStruct((16, 4), np.float32)},
        jax.ShapeDtypeStruct(export.symbolic_shape("b, 16"), np.float32))))
    x = np.ones((7, 16), np.float32)
    expected = made({"w": TABLE}, x)["y"]
    made.save(tmp_path / "model.hloom")
    loaded: Any = hloom.load_executable(tmp_path / "model.hloom", compile=False)
    assert np.array_equal(loaded({"w": TABLE}, x)["y"], expected)
    assert loaded({"w": TABLE}, x[:5])["y"].shape == (5, 4)
    with pytest.raises(hloom.InputError, match="but for sizes 5 to 12"):
        loaded({"w": TABLE}, x[:4])


# -- what is saved ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("text, calls, why", [
    (ALONE, [], r"its shapes are known at calls only, and there was none: exe.warm"),
    ("""func.func @main(%n: tensor<i32>) -> tensor<?xi32> {
      %0 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
      %1 = stablehlo.dynamic_iota %0, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
      return %1 : tensor<?xi32> }""", [[np.int32(3)]], "its shapes depend on the numbers in n, which only calls bring"),
    ("""func.func @main(%x: tuple<tensor<?xf32>>) -> tensor<?xf32> {
      %0 = stablehlo.get_tuple_element %x[0] : (tuple<tensor<?xf32>>) -> tensor<?xf32>
      return %0 : tensor<?xf32> }""", [], "it takes or gives a tuple"),
    ("""func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
      %0 = stablehlo.custom_call @mine(%x) : (tensor<?xf32>) -> tensor<?xf32>
      return %0 : tensor<?xf32> }""", [(3,)], r"for \(3xf32\) it runs on the evaluator|for \(3xf32\) the evaluator runs"),
], ids=["nothing warm", "numbers", "tuples", "evaluator"])
def test_what_cannot_be_saved_says_why(text: str, calls: Any, why: str, tmp_path: Path) -> None:
    made: Any = hloom.compile(hloom.parse(text))
    if calls:
        made.warm(calls)
    with pytest.raises(hloom.InputError, match=f"@main cannot be saved: {why}"):
        made.save(tmp_path / "model.hloom")
    assert list(tmp_path.iterdir()) == []


def test_a_processor_on_which_sizes_share_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from hloom.driver import saving
    from hloom.runtime.dispatch.program import OneSizeError

    made = compiled(SHARED, [5], threads=1)
    real = saving.stages

    def stages(*arguments: Any, **options: Any) -> Any:
        if options["target"].cpu == "x86-64-v2":
            raise OneSizeError("its rows are packed")
        return real(*arguments, **options)

    monkeypatch.setattr(saving, "stages", stages)
    with pytest.raises(hloom.InputError, match="cannot be saved for x86-64-v2: 5 to 12 examples share no code there: its rows"):
        made.save(tmp_path / "model.hloom", cpu=["x86-64-v2"])


# -- damage ----------------------------------------------------------------------------------------------------------------
def fails(data: bytes, tmp_path: Path, text: str | None = None) -> None:
    """A file of these bytes is refused, when it is loaded or at the latest when something is asked of it."""
    path = tmp_path / "damaged.hloom"
    path.write_bytes(data)
    with pytest.raises(hloom.InputError, match=text) as raised:
        loaded: Any = hloom.load_executable(path, check=True, compile=False)
        check(loaded, 1, 3, 8, 300)
        _ = dict(loaded.kernels), program_in(loaded.stored)
    assert str(path) in str(raised.value)


def test_every_byte_counts(saved: Path, tmp_path: Path) -> None:
    data, stored = saved.read_bytes(), ExecutableFile(str(saved))
    used = {*range(64, 64 + len(json.dumps(stored.header, separators=(",", ":"))))}

    def sections(value: Any) -> None:
        if type(value) is list and list(map(type, value)) == [int, int, str] and len(value[2]) == 64:
            start = stored._first + value[0]
            used.update(range(start, start + value[1]))
        elif isinstance(value, list | dict):
            for each in value.values() if isinstance(value, dict) else value:
                sections(each)

    sections(stored.header)
    for calls in stored.header["calls"]:
        sections(json.loads(stored.bytes_of(stored.section(calls["codes"][0]["program"], "it"), "it"))["places"])
    assert all(data[k] == 0 for k in range(64, len(data)) if k not in used)
    for place in (int(k) for k in np.linspace(64, len(data) - 1, 150)):
        if place in used:
            changed = bytearray(data)
            changed[place] ^= 0x10
            fails(bytes(changed), tmp_path)
    for length in (64, 4096, len(data) // 2, len(data) - 1):
        fails(data[:length], tmp_path)


NONSENSE: list[Any] = [None, 3, -1, "x", [], {}, [1 << 70], True, [[1]], ["x"] * 3, 1e300, [0, 1 << 40, "0" * 64],
                       [[64, 16], [4]], [5, 12, [0], [0]], [0, 0, [], []], [5, 12, [1], [0]], [5, 11, [0], [0]],
                       [5, 12, [0, 7], [0]], [5, 12, [0], [1]], [5, 12, [0], [9]]]


@pytest.mark.parametrize("path", [
    ["calls"], *(["calls", k] for k in (0, 2)),
    *(["calls", k, key] for k in (0, 2) for key in ("arguments", "results", "batch", "codes")),
    ["calls", 2, "arguments", 0], ["calls", 2, "batch", 2], ["calls", 2, "codes", 0], ["calls", 2, "codes", 0, "program"],
    ["calls", 2, "codes", 0, "objects"], *(["signature", key] for key in ("arguments", "results", "types", "nested"))],
    ids=lambda p: ".".join(map(str, p)))
def test_a_header_that_makes_no_sense(path: list[Any], saved: Path, tmp_path: Path) -> None:
    """Sealed again: nothing but an error that names the file, or what the file says all the same."""
    data = saved.read_bytes()
    for value in NONSENSE:
        (tmp_path / "odd.hloom").write_bytes(resealed(data, setting(path, value)))
        try:
            loaded: Any = hloom.load_executable(tmp_path / "odd.hloom", compile=False)
            _ = dict(loaded.kernels), repr(loaded)
            loaded.warm([1, 3, 8, 300])
        except hloom.InputError as error:
            assert "odd.hloom" in str(error) or "@main" in str(error)


@pytest.mark.parametrize("change, text", [
    (lambda c: c.__setitem__("results", [[7, 4], [4]]), "examples that the arguments do not hold"),
    (lambda c: c.__setitem__("arguments", [[24, 16], [4]]), "examples that the arguments do not hold"),
    (lambda c: c.__setitem__("arguments", [[12, 17], [4]]), "code for other arguments than there are"),
    (lambda c: c.__setitem__("batch", [5, 12, [0, 1], [0]]), "examples that the arguments do not hold"),
    (lambda c: c.__setitem__("batch", [13, 12, [0], [0]]), "code for no number of examples"),
    (lambda c: c.__setitem__("codes", []), "its code does not run here: it has none"),
])
def test_calls_that_make_no_sense(change: Callable[[Any], Any], text: str, saved: Path, tmp_path: Path) -> None:
    header = ExecutableFile(str(saved)).header
    (number,) = (k for k, calls in enumerate(header["calls"]) if calls["batch"] is not None and calls["batch"][1] == 12)
    fails(resealed(saved.read_bytes(), lambda h: change(h["calls"][number])), tmp_path, text)


@pytest.mark.parametrize("scaled, text", [([[1 << 20, 1, 1, 1]], "not a word that sizes decide"), ([[3]], "damaged"),
                                          ([], "code for several sizes that does as much for each"), (None, "damaged")])
def test_a_program_that_is_for_another_number_of_examples(scaled: Any, text: str, saved: Path, tmp_path: Path) -> None:
    """Words of the table that sizes decide lie in the table, also where all digests fit."""
    stored = ExecutableFile(str(saved))
    (number,) = (k for k, c in enumerate(stored.header["calls"]) if c["batch"] is not None and c["batch"][1] == 12)
    section = stored.section(stored.header["calls"][number]["codes"][0]["program"], "it")
    program = json.loads(stored.bytes_of(section, "it"))
    assert program["scaled"]
    program["scaled"] = scaled
    new = json.dumps(program).encode()
    data = saved.read_bytes()
    end = -(-(len(data) - stored._first) // 64) * 64
    data = data + bytes(stored._first + end - len(data)) + new
    stated = [end, len(new), hashlib.sha256(new).hexdigest()]
    fails(resealed(data, setting(["calls", number, "codes", 0, "program"], stated)), tmp_path, text)


def test_files_that_have_no_calls_are_as_they_were(tmp_path: Path) -> None:
    """A file of known shapes says nothing of calls, or that there are none."""
    path = tmp_path / "model.hloom"
    hloom.compile(hloom.parse("func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> { %0 = stablehlo.add %x, %x : tensor<3xf32> "
                              "return %0 : tensor<3xf32> }")).save(path)
    path.write_bytes(resealed(path.read_bytes(), lambda header: header.pop("calls")))
    stored = from_file.Stored(str(path), hloom.load_executable)
    assert stored.calls is None and stored.picked(1) == []
    loaded: Any = hloom.load_executable(path)
    loaded.warm([(3,)])
    assert loaded(np.ones(3, np.float32))[0].tolist() == [2, 2, 2]
    with pytest.raises(hloom.InputError, match=r"must have shape \[3\], got \[4\]"):
        loaded.warm([(4,)])


def test_batches_in_files_are_those_of_the_compiler(saved: Path) -> None:
    stored = from_file.Stored(str(saved), hloom.load_executable)
    assert [calls.batch for calls in stored.calls or ()] == [None, None, Batch(2, 4, (0,), (0,)), Batch(5, 12, (0,), (0,))]
    assert os.path.getsize(saved) < 200_000
