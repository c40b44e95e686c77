"""Operations that run computations, and custom calls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from hloom.ir.attributes import ArrayAttr, Attribute, StringAttr, SymbolRefAttr, TypeAttr, UnitAttr
from hloom.ops.builtin import function as builtin_function
from hloom.ops.common.attributes import OutputOperandAlias
from hloom.ops.hlo import control as hlo_control
from hloom.ops.hlo import data as hlo_data
from hloom.ops.hlo.computation import PREFIX
from hloom.ops.stablehlo import communication as stablehlo_communication
from hloom.ops.stablehlo import custom_call as stablehlo_custom_call
from hloom.support.diagnostics import InputError
from hloom.xla.builder.builder import XlaBuilder
from hloom.xla.builder.computation import XlaComputation
from hloom.xla.builder.op import XlaOp
from hloom.xla.builder.operation import operation, variant
from hloom.xla.literal import Literal
from hloom.xla.ops.convolution import conv_numbers, labels
from hloom.xla.ops.inputs import shape_of
from hloom.xla.ops.parts import computation_of, integer, integers, listed


def _operands(given: tuple[Any, ...], name: str) -> list[XlaOp]:
    """Operands one by one, or as one list."""
    values = list(given[0]) if len(given) == 1 and isinstance(given[0], list | tuple) else list(given)
    for value in values:
        if not isinstance(value, XlaOp):
            raise InputError(f"{name} takes operations, not {value!r:.60}")
    return values


@operation
def Call(builder: XlaBuilder, computation: XlaComputation, *operands: Any) -> XlaOp:
    """What a computation gives for operands, which stand one by one or in a list (Call). Errors: other numbers or shapes than
    it takes."""
    called, values = computation_of(computation), _operands(operands, "Call")
    return builder.emit(builtin_function.Call, values, calls=[called], callee=called.key)


@operation
def CompositeCall(
    builder: XlaBuilder,
    computation: XlaComputation,
    operands: Sequence[XlaOp],
    name: str,
    attributes: str | None = None,
    version: int = 0,
) -> XlaOp:
    """A call of a computation that stands for an operation of a name (CompositeCall).

    What runs is the computation; `attributes`, the text of a dictionary, and `version` are for those who know the name.
    """
    called, values = computation_of(computation), list(operands)
    result = builder.emit(builtin_function.Call, values, calls=[called], callee=called.key,
                          discardable={"hlo.is_composite": UnitAttr()})
    for key, value in (("attributes", attributes or "{}"), ("name", name), ("version", str(integer(version, "version")))):
        builder.SetInstructionFrontendAttribute(result, f"composite.{key}", value)
    return result


@operation
def While(condition: XlaComputation, body: XlaComputation, init: XlaOp) -> XlaOp:
    """Runs `body` on its own result, `init` at first, as long as `condition` holds (While). Errors: shapes that differ."""
    holds, runs = computation_of(condition, "condition"), computation_of(body, "body")
    return init.builder.emit(hlo_control.While, init, computations=[holds, runs])


@operation
def Conditional(predicate: XlaOp, *rest: Any) -> XlaOp:
    """Runs one of several computations (Conditional).

    `Conditional(pred, true_operand, true_computation, false_operand, false_computation)` by a PRED, or
    `Conditional(branch_index, branch_computations, branch_operands)` by an S32; an index out of range runs the last. Errors:
    branches that do not take their operand or give different shapes.
    """
    if len(rest) == 4:
        operands, branches = [rest[0], rest[2]], [rest[1], rest[3]]
    elif len(rest) == 2:
        branches, operands = listed(rest[0], "branch_computations"), listed(rest[1], "branch_operands")
    else:
        raise InputError(
            "Conditional takes (pred, true_operand, true_computation, false_operand, false_computation) or (branch_index, "
            "branch_computations, branch_operands)"
        )
    values, computations = _operands((operands,), "Conditional"), [computation_of(b, "branch_computations") for b in branches]
    return predicate.builder.emit(hlo_control.Conditional, predicate, values, computations=computations)


@operation
def OptimizationBarrier(operand: XlaOp) -> XlaOp:
    """The operand, across which nothing is moved (OptimizationBarrier)."""
    return operand.builder.emit(hlo_data.OptimizationBarrier, operand)


# Custom calls.

_SCHEDULES: Final = ("SCHEDULE_NONE", "SCHEDULE_LATEST", "SCHEDULE_EARLIEST")
_API_VERSIONS: Final = {"API_VERSION_ORIGINAL": 1, "API_VERSION_STATUS_RETURNING": 2, "API_VERSION_STATUS_RETURNING_UNIFIED": 3,
                 "API_VERSION_TYPED_FFI": 4}


def _custom_call(
    builder: XlaBuilder, call_target_name: str, operands: Sequence[XlaOp], shape: Any, computation: Any = None,
    operand_shapes_with_layout: Sequence[Any] | None = None, opaque: str = "", has_side_effect: bool = False,
    output_operand_aliasing: Any = (), literal: Any = None, window: str = "", dnums: str = "", schedule: str = "SCHEDULE_NONE",
    api_version: Any = 1,
) -> XlaOp:
    if not isinstance(call_target_name, str):
        raise InputError(f"call_target_name is a text, not {call_target_name!r:.60}")
    if call_target_name.startswith("$"):
        raise InputError(f"Invalid custom_call_target {call_target_name!r:.60}: targets that begin with '$' are kept for XLA "
                         "itself.")
    # A convolution may leave its layouts open by a list that is empty.
    given = operand_shapes_with_layout if operand_shapes_with_layout or not (window or dnums) else None
    more = _constraints(operands, given) if given is not None else {}
    if window:
        more["hlo.window"] = StringAttr(f"{{{window.strip('{}')}}}")
    if dnums:
        more["hlo.dim_labels"] = StringAttr(labels(conv_numbers(dnums)))
    if opaque:
        more["hlo.backend_config"] = StringAttr(opaque)
    if schedule not in _SCHEDULES:
        raise InputError(f"a schedule is one of {', '.join(_SCHEDULES)}, not {schedule!r:.40}")
    if schedule != "SCHEDULE_NONE":
        more["hlo.schedule"] = StringAttr(schedule)
    if literal is not None:
        held = literal if isinstance(literal, Literal) else Literal(literal)
        if held.shape.is_dynamic:
            raise InputError(f"HLO has no notation for a literal with bounds in a custom call, {held.shape}")
        more[f"{PREFIX}literal"] = StringAttr(str(held))
    computations = [] if computation is None else [computation_of(computation)]
    aliases = listed(output_operand_aliasing.items() if isinstance(output_operand_aliasing, dict) else output_operand_aliasing,
                     "output_operand_aliasing")
    if not all(_is_pair(alias) and _is_pair(alias[1]) for alias in aliases):
        raise InputError(f"output_operand_aliasing is a list of (output index, (operand, operand index)), got {aliases!r:.80}")
    return builder.emit(
        stablehlo_custom_call.CustomCall,
        list(operands),
        shape=shape_of(shape),
        calls=computations,
        call_target_name=call_target_name,
        has_side_effect=bool(has_side_effect),
        api_version=integer(_API_VERSIONS.get(api_version, api_version), "api_version"),
        discardable=more,
        output_operand_aliases=tuple([
            OutputOperandAlias(integers(output, "output index"), integer(number, "operand"), integers(index, "operand index"))
            for output, (number, index) in aliases]) or None,
        called_computations=ArrayAttr(tuple([SymbolRefAttr(c.key) for c in computations])) if computations else None,
    )


def _is_pair(value: Any) -> bool:
    return isinstance(value, tuple | list) and len(value) == 2


def _constraints(operands: Sequence[XlaOp], shapes: Any) -> dict[str, Attribute]:
    given = [shape_of(s, "operand_shapes_with_layout") for s in shapes]
    if len(given) != len(operands):
        raise InputError(f"Must specify a shape with layout for each operand for custom call with constrained layout; given "
                         f"{len(given)} shapes, expected {len(operands)}")
    for k, (shape, op) in enumerate(zip(given, operands)):
        if shape.without_layout() != op.shape.without_layout():
            raise InputError(f"operand_shapes_with_layout[{k}] {shape.to_text(False)} is not the shape of the operand, "
                             f"{op.shape.to_text(False)}")
    return {"hlo.operand_layout_constraints": ArrayAttr(tuple([TypeAttr(s.to_type()) for s in given]))}


_SAID: Final = "opaque has_side_effect output_operand_aliasing literal"
_LAST: Final = "schedule api_version"

CustomCall = variant(
    _custom_call, "CustomCall", f"builder call_target_name operands shape {_SAID} {_LAST}",
    """Calls a function outside of the program by its name (CustomCall).

    A function of Python under the name, given with `hloom.register_custom_call`, is what runs. `shape` is what it gives.
    """)
CustomCallWithComputation = variant(
    _custom_call, "CustomCallWithComputation", f"builder call_target_name operands computation shape {_SAID} {_LAST}",
    "CustomCall whose function may run a computation (CustomCall).")
CustomCallWithLayout = variant(
    _custom_call, "CustomCallWithLayout",
    f"builder call_target_name operands shape operand_shapes_with_layout {_SAID} {_LAST}",
    "CustomCall whose operands and result have the layouts that the shapes say (CustomCall).")
CustomCallWithComputationAndLayouts = variant(
    _custom_call, "CustomCallWithComputationAndLayouts",
    f"builder call_target_name operands computation shape operand_shapes_with_layout {_SAID} {_LAST}",
    "CustomCall with a computation and layouts (CustomCall).")
CustomCallWithConvDnums = variant(
    _custom_call, "CustomCallWithConvDnums",
    f"builder call_target_name operands shape operand_shapes_with_layout {_SAID} window dnums {_LAST}",
    "CustomCall of a convolution (CustomCall): `window` as `size=3x3 pad=1_1x1_1`, `dnums` as `bf01_oi01->bf01`.")


# Asynchronous computations.


@operation
def AsyncStart(
    builder: XlaBuilder, computation: XlaComputation, operands: Sequence[XlaOp], execution_thread: str = "main"
) -> XlaOp:
    """Starts a computation: ((operands), result, context), for AsyncDone (HLO: async-start)."""
    called = computation_of(computation)
    thread: dict[str, Any] = {} if execution_thread == "main" else {"thread": execution_thread}
    return builder.emit(hlo_control.AsyncStart, list(operands), calls=[called], called=called.key, **thread)


@operation
def AsyncUpdate(operand: XlaOp) -> XlaOp:
    """An asynchronous computation goes on (HLO: async-update)."""
    return operand.builder.emit(hlo_control.AsyncUpdate, operand)


@operation
def AsyncDone(operand: XlaOp) -> XlaOp:
    """The result of what AsyncStart has started (HLO: async-done)."""
    return operand.builder.emit(hlo_control.AsyncDone, operand)


# Tokens.


@operation
def CreateToken(builder: XlaBuilder) -> XlaOp:
    """A token, for operations whose order matters."""
    return builder.emit(stablehlo_communication.AfterAll, [])


@operation
def AfterAll(builder: XlaBuilder, tokens: Sequence[XlaOp]) -> XlaOp:
    """A token that is there when all of some are (AfterAll). Errors: operands that are no tokens, none of them."""
    if not tokens:
        raise InputError("AfterAll requires at least one operand")
    for k, token in enumerate(tokens):
        if not token.shape.is_token:
            raise InputError(f"All operands to AfterAll must be tokens; operand {k} has shape {token.shape.to_text(False)}")
    return builder.emit(stablehlo_communication.AfterAll, list(tokens))
