"""hloom compare and hloom debug expose."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from hloom.cli import main
from tests.debug.planted import PROGRAM


@pytest.fixture
def program(tmp_path: Path) -> str:
    path = tmp_path / "program.mlir"
    path.write_text(PROGRAM)
    return str(path)


@pytest.fixture
def changed(tmp_path: Path) -> str:
    path = tmp_path / "changed.mlir"
    path.write_text(PROGRAM.replace("stablehlo.sine", "stablehlo.cosine"))
    return str(path)


def test_engines_that_agree(program: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", program, "--input", "@n.npz"]) == 2
    assert "n.npz" in capsys.readouterr().err
    assert main(["compare", program, "--random", "3"]) == 0
    assert "reference and cpu agree" in capsys.readouterr().out


def test_programs_that_differ(program: str, changed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rng = np.random.default_rng(0)
    np.savez(tmp_path / "x.npz", x=rng.normal(size=(6, 8)).astype(np.float32), w=rng.normal(size=(8, 8)).astype(np.float32),
             n=np.int32(4))
    given = ["--input", f"@{tmp_path}/x.npz"]
    assert main(["compare", program, changed, *given]) == 1
    text = capsys.readouterr().out
    assert "the first operation that differs is %sine = stablehlo.cosine" in text and "iteration 1 of stablehlo.while" in text
    assert main(["compare", program, changed, "--json", *given]) == 1
    document = json.loads(capsys.readouterr().out)
    assert document["agree"] is False and document["match"]["second"]["op"] == "stablehlo.cosine"
    assert document["match"]["first"]["op"] == "stablehlo.sine" and document["match"]["path"]


def test_values_go_out_and_come_in(program: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    values = str(tmp_path / "values.npz")
    assert main(["compare", program, "--values-out", values]) == 0
    assert main(["compare", program, "--values-in", values]) == 0
    assert "values as expected" in capsys.readouterr().out
    found = dict(np.load(values))
    found["p"] = found["p"] + 1
    np.savez(values, **found)
    assert main(["compare", program, "--values-in", values]) == 1
    assert "the first is p (stablehlo.divide" in capsys.readouterr().err


def test_exposed_values(program: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["debug", "expose", program, "--values", "p,sum"]) == 0
    assert 'jax.result_info = "sum"' in capsys.readouterr().out
    assert main(["debug", "expose", program, "--values", "q9"]) == 2
    assert "no value 'q9'" in capsys.readouterr().err


@pytest.mark.parametrize(("words", "message"), [
    (["--engines", "cpu,tpu"], "no engine 'tpu'"), (["--engines", "cpu,xla,reference"], "takes two"),
    (["--bisect-passes", "--command", "x"], "--bisect-passes is for one program"), (["--command", ""], "empty"),
    (["--ulp", "-1"], "not negative"), (["--command", "/there/is/no/compiler {program}"], "No such file")])
def test_what_cannot_be_compared(program: str, words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", program, *words]) in (1, 2)
    captured = capsys.readouterr()
    assert message in captured.err + captured.out


def test_no_fault_is_bisected(program: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", program, "--bisect-passes"]) == 0
    assert "agree" in capsys.readouterr().out
