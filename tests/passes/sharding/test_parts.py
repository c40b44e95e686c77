"""Programs with shardings as programs of each device's parts: what they compute together, and which programs are divided so.

`test_against_xla` has those that JAX makes, with XLA's parts.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hloom
from hloom.passes.sharding import Prepared, partition, prepare

MESH = 'sdy.mesh @mesh = <["x"=4, "y"=2]>'
RNG = np.random.default_rng(5)


def program(body: str, arguments: str, shardings: str, result: str, given: str = "", mesh: str = MESH) -> Any:
    """`arguments` and `shardings` are types and dimensions, each apart by `;`, of %a, %b, ...; `given` is the result's."""
    types, spec = ([one.strip() for one in several.split(";")] for several in (arguments, shardings))
    taken = ", ".join(f"%{'abcd'[k]}: tensor<{t}> {{sdy.sharding = #sdy.sharding<@mesh, [{s}]>}}"
                      for k, (t, s) in enumerate(zip(types, spec, strict=True)))
    where = f" {{sdy.sharding = #sdy.sharding<@mesh, [{given}]>}}" if given else ""
    return hloom.parse(f"{mesh}\nfunc.func @main({taken}) -> (tensor<{result}>{where}) {{ {body} return %r : tensor<{result}> }}")


def numbers(type: Any) -> np.ndarray:
    dtype = type.element.dtype
    if type.element.is_float and dtype.itemsize < 4:
        return RNG.integers(-3, 4, type.shape).astype(dtype)
    if type.element.is_float:
        return RNG.uniform(-2, 2, type.shape).astype(dtype)
    return RNG.integers(0, 2 if type.element.kind == "pred" else 5, type.shape).astype(dtype)


def divided(prepared: Prepared, arguments: Any) -> list[list[np.ndarray]]:
    """The whole results that the processes of a program's parts give, on the evaluator and compiled."""
    local = prepared.local
    assert local is not None
    local.module.verify()
    cut = list(zip(*(one.cut(array) for one, array in zip(local.arguments, arguments))))
    rows = [[cut[first] if cut else () for first, *_ in local.processes]]
    count = len(local.processes)
    grid = hloom.compile_grid(local.module, num_partitions=count)
    assert not grid.fallbacks
    found = []
    for run in (lambda: hloom.evaluate_grid(local.module, rows, num_partitions=count), lambda: grid(rows)):
        of_device = {device: row for row, devices in zip(run()[0], local.processes) for device in devices}
        found.append([one.join({device: row[k] for device, row in of_device.items()}) for k, one in enumerate(local.results)])
    return found


def check(module: Any, count: int = 8) -> Any:
    """The program of parts, which gives what the program of whole values does."""
    prepared = prepare(module, 1, count)
    arguments = [numbers(v.type) for v in module.functions["main"].body.arguments]
    expected = hloom.evaluate(prepared.module, *arguments)
    for found in divided(prepared, arguments):
        for value, wanted in zip(found, expected, strict=True):
            assert value.dtype == wanted.dtype
            np.testing.assert_allclose(value, wanted, 1e-5, 1e-5)
    return prepared.local


def names(local: Any) -> list[str]:
    return [op.mnemonic for op in local.module.functions["main"].walk()]


def scalars(op: str, element: str = "f32") -> str:
    return (f"({{ ^bb0(%p: tensor<{element}>, %q: tensor<{element}>): %s = stablehlo.{op} %p, %q : tensor<{element}> "
            f"stablehlo.return %s : tensor<{element}> }})")


def reduce(op: str, start: str, dimensions: str, type: str, result: str) -> str:
    element = type.rpartition("x")[2]
    return (f"%z = stablehlo.constant dense<{start}> : tensor<{element}> "
            f"%r = stablehlo.reduce(%a init: %z) applies stablehlo.{op} across dimensions = [{dimensions}] "
            f": (tensor<{type}>, tensor<{element}>) -> tensor<{result}>")


