"""Shapes of results: arithmetic on sizes that may be unknown, and upper bounds carried along (StableHLO spec: Types).

A size is a number of elements or DYNAMIC. A shape rule is a function from operand shapes to the result's shape; applied
to the operands' bounds in place of their shapes it gives the result's bounds, so that each rule is written once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from math import prod
from typing import Any, Final

from hloom.ir.core import Operation
from hloom.ir.types import DYNAMIC, AnyType, TensorType, UnrankedTensorType
from hloom.ops.common.attributes import TypeExtensions
from hloom.ops.definition.constraints import TypeConstraint, baseline_element
from hloom.support.diagnostics import EvaluationError
from hloom.support.memory import LARGEST_SIZE

Shape = tuple[int, ...]
#: What stands for a computed size that no tensor can have: it is negative, above a bound, or does not fit in 64 bits.
IMPOSSIBLE: Final = -2
_LARGEST_SIZE: Final = (1 << 63) - 1


def _is_static_or_bounded(type: AnyType) -> bool:
    if not isinstance(type, TensorType):
        return False
    if type.is_static:
        return True
    dynamic = [bound for n, bound in zip(type.shape, type.bounds) if n == DYNAMIC]
    return len(dynamic) == 1 and dynamic[0] is not None


#: What results may be whose shape only the program states.
static_or_bounded: Any = TypeConstraint("tensor of static shape or with one bounded dimension", _is_static_or_bounded)


def computed(size: int) -> int:
    """A size that was computed: itself, or IMPOSSIBLE, never what stands for an unknown one."""
    return size if 0 <= size <= _LARGEST_SIZE else IMPOSSIBLE


def known(function: Callable[..., int], *sizes: int) -> int:
    """The size `function(*sizes)`; DYNAMIC if one of the sizes is, IMPOSSIBLE if one is, or no tensor can have that size."""
    if DYNAMIC in sizes:
        return DYNAMIC
    return IMPOSSIBLE if IMPOSSIBLE in sizes else computed(function(*sizes))


def total(sizes: Iterable[int]) -> int:
    """The sum of sizes; DYNAMIC if one of them is."""
    return known(lambda *ns: sum(ns), *sizes)


def merge_sizes(a: int, b: int) -> int:
    """The size that two compatible sizes stand for: the known one; the smaller of two (bounds may differ)."""
    if DYNAMIC in (a, b):
        return b if a == DYNAMIC else a
    return min(a, b)


def merge_shapes(*shapes: Shape) -> Shape:
    """Compatible shapes merged size by size."""
    if shapes and shapes.count(shapes[0]) == len(shapes):
        return shapes[0]
    return tuple(reduce(merge_sizes, sizes) for sizes in zip(*shapes))


def infer_tensor(element: AnyType, rule: Callable[..., Shape], *operands: AnyType) -> TensorType:
    """The tensor type of `element` whose shape and bounds `rule` derives from those of the operands."""
    tensors: list[Any] = list(operands)
    shape = rule(*[t.shape for t in tensors])
    if all(t.encoding is None for t in tensors):
        return TensorType(shape, element)
    limits = rule(*(tuple(DYNAMIC if b is None else b for b in t.bounds) for t in tensors))
    shape = tuple(n if b == DYNAMIC or (n in (b, DYNAMIC) and b != IMPOSSIBLE) else IMPOSSIBLE for n, b in zip(shape, limits))
    bounds = tuple(None if n != DYNAMIC or b == DYNAMIC else b for n, b in zip(shape, limits))
    return TensorType(shape, element, TypeExtensions(bounds) if any(b is not None for b in bounds) else None)


def most_specific(*types: AnyType) -> TensorType:
    """The type that compatible tensor types stand for: the first one's elements, every size that one of them knows."""
    first: Any = types[0]
    if types.count(first) == len(types):
        return first
    return infer_tensor(first.element, merge_shapes, *types)


