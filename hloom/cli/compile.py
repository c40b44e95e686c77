"""Compile a program and show what became of it."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from hloom.cli.constants import check_distinct
from hloom.cli.files import add_function, load_one, note_of_what_was_left_out
from hloom.cli.results import print_json
from hloom.cli.warming import add_warm_option, warm, warm_cache
from hloom.ops.builtin.module import Module
from hloom.ops.hlo.lowering import runnable
from hloom.support import options
from hloom.support.diagnostics import InputError
from hloom.support.spelling import did_you_mean

if TYPE_CHECKING:
    from hloom.runtime.cache import Cache

#: What `--emit` writes to a file that is executed, and to files for C.
_EXECUTABLE, _FOR_C = "executable", ("header", "object", "shared")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", nargs="?", help="the program; - is standard input")
    parser.add_argument("--common", action="store_true",
                        help="instead of a FILE: compile once what programs share (sorts, transforms, products, convolutions, "
                             "reductions, softmax, layer normalization), for all of this installation")
    add_function(parser, "the function to compile (default: main)", "main")
    add_compile_options(parser)
    parser.add_argument("--emit", choices=("kernels", "llvm", "asm", _EXECUTABLE, *_FOR_C), default="kernels",
                        help="what to print; or an executable in a file, which hloom run and hloom.load_executable take; or "
                             "files for C: a header, also an object file, also a shared library")
    parser.add_argument("--dump", metavar="DIR",
                        help="write the program after each pass and stage, the kernels, LLVM IR and assembly here")
    parser.add_argument("--json", action="store_true",
                        help="print one JSON document: kernels with their operations, fallbacks, seconds, and the text of "
                             "--emit; or what was written")
    parser.add_argument("--constants", metavar="FILE",
                        help="the constants that the program names and does not state: .npz or .safetensors")
    file = parser.add_argument_group("an executable in a file (--emit executable), files for C (--emit header, object, shared)")
    file.add_argument("-o", "--output", metavar="OUT",
                      help="the file that is written, or the folder of files for C; without --emit, an executable")
    file.add_argument("--cpu", metavar="NAME[,NAME]...",
                      help="the processors that there is code for (one, for C): native (default), x86-64-v2, x86-64-v3, "
                           "x86-64-v4; for C also LLVM's names")
    file.add_argument("--plan-for", type=_numbers, metavar="N[,N]...",
                      help="the numbers of threads that an executable is planned for (default: that of --threads)")
    add_warm_option(file)
    file.add_argument("--no-program", action="store_true",
                      help="leave out the program itself, which is compiled where the code of an executable does not run")
    file.add_argument("--name", help="what the names of C begin with (default: the name of FILE)")
    file.add_argument("--static-memory", action="store_true", help="for C: allocate nothing, all memory is the caller's")
    file.add_argument("--constants-beside", action="store_true",
                      help="for C: leave the constants in a file, which the caller maps")
    passes = parser.add_argument_group("the passes by themselves, over all public functions")
    passes.add_argument("--stop-after", metavar="PASS",
                        help="print the program as it is after this pass, or what this stage of the back end gives "
                             "(fuse, split, share, shape, schedule, place, emit), and end there")
    passes.add_argument("--time-passes", action="store_true", help="print the seconds that each pass took, on standard error")


def add_compile_options(parser: argparse.ArgumentParser) -> None:
    """The options of `hloom.compile`, for every command that compiles."""
    group = parser.add_argument_group("compiled code")
    group.add_argument("--threads", type=int, metavar="N", help="threads that it runs on (default: HLOOM_THREADS)")
    group.add_argument("--deterministic", action="store_true", help="the same bits on any number of threads")
    group.add_argument("--excess-precision", action="store_true",
                       help="keep bf16 and f16 in f32 between the operations of a kernel (XLA: xla_allow_excess_precision)")


def compile_options(arguments: argparse.Namespace) -> dict[str, Any]:
    """What `hloom.compile` is to be given."""
    return {"threads": arguments.threads, "deterministic": arguments.deterministic,
            "excess_precision": arguments.excess_precision}


def _stage_options(arguments: argparse.Namespace) -> dict[str, Any]:
    """What `pipeline.stages` is to be given for the same."""
    from hloom.codegen.plan.target import CompileOptions

    return {"workers": options.checked_threads(arguments.threads),
            "options": CompileOptions(arguments.deterministic, arguments.excess_precision)}


def run(arguments: argparse.Namespace) -> int:
    if arguments.json and (arguments.stop_after or arguments.time_passes):
        raise InputError("--json takes no --stop-after and no --time-passes: what they print is a program")
    if arguments.common:
        _fill_library(arguments)
        return 0
    if arguments.file is None:
        raise InputError("a FILE to compile is missing (or --common)")
    _check_output(arguments)
    module = load_one(arguments.file)
    if arguments.constants is not None:
        from hloom.ir.constants_beside import bind  # most programs state what they need

        bind(module, arguments.constants)
    note_of_what_was_left_out(module)
    if arguments.emit in _FOR_C:
        _write_for_c(module, arguments)
        return 0
    if arguments.emit == _EXECUTABLE:
        _write_executable(module, arguments)
        return 0
    if arguments.warm:
        warm_cache(_compiled(module, arguments), arguments)
        return 0
    dump = _directory(arguments.dump)
    if arguments.stop_after in _names_of_stages(arguments.stop_after):
        _show_stage(module, arguments, dump)
    elif arguments.stop_after or arguments.time_passes:
        _show_passes(module, arguments, dump)
    else:
        _show_code(module, arguments, dump)
    return 0


def _numbers(text: str) -> list[int]:
    if not all(part.isdecimal() and len(part) < 10 for part in text.split(",")):
        raise argparse.ArgumentTypeError(f"{text!r:.100} is not of the form 1,8: numbers of threads")
    return [int(part) for part in text.split(",")]


def _check_output(arguments: argparse.Namespace) -> None:
    """Raises InputError for options of what is written to files without it, and for those of what is printed with it."""
    for_c = {"--name": arguments.name, "--static-memory": arguments.static_memory,
             "--constants-beside": arguments.constants_beside}
    if arguments.output is not None and arguments.emit == "kernels" and not any(for_c.values()):
        arguments.emit = _EXECUTABLE
    is_executable, is_for_c = arguments.emit == _EXECUTABLE, arguments.emit in _FOR_C
    of_executables = {"--plan-for": arguments.plan_for, "--no-program": arguments.no_program}
    file, files = f"an executable in a file (--emit {_EXECUTABLE})", f"files for C (--emit {', '.join(_FOR_C)})"
    for own, is_taken, what in ((for_c, is_for_c, files), (of_executables, is_executable, file),
                                ({"-o": arguments.output, "--cpu": arguments.cpu}, is_executable or is_for_c,
                                 f"{file} or {files}")):
        given = [option for option, value in own.items() if value]
        if given and not is_taken:
            raise InputError(f"{', '.join(given)}: that is for {what}")
    if arguments.warm and not is_executable and arguments.emit != "kernels":
        raise InputError(f"--warm: that is for {file}, or for the cache (without -o and --emit)")
    if not is_executable and not is_for_c:
        if arguments.warm and (arguments.stop_after or arguments.time_passes or arguments.dump):
            raise InputError("--warm takes no --dump, --stop-after and --time-passes")
        return
    if arguments.output in (None, "-"):  # what is mapped, or read by a compiler, is no stream
        where = "a file: -o OUT says which" if is_executable else "files: -o OUT says in which folder"
        raise InputError(f"--emit {arguments.emit} writes {where}")
    if arguments.stop_after or arguments.time_passes or arguments.dump:
        raise InputError(f"--emit {arguments.emit} takes no --dump, --stop-after and --time-passes")
    if is_executable:
        check_distinct(FILE=arguments.file, OUT=arguments.output)
        check_distinct(OUT=arguments.output, **{"--constants": arguments.constants})


def _write_for_c(module: Module, arguments: argparse.Namespace) -> None:
    from hloom.bridges.c import emit_c
    from hloom.bridges.c.fields import as_name

    name = arguments.name or as_name("" if arguments.file == "-" else Path(arguments.file).stem, "program")
    made = emit_c(module, arguments.output, emit=arguments.emit, name=name, function=arguments.function,
                  cpu=arguments.cpu or "native", static_memory=arguments.static_memory,
                  constants_beside=arguments.constants_beside, **compile_options(arguments))
    if arguments.json:
        print_json({"files": [str(path) for path in made.files], "needs": list(made.needs)})
    else:
        print("\n".join(map(str, made.files)))


def _write_executable(module: Module, arguments: argparse.Namespace) -> None:
    from hloom.runtime.memory import short_size

    executable = _compiled(module, arguments)
    warm(executable, arguments.warm)
    executable.save(arguments.output, cpu=arguments.cpu.split(",") if arguments.cpu else None, threads=arguments.plan_for,
                    program=not arguments.no_program)
    if arguments.json:
        print_json({"file": arguments.output, "bytes": os.path.getsize(arguments.output), "function": arguments.function})
    else:
        print(f"{executable.signature} in {arguments.output}: {short_size(os.path.getsize(arguments.output))}")


def _compiled(module: Module, arguments: argparse.Namespace) -> Any:
    from hloom.pipeline import compile

    return compile(module, arguments.function, **compile_options(arguments))


def _fill_library(arguments: argparse.Namespace) -> None:
    """Compiles what programs share, into the library of the installation; into the cache where that cannot be written to.

    Raises InputError for what is said of a FILE, and where nothing can be kept."""
    from hloom.runtime.cache import Cache

    if (arguments.file or arguments.warm or arguments.stop_after or arguments.time_passes or arguments.dump
            or arguments.emit != "kernels" or arguments.function != "main"):
        raise InputError("--common takes no FILE, no function and no calls of one, and prints no code")
    places = [place for place in (options.LIBRARY.value, options.CACHE.value) if place is not None]
    if not places:
        raise InputError("--common fills the library or the cache, and HLOOM_LIBRARY and HLOOM_CACHE say that there is none")
    for directory in places:
        with Cache.filling(directory, is_library=directory == options.LIBRARY.value) as cache:
            if cache is not None:
                _show_filled(directory, _compile_common(cache, arguments), arguments.json)
                return
    raise InputError(f"no code could be kept in {' or '.join(map(str, places))}: it cannot be written to")


def _compile_common(cache: Cache, arguments: argparse.Namespace) -> dict[str, float]:
    """The seconds that it took for each element type, and for what JAX's plugin has of native code."""
    from hloom.bridges.pjrt.native import loaded
    from hloom.cli.common_programs import programs
    from hloom.pipeline import compile, parse

    start = perf_counter()
    loaded(cache)
    seconds = {"JAX": perf_counter() - start}
    for type, text in programs().items():
        start = perf_counter()
        compile(parse(text, name=f"<common code for {type}>"), **compile_options(arguments))
        cache.finish_deferred()
        seconds[type] = perf_counter() - start
    return seconds


