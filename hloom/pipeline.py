"""The table of contents: text -> module -> verified -> passes -> kernels -> LLVM -> executable."""

from __future__ import annotations

import functools
import os
import re
from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import perf_counter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import hloom.ops  # noqa: F401  (defines every operation)
from hloom.ir.fingerprint import fingerprint
from hloom.ir.types import TensorType, TokenType, TupleType, leaf_types
from hloom.ops.builtin.function import Function, signature
from hloom.ops.builtin.module import Module
from hloom.ops.common.decomposition import clone
from hloom.ops.definition.operation import foreign_sources
from hloom.ops.hlo.extraction import extracted, named_computations
from hloom.reference.api import boundary_of, checked_module, evaluate, function_named, runnable
from hloom.reference.callbacks import callbacks_of, has_callbacks
from hloom.reference.custom_calls import CUSTOM_CALLS, replaced_calls
from hloom.reference.interpreter import Interpreter
from hloom.reference.metering import check_size
from hloom.support import options
from hloom.support.collector import collector_paused
from hloom.support.diagnostics import InputError, InternalError, ParseError
from hloom.support.files import read_file, write_dump
from hloom.support.foreign_programs import advice, program_of
from hloom.support.importing import importing
from hloom.support.kinds import BYTE_ORDER_MARK, EXPORTED_FUNCTION, PORTABLE_ARTIFACT, binary_kind, no_program, text_of
from hloom.support.logs import Log, Starting, Timed
from hloom.support.protocol_buffers import is_tensorflow_graph
from hloom.text.mlir import parse as parse_text
from hloom.verify import verify

if TYPE_CHECKING:
    from hloom.codegen.cpu.compiler import Generated
    from hloom.codegen.llvm.module import Consumer, Part
    from hloom.codegen.plan.reasons import Decision
    from hloom.codegen.plan.target import CompileOptions
    from hloom.codegen.target import Target
    from hloom.passes import Pass
    from hloom.runtime.executable import Executable
    from hloom.runtime.history import Making

_LOG = Log("cache")
_BLANK = re.compile(r"(?:\s+|//[^\r\n]*|/\*.*?\*/)+", re.DOTALL)
#: How texts in HLO begin; no text in MLIR does.
_NAME = r"(?:ROOT\s+)?%?[A-Za-z_][\w.-]*\s*"
_TYPED = r"=\s*\(*[a-z][a-z0-9]*\["
_HLO = re.compile(rf"HloModule\b|ENTRY\b|{_NAME}{_TYPED}|[a-z][a-z0-9]*\[[^{{}}\n]*|{_NAME}(?:\([^{{}}]*)?\{{\s*{_NAME}{_TYPED}")
#: How texts in MLIR begin, unless with an operation; no text in HLO does.
_MLIR = re.compile(r'"?(?:builtin\.)?module\b|(?:func\.)?func\b|[#!][A-Za-z_][\w.-]*\s*=|\{-#')


#: What stands in texts of VHLO, the versioned form of StableHLO in artifacts.
_VHLO = "vhlo."
#: What is the name of a file and no program.
_PATH = re.compile(r"[^\s{}\"%@]+\.(?:mlir|mlirbc|bc|hlo|txt|pb|pbtxt|py|ipynb|onnx|tflite|npz|pt|pt2|pth|safetensors|h5|keras)")


