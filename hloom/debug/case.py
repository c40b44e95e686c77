"""A program of one function `main` with its arguments, and programs made of a part of it.

Where a part is cut off, what it took from the rest becomes an argument, with the value that the evaluator computes there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from hloom.debug.fragments import Fragment, constant_of, fragment
from hloom.ir.attributes import DenseElementsAttr
from hloom.ir.core import Block, Operation, Value
from hloom.ir.types import DYNAMIC, TensorType
from hloom.numbers.convert import convert
from hloom.numbers.element_type import of_dtype
from hloom.ops.builtin.module import Module
from hloom.ops.definition.traits import Control
from hloom.reference.api import evaluate
from hloom.support.diagnostics import UserError

#: Bytes of values that are kept, and that the evaluator may take to compute them.
_MOST_KEPT, _MEMORY = 1 << 28, 8 << 30
#: Elements of a constant that are few enough to be read in a report.
FEW = 16


class Case(NamedTuple):
    """A program and the arguments of its `main`."""

    module: Module
    arrays: Sequence[np.ndarray]

    @property
    def block(self) -> Block:
        """The body of `main`."""
        return self.module.functions["main"].body.block

    @property
    def operations(self) -> list[Operation]:
        """The operations of `main`, constants and the return apart."""
        return [op for op in self.block.operations if not op.is_terminator and constant_of(op) is None]

    @property
    def count(self) -> int:
        """Operations of the whole program, also in regions and functions; constants, returns and what holds others apart."""
        return sum(1 for op in self.module.walk() if is_counted(op))


def is_counted(op: Operation) -> bool:
    """Whether an operation computes something: no constant, no return, no function."""
    is_container = getattr(op, "control", None) is Control.CONTAINER
    return not (op.is_terminator or is_container or constant_of(op) is not None)


def elements(type: Any) -> int:
    """Elements of a tensor's type; sizes that are not known count 1, other types 0."""
    return int(np.prod([1 if n == DYNAMIC else n for n in type.shape], dtype=object)) if isinstance(type, TensorType) else 0


def size(case: Case) -> tuple[int, ...]:
    """How large a case is, what matters most first: operations, results, elements of all values, arguments and constants,
    attributes."""
    every = case.module.walk()
    constants = [a for op in every if isinstance(a := constant_of(op), DenseElementsAttr)]
    types = [v.type for op in every for v in (*op.results, *(a for r in op.regions for b in r.blocks for a in b.arguments))]
    return (case.count, len(case.block.terminator.operands), sum(map(elements, types)),
            2 * len(case.arrays) + sum(1 if c.is_splat or c.type.size <= FEW else 3 for c in constants),
            sum(len(op.attributes) for op in every) + sum(map(len, _argument_attributes(case))))


def is_smaller(case: Case, other: Case) -> bool:
    """Whether a case is smaller than another, or of the same size and its numbers are plainer. A reduction ends, since each
    case that it takes is."""
    sizes = size(case), size(other)
    return sizes[0] < sizes[1] or (sizes[0] == sizes[1] and _plainness(case) < _plainness(other))


def _plainness(case: Case) -> int:
    constants = [constant_of(op) for op in case.module.walk()]
    return sum(map(plainness, [*case.arrays, *(c.data for c in constants if isinstance(c, DenseElementsAttr))]))


def _argument_attributes(case: Case) -> list[Any]:
    function = case.module.functions["main"]
    return [d.entries for a in (function.attributes.get("arg_attrs"), function.attributes.get("res_attrs"))
            for d in getattr(a, "values", ())]


def plainness(array: np.ndarray) -> int:
    """How plain numbers are: 0 zeros, 1 ones, 2 one number, 3 whole numbers, 4 of two decimals, 5 others."""
    if not array.size:
        return 0
    flat = array.reshape(-1)
    if flat[-1:].tobytes() == flat[:1].tobytes() and array.tobytes() == flat[:1].tobytes() * array.size:
        return 0 if not array.any() else 1 if bool(flat[0] == 1) else 2
    for digits in (0, 2):
        if rounded(array, digits).tobytes() == array.tobytes():
            return 3 + digits // 2
    return 5


def rounded(array: np.ndarray, digits: int) -> np.ndarray:
    """Numbers with so many decimals; whole numbers of few digits where there are none."""
    type = of_dtype(array.dtype)
    if not (type.is_float or type.is_complex):
        return array
    with np.errstate(all="ignore"):
        wide = array if type.is_complex else array.astype(np.float64)
        return np.round(wide, digits).astype(array.dtype)


class Values:
    """Values that the evaluator computes for the operations of a case; those of small programs are computed once.

    A value that it cannot compute is drawn. `seconds` bound an evaluation.
    """

    def __init__(self, case: Case, seconds: float) -> None:
        self.case, self.seconds = case, seconds
        self._known: dict[Value, Any] = dict(zip(case.block.arguments, case.arrays))

    def of(self, wanted: Iterable[Value]) -> dict[Value, np.ndarray]:
        """The values of these: tensors that operations of `main` give, or its arguments."""
        wanted = list(dict.fromkeys(wanted))
        missing = [v for v in wanted if v not in self._known]
        if not missing:
            return {v: self._known[v] for v in wanted}
        every: list[Value] = [r for op in self.case.operations for r in op.results if isinstance(r.type, TensorType)]
        if sum(elements(v.type) * v.type.storage.dtype.itemsize for v in every) <= _MOST_KEPT:  # type: ignore[union-attr]
            missing = list(dict.fromkeys([*missing, *(v for v in every if v not in self._known)]))
            self._known.update(self._computed(missing))
            return {v: self._known[v] for v in wanted}
        return {**{v: self._known[v] for v in wanted if v in self._known}, **self._computed(missing)}

    def _computed(self, wanted: list[Value]) -> dict[Value, np.ndarray]:
        part = fragment(self.case.module, wanted, self.case.block.arguments)
        arrays = [self._known[v] for v in part.arguments]
        try:
            found = evaluate(part.module, *arrays, time_limit=self.seconds, memory_limit=_MEMORY)
        except UserError:
            return {v: drawn(v.type, k) for k, v in enumerate(wanted)}
        return dict(zip(wanted, map(np.asarray, found)))


def drawn(type: Any, seed: int) -> np.ndarray:
    """An array of a tensor's type: floats between 1/2 and 2, integers from 0 to 3."""
    generator = np.random.default_rng(seed)
    shape = tuple(1 if n == DYNAMIC else n for n in type.shape)
    if type.storage.kind == "pred" or type.storage.is_integer:
        return convert(generator.integers(0, 2 if type.storage.width < 4 else 4, shape), type.storage)
    if type.storage.is_complex:
        return generator.uniform(0.5, 2, shape).astype(type.storage.dtype)
    return convert(generator.uniform(0.5, 2, shape), type.storage)


def part(case: Case, values: Values, results: Sequence[Value], given: Iterable[Value] = ()) -> Case:
    """The case with these results, in which `given` values are arguments as far as they are needed, with what they are."""
    return with_values(fragment(case.module, results, given), values)


def with_values(made: Fragment, values: Values) -> Case:
    """A fragment of a case with its arguments."""
    known = values.of(made.arguments)
    return Case(made.module, [np.array(known[v], order="C") for v in made.arguments])


def alone(case: Case) -> Case:
    """The case without what its results do not need."""
    return part(case, Values(case, 0), list(case.block.terminator.operands))

