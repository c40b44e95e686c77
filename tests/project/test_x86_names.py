"""What only x86 processors have stands in `codegen/x86`, behind the hooks of `codegen/llvm/hooks.py`."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

import hloom
from benchmarks.code_texts import pieces
from hloom.codegen.cpu.pool_code import module_text as pool_text
from hloom.codegen.llvm.builder import Function, Value
from hloom.codegen.llvm.hooks import Hooks, hooks_of
from hloom.codegen.llvm.lanes import Lanes
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.processors import named
from hloom.codegen.target import Target
from hloom.driver.stages import stages
from hloom.numbers.element_type import BF16, F32
from tests.codegen.code_programs import PROGRAMS, module_text
from tests.project.sources import Source, read, source

ROOT = Path(hloom.__file__).parent

#: Names of instructions, of features, and of what they are reached by. What people call the architecture, x86-64, is none.
X86 = re.compile(r"x86(?!-64)|(?<![a-z])(avx|amx|sse\d|sse\b|vnni|f16c|zmm)|vpdp|dpbf16|vperm|permvar", re.IGNORECASE)

#: Files outside of `codegen/x86` that name some, and why.
ALLOWED = {
    "codegen/target.py": "what registers there are follows from features, which `x86.features` tells",
    "codegen/processors.py": "processors by name, of which those of x86 stand in `x86.features`",
    "codegen/llvm/hooks.py": "the architectures whose hooks there are",
    "runtime/dispatch/pool_state.py": "numbers of system calls by the architecture of a system",
    "runtime/dispatch/permits.py": "what a process may use of its processor, which loading code asks without what makes it",
    "runtime/dispatch/features.py": "how it is found out whether a processor has a feature, which loading code asks as well",
    "runtime/processors.py": "which code runs here, without what makes code",
    "runtime/jit.py": "which system it links object files for",
    "runtime/pool.py": "names of options in a message",
    "runtime/history.py": "names of options in a message",
    "support/options.py": "options, and what they may be",
}


def named_in(found: Source) -> list[tuple[int, str]]:
    """What a file says in code: names, and texts that document nothing; with their lines."""
    return sorted((line, text) for text, line in found.words.items() if X86.search(text))


def test_no_name_of_x86_outside_of_its_package() -> None:
    found = {path.relative_to(ROOT).as_posix(): named_in(source(path)) for path in ROOT.rglob("*.py")
             if not path.is_relative_to(ROOT / "codegen" / "x86")}
    faults = [f"{file}:{line}: {text:.60}" for file, named in found.items() if file not in ALLOWED for line, text in named]
    assert not faults, "a hook of `codegen/llvm/hooks.py` it should be:\n" + "\n".join(faults)
    assert [file for file in ALLOWED if not found.get(file)] == [], "they name nothing of x86 any more"


@pytest.mark.parametrize("text, is_name", [
    ("f.intrinsic('x86.avx512.vpermi2var.d.512')", True), ("target.has_avx512", True), ("names = {'+f16c'}", True),
    ("def amx(): pass", True), ("from hloom.codegen.x86 import hooks", True), ("f(vnni=1)", True),
    ("'''Of AVX2 registers.'''", False), ("a = 1  # sse2", False), ("assess(passes, 'x86-64-v3')", False)])
def test_the_search_sees_names_and_texts(text: str, is_name: bool) -> None:
    assert bool(named_in(read(text))) == is_name


# -- others go through the same hooks ------------------------------------------------------------------------------------------
OTHERS = [Target.describe("aarch64-unknown-linux-gnu", "neoverse-n1", "+neon,+fp-armv8"),
          Target.describe("riscv64-unknown-linux-gnu", "generic-rv64", "+m,+a,+f,+d")]


@pytest.mark.parametrize("target", OTHERS, ids=lambda target: target.triple.partition("-")[0])
@pytest.mark.parametrize("name", PROGRAMS)
def test_code_for_other_processors_has_no_instruction_of_x86(name: str, target: Target) -> None:
    made = pieces(stages(hloom.parse(module_text(name)), workers=2, target=target))
    texts = [piece.text for piece in made]
    assert texts and not any("x86" in text or "+avx" in text for text in texts)


def test_threads_pause_by_what_their_processor_has() -> None:
    x86 = Target.describe("x86_64-unknown-linux-gnu", "x86-64", "+sse2")
    pauses = [{word for word in ("x86.sse2.pause()", "aarch64.hint(i32 1)") if word in pool_text(target, "pthread")}
              for target in (x86, *OTHERS)]
    assert pauses == [{"x86.sse2.pause()"}, {"aarch64.hint(i32 1)"}, set()]


def arguments(hook: str, f: Function) -> tuple[object, ...]:
    """What a hook may be asked."""
    numbers, places = Value("<32 x float>", "%x"), Value("<16 x i32>", "%y")
    x = Lanes(f, numbers)
    known = {"scale": (x, x), "split": (x,), "extremum": (x, x, True), "whole_registers": (x,), "picks": (32,),
             "picked": (f, [places], places), "permuted": (f, places, places), "widened_half": (f, Value("half", "%h")),
             "narrowed_bf16": (f, numbers, None, lambda: Value("<32 x i16>", "%z")), "dot": (BF16, BF16, F32),
             "dot_on_tiles": (BF16, BF16, F32),
             "require": (f, "lacks")}
    return known[hook]


HOOKS = [name for name, _ in inspect.getmembers(Hooks, inspect.isfunction) if not name.startswith("_")]


@pytest.mark.parametrize("hook", HOOKS)
@pytest.mark.parametrize("target", [OTHERS[1], None], ids=["another", "none"])
def test_hooks_of_processors_that_nobody_knows_give_nothing(target: Target | None, hook: str) -> None:
    f = LLVMModule(target).function("f", [])
    assert not getattr(hooks_of(target), hook)(*arguments(hook, f)) and f.line_count == 0
    assert not hooks_of(target).permutes and not hooks_of(target).converts_half


@pytest.mark.parametrize("hook", HOOKS)
def test_hooks_of_a_processor_that_has_all_give_code(hook: str) -> None:
    here = Target.describe("x86_64-unknown-linux-gnu", "generic", "")
    tiles = named("sapphirerapids", here)
    target = named("znver4", here) if hook in ("dot", "narrowed_bf16") else tiles  # tiles make up for what AMX's have no dot for
    f = LLVMModule(target).function("f", [])
    assert getattr(hooks_of(target), hook)(*arguments(hook, f))
