"""Constraints of the operations of CHLO, arith, tensor, shape, sdy and func: each has a program that breaks only it."""

from __future__ import annotations

from typing import Any

import pytest

import hloom.ops
from hloom.ops.definition.operation import REGISTRY
from tests.ops.bases import Base, Q, array, bodies, code_of, diagnosed, two_blocks
from tests.ops.programs import codes

assert hloom.ops

F, I, W, EXTENTS = "tensor<2x3xf32>", "tensor<2x3xi32>", "!shape.witness", "tensor<2xindex>"
SHARDINGS = '#sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>'


def ragged(lhs_batch=(), rhs_batch=(), lhs_depth=(1,), rhs_depth=(1,), along=(0,), group=(0,)) -> str:
    return (f"#chlo.ragged_dot<lhs_batching_dimensions = {list(lhs_batch)}, rhs_batching_dimensions = {list(rhs_batch)}, "
            f"lhs_contracting_dimensions = {list(lhs_depth)}, rhs_contracting_dimensions = {list(rhs_depth)}, "
            f"lhs_ragged_dimensions = {list(along)}, rhs_group_dimensions = {list(group)}>")


def body(*types: str, ends: str = "stablehlo.return") -> str:
    """A region that returns all its arguments."""
    return bodies(*types, returns=", ".join(f"%a{k}" for k in range(len(types))), result=", ".join(types)).replace(
        "stablehlo.return", ends)


def segments(operands: str, results: str) -> dict[str, str]:
    return {"operandSegmentSizes": f"array<i32: {operands}>", "resultSegmentSizes": f"array<i32: {results}>"}


RAGGED = ["tensor<6x4xf32>", "tensor<3x4x5xf32>", "tensor<3xi64>"]
UNKNOWN = -(1 << 63)
SLICE = {"static_offsets": array(UNKNOWN, 0), "static_sizes": array(1, 2), "static_strides": array(1, 1)}
ELEMENT = ('({ ^bb0(%i: index, %j: index): %e = "arith.constant"() {value = 1.0 : f32} : () -> f32 '
           '"tensor.yield"(%e) : (f32) -> () })')
