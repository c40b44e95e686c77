"""Inlining: calls are replaced by what they call, and functions that nothing calls any more are dropped.

    func.func public @main(%x: tensor<f32>) -> tensor<f32> {
      %0 = call @twice(%x) : (tensor<f32>) -> tensor<f32>
      ...
->  func.func public @main(%x: tensor<f32>) -> tensor<f32> {
      %0 = stablehlo.add %x, %x : tensor<f32>
      ...

A composite is a call of its decomposition. Functions are taken callees first, so that each body is copied in its final
form; the locations of copies name both places. Recursion is a UserError: compiled programs have no call stack. Public
functions stay; so do private ones that something else than a call refers to. Afterwards no call of a function with a
body is left, unless its types are only compatible, not equal, with those of the function (sizes known at run time).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from hloom.ir.attributes import (
    ArrayAttr,
    Attribute,
    DenseArrayAttr,
    DenseElementsAttr,
    DictionaryAttr,
    IntegerAttr,
    SymbolRefAttr,
    TypeAttr,
)
from hloom.ir.core import Operation
from hloom.ir.location import UNKNOWN, CallSiteLocation, Location
from hloom.ops.builtin.function import Function
from hloom.ops.common.decomposition import Builder, clone
from hloom.ops.definition.traits import Control, Traits
from hloom.passes.rewriting import Replacement, Rule, rewrite
from hloom.support.diagnostics import UserError

#: Operations that inlining may make: functions that call others twice each grow like powers of two.
_MOST_OPERATIONS = 1_000_000


def run(module: Any) -> bool:
    """The pass `inline`."""
    functions: dict[str, Function] = module.functions
    inliner = _Inliner(functions)
    rules = (Rule("call(f) -> body of f", None, inliner.body),)
    changed = False
    for function in _callers(functions):
        changed |= rewrite(function, lambda op: rules if getattr(op, "control", None) is Control.CALL else ())
    return _drop_unused(module) or changed


def callee_of(op: Operation, functions: dict[str, Function]) -> Function | None:
    """The function with a body that an operation calls."""
    symbol: Any = op.attributes.get(op.callee_attribute or "") if isinstance(op, Traits) else None
    function = functions.get(symbol.value) if symbol is not None else None
    return None if function is None or function.is_declaration else function


class _Inliner:
    def __init__(self, functions: dict[str, Function]) -> None:
        self.functions, self.made = functions, 0

    def body(self, op: Operation, b: Builder) -> Replacement:
        """Copies the body of the called function; the values that it returns."""
        function = callee_of(op, self.functions)
        if function is None or [v.type for v in op.operands] != [a.type for a in function.body.arguments]:
            return None
        values: dict[Any, Any] = dict(zip(function.body.arguments, op.operands))
        *operations, end = function.body.block.operations
        for inner in operations:
            for copy in b.block.append(clone(inner, values)).walk():
                copy.location = _called_from(copy.location, op.location)
                self.made += 1
        if self.made > _MOST_OPERATIONS:
            raise UserError.at(op.span, "inline", f"calls expand to more than {_MOST_OPERATIONS} operations")
        return [values.get(v, v) for v in end.operands]


def _called_from(callee: Location, caller: Location) -> Location:
    if caller is UNKNOWN:
        return callee
    return caller if callee is UNKNOWN else CallSiteLocation(callee, caller)


def _callers(functions: dict[str, Function]) -> list[Function]:
    """The functions that call others, each after those that it calls. UserError for a call that leads back."""
    calls = {f: [(op, callee) for op in f.walk() if getattr(op, "control", None) is Control.CALL
                 and (callee := callee_of(op, functions)) is not None] for f in functions.values()}
    ordered: dict[Function, None] = {}
    open_calls: set[Function] = set()
    for root in calls:
        pending = [(root, iter(calls[root]))] if root not in ordered else []
        open_calls.update(f for f, _ in pending)
        while pending:
            function, rest = pending[-1]
            op, callee = next(rest, (None, None))
            if callee is None:
                pending.pop()
                open_calls.discard(function)
                ordered[function] = None
            elif callee in open_calls:
                raise UserError.at(op.span, "recursion", f"@{function.sym_name} calls @{callee.sym_name}, which "  # type: ignore[union-attr]
                                   "leads back to this call; recursive programs cannot be compiled")
            elif callee not in ordered:
                open_calls.add(callee)
                pending.append((callee, iter(calls[callee])))
    return [function for function in ordered if calls[function]]


def _drop_unused(module: Any) -> bool:
    """Removes private functions that no public one, nor anything else in the module, leads to."""
    block = module.regions[0].block
    functions: dict[str, Function] = module.functions
    pending = [op for op in block.operations if not _is_private(op)]
    if len(pending) == len(block.operations):
        return False
    kept = set(pending)
    while pending:
        for name in symbols_in([a for op in pending.pop().walk() if op.attributes for a in op.attributes.values()]):
            function = functions.get(name)
            if function is not None and function not in kept:
                kept.add(function)
                pending.append(function)
    if len(kept) == len(block.operations) or not kept:
        return False  # a module of private functions only is a library: all of it is wanted
    block.operations = [op for op in block.operations if op in kept]
    return True


def _is_private(op: Operation) -> bool:
    return isinstance(op, Function) and not op.is_public and op.sym_name != "main"


#: What most attributes are.
_WITHOUT_SYMBOLS = frozenset({DenseElementsAttr, DenseArrayAttr, IntegerAttr, TypeAttr})


def symbols_in(attributes: Iterable[Attribute]) -> Iterator[str]:
    """The names of all symbols that attributes refer to."""
    pending = list(attributes)
    while pending:
        attribute = pending.pop()
        if type(attribute) in _WITHOUT_SYMBOLS:
            continue
        if isinstance(attribute, SymbolRefAttr):
            yield attribute.value
        elif isinstance(attribute, ArrayAttr):
            pending.extend(attribute.values)
        elif isinstance(attribute, DictionaryAttr):
            pending.extend(attribute.entries.values())
