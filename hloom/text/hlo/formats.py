"""How the attributes of instructions are written: a format reads a value at a place and gives the text of one.

What a format gives is plain Python: integers, tuples, strings, and the few records below. Formats whose text determines the value
are `pure`: equal texts are read once.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np

from hloom.support.spelling import did_you_mean
from hloom.text.hlo.scanner import Scanner

_PADDING: Final = re.compile(r"-?\d+_-?\d+(?:_\d+)?(?:x-?\d+_-?\d+(?:_\d+)?)*", re.ASCII)
_SIZES: Final = re.compile(r"-?\d+(?:x-?\d+)*", re.ASCII)
_LABELS: Final = re.compile(r"([0-9bf?]{2,})_([0-9io?]{2,})->([0-9bf?]{2,})")
_SLICE: Final = re.compile(r"\[\s*(\d+)\s*:\s*(\d+)\s*(?::\s*(\d+)\s*)?\]", re.ASCII)
#: Numbers in a text may have so many digits.
_MOST_DIGITS: Final = 18


class Format(NamedTuple):
    """`read(scanner)` gives a value, `text(value)` writes one."""

    read: Callable[[Scanner], Any]
    text: Callable[[Any], str]
    pure: bool = True


class Window(NamedTuple):
    """The window of a convolution or a reduction, one entry a dimension."""

    size: tuple[int, ...] = ()
    stride: tuple[int, ...] = ()
    pad: tuple[tuple[int, int], ...] = ()
    lhs_dilate: tuple[int, ...] = ()
    rhs_dilate: tuple[int, ...] = ()
    rhs_reversal: tuple[bool, ...] = ()


class Groups(NamedTuple):
    """Groups of devices: how they are written, and the rows of numbers that this stands for (of different lengths, maybe)."""

    text: str
    rows: tuple[tuple[int, ...], ...]


class Alias(NamedTuple):
    """A part of a result that shares the memory of a part of an operand."""

    output: tuple[int, ...]
    operand: int
    index: tuple[int, ...]


def numbers(scanner: Scanner, where: str = "a list of numbers") -> tuple[int, ...]:
    return tuple(scanner.listed(scanner.integer, "{", "}", where))


def braced(values: Any) -> str:
    return f"{{{','.join(map(str, values))}}}"


def truth(value: bool) -> str:
    return "true" if value else "false"


def _checked(scanner: Scanner, found: re.Match[str] | None, what: str) -> str:
    if found is None:
        scanner.fail(f"expects {what}, got {scanner.found()}")
    if any(len(digits) > _MOST_DIGITS for digits in re.findall(r"\d+", found.group())):
        scanner.fail(f"a number of {what} is too large", found.start())
    return found.group()


def _sizes(scanner: Scanner) -> tuple[int, ...]:
    text = _checked(scanner, scanner.match(_SIZES), "sizes as in 2x3")
    return tuple(map(int, text.split("x")))


def read_padding(scanner: Scanner) -> tuple[tuple[int, int, int], ...]:
    """`0_1x2_3_1`: before, after and between the elements of each dimension."""
    text = _checked(scanner, scanner.match(_PADDING), "padding as in 0_1x2_3")
    parts = [tuple(map(int, part.split("_"))) for part in text.split("x")]
    return tuple((low, high, rest[0] if rest else 0) for low, high, *rest in parts)


def padding_text(value: Any) -> str:
    interior = any(between for _, _, between in value)
    return "x".join(f"{low}_{high}{f'_{between}' if interior else ''}" for low, high, between in value)


def read_window_fields(scanner: Scanner) -> Window:
    """The fields of a window, without the braces."""
    fields: dict[str, Any] = {}
    while not scanner.at_end() and not scanner.peek("}"):
        start = scanner.at
        name = scanner.word("a field of a window")
        scanner.expect("=", f"behind {name}")
        if name in fields:
            scanner.fail(f"the window states {name} twice", start)
        if name == "pad":
            at = scanner.at
            parts = read_padding(scanner)
            if any(between for _, _, between in parts):
                scanner.fail("expects padding_low and padding_high separated by '_', and no padding between elements", at)
            fields[name] = tuple((low, high) for low, high, _ in parts)
        elif name in ("size", "stride", "lhs_dilate", "rhs_dilate"):
            fields[name] = _sizes(scanner)
        elif name == "rhs_reversal":
            fields[name] = tuple(map(bool, _sizes(scanner)))
        else:
            scanner.fail(f"a window has no field {name!r}{did_you_mean(name, Window._fields)}", start)
    rank = len(fields.get("size", ()))
    for name, value in fields.items():
        if len(value) != rank:
            scanner.fail(f"expects '{name}=' has the same size as 'size=': the window has {rank} sizes, but {len(value)} entries")
    return full_window(Window(**fields))


def full_window(window: Window) -> Window:
    """The window with an entry a dimension in every field."""
    rank = len(window.size)
    return Window(window.size, window.stride or (1,) * rank, window.pad or ((0, 0),) * rank, window.lhs_dilate or (1,) * rank,
                  window.rhs_dilate or (1,) * rank, window.rhs_reversal or (False,) * rank)


def read_window(scanner: Scanner) -> Window:
    scanner.expect("{", "at the start of a window")
    found = read_window_fields(scanner)
    scanner.expect("}", "at the end of a window")
    return found


def window_fields_text(window: Window) -> str:
    """`size=3x3 stride=2x2 pad=1_1x0_0`: fields that say nothing are left out."""
    def crossed(values: Any) -> str:
        return "x".join(str(int(v)) for v in values)

    parts = [f"size={crossed(window.size)}"] if window.size else []
    if any(n != 1 for n in window.stride):
        parts.append(f"stride={crossed(window.stride)}")
    if any(p != (0, 0) for p in window.pad):
        parts.append("pad=" + "x".join(f"{low}_{high}" for low, high in window.pad))
    if any(n != 1 for n in window.lhs_dilate):
        parts.append(f"lhs_dilate={crossed(window.lhs_dilate)}")
    if any(n != 1 for n in window.rhs_dilate):
        parts.append(f"rhs_dilate={crossed(window.rhs_dilate)}")
    if any(window.rhs_reversal):
        parts.append(f"rhs_reversal={crossed(window.rhs_reversal)}")
    return " ".join(parts)


def read_labels(scanner: Scanner) -> str:
    """`bf01_oi01->bf01`: which dimension of input, kernel and result plays which part."""
    start = scanner.at
    found = scanner.match(_LABELS)
    if found is None:
        scanner.fail(f"expects dim labels pattern, e.g., 'bf0_0io->0bf', got {scanner.found()}")
    spatial: list[set[str]] = []
    for labels, letters in zip(found.groups(), ("bf", "io", "bf")):
        known = [c for c in labels if c != "?"]
        if len(set(known)) != len(known):
            scanner.fail(f"dim labels {labels!r} name a dimension twice", start)
        if any(c not in known for c in letters):
            scanner.fail(f"dim labels {labels!r} need {letters[0]!r} and {letters[1]!r}", start)
        digits = {c for c in known if c.isdigit()}
        if digits != {str(k) for k in range(len(digits))}:
            scanner.fail(f"dim labels {labels!r} must number the spatial dimensions from 0", start)
        spatial.append(digits)
    if not spatial[0] == spatial[1] == spatial[2]:
        scanner.fail("dim labels must have the same spatial dimensions in all parts", start)
    return found.group()


def read_slices(scanner: Scanner) -> tuple[tuple[int, int, int], ...]:
    """`{[0:3:1], [0:4]}`: first index, limit and stride of each dimension."""
    def one() -> tuple[int, int, int]:
        found = scanner.match(_SLICE)
        text = _checked(scanner, found, "a slice as in [0:3:1]")
        first, limit, *stride = map(int, text.strip("[] ").split(":"))
        return first, limit, stride[0] if stride else 1

    return tuple(scanner.listed(one, "{", "}", "the slices"))


def slices_text(value: Any) -> str:
    if all(stride == 1 for _, _, stride in value):
        return f"{{{', '.join(f'[{first}:{limit}]' for first, limit, _ in value)}}}"
    return f"{{{', '.join(f'[{first}:{limit}:{stride}]' for first, limit, stride in value)}}}"


def _pairs(scanner: Scanner) -> tuple[tuple[int, ...], ...]:
    return tuple(scanner.listed(lambda: numbers(scanner), "{", "}", "a list of lists"))


def nested_text(value: Any) -> str:
    return f"{{{','.join(map(braced, value))}}}"


def _precisions(scanner: Scanner) -> tuple[str, ...]:
    def one() -> str:
        start = scanner.at
        found = scanner.word("a precision")
        if found.lower() not in ("default", "high", "highest", "packed_nibble"):
            scanner.fail(f"unknown precision {found!r}", start)
        return found.lower()

    return tuple(scanner.listed(one, "{", "}", "the precisions"))


def read_accuracy(scanner: Scanner) -> tuple[str, float, float, int]:
    """`{mode=highest}` or `{tolerance={atol=0,rtol=0.5,ulps=2}}`: mode and tolerances."""
    scanner.expect("{", "at the start of an accuracy")
    start = scanner.at
    name = scanner.word("mode or tolerance")
    scanner.expect("=", f"behind {name}")
    result: tuple[str, float, float, int]
    if name == "mode":
        at = scanner.at
        mode = scanner.word("a mode")
        if mode not in ("default", "highest"):
            scanner.fail(f"expects ResultAccuracy type but sees: {mode}", at)
        result = mode, 0.0, 0.0, 0
    elif name == "tolerance":
        fields: dict[str, float] = {}

        def one() -> None:
            at = scanner.at
            key = scanner.word("a tolerance")
            if key not in ("atol", "rtol", "ulps") or key in fields:
                scanner.fail(f"expects atol, rtol and ulps, each once, got {key}", at)
            scanner.expect("=", f"behind {key}")
            fields[key] = scanner.integer() if key == "ulps" else scanner.decimal()

        scanner.listed(one, "{", "}", "the tolerances")
        result = "tolerance", fields.get("atol", 0.0), fields.get("rtol", 0.0), int(fields.get("ulps", 0))
    else:
        scanner.fail(f"expects mode or tolerance, got {name}", start)
    scanner.expect("}", "at the end of an accuracy")
    return result


def accuracy_text(value: tuple[str, float, float, int]) -> str:
    mode, atol, rtol, ulps = value
    if mode != "tolerance":
        return f"{{mode={mode}}}"
    return f"{{tolerance={{atol={atol:g},rtol={rtol:g},ulps={ulps}}}}}"


def read_sparsity(scanner: Scanner) -> tuple[tuple[str, tuple[int, int, int, int]], ...]:
    """`{lhs={sparsity=1x4 dimension=0 stride=1} rhs={...}}`: of each side how many elements of a block are kept, the size of a
    block, the dimension that blocks divide, and the stride."""
    found: dict[str, tuple[int, int, int, int]] = {}
    scanner.expect("{", "at the start of a sparsity")
    while not scanner.take("}"):
        start = scanner.at
        side = scanner.word("lhs or rhs")
        if side not in ("lhs", "rhs") or side in found:
            scanner.fail(f"expects lhs and rhs, each once, got {side[:60]}", start)
        scanner.expect("=", f"behind {side}")
        scanner.expect("{", f"at the start of the sparsity of {side}")
        fields: dict[str, tuple[int, ...]] = {}
        while not scanner.take("}"):
            start = scanner.at
            key = scanner.word("a field of a sparsity")
            if key not in ("sparsity", "dimension", "stride") or key in fields:
                scanner.fail(f"expects sparsity, dimension and stride, each once, got {key[:60]}", start)
            scanner.expect("=", f"behind {key}")
            if key != "sparsity":
                fields[key] = (scanner.integer(),)
                continue
            at = scanner.at
            # Older texts have the string "1:4".
            parts = scanner.string().split(":") if scanner.peek('"') else []
            if all(re.fullmatch(r"[0-9]{1,18}", part) for part in parts):
                fields[key] = tuple(map(int, parts)) if parts else _sizes(scanner)
            if len(fields.get(key, ())) != 2:
                scanner.fail("expects the elements that are kept and the size of a block as in 1x4", at)
        found[side] = (*fields.get("sparsity", (0, 0)), *fields.get("dimension", (0,)), *fields.get("stride", (0,)))  # type: ignore
    return tuple((side, found[side]) for side in ("lhs", "rhs") if side in found)


def sparsity_text(value: Any) -> str:
    return "{" + " ".join(f"{side}={{sparsity={kept}x{block} dimension={dimension} stride={stride}}}"
                          for side, (kept, block, dimension, stride) in value) + "}"


def read_index(scanner: Scanner) -> tuple[int, ...]:
    """`{0,1}`: which part of nested tuples."""
    scanner.expect("{",
                   "at the start of ShapeIndex") if scanner.peek("{") else scanner.fail("Expects '{' at the start of ShapeIndex")
    found: list[int] = []
    if not scanner.take("}"):
        found.append(scanner.integer())
        while scanner.take(","):
            found.append(scanner.integer())
        if not scanner.take("}"):
            scanner.fail("Expects '}' at the end of ShapeIndex")
    return tuple(found)


def _aliases(scanner: Scanner) -> tuple[Alias, ...]:
    def one() -> Alias:
        output = read_index(scanner)
        scanner.expect(":", "behind the part of the result")
        scanner.expect("(", "before the operand")
        operand = scanner.integer()
        index: tuple[int, ...] = ()
        if scanner.take(","):
            index = read_index(scanner)
        scanner.expect(")", "behind the operand")
        return Alias(output, operand, index)

    return tuple(scanner.listed(one, "{", "}", "the aliases"))


def index_text(value: Any) -> str:
    return f"{{{','.join(map(str, value))}}}"


def _aliases_text(value: Any) -> str:
    return f"{{{', '.join(f'{index_text(a.output)}: ({a.operand}, {index_text(a.index)})' for a in value)}}}"


def one_of(what: str, *cases: str) -> Format:
    """One word of several."""
    def read(scanner: Scanner) -> str:
        start = scanner.at
        found = scanner.word(what)
        if found not in cases:
            scanner.skip()
            scanner.fail(f"unknown {what} {found[:60]!r}{did_you_mean(found, cases)}; known are {', '.join(cases)}",
                         scanner.at - len(found) if scanner.at - len(found) >= start else start)
        return found

    return Format(read, str)


#: Devices that groups may name.
_MOST_DEVICES: Final = 1 << 20


def iota_devices(scanner: Scanner, start: int, dimensions: tuple[int, ...], order: tuple[int, ...] | None) -> np.ndarray:
    """The numbers 0, 1, ... in the shape `dimensions`, transposed, in row-major order."""
    count = 1
    for n in dimensions:
        count *= n
    if not 0 < count <= _MOST_DEVICES or len(dimensions) > 32:
        scanner.fail(f"{count} devices are not possible; there are 1 to {_MOST_DEVICES}", start)
    found = np.arange(count).reshape(dimensions)
    if order is not None:
        if sorted(order) != list(range(len(dimensions))):
            scanner.fail(f"T({','.join(map(str, order))}) does not name each of {len(dimensions)} dimensions once", start)
        found = found.transpose(order)
    return found.reshape(-1)


def read_iota(scanner: Scanner) -> tuple[str, np.ndarray]:
    """`[6,5]T(1,0)`: canonical text and numbers."""
    start = scanner.at
    dimensions = tuple(scanner.listed(scanner.integer, "[", "]", "the dimensions"))
    text, order = f"[{','.join(map(str, dimensions))}]", None
    if scanner.take("T"):
        order = tuple(scanner.listed(scanner.integer, "(", ")", "the order of dimensions"))
        text += f"T({','.join(map(str, order))})"
    return text, iota_devices(scanner, start, dimensions, order)


def read_groups(scanner: Scanner) -> Groups:
    """`{{0,1},{2,3}}`, `[2,2]<=[4]T(0)` or `mesh['a'=2,'b'=2] {'a'}`."""
    from hloom.text.hlo.mesh import read_mesh_groups

    start = scanner.at
    if scanner.peek("mesh"):
        return read_mesh_groups(scanner)
    if scanner.peek("["):
        shape = tuple(scanner.listed(scanner.integer, "[", "]", "the shape of the groups"))
        scanner.expect("<=", "behind the shape of the groups")
        text, devices = read_iota(scanner)
        if len(shape) != 2 or shape[0] < 0 or shape[0] * shape[1] != devices.size:
            scanner.fail(f"groups of shape {list(shape)} do not hold {devices.size} devices", start)
        rows = tuple(map(tuple, devices.reshape(shape).tolist()))
        return Groups(f"[{shape[0]},{shape[1]}]<={text}", rows)
    rows = _pairs(scanner)
    seen = [n for row in rows for n in row]
    if len(seen) > _MOST_DEVICES or any(n < 0 for n in seen):
        scanner.fail("devices of groups are numbers from 0 on", start)
    return Groups(nested_text(rows), rows)


def _statistics(scanner: Scanner) -> str:
    """`{visualizing_index=1,stat-1=33}`."""
    def one() -> str:
        name = scanner.word("a statistic")
        scanner.expect("=", f"behind {name}")
        return f"{name}={scanner.decimal():g}"

    found = scanner.listed(one, "{", "}", "the statistics")
    return f"{{{','.join(found)}}}" if found else ""


INTEGER: Final = Format(lambda s: s.integer(), str)
BOOLEAN: Final = Format(lambda s: s.boolean(), truth)
DIMENSIONS: Final = Format(numbers, braced)
BOOLEANS: Final = Format(lambda s: tuple(s.listed(s.boolean, "{", "}", "truth values")),
                       lambda v: f"{{{','.join(map(truth, v))}}}")
WINDOW: Final = Format(read_window, lambda v: f"{{{window_fields_text(v)}}}")
LABELS: Final = Format(read_labels, str)
PADDING: Final = Format(read_padding, padding_text)
SLICES: Final = Format(read_slices, slices_text)
PAIRS: Final = Format(_pairs, nested_text)
PRECISIONS: Final = Format(_precisions, lambda v: f"{{{','.join(v)}}}")
SPARSITY: Final = Format(read_sparsity, sparsity_text)
ACCURACY: Final = Format(read_accuracy, accuracy_text)
ALIASES: Final = Format(_aliases, _aliases_text)
GROUPS: Final = Format(read_groups, lambda v: v.text)
STATISTICS: Final = Format(_statistics, str)
FLOAT: Final = Format(lambda s: s.decimal(), lambda v: f"{v:g}" if float(f"{v:g}") == v else repr(v))
WORD: Final = Format(lambda s: s.word("a word"), str)
