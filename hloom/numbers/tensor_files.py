"""Files of named arrays, mapped: NumPy's `.npz`, and `.safetensors`.

    arrays = read_arrays("weights.npz")        # {name: Stored}; nothing is read yet but the headers
    arrays["w"].array()                        # a view of the mapped file, which processes share
    write_arrays("weights.safetensors", {"w": w})

What a file says is not trusted: all of its offsets, sizes, types and shapes are checked before any is used. A file must not be
changed while it is mapped; `write_arrays` makes another and renames it.

Sources: NumPy's NEP 1 (the format NPY), PKWARE's APPNOTE (zip), the README of huggingface/safetensors (format).
"""

from __future__ import annotations

import io
import json
import mmap
import os
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from math import prod
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

import numpy as np

from hloom.numbers.element_type import ELEMENT_TYPES, of_dtype
from hloom.support import options
from hloom.support.diagnostics import InputError

#: Arrays begin at multiples of this many bytes of a file, as vector loads like them.
_ALIGNMENT: Final = 64
#: Bytes of a file's own header or directory, at most, and of that of an array in it.
_LONGEST_HEADER: Final = 16 << 20
_LONGEST_ARRAY_HEADER: Final = 10_000
_MOST_DIMENSIONS: Final = 64
#: What safetensors calls element types.
_NAMES: Final = {
    "BOOL": "i1", "U8": "ui8", "I8": "i8", "F8_E4M3": "f8E4M3FN", "F8_E5M2": "f8E5M2", "F8_E8M0": "f8E8M0FNU", "U16": "ui16",
    "I16": "i16", "F16": "f16", "BF16": "bf16", "U32": "ui32", "I32": "i32", "F32": "f32", "U64": "ui64", "I64": "i64",
    "F64": "f64", "C64": "complex<f32>"}
_CODES: Final = {name: code for code, name in _NAMES.items()}
_LOCAL: Final = struct.Struct("<4s5H3I2H")
#: The extra field of a member of a zip archive that only moves what follows.
_PADDING: Final = 0xD935


class Stored(NamedTuple):
    """An array in a file: its type and shape, and how to get at its elements. `offset` is where they lie; None for those that are
    packed, or lie otherwise than in memory. `stamp` tells it from all others, also from those that the file held or will hold."""

    dtype: np.dtype
    shape: tuple[int, ...]
    array: Callable[[], np.ndarray]
    offset: int | None
    stamp: str = ""


class _DamagedError(ValueError):
    """A file is not what its name says."""


def read_arrays(path: str | Path) -> dict[str, Stored]:
    """The arrays of a `.npz` or `.safetensors` file by their names. Raises InputError for a file that cannot be read or makes no
    sense."""
    try:
        with open(path, "rb") as file:
            status = os.fstat(file.fileno())
            head = file.read(4)
            if status.st_size < 8:
                raise _DamagedError("it has no arrays: it is too short")
            mapped = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        found = _npz(mapped) if head.startswith(b"PK") else _safetensors(mapped)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None
    except (ValueError, RecursionError, OverflowError, MemoryError, zlib.error, struct.error) as error:
        raise InputError(f"{path}: not a file of arrays (.npz or .safetensors): {error}") from None
    stamp = " ".join(map(str, (os.path.realpath(path), status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns,
                               status.st_ctime_ns)))
    return {name: stored._replace(stamp=f"{stamp} {name}") for name, stored in found.items()}


def write_arrays(path: str | Path, arrays: Mapping[str, np.ndarray]) -> None:
    """Writes arrays to a new file, `.npz` or `.safetensors` by its suffix, that takes the place of one that is there.

    Types that the format lacks are written as unsigned integers of their width. Raises InputError where the file cannot be
    written.
    """
    write = {".npz": _write_npz, ".safetensors": _write_safetensors}.get(Path(path).suffix)
    if write is None:
        raise InputError(f"{path}: constants go to a file .npz or .safetensors")
    try:
        with tempfile.NamedTemporaryFile(dir=Path(path).parent, prefix=f".{Path(path).name}.", delete=False) as file:
            try:
                write(file, arrays)
                file.flush()
                mask = os.umask(0)
                os.umask(mask)
                os.chmod(file.name, 0o666 & ~mask)
                os.replace(file.name, path)
            except BaseException:
                os.unlink(file.name)
                raise
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None


