"""A program that uses what compiled programs share: sorts, transforms, matrix products and convolutions, sums, and work on rows.

Whoever has compiled it has the code of these libraries in the cache (`benchmarks.compare` does so to measure what programs take
to compile after it). It is none of the measured programs, and has other sizes than they have.
"""

from __future__ import annotations

import re

from benchmarks.limit_programs import tensor

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
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.reduce(%x0 init: %low) applies stablehlo.maximum across dimensions = [1] : (M, tensor<f32>) -> R
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (R) -> M
  %d = stablehlo.subtract %x0, %mb : M
  %e = stablehlo.exponential %d : M
  %s = stablehlo.reduce(%e init: %none) applies stablehlo.add across dimensions = [1] : (M, tensor<f32>) -> R
  %sb = stablehlo.broadcast_in_dim %s, dims = [0] : (R) -> M
  %made = stablehlo.divide %e, %sb : M
"""
#: As JAX exports it.
_LAYER_NORM = """
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %count = stablehlo.constant dense<{columns}> : K
  %little = stablehlo.constant dense<1.0e-05> : K
  %s = stablehlo.reduce(%x0 init: %none) applies stablehlo.add across dimensions = [1] : (M, tensor<f32>) -> R
  %sk = stablehlo.broadcast_in_dim %s, dims = [0] : (R) -> K
  %m = stablehlo.divide %sk, %count : K
  %mb = stablehlo.broadcast_in_dim %m, dims = [0, 1] : (K) -> M
  %d = stablehlo.subtract %x0, %mb : M
  %dd = stablehlo.multiply %d, %d : M
  %t = stablehlo.reduce(%dd init: %none) applies stablehlo.add across dimensions = [1] : (M, tensor<f32>) -> R
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


class _Program:
    """The lines of a program; each part takes arguments and gives a result of its own."""

    def __init__(self) -> None:
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
        type = tensor([length], "f32")
        self._result(f'"stablehlo.sort"({self._argument(type)}) <{{dimension = 0 : i64, is_stable = true}}> ({{\n'
                     f"^bb0(%l: tensor<f32>, %r: tensor<f32>):{_ORDER}\n}}) : ({type}) -> {type}", type)

    def argsort(self, length: int) -> None:
        keys, places = tensor([length], "f32"), tensor([length], "i32")
        self.lines.append(f"%places = stablehlo.iota dim = 0 : {places}")
        self.lines.append(
            f'%sorted:2 = "stablehlo.sort"({self._argument(keys)}, %places) <{{dimension = 0 : i64, is_stable = true}}> ({{\n'
            "^bb0(%l: tensor<f32>, %r: tensor<f32>, %p: tensor<i32>, %q: tensor<i32>):"
            f"{_ORDER}\n}}) : ({keys}, {places}) -> ({keys}, {places})")
        self.results.append(("%sorted#1", places))

    def transform(self, rows: int, length: int) -> None:
        type = tensor([rows, length], "complex<f32>")
        self._result(f"stablehlo.fft {self._argument(type)}, type = FFT, length = [{length}] : ({type}) -> {type}", type)

    def product(self, rows: int, depth: int, columns: int, type: str = "f32") -> None:
        left, right, result = (tensor(shape, type) for shape in ([rows, depth], [depth, columns], [rows, columns]))
        operands = f"{self._argument(left)}, {self._argument(right)}"
        self._result(f"stablehlo.dot_general {operands}, contracting_dims = [1] x [0] : ({left}, {right}) -> {result}", result)

    def convolution(self, images: int, height: int, width: int, features: int, filters: int) -> None:
        image, kernel, result = (tensor(shape, "f32") for shape in (
            [images, height, width, features], [3, 3, features, filters], [images, height, width, filters]))
        self._result(
            f"stablehlo.convolution({self._argument(image)}, {self._argument(kernel)}) dim_numbers = "
            "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} "
            f"{{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : ({image}, {kernel}) -> {result}", result)

    def on_rows(self, text: str, rows: int, columns: int, *arguments: str) -> None:
        """Lines that make the matrix %made of arguments %x0, ... of types M (the matrix's), R and K (a value a row), C and H
        (a value a column, and the same as two halves)."""
        types = {"M": tensor([rows, columns], "f32"), "R": tensor([rows], "f32"), "K": tensor([rows, 1], "f32"),
                 "C": tensor([columns], "f32"), "H": tensor([2, columns // 2], "f32")}
        names = {f"%x{k}": self._argument(types[type]) for k, type in enumerate(arguments)}
        text = text.format(columns=float(columns)).strip()
        lines = re.sub(r"\b([MRKCH])\b", lambda found: types[found[1]], text).splitlines()
        suffix = len(self.lines)
        for line in lines:
            self.lines.append(re.sub(r"%\w+", lambda found: names.get(found[0], f"{found[0]}_{suffix}"), line.strip()))
        self.results.append((f"%made_{suffix}", types["M"]))

    def sum(self, rows: int, columns: int, *dimensions: int) -> None:
        matrix = tensor([rows, columns], "f32")
        sums = tensor([n for d, n in enumerate((rows, columns)) if d not in dimensions], "f32")
        nothing = f"%nothing{len(self.lines)}"
        self.lines.append(f"{nothing} = stablehlo.constant dense<0.0> : tensor<f32>")
        self._result(f"stablehlo.reduce({self._argument(matrix)} init: {nothing}) applies stablehlo.add across dimensions = "
                     f"{list(dimensions)} : ({matrix}, tensor<f32>) -> {sums}", sums)

    def text(self) -> str:
        arguments = ", ".join(f"%a{k}: {type}" for k, type in enumerate(self.arguments))
        names, types = (", ".join(parts) for parts in zip(*self.results, strict=True))
        body = "\n  ".join(self.lines)
        return f"func.func @main({arguments}) -> ({types}) {{\n  {body}\n  return {names} : {types}\n}}\n"


def text() -> str:
    """The program, in StableHLO."""
    program = _Program()
    program.sort(300_000)
    program.argsort(300_000)
    for rows, length in ((300, 512), (1, 1 << 17), (1, 1 << 19)):
        program.transform(rows, length)
    for rows, depth, columns in ((256, 256, 256), (640, 640, 640), (2048, 3072, 1024)):
        program.product(rows, depth, columns)
    program.product(640, 640, 640, "bf16")
    for images, size, features, filters in ((4, 56, 32, 64), (4, 56, 64, 192), (4, 28, 128, 192)):
        program.convolution(images, size, size, features, filters)
    for dimensions in ((0,), (1,), (0, 1)):
        program.sum(3000, 5120, *dimensions)
    program.on_rows(_SOFTMAX, 3000, 1600, "M")
    program.on_rows(_LAYER_NORM, 9000, 512, "M", "H", "H")
    return program.text()
