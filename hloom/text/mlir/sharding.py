"""The spelling of attributes of the `sdy` dialect, which are kept as their text: blanks stand where MLIR prints them."""

from __future__ import annotations

import re
from typing import Final

_TOKEN: Final = re.compile(r'("(?:[^"\\\n]|\\.)*+")|(,)|(\}:(?!\())|(\)\{)|'
                           r"\b(reduction=|need_replication=|permutation=|blocked_propagation=)")
#: A blank between `>` and `=` stays: together they are a sign of their own.
_BLANK: Final = re.compile(r'("(?:[^"\\\n]|\\.)*+")|(?<=>)(\s)\s*+(?==)|\s+')


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
