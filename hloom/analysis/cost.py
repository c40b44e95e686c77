"""What a program costs, counted from its operations: arithmetic, elementary functions, bytes that go through memory.

    cost(module.functions["main"])        # Cost(flops=1.0e9, transcendentals=2.0e6, bytes_accessed=3.1e7)

An operation counts as much as the text says: a product of matrices two for each pair of elements (XLA's measure, too), an
elementwise operation one for each element, a reduction its body for each element that goes in beyond the first. Of branches the
dearest counts, of loops one turn: nobody knows how many there are. Operations that are computed element by element, or that only
move elements, are taken to be part of those that read them; what other operations read and write goes through memory.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import log2, prod
from typing import Any, NamedTuple

from hloom.analysis.dependence import called_block
from hloom.ir.core import Block, BlockArgument, Operation, Value
from hloom.ir.types import TensorType, leaf_types
from hloom.ops.builtin.function import Function
from hloom.ops.definition.operation import Op
from hloom.ops.definition.traits import Control
from hloom.ops.stablehlo.contraction import Dot, DotGeneral
from hloom.ops.stablehlo.convolution import Convolution
from hloom.ops.stablehlo.linear_algebra import Cholesky, Fft, TriangularSolve
from hloom.ops.stablehlo.reduction import Reduce
from hloom.ops.stablehlo.sorting import Sort
from hloom.ops.stablehlo.windows import ReduceWindow


class Cost(NamedTuple):
    """Operations of arithmetic on elements, calls of elementary functions (`exp`, `tanh`), bytes that are read and written."""

    flops: float = 0.0
    transcendentals: float = 0.0
    bytes_accessed: float = 0.0

    def plus(self, other: Cost) -> Cost:
        return Cost(*(a + b for a, b in zip(self, other)))

    def times(self, count: float) -> Cost:
        return Cost(*(a * count for a in self))


def cost(function: Function) -> Cost:
    """The cost of one call of a function of arrays of known shapes; what has no such shape counts nothing."""
    block = function.body.block
    uncounted = {v for op in function.walk() if not _counts_bytes(op) and op is not block.terminator for v in op.operands}
    read = sum(bytes_of(a) for a in block.arguments if a in uncounted)
    written = sum(bytes_of(v) for v in block.terminator.operands
                  if isinstance(v, BlockArgument) or not _counts_bytes(v.owner))  # type: ignore[attr-defined]
    return _Costs().of_block(block).plus(Cost(bytes_accessed=float(read + written)))


def cost_of(op: Operation) -> Cost:
    """The cost of an operation where it stands, with what its regions cost."""
    return _Costs().of(op)


def bytes_of(value: Value) -> int:
    """Bytes of the elements of a value; 0 for what has none, or an unknown number."""
    return sum(elements_of(t) * t.storage.dtype.itemsize for t in leaf_types(value.type) if isinstance(t, TensorType))


def elements_of(type: Any) -> int:
    return prod(type.shape) if isinstance(type, TensorType) and type.is_static else 0


def _is_part(op: Op) -> bool:
    """Whether an operation is computed where its result is read."""
    return op.is_elementwise or op.is_generator or op.moves is not None


def _counts_bytes(op: Operation) -> bool:
    """Whether what an operation reads and writes counts where it stands."""
    return isinstance(op, Op) and op.control in (None, Control.CUSTOM_CALL) and not _is_part(op)


class _Costs:
    """The costs of functions, each counted once."""

    def __init__(self) -> None:
        self._known: dict[Block, Cost] = {}

    def of_block(self, block: Block) -> Cost:
        if block not in self._known:
            total = Cost()
            for op in block.operations:
                total = total.plus(self.of(op))
            self._known[block] = total
        return self._known[block]

    def _of_regions(self, op: Operation) -> list[Cost]:
        return [self.of_block(block) for region in op.regions for block in region.blocks]

    def of(self, op: Operation) -> Cost:
        control = op.control if isinstance(op, Op) else None
        if control is Control.CALL:
            body = called_block(op)
            return Cost() if body is None else self.of_block(body)
        if control is Control.BRANCH:
            return max(self._of_regions(op), key=sum, default=Cost())
        if control in (Control.LOOP, Control.REGION, Control.SCAN):
            return _sum(self._of_regions(op))
        if not isinstance(op, Op) or control not in (None, Control.CUSTOM_CALL):
            return Cost()
        made = max((elements_of(v.type) for v in op.results), default=0)
        if op.is_elementwise:
            return Cost(transcendentals=float(made)) if op.is_costly else Cost(flops=float(made))
        if _is_part(op):
            return Cost()
        through = Cost(bytes_accessed=float(sum(bytes_of(v) for v in (*op.operands, *op.results))))
        bodies = _sum(self._of_regions(op))._replace(bytes_accessed=0.0)
        return through.plus(Cost(flops=_arithmetic(op, made))).plus(bodies.times(_times(op, made)))


def _sum(costs: Iterable[Cost]) -> Cost:
    total = Cost()
    for one in costs:
        total = total.plus(one)
    return total


def _arithmetic(op: Any, made: int) -> float:
    """The arithmetic of an operation beside what its regions do, of which `made` elements come."""
    if isinstance(op, DotGeneral):
        return 2.0 * made * prod(op.lhs.shape[d] for d in op.dot_dimension_numbers.lhs_contracting_dimensions)
    if isinstance(op, Dot):
        return 2.0 * made * op.lhs.shape[-1]
    if isinstance(op, Convolution):
        numbers = op.dimension_numbers
        taps = prod(op.rhs.shape[d] for d in numbers.kernel_spatial_dimensions)
        return 2.0 * made * taps * op.rhs.shape[numbers.kernel_input_feature_dimension]
    if isinstance(op, Fft):
        size = max(prod(op.fft_length), 1)
        return 5.0 * elements_of(op.operand.type) * max(log2(size), 1.0)
    if isinstance(op, Cholesky):
        return made * op.a.shape[-1] / 3
    if isinstance(op, TriangularSolve):
        return float(made * op.a.shape[-1])
    return 0.0


def _times(op: Any, made: int) -> float:
    """How often the regions of an operation run."""
    given = max((elements_of(v.type) for v in op.operands), default=0)
    if isinstance(op, Reduce):
        return float(max(given - made, 0))
    if isinstance(op, ReduceWindow):
        return float(made * max(prod(op.window_dimensions) - 1, 0))
    if isinstance(op, Sort):
        length = max(op.inputs[0].shape[op.dimension], 2) if op.inputs[0].shape else 2
        return given * log2(length)
    return float(given)
