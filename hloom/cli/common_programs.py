"""Programs that use what compiled programs share: sorts, transforms, matrix products and convolutions, sums, and work on rows.

Whoever has compiled them has the code of these libraries in the cache, which others then find there, whatever their sizes
(`hloom compile --common`): that code depends on element types, the processor and the number of threads, but on few sizes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_KEY = """
  %{side}0 = stablehlo.compare EQ, %{side}, %zero, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %{side}1 = stablehlo.select %{side}0, %zero, %{side} : tensor<i1>, tensor<f32>
  %{side}2 = stablehlo.compare NE, %{side}, %{side}, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %{side}3 = stablehlo.select %{side}2, %nan, %{side}1 : tensor<i1>, tensor<f32>"""
#: The order of floats that `jnp.sort` exports: zeros are equal, and so are NaNs, which come last.
_ORDER = f"""
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %nan = stablehlo.constant dense<0x7FC00000> : tensor<f32>{_KEY.format(side="l")}{_KEY.format(side="r")}
  %less = stablehlo.compare LT, %l3, %r3, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return %less : tensor<i1>"""


_SOFTMAX = """
  %low = stablehlo.constant dense<{low}> : S
  %none = stablehlo.constant dense<0.0> : S
  %m = stablehlo.reduce(%x0 init: %low) applies stablehlo.maximum across dimensions = [1] : (M, S) -> R
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (R) -> M
  %d = stablehlo.subtract %x0, %mb : M
  %e = stablehlo.exponential %d : M
  %s = stablehlo.reduce(%e init: %none) applies stablehlo.add across dimensions = [1] : (M, S) -> R
  %sb = stablehlo.broadcast_in_dim %s, dims = [0] : (R) -> M
  %made = stablehlo.divide %e, %sb : M
"""
_LOG_SOFTMAX = _SOFTMAX.split("%sb =")[0] + """
  %l = stablehlo.log %s : R
  %lb = stablehlo.broadcast_in_dim %l, dims = [0] : (R) -> M
  %made = stablehlo.subtract %d, %lb : M
"""
#: As JAX exports it.
_LAYER_NORM = """
  %none = stablehlo.constant dense<0.0> : S
  %count = stablehlo.constant dense<{columns}> : K
  %little = stablehlo.constant dense<1.0e-05> : K
  %s = stablehlo.reduce(%x0 init: %none) applies stablehlo.add across dimensions = [1] : (M, S) -> R
  %sk = stablehlo.broadcast_in_dim %s, dims = [0] : (R) -> K
  %m = stablehlo.divide %sk, %count : K
  %mb = stablehlo.broadcast_in_dim %m, dims = [0, 1] : (K) -> M
  %d = stablehlo.subtract %x0, %mb : M
  %dd = stablehlo.multiply %d, %d : M
  %t = stablehlo.reduce(%dd init: %none) applies stablehlo.add across dimensions = [1] : (M, S) -> R
  %tk = stablehlo.broadcast_in_dim %t, dims = [0] : (R) -> K
  %v = stablehlo.divide %tk, %count : K
  %ve = stablehlo.add %v, %little : K
  %h = stablehlo.rsqrt %ve : K
  %hb = stablehlo.broadcast_in_dim %h, dims = [0, 1] : (K) -> M
  %n = stablehlo.multiply %d, %hb : M
  %gc = stablehlo.reshape %x1 : (H) -> C
  %bc = stablehlo.reshape %x2 : (H) -> C
  %g = stablehlo.broadcast_in_dim %gc, dims = [1] : (C) -> M
  %b = stablehlo.broadcast_in_dim %bc, dims = [1] : (C) -> M
  %ng = stablehlo.multiply %n, %g : M
  %made = stablehlo.add %ng, %b : M
