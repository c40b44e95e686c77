"""Operations that run a computation on elements: reductions, windows, maps, sorts, scans; normalisation, top k."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hloom.ops.hlo import data as hlo_data
from hloom.ops.hlo import packed as hlo_packed
from hloom.ops.stablehlo import normalization as stablehlo_normalization
from hloom.ops.stablehlo import reduction as stablehlo_reduction
from hloom.ops.stablehlo import sorting as stablehlo_sorting
from hloom.ops.stablehlo import windows as stablehlo_windows
from hloom.support.diagnostics import InputError
from hloom.xla.builder.builder import XlaBuilder
from hloom.xla.builder.computation import XlaComputation
from hloom.xla.builder.op import XlaOp
from hloom.xla.builder.operation import constant_like, operation
from hloom.xla.inference import Window
from hloom.xla.inference.parts import expect_array
from hloom.xla.ops.parts import computation_of, integer, integers, make_padding, number, pairs, window_attributes
from hloom.xla.shape import Shape


def initial_values(builder: XlaBuilder, values: Any, operands: Sequence[XlaOp], what: str) -> list[XlaOp]:
    """One initial value for each operand; numbers take the operand's type."""
    found = [values] if isinstance(values, XlaOp) or not isinstance(values, list | tuple) else list(values)
    if len(found) != len(operands):
        raise InputError(f"{what} needs an initial value for each operand, got {len(operands)} operands and {len(found)} values: "
                         f"operands and init_values size mismatch: {len(operands)} vs {len(found)}")
    return [v if isinstance(v, XlaOp) else constant_like(builder, v, operands[min(k, len(operands) - 1)] if operands else None,
                                                         "init_value") for k, v in enumerate(found)]


def fitted(operands: list[XlaOp], values: list[XlaOp], to_apply: XlaComputation) -> tuple[list[XlaOp], list[XlaOp]]:
    """Operands and initial values in the types of the computation, where these differ in precision only."""
    from hloom.xla.ops.elementwise import ConvertElementType

    given, wanted = [*values, *operands], to_apply.program_shape.parameters
    made = [op if op.element_type is p.element_type or not op.element_type.is_float or not p.element_type.is_float
            else ConvertElementType(op, p.element_type) for op, p in zip(given, wanted)]
    made += given[len(made) :]
    return made[len(values) :], made[: len(values)]


@operation
def Reduce(operand: XlaOp | Sequence[XlaOp], init_value: Any, computation: XlaComputation, dimensions: Sequence[int]) -> XlaOp:
    """Runs a computation along dimensions, from the initial values on (Reduce); of several operands at once it gives a tuple.

    The computation takes the values so far and the elements, and gives new values; the order is not defined. Errors: dimensions
    out of range or repeated, a computation that does not fit.
    """
    operands = [operand] if isinstance(operand, XlaOp) else list(operand)
    if not operands:
        raise InputError("Reduce must have at least 2 arguments, has 0")
    builder, dims, to_apply = operands[0].builder, integers(dimensions, "dimensions"), computation_of(computation)
    values = initial_values(builder, init_value, operands, "Reduce")
    operands, values = fitted(operands, values, to_apply)
    kind = hlo_packed.Reduce if to_apply.result_shape.is_tuple else stablehlo_reduction.Reduce
    return builder.emit(kind, operands, values, computations=[to_apply], dimensions=dims)


@operation
def ReduceAll(operand: XlaOp, init_value: XlaOp, computation: XlaComputation) -> XlaOp:
    """Reduce over every dimension."""
    expect_array(operand.shape, "operand of reduce")
    return Reduce(operand, init_value, computation, range(operand.rank))


