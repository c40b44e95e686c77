"""The table of contents: text -> module -> verified -> passes -> kernels -> LLVM -> executable."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import hloom.driver.services
import hloom.ops  # noqa: F401  (defines every operation)
from hloom.driver.stages import load_runtime
from hloom.ops.builtin.module import Module, boundary_of, checked_module, function_named
from hloom.ops.hlo.lowering import runnable
from hloom.reference.callbacks import callbacks_of, has_callbacks
from hloom.reference.custom_calls import CUSTOM_CALLS
from hloom.support import options
from hloom.support.collector import imported, importing
from hloom.support.diagnostics import InputError
from hloom.support.files import read_file
from hloom.support.foreign_programs import advice, program_of
from hloom.support.kinds import BYTE_ORDER_MARK, text_of
from hloom.verify import verify

if TYPE_CHECKING:
    from hloom.driver.stages import StageReached, fusion, passes_for, schedules, stage_text, stages
    from hloom.mpi.ranks import Ranks
    from hloom.runtime.executable import Executable
    from hloom.runtime.grid_executable import GridExecutable

__all__ = ["StageReached", "compile", "compile_grid", "executable_class", "fusion", "load", "parse", "passes_for", "schedules",
           "stage_text", "stages"]

#: What of a compilation can be asked for by itself; loaded when it is first asked for.
_STAGES = ("StageReached", "fusion", "passes_for", "schedules", "stage_text", "stages")


def __getattr__(name: str) -> Any:
    if name in _STAGES:
        return getattr(import_module("hloom.driver.stages"), name)
    raise AttributeError(f"module 'hloom.pipeline' has no attribute {name!r}")


def parse(text: Any, *, format: str = "mlir", name: str = "<input>", allow_unregistered: bool = False) -> Module:
    """The module that a text describes: syntax and types only, no constraints.

    `format` is `mlir` or `hlo`, or `auto`: what the text looks like. Bytes are XLA's protocol buffers (`proto`, or `auto`): a
    serialized HloModuleProto, HloProto or HloSnapshot; or, in any format, a portable artifact or StableHLO's bytecode, or what
    `jax.export` serializes. `name` stands for the file in messages. Instead of a text, what `jax.jit(f).lower(x)` or `jax.export`
    returns, or a module of MLIR's Python bindings (jaxlib, torch-mlir). Raises ParseError at the first fault.
    """
    if isinstance(text, bytes | bytearray | memoryview):
        from hloom.driver.binary import parse_bytes  # most programs need nothing of it

        return parse_bytes(bytes(text), format, name, allow_unregistered, parse)
    if not isinstance(text, str):
        found = program_of(text)
        if found is None:
            raise InputError(f"a program is a str, or an object of JAX or of MLIR's bindings; got a {type(text).__name__}"
                             f"{advice(text)}")
        module = parse(found[0], name=name, allow_unregistered=allow_unregistered)
        module.calling = found[1]
        return module
    text = text.removeprefix(BYTE_ORDER_MARK)
    found = imported("hloom.text.detect").language(text, format, name)  # who has programs as bytes does without
    if found == "hlo":
        from hloom.text.hlo import parse as parse_hlo  # most programs need nothing of it

        return parse_hlo(text, name)
    if found == "vhlo":
        from hloom.vhlo.text import parse_vhlo  # most programs need nothing of it

        return parse_vhlo(text, name, allow_unregistered)
    return imported("hloom.text.mlir").parse(text, name, allow_unregistered)


def load(path: Any, *, allow_unregistered: bool = False, constants: Any = None) -> Module:
    """The module in a file, in a folder that torch-xla has saved or that is a SavedModel of TensorFlow, or in an object that
    `parse` takes. Raises InputError for a file that cannot be read, ParseError for one that makes no sense.

    `constants` are those that the program names and does not state (`dense_resource<w>` without an entry): a file `.npz` or
    `.safetensors`, whose arrays are mapped and must not change, or a mapping from names to arrays.
    """
    module = _load(path, allow_unregistered)
    if constants is not None:
        from hloom.ir.constants_beside import bind  # most programs state what they need

        bind(module, constants)
    return module


def _load(path: Any, allow_unregistered: bool) -> Module:
    if not isinstance(path, str | Path):
        return parse(path, allow_unregistered=allow_unregistered)
    if isinstance(path, str) and ("\n" in path or "{" in path) and not os.path.exists(path):
        raise InputError(f"{path!r:.60} is a program's text, not the name of a file: hloom.parse reads texts")
    if os.path.isdir(path):
        from hloom.vhlo.folders import program_in

        path = program_in(path) or path
    from hloom.driver.binary import is_program_in_bytes

    data = read_file(path)
    if is_program_in_bytes(data):
        return parse(data, format="auto", name=str(path), allow_unregistered=allow_unregistered)
    text = text_of(data, str(path))
    return parse(text, format="auto", name=str(path), allow_unregistered=allow_unregistered)


def compile(module: Module, function: str = "main", dump: Path | None = None, *, threads: int | None = None,
            deterministic: bool = False, excess_precision: bool = False, time_limit: float | None = None,
            in_child: bool | None = None, skip_callbacks: bool = False) -> Executable:
    """Machine code for a function of a module, which is verified first.

    A program that was compiled before, by any process, comes from the disk cache (HLOOM_CACHE) without being looked at
    again. A function with dynamic shapes is compiled when it is called, for the shapes of that call, and kept for as many
    combinations of shapes as HLOOM_SPECIALIZATIONS says. One whose shapes depend on data, or with values that are no tensors,
    runs on the reference evaluator behind the same interface, and says so in `fallbacks`. `threads` is the number of threads that
    the program runs on, the calling one included (default: HLOOM_THREADS); programs that ask for the same number share them.
    `time_limit` is the number of seconds that a call of what is returned may take, unless the call itself says another.

    With `deterministic`, results have the same bits whatever the number of threads is: sums are split, and loops are shaped,
    without regard to it (else a sum of many numbers may be made of other partial sums on another number of threads, never on the
    same). With `excess_precision`, values in bf16 and f16 are kept in f32 between the operations that one kernel computes, and
    f32 that is converted to bf16 and back stays what it is (XLA: xla_allow_excess_precision); without, each operation rounds as
    it does on the reference evaluator.

    With `in_child` (default: HLOOM_CHILD), LLVM works in a child process: where memory runs out it ends that process, and here
    is a UserError.

    A module that was read from an object of JAX is called as the function that was lowered: `exe(params, x)`, with trees in and
    out, or with the leaves of the arguments, for a tuple of arrays. Callbacks into Python run in the process that lowered them;
    elsewhere, `skip_callbacks` leaves out those that give no results. Tokens among the arguments of a function may be left out,
    and are None among its results.

    Raises VerificationError for an invalid module, InputError for a function that does not exist, or options that make no
    sense, and EvaluationError for a callback that has no function and that a run would come to.
    """
    return compile_donating(module, function, dump, donated=(), threads=threads, deterministic=deterministic,
                            excess_precision=excess_precision, time_limit=time_limit, in_child=in_child,
                            skip_callbacks=skip_callbacks)


def compile_donating(module: Module, function: str = "main", dump: Path | None = None, *, donated: Sequence[int],
                     threads: int | None = None, deterministic: bool = False, excess_precision: bool = False,
                     time_limit: float | None = None, in_child: bool | None = None, skip_callbacks: bool = False) -> Executable:
    """What `compile` makes, where nobody needs the arguments of the numbers `donated` after a call: results may lie where they
    do, as the program says (`Program.aliases`, for those who call it on addresses; calls with arrays leave them as they are).

    None do in functions with tuples or unknown sizes, in programs in HLO, and under HLOOM_GUARD; what is pickled has none.
    Programs without tokens (see `compile`) count their arguments without them. Raises InputError for a number of no argument.
    """
    in_child = bool(options.CHILD.value) if in_child is None else in_child
    _require_flags(deterministic=deterministic, excess_precision=excess_precision, in_child=in_child,
                   skip_callbacks=skip_callbacks)
    calling = getattr(checked_module(module), "calling", None)
    if skip_callbacks and module.is_hlo:
        verify(module)
        module = runnable(module)
    with importing():  # what is only checked or evaluated needs nothing of it
        from hloom.driver.executables import Wanted, checked_donated, make_executable

    donated = checked_donated(None if module.is_hlo else function_named(module, function), donated)
    boundary = None if module.is_hlo else boundary_of(module, function_named(module, function))
    if skip_callbacks or (boundary is not None and boundary.has_tokens):
        verify(module)
        from hloom.passes.surroundings import self_contained

        module = self_contained(module, function, skip_callbacks)
    custom_calls = callbacks_of(calling, skip=False, known=CUSTOM_CALLS) if calling is not None and has_callbacks(module) else {}
    made = make_executable(Wanted(_restored, module, function, dump, threads, time_limit, (deterministic, excess_precision),
                                  in_child=in_child, custom_calls=custom_calls, compile_grid=compile_grid, donated=donated))
    if boundary is None:
        return made
    from hloom.runtime.called import CalledExecutable  # most programs need nothing of it

    return CalledExecutable(made, boundary)


def _require_flags(**flags: Any) -> None:
    for name, value in flags.items():
        if not isinstance(value, bool):
            raise InputError(f"{name} is True or False, got {value!r:.50}")


def compile_grid(module: Module, num_replicas: int = 1, num_partitions: int = 1,
                 function: str | Sequence[Sequence[str]] = "main", *, threads: int | None = None, deterministic: bool = False,
                 excess_precision: bool = False, time_limit: float | None = None,
                 custom_calls: Mapping[str, Callable[..., Any]] | None = None,
                 transport: Ranks | None = None) -> GridExecutable:
    """Machine code for the processes of a grid of `num_replicas x num_partitions`: `grid(arguments)` takes the arguments of each
    process as `evaluate_grid` does, and returns what it returns.

    Processes are threads that share memory, and collective operations between them native code, whose sums are in the order of
    the groups; a function is compiled once for all processes that run it. `function` is what every process runs, or a function
    for each, `function[replica][partition]`, which then gives the grid's size. `threads` is the number of workers of all
    processes together (default: HLOOM_THREADS), of which each has its share, one at least. `custom_calls` are added to the
    registered ones; the other options are those of `compile`.

    What runs on the evaluator (sends and receives, queues, custom calls without code, collective operations whose groups do not
    fit the grid, which then fail) is in `grid.fallbacks`. A function whose shapes are known at calls only is left to the
    evaluator as a whole: `grid.native` is None. With a `transport` (`hloom.grid.mpi()`) its ranks run the grid together: all
    compile and call the same, and each has the results of the processes that are `here`; `threads` are those of its own. Raises
    what `compile` raises, and InputError for a grid that is none.
    """
    _require_flags(deterministic=deterministic, excess_precision=excess_precision)
    with importing():
        from hloom.driver.grids import make_grid_executable

    return make_grid_executable(module, function, num_replicas, num_partitions, threads, (deterministic, excess_precision),
                                time_limit, custom_calls, transport)


def _restored(text: str, function: str, threads: int | None, time_limit: float | None, numbers: tuple[bool, bool],
              entries: dict[str, bytes], makings: Sequence[Sequence[Any]] = (), constants: Sequence[Any] = ()) -> Executable:
    """An executable that was pickled; its machine code is used where processor and hloom are those that made it.

    `entries` is what the cache may lack, `makings` are what they were made for, `constants` where those beside the program are.
    """
    load_runtime()
    from hloom.driver.executables import Wanted, make_executable
    from hloom.runtime.cache import Cache, bind_again, host
    from hloom.runtime.history import Making

    for key, data in entries.items():
        Cache.get_default().offer(key, data)
    pickled = Making.read_all(makings)
    try:
        host()
    except InputError as error:
        raise InputError("; ".join([str(error), *(f"what was pickled was made {making}" for making in pickled)])) from None
    module = parse(text, name=f"<executable @{function}>")
    bind_again(module, constants, Cache.get_default())
    return make_executable(Wanted(_restored, module, function, None, threads, time_limit, numbers, entries,
                                  bool(options.CHILD.value), pickled=pickled))


def executable_class() -> type[Executable]:
    """The class of what `compile` returns."""
    load_runtime()
    from hloom.runtime.executable import Executable

    return Executable


Module.services["compile"] = compile
