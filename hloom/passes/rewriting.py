"""Rewriting by rules: one forward traversal in which each operation meets its rules after its operands were rewritten; and what
rules ask about values.

A rule looks at an operation and at what computes its operands; where it applies it makes other operations and says
which values replace the results. What it made is visited again at once, so that rules feed each other and one
traversal leaves little to do. Programs get smaller or simpler with every step; a bound on the number of steps turns
rules that undo each other into an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from hloom.ir.core import Block, Operation, OpResult, Region, Value
from hloom.ops.common.decomposition import Builder
from hloom.ops.definition.operation import Op
from hloom.ops.stablehlo.conversion import Convert
from hloom.ops.stablehlo.creation import is_static
from hloom.support.diagnostics import InternalError
from hloom.support.records import dataclass
from hloom.support.switches import CURRENT

#: What a rule gives: the values that replace the results, or None where it does not apply.
Replacement = Value | Sequence[Value] | None
Apply = Callable[[Any, Builder], Replacement]
#: Which rules to try on an operation, in order.
RulesOf = Callable[[Operation], Iterable["Rule"]]

#: Steps that a traversal may take for each operation that it was given, and in any case.
_STEPS_AN_OPERATION, _STEPS = 50, 1000


@dataclass(frozen=True)
class Rule:
    """One rewrite of the operations of a class (of all for None): its equation for people, `apply` for the traversal.

    `producer` is a condition known beforehand, by which most rules are passed over at once: a number of an operand
    and the class of the operation that must compute it. A class stands for its spellings in other dialects, too.

    A rule whose values do not have exactly the types of the results does not apply: so encodings and sizes that are
    only known at run time need no care in the rules themselves.
    """

    equation: str
    operation: type[Op] | None
    apply: Apply
    producer: tuple[int, type[Op]] | None = None

    @property
    def name(self) -> str:
        return getattr(self.apply, "__name__", self.equation)


class RuleTable:
    """Rules that are declared in one place."""

    def __init__(self) -> None:
        self.rules: list[Rule] = []

    def rule(self, equation: str, *operations: type[Op], of: type[Op] | None = None,
             operand: int = 0) -> Callable[[Apply], Apply]:
        """Declares a function `(op, builder) -> replacement` as a rule for operations of these classes.

        `of` is the class of the operation that must compute operand number `operand`.
        """
        producer = None if of is None else (operand, of)

        def declare(apply: Apply) -> Apply:
            self.rules += [Rule(equation, operation, apply, producer) for operation in operations]
            return apply

        return declare

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules)


class _Candidates:
    """The rules of one kind of operation: those to try always, and those to try for a producer of an operand."""

    __slots__ = ("always", "by_producer")

    def __init__(self, rules: Iterable[Rule]) -> None:
        self.always: list[Rule] = []
        by_producer: dict[int, dict[str, list[Rule]]] = {}
        for rule in rules:
            if rule.producer is None:
                self.always.append(rule)
            else:
                operand, cls = rule.producer
                by_producer.setdefault(operand, {}).setdefault(cls.name, []).append(rule)
        #: For each operand the rules by the name of the operation that must compute it.
        self.by_producer = [by_producer.get(k, {}) for k in range(max(by_producer, default=-1) + 1)]

    def of(self, op: Operation) -> list[Rule]:
        found = self.always
        for value, rules_by_name in zip(op.operands, self.by_producer):
            if type(value) is OpResult:
                rules = rules_by_name.get(value.owner.name)
                if rules:
                    found = found + rules
        return found


def index(*tables: Iterable[Rule]) -> RulesOf:
    """The rules of several tables by what they apply to."""
    rules = [rule for table in tables for rule in table]
    anywhere = _Candidates(rule for rule in rules if rule.operation is None)
    by_name = {cls.name: _Candidates(rule for rule in rules if rule.operation in (cls, None))
               for cls in {rule.operation for rule in rules} if cls is not None}

    def rules_of(op: Operation) -> list[Rule]:
        candidates = by_name.get(op.name, anywhere)
        return candidates.of(op) if candidates.by_producer else candidates.always

    return rules_of


def rewrite(root: Operation, rules_of: RulesOf) -> bool:
    """Rewrites everything inside `root`; says whether anything changed. Each region must have at most one block."""
    traversal = _Traversal(rules_of)
    for region in root.regions:
        traversal.region(region)
    return traversal.steps > 0


class _Traversal:
    def __init__(self, rules_of: RulesOf) -> None:
        self.rules_of = rules_of
        self.switches = CURRENT.get()
        self.values: dict[Value, Value] = {}
        self.steps, self.allowed = 0, _STEPS

    def region(self, region: Region) -> None:
        for block in region.blocks:
            self.allowed += _STEPS_AN_OPERATION * len(block.operations)
            self.block(block)

    def block(self, block: Block) -> None:
        pending = block.operations[::-1]
        done = block.operations = []
        values, rules_of = self.values, self.rules_of
        while pending:
            op = pending.pop()
            if values:
                for k, value in enumerate(op.operands):
                    if value in values:
                        op.operands[k] = self.current(value)
            for region in op.regions:
                self.region(region)
            rules = rules_of(op)
            if not (rules and self._replaced(op, rules, block, pending)):
                op.block = block
                done.append(op)

    def current(self, value: Value) -> Value:
        """What stands for a value now."""
        while value in self.values:
            value = self.values[value]
        return value

    def _replaced(self, op: Operation, rules: Iterable[Rule], block: Block, pending: list[Operation]) -> bool:
        """Whether a rule replaced `op`; what it made waits in `pending`."""
        builder = Builder(block, op.location, op.span)
        for rule in rules:
            if self.switches is not None and rule.equation in self.switches.off:
                continue
            mark = len(block.operations)
            found = rule.apply(op, builder)
            if found is None:
                continue
            values = (found,) if isinstance(found, Value) else tuple(found)
            made = block.operations[mark:]
            del block.operations[mark:]
            if [v.type for v in values] != [r.type for r in op.results]:
                continue
            pending.extend(reversed(made))
            self.values.update(zip(op.results, values))
            for old, new in zip(op.results, values):
                new.name = new.name or old.name
            if self.switches is not None:
                self.switches.apply(rule.equation)
            self.steps += 1
            if self.steps > self.allowed:
                raise InternalError("rewriting does not come to an end; "
                                    f"the last rule was {rule.name}: {rule.equation}")
            return True
        return False


def substitute(root: Operation, values: dict[Value, Value]) -> None:
    """Replaces values by others (which may be replaced in turn) in all operands inside `root`."""
    if not values:
        return
    for op in root.walk():
        for k, value in enumerate(op.operands):
            while value in values:
                value = values[value]
            op.operands[k] = value


# -- matching ------------------------------------------------------------------------------------------------------------------
# What rules ask about values: what computes them, and which constants they are.


def producer(value: Value, cls: type[Op]) -> Any:
    """The operation of a class that computes a value; None if another one does."""
    return value.owner if isinstance(value, OpResult) and isinstance(value.owner, cls) else None


def extended(shape: Sequence[int]) -> list[int]:
    """The dimensions that are not of size 1."""
    return [d for d, n in enumerate(shape) if n != 1]


def before_widening(value: Value) -> Any:
    """The numbers that a value was converted from to a type that holds all of them, as operands of products are that are
    multiplied as they were; any other value itself."""
    conversion = producer(value, Convert)
    if conversion is None or not is_static(conversion.operand) or not is_static(value):
        return value
    given, taken = conversion.operand.element, conversion.result.element
    if given.is_integer and taken.is_integer:
        is_kept = given.width < taken.width and (given.kind == "uint" or taken.kind == "sint")
    else:
        is_kept = given.name in ("bf16", "f16") and taken.name in ("f32", "f64")
    return conversion.operand if is_kept else value
