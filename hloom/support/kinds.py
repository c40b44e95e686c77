"""What kind of file some bytes are, by content: so that every door that takes programs calls a file of another kind the same."""

from __future__ import annotations

from typing import Final

from hloom.support.diagnostics import ParseError
from hloom.support.files import EXECUTABLE
from hloom.support.foreign_programs import OF_ONNX, OF_TENSORFLOW, OF_TORCH
from hloom.support.protocol_buffers import protocol_buffer_kind

#: A mark with which some editors begin a text in UTF-8; it says nothing and is read over.
BYTE_ORDER_MARK = "\ufeff"

#: What is a program in bytes, apart from XLA's protocol buffers.
PORTABLE_ARTIFACT: Final = "a portable artifact (MLIR bytecode)"
EXPORTED_FUNCTION: Final = "a serialized jax.export.Exported with a portable artifact (MLIR bytecode) inside"
_LOOKED_AT: Final = 4096
#: How texts in UTF-16 begin, which the command line of Windows writes.
_WIDE: Final = (b"\xff\xfe", b"\xfe\xff")
#: Bytes with which a portable artifact (MLIR bytecode) begins.
BYTECODE: Final = b"ML\xefR"
_BEGINNINGS: Final = (
    (BYTECODE, PORTABLE_ARTIFACT), (EXECUTABLE, "an executable that hloom has saved"),
    (b"\x93NUMPY", "a NumPy array"), (b"\x1f\x8b", "compressed by gzip"),
    (b"BZh", "compressed by bzip2"), (b"\xfd7zXZ\x00", "compressed by xz"), (b"\x28\xb5\x2f\xfd", "compressed by zstd"),
    (b"\x7fELF", "machine code (ELF)"), (b"MZ", "machine code (PE)"), (b"\xcf\xfa\xed\xfe", "machine code (Mach-O)"),
    (b"!<arch>\n", "a library of machine code (ar)"), (b"BC\xc0\xde", "LLVM bitcode"), (b"\x89HDF\r\n\x1a\n", "an HDF5 file"),
    (b"GGUF", "weights (GGUF)"), (b"\x80\x02\x8a\nl\xfc\x9cF\xf9", "weights or a model of PyTorch, saved by torch.save"),
    (b"SQLite format 3\x00", "a database (SQLite)"), (b"%PDF-", "a PDF document"),
    (b"\x89PNG", "an image (PNG)"), (b"\xff\xd8\xff", "an image (JPEG)"),
)
#: What flatbuffers have behind the place of their table.
_FLATBUFFERS: Final = (
    (b"TFL3", "a model of TensorFlow Lite (a flatbuffer)"), (b"ORTM", "a model of ONNX Runtime (a flatbuffer)"),
)
_ZIP: Final = b"PK\x03\x04"
#: What zip archives of known kinds have in them.
_ARCHIVES: Final = (
    (b"serialized_exported_program.json", "a torch.export.ExportedProgram, saved by torch.export.save"),
    (b"/archive_format", "a torch.export.ExportedProgram, saved by torch.export.save"),
    (b"/data.pkl", "weights or a model of PyTorch, saved by torch.save"), (b"model.weights.h5", "a model of Keras"),
    (b".npy", "NumPy arrays (npz)"),
)
#: What to do with files of kinds that lead to a program, by words of the kind.
_REMEDIES: Final = (
    ("hloom has saved", "hloom.load_executable, or hloom run, runs it"),
    ("compressed", "unpack it first"), ("zip archive", "unpack it first"), ("PyTorch", f"load the model: {OF_TORCH}"),
    ("torch.export", f"load it by torch.export.load: {OF_TORCH}"), ("Keras", f"load the model: {OF_TENSORFLOW}"),
    ("TensorFlow (", f"load the model: {OF_TENSORFLOW}"), ("ONNX", f"{OF_ONNX}"),
)


def binary_kind(data: bytes) -> str | None:
    """What some bytes are, in words, where they are a file of a kind that is known and no text; else None. Programs of XLA in
    protocol buffers are not looked for."""
    for beginning, kind in _BEGINNINGS:
        if data.startswith(beginning) and (len(beginning) > 3 or not _is_text(data)):
            return kind
    if data.startswith(_ZIP):
        return next((kind for mark, kind in _ARCHIVES if mark in data), "a zip archive")
    for mark, kind in _FLATBUFFERS:
        if data[4:8] == mark:
            return kind
    if BYTECODE in data and _is_flatbuffer(data):
        return EXPORTED_FUNCTION
    if data[:1] == b"\x80" and data[1:2] in b"\x02\x03\x04\x05" and data.endswith(b"."):
        return "a pickle of Python, which hloom never loads"
    if data[8:10] in (b'{"', b"{ ") and 2 <= int.from_bytes(data[:8], "little") <= len(data) - 8:
        return "weights (safetensors)"
    return protocol_buffer_kind(data)


def no_program(kind: str, remedy: str = "") -> str:
    """What to say of a file or of bytes of a kind that is no program; `remedy` is what to do, if the kind does not say it."""
    remedy = remedy or next((remedy for words, remedy in _REMEDIES if words in kind), "")
    return f"this is {kind}, which hloom does not read as a program{f'; {remedy}' if remedy else ''}"


def _is_text(data: bytes) -> bool:
    try:
        return "\x00" not in data[:_LOOKED_AT].decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start > _LOOKED_AT - 4 and b"\x00" not in data[:_LOOKED_AT]  # a letter that is cut off


def text_of(data: bytes, name: str) -> str:
    """The text in a file's bytes. Raises ParseError, which says what the file is, for what is no text in UTF-8."""
    kind = binary_kind(data)
    if kind is not None:
        raise ParseError(f"{name}: {no_program(kind)}")
    try:
        return data.decode("utf-8").removeprefix(BYTE_ORDER_MARK)
    except UnicodeDecodeError as error:
        wide = "; it begins as a text in UTF-16 does, which is to be saved as UTF-8" if data[:2] in _WIDE else ""
        raise ParseError(f"{name}: not a text: byte {error.start} is not UTF-8{wide}") from None


def _is_flatbuffer(data: bytes) -> bool:
    """Whether bytes begin as a flatbuffer: with the place of a table, which says where its fields are listed."""
    root = int.from_bytes(data[:4], "little")
    if not 4 <= root <= len(data) - 4:
        return False
    fields = root - int.from_bytes(data[root : root + 4], "little", signed=True)
    return 4 <= fields <= len(data) - 4 and 4 <= int.from_bytes(data[fields : fields + 2], "little") <= len(data)
