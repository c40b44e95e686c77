"""Random operations of `hloom.ops.stablehlo.conversion`: how their types and attributes are drawn."""

from __future__ import annotations

from hloom.ir.types import tensor
from tests.ops.drawing.language import TYPES, Case, Rng, any_numbers, draws, make, pick, shape


@draws("convert")
def _(rng: Rng) -> Case:
    source, target, sizes = pick(rng, TYPES), pick(rng, TYPES), shape(rng)
    return make("convert", [any_numbers(rng, source, sizes)], [source], result_types=[tensor(sizes, target)])


@draws("bitcast_convert")
def _(rng: Rng) -> Case:
    source = pick(rng, TYPES)
    target = pick(rng, [t for t in TYPES if t.is_complex == source.is_complex and (t.width % source.width == 0
                                                                                   or source.width % t.width == 0)])
    sizes = shape(rng, int(rng.integers(0, 4)))
    if source.width < target.width:
        operand, result = (*sizes, target.width // source.width), sizes
    else:
        operand, result = sizes, (*sizes, source.width // target.width) if source.width > target.width else sizes
    return make("bitcast_convert", [any_numbers(rng, source, operand)], [source], result_types=[tensor(result, target)])


@draws("reduce_precision")
def _(rng: Rng) -> Case:
    type, sizes = pick(rng, [t for t in TYPES if t.is_float]), shape(rng)
    return make("reduce_precision", [any_numbers(rng, type, sizes)], [type],
                exponent_bits=int(rng.integers(1, 12)), mantissa_bits=int(rng.integers(0, 24)))
