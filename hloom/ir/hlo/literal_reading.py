"""Literals of HLO, read: `42`, `{1, 2}`, `{ { 1, 2 }, { 3, 4 } }`, `( {1}, 2 )`, `{...}`. Numbers are rounded once, to the
nearest one of the type (`literal_text` prints them)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, NoReturn

import numpy as np

from hloom.ir.hlo.literal_text import storage_dtype
from hloom.ir.hlo.shape_text import BLANKS, COMMENT
from hloom.ir.literal_text import round_decimals
from hloom.ir.primitive_type import PrimitiveType
from hloom.numbers.bits import bits_dtype, from_bits, stored_mantissa_bits, to_bits
from hloom.numbers.element_type import F64, ElementType
from hloom.numbers.rounding import Array, round_to, widen
from hloom.support.diagnostics import ParseError
from hloom.support.source import Source, Span


class Elided:
    """What stands for the elements of a large constant that were left out, `{...}`."""

    def __repr__(self) -> str:
        return "ELIDED"


ELIDED: Final = Elided()

#: What a literal is to be: an array of a type and sizes, or a list of these for a tuple.
Expected = tuple[PrimitiveType, tuple[int, ...]] | list[Any]

#: Deeper than this tuples of literals do not nest.
DEEPEST_TUPLE: Final = 200

_SKIPPED = re.compile(BLANKS)
_COMMENTS = re.compile(COMMENT)
_ELIDED = re.compile(rf"\{{{BLANKS}\.\.\.{BLANKS}\}}")
#: The start of a literal with braces, or of none; and how many elements one without them may have.
_OPENS = re.compile(r"[{},]|$")
_MOST_FILLED = 1 << 20
_DECIMAL: Final = r"[0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?|\.[0-9]+(?:[eE][+-]?[0-9]+)?"
#: One token of a literal; a number in any spelling that some type has.
_TOKEN = re.compile(rf"(?P<number>-?(?:nan(?:\(0x[0-9a-fA-F]+\))?|inf|{_DECIMAL})(?![A-Za-z0-9_.]))|(?P<word>true|false)\b"
                    r"|(?P<mark>[{}(),])")
#: What stands for elements that were left out.
_DOTS: Final = "..."
#: What a plain array consists of: numbers (which may yet be ill-formed), commas and braces.
_is_plain = re.compile(r"(?:[-0-9.,{}\s]++|[eE][+-]?[0-9]|inf|nan|true|false)*+\Z").match
_is_number = re.compile(rf"-?(?:nan|inf|{_DECIMAL})\Z").match
_BRACE = re.compile(rf"{COMMENT}|[{{}}]")
#: Two elements without a comma between them.
_APART = re.compile(r"[^\s{},]\s+[^\s{},]")
#: Everything but what gives an array its form.
_CONTENT = re.compile(r"[^{},()]+")


def read_literal(source: Source, at: int, expected: Expected) -> tuple[Any, int]:
    """The literal that begins at offset `at`, and the offset behind it.

    An array, ELIDED, or for a tuple a list of these. ParseError, with the place, where the text is not such a literal: other
    nesting than the sizes say, numbers that the type cannot hold.
    """
    reader = _Reader(source, at)
    return reader.literal(expected), reader.at


class _Reader:
    def __init__(self, source: Source, at: int) -> None:
        self.source, self.text, self.at, self.depth = source, source.text, at, 0

    def fail(self, message: str, start: int | None = None, end: int | None = None) -> NoReturn:
        start = self.at if start is None else start
        raise ParseError.at(Span(self.source, start, start + 1 if end is None else end), "syntax", message)

    def skip(self) -> None:
        found = _SKIPPED.match(self.text, self.at)
        assert found  # nothing is a blank, too
        self.at = found.end()

    def token(self) -> re.Match[str]:
        self.skip()
        found = _TOKEN.match(self.text, self.at)
        if not found:
            rest = self.text[self.at : self.at + 20].split()
            self.fail(f"unexpected token in a literal: {rest[0]!r}" if rest else "unexpected end of a literal")
        self.at = found.end()
        return found

    def expect(self, mark: str, where: str) -> None:
        found = self.token()
        if found.group() != mark:
            self.fail(f"expects '{mark}' {where}, got '{found.group()}'", *found.span())

    def literal(self, expected: Expected) -> Any:
        if isinstance(expected, list):
            return self.tuple(expected)
        type, sizes = expected
        self.skip()
        elided = _ELIDED.match(self.text, self.at)
        if elided:
            self.at = elided.end()
            return ELIDED
        count = 1
        for size in sizes:
            if size < 0:
                self.fail("a literal has static sizes")
            count *= size
        if sizes and 0 < count <= _MOST_FILLED and not _OPENS.match(self.text, self.at):
            # XLA takes a number without braces for the first element, and fills the array up with zeros.
            start = self.at
            first = _Converter(self, type, start).array([self.element()])
            data = np.zeros(count, first.dtype)
            data[:1] = first
            return data.reshape(sizes)
        # Each element takes a character at least, so that memory is bounded by the text.
        if count > len(self.text) and "..." not in self.text:
            self.fail(f"the literal has fewer elements than the {count} of its shape")
        start = self.at
        tokens = self.plain(sizes, count) or list(self.elements(sizes))
        if tokens and tokens[-1][0] == _DOTS:
            return ELIDED
        data = _Converter(self, type, start).array(tokens)
        return data.reshape(sizes)

    def tuple(self, expected: list[Any]) -> list[Any]:
        self.depth += 1
        if self.depth > DEEPEST_TUPLE:
            self.fail(f"maximum recursion depth exceeded: tuples nest at most {DEEPEST_TUPLE} deep")
        self.expect("(", "at the start of a tuple")
        elements = []
        for k, part in enumerate(expected):
            if k:
                self.expect(",", f"behind element {k - 1} of a tuple of {len(expected)}")
            elements.append(self.literal(part))
        self.expect(")", f"at the end of a tuple of {len(expected)} elements")
        self.depth -= 1
        return elements

    def plain(self, sizes: tuple[int, ...], count: int) -> list[tuple[str, int]] | None:
        """The elements of a large array of real numbers, if its braces are where they must be; else None."""
        if count < 64:
            return None
        end = self.text.find("}", self.at) + 1 if len(sizes) == 1 else self.closing()
        if not end:
            return None
        region = self.text[self.at : end]
        if "/" in region:
            region = _COMMENTS.sub(" ", region)
        if not _is_plain(region) or _APART.search(region) or not _is_skeleton(_CONTENT.sub("", region), sizes):
            return None
        items = [item.strip() for item in region.replace("{", "").replace("}", "").split(",")]
        if "" in items:
            return None
        self.at = end
        # Places are found again if one of the elements turns out to be wrong.
        return [(item, -1) for item in items]

    def closing(self) -> int | None:
        """The offset behind the brace that closes the one that stands here."""
        depth = 0
        for found in _BRACE.finditer(self.text, self.at):
            if found.group() == "{":
                depth += 1
            elif found.group() == "}":
                depth -= 1
                if depth <= 0:
                    return found.end() if depth == 0 else None
        return None

    def elements(self, sizes: tuple[int, ...]) -> Iterator[tuple[str, int]]:
        """The elements and their places, one token after the other. ParseError where the nesting is not that of `sizes`."""
        if not sizes:
            yield self.element()
            return
        nesting = _Nesting(self, sizes)
        while True:
            self.skip()
            start = self.at
            mark = self.text[start : start + 1]
            if not mark:
                self.fail("unexpected end of a literal")
            if mark == ",":
                nesting.pass_comma(start)
            elif mark == "}":
                nesting.close(start)
                if not nesting.seen:
                    return
            elif nesting.needs_comma:
                self.fail("expects ',' between the elements of a literal")
            elif mark == "{":
                nesting.open(start)
            elif self.text.startswith(_DOTS, start):
                nesting.skip_rest(start)
                yield _DOTS, start
            else:
                nesting.enter(start)
                yield self.element()

    def number(self) -> str:
        found = self.token()
        if not found.group("number"):
            self.fail(f"expects a number, got '{found.group()}'", *found.span())
        return found.group()

    def element(self) -> tuple[str, int]:
        """A number, a word, or a complex number with its parentheses."""
        found = self.token()
        start = found.start()
        if found.group() == "(":
            real = self.number()
            self.expect(",", "between the parts of a complex number")
            imaginary = self.number()
            self.expect(")", "behind the parts of a complex number")
            return f"({real},{imaginary})", start
        if found.group("mark"):
            self.fail(f"unexpected '{found.group()}' in a literal", start)
        return found.group(), start


class _Nesting:
    """Where a reader is among the braces of a literal with `sizes`; ParseError for what must not stand there."""

    def __init__(self, reader: _Reader, sizes: tuple[int, ...]) -> None:
        self.reader, self.sizes = reader, sizes
        #: How many elements of each open brace were there.
        self.seen: list[int] = []
        self.needs_comma = self.follows_comma = False

    def pass_comma(self, start: int) -> None:
        if not self.needs_comma:
            self.reader.fail("unexpected ',' in a literal", start)
        self.needs_comma, self.follows_comma = False, True
        self.reader.at += 1

    def open(self, start: int) -> None:
        if len(self.seen) == len(self.sizes):
            self.reader.fail(f"expects nested array in rank {len(self.sizes)}, but sees larger")
        self._count(start)
        self.seen.append(0)
        self.reader.at += 1
        self.follows_comma = False

    def close(self, start: int) -> None:
        seen, fail = self.seen, self.reader.fail
        if not seen:
            fail("unexpected '}' token", start)
        if self.follows_comma:
            fail("expects an element behind ','", start)
        size = self.sizes[len(seen) - 1]
        if seen[-1] != size:
            fail(f"expects {size} elements in the {_number(seen[:-1])}th element, but sees {seen[-1]}", start)
        seen.pop()
        self.reader.at += 1
        self.needs_comma = True

    def skip_rest(self, start: int) -> None:
        """`...`: XLA takes them for the rest of the outermost dimension, whatever stands before them."""
        if len(self.seen) != 1:
            self.reader.fail(f"expects `...` at nest level 1, but sees it at nest level {len(self.seen)}", start)
        self.seen[0] = self.sizes[0]
        self.reader.at += len(_DOTS)
        self.needs_comma, self.follows_comma = True, False

    def enter(self, start: int) -> None:
        """An element begins."""
        rank = len(self.sizes)
        if not self.seen:
            self.reader.fail(f"expects '{{' at the start of a literal of rank {rank}")
        if len(self.seen) != rank:
            self.reader.token()
            self.reader.fail(f"expects nested array in rank {rank}, but sees {len(self.seen)}", start)
        self._count(start)
        self.needs_comma, self.follows_comma = True, False

    def _count(self, start: int) -> None:
        """Counts an element of the innermost open brace."""
        seen = self.seen
        if not seen:
            return
        seen[-1] += 1
        most = self.sizes[len(seen) - 1]
        if seen[-1] > most:
            where = "on the minor-most dimension" if len(seen) == len(self.sizes) else f"in the {_number(seen[:-1])}th element"
            self.reader.fail(f"expects {most} elements {where}, but sees more", start)


def _number(seen: Sequence[int]) -> str:
    return f"[{','.join(str(k - 1) for k in seen)}]"


def _is_skeleton(marks: str, sizes: tuple[int, ...]) -> bool:
    """Whether these are the braces and commas of an array's literal. No more memory is taken than `marks` takes."""
    length = sizes[-1] + 1
    for size in reversed(sizes[:-1]):
        length = size * (length + 1) + 1
    if length != len(marks):
        return False
    text = f"{{{',' * (sizes[-1] - 1)}}}"
    for size in reversed(sizes[:-1]):
        text = f"{{{','.join([text] * size)}}}"
    return text == marks


