"""Callbacks into Python: those of this process run, others are refused when compiled, or skipped; both engines against JAX."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.reference.custom_calls import CUSTOM_CALLS

jax = pytest.importorskip("jax")
import jax.numpy as jnp  # noqa: E402
from jax.experimental import io_callback  # noqa: E402

X = np.array([1, 2, 3], np.float32)
LIKE = jax.ShapeDtypeStruct((3,), jnp.float32)
TARGET = "xla_ffi_python_cpu_callback"


def engines(program: Any, **options: Any) -> list[Any]:
    module = hloom.parse(program)
    return [hloom.compile(module, **options), lambda *a: hloom.evaluate(module, *a, **options)]


def printing(x: Any) -> Any:
    jax.debug.print("x = {x}", x=x)
    return x * 2


def pure(x: Any) -> Any:
    return jax.pure_callback(lambda a: np.asarray(a) * 2, LIKE, x) + 1


def several(x: Any) -> Any:
    shapes = jax.ShapeDtypeStruct((), x.dtype), LIKE
    total, more = io_callback(lambda a, b: (np.asarray(a).sum(), np.asarray(b) + 1), shapes, x, x)
    one = jax.vmap(lambda r: jax.pure_callback(lambda a: np.asarray(a) + 1, jax.ShapeDtypeStruct((), x.dtype), r,
                                               vmap_method="sequential"))
    return {"found": one(more) + total}


@pytest.mark.parametrize("function", [printing, pure, several])
@pytest.mark.parametrize("stage", ["lower", "trace"])
def test_those_of_this_process_run(function: Any, stage: str, capsys: pytest.CaptureFixture[str]) -> None:
    jitted = jax.jit(function)
    expected = jitted(X)
    jax.effects_barrier()
    printed = capsys.readouterr().out
    for run in engines(getattr(jitted, stage)(X)):
        found = run(X)
        assert jax.tree.structure(found) == jax.tree.structure(expected)
        np.testing.assert_array_equal(jax.tree.leaves(found), jax.tree.leaves(expected))
        assert capsys.readouterr().out == printed


def test_ordered_effects_come_in_their_order(capsys: pytest.CaptureFixture[str]) -> None:
    def f(x: Any) -> Any:
        jax.debug.print("a {}", x, ordered=True)
        y = x + 1
        jax.debug.print("b {}", y, ordered=True)

        def body(i: Any, c: Any) -> Any:
            jax.debug.print("i {}", i, ordered=True)
            return c * 2

        y = jax.lax.fori_loop(0, 3, body, y)
        return io_callback(lambda v: np.asarray(v) + 10, jax.ShapeDtypeStruct((), np.float32), y, ordered=True)

    module = hloom.parse(jax.jit(f).lower(np.float32(1)))
    executable = hloom.compile(module)
    assert "reason" not in executable.stats
    assert {op.title for op in executable.fallbacks} == {f"stablehlo.custom_call @{TARGET}"}  # and no token
    for run in (executable, lambda x: hloom.evaluate(module, x)):
        assert run(np.float32(1)) == 26
        assert capsys.readouterr().out == "a 1.0\nb 2.0\ni 0\ni 1\ni 2\n"


def test_the_arrays_that_they_get_are_theirs() -> None:
    kept: list[Any] = []

    def f(x: Any) -> Any:
        jax.debug.callback(lambda a: kept.append(a), x + 1)
        return jax.lax.fori_loop(0, 4, lambda i, c: jnp.sin(c) @ jnp.ones((64, 64), jnp.float32), x + 1)

    x = np.zeros((64, 64), np.float32)
    for run in engines(jax.jit(f).lower(x)):
        run(x)
        run(x + 5)
    assert [float(np.asarray(a).mean()) for a in kept] == [1, 6, 1, 6]


def test_functions_that_write_into_buffers() -> None:
    buffers = pytest.importorskip("jax.experimental.buffer_callback")
    f = buffers.buffer_callback(lambda context, out, a: np.copyto(np.asarray(out), np.asarray(a) * 3), LIKE)
    in_place = buffers.buffer_callback(lambda context, out, a: np.copyto(np.asarray(out), np.asarray(out) + 1), LIKE,
                                       input_output_aliases={0: 0})
    for function, expected in ((f, 3 * X), (in_place, X + 1)):
        for run in engines(jax.jit(function).lower(X)):
            np.testing.assert_array_equal(run(X), expected)
    np.testing.assert_array_equal(X, [1, 2, 3])


def failing(x: Any) -> Any:
    def bad(a: Any) -> None:
        raise ValueError("negative!")

    jax.lax.cond((x < 0).any(), lambda: jax.debug.callback(bad, x), lambda: None)
    return x + 1


def test_what_they_raise_is_the_cause() -> None:
    for run in engines(jax.jit(failing).lower(X)):
        np.testing.assert_array_equal(run(X), X + 1)
        with pytest.raises(hloom.EvaluationError, match="ValueError: negative!") as raised:
            run(-X)
        assert isinstance(raised.value.__cause__, ValueError)
        assert "test_callbacks.py" in str(raised.value)  # the line that asked for it


# -- of another process -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("function", [printing, pure, several])
def test_those_of_another_process_are_refused_when_compiled(function: Any) -> None:
    module = hloom.parse(jax.jit(function).lower(X).as_text())
    for run in (lambda: hloom.compile(module), lambda: hloom.evaluate(module, X)):
        with pytest.raises(hloom.EvaluationError, match="which the program does not carry") as raised:
            run()
        assert TARGET in str(raised.value) and ("skip_callbacks" in str(raised.value)) is (function is printing)


def test_those_in_called_functions_and_loops_are_found() -> None:
    called = jax.jit(printing)
    for function in (lambda x: called(x), lambda x: jax.lax.fori_loop(0, 3, lambda i, c: printing(c), x)):
        module = hloom.parse(jax.jit(function).lower(X).as_text())
        with pytest.raises(hloom.EvaluationError, match="which the program does not carry"):
            hloom.compile(module)


def test_those_behind_thousands_of_calls_are_found() -> None:
    """Deeper than Python's own calls may nest."""
    depth, type = 3000, "(tensor<f32>) -> tensor<f32>"
    for last, is_refused in (("stablehlo.abs %x : tensor<f32>", False),
                             (f"stablehlo.custom_call @xla_ffi_python_cpu_callback(%x) : {type}", True)):
        steps = [f"call @f{k + 1}(%x) : {type}" for k in range(depth)]
        module = hloom.parse("\n".join(
            f"func.func @{f'f{k}' if k else 'main'}(%x: tensor<f32>) -> tensor<f32> {{ %0 = {step} return %0 : tensor<f32> }}"
            for k, step in enumerate([*steps, last])))
        if not is_refused:
            assert hloom.compile(module)(np.float32(-2))[0] == 2
            continue
        with pytest.raises(hloom.EvaluationError, match="xla_ffi_python_cpu_callback"):
            hloom.compile(module)


