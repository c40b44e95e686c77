"""Executables from files, as they are called: constants lie where the file is mapped, names and types are as they were saved."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np

from hloom.runtime import memory
from hloom.runtime.described import checked, dtype_of, lazy_constants, program_of, size
from hloom.runtime.dispatch.program import Listing
from hloom.runtime.executable import Executable, NestedExecutable
from hloom.runtime.executable_file import path_of
from hloom.runtime.from_file import Chosen, Stored
from hloom.runtime.native import NativeProgram
from hloom.support import options
from hloom.support.diagnostics import InputError, UserError
from hloom.support.files import too_large
from hloom.support.records import computed_once
from hloom.support.signatures import Parameter, Signature

#: A size that only calls tell, as `ir.types` has it.
DYNAMIC = -1


class ArrayType:
    """The type of an array, which stands for a tensor's: what a call needs of it is here without the rest of the types."""

    def __init__(self, shape: Sequence[int | None], name: str, dtype: str) -> None:
        """A size of None is one that only calls tell."""
        self.shape = tuple([DYNAMIC if n is None else size(n) for n in shape])
        self.name, self._dtype_name = checked(name, str), checked(dtype, str)

    @property
    def storage(self) -> ArrayType:
        """The element type: its `name`, its `dtype`."""
        return self

    @computed_once
    def dtype(self) -> np.dtype:
        """The dtype of the elements."""
        return dtype_of(self._dtype_name)

    def with_shape(self, shape: Sequence[int]) -> ArrayType:
        """The same of another shape."""
        return ArrayType(shape, self.name, self._dtype_name)

    @computed_once
    def tensor(self) -> Any:
        """The type as everything else has it."""
        from hloom.ir.types import TensorType
        from hloom.numbers.element_type import element_type

        return TensorType(self.shape, element_type(self.name))

    def __str__(self) -> str:
        return f"tensor<{'x'.join(['?' if n == DYNAMIC else str(n) for n in self.shape] + [self.name])}>"

    def __eq__(self, other: object) -> bool:
        return self.tensor == (other.tensor if isinstance(other, ArrayType) else other)

    def __hash__(self) -> int:
        return hash(self.tensor)


def make(stored: Stored, chosen: Chosen, time_limit: float | None = None) -> Executable:
    """The executable of code that was chosen. Raises InputError where what the file says makes no sense."""
    with stored.reading():
        arguments, results = array_types(stored)
        return called(stored, made_of(stored, chosen, arguments, results, time_limit))


def array_types(stored: Stored) -> tuple[list[ArrayType], list[ArrayType]]:
    """The types of the arrays that the function of a file takes and gives."""
    arguments, results = ([ArrayType(*each) for each in stored.header["signature"][of]] for of in ("arguments", "results"))
    return arguments, results


def made_of(stored: Stored, chosen: Chosen, arguments: list[ArrayType], results: list[ArrayType],
            time_limit: float | None = None) -> FileExecutable:
    """The executable of code that was chosen, for calls of such arrays."""
    start = perf_counter()
    program = program_of(chosen.program, arguments, results, _constants(stored, chosen), chosen.program["kernels"])
    native = NativeProgram(program, chosen.loaded, threads=chosen.threads)
    workers = chosen.threads or options.THREADS.value
    stats = {**checked(chosen.code.stated["stats"], dict), "threads": min(chosen.code.threads, workers)}
    cls = _NestedFileExecutable if checked(stored.header["signature"]["nested"], bool) else FileExecutable
    made = cls(native, _Listings(stored, chosen), stats, time_limit, signature_of(stored, arguments, results))
    made.stored = stored
    stats["seconds"] = {"load": chosen.seconds + perf_counter() - start}
    return made


def called(stored: Stored, made: Executable) -> Executable:
    """The executable as it is called: with trees or tokens, if that is how the function is."""
    boundary = boundary_of(stored)
    if boundary is None:
        return made
    from hloom.runtime.called import CalledExecutable  # most programs need nothing of it

    return CalledExecutable(made, boundary)


def _constants(stored: Stored, chosen: Chosen) -> list[np.ndarray]:
    """The constants as bytes where the file is mapped; those that are computed later have memory of their own."""
    lazy = lazy_constants(chosen.program)
    found = []
    for number, place in enumerate(chosen.places):
        if number in lazy:
            found.append(memory.array(lazy[number].shape, lazy[number].dtype))
        elif place is None:
            raise ValueError("a constant that lies nowhere")
        else:
            found.append(np.frombuffer(stored.file.view(place), np.uint8))
    return found


