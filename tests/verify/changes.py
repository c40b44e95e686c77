"""Random changes of valid programs: of one operation, a type, a constant or an attribute, to what is often wrong."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

from hloom.ir.attributes import ArrayAttr, Attribute, BoolAttr, DenseArrayAttr, DenseElementsAttr, IntegerAttr
from hloom.ir.core import Operation, OpResult
from hloom.ir.types import DYNAMIC, AnyType, TensorType, UnrankedTensorType
from hloom.numbers.element_type import ELEMENT_TYPES
from hloom.ops.common.attributes import Structured, TypeExtensions
from hloom.text.mlir import parse, print_module
from tests.ops.operations import TYPES, retype, type_of

SIZES = [0, 1, 2, 3, 4, 5, 6, 7]
NUMBERS = [-5, -2, -1, *SIZES, 100, 2**31, 2**62, 2**63 - 1, -(2**62), -(2**63)]
ELEMENTS: list[Any] = [ELEMENT_TYPES[name] for name in (
    "f32", "f64", "f16", "bf16", "i1", "i8", "i32", "i64", "ui8", "ui64", "complex<f32>", "complex<f64>", "f8E4M3FN", "i4",
    "index")]
QUANTIZED = [type_of(f"tensor<1x!quant.uniform<{text}>>").element for text in (  # type: ignore[union-attr]
    "i8:f32, 0.5:0", "i8:f32, 2.0:3", "i16:f32, 0.5:0", "i8:f16, 0.5:0", "u8:f32, 0.5:0", "i8:f32:0, {0.5:0, 0.25:0}",
    "i8:f32:1, {0.5:0, 0.25:0, 0.5:0}", "i8:f32:0, {0.5:0}", "i8:f32:{0:1}, {0.5:0, 0.25:0}")]


def changed_type(random: Random, type: AnyType) -> AnyType:
    """Another type: of other sizes, of unknown ones, with a bound, of other elements, of another or of unknown rank."""
    if not isinstance(type, TensorType) or random.random() < 0.03:
        return random.choice(TYPES)
    shape, place = list(type.shape), random.randrange(max(type.rank, 1))
    what = random.choice(("size", "size", "size", "unknown", "longer", "shorter", "element", "quantized", "bound", "rank",
                          "sizes"))
    if what == "element":
        return TensorType(type.shape, random.choice(ELEMENTS))
    if what == "quantized":
        return TensorType(type.shape, random.choice(QUANTIZED))
    if what == "rank":
        return UnrankedTensorType(type.element)
    if what == "longer":
        shape.insert(random.randint(0, type.rank), random.choice([1, 2, 3, DYNAMIC]))
    elif what == "sizes":
        shape = [DYNAMIC] * type.rank
    elif not shape:
        return type
    elif what == "shorter":
        del shape[place]
    elif what == "bound":
        bounds: list[int | None] = [None] * type.rank
        bounds[place] = max((3 if shape[place] == DYNAMIC else shape[place]) + random.choice([-1, 0, 0, 1]), 0)
        shape[place] = DYNAMIC
        return TensorType(tuple(shape), type.element, TypeExtensions(tuple(bounds)))
    else:
        shape[place] = DYNAMIC if what == "unknown" else random.choice(SIZES)
    return TensorType(tuple(shape), type.element)


def _changed_list(random: Random, values: list[Any], change: Callable[[Any], Any], new: Callable[[], Any]) -> list[Any]:
    """A list with one entry less, more, or changed."""
    what = random.randrange(4)
    place = random.randrange(max(len(values), 1))
    if what == 0:
        return values[:place] + values[place + 1 :]
    if what == 1:
        return [*values, new()]
    return [change(v) if k == place else v for k, v in enumerate(values)]


def changed_attribute(random: Random, attribute: Attribute) -> Attribute:
    """Another attribute of the same sort; the same one where nothing is known to change of it."""
    def number(n: int, width: int = 64) -> int:
        found = random.choice([n + 1, n - 1, -n, random.choice(NUMBERS)])
        return found if -(1 << width - 1) <= found < 1 << width - 1 else random.choice([-1, 0, 1])

    if isinstance(attribute, BoolAttr):
        return BoolAttr(not attribute.value)
    if isinstance(attribute, IntegerAttr):
        return IntegerAttr(number(attribute.value, getattr(attribute.type, "width", 64)), attribute.type)
    if isinstance(attribute, DenseArrayAttr):
        truth = str(attribute.element) == "i1"
        values = _changed_list(random, list(attribute.values), (lambda v: not v) if truth else number,
                               lambda: truth or random.choice(SIZES))
        return DenseArrayAttr(attribute.element, tuple(values))
    if isinstance(attribute, ArrayAttr) and len(attribute):
        values = list(attribute.values)
        return ArrayAttr(tuple(_changed_list(random, values, lambda v: changed_attribute(random, v),
                                             lambda: random.choice(values))))
    if isinstance(attribute, DenseElementsAttr) and attribute.type.storage.is_integer:
        array = np.array(attribute.array())
        if array.size and random.random() < 0.6:
            array.reshape(-1)[random.randrange(array.size)] = random.choice([-1, *SIZES])
            return DenseElementsAttr.of(array, attribute.type)
        shape = random.choice([(0,), (0, 2), (2, 0), (), (1,), (1, 1), (2,), (1, 2)])
        resized = np.resize(array, shape) if array.size else np.zeros(shape, array.dtype)
        return DenseElementsAttr.of(resized.reshape(shape), TensorType(shape, attribute.type.element))
    if isinstance(attribute, Structured) and dataclasses.is_dataclass(attribute):
        name = random.choice([field.name for field in dataclasses.fields(attribute)])
        value = getattr(attribute, name)
        if isinstance(value, tuple) and all(isinstance(v, int) for v in value):
            changes: dict[str, Any] = {name: tuple(_changed_list(random, list(value), number, lambda: random.choice(SIZES)))}
            return dataclasses.replace(attribute, **changes)
        if isinstance(value, int):
            changes = {name: not value if isinstance(value, bool) else random.choice([value + 1, value - 1, *SIZES])}
            return dataclasses.replace(attribute, **changes)
    return attribute


def changed_program(random: Random, name: str, text: str) -> str:
    """A program in generic form in which one to three parts of the operation `name` differ from those in `text`."""
    module = parse(text)
    op = next(found for found in module.walk() if found.name == name)
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        inner = [v for o in op.walk() if o is not op for v in (*o.results, *(a for r in o.regions for a in r.arguments))]
        inner += [a for region in op.regions for block in region.blocks for a in block.arguments]
        what = random.choice(("operand", "operand", "result", "attribute", "attribute", "attribute", "inside"))
        if what == "operand" and op.operands:
            operand = random.choice(op.operands)
            constant = operand.owner if isinstance(operand, OpResult) else None
            if isinstance(constant, Operation):
                value = changed_attribute(random, constant.attributes["value"])
                constant.attributes["value"], operand.type = value, value.type  # type: ignore[attr-defined]
            else:
                retype(operand, changed_type(random, operand.type))
        elif what == "result" and op.results:
            result = random.choice(op.results)
            result.type = changed_type(random, result.type)
        elif what == "inside" and inner:
            value = random.choice(inner)
            value.type = changed_type(random, value.type)
        elif what == "attribute" and op.attributes:
            key = random.choice(list(op.attributes))
            op.attributes[key] = changed_attribute(random, op.attributes[key])
    return print_module(module, generic=True)
