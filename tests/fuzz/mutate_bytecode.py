"""Mutates MLIR bytecode, portable artifacts, VHLO texts and what `jax.export` serializes: programs, or errors with their place.

    python -m tests.fuzz.mutate_bytecode [--iterations N] [--seed S] [--first K] [--seconds T]

What is read prints, is verified or refused, and is written again and read as the same; so is what is left without locations. What
is refused is refused with a UserError that names a byte (of a text: a line and a column). Each iteration is drawn from the seed
and its number alone.
"""

from __future__ import annotations

import faulthandler
import random
import re
import resource
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import hloom
from hloom.bytecode.sections import MAGIC
from hloom.ir.core import UnregisteredOperation
from hloom.support.diagnostics import UserError
from hloom.vhlo import parse_bytecode
from hloom.vhlo.doctor import examine
from hloom.vhlo.exported import read_exported
from hloom.vhlo.strip import strip_locations
from hloom.vhlo.text import parse_vhlo
from tests.bridges.make_exported import PATH
from tests.fuzz.bytecode_mutants import ARTIFACTS, CONTAINERS, changed_bytes, drawn, mutated
from tests.fuzz.mutate import mutated as mutated_text
from tests.fuzz.mutate_xla import finding, run_iterations
from tests.vhlo.test_text import PROGRAM

#: Seconds of processor time that one iteration may take, bytes by which it may make the process grow, and seconds after which a
#: process that hangs ends itself.
TIME_LIMIT, MEMORY_LIMIT, HANGS = 2.0, 300 << 20, 120
#: Address space for a process of its own: what asks for more gets a MemoryError, which is a finding.
_ADDRESS_SPACE = 6 << 30

_BYTE, _PLACE = re.compile(r"\bbyte \d+: ."), re.compile(r":\d+:\d+: error: ")
_SEGMENTS = re.compile(r" <\{(?:SIZES(?:, )?)+\}>|(?<=\{)SIZES, |, SIZES".replace(
    "SIZES", r"(?:operand|result)SegmentSizes = array<i32(?:: [0-9, ]+)?>"))
