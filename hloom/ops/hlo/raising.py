"""A module in StableHLO as one in the form of HLO: every operation one instruction with one result.

Several results become a tuple and its elements; what regions see outside of them is handed to them; what HLO lacks is said in
other operations where a definition says how (`decompose`). The rest is an error that names the operation and its place.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from hloom.ir.attributes import (
    ArrayAttr,
    Attribute,
    DictionaryAttr,
    StringAttr,
    SymbolRefAttr,
    TypeAttr,
    UnitAttr,
)
from hloom.ir.core import Block, Operation, Region, Value, captured_values
from hloom.ir.types import AnyType, FunctionType, QuantizedType, TupleType
from hloom.ops.builtin.function import Function
from hloom.ops.builtin.module import Module
from hloom.ops.common.decomposition import clone, decompose_into
from hloom.ops.definition.operation import REGISTRY, Op
from hloom.ops.hlo.annotations import for_hlo, gathered
from hloom.ops.hlo.computation import COMPUTATION, ENTRY, KEYWORDS, MODULE, ORDER, ComputationAttr, Parameter, legal_name
from hloom.ops.hlo.packed import Packed
from hloom.ops.hlo.raising_dynamic import DYNAMIC_SHAPES
from hloom.ops.hlo.raising_functions import FUNCTIONS
from hloom.ops.hlo.raising_special import SPECIAL, conversion_error, said_beside
from hloom.support.diagnostics import UserError

_NAME: Final = re.compile(r"[A-Za-z_][\w.-]*", re.ASCII)
#: Operations that are an instruction as they stand, where they have one result.
_SHARED: Final = frozenset(f"stablehlo.{name}" for name in (
    "abs add after_all all_gather all_reduce and atan2 batch_norm_inference bitcast_convert cbrt ceil cholesky clamp "
    "collective_broadcast collective_permute collective_reduce compare complex concatenate convert convolution cosine "
    "count_leading_zeros divide dot_general dynamic_slice dynamic_update_slice exponential exponential_minus_one fft "
    "floor gather get_dimension_size get_tuple_element imag iota is_finite log log_plus_one logistic map maximum "
    "minimum multiply negate not or pad partition_id popcnt power real reduce reduce_precision reduce_scatter "
    "reduce_window remainder replica_id reshape reverse round_nearest_afz round_nearest_even rsqrt scatter "
    "select_and_scatter set_dimension_size shift_left shift_right_arithmetic shift_right_logical sign sine slice sort "
    "sqrt subtract tan tanh transpose triangular_solve tuple xor").split()) | frozenset(
        f"chlo.{name}" for name in "acos acosh asin asinh atanh cosh erf mulhi sinh".split())
#: Operations of `hlo` that stand for one of StableHLO with several results.
_PACKED: Final = {cls.stands_for.name: cls for cls in REGISTRY.values() if issubclass(cls, Packed) and cls is not Packed}


def to_hlo(module: Module) -> Module:
    """The program of a valid module in the form of HLO. UserError, with the place, for what HLO cannot say."""
    functions = module.functions
    if not functions:
        raise UserError.at(module.span, "conversion", "the module has no functions: there is nothing to run in HLO")
    entry = "main" if "main" in functions else next((n for n, f in functions.items() if f.is_public), next(iter(functions)))
    block = Block()
    for function in functions.values():
        if function.is_declaration:
            raise UserError.at(function.span, "conversion", f"@{function.sym_name} has no body, which computations of HLO have")
        block.append(_function(function, function.sym_name == entry, functions))
    for op in module.regions[0].block.operations:
        if not isinstance(op, Function) and op.dialect not in ("sdy", "mhlo"):
            raise conversion_error(op)
    made_block: list[Any] = block.operations
    name = module.sym_name or entry
    made_entry: Any = next(f for f in made_block if f.sym_name == entry)
    attributes: dict[str, Attribute] = {
        "sym_name": StringAttr(legal_name(name, KEYWORDS)), MODULE: UnitAttr(), ENTRY: SymbolRefAttr(entry),
        ORDER: ArrayAttr(()), "hlo.entry_computation_layout": TypeAttr(made_entry.function_type)}
    frontend = for_hlo(module.attributes).get("hlo.frontend_attributes")
    if frontend is not None:
        attributes["hlo.frontend_attributes"] = frontend
    for key in ("mhlo.num_replicas", "mhlo.num_partitions"):
        if key in module.attributes:
            attributes[key] = module.attributes[key]
    made = Module((), (), attributes, [Region([block])], module.location, module.span)
    made.source = getattr(module, "source", None)
    return made


def _function(function: Function, is_entry: bool, functions: dict[str, Function]) -> Function:
    raising = Raising(functions)
    region = raising.region(function.regions[0], "func.return")
    types = FunctionType(tuple(a.type for a in region.arguments), (region.block.terminator.operands[0].type,))
    attributes: dict[str, Attribute] = {"sym_name": StringAttr(function.sym_name), "function_type": TypeAttr(types)}
    if not is_entry:
        attributes["sym_visibility"] = StringAttr("private")
    said = [_parameter(k, a) for k, a in enumerate(function.arg_attrs or ())]
    _state_results(region, function.res_attrs or ())
    attributes[COMPUTATION] = ComputationAttr(function.sym_name,
                                              parameters=tuple(said) if any(p.attributes for p in said) else ())
    return Function((), (), attributes, [region], function.location, function.span)


def _parameter(number: int, attributes: Any) -> Parameter:
    found = for_hlo(getattr(attributes, "entries", {}))
    return Parameter(number, DictionaryAttr(found) if found else None)


def _state_results(region: Region, said: Sequence[Any]) -> None:
    """States the shardings of a function's results at its root, which may be a parameter or stand for other values, too."""
    parts = [getattr(for_hlo(getattr(a, "entries", {})).get("hlo.sharding"), "value", None) for a in said]
    text = gathered(parts)
    root: Any = region.block.terminator.operands[0]
    owner = getattr(root, "owner", None)
    if text is not None and isinstance(owner, Op) and "hlo.sharding" not in owner.attributes:
        owner.attributes["hlo.sharding"] = StringAttr(text)


