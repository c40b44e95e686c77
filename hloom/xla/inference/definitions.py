"""Shapes that follow from the definitions of operations: their constraints, in XLA's words, and the types that they infer.

XLA knows of a size whether it is only a bound, and takes floating-point numbers of different precision together. So an operation
is judged with the bounds as sizes and one floating-point type; which sizes of the result are bounds is found out apart.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final, NoReturn

from hloom.ir.core import Value
from hloom.ir.types import DYNAMIC, TensorType, logical_type
from hloom.ops.common.shapes import IMPOSSIBLE
from hloom.ops.definition.operation import Check, Op
from hloom.xla.inference.parts import array, fail, plain, sizes_of
from hloom.xla.inference.words import ARRAYS, WORDS, said
from hloom.xla.shape import UNBOUNDED, Shape
from hloom.xla.shape_util import precision

#: Constraints that XLA looks at first, and last; and those that it does not have, or states of computations, by operations.
_ORDER: Final[dict[str, tuple[str, str]]] = {
    "dot_general": ("C5 C6 C7 C8 C3 C4", ""), "gather": ("C2 C4 C5 C3", "C1"), "scatter": ("", "C2"),
    "triangular_solve": ("C1 C2 C3", "transpose_a"), "batch_norm_training": ("C1 C2 C4", ""),
    "batch_norm_inference": ("C1 C2 C4", ""), "batch_norm_grad": ("C1 C2 C5 C4", "")}
_NOT: Final[dict[str, str]] = {
    "dot_general": "C13", "convolution": "C27", "reduce": "C2 body C6 I2", "reduce_window": "C3 body C13 I2",
    "map": "computation C4", "scatter": "C6 update_computation C23", "sort": "comparator C5", "compare": "C3",
    "select_and_scatter": "C1 C3 C2 select scatter C9 C10"}
#: Operations whose result has the type of an operand's elements, also where others are more precise.
_KEEPS: Final = {"clamp": 1, "dynamic_update_slice": 0}

#: Operations whose operands must have the same type, also where it is floating point.
_EXACT: Final = {"triangular_solve"}

_default_shape = lru_cache(4096)(lambda type: Shape.of_type(type).with_default_layout())


def _word(kind: type[Op]) -> str:
    return kind.name.partition(".")[2]


def refuse(op: Any, label: str, cls: type[Op] | None = None, attributes: Any = None) -> NoReturn:
    """Says in XLA's words which constraint of its definition an operation breaks; in the definition's where XLA has none."""
    kind = cls or getattr(op, "stands_for", type(op))
    if kind is not type(op) or attributes is not None:
        op = kind(op.operands, (), attributes if attributes is not None else op.attributes)
    words = WORDS.get(f"{_word(kind)}_{label.lower()}")
    if words is None:
        words = next(c.message for c in kind.checks if c.label == label)
    fail(said(words, op))


def results(op: Any, shapes: Sequence[Shape], cls: type[Op] | None = None, **changed: Any) -> list[Shape]:
    """The shapes that an operation gives, in the default layout. InputError where it breaks a constraint of its definition.

    `cls` is the operation of StableHLO that it stands for, `shapes` that one's operands, `changed` attributes of it.
    """
    kind = cls or getattr(op, "stands_for", type(op))
    view = check(op, shapes, kind, **changed)
    found = [_default_shape(type) for type in view.inferred_types()]
    if any(IMPOSSIBLE in shape.dimensions for shape in found):
        fail(f"{_word(kind)} gives a size that is negative or too large for 64 bits")
    if any(s.is_dynamic for s in shapes):
        flags = _flags(view, kind, shapes, found[0])
        found = [array(s.element_type, zip(s.dimensions, flags if s.rank == len(flags) else s.dynamic_dimensions)) for s in found]
    keeps = _KEEPS.get(_word(kind))
    return found if keeps is None or not shapes[keeps].element_type.is_float else [
        s.replace(element_type=shapes[keeps].element_type) for s in found]


def check(op: Any, shapes: Sequence[Shape], cls: type[Op] | None = None, **changed: Any) -> Any:
    """The operation as it is judged. InputError where its operands or attributes break a constraint of its definition."""
    kind = cls or getattr(op, "stands_for", type(op))
    floats = {s.element_type for s in shapes if s.is_array and s.element_type.is_float} if _word(kind) not in _EXACT else set()
    is_plain = kind is type(op) and not changed and len(floats) < 2 and len(shapes) == len(op.operands) and not any(
        s.is_dynamic for s in shapes)
    widest = max(floats, key=precision) if len(floats) > 1 else None
    view = op if is_plain else _view(op, kind, [_judged(s, widest) for s in shapes], changed)
    for field in kind.definition.operands:
        members = getattr(view, field.name)
        for k, value in enumerate(members if field.is_variadic else () if members is None else (members,)):
            if field.constraint is not None and not field.constraint.holds(value.type):
                _refuse_operand(op, kind, field, shapes[view.operands.index(value)], k)
    for constraint in _checks(kind):
        if not constraint.holds(view):
            refuse(op, constraint.label, kind, None if is_plain else view.attributes)
    return view


@lru_cache(256)
def _checks(kind: type[Op]) -> list[Check]:
    """The constraints of a definition in XLA's order."""
    first, last = (text.split() for text in _ORDER.get(_word(kind), ("", "")))
    left_out = _NOT.get(_word(kind), "").split()

    def place(constraint: Check) -> int:
        label = constraint.label
        return first.index(label) if label in first else len(first) + (label in last)

    return sorted([c for c in kind.checks if not c.only_warns and c.label not in left_out], key=place)


