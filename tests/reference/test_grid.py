"""Process grids: collectives by group strategy, channels, queues; deadlocks named at once; nothing left behind."""

from __future__ import annotations

import threading
import time
from functools import partial
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.ops.common.thread_transport import ThreadTransport
from hloom.reference.grid import Grid
from hloom.reference.interpreter import Interpreter
from hloom.reference.observe import Observer
from hloom.support.diagnostics import DeadlockError, EvaluationError, InputError, VerificationError
from tests.threads import left_behind


@pytest.fixture(autouse=True)
def no_thread_is_left_behind():
    before = threading.enumerate()
    yield
    assert not left_behind(before)


def module(text: str) -> Any:
    found = hloom.parse(text)
    found.verify()
    return found


def all_reduce(groups: str, handle: int = 0, name: str = "main", more: str = "") -> str:
    rows = len(eval(groups))  # a literal of this file
    columns = len(eval(groups)[0])
    channel = f", channel_handle = #stablehlo.channel_handle<handle = {handle}, type = 1>" if handle else ""
    return f"""func.func @{name}(%x: tensor<2xf32>) -> tensor<2xf32> {{
      %0 = "stablehlo.all_reduce"(%x) ({{
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %s = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %s : tensor<f32>
      }}) {{replica_groups = dense<{groups}> : tensor<{rows}x{columns}xi64>{channel}{more}}} : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }}"""


def values(replicas: int, partitions: int) -> list[list[list[np.ndarray]]]:
    """Process k holds [k, 10 k]."""
    return [[[np.array([k, 10 * k], np.float32)] for k in range(r * partitions, (r + 1) * partitions)] for r in range(replicas)]


@pytest.mark.parametrize(("groups", "handle", "more", "expected"), [
    # 2 x 2 processes, numbered 0 1 / 2 3. The sums of the four strategies of the specification:
    ("[[0, 1]]", 0, "", [[2, 4], [2, 4]]),          # cross-replica: 0 + 2 in partition 0, 1 + 3 in partition 1
    ("[[0, 1]]", 1, "", [[6, 6], [6, 6]]),          # cross-replica and partition
    ("[[0], [1]]", 1, "", [[1, 1], [5, 5]]),        # the same, one replica a group
    ("[[0, 3], [1, 2]]", 1, ", use_global_device_ids", [[3, 3], [3, 3]]),  # flattened ids
])
def test_all_reduce_by_strategy(groups, handle, more, expected):
    results = hloom.evaluate_grid(module(all_reduce(groups, handle, more=more)), values(2, 2), num_replicas=2, num_partitions=2)
    for r in range(2):
        for p in range(2):
            np.testing.assert_array_equal(results[r][p][0], np.array([expected[r][p], 10 * expected[r][p]], np.float32))


def test_all_to_all_across_partitions():
    text = """func.func @main(%x: tensor<2x2xi32>) -> tensor<1x4xi32> {
      %0 = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64,
        replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>}
        : (tensor<2x2xi32>) -> tensor<1x4xi32>
      return %0 : tensor<1x4xi32>
    }"""
    first, second = np.array([[1, 2], [3, 4]], np.int32), np.array([[5, 6], [7, 8]], np.int32)
    results = hloom.evaluate_grid(module(text), [[[first], [second]]], num_partitions=2)
    np.testing.assert_array_equal(results[0][0][0], [[1, 2, 5, 6]])
    np.testing.assert_array_equal(results[0][1][0], [[3, 4, 7, 8]])


def test_collective_permute_in_a_ring():
    text = """func.func @main() -> tensor<ui32> {
      %0 = stablehlo.replica_id : tensor<ui32>
      %1 = "stablehlo.collective_permute"(%0) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>}
        : (tensor<ui32>) -> tensor<ui32>
      return %1 : tensor<ui32>
    }"""
    results = hloom.evaluate_grid(module(text), num_replicas=3)
    assert [int(row[0][0]) for row in results] == [2, 0, 1]


