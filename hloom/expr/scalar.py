"""Scalar expressions: one element of a result in terms of elements of operands.

An operation's `element` method builds one of these once, and everything else reads it: the evaluator of expressions
(tests: `eval == element`), the indexing maps (which element is read where), fusion (a `Read` is replaced by its
producer's expression) and the code generator (the body of a loop nest).

Scalars are immutable and interned, so a shared subexpression is one object. Each has an `ElementType`. Indices inside
a `Read` are index expressions (`expr.index`); an index that depends on data is a `runtime_value` of a scalar.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from hloom.expr.index import IndexExpr, RuntimeValue, Simplifier, Variable, lift, runtime_value, runtime_values_of
from hloom.expr.interning import INTERNED, enter
from hloom.expr.interval import Interval
from hloom.expr.predicate import ALWAYS, NEVER, Predicate
from hloom.expr.variables import Substitution, substitute
from hloom.numbers.element_type import PRED, ElementType

_new: Final = object.__new__


class Scalar:
    """Base of scalar expressions.

    `children` are the scalars directly inside, `inside` also those on whose values an index of the node depends.
    """

    __slots__ = ("__weakref__", "_collected", "_nesting", "_within", "children", "free", "inside", "type")

    type: ElementType
    children: tuple[Scalar, ...]
    inside: tuple[Scalar, ...]
    #: Set by `free_variables` when it is first asked, as `_within` by `walk` and `_collected` by `reads` and `reductions`.
    free: frozenset[Variable]
    _within: tuple[Scalar, ...]
    _collected: tuple[tuple[Read, ...], tuple[Reduction, ...]]
    _nesting: int

    def __add__(self, other: Scalar) -> Scalar:
        return apply("add", self, other)

    def __sub__(self, other: Scalar) -> Scalar:
        return apply("subtract", self, other)

    def __mul__(self, other: Scalar) -> Scalar:
        return apply("multiply", self, other)

    def __truediv__(self, other: Scalar) -> Scalar:
        return apply("divide", self, other)

    def __neg__(self) -> Scalar:
        return apply("negate", self)

    def __repr__(self) -> str:
        return f"<{self}>"


class Literal(Scalar):
    """A constant; `value` is a NumPy scalar of the type's dtype, told apart by its bits (so -0 is not 0)."""

    __slots__ = ("value",)
    value: Any

    def __new__(cls, value: Any, type: ElementType) -> Literal:
        stored = type.dtype.type(value)
        key = (cls, stored.tobytes(), type)
        reference = INTERNED.get(key)
        if reference is not None and (found := reference()) is not None:
            return found
        made = _new(cls)
        made.value, made.type, made.children, made.inside = stored, type, (), ()
        return enter(key, made)

    def __str__(self) -> str:
        return str(self.value)


class Argument(Scalar):
    """A placeholder: a parameter of a scalar function (the body of a reduction, map or sort); each is unique."""

    __slots__ = ("hint",)

    def __new__(cls, type: ElementType, hint: str = "x") -> Argument:
        made = _new(cls)
        made.type, made.children, made.inside, made.hint = type, (), (), hint
        return made

    def __str__(self) -> str:
        return self.hint


class Read(Scalar):
    """The element of `source` at `index`. To this layer a source is any object; operations use their operand values."""

    __slots__ = ("index", "source")
    source: Any
    index: tuple[IndexExpr, ...]

    def __new__(cls, source: Any, index: Sequence[IndexExpr | int], type: ElementType) -> Read:
        lifted = tuple([k if isinstance(k, IndexExpr) else lift(k) for k in index])
        key = (cls, source, lifted, type)
        reference = INTERNED.get(key)
        if reference is not None and (found := reference()) is not None:
            return found
        made = _new(cls)
        made.source, made.index, made.type, made.children = source, lifted, type, ()
        made.inside = _runtime_values(lifted)
        return enter(key, made)

    def __str__(self) -> str:
        return f"{getattr(self.source, 'name', None) or 'operand'}[{', '.join(map(str, self.index))}]"


