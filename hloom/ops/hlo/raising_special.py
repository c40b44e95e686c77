"""Operations of StableHLO that HLO says in another way, one function each: `SPECIAL` by their names.

Each takes the `Raising` of the function that is converted, and an operation; it appends instructions and says what the results
are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from hloom.ir.attributes import (
    ArrayAttr,
    Attribute,
    DenseElementsAttr,
    DictionaryAttr,
    IntegerAttr,
    StringAttr,
    TypeAttr,
    UnitAttr,
)
from hloom.ir.core import Block, Operation, Region, Value, captured_values
from hloom.ir.layout import Layout
from hloom.ir.types import TOKEN, AnyType, TensorType, TupleType
from hloom.numbers.element_type import I32, UI32
from hloom.ops.definition.operation import REGISTRY
from hloom.ops.hlo.annotations import escaped, for_hlo, metadata_text
from hloom.ops.stablehlo.custom_call import CONFIGURATION_BESIDE, TYPED_FFI
from hloom.support.diagnostics import UserError


def conversion_error(op: Operation, why: str = "") -> UserError:
    return UserError.at(op.span, "conversion", f"{op.name} has no counterpart in HLO{f': {why}' if why else ''}")


def said_beside(op: Any) -> dict[str, Attribute]:
    """What HLO keeps beside an instruction: where it came from, its sharding, attributes for the frontend."""
    found = for_hlo(op.attributes)
    if len(op.results) != 1:
        found.pop("hlo.sharding", None)
    text = metadata_text(op.location)
    if text is not None:
        found["hlo.metadata"] = StringAttr(text)
    return found


# Operations that are said in another way.
def _constant(r: Any, op: Any) -> None:
    value, type = op.attributes["value"], op.results[0].type
    if isinstance(value, DenseElementsAttr) and value.is_splat and type.rank and type.size > 1:
        scalar = TensorType((), type.element)
        one = r.make("stablehlo.constant", [], scalar, value=DenseElementsAttr(scalar, value.data, is_splat=True))
        r.values[op.results[0]] = r.make("stablehlo.broadcast_in_dim", [one], type, broadcast_dimensions=())
    else:
        r.values[op.results[0]] = r.make("stablehlo.constant", [], type, value=value)


def _broadcast_in_dim(r: Any, op: Any) -> None:
    r.values[op.results[0]] = broadcast(r, r.values[op.operand], op.results[0].type, op.broadcast_dimensions)


def broadcast(r: Any, operand: Value, type: TensorType, broadcast_dimensions: Sequence[int]) -> Value:
    """The operand in the shape of a type: its dimensions in order, and only those that do not grow."""
    given: Any = operand.type
    dimensions = list(broadcast_dimensions)
    order = sorted(range(len(dimensions)), key=dimensions.__getitem__)
    if order != list(range(len(dimensions))):
        operand = r.make("stablehlo.transpose", [operand], permutation=tuple(order))
        given, dimensions = operand.type, sorted(dimensions)
    kept = [k for k, d in enumerate(dimensions) if given.shape[k] == type.shape[d]]
    if len(kept) < len(dimensions):  # sizes of 1 that grow are no dimensions of the operand in HLO
        operand = r.make("stablehlo.reshape", [operand], TensorType(tuple(given.shape[k] for k in kept), given.element))
        dimensions = [dimensions[k] for k in kept]
    return r.make("stablehlo.broadcast_in_dim", [operand], type, broadcast_dimensions=tuple(dimensions))


def _broadcast(r: Any, op: Any) -> None:
    added = len(op.broadcast_sizes)
    r.values[op.results[0]] = r.make("stablehlo.broadcast_in_dim", r.operands(op), op.results[0].type,
                                     broadcast_dimensions=tuple(range(added, added + op.operand.rank)))


def _dot(r: Any, op: Any) -> None:
    from hloom.ops.common.attributes import DotDimensionNumbers

    numbers = DotDimensionNumbers(lhs_contracting_dimensions=(op.lhs.rank - 1,), rhs_contracting_dimensions=(0,))
    precision = {k: v for k, v in op.attributes.items() if k == "precision_config"}
    r.values[op.results[0]] = r.make("stablehlo.dot_general", r.operands(op), op.results[0].type, attributes=precision,
                                     dot_dimension_numbers=numbers)


def _select(r: Any, op: Any) -> None:
    pred, on_true, on_false = r.operands(op)
    type: Any = on_true.type
    if pred.type.rank != type.rank:  # type: ignore[union-attr]
        wide = TensorType(type.shape, pred.type.element, type.encoding)  # type: ignore[union-attr]
        pred = r.make("stablehlo.broadcast_in_dim", [pred], wide, broadcast_dimensions=())
    r.values[op.results[0]] = r.make("stablehlo.select", [pred, on_true, on_false], op.results[0].type)


def _while(r: Any, op: Any) -> None:
    outside = captured_values(op)
    carried = [*op.operands, *outside]
    init = r.make("stablehlo.tuple", [r.values[v] for v in carried], TupleType(tuple(v.type for v in carried)))
    regions = []
    for number, region in enumerate(op.regions):
        kept, block = dict(r.values), Block([init.type])
        outer, r.block = r.block, block
        types: Any = init.type
        parts = [r.make("stablehlo.get_tuple_element", [block.arguments[0]], types.elements[k], index=k)
                 for k in range(len(carried))]
        r.values.update(zip([*region.arguments, *outside], parts))
        for inner in region.block.operations[:-1]:
            r.raised(inner)
        r.op = region.block.terminator
        root = r.operands(r.op)
        if number == 1:
            root = [r.make("stablehlo.tuple", [*root, *(r.values[v] for v in outside)], init.type)]
        block.append(REGISTRY["stablehlo.return"].create(root))
        r.block, r.values, r.op = outer, kept, op
        regions.append(Region([block]))
    found = r.make("hlo.while", [init], init.type, regions)
    types = init.type
    for k, result in enumerate(op.results):
        r.values[result] = r.make("stablehlo.get_tuple_element", [found], types.elements[k], index=k)


def _conditional(r: Any, op: Any) -> None:
    selector = r.values[op.operands[0]]
    inputs, regions = [], []
    for region in op.regions:
        outside = _seen_outside(op, region)
        value = r.packed([r.values[v] for v in outside])
        inputs.append(value)
        regions.append(r.branch(region, outside, value.type))
    types = tuple(x.type for x in op.results)
    result = types[0] if len(types) == 1 else TupleType(types)
    r.op = op
    r.define(op, r.make("hlo.conditional", [selector, *inputs], result, regions))


def _seen_outside(op: Operation, region: Region) -> list[Value]:
    """The values from outside that one region of an operation uses, in order."""
    mine = {inner for block in region.blocks for o in block.operations for inner in o.walk()}
    used = {v for o in mine for v in o.operands}
    return [v for v in captured_values(op) if v in used]


def _call(r: Any, op: Any) -> None:
    name = op.attributes.get("callee", op.attributes.get("decomposition")).value
    types = tuple(x.type for x in op.results)
    result = types[0] if len(types) == 1 else TupleType(types)
    attributes: dict[str, Attribute] = {}
    if "decomposition" in op.attributes:
        said = op.attributes.get("composite_attributes", DictionaryAttr({}))
        version = op.attributes.get("version")
        text = f'composite.attributes={said},composite.name="{escaped(op.name_)}"'
        text += f',composite.version="{version.value if version is not None else 0}"'
        attributes = {"hlo.is_composite": UnitAttr(), "hlo.frontend_attributes": StringAttr(f"{{{text}}}")}
    r.define(op, r.make("func.call", r.operands(op), result, attributes=attributes, callee=name))


def _barrier(r: Any, op: Any) -> None:
    value = r.packed(r.operands(op))
    r.define(op, r.make("hlo.opt_barrier", [value], value.type))


def _create_token(r: Any, op: Any) -> None:
    r.values[op.results[0]] = r.make("stablehlo.after_all", [])


def _rng(r: Any, op: Any) -> None:
    r.values[op.results[0]] = r.make("hlo.rng", r.operands(op)[:2], op.results[0].type, distribution=op.rng_distribution)


def _top_k(r: Any, op: Any) -> None:
    r.define(op, r.make("hlo.topk", r.operands(op), TupleType(tuple(x.type for x in op.results)), k=op.k))


def _ragged_dot(r: Any, op: Any) -> None:
    r.values[op.results[0]] = r.make("hlo.ragged_dot", r.operands(op), op.results[0].type,
                                     ragged_dot_dimension_numbers=op.ragged_dot_dimension_numbers)


def _custom_call(r: Any, op: Any) -> None:
    types = tuple(x.type for x in op.results)
    result = types[0] if len(types) == 1 else TupleType(types)
    kept = {k: v for k, v in op.attributes.items() if k in (
        "call_target_name", "has_side_effect", "api_version", "called_computations", "output_operand_aliases", "backend_config")}
    config = op.attributes.get(CONFIGURATION_BESIDE, kept.get("backend_config"))
    if config is not None:
        text = config.value if isinstance(config, StringAttr) else str(config)
        if text:
            kept["hlo.backend_config"] = StringAttr(text)
        kept.pop("backend_config", None)
        if isinstance(config, DictionaryAttr):
            kept["backend_config"], kept["api_version"] = config, IntegerAttr(TYPED_FFI, I32)
    operands = r.operands(op)
    if op.operand_layouts is not None:
        shapes = tuple(TypeAttr(_with_order(v.type, order)) for v, order in zip(operands, op.operand_layouts))
        kept["hlo.operand_layout_constraints"] = ArrayAttr(shapes)
    made = REGISTRY["stablehlo.custom_call"](operands, [result], {**kept, **said_beside(op)}, (), op.location, op.span)
    if op.result_layouts is not None and len(op.result_layouts) == len(types):
        shown = tuple(_with_order(t, order) for t, order in zip(types, op.result_layouts))
        made.results[0].stated_type = shown[0] if len(shown) == 1 else TupleType(shown)
    r.block.append(made)
    r.define(op, made.results[0])


def _with_order(type: AnyType, order: Any) -> AnyType:
    """A type with the layout that lists its dimensions from minor to major."""
    if not isinstance(type, TensorType):
        return type
    layout = Layout(order.array().reshape(-1).tolist())
    return type if layout.is_default else type.with_layout(layout)


#: Instructions into which one operation may be taken apart.
_MOST_PARTS: Final = 10_000


def _all_to_all(r: Any, op: Any) -> None:
    groups = {key: op.attributes[key] for key in ("replica_groups", "channel_handle") if key in op.attributes}
    for operand, result in zip(r.operands(op), op.results):
        if op.split_dimension == op.concat_dimension:
            r.values[result] = r.make("hlo.all_to_all", [operand], result.type, dimension=op.split_dimension, **groups)
            continue
        type: Any = operand.type
        if op.split_count > _MOST_PARTS:
            raise conversion_error(op, f"it would take more than {_MOST_PARTS} instructions")
        size = type.shape[op.split_dimension] // op.split_count
        parts = []
        for k in range(op.split_count):
            start, limit = [0] * type.rank, list(type.shape)
            start[op.split_dimension], limit[op.split_dimension] = k * size, (k + 1) * size
            parts.append(r.make("stablehlo.slice", [operand], start_indices=tuple(start), limit_indices=tuple(limit),
                                strides=(1,) * type.rank))
        dealt = r.make("hlo.all_to_all", parts, TupleType(tuple(p.type for p in parts)), **groups)
        received = [r.make("stablehlo.get_tuple_element", [dealt], parts[0].type, index=k) for k in range(op.split_count)]
        r.values[result] = r.make("stablehlo.concatenate", received, dimension=op.concat_dimension)


def _infeed(r: Any, op: Any) -> None:
    *items, _ = op.results
    item = TupleType(tuple(x.type for x in items))
    found = r.make("hlo.infeed", r.operands(op), TupleType((item, TOKEN)), infeed_config=op.infeed_config)
    whole = r.make("stablehlo.get_tuple_element", [found], item, index=0)
    for k, result in enumerate(items):
        r.values[result] = r.make("stablehlo.get_tuple_element", [whole], result.type, index=k)
    r.values[op.results[-1]] = r.make("stablehlo.get_tuple_element", [found], TOKEN, index=1)


def _outfeed(r: Any, op: Any) -> None:
    *items, token = r.operands(op)
    item = r.make("stablehlo.tuple", items, TupleType(tuple(v.type for v in items)))
    r.values[op.results[0]] = r.make("hlo.outfeed", [item, token], TOKEN, attributes={"hlo.outfeed_shape": TypeAttr(item.type)},
                                     outfeed_config=op.outfeed_config)


def _send(r: Any, op: Any) -> None:
    *items, token = r.operands(op)
    item = r.packed(items)
    started = r.make("hlo.send", [item, token], TupleType((item.type, TensorType((), UI32), TOKEN)),
                     channel_handle=op.channel_handle, is_host_transfer=op.is_host_transfer)
    r.values[op.results[0]] = r.make("hlo.send_done", [started], TOKEN, channel_handle=op.channel_handle,
                                     is_host_transfer=op.is_host_transfer)


def _recv(r: Any, op: Any) -> None:
    types = tuple(x.type for x in op.results[:-1])
    item = types[0] if len(types) == 1 else TupleType(types)
    started = r.make("hlo.recv", r.operands(op), TupleType((item, TensorType((), UI32), TOKEN)), channel_handle=op.channel_handle,
                     is_host_transfer=op.is_host_transfer)
    done = r.make("hlo.recv_done", [started], TupleType((item, TOKEN)), channel_handle=op.channel_handle,
                  is_host_transfer=op.is_host_transfer)
    value = r.make("stablehlo.get_tuple_element", [done], item, index=0)
    r.values.update(zip(op.results[:-1], r.unpacked(value, len(types))))
    r.values[op.results[-1]] = r.make("stablehlo.get_tuple_element", [done], TOKEN, index=1)


def _atan(r: Any, op: Any) -> None:
    """atan(x) = atan2(x, 1): not every version of XLA has an instruction for it."""
    (x,) = r.operands(op)
    one = TensorType((), op.operand.element)
    r_one = r.make("stablehlo.constant", [], one,
                   value=DenseElementsAttr(one, np.ones((), op.operand.element.dtype), is_splat=True))
    wide = r.make("stablehlo.broadcast_in_dim", [r_one], op.operand.type, broadcast_dimensions=())
    r.values[op.results[0]] = r.make("stablehlo.atan2", [x, wide])


def _square(r: Any, op: Any) -> None:
    (x,) = r.operands(op)
    r.values[op.results[0]] = r.make("stablehlo.multiply", [x, x])


def _conjugate(r: Any, op: Any) -> None:
    (x,) = r.operands(op)
    if not op.operand.type.element.is_complex:
        r.values[op.results[0]] = x
        return
    imaginary = r.make("stablehlo.negate", [r.make("stablehlo.imag", [x])])
    r.values[op.results[0]] = r.make("stablehlo.complex", [r.make("stablehlo.real", [x]), imaginary])


SPECIAL: Final[dict[str, Callable[[Any, Any], None]]] = {
    "stablehlo.constant": _constant, "stablehlo.broadcast_in_dim": _broadcast_in_dim, "stablehlo.broadcast": _broadcast,
    "stablehlo.dot": _dot, "stablehlo.select": _select, "stablehlo.while": _while, "stablehlo.if": _conditional,
    "stablehlo.case": _conditional, "func.call": _call, "stablehlo.composite": _call, "stablehlo.optimization_barrier": _barrier,
    "stablehlo.create_token": _create_token, "stablehlo.rng": _rng, "chlo.top_k": _top_k, "chlo.ragged_dot": _ragged_dot,
    "stablehlo.custom_call": _custom_call, "stablehlo.all_to_all": _all_to_all, "stablehlo.infeed": _infeed,
    "chlo.square": _square, "chlo.atan": _atan,
    "chlo.conj": _conjugate, "stablehlo.outfeed": _outfeed, "stablehlo.send": _send, "stablehlo.recv": _recv,
}
