"""Folders of torch-xla are read and called without PyTorch; what is damaged, or leads out of them, is an error.

The folders are written here, without PyTorch, to the layout that torch_xla/stablehlo.py and torch.utils._pytree document.
"""

from __future__ import annotations

import json
import os
import random
from collections import OrderedDict, namedtuple
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import hloom

RNG = np.random.default_rng(5)
WEIGHT, BIAS, OFFSET = RNG.standard_normal((4, 3)).astype(np.float32), np.array([1, 2, 3, 4], np.float32), np.float32(0.5)
X = RNG.standard_normal((2, 3)).astype(np.float32)
LINEAR = """
func.func @main(%bias: tensor<4xf32>, %scale: tensor<f32>, %weight: tensor<4x3xf32>, %x: tensor<2x3xf32>, %c: tensor<f32>)
    -> (tensor<2x4xf32>, tensor<f32>) {
  %0 = stablehlo.dot_general %x, %weight, contracting_dims = [1] x [1] : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.broadcast_in_dim %bias, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
  %2 = stablehlo.broadcast_in_dim %scale, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
  %3 = stablehlo.multiply %0, %2 : tensor<2x4xf32>
  %4 = stablehlo.add %3, %1 : tensor<2x4xf32>
  %5 = stablehlo.add %scale, %c : tensor<f32>
  return %4, %5 : tensor<2x4xf32>, tensor<f32>
}
"""
LEAF: dict[str, Any] = {"type": None, "context": None, "children_spec": []}


def node(kind: str, *children: Any, context: Any = None) -> dict[str, Any]:
    """A tree as treespec_dumps writes it: contexts are JSON within JSON, except where a type has its own way."""
    own = kind in ("collections.namedtuple", "collections.defaultdict")
    return {"type": kind, "context": context if own else json.dumps(context), "children_spec": list(children)}


def spec(tree: Any) -> str:
    return json.dumps([1, tree])


def leaf_arguments(*children: Any, keywords: dict[str, Any] | None = None) -> str:
    """The tree of positional and named arguments."""
    named = keywords or {}
    return spec(node("builtins.tuple", node("builtins.tuple", *children),
                     node("builtins.dict", *named.values(), context=list(named))))


def place(kind: str, at: int | str) -> dict[str, Any]:
    return {"type_": kind, "position": at if isinstance(at, int) else -1, "name": at if isinstance(at, str) else ""}


