"""Programs that break one constraint of an operation, made from its example.

Of the example one operand, attribute or result is replaced by what its declared kind does not admit, or a result by one of
another type, until exactly the constraint in question is broken. For its other constraints the example is varied
(`hloom.cli.variations`) until one is broken; most are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import hloom.ops
from hloom.cli.broken import Broken
from hloom.cli.variations import bases, retype, variations
from hloom.ir.attributes import ArrayAttr, Attribute, BoolAttr, FloatAttr, IntegerAttr, StringAttr, TypeAttr, UnitAttr
from hloom.ir.core import Operation, Value
from hloom.ir.types import TOKEN, AnyType, TensorType
from hloom.numbers.element_type import F32, I32, I64
from hloom.ops.definition.constraints import compatible
from hloom.ops.definition.examples import example_of
from hloom.ops.definition.operation import REGISTRY, Field, Op
from hloom.pipeline import parse
from hloom.verify import diagnose
from hloom.verify.catalogue import ATTRIBUTES as IN_ATTRIBUTES
from hloom.verify.catalogue import INFERENCE, OPERANDS, RESULTS, Constraint, constraints_of

assert hloom.ops

#: The tests of which these programs are.
TEST = "tests/ops/test_declared_parts.py::test_"


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
    """The module of an operation's example, and the operation."""
    text = example_of(REGISTRY[name])
    assert text is not None
    module = parse(text, format="auto")
    return module, next(op for op in module.walk() if op.name == name)


def of(op: Operation, field: Field) -> list[Value]:
    """The operands or results of a field."""
    found = getattr(op, field.name)
    return list(found) if field.is_variadic else [found]


def others(type: AnyType) -> list[AnyType]:
    """Types that a result of another type may be given by mistake: of another element, size or rank, or of another sort."""
    if not isinstance(type, TensorType):
        return [t for t in TYPES if not compatible(type, t)]
    element = F32 if type.element is not F32 else I32
    sizes = type.shape
    return [type.with_element(element), type.with_shape((*sizes, 2)), *([type.with_shape((*sizes[:-1], 77))] if sizes else []),
            TOKEN]


def _operands(name: str, label: str) -> Iterator[Any]:
    for field in REGISTRY[name].definition.operands:
        if label == f"I{field.position + 1}":
            for type in TYPES:
                if not field.constraint.holds(type):
                    module, op = program(name)
                    retype(of(op, field)[0], type)
                    yield module


def _results(name: str, label: str) -> Iterator[Any]:
    for field in REGISTRY[name].definition.results:
        if field.constraint is not None:
            for type in TYPES:
                if not field.constraint.holds(type):
                    module, op = program(name)
                    of(op, field)[0].type = type
                    yield module


def _attributes(name: str, label: str) -> Iterator[Any]:
    for field in REGISTRY[name].definition.attributes:
        if field.key == label:
            if field.constraint.is_required:
                module, op = program(name)
                del op.attributes[field.key]
                yield module
            for attribute in ATTRIBUTES:
                if not field.constraint.holds(attribute):
                    module, op = program(name)
                    op.attributes[field.key] = attribute
                    yield module


def _inferred(name: str, label: str) -> Iterator[Any]:
    for number, result in enumerate(program(name)[1].results):
        for type in others(result.type):
            module, op = program(name)
            op.results[number].type = type
            yield module
    module, op = program(name)
    op.results = op.results[1:]
    yield module


_WAYS = {OPERANDS: (_operands, "operands"), IN_ATTRIBUTES: (_attributes, "attributes"), RESULTS: (_results, "results"),
         INFERENCE: (_inferred, "inferred_types")}


@cache
def derived_program(constraint: Constraint) -> Broken | None:
    """The first program made from the operation's example that breaks the constraint alone; None if there is none."""
    if example_of(REGISTRY[constraint.operation]) is None:
        return None
    if constraint.where not in _WAYS:
        found = _varied(constraint.operation).get(constraint.code)
        return None if found is None else Broken(constraint.code, constraint.operation, f"{TEST}constraints", found)
    make, test = _WAYS[constraint.where]
    text = next(filter(None, (shown(module, constraint.code) for module in make(constraint.operation, constraint.label))), None)
    return None if text is None else Broken(constraint.code, constraint.operation, f"{TEST}{test}", text)


@cache
def _varied(name: str) -> dict[str, str]:
    """Programs that vary the example of an operation, by the code of the only constraint that each breaks."""
    wanted = {c.code for c in constraints_of(REGISTRY[name]) if c.where not in _WAYS}
    found: dict[str, str] = {}
    module, op = program(name)
    for _ in bases(op):
        for _ in variations(op):
            if len(found) == len(wanted):
                return found
            codes = [d.code for d in diagnose(module)]
            if len(codes) == 1 and codes[0] in wanted - found.keys():
                text = shown(module, codes[0])
                if text is not None:
                    found[codes[0]] = text
    return found


def shown(root: Operation, code: str) -> str | None:
    """The text of a program, pretty if that can be read back to the same fault, else generic; None if neither can."""
    for generic in (False, True):
        try:
            text = root.to_text(generic=generic)  # type: ignore[attr-defined]
            text = text if text.endswith("\n") else text + "\n"
            if [d.code for d in diagnose(parse(text, format="auto", name=code))] == [code]:
                return text
        except Exception:
            continue  # the printer presupposes valid operations: what it meets in others is no concern here
    return None


def derived_programs(operations: Iterable[type[Op]] | None = None) -> dict[tuple[str, str], Broken]:
    """The programs that are made from examples of operations (default: all, which takes some seconds), by operation and code."""
    ops = REGISTRY.values() if operations is None else operations
    made = (derived_program(constraint) for op in ops for constraint in constraints_of(op))
    return {(program.operation, program.code): program for program in made if program is not None}
