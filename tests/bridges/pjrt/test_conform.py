"""pypjrt's checks of a plugin: a client of PJRT that is not JAX's finds nothing that fails."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(importlib.util.find_spec("pypjrt") is None, reason="pypjrt is not installed")

REPOSITORY = Path(__file__).resolve().parents[3]
#: pypjrt loads a library and asks its GetPjrtApi for the table; hloom makes its table in the process.
CHECKS = """
import ctypes, json, sys
from types import SimpleNamespace
from hloom.bridges.pjrt import plugin
from pypjrt import _loader, conform

address = plugin.address()
library = SimpleNamespace(GetPjrtApi=ctypes.CFUNCTYPE(ctypes.c_void_p)(lambda: address))
loaded, ctypes.CDLL = ctypes.CDLL, lambda *_, **__: library
found = _loader.Plugin(sys.argv[1])
ctypes.CDLL = loaded
print(json.dumps(conform.run(found).to_json()))
"""
#: What is not there to be checked: extensions for other processors, compilation without a client; no slot is missing either.
NOT_OFFERED = {"abi.unknown_slot_is_clean_error", "triton.compile", "stream.external_ready_events",
               "topology.client_free_compile",
               *(f"abi_version.{name}" for name in ("extension_present", "executable_proto", "is_compatible_with_executable"))}


def test_no_check_of_conformance_fails(tmp_path: Path) -> None:
    path = tmp_path / "table.so"
    path.touch()
    done = subprocess.run([sys.executable, "-c", CHECKS, str(path)], capture_output=True, text=True, timeout=150, check=False,
                          env={**os.environ, "PYTHONPATH": str(REPOSITORY)})
    assert done.returncode == 0, done.stderr[-3000:]
    report = json.loads(done.stdout.splitlines()[-1])
    results = {check["id"]: (check["result"], check["detail"]) for check in report["checks"]}
    wrong = {name: said for name, said in results.items() if said[0] != "pass" and name not in NOT_OFFERED}
    assert not wrong, "\n".join(f"{name}: {said}" for name, said in wrong.items())
    assert len(results) > 50 and report["api_version"][0] == 0
    assert not done.stderr, done.stderr  # nothing that destructors would complain of when the process ends
