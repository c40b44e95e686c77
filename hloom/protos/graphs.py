"""Programs in TensorFlow's graphs, read without TensorFlow: the nodes XlaCallModule of a SavedModel or of a GraphDef.

The numbers of fields are those of TensorFlow's saved_model, meta_graph, graph, function, op_def, node_def and attr_value.proto;
what the attributes mean says the operation XlaCallModule (versions 4 to 10).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from hloom.support.diagnostics import InputError, ParseError
from hloom.support.kinds import BYTECODE, text_of
from hloom.support.records import dataclass
from hloom.support.spelling import did_you_mean
from hloom.xla.proto.wire import BYTES, VARINT, records

_OPERATION: Final = b"XlaCallModule"
#: Fields of SavedModel, MetaGraphDef, GraphDef, FunctionDefLibrary, FunctionDef, OpDef and NodeDef.
(_META_GRAPH, _GRAPH, _NODE, _LIBRARY, _FUNCTION, _SIGNATURE, _FUNCTION_NODE, _NAME, _OP, _ATTRIBUTE) = (
    2, 2, 1, 2, 1, 1, 3, 1, 2, 5)
#: Fields of an entry of a map, of AttrValue, of its ListValue and of NameAttrList.
(_KEY, _VALUE, _LIST, _BYTES, _NUMBER, _FUNCTIONS) = (1, 2, 1, 2, 3, 9)
#: Each field that a message may have, and how it is written: what tells the messages from others.
_SAVED_MODEL_FIELDS: Final = {1: VARINT, 2: BYTES}
_META_GRAPH_FIELDS: Final = dict.fromkeys(range(1, 8), BYTES)
_GRAPH_FIELDS: Final = {1: BYTES, 2: BYTES, 3: VARINT, 4: BYTES, 5: BYTES}
_NODE_FIELDS: Final = dict.fromkeys(range(1, 8), BYTES)
#: Names of nodes, operations, inputs and devices.
_WORD: Final = re.compile(rb"[\x20-\x7e]*")
_DIMENSION: Final = re.compile(r"(\d{1,9})\.(\d{1,9})", re.ASCII)
_MOST_LISTED: Final = 20
#: Most nodes of the operation, and most elements of a list.
_MOST: Final = 10_000
_HOW: Final = ("programs come into a SavedModel by jax2tf.convert(f, native_serialization=True) and tf.saved_model.save; of a "
               "function of TensorFlow alone, tf.function(f, jit_compile=True).experimental_get_compiler_ir(*args)(stage='hlo') "
               "gives HLO, which hloom reads")


@dataclass(frozen=True)
class ModuleCall:
    """A node XlaCallModule: in the library's function `function`, or in the graph itself where that is empty.

    `dimensions` are the arguments and their axes whose sizes the module takes before its arguments, `called` the functions of
    TensorFlow that its custom calls ask for.
    """

    function: str
    node: str
    artifact: bytes
    version: int
    platforms: tuple[str, ...]
    dimensions: tuple[tuple[int, int], ...]
    disabled_checks: tuple[str, ...]
    called: tuple[str, ...]

    @property
    def name(self) -> str:
        """The function, or the node where that is in no function."""
        return self.function or self.node

    def program(self, name: str) -> bytes | str:
        """The program as `hloom.parse` takes it: bytecode, or text, which TensorFlow takes, too."""
        return self.artifact if self.artifact.startswith(BYTECODE) else text_of(self.artifact, name)

    def __str__(self) -> str:
        where = f"function {self.function}" if self.function else "the graph"
        return (f"{self.node} in {where}: version {self.version}, for {', '.join(self.platforms) or 'any platform'}, "
                f"{len(self.artifact)} bytes{f', calls {len(self.called)} functions of TensorFlow' if self.called else ''}")


def looks_like_graph(data: bytes) -> bool:
    """Whether bytes are a SavedModel or a GraphDef: to their end, with the fields that those have and no others."""
    try:
        if data.startswith(b"\x08"):
            found = _first(data, 0, len(data), _SAVED_MODEL_FIELDS, _META_GRAPH)
            return found is not None and _first(data, *found, _META_GRAPH_FIELDS, _GRAPH) is not None
        if not data.startswith(b"\n"):
            return False
        node = _first(data, 0, len(data), _GRAPH_FIELDS, _NODE)
        return node is not None and _is_node(data, *node)
    except ParseError:
        return False


def _first(data: bytes, start: int, end: int, fields: dict[int, int], wanted: int) -> tuple[int, int] | None:
    """Where the payload of the first field `wanted` lies; None where the message has fields that are not listed, or are written
    otherwise."""
    found = None
    for _, field, wire, _, begin, stop in records(data, start, end):
        if fields.get(field) != wire:
            return None
        if field == wanted and found is None:
            found = begin, stop
    return found


def _is_node(data: bytes, start: int, end: int) -> bool:
    """Whether a message is a NodeDef and not the module that an HloProto begins with: name and operation, and inputs in words."""
    seen = set()
    for _, field, wire, _, begin, stop in records(data, start, end):
        if _NODE_FIELDS.get(field) != wire or (field < _ATTRIBUTE and not _WORD.fullmatch(data, begin, stop)):
            return False
        seen.add(field)
    return {_NAME, _OP} <= seen


def module_calls(data: bytes, name: str = "<bytes>") -> list[ModuleCall]:
    """The nodes XlaCallModule in a SavedModel or a GraphDef, each program once. ParseError where the bytes are damaged."""
    try:
        found = [_module_call(data, function, *span) for function, span in islice(_nodes(data), _MOST + 1)]
    except ParseError as error:
        raise ParseError(f"{name}: a damaged graph of TensorFlow: {error}") from None
    if len(found) > _MOST:
        raise ParseError(f"{name}: more than {_MOST} nodes {_OPERATION.decode()}")
    return list({(each.artifact, each.platforms, each.dimensions, each.function): each for each in found}.values())


def module_call(data: bytes, name: str = "<bytes>", wanted: str | None = None) -> ModuleCall:
    """The node XlaCallModule of a SavedModel or a GraphDef: the only program, or that of the function or node `wanted`.

    Raises InputError, with a list, where there is none or there are several, and ParseError where the bytes are damaged.
    """
    found = module_calls(data, name)
    if not found:
        raise InputError(f"{name}: a graph of TensorFlow without a node {_OPERATION.decode()}, which would hold a program in "
                         f"StableHLO; {_HOW}")
    chosen = found if wanted is None else [each for each in found if wanted in (each.function, each.node)]
    if not chosen:
        known = [word for each in found for word in (each.function, each.node) if word]
        raise InputError(f"{name}: no function or node {wanted!r:.200} holds a program{did_you_mean(wanted or '', known)}; "
                         f"there are{_listed(found)}")
    if len({(each.artifact, each.platforms, each.dimensions) for each in chosen}) > 1:
        raise InputError(f"{name}: {len(chosen)} programs, of which hloom.load_exported(path, function=...) chooses one by the "
                         f"name of its function or node (its .module is the program):{_listed(chosen)}")
    if not chosen[0].artifact:
        raise ParseError(f"{name}: the attribute module of {chosen[0].node} is empty: expected a program in StableHLO")
    return chosen[0]


def _listed(calls: list[ModuleCall]) -> str:
    more = f"\n  and {len(calls) - _MOST_LISTED} more" if len(calls) > _MOST_LISTED else ""
    return "".join([f"\n  {each}"[:300] for each in calls[:_MOST_LISTED]]) + more


def _nodes(data: bytes) -> Iterator[tuple[str, tuple[int, int]]]:
    """The nodes of the operation, with the names of their functions."""
    graphs = [(0, len(data))]
    if data.startswith(b"\x08"):
        graphs = [graph for meta in _fields(data, 0, len(data), _META_GRAPH) for graph in _fields(data, *meta, _GRAPH)]
    for graph in graphs:
        for node in _fields(data, *graph, _NODE):
            yield from [("", node)] if _is_call(data, *node) else []
        for library in _fields(data, *graph, _LIBRARY):
            for function in _fields(data, *library, _FUNCTION):
                yield from [(_function_name(data, *function), node) for node in _fields(data, *function, _FUNCTION_NODE)
                            if _is_call(data, *node)]


def _fields(data: bytes, start: int, end: int, wanted: int) -> Iterator[tuple[int, int]]:
    """The messages and texts in a field. Parts without the name of the operation are passed over: most of a graph are weights."""
    for _, field, wire, _, begin, stop in records(data, start, end):
        if field == wanted and wire == BYTES and data.find(_OPERATION, begin, stop) >= 0:
            yield begin, stop


def _is_call(data: bytes, start: int, end: int) -> bool:
    return any(field == _OP and wire == BYTES and data[begin:stop] == _OPERATION
               for _, field, wire, _, begin, stop in records(data, start, end))


def _function_name(data: bytes, start: int, end: int) -> str:
    for _, field, wire, _, begin, stop in records(data, start, end):
        if field == _SIGNATURE and wire == BYTES:
            return _text(data, begin, stop, _NAME)
    return ""


def _text(data: bytes, start: int, end: int, wanted: int) -> str:
    """The last text in a field; empty where there is none."""
    found = ""
    for _, field, wire, _, begin, stop in records(data, start, end):
        if field == wanted and wire == BYTES:
            found = data[begin:stop].decode("utf-8", errors="replace")
    return found


def _module_call(data: bytes, function: str, start: int, end: int) -> ModuleCall:
    values: dict[str, tuple[int, int]] = {}
    for _, field, wire, _, begin, stop in records(data, start, end):
        if field == _ATTRIBUTE and wire == BYTES:
            for _, part, kind, _, first, last in records(data, begin, stop):
                if part == _VALUE and kind == BYTES:
                    values[_text(data, begin, stop, _KEY)] = first, last
    node = _text(data, start, end, _NAME)
    if values.get("module") is None:
        raise ParseError(f"the node {node!r:.200} has no attribute module")
    artifact = [data[begin:stop] for _, field, wire, _, begin, stop in records(data, *values["module"])
                if field == _BYTES and wire == BYTES]
    return ModuleCall(
        function, node, artifact[-1] if artifact else b"", _number(data, values.get("version")),
        _texts(data, values.get("platforms")), tuple(map(_dimension, _texts(data, values.get("dim_args_spec")))),
        _texts(data, values.get("disabled_checks")), _called(data, values.get("function_list")))


def _number(data: bytes, span: tuple[int, int] | None) -> int:
    return max([value for _, field, wire, value, *_ in records(data, *(span or (0, 0)))
                if field == _NUMBER and wire == VARINT], default=0)


def _lists(data: bytes, span: tuple[int, int] | None, wanted: int) -> list[tuple[int, int]]:
    """Where the elements of a list lie that are in one of its fields."""
    found = []
    for _, field, wire, _, begin, stop in records(data, *(span or (0, 0))):
        if field == _LIST and wire == BYTES:
            elements = ((first, last) for _, part, kind, _, first, last in records(data, begin, stop)
                        if part == wanted and kind == BYTES)
            found.extend(islice(elements, _MOST + 1 - len(found)))
    if len(found) > _MOST:
        raise ParseError(f"a list of more than {_MOST} elements")
    return found


def _texts(data: bytes, span: tuple[int, int] | None) -> tuple[str, ...]:
    return tuple([data[begin:stop].decode("utf-8", errors="replace") for begin, stop in _lists(data, span, _BYTES)])


def _called(data: bytes, span: tuple[int, int] | None) -> tuple[str, ...]:
    return tuple([_text(data, *each, _NAME) for each in _lists(data, span, _FUNCTIONS)])


def _dimension(text: str) -> tuple[int, int]:
    """The number of an argument and of an axis in `0.1`."""
    found = _DIMENSION.fullmatch(text)
    if found is None:
        raise ParseError(f"dim_args_spec has {text!r:.80}: expected the number of an argument and of an axis, as in '0.1'")
    return int(found[1]), int(found[2])