def parse(text: Any, *, format: str = "mlir", name: str = "<input>", allow_unregistered: bool = False) -> Module:
    """The module that a text describes: syntax and types only, no constraints.

    `format` is `mlir` or `hlo`, or `auto`: what the text looks like. Bytes are XLA's protocol buffers (`proto`, or `auto`): a
    serialized HloModuleProto, HloProto or HloSnapshot; or, in any format, a portable artifact or StableHLO's bytecode, or what
    `jax.export` serializes. `name` stands for the file in messages. Instead of a text, what `jax.jit(f).lower(x)` or `jax.export`
    returns, or a module of MLIR's Python bindings (jaxlib, torch-mlir). Raises ParseError at the first fault.
    """
    if isinstance(text, bytes | bytearray | memoryview):
        return _parse_bytes(bytes(text), format, name, allow_unregistered)
    if not isinstance(text, str):
        found = program_of(text)
        if found is None:
            raise InputError(f"a program is a str, or an object of JAX or of MLIR's bindings; got a {type(text).__name__}"
                             f"{advice(text)}")
        module = parse(found[0], name=name, allow_unregistered=allow_unregistered)
        module.calling = found[1]
        return module
    text = text.removeprefix(BYTE_ORDER_MARK)
    seems_hlo = looks_like_hlo(text)
    if not seems_hlo and not looks_like_mlir(text):
        from hloom.support.text_kinds import text_kind  # few programs begin so

        if (found := text_kind(text)) is not None:
            raise ParseError(f"{name}: {no_program(*found)}")
    if format == "auto":
        format = "hlo" if seems_hlo else "mlir"
    elif (format == "mlir" and seems_hlo) or (format == "hlo" and not seems_hlo and looks_like_mlir(text)):
        kind, other = ("HLO", "hlo") if seems_hlo else ("MLIR, such as StableHLO", "mlir")
        raise ParseError(f"{name}: this is a text in {kind}; it is read with format={other!r} or format='auto'")
    if format == "hlo":
        from hloom.text.hlo import parse as parse_hlo  # most programs need nothing of it

        return parse_hlo(text, name)
    if format != "mlir":
        raise InputError(f"the format {format!r} is not known; known: mlir, hlo, auto, and for bytes proto")
    if _PATH.fullmatch(text):
        raise InputError(f"{text!r:.200} is the name of a file, not a program: hloom.load reads files")
    if _VHLO in text:
        from hloom.vhlo.text import parse_vhlo  # most programs need nothing of it

        return parse_vhlo(text, name, allow_unregistered)
    return parse_text(text, name, allow_unregistered)  # type: ignore[return-value]


def _parse_bytes(data: bytes, format: str, name: str, allow_unregistered: bool) -> Module:
    """The program in bytes, as `parse` takes them. InputError for those of another kind, ParseError at the first fault."""
    if format != "proto" and _is_graph(data):
        from hloom.protos.graphs import module_call

        return parse(module_call(data, name).program(name), name=name, allow_unregistered=allow_unregistered)
    is_proto = looks_like_proto(data)
    kind = None if is_proto else binary_kind(data)
    if kind in _READERS and format != "proto":
        return _READERS[kind](data, name, allow_unregistered)
    if format == "proto" or (format == "auto" and kind is None):
        from hloom.protos import parse_proto  # most programs need nothing of it

        return parse_proto(data, name)
    if kind is not None:
        raise InputError(f"{name}: {no_program(kind)}")
    raise InputError(f"{name}: " + ("a protocol buffer of XLA is read with format='proto' or format='auto'" if is_proto else
                                    f"a program is a str, got {type(data).__name__}: a text is decoded first, x.decode()"))


def _artifact(data: bytes, name: str, allow_unregistered: bool) -> Module:
    from hloom.vhlo import parse_bytecode  # most programs need nothing of it

    return parse_bytecode(data, name, allow_unregistered)


def _exported(data: bytes, name: str, allow_unregistered: bool) -> Module:
    from hloom.vhlo.exported import read_exported

    return _artifact(read_exported(data, name).artifact, name, allow_unregistered)


#: Readers of programs in bytes, beside XLA's protocol buffers, by their kind; each takes the bytes, the name that stands for them
#: in messages, and whether operations that are not known are kept.
_READERS: dict[str | None, Callable[[bytes, str, bool], Module]] = {PORTABLE_ARTIFACT: _artifact, EXPORTED_FUNCTION: _exported}


def is_program_in_bytes(data: bytes) -> bool:
    """Whether bytes are a program that `parse` takes as they are, not as a text."""
    return looks_like_proto(data) or binary_kind(data) in _READERS or _is_graph(data)


def _is_graph(data: bytes) -> bool:
    """Whether bytes are a SavedModel or a graph of TensorFlow, in which a program may be."""
    if not data.startswith((b"\b", b"\n")):
        return False
    from hloom.protos.graphs import looks_like_graph  # with what reads HLO's messages

    return looks_like_graph(data)


def _hlo_text(module: Module, **options: Any) -> str:
    from hloom.passes.for_hlo import prepared
    from hloom.text.hlo import to_hlo_text

    return to_hlo_text(prepared(module), **options)


