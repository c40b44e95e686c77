"""Why values are computed where they are used, or not: what fusion decided, as data.

Fusion notes a reason with each of its decisions: whether a value is inlined or stored, whether a kernel joined another one.
`FusionRemarks.decisions` tells from these, and from the kernels that came of it, what became of each producer with each consumer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from enum import Enum
from typing import Any, NamedTuple

from hloom.codegen.plan.kernels import Alias, Kernel, OperationKernel
from hloom.ir.core import Block, Operation, Value
from hloom.support.records import dataclass


class Outcome(Enum):
    """What became of a producer and a consumer."""

    #: One kernel computes both.
    FUSED = "fused"
    #: One of them needs no code: it is the other's memory, looked at in another way.
    IN_PLACE = "in place"
    #: The value is stored by one kernel and loaded by another.
    APART = "apart"


class RemarkKind(Enum):
    """A reason: its word, what it leads to, and a sentence, in which facts stand between braces."""

    CONSTANT = "constant", Outcome.FUSED, "it is one constant"
    CHEAP = "cheap", Outcome.FUSED, "computing it costs {cost}, which is no more than to store and to load it"
    READ_ONCE = "read once", Outcome.FUSED, (
        "it has one user, which reads {evaluations} elements of its {elements}: computed there, none is computed again")

    COMPONENTS = "components", Outcome.FUSED, (
        "{consumer} takes its parts one by one, as places: computing them costs {cost}, no more than to take them from memory")
    UNUSED = "not used", Outcome.FUSED, "nothing uses it"
    UNREAD = "not read", Outcome.FUSED, "{consumer} makes its elements by itself"
    REPEATED = "repeats reads", Outcome.APART, (
        "{consumer} reads {evaluations} elements of its {elements}: computed there, at a cost of {cost}, each would be computed "
        "{times} times")
    SEVERAL_USERS = "several users", Outcome.APART, "{users} operations use it, and computing it costs {cost}"
    REDUCTION = "reduction", Outcome.APART, "each of its elements combines many: it is computed before it is used"
    CHOICES = "choices", Outcome.APART, "an element is chosen from {choices} sources: that is done once"
    GATHERED = "gathered", Outcome.APART, (
        "{consumer} takes {evaluations} elements of its {elements} from places that data decide: chosen there, each would be "
        "a read of all sources")
    TOO_LONG = "too long", Outcome.APART, (
        "what is computed in one expression is bounded: {operations} operations, {nesting} inside of each other, {divisions} "
        "divisions of indices")
    NEEDED = "needed in memory", Outcome.APART, "{consumer} takes it from memory"

    OWN_KERNEL = "kernel family", Outcome.APART, "{operation} has a kernel of its own ({family}), which loops do not join"
    NO_LOOPS = "no loops", Outcome.APART, "{operation} is not compiled to loops over a formula: it is {family}"
    IN_MEMORY = "same memory", Outcome.IN_PLACE, "{operation} leaves memory as it is"
    VIEW = "view", Outcome.IN_PLACE, "{operation} reads it in place, by strides, from what it is made of"
    EPILOGUE = "epilogue", Outcome.FUSED, "it is done on each element of {operation} before that is stored"
    NOT_POINTWISE = "not elementwise", Outcome.APART, "{operation} ends with work on its own elements only: this {otherwise}"

    SAME_LOOPS = "same loops", Outcome.FUSED, (
        "a tile stays a tile: both run over the same {points} points, and each reads the value at its own point only")
    ROWS = "row by row", Outcome.FUSED, (
        "a tile stays a tile: each of {rows} rows reads its own row of the value only, which stays in {bytes} bytes of cache")
    CHAIN = "chain", Outcome.FUSED, (
        "a tile stays a tile from one product to the other: blocks of rows, {bytes} bytes each, stay in the cache between them")
    NO_TILE = "no tile", Outcome.APART, "a tile does not stay a tile: a row of the one reads more than that row of the other"
    OUTER_LOOP_CONTIGUOUS = "contiguous loop", Outcome.APART, (
        "row by row the contiguous loop would be the outer one: {operand} would be read with a stride")
    FEW_ROWS = "few rows", Outcome.APART, "{rows} rows would leave some of {workers} workers idle"
    SHORT_ROWS = "short rows", Outcome.APART, "rows of {row} elements are too short to go one by one"
    SHORT_RUNS = "short runs", Outcome.APART, "the innermost loop of a row would go over {run} elements"
    LONG_ROWS = "long rows", Outcome.APART, "the rows between take {bytes} bytes, more than the {limit} that stay in cache"
    MANY_STORES = "many stores", Outcome.APART, "one kernel would store {stores} values, {limit} at most"
    MANY_READS = "many reads", Outcome.APART, "one kernel would read {reads} elements at a time, {limit} at most"
    FEW_LANES = "few lanes", Outcome.APART, (
        "row by row its functions would be computed for one of {rows} rows at a time; by itself, for as many as registers hold")
    BETWEEN = "kernel between", Outcome.APART, "the consumer also waits for a kernel that comes between the two"

    def __init__(self, word: str, outcome: Outcome, text: str) -> None:
        self.word, self.outcome, self.text = word, outcome, text

    @property
    def verdict(self) -> str:
        """What it says of the value, or of the kernels of its two operations."""
        if self.outcome is Outcome.IN_PLACE:
            return "in place"
        if self in _OF_VALUES:
            return "inlined" if self.outcome is Outcome.FUSED else "not inlined"
        return "one kernel" if self.outcome is Outcome.FUSED else "two kernels"


#: Those that say whether a value is computed where it is used; the others say whether two kernels are one.
_OF_VALUES = frozenset((
    RemarkKind.CONSTANT, RemarkKind.CHEAP, RemarkKind.READ_ONCE, RemarkKind.COMPONENTS, RemarkKind.UNUSED, RemarkKind.UNREAD,
    RemarkKind.REPEATED, RemarkKind.SEVERAL_USERS, RemarkKind.REDUCTION, RemarkKind.CHOICES, RemarkKind.GATHERED,
    RemarkKind.TOO_LONG, RemarkKind.NEEDED))


class Remark(NamedTuple):
    """A reason with its facts: counts, costs (about instructions an element), names of operations."""

    kind: RemarkKind
    facts: tuple[tuple[str, Any], ...] = ()

    @staticmethod
    def of(kind: RemarkKind, **facts: Any) -> Remark:
        """The reason with these facts."""
        return Remark(kind, tuple(facts.items()))

    @property
    def is_fused(self) -> bool:
        return self.kind.outcome is Outcome.FUSED

    def __str__(self) -> str:
        return self.kind.text.format(**{name: f"{x:.4g}" if isinstance(x, float) else x for name, x in self.facts})


@dataclass(frozen=True)
class Decision:
    """What became of a value between the operation that makes it and one that uses it; `reasons` in the order of decisions: why
    the value is not computed where it is used, then why its kernel was joined or not."""

    value: Value
    consumer: Operation
    outcome: Outcome
    reasons: tuple[Remark, ...]

    @property
    def producer(self) -> Operation:
        """The operation that makes the value."""
        return self.value.owner  # type: ignore[attr-defined]


@dataclass
class FusionRemarks:
    """What fusion noted about one block."""

    block: Block
    #: For each value whether and why it is computed where it is used.
    inlining: dict[Value, Remark] = field(default_factory=dict)
    #: For a value and the kernel that reads it: why the kernel joined the one that makes the value, or not.
    joining: dict[tuple[Value, Kernel], Remark] = field(default_factory=dict)
    #: The kernels before any was joined to another, each with its operations.
    parts: list[tuple[Kernel, tuple[Operation, ...]]] = field(default_factory=list)

    def begin(self, kernels: Iterable[Kernel]) -> None:
        """Notes the kernels from which joining starts."""
        self.parts = [(kernel, tuple(kernel.operations)) for kernel in kernels]

    def join(self, values: Iterable[Value], kernel: Kernel, reason: Remark) -> None:
        """Notes why `kernel`, which reads `values`, joined the kernel that makes them, or not. The last note counts."""
        for value in values:
            self.joining[value, kernel] = reason

    def decisions(self) -> list[Decision]:
        """What became of each value of the block and each operation that uses it, in the order of the block."""
        return [decision for op in self.block.operations[:-1] for decision in self._of(op)]

    def _of(self, consumer: Operation) -> Iterator[Decision]:
        kernels = [kernel for kernel, operations in self.parts if consumer in operations]
        for value in dict.fromkeys(_read_by(consumer)):
            first = self.inlining.get(value)
            if first is None:
                continue  # an argument, or made elsewhere
            if first.is_fused or first.kind is RemarkKind.VIEW:
                reasons = (first,)
            elif first.kind in (RemarkKind.OWN_KERNEL, RemarkKind.NO_LOOPS):
                reasons = tuple(self._joined(value, kernels)) or (first,)
            else:
                reasons = (first, *self._joined(value, kernels))
            yield Decision(value, consumer, reasons[-1].kind.outcome, reasons)

    def _joined(self, value: Value, kernels: Sequence[Kernel]) -> list[Remark]:
        """Why the kernels that do a consumer's work joined the one that makes the value: of several one that did not, if any."""
        found = []
        for kernel in kernels:
            reason = self.joining.get((value, kernel))
            alias = next((k for k, _ in self.parts if isinstance(k, Alias) and (k is kernel or k.value is value)), None)
            if alias is not None:
                reason = Remark.of(RemarkKind.IN_MEMORY, operation=alias.operations[0].name)
            elif reason is None and isinstance(kernel, OperationKernel):
                reason = own_kernel(kernel)
            if reason is not None and value in kernel.inputs:  # else its work is done there, too, and reads something else
                found.append(reason)
        apart = [r for r in found if r.kind.outcome is Outcome.APART]
        return (apart or found)[:1]


def _read_by(op: Operation) -> Iterator[Value]:
    """The values that an operation reads, those that its regions take from outside included."""
    for inner in op.walk():
        yield from inner.operands


def own_kernel(kernel: OperationKernel) -> Remark:
    """That the operation of a kernel is no loop over a formula, and what it is."""
    return not_loops(kernel.operation, kernel.family is not None)


def not_loops(op: Operation, has_family: bool) -> Remark:
    """That an operation is not compiled to loops over a formula: it has a kernel of its own, is control flow, or is evaluated."""
    if has_family:
        return Remark.of(RemarkKind.OWN_KERNEL, operation=op.name, family=getattr(op, "kernel", ""))
    control: Any = getattr(op, "control", None)
    family = f"control flow ({control.value})" if control is not None else "run by the evaluator"
    family = "a constant" if not op.operands and not op.regions else family
    return Remark.of(RemarkKind.NO_LOOPS, operation=op.name, family=family)
