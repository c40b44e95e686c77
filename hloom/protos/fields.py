"""The attributes of HLO instructions in HloInstructionProto: where each one of the text's table (`text.hlo.opcodes`) stands.

An `Entry` belongs to an attribute by its name in the text. `get` gives the value that the text's form would read (None where the
message does not state it), `put` states it. What has no entry, or does not come back as it went in, is kept as its text beside.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from hloom.ir.types import AnyType
from hloom.ops.common.attributes import ConvDimensionNumbers
from hloom.ops.definition.operation import Op
from hloom.ops.hlo.communication import CollectivePermuteStart
from hloom.ops.hlo.data import RaggedDot
from hloom.ops.hlo.packed import RngBitGenerator
from hloom.ops.stablehlo.collective import CollectivePermute
from hloom.ops.stablehlo.gather import Gather
from hloom.ops.stablehlo.linear_algebra import Cholesky
from hloom.ops.stablehlo.scatter import Scatter
from hloom.protos import annotations as notes
from hloom.protos.types import Types, literal_attribute, literal_message
from hloom.support.diagnostics import InputError
from hloom.text.hlo import formats
from hloom.text.hlo.fields import ONE_DIMENSION
from hloom.text.hlo.literals import read_shaped_literal, shaped_literal_text
from hloom.text.hlo.opcodes import Opcode
from hloom.text.hlo.structured import conv_labels, conv_numbers
from hloom.xla.proto import Message, enum_name, enum_value

#: Dimensions that a convolution may have.
_MOST_DIMENSIONS: Final = 64


class Context(NamedTuple):
    """What belongs to an instruction besides its message."""

    types: Types
    #: The type of the result.
    type: AnyType
    is_required: bool = False


class Entry(NamedTuple):
    """`fields` are those of HloInstructionProto that it needs."""

    fields: tuple[str, ...]
    get: Callable[[Message, Context], Any]
    put: Callable[[Message, Any, Context], None]
    #: Whether the value is the text of the attribute, which its form then reads.
    is_text: bool = False


def inner(message: Message, *path: str) -> Message:
    """The message at the end of a path of fields, made where it is not there."""
    for name in path:
        found = getattr(message, name)
        if found is None:
            found = Message(_type_of(message.type_name, name))
            setattr(message, name, found)
        message = found
    return message


def _type_of(type_name: str, name: str) -> str:
    from hloom.xla.proto.table import messages

    return next(field.of for field in messages()[type_name] if field.name == name)


def _at(message: Message, path: tuple[str, ...]) -> Any:
    for name in path:
        if message is None:
            return None
        message = getattr(message, name)
    return message


def _entry(path: str, read: Callable[[Any], Any], write: Callable[[Any], Any], default: Any = None) -> Entry:
    """A field, at the end of a path divided by dots. What is as by default is stated only where it must be."""
    *outer, name = path.split(".")

    def get(message: Message, context: Context) -> Any:
        found = _at(message, (*outer, name))
        found = read(found) if found is not None else None
        if found is None:
            return default if context.is_required else None
        return None if found == default and not context.is_required else found

    return Entry((path.split(".")[0],), get, lambda message, value, context: setattr(inner(message, *outer), name, write(value)))


def number(path: str, default: Any = 0) -> Entry:
    return _entry(path, lambda v: v, lambda v: v, default)


def listed(path: str) -> Entry:
    return _entry(path, tuple, list, ())


def enumerated(path: str, enum: str, default: str | None = None, prefix: str = "", lower: bool = False) -> Entry:
    def read(value: int) -> str:
        name = enum_name(enum, value).removeprefix(prefix)
        return name.lower() if lower else name

    return _entry(path, read, lambda v: enum_value(enum, prefix + (v.upper() if lower else v)), default)._replace(is_text=True)


def word(path: str) -> Entry:
    return number(path, "")._replace(is_text=True)


def spelled(path: str, get: Callable[[Message, Context], Any], put: Callable[[Message, Any, Context], None]) -> Entry:
    return Entry((path,), get, put, True)


def _bytes(path: str) -> Entry:
    return _entry(path, lambda v: v.decode("utf-8", "surrogateescape"), lambda v: v.encode("utf-8", "surrogateescape"), "")


# Dimensions.
def _get_dimensions(message: Message, context: Context) -> tuple[int, ...] | None:
    return tuple(message.dimensions) if message.dimensions or context.is_required else None


_LIST: Final = Entry(("dimensions",), _get_dimensions, lambda m, value, c: setattr(m, "dimensions", list(value)))
_ONE: Final = Entry(("dimensions",), lambda m, c: m.dimensions[0] if len(m.dimensions) == 1 else _none(m.dimensions, c),
                    lambda m, value, c: setattr(m, "dimensions", [value]))


def _positive(entry: Entry) -> Entry:
    """A number of which zero in a message, or what is below, is nothing said: others than such numbers cannot stand there."""
    def put(message: Message, value: int, context: Context) -> None:
        if value <= 0:
            raise ValueError("not above 0")
        entry.put(message, value, context)

    return entry._replace(put=put)


def _none(found: Any, context: Context) -> None:
    if found or context.is_required:
        raise InputError(f"expects exactly one dimension, got {list(found)}")


# Windows and convolutions.
def _get_window(message: Message, context: Context) -> Any:
    if message.window is None or not message.window.dimensions:
        return None
    ds = message.window.dimensions
    return formats.Window(tuple(d.size for d in ds), tuple(d.stride for d in ds),
                        tuple((d.padding_low, d.padding_high) for d in ds), tuple(d.base_dilation for d in ds),
                        tuple(d.window_dilation for d in ds), tuple(d.window_reversal for d in ds))


def _put_window(message: Message, window: Any, context: Context) -> None:
    message.window = Message("Window", dimensions=[
        Message("WindowDimension", size=size, stride=stride, padding_low=low, padding_high=high, window_dilation=rhs,
                base_dilation=lhs, window_reversal=reversal)
        for size, stride, (low, high), lhs, rhs, reversal in zip(*formats.full_window(window))])


_CONVOLUTION: Final = ("input_batch_dimension", "input_feature_dimension", "input_spatial_dimensions",
                       "kernel_input_feature_dimension", "kernel_output_feature_dimension", "kernel_spatial_dimensions",
                       "output_batch_dimension", "output_feature_dimension", "output_spatial_dimensions")


def _get_labels(message: Message, context: Context) -> str | None:
    found = message.convolution_dimension_numbers
    if found is None or (not found.stated() and not context.is_required):
        return None
    values = [getattr(found, name) for name in _CONVOLUTION]
    numbers = [n for v in values for n in (v if isinstance(v, list) else [v])]
    if any(not 0 <= n < _MOST_DIMENSIONS for n in numbers):
        raise InputError(f"dimensions of a convolution are numbers from 0 to {_MOST_DIMENSIONS - 1}")
    parts: list[Any] = [tuple(v) if isinstance(v, list) else v for v in values]
    return conv_labels(ConvDimensionNumbers(*parts))


def _put_labels(message: Message, text: str, context: Context) -> None:
    numbers = conv_numbers(text)
    message.convolution_dimension_numbers = Message("ConvolutionDimensionNumbers",
                                                    **{name: getattr(numbers, name) for name in _CONVOLUTION})


_SPARSITY: Final = ("num_non_zero", "block_size", "dimension", "stride")


def _get_sparsity(message: Message, context: Context) -> str | None:
    found = message.sparsity_config
    sides = [] if found is None else [(side, getattr(found, side)) for side in ("lhs", "rhs") if getattr(found, side) is not None]
    configs = [(side, tuple(getattr(part, name) for name in _SPARSITY)) for side, part in sides]
    return formats.sparsity_text(configs) if configs else None


def _put_sparsity(message: Message, text: str, context: Context) -> None:
    message.sparsity_config = Message("SparsityConfig", **{
        side: Message("TensorSparsityConfig", **dict(zip(_SPARSITY, config)))
        for side, config in formats.read_sparsity(notes.scanner_of(text))})


def _triples(field: str, type_name: str, names: tuple[str, str, str], outer: str = "") -> Entry:
    """Three numbers a dimension: slices and padding."""
    def get(message: Message, context: Context) -> Any:
        found = _at(message, (outer, field) if outer else (field,)) or []
        return tuple(tuple(getattr(d, n) for n in names) for d in found)

    def put(message: Message, value: Any, context: Context) -> None:
        setattr(inner(message, outer) if outer else message, field,
                [Message(type_name, **dict(zip(names, part))) for part in value])

    return Entry((outer or field,), get, put)


# Accuracy.
def _get_accuracy(message: Message, context: Context) -> str | None:
    found = message.result_accuracy
    if found is None:
        return None
    if found.tolerance is not None:
        t = found.tolerance
        return formats.accuracy_text(("tolerance", t.atol, t.rtol, t.ulps))
    return f"{{mode={enum_name('ResultAccuracyMode', found.mode).lower()}}}" if found.mode else None


def _put_accuracy(message: Message, text: str, context: Context) -> None:
    mode, atol, rtol, ulps = formats.read_accuracy(notes.scanner_of(text))
    found = inner(message, "result_accuracy")
    if mode == "tolerance":
        found.tolerance = Message("Tolerance", atol=atol, rtol=rtol, ulps=ulps)
    else:
        found.mode = enum_value("ResultAccuracyMode", mode.upper())


# Precision: one entry an operand.
def _get_precision(message: Message, context: Context) -> Any:
    found = [enum_name("Precision", n).lower() for n in _at(message, ("precision_config", "operand_precision")) or ()]
    return f"{{{','.join(found)}}}" if any(v != "default" for v in found) else None


def _put_precision(message: Message, text: str, context: Context) -> None:
    inner(message, "precision_config").operand_precision = [enum_value("Precision", v.upper()) for v in text[1:-1].split(",")]


# Groups of devices.
def _get_groups(message: Message, context: Context) -> str | None:
    found = message.collective_device_list
    if found is None and not message.replica_groups:
        return None
    iota = found.iota_replica_group_list if found is not None else None
    if iota is not None:
        return f"[{iota.num_replica_groups},{iota.num_devices_per_group}]<={notes.iota_text(iota)}"
    groups = (found.replica_groups if found is not None else None) or message.replica_groups
    return formats.nested_text([g.replica_ids for g in groups])


def _put_groups(message: Message, text: str, context: Context) -> None:
    found = inner(message, "collective_device_list")
    scanner = notes.scanner_of(text)
    if text.startswith("["):
        iota = inner(found, "iota_replica_group_list")
        iota.num_replica_groups, iota.num_devices_per_group = scanner.listed(scanner.integer, "[", "]", "the groups")
        scanner.expect("<=")
        notes.read_iota_fields(scanner, iota)
    else:  # those of a mesh as the numbers that they are
        found.replica_groups = [Message("ReplicaGroup", replica_ids=row) for row in formats.read_groups(scanner).rows]


_PAIRS: Final = Entry(
    ("source_target_pairs",), lambda m, c: tuple((p.source, p.target) for p in m.source_target_pairs),
    lambda m, value, c: setattr(m, "source_target_pairs", [Message("SourceTarget", source=a, target=b) for a, b in value]))
_ALIASES: Final = Entry(
    ("output_operand_aliasing",),
    lambda m, c: tuple(formats.Alias(tuple(a.output_shape_index), a.operand_index, tuple(a.operand_shape_index))
                       for a in m.output_operand_aliasing) or None,
    lambda m, value, c: setattr(m, "output_operand_aliasing", [
        Message("OutputOperandAliasing", output_shape_index=a.output, operand_index=a.operand, operand_shape_index=a.index)
        for a in value]))


# Shapes and literals.
def _put_constraints(message: Message, value: Any, context: Context) -> None:
    message.constrain_layout = True
    message.operand_shapes_with_layout = [context.types.write(t) for t in value]


def _get_literal(message: Message, context: Context) -> str | None:
    if message.literal is None:
        return None
    type = context.types.read(message.literal.shape)
    return shaped_literal_text(type, literal_attribute(message.literal, type))


def _put_literal(message: Message, text: str, context: Context) -> None:
    type, value = read_shaped_literal(notes.scanner_of(text))
    message.literal = literal_message(value, type)


# Domains and flags of parameters.
def _get_domain(message: Message, context: Context) -> str:
    parts = [notes.sharding_text(getattr(message, f"domain_{side}_sharding")) for side in ("entry", "exit")]
    return f"{{kind=\"sharding\", entry={parts[0] or '{}'}, exit={parts[1] or '{}'}}}"


def _put_domain(message: Message, text: str, context: Context) -> None:
    scanner = notes.scanner_of(text)
    scanner.expect("{kind=\"sharding\", entry=")
    message.domain_entry_sharding = notes.sharding_message(scanner.braces("entry"))
    scanner.expect(", exit=")
    message.domain_exit_sharding = notes.sharding_message(scanner.braces("exit"))


def _get_replication(message: Message, context: Context) -> str | None:
    found = _at(message, ("parameter_replication", "replicated_at_leaf_buffers"))
    return formats.BOOLEANS.text(found) if found else None


def _put_replication(message: Message, text: str, context: Context) -> None:
    values = formats.BOOLEANS.read(notes.scanner_of(text))
    inner(message, "parameter_replication").replicated_at_leaf_buffers = values


def _slice_sizes(message: Message, context: Context) -> str | None:
    found, rows = message.dynamic_slice_sizes, len(message.source_target_pairs)
    if not found:
        return None
    return formats.nested_text([found[k : k + len(found) // rows] for k in range(0, len(found), max(1, len(found) // rows))]
                             if rows and len(found) % rows == 0 else [found])


def _annotation(field: str, text: Callable[[Any], str | None], read: Callable[[str], Message]) -> Entry:
    return spelled(field, lambda m, c: text(getattr(m, field)), lambda m, value, c: setattr(m, field, read(value)))


def _float(value: float) -> float:
    short = float(f"{value:.6g}")
    return short


_DOT: Final = {"lhs_batch_dims": "lhs_batch_dimensions", "lhs_contracting_dims": "lhs_contracting_dimensions",
               "rhs_batch_dims": "rhs_batch_dimensions", "rhs_contracting_dims": "rhs_contracting_dimensions"}
_GATHER: Final = ("offset_dims", "collapsed_slice_dims", "start_index_map", "operand_batching_dims",
                  "start_indices_batching_dims")
_SCATTER: Final = ("update_window_dims", "inserted_window_dims", "scatter_dims_to_operand_dims", "input_batching_dims",
                   "scatter_indices_batching_dims")

ENTRIES: Final[dict[str, Entry]] = {
    **{name: number(name) for name in (
        "exponent_bits", "mantissa_bits", "feature_index", "delta", "k", "is_stable", "indices_are_sorted", "unique_indices",
        "is_composite", "is_host_transfer", "use_global_device_ids", "constrain_layout", "custom_call_has_side_effect")},
    **{name: _positive(_entry(name, lambda v: v or None, lambda v: v, 1))
       for name in ("feature_group_count", "batch_group_count")},
    "iota_dimension": Entry(("dimensions",), lambda m, c: _ONE.get(m, c._replace(is_required=True)), _ONE.put),
    "inferred_dimension": _ONE, "index": number("tuple_index"),
    "largest": Entry(("largest",), lambda m, c: m.largest, lambda m, value, c: setattr(m, "largest", value)),
    "epsilon": _entry("epsilon", _float, lambda v: v, 0.0),
    "cross_program_prefetch_index": Entry(
        ("cross_program_prefetch_index",),
        lambda m, c: m.cross_program_prefetch_index if m.has("cross_program_prefetch_index") else None,
        lambda m, value, c: setattr(m, "cross_program_prefetch_index", value)),
    "channel_id": _positive(Entry(("channel_id",), lambda m, c: m.channel_id if m.channel_id > 0 else None,
                                  lambda m, value, c: setattr(m, "channel_id", value))),
    "dynamic_slice_sizes": listed("dynamic_slice_sizes"), "fft_length": listed("fft_length"),
    "slice_sizes": listed("gather_slice_sizes"),
    "slice": _triples("slice_dimensions", "SliceDimensions", ("start", "limit", "stride")),
    "padding": _triples("dimensions", "PaddingConfigDimension",
                        ("edge_padding_low", "edge_padding_high", "interior_padding"), "padding_config"),
    "window": Entry(("window",), _get_window, _put_window),
    "dim_labels": spelled("convolution_dimension_numbers", _get_labels, _put_labels),
    **{key: listed(f"dot_dimension_numbers.{name}") for key, name in _DOT.items()},
    **{key: listed(f"gather_dimension_numbers.{key}") for key in _GATHER},
    **{key: listed(f"scatter_dimension_numbers.{key}") for key in _SCATTER},
    "operand_precision": spelled("precision_config", _get_precision, _put_precision),
    "algorithm": enumerated("precision_config.algorithm", "Algorithm", "unset", "ALG_", True),
    "convolution_kind": enumerated("convolution_kind", "ConvolutionKind", "unset", "", True),
    "sparsity_config": spelled("sparsity_config", _get_sparsity, _put_sparsity),
    "fft_type": enumerated("fft_type", "FftType"),
    "lower": number("triangular_solve_options.lower", False), "left_side": number("triangular_solve_options.left_side", False),
    "unit_diagonal": number("triangular_solve_options.unit_diagonal", False),
    "transpose_a": enumerated("triangular_solve_options.transpose_a", "Transpose", "TRANSPOSE_INVALID"),
    "distribution": enumerated("distribution", "RandomDistribution", None, "", True),
    "direction": word("comparison_direction"), "type": word("comparison_type"), "kind": word("fusion_kind"),
    "custom_call_target": number("custom_call_target", ""),
    "padding_type": enumerated("padding_type", "PaddingType", "PADDING_INVALID"),
    "schedule": enumerated("custom_call_schedule", "CustomCallSchedule", "SCHEDULE_NONE"),
    "api_version": Entry(("custom_call_api_version",),
                         lambda m, c: m.custom_call_api_version if m.custom_call_api_version > 1 else None,
                         lambda m, value, c: setattr(m, "custom_call_api_version", value)),
    "operand_layout_constraints": Entry(
        ("constrain_layout", "operand_shapes_with_layout"),
        lambda m, c: tuple(map(c.types.read, m.operand_shapes_with_layout)) if m.constrain_layout else None, _put_constraints),
    "literal": spelled("literal", _get_literal, _put_literal),
    "output_to_operand_aliasing": _ALIASES, "source_target_pairs": _PAIRS,
    "replica_groups": Entry(("replica_groups", "collective_device_list"), _get_groups, _put_groups, True),
    "async_execution_thread": number("async_execution_thread", ""),
    "infeed_config": _bytes("infeed_config"), "outfeed_config": _bytes("outfeed_config"),
    "outfeed_shape": Entry(("outfeed_shape",), lambda m, c: c.types.read(m.outfeed_shape) if m.outfeed_shape else None,
                           lambda m, value, c: setattr(m, "outfeed_shape", c.types.write(value))),
    "result_accuracy": spelled("result_accuracy", _get_accuracy, _put_accuracy),
    "domain": Entry(("domain_entry_sharding", "domain_exit_sharding"), _get_domain, _put_domain, True),
    "parameter_replication": spelled("parameter_replication", _get_replication, _put_replication),
    "sharding": _annotation("sharding", notes.sharding_text, notes.sharding_message),
    "frontend_attributes": _annotation("frontend_attributes", notes.frontend_text, notes.frontend_message),
    "statistics": _annotation("statistics_viz", notes.statistics_text, notes.statistics_message),
    "metadata": _annotation("metadata", notes.metadata_text, notes.metadata_message),
    "origin": spelled("original_value", lambda m, c: notes.origin_text(m.original_value, c.type),
                      lambda m, value, c: setattr(m, "original_value", notes.origin_message(value))),
    "backend_config": _bytes("backend_config"),
}
#: Where a permutation of slices has their sizes.
_PERMUTED: Final = {"slice_sizes": spelled(
    "dynamic_slice_sizes", _slice_sizes, lambda m, value, c: setattr(m, "dynamic_slice_sizes", [
        n for row in formats.PAIRS.read(notes.scanner_of(value)) for n in row]))}
#: Attributes that stand elsewhere in some instructions, by the operation that such an instruction is.
OWN_ENTRIES: Final[dict[type[Op] | None, dict[str, Entry]]] = {
    RngBitGenerator: {"algorithm": enumerated("rng_algorithm", "RandomAlgorithm", None, "", True)},
    Cholesky: {"lower": number("cholesky_options.lower", False)},
    RaggedDot: {**{key: listed(f"ragged_dot_dimension_numbers.dot_dimension_numbers.{name}") for key, name in _DOT.items()},
                "lhs_ragged_dims": listed("ragged_dot_dimension_numbers.lhs_ragged_dimensions"),
                "rhs_group_dims": listed("ragged_dot_dimension_numbers.rhs_group_dimensions")},
    Gather: {"index_vector_dim": number("gather_dimension_numbers.index_vector_dim")},
    Scatter: {"index_vector_dim": number("scatter_dimension_numbers.index_vector_dim")},
    CollectivePermute: _PERMUTED, CollectivePermuteStart: _PERMUTED,
}


def entry_of(opcode: Opcode, key: str, format: Any) -> Entry | None:
    """Where an attribute of an instruction stands; None if messages have no place for it."""
    if key == "dimensions":
        return _ONE if format is ONE_DIMENSION else _LIST
    return OWN_ENTRIES.get(opcode.single or opcode.packed, {}).get(key) or ENTRIES.get(key)
