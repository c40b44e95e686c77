"""Programs made of a part of another: some of its operations, with some values as arguments and some as results.

What a debugger does with a program is nearly always this: run a part of it alone, show what it computes inside, leave something
out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from hloom.ir.attributes import ArrayAttr, DictionaryAttr, StringAttr
from hloom.ir.core import Block, BlockArgument, Operation, OpResult, Region, Value, captured_values
from hloom.ir.location import UNKNOWN
from hloom.ir.types import FunctionType, TensorType
from hloom.ops.builtin.function import Function, FunctionReturn
from hloom.ops.builtin.module import Module, checked_module, function_named
from hloom.ops.common.decomposition import clone
from hloom.ops.definition.operation import Op
from hloom.ops.hlo.lowering import runnable
from hloom.passes import inline
from hloom.reference.values import names_in
from hloom.support.diagnostics import InputError
from hloom.support.spelling import did_you_mean


class Fragment(NamedTuple):
    """A program of one function, and what it is made of."""

    module: Module
    #: The values of the whole program that are its arguments, in their order.
    arguments: list[Value]

    @property
    def main(self) -> Function:
        return self.module.functions["main"]


def inlined(module: Module, function: str = "main") -> Module:
    """A valid program in StableHLO with one public function, `main`, into which what it calls is copied as far as possible.

    The program itself is left alone. InputError for a function that there is not, UserError for recursion.
    """
    module = runnable(checked_module(module), function)
    chosen = function_named(module, function)
    made: Any = clone(module, {})
    made.source = getattr(module, "source", None)
    for name, each in made.functions.items():
        if name == chosen.sym_name:
            each.attributes.pop("sym_visibility", None)
        else:
            each.attributes["sym_visibility"] = StringAttr("private")
    inline.run(made)
    entry = made.functions[chosen.sym_name]
    if entry.sym_name != "main":
        if "main" in made.functions:
            made.functions["main"].attributes["sym_name"] = StringAttr("main.whole")
        entry.attributes["sym_name"] = StringAttr("main")
    return made


def fragment(module: Module, results: Sequence[Value], arguments: Iterable[Value], replaced: Mapping[Value, Value] | None = None,
             names: Sequence[str] | None = None, block: Block | None = None) -> Fragment:
    """The program that computes `results`, values of one block of `module` (of `main`, unless `block` is another one), from
    `arguments`, of which those stay that are needed. Other values from outside the block become arguments, too; constants are
    copied.

    Operations that nothing of it needs are left out, also those with an effect. `replaced` are values in whose place others are
    read. `names` are what the results are called. The module is left alone.
    """
    source = block or module.functions["main"].body.block
    known, renamed = dict.fromkeys([*arguments, *source.arguments]), dict(replaced or {})
    operations, taken = _needed(source, results, known, renamed)
    inner = Block()
    mapping: dict[Value, Value] = {}
    for value in taken:
        location = value.location if isinstance(value, BlockArgument) else UNKNOWN
        mapping[value] = inner.add_argument(value.type, value.name, location)
    for op in operations:
        mapping.update({old: mapping[new] for old, new in renamed.items() if new in mapping})
        given: dict[Value, Value] = {r: mapping[r] for r in op.results if r in mapping}
        inner.append(clone(op, mapping))
        mapping.update(given)  # what is given stays what it is, though the operation gives it, too
    found = [mapping[renamed.get(v, v)] for v in results]
    return Fragment(_module(module, inner, found, names), taken)


def _needed(block: Block, results: Sequence[Value], known: Mapping[Value, None], renamed: Mapping[Value, Value],
            ) -> tuple[list[Operation], list[Value]]:
    """The operations that results need, in their order, and the values that are taken: known ones first, in their order."""
    needed: dict[Value, None] = {}

    def need(values: Iterable[Value]) -> None:
        needed.update((renamed.get(v, v), None) for v in values)

    need(results)
    inside = block.operations
    operations: list[Operation] = []
    for op in reversed(inside):
        if not op.is_terminator and any(r in needed and r not in known for r in op.results):
            operations.append(op)
            need([*op.operands, *captured_values(op)])
    made = {r for op in operations for r in op.results if r not in known}
    outer = [v for v in needed if v not in made]
    constants = {d: None for v in outer if v not in known and (d := defining(v)) is not None and constant_of(d) is not None}
    taken = [*(v for v in known if v in needed), *(v for v in outer if v not in known and defining(v) not in constants)]
    return [*constants, *operations[::-1]], taken


def _module(whole: Module, block: Block, results: Sequence[Value], names: Sequence[str] | None) -> Module:
    """The module with such a `main` in place of its own, and what that refers to."""
    block.append(FunctionReturn.create(list(results)))
    type = FunctionType(tuple(a.type for a in block.arguments), tuple(v.type for v in results))
    main = Function.create(regions=[Region([block])], sym_name="main", function_type=type, result_types=())
    if names is not None:
        main.attributes["res_attrs"] = ArrayAttr(tuple(DictionaryAttr({"jax.result_info": StringAttr(n)}) for n in names))
    outer = Block()
    outer.append(main)
    others = {name: f for name, f in whole.functions.items() if name != "main"}
    pending, met = [main], set[str]()
    while pending:
        op = pending.pop()
        for name in inline.symbols_in([a for inner in op.walk() if inner.attributes for a in inner.attributes.values()]):
            if name in others and name not in met:
                met.add(name)
                copy: Any = clone(others[name], {})
                outer.append(copy)
                pending.append(copy)
    for op in whole.regions[0].block.operations:
        if not isinstance(op, Function):
            outer.append(clone(op, {}))
    made = Module([], regions=[Region([outer])])
    made.attributes = dict(whole.attributes)
    return made


def exposed(module: Module, names: Sequence[str] | None = None, function: str = "main") -> Module:
    """The program that returns values which it computes on its way, so that any compiler can give them: its own results first,
    then every tensor that an operation of the function gives, or those called `names`.

    Calls are inlined; values inside loops and branches are none of the function's. Results are named (`jax.result_info`) as
    `hloom run --values-out` names values. InputError for a name that no value has.
    """
    whole = inlined(module, function)
    main = whole.functions["main"]
    called = {name: value for value, name in values_of(whole).items()}
    if names is not None:
        for name in names:
            if name not in called:
                raise InputError(f"@{function} has no value {name!r:.100}{did_you_mean(name, list(called))}")
    wanted = list(called) if names is None else list(dict.fromkeys(names))
    own = list(main.body.block.terminator.operands)
    stated = [f"result{k}" for k in range(len(own))]
    return fragment(whole, [*own, *(called[n] for n in wanted)], main.body.block.arguments, names=[*stated, *wanted]).module


def values_of(module: Module, block: Block | None = None) -> dict[Value, str]:
    """The tensors that operations of `main`, or of a block in it, give, in their order, each with its name; constants apart."""
    main = module.functions["main"]
    names = names_in(main)
    chosen = block or main.body.block
    return {r: names[r] for op in chosen.operations if not op.is_terminator and constant_of(op) is None
            for r in op.results if isinstance(r.type, TensorType)}


def constant_of(op: Operation) -> Any:
    """The numbers of an operation that is a constant; None for any other."""
    return op.constant_value() if isinstance(op, Op) else None


def defining(value: Value) -> Operation | None:
    """The operation that gives a value; None for an argument."""
    return value.owner if isinstance(value, OpResult) else None