def _show_filled(directory: Path, seconds: dict[str, float], as_json: bool) -> None:
    if as_json:
        print_json({"directory": str(directory), "seconds": seconds})
    else:
        print(f"common code for {', '.join(seconds)} in {directory} after {sum(seconds.values()):.1f} s")


def _names_of_stages(wanted: str | None) -> Sequence[str]:
    """The stages of the back end. Raises InputError for a name that is neither one of them nor a pass."""
    if wanted is None:
        return ()
    from hloom.codegen.plan.stages import STAGES
    from hloom.driver.cpu import target
    from hloom.pipeline import passes_for

    passes = tuple(dict.fromkeys(p.name for p in passes_for(target(), 1)))
    if wanted not in (*passes, *STAGES):
        raise InputError(f"there is no pass or stage {wanted!r}{did_you_mean(wanted, (*passes, *STAGES))}; "
                         f"passes are {', '.join(passes)}, stages after them {', '.join(STAGES)}")
    return STAGES


def _show_stage(module: Module, arguments: argparse.Namespace, dump: Path | None) -> None:
    from hloom.pipeline import stage_text

    print(stage_text(module, arguments.function, arguments.stop_after, dump, **_stage_options(arguments)), end="")


def _show_passes(module: Module, arguments: argparse.Namespace, dump: Path | None) -> None:
    from hloom.driver.cpu import target as target_here
    from hloom.passes import run_passes
    from hloom.pipeline import passes_for
    from hloom.runtime.pool import Pool

    module.verify()
    module = runnable(module, arguments.function)
    times: dict[str, float] = {}
    said = _stage_options(arguments)
    passes = passes_for(target_here(), said["options"].planned_workers(said["workers"] or Pool.get().workers))
    text = run_passes(module, passes, dump=dump, times=times, stop_after=arguments.stop_after).to_text()
    if arguments.time_passes:
        print("\n".join(f"{name:16} {seconds:.6f} s" for name, seconds in times.items()), file=sys.stderr)
    print(text if text.endswith("\n") else f"{text}\n", end="")


