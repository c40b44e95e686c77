"""Calls that are to come, as the command line states them, and code for them in the cache (`hloom compile --warm`)."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from typing import Any

from hloom.cli.results import print_json
from hloom.runtime.cache import Cache
from hloom.support import options
from hloom.support.diagnostics import InputError
from hloom.support.signatures import type_name
from hloom.text.values import read_type, read_values

_SIZES = re.compile(r"[0-9]{1,18}(,[0-9]{1,18})*", re.ASCII)


def add_warm_option(group: Any) -> None:
    group.add_argument("--warm", action="append", default=[], metavar="CALLS",
                       help="of a program with dynamic shapes: calls that there shall be code for. 1,8,64 are sizes, each for "
                            "all that the program does not state; '8x16xf32;16x4xf32' the types of one call's arguments (a SPEC "
                            "where shapes depend on its values); may be repeated. Without -o, the code goes to the cache")


def warm(executable: Any, texts: Sequence[str]) -> None:
    """Compiles for calls. Raises InputError for what states none, and for calls that the function does not take."""
    calls = [call for text in texts for call in _calls(text)]
    for call in calls:
        executable.warm([call])
    made = len(getattr(executable, "specializations", ()))
    limit = options.SPECIALIZATIONS
    if made and made < len({str(call) for call in calls}) and made >= limit.value:
        raise InputError(f"--warm: {len(calls)} calls have code of their own, of which {limit.name}={limit.value} keeps the last")


def _calls(text: str) -> list[Any]:
    if _SIZES.fullmatch(text):
        return [int(size) for size in text.split(",")]
    return [[_argument(part.strip(), text) for part in text.split(";")]]


def _argument(part: str, text: str) -> Any:
    """A type, or an array."""
    found = read_type(part)
    if found is not None:
        return found
    if "=" not in part and not part.startswith("@") and not part.endswith((".npy", ".npz")):
        raise InputError(f"--warm {text!r:.100}: {part!r:.100} is neither sizes (1,8,64) nor the type of an argument (8x16xf32)")
    arrays = read_values(part)
    if len(arrays) != 1:
        raise InputError(f"--warm {text!r:.100}: {part} has {len(arrays)} arrays, and one argument is one")
    return arrays[0]


def warm_cache(executable: Any, arguments: argparse.Namespace) -> None:
    """Compiles for calls into the cache, and says what each has. Raises InputError where the cache keeps nothing."""
    directory = options.CACHE.value
    if directory is None:
        raise InputError(f"--warm without -o OUT puts code into the cache, and {options.CACHE.name} says that there is none")
    warm(executable, arguments.warm)
    cache = Cache.get_default()
    cache.finish_deferred()
    rows = []
    for each in getattr(executable, "specializations", (executable,)):
        key, said = each.cache_key, each.stats
        kept = key is not None and cache.on_disk(key) is not None
        rows.append({"arguments": [type_name(p.type) for p in each.signature.arguments],
                     "code": f"on the evaluator: {said['reason']}".partition("\n")[0] if "reason" in said else
                     said.get("examples", "of its own"), "kept": kept})
    if arguments.json:
        print_json({"function": arguments.function, "directory": str(directory), "calls": rows})
    else:
        for row in rows:
            print(f"({', '.join(row['arguments'])}): {row['code']}{'' if row['kept'] else ', not in the cache'}")
    if not any(row["kept"] for row in rows):
        raise InputError(f"{directory}: nothing could be kept in the cache")