class FromIndex(Scalar):
    """An index as a number (iota), converted to `type` as from a 64-bit integer."""

    __slots__ = ("index",)
    index: IndexExpr

    def __new__(cls, index: IndexExpr | int, type: ElementType) -> FromIndex:
        lifted = lift(index)
        key = (cls, lifted, type)
        reference = INTERNED.get(key)
        if reference is not None and (found := reference()) is not None:
            return found
        made = _new(cls)
        made.index, made.type, made.children, made.inside = lifted, type, (), _runtime_values((lifted,))
        return enter(key, made)

    def __str__(self) -> str:
        return f"{self.type}({self.index})"


class Apply(Scalar):
    """A function of scalars, named as its StableHLO operation without the dialect (`add`, `exponential`, `compare`).

    `parameters` are the function's own constants: `("LT", "SIGNED")` for compare, `(exponent, mantissa)` bits for
    reduce_precision; the target type of convert and bitcast_convert is the node's type. The bits of 6-bit numbers may be read as
    an unsigned byte with zeros above, and back.
    """

    __slots__ = ("function", "parameters")
    function: str
    parameters: tuple[Any, ...]

    def __new__(cls, function: str, arguments: tuple[Scalar, ...], type: ElementType, parameters: tuple[Any, ...] = ()) -> Apply:
        key = (cls, function, arguments, type, parameters)
        reference = INTERNED.get(key)
        if reference is not None and (found := reference()) is not None:
            return found
        made = _new(cls)
        made.function, made.type, made.parameters = function, type, parameters
        made.children = made.inside = arguments
        return enter(key, made)

    def __str__(self) -> str:
        inside = ", ".join([*map(str, self.children), *map(str, self.parameters)])
        return f"{self.function}({inside})"


class Select(Scalar):
    """`then` where `condition` holds, else `otherwise`. Only the chosen arm may read: the other may be out of range.

    `condition` is a Predicate on indices. (A choice by data is `Apply("select", ...)`, both arms of which are defined.)
    """

    __slots__ = ("condition",)
    condition: Predicate

    def __new__(cls, condition: Predicate, then: Scalar, otherwise: Scalar) -> Select:
        key = (cls, condition, then, otherwise)
        reference = INTERNED.get(key)
        if reference is not None and (found := reference()) is not None:
            return found
        made = _new(cls)
        made.condition, made.children, made.type = condition, (then, otherwise), then.type
        made.inside = (then, otherwise, *_runtime_values(condition.intervals))
        return enter(key, made)

    @property
    def then(self) -> Scalar:
        return self.children[0]

    @property
    def otherwise(self) -> Scalar:
        return self.children[1]

    def __str__(self) -> str:
        return f"({self.then} if {self.condition} else {self.otherwise})"


class Reduction:
    """A reduction of one or several accumulators over `variables`, the last one running fastest.

    Accumulator k starts as `initial[k]`; each step replaces all of them by `combined`, scalars in terms of the
    placeholders `accumulators` and `elements`, where element k stands for `values[k]`, a scalar over the variables.
    Variables carry their own bounds. A reduction's values are `ReductionResult`s. `reorderable` says that the specification
    leaves the order open (the combination is associative), as for the body of a reduce operation.
    """

    __slots__ = ("accumulators", "combined", "elements", "initial", "reorderable", "values", "variables")

    def __init__(self, variables: tuple[Variable, ...], initial: tuple[Scalar, ...], values: tuple[Scalar, ...],
                 accumulators: tuple[Argument, ...], elements: tuple[Argument, ...], combined: tuple[Scalar, ...],
                 reorderable: bool = True) -> None:
        self.variables, self.initial, self.values = variables, initial, values
        self.accumulators, self.elements, self.combined, self.reorderable = accumulators, elements, combined, reorderable

    def __str__(self) -> str:
        over = ", ".join(f"{v} in {v.bounds}" for v in self.variables)
        return f"reduction({over}; from {', '.join(map(str, self.initial))}: {', '.join(map(str, self.combined))} of " \
               f"{', '.join(map(str, self.values))})"


