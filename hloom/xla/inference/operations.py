"""The shape of what an operation in the form of HLO gives, by XLA's rules: which rule each operation has.

Most follow from the operations' definitions (`definitions`). The rules here are for what XLA alone says: arrays that are
broadcast, bounds, computations that take other precisions, sparse kernels, tuples.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from hloom.ir.layout import Layout
from hloom.ops.builtin.function import Call
from hloom.ops.builtin.module import Module
from hloom.ops.chlo import elementwise as chlo_elementwise
from hloom.ops.common.attributes import ConvDimensionNumbers
from hloom.ops.definition.operation import Op
from hloom.ops.hlo import communication as hlo_communication
from hloom.ops.hlo import control as hlo_control
from hloom.ops.hlo import convolution as hlo_convolution
from hloom.ops.hlo import data as hlo_data
from hloom.ops.hlo import exchange as hlo_exchange
from hloom.ops.hlo import packed as hlo_packed
from hloom.ops.hlo import rounding as hlo_rounding
from hloom.ops.stablehlo import (
    collective,
    communication,
    comparison,
    contraction,
    conversion,
    creation,
    dimension_sizes,
    elementwise,
    linear_algebra,
    movement,
    normalization,
    sorting,
    tuples,
)
from hloom.ops.stablehlo import convolution as stablehlo_convolution
from hloom.ops.stablehlo import gather as stablehlo_gather
from hloom.ops.stablehlo import reduction as reduction_ops
from hloom.ops.stablehlo import scatter as stablehlo_scatter
from hloom.ops.stablehlo import windows as windows_ops
from hloom.support.diagnostics import InputError
from hloom.xla.broadcasting import broadcast_operands
from hloom.xla.inference import collectives, control, conversions, reduction
from hloom.xla.inference import contraction as contraction_rules
from hloom.xla.inference import movement as movement_rules
from hloom.xla.inference.definitions import check, refuse, results
from hloom.xla.inference.parts import (
    ProgramShape,
    array,
    expect_array,
    expect_reducer,
    fail,
    known_shape,
    merged,
    plain,
    same_dimensions,
    sizes_of,
)
from hloom.xla.inference.windows import window_of
from hloom.xla.shape import UNBOUNDED, Shape
from hloom.xla.shape_util import make_maybe_tuple_shape as maybe_tuple
from hloom.xla.shape_util import same_element_type

#: What a rule gets: the operation, the shapes of its operands, and the shape that is stated.
Rule = Callable[[Any, Any, Any], Shape | None]


def result_shape(op: Op, stated: Shape | None = None, callee: ProgramShape | None = None,
                 operands: Sequence[Shape] | None = None) -> Shape | None:
    """The shape that follows from an operation's operands and attributes; None where it must be stated.

    Rules that only say whether a stated shape is possible get it as `stated`; of a product it says the type. `callee` is what
    the called computation of an operation takes and gives that is not part of a module yet. `operands` are the operands' shapes,
    where they are known. InputError, in XLA's words, for operands that do not fit.
    """
    if operands is None:
        operands = [known_shape(v.stated_type) for v in op.operands]
    if isinstance(op, Call):
        return control.call(operands, callee if callee is not None else called(op, op.callee))
    if callee is not None and isinstance(op, hlo_control.AsyncStart):
        return control.async_start(operands, callee)
    rule = RULES.get(type(op))
    if rule is None and type(op) in STATED and stated is not None:
        rule = STATED[type(op)]
    return rule(op, operands, stated) if rule is not None else None


def program_shape(region: Any) -> ProgramShape:
    """What a computation takes and gives."""
    result = region.block.terminator.operands[0]
    return ProgramShape(tuple(known_shape(a.stated_type) for a in region.arguments), known_shape(result.stated_type))


def called(op: Any, name: str) -> ProgramShape:
    """What a computation of the module takes and gives, by its name."""
    module: Any = op
    while module is not None and not isinstance(module, Module):
        module = module.parent
    function = module.functions.get(name) if module is not None else None
    if function is None:
        raise InputError(f"there is no computation {name}")
    return program_shape(function.regions[0])


# Rules for kinds of operations.


def _defined(op: Any, s: Any, stated: Any) -> Shape:
    """What the definition infers."""
    return results(op, s)[0]


def _first(op: Any, s: Any, stated: Any) -> Shape:
    return s[0]


def _second(op: Any, s: Any, stated: Any) -> Shape:
    return movement_rules.get_tuple_element(s[0], 1)


def _cube_root(op: Any, s: Any, stated: Any) -> Shape:
    if s[0].is_array and s[0].element_type.is_complex:
        fail(f"Expected element type in shape to be floating for cbrt operation; got {plain(s[0])}.")
    return _defined(op, s, stated)


def _pair(op: Any, s: Any, stated: Any) -> Shape:
    """Of two arrays that XLA may broadcast: what the definition infers for arrays of the shape that they have together."""
    lhs, rhs = s
    if lhs.is_array and lhs.is_static and lhs.element_type is rhs.element_type and lhs.dimensions == rhs.dimensions:
        return _defined(op, s, stated)
    shape = broadcast_operands(lhs, rhs, (), op.mnemonic.replace("_", "-")).shape
    made = results(op, [shape, shape])[0]
    return array(made.element_type, sizes_of(shape))


def _complex(op: Any, s: Any, stated: Any) -> Shape:
    if s[0].is_array and s[1].is_array and s[0].element_type is not s[1].element_type:
        fail(f"Complex component type is not supported: {plain(s[0])}, {plain(s[1])}.")
    return _pair(op, s, stated)


def _select(op: Any, s: Any, stated: Any) -> Shape:
    made = _defined(op, s, stated)
    arrays = [*s[1:], *s[:1]] if not s[0].is_scalar else s[1:]
    if not same_dimensions(arrays):
        refuse(op, "C1")
    # A size that one of the arrays has as a bound is one of the result.
    bounded = [any(dynamic and n != UNBOUNDED for n, dynamic in column) for column in zip(*map(sizes_of, arrays))]
    return array(made.element_type, [(n, d or b) for (n, d), b in zip(merged(arrays), bounded)])


def _clamp(op: Any, s: Any, stated: Any) -> Shape:
    made = _defined(op, s, stated)
    if not same_dimensions([s[1], *(x for x in s[::2] if not x.is_scalar)]):
        refuse(op, "C1")
    return made


def _transpose(op: Any, s: Any, stated: Any) -> Shape:
    """The elements stay where they are in memory; in a text that states no layouts they lie by the default one."""
    made, (operand,) = _defined(op, s, stated), s
    layout = operand.layout
    if layout is None or layout.tiles or not layout.is_dense or len(layout.minor_to_major) != operand.rank:
        return made if layout is not None or stated is not None else made.with_layout(
            [op.permutation.index(d) for d in range(operand.rank - 1, -1, -1)])
    return made.with_layout(Layout([op.permutation.index(d) for d in layout.minor_to_major]))


def _from_vector(cls: type[Op], before: int) -> Rule:
    """Slices whose start is one vector, or scalars, of which there are as many as dimensions."""
    def rule(op: Any, s: Any, stated: Any) -> Shape:
        starts = s[before]
        scalars = [Shape(starts.element_type)] * starts.dimensions[0] if starts.is_array and starts.rank == 1 else [starts]
        return results(op, [*s[:before], *scalars], cls)[0]

    return rule


def _transform(op: Any, s: Any, stated: Any) -> Shape:
    made = _defined(op, s, stated)
    if op.fft_type != "RFFT" or made.dimensions[-1] != UNBOUNDED:
        return made
    return array(made.element_type, [*sizes_of(made)[:-1], (op.fft_length[-1] // 2 + 1 if op.fft_length[-1] else 0, False)])


def _normalized(op: Any, s: Any, stated: Any) -> Shape:
    """The operand's shape, and where a tuple is given two vectors of features."""
    check(op, s)
    whole, vector = (array(s[0].element_type, sizes) for sizes in (sizes_of(s[0]), [sizes_of(s[0])[op.feature_index]]))
    return Shape.of_tuple([whole, vector, vector]) if isinstance(op, hlo_packed.Packed) else whole


