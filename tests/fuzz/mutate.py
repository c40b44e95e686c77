"""Mutates programs and reads what comes out: hostile input must give a located error, quickly, and nothing else.

    python -m tests.fuzz.mutate [FOLDER...] [--iterations N] [--seed S] [--seconds T]

Every iteration takes one program, changes it in a few places, and parses it; what parses is verified, printed in both forms and
parsed again. Anything but a UserError is a finding, and so is an iteration that takes too long or too much memory. Iterations are
numbered, and each is drawn from the seed and its number alone, so that `--first K --iterations 1` repeats one.
"""

from __future__ import annotations

import argparse
import random
import re
import resource
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import hloom
from hloom.support.diagnostics import UserError
from hloom.text.mlir import Limits, parse, print_module

#: Seconds of processor time that one iteration may take, and kilobytes by which it may make the process grow.
TIME_LIMIT = 2.0
MEMORY_LIMIT = 1 << 19
#: What programs may ask for while they are mutated: nothing in the corpus comes near.
LIMITS = Limits(constant_size=1 << 26)

_TOKENS = re.compile(r'"(?:[^"\\\n]|\\.)*"|->|[%@^#!]?[\w$.-]+|\S')
_SPLICES = (
    "",
    " ",
    "\n",
    "(",
    ")",
    "<",
    ">",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "=",
    "->",
    "x",
    "?",
    '"',
    "%0",
    "%arg0",
    "%0#1",
    "@main",
    "^bb0",
    "#a",
    "!a",
    "0",
    "-1",
    "1",
    "2",
    "9223372036854775807",
    "-9223372036854775808",
    "99999999999999999999",
    "4294967296",
    "0x7FC00000",
    "1.0",
    "1.0e400",
    "0xFFF",
    "dense<>",
    "dense<[]>",
    'dense<"0x">',
    "array<i64>",
    "unit",
    "true",
    "false",
    "loc(unknown)",
    "tensor<f32>",
    "tensor<?xf32>",
    "tensor<0xi1>",
    "tensor<2x3xcomplex<f32>>",
    "tensor<1000000x1000000xf64>",
    "!stablehlo.token",
    "tuple<>",
    "i1",
    "index",
    "none",
    "!quant.uniform<i8:f32, 0.1:3>",
    "tensor<4x!quant.uniform<i8:f32:0, {1.0, 2.0}>>",
    "#stablehlo.bounds<3>",
    "stablehlo.add",
    "stablehlo.constant",
    "stablehlo.return",
    "func.return",
    '"stablehlo.if"',
    "attributes {}",
    "é",
    "\x00",
    "\u2028",
    "//",
    "{-#",
    "#-}",
    # HLO
    "f32[]",
    "s32[2,3]{0,1}",
    "f32[<=4,?]",
    "(f32[], token[])",
    "f32[1000000,1000000]",
    "parameter(0)",
    "constant(1)",
    "ROOT ",
    "ENTRY",
    "{...}",
    "{{0,1},{2,3}}",
    "[2,2]<=[4]T(0)",
    "dimensions={0}",
    "to_apply=add",
    "sharding={replicated}",
    "backend_config={}",
    "/*",
    "*/",
    "while(",
    "tuple(",
    "nan",
    "-inf",
    "E(4)",
)


@dataclass(frozen=True)
class Finding:
    """A mutated program that did not end in a result or a located error."""

    number: int
    text: str
    problem: str


def mutated(programs: Sequence[str], source: random.Random) -> str:
    """One of the programs with a few random changes."""
    text = source.choice(programs)
    for _ in range(source.choice((1, 1, 1, 2, 3, 5, 10))):
        text = _changed(text, programs, source)
    return text


def _changed(text: str, programs: Sequence[str], source: random.Random) -> str:
    if not text:
        return source.choice(_SPLICES)
    kind = source.randrange(9)
    if kind < 5:
        tokens = list(_TOKENS.finditer(text))
        if not tokens:
            return text
        token = source.choice(tokens)
        start, end = token.span()
        if kind == 0:  # another token of the same program
            return text[:start] + source.choice(tokens).group() + text[end:]
        if kind == 1:  # a token from the list
            return text[:start] + source.choice(_SPLICES) + text[end:]
        if kind == 2:  # a token less
            return text[:start] + text[end:]
        if kind == 3:  # a token more
            return text[:start] + source.choice(_SPLICES) + " " + text[start:]
        other = list(_TOKENS.finditer(source.choice(programs)[:20_000]))
        return text[:start] + (source.choice(other).group() if other else "") + text[end:]
    lines = text.split("\n")
    at = source.randrange(len(lines))
    if kind == 5:  # a line less, twice, or elsewhere
        line = lines.pop(at)
        for _ in range(source.randrange(3)):
            lines.insert(source.randrange(len(lines) + 1), line)
        return "\n".join(lines)
    if kind == 6:  # a line of another program
        lines.insert(at, source.choice(source.choice(programs).split("\n")))
        return "\n".join(lines)
    place = source.randrange(len(text))
    if kind == 7:  # cut off
        return text[:place]
    return text[:place] + chr(source.choice((source.randrange(128), source.randrange(0x3000)))) + text[place + 1 :]


