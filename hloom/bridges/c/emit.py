"""From a module to files for C: planned and compiled as ever, then made one object file with what runs it."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hloom.bridges.c.fields import as_name, checked_name, fields_of
from hloom.driver.stages import load_compiler, stages
from hloom.ir.attributes import DictionaryAttr, StringAttr
from hloom.ir.core import captured_values
from hloom.ir.types import TensorType, TokenType, leaf_types
from hloom.ops.builtin.function import signature
from hloom.ops.builtin.module import Module, checked_module, function_named
from hloom.ops.hlo.lowering import runnable
from hloom.ops.stablehlo.custom_call import CustomCall
from hloom.reference.callbacks import is_callback
from hloom.support import options
from hloom.support.diagnostics import Diagnostic, InputError, UserError
from hloom.support.options import checked_threads
from hloom.support.records import dataclass
from hloom.support.signatures import Parameter
from hloom.verify import verify

if TYPE_CHECKING:
    from hloom.bridges.c.header import Described
    from hloom.codegen.cpu.c.layout import Call
    from hloom.codegen.cpu.compiler import Generated
    from hloom.codegen.target import Target

#: What may be made; each brings along what comes before it.
KINDS = ("header", "object", "shared")
#: What helps where sizes are known at calls only.
_FIXED = ("hloom convert --refine-arguments fixes the sizes of arguments", None)
#: Shares that kernels are compiled in, whatever the number of threads that do so: a program's code is the same everywhere.
_SHARES = 8
#: Bytes of constants inside, at most: addresses there are told by 32 bits with a sign.
_MOST_INSIDE = (1 << 31) - (1 << 27)
#: What a file of constants begins with, before the digest of what follows.
_MAGIC = b"hloom constants 1"


@dataclass(frozen=True)
class Emitted:
    """The files that were made, in the order in which they are of interest, and the symbols that the code wants of others."""

    files: tuple[Path, ...]
    needs: tuple[str, ...] = ()


def emit_c(module: Module, directory: str | Path, *, emit: str = "shared", name: str | None = None, function: str = "main",
           cpu: str = "native", threads: int | None = None, static_memory: bool = False, constants_beside: bool = False,
           deterministic: bool = False, excess_precision: bool = False) -> Emitted:
    """Compiles a function of a module ahead, for C: files in `directory`, which need neither Python nor hloom.

    `emit` is `header` (`NAME.h`, and `NAME.hpp` for C++), `object` (also `NAME.o`, and what CMake and pkg-config read) or
    `shared` (also `libNAME.so`, by the system's compiler or linker). `name` stands before all names of C (default: that of the
    module, or of the function). `cpu` is the processor: `native`, a level such as `x86-64-v3`, or LLVM's name of one. `threads`
    is the most threads that a call may run on (default: HLOOM_THREADS). With `static_memory` nothing allocates memory: contexts
    and pools lie where the caller says. With `constants_beside` the program's constants are in a file, `NAME.constants`, which
    the caller maps. The other options are those of `compile`. Results are those of `compile` for the same processor, threads and
    options, bit for bit.

    Custom calls that hloom does not compile are functions that the user links, declared in the header. Raises what `compile`
    raises; UserError, at the place in the program, for what only Python runs: callbacks, queues, sizes that are known at calls;
    InputError for options that make no sense, a system without such files, and where nothing links.
    """
    if emit not in KINDS:
        raise InputError(f"emit is {', '.join(KINDS[:-1])} or {KINDS[-1]}, got {emit!r:.50}")
    for flag, value in {"static_memory": static_memory, "constants_beside": constants_beside, "deterministic": deterministic,
                        "excess_precision": excess_precision}.items():
        if not isinstance(value, bool):
            raise InputError(f"{flag} is True or False, got {value!r:.50}")
    for word, text in {"name": name, "cpu": cpu, "function": function}.items():
        if not isinstance(text, str) and not (text is None and word == "name"):
            raise InputError(f"{word} is a str, got {text!r:.50}")
    checked_module(module)
    workers = checked_threads(threads) or options.THREADS.value
    name = _default_name(module, function) if name is None else checked_name(name)
    folder = _folder(directory)
    program = _Ahead(module, function, name, cpu, workers, (deterministic, excess_precision), static_memory, constants_beside)
    return program.write(folder, emit)


def _default_name(module: Module, function: str) -> str:
    stated = module.attributes.get("sym_name")
    return checked_name(as_name(stated.value if isinstance(stated, StringAttr) and function == "main" else function, "program"))


def _folder(directory: str | Path) -> Path:
    try:
        folder = Path(directory)
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, TypeError, ValueError) as error:
        raise InputError(f"{directory}: {getattr(error, 'strerror', None) or error}") from None
    return folder


class _Ahead:
    """A program on its way to files."""

    def __init__(self, module: Module, function: str, name: str, cpu: str, workers: int, numbers: tuple[bool, bool],
                 is_static: bool, is_beside: bool) -> None:
        load_compiler()
        from hloom.codegen.cpu.c.layout import HEAD_BYTES, Interface, constant_chunks, constant_places
        from hloom.codegen.cpu.c.parts import require_system
        from hloom.codegen.processors import named
        from hloom.driver.cpu import target as target_here

        here = target_here()
        require_system(here)
        self.target: Target = named(cpu, here)
        self.cpu = self.target.cpu if cpu == "native" else cpu
        if module.is_hlo:
            verify(module)
            module = runnable(module, function)
        self.name, self.function = name, function
        self.generated = _generated(module, function, self.target, workers, numbers)
        program = self.generated.program
        for number, table in program.lazy.items():
            table.compute(program.constants[number])
        calls = [_call(op) for op in program.callbacks]
        places, size = constant_places([array.nbytes for array in program.constants])
        self.chunks = constant_chunks(program.constants)
        if size > _MOST_INSIDE and not is_beside:
            raise InputError(f"the constants take {size} bytes, more than code reaches inside ({_MOST_INSIDE}): they can be in a "
                             "file beside it")
        identity = _identity(self.chunks, HEAD_BYTES) if is_beside and size else b""
        self.interface = Interface(name, program, workers, is_static, calls, places if size else (), size, identity,
                                   options.SPIN.value)
        self.described = self._describe(module, f"{name}.constants" if identity else "")

    def _describe(self, module: Module, constants_file: str) -> Described:
        from hloom.bridges.c.header import Described, one_line

        own = signature(function_named(module, self.function))
        program = self.generated.program
        sides = [_leaves(own.arguments, program.argument_types), _leaves(own.results, program.result_types)]
        return Described(self.name, one_line(str(own)), self.interface, fields_of(*sides), self.cpu, constants_file)

    def write(self, folder: Path, kind: str) -> Emitted:
        """Writes the files."""
        from hloom.bridges.c.cxx import cxx_header
        from hloom.bridges.c.header import header
        from hloom.bridges.c.linking import link
        from hloom.bridges.c.packages import cmake_package, pkg_config

        d, name = self.described, self.name
        texts = {f"{name}.h": header(d), f"{name}.hpp": cxx_header(d)}
        made, library, needs = folder / f"{name}.o", folder / f"lib{name}.so", ()
        files = []

        def packages(is_shared: bool) -> dict[str, str]:
            return {f"{name}.pc": pkg_config(d, is_shared), f"{name}Config.cmake": cmake_package(d, is_shared)}

        if kind != "header":
            pieces, needs = self._object()
            files.append(_write(made, pieces))
            texts |= packages(is_shared=False)
            if d.constants_file:
                files.append(_write(folder / d.constants_file, [self.interface.identity, *self.chunks]))
        files += [_write(folder / file, [text.encode()]) for file, text in texts.items()]
        if kind == "shared":
            link(made, library)
            files.insert(0, library)
            for file, text in packages(is_shared=True).items():
                _write(folder / file, [text.encode()])
        return Emitted(tuple(files), needs)

    def _object(self) -> tuple[list[Any], tuple[str, ...]]:
        """The object file in pieces, and what it wants of others."""
        from hloom.codegen.cpu.c.calls import CALL_BACK
        from hloom.codegen.cpu.c.context import CONSTANTS_SYMBOL
        from hloom.codegen.cpu.c.parts import parts
        from hloom.runtime.compilation import compile_objects
        from hloom.runtime.relocatable import Data, Merging, names

        interface = self.interface
        every = [*self.generated.llvm_parts(_SHARES), *parts(interface, self.target)]
        objects = compile_objects(every, self.target, options.THREADS.value, is_for_linker=True)
        if interface.calls:
            self._check_names(names(objects[:-1]) | {CALL_BACK})
        inside = [Data(".rodata", CONSTANTS_SYMBOL, self.chunks)] if interface.places and not interface.identity else []
        merging = Merging(objects, inside, interface.exported)
        return merging.file(), merging.wanted

    def _check_names(self, taken: Collection[str]) -> None:
        """Raises UserError for a function that the user links if it is called like another one: of the code, of those that the
        code wants of the system, or a type of the program's."""
        interface, program = self.interface, self.interface.program
        types = {interface.symbol(word) for word in ("arguments", "context", "pool")}
        for call, op in zip(interface.calls, program.callbacks):
            if call.function in taken or call.function in types or call.function.startswith("hloom_"):
                raise UserError.at(op.span, "unsupported", f"{op.title} is called like what the code has, or wants of the "
                                   "system: the call, or the program (--name), needs another name")


