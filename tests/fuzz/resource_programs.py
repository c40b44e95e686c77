"""Random programs that ask for more time or memory than there is: huge sizes, holes, windows, loops, calls, nesting.

Most verify. What they compute does not matter; that they end, in bounds and with a clear error or a result, does.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from math import prod

SIZES = [0, 1, 1, 2, 3, 5, 64, 1000, 10**5, 10**6, 10**8, 10**9, 2**31, 2**40, 2**62, 2**63 - 1]
SMALL = [0, 1, 2, 3, 4, 7]
ELEMENTS = ["f32", "f64", "bf16", "f8E4M3FN", "i1", "i4", "i8", "i32", "i64", "ui8", "ui64", "complex<f32>"]
Shape = tuple[int, ...]


def tensor(shape: Shape, element: str) -> str:
    return f"tensor<{''.join(f'{n}x' for n in shape)}{element}>"


def listed(values: list[int] | Shape) -> str:
    return f"[{', '.join(map(str, values))}]"


def literal(element: str, value: int = 0) -> str:
    if element == "i1":
        return "true" if value else "false"
    return f"({value}.0, 0.0)" if element.startswith("complex") else f"{value}.0" if element[0] in "fb" else str(value)


class Program:
    """The text of one function as it grows; values are names with shapes and elements."""

    def __init__(self, rng: random.Random) -> None:
        self.rng, self.lines, self.values, self.count = rng, [], [], 0

    def add(self, text: str, shape: Shape, element: str) -> tuple[str, Shape, str]:
        """An operation, written without its result's name."""
        name = f"%v{self.count}"
        self.count += 1
        self.lines.append(f"{name} = {text}")
        self.values.append((name, shape, element))
        return self.values[-1]

    def constant(self, shape: Shape, element: str, value: int = 0) -> tuple[str, Shape, str]:
        return self.add(f"stablehlo.constant dense<{literal(element, value)}> : {tensor(shape, element)}", shape, element)

    def size(self) -> int:
        return self.rng.choice(SIZES)

    def shape(self) -> Shape:
        if self.rng.random() < 0.02:
            return (1,) * self.rng.choice([64, 65, 100])
        return tuple(self.rng.choice(SIZES if self.rng.random() < 0.6 else SMALL) for _ in range(self.rng.randint(0, 3)))

    def value(self) -> tuple[str, Shape, str]:
        """A value that is there already, mostly, or a new one."""
        if self.values and self.rng.random() < 0.7:
            return self.rng.choice(self.values)
        element, shape = self.rng.choice(ELEMENTS), self.shape()
        if shape and element != "i1" and self.rng.random() < 0.5:
            dimension = self.rng.randrange(len(shape))
            return self.add(f"stablehlo.iota dim = {dimension} : {tensor(shape, element)}", shape, element)
        return self.constant(shape, element, self.rng.randint(0, 1))

    def text(self) -> str:
        name, shape, element = self.values[-1]
        body = "\n  ".join(self.lines)
        return f"func.func @main() -> {tensor(shape, element)} {{\n  {body}\n  return {name} : {tensor(shape, element)}\n}}"


def body(name: str, element: str) -> str:
    return (f"({{\n^bb0(%a: tensor<{element}>, %b: tensor<{element}>):\n  %c = stablehlo.{name} %a, %b : tensor<{element}>\n"
            f"  stablehlo.return %c : tensor<{element}>\n}})")


# -- steps: each adds an operation whose result type follows from the rules of the specification ------------------------------
def broadcast(p: Program) -> None:
    name, shape, element = p.value()
    sizes = tuple(p.size() for _ in range(p.rng.randint(0, 2)))
    dimensions = range(len(sizes), len(sizes) + len(shape))
    p.add(f"stablehlo.broadcast_in_dim {name}, dims = {listed(list(dimensions))} : ({tensor(shape, element)}) -> "
          f"{tensor(sizes + shape, element)}", sizes + shape, element)


def elementwise(p: Program) -> None:
    name, shape, element = p.value()
    p.add(f"stablehlo.{p.rng.choice(['add', 'multiply', 'maximum'])} {name}, {name} : {tensor(shape, element)}", shape, element)


