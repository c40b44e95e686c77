"""Programs of several devices as programs of one, and what the devices have of their arguments and results.

    sdy.mesh @mesh = <["x"=2]>
    func.func @main(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
      %r = sdy.manual_computation(%x) ... manual_axes={"x"} (%a: tensor<2xf32>) { %b = all_reduce %a ... }
->  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> { %a_0 = slice %x [0:2] ... }     and: device 0 has %x[0:2], ...

All devices are in one memory: the program of whole values, which annotations do not change, is run once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from hloom.ir.attributes import ArrayAttr, Attribute, DictionaryAttr, SymbolRefAttr, TypeAttr
from hloom.ir.core import Block, Operation, Value
from hloom.ir.types import AnyType, FunctionType, TensorType, TokenType
from hloom.ops.builtin.function import Function, FunctionReturn
from hloom.ops.builtin.module import Module, checked_module, function_named
from hloom.ops.common.attributes import ReplicaGroupMeshAxes
from hloom.ops.common.decomposition import Builder, clone
from hloom.ops.hlo.annotations import SHARDING
from hloom.ops.hlo.lowering import runnable
from hloom.ops.sdy.operations import Annotation, ManualComputation, Mesh
from hloom.ops.stablehlo.communication import AfterAll
from hloom.passes import inline
from hloom.passes.inline import symbols_in
from hloom.passes.rewriting import Rule, rewrite
from hloom.passes.sharding.assignment import TileAssignment
from hloom.passes.sharding.calls import Call, is_asking, is_by_parts, is_manual, make_by_parts
from hloom.passes.sharding.copies import Copies, Setting, concatenated, is_one, total
from hloom.passes.sharding.local import make_local
from hloom.passes.sharding.partition import make_partitioned
from hloom.passes.sharding.propagation import propagated
from hloom.passes.sharding.shards import ShardedType, require_shards
from hloom.passes.sharding.summands import looked_at, summands_of
from hloom.passes.sharding.unrolling import Unrolling, Versions, meeting_operations
from hloom.support.diagnostics import InputError, UserError
from hloom.support.records import computed_once

#: Processes that a grid may have: each has copies of what they compute.
_MOST_PROCESSES = 4096
#: Where programs say how an argument or a result is divided.
_STATED = ("sdy.sharding", SHARDING)
_SIZES = ("mhlo.num_replicas", "mhlo.num_partitions")


#: Whether something is to be done, for all arguments or results, or for each.
Wanted = bool | Sequence[bool]


class Local(NamedTuple):
    """A program that every device of the grid runs, with collective operations between them: its function takes and gives shards,
    those of `arguments` and `results`.

    `processes` are the devices of each process, the first of which runs for all of them: they have the same shards.
    """

    module: Module
    arguments: tuple[ShardedType, ...]
    results: tuple[ShardedType, ...]
    processes: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, eq=False)
class Prepared:
    """A program of one device, and how each argument and result of its function is shared by the devices of the grid."""

    module: Module
    arguments: tuple[ShardedType, ...]
    results: tuple[ShardedType, ...]
    #: The calls that ask where a value lies, with how devices share it.
    asked: tuple[tuple[Operation, TileAssignment], ...]
    #: What it was made of.
    _whole: Module
    _function: str

    @computed_once
    def local(self) -> Local | None:
        """The program that each device runs by itself, where there is one: the whole work is one manual computation along all
        axes, there are replicas of one partition, or it is hardly more work to do everything on parts.

        Its arguments may be shared otherwise than those of the whole program, which are moved before and after then.
        """
        made, shared = _copy(self._whole), (*self.arguments, *self.results)
        processes = tuple((device,) for device in range(shared[0].num_devices if shared else 1))
        found: Any = self.arguments, self.results
        if any(one.num_replicas > 1 for one in shared):
            found = found if all(one.assignment.count == 1 for one in shared) else None
        elif any(isinstance(op, ManualComputation) for op in made.walk()):
            inline.run(made)
            found = make_local(made, self._function, *found)
        else:
            processes = self._partition(made)
        if found is None or not processes:
            return None
        drop_annotations(made, is_one=False)
        return Local(made, tuple(found[0]), tuple(found[1]), processes)

    def _partition(self, made: Module) -> tuple[tuple[int, ...], ...]:
        """Makes of a program with annotations only that of one device; for which devices each process runs it, none where nothing
        is changed."""
        shared = (*self.arguments, *self.results)
        if all(one.assignment.is_replicated for one in shared) or any(one.is_apart for one in shared) or _several_blocks(made):
            return ()
        inline.run(made)
        main = made.functions[self._function]
        unstated = _asked(main, "arg_attrs", True, len(self.arguments))
        spread_to = [k for k in unstated if not self.arguments[k].assignment.is_replicated]
        return make_partitioned(made, self._function, self.arguments, self.results, spread_to,
                                self.module.functions[self._function])


def prepare(module: Module, num_replicas: int = 1, num_partitions: int = 1, function: str = "main",
            propagate: Wanted = True, propagate_to_arguments: Wanted = False) -> Prepared:
    """A program for `num_replicas x num_partitions` devices as a program of one device, whose function takes and gives whole
    arrays: `ShardedType.join` makes one of what devices have, `ShardedType.cut` divides one.

    The function is one of all partitions (SPMD): arguments and results say by `sdy.sharding` or `mhlo.sharding` how partitions
    share them. Those that say nothing lie where shardings spread to, results if `propagate` says so, arguments if
    `propagate_to_arguments` does (for all, or for each), else on all devices. Each replica has arguments and results of its own:
    with several, the function that is made takes and gives arrays with the replicas as their first dimension. The module itself
    is left alone.

    Raises InputError for a grid that makes no sense, VerificationError for an invalid module, and UserError, with the place, for
    shardings that make no sense and for operations between processes that are not supported.
    """
    if not (isinstance(num_replicas, int) and isinstance(num_partitions, int)) or min(num_replicas, num_partitions) < 1 \
            or num_replicas * num_partitions > _MOST_PROCESSES:
        raise InputError(f"a grid has from 1 to {_MOST_PROCESSES} devices, got {num_replicas} x {num_partitions}")
    if not getattr(checked_module(module), "is_verified", False):
        module.verify()
    module = runnable(module, function)
    main = function_named(module, function)
    type = main.function_type
    made = _copy(module)
    try:
        taken, given, calls, lying = _spread_to(made, function, propagate_to_arguments, propagate, num_partitions)
        arguments = _shared(main, "arg_attrs", type.inputs, num_replicas, num_partitions, taken)
        results = _shared(main, "res_attrs", type.outputs, num_replicas, num_partitions, given)
        make_by_parts(made.functions[function], [call for call in calls if not is_asking(call.op)], num_partitions)
        arguments, results, is_unrolled = unroll(made, function, arguments, results, num_replicas, num_partitions)
        if not is_unrolled:
            results = _give_apart(made.functions[function], results, lying)
    except RecursionError:
        raise UserError("the program's regions are nested too deeply to be unrolled") from None
    drop_annotations(made)
    return Prepared(made, arguments, results, tuple((call.op, call.operands[0]) for call in calls if is_asking(call.op)),
                    module, function)


def _copy(module: Module) -> Any:
    made: Any = clone(module, {})
    made.source = getattr(module, "source", None)
    if (calling := getattr(module, "calling", None)) is not None:  # it has the functions that callbacks call
        made.calling = calling
    return made


class _Spread(NamedTuple):
    """How devices share arguments and results of which the program says nothing, by their numbers; operands of the calls that
    want to know it; and what results are made of that are to be given as numbers to be added."""

    arguments: dict[int, TileAssignment]
    results: dict[int, TileAssignment]
    calls: Sequence[Call]
    lying: dict[Value, TileAssignment]


def _spread_to(module: Module, function: str, arguments: Wanted, results: Wanted, count: int) -> _Spread:
    """Where shardings spread to arguments, results, and operands of calls. Inlines calls of functions, if need be."""
    main: Function = module.functions[function]
    type = main.function_type
    inputs = _asked(main, "arg_attrs", arguments, len(type.inputs))
    outputs = _asked(main, "res_attrs", results, len(type.outputs))
    beside = _beside(main, "res_attrs", len(type.outputs))
    sums = [k for k, given in enumerate(type.outputs) if _num_summands(main, beside[k], given, count) > 1]
    has_calls = any(is_by_parts(op) or is_asking(op) for op in module.walk())
    spreads = (inputs or outputs) and any(isinstance(op, Mesh) for op in module.body.block.operations)
    if count == 1 or not (has_calls or spreads or sums):
        return _Spread({}, {}, (), {})
    _require_structured(module)
    inline.run(module)
    main = module.functions[function]
    calls = [op for op in main.walk() if is_asking(op) or (is_by_parts(op) and not is_manual(op))]
    values = [*(main.body.arguments[k] for k in inputs), *(main.body.block.terminator.operands[k] for k in outputs)]
    operands = [v for op in calls for v in op.operands]
    seen = [v for k in sums for v in looked_at(main, k)]
    try:
        found = propagated(main, [*values, *operands, *seen], count, inputs)
    except InputError as error:
        raise UserError.at(main.span, "sharding", f"@{function}: {error}") from None
    taken = {k: assignment for k, assignment in zip(inputs, found) if assignment is not None}
    given = {k: assignment for k, assignment in zip(outputs, found[len(inputs) : len(values)]) if assignment is not None}
    rest = iter(zip(operands, found[len(values) :]))
    lying = {v: assignment for v, assignment in zip(seen, found[len(values) + len(operands) :]) if assignment is not None}
    return _Spread(taken, given, [Call(op, [_lying(*next(rest), op, count) for _ in op.operands]) for op in calls], lying)


def _num_summands(function: Function, entries: dict[str, Attribute], type: AnyType, count: int) -> int:
    """How many numbers are to be added up to each element of a result, as the program says."""
    stated = _stated(function, entries, type.rank, count) if isinstance(type, TensorType) else None
    return 1 if stated is None else stated.num_summands


def _lying(value: Value, spread_to: TileAssignment | None, op: Operation, count: int) -> TileAssignment:
    """How devices share an operand of a call."""
    rank = value.type.rank if isinstance(value.type, TensorType) else 0
    return TileAssignment.manual(rank, count) if is_manual(op) else spread_to or TileAssignment.replicated(rank, count)


def _asked(function: Function, key: str, wanted: Wanted, count: int) -> list[int]:
    """The numbers of arguments or results of which the program says nothing, and to which shardings are to spread."""
    answers = [wanted] * count if isinstance(wanted, bool) else list(wanted)
    answers = answers * count if len(answers) == 1 else answers
    if len(answers) != count:
        what = "arguments" if key == "arg_attrs" else "results"
        raise InputError(f"there are {len(answers)} answers on propagation for the {count} {what} of @{function.sym_name}")
    return [k for k, entries in enumerate(_beside(function, key, count)) if answers[k] and not set(entries) & set(_STATED)]


def _beside(function: Function, key: str, count: int) -> list[dict[str, Attribute]]:
    """The attributes beside each argument or result of a function."""
    beside = function.attributes.get(key)
    return [v.entries for v in beside.values] if isinstance(beside, ArrayAttr) else [{}] * count  # type: ignore[attr-defined]


def _shared(function: Function, key: str, types: Sequence[AnyType], num_replicas: int, count: int,
            spread_to: dict[int, TileAssignment]) -> tuple[ShardedType, ...]:
    """How devices share the arguments or the results of a function."""
    found = []
    for number, (type, entries) in enumerate(zip(types, _beside(function, key, len(types)))):
        rank = type.rank if isinstance(type, TensorType) else 0
        assignment = _stated(function, entries, rank, count) or spread_to.get(number) or TileAssignment.replicated(rank, count)
        try:
            require_shards(assignment, "it")
            _require_replicas(type, num_replicas)
            shared = ShardedType(with_replicas(type, num_replicas), assignment, num_replicas)
            shared.local_shape  # noqa: B018  (raises where there are no such blocks)
        except InputError as error:
            what = "argument" if key == "arg_attrs" else "result"
            raise UserError.at(function.span, "sharding", f"{what} {number} of @{function.sym_name}: {error}") from None
        found.append(shared)
    return tuple(found)


def _stated(function: Function, entries: dict[str, Attribute], rank: int, count: int) -> TileAssignment | None:
    for name in _STATED:
        found = TileAssignment.stated(entries.get(name), function, rank, count)
        if found is not None:
            return found
    return None


def with_replicas(type: AnyType, num_replicas: int) -> AnyType:
    """The type of the values of all replicas together."""
    if num_replicas == 1 or not isinstance(type, TensorType):
        return type
    return TensorType((num_replicas, *type.shape), type.element)


_Shared = tuple[ShardedType, ...]


def unroll(module: Module, function: str, taken: _Shared, given: _Shared, num_replicas: int,
           num_partitions: int) -> tuple[_Shared, _Shared, bool]:
    """Makes of a function, in place, what one process does for all; its arguments and results, and whether there was anything to
    do.

    Numbers that are to be added are taken apart; what manual computations give may be another on each device, and is given so. A
    program of one process stays as it is unless it has manual computations: what it does with others is for engines to judge.
    """
    main = module.functions[function]
    if num_replicas == 1 and not any(map(meeting_operations, module.functions.values())):
        return taken, given, False
    _require_structured(module)
    inline.run(module)
    meeting = meeting_operations(main)
    has_manual = any(isinstance(op, ManualComputation) for op in meeting)
    if num_replicas == 1 and not (meeting if num_partitions > 1 else has_manual):
        return taken, given, False
    old, new = main.body.block, Block()
    unrolling = Unrolling((num_replicas, num_partitions), meeting)
    b = Builder(new, main.location, main.span)
    taken = tuple(_apart(shared) if shared.assignment.num_summands > 1 else shared for shared in taken)
    for argument, shared in zip(old.arguments, taken):
        own: Any = new.add_argument(shared.type, argument.name, argument.location)
        own.span = argument.span
        count = shared.assignment.num_versions if shared.is_apart else num_replicas
        copies = tuple(_of_first(b, own, k, argument.type) for k in range(count))
        if shared.is_apart:
            of_device = {device: shared.assignment.version(device) for device in shared.assignment.places}
            unrolling.versions[argument] = Versions(copies, of_device, _summands(shared))
            copies = (total(b, copies, shared.assignment.num_summands),)
        unrolling.values[argument] = copies
    returned = unrolling.block(old, new, Setting(tuple(r * num_partitions for r in range(num_replicas))))
    b = Builder(new, old.terminator.location, old.terminator.span)
    results, outputs = [], []
    for value, copies, shared in zip(old.terminator.operands, returned, given):
        versions = _versions(unrolling.versions.get(value), shared)
        outputs.append(_as_first(b, versions or copies))
        results.append(_apart(shared) if versions else shared)
    main.body.blocks[:] = []
    main.body.append(new)
    _return(main, b, outputs)
    return taken, tuple(results), True


def _give_apart(function: Function, results: _Shared, lying: dict[Value, TileAssignment]) -> _Shared:
    """Has a function of whole values give sums as the numbers that devices have of them, where it says so; its results."""
    block = function.body.block
    if not any(shared.assignment.num_summands > 1 and _apart(shared).is_apart for shared in results):
        return results
    end = block.operations.pop()
    b = Builder(block, end.location, end.span)
    outputs, found = [], []
    for value, shared in zip(end.operands, results):
        own, count = _apart(shared), shared.assignment.num_summands
        if count > 1 and own.is_apart:
            numbers = summands_of(b, value, shared.assignment, lying)
            value = _as_first(b, tuple(x for x in numbers for _ in range(shared.assignment.num_versions // count)))
            shared = own
        outputs.append(value)
        found.append(shared)
    _return(function, b, outputs)
    return tuple(found)


def _return(function: Function, b: Builder, outputs: Sequence[Any]) -> None:
    """Ends a function, whose type that makes."""
    b(FunctionReturn, outputs)
    inputs, types = (tuple(v.type for v in values) for values in (function.body.arguments, outputs))
    function.attributes["function_type"] = TypeAttr(FunctionType(inputs, types))


def _apart(shared: ShardedType) -> ShardedType:
    """An argument or a result of which devices have versions, where it can be so."""
    count = shared.assignment.num_versions
    if count == 1 or shared.num_replicas > 1 or not isinstance(shared.type, TensorType):
        return shared
    return replace(shared, type=TensorType((count, *shared.type.shape), shared.type.element), is_apart=True)


def _summands(shared: ShardedType) -> dict[int, int]:
    """Which of the numbers that are to be added each device has."""
    return {device: place.summand for device, place in shared.assignment.places.items()}


def _versions(known: Versions | None, shared: ShardedType) -> Copies:
    """The versions of a result, where devices have them; none where that is one value on all."""
    if known is None or not _apart(shared).is_apart or not known.fit(_summands(shared)):
        return ()
    found: dict[int, Any] = {}
    for device in shared.assignment.places:
        if found.setdefault(shared.assignment.version(device), known.on(device)) is not known.on(device):
            return ()
    versions = tuple(found[k] for k in range(shared.assignment.num_versions))
    return () if is_one(versions) and shared.assignment.num_summands == 1 else versions


def _require_replicas(type: AnyType, num_replicas: int) -> None:
    """InputError for values that those of several replicas cannot be put together with."""
    if num_replicas > 1 and not (isinstance(type, TokenType) or (isinstance(type, TensorType) and type.is_static)):
        raise InputError(f"there is no value of all replicas' {type}")


def _several_blocks(module: Module) -> Operation | None:
    """The first operation that has a region of several blocks."""
    return next((op for op in module.walk() if any(len(region.blocks) > 1 for region in op.regions)), None)


def _require_structured(module: Module) -> None:
    several = _several_blocks(module)
    if several is not None:
        raise UserError.at(several.span, "region", f"{several.name} has a region of several blocks; only structured control flow "
                           "(if, case, while) runs on several devices")


def _of_first(b: Builder, value: Any, place: int, type: AnyType) -> Any:
    """What there is at a place of the first dimension of a value that is put together of several."""
    if value.type is type:
        return value
    return b.reshaped(b.between(value, 0, place, place + 1), type.shape)  # type: ignore[union-attr]


def _as_first(b: Builder, copies: Copies) -> Any:
    """Values put together along a new first dimension; one is itself."""
    first: Any = copies[0]
    if len(copies) == 1:
        return first
    if not isinstance(first.type, TensorType):
        return first if is_one(copies) else b(AfterAll, list(dict.fromkeys(copies)))
    if is_one(copies):
        return b.broadcast(first, range(1, first.rank + 1), (len(copies), *first.shape))
    return concatenated(b, [b.reshaped(x, (1, *first.shape)) for x in copies], 0)


def drop_annotations(module: Module, is_one: bool = True) -> None:
    """Removes, in place, what a program says of which values lie where, and if it is one process of how many there are."""
    block, dropped = module.body.block, (*_STATED, *(_SIZES if is_one else ()))
    rewrite(module, lambda op: _DROPPED if isinstance(op, Annotation) else ())
    for op in module.walk():
        for name in dropped:
            op.attributes.pop(name, None)
        for key in ("arg_attrs", "res_attrs"):
            beside = op.attributes.get(key)
            if isinstance(beside, ArrayAttr):
                op.attributes[key] = ArrayAttr(tuple(map(_without_shardings, beside.values)))
    used = {name for op in module.walk() for name in symbols_in(op.attributes.values())} | _in_groups(module)
    block.operations = [op for op in block.operations if not isinstance(op, Mesh) or op.sym_name in used]


def _in_groups(module: Module) -> set[str]:
    """Names of meshes along whose axes processes still meet."""
    groups = (op.attributes.get("replica_groups") for op in module.walk())
    return {g.mesh.value for g in groups if isinstance(g, ReplicaGroupMeshAxes) and isinstance(g.mesh, SymbolRefAttr)}


def _without_shardings(entries: Attribute) -> Attribute:
    if not isinstance(entries, DictionaryAttr):
        return entries
    return DictionaryAttr({name: value for name, value in entries.entries.items() if name not in _STATED})


_DROPPED = (Rule("annotation(x) -> x", None, lambda op, b: op.operands[: len(op.results)]),)