@operation
def Scan(inputs: Sequence[XlaOp], inits: Sequence[XlaOp], computation: XlaComputation, scan_dimension: int,
         scan_dimension_size: int | None = None, is_reverse: bool = False, is_associative: bool | None = None) -> XlaOp:
    """Runs a computation along a dimension: it takes elements and carries, gives outputs and carries; the tuple (outputs...,
    carries...).

    Errors: sizes that differ, a computation that does not fit.
    """
    d, to_apply = integer(scan_dimension, "scan_dimension"), computation_of(computation)
    if not inputs:
        raise InputError("Scan expects at least one input.")
    made = inputs[0].builder.emit(hlo_data.Scan, [*inputs, *inits], computations=[to_apply], dimension=d, num_carries=len(inits),
                                  is_reverse=bool(is_reverse), is_associative=bool(is_associative))
    if scan_dimension_size is not None and scan_dimension_size != inputs[0].shape.dimensions[d]:
        raise InputError(f"scan_dimension_size is {scan_dimension_size}, but dimension {d} has {inputs[0].shape.dimensions[d]}")
    return made


# Windows.


def _reduce_window(operand: Any, init_value: Any, computation: Any, window: Window) -> XlaOp:
    operands = [operand] if isinstance(operand, XlaOp) else list(operand)
    to_apply = computation_of(computation)
    values = initial_values(operands[0].builder, init_value, operands, "ReduceWindow")
    operands, values = fitted(operands, values, to_apply)
    kind = hlo_packed.ReduceWindow if len(operands) > 1 else stablehlo_windows.ReduceWindow
    return operands[0].builder.emit(kind, operands, values, computations=[to_apply], **window_attributes(window))


def _first(operand: Any, what: str) -> XlaOp:
    found = operand if isinstance(operand, XlaOp) else next(iter(operand), None)
    if found is None:
        raise InputError(f"Number of operands of {what} must be at least 1.")
    expect_array(found.shape, f"operand of {what}")
    return found


@operation
def ReduceWindow(operand: XlaOp | Sequence[XlaOp], init_value: Any, computation: XlaComputation, window_dimensions: Sequence[int],
                 window_strides: Sequence[int], padding: Any) -> XlaOp:
    """Reduces the elements of a window at each of its places (ReduceWindow); `padding` is SAME or VALID.

    Of several operands it gives a tuple. Errors: a window of another rank, a computation that does not fit.
    """
    first = _first(operand, "reduce-window")
    size, strides = integers(window_dimensions, "window_dimensions"), integers(window_strides, "window_strides")
    pads = make_padding(first.shape.dimensions, size, strides, padding)
    return _reduce_window(operand, init_value, computation, Window.of(size, strides, pads))


@operation
def ReduceWindowWithGeneralPadding(operand: XlaOp | Sequence[XlaOp], init_value: Any, computation: XlaComputation,
                                   window_dimensions: Sequence[int], window_strides: Sequence[int], base_dilations: Sequence[int],
                                   window_dilations: Sequence[int], padding: Any) -> XlaOp:
    """ReduceWindow with dilations and a pair (low, high) of padding a dimension."""
    _first(operand, "reduce-window")
    window = Window.of(integers(window_dimensions, "window_dimensions"), integers(window_strides, "window_strides"),
                       pairs(padding, "padding"), integers(base_dilations, "base_dilations"),
                       integers(window_dilations, "window_dilations"))
    return _reduce_window(operand, init_value, computation, window)


def _select_and_scatter(operand: XlaOp, select: Any, window: Window, source: XlaOp, init_value: XlaOp, scatter: Any) -> XlaOp:
    chooses, adds = computation_of(select, "select"), computation_of(scatter, "scatter")
    return operand.builder.emit(stablehlo_windows.SelectAndScatter, operand, source, init_value, computations=[chooses, adds],
                                **window_attributes(window))