SUMMED = '({ ^bb0(%i: index, %n: index, %a: f32): "shape.yield"(%a) : (f32) -> () })'
YIELDS = '({ "shape.assuming_yield"() : () -> () })'
SCANNED = body("tensor<2xi32>", "tensor<2xi32>")
#: Conversions of scalars, with a tensor in place of the operand.
CONVERSIONS = {
    "bitcast": "tensor<f32>", "convertf": "tensor<f16>", "extf": "tensor<f16>", "extsi": "tensor<i8>", "extui": "tensor<i8>",
    "fptosi": "tensor<f32>", "fptoui": "tensor<f32>", "index_cast": "tensor<i32>", "index_castui": "tensor<i32>",
    "sitofp": "tensor<i32>", "trunci": "tensor<i32>", "truncf": "tensor<f32>", "uitofp": "tensor<i32>",
}
#: Operations of Shardy that take a sharding, and the attributes that they have besides it.
SHARDED = {
    "sharding_constraint": {}, "reshard": {}, "data_flow_edge": {},
    "all_slice": {"slicing_axes": '#sdy<list_of_axis_ref_lists[{"x"}, {}]>'},
    "all_reduce": {"reduction_axes": '#sdy<axis_ref_list{"x"}>'},
    "reduce_scatter": {"reduce_scatter_axes": '#sdy<list_of_axis_ref_lists[{"x"}, {}]>'},
}
BASES = {
    **{f"sdy.{name}": Base([F], [F], {
        "out_sharding" if attributes else "sharding": '#sdy.sharding<@mesh, [{"x"}, {}]>', **attributes})
       for name, attributes in SHARDED.items()},
    "arith.cmpi": Base(["i32", "i32"], ["i1"], {"predicate": "2 : i64"}),
    "arith.cmpf": Base(["f32", "f32"], ["i1"], {"predicate": "2 : i64"}),
    "arith.select": Base(["i1", "f32", "f32"], ["f32"]),
    **{f"arith.{name}_extended": Base(["i32", "i32"], ["i32", "i1" if name in ("addui", "subui") else "i32"])
       for name in ("addui", "subui", "mulsi", "mului")},
    "arith.bitcast": Base(["f32"], ["i32"]), "arith.convertf": Base(["f16"], ["bf16"]),
    "arith.extf": Base(["f16"], ["f32"]), "arith.truncf": Base(["f32"], ["bf16"]),
    **{f"arith.{name}": Base(["i8"], ["i32"]) for name in ("extsi", "extui")}, "arith.trunci": Base(["i32"], ["i8"]),
    **{f"arith.{name}": Base(["f32"], ["i32"]) for name in ("fptosi", "fptoui")},
    **{f"arith.{name}": Base(["i32"], ["f32"]) for name in ("sitofp", "uitofp")},
    **{f"arith.{name}": Base(["i32"], ["index"]) for name in ("index_cast", "index_castui")},
    "chlo.broadcast_complex": Base([F, F], ["tensor<2x3xcomplex<f32>>"]),
    "chlo.broadcast_select": Base(["tensor<i1>", F, F], [F]),
    "chlo.dynamic_reshape": Base([F, "tensor<1xindex>"], ["tensor<?xf32>"]),
    "chlo.minimum_broadcast_shapes": Base(["tensor<2xindex>"] * 2, ["tensor<?xindex>"] * 2),
    "chlo.top_k": Base([F], ["tensor<2x1xf32>", "tensor<2x1xi32>"], {"k": "1 : i64"}),
    "mhlo.topk": Base([F], ["tensor<2x1xf32>", "tensor<2x1xi32>"], {"k": "1 : i64"}),
    "chlo.ragged_dot": Base(RAGGED, ["tensor<6x5xf32>"], {"ragged_dot_dimension_numbers": ragged()}),
    "chlo.scan": Base([I, "tensor<2xi32>"], [I, "tensor<2xi32>"], {"dimension": "1 : i64", **segments("1, 1", "1, 1")}, SCANNED),
    "shape.shape_of": Base([F], ["tensor<2xindex>"]), "shape.num_elements": Base([EXTENTS], ["index"]),
    "shape.rank": Base([EXTENTS], ["index"]), "shape.broadcast": Base([EXTENTS, EXTENTS], [EXTENTS]),
    "shape.get_extent": Base([EXTENTS, "index"], ["index"]),
    **{f"shape.{name}": Base(["index", "index"], ["index"]) for name in ("add", "mul", "div")},
    **{f"shape.{name}": Base(["!shape.size"] * 2, ["!shape.size"]) for name in ("max", "min")},
    "shape.const_shape": Base([], [EXTENTS], {"shape": f"dense<[4, 5]> : {EXTENTS}"}),
    "shape.meet": Base([EXTENTS, EXTENTS], [EXTENTS]), "shape.cstr_broadcastable": Base([EXTENTS, EXTENTS], [W]),
    "shape.assuming_all": Base([W], [W]),
    "shape.any": Base(["tensor<2xindex>"], ["tensor<2xindex>"]),
    "shape.assuming": Base([W], [], {}, YIELDS),
    "tensor.extract": Base([F, "index", "index"], ["f32"]), "tensor.insert": Base(["f32", F, "index", "index"], [F]),
    "tensor.from_elements": Base(["f32", "f32"], ["tensor<2xf32>"]), "tensor.cast": Base([F], ["tensor<?x3xf32>"]),
    "tensor.empty": Base(["index"], ["tensor<?x3xf32>"]), "tensor.splat": Base(["f32", "index"], ["tensor<?x3xf32>"]),
    "tensor.gather": Base(["tensor<4x5x6xf32>", "tensor<7x2xindex>"], ["tensor<7x5xf32>"], {"gather_dims": array(0, 2)}),
    "tensor.scatter": Base(["tensor<7x1x5x1xf32>", "tensor<4x5x6xf32>", "tensor<7x2xindex>"], ["tensor<4x5x6xf32>"],
                           {"scatter_dims": array(0, 2), "unique": "unit"}),
    "tensor.reshape": Base([F, "tensor<1xindex>"], ["tensor<6xf32>"]),
    "tensor.collapse_shape": Base([F], ["tensor<6xf32>"], {"reassociation": "[[0, 1]]"}),
    "tensor.expand_shape": Base(["tensor<6xf32>"], [F], {"reassociation": "[[0, 1]]", "static_output_shape": array(2, 3)}),
    "tensor.bitcast": Base([F], [I]), "tensor.concat": Base([F, F], ["tensor<4x3xf32>"], {"dim": "0 : i64"}),
    "tensor.extract_slice": Base([F, "index"], ["tensor<1x2xf32>"], {"operandSegmentSizes": "array<i32: 1, 1, 0, 0>", **SLICE}),
    "tensor.insert_slice": Base(["tensor<1x2xf32>", F, "index"], [F], {"operandSegmentSizes": "array<i32: 1, 1, 1, 0, 0>",
                                                                      **SLICE}),
    "tensor.generate": Base(["index"], ["tensor<?x3xf32>"], {}, ELEMENT),
    "tensor.pad": Base([F, "index"], ["tensor<?x5xf32>"], {
        "operandSegmentSizes": "array<i32: 1, 1, 0>", "static_low": array(UNKNOWN, 1), "static_high": array(0, 1)}, ELEMENT),
    "shape.reduce": Base(["tensor<2xindex>", "f32"], ["f32"], {}, SUMMED),
    "sdy.named_computation": Base([F], [F], {"name": '"twice"'}, body(F, ends="sdy.return")),
    "sdy.manual_computation": Base([F], [F], {
        "in_shardings": SHARDINGS, "out_shardings": SHARDINGS, "manual_axes": '#sdy<manual_axes{"x"}>'},
        body("tensor<1x3xf32>", ends="sdy.return")),
}
PAIR = {"operands": [I, "tensor<2x4xi32>", "tensor<2xi32>"], **segments("2, 1", "1, 1")}

