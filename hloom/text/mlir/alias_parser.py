"""Parsing of aliases: `#map = affine_map<...>`, `!t = tensor<...>`, `#loc3 = loc(...)`.

An alias may be used before it is defined: the places of all definitions are found first, and each is parsed when it is
needed. What an alias stands for may use others, so a short text can stand for something of enormous depth or size; both are
counted as if everything were written out, and bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from hloom.ir.attributes import Attribute
from hloom.ir.location import Location
from hloom.ir.types import AnyType
from hloom.support.spelling import did_you_mean
from hloom.text.mlir.attributes import AttributeParser
from hloom.text.mlir.lexer import token_pattern

_ALIAS: Final = re.compile(r"[#!][A-Za-z_][\w$-]*(?=[ \t]*=)", re.ASCII)
_DEFINITION: Final = token_pattern(r"([#!][A-Za-z_][\w$-]*)[ \t]*=")
_USE: Final = re.compile(r'"(?:[^"\\\n]|\\.)*+"|([#!][A-Za-z_][\w$-]*)(?![\w$.<])', re.ASCII)


class Alias(NamedTuple):
    """What an alias stands for, the offset after its definition, and its length and depth if all were written out."""

    value: Any
    end: int
    size: int
    depth: int


class AliasParser(AttributeParser):
    """The grammar of types and attributes, with the aliases of the whole text."""

    __slots__ = ("_next_aliases", "_places", "aliases", "expanded_size")

    #: Offset of each definition; None until that is first asked, since it takes time in a large text.
    _places: dict[str, int] | None
    #: What has been parsed; None while it is being parsed.
    aliases: dict[str, Alias | None]
    #: Attribute aliases in order, from the first that may not yet be parsed.
    _next_aliases: Iterator[str]
    #: Characters that the aliases used so far (in the definition that is being parsed) stand for.
    expanded_size: int

    @property
    def places(self) -> dict[str, int]:
        """Offset of each definition."""
        if self._places is None:
            self._places = dict(_definitions(self.text))
            self.aliases, self._next_aliases = {}, iter([name for name in self._places if name[0] == "#"])
        return self._places

    def alias_definition(self) -> None:
        """A definition, at the top level of the text."""
        match = self.expect(_DEFINITION, "an operation or the definition of an alias")
        name = match.group(1)
        if self.places.get(name) != match.start():
            self.fail(f"{name} is defined twice", match.start())
        self.position = self._resolved(name).end

    def aliased_attribute(self, name: str, at: int) -> Attribute:
        return self._used(f"#{name}", at).value

    def aliased_type(self, name: str, at: int) -> AnyType:
        return self._used(f"!{name}", at).value

    def expanded(self, text: str) -> str:
        if not self.places:
            return text

        def replaced(match: re.Match[str]) -> str:
            name = match.group(1)
            if name not in self.places or match.start() == 0:
                return match.group()
            value = self._used(name, self.position).value
            return f"loc({value})" if isinstance(value, Location) else str(value)

        return _USE.sub(replaced, text)

    def _used(self, name: str, at: int) -> Alias:
        """An alias at a place where it is used."""
        if name not in self.places:
            self.fail(f"alias {name} is not defined{did_you_mean(name, self.places)}", at)
        if name not in self.aliases and name[0] == "#":
            # Long chains, as of locations, are mostly written in order: going along keeps them from nesting.
            for other in self._next_aliases:
                if other not in self.aliases:
                    self._resolved(other)
                if other == name:
                    break
        alias = self._resolved(name)
        self.peak = max(self.peak, self.depth + alias.depth)
        if self.peak > self.limits.nesting:
            self.fail(f"with what {name} stands for, nested more than {self.limits.nesting} levels deep", at, "limit")
        self.expanded_size += alias.size
        if self.expanded_size > self.limits.expanded_size:
            self.fail(f"with what aliases stand for, the text is longer than {self.limits.expanded_size} characters", at, "limit")
        return alias

    def _resolved(self, name: str) -> Alias:
        """What an alias stands for; parses its definition when that is first asked for."""
        if name in self.aliases:
            found = self.aliases[name]
            if found is None:
                self.fail(f"alias {name} is defined by itself", self.places[name])
            return found
        kept = self.position, self.depth, self.peak, self.expanded_size
        self.aliases[name] = None
        self.position, self.depth, self.peak, self.expanded_size = self.places[name], 0, 0, 0
        self.take(_DEFINITION)
        if name[0] == "!":
            value: Any = self.type()
        else:
            value = self.location() if self.peek("loc(") else self.attribute()
        size = self.position - self.places[name] + self.expanded_size
        found = self.aliases[name] = Alias(value, self.position, size, self.peak)
        self.position, self.depth, self.peak, self.expanded_size = kept
        return found


def _definitions(text: str) -> Iterator[tuple[str, int]]:
    """Each alias that is defined, with its offset: the first word of a line, before `=`."""
    for mark in "#!":  # found one by one: an expression would take seconds to pass over large constants
        at = text.find(mark)
        while at >= 0:
            if (at == 0 or text[at - 1] in " \t\n") and not text[text.rfind("\n", 0, at) + 1 : at].strip(" \t"):
                match = _ALIAS.match(text, at)
                if match is not None:
                    yield match.group(), at
            at = text.find(mark, at + 1)
