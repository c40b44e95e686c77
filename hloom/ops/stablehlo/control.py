"""Control flow: if, case and while (StableHLO spec: Control flow)."""

from __future__ import annotations

from typing import Any

from hloom.ir.core import Region
from hloom.ir.types import AnyType
from hloom.ops.definition.constraints import any_type, compatible, element, rank
from hloom.ops.definition.operation import Bodies, Body, C, Op, Operand, Operands, infers


def outputs_of(region: Region) -> tuple[AnyType, ...]:
    """Types of the values with which a region ends."""
    return tuple(v.type for v in region.block.terminator.operands)


def inputs_of(region: Region) -> tuple[AnyType, ...]:
    """Types of a region's arguments."""
    return tuple(a.type for a in region.arguments)


def same_types(a: tuple[AnyType, ...], b: tuple[AnyType, ...]) -> bool:
    """Whether two lists of types are compatible one by one."""
    return len(a) == len(b) and all(map(compatible, a, b))


def ends(region: Region) -> bool:
    """Whether a region has one block with a terminator, without which its constraints cannot be stated."""
    return len(region.blocks) == 1 and bool(region.block.operations) and region.block.terminator.is_terminator


def types_text(types: tuple[AnyType, ...]) -> str:
    return f"({', '.join(map(str, types))})"


class If(Op, name="stablehlo.if"):
    """Runs one of two branches, by `pred`."""

    pred: Operand = element("i1") & rank(0)
    true_branch: Body = None
    false_branch: Body = None
    is_pure = False
    control = "if"
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

    def run(op, process: Any, pred: Any) -> Any:
        return process.call(op.true_branch if pred else op.false_branch)


class Case(Op, name="stablehlo.case"):
    """Runs branch number `index`; the last one if `index` is out of range."""

    index: Operand = element("i32") & rank(0)
    branches: Bodies = None
    is_pure = False
    control = "case"
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

    def run(op, process: Any, index: Any) -> Any:
        number = int(index)
        return process.call(op.branches[number if 0 <= number < len(op.branches) else -1])


class While(Op, name="stablehlo.while"):
    """Runs `body` on its own results as long as `cond` holds."""

    operand: Operands = any_type
    cond: Body = None
    body: Body = None
    is_pure = False
    control = "while"
    syntax = "custom<While>"
    checks = [
        C("regions", "cond and body must each be one block that ends with a return", lambda op: all(map(ends, op.regions))),
        C(1, lambda op: f"cond must take the operands and return tensor<i1>, got {types_text(inputs_of(op.cond))} -> "
          f"{types_text(outputs_of(op.cond))}",
          lambda op: same_types(inputs_of(op.cond), operand_types(op)) and len(outputs_of(op.cond)) == 1
          and (element("i1") & rank(0)).holds(outputs_of(op.cond)[0])),
        C(2, lambda op: f"body must take and return the types of the operands {types_text(operand_types(op))}, got "
          f"{types_text(inputs_of(op.body))} -> {types_text(outputs_of(op.body))}",
          lambda op: same_types(inputs_of(op.body), operand_types(op)) and same_types(outputs_of(op.body), operand_types(op))),
    ]

    @infers("C3")
    def outputs(op) -> Any:
        return operand_types(op)

    def run(op, process: Any, *operand: Any) -> Any:
        values, call, cond, body = operand, process.call, op.cond, op.body
        while call(cond, *values)[0]:
            values = call(body, *values)
        return values


def operand_types(op: Op) -> tuple[AnyType, ...]:
    return tuple(v.type for v in op.operands)
