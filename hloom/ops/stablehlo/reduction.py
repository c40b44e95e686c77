"""Reductions along dimensions, and map: operations whose body says how scalars combine."""

from __future__ import annotations

from typing import Any

from hloom.expr.index import fresh
from hloom.expr.scalar import convert, reduction
from hloom.ir.types import TensorType
from hloom.ops.common.accumulation import reduce_arrays, to_destination
from hloom.ops.common.quantization import is_quantized_operation
from hloom.ops.common.region_function import inputs_of, one_block, outputs_of, region_function, takes_reducer, types_text
from hloom.ops.common.shapes import Shape, infer_tensor, merge_shapes
from hloom.ops.definition.attribute_kinds import i64_array
from hloom.ops.definition.constraints import compatible_shapes, in_range, per_tensor_quantized, same_shape, scalar, tensor, unique
from hloom.ops.definition.operation import Attr, Body, C, Op, Operands, infers
from hloom.support.diagnostics import EvaluationError

ANY = tensor | per_tensor_quantized


def body_elements(op: Any) -> list[Any]:
    """The element types in which a reduction's body computes."""
    return [t.element for t in outputs_of(op.body)]  # type: ignore[union-attr]


def requantizes(op: Any) -> bool:
    """Whether a reduction's body computes with other quantized numbers than the operands are."""
    return is_quantized_operation(op) and any(v.element is not e for v, e in zip(op.operands, body_elements(op) * 2))


def in_body_types(op: Any, values: Any) -> list[Any]:
    """The operands of a reduction, inputs then initial values, as arrays of the types in which its body computes.

    EvaluationError for a body on tensors, which verifies but has no meaning.
    """
    if any(t.rank for t in outputs_of(op.body)):  # type: ignore[union-attr]
        raise EvaluationError.at(op.span, "unsupported",
                                 f"{op.name}: a body on tensors that are no scalars cannot be evaluated")
    return [to_destination(x, v.element, e) for x, v, e in zip(values, op.operands, body_elements(op) * 2)]


def same_shapes(values: Any) -> bool:
    """Whether all values may have one shape."""
    first = values[0].type
    return all(x.type is first or same_shape(first, x.type) for x in values)


def one_each(op: Any) -> bool:
    """Whether a reduction has inputs, and an initial value for each."""
    return 0 < len(op.inputs) == len(op.init_values)


def same_elements(op: Any) -> bool:
    """Whether each initial value has the element type of its input."""
    return all(x.element is v.element for x, v in zip(op.inputs, op.init_values))


initial_shapes = C(
    "I2", "initial values must be scalars, or have the shapes of what body returns, got {init_values}",
    lambda op: all(compatible_shapes(v.shape, t.shape)  # type: ignore[union-attr]
                   for v, t in zip(op.init_values, outputs_of(op.body))))


class Reduce(Op, name="stablehlo.reduce"):
    """Combines the elements along `dimensions`, starting from the initial values."""

    inputs: Operands = ANY
    init_values: Operands = ANY
    dimensions: Attr = i64_array
    body: Body = None
    syntax = "custom<ReduceOp>"
    checks = [
        C(3, "needs at least one input, and an initial value for each", one_each),
        C(1, "inputs must have one shape, got {inputs}", lambda op: same_shapes(op.inputs)),
        C(2, "initial values must have the element types of the inputs, got {init_values} for {inputs}", same_elements),
        C(4, "dimensions must lie in [0, {op.inputs[0].rank}), got {dimensions}",
          lambda op: in_range(op.dimensions, op.inputs[0].rank)),
        C(5, "dimensions must be unique, got {dimensions}", lambda op: unique(op.dimensions)),
        one_block("body"),
        takes_reducer(6, sizes=lambda op: [n for d, n in enumerate(op.inputs[0].shape) if d not in op.dimensions]),
        initial_shapes,
    ]

    @infers(shape="C7", element="C8")
    def outputs(op) -> Any:
        def rule(*shapes: Shape) -> Shape:
            return tuple([n for d, n in enumerate(merge_shapes(*shapes)) if d not in dimensions])

        dimensions = op.dimensions
        types = [x.type for x in op.inputs]
        return tuple(infer_tensor(element, rule, *types) for element in body_elements(op))

    def run(op, process: Any, *operands: Any) -> Any:
        values = in_body_types(op, operands)
        return reduce_arrays(process, op.body, values[: len(op.inputs)], values[len(op.inputs) :], op.dimensions)

    def element(op, i: Any) -> Any:
        function = region_function(op.body)
        if function is None or requantizes(op):
            return None
        kept = iter(i)
        variables = {d: fresh(op.inputs[0].shape[d], "r") for d in sorted(op.dimensions)}
        index = [variables[d] if d in variables else next(kept) for d in range(op.inputs[0].rank)]
        elements = [t.storage for t in outputs_of(op.body)]  # type: ignore[union-attr]
        initial = [convert(v[()], e) for v, e in zip(op.init_values, elements)]
        values = [convert(x[index], e) for x, e in zip(op.inputs, elements)]
        found = reduction(tuple(variables.values()), initial, values, function)
        return found[0] if len(found) == 1 else found


class Map(Op, name="stablehlo.map"):
    """Applies the body to the elements of the inputs at each index."""

    inputs: Operands = ANY
    dimensions: Attr = i64_array
    computation: Body = None
    checks = [
        C(2, "needs at least one input", lambda op: len(op.inputs) > 0),
        C(1, "inputs must have one shape, got {inputs}", lambda op: same_shapes(op.inputs)),
        C(3, "dimensions must be all dimensions of the inputs in order, got {dimensions}",
          lambda op: op.dimensions == tuple(range(op.inputs[0].rank))),
        one_block("computation"),
        C(4, lambda op: f"computation must take one scalar for each of {types_text(tuple(x.type for x in op.inputs))} "
          "and return one, got "
          f"{types_text(inputs_of(op.computation))} -> {types_text(outputs_of(op.computation))}",
          lambda op: inputs_of(op.computation) == tuple(TensorType((), x.element) for x in op.inputs)
          and len(outputs_of(op.computation)) == 1 and (ANY & scalar).holds(outputs_of(op.computation)[0]),
          states="computation must take one scalar for each of inputs and return one"),
    ]

    @infers(shape="C1", element="C4")
    def result(op) -> Any:
        returned: Any = outputs_of(op.computation)[0]
        return infer_tensor(returned.element, merge_shapes, *(x.type for x in op.inputs))

    def run(op, process: Any, *inputs: Any) -> Any:
        return process.call_batched(op.computation, *inputs)

    def element(op, i: Any) -> Any:
        function = region_function(op.computation)
        return None if function is None else function(*(x[i] for x in op.inputs))[0]
