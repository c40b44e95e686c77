"""What `jax.export` serializes is called without JAX as it is with it; what is damaged, or called wrongly, is an error."""

from __future__ import annotations

import random
import struct
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.bridges.trees import argument_paths
from hloom.support.flatbuffer import root
from hloom.vhlo.exported import Tree, read_exported
from tests.bridges.make_exported import PATH

BLOB = PATH.read_bytes()
RNG = np.random.default_rng(1)
PARAMS = {"w": RNG.standard_normal((3, 4)).astype(np.float32), "b": RNG.standard_normal(4).astype(np.float32), "n": np.int32(6)}
X = RNG.standard_normal((5, 3)).astype(np.float32)


def right(x: np.ndarray, scale: float) -> np.ndarray:
    return np.tanh(x @ PARAMS["w"] + PARAMS["b"] * np.float32(scale))


@pytest.mark.parametrize("platform, more", [(None, 0), ("cpu", 0), ("cuda", 1), ("tpu", 2)])
def test_trees_go_in_and_come_out(platform: str | None, more: int) -> None:
    function = hloom.load_exported(BLOB, platform=platform)
    for x in (X, X[:2]):  # any batch
        found = function(PARAMS, x, scale=2.0)
        assert list(found) == ["rest", "y"]
        np.testing.assert_allclose(found["y"], right(x, 2) + more, rtol=1e-5)
        nothing, (total, count) = found["rest"]
        assert nothing is None and count == 7
        np.testing.assert_allclose(total, x.sum(), rtol=1e-4)


def test_what_a_function_is() -> None:
    function = hloom.load_exported(PATH)
    assert function.name == "function" and function.platforms == ("cpu", "cuda", "tpu") and function.devices == 1
    assert function.arguments == ("args[0]['b']: f32[4]", "args[0]['n']: i32[]", "args[0]['w']: f32[3,4]", "args[1]: f32[b,3]",
                                  "kwargs['scale']: f32[]")
    assert function.results == ("result['rest'][1][0]: f32[]", "result['rest'][1][1]: i32[]", "result['y']: f32[b,4]")
    assert "<exported function(args[0]['b']: f32[4]" in repr(function)


def test_the_program_alone_is_loaded_by_content(tmp_path) -> None:
    (tmp_path / "model.bin").write_bytes(BLOB)
    text = str(hloom.load(tmp_path / "model.bin"))
    assert "module @jit_function" in text
    for given in (BLOB, bytearray(BLOB)):
        assert str(hloom.parse(given)) == str(hloom.parse(given, format="auto")) == text


@pytest.mark.parametrize("arguments, message", [
    (lambda: ((PARAMS, X.T), {"scale": 1.0}), r"args\[1\] is f32\[b,3\], got an array of shape \[3, 5\]"),
    (lambda: (({**PARAMS, "w": PARAMS["w"].T}, X), {"scale": 1.0}), r"args\[0\]\['w'\] is f32\[3,4\], got an array of shape"),
    (lambda: (({"w": 1}, X), {"scale": 1.0}), r"function: args\[0\] has the keys \['b', 'n', 'w'\], got the keys \['w'\]"),
    (lambda: ((PARAMS, X), {}), r"function: kwargs has the keys \['scale'\], got the keys \[\]"),
    (lambda: ((PARAMS,), {"scale": 1.0}), r"function: args is a tuple of 2 parts, got 1 parts"),
    (lambda: ((PARAMS, X.astype(np.int64)), {"scale": 1.0}), r"args\[1\] is f32\[b,3\], got int64"),
    (lambda: (({**PARAMS, "n": 1 << 40}, X), {"scale": 1.0}), r"args\[0\]\['n'\] is i32\[\], got int64 numbers that do not fit"),
    (lambda: ((PARAMS, X[:1]), {"scale": 1.0}), "b >= 2"),
])
def test_what_does_not_fit_is_named(arguments: Any, message: str) -> None:
    args, kwargs = arguments()
    with pytest.raises(hloom.UserError, match=message):
        hloom.load_exported(BLOB)(*args, **kwargs)


def test_numbers_of_python_and_of_wider_types_go_in() -> None:
    function = hloom.load_exported(BLOB)
    wide = {"w": PARAMS["w"].astype(np.float64), "b": PARAMS["b"].tolist(), "n": 6}
    np.testing.assert_array_equal(function(wide, X.tolist(), scale=2)["y"], function(PARAMS, X, scale=2.0)["y"])


def test_a_platform_that_there_is_not() -> None:
    with pytest.raises(hloom.InputError, match="exported for cpu, cuda, tpu, not for rocm"):
        hloom.load_exported(BLOB, platform="rocm")
    with pytest.raises(hloom.InputError, match="without its derivative"):
        hloom.load_exported(BLOB).vjp()


@pytest.mark.parametrize("count", [800, pytest.param(3000, marks=pytest.mark.exhaustive)])
def test_a_blob_that_is_cut_or_changed_is_an_error(count: int) -> None:
    draw = random.Random(3)
    for end in range(0, len(BLOB), 7):
        with pytest.raises(hloom.UserError):
            read_exported(BLOB[:end])
            hloom.load_exported(BLOB[:end])
    for _ in range(count):
        damaged = bytearray(BLOB)
        damaged[draw.randrange(len(BLOB))] = draw.randrange(256)
        try:
            hloom.load_exported(bytes(damaged))
        except hloom.UserError:
            pass


