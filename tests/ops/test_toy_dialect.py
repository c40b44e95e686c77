"""A dialect that is one file (`toy_dialect.py`, made as docs/add-an-op.md says) has all that hloom's own have."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hloom
from hloom import indexing
from hloom.ops.definition.operation import REGISTRY, SPELLINGS
from hloom.passes import run_passes
from tests.processes import printed

ROOT = Path(__file__).resolve().parents[2]
X = np.arange(24, dtype=np.float32).reshape(4, 6)
Y = np.float32(3) * X[::-1] - 20

PROGRAM = """\
module {
  func.func @main(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<4x6xf32>) {
    %rotated = toy.rotate %arg0, dim = 1 by 8 : tensor<4x6xf32>
    %rotated_0 = toy.rotate %rotated, dim = 0 : tensor<4x6xf32>
    %0 = toy.spread %rotated_0, %arg1 : tensor<4x6xf32>
    return %rotated_0, %0 : tensor<4x6xf32>, tensor<4x6xf32>
  }
}
"""


DIALECT = Path(__file__).parent / "toy_dialect.py"


@pytest.fixture(autouse=True, scope="module")
def toy() -> Iterator[Any]:
    """The module of the dialect, whose operations exist while the tests of this file run."""
    known = dict(REGISTRY), dict(SPELLINGS)
    spec: Any = importlib.util.spec_from_file_location("toy_dialect", DIALECT)
    module = importlib.util.module_from_spec(spec)
    sys.modules["toy_dialect"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["toy_dialect"]
    for table, before in zip((REGISTRY, SPELLINGS), known):
        table.clear()
        table.update(before)


def expected() -> tuple[Any, Any]:
    rotated = X[[3, 0, 1, 2]][:, [4, 5, 0, 1, 2, 3]]
    return rotated, np.abs(rotated - Y)


def test_it_is_read_and_printed_in_both_forms() -> None:
    module = hloom.parse(PROGRAM)
    assert str(module) == PROGRAM
    generic = module.to_text(generic=True)
    assert '"toy.rotate"(%0) <{dimension = 0 : i64}> : (tensor<4x6xf32>) -> tensor<4x6xf32>' in generic
    assert str(hloom.parse(generic)) == PROGRAM


@pytest.mark.parametrize(("before", "after"), [("dim = 0", "dim = 2"), ("dim = 1", "dim = -1")])
def test_it_is_verified(before: str, after: str) -> None:
    module = hloom.parse(PROGRAM.replace(before, after))
    assert [fault.code for fault in hloom.diagnose(module)] == ["rotate_c1"]
    with pytest.raises(hloom.VerificationError, match=r"dimension must lie in \[0, 2\), got"):
        hloom.compile(module)


def test_wrong_result_types_are_found() -> None:
    module: Any = hloom.parse("""func.func @main(%x: tensor<4xf32>) -> tensor<5xf32> {
      %0 = "toy.rotate"(%x) <{dimension = 0 : i64}> : (tensor<4xf32>) -> tensor<5xf32>
      return %0 : tensor<5xf32> }""")
    assert [fault.code for fault in hloom.diagnose(module)] == ["rotate_c2"]


def test_both_engines_run_it() -> None:
    module = hloom.parse(PROGRAM)
    executable = hloom.compile(module)
    assert executable.fallbacks == []
    for outputs in (hloom.evaluate(module, X, Y), executable(X, Y)):
        for found, wanted in zip(outputs, expected(), strict=True):
            np.testing.assert_array_equal(found, wanted)


@pytest.mark.parametrize("shape", [(1,), (0, 3), (3, 0), (2, 1, 5)])
@pytest.mark.parametrize("amount", [0, 1, -1, 7])
def test_formula_and_meaning_agree_for_small_sizes(shape: tuple[int, ...], amount: int) -> None:
    x = np.random.default_rng(1).standard_normal(shape).astype(np.float32)
    type = f"tensor<{'x'.join(map(str, shape))}xf32>"
    for dimension in range(len(shape)):
        module = hloom.parse(f"""func.func @main(%x: {type}) -> {type} {{
          %0 = toy.rotate %x, dim = {dimension} by {amount} : {type}
          return %0 : {type} }}""")
        wanted = np.concatenate(np.split(x, [-amount % shape[dimension]], dimension)[::-1], dimension) if x.size else x
        np.testing.assert_array_equal(hloom.evaluate(module, x)[0], wanted)
        np.testing.assert_array_equal(hloom.compile(module)(x)[0], wanted)


def test_passes_know_its_traits(toy: Any) -> None:
    module = hloom.parse("""func.func @main(%x: tensor<3xf32>, %y: tensor<3xf32>)
        -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
      %c = stablehlo.constant dense<2.0> : tensor<3xf32>
      %0 = toy.rotate %c, dim = 0 : tensor<3xf32>
      %1 = toy.rotate %x, dim = 0 : tensor<3xf32>
      %2 = toy.rotate %x, dim = 0 : tensor<3xf32>
      %3 = toy.spread %1, %y : tensor<3xf32>
      %4 = toy.spread %y, %2 : tensor<3xf32>
      return %0, %3, %4 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32> }""")
    names = [op.name for op in run_passes(module, verify_each=True).walk()]
    assert names.count("toy.rotate") == 1  # the constant's is folded, and the two of %x are one
    assert names.count("stablehlo.abs") == 1 and "toy.spread" not in names


def test_it_has_indexing_maps() -> None:
    module: Any = hloom.parse(PROGRAM)
    rotate, _, spread, _ = module.functions["main"].body.block.operations
    (found,) = indexing.output_to_input(rotate)[0]
    domain = ", domain: d0 in [0, 3], d1 in [0, 5]"
    assert found == indexing.parse_map(f"(d0, d1) -> (d0, (d1 - 8) mod 6){domain}").simplify()
    assert indexing.output_to_input(spread) == {k: [indexing.parse_map(f"(d0, d1) -> (d0, d1){domain}")]
                                                      for k in range(2)}


RUN = """
import sys
import numpy as np
import hloom
if sys.argv[1:]:
    exec(open(sys.argv[1]).read())  # as if it had been typed in: in no file
else:
    import toy_dialect
executable = hloom.compile(hloom.parse('''func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = toy.rotate %x, dim = 0 : tensor<4xf32>
  return %0 : tensor<4xf32> }'''))
print(executable(np.arange(4, dtype=np.float32))[0].tolist(), "cache" in executable.stats["seconds"])
"""


@pytest.mark.slow
@pytest.mark.kept
def test_a_changed_definition_is_compiled_anew(tmp_path: Path) -> None:
    def outcome(*arguments: str) -> str:
        path = os.pathsep.join([str(tmp_path), str(ROOT), os.environ.get("PYTHONPATH", "")])
        return printed("-c", RUN, *arguments, HLOOM_CACHE=tmp_path / "cache", PYTHONDONTWRITEBYTECODE=1, PYTHONPATH=path).strip()

    path, text = tmp_path / "toy_dialect.py", DIALECT.read_text(encoding="utf-8")
    path.write_text(text, encoding="utf-8")
    assert outcome() == "[3.0, 0.0, 1.0, 2.0] False"
    assert outcome() == "[3.0, 0.0, 1.0, 2.0] True"
    path.write_text(text.replace("- op.amount", "+ op.amount"), encoding="utf-8")
    assert outcome() == "[1.0, 2.0, 3.0, 0.0] False"
    for _ in range(2):
        assert outcome(str(path)) == "[1.0, 2.0, 3.0, 0.0] False"
