"""The programs that are tried with each version of JAX, with the one that is installed."""

from __future__ import annotations

import sys

import pytest

pytest.importorskip("jax")

from tests.jax_suite import versions


@pytest.mark.slow
def test_all_work_with_the_version_installed(capsys: pytest.CaptureFixture[str]) -> None:
    assert versions.main([sys.executable]) == 0
    assert capsys.readouterr().out.rstrip().endswith(" all")


@pytest.mark.slow
def test_what_does_not_work_is_said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(versions, "DEVICES", 1)
    assert versions.tried(sys.executable)["wrong"] == dict.fromkeys(("devices", "shard_map"), "another result")
    assert versions.main(["no-such-python"]) == 1