#: The operation, the constraint that it breaks, and what differs from the base case.
BREAKS: list[tuple[str, str, dict[str, Any]]] = [
    ("arith.cmpi", "predicate", {"predicate": "10 : i64"}), ("arith.cmpi", "type", {"operands": ["i32", "i64"]}),
    ("arith.cmpf", "predicate", {"predicate": "-1 : i64"}), ("arith.cmpf", "type", {"operands": ["f32", "f64"]}),
    ("arith.select", "type", {"operands": ["i1", "f32", "f64"]}), ("arith.select", "type", {"results": ["f64"]}),
    *((f"arith.{name}_extended", "type", changes) for name in ("addui", "subui", "mulsi", "mului")
      for changes in ({"operands": ["i32", "i64"]}, {"results": ["i64", "i1" if name in ("addui", "subui") else "i32"]})),
    ("arith.select", "condition", {"operands": ["tensor<i1>", "f32", "f32"]}),
    ("arith.select", "condition", {"operands": ["tensor<?x3xi1>", F, F], "results": [F]}),
    *((f"arith.{name}", "shape", {"operands": [operand]}) for name, operand in CONVERSIONS.items()),
    *((f"arith.{name}", "width", {"results": [same]}) for name, same in (
        ("extf", "f16"), ("extsi", "i8"), ("extui", "i8"), ("truncf", "f32"), ("trunci", "i32"), ("bitcast", "i64"),
        ("convertf", "f16"), ("convertf", "f32"))),
    ("arith.index_cast", "index", {"results": ["i64"]}), ("arith.index_castui", "index", {"operands": ["index"]}),
    ("chlo.broadcast_complex", "type", {"operands": [F, "tensor<2x3xf64>"]}),
    ("chlo.broadcast_complex", "type", {"operands": ["tensor<2x3xf16>"] * 2}),
    ("chlo.broadcast_complex", "shape", {"operands": [F, "tensor<2x4xf32>"]}),
    ("chlo.broadcast_complex", "broadcast_dimensions", {"operands": [F, "tensor<3xf32>"], "broadcast_dimensions": array(2)}),
    ("chlo.broadcast_select", "type", {"operands": ["tensor<i1>", F, "tensor<2x3xf64>"]}),
    ("chlo.broadcast_select", "shape", {"operands": ["tensor<i1>", F, "tensor<2xf32>"]}),
    ("chlo.dynamic_reshape", "type", {"results": ["tensor<?xf64>"]}),
    ("chlo.dynamic_reshape", "shape", {"results": ["tensor<?x?xf32>"]}),
    ("chlo.minimum_broadcast_shapes", "shapes", {"operands": ["tensor<2xindex>"], "results": ["tensor<?xindex>"]}),
    ("chlo.minimum_broadcast_shapes", "results", {"results": ["tensor<?xindex>"]}),
    ("chlo.top_k", "operand", {"operands": ["tensor<f32>"]}), ("chlo.top_k", "k", {"k": "4 : i64"}),
    ("chlo.top_k", "k", {"k": "-1 : i64"}), ("chlo.top_k", "type", {"results": ["tensor<2x2xf32>", "tensor<2x1xi32>"]}),
    ("mhlo.topk", "operand", {"operands": ["tensor<f32>"]}), ("mhlo.topk", "k", {"k": "4 : i64"}),
    ("mhlo.topk", "type", {"results": ["tensor<2x2xf32>", "tensor<2x1xi32>"]}),
    ("chlo.ragged_dot", "precision_config", {
        "precision_config": f"[{', '.join(['#chlo<precision HIGH>'] * 3)}]"}),
    ("chlo.ragged_dot", "element", {"operands": ["tensor<6x4xf32>", "tensor<3x4x5xf64>", "tensor<3xi64>"]}),
    ("chlo.ragged_dot", "ragged", {"ragged_dot_dimension_numbers": ragged(along=())}),
    ("chlo.ragged_dot", "ragged", {"ragged_dot_dimension_numbers": ragged(along=(2,))}),
    ("chlo.ragged_dot", "lhs", {"ragged_dot_dimension_numbers": ragged(lhs_depth=(2,))}),
    ("chlo.ragged_dot", "lhs", {"ragged_dot_dimension_numbers": ragged(lhs_depth=(1, 1))}),
    ("chlo.ragged_dot", "rhs", {"ragged_dot_dimension_numbers": ragged(rhs_depth=(0,))}),
    ("chlo.ragged_dot", "pairs", {"ragged_dot_dimension_numbers": ragged(rhs_depth=(2,))}),
    ("chlo.ragged_dot", "pairs", {"ragged_dot_dimension_numbers": ragged(rhs_depth=())}),
    ("chlo.ragged_dot", "group", {"ragged_dot_dimension_numbers": ragged(group=())}),
    ("chlo.ragged_dot", "group_sizes", {"operands": [*RAGGED[:2], "tensor<2x3xi64>"]}),
    ("chlo.ragged_dot", "groups", {"operands": [*RAGGED[:2], "tensor<2xi64>"]}),
    ("chlo.ragged_dot", "shape", {"results": ["tensor<6x4xf32>"]}),
    ("chlo.scan", "inputs", {"operands": ["tensor<2xi32>"], **segments("0, 1", "1, 1")}),
    ("chlo.scan", "dimension", {"dimension": "2 : i64"}),
    ("chlo.scan", "sizes", PAIR), ("chlo.scan", "body", {"regions": two_blocks(SCANNED)}),
    ("chlo.scan", "arguments", {"regions": body("tensor<3xi32>", "tensor<2xi32>")}),
    ("chlo.scan", "carries", {"regions": bodies("tensor<2xi32>", "tensor<2xi32>", returns="", result=" ").replace("( )", "()")}),
    ("chlo.scan", "results", {"results": ["tensor<2x4xi32>", "tensor<2xi32>"]}),
    ("shape.any", "inputs", {"operands": []}), ("shape.assuming_all", "inputs", {"operands": []}),
    ("shape.shape_of", "errors", {"operands": ["!shape.value_shape"]}),
    ("shape.shape_of", "type", {"results": ["tensor<3xindex>"]}),
    ("shape.num_elements", "errors", {"operands": ["!shape.shape"]}), ("shape.rank", "errors", {"operands": ["!shape.shape"]}),
    ("shape.broadcast", "errors", {"operands": [EXTENTS, "!shape.shape"]}),
    ("shape.get_extent", "errors", {"operands": [EXTENTS, "!shape.size"]}),
    *((f"shape.{name}", "errors", {"operands": ["!shape.size", "index"]}) for name in ("add", "mul", "div")),
    *((f"shape.{name}", "type", {"results": ["!shape.shape"]}) for name in ("max", "min")),
    ("shape.const_shape", "type", {"results": ["tensor<?xindex>"]}), ("shape.meet", "type", {"results": ["tensor<3xindex>"]}),
    ("shape.meet", "type", {"operands": [EXTENTS, "index"]}), ("shape.cstr_broadcastable", "shapes", {"operands": [EXTENTS]}),
    ("shape.assuming", "region", {"regions": two_blocks(YIELDS).replace("stablehlo.return", "shape.assuming_yield")}),
    ("shape.assuming", "type", {"results": ["f32"]}),
    ("tensor.extract", "indices", {"operands": [F, "index"]}), ("tensor.extract", "type", {"results": ["f64"]}),
    *((f"tensor.{name}", label, changes) for name in ("gather", "scatter") for label, changes in (
        ("dims", {f"{name}_dims": array(2, 0)}), ("dims", {f"{name}_dims": array(0, 3)}), ("dims", {f"{name}_dims": array()}),
        ("indices", {f"{name}_dims": array(0)}))),
    ("tensor.gather", "type", {"results": ["tensor<7x1x5xf32>"]}), ("tensor.gather", "type", {"results": ["tensor<?x5xf32>"]}),
    ("tensor.scatter", "unique", {"unique": ""}), ("tensor.scatter", "type", {"results": ["tensor<4x?x6xf32>"]}),
    ("tensor.scatter", "source", {"operands": ["tensor<7x5x1xf32>", "tensor<4x5x6xf32>", "tensor<7x2xindex>"]}),
    ("tensor.insert", "scalar", {"operands": ["f64", F, "index", "index"]}),
    ("tensor.splat", "input", {"operands": ["f64", "index"]}), ("tensor.from_elements", "elements", {"operands": ["f32", "f64"]}),
    ("tensor.reshape", "shape", {"operands": [F, "tensor<?xindex>"]}), ("tensor.reshape", "rank", {"results": [F]}),
    ("tensor.reshape", "type", {"results": ["tensor<6xf64>"]}), ("tensor.reshape", "type", {"results": ["tensor<5xf32>"]}),
    ("tensor.collapse_shape", "type", {"results": ["tensor<?xf32>"]}),
    ("tensor.collapse_shape", "type", {"operands": ["tensor<?x3xf32>"]}),
    ("tensor.expand_shape", "output_shape", {"operands": ["tensor<6xf32>", "index"]}),
    ("tensor.expand_shape", "sizes", {"operands": ["tensor<?xf32>"]}),
    ("tensor.expand_shape", "type", {"results": ["tensor<3x2xf32>"]}),
    ("tensor.extract_slice", "type", {"results": ["tensor<?x2xf32>"]}),
    *((f"tensor.{name}", "operands", {"operandSegmentSizes": ""}) for name in ("extract_slice", "insert_slice", "pad")),
    ("chlo.scan", "operands", {"operandSegmentSizes": ""}), ("chlo.scan", "results", {"resultSegmentSizes": ""}),
    ("tensor.insert", "indices", {"operands": ["f32", F, "index"]}), ("tensor.insert", "type", {"results": ["tensor<2x4xf32>"]}),
    ("tensor.from_elements", "result", {"results": ["tensor<3xf32>"]}), ("tensor.cast", "type", {"results": ["tensor<?xf32>"]}),
    ("tensor.cast", "type", {"results": ["tensor<?x3xf64>"]}),
    ("tensor.empty", "dynamicsizes", {"results": ["tensor<?x?xf32>"]}), ("tensor.splat", "dynamicsizes", {"results": [F]}),
    ("tensor.collapse_shape", "reassociation", {"reassociation": "[[0]]"}),
    ("tensor.collapse_shape", "reassociation", {"reassociation": "[[1], [0]]"}),
    ("tensor.expand_shape", "reassociation", {"reassociation": "[[0], [1]]"}),
    ("tensor.bitcast", "type", {"results": ["tensor<2x3xf64>"]}), ("tensor.concat", "inputs", {"operands": []}),
    ("tensor.concat", "dim", {"dim": "2 : i64"}), ("tensor.concat", "type", {"results": ["tensor<5x3xf32>"]}),
    ("tensor.extract_slice", "window", {"static_sizes": array(1)}),
    ("tensor.extract_slice", "offsets", {"static_offsets": array(0, 0)}),
    ("tensor.extract_slice", "sizes", {"static_sizes": array(1, UNKNOWN)}),
    ("tensor.extract_slice", "strides", {"static_strides": array(UNKNOWN, 1)}),
    ("tensor.extract_slice", "type", {"results": ["tensor<1x3xf32>"]}),
    ("tensor.insert_slice", "window", {"static_sizes": array(1)}),
    ("tensor.insert_slice", "offsets", {"static_offsets": array(0, 0)}),
    ("tensor.insert_slice", "sizes", {"static_sizes": array(1, UNKNOWN)}),
    ("tensor.insert_slice", "strides", {"static_strides": array(UNKNOWN, 1)}),
    ("tensor.insert_slice", "source", {"operands": ["tensor<1x3xf32>", F, "index"]}),
    ("tensor.insert_slice", "type", {"results": ["tensor<2x4xf32>"]}),
    ("tensor.generate", "dynamicextents", {"operands": []}),
    ("tensor.generate", "body", {"regions": ELEMENT.replace(", %j: index", "")}),
    ("tensor.pad", "padding", {"static_high": array(0)}), ("tensor.pad", "low", {"static_low": array(0, 1)}),
    ("tensor.pad", "high", {"static_high": array(0, UNKNOWN)}),
    ("tensor.pad", "region", {"regions": ELEMENT.replace(", %j: index", "")}),
    ("tensor.pad", "type", {"results": ["tensor<?x4xf32>"]}),
    ("shape.reduce", "region", {"regions": SUMMED.replace(" })", ' ^bb1: "shape.yield"() : () -> () })')}),
    ("shape.reduce", "arguments", {"regions": SUMMED.replace("%n: index", "%n: i64")}),
    ("shape.reduce", "values", {"regions": SUMMED.replace("(%a) : (f32)", "(%n) : (index)")}),
    ("shape.reduce", "type", {"results": ["f64"]}),
    ("sdy.named_computation", "body", {"regions": two_blocks(body(F, ends="sdy.return")).replace("stablehlo.", "sdy.")}),
    ("sdy.named_computation", "arguments", {"operands": ["tensor<2x4xf32>"]}),
    ("sdy.named_computation", "results", {"results": ["tensor<2x4xf32>"]}), ("sdy.named_computation", "results", {"results": []}),
    ("sdy.manual_computation", "body",
     {"regions": two_blocks(body("tensor<1x3xf32>", ends="sdy.return")).replace("stablehlo.", "sdy.")}),
    *((f"sdy.{name}", "rank", {"operands": ["tensor<2xf32>"], "results": ["tensor<2xf32>"]}) for name in SHARDED),
    *((f"sdy.{name}", "type", {"results": ["tensor<?x3xf32>"]}) for name in SHARDED if name != "all_to_all"),
    ("sdy.manual_computation", "operand_shardings", {"operands": ["tensor<2xf32>"]}),
    ("sdy.manual_computation", "result_shardings", {"results": ["tensor<2xf32>"]}),
    ("sdy.manual_computation", "arguments", {"operands": [F, F]}), ("sdy.manual_computation", "results", {"results": [F, F]}),
]


