"""VHLO as text, as `stablehlo-opt` prints it: read as the StableHLO that it stands for.

    vhlo.func_v1 @main(%arg0: !vhlo.tensor_v1<2x!vhlo.f32_v1>) -> (!vhlo.tensor_v1<2x!vhlo.f32_v1>) {
      %0 = "vhlo.abs_v1"(%arg0) : (!vhlo.tensor_v1<2x!vhlo.f32_v1>) -> !vhlo.tensor_v1<2x!vhlo.f32_v1>
      "vhlo.return_v1"(%0) : (!vhlo.tensor_v1<2x!vhlo.f32_v1>) -> ()
    } {arg_attrs = #vhlo.array_v1<[]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"">}

Types and attributes become those that say the same, as from bytecode; operations are converted when all has been read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from hloom.bytecode.dialects.builtin import unranked_type
from hloom.bytecode.reader import Kind, Made
from hloom.ir.attributes import (
    ArrayAttr,
    Attribute,
    DictionaryAttr,
    EnumAttr,
    StringAttr,
    SymbolRefAttr,
    TypeAttr,
)
from hloom.ir.core import Operation, Region, UnregisteredOperation, Value
from hloom.ir.types import (
    TOKEN,
    AnyType,
    FunctionType,
    FutureType,
    NoneType,
    OpaqueType,
    OtherScalarType,
    TupleType,
)
from hloom.numbers.element_type import ELEMENT_TYPES
from hloom.ops.builtin.module import Module
from hloom.ops.common.attributes import (
    AxisRef,
    Mesh,
    MeshAxis,
    OutputOperandAlias,
    ReplicaGroupMeshAxes,
    ResultAccuracy,
    ResultAccuracyMode,
    SubAxisInfo,
    TypeExtensions,
)
from hloom.ops.definition.operation import Op
from hloom.support.collector import collector_paused
from hloom.support.source import Source
from hloom.text.mlir.lexer import BANG_NAME, HASH_NAME
from hloom.text.mlir.parser import Parser
from hloom.text.mlir.structured import double
from hloom.vhlo.attribute_converters import NOTHING
from hloom.vhlo.encoding import quantized_type
from hloom.vhlo.operations import NAMES
from hloom.vhlo.reading import PREFIX, kind_of

_FUNCTION: Final = f"{PREFIX}func_v1"
_VERSION: Final = "_v1"
_MODES: Final = (ResultAccuracyMode.mnemonic,)


class Field(NamedTuple):
    """A field of a structured attribute: what it is, whether a value may be it, and its value where it is absent (None: it must
    be there)."""

    what: str
    holds: Callable[[Any], bool]
    default: Any = None


def parse_vhlo(text: str, name: str = "<input>", allow_unregistered: bool = False) -> Module:
    """The module in StableHLO that a text in VHLO describes. ParseError at the first fault."""
    with collector_paused():
        parser = VhloParser(Source(name, text), allow_unregistered=allow_unregistered)
        module: Any = parser.module()
        _Conversion(parser).module(module)
    return module


class VhloParser(Parser):
    """The grammar of MLIR with the types, attributes and functions of VHLO."""

    __slots__ = ()

    # Types

    def _dialect_type(self) -> AnyType:
        match = BANG_NAME.match(self.text, self.position)
        name = match.group(1) if match else ""
        if not name.startswith(PREFIX):
            return super()._dialect_type()
        start, word = self.position, name.removeprefix(PREFIX)
        self.position = match.end()  # type: ignore[union-attr]
        plain = _PLAIN.get(word)
        if plain is not None:
            return plain
        parse = _TYPES.get(word)
        if parse is None:
            self.fail(f"unknown type !{name}", start)
        self.literal("<")
        self.enter()
        found = parse(self)
        self.depth -= 1
        self.literal(">")
        return found

    def unranked(self) -> AnyType:
        at = self.position
        try:
            return unranked_type(self.type())
        except ValueError as error:
            self.fail(str(error), at)

    def buffer(self) -> AnyType:
        """The type of a buffer, of which the sizes follow."""
        shape = self.dimensions() or ()
        return OpaqueType(f"memref<{''.join('?x' if n < 0 else f'{n}x' for n in shape)}{self.type()}>")

    def function(self) -> FunctionType:
        """`(a, b) -> c`; one without arguments is written `(()) -> c`."""
        at = self.position
        if self.accept("(") and self.accept("("):
            self.literal(")")
            self.literal(")")
            inputs: list[AnyType] = []
        else:
            self.position = at
            inputs = self.types_in_parentheses()
        self.literal("->")
        if self.peek("(("):
            self.position += 1
            self.types_in_parentheses()
            self.literal(")")
            return FunctionType(tuple(inputs), ())
        outputs = self.types_in_parentheses() if self.peek("(") else self.types()
        return FunctionType(tuple(inputs), tuple(outputs))

    def bracketed(self) -> tuple[AnyType, ...]:
        """Types with commas between."""
        return () if self.peek(">") else tuple(self.types())

    def quantized(self, is_along: bool = False) -> AnyType:
        """`storage:expressed, scale:zero, low:high, flags`; along an axis `..., axis, [scales], [zeros], low:high, flags`."""
        at, storage = self.position, self.type()
        self.literal(":")
        expressed = self.type()
        self.literal(",")
        axes: tuple[int, ...] = ()
        if is_along:
            axes = (self.integer(),)
            self.literal(",")
            scales = self._list(self._double)
            self.literal(",")
            zeros = self._list(self.integer)
        else:
            scales = [self._double()]
            self.literal(":")
            zeros = [self.integer()]
        self.literal(",")
        low = self.integer()
        self.literal(":")
        high = self.integer()
        self.literal(",")
        signed = self.integer() & 1
        try:
            return quantized_type(signed, storage, expressed, low, high, scales, zeros, axes)
        except ValueError as error:
            self.fail(str(error), at)

    def _list(self, parse: Callable[[], Any]) -> list[Any]:
        self.literal("[")
        found: list[Any] = []
        while not self.peek("]"):
            found.append(parse())
            if not self.accept(","):
                break
        self.literal("]")
        return found

    def _double(self) -> float:
        return double(self)

    # Attributes

    def _dialect_attribute(self) -> Attribute:
        match = HASH_NAME.match(self.text, self.position)
        name = match.group(1) if match else ""
        if name == PREFIX[:-1]:
            return self._case()
        if not name.startswith(PREFIX):
            return super()._dialect_attribute()
        start, word = self.position, name.removeprefix(PREFIX).removesuffix(_VERSION)
        self.position = match.end()  # type: ignore[union-attr]
        parse = _ATTRIBUTES.get(word)
        if parse is None:
            self.fail(f"unknown attribute #{name}", start)
        self.literal("<")
        self.enter()
        found = parse(self)
        self.depth -= 1
        self.literal(">")
        return found

    def _case(self) -> Attribute:
        """`#vhlo<precision_v1 HIGH>`."""
        start, found = self.position, super()._dialect_attribute()
        if not isinstance(found, EnumAttr):
            self.fail("expected a case of an enumeration, such as #vhlo<precision_v1 HIGH>", start)
        word = found.mnemonic.removesuffix(_VERSION)
        if word in _MODES:
            return ResultAccuracyMode(found.value)
        return found if word == "api_version" else EnumAttr("stablehlo", word, found.value)

    def dictionary_entries(self) -> DictionaryAttr:
        """`{#vhlo.string_v1<"a"> = ...}`."""
        self.literal("{")
        found: dict[str, Attribute] = {}
        while not self.peek("}"):
            at, key = self.position, self.attribute()
            if not isinstance(key, StringAttr):
                self.fail("expected a name, #vhlo.string_v1<...>", at)
            self.literal("=")
            found[key.value] = self.attribute()
            if not self.accept(","):
                break
        self.literal("}")
        return DictionaryAttr(found)

    def fields(self, **fields: Field) -> list[Any]:
        """`a = ..., b = ...`: the fields of a structured attribute by their names; its default for one that is not there."""
        start, found = self.position, {}
        while not self.peek(">"):
            at, name = self.position, self.name_or_string("the name of a field")
            if name not in fields:
                self.fail(f"expected one of {', '.join(fields)}", at)
            self.literal("=")
            at, found[name] = self.position, self._field()
            if not fields[name].holds(found[name]):
                self.fail(f"expected {fields[name].what}", at)
            if not self.accept(","):
                break
        for name, field in fields.items():
            if name not in found and field.default is None:
                self.fail(f"expected {name} = {field.what}", start)
        return [found[name] if name in found else field.default for name, field in fields.items()]

    def _field(self) -> Any:
        """A number, a list of numbers or an attribute."""
        if self.peek("["):
            return tuple(self._list(lambda: None if self.accept("?") else self.integer()))
        if self.text[self.position : self.position + 1] not in tuple("-0123456789"):
            return self.attribute()
        at = self.position
        number = double(self)
        if not number.is_integer() or "." in self.text[at : self.position]:
            return number
        self.position = at
        return self.integer()

    # Functions

    def _class(self, name: str, start: int) -> Any:
        if not name.startswith(PREFIX):
            return super()._class(name, start)
        try:
            kind_of(self.allow_unregistered, name, True)
        except ValueError as error:
            self.fail(str(error), start, "operation")
        return None

    def _pretty(self, name: str, draft: Any) -> Operation:
        if name != _FUNCTION:
            return super()._pretty(name, draft)
        symbol = self.symbol()
        self.literal("(")
        arguments = []
        while not self.peek(")"):
            arguments.append(self.argument())
            if not self.accept(","):
                break
        self.literal(")")
        outputs = self.types_in_parentheses() if self.accept("->") else []
        region = self.region(arguments or None, isolated=True)
        attributes: dict[str, Attribute] = {
            "sym_name": StringAttr(symbol),
            "function_type": TypeAttr(FunctionType(tuple([type for _, type, _, _ in arguments]), tuple(outputs))),
            **(self.dictionary() if self.peek("{") else {}),
        }
        return UnregisteredOperation(name, (), (), attributes, [region], inherent=tuple(attributes))


#: Types without parts.
_PLAIN: Final[dict[str, AnyType]] = {
    "bool_v1": ELEMENT_TYPES["i1"], "token_v1": TOKEN, "none_v1": NoneType(), "witness_v1": OpaqueType("!shape.witness"),
    "tf31_v1": OtherScalarType("tf32"), "index_v1": ELEMENT_TYPES["index"],
    **{f"{name}_v1": type for name, type in ELEMENT_TYPES.items() if type.kind in ("sint", "uint", "float")},
}
_TYPES: Final[dict[str, Callable[[Any], AnyType]]] = {
    "tensor_v1": VhloParser.tensor_inside, "unranked_tensor_v1": VhloParser.unranked, "buffer_v1": VhloParser.buffer,
    "complex_v1": lambda p: p.complex_type(p.type(), p.position), "tuple_v1": lambda p: TupleType(p.bracketed()),
    "future_v1": lambda p: FutureType(p.bracketed()), "func_v1": VhloParser.function, "quant_v1": VhloParser.quantized,
    "quant_per_axis_v1": lambda p: p.quantized(True),
}


_NUMBER: Final = Field("a number", lambda value: isinstance(value, int))
_NUMBERS: Final = Field("a list of numbers", lambda value: isinstance(value, tuple) and None not in value, ())
_SIZES: Final = Field("a list of sizes", lambda value: isinstance(value, tuple))
_FRACTION: Final = Field("a number", lambda value: isinstance(value, int | float), 0.0)
_NAME: Final = Field("a name", lambda value: isinstance(value, StringAttr))


def _instance(cls: type, what: str) -> Field:
    return Field(what, lambda value: isinstance(value, cls))


def _array_of(cls: type, what: str) -> Field:
    return Field(what, lambda value: isinstance(value, ArrayAttr) and all(isinstance(each, cls) for each in value.values))


def _group(parser: VhloParser) -> Attribute:
    mesh, axes = parser.fields(mesh=_instance(Attribute, "a mesh"), axes=_array_of(AxisRef, "an array of axes"))
    return ReplicaGroupMeshAxes(SymbolRefAttr(mesh.value) if isinstance(mesh, StringAttr) else mesh, axes.values)


def _axis(parser: VhloParser) -> Attribute:
    name, part = parser.fields(name=_NAME, sub_axis_info=_instance(SubAxisInfo, "a part of an axis")._replace(default=NOTHING))
    return AxisRef(name.value, None if part is NOTHING else part)


def _mesh(parser: VhloParser) -> Attribute:
    axes, devices = parser.fields(axes=_array_of(MeshAxis, "an array of axes"),
                                  device_ids=_instance(Attribute, "numbers")._replace(default=NOTHING))
    return Mesh(axes.values, None if devices is NOTHING else devices)


def _mesh_axis(parser: VhloParser) -> Attribute:
    name, size = parser.fields(name=_NAME, size=_NUMBER)
    return MeshAxis(name.value, size)


def _accuracy(parser: VhloParser) -> Attribute:
    atol, rtol, ulps, mode = parser.fields(
        atol=_FRACTION, rtol=_FRACTION, ulps=_NUMBER._replace(default=0),
        mode=Field("a mode of accuracy", lambda value: isinstance(value, ResultAccuracyMode), ResultAccuracyMode("DEFAULT")))
    return ResultAccuracy(float(atol), float(rtol), ulps, mode)


def _same(parser: VhloParser) -> Attribute:
    return parser.attribute()


_ATTRIBUTES: Final[dict[str, Callable[[Any], Attribute]]] = {
    **dict.fromkeys(("array", "bool", "float", "integer", "string", "tensor"), _same),
    "type": lambda p: TypeAttr(p.type()), "dict": VhloParser.dictionary_entries,
    "output_operand_alias": lambda p: OutputOperandAlias(*p.fields(
        outputTupleIndices=_NUMBERS, operandIndex=_NUMBER, operandTupleIndices=_NUMBERS)),
    "type_extensions": lambda p: TypeExtensions(*p.fields(bounds=_SIZES)), "result_accuracy": _accuracy,
    "sub_axis_info": lambda p: SubAxisInfo(*p.fields(pre_size=_NUMBER, size=_NUMBER)), "axis_ref": _axis,
    "replica_group_mesh_axes": _group, "mesh_axis": _mesh_axis, "mesh": _mesh,
}


class _Conversion:
    """Puts operations of StableHLO in the place of those of VHLO."""

    def __init__(self, parser: VhloParser) -> None:
        self.parser = parser
        #: What has been put in the place of values.
        self.values: dict[Value, Value] = {}

    def module(self, module: Operation) -> None:
        """Converts all operations of a module, in place."""
        for region in module.regions:
            self._region(region, None)
        for op in module.walk():  # when all are there: a value may be used before it stands
            op.operands = [self.values.get(value, value) for value in op.operands]

    def _region(self, region: Region, parent: Kind | None) -> None:
        for block in region.blocks:
            old, block.operations = block.operations, []
            for op in old:
                block.append(self._converted(op, parent))

    def _converted(self, op: Operation, parent: Kind | None) -> Operation:
        kind = None if isinstance(op, Op) or op.name not in NAMES else kind_of(False, op.name, True)
        for region in op.regions:
            self._region(region, kind)
        if kind is None:
            return op
        made = self._made(op, kind, parent)
        made.span = op.span
        for before, after in zip(op.results, made.results):
            after.name = before.name
            self.values[before] = after
        return made

    def _made(self, op: Operation, kind: Kind, parent: Kind | None) -> Operation:
        names = {name for name, _ in kind.properties or ()}
        own = {name: value for name, value in op.attributes.items() if name in names}
        others = {name: value for name, value in op.attributes.items() if name not in names}
        assert kind.convert is not None
        try:
            attributes = kind.convert(own) | others
            made = kind.make(Made(op.operands, [result.type for result in op.results], attributes, list(op.regions), op.location,
                                  parent, ()))
        except ValueError as error:
            self.parser.fail(str(error), op.span.start if op.span else 0)
        assert isinstance(made, Operation)
        return made
