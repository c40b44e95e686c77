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
    expect_reducer,
    fail,
    in_range,
    is_float,
    is_integral,
    listed,
    merged,
    name_of,
    ordinal,
    plain,
    same_dimensions,
    sizes_of,
)
from hloom.xla.shape import UNBOUNDED, Shape
from hloom.xla.shape_util import compatible_ignoring_fp_precision, same_element_type


def reduce(
    operands: Sequence[Shape], init_values: Sequence[Shape], dimensions: Sequence[int], computation: ProgramShape
) -> Shape:
    """The shape without `dimensions`; of several arrays a tuple (Reduce)."""
    if not operands or len(operands) != len(init_values):
        fail(f"Reduce must have at least 2 arguments, has {len(operands) + len(init_values)}" if not operands else
             f"Reduce needs an initial value for each operand, got {len(operands)} operands and {len(init_values)} values.")
    for shape in operands:
        expect_array(shape, "operand of reduce")
    if not same_dimensions(operands):
        fail(f"All reduced tensors must have compatible dimension; got {listed(operands)}.")
    rank = operands[0].rank
    for d in dimensions:
        if not in_range(d, rank):
            fail(f"Reducing out-of-bounds dimension {d} in shape {plain(operands[0])}.")
    seen: set[int] = set()
    for d in dimensions:
        if d in seen:
            fail(f"Duplicate reduction dimension: {d}")
        seen.add(d)
    expect_reducer(computation, init_values, operands)
    kept = [n for d, n in enumerate(merged(operands)) if d not in seen]
    result = computation.result
    shapes = [array(s.element_type, kept) for s in (result.tuple_shapes if result.is_tuple else (result,))]
    return Shape.of_tuple(shapes) if result.is_tuple else shapes[0]


def map_elements(operands: Sequence[Shape], computation: ProgramShape, dimensions: Sequence[int]) -> Shape:
    """The operands' shape with the computation's type of elements (Map)."""
    if not operands:
        fail("Map expects at least one argument.")
    for shape in operands:
        expect_array(shape, "operand of map")
    # Scalars of the arrays' type stand for every place.
    arrays = [s for s in operands if s.rank] or list(operands)
    if not same_dimensions(arrays) or not all(s.rank or same_element_type(s, arrays[0], False) for s in operands):
        fail(f"Map operation requires all operands to have the same shape; got: {listed(operands)}.")
    rank = arrays[0].rank
    if list(dimensions) != list(range(rank)):
        fail(
            f"Map requires monotonically increasing dimension numbers; got: {', '.join(map(str, dimensions))}, for {rank} "
            f"dimensions."
        )
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
    return array(computation.result.element_type, sizes_of(arrays[0]))


def sort(operands: Sequence[Shape], computation: ProgramShape | None = None, dimension: int | None = None) -> Shape:
    """The operand's shape; of several operands a tuple of their shapes (Sort)."""
    if not operands:
        fail("Sort expects at least one operand.")
    for shape in operands:
        expect_array(shape, "operand of sort")
    first = operands[0]
    for k, shape in enumerate(operands):
        if shape.rank != first.rank or not all(compatible_size(a, b) for a, b in zip(sizes_of(shape), sizes_of(first))):
            fail(
                f"Sort keys and values dimensions must match. Keys shape is: {plain(first)}\n, Values shape (operand index "
                f"{k}) is: "
                f"{plain(shape)}\n."
            )
    # As for arrays of Python, a negative dimension counts from the last.
    if dimension is not None and not -first.rank <= dimension < max(first.rank, 1):
        fail(f"Sort dimension out of bounds: {dimension}; the operand is {plain(first)}.")
    if computation is not None:
        if len(computation.parameters) != 2 * len(operands):
            fail(f"The comparator of sort must take {2 * len(operands)} parameters, but takes {len(computation.parameters)}.")
        for k, parameter in enumerate(computation.parameters):
            wanted = Shape(operands[k // 2].element_type)
            if not compatible_ignoring_fp_precision(parameter, wanted):
                fail(f"The comparator's {ordinal(k)} parameter must be {plain(wanted)}, the element of operand {k // 2}; got "
                     f"{plain(parameter)}.")
        if not computation.result.is_scalar or computation.result.element_type is not PrimitiveType.PRED:
            fail(f"The comparator of sort must give pred[], got {plain(computation.result)}.")
    shapes = [array(s.element_type, sizes_of(s)) for s in operands]
    return shapes[0] if len(shapes) == 1 else Shape.of_tuple(shapes)


def topk(operand: Shape, k: int) -> Shape:
    """(values, indices of S32), with `k` elements in the last dimension (TopK)."""
    expect_array(operand, "operand of topk")
    if operand.rank == 0:
        fail(f"TopK needs an operand of at least one dimension, got {plain(operand)}.")
    last = operand.dimensions[-1]
    if k < 0 or (last != UNBOUNDED and k > last):
        fail(f"k argument ({k}) to TopK must not be greater than the size of the last dimension {last}, nor negative.")
    sizes = [*sizes_of(operand)[:-1], (k, operand.dynamic_dimensions[-1] and k == last and last != UNBOUNDED)]
    return Shape.of_tuple([array(operand.element_type, sizes), array(PrimitiveType.S32, sizes)])


def batch_norm(what: str, operand: Shape, vectors: Sequence[tuple[str, Shape]], feature_index: int,
               output_grad: Shape | None = None) -> Shape:
    """`what` is training, inference or grad; the vectors, by their names, have an element a feature (BatchNormTraining, ...)."""
    name = f"batch-norm-{what}"
    expect_array(operand, f"operand of {name}")
    for label, shape in vectors:
        expect_array(shape, f"{label} of {name}")
    if not in_range(feature_index, operand.rank):
        fail(
            f"Expected feature_index of {name} to be within the number of dimensions of the operand, a number in [0, "
            f"{operand.rank}); "
            f"got {feature_index}."
        )
    if operand.rank < 1:
        fail(f"Expected the rank of operand to {name} to be at least 1; got {operand.rank}.")
    if not is_float(operand):
        fail(f"The operand to {name} must have a floating point element type, but the shape is {plain(operand)}.")
    features = sizes_of(operand)[feature_index]
    for label, shape in vectors:
        if shape.rank != 1:
            fail(f"The input of {name} should have {label} with rank 1, but has rank {shape.rank}.")
        if not compatible_ignoring_fp_precision(Shape(shape.element_type), Shape(operand.element_type)):
            fail(
                f"The inputs should have the same element type for {name}, but the shape of {label} is {plain(shape)} and "
                f"the shape of "
                f"operand is {plain(operand)}."
            )
        if not compatible_size(sizes_of(shape)[0], features):
            fail(
                f"The size of {label} should be the same as feature count, but the size of {label} is {shape.dimensions[0]} "
                f"and the "
                f"feature count is {features[0]}."
            )
    if output_grad is not None:
        expect_array(output_grad, f"output_grad of {name}")
        if output_grad.rank != operand.rank or not same_dimensions([operand, output_grad]):
            fail(
                f"The shapes of operand and output_grad of {name} must be the same, got {plain(operand)} and "
                f"{plain(output_grad)}."
            )
        if output_grad.element_type is not operand.element_type:
            fail(
                f"The inputs should have the same element type for {name}, but output_grad is "
                f"{name_of(output_grad.element_type)}."
            )
    whole = array(operand.element_type, sizes_of(operand))
    if what == "inference":
        return whole
    vector = array(operand.element_type, [features])
    return Shape.of_tuple([whole, vector, vector])


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
