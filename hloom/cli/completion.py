"""Print what makes a shell complete hloom's command lines.

bash: `source <(hloom completion bash)`; zsh: `hloom completion zsh > "${fpath[1]}/_hloom"`; fish:
`hloom completion fish > ~/.config/fish/completions/hloom.fish`. Commands, options and their choices are read off the parser, and
so are always those of the version that prints them.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from typing import NamedTuple


class Option(NamedTuple):
    """An option as shells complete it: its spellings, what it means, whether a value follows, and which values there are."""

    names: tuple[str, ...]
    help: str
    takes_value: bool
    choices: tuple[str, ...]
    #: Whether the value is the name of a file; a value that is neither this nor a choice is not completed.
    is_file: bool


class Command(NamedTuple):
    """A subcommand: its options, and what stands without an option: words, or else files."""

    name: str
    help: str
    options: tuple[Option, ...]
    words: tuple[str, ...]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The default `top` is the parser of the whole command line, which `run` reads."""
    parser.add_argument("shell", choices=tuple(_SHELLS), help="the shell")


def run(arguments: argparse.Namespace) -> int:
    print(_SHELLS[arguments.shell](list(commands(arguments.top))), end="")
    return 0


def commands(parser: argparse.ArgumentParser) -> Iterator[Command]:
    """The subcommands of a parser."""
    group = next(a for a in parser._actions if isinstance(a, argparse._SubParsersAction))
    helps = {choice.dest: choice.help or "" for choice in group._choices_actions}
    for name, command in group.choices.items():
        actions = command._actions
        words = tuple(str(c) for a in actions if not a.option_strings for c in a.choices or ())
        yield Command(name, _plain(helps[name]), tuple(_option(a) for a in actions if a.option_strings), words)


_FILES = re.compile(r"FILE|DIR|OUT|PATH|SPEC")


def _option(action: argparse.Action) -> Option:
    takes_value = action.nargs != 0
    metavar = action.metavar if isinstance(action.metavar, str) else action.dest.upper()
    choices = tuple(map(str, action.choices or ()))
    return Option(tuple(action.option_strings), _plain(action.help or ""), takes_value, choices,
                  takes_value and not choices and _FILES.search(metavar) is not None)


def _plain(text: str) -> str:
    """A help text in one line, as argparse would print it, without what shells give a meaning."""
    return re.sub(r"[\s'\"`\\\[\]$:]+", " ", text.replace("%%", "%").replace("'s ", " ")).strip()


def _bash(found: list[Command]) -> str:
    lines = ["# hloom's completion for bash", "_hloom() {",
             '    local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" command="${COMP_WORDS[1]}"',
             "    COMPREPLY=()", "    if ((COMP_CWORD == 1)); then",
             f'        COMPREPLY=($(compgen -W "{" ".join([*(c.name for c in found), "--help", "--version"])}" -- "$word"))',
             "        return", "    fi", '    case "$command $before" in']
    for command in found:
        for option in command.options:
            if option.takes_value:
                names = "|".join(f'"{command.name} {name}"' for name in option.names)
                action = (f'COMPREPLY=($(compgen -W "{" ".join(option.choices)}" -- "$word"))' if option.choices else
                          'COMPREPLY=($(compgen -f -- "$word"))' if option.is_file else ":")
                lines.append(f"        {names}) {action}; return ;;")
    lines += ["    esac", '    case "$command" in']
    for command in found:
        options = " ".join(name for option in command.options for name in option.names)
        rest = f'compgen -W "{" ".join(command.words)}"' if command.words else "compgen -f"
        lines += [f"        {command.name})",
                  f'            if [[ $word == -* ]]; then COMPREPLY=($(compgen -W "{options}" -- "$word"))',
                  f'            else COMPREPLY=($({rest} -- "$word")); fi ;;']
    return "\n".join([*lines, "    esac", "}", "complete -o filenames -F _hloom hloom"]) + "\n"


def _zsh(found: list[Command]) -> str:
    lines = ["#compdef hloom", "# hloom's completion for zsh", "_hloom() {", "    local -a commands", "    commands=("]
    lines += [f"        '{command.name}:{command.help}'" for command in found]
    lines += ["    )", "    if ((CURRENT == 2)); then", "        _describe command commands", "        return", "    fi",
              "    local command=$words[2]", "    shift words", "    ((CURRENT--))", '    case "$command" in']
    for command in found:
        lines.append(f"        {command.name}) _arguments \\")
        for option in command.options:
            value = f":value:({' '.join(option.choices)})" if option.choices else ":file:_files" if option.is_file else ":value:"
            lines += [f"            '*{name}[{option.help}]{value if option.takes_value else ''}' \\" for name in option.names]
        rest = f":word:({' '.join(command.words)})" if command.words else ":file:_files"
        lines.append(f"            '*{rest}' ;;")
    return "\n".join([*lines, "    esac", "}", 'if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _hloom "$@"',
                      "else compdef _hloom hloom; fi"]) + "\n"


def _fish(found: list[Command]) -> str:
    lines = ["# hloom's completion for fish", "complete -c hloom -f -n __fish_use_subcommand -l help",
             "complete -c hloom -f -n __fish_use_subcommand -l version"]
    for command in found:
        lines.append(f"complete -c hloom -f -n __fish_use_subcommand -a {command.name} -d '{command.help}'")
        here = f"complete -c hloom -n '__fish_seen_subcommand_from {command.name}'"
        if command.words:
            lines.append(f"{here} -f -a '{' '.join(command.words)}'")
        for option in command.options:
            names = " ".join(f"-l {n[2:]}" if n.startswith("--") else f"-s {n[1:]}" for n in option.names)
            value = f" -x -a '{' '.join(option.choices)}'" if option.choices else " -r -F" if option.is_file else " -x"
            lines.append(f"{here} {names}{value if option.takes_value else ''} -d '{option.help}'")
    return "\n".join(lines) + "\n"


_SHELLS = {"bash": _bash, "zsh": _zsh, "fish": _fish}