def can_hold(path: str | Path, dtype: np.dtype) -> bool:
    """Whether the format that a file has by its suffix knows the type, or unsigned integers of its width."""
    if Path(path).suffix != ".safetensors":
        return True
    return of_dtype(dtype).name in _CODES or dtype.itemsize <= 8


def has_type(stored: np.dtype, wanted: np.dtype) -> bool:
    """Whether an array of a file holds elements of a type, or their bits where files do not know the type."""
    if stored.newbyteorder("=") == wanted:
        return True
    are_bits = stored.kind == "u" or (stored.kind == "V" and not stored.fields)
    return wanted.isbuiltin != 1 and stored.itemsize == wanted.itemsize and are_bits


def _checked_shape(shape: Any) -> tuple[int, ...]:
    if len(shape) > _MOST_DIMENSIONS or any(type(n) is not int or not 0 <= n < 1 << 62 for n in shape):
        raise _DamagedError(f"not a shape: {shape!r:.60}")
    return tuple(shape)


def _disjoint(ranges: Iterable[tuple[int, int, str]]) -> None:
    for (_, end, first), (start, _, second) in pairwise(sorted(r for r in ranges if r[0] < r[1])):
        if start < end:
            raise _DamagedError(f"{first!r:.60} and {second!r:.60} overlap")


def _view(mapped: memoryview, dtype: np.dtype, shape: tuple[int, ...], offset: int) -> np.ndarray:
    """The elements, in the file if they lie there as processors take them."""
    found = np.frombuffer(mapped, dtype, prod(shape), offset).reshape(shape)
    if not found.dtype.isnative:
        found = found.astype(dtype.newbyteorder("="))
    return found if found.flags.aligned else found.copy()


# -- safetensors ------------------------------------------------------------------------------------------------------------
def _safetensors(mapped: memoryview) -> dict[str, Stored]:
    (length,) = struct.unpack_from("<Q", mapped)
    start = 8 + length
    if length > _LONGEST_HEADER or start > len(mapped):
        raise _DamagedError(f"a header of {length} bytes in a file of {len(mapped)}")
    header = json.loads(bytes(mapped[8:start]).decode("utf-8"), object_pairs_hook=_unique)
    if not isinstance(header, dict):
        raise _DamagedError("a header that is no JSON object")
    found, ranges = {}, []
    for name, entry in header.items():
        if name == "__metadata__":
            continue
        if not isinstance(entry, dict) or set(entry) != {"dtype", "shape", "data_offsets"}:
            raise _DamagedError(f"{name!r:.60} needs dtype, shape and data_offsets")
        if not isinstance(entry["dtype"], str) or entry["dtype"] not in _NAMES:
            raise _DamagedError(f"{name!r:.60} has a type that is not known: {entry['dtype']!r:.40}")
        if not isinstance(entry["shape"], list) or not isinstance(entry["data_offsets"], list):
            raise _DamagedError(f"{name!r:.60} has no shape, or no offsets")
        dtype, shape = ELEMENT_TYPES[_NAMES[entry["dtype"]]].dtype, _checked_shape(entry["shape"])
        begin, end = _checked_shape(entry["data_offsets"]) if len(entry["data_offsets"]) == 2 else (1, 0)
        if not begin <= end <= len(mapped) - start or end - begin != prod(shape) * dtype.itemsize:
            raise _DamagedError(f"{name!r:.60} of shape {list(shape)} does not lie in [{begin}, {end})")
        ranges.append((begin, end, name))
        found[name] = _mapped(mapped, dtype, shape, start + begin)
    _disjoint(ranges)
    if sum(end - begin for begin, end, _ in ranges) != len(mapped) - start:
        raise _DamagedError("there are bytes that belong to no array")
    return found


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _DamagedError("a name stands twice in the header")
    return found


def _mapped(mapped: memoryview, dtype: np.dtype, shape: tuple[int, ...], offset: int) -> Stored:
    return Stored(dtype, shape, lambda: _view(mapped, dtype, shape, offset), offset)