X, Y, NO = '{"x"}', '{"y"}', "{}"
#: Body, types of arguments, their shardings, type of the result, sharding of it, collective operations.
OPERATIONS = {
    "elementwise": ("%0 = stablehlo.tanh %a : tensor<8x4xf32> %r = stablehlo.multiply %0, %a : tensor<8x4xf32>", "8x4xf32",
                    f"{X}, {Y}", "8x4xf32", "", []),
    "one operand elsewhere": ("%r = stablehlo.add %a, %b : tensor<8x8xf32>", "8x8xf32; 8x8xf32", f"{X}, {NO}; {NO}, {X}",
                              "8x8xf32", f"{X}, {NO}", ["all_gather"]),
    "one operand on all": ("%r = stablehlo.add %a, %b : tensor<8x8xf32>", "8x8xf32; 8x8xf32", f"{X}, {NO}; {NO}, {NO}",
                           "8x8xf32", "", []),
    "finer result": ("%r = stablehlo.negate %a : tensor<8x8xf32>", "8x8xf32", f"{X}, {NO}", "8x8xf32", f"{X}, {Y}", []),
    "both axes in one dimension": ("%r = stablehlo.negate %a : tensor<16x3xf32>", "16x3xf32", '{"y", "x"}, {}', "16x3xf32",
                                   '{"y"}, {}', ["all_gather"]),
    "axes in another order": ("%r = stablehlo.negate %a : tensor<16x3xf32>", "16x3xf32", '{"y", "x"}, {}', "16x3xf32",
                              '{"x", "y"}, {}', ["all_gather"]),
    "clamp with scalars": ("%l = stablehlo.constant dense<-1.0> : tensor<f32> %h = stablehlo.constant dense<1.0> : tensor<f32> "
                           "%r = stablehlo.clamp %l, %a, %h : (tensor<f32>, tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>",
                           "8x4xf32", f"{X}, {NO}", "8x4xf32", "", []),
    "iota": ("%0 = stablehlo.iota dim = 0 : tensor<8x4xf32> %r = stablehlo.add %0, %a : tensor<8x4xf32>", "8x4xf32",
             f"{X}, {Y}", "8x4xf32", "", []),
    "iota along both": ("%0 = stablehlo.iota dim = 0 : tensor<16x2xi32> %r = stablehlo.add %0, %a : tensor<16x2xi32>",
                        "16x2xi32", '{"y", "x"}, {}', "16x2xi32", "", []),
    "iota along what is whole": ("%0 = stablehlo.iota dim = 1 : tensor<8x4xf32> %r = stablehlo.add %0, %a : tensor<8x4xf32>",
                                 "8x4xf32", f"{X}, {NO}", "8x4xf32", "", []),
    "constant": ("%0 = stablehlo.constant dense<[1, 2, 3, 4, 5, 6, 7, 8]> : tensor<8xi32> %r = stablehlo.multiply %a, %0 : "
                 "tensor<8xi32>", "8xi32", X, "8xi32", "", []),
    "splat": ("%0 = stablehlo.constant dense<3> : tensor<8xi32> %r = stablehlo.multiply %a, %0 : tensor<8xi32>", "8xi32", X,
              "8xi32", "", []),
    "broadcast": ("%0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<8xf32>) -> tensor<3x8xf32> "
                  "%r = stablehlo.tanh %0 : tensor<3x8xf32>", "8xf32", X, "3x8xf32", "", []),
    "broadcast of ones": ("%r = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x6xf32>", "8x1xf32",
                          f"{X}, {NO}", "8x6xf32", f"{X}, {Y}", []),
    "transpose": ("%r = stablehlo.transpose %a, dims = [2, 0, 1] : (tensor<8x3x4xf32>) -> tensor<4x8x3xf32>", "8x3x4xf32",
                  f"{X}, {NO}, {Y}", "4x8x3xf32", "", []),
    "reshape that merges": ("%r = stablehlo.reshape %a : (tensor<8x3xf32>) -> tensor<24xf32>", "8x3xf32", f"{X}, {NO}",
                            "24xf32", X, []),
    "reshape that splits": ("%r = stablehlo.reshape %a : (tensor<24xf32>) -> tensor<8x3xf32>", "24xf32", X, "8x3xf32",
                            f"{X}, {NO}", []),
    "reshape across parts": ("%r = stablehlo.reshape %a : (tensor<8x3xf32>) -> tensor<2x4x3xf32>", "8x3xf32", f"{X}, {NO}",
                             "2x4x3xf32", f"{NO}, {NO}, {NO}", ["all_gather"]),
    "reshape of the second of two": ("%r = stablehlo.reshape %a : (tensor<3x8xf32>) -> tensor<24xf32>", "3x8xf32", f"{NO}, {X}",
                                     "24xf32", "{}", ["all_gather"]),
    "reshape of nothing in common": ("%r = stablehlo.reshape %a : (tensor<4x6xf32>) -> tensor<3x8xf32>", "4x6xf32",
                                     f"{X}, {NO}", "3x8xf32", f"{NO}, {X}", ["all_gather"]),
    "sum along parts": (reduce("add", "0.0", "0", "8x6xf32", "6xf32"), "8x6xf32", f"{X}, {Y}", "6xf32", Y, ["all_reduce"]),
    "sum of all": (reduce("add", "0", "0, 1", "8x6xi32", "i32"), "8x6xi32", f"{X}, {Y}", "i32", "", ["all_reduce"]),
    "sum of two axes": (reduce("add", "0", "0", "16xi32", "i32"), "16xi32", '{"y", "x"}', "i32", "", ["all_reduce"]),
    "sum along whole rows": (reduce("add", "0.0", "1", "8x6xf32", "8xf32"), "8x6xf32", f"{X}, {NO}", "8xf32", X, []),
    "sum that begins elsewhere": (reduce("add", "1.0", "0", "8xf32", "f32"), "8xf32", X, "f32", "", ["all_gather"]),
    "sum of narrow floats": (reduce("add", "0.0", "0", "8xf16", "f16"), "8xf16", X, "f16", "", ["all_gather"]),
    "product": (reduce("multiply", "1.0", "0", "8xf32", "f32"), "8xf32", X, "f32", "", ["all_reduce"]),
    "maximum that begins elsewhere": (reduce("maximum", "1.0", "0", "8x2xf32", "2xf32"), "8x2xf32", f"{X}, {NO}", "2xf32", "",
                                      ["all_reduce"]),
    "all of": (reduce("and", "true", "0", "8xi1", "i1"), "8xi1", X, "i1", "", ["all_reduce"]),
    "sum of a difference": ('%z = stablehlo.constant dense<0.0> : tensor<f32> %r = "stablehlo.reduce"(%a, %z) '
                            f'<{{dimensions = array<i64: 0>}}> {scalars("subtract")} : (tensor<8xf32>, tensor<f32>) -> '
                            'tensor<f32>', "8xf32", X, "f32", "", ["all_gather"]),
    "dot along whole rows": ("%r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x6xf32>, "
                             "tensor<6x4xf32>) -> tensor<8x4xf32>", "8x6xf32; 6x4xf32", f"{X}, {NO}; {NO}, {Y}", "8x4xf32", "",
                             []),
    "dot along parts": ("%r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<6x8xf32>, tensor<8x4xf32>) "
                        "-> tensor<6x4xf32>", "6x8xf32; 8x4xf32", f"{NO}, {X}; {X}, {Y}", "6x4xf32", f"{NO}, {Y}",
                        ["all_reduce"]),
    "dot along what one has in parts": ("%r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<6x8xf32>, "
                                        "tensor<8x4xf32>) -> tensor<6x4xf32>", "6x8xf32; 8x4xf32", f"{NO}, {X}; {NO}, {NO}",
                                        "6x4xf32", "", ["all_reduce"]),
    "dot whose axis the rows have": ("%r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x4xf32>, "
                                     "tensor<4x6xf32>) -> tensor<8x6xf32>", "8x4xf32; 4x6xf32", f"{X}, {NO}; {X}, {NO}",
                                     "8x6xf32", f"{X}, {NO}", ["all_gather"]),
    "dot in batches": ("%r = stablehlo.dot_general %a, %b, batching_dims = [0] x [2], contracting_dims = [2] x [0] : "
                       "(tensor<4x3x8xf32>, tensor<8x5x4xf32>) -> tensor<4x3x5xf32>", "4x3x8xf32; 8x5x4xf32",
                       f"{X}, {NO}, {Y}; {Y}, {NO}, {X}", "4x3x5xf32", "", ["all_reduce"]),
    "slice of whole columns": ("%r = stablehlo.slice %a [0:8, 1:5:2] : (tensor<8x6xf32>) -> tensor<8x2xf32>", "8x6xf32",
                               f"{X}, {NO}", "8x2xf32", "", []),
    "slice of rows": ("%r = stablehlo.slice %a [2:6, 0:6] : (tensor<8x6xf32>) -> tensor<4x6xf32>", "8x6xf32", f"{X}, {Y}",
                      "4x6xf32", f"{X}, {Y}", ["all_gather"]),
    "pad": ("%z = stablehlo.constant dense<1.0> : tensor<f32> %r = stablehlo.pad %a, %z, low = [0, 1], high = [0, 2], "
            "interior = [0, 1] : (tensor<8x3xf32>, tensor<f32>) -> tensor<8x8xf32>", "8x3xf32", f"{X}, {NO}", "8x8xf32", "", []),
    "pad of rows to as many": ("%z = stablehlo.constant dense<1.0> : tensor<f32> %r = stablehlo.pad %a, %z, low = [1, 0], "
                               "high = [-1, 0], interior = [0, 0] : (tensor<8x2xf32>, tensor<f32>) -> tensor<8x2xf32>",
                               "8x2xf32", f"{X}, {Y}", "8x2xf32", f"{X}, {Y}", ["all_gather"]),
    "reverse": ("%r = stablehlo.reverse %a, dims = [1] : tensor<8x6xf32>", "8x6xf32", f"{X}, {NO}", "8x6xf32", "", []),
    "reverse of rows": ("%r = stablehlo.reverse %a, dims = [0] : tensor<8x6xf32>", "8x6xf32", f"{X}, {Y}", "8x6xf32",
                        f"{X}, {Y}", ["all_gather"]),
    "concatenate": ("%r = stablehlo.concatenate %a, %b, dim = 1 : (tensor<8x3xf32>, tensor<8x2xf32>) -> tensor<8x5xf32>",
                    "8x3xf32; 8x2xf32", f"{X}, {NO}; {NO}, {NO}", "8x5xf32", "", []),
    "concatenate parts": ("%r = stablehlo.concatenate %a, %b, dim = 0 : (tensor<8x3xf32>, tensor<4x3xf32>) -> tensor<12x3xf32>",
                          "8x3xf32; 4x3xf32", f"{X}, {NO}; {X}, {NO}", "12x3xf32", f"{X}, {NO}", ["all_gather", "all_gather"]),
    "dynamic slice": ("%z = stablehlo.constant dense<0> : tensor<i32> %r = stablehlo.dynamic_slice %a, %z, %b, sizes = [8, 3] : "
                      "(tensor<8x6xf32>, tensor<i32>, tensor<i32>) -> tensor<8x3xf32>", "8x6xf32; i32", f"{X}, {NO}; ",
                      "8x3xf32", "", []),
    "dynamic update": ("%z = stablehlo.constant dense<0> : tensor<i32> %r = stablehlo.dynamic_update_slice %a, %c, %z, %b : "
                       "(tensor<8x6xf32>, tensor<8x2xf32>, tensor<i32>, tensor<i32>) -> tensor<8x6xf32>",
                       "8x6xf32; i32; 8x2xf32", f"{X}, {NO}; ; {NO}, {NO}", "8x6xf32", "", []),
    "sort": ('%r = "stablehlo.sort"(%a) <{dimension = 1 : i64}> ({ ^bb0(%p: tensor<f32>, %q: tensor<f32>): '
             '%s = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %s : tensor<i1> }) '
             ': (tensor<8x6xf32>) -> tensor<8x6xf32>', "8x6xf32", f"{X}, {NO}", "8x6xf32", "", []),
    "gather of rows": ('%r = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], '
                       'collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 6>'
                       '}> : (tensor<5x6xf32>, tensor<8x1xi32>) -> tensor<8x6xf32>', "5x6xf32; 8x1xi32",
                       f"{NO}, {Y}; {X}, {NO}", "8x6xf32", "", []),
    "gather in batches": ('%r = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [], '
                          'collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], '
                          'start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : '
                          '(tensor<8x5xf32>, tensor<8x3x1xi32>) -> tensor<8x3xf32>', "8x5xf32; 8x3x1xi32",
                          f"{X}, {NO}; {X}, {NO}, {NO}", "8x3xf32", "", []),
    "map": (f'%r = "stablehlo.map"(%a, %a) <{{dimensions = array<i64: 0, 1>}}> {scalars("multiply")} : (tensor<8x6xf32>, '
            'tensor<8x6xf32>) -> tensor<8x6xf32>', "8x6xf32", f"{X}, {Y}", "8x6xf32", "", []),
    "barrier": ("%0:2 = stablehlo.optimization_barrier %a, %b : tensor<8xf32>, tensor<4xf32> "
                "%r = stablehlo.negate %0#0 : tensor<8xf32>", "8xf32; 4xf32", f"{X}; {NO}", "8xf32", "", []),
    "cholesky": ("%0 = stablehlo.dot_general %a, %a, batching_dims = [0] x [0], contracting_dims = [2] x [2] : "
                 "(tensor<8x2x5xf32>, tensor<8x2x5xf32>) -> tensor<8x2x2xf32> %r = stablehlo.cholesky %0, lower = true : "
                 "tensor<8x2x2xf32>", "8x2x5xf32", f"{X}, {NO}, {NO}", "8x2x2xf32", "", []),
}


