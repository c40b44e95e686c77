"""What a user holds in Python: representations, names, arrays for results, threads, pickled executables and errors."""

from __future__ import annotations

import os
import pickle
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.runtime.cache import Cache
from hloom.runtime.pool import Pool
from tests.processes import printed
from tests.threads import left_behind

NAMED = """module @net {
  func.func @main(%x: tensor<2x3xf32> loc("params['w']"), %1: tensor<3xf32>, %scale: tensor<f32> loc("params['w']"))
      -> (tensor<2x3xf32> {jax.result_info = "result['y']"}, tensor<f32>) {
    %b = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
    %s = stablehlo.add %x, %b : tensor<2x3xf32>
    return %s, %scale : tensor<2x3xf32>, tensor<f32>
  }
}"""
W, B, S = np.arange(6, dtype=np.float32).reshape(2, 3), np.array([1, 2, 3], np.float32), np.float32(7)
STEP = """func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.add %0, %x : tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}"""
DYNAMIC = """func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}"""
FROM_DATA = """func.func @main(%n: tensor<100xi32>) -> tensor<?xi32> {
  %0 = stablehlo.slice %n [7:8] : (tensor<100xi32>) -> tensor<1xi32>
  %1 = stablehlo.dynamic_iota %0, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  return %1 : tensor<?xi32>
}"""
CUSTOM = """func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.custom_call @double_of(%x) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}"""
ROWS = """func.func @main(%x: tensor<1000x1000xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 1]
    : (tensor<1000x1000xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}"""


def compiled(text: str, **options: Any) -> Any:
    return hloom.compile(hloom.parse(text), **options)


# -- names ----------------------------------------------------------------------------------------------------------------
def test_names_come_from_the_program() -> None:
    signature = compiled(NAMED).signature
    # A number is no name, and a name that is taken belongs to the first.
    assert [p.name for p in signature.arguments] == ["params['w']", "arg1", "arg2"]
    assert [p.name for p in signature.results] == ["result['y']", "result1"]
    assert str(signature) == ("@main(params['w']: 2x3xf32, arg1: 3xf32, arg2: f32) -> (result['y']: 2x3xf32, result1: f32)")


def test_a_made_up_name_is_nobody_elses() -> None:
    text = "func.func @main(%0: tensor<f32>, %arg0: tensor<f32>) -> tensor<f32> { return %arg0 : tensor<f32> }"
    assert [p.name for p in compiled(text).signature.arguments] == ["arg0_", "arg0"]


def test_calls_by_name() -> None:
    exe = compiled(NAMED)
    for y, s in (exe(W, B, S), exe(W, arg2=S, arg1=B), exe(**{"params['w']": W, "arg1": B, "arg2": S})):
        assert np.array_equal(y, W + B) and s == 7
    assert compiled(DYNAMIC)(x=B)[0].tolist() == [2, 4, 6]
    assert compiled(FROM_DATA)(n=np.full(100, 3, np.int32))[0].tolist() == [0, 1, 2]  # on the evaluator


@pytest.mark.parametrize("arrays, named, message", [
    ((W,), {"arg1": B}, "takes 3 arguments; not given: arg2"),
    ((W, B, S), {"arg2": S}, "got argument 2, arg2, by position and by name"),
    ((W, B), {"arg3": S}, r"has no argument 'arg3'; did you mean 'arg[12]'\?"),
    ((W, B, S, S), {"arg9": S}, "has no argument 'arg9'"),
    ((W, B, S, S), {}, "takes 3 arguments, got 4"),
    ((W, B), {"arg2": W}, r"argument 2 of @main must have shape \[\]"),
])
def test_wrong_names(arrays: tuple, named: dict, message: str) -> None:
    with pytest.raises(hloom.InputError, match=message):
        compiled(NAMED)(*arrays, **named)