def _hlo_proto(module: Module, **options: Any) -> bytes:
    from hloom.passes.for_hlo import prepared
    from hloom.protos import to_hlo_proto

    return to_hlo_proto(prepared(module), **options)


Module.services["hlo_text"] = _hlo_text
Module.services["evaluate"] = evaluate
Module.services["extract"] = extracted
Module.services["computations"] = lambda module: {name: each.region for name, each in named_computations(module).items()}
Module.services["hlo_proto"] = _hlo_proto


def _bytecode(module: Module, version: int) -> bytes:
    from hloom.vhlo import to_bytecode

    return to_bytecode(module, version)


Module.services["bytecode"] = _bytecode


def looks_like_proto(data: bytes) -> bool:
    """Whether bytes begin as the protocol buffers do that hold a program."""
    if not data.startswith(b"\n"):
        return False
    from hloom.protos import looks_like_proto as begins_as_proto

    return begins_as_proto(data) and not is_tensorflow_graph(data)


def looks_like_hlo(text: str) -> bool:
    """Whether a text begins as HLO does: with a module's header, or with a computation or an instruction of HLO."""
    return _HLO.match(text, _start(text)) is not None


def looks_like_mlir(text: str) -> bool:
    """Whether a text begins as programs in MLIR usually do: with a module, a function, or the name of an attribute or type."""
    return _MLIR.match(text, _start(text)) is not None


def _start(text: str) -> int:
    """The place behind the blanks and comments with which a text begins."""
    blank = _BLANK.match(text)
    return blank.end() if blank else 0


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
    data = read_file(path)
    if is_program_in_bytes(data):
        return parse(data, format="auto", name=str(path), allow_unregistered=allow_unregistered)
    text = text_of(data, str(path))
    return parse(text, format="auto", name=str(path), allow_unregistered=allow_unregistered)


class StageReached(Exception):
    """Ends a compilation after the stage that was asked for; its text is the exception's."""


def stage_text(module: Module, function: str, stage: str, dump: Path | None = None, *, workers: int | None = None,
               options: CompileOptions | None = None) -> str:
    """What a stage of the back end (`codegen.plan.stages`) gives for a function."""
    try:
        stages(module, function, dump, stop_after=stage, workers=workers, options=options)
    except StageReached as reached:
        return str(reached)
    raise InternalError(f"the compilation never came to the stage {stage}")


def stages(module: Module, function: str = "main", dump: Path | None = None, consumer: Consumer | None = None,
           stop_after: str | None = None, workers: int | None = None, options: CompileOptions | None = None,
           in_child: bool = False) -> Generated:
    """What compilation makes of a function before machine code: program, kernels, LLVM IR. The module is verified first.

    `consumer` gets parts of the LLVM IR as soon as they are made; `workers` is what is planned for (default: HLOOM_THREADS),
    `options` what is said of numbers.
    With `dump`, the program after each pass, what each stage of the back end gives, the kernels, the LLVM IR and the assembly
    are written to that folder. `stop_after` ends the compilation after a stage by raising StageReached. `in_child` says that
    LLVM will work in a child process.
    """
    _load_compiler(in_child)
    from hloom.codegen.cpu.compiler import generate
    from hloom.codegen.plan.program import Listings
    from hloom.codegen.plan.stages import STAGES
    from hloom.codegen.plan.target import STRICT
    from hloom.passes import PIPELINE
    from hloom.runtime.cache import host
    from hloom.runtime.llvm_modules import emit_assembly
    from hloom.runtime.pool import Pool

    def watch(stage: str, text: Callable[[], str]) -> None:
        if dump is not None:
            number = len(PIPELINE) + 1 + STAGES.index(stage)
            write_dump(dump, f"{number:02}-{stage}.txt", f"// {stage}\n{text()}")
        if stage == stop_after:
            raise StageReached(text())

    seconds: dict[str, float] = {}
    workers, options = workers or Pool.get().workers, options or STRICT
    optimised = _optimised(module, function, options.planned_workers(workers), seconds, dump)
    generated = generate(function_named(optimised, function), host().target, workers, consumer, watch, options)
    generated.module = optimised
    generated.seconds.update(seconds)
    if dump is not None:
        kernels = Listings(generated.program.kernels)
        write_dump(dump, "kernels.txt", "\n\n".join(f"{k}:\n{v}" for k, v in kernels.items()))
        write_dump(dump, "program.ll", generated.llvm)
        write_dump(dump, "program.s", emit_assembly(generated.llvm, generated.target))
    return generated


