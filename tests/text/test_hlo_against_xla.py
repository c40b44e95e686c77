"""HLO texts of XLA for the CPU, before and after its optimisation: read, verified, printed again, run with XLA's results.

And the other way: what hloom says in HLO text is read by XLA's parser, and gives the same results there.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.numbers.difference import Tolerance, difference

jax = pytest.importorskip("jax")
_hlo = pytest.importorskip("jaxlib._hlo")
functions = pytest.importorskip("tests.text.jax_functions")

CASES = functions.cases()


@pytest.fixture(scope="module", params=CASES, ids=lambda case: case[0])
def lowered(request: Any) -> tuple[Any, Any, list[Any], list[Any]]:
    """What JAX lowers a function to, what XLA compiles that to, the arguments one by one, and what XLA computes."""
    _, function, arguments = request.param
    found = jax.jit(function, keep_unused=True).lower(*arguments)
    compiled = found.compile()
    results = compiled(*arguments)
    return found, compiled, [np.asarray(a) for a in jax.tree.leaves(arguments)], [np.asarray(r) for r in jax.tree.leaves(results)]


def texts(lowered: Any, compiled: Any) -> dict[str, str]:
    """The texts in both forms, with all elements of constants."""
    found = {}
    optimised = compiled.runtime_executable().hlo_modules()[0]
    plain = lowered.compiler_ir("hlo").get_hlo_module() if hasattr(lowered.compiler_ir("hlo"), "get_hlo_module") else (
        lowered.compiler_ir("hlo").as_hlo_module())
    for name, module in (("before", plain), ("after", optimised)):
        for form, options in (("long", _hlo.HloPrintOptions()), ("short", _hlo.HloPrintOptions.short_parsable())):
            options.print_large_constants = True
            found[f"{name} {form}"] = module.to_string(options)
    return found


def assert_close(found: Any, wanted: list[Any]) -> None:
    for a, b in zip(found, wanted, strict=True):
        share = 0.0 if b.dtype.kind in "biu" else 2e-2 if b.dtype.itemsize < 4 else 3e-5
        different = difference(a, b, Tolerance(absolute=share, relative=share, of_largest=share))
        assert not different, different


def test_xla_texts(lowered: tuple[Any, Any, list[Any], list[Any]]) -> None:
    program, compiled, arguments, wanted = lowered
    for name, text in texts(program, compiled).items():
        module = hloom.parse(text, format="hlo")
        assert module.to_hlo_text(short=name.endswith("short")).rstrip("\n") == text.rstrip("\n")
        if name in ("before short", "after long"):
            module.verify()
            assert_close(hloom.evaluate(module, *arguments), wanted)
            assert_close(hloom.compile(module)(*arguments), wanted)


def run_on_xla(text: str, arguments: list[Any]) -> list[Any]:
    """What XLA computes from an HLO text."""
    from jax._src.interpreters import mlir
    from jax._src.lib import xla_client
    from jaxlib import _jax

    module = _hlo.hlo_module_from_text(text)
    computation = _hlo.XlaComputation(module.as_serialized_hlo_module_proto())
    program = _jax.mlir.xla_computation_to_mlir_module(computation)
    device = jax.devices()[0]
    assert mlir
    executable = device.client.compile_and_load(program, [device], xla_client.CompileOptions())
    return [np.asarray(r) for r in executable.execute([jax.device_put(a, device) for a in arguments])]


#: Instructions that XLA reads but only compiles for some targets.
NOT_ON_THE_CPU = {"chlo.sinh", "chlo.cosh", "chlo.asinh", "chlo.acosh", "chlo.atanh", "chlo.asin", "chlo.acos"}


def test_what_hloom_says_in_hlo(lowered: tuple[Any, Any, list[Any], list[Any]]) -> None:
    program, _, arguments, wanted = lowered
    module = hloom.parse(program.as_text())
    text = module.to_hlo_text()
    assert str(hloom.parse(text, format="hlo")) == text
    again = hloom.parse(text, format="hlo")
    again.verify()
    assert_close(hloom.evaluate(again, *arguments), wanted)
    if not any(op.name in NOT_ON_THE_CPU for op in module.walk()):
        assert_close(run_on_xla(text, arguments), wanted)


def exported_programs(shared: Path) -> list[Path]:
    """Programs as frameworks export them: a part of the sweep, and the benchmarks that are not large."""
    found = sorted((shared / "bench" / "sweep").glob("*/*.mlir"))[::5] + sorted((shared / "bench" / "stablehlo").glob("*.mlir"))
    return [path for path in found if path.stat().st_size < 100_000]


@pytest.mark.shared
def test_exported_programs(shared: Path) -> None:
    """What XLA makes of StableHLO comes back as text, and what hloom makes of it is a text that XLA reads."""
    from jaxlib import _jax

    for path in exported_programs(shared):
        text = path.read_text()
        computation = _jax.mlir.mlir_module_to_xla_computation(text, use_tuple_args=False, return_tuple=False)
        for options in (_hlo.HloPrintOptions(), _hlo.HloPrintOptions.short_parsable()):
            options.print_large_constants = True
            lowered = computation.get_hlo_module().to_string(options) if hasattr(computation, "get_hlo_module") else (
                computation.as_hlo_module().to_string(options))
            module = hloom.parse(lowered, format="hlo")
            assert module.to_hlo_text(short="%" not in lowered).rstrip("\n") == lowered.rstrip("\n"), path
        assert hloom.diagnose(module) == [], path
        _hlo.hlo_module_from_text(hloom.parse(text).to_hlo_text())
