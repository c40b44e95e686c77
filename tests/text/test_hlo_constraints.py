"""The constraints of the operations of `hlo`: each program breaks one, and nothing else."""

from __future__ import annotations

import pytest

import hloom

F = "f32[2,3]"
NEGATE = "f {\n  x = f32[2,3] parameter(0)\n  ROOT y = f32[2,3] negate(x)\n}\n"
COND = ("c {\n  t = (s32[]) parameter(0)\n  i = s32[] get-tuple-element(t), index=0\n  n = s32[] constant(3)\n"
        "  ROOT p = pred[] compare(i, n), direction=LT\n}\n")
SAME = "b {\n  ROOT t = (s32[]) parameter(0)\n}\n"
OTHER = "b {\n  t = (s32[]) parameter(0)\n  ROOT u = (s32[], (s32[])) tuple(z, t)\n}\n".replace("  ROOT",
                                                                                                "  z = s32[] constant(1)\n  ROOT")

#: Code, parameters, the line, the computations before.
BROKEN = [
    ("fusion_inputs", ["f32[3]"], f"{F} fusion(p0), kind=kLoop, calls=f", NEGATE),
    ("fusion_result", [F], "f32[3,2] fusion(p0), kind=kLoop, calls=f", NEGATE),
    ("while_condition", ["(s32[])"], "(s32[]) while(p0), condition=b, body=b", SAME),
    ("while_body", ["(s32[])"], "(s32[]) while(p0), condition=c, body=b", COND + OTHER),
    ("while_result", ["(s32[])"], "(u32[]) while(p0), condition=c, body=b", COND + SAME),
    ("conditional_inputs", ["pred[]", "f32[3]"], f"{F} conditional(p0, p1, p1), true_computation=f, false_computation=f", NEGATE),
    ("conditional_result", ["pred[]", F], "f32[3] conditional(p0, p1, p1), true_computation=f, false_computation=f", NEGATE),
    ("copy_result", [F], "f32[3,2] copy(p0)", ""),
    ("bitcast_result", [F], "f32[7] bitcast(p0)", ""),
    ("dynamic_reshape_result", [F, "s32[]"], "f32[<=7] dynamic-reshape(p0, p1)", ""),
    ("opt_barrier_result", [F], "f32[3,2] opt-barrier(p0)", ""),
    ("add_dependency_result", [F, "token[]"], "f32[3,2] add-dependency(p0, p1)", ""),
    ("domain_result", [F], 'f32[3,2] domain(p0), domain={kind="sharding", entry={}, exit={}}', ""),
    ("copy_start_result", [F], f"({F}, u32[]) copy-start(p0)", ""),
    ("copy_done_result", [f"({F}, {F}, u32[])"], "f32[3,2] copy-done(p0)", ""),
    ("rng_get_and_update_state_result", [], "u64[3] rng-get-and-update-state(), delta=1", ""),
    ("stochastic_convert_result", [F, "u32[2,3]"], "bf16[3,2] stochastic-convert(p0, p1)", ""),
    ("all_to_all_result", [F, F], f"({F}, f32[3]) all-to-all(p0, p1), replica_groups={{{{0,1}}}}", ""),
    ("all_reduce_done_result", [F], "f32[3] all-reduce-done(p0)", ""),
    ("all_gather_start_result", [F], f"({F}, {F}, {F}) all-gather-start(p0), replica_groups={{{{0,1}}}}, dimensions={{0}}", ""),
    ("collective_permute_start_result", [F], f"({F}) collective-permute-start(p0), source_target_pairs={{{{0,1}}}}", ""),
    ("dynamic_slice_start_indices", [F, "s32[9223372036854775807]"], "f32[1,2] dynamic-slice(p0, p1), dynamic_slice_sizes={1,2}",
     ""),
    ("dynamic_update_slice_start_indices", [F, F, "s32[3]"], f"{F} dynamic-update-slice(p0, p1, p2)", ""),
    ("infeed_result", ["token[]"], "(f32[3], f32[]) infeed(p0)", ""),
    ("send_result", [F, "token[]"], f"({F}, token[]) send(p0, p1), channel_id=1", ""),
    ("recv_result", ["token[]"], f"({F}, u32[], u32[]) recv(p0), channel_id=1", ""),
    # Constraints of what an instruction is in StableHLO, found at its place in HLO.
    ("reduce_c4", [F, "f32[]"], "f32[2] reduce(p0, p1), dimensions={5}, to_apply=add",
     "add {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT s = f32[] add(a, b)\n}\n"),
    ("sort_c3", ["f32[4]", "s32[5]"], "(f32[4], s32[5]) sort(p0, p1), dimensions={0}, to_apply=lt",
     "lt {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  c = s32[] parameter(2)\n  d = s32[] parameter(3)\n"
     "  ROOT p = pred[] compare(a, b), direction=LT\n}\n"),
    ("dot_general_c10", [F, F], "f32[3,2] dot(p0, p1), lhs_contracting_dims={0}, rhs_contracting_dims={1}", ""),
    ("transpose_c3", [F], f"{F} transpose(p0), dimensions={{1,0}}", ""),
    ("get_tuple_element_c1", ["(f32[])"], "f32[] get-tuple-element(p0), index=1", ""),
]


@pytest.mark.parametrize("code, parameters, line, before", BROKEN, ids=[row[0] for row in BROKEN])
def test_broken(code: str, parameters: list[str], line: str, before: str) -> None:
    given = "\n".join(f"  p{k} = {type} parameter({k})" for k, type in enumerate(parameters))
    text = f"HloModule m\n\n{before}\nENTRY e {{\n{given}\n  op = {line}\n  ROOT r = s32[] constant(0)\n}}\n"
    faults = hloom.diagnose(hloom.parse(text, format="hlo"))
    assert [fault.code.removeprefix("hlo.") for fault in faults] == [code]
    assert faults[0].span is not None
    assert text.splitlines()[faults[0].line - 1].startswith("  op = ")