class Raising:
    """Appends to a block the instructions that the operations of a function are."""

    def __init__(self, functions: dict[str, Function]) -> None:
        self.functions = functions
        self.values: dict[Value, Value] = {}
        self.block = Block()
        self.op: Any = None

    # Making instructions.

    def make(self, name: str, operands: Sequence[Value], result: AnyType | None = None, regions: Sequence[Region] = (),
             attributes: dict[str, Attribute] | None = None, **fields: Any) -> Value:
        """Appends an instruction; gives its result."""
        op = REGISTRY[name].create(list(operands), result_types=None if result is None else [result], regions=regions,
                                   location=self.op.location, **fields)
        op.attributes.update(attributes or {})
        op.span = self.op.span
        self.block.append(op)
        if name not in ("stablehlo.get_tuple_element", "stablehlo.tuple"):
            op.attributes.update(said_beside(self.op))
        return op.results[0]

    def packed(self, values: Sequence[Value]) -> Value:
        """One value: the only one, or the tuple of all."""
        if len(values) == 1:
            return values[0]
        return self.make("stablehlo.tuple", values, TupleType(tuple(v.type for v in values)))

    def unpacked(self, value: Value, count: int) -> list[Value]:
        """The parts of what `packed` made of `count` values."""
        if count == 1:
            return [value]
        types: Any = value.type
        return [self.make("stablehlo.get_tuple_element", [value], types.elements[k], index=k) for k in range(count)]

    def define(self, op: Operation, found: Value) -> None:
        """The results of an operation are the parts of one value."""
        self.values.update(zip(op.results, self.unpacked(found, len(op.results))))

    def operands(self, op: Operation) -> list[Value]:
        return [self.values[v] for v in op.operands]

    # Regions.

    def region(self, region: Region, end: str = "stablehlo.return") -> Region:
        """A region as a computation: it gives one value. It sees nothing outside but constants, which are copied into it."""
        block = Block([a.type for a in region.arguments])
        taken = {old.name for old in region.arguments if old.name}
        for old, new in zip(region.arguments, block.arguments):
            new.name = None
            if old.name and _NAME.fullmatch(old.name):
                new.name = legal_name(old.name, taken - {old.name})
                taken.add(new.name)
            self.values[old] = new
        return self.body(region, block, end)

    def body(self, region: Region, block: Block, end: str = "stablehlo.return") -> Region:
        outer, self.block, current = self.block, block, self.op
        for op in region.block.operations[:-1]:
            self.raised(op)
        terminator = region.block.terminator
        self.op = terminator
        root = self.packed(self.operands(terminator))
        block.append(REGISTRY[end].create([root], location=terminator.location))
        self.block, self.op = outer, current
        return Region([block])

    def isolated(self, op: Operation) -> list[Region]:
        """The regions of an operation as computations. Constants from outside are copied; other values are an error."""
        made = []
        outside = captured_values(op) if op.regions else []
        for region in op.regions:
            kept = dict(self.values)
            block = Block([a.type for a in region.arguments])
            self.values.update(zip(region.arguments, block.arguments))
            self.copy_constants(op, outside, block)
            made.append(self.body(region, block))
            self.values = kept
        return made

    def copy_constants(self, op: Operation, outside: Sequence[Value], block: Block) -> None:
        for value in outside:
            owner = getattr(value, "owner", None)
            if not isinstance(owner, Op) or owner.name != "stablehlo.constant":
                raise conversion_error(op, "a computation of HLO does not see the values around it")
            outer, self.block, current = self.block, block, self.op
            self.raised(owner)
            self.block, self.op = outer, current

    def branch(self, region: Region, outside: Sequence[Value], type: AnyType) -> Region:
        """A region without arguments as a computation of one operand, which holds what it sees outside."""
        kept = dict(self.values)
        block = Block([type])
        outer, self.block = self.block, block
        self.values.update(zip(outside, self.unpacked(block.arguments[0], len(outside))))
        self.block = outer
        made = self.body(region, block)
        self.values = kept
        return made

    # Operations.

    def raised(self, op: Any) -> None:
        """Appends the instructions that an operation is."""
        self.op = op
        if any(_is_quantized(v.type) for v in (*op.operands, *op.results)):
            raise conversion_error(op, "HLO has no quantized types")
        special = SPECIAL.get(op.name) or FUNCTIONS.get(op.name) or DYNAMIC_SHAPES.get(op.name)
        if special is not None:
            special(self, op)
        elif op.name in _SHARED and len(op.results) == 1:
            self.copied(op, type(op))
        elif op.name in _PACKED:
            self.define(op, self.copied(op, _PACKED[op.name]))
        elif getattr(op, "decompose", None) is not None:
            self.decomposed(op)
        else:
            raise conversion_error(op)

    def copied(self, op: Op, cls: type[Op]) -> Value:
        """The same operation, with several results as one tuple."""
        type = op.results[0].type if len(op.results) == 1 and cls is op.__class__ else TupleType(tuple(r.type
                                                                                                       for r in op.results))
        made = cls(self.operands(op), [type], {k: v for k, v in op.attributes.items() if not k.startswith("mhlo.")},
                   self.isolated(op), op.location, op.span)
        made.attributes.update(said_beside(op))
        self.block.append(made)
        if len(op.results) == 1:
            self.values[op.results[0]] = made.results[0]
        return made.results[0]

    def decomposed(self, op: Op) -> None:
        block = Block()
        copy = clone(op, {})
        copy.operands = list(op.operands)
        found = decompose_into(copy, block)  # type: ignore[arg-type]
        if None in found:  # not of these types
            raise conversion_error(op)
        for inner in block.operations:
            self.raised(inner)
        self.values.update(zip(op.results, [self.values[v] for v in found]))


def _is_quantized(type: Any) -> bool:
    if isinstance(type, TupleType):
        return any(map(_is_quantized, type.elements))
    return isinstance(getattr(type, "element", None), QuantizedType)
