"""Hypothesis strategies of types, attributes, locations and valid programs, as objects rather than as text."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st

from hloom.ir import attributes as ir
from hloom.ir.core import Block, Operation, Region, Value
from hloom.ir.literal_text import integer_range, integer_width, wrapped
from hloom.ir.location import UNKNOWN, CallSiteLocation, FileLocation, FusedLocation, Location, NamedLocation
from hloom.ir.types import (
    DYNAMIC,
    AnyType,
    FunctionType,
    OpaqueType,
    OtherScalarType,
    QuantizedType,
    TensorType,
    TokenType,
    TupleType,
    UnrankedTensorType,
)
from hloom.numbers.bits import from_bits
from hloom.numbers.element_type import ELEMENT_TYPES, F32, INDEX, ElementType, element_type
from hloom.numbers.float_format import FLOAT_FORMATS
from hloom.ops.common.attributes import TypeExtensions
from hloom.ops.definition.operation import REGISTRY
from tests.ops.drawing.language import DRAW

_ELEMENTS = [t for t in ELEMENT_TYPES.values() if t.kind != "index"]
_OTHERS = [OtherScalarType(name) for name in ("f80", "f128", "tf32", "si8", "ui1", "i7", "i128", "complex<f80>", "complex<i32>")]
_SIZES = st.integers(0, 4)

_CHARACTERS = st.characters(exclude_categories=["Cs"])
names = st.from_regex(r"[A-Za-z_][\w$.]{0,9}", fullmatch=True) | st.text(_CHARACTERS, min_size=1, max_size=6)
bytes_ = st.binary(max_size=8) | st.text(_CHARACTERS, max_size=8).map(str.encode)
elements = st.sampled_from(_ELEMENTS)
other_elements = st.sampled_from(_OTHERS)
static_shapes = st.lists(_SIZES, max_size=3).map(tuple)
static_tensors = st.builds(TensorType, static_shapes, elements)


@st.composite
def dynamic_tensors(draw: Any) -> TensorType:
    """Tensors with dimensions of unknown sizes, some of them bounded."""
    shape = tuple(draw(st.lists(st.just(DYNAMIC) | _SIZES, min_size=1, max_size=3)))
    bounds = tuple(draw(st.none() | st.integers(1, 9)) if n == DYNAMIC else None for n in shape)
    return TensorType(shape, draw(elements), TypeExtensions(bounds) if any(bounds) else None)


quantized = st.builds(lambda low, scale, zero: QuantizedType(element_type("i8"), F32, low, 127, (scale,), (zero,)),
                      st.integers(-128, 0), st.floats(1e-3, 1e3), st.integers(0, 100))
tensors = static_tensors | dynamic_tensors() | st.builds(TensorType, static_shapes, quantized)
scalars = elements | other_elements | st.just(INDEX)
types: st.SearchStrategy[AnyType] = st.recursive(
    tensors | scalars | st.builds(TensorType, static_shapes, other_elements) | st.builds(UnrankedTensorType, elements)
    | st.just(TokenType()) | st.sampled_from([OpaqueType("!x.y"), OpaqueType('!x.y<1, "a>", [2]>')]),
    lambda inner: st.builds(TupleType, st.lists(inner, max_size=3).map(tuple))
    | st.builds(FunctionType, st.lists(inner, max_size=2).map(tuple), st.lists(inner, max_size=2).map(tuple)), max_leaves=4)


def _bits(width: int) -> st.SearchStrategy[int]:
    return st.integers(0, (1 << width) - 1)


def _integers(type: AnyType) -> st.SearchStrategy[int]:
    lowest, highest = integer_range(type)
    return st.integers(lowest, highest).map(lambda value: wrapped(value, type))


def _scalar_bits(type: Any) -> st.SearchStrategy[int]:
    """Numbers as `ir.scalars` keeps them; of floats wider than f64 only those that a decimal can state."""
    format = FLOAT_FORMATS.get(str(type))
    if format:
        return st.floats(allow_nan=False).map(format.of_float)
    return _bits(type.width) if getattr(type, "is_float", False) else _integers(type)


@st.composite
def numbers(draw: Any) -> ir.Attribute:
    """`3 : i64`, `0x7FC00001 : f32`, `true`."""
    type = draw(scalars.filter(lambda t: not t.is_complex))
    if str(type) == "i1":
        return ir.BoolAttr(draw(st.booleans()))
    value = draw(_scalar_bits(type))
    return ir.FloatAttr(value, type) if integer_width(type) is None else ir.IntegerAttr(value, type)


def _array(element: ElementType, shape: tuple[int, ...], bits: list[int]) -> np.ndarray:
    parts = from_bits(np.array(bits, np.uint64), element.part)
    return np.ascontiguousarray(parts).view(element.dtype).reshape(shape)


@st.composite
def dense_constants(draw: Any) -> ir.DenseElementsAttr:
    """Constants of random bit patterns; now and then more than are printed one by one."""
    type = draw(static_tensors | elements.map(lambda element: TensorType((103,), element)))
    parts = 1 + type.element.is_complex
    is_splat = type.size == 1 or (type.size > 1 and draw(st.booleans()))
    count = parts * (1 if is_splat else type.size)
    if count > 20:  # drawn one by one they would take long
        rng = np.random.default_rng(draw(_bits(32)))
        bits = rng.integers(0, 1 << 63, count, np.uint64).tolist()
    else:
        bits = draw(st.lists(_bits(type.element.part.width), min_size=count, max_size=count))
    if not is_splat and bits and len(set(zip(*[iter(bits)] * parts))) == 1:
        is_splat, bits = True, bits[:parts]  # equal elements are a splat
    return ir.DenseElementsAttr(type, _array(type.element, () if is_splat else type.shape, bits), is_splat)


@st.composite
def array_constants(draw: Any) -> ir.DenseArrayAttr:
    """`array<i32: 1, 2>`."""
    element = draw(elements.filter(lambda t: not t.is_complex and (t.width % 8 == 0 or t.kind == "pred")))
    values = draw(st.lists(_bits(element.width), max_size=4))
    return ir.DenseArrayAttr(element, tuple(_array(element, (len(values),), values).tolist()))


attributes: st.SearchStrategy[ir.Attribute] = st.recursive(
    st.just(ir.UNIT) | numbers() | dense_constants() | array_constants() | st.builds(ir.StringAttr, bytes_, st.none() | types)
    | st.builds(ir.TypeAttr, types) | st.lists(names, min_size=1, max_size=3).map(lambda path: ir.SymbolRefAttr(*path))
    | st.sampled_from([ir.OpaqueAttr("affine_map<(d0) -> (d0)>"), ir.OpaqueAttr('#x.y<"a>", [1]>')]),
    lambda inner: st.builds(ir.ArrayAttr, st.lists(inner, max_size=3).map(tuple))
    | st.builds(ir.DictionaryAttr, st.dictionaries(names, inner, max_size=3)), max_leaves=5)

_places = st.integers(0, 1000)
locations: st.SearchStrategy[Location] = st.recursive(
    st.just(UNKNOWN) | st.builds(FileLocation, names, _places, _places),
    lambda inner: st.builds(NamedLocation, names, st.none() | inner) | st.builds(CallSiteLocation, inner, inner)
    | st.builds(FusedLocation, st.lists(inner, min_size=1, max_size=3).map(tuple), st.none() | attributes), max_leaves=4)


@st.composite
def functions(draw: Any, name: str) -> Operation:
    """A function of random operations, which take arguments or earlier results of the types that they need."""
    drawn = [DRAW[draw(st.sampled_from(sorted(DRAW)))](np.random.default_rng(draw(_bits(32))))[0]
             for _ in range(draw(st.integers(1, 4)))]
    block = Block()
    known: list[Value] = []

    def value_of(type: AnyType) -> Value:
        fitting = [value for value in known if value.type is type]
        if fitting and draw(st.booleans()):
            return draw(st.sampled_from(fitting))
        return block.add_argument(type, location=draw(locations))

    for op in drawn:
        made = block.append(type(op)([value_of(v.type) for v in op.operands], [r.type for r in op.results], op.attributes,
                                     op.regions, draw(locations)))
        others = draw(st.dictionaries(names.map(lambda key: f"x.{key}"), attributes, max_size=2))
        made.attributes.update(others)
        known += [*block.arguments, *made.results]
    results = draw(st.lists(st.sampled_from(known), max_size=3)) if known else []
    block.append(REGISTRY["func.return"].create(results, result_types=(), location=draw(locations)))
    signature = FunctionType(tuple(v.type for v in block.arguments), tuple(v.type for v in results))
    entries = st.dictionaries(names.map(lambda key: f"x.{key}"), attributes, max_size=2).map(ir.DictionaryAttr)
    given = [draw(entries) for _ in block.arguments]
    return REGISTRY["func.func"].create(
        sym_name=name, function_type=signature, sym_visibility=draw(st.sampled_from([None, "public", "private"])),
        arg_attrs=ir.ArrayAttr(tuple(given)) if any(entry.entries for entry in given) else None,
        regions=[Region([block])], result_types=(), location=draw(locations))


@st.composite
def programs(draw: Any) -> Any:
    """A module of one or two functions."""
    block = Block()
    for name in draw(st.lists(names, min_size=1, max_size=2, unique=True)):
        block.append(draw(functions(name)))
    module = REGISTRY["builtin.module"].create(regions=[Region([block])], result_types=(), location=draw(locations))
    module.attributes.update(draw(st.dictionaries(names.map(lambda key: f"x.{key}"), attributes, max_size=2)))
    return module