class ReductionResult(Scalar):
    """Accumulator number `number` after the whole reduction."""

    __slots__ = ("number", "reduction")
    reduction: Reduction
    number: int

    def __new__(cls, reduction: Reduction, number: int) -> ReductionResult:
        key = (cls, id(reduction), number)
        reference = INTERNED.get(key)
        if reference is not None and (found := reference()) is not None:
            return found
        made = _new(cls)
        made.reduction, made.number, made.type = reduction, number, reduction.accumulators[number].type
        made.children = made.inside = (*reduction.initial, *reduction.values)
        return enter(key, made)

    def __str__(self) -> str:
        return f"{self.reduction}" if len(self.reduction.combined) == 1 else f"{self.reduction}.{self.number}"


def apply(function: str, *arguments: Scalar, type: ElementType | None = None, parameters: tuple[Any, ...] = ()) -> Scalar:
    """`Apply` with the type of the first argument unless `type` says otherwise."""
    return Apply(function, arguments, type or arguments[0].type, parameters)


def compare(a: Scalar, b: Scalar, direction: str, kind: str) -> Scalar:
    """`direction` EQ, NE, GE, GT, LE or LT; `kind` FLOAT, TOTALORDER, SIGNED or UNSIGNED."""
    return Apply("compare", (a, b), PRED, (direction, kind))


def convert(a: Scalar, type: ElementType) -> Scalar:
    return a if a.type is type else Apply("convert", (a,), type)


def select(condition: Predicate | Scalar, then: Scalar, otherwise: Scalar) -> Scalar:
    """A choice by index (Predicate) or by data (a pred scalar)."""
    if isinstance(condition, Predicate):
        if condition is ALWAYS:
            return then
        if condition is NEVER:
            return otherwise
        return then if then is otherwise else Select(condition, then, otherwise)
    return Apply("select", (condition, then, otherwise), then.type)


def index_of(value: Scalar, lower: int, upper: int) -> IndexExpr:
    """An integer scalar as an index, clamped to [lower, upper]: a runtime variable of the indexing map."""
    return runtime_value(value, Interval(lower, upper))


def reduction(variables: Sequence[Variable], initial: Sequence[Scalar], values: Sequence[Scalar],
         combine: Callable[..., Sequence[Scalar]], reorderable: bool = True) -> tuple[Scalar, ...]:
    """Reductions `values` (scalars over `variables`) with `combine(*accumulators, *elements) -> new accumulators`."""
    accumulators = tuple(Argument(x.type, "accumulator") for x in initial)
    elements = tuple(Argument(x.type, "element") for x in values)
    made = Reduction(tuple(variables), tuple(initial), tuple(values), accumulators, elements,
                tuple(combine(*accumulators, *elements)), reorderable)
    return tuple(ReductionResult(made, k) for k in range(len(accumulators)))


