"""Commands take what other frameworks save: graphs of TensorFlow and folders of torch-xla."""

from __future__ import annotations

from pathlib import Path

from tests.bridges.make_exported import PATH
from tests.bridges.test_tensorflow import both, graph
from tests.bridges.test_torch_xla import linear


def test_files_and_folders_hold_programs(hloom, folder: Path) -> None:
    saved, frozen = both()
    (folder / "saved").mkdir()
    (folder / "saved" / "saved_model.pb").write_bytes(saved)
    (folder / "frozen.pb").write_bytes(frozen)
    (folder / "exported.bin").write_bytes(PATH.read_bytes())
    linear(folder / "folder")
    for path in ("saved/saved_model.pb", "frozen.pb", "exported.bin", "folder"):
        assert hloom("verify", path) == (0, "", ""), path
    for path in ("saved", "frozen.pb", "folder"):
        status, output, errors = hloom("run", path, "--random", "1", "--reference-check")
        assert (status, errors) == (0, "") and output.startswith("result 0: largest difference "), path
    assert hloom("format", "frozen.pb") == hloom("format", "saved/saved_model.pb")


def test_graphs_without_programs(hloom, folder: Path) -> None:
    (folder / "none.pb").write_bytes(graph())
    for command in ("verify", "run", "format"):
        status, output, errors = hloom(command, "none.pb")
        assert (status, output, errors.count("\n")) == (2, "", 1) and "without a node XlaCallModule" in errors
