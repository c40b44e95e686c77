"""A program that uses what compiled programs share: sorts, transforms, matrix products and convolutions.

Whoever has compiled it has the code of these libraries in the cache (`benchmarks.compare` does so to measure what programs take
to compile after it). It is none of the measured programs, and has other sizes than they have.
"""

from __future__ import annotations

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
    return program.text()