# -- representations ------------------------------------------------------------------------------------------------------
def test_representations() -> None:
    module = hloom.parse(NAMED)
    assert repr(module) == ("<Module @net: 1 function, 3 operations; @main(params['w']: 2x3xf32, arg1: 3xf32, arg2: f32) -> "
                            "(result['y']: 2x3xf32, result1: f32)>")
    text = repr(hloom.compile(module, threads=1))
    assert text.startswith("<Executable @main(params['w']: 2x3xf32") and "threads 1; no fallbacks>" in text
    hloom.register_custom_call("double_of", lambda op, x: (x + x,))
    assert "fallbacks: stablehlo.custom_call>" in repr(compiled(CUSTOM))
    text = repr(compiled(FROM_DATA))
    assert "on the evaluator: " in text and "fallbacks: " in text and "\n" not in text
    exe = compiled(DYNAMIC)
    exe(B)
    assert "specializations 1, kernels 1, threads " in repr(exe) and "; no fallbacks>" in repr(exe)


def test_tables_are_text_and_not_markup() -> None:
    text = NAMED.replace("params['w']", "<script>&")
    for page in (hloom.parse(text)._repr_html_(), compiled(text)._repr_html_()):
        assert "&lt;script&gt;&amp;" in page and "<script" not in page
    assert "<th style=\"text-align:left\">fallbacks</th><td style=\"text-align:left\">none</td>" in compiled(NAMED)._repr_html_()


def test_long_signatures_are_cut() -> None:
    values = ", ".join(f"%a{k}: tensor<f32>" for k in range(300))
    module = hloom.parse(f"func.func @main({values}) -> tensor<f32> {{ return %a0 : tensor<f32> }}")
    assert "... 292 more" in repr(module) and len(repr(module)) < 400
    page = hloom.compile(module)._repr_html_()
    assert "and 250 more" in page and page.count("<tr>") < 80


def test_representations_of_broken_programs() -> None:
    for text in ("module {}", "func.func @main(%x: tensor<2xf32>) { return %x : tensor<2xf32> }",
                 "func.func private @f(tensor<2xf32>)", '"func.func"() ({}) : () -> ()'):
        module = hloom.parse(text)
        assert repr(module).startswith("<Module") and "<table>" in module._repr_html_()


def test_what_the_package_exports() -> None:
    assert isinstance(hloom.parse(NAMED), hloom.Module) and isinstance(compiled(NAMED), hloom.Executable)
    assert isinstance(compiled(DYNAMIC), hloom.Executable)
    assert all(hasattr(hloom, name) for name in hloom.__all__)
    assert (Path(hloom.__file__).parent / "py.typed").exists()
    with pytest.raises(AttributeError, match="no attribute 'Program'"):
        _ = hloom.Program  # type: ignore[attr-defined]


# -- arrays for the results -----------------------------------------------------------------------------------------------
def test_results_go_into_given_arrays() -> None:
    exe = compiled(NAMED)
    y, s = np.full((2, 3), -1, np.float32), np.full((), -1, np.float32)
    found = exe(W, B, S, out=(y, s))
    assert found[0] is y and found[1] is s and np.array_equal(y, W + B) and s == 7
    found = exe(W, B, S, out=[y, None])
    assert found[0] is y and found[1] is not s and found[1] == 7
    wide = np.zeros((2, 6), np.float32)  # every other element
    assert exe(W, B, S, out=[wide[:, ::2], None])[0].base is wide
    assert np.array_equal(wide[:, ::2], W + B) and not wide[:, 1::2].any()


@pytest.mark.parametrize("text", [STEP, DYNAMIC])
def test_a_result_may_go_into_an_argument(text: str) -> None:
    exe = compiled(text)
    x = np.random.default_rng(0).random(64 * 64, np.float32)
    x = x.reshape(64, 64) if text == STEP else x
    wanted = x.T + x if text == STEP else x + x
    assert exe(x, out=x)[0] is x and np.array_equal(x, wanted)


