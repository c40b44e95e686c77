"""Executables from files of functions whose shapes are known at calls only: code for the calls that they were saved for.

Code for several sizes serves all of them (`several_sizes`). Calls of other shapes have the program compiled, where it is in the
file and llvmlite is there; else an error says which there is code for.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from hloom.runtime.executable import Executable, exact
from hloom.runtime.file_executable import DYNAMIC, ArrayType, FileExecutable, array_types, called, made_of, signature_of
from hloom.runtime.from_file import Code, Stored, StoredCalls
from hloom.support import options
from hloom.support.forking import renewed_in_child
from hloom.support.signals import checked_seconds
from hloom.support.signatures import Signature, type_name, wrong_count

if TYPE_CHECKING:
    from hloom.ir.core import Operation
    from hloom.runtime.dispatch.program import Batch, Listing

#: Most shapes of calls that a message lists.
_MOST_LISTED = 12


def make(stored: Stored, picked: Sequence[tuple[StoredCalls, Code]], threads: int | None, time_limit: float | None,
         anew: Callable[[str], Executable]) -> Executable:
    """The executable of the code that was picked of a file for its calls. `anew` compiles the program, for the reason that it is
    given, or raises InputError. Raises InputError where what the file says makes no sense."""
    with stored.reading():
        arguments, results = array_types(stored)
        if stored.header["signature"]["types"] is not None:
            raise ValueError("arguments that are no arrays")
        for calls, _ in picked:
            _check(calls, arguments, results)
        signature = signature_of(stored, arguments, results)
        return called(stored, CallsExecutable(stored, picked, signature, threads, time_limit, anew))


def _check(calls: StoredCalls, arguments: Sequence[ArrayType], results: Sequence[ArrayType]) -> None:
    """Raises ValueError for calls of others than these types, and for sizes that no call has."""
    for types, shapes, of in ((arguments, calls.arguments, "arguments"), (results, calls.results, "results")):
        if len(types) != len(shapes) or not all(_fits(shape, type.shape) for shape, type in zip(shapes, types)):
            raise ValueError(f"code for other {of} than there are")
    batch = calls.batch
    if batch is None:
        return
    sizes = [shapes[number][:1] for shapes, numbers in ((calls.arguments, batch.arguments), (calls.results, batch.results))
             for number in numbers]
    of_examples = {number for number, type in enumerate(arguments) if DYNAMIC in type.shape}
    if {*batch.arguments} != of_examples or any(DYNAMIC in arguments[number].shape[1:] for number in of_examples) or any(
            not size or size[0] % batch.most for size in sizes) or any(
                calls.arguments[number][0] != batch.most for number in batch.arguments):
        raise ValueError("code for examples that the arguments do not hold")


def _fits(shape: Sequence[int], stated: Sequence[int]) -> bool:
    """Whether a shape is one of those that a type states."""
    return len(shape) == len(stated) and all(n in (DYNAMIC, m) for n, m in zip(stated, shape))


class CallsExecutable(FileExecutable):
    """`exe(*arrays) -> tuple of arrays` of a function of dynamic shapes, by the code that a file has for some. Thread-safe.

    Code is linked when the first call comes that it serves. `specializations` are the executables for the shapes of former calls;
    `kernels` and `stats` are what they have together.
    """

    #: Held while code is linked.
    _linking = renewed_in_child(threading.RLock())

    def __init__(self, stored: Stored, picked: Sequence[tuple[StoredCalls, Code]], signature: Signature, threads: int | None,
                 time_limit: float | None, anew: Callable[[str], Executable]) -> None:
        self.stored, self._picked, self.signature, self._threads, self._anew = stored, picked, signature, threads, anew
        #: Seconds that a call may take, None for any number.
        self.time_limit = checked_seconds(time_limit)
        self._pickle_state = None
        self._types: list[ArrayType] = [p.type for p in signature.arguments]
        self._results: list[ArrayType] = [p.type for p in signature.results]
        self._of_shapes = {tuple(calls.arguments): (calls, code) for calls, code in picked if calls.batch is None}
        #: Those that serve several sizes, by the most examples; those for the shapes of calls.
        self._linked: dict[int, FileExecutable] = {}
        self._made: dict[tuple[tuple[int, ...], ...], Executable] = {}
        #: What compiles for the shapes that the file has no code for.
        self._others: Any = None
        self._describe()

    @property
    def specializations(self) -> tuple[Executable, ...]:
        """The executables for the shapes of former calls."""
        return (*self._made.values(), *(() if self._others is None else self._others.specializations))

    @property
    def fallbacks(self) -> list[Operation]:
        """The operations that ran on the reference evaluator: of calls that the file has no code for."""
        return [] if self._others is None else self._others.fallbacks

    @property
    def needs_python(self) -> str:
        """Why calls must go through this object: each asks it for an executable."""
        return "its code is picked by the shapes of calls"

    def __call__(self, /, *arrays: Any, out: Any = None, time_limit: float | None = None, **named: Any) -> tuple[Any, ...]:
        """Runs the function as compiled for the shapes of the arguments, with what compiled code takes and raises. Raises
        InputError for shapes that there is no code for, where the program cannot be compiled."""
        if named:
            arrays = self.signature.bind(arrays, named)
        if len(arrays) != len(self._types):
            raise wrong_count(self.signature.function, [p.name for p in self.signature.arguments], arrays)
        limit = self.time_limit if time_limit is None else checked_seconds(time_limit)
        try:
            found = self._made.get(tuple([array.shape for array in arrays]))
        except (AttributeError, TypeError):  # numbers, lists
            found = None
        if found is None:
            arrays = self._checked(arrays)
            found = self._executable(arrays)
        results = found(*arrays, out=out, time_limit=limit)
        if found is self._others:
            self._describe()
        return results

    def _prepare(self, arrays: Sequence[Any]) -> None:
        given = self._checked(arrays)
        found = self._executable(given)
        if found is self._others:
            found._prepare(given)
            self._describe()

    def _checked(self, arrays: Sequence[Any]) -> tuple[np.ndarray, ...]:
        """The arguments as arrays. Raises InputError for those that the function does not take."""
        return tuple([array if type(array) is np.ndarray and array.dtype == kind.dtype and _fits(array.shape, kind.shape)
                      else self._array(array, number) for number, (array, kind) in enumerate(zip(arrays, self._types))])

    def _array(self, value: Any, number: int) -> np.ndarray:
        from hloom.ops.builtin.arguments import as_array  # an executable from a file runs without the operations where all fits

        return as_array(value, exact(self._types[number]), self.signature.argument(number), self.signature.narrows)

    def _executable(self, arrays: Sequence[np.ndarray]) -> Any:
        """What runs arguments of such shapes."""
        shapes = tuple([array.shape for array in arrays])
        with CallsExecutable._linking:
            found = self._made.get(shapes)
            if found is None:
                made = self._found(shapes)
                if made is None:
                    return self._compiling(shapes)
                found = self._made[shapes] = made
                self._describe()
        return found

    def _found(self, shapes: tuple[tuple[int, ...], ...]) -> Executable | None:
        """The executable of code that the file has for calls of these shapes; None where it has none."""
        own = self._of_shapes.get(shapes)
        if own is not None:
            return self._link(*own)
        sizes = {shape[0] for shape, kind in zip(shapes, self._types) if DYNAMIC in kind.shape}
        if len(sizes) != 1:
            return None
        (size,) = sizes
        for calls, code in self._picked:
            batch = calls.batch
            if batch is not None and batch.least <= size <= batch.most:
                if batch.most not in self._linked:
                    self._linked[batch.most] = self._link(calls, code)
                return self._for_examples(self._linked[batch.most], size, calls, batch)
        return None

    def _link(self, calls: StoredCalls, code: Code) -> FileExecutable:
        """The executable of the code for some calls."""
        stored = self.stored
        chosen = stored.chosen(self._threads, check=False, code=code)  # its constants have been looked at
        with stored.reading():
            if calls.batch is not None and not chosen.program["scaled"]:
                raise ValueError("code for several sizes that does as much for each")
            return made_of(stored, chosen, [t.with_shape(shape) for t, shape in zip(self._types, calls.arguments)],
                           [t.with_shape(shape) for t, shape in zip(self._results, calls.results)])

    def _for_examples(self, linked: FileExecutable, size: int, calls: StoredCalls, batch: Batch) -> Executable:
        def of(types: Sequence[ArrayType], shapes: Sequence[tuple[int, ...]], numbers: Sequence[int]) -> list[ArrayType]:
            return [t.with_shape((shape[0] // batch.most * size, *shape[1:]) if k in numbers else shape)
                    for k, (t, shape) in enumerate(zip(types, shapes))]

        signature = signature_of(self.stored, of(self._types, calls.arguments, batch.arguments),
                                 of(self._results, calls.results, batch.results))
        made = linked.for_examples(size, signature)
        made.stats["examples"] = f"{size}, by code for {batch.least} to {batch.most}"
        return made

    def _compiling(self, shapes: Sequence[tuple[int, ...]]) -> Any:
        """What compiles for the shapes of its calls. Raises InputError where nothing does."""
        if self._others is None:
            made: Any = self._anew(f"{self.stored.file.path}: @{self.signature.function} has no code for {self._label(shapes)}, "
                                   f"but for {self._covered()}")
            self._others = getattr(made, "_inner", made)
        return self._others

    def _covered(self) -> str:
        """The calls that there is code for: by their sizes, where all unknown ones of a call are one, else by their shapes."""
        sizes, shapes = [], []
        for calls, _ in self._picked:
            unknown = {n for shape, kind in zip(calls.arguments, self._types) for n, m in zip(shape, kind.shape) if m == DYNAMIC}
            if calls.batch is not None:
                sizes.append((calls.batch.least, f"{calls.batch.least} to {calls.batch.most}"))
            elif len(unknown) == 1:
                sizes.append((min(unknown), str(*unknown)))
            else:
                shapes.append(self._label(calls.arguments))
        texts = [f"sizes {', '.join(text for _, text in sorted(sizes))}"] if sizes else []
        if shapes:
            left_out = f" and {len(shapes) - _MOST_LISTED} more" if len(shapes) > _MOST_LISTED else ""
            texts.append(f"{', '.join(shapes[:_MOST_LISTED])}{left_out}")
        return "; ".join(texts) or "no calls"

    def _label(self, shapes: Sequence[tuple[int, ...]]) -> str:
        return f"({', '.join(type_name(kind.with_shape(shape)) for kind, shape in zip(self._types, shapes))})"

    def _describe(self) -> None:
        """Puts `kernels` and `stats` together from those of the specializations."""
        made = {self._label([p.type.shape for p in each.signature.arguments]): each for each in self.specializations}
        self.kernels = _Together(made)
        deterministic, excess_precision = self.stored.numbers
        self.stats = {"threads": self._threads or options.THREADS.value, "deterministic": deterministic,
                      "excess_precision": excess_precision, "specializations": len(made), "kernels": len(self.kernels),
                      "fallbacks": [op.name for op in self.fallbacks], "saved_for": self._covered()}
        for word in ("seconds", "reason", "examples"):
            found = {label: each.stats[word] for label, each in made.items() if word in each.stats}
            if found:
                self.stats[f"{word}_of"] = found


class _Together(Mapping[str, "Listing"]):
    """The listings of the kernels of several executables, each of which reads its own when somebody asks for one."""

    def __init__(self, made: Mapping[str, Executable]) -> None:
        self._places = {f"{name} of {label}": (each, name) for label, each in made.items() for name in each.kernels}

    def __getitem__(self, name: str) -> Listing:
        each, own = self._places[name]
        return each.kernels[own]

    def __iter__(self) -> Any:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)
