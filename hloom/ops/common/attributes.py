"""Structured attributes of StableHLO and CHLO: `#stablehlo.dot<...>` and the like.

A class declares its fields in the order in which they are printed, each with the format it is written in; the printer is
`StructAttr` text below, the parser is `text.structured`, and both read the same declaration. The few attributes with a
notation of their own (`conv`, `bounds`, `sub_axis_info`) print themselves and have a parser there under their mnemonic.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, field, fields
from typing import Any, ClassVar, Final, NamedTuple, dataclass_transform

from hloom.ir.attributes import Attribute, StructAttr, SymbolRefAttr
from hloom.ir.literal_text import double_text, string_text
from hloom.ir.types import AnyType
from hloom.support.records import dataclass


class Format(NamedTuple):
    """How one field is written: `name` selects the parser in `text.structured`, `text` prints a value."""

    name: str
    text: Callable[[Any], str]


def _list_text(values: Any) -> str:
    return f"[{', '.join(map(str, values))}]"


#: `[0, 1]`: a tuple of integers.
DIMENSIONS: Final = Format("dimensions", _list_text)
INTEGER: Final = Format("integer", str)
BOOLEAN: Final = Format("boolean", lambda value: "true" if value else "false")
TYPE: Final = Format("type", str)
#: A double; its value is a Python float.
DOUBLE: Final = Format("double", double_text)
STRING: Final = Format("string", lambda value: string_text(value.encode("utf-8", "surrogateescape")))
ATTRIBUTE: Final = Format("attribute", str)
ACCURACY_MODE: Final = Format("accuracy_mode", str)
#: `[#stablehlo.axis_ref<...>]`: a tuple of attributes.
AXIS_REFS: Final = Format("axis_refs", _list_text)


def written(format: Format, default: Any = MISSING, elide: bool = False) -> Any:
    """Declares a field; with `elide` it is not written while it has its default value."""
    return field(default=default, metadata={"format": format, "elide": elide})


@dataclass_transform(frozen_default=True, eq_default=False, field_specifiers=(written,))
def structure(cls: type) -> Any:
    """Makes a class with annotated fields a frozen attribute with slots; equality is Attribute's."""
    return dataclass(frozen=True, slots=True, eq=False, repr=False)(cls)


class Structured(StructAttr):
    """A structured attribute whose fields are all `written`: `#dialect.mnemonic<a = 1, b = [2]>`."""

    __slots__ = ()

    @property
    def body(self) -> str:
        """The text between the angle brackets."""
        parts = []
        for declared in fields(self):  # type: ignore[arg-type]
            value = getattr(self, declared.name)
            if not (declared.metadata["elide"] and value == declared.default):
                parts.append(f"{declared.name} = {declared.metadata['format'].text(value)}")
        return ", ".join(parts)

    def __str__(self) -> str:
        return f"#{self.dialect}.{self.mnemonic}<{self.body}>"

    @classmethod
    def declared(cls) -> tuple[Field[Any], ...]:
        """The fields in the order in which they are written; `metadata["format"]` says how."""
        return fields(cls)  # type: ignore[arg-type]


@structure
class DotDimensionNumbers(Structured, dialect="stablehlo", mnemonic="dot"):
    """Batching and contracting dimensions of `dot_general` (StableHLO spec: dot_general)."""

    lhs_batching_dimensions: tuple[int, ...] = written(DIMENSIONS, default=(), elide=True)
    rhs_batching_dimensions: tuple[int, ...] = written(DIMENSIONS, default=(), elide=True)
    lhs_contracting_dimensions: tuple[int, ...] = written(DIMENSIONS, default=(), elide=True)
    rhs_contracting_dimensions: tuple[int, ...] = written(DIMENSIONS, default=(), elide=True)


@structure
class RaggedDotDimensionNumbers(Structured, dialect="chlo", mnemonic="ragged_dot"):
    """Dimension numbers of `chlo.ragged_dot`."""

    lhs_batching_dimensions: tuple[int, ...] = written(DIMENSIONS, default=(), elide=True)
    rhs_batching_dimensions: tuple[int, ...] = written(DIMENSIONS, default=(), elide=True)
    lhs_contracting_dimensions: tuple[int, ...] = written(DIMENSIONS, default=(), elide=True)
    rhs_contracting_dimensions: tuple[int, ...] = written(DIMENSIONS, default=(), elide=True)
    lhs_ragged_dimensions: tuple[int, ...] = written(DIMENSIONS, default=(), elide=True)
    rhs_group_dimensions: tuple[int, ...] = written(DIMENSIONS, default=(), elide=True)


