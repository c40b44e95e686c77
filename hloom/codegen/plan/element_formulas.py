"""Element forms: the results of an operation as scalars over variables for its dimensions, and what they cost.

Models say the same operation on the same types over and over. Where a form has no variables of its own beside the dimensions,
operations of one signature have one formula, each with other operands in the place of its first one's.
What the program shows to be known numbers (places in iotas) is put in their place (`ConstantIndexFolding`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from hloom.analysis.repetition import evaluations
from hloom.analysis.runtime_values import IndexFolder
from hloom.codegen.plan.buffers import constant_of
from hloom.codegen.plan.kernels import cost_of, moving
from hloom.codegen.plan.reductions import with_wide_sums
from hloom.codegen.plan.target import Capabilities
from hloom.expr.index import Constant, IndexExpr, RuntimeValue, Simplifier, Symbol, Variable, fresh, runtime_values_of
from hloom.expr.scalar import (
    Apply,
    FromIndex,
    Literal,
    Read,
    Rewriter,
    Scalar,
    Select,
    Simplifying,
    free_variables,
    indices,
    nesting,
    reads,
    reductions,
    walk,
)
from hloom.ir.core import Operation, Value
from hloom.ir.types import AnyType, TensorType
from hloom.numbers.element_type import ELEMENT_TYPES, PRED, ElementType
from hloom.ops.definition.operation import Op
from hloom.support.records import computed_once
from hloom.verify.operations import own_parts, stands_alone


class Formula:
    """Scalars over dimension variables, and what they cost an element; the reads in them are of `operands`."""

    def __init__(self, dims: tuple[Symbol, ...], scalars: tuple[Scalar, ...], operands: Sequence[Value],
                 target: Capabilities) -> None:
        self.dims, self.scalars, self.operands = dims, scalars, tuple(operands)
        self.is_literal = all(isinstance(s, Literal) for s in scalars)
        self.nesting = max([nesting(s) for s in scalars])
        cost = choices = 0
        divides = depends_on_data = False
        nodes = walk(scalars[0]) if len(scalars) == 1 else dict.fromkeys([n for s in scalars for n in walk(s)])
        for node in nodes:
            if isinstance(node, Apply):
                cost += cost_of(node.function)
                continue
            choices += isinstance(node, Select)
            for e in indices(node):
                divides = divides or e.division_count > 0
            depends_on_data = depends_on_data or len(node.inside) > len(node.children)
        self.cost, self.choices, self.divides = cost, choices, divides
        #: Whether data decide an index in it; such a formula is that of one operation only.
        self.depends_on_data = depends_on_data
        combined = [n for reduction in reductions(*scalars) for s in reduction.combined for n in walk(s)]
        self.has_reduction = bool(combined)
        self.is_supported = all(map(target.computes, nodes)) and all(map(target.computes, combined))
        #: Whether other variables than the dimensions stand in it: those of reductions, and indices that data decide.
        self.has_own_variables = self.has_reduction or depends_on_data

    @computed_once
    def evaluations(self) -> dict[Any, int]:
        """For each value that the formula reads, for how many of its elements it asks, repeated ones counted."""
        return evaluations(self.scalars, self.dims)

    @computed_once
    def index_parts(self) -> list[tuple[RuntimeValue, Read]]:
        """What data decide in the indices: each such number, with each read of which it is made."""
        numbers = (v for read in reads(*self.scalars) for e in read.index for v in runtime_values_of(e))
        return [(number, inner) for number in numbers for inner in reads(number.value)]

    @computed_once
    def places(self) -> dict[Any, list[tuple[IndexExpr, ...]]]:
        """For each value that indices are made of, where in it these parts of indices are."""
        found: dict[Any, list[tuple[IndexExpr, ...]]] = {}
        for _, part in self.index_parts:
            found.setdefault(part.source, []).append(part.index)
        return found

    @computed_once
    def repeated_places(self) -> frozenset[Any]:
        """Values that indices are made of, where loops around those along which they change go through the same ones again."""
        dims, found = moving(self.dims), set()
        for number, part in self.index_parts:
            along = [k for k, d in enumerate(dims) if d in free_variables(number.value)]
            if along and along != list(range(along[-1] + 1)):
                found.add(part.source)
        return frozenset(found)

    @computed_once
    def gathered(self) -> frozenset[Any]:
        """Values of which each element, not whole rows, comes from a place that data decide."""
        last = moving(self.dims)[-1:]
        return frozenset(read.source for read in reads(*self.scalars) for e in read.index for v in runtime_values_of(e)
                         if not free_variables(v.value).isdisjoint(last))


class ElementFormula:
    """The formula of an operation, over dimension variables of its own."""

    __slots__ = ("_operands", "dims", "formula")

    def __init__(self, formula: Formula, dims: tuple[Symbol, ...], operands: Sequence[Value] | None = None) -> None:
        self.formula, self.dims = formula, dims
        #: The operation's operands by those of the formula; None where these are its own.
        self._operands = None if operands is None else dict(zip(formula.operands, operands))

    def rewriter(self, index: Sequence[IndexExpr], read: Callable[[Any, tuple[IndexExpr, ...]], Scalar | None]) -> Rewriter:
        """What gives the formula's scalars at an index, with reads replaced as by a Rewriter."""
        formula, operands = self.formula, self._operands
        mapping: dict[Variable, IndexExpr] | None = None if index is formula.dims else dict(zip(formula.dims, index))
        if operands is None:
            return Rewriter(index=mapping, read=read)

        def read_own(source: Any, index: tuple[IndexExpr, ...]) -> Scalar:
            own = operands[source]
            found = read(own, index)
            return own[index] if found is None else found

        return Rewriter(index=mapping, read=read_own)

    def evaluations_of(self, value: Value) -> int:
        """For how many elements of a value the operation asks, repeated ones counted."""
        return self.formula.evaluations.get(self._theirs(value), 0)

    def places_in(self, value: Value) -> list[tuple[IndexExpr, ...]]:
        """Where in a value the parts of indices are that are made of it."""
        return self.formula.places.get(self._theirs(value), []) if self.formula.depends_on_data else []

    def repeats_places(self, value: Value) -> bool:
        """Whether indices are made of a value, in loops that go through the same ones again and again."""
        return self.formula.depends_on_data and value in self.formula.repeated_places

    def gathers(self, value: Value) -> bool:
        """Whether elements of a value are taken one by one, from places that data decide."""
        return self.formula.depends_on_data and value in self.formula.gathered

    def _theirs(self, value: Value) -> Value:
        """The formula's operand in the place of one of the operation's."""
        if self._operands is None:
            return value
        return next(theirs for theirs, own in self._operands.items() if own is value)


