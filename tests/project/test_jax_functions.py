"""The sweep of JAX functions: rows and families, what is written, and that hloom reads it."""

from __future__ import annotations

from math import prod
from pathlib import Path

import pytest

import hloom
from benchmarks import sweep, workloads
from benchmarks.jax_functions import __main__ as command
from benchmarks.jax_functions import cases

pytest.importorskip("jax", reason="the cases are JAX functions")

from benchmarks.jax_functions import drawing, drawn, export
from benchmarks.jax_functions.families import FAMILIES

#: Families of which some rows are written here: words that choose a few of each.
CHOSEN = {"small": "_5", "sort": "keys", "loop": "written", "layer": "perceptron", "random": "uniform",
          "learning": "experts"}


def test_descriptions_of_arguments() -> None:
    assert cases.array((2, 3)) == {"shape": [2, 3], "dtype": "float32", "low": -2.0, "high": 2.0}
    assert cases.array((4,), "u8") == {"shape": [4], "dtype": "uint8", "low": 0, "high": 100}
    assert cases.mask((4,)) == {"shape": [4], "dtype": "bool"}
    given = cases.indices((5,), 9, unique=True)
    assert given == {"shape": [5], "dtype": "int32", "low": 0, "high": 8, "unique": True}
    assert cases.case("a", abs, cases.array((), "i64")).wide and not cases.case("a", abs, cases.array((), "c64")).wide


def test_rows_have_names_of_their_own() -> None:
    rows = [row for row, _ in export.select()]
    assert len(rows) == len(set(rows)) > 2000
    assert {sweep.family_of(row) for row in rows} == set(FAMILIES)
    assert all(row.count("/") == 1 and not set(row) & set(' \\:*?"<>|,') for row in rows), "rows are names of files"


def test_inputs_can_be_drawn() -> None:
    """Of every case that is small enough to draw quickly."""
    for row, case in export.select():
        if sum(prod(given["shape"]) for given in case.inputs) < 10_000:
            drawn = workloads.draw(row, case.inputs)
            assert [list(value.shape) for value in drawn] == [given["shape"] for given in case.inputs], row


def test_unknown_names_are_refused() -> None:
    with pytest.raises(ValueError, match="no family is called sorts; there are elementwise"):
        export.select(["sorts"])
    with pytest.raises(ValueError, match="no row has such"):
        export.select(["sort"], ["no such row"])


def test_a_case_that_cannot_be_exported_names_its_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_: object) -> None:
        raise TypeError("not exported")
    monkeypatch.setitem(FAMILIES, "sort", lambda: iter([cases.case("bad", fails, cases.array((3,)))]))
    with pytest.raises(TypeError, match="not exported") as caught:
        export.write(tmp_path, ["sort"])
    assert "row sort/bad" in caught.value.__notes__ and not (tmp_path / "index.json").exists()


@pytest.mark.slow
@pytest.mark.parametrize("family", CHOSEN)
def test_what_is_written_is_a_sweep(family: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main([str(tmp_path), "--family", family, "--only", CHOSEN[family]]) == 0
    index = sweep.load_index(tmp_path)
    assert f"{family}  {len(index):>5}" in capsys.readouterr().out and index
    for entry in index:
        assert entry.keys() == {"row", "file", "inputs", "tolerance"} and sweep.family_of(entry["row"]) == family
        main = hloom.parse((tmp_path / entry["file"]).read_text(encoding="utf-8")).functions["main"]
        types = [(list(argument.type.shape), argument.type.storage.dtype.name) for argument in main.body.arguments]
        assert types == [(given["shape"], given["dtype"]) for given in entry["inputs"]], entry["row"]


def test_what_is_drawn_is_a_sweep(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main([str(tmp_path), "--drawn", "1", "--seed", "5"]) == 0
    index = sweep.load_index(tmp_path)
    assert {sweep.family_of(entry["row"]) for entry in index} == set(drawn.FAMILIES) and len(index) == len(drawn.FAMILIES)
    assert f"all  {len(index):>5}" in capsys.readouterr().out
    for entry in index:
        hloom.parse((tmp_path / entry["file"]).read_text(encoding="utf-8")).verify()


def test_what_is_drawn_depends_on_the_seed_alone() -> None:
    first, again, other = ([(row, given.inputs) for row, given in export.select(of=drawn.families(4, seed))]
                           for seed in (1, 1, 2))
    assert first == again != other


def test_what_is_drawn_is_large_enough_to_be_measured() -> None:
    """And small enough that many are: programs that work more on fewer elements are loops, products and factors."""
    for row, given in export.select(of=drawn.families(6, 3)):
        size = max(prod(each["shape"]) for each in given.inputs)
        assert size < 5 * drawing.MOST, row
        if sweep.family_of(row) not in ("loop", "batch", "linear", "einsum", "convolution", "convolution_gradient"):
            assert size > drawing.LEAST, row


def test_families_of_what_is_drawn_can_be_chosen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main([str(tmp_path), "--drawn", "3", "--family", "sort", "--only", "sort/001"]) == 0
    assert [entry["row"][:8] for entry in sweep.load_index(tmp_path)] == ["sort/001"]
    assert command.main([str(tmp_path), "--drawn", "3", "--family", "sorts"]) == 2
    assert "nothing written: no family is called sorts; there are einsum" in capsys.readouterr().err


def test_types_of_64_bits_only_where_an_argument_has_one() -> None:
    by_row = dict(export.select(["small"], ["chain", "argmax_5"]))
    assert "tensor<f64>" in export.export(by_row["small/chain_f64"])
    assert "f64" not in export.export(by_row["small/chain_f32"])
    assert "tensor<i64>" not in export.export(by_row["small/argmax_5"])


def test_the_command_refuses_unknown_families(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main([str(tmp_path / "out"), "--family", "sorts"]) == 2
    assert "nothing written: no family" in capsys.readouterr().err and not (tmp_path / "out").exists()
