"""What is known of the tests of one file on one engine: the lines that a child process wrote."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

#: What may become of a test. `crashed`: its process ended in it; `timeout`: it took longer than it may.
OUTCOMES = ("passed", "failed", "crashed", "timeout", "skipped")
FAILURES = ("failed", "crashed", "timeout")


@dataclass(frozen=True)
class Outcome:
    """What became of a test: one of OUTCOMES, the seconds it took; where it did not pass the class and first line of why, and
    more of what was said."""

    outcome: str
    seconds: float = 0.0
    message: str = ""
    text: str = ""


@dataclass
class Results:
    """Of a file of tests on an engine: how many pytest collected, how many of those were chosen, and what became of them.

    `problems` are those of no single test: the file cannot be imported, the process does not end.
    """

    collected: int = 0
    chosen: int = 0
    tests: dict[str, Outcome] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    @property
    def is_complete(self) -> bool:
        return self.collected > 0 and len(self.tests) >= self.chosen

    @property
    def seconds(self) -> float:
        return sum(test.seconds for test in self.tests.values())

    def counts(self) -> Counter[str]:
        return Counter(test.outcome for test in self.tests.values())

    def summary(self) -> str:
        counts = self.counts()
        said = ", ".join(f"{counts[outcome]} {outcome}" for outcome in OUTCOMES if counts[outcome]) or "no tests"
        return f"{said} of {self.collected} collected, {self.seconds:.0f} s" + "".join(f"; {p}" for p in self.problems)


def read(path: Path) -> Results:
    """The results in a file of lines; of a test that is in it twice, the later ones. None of it where there is no such file."""
    results = Results()
    if not path.exists():
        return results
    for text in path.read_text(encoding="utf-8").splitlines():
        line = json.loads(text)
        if "name" in line:
            name = line.pop("name")
            results.tests[name] = Outcome(**line)
        elif "collected" in line:
            results.collected, results.chosen = line["collected"], line["chosen"]
        elif "problem" in line and line["problem"] not in results.problems:
            results.problems.append(line["problem"])
    return results


def append(path: Path, **line: object) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")
