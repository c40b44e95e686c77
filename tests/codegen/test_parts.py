"""Parts of a module that are compiled while the rest is still being made."""

from __future__ import annotations

from hloom.codegen.llvm.library import Library
from hloom.codegen.llvm.module import LLVMModule, Part
from hloom.codegen.llvm.values import Value
from hloom.codegen.target import Target


class Taker:
    """A consumer that has nothing to do, keeps what it gets, and has some libraries already."""

    def __init__(self, *kept: Library) -> None:
        self.parts: list[Part] = []
        self.kept = [library.description for library in kept]

    def is_ready(self, ahead: bool = False) -> bool:
        return True

    def take(self, part: Part) -> None:
        self.parts.append(part)

    def takes_kept(self, description: str) -> bool:
        return description in self.kept


def define_helper(module: LLVMModule) -> None:
    module.function("helper", [("i64", "x")]).ret()


def test_a_library_is_given_while_a_function_is_being_made_and_the_function_when_it_is_complete() -> None:
    target, taker = Target.host(), Taker()
    module = LLVMModule(target, taker)
    f = module.function("kernel", [("i64", "x")])
    for _ in range(200):
        f.add(f.parameters[0], 1)
    module.include(Library(define_helper, target))
    module.include()
    assert [part.description is not None for part in taker.parts] == [True] and "@kernel" not in taker.parts[0].text
    f.ret()
    module.function("other", [("i64", "x")]).ret()
    module.finished()
    assert len(taker.parts) == 2 and "@kernel" in taker.parts[1].text and "ret void" in taker.parts[1].text


def test_nothing_is_made_of_a_library_that_is_kept() -> None:
    target = Target.host()
    taker = Taker(Library(define_helper, target))
    module, library = LLVMModule(target, taker), Library(define_helper, target)
    module.include(library, Library(define_helper, target))
    f = module.function("kernel", [("i64", "x")])
    f.call_outside("helper", "void", [Value("i64", "1")])
    f.ret()
    (part,) = module.parts("nounwind", 2)
    assert "declare void @helper(i64) #0" in part.text and "define void @helper" not in part.text
    assert "module" not in vars(library) and not taker.parts
    whole = module.text()
    assert whole.count("define void @helper(i64 %x)") == 1 and "declare" not in whole
