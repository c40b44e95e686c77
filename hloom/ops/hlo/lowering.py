"""A module in the form of HLO as one in StableHLO: tuples taken apart, fusions inlined, bitcasts spelled out.

Every operation of `hlo` says by `expand(lowering, *operands)` what it is. Operands and results are values, or nested tuples of
values where HLO has tuples. What StableHLO shares is copied, without the attributes that only HLO knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import prod
from typing import Any, Final, NamedTuple

import numpy as np

from hloom.ir.attributes import ArrayAttr, Attribute, DenseElementsAttr, DictionaryAttr, StringAttr, SymbolRefAttr, TypeAttr
from hloom.ir.core import Block, Operation, Region, Value
from hloom.ir.types import AnyType, FunctionType, TensorType, TokenType, TupleType, leaf_types, leaves, nested
from hloom.numbers.element_type import PRED, ElementType
from hloom.ops.builtin.function import Call, Function
from hloom.ops.builtin.module import Module, checked_module
from hloom.ops.calls import TARGETS
from hloom.ops.definition.operation import REGISTRY, Op
from hloom.ops.hlo.annotations import SHARDING, divided, for_stablehlo
from hloom.ops.hlo.computation import COMPUTATION, ENTRY, PREFIX
from hloom.ops.hlo.control import computations_of
from hloom.ops.hlo.extraction import computation_named
from hloom.ops.stablehlo.custom_call import TYPED_FFI, CustomCall
from hloom.ops.stablehlo.tuples import GetTupleElement, Tuple
from hloom.support.diagnostics import UserError

Nested = Any
#: The custom call that is handed what a watched computation takes.
WATCH: Final = "hloom.watch"
#: Operations that inlining may make.
_MOST_OPERATIONS = 2_000_000


def to_stablehlo(module: Module, is_run: bool = False, alone: Iterable[str] = (), watched: str | None = None) -> Module:
    """The program of a valid module in the form of HLO, in StableHLO; its entry computation is the function `main`.

    Parameters and results that are tuples become one argument or result for each of their parts. UserError, with the place,
    for what has no counterpart. A program that `is_run` keeps the few operations that only the evaluator knows. Computations
    that are to run `alone` are functions, too, under their names (InputError for one that there is not). Whenever the
    computation `watched` begins, a custom call of WATCH is handed what it takes.
    """
    _require_form(module)
    return _Modules(module, is_run, alone, watched).made()


def runnable(module: Module, *functions: str) -> Module:
    """The program in the form that the engines run: of one in the form of HLO, what it is in StableHLO, `main` its entry.

    `functions` are those that are to be run: computations of HLO are functions there, too. InputError for names that HLO has not.
    """
    if not checked_module(module).is_hlo:
        return module
    return to_stablehlo(module, is_run=True, alone=[name for name in functions if isinstance(name, str)])


def _require_form(module: Module) -> None:
    """That every computation ends with one value and every instruction has one result, which nothing else checks."""
    for op in module.walk():
        if op is module or op.is_terminator:
            continue
        if not isinstance(op, Function) and len(op.results) != 1:
            raise UserError.at(op.span, "hlo", f"{op.name} has {len(op.results)} results, an instruction has one")
        for region in op.regions:
            operations = region.block.operations if len(region.blocks) == 1 else []
            if not operations or not operations[-1].is_terminator or len(operations[-1].operands) != 1:
                raise UserError.at(op.span, "hlo", f"a computation of {op.name} must end with one value")


class _Modules:
    def __init__(self, module: Module, is_run: bool = False, alone: Iterable[str] = (), watched: str | None = None) -> None:
        self.module, self.is_run = module, is_run
        entry = getattr(module.attributes.get(ENTRY), "value", None)
        self.names = {name: name for name in module.functions}
        if entry in self.names:
            taken, number = "main", 0
            while entry != "main" and taken in self.names and taken != entry:
                number += 1
                taken = f"main.{number}"
            if entry != "main" and "main" in self.names:
                self.names["main"] = taken
            self.names[entry] = "main"
        self.entry = entry
        self.made_operations = 0
        self.alone = [name for name in dict.fromkeys(alone) if name not in self.names.values()]
        #: The regions that are the watched computation: one for each instruction that runs it.
        self.watched = _regions_of(module, computation_named(module, watched)[0]) if watched is not None else ()

    def made(self) -> Module:
        block = Block()
        for name, function in self.module.functions.items():
            types, beside = list(function.function_type.inputs), _beside(function)
            private: dict[str, Attribute] = {} if name == self.entry else {"sym_visibility": StringAttr("private")}
            block.append(self.function(self.names[name], function.regions[0], types, {**private, **beside}, function))
        for name in self.alone:
            region = computation_named(self.module, name)[1].region
            block.append(self.function(name, region, [a.type for a in region.arguments], {}, region.owner))
        attributes = {k: v for k, v in self.module.attributes.items() if not k.startswith(PREFIX)}
        attributes.update(for_stablehlo(self.module.attributes))
        made = Module((), (), attributes, [Region([block])], self.module.location, self.module.span)
        made.source = getattr(self.module, "source", None)
        return made

    def function(self, name: str, computation: Region, inputs: list[AnyType], more: dict[str, Attribute], of: Any) -> Function:
        """A computation as a function; `of` is where it stands."""
        region = Lowering(self).region(computation, inputs, "func.return")
        types = FunctionType(tuple(a.type for a in region.arguments), tuple(v.type for v in region.block.terminator.operands))
        attributes: dict[str, Attribute] = {"sym_name": StringAttr(name), "function_type": TypeAttr(types), **more}
        return Function((), (), attributes, [region], of.location, of.span)


def _regions_of(module: Module, name: str) -> tuple[Region, ...]:
    """The regions of a module that are the computation with a name."""
    function = module.functions.get(name)
    own = [region for op in module.walk() if not isinstance(op, Function)
           for region, attribute in zip(op.regions, computations_of(op)) if attribute.symbol == name]
    return (*own, *(function.regions if function is not None else ()))


def _beside(function: Function) -> dict[str, Attribute]:
    """The shardings of arguments and results, one for each part of a tuple, and what is said of arguments for the frontend."""
    parameters = getattr(function.attributes.get(COMPUTATION), "parameters", ())
    made: dict[str, Attribute] = {}
    said: list[dict[str, Attribute]] = []
    for k, type in enumerate(function.function_type.inputs):
        beside = parameters[k].attributes if k < len(parameters) else None
        said += _parts(type, for_stablehlo(beside.entries if beside is not None else {}))
    root: Any = function.regions[0].block.terminator.operands[0]
    owner = getattr(root, "owner", None)
    result = for_stablehlo(owner.attributes) if isinstance(owner, Op) else {}
    results = _parts(root.type, {k: v for k, v in result.items() if k == SHARDING})
    for key, entries in (("arg_attrs", said), ("res_attrs", results)):
        if any(entries):
            made[key] = ArrayAttr(tuple(map(DictionaryAttr, entries)))
    return made


def _parts(type: AnyType, said: dict[str, Attribute]) -> list[dict[str, Attribute]]:
    """What is said of a value, for each of its parts."""
    count = len(leaf_types(type))
    sharding = said.get(SHARDING)
    if not isinstance(sharding, StringAttr) or not isinstance(type, TupleType):
        return [said] * count
    rest = {k: v for k, v in said.items() if k != SHARDING}
    return [{**rest, SHARDING: StringAttr(text)} if text else rest for text in divided(sharding.value, count)]


class Lowering:
    """Appends to a block what the operations of a computation are in StableHLO."""

    def __init__(self, modules: _Modules) -> None:
        self.modules = modules
        self.values: dict[Value, Nested] = {}
        self.block = Block()
        self.op: Any = None

    # Operations.

    def make(self, name: str, operands: Sequence[Any], result_types: Sequence[AnyType] | None = None,
             regions: Sequence[Region] = (), **attributes: Any) -> Nested:
        """Appends an operation; gives its result, or the tuple of several."""
        op = REGISTRY[name].create(*operands, result_types=result_types, regions=regions, location=self.op.location, **attributes)
        return self.append(op)

    def append(self, op: Operation) -> Nested:
        op.span = self.op.span
        self.block.append(op)
        self.count()
        return op.results[0] if len(op.results) == 1 else tuple(op.results)

    def count(self) -> None:
        self.modules.made_operations += 1
        if self.modules.made_operations > _MOST_OPERATIONS:
            raise UserError.at(self.op.span, "conversion", f"computations expand to more than {_MOST_OPERATIONS} operations")

    def constant(self, array: np.ndarray, type: ElementType) -> Value:
        return self.make("stablehlo.constant", [], value=DenseElementsAttr.of(array, TensorType(array.shape, type)))

    def zero(self, type: AnyType) -> Nested:
        """A value of a type that nobody looks at: the context of what is under way."""
        if isinstance(type, TupleType):
            return tuple(map(self.zero, type.elements))
        if isinstance(type, TokenType):
            return self.make("stablehlo.create_token", [])
        assert isinstance(type, TensorType)
        plain = TensorType(type.shape, type.storage)
        return self.make("stablehlo.constant", [],
                         value=DenseElementsAttr(plain, np.zeros((), type.storage.dtype), is_splat=True))

    def same(self, op: Op, cls: type[Op], operands: Iterable[Nested]) -> Nested:
        """`cls` with the attributes and regions of `op`; several results where the result of `op` is a tuple."""
        types = [t for r in op.results for t in leaf_types(r.type)]
        regions = [self.region(region, [a.type for a in region.arguments]) for region in op.regions]
        made = cls(leaves(list(operands)), types, self.shared_attributes(op), regions, op.location)
        return self.append(made)

    def shared_attributes(self, op: Op) -> dict[str, Attribute]:
        """The attributes that StableHLO knows, too."""
        return {**{k: v for k, v in op.attributes.items() if not k.startswith(PREFIX)}, **for_stablehlo(op.attributes)}

    def lower(self, op: Any) -> Nested:
        """What one operation of the form of HLO is; gives the nested tuples of its result."""
        self.op = op
        operands = [self.values[v] for v in op.operands]
        expand = getattr(op, "expand", None)
        if expand is not None:
            return self.expanded(op, lambda: op.expand(self, *operands))
        if isinstance(op, Tuple):
            return tuple(operands)
        if isinstance(op, GetTupleElement):
            return operands[0][op.index]
        if isinstance(op, Call):
            return nested(self.called(op.callee, operands), op.results[0].type)
        if isinstance(op, CustomCall):
            return self.custom_call(op, operands)
        if any(isinstance(v, tuple) for v in operands):
            raise UserError.at(op.span, "conversion",
                               f"{op.mnemonic.replace('_', '-')} of tuples has no counterpart in StableHLO")
        return self.same(op, type(op), operands)

    def expanded(self, op: Any, expand: Callable[[], Nested]) -> Nested:
        try:
            return expand()
        except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
            # What an operation stands for presupposes shapes and counts that no constraint of its own states.
            name = op.call_target_name if isinstance(op, CustomCall) else op.mnemonic.replace("_", "-")
            raise UserError.at(op.span, f"{op.name}_operands", f"{name} does not take "
                               f"({', '.join(str(v.type) for v in op.operands)}) for {op.results[0].type}: {error}") from error

    def called(self, name: str, operands: Iterable[Nested]) -> Nested:
        """A call of a computation."""
        function = self.modules.module.functions.get(name)
        if function is None:
            raise UserError.at(self.op.span, "symbol", f"there is no computation {name}")
        type = function.function_type.outputs[0]
        call = Call(leaves(list(operands)), leaf_types(type), {"callee": SymbolRefAttr(self.modules.names[name])}, (),
                    self.op.location)
        return nested(self.append(call), type)

    def custom_call(self, op: CustomCall, operands: list[Nested]) -> Nested:
        """A custom call takes and gives no tuples in StableHLO."""
        type = op.results[0].type
        known = _known_call(op.call_target_name)
        if known is not None and all(isinstance(v, Value) for v in operands):
            count = len(self.block.operations)
            found = self.expanded(op, lambda: known(self, op, operands))
            if found is not None:
                return found
            del self.block.operations[count:]
        called = op.called_computations
        attributes = self.shared_attributes(op)
        if called:
            attributes["called_computations"] = symbols(self.modules.names[name] for name in called)
        if "backend_config" not in attributes and "hlo.backend_config" in op.attributes and op.api_version != TYPED_FFI:
            attributes["backend_config"] = op.attributes["hlo.backend_config"]
        made = CustomCall(leaves(operands), leaf_types(type), attributes, (), op.location)
        return nested(self.append(made), type)

    # Regions.

    def region(self, region: Region, types: Sequence[AnyType], end: str = "stablehlo.return") -> Region:
        """A computation as a region that takes and gives the parts of tuples one by one."""
        block = Block()
        arguments: list[Nested] = []
        for argument, type in zip(region.arguments, types):
            parts = [block.add_argument(t, argument.name, argument.location) for t in leaf_types(type)]
            arguments.append(nested(parts, type))
        outer, self.block, current = self.block, block, self.op
        result = self.inlined(region, arguments)
        block.append(REGISTRY[end].create(leaves(result), location=region.block.terminator.location))
        self.block, self.op = outer, current
        return Region([block])

    def captured(self, region: Region, values: Sequence[Nested]) -> Region:
        """A computation as a region without arguments, which sees `values` outside."""
        outer, self.block, current = self.block, Block(), self.op
        result = self.inlined(region, values)
        self.block.append(REGISTRY["stablehlo.return"].create(leaves(result)))
        made, self.block, self.op = Region([self.block]), outer, current
        return made

    def inlined(self, region: Region, operands: Sequence[Nested]) -> Nested:
        """The operations of a computation in the current block; gives what it returns."""
        self.values.update(zip(region.arguments, operands))
        current = self.op
        if any(region is watched for watched in self.modules.watched):
            self.block.append(CustomCall(leaves(list(operands)), (), {"call_target_name": StringAttr(WATCH)}))
        for op in region.block.operations[:-1]:
            found = self.lower(op)
            self.values[op.results[0]] = found
            if isinstance(found, Value) and found.name is None:
                found.name = op.results[0].name
        self.op = current
        return self.values[region.block.terminator.operands[0]]

    # Processes.

    def collective(self, op: Any, **more: Any) -> dict[str, Any]:
        """The attributes of a collective operation that say who takes part."""
        found = {key: op.attributes[key] for key in ("replica_groups", "channel_handle") if key in op.attributes}
        return {**found, **{k: v for k, v in more.items() if v is not None}}

    def processes(self, op: Any) -> int:
        """How many processes a group has that is not listed."""
        attributes: Any = self.modules.module.attributes
        replicas, partitions = (getattr(attributes.get(f"mhlo.num_{what}"), "value", 1) for what in ("replicas", "partitions"))
        return partitions if op.attributes.get("channel_handle") is not None else replicas

    # Layouts.

    def in_memory_order(self, value: Value, type: AnyType) -> Value:
        """The elements of a value of a type with a layout, transposed so that row-major order is that of memory."""
        order = self._order(type)
        return value if order == sorted(order) else self.make("stablehlo.transpose", [value], permutation=tuple(order))

    def from_memory_order(self, value: Value, type: AnyType) -> Value:
        """The value of `type`, whose layout says how elements lie, with these elements in row-major order."""
        assert isinstance(type, TensorType)
        order = self._order(type)
        physical = tuple(type.shape[d] for d in order)
        value = self.with_elements(value, type.storage, prod(physical))
        if value.type.shape != physical:  # type: ignore[union-attr]
            value = self.make("stablehlo.reshape", [value], result_types=[TensorType(physical, type.element)])
        if order == sorted(order):
            return value
        back = tuple(int(k) for k in np.argsort(order))
        return self.make("stablehlo.transpose", [value], permutation=back)

    def with_elements(self, value: Any, element: ElementType, count: int) -> Any:
        """The same bytes as elements of another type, flat if their number changes."""
        given: TensorType = value.type
        if given.storage is element:
            return value
        if given.storage is PRED or element is PRED:  # a truth value takes a byte, 0 or 1
            return self.make("stablehlo.convert", [value], result_types=[given.with_element(element)])
        if given.storage.width == element.width:
            return self.make("stablehlo.bitcast_convert", [value], result_types=[given.with_element(element)])
        flat = self.make("stablehlo.reshape", [value], result_types=[TensorType((given.size,), given.element)])
        if given.storage.width > element.width:
            ratio = given.storage.width // element.width
            return self.make("stablehlo.bitcast_convert", [flat], result_types=[TensorType((given.size, ratio), element)])
        ratio = element.width // given.storage.width
        rows = self.make("stablehlo.reshape", [flat], result_types=[TensorType((count, ratio), given.element)])
        return self.make("stablehlo.bitcast_convert", [rows], result_types=[TensorType((count,), element)])

    def _order(self, type: AnyType) -> list[int]:
        """The dimensions from major to minor."""
        assert isinstance(type, TensorType)
        layout = type.layout
        if layout is None:
            return list(range(type.rank))
        if layout.tiles or not layout.is_dense:
            raise UserError.at(self.op.span, "layout", f"a bitcast of a tiled or sparse layout, {layout}, is not possible")
        return list(layout.major_to_minor)


def _known_call(target: str) -> Callable[..., Nested] | None:
    """What a target's calls stand for, given the lowering, the call and its operands."""
    return TARGETS[target].expand if target in TARGETS else None