class _Converter:
    """Elements of a literal as an array of one type; each that does not fit is reported with its place."""

    def __init__(self, reader: _Reader, type: PrimitiveType, start: int) -> None:
        self.reader, self.type, self.start = reader, type, start

    def fail(self, k: int, tokens: list[tuple[str, int]], message: str) -> NoReturn:
        text, at = tokens[k]
        if at < 0:
            same = re.compile(rf"{COMMENT}|(?<![\w.-])({re.escape(text)})(?![\w.])")
            places = (found.start(1) for found in same.finditer(self.reader.text, self.start) if found.group(1))
            at = next(places, self.start)
        self.reader.fail(message, at, at + len(text))

    def array(self, tokens: list[tuple[str, int]]) -> Array:
        texts = [text for text, _ in tokens]
        if self.type is PrimitiveType.PRED:
            return self.pred(texts, tokens)
        for k in [k for k, text in enumerate(texts) if text[0] in "tf("]:
            if texts[k][0] != "(":
                self.fail(k, tokens, f"{self.type.text} has no value '{texts[k]}'")
            if not self.type.is_complex:
                self.fail(k, tokens, f"{self.type.text} is no complex type")
        if self.type.is_integer:
            return self.integers(texts, tokens)
        if self.type.is_complex:
            part = self.type.element.part
            pairs = [text[1:-1].split(",") if text[0] == "(" else (text, "0") for text in texts]
            data = np.empty(len(texts), self.type.element.dtype)
            # Multiplying the imaginary part by i would make NaN of an infinity.
            parts = data.view(part.dtype).reshape(-1, 2)
            for side in (0, 1):
                parts[:, side] = self.floats([pair[side] for pair in pairs], tokens, part)
            return data
        return self.floats(texts, tokens, self.type.element)

    def pred(self, texts: list[str], tokens: list[tuple[str, int]]) -> Array:
        values = {"true": True, "1": True, "false": False, "0": False}
        for k, text in enumerate(texts):
            if text not in values:
                self.fail(k, tokens, f"value {text} is out of range for literal's primitive type PRED")
        return np.array([values[text] for text in texts], np.bool_)

    def integers(self, texts: list[str], tokens: list[tuple[str, int]]) -> Array:
        width, is_signed = self.type.width, self.type.is_signed_integer
        least, most = (-(1 << (width - 1)), (1 << (width - 1)) - 1) if is_signed else (0, (1 << width) - 1)
        if self.type is PrimitiveType.U64:
            least = -(1 << 63)  # read as the number with the same bits
        # Python refuses to convert thousands of digits; no number of the types has more than 20.
        odd = next((k for k, text in enumerate(texts) if len(text) > 25 or not text.lstrip("-").isdecimal()), None)
        if odd is not None and not texts[odd].lstrip("-").isdecimal():
            self.fail(odd, tokens, f"expects integer for primitive type: {self.type.name}")
        values = list(map(int, texts if odd is None else texts[:odd]))
        if values and not least <= min(values) <= max(values) <= most:
            odd = next(k for k, value in enumerate(values) if not least <= value <= most)
        if odd is not None:
            self.fail(odd, tokens, f"value {texts[odd]:.80} is out of range for literal's primitive type {self.type.name}")
        if least < 0 and not is_signed and values and min(values) < 0:
            values = [value & ((1 << 64) - 1) for value in values]
        if width < 8:
            return np.array(values, np.int64).astype(storage_dtype(self.type))
        return np.array(values, storage_dtype(self.type))

    def floats(self, texts: list[str], tokens: list[tuple[str, int]], type: ElementType) -> Array:
        payloads = {k: text for k, text in enumerate(texts) if "nan" in text}
        plain = [("1" if k in payloads else text) for k, text in enumerate(texts)] if payloads else texts
        if max(map(len, plain), default=0) > 2000:
            self.fail(max(range(len(plain)), key=lambda k: len(plain[k])), tokens, "a number of more than 2000 digits")
        try:
            doubles = np.array([float(text) for text in plain], np.float64)
        except ValueError:
            k = next(k for k, text in enumerate(plain) if not _is_number(text))
            self.fail(k, tokens, f"expects a number, got '{plain[k]}'")
        with np.errstate(over="ignore", invalid="ignore"):
            data = np.array(round_decimals(plain, doubles, type))
            wide = np.asarray(data if type is F64 else widen(data, F64))
        infinite = np.flatnonzero(np.isinf(doubles)).tolist()
        lost = [k for k in infinite if "inf" not in plain[k]] + np.flatnonzero(_is_lost(doubles, wide, type)).tolist()
        for k in lost:
            if "inf" not in plain[k]:
                self.fail(k, tokens, f"value {plain[k]:.80} is out of range for literal's primitive type {self.type.name}")
            self.fail(k, tokens, f"{self.type.text} has no infinity")
        for k, text in payloads.items():
            data[k] = self.nan(k, text, tokens, type)
        return data

    def nan(self, k: int, text: str, tokens: list[tuple[str, int]], type: ElementType) -> Array:
        mantissa = (1 << stored_mantissa_bits(type)) - 1
        quiet = int(to_bits(np.array([np.nan], np.float64).astype(type.dtype))[0])
        _, _, payload = text.partition("(")
        number = int(payload[2:-1], 16) if payload else quiet & mantissa
        bits = (quiet & ~mantissa & ((1 << (type.width - 1)) - 1)) | number
        if text[0] == "-" or quiet == 1 << (type.width - 1):
            bits |= 1 << (type.width - 1)
        if type.name == "f8E8M0FNU":
            bits = quiet
        found = from_bits(np.array([bits & ((1 << type.width) - 1)], bits_dtype(type)), type)
        with np.errstate(invalid="ignore"):  # signaling NaN
            is_nan = bool(np.isnan(found[0]))
        if number > mantissa or not is_nan:
            self.fail(k, tokens, f"{self.type.text} has no such NaN: '{text}'")
        return found[0]


def _is_lost(doubles: Array, read: Array, type: ElementType) -> Array:
    """Which numbers were too large for the type: they became infinite, NaN or the largest finite number."""
    infinite = ~np.isfinite(read)
    if type.name == "f4E2M1FN":
        return (np.abs(doubles) >= 7) | np.isnan(doubles)
    if type.name == "f8E8M0FNU":
        return infinite | (doubles <= 0)
    if np.isinf(round_to(np.array([np.inf], np.float32), type).astype(np.float32)[0]) if type is not F64 else True:
        return infinite & (np.isfinite(doubles) | np.isnan(read))
    return infinite
