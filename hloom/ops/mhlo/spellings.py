"""The `mhlo` dialect: what older exports, and those of TensorFlow, call the operations of StableHLO and CHLO.

An operation of it is the operation that it stands for, in a class that says how programs write it: `name`, definition and
meaning are those of StableHLO, and so are its attributes in memory. They are written otherwise:

- names begin with `mhlo.`, and those of attributes and types with `#mhlo` and `!mhlo`;
- lists of numbers are `dense<[0, 1]> : tensor<2xi64>`, not arrays;
- many operations have no pretty form.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, ClassVar

import numpy as np

from hloom.ir.attributes import ArrayAttr, Attribute, DenseArrayAttr, DenseElementsAttr, EnumAttr, StructAttr
from hloom.ir.core import Operation, Region, Value
from hloom.ir.location import UNKNOWN, Location
from hloom.ir.types import TOKEN as PLAIN_TOKEN
from hloom.ir.types import AnyType, FunctionType, TensorType, TokenType, TupleType
from hloom.numbers.element_type import ElementType
from hloom.ops.common import attributes as stablehlo
from hloom.ops.common.attributes import TypeExtensions
from hloom.ops.definition.operation import REGISTRY, Op
from hloom.ops.stablehlo.convolution import Convolution
from hloom.support.source import Span


class MhloToken(TokenType):
    """`!mhlo.token`."""

    __slots__ = ()

    def __str__(self) -> str:
        return "!mhlo.token"


TOKEN = MhloToken()


# Attributes


@stablehlo.structure
class DottedEnum(StructAttr):
    """A case of an enumeration that is written `#mhlo.rng_algorithm<PHILOX>`."""

    value: str

    def __str__(self) -> str:
        return f"#mhlo.{self.mnemonic}<{self.value}>"


def _twin(cls: type[StructAttr]) -> type[StructAttr]:
    """The attribute of the dialect that is written with the fields of one of StableHLO."""
    return type(cls.__name__, (cls,), {"__slots__": (), "__doc__": cls.__doc__}, dialect="mhlo", mnemonic=cls.mnemonic)


class MhloTypeExtensions(TypeExtensions, dialect="mhlo", mnemonic="type_extensions"):
    """The encoding of a bounded tensor type."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"#mhlo.type_extensions<bounds = [{', '.join('?' if b is None else str(b) for b in self.bounds)}]>"


#: The structured attributes of the dialect by those of StableHLO.
_TWINS: dict[type[StructAttr], type[StructAttr]] = {
    TypeExtensions: MhloTypeExtensions,
    **{cls: _twin(cls) for cls in (
        stablehlo.DotDimensionNumbers, stablehlo.GatherDimensionNumbers, stablehlo.ScatterDimensionNumbers,
        stablehlo.ConvDimensionNumbers, stablehlo.ChannelHandle, stablehlo.OutputOperandAlias, stablehlo.DotAlgorithm,
        stablehlo.ResultAccuracy, stablehlo.ResultAccuracyMode)}}
_ORIGINALS = {twin: cls for cls, twin in _TWINS.items()}
#: Enumerations that are written with a dot.
_DOTTED: dict[str, type[DottedEnum]] = {
    mnemonic: type("DottedEnum", (DottedEnum,), {"__slots__": ()}, dialect="mhlo", mnemonic=mnemonic)
    for mnemonic in ("rng_algorithm", "rng_distribution")}


def recast(attribute: StructAttr, classes: Mapping[type[StructAttr], type[StructAttr]]) -> StructAttr:
    """A structured attribute, and those inside it, with the same fields in the class that stands for its own."""
    cls = classes.get(type(attribute), type(attribute))
    values = {f.name: getattr(attribute, f.name) for f in fields(attribute)}  # type: ignore[arg-type]
    return cls(**{name: recast(v, classes) if isinstance(v, StructAttr) else v for name, v in values.items()})


def to_stablehlo(attribute: Attribute) -> Attribute:
    """An attribute of this dialect as StableHLO has it; others as they are."""
    if isinstance(attribute, EnumAttr) and attribute.dialect == "mhlo":
        return EnumAttr("stablehlo", attribute.mnemonic, attribute.value)
    if isinstance(attribute, DottedEnum):
        return EnumAttr("stablehlo", attribute.mnemonic, attribute.value)
    if isinstance(attribute, ArrayAttr):
        return ArrayAttr(tuple(map(to_stablehlo, attribute.values)))
    return recast(attribute, _ORIGINALS) if isinstance(attribute, StructAttr) else attribute


def type_in_stablehlo(type: AnyType) -> AnyType:
    """A type of this dialect as StableHLO has it; others as they are."""
    if isinstance(type, TupleType):
        return TupleType(tuple(map(type_in_stablehlo, type.elements)))
    if isinstance(type, FunctionType):
        return FunctionType(*(tuple(map(type_in_stablehlo, types)) for types in (type.inputs, type.outputs)))
    if isinstance(type, TensorType) and isinstance(type.encoding, MhloTypeExtensions):
        return TensorType(type.shape, type.element, recast(type.encoding, _ORIGINALS))
    return PLAIN_TOKEN if isinstance(type, MhloToken) else type


