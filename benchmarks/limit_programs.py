"""The programs of `benchmarks.limits`, in StableHLO: ways in which data is moved or multiplied, in several types and shapes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Program:
    """A program, and what limits it: the traffic of its arguments and results, or products of the type `peak`."""

    name: str
    text: str
    peak: str | None = None
    #: Bytes that it has to read, where that is not all of its arguments.
    reads: int | None = None
    #: Operations on f32 that it does for each element of its result, as instructions on registers count them.
    arithmetic: int = 0
    #: Whether it is compiled to round to bf16 where it stores only, as XLA does it.
    excess_precision: bool = False


def tensor(shape: Sequence[int], type: str) -> str:
    return f"tensor<{''.join(f'{n}x' for n in shape)}{type}>"


def function(arguments: Sequence[str], result: str, body: str) -> str:
    """A module whose @main gives %r."""
    given = ", ".join(f"%a{k}: {type}" for k, type in enumerate(arguments))
    return f"func.func @main({given}) -> {result} {{\n{body}\n  return %r : {result}\n}}\n"


# -- what moves data ------------------------------------------------------------------------------------------------------
def elementwise(name: str, count: int, arguments: Sequence[str], result: str, lines: str) -> Program:
    """`lines` compute %r; {A0}, {A1}, ... and {R} stand for the types."""
    types = {f"A{k}": tensor([count], type) for k, type in enumerate(arguments)}
    goal = tensor([count], result)
    return Program(f"{name} {count >> 10}K", function(list(types.values()), goal, lines.format(**types, R=goal)))


def elementwise_programs() -> list[Program]:
    found = []
    for count in (1 << 20, 1 << 24):
        found += [
            elementwise("negate f32", count, ["f32"], "f32", "  %r = stablehlo.negate %a0 : {R}"),
            elementwise("add f32", count, ["f32", "f32"], "f32", "  %r = stablehlo.add %a0, %a1 : {R}"),
            elementwise("multiply-add f32", count, ["f32", "f32", "f32"], "f32",
                        "  %0 = stablehlo.multiply %a0, %a1 : {R}\n  %r = stablehlo.add %0, %a2 : {R}"),
            elementwise("add f64", count // 2, ["f64", "f64"], "f64", "  %r = stablehlo.add %a0, %a1 : {R}"),
            elementwise("maximum bf16", count, ["bf16", "bf16"], "bf16", "  %r = stablehlo.maximum %a0, %a1 : {R}"),
            elementwise("f32 to bf16", count, ["f32"], "bf16", "  %r = stablehlo.convert %a0 : ({A0}) -> {R}"),
            elementwise("bf16 to f32", count, ["bf16"], "f32", "  %r = stablehlo.convert %a0 : ({A0}) -> {R}"),
            elementwise("i8 to f32", count, ["i8"], "f32", "  %r = stablehlo.convert %a0 : ({A0}) -> {R}"),
            elementwise("add i32", count, ["i32", "i32"], "i32", "  %r = stablehlo.add %a0, %a1 : {R}"),
        ]
    return found


def reduction(operation: str, start: str, shape: Sequence[int], kept: Sequence[int], type: str) -> str:
    """Lines that reduce %x over the dimensions that are not kept, to %s."""
    dimensions = ", ".join(str(d) for d in range(len(shape)) if d not in kept)
    goal = tensor([shape[d] for d in kept], type)
    return (f"  %i = stablehlo.constant dense<{start}> : tensor<{type}>\n"
            f"  %s = stablehlo.reduce(%x init: %i) applies stablehlo.{operation} across dimensions = [{dimensions}] : "
            f"({tensor(shape, type)}, tensor<{type}>) -> {goal}")


def reduction_programs() -> list[Program]:
    found = []
    for type, shape, kept in (("f32", (4096, 4096), (1,)), ("f32", (4096, 4096), (0,)), ("f32", (4096, 4096), ()),
                              ("f32", (64, 1024, 256), (0, 2)), ("f32", (1024, 1024), (0,)), ("f64", (2048, 4096), (0,)),
                              ("i32", (4096, 4096), (0,))):
        start = "0" if type == "i32" else "0.0"
        name = f"sum {type} {'x'.join(map(str, shape))} to {list(kept)}"
        text = reduction("add", start, shape, kept, type).replace("%x", "%a0").replace("%s", "%r")
        found.append(Program(name, function([tensor(shape, type)], tensor([shape[d] for d in kept], type), text)))
    text = reduction("maximum", "0xFF800000", (4096, 4096), (0,), "f32").replace("%x", "%a0").replace("%s", "%r")
    found.append(Program("maximum f32 4096x4096 to [0]", function([tensor((4096, 4096), "f32")], "tensor<4096xf32>", text)))
    return found


def rowwise(rows: int, columns: int, type: str) -> dict[str, str]:
    """Names of types for programs that work on rows, in f32 where they add up."""
    return {"X": tensor((rows, columns), type), "W": tensor((rows, columns), "f32"), "S": tensor((rows,), "f32"),
            "V": tensor((columns,), type), "rows": str(rows), "columns": str(columns)}


#: Instructions of a softmax: a maximum, a difference, an exponential (two for the power of two, two for what it leaves, three for
#: a polynomial of that, one for the product of both), a sum, a quotient. Of a layer normalization: a sum; a difference and a
#: multiply-add for the variance; a difference, two products and a sum for the result.
_SOFTMAX, _LAYER_NORM = 12, 7


def softmax(rows: int, columns: int, type: str) -> Program:
    names = rowwise(rows, columns, type)
    text = """  %w = stablehlo.convert %a0 : ({X}) -> {W}
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %m = stablehlo.reduce(%w init: %low) applies stablehlo.maximum across dimensions = [1] : ({W}, tensor<f32>) -> {S}
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : ({S}) -> {W}
  %d = stablehlo.subtract %w, %mb : {W}
  %e = stablehlo.exponential %d : {W}
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : ({W}, tensor<f32>) -> {S}
  %sb = stablehlo.broadcast_in_dim %s, dims = [0] : ({S}) -> {W}
  %q = stablehlo.divide %e, %sb : {W}
  %r = stablehlo.convert %q : ({W}) -> {X}"""
    return Program(f"softmax {type} {rows}x{columns}", function([names["X"]], names["X"], text.format(**names)),
                   arithmetic=_SOFTMAX)


def layer_norm(rows: int, columns: int, type: str, excess_precision: bool = False) -> Program:
    names = rowwise(rows, columns, type)
    text = """  %w = stablehlo.convert %a0 : ({X}) -> {W}
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %count = stablehlo.constant dense<{columns}.0> : {S}
  %small = stablehlo.constant dense<1.0e-05> : {S}
  %s = stablehlo.reduce(%w init: %zero) applies stablehlo.add across dimensions = [1] : ({W}, tensor<f32>) -> {S}
  %m = stablehlo.divide %s, %count : {S}
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : ({S}) -> {W}
  %d = stablehlo.subtract %w, %mb : {W}
  %dd = stablehlo.multiply %d, %d : {W}
  %t = stablehlo.reduce(%dd init: %zero) applies stablehlo.add across dimensions = [1] : ({W}, tensor<f32>) -> {S}
  %v = stablehlo.divide %t, %count : {S}
  %ve = stablehlo.add %v, %small : {S}
  %h = stablehlo.rsqrt %ve : {S}
  %hb = stablehlo.broadcast_in_dim %h, dims = [0] : ({S}) -> {W}
  %n = stablehlo.multiply %d, %hb : {W}
  %c = stablehlo.convert %n : ({W}) -> {X}
  %g = stablehlo.broadcast_in_dim %a1, dims = [1] : ({V}) -> {X}
  %b = stablehlo.broadcast_in_dim %a2, dims = [1] : ({V}) -> {X}
  %cg = stablehlo.multiply %c, %g : {X}
  %r = stablehlo.add %cg, %b : {X}"""
    return Program(f"layer norm {type} {rows}x{columns}{', rounded once' if excess_precision else ''}",
                   function([names["X"], names["V"], names["V"]], names["X"], text.format(**names)),
                   arithmetic=_LAYER_NORM, excess_precision=excess_precision)


def transpose(shape: Sequence[int], permutation: Sequence[int], type: str) -> Program:
    source, goal = tensor(shape, type), tensor([shape[d] for d in permutation], type)
    return Program(f"transpose {type} {'x'.join(map(str, shape))} {list(permutation)}", function(
        [source], goal, f"  %r = stablehlo.transpose %a0, dims = {list(permutation)} : ({source}) -> {goal}"))


def movement_programs() -> list[Program]:
    x, wide, half = tensor((4096, 4096), "f32"), tensor((4096, 8192), "f32"), tensor((4096, 2048), "f32")
    padded = tensor((4098, 4112), "f32")
    return [
        Program("slice of columns f32", function([wide], x, f"  %r = stablehlo.slice %a0 [0:4096, 2048:6144] : ({wide}) -> {x}"),
                reads=4 << 24),
        Program("concatenate columns f32", function(
            [half, half], x, f"  %r = stablehlo.concatenate %a0, %a1, dim = 1 : ({half}, {half}) -> {x}")),
        Program("pad f32", function(
            [x], padded, "  %z = stablehlo.constant dense<0.0> : tensor<f32>\n"
            f"  %r = stablehlo.pad %a0, %z, low = [1, 8], high = [1, 8], interior = [0, 0] : ({x}, tensor<f32>) -> {padded}")),
        Program("broadcast of a row f32", function(
            ["tensor<4096xf32>"], x, f"  %r = stablehlo.broadcast_in_dim %a0, dims = [1] : (tensor<4096xf32>) -> {x}")),
        Program("broadcast of a column f32", function(
            ["tensor<4096xf32>"], x, f"  %r = stablehlo.broadcast_in_dim %a0, dims = [0] : (tensor<4096xf32>) -> {x}")),
        Program("reverse of rows f32", function([x], x, f"  %r = stablehlo.reverse %a0, dims = [0] : {x}")),
        Program("reverse of columns f32", function([x], x, f"  %r = stablehlo.reverse %a0, dims = [1] : {x}")),
    ]


# -- what multiplies ------------------------------------------------------------------------------------------------------
def product(lhs: Sequence[int], rhs: Sequence[int], type: str, out: str, batch: int = 0, contracting: tuple[int, int] = (1, 0),
            peak: str | None = None) -> Program:
    """A matrix product with `batch` leading dimensions in common; `contracting` are counted behind these."""
    free = [n for d, n in enumerate(lhs) if d >= batch and d != batch + contracting[0]]
    free += [n for d, n in enumerate(rhs) if d >= batch and d != batch + contracting[1]]
    types = tensor(lhs, type), tensor(rhs, type), tensor([*lhs[:batch], *free], out)
    dimensions = list(range(batch))
    batching = f"batching_dims = {dimensions} x {dimensions}, " if batch else ""
    sizes = " by ".join("x".join(map(str, shape)) for shape in (lhs, rhs))
    return Program(f"product {type} {sizes}{' transposed' if contracting[1] else ''}", function(
        types[:2], types[2], f"  %r = stablehlo.dot_general %a0, %a1, {batching}contracting_dims = [{batch + contracting[0]}] x "
        f"[{batch + contracting[1]}] : ({types[0]}, {types[1]}) -> {types[2]}"), peak or type)


def product_programs() -> list[Program]:
    return [
        product((1024, 1024), (1024, 1024), "f32", "f32"),
        product((2048, 2048), (2048, 2048), "f32", "f32"),
        product((1024, 1024), (1024, 1024), "f32", "f32", contracting=(1, 1)),
        product((1000, 1000), (1000, 1000), "f32", "f32"),
        product((128, 784), (784, 512), "f32", "f32"),
        product((1024, 512), (512, 2048), "f32", "f32"),
        product((32, 256, 64), (32, 256, 64), "f32", "f32", 1, (1, 1)),
        product((32, 256, 256), (32, 256, 64), "f32", "f32", 1),
        product((1024, 1024), (1024, 1024), "f64", "f64"),
        product((1024, 1024), (1024, 1024), "bf16", "f32"),
        product((2048, 2048), (2048, 2048), "bf16", "bf16"),
        product((1024, 1024), (1024, 1024), "i8", "i32"),
        product((2048, 2048), (2048, 2048), "i8", "i32"),
    ]


def convolution(images: int, size: int, features: int, outputs: int, kernel: int, stride: int = 1, type: str = "f32") -> Program:
    """Images with their channels last, padded so that only strides make them smaller."""
    pad = kernel // 2
    after = (size + 2 * pad - kernel) // stride + 1
    types = (tensor((images, size, size, features), type), tensor((kernel, kernel, features, outputs), type),
             tensor((images, after, after, outputs), type))
    window = f"window = {{stride = [{stride}, {stride}], pad = [[{pad}, {pad}], [{pad}, {pad}]]}}"
    text = (f"  %r = stablehlo.convolution(%a0, %a1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], {window} "
            "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} : "
            f"({types[0]}, {types[1]}) -> {types[2]}")
    name = f"convolution {type} {images}x{size}^2x{features} to {outputs}, {kernel}x{kernel}{f'/{stride}' if stride > 1 else ''}"
    return Program(name, function(types[:2], types[2], text), type)


def convolution_programs() -> list[Program]:
    return [convolution(8, 56, 64, 64, 3), convolution(1, 56, 64, 64, 3), convolution(8, 28, 128, 128, 3),
            convolution(8, 28, 128, 256, 3, 2), convolution(8, 14, 256, 256, 3), convolution(8, 7, 512, 512, 3),
            convolution(8, 28, 256, 512, 1), convolution(1, 224, 3, 64, 7, 2), convolution(8, 28, 128, 128, 3, type="bf16")]


#: Programs by family, and the fraction of the limit that is aimed at.
FAMILIES: dict[str, list[Program]] = {
    "element-wise": elementwise_programs(),
    "softmax": [softmax(4096, 1024, "f32"), softmax(4096, 1024, "bf16"), softmax(256, 32768, "f32"), softmax(65536, 64, "f32")],
    "layer norm": [layer_norm(4096, 1024, "f32"), layer_norm(4096, 1024, "bf16"), layer_norm(4096, 1024, "bf16", True),
                   layer_norm(16384, 256, "f32")],
    "reductions": reduction_programs(),
    "transposes": [transpose((4096, 4096), (1, 0), "f32"), transpose((2048, 4096), (1, 0), "f64"),
                   transpose((8192, 8192), (1, 0), "ui8"), transpose((4096, 4096), (1, 0), "bf16"),
                   transpose((16, 512, 512), (0, 2, 1), "f32"), transpose((8, 56, 56, 64), (0, 3, 1, 2), "f32"),
                   transpose((64, 256, 8, 64), (0, 2, 1, 3), "f32")],
    "movements": movement_programs(),
    "products": product_programs(),
    "convolutions": convolution_programs(),
}
GOALS = {name: 0.85 if name in ("products", "convolutions") else 0.6 for name in FAMILIES}
