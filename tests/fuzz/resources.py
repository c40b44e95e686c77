"""Attacks on the limits of time and memory, in child processes that are watched.

    python -m tests.fuzz.resources --seconds S [--seed N]

Random programs of huge sizes, windows, loops and call trees (`resource_programs`) are parsed, verified, evaluated with a limit
on memory and steps, and compiled. Every one must give a result or a UserError, in time, and without taking much more memory than
it may: anything else is a finding, which is printed with its program, and makes the exit status 1.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import re
import sys
import threading
import time
import traceback
from collections import Counter
from pathlib import Path
from typing import Any

from tests.fuzz.resource_programs import KINDS, draw

#: Seconds that a stage of one program may take; the machine may be busy.
STAGE_SECONDS = 30.0
#: What `evaluate` is given, and by how much the process may grow over it: LLVM, texts and Python's own objects take memory, too.
MEMORY_LIMIT = 128 << 20
GROWTH = 3 * MEMORY_LIMIT
STEP_LIMIT, TIME_LIMIT = 20_000, 10.0
#: Address space of a child beyond what it has at its start, so that what is not bounded fails instead of filling the machine.
ADDRESS_SPACE = 6 << 30
#: A child is replaced after this many programs.
PROGRAMS_OF_A_CHILD = 200
STAGES = ("parse", "verify", "evaluate", "compile")


def _peak() -> int:
    """The most memory that this process has had since `_reset_peak`."""
    found = re.search(r"VmHWM:\s*(\d+) kB", Path("/proc/self/status").read_text())
    return int(found[1]) << 10 if found else 0


def _reset_peak() -> None:
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        pass  # no Linux, or not allowed: peaks are then those since the start


def _resident() -> int:
    found = re.search(r"VmRSS:\s*(\d+) kB", Path("/proc/self/status").read_text())
    return int(found[1]) << 10 if found else 0


def _arguments(module: Any) -> list[Any]:
    """Zeros for the arguments of `main`, where they are small."""
    import numpy as np

    from hloom.ir.types import TensorType

    types = module.functions["main"].function_type.inputs
    fit = [isinstance(t, TensorType) and t.is_static and t.rank <= 64 for t in types]
    return [np.zeros(t.shape, t.storage.dtype) if fits else 0 for t, fits in zip(types, fit)]


def _run(text: str, say: Any) -> None:
    """Takes a program through the stages; says after each how it went: `ok`, the code of a UserError, or what is wrong."""
    import hloom
    from hloom.support.diagnostics import UserError

    module: Any = None
    for stage in STAGES:
        _reset_peak()
        before = _resident()
        try:
            if stage == "parse":
                module = hloom.parse(text)
            elif stage == "verify":
                module.verify()
            elif stage == "evaluate":
                hloom.evaluate(module, *_arguments(module), step_limit=STEP_LIMIT, memory_limit=MEMORY_LIMIT,
                               time_limit=TIME_LIMIT)
            else:
                hloom.compile(module)
            outcome, fault = "ok", None
        except UserError as error:
            codes = [d.code for d in error.diagnostics]
            outcome, fault = codes[0] if codes else type(error).__name__, None
            if "there is not as much memory" in str(error):
                fault = f"memory was taken that the limit does not know: {str(error)[:300]}"
            elif len(str(error)) > 100_000:
                fault = f"a message of {len(str(error)):,} characters"
        except BaseException:
            outcome, fault = "exception", traceback.format_exc()[-1500:]
        grown = _peak() - before
        if fault is None and grown > GROWTH:
            fault = f"the process grew by {grown >> 20} MiB"
        say((stage, outcome, fault))
        if outcome != "ok" and stage in ("parse", "verify"):
            return


def _child(pipe: Any) -> None:
    import resource

    import hloom
    from hloom.runtime.pool import Pool

    # What is loaded and started once is no program's fault.
    warm = hloom.parse("func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : tensor<4xf32> }")
    hloom.evaluate(warm, *_arguments(warm))
    hloom.compile(warm)
    Pool.get()
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    threading.stack_size(2 << 20)  # a grid of a thousand processes has to fit
    resource.setrlimit(resource.RLIMIT_AS, (used + ADDRESS_SPACE, used + ADDRESS_SPACE))
    while (text := pipe.recv()) is not None:
        _run(text, pipe.send)
        pipe.send(None)


class Watched:
    """A child process that runs programs one after the other, and is replaced when one of them ends it."""

    def __init__(self) -> None:
        self.context, self.done = multiprocessing.get_context("spawn"), 0
        self.process: Any = None
        self.pipe: Any = None

    def run(self, text: str) -> tuple[list[tuple[str, str]], str | None]:
        """How the stages went, and the fault that was found."""
        if self.process is None or self.done >= PROGRAMS_OF_A_CHILD:
            self.end()
            self.pipe, theirs = self.context.Pipe()
            self.process = self.context.Process(target=_child, args=(theirs,), daemon=True)
            self.process.start()
            theirs.close()
            self.done = 0
        self.done += 1
        outcomes: list[tuple[str, str]] = []
        stage = STAGES[0]
        try:
            self.pipe.send(text)
            while True:
                patience = STAGE_SECONDS + (60 if self.done == 1 else 0)  # the first one waits for the child to start
                if not self.pipe.poll(patience):
                    self.end(kill=True)
                    return outcomes, f"{stage} did not end within {patience:.0f} s"
                said = self.pipe.recv()
                if said is None:
                    return outcomes, None
                stage, outcome, fault = said
                outcomes.append((stage, outcome))
                if fault is not None:
                    self.end(kill=True)
                    return outcomes, f"{stage}: {fault}"
                stage = STAGES[min(STAGES.index(stage) + 1, len(STAGES) - 1)]
        except (EOFError, OSError):
            self.process.join(5)
            status = self.process.exitcode
            self.process = None
            return outcomes, f"{stage} ended the process with status {status}"

    def end(self, kill: bool = False) -> None:
        if self.process is None:
            return
        if kill:
            self.process.kill()
        else:
            try:
                self.pipe.send(None)
            except OSError:
                pass
        self.process.join(20)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.process = None


def _reduced(text: str, is_faulty: Any, seconds: float) -> str:
    """The text without the lines that the fault does not need."""
    end = time.monotonic() + seconds
    lines = text.split("\n")
    size = max(len(lines) // 2, 1)
    while size >= 1 and time.monotonic() < end:
        start = 0
        while start < len(lines) and time.monotonic() < end:
            shorter = lines[:start] + lines[start + size :]
            if shorter and is_faulty("\n".join(shorter)):
                lines = shorter
            else:
                start += size
        size //= 2
    return "\n".join(lines)


def search(seconds: float, seed: int, kind: str | None = None) -> tuple[Counter[str], list[dict[str, str]]]:
    """Counts of outcomes by kind, stage and code, and what was found: kind, fault, program."""
    rng, counts, findings = random.Random(seed), Counter(), []
    watched = Watched()
    try:
        watched.run("")  # starts the child, which takes some seconds of its own
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            name, text = draw(rng, kind)
            outcomes, fault = watched.run(text)
            counts.update(f"{name} {stage} {outcome}" for stage, outcome in outcomes)
            counts["programs"] += 1
            if fault is not None:
                what = fault.split("\n")[0][:20]
                shorter = _reduced(text, lambda t, what=what: (watched.run(t)[1] or "").startswith(what), 20) \
                    if "did not end" not in fault else text
                findings.append({"kind": name, "fault": fault, "program": shorter})
    finally:
        watched.end(kill=True)
    return counts, findings


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.resources", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kind", choices=list(KINDS), help="draw programs of one kind only")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    arguments = parser.parse_args(argv)
    counts, findings = search(arguments.seconds, arguments.seed, arguments.kind)
    if arguments.json:
        print(json.dumps({"seed": arguments.seed, "counts": counts, "findings": findings}))
    else:
        for name, count in sorted(counts.items()):
            print(f"{count:7} {name}")
        for finding in findings:
            program = finding["program"]
            print(f"-- {finding['kind']}: {finding['fault']}\n{program if len(program) < 4000 else program[:4000] + ' ...'}\n")
        print(f"seed {arguments.seed}: {counts['programs']} programs, {len(findings)} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
