"""What hloom knows of custom calls, one definition for each target: what an operation's class is to the operation.

    define(Target("Sharding", identity, decompose=operands, states_effect=False))

Passes, compiler and evaluator ask a definition for its traits; the name stands in this package alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import cache, partial
from importlib import import_module
from typing import Any, NamedTuple

from hloom.ir.attributes import DenseElementsAttr
from hloom.ir.core import Operation, Region, Value
from hloom.numbers.element_type import ElementType
from hloom.ops.builtin.module import Module
from hloom.ops.common.decomposition import Builder, clone, clone_region
from hloom.ops.definition.operation import Op
from hloom.ops.stablehlo.control import Return
from hloom.ops.stablehlo.custom_call import SHAPE_OPERANDS
from hloom.support.collector import importing_late
from hloom.support.diagnostics import EvaluationError, InternalError
from hloom.support.records import dataclass

Array = Any


class Sizes(NamedTuple):
    """How a call stands for an operation some attributes of which are operands of the call."""

    #: The number of the first operand that is a size.
    first: Callable[[Operation], int]
    #: The operation, made of the call in its module, the call with operands that are constants, and these sizes. None where the
    #: call is malformed.
    operation: Callable[[Any, Any, Sequence[Sequence[int]]], Op | None]


class Routine(NamedTuple):
    """The routine of LAPACK, or of BLAS, that a call asks for."""

    #: What it is called for real numbers, without the letter of the type, and what LAPACK calls it for numbers of `element`; None
    #: where no library is asked for it.
    name: str
    entry: str | None
    element: ElementType
    #: The ranks of its operands, and whether the first is a square matrix.
    ranks: tuple[int, ...]
    is_square: bool = False


@dataclass(frozen=True, eq=False)
class Target:
    """The custom calls with one target. What a call has beside is a trait of its own (`has_side_effect`)."""

    name: str
    #: What a call computes, in the form in which functions for custom calls are registered: `evaluate(op, *arrays)`. None where
    #: only HLO has such calls, which become other operations (`expand`).
    evaluate: Callable[..., Any] | None = None
    #: The values that replace a call's results, made with a builder, as by an operation's own `decompose`. None where the call
    #: stays, also where it is malformed, which the evaluator says if it is reached.
    decompose: Callable[[Any, Builder], Value | Sequence[Value] | None] | None = None
    #: What a call in HLO is in StableHLO, given the lowering, the call and its operands. None where it stays a call.
    expand: Callable[[Any, Any, Sequence[Any]], Any] | None = None
    #: The operation of another dialect whose name the target is.
    operation: type[Op] | None = None
    #: Where operands of the call are attributes of an operation; and where compiled code asks a library.
    sizes: Sizes | None = None
    routine: Routine | None = None
    #: Whether a call gives each device its part of a value, or makes the whole of the parts; `mhlo.sharding` says which they are.
    to_parts: bool = False
    to_whole: bool = False
    #: Whether a call may be merged with an equal one, moved, and computed in vain.
    is_pure: bool = False
    #: Whether a call does what it says with `has_side_effect`. Those of markers, which are nothing on one process, do not.
    states_effect: bool = True
    #: Options that say by a letter whether results are wanted ("N": not), with these results, numbered from the end.
    wanted: Mapping[str, Sequence[int]] = field(default_factory=dict)
    #: Whether a call runs a function of the Python process that lowered the program; where that writes into buffers.
    calls_back: bool = False
    takes_buffers: bool = False
    #: Whether each of several devices makes a call, with its part of the operands; whether a call asks where its operand lies.
    by_parts: bool = False
    asks_sharding: bool = False
    #: Whether a call says where values lie and nothing else: its operands are its results.
    is_marker: bool = False
    #: Whether a call says what the sizes of a program's arguments must be.
    is_assertion: bool = False


#: The definitions by their names.
TARGETS: dict[str, Target] = {}


def define(*targets: Target) -> None:
    """Adds definitions to the table."""
    for target in targets:
        if target.name in TARGETS:
            raise InternalError(f"the target {target.name} is defined twice")
        TARGETS[target.name] = target


def later(module: str, name: str, *given: Any) -> Callable[..., Any]:
    """A function of a module of this package, with its first arguments, which is imported when it is called: what most programs
    need nothing of."""
    return partial(_late, module, name, *given)


def _late(module: str, name: str, *arguments: Any) -> Any:
    return _function(module, name)(*arguments)


@cache
def _function(module: str, name: str) -> Callable[..., Any]:
    with importing_late():
        return getattr(import_module(f"{__package__}.{module}"), name)


def target_with_sizes(mnemonic: str) -> str:
    """The target of calls that stand for an operation of which some attributes are operands, as exports with symbolic sizes
    have them."""
    return f"stablehlo.dynamic_{mnemonic}"


def last(op: Operation) -> int:
    """The number of the last operand."""
    return max(len(op.operands) - 1, 0)


def body_of(function: Region) -> Region:
    """A copy of a function's body as that of an operation."""
    copy = clone_region(function, {})
    end = copy.block.operations.pop()
    copy.block.append(Return.create(end.operands))
    return copy


def called_function(op: Any) -> Op:
    """A copy of the function that a call names as its computation. Raises EvaluationError where it names none."""
    owner: Operation | None = op
    while owner is not None and not isinstance(owner, Module):
        owner = owner.parent
    if owner is None:
        raise fault(op, "is in no module")
    function = owner.functions.get(op.called_computations[0]) if len(op.called_computations) == 1 else None
    if function is None or function.is_declaration:
        raise fault(op, "needs called_computations to name a function")
    return clone(function, {})  # type: ignore[return-value]


def fault(op: Operation, message: str) -> EvaluationError:
    """What is wrong with a call."""
    return EvaluationError.at(op.span, "custom_call", f"{getattr(op, 'call_target_name', op.name)} {message}")


def without_shapes(op: Any, operands: tuple[Array, ...]) -> tuple[tuple[Array, ...], list[tuple[int, ...]]]:
    """The operands that are data, and the shape of each result. EvaluationError where one is not known.

    Exports with symbolic sizes say what is known at run time only by operands that give the shapes of results: the attribute
    `indices_of_shape_operands` names one for each result, in order, a vector of sizes.
    """
    given = op.attributes.get(SHAPE_OPERANDS)
    places = [int(k) for k in given.array().reshape(-1)] if isinstance(given, DenseElementsAttr) else []
    first = len(operands) - len(places)
    if places and (len(places) != len(op.results) or places != list(range(first, len(operands)))):
        raise EvaluationError.at(op.span, "custom_call", "indices_of_shape_operands must name the last operands, one for each "
                                 f"of the {len(op.results)} results, got {places}")
    shapes = []
    for number, result in enumerate(op.results):
        shape = result.type.shape
        if places:
            sizes = operands[first + number]
            found = tuple(int(n) for n in sizes.reshape(-1)) if sizes.dtype.kind in "iu" else ()
            if len(found) != len(shape) or any(n < 0 or (k >= 0 and n != k) for n, k in zip(found, shape)):
                raise EvaluationError.at(op.span, "custom_call", f"operand {first + number} must give the shape of result "
                                         f"{number}, {result.type}, got {list(found)}")
            shape = found
        elif not result.type.is_static:
            raise EvaluationError.at(op.span, "custom_call", f"the shape of result {number}, {result.type}, is not known: no "
                                     "indices_of_shape_operands")
        shapes.append(shape)
    return operands[:first], shapes
