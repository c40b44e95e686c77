"""Libraries are known by what they are made of: their descriptions tell them apart, and say the same in every process."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import hloom
from hloom.cli.common_programs import programs_of
from hloom.codegen.cpu.contraction.arithmetic import Arithmetic
from hloom.codegen.cpu.contraction.micro_kernel import ContractionLoop, MicroTile, emit_micro_kernel
from hloom.codegen.cpu.sorting import routines as sorting
from hloom.codegen.cpu.sorting.keys import Key
from hloom.codegen.llvm.module import LLVMModule, SharedRoutine
from hloom.codegen.target import Target
from hloom.numbers.element_type import BF16, F32
from hloom.pipeline import stages
from hloom.runtime.cache import Cache
from hloom.runtime.dispatch.parts import Part
from hloom.runtime.llvm_modules import compile_module, emit_assembly
from hloom.support.diagnostics import InternalError
from tests.codegen.sort_programs import comparators
from tests.codegen.sort_programs import program as sort_program
from tests.harness import lower, targets
from tests.processes import printed
from tools import common_programs


def emit_one(module: LLVMModule, *parameters: Any) -> None:
    module.function("one", []).ret()


def emit_other(module: LLVMModule, *parameters: Any) -> None:
    module.function("other", []).ret()


def test_descriptions_tell_libraries_apart() -> None:
    target, key = Target.host(), Key(F32, True, 0, None)
    parameters: list[tuple[Any, ...]] = [
        (), (1,), ("1",), (True,), (None,), (1, 2), ((1, 2),), ((1,), 2), ("1, 2",), (12,), (F32,), ("f32",), (BF16,), (key,),
        (replace(key, zero=None, nan=0),), (replace(key, ascends=False),), (F32, True, 0, None), ((F32, True, 0, None),),
        (Arithmetic.of("float", target),), (Arithmetic.of("i32", target),)]
    libraries = [SharedRoutine(emit, at, *given) for emit in (emit_one, emit_other)
                 for at in (target, replace(target, features=target.features + ",+other"), replace(target, vector_bytes=16), None)
                 for given in parameters]
    assert len({library.description for library in libraries}) == len(libraries)
    again = [SharedRoutine(emit_one, target, *given) for given in parameters]
    assert [library.description for library in again] == [library.description for library in libraries[: len(again)]]


class Anything:
    pass


def test_what_cannot_be_described_is_no_shared_routine() -> None:
    def inner(module: LLVMModule) -> None:
        pass

    for emit in (inner, lambda module: None):
        with pytest.raises(InternalError, match="more than its parameters"):
            SharedRoutine(emit, None)
    for parameter in (Anything(), [1], {1: 2}, (1, Anything()), emit_one, 1.5):
        with pytest.raises(InternalError, match="tells"):
            SharedRoutine(emit_one, None, parameter)


@cache
def made_of(name: str, target: str) -> dict[str, LLVMModule]:
    """The shared routines of one of PROGRAMS, by their descriptions."""
    return {d: library.module for d, library in lower(hloom.parse(PROGRAMS[name]), target).code._included.items()}


PROGRAMS = {
    "common": programs_of(common_programs.table([(3000, 1600)]))["f32"],
    "sort": sort_program({"": "f32", "i": "i64"}, (4, 100), 1, comparators("f32")["canonical"]),
    "few": sort_program({"": "f64"}, (3, 40000), 1, comparators("f64")["total"]),
    "top": """func.func @main(%x: tensor<20000xf32>) -> (tensor<9xf32>, tensor<9xi32>) {
        %0:2 = chlo.top_k(%x, k = 9) : tensor<20000xf32> -> (tensor<9xf32>, tensor<9xi32>)
        return %0#0, %0#1 : tensor<9xf32>, tensor<9xi32> }""",
    "product": """func.func @main(%x: tensor<99x300xbf16>, %y: tensor<300x77xi8>) -> tensor<99x77xf32> {
        %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]
          : (tensor<99x300xbf16>, tensor<300x77xi8>) -> tensor<99x77xf32>
        return %0 : tensor<99x77xf32> }""",
}