@structure
class GatherDimensionNumbers(Structured, dialect="stablehlo", mnemonic="gather"):
    """Dimension numbers of `gather` (StableHLO spec: gather)."""

    offset_dims: tuple[int, ...] = written(DIMENSIONS, default=(), elide=True)
    collapsed_slice_dims: tuple[int, ...] = written(DIMENSIONS, default=(), elide=True)
    operand_batching_dims: tuple[int, ...] = written(DIMENSIONS, default=(), elide=True)
    start_indices_batching_dims: tuple[int, ...] = written(DIMENSIONS, default=(), elide=True)
    start_index_map: tuple[int, ...] = written(DIMENSIONS, default=(), elide=True)
    index_vector_dim: int = written(INTEGER, default=0, elide=True)


@structure
class ScatterDimensionNumbers(Structured, dialect="stablehlo", mnemonic="scatter"):
    """Dimension numbers of `scatter` (StableHLO spec: scatter)."""

    update_window_dims: tuple[int, ...] = written(DIMENSIONS, default=(), elide=True)
    inserted_window_dims: tuple[int, ...] = written(DIMENSIONS, default=(), elide=True)
    input_batching_dims: tuple[int, ...] = written(DIMENSIONS, default=(), elide=True)
    scatter_indices_batching_dims: tuple[int, ...] = written(DIMENSIONS, default=(), elide=True)
    scatter_dims_to_operand_dims: tuple[int, ...] = written(DIMENSIONS, default=(), elide=True)
    index_vector_dim: int = written(INTEGER, default=0, elide=True)


@structure
class ConvDimensionNumbers(Structured, dialect="stablehlo", mnemonic="conv"):
    """Which dimension of a convolution's operands and result plays which part.

    Printed as `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`: one entry a dimension, a number for the spatial dimension of
    that number. The field-by-field form is read too, after the word `raw`.
    """

    input_batch_dimension: int = written(INTEGER, default=0)
    input_feature_dimension: int = written(INTEGER, default=0)
    input_spatial_dimensions: tuple[int, ...] = written(DIMENSIONS, default=())
    kernel_input_feature_dimension: int = written(INTEGER, default=0)
    kernel_output_feature_dimension: int = written(INTEGER, default=0)
    kernel_spatial_dimensions: tuple[int, ...] = written(DIMENSIONS, default=())
    output_batch_dimension: int = written(INTEGER, default=0)
    output_feature_dimension: int = written(INTEGER, default=0)
    output_spatial_dimensions: tuple[int, ...] = written(DIMENSIONS, default=())

    @property
    def labels(self) -> str:
        """The compact notation; a dimension that plays no part is `?`."""
        lhs = _labels({"b": self.input_batch_dimension, "f": self.input_feature_dimension},
                      self.input_spatial_dimensions)
        rhs = _labels({"i": self.kernel_input_feature_dimension, "o": self.kernel_output_feature_dimension},
                      self.kernel_spatial_dimensions)
        out = _labels({"b": self.output_batch_dimension, "f": self.output_feature_dimension},
                      self.output_spatial_dimensions)
        return f"{lhs}x{rhs}->{out}"

    def __str__(self) -> str:
        return f"#{self.dialect}.conv<{self.labels if self.has_labels else f'raw {self.body}'}>"

    @property
    def has_labels(self) -> bool:
        """Whether the compact notation says everything: no dimension plays two parts, and none is absurdly large."""
        used = (
            (self.input_batch_dimension, self.input_feature_dimension, *self.input_spatial_dimensions),
            (self.kernel_input_feature_dimension, self.kernel_output_feature_dimension,
             *self.kernel_spatial_dimensions),
            (self.output_batch_dimension, self.output_feature_dimension, *self.output_spatial_dimensions),
        )
        return all(len(set(numbers)) == len(numbers) and 0 <= min(numbers) and max(numbers) < 100 for numbers in used)


def _labels(letters: dict[str, int], spatial: tuple[int, ...]) -> str:
    at = {dimension: str(k) for k, dimension in enumerate(spatial)} | {d: letter for letter, d in letters.items()}
    return f"[{', '.join(at.get(d, '?') for d in range(max(at) + 1))}]"


@structure
class ChannelHandle(Structured, dialect="stablehlo", mnemonic="channel_handle"):
    """A channel of communication (`channel_id` and `channel_type` of the specification)."""

    handle: int = written(INTEGER)
    type: int = written(INTEGER)


