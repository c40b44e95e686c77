"""What today's JAX exports is called as JAX calls it: symbolic sizes and their constraints, checks that were disabled, custom
calls, meshes, keys of random numbers, types that are registered. In the words of JAX's own errors where the program has them."""

from __future__ import annotations

import re
from collections import namedtuple
from collections.abc import Callable, Iterator
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import hloom
from hloom.reference.custom_calls import CUSTOM_CALLS

pytestmark = pytest.mark.slow
jax: Any = pytest.importorskip("jax")
pytest.importorskip("flatbuffers")
jnp, export = jax.numpy, pytest.importorskip("jax.export")

RNG = np.random.default_rng(8)
Pair = namedtuple("Pair", "u v")


def draw(*shape: int, dtype: Any = np.float32) -> np.ndarray:
    return RNG.standard_normal(shape).astype(dtype)


def specs(tree: Any) -> Any:
    return jax.tree.map(lambda a: jax.ShapeDtypeStruct(np.shape(a), np.asarray(a).dtype), tree)


def exported(function: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
    return export.export(jax.jit(function), **options)(*arguments)


def loaded(exported: Any, **options: Any) -> Any:
    return hloom.load_exported(bytes(exported.serialize()), **options)


def same(ours: Any, theirs: Any) -> None:
    assert jax.tree.structure(ours) == jax.tree.structure(theirs)
    for a, b in zip(jax.tree.leaves(ours), jax.tree.leaves(theirs), strict=True):
        assert np.asarray(a).dtype == b.dtype
        np.testing.assert_allclose(np.asarray(a, np.complex128), np.asarray(b, np.complex128), rtol=1e-5, atol=1e-6)


def joined(x: Any, y: Any) -> dict[str, Any]:
    return {"joined": jnp.concatenate([x, y], 0), "third": y[: y.shape[0] // 3], "rest": (x.sum(0), None, [])}


#: Sizes of two arguments by their symbols, constraints, and the numbers that calls are tried with.
SYMBOLIC = [
    ("b, c", ("b >= 2", "b <= 16", "c >= b"), [(2, 2), (4, 9), (16, 16), (1, 3), (17, 20), (5, 4), (0, 4)]),
    ("b, c", ("mod(b, 2) == 0", "floordiv(c, b) == 2"), [(2, 4), (4, 9), (3, 6), (4, 8), (4, 12)]),
    ("2*d + 1, 2*d + 1", (), [(5, 5), (4, 4), (5, 7), (1, 1)]),
    ("b, 3*b", (), [(2, 6), (2, 7), (3, 9)]),
]


@pytest.mark.parametrize("sizes, constraints, tried", SYMBOLIC, ids=lambda v: str(v) if isinstance(v, str) else None)
def test_symbolic_sizes_fit_where_jax_says_so(sizes: str, constraints: tuple[str, ...], tried: list[tuple[int, int]]) -> None:
    shapes = export.symbolic_shape(sizes, constraints=constraints)
    made = exported(joined, *(jax.ShapeDtypeStruct((n, 3), np.float32) for n in shapes))
    run, refused = loaded(made), 0
    for m, n in tried:
        x, y = draw(m, 3), draw(n, 3)
        try:
            theirs = made.call(x, y)
        except ValueError as error:
            with pytest.raises(hloom.UserError) as caught:
                run(x, y)
            assert str(error) in str(caught.value)  # the same constraint, with the same numbers
            refused += 1
        else:
            same(run(x, y), theirs)
    assert 0 < refused < len(tried)


def test_a_platform_counts_unless_that_check_was_disabled() -> None:
    x = draw(3)
    with pytest.raises(hloom.InputError, match="exported for tpu, not for cpu; platform='tpu'"):
        loaded(exported(lambda x: x * 2, x, platforms=("tpu",)))
    anywhere = exported(lambda x: x * 2, x, platforms=("tpu",), disabled_checks=[export.DisabledSafetyCheck.platform()])
    same(loaded(anywhere)(x), anywhere.call(x))


@pytest.fixture
def registered() -> Iterator[None]:
    kept = dict(CUSTOM_CALLS)
    yield
    CUSTOM_CALLS.clear()
    CUSTOM_CALLS.update(kept)


def test_custom_calls_that_were_allowed(registered: None) -> None:
    """JAX exports those of its list, and others where that check is disabled; here they are what is registered."""
    def doubled(x: Any) -> Any:
        return jax.ffi.ffi_call("my_doubler", jax.ShapeDtypeStruct(x.shape, x.dtype))(x) + 1

    x = draw(3)
    run = loaded(exported(doubled, x, disabled_checks=[export.DisabledSafetyCheck.custom_call("my_doubler")]))
    with pytest.raises(hloom.EvaluationError, match=r"no function is registered for .* 'my_doubler'; hloom\.register"):
        run(x)
    hloom.register_custom_call("my_doubler", lambda op, x: x * 2)
    np.testing.assert_array_equal(run(x), x * 2 + 1)


def test_custom_calls_of_jaxs_list() -> None:
    """Decompositions, for which JAX guarantees its targets, need nothing."""
    a = draw(4, 4)
    a = a @ a.T + 4 * np.eye(4, dtype=np.float32)
    for function in (jnp.linalg.cholesky, jnp.linalg.inv, lambda a: jnp.linalg.eigh(a)[0]):
        made = exported(function, a)
        np.testing.assert_allclose(loaded(made)(a), made.call(a), rtol=1e-3, atol=1e-4)


def test_meshes() -> None:
    """A sharded function states its mesh, an operation of Shardy in the artifact."""
    mesh = jax.sharding.Mesh(np.array(jax.devices("cpu")[:1]), ("i",))
    sharding = jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec("i"))
    made = export.export(jax.jit(lambda x: jax.lax.with_sharding_constraint(x * 2, sharding), in_shardings=sharding))(
        jax.ShapeDtypeStruct((4, 3), np.float32))
    assert "sdy.mesh" in str(hloom.parse(made.serialize()))
    x = draw(4, 3)
    np.testing.assert_array_equal(loaded(made)(x), x * 2)


def test_keys_of_random_numbers_go_in_as_their_data() -> None:
    key = jax.random.key(5)
    made = exported(lambda k: jax.random.normal(k, (4,)), jax.eval_shape(lambda: jax.random.key(0)))
    run = loaded(made)
    assert run.arguments == ("args[0]: key<fry>[]",)
    np.testing.assert_allclose(run(np.asarray(jax.random.key_data(key))), made.call(key), rtol=1e-5)


def test_types_and_what_is_not_used() -> None:
    params = {"bf16": draw(4, dtype=ml_dtypes.bfloat16), "f16": draw(4, dtype=np.float16), "i8": np.arange(-2, 2, dtype=np.int8),
              "u32": np.arange(4, dtype=np.uint32), "b": np.array([True, False]), "c": (draw(4) + 1j).astype(np.complex64)}

    def function(params: Any, unused: Any) -> Any:
        return {name: v + v if v.dtype != bool else ~v for name, v in params.items()}

    made = exported(function, specs(params), jax.ShapeDtypeStruct((7,), np.float32))
    same(loaded(made)(params, draw(7)), made.call(params, draw(7)))
    with pytest.raises(hloom.InputError, match=r"args\[1\] is f32\[7\], got an array of shape \[6\]"):
        loaded(made)(params, draw(6))
    with pytest.raises(hloom.InputError, match=r"args\[0\]\['b'\] is i1\[2\], got int32"):
        loaded(made)({**params, "b": np.zeros(2, np.int32)}, draw(7))


def test_registered_types_are_tuples() -> None:
    export.register_namedtuple_serialization(Pair, serialized_name="tests.Pair")
    pair = Pair(draw(2), draw(2))
    made = exported(lambda p: (Pair(p.v, p.u), p.u + 1), specs(pair))
    (swapped, more) = loaded(made)(pair)
    assert type(swapped) is tuple
    for found, right in zip((*swapped, more), (pair.v, pair.u, pair.u + 1), strict=True):
        np.testing.assert_array_equal(found, right)


def test_the_derivative_takes_arguments_and_cotangents_one_by_one() -> None:
    params, x = {"w": draw(3, 2), "b": draw(2)}, draw(4, 3)

    def loss(params: Any, x: Any) -> Any:
        return (jnp.tanh(x @ params["w"] + params["b"]) ** 2).sum()

    run = hloom.load_exported(bytes(exported(loss, specs(params), specs(x)).serialize(vjp_order=1)))
    np.testing.assert_allclose(run(params, x), loss(params, x), rtol=1e-5)
    found = run.vjp()(params["b"], params["w"], x, np.float32(1))
    right = jax.grad(loss, (0, 1))(params, x)
    for ours, theirs in zip(found, (right[0]["b"], right[0]["w"], right[1]), strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-4, atol=1e-5)


def test_trees_that_do_not_fit_are_refused_where_jax_refuses_them() -> None:
    params, x = {"w": draw(3, 2), "b": (draw(2), None)}, draw(4, 3)
    made = exported(lambda p, x: x @ p["w"] + p["b"][0], specs(params), specs(x))
    run = loaded(made)
    wrong = [(params,), (params, x, x), ([params], x), ({"w": params["w"]}, x), ({**params, "more": x}, x),
             ({**params, "b": params["b"][:1]}, x), ({**params, "b": (params["b"][0], x)}, x),
             ({**params, "w": (params["w"],)}, x), (params, x[:, 0]), (params, x[:1]),
             (params, x.astype(np.int32)), (params, x.astype(complex)), (params, x > 0)]
    for arguments in wrong:
        with pytest.raises((ValueError, TypeError)):
            made.call(*arguments)
        with pytest.raises(hloom.InputError, match=re.compile("args|parts")):
            run(*arguments)
    same(run(params, x), made.call(params, x))
