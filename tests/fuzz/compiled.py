"""Searches for faults of compiled code: accesses outside of buffers, wrong values, programs that do not compile, hangs.

    python -m tests.fuzz.compiled --seconds 60 [--seed N] [--zones] [--xla]
    python -m tests.fuzz.compiled --case SEED [--xla]
    python -m tests.fuzz.compiled --program FILE [--seed N]

Random programs (`compiled_programs`) run in child processes, on both engines (`compiled_checks`): what ends the child is a
finding, as a difference is. `--zones` runs all programs with the compiler's red zones instead of some. A failing case is
reduced and printed as a program with its inputs, and its seed repeats it; `--xla` also prints what XLA makes of it, where jax
is installed. `--program` runs the programs of a file instead of random ones. The last line counts the cases by kind; the exit
status is 1 if something was found.
"""

from __future__ import annotations

import argparse
import contextlib
import faulthandler
import json
import os
import selectors
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

import hloom
from hloom.debug import minimise
from hloom.debug.minimisation import NoFault
from hloom.reference.custom_calls import CUSTOM_CALLS
from hloom.reference.interpreter import Interpreter
from tests.conftest import divide_always
from tests.fuzz.compiled_checks import Setting, difference, problem_of, setting_of
from tests.fuzz.compiled_programs import Case, draw
from tests.harness import targets
from tests.passes.programs import arguments

#: Seconds after which a case hangs; that the reduction of a case may take; findings after which the search ends.
_HANGS, _REDUCTION, _MOST_FINDINGS = 90, 45.0, 8
_MOST_SHOWN = 400


# -- the child ------------------------------------------------------------------------------------------------------------
def _work(seed: int, seconds: float, zones: bool) -> None:
    """Runs cases from `seed` on; says which before each, and what was wrong with it."""
    end = monotonic() + seconds
    while monotonic() < end:
        _say("begin", seed, "")
        case = draw(seed)
        if case is not None:
            _say("case", seed, case.kind)
            problem = problem_of(case, _setting(seed, zones))
            if problem is not None:
                _say("problem", seed, problem)
        seed += 1
    _say("end", seed, "")


def _say(*words: Any) -> None:
    print(json.dumps(words), flush=True)


def _setting(seed: int, zones: bool) -> Setting:
    setting = setting_of(seed)
    return replace(setting, zones=True, passes="all") if zones else setting


# -- the parent -----------------------------------------------------------------------------------------------------------
def search(seconds: float, seed: int, zones: bool = False) -> Iterator[tuple[str, int, str]]:
    """("case", seed, kind) for each case and ("problem", seed, what) for each that fails, until time is over."""
    end = monotonic() + seconds
    while (left := end - monotonic()) > 0:
        command = [sys.executable, "-m", "tests.fuzz.compiled", "--worker", "--seed", str(seed), "--seconds", str(left)]
        with subprocess.Popen([*command, *(["--zones"] if zones else [])], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              env={**os.environ, "HLOOM_CACHE": "0"}) as child:
            is_over = False
            for word, number, what in _lines(child):
                seed = number + 1
                is_over = word == "end"
                if word in ("case", "problem"):
                    yield word, number, what
            if is_over:
                return
            status = child.wait()
            if status < 0:
                what = "hang" if status == -signal.SIGKILL else f"crash: signal {-status} ({signal.Signals(-status).name})"
            else:
                assert child.stderr is not None
                what = f"error: status {status}: {child.stderr.read().decode()[-1000:]}"
            yield "problem", seed - 1, what


def _lines(child: Any) -> Iterator[tuple[str, int, str]]:
    """What the child says; it is ended where it says nothing for long."""
    with selectors.DefaultSelector() as selector:
        selector.register(child.stdout, selectors.EVENT_READ)
        rest = b""
        while True:
            if not selector.select(_HANGS):
                child.kill()
                return
            data = os.read(child.stdout.fileno(), 1 << 16)
            if not data:
                return
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                yield tuple(json.loads(line))