@pytest.mark.parametrize("name", BASES)
def test_valid(name: str) -> None:
    assert diagnosed(name, BASES[name]) == []


@pytest.mark.parametrize("name, label, changes", BREAKS, ids=lambda x: x if isinstance(x, str) else "")
def test_broken(name: str, label: str, changes: dict[str, Any]) -> None:
    assert diagnosed(name, BASES[name].changed(changes)) == [code_of(name, label)]


def with_check(label: str, dialect: str) -> list[str]:
    """The operations of a dialect on `lhs` and `rhs` with a check of this label that have no case above."""
    return [name for name, cls in sorted(REGISTRY.items())
            if name.startswith(dialect) and name not in BASES and any(check.label == label for check in cls.checks)
            and [field.name for field in cls.definition.operands] == ["lhs", "rhs"]]


@pytest.mark.parametrize("name", with_check("type", "arith."))
def test_arithmetic_takes_one_type(name: str) -> None:
    kind = REGISTRY[name].definition.operands[0].constraint
    pair = ["f32", "f64"] if "float" in str(kind) else ["i32", "i64"]
    code = code_of(name, "type")
    assert diagnosed(name, Base([pair[0]] * 2, [pair[0]])) == []
    assert diagnosed(name, Base(pair, [pair[0]])) == diagnosed(name, Base([pair[0]] * 2, [pair[1]])) == [code]


