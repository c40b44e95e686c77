"""Computations of a program by their names, and one of them as a program of its own.

A computation of HLO is a function where it is called, and else a region of the instruction that runs it: the body of a fusion or
a loop, a reducer. Here both are found by name. In StableHLO they are the functions.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from hloom.ir.attributes import ArrayAttr, Attribute, StringAttr, SymbolRefAttr, TypeAttr
from hloom.ir.core import Block, Region
from hloom.ir.types import FunctionType
from hloom.ops.builtin.function import Function
from hloom.ops.builtin.module import Module
from hloom.ops.common.decomposition import clone, clone_region
from hloom.ops.definition.operation import REGISTRY
from hloom.ops.hlo.computation import COMPUTATION, ENTRY, MODULE, ORDER, ComputationAttr
from hloom.ops.hlo.control import computation_of, computations_of
from hloom.support.diagnostics import InputError
from hloom.support.spelling import did_you_mean, some

#: What is said of a module that holds of each of its computations.
_KEPT: Final = (MODULE, ORDER, "hlo.is_scheduled", "hlo.stack_frame_index", "mhlo.num_replicas", "mhlo.num_partitions")


class Named(NamedTuple):
    """A computation: its region, what HLO says of it beside, and the function that it is, if it is one."""

    region: Region
    attribute: ComputationAttr | None
    function: Function | None


def named_computations(module: Module) -> dict[str, Named]:
    """The computations of a program by name, in the order of its text; one that several instructions run stands there once."""
    found = {name: Named(f.regions[0], computation_of(f), f) for name, f in module.functions.items() if not f.is_declaration}
    if not module.is_hlo:
        return found
    for op in module.walk():
        if not isinstance(op, Function):
            for region, attribute in zip(op.regions, computations_of(op)):
                found.setdefault(attribute.symbol, Named(region, attribute, None))
    order: Any = module.attributes.get(ORDER, ())
    places = {a.value: k for k, a in enumerate(order)}
    return dict(sorted(found.items(), key=lambda item: places.get(item[0], len(places))))


def computation_named(module: Module, name: str) -> tuple[str, Named]:
    """A computation and the name that it has; `main` is the entry of a program in HLO. InputError that lists the names where
    there is none."""
    known = named_computations(module)
    entry = getattr(module.attributes.get(ENTRY), "value", None)
    if name == "main" and entry in known:
        name = entry
    if name not in known:
        kind = "computation" if module.is_hlo else "function"
        raise InputError(f"there is no {kind} {name:.100}{did_you_mean(name, known)}; there are: {some(known)}")
    return name, known[name]


def extracted(module: Module, name: str) -> Module:
    """A program of one computation, by its name, and those that it calls.

    In HLO it is the entry, and the instructions are as they were; in StableHLO a function keeps its name and becomes public.
    Raises InputError for a name that the program has not.
    """
    name, chosen = computation_named(module, name)
    block, functions = Block(), module.functions
    needed: dict[str, None] = {}
    pending = [chosen.region]
    while pending:
        for callee in callees(pending.pop()):
            if callee in functions and callee not in needed and callee != name:
                needed[callee] = None
                pending.extend(functions[callee].regions)
    for op in module.regions[0].block.operations:
        if not isinstance(op, Function) or op.sym_name in needed:
            block.append(clone(op, {}))
        elif op is chosen.function and not module.is_hlo:
            own = clone(op, {})
            own.attributes = {k: v for k, v in op.attributes.items() if k != "sym_visibility"}
            block.append(own)
    attributes = dict(module.attributes)
    if module.is_hlo:
        entry = _entry(name, chosen)
        block.append(entry)
        attributes = {key: value for key, value in attributes.items() if key in _KEPT}
        arguments, root = entry.body.block.arguments, entry.body.block.operations[-1].operands[0]
        layout = FunctionType(tuple(a.stated_type for a in arguments), (root.stated_type,))
        attributes = {"sym_name": StringAttr(name), ENTRY: SymbolRefAttr(name), **attributes,
                      "hlo.entry_computation_layout": TypeAttr(layout)}
    made = Module((), (), attributes, [Region([block])], module.location, module.span)
    made.source = getattr(module, "source", None)
    return made


def _entry(name: str, chosen: Named) -> Function:
    region = clone_region(chosen.region, {})
    block = region.block
    (root,) = block.operations.pop().operands
    block.append(REGISTRY["func.return"]([root]))
    attributes: dict[str, Attribute] = {
        "sym_name": StringAttr(name),
        "function_type": TypeAttr(FunctionType(tuple(a.type for a in block.arguments), (root.type,)))}
    if chosen.attribute is not None:
        attributes[COMPUTATION] = chosen.attribute
    return Function((), (), attributes, [region], span=getattr(chosen.function, "span", None))


def callees(region: Region) -> list[str]:
    """The symbols that the operations of a region name."""
    found: list[str] = []
    for op in (op for block in region.blocks for each in block.operations for op in each.walk()):
        for attribute in op.attributes.values():
            parts = attribute.values if isinstance(attribute, ArrayAttr) else (attribute,)
            found.extend(a.value for a in parts if isinstance(a, SymbolRefAttr))
    return found
