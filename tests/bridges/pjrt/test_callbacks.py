"""Callbacks into Python of programs that JAX lowers for hloom, against what XLA does with the same functions."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.bridges.pjrt import callbacks, callers, jax_internals
from hloom.bridges.pjrt.effects import Tokens

jax = pytest.importorskip("jax")
import jax.numpy as jnp  # noqa: E402
from jax.experimental import checkify, io_callback  # noqa: E402

X = np.array([1, 2, 3], np.float32)
LIKE = jax.ShapeDtypeStruct((3,), jnp.float32)


@contextmanager
def lowering(is_ours: Callable[[Any], bool]) -> Iterator[None]:
    """JAX lowers meanwhile as it does with the plugin, for backends that `is_ours` takes for it; afterwards all is as it was."""
    before = {key: jax_internals.find(key) for key in ("callbacks", "public callbacks")}
    rules, primitive = jax_internals.find("common rules"), jax_internals.find("buffer callbacks")
    rule = rules[primitive]
    jax.clear_caches()
    callbacks.install(is_ours)
    try:
        yield
    finally:
        for key, value in before.items():
            jax_internals.replace(key, value)
        rules[primitive] = rule
        jax.clear_caches()


@pytest.fixture
def for_hloom() -> Iterator[None]:
    """What is lowered meanwhile is lowered for hloom, whatever backend JAX takes it for."""
    with lowering(lambda backend: True):
        yield


def engines(function: Callable[..., Any], *arguments: Any) -> list[Callable[..., tuple[Any, ...]]]:
    """The program of a function as it comes to a plugin, with its functions, on both engines."""
    lowered = jax.jit(function).lower(*arguments)
    module = hloom.parse(lowered.as_text(debug_info=True))
    callers.bind(module)
    return [hloom.compile(module), lambda *a: hloom.evaluate(module, *a)]


def pure(x: Any) -> Any:
    return jax.pure_callback(lambda a: np.asarray(a) * 2, LIKE, x) + 1


def several(x: Any) -> Any:
    shapes = jax.ShapeDtypeStruct((), x.dtype), LIKE
    total, more = io_callback(lambda a, b: (np.asarray(a).sum(), np.asarray(b) + 1), shapes, x, x)
    one = jax.vmap(lambda r: jax.pure_callback(lambda a: np.asarray(a) + 1, jax.ShapeDtypeStruct((), x.dtype), r,
                                               vmap_method="sequential"))
    return one(more) + total


def printing(x: Any) -> Any:
    jax.debug.print("x = {x}", x=x)
    return x * 2


def ordered(x: Any) -> Any:
    jax.debug.print("a {}", x, ordered=True)
    y = jax.lax.fori_loop(0, 3, lambda i, c: (jax.debug.print("i {}", i, ordered=True), c * 2)[1], x + 1)
    return io_callback(lambda v: np.asarray(v) + 10, LIKE, y, ordered=True)  # another effect: it has a token of its own


def other_types(x: Any) -> Any:
    shapes = jax.ShapeDtypeStruct((3,), jnp.bfloat16), jax.ShapeDtypeStruct((), jnp.bool_), jax.ShapeDtypeStruct((0, 2), jnp.int8)
    half, flag, empty = jax.pure_callback(
        lambda a, b: (np.asarray(a).astype(jnp.bfloat16), np.asarray(b).any(), np.zeros((0, 2), np.int8)), shapes, x, x > 2)
    return half, flag, empty


@pytest.mark.parametrize("function", [pure, several, printing, ordered, other_types])
def test_functions_are_called_as_xla_calls_them(function: Any, capsys: pytest.CaptureFixture[str]) -> None:
    expected = jax.tree.leaves(jax.jit(function)(X))
    jax.effects_barrier()
    printed = capsys.readouterr().out
    with lowering(lambda backend: True):
        runs = engines(function, X)
    for run in runs:
        found = run(X)
        assert [x.dtype for x in found] == [x.dtype for x in expected]
        for a, b in zip(found, expected, strict=True):
            np.testing.assert_array_equal(a, b)
        assert capsys.readouterr().out == printed


def test_a_buffer_callback_writes_into_its_buffers(for_hloom: None) -> None:
    from jax.experimental.buffer_callback import buffer_callback

    def write(context: Any, out: Any, given: Any) -> None:
        np.asarray(out)[...] = np.asarray(given) * 3

    call = buffer_callback(write, LIKE)
    for run in engines(lambda x: call(x) + 1, X):
        np.testing.assert_array_equal(run(X)[0], X * 3 + 1)


def test_what_a_function_gets_is_not_the_programs_memory(for_hloom: None) -> None:
    kept: list[Any] = []

    def keep(a: Any) -> Any:
        kept.append(a)
        return np.asarray(a)

    for run in engines(lambda x: jax.pure_callback(keep, LIKE, x + 1) * 0, X):
        run(X)
        run(X * 5)
    np.testing.assert_array_equal(kept, [X + 1, X * 5 + 1] * 2)


def test_functions_live_as_long_as_what_calls_them(for_hloom: None) -> None:
    class Doubles:
        def __call__(self, a: Any) -> Any:
            return np.asarray(a) * 2

    function = Doubles()
    alive = weakref.ref(function)
    gc.collect()
    before = len(callbacks.FUNCTIONS)
    [compiled, _] = engines(lambda x, function=function: jax.pure_callback(function, LIKE, x), X)
    del function, _
    jax.clear_caches()
    gc.collect()
    assert alive() is not None  # the executable holds it
    np.testing.assert_array_equal(compiled(X)[0], X * 2)
    del compiled
    jax.clear_caches()
    gc.collect()
    assert alive() is None and len(callbacks.FUNCTIONS) == before


def test_a_program_whose_functions_are_gone_is_refused(for_hloom: None) -> None:
    text = jax.jit(pure).lower(X).as_text()
    jax.clear_caches()
    gc.collect()
    with pytest.raises(hloom.EvaluationError, match=r"a Python function that is gone, or that another process lowered"):
        callers.bind(hloom.parse(text))


def test_numbers_of_another_process_are_not_those_of_this_one(for_hloom: None) -> None:
    text = jax.jit(pure).lower(X).as_text()
    number = next(int(word) for word in text.replace("=", " ").replace("}", " ").split() if word.isdigit() and len(word) > 15)
    assert number >= 1 << 62
    module = hloom.parse(text.replace(str(number), str(number ^ (1 << 40))))
    with pytest.raises(hloom.EvaluationError, match="another process"):
        callers.bind(module)


def test_equal_programs_are_equal_whatever_the_numbers(for_hloom: None) -> None:
    texts = []
    for _ in range(2):
        jax.clear_caches()
        module = hloom.parse(jax.jit(pure).lower(X).as_text())
        callers.bind(module)
        texts.append(str(module))
    assert texts[0] == texts[1]


def test_programs_of_other_backends_keep_their_numbers() -> None:
    with lowering(lambda backend: False):
        module = hloom.parse(jax.jit(pure).lower(X).as_text())
        assert callers.bind(module) == []
        with pytest.raises(hloom.EvaluationError, match="calls back function number 0 of the Python process that lowered"):
            hloom.compile(module)
        np.testing.assert_array_equal(jax.jit(pure)(X), X * 2 + 1)


def fails(a: Any) -> Any:
    raise ValueError("the water is too cold")


@pytest.mark.parametrize(("function", "message"), [
    (fails, "ValueError: the water is too cold"),
    (lambda a: np.zeros((4,), np.float32), r"Incorrect output shape for return value #0: Expected: \(3,\), Actual: \(4,\)"),
    (lambda a: np.zeros((3,), np.int32), "Incorrect output dtype for return value #0: Expected: float32, Actual: int32"),
])
def test_errors_say_what_xla_says(function: Any, message: str, for_hloom: None) -> None:
    for run in engines(lambda x: io_callback(function, LIKE, x), X):
        with pytest.raises(hloom.EvaluationError, match=message) as caught:
            run(X)
        text = callbacks.raised_by_callback(caught.value)
        assert text is not None
        assert text.startswith("CpuCallback error calling callback: Traceback (most recent call last):")
        assert "custom_call" in text.split("\n\n")[-1] or "custom_call" in text
        if function is fails:
            assert f'File "{__file__}"' in text and "in fails" in text
        assert "hloom/reference" not in text


def test_other_errors_are_none_of_a_function() -> None:
    assert callbacks.raised_by_callback(hloom.InputError("no")) is None
    with pytest.raises(hloom.EvaluationError) as caught:
        hloom.evaluate(hloom.parse("func.func @main() { stablehlo.custom_call @unknown() : () -> () return }"))
    assert callbacks.raised_by_callback(caught.value) is None


def test_checks_of_checkify(for_hloom: None) -> None:
    def guarded(x: Any) -> Any:
        checkify.debug_check(jnp.all(x > 0), "x must be positive, got {x}", x=x)
        return jnp.log(x)

    checked = checkify.checkify(guarded, errors=checkify.all_checks)
    error, _ = jax.jit(checked)(X - 2)
    [run, _] = engines(checked, X)
    assert any(np.array_equal(leaf, np.asarray(True)) for leaf in run(X - 2) if leaf.dtype == bool)
    assert "x must be positive" in str(error.get())


def test_the_export_of_a_program_with_callbacks_is_refused_by_jax(for_hloom: None) -> None:
    with pytest.raises(NotImplementedError, match="host_callbacks"):
        jax.export.export(jax.jit(pure))(LIKE)


def test_tokens_of_a_signature(for_hloom: None) -> None:
    module = hloom.parse(jax.jit(ordered).lower(X).as_text())
    tokens = Tokens.of(module.functions["main"])
    assert tokens and tokens == Tokens((True, True, False), (True, True, False))
    assert tokens.given(["a", "b", "x"]) == ["x"]
    assert tokens.returned(["y"], "token") == ["token", "token", "y"]
    assert not Tokens.of(hloom.parse(jax.jit(jnp.sin).lower(X).as_text()).functions["main"])
