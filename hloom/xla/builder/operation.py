"""Functions as operations: values of NumPy become constants, errors go to the builder."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from hloom.support.diagnostics import InputError
from hloom.xla.builder.builder import XlaBuilder
from hloom.xla.builder.computation import XlaComputation
from hloom.xla.builder.op import OPERATIONS, XlaOp, ops_in
from hloom.xla.literal import Literal
from hloom.xla.shape import Shape


def operation(function: Callable[..., Any] | None = None, *, returns: Any = None) -> Any:
    """Makes a function an operation: values of NumPy become constants, and a UserError is kept by the builder.

    The builder may stand before the other arguments, as in C++; it may be left out where an operand says it. `returns` is a
    class of several values, which a failing operation returns.
    """
    if function is None:
        return functools.partial(operation, returns=returns)
    signature = inspect.signature(function)
    parameters = signature.parameters
    single = [n for n, p in parameters.items() if p.annotation in ("XlaOp", "XlaOp | None")]
    several = [n for n, p in parameters.items() if p.annotation == "Sequence[XlaOp]"]
    either = [n for n, p in parameters.items() if p.annotation == "XlaOp | Sequence[XlaOp]"]
    required = {n for n, p in parameters.items() if p.annotation == "XlaOp"}
    takes_builder = next(iter(parameters), "") == "builder"

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        stated = args[0] if args and isinstance(args[0], XlaBuilder) else kwargs.get("builder")
        builder = stated or next((o.builder for o in ops_in((*args, *kwargs.values()))), None)
        if not isinstance(builder, XlaBuilder):
            raise InputError(f"{function.__name__}: no argument is an operation or a builder")
        if takes_builder and stated is None:
            args = (builder, *args)
        elif not takes_builder and stated is not None:
            kwargs.pop("builder", None)
            args = args[1:] if args and args[0] is stated else args
        try:
            bound = signature.bind(*args, **kwargs)
        except TypeError as error:
            raise TypeError(f"{function.__name__}{signature}: {error}") from None

        def run() -> Any:
            again = inspect.BoundArguments(signature, dict(bound.arguments))  # type: ignore[arg-type]
            given = again.arguments
            like = next((o for o in ops_in(given.values()) if o.shape.is_array), None)
            for name in single:
                if name in given and not isinstance(given[name], XlaOp) and (given[name] is not None or name in required):
                    given[name] = constant_like(builder, given[name], like, name)
            for name in several:
                if name in given:
                    given[name] = _constants(builder, given[name], like, name)
            for name in either:
                if name in given and not isinstance(given[name], XlaOp):
                    value = given[name]
                    is_list = isinstance(value, list | tuple) and (not value or any(isinstance(v, XlaOp) for v in value))
                    given[name] = _constants(builder, value, like, name) if is_list else constant_like(builder, value, like, name)
            return function(*again.args, **again.kwargs)

        return builder._perform(function.__name__, run, bound, returns)

    OPERATIONS[function.__name__] = call
    return call


def variant(general: Callable[..., Any], name: str, parameters: str, meaning: str, more: Callable[..., Any] | None = None) -> Any:
    """The operation `name`, which is `general` with some of its parameters, in another order; the others have their defaults.

    C++ overloads functions or names them for what they leave out; each such form is a row of parameters here. Those that
    `general` hands on to another function by name are found in that function, `more`.
    """
    known = {**(inspect.signature(more).parameters if more is not None else {}), **inspect.signature(general).parameters}
    rows = [known[p].replace(kind=inspect.Parameter.POSITIONAL_OR_KEYWORD) for p in parameters.split()]
    # What stands before an argument that must be given must be given, too.
    needed = max((k for k, row in enumerate(rows) if row.default is row.empty), default=-1)
    signature = inspect.Signature([row.replace(default=row.empty) if k <= needed else row for k, row in enumerate(rows)])

    def call(*args: Any, **kwargs: Any) -> Any:
        return general(**signature.bind(*args, **kwargs).arguments)

    call.__signature__ = signature  # type: ignore[attr-defined]
    return named(call, name, meaning)


def named(function: Callable[..., Any], name: str, meaning: str) -> Any:
    """The operation that a function is, under a name and with a docstring."""
    function.__name__ = function.__qualname__ = name
    function.__doc__ = meaning
    return operation(function)


def _constants(builder: XlaBuilder, values: Any, like: XlaOp | None, name: str) -> list[XlaOp]:
    if isinstance(values, XlaOp):
        return [values]
    try:
        items = list(values)
    except TypeError:
        raise InputError(f"{name} is a list of operations, not {values!r:.60}") from None
    return [v if isinstance(v, XlaOp) else constant_like(builder, v, None if isinstance(v, int) else like, name) for v in items]


def constant_like(builder: XlaBuilder, value: Any, like: XlaOp | None, name: str = "") -> XlaOp:
    """A constant of a number or array; a Python number takes the type of the elements of `like`, an int without it S32."""
    if value is None or isinstance(value, str | XlaBuilder | XlaComputation | Shape):
        raise InputError(f"the argument {name} must be an operation or numbers, not {value!r:.60}")
    if isinstance(value, Literal):
        return builder.constant(value)
    if isinstance(value, bool | int | float | complex) or (isinstance(value, list | tuple) and like is not None):
        type = like.element_type if like is not None else "pred" if isinstance(value, bool) else "s32" if isinstance(
            value, int) else "f32" if isinstance(value, float) else "c64"
        return builder.constant(Literal(value, type))
    return builder.constant(Literal(np.asarray(value)))
