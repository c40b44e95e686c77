"""Control flow: if, case and while, what ends their regions, and the barrier that nothing is moved across."""

from __future__ import annotations

from typing import Any

from hloom.ir.types import AnyType
from hloom.ops.common.region_function import ends, inputs_of, outputs_of, same_types, types_text
from hloom.ops.definition.constraints import any_type, element, per_tensor_quantized, rank, tensor, token
from hloom.ops.definition.operation import Bodies, Body, C, Op, Operand, Operands, infers
from hloom.ops.definition.traits import Control, Domain


class Return(Op, name="stablehlo.return"):
    """Ends a region of a StableHLO operation with its results."""

    inputs: Operands = any_type
    is_terminator = True
    is_pure = False
    syntax = "$inputs attr-dict (`:` type($inputs)^)?"
    control = Control.RETURN


class OptimizationBarrier(Op, name="stablehlo.optimization_barrier"):
    """The identity, across which nothing is moved."""

    operand: Operands = tensor | per_tensor_quantized | token
    is_pure = False
    syntax = "attr-dict ($operand^ `:` custom<PairwiseOpType>(type($operand), type($outputs))) : (`(` `)`)?"
    control = Control.BARRIER

    @infers("C1", exactly=True)
    def outputs(op) -> Any:
        return tuple(v.type for v in op.operand)

    def has_effect(op) -> bool:
        return False

    def aliased_operands(op) -> Any:
        return list(zip(op.results, op.operands))

    def eval(op, *operand: Any) -> Any:
        return operand if len(operand) != 1 else operand[0]


class If(Op, name="stablehlo.if"):
    """Runs one of two branches, by `pred`."""

    pred: Operand = element("i1") & rank(0)
    true_branch: Body = None
    false_branch: Body = None
    is_pure = False
    control = Control.BRANCH
    checks = [
        C("regions", "each branch must be one block that ends with a return", lambda op: all(map(ends, op.regions))),
        C(1, lambda op: "branches take no arguments, got " + " and ".join(types_text(inputs_of(r)) for r in op.regions),
          lambda op: not any(map(inputs_of, op.regions))),
        C(2, lambda op: "branches must return equal types, got " + " and ".join(types_text(outputs_of(r)) for r in op.regions),
          lambda op: same_types(outputs_of(op.true_branch), outputs_of(op.false_branch))),
    ]

    @infers("C3")
    def outputs(op) -> Any:
        return outputs_of(op.true_branch)

    def has_effect(op) -> bool:
        return False

    def run(op, process: Any, pred: Any) -> Any:
        return process.call(op.true_branch if pred else op.false_branch)


class Case(Op, name="stablehlo.case"):
    """Runs branch number `index`; the last one if `index` is out of range."""

    index: Operand = element("i32") & rank(0)
    branches: Bodies = None
    is_pure = False
    control = Control.BRANCH
    checks = [
        C(1, "needs at least one branch", lambda op: len(op.branches) > 0),
        C("regions", "each branch must be one block that ends with a return", lambda op: all(map(ends, op.regions))),
        C(2, lambda op: "branches take no arguments, got " + " and ".join(types_text(inputs_of(r)) for r in op.branches),
          lambda op: not any(map(inputs_of, op.branches))),
        C(3, lambda op: "branches must return equal types, got " + " and ".join(types_text(outputs_of(r)) for r in op.branches),
          lambda op: all(same_types(outputs_of(op.branches[0]), outputs_of(r)) for r in op.branches)),
    ]

    @infers("C4")
    def outputs(op) -> Any:
        return outputs_of(op.branches[0])

    def operand_domain(op, number: int) -> Domain | None:
        return Domain(0, len(op.branches) - 1)

    def has_effect(op) -> bool:
        return False

    def run(op, process: Any, index: Any) -> Any:
        number = int(index)
        return process.call(op.branches[number if 0 <= number < len(op.branches) else -1])


class While(Op, name="stablehlo.while"):
    """Runs `body` on its own results as long as `cond` holds."""

    operand: Operands = any_type
    cond: Body = None
    body: Body = None
    is_pure = False
    control = Control.LOOP
    syntax = "custom<While>"
    checks = [
        C("regions", "cond and body must each be one block that ends with a return", lambda op: all(map(ends, op.regions))),
        C(1, lambda op: f"cond must take the operands and return tensor<i1>, got {types_text(inputs_of(op.cond))} -> "
          f"{types_text(outputs_of(op.cond))}",
          lambda op: same_types(inputs_of(op.cond), operand_types(op)) and len(outputs_of(op.cond)) == 1
          and (element("i1") & rank(0)).holds(outputs_of(op.cond)[0])),
        C(2, lambda op: f"body must take and return the types of the operands {types_text(operand_types(op))}, got "
          f"{types_text(inputs_of(op.body))} -> {types_text(outputs_of(op.body))}",
          lambda op: same_types(inputs_of(op.body), operand_types(op)) and same_types(outputs_of(op.body), operand_types(op)),
          states="body must take and return the types of the operands"),
    ]

    @infers("C3")
    def outputs(op) -> Any:
        return operand_types(op)

    def has_effect(op) -> bool:
        """What the regions do apart; a loop that does not end counts as computing nothing."""
        return False

    def aliased_operands(op) -> Any:
        """The carried values that the body returns as they came."""
        body = op.body.block
        return [(r, v) for r, v, a, end in zip(op.results, op.operands, body.arguments, body.terminator.operands) if end is a]

    def updated_operands(op) -> Any:
        body = op.body.block
        return [(r, v) for r, v, a, end in zip(op.results, op.operands, body.arguments, body.terminator.operands)
                if end is not a]

    def argument_name(op, index: int) -> str:
        return "iterArg"

    def run(op, process: Any, *operand: Any) -> Any:
        values, call, cond, body = operand, process.call, op.cond, op.body
        while call(cond, *values)[0]:
            values = call(body, *values)
        return values


def operand_types(op: Op) -> tuple[AnyType, ...]:
    return tuple(v.type for v in op.operands)
