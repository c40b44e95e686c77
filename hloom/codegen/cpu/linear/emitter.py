"""Functions that factor matrices or solve triangular systems: row by row, each from those before it."""

from __future__ import annotations

from functools import partial

from hloom.codegen.cpu.kernel_function import EmittedKernel
from hloom.codegen.cpu.linear.arrays import Parts, Workspace
from hloom.codegen.cpu.linear.plan import Factorization, Layout, Solution
from hloom.codegen.llvm.builder import Value, constant
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.llvm.types import vector


def emit_factorization(module: LLVMModule, name: str, one: Factorization, layout: Layout) -> EmittedKernel:
    """The upper factor U of a = Uᴴ U, from whose adjoint the lower one is read. Arguments: the matrices, the factors, and for
    LAPACK the number of the first minor that is not positive."""
    work = Workspace(module, name, one, layout, 3 if one.lapack else 2)
    f, (u,), size = work.f, work.arrays, one.size
    given, made = work.arguments[:2]
    failed_type = vector("i32", layout.width)
    # A number for each lane, which are read one by one: so it is no variable, which LLVM keeps in a register.
    failed = f.slot(failed_type)
    with work.groups():
        f.store(constant(failed_type, 0), failed)
        with work.matrices() as (lane, matrix), f.loop(0, size) as i, f.loop(i, size) as j:
            place = f.add(f.mul(f.add(f.mul(matrix, size), j if one.lower else i), size), i if one.lower else j)
            number = work.read(given, place)
            u.set_lane(i, j, lane, work.conjugated(number) if one.lower else number)

        def begin(i: Value) -> Value:
            """The first column of the registers that are computed together of which one has the diagonal."""
            return f.sub(i, f.binary("urem", i, layout.granule))

        def taken(i: Value, k: Value) -> Parts:
            return [work.negated(p) for p in work.conjugated(u.one(k, i))]

        with work.rows(u, begin, taken) as (i, first):
            start = begin(i)
            work.combined(u, i, start, (first, i), partial(taken, i), u, lambda _, total: total, u)
            square = u.one(i, i)[0]
            pivot = f.intrinsic("sqrt", square)
            is_bad = f.compare("ole", square, 0.0) if one.lapack else f.compare("uno", pivot, 0.0)
            known = f.load(failed_type, failed)
            is_bad = f.binary("and", is_bad, f.compare("eq", known, 0))
            number = f.splat(f.cast("trunc", f.add(i, 1), "i32"), layout.width)
            f.store(f.select(is_bad, number, known), failed)
            with f.loop(start, u.row, layout.lanes) as column:
                u.set(i, column, [f.binary("fdiv", p, pivot) for p in u.get(i, column)])
            u.set_one(i, i, [pivot, *([constant(pivot.type, 0.0)] * (work.parts - 1))])
        with work.matrices() as (lane, matrix):
            info = f.load("i32", f.address(failed, lane, "i32"))
            fails = f.compare("ne", info, 0)
            if one.lapack:
                f.store(info, f.address(work.arguments[2], matrix, "i32"))
            with f.loop(0, size) as i, f.loop(0, size) as j:
                place = f.add(f.mul(f.add(f.mul(matrix, size), i), size), j)

                def inside(i: Value = i, j: Value = j, place: Value = place) -> None:
                    number = work.conjugated(u.get_lane(j, i, lane)) if one.lower else u.get_lane(i, j, lane)
                    work.write(made, place, _unless(work, fails, number))

                def outside(place: Value = place) -> None:
                    number = work.read(given, place) if one.lapack else [constant(work.part, 0.0)] * work.parts
                    work.write(made, place, _unless(work, fails, number) if one.lapack else number)

                f.if_else(f.compare("sge" if one.lower else "sle", i, j), inside, outside)
    return EmittedKernel(name, work.tasks, _cost(layout, one.size, one.size**2 / 6 + 10 * one.size))


def _unless(work: Workspace, fails: Value, number: Parts) -> Parts:
    """A number, or NaN."""
    return [work.f.select(fails, constant(p.type, 0.0 if k else float("nan")), p) for k, p in enumerate(number)]


def _cost(layout: Layout, size: int, steps: float) -> float:
    """About how many instructions a task costs, of so many steps for each column."""
    return (layout.width if layout.beside else 1) * size * 20 + layout.row(size) / layout.lanes * max(steps, 1.0)


def emit_solution(module: LLVMModule, name: str, one: Solution, layout: Layout, operands: int) -> EmittedKernel:
    """Arguments: the matrices, the right-hand sides (which may be the same ones), the results."""
    work = Workspace(module, name, one, layout, operands + 1)
    a, b, made = work.arguments[0], work.arguments[operands - 1], work.arguments[operands]
    with work.groups():
        if one.inverse or layout.beside:
            _load_matrix(work, one, a)
        _sides(work, one, b, is_read=True)
        if one.inverse:
            _invert(work, one)
            _multiply(work, one)
        else:
            _substitute(work, one, a)
        _sides(work, one, made, is_read=False)
    return EmittedKernel(name, work.tasks, _cost(layout, one.sides, one.size**2 * (1.0 if one.inverse else 0.5)))


