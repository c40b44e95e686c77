"""Merging kernels over the same outer loops (the second half of fusion).

Kernel K joins an earlier kernel A when their outermost variables run over the same extents and K reads A's results only
at its own outer point. If all variables agree, values pass in registers; else A's rows pass through scratch, which is
worth it when there are enough rows for the workers and a row fits the cache.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod

from hloom.analysis.places import runs_inside, same_tile, step
from hloom.codegen.machine import Machine
from hloom.codegen.plan.kernels import Kernel, LoopKernel, OperationKernel, PointBuffer, Stage, Store, cost_of, extents, moving
from hloom.codegen.plan.remarks import FusionRemarks, Remark, RemarkKind, own_kernel
from hloom.expr.index import ZERO, IndexExpr, Symbol
from hloom.expr.scalar import Apply, FromIndex, Read, ReductionResult, Rewriter, Scalar, Select, nesting, reads, reductions, walk
from hloom.ir.core import Value


def merge_kernels(machine: Machine, kernels: Sequence[Kernel], needed: set[Value], workers: int,
                  remarks: FusionRemarks) -> list[Kernel]:
    """Merges loop kernels; `needed` are the values that must end in buffers whatever loop kernels do. Notes why in `remarks`."""
    groups: list[Kernel] = []
    #: The kernels of which each group consists, the first one as it was.
    parts: list[list[LoopKernel]] = []
    #: The values that each group reads.
    read_by: list[set[Value]] = []
    home: dict[Value, int] = {}
    for kernel in kernels:
        inputs = kernel.inputs
        homes = {v: home[v] for v in inputs if v in home}
        place = max(homes.values(), default=-1)
        target = None
        if isinstance(kernel, LoopKernel):
            target = _partner(machine, groups, read_by, kernel, set(inputs), place, workers, remarks)
        for v, number in homes.items():
            group = groups[number]
            if isinstance(group, OperationKernel) and (v, kernel) not in remarks.joining:
                remarks.join([v], kernel, own_kernel(group))
            elif number < place and number != target:
                remarks.join([v], kernel, Remark.of(RemarkKind.BETWEEN))
        if target is None:
            groups.append(kernel)
            parts.append([kernel.copy()] if isinstance(kernel, LoopKernel) else [])
            read_by.append(set(inputs))
            target = len(groups) - 1
        else:
            parts[target].append(kernel)  # type: ignore[arg-type]
            read_by[target] = set(groups[target].inputs)
        for v in kernel.outputs:
            home[v] = target
    groups = [part for group, mine in zip(groups, parts) for part in _with_results_apart(machine, group, mine, workers, remarks)]
    needed = needed.union(*[group.inputs for group in groups])
    for group in groups:
        if isinstance(group, LoopKernel):
            _demote(group, needed)
            _drop_loops_of_one(group)
    return groups


def _with_results_apart(machine: Machine, group: Kernel, parts: Sequence[LoopKernel], workers: int,
                        remarks: FusionRemarks) -> list[Kernel]:
    """A group; in two kernels where it ends with functions of what many short rows come to (the logarithm of each one's sum):
    rows that go one by one leave all lanes but one of these empty."""
    merging = machine.merging
    if not isinstance(group, LoopKernel) or len(parts) < 2:
        return [group]
    count = next((k for k in reversed(range(len(parts))) if not _is_of_points(parts[k], group)), -1) + 1
    rows, results = list(parts[:count]), list(parts[count:])
    cost = sum([cost_of(node.function) for part in results for store in part.stores for node in walk(store.scalar)
                if isinstance(node, Apply)])
    points, row = prod(extents(group.prefix)), max(map(_reduction_extent, group.stages))
    if (not rows or not results or cost < merging.function_work or points * cost < merging.worth_a_kernel
            or not _in_lanes(machine, group) < row <= cost * merging.row_of_function or _repeated_column(group) is not None):
        return [group]
    made = []
    for first, *others in (rows, results):
        for other in others:
            if not _merge(machine, first, other, workers).is_fused:
                return [group]
        made.append(first)
    for part in results:
        remarks.join(set(rows[0].outputs) & set(part.inputs), part, Remark.of(RemarkKind.FEW_LANES, rows=points))
    return made


def _in_lanes(machine: Machine, kernel: LoopKernel) -> int:
    """Elements of rows up to which vectors run along the rows where they are reduced (see `reductions`)."""
    return machine.merging.rows_in_lanes.get(max([read.type.dtype.itemsize for read in kernel.reads()], default=0), 0)


def _is_of_points(kernel: LoopKernel, group: LoopKernel) -> bool:
    """Whether a kernel computes a value at each point of a group, from others there."""
    (stage, *others) = kernel.stages
    return not others and not stage.dims and not stage.has_reduction and extents(kernel.prefix) == extents(group.prefix)


def attach_epilogues(kernels: Sequence[Kernel], needed: set[Value], remarks: FusionRemarks) -> list[Kernel]:
    """Gives kernels that take it the elementwise kernel that alone uses their result, at the place of that kernel."""
    takers = {k for k in kernels if isinstance(k, OperationKernel) and k.family is not None and k.family.takes_epilogues}
    if not takers:
        return list(kernels)
    readers: dict[Value, list[Kernel]] = {}
    for kernel in kernels:
        for v in kernel.inputs:
            readers.setdefault(v, []).append(kernel)
    made: list[Kernel] = []
    waiting: dict[Kernel, OperationKernel] = {}
    for kernel in kernels:
        if isinstance(kernel, OperationKernel) and kernel in takers:
            result = kernel.operation.results[0]
            users = readers.get(result, [])
            if result not in needed and len(users) == 1 and users[0] not in waiting:
                otherwise, name = _not_pointwise(users[0], result), kernel.operation.name
                remarks.join([result], users[0], Remark.of(RemarkKind.NOT_POINTWISE, operation=name, otherwise=otherwise)
                             if otherwise else Remark.of(RemarkKind.EPILOGUE, operation=name))
                if not otherwise:
                    waiting[users[0]] = kernel
                    continue
        contraction = waiting.get(kernel)
        if contraction is not None:
            assert isinstance(kernel, LoopKernel)
            stage = kernel.stages[0]
            kernel = OperationKernel(contraction.operation, contraction.family, contraction.views,
                                     Stage(kernel.prefix, stage.stores), kernel.operations,
                                     dead_operands=contraction.dead_operands)
        made.append(kernel)
    return made


def _not_pointwise(kernel: Kernel, value: Value) -> str:
    """What keeps a kernel from computing one value from `value` (and others) element by element, in the same shape and kind of
    type; nothing where it does."""
    if not isinstance(kernel, LoopKernel):
        return "is no loop over a formula"
    if len(kernel.stages) != 1 or len(kernel.stages[0].stores) != 1:
        return "makes several values"
    store = kernel.stages[0].stores[0]
    made, given = store.scalar.type, value.type.storage  # type: ignore[union-attr]
    if made.is_complex or given.is_complex:
        return "is complex, of which sums are made part by part"
    if store.target.shape != value.shape:
        return "gives another shape"
    if not (made is given or (made.is_float and given.is_float)):
        return f"gives {made} of {given}, and the type that is stored decides how sums are made"
    if any(isinstance(n, ReductionResult | Select) for n in walk(store.scalar)):
        return "combines elements, or chooses among them"
    if any(r.index != store.index for r in reads(store.scalar) if r.source is value):
        return "reads others"
    if not all(e.free_variables.issubset(kernel.prefix) for r in reads(store.scalar) for e in r.index):
        return "also reads elements at places that data decide"
    return ""


def _partner(machine: Machine, groups: list[Kernel], read_by: list[set[Value]], kernel: LoopKernel, mine: set[Value], place: int,
             workers: int, remarks: FusionRemarks) -> int | None:
    """Merges `kernel`, which reads the values `mine`, into the group at `place` (the last one it depends on) or a later one over
    the same data; the groups read the values `read_by`."""
    candidates = [place] if place >= 0 else []
    candidates += [k for k in range(len(groups) - 1, max(place, len(groups) - 6), -1)
                   if isinstance(groups[k], LoopKernel) and not mine.isdisjoint(read_by[k])]
    for number in candidates:
        group = groups[number]
        if isinstance(group, LoopKernel):
            crossing = mine & set(group.outputs)
            reason = _merge(machine, group, kernel, workers)
            remarks.join(crossing, kernel, reason)
            if reason.is_fused:
                return number
    return None


def _merge(machine: Machine, group: LoopKernel, kernel: LoopKernel, workers: int) -> Remark:
    """Appends `kernel` to `group` if that is possible and worth it; says why, or why not."""
    merging = machine.merging
    splitting = machine.splitting
    agreed = 0
    for x, y in zip(group.prefix, kernel.prefix):
        if x.bounds != y.bounds:
            break
        agreed += 1
    made = set(group.outputs)
    own_reads = kernel.reads()
    crossing = [r for r in own_reads if r.source in made]
    for read in crossing:
        agreed = same_tile(read.index, kernel.prefix[:agreed])
    stores = sum([len(stage.stores) for stage in (*group.stages, *kernel.stages)])
    if stores > merging.most_stores:
        return Remark.of(RemarkKind.MANY_STORES, stores=stores, limit=merging.most_stores)
    reads = [*group.reads(), *own_reads]
    if len(reads) > merging.most_reads and len(set(reads)) > merging.most_reads:
        return Remark.of(RemarkKind.MANY_READS, reads=len(set(reads)), limit=merging.most_reads)
    if agreed == len(group.prefix) == len(kernel.prefix):
        points = prod(extents(group.prefix))
        work = points * max(map(_reduction_extent, kernel.stages))
        column = None
        if work > merging.small_elements and not made.isdisjoint(_reduced(kernel)):
            column = _repeated_column(kernel)
            if points < merging.least_rows * workers and work >= splitting.large_elements:  # both are cut into parts of their own
                return Remark.of(RemarkKind.FEW_ROWS, rows=points, workers=workers)
        reason = Remark.of(RemarkKind.SAME_LOOPS, points=points) if column is None else _of_column(column)
    else:
        reason = _by_rows(machine, group, kernel, agreed, bool(crossing), workers)
    if reason.is_fused:
        _append(machine, group, kernel, agreed)
    return reason


def _by_rows(machine: Machine, group: LoopKernel, kernel: LoopKernel, agreed: int, is_connected: bool, workers: int) -> Remark:
    """Whether it pays to run two kernels over the first `agreed` variables, row by row, and why."""
    merging = machine.merging
    if not is_connected or agreed == 0:
        return Remark.of(RemarkKind.NO_TILE)
    rows = prod(extents(kernel.prefix[:agreed]))
    stages = [(stage, (*g.prefix[agreed:], *stage.dims)) for g in (group, kernel) for stage in g.stages]
    total = rows * max([prod(extents(dims)) * _reduction_extent(stage) for stage, dims in stages])
    if rows < merging.least_rows * workers and total > merging.small_elements:
        return Remark.of(RemarkKind.FEW_ROWS, rows=rows, workers=workers)
    if total // max(rows, 1) < merging.least_row:
        return Remark.of(RemarkKind.SHORT_ROWS, row=total // max(rows, 1))
    run = min([_run(machine, stage, dims) for stage, dims in stages])
    if run < merging.least_run:
        return Remark.of(RemarkKind.SHORT_RUNS, run=run)
    row_bytes = sum([prod(extents(dims)) * sum([store.scalar.type.dtype.itemsize for store in stage.stores])
                     for stage, dims in stages])
    if row_bytes > merging.most_scratch_bytes:
        return Remark.of(RemarkKind.LONG_ROWS, bytes=row_bytes, limit=merging.most_scratch_bytes)
    column = next((read for g in (group, kernel) for read in _columns(g, agreed)), None)
    if column is not None:
        return _of_column(column)
    return Remark.of(RemarkKind.ROWS, rows=rows, bytes=row_bytes)


def _run(machine: Machine, stage: Stage, dims: Sequence[Symbol]) -> int:
    """Elements that the innermost loop of a stage goes over when it is one of a row, within the loops `dims`; many where that
    does not tell how fast it is."""
    merging = machine.merging
    loops = moving(dims)
    if len(loops) < 2 or reductions(*stage.scalars):
        return merging.least_run
    places = {(s.target.shape, s.index) for s in stage.stores}
    places.update((r.source.shape, r.index) for s in stage.stores for r in s.reads())
    run = 1
    for variable, around in zip(reversed(loops), [*reversed(loops[:-1]), None]):
        run *= variable.bounds.upper + 1
        if run >= merging.least_run or around is None:
            break
        steps = [(step(*place, around), step(*place, variable)) for place in places]
        if any(a is None or b is None or a != b * (variable.bounds.upper + 1) for a, b in steps):
            break
    return run


def _reduction_extent(stage: Stage) -> int:
    return max((prod(extents(reduction.variables)) for reduction in reductions(*stage.scalars)), default=1)  # type: ignore[arg-type]


def _columns(kernel: LoopKernel, agreed: int) -> Iterator[Read]:
    """The kernel's reads for which the loop over rows, its first `agreed` variables, is the contiguous one: a column sum over a
    large dimension is better off alone."""
    outer = kernel.prefix[:agreed]
    for stage in kernel.stages:
        for store in stage.stores:
            inner = {v for r in reductions(store.scalar) for v in r.variables} | {*kernel.prefix[agreed:], *stage.dims}
            for read in store.reads():
                if not runs_inside(read.source.shape, read.index, outer, inner):
                    yield read


def _reduced(kernel: LoopKernel) -> set[Value]:
    """What reductions of a kernel read."""
    return {r.source for store in kernel.stores for found in reductions(store.scalar) for v in found.values for r in reads(v)}


def _repeated_column(kernel: LoopKernel) -> Read | None:
    """An operand whose columns a kernel reduces with what another one makes of each: together they would go down columns."""
    return next(_columns(kernel, len(kernel.prefix)), None)


def _of_column(read: Read) -> Remark:
    return Remark.of(RemarkKind.OUTER_LOOP_CONTIGUOUS, operand=getattr(read.source, "name", None) or "an operand")


def _append(machine: Machine, group: LoopKernel, kernel: LoopKernel, agreed: int) -> None:
    """Adds the stages of `kernel` to `group`, over the first `agreed` variables of the group."""
    left_over = group.prefix[agreed:]
    if left_over:
        for stage in group.stages:
            stage.dims = (*left_over, *stage.dims)
        group.prefix = group.prefix[:agreed]
    for stage in kernel.stages:
        dims = (*kernel.prefix[agreed:], *stage.dims)
        _add_stage(machine, group, Stage(dims, _over(group.prefix, kernel.prefix[:agreed], stage.stores)))
    group.operations.extend(kernel.operations)


def _over(variables: Sequence[IndexExpr], replaced: Sequence[Symbol], stores: list[Store]) -> list[Store]:
    """Stores with indices in the place of variables."""
    if not replaced:
        return stores
    rewrite = Rewriter(index=dict(zip(replaced, variables)))
    return [Store(s.target, tuple(map(rewrite.at, s.index)), rewrite(s.scalar)) for s in stores]


def _add_stage(machine: Machine, group: LoopKernel, stage: Stage) -> None:
    """Adds a stage; joins it to the last stage if that has the same loops and feeds it point by point."""
    last = group.stages[-1]
    if len(last.dims) == len(stage.dims) and all(x.bounds == y.bounds for x, y in zip(last.dims, stage.dims)):
        stores = _over(last.dims, stage.dims, stage.stores)
        made = {s.target: s for s in last.stores}
        if all(_reads_at_point(s.scalar, made) for s in stores):
            forward = Rewriter(read=lambda source, index: made[source].scalar if source in made else None)
            joined = [Store(s.target, s.index, forward(s.scalar)) for s in stores]
            if all(nesting(s.scalar) <= machine.merging.most_nesting for s in joined):
                last.stores.extend(joined)
                return
    group.stages.append(stage)


def _reads_at_point(scalar: Scalar, made: dict[Value, Store]) -> bool:
    """Whether every read of a value in `made` is at the very point where it is stored, and not inside a reduction."""
    pending: list[tuple[Scalar, bool]] = [(scalar, False)]
    seen: set[tuple[int, bool]] = set()
    while pending:
        node, in_reduction = pending.pop()
        if (id(node), in_reduction) in seen:
            continue
        seen.add((id(node), in_reduction))
        if isinstance(node, Read) and node.source in made:
            store = made[node.source]
            if node.index != store.index or (in_reduction and reductions(store.scalar)):
                return False
        inside = in_reduction or isinstance(node, ReductionResult)
        pending.extend((c, inside) for c in node.children)
        if isinstance(node, Read | FromIndex | Select):
            pending.extend((n, True) for n in reads(node) if n is not node)
    return True


def _drop_loops_of_one(kernel: LoopKernel) -> None:
    """Takes loops of one point out of stages: a reduction inside of one would not run along the lanes."""
    for stage in kernel.stages:
        single = [v for v in stage.dims if v.bounds.upper == 0]
        if single:
            stage.dims = tuple(v for v in stage.dims if v not in single)
            stage.stores = _over([ZERO] * len(single), single, stage.stores)


def _demote(kernel: LoopKernel, needed: set[Value]) -> None:
    """Turns values that nothing outside reads into scratch, and drops stores that nothing reads at all."""
    read_inside = {r.source for r in kernel.reads()}
    depth = len(kernel.prefix)
    scratch: dict[Value, PointBuffer] = {}
    for stage in kernel.stages:
        stage.stores = [s for s in stage.stores if s.target in needed or s.target in read_inside]
        for store in stage.stores:
            if store.target not in needed:
                scratch[store.target] = PointBuffer(store.target.shape[depth:], store.scalar.type, "scratch")
    kernel.stages = [s for s in kernel.stages if s.stores]
    if not scratch:
        return

    def read(source: Value, index: tuple[IndexExpr, ...]) -> Scalar | None:
        made = scratch.get(source)
        return None if made is None else Read(made, index[depth:], made.type)

    rewrite = Rewriter(read=read)
    for stage in kernel.stages:
        stage.stores = [Store(scratch.get(s.target, s.target), s.index[depth:] if s.target in scratch else s.index,
                              rewrite(s.scalar)) for s in stage.stores]
