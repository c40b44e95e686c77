"""HLO's notation of shapes and layouts: `f32[2,<=3,?]{2,1,0:T(8,128)}`, `(f32[], token[])`, `opaque[]`, `b(f32[8])`.

What reads HLO needs shapes in forms of its own (types of the IR, `hloom.xla.Shape`), so that `read_shape` hands what it finds to
a function of the caller's. Blanks and comments may stand between any two tokens.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Generic, NoReturn, TypeVar

from hloom.ir.layout import COMBINE, DimLevelType, Layout, SplitConfig, Tile
from hloom.ir.primitive_type import BY_TEXT, PrimitiveType
from hloom.ir.types import DYNAMIC
from hloom.support.cursor import Cursor
from hloom.support.diagnostics import InputError, ParseError
from hloom.support.source import Source, Span
from hloom.support.spelling import did_you_mean

#: Deeper than this tuples do not nest.
DEEPEST_TUPLE: Final = 200
#: The largest size of a dimension.
LARGEST_SIZE: Final = (1 << 63) - 1

#: A comment; one that is not closed goes on to the end, so that no text is searched for ends again and again.
COMMENT: Final = r"/\*(?>[^*]|\*(?!/))*+(?:\*/|\Z)|//[^\r\n]*+"
#: Blanks and comments, in one way only.
BLANKS: Final = rf"(?>\s|{COMMENT})*+"
_BLANK = re.compile(BLANKS)
_PLAIN = re.compile(r"([a-z][a-z0-9]*)\[([0-9,]*)\](?:\{([0-9,]*)\}|(?!\s*[/{]))")
#: What stands between an array and its layout, then how a layout begins.
_LAYOUT = re.compile(rf"({BLANKS})\{{(?:\}}|{BLANKS}[-0-9:])")
_INTEGER = re.compile(r"-?[0-9]+")
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")

T = TypeVar("T")
#: What becomes of a shape: its type, its sizes (DYNAMIC if unbounded), which of them are dynamic, its layout if one is stated,
#: and the shapes inside it (of a tuple or a buffer).
Make = Callable[[PrimitiveType, tuple[int, ...], tuple[bool, ...], "Layout | None", tuple[T, ...]], T]


def read_shape(source: Source, at: int, make: Make[T], blank_ends: bool = False) -> tuple[T, int]:
    """The shape that begins at offset `at`, and the offset behind it. ParseError if there is none.

    A brace behind an array begins its layout if a number, a colon, or directly a brace follows: `f32[2] { %x = ...` is an array
    and something else. With `blank_ends` a layout must also follow without a blank: `f32[2] {1, 2}` is an array and its values.
    """
    reader = _Reader(source, at, make)
    reader.blank_ends = blank_ends
    return reader.shape(), reader.at


def read_layout(source: Source, at: int, make: Make[Any]) -> tuple[Layout, int]:
    """The layout `{...}` that begins at offset `at`, and the offset behind it; `make` builds a physical shape inside it."""
    reader = _Reader(source, at, make)
    return reader.layout(), reader.at


def array_text(type: PrimitiveType, sizes: Sequence[int], dynamic: Sequence[bool], layout: Layout | None) -> str:
    """The text of an array's shape. The layout of a scalar is only shown where it says more than that there is nothing to
    order."""
    dimensions = ",".join(["?" if n == DYNAMIC else f"<={n}" if d else str(n) for n, d in zip(sizes, dynamic)])
    shown = "" if layout is None or (not sizes and not layout.properties_text() and not layout.minor_to_major) else str(layout)
    return f"{type.text}[{dimensions}]{shown}"


def tuple_text(elements: Iterable[str]) -> str:
    """The text of a tuple of shapes; every fifth element is numbered, as XLA does."""
    shown = [f"/*index={k}*/{text}" if k and k % 5 == 0 else text for k, text in enumerate(elements)]
    return f"({', '.join(shown)})"


class _Reader(Cursor, Generic[T]):
    """A place in a text, and what may stand there."""

    def __init__(self, source: Source, at: int, make: Make[T]) -> None:
        super().__init__(source, at)
        self.make, self.depth = make, 0
        self.blank_ends = False

    def fail(self, message: str, at: int | None = None) -> NoReturn:
        start = self.at if at is None else at
        word = _WORD.match(self.text, start)
        raise ParseError.at(Span(self.source, start, word.end() if word else start + 1), "syntax", message)

    def skip(self) -> None:
        found = _BLANK.match(self.text, self.at)
        assert found  # nothing is a blank, too
        self.at = found.end()

    def expect(self, token: str, where: str) -> None:
        if not self.take(token):
            found = self.text[self.at : self.at + 1]
            self.fail(f"expects '{token}' {where}, got {repr(found) if found else 'the end of the text'}")

    def integer(self, what: str) -> int:
        self.skip()
        found = _INTEGER.match(self.text, self.at)
        if not found:
            self.fail(f"expects {what}")
        # Python refuses to convert thousands of digits; no number of a shape has more than 19.
        value = int(found.group()) if found.end() - found.start() <= 20 else LARGEST_SIZE + 1
        if not -LARGEST_SIZE - 1 <= value <= LARGEST_SIZE:
            self.fail(f"{what} {found.group():.40} does not fit into 64 bits")
        self.at = found.end()
        return value

    def word(self, what: str) -> str:
        self.skip()
        found = _WORD.match(self.text, self.at)
        if not found:
            self.fail(f"expects {what}")
        self.at = found.end()
        return found.group()

    def shape(self) -> T:
        self.skip()
        plain = _PLAIN.match(self.text, self.at)
        if plain and plain.group(1) in BY_TEXT and BY_TEXT[plain.group(1)].is_array:
            # Nearly every shape; what looks odd is read again, and reported, one token after the other.
            sizes = _digits(plain.group(2))
            order = _digits(plain.group(3) or "")
            if sizes is not None and order is not None and (
                    plain.group(3) is None or sorted(order) == list(range(len(sizes)))):
                self.at = plain.end()
                layout = None if plain.group(3) is None else Layout(order)
                return self.make(BY_TEXT[plain.group(1)], sizes, (False,) * len(sizes), layout, ())
        if self.take("("):
            return self.tuple()
        start = self.at
        name = self.word("a shape: a type with dimensions, or a tuple")
        if name == "b" and self.take("("):
            return self.buffer()
        type = BY_TEXT.get(name)
        if type is None:
            self.fail(f"unknown primitive type '{name[:80]}'{did_you_mean(name, BY_TEXT)}", start)
        return self.array(type)

    def tuple(self) -> T:
        self.depth += 1
        if self.depth > DEEPEST_TUPLE:
            self.fail(f"maximum recursion depth exceeded: tuples nest at most {DEEPEST_TUPLE} deep")
        elements = self.items(self.shape, ")", "a tuple's shape")
        self.depth -= 1
        return self.make(PrimitiveType.TUPLE, (), (), None, tuple(elements))

    def buffer(self) -> T:
        start = self.at
        element = self.array(self.array_type(start))
        self.expect(")", "at the end of buffer shape")
        return self.make(PrimitiveType.BUFFER, (), (), None, (element,))

    def array_type(self, start: int) -> PrimitiveType:
        name = self.word("an array's shape")
        type = BY_TEXT.get(name)
        if type is None or not type.is_array:
            self.fail(f"expects an array's shape in a buffer, got '{name[:80]}'", start)
        return type

    def array(self, type: PrimitiveType) -> T:
        start = self.at
        self.expect("[", f"behind the type '{type.text}'")
        dimensions = self.items(self.dimension, "]", "the dimensions")
        sizes = tuple([size for size, _ in dimensions])
        dynamic = tuple([is_dynamic for _, is_dynamic in dimensions])
        if not type.is_array:
            if sizes:
                self.fail(f"{type.text} has no dimensions", start)
            if self.text.startswith("{}", self.at):
                self.at += 2
            return self.make(type, (), (), None, ())
        begins = _LAYOUT.match(self.text, self.at)
        if not begins or (self.blank_ends and begins.end(1) > self.at):
            return self.make(type, sizes, dynamic, None, ())
        at = self.at = begins.end(1)
        layout = self.layout()
        self.check_layout(layout, len(sizes), at)
        return self.make(type, sizes, dynamic, layout, ())

    def dimension(self) -> tuple[int, bool]:
        if self.take("?"):
            return DYNAMIC, True
        is_dynamic = self.take("<=")
        at = self.at
        size = self.integer("the size of a dimension")
        if size < 0:
            self.fail(f"the size of a dimension is not negative, got {size}", at)
        return size, is_dynamic

    def check_layout(self, layout: Layout, rank: int, at: int) -> None:
        if layout.rank != rank:
            self.fail(f"Dimensions size is {rank}, but minor to major size is {layout.rank}.", at)
        if not layout.is_permutation:
            self.fail(f"the layout's minor to major order {list(layout.minor_to_major)} does not name each dimension once", at)
        if layout.dim_level_types and len(layout.dim_level_types) != rank:
            self.fail(f"Dimensions size is {rank}, but dim level types size is {len(layout.dim_level_types)}.", at)
        if layout.physical_shape is not None and layout.is_dense:
            self.fail("Layout has physical shape, but is not for a sparse array", at)

    def layout(self) -> Layout:
        """`{1,0:T(8,128)E(4)S(1)}`."""
        self.expect("{", "at the start of a layout")
        at, fields = self.at, {}
        order: list[int] = []
        while not self.take("}"):
            if self.take(":"):
                fields = self.properties()
                self.expect("}", "at the end of a layout")
                break
            if order and not self.take(","):
                self.expect("}", "at the end of a layout's order of dimensions")
            order.append(self.integer("the number of a dimension"))
        try:
            return Layout(order, **fields)
        except InputError as error:
            self.fail(str(error), at)

    def properties(self) -> dict[str, Any]:
        fields: dict[str, Any] = {}
        while True:
            self.skip()
            at = self.at
            found = next((name for name in _PROPERTIES if self.take(name) and self.opens(name, at)), None)
            if found is None:
                return fields
            read = _PROPERTIES[found](self)
            if read.keys() & fields.keys():
                self.fail(f"'{found}' is stated twice in a layout", at)
            fields |= read

    def opens(self, name: str, at: int) -> bool:
        if self.take("("):
            return True
        self.fail(f"expects '(' behind '{name}' in a layout", at)

    def levels(self) -> dict[str, Any]:
        """`D,C+,~`: a letter (D if there is none), `+` if indices repeat, `~` if they are in no order."""
        levels: list[DimLevelType] = []
        unique: list[bool] = []
        ordered: list[bool] = []

        def level() -> None:
            self.skip()
            start = self.at
            found = _WORD.match(self.text, self.at)
            if found and found.group() in [level.value for level in DimLevelType]:
                self.at = found.end()
            levels.append(DimLevelType(found.group() if found and self.at > start else "D"))
            unique.append(not self.take("+"))
            ordered.append(not self.take("~"))
            if self.at == start:
                self.fail("expected a DimLevelType abbreviation (D, C, S, or H).")

        self.items(level, ")", "the level types")
        return {"dim_level_types": levels, "dim_unique": () if all(unique) else unique,
                "dim_ordered": () if all(ordered) else ordered}

    def tiles(self) -> dict[str, Any]:
        tiles = [Tile(self.items(self.tile_size, ")", "a tile"))]
        while self.take("("):
            tiles.append(Tile(self.items(self.tile_size, ")", "a tile")))
        return {"tiles": tiles}

    def tile_size(self) -> int:
        if self.take("*"):
            return COMBINE
        at = self.at
        size = self.integer("the size of a tile")
        if size < 0:
            self.fail(f"the size of a tile is not negative, got {size}", at)
        return size

    def splits(self) -> dict[str, Any]:
        splits = [self.split()]
        while self.take("("):
            splits.append(self.split())
        return {"split_configs": splits}

    def split(self) -> SplitConfig:
        dimension = self.integer("the dimension of a split")
        self.expect(":", "behind the dimension of a split")
        return SplitConfig(dimension, self.items(lambda: self.integer("the index of a split"), ")", "a split"))

    def number(self, field: str) -> dict[str, Any]:
        at = self.at
        value = self.integer("a number")
        if value < 0:
            self.fail(f"{field} of a layout is not negative, got {value}", at)
        self.expect(")", "at the end of a property of a layout")
        return {field: value}

    def primitive(self, field: str) -> dict[str, Any]:
        start = self.at
        name = self.word("a primitive type")
        type = BY_TEXT.get(name)
        if type is None or not type.is_integer:
            self.fail(f"expects an integer type, got '{name[:80]}'", start)
        self.expect(")", "at the end of a property of a layout")
        return {field: type}

    def physical(self) -> dict[str, Any]:
        self.depth += 1
        if self.depth > DEEPEST_TUPLE:
            self.fail(f"maximum recursion depth exceeded: shapes nest at most {DEEPEST_TUPLE} deep")
        shape = self.shape()
        self.depth -= 1
        self.expect(")", "at the end of a physical shape")
        return {"physical_shape": shape}


#: What a property of a layout begins with, and who reads it; `SC` stands before `S`, its beginning.
_PROPERTIES: Final[dict[str, Callable[[_Reader[Any]], dict[str, Any]]]] = {
    "D": _Reader.levels,
    "T": _Reader.tiles,
    "L": lambda reader: reader.number("tail_padding_alignment_in_elements"),
    "#": lambda reader: reader.primitive("index_primitive_type"),
    "*": lambda reader: reader.primitive("pointer_primitive_type"),
    "E": lambda reader: reader.number("element_size_in_bits"),
    "SC": _Reader.splits,
    "S": lambda reader: reader.number("memory_space"),
    "P": _Reader.physical,
    "M": lambda reader: reader.number("dynamic_shape_metadata_prefix_bytes"),
}


def _digits(text: str) -> tuple[int, ...] | None:
    """The numbers of a list without blanks; None if it is not well formed or has very large ones."""
    if not text:
        return ()
    parts = text.split(",")
    if "" in parts or max(map(len, parts)) > 18:
        return None
    return tuple(map(int, parts))
