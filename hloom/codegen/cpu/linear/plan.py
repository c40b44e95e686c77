"""What is factored or solved, and how its numbers lie in a worker's scratch memory."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import field, replace
from math import prod
from typing import Any

from hloom.codegen.cpu.linear.routines import Call, call_of_routine
from hloom.codegen.machine.families import Linear
from hloom.codegen.target import Target
from hloom.numbers.element_type import F32, F64, ElementType
from hloom.ops.calls.lapack import options_of
from hloom.ops.calls.target import Routine
from hloom.ops.stablehlo.custom_call import CustomCall
from hloom.ops.stablehlo.linear_algebra import LARGEST_INVERSE
from hloom.reference.custom_calls import effectless
from hloom.runtime.dispatch import lapack
from hloom.support.records import dataclass


@dataclass(frozen=True)
class Layout:
    """How arrays of numbers lie in scratch memory.

    `beside` each other number (i, j) of `width` matrices is a register; otherwise a register has `width` neighbours of a row of
    one matrix. `together` registers are computed at a time, of `deep` rows where these take the same sums; rows, and arrays, are
    filled up to multiples of that.
    """

    width: int
    beside: bool
    together: int
    deep: int
    #: Registers of a row (or a multiple) whose numbers in one column share places in the first-level cache.
    colliding: int

    @property
    def unit(self) -> int:
        """Reals from one number of a row to the next."""
        return self.width if self.beside else 1

    @property
    def lanes(self) -> int:
        """Numbers of a row in one register."""
        return 1 if self.beside else self.width

    @property
    def granule(self) -> int:
        """Numbers of a row that are computed together."""
        return self.lanes * self.together

    def row(self, columns: int) -> int:
        """Numbers of a row as it lies in scratch memory."""
        row = -(-columns // self.granule) * self.granule
        return row + self.granule if row // self.lanes % self.colliding == 0 else row

    def rows(self, rows: int) -> int:
        """Rows that there is room for."""
        return -(-rows // self.deep) * self.deep if rows > 1 else rows


@dataclass(frozen=True)
class Problem(ABC):
    """`batch` matrices of numbers of a type."""

    type: ElementType
    batch: int

    @property
    def computed(self) -> ElementType:
        """The type of the parts in which it is computed."""
        return F64 if self.type.part.width == 64 else F32

    @property
    def parts(self) -> int:
        return 2 if self.type.is_complex else 1

    @property
    @abstractmethod
    def name(self) -> str:
        """LAPACK's routine for it, without a type."""

    @property
    @abstractmethod
    def order(self) -> int:
        """Steps in which it is computed: rows and columns of what is square, reflections."""

    @abstractmethod
    def arrays(self, beside: bool) -> list[tuple[int, int]]:
        """Rows and columns of the arrays that scratch memory holds, of matrices beside each other or of one by itself."""

    @property
    def tasks(self) -> int:
        """Tasks of matrices by themselves."""
        return self.batch

    def offsets(self, layout: Layout) -> list[int]:
        """Where each array begins, in reals, and at the end where the last one ends."""
        found = [0]
        for rows, columns in self.arrays(layout.beside):
            found.append(found[-1] + self.parts * layout.rows(rows) * layout.row(columns) * layout.unit)
        return found

    def scratch(self, layout: Layout) -> int:
        """Bytes of one worker's scratch memory: whole registers."""
        return -(-self.offsets(layout)[-1] * self.computed.width // 8 // 64) * 64

    def layout(self, processor: Target) -> Layout:
        """In registers of a processor."""
        lanes, linear = processor.lanes(self.computed.width), processor.machine.linear
        beside = self._layout(lanes, True, linear)
        fits = self.order <= lanes * linear.orders[self.name][self.batch > lanes] and self.scratch(beside) <= linear.beside_bytes
        return beside if fits and 2 * self.batch > lanes and self.tasks == self.batch else self._layout(lanes, False, linear)

    def _layout(self, lanes: int, beside: bool, linear: Linear) -> Layout:
        columns = max(columns for _, columns in self.arrays(beside))
        together = min(linear.together, 1 << max((columns if beside else -(-columns // lanes)) - 1, 0).bit_length())
        sums = linear.sums * lanes * self.computed.width // 128
        return Layout(lanes, beside, together, max(1, sums // (together * self.parts)), linear.colliding_registers)


@dataclass(frozen=True)
class Triangular(Problem):
    """Of `size` x `size` numbers the `lower` triangle is read, or the upper one."""

    size: int
    lower: bool

    @property
    def order(self) -> int:
        return self.size


@dataclass(frozen=True)
class Factorization(Triangular):
    """Cholesky factors of matrices of `size` x `size` numbers, of which the `lower` triangle is read, or the upper one. Those of
    LAPACK keep the other triangle, and say which leading minor is not positive."""

    lapack: bool

    @property
    def name(self) -> str:
        return "potrf"

    def arrays(self, beside: bool) -> list[tuple[int, int]]:
        return [(self.size, self.size)]


@dataclass(frozen=True)
class Solution(Triangular):
    """The x with op(a) x = b, or x op(a) = b (not `left`), for `sides` columns, or rows, of b. Of a, `size` x `size` numbers, the
    `lower` triangle is read, or the upper one.

    Seen as m x = b for columns, m is a, or its transpose (`swapped`), with conjugated numbers (`conjugate`). By the `inverse` the
    steps are those of the reference evaluator. A task solves for `sides` of all the columns.
    """

    all_sides: int
    left: bool
    swapped: bool
    conjugate: bool
    unit: bool
    inverse: bool
    sides: int

    @property
    def name(self) -> str:
        return "trsm"

    @property
    def tasks(self) -> int:
        return self.batch * -(-self.all_sides // self.sides)

    def arrays(self, beside: bool) -> list[tuple[int, int]]:
        """a and b; for the inverse also itself, the results, and the diagonal as a row. A matrix by itself is read where it
        stands."""
        square, sides = (self.size, self.size), (self.size, self.sides)
        if self.inverse:
            return [square, sides, square, sides, (1, self.size)]
        return [square, sides] if beside else [sides]


@dataclass(frozen=True)
class Elimination(Problem):
    """What LAPACK does column by column to `rows` x `columns` numbers: "getrf", "geqrf", or with `count` reflections, the first
    of `width` columns, "orgqr" and "ormqr". That multiplies by Q, or its adjoint (`turned`), the matrix, or its adjoint unless it
    stands on the `left`.
    """

    routine: str
    rows: int
    columns: int
    count: int
    #: Reflections that are applied together, at most.
    panel: int = field(repr=False)
    width: int = 0
    left: bool = True
    turned: bool = False

    @property
    def name(self) -> str:
        return self.routine

    @property
    def order(self) -> int:
        return self.count

    def arrays(self, beside: bool) -> list[tuple[int, int]]:
        """The matrix, a column as a row (of reflections by panels, those of a panel), and the reflections."""
        packed = [(self.rows, self.width)] if self.width else []
        return [(self.rows, self.columns), (1 if beside or self.routine == "getrf" else self.panel, self.rows), *packed]


def factorization_of(op: Any, processor: Target) -> Factorization:
    a = op.operands[0]
    return Factorization(a.type.storage, prod(a.shape[:-2]), a.shape[-1], op.lower, False)


def solution_of(op: Any, processor: Target) -> Solution:
    type = op.b.type.storage
    inverse = type in (F32, F64) and op.a.shape[-1] <= LARGEST_INVERSE
    return _solution(processor.machine.linear, op.a, op.b, op.lower, op.left_side, op.transpose_a, op.unit_diagonal, inverse)


def _solution(linear: Linear, a: Any, b: Any, lower: bool, left: bool, transpose: str, unit: bool, inverse: bool) -> Solution:
    batch, size, sides = prod(a.shape[:-2]), a.shape[-1], b.shape[-1 if left else -2]
    is_cut = not inverse and batch <= linear.few and size >= linear.long and sides > linear.sides
    return Solution(b.type.storage, batch, size, lower, sides, left, (transpose != "NO_TRANSPOSE") == left,
                    transpose == "ADJOINT", unit, inverse, linear.sides if is_cut else sides)


def call_of(op: CustomCall, processor: Target) -> Problem | Call | None:
    """What a call of LAPACK asks for; None if it is another call, or malformed, or nothing here computes it."""
    known = effectless(op)
    if known is None or known.routine is None:
        return None
    options: Any = options_of(op)
    own = _triangular(op, known.routine.name, options, processor.machine.linear)
    if isinstance(own, Factorization) and own.scratch(own.layout(processor)) > processor.machine.linear.own_bytes[own.name]:
        return _called(op, known.routine, options, processor) or own
    return own or _called(op, known.routine, options, processor)


def _called(op: CustomCall, routine: Routine, options: Any, processor: Target) -> Elimination | Call | None:
    """A call of LAPACK: what is small, or what nobody else does, as code of its own, all other calls by NumPy's library."""
    linear = processor.machine.linear
    found = call_of_routine(routine, options, [v.type for v in op.operands], [v.type for v in op.results])
    if found is None:
        return None
    is_known, name = lapack.routine(found.routine) is not None, routine.name
    if name in ("getrf", "geqrf", "orgqr", "ormqr"):
        rows, columns = op.operands[0].type.shape[-2:]  # type: ignore[union-attr]
        own = Elimination(found.type, found.batch, name, rows, columns, min(found.sizes[-1], rows, columns),
                          linear.panel)
        if name == "orgqr":
            own = replace(own, width=columns)
        elif name == "ormqr":
            left, others = options["left"], found.sizes[2] // rows
            # c Q is the adjoint of the adjoint of Q times that of c.
            own = replace(own, columns=others, count=found.sizes[1], width=columns, left=left,
                          turned=options["transpose"] == left)
        if not is_known or own.scratch(own.layout(processor)) <= linear.own_bytes[name]:
            return own
    return found if is_known else None


def _triangular(op: CustomCall, name: str, options: Any, linear: Linear) -> Factorization | Solution | None:
    made_type: Any = op.operands[0].type.storage  # type: ignore[union-attr]
    shapes: Any = [getattr(v.type, "shape", ()) for v in (*op.operands, *op.results)]
    elements = [getattr(v.type, "element", None) for v in (*op.operands, *op.results)]
    if options.get("uplo") not in ("L", "U"):
        return None
    if name == "potrf" and len(shapes) == 3:
        a, made, info = shapes
        fits = a == made and len(a) >= 2 and a[-1] == a[-2] and info == a[:-2]
        if fits and elements[0] is elements[1] and str(elements[2]) == "i32":
            return Factorization(made_type, prod(a[:-2]), a[-1], options["uplo"] == "L", True)
    if name == "trsm" and len(shapes) == 3:
        a, b, made = shapes
        transpose = {"N": "NO_TRANSPOSE", "T": "TRANSPOSE", "C": "ADJOINT"}.get(options.get("trans_x"))
        left, unit = {"L": True, "R": False}.get(options.get("side")), {"U": True, "N": False}.get(options.get("diag"))
        if transpose is None or left is None or unit is None or b != made or len(set(elements)) != 1:
            return None
        if len(a) == len(b) >= 2 and a[-1] == a[-2] == b[-2 if left else -1] and a[:-2] == b[:-2]:
            return _solution(linear, op.operands[0], op.operands[1], options["uplo"] == "L", left, transpose, unit, False)
    return None