def _refuse_operand(op: Op, kind: type[Op], field: Any, shape: Shape, number: int) -> NoReturn:
    code = f"{_word(kind)}_i{field.position + 1}"
    name = _word(kind).replace("_", "-")
    if not shape.is_array:
        fail(f"Expected array argument for {ARRAYS.get(code, f'{field.name} of {name}')}, but got {plain(shape)}.")
    wanted = str(field.constraint).replace(" or per-tensor quantized tensor", "").replace("tensor of ", "")
    words = WORDS.get(code, f"Expected {wanted} in argument to {name} operation; got {shape.element_type.text.upper()}.")
    fail(said(words, op))


def _judged(shape: Shape, widest: Any) -> Any:
    """The type of an operand whose bounds are sizes."""
    if not shape.is_array:
        return logical_type(shape.to_type())
    type = shape.element_type
    return TensorType(shape.dimensions, (widest if widest is not None and type.is_float else type).scalar)


def _view(op: Any, kind: type[Op], types: Sequence[Any], changed: dict[str, Any]) -> Any:
    """Another operation on operands of these types; the regions are lent, and stay those of `op`."""
    fields = kind.definition.attribute_fields
    made = {name: fields[name].constraint.make(value) for name, value in changed.items()}
    view = kind([Value(type) for type in types], (), {**op.attributes, **made})
    view.regions = op.regions
    return view


# Which sizes are bounds.


def _flags(view: Any, kind: type[Op], shapes: Sequence[Shape], found: Shape) -> Sequence[bool]:
    own = _OWN.get(_word(kind))
    if own is not None:
        return own(view, shapes, found)
    types: list[Any] = [TensorType(tuple(DYNAMIC if b else n for n, b in sizes_of(s)), v.type.element) if s.is_array else v.type
                        for v, s in zip(view.operands, shapes)]
    return [n == DYNAMIC for n in _view(view, kind, types, {}).inferred_types()[0].shape]


def _whole(sizes: Sequence[int], shape: Shape) -> list[bool]:
    """Of a part of an array the dimensions that it takes whole are bounds where the array's are."""
    return [b and n == m != UNBOUNDED for n, (m, b) in zip(sizes, sizes_of(shape))]


def _gathered(view: Any, shapes: Sequence[Shape], found: Shape) -> list[bool]:
    numbers = view.dimension_numbers
    dropped = {*numbers.collapsed_slice_dims, *numbers.operand_batching_dims}
    windows = iter([b for d, b in enumerate(_whole(view.slice_sizes, shapes[0])) if d not in dropped])
    rows = iter([b for d, b in enumerate(shapes[1].dynamic_dimensions) if d != numbers.index_vector_dim])
    return [next(windows) if d in numbers.offset_dims else next(rows) for d in range(found.rank)]


def _joined(view: Any, shapes: Sequence[Shape], found: Shape) -> list[bool]:
    """Along the dimension any bound counts, elsewhere that of a size that is known."""
    return [n == UNBOUNDED or any(b and (d == view.dimension or m != UNBOUNDED) for m, b in column)
            for d, (n, column) in enumerate(zip(found.dimensions, zip(*map(sizes_of, shapes))))]


#: Rules for operations whose sizes do not follow from sizes alone.
_OWN: Final[dict[str, Callable[[Any, Sequence[Shape], Shape], Sequence[bool]]]] = {
    "slice": lambda view, s, found: [b and n != 1 for b, n in zip(s[0].dynamic_dimensions, found.dimensions)],
    "dynamic_slice": lambda view, s, found: _whole(view.slice_sizes, s[0]),
    "gather": _gathered,
    "concatenate": _joined,
    "top_k": lambda view, s, found: [*s[0].dynamic_dimensions[:-1], _whole(found.dimensions, s[0])[-1]],
    "fft": lambda view, s, found: [*s[0].dynamic_dimensions[:-1], s[0].dynamic_dimensions[-1] and (
        found.dimensions[-1] == UNBOUNDED or s[0].dimensions[-1] != UNBOUNDED)],
}