# Products.


def _dot(op: Any, s: Any, stated: Any) -> Shape:
    made = results(op, s[:2], contraction.DotGeneral)[0]
    return array(contraction_rules.product_type(s[0], s[1], stated), sizes_of(made))


def _scaled_dot(op: Any, s: Any, stated: Any) -> Shape:
    contraction_rules.check_scales(s)
    return _dot(op, s, stated)


def _ragged_dot(op: Any, s: Any, stated: Any) -> Shape:
    return contraction_rules.ragged_dot(op, s, stated)


def _convolution(op: Any, s: Any, stated: Any) -> Shape:
    lhs, rhs = s
    numbers: ConvDimensionNumbers = op.dimension_numbers
    kernel = contraction_rules.dense_kernel(rhs, numbers, getattr(op, "rhs_sparsity", None))
    size = op.attributes.get("hlo.window_size")
    if size is not None and kernel.rank == len(size.values) + 2:
        spatial = dict(zip(numbers.kernel_spatial_dimensions, size.values))
        if any(kernel.dimensions[d] not in (n, UNBOUNDED) for d, n in spatial.items() if 0 <= d < kernel.rank):
            fail(f"Window dimensions do not match RHS shape: window {list(size.values)}, rhs {plain(rhs)}.")
        sizes = [(spatial.get(d, n), b and d not in spatial) for d, (n, b) in enumerate(sizes_of(kernel))]
        kernel = array(kernel.element_type, sizes)
    if getattr(op, "lhs_sparsity", None) is not None:
        fail("Sparsity of the lhs of convolution is not supported.")
    numbers = contraction_rules.kernel_numbers(op, lhs, kernel, numbers)
    made = results(op, [lhs, kernel], stablehlo_convolution.Convolution, dimension_numbers=numbers)[0]
    return array(contraction_rules.product_type(lhs, kernel, stated), sizes_of(made))


