"""Shardings and meshes of devices: `{devices=[2,2]<=[4]}`, `{mesh['a'=2,'b'=4], [{'a'}, {}]}`.

What they say is checked and kept as its canonical text; only the groups of devices of a collective are computed.
"""

from __future__ import annotations

import re
from itertools import pairwise
from math import prod
from typing import Final, NamedTuple

import numpy as np

from hloom.support.source import Source
from hloom.text.hlo import formats
from hloom.text.hlo.scanner import DEEPEST, Scanner

_KINDS: Final = ("replicated", "manual", "unknown", "unreduced")
_LAST: Final = (*_KINDS, "maximal")
_AXIS: Final = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"|[A-Za-z_][\w.-]*", re.ASCII)


class Axis(NamedTuple):
    """An axis of a mesh, or a part of one: `'a'`, `'b':(2)2`. `name` as it is written, with its quotes."""

    name: str
    before: int | None = None
    size: int | None = None

    def __str__(self) -> str:
        return self.name if self.before is None else f"{self.name}:({self.before}){self.size}"


class Mesh(NamedTuple):
    """Named axes of devices; `text` is the canonical notation, `devices` the numbers in row-major order."""

    text: str
    axes: dict[str, int]
    devices: np.ndarray


def read_sharding(scanner: Scanner, depth: int = 0) -> str:
    """A sharding; gives its canonical text."""
    if depth > DEEPEST:
        scanner.fail(f"maximum recursion depth exceeded: shardings nest at most {DEEPEST} deep")
    scanner.expect("{", "at the start of a sharding")
    if scanner.peek("{") or scanner.peek("}"):
        parts: list[str] = []
        if not scanner.take("}"):
            parts.append(read_sharding(scanner, depth + 1))
            while scanner.take(","):
                parts.append(read_sharding(scanner, depth + 1))
            scanner.expect("}", "at the end of a tuple of shardings")
        return f"{{{', '.join(parts)}}}"
    if scanner.peek("mesh["):
        body = _named(scanner)
    elif scanner.peek("maximal_mesh"):
        scanner.take("maximal_mesh")
        scanner.expect("[", "behind maximal_mesh")
        scanner.expect("device_id", "in maximal_mesh")
        scanner.expect("=", "behind device_id")
        body = f"maximal_mesh[device_id={scanner.integer()}]"
        scanner.expect("]", "at the end of maximal_mesh")
        body += _metadata(scanner, ", ")
    else:
        body = _listed(scanner)
    scanner.expect("}", "at the end of a sharding")
    return f"{{{body}}}"


def _listed(scanner: Scanner) -> str:
    """The parts of a sharding that lists devices, divided by blanks."""
    parts: list[str] = []
    kind = ""
    while not scanner.peek("}"):
        start = scanner.at
        if scanner.take("devices="):
            kind = "devices"
            parts.append(_tiles(scanner))
            continue
        word = scanner.word("a sharding")
        if word in _KINDS and not kind:
            kind = word
            parts.append(word)
        elif word == "maximal" and not kind:
            kind = word
            parts.append(word)
        elif word == "device" and kind == "maximal":
            scanner.expect("=", "behind device")
            parts.append(f"device={scanner.integer()}")
        elif word == "last_tile_dim_replicate" and kind == "devices":
            parts.append(word)
        elif word == "last_tile_dims" and kind == "devices":
            scanner.expect("=", "behind last_tile_dims")
            kinds = scanner.listed(lambda: formats.one_of("kind of a tile dimension", *_LAST).read(scanner), "{", "}",
                                   "last_tile_dims")
            parts.append(f"last_tile_dims={{{', '.join(kinds)}}}")
        elif word in ("shard_as", "shard_like"):
            parts.append(f"{word} {scanner.integer()}")
        elif word == "metadata":
            scanner.expect("=", "behind metadata")
            parts.append(f"metadata={_metadata_body(scanner)}")
        else:
            scanner.fail(f"{word[:60]!r} does not belong into a sharding here", start)
        scanner.take(",")
    if not kind:
        scanner.fail("a sharding says where its parts are: replicated, maximal, devices=[...], mesh[...], ...")
    if kind == "maximal" and not any(p.startswith("device=") for p in parts):
        scanner.fail("a maximal sharding names its device")
    return " ".join(parts)


