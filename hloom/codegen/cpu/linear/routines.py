"""What custom calls ask of LAPACK: a routine, its arguments, and what comes in and goes out, for one matrix of a batch.

Workspace is what each routine says it needs at least, and room for blocks beside.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import prod
from typing import Any

from hloom.numbers.element_type import C64, C128, F32, F64, I32, ElementType
from hloom.ops.calls.target import Routine
from hloom.support.records import computed_once, dataclass

#: Columns that LAPACK's routines work on together, at most, for whose workspace there is room; and what reflections need beside.
_BLOCK, _REFLECTIONS = 64, 65 * 64
_ALIGNMENT = 64


@dataclass(frozen=True)
class Letter:
    """An argument of one character."""

    text: str


@dataclass(frozen=True)
class Array:
    """Scratch memory of one matrix: so many numbers of the matrix's type, their real parts, or integers."""

    name: str
    kind: str
    count: int


@dataclass(frozen=True)
class Load:
    """Rows of an operand, from element `start` on, as columns of an array from number `at` on.

    `checked` are elements that must be finite: "all", one triangle, or none (""). A routine that iterates might never end on
    others, and is not called.
    """

    operand: int
    array: str
    rows: int
    columns: int
    checked: str = ""
    start: int = 0
    at: int = 0


@dataclass(frozen=True)
class Store:
    """Columns of an array as a result's rows; without an array zeros, or what an operand holds.

    `failed` is what a matrix has on which the routine failed: the same, zeros, or NaN. `pairs` names an array of imaginary parts
    of eigenvalues: of each conjugate pair the two columns are the real and the imaginary part of the first one's vector.
    """

    result: int
    array: str | None
    rows: int
    columns: int
    failed: str = "same"
    operand: int | None = None
    pairs: str | None = None