@pytest.mark.parametrize("name", with_check("type", "chlo."))
def test_functions_of_two_numbers(name: str) -> None:
    element = next(e for e in ("f32", "i32") if diagnosed(name, accepting(name, e, e)) == [])
    other = {"f32": "f64", "i32": "i64"}[element]
    broadcasts = "broadcast" in name
    assert diagnosed(name, accepting(name, element, other)) == [code_of(name, "type")]
    if broadcasts:
        for shapes, dimensions, label in ((("2x3", "2x4"), None, "shape"), (("2x3", "2"), None, "shape"),
                                          (("2x3", "3"), array(0, 1), "broadcast_dimensions"),
                                          (("2x3", "3"), array(2), "broadcast_dimensions")):
            case = accepting(name, element, element, *shapes)
            found = diagnosed(name, case.changed({"broadcast_dimensions": dimensions} if dimensions else {}))
            assert found == [code_of(name, label)]


def accepting(name: str, left: str, right: str, left_shape: str = "2x3", right_shape: str = "2x3") -> Base:
    """An operation of CHLO on two tensors."""
    compares = name == "chlo.broadcast_compare"
    attributes = {"comparison_direction": "#chlo<comparison_direction LT>"} if compares else {}
    return Base([f"tensor<{left_shape}x{left}>", f"tensor<{right_shape}x{right}>"],
                [f"tensor<2x3x{'i1' if compares else left}>"], attributes)


