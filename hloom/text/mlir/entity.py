"""Single attributes and types, as texts apart from a program."""

from __future__ import annotations

from hloom.ir.attributes import Attribute
from hloom.ir.types import AnyType
from hloom.support.source import Source
from hloom.text.mlir.parser import Parser


def parse_attribute(text: str, name: str = "<attribute>") -> Attribute:
    """The attribute that a text describes. ParseError where it describes none, or more."""
    parser = Parser(Source(name, text), allow_unregistered=True)
    found = parser.attribute()
    _check_whole(parser)
    return found


def parse_type(text: str, name: str = "<type>") -> AnyType:
    """The type that a text describes. ParseError where it describes none, or more."""
    parser = Parser(Source(name, text), allow_unregistered=True)
    found = parser.type()
    _check_whole(parser)
    return found


def _check_whole(parser: Parser) -> None:
    if parser.position < len(parser.text):
        parser.fail("nothing more was expected", parser.position)
