"""Systems of equations whose matrices have three diagonals (lib/tridiagonal)."""

from __future__ import annotations

from typing import Any, Final

from hloom.support.diagnostics import InputError
from hloom.xla.builder.builder import XlaBuilder
from hloom.xla.builder.op import XlaOp
from hloom.xla.builder.operation import operation
from hloom.xla.ops import elementwise as e
from hloom.xla.ops.constants import Zero, ZerosLike
from hloom.xla.ops.inputs import ConstantR0
from hloom.xla.ops.loops import ForEachIndex
from hloom.xla.ops.movement import BroadcastInDim, Pad, Reshape, Slice, SliceInDim
from hloom.xla.ops.slicing import DynamicSliceInMinorDims, DynamicUpdateSliceInMinorDims

#: The algorithm: elimination without exchanges of rows.
kThomas: Final = "kThomas"


def _diagonals(main: XlaOp, others: list[tuple[str, XlaOp]]) -> int:
    """The number of equations. InputError unless all are [..., 1, equations] of one floating-point or complex type."""
    shape = main.shape
    if not shape.is_array or shape.rank < 2 or shape.dimensions[-2] != 1:
        raise InputError(f"a diagonal is an array [..., 1, equations], got {shape.to_text(layouts=False)}")
    if not (shape.element_type.is_float or shape.element_type.is_complex):
        raise InputError(f"a tridiagonal system has floating-point or complex elements, got {shape.to_text(layouts=False)}")
    for name, other in others:
        if other.shape.without_layout() != shape.without_layout():
            raise InputError(f"{name} has the shape of the main diagonal, {shape.to_text(layouts=False)}, got "
                             f"{other.shape.to_text(layouts=False)}")
    return shape.dimensions[-1]


def _right_side(rhs: XlaOp, main: XlaOp, axis: int) -> None:
    """InputError unless `rhs` has the batch and type of the diagonals, and as many entries in a dimension as equations."""
    given, wanted = rhs.shape, main.shape
    if (not given.is_array or given.element_type is not wanted.element_type or given.rank != wanted.rank
            or given.dimensions[:-2] != wanted.dimensions[:-2] or given.dimensions[axis] != wanted.dimensions[-1]):
        form = "[..., right sides, equations]" if axis == -1 else "[..., equations, columns]"
        raise InputError(f"the right side is an array {form} that fits diagonals {wanted.to_text(layouts=False)}, got "
                         f"{given.to_text(layouts=False)}")


@operation
def TridiagonalSolver(algo: str, lower_diagonal: XlaOp, main_diagonal: XlaOp, upper_diagonal: Any = None,
                      rhs: Any = None) -> XlaOp:
    """The solutions [..., right sides, equations] of tridiagonal systems (lib/tridiagonal).

    `TridiagonalSolver(kThomas, lower_diagonal, main_diagonal, upper_diagonal, rhs)` with diagonals [..., 1, equations], or
    `TridiagonalSolver(kThomas, diagonals, rhs)` with the upper, the main and the lower one in one array [..., 3, equations]. The
    first element of the lower and the last of the upper diagonal do not count; nothing guards against pivots of 0.
    """
    if algo != kThomas:
        raise InputError(f"the algorithm is kThomas, not {algo!r:.40}")
    if upper_diagonal is None and rhs is None:
        diagonals, rhs = lower_diagonal, main_diagonal
        if not diagonals.shape.is_array or diagonals.rank < 2 or diagonals.shape.dimensions[-2] != 3:
            raise InputError(f"diagonals are an array [..., 3, equations], got {diagonals.shape.to_text(layouts=False)}")
        upper_diagonal, main_diagonal, lower_diagonal = (SliceInDim(diagonals, k, k + 1, 1, diagonals.rank - 2) for k in range(3))
    if not isinstance(upper_diagonal, XlaOp) or not isinstance(rhs, XlaOp):
        raise InputError("TridiagonalSolver takes (algo, lower_diagonal, main_diagonal, upper_diagonal, rhs) or (algo, "
                         "diagonals, rhs)")
    count = _diagonals(main_diagonal, [("lower_diagonal", lower_diagonal), ("upper_diagonal", upper_diagonal)])
    _right_side(rhs, main_diagonal, -1)
    return _thomas(lower_diagonal, main_diagonal, upper_diagonal, rhs, count) if count else rhs