def is_known_call(op: Operation) -> bool:
    """Whether an operation is a custom call that may stand for others."""
    return isinstance(op, CustomCall) and _known_call(op.call_target_name) is not None


def symbols(names: Iterable[str]) -> Attribute:
    """`[@a, @b]`."""
    return ArrayAttr(tuple(map(SymbolRefAttr, names)))


class Expansion(NamedTuple):
    """What one operation of HLO is in StableHLO: a block, whose arguments stand for the operands, and the result in it."""

    block: Block
    arguments: list[Nested]
    result: Nested


def expansion(op: Op) -> Expansion:
    """The operation by itself in StableHLO; UserError for what has no counterpart."""
    module: Any = op
    while module is not None and not isinstance(module, Module):
        module = module.parent
    lowering = Lowering(_Modules(module if module is not None else Module((), (), {}, [Region([Block()])])))
    block = lowering.block
    arguments = [nested([block.add_argument(t) for t in leaf_types(v.type)], v.type) for v in op.operands]
    lowering.values.update(zip(op.operands, arguments))
    # An operand may stand there twice; what is read through it is then read through the first place.
    first = {v: k for k, v in reversed(list(enumerate(op.operands)))}
    lowering.values.update((v, arguments[k]) for v, k in first.items())
    return Expansion(block, [arguments[first[v]] for v in op.operands], lowering.lower(op))