def _tiles(scanner: Scanner) -> str:
    """`[2,2]0,1,2,3` or `[2,2]<=[4]T(0)`."""
    start = scanner.at
    shape = tuple(scanner.listed(scanner.integer, "[", "]", "the tiles"))
    if not shape or any(n <= 0 for n in shape):
        scanner.fail(f"the tiles {list(shape)} must be positive", start)
    text = f"devices=[{','.join(map(str, shape))}]"
    if scanner.take("<="):
        iota, devices = formats.read_iota(scanner)
        if devices.size != prod(shape):
            scanner.fail(f"the tiles {list(shape)} need {prod(shape)} devices, got {devices.size}", start)
        return f"{text}<={iota}"
    listed = [scanner.integer("the number of a device")]
    while scanner.take(","):
        listed.append(scanner.integer("the number of a device"))
    if len(listed) != prod(shape):
        scanner.fail(f"the tiles {list(shape)} need {prod(shape)} devices, got {len(listed)}", start)
    return text + ",".join(map(str, listed))


def read_mesh(scanner: Scanner) -> Mesh:
    """`mesh['a'=2,'b'=4]` with `, device_ids=(...)` where the devices are in another order."""
    scanner.expect("mesh", "at the start of a mesh")
    start = scanner.at
    axes: dict[str, int] = {}

    def axis() -> None:
        at = scanner.at
        name = _axis_name(scanner)
        scanner.expect("=", "behind an axis")
        size = scanner.integer("the size of an axis")
        if name in axes or size <= 0:
            scanner.fail(f"the axis {name} must be named once and have a positive size", at)
        axes[name] = size

    scanner.listed(axis, "[", "]", "a mesh")
    count = prod(axes.values())
    text = f"mesh[{','.join(f'{name}={size}' for name, size in axes.items())}]"
    devices = formats.iota_devices(scanner, start, (count,), None)
    at = scanner.at
    if scanner.take(",") and scanner.take("device_ids"):
        scanner.expect("=", "behind device_ids")
        scanner.expect("(", "behind device_ids=")
        if scanner.peek("["):
            iota, devices = formats.read_iota(scanner)
            scanner.expect(")", "behind the devices")
            text += f", device_ids=({iota})"
        else:
            listed = [scanner.integer("the number of a device")]
            while scanner.take(","):
                listed.append(scanner.integer("the number of a device"))
            scanner.expect(")", "behind the devices")
            text += f", device_ids=({','.join(map(str, listed))})"
            devices = np.array(listed)
        if devices.size != count:
            scanner.fail(f"the mesh has {count} devices, {devices.size} are listed", at)
    else:
        scanner.at = at
    return Mesh(text, axes, devices)


def _axis_name(scanner: Scanner) -> str:
    found = scanner.match(_AXIS)
    if found is None:
        scanner.fail(f"expects the name of an axis, got {scanner.found()}")
    return found.group()


def _axis(scanner: Scanner, mesh: Mesh) -> Axis:
    start = scanner.at
    name = _axis_name(scanner)
    if name not in mesh.axes:
        scanner.skip()
        scanner.fail(f"the mesh has no axis {name}; its axes are {', '.join(mesh.axes) or 'none'}", start)
    if not scanner.take(":"):
        return Axis(name)
    scanner.expect("(", "behind ':'")
    before = scanner.integer()
    scanner.expect(")", "behind the size before")
    size = scanner.integer()
    if before <= 0 or size <= 0 or mesh.axes[name] % (before * size):
        scanner.fail(f"({before}){size} is no part of the axis {name} of size {mesh.axes[name]}", start)
    return Axis(name, before, size)


def _axes(scanner: Scanner, mesh: Mesh, is_open: bool = False) -> str:
    """`{'a', 'b':(2)2, ?}`."""
    def one() -> str:
        if is_open and scanner.take("?"):
            return "?"
        return str(_axis(scanner, mesh))

    return f"{{{', '.join(scanner.listed(one, '{', '}', 'the axes'))}}}"


