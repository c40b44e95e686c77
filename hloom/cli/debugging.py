"""Tools of a debugger: `expose` makes every value of a program a result, so that any compiler can produce them.

Results are named as `hloom run --values-out` names values, and written with these names they can be compared
(`hloom compare --values-in`).
"""

from __future__ import annotations

import argparse

from hloom.cli.files import add_function, load_one, write_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    tools = parser.add_subparsers(dest="tool", required=True, metavar="TOOL")
    expose = tools.add_parser("expose", help="make every value, or named ones, a result",
                              description="Make every value of a function, or named ones, a result.")
    expose.add_argument("file", metavar="FILE", help="the program; - is standard input")
    expose.add_argument("-o", "--output", metavar="OUT", help="where the program goes (default: standard output)")
    expose.add_argument("--values", metavar="NAME,...", help="these values only")
    add_function(expose, "the function (default: main)", "main")


def run(arguments: argparse.Namespace) -> int:
    from hloom.debug import expose  # no other command needs it

    module = load_one(arguments.file)
    module.verify()
    names = None if arguments.values is None else [name for name in arguments.values.split(",") if name]
    return write_text(expose(module, names, arguments.function).to_text(), arguments.output)
