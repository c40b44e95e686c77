"""`hloom verify`: statuses, places, several files and programs, JSON."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import ADD, WRONG


def standard_input(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def test_a_valid_program_says_nothing(hloom) -> None:
    assert hloom("verify", "add.mlir") == (0, "", "")


def test_a_fault_is_shown_at_its_place(hloom) -> None:
    status, output, errors = hloom("verify", "wrong.mlir")
    assert (status, output) == (1, "")
    message, source, caret = errors.splitlines()
    assert message == "wrong.mlir:2:8: error: [reverse_c2] dimensions must be unique, got [1, 1]"
    assert source == WRONG.splitlines()[1] and caret.index("^") == source.index("stablehlo.reverse")


def test_a_text_that_cannot_be_parsed_is_a_faulty_program(hloom, folder: Path) -> None:
    (folder / "syntax.mlir").write_text("func.func @main( {")
    status, _, errors = hloom("verify", "syntax.mlir")
    assert status == 1 and errors.startswith("syntax.mlir:1:18: error: [syntax]")


def test_all_files_are_checked_whatever_happens_to_one(hloom) -> None:
    status, _, errors = hloom("verify", "absent.mlir", "wrong.mlir", "add.mlir")
    assert status == 2
    assert errors.startswith("absent.mlir: No such file or directory\n") and "wrong.mlir:2:8" in errors


def test_a_folder_stands_for_the_programs_below_it(hloom, folder: Path) -> None:
    (folder / "below").mkdir()
    (folder / "below" / "more.mlir").write_text(WRONG)
    assert hloom("verify", ".").errors.count("[reverse_c2]") == 2


def test_a_folder_without_programs_does_not_pass(hloom, folder: Path) -> None:
    (folder / "empty").mkdir()
    assert hloom("verify", "empty") == (1, "", "0 files, 0 programs: no errors\n")
    assert hloom("verify", "empty", "--json") == (1, "[]\n", "")


def test_json_lists_the_faults_by_file(hloom) -> None:
    status, output, errors = hloom("verify", "--json", "add.mlir", "wrong.mlir", "absent.mlir")
    assert (status, errors) == (2, "")
    found = json.loads(output)
    assert [(record["file"], [d["code"] for d in record["diagnostics"]]) for record in found] == [
        ("add.mlir", []), ("wrong.mlir", ["reverse_c2"]), ("absent.mlir", ["input"])]
    assert found[1]["diagnostics"] == [{"code": "reverse_c2", "severity": "error", "line": 2, "column": 8,
                                        "message": "dimensions must be unique, got [1, 1]", "frames": []}]


def test_json_names_the_lines_of_the_users_program(hloom, folder: Path) -> None:
    location = 'loc(callsite("layers.py":5:2 at "train.py":41:7))'
    (folder / "traced.mlir").write_text(WRONG.replace("\n  return", f" {location}\n  return"))
    (record,) = json.loads(hloom("verify", "--json", "traced.mlir").output)
    assert record["diagnostics"][0]["frames"] == ["layers.py:5", "train.py:41"]
    explained = json.loads(hloom("explain", "--json", "traced.mlir").output)
    assert explained["diagnostics"] == record["diagnostics"]


def test_programs_in_one_file_keep_their_lines(hloom, folder: Path) -> None:
    (folder / "many.mlir").write_text(f"{ADD}// -----\n{WRONG}// ----- another\n{ADD}// -----\n{WRONG}")
    found = json.loads(hloom("verify", "--json", "many.mlir").output)
    assert [d["line"] for d in found[0]["diagnostics"]] == [7, 17]


@pytest.mark.parametrize("text, status", [(ADD, 0), (WRONG, 1)])
def test_standard_input(hloom, monkeypatch: pytest.MonkeyPatch, text: str, status: int) -> None:
    standard_input(monkeypatch, text)
    found = hloom("verify", "-")
    assert found.status == status and ("<stdin>:2:8" in found.errors) is bool(status)


def test_operations_of_unknown_dialects_are_faults_unless_allowed(hloom, folder: Path) -> None:
    (folder / "other.mlir").write_text('func.func @main() {\n  "other.thing"() : () -> ()\n  return\n}')
    assert hloom("verify", "other.mlir").status == 1
    assert hloom("verify", "--allow-unregistered", "other.mlir") == (0, "", "")


def test_a_fault_of_hloom_in_one_file_hides_nothing_of_the_others(hloom, monkeypatch: pytest.MonkeyPatch) -> None:
    def diagnose(module):
        if "reverse" in module.to_text():
            raise KeyError("dimensions")
        return []

    monkeypatch.setattr("hloom.cli.verify.diagnose", diagnose)
    status, output, _ = hloom("verify", "--json", "wrong.mlir", "add.mlir")
    assert status == 2
    assert [[d["code"] for d in record["diagnostics"]] for record in json.loads(output)] == [["internal"], []]
    assert "a fault of hloom: KeyError" in hloom("verify", "wrong.mlir", "add.mlir").errors


def test_faults_around_an_unknown_operation_are_found(hloom, folder: Path) -> None:
    (folder / "around.mlir").write_text('func.func @main(%x: tensor<2xf32>) {\n  %0 = stablehlo.negate %x : (tensor<2xf32>) -> '
                                        'tensor<3xf32>\n  "other.thing"() : () -> ()\n  return\n}')
    found = json.loads(hloom("verify", "--json", "around.mlir").output)
    assert [(d["code"], d["line"]) for d in found[0]["diagnostics"]] == [("negate_c1", 2), ("operation", 3)]


def test_each_file_of_many_programs_reports_all_of_them(hloom, folder: Path) -> None:
    (folder / "many.mlir").write_text(f"func.func @f( {{\n// -----\n{WRONG}")
    found = json.loads(hloom("verify", "--json", "many.mlir").output)
    assert [d["code"] for d in found[0]["diagnostics"]] == ["syntax", "reverse_c2"]
