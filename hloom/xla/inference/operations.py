"""The shape of what an operation in the form of HLO gives, by XLA's rules: which rule each operation has, and its arguments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from hloom.ir.types import TensorType, TupleType
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
    reduction,
    sorting,
    tuples,
    windows,
)
from hloom.ops.stablehlo import convolution as stablehlo_convolution
from hloom.ops.stablehlo import gather as stablehlo_gather
from hloom.ops.stablehlo import scatter as stablehlo_scatter
from hloom.support.diagnostics import InputError
from hloom.xla import inference as rules
from hloom.xla.inference.parts import ProgramShape
from hloom.xla.inference.windows import Window
from hloom.xla.shape import Shape

#: What a rule gets: the operation, and the shapes of its operands.
Rule = Callable[[Any, Any], Shape | None]
RULES: Final[dict[type[Op], Rule]] = {}


def result_shape(op: Op, stated: Shape | None = None, callee: ProgramShape | None = None) -> Shape | None:
    """The shape that follows from an operation's operands and attributes; None where it must be stated.

    Rules that only say whether a stated shape is possible get it as `stated`. `callee` is what the called computation of an
    operation takes and gives that is not part of a module yet. InputError, in XLA's words, for operands that do not fit.
    """
    rule = RULES.get(type(op))
    operands = [Shape.of_type(v.stated_type) for v in op.operands]
    if isinstance(op, Call):
        return rules.call(operands, callee if callee is not None else called(op, op.callee))
    if rule is not None:
        return rule(op, operands)
    checked = STATED.get(type(op))
    return checked(op, operands, stated) if checked is not None and stated is not None else None


def program_shape(region: Any) -> ProgramShape:
    """What a computation takes and gives."""
    result = region.block.terminator.operands[0]
    return ProgramShape(tuple(Shape.of_type(a.stated_type) for a in region.arguments), Shape.of_type(result.stated_type))


def called(op: Any, name: str) -> ProgramShape:
    """What a computation of the module takes and gives, by its name."""
    module: Any = op
    while module is not None and not isinstance(module, Module):
        module = module.parent
    function = module.functions.get(name) if module is not None else None
    if function is None:
        raise InputError(f"there is no computation {name}")
    return program_shape(function.regions[0])


def _functions() -> None:
    """Functions of each element, by the number of their operands."""
    def one(op: Any, operands: Any) -> Shape:
        return rules.unary(op.mnemonic.replace("_", "-"), operands[0])

    def two(op: Any, operands: Any) -> Shape:
        return rules.binary(op.mnemonic.replace("_", "-"), *operands)

    own = [cls for module in (elementwise, chlo_elementwise) for cls in vars(module).values()]
    own += [conversion.Real, conversion.Imag, conversion.IsFinite, conversion.Complex]
    for cls in own:
        if isinstance(cls, type) and issubclass(cls, Op) and cls is not Op and hasattr(cls, "definition"):
            count = len(cls.definition.operands)
            if count in (1, 2) and not cls.definition.regions:
                RULES[cls] = one if count == 1 else two


def _halves(operands: Any) -> tuple[list[Shape], list[Shape]]:
    """The arrays and the initial values of a reduction."""
    return operands[: len(operands) // 2], operands[len(operands) // 2 :]


def _pairs(value: Any, count: int) -> list[tuple[int, int]]:
    """Padding as pairs; none is stated as None."""
    return [(0, 0)] * count if value is None else [(int(low), int(high)) for low, high in value]


def _window(op: Any) -> Window:
    size = list(op.window_dimensions)
    return Window.of(size, list(op.window_strides or ()), _pairs(op.padding, len(size)),
                     list(getattr(op, "base_dilations", None) or ()), list(getattr(op, "window_dilations", None) or ()))


def _reduce(op: Any, operands: Any) -> Shape:
    arrays, values = _halves(operands)
    return rules.reduce(arrays, values, list(op.dimensions), program_shape(op.regions[0]))


def _reduce_window(op: Any, operands: Any) -> Shape:
    arrays, values = _halves(operands)
    return rules.reduce_window(arrays, values, _window(op), program_shape(op.regions[0]))


def _scatter(op: Any, operands: Any) -> Shape:
    count = len(operands) // 2
    return rules.scatter(operands[:count], operands[count], operands[count + 1 :], program_shape(op.regions[0]),
                         op.scatter_dimension_numbers)


def _sort(op: Any, operands: Any) -> Shape:
    return rules.sort(operands, program_shape(op.regions[0]), op.dimension)


def _map(op: Any, operands: Any) -> Shape:
    return rules.map_elements(operands, program_shape(op.regions[0]), list(op.dimensions))


def _convolution(op: Any, operands: Any) -> Shape:
    lhs, rhs = operands
    numbers: ConvDimensionNumbers = op.dimension_numbers
    kernel = rhs.tuple_shapes[0] if rhs.is_tuple and rhs.tuple_shapes else rhs
    size = op.attributes.get("hlo.window_size")
    sizes = tuple(size.values) if size is not None else tuple(
        kernel.dimensions[d] for d in numbers.kernel_spatial_dimensions if kernel.is_array and d < kernel.rank)
    window = Window.of(sizes, list(op.window_strides or ()), _pairs(op.padding, len(sizes)), list(op.lhs_dilation or ()),
                       list(op.rhs_dilation or ()), list(op.window_reversal or ()))
    stated = op.results[0].type.element if op.results and isinstance(op.results[0].type, TensorType) else None
    preferred = Shape.of_type(TensorType((), stated)).element_type if stated is not None else None
    return rules.convolution(lhs, rhs, op.feature_group_count, op.batch_group_count, window, numbers, preferred,
                             hlo_convolution.is_input_gradient(op.attributes), getattr(op, "lhs_sparsity", None),
                             getattr(op, "rhs_sparsity", None))


def _product(function: Callable[..., Shape], numbers: str) -> Rule:
    def rule(op: Any, operands: Any) -> Shape:
        stated = op.results[0].type.element if op.results and isinstance(op.results[0].type, TensorType) else None
        preferred = Shape.of_type(TensorType((), stated)).element_type if stated is not None else None
        return function(*operands, getattr(op, numbers), preferred)

    return rule


def _batch_norm(what: str, names: Sequence[str], has_gradient: bool = False) -> Rule:
    def rule(op: Any, operands: Any) -> Shape:
        return rules.batch_norm(what, operands[0], list(zip(names, operands[1:])), op.feature_index,
                                operands[-1] if has_gradient else None)

    return rule


def _same(op: Any, operands: Any) -> Shape:
    return operands[0]


def _scan(op: Any, operands: Any) -> Shape:
    count = len(operands) - op.num_carries
    return rules.scan(operands[:count], operands[count:], program_shape(op.regions[0]), op.dimension)


def _all_to_all(op: Any, operands: Any) -> Shape | None:
    return rules.all_to_all_tuple(operands) if op.dimension is None and isinstance(op.results[0].type, TupleType) else None


def _padding(op: Any, operands: Any) -> Shape:
    return rules.pad(operands[0], operands[1], list(zip(op.edge_padding_low, op.edge_padding_high, op.interior_padding)))


def _select_and_scatter(op: Any, operands: Any) -> Shape:
    operand, source, value = operands
    select, scatter = map(program_shape, op.regions)
    return rules.select_and_scatter(operand, select, _window(op), source, value, scatter)


_OWN: Final[dict[type[Op], Rule]] = {
    comparison.Select: lambda op, s: rules.select(*s),
    comparison.Clamp: lambda op, s: rules.clamp(*s),
    comparison.Compare: lambda op, s: rules.compare(s[0], s[1], (), op.comparison_direction),
    movement.Transpose: lambda op, s: rules.transpose(
        s[0] if s[0].layout is not None else s[0].with_layout(range(s[0].rank - 1, -1, -1)), list(op.permutation)),
    movement.Reverse: lambda op, s: rules.reverse(s[0], list(op.dimensions)),
    movement.Concatenate: lambda op, s: rules.concatenate(s, op.dimension),
    movement.Pad: _padding,
    tuples.Tuple: lambda op, s: rules.tuple_of(s),
    tuples.GetTupleElement: lambda op, s: rules.get_tuple_element(s[0], op.index),
    dimension_sizes.GetDimensionSize: lambda op, s: rules.get_dimension_size(s[0], op.dimension),
    dimension_sizes.SetDimensionSize: lambda op, s: rules.set_dimension_size(s[0], s[1], op.dimension),
    contraction.DotGeneral: _product(rules.dot, "dot_dimension_numbers"),
    hlo_convolution.Dot: _product(rules.dot, "dot_dimension_numbers"),
    hlo_data.RaggedDot: _product(rules.ragged_dot, "ragged_dot_dimension_numbers"),
    stablehlo_convolution.Convolution: _convolution, hlo_convolution.Convolution: _convolution,
    linear_algebra.Fft: lambda op, s: rules.fft(s[0], op.fft_type, list(op.fft_length)),
    linear_algebra.Cholesky: lambda op, s: rules.cholesky(s[0]),
    linear_algebra.TriangularSolve: lambda op, s: rules.triangular_solve(s[0], s[1], op.left_side, op.transpose_a),
    normalization.BatchNormInference: _batch_norm("inference", ("scale", "offset", "mean", "variance")),
    hlo_packed.BatchNormTraining: _batch_norm("training", ("scale", "offset")),
    hlo_packed.BatchNormGrad: _batch_norm("grad", ("scale", "mean", "variance"), True),
    reduction.Map: _map, reduction.Reduce: _reduce, hlo_packed.Reduce: _reduce,
    windows.ReduceWindow: _reduce_window, hlo_packed.ReduceWindow: _reduce_window,
    windows.SelectAndScatter: _select_and_scatter, hlo_data.Scan: _scan,
    sorting.Sort: _sort, hlo_packed.Sort: _sort, hlo_packed.TopK: lambda op, s: rules.topk(s[0], op.k),
    stablehlo_gather.Gather: lambda op, s: rules.gather(s[0], s[1], op.dimension_numbers, list(op.slice_sizes)),
    stablehlo_scatter.Scatter: _scatter, hlo_packed.Scatter: _scatter,
    stablehlo_gather.DynamicUpdateSlice: lambda op, s: rules.dynamic_update_slice(s[0], s[1], s[2:]),
    stablehlo_gather.DynamicSlice: lambda op, s: rules.dynamic_slice(s[0], s[1:], list(op.slice_sizes)),
    hlo_data.DynamicUpdateSlice: lambda op, s: rules.dynamic_update_slice(s[0], s[1], s[2:]),
    hlo_data.DynamicSlice: lambda op, s: rules.dynamic_slice(s[0], s[1:], list(op.slice_sizes)),
    movement.Slice: lambda op, s: rules.slice_array(s[0], list(op.start_indices), list(op.limit_indices), list(op.strides)),
    conversion.ReducePrecision: lambda op, s: rules.reduce_precision(s[0], op.exponent_bits, op.mantissa_bits),
    hlo_data.Copy: _same, hlo_data.OptimizationBarrier: _same, hlo_data.AddDependency: _same, hlo_data.Domain: _same,
    communication.AfterAll: lambda op, s: Shape.token(),
    hlo_control.Fusion: lambda op, s: rules.call(s, program_shape(op.regions[0])),
    hlo_control.While: lambda op, s: rules.while_loop(program_shape(op.regions[0]), program_shape(op.regions[1]), s[0]),
    hlo_control.Conditional: lambda op, s: rules.conditional(s[0], [program_shape(r) for r in op.regions], s[1:]),
    hlo_control.AsyncUpdate: _same, hlo_control.AsyncDone: lambda op, s: rules.async_done(s[0]),
    collective.AllReduce: lambda op, s: rules.all_reduce(s), hlo_packed.AllReduce: lambda op, s: rules.all_reduce(s),
    hlo_communication.AllReduceDone: _same,
    collective.CollectivePermute: lambda op, s: rules.collective_permute(s),
    hlo_exchange.RaggedAllToAll: lambda op, s: rules.ragged_all_to_all(s),
    hlo_communication.CollectivePermuteDone: lambda op, s: rules.get_tuple_element(s[0], 1),
    hlo_communication.AllGatherDone: lambda op, s: rules.get_tuple_element(s[0], 1),
    collective.ReplicaId: lambda op, s: Shape("u32"), collective.PartitionId: lambda op, s: Shape("u32"),
}
RULES.update(_OWN)
_functions()

#: Operations whose shape is stated, and what it may be.
STATED: Final[dict[type[Op], Callable[[Any, Any, Shape], Shape]]] = {
    movement.BroadcastInDim: lambda op, s, stated: rules.broadcast_in_dim(s[0], stated, list(op.broadcast_dimensions)),
    movement.Reshape: lambda op, s, stated: rules.reshape(s[0], stated.dimensions),
    # Of a complex number the real part is taken, which only the builder refuses.
    conversion.Convert: lambda op, s, stated: rules.convert(
        s[0] if not s[0].is_array or stated.element_type.is_complex else rules.unary("real", s[0])
        if s[0].element_type.is_complex else s[0], stated.element_type),
    conversion.BitcastConvert: lambda op, s, stated: rules.bitcast_convert(s[0], stated.element_type),
    creation.Iota: lambda op, s, stated: rules.iota(stated, op.iota_dimension),
    hlo_rounding.StochasticConvert: lambda op, s, stated: rules.stochastic_convert(s[0], s[1], stated.element_type),
    hlo_data.Rng: lambda op, s, stated: rules.rng(s[0], s[1], stated, op.distribution),
}
