"""One process that runs a program operation by operation on NumPy arrays, as `plan` has laid it out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import prod
from typing import Any, NoReturn

import numpy as np

from hloom.ir.core import Operation, Region
from hloom.ir.types import TensorType, TokenType, TupleType, tensor
from hloom.numbers.many_dimensions import MOST_DIMENSIONS, broadcast_shape
from hloom.numbers.rounding import quietly
from hloom.ops.builtin.arguments import as_array
from hloom.ops.builtin.function import Function
from hloom.ops.builtin.module import Module
from hloom.ops.common.decomposition import function_of
from hloom.ops.common.process import calling
from hloom.ops.definition.constraints import compatible
from hloom.ops.definition.operation import Op
from hloom.reference.blas import one_blas_thread
from hloom.reference.call_tree import MOST_CALLS, check_calls, shared_host_channels
from hloom.reference.grid import Grid
from hloom.reference.observe import Computing, Observer
from hloom.reference.plan import Plan, PlannedBlock
from hloom.support.diagnostics import EvaluationError, InputError, InternalError, UserError
from hloom.support.memory import Budget, MemoryLimitError
from hloom.support.signals import TimeLimit

#: Calls of functions nest no deeper.
DEEPEST_CALL = 200
#: What NumPy says where an array would have more bytes or dimensions than it can number.
_SIZE_FAULTS = ("array is too big", "aximum supported dimension", "aximum allowed dimension", "aximum allowed size",
                "dimensions must be within", "too large to")

CustomCalls = Mapping[str, Callable[..., Any]]


class Interpreter:
    """One process that runs a program. It is the `Process` that operations see in `run`.

    `custom_calls` maps targets to functions `f(op, *arrays) -> array or tuple`. `grid` connects the processes of a
    parallel run; without one this process is alone. `observer` sees every operation; `step_limit` bounds the number of
    operations, `time_limit` the time, `budget` the memory of the arrays.
    """

    def __init__(self, module: Module, custom_calls: CustomCalls | None = None, grid: Any = None, replica_id: int = 0,
                 partition_id: int = 0, observer: Observer | None = None, step_limit: int | None = None,
                 budget: Budget | None = None, time_limit: TimeLimit | None = None) -> None:
        if step_limit is not None and (not isinstance(step_limit, int) or step_limit < 1):
            raise InputError(f"a step limit must be a positive integer, got {step_limit!r:.40}")
        if observer is not None and not isinstance(observer, Observer):
            raise InputError(f"an observer must be an Observer (hloom.reference.observe), got a {type(observer).__name__}")
        self.module, self.grid = module, grid
        self.functions: dict[str, Function] = module.functions
        self.custom_calls: CustomCalls = custom_calls if custom_calls is not None else {}
        self.replica_id, self.partition_id = replica_id, partition_id
        self.num_replicas = grid.num_replicas if grid else 1
        self.num_partitions = grid.num_partitions if grid else 1
        self.observer, self.step_limit, self.steps, self.time_limit = observer, step_limit, 0, time_limit
        self.budget = Budget() if budget is None else budget
        self.random_state = np.array([0, self.process_id], np.uint64)
        self.probes: dict[str, list[Any]] = {}
        self.globals: dict[str, Any] = {}
        self._is_watched = any(x is not None for x in (observer, step_limit, time_limit, grid))
        self._plans: dict[str, Plan] = {}
        self._operations: dict[Operation, Plan] = {}
        self._frames: list[tuple[Plan, list[Any]]] = []
        self._recursive_calls = 0

    @property
    def process_id(self) -> int:
        """The flat number of this process in the grid."""
        return self.replica_id * self.num_partitions + self.partition_id

    # -- running ------------------------------------------------------------------------------------------------
    def run_function(self, name: str, *arguments: Any) -> tuple[Any, ...]:
        """Runs a function from outside; arrays have the element types and shapes of its inputs."""
        for argument in arguments:
            if isinstance(argument, np.ndarray):
                self.budget.hold(argument, is_foreign=True)
        check_calls(self.functions, name)
        with quietly(), one_blas_thread(), self.budget.counting():
            return self.call_function(name, *arguments)

    def run_operation(self, op: Operation, *operands: Any) -> tuple[Any, ...]:
        """Runs one operation by itself, on its operands and then the values from outside that its regions use."""
        if op not in self._operations:
            self._operations[op] = Plan.of_operation(op, self)
        with quietly(), one_blas_thread(), self.budget.counting():
            return self._run_plan(self._operations[op], operands)

    def run_stand_in(self, op: Operation, *operands: Any) -> tuple[Any, ...]:
        """Runs an operation that has been made for a custom call, once, in its place: it counts against the limits of the run."""
        return self._run_plan(Plan.of_operation(op, self), operands)

    def call_function(self, name: str, *arguments: Any) -> tuple[Any, ...]:
        """Runs a function of the module."""
        plan = self._plans.get(name)
        if plan is None:
            function = self.functions.get(name)
            if function is None or function.is_declaration:
                raise EvaluationError(f"there is no function @{name} with a body")
            plan = self._plans[name] = Plan.of_function(function, self)
        if len(self._frames) > DEEPEST_CALL:
            raise EvaluationError.at(self.functions[name].span, "recursion", f"calls nest more than {DEEPEST_CALL} deep")
        if any(plan is caller for caller, _ in self._frames):
            self._recursive_calls += 1
            if self._recursive_calls > MOST_CALLS:
                message = f"@{name} calls itself more than {MOST_CALLS:,} times"
                raise EvaluationError.at(self.functions[name].span, "recursion", message)
        return self._run_plan(plan, arguments)

    def call(self, region: Region, *arguments: Any) -> tuple[Any, ...]:
        """Runs a region of the function that is running."""
        return self._run(self._frames[-1][0].blocks[region.blocks[0]], arguments)

    def call_batched(self, region: Region, *arguments: Any) -> tuple[Any, ...]:
        """Runs a region of scalar operations on arrays that broadcast to one batch shape; see `Process`."""
        planned = self._frames[-1][0].blocks[region.blocks[0]]
        shape = broadcast_shape(*(np.shape(a) for a in arguments))
        if len(shape) > MOST_DIMENSIONS:
            rows = self.call_batched(region, *(np.broadcast_to(a, shape).reshape(-1) for a in arguments))
            return tuple(row.reshape(shape) for row in rows)
        if planned.is_elementwise:
            return tuple(np.broadcast_to(r, shape) for r in self._run(planned, arguments))
        columns = [np.broadcast_to(a, shape).reshape(-1) for a in arguments]
        rows = [self._run(planned, tuple(c[k : k + 1].reshape(()) for c in columns)) for k in range(prod(shape))]
        if not rows:
            types = [v.type for v in region.block.terminator.operands]
            return tuple(np.empty(shape, t.storage.dtype) for t in types)  # type: ignore[union-attr]
        return tuple(np.stack(column).reshape(shape) for column in zip(*rows))

    def _run_plan(self, plan: Plan, arguments: Sequence[Any]) -> tuple[Any, ...]:
        self._frames.append((plan, plan.new_frame()))
        try:
            return self._run(plan.body, arguments)
        finally:
            self._frames.pop()

    def _run(self, planned: PlannedBlock, arguments: Sequence[Any]) -> tuple[Any, ...]:
        frame = self._frames[-1][1]
        for slot, value in zip(planned.arguments, arguments, strict=True):
            frame[slot] = value
        if self._is_watched:
            if not planned.steps:
                self._count_step(planned.owner)  # so that a loop without operations comes to an end
            self._run_watched(planned, frame)
        else:
            op = None
            try:
                for compute, first, second, write, releases, reads, writes, op in planned.steps:  # noqa: B007
                    if second >= 0:
                        value = compute(frame[first], frame[second])
                    elif first >= 0:
                        value = compute(frame[first])
                    else:
                        value = compute(*[frame[k] for k in reads])
                    if write >= 0:
                        frame[write] = value[0] if type(value) is tuple else value
                    else:
                        for slot, part in zip(writes, value or (), strict=True):
                            frame[slot] = part
                    if releases:
                        for slot in releases:
                            frame[slot] = None
            except Exception as error:
                _raise_located(error, op)
        return tuple(map(frame.__getitem__, planned.returns))

    def _run_watched(self, planned: PlannedBlock, frame: list[Any]) -> None:
        """Runs the steps of a block, each of which is counted, observed, and may be the last before a stop from outside."""
        observer = self.observer
        instead = observer.compute if isinstance(observer, Computing) else None
        for compute, _, _, _, releases, reads, writes, op in planned.steps:
            self._count_step(op)
            operands = tuple([frame[k] for k in reads])
            if observer is not None:
                _observe(observer.before, op, operands)
            try:
                value = compute(*operands) if instead is None else instead(self, op, compute, operands)
                parts = value if type(value) is tuple else () if not writes and value is None else (value,)
                for slot, part in zip(writes, parts, strict=True):
                    frame[slot] = part
            except Exception as error:
                _raise_located(error, op)
            if observer is not None:
                _observe(observer.after, op, operands, parts)
            for slot in releases:
                frame[slot] = None

    def _count_step(self, op: Operation | None) -> None:
        """Counts an operation, or an empty block of `op`, against the limits; ends this process if the grid has stopped."""
        self.steps += 1
        if self.step_limit is not None and self.steps > self.step_limit:
            span = op.span if op is not None else None
            raise EvaluationError.at(span, "step_limit", f"stopped after {self.step_limit} operations")
        if self.time_limit is not None:
            self.time_limit.check(op.span if op is not None else None)
        if self.grid is not None:
            self.grid.check_stop()

    def decomposed(self, op: Op) -> Callable[..., Any]:
        """A function that evaluates an operation through the operations that it stands for."""
        name = f"{op.name}#{id(op)}"
        self.functions[name] = function_of(op, name)
        return lambda *values: self.call_function(name, *values)

    def keep_probe(self, op: Any, value: Any) -> None:
        """Keeps a copy of the value that a probe sees, and hands it to whoever writes them down."""
        from hloom.reference import probes  # most programs have none

        copy = np.array(value)
        self.probes.setdefault(op.probe_id, []).append(copy)
        probes.seen(op.probe_id, tensor(copy.shape, op.results[0].type.element), copy)

    def count_arguments(self, name: str) -> int:
        """How many arguments a function of the module takes."""
        if name not in self.functions or self.functions[name].is_declaration:
            raise EvaluationError(f"there is no function @{name} with a body")
        return len(self.functions[name].function_type.inputs)

    # -- surroundings -------------------------------------------------------------------------------------------
    def custom_call(self, op: Any, *arguments: Any) -> tuple[Any, ...]:
        """Runs the registered function of a custom call's target."""
        target = op.call_target_name
        function = self.custom_calls.get(target)
        if function is None:
            raise EvaluationError.at(op.span, "custom_call", f"no function is registered for the custom call target {target!r}; "
                                     f"hloom.register_custom_call({target!r}, function) adds one (on the command line, in a "
                                     "file for --plugin)")
        try:
            with calling(self):
                found: Any = function(op, *arguments)
        except UserError:
            raise
        except Exception as error:
            message = f"the function for {target!r} failed: {type(error).__name__}: {error}"
            if isinstance(error, TypeError) and error.__traceback__ and error.__traceback__.tb_next is None:  # it was not entered
                message += "; it is called with the operation, and an array for each operand"
            raise EvaluationError.at(op.span, "custom_call", message) from error
        found = () if found is None else tuple(found) if isinstance(found, tuple | list) else (found,)
        # One tuple and its parts are the same to a function: programs are compiled, and HLO is read, with the parts.
        is_one, takes_one = len(found) == 1 and isinstance(found[0], tuple), len(op.results) == 1
        if takes_one and not is_one and isinstance(op.results[0].type, TupleType):
            found = (found,)
        elif is_one and not takes_one:
            found = found[0]
        if len(found) == sum(not isinstance(r.type, TokenType) for r in op.results) < len(op.results):
            arrays = iter(found)  # tokens are left out
            found = tuple([None if isinstance(r.type, TokenType) else next(arrays) for r in op.results])
        if len(found) != len(op.results):
            raise EvaluationError.at(op.span, "custom_call", f"the function for {target!r} gave {len(found)} results, "
                                     f"the operation has {len(op.results)}")
        return tuple(self.checked(op, x, r.type, f"result {k} of the function for {target!r}")
                     for k, (x, r) in enumerate(zip(found, op.results)))

    def checked(self, op: Operation, value: Any, type: Any, what: str) -> Any:
        """A value from outside the program, which must be of the type that the operation has for it."""
        if isinstance(type, TupleType) and isinstance(value, tuple) and len(value) == len(type.elements):
            return tuple([self.checked(op, v, t, f"{what}, part {k}") for k, (v, t) in enumerate(zip(value, type.elements))])
        if not isinstance(type, TensorType | TupleType):
            return value
        try:
            return as_array(value, type, what)
        except UserError as error:
            raise EvaluationError.at(op.span, op.mnemonic, str(error)) from None

    def run_parallel(self, op: Operation, programs: Sequence[Sequence[str]], arguments: Sequence[tuple[Any, ...]],
                     infeed: Sequence[str]) -> tuple[Any, ...]:
        """Runs functions on a grid of their own and joins their results; see `Process`."""
        names = [name for row in programs for name in row]
        wanted = [type for name in names for type in self.functions[name].function_type.inputs]
        self._check_types(op, "operand", [v.type for v in op.operands], wanted)
        returned = [type for name in names for type in self.functions[name].function_type.outputs]
        self._check_types(op, "result", [r.type for r in op.results], returned)
        items = [self.call_function(name) for name in infeed]
        results, processes = self.run_grid(programs, arguments, items, shared_host_channels(self.functions, names))
        for process in processes:
            for name, seen in process.probes.items():
                self.probes.setdefault(name, []).extend(seen)
        self.steps += max((process.steps for process in processes), default=0)
        return tuple(value for found in results for value in found)

    def run_grid(self, programs: Sequence[Sequence[str]], arguments: Sequence[tuple[Any, ...]], infeed: Sequence[Any],
                 host_channels: frozenset[int]) -> tuple[Sequence[tuple[Any, ...]], Sequence[Any]]:
        """The results of functions on a grid of their own, process by process, and the processes that have run."""
        left = None if self.step_limit is None else max(self.step_limit - self.steps, 1)
        process = partial(Interpreter, self.module, self.custom_calls, observer=self.observer, step_limit=left,
                          budget=self.budget, time_limit=self.time_limit)
        grid = Grid(len(programs), len(programs[0]), process, infeed, parent=self.grid, host_channels=host_channels)
        return grid.run([name for row in programs for name in row], arguments), grid.processes

    def _check_types(self, op: Operation, what: str, given: Sequence[Any], wanted: Sequence[Any]) -> None:
        """Raises EvaluationError unless an operation that runs functions has operands, or results, of the functions' types."""
        if len(given) != len(wanted):
            raise EvaluationError.at(op.span, "programs", f"{op.name}: its programs have {len(wanted)} {what}s, the operation "
                                     f"has {len(given)}")
        for number, (mine, other) in enumerate(zip(given, wanted)):
            if not compatible(mine, other):
                message = f"{op.name}: {what} {number} is a {mine}, its program has a {other}"
                raise EvaluationError.at(op.span, "programs", message)

    def exchange(self, op: Operation, group: Sequence[int], value: Any, channel_id: int) -> list[Any]:
        if len(group) == 1 and group[0] == self.process_id:
            return [value]
        return self._in_grid(op).exchange(self, op, group, value, channel_id)

    def send(self, op: Operation, channel_id: int, value: Any) -> None:
        self._in_grid(op).send(self, op, channel_id, value)

    def receive(self, op: Operation, channel_id: int) -> Any:
        return self._in_grid(op).receive(self, op, channel_id)

    def infeed(self, op: Operation) -> tuple[Any, ...]:
        return self._in_grid(op).infeed(self, op)

    def outfeed(self, op: Operation, values: tuple[Any, ...]) -> None:
        self._in_grid(op).outfeed[self.process_id].append(values)

    def _in_grid(self, op: Operation) -> Any:
        if self.grid is None:
            raise EvaluationError.at(op.span, "grid", f"{op.name} needs other processes or queues; run the program on a grid "
                                     "(hloom.evaluate_grid, hloom run --grid RxP)")
        return self.grid