def signature_of(stored: Stored, arguments: Sequence[Any], results: Sequence[Any]) -> Signature:
    """The signature of the function of a file, for arrays of such types."""
    signed = stored.header["signature"]
    texts = signed["types"]
    if texts is not None:  # tuples and tokens, which no array is
        from hloom.text.mlir.entity import parse_type

        arguments, results = ([parse_type(checked(text, str)) for text in texts[of]] for of in ("arguments", "results"))
    return Signature(stored.function, _parameters(signed["argument_names"], arguments),
                     _parameters(signed["result_names"], results), checked(signed["narrows"], bool))


def _parameters(stated: Sequence[Any], types: Sequence[Any]) -> tuple[Parameter, ...]:
    if len(stated) != len(types):
        raise ValueError("names of others than there are")
    return tuple([Parameter(checked(name, str), type, checked(is_stated, bool))
                  for (name, is_stated), type in zip(stated, types)])


def boundary_of(stored: Stored) -> Any:
    """What stands between a caller and the function: trees, tokens; None where nothing does."""
    stated = stored.header["boundary"]
    if stated is None:
        return None
    from hloom.support.boundary import Boundary  # most programs need nothing of it
    from hloom.support.calling import Calling
    from hloom.support.trees import tree_of

    calling = stated["calling"]
    if calling is not None:
        leading = [np.frombuffer(stored.read(section, "an argument"), dtype_of(checked(dtype, str))).reshape(shape)
                   for section, shape, dtype in calling["leading"]]
        calling = Calling(tree_of(calling["in_tree"]), tree_of(calling["out_tree"]), [size(k) for k in calling["kept"]], leading,
                          size(calling["platform"]), checked(calling["narrows"], bool))
    names, given, returned = ([checked(text, str) for text in stated[of]] for of in ("names", "given", "returned"))
    return Boundary(stored.function, names, given, returned, calling)


class _Listings(Mapping[str, Listing]):
    """The listings of the kernels, which are read when somebody asks for one; with places in the source where the program is in
    the file."""

    def __init__(self, stored: Stored, chosen: Chosen) -> None:
        self._stored, self._stated = stored, chosen.code.stated["kernels"]
        self._names = [checked(name, str) for name in chosen.program["kernels"]]

    @computed_once
    def _found(self) -> dict[str, Listing]:
        from hloom.runtime.saved import placed

        with self._stored.reading():
            return placed(self._stored.read_json(self._stated, "listings"), program_in(self._stored))

    def __getitem__(self, name: str) -> Listing:
        return self._found[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def program_in(stored: Stored) -> Any:
    """The module in a file, whose constants lie where the file is mapped; None where it was left out. InputError where the file
    is damaged."""
    if stored.program is None:
        return None
    import zlib

    from hloom.ir.constants_beside import bind
    from hloom.passes.move_constants import moved_in
    from hloom.text.mlir import parse

    with stored.reading():
        try:
            packed = stored.read(stored.program["text"], "the program")
            text = zlib.decompressobj().decompress(packed, options.INPUT_LIMIT.value + 1)
        except zlib.error as error:
            raise ValueError(str(error)) from None
        if len(text) > options.INPUT_LIMIT.value:
            raise too_large(stored.file.path)
        arrays, beside = {}, set()
        for name, section, shape, dtype, is_beside in stored.program["constants"]:
            place = stored.file.section(section, "a constant")
            arrays[checked(name, str)] = np.frombuffer(stored.file.view(place), dtype_of(checked(dtype, str))).reshape(shape)
            beside |= {name} if is_beside else set()
        try:
            module = parse(text.decode(), f"<executable @{stored.function}>")
            bind(module, arrays)
            return moved_in(module, arrays.keys() - beside)
        except UserError as error:
            raise stored.file.damaged(f"its program is none: {error}") from None


class FileExecutable(Executable):
    """An executable that a file has, whose constants lie where that is mapped. It is pickled as the name of the file."""

    #: The file.
    stored: Stored

    def save(self, path: Any, *, cpu: str | Sequence[str] | None = None, threads: int | Sequence[int] | None = None,
             program: bool = True) -> None:
        """Writes the same file under another name. Code for others than it has is saved of what `hloom.compile` returns."""
        if cpu is not None or threads is not None or program is not True:
            raise InputError(f"@{self.signature.function} comes from {self.stored.file.path}: code for other processors or "
                             "threads is saved of what hloom.compile returns")
        self.stored.file.copy(path_of(path))

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(self.stored.restore, time_limit=self.time_limit), (os.path.abspath(self.stored.file.path),)


class _NestedFileExecutable(FileExecutable, NestedExecutable):
    """The same of a function that takes or gives tuples."""