def passes_for(target: Target, workers: int) -> Sequence[Pass]:
    """The passes of a compilation for so many workers of a processor, in their order."""
    from hloom.passes import pipeline
    from hloom.passes.whole_groups import Groups

    return pipeline(Groups(target.has_bf16_dot or target.has_bf16_tiles, target.has_integer_dot, target.has_bf16_tiles,
                           target.has_byte_tiles), workers)


def _optimised(module: Module, function: str, workers: int, seconds: dict[str, float], dump: Path | None = None) -> Module:
    """What is compiled of a module for so many workers: verified, in StableHLO, through the passes; adds the seconds that each
    took."""
    from hloom.passes import run_passes
    from hloom.passes.surroundings import self_contained
    from hloom.runtime.cache import host

    with Timed(seconds, "verify"):
        verify(module)
        module = runnable(module, function)
        if any(isinstance(t, TokenType) for t in _types_of(function_named(module, function))):
            module = self_contained(module, function, skip=False)
        outer = function_named(module, function)
        for type in _types_of(outer):
            for part in leaf_types(type):
                check_size(part, outer)  # what is handed over must be arrays
    with Timed(seconds, "passes"):
        return run_passes(_with_public(module, function), passes_for(host().target, workers), dump=dump)


def _types_of(function: Function) -> tuple[Any, ...]:
    """What a function takes, then what it gives."""
    return (*function.function_type.inputs, *function.function_type.outputs)


def fusion(module: Module, function: str = "main", workers: int | None = None) -> list[Decision]:
    """What the compiler does with each value of a function and each operation that uses it, in the order of the program as the
    passes leave it: computed in one kernel or apart, and why. Nothing is compiled; `workers` as for `stages`.

    Raises NeedsEvaluatorError, a UserError, for a function that the compiler leaves to the evaluator.
    """
    _load_compiler()
    from hloom.codegen.cpu.compiler import fusion_plan
    from hloom.runtime.cache import host
    from hloom.runtime.pool import Pool

    workers = workers or Pool.get().workers
    optimised = _optimised(module, function, workers, {})
    plan = fusion_plan(function_named(optimised, function), host().target, workers)
    return [decision for block in plan.blocks.values() for decision in block.journal.decisions()]


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
    in_child = bool(options.CHILD.value) if in_child is None else in_child
    for name, value in (("deterministic", deterministic), ("excess_precision", excess_precision), ("in_child", in_child),
                        ("skip_callbacks", skip_callbacks)):
        if not isinstance(value, bool):
            raise InputError(f"{name} is True or False, got {value!r:.50}")
    calling = getattr(checked_module(module), "calling", None)
    if skip_callbacks and module.is_hlo:
        verify(module)
        module = runnable(module)
    boundary = None if module.is_hlo else boundary_of(module, function_named(module, function))
    if skip_callbacks or (boundary is not None and boundary.has_tokens):
        verify(module)
        from hloom.passes.surroundings import self_contained

        module = self_contained(module, function, skip_callbacks)
    custom_calls = callbacks_of(calling, skip=False, known=CUSTOM_CALLS) if calling is not None and has_callbacks(module) else {}
    made = _compile(module, function, dump, threads, time_limit, (deterministic, excess_precision), in_child=in_child,
                    custom_calls=custom_calls)
    if boundary is None:
        return made
    from hloom.runtime.called import CalledExecutable  # most programs need nothing of it

    return CalledExecutable(made, boundary)


def _restored(text: str, function: str, threads: int | None, time_limit: float | None, numbers: tuple[bool, bool],
              entries: dict[str, bytes], makings: Sequence[Sequence[Any]] = (), constants: Sequence[Any] = ()) -> Executable:
    """An executable that was pickled; its machine code is used where processor and hloom are those that made it.

    `entries` is what the cache may lack, `makings` are what they were made for, `constants` where those beside the program are.
    """
    _load_runtime()
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
    return _compile(module, function, None, threads, time_limit, numbers, entries, bool(options.CHILD.value), pickled=pickled)


