"""What the rules share: sizes, kinds of elements, the shapes of computations."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NoReturn

from hloom.ir.primitive_type import PrimitiveType
from hloom.support.diagnostics import InputError
from hloom.support.records import dataclass
from hloom.xla.shape import UNBOUNDED, Shape
from hloom.xla.shape_util import compatible_ignoring_fp_precision

#: A size, and whether it is only an upper bound.
Size = tuple[int, bool]


@dataclass(frozen=True)
class ProgramShape:
    """The shapes of what a computation takes and gives."""

    parameters: tuple[Shape, ...]
    result: Shape
    parameter_names: tuple[str, ...] = ()

    def __str__(self) -> str:
        """`(x: f32[2], s32[]) -> f32[]`; parameters without a name are only shapes."""
        names = self.parameter_names or ("",) * len(self.parameters)
        parts = [f"{name}: {plain(shape)}" if name else plain(shape) for name, shape in zip(names, self.parameters)]
        return f"({', '.join(parts)}) -> {plain(self.result)}"


#: The shape of values of a type, which most instructions ask for again.
known_shape = lru_cache(4096)(Shape.of_type)


def fail(message: str) -> NoReturn:
    raise InputError(message)


def plain(shape: Shape) -> str:
    """The text of a shape without layouts."""
    return shape.to_text(layouts=False)


def listed(shapes: Iterable[Shape]) -> str:
    return ", ".join(map(plain, shapes))


def name_of(type: PrimitiveType) -> str:
    return type.text.upper()


def expect_array(shape: Shape, what: str) -> None:
    """`what` completes the sentence: `operand of concatenation`."""
    if not shape.is_array:
        fail(f"Expected array argument for {what}, but got {plain(shape)}.")


def sizes_of(shape: Shape) -> list[Size]:
    return list(zip(shape.dimensions, shape.dynamic_dimensions))


def array(type: PrimitiveType, sizes: Iterable[Size]) -> Shape:
    """The shape of an array in the default layout."""
    pairs = list(sizes)
    return Shape(type, [n for n, _ in pairs], dynamic_dimensions=[b for _, b in pairs])


def in_range(dimension: int, rank: int) -> bool:
    return 0 <= dimension < rank


def is_ascending(values: Sequence[int]) -> bool:
    return all(a <= b for a, b in itertools.pairwise(values))


def kind(shape: Shape) -> str:
    """`pred`, `sint`, `uint`, `float` or `complex`."""
    return shape.element_type.element.kind if shape.is_array and _has_element(shape.element_type) else "int"


def _has_element(type: PrimitiveType) -> bool:
    try:
        type.element  # noqa: B018
    except InputError:  # s1 and u1, which hloom only prints
        return False
    return True


def is_integral(shape: Shape) -> bool:
    return kind(shape) in ("sint", "uint", "int")


def is_float(shape: Shape) -> bool:
    return kind(shape) == "float"


def is_complex(shape: Shape) -> bool:
    return kind(shape) == "complex"


def compatible_size(a: Size, b: Size) -> bool:
    """Whether two sizes may be the same: equal, or one of them without a bound."""
    return a[0] == b[0] or UNBOUNDED in (a[0], b[0])


def most_specific(sizes: Iterable[Size]) -> Size:
    """Of sizes that are the same at run time, the one of which most is known: fixed, else bounded, else `?`."""
    found: Size = (UNBOUNDED, True)
    for size in sizes:
        if size[0] == UNBOUNDED:
            continue
        if found[0] == UNBOUNDED or (found[1] and not size[1]) or (found[1] == size[1] and size[0] < found[0]):
            found = size
    return found


def same_dimensions(shapes: Sequence[Shape]) -> bool:
    """Whether arrays have the same sizes, as far as these are known."""
    first = shapes[0]
    return all(s.rank == first.rank for s in shapes) and all(
        compatible_size(a, b) for k, s in enumerate(shapes) for t in shapes[:k] for a, b in zip(sizes_of(s), sizes_of(t)))


def merged(shapes: Sequence[Shape]) -> list[Size]:
    """The sizes that several arrays of the same dimensions have."""
    return [most_specific(sizes_of(s)[d] for s in shapes) for d in range(shapes[0].rank)]


def expect_reducer(computation: ProgramShape, accumulators: Sequence[Shape], elements: Sequence[Shape]) -> None:
    """That a computation may reduce `elements` (arrays) to accumulators of the shapes of the initial values."""
    count = len(elements)
    parameters, result = computation.parameters, computation.result
    if len(parameters) != 2 * count:
        fail(f"Reduction function must take {2 * count} parameters, but takes {len(parameters)} parameter(s).")
    if (not result.is_array and not result.is_tuple) or (result.is_tuple and len(result.tuple_shapes) != count) or (
            count > 1 and not result.is_tuple):
        fail(f"Reduction function must produce a tuple with {count} elements or be a scalar, but produces {plain(result)}.")
    results = list(result.tuple_shapes) if result.is_tuple else [result]
    for part in results:
        if not part.is_scalar:
            fail(f"Reduction function must produce a scalar or tuple of scalars, but has shape: {plain(result)}")
    for k in range(count):
        if not compatible_ignoring_fp_precision(results[k], parameters[k]):
            fail(f"Reduction function's {ordinal(k)} parameter shape differs from the result shape: {plain(parameters[k])} vs "
                 f"{plain(results[k])}")
        if not compatible_ignoring_fp_precision(results[k], accumulators[k]):
            fail(f"Reduction function's accumulator shape at index {k} differs from the init_value shape: {plain(results[k])} vs "
                 f"{plain(accumulators[k])}")
        element = Shape(elements[k].element_type)
        if not compatible_ignoring_fp_precision(element, parameters[count + k]):
            fail(f"Reduction function's {ordinal(count + k)} parameter shape differs from the input type element type: "
                 f"{plain(parameters[count + k])} vs {name_of(elements[k].element_type)}")
        if not compatible_ignoring_fp_precision(results[k], parameters[count + k]) and count == 1 and not _promotes(
                elements[k], results[k]):
            fail(f"Reduction function's {ordinal(count + k)} parameter shape must be compatible with the result shape: "
                 f"{plain(parameters[count + k])} vs {plain(results[k])}")


def _promotes(given: Shape, wanted: Shape) -> bool:
    return kind(given) == kind(wanted)


def ordinal(k: int) -> str:
    words = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
    return words[k] if k < len(words) else f"{k + 1}th"
