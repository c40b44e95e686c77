"""What a program is made of before it is said in HLO: shapes that are known are said, quantized tensors are their integers.

HLO has no quantized types: an operation on them dequantizes, computes and quantizes, and what is left moves integers. An
operation whose shape is an operand becomes the one whose shape is stated, where the operand is known.
"""

from __future__ import annotations

from typing import Any

from hloom.ir.attributes import TypeAttr
from hloom.ir.core import Operation
from hloom.ir.types import AnyType, FunctionType, QuantizedType, TensorType, TupleType
from hloom.ops.builtin.function import Function
from hloom.ops.builtin.module import Module
from hloom.ops.common.decomposition import clone
from hloom.ops.common.quantization import decompose_quantized, is_quantized_operation
from hloom.ops.definition.operation import Op
from hloom.ops.stablehlo import dynamic, quantized
from hloom.ops.stablehlo.creation import constant_values
from hloom.passes import canonicalize, dce, inline
from hloom.passes.decompose import decomposition
from hloom.passes.rewriting import Rule, rewrite

_EXPRESSED = (Rule("f(q) -> quantize(f(dequantize(q)))", None, decompose_quantized),)
_PARTS = (Rule("an operation with a decomposition -> its decomposition", None, decomposition),)
#: How often shapes that were found may make others known.
_MOST_ROUNDS = 20
#: Operations whose shape is an operand.
_SHAPED = tuple(cls for cls in vars(dynamic).values() if isinstance(cls, type) and issubclass(cls, Op) and cls.__name__ in (
    "DynamicReshape", "DynamicBroadcastInDim", "DynamicIota", "DynamicPad", "DynamicGather", "DynamicConv", "RealDynamicSlice"))


def prepared(module: Module) -> Module:
    """The program in a form that HLO can say, as far as there is one; the module itself where nothing changes."""
    operations = list(module.walk())
    has_shapes = any(isinstance(op, _SHAPED) for op in operations)
    has_integers = any(_is_quantized(v.type) for op in operations for v in (*op.results, *_arguments(op)))
    if not (has_shapes or has_integers):
        return module
    made: Any = clone(module, {})
    made.source = getattr(module, "source", None)
    if has_integers:
        rewrite(made, _rules_of)
        _store(made)
    if has_shapes:
        inline.run(made)  # sizes are often the arguments of what is called
        for _ in range(_MOST_ROUNDS):
            canonicalize.run(made)
            if not _refine(made):
                break
        dce.run(made)
    return made


def _refine(module: Module) -> bool:
    """States the shapes of results that follow from operands by now; whether there was one."""
    changed = False
    for op in module.walk():
        if isinstance(op, Function):
            types = op.function_type
            gives = tuple(v.type for v in op.regions[0].block.terminator.operands) if not op.is_declaration else types.outputs
            op.attributes["function_type"] = TypeAttr(FunctionType(types.inputs, gives))
        if not isinstance(op, Op) or all(_is_static(r.type) for r in op.results):
            continue
        found = _stated(op) if op.definition.inference is None else op.inferred_types()
        for result, type in zip(op.results, found):
            if not _is_static(result.type) and _is_static(type):
                result.type, changed = type, True
    return changed


def _stated(op: Any) -> tuple[AnyType, ...]:
    """The type of a result whose sizes are an operand that is known."""
    sizes = None
    if isinstance(op, dynamic.DynamicBroadcastInDim):
        sizes = constant_values(op.output_dimensions)
    elif isinstance(op, dynamic.DynamicReshape | dynamic.DynamicIota):
        sizes = constant_values(op.output_shape)
    type: Any = op.results[0].type
    return () if sizes is None else (TensorType(tuple(sizes), type.element),)


def _is_static(type: AnyType) -> bool:
    return not isinstance(type, TensorType) or type.is_static


def _arguments(op: Operation) -> list[Any]:
    return [a for region in op.regions for block in region.blocks for a in block.arguments]


def _is_quantized(type: AnyType) -> bool:
    if isinstance(type, TupleType):
        return any(map(_is_quantized, type.elements))
    return isinstance(type, TensorType) and isinstance(type.element, QuantizedType)


def _rules_of(op: Operation) -> tuple[Rule, ...]:
    if isinstance(op, quantized.UniformQuantize | quantized.UniformDequantize):
        return _PARTS
    if isinstance(op, Op) and getattr(op.eval, "is_on_expressed", False) and is_quantized_operation(op):
        return _EXPRESSED
    return ()


def _stored(type: AnyType) -> AnyType:
    if isinstance(type, TupleType):
        return TupleType(tuple(map(_stored, type.elements)))
    return type.with_element(type.storage) if isinstance(type, TensorType) and _is_quantized(type) else type


def _store(module: Module) -> None:
    """Makes every quantized tensor the tensor of its integers; what is left of operations on them only moves elements."""
    for op in module.walk():
        for value in (*op.results, *_arguments(op)):
            if _is_quantized(value.type):
                value.type = _stored(value.type)
        if isinstance(op, Function):
            types = op.function_type
            op.attributes["function_type"] = TypeAttr(FunctionType(tuple(map(_stored, types.inputs)),
                                                                   tuple(map(_stored, types.outputs))))