@operation
def SelectAndScatter(operand: XlaOp, select: XlaComputation, window_dimensions: Sequence[int], window_strides: Sequence[int],
                     padding: Any, source: XlaOp, init_value: XlaOp, scatter: XlaComputation) -> XlaOp:
    """Chooses an element in each window and adds to it the element of `source` for that window (SelectAndScatter).

    `select` says of two elements whether the first is chosen; `scatter` joins what an element has with what comes to it.
    `padding` is SAME or VALID. Errors: `source` is not as large as the number of windows, computations that do not fit.
    """
    expect_array(operand.shape, "operand of select-and-scatter")
    size, strides = integers(window_dimensions, "window_dimensions"), integers(window_strides, "window_strides")
    window = Window.of(size, strides, make_padding(operand.shape.dimensions, size, strides, padding))
    return _select_and_scatter(operand, select, window, source, init_value, scatter)


@operation
def SelectAndScatterWithGeneralPadding(operand: XlaOp, select: XlaComputation, window_dimensions: Sequence[int],
                                       window_strides: Sequence[int], padding: Any, source: XlaOp, init_value: XlaOp,
                                       scatter: XlaComputation) -> XlaOp:
    """SelectAndScatter with a pair (low, high) of padding a dimension."""
    window = Window.of(integers(window_dimensions, "window_dimensions"), integers(window_strides, "window_strides"),
                       pairs(padding, "padding"))
    return _select_and_scatter(operand, select, window, source, init_value, scatter)


# Normalisation.


@operation
def BatchNormTraining(operand: XlaOp, scale: XlaOp, offset: XlaOp, epsilon: float, feature_index: int) -> XlaOp:
    """(output, batch mean, batch variance): each feature normalised over all other dimensions (BatchNormTraining)."""
    k = integer(feature_index, "feature_index")
    return operand.builder.emit(hlo_packed.BatchNormTraining, operand, scale, offset, epsilon=number(epsilon, "epsilon"),
                                feature_index=k)


@operation
def BatchNormInference(operand: XlaOp, scale: XlaOp, offset: XlaOp, mean: XlaOp, variance: XlaOp, epsilon: float,
                       feature_index: int) -> XlaOp:
    """Each feature normalised with a mean and a variance that are given (BatchNormInference)."""
    k = integer(feature_index, "feature_index")
    return operand.builder.emit(stablehlo_normalization.BatchNormInference, operand, scale, offset, mean, variance,
                                epsilon=number(epsilon, "epsilon"), feature_index=k)


@operation
def BatchNormGrad(operand: XlaOp, scale: XlaOp, batch_mean: XlaOp, batch_var: XlaOp, grad_output: XlaOp, epsilon: float,
                  feature_index: int) -> XlaOp:
    """(grad operand, grad scale, grad offset): the gradients of BatchNormTraining (BatchNormGrad)."""
    k = integer(feature_index, "feature_index")
    return operand.builder.emit(hlo_packed.BatchNormGrad, operand, scale, batch_mean, batch_var, grad_output,
                                epsilon=number(epsilon, "epsilon"), feature_index=k)


# Maps, sorts.


@operation
def Map(builder: XlaBuilder, operands: Sequence[XlaOp], computation: XlaComputation, dimensions: Sequence[int] | None = None,
        static_operands: Sequence[XlaOp] = ()) -> XlaOp:
    """A computation of scalars applied to the elements at each place (Map); scalars beside arrays stand for every place.

    Errors: dimensions other than all of them, in order; a computation that does not fit.
    """
    from hloom.xla.ops.movement import Broadcast

    if len(static_operands):
        raise InputError("static operands of Map are not supported, as in XLA")
    to_apply = computation_of(computation)
    if dimensions is None:
        dimensions = range(max((o.rank for o in operands), default=0))
    dims = integers(dimensions, "dimensions")
    like = next((o for o in operands if o.shape.rank), None)
    wide = [Broadcast(o, like.shape.dimensions) if like is not None and o.shape.is_scalar else o for o in operands]
    return builder.emit(stablehlo_reduction.Map, wide, computations=[to_apply], dimensions=dims)


