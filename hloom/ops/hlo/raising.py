"""A module in StableHLO as one in the form of HLO: every operation one instruction with one result.

Several results become a tuple and its elements; what regions see outside of them is handed to them; what HLO lacks is said in
other operations where a definition says how (`decompose`). The rest is an error that names the operation and its place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final

from hloom.ir.attributes import ArrayAttr, Attribute, DenseElementsAttr, DictionaryAttr, StringAttr, SymbolRefAttr, TypeAttr, UnitAttr
from hloom.ir.core import Block, Operation, Region, Value, captured_values
from hloom.ir.layout import Layout
from hloom.ir.location import FileLocation, Location, NamedLocation
from hloom.ir.types import TOKEN, AnyType, FunctionType, QuantizedType, TensorType, TupleType
from hloom.numbers.element_type import UI32
from hloom.ops.common.decomposition import clone, decompose_into
from hloom.ops.definition.operation import REGISTRY, Op
from hloom.ops.hlo.computation import COMPUTATION, ENTRY, MODULE, ORDER, ComputationAttr, Parameter
from hloom.ops.hlo.packed import Packed
from hloom.ops.builtin.function import Function
from hloom.ops.builtin.module import Module
from hloom.support.diagnostics import UserError

_NAME: Final = re.compile(r"[A-Za-z_][\w.-]*", re.ASCII)
#: Operations that are an instruction as they stand, where they have one result.
_SHARED: Final = frozenset(f"stablehlo.{name}" for name in (
    "abs add after_all all_gather all_reduce and atan2 batch_norm_inference bitcast_convert cbrt ceil cholesky clamp "
    "collective_broadcast collective_permute collective_reduce compare complex concatenate convert convolution cosine "
    "count_leading_zeros divide dot_general dynamic_slice dynamic_update_slice exponential exponential_minus_one fft floor gather "
    "get_dimension_size get_tuple_element imag iota is_finite log log_plus_one logistic map maximum minimum multiply negate not or pad "
    "partition_id popcnt power real reduce reduce_precision reduce_scatter reduce_window remainder replica_id reshape reverse "
    "round_nearest_afz round_nearest_even rsqrt scatter select_and_scatter set_dimension_size shift_left shift_right_arithmetic "
    "shift_right_logical sign sine slice sort sqrt subtract tan tanh transpose triangular_solve tuple xor").split()) | frozenset(
        f"chlo.{name}" for name in "acos acosh asin asinh atan atanh cosh erf mulhi sinh".split())
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
            raise _error(op)
    name = module.sym_name or entry
    made_entry: Any = next(f for f in block.operations if f.sym_name == entry)
    attributes: dict[str, Attribute] = {
        "sym_name": StringAttr(name if _NAME.fullmatch(name) else "module"), MODULE: UnitAttr(), ENTRY: SymbolRefAttr(entry),
        ORDER: ArrayAttr(()), "hlo.entry_computation_layout": TypeAttr(made_entry.function_type)}
    for key in ("mhlo.num_replicas", "mhlo.num_partitions"):
        if key in module.attributes:
            attributes[key] = module.attributes[key]
    made = Module((), (), attributes, [Region([block])], module.location, module.span)
    made.source = getattr(module, "source", None)
    return made


def _error(op: Operation, why: str = "") -> UserError:
    return UserError.at(op.span, "conversion", f"{op.name} has no counterpart in HLO{f': {why}' if why else ''}")


def _function(function: Function, is_entry: bool, functions: dict[str, Function]) -> Function:
    raising = Raising(functions)
    region = raising.region(function.regions[0], "func.return")
    types = FunctionType(tuple(a.type for a in region.arguments), (region.block.terminator.operands[0].type,))
    attributes: dict[str, Attribute] = {"sym_name": StringAttr(function.sym_name), "function_type": TypeAttr(types)}
    if not is_entry:
        attributes["sym_visibility"] = StringAttr("private")
    said = [_parameter(k, a) for k, a in enumerate(function.arg_attrs or ())]
    attributes[COMPUTATION] = ComputationAttr(function.sym_name, parameters=tuple(said) if any(p.attributes for p in said) else ())
    return Function((), (), attributes, [region], function.location, function.span)


def _parameter(number: int, attributes: Any) -> Parameter:
    sharding = getattr(attributes, "entries", {}).get("mhlo.sharding")
    return Parameter(number, DictionaryAttr({"hlo.sharding": sharding}) if sharding is not None else None)


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
        for old, new in zip(region.arguments, block.arguments):
            new.name = old.name if old.name and _NAME.fullmatch(old.name) else None
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
                raise _error(op, "a computation of HLO does not see the values around it")
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
            raise _error(op, "HLO has no quantized types")
        special = _SPECIAL.get(op.name)
        if special is not None:
            special(self, op)
        elif op.name in _SHARED and len(op.results) == 1:
            self.copied(op, type(op))
        elif op.name in _PACKED:
            self.define(op, self.copied(op, _PACKED[op.name]))
        elif getattr(op, "decompose", None) is not None:
            self.decomposed(op)
        else:
            raise _error(op)

    def copied(self, op: Op, cls: type[Op]) -> Value:
        """The same operation, with several results as one tuple."""
        type = op.results[0].type if len(op.results) == 1 and cls is op.__class__ else TupleType(tuple(r.type for r in op.results))
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
        for inner in block.operations:
            self.raised(inner)
        self.values.update(zip(op.results, [self.values[v] for v in found]))


def _is_quantized(type: Any) -> bool:
    if isinstance(type, TupleType):
        return any(map(_is_quantized, type.elements))
    return isinstance(getattr(type, "element", None), QuantizedType)


def said_beside(op: Any) -> dict[str, Attribute]:
    """What HLO keeps beside an instruction: where it came from, and its sharding."""
    found: dict[str, Attribute] = {}
    text = _metadata(op.location)
    if text:
        found["hlo.metadata"] = StringAttr(f"{{{text}}}")
    sharding = op.attributes.get("mhlo.sharding")
    if isinstance(sharding, StringAttr) and len(op.results) == 1:
        found["hlo.sharding"] = sharding
    return found


def _metadata(location: Location) -> str:
    name, file = "", None
    if isinstance(location, NamedLocation):
        name = location.name
        location = location.child if location.child is not None else location
    if isinstance(location, FileLocation):
        file = location
    parts = [f'op_name="{_escaped(name)}"'] if name else []
    if file is not None:
        parts.append(f'source_file="{_escaped(file.file)}" source_line={file.line}')
    return " ".join(parts)


def _escaped(text: str) -> str:
    shown = text.encode("utf-8", "surrogateescape")
    return "".join(chr(b) if 32 <= b < 127 and chr(b) not in "\"'\\" else f"\\{b:03o}" for b in shown)


# Operations that are said in another way.
def _constant(r: Raising, op: Any) -> None:
    value, type = op.attributes["value"], op.results[0].type
    if isinstance(value, DenseElementsAttr) and value.is_splat and type.rank and type.size > 1:
        scalar = TensorType((), type.element)
        one = r.make("stablehlo.constant", [], scalar, value=DenseElementsAttr(scalar, value.data, is_splat=True))
        r.values[op.results[0]] = r.make("stablehlo.broadcast_in_dim", [one], type, broadcast_dimensions=())
    else:
        r.values[op.results[0]] = r.make("stablehlo.constant", [], type, value=value)


def _broadcast_in_dim(r: Raising, op: Any) -> None:
    operand, type = r.values[op.operand], op.results[0].type
    given, dimensions = operand.type, list(op.broadcast_dimensions)
    order = sorted(range(len(dimensions)), key=dimensions.__getitem__)
    if order != list(range(len(dimensions))):
        operand = r.make("stablehlo.transpose", [operand], permutation=tuple(order))
        given, dimensions = operand.type, sorted(dimensions)
    kept = [k for k, d in enumerate(dimensions) if given.shape[k] == type.shape[d]]
    if len(kept) < len(dimensions):  # sizes of 1 that grow are no dimensions of the operand in HLO
        operand = r.make("stablehlo.reshape", [operand], TensorType(tuple(given.shape[k] for k in kept), given.element))
        dimensions = [dimensions[k] for k in kept]
    r.values[op.results[0]] = r.make("stablehlo.broadcast_in_dim", [operand], type, broadcast_dimensions=tuple(dimensions))


def _broadcast(r: Raising, op: Any) -> None:
    added = len(op.broadcast_sizes)
    r.values[op.results[0]] = r.make("stablehlo.broadcast_in_dim", r.operands(op), op.results[0].type,
                                     broadcast_dimensions=tuple(range(added, added + op.operand.rank)))


def _dot(r: Raising, op: Any) -> None:
    from hloom.ops.common.attributes import DotDimensionNumbers

    numbers = DotDimensionNumbers(lhs_contracting_dimensions=(op.lhs.rank - 1,), rhs_contracting_dimensions=(0,))
    precision = {k: v for k, v in op.attributes.items() if k == "precision_config"}
    r.values[op.results[0]] = r.make("stablehlo.dot_general", r.operands(op), op.results[0].type, attributes=precision,
                                     dot_dimension_numbers=numbers)


def _select(r: Raising, op: Any) -> None:
    pred, on_true, on_false = r.operands(op)
    type: Any = on_true.type
    if pred.type.rank != type.rank:  # type: ignore[union-attr]
        wide = TensorType(type.shape, pred.type.element, type.encoding)  # type: ignore[union-attr]
        pred = r.make("stablehlo.broadcast_in_dim", [pred], wide, broadcast_dimensions=())
    r.values[op.results[0]] = r.make("stablehlo.select", [pred, on_true, on_false], op.results[0].type)


def _while(r: Raising, op: Any) -> None:
    outside = [v for v in captured_values(op)]
    carried = [*op.operands, *outside]
    init = r.make("stablehlo.tuple", [r.values[v] for v in carried], TupleType(tuple(v.type for v in carried)))
    regions = []
    for number, region in enumerate(op.regions):
        kept, block = dict(r.values), Block([init.type])
        outer, r.block = r.block, block
        types: Any = init.type
        parts = [r.make("stablehlo.get_tuple_element", [block.arguments[0]], types.elements[k], index=k) for k in range(len(carried))]
        r.values.update(zip([*region.arguments, *outside], parts))
        for inner in region.block.operations[:-1]:
            r.raised(inner)
        r.op = region.block.terminator
        root = r.operands(r.op)
        if number == 1:
            root = [r.make("stablehlo.tuple", [*root, *(r.values[v] for v in outside)], init.type)]
        block.append(REGISTRY["stablehlo.return"].create(root))
        r.block, r.values, r.op = outer, kept, op
        regions.append(Region([block]))
    found = r.make("hlo.while", [init], init.type, regions)
    types = init.type
    for k, result in enumerate(op.results):
        r.values[result] = r.make("stablehlo.get_tuple_element", [found], types.elements[k], index=k)


def _conditional(r: Raising, op: Any) -> None:
    selector = r.values[op.operands[0]]
    inputs, regions = [], []
    for region in op.regions:
        outside = _seen_outside(op, region)
        value = r.packed([r.values[v] for v in outside])
        inputs.append(value)
        regions.append(r.branch(region, outside, value.type))
    types = tuple(x.type for x in op.results)
    result = types[0] if len(types) == 1 else TupleType(types)
    r.op = op
    r.define(op, r.make("hlo.conditional", [selector, *inputs], result, regions))


def _seen_outside(op: Operation, region: Region) -> list[Value]:
    """The values from outside that one region of an operation uses, in order."""
    mine = {inner for block in region.blocks for o in block.operations for inner in o.walk()}
    used = {v for o in mine for v in o.operands}
    return [v for v in captured_values(op) if v in used]


def _call(r: Raising, op: Any) -> None:
    name = op.attributes.get("callee", op.attributes.get("decomposition")).value
    types = tuple(x.type for x in op.results)
    result = types[0] if len(types) == 1 else TupleType(types)
    attributes: dict[str, Attribute] = {}
    if "decomposition" in op.attributes:
        said = op.attributes.get("composite_attributes", DictionaryAttr({}))
        version = op.attributes.get("version")
        text = f'composite.attributes={said},composite.name="{_escaped(op.name_)}"'
        text += f',composite.version="{version.value if version is not None else 0}"'
        attributes = {"hlo.is_composite": UnitAttr(), "hlo.frontend_attributes": StringAttr(f"{{{text}}}")}
    r.define(op, r.make("func.call", r.operands(op), result, attributes=attributes, callee=name))


def _barrier(r: Raising, op: Any) -> None:
    value = r.packed(r.operands(op))
    r.define(op, r.make("hlo.opt_barrier", [value], value.type))


def _create_token(r: Raising, op: Any) -> None:
    r.values[op.results[0]] = r.make("stablehlo.after_all", [])


def _rng(r: Raising, op: Any) -> None:
    r.values[op.results[0]] = r.make("hlo.rng", r.operands(op)[:2], op.results[0].type, distribution=op.rng_distribution)


def _top_k(r: Raising, op: Any) -> None:
    r.define(op, r.make("hlo.topk", r.operands(op), TupleType(tuple(x.type for x in op.results)), k=op.k))


def _ragged_dot(r: Raising, op: Any) -> None:
    r.values[op.results[0]] = r.make("hlo.ragged_dot", r.operands(op), op.results[0].type,
                                     ragged_dot_dimension_numbers=op.ragged_dot_dimension_numbers)


def _custom_call(r: Raising, op: Any) -> None:
    types = tuple(x.type for x in op.results)
    result = types[0] if len(types) == 1 else TupleType(types)
    kept = {k: v for k, v in op.attributes.items() if k in (
        "call_target_name", "has_side_effect", "api_version", "called_computations", "output_operand_aliases", "backend_config")}
    config = kept.get("backend_config")
    if config is not None:
        text = config.value if isinstance(config, StringAttr) else str(config)
        if text:
            kept["hlo.backend_config"] = StringAttr(text)
        if isinstance(config, StringAttr):
            del kept["backend_config"]
    operands = r.operands(op)
    if op.operand_layouts is not None:
        shapes = tuple(TypeAttr(_with_order(v.type, order)) for v, order in zip(operands, op.operand_layouts))
        kept["hlo.operand_layout_constraints"] = ArrayAttr(shapes)
    made = REGISTRY["stablehlo.custom_call"](operands, [result], {**kept, **said_beside(op)}, (), op.location, op.span)
    if op.result_layouts is not None and len(op.result_layouts) == len(types):
        shown = tuple(_with_order(t, order) for t, order in zip(types, op.result_layouts))
        made.results[0].stated_type = shown[0] if len(shown) == 1 else TupleType(shown)
    r.block.append(made)
    r.define(op, made.results[0])


def _with_order(type: AnyType, order: Any) -> AnyType:
    """A type with the layout that lists its dimensions from minor to major."""
    if not isinstance(type, TensorType):
        return type
    layout = Layout(order.array().reshape(-1).tolist())
    return type if layout.is_default else type.with_layout(layout)


def _all_to_all(r: Raising, op: Any) -> None:
    groups = {key: op.attributes[key] for key in ("replica_groups", "channel_handle") if key in op.attributes}
    for operand, result in zip(r.operands(op), op.results):
        if op.split_dimension == op.concat_dimension:
            r.values[result] = r.make("hlo.all_to_all", [operand], result.type, dimension=op.split_dimension, **groups)
            continue
        type: Any = operand.type
        size = type.shape[op.split_dimension] // op.split_count
        parts = []
        for k in range(op.split_count):
            start, limit = [0] * type.rank, list(type.shape)
            start[op.split_dimension], limit[op.split_dimension] = k * size, (k + 1) * size
            parts.append(r.make("stablehlo.slice", [operand], start_indices=tuple(start), limit_indices=tuple(limit),
                                strides=(1,) * type.rank))
        dealt = r.make("hlo.all_to_all", parts, TupleType(tuple(p.type for p in parts)), **groups)
        received = [r.make("stablehlo.get_tuple_element", [dealt], parts[0].type, index=k) for k in range(op.split_count)]
        r.values[result] = r.make("stablehlo.concatenate", received, dimension=op.concat_dimension)


def _infeed(r: Raising, op: Any) -> None:
    *items, _ = op.results
    item = TupleType(tuple(x.type for x in items))
    found = r.make("hlo.infeed", r.operands(op), TupleType((item, TOKEN)), infeed_config=op.infeed_config)
    whole = r.make("stablehlo.get_tuple_element", [found], item, index=0)
    for k, result in enumerate(items):
        r.values[result] = r.make("stablehlo.get_tuple_element", [whole], result.type, index=k)
    r.values[op.results[-1]] = r.make("stablehlo.get_tuple_element", [found], TOKEN, index=1)


def _outfeed(r: Raising, op: Any) -> None:
    *items, token = r.operands(op)
    item = r.make("stablehlo.tuple", items, TupleType(tuple(v.type for v in items)))
    r.values[op.results[0]] = r.make("hlo.outfeed", [item, token], TOKEN, attributes={"hlo.outfeed_shape": TypeAttr(item.type)},
                                     outfeed_config=op.outfeed_config)


def _send(r: Raising, op: Any) -> None:
    *items, token = r.operands(op)
    item = r.packed(items)
    started = r.make("hlo.send", [item, token], TupleType((item.type, TensorType((), UI32), TOKEN)),
                     channel_handle=op.channel_handle, is_host_transfer=op.is_host_transfer)
    r.values[op.results[0]] = r.make("hlo.send_done", [started], TOKEN, channel_handle=op.channel_handle,
                                     is_host_transfer=op.is_host_transfer)


def _recv(r: Raising, op: Any) -> None:
    types = tuple(x.type for x in op.results[:-1])
    item = types[0] if len(types) == 1 else TupleType(types)
    started = r.make("hlo.recv", r.operands(op), TupleType((item, TensorType((), UI32), TOKEN)), channel_handle=op.channel_handle,
                     is_host_transfer=op.is_host_transfer)
    done = r.make("hlo.recv_done", [started], TupleType((item, TOKEN)), channel_handle=op.channel_handle,
                  is_host_transfer=op.is_host_transfer)
    value = r.make("stablehlo.get_tuple_element", [done], item, index=0)
    r.values.update(zip(op.results[:-1], r.unpacked(value, len(types))))
    r.values[op.results[-1]] = r.make("stablehlo.get_tuple_element", [done], TOKEN, index=1)


def _square(r: Raising, op: Any) -> None:
    (x,) = r.operands(op)
    r.values[op.results[0]] = r.make("stablehlo.multiply", [x, x])


def _conjugate(r: Raising, op: Any) -> None:
    (x,) = r.operands(op)
    if not op.operand.type.element.is_complex:
        r.values[op.results[0]] = x
        return
    imaginary = r.make("stablehlo.negate", [r.make("stablehlo.imag", [x])])
    r.values[op.results[0]] = r.make("stablehlo.complex", [r.make("stablehlo.real", [x]), imaginary])


_SPECIAL: Final[dict[str, Callable[[Raising, Any], None]]] = {
    "stablehlo.constant": _constant, "stablehlo.broadcast_in_dim": _broadcast_in_dim, "stablehlo.broadcast": _broadcast,
    "stablehlo.dot": _dot, "stablehlo.select": _select, "stablehlo.while": _while, "stablehlo.if": _conditional,
    "stablehlo.case": _conditional, "func.call": _call, "stablehlo.composite": _call, "stablehlo.optimization_barrier": _barrier,
    "stablehlo.create_token": _create_token, "stablehlo.rng": _rng, "chlo.top_k": _top_k, "chlo.ragged_dot": _ragged_dot,
    "stablehlo.custom_call": _custom_call, "stablehlo.all_to_all": _all_to_all, "stablehlo.infeed": _infeed,
    "chlo.square": _square,
    "chlo.conj": _conjugate, "stablehlo.outfeed": _outfeed, "stablehlo.send": _send, "stablehlo.recv": _recv,
}
