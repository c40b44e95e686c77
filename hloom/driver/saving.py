"""Executables to files: code for the processors and numbers of threads that were asked for, with the program and constants."""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from hloom._version import __version__
from hloom.codegen.processors import NATIVE, named
from hloom.codegen.target import Target
from hloom.driver.cpu import CPU
from hloom.driver.stages import load_compiler, stages
from hloom.ir.fingerprint import fingerprint, resources_in
from hloom.ir.types import DYNAMIC, TensorType
from hloom.passes.move_constants import LARGE, moved_out
from hloom.runtime.cache import Cache
from hloom.runtime.called import CalledExecutable
from hloom.runtime.described import describe, interface, name_of
from hloom.runtime.dispatch.features import used
from hloom.runtime.dispatch.program import Batch, OneSizeError
from hloom.runtime.executable import NestedExecutable
from hloom.runtime.executable_file import Writer, path_of
from hloom.runtime.file_executable import FileExecutable
from hloom.runtime.native import NativeProgram
from hloom.runtime.pool import compiled
from hloom.runtime.processors import model
from hloom.runtime.saved import numbered, numbers_of, why_not_saved
from hloom.runtime.saved_bytes import code_of
from hloom.runtime.specializing import SpecializingExecutable
from hloom.support.diagnostics import InputError
from hloom.support.options import checked_threads
from hloom.support.signatures import Signature, type_name
from hloom.support.trees import described

if TYPE_CHECKING:
    from hloom.runtime.dispatch.program import CompiledProgram, Listing
    from hloom.runtime.executable import Executable
    from hloom.runtime.pickle_state import PickleState
    from hloom.support.boundary import Boundary

#: What of the statistics of a compilation goes along.
_STATISTICS = ("kernels", "arena_bytes", "constant_bytes", "llvm_lines", "fallbacks", "deterministic", "excess_precision")


class _Made(NamedTuple):
    """A program planned for so many threads, with its machine code for a processor, its kernels and statistics."""

    target: Target
    threads: int
    program: CompiledProgram
    objects: Sequence[bytes]
    kernels: Mapping[str, Listing]
    stats: Mapping[str, Any]


def save(executable: Executable, path: str | os.PathLike[str], cpu: str | Sequence[str] | None,
         threads: int | Sequence[int] | None, program: bool) -> None:
    """What `Executable.save` does."""
    path_of(path)
    inner: Any = executable
    boundary = None
    if isinstance(executable, CalledExecutable):
        inner, boundary = executable._inner, executable._boundary
    if isinstance(inner, FileExecutable):
        inner.save(path, cpu=cpu, threads=threads, program=program)
        return
    name, pickle_state = inner.signature.function, inner._pickle_state
    several = inner.codes if isinstance(inner, SpecializingExecutable) else None
    why = _why_not(inner) if several is None else _why_not_several(inner, several)
    if why:
        raise InputError(f"@{name} cannot be saved: {why}")
    if not isinstance(program, bool):
        raise InputError(f"program is True or False, got {program!r:.50}")
    targets, counts = _targets(cpu), _counts(threads, inner)
    if fingerprint(pickle_state.module) != pickle_state.digest:
        raise InputError(f"the module of @{name} was changed after it was compiled: compile it again to save it")
    numbers = numbers_of(pickle_state.module)
    writer = Writer()

    def codes(made: Any, batch: Batch | None = None) -> list[dict[str, Any]]:
        return [_code(writer, _made(made, target, count, batch), numbers) for target in targets for count in counts]

    header = {
        "hloom": __version__, "interface": interface(), "function": pickle_state.function, "numbers": pickle_state.numbers,
        "signature": _signature(inner) if several is None else _open_signature(inner.signature),
        "boundary": None if boundary is None else _boundary(writer, boundary),
        "codes": codes(inner) if several is None else [],
        "calls": None if several is None else [_calls(made, batch, codes(made, batch)) for made, batch in several],
        "program": _program(writer, pickle_state) if program else None,
    }
    writer.write(path_of(path), header)


def _why_not(executable: Any) -> str:
    """Why an executable cannot be saved; nothing where it can."""
    pickle_state, native = executable._pickle_state, getattr(executable, "native", None)
    if pickle_state is None:
        return "it was not compiled by hloom.compile"
    if pickle_state.custom_calls:
        return "it calls back functions of this process"
    if not isinstance(native, NativeProgram):
        return f"it runs on the evaluator: {executable.stats.get('reason')}"
    return why_not_saved(native.program)