def _generated(module: Module, function: str, target: Target, workers: int, numbers: tuple[bool, bool]) -> Generated:
    """Kernels, commands and LLVM IR. Raises UserError for what needs Python, at its place."""
    from hloom.codegen.plan.target import CompileOptions
    from hloom.runtime.dispatch.program import NeedsEvaluatorError

    try:
        made = stages(module, function, workers=workers, options=CompileOptions(*numbers), target=target)
    except NeedsEvaluatorError as error:
        raise UserError.of(*[replace(d, message=f"not compiled for C, where all sizes are known: {d.message.partition('; ')[0]}",
                                     notes=(_FIXED, *d.notes)) for d in error.diagnostics]) from None
    if made.program.is_guarded:
        raise InputError(f"with {options.GUARD.name} programs look at their memory in Python: unset it to compile for C")
    faults = [fault for op in made.program.callbacks if (fault := _fault(op))]
    if faults:
        raise UserError.of(*faults)
    return made


def _fault(op: Any) -> Diagnostic | None:
    """Why C cannot run an operation that runs on the evaluator; None for a custom call that the user links a function for."""
    if not isinstance(op, CustomCall):
        why = "it runs on the evaluator, which is Python"
    elif is_callback(op):
        why = "it calls back a function of the Python process that lowered the program"
    elif captured_values(op) or any(not isinstance(v.type, TensorType | TokenType) for v in (*op.operands, *op.results)):
        why = "it takes or gives other values than tensors"
    else:
        return None
    return Diagnostic("unsupported", f"{op.title} is not compiled for C: {why}", op.span)


