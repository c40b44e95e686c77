"""Rules that are equations: `add(x, negate(y)) -> subtract(x, y)` is matched, built and tested from its text.

A term is an application of an operation by its mnemonic, a variable (`x`; `c` and `d` stand for constants only), or a
literal that stands for a tensor of equal elements: a number, `MIN` and `MAX` (the ends of the type's range,
infinities of floats) or `ONES` (all bits set). `0` and `-0` are different floats. The operands of commutative
operations match in both orders.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import product
from typing import Any

import numpy as np

from hloom.ir.core import Operation, OpResult, Value
from hloom.ir.types import TensorType
from hloom.numbers.element_type import ElementType
from hloom.ops.common.decomposition import Builder
from hloom.ops.definition.operation import Op
from hloom.ops.stablehlo.comparison import Clamp, Select
from hloom.ops.stablehlo.conversion import Complex, Imag, Real
from hloom.ops.stablehlo.creation import Constant, constant, is_static
from hloom.ops.stablehlo.elementwise import (
    Abs,
    Add,
    And,
    Ceil,
    Divide,
    Floor,
    Maximum,
    Minimum,
    Multiply,
    Negate,
    Not,
    Or,
    Power,
    Remainder,
    ShiftLeft,
    ShiftRightArithmetic,
    ShiftRightLogical,
    Subtract,
    Xor,
)
from hloom.passes.rewriting import Replacement, Rule, RuleTable
from hloom.support.records import dataclass

#: The operations that equations speak of, by their mnemonics.
VOCABULARY: dict[str, type[Op]] = {cls.name.partition(".")[2]: cls for cls in (
    Abs, Add, And, Ceil, Clamp, Complex, Divide, Floor, Imag, Maximum, Minimum, Multiply, Negate, Not, Or, Power, Real,
    Remainder, Select, ShiftLeft, ShiftRightArithmetic, ShiftRightLogical, Subtract, Xor)}


@dataclass(frozen=True)
class Variable:
    """Any value; one of a constant operation for the names `c` and `d`."""

    name: str

    @property
    def is_constant(self) -> bool:
        return self.name in "cd"


@dataclass(frozen=True)
class Literal:
    """A number that depends on the element type where it stands."""

    text: str


@dataclass(frozen=True)
class Application:
    """An operation of terms."""

    operation: type[Op]
    operands: tuple[Term, ...]


Term = Variable | Literal | Application
Bindings = dict[str, Value]


@cache
def number(text: str, type: ElementType) -> Any:
    """The NumPy scalar of `type` that a literal stands for."""
    if text in ("MIN", "MAX"):
        sign = -1 if text == "MIN" else 1
        if type.is_float:
            return type.dtype.type(sign * np.inf)
        low, high = {"pred": (0, 1), "uint": (0, (1 << type.width) - 1)}.get(
            type.kind, (-(1 << (type.width - 1)), (1 << (type.width - 1)) - 1))
        return type.dtype.type(low if sign < 0 else high)
    if text == "ONES":
        return type.dtype.type(-1 if type.kind == "sint" else (1 << type.width) - 1)
    return type.dtype.type(float(text) if type.is_float else int(text))


@cache
def _bits(text: str, type: ElementType) -> bytes:
    return number(text, type).tobytes()


class Equation:
    """`left -> right` for results whose element type is one of `types`."""

    def __init__(self, text: str, types: Sequence[ElementType]) -> None:
        self.text, self.types = text, tuple(types)
        left, right = text.split("->")
        parsed = parse(left)
        assert isinstance(parsed, Application)
        self.left, self.right = parsed, parse(right)
        self._types = frozenset(types)

    def rules(self) -> Iterator[Rule]:
        """One rule for each order of commutative operands."""
        for form in orders(self.left):
            known = next(((k, cls) for k, term in enumerate(form.operands) if (cls := _producer(term))), None)
            # Most often it is another number than that of a literal.
            terms = sorted(enumerate(form.operands), key=lambda place: not isinstance(place[1], Literal))
            yield Rule(self.text, form.operation, partial(self._apply, terms), known)

    def _apply(self, terms: Sequence[tuple[int, Term]], op: Operation, b: Builder) -> Replacement:
        """The right side with the bindings under which the terms, each with its place, are the operands of `op`."""
        result = op.results[0]
        if getattr(result.type, "element", None) not in self._types:
            return None
        bindings: Bindings = {}
        for place, term in terms:
            if not matches(term, op.operands[place], bindings):
                return None
        return build(self.right, bindings, b, result.type) if is_static(result) else None

    def __repr__(self) -> str:
        return self.text


def equations(table: RuleTable, types: Sequence[ElementType], *texts: str) -> list[Equation]:
    """Adds an equation of each text to a table of rules; returns them."""
    made = [Equation(text, types) for text in texts]
    for equation in made:
        table.rules.extend(equation.rules())
    return made


def _producer(term: Term) -> type[Op] | None:
    """The operation that must compute an instance of a term."""
    if isinstance(term, Application):
        return term.operation
    return Constant if isinstance(term, Literal) or term.is_constant else None


_TOKEN = re.compile(r"\s*([A-Za-z_]+|-?[0-9]+|[(),])")


def parse(text: str) -> Term:
    """The term that a text describes."""
    tokens = _TOKEN.findall(text)[::-1]

    def term() -> Term:
        word = tokens.pop()
        if tokens and tokens[-1] == "(":
            operands = []
            while tokens.pop() != ")":
                operands.append(term())
            return Application(VOCABULARY[word], tuple(operands))
        return Variable(word) if word.islower() else Literal(word)

    return term()


def orders(term: Term) -> Iterator[Any]:
    """A term with the operands of its commutative operations in all orders."""
    if not isinstance(term, Application):
        yield term
        return
    for operands in product(*map(orders, term.operands)):
        yield Application(term.operation, operands)
        if term.operation.is_commutative and operands != operands[::-1]:
            yield Application(term.operation, operands[::-1])


def matches(term: Term, value: Value, bindings: Bindings) -> bool:
    """Whether a value is an instance of a term; binds its variables."""
    if isinstance(term, Variable):
        if term.is_constant and constant(value) is None:
            return False
        return bindings.setdefault(term.name, value) is value
    if isinstance(term, Literal):
        found = constant(value)
        return (found is not None and found.data.size == 1 and is_static(value)
                and found.data.tobytes() == _bits(term.text, value.element))
    owner = value.owner if isinstance(value, OpResult) else None
    return (isinstance(owner, term.operation)
            and all(matches(t, v, bindings) for t, v in zip(term.operands, owner.operands)))


def build(term: Term, bindings: Bindings, b: Builder, like: Any) -> Value:
    """The value of a term under bindings; literals take the type `like` of the result."""
    if isinstance(term, Variable):
        return bindings[term.name]
    if isinstance(term, Literal):
        assert isinstance(like, TensorType)
        return b.splat(number(term.text, like.storage), like)
    return b(term.operation, *(build(t, bindings, b, like) for t in term.operands))
