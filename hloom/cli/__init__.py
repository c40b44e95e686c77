"""The command line: one module a subcommand.

Exit status: 0 it holds, 1 it does not hold, 2 the input or the arguments cannot be used. Errors go to standard error.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from hloom._version import __version__
from hloom.cli import check, compile, convert, explain, format, indexing, run, verify
from hloom.support import options
from hloom.support.diagnostics import InternalError, UserError

_COMMANDS = {"run": run, "check": check, "verify": verify, "format": format, "convert": convert, "indexing": indexing,
             "compile": compile, "explain": explain}


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    top = argparse.ArgumentParser(prog="hloom",
                                  description="StableHLO and XLA-HLO: read, check, explain, run and compile programs.",
                                  epilog=f"environment variables:\n{options.table()}",
                                  formatter_class=argparse.RawDescriptionHelpFormatter)
    top.add_argument("--version", action="version", version=f"hloom {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, module in _COMMANDS.items():
        summary = (module.__doc__ or "").split("\n")[0]
        module.add_arguments(commands.add_parser(name, help=summary, description=summary))
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command line (default: this process's arguments); returns the exit status."""
    try:
        arguments = parser().parse_args(argv)
    except SystemExit as stop:  # argparse has printed why
        return stop.code if isinstance(stop.code, int) else 2
    try:
        status = _COMMANDS[arguments.command].run(arguments)
        sys.stdout.flush()  # here, where a closed pipe is dealt with
        return status
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    except MemoryError as error:
        print(f"error: not enough memory{f': {error}' if str(error) else ''}", file=sys.stderr)
        return 2
    except RecursionError:
        print("error: the program nests too deep", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader of our output has gone: nothing is left to say
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        kind = "" if isinstance(error, InternalError) else f"{type(error).__name__}: "
        command = " ".join(sys.argv[1:] if argv is None else argv)
        print(f"internal error: {kind}{error}\nThis is a fault of hloom {__version__}; the command was: hloom {command}",
              file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
