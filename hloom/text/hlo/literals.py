"""Literals of HLO as attributes of the IR: dense elements, arrays of these for tuples, and what was elided."""

from __future__ import annotations

from typing import Any, Final

from hloom.ir.attributes import ArrayAttr, Attribute, DenseElementsAttr, DenseResourceAttr, Resource
from hloom.ir.hlo import literal_reading
from hloom.ir.hlo import literal_text as hlo_literals
from hloom.ir.hlo.literal_reading import ELIDED
from hloom.ir.hlo.shape_text import read_shape
from hloom.ir.primitive_type import PrimitiveType
from hloom.ir.types import AnyType, TensorType, TupleType, logical_type
from hloom.text.hlo.scanner import DEEPEST, Scanner
from hloom.text.hlo.types import make_type, type_text

#: The key of elements that the text leaves out: there is no such resource, so that no program runs without them.
_ELIDED_KEY: Final = "hlo_elided"
_ELIDED: Final = ("the numbers of this constant were left out when the program was printed, constant({...}); "
                  "XLA prints them with --xla_dump_large_constants, and its protocol buffers have them")


def literal_type(type: AnyType) -> AnyType:
    """The type of a literal whose shape is stated as `type`: bounds are sizes, since a literal's text has all of its elements.

    Sizes without a bound stay, which only a literal that is left out, `{...}`, may have.
    """
    if isinstance(type, TupleType):
        return TupleType(tuple(map(literal_type, type.elements)))
    if not isinstance(type, TensorType) or type.is_static:
        return type
    sizes = tuple([n if bound is None else bound for n, bound in zip(type.shape, type.bounds)])
    return TensorType(sizes, type.element, None, type.layout)


def read_literal(scanner: Scanner, type: AnyType) -> Attribute:
    """The literal of a type that stands here."""
    scanner.skip()
    value, scanner.at = literal_reading.read_literal(scanner.source, scanner.at, _expected(scanner, type))
    return _attribute(value, logical_type(type))


def read_shaped_literal(scanner: Scanner, depth: int = 0) -> tuple[AnyType, Attribute]:
    """`s32[2]{0} {1, 2}`, or of a tuple `( s32[2]{0} {1, 2}, f32[] 3 )`, each part with its shape: the type and the literal."""
    if depth > DEEPEST:
        scanner.fail(f"maximum recursion depth exceeded: tuples of literals nest at most {DEEPEST} deep")
    if scanner.peek("("):
        parts = scanner.listed(lambda: read_shaped_literal(scanner, depth + 1), "(", ")", "a tuple of literals")
        return TupleType(tuple([type for type, _ in parts])), ArrayAttr(tuple([value for _, value in parts]))
    scanner.skip()
    stated, scanner.at = read_shape(scanner.source, scanner.at, make_type)
    type = literal_type(stated)
    return type, read_literal(scanner, type)


def shaped_literal_text(type: AnyType, value: Any) -> str:
    """A literal with its shape, of a tuple each part with its own."""
    if isinstance(type, TupleType):
        return hlo_literals.tuple_literal_text(list(map(shaped_literal_text, type.elements, value.values)))
    return f"{type_text(type)} {literal_text(value)}"


def _expected(scanner: Scanner, type: AnyType) -> Any:
    if isinstance(type, TupleType):
        return [_expected(scanner, part) for part in type.elements]
    if not isinstance(type, TensorType):
        scanner.fail(f"there are no literals of {type}")
    return PrimitiveType.of(type.element), tuple(getattr(type, "shape", ()))


def elided_constant(type: TensorType) -> DenseResourceAttr:
    """A constant whose numbers were left out: it is read and printed, and cannot be run."""
    return DenseResourceAttr(Resource(_ELIDED_KEY, absence=_ELIDED), type)


def _attribute(value: Any, type: Any) -> Attribute:
    if isinstance(type, TupleType):
        return ArrayAttr(tuple(_attribute(v, t) for v, t in zip(value, type.elements)))
    if value is ELIDED:
        return elided_constant(type)
    return DenseElementsAttr.of(value, type)


def literal_text(value: Any, most: int | None = None) -> str:
    """The text of a literal; arrays of more than `most` elements, and then all tuples, are elided."""
    if most is not None and isinstance(value, ArrayAttr):
        return "{...}"
    if isinstance(value, ArrayAttr):
        return hlo_literals.tuple_literal_text([literal_text(part, most) for part in value.values])
    if isinstance(value, DenseResourceAttr):
        if value.resource.contents is None:
            return "{...}"
        value = value.elements()
    type: TensorType = value.type
    if most is not None and type.size > most and type.rank:
        return "{...}"
    return hlo_literals.literal_text(value.array(), PrimitiveType.of(type.element))
