"""Exports of JAX with symbolic sizes, compiled for the sizes of calls: against JAX itself, and nothing on the evaluator."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import hloom

jax = pytest.importorskip("jax")
from jax import export, lax  # noqa: E402
from jax import numpy as jnp  # noqa: E402

pytestmark = pytest.mark.slow

ORDER = ("NHWC", "HWIO", "NHWC")
#: Functions by name, with the shapes for which they are exported, and those with which they are called.
FUNCTIONS: dict[str, tuple[Callable[..., Any], list[str], list[list[tuple[int, ...]]]]] = {
    "softmax": (jax.nn.softmax, ["b, 7"], [[(1, 7)], [(5, 7)]]),
    "attention": (lambda q, k: jax.nn.softmax(jnp.einsum("btd,bsd->bts", q, k)) @ k, ["b, t, 8", "b, t, 8"],
                  [[(2, 5, 8)] * 2, [(1, 1, 8)] * 2]),
    "twice": (lambda x: x.reshape(-1, 2, 3).sum(1), ["b*2, 3"], [[(2, 3)], [(8, 3)]]),
    "flatten": (lambda x: x.reshape(x.shape[0], -1) + x.shape[1], ["b, h, w"], [[(3, 2, 4)], [(1, 1, 1)]]),
    "at least 3": (lambda x: jnp.pad(x, (0, jax.core.max_dim(x.shape[0], 3) - x.shape[0])), ["b"], [[(1,)], [(3,)], [(7,)]]),
    "half": (lambda x: x[: x.shape[0] // 2], ["b"], [[(1,)], [(9,)]]),
    "convolution": (lambda x: lax.conv_general_dilated(x, jnp.ones((3, 3, 3, 4)) / 27, (1, 1), "SAME", dimension_numbers=ORDER),
                    ["b, h, w, 3"], [[(1, 4, 5, 3)], [(2, 5, 7, 3)]]),
    "pooling": (lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 1), (1, 2, 1), "VALID"), ["b, h, 3"],
                [[(1, 4, 3)], [(2, 9, 3)]]),
    "indices": (lambda x, i: x[(i * 3).astype(jnp.int32)], ["n, d", "m"], [[(6, 3), (4,)], [(1, 1), (1,)]]),
    "scattered": (lambda x: x.at[jnp.array([0, 0, 1])].add(1.5), ["n, d"], [[(3, 4)], [(1, 1)]]),
    "sorted": (lambda x: (jnp.sort(x, -1), jnp.argsort(x, 0)), ["b, n"], [[(3, 5)], [(1, 1)]]),
    "cumulative": (lambda x: jnp.cumsum(x, 1), ["b, n"], [[(3, 17)], [(1, 1)]]),
    "scan": (lambda x: lax.scan(lambda c, v: (jnp.tanh(c + v), c * 2), jnp.zeros(x.shape[1]), x), ["t, b"], [[(5, 3)], [(1, 1)]]),
    "loop": (lambda x: lax.fori_loop(0, x.shape[1], lambda i, c: c + lax.dynamic_slice_in_dim(x, i, 1, 1)[:, 0],
                                     jnp.zeros(x.shape[0])), ["b, n"], [[(3, 4)], [(1, 1)]]),
    "branch": (lambda x: lax.cond(x.sum() > 1, lambda v: v * 2, lambda v: v - 1, x), ["b"], [[(1,)], [(6,)]]),
    "gradient": (jax.grad(lambda x: (jnp.tanh(x) @ jnp.ones((5, 4))).mean()), ["b, 5"], [[(1, 5)], [(6, 5)]]),
    "factor": (lambda x: jnp.linalg.cholesky(x @ x.swapaxes(-1, -2) + jnp.eye(x.shape[-1])), ["b, n, n"],
               [[(2, 4, 4)], [(1, 1, 1)]]),
    "random": (lambda x: x + jax.random.normal(jax.random.key(0), x.shape), ["b, 3"], [[(1, 3)], [(5, 3)]]),
}


def exported(function: Callable[..., Any], shapes: list[str], constraints: tuple[str, ...] = ()) -> Any:
    scope = export.SymbolicScope(constraints)
    types = [jax.ShapeDtypeStruct(export.symbolic_shape(s, scope=scope), jnp.float32) for s in shapes]
    return hloom.parse(export.export(jax.jit(function))(*types).mlir_module())


def arrays_of(shapes: list[tuple[int, ...]]) -> list[np.ndarray]:
    return [np.random.default_rng(1).random(shape, np.float32) for shape in shapes]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_exports_are_compiled_for_each_size(name: str) -> None:
    function, shapes, calls = FUNCTIONS[name]
    module = exported(function, shapes)
    exe: Any = hloom.compile(module)
    for sizes in calls:
        arrays = arrays_of(sizes)
        wanted = jax.tree.leaves(function(*map(jnp.asarray, arrays)))
        for found, evaluated, expected in zip(exe(*arrays), hloom.evaluate(module, *arrays), wanted, strict=True):
            np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-5)
            np.testing.assert_allclose(found, evaluated, rtol=1e-4, atol=1e-5)
    assert not exe.fallbacks and len(exe.specializations) == len(calls)


def test_sizes_of_zero() -> None:
    """JAX forbids them by assertions; without these, programs run."""
    for name in ("softmax", "attention", "flatten", "sorted", "cumulative"):
        function, shapes, calls = FUNCTIONS[name]
        module = exported(function, shapes)
        arrays = arrays_of([(0, *shape[1:]) for shape in calls[0]])
        with pytest.raises(hloom.EvaluationError, match=r"shape_assertion.*Expected value >= 1"):
            hloom.compile(module)(*arrays)
        lines = [line for line in module.to_text().splitlines() if "@shape_assertion" not in line]
        free = hloom.parse("\n".join(lines))
        exe: Any = hloom.compile(free)
        for found, expected in zip(exe(*arrays), hloom.evaluate(free, *arrays), strict=True):
            assert found.shape == expected.shape and found.size == 0
        assert not exe.fallbacks


def test_constraints_are_those_of_the_export() -> None:
    module = exported(lambda x: x.reshape(4, -1), ["4*b, 3"], ("b <= 2",))
    exe: Any = hloom.compile(module)
    assert exe(np.ones((8, 3), np.float32))[0].shape == (4, 6)
    for rows in (6, 12):
        with pytest.raises(hloom.EvaluationError) as expected:
            hloom.evaluate(module, np.ones((rows, 3), np.float32))
        with pytest.raises(hloom.EvaluationError) as found:
            exe(np.ones((rows, 3), np.float32))
        assert str(found.value) == str(expected.value) and "[shape_assertion]" in str(found.value)
    assert len(exe.specializations) == 1
