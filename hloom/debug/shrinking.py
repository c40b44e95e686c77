"""Steps of a reduction that make arrays small and plain: sizes of dimensions, arguments as constants, zeros and ones for numbers,
and programs without the attributes that they do not need.

Dimensions of one size are taken for the same: they shrink together, also where attributes say the size. What operations give
follows from their operands then; what keeps the number of elements (a reshape) has it in another dimension.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from hloom.debug.case import FEW, Case, alone, elements, plainness, rounded
from hloom.debug.cutting import constants_of
from hloom.debug.fragments import constant_of
from hloom.debug.reduction import Reduction
from hloom.ir.attributes import Attribute, DenseArrayAttr, DenseElementsAttr, TypeAttr
from hloom.ir.core import Block, Operation, Value
from hloom.ir.location import UNKNOWN
from hloom.ir.types import DYNAMIC, FunctionType, TensorType
from hloom.ops.common.decomposition import Builder, clone
from hloom.ops.definition.operation import Op
from hloom.ops.definition.traits import Control
from hloom.passes.rewriting import Rule, rewrite, substitute

#: Elements of all values of a program from which its arrays are large; programs without the fault after which they stay so.
_LARGE, _MOST_FAILED = 1 << 20, 4
#: What becomes of a size.
Resize = Callable[[int], int]


# -- sizes ---------------------------------------------------------------------------------------------------------------------


def smaller_shapes(reduction: Reduction) -> None:
    """Makes dimensions smaller, those of the largest sizes first: to 1, to 2, or by less and less."""
    for size in sorted(_sizes(reduction.case), reverse=True):
        if _shrunk(reduction, size, 1) or _shrunk(reduction, size, 2):
            continue
        step, now = size // 2, size
        while step:
            if now - step > 2 and _shrunk(reduction, now, now - step):
                now -= step
            else:
                step //= 2


def roughly_smaller_shapes(reduction: Reduction) -> None:
    """Makes the dimensions of a program of large arrays as small as they can be, so that all that is tried behind takes less
    time; not for long where the fault wants large ones."""
    if sum(elements(v.type) for v in _values(reduction.case.module)) < _LARGE:
        return
    failed = reduction.failed
    for size in sorted(_sizes(reduction.case), reverse=True):
        for which, resize in _resizes(size, 2).items():
            if size in _sizes(reduction.case) and reduction.failed < failed + _MOST_FAILED:
                reduction.attempt(f"size {size} to 2{which}", lambda case, resize=resize: resized(case, resize))


def _resizes(size: int, to: int) -> dict[str, Resize]:
    """What a change of one size may mean for others, by words for it."""
    return {"": lambda n: to if n == size else n,
            " and multiples": lambda n: n // size * to if n > 0 and n % size == 0 else n}


def _sizes(case: Case) -> set[int]:
    return {n for v in _values(case.module) if isinstance(v.type, TensorType) for n in v.type.shape if n > 1}


def _values(root: Operation) -> Iterator[Value]:
    for op in root.walk():
        yield from op.results
        for region in op.regions:
            for block in region.blocks:
                yield from block.arguments


def _shrunk(reduction: Reduction, size: int, to: int) -> bool:
    """Whether dimensions of a size can have another one: they alone, or their multiples, too; in attributes, too, or not."""
    if size not in _sizes(reduction.case):
        return False
    return any(reduction.attempt(f"size {size} to {to}{which}{'' if attributes else ', types only'}",
                                 lambda case, resize=resize, attributes=attributes: resized(case, resize, attributes))
               for which, resize in _resizes(size, to).items() for attributes in (True, False))


def resized(case: Case, resize: Resize, with_attributes: bool = True) -> Case | None:
    """A case with other sizes of dimensions; the arguments are the first elements of each dimension. None where that leaves a
    value without any element: nobody learns from such a program."""
    made: Any = clone(case.module, {})
    counts = {v: _count(v.type) for v in _values(made)}
    for op in _inside_first(made):
        if constant_of(op) is not None or with_attributes:
            op.attributes.update({k: _resized_attribute(op, a, resize) for k, a in op.attributes.items()})
        for region in op.regions:
            for block in region.blocks:
                for argument in block.arguments:
                    argument.type = _resized_type(argument.type, resize)
    for function in made.functions.values():
        _infer(function, resize, counts)
    if _empty(made) > _empty(case.module):
        return None
    arrays = [np.array(x[tuple(slice(n) for n in a.type.shape)], order="C") if a.type.is_static else x
              for x, a in zip(case.arrays, made.functions["main"].body.arguments)]
    return Case(made, arrays)


def _empty(module: Operation) -> int:
    """Values without any element."""
    return sum(_count(v.type) == 0 for v in _values(module))


def _inside_first(root: Operation) -> list[Operation]:
    """The operations inside one, each after what stands inside of it."""
    return root.walk()[::-1]


def _infer(op: Operation, resize: Resize, counts: dict[Value, int]) -> None:
    """Gives the results of what is inside an operation, and of itself, their types."""
    for region in op.regions:
        for block in region.blocks:
            for inner in block.operations:
                _infer(inner, resize, counts)
    if getattr(op, "control", None) is Control.CONTAINER:
        block = op.regions[0].block
        type = FunctionType(tuple(a.type for a in block.arguments), tuple(v.type for v in block.terminator.operands))
        op.attributes["function_type"] = TypeAttr(type)
        return
    for result in op.results:
        result.type = _resized_type(result.type, resize)
    if isinstance(op, Op) and op.definition.inference is not None:
        for result, type in zip(op.results, op.inferred_types()):
            result.type = type
    elif len(op.results) == len(op.operands) == 1 and counts[op.results[0]] == counts[op.operands[0]]:
        op.results[0].type = _of_count(op.results[0].type, _count(op.operands[0].type))


def _count(type: Any) -> int:
    return type.size if isinstance(type, TensorType) and type.is_static else -1


def _of_count(type: Any, count: int) -> Any:
    """The type with so many elements, if another size of one dimension makes it so."""
    if _count(type) in (count, -1) or count < 0:
        return type
    for k in range(type.rank):
        others = int(np.prod([n for j, n in enumerate(type.shape) if j != k], dtype=object))
        if others and count % others == 0:
            return TensorType((*type.shape[:k], count // others, *type.shape[k + 1 :]), type.element, type.encoding)
    return type


def _resized_type(type: Any, resize: Resize) -> Any:
    if not isinstance(type, TensorType):
        return type
    return TensorType(tuple(n if n == DYNAMIC else resize(n) for n in type.shape), type.element, type.encoding)


def _resized_attribute(op: Operation, attribute: Attribute, resize: Resize) -> Attribute:
    if isinstance(attribute, DenseElementsAttr) and constant_of(op) is attribute:
        type = _resized_type(attribute.type, resize)
        if attribute.is_splat:
            return DenseElementsAttr(type, attribute.data, is_splat=True)
        return DenseElementsAttr.of(np.array(attribute.array()[tuple(slice(n) for n in type.shape)]), type)
    if isinstance(attribute, DenseArrayAttr) and all(isinstance(n, int) for n in attribute.values):
        return DenseArrayAttr(attribute.element, tuple(n if isinstance(n, bool) else resize(n) for n in attribute.values))
    return attribute


# -- numbers -------------------------------------------------------------------------------------------------------------------


def constants_for_arguments(reduction: Reduction) -> None:
    """Puts constants in the place of arguments, one argument in the place of another, and plainer numbers into what stays."""
    for number in reversed(range(len(reduction.case.arrays))):
        if not (_as_constant(reduction, number) or _as_another(reduction, number)):
            _plainer_argument(reduction, number)
    for number in range(len(constants_of(reduction.case))):
        _plainer_constant(reduction, number)


def _plainer(array: np.ndarray) -> Iterator[tuple[str, np.ndarray]]:
    """Arrays that are plainer than one, the plainest first."""
    now = plainness(array)
    if not array.size:
        return
    found = {"zeros": np.zeros_like(array), "ones": np.ones_like(array), "its first number": np.full_like(array, array.flat[0]),
             "whole numbers": rounded(array, 0), "two decimals": rounded(array, 2)}
    yield from ((name, each) for name, each in found.items() if plainness(each) < now)


def _as_constant(reduction: Reduction, number: int) -> bool:
    array = reduction.case.arrays[number]
    choices = [*_plainer(array), *([("itself", array)] if array.size <= FEW or plainness(array) <= 2 else [])]
    choices = [(name, each) for name, each in choices if each.size <= FEW or plainness(each) <= 2]
    return any(reduction.attempt(f"argument {number}: constant {name}",
                                 lambda case, each=each: _with_constant(case, number, each))
               for name, each in choices)


def _with_constant(case: Case, number: int, array: np.ndarray) -> Case:
    made: Any = clone(case.module, {})
    block = made.functions["main"].body.block
    argument = block.arguments[number]
    constant = _constant(Builder(Block(), UNKNOWN, None), array, argument.type)
    block.operations.insert(0, constant.owner)
    constant.owner.block = block
    substitute(made, {argument: constant})
    return alone(Case(made, case.arrays))


def _constant(b: Builder, array: np.ndarray, type: TensorType) -> Any:
    """A constant of these numbers."""
    return b.splat(array.flat[0], type) if array.size and plainness(array) <= 2 else b.constant(array, type.storage)


def _as_another(reduction: Reduction, number: int) -> bool:
    arguments = reduction.case.block.arguments
    return any(reduction.attempt(f"argument {number}: argument {other}", lambda case, other=other: _merged(case, number, other))
               for other in range(number) if arguments[other].type == arguments[number].type)


def _merged(case: Case, number: int, other: int) -> Case:
    made: Any = clone(case.module, {})
    arguments = made.functions["main"].body.block.arguments
    substitute(made, {arguments[number]: arguments[other]})
    return alone(Case(made, case.arrays))


def _plainer_argument(reduction: Reduction, number: int) -> None:
    arrays = reduction.case.arrays
    any(reduction.attempt(f"argument {number}: {name}", lambda case, each=each: Case(
        case.module, [*case.arrays[:number], each, *case.arrays[number + 1 :]])) for name, each in _plainer(arrays[number]))


def _plainer_constant(reduction: Reduction, number: int) -> None:
    value = constant_of(constants_of(reduction.case)[number])
    if isinstance(value, DenseElementsAttr) and not value.type.is_quantized:
        any(reduction.attempt(f"constant {number}: {name}", lambda case, each=each: _with_number(case, number, each))
            for name, each in _plainer(value.data if value.is_splat else value.array()))


def _with_number(case: Case, number: int, array: np.ndarray) -> Case:
    made: Any = clone(case.module, {})
    target = constants_of(Case(made, case.arrays))[number]

    rule = Rule("a plainer constant", None, lambda op, b: _constant(b, np.broadcast_to(array, op.results[0].shape),
                                                                   op.results[0].type))
    rewrite(made, lambda op: (rule,) if op is target else ())
    return Case(made, case.arrays)


# -- attributes ----------------------------------------------------------------------------------------------------------------


def fewer_attributes(reduction: Reduction) -> None:
    """Leaves out attributes that need not be there: those of the module and of arguments at once, others one by one."""
    reduction.attempt("without attributes of the module and its functions", lambda case: _without(case, _on_containers))
    reduction.attempt("without attributes of other dialects", lambda case: _without(case, lambda op, name: "." in name))
    place = 0
    while place < len(names := _attributes(reduction.case)):
        number, name = names[place]
        place += not reduction.attempt(f"operation {number} without {name}",
                                       lambda case, at=(number, name): _without_one(case, *at))


#: Attributes that functions are found by.
_NEEDED = ("sym_name", "function_type", "sym_visibility")


def _on_containers(op: Operation, name: str) -> bool:
    is_module_name = name == "sym_name" and op.parent is None
    return getattr(op, "control", None) is Control.CONTAINER and (name not in _NEEDED or is_module_name)


def _attributes(case: Case) -> list[tuple[int, str]]:
    return [(k, name) for k, op in enumerate(case.module.walk()) for name in op.attributes if name not in _NEEDED]


def _without(case: Case, goes: Callable[[Operation, str], bool]) -> Case:
    made: Any = clone(case.module, {})
    for op in made.walk():
        for name in [n for n in op.attributes if goes(op, n)]:
            del op.attributes[name]
    return Case(made, case.arrays)


def _without_one(case: Case, number: int, name: str) -> Case:
    made: Any = clone(case.module, {})
    del made.walk()[number].attributes[name]
    return Case(made, case.arrays)