def test_a_result_may_go_into_a_part_of_an_argument() -> None:
    memory = np.random.default_rng(1).random(3 * 64 * 64, np.float32)
    x, y = memory[:4096].reshape(64, 64), memory[2048 : 2048 + 4096].reshape(64, 64)
    wanted = x.T + x
    compiled(STEP)(x, out=y)
    assert np.array_equal(y, wanted)


def _read_only() -> np.ndarray:
    array = np.zeros((2, 3), np.float32)
    array.flags.writeable = False
    return array


@pytest.mark.parametrize("out, message", [
    (np.zeros((2, 3), np.float32), "out must be a sequence of 2 arrays, one for each result of @main, got 1"),
    (7, "out must be a sequence of 2 arrays.*got a int"),
    ((np.zeros((3, 2), np.float32), None), r"out for result 0 of @main must have shape \[2, 3\], got \[3, 2\]"),
    ((np.zeros((2, 3)), None), "out for result 0 of @main must have element type f32"),
    ((None, 1.0), "out for result 1 of @main: a float is not a NumPy array"),
    ((_read_only(), None), "out for result 0 of @main cannot be written to"),
])
def test_wrong_arrays_for_results(out: Any, message: str) -> None:
    with pytest.raises(hloom.InputError, match=message):
        compiled(NAMED)(W, B, S, out=out)


def test_results_do_not_share_an_array() -> None:
    exe = compiled("func.func @main(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) "
                   "{ return %x, %x : tensor<3xf32>, tensor<3xf32> }")
    y = np.zeros(5, np.float32)
    with pytest.raises(hloom.InputError, match="out for result 1 of @main shares memory"):
        exe(B, out=(y[:3], y[2:]))


# -- threads --------------------------------------------------------------------------------------------------------------
def test_programs_run_on_the_threads_that_they_ask_for() -> None:
    x = np.random.default_rng(2).random((1000, 1000), np.float32)
    for threads in (1, 3, 5):
        exe = compiled(ROWS, threads=threads)
        assert exe.stats["threads"] == Pool.sized(threads).workers
        assert np.allclose(exe(x)[0], x.sum(dtype=np.float64), rtol=1e-5)
    before = threading.enumerate()
    assert exe(x)[0].shape == compiled(ROWS, threads=5)(x)[0].shape
    assert not left_behind(before)  # shared
    assert len({Pool.sized(n).address for n in (1, 3, 5)}) == 3


@pytest.mark.parametrize("threads", [0, -1, 1025, 1.5, True, "2"])
def test_wrong_numbers_of_threads(threads: Any) -> None:
    with pytest.raises(hloom.InputError, match="threads is a number from 1 to 1024, got"):
        compiled(STEP, threads=threads)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork()")
def test_threads_in_a_child_of_fork() -> None:
    code = f"""import hloom, numpy as np, os, sys
exe = hloom.compile(hloom.parse({ROWS!r}), threads=3)
x = np.ones((1000, 1000), np.float32); exe(x)
child = os.fork()
if not child: os._exit(0 if exe(x)[0] == 1e6 else 1)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))"""
    printed("-c", code)


# -- pickling -------------------------------------------------------------------------------------------------------------
@pytest.mark.kept
@pytest.mark.parametrize("text, arrays", [(NAMED, (W, B, S)), (DYNAMIC, (B,)), (CUSTOM, (B,)),
                                          (FROM_DATA, (np.full(100, 3, np.int32),))])