def _why_not_several(executable: SpecializingExecutable, codes: Sequence[tuple[Executable, Batch | None]]) -> str:
    """The same for a function whose shapes only calls tell, with code for those that there were."""
    if (pickle_state := executable._pickle_state) is not None and pickle_state.custom_calls:
        return "it calls back functions of this process"
    if why := executable.why_not_saved:
        return why
    for made, batch in codes:
        if why := _why_not(made):
            shapes = ", ".join(type_name(p.type) for p in made.signature.arguments)
            return f"for {f'up to {batch.most} examples' if batch is not None else f'({shapes})'} {why}"
    return "" if codes else ("its shapes are known at calls only, and there was none: exe.warm([1, 8]), or hloom compile "
                             "--warm 1,8, compiles for the calls that the file is to have code for")


def _targets(cpu: str | Sequence[str] | None) -> list[Target]:
    names = [NATIVE] if cpu is None else [cpu] if isinstance(cpu, str) else list(cpu)
    if not names or not all(isinstance(name, str) for name in names):
        raise InputError(f"cpu is the name of a processor, or several, got {cpu!r:.50}")
    return list(dict.fromkeys(named(name, CPU.target()) for name in names))


def _counts(threads: int | Sequence[int] | None, executable: Any) -> list[int]:
    if threads is None:
        return [executable._pickle_state.making.threads]
    given = [threads] if isinstance(threads, int) else list(threads) if isinstance(threads, Sequence) else []
    if not given or None in given:
        raise InputError(f"threads are numbers of threads to plan for, got {threads!r:.50}")
    return list(dict.fromkeys(count for each in given if (count := checked_threads(each)) is not None))


def _made(executable: Any, target: Target, threads: int, batch: Batch | None) -> _Made:
    """The program for a processor and a number of threads, or one for a batch's calls: the executable's own, else compiled."""
    pickle_state: PickleState = executable._pickle_state
    if (target, threads) == (CPU.target(), pickle_state.making.threads):
        kept = None if pickle_state.key is None else Cache.get_default().get(pickle_state.key)
        if kept is not None:
            return _Made(target, threads, executable.native.program, code_of(kept), executable.kernels, executable.stats)
    try:
        made = _compiled(pickle_state, target, threads, executable.stats, batch)
        if batch is not None and not made.program.scaled:
            raise OneSizeError("nothing that it does depends on how many there are")
    except OneSizeError as error:
        sizes = "" if batch is None else f": {batch.least} to {batch.most} examples share no code there"
        raise InputError(f"@{pickle_state.function} cannot be saved for {target.cpu}{sizes}: {error}") from None
    return made


def _compiled(pickle_state: PickleState, target: Target, threads: int, stats: Mapping[str, Any], batch: Batch | None) -> _Made:
    load_compiler()
    from hloom.codegen.plan.program import Listings
    from hloom.codegen.plan.target import CompileOptions
    from hloom.runtime.compilation import Compilation

    CPU.load_families(pickle_state.module, target)
    with Compilation(target, threads, keeper=Cache.get_default()) as compilation, compilation:
        generated = stages(pickle_state.module, pickle_state.function, consumer=compilation, workers=threads, target=target,
                           options=CompileOptions(*pickle_state.numbers, batch=batch))
        kernels = Listings(generated.program.kernels)
        compilation.take_all(generated.llvm_parts(threads))
        objects = compilation.finish(meanwhile=kernels.make_each())
    if why := why_not_saved(generated.program):
        raise InputError(f"@{pickle_state.function} cannot be saved for {target.cpu}: {why}")
    own = {"kernels": len(kernels), "arena_bytes": generated.program.arena_bytes,
           "constant_bytes": sum(c.nbytes for c in generated.program.constants)}
    return _Made(target, threads, generated.program, objects, kernels, {**stats, **own})


# -- sections ------------------------------------------------------------------------------------------------------------------


