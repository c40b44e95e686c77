"""Parsing of structured attributes (`#stablehlo.gather<offset_dims = [0]>`) by their declarations in ops.attributes."""

from __future__ import annotations

from dataclasses import MISSING
from typing import TYPE_CHECKING, Any, Final

from hloom.ir.attributes import StructAttr
from hloom.ir.literal_text import float_of_bits
from hloom.numbers.element_type import F64
from hloom.ops.common import attributes as declarations
from hloom.ops.common.attributes import (
    AxisRef,
    ConvDimensionNumbers,
    MeshAxis,
    ResultAccuracyMode,
    Structured,
    SubAxisInfo,
    TypeExtensions,
)
from hloom.ops.mhlo.spellings import DottedEnum, recast
from hloom.support.spelling import did_you_mean
from hloom.text.mlir.lexer import NUMBER, Scanner, token_pattern

if TYPE_CHECKING:
    from hloom.text.mlir.attributes import AttributeParser

_LABEL: Final = token_pattern(r"[0-9]{1,9}|[a-z]\b|\?")


def known_mnemonics(dialect: str) -> list[str]:
    """The structured attributes of a dialect."""
    return [mnemonic for d, mnemonic in StructAttr.registry if d == dialect]


def structured(parser: AttributeParser, cls: type[StructAttr], mnemonic: str) -> StructAttr:
    """The attribute of class `cls` whose body `<...>` stands here."""
    if mnemonic == "bounds":
        parser.literal("<")
        bounds = _bounds(parser)
        parser.literal(">")
        return TypeExtensions(bounds)
    parser.literal("<")
    own = next((_OWN_NOTATION[c] for c in cls.__mro__ if c in _OWN_NOTATION), None)
    made = recast(own(parser), {cls.__base__: cls}) if own else _fields(parser, cls)  # type: ignore[arg-type]
    parser.literal(">")
    return made


def _fields(parser: AttributeParser, cls: type[Structured]) -> Any:
    """`name = value, ...` in any order."""
    declared = {field.name: field for field in cls.declared()}
    found: dict[str, Any] = {}
    while not parser.peek(">"):
        at = parser.position
        name = parser.keyword(f"a field of {cls.mnemonic}")
        if name not in declared:
            parser.fail(f"{cls.mnemonic} has no field {name}{did_you_mean(name, declared)}", at)
        if name in found:
            parser.fail(f"field {name} is given twice", at)
        parser.literal("=")
        found[name] = _FORMATS[declared[name].metadata["format"].name](parser)
        if not parser.accept(","):
            break
    for name, field in declared.items():
        if name not in found and field.default is MISSING:
            parser.fail(f"{cls.mnemonic} needs the field {name}")
    return cls(**found)


def _bounds(parser: AttributeParser) -> tuple[int | None, ...]:
    found: list[int | None] = []
    while not parser.peek(">") and not parser.peek("]"):
        found.append(None if parser.accept("?") else parser.integer("a bound or '?'"))
        if not parser.accept(","):
            break
    return tuple(found)


def _type_extensions(parser: AttributeParser) -> TypeExtensions:
    parser.literal("bounds")
    parser.literal("=")
    parser.literal("[")
    bounds = _bounds(parser)
    parser.literal("]")
    return TypeExtensions(bounds)


def convolution_dimensions(parser: AttributeParser) -> ConvDimensionNumbers:
    """`[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`, or after the word `raw` the fields by name."""
    if parser.accept("raw"):
        return _fields(parser, ConvDimensionNumbers)
    lhs = _labels(parser, "bf")
    parser.literal("x")
    rhs = _labels(parser, "io")
    parser.literal("->")
    out = _labels(parser, "bf")
    return ConvDimensionNumbers(*lhs, *rhs, *out)


