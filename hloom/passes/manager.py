"""The pipeline of passes, and running it: `run_passes(module)` gives the program in the form that the compiler takes.

A pass is a module of this package with a function `run(module) -> changed`, which rewrites the module in place. It may state
in `NEEDS` the classes of operations without any of which it changes nothing.
Adding one is described in docs/add-a-pass.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence, Set
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from hloom.ir.core import Operation
from hloom.ops.common.decomposition import clone
from hloom.passes import (
    batch_products,
    canonicalize,
    cse,
    dce,
    decompose,
    flatten_tuples,
    fold,
    inline,
    loop_invariant,
    sink_constants,
    sink_transposes,
    trim_carried,
    values_only,
)
from hloom.support.diagnostics import InternalError, UserError, VerificationError
from hloom.support.files import write_dump
from hloom.support.spelling import did_you_mean
from hloom.support.switches import CURRENT


class Pass(NamedTuple):
    """A named transformation of a module in place; `run` says whether it changed anything.

    `needs` are the names of operations without any of which it changes nothing, so that it is not run.
    """

    name: str
    run: Callable[..., bool]
    needs: Set[str] | None = None


def needs_of(module: Any) -> Set[str] | None:
    """The names of the operations that the pass in a module needs (`Pass.needs`)."""
    needs = getattr(module, "NEEDS", None)
    return needs and frozenset([cls.name for cls in needs])


def _named(module: Any) -> Pass:
    return Pass(module.__name__.rpartition(".")[2], module.run, needs_of(module))


#: Every pass by its name, but for those of targets.
PASSES: dict[str, Pass] = {p.name: p for p in map(_named, (
    flatten_tuples, inline, decompose, trim_carried, canonicalize, fold, cse, loop_invariant, batch_products,
    sink_transposes, sink_constants, values_only, dce))}

#: The passes of a compilation in their order, but for those of targets.
PIPELINE: tuple[Pass, ...] = tuple(PASSES[name] for name in (
    "flatten_tuples",  # first: no later pass meets tuples where values are carried, called with or returned
    "inline",          # before all others: every later pass sees one function, and knows the arguments of what was called
    "decompose",       # before canonicalize, whose rules then meet the parts
    "trim_carried",    # before canonicalize, which then sees the constants that loops carried
    "canonicalize",
    "cse",             # after canonicalize: equal computations now look equal
    "canonicalize",    # what is one value now cancels: x - x, select(p, x, x)
    "values_only",  # after cse, which may find a use for them
    "loop_invariant",  # after cse, which finds in the loop what is computed before it
    "batch_products",  # after loop_invariant, which takes weights out of loops
    "sink_transposes",  # after canonicalize, which makes one of several that follow each other
    "sink_constants",  # after cse and loop_invariant, which take constants out of blocks
    "dce",             # last: removes what the others left
))


#: The passes of a target come before this one: after batch_products, which looks for products as they are written, and before
#: those that look at what stays.
_BEFORE = "sink_transposes"


def pipeline(lowering: Sequence[Pass] = (), **told: Any) -> tuple[Pass, ...]:
    """The passes of a compilation, with those of its target, which are told what they work for."""
    place = next(k for k, step in enumerate(PIPELINE) if step.name == _BEFORE)
    own = [step._replace(run=partial(step.run, **told)) for step in lowering]
    return (*PIPELINE[:place], *own, *PIPELINE[place:])


def run_passes(module: Operation, passes: Sequence[Pass] = PIPELINE, *, verify_each: bool = False,
               dump: Path | None = None, times: dict[str, float] | None = None, stop_after: str | None = None) -> Any:
    """A copy of `module` after `passes`; the module itself is left alone.

    `verify_each` verifies the program after every pass. `dump` is a directory that receives the program after each
    pass as numbered text files. `times` receives the seconds spent by pass, those of passes that run twice added up.
    `stop_after` names the last pass to run (its first occurrence). Raises UserError for programs that cannot be
    compiled and for a pass that does not exist; InternalError where a pass fails.
    """
    if stop_after is not None and all(p.name != stop_after for p in passes):
        names = tuple(dict.fromkeys(p.name for p in passes))
        raise UserError(f"there is no pass {stop_after!r}{did_you_mean(stop_after, names)}; "
                        f"passes are {', '.join(names)}")
    _require_structured(module)
    program = _copy(module)
    if dump is not None:
        _write(dump, 0, "input", program, True)
    present: Set[str] | None = None  # the names of the operations that there are, where a pass has asked for them
    for number, step in enumerate(passes, 1):
        start = perf_counter()
        if step.needs is not None and present is None:
            present = {op.name for op in program.walk()}
        is_needed = step.needs is None or present is None or not present.isdisjoint(step.needs)
        changed = is_needed and _run(step, program, verify_each)
        if changed:
            present = None
        if times is not None:
            times[step.name] = times.get(step.name, 0.0) + perf_counter() - start
        if dump is not None:
            _write(dump, number, step.name, program, changed)
        if step.name == stop_after:
            break
    return program


def _run(step: Pass, module: Operation, verify: bool) -> bool:
    switches = CURRENT.get()
    if switches is not None and not switches.begins(step.name):
        return False
    try:
        changed = step.run(module)
        if changed and switches is not None:
            switches.changed(step.name)
        if verify:
            from hloom.verify import verify as verify_program

            verify_program(module)
        return changed
    except VerificationError as error:
        raise InternalError(f"the pass {step.name} made an invalid program; {_replay(step)}\n{error}") from error
    except (UserError, MemoryError):
        raise
    except InternalError as error:
        raise InternalError(f"the pass {step.name} failed: {error}; {_replay(step)}") from error
    except RecursionError:
        raise UserError("the program's regions are nested too deeply to be compiled") from None
    except Exception as error:
        raise InternalError(f"the pass {step.name} failed: {type(error).__name__}: {error}; {_replay(step)}") from error


def _replay(step: Pass) -> str:
    return f"to see it again: hloom compile FILE --stop-after {step.name} --dump DIR"


def _copy(module: Any) -> Any:
    made = clone(module, {})
    if hasattr(module, "source"):
        made.source = module.source  # type: ignore[attr-defined]
    return made


def _require_structured(module: Operation) -> None:
    """Raises UserError for regions of several blocks, which only structured control flow avoids."""
    for op in module.walk():
        if op.regions and any(len(region.blocks) > 1 for region in op.regions):
            raise UserError.at(op.span, "region", f"{op.name} has a region of several blocks; only structured control "
                               "flow (if, case, while) can be compiled")


def _write(directory: Path, number: int, name: str, module: Any, changed: bool) -> None:
    from hloom.text.mlir import print_module

    for old in directory.glob(f"{number:02}-*.mlir"):
        if re.fullmatch(r"\d\d-\w+\.mlir", old.name):
            with suppress(OSError):
                old.unlink()  # of an earlier run with other passes
    text = f"// {name}{'' if changed else ' (unchanged)'}\n{print_module(module)}"
    write_dump(directory, f"{number:02}-{name}.mlir", text)
