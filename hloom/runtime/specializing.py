"""Functions of tensors whose sizes only a call tells: compiled for the shapes of each call, and kept for the next one."""

from __future__ import annotations

import itertools
import threading
import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from hloom.ir.core import Operation
from hloom.ir.types import TensorType, TupleType, leaf_types, leaves, nested
from hloom.ops.builtin.arguments import as_array
from hloom.ops.builtin.module import Module
from hloom.passes.specialize import NotSpecializedError, Template
from hloom.runtime.dispatch.program import Batch, NeedsEvaluatorError
from hloom.runtime.executable import Executable, checked_outputs
from hloom.runtime.interpreted import InterpretedExecutable, interpreted
from hloom.runtime.pickle_state import PickleState
from hloom.runtime.several_sizes import Compile, Difference, SeveralSizes
from hloom.support import options
from hloom.support.diagnostics import InputError, UserError, VerificationError
from hloom.support.forking import in_child
from hloom.support.logs import Log
from hloom.support.signals import TimeLimit, TimeLimitError, acquire, checked_seconds
from hloom.support.signatures import Signature, type_name, unnamed, wrong_count
from hloom.verify import verify

_LOG = Log("compile")
#: What tells calls apart that need other machine code: shapes that the program leaves open, and the bytes of arguments on whose
#: elements shapes depend.
Key = tuple[Any, ...]
#: Computes what follows from the shapes of all arguments and the elements of some of them, within a limit; its result compiles.
Specialize = Callable[[Sequence[tuple[int, ...]], Mapping[int, np.ndarray], TimeLimit | None], Callable[[], Executable]]
#: Seconds that shapes which the program alone says may take to be computed before the first call, where no limit holds.
PATIENCE = 10.0
#: What says that a function is not compiled for some shapes.
_NOT_COMPILED = (NotSpecializedError, VerificationError)


def specializing(pickle_state: PickleState, compile: Compile, difference: Difference, signature: Signature,
                 stats: Mapping[str, Any], time_limit: float | None, reason: str = "") -> Executable:
    """An executable of a function, the one that `pickle_state` names, with shapes that the program does not state.

    `compile` compiles a module in which it states them, or one for the calls of a batch, if functions of other sizes make no
    `difference` (`several_sizes`). Where all shapes follow from the program alone, that is done at once; where one depends on
    data, or there are arguments or results that are no tensors (`reason`), the evaluator runs the function. Raises
    VerificationError for an invalid module.
    """
    module, function = pickle_state.module, pickle_state.function
    verify(module)
    template = Template(module, function)
    if template.unknown is not None:
        op = template.unknown
        message = (f"{op.name} has a result of type {', '.join(str(r.type) for r in op.results)}, which depends on data and is "
                   "only known at run time; the compiler takes shapes that follow from those of the arguments")
        reason = str(NeedsEvaluatorError.at(op.span, "unsupported", message))
        return interpreted(module, reason, signature, pickle_state, time_limit)
    types = template.arguments
    results = [leaf for p in signature.results for leaf in leaf_types(p.type)]
    if not all(isinstance(t, TensorType) for t in (*types, *results)):
        return interpreted(module, reason or f"@{function} takes or gives what is no tensor", signature, pickle_state, time_limit)

    def evaluated(shapes: Sequence[tuple[int, ...]], reason: str) -> Executable:  # it says what is wrong, if anything is
        special = unnamed(function, [t.with_shape(shape) for t, shape in zip(types, shapes)], results)
        return interpreted(template.module, reason, special, pickle_state, None)

    several = SeveralSizes(template, function, compile, difference)

    def finished(made: Module, shapes: Sequence[tuple[int, ...]], shared: Callable[[], Executable | None]) -> Executable:
        try:
            return shared() or compile(made)
        except _NOT_COMPILED as error:
            return evaluated(shapes, str(error))

    def specialize(shapes: Sequence[tuple[int, ...]], given: Mapping[int, np.ndarray],
                   limit: TimeLimit | None) -> Callable[[], Executable]:
        try:
            made = template.specialized(shapes, given, limit)
            return partial(finished, made, shapes, several.of(made, shapes, limit))
        except _NOT_COMPILED as error:
            return partial(evaluated, shapes, str(error))

    at_calls = partial(SpecializingExecutable, specialize, template.numbers, signature, pickle_state, stats, time_limit, several)
    has_tuples = any(isinstance(p.type, TupleType) for p in (*signature.arguments, *signature.results))
    if template.numbers or has_tuples or not all(t.is_static for t in types):
        return at_calls()
    try:
        made = compile(template.specialized([t.shape for t in types], {}, TimeLimit(PATIENCE)))
    except TimeLimitError:  # a call may have a limit, and says so where it is not enough
        return at_calls()
    except _NOT_COMPILED as error:
        return interpreted(module, str(error), signature, pickle_state, time_limit)
    made.time_limit = checked_seconds(time_limit)
    return made


