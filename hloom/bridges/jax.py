"""Functions of JAX: `hloom.jit(f)` runs them compiled by hloom, `hloom.from_jax(f, *arguments)` is the program of one.

JAX traces and lowers; what it lowers to says how it is called (`hloom.support.calling`). Arrays come out as NumPy's.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hloom.ops.builtin.module import Module
from hloom.pipeline import compile, parse
from hloom.runtime.executable import Executable
from hloom.support import options
from hloom.support.diagnostics import InputError


def from_jax(function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Module:
    """The module to which JAX lowers a function, jitted or not, for arguments of these types: arrays or `jax.ShapeDtypeStruct`,
    in trees. `hloom.compile` of it, and `hloom.evaluate`, are called as the function is. Raises InputError without JAX, and what
    JAX raises for a function that it cannot lower."""
    jitted = function if hasattr(function, "lower") else _jax().jit(function)
    return parse(jitted.lower(*arguments, **named))


def jit(function: Callable[..., Any] | None = None, /, *, static_argnums: int | Sequence[int] = (),
        static_argnames: str | Sequence[str] = (), **compile_options: Any) -> Any:
    """A function of JAX, compiled by hloom for the shapes, types and trees of each call, and called as `jax.jit(function)` is; it
    returns trees of NumPy's arrays.

    Static arguments are those of `jax.jit`, by number or by name; programs are compiled for their values. `compile_options` are
    those of `hloom.compile`. The last HLOOM_SPECIALIZATIONS programs are kept. Also a decorator, with options or without. Raises
    InputError without JAX, and for options that make no sense.
    """
    if function is None:
        return functools.partial(jit, static_argnums=static_argnums, static_argnames=static_argnames, **compile_options)
    if not callable(function):
        raise InputError(f"hloom.jit takes a function, got a {type(function).__name__}")
    return Jitted(function, _listed(static_argnums, int), _listed(static_argnames, str), compile_options)


def _listed(value: Any, kind: type) -> tuple[Any, ...]:
    found = (value,) if isinstance(value, kind) else tuple(value)
    if not all(isinstance(each, kind) for each in found):
        raise InputError(f"static_argnums are numbers, static_argnames names of arguments; got {value!r:.80}")
    return found


class Jitted:
    """What `jit` makes of a function. Thread-safe. `executables` are the programs that it has been compiled to, the last used one
    last."""

    def __init__(self, function: Callable[..., Any], numbers: tuple[int, ...], names: tuple[str, ...],
                 compile_options: Mapping[str, Any]) -> None:
        self._function, self._options, self._given = function, dict(compile_options), (numbers, names)
        self._numbers, self._names = _static(function, numbers, names)
        self._jitted: Any = None
        self._kept: dict[Any, Executable] = {}
        functools.update_wrapper(self, function)

    @property
    def executables(self) -> tuple[Executable, ...]:
        return tuple(self._kept.values())

    def __call__(self, /, *arguments: Any, **named: Any) -> Any:
        """What the function returns for these arguments."""
        free = [a for k, a in enumerate(arguments) if k not in self._numbers]
        free_named = {name: a for name, a in named.items() if name not in self._names}
        key = self._key(free, free_named, arguments, named)
        found = self._kept.pop(key, None)  # each step is atomic: another thread may at worst compile the same
        if found is None:
            found = self._compiled(arguments, named)
        self._kept[key] = found  # the last used one is the last
        for old in list(self._kept)[:-options.SPECIALIZATIONS.value]:
            self._kept.pop(old, None)
        return found(*free, **free_named)

    def _compiled(self, arguments: Sequence[Any], named: Mapping[str, Any]) -> Executable:
        if self._jitted is None:
            self._jitted = self._function if hasattr(self._function, "lower") else _jax().jit(
                self._function, static_argnums=sorted(self._numbers) or None, static_argnames=sorted(self._names) or None)
        return compile(parse(self._jitted.lower(*arguments, **named)), **self._options)

    def _key(self, free: Sequence[Any], free_named: Mapping[str, Any], arguments: Sequence[Any], named: Mapping[str, Any]) -> Any:
        """What tells calls apart that need another program."""
        jax = _jax()
        leaves, tree = jax.tree.flatten((tuple(free), dict(free_named)))
        fixed = [(k, a) for k, a in enumerate(arguments) if k in self._numbers]
        fixed += [(name, a) for name, a in sorted(named.items()) if name in self._names]
        key = tree, tuple(map(_kind, leaves)), tuple((k, type(a), a) for k, a in fixed), jax.config.jax_enable_x64
        try:
            hash(key)
        except TypeError as error:
            raise InputError(f"a static argument must be hashable: {error}") from None
        return key

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        return self if instance is None else functools.partial(self, instance)

    def __reduce__(self) -> tuple[Any, ...]:
        numbers, names = self._given
        return functools.partial(jit, static_argnums=numbers, static_argnames=names, **self._options), (self._function,)


def _kind(leaf: Any) -> Any:
    """What a program depends on of an array, or of a number of Python."""
    dtype = getattr(leaf, "dtype", None)
    return type(leaf) if dtype is None else (leaf.shape, str(dtype), bool(getattr(leaf, "weak_type", False)))


def _static(function: Callable[..., Any], numbers: tuple[int, ...],
            names: tuple[str, ...]) -> tuple[frozenset[int], frozenset[str]]:
    """All static arguments, by number and by name: as in `jax.jit`, one of them is enough to say it of both."""
    if not numbers and not names:
        return frozenset(), frozenset()
    if hasattr(function, "lower"):
        raise InputError("static arguments are said to hloom.jit of the function itself, not of what jax.jit made of it")
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):  # of a builtin
        return frozenset(numbers), frozenset(names)
    by_position = [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    counted = frozenset(n + len(by_position) if n < 0 else n for n in numbers)
    found = {by_position[n] for n in counted if n < len(by_position)} if not names else set()
    more = {by_position.index(name) for name in names if name in by_position} if not numbers else set()
    return counted | more, frozenset(names) | found


def _jax() -> Any:
    try:
        import jax
    except ImportError as error:
        raise InputError(f"hloom.jit and hloom.from_jax need JAX (pip install jax): {error}") from None
    return jax
