"""Random operations of `hloom.ops.stablehlo.dynamic`: static ones, with attributes as operands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from hloom.numbers.element_type import I64
from tests.ops.drawing.language import COMMON, DRAW, Case, Rng, any_numbers, draws, make, pick, shape


def _shape_of_result(op: Any) -> list[Sequence[int]]:
    return [op.results[0].type.shape]


#: The dynamic form of an operation: what becomes operands, and the attributes that stay.
FORMS: dict[str, tuple[str, Callable[[Any], list[Any]], tuple[str, ...]]] = {
    "reshape": ("dynamic_reshape", _shape_of_result, ()),
    "iota": ("dynamic_iota", _shape_of_result, ("iota_dimension",)),
    "broadcast_in_dim": ("dynamic_broadcast_in_dim", _shape_of_result, ("broadcast_dimensions",)),
    "slice": ("real_dynamic_slice", lambda op: [op.start_indices, op.limit_indices, op.strides], ()),
    "pad": ("dynamic_pad", lambda op: [op.edge_padding_low, op.edge_padding_high, op.interior_padding], ()),
    "gather": ("dynamic_gather", lambda op: [op.slice_sizes], ("dimension_numbers", "indices_are_sorted")),
    "convolution": ("dynamic_conv", lambda op: [np.zeros((op.operands[0].rank - 2, 2)) if op.padding is None else op.padding],
                    ("window_strides", "lhs_dilation", "rhs_dilation", "window_reversal", "dimension_numbers",
                     "feature_group_count", "batch_group_count")),
}


def _draws_form(static: str, name: str, given: Callable[[Any], list[Any]], kept: tuple[str, ...]) -> None:
    @draws(name, has_formula=False)
    def _(rng: Rng) -> Case:
        op, arrays = DRAW[f"stablehlo.{static}"](rng)
        numbers = [np.asarray(n, np.int64) for n in given(op)]
        return make(name, [*arrays, *numbers], [*(v.type.element for v in op.operands), *[I64] * len(numbers)],
                    result_types=[op.results[0].type], **{k: v for k in kept if (v := getattr(op, k)) is not None})


for _static, _form in FORMS.items():
    _draws_form(_static, *_form)


@draws("get_dimension_size", has_formula=False)
def _(rng: Rng) -> Case:
    type, sizes = pick(rng, COMMON), shape(rng, int(rng.integers(1, 5)))
    return make("get_dimension_size", [any_numbers(rng, type, sizes)], [type], dimension=int(rng.integers(len(sizes))))
