"""Random operations of every dialect: their examples, varied at random as long as they are valid."""

from __future__ import annotations

from itertools import islice
from typing import Any

from hloom.cli.derived import program
from hloom.cli.variations import variations
from hloom.ir.core import OpResult, Value
from hloom.ir.types import TensorType
from hloom.numbers.element_type import ELEMENT_TYPES
from hloom.ops.definition.examples import example_of
from hloom.ops.definition.operation import REGISTRY, Op
from hloom.verify.operations import diagnose_operation
from tests.ops.drawing.language import DRAW, Case, Rng, any_numbers, draw_elementwise, small_numbers

_TYPES = frozenset(t for t in ELEMENT_TYPES.values() if t.kind != "index")
_TRIES, _MOST_ELEMENTS = 30, 5000


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


def varied(name: str, rng: Rng) -> Case:
    """The example of an operation with some of its parts changed, and operands for it."""
    example = signature_of(program(name)[1])
    for _ in range(_TRIES):
        _, op = program(name)
        for _ in range(int(rng.integers(1, 4))):
            count = sum(1 for _ in variations(op))
            if not count:
                break
            # The variations are given up at a random one, which stays.
            next(islice(variations(op), int(rng.integers(count)), None))
            infer(op)
        if is_of_arrays(op) and diagnose_operation(op) == [] and signature_of(op) != example:
            break
    else:
        _, op = program(name)
    draw = any_numbers if op.is_elementwise or op.moves is not None else small_numbers
    return op, [_constant(v) if _is_constant(v) else draw(rng, v.type.storage, v.type.shape) for v in op.operands]  # type: ignore[union-attr]


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
    if name in DRAW:
        return DRAW[name](rng)
    return draw_elementwise(name.removeprefix("stablehlo."), rng) if _is_drawn(name) else varied(name, rng)
