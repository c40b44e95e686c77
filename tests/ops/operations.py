"""A valid program for every operation, from `operations.mlir` and `operations.hlo`, for tests that change one part of the operation."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import hloom.ops
from hloom.ir.attributes import ArrayAttr, Attribute, BoolAttr, FloatAttr, IntegerAttr, StringAttr, TypeAttr, UnitAttr
from hloom.ir.core import BlockArgument, Operation, Value
from hloom.ir.types import AnyType, FunctionType
from hloom.numbers.element_type import F32, I32, I64
from hloom.ops.definition.operation import Field
from hloom.text.hlo import parse as parse_hlo
from hloom.text.mlir import parse
from hloom.verify import diagnose

assert hloom.ops

_TEXT = "// -----\n".join((Path(__file__).parent / name).read_text(encoding="utf-8") for name in ("operations.mlir", "operations.hlo"))
PROGRAMS = {m[1]: m[2] for m in re.finditer(r"^// (\w+\.\S+)\n(.*?)(?:^// -----\n|\Z)", _TEXT, re.MULTILINE | re.DOTALL)}


def type_of(text: str) -> AnyType:
    """A type from its text."""
    module: Any = parse(f"func.func private @f({text})")
    return module.functions["f"].function_type.inputs[0]


TYPES = [type_of(text) for text in (
    "tensor<2x3xf32>", "tensor<3xf32>", "tensor<f32>", "tensor<2x3xi32>", "tensor<3xi32>", "tensor<i32>", "tensor<i1>",
    "tensor<3xindex>", "tensor<2x3xcomplex<f32>>", "tensor<?x3xi8>", "tensor<?x?xf32>", "tensor<3x!quant.uniform<i8:f32, 0.5:0>>",
    "tensor<2x!quant.uniform<i8:f32:0, {0.5:0, 0.25:0}>>", "f32", "i32", "i1", "index", "!stablehlo.token", "tuple<tensor<f32>>",
    "!stablehlo.future<tensor<f32>>", "!shape.shape", "!shape.size", "!shape.witness",
)]
ATTRIBUTES: list[Attribute] = [
    UnitAttr(), BoolAttr(True), StringAttr("a"), IntegerAttr(1, I64), IntegerAttr(1, I32), FloatAttr(0, F32), TypeAttr(F32),
    ArrayAttr((UnitAttr(),)),
]


def program(name: str) -> tuple[Any, Any]:
    """The module of an operation's program, and the operation."""
    module: Any = parse_hlo(PROGRAMS[name]) if name.startswith("hlo.") else parse(PROGRAMS[name])
    return module, next(op for op in module.walk() if op.name == name)


def of(op: Operation, field: Field) -> list[Value]:
    """The operands or results of a field."""
    found = getattr(op, field.name)
    return list(found) if field.is_variadic else [found]


def retype(value: Value, type: AnyType) -> None:
    """Gives a value another type; of an argument, the function's type changes too."""
    value.type = type
    if isinstance(value, BlockArgument):
        region: Any = value.owner.region
        function: Any = region.owner
        inputs = tuple(a.type for a in function.regions[0].arguments)
        function.attributes["function_type"] = TypeAttr(FunctionType(inputs, function.function_type.outputs))


def codes(module: Any) -> list[str]:
    """The codes of a module's faults."""
    return [fault.code for fault in diagnose(module)]
