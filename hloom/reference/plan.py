"""How functions run: each operation becomes a step over a numbering of the values.

A function is planned once: each value gets a slot in the function's frame, each operation becomes a step (its `eval` or
`run`, the slots that it reads and writes, the slots that nothing reads afterwards). Regions use the frame of their
function, so that they see the values around them. Constants are no steps: their values stand in every new frame.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from hloom.ir.core import Block, Operation, Value, captured_values
from hloom.ir.types import FutureType, OtherScalarType, TensorType, TupleType
from hloom.numbers.many_dimensions import MOST_DIMENSIONS, flattened
from hloom.ops.builtin.function import Function
from hloom.ops.common.quantization import is_quantized_operation
from hloom.ops.common.shapes import check_size
from hloom.ops.definition.operation import Op
from hloom.ops.stablehlo.creation import Constant
from hloom.reference.actual_shapes import needs_check, with_checked_shapes
from hloom.reference.metering import metered, needs_metering, size_of
from hloom.support.diagnostics import EvaluationError
from hloom.support.memory import SMALL

#: For `first`: see `reads`; for `write`: see `writes`.
SEVERAL = -1
#: For `second`: there is one operand.
NONE = -2
#: Python's operators on NumPy scalars do what these functions do, ten times faster: loops count with them.
_ON_SCALARS: dict[Any, Callable[..., Any]] = {
    np.add: operator.add, np.subtract: operator.sub, np.multiply: operator.mul, np.divide: operator.truediv,
    np.negative: operator.neg, np.bitwise_and: operator.and_, np.bitwise_or: operator.or_, np.bitwise_xor: operator.xor,
    np.equal: operator.eq, np.not_equal: operator.ne, np.less: operator.lt, np.less_equal: operator.le,
    np.greater: operator.gt, np.greater_equal: operator.ge,
}


class Step(NamedTuple):
    """One operation of a planned block. Most have one or two operands and one result, which have fields of their own."""

    compute: Callable[..., Any]
    #: The slots of one or two operands.
    first: int
    second: int
    #: The slot of the only result.
    write: int
    #: Slots whose values nothing needs after this step.
    releases: tuple[int, ...]
    reads: tuple[int, ...]
    writes: tuple[int, ...]
    op: Operation


class PlannedBlock(NamedTuple):
    arguments: tuple[int, ...]
    steps: tuple[Step, ...]
    #: Slots of the terminator's operands.
    returns: tuple[int, ...]
    #: Whether all operations are elementwise, so that the block runs on a whole batch at once.
    is_elementwise: bool
    #: The operation that the block belongs to.
    owner: Operation | None


class Plan:
    """The blocks of a function, or of one operation, over one numbering of slots; `process` is what runs them."""

    def __init__(self, process: Any) -> None:
        self.process = process
        self.blocks: dict[Block, PlannedBlock] = {}
        self._slots: dict[Value, int] = {}
        self._constants: dict[int, Any] = {}

    @classmethod
    def of_function(cls, function: Function, process: Any) -> Plan:
        """The plan of a function's body and of all regions inside."""
        plan = cls(process)
        plan._plan_regions(function)
        return plan._finish(plan.blocks[function.regions[0].block])

    @classmethod
    def of_operation(cls, op: Operation, process: Any) -> Plan:
        """The plan that runs only `op` on values for its operands and for what its regions use from outside."""
        plan = cls(process)
        plan._plan_regions(op)
        step = plan._step(op, ())
        captured = tuple(map(plan._slot, captured_values(op)))
        return plan._finish(PlannedBlock((*step.reads, *captured), (step,), step.writes, False, op))

    def _finish(self, body: PlannedBlock) -> Plan:
        self.body = body
        self._template: list[Any] = [self._constants.get(k) for k in range(len(self._slots))]
        return self

    def new_frame(self) -> list[Any]:
        """The slots of a call: constants are there, all else is empty."""
        return self._template.copy()

    def _plan_regions(self, owner: Operation) -> None:
        operations = list(owner.walk())
        for op in operations:  # the first that has such a value is named, and not what hands it on
            for value in (*op.operands, *op.results):
                check_size(value.type, op)
        for op in reversed(operations):  # inner blocks first: they are part of their owner's step
            for result in op.results:
                if isinstance(getattr(result.type, "element", result.type), OtherScalarType):
                    raise EvaluationError.at(op.span, "type", f"{op.name} has a result of type {result.type}, which can be read "
                                             "and printed but not evaluated")
            for region in op.regions:
                if len(region.blocks) > 1:
                    raise EvaluationError.at(op.span, "region", f"{op.name} has a region of {len(region.blocks)} blocks; "
                                             "only structured control flow can be evaluated")
                for block in region.blocks:
                    self._plan_block(block)

    def _plan_block(self, block: Block) -> None:
        operations = [op for op in block.operations[:-1] if not self._is_constant(op)]
        own = {r for op in operations for r in op.results}
        last: dict[Value, int] = {v: len(operations) for v in block.terminator.operands}
        for number, op in enumerate(operations):
            for inner in op.walk():
                last.update((v, number) for v in inner.operands if v in own and last.get(v, 0) <= number)
        dying: dict[int, list[int]] = {}
        for value, number in last.items():
            if value in own and _is_worth_releasing(value):
                dying.setdefault(number, []).append(self._slot(value))
        steps = []
        for number, op in enumerate(operations):
            unused = [self._slot(r) for r in op.results if r not in last and _is_worth_releasing(r)]
            steps.append(self._step(op, (*dying.get(number, ()), *unused)))
        self.blocks[block] = PlannedBlock(
            tuple(map(self._slot, block.arguments)), tuple(steps), tuple(map(self._slot, block.terminator.operands)),
            all(getattr(op, "is_elementwise", False) for op in operations), block.region.owner if block.region else None)

    def _slot(self, value: Value) -> int:
        return self._slots.setdefault(value, len(self._slots))

    def _is_constant(self, op: Operation) -> bool:
        """Whether `op` is a constant; then its value stands in the frame."""
        if not isinstance(op, Constant):
            return False
        self._constants[self._slot(op.results[0])] = op.eval()
        return True

    def _step(self, op: Operation, releases: tuple[int, ...]) -> Step:
        reads, writes = tuple(map(self._slot, op.operands)), tuple(map(self._slot, op.results))
        first, second = {1: (*reads, NONE), 2: reads}.get(len(reads), (SEVERAL, NONE))
        return Step(self._compute(op), first, second, writes[0] if len(writes) == 1 else SEVERAL, releases, reads, writes, op)

    def _compute(self, op: Operation) -> Callable[..., Any]:
        compute = self._meaning(op)
        if not isinstance(op, Op):
            return compute
        if op.is_elementwise and any(isinstance(v.type, TensorType) and v.type.rank > MOST_DIMENSIONS for v in op.operands):
            compute = flattened(compute)
        if needs_metering(op):
            compute = metered(op, compute, self.process.budget)
        return with_checked_shapes(op, compute) if needs_check(op) else compute

    def _meaning(self, op: Operation) -> Callable[..., Any]:
        if isinstance(op, Op):
            if op.run is not None:
                return partial(op.run, self.process)
            if op.eval is not None:
                return _evaluation(op)
            if op.decompose is not None:
                return self.process.decomposed(op)
        return partial(_unsupported, op)


def _evaluation(op: Any) -> Callable[..., Any]:
    """`op.eval`, of which a tuple always stands for several results."""
    compute: Callable[..., Any] = op.eval
    if not is_quantized_operation(op):
        compute = op.evaluator() or compute
        if all(isinstance(v.type, TensorType) and v.type.rank == 0 for v in op.operands):
            compute = _ON_SCALARS.get(compute, compute)
    if len(op.results) == 1 and isinstance(op.results[0].type, TupleType | FutureType):
        return lambda *values: (compute(*values),)
    return compute


def _is_worth_releasing(value: Value) -> bool:
    """Whether a value may be large enough: releasing the others would take longer than it is worth."""
    type = value.type
    return not isinstance(type, TensorType) or not type.is_static or size_of(value) >= SMALL


def _unsupported(op: Operation, *_: Any) -> Any:
    raise EvaluationError.at(op.span, "unsupported", f"{op.name} cannot be evaluated")
