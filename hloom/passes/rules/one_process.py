"""What a compiled program, which is one process, needs nobody else for: operations of groups of which it is the only member.

    all_reduce(%x) -> %x
    partition_id() -> 0

What names other processes in its groups stays as it is: the evaluator says what is wrong with it. So do functions that something
else than a call refers to, which may run them on a grid of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

from hloom.numbers.element_type import UI32
from hloom.ops.common.decomposition import Builder
from hloom.ops.common.process_groups import own_group
from hloom.ops.stablehlo.collective import (
    AllGather,
    AllReduce,
    AllToAll,
    CollectiveBroadcast,
    CollectivePermute,
    CollectiveReduce,
    CrossReplicaSum,
    PartitionId,
    ReduceScatter,
    ReplicaId,
    exchange_strategy,
    reduction_strategy,
)
from hloom.passes.inline import symbols_in
from hloom.passes.rewriting import Replacement, RuleTable, index, rewrite
from hloom.support.diagnostics import UserError

#: The attribute of a module whose functions are those of a grid's processes: its replicas and partitions.
GRID = "hloom.grid"

_PROCESSES = RuleTable()
#: The process that compiled code is, as far as groups ask for it.
_ALONE: Any = SimpleNamespace(replica_id=0, partition_id=0, num_replicas=1, num_partitions=1)


def _group(op: Any, strategy: Any, rows: Any) -> Sequence[int] | None:
    """The group of this process; None where it is in none. Raises UserError where other processes are named."""
    return own_group(op, _ALONE, strategy(op), rows)


@_PROCESSES.rule("collective(x) of one process -> x", AllReduce, AllGather, ReduceScatter, AllToAll, CollectiveBroadcast,
                 CollectiveReduce)
def collective_of_one(op: Any, b: Builder) -> Replacement:
    strategy = exchange_strategy if type(op) in (AllToAll, CollectiveBroadcast) else reduction_strategy
    try:
        group = _group(op, strategy, op.replica_groups)
    except UserError:
        return None
    data = op.operands[: len(op.results)]
    if group != [0] or getattr(op, "has_dynamic_root", False) or getattr(op, "split_count", 1) != 1:
        return None
    if any(v.type.is_quantized for v in data):
        return data
    return [b.converted(v, r.type.element) for v, r in zip(data, op.results)]


@_PROCESSES.rule("collective_permute(x) of one process -> x", CollectivePermute)
def permutation_of_one(op: Any, b: Builder) -> Replacement:
    try:
        groups = [_group(op, exchange_strategy, pair.reshape(1, 2)) for pair in op.source_target_pairs]
    except UserError:
        return None
    if [0, 0] in groups:
        return op.operands
    if any(group is not None for group in groups) or op.operands[0].type.is_quantized or not op.operands[0].type.is_static:
        return None
    return b.splat(0, op.operands[0].type)


@_PROCESSES.rule("process_id() -> 0", ReplicaId, PartitionId)
def number_of_one(op: Any, b: Builder) -> Replacement:
    return b.constant(np.zeros((), np.uint32), UI32)


@_PROCESSES.rule("cross-replica-sum(x) -> all_reduce(x)", CrossReplicaSum)
def sum_of_replicas(op: Any, b: Builder) -> Replacement:
    return op.decompose(b)


#: The operations in which other processes may take part.
PROCESSES = tuple({rule.operation for rule in _PROCESSES if rule.operation is not None})
_rules_of = index(_PROCESSES)


def only_process(module: Any) -> bool:
    """Replaces what the functions of a module do with other processes, where they run in one alone; says whether there was
    anything."""
    if GRID in module.attributes:
        return False
    referred = {name for op in module.walk() for name in symbols_in(op.attributes.values())}
    return sum(rewrite(function, _rules_of) for name, function in module.functions.items() if name not in referred) > 0