def _load_matrix(work: Workspace, one: Solution, a: Value) -> None:
    """The triangle that is read: for the inverse as it is, else as the lower one of m, with rows and columns in reverse where
    that is an upper one."""
    f, matrix, size = work.f, work.arrays[0], one.size
    with work.matrices() as (lane, number), f.loop(0, size) as i, f.loop(0, f.add(i, 1)) as j:
        if one.inverse:
            place = (i, j) if one.lower else (j, i)
            element = work.read(a, f.add(f.mul(f.add(f.mul(number, size), place[0]), size), place[1]))
            matrix.set_lane(*place, lane, work.conjugated(element) if one.conjugate else element)
        else:
            matrix.set_lane(i, j, lane, _element(work, one, a, number, i, j))


def _element(work: Workspace, one: Solution, a: Value, number: Value, i: Value, j: Value) -> Parts:
    """Number (i, j) of m, the lower triangle of a matrix of a, in reverse where that is an upper one."""
    f, size = work.f, one.size
    row, column = (j, i) if one.swapped else (i, j)
    if one.lower == one.swapped:
        row, column = (f.sub(Value("i64", str(size - 1)), k) for k in (row, column))
    found = work.read(a, f.add(f.mul(f.add(f.mul(number, size), row), size), column))
    return work.conjugated(found) if one.conjugate else found


def _sides(work: Workspace, one: Solution, tensor: Value, is_read: bool) -> None:
    """Reads b as columns, or writes the results, in reverse where the matrix is."""
    f, size = work.f, one.size
    array = work.arrays[3 if one.inverse and not is_read else 1 if one.inverse or work.layout.beside else 0]
    before = f.mul(work.part_of_matrix, one.sides)
    count = f.intrinsic("smin", f.sub(Value("i64", str(one.all_sides)), before), Value("i64", str(one.sides)))
    with work.matrices() as (lane, number), f.loop(0, size) as i, f.loop(0, count) as j:
        there = f.sub(Value("i64", str(size - 1)), i) if not one.inverse and one.lower == one.swapped else i
        side = f.add(before, j)
        row, column, columns = (there, side, one.all_sides) if one.left else (side, there, size)
        place = f.add(f.mul(number, size * one.all_sides), f.add(f.mul(row, columns), column))
        if is_read:
            array.set_lane(i, j, lane, work.read(tensor, place))
        else:
            work.write(tensor, place, array.get_lane(i, j, lane))


def _substitute(work: Workspace, one: Solution, a: Value) -> None:
    """Rows of the results in the place of those of b."""
    f, x = work.f, work.arrays[-1]
    last = Value("i64", str(one.size - 1))

    def number(i: Value, k: Value) -> Parts:
        if work.layout.beside:
            return work.arrays[0].one(i, k)
        # Rows that there is only room for take what the last one does.
        return [f.splat(p, work.layout.width) for p in _element(work, one, a, work.first, f.intrinsic("smin", i, last), k)]

    def taken(i: Value, k: Value) -> Parts:
        return [work.negated(p) for p in number(i, k)]

    with work.rows(x, lambda _: 0, taken) as (i, first):
        pivot = number(i, i)
        work.combined(x, i, 0, (first, i), partial(taken, i), x,
                      lambda _, total: total if one.unit else work.quotient(total, pivot), x)


def _invert(work: Workspace, one: Solution) -> None:
    """The inverse of a, in the steps of the evaluator: the same bits."""
    f, size = work.f, one.size
    matrix, _, inverse, _, diagonal = work.arrays
    ones = [constant(work.register, 1.0)]
    with f.loop(0, size) as k:
        diagonal.set_one(0, k, ones if one.unit else matrix.one(k, k))
    with f.loop(0, size) as i, f.loop(0, matrix.row, work.layout.lanes) as column:
        matrix.set(i, column, work.quotient(matrix.get(i, column), diagonal.get(0, column)))
    with f.loop(0, size) as step:
        k = step if one.lower else f.sub(Value("i64", str(size - 1)), step)
        terms: tuple[Value | int, Value | int] = (0, k) if one.lower else (f.add(k, 1), size)
        work.combined(inverse, k, 0, terms, lambda j: matrix.one(k, j), inverse,
                      lambda _, total: [work.negated(p) for p in total], None)
        inverse.set_one(k, k, ones)
    with f.loop(0, size) as i:
        pivot = diagonal.one(0, i)
        with f.loop(0, inverse.row, work.layout.lanes) as column:
            inverse.set(i, column, work.quotient(inverse.get(i, column), pivot))


def _multiply(work: Workspace, one: Solution) -> None:
    """The results as products of the inverse and b: sums of every other product, added at the end, as in the evaluator."""
    f, layout, size = work.f, work.layout, one.size
    _, b, inverse, x, _ = work.arrays
    with f.loop(0, size) as i, f.loop(0, x.row, layout.granule) as column:
        columns = [f.add(column, t * layout.lanes) for t in range(layout.together)]

        def term(total: Value, k: Value, c: Value, i: Value = i) -> Value:
            return f.fma((inverse.one(k, i) if one.swapped else inverse.one(i, k))[0], b.get(k, c)[0], total)

        zeros = [Value(work.register, "zeroinitializer")] * (2 * layout.together)
        with f.carrying_loop(0, size // 2, zeros) as carried:
            k = f.mul(carried.counter, 2)
            carried.become([term(total, f.add(k, n % 2) if n % 2 else k, columns[n // 2])
                            for n, total in enumerate(carried.values)])
        for t, c in enumerate(columns):
            first, second = carried.values[2 * t : 2 * t + 2]
            if size % 2:
                first = term(first, Value("i64", str(size - 1)), c)
            x.set(i, c, [f.add(first, second)])
