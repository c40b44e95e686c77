"""Matrices, in batches: diagonals, triangles, products by names of dimensions (lib/matrix)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hloom.support.diagnostics import InputError
from hloom.xla.builder.builder import XlaBuilder
from hloom.xla.builder.op import XlaOp
from hloom.xla.builder.operation import operation
from hloom.xla.ops import elementwise as e
from hloom.xla.ops.constants import Zero, ZerosLike
from hloom.xla.ops.contraction import DotGeneral
from hloom.xla.ops.inputs import ConstantR0, Iota
from hloom.xla.ops.movement import Broadcast, BroadcastInDim, Pad, Reshape, Slice, Transpose
from hloom.xla.ops.parts import integer
from hloom.xla.ops.reduction import Reduce
from hloom.xla.shape import Shape, primitive_type


def _sizes(x: XlaOp, what: str) -> tuple[int, int]:
    if not x.shape.is_array or x.rank < 2:
        raise InputError(f"{what} needs an array of at least two dimensions, got {x.shape.to_text(layouts=False)}")
    return x.shape.dimensions[-2], x.shape.dimensions[-1]


def _difference(builder: XlaBuilder, m: int, n: int) -> XlaOp:
    """The column minus the row at each place of an m by n matrix."""
    return e.Sub(Iota(builder, Shape("s32", (m, n)), 1), Iota(builder, Shape("s32", (m, n)), 0))


def _batched(mask: XlaOp, x: XlaOp) -> XlaOp:
    return Broadcast(mask, x.shape.dimensions[:-2])


@operation
def IdentityMatrix(builder: XlaBuilder, type: Any, m: int, n: int) -> XlaOp:
    """An m by n matrix with ones on its diagonal."""
    rows, columns = integer(m, "m"), integer(n, "n")
    on = e.Eq(_difference(builder, rows, columns), ConstantR0(builder, 0))
    return e.ConvertElementType(on, primitive_type(type))


@operation
def GetDiagonalMask(x: XlaOp, diagonal: int = 0) -> XlaOp:
    """PRED elements that hold on the k-th diagonal of each matrix: column - row = k."""
    m, n = _sizes(x, "GetDiagonalMask")
    return _batched(e.Eq(_difference(x.builder, m, n), ConstantR0(x.builder, integer(diagonal, "diagonal"))), x)


def _length(m: int, n: int, k: int, what: str) -> int:
    count = min(m, n - k) if k >= 0 else min(m + k, n)
    if count < 0:
        raise InputError(f"{what}: a matrix of {m} by {n} has no diagonal {k}")
    return count


@operation
def GetMatrixDiagonal(x: XlaOp, k: int = 0) -> XlaOp:
    """The k-th diagonal of each matrix, min(M, N - k) elements, or min(M + k, N) for k < 0."""
    m, n = _sizes(x, "GetMatrixDiagonal")
    k = integer(k, "k")
    count = _length(m, n, k, "GetMatrixDiagonal")
    rank = x.rank
    starts, limits = [0] * rank, list(x.shape.dimensions)
    starts[-2], limits[-2] = max(-k, 0), max(-k, 0) + count
    starts[-1], limits[-1] = max(k, 0), max(k, 0) + count
    square = Slice(x, starts, limits)
    kept = e.Select(GetDiagonalMask(square), square, ZerosLike(square))
    from hloom.xla.ops.arithmetic import CreateScalarIdentityWithZeroComputation

    return Reduce(
        kept, Zero(x.builder, x.element_type), CreateScalarIdentityWithZeroComputation(x.element_type, x.builder), [rank - 2]
    )


@operation
def GetMatrixDiagonalViaGather(x: XlaOp, k: int = 0) -> XlaOp:
    """GetMatrixDiagonal under its other name."""
    return GetMatrixDiagonal(x, k)


@operation
def SetMatrixDiagonal(matrix: XlaOp, diag: XlaOp, k: int = 0) -> XlaOp:
    """Each matrix with another k-th diagonal. Errors: a diagonal of another length or batch."""
    m, n = _sizes(matrix, "SetMatrixDiagonal")
    k, rank = integer(k, "k"), matrix.rank
    wanted = (*matrix.shape.dimensions[:-2], _length(m, n, k, "SetMatrixDiagonal"))
    if diag.shape.dimensions != wanted:
        raise InputError(
            f"the diagonal {k} of {matrix.shape.to_text(False)} has sizes {list(wanted)}, got {diag.shape.to_text(False)}"
        )
    # Along the rows where the diagonal begins in the first row, else along the columns.
    along, before = (rank - 2, 0) if k >= 0 else (rank - 1, 0)
    size = matrix.shape.dimensions[along]
    padding = [(0, 0, 0)] * (rank - 2) + [(before, size - wanted[-1], 0)]
    long = Pad(diag, Zero(matrix.builder, matrix.element_type), padding)
    spread = BroadcastInDim(long, matrix.shape.dimensions, [*range(rank - 2), along])
    return e.Select(GetDiagonalMask(matrix, k), spread, matrix)


@operation
def TriangleMask(x: XlaOp, diagonal: int) -> XlaOp:
    """PRED elements that hold on and below the diagonal of a number."""
    m, n = _sizes(x, "TriangleMask")
    return _batched(e.Le(_difference(x.builder, m, n), ConstantR0(x.builder, integer(diagonal, "diagonal"))), x)


@operation
def Triangle(x: XlaOp, lower: bool) -> XlaOp:
    """The lower or upper triangle of each matrix, with its diagonal; zeros elsewhere."""
    return e.Select(TriangleMask(x, 0), x, ZerosLike(x)) if lower else e.Select(TriangleMask(x, -1), ZerosLike(x), x)


@operation
def UpperTriangle(x: XlaOp) -> XlaOp:
    """The upper triangle of each matrix, with its diagonal."""
    return Triangle(x, False)


@operation
def LowerTriangle(x: XlaOp) -> XlaOp:
    """The lower triangle of each matrix, with its diagonal."""
    return Triangle(x, True)


@operation
def Symmetrize(x: XlaOp, lower: bool = True) -> XlaOp:
    """The symmetric, or Hermitian, matrix whose lower or upper triangle that of each matrix is. Errors: not square."""
    m, n = _sizes(x, "Symmetrize")
    if m != n:
        raise InputError(f"Symmetrize needs square matrices, got {x.shape.to_text(layouts=False)}")
    mask = TriangleMask(x, 0) if lower else e.Not(TriangleMask(x, -1))
    if x.element_type.is_complex:
        real = e.Select(mask, e.Real(x), TransposeInMinorDims(e.Real(x)))
        other = e.Neg(TransposeInMinorDims(e.Imag(x)))
        imaginary = e.Select(mask, e.Imag(x), other)
        imaginary = e.Select(GetDiagonalMask(x), ZerosLike(imaginary), imaginary)
        return e.Complex(real, imaginary)
    return e.Select(mask, x, TransposeInMinorDims(x))


@operation
def TransposeInMinorDims(x: XlaOp) -> XlaOp:
    """Each matrix transposed."""
    _sizes(x, "TransposeInMinorDims")
    return Transpose(x, [*range(x.rank - 2), x.rank - 1, x.rank - 2])


@operation
def MaybeTransposeInMinorDims(x: XlaOp, transpose: bool) -> XlaOp:
    """Each matrix transposed if `transpose` holds."""
    return TransposeInMinorDims(x) if transpose else x


@operation
def BatchDot(x: XlaOp, *rest: Any, precision: Any = None, preferred_element_type: Any = None) -> XlaOp:
    """The products of matrices in equal batches: `BatchDot(x, y)`, or `BatchDot(x, transpose_x, y, transpose_y)`."""
    more = list(rest)
    transpose_x = bool(more.pop(0)) if more and isinstance(more[0], bool) else False
    if not more or not isinstance(more[0], XlaOp):
        raise InputError("BatchDot takes (x, y) or (x, transpose_x, y, transpose_y)")
    y = more.pop(0)
    transpose_y = bool(more.pop(0)) if more and isinstance(more[0], bool) else False
    precision = more.pop(0) if more else precision
    _sizes(x, "BatchDot")
    _sizes(y, "BatchDot")
    if x.rank != y.rank:
        raise InputError(f"BatchDot needs arrays of one rank, got {x.shape.to_text(False)} and {y.shape.to_text(False)}")
    batch = list(range(x.rank - 2))
    numbers = {"lhs_contracting_dimensions": [x.rank - 2 if transpose_x else x.rank - 1],
               "rhs_contracting_dimensions": [y.rank - 1 if transpose_y else y.rank - 2],
               "lhs_batch_dimensions": batch, "rhs_batch_dimensions": batch}
    return DotGeneral(x, y, numbers, precision, preferred_element_type)


# Products by names.


def NormalizeEinsumString(text: str) -> str:
    """The text without blanks, and with the result that it implies: labels that stand once, sorted, after the ellipsis."""
    plain = text.replace(" ", "")
    if "->" in plain:
        return plain
    labels = [c for c in plain if c.isalpha()]
    once = "".join(sorted(c for c in set(labels) if labels.count(c) == 1))
    return f"{plain}->{'...' if '...' in plain else ''}{once}"


def ParseEinsumString(text: str, x_rank: int, y_rank: int) -> tuple[list[int], list[int], list[int]]:
    """The labels of both operands and of the result as numbers; those of the ellipsis are negative. Errors: what is not well
    formed."""
    plain = NormalizeEinsumString(text)
    sides = plain.split("->")
    inputs = sides[0].split(",")
    if len(sides) != 2 or len(inputs) != 2:
        raise InputError(f"an einsum of two operands is like 'ab,bc->ac', got {text!r:.60}")
    found = []
    widest = 0
    for part, rank in zip(inputs, (x_rank, y_rank)):
        before, dots, after = part.partition("...")
        extra = rank - len(before) - len(after)
        if (not (before + after).isalpha() and before + after) or extra < 0 or (not dots and extra):
            raise InputError(f"the labels {part!r:.40} do not fit an operand of {rank} dimensions")
        widest = max(widest, extra)
        found.append([*map(ord, before), *range(-extra, 0), *map(ord, after)])
    before, dots, after = sides[1].partition("...")
    result = [*map(ord, before), *(range(-widest, 0) if dots else ()), *map(ord, after)]
    if (before + after and not (before + after).isalpha()) or len(set(result)) != len(result) or any(
            label not in found[0] and label not in found[1] for label in result):
        raise InputError(f"the result {sides[1]!r:.40} has labels that are repeated or that no operand has")
    return found[0], found[1], result


def _diagonals(x: XlaOp, labels: list[int], wanted: Sequence[int]) -> tuple[XlaOp, list[int]]:
    """`x` with one dimension a label: the diagonal of those that stand twice, the sum of those that nobody else has."""
    from hloom.xla.ops.arithmetic import CreateScalarIdentityWithZeroComputation

    for label in sorted(set(labels)):
        while labels.count(label) > 1:
            first = labels.index(label)
            second = labels.index(label, first + 1)
            order = [d for d in range(x.rank) if d not in (first, second)] + [first, second]
            x, labels = Transpose(x, order), [labels[d] for d in order]
            x, labels = GetMatrixDiagonal(x), labels[:-1]
    lost = [d for d, label in enumerate(labels) if label not in wanted]
    if lost:
        x = Reduce(x, Zero(x.builder, x.element_type), CreateScalarIdentityWithZeroComputation(x.element_type, x.builder), lost)
    return x, [label for label in labels if label in wanted]


@operation
def Einsum(x: XlaOp, *rest: Any, precision: Any = None, preferred_element_type: Any = None) -> XlaOp:
    """Sums of products by names of dimensions: `Einsum(x, y, "ab,bc->ac")`, or `Einsum(x, "aab->b")` of one array.

    Labels of the ellipsis are broadcast. Errors: labels that do not fit, sizes that differ.
    """
    more = list(rest)
    y = more.pop(0) if more and isinstance(more[0], XlaOp) else None
    if not more or not isinstance(more[0], str):
        raise InputError("Einsum takes (x, y, config) or (x, config)")
    config = more.pop(0)
    precision = more.pop(0) if more else precision
    if y is None:
        plain = NormalizeEinsumString(config)
        left, right = plain.split("->", 1)
        y, config = e.ConvertElementType(ConstantR0(x.builder, 1), x.element_type), f"{left},->{right}"
    x_labels, y_labels, result = ParseEinsumString(config, x.rank, y.rank)
    sizes: dict[int, int] = {}
    for op, labels in ((x, x_labels), (y, y_labels)):
        for d, label in enumerate(labels):
            n = op.shape.dimensions[d]
            if sizes.get(label, 1) != 1 and n not in (1, sizes[label]):
                raise InputError(f"Einsum {config!r:.60}: dimensions of one label have sizes {sizes[label]} and {n}")
            sizes[label] = max(sizes.get(label, 1), n) if n else 0
    x, x_labels = _diagonals(x, x_labels, {*y_labels, *result})  # type: ignore[arg-type]
    y, y_labels = _diagonals(y, y_labels, {*x_labels, *result})  # type: ignore[arg-type]
    x, x_labels = _without_ones(x, x_labels, y_labels, sizes)
    y, y_labels = _without_ones(y, y_labels, x_labels, sizes)
    shared = [label for label in x_labels if label in y_labels]
    batch, summed = [label for label in shared if label in result], [label for label in shared if label not in result]
    numbers = {
        "lhs_contracting_dimensions": [x_labels.index(v) for v in summed],
        "rhs_contracting_dimensions": [y_labels.index(v) for v in summed],
        "lhs_batch_dimensions": [x_labels.index(v) for v in batch],
        "rhs_batch_dimensions": [y_labels.index(v) for v in batch],
    }
    made = DotGeneral(x, y, numbers, precision, preferred_element_type)
    labels = [*batch, *[v for v in x_labels if v not in shared], *[v for v in y_labels if v not in shared]]
    made = Transpose(made, [labels.index(v) for v in result if v in labels])
    return made if len(labels) == len(result) else Reshape(made, [sizes[v] for v in result])


def _without_ones(x: XlaOp, labels: list[int], others: list[int], sizes: dict[int, int]) -> tuple[XlaOp, list[int]]:
    """`x` without dimensions of size 1 that the other operand has larger."""
    kept = [d for d, label in enumerate(labels) if not (x.shape.dimensions[d] == 1 != sizes[label] and label in others)]
    if len(kept) == len(labels):
        return x, labels
    return Reshape(x, [x.shape.dimensions[d] for d in kept]), [labels[d] for d in kept]
