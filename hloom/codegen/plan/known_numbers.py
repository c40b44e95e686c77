"""What computes numbers that the program shows gives them at once: places in iotas are no data.

    %i = iota, %w = select(%i < 0, %i + n, %i), %x = gather(%a, %w)     (`a[jnp.arange(n)]`)
->  %w[d] is d, and %x[d] is %a[d]

So a gather becomes a read at a place that loops know, and a mask that is true everywhere a literal.
"""

from __future__ import annotations

from hloom.analysis.runtime_values import KnownNumbers
from hloom.codegen.plan.element_forms import ElementForm, Formula
from hloom.codegen.plan.loop_shape import Simplifying
from hloom.codegen.plan.target import Capabilities
from hloom.expr.index import Constant, IndexExpr, Simplifier, Variable, runtime_values_of
from hloom.expr.scalar import Apply, FromIndex, Literal, Scalar, indices, walk
from hloom.ir.core import Operation, Value
from hloom.ir.types import TensorType
from hloom.numbers.element_type import PRED, ElementType


class ShownNumbers:
    """Looks at a block's operations in their order. Most have nothing to do with an iota: these cost a look at their operands."""

    def __init__(self, target: Capabilities) -> None:
        self._target = target
        #: Integers and truth values that may be known, and those of them that come from an iota.
        self._shown: set[Value] = set()
        self._counted: set[Value] = set()

    def form(self, op: Operation, form: ElementForm) -> ElementForm:
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
        return ElementForm(formula, form.dims) if formula.is_supported else form

    @staticmethod
    def _number(scalar: Scalar) -> Scalar | None:
        if scalar.type is PRED:
            holds = KnownNumbers().truth(scalar)
            return None if holds is None else Literal(holds, PRED)
        found = KnownNumbers().scalar(scalar)
        if found is None:
            return None
        found = Simplifier().simplify(found)
        return Literal(found.value, scalar.type) if isinstance(found, Constant) else FromIndex(found, scalar.type)

    @staticmethod
    def _decided(scalar: Scalar) -> Scalar | None:
        """A scalar that chooses, or reads from places, by what is known; None for any other."""
        if isinstance(scalar, Apply) and scalar.function == "select":
            holds = KnownNumbers().truth(scalar.children[0])
            return None if holds is None else scalar.children[1 if holds else 2]
        places: dict[Variable, IndexExpr] = {}
        for variable in dict.fromkeys(v for node in walk(scalar) for e in indices(node) for v in runtime_values_of(e)):
            numbers = KnownNumbers()
            place = numbers.scalar(variable.value)
            # A runtime value is clamped to its bounds, which what stands for it must keep to by itself.
            if place is not None and variable.bounds.intersect(values := numbers.bounds.interval(place)) == values:
                places[variable] = place
        return Simplifying(index=places)(scalar) if places else None