# What runs computations.


def _halves(s: Any) -> tuple[list[Shape], list[Shape]]:
    """The arrays and the initial values of a reduction."""
    return s[: len(s) // 2], s[len(s) // 2 :]


def _reduced(computation: ProgramShape, sizes: Any) -> Shape:
    """Arrays of one shape, of the types that a computation gives."""
    result = computation.result
    shapes = [array(s.element_type, sizes) for s in (result.tuple_shapes if result.is_tuple else (result,))]
    return Shape.of_tuple(shapes) if result.is_tuple else shapes[0]


def _reduce(op: Any, s: Any, stated: Any) -> Shape:
    arrays, values = _halves(s)
    check(op, s)
    computation = program_shape(op.regions[0])
    expect_reducer(computation, values, arrays)
    return _reduced(computation, [n for d, n in enumerate(merged(arrays)) if d not in op.dimensions])


def _reduce_window(op: Any, s: Any, stated: Any) -> Shape:
    arrays, values = _halves(s)
    check(op, s)
    computation = program_shape(op.regions[0])
    expect_reducer(computation, values, arrays)
    made = _reduced(computation, window_of(op).output(merged(arrays)))
    return made if len(arrays) > 1 or not made.is_tuple else made.tuple_shapes[0]


def _select_and_scatter(op: Any, s: Any, stated: Any) -> Shape:
    check(op, s)
    operand, source, value = s
    select, scatter = map(program_shape, op.regions)
    reduction.expect_chooser(select, operand)
    expect_reducer(scatter, [value], [source])
    windowed = array(operand.element_type, window_of(op).output(sizes_of(operand)))
    if not same_dimensions([source, windowed]) or not same_element_type(source, windowed, False):
        fail(f"Source shape does not match the shape of window-reduced operand: source({plain(source)}), window-reduced "
             f"operand({plain(windowed)}).")
    return array(operand.element_type, sizes_of(operand))


def _scatter(op: Any, s: Any, stated: Any) -> Shape:
    count = len(s) // 2
    check(op, s)
    expect_reducer(program_shape(op.regions[0]), [Shape(x.element_type) for x in s[:count]], s[count + 1 :])
    return maybe_tuple([array(x.element_type, sizes_of(x)) for x in s[:count]])


def _sort(op: Any, s: Any, stated: Any) -> Shape:
    check(op, s)
    if not all(same_dimensions([s[0], x]) for x in s):
        refuse(op, "C3", sorting.Sort)
    reduction.expect_comparator(program_shape(op.regions[0]), s)
    return maybe_tuple([array(x.element_type, sizes_of(x)) for x in s])


def _map(op: Any, s: Any, stated: Any) -> Shape:
    # Scalars of the arrays' type stand for every place.
    arrays = [x for x in s if x.rank] or list(s)
    if not all(x.rank or not x.is_array or same_element_type(x, arrays[0], False) for x in s):
        refuse(op, "C1")
    check(op, [x if x.rank or not x.is_array else arrays[0] for x in s])
    if not same_dimensions(arrays):
        refuse(op, "C1")
    computation = program_shape(op.regions[0])
    reduction.expect_function(computation, s)
    return array(computation.result.element_type, sizes_of(arrays[0]))


def _scan(op: Any, s: Any, stated: Any) -> Shape:
    count = len(s) - op.num_carries
    return reduction.scan(s[:count], s[count:], program_shape(op.regions[0]), op.dimension)


# Exchange.


def _exchanged(op: Any, shapes: Sequence[Shape], what: str) -> Shape:
    """The shapes of what is exchanged; of the packed form always a tuple."""
    if not shapes:
        fail(f"{what} expects at least one operand.")
    for shape in shapes:
        expect_array(shape, f"operand of {what.lower()}")
    made = [array(s.element_type, sizes_of(s)) for s in shapes]
    return Shape.of_tuple(made) if isinstance(op, hlo_packed.Packed) else maybe_tuple(made)


def _all_reduce(op: Any, s: Any, stated: Any) -> Shape:
    made = _exchanged(op, s, "All-reduce")
    collectives.expect_reducer(program_shape(op.regions[0]), s, "All-reduce")
    return made


def _broadcast(op: Any, s: Any, stated: Any) -> Shape:
    values = collectives.without_roots(s, op.has_dynamic_root, "collective-broadcast")
    return _exchanged(op, values, "Collective-broadcast")


def _permute(op: Any, s: Any, stated: Any) -> Shape | None:
    """Of several arrays; what is put into a part of an array is stated."""
    return None if op.slice_sizes is not None else Shape.of_tuple([_exchanged(op, [x], "Collective-permute") for x in s])


def _reduce_scatter(op: Any, s: Any, stated: Any) -> Shape:
    collectives.expect_reducer(program_shape(op.regions[0]), s, "Reduce-scatter")
    return stated


def _all_to_all(op: Any, s: Any, stated: Any) -> Shape | None:
    return collectives.all_to_all_tuple(s) if op.dimension is None else None


def _ragged(op: Any, s: Any, stated: Any) -> Shape:
    check(op, s)
    return array(s[1].element_type, sizes_of(s[1]))


def _functions() -> dict[type[Op], Rule]:
    """Functions of each element, by the number of their operands."""
    own = [cls for module in (elementwise, chlo_elementwise) for cls in vars(module).values()]
    found: dict[type[Op], Rule] = {}
    for cls in own:
        if isinstance(cls, type) and issubclass(cls, Op) and cls is not Op and hasattr(cls, "definition"):
            count = len(cls.definition.operands)
            if count in (1, 2) and not cls.definition.regions:
                found[cls] = _defined if count == 1 else _pair
    return found


_DEFINED: Final = (
    conversion.Real, conversion.Imag, conversion.IsFinite, conversion.ReducePrecision, movement.Reverse, movement.Concatenate,
    movement.Pad, movement.Slice, stablehlo_gather.Gather, linear_algebra.Cholesky, linear_algebra.TriangularSolve,
    stablehlo_gather.DynamicSlice, stablehlo_gather.DynamicUpdateSlice, dimension_sizes.GetDimensionSize)

RULES: Final[dict[type[Op], Rule]] = {
    **_functions(), **dict.fromkeys(_DEFINED, _defined),
    elementwise.Cbrt: _cube_root, conversion.Complex: _complex, comparison.Compare: _pair,
    comparison.Select: _select, comparison.Clamp: _clamp, movement.Transpose: _transpose,
    tuples.Tuple: lambda op, s, stated: Shape.of_tuple(s),
    tuples.GetTupleElement: lambda op, s, stated: movement_rules.get_tuple_element(s[0], op.index),
    dimension_sizes.SetDimensionSize: lambda op, s, stated: movement_rules.set_dimension_size(op, s, stated),
    hlo_data.DynamicSlice: _from_vector(stablehlo_gather.DynamicSlice, 1),
    hlo_data.DynamicUpdateSlice: _from_vector(stablehlo_gather.DynamicUpdateSlice, 2),
    contraction.DotGeneral: _dot, hlo_convolution.Dot: _dot, hlo_data.RaggedDot: _ragged_dot, hlo_data.ScaledDot: _scaled_dot,
    stablehlo_convolution.Convolution: _convolution, hlo_convolution.Convolution: _convolution, linear_algebra.Fft: _transform,
    normalization.BatchNormInference: _normalized, hlo_packed.BatchNormTraining: _normalized,
    hlo_packed.BatchNormGrad: _normalized,
    hlo_packed.TopK: lambda op, s, stated: Shape.of_tuple(results(op, s)),
    reduction_ops.Map: _map, reduction_ops.Reduce: _reduce, hlo_packed.Reduce: _reduce,
    windows_ops.ReduceWindow: _reduce_window, hlo_packed.ReduceWindow: _reduce_window,
    windows_ops.SelectAndScatter: _select_and_scatter, hlo_data.Scan: _scan,
    sorting.Sort: _sort, hlo_packed.Sort: _sort, stablehlo_scatter.Scatter: _scatter, hlo_packed.Scatter: _scatter,
    hlo_data.Copy: _first, hlo_data.OptimizationBarrier: _first, hlo_data.AddDependency: _first, hlo_data.Domain: _first,
    communication.AfterAll: lambda op, s, stated: Shape.token(),
    hlo_control.Fusion: lambda op, s, stated: control.call(s, program_shape(op.regions[0])),
    hlo_control.While: lambda op, s, stated: control.while_loop(program_shape(op.regions[0]), program_shape(op.regions[1]), s[0]),
    hlo_control.Conditional: lambda op, s, stated: control.conditional(s[0], [program_shape(r) for r in op.regions], s[1:]),
    hlo_control.AsyncUpdate: lambda op, s, stated: control.async_done(s[0]) and s[0],
    hlo_control.AsyncDone: lambda op, s, stated: control.async_done(s[0]),
    collective.AllReduce: _all_reduce, hlo_packed.AllReduce: _all_reduce,
    collective.CollectiveBroadcast: _broadcast, hlo_packed.CollectiveBroadcast: _broadcast,
    collective.CollectivePermute: lambda op, s, stated: _exchanged(op, s, "Collective-permute"),
    hlo_communication.CollectivePermute: _permute, hlo_communication.AllToAll: _all_to_all, hlo_exchange.RaggedAllToAll: _ragged,
    hlo_communication.AllReduceDone: _first, hlo_communication.CollectivePermuteDone: _second,
    hlo_communication.AllGatherDone: _second,
    collective.ReplicaId: lambda op, s, stated: Shape("u32"), collective.PartitionId: lambda op, s, stated: Shape("u32"),
}

#: Operations whose shape is stated, and what it may be.
STATED: Final[dict[type[Op], Rule]] = {
    movement.BroadcastInDim: lambda op, s, stated: movement_rules.broadcast_in_dim(s[0], stated, list(op.broadcast_dimensions)),
    movement.Reshape: lambda op, s, stated: movement_rules.reshape(s[0], stated.dimensions).replace(
        dynamic_dimensions=stated.dynamic_dimensions),
    conversion.Convert: lambda op, s, stated: array(stated.element_type, sizes_of(s[0])),
    conversion.BitcastConvert: lambda op, s, stated: conversions.bitcast_convert(s[0], stated.element_type),
    creation.Iota: lambda op, s, stated: movement_rules.iota(stated, op.iota_dimension),
    hlo_rounding.StochasticConvert: lambda op, s, stated: conversions.stochastic_convert(s[0], s[1], stated.element_type),
    hlo_data.Rng: lambda op, s, stated: reduction.rng(s[0], s[1], stated, op.distribution),
    collective.ReduceScatter: _reduce_scatter,
}
