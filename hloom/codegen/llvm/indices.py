"""Index expressions and predicates -> LLVM values, in nested scopes of bound variables.

Index variables are bound to i64 values; at most one of them, the vector variable, stands for consecutive values in the
lanes of a vector. What does not depend on it stays one value ("uniform") until it meets a vector. Every value is emitted
once a scope; a loop body is a scope inside the loop around it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from hloom.codegen.llvm.builder import Function, Value, constant_vector, zero
from hloom.codegen.llvm.functions import splat
from hloom.codegen.llvm.types import lanes
from hloom.expr.index import (
    Constant,
    FloorDiv,
    IndexExpr,
    Maximum,
    Minimum,
    Mod,
    Product,
    RuntimeValue,
    Sum,
    Variable,
    interval_of,
)
from hloom.expr.interval import INT64_MAX
from hloom.expr.predicate import ALWAYS, NEVER, Predicate
from hloom.support.diagnostics import InternalError


class IndexEmitter:
    """Emits index expressions at the end of `function`; see the module's description.

    `lane_count` is the number of elements that the vector variable stands for at once.
    """

    def __init__(self, function: Function) -> None:
        self.f = function
        self.vector: Variable | None = None
        self.lane_count = 1
        #: What has a value in this scope or those around it, with that.
        self.bound: dict[Any, Any] = {}

    def runtime_index(self, expression: RuntimeValue) -> Value:
        """The value of an index that depends on data."""
        raise InternalError(f"the run-time index {expression} has no value here")

    # -- scopes and bindings --------------------------------------------------------------------------------------
    @contextmanager
    def scope(self, bindings: Mapping[Any, Any] | None = None) -> Iterator[None]:
        """Values emitted inside are forgotten afterwards; `bindings` give variables and placeholders their values."""
        outer = self.bound
        self.bound = {**outer, **(bindings or {})}
        yield
        self.bound = outer

    @contextmanager
    def vectorised(self, variable: Variable, start: Value, lane_count: int) -> Iterator[None]:
        """A scope in which `variable` is start, start + 1, ... in `lane_count` lanes (none: a plain binding)."""
        outer = self.vector, self.lane_count
        if lane_count > 1:
            self.vector, self.lane_count = variable, lane_count
        with self.scope({variable: start}):
            yield
        self.vector, self.lane_count = outer

    def bind(self, key: Any, value: Any) -> None:
        """Gives a variable, placeholder or scalar its value in the current scope."""
        self.bound[key] = value

    def spread(self, a: Any) -> Any:
        """A register in all lanes; splats are emitted once a scope."""
        if type(a) is tuple:
            return tuple(map(self.spread, a))
        count = lanes(a.type)
        if count == self.lane_count:
            return a
        if count > 1:  # a store of it would reach past its place
            raise InternalError(f"code generation: a register of type {a.type} where there are {self.lane_count} lanes")
        if not a.name.startswith("%"):
            return splat(self.f, a, self.lane_count)
        key = ("splat", a, self.lane_count)
        found = self.bound.get(key)
        if found is None:
            found = self.bound[key] = splat(self.f, a, self.lane_count)
        return found

    # -- expressions ------------------------------------------------------------------------------------------------
    def predicate(self, condition: Predicate) -> Value:
        """The truth of a predicate: i1, or a vector of i1 where it depends on the vector variable."""
        found = self.bound.get(condition)
        if found is not None:
            return found
        if condition is ALWAYS or condition is NEVER:
            return Value("i1", "true" if condition is ALWAYS else "false")
        result: Value | None = None
        for constraint in condition.constraints:
            value = self.index(constraint.expression)
            known, (low, high) = interval_of(constraint.expression), constraint.interval
            tests = []
            if low > known.lower and high < known.upper and 0 <= high - low < INT64_MAX:
                tests.append(self.f.compare("ule", self.f.sub(value, low), high - low))
            elif low > known.lower:
                tests.append(self.f.compare("sge", value, low))
            elif high < known.upper:
                tests.append(self.f.compare("sle", value, high))
            for test in tests:
                if result is not None and lanes(result.type) != lanes(test.type):
                    result, test = self.spread(result), self.spread(test)
                result = test if result is None else self.f.binary("and", result, test)
        result = result or Value("i1", "true")
        self.bound[condition] = result
        return result

    def index(self, expression: IndexExpr) -> Value:
        """The i64 value of an index expression; a vector where it depends on the vector variable."""
        if isinstance(expression, Variable) and expression is self.vector:
            return self._lane_indices(self.bound[expression])
        found = self.bound.get(expression)
        if found is None:
            found = self.bound[expression] = self._emit_index(expression)
        return found

    def _lane_indices(self, start: Value) -> Value:
        key = ("lanes", self.vector)
        found = self.bound.get(key)
        if found is None:
            steps = constant_vector("i64", range(self.lane_count))
            found = self.bound[key] = self.f.add(splat(self.f, start, self.lane_count), steps)
        return found

    def _emit_index(self, expression: IndexExpr) -> Value:
        match expression:
            case Constant():
                return Value("i64", str(expression.value))
            case Sum():
                result: Value | None = None
                for term, factor in expression.terms:
                    value = self.index(term)
                    value = value if factor == 1 else self.f.binary("mul", value, factor, "nsw")
                    result = value if result is None else self._pairwise("add", result, value, "nsw")
                assert result is not None
                return self.f.binary("add", result, expression.constant, "nsw") if expression.constant else result
            case Product():
                result = self.index(expression.factors[0])
                for factor in expression.factors[1:]:
                    result = self._pairwise("mul", result, self.index(factor), "nsw")
                return result
            case FloorDiv() | Mod():
                return self._division(expression)
            case Minimum() | Maximum():
                a, b = self._matched(self.index(expression.left), self.index(expression.right))
                return self.f.intrinsic("smin" if isinstance(expression, Minimum) else "smax", a, b)
            case RuntimeValue():
                return self.runtime_index(expression)
            case _:
                raise InternalError(f"the index variable {expression} has no value here")

    def _matched(self, a: Value, b: Value) -> tuple[Value, Value]:
        if lanes(a.type) != lanes(b.type):
            a, b = self.spread(a), self.spread(b)
        return a, b

    def _pairwise(self, opcode: str, a: Value, b: Value, flags: str = "") -> Value:
        return self.f.binary(opcode, *self._matched(a, b), flags)

    def _division(self, expression: FloorDiv | Mod) -> Value:
        """floordiv and mod: unsigned where the dividend cannot be negative, by bits where the divisor is a power of two, else
        corrected after truncation."""
        right = expression.right.value if isinstance(expression.right, Constant) else 0
        if right > 0 and right & (right - 1) == 0 and interval_of(expression.left).lower < 0:
            a = self.index(expression.left)
            return self.f.binary("and", a, right - 1) if isinstance(expression, Mod) else self.f.binary(
                "ashr", a, right.bit_length() - 1)
        a, b = self._matched(self.index(expression.left), self.index(expression.right))
        is_mod = isinstance(expression, Mod)
        if interval_of(expression.left).lower >= 0 and interval_of(expression.right).lower > 0:
            return self.f.binary("urem" if is_mod else "udiv", a, b)
        remainder = self.f.binary("srem", a, b)
        negative = self.f.compare("slt", remainder, 0)
        if is_mod:
            return self.f.add(remainder, self.f.select(negative, self.f.intrinsic("abs", b, Value("i1", "false")), zero(b.type)))
        quotient = self.f.binary("sdiv", a, b)
        return self.f.sub(quotient, self.f.cast("zext", negative, "i64"))
