"""Parsing of types."""

from __future__ import annotations

import re
from math import isinf, prod
from typing import Final

from hloom.ir.attributes import Attribute, IntegerAttr
from hloom.ir.type_text import whole_range
from hloom.ir.types import (
    DYNAMIC,
    TOKEN,
    AnyType,
    FunctionType,
    FutureType,
    NoneType,
    OpaqueType,
    OtherScalarType,
    QuantizedType,
    TensorType,
    TupleType,
    UnrankedTensorType,
    complex_type,
)
from hloom.numbers.element_type import ELEMENT_TYPES, ElementType
from hloom.ops.common.attributes import TypeExtensions
from hloom.ops.mhlo.spellings import TOKEN as MHLO_TOKEN
from hloom.support.remembering import Remembered
from hloom.text.mlir.lexer import BANG_NAME, KEYWORD, NUMBER, Scanner, token_pattern

#: Tensor types without encodings and dialect types, which are nearly all; each spelling is parsed once.
_TENSOR: Final = r"tensor<[0-9?x]*(?:complex<f(?:32|64)>|[a-z]\w*)>"
_PLAIN_TENSOR: Final = token_pattern(f"({_TENSOR})")
_TENSORS: Final = rf"\((?:{_TENSOR}(?:, {_TENSOR})*+)?\)"
_PLAIN_FUNCTION: Final = token_pattern(rf"({_TENSORS} -> (?:{_TENSOR}|{_TENSORS}))")
_DIMENSIONS: Final = token_pattern(r"((?:(?:[0-9]+|\?)x)*)(\*x)?")
_OTHER_SCALAR: Final = re.compile(r"(?:[su]?i[1-9][0-9]{0,7}|f80|f128|tf32)\Z", re.ASCII)
_STORAGE: Final = token_pattern(r"(u|i)([0-9]{1,2})|([a-z]\w*)")
_BLANKS_OR_STRING: Final = re.compile(r'("(?:[^"\\\n]|\\.)*+")|(?:[ \t\r\n]|//[^\r\n]*)+')
_OPAQUE_BUILTINS: Final = ("vector", "memref")
_LARGEST_SIZE: Final = (1 << 63) - 1


#: What spellings without aliases stand for.
_TYPES: Remembered[str, AnyType] = Remembered(5000)
_FUNCTIONS: Remembered[str, FunctionType] = Remembered(5000)


def _of_known_sizes(text: str) -> TensorType | None:
    """The type that the text of a plain tensor type stands for, if its sizes are known ones of less than 64 bits; remembered."""
    *sizes, name = text.removeprefix("tensor<").removesuffix(">").split("x")
    if name not in ELEMENT_TYPES or not all(map(str.isdecimal, sizes)) or any(len(size) > 18 for size in sizes):
        return None
    type = TensorType(tuple(map(int, sizes)), ELEMENT_TYPES[name])
    _TYPES.keep(text, type)
    return type


def _of_known_types(text: str) -> FunctionType | None:
    """The function type that a text of plain tensor types stands for, if they all have been met or have known sizes."""
    inputs, _, outputs = text.partition(" -> ")
    found = [[_TYPES.get(word) or _of_known_sizes(word) for word in side.strip("()").split(", ") if word]
             for side in (inputs, outputs)]
    return None if None in found[0] or None in found[1] else FunctionType(*map(tuple, found))  # type: ignore[arg-type]