def _write_safetensors(file: IO[bytes], arrays: Mapping[str, np.ndarray]) -> None:
    header: dict[str, Any] = {}
    # Those that end where the next one may begin come first, so that all of them do.
    ordered = sorted(arrays.items(), key=lambda item: (item[1].nbytes % _ALIGNMENT != 0, -item[1].dtype.itemsize))
    bits, at = {}, 0
    for name, array in ordered:
        bits[name] = array if of_dtype(array.dtype).name in _CODES else array.view(_word(array.dtype.itemsize))
        header[name] = {"dtype": _CODES[of_dtype(bits[name].dtype).name], "shape": list(bits[name].shape),
                        "data_offsets": [at, at + array.nbytes]}
        at += array.nbytes
    text = json.dumps(header).encode()
    text += b" " * (-(8 + len(text)) % _ALIGNMENT)
    file.write(struct.pack("<Q", len(text)) + text)
    for array in bits.values():
        file.write(_bytes(array))


def _word(size: int) -> np.dtype:
    return np.dtype(f"u{size}")


def _bytes(array: np.ndarray) -> memoryview:
    return np.ascontiguousarray(array).reshape(-1).view(np.uint8).data


# -- .npz -------------------------------------------------------------------------------------------------------------------
def _npz(mapped: memoryview) -> dict[str, Stored]:
    _require_short_directory(mapped)
    try:
        with zipfile.ZipFile(_Reader(mapped)) as archive:
            members, first_of_directory = archive.infolist(), archive.start_dir
    except (zipfile.BadZipFile, NotImplementedError, struct.error, UnicodeError) as error:
        raise _DamagedError(str(error)) from None
    found: dict[str, Stored] = {}
    ranges = []
    for member in members:
        name = member.filename.removesuffix(".npy")
        if name == member.filename or name in found:
            raise _DamagedError(f"{member.filename!r:.60} {'stands twice' if name in found else 'is no array (.npy)'}")
        start = _start_of(mapped, member)
        end = start + member.compress_size
        if end > min(first_of_directory, len(mapped)):
            raise _DamagedError(f"{name!r:.60} ends behind the archive")
        ranges.append((member.header_offset, end, name))
        found[name] = _member(mapped, member, start, end)
    _disjoint(ranges)
    return found


class _Reader(io.RawIOBase):
    """A mapped file as a file: what is looked at is what is mapped, also if the name is that of another file by now."""

    def __init__(self, mapped: memoryview) -> None:
        self._mapped, self._at = mapped, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        at = offset + {os.SEEK_SET: 0, os.SEEK_CUR: self._at}.get(whence, len(self._mapped))
        if at < 0:
            raise OSError("a place before the beginning")
        self._at = at
        return at

    def read(self, size: int | None = -1) -> bytes:
        end = len(self._mapped) if size is None or size < 0 else self._at + size
        found = bytes(self._mapped[self._at : end])
        self._at += len(found)
        return found


def _require_short_directory(mapped: memoryview) -> None:
    """That a directory takes little memory to read, by the record at the archive's end."""
    tail = bytes(mapped[max(len(mapped) - (1 << 16) - 22, 0):])
    at = tail.rfind(b"PK\5\6")
    if not 0 <= at <= len(tail) - 22:
        raise _DamagedError("an archive without an end")
    (size,) = struct.unpack_from("<I", tail, at + 12)
    if size == 0xFFFFFFFF and at >= 20 and tail[at - 20:].startswith(b"PK\6\7"):  # the size is in the record of 64 bits
        (where,) = struct.unpack_from("<Q", tail, at - 12)
        size = struct.unpack_from("<Q", mapped, where + 40)[0] if where + 56 <= len(mapped) else size
    if size > _LONGEST_HEADER:
        raise _DamagedError(f"a directory of {size} bytes")


def _start_of(mapped: memoryview, member: zipfile.ZipInfo) -> int:
    """Where the bytes of a member begin."""
    if member.flag_bits & 1:
        raise _DamagedError(f"{member.filename!r:.60} is encrypted")
    if not 0 <= member.header_offset <= len(mapped) - _LOCAL.size:
        raise _DamagedError(f"{member.filename!r:.60} begins behind the archive")
    signature, *_, name, extra = _LOCAL.unpack_from(mapped, member.header_offset)
    if signature != b"PK\x03\x04":
        raise _DamagedError(f"{member.filename!r:.60} has no header")
    return member.header_offset + _LOCAL.size + name + extra