class _Specialization:
    """The executable for the calls of one key, made by the first of them, for which the others wait."""

    __slots__ = ("compile", "executable", "label", "last_use", "lock")

    def __init__(self, label: str) -> None:
        self.executable: Executable | None = None
        #: Makes it, from when what shapes are computed from is known until it is made.
        self.compile: Callable[[], Executable] | None = None
        #: What it takes: `(3x4xf32, i32 = 5)`.
        self.label = label
        self.last_use = 0
        self.lock = threading.Lock()

    @property
    def has_own_code(self) -> bool:
        """Whether there is an executable whose code is for no other key."""
        return self.executable is not None and "examples" not in self.executable.stats


class SpecializingExecutable(Executable):
    """`exe(*arrays) -> tuple of arrays` of a function of dynamic shapes. Thread-safe. Can be pickled.

    It compiles when it is called with shapes (or sizes as arguments) that are not among the last HLOOM_SPECIALIZATIONS that it
    was called with. `specializations` are the executables for these. `kernels`, `stats` and `fallbacks` are what they have
    together: before the first call there is nothing to say. Where calls differ in their number of examples only, those of
    several sizes share code (`several_sizes`); `stats["one_size"]` says why the last one's is its own. Calls with shapes that the
    function does not take, or of which what follows depends on data, run on the reference evaluator, which says what is wrong, or
    runs them.
    """

    def __init__(self, specialize: Specialize, numbers: Iterable[int], signature: Signature, pickle_state: PickleState,
                 stats: Mapping[str, Any], time_limit: float | None = None, several: SeveralSizes | None = None) -> None:
        self._specialize, self._numbers, self._several = specialize, tuple(sorted(numbers)), several
        #: Seconds that a call may take beside compilation, in computing shapes and in running each; None for any number.
        self.time_limit = checked_seconds(time_limit)
        self.signature, self._pickle_state, self._own_stats = signature, pickle_state, dict(stats)
        self._types = [p.type for p in signature.arguments]
        self._results = TupleType(tuple(p.type for p in signature.results))
        self._has_tuples = any(isinstance(t, TupleType) for t in (*self._types, *self._results.elements))
        each = [t for type in self._types for t in leaf_types(type)]
        #: The numbers of the arguments, those in tuples one by one, whose shapes are part of the key. What is wrong with the
        #: others is for the executable to say.
        self._open = [k for k, type in enumerate(each) if not (isinstance(type, TensorType) and type.is_static)]
        self._kept: dict[Key, _Specialization] = {}
        self._uses = itertools.count(1)
        self._lock = threading.Lock()
        #: Held while shapes are computed: the evaluator changes the module that it looks at, for moments.
        self._computing = threading.RLock()
        self._describe()
        _all.add(self)

    @property
    def specializations(self) -> tuple[Executable, ...]:
        """The executables for the shapes of former calls, those of the last call last."""
        kept = sorted(self._kept.copy().values(), key=lambda s: s.last_use)
        return tuple([s.executable for s in kept if s.executable is not None])

    @property
    def codes(self) -> list[tuple[Executable, Batch | None]]:
        """The executables with code of their own: those for the shapes of former calls, and those for several sizes, with what
        these are."""
        kept = sorted(self._kept.copy().values(), key=lambda s: s.last_use)
        own: list[tuple[Executable, Batch | None]] = [(s.executable, None) for s in kept
                                                      if s.executable is not None and s.has_own_code]
        return own + ([] if self._several is None else [*self._several.shared])

    @property
    def why_not_saved(self) -> str:
        """Why the code for former calls cannot be saved for others; nothing where it can."""
        other = next((p.type for p in (*self.signature.arguments, *self.signature.results)
                      if not isinstance(p.type, TensorType) or p.type.is_quantized or p.type.encoding is not None), None)
        if other is not None:
            return f"it takes or gives a {other}"
        names = ", ".join(self.signature.arguments[number].name for number in self._numbers)
        return f"its shapes depend on the numbers in {names}, which only calls bring" if names else ""

    @property
    def needs_python(self) -> str:
        """Why calls must go through this object: each asks it for an executable."""
        return "it is compiled for the shapes of its calls"

    @property
    def fallbacks(self) -> list[Operation]:
        """The operations that ran on the reference evaluator for some of the shapes of former calls, each once."""
        found: dict[Any, Operation] = {}
        for executable in self.specializations:
            for op in executable.fallbacks:
                found.setdefault((op.name, op.span if op.span is not None else id(op)), op)
        return list(found.values())

    def __call__(self, /, *arrays: Any, out: Any = None, time_limit: float | None = None, **named: Any) -> tuple[Any, ...]:
        """Runs the function as compiled for the shapes of the arguments, with what compiled code takes and raises. A time limit
        does not count compilation; computing shapes that are new may take as long, and then the run."""
        if named:
            arrays = self.signature.bind(arrays, named)
        if len(arrays) != len(self._types):
            raise wrong_count(self.signature.function, [p.name for p in self.signature.arguments], arrays)
        limit = self.time_limit if time_limit is None else checked_seconds(time_limit)
        if self._has_tuples and out is not None:
            raise InputError(f"out: @{self.signature.function} takes or gives tuples; its results are new arrays")
        try:
            found = None if self._has_tuples else self._kept.get(self._key(arrays))
        except (AttributeError, TypeError):  # numbers, lists
            found = None
        if found is None or found.executable is None:
            arrays = self._checked(arrays)
            found = self._specialization(arrays, TimeLimit.of(limit))
        found.last_use = next(self._uses)
        executable = found.executable
        assert executable is not None
        if out is not None:
            checked_outputs(out, self.signature)
        try:
            plain = out is None and limit is None
            results = executable(*arrays) if plain else executable(*arrays, out=out, time_limit=limit)
        except UserError:
            if isinstance(executable, InterpretedExecutable):  # the function may not take such shapes
                self._forget(found)
            raise
        return nested(results, self._results) if self._has_tuples else results

    def _prepare(self, arrays: Sequence[Any]) -> None:
        self._specialization(self._checked(arrays), TimeLimit.of(self.time_limit))

    def _checked(self, arrays: Sequence[Any]) -> tuple[np.ndarray, ...]:
        """The arguments as arrays, those in tuples one by one. Raises InputError for those that the function does not take."""
        own = self.signature
        return tuple(leaves([as_array(array, type, own.argument(number), own.narrows)
                             for number, (array, type) in enumerate(zip(arrays, self._types))]))

    def _key(self, arrays: Sequence[np.ndarray]) -> Key:
        shapes = [arrays[k].shape for k in self._open]  # looking at each takes a part of what small programs take
        return (*shapes, *[arrays[k].tobytes() for k in self._numbers]) if self._numbers else tuple(shapes)

    def _specialization(self, arrays: Sequence[np.ndarray], limit: TimeLimit | None) -> _Specialization:
        """What runs on arguments of such shapes; compiled by one thread, for which others with equal shapes wait.

        Shapes are computed before, and apart, so that who waits for that can look at its own limit.
        """
        key = self._key(arrays)
        while True:
            with self._lock:
                found = self._kept.get(key)
                if found is None:
                    found = self._kept[key] = _Specialization(self._label(arrays))
                found.last_use = next(self._uses)
            self._compute(found, key, arrays, limit)
            with found.lock:
                if found.executable is not None:
                    return found
                if found.compile is None or self._kept.get(key) is not found:
                    continue  # whoever began with it failed
                _LOG.info("@%s: first call with %s", self.signature.function, found.label)
                try:
                    found.executable = found.compile()
                finally:
                    self._settle(key, found)
                found.compile = None
                return found

    def _compute(self, found: _Specialization, key: Key, arrays: Sequence[np.ndarray], limit: TimeLimit | None) -> None:
        """Computes what shapes are computed from, unless another thread has done so."""
        try:
            acquire(self._computing, limit)
            if found.executable is None and found.compile is None and self._kept.get(key) is found:
                given = {k: np.array(arrays[k]) for k in self._numbers}
                try:
                    found.compile = self._specialize([a.shape for a in arrays], given, limit)
                except BaseException:
                    self._forget(found)
                    raise
        finally:
            if self._computing._is_owned():  # type: ignore[attr-defined]  # also if a signal's handler raised behind `acquire`
                self._computing.release()

    def _settle(self, key: Key, found: _Specialization) -> None:
        """Keeps what was compiled, if it was, and forgets what was used longest ago where there are too many."""
        with self._lock:
            if found.executable is None:
                self._kept.pop(key, None)
            made = {k: s for k, s in self._kept.items() if s.has_own_code and s is not found}
            while found.has_own_code and len(made) >= options.SPECIALIZATIONS.value:
                oldest = min(made, key=lambda k: made[k].last_use)
                _LOG.info("@%s: what was compiled for %s is not kept any longer (%s=%d)", self.signature.function,
                          made[oldest].label, options.SPECIALIZATIONS.name, options.SPECIALIZATIONS.value)
                del made[oldest], self._kept[oldest]
            self._describe()

    def _forget(self, found: _Specialization) -> None:
        with self._lock:
            self._kept = {key: other for key, other in self._kept.items() if other is not found}
            self._describe()

    def _describe(self) -> None:
        """Puts `kernels` and `stats` together from those of the specializations."""
        made = {found.label: found.executable for found in self._kept.copy().values() if found.executable is not None}
        self.kernels = {f"{name} of {label}": kernel for label, each in made.items() for name, kernel in each.kernels.items()}
        self.stats = {**self._own_stats, "specializations": len(made), "kernels": len(self.kernels),
                      "fallbacks": [op.name for op in self.fallbacks]}
        if self._several is not None and self._several.why:
            self.stats["one_size"] = self._several.why
        for word in ("seconds", "reason", "examples"):
            found = {label: each.stats[word] for label, each in made.items() if word in each.stats}
            if found:
                self.stats[f"{word}_of"] = found

    def _label(self, arrays: Sequence[np.ndarray]) -> str:
        types = [t for p in self.signature.arguments for t in leaf_types(p.type)]
        texts = [type_name(t.with_shape(a.shape)) for t, a in zip(types, arrays)]  # type: ignore[union-attr]
        return f"({', '.join(f'{t} = {arrays[k].tolist()}' if k in self._numbers else t for k, t in enumerate(texts))})"

    def __reduce__(self) -> tuple[Any, ...]:
        assert self._pickle_state is not None
        states = [each._pickle_state for each in self.specializations]
        return self._pickle_state.reduced(self.time_limit, [state for state in states if state is not None])

    def _after_fork(self) -> None:
        """Only the forking thread lives on in the child: nobody is compiling there, and nobody holds a lock."""
        self._lock, self._computing = threading.Lock(), threading.RLock()
        if self._several is not None:
            self._several.after_fork()
        self._kept = {key: found for key, found in self._kept.items() if found.executable is not None}
        for found in self._kept.values():
            found.lock = threading.Lock()


_all: weakref.WeakSet[SpecializingExecutable] = weakref.WeakSet()


@in_child
def _renew_after_fork() -> None:
    for executable in list(_all):
        executable._after_fork()
