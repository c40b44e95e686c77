"""Instructions that run a computation on elements: reduce, map, sort, scan; normalisation, top-k, random numbers."""

from __future__ import annotations

from collections.abc import Sequence

from hloom.ir.primitive_type import PrimitiveType
from hloom.xla.inference.parts import (
    ProgramShape,
    Size,
    array,
    compatible_size,
    expect_array,
    fail,
    in_range,
    is_float,
    is_integral,
    listed,
    ordinal,
    plain,
    sizes_of,
)
from hloom.xla.shape import Shape
from hloom.xla.shape_util import compatible_ignoring_fp_precision


def expect_function(computation: ProgramShape, operands: Sequence[Shape]) -> None:
    """That a computation takes an element of each array, and gives one (Map)."""
    if len(computation.parameters) != len(operands):
        fail(f"Map applied function arity must match number of arguments; got: arity: {len(computation.parameters)}, arguments: "
             f"{len(operands)}.")
    if not computation.result.is_scalar:
        fail(f"Mapped computation's result has to be a scalar; got: {plain(computation.result)}.")
    for k, (parameter, operand) in enumerate(zip(computation.parameters, operands)):
        if not parameter.is_scalar:
            fail(f"Mapped computation's parameter has to be a scalar; got parameter {k} shape: {plain(parameter)}.")
        if not compatible_ignoring_fp_precision(parameter, Shape(operand.element_type)):
            fail(f"Mapped computation's parameter type has to match argument element type; got parameter {k} shape: "
                 f"{plain(parameter)}, argument shape: {plain(operand)}.")


def expect_comparator(computation: ProgramShape, operands: Sequence[Shape]) -> None:
    """That a computation takes two elements of each array, and gives a truth value (Sort)."""
    if len(computation.parameters) != 2 * len(operands):
        fail(f"The comparator of sort must take {2 * len(operands)} parameters, but takes {len(computation.parameters)}.")
    for k, parameter in enumerate(computation.parameters):
        wanted = Shape(operands[k // 2].element_type)
        if not compatible_ignoring_fp_precision(parameter, wanted):
            fail(f"The comparator's {ordinal(k)} parameter must be {plain(wanted)}, the element of operand {k // 2}; got "
                 f"{plain(parameter)}.")
    if not computation.result.is_scalar or computation.result.element_type is not PrimitiveType.PRED:
        fail(f"The comparator of sort must give pred[], got {plain(computation.result)}.")


def expect_chooser(select: ProgramShape, operand: Shape) -> None:
    """That a computation compares two elements (SelectAndScatter)."""
    element = Shape(operand.element_type)
    if len(select.parameters) != 2:
        fail(f"Select function must take 2 parameters, but takes {len(select.parameters)} parameter(s).")
    if not compatible_ignoring_fp_precision(select.result, Shape("pred")):
        fail(f"Select function must have rank-0 PRED result, but has {plain(select.result)}.")
    for k, name in enumerate(("first", "second")):
        if not compatible_ignoring_fp_precision(select.parameters[k], element):
            fail(f"Select function's {name} parameter shape currently must match the operand element shape, but got "
                 f"{plain(select.parameters[k])} vs {plain(element)}.")


def rng(a: Shape, b: Shape, shape: Shape, distribution: str) -> Shape:
    """The shape that is asked for (RngUniform, RngNormal)."""
    expect_array(a, "first parameter of RNG")
    expect_array(b, "second parameter of RNG")
    expect_array(shape, "RNG")
    if not a.is_scalar or not b.is_scalar:
        fail(f"The parameters of RNG must be scalars, got {plain(a)} and {plain(b)}.")
    if a.element_type is not shape.element_type or b.element_type is not shape.element_type:
        fail(f"The parameters of RNG must have the element type of the result, {plain(shape)}; got {plain(a)} and {plain(b)}.")
    if distribution == "NORMAL" and not is_float(shape):
        fail(f"RngNormal needs floating-point elements, got {plain(shape)}.")
    if not is_float(shape) and not is_integral(shape) and shape.element_type is not PrimitiveType.PRED:
        fail(f"RngUniform needs floating-point, integral or predicate elements, got {plain(shape)}.")
    return array(shape.element_type, sizes_of(shape))


def scan(inputs: Sequence[Shape], inits: Sequence[Shape], computation: ProgramShape, dimension: int) -> Shape:
    """(outputs..., last carries...): the computation takes elements of the inputs and the carries, gives outputs and carries
    (Scan)."""
    size: Size | None = None
    for shape in inputs:
        expect_array(shape, "input of scan")
        if not in_range(dimension, shape.rank):
            fail(f"Scan dimension {dimension} is out of bounds for {plain(shape)}.")
        if size is not None and not compatible_size(size, sizes_of(shape)[dimension]):
            fail(f"All inputs of scan must have the same size along dimension {dimension}; got {listed(inputs)}.")
        size = size or sizes_of(shape)[dimension]
    if size is None:
        fail("Scan expects at least one input.")
    slices = [array(s.element_type, [n for d, n in enumerate(sizes_of(s)) if d != dimension]) for s in inputs]
    wanted = [*slices, *inits]
    if len(computation.parameters) != len(wanted) or not all(
        map(compatible_ignoring_fp_precision, computation.parameters, wanted)
    ):
        fail(f"The computation of scan must take ({listed(wanted)}), but takes ({listed(computation.parameters)}).")
    results = list(computation.result.tuple_shapes) if computation.result.is_tuple else [computation.result]
    carries = results[len(results) - len(inits) :] if inits else []
    if len(results) < len(inits) or not all(map(compatible_ignoring_fp_precision, carries, inits)):
        fail(f"The computation of scan must give the carries ({listed(inits)}) last, but gives {plain(computation.result)}.")
    outputs = []
    for shape in results[: len(results) - len(inits)]:
        expect_array(shape, "output of scan")
        sizes = sizes_of(shape)
        if dimension > len(sizes):
            fail(f"Scan dimension {dimension} is out of bounds for the output {plain(shape)}.")
        outputs.append(array(shape.element_type, [*sizes[:dimension], size, *sizes[dimension:]]))
    return Shape.of_tuple([*outputs, *carries])