@operation
def Sort(
    operands: Sequence[XlaOp], comparator: XlaComputation | None = None, dimension: int = -1, is_stable: bool = False
) -> XlaOp:
    """The operands in order along a dimension, together; of several operands a tuple (Sort).

    The comparator takes two elements of each operand, `(a0, b0, a1, b1, ...)`, and says whether the first come before the
    second; without
    one it is LtTotalOrder of the first operand. Dimension -1 is the last. Errors: sizes that differ, a comparator that does not
    fit.
    """
    values = list(operands)
    if not values:
        raise InputError("Sort expects at least one operand.")
    if comparator is None:
        from hloom.xla.ops.comparators import CreateScalarLtComputation

        comparator = CreateScalarLtComputation([v.element_type for v in values], values[0].builder)
    d, compare = integer(dimension, "dimension"), computation_of(comparator, "comparator")
    if d == -1 and values[0].shape.is_array:
        d = max(values[0].rank - 1, 0)
    return values[0].builder.emit(hlo_packed.Sort if len(values) > 1 else stablehlo_sorting.Sort, values, computations=[compare],
                                  dimension=d, is_stable=bool(is_stable))


@operation
def TopK(operand: XlaOp, k: int, largest: bool = True) -> XlaOp:
    """(values, indices of S32): the `k` largest, or smallest, elements of each row, in order; of equal ones the first (TopK)."""
    from hloom.ir.attributes import BoolAttr

    count = integer(k, "k")
    discardable = {} if largest else {"hlo.largest": BoolAttr(False)}
    return operand.builder.emit(hlo_packed.TopK, operand, k=count, discardable=discardable)


# Random numbers.


@operation
def RngNormal(mu: XlaOp, sigma: XlaOp, shape: Any) -> XlaOp:
    """Random numbers with a mean and a standard deviation (RngNormal). Errors: elements that are not floating point."""
    return _rng(mu, sigma, shape, "NORMAL")


@operation
def RngUniform(a: XlaOp, b: XlaOp, shape: Any) -> XlaOp:
    """Random numbers from a to before b (RngUniform). Errors: bounds of other types than the shape says."""
    return _rng(a, b, shape, "UNIFORM")


def _rng(a: XlaOp, b: XlaOp, shape: Any, distribution: str) -> XlaOp:
    from hloom.xla.ops.inputs import shape_of

    return a.builder.emit(hlo_data.Rng, a, b, shape=shape_of(shape), distribution=distribution)


_ALGORITHMS = {"RNG_DEFAULT": "DEFAULT", "RNG_THREE_FRY": "THREE_FRY", "RNG_PHILOX": "PHILOX", "DEFAULT": "DEFAULT",
               "THREE_FRY": "THREE_FRY", "PHILOX": "PHILOX"}


@operation
def RngBitGenerator(algorithm: str, initial_state: XlaOp, shape: Any) -> XlaOp:
    """(new state, bits): random bits by an algorithm, DEFAULT, THREE_FRY or PHILOX, from a state (RngBitGenerator).

    THREE_FRY has a state of u64[2] or u32[4], PHILOX of u64[2] or u64[3], DEFAULT of any of these.
    """
    from hloom.xla.ops.inputs import shape_of

    found = _ALGORITHMS.get(str(algorithm).upper())
    if found is None:
        raise InputError(f"the algorithm {algorithm!r:.40} is not known; known: DEFAULT, THREE_FRY, PHILOX")
    bits = shape_of(shape)
    expect_array(initial_state.shape, "initial state of RngBitGenerator")
    expect_array(bits, "result of RngBitGenerator")
    if not initial_state.element_type.is_integer or initial_state.rank != 1:
        raise InputError(f"the state of RngBitGenerator is a vector of integers, not {initial_state.shape.to_text(False)}.")
    if not bits.element_type.is_integer and not bits.element_type.is_float:
        raise InputError(f"RngBitGenerator gives integral or floating-point elements, not {bits.to_text(layouts=False)}.")
    whole = Shape.of_tuple([initial_state.shape, bits])
    return initial_state.builder.emit(hlo_packed.RngBitGenerator, initial_state, shape=whole, rng_algorithm=found)
