"""What is known of an operation beside its constraints: an example that runs, the formula of an element, how exact compiled code
is, and which engine computes which element types. All of it is asked of the definition, the evaluator and the compiler."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from hloom.expr.index import RuntimeValue, Symbol, fresh
from hloom.expr.scalar import Apply, Read, ReductionResult, Scalar
from hloom.ir.attributes import StringAttr, TypeAttr
from hloom.ir.core import Operation
from hloom.ir.types import FunctionType, TensorType
from hloom.numbers.element_type import ELEMENT_TYPES
from hloom.ops.builtin.function import Function, FunctionReturn
from hloom.ops.definition.examples import example_of
from hloom.ops.definition.operation import Op
from hloom.pipeline import parse, stages
from hloom.reference.api import evaluate
from hloom.support.diagnostics import InternalError, UserError
from hloom.support.records import computed_once, dataclass
from hloom.text.values import made_up_arguments
from hloom.verify import verify
from hloom.verify.catalogue import constraints_of

#: Functions of numbers whose compiled results have the evaluator's bits.
EXACT = frozenset({
    "abs", "add", "and", "ceil", "clamp", "compare", "complex", "convert", "count_leading_zeros", "divide", "floor", "imag",
    "is_finite", "maximum", "minimum", "multiply", "negate", "not", "or", "popcnt", "real", "reduce_precision", "remainder",
    "round_nearest_afz", "round_nearest_even", "select", "shift_left", "shift_right_arithmetic", "shift_right_logical", "sign",
    "sqrt", "subtract", "xor", "bitcast", "bitcast_convert",
})
SAME_BITS = "compiled code and the evaluator give the same bits"
TWO_UNITS = "compiled code is within 2 units in the last place of the exact result"
#: Functions made of series, which cancel in places.
SERIES = frozenset({"bessel_i1e", "digamma", "erf_inv", "lgamma", "polygamma", "zeta"})
SOME_UNITS = ("compiled code is within some units in the last place of the exact result (bessel_i1e in f64: 12), except near "
              "zeros of the gamma family, where the error is small in absolute terms")
ANY_ORDER = ("compiled code may combine in another order, and in f32 what is narrower: it differs from the evaluator by the "
             "rounding of such sums; integers, truth values, minima and maxima have the same bits")
_SPECIFICATION = "https://github.com/openxla/stablehlo/blob/main/docs/spec.md"
#: Where dialects are described as a whole.
_WHERE = {"stablehlo": _SPECIFICATION, "hlo": "https://openxla.org/xla/operation_semantics",
          "chlo": "https://openxla.org/stablehlo/generated/chlo", "sdy": "https://openxla.org/shardy/sdy_dialect"}
_NAME = re.compile(r"\b([a-z]+)\d+\b(?![\[(])")


@dataclass(frozen=True)
class Native:
    """Where an element type is computed, with the other parts of the example as they are."""

    type: str
    #: Whether compiled code computes it itself; else it calls the evaluator.
    compiled: bool


class Facts:
    """Facts of an operation; those that are computed are computed when they are asked for."""

    def __init__(self, op: type[Op]) -> None:
        self.op = op

    @computed_once
    def example(self) -> Any:
        """The module of the example, changed to return the operation's results from @main where it lies in a function."""
        return _returning(self.op, example_of(self.op) or "")

    @computed_once
    def operation(self) -> Operation | None:
        """The operation in its example."""
        return next((op for op in self.example.walk() if op.name == self.op.name), None)

    @property
    def example_text(self) -> str:
        """The example as a program, in pretty form where there is one."""
        text = str(self.example)
        return text if text.endswith("\n") else f"{text}\n"

    def run(self) -> tuple[list[Any], list[Any]] | None:
        """Arguments made up for the example and what the evaluator gives for them; None where the example alone cannot run:
        it has no results, or needs other processes or what the user registers."""
        function = self.example.functions.get("main")
        if function is None or not function.function_type.outputs or not isinstance(self.operation, Op):
            return None
        try:
            arguments = made_up_arguments(function.function_type.inputs)
            return arguments, list(evaluate(self.example, *arguments))
        except UserError:
            return None

    def formulas(self) -> list[str]:
        """`result[d0, d1] = ...`: an element of each result of the example, in terms of elements of the operands."""
        lines = []
        for name, dims, scalar in self._elements():
            indices = {v for node in _inside(scalar) if isinstance(node, Read)
                       for k in node.index for v in k.free_variables if isinstance(v, RuntimeValue)}
            where = [f"{v} = {v.value}" for v in sorted(indices, key=lambda v: v.number)]
            text = f"{name}[{', '.join(map(str, dims))}] = {scalar}{' where ' if where else ''}{', '.join(where)}"
            lines.append(_renumbered(text, [str(d) for d in dims]))
        return lines

    def _elements(self) -> Iterator[tuple[str, tuple[Symbol, ...], Scalar]]:
        op = self.operation
        if op is None or self.op.element is None or not op.results:
            return
        for value, name in [*zip(op.operands, _names(op, self.op.definition.operands)),
                            *zip(op.results, _names(op, self.op.definition.results))]:
            value.name = name  # what formulas call it
        types = [r.type for r in op.results]
        if not all(isinstance(t, TensorType) and t.is_static for t in types):
            return
        dims = tuple(fresh(n, f"i{k}") for k, n in enumerate(types[0].shape))  # type: ignore[union-attr]
        made = op.element(dims)  # type: ignore[attr-defined]
        if made is None:
            return
        for result, scalar in zip(op.results, made if isinstance(made, tuple) else (made,)):
            yield str(result.name), dims, scalar

    def functions(self) -> set[str]:
        """The functions of numbers of which the formula is made; `sum` for a reduction whose order may show."""
        found: set[str] = set()
        pending: list[Scalar] = [scalar for _, _, scalar in self._elements()]
        seen: set[int] = set()
        while pending:
            node = pending.pop()
            if id(node) in seen:
                continue
            seen.add(id(node))
            if isinstance(node, ReductionResult):
                found.add("sum")
                pending.extend((*node.reduction.values, *node.reduction.initial))
            elif isinstance(node, Apply):
                found.add(node.function)
            pending.extend(node.children)
        return found

    def tolerance(self) -> str | None:
        """How far compiled code and the evaluator may be apart; None for what computes nothing itself."""
        if self.op.control is not None or not self.op.definition.results:
            return None
        if self.op.is_contraction:
            return ANY_ORDER
        if self.op.element is None:
            if self.op.decompose is not None or self.op.expand is not None:
                return "that of the operations which it stands for"
            return SAME_BITS if self.op.moves is not None else None
        functions = self.functions()
        if not functions and self.op.moves is None and not self.op.is_generator:
            return None  # the example has no formula
        if "sum" in functions:
            return ANY_ORDER
        return SAME_BITS if functions <= EXACT else SOME_UNITS if functions & SERIES else TWO_UNITS

    def native(self) -> list[Native]:
        """The element types that the operation takes in the place of its example's, and where each is computed."""
        operation = self.operation
        values = [] if operation is None else [*operation.operands, *operation.results]
        types = [v.type.element for v in values if isinstance(v.type, TensorType)]
        if not types or "main" not in self.example.functions or self.example.is_hlo:
            return []
        if not all(isinstance(v.type, TensorType) for v in values):
            return []  # tuples and tokens have no element type of their own
        text = self.example.to_text(generic=True)
        pattern = re.compile(rf"(?<=[<x]){re.escape(str(types[0]))}(?=>)")
        found = []
        for name in ELEMENT_TYPES:
            try:
                module = parse(pattern.sub(name, text))
                verify(module)
            except UserError:
                continue
            found.append(Native(name, _is_compiled(module)))
        return found

    def section(self) -> str | None:
        """Where the operation is specified."""
        dialect, _, mnemonic = self.op.name.partition(".")
        if dialect == "stablehlo" and any(c.number is not None for c in constraints_of(self.op)):
            return f"{_SPECIFICATION}#{mnemonic}"
        return _WHERE.get(dialect)