"""


#: Rows and columns: whole steps of vectors and not, by which one divides and multiplies; what caches hold and what not; rows of
#: which some are worked at together, and longer ones. Code for rows is of one of these kinds.
_ROWS = ((64, 1 << 14), *((rows, columns) for columns in (640, 1024, 1100, 4096, 5120, 20_000)
                          for rows in (110, 350, 1100, 3300, 13_000) if rows * columns < 1 << 26))
#: Rows, and powers of two of their lengths, that are transformed.
_TRANSFORMS = ((1, range(8, 23)), (300, range(9, 13)))
#: Numbers below all others, by type.
_LOW = {"f32": "0xFF800000", "f64": "0xFFF0000000000000", "bf16": "0xFF80"}


def _tensor(shape: Sequence[int], type: str) -> str:
    return f"tensor<{''.join(f'{n}x' for n in shape)}{type}>"


class _Program:
    """The lines of a program on numbers of a type; each part takes arguments and gives a result of its own."""

    def __init__(self, type: str) -> None:
        self.type = type
        self.arguments: list[str] = []
        self.results: list[tuple[str, str]] = []
        self.lines: list[str] = []

    def _argument(self, type: str) -> str:
        self.arguments.append(type)
        return f"%a{len(self.arguments) - 1}"

    def _result(self, line: str, type: str) -> None:
        name = f"%made{len(self.results)}"
        self.lines.append(f"{name} = {line}")
        self.results.append((name, type))

    def sort(self, length: int) -> None:
        type = _tensor([length], "f32")
        self._result(f'"stablehlo.sort"({self._argument(type)}) <{{dimension = 0 : i64, is_stable = true}}> ({{\n'
                     f"^bb0(%l: tensor<f32>, %r: tensor<f32>):{_ORDER}\n}}) : ({type}) -> {type}", type)

    def argsort(self, length: int) -> None:
        keys, places = _tensor([length], "f32"), _tensor([length], "i32")
        self.lines.append(f"%places = stablehlo.iota dim = 0 : {places}")
        self.lines.append(
            f'%sorted:2 = "stablehlo.sort"({self._argument(keys)}, %places) <{{dimension = 0 : i64, is_stable = true}}> ({{\n'
            "^bb0(%l: tensor<f32>, %r: tensor<f32>, %p: tensor<i32>, %q: tensor<i32>):"
            f"{_ORDER}\n}}) : ({keys}, {places}) -> ({keys}, {places})")
        self.results.append(("%sorted#1", places))

    def transform(self, rows: int, length: int) -> None:
        type = _tensor([rows, length], "complex<f32>")
        self._result(f"stablehlo.fft {self._argument(type)}, type = FFT, length = [{length}] : ({type}) -> {type}", type)

    def real_transform(self, rows: int, length: int) -> None:
        type, result = _tensor([rows, length], "f32"), _tensor([rows, length // 2 + 1], "complex<f32>")
        self._result(f"stablehlo.fft {self._argument(type)}, type = RFFT, length = [{length}] : ({type}) -> {result}", result)

    def product(self, rows: int, depth: int, columns: int) -> None:
        left, right, result = (_tensor(shape, self.type) for shape in ([rows, depth], [depth, columns], [rows, columns]))
        operands = f"{self._argument(left)}, {self._argument(right)}"
        self._result(f"stablehlo.dot_general {operands}, contracting_dims = [1] x [0] : ({left}, {right}) -> {result}", result)

    def convolution(self, images: int, height: int, width: int, features: int, filters: int) -> None:
        image, kernel, result = (_tensor(shape, self.type) for shape in (
            [images, height, width, features], [3, 3, features, filters], [images, height, width, filters]))
        self._result(
            f"stablehlo.convolution({self._argument(image)}, {self._argument(kernel)}) dim_numbers = "
            "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} "
            f"{{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : ({image}, {kernel}) -> {result}", result)

    def on_rows(self, text: str, rows: int, columns: int, *arguments: str) -> None:
        """Lines that make the matrix %made of arguments %x0, ... of types M (the matrix's), R and K (a value a row), C and H
        (a value a column, and the same as two halves); S is one value."""
        types = {"M": _tensor([rows, columns], self.type), "R": _tensor([rows], self.type), "K": _tensor([rows, 1], self.type),
                 "C": _tensor([columns], self.type), "H": _tensor([2, columns // 2], self.type), "S": _tensor([], self.type)}
        names = {f"%x{k}": self._argument(types[type]) for k, type in enumerate(arguments)}
        text = text.format(columns=float(columns), low=_LOW[self.type]).strip()
        lines = re.sub(r"\b([MRKCHS])\b", lambda found: types[found[1]], text).splitlines()
        suffix = len(self.lines)
        for line in lines:
            self.lines.append(re.sub(r"%\w+", lambda found: names.get(found[0], f"{found[0]}_{suffix}"), line.strip()))
        self.results.append((f"%made_{suffix}", types["M"]))

    def reduction(self, operation: str, initial: str, rows: int, columns: int, *dimensions: int) -> None:
        matrix, one = _tensor([rows, columns], self.type), _tensor([], self.type)
        reduced = _tensor([n for d, n in enumerate((rows, columns)) if d not in dimensions], self.type)
        name = f"%initial{len(self.lines)}"
        self.lines.append(f"{name} = stablehlo.constant dense<{initial}> : {one}")
        self._result(f"stablehlo.reduce({self._argument(matrix)} init: {name}) applies stablehlo.{operation} across dimensions = "
                     f"{list(dimensions)} : ({matrix}, {one}) -> {reduced}", reduced)

    def text(self) -> str:
        arguments = ", ".join(f"%a{k}: {type}" for k, type in enumerate(self.arguments))
        names, types = (", ".join(parts) for parts in zip(*self.results, strict=True))
        body = "\n  ".join(self.lines)
        return f"func.func @main({arguments}) -> ({types}) {{\n  {body}\n  return {names} : {types}\n}}\n"


def programs(matrices: Sequence[tuple[int, int]] = _ROWS) -> dict[str, str]:
    """The programs, in StableHLO, by the element type that they are about; `matrices` are rows and columns of what is reduced."""
    single, double, half = (_Program(type) for type in ("f32", "f64", "bf16"))
    single.sort(300_000)
    single.argsort(300_000)
    for rows, exponents in _TRANSFORMS:
        for exponent in exponents:
            single.transform(rows, 1 << exponent)
            single.real_transform(rows, 2 << exponent)
    for rows, depth, columns in ((256, 256, 256), (640, 640, 640), (2048, 3072, 1024)):
        single.product(rows, depth, columns)
    for images, size, features, filters in ((4, 56, 32, 64), (4, 56, 64, 192), (4, 28, 128, 192)):
        single.convolution(images, size, size, features, filters)
    for program in (double, half):
        for rows, depth, columns in ((256, 256, 256), (640, 640, 640)):
            program.product(rows, depth, columns)
        program.convolution(4, 28, 28, 128, 192)
    for program in (single, double, half):
        for rows, columns in matrices:
            for dimensions in ((0,), (1,), (0, 1)):
                program.reduction("add", "0.0", rows, columns, *dimensions)
                program.reduction("maximum", _LOW[program.type], rows, columns, *dimensions)
            program.on_rows(_SOFTMAX, rows, columns, "M")
            program.on_rows(_LOG_SOFTMAX, rows, columns, "M")
            program.on_rows(_LAYER_NORM, rows, columns, "M", "H", "H")
    return {program.type: program.text() for program in (single, double, half)}
