"""What it takes to compile for a kind of processor and to run what was compiled: a `Backend`, which the driver is given.

There is one, `cpu.CPU`; docs/add-a-schedule.md says what another one has to bring.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from hloom.support.records import dataclass

if TYPE_CHECKING:
    from hloom.codegen.cpu.compiler import Generated
    from hloom.codegen.plan.target import Capabilities, CompileOptions
    from hloom.codegen.target import Target
    from hloom.ir.core import Operation
    from hloom.passes import Pass
    from hloom.runtime.dispatch.parts import RuntimeCode
    from hloom.runtime.jit import LoadedObject
    from hloom.runtime.memory import Memory
    from hloom.runtime.native import NativeProgram


@dataclass(frozen=True)
class Dispatch:
    """The machine code that hands out work, which no program brings: of the workers that run the pieces of a kernel, and of
    processes that meet in a grid."""

    pool: Callable[[Target], RuntimeCode]
    grid: Callable[[Target], RuntimeCode]
    #: `(module, any_order, target)`: the words of the meetings of a module, by their numbers, and what MPI may do of each.
    meetings: Callable[[Operation, bool, Target], Sequence[Any]]


@dataclass(frozen=True)
class Backend:
    """A kind of processor, as functions."""

    #: What people call it, and what tells its programs in the cache from those of others for the same processor.
    name: str
    #: The target that this process compiles for now. Raises InputError where it is not known.
    target: Callable[[], Target]
    #: Imports what compiles, so that the time it takes is known apart.
    load_compiler: Callable[[], None]
    #: What kernels for a target, on so many workers, can compute: what planning knows of it.
    capabilities: Callable[[Target, int, CompileOptions], Capabilities]
    #: The passes of its own, in their order, which are told the `target` and by how many `workers` it is decided what is computed
    #: in which order.
    lowering: Callable[[], Sequence[Pass]]
    #: Imports what emits the operations of a module.
    load_families: Callable[[Operation, Target], None]
    #: `(function, target, workers, consumer, watch, options)`: plans a function and emits it as LLVM IR, parts of which go to
    #: the consumer as they are made. Raises NeedsEvaluatorError.
    emit: Callable[..., Generated]
    dispatch: Dispatch
    #: Object files and the names of functions in them -> machine code in this process.
    load: Callable[[Sequence[bytes], Sequence[str]], LoadedObject]
    memory: Memory
    #: `(program, code, evaluator, threads, memory)`: what runs a program on addresses.
    run: Callable[..., NativeProgram]
