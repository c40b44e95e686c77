"""Custom calls by target: those that hloom knows, and those that are registered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from hloom.ops.calls import chlo, devices, exports, lapack, matrices, sparse
from hloom.ops.calls.shape_operands import without_shapes
from hloom.ops.calls.top_k import approximate_top_k, called_function, dynamic_approximate_top_k
from hloom.ops.common.process import process_of_call
from hloom.ops.others import check
from hloom.ops.stablehlo.custom_call import target_with_sizes
from hloom.reference import callbacks
from hloom.support.diagnostics import EvaluationError, InputError

Array = Any


def identity(op: Any, *operands: Array) -> Any:
    """Markers, which say where values lie: the operands are the results, where there are any. Their shapes differ only between
    processes."""
    for number, (value, result) in enumerate(zip(operands, op.results)):
        if np.shape(value) != result.type.shape and result.type.is_static:
            raise EvaluationError.at(op.span, "custom_call", f"{op.call_target_name} changes the shape of operand {number} from "
                                     f"{list(np.shape(value))} to {list(result.type.shape)}: the program is partitioned")
    return operands[: len(op.results)]


def unpartitioned(op: Any, *operands: Array) -> tuple[Array, ...]:
    """A function that comes with rules of its own for how it is divided among devices (`custom_partitioning`): on one device, the
    function."""
    called_function(op)  # that there is one
    return process_of_call().call_function(op.called_computations[0], *operands)


def shape_assertion(op: Any, holds: Array, *details: Array) -> tuple[()]:
    """A constraint on the sizes that a shape-polymorphic program is called with, and the message for those that break it."""
    if not bool(holds):
        message = getattr(op.attributes.get("error_message"), "value", "a constraint on sizes does not hold")
        for number, value in enumerate(details):
            message = message.replace(f"{{{number}}}", str(value))
        raise EvaluationError.at(op.span, "shape_assertion", message)
    return ()


def allocated(op: Any, *operands: Array) -> tuple[Array, ...]:
    """Arrays whose elements nobody has said anything about (`jax.lax.empty`): zeros."""
    _, shapes = without_shapes(op, operands)
    return tuple(np.zeros(shape, r.type.storage.dtype) for shape, r in zip(shapes, op.results))


_MARKERS = (
    "Sharding", "SPMDFullToShardShape", "SPMDShardToFullShape", "annotate_device_placement", "LayoutConstraint",
    "MoveToDevice", "MoveToHost", "PinToDevice", "PinToDeviceSram", "InspectSharding", "xla.sdy.Sharding",
    "xla.sdy.FuncResultSharding", "xla.sdy.GlobalToLocalShape", "xla.sdy.LocalToGlobalShape", "xla.sdy.PropagationBarrier",
)

#: Functions for custom calls by target, for all runs of this Python process; see `register_custom_call`.
CUSTOM_CALLS: dict[str, Callable[..., Any]] = {
    **check.CUSTOM_CALLS, **callbacks.CUSTOM_CALLS, **chlo.CUSTOM_CALLS, **exports.CUSTOM_CALLS, **lapack.CUSTOM_CALLS,
    **matrices.CUSTOM_CALLS, **devices.CUSTOM_CALLS, **sparse.CUSTOM_CALLS, **dict.fromkeys(_MARKERS, identity),
    "shape_assertion": shape_assertion, "ApproxTopK": approximate_top_k,
    target_with_sizes("approx_top_k"): dynamic_approximate_top_k, "AllocateBuffer": allocated,
    "CustomSPMDPartitioning": unpartitioned,
}


#: Those that hloom comes with.
_BUILT_IN = dict(CUSTOM_CALLS)


def replaced_calls() -> list[str]:
    """The targets of hloom's own custom calls for which something else has been registered: programs are compiled otherwise
    then."""
    return [name for name, function in _BUILT_IN.items() if CUSTOM_CALLS.get(name) is not function]


def register_custom_call(name: str, function: Callable[..., Any]) -> None:
    """Gives custom calls of target `name` a meaning on both engines: `function(op, *arrays)` returns an array, a tuple of
    arrays, or None for an operation without results. Operands that are tokens come as None; tokens among the results may be
    None or be left out. Raises InputError for what is no name or no function."""
    if not isinstance(name, str) or not callable(function):
        raise InputError(f"register_custom_call takes the name of a target and a function, got {name!r:.80} and "
                         f"{function!r:.80}")
    CUSTOM_CALLS[name] = function