def convert(p: Program) -> None:
    name, shape, element = p.value()
    other = p.rng.choice(ELEMENTS)
    p.add(f"stablehlo.convert {name} : ({tensor(shape, element)}) -> {tensor(shape, other)}", shape, other)


def compare(p: Program) -> None:
    name, shape, element = p.value()
    p.add(f"stablehlo.compare EQ, {name}, {name} : ({tensor(shape, element)}, {tensor(shape, element)}) -> {tensor(shape, 'i1')}",
          shape, "i1")


def reduce(p: Program) -> None:
    name, shape, element = p.value()
    dimensions = [d for d in range(len(shape)) if p.rng.random() < 0.7]
    zero = p.constant((), element)[0]
    kept = tuple(n for d, n in enumerate(shape) if d not in dimensions)
    p.add(f'"stablehlo.reduce"({name}, {zero}) {body(p.rng.choice(["add", "maximum"]), element)} '
          f"{{dimensions = array<i64{': ' if dimensions else ''}{', '.join(map(str, dimensions))}>}} : "
          f"({tensor(shape, element)}, tensor<{element}>) -> {tensor(kept, element)}", kept, element)


def padding(p: Program) -> None:
    name, shape, element = p.value()
    zero = p.constant((), element)[0]
    interior = [p.rng.choice([0, 0, 1, p.size()]) for _ in shape]
    low, high = ([p.rng.choice([0, 1, -1, p.size(), -p.size()]) for _ in shape] for _ in range(2))
    result = tuple(a + (0 if n == 0 else (n - 1) * (k + 1) + 1) + b for n, a, b, k in zip(shape, low, high, interior))
    if min(result, default=0) >= 0:
        p.add(f"stablehlo.pad {name}, {zero}, low = {listed(low)}, high = {listed(high)}, interior = {listed(interior)} : "
              f"({tensor(shape, element)}, tensor<{element}>) -> {tensor(result, element)}", result, element)


