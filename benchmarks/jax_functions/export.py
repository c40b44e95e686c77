"""Cases as StableHLO in a folder with an index."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp

from benchmarks.jax_functions.cases import Case
from benchmarks.jax_functions.families import FAMILIES, Families


def select(families: Sequence[str] = (), words: Sequence[str] = (), of: Families = FAMILIES) -> list[tuple[str, Case]]:
    """Rows and their cases, of some families (none: of all), whose names hold one of some words (none: all).

    Raises ValueError where a family is unknown or nothing is left.
    """
    unknown = [family for family in families if family not in of]
    if unknown:
        raise ValueError(f"no family is called {', '.join(unknown)}; there are {', '.join(of)}")
    rows = [(f"{family}/{case.name}", case) for family in families or of for case in of[family]()]
    found = [(row, case) for row, case in rows if not words or any(word in row for word in words)]
    if not found:
        raise ValueError("no row has such a family and name")
    return found


def export(case: Case) -> str:
    """The program of a case, with types of 64 bits only where an argument has one, as most users of JAX run it."""
    with jax.enable_x64(case.wide):
        given = [jax.ShapeDtypeStruct(tuple(i["shape"]), jnp.dtype(i["dtype"])) for i in case.inputs]
        return jax.jit(case.function, keep_unused=True).lower(*given).as_text()


def write(folder: Path, families: Sequence[str] = (), words: Sequence[str] = (), of: Families = FAMILIES) -> list[dict[str, Any]]:
    """Writes programs and index, and returns the index. A case that JAX cannot export is a fault of the case, and raised."""
    index = []
    for row, case in select(families, words, of):
        path = folder / f"{row}.mlir"
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            text = export(case)
        except Exception as fault:
            fault.add_note(f"row {row}")
            raise
        path.write_text(text, encoding="utf-8")
        index.append({"row": row, "file": f"{row}.mlir", "inputs": list(case.inputs), "tolerance": case.tolerance})
    (folder / "index.json").write_text(json.dumps(index, indent=1) + "\n", encoding="utf-8")
    return index