def _member(mapped: memoryview, member: zipfile.ZipInfo, start: int, end: int) -> Stored:
    name = member.filename
    if member.compress_type == zipfile.ZIP_STORED:
        if end - start != member.file_size:
            raise _DamagedError(f"{name!r:.60} states two sizes")
        dtype, shape, is_transposed, at = _array_header(bytes(mapped[start : min(end, start + _LONGEST_ARRAY_HEADER + 16)]), name)
        _require_size(name, end - start - at, shape, dtype)
        if not is_transposed:
            return _mapped(mapped, dtype, shape, start + at)
        return Stored(dtype, shape, lambda: np.require(
            _view(mapped, dtype, shape[::-1], start + at).transpose(), requirements="C"), None)
    if member.compress_type != zipfile.ZIP_DEFLATED:
        raise _DamagedError(f"{name!r:.60} is packed in a way that is not known: {member.compress_type}")
    packed = mapped[start:end]
    head = zlib.decompressobj(-zlib.MAX_WBITS).decompress(packed[:_LONGEST_ARRAY_HEADER + 1024], _LONGEST_ARRAY_HEADER + 16)
    dtype, shape, is_transposed, at = _array_header(head, name)
    size = prod(shape) * dtype.itemsize

    def array() -> np.ndarray:
        if size > options.INPUT_LIMIT.value:
            raise InputError(f"{name!r:.60} has {size} bytes; {options.INPUT_LIMIT.name} sets the limit for what is unpacked")
        try:
            data = zlib.decompressobj(-zlib.MAX_WBITS).decompress(packed, at + size + 1)
            _require_size(name, len(data) - at, shape, dtype)
        except (zlib.error, ValueError, MemoryError) as error:
            raise InputError(f"is damaged: {error}") from None
        found = np.frombuffer(data, dtype, prod(shape), at).astype(dtype.newbyteorder("="))
        return np.require(found.reshape(shape, order="F" if is_transposed else "C"), requirements="C")

    return Stored(dtype, shape, array, None)


def _require_size(name: str, size: int, shape: tuple[int, ...], dtype: np.dtype) -> None:
    wanted = prod(shape) * dtype.itemsize
    if size != wanted:
        raise _DamagedError(f"{name!r:.60} has {size} bytes, and its shape {list(shape)} of {dtype} takes {wanted}")


def _array_header(data: bytes, name: str) -> tuple[np.dtype, tuple[int, ...], bool, int]:
    """The type, the shape, whether columns lie side by side, and where the elements begin."""
    file = io.BytesIO(data)
    try:
        version = np.lib.format.read_magic(file)
        read = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}.get(version)
        if read is None:
            raise _DamagedError(f"{name!r:.60} is of a version that is not known: {version}")
        shape, is_transposed, dtype = read(file, max_header_size=_LONGEST_ARRAY_HEADER)
    except Exception as error:  # whatever NumPy makes of an expression that is none
        raise _DamagedError(f"{name!r:.60} is no array: {error}") from None
    if dtype.hasobject or dtype.fields or dtype.subdtype or not dtype.itemsize:
        raise _DamagedError(f"{name!r:.60} holds no numbers: {dtype!r:.60}")
    return dtype, _checked_shape(shape), is_transposed, file.tell()


def _write_npz(file: IO[bytes], arrays: Mapping[str, np.ndarray]) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for name, array in arrays.items():
            bits = array if array.dtype.isbuiltin == 1 else array.view(_word(array.dtype.itemsize))
            header = io.BytesIO()
            np.lib.format.write_array_header_1_0(header, {"descr": np.lib.format.dtype_to_descr(bits.dtype),
                                                          "fortran_order": False, "shape": bits.shape})
            member = zipfile.ZipInfo(f"{name}.npy")
            # Behind the name come the sizes in 64 bits (20 bytes) and what moves the array to its place.
            before = file.tell() + _LOCAL.size + len(member.filename.encode()) + 20 + 4 + header.tell()
            member.extra = struct.pack("<HH", _PADDING, -before % _ALIGNMENT) + b"\0" * (-before % _ALIGNMENT)
            with archive.open(member, "w", force_zip64=True) as out:
                out.write(header.getvalue())
                out.write(_bytes(bits))
