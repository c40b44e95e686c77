"""Attributes of the `sdy` dialect: what MLIR reads is read, and what stands between words that belong together is reported."""

from __future__ import annotations

import random
import re

import pytest

import hloom
from hloom.text.mlir.sharding_grammar import fault_in
from tests.text.oracle import jax_oracle

VALID = """#sdy.mesh<["x"=2, "y"=4]>
#sdy.mesh<[]>
#sdy.mesh<["x"=2], device_ids=[1, 0]>
#sdy.sharding<@m, []>
#sdy.sharding<@"a b", [{"x", ?}, {?}, {}, {"y":(1)2}p1, {?}p3]>
#sdy.sharding<@m, [{"x"}], replicated={"y"}, unreduced={"z":(2)4, "u"}>
#sdy.sharding<mesh<["a"=2], device_ids=[1, 0]>, [{"a"}]>
#sdy.sharding_per_value<[<@m, [{"x"}]>, <@m, []>]>
#sdy.sharding_per_value<[]>
#sdy<manual_axes{"x", "y"}>
#sdy<manual_axes{}>
#sdy<list_of_axis_ref_lists[{"x"}, {}]>
#sdy<axis_ref_list{"x", "y":(1)2}>
#sdy<all_to_all_param_list[{"x"}: 0->1, {"y", "z"}: 1->0]>
#sdy.op_sharding_rule<([i, j], [j, k])->([i, k]) {i=8, j=16, k=8} reduction={j}>
#sdy.op_sharding_rule<([i, jk])->([ij, k]) {i=2, j=2, k=2}, custom>
#sdy.op_sharding_rule<([i])->([i]) {i=2} need_replication={i} permutation={i} blocked_propagation={i}>
#sdy.op_sharding_rule<([])->([])>""".splitlines()
_SIGN = re.compile(r'@?"[^"]*"|@\w+|->|\w+|[^\w\s]')


def signs_of(text: str) -> list[str]:
    """The signs behind the attribute's name and its bracket."""
    return _SIGN.findall(text[re.match(r"#sdy(\.\w+<|<[a-z_]+)", text).end():])  # type: ignore[union-attr]


def head_of(text: str) -> str:
    return re.match(r"#sdy(\.\w+<|<[a-z_]+)", text)[0]  # type: ignore[index]


@pytest.mark.parametrize("text", VALID)
def test_what_is_valid_is_read_with_blanks_anywhere(text: str) -> None:
    assert fault_in(text) is None
    assert fault_in(head_of(text) + "  ".join(signs_of(text))) is None


@pytest.mark.parametrize("text", VALID)
def test_words_between_others_are_found_where_they_stand(text: str) -> None:
    head, signs = head_of(text), signs_of(text)
    for k in range(len(signs) + 1):
        before = head + " ".join(signs[:k]) + " "
        fault = fault_in(f"{before}JUNK {' '.join(signs[k:])}")
        assert fault is not None and fault[0] == len(before), (text, k, fault)


def test_what_mlir_reads_is_read() -> None:
    oracle, source = jax_oracle(), random.Random(0)
    vocabulary = sorted({sign for text in VALID for sign in signs_of(text)})
    accepted = rejected = 0
    for _ in range(1500):
        text = source.choice(VALID)
        signs = signs_of(text)
        for _ in range(source.choice([1, 1, 2])):
            place = source.randrange(len(signs))
            signs[place : place + source.randrange(2)] = [source.choice(vocabulary)] * source.randrange(2)
            signs = signs or [">"]
        changed = head_of(text) + " ".join(signs)
        read = oracle.attribute(changed)
        if read is not None and "".join(read.split()) == "".join(changed.split()):  # behind `#sdy<...` MLIR reads over a rest
            accepted += 1
            assert fault_in(changed) is None, changed
        elif read is None:
            rejected += fault_in(changed) is not None
    assert accepted > 50 and rejected > 600


@pytest.mark.parametrize("text, message", [
    ("""func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x" junk}]>}) { return }""",
     "1:75: error: [syntax] expected '}' in #sdy.sharding"),
    ("""sdy.mesh @m = <["x"=2] more>""", "1:24: error: [syntax] expected '>' in #sdy.mesh"),
    ("""func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.sharding_constraint %x <@m, [ {"x"}
    {}]> : tensor<8xf32>
  return %0 : tensor<8xf32> }""", "3:5: error: [syntax] expected ']' in #sdy.sharding"),
])
def test_faults_are_located(text: str, message: str) -> None:
    with pytest.raises(hloom.ParseError) as caught:
        hloom.parse(text)
    assert message in str(caught.value)
