"""The reference evaluator of one process: runs a program operation by operation on NumPy arrays.

A function is planned once: each value gets a slot in the function's frame, each operation becomes a step (its `eval` or
`run`, the slots it reads and writes, the slots that nothing reads afterwards). Regions use the frame of their function,
so that they see the values around them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import prod
from typing import Any, NamedTuple

import numpy as np

from hloom.ir.core import Block, Operation, Region, Value
from hloom.ops.definition import Op
from hloom.ops.structure import Function, Module
from hloom.support.diagnostics import EvaluationError, InternalError, UserError

#: Called after every operation with the operation and its result values.
Observer = Callable[[Operation, tuple[Any, ...]], None]


class Step(NamedTuple):
    """One operation of a planned block."""

    compute: Callable[..., Any]
    reads: tuple[int, ...]
    writes: tuple[int, ...]
    #: Slots whose values nothing needs after this step.
    releases: tuple[int, ...]
    op: Operation


class PlannedBlock(NamedTuple):
    arguments: tuple[int, ...]
    steps: tuple[Step, ...]
    #: Slots of the terminator's operands.
    returns: tuple[int, ...]
    #: Whether all operations are elementwise, so that the block runs on a whole batch at once.
    is_elementwise: bool


class PlannedFunction:
    """The blocks of a function (its body and all regions inside) over one numbering of slots."""

    def __init__(self, function: Function, interpreter: Interpreter) -> None:
        self._start(interpreter)
        for op in reversed(list(function.walk())):  # inner blocks first: they are part of their owner's step
            for region in op.regions:
                if len(region.blocks) > 1:
                    raise EvaluationError.at(op.span, "region", f"{op.name} has a region of {len(region.blocks)} blocks; "
                                             "only structured control flow can be evaluated")
                for block in region.blocks:
                    self._plan(block)
        self.body = self.blocks[function.regions[0].block]
        self.size = len(self.slots)

    def _start(self, interpreter: Interpreter) -> None:
        self.slots: dict[Value, int] = {}
        self.blocks: dict[Block, PlannedBlock] = {}
        self.interpreter = interpreter

    @classmethod
    def of_operation(cls, op: Operation, interpreter: Interpreter) -> PlannedFunction:
        """The plan that runs only `op` on values for its operands."""
        made = cls.__new__(cls)
        made._start(interpreter)
        for inner in reversed(list(op.walk())[1:]):
            for region in inner.regions:
                made._plan(region.block)
        for region in op.regions:
            made._plan(region.block)
        reads = tuple(map(made._slot, op.operands))
        writes = tuple(map(made._slot, op.results))
        made.body = PlannedBlock(reads, (Step(made._compute(op), reads, writes, (), op),), writes, False)
        made.size = len(made.slots)
        return made

    def _slot(self, value: Value) -> int:
        return self.slots.setdefault(value, len(self.slots))

    def _plan(self, block: Block) -> None:
        own = {r for op in block.operations for r in op.results}
        last: dict[Value, int] = {}
        for number, op in enumerate(block.operations):
            for inner in op.walk():
                last.update((v, number) for v in inner.operands if v in own)
        dying: dict[int, list[int]] = {}
        for value, number in last.items():
            dying.setdefault(number, []).append(self._slot(value))
        steps = []
        for number, op in enumerate(block.operations[:-1]):
            reads = tuple(map(self._slot, op.operands))
            writes = tuple(map(self._slot, op.results))
            unused = tuple(self._slot(r) for r in op.results if r not in last)
            steps.append(Step(self._compute(op), reads, writes, (*dying.get(number, ()), *unused), op))
        self.blocks[block] = PlannedBlock(
            tuple(map(self._slot, block.arguments)), tuple(steps), tuple(map(self._slot, block.terminator.operands)),
            all(getattr(op, "is_elementwise", False) or op.name == "stablehlo.constant" for op in block.operations[:-1]))

    def _compute(self, op: Operation) -> Callable[..., Any]:
        if isinstance(op, Op):
            if op.run is not None:
                return partial(op.run, self.interpreter)
            if op.eval is not None:
                return op.eval
            if op.decompose is not None:
                return self.interpreter.decomposed(op)
        raise EvaluationError.at(op.span, "unsupported", f"{op.name} cannot be evaluated")


class Interpreter:
    """One process that runs a program. It is the `Process` that operations see in `run`.

    `custom_calls` maps targets to functions `f(op, *arrays) -> array or tuple`. `grid` connects the processes of a
    parallel run; without one this process is alone. `observer` sees every operation; `step_limit` bounds their number.
    """

    def __init__(self, module: Module, custom_calls: Any = None, grid: Any = None, replica_id: int = 0, partition_id: int = 0,
                 observer: Observer | None = None, step_limit: int | None = None) -> None:
        self.module, self.grid = module, grid
        self.functions = module.functions
        self.custom_calls = custom_calls if custom_calls is not None else {}
        self.replica_id, self.partition_id = replica_id, partition_id
        self.num_replicas = grid.num_replicas if grid else 1
        self.num_partitions = grid.num_partitions if grid else 1
        self.observer, self.step_limit, self.steps = observer, step_limit, 0
        self.random_state = np.array([0, self.process_id], np.uint64)
        self.probes: dict[str, list[Any]] = {}
        self._planned: dict[str, PlannedFunction] = {}
        self._frames: list[tuple[PlannedFunction, list[Any]]] = []

    # -- running ------------------------------------------------------------------------------------------------
    def run_operation(self, op: Operation, *operands: Any) -> tuple[Any, ...]:
        """Runs one operation by itself; its regions must not use values from outside."""
        planned = PlannedFunction.of_operation(op, self)
        self._frames.append((planned, [None] * planned.size))
        try:
            return self._run(planned.body, operands)
        finally:
            self._frames.pop()

    def call_function(self, name: str, *arguments: Any) -> tuple[Any, ...]:
        """Runs a function; arrays have the dtypes and shapes of its inputs."""
        planned = self._planned.get(name)
        if planned is None:
            function = self.functions.get(name)
            if function is None or function.is_declaration:
                raise EvaluationError(f"there is no function @{name} with a body")
            planned = self._planned[name] = PlannedFunction(function, self)
        if len(self._frames) > 200:
            raise EvaluationError.at(self.functions[name].span, "recursion", f"calls of @{name} nest more than 200 deep")
        self._frames.append((planned, [None] * planned.size))
        try:
            return self._run(planned.body, arguments)
        finally:
            self._frames.pop()

    def call(self, region: Region, *arguments: Any) -> tuple[Any, ...]:
        """Runs a region of the function that is running."""
        return self._run(self._frames[-1][0].blocks[region.blocks[0]], arguments)

    def call_batched(self, region: Region, *arguments: Any) -> tuple[Any, ...]:
        """Runs a region of scalar operations on arrays that broadcast to one batch shape; see `Process`."""
        planned = self._frames[-1][0].blocks[region.blocks[0]]
        shape = np.broadcast_shapes(*(np.shape(a) for a in arguments))
        if planned.is_elementwise:
            return tuple(np.broadcast_to(r, shape) for r in self._run(planned, arguments))
        columns = [np.broadcast_to(a, shape).reshape(-1) for a in arguments]
        rows = [self._run(planned, tuple(c[k : k + 1].reshape(()) for c in columns)) for k in range(prod(shape))]
        if not rows:
            types = [v.type for v in region.block.terminator.operands]
            return tuple(np.empty(shape, t.storage.dtype) for t in types)  # type: ignore[union-attr]
        return tuple(np.stack(column).reshape(shape) for column in zip(*rows))

    def _run(self, planned: PlannedBlock, arguments: Sequence[Any]) -> tuple[Any, ...]:
        frame = self._frames[-1][1]
        for slot, value in zip(planned.arguments, arguments, strict=True):
            frame[slot] = value
        watched = self.observer is not None or self.step_limit is not None
        for compute, reads, writes, releases, op in planned.steps:
            try:
                value = compute(*[frame[k] for k in reads])
            except (UserError, InternalError, KeyboardInterrupt):
                raise
            except MemoryError:
                raise EvaluationError.at(op.span, "memory", f"{op.name} needs more memory than there is: its results are "
                                         f"{', '.join(str(r.type) for r in op.results)}") from None
            except Exception as error:
                raise InternalError(f"{op.span or op.name}: evaluating {op.name} failed: {type(error).__name__}: {error}") from error
            if len(writes) == 1:
                frame[writes[0]] = value[0] if isinstance(value, tuple) and not _is_tuple(op) else value
            else:
                for slot, part in zip(writes, value or (), strict=True):
                    frame[slot] = part
            if watched:
                self._watch(op, tuple(frame[k] for k in writes))
            for slot in releases:
                frame[slot] = None
        return tuple(frame[k] for k in planned.returns)

    def _watch(self, op: Operation, results: tuple[Any, ...]) -> None:
        self.steps += 1
        if self.step_limit is not None and self.steps > self.step_limit:
            raise EvaluationError.at(op.span, "step_limit", f"stopped after {self.step_limit} operations")
        if self.observer is not None:
            self.observer(op, results)

    def decomposed(self, op: Op) -> Callable[..., Any]:
        """A function that evaluates an operation through the operations that it stands for."""
        from hloom.ops.decomposition import function_of

        name = f"{op.name}#{id(op)}"
        self.functions[name] = function_of(op, name)
        return lambda *values: self.call_function(name, *values)

    def count_arguments(self, name: str) -> int:
        """How many arguments a function of the module takes."""
        if name not in self.functions:
            raise EvaluationError(f"there is no function @{name}")
        return len(self.functions[name].function_type.inputs)

    # -- surroundings -------------------------------------------------------------------------------------------
    def custom_call(self, op: Any, *arguments: Any) -> tuple[Any, ...]:
        target = op.call_target_name
        function = self.custom_calls.get(target)
        if function is None:
            raise EvaluationError.at(op.span, "custom_call", f"no function is registered for the custom call target {target!r}; "
                                     f"hloom.register_custom_call({target!r}, function) adds one")
        try:
            found = function(op, *arguments)
        except UserError:
            raise
        except Exception as error:
            raise EvaluationError.at(op.span, "custom_call", f"the function for {target!r} failed: {type(error).__name__}: {error}") from error
        found = found if isinstance(found, tuple) else () if found is None else (found,)
        if len(found) != len(op.results):
            raise EvaluationError.at(op.span, "custom_call", f"the function for {target!r} gave {len(found)} results, "
                                     f"the operation has {len(op.results)}")
        return found

    @property
    def process_id(self) -> int:
        """The flat number of this process in the grid."""
        return self.replica_id * self.num_partitions + self.partition_id

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
        self._in_grid(op).outfeed(self, op, values)

    def _in_grid(self, op: Operation) -> Any:
        if self.grid is None:
            raise EvaluationError.at(op.span, "grid", f"{op.name} needs other processes or queues; run the program on a grid "
                                     "(hloom.evaluate_grid, hloom run --grid RxP)")
        return self.grid


def _is_tuple(op: Operation) -> bool:
    return type(op.results[0].type).__name__ == "TupleType"
