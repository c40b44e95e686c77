"""The largest elements, of which some may be missed (lib/approx_topk)."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log, log2
from typing import Any, Final

from hloom.support.diagnostics import InputError
from hloom.xla.builder.builder import XlaBuilder
from hloom.xla.builder.computation import XlaComputation
from hloom.xla.builder.op import XlaOp
from hloom.xla.builder.operation import named
from hloom.xla.ops.movement import PadInDim, SliceInDim, Tuple
from hloom.xla.ops.parts import computation_of, integer
from hloom.xla.ops.reduction import Sort, initial_values

#: The elements that a device's vector unit takes at once, of arrays of several dimensions and of vectors.
_LANES: Final = 128
_CHUNK: Final = 1024


def ApproxTopKReductionOutputSize(input_size: int, rank: int, top_k: int, recall_target: float, aggregate_to_topk: bool,
                                  input_size_override: int = -1) -> tuple[int, int]:
    """How many candidates the first step leaves, and the logarithm of how many elements become one (-1: no such step).

    With a window for each of M candidates a largest element is met with the probability ((M - 1) / M)^(k - 1), which must be
    at least `recall_target`. InputError for a recall outside of (0, 1], more elements than `input_size_override` says.
    """
    size, k, recall = integer(input_size, "input_size"), integer(top_k, "top_k"), float(recall_target)
    if not 0 < recall <= 1:
        raise InputError(f"recall_target should range in (0, 1], got {recall_target}")
    if aggregate_to_topk:
        return k, -1
    tile = _CHUNK if rank == 1 else _LANES
    whole = integer(input_size_override, "input_size_override")
    if 0 <= whole < size:
        raise InputError(f"the size in all, {whole}, is at least that of the array, {size}")
    whole = size if whole < 0 else whole
    if size <= tile:
        return size, 0
    if k == 1:  # a window for each lane
        reduction = ceil(log2(whole / tile))
    elif recall == 1:
        return size, 0
    else:
        candidates = min(max(int((1 - k) / log(recall)), tile), whole)
        reduction = floor(log2(whole / candidates))
        if reduction == 0:
            return size, 0
        reduction = min(reduction, ceil(log2(size // tile)))
    return ceil(ceil(size / tile) / (1 << reduction)) * tile, reduction


def _approximate(
    builder: XlaBuilder, operands: Sequence[XlaOp], init_values: Any, top_k: int, reduction_dim: int,
    comparator: XlaComputation, recall_target: float = 0.9, aggregate_to_topk: bool = True,
    reduction_input_size_override: int = -1, is_fallback: bool = False,
) -> XlaOp:
    values, k = list(operands), integer(top_k, "top_k")
    starts = initial_values(builder, init_values, values, "ApproxTopK")
    first, d = values[0].shape, integer(reduction_dim, "reduction_dim")
    if not first.is_array or not 0 <= d < first.rank:
        raise InputError(f"reduction_dim should range in [0, {first.rank if first.is_array else 0}), got {d}")
    for k_, (value, start) in enumerate(zip(values, starts)):
        if not value.shape.is_array or value.shape.dimensions != first.dimensions or first.is_dynamic:
            raise InputError(f"operands shape mismatch: operand {k_} is {value.shape.to_text(False)}, operand 0 "
                             f"{first.to_text(False)}")
        if not start.shape.is_scalar or start.element_type is not value.element_type:
            raise InputError(f"init_values[{k_}] is a scalar of the operand's type, got {start.shape.to_text(False)} for "
                             f"{value.shape.to_text(False)}")
    size = first.dimensions[d]
    if not 1 <= k <= size:
        raise InputError(f"top_k lies between 1 and {size}, got {k}")
    count, _ = ApproxTopKReductionOutputSize(size, first.rank, k, recall_target, aggregate_to_topk,
                                             integer(reduction_input_size_override, "reduction_input_size_override"))
    found = Sort(values, computation_of(comparator, "comparator"), d, True)
    ordered = list(found) if found.shape.is_tuple else [found]
    kept = [SliceInDim(part, 0, min(count, size), 1, d) for part in ordered]
    return Tuple(builder, [PadInDim(part, start, d, 0, count - size) if count > size else part
                           for part, start in zip(kept, starts)])


def _form(name: str, meaning: str) -> Any:
    def apply(
        builder: XlaBuilder, operands: Sequence[XlaOp], init_values: Any, top_k: int, reduction_dim: int,
        comparator: XlaComputation, recall_target: float = 0.9, aggregate_to_topk: bool = True,
        reduction_input_size_override: int = -1, is_fallback: bool = False,
    ) -> XlaOp:
        return _approximate(builder, operands, init_values, top_k, reduction_dim, comparator, recall_target, aggregate_to_topk,
                            reduction_input_size_override)

    return named(apply, name, meaning)


ApproxTopK = _form("ApproxTopK",
    """The elements of several arrays that come first by a comparator, along a dimension; a tuple (lib/approx_topk).

    `comparator` takes (a0, b0, a1, b1, ...) as Sort's does. At least `recall_target` of the `top_k` first elements must be
    among them; here all are, in order. Without `aggregate_to_topk` there are as many elements as devices leave for the host to
    choose from (ApproxTopKReductionOutputSize), initial values where there are not so many.
    """)
ApproxTopKFallback = _form("ApproxTopKFallback", "ApproxTopK of devices that have no short cut for it (lib/approx_topk).")