MESH = 'sdy.mesh @mesh = <["x"=2]>\n'
MANUAL = f"""{MESH}func.func @f(%x: tensor<4xf32>) {{
  %r = sdy.manual_computation(%x) in_shardings=[<@mesh, [{{"x"}}]>] out_shardings=[<@mesh, [{{"x"}}]>] manual_axes={{"x"}}
       (%a: tensor<2xf32>) {{
    sdy.return %a : tensor<2xf32>
  }} : (tensor<4xf32>) -> tensor<4xf32>
  return
}}"""


@pytest.mark.parametrize("old, new, code", [
    ("a", "a", ""), ("4xf32", "5xf32", "manual_computation_local_arguments"),
    ("4xf32", "6xf32", "manual_computation_local_arguments"),
    ("-> tensor<4xf32>", "-> tensor<6xf32>", "manual_computation_local_results"),
])
def test_parts_of_manual_computations(old: str, new: str, code: str) -> None:
    assert codes(MANUAL.replace(old, new)) == ([code] if code else [])


def moved(operation: str, sharding: str = ' {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}', to: str = '[{}, {"x"}]') -> str:
    return (f"{MESH}func.func @f(%x: tensor<4x4xf32>{sharding}) {{\n"
            f"  %r = sdy.{operation} %x out_sharding=<@mesh, {to}> : tensor<4x4xf32>\n  return\n}}")


