"""Random programs for the fuzzer of compiled code, by kind; `draw(seed)` gives one with its inputs.

- `programs`: many operations of all sorts that fuse, loop and branch (`tests.codegen.random_programs`);
- `operations`: a few operations with random attributes, whose operands are arguments, constants, splats, iotas and movements
  of them, and whose results are moved on: rows of 1 to 70 elements, sizes around those of vectors, 0 and 1 among them;
- `quantized`: arithmetic and products of quantized tensors with zero points;
- `chlo`: functions of the chlo dialect on special values;
- `sorts`: one to three operands by all forms of comparators, NaNs and zeros of both signs among the keys, long rows, too;
- `families`: kernels of their own, of all types that they take (`compiled_families`);
- `compositions`: one family on what another one made, all results exact (`compiled_compositions`);
- `registry`: the program that the tests have for each operation, on random values.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from hloom.ir.core import Value
from hloom.ir.types import FunctionType, TensorType
from hloom.numbers.element_type import element_type, of_dtype
from hloom.ops.common.attributes import DotDimensionNumbers
from hloom.ops.common.bodies import combining
from hloom.ops.common.decomposition import clone
from hloom.ops.definition.operation import REGISTRY
from hloom.text.mlir import parse
from hloom.verify import diagnose
from tests.codegen import sort_programs
from tests.codegen.random_programs import RandomProgram
from tests.fuzz.compiled_compositions import draw_composition
from tests.fuzz.compiled_families import FAMILIES
from tests.fuzz.compiled_movements import MOVEMENTS
from tests.fuzz.compiled_rows import ROWS
from tests.ops.drawing.language import DRAW, Rng, accepted, any_numbers, draw_elementwise, pick, sizes_from, small_numbers, value
from tests.ops.operations import PROGRAMS, program
from tests.ops.test_eval_equals_element import CONTRACTIONS, SIMPLE
from tests.passes.programs import FunctionBuilder, arguments

#: Sizes at which loops end otherwise than in the middle.
_EDGES = [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 48, 63, 64, 65, 66, 67, 95, 96, 97, 127, 128, 129, 130, 255, 257]
#: Elements of an operand, and of each group of dimensions of a contraction.
_MOST, _MOST_FEW = 2500, 40
_FEW = {*CONTRACTIONS, "reduce_window", "gather", "convolution", "dot_general", "dot", "einsum", "unary_einsum"}
_NUMBERS = [element_type(n) for n in ("f32", "f64", "bf16", "f16", "i8", "i32", "ui8", "i64")]
_CHLO_VALUES = list(map(of_dtype, ("f4", "f8", "c8", "c16", "i4", "u1", "bool")))


@dataclass
class Case:
    """A program and its inputs."""

    kind: str
    module: Any
    arrays: list[np.ndarray]
    #: Whether every result is exact, in whatever order sums are made.
    is_exact: bool = False


def draw(seed: int) -> Case | None:
    """The case of a seed; None where the drawn program means nothing."""
    rng = np.random.default_rng(seed)
    kind = pick(rng, ["programs"] * 4 + ["operations"] * 10 + ["families"] * 5 + ["compositions"] * 6 +
                ["chlo", "registry", "quantized", "sorts", "sorts"])
    with np.errstate(all="ignore"):
        return KINDS[kind](rng, seed)


def _programs(rng: Rng, seed: int) -> Case:
    drawn = RandomProgram(seed, int(rng.integers(4, 25)))
    module = drawn.module()
    return Case("programs", module, [np.array(x, order="C") for x in arguments(module, seed)])


# -- operations -----------------------------------------------------------------------------------------------------------
def _sizes(most: int) -> Callable[[Rng, int, int], tuple[int, ...]]:
    def draw(rng: Rng, rank: int, _: int) -> tuple[int, ...]:
        sizes = [int(pick(rng, [1, 2, 3, 4, 5])) for _ in range(rank)]
        for _ in range(min(rank, int(rng.integers(1, 3)))):
            d = rank - 1 if rng.random() < 0.6 else int(rng.integers(rank))
            sizes[d] = int(rng.integers(1, 71)) if rng.random() < 0.5 else pick(rng, _EDGES)
        if rank and rng.random() < 0.03:
            sizes[int(rng.integers(rank))] = 0
        while prod(sizes) > most:
            d = int(np.argmax(sizes))
            sizes[d] = sizes[d] // 2 if prod(sizes) > 2 * most else sizes[d] - 1
        return tuple(sizes)

    return draw


def _ones(rng: Rng, rank: int, _: int) -> tuple[int, ...]:
    return (1,) * rank


class _Operations:
    """A function made step by step: its arguments are known only in the end."""

    def __init__(self, rng: Rng) -> None:
        self.rng, self.b = rng, FunctionBuilder()
        #: The type of what is written out here, so that kernels of one type meet.
        self.type = pick(rng, _NUMBERS)
        self.arrays: list[np.ndarray] = []
        self.results: list[Value] = []

    def argument(self, array: np.ndarray, type: Any) -> Value:
        self.arrays.append(np.array(array, order="C"))
        return self.b.block.add_argument(TensorType(array.shape, type))

    def source(self, array: np.ndarray, type: Any) -> Value:
        """An operand of the shape of `array`: an argument, or what needs no load or a load elsewhere."""
        rng, shape, b = self.rng, array.shape, self.b
        drawn = rng.random()
        if drawn < 0.45 or not array.size:
            return self.argument(array, type)
        first = array.reshape(-1)[:1].reshape(())
        if drawn < 0.6:
            return b.splat(first, TensorType(shape, type))
        if drawn < 0.68:
            scalar = self.argument(first, type)
            return b("stablehlo.broadcast_in_dim", scalar, broadcast_dimensions=[], result_types=[TensorType(shape, type)])
        if drawn < 0.74:
            return b.constant(array, type)
        if not shape:
            return self.argument(array, type)
        d = int(rng.integers(len(shape)))
        if drawn < 0.8:
            line = np.take(array.reshape(-1), np.arange(shape[d]) % array.size)
            return b("stablehlo.broadcast_in_dim", self.argument(line, type), broadcast_dimensions=[d],
                     result_types=[TensorType(shape, type)])
        if drawn < 0.86:
            order = [int(k) for k in rng.permutation(len(shape))]
            turned = self.argument(np.transpose(array, order), type)
            return b("stablehlo.transpose", turned, permutation=[int(k) for k in np.argsort(order)])
        if drawn < 0.92:
            return b("stablehlo.reverse", self.argument(array, type), dimensions=[d])
        if drawn < 0.95 and of_dtype(array.dtype) is type and type.kind in ("sint", "uint") and type.width >= 8:
            numbers = b("stablehlo.iota", iota_dimension=d, result_types=[TensorType(shape, type)])
            return b("stablehlo.and", numbers, b.splat(3, TensorType(shape, type)))
        low, high = (int(n) for n in rng.integers(0, 4, 2))
        wide = np.concatenate([np.take(array, [0] * low, d), array, np.take(array, [-1] * high, d)], d)
        starts = [low if k == d else 0 for k in range(len(shape))]
        return b("stablehlo.slice", self.argument(wide, type), start_indices=starts, strides=[1] * len(shape),
                 limit_indices=[s + n for s, n in zip(starts, shape)])

    def operation(self) -> None:
        rng = self.rng
        name = pick(rng, _NAMES)
        sizes = _sizes(_MOST_FEW if name in _FEW else _MOST)
        if name in ("pad", "reduce_window") and rng.random() < 0.25:  # where one element is all that may be read
            sizes = _ones
        with sizes_from(sizes):
            op, arrays = draw_elementwise(name, rng) if name in SIMPLE else DRAW[f"stablehlo.{name}"](rng)
        operands = [self.source(x, v.type.element) for x, v in zip(arrays, op.operands)]  # type: ignore[attr-defined]
        made = self.b.block.append(clone(op, dict(zip(op.operands, operands))))
        for result in made.results:
            self.results.append(result if rng.random() < 0.4 else self.moved(result))

    def cumulative(self) -> None:
        """A window over all of a dimension, from any initial value, which may be a scan or not."""
        rng, type = self.rng, self.type
        shape = _sizes(400)(rng, int(rng.integers(1, 4)), 0)
        d = int(rng.integers(len(shape)))
        if 0 in shape:
            return
        name = pick(rng, ["add", "maximum", "minimum"])
        x = self.source(small_numbers(rng, type, shape), type)
        initial = self.source(np.asarray(pick(rng, [0, 0, 1, 3])).astype(type.dtype), type)
        window, padding = [1] * len(shape), np.zeros((len(shape), 2), np.int64)
        window[d], padding[d, int(rng.integers(2))] = shape[d], shape[d] - 1
        made = self.b("stablehlo.reduce_window", [x], [initial], window_dimensions=window, padding=padding,
                      regions=[combining(f"stablehlo.{name}", type)])
        self.results.append(made if rng.random() < 0.6 else self.moved(made))

    def product(self) -> None:
        """A product of matrices, or of a matrix and a vector, of any sizes."""
        rng, type = self.rng, self.type
        m, k, n = (int(pick(rng, [1, 2, 3, *_EDGES[:20]])) for _ in range(3))
        x, y = (self.source(small_numbers(rng, type, shape), type) for shape in ((m, k), (k, n)))
        made = self.b("stablehlo.dot_general", x, y, dot_dimension_numbers=DotDimensionNumbers((), (), (1,), (0,)))
        self.results.append(made if rng.random() < 0.6 else self.moved(made))

    def columns(self) -> None:
        """A reduction large enough for accumulators in memory and partial results."""
        rng, type = self.rng, self.type
        shape = (int(rng.integers(300, 1500)), int(rng.integers(256, 700)))[:: pick(rng, [1, -1])]
        x = self.source(small_numbers(rng, type, shape), type)
        initial = self.source(small_numbers(rng, type, ()), type)
        self.results.append(self.b("stablehlo.reduce", [x], [initial], dimensions=[pick(rng, [0, 1])],
                                   regions=[combining(f"stablehlo.{pick(rng, ['add', 'maximum'])}", type)]))

    def moved(self, x: Any) -> Value:
        """The value in other places, so that it is computed where another operation needs it."""
        rng, b = self.rng, self.b
        for _ in range(int(rng.integers(1, 3))):
            if prod(x.shape) > _MOST:
                break
            choice = pick(rng, ["pad", "pad", "slice", "reverse", "transpose", "broadcast", "concatenate", "select", "reshape"])
            if choice == "pad":
                interior = [int(n) for n in rng.choice([0, 0, 0, 1, 2], x.rank)]
                edges = []
                for n, p in zip(x.shape, interior):
                    size = max((n - 1) * (p + 1) + 1, 0)
                    low = int(rng.integers(-min(size, 2), 4))
                    edges.append((low, int(rng.integers(-min(size + min(low, 0), 2), 4))))
                x = b("stablehlo.pad", x, b.splat(0, TensorType((), x.type.storage)), interior_padding=interior,
                      edge_padding_low=[low for low, _ in edges], edge_padding_high=[high for _, high in edges])
            elif choice == "slice":
                starts = [int(rng.integers(0, n + 1)) if rng.random() < 0.5 else 0 for n in x.shape]
                x = b("stablehlo.slice", x, start_indices=starts, limit_indices=list(x.shape),
                      strides=[int(n) for n in rng.integers(1, 3, x.rank)])
            elif choice == "reverse":
                x = b("stablehlo.reverse", x, dimensions=[d for d in range(x.rank) if rng.random() < 0.5])
            elif choice == "transpose":
                x = b("stablehlo.transpose", x, permutation=[int(d) for d in rng.permutation(x.rank)])
            elif choice == "broadcast":
                n = int(rng.integers(1, 4))
                x = b("stablehlo.broadcast_in_dim", x, broadcast_dimensions=list(range(1, x.rank + 1)),
                      result_types=[TensorType((n, *x.shape), x.element)])
            elif choice == "concatenate" and x.rank:
                x = b("stablehlo.concatenate", [x, self.source(np.zeros(x.shape, x.type.storage.dtype), x.element)],
                      dimension=int(rng.integers(x.rank)))
            elif choice == "select":
                other = self.source(np.ones(x.shape, x.type.storage.dtype), x.element)
                mask = self.source(any_numbers(rng, of_dtype("bool"), x.shape), of_dtype("bool"))
                x = b("stablehlo.select", mask, x, other)
            elif choice == "reshape":
                x = b("stablehlo.reshape", x, result_types=[TensorType((x.type.size,), x.element)])
        return x


_NAMES = [*SIMPLE, *[name.removeprefix("stablehlo.") for name in sorted(DRAW)] * 2,
          *["pad", "reduce_window", "reduce", "concatenate", "slice"] * 4]


def _operations(rng: Rng, seed: int) -> Case | None:
    made = _Operations(rng)
    for _ in range(int(rng.integers(1, 6))):
        drawn = rng.random()
        (made.cumulative if drawn < 0.12 else made.product if drawn < 0.22 else made.columns if drawn < 0.24 else
         made.operation)()
    if not made.results:
        return None
    return Case("operations", made.b.module(*made.results), made.arrays)


# -- quantized tensors ------------------------------------------------------------------------------------------------------
def _quantized(rng: Rng, seed: int) -> Case | None:
    def type(shape: tuple[int, ...]) -> str:
        scale, zero = pick(rng, ["0.5", "2.0", "5.0", "0.1"]), pick(rng, [0, 0, 15, -7, 50])
        return f"tensor<{''.join(f'{n}x' for n in shape)}!quant.uniform<i8:f32, {scale}:{zero}>>"

    name = pick(rng, ["dot_general", "dot_general", "add", "multiply", "subtract", "maximum", "negate", "dequantize"])
    m, k, n = (pick(rng, _EDGES[:20]) for _ in range(3))
    if name == "dot_general":
        batch = int(rng.integers(1, 4))
        a, b, c = type((batch, m, k)), type((batch, k, n)), type((batch, m, n))
        lines = ["%0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] :",
                 f"({a}, {b}) -> {c}"]
    elif name == "dequantize":
        a, b, c = type((m, n)), type((m, n)), f"tensor<{m}x{n}xf32>"
        lines = [f"%1 = stablehlo.add %x, %y : ({a}, {b}) -> {a}", f"%0 = stablehlo.uniform_dequantize %1 : ({a}) -> {c}"]
    else:
        a = b = c = type((m, n))
        lines = [f"%0 = stablehlo.{name} %x{'' if name == 'negate' else ', %y'} : {a}"]
    text = "\n".join([f"func.func @main(%x: {a}, %y: {b}) -> {c} {{", *lines, f"return %0 : {c}", "}"])
    module: Any = parse(text)
    if diagnose(module):
        return None
    return Case("quantized", module, [rng.integers(-128, 128, t.shape).astype(np.int8)
                                      for t in module.functions["main"].function_type.inputs])


# -- chlo and the rest of the registry --------------------------------------------------------------------------------------
def _is_chlo_function(cls: Any) -> bool:
    definition = cls.definition
    return (cls.name.startswith("chlo.") and len(definition.results) == 1 and 0 < len(definition.operands) <= 2
            and not definition.attributes and not any(f.is_variadic for f in definition.operands))


def _chlo(rng: Rng, seed: int) -> Case | None:
    cls = REGISTRY[pick(rng, _CHLO)]
    types = accepted(cls, types=_CHLO_VALUES)
    if not types:
        return None
    type = pick(rng, types)
    shape = _sizes(300)(rng, int(rng.integers(0, 3)), 0)
    arrays = [any_numbers(rng, type, shape) for _ in cls.definition.operands]
    op = cls.create(*[value(TensorType(x.shape, type)) for x in arrays])
    b = FunctionBuilder([v.type for v in op.operands])
    results = b.block.append(clone(op, dict(zip(op.operands, b.arguments)))).results
    return Case("chlo", b.module(*results), arrays)


def _registry(rng: Rng, seed: int) -> Case | None:
    name = pick(rng, _PROGRAMS)
    module, op = program(name)
    functions = [f for f in module.functions.values() if f.body.blocks and op in f.body.block.operations]
    if not functions:
        return None
    (function,) = functions
    types = [a.type for a in function.body.arguments]
    if not all(isinstance(t, TensorType) and t.is_static for t in (*types, *(r.type for r in op.results))):
        return None
    block = function.body.block
    block.terminator.operands = list(op.results)
    function.attributes["function_type"] = REGISTRY["func.func"].create(
        sym_name="f", function_type=FunctionType(tuple(types), tuple(r.type for r in op.results)), result_types=(),
        regions=[]).attributes["function_type"]
    function.attributes["sym_name"] = REGISTRY["func.func"].create(
        sym_name="main", function_type=FunctionType((), ()), result_types=(), regions=[]).attributes["sym_name"]
    if diagnose(module):
        return None
    return Case("registry", module, [np.array(x, order="C") for x in arguments(module, seed)])


# -- sorts ------------------------------------------------------------------------------------------------------------------
def _sorts(rng: Rng, seed: int) -> Case | None:
    type = pick(rng, ["f16", "bf16", "f32", "f64", "i1", "i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64"])
    others = {f"p{k}": pick(rng, ["i1", "i8", "f16", "i32", "f64", "complex<f64>"]) for k in range(int(rng.integers(0, 3)))}
    shape = tuple(int(pick(rng, _EDGES)) for _ in range(int(rng.integers(1, 4))))
    if rng.random() < 0.15:
        shape = (int(rng.integers(32_000, 70_000)), *shape[:1])[: int(rng.integers(1, 3))]
    if prod(shape) > 200_000:
        return None
    order = pick(rng, list(sort_programs.comparators(type).values()))
    dimension = int(rng.integers(len(shape)))
    text = sort_programs.program({"": type, **others}, shape, dimension, order)
    if rng.random() < 0.5:
        limit = int(rng.integers(shape[dimension] + 1)) if rng.random() < 0.5 else int(min(shape[dimension], rng.integers(20)))
        text = sort_programs.first_of(text, shape, dimension, int(rng.integers(limit + 1)), limit)
    keys = sort_programs.rows(type, shape, pick(rng, sort_programs.KINDS), rng)
    return Case("sorts", parse(text), [keys, *(any_numbers(rng, element_type(t), shape) for t in others.values())])


# -- kernels of their own ---------------------------------------------------------------------------------------------------
def _families(rng: Rng, seed: int) -> Case | None:
    families = {**FAMILIES, **MOVEMENTS, **ROWS}
    text, arrays = families[pick(rng, [*families, "product", "product"])](rng)
    module: Any = parse(text)
    is_wrong = any(found.is_error for found in diagnose(module))
    return None if is_wrong else Case("families", module, [np.array(x, order="C") for x in arrays])


def _compositions(rng: Rng, seed: int) -> Case:
    return Case("compositions", *draw_composition(rng), is_exact=True)


_CHLO = sorted(name for name, cls in REGISTRY.items() if _is_chlo_function(cls) and name != "chlo.dynamic_reshape")
_PROGRAMS = sorted(name for name in PROGRAMS if name.split(".")[0] in ("stablehlo", "chlo", "mhlo"))
KINDS: dict[str, Callable[[Rng, int], Case | None]] = {
    "programs": _programs, "operations": _operations, "quantized": _quantized, "chlo": _chlo, "registry": _registry,
    "sorts": _sorts, "families": _families, "compositions": _compositions}