@pytest.fixture
def anyway(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs are divided whatever it costs."""
    monkeypatch.setattr(partition, "_MORE", 1e30)


@pytest.mark.usefixtures("anyway")
@pytest.mark.parametrize("name", OPERATIONS)
def test_operations(name: str) -> None:
    body, arguments, shardings, result, given, wanted = OPERATIONS[name]
    local = check(program(body, arguments, shardings, result, given))
    assert [one for one in names(local) if one.startswith("all_")] == wanted


# -- the flow of control -------------------------------------------------------------------------------------------------------
STEPS = """%zero = stablehlo.constant dense<0> : tensor<i32>
  %n:2 = stablehlo.while(%k = %zero, %c = %a) : tensor<i32>, tensor<8x6xf32> cond {{
    %three = stablehlo.constant dense<3> : tensor<i32>
    %go = {condition}
    stablehlo.return %go : tensor<i1>
  }} do {{
    %one = stablehlo.constant dense<1> : tensor<i32> %next = stablehlo.add %k, %one : tensor<i32>
    {body}
    stablehlo.return %next, %d : tensor<i32>, tensor<8x6xf32>
  }}
  %r = stablehlo.add %n#1, %b : tensor<8x6xf32>"""
COUNTED = "stablehlo.compare LT, %k, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>"
LOOPS = {
    "on parts": (COUNTED, "%d = stablehlo.multiply %c, %b : tensor<8x6xf32>", []),
    "with a sum": (COUNTED, """%z = stablehlo.constant dense<0.0> : tensor<f32>
        %s = stablehlo.reduce(%c init: %z) applies stablehlo.add across dimensions = [0] : (tensor<8x6xf32>, tensor<f32>)
          -> tensor<6xf32>
        %t = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<6xf32>) -> tensor<8x6xf32>
        %d = stablehlo.multiply %t, %b : tensor<8x6xf32>""", ["all_reduce"]),
    "as long as a sum is small": ("""stablehlo.compare LT, %m, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>""",
                                  "%d = stablehlo.add %c, %c : tensor<8x6xf32>", ["all_reduce"]),
}


@pytest.mark.usefixtures("anyway")
@pytest.mark.parametrize("name", LOOPS)
def test_loops(name: str) -> None:
    condition, body, wanted = LOOPS[name]
    text = STEPS.format(condition=condition, body=body)
    if "%limit" in condition:
        text = text.replace("%go = ", """%z = stablehlo.constant dense<0.0> : tensor<f32>
          %q = stablehlo.multiply %c, %c : tensor<8x6xf32>
          %m = stablehlo.reduce(%q init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x6xf32>, tensor<f32>)
            -> tensor<f32>
          %limit = stablehlo.constant dense<5000.0> : tensor<f32>
          %go = """)
    local = check(program(text, "8x6xf32; 8x6xf32", f"{X}, {NO}; {X}, {NO}", "8x6xf32"))
    assert [one for one in names(local) if one.startswith("all_")] == wanted


@pytest.mark.usefixtures("anyway")
@pytest.mark.parametrize("kept", [X, NO])
def test_branches(kept: str) -> None:
    """Both give what is divided as the result is; which is taken is the same everywhere."""
    local = check(program("""%z = stablehlo.constant dense<0> : tensor<i32>
      %m = stablehlo.reduce(%b init: %z) applies stablehlo.maximum across dimensions = [0] : (tensor<8xi32>, tensor<i32>) ->
        tensor<i32>
      %r = "stablehlo.case"(%m) ({ stablehlo.return %a : tensor<8xf32> }, {
        %0 = stablehlo.tanh %a : tensor<8xf32> stablehlo.return %0 : tensor<8xf32> }, {
        %1 = stablehlo.iota dim = 0 : tensor<8xf32> stablehlo.return %1 : tensor<8xf32> }) : (tensor<i32>) -> tensor<8xf32>""",
                          "8xf32; 8xi32", f"{X}; {X}", "8xf32", kept))
    assert names(local).count("all_reduce") == 1


# -- who runs ------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("spec", "processes"), [
    (f"{X}, {NO}", ((0, 1), (2, 3), (4, 5), (6, 7))), (f"{NO}, {Y}", ((0, 2, 4, 6), (1, 3, 5, 7))),
    (f"{Y}, {X}", tuple((k,) for k in range(8)))])