def write(folder: Path, text: str, places: list[Any], name: str = "forward", weights: dict[str, Any] | None = None,
          constants: tuple[Any, ...] = (), portable: bool = True, **meta: Any) -> Path:
    """Writes a function as torch-xla's _save_program_bundle lays it out."""
    module = hloom.parse(text)
    main = module.functions["main"].function_type
    for part in ("functions", "data", "constants"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    for file, array in [*(weights or {}).items()]:
        with open(folder / "data" / file, "wb") as out:
            np.save(out, array)
    for number, array in enumerate(constants):
        with open(folder / "constants" / str(number), "wb") as out:
            np.save(out, array)
    signature = [{"shape": [2], "dtype": "float32", "dynamic_dims": []}]
    description = {"name": name, "stablehlo_version": "0.0.0", "input_signature": signature * len(main.inputs),
                   "output_signature": signature * len(main.outputs), "input_locations": places, "unused_inputs": [],
                   "input_pytree_spec": None, "output_pytree_spec": None, **meta, **meta.pop("changed", {})}
    (folder / "functions" / f"{name}.meta").write_text(json.dumps(description))
    artifact = hloom.serialize_portable_artifact(module, "1.0.0") if portable else module.to_bytecode()
    (folder / "functions" / f"{name}.bytecode").write_bytes(artifact)
    (folder / "functions" / f"{name}.mlir").write_text(text)
    return folder


LINEAR_PLACES = [place("parameter", "layer.bias"), place("input_arg", 2), place("parameter", "layer.weight"),
                 place("input_arg", 1), place("constant", 0)]


def linear(folder: Path, **meta: Any) -> Path:
    """A layer called as f(flag, x, scale=...): the flag is not used."""
    described: dict[str, Any] = {
        "unused_inputs": [[place("input_arg", 0), {"shape": [], "dtype": "<class 'int'>", "dynamic_dims": []}]],
        "input_pytree_spec": leaf_arguments(LEAF, LEAF, keywords={"scale": LEAF}),
        "output_pytree_spec": spec(node("builtins.dict", LEAF, node("builtins.list", LEAF), context=["y", "rest"])), **meta}
    return write(folder, LINEAR, LINEAR_PLACES, weights={"layer.weight": WEIGHT, "layer.bias": BIAS}, constants=(OFFSET,),
                 **described)


@pytest.mark.parametrize("portable", [True, False])
def test_weights_and_trees(tmp_path: Path, portable: bool) -> None:
    function = hloom.load_exported(linear(tmp_path, portable=portable))
    found = function(None, X, scale=2.0)
    assert list(found) == ["y", "rest"] and isinstance(found["rest"], list)
    np.testing.assert_allclose(found["y"], X @ WEIGHT.T * 2 + BIAS, rtol=1e-5)
    assert found["rest"][0] == 2.5
    assert function.arguments == ("args[0]: not used", "args[1]: f32[2,3]", "kwargs['scale']: f32[]")
    assert function.results == ("result['y']: f32[2,4]", "result['rest'][0]: f32[]")
    assert function.name == "forward" and function.platforms == () and function.devices == 1
    assert repr(function).startswith("<exported forward(args[0]: not used, args[1]")


def test_the_program_alone(tmp_path: Path) -> None:
    module = hloom.load(linear(tmp_path))
    assert str(module) == str(hloom.load(str(tmp_path / "functions" / "forward.bytecode")))
    given = BIAS, np.float32(2), WEIGHT, X, OFFSET
    expected = hloom.load_exported(tmp_path)(1, X, scale=2)["y"]
    np.testing.assert_allclose(hloom.evaluate(module, *given)[0], expected, rtol=1e-6)
    np.testing.assert_allclose(hloom.compile(module)(*given)[0], expected, rtol=1e-6)


def test_several_functions_are_chosen_by_name(tmp_path: Path) -> None:
    double = """func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = stablehlo.add %x, %x : tensor<2xf32> return %0 : tensor<2xf32> }"""
    write(linear(tmp_path), double, [place("input_arg", 0)], name="double")
    for load in (hloom.load, hloom.load_exported):
        with pytest.raises(hloom.InputError, match=r"2 functions, of which .*function=.*: double, forward"):
            load(tmp_path)
    with pytest.raises(hloom.InputError, match="no function 'doubel'; did you mean 'double'"):
        hloom.load_exported(tmp_path, function="doubel")
    function = hloom.load_exported(tmp_path, function="double")
    (found,) = function(np.array([1, 2], np.float32))  # without a tree: results come one by one
    np.testing.assert_array_equal(found, [2, 4])
    assert "stablehlo.add" in str(function.module)


IDENTITY = """func.func @main(%x: tensor<?xf32>, %y: tensor<2xi64>) -> (tensor<?xf32>, tensor<2xi64>) {
  return %x, %y : tensor<?xf32>, tensor<2xi64> }"""
Pair = namedtuple("Pair", "a b")
TREES = [
    (node("builtins.tuple", LEAF, LEAF), lambda a, b: (a, b), lambda t: (t[0], t[1])),
    (node("builtins.list", LEAF, node("builtins.list", LEAF)), lambda a, b: [a, [b]], lambda t: (t[0], t[1][0])),
    (node("builtins.dict", LEAF, LEAF, context=["b", "a"]), lambda a, b: {"a": b, "b": a}, lambda t: (t["b"], t["a"])),
    (node("builtins.dict", LEAF, LEAF, context=[7, "a"]), lambda a, b: {"a": b, 7: a}, lambda t: (t[7], t["a"])),
    (node("collections.OrderedDict", LEAF, LEAF, context=["b", "a"]), lambda a, b: OrderedDict(b=a, a=b),
     lambda t: (t["b"], t["a"])),
    (node("collections.defaultdict", LEAF, LEAF, context={
        "default_factory_module": "os", "default_factory_name": "system", "dict_context": ["b", "a"]}),
     lambda a, b: {"a": b, "b": a}, lambda t: (t["b"], t["a"])),
    (node("collections.namedtuple", LEAF, LEAF, context="my.Pair"), Pair, lambda t: (t[0], t[1])),
    (node("collections.deque", LEAF, LEAF), lambda a, b: [a, b], lambda t: (t[0], t[1])),
    (node("my.Output", LEAF, LEAF, context=["first", "second"]), lambda a, b: {"first": a, "second": b},
     lambda t: (t["first"], t["second"])),
    (node("my.Pair", LEAF, LEAF, context={"anything": 1}), lambda a, b: (a, b), lambda t: (t[0], t[1])),
    (node("builtins.tuple", node("builtins.tuple"), LEAF, node("builtins.dict", context=[]), LEAF),
     lambda a, b: ((), a, {}, b), lambda t: (t[1], t[3])),
]


@pytest.mark.parametrize("tree, put, take", TREES, ids=lambda t: t["type"] if isinstance(t, dict) else "")
def test_trees_of_every_kind(tmp_path: Path, tree: Any, put: Any, take: Any) -> None:
    places = [place("input_arg", 0), place("input_arg", 1)]
    folder = write(tmp_path, IDENTITY, places, input_pytree_spec=leaf_arguments(tree), output_pytree_spec=spec(tree))
    function = hloom.load_exported(folder)
    for n in (1, 5):  # the size that is not fixed
        x, y = np.arange(n, dtype=np.float32), np.array([3, 1 << 40])
        found = function(put(x, y))
        for ours, right in zip(take(found), (x, y), strict=True):
            np.testing.assert_array_equal(ours, right)


def test_arguments_without_names(tmp_path: Path) -> None:
    tree = spec(node("builtins.tuple", LEAF, LEAF))  # no dictionary of named ones beside them
    folder = write(tmp_path, IDENTITY, [place("input_arg", 1), place("input_arg", 0)], input_pytree_spec=tree)
    (x, y) = hloom.load_exported(folder)(np.array([1, 2]), np.array([4], np.float32))
    assert x.tolist() == [4] and y.tolist() == [1, 2]


@pytest.mark.parametrize("element, dtype", [
    ("bf16", ml_dtypes.bfloat16), ("f8E4M3FN", ml_dtypes.float8_e4m3fn), ("f16", np.float16), ("i1", np.bool_), ("ui8", np.uint8),
    ("f64", np.float64), ("complex<f32>", np.complex64)])
def test_weights_of_every_type_come_bit_by_bit(tmp_path: Path, element: str, dtype: Any) -> None:
    bits = np.dtype(dtype).itemsize
    weight = np.random.default_rng(0).integers(0, 2 if dtype is np.bool_ else 256, (7, bits), np.uint8).view(dtype).reshape(7)
    text = f"func.func @main(%w: tensor<7x{element}>) -> tensor<7x{element}> {{ return %w : tensor<7x{element}> }}"
    folder = write(tmp_path, text, [place("parameter", "w")], weights={"w": weight}, output_pytree_spec=spec(LEAF))
    assert (element in ("bf16", "f8E4M3FN")) == (np.load(folder / "data" / "w").dtype.kind == "V")  # NumPy has no such types
    found = hloom.load_exported(folder)()
    assert found.dtype == dtype and found.tobytes() == weight.tobytes()


def test_weights_in_other_orders_and_empty_ones(tmp_path: Path) -> None:
    text = """func.func @main(%a: tensor<2x3xf32>, %b: tensor<2xi32>, %c: tensor<0x3xf32>, %d: tensor<i64>)
        -> (tensor<2x3xf32>, tensor<2xi32>, tensor<0x3xf32>, tensor<i64>) {
      return %a, %b, %c, %d : tensor<2x3xf32>, tensor<2xi32>, tensor<0x3xf32>, tensor<i64> }"""
    weights = {"a": np.asfortranarray(X), "b": np.array([1, -2], ">i4"), "c": np.zeros((0, 3), np.float32), "d": np.int64(-5)}
    found = hloom.load_exported(write(tmp_path, text, [place("parameter", name) for name in weights], weights=weights))()
    for ours, right in zip(found, weights.values(), strict=True):
        np.testing.assert_array_equal(ours, right)


def test_weights_are_mapped_when_they_are_asked_for(tmp_path: Path) -> None:
    folder = linear(tmp_path)
    function = hloom.load_exported(folder)
    (folder / "data" / "layer.bias").unlink()
    with pytest.raises(hloom.InputError, match=r"data/layer\.bias: there is no such file"):
        function(0, X, scale=1)


@pytest.mark.parametrize("array, message", [
    (WEIGHT.astype(np.float64), r"data/layer.weight: float64\[4, 3\], expected f32\[4,3\]"),
    (WEIGHT.T, r"float32\[3, 4\], expected f32\[4,3\]"), (WEIGHT[0], r"float32\[3\], expected"),
    (WEIGHT.view("V4"), r"void32\[4, 3\], expected"), (np.array([{}], object), "not an array that NumPy has saved"),
    (None, "not an array that NumPy has saved"), (b"", "not an array that NumPy has saved"),
    (b"\x93NUMPY\x01\x00", "not an array that NumPy has saved"),
])
def test_a_weight_that_does_not_fit(tmp_path: Path, array: Any, message: str) -> None:
    folder = linear(tmp_path)
    path = folder / "data" / "layer.weight"
    if isinstance(array, np.ndarray):
        with open(path, "wb") as out:
            np.save(out, array)
    else:
        path.write_bytes(b"text, not an array" if array is None else array)
    with pytest.raises(hloom.InputError, match=message):
        hloom.load_exported(folder)(0, X, scale=1)


def test_a_weight_that_is_cut_or_too_large(tmp_path: Path) -> None:
    folder = linear(tmp_path)
    path = folder / "data" / "layer.weight"
    whole = path.read_bytes()
    large = whole.replace(b"(4, 3), }" + b" " * 12, b"(4000000000000, 3), }")
    assert len(large) == len(whole) and large != whole
    for data in (*(whole[:end] for end in range(0, len(whole), 5)), large):
        path.write_bytes(data)
        with pytest.raises(hloom.InputError, match=r"not an array|expected f32"):
            hloom.load_exported(folder)(0, X, scale=1)


@pytest.mark.parametrize("name", ["../secret", "..", "", ".", "a/b", "/etc/passwd", "a\0b", "x" * 3000, "\ud800"])
def test_names_that_lead_out_of_the_folder(tmp_path: Path, name: str) -> None:
    (tmp_path / "secret").write_bytes(b"")
    places = [place("parameter", name), *LINEAR_PLACES[1:]]
    with pytest.raises(hloom.InputError, match=r"is no name of a file in data/|is no file"):
        hloom.load_exported(linear(tmp_path / "folder", input_locations=places))(0, X, scale=1)


@pytest.mark.parametrize("file", ["data/layer.bias", "functions/forward.bytecode", "functions/forward.meta"])
def test_links_that_lead_out_of_the_folder(tmp_path: Path, file: str) -> None:
    path = linear(tmp_path / "folder") / file
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(hloom.InputError, match="leads out of the folder"):
        hloom.load_exported(tmp_path / "folder")(0, X, scale=1)


def test_files_that_are_none(tmp_path: Path) -> None:
    path = linear(tmp_path) / "data" / "layer.bias"
    path.unlink()
    os.mkfifo(path)  # reading it would wait for ever
    with pytest.raises(hloom.InputError, match="is no file"):
        hloom.load_exported(tmp_path)(0, X, scale=1)
    (tmp_path / "functions" / "forward.bytecode").unlink()
    with pytest.raises(hloom.InputError, match=r"forward\.bytecode: there is no such file"):
        hloom.load(tmp_path)


def test_a_program_that_is_none(tmp_path: Path) -> None:
    (linear(tmp_path) / "functions" / "forward.bytecode").write_bytes(b"ML\xefR\x00")
    for load in (hloom.load, hloom.load_exported):
        with pytest.raises(hloom.ParseError, match=r"forward\.bytecode"):
            load(tmp_path)


DAMAGED = [
    ({"input_locations": LINEAR_PLACES[:4]}, "where 4 arguments come from, expected the program's 5"),
    ({"input_locations": None}, "expected a list input_locations, got none"),
    ({"input_locations": [5] * 5}, r"expected the place of an argument, .* got 5"),
    ({"input_locations": [place("input_arg", "x")] * 5}, "expected the place of an argument"),
    ({"input_locations": [place("input_arg", 9)] * 5}, "argument 9 is used, but input_pytree_spec has 3 leaves"),
    ({"input_locations": [place("input_arg", 1 << 70)] * 5, "input_pytree_spec": None}, "leave some out"),
    ({"input_locations": [place("guess", 0)] * 5}, r"expected the place of .*, type_ \(input_arg, parameter or constant\)"),
    ({"unused_inputs": {}}, "expected a list unused_inputs, got a dict"), ({"unused_inputs": [[]]}, "expected the place"),
    ({"changed": {"name": "other"}}, "describes the function 'other', expected 'forward'"),
    ({"changed": {"name": ["x"]}}, r"describes the function \['x'\], expected 'forward'"),
    ({"input_pytree_spec": "nonsense"}, "not JSON"), ({"input_pytree_spec": "[" * 100_000}, "not JSON: nested too deep"),
    ({"input_pytree_spec": json.dumps([2, LEAF])}, r"expected \[1, \{type, context, children_spec\}\], as treespec_dumps"),
    ({"input_pytree_spec": spec(node("builtins.list", LEAF, LEAF, LEAF))}, "to be a tuple of arguments, got a list"),
    ({"input_pytree_spec": spec({"type": 5, "context": None, "children_spec": []})}, "expected a tree of type, context"),
    ({"input_pytree_spec": spec({**LEAF, "children_spec": [LEAF]})}, "a leaf has 1 children"),
    ({"input_pytree_spec": spec(node("builtins.dict", LEAF, context=["a", "b"]))}, "expected the 1 keys of a dictionary"),
    ({"input_pytree_spec": spec(node("builtins.dict", LEAF, LEAF, context=["a", "a"]))}, "expected the 2 keys of a dictionary"),
    ({"input_pytree_spec": spec(node("builtins.dict", LEAF, context=[{"__enum__": True, "fqn": "os:system", "name": "x"}]))},
     "expected the 1 keys of a dictionary"),
    ({"output_pytree_spec": spec(LEAF)}, "has 1 leaves, expected those of the program's 2 results"),
]


@pytest.mark.parametrize("change, message", DAMAGED)
def test_a_description_that_makes_no_sense(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    with pytest.raises(hloom.ParseError, match=message) as caught:
        hloom.load_exported(linear(tmp_path, **change))
    assert "forward.meta" in str(caught.value)


def test_descriptions_nest_only_so_deep_and_are_bounded(tmp_path: Path) -> None:
    tree: Any = LEAF
    for _ in range(150):
        tree = node("builtins.tuple", tree)
    with pytest.raises(hloom.ParseError, match="trees are nested too deep"):
        hloom.load_exported(linear(tmp_path, input_pytree_spec=spec(tree)))
    path = tmp_path / "functions" / "forward.meta"
    for text, message in [("[1]", "expected an object"), ("{", "not JSON"), ("[" * 10**6, "not JSON"), ("9" * 10**5, "not JSON"),
                          (" " * ((1 << 24) + 1), "has at most 16777216 bytes")]:
        path.write_text(text)
        with pytest.raises(hloom.ParseError, match=message):
            hloom.load(tmp_path)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(hloom.ParseError, match="not JSON"):
        hloom.load(tmp_path)


def test_calls_that_do_not_fit(tmp_path: Path) -> None:
    function = hloom.load_exported(linear(tmp_path))
    for args, kwargs, message in [
        ((0, X.T), {"scale": 1}, r"args\[1\] is f32\[2,3\], got an array of shape \[3, 2\]"), ((0, X), {}, "kwargs has the keys"),
        ((X,), {"scale": 1}, "args is a tuple of 2 parts, got 1"), ((0, "x"), {"scale": 1}, r"args\[1\]: a str is not an array"),
        ((0, [[1, 2], [3]]), {"scale": 1}, r"args\[1\]: .* is not an array"), ((0, object()), {"scale": 1}, "a object is not an"),
    ]:
        with pytest.raises(hloom.InputError, match=message):
            function(*args, **kwargs)
    with pytest.raises(hloom.InputError, match="exported for no platform in particular, not for cuda"):
        hloom.load_exported(tmp_path, platform="cuda")
    with pytest.raises(hloom.InputError, match="has no derivative"):
        function.vjp()


def test_other_folders(tmp_path: Path) -> None:
    (tmp_path / "functions").mkdir()
    for load in (hloom.load, hloom.load_exported):
        with pytest.raises(hloom.InputError, match="Is a directory"):
            load(tmp_path)


@pytest.mark.parametrize("count", [150, pytest.param(600, marks=pytest.mark.exhaustive)])
def test_descriptions_and_weights_that_are_changed_are_errors(count: int, tmp_path: Path) -> None:
    draw = random.Random(11)
    folder = linear(tmp_path)
    for path, end in [(folder / "functions" / "forward.meta", None), (folder / "data" / "layer.weight", 128)]:
        whole = path.read_bytes()
        for _ in range(count):
            damaged = bytearray(whole)
            damaged[draw.randrange(end or len(whole))] = draw.choice([draw.randrange(256), *b"09-,()[]{}'\"L"])
            path.write_bytes(damaged)
            try:
                hloom.load_exported(folder)(0, X, scale=1)
            except hloom.UserError:
                pass
        path.write_bytes(whole)