@structure
class TypeExtensions(Structured, dialect="stablehlo", mnemonic="type_extensions"):
    """The encoding of a bounded tensor type: an upper bound for each dynamic dimension, None where there is none."""

    bounds: tuple[int | None, ...] = written(DIMENSIONS)

    def fault(self, shape: tuple[int, ...]) -> str | None:
        """Why these cannot be the bounds of a tensor of `shape`; None if they can."""
        if len(self.bounds) != len(shape):
            return f"{len(shape)} dimensions have as many bounds, not {self}"
        if any(size >= 0 and bound is not None for size, bound in zip(shape, self.bounds)):
            return f"dimensions of a known size have no bound, not {self}"
        return None

    def __str__(self) -> str:
        return f"#stablehlo.bounds<{', '.join('?' if b is None else str(b) for b in self.bounds)}>"


@structure
class OutputOperandAlias(Structured, dialect="stablehlo", mnemonic="output_operand_alias"):
    """Says that a part of a custom call's result shares its buffer with a part of an operand."""

    output_tuple_indices: tuple[int, ...] = written(DIMENSIONS)
    operand_index: int = written(INTEGER)
    operand_tuple_indices: tuple[int, ...] = written(DIMENSIONS)


@structure
class DotAlgorithm(Structured, dialect="stablehlo", mnemonic="dot_algorithm"):
    """How a `dot_general` is to be computed (StableHLO spec: dot_general, DotAlgorithm)."""

    lhs_precision_type: AnyType = written(TYPE)
    rhs_precision_type: AnyType = written(TYPE)
    accumulation_type: AnyType = written(TYPE)
    lhs_component_count: int = written(INTEGER)
    rhs_component_count: int = written(INTEGER)
    num_primitive_operations: int = written(INTEGER)
    allow_imprecise_accumulation: bool = written(BOOLEAN)


RESULT_ACCURACY_MODES: Final = ("DEFAULT", "HIGHEST", "TOLERANCE")


@structure
class ResultAccuracyMode(StructAttr, dialect="stablehlo", mnemonic="result_accuracy_mode"):
    """`#stablehlo.result_accuracy_mode<HIGHEST>`."""

    value: str
    #: What `value` may be.
    cases: ClassVar[tuple[str, ...]] = RESULT_ACCURACY_MODES

    def __str__(self) -> str:
        return f"#{self.dialect}.result_accuracy_mode<{self.value}>"


@structure
class ResultAccuracy(Structured, dialect="stablehlo", mnemonic="result_accuracy"):
    """The accuracy asked of an elementwise function: tolerances, absolute, relative and in units in the last place."""

    atol: float = written(DOUBLE, default=0.0, elide=True)
    rtol: float = written(DOUBLE, default=0.0, elide=True)
    ulps: int = written(INTEGER, default=0, elide=True)
    mode: ResultAccuracyMode = written(ACCURACY_MODE, default=ResultAccuracyMode("DEFAULT"))


@structure
class SubAxisInfo(StructAttr, dialect="stablehlo", mnemonic="sub_axis_info"):
    """Part of a mesh axis: `(pre_size)size`."""

    pre_size: int
    size: int

    def __str__(self) -> str:
        return f"#stablehlo.sub_axis_info<({self.pre_size}){self.size}>"


#: `(1)2`: the attribute without its name.
SUB_AXIS: Final = Format("sub_axis", lambda info: f"({info.pre_size}){info.size}")


@structure
class AxisRef(Structured, dialect="stablehlo", mnemonic="axis_ref"):
    """A mesh axis or a part of one."""

    name: str = written(STRING)
    sub_axis_info: SubAxisInfo | None = written(SUB_AXIS, default=None, elide=True)


@structure
class MeshAxis(Structured, dialect="stablehlo", mnemonic="mesh_axis"):
    """An axis of a device mesh."""

    name: str = written(STRING)
    size: int = written(INTEGER)


#: `[<name = "x", size = 2>]`: axes without the attribute's name.
MESH_AXES: Final = Format("mesh_axes", lambda axes: f"[{', '.join(f'<{axis.body}>' for axis in axes)}]")


@structure
class Mesh(Structured, dialect="stablehlo", mnemonic="mesh"):
    """A grid of devices with named axes; `device_ids` are the devices in row-major order where that is not 0, 1, 2, ..."""

    axes: tuple[MeshAxis, ...] = written(MESH_AXES)
    device_ids: Attribute | None = written(ATTRIBUTE, default=None, elide=True)

    def __str__(self) -> str:
        devices = "" if self.device_ids is None else f", device_ids={self.device_ids}"
        return f"#stablehlo.mesh<axes={MESH_AXES.text(self.axes)}{devices}>"


@structure
class ReplicaGroupMeshAxes(Structured, dialect="stablehlo", mnemonic="replica_group_mesh_axes"):
    """Replica groups given as axes of a mesh."""

    mesh: SymbolRefAttr | Attribute = written(ATTRIBUTE)
    axes: tuple[AxisRef, ...] = written(AXIS_REFS)