PAIR = """
func.func @sender(%x: tensor<2xf32>) -> tensor<2xf32> {
  %t = stablehlo.create_token : !stablehlo.token
  %s = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}
    : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  %r:2 = "stablehlo.recv"(%s) {channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>}
    : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return %r#0 : tensor<2xf32>
}
func.func @doubler() -> () {
  %t = stablehlo.create_token : !stablehlo.token
  %r:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}
    : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  %d = stablehlo.add %r#0, %r#0 : tensor<2xf32>
  %s = "stablehlo.send"(%d, %r#1) {channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>}
    : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return
}
"""


def test_send_and_recv_between_different_programs():
    results = hloom.evaluate_grid(module(PAIR), [[[np.array([1, 2], np.float32)], []]], function=[["sender", "doubler"]])
    np.testing.assert_array_equal(results[0][0][0], [2, 4])
    assert results[0][1] == ()


def test_sends_with_pairs_do_not_wait_for_their_target():
    text = """func.func @main() -> tensor<ui32> {
      %x = stablehlo.replica_id : tensor<ui32>
      %t = stablehlo.create_token : !stablehlo.token
      %s = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 0, type = 1>,
        source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : (tensor<ui32>, !stablehlo.token) -> !stablehlo.token
      %r:2 = "stablehlo.recv"(%s) {channel_handle = #stablehlo.channel_handle<handle = 0, type = 1>,
        source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : (!stablehlo.token) -> (tensor<ui32>, !stablehlo.token)
      return %r#0 : tensor<ui32>
    }"""
    results = hloom.evaluate_grid(module(text), num_replicas=3)
    assert [int(row[0][0]) for row in results] == [1, 0, 0]  # process 2 is the target of nobody


def test_queues_belong_to_processes():
    text = """func.func @main() -> tensor<2xi32> {
      %t = stablehlo.create_token : !stablehlo.token
      %a:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
      %o = "stablehlo.outfeed"(%a#0, %a#1) : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
      %b:2 = "stablehlo.infeed"(%o) : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
      return %b#0 : tensor<2xi32>
    }"""
    items = {(0, 0): [([1, 2],), ([3, 4],)], (1, 0): [([5, 6],), ([7, 8],)]}
    results = hloom.evaluate_grid(module(text), num_replicas=2, infeed=items)
    assert [row[0][0].tolist() for row in results] == [[3, 4], [7, 8]]
    assert [[x.tolist() for x in row[0][0]] for row in results.outfeed] == [[[1, 2]], [[5, 6]]]
    with pytest.raises(EvaluationError, match=r"infeed queue of process \(1, 0\) is empty; it had 1 items"):
        hloom.evaluate_grid(module(text), num_replicas=2, infeed={**items, (1, 0): [([5, 6],)]})
    with pytest.raises(EvaluationError, match="must have shape"):
        hloom.evaluate_grid(module(text), infeed=[([1, 2, 3],)])


# -- deadlocks, in five ways ------------------------------------------------------------------------------------------
def deadlock(text: str, *arguments, function, lines: dict[str, str]) -> str:
    """The message of the deadlock of a program, within seconds; `lines` maps processes to what stands behind them."""
    start = time.perf_counter()
    with pytest.raises(DeadlockError) as caught:
        hloom.evaluate_grid(module(text), *arguments, function=function)
    assert time.perf_counter() - start < 10
    message = str(caught.value)
    for process, what in lines.items():
        assert f"process {process} {what}" in message, message
    return message


def test_deadlock_of_a_missing_participant():
    text = all_reduce("[[0, 1, 2]]") + "func.func @idle(%x: tensor<2xf32>) -> tensor<2xf32> {\n return %x : tensor<2xf32>\n}"
    message = deadlock(text, values(3, 1), function=[["main"], ["idle"], ["main"]], lines={
        "(0, 0)": "waits at stablehlo.all_reduce in the group {(0, 0), (1, 0), (2, 0)}; not there: (1, 0), which has ended",
        "(1, 0)": "has ended", "(2, 0)": "waits at stablehlo.all_reduce"})
    assert "2 of 3 processes wait for ever" in message
    assert "<input>:2:" in message  # the operation's place