class Rewriter:
    """Rebuilds scalars bottom-up under a substitution of index variables, placeholders and reads.

    `index` maps variables to index expressions, `scalars` maps scalars (placeholders, or any node) to scalars, and
    `read(source, index)` may replace a read by a scalar (None keeps it). Shared nodes are rebuilt once.
    """

    def __init__(self, index: Mapping[Variable, IndexExpr] | None = None, scalars: Mapping[Scalar, Scalar] | None = None,
                 read: Callable[[Any, tuple[IndexExpr, ...]], Scalar | None] | None = None) -> None:
        self.index: Mapping[Variable, IndexExpr] = index or {}
        self.memo: dict[Scalar, Scalar] = dict(scalars) if scalars else {}
        self.reductions: dict[int, Reduction] = {}
        self.read = read
        self._substitution = Substitution(index) if index else None

    def __call__(self, root: Scalar) -> Scalar:
        memo, rebuild = self.memo, self._rebuild
        pending = [root] if root not in memo else []  # each one inside of the one before
        while pending:
            node = pending[-1]
            for child in reversed(node.children):
                if child not in memo:
                    if child.children:
                        pending.append(child)
                        break
                    memo[child] = rebuild(child)  # most nodes are leaves
            else:
                memo[node] = rebuild(node)
                pending.pop()
        return memo[root]

    def at(self, expression: IndexExpr) -> IndexExpr:
        """An index under the substitution; the scalars inside runtime values are rewritten too."""
        if expression.depends_on_data:
            return self._at_data(expression)
        return expression if self._substitution is None else self._substitution(expression)

    def _at_data(self, expression: IndexExpr) -> IndexExpr:
        mapping = dict(self.index)
        for v in runtime_values_of(expression):
            if v not in self.index:
                rewritten = self(v.value)
                if rewritten is not v.value:
                    mapping[v] = runtime_value(rewritten, v.bounds)
        return expression if expression.free_variables.isdisjoint(mapping) else substitute(expression, mapping)

    def where(self, predicate: Predicate) -> Predicate:
        return Predicate.of((self.at(c.expression), c.interval) for c in predicate.constraints)

    def _rebuild(self, node: Scalar) -> Scalar:
        if type(node) is Apply:
            arguments = tuple(map(self.memo.__getitem__, node.children))
            return node if arguments == node.children else Apply(node.function, arguments, node.type, node.parameters)
        if type(node) is Read:
            index = tuple(map(self.at, node.index))
            replaced = self.read(node.source, index) if self.read else None
            if replaced is not None:
                return replaced
            return node if index == node.index else Read(node.source, index, node.type)
        match node:
            case FromIndex():
                return FromIndex(self.at(node.index), node.type)
            case Select():
                return select(self.where(node.condition), self.memo[node.then], self.memo[node.otherwise])
            case ReductionResult():
                return ReductionResult(self._reduction(node.reduction), node.number)
            case _:
                return node

    def _reduction(self, old: Reduction) -> Reduction:
        made = self.reductions.get(id(old))
        if made is None:
            initial, values = [tuple(map(self.memo.__getitem__, parts)) for parts in (old.initial, old.values)]
            same = initial == old.initial and values == old.values
            made = old if same else Reduction(old.variables, initial, values, old.accumulators, old.elements, old.combined,
                                         old.reorderable)
            self.reductions[id(old)] = made
        return made


class Simplifying(Rewriter):
    """A rewriter that simplifies indices and predicates under the variables' own bounds."""

    def __init__(self, index: Mapping[Any, IndexExpr] | None = None) -> None:
        super().__init__(index)
        self._simplifier = Simplifier()

    def at(self, expression: IndexExpr) -> IndexExpr:
        return self._simplifier.simplify(super().at(expression))

    def where(self, predicate: Predicate) -> Predicate:
        return super().where(predicate).simplify()


def walk(root: Scalar) -> tuple[Scalar, ...]:
    """Every distinct scalar inside `root`, parents first, including those inside of runtime index values; looked for once."""
    inside = root.inside
    if not inside:
        return (root,)
    within = getattr(root, "_within", None)
    if within is not None:
        return (root, *within)
    found: dict[Scalar, None] = {}
    pending = [*inside[::-1]]
    while pending:
        node = pending.pop()
        if node not in found:
            found[node] = None
            if inside := node.inside:  # most nodes are leaves
                pending += inside[::-1]
    root._within = tuple(found)  # without the root, which would hold itself
    return (root, *found)


