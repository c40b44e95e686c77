"""What stands between callers and a function of a program, as its arguments and results say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hloom.ir.attributes import ArrayAttr, DictionaryAttr, StringAttr
from hloom.ir.types import TokenType
from hloom.ops.builtin.function import Function, signature
from hloom.support.boundary import ARRAY, EFFECT, PLATFORM, TOKEN, Boundary
from hloom.support.calling import Calling


def boundary_before(function: Function, calling: Calling | None) -> Boundary:
    """What stands before a function that JAX calls so."""
    type = function.function_type
    given, returned = _kinds(function, "arg_attrs", type.inputs), _kinds(function, "res_attrs", type.outputs)
    return Boundary(function.sym_name, [p.name for p in signature(function).arguments], given, returned, calling)


def _kinds(function: Function, attribute: str, types: Sequence[Any]) -> list[str]:
    every = function.attributes.get(attribute)
    stated = every.values if isinstance(every, ArrayAttr) and len(every.values) == len(types) else [None] * len(types)
    return [_kind(type, s.entries if isinstance(s, DictionaryAttr) else {}) for type, s in zip(types, stated)]


def _kind(type: Any, stated: Mapping[str, Any]) -> str:
    if isinstance(type, TokenType):
        return EFFECT if "jax.token" in stated else TOKEN
    constant = stated.get("jax.global_constant")
    return PLATFORM if isinstance(constant, StringAttr) and constant.value == "_platform_index" else ARRAY
