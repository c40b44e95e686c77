"""Convert a program from one form to another: StableHLO, HLO, XLA's protocol buffer, bytecode, portable artifact.

The form that comes in is recognised by its content; the one that goes out by `--to`, or else by the suffix of the output:
`.hlo` and `.txt` for HLO, `.mlir` for StableHLO, `.pb` for a serialized HloModuleProto, `.mlirbc` for a portable artifact.

On the way sizes may be fixed (`--refine-arguments`), and what other dialects and composites say may be said in StableHLO alone
(`--expand-chlo`), and constants may go to a file beside the program (`--constants`) or come from one (`--inline-constants`).
"""

from __future__ import annotations

import argparse
from pathlib import Path

from hloom.cli.constants import add_least, check_distinct, check_least, inline, outline
from hloom.cli.files import add_function, is_bytecode_file, load_one, note_of_what_was_left_out, write_bytes, write_text
from hloom.cli.results import print_json
from hloom.ops.builtin.module import Module, function_named
from hloom.ops.hlo.lowering import to_stablehlo
from hloom.support.diagnostics import InputError

_SUFFIXES = {".hlo": "hlo", ".txt": "hlo", ".mlir": "stablehlo", ".pb": "proto", ".mlirbc": "artifact"}
#: Forms that are bytes.
_NAMES = {"proto": "a protocol buffer", "bytecode": "bytecode", "artifact": "a portable artifact"}
_IN_BYTES = tuple(_NAMES)
#: Forms in which a program can name constants that lie beside it.
_NAMING = ("stablehlo", "bytecode")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="IN", help="the program; - is standard input")
    parser.add_argument("-o", "--output", metavar="OUT", help="where it goes (default: standard output)")
    parser.add_argument("--to", choices=("hlo", "stablehlo", *_IN_BYTES), help="the form (default: by the suffix of OUT)")
    parser.add_argument("--target", metavar="VERSION",
                        help="the version of StableHLO that an artifact is written for, such as 1.0.0 (default: the newest)")
    add_function(parser, "only this function, with what it calls; with --refine-arguments, the one whose arguments these are "
                 "(default: main)")
    parser.add_argument("--short", action="store_true", help="HLO without %%, shapes of programs and metadata")
    parser.add_argument("--expand-chlo", action="store_true",
                        help="operations of CHLO and MHLO, and composites, in operations of StableHLO")
    parser.add_argument("--refine-arguments", metavar="TYPES",
                        help="one function alone, for arguments of these types, with the sizes that follow: "
                             "'tensor<3x4xf32>,tensor<f32>'; 'dense<5> : tensor<i32>' for an argument on which sizes depend")
    parser.add_argument("--constants", metavar="FILE",
                        help="large constants into this file, .npz or .safetensors: hloom.load(OUT, constants=FILE)")
    add_least(parser)
    parser.add_argument("--inline-constants", metavar="FILE",
                        help="state the constants that the program names, and that lie in this file beside it")
    parser.add_argument("--json", action="store_true", help="print one JSON document, {file, form, text}, to standard output")


def run(arguments: argparse.Namespace) -> int:
    form = arguments.to or (_SUFFIXES.get(Path(arguments.output).suffix) if arguments.output else None)
    if form is None:
        raise InputError("say by --to, or by the suffix of OUT (.hlo, .txt, .mlir, .pb, .mlirbc), into which form to convert")
    if form in _IN_BYTES and arguments.json:
        raise InputError(f"{_NAMES[form]} is no text; --json shows texts")
    if arguments.target is not None and form != "artifact":
        raise InputError("--target is the version of an artifact (--to artifact)")
    if arguments.json and arguments.output not in (None, "-"):
        raise InputError("--json goes to standard output, and takes no --output; --to says the form")
    if arguments.constants is not None and form not in _NAMING:
        raise InputError("--constants is for programs in StableHLO, as text or bytecode, which name what lies beside them")
    check_least(arguments.constants_from, arguments.constants is not None, "--constants")
    for constants in (arguments.constants, arguments.inline_constants):
        check_distinct(IN=arguments.file, FILE=constants)
        check_distinct(FILE=constants, OUT=arguments.output)
    check_distinct(**{"--inline-constants": arguments.inline_constants, "--constants": arguments.constants})
    module = _program(arguments)
    module = _transformed(module, arguments)
    if arguments.constants is not None:
        module, _ = outline(to_stablehlo(module) if module.is_hlo else module, arguments.constants, arguments.constants_from)
    if form in _IN_BYTES:
        return write_bytes(_in_bytes(module, form, arguments.target), arguments.output)
    if form == "hlo":
        text = module.to_hlo_text(short=arguments.short)
    else:
        text = (to_stablehlo(module) if module.is_hlo else module).to_text()
    if arguments.json:
        print_json({"file": arguments.file, "form": form, "text": text})
        return 0
    return write_text(text, arguments.output)


def _program(arguments: argparse.Namespace) -> Module:
    """The program, or the one function that is wanted of it: of bytecode only that is read, with what it calls."""
    wanted = arguments.function if arguments.refine_arguments is None else None
    if wanted and arguments.constants is None and arguments.inline_constants is None and is_bytecode_file(arguments.file):
        from hloom.vhlo import open_artifact

        module = open_artifact(arguments.file).extract(wanted)
        module.verify()
        note_of_what_was_left_out(module)
        return module
    module = load_one(arguments.file)
    if arguments.inline_constants is not None:
        module = inline(module, arguments.inline_constants)
    module.verify()
    note_of_what_was_left_out(module)
    return module.extract(wanted) if wanted else module


def _in_bytes(module: Module, form: str, version: str | None) -> bytes:
    """The program in one of the forms that are bytes."""
    if form == "proto":
        return module.to_hlo_proto()
    from hloom.vhlo import get_current_version, serialize_portable_artifact

    module = to_stablehlo(module) if module.is_hlo else module
    return module.to_bytecode() if form == "bytecode" else serialize_portable_artifact(module, version or get_current_version())


def _transformed(module: Module, arguments: argparse.Namespace) -> Module:
    """The program as options want it, which is valid."""
    if not arguments.expand_chlo and arguments.refine_arguments is None:
        return module
    module = to_stablehlo(module) if module.is_hlo else module
    if arguments.refine_arguments is not None:
        from hloom.passes.refine_arguments import refined

        name = arguments.function or "main"
        function_named(module, name)
        module = refined(module, arguments.refine_arguments, name)
    if arguments.expand_chlo:
        from hloom.passes.in_stablehlo import in_stablehlo

        module = in_stablehlo(module)
    module.verify()
    return module
