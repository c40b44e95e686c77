"""How often a program calls functions, if each of its operations runs once: functions that call others twice each take a time
that doubles with every one of them, though the program is short."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping

from hloom.ir.attributes import ArrayAttr, Attribute, SymbolRefAttr
from hloom.ir.core import Operation
from hloom.ops.builtin.function import Function
from hloom.ops.stablehlo.communication import Recv, Send
from hloom.support.diagnostics import EvaluationError

#: Calls that one run of each operation may lead to; and calls of functions by themselves.
MOST_CALLS = 1 << 20


def check_calls(functions: Mapping[str, Function], name: str) -> None:
    """Raises EvaluationError at the operation with which the calls from the function `name` become too many.

    What loops and recursion repeat is not known here, and counts once.
    """
    if name not in functions or len(functions) == 1:
        return
    calls: dict[str, int] = {name: 0}
    #: Functions that are being counted, each with its callees, the one that is looked at first.
    open_: list[tuple[str, deque[tuple[Operation, str]]]] = [(name, _callees(functions[name], functions))]
    while open_:
        caller, callees = open_[-1]
        if not callees:
            open_.pop()
            continue
        op, callee = callees[0]
        if callee not in calls:
            calls[callee] = 0
            open_.append((callee, _callees(functions[callee], functions)))
            continue
        callees.popleft()
        calls[caller] += 1 + calls[callee]
        if calls[caller] > MOST_CALLS:
            raise EvaluationError.at(op.span, "calls", f"@{caller} leads to more than {MOST_CALLS:,} calls of functions")


def _callees(function: Function, functions: Mapping[str, Function]) -> deque[tuple[Operation, str]]:
    """The functions that the operations of a function name, with these operations; each as often as it is named."""
    return deque((op, name) for op in function.walk() if op is not function for name in _names(op.attributes.values())
                 if name in functions and not functions[name].is_declaration)


def shared_host_channels(functions: Mapping[str, Function], names: Iterable[str]) -> frozenset[int]:
    """The channels on which one of the functions, or what it calls, sends to the host, and another one receives from there."""
    senders: dict[int, set[str]] = {}
    receivers: dict[int, set[str]] = {}
    for name in set(names):
        for op in _operations(functions, name):
            if isinstance(op, Send | Recv) and op.is_host_transfer:
                of = senders if isinstance(op, Send) else receivers
                of.setdefault(op.channel_handle.handle, set()).add(name)
    return frozenset(channel for channel, sending in senders.items() if len(sending | receivers.get(channel, sending)) > 1
                     and channel in receivers)


def _operations(functions: Mapping[str, Function], name: str) -> Iterator[Operation]:
    """The operations of a function and of those that it leads to."""
    seen, pending = {name}, [name]
    while pending:
        function = functions[pending.pop()]
        yield from function.walk()
        found = {callee for _, callee in _callees(function, functions)} - seen
        seen |= found
        pending.extend(found)


def _names(attributes: Iterable[Attribute]) -> Iterator[str]:
    pending = list(attributes)
    while pending:
        attribute = pending.pop()
        if isinstance(attribute, SymbolRefAttr):
            yield attribute.path[-1]
        elif isinstance(attribute, ArrayAttr):
            pending.extend(attribute)
