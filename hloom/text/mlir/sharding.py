"""The spelling of attributes of the `sdy` dialect, which are kept as their text: blanks stand where MLIR prints them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from hloom.ir.attributes import OpaqueAttr
from hloom.text.mlir.sharding_grammar import fault_in

if TYPE_CHECKING:
    from hloom.text.mlir.lexer import Scanner

_TOKEN: Final = re.compile(r'("(?:[^"\\\n]|\\.)*+")|(,)|(\}:(?!\())|(\)\{)|'
                           r"\b(reduction=|need_replication=|permutation=|blocked_propagation=)")
#: A blank between `>` and `=` stays: together they are a sign of their own.
_BLANK: Final = re.compile(r'("(?:[^"\\\n]|\\.)*+")|(?<=>)(\s)\s*+(?==)|\s+')


def sharding_attribute(parser: Scanner, text: str, start: int, before: int = 0) -> OpaqueAttr:
    """The attribute of a text, of which all but its first `before` characters stand from `start` on. ParseError where it goes
    against the grammar."""
    fault = fault_in(text)
    if fault is not None:
        position, wanted = fault
        name = text.partition("<")[0] if text[4] == "." else text[:before] or text[:40]
        parser.fail(f"expected {wanted} in {name}", _place(parser.text, start, text[before:position]))
    return OpaqueAttr(sharding_text(text))


def _place(source: str, start: int, text: str) -> int:
    """Where in a source the text ends that stands from `start` on, but for blanks; `start` where it does not (in an alias)."""
    at = start
    for sign in "".join(text.split()):
        while source[at : at + 1].isspace():
            at += 1
        if source[at : at + 1] != sign:
            return start
        at += 1
    while source[at : at + 1].isspace():
        at += 1
    return at


def sharding_text(text: str) -> str:
    """The text of an attribute with blanks as MLIR prints them; strings are left alone.

    `#sdy.sharding<@m,[{ "x" }]>` becomes `#sdy.sharding<@m, [{"x"}]>`.
    """
    return _TOKEN.sub(_spaced, _BLANK.sub(lambda match: match.group(1) or (" " if match.group(2) else ""), text))


def _spaced(match: re.Match[str]) -> str:
    string, comma, colon, factors, word = match.groups()
    if string:
        return string
    if comma:
        return ", "
    if colon:  # between axes and the dimensions that they move between
        return "}: "
    return ") {" if factors else f" {word}"