#: A text with every type and attribute of VHLO.
TEXTS = (PROGRAM, """vhlo.func_v1 @f(%x: !vhlo.tensor_v1<3x?x!vhlo.bf16_v1, #vhlo.type_extensions_v1<bounds = [?, 4]>>,
    %y: !vhlo.tuple_v1<!vhlo.tensor_v1<!vhlo.complex_v1<!vhlo.f64_v1>>, !vhlo.token_v1>,
    %z: !vhlo.unranked_tensor_v1<!vhlo.f8E5M2_v1>, %f: !vhlo.future_v1<!vhlo.tensor_v1<!vhlo.f32_v1>>,
    %q: !vhlo.tensor_v1<2x!vhlo.quant_v1<!vhlo.i8_v1:!vhlo.f32_v1, 3.4e+01:16, -128:127, 1>>, %b: !vhlo.buffer_v1<2x!vhlo.f32_v1>,
    %p: !vhlo.tensor_v1<2x!vhlo.quant_per_axis_v1<!vhlo.i8_v1:!vhlo.f32_v1, 0, [0.5, 1.0], [0, 1], -128:127, 1>>) -> () {
  %0 = "vhlo.exponential_v2"(%x) <{result_accuracy = #vhlo.result_accuracy_v1<atol = 1.0, rtol = 0.5, ulps = 2,
    mode = #vhlo<result_accuracy_mode_v1 TOLERANCE>>}> {a.mesh = #vhlo.mesh_v1<axes = #vhlo.array_v1<[
    #vhlo.mesh_axis_v1<name = #vhlo.string_v1<"x">, size = 4>]>, device_ids = #vhlo.tensor_v1<dense<1> : tensor<4xi64>>>,
    a.group = #vhlo.replica_group_mesh_axes_v1<mesh = #vhlo.string_v1<"m">, axes = #vhlo.array_v1<[#vhlo.axis_ref_v1<
    name = #vhlo.string_v1<"x">, sub_axis_info = #vhlo.sub_axis_info_v1<pre_size = 1, size = 2>>]>>,
    a.type = #vhlo.type_v1<!vhlo.func_v1<(!vhlo.i1_v1) -> !vhlo.none_v1>>, a.float = #vhlo.float_v1<1.5 : !vhlo.f32_v1>}
    : (!vhlo.tensor_v1<3x?x!vhlo.bf16_v1, #vhlo.type_extensions_v1<bounds = [?, 4]>>) -> !vhlo.tensor_v1<3x?x!vhlo.bf16_v1>
  %1 = "vhlo.custom_call_v1"(%q) <{api_version = #vhlo<api_version_v1 API_VERSION_ORIGINAL>, backend_config = #vhlo.string_v1<"">,
    call_target_name = #vhlo.string_v1<"t">, called_computations = #vhlo.array_v1<[#vhlo.string_v1<"f">]>,
    has_side_effect = #vhlo.bool_v1<false>, operand_layouts = #vhlo.array_v1<[]>, result_layouts = #vhlo.array_v1<[]>,
    output_operand_aliases = #vhlo.array_v1<[#vhlo.output_operand_alias_v1<outputTupleIndices = [], operandIndex = 0,
    operandTupleIndices = []>]>}> : (!vhlo.tensor_v1<2x!vhlo.quant_v1<!vhlo.i8_v1:!vhlo.f32_v1, 3.4e+01:16, -128:127, 1>>)
    -> !vhlo.tensor_v1<2x!vhlo.quant_v1<!vhlo.i8_v1:!vhlo.f32_v1, 3.4e+01:16, -128:127, 1>>
  %2 = "vhlo.compare_v1"(%0, %0) <{compare_type = #vhlo<comparison_type_v1 FLOAT>,
    comparison_direction = #vhlo<comparison_direction_v1 LT>}> : (!vhlo.tensor_v1<3x?x!vhlo.bf16_v1>,
    !vhlo.tensor_v1<3x?x!vhlo.bf16_v1>) -> !vhlo.tensor_v1<3x?x!vhlo.bool_v1>
  "vhlo.return_v1"() : () -> ()
} {arg_attrs = #vhlo.array_v1<[]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"private">}
""")


def same(module: hloom.Module) -> tuple[str, list[str]]:
    """All that a program says: its operations, and the locations that it states."""
    arguments = [a for op in module.walk() for region in op.regions for block in region.blocks for a in block.arguments]
    return module.to_text(generic=True), [str(each.location) for each in (*module.walk(), *arguments)]


def _with_segments_left_out(said: tuple[str, list[str]]) -> tuple[str, list[str]]:
    """The same without how many operands and results belong to which field: where that is clear it need not be stated."""
    return _SEGMENTS.sub("", said[0]), said[1]


def try_module(module: hloom.Module, rng: random.Random) -> None:
    """That a program prints, is verified, and is read as the same from what it is written to."""
    str(module)
    is_valid = not hloom.diagnose(module)
    text = same(module)
    # Before there were properties nothing told which attributes belong to an operation that is not known.
    has_unknown = any(isinstance(op, UnregisteredOperation) and op.inherent for op in module.walk())
    try:
        data = module.to_bytecode(rng.choice(CONTAINERS[-2 if has_unknown else 0 :]))
    except hloom.InputError as error:
        assert not is_valid or "is no name of an operation" in str(error)
        return
    again = parse_bytecode(data, "<written>", allow_unregistered=True)
    assert _with_segments_left_out(same(again)) == _with_segments_left_out(text), f"{text}\nis read as\n{same(again)}"
    if rng.random() < 0.2:
        try:
            artifact = hloom.serialize_portable_artifact(module, rng.choice(ARTIFACTS), allow_other_dialects=rng.random() < 0.5)
        except hloom.InputError:
            return
        back = parse_bytecode(artifact, "<written>", allow_unregistered=True)
        assert str(parse_bytecode(hloom.serialize_portable_artifact(back, ARTIFACTS[-1], True), "<written>", True)) == str(back)