def _show_code(module: Module, arguments: argparse.Namespace, dump: Path | None) -> None:
    from hloom.codegen.plan.program import Listings
    from hloom.pipeline import stages
    from hloom.runtime.llvm_modules import emit_assembly

    made = stages(module, arguments.function, dump=dump, **_stage_options(arguments))
    if arguments.json:
        texts = {"llvm": lambda: made.llvm, "asm": lambda: emit_assembly(made.llvm, made.target)}
        kernels = {name: {"text": listing.text, "operations": [str(origin) for origin in listing.operations]}
                   for name, listing in Listings(made.program.kernels).items()}
        document = {"function": arguments.function, "kernels": kernels,
                    "fallbacks": [op.name for op in made.program.callbacks], "arena_bytes": made.program.arena_bytes,
                    "seconds": made.seconds}
        print_json({**document, arguments.emit: texts[arguments.emit]()} if arguments.emit in texts else document)
    elif arguments.emit == "llvm":
        print(made.llvm, end="")
    elif arguments.emit == "asm":
        print(emit_assembly(made.llvm, made.target), end="")
    else:
        for name, listing in Listings(made.program.kernels).items():
            print(f"{name}:\n{listing}\n")


def _directory(path: str | None) -> Path | None:
    if path is None:
        return None
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None
    return Path(path)
