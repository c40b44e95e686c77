"""Mutates HLO modules, as texts and as protocol buffers: they are read, or refused with a UserError, quickly.

    python -m tests.fuzz.mutate_hlo [--iterations N] [--seed S] [--first K] [--seconds T]

What is read prints as a text that is read as the same, is verified or refused, and goes through a protocol buffer. Each
iteration is drawn from the seed and its number alone.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Sequence
from functools import cache

import hloom
from tests.fuzz.mutate_xla import finding, mutated_bytes, run_iterations

#: Seconds that one iteration may take.
TIME_LIMIT = 4.0

MODULES = ["""HloModule a, input_output_alias={ {0}: (0, {}, may-alias) }, \
entry_computation_layout={(f32[4,6]{1,0})->(f32[4,6]{1,0})}

%add (x: f32[], y: f32[]) -> f32[] {
  %x = f32[] parameter(0)
  %y = f32[] parameter(1)
  ROOT %r = f32[] add(%x, %y), metadata={op_name="a" source_file="b.py" source_line=3}
}

ENTRY %e (p: f32[4,6]) -> (f32[4,6]) {
  %p = f32[4,6]{1,0} parameter(0), sharding={devices=[2,1]<=[2]}
  %z = f32[] constant(-1.5e3)
  %s = f32[4]{0} reduce(%p, %z), dimensions={1}, to_apply=%add
  %b = f32[4,6]{1,0} broadcast(%s), dimensions={0}
  %w = f32[3,5]{1,0} reduce-window(%p, %z), window={size=2x2 pad=0_0x0_0 rhs_dilate=1x1}, to_apply=%add
  %q = f32[4,6]{1,0} pad(%w, %z), padding=0_1x0_1_0, frontend_attributes={k="v",m={a = 1}}
  %c = f32[4,6]{0,1} copy(%b), control-predecessors={%w}
  %m = f32[4,6]{1,0} multiply(%c, %b), backend_config={"n":[1,2]}
  ROOT %t = (f32[4,6]{1,0}) tuple(%m), sharding={{replicated}}
}

""", """HloModule b, is_scheduled=true, num_partitions=2

c { t = (s32[], f32[2,3]) parameter(0)
  i = s32[] get-tuple-element(t), index=0
  n = s32[] constant(3)
  ROOT p = pred[] compare(i, n), direction=LT }
d { t = (s32[], f32[2,3]) parameter(0)
  i = s32[] get-tuple-element(t), index=0
  v = f32[2,3] get-tuple-element(t), index=1
  o = s32[] constant(1)
  j = s32[] add(i, o)
  u = f32[2,3] exponential(v), result_accuracy={tolerance={atol=0.1,rtol=0.5,ulps=2}}
  ROOT r = (s32[], f32[2,3]) tuple(j, u) }
ENTRY e {
  x = f32[2,3] parameter(0)
  z = s32[] constant(0)
  t = (s32[], f32[2,3]) tuple(z, x)
  w = (s32[], f32[2,3]) while(t), condition=c, body=d
  v = f32[2,3] get-tuple-element(w), index=1
  k = f32[3,2] constant({{1, 2}, {3, 4}, {inf, nan}})
  ROOT d = f32[2,2] dot(v, k), lhs_contracting_dims={1}, rhs_contracting_dims={0}, operand_precision={high,default}
}
""", """HloModule c, replica_count=2

add { x = f32[] parameter(0)
  y = f32[] parameter(1)
  ROOT r = f32[] add(x, y) }
lt { x = f32[] parameter(0)
  y = f32[] parameter(1)
  ROOT r = pred[] compare(x, y), direction=LT, type=TOTALORDER }
ENTRY e {
  a = f32[1,4,4,2] parameter(0)
  k = f32[2,2,2,3] parameter(1)
  i = s32[3,1] parameter(2)
  v = convolution(a, k), window={size=2x2 stride=1x1 pad=1_0x0_1}, dim_labels=b01f_01io->b01f
  g = f32[3,1,4,2] gather(a, i), offset_dims={1,2,3}, collapsed_slice_dims={1}, start_index_map={1}, index_vector_dim=1, \
slice_sizes={1,1,4,2}
  s = f32[1,4,4,2] sort(a), dimensions={2}, is_stable=true, to_apply=lt
  r = f32[1,4,4,2] all-reduce(s), replica_groups=[1,2]<=[2], to_apply=add, channel_id=1
  c = f32[1,4,4,2] custom-call(r), custom_call_target="f\\"g", custom_call_has_side_effect=true, \
operand_layout_constraints={f32[1,4,4,2]{3,2,1,0}}, output_to_operand_aliasing={{}: (0, {})}
  b = s32[32]{0} bitcast(c)
  ROOT q = (f32[1,4,4,3], f32[3,1,4,2], s32[32]) tuple(v, g, b)
}
""", """HloModule d