def test_executables_are_pickled(text: str, arrays: tuple, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hloom.register_custom_call("double_of", lambda op, x: (x + x,))
    exe = compiled(text, threads=1, time_limit=50)
    exe(*arrays)
    data = pickle.dumps(exe)
    for directory in ("same", "other"):  # with the cache, and where nothing was compiled before
        if directory == "other":
            monkeypatch.setattr(Cache, "_process", Cache(tmp_path / directory, 1 << 28))
        again = pickle.loads(data)
        assert type(again) is type(exe) and again.signature == exe.signature and again.time_limit == 50
        for a, b in zip(again(*arrays), exe(*arrays), strict=True):
            assert np.array_equal(a, b)
        assert again.stats["kernels"] == exe.stats["kernels"] and again.stats.get("threads") == exe.stats.get("threads")
        if text == NAMED:
            assert list(again.stats["seconds"]) == ["cache"]  # its own code came with it
        if text == DYNAMIC:  # and that of the shapes it had been called with
            assert list(again.stats["seconds_of"]["(3xf32)"]) == ["cache"]


@pytest.mark.kept
def test_code_of_another_processor_is_compiled_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    restore, (*parts, entries, _) = compiled(NAMED).__reduce__()
    monkeypatch.setattr(Cache, "_process", Cache(tmp_path / "other", 1 << 28))
    assert len(entries) == 4  # the program, the pool, and what the processor is: for this llvmlite and for none
    again = restore(*parts, {f"{key[:-1]}x": b"not code" for key in entries})
    assert "llvm" in again.stats["seconds"] and np.array_equal(again(W, B, S)[0], W + B)


def test_a_changed_module_is_not_pickled() -> None:
    module = hloom.parse(NAMED)
    exe = hloom.compile(module)
    module.functions["main"].body.block.operations[1].operands.reverse()
    with pytest.raises(hloom.InputError, match="was changed after it was compiled"):
        pickle.dumps(exe)


@pytest.mark.parametrize("run", [
    lambda module: hloom.evaluate(module, W, B, S),
    lambda module: hloom.evaluate_grid(module, [[[W, B, S]]]),
    lambda module: hloom.compile(module)(W, B, S),
])
@pytest.mark.parametrize("part, wrong, code", [
    ("dims = [1]", "dims = [2]", "broadcast_in_dim_c3"),
    ("stablehlo.add %x, %b : tensor<2x3xf32>", "stablehlo.select %x, %b, %b : tensor<2x3xf32>, tensor<2x3xf32>", "select_i1"),
    ("stablehlo.add %x, %b : tensor<2x3xf32>", '"stablehlo.and"(%x, %b) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>',
     "and_i1"),
])
def test_an_invalid_program_does_not_run(part: str, wrong: str, code: str, run: Any) -> None:
    """Not even where its operations would find a way to compute something."""
    module = hloom.parse(NAMED.replace(part, wrong))
    with pytest.raises(hloom.VerificationError) as caught:
        run(module)
    assert hloom.diagnose(module)[0].code == code and code in str(caught.value)


def _errors() -> list[Exception]:
    wrong = NAMED.replace("dims = [1]", "dims = [2]")
    found: list[Exception] = []
    for action in (lambda: hloom.parse("func.func @main(%x"), lambda: hloom.parse(wrong).verify(),
                   lambda: compiled(NAMED)(W), lambda: hloom.evaluate(hloom.parse(CUSTOM.replace("double_of", "no_such")), B)):
        with pytest.raises((hloom.UserError, hloom.InternalError)) as caught:
            action()
        found.append(caught.value)
    return [*found, hloom.DeadlockError("nobody comes"), hloom.InternalError("a fault")]


def test_errors_are_pickled() -> None:
    for error in _errors():
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error) and str(again) == str(error)
        if isinstance(error, hloom.UserError) and isinstance(again, hloom.UserError):
            assert [(d.code, d.line, d.column, str(d)) for d in again.diagnostics] == [
                (d.code, d.line, d.column, str(d)) for d in error.diagnostics]


def test_a_pickled_error_does_not_bring_the_program() -> None:
    with pytest.raises(hloom.VerificationError) as caught:
        hloom.parse("// padding\n" * 100_000 + NAMED.replace("dims = [1]", "dims = [2]")).verify()
    data = pickle.dumps(caught.value)
    assert len(data) < 5000 and pickle.loads(data).diagnostics[0].line == 100_004


