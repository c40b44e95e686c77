"""Run by mpiexec: thousands of collective operations of random sizes, from few bytes to some hundred thousand, whose results are
known.

    mpiexec -n N python -m tests.mpi.many_in_ranks PROGRAMS TURNS [any-order]

Each program is a loop of five operations; what comes out of one goes into the next, so that one wrong element is seen at the end.
"""

from __future__ import annotations

import random
import sys
from typing import Any

import numpy as np

import hloom
from hloom.grid import mpi

_BODY = """({{
    ^bb0(%l: tensor<{e}>, %r: tensor<{e}>):
      %s = stablehlo.add %l, %r : tensor<{e}>
      stablehlo.return %s : tensor<{e}>
    }})"""


def program(count: int, size: int, turns: int, element: str) -> str:
    """A loop over: a sum, a sum that is dealt out, gathering that, an exchange and a permutation round the circle."""
    type, part = f"tensor<{size}x{element}>", f"tensor<{size // count}x{element}>"
    groups = f"replica_groups = dense<[{list(range(count))}]> : tensor<1x{count}xi64>"
    pairs = [[k, (k + 1) % count] for k in range(count)]
    body = _BODY.format(e=element)
    return f"""func.func @main(%a: {type}) -> {type} {{
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %last = stablehlo.constant dense<{turns}> : tensor<i32>
  %n = stablehlo.constant dense<{count if element[0] == "i" else float(count)}> : {type}
  %r:2 = stablehlo.while(%i = %zero, %v = %a) : tensor<i32>, {type} cond {{
    %c = stablehlo.compare LT, %i, %last : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }} do {{
    %1 = "stablehlo.all_reduce"(%v) {body} {{{groups}}} : ({type}) -> {type}
    %2 = stablehlo.divide %1, %n : {type}
    %3 = stablehlo.subtract %v, %2 : {type}
    %4 = "stablehlo.reduce_scatter"(%v) {body} {{scatter_dimension = 0 : i64, {groups}}} : ({type}) -> {part}
    %5 = "stablehlo.all_gather"(%4) {{all_gather_dim = 0 : i64, {groups}}} : ({part}) -> {type}
    %6 = stablehlo.divide %5, %n : {type}
    %7 = stablehlo.add %3, %6 : {type}
    %8 = "stablehlo.all_to_all"(%7) {{split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = {count} : i64,
      {groups}}} : ({type}) -> {type}
    %9 = "stablehlo.collective_permute"(%8) {{source_target_pairs = dense<{pairs}> : tensor<{count}x2xi64>}} : ({type}) -> {type}
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %9 : tensor<i32>, {type}
  }}
  return %r#1 : {type}
}}"""


def moved(rows: np.ndarray, turns: int) -> np.ndarray:
    """What the loop makes of the rows of all processes: the sums cancel, as they are exact."""
    count = len(rows)
    for _ in range(turns):
        rows = np.roll(rows.reshape(count, count, -1).transpose(1, 0, 2).reshape(count, -1), 1, 0)
    return rows


def main() -> None:
    programs, turns, any_order = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:] == ["any-order"]
    ranks: Any = mpi(any_order=any_order)
    draw, count = random.Random(7), ranks.size
    for _ in range(programs):
        element = draw.choice(("f32", "i32", "f64"))
        size = count * int(draw.choice((1, 3, 40, 1000)) * draw.uniform(1, 30))
        rows = np.arange(count * size).reshape(count, size) % 251
        rows = rows.astype({"f32": np.float32, "i32": np.int32, "f64": np.float64}[element])
        grid = hloom.compile_grid(hloom.parse(program(count, size, turns, element)), count, transport=ranks)
        assert grid.native is not None and not grid.fallbacks
        found = grid([[(row,)] for row in rows])[ranks.rank][0][0]
        if not np.array_equal(found, moved(rows, turns)[ranks.rank]):
            raise SystemExit(f"rank {ranks.rank}: {size} of {element} are wrong")
    done = ranks.gather(np.int64(programs * turns * 5))
    if done is not None:
        print(f"{int(done[0])} operations", flush=True)


if __name__ == "__main__":
    main()
