"""The driver compiles, keeps, loads and runs programs by the back end that it is given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.driver.backend import Backend
from hloom.driver.cpu import CPU
from hloom.driver.executables import Wanted, make_executable
from hloom.driver.stages import fusion, passes_for, stages
from hloom.passes import Pass
from hloom.runtime.cache import Cache

#: A program with a constant, and with something between its two products.
SCALE = [k / 4 for k in range(64)]
TEXT = f"""func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {{
  %c = stablehlo.constant dense<{SCALE}> : tensor<64xf32>
  %0 = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<64xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = stablehlo.multiply %1, %0 : tensor<64x64xf32>
  %3 = stablehlo.dot_general %2, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %3 : tensor<64x64xf32>
}}"""


class Noted:
    """The back end for this processor, which notes what it is asked for."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        names = ("target", "load_families", "emit", "load", "run")
        noted = {name: self._noting(name, getattr(CPU, name)) for name in names}
        self.backend: Backend = replace(CPU, name="noted", lowering=self._lowering, memory=self, **noted)

    def _noting(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **named: Any) -> Any:
            self.asked[name] += 1
            return function(*arguments, **named)

        return call

    def _lowering(self) -> tuple[Pass, ...]:
        return (*CPU.lowering(), Pass("noted", self._pass))

    def _pass(self, module: Any, target: Any, workers: int) -> bool:
        assert target == CPU.target() and workers == 1
        self.asked["pass"] += 1
        return False

    # -- memory ------------------------------------------------------------------------------------------------------------
    def allocate(self, size: int) -> Any:
        self.asked["allocate"] += 1
        return CPU.memory.allocate(size)

    def array(self, shape: Any, dtype: Any) -> np.ndarray:
        self.asked["array"] += 1
        return CPU.memory.array(shape, dtype)


def compiled(backend: Backend) -> Any:
    def restore(*_: Any) -> Any:
        raise AssertionError("nobody pickles it")

    return make_executable(Wanted(restore, hloom.parse(TEXT), "main", None, 1, None, (False, False), backend=lambda: backend))


@pytest.mark.kept
def test_programs_are_compiled_kept_and_run_by_the_back_end_that_is_given(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Cache, "_process", Cache(tmp_path, 1 << 28))
    x = np.random.default_rng(0).integers(-2, 3, (64, 64)).astype(np.float32)
    expected = (x @ x * np.array(SCALE, np.float32)) @ x
    for is_first in (True, False):
        noted = Noted()
        executable = compiled(noted.backend)
        assert np.array_equal(executable(x)[0], expected)
        asked = {"target", "load", "run", "allocate"} | ({"load_families", "pass", "emit"} if is_first else {"array"})
        assert set(noted.asked) == asked and executable.native.memory is noted
        assert (list(executable.stats["seconds"]) == ["cache"]) != is_first


@pytest.mark.kept
def test_what_one_back_end_has_compiled_is_not_run_by_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though both are for this processor: another one has kernels, or passes, of its own."""
    monkeypatch.setattr(Cache, "_process", Cache(tmp_path, 1 << 28))
    assert "cache" not in compiled(CPU).stats["seconds"] and list(compiled(CPU).stats["seconds"]) == ["cache"]
    noted = Noted()
    assert "cache" not in compiled(noted.backend).stats["seconds"] and noted.asked["emit"] == 1


def test_stages_are_those_of_the_back_end_that_is_given() -> None:
    noted = Noted()
    made = stages(hloom.parse(TEXT), workers=1, backend=noted.backend)
    assert made.target == CPU.target() and set(noted.asked) == {"target", "pass", "emit"}
    names = [step.name for step in passes_for(CPU.target(), 1, noted.backend)]
    own = [step.name for step in CPU.lowering()]
    place = names.index(own[0])
    assert names[place : place + 3] == [*own, "noted"] and "dce" in names[place:] and "inline" in names[:place]


def test_the_processor_has_one_back_end() -> None:
    """Which says what it can compute, also where nothing is compiled."""
    assert CPU.name == "cpu" and fusion(hloom.parse(TEXT), workers=1)
    pool, grid = CPU.dispatch.pool(CPU.target()), CPU.dispatch.grid(CPU.target())
    for code in (pool, grid):
        assert code.target is CPU.target() and all(f"@{name}(" in text for text in [code.make()] for name in code.symbols)
    assert pool.parking == grid.parking
