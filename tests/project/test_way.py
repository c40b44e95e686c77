"""The way of a program through the compiler is counted rightly, and does not grow unnoticed."""

from __future__ import annotations

import json
import runpy
import threading
from pathlib import Path

import pytest

from tools import way
from tools.way import Way, compilation, softmax, walked

#: Files of hloom that the compilation of a softmax may enter, and moves between them. Who needs more raises them here, and says
#: in the message of the change what a reader gets for it.
MOST_FILES, MOST_MOVES = 116, 3664

FIRST = """
from functools import cached_property

import way_of_a_toy as second

def own(x):
    return x

class Kept:
    @cached_property
    def value(self):
        return second.leaf(1)

def run():
    second.leaf(1)                                              # a move
    sorted([3, 1, 2], key=second.leaf)                          # three, from here
    [own(x) for x in [1, 2]]                                    # none: within the file
    return sum(second.numbers()) + Kept().value                 # begun and gone on with; through functools
"""
SECOND = """
def leaf(x):
    return inner(x)

def inner(x):
    return [y for y in [x]][0]

def numbers():
    yield 1
    yield 2

def unused():
    return 0
"""


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[dict, Path]:
    """Two modules in folders of their own, and the root of both."""
    root = tmp_path / "toy"
    for folder in ("front", "back"):
        (root / folder).mkdir(parents=True)
    (root / "back" / "way_of_a_toy.py").write_text(SECOND, encoding="utf-8")
    (root / "front" / "first.py").write_text(FIRST, encoding="utf-8")
    monkeypatch.syspath_prepend(root / "back")
    return runpy.run_path(str(root / "front" / "first.py")), root


def test_calls_and_moves_of_a_toy(toy: tuple[dict, Path]) -> None:
    names, root = toy
    found = walked(names["run"], root)
    first, second = "front/first.py", "back/way_of_a_toy.py"
    called = {code.co_name: calls for code, calls in found.functions.items()}
    # A generator is entered once to begin with and once more after each of its values.
    assert called == {"run": 1, "own": 2, "value": 1, "leaf": 5, "inner": 5, "numbers": 3}
    assert found.moves == {(first, second): 5 + 3}
    assert found.files == {first: 4, second: 13}
    assert found.packages() == {
        "back": {"files": 1, "functions": 3, "calls": 13, "moves": 8},
        "front": {"files": 1, "functions": 3, "calls": 4, "moves": 0}}
    assert found.data() | {"packages": {}} == {
        "files": 2, "functions": 6, "calls": 17, "moves": 8, "packages": {}, "by file": {second: 13, first: 4},
        "pairs": [[first, second, 8]]}
    assert "2 files, 6 functions, 17 calls, 8 moves" in way.report(found)
    assert f"     8  {first} -> {second}" in way.report(found)


def test_threads_count_and_nothing_does_afterwards(toy: tuple[dict, Path]) -> None:
    names, root = toy

    def run() -> None:
        thread = threading.Thread(target=names["own"], args=(1,))
        thread.start()
        thread.join()

    found = walked(run, root)
    names["own"](2)
    assert [*found.functions.values()] == [1] and not found.moves
    with pytest.raises(ZeroDivisionError):
        walked(lambda: 1 // 0, root)
    names["own"](3)
    assert found.functions.total() == 1


@pytest.fixture(scope="module")
def of_the_softmax() -> Way:
    return compilation(softmax())


def test_the_way_of_the_softmax_does_not_grow(of_the_softmax: Way) -> None:
    found = of_the_softmax.data()
    assert 50 < found["files"] <= MOST_FILES, "merge files of one idea, or say what the new ones are for"
    assert 1000 < found["moves"] <= MOST_MOVES, way.report(of_the_softmax)


def test_the_page_of_the_architecture_says_how_long_the_way_is(of_the_softmax: Way) -> None:
    """Its figures are those of one processor, and are to be renewed when they are wrong by more than a tenth."""
    stated = way.stated_figures()
    found = of_the_softmax.data()
    assert stated == {word: pytest.approx(found[word], rel=0.1) for word in ("files", "functions", "moves")}


def test_the_command_prints_both_forms(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = tmp_path / "add.mlir"
    program.write_text("func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> { %0 = stablehlo.add %x, %x : tensor<8xf32> "
                       "return %0 : tensor<8xf32> }", encoding="utf-8")
    assert way.main([str(program), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["by file"]["pipeline.py"] >= 1 and found["moves"] == sum(count for *_, count in found["pairs"])
    assert way.main([str(program)]) == 0
    assert capsys.readouterr().out.startswith(f"{found['files']} files, ")