def window(p: Program) -> None:
    name, shape, element = p.value()
    zero = p.constant((), element)[0]
    rows, result = [], []
    for n in shape:
        base, dilation, stride = (p.rng.choice([1, 1, 2, max(p.size(), 1)]) for _ in range(3))
        size = p.rng.choice([1, 2, max(p.size(), 1)])
        low, high = (p.rng.choice([0, 1, p.size()]) for _ in range(2))
        whole, extent = (0 if n == 0 else (n - 1) * base + 1) + low + high, (size - 1) * dilation + 1
        rows.append((size, stride, base, dilation, low, high))
        result.append(0 if whole <= 0 or extent > whole else (whole - extent) // stride + 1)
    if not rows:
        return
    columns = list(zip(*rows))
    names = ("window_dimensions", "window_strides", "base_dilations", "window_dilations")
    attributes = ", ".join(f"{k} = array<i64: {', '.join(map(str, v))}>" for k, v in zip(names, columns))
    pads = f"dense<{[list(pair) for pair in zip(columns[4], columns[5])]}> : tensor<{len(rows)}x2xi64>"
    whole_type = f"({tensor(shape, element)}, tensor<{element}>) -> {tensor(tuple(result), element)}"
    p.add(f'"stablehlo.reduce_window"({name}, {zero}) {body(p.rng.choice(["add", "maximum"]), element)} '
          f"{{{attributes}, padding = {pads}}} : {whole_type}", tuple(result), element)


def reshape(p: Program) -> None:
    name, shape, element = p.value()
    p.add(f"stablehlo.reshape {name} : ({tensor(shape, element)}) -> {tensor((prod(shape),), element)}", (prod(shape),), element)


def transpose(p: Program) -> None:
    name, shape, element = p.value()
    order = p.rng.sample(range(len(shape)), len(shape))
    result = tuple(shape[d] for d in order)
    p.add(f"stablehlo.transpose {name}, dims = {listed(order)} : ({tensor(shape, element)}) -> {tensor(result, element)}", result,
          element)


def take(p: Program) -> None:
    name, shape, element = p.value()
    ends = [p.rng.choice([n, min(n, 3)]) for n in shape]
    ranges = ", ".join(f"{max(n - 2, 0)}:{n}" for n in ends)
    result = tuple(min(n, 2) for n in ends)
    p.add(f"stablehlo.slice {name} [{ranges}] : ({tensor(shape, element)}) -> {tensor(result, element)}", result, element)


def concatenate(p: Program) -> None:
    name, shape, element = p.value()
    if shape:
        count, d = p.rng.choice([2, 3, 50]), p.rng.randrange(len(shape))
        result = (*shape[:d], shape[d] * count, *shape[d + 1 :])
        names, types = ", ".join([name] * count), ", ".join([tensor(shape, element)] * count)
        p.add(f"stablehlo.concatenate {names}, dim = {d} : ({types}) -> {tensor(result, element)}", result, element)


def dot(p: Program) -> None:
    name, shape, element = p.value()
    if shape:
        result = shape[1:] * 2
        p.add(f"stablehlo.dot_general {name}, {name}, contracting_dims = [0] x [0] : ({tensor(shape, element)}, "
              f"{tensor(shape, element)}) -> {tensor(result, element)}", result, element)


def sort(p: Program) -> None:
    name, shape, element = p.value()
    if shape and not element.startswith("complex"):
        scalar = f"tensor<{element}>"
        p.add(f'"stablehlo.sort"({name}) ({{\n^bb0(%a: {scalar}, %b: {scalar}):\n  %c = stablehlo.compare LT, %a, %b : '
              f"({scalar}, {scalar}) -> tensor<i1>\n  stablehlo.return %c : tensor<i1>\n}}) {{dimension = 0 : i64}} : "
              f"({tensor(shape, element)}) -> {tensor(shape, element)}", shape, element)


def convolution(p: Program) -> None:
    element, n, k = p.rng.choice(["f32", "bf16", "i32"]), p.size(), p.size()
    x, w = p.constant((1, n, 2), element), p.constant((k, 2, 3), element)
    dilation = p.rng.choice([1, max(p.size(), 1)])
    low = p.rng.choice([0, p.size()])
    whole, extent = n + low, 0 if k == 0 else (k - 1) * dilation + 1
    count = 0 if whole <= 0 or extent > whole else whole - extent + 1
    if k * count > 10**8 and count < 10**8:
        return  # the result fits, and takes as long as there are products: steps count operations
    p.add(f"stablehlo.convolution({x[0]}, {w[0]}) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {{pad = [[{low}, 0]], "
          f"rhs_dilate = [{dilation}]}} {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : "
          f"({tensor(x[1], element)}, {tensor(w[1], element)}) -> {tensor((1, count, 3), element)}", (1, count, 3), element)


def dynamic(p: Program) -> None:
    sizes = [p.size() for _ in range(p.rng.randint(1, 3))]
    shape = p.add(f"stablehlo.constant dense<{sizes}> : tensor<{len(sizes)}xi64>", (len(sizes),), "i64")[0]
    # What hides the constant from the verifier: the sizes are known only when the program runs.
    hidden = p.add(f"stablehlo.add {shape}, {shape} : tensor<{len(sizes)}xi64>", (len(sizes),), "i64")[0]
    type = f"tensor<{'?x' * len(sizes)}f32>"
    p.add(f"stablehlo.dynamic_iota {hidden}, dim = 0 : (tensor<{len(sizes)}xi64>) -> {type}", (-1,) * len(sizes), "f32")
    name = p.values.pop()[0]
    size = p.add(f"stablehlo.get_dimension_size {name}, dim = 0 : ({type}) -> tensor<i32>", (), "i32")
    p.values = [v for v in p.values if v[0] == size[0] or -1 not in v[1]]


def bits(p: Program) -> None:
    shape = p.shape()
    state = p.add("stablehlo.constant dense<[1, 2]> : tensor<2xui64>", (2,), "ui64")[0]
    name = f"%v{p.count}"
    p.count += 1
    p.lines.append(f"{name}:2 = stablehlo.rng_bit_generator {state}, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, "
                   f"{tensor(shape, 'ui32')})")
    p.values.append((f"{name}#1", shape, "ui32"))


def loop(p: Program) -> None:
    name, shape, element = p.value()
    type = tensor(shape, element)
    limit = p.rng.choice([0, 3, 10**9, 2**62])
    zero, one, end = (p.constant((), "i64", n)[0] for n in (0, 1, limit))
    step = f"%d = stablehlo.add %y, %y : {type}" if p.rng.random() < 0.5 else ""
    p.lines.append(f"""%l{p.count}:2 = stablehlo.while(%i = {zero}, %y = {name}) : tensor<i64>, {type}
  cond {{ %c = stablehlo.compare LT, %i, {end} : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %c : tensor<i1> }}
  do {{ %j = stablehlo.add %i, {one} : tensor<i64>
    {step}
    stablehlo.return %j, {"%d" if step else "%y"} : tensor<i64>, {type} }}""")
    p.values.append((f"%l{p.count}#1", shape, element))
    p.count += 1


STEPS: list[Callable[[Program], None]] = [
    broadcast, elementwise, convert, compare, reduce, padding, window, reshape, transpose, take, concatenate, dot, sort,
    convolution, dynamic, bits, loop,
]


def operations(rng: random.Random) -> str:
    """A chain of operations of huge sizes."""
    p = Program(rng)
    p.value()
    for _ in range(rng.randint(1, 8)):
        rng.choice(STEPS)(p)
    return p.text()


# -- programs as a whole -----------------------------------------------------------------------------------------------------
def calls(rng: random.Random) -> str:
    """Functions that call others several times each, or themselves."""
    depth, times, recursive = rng.choice([3, 10, 20, 50, 250, 2000]), rng.choice([1, 2, 3]), rng.random() < 0.2
    lines = []
    for k in range(depth):
        callee = f"@f{(k + 1) % depth if recursive else k + 1}"
        steps = [f"  %{n + 1} = call {callee}(%{n}) : (tensor<f32>) -> tensor<f32>" for n in range(times)]
        text = "\n".join(steps).replace("%0)", "%x)")
        lines.append(f"func.func private @f{k}(%x: tensor<f32>) -> tensor<f32> {{\n{text}\n  return %{times} : tensor<f32>\n}}")
    lines.append(f"func.func private @f{depth}(%x: tensor<f32>) -> tensor<f32> {{ return %x : tensor<f32> }}")
    lines.append("""func.func @main() -> tensor<f32> {
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = call @f0(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>\n}""")
    return "\n".join(lines)


def endless(rng: random.Random) -> str:
    """Loops inside of loops; the innermost does nothing."""
    inner = "stablehlo.return %p : tensor<i1>"
    for k in range(rng.randint(1, 30)):
        use = f"%r{k}" if rng.random() < 0.5 else "%p"
        inner = f"""%r{k} = stablehlo.while(%i{k} = %p) : tensor<i1>
  cond {{ stablehlo.return %i{k} : tensor<i1> }} do {{ {inner} }}
  stablehlo.return {use} : tensor<i1>"""
    start, last = inner.rsplit("stablehlo.return ", 1)
    return f"""func.func @main() -> tensor<i1> {{
  %p = stablehlo.constant dense<{rng.choice(["true", "false"])}> : tensor<i1>
  {start}
  return {last}\n}}"""


def grids(rng: random.Random) -> str:
    """Programs that run grids of themselves, and queues that grow."""
    count = rng.choice([1, 2, 8, 100, 1025])
    names, values = ", ".join(["@main"] * count), ", ".join(["%x"] * count)
    types = ", ".join(["tensor<f32>"] * count)
    return f"""func.func @main() -> tensor<f32> {{
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  %r:{count} = "interpreter.run_parallel"() {{programs = [[{names}]]}} : () -> ({types})
  return %r#0 : tensor<f32>\n}}""" if values else ""


def attributes(rng: random.Random) -> str:
    """Attributes that say more than memory holds."""
    rows, columns, value = rng.choice(SIZES), rng.choice([*SMALL, 10**9]), rng.choice([0, 1, -1, 10**9, 2**63 - 1])
    table = f"dense<{value}> : tensor<{rows}x{columns}xi64>"
    element = rng.choice(["f32", "i8"])
    return rng.choice([
        f'''func.func @main(%x: tensor<4x{element}>) -> tensor<4x{element}> {{
  %0 = "stablehlo.all_reduce"(%x) {body("add", element)} {{replica_groups = {table}}}
    : (tensor<4x{element}>) -> tensor<4x{element}>
  return %0 : tensor<4x{element}>\n}}''',
        f'''func.func @main(%x: tensor<4x{element}>) -> tensor<4x{element}> {{
  %0 = "stablehlo.collective_permute"(%x) {{source_target_pairs = {table}}} : (tensor<4x{element}>) -> tensor<4x{element}>
  return %0 : tensor<4x{element}>\n}}''',
        f'''func.func @main(%x: tensor<4x{element}>, %z: tensor<{element}>) -> tensor<?x{element}> {{
  %0 = "stablehlo.reduce_window"(%x, %z) {body("add", element)}
    {{window_dimensions = array<i64: {max(value, 1)}>, padding = {table}}}
    : (tensor<4x{element}>, tensor<{element}>) -> tensor<?x{element}>
  return %0 : tensor<?x{element}>\n}}''',
        f'''func.func @main(%x: tensor<4x{element}>) -> tensor<4x{element}> {{
  %0 = "stablehlo.custom_call"(%x) {{call_target_name = "nobody", table = {table},
    other = dense<1.0> : tensor<{rows}x{rows}xf32>}}
    : (tensor<4x{element}>) -> tensor<4x{element}>
  return %0 : tensor<4x{element}>\n}}''',
    ])


def nesting(rng: random.Random) -> str:
    """Types, literals, regions and chains that nest or go on for long."""
    depth = rng.choice([10, 65, 300, 3000, 30000])
    names = [rng.choice(["sine", "negate", "abs"]) for _ in range(depth)]
    chain = "\n".join(f"  %{k + 1} = stablehlo.{name} %{k} : tensor<4xf32>" for k, name in enumerate(names))
    types = "tuple<" * depth + "tensor<f32>" + ">" * depth
    rank = "x".join(["1"] * depth)
    return rng.choice([
        f"func.func @main(%0: tensor<4xf32>) -> tensor<4xf32> {{\n{chain}\n  return %{depth} : tensor<4xf32>\n}}",
        f"func.func @main(%x: {types}) -> {types} {{ return %x : {types} }}",
        f"func.func @main() -> tensor<{rank}xf32> {{\n  %0 = stablehlo.constant dense<1.0> : tensor<{rank}xf32>\n"
        f"  return %0 : tensor<{rank}xf32>\n}}",
        f"func.func @main() {{\n  %0 = stablehlo.constant dense<{'[' * depth}1.0{']' * depth}> : tensor<{rank}xf32>\n"
        "  return\n}",
        "func.func @main(%p: tensor<i1>) {\n" + '"stablehlo.if"(%p) ({\n' * depth + '"stablehlo.return"() : () -> ()\n'
        + '}, { "stablehlo.return"() : () -> () }) : (tensor<i1>) -> ()\n"stablehlo.return"() : () -> ()\n' * (depth - 1)
        + '}, { "stablehlo.return"() : () -> () }) : (tensor<i1>) -> ()\n return }',
    ])


#: Kinds of programs, with how often they are drawn.
KINDS: dict[str, tuple[Callable[[random.Random], str], int]] = {
    "operations": (operations, 12), "calls": (calls, 2), "endless": (endless, 1), "grids": (grids, 1),
    "attributes": (attributes, 3), "nesting": (nesting, 2),
}


def draw(rng: random.Random, kind: str | None = None) -> tuple[str, str]:
    """A kind of program, unless it is given, and a program of it."""
    kind = kind or rng.choices(list(KINDS), [weight for _, weight in KINDS.values()])[0]
    return kind, KINDS[kind][0](rng)