def channel(kind: str, handle: int) -> str:
    attribute = f"{{channel_handle = #stablehlo.channel_handle<handle = {handle}, type = 1>}}"
    if kind == "send":
        return f'%s{handle} = "stablehlo.send"(%x, %t) {attribute} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token'
    return f'%r{handle}:2 = "stablehlo.recv"(%t) {attribute} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)'


def conversation(name: str, *steps: tuple[str, int]) -> str:
    lines = "\n".join(channel(*step) for step in steps)
    return (f"func.func @{name}(%x: tensor<2xf32>) -> tensor<2xf32> {{\n%t = stablehlo.create_token : !stablehlo.token\n{lines}\n"
            "return %x : tensor<2xf32>\n}\n")


def test_deadlock_of_crossed_channels():
    text = conversation("a", ("send", 1), ("recv", 2)) + conversation("b", ("send", 2), ("recv", 1))
    deadlock(text, values(1, 2), function=[["a", "b"]], lines={
        "(0, 0)": "waits at stablehlo.send on channel 1 for a recv", "(0, 1)": "waits at stablehlo.send on channel 2 for a recv"})


def test_deadlock_of_unequal_trip_counts():
    def loop(name: str, count: int) -> str:
        body = all_reduce("[[0, 1]]", 7).split("{\n", 1)[1].rsplit("return", 1)[0].replace("%x", "%v")
        return f"""func.func @{name}(%x: tensor<2xf32>) -> tensor<2xf32> {{
          %zero = stablehlo.constant dense<0> : tensor<i32>
          %one = stablehlo.constant dense<1> : tensor<i32>
          %n = stablehlo.constant dense<{count}> : tensor<i32>
          %w:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<2xf32>
          cond {{
            %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
            stablehlo.return %c : tensor<i1>
          }} do {{
            {body}
            %j = stablehlo.add %i, %one : tensor<i32>
            stablehlo.return %j, %0 : tensor<i32>, tensor<2xf32>
          }}
          return %w#1 : tensor<2xf32>
        }}"""

    deadlock(loop("twice", 2) + loop("thrice", 3), values(2, 1), function=[["twice"], ["thrice"]], lines={
        "(0, 0)": "has ended",
        "(1, 0)": "waits at stablehlo.all_reduce in the group {(0, 0), (1, 0)} on channel 7; not there: (0, 0), which has ended"})


def test_deadlock_of_a_recv_without_send():
    text = conversation("a", ("recv", 5)) + conversation("b")
    deadlock(text, values(1, 2), function=[["a", "b"]], lines={
        "(0, 0)": "waits at stablehlo.recv on channel 5 for a send", "(0, 1)": "has ended"})


def test_deadlock_of_a_wrong_group():
    text = all_reduce("[[0, 1], [2, 3]]", name="a") + all_reduce("[[0, 2], [1, 3]]", name="b")
    deadlock(text, values(4, 1), function=[["a"], ["b"], ["b"], ["a"]], lines={
        "(0, 0)": "waits at stablehlo.all_reduce in the group {(0, 0), (1, 0)}; not there: (1, 0), which waits at "
                  "stablehlo.all_reduce at line",
        "(1, 0)": "waits at stablehlo.all_reduce in the group {(1, 0), (3, 0)}; not there: (3, 0), which waits at",
        "(3, 0)": "waits at stablehlo.all_reduce in the group {(2, 0), (3, 0)}"})


# -- mismatches, failures, interruption -------------------------------------------------------------------------------
def test_a_mismatch_of_operations_names_both_places():
    gather = """func.func @gather(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}
        : (tensor<2xf32>) -> tensor<4xf32>
      return %x : tensor<2xf32>
    }"""
    with pytest.raises(EvaluationError, match="do not run the same operation") as caught:
        hloom.evaluate_grid(module(all_reduce("[[0, 1]]") + gather), values(2, 1), function=[["main"], ["gather"]])
    assert "<input>:2:" in str(caught.value) and "stablehlo.all_gather" in str(caught.value)


