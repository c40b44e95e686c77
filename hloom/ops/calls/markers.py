"""Custom calls that say where values lie, how a function is divided among devices, and what must hold of sizes."""

from __future__ import annotations

from typing import Any

import numpy as np

from hloom.ir.core import Value
from hloom.ops.builtin.function import Call
from hloom.ops.calls.target import Target, called_function, define, without_shapes
from hloom.ops.common.decomposition import Builder, clone
from hloom.ops.common.process import process_of_call
from hloom.support.diagnostics import EvaluationError, UserError

Array = Any


def _identity(op: Any, *operands: Array) -> Any:
    """Markers, which say where values lie: the operands are the results, where there are any. Their shapes differ only between
    processes."""
    for number, (value, result) in enumerate(zip(operands, op.results)):
        if np.shape(value) != result.type.shape and result.type.is_static:
            raise EvaluationError.at(op.span, "custom_call", f"{op.call_target_name} changes the shape of operand {number} from "
                                     f"{list(np.shape(value))} to {list(result.type.shape)}: the program is partitioned")
    return operands[: len(op.results)]


def _unpartitioned(op: Any, *operands: Array) -> tuple[Array, ...]:
    """A function that comes with rules of its own for how it is divided among devices (`custom_partitioning`): on one device, the
    function."""
    called_function(op)  # that there is one
    return process_of_call().call_function(op.called_computations[0], *operands)


def _shape_assertion(op: Any, holds: Array, *details: Array) -> tuple[()]:
    """A constraint on the sizes that a shape-polymorphic program is called with, and the message for those that break it."""
    if not bool(holds):
        message = getattr(op.attributes.get("error_message"), "value", "a constraint on sizes does not hold")
        for number, value in enumerate(details):
            message = message.replace(f"{{{number}}}", str(value))
        raise EvaluationError.at(op.span, "shape_assertion", message)
    return ()


def _allocated(op: Any, *operands: Array) -> tuple[Array, ...]:
    """Arrays whose elements nobody has said anything about (`jax.lax.empty`): zeros."""
    _, shapes = without_shapes(op, operands)
    return tuple(np.zeros(shape, r.type.storage.dtype) for shape, r in zip(shapes, op.results))


# -- on one process -----------------------------------------------------------------------------------------------------------
def _operands(op: Any, b: Builder) -> Any:
    return op.operands[: len(op.results)]


def _zeros(op: Any, b: Builder) -> Any:
    return [b.splat(0, r.type) for r in op.results] if all(r.type.is_static for r in op.results) else None


def _inlined(op: Any, b: Builder) -> Any:
    """The body of the function."""
    try:
        block = called_function(op).regions[0].block
    except UserError:
        return None  # the evaluator says what is wrong with it, if it is called
    if [a.type for a in block.arguments] != [v.type for v in op.operands] or any(isinstance(x, Call) for x in block.operations):
        return None
    values: dict[Value, Value] = dict(zip(block.arguments, op.operands))
    for inner in block.operations[:-1]:
        b.block.append(clone(inner, values))
    return [values.get(v, v) for v in block.terminator.operands]


define(*(Target(name, _identity, decompose=_operands, states_effect=False, is_marker=True) for name in (
    "Sharding", "annotate_device_placement", "LayoutConstraint", "MoveToDevice", "MoveToHost", "PinToDevice", "PinToDeviceSram",
    "xla.sdy.Sharding", "xla.sdy.FuncResultSharding", "xla.sdy.GlobalToLocalShape",
    "xla.sdy.LocalToGlobalShape", "xla.sdy.PropagationBarrier",
)), Target("InspectSharding", _identity, decompose=_operands, states_effect=False, is_marker=True, asks_sharding=True),
       Target("SPMDFullToShardShape", _identity, decompose=_operands, states_effect=False, to_parts=True),
       Target("SPMDShardToFullShape", _identity, decompose=_operands, states_effect=False, to_whole=True),
       Target("AllocateBuffer", _allocated, decompose=_zeros, states_effect=False),
       Target("CustomSPMDPartitioning", _unpartitioned, decompose=_inlined, states_effect=False),
       Target("shape_assertion", _shape_assertion, is_assertion=True))
