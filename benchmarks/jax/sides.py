"""The two that JAX runs on, as variables of a process's environment: XLA-CPU, and hloom as a plugin."""

from __future__ import annotations

import tomllib
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
SIDES = ("xla", "hloom")
TITLES = {"xla": "XLA-CPU", "hloom": "hloom"}


def environment(side: str, devices: int, folder: Path) -> dict[str, str]:
    """The variables that make JAX run on a side with so many devices; hloom's cache and what installs it lie in `folder`.

    They contain PYTHONPATH, which for hloom leads to this checkout: the interpreter with JAX need not have it installed.
    """
    many = {"JAX_NUM_CPU_DEVICES": str(devices)} if devices > 1 else {}
    if side == "xla":
        return {**many, "JAX_PLATFORMS": "cpu", "PYTHONPATH": ""}
    # What the plugin makes of `hloom` when it is registered; JAX's tests must not find a configuration changed.
    return {**many, "JAX_PLATFORMS": "hloom,cpu", "HLOOM_DEVICES": str(devices), "HLOOM_CACHE": str(folder / "cache"),
            "PYTHONPATH": f"{_installed(folder)}:{REPOSITORY}"}


def _installed(folder: Path) -> Path:
    """A folder that says what an installation of this checkout would say: `import jax` finds plugins by their entry points, also
    in the processes that others start."""
    with (REPOSITORY / "pyproject.toml").open("rb") as file:
        points = tomllib.load(file)["project"].get("entry-points", {})
    said = folder / "installed" / "hloom-0.dist-info"
    said.mkdir(parents=True, exist_ok=True)
    (said / "METADATA").write_text("Metadata-Version: 2.1\nName: hloom\nVersion: 0\n", encoding="utf-8")
    lines = (line for group, named in points.items() for line in (f"[{group}]", *(f"{n} = {v}" for n, v in named.items())))
    (said / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return said.parent
