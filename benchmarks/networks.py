"""Networks of one unknown size, the number of examples, as programs: what users export for batches of any size.

    network = networks.mlp()
    module = hloom.parse(network.text)                   # @main(weights..., %x: tensor<?x784xf32>)
    arguments = network.arguments(37, generator)         # the weights are the same arrays in each call

With a number of examples the text states it everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import prod, sqrt

import numpy as np

#: Stands for the number of examples in a shape.
B = -1
Shape = tuple[int, ...]


@dataclass
class Value:
    name: str
    shape: Shape
    element: str = "f32"


@dataclass
class Network:
    """A network's text, its weights' shapes, and what one example of its input is."""

    text: str
    weights: list[Shape]
    example: Shape
    element: str
    #: Numbers of an integer input are below this.
    below: int = 0
    _made: list[np.ndarray] = field(default_factory=list)

    def arguments(self, examples: int, generator: np.random.Generator) -> list[np.ndarray]:
        if not self._made:
            self._made = [(generator.standard_normal(shape) / sqrt(max(prod(shape[:-1]), 1))).astype(np.float32)
                          for shape in self.weights]
        shape = (examples, *self.example)
        x = (generator.integers(0, self.below, shape, np.int32) if self.below
             else generator.standard_normal(shape).astype(np.float32))
        return [*self._made, x]


class Builder:
    """Writes one function, operation by operation."""

    def __init__(self, examples: int | None) -> None:
        self.examples = examples
        self.lines: list[str] = []
        self.weights: list[Shape] = []
        self._count = 0
        self._constants: dict[str, Value] = {}
        self.input = Value("%x", ())

    # -- names and types ----------------------------------------------------------------------------------------------
    def type(self, value: Value) -> str:
        sizes = [("?" if self.examples is None else str(self.examples)) if n == B else str(n) for n in value.shape]
        return f"tensor<{'x'.join([*sizes, value.element])}>"

    def new(self, shape: Shape, element: str = "f32") -> Value:
        self._count += 1
        return Value(f"%v{self._count}", shape, element)

    def weight(self, *shape: int) -> Value:
        self.weights.append(shape)
        return Value(f"%w{len(self.weights) - 1}", shape)

    def emit(self, result: Value, text: str, *operands: Value) -> Value:
        types = ", ".join(map(self.type, operands))
        self.lines.append(f"{result.name} = {text} : ({types}) -> {self.type(result)}")
        return result

    def constant(self, number: str, element: str = "f32", shape: Shape = ()) -> Value:
        key = f"{number}{element}{shape}"
        if key not in self._constants:
            made = self._constants[key] = self.new(shape, element)
            self.lines.append(f"{made.name} = stablehlo.constant dense<{number}> : {self.type(made)}")
        return self._constants[key]

    def shape(self, shape: Shape) -> Value:
        """A shape as a value."""
        size = self.new((), "i32")
        self.emit(size, f"stablehlo.get_dimension_size {self.input.name}, dim = 0", self.input)
        parts = [self.emit(self.new((1,), "i32"), f"stablehlo.reshape {size.name}", size) if n == B
                 else self.constant(f"[{n}]", "i32", (1,)) for n in shape]
        names = ", ".join(p.name for p in parts)
        return self.emit(self.new((len(shape),), "i32"), f"stablehlo.concatenate {names}, dim = 0", *parts)

    # -- operations -------------------------------------------------------------------------------------------------------
    def each(self, word: str, *operands: Value, element: str = "") -> Value:
        """An operation element by element."""
        made = self.new(operands[0].shape, element or operands[0].element)
        return self.emit(made, f'"stablehlo.{word}"({", ".join(v.name for v in operands)})', *operands)

    def spread(self, x: Value, dims: Sequence[int], shape: Shape) -> Value:
        """A value along further dimensions."""
        made = self.new(shape, x.element)
        if self.examples is None and B in shape:
            sizes = self.shape(shape)
            return self.emit(made, f"stablehlo.dynamic_broadcast_in_dim {x.name}, {sizes.name}, dims = {list(dims)}", x, sizes)
        return self.emit(made, f"stablehlo.broadcast_in_dim {x.name}, dims = {list(dims)}", x)

    def reshape(self, x: Value, shape: Shape) -> Value:
        made = self.new(shape, x.element)
        if self.examples is None and B in shape:
            sizes = self.shape(shape)
            return self.emit(made, f"stablehlo.dynamic_reshape {x.name}, {sizes.name}", x, sizes)
        return self.emit(made, f"stablehlo.reshape {x.name}", x)

    def transpose(self, x: Value, order: Sequence[int]) -> Value:
        return self.emit(self.new(tuple(x.shape[d] for d in order), x.element),
                         f"stablehlo.transpose {x.name}, dims = {list(order)}", x)

    def dot(self, x: Value, y: Value, contracting: tuple[int, int], batch: int = 0) -> Value:
        """A product of two values that share their first `batch` dimensions."""
        left = [n for d, n in enumerate(x.shape) if d >= batch and d != contracting[0]]
        right = [n for d, n in enumerate(y.shape) if d >= batch and d != contracting[1]]
        dims = list(range(batch))
        made = self.new((*x.shape[:batch], *left, *right))
        sharing = f"batching_dims = {dims} x {dims}, " if batch else ""
        return self.emit(made, f"stablehlo.dot_general {x.name}, {y.name}, {sharing}contracting_dims = [{contracting[0]}] x "
                               f"[{contracting[1]}]", x, y)

    def reduce(self, x: Value, word: str, dims: Sequence[int]) -> Value:
        start = self.constant("0xFF800000" if word == "maximum" else "0.0")
        made = self.new(tuple(n for d, n in enumerate(x.shape) if d not in dims))
        return self.emit(made, f"stablehlo.reduce({x.name} init: {start.name}) applies stablehlo.{word} across dimensions = "
                               f"{list(dims)}", x, start)

    def convolution(self, x: Value, w: Value, stride: int, padding: int) -> Value:
        images, rows, columns, _ = x.shape
        side = w.shape[0]
        sizes = [(n + 2 * padding - side) // stride + 1 for n in (rows, columns)]
        made = self.new((images, *sizes, w.shape[-1]))
        return self.emit(
            made, f"stablehlo.convolution({x.name}, {w.name}) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = "
                  f"{{stride = [{stride}, {stride}], pad = [[{padding}, {padding}], [{padding}, {padding}]]}} "
                  "{batch_group_count = 1 : i64, feature_group_count = 1 : i64}", x, w)

    def largest(self, x: Value, side: int, stride: int) -> Value:
        """The largest number of each window of an image."""
        images, rows, columns, features = x.shape
        pad = side // 2
        sizes = [(n + 2 * pad - side) // stride + 1 for n in (rows, columns)]
        lowest = self.constant("0xFF800000")
        body = (f"^bb0(%p: {self.type(lowest)}, %q: {self.type(lowest)}):\n    %t = stablehlo.maximum %p, %q : "
                f"{self.type(lowest)}\n    stablehlo.return %t : {self.type(lowest)}")
        fields = (f"window_dimensions = array<i64: 1, {side}, {side}, 1>, window_strides = array<i64: 1, {stride}, {stride}, 1>, "
                  f"padding = dense<[[0, 0], [{pad}, {pad}], [{pad}, {pad}], [0, 0]]> : tensor<4x2xi64>")
        return self.emit(self.new((images, *sizes, features)), f'"stablehlo.reduce_window"({x.name}, {lowest.name}) '
                         f"<{{{fields}}}> ({{\n  {body}\n  }})", x, lowest)

    # -- layers -------------------------------------------------------------------------------------------------------
    def dense(self, x: Value, features: int) -> Value:
        """Along the last dimension, with a bias."""
        last = len(x.shape) - 1
        made = self.dot(x, self.weight(x.shape[-1], features), (last, 0))
        return self.each("add", made, self.spread(self.weight(features), [last], made.shape))

    def relu(self, x: Value) -> Value:
        return self.each("maximum", x, self.spread(self.constant("0.0"), [], x.shape))

    def times(self, x: Value, number: str) -> Value:
        return self.each("multiply", x, self.spread(self.constant(number), [], x.shape))

    def softmax(self, x: Value) -> Value:
        last = len(x.shape) - 1
        dims = range(last)
        top = self.spread(self.reduce(x, "maximum", [last]), dims, x.shape)
        powers = self.each("exponential", self.each("subtract", x, top))
        return self.each("divide", powers, self.spread(self.reduce(powers, "add", [last]), dims, x.shape))

    def normalized(self, x: Value) -> Value:
        """Layer normalization along the last dimension."""
        last = len(x.shape) - 1
        dims, part = range(last), str(1 / x.shape[-1])
        mean = self.times(self.reduce(x, "add", [last]), part)
        apart = self.each("subtract", x, self.spread(mean, dims, x.shape))
        variance = self.times(self.reduce(self.each("multiply", apart, apart), "add", [last]), part)
        safe = self.each("add", variance, self.spread(self.constant("1.0e-5"), [], variance.shape))
        made = self.each("multiply", apart, self.spread(self.each("rsqrt", safe), dims, x.shape))
        made = self.each("multiply", made, self.spread(self.weight(x.shape[-1]), [last], x.shape))
        return self.each("add", made, self.spread(self.weight(x.shape[-1]), [last], x.shape))

    def attention(self, x: Value, heads: int) -> Value:
        """Of each token to those before it."""
        _, tokens, width = x.shape
        part = width // heads

        def split(y: Value) -> Value:
            return self.transpose(self.reshape(y, (B, tokens, heads, part)), [0, 2, 1, 3])

        query, key, value = (split(self.dense(x, width)) for _ in range(3))
        scores = self.times(self.dot(query, key, (3, 3), batch=2), str(1 / sqrt(part)))
        places = [Value(f"{self.new(()).name}", (tokens, tokens), "i32") for _ in range(2)]
        for dimension, place in enumerate(places):
            self.lines.append(f"{place.name} = stablehlo.iota dim = {dimension} : {self.type(place)}")
        seen = self.new((tokens, tokens), "i1")
        self.emit(seen, f"stablehlo.compare GE, {places[0].name}, {places[1].name}", *places)
        lowest = self.spread(self.constant("-1.0e9"), [], scores.shape)
        scores = self.each("select", self.spread(seen, [2, 3], scores.shape), scores, lowest, element="f32")
        mixed = self.transpose(self.dot(self.softmax(scores), value, (3, 2), batch=2), [0, 2, 1, 3])
        return self.dense(self.reshape(mixed, (B, tokens, width)), width)

    def finished(self, result: Value, example: Shape, element: str = "f32", below: int = 0) -> Network:
        arguments = [*(Value(f"%w{k}", shape) for k, shape in enumerate(self.weights)), self.input]
        stated = ", ".join(f"{a.name}: {self.type(a)}" for a in arguments)
        body = "\n  ".join([*self.lines, f"return {result.name} : {self.type(result)}"])
        text = f"func.func @main({stated}) -> {self.type(result)} {{\n  {body}\n}}\n"
        return Network(text, self.weights, example, element, below)

    def begin(self, *example: int, element: str = "f32") -> Value:
        self.input = Value("%x", (B, *example), element)
        return self.input


# -- networks --------------------------------------------------------------------------------------------------------------


def mlp(examples: int | None = None, sizes: Sequence[int] = (784, 512, 512, 10)) -> Network:
    """A perceptron of some layers, with a softmax over its classes."""
    b = Builder(examples)
    x = b.begin(sizes[0])
    for size in sizes[1:-1]:
        x = b.relu(b.dense(x, size))
    return b.finished(b.softmax(b.dense(x, sizes[-1])), (sizes[0],))


def resnet(examples: int | None = None, side: int = 32, features: Sequence[int] = (16, 32, 64), blocks: int = 2) -> Network:
    """A residual network for small images: stages of blocks of two convolutions each, normalized by a scale and a bias."""
    b = Builder(examples)

    def convolved(x: Value, count: int, kernel: int, stride: int) -> Value:
        made = b.convolution(x, b.weight(kernel, kernel, x.shape[-1], count), stride, kernel // 2)
        made = b.each("multiply", made, b.spread(b.weight(count), [3], made.shape))
        return b.each("add", made, b.spread(b.weight(count), [3], made.shape))

    x = b.relu(convolved(b.begin(side, side, 3), features[0], 3, 1))
    for stage, count in enumerate(features):
        for block in range(blocks):
            stride = 2 if stage and not block else 1
            inner = convolved(b.relu(convolved(x, count, 3, stride)), count, 3, 1)
            beside = x if stride == 1 else convolved(x, count, 1, stride)
            x = b.relu(b.each("add", inner, beside))
    mean = b.times(b.reduce(x, "add", [1, 2]), str(1 / (x.shape[1] * x.shape[2])))
    return b.finished(b.dense(mean, 10), (side, side, 3))


def resnet18(examples: int | None = None, side: int = 224) -> Network:
    """ResNet-18 for images of 1000 classes; what normalizes is part of its weights, and a bias."""
    b = Builder(examples)

    def convolved(x: Value, count: int, kernel: int, stride: int) -> Value:
        made = b.convolution(x, b.weight(kernel, kernel, x.shape[-1], count), stride, kernel // 2)
        return b.each("add", made, b.spread(b.weight(count), [3], made.shape))

    x = b.largest(b.relu(convolved(b.begin(side, side, 3), 64, 7, 2)), 3, 2)
    for stage, count in enumerate((64, 128, 256, 512)):
        for block in range(2):
            stride = 2 if stage and not block else 1
            inner = convolved(b.relu(convolved(x, count, 3, stride)), count, 3, 1)
            beside = x if stride == 1 else convolved(x, count, 1, stride)
            x = b.relu(b.each("add", inner, beside))
    mean = b.times(b.reduce(x, "add", [1, 2]), str(1 / (x.shape[1] * x.shape[2])))
    return b.finished(b.dense(mean, 1000), (side, side, 3))


def gpt(examples: int | None = None, layers: int = 6, tokens: int = 32, width: int = 128, heads: int = 4,
        words: int = 1000) -> Network:
    """A transformer that says what word follows: its logits for the last token."""
    b = Builder(examples)
    ids = b.begin(tokens, element="i32")
    table = b.weight(words, width)
    index = b.reshape(ids, (B, tokens, 1))
    x = b.new((B, tokens, width))
    b.emit(x, f'"stablehlo.gather"({table.name}, {index.name}) <{{dimension_numbers = #stablehlo.gather<offset_dims = [2], '
              f'collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, {width}>, '
              'indices_are_sorted = false}>', table, index)
    x = b.each("add", x, b.spread(b.weight(tokens, width), [1, 2], x.shape))
    for _ in range(layers):
        x = b.each("add", x, b.attention(b.normalized(x), heads))
        hidden = b.dense(b.normalized(x), 4 * width)
        x = b.each("add", x, b.dense(b.each("multiply", hidden, b.each("logistic", b.times(hidden, "1.702"))), width))
    x = b.reduce(b.each("select", b.spread(_is_last(b, tokens), [1], x.shape), x, b.spread(b.constant("0.0"), [], x.shape),
                        element="f32"), "add", [1])
    return b.finished(b.dense(b.normalized(x), words), (tokens,), "i32", words)


def _is_last(b: Builder, tokens: int) -> Value:
    """Which token is the last one."""
    place, last, found = b.new((tokens,), "i32"), b.constant(str(tokens - 1), "i32", (tokens,)), b.new((tokens,), "i1")
    b.lines.append(f"{place.name} = stablehlo.iota dim = 0 : {b.type(place)}")
    return b.emit(found, f"stablehlo.compare EQ, {place.name}, {last.name}", place, last)


def lstm(examples: int | None = None, steps: int = 16, inputs: int = 64, width: int = 128) -> Network:
    """A recurrent network: a loop over steps, whose states are of the examples."""
    b = Builder(examples)
    x = b.begin(steps, inputs)
    weights = b.weight(inputs, 4 * width), b.weight(width, 4 * width), b.weight(4 * width)
    zero = b.spread(b.constant("0.0"), [], (B, width))
    start = b.constant("0", "i32")
    state = [Value("%step", (), "i32"), Value("%h", zero.shape), Value("%c", zero.shape)]
    types = ", ".join(map(b.type, state))
    end, one = b.constant(str(steps), "i32"), b.constant("1", "i32")
    outer, b.lines = b.lines, []
    parts = [b.emit(b.new((1,), "i32"), f"stablehlo.reshape {state[0].name}", state[0]), b.constant("[0]", "i32", (1,)),
             b.constant("[1]", "i32", (1,)), b.constant(f"[{inputs}]", "i32", (1,))]
    after = b.each("add", parts[0], parts[2])
    size = b.emit(b.new((), "i32"), f"stablehlo.get_dimension_size {x.name}, dim = 0", x)
    size = b.emit(b.new((1,), "i32"), f"stablehlo.reshape {size.name}", size)
    starts, limits, strides = (
        b.emit(b.new((3,), "i32"), f"stablehlo.concatenate {', '.join(p.name for p in each)}, dim = 0", *each) for each in (
            (parts[1], parts[0], parts[1]), (size, after, parts[3]), (parts[2], parts[2], parts[2])))
    now = b.emit(b.new((B, 1, inputs)), f"stablehlo.real_dynamic_slice {x.name}, {starts.name}, {limits.name}, {strides.name}",
                 x, starts, limits, strides)
    sums = b.each("add", b.dot(b.reshape(now, (B, inputs)), weights[0], (1, 0)), b.dot(state[1], weights[1], (1, 0)))
    sums = b.each("add", sums, b.spread(weights[2], [1], sums.shape))
    gates = []
    for k in range(4):
        begin, edge = b.constant(f"[0, {k * width}]", "i32", (2,)), b.constant(f"[{(k + 1) * width}]", "i32", (1,))
        finish = b.emit(b.new((2,), "i32"), f"stablehlo.concatenate {size.name}, {edge.name}, dim = 0", size, edge)
        steps_of = b.constant("[1, 1]", "i32", (2,))
        gates.append(b.emit(b.new((B, width)), f"stablehlo.real_dynamic_slice {sums.name}, {begin.name}, {finish.name}, "
                            f"{steps_of.name}", sums, begin, finish, steps_of))
    keep, take, show = (b.each("logistic", gate) for gate in gates[:3])
    cell = b.each("add", b.each("multiply", keep, state[2]), b.each("multiply", take, b.each("tanh", gates[3])))
    hidden = b.each("multiply", show, b.each("tanh", cell))
    following = b.each("add", state[0], one)
    inner, b.lines = b.lines, outer
    b.lines.append(f"%r:3 = stablehlo.while({', '.join(f'{s.name} = {v.name}' for s, v in zip(state, (start, zero, zero)))}) : "
                   f"{types}\n  cond {{\n    %more = stablehlo.compare LT, %step, {end.name} : (tensor<i32>, tensor<i32>) -> "
                   f"tensor<i1>\n    stablehlo.return %more : tensor<i1>\n  }} do {{\n    " + "\n    ".join(
                       [*inner, f"stablehlo.return {following.name}, {hidden.name}, {cell.name} : {types}"]) + "\n  }")
    return b.finished(b.dense(Value("%r#1", zero.shape), 10), (steps, inputs))


NETWORKS: dict[str, Callable[..., Network]] = {"mlp": mlp, "resnet": resnet, "gpt": gpt, "lstm": lstm}
