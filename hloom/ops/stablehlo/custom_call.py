"""Custom calls: what is registered by name outside of the program (StableHLO spec: custom_call)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hloom.ir.attributes import ArrayAttr, Attribute, DenseElementsAttr, DictionaryAttr, StringAttr
from hloom.ir.core import Value
from hloom.ir.types import TensorType, TupleType
from hloom.ops.common.attributes import OutputOperandAlias
from hloom.ops.definition.attribute_kinds import any_array, anything, array_of, boolean, i32, string, struct, symbol
from hloom.ops.definition.constraints import compatible, compatible_shapes, handed_over
from hloom.ops.definition.operation import Attr, C, Op, Operands, Results
from hloom.ops.definition.traits import Control
from hloom.ops.stablehlo.creation import constant_values


class CustomCall(Op, name="stablehlo.custom_call"):
    """Calls a function that is registered by name, outside of the program."""

    inputs: Operands = handed_over
    call_target_name: Attr = string
    has_side_effect: Attr = boolean.default(False)
    backend_config: Attr = anything.optional
    api_version: Attr = i32.default(1)
    called_computations: Attr = array_of(symbol).default(())
    operand_layouts: Attr = any_array.optional
    result_layouts: Attr = any_array.optional
    result_tilings: Attr = any_array.optional
    output_operand_aliases: Attr = array_of(struct(OutputOperandAlias)).default(())
    outputs: Results = handed_over
    is_pure = False
    kernel = "custom_call"
    syntax = "custom<CustomCallTarget>($call_target_name) `(` $inputs `)` attr-dict `:` functional-type(operands, results)"
    control = Control.CUSTOM_CALL
    checks = [
        C("api_version", "api_version must lie in [0, 4], got {api_version}", lambda op: 0 <= op.api_version <= TYPED_FFI),
        C("layouts", "operand_layouts and result_layouts are given together",
          lambda op: (op.operand_layouts is None) == (op.result_layouts is None)),
        C("operand_layouts", "operand_layouts must order the dimensions of each of {inputs}",
          lambda op: op.operand_layouts is None or _layouts_fit(op.operand_layouts, [v.type for v in op.inputs])),
        C("result_layouts", "result_layouts must order the dimensions of each of {outputs}",
          lambda op: op.result_layouts is None or _layouts_fit(op.result_layouts, _parts(op.outputs))),
        C("output_operand_aliases", "an alias must name parts of an operand and of the results that have one type, "
          "got {output_operand_aliases}", lambda op: all(_alias_fits(op, alias) for alias in op.output_operand_aliases)),
        C("backend_config", "backend_config must be a dictionary for api_version 4 and a string for the others, got "
                            "{backend_config}",
          lambda op: op.backend_config is None
          or isinstance(op.backend_config, DictionaryAttr if op.api_version == TYPED_FFI else StringAttr)),
    ]

    @property
    def title(op) -> str:
        return f"{op.name} @{op.call_target_name}"

    def has_effect(op) -> bool:
        return op.has_side_effect or not op.results

    def options(op) -> Mapping[str, Attribute]:
        """What the configuration names: the dictionary that JAX keeps beside a call of an older `api_version`, else the call's
        own; empty where both are text or absent."""
        return op._entries(CONFIGURATION_BESIDE, "backend_config")

    def operation_attributes(op) -> Mapping[str, Attribute]:
        """The attributes of the operation that the call stands for, as exporters keep them; empty where there are none."""
        return op._entries(_OPERATION_ATTRIBUTES)

    def _entries(op, *names: str) -> Mapping[str, Attribute]:
        """The entries of the first of these attributes that is a dictionary."""
        given = [op.attributes.get(name) for name in names]
        return next((found.entries for found in given if isinstance(found, DictionaryAttr)), {})

    def shape_operands(op) -> Sequence[Value]:
        """The last operands, one for each result, where the attribute of exports with symbolic sizes says so."""
        given = op.attributes.get(SHAPE_OPERANDS)
        places = given.array().reshape(-1).tolist() if isinstance(given, DenseElementsAttr) and given.is_short else []
        first = len(op.operands) - len(places)
        return op.operands[first:] if places == list(range(first, len(op.operands))) and len(places) == len(op.results) else ()

    def static_form(op) -> CustomCall | None:
        """The call without operands that give the shapes of results, where these are constants that fit."""
        given = op.shape_operands()
        shapes = [constant_values(v) for v in given]
        types = [r.type for r in op.results]
        if not given or any(shape is None or not compatible_shapes(tuple(shape), getattr(type, "shape", None) or ())
                            or min(shape, default=0) < 0 for shape, type in zip(shapes, types)):
            return None
        attributes = {key: value for key, value in op.attributes.items() if key != SHAPE_OPERANDS}
        layouts = attributes.get("operand_layouts")
        if isinstance(layouts, ArrayAttr):
            attributes["operand_layouts"] = ArrayAttr(layouts.values[:-len(given)])
        made: Any = [TensorType(tuple(shape), type.element) for shape, type in zip(shapes, types)]  # type: ignore[arg-type, union-attr]
        return CustomCall(op.operands[:-len(given)], made, attributes, op.regions)

    def run(op, process: Any, *inputs: Any) -> Any:
        return process.custom_call(op, *inputs)


#: The attribute that names the operands which give the shapes of results.
SHAPE_OPERANDS = "indices_of_shape_operands"
#: The attribute that holds the configuration as a dictionary where `api_version` asks for text in `backend_config`.
CONFIGURATION_BESIDE = "mhlo.backend_config"
_OPERATION_ATTRIBUTES = "mhlo.attributes"
#: The `api_version` whose configuration is a dictionary, and the last one.
TYPED_FFI = 4


def _parts(values: Any) -> list[Any]:
    """The types that layouts are given for: those of values, or of the parts of a single tuple."""
    types = [v.type for v in values]
    return list(types[0].elements) if len(types) == 1 and isinstance(types[0], TupleType) else types


def _layouts_fit(layouts: Any, types: list[Any]) -> bool:
    """Whether each layout is a permutation of the dimensions of its tensor; it is empty for what is no tensor."""
    if len(layouts) != len(types):
        return False
    orders = [layout.array().reshape(-1).tolist() if isinstance(layout, DenseElementsAttr) and layout.is_short else None
              for layout in layouts]
    return all(order is not None and sorted(order) == list(range(getattr(type, "rank", 0)))
               for order, type in zip(orders, types))


def _part(type: Any, indices: Any) -> Any:
    """The part of a (nested) tuple type that indices lead to; None where there is none."""
    for k in indices:
        if not isinstance(type, TupleType) or not 0 <= k < len(type.elements):
            return None
        type = type.elements[k]
    return type


def _alias_fits(op: Any, alias: OutputOperandAlias) -> bool:
    if not 0 <= alias.operand_index < len(op.inputs):
        return False
    given = _part(op.inputs[alias.operand_index].type, alias.operand_tuple_indices)
    results = tuple(r.type for r in op.outputs)
    found = _part(results[0] if len(results) == 1 else TupleType(results), alias.output_tuple_indices)
    return given is not None and found is not None and compatible(given, found)