def test_those_in_branches_wait_for_a_run() -> None:
    for run in engines(jax.jit(failing).lower(X).as_text()):
        np.testing.assert_array_equal(run(X)[0], X + 1)
        with pytest.raises(hloom.EvaluationError, match="which the program does not carry"):
            run(-X)
    for run in engines(jax.jit(failing).lower(X).as_text(), skip_callbacks=True):
        np.testing.assert_array_equal(run(-X)[0], 1 - X)


@pytest.mark.parametrize("ordered", [False, True])
def test_those_without_results_are_skipped(ordered: bool, capsys: pytest.CaptureFixture[str]) -> None:
    def f(x: Any) -> Any:
        jax.debug.print("x = {x}", x=x, ordered=ordered)
        return x * 2

    lowered = jax.jit(f).lower(X)
    for program in (lowered, lowered.as_text()):
        found = engines(program, skip_callbacks=True)
        assert not found[0].fallbacks
        for run in (*found, pickle.loads(pickle.dumps(found[0]))):
            np.testing.assert_array_equal(np.reshape(run(X), -1), X * 2)
    assert capsys.readouterr().out == ""
    text = jax.jit(pure).lower(X).as_text()
    for run in (lambda: hloom.compile(hloom.parse(text), skip_callbacks=True),
                lambda: hloom.evaluate(hloom.parse(text), X, skip_callbacks=True)):
        with pytest.raises(hloom.EvaluationError, match="which the program does not carry"):
            run()
    with pytest.raises(hloom.InputError, match="skip_callbacks is True or False"):
        hloom.compile(hloom.parse(text), skip_callbacks="yes")  # type: ignore[arg-type]


def test_what_is_registered_runs_for_those_of_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CUSTOM_CALLS, TARGET, lambda op, a: a * 10)
    lowered = jax.jit(pure).lower(X)
    for run in engines(lowered.as_text()):
        np.testing.assert_array_equal(run(X)[0], X * 10 + 1)
    for run in engines(lowered):
        np.testing.assert_array_equal(run(X), X * 2 + 1)
    found = hloom.evaluate(hloom.parse(lowered), X, custom_calls={TARGET: lambda op, a: a * 5})
    np.testing.assert_array_equal(found, X * 5 + 1)


def test_no_number_or_address_of_a_text_is_called() -> None:
    for attributes in ("mhlo.backend_config = {index = 7 : ui64}", "mhlo.backend_config = {index = -1 : i64}",
                       'backend_config = "140229390284032"'):
        text = f"""func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {{
          %0 = stablehlo.custom_call @{TARGET}(%x) {{{attributes}}} : (tensor<3xf32>) -> tensor<3xf32>
          return %0 : tensor<3xf32> }}"""
        module = hloom.parse(text)
        module.calling = hloom.parse(jax.jit(pure).lower(X)).calling
        with pytest.raises(hloom.EvaluationError, match="which the program does not carry"):
            hloom.compile(module)(X)
        with pytest.raises(hloom.EvaluationError, match="which the program does not carry"):
            hloom.evaluate(module, X)


def test_executables_that_call_back_do_not_travel() -> None:
    executable = hloom.compile(hloom.parse(jax.jit(printing).lower(X)))
    with pytest.raises(hloom.InputError, match="@main calls back functions of this process: it cannot be pickled"):
        pickle.dumps(executable)


def test_they_run_for_the_shapes_of_each_call(capsys: pytest.CaptureFixture[str]) -> None:
    module = hloom.parse(jax.jit(printing).lower(X))
    text = str(module).replace("3xf32", "?xf32").replace(
        "stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<?xf32>",
        "stablehlo.add %arg0, %arg0 : tensor<?xf32>").replace("%1 = stablehlo.multiply %arg0, %0", "%1 = stablehlo.add %0, %0")
    dynamic = hloom.parse(text)
    dynamic.calling = module.calling
    executable = hloom.compile(dynamic)
    for x in (X, X[:2]):
        np.testing.assert_array_equal(executable(x), 4 * x)
    assert capsys.readouterr().out == "x = [1. 2. 3.]\nx = [1. 2.]\n"