def test_devices_with_the_same_parts_are_one_process(spec: str, processes: Any) -> None:
    local = check(program("%r = stablehlo.tanh %a : tensor<8x8xf32>", "8x8xf32", spec, "8x8xf32"))
    assert local.processes == processes


def test_a_mesh_of_other_numbers() -> None:
    """Processes are in the order of the mesh, whatever their devices are called."""
    mesh = 'sdy.mesh @mesh = <["x"=4], device_ids=[2, 0, 3, 1]>'
    module = program("%0 = stablehlo.iota dim = 0 : tensor<8xf32> %1 = stablehlo.add %0, %a : tensor<8xf32> "
                     "%r = stablehlo.concatenate %1, %a, dim = 0 : (tensor<8xf32>, tensor<8xf32>) -> tensor<16xf32>", "8xf32", X,
                     "16xf32", NO, mesh)
    assert check(module, 4).processes == ((2,), (0,), (3,), (1,))


def test_shardings_spread_to_arguments_and_results() -> None:
    module = program("%r = stablehlo.multiply %a, %a : tensor<8xf32>", "8xf32", '{"x", ?}', "8xf32", "{?}")
    prepared = prepare(module, 1, 8)
    assert prepared.results[0].local_shape == (8,)
    (found,) = divided(prepared, [np.arange(8, dtype=np.float32)])[1]
    np.testing.assert_array_equal(found, np.arange(8) ** 2)
    unstated = hloom.parse(f"""{MESH} func.func @main(%a: tensor<8xf32>, %b: tensor<8xf32> {{sdy.sharding =
        #sdy.sharding<@mesh, [{{"x"}}]>}}) -> tensor<8xf32> {{
        %r = stablehlo.add %a, %b : tensor<8xf32> return %r : tensor<8xf32> }}""")
    prepared = prepare(unstated, 1, 8, propagate_to_arguments=True)
    assert [one.local_shape for one in (*prepared.arguments, *prepared.results)] == [(2,)] * 3
    local = prepared.local
    assert local is not None and names(local) == ["func", "add", "return"]


