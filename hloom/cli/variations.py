"""An example with one part of its operation changed, in every way that is often wrong: sizes, ranks, element types, numbers in
attributes, types inside regions. They come in a fixed order, the simplest first."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from hloom.ir.attributes import (
    ArrayAttr,
    Attribute,
    BoolAttr,
    DenseArrayAttr,
    DenseElementsAttr,
    EnumAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    TypeAttr,
)
from hloom.ir.core import BlockArgument, Operation, OpResult, Value
from hloom.ir.types import DYNAMIC, TOKEN, AnyType, FunctionType, OpaqueType, QuantizedType, TensorType, TupleType
from hloom.numbers.element_type import ELEMENT_TYPES, F32, F64, ElementType
from hloom.ops.common.attributes import Structured

_ELEMENTS = [ELEMENT_TYPES[name] for name in ("f32", "i32", "f64", "i8", "ui32", "i1", "complex<f32>", "f16", "i64")]
_SCALARS = [ELEMENT_TYPES[name] for name in ("f32", "i32", "f64", "i64", "i1", "index", "f16", "bf16")]
#: Types of other sorts than tensors.
OTHER_TYPES: list[AnyType] = [TOKEN, TupleType((TensorType((), F32),)), *map(OpaqueType, ("!shape.shape", "!shape.size"))]
_NUMBERS = (-1, 0, 1, 2, 3, 100, -3)
#: Words in place of others: of enumerations, and of texts.
_CASES = {"comparison_type": ("FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"), "comparison_direction": ("EQ", "LT"),
          "precision": ("DEFAULT", "HIGHEST"), "fft_type": ("FFT", "RFFT", "IRFFT"), "transpose": ("NO_TRANSPOSE", "ADJOINT"),
          "rng_algorithm": ("DEFAULT", "THREE_FRY", "PHILOX"), "rng_distribution": ("UNIFORM", "NORMAL")}
_WORDS = ("", "x", "a,b->c", "ij->k", "DEFAULT")


def quantized(storage: str = "i8", expressed: ElementType = F32, scale: float = 0.5, zero: int = 0, axis: int | None = None,
              count: int = 1) -> QuantizedType:
    """A quantized element type, per tensor or along an axis."""
    stored = ELEMENT_TYPES[storage]
    low = -(1 << (stored.width - 1))
    return QuantizedType(stored, expressed, low, -low - 1, (scale,) * count, (zero,) * count, () if axis is None else (axis,))


def retype(value: Value, type: AnyType) -> None:
    """Gives a value another type; of an argument, the function's type changes too."""
    value.type = type
    if isinstance(value, BlockArgument):
        region: Any = value.owner.region
        function: Any = region.owner
        if "function_type" in function.attributes:
            inputs = tuple(a.type for a in function.regions[0].arguments)
            function.attributes["function_type"] = TypeAttr(FunctionType(inputs, function.function_type.outputs))


def changed_types(type: AnyType) -> Iterator[AnyType]:
    """Types near a tensor's: with one size, the rank or the elements changed."""
    if not isinstance(type, TensorType):
        yield from (other for other in (*_SCALARS, *OTHER_TYPES) if other is not type)
        return
    shape = type.shape
    for d, n in enumerate(shape):
        for size in dict.fromkeys((n + 1, max(n - 1, 0), 2 * n, 1, 0, DYNAMIC)):
            if size != n:
                yield TensorType((*shape[:d], size, *shape[d + 1 :]), type.element)
    for n in (2, 1):
        yield TensorType((*shape, n), type.element)
        yield TensorType((n, *shape), type.element)
    for d in range(len(shape)):
        yield TensorType((*shape[:d], *shape[d + 1 :]), type.element)
    for element in (*_ELEMENTS, *changed_elements(type)):
        if element is not type.element:
            yield TensorType(shape, element)
    yield TOKEN


def changed_elements(type: TensorType) -> Iterator[QuantizedType]:
    """Quantized element types for a tensor."""
    yield quantized()
    yield quantized(scale=2.0, zero=3)
    yield quantized("i16")
    yield quantized("i32")
    yield quantized(expressed=F64)
    for axis, count in enumerate(type.shape[:3]):
        if count > 0:
            yield quantized(axis=axis, count=count)
            yield quantized(zero=1, axis=axis, count=count)


def _changed_lists(values: Sequence[Any], others: Callable[[Any], Iterator[Any]]) -> Iterator[list[Any]]:
    for k, value in enumerate(values):
        for other in others(value):
            yield [*values[:k], other, *values[k + 1 :]]
    if values:
        yield [*values, values[-1]]
        yield list(values[:-1])
        if len(values) > 1:
            yield list(reversed(values))
            yield [values[0]] * len(values)


def _changed_numbers(n: int) -> Iterator[int]:
    yield from dict.fromkeys(k for k in (n + 1, n - 1, *_NUMBERS) if k != n)