@collector_paused()
def _compile(module: Module, function: str, dump: Path | None, threads: int | None, time_limit: float | None,
             numbers: tuple[bool, bool], offered: Mapping[str, bytes] | None = None, in_child: bool = False,
             is_special: bool = False, custom_calls: Mapping[str, Callable[..., Any]] = MappingProxyType({}),
             pickled: Sequence[Making] = ()) -> Executable:
    """`compile` of a function of arrays; `numbers` are the fields of CompileOptions, `offered` are entries that the cache may
    lack, `custom_calls` come before those that are registered, `pickled` says what those of a pickle were made for. `is_special`:
    of what specialization gave."""
    checked_threads(threads)
    starting = Starting()
    _load_runtime()
    from hloom.codegen.plan.program import Listings
    from hloom.codegen.plan.target import CompileOptions
    from hloom.runtime import jit, saved
    from hloom.runtime.cache import Cache, cache_key, host, learn
    from hloom.runtime.executable import Executable, NestedExecutable
    from hloom.runtime.history import ProgramEntry
    from hloom.runtime.loading import load_compiler_beside
    from hloom.runtime.native import NativeProgram
    from hloom.runtime.pool import Pool
    from hloom.runtime.recipe import Recipe
    from hloom.runtime.saved import from_cache, say_compiled

    starting.pause()
    start = perf_counter()
    if checked_module(module).is_hlo:  # before the fingerprint, which knows no layouts
        verify(module)
        module = runnable(module, function)
    named = signature(function_named(module, function))
    type = module.functions[function].function_type
    has_tuples = any(isinstance(t, TupleType) for t in (*type.inputs, *type.outputs))
    kind = NestedExecutable if has_tuples else Executable
    cache = Cache.get_default()
    dump = dump or options.DUMP.value
    with starting:
        target = host().target
        load_compiler_beside(lambda: (Pool.of(threads), cache_key()))
        pool = Pool.of(threads)
    workers = pool.workers
    learn(module, cache)
    definitions, digest = foreign_sources(module), fingerprint(module)
    what = (digest, function, definitions or "", str(options.GUARD.value), str(numbers), *replaced_calls())
    entry = ProgramEntry(cache, what, pool, offered or {}, pickled)
    key, unkept = (entry.key(workers), "") if definitions is not None else (None, "an operation of it is defined in no file")
    recipe = Recipe(_restored, module, function, threads, numbers, digest, entry.making, key, unkept, custom_calls)
    again = partial(_compile, function=function, dump=dump, threads=threads, time_limit=None, numbers=numbers, in_child=in_child,
                    is_special=True, custom_calls=custom_calls, pickled=pickled)
    own = {"threads": workers, "deterministic": numbers[0], "excess_precision": numbers[1]}
    of_calls = replace(recipe, key=None, unkept="it is compiled for the shapes of calls, and none of those is kept")
    if any(isinstance(t, TensorType) and not t.is_static for t in leaf_types(TupleType(type.inputs))):
        _require_callbacks(module, function, custom_calls)
        return _dynamic(of_calls, again, named, own, time_limit)
    if dump is None and key is not None:
        found = from_cache(entry, recipe, partial(kind, time_limit=time_limit, signature=named), start, starting)
        if found is not None:
            return found
    why = f"not in the cache: {entry.why() if key is not None else unkept}" if dump is None else "compiled to be dumped"
    _LOG.info("@%s: %s", function, why)
    try:
        with starting:
            _load_compiler(in_child)
    except InputError as error:
        raise InputError(f"{error}; @{function} is {why}") from None
    _require_callbacks(module, function, custom_calls)
    from hloom.codegen.cpu.compiler import NeedsEvaluatorError
    from hloom.runtime.child import made_in_child
    from hloom.runtime.compilation import Compilation
    from hloom.runtime.interpreted import interpreted
    from hloom.runtime.preparation import prepare

    def objects(parts: Sequence[Part]) -> Sequence[bytes]:
        with Compilation(target, workers, keeper=cache) as compilation, compilation:
            made = compilation.finish(parts)
        cache.finish_aside()  # this process ends now
        return made

    try:
        if in_child:
            generated = stages(module, function, dump, workers=workers, options=CompileOptions(*numbers), in_child=True)
            with Timed(generated.seconds, "llvm"):
                cache.finish_aside()  # the child would do it, too
                code = made_in_child(partial(objects, generated.llvm_parts(workers)))
            kernels = Listings(generated.program.kernels)
        else:
            prepare(target, workers)
            with Compilation(target, workers, keeper=cache) as compilation, compilation:
                generated = stages(module, function, dump, compilation, workers=workers, options=CompileOptions(*numbers))
                compilation.take_all(generated.llvm_parts(workers))
                kernels = Listings(generated.program.kernels)
                with Timed(generated.seconds, "llvm"):
                    code = compilation.finish(meanwhile=kernels.make_all)
    except MemoryError as error:
        raise InputError(f"@{function} takes more memory to compile than there is: {error}") from None
    except NeedsEvaluatorError as reason:
        if not is_special:
            return _dynamic(of_calls, again, named, own, time_limit, str(reason))
        return interpreted(module, str(reason), named, of_calls, time_limit)
    generated.seconds.update(starting.seconds())
    stats, program = _stats(generated) | own, generated.program
    evaluator = _evaluator(generated.module, custom_calls)
    native = NativeProgram(program, jit.load_objects(code, program.functions), evaluator, threads)
    unkept = unkept or saved.why_not_saved(program)
    if unkept:
        recipe = replace(recipe, key=None, unkept=unkept)
        _LOG.info("@%s: not kept: %s", function, unkept)
    else:
        entry.keep(partial(saved.save, program, code, kernels, dict(stats), saved.numbers_of(module)))
    say_compiled(function, stats, program.callbacks, perf_counter() - start)
    made = kind(native, kernels, stats, time_limit, named, recipe)
    cache.begin_aside(workers)  # last: another thread that writes takes the interpreter from this one
    return made