def agreeing(op: Operation, wanted: Any, number: int = 0) -> Any:
    """`wanted` with the element type of `op`'s result `number` where the two differ in scales and zero points only.

    The specification leaves the quantization parameters of most results to the program; all else is inferred.
    """
    if op.results and isinstance(wanted, TensorType) and wanted.is_quantized:
        given = op.results[number].type
        if isinstance(given, TensorType) and baseline_element(given) == baseline_element(wanted):
            return wanted.with_element(given.element)
    return wanted


def agree_in(lists: Sequence[Sequence[int]]) -> bool:
    """Whether rows of sizes are compatible position by position."""
    return all(len({n for n in sizes if n != DYNAMIC}) <= 1 for sizes in zip(*lists))


def window_count(size: int, low: int, high: int, window: int, stride: int, base_dilation: int,
                 window_dilation: int) -> int:
    """How many places a window of `window` elements has in a dimension of `size` (StableHLO spec: reduce_window (C15)).

    The dimension has `base_dilation - 1` holes between its elements and is padded by `low` and `high`; a padded size
    below zero counts as empty.
    """
    dilated = dilate(size, base_dilation)
    def count(n: int, w: int) -> int:
        padded = n + low + high
        if padded > _LARGEST_SIZE:
            return IMPOSSIBLE
        return 0 if padded <= 0 or w > padded else (padded - w) // stride + 1

    return known(count, dilated, dilate(window, window_dilation))


def dilate(size: int, dilation: int) -> int:
    """Extent of `size` elements with `dilation - 1` holes between neighbours."""
    return known(lambda n: 0 if n == 0 else (n - 1) * dilation + 1, size)


# Tensors of unknown rank, which programs of CHLO may carry until a client refines them: they verify, and do not run.


def is_ranked(op: Operation) -> bool:
    """Whether the ranks of all operands are known, so that constraints on their shapes can be stated."""
    return not any(isinstance(v.type, UnrankedTensorType) for v in op.operands)


def of_known_rank(holds: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """A constraint on shapes that holds as long as a rank is unknown."""
    return lambda op: not is_ranked(op) or holds(op)


def ranked_types(op: Operation) -> list[TensorType]:
    """The types of the operands whose rank is known."""
    return [v.type for v in op.operands if isinstance(v.type, TensorType)]


def inferred_of_any_rank(op: Operation, element: AnyType, infer: Callable[[], TensorType], is_known: bool | None = None,
             number: int = 0) -> AnyType:
    """The type of result `number`, whose elements are of type `element`: what `infer` says if `is_known`, which it is unless told
    where all ranks are; else any shape. A result may have an unknown rank in both cases."""
    given = op.results[number].type if op.results else None
    if is_ranked(op) if is_known is None else is_known:
        found = infer()
        return UnrankedTensorType(found.element) if isinstance(given, UnrankedTensorType) else found
    return given.with_element(element) if isinstance(given, TensorType) else UnrankedTensorType(element)


# -- arrays of tensors ----------------------------------------------------------------------------------------------------------
#: Dimensions that a NumPy array may have.
MOST_DIMENSIONS: Final = 64


def has_array(shape: Sequence[int]) -> bool:
    """Whether NumPy has an array of this shape, were it only one that repeats a single element."""
    return prod(size for size in shape if size) <= LARGEST_SIZE


def check_size(type: AnyType, op: Operation) -> None:
    """Raises EvaluationError for a tensor that has no array, not even one that repeats a single element."""
    if not isinstance(type, TensorType):
        return
    if type.rank > MOST_DIMENSIONS:
        raise EvaluationError.at(op.span, "rank", f"{op.name} has a tensor of {type.rank} dimensions; programs with up to "
                                 f"{MOST_DIMENSIONS} can run")
    if type.is_static and not has_array(type.shape):
        raise EvaluationError.at(op.span, "memory", f"{op.name} has a tensor of type {type}, which is too large for any memory")
