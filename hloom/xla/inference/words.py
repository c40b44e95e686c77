"""XLA's words for the constraints that the definitions of operations have, by the codes of these (`slice_c3`).

They are format strings over the operation's fields, in which values are shown as their shapes, or functions of the operation.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Sequence
from typing import Any, Final

from hloom.ir.core import Value
from hloom.ops.definition.constraints import unique
from hloom.xla.inference.parts import compatible_size, in_range, is_ascending, known_shape, plain, sizes_of
from hloom.xla.shape import UNBOUNDED, Shape


def known(value: Value) -> Shape:
    return known_shape(value.stated_type)


class _Formatter(string.Formatter):
    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Any) -> Any:
        return args[0] if key == "op" else getattr(args[0], str(key))

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, Value):
            return plain(known(value))
        if isinstance(value, list) and value and isinstance(value[0], Value):
            return ", ".join([plain(known(v)) for v in value])
        return str(list(value)) if isinstance(value, tuple) else str(value)


def said(words: str | Callable[[Any], str], op: Any) -> str:
    """A message about an operation."""
    return words(op) if callable(words) else _Formatter().vformat(words, (op,), {})


def first_outside(values: Sequence[int], rank: int) -> int:
    return next(d for d in values if not in_range(d, rank))


def _slice(op: Any, message: str) -> str:
    return (f"{message}; starts: {list(op.start_indices)}, limits: {list(op.limit_indices)}, strides: {list(op.strides)}")


def _slice_count(op: Any) -> str:
    for name, other in (("limit", op.limit_indices), ("strides", op.strides)):
        if len(other) != len(op.start_indices):
            return _slice(op, f"slice start and {name} sizes differ: {len(op.start_indices)} vs {len(other)}")
    return _slice(op, f"slice index count does not match argument rank: {len(op.start_indices)} vs {op.operand.rank}")


def _slice_range(op: Any) -> str:
    for start, limit, size in zip(op.start_indices, op.limit_indices, known(op.operand).dimensions):
        if start < 0:
            return _slice(op, f"negative start index to slice: {start}")
        if size != UNBOUNDED and limit > size:
            return _slice(op, f"limit index ({limit}) must be less than or equal to dimension size ({size})")
        if start > limit:
            return _slice(op, f"limit index ({limit}) must be greater or equal to start index ({start}) in slice with positive "
                              "stride")
    raise AssertionError


def _starts(op: Any, what: str = "Dynamic slice") -> str:
    """What is wrong with start indices: their types, or else how many there are."""
    starts = [known(v) for v in op.operands[2 if what != "Dynamic slice" else 1 :]]
    if not all(s.is_scalar for s in starts) and len(starts) != 1:
        return f"{what} start indices must be scalars, got {', '.join(map(plain, starts))}"
    if len({s.element_type for s in starts}) > 1:
        return f"{what} start indices must all have the same element type, got {', '.join(map(plain, starts))}"
    if not all(s.element_type.is_integer for s in starts):
        return f"{what} start indices must be of integral type, got {', '.join(map(plain, starts))}."
    count = starts[0].dimensions[0] if len(starts) == 1 and starts[0].rank == 1 else len(starts)
    if count == op.operand.rank:
        return f"{what} index count does not match argument rank: {len(op.slice_sizes)} vs {op.operand.rank}."
    return (f"{what} start number of dimensions {count} must match rank {op.operand.rank} of slice input "
            f"({plain(known(op.operand))})")


def _updates(op: Any) -> str:
    return _starts(op, "Dynamic update slice")


def _concatenated(op: Any) -> str:
    shapes = [known(v) for v in op.inputs]
    first = shapes[0]
    for shape in shapes[1:]:
        if shape.rank != first.rank:
            return (f"Cannot concatenate arrays with different numbers of dimensions: {first.rank} ({plain(first)}) vs "
                    f"{shape.rank} ({plain(shape)}).")
        for d, (a, b) in enumerate(zip(sizes_of(first), sizes_of(shape))):
            if d != op.dimension and not compatible_size(a, b):
                return ("Cannot concatenate arrays that differ in dimensions other than the one being concatenated. Dimension "
                        f"{d} in both shapes must be equal (or compatible): {plain(first)} vs {plain(shape)}.")
    for d in range(first.rank):
        sizes = sorted({s.dimensions[d] for s in shapes} - {UNBOUNDED})
        if d != op.dimension and len(sizes) > 1:
            return f"Mismatched dimension sizes {sizes[0]} and {sizes[1]} in dimension {d}"
    raise AssertionError


def _product_range(op: Any) -> str:
    n = op.dot_dimension_numbers
    for value, dims in ((op.lhs, (*n.lhs_contracting_dimensions, *n.lhs_batching_dimensions)),
                        (op.rhs, (*n.rhs_contracting_dimensions, *n.rhs_batching_dimensions))):
        for d in dims:
            if not in_range(d, value.rank):
                return f"A dimension number is out of range in Dot: {d} of {plain(known(value))}"
    raise AssertionError


def _product_sizes(what: str, name: str) -> Callable[[Any], str]:
    def words(op: Any) -> str:
        n, lhs, rhs = op.dot_dimension_numbers, known(op.lhs), known(op.rhs)
        pairs = zip(getattr(n, f"lhs_{name}_dimensions"), getattr(n, f"rhs_{name}_dimensions"))
        a, b = next((a, b) for a, b in pairs if not compatible_size(sizes_of(lhs)[a], sizes_of(rhs)[b]))
        return (f"{what} dimension sizes are not compatible: {lhs.dimensions[a]} vs {rhs.dimensions[b]}. (lhs {plain(lhs)}, rhs "
                f"{plain(rhs)})")

    return words


def _set(name: str, op_name: str, values: Callable[[Any], Sequence[int]], rank: Callable[[Any], int]) -> Callable[[Any], str]:
    """What is wrong with dimensions that are ascending, not repeated, and in range."""
    def words(op: Any) -> str:
        dims = values(op)
        if not is_ascending(dims):
            return f"{name} in {op_name} op must be sorted; got: {list(dims)}."
        if not unique(dims):
            return (f"Repeated dimensions not allowed in {name} in gather op; got: {list(dims)}." if op_name == "gather" else
                    f"{name} in {op_name} op must not repeat; got: {list(dims)}.")
        return f"Invalid {name} set in {op_name} op; valid range is [0, {rank(op)}), got: {first_outside(dims, rank(op))}."

    return words


def _gather_set(name: str) -> Callable[[Any], str]:
    return _set(name, "gather", lambda op: getattr(op.dimension_numbers, name), lambda op: op.operand.rank)


def _scatter_set(name: str, of_updates: bool = False) -> Callable[[Any], str]:
    return _set(name, "scatter", lambda op: getattr(op.scatter_dimension_numbers, name),
                lambda op: (op.updates if of_updates else op.inputs)[0].rank)


def _offsets(op: Any) -> str:
    dims = op.dimension_numbers.offset_dims
    fault = "ascending" if not is_ascending(dims) else "not repeat"
    return f"Output window dimensions in gather op must {'be ' if fault == 'ascending' else ''}{fault}; got: {list(dims)}."


def _offset_range(op: Any) -> str:
    n = op.dimension_numbers
    batch = op.start_indices.rank - (n.index_vector_dim < op.start_indices.rank)
    rank = len(n.offset_dims) + batch
    k, d = next((k, d) for k, d in enumerate(n.offset_dims) if not in_range(d, rank))
    return f"Offset dimension {k} in gather op is out of bounds; got {d}, but should have been in [0, {rank})."


def _mapped(op_name: str, numbers: str, name: str, indices: str) -> Callable[[Any], str]:
    def words(op: Any) -> str:
        n, shape = getattr(op, numbers), known(getattr(op, indices))
        d = n.index_vector_dim
        count = shape.dimensions[d] if d < shape.rank else 1
        return (f"{op_name} op has {len(getattr(n, name))} elements in {name} and the bound of dimension index_vector_dim={d} of "
                f"{indices} is {count}. These two numbers must be equal.")

    return words


def _slice_sizes(op: Any) -> str:
    sizes = known(op.operand).dimensions
    k, n = next((k, n) for k, n in enumerate(op.slice_sizes) if n < 0 or (sizes[k] != UNBOUNDED and n > sizes[k]))
    return f"Slice size at index {k} in gather op is out of range, must be within [0, {sizes[k] + 1}), got {n}."


def _scattered(op: Any) -> str:
    n = op.scatter_dimension_numbers
    indices, operand, update = (known(v) for v in (op.scatter_indices, op.inputs[0], op.updates[0]))
    rows = [m for d, m in enumerate(sizes_of(indices)) if d != n.index_vector_dim]
    rank = len(rows) + len(n.update_window_dims)
    if update.rank != rank:
        return f"Updates tensor must be of rank {rank}; got {update.rank}."
    dropped = {*n.inserted_window_dims, *n.input_batching_dims}
    bounds = [m for d, m in enumerate(operand.dimensions) if d not in dropped]
    for bound, d in zip(bounds, n.update_window_dims):
        if UNBOUNDED not in (bound, update.dimensions[d]) and bound < update.dimensions[d]:
            return ("Bounds of the window dimensions of updates must not exceed the bounds of the corresponding dimensions of "
                    f"operand. For dimension {d}, updates bound is {update.dimensions[d]}, operand bound is {bound}.")
    places = [d for d in range(rank) if d not in n.update_window_dims]
    d, wanted = next((d, m) for d, m in zip(places, rows) if not compatible_size(sizes_of(update)[d], m))
    return ("Bounds of the scatter dimensions of updates must be same as the bounds of the corresponding dimensions of scatter "
            f"indices. For scatter dimension {d}, updates bound is {update.dimensions[d]}, scatter_indices bound is {wanted[0]}.")


def _features(label: str) -> str:
    return f"The size of {label} should be the same as feature count, but {label} is {{{label}}} and the operand {{operand}}."


_MINOR: Final = "The two minor dimensions of 'a' must have equal size, got {a}."
_CLAMPED: Final = "Clamp with incompatible shapes: {min}, {operand}, {max}."
_FEATURES: Final = ("Expected feature_index of {op_name} to be within the number of dimensions of the operand, a number in [0, "
                    "{{operand.rank}}); got {{feature_index}}.")

#: How the sentence about an operand goes on that is no array.
ARRAYS: Final[dict[str, str]] = {
    "transpose_i1": "transpose", "slice_i1": "slice",
    "select_i1": "select pred", "select_i2": "select on-true", "select_i3": "select on-false", "clamp_i1": "clamp min",
    "clamp_i2": "clamp operand", "clamp_i3": "clamp max", "concatenate_i1": "operand of concatenation", "pad_i2": "padding value",
    "gather_i1": "input of gather operation", "gather_i2": "gather indices operand of gather op",
    "scatter_i1": "operand of scatter", "scatter_i2": "scatter indices of scatter", "scatter_i3": "updates of scatter",
    "reduce_i1": "operand of reduce", "dot_general_i1": "lhs of dot", "dot_general_i2": "rhs of dot",
    "sort_i1": "operand of sort"}

#: A constraint's code, and XLA's words.
WORDS: Final[dict[str, str | Callable[[Any], str]]] = {
    "select_i1": "Select's pred operand must have PRED element type; got {pred}.",
    "select_c1": "Operands to select and predicate must be the same shape; got {on_true} and {pred}.",
    "select_c2": "Operands to select must be the same shape; got {on_true} and {on_false}.",
    "clamp_c1": _CLAMPED, "clamp_c2": _CLAMPED,
    "clamp_c3": "Clamp with incompatible element types: {min}, {operand}, {max}.",
    "compare_complex": lambda op: "Expected element type in shape to be floating, integral or predicate for comparison "
                                  f"{op.comparison_direction}; got {known(op.lhs).element_type.text.upper()}.",
    "atan2_i1": "Expected input element type to be floating or complex for atan2; got {lhs}",
    "reduce_precision_c2": "Expected exponent_bits >= 1; got {exponent_bits}.",
    "reduce_precision_c3": "Expected non-negative mantissa_bits; got {mantissa_bits}.",
    "transpose_c2": "Transpose dimensions {permutation} are not a permutation of the operand dimensions (operand shape is "
                    "{operand}).",
    "reverse_c2": "a dimension number is duplicated in reverse",
    "reverse_c3": "one of the reverse dimensions is out-of-bounds in shape {operand}: {dimensions}",
    "concatenate_c3": "Concatenate expects at least one argument.",
    "concatenate_c1": "Cannot concatenate arrays with different element types: {inputs}.",
    "concatenate_c4": "Concatenate dimension out of bounds: {dimension}",
    "concatenate_c2": _concatenated,
    "slice_c2": _slice_count, "slice_c3": _slice_range,
    "slice_c4": lambda op: _slice(op, f"stride ({next(n for n in op.strides if n <= 0)}) must be positive"),
    "dynamic_slice_i2": _starts, "dynamic_slice_c2": _starts, "dynamic_slice_c3": _starts,
    "dynamic_slice_c4": "Slice dim sizes {slice_sizes} must be between 0 and the sizes of the operand {operand}.",
    "dynamic_update_slice_i3": _updates, "dynamic_update_slice_c4": _updates, "dynamic_update_slice_c5": _updates,
    "dynamic_update_slice_c2": "Dynamic update slice update element type does not match argument. operand: {operand} vs update: "
                               "{update}.",
    "dynamic_update_slice_c3": "Dynamic update slice update rank does not match argument rank: {update.rank} vs {operand.rank}.",
    "dynamic_update_slice_c6": "Update dim size greater than dynamic slice dimension: {update} vs {operand}.",
    "pad_i2": "Padding value must be scalar to operate on operand: got {padding_value}",
    "pad_c1": "The element types of the operands to Pad do not match: {operand}, {padding_value}",
    "pad_c2": "The rank of the operand and the padding configuration do not match: {operand} vs {edge_padding_low}.",
    "pad_c3": lambda op: f"Interior padding cannot be negative: {min(op.interior_padding)}",
    "pad_c4": "Padding of {operand} results in a negative size, or one too large, with low {edge_padding_low}, high "
              "{edge_padding_high} and interior {interior_padding}",
    "get_dimension_size_c1": "GetDimensionSize dimension out of bounds: {dimension}.",
    "set_dimension_size_dimension": "SetDimensionSize dimension out of bounds: {dimension}.",
    "set_dimension_size_i2": "SetDimensionSize's value has to be S32 scalar, got {size}",
    "dot_general_c1": "Must the same number of batch dimensions for lhs and rhs. (lhs {lhs}, rhs {rhs})",
    "dot_general_c2": "Must specify the same number of contracting dimensions for lhs and rhs. (lhs {lhs}, rhs {rhs})",
    "dot_general_c3": "A dimension number is not unique in Dot: {dot_dimension_numbers} of {lhs}",
    "dot_general_c4": "A dimension number is not unique in Dot: {dot_dimension_numbers} of {rhs}",
    **dict.fromkeys(("dot_general_c5", "dot_general_c6", "dot_general_c7", "dot_general_c8"), _product_range),
    "dot_general_c9": _product_sizes("Batch", "batching"), "dot_general_c10": _product_sizes("Contracting", "contracting"),
    "fft_c3": lambda op: f"FFT only supports ranks 1-3; got {len(op.fft_length)}.",
    "fft_c1": "FFT requires input of at least same rank as FFT; got {operand} for {fft_length}.",
    "fft_c2": lambda op: f"{op.fft_type} requires {'F32 or F64' if op.fft_type == 'RFFT' else 'complex'} input type, found "
                         f"{plain(known(op.operand))}.",
    "fft_c4": "{fft_type} requires innermost dimensions match fft_length. Got {operand} for fft_length {fft_length}.",
    "cholesky_c2": "The 'a' argument to Cholesky must have rank >= 2, got shape {a}", "cholesky_c3": _MINOR,
    "triangular_solve_c1": "Expected element types in shape to be floating or complex for TriangularSolve; got {a} and {b}.",
    "triangular_solve_c2": "Arguments to triangular solve must have equal rank, of at least 2; got {b} and {a}.",
    "triangular_solve_c3": lambda op: said(_MINOR, op) if not compatible_size(*sizes_of(known(op.a))[-2:]) else said(
        "The shared dimension of 'a' and 'b' does not match, or the batch dimensions are not equal; got {a} and {b}", op),
    "triangular_solve_transpose_a": "Invalid transpose option value for triangular solve ({transpose_a}).",
    "gather_i2": "Gather indices parameter must be an integral tensor; got {start_indices}.",
    "gather_c2": "Gather index leaf dimension must be within [0, rank(start_indices) + 1). rank(start_indices) is "
                 "{start_indices.rank} and gather index leaf dimension is {dimension_numbers.index_vector_dim}.",
    "gather_c3": _mapped("Gather", "dimension_numbers", "start_index_map", "start_indices"),
    "gather_c4": _offsets, "gather_c5": _offset_range,
    **dict.fromkeys(("gather_c6", "gather_c7", "gather_c8"), _gather_set("collapsed_slice_dims")),
    **dict.fromkeys(("gather_c10", "gather_c11"), _gather_set("operand_batching_dims")),
    "gather_c21": _slice_sizes,
    "scatter_i2": "Scatter indices parameter must be an integral tensor; got {scatter_indices}.",
    "scatter_c22": "Scatter index leaf dimension must be within [0, rank(scatter_indices) + 1). rank(scatter_indices) is "
                   "{scatter_indices.rank} and scatter index leaf dimension is {scatter_dimension_numbers.index_vector_dim}.",
    "scatter_c19": _mapped("Scatter", "scatter_dimension_numbers", "scatter_dims_to_operand_dims", "scatter_indices"),
    **dict.fromkeys(("scatter_c7", "scatter_c8"), _scatter_set("update_window_dims", True)),
    **dict.fromkeys(("scatter_c9", "scatter_c10", "scatter_c11"), _scatter_set("inserted_window_dims")),
    **dict.fromkeys(("scatter_c12", "scatter_c13"), _scatter_set("input_batching_dims")),
    "scatter_c4": _scattered,
    "reduce_c3": "Reduce must have at least 2 arguments, and an initial value for each operand; got {inputs}",
    "reduce_c1": "All reduced tensors must have compatible dimension; got {inputs}.",
    "reduce_c4": lambda op: f"Reducing out-of-bounds dimension {first_outside(op.dimensions, op.inputs[0].rank)} in shape "
                            f"{plain(known(op.inputs[0]))}.",
    "reduce_c5": lambda op: "Duplicate reduction dimension: "
                            f"{next(d for d in op.dimensions if op.dimensions.count(d) > 1)}",
    "reduce_window_c2": "All inputs of reduce-window must have the same dimensions, got {inputs}",
    "map_c2": "Map expects at least one argument.",
    "map_c1": "Map operation requires all operands to have the same shape; got: {inputs}.",
    "map_c3": "Map requires monotonically increasing dimension numbers; got: {dimensions}.",
    "sort_c1": "Sort expects at least one operand.",
    "sort_c3": "Sort keys and values dimensions must match. Keys shape is: {op.inputs[0]}, Values shapes are: {inputs}.",
    "sort_c4": "Sort dimension out of bounds: {dimension}; the operand is {op.inputs[0]}.",
    "top_k_operand": "TopK needs an operand of at least one dimension, got {operand}.",
    "top_k_k": "k argument ({k}) to TopK must not be greater than the size of the last dimension of {operand}, nor negative.",
    **{f"batch_norm_{k}_c1": _FEATURES.format(op_name=f"batch-norm-{k}") for k in ("training", "inference", "grad")},
    **{f"batch_norm_{k}_c{c}": _features(label) for k, labels in (("training", ("scale", "offset")), (
        "inference", ("scale", "offset", "mean", "variance"))) for c, label in enumerate(labels, 3)},
    "batch_norm_grad_c3": "The shapes of operand and output_grad of batch-norm-grad must be the same, got {operand} and "
                          "{grad_output}.",
    "batch_norm_grad_c5": _features("scale"),
    "ragged_all_to_all_inputs": "RaggedAllToAll must have exactly 6 operands, got {inputs}.",
    "ragged_all_to_all_data": "RaggedAllToAll input and output must differ in their first dimension only, got {inputs}.",
    "ragged_all_to_all_numbers": "RaggedAllToAll offsets and sizes must be integral vectors, got {inputs}; all of one size.",
}
