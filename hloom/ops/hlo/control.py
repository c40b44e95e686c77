"""Computations that run others, as HLO has them: fusion, while, conditional, and the asynchronous pairs.

What a computation takes and gives are values of HLO, tuples among them. `expand(lowering, *operands)` says what each
operation is in StableHLO, where tuples are taken apart: an operand or result is then a value, or a tuple of such.
"""

from __future__ import annotations

from typing import Any

from hloom.ir.types import AnyType, TensorType, TupleType, leaves, nested
from hloom.numbers.element_type import I32, PRED
from hloom.ops.builtin.function import Function
from hloom.ops.common.attributes import OutputOperandAlias
from hloom.ops.definition.attribute_kinds import any_array, array_of, string, struct, symbol
from hloom.ops.definition.constraints import any_type, compatible
from hloom.ops.definition.operation import Attr, Bodies, Body, C, Op, Operand, Operands, Result
from hloom.ops.hlo.computation import COMPUTATION, COMPUTATIONS, ComputationAttr

FUSION_KINDS = ("kLoop", "kInput", "kOutput", "kCustom")


def takes(region: Any) -> tuple[AnyType, ...]:
    """The types of what a computation takes."""
    return tuple(a.type for a in region.arguments)


def gives(region: Any) -> AnyType | None:
    """The type of what a computation gives; None if it ends with nothing."""
    operations = region.block.operations if len(region.blocks) == 1 else []
    return operations[-1].operands[0].type if operations and operations[-1].operands else None


def same(a: Any, b: Any) -> bool:
    """Whether two lists of types are the same, layouts and unknown sizes apart."""
    return len(a) == len(b) and all(map(compatible, a, b))


def _listed(types: Any) -> str:
    return f"({', '.join(map(str, types))})"


class Fusion(Op, name="hlo.fusion"):
    """Runs a computation as one kernel; what it means is what the computation means."""

    inputs: Operands = any_type
    kind: Attr = string
    output_operand_aliases: Attr = array_of(struct(OutputOperandAlias)).default(())
    body: Body = None
    result: Result = any_type
    is_isolated = True
    checks = [
        C("kind", "kind must be kLoop, kInput, kOutput or kCustom, got {kind}", lambda op: op.kind in FUSION_KINDS),
        C("inputs", lambda op: f"the computation takes {_listed(takes(op.body))}, got {_listed(v.type for v in op.inputs)}",
          lambda op: same(takes(op.body), [v.type for v in op.inputs]),
          states="the inputs must be of the types that the computation takes"),
    ]
    result_checks = [C("result",
                       lambda op: f"the result must be what the computation gives, {gives(op.body)}, got {op.result.type}",
                       lambda op: (given := gives(op.body)) is not None and compatible(given, op.result.type),
                       states="the result must be of the type that the computation gives")]

    def expand(op, lowering: Any, *operands: Any) -> Any:
        return lowering.inlined(op.body, operands)


class While(Op, name="hlo.while"):
    """Runs `body` on its own result as long as `condition` holds; what is carried is one value, mostly a tuple."""

    init: Operand = any_type
    condition: Body = None
    body: Body = None
    result: Result = any_type
    is_isolated = True
    is_pure = False
    checks = [
        C("condition",
          lambda op: f"the condition must take {op.init.type} and give pred[], got {_listed(takes(op.condition))} -> "
                                  f"{gives(op.condition)}",
          lambda op: same(takes(op.condition), [op.init.type]) and gives(op.condition) is TensorType((), PRED),
          states="the condition must take the type of init and give pred[]"),
        C("body", lambda op: f"the body must take and give {op.init.type}, got {_listed(takes(op.body))} -> {gives(op.body)}",
          lambda op: same(takes(op.body), [op.init.type]) and (given := gives(op.body)) is not None
          and compatible(given, op.init.type), states="the body must take and give the type of init"),
    ]
    result_checks = [C("result", "the result must be what is carried, {init}, got {result}",
                       lambda op: compatible(op.init.type, op.result.type))]

    def expand(op, lowering: Any, init: Any) -> Any:
        values = leaves(init)
        regions = [lowering.region(region, [op.init.type]) for region in (op.condition, op.body)]
        found = lowering.make("stablehlo.while", values, regions=regions)
        return nested(found, op.init.type)


