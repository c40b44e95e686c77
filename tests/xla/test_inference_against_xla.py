"""Instructions drawn at random, fitting or not: XLA's parser infers their shape, or refuses them, as the builder does."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest

from hloom.xla import ops
from hloom.xla.builder import BuilderError, XlaBuilder, XlaOp

_hlo = pytest.importorskip("jaxlib._hlo")

DRAWS = 250
TYPES = ("f32", "s32", "pred", "f64", "c64", "bf16", "u8", "f16", "s64", "u32")
ADD = "add {{ a = {0}[] parameter(0)\n b = {0}[] parameter(1)\n ROOT c = {0}[] add(a, b) }}\n\n"

#: An instruction: its name, the operands' shapes, its attributes as text, the builder's call, and computations before it.
Drawn = tuple[str, list[str], str, Callable[..., XlaOp], str]


class Draw:
    """Shapes of small sizes, and shapes that differ from them a little."""

    def __init__(self, seed: str) -> None:
        self.random = random.Random(seed)

    def size(self) -> str:
        return self.random.choice(["0", "1", "2", "3", "4", "<=2", "<=3"])

    def shape(self, type: str | None = None, rank: int | None = None) -> str:
        rank = self.random.randint(0, 3) if rank is None else rank
        return f"{type or self.random.choice(TYPES)}[{','.join(self.size() for _ in range(rank))}]"

    def near(self, shape: str) -> str:
        type, sizes = shape[:-1].split("[")
        parts = sizes.split(",") if sizes else []
        change = self.random.random()
        if change < 0.3:
            type = self.random.choice(TYPES)
        elif change < 0.5 and parts:
            parts[self.random.randrange(len(parts))] = self.size()
        elif change < 0.6:
            parts.append(self.size())
        elif change < 0.7:
            parts = parts[:-1]
        return f"{type}[{','.join(parts)}]"

    def numbers(self, count: int, low: int = -1, high: int = 3) -> list[int]:
        return [self.random.randint(low, high) for _ in range(count)]


def rank(shape: str) -> int:
    return len(shape[:-1].split("[")[1].split(",")) if not shape.endswith("[]") else 0


def braces(numbers: list[int]) -> str:
    return f"{{{','.join(map(str, numbers))}}}"


_BINARY = {"add": "Add", "subtract": "Sub", "multiply": "Mul", "divide": "Div", "maximum": "Max", "minimum": "Min",
           "power": "Pow", "remainder": "Rem", "and": "And", "or": "Or", "xor": "Xor", "atan2": "Atan2", "complex": "Complex"}
_UNARY = {"abs": "Abs", "negate": "Neg", "sign": "Sign", "floor": "Floor", "not": "Not", "popcnt": "PopulationCount",
          "count-leading-zeros": "Clz", "real": "Real", "imag": "Imag", "is-finite": "IsFinite", "exponential": "Exp",
          "logistic": "Logistic", "cbrt": "Cbrt", "tan": "Tan", "erf": "Erf", "rsqrt": "Rsqrt", "log-plus-one": "Log1p"}


def binary(d: Draw) -> Drawn:
    name, shape = d.random.choice(list(_BINARY)), d.shape()
    return name, [shape, d.near(shape)], "", getattr(ops, _BINARY[name]), ""


def unary(d: Draw) -> Drawn:
    name = d.random.choice(list(_UNARY))
    return name, [d.shape()], "", getattr(ops, _UNARY[name]), ""


def select(d: Draw) -> Drawn:
    shape = d.shape()
    truth = f"pred[{shape.split('[')[1]}"
    return "select", [d.random.choice(["pred[]", truth, d.near(truth)]), shape, d.near(shape)], "", ops.Select, ""


def clamp(d: Draw) -> Drawn:
    shape = d.shape(d.random.choice(["f32", "s32"]))
    scalar = f"{shape.split('[')[0]}[]"
    low, high = (d.random.choice([shape, scalar, d.near(shape)]) for _ in range(2))
    return "clamp", [low, shape, high], "", ops.Clamp, ""


def concatenate(d: Draw) -> Drawn:
    shape, dimension = d.shape(), d.random.randint(-1, 3)
    operands = [shape, *[d.near(shape) for _ in range(d.random.randint(0, 2))]]
    return "concatenate", operands, f", dimensions={{{dimension}}}", lambda *o: ops.Concatenate(o, dimension), ""


def transpose(d: Draw) -> Drawn:
    shape = d.shape()
    count = rank(shape)
    order = d.random.sample(range(count), count) if d.random.random() < 0.7 else d.numbers(count)
    return "transpose", [shape], f", dimensions={braces(order)}", lambda x: ops.Transpose(x, order), ""


def reverse(d: Draw) -> Drawn:
    dimensions = d.numbers(d.random.randint(0, 3))
    return "reverse", [d.shape()], f", dimensions={braces(dimensions)}", lambda x: ops.Rev(x, dimensions), ""


def pad(d: Draw) -> Drawn:
    shape = d.shape(rank=d.random.randint(1, 3))
    config = [[*d.numbers(2, -2, 3), d.random.randint(0, 2)] for _ in range(rank(shape) if d.random.random() < 0.9 else 1)]
    text = "x".join("_".join(map(str, p)) for p in config)
    return "pad", [shape, d.near(f"{shape.split('[')[0]}[]")], f", padding={text}", lambda x, v: ops.Pad(x, v, config), ""


def dot(d: Draw) -> Drawn:
    batch, contracting = d.random.choice([0, 0, 1]), d.random.choice([0, 1, 1, 2])
    fields = {"lhs_batch_dims": d.numbers(batch, 0, 2), "rhs_batch_dims": d.numbers(batch, 0, 2),
              "lhs_contracting_dims": d.numbers(contracting, -1, 2), "rhs_contracting_dims": d.numbers(contracting, 0, 2)}
    text = "".join(f", {key}={braces(values)}" for key, values in fields.items() if values)
    numbers = {key.replace("dims", "dimensions"): values for key, values in fields.items()}
    return "dot", [d.shape(), d.shape()], text, lambda x, y: ops.DotGeneral(x, y, numbers), ""


def _add(type: str) -> Any:
    builder = XlaBuilder("add")
    lhs, rhs = ops.Parameter(builder, 0, f"{type}[]", "a"), ops.Parameter(builder, 1, f"{type}[]", "b")
    return builder.Build(ops.Add(lhs, rhs))


def reduce(d: Draw) -> Drawn:
    shape, dimensions = d.shape(), d.numbers(d.random.randint(0, 2))
    type = shape.split("[")[0] if d.random.random() < 0.8 else d.random.choice(TYPES)
    return ("reduce", [shape, d.near(f"{shape.split('[')[0]}[]")], f", dimensions={braces(dimensions)}, to_apply=add",
            lambda x, v: ops.Reduce(x, v, _add(type), dimensions), ADD.format(type))


def mapped(d: Draw) -> Drawn:
    shape = d.shape(d.random.choice(["f32", "s32"]))
    type = shape.split("[")[0] if d.random.random() < 0.9 else "f64"
    dimensions = list(range(rank(shape))) if d.random.random() < 0.8 else d.numbers(2, 0, 2)
    return ("map", [shape, d.near(shape)], f", dimensions={braces(dimensions)}, to_apply=add",
            lambda x, y: ops.Map(x.builder, [x, y], _add(type), dimensions), ADD.format(type))


def gather(d: Draw) -> Drawn:
    count = d.random.randint(1, 3)
    indices = d.shape("s32", d.random.randint(0, 2))
    collapsed = sorted(d.random.sample(range(count), d.random.randint(0, count)))
    numbers: dict[str, Any] = {
        "offset_dims": sorted(d.random.sample(range(4), count - len(collapsed))), "collapsed_slice_dims": collapsed,
        "start_index_map": d.random.sample(range(count), d.random.randint(0, count)),
        "index_vector_dim": d.random.randint(-1, rank(indices))}
    sizes = [1 if k in collapsed else d.random.randint(0, 3) for k in range(count)]
    text = "".join(f", {key}={value if isinstance(value, int) else braces(value)}" for key, value in numbers.items())
    return ("gather", [d.shape("f32", count), indices], f"{text}, slice_sizes={braces(sizes)}",
            lambda x, k: ops.Gather(x, k, numbers, sizes), "")


FAMILIES = {f.__name__: f for f in (binary, unary, select, clamp, concatenate, transpose, reverse, pad, dot, reduce, mapped,
                                    gather)}


@pytest.mark.parametrize("family", FAMILIES)
def test_shapes_and_refusals_are_those_of_xla(family: str) -> None:
    draw, differing, refused = Draw(family), [], 0
    for _ in range(DRAWS):
        name, operands, attributes, call, computations = FAMILIES[family](draw)
        parameters = "".join(f"  p{k} = {s} parameter({k})\n" for k, s in enumerate(operands))
        names = ", ".join(f"p{k}" for k in range(len(operands)))
        text = f"HloModule m\n\n{computations}ENTRY e {{\n{parameters}  ROOT r = {name}({names}){attributes}\n}}\n"
        try:
            printed = _hlo.hlo_module_from_text(text).to_string(_hlo.HloPrintOptions.short_parsable())
            wanted = re.sub(r"\{[\d,]*\}", "", re.search(rf"ROOT \S+ = (\S+) {name}\(", printed)[1])  # type: ignore[index]
        except Exception:
            wanted = "refused"
        builder = XlaBuilder("drawn", die_immediately_on_error=True)
        try:
            found = call(*[ops.Parameter(builder, k, s) for k, s in enumerate(operands)]).shape.to_text(layouts=False)
        except BuilderError as error:
            found = "refused"
            assert name.split("-")[0] and "(" in str(error)
        refused += wanted == "refused"
        if found != wanted:
            differing.append(f"{name}({', '.join(operands)}){attributes}: {found}, in XLA {wanted}")
    assert not differing, "\n".join(differing)
    assert 0 < refused < DRAWS