@pytest.mark.parametrize("operation", [
    'all_gather [{"x"}, {}]', 'all_to_all [{"x"}: 0->1]', "collective_permute", 'sharded_to_unreduced [{"x"}, {}]',
    'replicated_to_unreduced {"x"}'])
def test_what_is_moved_between_devices_has_a_sharding(operation: str) -> None:
    name = f"sdy.{operation.partition(' ')[0]}"
    assert codes(moved(operation)) == []
    assert codes(moved(operation, "")) == [code_of(name, "input")]
    assert codes(moved(operation, to='[{"x"}]')) == [code_of(name, "rank")]


#: What stands before the body of a function that calls another of its type.
GIVEN = "func.func private @g(tensor<f32>) -> tensor<f32>\nfunc.func @f(%x: tensor<f32>) {\n"


@pytest.mark.parametrize("program, code", [
    ('"func.func"() <{sym_name = "f", function_type = (f32) -> ()}> ({\n^bb0(%x: f64):\nfunc.return\n}) : () -> ()',
     "func_signature"),
    ('"func.func"() <{sym_name = "f", function_type = (f32) -> (), arg_attrs = []}> ({\n^bb0(%x: f32):\nfunc.return\n}) '
     ": () -> ()", "func_arg_attrs"),
    ('"func.func"() <{sym_name = "f", function_type = () -> (), res_attrs = [{}]}> ({\nfunc.return\n}) : () -> ()',
     "func_res_attrs"),
    ("func.func @f(%x: f32) -> f64 {\nreturn %x : f32\n}", "func.return_types"),
    ("func.func @f(%x: f32) {\nreturn %x : f32\n}", "func.return_types"),
    ("func.func private @g(f32)\nfunc.func @f(%x: f64) {\nfunc.call @g(%x) : (f64) -> ()\nreturn\n}", "call"),
    ("func.func @f(%x: f64) {\nfunc.call @g(%x) : (f64) -> ()\nreturn\n}", "symbol"),
    ("func.func private @f()\nfunc.func private @f()", "symbol"),
    ("func.func private @g()\nfunc.func @f(%x: tensor<f32>) "
     '{\n%0 = "interpreter.run_parallel"(%x) {programs = [[@g], [@g, @g]]} : (tensor<f32>) -> tensor<f32>\nreturn\n}',
     "run_parallel_programs"),
    (GIVEN + '%0 = "interpreter.run_parallel"(%x) {programs = [[@h]]} : (tensor<f32>) -> tensor<f32>\nreturn\n}', "symbol"),
    (GIVEN + '%0 = "interpreter.run_parallel"(%x) {infeed = [@h], programs = [[@g]]} : (tensor<f32>) -> tensor<f32>\nreturn\n}',
     "symbol"),
    (GIVEN + '%0 = "interpreter.run_parallel"(%x, %x) {programs = [[@g]]} : (tensor<f32>, tensor<f32>) -> tensor<f32>\nreturn\n}',
     "run_parallel_inputs"),
    (GIVEN + '%0 = "interpreter.run_parallel"(%x) {programs = [[@g]]} : (tensor<f32>) -> tensor<f64>\nreturn\n}',
     "run_parallel_outputs"),
    ("func.func private @g(tensor<?xf32>)\n"
     "func.func @f(%x: tensor<4xf32>) {\nfunc.call @g(%x) : (tensor<4xf32>) -> ()\nreturn\n}", "call"),
])
def test_functions(program: str, code: str) -> None:
    assert codes(program) == [code]