class Conditional(Op, name="hlo.conditional"):
    """Runs one of several computations, each on its own operand: by a truth value (the first if true), or by a number."""

    selector: Operand = any_type
    inputs: Operands = any_type
    branches: Bodies = None
    result: Result = any_type
    is_isolated = True
    is_pure = False
    checks = [
        C("selector", "the selector must be pred[] or s32[], got {selector}",
          lambda op: op.selector.type in (TensorType((), PRED), TensorType((), I32))),
        C("branches", "needs one operand for each of its computations, two for a truth value; got {inputs}",
          lambda op: len(op.branches) == len(op.inputs) > 0
          and (len(op.inputs) == 2 or op.selector.type is not TensorType((), PRED))),
        C("inputs", lambda op: f"the computations take {[_listed(takes(r)) for r in op.branches]}, got "
                               f"{_listed(v.type for v in op.inputs)}",
          lambda op: all(same(takes(r), [v.type]) for r, v in zip(op.branches, op.inputs)),
          states="each input must be of the type that its computation takes"),
    ]
    result_checks = [C("result",
                       lambda op: f"every computation must give {op.result.type}, got {[str(gives(r)) for r in op.branches]}",
                       lambda op: all((t := gives(r)) is not None and compatible(t, op.result.type) for r in op.branches),
                       states="every computation must give the type of the result")]

    def expand(op, lowering: Any, selector: Any, *inputs: Any) -> Any:
        regions = [lowering.captured(region, [value]) for region, value in zip(op.branches, inputs)]
        name = "stablehlo.if" if op.selector.type.element is PRED else "stablehlo.case"
        return nested(lowering.make(name, [selector], regions=regions), op.result.type)


class AsyncStart(Op, name="hlo.async_start"):
    """Starts a computation; the result is ((operands), result, state...)."""

    inputs: Operands = any_type
    called: Attr = symbol
    thread: Attr = string.default("")
    output_operand_aliases: Attr = array_of(struct(OutputOperandAlias)).default(())
    result: Result = any_type
    is_pure = False
    result_checks = [C("result",
                       lambda op: "AsyncStart expects the op shape to be in the form of ((async-operands), async-outputs, "
                       f"state). Got {op.result.type}", lambda op: async_types(op.result.type) is not None,
                       states="the result must be ((operands), results, state)")]

    def expand(op, lowering: Any, *operands: Any) -> Any:
        types = op.result.type.elements
        found = lowering.called(op.called, operands)
        return (tuple(operands), found, *(lowering.zero(t) for t in types[2:]))


class AsyncUpdate(Op, name="hlo.async_update"):
    """An asynchronous computation goes on; its state is handed on."""

    operand: Operand = any_type
    result: Result = any_type
    is_pure = False
    result_checks = [C("result", lambda op: "AsyncUpdate expects the op shape to be the same as the operand shape. Got "
                       f"{op.result.type} for {op.operand.type}", lambda op: compatible(op.operand.type, op.result.type),
                       states="the result must be of the type of the operand")]

    def expand(op, lowering: Any, operand: Any) -> Any:
        return operand


class AsyncDone(Op, name="hlo.async_done"):
    """Waits for an asynchronous computation; gives its result."""

    operand: Operand = any_type
    result: Result = any_type
    is_pure = False
    result_checks = [C("result", "the result must be the second part of {operand}, got {result}",
                       lambda op: (parts := async_types(op.operand.type)) is not None and compatible(parts[1], op.result.type))]

    def expand(op, lowering: Any, operand: Any) -> Any:
        return operand[1]


def async_types(type: AnyType) -> tuple[TupleType, AnyType] | None:
    """Operands and result of an asynchronous computation by the type of its state; None if it is none."""
    if not isinstance(type, TupleType) or len(type.elements) < 2 or not isinstance(type.elements[0], TupleType):
        return None
    return type.elements[0], type.elements[1]


def computations_of(op: Any) -> tuple[ComputationAttr, ...]:
    """The computations that the regions of an operation are; none where nothing is said."""
    found = op.attributes.get(COMPUTATIONS)
    return tuple(found.values) if found is not None and any_array.holds(found) else ()


def computation_of(function: Function) -> ComputationAttr | None:
    """The computation that a function is."""
    return function.attributes.get(COMPUTATION)  # type: ignore[return-value]


