"""Programs of JAX's objects are called as the functions that were lowered: trees, dropped arguments, names, keys, numbers of 64
bits. What jit gives is what is right; both engines are asked."""

from __future__ import annotations

import collections
import dataclasses
import pickle
import threading
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hloom
from tests.processes import printed

jax = pytest.importorskip("jax")
import jax.numpy as jnp  # noqa: E402
from jax import export  # noqa: E402

X = np.array([1, -2, 3], np.float32)
Pair = collections.namedtuple("Pair", "first second")


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Layer:
    weights: Any
    more: dict[str, Any]
    size: int = dataclasses.field(default=3, metadata={"static": True})


class Box:
    """A node with something about it that cannot be pickled."""

    def __init__(self, held: Any) -> None:
        self.held = held


_ABOUT = threading.Lock()
jax.tree_util.register_pytree_node(Box, lambda box: ((box.held,), _ABOUT), lambda _, held: Box(*held))


def engines(program: Any) -> list[Callable[..., Any]]:
    """A program on both engines."""
    module = hloom.parse(program)
    return [hloom.compile(module), lambda *a, **named: hloom.evaluate(module, *a, **named)]


def same(found: Any, expected: Any) -> None:
    """Trees of one structure with equal leaves; those found are NumPy's."""
    assert jax.tree.structure(found) == jax.tree.structure(expected)
    for a, b in zip(jax.tree.leaves(found), jax.tree.leaves(expected)):
        assert isinstance(a, np.ndarray) and a.dtype == b.dtype
        np.testing.assert_array_equal(a, b)


def mixed(pair: Any, layer: Any, *, scale: Any = None, power: int = 2) -> Any:
    held = {"none": None, "both": (layer.more["w"] * layer.size, scale)}
    return Pair(pair.first + layer.weights, held), Layer(pair.second * power, {}, 5)


MIXED = (Pair(X, 2 * X), Layer(3 * X, {"w": 4 * X}))


@pytest.mark.parametrize("make", [lambda f, *a, **k: f.lower(*a, **k), lambda f, *a, **k: f.trace(*a, **k)])
def test_trees_go_in_and_come_out(make: Any) -> None:
    jitted = jax.jit(mixed, static_argnames="power")
    expected = jitted(*MIXED, scale=5 * X, power=3)
    for run in engines(make(jitted, *MIXED, scale=X, power=3)):
        same(run(*MIXED, scale=5 * X), expected)
        same(run(MIXED[0], layer=MIXED[1], scale=5 * X), expected)
        same(run(pair=MIXED[0], layer=MIXED[1], scale=5 * X), expected)
        flat = run(X, 2 * X, 3 * X, 4 * X, 5 * X)
        assert isinstance(flat, tuple)
        same(flat, tuple(jax.tree.leaves(expected)))


@pytest.mark.parametrize("function, arguments", [
    (lambda x: x + 1, (X,)), (lambda x: (x + 1,), (X,)), (lambda x: [x, {"y": (x, None)}], (X,)), (lambda: jnp.ones(2), ()),
    (lambda x: None, (X,)), (lambda x, *more: x + sum(more), (X, X, X)), (lambda x: {}, ({},)),
    (lambda a, b, c: {"y": a + c}, (X, {"q": X, "r": X}, X)),  # b is dropped
    (lambda a, b: b, (X, X)), (lambda a, n: a, (X, None)), (lambda b: b.held * 2, (Box(X),)), (lambda x: Pair(x, x), (X,)),
])
def test_shapes_of_trees(function: Any, arguments: Any) -> None:
    jitted = jax.jit(function)
    for program in (jitted.lower(*arguments), jax.jit(function, keep_unused=True).lower(*arguments)):
        for run in engines(program):
            same(run(*arguments), jitted(*arguments))


def test_exports_are_called_so_with_any_sizes() -> None:
    (b,) = export.symbolic_shape("b")
    spec = jax.ShapeDtypeStruct((b,), jnp.float32)
    program = export.export(jax.jit(lambda p, x: {"y": p["w"] * x.sum()}))({"w": spec}, spec)
    for run in engines(program):
        same(run({"w": X}, X), {"y": X * X.sum()})
        same(run(X[:2], X[:2]), (X[:2] * X[:2].sum(),))


