"""The back end for this machine's processor: importing it imports what runs programs, and no compiler."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from hloom.codegen.target import Target
from hloom.driver.backend import Backend, Dispatch
from hloom.runtime import jit, memory
from hloom.runtime.cache import host
from hloom.runtime.dispatch import grid_layout, pool_state
from hloom.runtime.dispatch.parts import RuntimeCode
from hloom.runtime.dispatch.pool_state import Parking
from hloom.runtime.native import NativeProgram
from hloom.runtime.pool import Pool
from hloom.support import options
from hloom.support.collector import imported, importing

if TYPE_CHECKING:
    from hloom.codegen.cpu.compiler import Generated
    from hloom.codegen.plan.target import Capabilities, CompileOptions
    from hloom.ir.core import Operation
    from hloom.passes import Pass


@cache
def _permitted() -> Target:
    return Target.describe(*host().processor).permitted()


def target() -> Target:
    """This machine's processor, with what this process may use of it, and the thresholds that code is made for now.

    Raises InputError where llvmlite is not installed and the cache does not know the processor, and for a file of thresholds that
    cannot be read.
    """
    found = _permitted()
    return found.tuned() if options.MACHINE.name in os.environ else found


def load_dispatch() -> None:
    """Imports what writes the pool's machine code, for those who may not wait for imports when they ask for that code."""
    import hloom.codegen.cpu.pool_code  # noqa: F401


def _load_compiler() -> None:
    import hloom.codegen.cpu.compiler
    import hloom.codegen.cpu.lowering.table
    import hloom.codegen.llvm.math  # noqa: F401
    from hloom.codegen.llvm.hooks import load_hooks

    if hasattr(os, "uname"):  # elsewhere no fork() comes in between
        load_hooks(os.uname().machine)


def _capabilities(target: Target, workers: int, options: CompileOptions) -> Capabilities:
    from hloom.codegen.cpu.compiler import capabilities

    return capabilities(target, workers, options)


def _lowering() -> Sequence[Pass]:
    from hloom.codegen.cpu.lowering.table import LOWERING

    return LOWERING


def _load_families(module: Operation, target: Target) -> None:
    from hloom.codegen.cpu.compiler import load_families

    load_families(module, target)


def _emit(*arguments: Any) -> Generated:
    from hloom.codegen.cpu.compiler import generate

    return generate(*arguments)


def _pool_code(target: Target, parking: Parking | None = None) -> RuntimeCode:
    """What pools are compiled from; `parking` is how workers sleep (None: as suits the system)."""
    how = parking or pool_state.parking_of(target)

    def make() -> str:
        return imported("hloom.codegen.cpu.pool_code").module_text(target, how)

    return RuntimeCode(how, f"pool {how} {pool_state.ALWAYS}", make, pool_state.SYMBOLS, target)


def _grid_code(target: Target) -> RuntimeCode:
    """What processes meet by."""
    parking = pool_state.parking_of(target)

    def make() -> str:
        return imported("hloom.codegen.cpu.grid_code").module_text(target, parking)

    return RuntimeCode(parking, f"grid {parking}", make, grid_layout.SYMBOLS, target)


def _meetings(module: Operation, any_order: bool, target: Target) -> Sequence[Any]:
    with importing():
        from hloom.codegen.cpu.collectives import describe

    return describe(module, any_order, target.machine)


CPU = Backend("cpu", target, _load_compiler, _capabilities, _lowering, _load_families, _emit,
              Dispatch(_pool_code, _grid_code, _meetings), jit.load_objects, memory, NativeProgram)

Pool.provide(lambda parking: _pool_code(target(), parking))