def _observe(hook: Callable[..., None], op: Operation, *values: Any) -> None:
    try:
        hook(op, *values)
    except UserError:
        raise
    except Exception as error:
        message = f"the observer failed at {op.name}: {type(error).__name__}: {error}"
        raise EvaluationError.at(op.span, "observer", message) from error


def _raise_located(error: Exception, op: Operation | None) -> NoReturn:
    """Raises what an error inside an operation means: a fault of the program at that place, or of hloom."""
    span, name = (op.span, op.name) if op is not None else (None, "a block")
    if isinstance(error, InternalError) or (isinstance(error, UserError) and error.diagnostics):
        raise error
    if isinstance(error, UserError):
        raise type(error).at(span, "evaluation", str(error)) from error
    if isinstance(error, MemoryError):
        types = ", ".join(str(r.type) for r in op.results) if op is not None else ""
        reason = str(error) if isinstance(error, MemoryLimitError) else "there is not as much memory"
        raise EvaluationError.at(span, "memory", f"{name} takes too much memory for results ({types}): {reason}") from error
    if isinstance(error, ValueError | OverflowError) and any(words in str(error) for words in _SIZE_FAULTS):
        raise EvaluationError.at(span, "memory", f"{name} needs arrays that are too large: {error}") from error
    if isinstance(error, RecursionError):
        raise EvaluationError.at(span, "recursion", f"{name} nests too deep") from error
    raise InternalError(f"{span or name}: evaluating {name} failed: {type(error).__name__}: {error}") from error
