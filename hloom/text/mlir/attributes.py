"""Parsing of attributes and of locations."""

from __future__ import annotations

import re
from typing import Any, Final

import numpy as np

from hloom.ir.attributes import (
    UNIT,
    ArrayAttr,
    Attribute,
    BoolAttr,
    DenseArrayAttr,
    DenseElementsAttr,
    DenseResourceAttr,
    DictionaryAttr,
    EnumAttr,
    FloatAttr,
    IntegerAttr,
    OpaqueAttr,
    OtherElementsAttr,
    Resource,
    StringAttr,
    StructAttr,
    SymbolRefAttr,
    TypeAttr,
)
from hloom.ir.literal_text import array_element_bytes, float_width, integer_range, integer_width, wrapped
from hloom.ir.location import (
    CallSiteLocation,
    FileLocation,
    FusedLocation,
    Location,
    NamedLocation,
    OpaqueLocation,
    UnknownLocation,
)
from hloom.ir.types import AnyType, NoneType, OtherScalarType, TensorType
from hloom.numbers.bits import from_bits
from hloom.numbers.element_type import F64, I64, PRED, ElementType
from hloom.support.remembering import Remembered
from hloom.support.spelling import did_you_mean
from hloom.text.mlir.dense import blob, dense_array
from hloom.text.mlir.lexer import HASH_NAME, KEYWORD, NUMBER, token_pattern
from hloom.text.mlir.other_dense import float_of_decimal, float_of_pattern, other_blob, other_dense_array
from hloom.text.mlir.resources import LEFT_OUT, named_resource
from hloom.text.mlir.sharding import sharding_attribute
from hloom.text.mlir.structured import known_mnemonics, structured
from hloom.text.mlir.types import TypeParser

_I64_ARRAY: Final = token_pattern(r"array<i64(?::[ ]?(-?[0-9]{1,18}(?:, ?-?[0-9]{1,18})*+))?>")
#: Constants of few elements, which programs repeat; each spelling is parsed once.
_SHORT_CONSTANT: Final = token_pattern(r"(dense<[^<>\"/]{0,60}> : tensor<[0-9x]*(?:complex<f(?:32|64)>|[a-z]\w*)>)")
_CONSTANTS: Remembered[str, Attribute] = Remembered(5000)
_ENUM: Final = token_pattern(r"<\s*([a-z_][\w]*)\s+([A-Za-z_]\w*)\s*>")
#: How people and some printers write numbers that they leave out.
_LEFT_OUT: Final = re.compile(r"\.\.\.|\b__elided__\b|\u2026")
_KEYWORD_OR_DIGITS: Final = token_pattern(r"[\w$.-]+")
#: Builtin attributes that are kept as they are written.
_VERBATIM: Final = frozenset({"affine_map", "affine_set", "sparse", "opaque", "strided", "distinct", "vector"})


