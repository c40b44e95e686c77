"""Traits: what holds for many operations, so that nothing outside their definitions needs a list of their names.

A trait is an attribute of the class, or a method where it depends on the operation itself. `Traits` has them all with what
holds for most operations; a definition states those in which it differs:

    class Reshape(Op, name="stablehlo.reshape"):
        moves = EVERY

        def keeps_memory(op):
            return True

What holds for one operation alone is no trait: who needs it refers to the class (`isinstance(op, Reshape)`, which holds for
its spellings in other dialects, too).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Any, ClassVar, Final, NamedTuple

import ml_dtypes
import numpy as np

from hloom.ir.attributes import DenseElementsAttr
from hloom.ir.core import Operation, OpResult, Value
from hloom.numbers import arithmetic
from hloom.numbers.element_type import ElementType
from hloom.support.records import dataclass

#: For `moves`: the elements of every operand.
EVERY: Final = slice(None)
#: For `moves`: those of the first operand; the others are indices and sizes.
FIRST: Final = slice(1)


class Domain(NamedTuple):
    """The numbers for which an operation is made, of those that an operand's type has: from `low` to `high`, these apart where it
    is open; None: any.

    Nothing is checked by it: `log` of a negative number is NaN, and indices out of range are clamped. Whoever makes arguments up
    wants to know it.
    """

    low: int | None = None
    high: int | None = None
    is_open: bool = False

    def both(self, other: Domain) -> Domain:
        """What lies in two domains; this one where nothing does."""
        lows, highs = ([x for x in pair if x is not None] for pair in zip(self[:2], other[:2]))
        met = Domain(max(lows, default=None), min(highs, default=None), self.is_open or other.is_open)
        return self if met.low is not None and met.high is not None and met.low > met.high else met


POSITIVE: Final = Domain(0, is_open=True)
#: Where inverse functions of bounded ones are real.
UNIT: Final = Domain(-1, 1, is_open=True)


def starts(sizes: tuple[int, ...] | list[int], windows: tuple[int, ...] | list[int]) -> Domain:
    """Indices at which windows lie inside along every dimension, whatever dimension an index is for. Sizes that are not known
    (negative) do not count."""
    room = [max(n - size, 0) for n, size in zip(sizes, windows) if n >= 0 and size >= 0]
    return Domain(0, min(room, default=None))


class Control(Enum):
    """How an operation takes part in the flow of control."""

    #: Holds a program's parts and computes nothing itself: a module, a function, a declaration.
    CONTAINER = "container"
    #: Ends a region and gives its results.
    RETURN = "return"
    #: Runs the function that the attribute `callee_attribute` names, on its operands; its results are the function's.
    CALL = "call"
    #: Runs one of its regions, which take no arguments, by its first operand; its results are what that region returns.
    BRANCH = "branch"
    #: Carries its operands: runs region 1 on its own results as long as region 0 gives true of them.
    LOOP = "loop"
    #: Runs its region once, where it stands.
    REGION = "region"
    #: Runs its region once for each step along a dimension.
    SCAN = "scan"
    #: Packs values into a tuple, or takes one out.
    TUPLE = "tuple"
    #: The identity, across which nothing is moved.
    BARRIER = "barrier"
    #: Calls what is registered by name outside of the program.
    CUSTOM_CALL = "custom_call"


class Traits(Operation):
    """What holds for an operation unless its definition says otherwise."""

    __slots__ = ()

    # -- functions of numbers -------------------------------------------------------------------------------------------
    #: Whether the two operands may be exchanged.
    is_commutative: ClassVar[bool] = False
    #: The reducer that the operation applies element by element; None if it is none.
    reducer: ClassVar[Reducer | None] = None
    #: True if the result's element at an index depends only on the operands' elements at the same index. Then `eval`
    #: broadcasts like NumPy, so that a region of such operations can run on a whole batch at once.
    is_elementwise: ClassVar[bool] = False
    #: Whether each element of the result is a sum of many products of elements of the operands.
    is_contraction: ClassVar[bool] = False
    #: Whether computing an element takes so many instructions that reading it again from memory is cheaper.
    is_costly: ClassVar[bool] = False

    #: The numbers for which the operation is made, by the operand's field; of the others any.
    domains: ClassVar[Mapping[str, Domain]] = {}

    # -- elements and memory ----------------------------------------------------------------------------------------------
    #: The operands whose elements are all that the result has, each somewhere; None where the result has others, too, and
    #: where a run may fail.
    moves: ClassVar[slice | None] = None
    #: Whether an element of the result is known from its place alone, at no more cost than reading it: constants, iotas.
    is_generator: ClassVar[bool] = False

    #: Whether results of `eval` share the memory of the operands, so that they take none of their own.
    makes_view: ClassVar[bool] = False
    #: Bytes that `eval` or `run` takes in passing for each element of the operands and results, where it is not elementwise.
    working_bytes: ClassVar[int] = 16

    #: The operands of which only the shape is read, and no element.
    reads_shape_of: ClassVar[slice] = slice(0)

    def shape_operands(self) -> Sequence[Value]:
        """The operands that say what shape the results have, or by which amounts the others are moved."""
        return ()

    def constant_value(self) -> DenseElementsAttr | None:
        """The numbers of the only result where the operation is a constant; None for any other."""
        return None

    def keeps_memory(self) -> bool:
        """Whether the only result is the first operand byte by byte, under another type."""
        return False

    def aliased_operands(self) -> Sequence[tuple[OpResult, Value]]:
        """Pairs of a result and the operand that it is: both are one value with two names."""
        return ()

    def updated_operands(self) -> Sequence[tuple[OpResult, Value]]:
        """Pairs of a result and the operand of which it is a changed copy, so that it may be computed in its memory."""
        return ()

    # -- control and effects ------------------------------------------------------------------------------------------------
    #: How the operation takes part in the flow of control; None for one that computes results from operands.
    control: ClassVar[Control | None] = None
    #: Of a `CALL`: the attribute that names the function.
    callee_attribute: ClassVar[str | None] = None
    #: False if the operation must run even when its results are unused, or may not be merged with an equal one.
    is_pure: ClassVar[bool] = True
    #: Whether regions inside see no values from outside; whether the region is a table of symbols; whether each block
    #: must end with a terminator.
    is_isolated: ClassVar[bool] = False
    is_symbol_table: ClassVar[bool] = False
    needs_terminator: ClassVar[bool] = True
    #: Of a terminator: the operations in whose regions alone it may stand, by name; none: in any.
    stands_in: ClassVar[tuple[str, ...]] = ()
    #: The terminator of the regions, by name. None: the `return` of the dialect, where that has one, else any.
    ends_with: ClassVar[str | None] = None
    #: Whether MLIR takes regions with another terminator all the same, so that it is only warned of.
    takes_any_end: ClassVar[bool] = False

    def may_end_with(self, last: Operation) -> bool:
        """Whether a region that ends with another terminator means something all the same: that is warned of."""
        return self.takes_any_end

    def has_effect(self) -> bool:
        """Whether the operation does something besides computing its results, what its regions do apart.

        It may be false for one that is not pure: two draws of random numbers differ, but an unused one is nothing.
        """
        return not self.is_pure

    # -- compilation ----------------------------------------------------------------------------------------------------------
    #: The family of kernels that compiles the operation, where it takes it: `sort`, `scatter`, `contraction`, ... What no
    #: family takes is compiled by its `element`, and without one run by the evaluator from within the compiled program.
    kernel: ClassVar[str | None] = None

    # -- texts ----------------------------------------------------------------------------------------------------------------
    #: The dialect whose prefix operations inside the regions are written without.
    default_dialect: ClassVar[str] = ""
    #: What printed programs call the results: nothing, one name for all, or one for each. A property where it depends.
    result_names: Any = ()

    def argument_name(self, index: int) -> str | None:
        """What printed programs call argument number `index` of each region; None: numbered."""
        return None


# -- reducers ------------------------------------------------------------------------------------------------------------------
# The reducers: functions that are associative and commutative, so that a reduction by them has no order.
#
# They are named as the functions of scalar expressions are (`hloom.expr.scalar.Apply.function`), and stand in one table. The
# operation that is one says so in its definition: `reducer = REDUCERS["add"]`. For floats they may be reassociated as far as
# the specification lets an implementation choose the order.


@dataclass(frozen=True, eq=False)
class Reducer:
    """A function of two numbers that is associative and commutative.

    `function` works on NumPy arrays that broadcast. `identity` gives, for an element type, the number that combines with any
    other to that other one. `accumulates` is true of sums and products: of floats they round, so that their order shows,
    and they are taken in a wider type.
    """

    name: str
    function: Callable[..., Any]
    identity: Callable[[ElementType], Any]
    accumulates: bool = False


def _lowest(type: ElementType) -> Any:
    if type.is_float:
        return _extreme(type, -np.inf)
    return 0 if type.kind in ("uint", "pred") else -(1 << (type.width - 1))


def _highest(type: ElementType) -> Any:
    if type.is_float:
        return _extreme(type, np.inf)
    return (1 << (type.width - (type.kind == "sint"))) - 1


def _extreme(type: ElementType, infinity: float) -> Any:
    """An infinity, or the last number before it of a type without infinities."""
    found = type.dtype.type(infinity)
    info = ml_dtypes.finfo(type.dtype)
    return found if not np.isnan(found) else info.max if infinity > 0 else info.min


def _zero_of_sums(type: ElementType) -> Any:
    return -0.0 if type.is_float or type.is_complex else 0


def _ones(type: ElementType) -> Any:
    return -1 if type.kind == "sint" else (1 << type.width) - 1


#: Every reducer by its name.
REDUCERS: dict[str, Reducer] = {reducer.name: reducer for reducer in (
    Reducer("add", arithmetic.add, _zero_of_sums, accumulates=True),
    Reducer("multiply", arithmetic.multiply, lambda type: 1, accumulates=True),
    Reducer("maximum", arithmetic.maximum, _lowest),
    Reducer("minimum", arithmetic.minimum, _highest),
    Reducer("and", arithmetic.bitwise_and, _ones),
    Reducer("or", arithmetic.bitwise_or, lambda type: 0),
    Reducer("xor", arithmetic.bitwise_xor, lambda type: 0),
)}
