"""Programs that call functions of this process back (`callbacks`): which functions a program that came to the plugin means."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from hloom.bridges.pjrt.callbacks import FUNCTIONS, INSPECTIONS
from hloom.ir.attributes import DictionaryAttr, IntegerAttr, StringAttr
from hloom.ops.builtin.module import Module
from hloom.ops.calls.callbacks import function_number
from hloom.ops.stablehlo.custom_call import CONFIGURATION_BESIDE
from hloom.reference.callbacks import is_callback
from hloom.support.calling import Calling
from hloom.support.diagnostics import EvaluationError

if TYPE_CHECKING:
    from hloom.passes.sharding import TileAssignment

#: The entry of a call's configuration that has the number.
_INDEX: Final = "index"


def bind(module: Module) -> Sequence[Callable[..., Any]]:
    """Gives a module, which keeps them, the functions of this process that it calls back, and returns them. Callbacks are
    numbered from 0 then: one program has one entry in caches, in whatever process. Raises EvaluationError for a function that is
    gone, and for those of another process."""
    functions: list[Callable[..., Any]] = []
    for op in filter(is_callback, module.walk()):
        number = function_number(op)
        if number is None or number < 1 << 62:  # not lowered for hloom: compilation says what to do
            continue
        function = FUNCTIONS.get(number)
        if function is None:
            raise EvaluationError.at(op.span, "custom_call", "calls back a Python function that is gone, or that another process "
                                     "lowered: programs with callbacks cannot be saved, only lowered anew")
        _renumber(op, len(functions))
        functions.append(function)
    if functions:
        module.calling = Calling(None, None, (), narrows=False, callbacks=functions)
    return functions


def _renumber(op: Any, number: int) -> None:
    name = CONFIGURATION_BESIDE if CONFIGURATION_BESIDE in op.attributes else "backend_config"
    configuration = op.attributes[name]
    assert isinstance(configuration, DictionaryAttr)
    index = configuration.entries[_INDEX]
    assert isinstance(index, IntegerAttr)
    op.attributes = {**op.attributes, name: DictionaryAttr({**configuration.entries, _INDEX: IntegerAttr(number, index.type)})}


def tell(asked: Iterable[tuple[Any, TileAssignment]]) -> None:
    """Calls the functions of `jax.debug.inspect_array_sharding` with what devices have of the operands of these calls. Nobody is
    told of a program that another process has lowered."""
    for op, assignment in asked:
        configuration = op.attributes.get("backend_config")
        function = INSPECTIONS.get(configuration.data) if isinstance(configuration, StringAttr) else None
        if function is not None:
            from jaxlib import xla_client

            message = xla_client.OpSharding()
            message.ParseFromString(assignment.to_op_sharding_bytes())
            function(xla_client.HloSharding.from_proto(message))