def _code(writer: Writer, made: _Made, numbers: Mapping[Any, int]) -> dict[str, Any]:
    """Adds a program and its machine code; what the header says of them."""
    program = made.program
    places = [None if number in program.lazy else writer.add(_bytes(constant))
              for number, constant in enumerate(program.constants)]
    add_json = partial(_add_json, writer)
    return {
        "triple": made.target.triple, "cpu": made.target.cpu, "features": used(made.target.features), "threads": made.threads,
        "made_on": model() if made.target == CPU.target() else "",
        "program": add_json({**describe(program), "places": places, "kernels": list(made.kernels)}),
        "objects": [writer.add(data) for data in made.objects],
        "pool": writer.add(compiled(CPU.dispatch.pool(made.target)).code.object_file),
        "kernels": add_json(numbered(made.kernels, numbers)),
        "stats": {key: value for key, value in made.stats.items() if key in _STATISTICS},
    }


def _program(writer: Writer, pickle_state: PickleState) -> dict[str, Any]:
    """Adds the module, its large constants apart: each with its name, and whether it lay beside the program before."""
    module, arrays = moved_out(pickle_state.module, LARGE, lambda dtype: True)
    text = module.to_text(names="keep", debug_info=True).encode()
    beside = set()
    for attribute, _ in resources_in(pickle_state.module):
        if attribute.resource.beside is not None:  # also small ones
            beside.add(attribute.resource.key)
            arrays.setdefault(attribute.resource.key, attribute.resource.beside.array.reshape(attribute.type.shape))
    return {"text": writer.add(zlib.compress(text)),
            "constants": [(name, writer.add(_bytes(array)), array.shape, name_of(array.dtype), name in beside)
                          for name, array in arrays.items()]}


def _calls(executable: Executable, batch: Batch | None, codes: list[dict[str, Any]]) -> dict[str, Any]:
    """Calls of a function of dynamic shapes that there is code for."""
    program = executable.native.program
    return {"arguments": [t.shape for t in program.argument_types], "results": [t.shape for t in program.result_types],
            "batch": None if batch is None else (batch.least, batch.most, batch.arguments, batch.results), "codes": codes}


def _signature(executable: Any) -> dict[str, Any]:
    """What the function takes and gives, by its arrays, and by its types where others are among them."""
    signature, program = executable.signature, executable.native.program
    types = [p.type for p in (*signature.arguments, *signature.results)]
    return {
        **_open_signature(signature, program.argument_types, program.result_types),
        "nested": isinstance(executable, NestedExecutable),
        "types": None if all(isinstance(t, TensorType) for t in types) else {
            "arguments": [str(p.type) for p in signature.arguments], "results": [str(p.type) for p in signature.results]},
    }


def _open_signature(signature: Signature, arguments: Sequence[TensorType] | None = None,
                    results: Sequence[TensorType] | None = None) -> dict[str, Any]:
    """The same of a function of arrays, or of one of which these are the arrays. A size that only calls tell is None."""
    given, returned = ([p.type for p in of] for of in (signature.arguments, signature.results))

    def arrays(types: Sequence[TensorType]) -> list[Any]:
        return [([None if n == DYNAMIC else n for n in t.shape], t.storage.name, name_of(t.storage.dtype)) for t in types]

    return {
        "arguments": arrays(given if arguments is None else arguments),
        "results": arrays(returned if results is None else results),
        "argument_names": [(p.name, p.is_stated) for p in signature.arguments],
        "result_names": [(p.name, p.is_stated) for p in signature.results], "narrows": signature.narrows,
        "nested": False, "types": None,
    }


def _boundary(writer: Writer, boundary: Boundary) -> dict[str, Any]:
    calling = boundary.calling
    stated = None
    if calling is not None:
        leading = [np.asarray(value) for value in calling.leading]
        stated = {"in_tree": described(calling.in_tree), "out_tree": described(calling.out_tree), "kept": list(calling.kept),
                  "leading": [(writer.add(_bytes(a)), a.shape, name_of(a.dtype)) for a in leading],
                  "platform": calling.platform, "narrows": calling.narrows}
    return {"names": list(boundary.names), "given": list(boundary.given), "returned": list(boundary.returned), "calling": stated}


def _add_json(writer: Writer, value: Any) -> list[Any]:
    return writer.add(json.dumps(value, separators=(",", ":")).encode())


def _bytes(array: np.ndarray) -> memoryview:
    return np.ascontiguousarray(array).reshape(-1).view(np.uint8).data