class ElementFormulas:
    """Makes the element forms of a block's operations."""

    def __init__(self, target: Capabilities) -> None:
        self._target = target
        self._known: dict[Hashable, Formula] = {}

    def of(self, op: Operation) -> ElementFormula | None:
        """The element form of an operation that the target's loops can compute, or fill in; None for all others."""
        if not isinstance(op, Op):
            return None
        return self._computed(op) or self._filled(op)

    def _computed(self, op: Op) -> ElementFormula | None:
        if op.element is None or not op.results:
            return None
        key = _key(op)
        formula = None if key is None else self._known.get(key)
        if formula is not None:
            return ElementFormula(formula, tuple([Symbol(d.bounds, d.prefix) for d in formula.dims]), op.operands)
        if not all(map(self._has_type, {v.type for v in (*op.operands, *op.results)})):
            return None
        if len(op.results) > 1 and len({r.type.shape for r in op.results}) != 1:  # type: ignore[union-attr]
            return None
        dims = _variables(op.shape)
        made = op.element(dims)
        if made is None:
            return None
        scalars = with_wide_sums(made if isinstance(made, tuple) else (made,))
        formula = Formula(dims, scalars, op.operands, self._target)
        if not formula.is_supported:
            return None
        if key is not None and not formula.has_own_variables:
            self._known[key] = formula
        return ElementFormula(formula, dims)

    def _has_type(self, type: AnyType) -> bool:
        return isinstance(type, TensorType) and type.is_static and self._target.has_type(type.element)

    def _filled(self, op: Op) -> ElementFormula | None:
        """The element form of a large constant of equal elements whose type loops do not compute with: its bytes. In the compiled
        program, and in the cache, it would be as large as a program of one line may say."""
        fusion = self._target.machine.fusion
        constant = constant_of(op)
        if (constant is None or not constant.is_splat
                or constant.data.itemsize * constant.type.size <= fusion.large_constant_bytes):
            return None
        unsigned = ELEMENT_TYPES.get(f"ui{8 * constant.data.itemsize}")
        if unsigned is None or not self._target.has_type(unsigned):
            return None
        dims = _variables(constant.type.shape)
        return ElementFormula(Formula(dims, (Literal(constant.data.view(unsigned.dtype)[()], unsigned),), (), self._target), dims)