def _renumbered(text: str, dims: list[str]) -> str:
    """A formula with its variables numbered from 0: `i0, i1, ...` for the result's dimensions."""
    names = {name: f"i{k}" for k, name in enumerate(dims)}
    count = Counter[str]()

    def renamed(match: re.Match[str]) -> str:
        if match[0] in ELEMENT_TYPES:
            return match[0]
        if match[0] not in names:
            names[match[0]] = f"{match[1]}{count[match[1]]}"
            count[match[1]] += 1
        return names[match[0]]

    return _NAME.sub(renamed, text)


def _inside(root: Scalar) -> Iterator[Scalar]:
    pending, seen = [root], set[int]()
    while pending:
        node = pending.pop()
        if id(node) not in seen:
            seen.add(id(node))
            yield node
            pending.extend(node.children)


def _names(op: Operation, fields: Any) -> Iterator[str]:
    """The names of operands or results as the definition calls them, numbered where a field has several."""
    for field in fields:
        found = getattr(op, field.name)
        if field.is_variadic:
            yield from (f"{field.key}{k}" for k in range(len(found)))
        elif found is not None:
            yield field.key


def _returning(cls: type[Op], text: str) -> Any:
    module: Any = parse(text, format="auto")
    if module.is_hlo:
        return module
    for function in module.functions.values():
        for op in function.body.block.operations if function.body.blocks else ():
            end = function.body.block.terminator
            if op.name == cls.name and op is not end and isinstance(end, FunctionReturn) and isinstance(function, Function):
                end.operands = list(op.results)
                type = FunctionType(function.function_type.inputs, tuple(r.type for r in op.results))
                function.attributes["function_type"] = TypeAttr(type)
                function.attributes["sym_name"] = StringAttr("main")
                return parse(module.to_text(generic=True))
    return module


def _is_compiled(module: Any) -> bool:
    try:
        return not stages(module).program.callbacks
    except (UserError, InternalError):
        return False


def shown_array(value: Any) -> str:
    """The elements of an array in one line or a few."""
    array = np.asarray(value)
    if array.dtype.kind == "V" or array.dtype.isbuiltin != 1:
        array = array.astype(np.int64 if "int" in array.dtype.name else np.float64)
    return np.array2string(array, threshold=24, edgeitems=2, precision=6)
