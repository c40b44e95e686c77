"""Files of Python that the user names by `--plugin`: they register custom calls, or define operations.

A plugin is loaded because the command line says so; nothing in a program can name one.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

from hloom.support.diagnostics import InputError


def add_argument(parser: argparse.ArgumentParser) -> None:
    """Adds `--plugin` to a command that takes programs."""
    parser.add_argument("--plugin", action="append", default=[], metavar="FILE.py", dest="plugins",
                        help="run this file first: it may call hloom.register_custom_call, or define operations")


def load_plugins(paths: Sequence[str]) -> None:
    """Runs the files, each once. Raises InputError for one that is not there or fails, with the line that failed."""
    for path in paths:
        _load(path)


def _load(path: str) -> None:
    name = f"hloom_plugin_{Path(path).stem}"
    while name in sys.modules and getattr(sys.modules[name], "__file__", None) != str(Path(path).resolve()):
        name += "_"  # another file of that name
    if name in sys.modules:
        return
    if not Path(path).is_file():
        raise InputError(f"--plugin {path}: {'Is a directory' if Path(path).is_dir() else 'No such file or directory'}")
    spec = importlib.util.spec_from_file_location(name, Path(path).resolve())
    if spec is None or spec.loader is None:
        raise InputError(f"--plugin {path}: a plugin is a file of Python and ends in .py")
    sys.modules[name] = module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        del sys.modules[name]
        frames = traceback.extract_tb(error.__traceback__)
        lines = [frame.lineno for frame in frames if Path(frame.filename).name == Path(path).name]
        line = error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else 0
        said = error.msg if isinstance(error, SyntaxError) else error
        raise InputError(f"--plugin {path}:{line}: {type(error).__name__}: {said}") from error