def test_the_platform_of_an_export_is_known() -> None:
    def f(x: Any) -> Any:
        return jax.lax.platform_dependent(x, cpu=lambda x: x + 1, cuda=lambda x: x + 2)

    for program in (export.export(jax.jit(f), platforms=("cuda", "cpu"))(X),
                    jax.jit(f).trace(X).lower(lowering_platforms=("cuda", "cpu"))):
        for run in engines(program):
            same(run(X), X + 1)


def test_leaves_of_what_was_kept() -> None:
    for run in engines(jax.jit(lambda a, b, c: {"y": a + c}).lower(X, {"q": X}, X)):
        same(run(X, X), (X + X,))


def test_results_go_where_they_are_asked_for() -> None:
    executable = hloom.compile(hloom.parse(jax.jit(lambda p: {"y": p["x"] + 1, "z": p["x"]}).lower({"x": X})))
    out = np.zeros(3, np.float32)
    assert executable({"x": X}, out=[out, None])["y"] is out
    np.testing.assert_array_equal(out, X + 1)
    assert isinstance(executable, hloom.Executable) and executable.kernels and "x" in repr(executable)
    executable.time_limit = 5.0
    assert executable.time_limit == 5.0


FAULTS = {
    "the arguments are not those of the function that was lowered": [
        ((X,), {}), (MIXED, {}), ((*MIXED, X), {}), ((MIXED[0], Layer(X, {"w": X}, 7)), {"scale": X}),
        (MIXED, {"scale": X, "power": 3}), ((MIXED[0], MIXED[1]), {"weight": X})],
    r"argument 0 \(pair.first\) of @main must have shape \[3\], got \[2\]": [((Pair(X[:2], X), MIXED[1]), {"scale": X})],
    r"argument 3 \(layer.more\['w'\]\) of @main must have element type f32 \(float32\), got int32": [
        ((MIXED[0], Layer(X, {"w": X.astype(np.int32)})), {"scale": X})],
    r"argument 4 \(scale\) of @main: a NoneType is not an array": [(MIXED, {"scale": None})],
}


@pytest.mark.parametrize("message, calls", FAULTS.items(), ids=range(len(FAULTS)))
def test_arguments_that_do_not_fit(message: str, calls: Any) -> None:
    for run in engines(jax.jit(mixed).lower(*MIXED, scale=X)):
        for arguments, named in calls:
            with pytest.raises(hloom.InputError, match=message):
                run(*arguments, **named)


def test_texts_name_arguments_as_their_debug_information_does() -> None:
    text = jax.jit(lambda p: p["w"] + p["b"]).lower({"b": X, "w": X}).as_text(debug_info=True)
    for run in engines(text):
        with pytest.raises(hloom.InputError, match=r"argument 1 \(p\['w'\]\) of @main must have shape"):
            run(X, X[:2])
        same(run(X, X), (X + X,))


# -- numbers and keys -------------------------------------------------------------------------------------------------------
WIDE = [np.array([2**31, -(2**31) - 1, 5]), np.array([2**33 + 7, 1], np.uint64), np.array([1e300, -1e300, 1.1, 1e-300]),
        np.array([1e300 + 1j, 2j]), np.float64(0.1), np.int64(7), np.arange(4)]


@pytest.mark.parametrize("x", WIDE, ids=lambda x: f"{x.dtype}{x.shape}")
def test_numbers_of_64_bits_become_what_jit_makes_of_them(x: Any) -> None:
    jitted = jax.jit(lambda x: x)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # NumPy's and JAX's about what overflows
        lowered, expected = jitted.lower(x), np.asarray(jitted(x))
    for program in (lowered, lowered.as_text()):
        for run in engines(program):
            (found,) = jax.tree.leaves(run(x))
            assert found.dtype == expected.dtype
            np.testing.assert_array_equal(found, expected)


def test_numbers_of_python() -> None:
    jitted = jax.jit(lambda a, b: a + b)
    for run in engines(jitted.lower(1, 2.0)):
        for arguments in ((1, 2.0), (np.int64(7), np.float64(2)), (True, 3)):
            assert run(*arguments) == jitted(*arguments)
        with pytest.raises(hloom.InputError, match=r"argument 0 \(a\) of @main: 2147483648 does not fit int32"):
            run(2**31, 1.0)