def _require_callbacks(*what: Any) -> None:
    """Raises EvaluationError for a function that comes to a callback without a function (`passes.surroundings`)."""
    from hloom.passes.surroundings import require_callbacks

    require_callbacks(*what)


def _dynamic(*what: Any) -> Executable:
    """An executable of a function with shapes that the program does not state (`runtime.specializing.specializing`)."""
    with importing():
        from hloom.runtime.specializing import specializing
    return specializing(*what)


def checked_threads(threads: int | None) -> int | None:
    """A number of threads as it was given, None for that of HLOOM_THREADS. Raises InputError for what is none."""
    if threads is not None and (isinstance(threads, bool) or not isinstance(threads, int)
                                or not 1 <= threads <= options.MOST_THREADS):
        raise InputError(f"threads is a number from 1 to {options.MOST_THREADS}, got {threads!r:.50}")
    return threads


def executable_class() -> type[Executable]:
    """The class of what `compile` returns."""
    _load_runtime()
    from hloom.runtime.executable import Executable

    return Executable


@functools.cache
def _load_runtime() -> None:
    with importing():  # the import of that module, too
        from hloom.runtime.loading import load_runtime

        load_runtime()


def _load_compiler(in_child: bool = False) -> None:
    _load_runtime()
    from hloom.runtime.loading import load_compiler

    load_compiler(in_child)


Module.services["compile"] = compile


def _with_public(module: Module, function: str) -> Module:
    """The module with `function` public, so that passes keep it; a copy if that has to be changed."""
    if module.functions[function].is_public:
        return module
    copy = clone(module, {})
    copy.functions[function].attributes.pop("sym_visibility")  # type: ignore[attr-defined]
    return copy  # type: ignore[return-value]


def _stats(generated: Generated) -> dict[str, Any]:
    program = generated.program
    return {"seconds": generated.seconds, "kernels": len(program.kernels), "arena_bytes": program.arena_bytes,
            "constant_bytes": sum(c.nbytes for c in program.constants),
            "llvm_lines": sum(f.line_count for f in generated.code.functions.values()),
            "fallbacks": [op.name for op in program.callbacks]}


def _evaluator(module: Module, custom_calls: Mapping[str, Callable[..., Any]]) -> Any:
    """What evaluates single operations during one run of a compiled program: they share a stream of random numbers and probes."""
    known = ChainMap({**custom_calls}, CUSTOM_CALLS)  # with what is registered later
    return lambda limit: Interpreter(module, known, time_limit=limit).run_operation
