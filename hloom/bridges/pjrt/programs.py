"""What a program is for its caller, read from it and its compile options (`signatures`)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from hloom.bridges.pjrt import elements
from hloom.bridges.pjrt.devices import MEMORY_KINDS
from hloom.bridges.pjrt.errors import Code, PluginError
from hloom.bridges.pjrt.orders import free_orders
from hloom.bridges.pjrt.signatures import Array, Assignment, Interface, row_major
from hloom.ir.attributes import ArrayAttr, DictionaryAttr, StringAttr
from hloom.ir.types import TensorType, TokenType
from hloom.ops.builtin.function import Function
from hloom.xla.proto.message import decode

#: What a program says of a layout that is left to the plugin.
_FREE = "auto"
#: What a program of JAX says of an argument that it gives away.
_DONATED = ("tf.aliasing_output", "jax.buffer_donor")
#: How the names of XLA's options begin, which are taken and mean nothing here; those that have these words are true or false, or
#: numbers.
_OF_XLA = "xla_"
_BOOLEAN_WORDS = frozenset(("allow", "disable", "dump", "embed", "enable", "enabled", "force", "skip", "use"))
_NUMBER_WORDS = frozenset(("bytes", "count", "level", "limit", "number", "ratio", "size", "threshold", "timeout"))


def read_options(data: bytes) -> Assignment:
    """What compile options (a CompileOptionsProto) say. Raises PluginError for an option that does not exist, or has another
    type."""
    options = decode("CompileOptionsProto", data)
    for entry in options.env_option_overrides:
        _check_option(entry.key, entry.value)
    build = options.executable_build_options
    replicas, partitions = (max(build.num_replicas, 1), max(build.num_partitions, 1)) if build is not None else (1, 1)
    given = build.device_assignment if build is not None else None
    if given is None:
        devices = tuple(range(replicas * partitions))
    else:
        columns = [list(one.replica_device_ids) for one in given.computation_devices]
        if len(columns) != partitions or any(len(column) != replicas for column in columns):
            raise PluginError(Code.INVALID_ARGUMENT, f"the device assignment is none of {replicas} x {partitions} devices")
        devices = tuple(int(columns[p][r]) for r in range(replicas) for p in range(partitions))
    free = tuple(map(bool, build.allow_spmd_sharding_propagation_to_output)) if build is not None else ()
    return Assignment(replicas, partitions, devices, free, {one.key: _text_of(one.value) for one in options.env_option_overrides})


def _text_of(value: Any) -> str:
    """The value of an option as XLA's flags have it."""
    names = ("string_field", "bool_field", "int_field", "double_field")
    given = next((getattr(value, name) for name in names if value.has(name)), "")
    return str(given).lower() if isinstance(given, bool) else str(given)


def _check_option(name: str, value: Any) -> None:
    """Raises PluginError for an option that is neither hloom's nor one of XLA's, or whose value is of another type."""
    if not name.startswith(_OF_XLA):
        raise PluginError(Code.INVALID_ARGUMENT, f"No such compile option: {name!r}")
    words = frozenset(name.split("_"))
    text = value.string_field if value.has("string_field") else None
    kind = ""
    if words & _NUMBER_WORDS:
        kind = "number" if value.has("bool_field") or (text is not None and not _is_number(text)) else ""
    elif words & _BOOLEAN_WORDS and text is not None and not words & {"to", "as", "path"}:
        kind = "bool" if text.lower() not in ("true", "false") else ""
    if kind:
        raise PluginError(Code.INVALID_ARGUMENT, f"While setting option {name}, {_text_of(value)!r} is not a valid {kind} value.")


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def interface_of(function: Function) -> Interface:
    """What the program's function says. Raises PluginError for what cannot be handed over."""
    type = function.function_type
    taken = _dictionaries(function.attributes.get("arg_attrs"), len(type.inputs))
    given = _dictionaries(function.attributes.get("res_attrs"), len(type.outputs))
    offered = tuple(k for k, one in enumerate(taken) if any(name in one for name in _DONATED))
    arguments = tuple(array_of(t, _order(said)) for t, said in zip(type.inputs, taken))
    free: Sequence[Any] = [None] * len(given)
    if any(_layout(said) == _FREE for said in given):
        free = free_orders(function, tuple(a.order for a in arguments))
    results = tuple(array_of(t, order if _layout(said) == _FREE else _order(said))
                    for t, said, order in zip(type.outputs, given, free))
    return Interface(arguments, results, offered, tuple(map(_kind, taken)), tuple(map(_kind, given)))


def array_of(type: Any, order: tuple[int, ...] | None = None) -> Array:
    """What is handed over of a type, row-major unless an order is asked for. Raises PluginError for what cannot be."""
    if isinstance(type, TokenType):
        return Array(elements.TOKEN, (), ())
    if not isinstance(type, TensorType) or not type.is_static:
        raise PluginError(Code.UNIMPLEMENTED, f"a program takes and gives arrays of known shapes; this one has {type}")
    if order is not None and sorted(order) != list(range(type.rank)):
        raise PluginError(Code.INVALID_ARGUMENT, f"the layout {list(order)} is none of a {type}")
    try:
        number = elements.number_of(str(type.element))
    except ValueError as error:
        raise PluginError(Code.UNIMPLEMENTED, str(error)) from None
    return Array(number, tuple(type.shape), row_major(type.rank) if order is None else order)


def _layout(said: Mapping[str, Any]) -> str:
    return getattr(said.get("mhlo.layout_mode"), "value", "default")


def _order(said: Mapping[str, Any]) -> tuple[int, ...] | None:
    """The order of dimensions that a program asks for: `{0,1}`, or nothing, which leaves it to the plugin."""
    stated = _layout(said)
    if stated in ("default", _FREE):
        return None
    found = re.fullmatch(r"\{([\d,]*)(:[^}]*)?\}", stated)
    if found is None or "T" in (found[2] or ""):
        raise PluginError(Code.UNIMPLEMENTED, f"the layout {stated:.60} is not supported: elements lie one by one")
    return tuple(int(n) for n in found[1].split(",") if n)


def _dictionaries(said: Any, count: int) -> Sequence[Mapping[str, Any]]:
    if not isinstance(said, ArrayAttr):
        return [{}] * count
    return [one.entries if isinstance(one, DictionaryAttr) else {} for one in said]


def _kind(said: Mapping[str, Any]) -> str:
    kind = said.get("mhlo.memory_kind")
    value = kind.value if isinstance(kind, StringAttr) else MEMORY_KINDS[0]
    if value not in MEMORY_KINDS:
        raise PluginError(Code.INVALID_ARGUMENT, f"memory kind {value!r} does not exist; there are {', '.join(MEMORY_KINDS)}")
    return value
