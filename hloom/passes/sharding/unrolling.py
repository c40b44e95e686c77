"""Manual computations and replicas as the work of one process: a copy of each operation for each process that does it.

    %r = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}]>] ... manual_axes={"x"} (%a) { %b = negate %a; return %b }
->  %a_0 = slice %x [0:4]; %a_1 = slice %x [4:8]; %b_0 = negate %a_0; %b_1 = negate %a_1; %r = concatenate %b_0, %b_1

What all processes compute alike is computed once. Collective operations become operations between copies (`collectives`); loops
and branches round them carry the copies. Where processes may take different branches, all are computed and each process's results
are chosen; what has an effect, and loops, are run for those only that are there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, NamedTuple

import numpy as np

from hloom.ir.core import Block, Operation, OpResult, Region, Value, captured_values
from hloom.ir.location import UNKNOWN
from hloom.ir.types import TokenType
from hloom.ops.builtin.function import Function
from hloom.ops.common.decomposition import Builder, clone
from hloom.ops.common.meshes import Axis, DeviceMesh
from hloom.ops.definition.traits import Control, Traits
from hloom.ops.hlo.annotations import SHARDING
from hloom.ops.sdy.operations import Annotation, ManualComputation
from hloom.ops.sdy.shardings import Sharding, axes_of, mesh_of, shardings_of
from hloom.ops.stablehlo.communication import AfterAll, AsyncDone, AsyncStart, CreateToken
from hloom.ops.stablehlo.comparison import Compare
from hloom.ops.stablehlo.control import If, Return, While
from hloom.ops.stablehlo.custom_call import CustomCall
from hloom.ops.stablehlo.elementwise import And, Not, Or
from hloom.passes.sharding.assignment import Subgroup, TileAssignment
from hloom.passes.sharding.collectives import Meeting, collective_of
from hloom.passes.sharding.copies import (
    Classes,
    Copies,
    Setting,
    classes_of,
    combined,
    is_one,
    joined,
    of_blocks,
    one_of_each,
    part_of,
    selected,
    split,
    spread,
    total,
)
from hloom.reference.callbacks import is_callback
from hloom.reference.custom_calls import definition_of
from hloom.support.diagnostics import InputError, UserError


class Versions(NamedTuple):
    """What devices have each for itself of a value, as whole values, each the version of some of them; and which of the numbers
    that are to be added theirs is, 0 where there are none."""

    values: Sequence[Any]
    of_device: Mapping[int, int]
    summand: Mapping[int, int]

    def fit(self, summand: Mapping[int, int]) -> bool:
        """Whether these devices have such numbers in another place."""
        return all(self.summand.get(device) == number for device, number in summand.items())

    def on(self, device: int) -> Any:
        return self.values[self.of_device[device]]


#: Operations that unrolling may make, and times that the body of a loop is made before all copies are carried.
_MOST_OPERATIONS, _MOST_TRIALS = 1_000_000, 4
#: How operations that compute nothing of their own take part in the flow of control.
_STRUCTURE = frozenset({Control.LOOP, Control.BRANCH, Control.REGION, Control.BARRIER, Control.SCAN, Control.TUPLE})


class Unrolling:
    """Makes the copies of a grid's processes; `grid` is the number of replicas and of partitions."""

    def __init__(self, grid: tuple[int, int], meeting: set[Operation]) -> None:
        self.grid, self.meeting = grid, meeting
        #: The copies of the program's values, of as many processes as there are where each is computed.
        self.values: dict[Value, Copies] = {}
        #: Of values that need not be the same on all devices: what these have.
        self.versions: dict[Value, Versions] = {}
        #: Of asynchronous operations that have started: the copies of their results.
        self.started: dict[Value, list[Copies]] = {}
        #: Of loops, from the last time that each was made: the classes of what it carries.
        self.carried: dict[Operation, list[list[Classes]]] = {}
        #: The processes of the part of the program that GSPMD's calls put between whole values and their parts.
        self.apart: Setting | None = None
        self.made = 0

    def copies(self, value: Value, setting: Setting) -> Copies:
        return spread(self.values[value], len(setting.processes))

    def block(self, block: Block, into: Block, setting: Setting) -> list[Copies]:
        """Appends the copies of a block's operations; what the block returns."""
        for op in block.operations:
            if op.is_terminator:
                if any(len(self.values[v]) > len(setting.processes) for v in op.operands):
                    raise UserError.at(op.span, "sharding", f"{op.name} gives parts of values where whole ones are expected")
                return [self.copies(v, setting) for v in op.operands]
            results = self._operation(op, into, setting)
            self.values.update(zip(op.results, results))
        return []

    def _operation(self, op: Any, into: Block, setting: Setting) -> list[Copies]:
        if isinstance(op, Annotation):
            if op.operands and op.operands[0] in self.versions:
                self.versions.update((r, self.versions[op.operands[0]]) for r in op.results)
            return [self.copies(op.operands[0], setting) for _ in op.results]
        setting = self._setting_of(op, setting)
        if op not in self.meeting:
            return self._by_itself(op, into, setting)
        self._count(len(setting.processes), op)
        operands = [self.copies(v, setting) for v in op.operands]
        b = Builder(into, op.location, op.span)
        if isinstance(op, ManualComputation):
            return self._manual(op, operands, b, setting)
        if isinstance(op, CustomCall):
            return [self._to_whole(op, b) if _gives_whole(op) else self._to_parts(op, operands[0], b)]
        if isinstance(op, AsyncStart):
            self.values.update(zip(op.body.arguments, operands))
            self.started[op.results[0]] = self.block(op.body.block, into, setting)
            return [(op.operands[0],) * len(setting.processes)]  # nobody but the operation that waits looks at it
        if isinstance(op, AsyncDone):
            if op.future not in self.started:
                raise UserError.at(op.span, "sharding", f"{op.name} waits for an operation that was not started beside it")
            return self.started[op.future]
        combine = collective_of(op)
        if combine is not None:
            if not setting.axes and self.grid[0] == 1:
                raise UserError.at(op.span, "sharding", f"{op.name} stands outside of a manual computation, in a program that is "
                                   f"one of all {self.grid[1]} partitions")
            outside = {v: self.copies(v, setting)[0] for v in captured_values(op)}
            return combine(Meeting(op, operands, b, setting, self.grid, outside))
        if op.control is Control.LOOP:
            return self._loop(op, operands, b, setting)
        if op.control is Control.BRANCH:
            return self._branch(op, operands[0], b, setting)
        if op.control is Control.REGION:
            self.values.update(zip(op.regions[0].arguments, operands))
            return self.block(op.regions[0].block, into, setting)
        raise UserError.at(op.span, "sharding", f"{op.name} has operations inside in which processes meet; they are supported in "
                           "loops, branches and functions")

    # -- what each process does by itself -----------------------------------------------------------------------------------
    def _by_itself(self, op: Operation, into: Block, setting: Setting) -> list[Copies]:
        """A copy of an operation for each process; one for those with the same operands, where that makes no difference."""
        used = [*op.operands, *(captured_values(op) if op.regions else ())]
        given = [self.copies(v, setting) for v in used]
        repeats = not _may_be_shared(op)
        guards = setting.active if setting.active is not None and _needs_guard(op) else None
        known: dict[Any, Sequence[Value]] = {}
        found: list[Sequence[Value]] = []
        for k in range(len(setting.processes)):
            own = tuple(c[k] for c in given)
            key = (k if repeats else own, None if guards is None else guards[k])
            if key not in known:
                known[key] = self._copy(op, dict(zip(used, own)), into, None if guards is None else guards[k])
            found.append(known[key])
        return [tuple(results[j] for results in found) for j in range(len(op.results))]

    def _copy(self, op: Operation, values: dict[Value, Value], into: Block, guard: Value | None) -> Sequence[Value]:
        self._count(len(op.walk()) if op.regions else 1, op)
        if guard is None:
            return into.append(clone(op, values)).results
        there, away = Block(), Block()
        made = there.append(clone(op, values))
        b = Builder(away, op.location, op.span)
        zeros = [b(CreateToken) if isinstance(r.type, TokenType) else b.splat(0, r.type)  # type: ignore[arg-type]
                 for r in op.results]
        for block, results in ((there, made.results), (away, zeros)):
            Builder(block, op.location, op.span)(Return, list(results))
        found = Builder(into, op.location, op.span)(If, guard, regions=[Region([there]), Region([away])])
        return [found] if len(op.results) == 1 else found

    def _count(self, made: int, op: Operation) -> None:
        self.made += made
        if self.made > _MOST_OPERATIONS:
            raise UserError.at(op.span, "sharding", f"copies for each process come to more than {_MOST_OPERATIONS} operations")

    # -- manual computations ------------------------------------------------------------------------------------------------
    def _manual(self, op: Any, operands: list[Copies], b: Builder, setting: Setting) -> list[Copies]:
        names = tuple(axis.name for axis in axes_of(op.manual_axes.text))
        ins, outs = shardings_of(op.in_shardings.text), shardings_of(op.out_shardings.text)
        try:
            inner = self._inside(op, names, (*ins, *outs), setting)
            sizes = dict(inner.mesh.axes) if inner.mesh is not None else {}
            own = DeviceMesh(tuple((name, sizes[name]) for name in names), np.arange(prod(sizes[name] for name in names)))
            taken, given = ([_along(own, sharding) for sharding in found] for found in (ins, outs))
            for value, argument, copies, assignment in zip(op.operands, op.body.arguments, operands, taken):
                known: dict[Any, Any] = {}
                own = self.versions.get(value)
                if own is not None and own.fit(_summands(assignment, inner.processes)):
                    parts = [own.on(process) for process in inner.processes]
                    self.values[argument] = tuple(split(b, parts, assignment, known, is_sum=False))
                else:
                    self.values[argument] = tuple(p for v in copies for p in split(b, [v] * assignment.count, assignment, known))
            returned = self.block(op.body.block, b.block, inner)
        except InputError as error:
            raise UserError.at(op.span, "sharding", f"{op.name}: {error}") from None
        return [self._given(*one, b, setting, inner) for one in zip(op.results, returned, given)]

    def _given(self, result: Value, copies: Copies, assignment: TileAssignment, b: Builder, setting: Setting,
               inner: Setting) -> Copies:
        """The values of the outer processes that a manual computation gives, of those of the inner ones."""
        count, known = len(setting.processes), {}
        each = len(copies) // count
        found = []
        for k in range(count):
            parts = copies[k * each : (k + 1) * each]
            if parts not in known:
                known[parts] = joined(b, parts, assignment)
            found.append(known[parts])
        if count == 1 and not setting.axes and (assignment.num_summands > 1 or not is_one(found[0])):
            devices = _standing_for(inner)
            of_device = {d: assignment.version(k) for k, row in enumerate(devices) for d in row}
            self.versions[result] = Versions(found[0], of_device, {
                d: assignment.places[k].summand for k, row in enumerate(devices) for d in row})
        totals = {id(whole): total(b, whole, assignment.num_summands) for whole in found}
        return tuple(totals[id(whole)] for whole in found)

    def _inside(self, op: Any, names: tuple[str, ...], shardings: Sequence[Sharding], setting: Setting) -> Setting:
        """The setting in the body of a manual computation, which makes the axes `names` manual, too."""
        meshes = [mesh for mesh in (mesh_of(op, s.mesh) for s in shardings) if mesh.axes]
        mesh = setting.mesh if setting.mesh is not None else meshes[0] if meshes else None
        if mesh is None:
            if names:
                raise InputError("nothing says which mesh has the axes that are manual")
            return setting
        if any(other.axes != mesh.axes or (other.devices != mesh.devices).any() for other in meshes):
            raise InputError("its values, and those around it, are on different meshes")
        if set(names) & set(setting.axes):
            raise InputError(f"the axes {', '.join(sorted(set(names) & set(setting.axes)))} are manual already")
        axes = (*setting.axes, *names)
        devices = mesh.tiled([[Axis(name)] for name in axes])[..., 0].reshape(-1).tolist()
        if max(devices) >= self.grid[1]:
            raise InputError(f"its mesh has device {max(devices)}, and there are {self.grid[1]} partitions")
        processes = tuple(r * self.grid[1] + d for r in range(self.grid[0]) for d in devices)
        return Setting(processes, mesh, axes, setting.active and spread(setting.active, len(processes)))

    # -- GSPMD's form of them: calls between whole values and parts ---------------------------------------------------------
    def _setting_of(self, op: Operation, setting: Setting) -> Setting:
        """The setting of an operation: that of the parts if it sees any, or asks which process it is."""
        if self.apart is None or setting.axes or _gives_whole(op):
            return setting
        used = [*op.operands, *(captured_values(op) if op.regions else ())]
        sees = any(len(self.values[v]) > len(setting.processes) for v in used)
        return self.apart if sees or (not op.operands and collective_of(op) is not None) else setting

    def _to_parts(self, op: CustomCall, copies: Copies, b: Builder) -> Copies:
        """What each device has of a whole value: the sharding of that is said where it comes from."""
        if not is_one(copies):
            raise UserError.at(op.span, "sharding", f"{op.title} takes parts of a value that is in parts already")
        (value,), (result,) = set(copies), op.results
        manual = TileAssignment.stated(op.attributes.get(SHARDING), op, result.rank, self.grid[1])
        source = op.operands[0].owner if isinstance(op.operands[0], OpResult) else None
        stated = source.attributes.get(SHARDING) if source is not None else None
        whole = TileAssignment.stated(stated, op, result.rank, self.grid[1])
        if manual is None or whole is None or self.grid[0] > 1:
            raise UserError.at(op.span, "sharding", f"{op.title} does not say which devices have which part of its operand")
        devices = manual.devices.reshape(-1, *manual.devices.shape[manual.rank :])[0]
        along = devices.reshape(-1)[:1]
        if Subgroup.MANUAL in manual.kinds:
            place = manual.kinds.index(Subgroup.MANUAL)
            along = np.moveaxis(devices, place, 0).reshape(devices.shape[place], -1)[:, 0]
        setting = Setting(tuple(along.tolist()), None, ("manual",))
        if self.apart not in (None, setting) or whole.places.keys() < set(setting.processes):
            raise UserError.at(op.span, "sharding", f"{op.title} divides values among other devices than those before it")
        self.apart = setting
        if whole.local_shape(value.shape) != result.shape:
            raise UserError.at(op.span, "sharding", f"{op.title} gives {result.type}, devices have parts of shape "
                               f"{list(whole.local_shape(value.shape))}")
        made = {block: part_of(b, value, whole.slices(block, value.shape))
                for block in dict.fromkeys(whole.places[process].block for process in setting.processes)}
        return tuple(made[whole.places[process].block] for process in setting.processes)

    def _to_whole(self, op: CustomCall, b: Builder) -> Copies:
        """The whole value of which each device has a part."""
        (result,), copies = op.results, self.values[op.operands[0]]
        whole = TileAssignment.stated(op.attributes.get(SHARDING), op, result.rank, self.grid[1])
        if self.apart is None or whole is None or len(copies) not in (1, len(self.apart.processes)):
            raise UserError.at(op.span, "sharding", f"{op.title} does not say which devices have which part of its result")
        if Subgroup.MANUAL in whole.kinds:  # the end of a region in another, whose parts they stay
            if prod(whole.tiles) != 1:
                raise UserError.at(op.span, "sharding", f"{op.title} joins parts within parts, which is not supported")
            return spread(copies, len(self.apart.processes))
        blocks: dict[tuple[int, ...], Any] = {}
        for process, part in zip(self.apart.processes, spread(copies, len(self.apart.processes))):
            if process in whole.places:
                blocks.setdefault(whole.places[process].block, part)
        if len(blocks) != prod(whole.tiles):
            raise UserError.at(op.span, "sharding", f"{op.title}: no device has one of {prod(whole.tiles)} parts of its result")
        return (of_blocks(b, blocks, whole),)

    # -- control flow -------------------------------------------------------------------------------------------------------
    def _loop(self, op: Any, initial: list[Copies], b: Builder, setting: Setting) -> list[Copies]:
        """A loop that carries a value for each class of processes. Which these are is found by trying, from the classes that come
        in, and those that an earlier trial of a loop around this one has found: the body may part them."""
        classes = [classes_of(*columns) for columns in zip(initial, *self.carried.get(op, []))]
        for trial in range(_MOST_TRIALS + 1):
            if trial == _MOST_TRIALS:
                classes = [tuple(range(len(setting.processes)))] * len(classes)
            cond, (more,) = self._carried(op.regions[0], classes, setting)
            if not is_one(more) or setting.active is not None:
                return self._loop_apart(op, initial, b, setting)
            body, returned = self._carried(op.regions[1], classes, setting)
            finer = [classes_of(old, new) for old, new in zip(classes, returned)]
            if finer == classes:
                break
            classes = finer
        self.carried[op] = [classes]
        _return(cond, more[:1])
        _return(body, [v for copies, kinds in zip(returned, classes) for v in one_of_each(copies, kinds)])
        operands = [v for copies, kinds in zip(initial, classes) for v in one_of_each(copies, kinds)]
        results = iter(_several(b(While, operands, regions=[Region([cond]), Region([body])]), len(operands)))
        return [tuple(own[k] for k in kinds) for kinds in classes for own in [[next(results) for _ in range(max(kinds) + 1)]]]

    def _carried(self, region: Region, classes: list[Classes], setting: Setting) -> tuple[Block, list[Copies]]:
        """A copy of a region that takes a value for each class of processes; and what it returns."""
        made = Block()
        for argument, kinds in zip(region.arguments, classes):
            own = [made.add_argument(argument.type, argument.name, argument.location) for _ in range(max(kinds) + 1)]
            self.values[argument] = tuple(own[k] for k in kinds)
        return made, self.block(region.block, made, setting)

    def _loop_apart(self, op: Any, initial: list[Copies], b: Builder, setting: Setting) -> list[Copies]:
        """A loop that each process may leave at another time: it goes on until all have left, and those that have keep what they
        have."""
        count = len(setting.processes)
        alone = [tuple(range(count))] * len(initial)
        self.values.update(zip(op.regions[0].arguments, initial))
        (more,) = self.block(op.regions[0].block, b.block, setting)
        flags = more if setting.active is None else tuple(b(And, x, y) for x, y in zip(more, setting.active))

        body = Block()
        carried = [tuple(body.add_argument(v.type) for v in copies) for copies in (*initial, flags)]
        *old, active = carried
        inner, inside = setting._replace(active=active), Builder(body, op.location, op.span)
        self.values.update(zip(op.regions[1].arguments, old))
        new = [tuple(self._chosen(inside, *three) for three in zip(active, after, before))
               for after, before in zip(self.block(op.regions[1].block, body, inner), old)]
        self.values.update(zip(op.regions[0].arguments, new))
        (more,) = self.block(op.regions[0].block, body, inner)
        stay = tuple(inside(And, x, y) for x, y in zip(more, active))
        _return(body, [v for copies in (*new, stay) for v in copies])

        cond = Block()
        tested = [[cond.add_argument(v.type) for v in copies] for copies in (*initial, flags)][-1]
        _return(cond, [combined(tested, lambda x, y: Builder(cond, op.location, op.span)(Or, x, y))])
        operands = [v for copies in (*initial, flags) for v in copies]
        results = _several(b(While, operands, regions=[Region([cond]), Region([body])]), len(operands))
        return [tuple(results[j * count : (j + 1) * count]) for j in range(len(alone))]

    def _branch(self, op: Any, selector: Copies, b: Builder, setting: Setting) -> list[Copies]:
        if not is_one(selector):
            return self._branches_apart(op, selector, b, setting)
        blocks, returned = [], []
        for region in op.regions:
            blocks.append(Block())
            returned.append(self.block(region.block, blocks[-1], setting))
        classes = [classes_of(*columns) for columns in zip(*returned)]
        for block, results in zip(blocks, returned):
            _return(block, [v for copies, kinds in zip(results, classes) for v in one_of_each(copies, kinds)])
        count = sum(max(kinds) + 1 for kinds in classes)
        results = iter(_several(b(type(op), selector[0], regions=[Region([block]) for block in blocks]), count))
        return [tuple(own[k] for k in kinds) for kinds in classes for own in [[next(results) for _ in range(max(kinds) + 1)]]]

    def _branches_apart(self, op: Any, selector: Copies, b: Builder, setting: Setting) -> list[Copies]:
        """A branch that processes may take differently: all branches, and of their results each process's own."""
        *first, last = op.regions
        which = [self._equal(b, op, selector, k) for k in range(len(first))]
        others = [combined(column, lambda x, y: b(Or, x, y)) for column in zip(*which)]
        which.append(tuple(b(Not, x) for x in others))
        active = setting.active
        found: list[Copies] | None = None
        for region, chosen in zip((last, *first), (which[-1], *which)):
            there = chosen if active is None else tuple(b(And, x, y) for x, y in zip(chosen, active))
            returned = self.block(region.block, b.block, setting._replace(active=there))
            found = returned if found is None else [tuple(self._chosen(b, *three) for three in zip(chosen, new, old))
                                                    for new, old in zip(returned, found)]
        return found or []

    def _equal(self, b: Builder, op: Any, selector: Copies, number: int) -> Copies:
        """For each process whether it takes branch `number`, which is not the last one."""
        if isinstance(op, If):
            return selector
        limit = b.constant(np.int32(number))
        made = {v: b(Compare, v, limit, comparison_direction="EQ") for v in dict.fromkeys(selector)}
        return tuple(made[v] for v in selector)

    @staticmethod
    def _chosen(b: Builder, which: Value, on_true: Any, on_false: Any) -> Any:
        """One of two values; of tokens both."""
        if isinstance(on_true.type, TokenType):
            return b(AfterAll, [on_true, on_false])
        return selected(b, which, on_true, on_false)