def field_of(data: bytes, field: int) -> int:
    """The place of a field of the table that a flatbuffer begins with."""
    (table,) = struct.unpack_from("<I", data)
    (back,) = struct.unpack_from("<i", data, table)
    return table + struct.unpack_from("<H", data, table - back + 4 + 2 * field)[0]


def with_tree(data: bytes, *floors: int) -> bytes:
    """A blob whose tree of arguments consists of tuples of so many branches, each floor's all the same, over a leaf."""
    base = len(data) + -len(data) % 4
    out = bytearray(data) + bytes(base - len(data))
    struct.pack_into("<I", out, field_of(data, 2), base + 8 - field_of(data, 2))
    for branches in floors:  # the list of fields, the table with its children and kind, the row of children
        out += struct.pack("<HHHHiIII", 8, 12, 8, 4, 8, 8, 2, branches)
        beyond = len(out) + 4 * branches + 8
        out += b"".join([struct.pack("<I", beyond - len(out) - 4 * k) for k in range(branches)])
    return bytes(out) + struct.pack("<HHHHiII", 8, 12, 8, 0, 8, 0, 0)


def test_trees_of_the_same_branches_over_and_over_are_refused() -> None:
    """A flatbuffer may refer to a table twice: forty floors of that would be a million million leaves."""
    with pytest.raises(hloom.ParseError, match=r"byte \d+: the tree of the arguments has 4 leaves, but there are 5"):
        read_exported(with_tree(BLOB, 2, 2))
    for floors in ([2] * 40, [300] * 3):
        with pytest.raises(hloom.ParseError, match=r"\[limit\] byte \d+: the same bytes are referred to over and over"):
            read_exported(with_tree(BLOB, *floors))
    with pytest.raises(hloom.ParseError, match=r"byte \d+: trees are nested too deep"):
        read_exported(with_tree(BLOB, *[1] * 200))


def test_long_keys_are_shortened_where_leaves_are_named() -> None:
    leaves = Tree("dict", (Tree("leaf"),) * 1000, tuple(map(str, range(1000))))
    found = argument_paths(Tree("tuple", (Tree("dict", (leaves,), ("k" * 100_000,)),)))
    assert len(found) == 1000 and found[7].startswith("args['kkk") and found[7].endswith("['7']") and len(found[7]) < 500


def test_a_function_for_no_platform() -> None:
    data = bytearray(BLOB)
    struct.pack_into("<I", data, field_of(BLOB, 9) + struct.unpack_from("<I", BLOB, field_of(BLOB, 9))[0], 0)
    with pytest.raises(hloom.InputError, match="was exported for no platform in particular, not for cpu"):
        hloom.load_exported(bytes(data), platform="cpu")


@pytest.mark.parametrize("data", [b"", b"abc", b"\0" * 100, b"\xff" * 100])
def test_what_is_no_blob_is_an_error(data: bytes) -> None:
    with pytest.raises(hloom.InputError, match=r"not what jax\.export serializes"):
        hloom.load_exported(data)
    with pytest.raises(hloom.ParseError):
        root(data).number(0, 4)
        read_exported(data)


def test_what_jax_serializes_today() -> None:
    pytest.importorskip("flatbuffers")
    jax = pytest.importorskip("jax")
    from tests.bridges.make_exported import function as plain
    from tests.bridges.make_exported import serialized

    blob = serialized(vjp_order=1)
    loaded = hloom.load_exported(blob)
    theirs = jax.tree.map(np.asarray, jax.jit(plain)(PARAMS, X, scale=2.0))
    ours = loaded(PARAMS, X, scale=2.0)
    assert jax.tree.structure(ours) == jax.tree.structure(theirs)
    for a, b in zip(jax.tree.leaves(ours), jax.tree.leaves(theirs), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-5)
    assert len(loaded.vjp().arguments) == len(loaded.arguments) + len(loaded.results)


def test_what_torchax_hands_on() -> None:
    """A jax.export.Exported of func(states, inputs), a list of weights and a tuple of one list, as torchax.export exports it."""
    pytest.importorskip("flatbuffers")
    jax = pytest.importorskip("jax")
    from jax import export

    def func(states: list[Any], inputs: tuple[list[Any]]) -> tuple[Any]:
        return (inputs[0][0] @ states[0] + states[1],)

    (batch,) = export.symbolic_shape("s0")
    weights = [PARAMS["w"], PARAMS["b"]]
    exported = export.export(jax.jit(func))(weights, ([jax.ShapeDtypeStruct((batch, 3), np.float32)],))
    run = hloom.load_exported(exported.serialize())
    assert run.arguments[2] == "args[1][0][0]: f32[s0,3]"
    for given in (weights, [jax.numpy.asarray(each) for each in weights]):  # torchax's weights are JAX's arrays
        np.testing.assert_allclose(run(given, ([X],))[0], X @ weights[0] + weights[1], rtol=1e-5)
