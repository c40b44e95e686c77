"""Programs in TensorFlow's graphs are read and called without TensorFlow; what is damaged, or has none, is an error.

The graphs are written here, field by field, to the numbers in TensorFlow's saved_model.proto, meta_graph.proto, graph.proto,
function.proto, op_def.proto, node_def.proto and attr_value.proto.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.protos.graphs import looks_like_graph, module_calls
from hloom.xla.proto.wire import varint

BATCH = """
func.func @main(%x: tensor<?x3xf32>, %w: tensor<3xf32>) -> (tensor<?x3xf32>, tensor<3xf32>) {
  %0 = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%x init: %0) applies stablehlo.add across dimensions = [0]
      : (tensor<?x3xf32>, tensor<f32>) -> tensor<3xf32>
  %2 = stablehlo.multiply %1, %w : tensor<3xf32>
  return %x, %2 : tensor<?x3xf32>, tensor<3xf32>
}
"""
CONVENTION = """
func.func @main(%platform: tensor<i32>, %n: tensor<i64>, %x: tensor<2x?xf32>) -> (tensor<i32>, tensor<i64>, tensor<2x?xf32>) {
  return %platform, %n, %x : tensor<i32>, tensor<i64>, tensor<2x?xf32>
}
"""
X, W = np.arange(6, dtype=np.float32).reshape(2, 3), np.array([1, 10, 100], np.float32)


def artifact(text: str) -> bytes:
    return hloom.serialize_portable_artifact(hloom.parse(text), "1.0.0")


def put(field: int, value: bytes | str | int) -> bytes:
    """A field of a message: a number, or bytes with their length."""
    if isinstance(value, int):
        return varint(field << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(field << 3 | 2) + varint(len(data)) + data


def attribute(key: str, value: bytes) -> bytes:
    """An entry of NodeDef.attr: a map<string, AttrValue>."""
    return put(5, put(1, key) + put(2, value))


def texts(*values: str) -> bytes:
    """An AttrValue with a list of texts."""
    return put(1, b"".join(put(2, value) for value in values))


def node(name: str, op: str, *inputs: str, **attributes: bytes) -> bytes:
    return put(1, name) + put(2, op) + b"".join(put(3, each) for each in inputs) + b"".join(
        attribute(key, value) for key, value in attributes.items())


def call(module: bytes, /, name: str = "XlaCallModule", on: tuple[str, ...] = ("CPU",), since: int = 9, **more: bytes) -> bytes:
    """A node as jax2tf makes it, for the platforms `on`, of the version `since`."""
    shape = put(2, put(1, 2 ** 64 - 1)) + put(2, put(1, 3))  # of TensorShapeProto: [-1, 3]
    return node(name, "XlaCallModule", "args_0:0", "w:output:0", **{
        "Tin": put(1, put(6, b"\1\1")), "Sout": put(1, put(7, shape)), "Tout": put(1, put(6, b"\1\1")), "module": put(2, module),
        "version": put(3, since), "platforms": texts(*on), "dim_args_spec": put(1, b""), "function_list": put(1, b""),
        "has_token_input_output": put(5, 0), "disabled_checks": put(1, b""), **more})


def function(name: str, *nodes: bytes) -> bytes:
    """A FunctionDef: its OpDef has the name, arguments and results."""
    signature = put(1, name) + put(2, put(1, "args_0") + put(3, 1)) + put(3, put(1, "result"))
    return put(1, signature) + b"".join(put(3, each) for each in nodes) + put(4, put(1, "result") + put(2, "call:output:0"))


PLACEHOLDER = node("serving_default_args_0", "Placeholder", dtype=put(6, 1), shape=put(7, put(2, put(1, 3))))
CONSTANT = node("w", "Const", value=put(8, put(4, bytes(range(256)))))


def graph(*nodes: bytes, functions: tuple[bytes, ...] = ()) -> bytes:
    library = put(2, b"".join(put(1, each) for each in functions)) if functions else b""
    return put(1, PLACEHOLDER) + put(1, CONSTANT) + b"".join(put(1, each) for each in nodes) + library + put(4, put(1, 1987))


def saved_model(*graphs: bytes) -> bytes:
    """A SavedModel: its version, and a MetaGraphDef a graph."""
    about, signature = put(1, put(4, "serve") + put(5, "2.19.0")), put(5, put(1, "serving_default"))
    return put(1, 1) + b"".join(put(2, about + put(2, each) + signature) for each in graphs)


def both(module: bytes = b"", **options: Any) -> list[bytes]:
    """A program in a function of a SavedModel, and in a frozen graph."""
    made = call(module or artifact(BATCH), **options)
    return [saved_model(graph(functions=(function("__inference_f_12", CONSTANT, made),))), graph(made)]


@pytest.mark.parametrize("data", both(), ids=["saved_model", "graph"])
def test_the_one_program(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "model" / "saved_model.pb"
    path.parent.mkdir()
    path.write_bytes(data)
    right = str(hloom.parse(BATCH))
    assert str(hloom.load(path)) == str(hloom.load(path.parent)) == str(hloom.parse(data)) == right
    for source in (path, str(path.parent), data, bytearray(data)):
        run = hloom.load_exported(source)
        assert str(run.module) == right and run.platforms == ("CPU",)
        assert run.arguments == ("args[0]: f32[?,3]", "args[1]: f32[3]")
        assert run.results == ("result[0]: f32[?,3]", "result[1]: f32[3]")
        for x in (X, X[:1]):
            same, total = run(x, W)
            np.testing.assert_array_equal(same, x)
            np.testing.assert_allclose(total, x.sum(axis=0) * W)


def test_functions_by_name() -> None:
    double, negate = [artifact(f"func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {{ %0 = stablehlo.{op} : tensor<2xf32> "
                               f"return %0 : tensor<2xf32> }}") for op in ("add %x, %x", "negate %x")]
    data = saved_model(graph(functions=(function("double", call(double)), function("negate", call(negate, since=8)),
                                        function("again", call(double)))), graph(call(double, name="node")))
    message = (r"4 programs, of which hloom.load_exported\(path, function=...\) chooses one .*\n"
               r"  XlaCallModule in function double: version 9, for CPU, \d+ bytes\n"
               r"  XlaCallModule in function negate: version 8, for CPU, \d+ bytes\n"
               r"  XlaCallModule in function again: .*\n  node in the graph: .*$")
    for load in (hloom.parse, hloom.load_exported, lambda data: hloom.load_exported(data, function="XlaCallModule")):
        with pytest.raises(hloom.InputError, match=message if load is hloom.parse else "programs, of which"):
            load(data)
    for name, right in [("double", [2, 4]), ("negate", [-1, -2]), ("node", [2, 4]), ("again", [2, 4])]:
        found = hloom.load_exported(data, function=name)
        assert found.name == name and found(np.array([1, 2], np.float32))[0].tolist() == right
    with pytest.raises(hloom.InputError, match="no function or node 'negates' holds a program; did you mean 'negate'"):
        hloom.load_exported(data, function="negates")


def test_one_program_in_several_functions_is_one() -> None:
    module = call(artifact(BATCH))
    data = saved_model(graph(functions=(function("f", module), function("signature_wrapper", module))), graph(module))
    assert str(hloom.parse(data)) == str(hloom.parse(BATCH)) and hloom.load_exported(data).name == "f"


@pytest.mark.parametrize("platform, number", [(None, 1), ("cpu", 1), ("CUDA", 0), ("tpu", 2)])
def test_the_platform_and_sizes_are_given(platform: str | None, number: int) -> None:
    for data in both(artifact(CONVENTION), on=("CUDA", "CPU", "TPU"), dim_args_spec=texts("0.1")):
        run = hloom.load_exported(data, platform=platform)
        assert run.platforms == ("CUDA", "CPU", "TPU") and run.arguments == ("args[0]: f32[2,?]",)
        for n in (3, 5):
            found = run(np.ones((2, n), np.float32))
            assert (int(found[0]), int(found[1]), found[2].shape) == (number, n, (2, n))


def test_platforms_that_there_are_not() -> None:
    module = artifact("func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> { return %x : tensor<2xf32> }")
    data = graph(call(module, on=("TPU",)))
    with pytest.raises(hloom.InputError, match="exported for TPU, not for cpu; platform='TPU' runs what it does there"):
        hloom.load_exported(data)
    for run in (hloom.load_exported(data, platform="tpu"), hloom.load_exported(graph(call(module, on=(), since=5))),
                hloom.load_exported(graph(call(module, on=("TPU",), disabled_checks=texts("platform"))))):
        assert run(np.array([1, 2], np.float32))[0].tolist() == [1, 2]


@pytest.mark.parametrize("data", [
    graph(), saved_model(graph(functions=(function("f", CONSTANT),))), saved_model(graph(), graph())])
def test_graphs_without_a_program(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "saved_model.pb").write_bytes(data)
    for load, source in [(hloom.load, tmp_path), (hloom.parse, data), (hloom.load_exported, tmp_path)]:
        with pytest.raises(hloom.InputError, match=r"without a node XlaCallModule.*jax2tf\.convert.*get_compiler_ir"):
            load(source)


@pytest.mark.parametrize("more, message", [
    ({"module": put(2, b"")}, "attribute module of XlaCallModule is empty"), ({"module": put(3, 1)}, "module .* is empty"),
    ({"module": put(2, b"ML\xefR\x0d")}, "<bytes>"), ({"module": put(2, b"\xff\xfe")}, "not a text"),
    ({"module": put(2, b"module {}")}, "has no function @main"),
    ({"dim_args_spec": texts("0")}, "dim_args_spec has '0'"),
    ({"dim_args_spec": texts("0.0")}, "expected 1 integers first"),
    ({"dim_args_spec": texts(*["0.0"] * 5)}, "expected 5 integers"),
    ({"platforms": texts("CPU", "TPU")}, "expected 1 integers first"),
    ({"platforms": put(1, put(2, "") * 10_001)}, "a list of more than 10000"),
])
def test_attributes_that_make_no_sense(more: dict[str, Any], message: str) -> None:
    with pytest.raises(hloom.ParseError, match=message):
        hloom.load_exported(graph(call(artifact(BATCH), **more)))


@pytest.mark.parametrize("spec", ["1.0", "0.2", "999999999.0"])
def test_sizes_of_what_there_is_not(spec: str) -> None:
    with pytest.raises(hloom.ParseError, match="dim_args_spec asks for axis"):
        hloom.load_exported(graph(call(artifact(CONVENTION), on=("CPU", "TPU"), dim_args_spec=texts(spec))))


def test_a_node_without_a_module_and_very_many_nodes() -> None:
    with pytest.raises(hloom.ParseError, match="the node 'x' has no attribute module"):
        hloom.parse(graph(node("x", "XlaCallModule")))
    with pytest.raises(hloom.ParseError, match="more than 10000 nodes XlaCallModule"):
        hloom.parse(graph(*[node("x", "XlaCallModule", module=put(2, b"a"))] * 10_001))


def test_calls_that_do_not_fit() -> None:
    run = hloom.load_exported(both()[0])
    for args, kwargs, message in [
        ((X,), {}, "__inference_f_12 takes 2 arguments, got 1"), ((X, W), {"y": 1}, "got 2 and the names"),
        ((X, X), {}, r"args\[1\] is f32\[3\], got an array of shape \[2, 3\]"),
    ]:
        with pytest.raises(hloom.InputError, match=message):
            run(*args, **kwargs)
    token = """func.func @main(%t: !stablehlo.token, %x: tensor<f32>) -> (!stablehlo.token, tensor<f32>) {
      return %t, %x : !stablehlo.token, tensor<f32> }"""
    run = hloom.load_exported(graph(call(artifact(token), since=8, has_token_input_output=put(5, 1))))
    assert "!stablehlo.token" in str(run.module)
    with pytest.raises(hloom.InputError, match="takes a token, by which TensorFlow orders effects"):
        run(1.0)


def test_functions_of_tensorflow_are_named() -> None:
    called = put(1, put(9, put(1, "host_function")) + put(9, put(1, "other")))
    (found,) = module_calls(graph(call(artifact(BATCH), function_list=called)))
    assert found.called == ("host_function", "other") and "calls 2 functions of TensorFlow" in str(found)


def test_programs_as_text() -> None:
    module = hloom.parse(graph(call(b"func.func @main(%x: tensor<f32>) -> tensor<f32> { return %x : tensor<f32> }")))
    assert hloom.evaluate(module, 2.0)[0] == 2


def test_what_is_no_graph() -> None:
    hlo = hloom.parse(BATCH.replace("?", "2")).to_hlo_proto()
    onnx = put(1, 8) + put(2, "pytorch") + put(7, put(1, put(1, "x")))  # ModelProto: begins as a SavedModel does
    for data in (hlo, put(1, hlo), onnx, b"", b"\n", b"\b", b"\nmodule {}", b"\b\1", b"\b\1\x12\0", put(1, 1), artifact(BATCH)):
        assert not looks_like_graph(data)
    for data in (hlo, put(1, hlo)):  # HloModuleProto, HloProto
        assert len(hloom.parse(data, format="auto").functions) >= 1
    with pytest.raises(hloom.InputError, match=r"not what jax\.export serializes .* nor a graph of TensorFlow"):
        hloom.load_exported(hlo)


@pytest.mark.parametrize("count", [250, pytest.param(1000, marks=pytest.mark.exhaustive)])
def test_graphs_that_are_cut_or_changed_are_errors(count: int) -> None:
    draw = random.Random(7)
    for data in both():
        for end in [*range(200), *range(200, len(data), 11)]:
            with pytest.raises(hloom.UserError):
                hloom.load_exported(data[:end])
        for _ in range(count):
            damaged = bytearray(data)
            damaged[draw.randrange(len(data))] = draw.randrange(256)
            for load in (hloom.parse, hloom.load_exported):
                try:
                    load(bytes(damaged))
                except hloom.UserError:
                    pass