@pytest.mark.parametrize("target", sorted(targets()))
@pytest.mark.long
def test_a_description_determines_the_code(target: str) -> None:
    """Of libraries of all programs: equal ones are of equal descriptions, and no two in a program define one function."""
    texts: dict[str, str] = {}
    for program in PROGRAMS:
        found = made_of(program, target)
        names = [name for module in found.values() for name in module.functions]
        assert found and len(set(names)) == len(names)
        for description, module in found.items():
            assert texts.setdefault(description, module.own_text("")) == module.own_text("")
    assert len(set(texts.values())) == len(texts) > 20


@pytest.mark.long
def test_descriptions_are_those_of_another_process() -> None:
    program = ("from tests.codegen import test_shared_routines as t\n"
               "for name in t.PROGRAMS:\n"
               "    print(sorted(t.made_of(name, 'host')))\n")
    seed = 1 if os.environ.get("PYTHONHASHSEED") != "1" else 2  # another order of sets of texts than here
    assert printed("-c", program, PYTHONHASHSEED=seed) == "".join(f"{sorted(made_of(name, 'host'))}\n" for name in PROGRAMS)


def test_tiles_of_equal_code_are_one_routine_whatever_the_sizes() -> None:
    """Distances and trip counts are arguments: they are no part of the description, but what else a tile has is."""
    target = Target.host()

    def described(rows: int = 8, distance: int = 100, count: int = 7, nr: int = 32, accumulates: bool = True) -> list[str]:
        module = LLVMModule(target)
        offsets = tuple(distance * k for k in range(rows))
        emit_micro_kernel(module, MicroTile(offsets, tuple(64 * k for k in range(rows)), nr, (
            ContractionLoop(None, 900, 3000), ContractionLoop(count, 3 * distance, 500), ContractionLoop(16, 1, nr)),
            False, accumulates), Arithmetic.of("float", target))
        return list(module._included)

    assert described() == described(distance=44, count=9)
    assert len({*described(), *described(rows=14), *described(nr=64), *described(accumulates=False)}) == 4


def test_a_second_process_makes_no_code_that_the_first_has_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And what it makes computes the same; what shows IR shows the whole."""
    compiled: list[Part] = []

    def counted(part: Part, *rest: Any) -> bytes:
        compiled.append(part)
        return compile_module(part, *rest)

    def emission(*_: Any) -> None:
        raise AssertionError("made again")

    monkeypatch.setattr("hloom.runtime.compilation.compile_module", counted)
    monkeypatch.setattr(Cache, "_process", Cache(tmp_path, 1 << 24))
    hloom.compile(hloom.parse(PROGRAMS["sort"]))
    assert sum(part.description is not None for part in compiled) > 3
    compiled.clear()
    Cache.get_default().finish_deferred()
    monkeypatch.setattr(Cache, "_process", Cache(tmp_path, 1 << 24))
    other = PROGRAMS["sort"].replace("100x", "101x")
    with monkeypatch.context() as inside:
        inside.setattr("hloom.codegen.llvm.module.SharedRoutine.part", emission)
        hloom.compile(hloom.parse(other))
    assert not compiled
    assert "define void @words64_small(" in stages(hloom.parse(other)).llvm


@pytest.mark.skipif("avx2" not in targets(), reason="AVX2 is x86's")
def test_words_are_exchanged_by_whole_stores() -> None:
    """Of the smaller of two words that goes where one of them was loaded, LLVM makes a store of some lanes, ten times as slow on
    AMD's processors: the one at the end, of the last register, is all that is left."""
    target = targets()["avx2"]
    assembly = emit_assembly(SharedRoutine(sorting._emit_few, target, 64).part(target.attributes).text, target)
    assert len(re.findall(r"vpmaskmovq\s+%ymm\d+, %ymm\d+, ", assembly)) == 1