def test_a_mismatch_of_types_on_a_channel():
    receiver = conversation("a", ("recv", 1)).replace("-> (tensor<2xf32>, ", "-> (tensor<3xf32>, ")
    with pytest.raises(EvaluationError, match=r"\(tensor<2xf32>\) is sent, \(tensor<3xf32>\) is received"):
        hloom.evaluate_grid(module(receiver + conversation("b", ("send", 1))), values(1, 2), function=[["a", "b"]])


def test_processes_meet_operation_by_operation():
    one = all_reduce("[[0, 1]]").split("{\n", 1)[1].rsplit("return", 1)[0]
    text = f"""func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {{
      {one.replace("%0", "%y")}
      {one.replace("%0", "%z").replace("%x", "%y")}
      return %z : tensor<2xf32>
    }}"""
    results = hloom.evaluate_grid(module(text), values(2, 1), num_replicas=2)
    np.testing.assert_array_equal(results[1][0][0], [2, 20])


def test_different_operations_of_one_function_do_not_meet():
    one = all_reduce("[[0, 1]]").split("{\n", 1)[1].rsplit("return", 1)[0]
    text = f"""func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {{
      %id = stablehlo.replica_id : tensor<ui32>
      %second = stablehlo.convert %id : (tensor<ui32>) -> tensor<i1>
      %r = "stablehlo.if"(%second) ({{
        {one}
        stablehlo.return %0 : tensor<2xf32>
      }}, {{
        {one}
        stablehlo.return %0 : tensor<2xf32>
      }}) : (tensor<i1>) -> tensor<2xf32>
      return %r : tensor<2xf32>
    }}"""
    with pytest.raises(EvaluationError, match=r"two different operations stablehlo[.]all_reduce of one function meet"):
        hloom.evaluate_grid(module(text), values(2, 1), num_replicas=2)


def test_a_failing_process_ends_the_others():
    text = all_reduce("[[0, 1]]") + """func.func @fails(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = stablehlo.custom_call @breaks(%x) : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }"""

    def breaks(op, x):
        raise ValueError("out of paper")

    with pytest.raises(EvaluationError, match="'breaks' failed: ValueError: out of paper"):
        hloom.evaluate_grid(module(text), values(2, 1), function=[["main"], ["fails"]], custom_calls={"breaks": breaks})


ENDLESS = """func.func @main() -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %w = stablehlo.while(%i = %zero) : tensor<i32>
  cond {
    %c = stablehlo.compare GE, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.and %i, %zero : tensor<i32>
    stablehlo.return %j : tensor<i32>
  }
  return %w : tensor<i32>
}"""


def test_an_endless_loop_ends_at_the_step_limit():
    with pytest.raises(EvaluationError, match="stopped after 1000 operations") as caught:
        hloom.evaluate(module(ENDLESS), step_limit=1000)
    assert caught.value.diagnostics[0].line in (5, 8)
    with pytest.raises(EvaluationError, match="stopped after 500 operations"):
        hloom.evaluate_grid(module(ENDLESS), num_replicas=3, step_limit=500)


def test_an_interruption_ends_all_processes():
    class Interrupt(Observer):
        """What Ctrl-C does, at a certain operation of process (1, 0)."""

        def __init__(self) -> None:
            self.count = 0

        def before(self, op, operands) -> None:
            self.count += 1
            if self.count == 100:
                raise KeyboardInterrupt

    start = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        hloom.evaluate_grid(module(ENDLESS), num_replicas=3, observer=Interrupt())
    assert time.perf_counter() - start < 10


