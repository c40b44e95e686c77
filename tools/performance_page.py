"""Writes `docs/performance.md` from the records under `docs/measured/`: for each machine the newest one.

    python -m tools.performance_page

`make bench BENCH=--record` makes a record of the machine that it runs on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from benchmarks import record

PAGE = record.FOLDER.parent / "performance.md"

_HEAD = """# Performance

Written by `make docs` from the records in [measured](measured); `make bench BENCH=--record` adds one of the machine that it runs
on, and [benchmarks/README.md](../benchmarks/README.md) says what each benchmark measures. hloom and XLA for the CPU (through jax)
run in one process, on the same inputs, in turns. **Every figure is XLA's time over hloom's: above 1 hloom is faster.**

| column | what |
|---|---|
| run | calls, the median of turns |
| run with huge pages | the same where the allocator uses huge pages, which spares XLA most page faults on large results |
| compile | from text to executable, the median of five processes: no cache, a library made of programs of other sizes |
| compile without the library | the same with neither cache nor library |
| second start | XLA's compile time over what hloom takes to start from its cache |
| start of a process | what each does once, from its import to its first program |
"""


def render(records: Sequence[Mapping[str, Any]]) -> str:
    """The text of the page; `records` are in order, the newest first."""
    newest: dict[tuple[str, int], Mapping[str, Any]] = {}
    for found in records:
        newest.setdefault((found["setting"]["processor"], found["setting"]["threads"]), found)
    return "\n".join([_HEAD.rstrip("\n"), *(line for found in newest.values() for line in _machine(found)), ""])


def _machine(found: Mapping[str, Any]) -> Iterator[str]:
    setting, rows, means = found["setting"], found["rows"], found["means"]
    yield f"\n## {setting['processor']}, {setting['threads']} threads\n"
    peer = f"jaxlib {setting['jaxlib']}" if setting.get("jaxlib") else "without XLA"
    yield f"{found['date']}, commit {found['commit']}, {peer}, by `{found['command']}`."
    if "transcribed" in found:
        yield f"This record was not written by the benchmark but {found['transcribed']}."
    headings = [what for what, _ in record.RATIOS.values()]
    yield f"\n| program | {' | '.join(headings)} |\n|---|{'---|' * len(headings)}"
    for row in rows:
        yield _row(row["program"], row)
    yield _row(f"geometric mean of {means['programs']}", means)
    faults = [f"- {row['program']}: {row[key]}" for row in rows for key in ("hloom_error", "xla_error") if key in row]
    faults += [f"- {row['program']}: left to the reference evaluator: {', '.join(row['fallbacks'])}" for row in rows
               if row.get("fallbacks")]
    yield from ["", *faults] if faults else []
    if "others" in found:
        yield "\nWhat the other benchmarks gave on this machine:\n\n| command | gave |\n|---|---|"
        yield from (f"| {_code(other['command'])} | {other['gave']} |" for other in found["others"])


def _row(title: str, row: Mapping[str, Any]) -> str:
    return f"| {title} | {' | '.join(record.stated(row.get(key), key) for key in record.RATIOS)} |"


def _code(command: str) -> str:
    return command if command.startswith("the same") else f"`{command}`"


if __name__ == "__main__":
    PAGE.write_text(render(record.read_all()), encoding="utf-8")
