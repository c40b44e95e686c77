"""Random operations of `hloom.ops.stablehlo.einsum`: how their types and attributes are drawn."""

from __future__ import annotations

from tests.ops.drawing.language import EXACT, Case, Rng, draws, make, pick, shape, small_numbers


@draws("einsum")
def _(rng: Rng) -> Case:
    type = pick(rng, EXACT)
    sizes = dict(zip("abcd", shape(rng, 4)))
    lhs, rhs = ("".join(rng.permutation(list("abcd"))[: int(rng.integers(0, 4))]) for _ in range(2))
    known = sorted({*lhs, *rhs})
    output = "".join(rng.permutation(known)[: int(rng.integers(0, len(known) + 1))]) if known else ""
    return make("einsum", [small_numbers(rng, type, tuple(sizes[c] for c in text)) for text in (lhs, rhs)], [type] * 2,
                einsum_config=f"{lhs},{rhs}->{output}")


@draws("unary_einsum")
def _(rng: Rng) -> Case:
    type = pick(rng, EXACT)
    return make("unary_einsum", [small_numbers(rng, type, shape(rng, 3))], [type],
                einsum_config=pick(rng, ["abc->ac", "abc->", "abc->cab"]))
