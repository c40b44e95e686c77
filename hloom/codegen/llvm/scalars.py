"""Scalar expressions -> LLVM values, one vector of elements at a time.

An `Emitter` emits into a function under construction, in the scopes and with the vector variable of `indices`. Before a
loop is entered, `hoist` emits what its body needs and what does not change in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import prod
from typing import Any

from hloom.analysis.places import offset
from hloom.codegen.llvm.builder import Function
from hloom.codegen.llvm.element_types import bytes_of, register_type, storage_type
from hloom.codegen.llvm.functions import apply_function, convert_part, quotients_of_bf16, splat, splat_constant
from hloom.codegen.llvm.indices import IndexEmitter
from hloom.codegen.llvm.masks import first_of, load_masked, store_masked
from hloom.codegen.llvm.memory_forms import from_memory, to_memory
from hloom.codegen.llvm.strided import is_near, neighbours, reversed_lanes, strided_lanes
from hloom.codegen.llvm.values import Value, bits_of, constant, lanes, vector, zero
from hloom.expr.access import coefficient
from hloom.expr.index import (
    ZERO,
    Constant,
    IndexExpr,
    RuntimeValue,
    Simplifier,
    Variable,
    interval_of,
    linear_combination,
    runtime_values_of,
    split_affine,
)
from hloom.expr.interval import Interval
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
    unconditional_reads,
    walk,
)
from hloom.numbers.element_type import BF16, ELEMENT_TYPES, ElementType
from hloom.support.diagnostics import InternalError

_I64 = ELEMENT_TYPES["i64"]


class Emitter(IndexEmitter):
    """Emits scalar expressions at the end of `function`; see the module's description.

    `pointer_of(source)` gives the address of a read's source; `room_behind(source)` bytes behind it that may be touched, too.
    """

    def __init__(self, function: Function, pointer_of: Callable[[Any], Value],
                 room_behind: Callable[[Any], int] = lambda source: 0) -> None:
        super().__init__(function)
        self.pointer_of, self.room_behind = pointer_of, room_behind
        #: The lanes that are read and stored.
        self.mask: Value | None = None
        #: The mask of the rest of a loop, and how many of its lanes count and do not.
        self._rest: tuple[Value, int, int] | None = None
        #: Sources that change while the kernel runs: their elements are read anew each time.
        self.volatile: set[Any] = set()
        self._offsets: dict[Read, IndexExpr] = {}
        #: Reads that share registers: the first of each group, how far behind it they lie, and how far the last of them does.
        self._neighbours: Mapping[Read, tuple[Read, int, int]] = {}
        self._simplifier = Simplifier()

    @contextmanager
    def first_lanes(self, count: int, width: int) -> Iterator[Value]:
        """The rest of a loop: only the first `count` of `width` lanes are read and stored in the block. Yields their mask."""
        mask = self.mask = first_of(width, count)
        self._rest = mask, count, width - count
        yield mask
        self.mask = self._rest = None

    @contextmanager
    def lanes_below(self, count: Value, width: int) -> Iterator[Value]:
        """The same of so many lanes as are known when the code runs."""
        numbers = Value(vector("i32", width), "<" + ", ".join(f"i32 {k}" for k in range(width)) + ">")
        mask = self.mask = self.f.compare("slt", numbers, self.f.splat(self.f.cast("trunc", count, "i32"), width))
        yield mask
        self.mask = None

    def fills(self, source: Any, type: ElementType) -> bool:
        """Whether the lanes that count in the rest of a loop are all of a source, and others have room behind it."""
        return self._has_room(source, type) and self._rest is not None and prod(source.shape) == self._rest[1]

    def _has_room(self, source: Any, type: ElementType) -> bool:
        if self._rest is None or self.mask is not self._rest[0]:
            return False
        return self._rest[2] * bytes_of(type) <= self.room_behind(source)

    # -- scalars ----------------------------------------------------------------------------------------------------
    def value(self, node: Scalar) -> Any:
        """The register value of a scalar: uniform, or with a lane for each value of the vector variable."""
        found = self.find(node)
        if found is not None:
            return found
        # Functions of functions are as long as programs: their arguments come first, without recursion.
        pending = [node]
        while pending:
            last = pending[-1]
            missing = [c for c in last.children if self.find(c) is None] if isinstance(last, Apply) else []
            if missing:
                pending += reversed(missing)
                continue
            pending.pop()
            if self.find(last) is None:
                self.scopes[-1][last] = self._emit(last)
        return self.find(node)

    def vector_value(self, node: Scalar) -> Any:
        """The register value of a scalar in all lanes."""
        return self.spread(self.value(node))

    def _emit(self, node: Scalar) -> Any:
        match node:
            case Literal():
                return splat_constant(node.value, node.type, 1)
            case Read():
                return self._read(node)
            case FromIndex():
                part = convert_part(self.f, self.index(node.index), _I64, node.type.part)
                return (part, zero(part.type)) if node.type.is_complex else part
            case Apply():
                return self._apply(node)
            case Select():
                return self._select(node)
            case ReductionResult():
                self.sequential_reduction(node.reduction)
                return self.find(node)
            case _:
                raise InternalError(f"the placeholder {node} has no value here")

    def _apply(self, node: Apply) -> Any:
        arguments = [self.find(c) for c in node.children]
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
        """Whether the register of a scalar may have lanes: it depends on the vector variable, or on placeholders."""
        if self.lane_count == 1:
            return False
        return (self.vector is not None and self.vector in free_variables(node)) or any(
            isinstance(n, Argument) for n in walk(node))

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
            if (node, blocked) in seen or isinstance(node, Literal | Argument) or self.find(node) is not None:
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
        type, bounds = expression.value.type, expression.bounds
        value = convert_part(self.f, self.value(expression.value), type, _I64)
        if type.kind == "uint" and type.width == 64:
            value = self.f.intrinsic("umin", value, constant(value.type, (1 << 63) - 1))
        lowest, highest = (0, (1 << type.width) - 1) if type.kind in ("uint", "pred") else (
            -(1 << (type.width - 1)), (1 << (type.width - 1)) - 1)
        if lowest < bounds.lower:
            value = self.f.intrinsic("smax", value, constant(value.type, bounds.lower))
        return self.f.intrinsic("smin", value, constant(value.type, bounds.upper)) if highest > bounds.upper else value

    # -- reads ----------------------------------------------------------------------------------------------------------
    def offset(self, node: Read) -> IndexExpr:
        """The simplified offset of a read, in elements from its source's start."""
        found = self._offsets.get(node)
        if found is None:
            # The one element of a source is where it begins, whatever an index in an arm that is not chosen comes to.
            is_single = prod(node.source.shape) == 1
            found = ZERO if is_single else offset(node.source.shape, node.index, self._simplifier)
            self._offsets[node] = found
        return found

    def _advance(self, pointer: Value, offset: IndexExpr, type: ElementType) -> Value:
        """The address `offset` elements (of `type`, uniform) after `pointer`. Addresses that differ by a constant are steps from
        one that is emitted once a scope."""
        constant_part, terms = split_affine(offset)
        if terms:
            varying = linear_combination(terms.items()) if constant_part else offset
            key = "address", pointer, varying, storage_type(type)
            found = self.find(key)
            if found is None:
                index = self.index(varying)
                index = self.f.mul(index, 2) if type.is_complex else index
                found = self.scopes[-1][key] = self.f.address(pointer, index, storage_type(type))
            pointer = found
        return self._at(pointer, constant_part, type)

    def _at(self, pointer: Value, count: int, type: ElementType) -> Value:
        """The address so many elements after `pointer`."""
        return self.f.address(pointer, count * (2 if type.is_complex else 1), storage_type(type))

    def _read(self, node: Read) -> Any:
        if prod(node.source.shape) == 0:
            return splat_constant(node.type.dtype.type(0), node.type, 1)
        pointer, rest = self._base(node)
        if self.vector is None or self.vector not in index_variables(rest):
            return self._read_uniform(node, pointer, rest)
        place = self.lane_address(node)
        if place is not None and self._is_strided(node, place[1]):
            return self._strided(node, *place)
        if place is None or place[1] not in (1, -1):
            return self._gather(node, pointer, self.spread(self.index(rest)))
        address, step = place
        if step == -1:
            back = (1 - self.lane_count) * (2 if node.type.is_complex else 1)
            address = self.f.address(address, back, storage_type(node.type))
        if step == 1 and self._has_room(node.source, node.type):
            return from_memory(self.f, self.f.load(vector(storage_type(node.type), self.lane_count), address), node.type)
        return from_memory(self.f, self._load_lanes(node.type, address, step), node.type)

    def _base(self, node: Read) -> tuple[Value, IndexExpr]:
        """An address that has been emitted for a read, and the offset that is still to be added."""
        return self.find(("base", node)) or (self.pointer_of(node.source), self.offset(node))

    def lane_address(self, node: Read) -> tuple[Value, int] | None:
        """The address of the first lane of a read (or of a store's target, stated as a read) and the number of elements
        from lane to lane; None if the lanes lie irregularly."""
        pointer, rest = self._base(node)
        vector = self.vector
        if vector is None or vector not in index_variables(rest):
            return self._advance(pointer, rest, node.type), 0
        step = coefficient(rest, vector)
        start_of, terms = split_affine(rest)
        if step is None or any(vector in index_variables(t) for t in terms if t is not vector):
            return None
        base = linear_combination([(t, c) for t, c in terms.items() if t is not vector])
        start = self.find(vector)
        key = "lanes", pointer, base, start, step, storage_type(node.type)
        first = self.find(key)
        if first is None:
            scale = step * (2 if node.type.is_complex else 1)
            first = self.f.address(self._advance(pointer, base, node.type),
                                   start if scale == 1 else self.f.binary("mul", start, scale), storage_type(node.type))
            self.bind(key, first)
        return self._at(first, start_of, node.type), step

    def _load_lanes(self, type: ElementType, address: Value, step: int) -> Any:
        """Loads consecutive elements (backwards for a step of -1) as stored; complex numbers as two vectors."""
        n = self.lane_count
        order = list(range(n)) if step == 1 else list(reversed(range(n)))
        if type.is_complex:
            mask = None if self.mask is None else self.f.shuffle(self._ordered_mask(step), None, [k // 2 for k in range(2 * n)])
            both = self._load(vector(storage_type(type), 2 * n), address, mask)
            return self.f.shuffle(both, None, [2 * k for k in order]), self.f.shuffle(both, None, [2 * k + 1 for k in order])
        loaded = self._load(vector(storage_type(type), n), address, None if self.mask is None else self._ordered_mask(step))
        return loaded if step == 1 else self.f.shuffle(loaded, None, order)

    def _ordered_mask(self, step: int) -> Value:
        assert self.mask is not None
        mask = self.spread(self.mask)
        return mask if step == 1 else self.f.shuffle(mask, None, list(reversed(range(self.lane_count))))

    def _load(self, type: str, address: Value, mask: Value | None) -> Value:
        if mask is None:
            return self.f.load(type, address)
        return load_masked(self.f, type, address, mask, zero(type))

    def _read_uniform(self, node: Read, pointer: Value, rest: IndexExpr) -> Any:
        last = prod(node.source.shape) - 1
        if self.mask is not None and not Interval(0, last).encloses(interval_of(self.offset(node))):
            # The arm may not be chosen in any lane: keep the address inside the buffer.
            inside = self.f.intrinsic("smax", self.index(self.offset(node)), Value("i64", "0"))
            index = self.f.intrinsic("smin", inside, Value("i64", str(last)))
            index = self.f.mul(index, 2) if node.type.is_complex else index
            address = self.f.address(self.pointer_of(node.source), index, storage_type(node.type))
        else:
            address = self._advance(pointer, rest, node.type)
        stored = storage_type(node.type)
        if node.type.is_complex:
            return self.f.load(stored, address), self.f.load(stored, self.f.address(address, 1, stored))
        return from_memory(self.f, self.f.load(stored, address), node.type)

    def _is_strided(self, node: Read, step: int) -> bool:
        """Whether the lanes of a read, `step` elements apart, are to be picked out of registers: none of them may be excluded
        from being touched."""
        if not is_near(storage_type(node.type), step * (2 if node.type.is_complex else 1)):
            return False
        if self._rest is not None and (self.mask is not self._rest[0] or step < 0 or
                                       self._rest[2] * step * bytes_of(node.type) > self.room_behind(node.source)):
            return False
        return self.mask is None or Interval(0, prod(node.source.shape) - 1).encloses(interval_of(self.offset(node)))

    @contextmanager
    def sharing_registers(self, roots: Sequence[Scalar]) -> Iterator[None]:
        """While some scalars are emitted: their reads that are always done share registers where their lanes lie between each
        other's."""
        if self.vector is not None:
            always = [r for r in unconditional_reads(roots) if r.source not in self.volatile]
            self._neighbours = neighbours([(r, self.offset(r)) for r in always], self.vector)
        yield
        self._neighbours = {}

    def _strided(self, node: Read, address: Value, step: int) -> Any:
        """Loads lanes `step` elements apart, for all reads between whose elements they lie at once."""
        leader, distance, span = self._neighbours.get(node, (node, 0, 0))
        parts = 2 if node.type.is_complex else 1
        key = "windows", leader, self.lane_count
        windows = self.find(key)
        if windows is None:
            stored = storage_type(node.type)
            if leader is not node:
                place = self.lane_address(leader)
                assert place is not None
                address = place[0]
            if step < 0:
                address = self.f.address(address, step * (self.lane_count - 1) * parts, stored)
            windows = strided_lanes(self.f, address, stored, self.lane_count, abs(step) * parts, (span + 1) * parts - 1)
            self.bind(key, windows)
        loaded = [windows.lanes(distance * parts + part) for part in range(parts)]
        loaded = reversed_lanes(self.f, loaded) if step < 0 else loaded
        return tuple(loaded) if node.type.is_complex else from_memory(self.f, loaded[0], node.type)

    def _gather(self, node: Read, pointer: Value, offsets: Value) -> Any:
        """Loads lanes from anywhere; lanes that the mask excludes are not touched."""
        stored = storage_type(node.type)
        offsets = self.f.mul(offsets, 2) if node.type.is_complex else offsets
        n = self.lane_count
        mask = constant(vector("i1", n), True) if self.mask is None else self.spread(self.mask)
        loaded = []
        for part in range(2 if node.type.is_complex else 1):
            index = self.f.add(offsets, part) if part else offsets
            addresses = self.f.value(vector("ptr", n), f"getelementptr {stored}, {pointer}, {index}")
            type = vector(stored, n)
            align = Value("i32", str(max(bits_of(stored) // 8, 1)))
            loaded.append(self.f.intrinsic("masked.gather", addresses, align, mask, zero(type), result=type,
                                           overload=(type, addresses.type)))
        return tuple(loaded) if node.type.is_complex else from_memory(self.f, loaded[0], node.type)

    # -- stores ---------------------------------------------------------------------------------------------------------
    def store(self, a: Any, type: ElementType, address: Value, streaming: tuple[int, Value | None] | None = None) -> None:
        """Stores a register (uniform: one element; vector: consecutive elements) of `type` at `address`, the lanes of the mask if
        there is one; past the caches where that is a multiple of so many bytes, if a condition holds."""
        if type.is_complex:
            self._store_complex(a, address)
            return
        stored = to_memory(self.f, a, type)
        if self.mask is not None:
            store_masked(self.f, stored, address, self.mask)
        elif streaming is None:
            self.f.store(stored, address)
        elif streaming[1] is None:
            self.f.store(stored, address, streaming[0], nontemporal=True)
        else:
            self.f.if_else(streaming[1], lambda: self.f.store(stored, address, streaming[0], nontemporal=True),
                           lambda: self.f.store(stored, address))

    def _store_complex(self, a: tuple[Value, Value], address: Value) -> None:
        re, im = a
        n = lanes(re.type)
        if n == 1:
            self.f.store(re, address)
            self.f.store(im, self.f.address(address, 1, re.type))
        else:
            self.f.store(self.f.shuffle(re, im, [k // 2 + (k % 2) * n for k in range(2 * n)]), address)


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