class AttributeParser(TypeParser):
    """The grammar of attributes."""

    __slots__ = ("resources",)
    #: What attributes name or the section of resources holds; the section comes after the program.
    resources: dict[str, Resource]

    def aliased_attribute(self, name: str, at: int) -> Attribute:
        """The attribute that the alias `#name` stands for."""
        raise NotImplementedError

    def attribute(self) -> Attribute:
        """Any attribute, with its type where it has one."""
        start = self.position
        first = self.text[start : start + 1]
        if first == "#":
            return self._dialect_attribute()
        if first == '"':
            data = self.string()
            type = self.type() if self.accept(":") else None
            return StringAttr(data, None if isinstance(type, NoneType) else type)
        if first == "[":
            return self._array()
        if first == "{":
            return DictionaryAttr(self.dictionary())
        if first == "@":
            return self.symbol_reference()
        if first == "-" or first.isdigit():
            return self.number(None)
        if first.isalpha():
            match = self.expect(KEYWORD, "an attribute")
            parse = _BY_KEYWORD.get(match.group(1))
            if parse is not None:
                return parse(self, start)
            if match.group(1) in _VERBATIM:
                return OpaqueAttr(self._verbatim_builtin(start))
            self.position = start
        return TypeAttr(self.type())

    def dictionary(self) -> dict[str, Attribute]:
        """`{a = 1, b}` as a dict in source order."""
        self.literal("{")
        self.enter()
        found: dict[str, Attribute] = {}
        if not self.accept("}"):
            while True:
                at = self.position
                name = self.name_or_string("the name of an attribute")
                if name in found:
                    self.fail(f"attribute '{name}' is given twice", at)
                found[name] = self.attribute() if self.accept("=") else UNIT
                if not self.accept(","):
                    break
            self.literal("}")
        self.depth -= 1
        return found

    def _array(self) -> ArrayAttr:
        self.literal("[")
        self.enter()
        found = []
        if not self.accept("]"):
            while True:
                found.append(self.attribute())
                if not self.accept(","):
                    break
            self.literal("]")
        self.depth -= 1
        return ArrayAttr(tuple(found))

    def symbol_reference(self) -> SymbolRefAttr:
        """`@a::@b`."""
        path = [self.symbol()]
        while self.accept("::"):
            path.append(self.symbol())
        return SymbolRefAttr(*path)

    def number(self, type: AnyType | None) -> Attribute:
        """An integer or floating-point literal of type `type`; if that is None, with `: type` or of a default type."""
        match = self.expect(NUMBER, "a number")
        start, is_negative = match.start(), self.text[match.start()] == "-"
        hexadecimal, decimal = match.groups()
        is_float = decimal is not None and not decimal.isdigit()
        if type is None:
            type = self.type() if self.accept(":") else F64 if is_float else I64
        end = match.end(1) if hexadecimal else match.end(2)
        if isinstance(type, TensorType):
            self.fail("a tensor constant is written dense<...>", start, end=end)
        if float_width(type) is not None:
            return FloatAttr(self._float_bits(match, type, is_negative), type)
        if is_float:
            self.fail(f"a floating-point literal cannot have type {type}", start, end=end)
        width = integer_width(type)
        if width is None:
            self.fail(f"an integer literal cannot have type {type}", start, end=end)
        digits = hexadecimal or decimal or ""
        if len(digits) > 400:
            self.fail("the integer literal is too long", start, end=end)
        value = int(digits, 16) if hexadecimal else int(digits)
        value = -value if is_negative else value
        lowest, highest = integer_range(type)
        if not lowest <= value <= highest:
            self.fail(f"{digits} does not fit in {type}", start, code="range", end=end)
        return BoolAttr(bool(value)) if type is PRED else IntegerAttr(wrapped(value, type), type)

    def _float_bits(self, match: re.Match[str], type: AnyType, is_negative: bool) -> int:
        hexadecimal, decimal = match.groups()
        start = match.start()
        if hexadecimal:
            bits, width = int(hexadecimal[:100], 16), float_width(type)
            if is_negative or width is None or bits >> width:
                self.fail(f"not a bit pattern of {type}", start, end=match.end(1))
            return float_of_pattern(bits, type)
        if decimal.isdigit():
            self.fail(f"a literal of type {type} needs a decimal point: write {decimal}.0", start, end=match.end(2))
        if len(decimal) > 10_000:
            self.fail("the literal is too long", start, end=match.end(2))
        return float_of_decimal(f"{'-' if is_negative else ''}{decimal}", type)

    def boolean(self) -> bool:
        """`true` or `false`."""
        if self.accept("true"):
            return True
        if self.accept("false"):
            return False
        self.fail_expected("'true' or 'false'")

    def dense_array(self) -> DenseArrayAttr:
        """`array<i64: 1, 2>`."""
        match = self.take(_I64_ARRAY)
        if match is not None:
            return DenseArrayAttr(I64, tuple(map(int, match.group(1).split(","))) if match.group(1) else ())
        self.literal("array")
        self.literal("<")
        at = self.position
        element = self.type()
        if not isinstance(element, ElementType | OtherScalarType) or element.is_complex or str(element) == "index":
            self.fail(f"array<...> holds integers or floating-point numbers, not {element}", at)
        if array_element_bytes(element) is None:
            self.fail(f"array<...> holds numbers of whole bytes, not {element}", at)
        values: list[Any] = []
        if self.accept(":"):
            while True:
                values.append(self._array_element(element))
                if not self.accept(","):
                    break
        self.literal(">")
        return DenseArrayAttr(element, tuple(values))

    def _array_element(self, element: ElementType | OtherScalarType) -> Any:
        if str(element) == "i1" and not self.text[self.position : self.position + 1].isdigit():
            return self.boolean()
        found: Any = self.number(element)
        if isinstance(found, FloatAttr):
            is_known = isinstance(element, ElementType)
            return float(from_bits(np.asarray(found.bits, np.uint64), element)) if is_known else found.bits
        return found.value

    def _dense_constant(self, start: int) -> Attribute:
        """`dense<...> : type`; the word has been read."""
        match = _SHORT_CONSTANT.match(self.text, start)
        if match is None:
            return self._dense(start)
        found = _CONSTANTS.get(match.group(1))
        if found is None:
            found = _CONSTANTS.keep(match.group(1), self._dense(start))
        self.position = match.end()
        return found

    def _dense(self, start: int) -> Attribute:
        if not self.peek("<"):
            self.fail_expected("'<'")
        text, opening = self.text, self.position
        content_start = opening + 1
        while text[content_start : content_start + 1].isspace():
            content_start += 1
        # The content may have many megabytes, which are not copied.
        is_blob = text.startswith('"0x', content_start)
        quote = text.find('"', content_start + 1) if is_blob else content_start
        end = text.find(">", quote) if quote > 0 else -1
        if end < 0:
            self.fail("this dense<...> is never closed", start)
        content, first, last = text, content_start, end
        if not is_blob and (text.find("/", first, end) >= 0 or text.find('"', first, end) >= 0):
            end = self.balanced() - 1
            content = re.sub(r'("(?:[^"\\\n]|\\.)*+")|//[^\r\n]*', r"\1", text[first:end])
            first, last = 0, len(content)
        self.skip_to(end + 1)
        type = self._dense_type()
        if not isinstance(type, TensorType) or not isinstance(type.element, ElementType | OtherScalarType):
            return OpaqueAttr(f"{text[start : end + 1]} : {type}")
        try:
            if isinstance(type.element, OtherScalarType):
                if is_blob:
                    return OtherElementsAttr(type, *other_blob(text, content_start + 3, quote, type, self.limits.constant_size))
                return OtherElementsAttr(type, *other_dense_array(content, first, last, type, self.limits.constant_size))
            if is_blob:
                data, is_splat = blob(text, content_start + 3, quote, type, self.limits.constant_size)
            else:
                data, is_splat = dense_array(content, first, last, type, self.limits.constant_size)
        except ValueError as error:
            message = LEFT_OUT if _LEFT_OUT.search(content, first, last) else str(error)
            self.fail(message, content_start, code="constant", end=min(end, content_start + 80))
        return DenseElementsAttr(type, data, is_splat)

    def _dense_type(self) -> AnyType:
        """`: type` after a dense constant: a tensor type, or one of a vector or memory, which is kept as it stands."""
        self.literal(":")
        at = self.position
        type = self.type()
        if isinstance(type, TensorType):
            if not type.is_static:
                self.fail(f"a dense constant has a static shape, not {type}", at)
            if type.is_quantized:
                self.fail(f"a dense constant has the storage type of its numbers, not {type}", at)
        elif not str(type).startswith(("vector<", "memref<")):
            self.fail(f"a dense constant has a tensor type, not {type}", at)
        return type

    def _dense_resource(self, start: int) -> Attribute:
        self.literal("<")
        key = self.string().decode("utf-8", "surrogateescape") if self.peek('"') else (
            self.expect(_KEYWORD_OR_DIGITS, "the name of a resource").group().rstrip())
        self.literal(">")
        self.literal(":")
        at = self.position
        type = self.type()
        if not isinstance(type, TensorType) or not type.is_static:
            self.fail(f"a constant has a tensor type of static shape, not {type}", at)
        return DenseResourceAttr(named_resource(key, self.resources), type)

    def _verbatim_builtin(self, start: int) -> str:
        if self.accept("["):
            self.integer()
            self.literal("]")
        text = self.verbatim(start)
        return f"{text} : {self.type()}" if self.accept(":") else text

    def _dialect_attribute(self) -> Attribute:
        match = self.expect(HASH_NAME, "an attribute")
        name, start, end = match.group(1), match.start(), match.end(1)
        has_body = self.text[end : end + 1] == "<"
        dialect, _, mnemonic = name.partition(".")
        if mnemonic:
            cls = StructAttr.registry.get((dialect, mnemonic if mnemonic != "bounds" else "type_extensions"))
            if cls is not None:
                self.enter()
                made = structured(self, cls, mnemonic)
                self.depth -= 1
                return made
            if dialect in ("stablehlo", "chlo"):
                hint = did_you_mean(mnemonic, known_mnemonics(dialect))
                self.fail(f"dialect {dialect} has no attribute {mnemonic}{hint}", start)
        elif has_body:
            case = self.take(_ENUM)
            if case is not None:
                return EnumAttr(name, case.group(1), case.group(2))
        else:
            return self.aliased_attribute(name, start)
        text = self.verbatim(start)
        return sharding_attribute(self, text, start) if dialect == "sdy" else OpaqueAttr(text)

    # Locations

    def location(self) -> Location:
        """`loc(...)`."""
        self.literal("loc")
        self.literal("(")
        found = self.location_body()
        self.literal(")")
        return found

    def location_body(self) -> Location:
        """What stands inside `loc(...)`."""
        start = self.position
        if self.peek("#"):
            match = self.expect(HASH_NAME, "a location")
            if "." in match.group(1):
                return OpaqueLocation(self.verbatim(start))
            found = self.aliased_attribute(match.group(1), start)
            if not isinstance(found, Location):
                self.fail(f"#{match.group(1)} is not a location", start)
            return found
        self.enter()
        if self.peek('"'):
            found = self._file_or_name()
        elif self.accept("unknown"):
            found = UnknownLocation()  # stated, which UNKNOWN is not
        elif self.accept("callsite"):
            self.literal("(")
            callee = self.location_body()
            self.literal("at")
            found = CallSiteLocation(callee, self.location_body())
            self.literal(")")
        elif self.accept("fused"):
            metadata = None
            if self.accept("<"):
                metadata = self.attribute()
                self.literal(">")
            self.literal("[")
            parts = [self.location_body()]
            while self.accept(","):
                parts.append(self.location_body())
            self.literal("]")
            found = FusedLocation(tuple(parts), metadata)
        else:
            self.fail_expected("a location")
        self.depth -= 1
        return found

    def _file_or_name(self) -> Location:
        name = self.string().decode("utf-8", "surrogateescape")
        if self.accept(":"):
            line = self.integer("a line number")
            self.literal(":")
            column = self.integer("a column number")
            if not self.accept("to"):
                return FileLocation(name, line, column)
            end_line = None if self.peek(":") else self.integer("a line number")
            self.literal(":")
            return FileLocation(name, line, column, end_line, self.integer("a column number"))
        if self.accept("("):
            child = self.location_body()
            self.literal(")")
            return NamedLocation(name, child)
        return NamedLocation(name)

    def _location_attribute(self, start: int) -> Attribute:
        self.position = start
        return OpaqueAttr(f"loc({self.location()})")


def _dense_array_here(parser: AttributeParser, start: int) -> Attribute:
    parser.position = start
    return parser.dense_array()


_BY_KEYWORD: Final[dict[str, Any]] = {
    "true": lambda parser, start: BoolAttr(True),
    "false": lambda parser, start: BoolAttr(False),
    "unit": lambda parser, start: UNIT,
    "array": _dense_array_here,
    "dense": AttributeParser._dense_constant,
    "dense_resource": AttributeParser._dense_resource,
    "loc": AttributeParser._location_attribute,
}