def _thomas(lower: XlaOp, main: XlaOp, upper: XlaOp, rhs: XlaOp, count: int) -> XlaOp:
    builder = rhs.builder

    def at(x: XlaOp, k: XlaOp) -> XlaOp:
        return DynamicSliceInMinorDims(x, [k], [1])

    def wide(x: XlaOp, like: XlaOp) -> XlaOp:
        """A column of the diagonals for each right side."""
        return BroadcastInDim(x, like.shape.dimensions, range(x.rank))

    def number(b: XlaBuilder, value: int) -> XlaOp:
        return ConstantR0(b, value)

    def eliminate(k: XlaOp, values: list[XlaOp], b: XlaBuilder) -> list[XlaOp]:
        lower, main, upper, x = values
        above = e.Sub(k, number(b, 1))  # held at 0 in the first row, where it does not count
        below = at(lower, k)
        factor = e.Select(e.Eq(k, number(b, 0)), ZerosLike(below), e.Div(below, at(main, above)))
        pivot = e.Sub(at(main, k), e.Mul(factor, at(upper, above)))
        row = at(x, k)
        row = e.Sub(row, e.Mul(wide(factor, row), at(x, above)))
        first = e.Eq(k, number(b, 0))
        return [lower, DynamicUpdateSliceInMinorDims(main, e.Select(first, at(main, k), pivot), [k]), upper,
                DynamicUpdateSliceInMinorDims(x, e.Select(first, at(x, k), row), [k])]

    def substitute(i: XlaOp, values: list[XlaOp], b: XlaBuilder) -> list[XlaOp]:
        main, upper, x = values
        k = e.Sub(number(b, count - 1), i)
        row = at(x, k)
        rest = e.Mul(wide(at(upper, k), row), at(x, e.Add(k, number(b, 1))))
        rest = e.Select(e.Eq(i, number(b, 0)), ZerosLike(rest), rest)
        return [main, upper, DynamicUpdateSliceInMinorDims(x, e.Div(e.Sub(row, rest), wide(at(main, k), row)), [k])]

    _, main, upper, x = ForEachIndex(count, "s32", eliminate, [lower, main, upper, rhs], "elimination", builder)
    return ForEachIndex(count, "s32", substitute, [main, upper, x], "substitution", builder)[-1]


@operation
def TridiagonalMatMul(upper_diagonal: XlaOp, main_diagonal: XlaOp, lower_diagonal: XlaOp, rhs: XlaOp) -> XlaOp:
    """The products of tridiagonal matrices and `rhs` [..., equations, columns] (lib/tridiagonal); diagonals as in
    TridiagonalSolver."""
    count = _diagonals(main_diagonal, [("upper_diagonal", upper_diagonal), ("lower_diagonal", lower_diagonal)])
    _right_side(rhs, main_diagonal, -2)
    rank, zero = rhs.rank, Zero(rhs.builder, rhs.element_type)

    def term(diagonal: XlaOp, offset: int) -> XlaOp:
        """Row k of the product of one diagonal: its element times row k + offset, where that is one."""
        kept = [max(-offset, 0), max(count - max(offset, 0), max(-offset, 0))]
        if kept[0] >= kept[1]:
            return ZerosLike(rhs)
        flat = Reshape(diagonal, (*diagonal.shape.dimensions[:-2], count))
        factors = BroadcastInDim(SliceInDim(flat, *kept, 1, rank - 2),
                                 (*rhs.shape.dimensions[:-2], kept[1] - kept[0], rhs.shape.dimensions[-1]), range(rank - 1))
        starts, limits = [0] * rank, list(rhs.shape.dimensions)
        starts[-2], limits[-2] = kept[0] + offset, kept[1] + offset
        rows = e.Mul(factors, Slice(rhs, starts, limits))
        return Pad(rows, zero, [(0, 0, 0)] * (rank - 2) + [(kept[0], count - kept[1], 0), (0, 0, 0)])

    return e.Add(e.Add(term(lower_diagonal, -1), term(main_diagonal, 0)), term(upper_diagonal, 1))
