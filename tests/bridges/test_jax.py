"""`hloom.jit` and `hloom.from_jax` against `jax.jit`."""

from __future__ import annotations

import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import hloom

jax = pytest.importorskip("jax")
import jax.numpy as jnp  # noqa: E402

X = np.array([[1, -2, 3], [0, 5, 6]], np.float32)
PARAMS = {"w": np.full((3, 4), 0.5, np.float32), "b": np.arange(4, dtype=np.float32)}


def layer(params: Any, x: Any, scale: Any = 2) -> Any:
    return {"y": (x @ params["w"] + params["b"]) * scale, "shape": (x.sum(), None)}


def same(found: Any, expected: Any) -> None:
    assert jax.tree.structure(found) == jax.tree.structure(expected)
    for a, b in zip(jax.tree.leaves(found), jax.tree.leaves(expected)):
        assert isinstance(a, np.ndarray) and a.dtype == b.dtype
        np.testing.assert_allclose(a, b, rtol=1e-6)


def test_the_program_of_a_function() -> None:
    for function in (layer, jax.jit(layer)):
        module = hloom.from_jax(function, PARAMS, jax.ShapeDtypeStruct((2, 3), jnp.float32), scale=3.0)
        assert isinstance(module, hloom.Module)
        same(hloom.compile(module)(PARAMS, X, scale=4.0), layer(PARAMS, jnp.asarray(X), 4.0))
        same(hloom.evaluate(module, PARAMS, X, scale=4.0), layer(PARAMS, jnp.asarray(X), 4.0))


def test_calls_are_compiled_for_their_signature() -> None:
    function, expected = hloom.jit(layer), jax.jit(layer)
    calls = [((PARAMS, X), {}), ((PARAMS, X[:1]), {}), ((PARAMS, X, 3), {}), ((PARAMS, X, 3.5), {}), ((PARAMS,), {"x": X}),
             ((PARAMS, X.astype(np.float64)), {}), ((PARAMS, jnp.asarray(X)), {})]
    for arguments, named in (*calls, *calls):
        same(function(*arguments, **named), expected(*arguments, **named))
    assert len(function.executables) == 6  # what JAX's array is compiled for, NumPy's is, too
    assert function.__name__ == "layer" and all(isinstance(e, hloom.Executable) for e in function.executables)


@pytest.mark.parametrize("static", [{"static_argnums": 2}, {"static_argnums": (-1,)}, {"static_argnames": "scale"},
                                    {"static_argnames": ["scale"]}])
def test_static_arguments(static: Any) -> None:
    function, expected = hloom.jit(layer, **static), jax.jit(layer, static_argnames="scale")
    for arguments, named in (((PARAMS, X, 3), {}), ((PARAMS, X), {"scale": 3}), ((PARAMS, X), {}), ((PARAMS, X, 4), {}),
                             ((PARAMS, X, 3.0), {})):
        same(function(*arguments, **named), expected(*arguments, **named))
    with pytest.raises(hloom.InputError, match="a static argument must be hashable"):
        function(PARAMS, X, [1])


def test_as_a_decorator_of_functions_and_methods() -> None:
    @hloom.jit(static_argnames="n", deterministic=True)
    def repeated(x: Any, n: int) -> Any:
        return jnp.tile(x, n)

    class Model:
        @hloom.jit
        def __call__(self, x: Any) -> Any:
            return x * 2

    jax.tree_util.register_pytree_node(Model, lambda m: ((), None), lambda *_: Model())
    np.testing.assert_array_equal(repeated(X, n=2), np.tile(X, 2))
    assert repeated.executables[0].stats["deterministic"] is True
    np.testing.assert_array_equal(Model()(X), 2 * X)


def test_random_keys_and_callbacks() -> None:
    seen: list[Any] = []

    def draw(key: Any) -> Any:
        key, other = jax.random.split(key)
        jax.debug.callback(lambda a: seen.append(float(a)), jax.random.uniform(other))
        return key, jax.random.uniform(other, (3,))

    function = hloom.jit(draw)
    key = jax.random.key(1)
    words, drawn = function(key)
    np.testing.assert_array_equal(drawn, draw(key)[1])
    np.testing.assert_array_equal(words, jax.random.key_data(draw(key)[0]))
    assert len(seen) == 3 and len(set(seen)) == 1
    function(words)  # what came out goes in
    assert len(function.executables) == 2 and len(seen) == 4


def test_the_last_programs_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HLOOM_SPECIALIZATIONS", "2")
    function = hloom.jit(lambda x: x + 1)
    for size in (1, 2, 1, 3):
        assert function(np.zeros(size, np.float32)).shape == (size,)
    assert [e.signature.results[0].type.shape for e in function.executables] == [(1,), (3,)]


def test_threads_share_a_function() -> None:
    function = hloom.jit(lambda x: x * 2)
    arrays = [np.full(1 + k % 3, k, np.float32) for k in range(60)]
    with ThreadPoolExecutor(4) as pool:
        for x, found in zip(arrays, pool.map(function, arrays)):
            np.testing.assert_array_equal(found, 2 * x)
    assert len(function.executables) == 3


def test_it_travels_with_its_function() -> None:
    function = pickle.loads(pickle.dumps(hloom.jit(layer, static_argnums=2)))
    same(function(PARAMS, X, 3), jax.jit(layer, static_argnums=2)(PARAMS, X, 3))


def test_what_cannot_be_jitted() -> None:
    with pytest.raises(hloom.InputError, match="jit takes a function, got a int"):
        hloom.jit(3)  # type: ignore[arg-type]
    with pytest.raises(hloom.InputError, match="of the function itself, not of what"):
        hloom.jit(jax.jit(layer), static_argnums=2)
    with pytest.raises(hloom.InputError, match="static_argnums are numbers"):
        hloom.jit(layer, static_argnums="scale")  # type: ignore[arg-type]
    with pytest.raises(hloom.InputError, match="not those of the function that was lowered"):
        hloom.jit(jax.jit(layer, static_argnums=2))(PARAMS, X, 3)  # nobody says what is static


def test_without_jax_it_says_what_is_missing() -> None:
    code = """
import sys, hloom
assert hloom.jit and "jax" not in sys.modules
sys.modules.update(jax=None)
for run in (lambda: hloom.jit(lambda x: x)(1), lambda: hloom.from_jax(lambda x: x, 1)):
    try:
        run()
    except hloom.InputError as error:
        print("need JAX (pip install jax)" in str(error))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout, done.returncode) == ("True\nTrue\n", 0), done.stderr
