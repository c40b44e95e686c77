"""Scalar expressions -> LLVM values, one vector of elements at a time.

An `Emitter` emits into a function under construction, in the scopes and with the vector variable of `indices`; what scalars
read, and what is stored, goes through `accesses`. Before a loop is entered, `hoist` emits what its body needs and what does not
change in it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from hloom.codegen.llvm.accesses import AccessEmitter
from hloom.codegen.llvm.builder import Value, constant, zero
from hloom.codegen.llvm.functions import apply_function, convert_part, quotients_of_bf16, splat, splat_constant
from hloom.codegen.llvm.types import lanes, register_type, vector
from hloom.expr.index import (
    Constant,
    IndexExpr,
    RuntimeValue,
    Variable,
    interval_of,
    linear_combination,
    runtime_values_of,
    split_affine,
)
from hloom.expr.scalar import (
    Apply,
    Argument,
    FromIndex,
    Literal,
    Read,
    Reduction,
    ReductionResult,
    Scalar,
    Select,
    free_variables,
    index_variables,
    walk,
)
from hloom.numbers.element_type import BF16, ELEMENT_TYPES, F16, F32, ElementType
from hloom.support.diagnostics import InternalError

_I32, _I64 = ELEMENT_TYPES["i32"], ELEMENT_TYPES["i64"]


class Emitter(AccessEmitter):
    """Emits scalar expressions at the end of `function`; see the module's description."""

    #: Scalars that do not depend on the vector variable, and are bound to registers whose lanes differ nevertheless.
    _given: Collection[Scalar] = ()

    @contextmanager
    def given_lanes(self, scalars: Collection[Scalar]) -> Iterator[None]:
        """While lanes of these scalars differ, to which registers are bound, though they do not depend on the vector variable."""
        self._given = scalars
        yield
        self._given = ()

    # -- scalars ----------------------------------------------------------------------------------------------------
    def value(self, node: Scalar) -> Any:
        """The register value of a scalar: uniform, or with a lane for each value of the vector variable."""
        found = self.bound.get(node)
        if found is not None:
            return found
        # Functions of functions are as long as programs: their arguments come first, without recursion.
        pending = [node]
        while pending:
            last = pending[-1]
            missing = [c for c in last.children if self.bound.get(c) is None] if isinstance(last, Apply) else []
            if missing:
                pending += reversed(missing)
                continue
            pending.pop()
            if self.bound.get(last) is None:
                self.bound[last] = self._emit(last)
        return self.bound.get(node)

    def vector_value(self, node: Scalar) -> Any:
        """The register value of a scalar in all lanes."""
        return self.spread(self.value(node))

    def _emit(self, node: Scalar) -> Any:
        match node:
            case Literal():
                return splat_constant(node.value, node.type, 1)
            case Read():
                return self.read(node)
            case FromIndex():
                part = self._number_of(node.index, node.type.part)
                return (part, zero(part.type)) if node.type.is_complex else part
            case Apply():
                return self._apply(node)
            case Select():
                return self._select(node)
            case ReductionResult():
                self.sequential_reduction(node.reduction)
                return self.bound.get(node)
            case _:
                raise InternalError(f"the placeholder {node} has no value here")

    def _number_of(self, index: IndexExpr, type: ElementType) -> Value:
        """An index as a number. One that is known to be small goes through 32 bits, but for numbers of 64 that a processor makes
        of as many at once, and to a narrow float from one that holds it."""
        least, most = interval_of(index)
        value, target = self.index(index), self.f.module.target
        is_wide = type.width == 64 and (type.is_integer or (target is not None and target.has_masks))
        if is_wide or not -(1 << 31) <= least <= most < 1 << 31:
            return convert_part(self.f, value, _I64, type)
        value = self.f.cast("trunc", value, "i32")
        if type in (BF16, F16) and max(-least, most) <= 1 << 24:
            return convert_part(self.f, convert_part(self.f, value, _I32, F32), F32, type)
        return convert_part(self.f, value, _I32, type)

    def _apply(self, node: Apply) -> Any:
        arguments = [self.bound[c] for c in node.children]
        if any(_lanes(a) > 1 for a in arguments):
            arguments = [self.spread(a) if _lanes(a) == 1 and not _is_literal(a) else splat(self.f, a, self.lane_count)
                         if _lanes(a) == 1 else a for a in arguments]
            if node.function == "divide" and node.type is BF16 and not self._has_lanes(node.children[1]):
                divisor = node.children[1]
                known = float(divisor.value) if isinstance(divisor, Literal) else None
                return quotients_of_bf16(self.f, arguments[0], arguments[1], known)
        return apply_function(self.f, node, arguments)

    def _select(self, node: Select) -> Any:
        condition = self.predicate(node.condition)
        if lanes(condition.type) == 1:
            return self._branch(condition, node)
        arms = []
        outer = self.mask
        for arm, negated in ((node.then, False), (node.otherwise, True)):
            wanted = self.f.binary("xor", condition, 1) if negated else condition
            self.mask = wanted if outer is None else self.f.binary("and", self.spread(outer), wanted)
            with self.scope():
                arms.append(self.vector_value(arm))
        self.mask = outer
        return over_parts(lambda a, b: self.f.select(condition, a, b), *arms)

    def _branch(self, condition: Value, node: Select) -> Any:
        """A choice that is the same in all lanes: only the chosen arm runs. The result is uniform unless an arm has lanes."""
        width = self.lane_count if self._has_lanes(node) else 1
        into = vector(register_type(node.type), width)
        count = 2 if node.type.is_complex else 1
        slots = [self.f.variable(zero(into)) for _ in range(count)]

        def arm(scalar: Scalar) -> Callable[[], None]:
            def emit() -> None:
                with self.scope():
                    result = self.value(scalar) if width == 1 else self.vector_value(scalar)
                    for slot, part in zip(slots, result if type(result) is tuple else (result,)):
                        self.f.set(slot, part)

            return emit

        self.f.if_else(condition, arm(node.then), arm(node.otherwise))
        values = [self.f.get(slot) for slot in slots]
        return tuple(values) if count == 2 else values[0]

    def _has_lanes(self, node: Scalar) -> bool:
        """Whether the register of a scalar may have lanes that differ: it depends on the vector variable, on placeholders, or on
        what such registers were given for."""
        if self.lane_count == 1:
            return False
        return (self.vector is not None and self.vector in free_variables(node)) or any(
            isinstance(n, Argument) or n in self._given for n in walk(node))

    # -- reductions --------------------------------------------------------------------------------------------------------
    def sequential_reduction(self, reduction: Reduction) -> None:
        """Emits a reduction as loops, the accumulators in registers (vectors where anything depends on the vector variable);
        binds its results in the current scope."""
        is_vector = self.vector is not None and any(
            self.vector in free_variables(ReductionResult(reduction, k)) for k in range(len(reduction.initial)))
        spread = self.spread if is_vector else lambda a: a
        slots = [over_parts(self.f.variable, spread(self.value(x))) for x in reduction.initial]
        self._reduction_loops(list(reduction.variables), reduction, slots, spread)
        for k, slot in enumerate(slots):
            self.bind(ReductionResult(reduction, k), over_parts(self.f.get, slot))

    def _reduction_loops(self, remaining: list[Variable], reduction: Reduction, slots: list[Any],
                         spread: Callable[[Any], Any]) -> None:
        if not remaining:
            elements = [spread(self.value(v)) for v in reduction.values]
            current = [over_parts(self.f.get, slot) for slot in slots]
            for slot, new in zip(slots, self.combine(reduction, current, elements)):
                over_parts(self.f.set, slot, spread(new))
            return
        variable, *rest = remaining
        if variable.bounds.is_empty:
            return  # nothing may be read before a loop that has no turn
        self.hoist(reduction.values, set(remaining))
        with self.f.loop(variable.bounds.lower, variable.bounds.upper + 1) as k, self.scope({variable: k}):
            self._reduction_loops(rest, reduction, slots, spread)

    def combine(self, reduction: Reduction, accumulators: Sequence[Any], elements: Sequence[Any]) -> list[Any]:
        """One step of a reduction on registers of any lane count."""
        placeholders = dict(zip((*reduction.accumulators, *reduction.elements), (*accumulators, *elements)))
        count = max(_lanes(a) for a in placeholders.values())
        outer, self.lane_count = self.lane_count, count
        with self.scope(placeholders):
            results = [self.spread(self.value(c)) for c in reduction.combined]
        self.lane_count = outer
        return results

    # -- hoisting -----------------------------------------------------------------------------------------------------
    def hoist(self, roots: Sequence[Scalar], changing: set[Variable], lane_count: int = 1) -> None:
        """Emits what the roots need and what does not depend on the variables `changing`, before their loops.

        With a `lane_count` uniform values are also spread for the vector loop that follows. Nothing is emitted from the
        arms of a Select, which may not be evaluated unless they are chosen.
        """
        outer, self.lane_count = self.lane_count, max(lane_count, self.lane_count)
        pending: list[tuple[Scalar, frozenset[Variable]]] = [(root, frozenset(changing)) for root in reversed(roots)]
        seen: set[tuple[Scalar, frozenset[Variable]]] = set()
        while pending:
            node, blocked = pending.pop()
            if (node, blocked) in seen or isinstance(node, Literal | Argument) or self.bound.get(node) is not None:
                continue
            seen.add((node, blocked))
            if blocked.isdisjoint(free_variables(node)) and self._may_move(node):
                self.spread(self.value(node))
            elif isinstance(node, Read):
                self._hoist_read(node, blocked, pending)
            elif isinstance(node, FromIndex):
                self._hoist_index(node.index, blocked)
            elif isinstance(node, Select):
                for constraint in node.condition.constraints:
                    self._hoist_index(constraint.expression, blocked)
            else:
                inner = blocked | set(node.reduction.variables) if isinstance(node, ReductionResult) else blocked
                pending.extend((c, inner) for c in reversed(node.children))
        self.lane_count = outer

    def _may_move(self, root: Scalar) -> bool:
        """Whether a scalar may be computed ahead of where it stands: it has no placeholder, which only has a value inside
        the reduction that binds it, and reads nothing volatile."""
        pending, seen = [root], set()
        while pending:
            node = pending.pop()
            if isinstance(node, Argument) or (isinstance(node, Read) and node.source in self.volatile):
                return False
            if id(node) not in seen:
                seen.add(id(node))
                pending.extend(node.children)
        return True

    def _hoist_read(self, node: Read, blocked: frozenset[Variable], pending: list[Any]) -> None:
        offset = self.offset(node)
        self.hoist_table(node, blocked)
        for v in runtime_values_of(offset):
            if blocked.isdisjoint(free_variables(v.value)):
                self.index(v)
            else:
                pending.append((v.value, blocked))
        pointer, rest = self._base(node)
        constant_part, terms = split_affine(rest)
        moving = blocked if self.vector is None else blocked | {self.vector}
        fixed = {t: c for t, c in terms.items() if moving.isdisjoint(index_variables(t))}
        if fixed:
            pointer = self._advance(pointer, linear_combination(fixed.items()), node.type)
            rest = linear_combination([(t, c) for t, c in terms.items() if t not in fixed], constant_part)
            self.bind(("base", node), (pointer, rest))
        else:
            for term in terms:
                self._hoist_index(term, blocked)

    def _hoist_index(self, expression: IndexExpr, blocked: frozenset[Variable]) -> None:
        if isinstance(expression, Constant | Variable):
            return
        if blocked.isdisjoint(index_variables(expression)):
            self.index(expression)
        else:
            for child in expression.children:
                self._hoist_index(child, blocked)

    def runtime_index(self, expression: RuntimeValue) -> Value:
        """The run-time index: the scalar's value as an i64, clamped to the variable's bounds."""
        type, (low, high) = expression.value.type, expression.bounds
        value = self.value(expression.value)
        lowest, highest = (0, (1 << type.width) - 1) if type.kind in ("uint", "pred") else (
            -(1 << (type.width - 1)), (1 << (type.width - 1)) - 1)
        if type.kind == "pred" or not lowest <= low <= highest or high < lowest:
            type, value = _I64, convert_part(self.f, value, type, _I64)
        sign = "u" if type.kind == "uint" else "s"  # bounds of its own type leave it in half as many registers
        if lowest < low:
            value = self.f.intrinsic(f"{sign}max", value, constant(value.type, low))
        if highest > high:
            value = self.f.intrinsic(f"{sign}min", value, constant(value.type, high))
        return convert_part(self.f, value, type, _I64)


def over_parts(function: Callable[..., Any], *registers: Any) -> Any:
    """Applies a function to registers, part by part where they are complex pairs (Variables and Values are tuples too)."""
    first = registers[0]
    if type(first) is tuple:
        return tuple(function(*parts) for parts in zip(*registers))
    return function(*registers)


def _lanes(a: Any) -> int:
    return lanes(a[0].type) if type(a) is tuple else lanes(a.type)


def _is_literal(a: Any) -> bool:
    return not (a[0] if type(a) is tuple else a).name.startswith("%")