f { p = f32[8]{0:T(128)} parameter(0)
  c = f32[8] constant({...})
  ROOT n = f32[8] subtract(p, c) }
g { p = f32[8] parameter(0)
  ROOT n = f32[8] negate(p) }
ENTRY e {
  p = f32[8] parameter(0)
  b = pred[] parameter(1)
  t = token[] after-all()
  u = f32[8] fusion(p), kind=kLoop, calls=f
  c = f32[8] conditional(b, u, p), true_computation=g, false_computation=g
  s = ((f32[8]), f32[8], u32[]) async-start(c), calls=g
  d = f32[8] async-done(s), calls=g
  l = (f32[], (s4[2], pred[])) constant((1, ({-8, 7}, true)))
  h = f32[<=8] set-dimension-size(d, z), dimensions={0}
  ROOT k = (f32[8], u32[], token[]) send(d, t), channel_id=2, is_host_transfer=true
}
""".replace("  h =", "  z = s32[] constant(4)\n  h =")]
_SPLICES = ["", " ", "{", "}", "(", ")", "[", "]", ",", "=", "%", ":", "<=", "?", "*", "-1", "/*", "*/", "//", "\n", "0", "9",
            "1e999", "99999999999999999999", "f32", "token[]", "pred", "s32", "ROOT ", "ENTRY ", "%e", "to_apply=", "{...}",
            "\x00", "é", '"', "parameter(0)", "calls=e", "{{0,1}}", "<=[2]", "T(1,0)", "2305843009213693952"]
_WORDS = re.compile(r"[A-Za-z_][\w.-]*|-?\d+|\S")


def mutated(text: str, rng: random.Random) -> str:
    """The text with some characters, words or lines of it changed."""
    for _ in range(rng.choice((1, 1, 2, 3))):
        choice = rng.random()
        if choice < 0.35:  # a word by another of the text
            words = list(_WORDS.finditer(text))
            one, other = rng.choice(words), rng.choice(words)
            text = text[: one.start()] + other.group() + text[one.end() :]
        elif choice < 0.5:  # a line left out, twice, or elsewhere
            lines = text.split("\n")
            line = lines.pop(rng.randrange(len(lines)))
            for _ in range(rng.randint(0, 2)):
                lines.insert(rng.randrange(len(lines) + 1), line)
            text = "\n".join(lines)
        else:
            at = rng.randrange(len(text) + 1)
            end = min(len(text), at + rng.choice((0, 0, 1, 1, 2, 8)))
            text = text[:at] + rng.choice(_SPLICES) + text[end:]
    return text


@cache
def protos() -> tuple[bytes, ...]:
    return tuple(hloom.parse(text, format="hlo").to_hlo_proto() for text in MODULES)


def try_module(module: hloom.Module) -> None:
    """That what was read comes back from its text and its protocol buffer, and is verified or refused."""
    text = str(module)
    assert str(hloom.parse(text, format="hlo")) == text
    hloom.diagnose(module)
    back = hloom.parse(module.to_hlo_proto(), format="proto")
    assert str(back) == text, f"from a protocol buffer comes {back}"


def attack(rng: random.Random) -> None:
    which, is_text = rng.randrange(len(MODULES)), rng.random() < 0.6
    if is_text:
        try_module(hloom.parse(mutated(MODULES[which], rng), format="hlo"))
    else:
        module = hloom.parse(mutated_bytes(protos()[which], rng), format="proto")
        hloom.diagnose(module)
        assert str(hloom.parse(module.to_hlo_proto(), format="proto")) == str(module)


def iteration(seed: int, number: int) -> str | None:
    return finding(attack, random.Random(f"{seed}:{number}"), TIME_LIMIT)


def main(arguments: Sequence[str] | None = None) -> int:
    return run_iterations(iteration, "HLO modules, as texts and as protocol buffers", arguments)


if __name__ == "__main__":
    sys.exit(main())