def indices(node: Scalar) -> tuple[IndexExpr, ...]:
    """The index expressions that stand directly in a node."""
    match node:
        case Read():
            return node.index
        case FromIndex():
            return (node.index,)
        case Select():
            return tuple(c.expression for c in node.condition.constraints)
        case _:
            return ()


def _runtime_values(expressions: Iterable[IndexExpr]) -> tuple[Scalar, ...]:
    """The scalars on whose values index expressions depend."""
    return tuple([v.value for e in expressions if e.depends_on_data for v in runtime_values_of(e)])


def reads(*roots: Scalar) -> tuple[Read, ...]:
    """The distinct reads inside scalars, in order of appearance."""
    return _collected(roots[0])[0] if len(roots) == 1 else _union([_collected(root)[0] for root in roots])


def unconditional_reads(roots: Iterable[Scalar]) -> tuple[Read, ...]:
    """The distinct reads that are done whatever choices come to, and once, not by a reduction."""
    found: dict[Scalar, None] = dict.fromkeys(roots)
    pending = list(found)
    while pending:
        node = pending.pop()
        if isinstance(node, Apply):
            pending += [c for c in node.children if c not in found]
            found.update(dict.fromkeys(node.children))
    return tuple([node for node in found if isinstance(node, Read)])


def reductions(*roots: Scalar) -> tuple[Reduction, ...]:
    """The distinct reductions inside scalars, in order of appearance."""
    return _collected(roots[0])[1] if len(roots) == 1 else _union([_collected(root)[1] for root in roots])


def _collected(root: Scalar) -> tuple[tuple[Read, ...], tuple[Reduction, ...]]:
    """The reads and the reductions inside `root`, looked for once."""
    if not root.inside:
        return ((root,) if type(root) is Read else (), ())
    found = getattr(root, "_collected", None)
    if found is None:
        nodes = walk(root)
        results = [n for n in nodes if type(n) is ReductionResult]
        found = tuple([n for n in nodes if type(n) is Read]), tuple(dict.fromkeys([n.reduction for n in results]))
        root._collected = found
    return found


def nesting(root: Scalar) -> int:
    """How many choices, reductions and indices that depend on data stand inside of each other, at most."""
    if not root.inside:
        return 0
    pending = [root]
    while pending:
        node = pending[-1]
        inside = [n for n in node.inside if n.inside]  # leaves have none
        missing = [n for n in inside if not hasattr(n, "_nesting")]
        if missing:
            pending.extend(missing)
            continue
        pending.pop()
        is_level = isinstance(node, Select | ReductionResult) or len(node.inside) > len(node.children)
        node._nesting = max([n._nesting for n in inside], default=0) + is_level
    return root._nesting


def _union(parts: list[tuple[Any, ...]]) -> tuple[Any, ...]:
    return parts[0] if len(parts) == 1 else tuple(dict.fromkeys([part for several in parts for part in several]))


_NOTHING: frozenset[Variable] = frozenset()


def free_variables(root: Scalar) -> frozenset[Variable]:
    """The index variables on which a scalar's value depends; variables of reductions inside it are bound, not free.

    A runtime index counts for what its value depends on, not as a variable.
    """
    found = getattr(root, "free", None)
    if found is not None:
        return found
    pending = [root]
    while pending:
        node = pending[-1]
        missing = [n for n in node.inside if not hasattr(n, "free")]
        if missing:
            pending.extend(missing)
            continue
        pending.pop()
        if not hasattr(node, "free"):
            free = _NOTHING.union(*[c.free for c in node.children], *[index_variables(e) for e in indices(node)])
            node.free = free.difference(node.reduction.variables) if isinstance(node, ReductionResult) else free
    return root.free


def index_variables(expression: IndexExpr) -> frozenset[Variable]:
    """The variables on which an index depends, runtime indices replaced by those of their values."""
    found = expression.free_variables
    if not expression.depends_on_data:
        return found
    return _NOTHING.union(*(free_variables(v.value) if isinstance(v, RuntimeValue) else {v} for v in found))