# -- what people try first, and what they are told ----------------------------------------------------------------------------
@pytest.mark.parametrize("attempt, message", [
    (lambda: hloom.compile("model.mlir"), "a module is needed, got a str: hloom.load reads a file"),  # type: ignore[arg-type]
    (lambda: hloom.evaluate("model.mlir", B), "a module is needed, got a str: hloom.load reads a file"),  # type: ignore[arg-type]
    (lambda: hloom.diagnose("model.mlir"), "a module is needed, got a str: hloom.load reads a file"),  # type: ignore[arg-type]
    (lambda: hloom.parse("model.mlir"), "'model.mlir' is the name of a file, not a program: hloom.load reads files"),
    (lambda: hloom.parse("a/b c.hlo", format="auto"), "syntax|operation"),
    (lambda: hloom.parse(Path("model.mlir")), "got a PosixPath; hloom.load reads files"),
    (lambda: hloom.load(STEP), "'func.func @main.* is a program's text, not the name of a file: hloom.parse reads texts$"),
    (lambda: hloom.load("module {}"), "is a program's text, not the name of a file"),
    (lambda: hloom.load("absent.mlir"), "absent.mlir: No such file or directory"),
    (lambda: compiled(STEP, function="@main"), "has no function @main with a body; its functions are: main"),
    (lambda: hloom.parse(lambda x: x), r"got a function; of a function of JAX, jax.jit\(f\).lower\(x\) gives the program"),
    (lambda: hloom.register_custom_call("twice", 2), "takes the name of a target and a function, got 'twice' and 2"),  # type: ignore[arg-type]
    (lambda: hloom.register_custom_call(abs, "twice"), "takes the name of a target and a function"),  # type: ignore[arg-type]
    (lambda: compiled(NAMED)(W, B.astype(">f4"), S), "got >f4; its bytes are in another order: array.astype"),
    (lambda: compiled(NAMED)(W, [1, 2j, 3], S), "is not an array of float32: its numbers are complex"),
    (lambda: compiled(DYNAMIC)(W), r"argument 0 of @main must have shape \[\?\], got \[2, 3\]"),
    (lambda: compiled(NAMED)({"w": W, "b": B}, S),
     r"takes 3 arguments, got 2; they are params\['w'\], arg1, arg2; a dict or a list of arrays"),
    (lambda: compiled(NAMED)([W, B], S), "is given leaf by leaf, as jax.tree.leaves lists them"),
    (lambda: hloom.evaluate(hloom.parse(NAMED), [W, B], S), "is given leaf by leaf, as jax.tree.leaves lists them"),
])
def test_first_attempts(attempt: Any, message: str) -> None:
    with pytest.raises(hloom.UserError, match=message):
        attempt()


def test_what_leads_to_a_program_of_jax() -> None:
    jax = pytest.importorskip("jax")
    f = jax.jit(lambda x: x + 1)
    with pytest.raises(hloom.InputError, match=r"got a PjitFunction; lower it first: f.lower\(x\)"):
        hloom.load(f)
    with pytest.raises(hloom.InputError, match=r"got a ClosedJaxpr; .*jax.jit\(f\).lower\(x\)"):
        hloom.parse(jax.make_jaxpr(f)(B))
    lowered = f.lower(B)
    compiled = lowered.compile()
    for found, method in ((compiled, "as_text"), (lowered.compiler_ir("hlo"), "as_hlo_text"),
                          (compiled.runtime_executable().hlo_modules()[0], "to_string")):
        with pytest.raises(hloom.InputError, match=rf"its HLO is read by hloom.parse\(x.{method}\(\), format='hlo'\)"):
            hloom.parse(found)
        assert hloom.evaluate(hloom.parse(getattr(found, method)(), format="hlo"), B)[0].tolist() == [2, 3, 4]