def located(read: Callable[[], object], place: re.Pattern[str]) -> object | None:
    """What is read; None for what is refused with its place."""
    try:
        return read()
    except UserError as error:
        assert place.search(str(error)), f"without a place: {error}"
        return None


def try_bytecode(data: bytes, rng: random.Random) -> None:
    allow = rng.random() < 0.5
    if data[:4] != MAGIC:
        hloom.parse(data, format="auto")  # a UserError of some kind, or a text
        return
    module = located(lambda: hloom.parse(data, allow_unregistered=allow, name="<mutant>"), _BYTE)
    if module is None:
        return
    try_module(module, rng)  # type: ignore[arg-type]
    if rng.random() < 0.3:
        examine(data)
    if rng.random() < 0.3:
        strip_locations(module)  # type: ignore[arg-type]
        try_module(module, rng)  # type: ignore[arg-type]
    if rng.random() < 0.02:
        with TemporaryDirectory() as folder:
            (path := Path(folder) / "a.mlirbc").write_bytes(data)
            hloom.load(path, **({"allow_unregistered": True} if allow else {}))


@cache
def _blob() -> tuple[bytes, int, int]:
    """What `jax.export` serialized, and where the artifact lies in it."""
    data = PATH.read_bytes()
    artifact = read_exported(data).artifact
    return data, data.index(artifact), len(artifact)


def try_exported(rng: random.Random) -> None:
    data, start, size = _blob()
    before, inside, behind = data[:start], data[start : start + size], data[start + size :]
    for _ in range(rng.choice((1, 1, 2, 3))):
        kind = rng.random()
        if kind < 0.45:
            before = changed_bytes(before, rng, rng.random() < 0.9)
        elif kind < 0.8:
            behind = changed_bytes(behind, rng, rng.random() < 0.9)
        else:
            inside = changed_bytes(inside, rng, True)
    mutant = before + inside + behind
    try:
        function = hloom.load_exported(mutant, platform=rng.choice((None, "cpu")))
    except hloom.ParseError as error:
        assert _BYTE.search(str(error)), f"without a place: {error}"
        return
    repr(function)
    assert function.results is not None
    try:
        function.vjp()
    except hloom.UserError:
        pass
    str(function.module)


def try_text(rng: random.Random) -> None:
    text = mutated_text(TEXTS, rng)
    if "vhlo." not in text:
        return
    module = located(lambda: parse_vhlo(text, allow_unregistered=rng.random() < 0.5), _PLACE)
    if module is not None:
        try_module(module, rng)  # type: ignore[arg-type]


def mutant(rng: random.Random) -> bytes:
    """A mutant of a file of bytecode."""
    return mutated(drawn(rng), rng)


def attack(rng: random.Random) -> None:
    kind, before = rng.random(), _most_memory()
    try:
        if kind < 0.8:
            try_bytecode(mutant(rng), rng)
        elif kind < 0.9:
            try_text(rng)
        else:
            try_exported(rng)
    except UserError as error:
        assert "<written>" not in str(error), f"what was written cannot be read: {error}"
        raise
    grown = _most_memory() - before
    assert grown < MEMORY_LIMIT, f"{grown} bytes of memory more have been taken"


def _most_memory() -> int:
    """Bytes that the process has had at most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10


def iteration(seed: int, number: int) -> str | None:
    return finding(attack, random.Random(f"{seed}:{number}"), TIME_LIMIT)


def _watched(seed: int, number: int) -> str | None:
    faulthandler.dump_traceback_later(HANGS, exit=True)
    return iteration(seed, number)


def main(arguments: Sequence[str] | None = None) -> int:
    resource.setrlimit(resource.RLIMIT_AS, (_ADDRESS_SPACE, resource.RLIM_INFINITY))
    return run_iterations(_watched, "bytecode, portable artifacts, VHLO texts and exported functions", arguments)


if __name__ == "__main__":
    sys.exit(main())
