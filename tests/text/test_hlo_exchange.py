"""Exchange of parts of arrays in HLO: slices of different sizes, and slices sent into a part of a given array."""

from __future__ import annotations

import numpy as np
import pytest

import hloom


@pytest.mark.parametrize("each", [1, 2])
@pytest.mark.parametrize("count", [2, 3])
def test_slices_of_different_sizes(count: int, each: int) -> None:
    """Against loops over senders and receivers; with several slices for each process, too."""
    entries = count * each
    text = f"""HloModule r, replica_count={count}

ENTRY e {{
  a = s32[9,2] parameter(0)
  o = s32[30,2] parameter(1)
  b = s64[{entries}] parameter(2)
  s = s64[{entries}] parameter(3)
  p = s64[{entries}] parameter(4)
  r = s64[{entries}] parameter(5)
  ROOT c = s32[30,2] ragged-all-to-all(a, o, b, s, p, r), replica_groups={{{{{",".join(map(str, range(count)))}}}}}
}}
"""
    module = hloom.parse(text, format="hlo")
    module.verify()
    random = np.random.default_rng(count + each)
    given = [random.integers(0, 1000, (9, 2)).astype(np.int32) for _ in range(count)]
    output = [np.full((30, 2), -1 - k, np.int32) for k in range(count)]
    sizes = random.integers(0, 5, (count, entries))
    begins = random.integers(0, 5, (count, entries))
    places = np.zeros((count, entries), np.int64)
    for target in range(count):  # one after the other in the output of each
        at = 0
        for source in range(count):
            for k in range(each):
                places[source, target * each + k] = at
                at += sizes[source, target * each + k]
    wanted = [o.copy() for o in output]
    for source, entry in np.ndindex(count, entries):
        size, begin, place = sizes[source, entry], begins[source, entry], places[source, entry]
        wanted[entry // each][place : place + size] = given[source][begin : begin + size]
    arguments = [[[given[k], output[k], begins[k], sizes[k], places[k], sizes[k]]] for k in range(count)]
    found = hloom.evaluate_grid(module, arguments, num_replicas=count)
    for k in range(count):
        np.testing.assert_array_equal(np.asarray(found[k][0][0]), wanted[k])


@pytest.mark.parametrize("several", [False, True])
def test_slices_sent_into_a_part(several: bool) -> None:
    nested = "((s32[], s32[]), (s32[], s32[]))"
    index = "(s32[], s32[])"
    starts = (f"  i0 = {index} tuple(z, z)\n  i1 = {index} tuple(t, z)\n  i = {nested} tuple(i0, i1)\n"
              f"  j0 = {index} tuple(z, o)\n  j1 = {index} tuple(t, t)\n  j = {nested} tuple(j0, j1)\n" if several else
              f"  i = {index} tuple(t, z)\n  j = {index} tuple(z, o)\n")
    sizes = "{{2,2},{1,3}}" if several else "{{2,2}}"
    text = f"""HloModule m, replica_count=3

ENTRY e {{
  x = f32[4,3] parameter(0)
  y = f32[5,6] parameter(1)
  z = s32[] constant(0)
  o = s32[] constant(1)
  t = s32[] constant(2)
{starts}  s = (f32[4,3], f32[5,6], u32[], u32[]) collective-permute-start(x, y, i, j), source_target_pairs={{{{0,1}},{{1,2}}}}, \
slice_sizes={sizes}
  ROOT d = f32[5,6] collective-permute-done(s)
}}
"""
    module = hloom.parse(text, format="hlo")
    module.verify()
    random = np.random.default_rng(3)
    x, y = (random.standard_normal((3, *shape)).astype(np.float32) for shape in ((4, 3), (5, 6)))
    wanted = y.copy()
    slices = [((0, 0), (0, 1), (2, 2)), ((2, 0), (2, 2), (1, 3))] if several else [((2, 0), (0, 1), (2, 2))]
    for source, target in ((0, 1), (1, 2)):
        for (a, b), (p, q), (m, n) in slices:
            wanted[target, p : p + m, q : q + n] = x[source, a : a + m, b : b + n]
    found = hloom.evaluate_grid(module, [[[x[k], y[k]]] for k in range(3)], num_replicas=3)
    for k in range(3):
        np.testing.assert_array_equal(np.asarray(found[k][0][0]), wanted[k])
