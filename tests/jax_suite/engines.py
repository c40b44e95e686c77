"""What JAX's tests run on: XLA-CPU and hloom, as variables of a child process's environment and a name for its results."""

from __future__ import annotations

import hashlib
import re
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from benchmarks.jax import sides
from benchmarks.jax.sides import REPOSITORY

#: The folder with the plugin of pytest, which children find by its name.
CHILD = Path(__file__).resolve().parent / "child"
ENGINES = sides.SIDES
#: How a file of tests asks for devices: XLA-CPU makes them then; hloom is told when the process starts.
_DEVICES = re.compile(r"^(?:jtu\.)?request_cpu_devices\((\d+)\)", re.MULTILINE)


@dataclass(frozen=True)
class Settings:
    """What results depend on beside the engine: the interpreter with JAX, how many cases JAX draws of a parametrised test,
    whether 64-bit types are on, and how many devices there are (0: as many as the file asks for)."""

    python: str
    cases: int = 3
    x64: bool = False
    devices: int = 0

    @property
    def label(self) -> str:
        return (f"cases-{self.cases}" + ("-x64" if self.x64 else "") + (f"-devices-{self.devices}" if self.devices else ""))


def devices_of(path: Path, settings: Settings) -> int:
    """How many devices a file of tests runs on."""
    asked = map(int, _DEVICES.findall(path.read_text(encoding="utf-8")))
    return settings.devices or max(asked, default=1)


@cache
def versions(python: str) -> str:
    """The versions of JAX and of Python that an interpreter has: results of others are others."""
    program = ("import sys; from importlib.metadata import version; "
               "print('jax-%s-python-%d.%d' % (version('jax'), *sys.version_info[:2]))")
    done = subprocess.run([python, "-c", program], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{python} has no jax: {(done.stderr.strip().splitlines() or ['?'])[-1]}")
    return done.stdout.strip()


@cache
def state_of_sources() -> str:
    """A hash of the product's sources: commits that change none of them leave results as they are."""
    digest = hashlib.sha256()
    for path in sorted((REPOSITORY / "hloom").rglob("*.py")):
        digest.update(str(path.relative_to(REPOSITORY)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


def folder_of(engine: str, settings: Settings, results: Path) -> Path:
    """Where the results of an engine lie: XLA's are the same whatever hloom is."""
    name = versions(settings.python) if engine == "xla" else f"{state_of_sources()}-{versions(settings.python)}"
    return results / f"{engine}-{name}-{settings.label}"


def environment(engine: str, path: Path, settings: Settings, folder: Path) -> dict[str, str]:
    """The variables that make a child run a file of tests on an engine."""
    devices = devices_of(path, settings)
    variables = {"JAX_NUM_GENERATED_CASES": str(settings.cases), "JAX_ENABLE_X64": str(int(settings.x64)),
                 "TF_CPP_MIN_LOG_LEVEL": "1"}
    given = sides.environment(engine, devices, folder)
    return {**given, **variables, "PYTHONPATH": f"{CHILD}:{given['PYTHONPATH']}".rstrip(":")}