def meeting_operations(function: Function) -> set[Operation]:
    """The operations inside a function in which processes meet, those that ask who they are, and those around them."""
    found: set[Operation] = set()
    for op in function.walk():
        if isinstance(op, ManualComputation | AsyncStart | AsyncDone) or collective_of(op) is not None or _parts_values(op):
            inner: Operation | None = op
            while inner is not None and inner is not function and inner not in found:
                found.add(inner)
                inner = inner.parent
    return found


def _parts_values(op: Operation) -> bool:
    """Whether a call stands between whole values and their parts."""
    known = definition_of(op) if isinstance(op, CustomCall) and len(op.operands) == len(op.results) == 1 else None
    return known is not None and (known.to_parts or known.to_whole)


def _gives_whole(op: Operation) -> bool:
    known = definition_of(op) if _parts_values(op) else None
    return known is not None and known.to_whole


def _along(own: DeviceMesh, sharding: Sharding) -> TileAssignment:
    """How the processes of a manual computation, which are the devices of `own`, share a value."""
    names = dict(own.axes)
    return TileAssignment.on_mesh(own, [[a for a in axes if a.name in names] for axes in sharding.dimensions], len(own.devices),
                                  [a for a in sharding.unreduced if a.name in names])


def _summands(assignment: TileAssignment, processes: Sequence[int]) -> dict[int, int]:
    """Which of the numbers that are to be added each process has."""
    return {process: assignment.places[k].summand for k, process in enumerate(processes)}