def test_bad_grids_are_input_errors():
    program = module(all_reduce("[[0, 1]]"))
    with pytest.raises(InputError, match="from 1 to"):
        hloom.evaluate_grid(program, num_replicas=0)
    with pytest.raises(InputError, match="from 1 to"):
        hloom.evaluate_grid(program, num_replicas=100_000)
    with pytest.raises(InputError, match="2 replicas x 1 partitions"):
        hloom.evaluate_grid(program, values(3, 1), num_replicas=2)
    with pytest.raises(InputError, match=r"takes 1 arguments, got 0 in process \(0, 0\)"):
        hloom.evaluate_grid(program, num_replicas=2)
    with pytest.raises(EvaluationError, match=r"names number 1 in its groups, .*; evaluate_grid and `hloom run --grid RxP`"):
        hloom.evaluate_grid(program, values(1, 1))
    with pytest.raises(EvaluationError, match="run the program on a grid"):
        hloom.evaluate(module(conversation("main", ("send", 1))), np.zeros(2, np.float32))


# -- what is handed over -------------------------------------------------------------------------------------------------
IDENTITY = "func.func @main(%x: tensor<f32>) -> tensor<f32> { return %x : tensor<f32> }"
ONE = np.float32(1)


@pytest.mark.parametrize("options", [
    {"num_replicas": 1.5}, {"num_replicas": "2"}, {"num_replicas": None}, {"num_partitions": 1.5}, {"num_replicas": 0},
    {"num_replicas": 2**70}, {"function": 5}, {"function": None}, {"function": [5]}, {"function": [[5]]}, {"function": []},
    {"infeed": 5}, {"infeed": [5]}, {"infeed": {1: 2}}, {"infeed": {(0, 0): 5}}, {"infeed": {(0, "a"): []}},
    {"infeed": {(0, 1): []}}, {"custom_calls": 5}, {"custom_calls": [1]}, {"observer": 5}, {"step_limit": "a"},
    {"step_limit": 1.5}, {"step_limit": 0}, {"memory_limit": "a"}, {"memory_limit": -1}, {"memory_limit": 1.5},
])
def test_options_that_make_no_sense_are_input_errors(options):
    with pytest.raises(InputError):
        hloom.evaluate_grid(module(IDENTITY), [[[ONE]]], **options)


@pytest.mark.parametrize("arguments", [5, [5], [[5]], [[None]], [[[]]], [[["a"]]], [[[None]]], "abc", {}, [[[[1, [2]]]]]])
def test_arguments_that_are_no_table_of_lists_are_input_errors(arguments):
    with pytest.raises(InputError):
        hloom.evaluate_grid(module(IDENTITY), arguments)


def parallel(programs: str, results: str, operands: str = "%x") -> str:
    types = ", ".join(["tensor<f32>"] * len(operands.split(",")))
    return IDENTITY.replace("@main", "@one") + f"""
    func.func @absent(%x: tensor<f32>) -> tensor<f32>
    func.func @main(%x: tensor<f32>) -> tensor<f32> {{
      %r:{len(results.split(","))} = "interpreter.run_parallel"({operands}) {{programs = {programs}}} : ({types}) -> ({results})
      return %x : tensor<f32> }}"""


@pytest.mark.parametrize("text", [
    parallel("[[@one]]", "tensor<i32>"), parallel("[[@one]]", "tensor<2xf32>"), parallel("[[@one]]", "tensor<f32>, tensor<f32>"),
    parallel("[[@one, @one]]", "tensor<f32>", "%x, %x"), parallel("[[@one]]", "tensor<f32>", "%x, %x"),
    parallel("[[@one, @one]]", "tensor<f32>, tensor<f32>"), parallel("[[@nobody]]", "tensor<f32>"),
    parallel("[[@absent]]", "tensor<f32>"), parallel("[[@one]]", "!stablehlo.token"),
])
def test_run_parallel_with_the_wrong_types_is_an_error_at_its_place(text):
    # Most are found before the program runs; either way the place is told.
    with pytest.raises((VerificationError, EvaluationError)) as caught:
        hloom.evaluate(module(text), ONE)
    span = caught.value.diagnostics[0].span
    assert span is not None and span.excerpt().lstrip().startswith("%r:")