# -- what is not divided -------------------------------------------------------------------------------------------------------
ARGUMENT = f"%a: tensor<8xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{X}]>}}"
WHOLE = {
    "nothing is divided": program("%r = stablehlo.tanh %a : tensor<8xf32>", "8xf32", NO, "8xf32"),
    "custom calls": program("%r = stablehlo.custom_call @f(%a) : (tensor<8xf32>) -> tensor<8xf32>", "8xf32", X, "8xf32"),
    "draws": program("""%s = stablehlo.constant dense<8> : tensor<1xi64> %l = stablehlo.constant dense<0.0> : tensor<f32>
      %0 = stablehlo.rng %l, %l, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<8xf32>
      %r = stablehlo.add %0, %a : tensor<8xf32>""", "8xf32", X, "8xf32"),
    "two meshes": hloom.parse(f"""{MESH} sdy.mesh @other = <["z"=8]>
      func.func @main({ARGUMENT}, %b: tensor<8xf32> {{sdy.sharding = #sdy.sharding<@other, [{{"z"}}]>}}) -> tensor<8xf32> {{
        %r = stablehlo.add %a, %b : tensor<8xf32> return %r : tensor<8xf32> }}"""),
    "a part of an axis": program("%r = stablehlo.tanh %a : tensor<8xf32>", "8xf32", '{"x":(1)2}', "8xf32"),
    "parts to be added": hloom.parse(f"""{MESH} func.func @main({ARGUMENT}) ->
        (tensor<f32> {{sdy.sharding = #sdy.sharding<@mesh, [], unreduced={{"x"}}>}}) {{
        %z = stablehlo.constant dense<0.0> : tensor<f32>
        %r = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) ->
          tensor<f32> return %r : tensor<f32> }}"""),
    "one device": hloom.parse(f"""{MESH} sdy.mesh @one = <[], device_ids=[3]> func.func @main({ARGUMENT}) -> (tensor<8xf32>
        {{sdy.sharding = #sdy.sharding<@one, [{{}}]>}}) {{
        %r = stablehlo.tanh %a : tensor<8xf32> return %r : tensor<8xf32> }}"""),
}