@dataclass(frozen=True)
class Call:
    """`batch` calls of a routine. Arguments are letters, numbers, and names of arrays; `sizes` are elements of each operand."""

    routine: str
    type: ElementType
    batch: int
    sizes: tuple[int, ...]
    arrays: tuple[Array, ...]
    loads: tuple[Load, ...]
    arguments: tuple[Letter | int | str, ...]
    stores: tuple[Store, ...]
    results: tuple[tuple[ElementType, tuple[int, ...]], ...]
    cost: float

    def bytes_of(self, array: Array) -> int:
        size = 8 if array.kind == "integer" else self.type.dtype.itemsize if array.kind == "number" else self.type.part.width // 8
        return -(-max(array.count, 1) * size // _ALIGNMENT) * _ALIGNMENT

    @computed_once
    def offsets(self) -> dict[str, int]:
        """Where each array begins, in bytes."""
        found, at = {}, 0
        for array in self.arrays:
            found[array.name] = at
            at += self.bytes_of(array)
        return found

    @property
    def bytes(self) -> int:
        return sum(map(self.bytes_of, self.arrays))


class _Maker:
    """What a routine's description is made with: the routine, the call's options, the shapes of operands and of the results
    that the call states, without their batch."""

    def __init__(self, routine: Routine, options: Mapping[str, Any], shapes: Sequence[tuple[int, ...]],
                 given: Sequence[tuple[int, ...]]) -> None:
        self.routine, self.type, self.options, self.shapes, self.given = routine, routine.element, options, shapes, given
        self.is_complex = routine.element.is_complex
        self.arrays: list[Array] = []
        self.loads: list[Load] = []
        self.stores: list[Store] = []
        self.results: list[tuple[ElementType, tuple[int, ...]]] = []

    # -- arrays -----------------------------------------------------------------------------------------------------------
    def numbers(self, name: str, count: int) -> str:
        self.arrays.append(Array(name, "number", count))
        return name

    def reals(self, name: str, count: int) -> str:
        self.arrays.append(Array(name, "real", count))
        return name

    def integers(self, name: str, count: int) -> str:
        self.arrays.append(Array(name, "integer", count))
        return name

    def operand(self, name: str, number: int, checked: str = "") -> str:
        """An array that holds an operand."""
        shape = self.shapes[number]
        rows, columns = shape if len(shape) == 2 else (1, *shape)
        self.loads.append(Load(number, name, rows, columns, checked))
        return self.numbers(name, rows * columns)

    # -- results ----------------------------------------------------------------------------------------------------------
    def result(self, shape: tuple[int, ...], array: str | None, failed: str = "same", type: ElementType | None = None,
               operand: int | None = None, pairs: str | None = None) -> None:
        rows, columns = shape if len(shape) == 2 else (1, prod(shape))
        self.stores.append(Store(len(self.results), array, rows, columns, failed, operand, pairs))
        self.results.append((type or self.type, shape))

    def info(self) -> None:
        self.result((), "info", type=I32)

    def call(self, arguments: Sequence[Letter | int | str], cost: float) -> Call:
        assert self.routine.entry is not None
        self.integers("info", 1)
        sizes = tuple(map(prod, self.shapes))
        return Call(self.routine.entry, self.type, 1, sizes, tuple(self.arrays), tuple(self.loads),
                    (*arguments, "info"), tuple(self.stores), tuple(self.results), cost)


def _potrf(m: _Maker) -> Call | None:
    (n, _), half = m.shapes[0], m.options["uplo"]
    if half not in ("L", "U"):
        return None
    # Rows are as good as columns: of the transposed matrix, whose other factor is the transposed one.
    m.loads.append(Load(0, m.numbers("a", n * n), 1, n * n))
    m.stores.append(Store(0, "a", 1, n * n, "nan"))
    m.results.append((m.type, (n, n)))
    m.info()
    return m.call([Letter("U" if half == "L" else "L"), n, "a", n], n**3 // 3)


def _getrf(m: _Maker) -> Call:
    rows, columns = m.shapes[0]
    count = min(rows, columns)
    m.result((rows, columns), m.operand("a", 0))
    m.result((count,), m.integers("pivots", count), type=I32)
    m.info()
    return m.call([rows, columns, "a", rows, "pivots"], rows * columns * count)


def _geqrf(m: _Maker) -> Call:
    rows, columns = m.shapes[0]
    count = min(rows, columns)
    m.result((rows, columns), m.operand("a", 0))
    m.result((count,), m.numbers("tau", count))
    size = columns * _BLOCK
    return m.call([rows, columns, "a", rows, "tau", m.numbers("work", size), size], 2 * rows * columns * count)


def _geqp3(m: _Maker) -> Call | None:
    rows, columns = m.shapes[0]
    count = min(rows, columns)
    if m.shapes[1] != (columns,):
        return None
    m.result((rows, columns), m.operand("a", 0))
    m.loads.append(Load(1, m.integers("order", columns), 1, columns))
    m.result((columns,), "order", type=I32)
    m.result((count,), m.numbers("tau", count))
    size = (columns + 1) * _BLOCK + 2 * columns
    more = [m.reals("reals", 2 * columns)] if m.is_complex else []
    return m.call([rows, columns, "a", rows, "order", "tau", m.numbers("work", size), size, *more],
                  4 * rows * columns * count)


def _orgqr(m: _Maker) -> Call | None:
    (rows, columns), (count,) = m.shapes
    if not rows >= columns >= count:
        return None
    m.result((rows, columns), m.operand("a", 0))
    size = columns * _BLOCK
    return m.call([rows, columns, count, "a", rows, m.operand("tau", 1),
                  m.numbers("work", size), size], 2 * rows * columns * count)


def _ormqr(m: _Maker) -> Call | None:
    (order, width), (count,), (rows, columns) = m.shapes
    left, turned = m.options["left"], m.options["transpose"]
    if order != (rows if left else columns) or not order >= count or width < count:
        return None
    m.operand("a", 0)
    m.operand("tau", 1)
    m.result((rows, columns), m.operand("c", 2))
    size = (columns if left else rows) * _BLOCK + _REFLECTIONS
    letters = Letter("L" if left else "R"), Letter(("C" if m.is_complex else "T") if turned else "N")
    return m.call([*letters, rows, columns, count, "a", order, "tau", "c", rows,
                  m.numbers("work", size), size], 4 * rows * columns * count)


def _syevd(m: _Maker) -> Call | None:
    (n, _), mode, half = m.shapes[0], m.options["mode"], m.options["uplo"]
    if mode not in ("V", "N") or half not in ("L", "U"):
        return None
    m.operand("a", 0, "lower" if half == "L" else "upper")
    m.result((n, n), "a" if mode == "V" else None, "nan")
    m.result((n,), m.reals("values", n), "nan", m.type.part)
    m.info()
    wide = 2 * n * n if mode == "V" else 0
    size, reals, whole = wide + (8 + _BLOCK) * n + 1, wide + 6 * n + 1, 5 * n + 3
    more: list[Any] = [m.reals("reals", reals), reals] if m.is_complex else []
    return m.call([Letter(mode), Letter(half), n, "a", n, "values",
                  m.numbers("work", size), size, *more, m.integers("whole", whole), whole], 10 * n**3)


def _svd(m: _Maker) -> Call | None:
    (rows, columns), mode, is_divided = m.shapes[0], m.options["mode"], m.routine.name == "gesdd"
    if mode not in ("A", "S", "N"):
        return None
    least, most = min(rows, columns), max(rows, columns)
    m.operand("a", 0, "all")
    m.result((rows, columns), None, operand=0)
    m.result((least,), m.reals("values", least), "zero", m.type.part)
    left, right = ((rows, rows), (columns, columns)) if mode == "A" else ((rows, least), (least, columns))
    if mode == "N":  # for which there are results all the same, of either size
        left, right = m.given[2:4]
        if left not in ((rows, rows), (rows, least)) or right not in ((columns, columns), (least, columns)):
            return None
    for name, shape in (("left", left), ("right", right)):
        m.result(shape, None if mode == "N" else name, "zero")
        m.numbers(name, 1 if mode == "N" else prod(shape))
    m.info()
    square = 0 if mode == "N" else 4 * least * least
    size = square + 8 * least + _BLOCK * (least + most) + most
    more = []
    if m.is_complex:
        more = [m.reals("reals", max(5 * least * least + 7 * least, 2 * least * (most + least) + least) if mode != "N"
                        else 7 * least)]
    if is_divided:
        more.append(m.integers("whole", 8 * least))
    letters = [Letter(mode)] * (1 if is_divided else 2)
    return m.call([*letters, rows, columns, "a", rows, "values", "left", rows, "right", right[0],
                  m.numbers("work", size), size, *more], 10 * rows * columns * least)


def _geev(m: _Maker) -> Call | None:
    (n, _), left, right = m.shapes[0], m.options["compute_left"], m.options["compute_right"]
    if not {left, right} <= {"V", "N"}:
        return None
    m.operand("a", 0, "all")
    parts = ["values"] if m.is_complex else ["real", "imaginary"]
    for part in parts:
        m.result((n,), m.numbers(part, n), "zero" if part == "imaginary" else "nan")
    for name, wanted in (("left", left), ("right", right)):
        m.numbers(name, n * n if wanted == "V" else 1)
        made = {F32: C64, F64: C128}.get(m.type, m.type)
        m.result((n, n), name if wanted == "V" else None, "zero", made, pairs=None if m.is_complex else "imaginary")
    m.info()
    size = (12 + 2 * _BLOCK) * n
    more = [m.reals("reals", 2 * n)] if m.is_complex else []
    return m.call([Letter(left), Letter(right), n, "a", n, *parts, "left", n, "right", n, m.numbers("work", size), size,
                  *more], 25 * n**3)


def _gees(m: _Maker) -> Call | None:
    (n, _), mode = m.shapes[0], m.options["mode"]
    if mode not in ("V", "N") or m.options["sort"] != "N":
        return None
    m.result((n, n), m.operand("a", 0, "all"), "nan")
    m.result((n, n), "vectors" if mode == "V" else None, "nan")
    m.numbers("vectors", n * n if mode == "V" else 1)
    parts = ["values"] if m.is_complex else ["real", "imaginary"]
    for part in parts:
        m.result((n,), m.numbers(part, n), "zero" if part == "imaginary" else "nan")
    m.result((), None, type=I32)
    m.result((), None, type=I32)
    size = (6 + _BLOCK) * n
    more = [m.reals("reals", n)] if m.is_complex else []
    chosen, count = m.integers("chosen", n), m.integers("count", 1)
    return m.call([Letter(mode), Letter("N"), chosen, n, "a", n, count, *parts, "vectors", n, m.numbers("work", size),
                  size, *more, chosen], 25 * n**3)


def _gehrd(m: _Maker) -> Call | None:
    (n, _), low, high = m.shapes[0], m.options["low"], m.options["high"]
    if not 1 <= low <= high <= n:
        return None
    m.result((n, n), m.operand("a", 0))
    m.result((n - 1,), m.numbers("tau", n - 1))
    m.info()
    size = n * _BLOCK + _REFLECTIONS
    return m.call([n, low, high, "a", n, "tau", m.numbers("work", size), size], 4 * n**3)


def _sytrd(m: _Maker) -> Call | None:
    (n, _), half = m.shapes[0], m.options["uplo"]
    if half not in ("L", "U"):
        return None
    m.result((n, n), m.operand("a", 0))
    m.result((n,), m.reals("diagonal", n), type=m.type.part)
    m.result((n - 1,), m.reals("beside", n - 1), type=m.type.part)
    m.result((n - 1,), m.numbers("tau", n - 1))
    m.info()
    size = n * _BLOCK
    return m.call([Letter(half), n, "a", n, "diagonal", "beside", "tau",
                  m.numbers("work", size), size], 4 * n**3)


def _gtsv(m: _Maker) -> Call | None:
    (n,), _, _, (rows, columns) = m.shapes
    if m.shapes[:3] != [(n,)] * 3 or rows != n:
        return None
    # LAPACK has no room for what stands before the first row; here it is behind the last one.
    m.loads += [Load(0, "below", 1, n - 1, start=1), Load(0, "below", 1, 1, at=n - 1)]
    m.result((n,), m.numbers("below", n))
    m.result((n,), m.operand("diagonal", 1))
    m.result((n,), m.operand("above", 2))
    m.result((n, columns), m.operand("b", 3))
    m.info()
    return m.call([n, columns, "below", "diagonal", "above", "b", n], n * (20 + 4 * columns))


#: By the routine's name: the description of a call.
_CALLS: dict[str, Callable[[_Maker], Call | None]] = {
    "getrf": _getrf, "geqrf": _geqrf, "geqp3": _geqp3, "orgqr": _orgqr, "ormqr": _ormqr, "syevd": _syevd, "gesdd": _svd,
    "gesvd": _svd, "geev": _geev, "gees": _gees, "gehrd": _gehrd, "sytrd": _sytrd, "gtsv": _gtsv, "potrf": _potrf,
}


def call_of_routine(routine: Routine, options: Mapping[str, Any], operands: Sequence[Any], results: Sequence[Any]) -> Call | None:
    """What a call of a routine, with operands and results of these types, asks for: None where it is not what the routine takes
    and gives, of matrices that have elements."""
    describe, ranks, type = _CALLS.get(routine.name), routine.ranks, routine.element
    if describe is None or len(ranks) != len(operands):
        return None
    if operands[0].element is not type or any(t.rank < rank for t, rank in zip(operands, ranks)):
        return None
    batch = operands[0].shape[: operands[0].rank - ranks[0]]
    shapes = [t.shape[t.rank - rank :] for t, rank in zip(operands, ranks)]
    elements = [I32 if describe is _geqp3 and number == 1 else type for number in range(len(operands))]
    if any(t.shape[: t.rank - rank] != batch or t.element is not element
           for t, rank, element in zip(operands, ranks, elements)):
        return None
    if any(0 in shape for shape in shapes) or (routine.is_square and shapes[0][0] != shapes[0][1]):
        return None
    try:
        made = describe(_Maker(routine, options, shapes, [t.shape[len(batch) :] for t in results]))
    except (KeyError, TypeError, ValueError):  # options that are missing, or of another kind; too few results
        return None
    if made is None:
        return None
    wanted = [(element, (*batch, *shape)) for element, shape in made.results]
    return replace(made, batch=prod(batch)) if wanted == [(t.element, t.shape) for t in results] else None
