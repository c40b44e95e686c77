"""Parts of a module that are compiled while the rest is still being made."""

from __future__ import annotations

from hloom.codegen.llvm.builder import Value
from hloom.codegen.llvm.module import LLVMModule, SharedRoutine
from hloom.codegen.target import Target
from hloom.runtime.dispatch.parts import Part


class Taker:
    """A consumer that has nothing to do, keeps what it gets, and has some libraries already."""

    def __init__(self, *kept: SharedRoutine) -> None:
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
    module.include(SharedRoutine(define_helper, target))
    module.include()
    assert [part.description is not None for part in taker.parts] == [True] and "@kernel" not in taker.parts[0].text
    f.ret()
    module.function("other", [("i64", "x")]).ret()
    module.finished()
    assert len(taker.parts) == 2 and "@kernel" in taker.parts[1].text and "ret void" in taker.parts[1].text


def test_nothing_is_made_of_a_library_that_is_kept() -> None:
    target = Target.host()
    taker = Taker(SharedRoutine(define_helper, target))
    module, library = LLVMModule(target, taker), SharedRoutine(define_helper, target)
    module.include(library, SharedRoutine(define_helper, target))
    f = module.function("kernel", [("i64", "x")])
    f.call_outside("helper", "void", [Value("i64", "1")])
    f.ret()
    (part,) = module.parts("nounwind", 2)
    assert "declare void @helper(i64) #0" in part.text and "define void @helper" not in part.text
    assert "module" not in vars(library) and not taker.parts
    whole = module.text()
    assert whole.count("define void @helper(i64 %x)") == 1 and "declare" not in whole


def define_sums(module: LLVMModule, lines: int) -> None:
    f = module.function("sums", [("i64", "x")])
    for _ in range(lines):
        f.add(f.parameters[0], 1)
    f.ret()


def define_shuffles(module: LLVMModule, lines: int) -> None:
    f = module.function("shuffles", [("<4 x i64>", "x")])
    for _ in range(lines):
        f.shuffle(f.parameters[0], None, [3, 2, 1, 0])
    f.ret()


def test_parts_that_take_longer_come_first() -> None:
    """Threads that take one after another are through at about the same time. Shuffles take several times as long as sums."""
    module = LLVMModule(Target.host())
    cold = module.function("cold", [("i64", "x")], is_cold=True)
    for _ in range(70):
        cold.add(cold.parameters[0], 1)
    cold.ret()
    module.include(SharedRoutine(define_sums, Target.host(), 70), SharedRoutine(define_shuffles, Target.host(), 60),
                   SharedRoutine(define_sums, Target.host(), 170))
    f = module.function("middle", [("i64", "x")])
    for _ in range(90):
        f.add(f.parameters[0], 1)
    f.ret()
    parts = module.parts("nounwind", 2)
    assert [part.text.split("@")[1].split("(")[0] for part in parts] == ["shuffles", "sums", "middle", "sums", "cold"]
    assert [len(part.text.splitlines()) > 150 for part in parts] == [False, True, False, False, False]