def _standing_for(setting: Setting) -> list[list[int]]:
    """The devices that each process of a setting stands for."""
    if setting.mesh is None:
        return [[process] for process in setting.processes]
    return setting.mesh.tiled([[Axis(name)] for name in setting.axes]).reshape(len(setting.processes), -1).tolist()


def _return(block: Block, values: Sequence[Value]) -> None:
    Builder(block, UNKNOWN, None)(Return, list(values))


def _several(results: Any, count: int) -> Sequence[Any]:
    """The results of an operation, which a builder gives alone where there is one."""
    return [results] if count == 1 else results


def _may_be_shared(op: Operation) -> bool:
    """Whether one copy may do for several processes: no effect, no random numbers, no callback."""
    for inner in op.walk():
        control = inner.control if isinstance(inner, Traits) else None
        if control is Control.CUSTOM_CALL:
            if inner.has_effect() or is_callback(inner):  # type: ignore[attr-defined]
                return False
        elif not (inner.is_terminator or control in _STRUCTURE or getattr(inner, "is_pure", False)):
            return False
    return True


def _needs_guard(op: Operation) -> bool:
    """Whether it makes a difference that an operation is run for a process that is not at work: an effect, or a loop, which need
    not end then."""
    return not _may_be_shared(op) or any(isinstance(inner, Traits) and inner.control is Control.LOOP for inner in op.walk())