def _named(scanner: Scanner) -> str:
    mesh = read_mesh(scanner)
    parts = [mesh.text]
    while scanner.take(","):
        start = scanner.at
        if scanner.peek("["):
            parts.append(f"[{', '.join(scanner.listed(lambda: _axes(scanner, mesh, True), '[', ']', 'the dimensions'))}]")
            continue
        word = scanner.word("the dimensions of a sharding")
        if word in _KINDS and not scanner.peek("="):
            parts.append(word)
        elif word in ("replicated", "unreduced", "manual"):
            scanner.expect("=", f"behind {word}")
            parts.append(f"{word}={_axes(scanner, mesh)}")
        elif word == "metadata":
            scanner.expect("=", "behind metadata")
            parts.append(f"metadata={_metadata_body(scanner)}")
        else:
            scanner.fail(f"{word[:60]!r} does not belong into a sharding here", start)
    return ", ".join(parts)


def _metadata(scanner: Scanner, before: str) -> str:
    if scanner.take(","):
        scanner.expect("metadata", "behind ','")
        scanner.expect("=", "behind metadata")
        return f"{before}metadata={_metadata_body(scanner)}"
    return ""


def _metadata_body(scanner: Scanner) -> str:
    from hloom.text.hlo.metadata import read_metadata

    start = scanner.at
    scanner.skip()
    begin = scanner.at
    scanner.braces("metadata")
    if not scanner.text[begin + 1 : scanner.at].lstrip().startswith("{"):
        scanner.at = start
        return read_metadata(scanner) or "{}"
    scanner.at = start
    return f"{{{', '.join(scanner.listed(lambda: read_metadata(scanner) or '{}', '{', '}', 'the metadata'))}}}"


_METADATA: Final = re.compile(r",? metadata=(?=\{)")


def without_metadata(sharding: str) -> str:
    """The canonical text of a sharding without metadata, which XLA leaves out of short forms here, too."""
    found = _METADATA.search(sharding)
    while found:
        scanner = Scanner(Source("<sharding>", sharding))
        scanner.at = found.end()
        scanner.braces("metadata")
        sharding = sharding[: found.start()] + sharding[scanner.at :]
        found = _METADATA.search(sharding)
    return sharding


def read_mesh_groups(scanner: Scanner) -> formats.Groups:
    """`mesh['a'=2,'b'=4] {'a'}`: groups of the devices that differ along the axes."""
    mesh = read_mesh(scanner)
    scanner.take(",")
    start = scanner.at
    axes = scanner.listed(lambda: _axis(scanner, mesh), "{", "}", "the axes")
    # An axis of which only parts are named is cut into several dimensions.
    cuts = {name: {1, size} for name, size in mesh.axes.items()}
    for axis in axes:
        if axis.before is not None:
            cuts[axis.name] |= {axis.before, axis.before * axis.size}
    dimensions: list[tuple[str, int, int]] = []
    for name in mesh.axes:
        ordered = sorted(cuts[name])
        for low, high in pairwise(ordered):
            if high % low:
                scanner.fail(f"the parts of the axis {name} overlap", start)
            dimensions.append((name, low, high // low))
    chosen: list[int] = []
    for axis in axes:
        # `(before)size`: the parts of an axis run from major to minor, and `before` is what stands above this one.
        low = 1 if axis.before is None else axis.before
        high = mesh.axes[axis.name] if axis.before is None else low * axis.size
        chosen += [k for k, (name, at, _) in enumerate(dimensions) if name == axis.name and low <= at < high]
    if len(set(chosen)) != len(chosen):
        scanner.fail("an axis is named twice", start)
    grid = mesh.devices.reshape([size for _, _, size in dimensions])
    others = [k for k in range(len(dimensions)) if k not in chosen]
    size = prod(dimensions[k][2] for k in chosen)
    rows = grid.transpose([*others, *chosen]).reshape(-1, size).tolist()
    text = f"{mesh.text} {{{','.join(map(str, axes))}}}"
    return formats.Groups(text, tuple(map(tuple, rows)))
