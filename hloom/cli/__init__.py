"""The command line: one module a subcommand.

Exit status: 0 it holds, 1 it does not hold, 2 the input or the arguments cannot be used. Errors go to standard error.
"""

from __future__ import annotations

import argparse
import itertools
import os
import re
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from hloom._version import __version__
from hloom.cli import (
    artifact,
    check,
    compare,
    compile,
    completion,
    convert,
    debugging,
    explain,
    format,
    indexing,
    minimise,
    plugins,
    run,
    verify,
)
from hloom.cli.arguments import NamesAction
from hloom.cli.streams import complain, output_failed, standard_streams
from hloom.support import options
from hloom.support.diagnostics import InternalError, UserError, shortened

_COMMANDS = {"run": run, "check": check, "verify": verify, "format": format, "convert": convert,
             "indexing": indexing, "compile": compile,
             "artifact": artifact, "explain": explain, "compare": compare, "minimise": minimise, "debug": debugging,
             "completion": completion}


#: What argparse says of a value for an option that takes none.
_IGNORED = re.compile(r"argument (\S+): ignored explicit argument (.*)", re.DOTALL)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        ignored = _IGNORED.fullmatch(message)
        if ignored:
            option, value = ignored.groups()
            values = [s.partition("=")[2] for s in self._option_string_actions if s.startswith(f"{option}=")]
            what = f"invalid choice: {value} (choose from {', '.join(values)})" if values else f"it takes no value, got {value}"
            message = f"argument {option}: {what}"
        super().error(shortened(message))

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """A file is none of the names that may follow an option: `--show FILE` is `--show= FILE`."""
        words = sys.argv[1:] if args is None else list(args)
        for k, (word, after) in enumerate(itertools.pairwise(words)):
            action = self._option_string_actions.get(word)
            if isinstance(action, NamesAction) and (after == "-" or os.path.isfile(after)):
                words[k] = f"{word}="
        return super().parse_known_args(words, namespace)

    def _print_message(self, message: str, file: Any = None) -> None:  # argparse itself keeps silent where it cannot write
        if message:
            (file or sys.stderr).write(message)


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    top = _Parser(prog="hloom", description="StableHLO and XLA-HLO: read, check, explain, run and compile programs.",
                  epilog=f"environment variables:\n{options.table()}", formatter_class=argparse.RawDescriptionHelpFormatter)
    top.add_argument("--version", action="version", version=f"hloom {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, module in _COMMANDS.items():
        summary = (module.__doc__ or "").split("\n")[0]
        command = commands.add_parser(name, help=summary, description=summary)
        module.add_arguments(command)
        if module is completion:
            command.set_defaults(top=top)
        else:
            plugins.add_argument(command)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command line (default: this process's arguments); returns the exit status."""
    with standard_streams():
        try:
            status = _run(argv)
            sys.stdout.flush()  # here, where a full disk or a closed pipe is dealt with
            return status
        except OSError as error:  # of the standard output: what a file refuses is an InputError that names it
            return output_failed(error)


def _run(argv: Sequence[str] | None) -> int:
    arguments = argparse.Namespace()
    try:
        arguments = parser().parse_args(argv)
        for note in options.check():
            complain(f"note: {note}")
        plugins.load_plugins(getattr(arguments, "plugins", ()))
        return _COMMANDS[arguments.command].run(arguments)
    except SystemExit as stop:  # argparse has printed why
        return stop.code if isinstance(stop.code, int) else 2
    except OSError:
        raise
    except (Exception, KeyboardInterrupt) as error:
        text, status = _told(error, argv)
        if hasattr(arguments, "say"):  # one of several processes that run the same command
            arguments.say(text, status)
        else:
            complain(text)
        return status


def _told(error: BaseException, argv: Sequence[str] | None) -> tuple[str, int]:
    """What is said of what ended a command, and the exit status."""
    match error:
        case UserError():
            return str(error), 2
        case KeyboardInterrupt():
            return "interrupted", 130
        case MemoryError():
            return f"error: not enough memory{f': {error}' if str(error) else ''}", 2
        case RecursionError():
            return "error: the program nests too deep", 2
    kind = "" if isinstance(error, InternalError) else f"{type(error).__name__}: "
    command = " ".join(sys.argv[1:] if argv is None else argv)
    return (f"internal error: {shortened(f'{kind}{error}')}\n"
            f"This is a fault of hloom {__version__}; the command was: hloom {shortened(command)}"), 2


if __name__ == "__main__":
    sys.exit(main())
