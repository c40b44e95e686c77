"""Parts of a module that are compiled while the rest is still being made."""

from __future__ import annotations

from hloom.codegen.llvm.module import LLVMModule, Part
from hloom.codegen.target import Target


class Taker:
    """A consumer that has nothing to do, and keeps what it gets."""

    def __init__(self) -> None:
        self.parts: list[Part] = []

    def is_ready(self, ahead: bool = False) -> bool:
        return True

    def take(self, part: Part) -> None:
        self.parts.append(part)


def library(target: Target) -> LLVMModule:
    made = LLVMModule(target)
    made.function("helper", [("i64", "x")]).ret()
    return made


def test_a_library_is_given_while_a_function_is_being_made_and_the_function_when_it_is_complete() -> None:
    target, taker = Target.host(), Taker()
    module = LLVMModule(target, taker)
    f = module.function("kernel", [("i64", "x")])
    for _ in range(200):
        f.add(f.parameters[0], 1)
    module.include(library(target))
    module.include()
    assert [part.is_shared for part in taker.parts] == [True] and "@kernel" not in taker.parts[0].text
    f.ret()
    module.function("other", [("i64", "x")]).ret()
    module.finished()
    assert len(taker.parts) == 2 and "@kernel" in taker.parts[1].text and "ret void" in taker.parts[1].text