@pytest.mark.parametrize("what", WHOLE)
def test_programs_that_run_as_one(what: str) -> None:
    assert prepare(WHOLE[what], 1, 8).local is None


def test_work_is_not_done_many_times() -> None:
    """A large product that all devices would have to make by themselves is made once; a small one costs less than cutting."""
    def product(n: int) -> Any:
        return program(f"""%0 = stablehlo.dot_general %b, %b, contracting_dims = [1] x [0] : (tensor<{n}x{n}xf32>,
          tensor<{n}x{n}xf32>) -> tensor<{n}x{n}xf32> %r = stablehlo.dot_general %a, %0, contracting_dims = [1] x [0] :
          (tensor<8x{n}xf32>, tensor<{n}x{n}xf32>) -> tensor<8x{n}xf32>""", f"8x{n}xf32; {n}x{n}xf32",
                       f"{X}, {NO}; {NO}, {NO}", f"8x{n}xf32")

    assert prepare(product(128), 1, 8).local is None
    check(product(8))


@pytest.mark.parametrize(("size", "is_divided"), [(8, False), (32000, True)])
def test_devices_do_not_meet_for_little_again_and_again(size: int, is_divided: bool) -> None:
    condition, body, _ = LOOPS["with a sum"]
    text = STEPS.format(condition=condition, body=body).replace("8x6", f"{size}x6")
    module = program(text, f"{size}x6xf32; {size}x6xf32", f"{X}, {NO}; {X}, {NO}", f"{size}x6xf32")
    assert (prepare(module, 1, 8).local is not None) == is_divided