HOST = """
  func.func @sender(%x: tensor<2xf32>) -> tensor<f32> {{
    %t = stablehlo.create_token : !stablehlo.token
    %0 = "stablehlo.send"(%x, %t) {{channel_handle = #stablehlo.channel_handle<handle = {sent}, type = 2>,
      is_host_transfer = true}}
      : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
    %r = stablehlo.constant dense<0.0> : tensor<f32>
    return %r : tensor<f32> }}
  func.func @receiver() -> tensor<2xf32> {{
    %t = stablehlo.create_token : !stablehlo.token
    %0:2 = "stablehlo.recv"(%t) {{channel_handle = #stablehlo.channel_handle<handle = {received}, type = 3>,
      is_host_transfer = true}} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
    return %0#0 : tensor<2xf32> }}
  func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {{
    %r:2 = "interpreter.run_parallel"(%x) {{programs = [[@sender, @receiver]]}} : (tensor<2xf32>) -> (tensor<f32>, tensor<2xf32>)
    return %r#1 : tensor<2xf32> }}"""


def test_transfers_to_and_from_the_host_on_one_channel_meet_between_programs():
    (found,) = hloom.evaluate(module(HOST.format(sent=3, received=3)), np.array([1, 2], np.float32))
    np.testing.assert_array_equal(found, [1, 2])


def test_transfers_on_different_channels_go_to_the_queues():
    with pytest.raises(EvaluationError, match="infeed queue"):
        hloom.evaluate(module(HOST.format(sent=3, received=4)), np.array([1, 2], np.float32))


def test_programs_inside_of_programs_count_the_steps_of_all():
    rows = "\n".join(f'%a{k} = "interpreter.run_parallel"(%x) {{programs = [[@one]]}} : (tensor<f32>) -> tensor<f32>'
                     for k in range(20))
    text = f"""func.func @one(%x: tensor<f32>) -> tensor<f32> {{
      {" ".join(f"%b{k} = stablehlo.negate %x : tensor<f32>" for k in range(10))}
      return %x : tensor<f32> }}
    func.func @main(%x: tensor<f32>) -> tensor<f32> {{
      {rows}
      return %x : tensor<f32> }}"""
    assert hloom.evaluate(module(text), ONE, step_limit=220) == (1,)
    with pytest.raises(EvaluationError, match="step_limit"):
        hloom.evaluate(module(text), ONE, step_limit=219)


# -- transports -------------------------------------------------------------------------------------------------------------
class ByBytes(ThreadTransport):
    """A transport whose values travel as bytes, as between machines: nothing is shared."""

    sent = 0

    def pack(self, value):
        ByBytes.sent += 1
        if not isinstance(value, tuple):
            return value if value is None else (value.tobytes(), value.dtype, value.shape)
        return [self.pack(x) for x in value]

    def unpack(self, data):
        if isinstance(data, tuple) and len(data) == 3 and isinstance(data[0], bytes):
            return np.frombuffer(data[0], data[1]).reshape(data[2])
        return tuple(map(self.unpack, data)) if isinstance(data, list) else data

    def exchange(self, process, op, members, value, channel_id):
        return [self.unpack(x) for x in super().exchange(process, op, members, self.pack(value), channel_id)]

    def meet(self, process, op, channel_id, value):
        return self.unpack(super().meet(process, op, channel_id, None if value is None else self.pack(value)))

    def deliver(self, op, target, channel_id, value):
        super().deliver(op, target, channel_id, self.pack(value))

    def collect(self, process, op, source, channel_id):
        return self.unpack(super().collect(process, op, source, channel_id))


def test_a_grid_runs_over_another_transport():
    ByBytes.sent = 0
    grid = Grid(2, 2, partial(Interpreter, module(all_reduce("[[0, 1]]")), {}), connect=ByBytes)
    results = grid.run(["main"] * 4, [[np.array([k, 10 * k], np.float32)] for k in range(4)])
    assert [r[0].tolist() for r in results] == [[2, 20], [4, 40], [2, 20], [4, 40]]
    assert ByBytes.sent >= 4


def test_a_process_that_sends_to_itself():
    text = """func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<0> : tensor<1x2xi64>}
        : (tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32> }"""
    x = np.arange(4, dtype=np.float32)
    np.testing.assert_array_equal(hloom.evaluate(module(text), x)[0], x)
