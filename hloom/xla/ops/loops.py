"""Loops over lists of values (lib/loops)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hloom.xla.builder.builder import XlaBuilder
from hloom.xla.builder.op import XlaOp
from hloom.xla.ops import elementwise as e
from hloom.xla.ops.control import While
from hloom.xla.ops.inputs import ConstantR0, Parameter
from hloom.xla.ops.movement import Tuple
from hloom.xla.ops.parts import integer
from hloom.xla.shape import primitive_type


def WhileLoopHelper(
    condition_function: Callable[[list[XlaOp], XlaBuilder], XlaOp],
    body_function: Callable[[list[XlaOp], XlaBuilder], Sequence[XlaOp]],
    initial_values: Sequence[XlaOp],
    name: str,
    builder: XlaBuilder,
) -> list[XlaOp]:
    """Runs `body_function(values, builder)` on its own results while `condition_function(values, builder)` holds; gives the
    last values."""
    init = Tuple(builder, list(initial_values))
    condition, body = builder.CreateSubBuilder(f"{name}_condition"), builder.CreateSubBuilder(f"{name}_body")
    holds = condition.Build(condition_function(list(Parameter(condition, 0, init.shape, "parameter")), condition))
    step = body.Build(Tuple(body, list(body_function(list(Parameter(body, 0, init.shape, "parameter")), body))))
    found = While(holds, step, init)
    return list(found) if found.valid else [found] * len(initial_values)


def ForEachIndex(
    num_iterations: int,
    num_iterations_type: Any,
    body_function: Callable[[XlaOp, list[XlaOp], XlaBuilder], Sequence[XlaOp]],
    initial_values: Sequence[XlaOp],
    name: str,
    builder: XlaBuilder,
) -> list[XlaOp]:
    """Runs `body_function(index, values, builder)` for index 0, 1, ... below `num_iterations`; gives the last values."""
    count, type = integer(num_iterations, "num_iterations"), primitive_type(num_iterations_type)

    def step(values: list[XlaOp], inner: XlaBuilder) -> Sequence[XlaOp]:
        return [e.Add(values[0], ConstantR0(inner, 1, type)), *body_function(values[0], values[1:], inner)]

    found = WhileLoopHelper(lambda values, inner: e.Lt(values[0], ConstantR0(inner, count, type)), step,
                            [ConstantR0(builder, 0, type), *initial_values], name, builder)
    return found[1:]
