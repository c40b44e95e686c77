"""Instructions that run computations: call, while, conditional, and the asynchronous pairs."""

from __future__ import annotations

from collections.abc import Sequence

from hloom.ir.primitive_type import PrimitiveType
from hloom.xla.inference.parts import ProgramShape, fail, most_specific, plain, sizes_of
from hloom.xla.shape import Shape, make_shape
from hloom.xla.shape_util import compatible


def call(operands: Sequence[Shape], computation: ProgramShape) -> Shape:
    """What the computation gives (Call)."""
    if len(operands) != len(computation.parameters):
        fail(f"Call applied function arity must match number of arguments; got: arity: {len(computation.parameters)}, arguments: "
             f"{len(operands)}.")
    for k, (operand, parameter) in enumerate(zip(operands, computation.parameters)):
        if not compatible(operand, parameter):
            fail(
                f"Call parameter must match argument; got parameter {k} shape: {plain(parameter)}, argument shape: "
                f"{plain(operand)}."
            )
    return computation.result


def while_loop(condition: ProgramShape, body: ProgramShape, init: Shape) -> Shape:
    """The shape of what is carried (While)."""
    if len(condition.parameters) != 1:
        fail(f"Condition must take 1 arguments; got {len(condition.parameters)}.")
    if len(body.parameters) != 1:
        fail(f"Body must take 1 arguments; got {len(body.parameters)}.")

    def given() -> str:
        return f"Condition: {condition}; body: {body}; init: {plain(init)}."

    if not compatible(condition.result, Shape("pred")):
        fail(f"Condition must return a boolean; got {plain(condition.result)}.")
    if not compatible(body.result, condition.parameters[0]) or not compatible(body.result, body.parameters[0]) or not compatible(
            body.result, init):
        fail(f"The parameter of condition and body, the result of the body, and init must all have the same shape; {given()}")
    return init


def conditional(selector: Shape, branches: Sequence[ProgramShape], operands: Sequence[Shape]) -> Shape:
    """What the branches give (Conditional): of two for a PRED, of any number for an S32."""
    if not selector.is_scalar or selector.element_type not in (PrimitiveType.PRED, PrimitiveType.S32):
        fail(f"branch_index must be bool or int32_t; got {plain(selector)}.")
    if selector.element_type is PrimitiveType.PRED and len(branches) != 2:
        fail(f"2 == branch_computations.size() is needed for a predicate; got {len(branches)}.")
    if not branches:
        fail("!branch_computations.empty() is needed: a conditional runs one of several computations.")
    if len(branches) != len(operands):
        fail(f"branch_computations.size() == branch_operands.size() is needed; got {len(branches)} and {len(operands)}.")
    for k, (branch, operand) in enumerate(zip(branches, operands)):
        if len(branch.parameters) != 1:
            fail(f"branch computation {k} must take 1 argument; got {len(branch.parameters)}.")
        if not compatible(branch.parameters[0], operand):
            fail(f"branch operand {k} must match the shape of the only parameter of branch computation {k}: got operand: "
                 f"{plain(operand)}; computation: {branch}")
    for k, branch in enumerate(branches[1:], 1):
        if not _same(branches[0].result, branch.result):
            fail(f"the result of branch 0 computation and branch {k} computation must have the same shape: got branch 0: "
                 f"{plain(branches[0].result)}; branch {k}: {plain(branch.result)}.")
    return _joined([b.result for b in branches])


def _same(a: Shape, b: Shape) -> bool:
    return compatible(_static(a), _static(b))


def _static(shape: Shape) -> Shape:
    """The shape with every bound as a size."""
    return shape.map_arrays(lambda s: make_shape(s.element_type, s.dimensions, tuple(n < 0 for n in s.dimensions), s.layout, ()))


def _joined(shapes: Sequence[Shape]) -> Shape:
    """A shape that all of several have: dynamic where one is."""
    first = shapes[0]
    if first.tuple_shapes:
        return Shape.of_tuple([_joined([s.tuple_shapes[k] for s in shapes]) for k in range(len(first.tuple_shapes))])
    if not first.is_array:
        return first
    sizes = [(most_specific([sizes_of(s)[d] for s in shapes])[0], any(s.dynamic_dimensions[d] for s in shapes))
             for d in range(first.rank)]
    return make_shape(first.element_type, tuple(n for n, _ in sizes), tuple(b for _, b in sizes), first.layout, ())


def async_start(operands: Sequence[Shape], computation: ProgramShape) -> Shape:
    """((operands), result, context): what an asynchronous computation is while it runs."""
    return Shape.of_tuple([Shape.of_tuple(operands), call(operands, computation), Shape("u32")])


def async_done(operand: Shape) -> Shape:
    """The result of an asynchronous computation."""
    if not operand.is_tuple or len(operand.tuple_shapes) < 2:
        fail(
            f"AsyncDone expects the op shape to be in the form of ((async-operands), async-outputs, state). Got {plain(operand)}."
        )
    return operand.tuple_shapes[1]
