"""What a target can compute, and how much of it side by side: all that planning knows about the machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any, Protocol, runtime_checkable

from hloom.codegen.machine import Machine
from hloom.expr.scalar import Apply, Scalar
from hloom.ir.core import Operation, Value
from hloom.ir.types import QuantizedType
from hloom.numbers.element_type import ElementType
from hloom.ops.definition.operation import Op
from hloom.runtime.dispatch.program import Batch
from hloom.support.records import dataclass


class KernelFamily(Protocol):
    """The kernels of a kind of operations whose code is more than a loop nest over one formula: contractions, sorts, ...

    An operation's definition names its family (`kernel`), a target says which families it has (`Capabilities.families`).
    """

    @property
    def takes_views(self) -> bool:
        """Whether its kernels read operands, but those that they change in place, at any strides and in narrower types."""
        ...

    @property
    def takes_epilogues(self) -> bool:
        """Whether its kernels end with operations on each element of the result."""
        ...

    def matches(self, op: Any, target: Capabilities) -> bool:
        """Whether there is a kernel for an operation that names this family: its types, its region, its settings."""
        ...

    def schedule(self, kernel: Any, context: Any) -> None:
        """Adds the commands of a kernel of this family: `kernel` is a `kernels.OperationKernel`, `context` a
        `schedule.KernelContext`, which know this protocol."""
        ...


@runtime_checkable
class DeadOperandFamily(KernelFamily, Protocol):
    """A family whose kernels do not read all operands."""

    def dead_operands(self, op: Any) -> set[Value]:
        """The operands of an operation that need not be there."""
        ...


class BackToBackFamily(KernelFamily, Protocol):
    """The family of chains (see `plan.fusion`), which are found in a program: no operation names it."""

    def takes(self, pair: Any) -> bool:
        """Whether a chain, a `fusion.BackToBackGemm`, is better off as one kernel."""
        ...


#: What is planned for, whatever the number of threads is, where results must not depend on it.
_DETERMINISTIC_WORKERS = 8


@dataclass(frozen=True)
class CompileOptions:
    """What whoever compiles a program says of its numbers and of its code."""

    #: Results have the same bits on any number of threads.
    deterministic: bool = False
    #: Values in bf16 and f16 may be kept in f32 inside of a kernel (see `excess_precision`).
    excess_precision: bool = False
    #: Whether kernels that take next to no time are compiled fast rather than to fast code.
    has_baseline_tier: bool = True
    #: The numbers of arguments that nobody needs after a call, where results may lie.
    donated: tuple[int, ...] = ()
    #: The sizes that calls may have; None for those that the program states.
    batch: Batch | None = None

    def planned_workers(self, workers: int) -> int:
        """The number of workers by which it is decided what is computed in which order, of so many that there are."""
        return _DETERMINISTIC_WORKERS if self.deterministic else workers


#: Nothing said: everything rounds as the program says, on the threads that there are.
STRICT = CompileOptions()


@dataclass(frozen=True)
class Capabilities:
    """A target as planning sees it."""

    #: Threads that run a kernel's tasks: so many have memory of their own.
    workers: int
    #: Threads for which it is decided what is computed in which order (see `CompileOptions.planned_workers`).
    planned_workers: int
    #: Names of the element types that its kernels compute with.
    element_types: frozenset[str]
    #: `(name, operand, result)`: whether its kernels have a scalar function for these element types.
    has_function: Callable[[str, ElementType, ElementType], bool]
    #: Caches, costs and thresholds.
    machine: Machine
    #: Kernel families by the word that operations name.
    families: Mapping[str, KernelFamily] = field(default_factory=dict)
    #: The family of chains, if it has any.
    back_to_back: BackToBackFamily | None = None
    #: Whether bf16 and f16 may be kept in f32 inside of a kernel.
    excess_precision: bool = False
    #: Whether kernels that take next to no time are compiled fast rather than to fast code.
    has_baseline_tier: bool = True
    #: Whether one instruction multiplies by a power of two, whatever its size (see `sign_analysis`).
    scales_at_once: bool = False

    def baseline_threshold(self, elements: int) -> float:
        """Instructions up to which a kernel that runs once a call is compiled fast, in a program that takes and gives so many
        elements: code that is not optimised takes some times as long, which must not count beside the call."""
        tier = self.machine.baseline_tier
        return max(tier.work, min(elements // tier.elements_each, tier.most_work)) if self.has_baseline_tier else -1

    def has_type(self, type: object) -> bool:
        """Whether kernels handle tensors of this element type; a quantized one counts for what it stores."""
        stored = type.storage if isinstance(type, QuantizedType) else type
        return isinstance(stored, ElementType) and stored.name in self.element_types

    def computes(self, node: Scalar) -> bool:
        """Whether kernels compute a scalar from those directly inside it."""
        if node.type.name not in self.element_types:
            return False
        if isinstance(node, Apply):
            operand = node.children[0].type if node.children else node.type
            return self.has_function(node.function, operand, node.type)
        return True

    def family_of(self, op: Operation) -> KernelFamily | None:
        """The family that compiles an operation; None if its element form is compiled, or nothing."""
        if not isinstance(op, Op) or op.kernel is None:
            return None
        family = self.families.get(op.kernel)
        return family if family is not None and family.matches(op, self) else None
