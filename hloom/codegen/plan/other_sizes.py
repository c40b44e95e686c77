"""Whether a function, as it is for a call of fewer examples, computes of each what it computes where there are more (`examples`).

    @main for 64 examples                     @main for 5
    %0 = reverse %c, dims = [0] : 64x3xf32    %0 = reverse %c, dims = [0] : 5x3xf32     no: element [0] is %c[63], or %c[4]
    %1 = broadcast_in_dim %b : 64x3xf32       %1 = broadcast_in_dim %b : 5x3xf32        yes: element [d0, d1] is %b[d1]

Both are specializations of one program. What the first makes of its first five examples is then what the second makes, if they
have the same operations, of types that differ in their numbers of examples only, and each of these has one formula at both sizes.
That a kernel computes no example from others is not looked at here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hloom.codegen.plan.kernels import LoopKernel, Stage, Store, kernel_signature
from hloom.expr.index import fresh
from hloom.expr.scalar import Simplifying
from hloom.ir.attributes import ArrayAttr, Attribute, DenseArrayAttr, DenseElementsAttr, IntegerAttr
from hloom.ir.core import Block, Operation, Region, Value, captured_values
from hloom.ir.types import TensorType
from hloom.ops.common.decomposition import clone
from hloom.ops.definition.operation import Op
from hloom.ops.definition.traits import Control, Traits
from hloom.passes.manager import PASSES, run_passes

#: Ways of control whose operations hand values on as they are, region by region.
_HANDING_ON = (Control.BRANCH, Control.LOOP, Control.BARRIER, Control.RETURN)


def difference(one: Any, other: Any, function: str, few: int, most: int) -> str:
    """Why a function of the module `one`, for `few` examples, is not what it is in `other`, for `most` of them, but for their
    number; nothing where it is."""
    bodies = [_without_compounds(module, function).body for module in (one, other)]
    try:
        _Comparison(few, most, {v for body in bodies for v in _needed(body)}).regions(*bodies)
    except _OtherError as error:
        return str(error)
    return ""


def _without_compounds(module: Any, function: str) -> Any:
    """A function of which no operation stands for others."""
    found = module.functions[function]
    if any(isinstance(op, Op) and op.decompose is not None and not op.is_elementwise for op in found.walk()):
        return run_passes(clone(module, {}), [PASSES["decompose"]]).functions[function]
    return found


def _needed(body: Region) -> set[Value]:
    """The values that results are made of. What shapes were computed from stays behind where they are known."""
    needed: set[Value] = set()
    for op in reversed([op for block in body.blocks for outer in block.operations for op in outer.walk()]):
        if not _may_be_idle(op) or not needed.isdisjoint(op.results):
            needed.update(op.operands)
    return needed


def _may_be_idle(op: Operation) -> bool:
    return isinstance(op, Op) and op.is_pure and bool(op.results) and not op.regions


class _OtherError(Exception):
    """What is not the same."""


class _Comparison:
    def __init__(self, few: int, most: int, needed: set[Value]) -> None:
        self.few, self.most, self.needed = few, most, needed
        #: What values of the first function are in the second.
        self.twins: dict[Value, Value] = {}

    def regions(self, one: Region, other: Region) -> None:
        if len(one.blocks) != len(other.blocks):
            raise _OtherError("it has other parts")
        for mine, theirs in zip(one.blocks, other.blocks):
            self._block(mine, theirs)

    def _block(self, one: Block, other: Block) -> None:
        self._values(one.arguments, other.arguments, "an argument")
        operations = [[op for op in block.operations if not _may_be_idle(op) or not self.needed.isdisjoint(op.results)]
                      for block in (one, other)]
        if len(operations[0]) != len(operations[1]):
            raise _OtherError("it has other operations")
        for mine, theirs in zip(*operations):
            self._operation(mine, theirs)

    def _values(self, one: Sequence[Value], other: Sequence[Value], what: str) -> None:
        if len(one) != len(other) or not all(map(self._are_alike, [v.type for v in one], [v.type for v in other])):
            raise _OtherError(f"{what} has another type than as many times as large")
        self.twins.update(zip(one, other))

    def _are_alike(self, one: Any, other: Any) -> bool:
        if one is other or one == other:
            return True
        return (isinstance(one, TensorType) and isinstance(other, TensorType) and one.element == other.element
                and one.encoding == other.encoding and len(one.shape) == len(other.shape)
                and all(m == n or self._is_scaled(m, n) for m, n in zip(one.shape, other.shape)))

    def _is_scaled(self, one: int, other: int) -> bool:
        return one * self.most == other * self.few

    def _operation(self, one: Any, other: Any) -> None:
        if type(one) is not type(other) or one.name != other.name or len(one.regions) != len(other.regions):
            raise _OtherError(f"{one.name} is {other.name} there")
        if [self.twins.get(v) for v in one.operands] != list(other.operands):
            raise _OtherError(f"{one.name} has other operands")
        self._values(one.results, other.results, f"a result of {one.name}")
        self._attributes(one, other)
        for mine, theirs in zip(one.regions, other.regions):
            self.regions(mine, theirs)
        if self._depends_on_sizes(one, other) and not self._has_one_formula(one, other):
            raise _OtherError(f"{one.name} computes something else for another number of examples")

    def _depends_on_sizes(self, one: Any, other: Any) -> bool:
        """Whether an operation may compute something else because its types are others."""
        if not isinstance(one, Traits):
            return True
        if one.is_elementwise or one.is_contraction or one.control in _HANDING_ON or one.constant_value() is not None:
            return False
        return [v.type for v in (*one.operands, *one.results)] != [v.type for v in (*other.operands, *other.results)]

    # -- attributes ---------------------------------------------------------------------------------------------------------
    def _attributes(self, one: Any, other: Any) -> None:
        constants = [op.constant_value() if isinstance(op, Traits) else None for op in (one, other)]
        if None not in constants:
            if constants[0] != constants[1] and not _are_equal_splats(*constants):
                raise _OtherError("a number of it depends on how many examples there are")
            return
        for key in dict.fromkeys((*one.attributes, *other.attributes)):
            mine, theirs = one.attributes.get(key), other.attributes.get(key)
            if mine != theirs and not self._are_extents(one, mine, other, theirs):
                raise _OtherError(f"{key} of {one.name} depends on how many examples there are")

    def _are_extents(self, one: Operation, mine: Any, other: Operation, theirs: Any) -> bool:
        """Whether lists of integers differ in extents of the first operand only, in the place of which they are."""
        lists = [_integers(mine), _integers(theirs)]
        if None in lists or not one.operands or len(lists[0]) != len(lists[1]):  # type: ignore[arg-type]
            return False
        shapes = [getattr(op.operands[0].type, "shape", ()) for op in (one, other)]
        return all(len(shape) == len(found) for shape, found in zip(shapes, lists)) and all(  # type: ignore[arg-type]
            m == n or ((m, n) == (a, b) and self._is_scaled(m, n)) for m, n, a, b in zip(*lists, *shapes))  # type: ignore[misc]

    # -- formulas -----------------------------------------------------------------------------------------------------------
    def _has_one_formula(self, one: Any, other: Any) -> bool:
        formulas = [_formula(op) for op in (one, other)]
        return None not in formulas and formulas[0] == formulas[1]


def _are_equal_splats(one: DenseElementsAttr | None, other: DenseElementsAttr | None) -> bool:
    return (one is not None and other is not None and one.is_splat and other.is_splat
            and one.type.element == other.type.element and one.data.tobytes() == other.data.tobytes())


def _integers(attribute: Attribute | None) -> list[int] | None:
    """The integers that an attribute lists; None for any other."""
    if isinstance(attribute, DenseArrayAttr):
        return [int(v) for v in attribute.values] if all(isinstance(v, int) for v in attribute.values) else None
    if isinstance(attribute, ArrayAttr):
        return ([v.value for v in attribute.values if isinstance(v, IntegerAttr)]
                if all(isinstance(v, IntegerAttr) for v in attribute.values) else None)
    if isinstance(attribute, DenseElementsAttr) and attribute.data.dtype.kind in "iu" and attribute.type.rank == 1:
        return attribute.array().tolist()
    return None


def _formula(op: Any) -> str | None:
    """What an operation computes, without the extents of its types; None where no formula says it."""
    if not isinstance(op, Op) or op.element is None or len({r.type.shape for r in op.results}) != 1:  # type: ignore[union-attr]
        return None
    dims = tuple(fresh(n) for n in op.results[0].type.shape)  # type: ignore[union-attr]
    made = op.element(dims)
    if made is None:
        return None
    rewrite = Simplifying()
    scalars = made if isinstance(made, tuple) else (made,)
    stores = [Store(result, dims, rewrite(scalar)) for result, scalar in zip(op.results, scalars)]
    arguments = [*dict.fromkeys([*op.operands, *captured_values(op), *op.results])]
    signature = kernel_signature(LoopKernel((), [Stage(dims, stores)]), arguments)  # type: ignore[arg-type]
    own = len(arguments) + 1 + len(dims)  # the lines that say the types and the extents of the loops
    return "\n".join(signature.split("\n")[own:])
