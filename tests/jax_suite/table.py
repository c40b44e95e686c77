"""What came out on both engines, side by side: a row a file, the tests that only XLA-CPU passes, and these by kind."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from tests.jax_suite.exclusions import Exclusion, reason_for
from tests.jax_suite.results import FAILURES, Outcome, Results

#: The columns of a row: what became of the tests that ran on both engines.
KINDS = ("both", "hloom", "xla", "neither", "skipped")


def kind_of(xla: Outcome, hloom: Outcome) -> str:
    """Which column a test counts in: `hloom` and `xla` are those that only this engine passes, `skipped` those neither runs."""
    passes = (xla.outcome == "passed", hloom.outcome == "passed")
    if any(passes):
        return {(True, True): "both", (False, True): "hloom", (True, False): "xla"}[passes]
    return "skipped" if xla.outcome == hloom.outcome == "skipped" else "neither"


@dataclass(frozen=True)
class Lost:
    """A test that only XLA-CPU passes: what became of it on hloom, and the reason where one is known."""

    name: str
    outcome: str
    message: str
    reason: str | None = None


@dataclass
class Row:
    """A file: how many tests were collected and ran on both engines, how many count in each column, and what was lost."""

    file: str
    collected: int = 0
    ran: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    lost: list[Lost] = field(default_factory=list)
    xla_seconds: float = 0.0
    hloom_seconds: float = 0.0
    problems: list[str] = field(default_factory=list)

    @property
    def share(self) -> float | None:
        """Of the tests that XLA-CPU passes, the share that hloom passes; None where it passes none."""
        passed = self.counts["both"] + self.counts["xla"]
        return self.counts["both"] / passed if passed else None


def compare(file: str, xla: Results, hloom: Results, exclusions: list[Exclusion]) -> Row:
    """The row of a file. Tests that only one engine has a result of are not in it; that they are missing is a problem."""
    row = Row(file, max(xla.collected, hloom.collected))
    row.problems = [f"{engine}: {said}" for engine, results in (("xla", xla), ("hloom", hloom)) for said in results.problems]
    if xla.collected and hloom.collected and xla.collected != hloom.collected:
        row.problems.append(f"{xla.collected} tests collected on XLA-CPU, {hloom.collected} on hloom")
    for name in sorted(xla.tests.keys() & hloom.tests.keys()):
        mine, theirs = hloom.tests[name], xla.tests[name]
        kind = kind_of(theirs, mine)
        row.ran += 1
        row.counts[kind] += 1
        row.xla_seconds += theirs.seconds
        row.hloom_seconds += mine.seconds
        if kind == "xla":
            row.lost.append(Lost(name, mine.outcome, mine.message, reason_for(name, exclusions)))
    return row


def total(rows: list[Row]) -> Row:
    whole = Row("all")
    for row in rows:
        whole.collected += row.collected
        whole.ran += row.ran
        whole.counts += row.counts
        whole.lost += row.lost
        whole.xla_seconds += row.xla_seconds
        whole.hloom_seconds += row.hloom_seconds
    return whole


def signature(lost: Lost) -> str:
    """What failures of one cause have in common: outcome and first line, less what differs from test to test."""
    said = re.sub(r"0x[0-9a-f]+|\d+(?:\.\d+)?(?:e[+-]?\d+)?", "N", lost.message)
    said = re.sub(r"HloModule .*", "HloModule...", said)
    said = re.sub(r"'[^']*'|\"[^\"]*\"", "'...'", said)
    said = re.sub(r"\([^()]*\)", "(...)", said)
    return f"{lost.outcome}: {said[:110]}"


def by_kind(lost: list[Lost]) -> dict[str, list[Lost]]:
    """Failures by signature, the most frequent first."""
    groups: defaultdict[str, list[Lost]] = defaultdict(list)
    for one in lost:
        groups[signature(one)].append(one)
    return dict(sorted(groups.items(), key=lambda group: -len(group[1])))


def unused(exclusions: list[Exclusion], tests: Mapping[str, Outcome]) -> list[Exclusion]:
    """Exclusions whose tests ran on hloom and all pass: they are to be taken away."""
    found = []
    for exclusion in exclusions:
        outcomes = [test.outcome for name, test in tests.items() if exclusion.covers(name)]
        if outcomes and all(outcome not in (*FAILURES, "skipped") for outcome in outcomes):
            found.append(exclusion)
    return found


def percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.2f} %"


def markdown(rows: list[Row], title: str, stale: list[Exclusion]) -> str:
    """The whole as a page."""
    head = ["file", "collected", "ran on both", "passed on both", "on hloom only", "on XLA only", "on neither", "skipped",
            "of XLA's, hloom passes", "s XLA", "s hloom"]
    lines = [f"# {title}", "", f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    for row in (*rows, total(rows)):
        cells = [row.file, row.collected, row.ran, *(row.counts[kind] for kind in KINDS), percent(row.share),
                 f"{row.xla_seconds:.0f}", f"{row.hloom_seconds:.0f}"]
        lines.append(f"| {' | '.join(map(str, cells))} |")
    lost = [one for row in rows for one in row.lost]
    for heading, chosen in (("passed on XLA-CPU only, without a reason", [one for one in lost if one.reason is None]),
                            ("passed on XLA-CPU only, with a reason", [one for one in lost if one.reason is not None])):
        lines += ["", f"## {len(chosen)} {heading}"]
        for kind, group in by_kind(chosen).items():
            lines += ["", f"**{len(group)} x {_plain(kind)}**", ""]
            lines += [f"- `{one.name}`: {_plain(one.reason or one.message or one.outcome)}" for one in group]
    if problems := [f"- {row.file}: {_plain(problem)}" for row in rows for problem in row.problems]:
        lines += ["", "## Problems of whole files", "", *problems]
    if stale:
        lines += ["", "## Exclusions that pass", "", *(f"- `{one.pattern}`: {one.reason}" for one in stale)]
    return "\n".join(lines) + "\n"


def _plain(text: str) -> str:
    return text.replace("|", "\\|").replace("*", "\\*").replace("`", "'")


def document(rows: list[Row], **setting: Any) -> dict[str, Any]:
    """The whole for programs to read."""
    whole = total(rows)
    return {"setting": setting, "share": whole.share, "counts": dict(whole.counts),
            "rows": [{**asdict(row), "counts": dict(row.counts), "share": row.share} for row in rows]}