class TypeParser(Scanner):
    """The grammar of types; attributes, which tensor types may carry, are parsed by the subclass."""

    __slots__ = ()

    def attribute(self) -> Attribute:
        raise NotImplementedError

    def aliased_type(self, name: str, at: int) -> AnyType:
        """The type that the alias `!name` stands for."""
        raise NotImplementedError

    def type(self) -> AnyType:
        """Any type."""
        match = self.take(_PLAIN_TENSOR)
        if match is not None:
            found = _TYPES.get(match.group(1))
            if found is None:
                found = _of_known_sizes(match.group(1))
                if found is None:
                    self.position = match.start()
                    found = _TYPES.keep(match.group(1), self._other_type())
            return found
        return self._other_type()

    def _other_type(self) -> AnyType:
        start = self.position
        if self.peek("("):
            return self.function_type()
        if self.peek("!"):
            return self._dialect_type()
        match = self.take(KEYWORD)
        if match is None:
            self.fail_expected("a type")
        word = match.group(1)
        if word == "tensor":
            return self._tensor()
        if word == "complex":
            return self._complex(start)
        if word == "tuple":
            return TupleType(self._bracketed_types())
        if word in ELEMENT_TYPES:
            if self.text[match.end(1) : match.end(1) + 1] == "[":
                self.fail(f"{word}[2,3] is how HLO writes types; here it is tensor<2x3x{word}>", start)
            return ELEMENT_TYPES[word]
        if word == "none":
            return NoneType()
        if _OTHER_SCALAR.match(word):
            if int("".join(filter(str.isdigit, word))) >= 1 << 24:
                self.fail(f"{word} is too wide", start, code="limit")
            return OtherScalarType(word)
        if word in _OPAQUE_BUILTINS and self.peek("<"):
            return self._opaque(start)
        self.position = start
        self.fail_expected("a type")

    def types(self) -> list[AnyType]:
        """At least one type, with commas between."""
        found = [self.type()]
        while self.accept(","):
            found.append(self.type())
        return found

    def types_in_parentheses(self) -> list[AnyType]:
        """`(a, b)`, maybe empty."""
        self.literal("(")
        if self.accept(")"):
            return []
        found = self.types()
        self.literal(")")
        return found

    def function_type(self) -> FunctionType:
        """`(inputs) -> results`."""
        match = self.take(_PLAIN_FUNCTION)
        if match is not None:
            found = _FUNCTIONS.get(match.group(1))
            if found is None:
                found = _of_known_types(match.group(1))
                if found is None:
                    self.position = match.start()
                    found = self._other_function()
                _FUNCTIONS.keep(match.group(1), found)
            return found
        return self._other_function()

    def _other_function(self) -> FunctionType:
        self.enter()
        inputs = self.types_in_parentheses()
        self.literal("->")
        outputs = self.result_types()
        self.depth -= 1
        return FunctionType(tuple(inputs), tuple(outputs))

    def result_types(self) -> list[AnyType]:
        """The results of a function type: one type, or several in parentheses."""
        return self.types_in_parentheses() if self.peek("(") else [self.type()]

    def _bracketed_types(self) -> tuple[AnyType, ...]:
        self.literal("<")
        self.enter()
        found = () if self.peek(">") else tuple(self.types())
        self.depth -= 1
        self.literal(">")
        return found

    def dimensions(self) -> tuple[int, ...] | None:
        """`2x?x`: sizes, each followed by an x; None for `*x`."""
        match = self.expect(_DIMENSIONS, "dimensions")
        if match.group(2):
            if match.group(1):
                self.fail("an unranked tensor has no dimensions", match.start())
            return None
        words = match.group(1).split("x")[:-1]
        sizes = tuple([DYNAMIC if word == "?" else int(word[:400]) for word in words])
        if any(size > _LARGEST_SIZE for size in sizes):
            self.fail("a dimension does not fit in 64 bits", match.start(1), end=match.end(1))
        return sizes

    def _tensor(self) -> AnyType:
        self.literal("<")
        self.enter()
        found = self.tensor_inside()
        self.depth -= 1
        self.literal(">")
        return found

    def tensor_inside(self) -> AnyType:
        """What stands in the brackets of a tensor type."""
        shape = self.dimensions()
        at = self.position
        element = self.type()
        if isinstance(element, TensorType | TupleType | FunctionType | UnrankedTensorType):
            self.fail(f"{element} cannot be the element type of a tensor", at)
        encoding = self.attribute() if shape is not None and self.accept(",") else None
        end = self.position
        if shape == () and isinstance(encoding, IntegerAttr):
            self.fail("the sizes of a tensor stand before the type of its elements: tensor<2x3xf32>", at)
        fault = encoding.fault(shape) if isinstance(encoding, TypeExtensions) and shape is not None else None
        if fault:
            self.fail(fault, end)
        return UnrankedTensorType(element) if shape is None else TensorType(shape, element, encoding)

    def _complex(self, start: int) -> AnyType:
        self.literal("<")
        self.enter()
        part = self.type()
        self.depth -= 1
        self.literal(">")
        return self.complex_type(part, start)

    def complex_type(self, part: AnyType, start: int) -> AnyType:
        try:
            return complex_type(part)
        except ValueError as error:
            self.fail(str(error), start)

    def _dialect_type(self) -> AnyType:
        match = self.expect(BANG_NAME, "a type")
        name, start = match.group(1), match.start()
        if name == "stablehlo.token":
            return TOKEN
        if name == "mhlo.token":
            return MHLO_TOKEN
        if name == "stablehlo.future":
            elements = self._bracketed_types()
            if any(isinstance(t, ElementType) for t in elements):
                self.fail("a future holds tensors and tokens", start)
            return FutureType(elements)
        if name.startswith("stablehlo."):
            self.fail(f"unknown type !{name}", start)
        if name == "quant.uniform":
            return self._quantized()
        if "." not in name and not (self.peek("<") and self.text[match.end(1)] == "<"):
            return self.aliased_type(name, start)
        return self._opaque(start)

    def _opaque(self, start: int) -> OpaqueType:
        """A type of a dialect that is not interpreted: its name, and brackets if they follow."""
        return OpaqueType(self.verbatim(start))

    def verbatim(self, start: int) -> str:
        """The text from `start` to here, and through the brackets that open here; the aliases in it are expanded."""
        if self.peek("<"):
            end = self.balanced()
            self.skip_to(end)
        else:
            end = len(self.text[start : self.position].rstrip()) + start
            comment = self.text.find("//", start, end)
            end = end if comment < 0 else start + len(self.text[start:comment].rstrip())
        return self.expanded(_BLANKS_OR_STRING.sub(lambda match: match.group(1) or " ", self.text[start:end]))

    def expanded(self, text: str) -> str:
        """Text that is kept as it stands, with the aliases in it replaced by what they stand for."""
        raise NotImplementedError

    def _quantized(self) -> QuantizedType:
        self.literal("<")
        storage = self._storage()
        lowest, highest = whole_range(storage)
        at = self.position
        if self.accept("<"):
            low = self.integer()
            self.literal(":")
            high = self.integer()
            self.literal(">")
            if not lowest <= low < high <= highest:
                self.fail(f"the storage range {low}:{high} does not lie in {lowest}:{highest}", at)
            lowest, highest = low, high
        self.literal(":")
        at = self.position
        expressed = self.type()
        if not isinstance(expressed, ElementType) or not expressed.is_float:
            self.fail(f"the expressed type must be a floating-point type, got {expressed}", at)
        axes, blocks = self._quantized_axes()
        self.literal(",")
        scales: list[float] = []
        zeros: list[int] = []
        shape = self._quantized_parameters(scales, zeros) if axes else ()
        if not axes:
            self._quantized_parameter(scales, zeros)
        self.literal(">")
        return QuantizedType(storage, expressed, lowest, highest, tuple(scales), tuple(zeros), axes, blocks,
                             shape if blocks else ())

    def _storage(self) -> ElementType:
        match = self.expect(_STORAGE, "a storage type")
        name = match.group(3) or f"{'ui' if match.group(1) == 'u' else 'i'}{match.group(2)}"
        found = ELEMENT_TYPES.get(name)
        if found is None or found.kind not in ("sint", "uint", "float"):
            self.fail(f"{match.group().strip()} is not a storage type of quantized numbers", match.start())
        return found

    def _quantized_axes(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """What follows the expressed type: nothing, `:axis`, or `:{axis:block, ...}`."""
        if not self.accept(":"):
            return (), ()
        if not self.accept("{"):
            return (self.integer("an axis"),), ()
        pairs = []
        while True:
            axis = self.integer("an axis")
            self.literal(":")
            pairs.append((axis, self.integer("a block size")))
            if not self.accept(","):
                break
        self.literal("}")
        return tuple(axis for axis, _ in pairs), tuple(size for _, size in pairs)

    def _quantized_parameters(self, scales: list[float], zeros: list[int]) -> tuple[int, ...]:
        """`{...}` of parameters or, nested, of such lists; appends them and returns their shape."""
        at = self.position
        self.literal("{")
        self.enter()
        inner: tuple[int, ...] = ()
        count = 0
        while True:
            if self.peek("{"):
                found = self._quantized_parameters(scales, zeros)
            else:
                self._quantized_parameter(scales, zeros)
                found = ()
            if count and found != inner:
                self.fail("the lists of quantization parameters have different lengths", at)
            inner, count = found, count + 1
            if not self.accept(","):
                break
        self.depth -= 1
        self.literal("}")
        shape = (count, *inner)
        assert prod(shape) <= len(scales)
        return shape

    def _quantized_parameter(self, scales: list[float], zeros: list[int]) -> None:
        match = self.expect(NUMBER, "a scale")
        if match.group(1) or "." not in match.group(2):
            self.fail("a scale is a decimal number with a point", match.start())
        scale = float(match.group()[: match.end(2) - match.start()])
        if isinf(scale):
            self.fail("a scale is a finite number", match.start())
        scales.append(scale)
        zeros.append(self.integer("a zero point") if self.accept(":") else 0)