@pytest.mark.parametrize("x, like", [
    (np.float32(1), np.int32(1)), (np.array([1], np.int32), np.array([1], np.float32)), (np.int16(1), np.int32(1)),
    (np.float64(1), jnp.bfloat16(1))])
def test_other_types_are_not_converted(x: Any, like: Any) -> None:
    for run in engines(jax.jit(lambda x: x).lower(like)):
        with pytest.raises(hloom.InputError, match="must have element type"):
            run(x)


def test_types_are_exact_elsewhere() -> None:
    text = "func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> { return %x : tensor<3xf32> }"
    for run in engines(text):
        with pytest.raises(hloom.InputError, match="argument 0 of @main must have element type f32"):
            run(X.astype(np.float64))
    wide = ("func.func @main(%x: tensor<f32>, %y: tensor<f64>) -> (tensor<f32> {jax.result_info = \"\"}) "
            "{ return %x : tensor<f32> }")
    for run in engines(wide):
        with pytest.raises(hloom.InputError, match="argument 0 of @main must have element type f32"):
            run(np.float64(1), np.float64(1))


def test_types_are_exact_with_numbers_of_64_bits() -> None:
    jax.config.update("jax_enable_x64", True)
    try:
        found = engines(jax.jit(lambda x: x).lower(X))
        found.append(pickle.loads(pickle.dumps(found[0])))
    finally:
        jax.config.update("jax_enable_x64", False)
    for run in found:
        with pytest.raises(hloom.InputError, match="must have element type f32"):
            run(X.astype(np.float64))


@pytest.mark.parametrize("shape", [(), (2,)])
def test_typed_keys_are_their_words(shape: Any) -> None:
    key = jax.random.split(jax.random.key(7), shape) if shape else jax.random.key(7)

    def f(p: Any) -> Any:
        one = p["key"] if not shape else p["key"][1]
        return jax.random.uniform(one, (3,)), jax.random.split(one)

    expected = jax.jit(f)({"key": key})
    for run in engines(jax.jit(f).lower({"key": key})):
        drawn, keys = run({"key": key})
        np.testing.assert_array_equal(drawn, expected[0])
        np.testing.assert_array_equal(keys, jax.random.key_data(expected[1]))
        np.testing.assert_array_equal(run({"key": jax.random.key_data(key)})[0], drawn)
        np.testing.assert_array_equal(run(key)[0], drawn)


# -- other processes --------------------------------------------------------------------------------------------------------
def test_executables_take_their_trees_along() -> None:
    executable = hloom.compile(hloom.parse(jax.jit(lambda a, b: {"y": a["u"] + b[0], "m": None}).lower({"u": X}, (X, X))))
    again = pickle.loads(pickle.dumps(executable))
    same(again({"u": X}, (X, X)), {"y": X + X, "m": None})
    same(again(X, X), (X + X,))


def test_trees_that_jax_does_not_pickle_stay() -> None:
    executable = hloom.compile(hloom.parse(jax.jit(lambda b, x: b.held + x).lower(Box(X), X)))
    same(executable(Box(X), X), X + X)
    again = pickle.loads(pickle.dumps(executable))
    same(again(X, X), (X + X,))
    with pytest.raises(hloom.InputError, match="got lost when the executable was pickled"):
        again(Box(X))


def test_a_process_without_jax_calls_with_leaves(tmp_path: Path) -> None:
    executable = hloom.compile(hloom.parse(jax.jit(lambda p: {"y": p["x"] + 1}).lower({"x": X})))
    (tmp_path / "executable").write_bytes(pickle.dumps(executable))
    code = f"""
import sys
sys.modules.update(jax=None, jaxlib=None)
import pickle, numpy as np, hloom
executable = pickle.load(open({str(tmp_path / "executable")!r}, "rb"))
print(executable(np.float32([1, 2, 3]))[0].tolist())
try:
    executable(dict(x=1), 2)
except hloom.InputError as error:
    print("got lost" in str(error))
"""
    assert printed("-c", code) == "[2.0, 3.0, 4.0]\nTrue\n"
