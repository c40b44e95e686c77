"""Writes `hloom/cli/common_programs.tsv`: which pieces the programs consist of that `hloom compile --common` compiles.

    python -m tools.common_programs

A line is the element type of a program, a piece of `hloom/cli/common_programs.mlir`, and what its words stand for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

TABLE = Path(__file__).resolve().parents[1] / "hloom" / "cli" / "common_programs.tsv"

#: Rows and columns: whole steps of vectors and not, by which one divides and multiplies; what caches hold and what not; rows of
#: which some are worked at together, and longer ones. Code for rows is of one of these kinds.
_ROWS = ((64, 1 << 14), *((rows, columns) for columns in (640, 1024, 1100, 4096, 5120, 20_000)
                          for rows in (110, 350, 1100, 3300, 13_000) if rows * columns < 1 << 26))
#: Rows, and powers of two of their lengths, that are transformed: what goes round their stages differs by what caches hold.
_TRANSFORMS = ((1, range(8, 23)), (2, (6, 12, 17)), (4, (11, 17)), (16, (5, 6, 13, 14, 15, 16)), (64, (13, 14)),
               (300, range(9, 13)), (1100, range(9, 12)))
_DOUBLE_TRANSFORMS = ((1, (9, 13, 16, 20)), (16, (6, 14)), (300, (9, 11)))
#: Rows and lengths of other factors, and of none.
_OTHER_TRANSFORMS = ((64, 1000), (64, 1536), (64, 2401), (64, 1009), (40, 3001), (1, 1009), (1, 10_007), (1, 300_007))
_OTHER_DOUBLE_TRANSFORMS = ((40, 210), (40, 1009), (1, 10_007), (1, 300_007))
#: Lengths whose last stage is that of a large prime, or one before it; and odd ones of real rows.
_PRIME_LENGTHS = (22, 121, 26, 169, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107,
                  109, 113)
_ODD_LENGTHS = ((40, 145), (40, 1009), (1, 10_007))
#: How many products there are by type, of which each form has a part: the left and the right operand contracted along this axis;
#: and how many convolutions. What the code of a product depends on is which tiles fit its sizes best, and whether caches hold it.
_PRODUCTS = {"f32": 360, "f64": 90, "bf16": 120, "i8": 90}
_CONTRACTED = ((1, 0), (1, 0), (1, 1), (0, 0))
#: Round ones, whose rows crowd into few places of the caches.
_ROUND = ((256, 256, 256), (640, 640, 640), (2048, 3072, 1024), (896, 896, 896), (384, 3072, 4096))
#: Each of these many products is one of a batch.
_BATCHED = 5
#: How many small ones, their rows, as many as tiles have, their depth, and columns of part of a vector and of more, by type.
_SMALL_BATCH, _SMALL_ROWS, _SMALL_DEPTH = 500, range(1, 13), 20
_SMALL_COLUMNS = {"f32": (2, 5, 21, 32), "f64": (2, 5, 11), "bf16": (2, 5, 21), "i32": (5, 21)}
_CONVOLUTIONS = {"f32": 120, "f64": 10, "bf16": 30}
#: How many there are of each less common kind.
_OF_A_KIND = {"f32": 10, "f64": 2, "bf16": 3}
#: Images, taps and strides of convolutions, by turns.
_IMAGES, _TAPS, _STRIDES = (1, 2, 8), (1, 3, 3, 5, 3), (1, 1, 1, 2)
#: Rows, depths and columns of products, of which some fill vectors; these divide by one of the granules, by turns.
_SMALLEST, _LARGEST, _GRANULES = 8, 2500, (1, 16, 64)
#: Multiples of these spread points evenly, sizes in three dimensions (powers of the root of x**4 = x + 1) and their granules.
_SPREADING, _SPREADING_GRANULES = [1.2207440846057596 ** -power for power in (1, 2, 3)], [2 ** 0.5, 3 ** 0.5, 5 ** 0.5]
#: Types of integers that are sorted; what is, as one row and as many; and rows of numbers of which so many are found.
_INTEGERS, _SORTED = ("i32", "i64", "i8", "ui8"), ((300_000,), (600, 50), (300, 260))
_SELECTIONS = ((1, 300_000, 16), (1, 300_000, 3), (1, 300_000, 40), (80, 7000, 16), (300, 260, 3), (600, 50, 20))
#: The NaN that JAX sorts all NaN as, by type.
_NAN = {"f32": "0x7FC00000", "f64": "0x7FF8000000000000", "bf16": "0x7FC0", "f16": "0x7E00"}
#: Numbers below all others, by type.
_LOW = {"f32": "0xFF800000", "f64": "0xFFF0000000000000", "bf16": "0xFF80"}


class _Kind(NamedTuple):
    """A kind of convolutions: the dimensions of image, filter and result as in dimension numbers, and its window.

    No `taps`: the filter is as large as the image. No `padding`: that which keeps the image's size. `features`: fewer than
    sizes say.
    """

    taps: int
    stride: int = 1
    numbers: tuple[str, str, str] = ("b01f", "01io", "b01f")
    dilation: int = 1
    image_dilation: int = 1
    padding: int | None = None
    features: int | None = None
    is_by_feature: bool = False


#: First layers, patches, filters with holes and of one axis, by feature, in the order of other frameworks, and gradients.
_KINDS = (_Kind(3, 2, features=3), _Kind(7, 2, features=3), _Kind(5, features=1), _Kind(4, 4, padding=0, features=3),
          _Kind(2, 2, padding=0), _Kind(3, padding=0), _Kind(3, dilation=2), _Kind(9, numbers=("b0f", "0io", "b0f")),
          _Kind(3, numbers=("bf0", "oi0", "bf0")), _Kind(4, numbers=("b0f", "0io", "b0f"), is_by_feature=True),
          _Kind(3, is_by_feature=True), _Kind(7, 2, ("bf01", "oi01", "bf01"), features=3),
          _Kind(3, numbers=("bf01", "oi01", "bf01")), _Kind(3, 2, ("bf01", "oi01", "bf01")),
          _Kind(1, numbers=("bf01", "oi01", "bf01")), _Kind(3, numbers=("bf01", "oi01", "bf01"), is_by_feature=True),
          _Kind(3, numbers=("b01f", "01oi", "b01f")), _Kind(3, numbers=("b01f", "01oi", "b01f"), image_dilation=2),
          _Kind(0, numbers=("f01b", "i01o", "01bf"), padding=1))


def _tensor(shape: Sequence[int], type: str) -> str:
    return f"tensor<{''.join(f'{n}x' for n in shape)}{type}>"


def _spread(k: int) -> tuple[int, int, int]:
    """Three sizes, the k-th of points that are spread evenly, some of them rounded down to what vectors divide."""
    found = []
    for along, across in zip(_SPREADING, _SPREADING_GRANULES, strict=True):
        size = int(_SMALLEST * (_LARGEST / _SMALLEST) ** ((0.5 + k * along) % 1))
        granule = _GRANULES[int(k * across % 1 * len(_GRANULES))]
        found.append(max(size - size % granule, _SMALLEST))
    rows, depth, columns = found
    return rows, depth, columns


class _Program:
    """The lines of the table for a program on numbers of a type."""

    def __init__(self, type: str) -> None:
        self.type = type
        self.uses: list[str] = []

    def add(self, piece: str, words: Mapping[str, str]) -> None:
        """Adds a piece with what the words in it stand for."""
        self.uses.append("\t".join((self.type, piece, *(f"{word}={said}" for word, said in words.items()))))

    def sorts(self) -> None:
        """Sorts along the last dimension, in JAX's order, and the largest of rows of numbers."""
        kind = "_integers" if self.type in _INTEGERS else ""
        for shape in _SORTED:
            words = {"M": _tensor(shape, self.type), "DIMENSION": str(len(shape) - 1)}
            words |= {"ORDER": "UNSIGNED" if self.type.startswith("u") else "SIGNED"} if kind else {"NAN": _NAN[self.type]}
            self.add(f"sort{kind}", words)
            for places in ("i32", "i64"):
                words |= {"I": _tensor(shape, places), "J": _tensor([], places)}
                self.add(f"argsort{kind}", words)
                self.add(f"sort_pairs{kind}", words)
                if self.type in _INTEGERS:
                    self.add("argsort_by_two", words)
        for rows, columns, count in _SELECTIONS:
            made = _tensor([rows, count], self.type), _tensor([rows, count], "i32")
            self.add("top", {"M": _tensor([rows, columns], self.type), "V": made[0], "I": made[1], "LENGTH": str(count)})

    def transform(self, kind: str, rows: int, length: int) -> None:
        """A transform of rows of so many numbers."""
        real, whole, half = (_tensor([rows, stored], type) for stored, type in (
            (length, self.type), (length, f"complex<{self.type}>"), (length // 2 + 1, f"complex<{self.type}>")))
        given, made = {"RFFT": (real, half), "IRFFT": (half, real)}.get(kind, (whole, whole))
        self.add("transform", {"A": given, "M": made, "KIND": kind, "LENGTH": str(length)})

    def transforms(self, rows: int, length: int) -> None:
        """Those of so many complex numbers, and of as many pairs of real ones."""
        for kind, numbers in (("FFT", length), ("RFFT", 2 * length), ("IRFFT", 2 * length)):
            self.transform(kind, rows, numbers)

    def product(self, rows: int, depth: int, columns: int, left: int = 1, right: int = 0) -> None:
        """A product of two matrices, contracted along the axes `left` and `right`."""
        a, b = [rows, depth], [depth, columns]
        self._product("product", a if left else a[::-1], b[::-1] if right else b, [rows, columns],
                      {"LEFT": str(left), "RIGHT": str(right)})

    def products(self, batch: int, rows: int, depth: int, columns: int, left: int = 1, right: int = 0) -> None:
        """So many products, contracted along these axes of each."""
        self._product("products", [batch, *((rows, depth) if left else (depth, rows))],
                      [batch, *((columns, depth) if right else (depth, columns))], [batch, rows, columns],
                      {"LEFT": str(1 + left), "RIGHT": str(1 + right)})

    def _product(self, piece: str, a: Sequence[int], b: Sequence[int], made: Sequence[int], words: Mapping[str, str]) -> None:
        shapes = {"A": _tensor(a, self.type), "B": _tensor(b, self.type),
                  "M": _tensor(made, "i32" if self.type == "i8" else self.type)}
        self.add(piece, {**shapes, **words})

    def convolution(self, images: int, size: int, features: int, filters: int, kind: _Kind) -> None:
        """A convolution of square images by square filters."""
        axes = len(kind.numbers[0]) - 2
        size = size if axes > 1 else size ** 2
        taps, features = kind.taps or size, kind.features or features
        filters = features if kind.is_by_feature else filters
        span = kind.dilation * (taps - 1)
        padding = span // 2 if kind.padding is None else kind.padding
        left = (kind.image_dilation * (size - 1) + 2 * padding - span) // kind.stride + 1
        sizes = ({"b": images, "f": features}, {"i": 1 if kind.is_by_feature else features, "o": filters},
                 {"b": images, "f": filters})
        words = {word: _tensor([known.get(d, extent) for d in numbers], self.type)
                 for word, numbers, known, extent in zip("ABM", kind.numbers, sizes, (size, taps, left), strict=True)}
        image, window, made = (f"[{', '.join(numbers)}]" for numbers in kind.numbers)
        self.add("convolution", {
            **words, "NUMBERS": f"{image}x{window}->{made}", "GROUPS": str(features if kind.is_by_feature else 1),
            "STRIDES": str([kind.stride] * axes), "PADS": str([[padding] * 2] * axes), "HOLES": str([kind.dilation] * axes),
            "SPREAD": str([kind.image_dilation] * axes)})

    def spread(self, products: int, convolutions: int = 0, of_a_kind: int = 0) -> None:
        """So many products and convolutions of sizes that are spread evenly on a logarithmic scale, and so many convolutions of
        each less common kind."""
        for sizes in _ROUND:
            self.product(*sizes)
        for k in range(products):
            if k % _BATCHED:
                self.product(*_spread(k), *_CONTRACTED[k % len(_CONTRACTED)])
            else:
                self.products(3, *_spread(k))
        for k in range(convolutions + of_a_kind * len(_KINDS)):
            size, features, filters = _spread(k)
            images, taps, stride = (choice[k % len(choice)] for choice in (_IMAGES, _TAPS, _STRIDES))
            kind = _Kind(taps, stride) if k < convolutions else _KINDS[(k - convolutions) % len(_KINDS)]
            self.convolution(images, size % 50 + 6, min(features, 520), min(filters, 520), kind)

    def small_products(self) -> None:
        """Batches of products of few rows and columns."""
        for rows in _SMALL_ROWS:
            for columns in _SMALL_COLUMNS[self.type]:
                for axes in dict.fromkeys(_CONTRACTED):
                    self.products(_SMALL_BATCH, rows, _SMALL_DEPTH, columns, *axes)

    def on_rows(self, piece: str, rows: int, columns: int) -> None:
        """Work on the rows of a matrix M, with values for each row (R and K) and each column (C; in two halves: H)."""
        shapes = {"M": [rows, columns], "R": [rows], "K": [rows, 1], "C": [columns], "H": [2, columns // 2]}
        words = {word: _tensor(shape, self.type) for word, shape in shapes.items()}
        self.add(piece, words | {"LOW": _LOW[self.type], "COLUMNS": str(float(columns))})

    def reduction(self, piece: str, rows: int, columns: int, dimensions: Sequence[int]) -> None:
        reduced = [n for d, n in enumerate((rows, columns)) if d not in dimensions]
        self.add(piece, {"M": _tensor([rows, columns], self.type), "V": _tensor(reduced, self.type),
                         "LOW": _LOW[self.type], "DIMENSIONS": str(list(dimensions))})


def table(matrices: Sequence[tuple[int, int]] = _ROWS) -> str:
    """The lines of the table, program by program; `matrices` are rows and columns of what is reduced."""
    single, double, _ = made = [_Program(type) for type in ("f32", "f64", "bf16")]
    integers = [_Program(type) for type in _INTEGERS]
    only_sorted = _Program("f16")
    for program in (*made, only_sorted, *integers):
        program.sorts()
    for program, transforms, others in ((single, _TRANSFORMS, _OTHER_TRANSFORMS),
                                        (double, _DOUBLE_TRANSFORMS, _OTHER_DOUBLE_TRANSFORMS)):
        for rows, exponents in transforms:
            for exponent in exponents:
                program.transforms(rows, 1 << exponent)
        for rows, length in others:
            program.transforms(rows, length)
        for length in _PRIME_LENGTHS:
            program.transform("FFT", 40, length)
        for rows, length in _ODD_LENGTHS:
            for kind in ("RFFT", "IRFFT"):
                program.transform(kind, rows, length)
    for program in made:
        program.spread(_PRODUCTS[program.type], _CONVOLUTIONS[program.type], _OF_A_KIND[program.type])
    for program in (*made, integers[0]):
        program.small_products()
    integers[_INTEGERS.index("i8")].spread(_PRODUCTS["i8"])
    for program in made:
        for rows, columns in matrices:
            for dimensions in ((0,), (1,), (0, 1)):
                program.reduction("sum", rows, columns, dimensions)
                program.reduction("maximum", rows, columns, dimensions)
            for piece in ("softmax", "log_softmax", "layer_norm"):
                program.on_rows(piece, rows, columns)
    return "".join(f"{use}\n" for program in (*made, *integers, only_sorted) for use in program.uses)


if __name__ == "__main__":
    TABLE.write_text(table(), encoding="utf-8")
