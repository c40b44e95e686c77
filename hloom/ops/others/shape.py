"""The `shape` dialect: shapes as values, and witnesses that shapes fit together.

A shape is a vector of sizes (an extent tensor or `!shape.shape`), a size an index (or `!shape.size`); a witness is
True.
What a constraint forbids ends the run with an EvaluationError.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from hloom.ir.attributes import IntegerAttr
from hloom.ir.types import OpaqueType, TensorType
from hloom.numbers.element_type import INDEX, PRED
from hloom.ops.common.process import Process
from hloom.ops.common.region_function import ends, inputs_of, outputs_of, types_text
from hloom.ops.definition.attribute_kinds import boolean, dense, string
from hloom.ops.definition.attribute_kinds import integer as integer_of
from hloom.ops.definition.constraints import (
    TypeConstraint,
    any_type,
    compatible_shapes,
    index,
    integer,
    pred,
    rank,
    ranked_tensor,
)
from hloom.ops.definition.operation import Attr, Body, C, Op, Operand, Operands, Result, always, infers
from hloom.ops.definition.traits import FIRST, Control
from hloom.ops.stablehlo.dimension_sizes import WITNESS
from hloom.ops.stablehlo.dynamic import failed
from hloom.ops.stablehlo.elementwise import class_name

Array = Any
SHAPE, SIZE, VALUE_SHAPE = OpaqueType("!shape.shape"), OpaqueType("!shape.size"), OpaqueType("!shape.value_shape")

shape: Any = TypeConstraint("shape", lambda t: t is SHAPE
                            or (isinstance(t, TensorType) and t.rank == 1 and t.element is INDEX))
size: Any = TypeConstraint("size", lambda t: t is SIZE or t is INDEX)
#: Values of the dialect's own types, which may stand for an error.
fallible_shape: Any = TypeConstraint("!shape.shape", lambda t: t is SHAPE)
fallible_size: Any = TypeConstraint("!shape.size", lambda t: t is SIZE)
extents: Any = index & rank(1)
witness: Any = TypeConstraint("witness", lambda t: t is WITNESS)
with_value: Any = TypeConstraint("value with a shape", lambda t: t is VALUE_SHAPE)
valued: Any = ranked_tensor | with_value
truth: Any = TypeConstraint("i1", lambda t: t is PRED)
#: The types of one value and of the result.
BOTH_TYPES = "type($arg) `->` type($result)"


def _hands_errors_on(op: Any) -> bool:
    """Whether the result may stand for an error if an operand may."""
    return all(r.type in (SHAPE, SIZE) for r in op.results) or not any(
        v.type in (SHAPE, SIZE, VALUE_SHAPE) for v in op.operands)


#: What must hold of operations that hand errors on.
_ERRORS = C("errors", "the result must be a !shape.shape or !shape.size, as an operand may stand for an error, got {results}",
            _hands_errors_on)


def broadcast(shapes: Any) -> list[int] | None:
    """What shapes broadcast to, aligned at their last dimensions; None if they do not."""
    count = max((len(s) for s in shapes), default=0)
    found = []
    for column in zip(*([1] * (count - len(s)) + [int(n) for n in s] for s in shapes)):
        sizes = {n for n in column if n != 1}
        if len(sizes) > 1:
            return None
        found.append(sizes.pop() if sizes else 1)
    return found


def _vector(values: Any) -> Array:
    return np.array(values, np.int64).reshape(-1)


def function(mnemonic: str, accepts: Any, gives: Any, compute: Callable[..., Any], meaning: str,
             types: str = f"`:` {BOTH_TYPES}", demands: Sequence[C] = (), of_shape: bool = False) -> type[Op]:
    """A function of one value, or of its shape alone; `types` is how its types are written, and `demands` what must hold of the
    result."""

    class Function(Op, name=f"shape.{mnemonic}"):
        arg: Operand = accepts
        result: Result = gives
        kernel = "host"
        reads_shape_of = FIRST if of_shape else slice(0)
        syntax = f"$arg attr-dict {types}"
        result_checks = demands

        def eval(op, arg: Array) -> Any:
            return compute(arg)

    Function.__doc__, Function.__name__ = meaning, class_name(mnemonic)
    return Function


def _may_count(rank: int, type: Any) -> bool:
    """Whether a type may be that of the shape of a tensor of so many dimensions."""
    return type is SHAPE or compatible_shapes((rank,), type.shape)


function("shape_of", valued, shape, lambda x: _vector(x.shape), "The shape of a tensor.", demands=[
    _ERRORS, C("type", "the result must hold one size for each dimension of {arg}, got {result}",
               lambda op: op.arg.type is VALUE_SHAPE or _may_count(op.arg.rank, op.result.type))], of_shape=True)
function("num_elements", shape, size, lambda s: np.array(int(np.prod(s, dtype=np.int64))),
         "How many elements a shape has.", demands=[_ERRORS])
function("rank", shape, size, lambda s: np.array(len(s)), "The number of dimensions.", demands=[_ERRORS])
function("to_extent_tensor", shape, index, lambda s: s, "A shape as a vector of sizes.")
function("from_extent_tensor", extents, fallible_shape, lambda s: s, "A vector of sizes as a shape.",
         "`:` type($arg) custom<FixedType>(type($result), shape)")
function("value_as_shape", (pred | integer | index) & rank(1) | with_value, shape, lambda s: s, "A vector of sizes as a shape.")
function("size_to_index", size, TypeConstraint("index", lambda t: t is INDEX), lambda n: n, "A size as an index.",
         "`:` type($arg) custom<FixedType>(type($result), index)")
function("index_to_size", TypeConstraint("index", lambda t: t is INDEX), fallible_size, lambda n: n, "An index as a size.",
         "custom<FixedType>(type($arg), index) custom<FixedType>(type($result), size)")
function("value_of", with_value, ranked_tensor, lambda x: x, "The tensor of a value with a shape.",
         "`:` custom<FixedType>(type($arg), value_shape) type($result)")


class WithShape(Op, name="shape.with_shape"):
    """A tensor together with its shape."""

    operand: Operand = valued
    shape_: Operand = shape
    result = always(VALUE_SHAPE)
    kernel = "host"
    syntax = "operands attr-dict `:` type($operand) `,` type($shape_) custom<FixedType>(type($result), value_shape)"

    def eval(op, operand: Array, shape: Array) -> Any:
        if list(np.shape(operand)) != [int(n) for n in shape]:
            raise failed(op, f"a tensor of shape {list(np.shape(operand))} does not have the shape {shape.tolist()}")
        return operand


class DebugPrint(Op, name="shape.debug_print"):
    """The operand. Nothing is printed."""

    input: Operand = fallible_shape | fallible_size
    result: Result = fallible_shape | fallible_size
    kernel = "host"

    def eval(op, input: Array) -> Any:
        return input


class ConstShape(Op, name="shape.const_shape"):
    """A constant shape."""

    shape_: Attr = dense(INDEX)
    result: Result = shape
    kernel = "host"
    syntax = "custom<Extents>($shape_) attr-dict `:` type($result)"
    result_checks = [C("type", "the result must be a !shape.shape or hold as many sizes as there are in shape, got {result}",
                       lambda op: op.result.type is SHAPE or op.result.type.shape == op.shape_.shape)]

    def eval(op) -> Any:
        return op.shape_


class ConstSize(Op, name="shape.const_size"):
    """A constant size."""

    value: Attr = integer_of(INDEX)
    kernel = "host"
    syntax = "$value attr-dict custom<FixedType>(type($result), size)"
    result = always(SIZE)

    @property
    def result_names(op) -> tuple[str, ...]:
        value = op.attributes.get("value")
        return (f"c{value.value}",) if isinstance(value, IntegerAttr) else ()

    def eval(op) -> Any:
        return np.array(op.value, np.int64)


class Broadcast(Op, name="shape.broadcast"):
    """The shape to which shapes broadcast."""

    shapes: Operands = shape
    error: Attr = string.optional
    result: Result = shape
    kernel = "host"
    syntax = "$shapes attr-dict `:` type($shapes) `->` type($result)"
    result_checks = [_ERRORS]

    def eval(op, *shapes: Array) -> Any:
        found = broadcast(shapes)
        if found is None:
            raise failed(op, op.error or f"the shapes {', '.join(str(s.tolist()) for s in shapes)} do not broadcast")
        return _vector(found)


class AnyShape(Op, name="shape.any"):
    """One of several equal shapes."""

    inputs: Operands = shape
    result: Result = shape
    kernel = "host"
    syntax = "$inputs attr-dict `:` type($inputs) `->` type($result)"
    checks = [C("inputs", "needs at least one shape", lambda op: len(op.inputs) > 0)]

    def eval(op, *inputs: Array) -> Any:
        return inputs[0]


def _alike(a: Any, b: Any) -> bool:
    """Whether two types are both of sizes, or both of shapes that may be equal."""
    if size.holds(a) or size.holds(b):
        return size.holds(a) and size.holds(b)
    return SHAPE in (a, b) or compatible_shapes(a.shape, b.shape)


class Meet(Op, name="shape.meet"):
    """What two equal shapes or sizes are."""

    arg0: Operand = shape | size
    arg1: Operand = shape | size
    error: Attr = string.optional
    result: Result = shape | size
    kernel = "host"
    syntax = ("$arg0 `,` $arg1 (`,` `error` `=` $error^)? attr-dict `:` type($arg0) `,` type($arg1) `->` type($result)")
    result_checks = [C("type", "{arg0}, {arg1} and {result} must all be sizes, or shapes that may be equal",
                       lambda op: _alike(op.arg0.type, op.arg1.type) and _alike(op.arg0.type, op.result.type)
                       and _alike(op.arg1.type, op.result.type))]

    def eval(op, arg0: Array, arg1: Array) -> Any:
        if not np.array_equal(arg0, arg1):
            raise failed(op, op.error or f"{arg0.tolist()} and {arg1.tolist()} are not equal")
        return arg0


class SplitAt(Op, name="shape.split_at"):
    """A shape before and from dimension `index` on; a negative index counts from the end."""

    arg: Operand = shape
    index: Operand = size
    head: Result = shape
    tail: Result = shape
    result_names = ("head", "tail")
    kernel = "host"

    def eval(op, arg: Array, index: Array) -> Any:
        place = int(index)
        if not -len(arg) <= place <= len(arg):
            raise failed(op, f"cannot split {arg.tolist()} at {place}")
        place %= len(arg) + (place >= 0)
        return arg[:place], arg[place:]


class Reduce(Op, name="shape.reduce"):
    """Runs `region` on the sizes of a shape one after the other, handing values on from `initVals`.

    The region takes the number of the dimension, its size, and the values; it yields the next values.
    """

    shape_: Operand = shape
    initVals: Operands = any_type
    region: Body = None
    ends_with = "shape.yield"
    is_pure = False
    kernel = "host"
    syntax = "custom<ShapeReduce>"
    checks = [
        C("region", "region must be one block that ends with shape.yield", lambda op: ends(op.region)),
        C("arguments", lambda op: f"region must take an index, a size, then initVals, got {types_text(inputs_of(op.region))}",
          lambda op: inputs_of(op.region) == (INDEX, _extent_type(op), *(v.type for v in op.initVals))),
        C("values", lambda op: f"region must yield the types of initVals, got {types_text(outputs_of(op.region))}",
          lambda op: outputs_of(op.region) == tuple(v.type for v in op.initVals)),
    ]

    @infers("type")
    def outputs(op) -> Any:
        return tuple(v.type for v in op.initVals)

    def run(op, process: Process, shape: Array, *values: Array) -> Any:
        for dimension, extent in enumerate(shape):
            values = process.call(op.region, np.array(dimension), np.array(extent), *values)
        return values


def _extent_type(op: Any) -> Any:
    return SIZE if op.shape_.type is SHAPE else INDEX


class Concat(Op, name="shape.concat"):
    """One shape after another."""

    lhs: Operand = shape
    rhs: Operand = shape
    result: Result = shape
    kernel = "host"
    syntax = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)"

    def eval(op, lhs: Array, rhs: Array) -> Any:
        return np.concatenate([lhs, rhs])


class GetExtent(Op, name="shape.get_extent"):
    """The size number `dim` of a shape."""

    shape_: Operand = shape
    dim: Operand = size
    extent: Result = size
    kernel = "host"
    syntax = "$shape_ `,` $dim attr-dict `:` type($shape_) `,` type($dim) `->` type($extent)"
    result_checks = [_ERRORS]

    def eval(op, shape: Array, dim: Array) -> Any:
        if not 0 <= int(dim) < len(shape):
            raise failed(op, f"there is no dimension {int(dim)} in {shape.tolist()}")
        return np.array(shape[int(dim)])


class Dim(Op, name="shape.dim"):
    """The size of a dimension of a tensor."""

    value: Operand = ranked_tensor
    index: Operand = size
    extent: Result = size
    reads_shape_of = FIRST
    kernel = "host"
    syntax = "$value `,` $index attr-dict `:` type($value) `,` type($index) `->` type($extent)"

    def eval(op, value: Array, index: Array) -> Any:
        if not 0 <= int(index) < value.ndim:
            raise failed(op, f"there is no dimension {int(index)} in a tensor of {value.ndim}")
        return np.array(value.shape[int(index)])


class FromExtents(Op, name="shape.from_extents"):
    """The shape with these sizes."""

    extents: Operands = size
    kernel = "host"
    syntax = "$extents attr-dict `:` type($extents) custom<FixedType>(type($result), shape)"
    result = always(SHAPE)

    def eval(op, *extents: Array) -> Any:
        return _vector([int(n) for n in extents])


def arithmetic(mnemonic: str, accepts: Any, demands: Sequence[C], compute: Callable[[Array, Array], Any],
               meaning: str) -> type[Op]:
    """A function of two sizes, or of shapes of one rank; `demands` is what must hold of the result."""

    class Arithmetic(Op, name=f"shape.{mnemonic}"):
        lhs: Operand = accepts
        rhs: Operand = accepts
        result: Result = accepts
        kernel = "host"
        syntax = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)"
        result_checks = demands

        def eval(op, lhs: Array, rhs: Array) -> Any:
            if np.shape(lhs) != np.shape(rhs):
                raise failed(op, f"{lhs.tolist()} and {rhs.tolist()} have different numbers of dimensions")
            return np.asarray(compute(lhs, rhs), np.int64)

    Arithmetic.__doc__, Arithmetic.__name__ = meaning, class_name(mnemonic)
    return Arithmetic


arithmetic("add", size, [_ERRORS], np.add, "The sum of sizes.")
arithmetic("mul", size, [_ERRORS], np.multiply, "The product of sizes.")
arithmetic("div", size, [_ERRORS], lambda a, b: a // b if b else 0, "The quotient of sizes, rounded down.")
_LIKE_OPERANDS = C("type", "the result must be of the type of {lhs} and {rhs}, a size where these differ, got {result}",
                   lambda op: op.result.type is (op.lhs.type if op.lhs.type is op.rhs.type else SIZE))
arithmetic("max", fallible_shape | fallible_size, [_LIKE_OPERANDS], np.maximum,
           "The larger size, or in each dimension the larger size of two shapes.")
arithmetic("min", fallible_shape | fallible_size, [_LIKE_OPERANDS], np.minimum,
           "The smaller size, or in each dimension the smaller size of two shapes.")


def relation(mnemonic: str, holds: Callable[..., bool], meaning: str, is_constraint: bool, demands: Sequence[C] = ()) -> type[Op]:
    """A relation of shapes: a truth value, or as a constraint a witness of it; `demands` is what must hold of the shapes."""

    class Relation(Op, name=f"shape.{mnemonic}"):
        shapes: Operands = shape
        is_pure = not is_constraint
        checks = demands
        kernel = "host"
        syntax = ("$shapes attr-dict `:` type($shapes) "
                  f"custom<FixedType>(type($result), {'witness' if is_constraint else 'pred'})")

        result = always(WITNESS if is_constraint else PRED)

        def eval(op, *shapes: Array) -> Any:
            found = holds(*shapes)
            if is_constraint and not found:
                raise failed(op, f"does not hold for {', '.join(str(s.tolist()) for s in shapes)}")
            return np.array(found)

    Relation.__doc__, Relation.__name__ = meaning, class_name(mnemonic)
    return Relation


def _all_equal(*shapes: Array) -> bool:
    return all(np.array_equal(shapes[0], s) for s in shapes)


relation("cstr_broadcastable", lambda *s: broadcast(s) is not None, "A witness that shapes broadcast.", True,
         [C("shapes", "needs at least two shapes, got {shapes}", lambda op: len(op.shapes) >= 2)])
relation("cstr_eq", _all_equal, "A witness that shapes are equal.", True)
relation("is_broadcastable", lambda *s: broadcast(s) is not None, "Whether shapes broadcast.", False)
relation("shape_eq", _all_equal, "Whether shapes are equal.", False)


class CstrRequire(Op, name="shape.cstr_require"):
    """A witness that a truth value holds; `msg` says what it means."""

    pred: Operand = truth
    msg: Attr = string
    is_pure = False
    kernel = "host"
    syntax = "$pred `,` $msg attr-dict custom<FixedType>(type($result), witness)"
    result = always(WITNESS)

    def eval(op, pred: Array) -> Any:
        if not bool(pred):
            raise failed(op, op.msg)
        return np.array(True)


class ConstWitness(Op, name="shape.const_witness"):
    """A witness of nothing."""

    passing: Attr = boolean
    kernel = "host"
    syntax = "$passing attr-dict custom<FixedType>(type($result), witness)"
    result = always(WITNESS)

    def eval(op) -> Any:
        return np.array(op.passing)


class AssumingAll(Op, name="shape.assuming_all"):
    """A witness of all that the inputs are witnesses of."""

    inputs: Operands = witness
    kernel = "host"
    checks = [C("inputs", "needs at least one witness", lambda op: len(op.inputs) > 0)]
    syntax = "$inputs attr-dict custom<FixedType>(type($result), witness)"
    result = always(WITNESS)

    def eval(op, *inputs: Array) -> Any:
        return np.array(all(bool(x) for x in inputs))


class Assuming(Op, name="shape.assuming"):
    """Runs `doRegion`, which relies on what the witness says."""

    witness: Operand = witness
    doRegion: Body = None
    ends_with = "shape.assuming_yield"
    is_pure = False
    control = Control.REGION
    syntax = "custom<Assuming>"
    checks = [C("region", "doRegion must be one block that ends with shape.assuming_yield",
                lambda op: ends(op.doRegion))]

    @infers("type")
    def outputs(op) -> Any:
        return outputs_of(op.doRegion)

    def run(op, process: Process, witness: Array) -> Any:
        if not bool(witness):
            raise failed(op, "its witness does not hold")
        return process.call(op.doRegion)


def terminator(mnemonic: str, owner: str, meaning: str) -> type[Op]:
    """What ends a region of an operation of the dialect with any number of values."""

    class Terminator(Op, name=f"shape.{mnemonic}"):
        inputs: Operands = any_type
        is_terminator = True
        stands_in = (owner,)
        is_pure = False
        control = Control.RETURN
        syntax = "attr-dict ($inputs^ `:` type($inputs))?"

    Terminator.__doc__, Terminator.__name__ = meaning, class_name(mnemonic)
    return Terminator


AssumingYield = terminator("assuming_yield", "shape.assuming", "Ends the region of shape.assuming.")
Yield = terminator("yield", "shape.reduce", "Ends the region of shape.reduce.")