def _call(op: Any) -> Call:
    from hloom.codegen.cpu.c.layout import Call

    config = op.backend_config
    text = config.value if isinstance(config, StringAttr) else str(config) if isinstance(config, DictionaryAttr) else ""
    sides = [[(v.type.storage.name, v.type.shape) if isinstance(v.type, TensorType) else ("token", ()) for v in values]
             for values in (op.operands, op.results)]
    return Call(as_name(op.call_target_name, "call"), op.call_target_name, text.encode(errors="surrogateescape"), *sides)


def _leaves(parameters: Sequence[Parameter], types: Sequence[TensorType]) -> list[Parameter]:
    """A parameter for each tensor: those of tuples are numbered, tokens are left out."""
    found = []
    for parameter in parameters:
        parts = leaf_types(parameter.type)
        found += [Parameter(parameter.name if len(parts) == 1 else f"{parameter.name}_{k}", part)
                  for k, part in enumerate(parts) if not isinstance(part, TokenType)]
    return [p._replace(type=type) for p, type in zip(found, types, strict=True)]


def _identity(chunks: Sequence[Any], size: int) -> bytes:
    """What the file of the constants begins with."""
    digest = hashlib.sha256()
    for chunk in chunks:
        digest.update(chunk)
    return _MAGIC.ljust(size - digest.digest_size, b"\0") + digest.digest()


def _write(path: Path, pieces: Sequence[Any]) -> Path:
    try:
        with open(path, "wb") as file:
            file.writelines(pieces)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None
    return path