def problem_with(text: str) -> str | None:
    """What is wrong with how a text is dealt with; None if it gives a result or a located error in time."""
    return _problem_of(text, _reads_back)


def problem_with_hlo(text: str) -> str | None:
    """The same for an HLO text: what is read is verified, printed in two forms, and read again."""
    return _problem_of(text, _hlo_reads_back)


def _reads_back(text: str) -> bool:
    module = parse(text, "<mutated>", limits=LIMITS)
    # Names are unique within a scope: a value that is used outside of its own has none that can be read back.
    is_scoped = all(fault.code != "dominance" for fault in hloom.diagnose(module))
    for generic in (False, True) if is_scoped else ():
        printed = print_module(module, generic=generic)
        if print_module(parse(printed, "<printed>", limits=LIMITS), generic=generic) != printed:
            return False
    return True


def _hlo_reads_back(text: str) -> bool:
    module = hloom.parse(text, format="hlo", name="<mutated>")
    hloom.diagnose(module)
    for short in (False, True):
        printed = module.to_hlo_text(short=short)
        if hloom.parse(printed, format="hlo", name="<printed>").to_hlo_text(short=short) != printed:
            return False
    return True


def _problem_of(text: str, reads_back: Callable[[str], bool]) -> str | None:
    """What is wrong with how a reader deals with a text."""
    start, before = time.process_time(), _most_memory()
    try:
        if not reads_back(text):
            return "printed text reads back as another program"
    except UserError as error:
        if "<printed>" in str(error):
            return f"printed text cannot be read: {error}"
    except Exception:
        return traceback.format_exc()
    taken = time.process_time() - start
    if taken > TIME_LIMIT:
        return f"took {taken:.1f} s"
    grown = _most_memory() - before
    return f"{grown} kB of memory more have been taken" if grown > MEMORY_LIMIT else None


def _most_memory() -> int:
    """Kilobytes that the process has had at most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def run(programs: Sequence[str], seed: int, first: int, iterations: int, seconds: float,
        tried: Callable[[int], object] = lambda number: None,
        judge: Callable[[str], str | None] = problem_with) -> Iterator[Finding]:
    """Findings of iterations number `first` and following, until there were enough or the time is over; `tried` is told each."""
    end = time.perf_counter() + seconds
    for number in range(first, first + iterations):
        tried(number)
        text = mutated(programs, random.Random(f"{seed}/{number}"))
        problem = judge(text)
        if problem is not None:
            yield Finding(number, text, problem)
        if time.perf_counter() > end:
            return


def read_programs(folders: Sequence[Path], largest: int = 20_000, suffix: str = "mlir") -> list[str]:
    """The texts of all programs below some folders, but the longest."""
    texts = (path.read_text() for folder in folders for path in sorted(folder.rglob(f"*.{suffix}")))
    return [text for text in texts if len(text) <= largest]


def default_folders() -> list[Path]:
    """Where programs of all kinds are."""
    tests = Path(__file__).resolve().parent.parent
    conformance = tests.parent.parent / "shared" / "conformance"
    return [tests / "cases", *(conformance / name for name in ("verify", "roundtrip") if (conformance / name).is_dir())]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    parser.add_argument("folders", nargs="*", type=Path, help="default: the cases of the tests, and the conformance programs")
    parser.add_argument("--iterations", type=int, default=10**9)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--show", type=int, default=10, help="findings after which to stop")
    parser.add_argument("--hlo", action="store_true", help="mutate HLO texts, *.hlo, in place of *.mlir")
    arguments = parser.parse_args()
    programs = read_programs(arguments.folders or default_folders(), suffix="hlo" if arguments.hlo else "mlir")
    judge = problem_with_hlo if arguments.hlo else problem_with
    count, numbers = 0, [arguments.first - 1]
    for finding in run(programs, arguments.seed, arguments.first, arguments.iterations, arguments.seconds, numbers.append,
                       judge):
        count += 1
        print(f"iteration {finding.number}: {finding.problem}")
        if arguments.iterations == 1:
            print(finding.text)
        if count >= arguments.show:
            break
    print(f"{len(programs)} programs to start from, {numbers[-1] + 1 - arguments.first} mutated, {count} findings")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