def changed_attributes(attribute: Attribute) -> Iterator[Attribute]:
    """Attributes of the same sort with other numbers, more or fewer of them, or other words."""
    if isinstance(attribute, BoolAttr):
        yield BoolAttr(not attribute.value)
    elif isinstance(attribute, IntegerAttr):
        for n in _changed_numbers(attribute.value):
            yield IntegerAttr(n, attribute.type)
    elif isinstance(attribute, FloatAttr):
        for n in (0, 1 << 31):
            yield FloatAttr(n, attribute.type)
    elif isinstance(attribute, StringAttr):
        for word in _WORDS:
            yield StringAttr(word)
    elif isinstance(attribute, DenseArrayAttr):
        is_truth = str(attribute.element) == "i1"
        for values in _changed_lists(list(attribute.values), (lambda v: iter((not v,))) if is_truth else _changed_numbers):
            yield DenseArrayAttr(attribute.element, tuple(values))
        if not attribute.values:
            for n in (0, 1, 7):
                yield DenseArrayAttr(attribute.element, (bool(n) if is_truth else n,))
    elif isinstance(attribute, ArrayAttr):
        for values in _changed_lists(list(attribute.values), changed_attributes):
            yield ArrayAttr(tuple(values))
    elif isinstance(attribute, DenseElementsAttr):
        yield from _changed_arrays(attribute)
    elif isinstance(attribute, EnumAttr):
        for word in _CASES.get(attribute.mnemonic, ()):
            yield EnumAttr(attribute.dialect, attribute.mnemonic, word)
    elif isinstance(attribute, Structured) and dataclasses.is_dataclass(attribute):
        for field in dataclasses.fields(attribute):
            for value in _changed_fields(getattr(attribute, field.name)):
                changes: dict[str, Any] = {field.name: value}
                yield dataclasses.replace(attribute, **changes)


def _changed_fields(value: Any) -> Iterator[Any]:
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from _changed_numbers(value)
    elif isinstance(value, tuple) and all(isinstance(v, int) for v in value):
        for values in _changed_lists(value, _changed_numbers):
            yield tuple(values)
        if not value:
            for n in (0, 1, 2, 7):
                yield (n,)


def _changed_arrays(attribute: DenseElementsAttr) -> Iterator[Attribute]:
    type = attribute.type
    if not attribute.has_array or not type.is_static or type.size > 64:
        return
    array = attribute.array()
    if type.storage.is_integer:
        for place in range(array.size):
            for n in (-1, 0, 1, 7, 100):
                changed = np.array(array)
                changed.reshape(-1)[place] = n
                yield DenseElementsAttr.of(changed, type)
    for shape in ((array.size + 1,), (array.size + 1, 1), (1, array.size), (0,), (0, 2), (array.size, 2), (array.size, 3)):
        resized = np.resize(array, shape) if array.size else np.zeros(shape, array.dtype)
        yield DenseElementsAttr.of(resized.reshape(shape), TensorType(shape, type.element))


def bases(op: Operation) -> Iterator[None]:
    """Changes the operation as a whole, and back: as it is; all its tensors quantized alike; and along their first dimension."""
    yield
    values = [*dict.fromkeys((*op.operands, *op.results))]
    before = [v.type for v in values]
    for along in (False, True):
        for value in values:
            if isinstance(value.type, TensorType) and value.type.element in _ELEMENTS and not _is_constant(value):
                axis = 0 if along and value.type.rank and value.type.shape[0] > 0 else None
                element = quantized(axis=axis, count=value.type.shape[0] if axis == 0 else 1)
                retype(value, TensorType(value.type.shape, element))
        yield
        for value, type in zip(values, before):
            retype(value, type)


def _is_constant(value: Value) -> bool:
    return isinstance(value, OpResult) and "value" in value.owner.attributes


def variations(op: Operation) -> Iterator[None]:
    """Changes one part of an operation after the other, and back."""
    for key in list(op.attributes):
        old = op.attributes[key]
        for attribute in changed_attributes(old):
            op.attributes[key] = attribute
            yield
        op.attributes[key] = old
    inner = [v for inside in op.walk() if inside is not op for v in inside.results]
    inner += [a for inside in op.walk() for region in inside.regions for block in region.blocks for a in block.arguments]
    for value in dict.fromkeys((*op.operands, *op.results, *inner)):
        if _is_constant(value):
            yield from _varied_constant(value)
            continue
        old_type = value.type
        for type in changed_types(old_type):
            retype(value, type)
            yield
        retype(value, old_type)
    yield from _varied_together(op)
    yield from _varied_counts(op)


def _varied_counts(op: Operation) -> Iterator[None]:
    """Fewer and more operands, arguments of regions, and values that regions return; and others among these."""
    for owner, at in [(op, "operands"), *((region.block.terminator, "operands") for region in op.regions if region.blocks
                                          and region.block.operations)]:
        old = getattr(owner, at)
        inside = owner.block.arguments if owner is not op and owner.block is not None else []
        for values in (old[:-1], [*old, *old[-1:]], old[::-1], *([v] * len(old) for v in inside), [*old[:-1], *inside[-1:]]):
            if values != old:
                setattr(owner, at, values)
                yield
        setattr(owner, at, old)
    for region in op.regions:
        for block in region.blocks[:1]:
            arguments = block.arguments
            block.arguments = arguments[:-1]
            yield
            block.arguments = list(arguments)
            block.add_argument(arguments[-1].type if arguments else TensorType((), F32))
            yield
            block.arguments = arguments
    if len(op.regions) > 1:
        regions = op.regions
        op.regions = regions[:-1]
        yield
        op.regions = regions


def _varied_constant(value: Any) -> Iterator[None]:
    owner, old, type = value.owner, value.owner.attributes["value"], value.type
    for attribute in changed_attributes(old):
        owner.attributes["value"], value.type = attribute, attribute.type  # type: ignore[attr-defined]
        yield
    owner.attributes["value"], value.type = old, type


def _varied_together(op: Operation) -> Iterator[None]:
    """All operands and results with other elements; then the operands alone, and the results."""
    values = [v for v in dict.fromkeys((*op.operands, *op.results)) if isinstance(v.type, TensorType) and not _is_constant(v)]
    before: list[Any] = [v.type for v in values]
    groups = [values, [v for v in values if v not in op.results], [v for v in values if v in op.results]]
    for group in groups:
        for element in (*_ELEMENTS, quantized(), quantized("i16"), quantized(expressed=F64)):
            for value in group:
                retype(value, TensorType(value.type.shape, element))  # type: ignore[union-attr]
            yield
            for value, type in zip(values, before):
                retype(value, type)
