"""Reading tokens from a text: every token is one match of a compiled expression, and stands at a known place.

A scanner keeps a position that is always at the start of a token: each pattern takes the blanks and comments after the
token with it. Grammar rules ask for what they expect (`literal`, `take(pattern)`), which in Python is several times
faster than making a list of tokens first; `found` describes what is there for messages.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NoReturn

from hloom.support.diagnostics import Diagnostic, ParseError
from hloom.support.records import dataclass
from hloom.support.source import Source, Span


@dataclass(frozen=True)
class Limits:
    """Bounds on what a text may ask for; a text beyond them is refused before memory is taken."""

    #: Characters of text.
    text_size: int = 4 << 30
    #: Regions, attributes, types and locations inside each other, all together.
    nesting: int = 128
    #: Characters of a name.
    identifier_length: int = 10_000
    #: Characters that aliases stand for, all together, if they are written out where they are used.
    expanded_size: int = 1 << 26
    #: Bytes that a constant's elements may take; splats take one element.
    constant_size: int = 16 << 30


DEFAULT_LIMITS: Final = Limits()
_BLANKS = r"(?:[ \t\r\n]+|//[^\r\n]*)*+"


def token_pattern(expression: str) -> re.Pattern[str]:
    """Compiles the expression of a token together with the blanks and comments after it."""
    return re.compile(f"(?:{expression}){_BLANKS}", re.ASCII)


SKIP: Final = re.compile(_BLANKS)
STRING: Final = token_pattern(r'"((?:[^"\\\n]|\\.)*+)"')
INTEGER: Final = token_pattern(r"(-?)(0x[0-9a-fA-F]+|[0-9]+)(?![.\w])")
#: Group 1 is a hexadecimal pattern of bits, group 2 a decimal number.
NUMBER: Final = token_pattern(r"-?(?:(0x[0-9a-fA-F]+)|([0-9]+(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?))(?!\w)")
KEYWORD: Final = token_pattern(r"([A-Za-z_][\w$.]*)")
VALUE: Final = token_pattern(r"%((?:[A-Za-z_$.-][\w$.-]*+|[0-9]+)(?:#[0-9]+)?)")
SYMBOL: Final = token_pattern(r'@(?:([A-Za-z_][\w$.]*)|"((?:[^"\\\n]|\\.)*+)")')
BLOCK: Final = token_pattern(r"\^([\w$.-]+)")
#: The head of a dialect attribute or alias, of a dialect type or alias: `#name`, `!name`.
_INTEGERS: Final = token_pattern(r"\[((?:-?[0-9]{1,18}(?:, *-?[0-9]{1,18})*+)?)\]")
HASH_NAME: Final = token_pattern(r"#([A-Za-z_][\w$.-]*)")
BANG_NAME: Final = token_pattern(r"!([A-Za-z_][\w$.-]*)")

_TOKEN: Final = re.compile(
    r'"(?:[^"\\\n]|\\.)*+"|->|::|[%@^#!][\w$.-]*|[A-Za-z_][\w$.]*|-?[0-9][\w.]*|\{-#|#-\}|.', re.ASCII | re.DOTALL)
_BRACKETS: Final = re.compile(r'"(?:[^"\\\n]|\\.)*+"|//[^\r\n]*|->|(?<=[ \w])[<>]=|[<>()\[\]{}"]', re.ASCII)
_CLOSING: Final = {"<": ">", "(": ")", "[": "]", "{": "}"}
#: How a fixed text ends that is a word, and what it must not run into then.
_WORD_ENDS: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
_WORD_CHARACTERS: Final = _WORD_ENDS | {"$", "."}
_ESCAPE: Final = re.compile(rb'\\(?:([0-9a-fA-F]{2})|(.))', re.DOTALL)
_ESCAPED: Final = {b"n": b"\n", b"t": b"\t", b'"': b'"', b"\\": b"\\"}


@cache
def literal_expression(text: str) -> str:
    """The expression of a fixed text; one that ends in a letter must not run into a longer word."""
    return re.escape(text) + (r"(?![\w$.])" if text[-1].isalnum() or text[-1] == "_" else "")


class Scanner:
    """A text and a position in it."""

    __slots__ = ("depth", "limits", "peak", "position", "source", "text")

    def __init__(self, source: Source, limits: Limits = DEFAULT_LIMITS) -> None:
        self.source, self.text, self.limits = source, source.text, limits
        #: How many levels are open here, and the most that have been open.
        self.depth = self.peak = 0
        match = SKIP.match(self.text)
        assert match
        self.position = match.end()

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """The token here if it matches, which moves on to the next token; else None."""
        match = pattern.match(self.text, self.position)
        if match is not None:
            self.position = match.end()
        return match

    def expect(self, pattern: re.Pattern[str], wanted: str) -> re.Match[str]:
        """The token here, which must match."""
        match = pattern.match(self.text, self.position)
        if match is None:
            self.fail_expected(wanted)
        self.position = match.end()
        return match

    def accept(self, literal: str) -> bool:
        """Whether the fixed text stands here; moves past it if so. As a token that `literal_expression` describes."""
        text, at = self.text, self.position
        if not text.startswith(literal, at):
            return False
        at += len(literal)
        if literal[-1] in _WORD_ENDS and text[at : at + 1] in _WORD_CHARACTERS:
            return False
        self.position = SKIP.match(text, at).end()  # type: ignore[union-attr]
        return True

    def literal(self, literal: str) -> None:
        """Moves past the fixed text, which must stand here."""
        if not self.accept(literal):
            self.fail_expected(f"'{literal}'")

    def peek(self, literal: str) -> bool:
        """Whether the fixed text stands here."""
        return self.text.startswith(literal, self.position)

    def integer(self, wanted: str = "an integer") -> int:
        """An integer of 64 bits, decimal or hexadecimal."""
        match = self.expect(INTEGER, wanted)
        digits = match.group(2)[:100]
        value = int(digits, 16 if digits.startswith("0x") else 10)
        if match.group(1):
            value = -value
        if not -(1 << 63) <= value < 1 << 63:
            self.fail("the integer does not fit in 64 bits", match.start(), "range", end=match.end(2))
        return value

    def integers(self) -> tuple[int, ...]:
        """`[0, 1]`."""
        match = self.take(_INTEGERS)
        if match is not None:
            return tuple(map(int, match.group(1).split(","))) if match.group(1) else ()
        self.literal("[")
        found = []
        while not self.peek("]"):
            found.append(self.integer())
            if not self.accept(","):
                break
        self.literal("]")
        return tuple(found)

    def keyword(self, wanted: str = "a keyword") -> str:
        return self.expect(KEYWORD, wanted).group(1)

    def string(self) -> bytes:
        """A string literal; its bytes."""
        match = self.expect(STRING, "a string")
        return self.unescape(match.group(1), match.start())

    def unescape(self, body: str, at: int) -> bytes:
        """The bytes that the text between quotes stands for; escapes are two hexadecimal digits or one of `n t " \\`."""
        data = body.encode("utf-8", "surrogateescape")
        if b"\\" not in data:
            return data

        def replaced(match: re.Match[bytes]) -> bytes:
            if match.group(1):
                return bytes.fromhex(match.group(1).decode())
            if match.group(2) not in _ESCAPED:
                self.fail(f"unknown escape \\{match.group(2).decode('latin-1')} in a string", at)
            return _ESCAPED[match.group(2)]

        return _ESCAPE.sub(replaced, data)

    def symbol(self) -> str:
        """`@name`; the name."""
        match = self.expect(SYMBOL, "a symbol name")
        if match.group(1) is not None:
            return match.group(1)
        return self.unescape(match.group(2), match.start()).decode("utf-8", "surrogateescape")

    def name_or_string(self, wanted: str = "a name") -> str:
        """A keyword or a string, as dictionaries name their entries."""
        match = self.take(KEYWORD)
        if match:
            return match.group(1)
        if self.peek('"'):
            return self.string().decode("utf-8", "surrogateescape")
        self.fail_expected(wanted)

    def enter(self) -> None:
        """Goes one level deeper; leave by `self.depth -= 1`."""
        self.depth += 1
        if self.depth > self.peak:
            self.peak = self.depth
        if self.depth > self.limits.nesting:
            self.fail(f"nested more than {self.limits.nesting} levels deep", code="limit")

    def balanced(self) -> int:
        """The offset just after the bracket that closes the one here; strings and comments are passed over."""
        stack: list[str] = []
        for match in _BRACKETS.finditer(self.text, self.position):
            found = match.group()
            if not stack and (found not in _CLOSING or match.start() != self.position):
                self.fail_expected("an opening bracket")
            if found in _CLOSING:
                stack.append(_CLOSING[found])
            elif found == '"':
                self.fail("this string is never closed", match.start())
            elif found in _CLOSING.values():
                if stack[-1] != found:
                    self.fail(f"expected '{stack[-1]}' to close a bracket, found '{found}'", match.start())
                stack.pop()
                if not stack:
                    return match.end()
        self.fail("this bracket is never closed")

    def skip_to(self, offset: int) -> None:
        """Moves to the first token at or after an offset."""
        match = SKIP.match(self.text, offset)
        assert match
        self.position = match.end()

    def span(self, start: int, end: int | None = None) -> Span:
        """The place from `start` to `end`; by default to the end of the token at `start`."""
        if end is None:
            match = _TOKEN.match(self.text, start)
            end = match.end() if match else start
        return Span(self.source, start, end)

    def found(self) -> str:
        """What stands here, for messages."""
        match = _TOKEN.match(self.text, self.position)
        if match is None:
            return "the end of the text"
        text = match.group()
        return f"'{text}'" if len(text) <= 60 else f"'{text[:57]}...'"

    def fail(self, message: str, at: int | None = None, code: str = "syntax", end: int | None = None,
             notes: tuple[tuple[str, Span | None], ...] = ()) -> NoReturn:
        """Reports a fault at an offset (by default here)."""
        span = self.span(self.position if at is None else at, end)
        raise ParseError.of(Diagnostic(code, message, span, notes=notes))

    def fail_expected(self, wanted: str) -> NoReturn:
        """Reports that something else stands here; at the end of the line before if that is where it is missed."""
        # Imported here: programs without faults need nothing of it.
        from hloom.text.mlir.first_mistakes import hint_for

        at = self.position
        end = self._end_of_previous()
        hint = hint_for(wanted, self.text, at)
        if "\n" in self.text[end:at] and not wanted.startswith("an operation"):
            at = end
        self.fail(f"expected {wanted}, found {self.found()}{hint}", at, end=at + 1 if at == end else None)

    def _end_of_previous(self) -> int:
        """The offset just after the token before this one."""
        text, at = self.text, self.position
        while True:
            while at > 0 and text[at - 1] in " \t\r\n":
                at -= 1
            line = text.rfind("\n", 0, at) + 1
            if not text[line:at].lstrip().startswith("//"):
                return at
            at = line
