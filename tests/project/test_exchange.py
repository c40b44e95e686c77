"""The benchmark of what programs lose while processors share no cache: times are told apart by the canary's."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import exchange

ADD = """func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {
  %0 = stablehlo.add %x, %x : tensor<64xf32>
  return %0 : tensor<64xf32>
}"""


class Fake:
    """A canary that says what it is told, one look after the other."""

    def __init__(self, *said: bool | None) -> None:
        self.said = list(said)

    def is_near(self) -> bool | None:
        return self.said.pop(0) if self.said else None


def test_times_count_between_two_looks_that_agree() -> None:
    calls: list[int] = []
    canary = Fake(True, True, True, False, False, False, None, None, False, None, True, True)
    found = exchange.measured({"a": lambda: calls.append(1)}, canary, 0.05)  # type: ignore[arg-type]
    assert len(found["a"].near) == 2 and len(found["a"].far) == 1  # what a look that is not clear begins needs no second one
    assert len(calls) % (1 + exchange.CALLS) == 0 and calls


def test_a_loss_wants_enough_of_both() -> None:
    assert exchange.Times([1.0] * 3, [2.0, 4.0]).loss is None
    assert exchange.Times([1.0, 2.0, 3.0], [3.0, 8.0, 4.0]).loss == 2.0


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "add.mlir").write_text(ADD, encoding="utf-8")
    inputs = [{"shape": [64], "dtype": "float32", "low": -1.0, "high": 1.0}]
    index = [{"row": "small/add", "file": "add.mlir", "inputs": inputs}]
    (tmp_path / "index.json").write_text(json.dumps(index), encoding="utf-8")
    assert exchange.main(["--folder", str(tmp_path), "--seconds", "0.3"]) == 0
    assert " of 1 programs compared; processors shared no cache " in capsys.readouterr().out
    assert exchange.main(["--folder", str(tmp_path), "--only", "sub", "--seconds", "0.1"]) == 2
    assert exchange.main(["--folder", str(tmp_path / "none"), "--seconds", "0.1"]) == 2
