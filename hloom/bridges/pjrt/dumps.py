"""Programs written to a folder, for those who ask with XLA's compile options.

    jax.jit(f, compiler_options={"xla_dump_to": FOLDER})

    FOLDER/module_0003.jit_f.hloom_after_optimizations.txt          the program that is compiled, as HLO
    FOLDER/module_0003.jit_f.hloom_after_optimizations.hlo.pb       with xla_dump_hlo_as_proto: as a HloProto

As XLA does, texts are written where no form is asked for.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from pathlib import Path

from hloom.bridges.pjrt.errors import Code, PluginError
from hloom.ops.builtin.module import Module
from hloom.support.diagnostics import InputError

_FOLDER, _AS_TEXT, _AS_PROTO = "xla_dump_to", "xla_dump_hlo_as_text", "xla_dump_hlo_as_proto"
_numbers = itertools.count()


def dump(module: Module, name: str, options: Mapping[str, str]) -> None:
    """Writes a program where compile options say so. Raises PluginError where it cannot be written."""
    folder = options.get(_FOLDER, "")
    if not folder:
        return
    as_text, as_proto = (options.get(form, "").lower() == "true" for form in (_AS_TEXT, _AS_PROTO))
    stem = f"module_{next(_numbers):04}.{re.sub(r'[^A-Za-z0-9_.-]', '_', name)[:120]}.hloom_after_optimizations"
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        if as_text or not as_proto:
            Path(folder, f"{stem}.txt").write_text(module.to_hlo_text(), encoding="utf-8")
        if as_proto:
            Path(folder, f"{stem}.hlo.pb").write_bytes(module.to_hlo_proto("HloProto"))
    except InputError as error:
        raise PluginError(Code.UNIMPLEMENTED, f"the program cannot be written as HLO: {error}") from None
    except OSError as error:
        raise PluginError(Code.INVALID_ARGUMENT, f"the program cannot be written to {folder}: {error}") from None
