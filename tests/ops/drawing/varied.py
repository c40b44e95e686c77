"""Random operations of every dialect: their examples, varied at random as long as they are valid."""

from __future__ import annotations

from functools import cache
from itertools import islice
from typing import Any

from hloom.cli.derived import program
from hloom.cli.variations import retype, variations
from hloom.ir.core import OpResult, Value
from hloom.ir.types import TensorType, tensor
from hloom.numbers.element_type import ELEMENT_TYPES, ElementType
from hloom.ops.definition.examples import example_of
from hloom.ops.definition.operation import REGISTRY, Op
from hloom.verify.operations import diagnose_operation
from tests.ops.drawing.domains import DOMAINS
from tests.ops.drawing.language import DRAW, DRAW_IRREGULAR, Case, Rng, any_numbers, draw_elementwise, shape, small_numbers

_TYPES = frozenset(t for t in ELEMENT_TYPES.values() if t.kind != "index")
_TRIES, _MOST_ELEMENTS = 3, 5000


def is_varied(cls: type[Op]) -> bool:
    """Whether `varied` draws the operation: one of static tensors, without regions, with a meaning and a formula or operations
    that it stands for."""
    if example_of(cls) is None or cls.eval is None or (cls.element is None and cls.decompose is None) or cls.definition.regions:
        return False
    if cls.looks_outside or getattr(cls, "symbol_labels", ()):
        return False  # what is around the example is not drawn
    return is_of_arrays(program(cls.name)[1])


def varied_names() -> list[str]:
    """The operations that nothing else draws and that `varied` does."""
    return sorted(name for name, cls in REGISTRY.items() if not _is_drawn(name) and is_varied(cls))


def _is_drawn(name: str) -> bool:
    cls = REGISTRY[name]
    return name in DRAW or (name.startswith("stablehlo.") and cls.is_elementwise and not cls.definition.attributes)


def is_of_arrays(op: Op) -> bool:
    """Whether all operands and results are tensors that have an array, of which there are some."""
    types: list[Any] = [v.type for v in (*op.operands, *op.results)]
    return bool(op.results) and all(isinstance(t, TensorType) and t.is_static and t.element in _TYPES and t.encoding is None
                                    and t.size < _MOST_ELEMENTS for t in types)


def example(name: str) -> Any:
    """The operation of an example; of single numbers, the same of tensors of them."""
    _, op = program(name)
    values = [*dict.fromkeys((*op.operands, *op.results))]
    if all(isinstance(v.type, ElementType) and v.type in _TYPES for v in values):
        for value in values:
            retype(value, tensor((2, 3), value.type))
    return op


@cache
def _sound(name: str) -> list[int]:
    """The numbers of the variations of an example that are other valid operations of tensors."""
    op = example(name)
    unchanged, types, found = signature_of(op), [v.type for v in op.results], []
    for number, _ in enumerate(variations(op)):
        varied_types = [v.type for v in op.results]
        infer(op)
        if _is_valid(op) and signature_of(op) != unchanged:
            found.append(number)
        for result, type in zip(op.results, varied_types):
            result.type = type
    assert [v.type for v in op.results] == types
    return found


def _changed(op: Op, number: int) -> Any:
    """The operation after one of its variations: they are given up at that one, which stays."""
    next(islice(variations(op), number, None))
    infer(op)
    return op


def _is_valid(op: Op) -> bool:
    return is_of_arrays(op) and diagnose_operation(op) == []


def varied(name: str, rng: Rng) -> Case:
    """The example of an operation with some of its parts changed, and operands for it."""
    numbers, op = _sound(name), example(name)
    if numbers:
        first = numbers[int(rng.integers(len(numbers)))]
        op = _changed(op, first)
        for _ in range(_TRIES):
            further = _changed(example(name), first)
            for _ in range(int(rng.integers(1, 3))):
                if count := sum(1 for _ in variations(further)):
                    further = _changed(further, int(rng.integers(count)))
            if _is_valid(further):
                op = further
                break
    if op.is_elementwise and len({v.type.shape for v in (*op.operands, *op.results)}) == 1:
        sizes = shape(rng)
        for v in dict.fromkeys((*op.operands, *op.results)):
            retype(v, v.type.with_shape(sizes))
    return op, operands_for(op, rng)


def operands_for(op: Any, rng: Rng) -> list[Any]:
    """Arrays for the operands of an operation, of which those of some are few."""
    draw = any_numbers if op.is_elementwise or op.moves is not None else small_numbers
    # A value that is an operand twice is one array.
    arrays = {v: _constant(v) if _is_constant(v) else draw(rng, v.type.storage, v.type.shape) for v in dict.fromkeys(op.operands)}
    found = [arrays[v] for v in op.operands]
    return DOMAINS[op.name](op, *found) if op.name in DOMAINS else found


def signature_of(op: Op) -> tuple[str, ...]:
    """What tells one operation of a name from another."""
    return (*(str(v.type) for v in (*op.operands, *op.results)), str(op.attributes))


def infer(op: Any) -> None:
    """Gives results the types that follow from the rest, if they do."""
    if op.definition.inference is None:
        return
    try:
        types = op.inferred_types()
    except Exception:
        return  # what inference presupposes does not hold: the operation is not valid
    for result, type in zip(op.results, types):
        result.type = type


def _is_constant(value: Value) -> bool:
    return isinstance(value, OpResult) and _constant(value) is not None


def _constant(value: Any) -> Any:
    found = value.owner.constant_value()
    return None if found is None else found.array()


def drawn(name: str, rng: Rng) -> Case:
    """Any operation that can be drawn, with its operands."""
    draw = DRAW.get(name) or DRAW_IRREGULAR.get(name)
    if draw is not None:
        return draw(rng)
    return draw_elementwise(name.removeprefix("stablehlo."), rng) if _is_drawn(name) else varied(name, rng)