def to_mhlo(attribute: Attribute) -> Attribute:
    """An attribute of StableHLO as this dialect has it; others as they are."""
    if isinstance(attribute, EnumAttr) and attribute.dialect == "stablehlo":
        dotted = _DOTTED.get(attribute.mnemonic)
        return dotted(attribute.value) if dotted else EnumAttr("mhlo", attribute.mnemonic, attribute.value)
    if isinstance(attribute, DenseArrayAttr) and isinstance(attribute.element, ElementType):
        values = np.array(attribute.values, attribute.element.dtype)
        return DenseElementsAttr.of(values, TensorType(values.shape, attribute.element))
    if isinstance(attribute, ArrayAttr):
        return ArrayAttr(tuple(map(to_mhlo, attribute.values)))
    return recast(attribute, _TWINS) if isinstance(attribute, StructAttr) else attribute


# Operations


class Respelled(Op):
    """Base of the classes that only say how programs write an operation."""

    __slots__ = ()
    #: The names of attributes that are lists of numbers.
    lists: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, operands: Sequence[Value] = (), result_types: Sequence[AnyType] = (),
                 attributes: Mapping[str, Attribute] | None = None, regions: Sequence[Region] = (),
                 location: Location = UNKNOWN, span: Span | None = None) -> None:
        found = {key: self._in_memory(key, value) for key, value in attributes.items()} if attributes else None
        super().__init__(operands, result_types, found, regions, location, span)

    def _in_memory(self, key: str, value: Attribute) -> Attribute:
        if key in self.lists and isinstance(value, DenseElementsAttr) and value.type.rank == 1 and value.is_short:
            return DenseArrayAttr(value.type.storage, tuple(value.array().tolist()))
        return to_stablehlo(value) if key in self.inherent else value


def plain(op: Respelled) -> Op:
    """The operation as StableHLO or CHLO write it, with the same operands, attributes and regions."""
    made: Any = object.__new__(REGISTRY[op.name])
    Operation.__init__(made, op.operands, [r.type for r in op.results], op.attributes, op.regions, op.location, op.span)
    return made


def written(op: Operation) -> Mapping[str, Attribute]:
    """The attributes of an operation as programs write them."""
    if not isinstance(op, Respelled):
        return op.attributes
    return {key: to_mhlo(value) if key in op.inherent else value for key, value in op.attributes.items()}


#: Operations of StableHLO that the dialect has in the same pretty form, or in none in both.
_SAME = """
    abs add after_all all_gather all_reduce all_to_all and atan2 batch_norm_grad batch_norm_inference batch_norm_training
    bitcast_convert case cbrt ceil clamp collective_broadcast collective_permute compare complex composite constant convert
    cosine count_leading_zeros create_token cross-replica-sum custom_call divide dynamic_conv dynamic_gather
    dynamic_pad dynamic_reshape dynamic_update_slice exponential exponential_minus_one floor gather get_tuple_element if imag
    infeed is_finite log log_plus_one logistic map maximum minimum multiply negate not optimization_barrier or outfeed
    partition_id popcnt power real real_dynamic_slice recv reduce reduce_precision reduce_scatter reduce_window remainder
    replica_id reshape return round_nearest_afz round_nearest_even rsqrt scatter select select_and_scatter send
    shift_left shift_right_arithmetic shift_right_logical sign sine sort sqrt subtract tan tanh
    torch_index_select triangular_solve tuple uniform_dequantize uniform_quantize while xor
"""
#: Operations of StableHLO of which the dialect has only the generic form.
_GENERIC = """
    broadcast broadcast_in_dim cholesky concatenate dot dot_general dynamic_broadcast_in_dim dynamic_iota dynamic_slice einsum
    fft get_dimension_size iota pad reverse rng rng_bit_generator set_dimension_size slice transpose
"""
#: Operations of CHLO that the dialect writes as the elementwise ones of StableHLO.
_FUNCTIONS = "acos acosh asin asinh atanh cosh erf sinh"
_UNARY = "$operand attr-dict `:` custom<SameOperandsAndResultType>(type($operand), type($result))"


def respelled(cls: type[Op], syntax: str | None) -> type[Op]:
    """The class of an operation that programs write with `mhlo.` before its mnemonic."""
    mnemonic = cls.name.partition(".")[2]
    lists = frozenset(f.key for f in cls.definition.attributes if f.constraint.short and f.constraint.short[0] == "dense_array")
    # Constants of this dialect have numbers for names.
    names = {"result_names": ()} if isinstance(cls.result_names, property) else {}
    return type(cls.__name__, (Respelled, cls), {"__slots__": (), "__doc__": cls.__doc__, "syntax": syntax, "lists": lists,
                                                 **names}, spelling=f"mhlo.{mnemonic}")


for _name in _SAME.split():
    respelled(REGISTRY[f"stablehlo.{_name}"], REGISTRY[f"stablehlo.{_name}"].syntax)
for _name in _GENERIC.split():
    respelled(REGISTRY[f"stablehlo.{_name}"], None)
for _name in _FUNCTIONS.split():
    respelled(REGISTRY[f"chlo.{_name}"], _UNARY)
respelled(Convolution, (Convolution.syntax or "").replace("WindowAttributes", "WindowOfNumbers"))
respelled(REGISTRY["chlo.mulhi"], REGISTRY["stablehlo.add"].syntax)
for _name in ("minimum_broadcast_shapes", "scan"):
    respelled(REGISTRY[f"chlo.{_name}"], REGISTRY[f"chlo.{_name}"].syntax)
