"""How fast indexing maps simplify: `python -m benchmarks.indexing`.

Two tables. Chains of 10 to 200 alternating reshapes and transposes, composed without simplification and simplified
once: chains that are followed by their inverse, over shapes whose dimensions are all powers of two (the answer is the
identity) and over shapes whose dimensions do not divide each other (the identity as far as the rules carry), and
chains of random steps. Then the maps of one transformer block, as often as makes 2,000.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from math import prod

from hloom.expr.compose import compose
from hloom.expr.index import Dim, IndexExpr, Range, lift, postorder
from hloom.expr.indexing_map import IndexingMap

LENGTHS = (10, 20, 50, 100, 200)
ALIGNED = ((2, 16, 64, 32), (32, 2048), (8, 4, 8, 256), (64, 16, 64), (2048, 32), (4, 128, 128), (2, 2, 2, 4, 2048))
SHAPES = ((2, 12, 64, 32), (24, 2048), (6, 4, 8, 256), (48, 16, 64), (1536, 32), (3, 128, 128), (2, 2, 6, 2048))


def transpose_map(shape: Sequence[int], permutation: Sequence[int]) -> IndexingMap:
    """From an index of the result, of this shape, to the operand: result dimension k is operand dimension p[k]."""
    results: list[IndexExpr] = [lift(0)] * len(shape)
    for result, operand in enumerate(permutation):
        results[operand] = Dim(result)
    return IndexingMap.from_sizes(results, shape)


def reshape_map(result_shape: Sequence[int], operand_shape: Sequence[int]) -> IndexingMap:
    """From an index of the result to the operand of a reshape: the linear index, taken apart again."""
    linear = lift(0)
    for number, size in enumerate(result_shape):
        linear = linear * size + Dim(number)
    results: list[IndexExpr] = []
    for number, size in enumerate(operand_shape):
        place = linear // prod(operand_shape[number + 1 :])
        results.append(place % size if number else place)
    return IndexingMap.from_sizes(results, result_shape)


def random_chain(length: int, seed: int, shapes: Sequence[Sequence[int]] = SHAPES) -> list[IndexingMap]:
    """Maps that alternate between reshape and transpose, each from the index space that the one before leads to."""
    choose = random.Random(seed)
    shape: Sequence[int] = shapes[0]
    chain = []
    for step in range(length):
        if step % 2:
            permutation = list(range(len(shape)))
            choose.shuffle(permutation)
            chain.append(transpose_map(shape, permutation))
            shape = [shape[permutation.index(k)] for k in range(len(shape))]
        else:
            target = choose.choice([other for other in shapes if list(other) != list(shape)])
            chain.append(reshape_map(shape, target))
            shape = target
    return chain


def cancelling_chain(length: int, seed: int, shapes: Sequence[Sequence[int]] = SHAPES) -> list[IndexingMap]:
    """A random chain of half the length, followed by its inverse."""
    there = random_chain(length // 2, seed, shapes)
    passed = [[dim.bounds.size for dim in map.dims] for map in there]
    passed.append([interval.size for interval in there[-1].result_intervals()])
    back = []
    for step in reversed(range(len(there))):
        if step % 2:
            order = [result.number for result in there[step].results if isinstance(result, Dim)]
            back.append(transpose_map(passed[step + 1], order))
        else:
            back.append(reshape_map(passed[step + 1], passed[step]))
    return [*there, *back]


def compose_all(chain: Sequence[IndexingMap]) -> IndexingMap:
    """The composition of a chain, the first map first; nothing is simplified."""
    composed = chain[0]
    for following in chain[1:]:
        composed = compose(composed, following)
    return composed


def transformer_maps() -> list[IndexingMap]:
    """Maps between the operations of an attention block: elementwise, broadcast, reduction, matrix product, split and
    merged heads, and compositions of them."""
    batch, sequence, heads, width = 4, 128, 12, 64
    hidden = (batch, sequence, heads * width)
    scores = (batch, heads, sequence, sequence)
    d0, d1, d2, d3 = map(Dim, range(4))
    split = reshape_map((batch, sequence, heads, width), hidden)
    flat = reshape_map(hidden, (batch * sequence, heads * width))
    to_heads = transpose_map((batch, heads, sequence, width), (0, 2, 1, 3))
    merged = reshape_map((batch * heads, sequence, width), (batch, heads, sequence, width))
    from_heads = transpose_map((batch, sequence, heads, width), (0, 2, 1, 3))
    rows = reshape_map((batch * sequence, heads * width), (batch, sequence, heads, width))
    weights = IndexingMap.from_sizes([Range(0), d1], (batch * sequence, heads * width), [heads * width])
    inputs = IndexingMap.from_sizes([d0, Range(0)], (batch * sequence, heads * width), [heads * width])
    queries = IndexingMap.from_sizes([d0, d1, d2, Range(0)], scores, [width])
    keys = IndexingMap.from_sizes([d0, d1, d3, Range(0)], scores, [width])
    rowwise = IndexingMap.from_sizes([d0, d1, d2], scores)
    summed = IndexingMap.from_sizes([d0, d1, d2, Range(0)], scores[:3], [sequence])
    bias = IndexingMap.from_sizes([d2], hidden)
    return [
        IndexingMap.identity(hidden),
        IndexingMap.identity(scores),
        bias,
        weights,
        rowwise,
        summed,
        compose(rowwise, summed),
        compose(queries, to_heads),
        compose_all((keys, to_heads, split)),
        compose_all((queries, to_heads, split, flat)),
        compose(flat, inputs),
        compose_all((to_heads, split, bias)),
        compose_all((merged, to_heads, split, flat)),
        compose_all((rows, from_heads)),
        compose_all((rows, from_heads, reshape_map((batch, heads, sequence, width), (batch * heads, sequence, width)))),
        compose(reshape_map((batch * heads * sequence, sequence), scores), rowwise),
    ]


def _timed(work: Callable[[], IndexingMap]) -> tuple[float, IndexingMap]:
    start = time.perf_counter()
    result = work()
    return (time.perf_counter() - start) * 1e3, result


def main() -> None:
    print(f"{'chain':20} {'maps':>5} {'compose ms':>11} {'simplify ms':>12} {'nodes before':>13} {'after':>6} identity")
    kinds = (
        ("undone, aligned", cancelling_chain, ALIGNED),
        ("undone, unaligned", cancelling_chain, SHAPES),
        ("random, unaligned", random_chain, SHAPES),
    )
    for kind, make, shapes in kinds:
        for length in LENGTHS:
            chain = make(length, length, shapes)
            composing, composed = _timed(lambda chain=chain: compose_all(chain))
            simplifying, simplified = _timed(composed.simplify)
            before, after = (len(postorder(map.results)) for map in (composed, simplified))
            figures = f"{composing:11.2f} {simplifying:12.2f} {before:13} {after:6}"
            print(f"{kind:20} {length:5} {figures} {simplified.is_identity}")
    maps = transformer_maps()
    start = time.perf_counter()
    for _ in range(2000 // len(maps)):
        for map in maps:
            map.simplify()
    print(f"{2000 // len(maps) * len(maps)} maps of a transformer block: {time.perf_counter() - start:.3f} s")


if __name__ == "__main__":
    main()
