"""Protocol buffers of XLA: those that it writes are read as the text that it prints, and it reads those that hloom writes."""

from __future__ import annotations

import re
from typing import Any

import pytest

import hloom

jax = pytest.importorskip("jax")
_hlo = pytest.importorskip("jaxlib._hlo")
functions = pytest.importorskip("tests.text.jax_functions")

#: What a module's configuration says in the text, which is no part of the messages.
_CONFIGURATION = re.compile(r", allow_spmd_sharding_propagation_to_\w+=\{[a-z,]*\}")


def text_of(module: Any, metadata: bool = True) -> str:
    options = _hlo.HloPrintOptions()
    options.print_large_constants, options.print_metadata = True, metadata
    return _CONFIGURATION.sub("", module.to_string(options)).rstrip("\n")


@pytest.fixture(scope="module", params=functions.cases(), ids=lambda case: case[0])
def modules(request: Any) -> list[Any]:
    """What JAX makes of a function, before and after XLA's optimisation."""
    _, function, arguments = request.param
    lowered = jax.jit(function, keep_unused=True).lower(*arguments)
    return [lowered.compiler_ir("hlo").get_hlo_module(), lowered.compile().runtime_executable().hlo_modules()[0]]


def test_what_xla_writes(modules: list[Any]) -> None:
    for module in modules:
        read = hloom.parse(module.as_serialized_hlo_module_proto(), format="proto")
        assert str(read).rstrip("\n") == text_of(module)
        read.verify()
        assert str(hloom.parse(read.to_hlo_proto(), format="proto")) == str(read)


def test_what_hloom_writes(modules: list[Any]) -> None:
    """XLA numbers stack frames anew and orders computations by ids: its own reading of the text is what counts."""
    for module in modules:
        text = text_of(module)
        data = hloom.parse(text, format="hlo").to_hlo_proto()
        assert text_of(_hlo.HloModule.from_serialized_hlo_module_proto(data), False) == text_of(
            _hlo.hlo_module_from_text(text), False)