def _variables(shape: Sequence[int]) -> tuple[Symbol, ...]:
    return tuple([fresh(n, f"d{k}") for k, n in enumerate(shape)])


def _key(op: Op) -> Hashable | None:
    """What operations of one formula have in common; None for those that are not looked up."""
    if op.regions or not stands_alone(op.__class__):
        return None
    operands = op.operands
    if len(operands) < 2 or len(set(operands)) == len(operands):
        return own_parts(op)
    numbers: dict[Value, int] = {}
    return own_parts(op), tuple([numbers.setdefault(v, len(numbers)) for v in operands])


# -- known numbers -------------------------------------------------------------------------------------------------------------
# What computes numbers that the program shows gives them at once: places in iotas are no data.
#
#     %i = iota, %w = select(%i < 0, %i + n, %i), %x = gather(%a, %w)     (`a[jnp.arange(n)]`)
# ->  %w[d] is d, and %x[d] is %a[d]
#
# So a gather becomes a read at a place that loops know, and a mask that is true everywhere a literal.


class ConstantIndexFolding:
    """Looks at a block's operations in their order. Most have nothing to do with an iota: these cost a look at their operands."""

    def __init__(self, target: Capabilities) -> None:
        self._target = target
        #: Integers and truth values that may be known, and those of them that come from an iota.
        self._shown: set[Value] = set()
        self._counted: set[Value] = set()

    def form(self, op: Operation, form: ElementFormula) -> ElementFormula:
        """The form of an operation with what is known in it put in its place."""
        if len(op.results) != 1 or op.regions:
            return form
        result = op.results[0]
        element = result.type.element if isinstance(result.type, TensorType) else None
        is_number = isinstance(element, ElementType) and (element.is_integer or element is PRED)
        if not op.operands:
            if is_number:
                self._shown.add(result)
                if isinstance(form.formula.scalars[0], FromIndex):
                    self._counted.add(result)
            return form
        if self._counted.isdisjoint(op.operands):
            if is_number and self._shown.issuperset(op.operands):
                self._shown.add(result)
            return form
        (scalar,) = (form.rewriter(form.dims, lambda *_: None)(s) for s in form.formula.scalars)
        made = self._number(scalar) if is_number and self._shown.issuperset(op.operands) else None
        if made is not None:
            self._shown.add(result)
            self._counted.add(result)
        else:
            made = self._decided(scalar)
        if made is None or made is scalar:
            return form
        formula = Formula(form.dims, (made,), op.operands, self._target)
        return ElementFormula(formula, form.dims) if formula.is_supported else form

    @staticmethod
    def _number(scalar: Scalar) -> Scalar | None:
        if scalar.type is PRED:
            holds = IndexFolder().truth(scalar)
            return None if holds is None else Literal(holds, PRED)
        found = IndexFolder().scalar(scalar)
        if found is None:
            return None
        found = Simplifier().simplify(found)
        return Literal(found.value, scalar.type) if isinstance(found, Constant) else FromIndex(found, scalar.type)

    @staticmethod
    def _decided(scalar: Scalar) -> Scalar | None:
        """A scalar that chooses, or reads from places, by what is known; None for any other."""
        if isinstance(scalar, Apply) and scalar.function == "select":
            holds = IndexFolder().truth(scalar.children[0])
            return None if holds is None else scalar.children[1 if holds else 2]
        places: dict[Variable, IndexExpr] = {}
        for variable in dict.fromkeys(v for node in walk(scalar) for e in indices(node) for v in runtime_values_of(e)):
            numbers = IndexFolder()
            place = numbers.scalar(variable.value)
            # A runtime value is clamped to its bounds, which what stands for it must keep to by itself.
            if place is not None and variable.bounds.intersect(values := numbers.bounds.interval(place)) == values:
                places[variable] = place
        return Simplifying(index=places)(scalar) if places else None
