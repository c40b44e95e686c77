"""Random operations of `hloom.ops.stablehlo.scatter`: how their types and attributes are drawn."""

from __future__ import annotations

from hloom.ops.common.attributes import ScatterDimensionNumbers
from tests.ops.drawing.language import DRAW, EXACT, Case, Rng, body, draws, make, pick, small_numbers


@draws("scatter", has_formula=False)
def _(rng: Rng) -> Case:
    """What a gather reads, written.

    In which order equal places are updated is open: the body is one for which it does not matter.
    """
    gather, (x, starts) = DRAW["stablehlo.gather"](rng)
    n, type = gather.dimension_numbers, pick(rng, EXACT)
    numbers = ScatterDimensionNumbers(n.offset_dims, n.collapsed_slice_dims, n.operand_batching_dims,
                                      n.start_indices_batching_dims, n.start_index_map, n.index_vector_dim)
    operands = [small_numbers(rng, type, x.shape), starts, small_numbers(rng, type, gather.results[0].type.shape)]
    return make("scatter", operands, [type, gather.operands[1].type.element, type], scatter_dimension_numbers=numbers,
                regions=[body(type, "add" if type.is_complex else pick(rng, ("add", "maximum", "minimum")))])