def isolated_problem(case: Case, setting: Setting, seconds: int = 30) -> str | None:
    """The problem of a case, which runs in a child of its own."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        with contextlib.suppress(BaseException):
            faulthandler.disable()
            signal.alarm(seconds)
            problem = problem_of(case, setting)
            os.write(writing, (problem or "").encode()[:60000])
        os._exit(0)
    os.close(writing)
    with open(reading, "rb") as pipe:
        said = pipe.read().decode(errors="replace")
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        return "hang" if number == signal.SIGALRM else f"crash: signal {number} ({signal.Signals(number).name})"
    return said or None


def _class_of(problem: str | None) -> str | None:
    """What a reduced case must share with the first: the sort of problem, the exception and where it comes from."""
    return problem and (problem[:45] if problem.startswith("error") else problem.split(":")[0])


def reduced(case: Case, setting: Setting) -> Case:
    """The smallest case with the same problem that is found in some time; the case itself where that comes and goes."""
    def fails(module: Any, arrays: Sequence[Any]) -> str | None:
        return _class_of(isolated_problem(replace(case, module=module, arrays=list(arrays)), setting))

    try:
        found = minimise(case.module, *case.arrays, fails=fails, seconds=_REDUCTION)
    except NoFault:
        return case
    return replace(case, module=found.module, arrays=found.arrays)


def report(case: Case, problem: str, setting: Setting, with_xla: bool) -> str:
    """A reduced case as text: the problem, the program, the inputs."""
    small = reduced(case, setting)
    lines = [isolated_problem(small, setting) or problem, f"{setting}", str(small.module)]
    for number, array in enumerate(small.arrays):
        shown = repr(array.tolist()) if array.size <= _MOST_SHOWN else f"{array.reshape(-1)[:20].tolist()}..."
        lines.append(f"input {number}: {array.dtype} {array.shape} {shown}")
    if with_xla:
        lines.append(_third_voice(small))
    return "\n".join(lines)


def _third_voice(case: Case) -> str:
    """What XLA computes, as far as it is installed and takes the program."""
    try:
        from benchmarks.engines import XlaProgram, xla_version
    except ImportError:
        return "XLA: the benchmarks are not here"
    if xla_version() is None:
        return "XLA: not installed"
    try:
        program = XlaProgram(str(case.module))
        found = program.results(program.bind(case.arrays)())
    except Exception as error:
        return f"XLA: {str(error)[:300]}"
    with np.errstate(all="ignore"):
        expected = Interpreter(case.module, CUSTOM_CALLS).call_function("main", *case.arrays)
    lines = []
    for number, (a, b) in enumerate(zip(found, expected)):
        message = difference(case.module, number, a, np.asarray(b))
        lines.append(f"XLA, result {number}: {'as the evaluator' if message is None else message}")
    return "\n".join(lines)


# -- programs from a file ---------------------------------------------------------------------------------------------------
def programs_of(path: Path, seed: int = 0) -> Iterator[tuple[str, Case]]:
    """The programs of a file, parted by lines `// -----`, with random inputs; a program's name is its first comment."""
    for text in path.read_text(encoding="utf-8").split("// -----\n"):
        name = next((line[2:].strip() for line in text.splitlines() if line.startswith("//")), "")
        module: Any = hloom.parse(text)
        with np.errstate(all="ignore"):
            yield name, Case("program", module, [np.array(x, order="C") for x in arguments(module, seed)])


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.compiled", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--zones", action="store_true", help="run every program with the compiler's red zones")
    parser.add_argument("--xla", action="store_true", help="print what XLA makes of a finding")
    parser.add_argument("--case", type=int, help="run, reduce and print one case")
    parser.add_argument("--program", type=Path, help="run the programs of a file")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args(words)
    divide_always()
    if chosen.worker:
        _work(chosen.seed, chosen.seconds, chosen.zones)
        return 0
    if chosen.program is not None:
        failed = False
        for name, case in programs_of(chosen.program, chosen.seed):
            for setting in (*(Setting("needed", target, 1) for target in targets()), Setting("all", "host", 2)):
                problem = isolated_problem(case, setting)
                failed |= problem is not None
                print(f"{name}: {problem or 'holds'}", flush=True)
        return int(failed)
    found: dict[str, int] = {}
    counts: Counter[str] = Counter()
    if chosen.case is not None:
        events: Any = [("problem", chosen.case, "")]
    else:
        events = search(chosen.seconds, chosen.seed * 1_000_000, chosen.zones)
    for word, seed, what in events:
        if word == "case":
            counts[what] += 1
            continue
        case, setting = draw(seed), _setting(seed, chosen.zones)
        problem = isolated_problem(case, setting) if case is not None else None
        if problem is None and not what:
            print("holds")
            return 0
        problem = what or problem or ""
        found[f"{seed}"] = 1
        print(f"=== case {seed} ({case.kind if case else 'none'}): {problem[:300]}", flush=True)
        if case is not None:
            print(report(case, problem, setting, chosen.xla), flush=True)
        if len(found) >= _MOST_FINDINGS:
            break
    print(f"{sum(counts.values())} cases ({', '.join(f'{k}: {n}' for k, n in sorted(counts.items()))}), "
          f"{len(found)} findings{': ' + ', '.join(found) if found else ''}")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
