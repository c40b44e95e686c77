"""A place in an HLO text, and what may stand there: names, numbers, strings, brackets. Blanks and comments stand anywhere."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, NoReturn

from hloom.support.cursor import Cursor
from hloom.support.diagnostics import ParseError
from hloom.support.source import Span

_BLANK: Final = re.compile(r"(?:\s+|/\*.*?\*/|//[^\r\n]*)+", re.DOTALL)
#: Blanks without comments, which nearly all are.
_SPACE: Final = re.compile(r"\s*")
_NAME: Final = re.compile(r"%?([A-Za-z_][\w.-]*)", re.ASCII)
_WORD: Final = re.compile(r"[A-Za-z_][\w.-]*", re.ASCII)
_INTEGER: Final = re.compile(r"-?[0-9]+")
_DECIMAL: Final = re.compile(r"-?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|-?(?:inf|nan)")
_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*"|' r"'(?:[^'\\]|\\.)*'", re.DOTALL)
_ESCAPE: Final = re.compile(r"\\(?:x([0-9a-fA-F]{1,2})|([0-7]{1,3})|u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_ESCAPED: Final = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}
_SHOWN: Final = {"\n": "\\n", "\t": "\\t", "\r": "\\r", '"': '\\"', "'": "\\'", "\\": "\\\\"}
#: What brackets are made of: one, a string, or a comment.
_BRACE: Final = re.compile(r'[{}]|"(?:[^"\\]|\\.)*+"?+', re.DOTALL)

#: How deep operands, literals and computations may be nested.
DEEPEST: Final = 200


class Scanner(Cursor):
    """Reads tokens of `source` from the offset `at` on."""

    __slots__ = ()

    def fail(self, message: str, start: int | None = None, end: int | None = None) -> NoReturn:
        """Raises the ParseError that points at `start` (here, unless given)."""
        if start is None:
            self.skip()
            start = self.at
        if end is None:
            word = _NAME.match(self.text, start)
            end = word.end() if word else start + 1
        raise ParseError.at(Span(self.source, start, end), "syntax", message)

    def skip(self) -> None:
        """Steps over blanks and comments."""
        text = self.text
        at = _SPACE.match(text, self.at).end()  # type: ignore[union-attr]
        if text.startswith("/", at):
            found = _BLANK.match(text, at)
            at = found.end() if found else at
            if text.startswith("/*", at):
                self.at = at
                self.fail("unterminated comment", at, at + 2)
        self.at = at

    def peek(self, token: str) -> bool:
        """Whether `token` stands here."""
        self.skip()
        return self.text.startswith(token, self.at)

    def expect(self, token: str, where: str = "") -> None:
        if not self.take(token):
            self.fail(f"expects '{token}'{' ' + where if where else ''}, got {self.found()}")

    def found(self) -> str:
        """What stands here, for a message."""
        self.skip()
        word = _NAME.match(self.text, self.at)
        shown = word.group()[:40] if word else self.text[self.at : self.at + 1]
        return repr(shown) if shown else "the end of the text"

    def at_end(self) -> bool:
        self.skip()
        return self.at >= len(self.text)

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """What matches a pattern here; steps over it if anything does."""
        self.skip()
        found = pattern.match(self.text, self.at)
        if found:
            self.at = found.end()
        return found

    def name(self, what: str = "name") -> str:
        """The name that stands here, without `%`."""
        found = self.match(_NAME)
        if found is None:
            self.fail(f"expects {what}, got {self.found()}")
        return found.group(1)

    def word(self, what: str) -> str:
        found = self.match(_WORD)
        if found is None:
            self.fail(f"expects {what}, got {self.found()}")
        return found.group()

    def integer(self, what: str = "integer") -> int:
        """A number of 64 bits."""
        start = self.at
        found = self.match(_INTEGER)
        if found is None:
            self.fail(f"expects {what}, got {self.found()}")
        value = int(found.group()) if found.end() - found.start() <= 20 else 1 << 64
        if not -(1 << 63) <= value < 1 << 63:
            self.fail(f"{what} {found.group():.40} does not fit into 64 bits", start)
        return value

    def decimal(self, what: str = "a number") -> float:
        found = self.match(_DECIMAL)
        if found is None:
            self.fail(f"expects {what}, got {self.found()}")
        return float(found.group())

    def string(self, what: str = "string") -> str:
        """The text of a quoted string, escapes resolved."""
        found = self.match(_STRING)
        if found is None:
            self.fail(f"expects {what}, got {self.found()}")
        return unescaped(found.group()[1:-1])

    def boolean(self) -> bool:
        found = self.word("true or false")
        if found not in ("true", "false"):
            self.fail(f"expects true or false, got {found[:40]!r}", self.at - len(found))
        return found == "true"

    def listed(self, item: Callable[[], Any], begin: str, end: str, where: str) -> list[Any]:
        """Items between brackets, divided by commas."""
        self.expect(begin, f"at the start of {where}")
        return self.items(item, end, where)

    def braces(self, what: str) -> str:
        """The text from a `{` to the `}` that belongs to it, both included; strings inside may hold any."""
        self.skip()
        start = self.at
        if not self.text.startswith("{", start):
            self.fail(f"expects {what} in braces, got {self.found()}")
        end = closing_brace(self.text, start)
        if end < 0:
            self.fail(f"the braces of {what} are not closed", start, start + 1)
        self.at = end
        return self.text[start:end]


def closing_brace(text: str, start: int) -> int:
    """The offset behind the `}` that closes the `{` at `start`; -1 if there is none."""
    depth = 0
    for found in _BRACE.finditer(text, start):
        token = found.group()
        if token == "{":
            depth += 1
        elif token == "}":
            depth -= 1
            if depth == 0:
                return found.end()
        elif len(token) == 1 or token[-1] != '"':
            return -1  # a string that does not end
    return -1


def is_braces(text: str) -> bool:
    """Whether a text is one pair of braces, with balanced braces and strings inside."""
    return text.startswith("{") and closing_brace(text, 0) == len(text)


def unescaped(text: str) -> str:
    """The characters that a text with the escapes of C stands for."""
    if "\\" not in text:
        return text
    # Numbers stand for bytes, several of which may be one character.
    return _ESCAPE.sub(_resolve, text).encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")


def _resolve(found: re.Match[str]) -> str:
    sixteen, eight, code, letter = found.groups()
    if code:
        # Half of a character beyond 16 bits is no character of its own.
        return chr(int(code, 16)).encode("utf-8", "replace").decode()
    if sixteen or eight:
        byte = int(sixteen, 16) if sixteen else int(eight, 8) & 255
        return chr(byte) if byte < 128 else chr(0xDC00 + byte)
    return _ESCAPED.get(letter, letter)


def quoted(text: str) -> str:
    """A string with the escapes that XLA writes, in double quotes."""
    if text.isascii() and text.isprintable() and '"' not in text and "\\" not in text and "'" not in text:
        return f'"{text}"'
    data = text.encode("utf-8", "surrogateescape")
    return '"' + "".join(_shown(byte) for byte in data) + '"'


def _shown(byte: int) -> str:
    character = chr(byte)
    if character in _SHOWN:
        return _SHOWN[character]
    return character if 32 <= byte < 127 else f"\\{byte:03o}"
