"""Writes `docs/cli.md`, the page of the command line, from the parsers that read it.

    python -m tools.cli_page
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from hloom.cli import parser
from hloom.support import options

#: Groups of arguments that have no heading of their own.
_PLAIN = ("positional arguments", "options")
PAGE = Path(__file__).resolve().parents[1] / "docs" / "cli.md"

_HEAD = """# The command line

Written by `make docs` from what the commands themselves say (`hloom COMMAND --help`).

A *SPEC* is an array: `2x3xf32=1,2,3,4,5,6` as StableHLO writes types, `f32[2,3]={{1,2,3},{4,5,6}}` as HLO does, or a file,
`x.npy` or `x.npz` (also `@x.npy`); arrays of an `.npz` go by the names of arguments and results. `-` is standard input. `//
-----` on a line of its own separates programs in a file (for `verify`, `check` and `format`). StableHLO as text, MLIR
bytecode and portable artifacts, VHLO as text, HLO text and XLA's protocol buffers are told apart by what they contain.

The exit status is 0 where what was asked holds, 1 where it does not, 2 for input or arguments that cannot be used, 130 after
Ctrl-C. What a command found goes to standard output; faults go to standard error, with a caret under the place. `--json`
prints one document. `source <(hloom completion bash)` (or zsh, fish) completes command lines.
"""


def render() -> str:
    """The text of the page."""
    parts = [_HEAD]
    every = [*_with_tools()]
    parts.append("| command | what it does |\n|---|---|\n" + "".join(
        f"| [hloom {name}](#hloom-{name.replace(' ', '-')}) | {_cell(command.description or '')} |\n" for name, command in every))
    parts += [_section(name, command) for name, command in every]
    rows = [f"| `{o.name}` | {o.kind} | {_cell(o.meaning)} | {_cell(o.default_text)} |\n" for o in options.OPTIONS]
    parts.append("## Environment variables\n\n| variable | value | what | default |\n|---|---|---|---|\n" + "".join(rows))
    return "\n".join(parts)


def commands(of: argparse.ArgumentParser | None = None) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """The commands of hloom, or the tools of one of them, each with what reads its arguments."""
    for action in (of or parser())._actions:  # argparse has no public way to ask for them
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices.items()


def _with_tools() -> Iterator[tuple[str, argparse.ArgumentParser]]:
    for name, command in commands():
        yield name, command
        yield from ((f"{name} {tool}", inner) for tool, inner in commands(command))


def _section(name: str, command: argparse.ArgumentParser) -> str:
    parts = [f"## hloom {name}\n", f"{command.description}\n"]
    plain = [action for group in command._action_groups if group.title in _PLAIN for action in group._group_actions]
    parts.append(_table(plain))
    for group in command._action_groups:
        if group.title not in _PLAIN and group._group_actions:
            parts.append(f"{str(group.title).capitalize()}" + (f". {group.description}\n" if group.description else ":\n"))
            parts.append(_table(group._group_actions))
    return "\n".join(parts)


def _table(actions: list[argparse.Action]) -> str:
    shown = [a for a in actions if a.help != argparse.SUPPRESS and "--help" not in a.option_strings
             and not isinstance(a, argparse._SubParsersAction)]
    return "| argument | what |\n|---|---|\n" + "".join(f"| {_invocation(a)} | {_cell(_help(a))} |\n" for a in shown)


def _help(action: argparse.Action) -> str:
    return (action.help or "").replace("%%", "%")


def _invocation(action: argparse.Action) -> str:
    """An option or argument with its value, as it is typed."""
    value = action.metavar if isinstance(action.metavar, str) else "|".join(map(str, action.choices or [])) or action.dest.upper()
    if not action.option_strings:
        return f"`{value}`" + {"+": " one or more", "?": " or none"}.get(str(action.nargs), "")
    shown = "" if action.nargs == 0 else f"[{value}]" if action.nargs == "?" else value
    repeated = " any number of times" if isinstance(action, argparse._AppendAction) else ""
    return ", ".join(f"`{f'{option} {shown}'.rstrip()}`".replace("|", "\\|") for option in action.option_strings) + repeated


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(render(), encoding="utf-8")
