"""What figures hold for: the versions of what is compared, and the machine."""

from __future__ import annotations

import importlib.metadata
import platform
import subprocess
from pathlib import Path
from typing import Any

import hloom
from benchmarks import workloads


def setting(**more: Any) -> dict[str, Any]:
    """Versions (None: not installed) and machine, with whatever else a benchmark was asked for, for its --json."""
    return {"hloom": hloom.__version__, "commit": commit(), "jax": version("jax"), "jaxlib": version("jaxlib"),
            "python": platform.python_version(), "processor": processor(), "system": platform.platform(), **more}


def headline(facts: dict[str, Any]) -> str:
    """The line with which a benchmark's output begins."""
    source = f" ({facts['commit']})" if facts["commit"] else ""
    xla = f"jax {facts['jax']} with XLA of jaxlib {facts['jaxlib']}" if facts["jaxlib"] else "without XLA (jax is not installed)"
    threads = f", {facts['threads']} threads" if "threads" in facts else ""
    return f"hloom {facts['hloom']}{source}, {xla}, Python {facts['python']}, {facts['processor']}{threads}"


def version(package: str) -> str | None:
    """The version of a package, without importing it; None where it is not installed."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def commit() -> str | None:
    """The commit of this checkout, with `+` where files differ from it; None outside of one, or without git."""
    def said(*words: str) -> str:
        asked = subprocess.run(["git", *words], cwd=workloads.REPOSITORY, capture_output=True, text=True, check=True)
        return asked.stdout.strip()

    try:
        if Path(said("rev-parse", "--show-toplevel")).resolve() != workloads.REPOSITORY.resolve():
            return None
        return said("rev-parse", "--short=12", "HEAD") + ("+" if said("status", "--porcelain", "--untracked-files=no") else "")
    except (OSError, subprocess.CalledProcessError):
        return None


def processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