def _labels(parser: AttributeParser, letters: str) -> tuple[int, int, tuple[int, ...]]:
    """The dimensions that the two letters name, and the spatial ones in order."""
    start = parser.position
    parser.literal("[")
    at: dict[str, int] = {}
    dimension = 0
    while not parser.peek("]"):
        match = parser.expect(_LABEL, f"'{letters[0]}', '{letters[1]}', '?' or the number of a spatial dimension")
        label = match.group().split()[0]
        if label.isdigit():
            label = str(int(label))
        if label.isalpha() and label not in letters:
            parser.fail(f"'{label}' is not one of the dimensions {', '.join(letters)}", match.start())
        if label in at:
            parser.fail(f"dimension '{label}' is named twice", match.start())
        if label != "?":
            at[label] = dimension
        dimension += 1
        if not parser.accept(","):
            break
    parser.literal("]")
    for letter in letters:
        if letter not in at:
            parser.fail(f"no dimension is named '{letter}'", start)
    spatial = sorted(int(label) for label in at if label.isdigit())
    if spatial != list(range(len(spatial))):
        parser.fail(f"spatial dimensions must be numbered from 0 without gaps, got {spatial}", start)
    return at[letters[0]], at[letters[1]], tuple(at[str(k)] for k in spatial)


def _accuracy_mode(parser: AttributeParser) -> ResultAccuracyMode:
    at = parser.position
    value = parser.keyword(f"one of {', '.join(ResultAccuracyMode.cases)}")
    if value not in ResultAccuracyMode.cases:
        parser.fail(f"result_accuracy_mode is one of {', '.join(ResultAccuracyMode.cases)}, not {value}", at)
    return ResultAccuracyMode(value)


def _sub_axis(parser: AttributeParser) -> SubAxisInfo:
    parser.literal("(")
    pre_size = parser.integer("a size")
    parser.literal(")")
    return SubAxisInfo(pre_size, parser.integer("a size"))


def double(parser: AttributeParser) -> float:
    """A number without a type."""
    match = parser.expect(NUMBER, "a floating-point number")
    if match.group(1):
        return float_of_bits(int(match.group(1), 16) & (1 << 64) - 1, F64)
    return float(match.group()[: match.end(2) - match.start()])


def _list(parser: AttributeParser, item: Any) -> tuple[Any, ...]:
    parser.literal("[")
    found = []
    while not parser.peek("]"):
        found.append(item(parser))
        if not parser.accept(","):
            break
    parser.literal("]")
    return tuple(found)


def _mesh_axis(parser: AttributeParser) -> Any:
    return structured(parser, MeshAxis, "mesh_axis") if parser.peek("<") else _attribute_of(parser, MeshAxis)


def _attribute_of(parser: AttributeParser, cls: type[StructAttr]) -> Any:
    """An attribute of one class, written in full."""
    at = parser.position
    found = parser.attribute()
    if not isinstance(found, cls):
        parser.fail(f"expected #{cls.dialect}.{cls.mnemonic}<...>, found {found}", at)
    return found


_OWN_NOTATION: Final[dict[type[StructAttr], Any]] = {
    ConvDimensionNumbers: convolution_dimensions,
    TypeExtensions: _type_extensions,
    ResultAccuracyMode: _accuracy_mode,
    DottedEnum: lambda parser: DottedEnum(parser.keyword("the case of an enumeration")),
    SubAxisInfo: _sub_axis,
}
_FORMATS: Final[dict[str, Any]] = {
    declarations.DIMENSIONS.name: Scanner.integers,
    declarations.INTEGER.name: lambda parser: parser.integer(),
    declarations.BOOLEAN.name: lambda parser: parser.boolean(),
    declarations.TYPE.name: lambda parser: parser.type(),
    declarations.DOUBLE.name: double,
    declarations.STRING.name: lambda parser: parser.string().decode("utf-8", "surrogateescape"),
    declarations.ATTRIBUTE.name: lambda parser: parser.attribute(),
    declarations.ACCURACY_MODE.name: lambda parser: _attribute_of(parser, ResultAccuracyMode),
    declarations.AXIS_REFS.name: lambda parser: _list(parser, lambda p: _attribute_of(p, AxisRef)),
    declarations.SUB_AXIS.name: _sub_axis,
    declarations.MESH_AXES.name: lambda parser: _list(parser, _mesh_axis),
}