UNRANKED = "tensor<*xf32>"


@pytest.mark.parametrize("name, operands, results, code", [
    ("acos", [UNRANKED], [UNRANKED], None), ("acos", [UNRANKED], [F], "type"), ("acos", [F], [UNRANKED], "type"),
    ("is_inf", [UNRANKED], ["tensor<*xi1>"], None), ("acos", ["tensor<*xi32>"], ["tensor<*xi32>"], "i1"),
    ("next_after", [UNRANKED, F], [F], None), ("next_after", [UNRANKED, F], ["tensor<4xf32>"], "type"),
    ("next_after", [UNRANKED, "tensor<*xf64>"], [UNRANKED], "type"), ("next_after", [F, F], [UNRANKED], None),
    ("mulhi", ["tensor<*xi32>", I], ["tensor<*xi32>"], "i1"), ("mulhi", [I] * 2, ["tensor<*xi32>"], "type"),
    ("broadcast_add", [UNRANKED, F], ["tensor<7xf32>"], None), ("broadcast_add", [UNRANKED, F], ["tensor<*xf64>"], "type"),
    ("broadcast_add", [F, F], [UNRANKED], None), ("broadcast_complex", [UNRANKED, F], ["tensor<*xcomplex<f32>>"], None),
    ("broadcast_select", ["tensor<i1>", UNRANKED, F], [UNRANKED], None),
    ("broadcast_select", ["tensor<*xi1>", F, F], [F], "i1"),
    ("top_k", [UNRANKED], [UNRANKED, "tensor<*xi32>"], None), ("top_k", [UNRANKED], [UNRANKED, "tensor<*xi64>"], "type"),
    ("top_k", [F], [UNRANKED, "tensor<2x2xi32>"], "type"),
])
def test_tensors_of_unknown_rank(name: str, operands: list[str], results: list[str], code: str | None) -> None:
    attributes = {"k": "1 : i64"} if name == "top_k" else {}
    assert diagnosed(f"chlo.{name}", Base(operands, results, attributes)) == ([f"{name}_{code}"] if code else [])


def test_quantized_operands_of_broadcasting_have_one_expressed_type() -> None:
    other = Q.replace("f32", "f16")
    case = Base([f"tensor<2x{Q}>", f"tensor<2x{other}>"], [f"tensor<2x{Q}>"])
    assert diagnosed("chlo.broadcast_add", case) == ["broadcast_add_type"]
