"""The two that JAX runs on, as variables of a process's environment: XLA-CPU, and hloom as a plugin."""

from __future__ import annotations

from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
SIDES = ("xla", "hloom")
TITLES = {"xla": "XLA-CPU", "hloom": "hloom"}


def environment(side: str, devices: int, folder: Path) -> dict[str, str]:
    """The variables that make JAX run on a side with so many devices; hloom's cache lies in `folder`.

    They contain PYTHONPATH, which for hloom leads to this checkout and its plugin: the interpreter with JAX need not have either
    installed.
    """
    many = {"JAX_NUM_CPU_DEVICES": str(devices)} if devices > 1 else {}
    if side == "xla":
        return {**many, "JAX_PLATFORMS": "cpu", "PYTHONPATH": ""}
    # What the plugin makes of `hloom` when it is registered; JAX's tests must not find a configuration changed.
    return {**many, "JAX_PLATFORMS": "hloom,cpu", "HLOOM_DEVICES": str(devices), "HLOOM_CACHE": str(folder / "cache"),
            "PYTHONPATH": str(REPOSITORY)}
