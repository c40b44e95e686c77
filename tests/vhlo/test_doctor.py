"""What the command line tells of an artifact: versions, what forbids older ones and where, calls, sizes; and stripping."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import hloom
from hloom.cli import main
from hloom.vhlo.doctor import examine

PROGRAM = """
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %w = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32> loc("net.py":3:4)
  %0 = stablehlo.add %x, %w : tensor<4xf32>
  %1 = stablehlo.tan %0 : tensor<4xf32> loc("net.py":7:8)
  %2 = stablehlo.custom_call @lapack_stuff(%1) : (tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
"""


@pytest.fixture
def artifact(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "net.mlirbc"
    path.write_bytes(hloom.serialize_portable_artifact(hloom.parse(PROGRAM), "1.16.2"))
    return path


def test_what_is_not_verified_is_told_of() -> None:
    module = hloom.parse('''"func.func"() ({ "stablehlo.custom_call"() {call_target_name = [1]} : () -> ()
      "func.return"() : () -> () }) {sym_name = f32, function_type = () -> ()} : () -> ()''')
    found = examine(module.to_bytecode(4))
    assert found.custom_calls == {"[1]": 1} and found.operations["func.func"] == 1


def test_a_report_as_data(artifact: Path) -> None:
    found = examine(artifact.read_bytes(), artifact.name).to_json()
    assert (found["kind"], found["producer"], found["bytecode"]) == ("portable artifact", "StableHLO_v1.16.2", 6)
    assert (found["stablehlo"], found["needs"], found["lowest"]) == ("1.16.2", "1.10.0", "1.4.0")
    assert found["blockers"] == [{"needs": "1.4.0", "operation": "stablehlo.tan", "place": "net.py:7, operation 2 of @main",
                                  "what": "stablehlo.tan came with it"}]
    assert found["custom_calls"] == {"lapack_stuff": 1} and found["operations"]["stablehlo.add"] == 1
    assert found["constants"] == [{"bytes": 16, "type": "tensor<4xf32>", "place": "net.py:3, operation 0 of @main",
                                   "beside": None}]
    assert sum(found["sections"].values()) < found["bytes"] == artifact.stat().st_size


def test_what_the_command_prints(artifact: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["artifact", artifact.name]) == 0
    printed = capsys.readouterr().out
    for line in ("net.mlirbc: portable artifact", "StableHLO       written for 1.16.2", "lowest version  1.4.0",
                 "1.4.0 for stablehlo.tan came with it (net.py:7, operation 2 of @main)", "custom calls    lapack_stuff 1",
                 "16 tensor<4xf32> (net.py:3"):
        assert line in printed
    assert main(["artifact", artifact.name, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == examine(artifact.read_bytes(), artifact.name).to_json()


def test_locations_are_stripped(artifact: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["artifact", artifact.name, "--strip-locations", "-o", "small.mlirbc"]) == 0
    assert "fewer" in capsys.readouterr().out
    small = Path("small.mlirbc").read_bytes()
    assert b"net.py" in artifact.read_bytes() and b"net.py" not in small and small.startswith(b"ML\xefR\x0dStableHLO_v1.16.2")
    assert str(hloom.parse(small)) == str(hloom.load(artifact))


@pytest.mark.parametrize("content, message", [
    (b"func.func @main() { return }", "this is no portable artifact"), (b"\x93NUMPY....", "a NumPy array"),
    (b"ML\xefR\x0d", "does not end with a NUL"),
])
def test_what_is_no_artifact_is_an_error(content: bytes, message: str, artifact: Path,
                                         capsys: pytest.CaptureFixture[str]) -> None:
    Path("other").write_bytes(content)
    assert main(["artifact", "other"]) == 2
    assert message in capsys.readouterr().err


def test_commands_take_artifacts(artifact: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", artifact.name]) == 0
    assert main(["format", artifact.name]) == 0
    assert "stablehlo.tan" in capsys.readouterr().out
