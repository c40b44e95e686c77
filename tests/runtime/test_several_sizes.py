"""Code for several sizes: programs whose examples stand for themselves share it, others do not; right at every size, and nothing
outside of a call's own arrays is touched."""

from __future__ import annotations

import logging
import pickle
import threading
from functools import partial
from itertools import product
from typing import Any

import numpy as np
import pytest

import hloom
from benchmarks import networks
from hloom.numbers.difference import Tolerance
from hloom.passes.specialize import Template
from hloom.runtime.dispatch.commands import ALWAYS, Op, commands_of
from tests.harness import GuardedBuffer, apart, guarded, memory_from, needs_pages, poisoned, same, use_machine
from tests.processes import printed

SIZE = """
  %size = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xWIDTHxf32>) -> tensor<i32>
  %one_size = stablehlo.reshape %size : (tensor<i32>) -> tensor<1xi32>
  %width = stablehlo.constant dense<[WIDTH]> : tensor<1xi32>
  %shape = stablehlo.concatenate %one_size, %width, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>"""
SMALL = {
    "mlp": partial(networks.mlp, sizes=(20, 48, 33, 10)),
    "resnet": partial(networks.resnet, side=8, features=(8, 16), blocks=1),
    "gpt": partial(networks.gpt, layers=1, tokens=8, width=32, heads=2, words=50),
    "lstm": partial(networks.lstm, steps=4, inputs=8, width=16),
}
CLOSE = Tolerance(0, 2e-5, 2e-5)


def program(body: str, result: str = "tensor<?x{width}xf32>", width: int = 6, more: str = "") -> str:
    """A function of `width` numbers for each example, whose result is `%r`; `%shape` is that of its argument."""
    result = result.format(width=width)
    return f"""func.func @main(%x: tensor<?x{width}xf32>{more}) -> {result} {{{SIZE.replace("WIDTH", str(width))}
  {body}
  return %r : {result}
}}"""


def numbers(count: int, width: int = 6) -> np.ndarray:
    return np.random.default_rng(count).integers(-9, 9, (count, width)).astype(np.float32)


def shared_by(exe: Any) -> set[str]:
    """The sizes of calls that share code."""
    return {text.partition(",")[0] for text in exe.stats.get("examples_of", {}).values()}


# -- networks --------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", SMALL)
def test_networks_share_code(name: str, caplog: pytest.LogCaptureFixture) -> None:
    """There are three classes of sizes up to 64; each is compiled once, for all that it has."""
    network = SMALL[name]()
    exe: Any = hloom.compile(hloom.parse(network.text))
    rng = np.random.default_rng(1)
    sizes = [4, 2, 3, 8, 12, 5, 7, 16, 9, 13, 32, 17, 23, 64, 33, 45]
    with caplog.at_level(logging.INFO, "hloom"):
        for size in sizes:
            arrays = network.arguments(size, rng)
            same(exe(*arrays), hloom.evaluate(hloom.parse(network.text), *arrays), CLOSE, f"of {size} examples")
    assert "one_size" not in exe.stats and shared_by(exe) == {*map(str, sizes)}
    compiled = [r.message for r in caplog.records if "compiled in" in r.message or "from the cache in" in r.message]
    assert len(compiled) == 3


@needs_pages
@pytest.mark.parametrize("name", SMALL)
def test_networks_touch_nothing_but_their_examples(name: str) -> None:
    network = SMALL[name]()
    exe: Any = hloom.compile(hloom.parse(network.text))
    rng = np.random.default_rng(2)
    for size, at_end in product((2, 3, 4, 5, 8, 11, 13, 16, 21, 27, 33, 50), (True, False)):
        arrays = network.arguments(size, rng)
        expected = hloom.evaluate(hloom.parse(network.text), *arrays)
        passed = [guarded(a, at_end) for a in arrays]
        with memory_from(partial(GuardedBuffer, at_end=at_end)):
            found = exe(*passed)
        same(found, expected, CLOSE, f"of {size} examples")
        assert all(a.tobytes() == b.tobytes() for a, b in zip(passed, arrays))
        given = [guarded(np.zeros_like(e), at_end) for e in expected]
        same(exe(*passed, out=given), expected, CLOSE, f"of {size} examples")
    assert shared_by(exe)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_numbers_are_those_of_code_for_the_size(threads: int) -> None:
    """Whole numbers below 2^24, of which every order of additions gives the same."""
    network = networks.Builder(None)
    x = network.begin(24)
    made = network.finished(network.relu(network.dense(network.relu(network.dense(x, 70)), 40)), (24,))
    exe: Any = hloom.compile(hloom.parse(made.text), threads=threads)
    rng = np.random.default_rng(3)
    weights = [rng.integers(-4, 5, shape).astype(np.float32) for shape in made.weights]
    for size in range(2, 70):
        x = rng.integers(-4, 5, (size, 24)).astype(np.float32)
        hidden = np.maximum(x @ weights[0] + weights[1], 0)
        same(exe(*weights, x), [np.maximum(hidden @ weights[2] + weights[3], 0)], what=f"of {size} examples")
    assert len(shared_by(exe)) == 68


@needs_pages
@pytest.mark.parametrize("threads", [1, 2, 3, 5])
def test_numbers_of_blocks_that_workers_share_evenly(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Products of many rows an example, whose blocks are as long as the number of examples says."""
    use_machine(monkeypatch, **FEW_TILES)
    b = networks.Builder(None)
    network = b.finished(_dense(b, 40, (40, 24)), (40, 24))
    exe: Any = hloom.compile(hloom.parse(network.text), threads=threads)
    rng = np.random.default_rng(3)
    weights = [rng.integers(-4, 5, shape).astype(np.float32) for shape in network.weights]
    for size in (2, 3, 4, 5, 6, 7, 9, 11, 12, 13, 14, 15, 17, 27, 38, 51, 63, 64):
        x = rng.integers(-4, 5, (size, 40, 24)).astype(np.float32)
        expected = [np.maximum(x @ weights[0] + weights[1], 0)]
        given = [guarded(a, True) for a in (*weights, x)]
        with memory_from(partial(GuardedBuffer, at_end=size % 2 == 0)):
            same(exe(*given), expected, what=f"of {size} examples")
    assert len(shared_by(exe)) == 18


def _work(executable: Any) -> list[int]:
    """How much work each launch counts for where it is decided whether workers share it, as far as that matters."""
    table = executable.native.program.table
    return [min(table[c.begin + 4], ALWAYS) if c.op is Op.PARALLEL else 0 for c in commands_of(table)
            if c.op in (Op.LAUNCH, Op.PARALLEL)]


@pytest.mark.parametrize("name, sizes", [("lstm", (5, 7, 13, 18, 24, 36, 40, 64)), ("mlp", (3, 12, 13, 64)),
                                         ("gpt", (5, 7, 9))])
def test_workers_share_what_they_share_in_code_for_the_size(name: str, sizes: tuple[int, ...]) -> None:
    """Above all the loops that have too little work by themselves, and go with a product that leaves its rows to all workers."""
    network = {"gpt": partial(networks.gpt, layers=1)}.get(name, networks.NETWORKS[name])()
    module = hloom.parse(network.text)
    exe: Any = hloom.compile(module, threads=2)
    template = Template(module, "main")
    for size in sizes:
        arrays = network.arguments(size, np.random.default_rng(size))
        exe(*arrays)
        expected = _work(hloom.compile(template.specialized([a.shape for a in arrays], {}), threads=2))
        assert _work(exe.specializations[-1]) == pytest.approx(expected, rel=0.05, abs=1), f"of {size} examples"
    assert shared_by(exe) == {*map(str, sizes)}


# -- kernels -----------------------------------------------------------------------------------------------------------------
BY_EXAMPLE = {
    "elementwise": "%r = stablehlo.tanh %x : tensor<?x6xf32>",
    "rows summed": """%s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<?x6xf32>, tensor<f32>) -> tensor<?xf32>
  %b = stablehlo.dynamic_broadcast_in_dim %s, %shape, dims = [0] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x6xf32>
  %r = stablehlo.subtract %x, %b : tensor<?x6xf32>""",
    "rows reversed": "%r = stablehlo.reverse %x, dims = [1] : tensor<?x6xf32>",
    "rows padded": """%p = stablehlo.pad %x, %zero, low = [0, 2], high = [0, -2], interior = [0, 0]
      : (tensor<?x6xf32>, tensor<f32>) -> tensor<?x6xf32>
  %r = stablehlo.add %p, %x : tensor<?x6xf32>""",
    "places": """%i = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<2xi32>) -> tensor<?x6xf32>
  %r = stablehlo.add %i, %x : tensor<?x6xf32>""",
    "zeros": "%r = stablehlo.dynamic_broadcast_in_dim %zero, %shape, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x6xf32>",
    "the argument": "%r = stablehlo.optimization_barrier %x : tensor<?x6xf32>",
    "a table": """%t = stablehlo.constant dense<[[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [6.0, 5.0, 4.0, 3.0, 2.0, 0.0]]>
      : tensor<2x6xf32>
  %p = stablehlo.dot_general %x, %t, contracting_dims = [1] x [1] : (tensor<?x6xf32>, tensor<2x6xf32>) -> tensor<?x2xf32>
  %r = stablehlo.dot_general %p, %t, contracting_dims = [1] x [0] : (tensor<?x2xf32>, tensor<2x6xf32>) -> tensor<?x6xf32>""",
}


@needs_pages
@pytest.mark.parametrize("name", BY_EXAMPLE)
def test_programs_by_example(name: str) -> None:
    module = hloom.parse(program(BY_EXAMPLE[name]))
    exe: Any = hloom.compile(module)
    sizes = (2, 3, 4, 5, 6, 8, 12, 100, 129, 256)
    for size, at_end in product(sizes, (True, False)):
        x = numbers(size)
        with memory_from(partial(GuardedBuffer, at_end=at_end)):
            found = exe(guarded(x, at_end))
        same(found, hloom.evaluate(module, x), 2, f"of {size} examples")
    assert "one_size" not in exe.stats and shared_by(exe) == {*map(str, sizes)}


def test_one_number_an_example() -> None:
    text = """func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xi1>) {
      %0 = stablehlo.multiply %x, %y : tensor<?xf32>
      %1 = stablehlo.compare LT, %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xi1>
      return %0, %1 : tensor<?xf32>, tensor<?xi1>
    }"""
    exe: Any = hloom.compile(hloom.parse(text))
    for size in range(1, 40):
        x, y = numbers(size, 1)[:, 0], numbers(size + 1, 1)[1:, 0]
        same(exe(x, y), [x * y, x < y])
    assert len(shared_by(exe)) == 38


#: Programs that make something of several examples, or of how many there are, and what says so.
ACROSS = {
    "a sum over examples": ("""%s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0]
      : (tensor<?x6xf32>, tensor<f32>) -> tensor<6xf32>
  %b = stablehlo.dynamic_broadcast_in_dim %s, %shape, dims = [1] : (tensor<6xf32>, tensor<2xi32>) -> tensor<?x6xf32>
  %r = stablehlo.subtract %x, %b : tensor<?x6xf32>""", "tensor<?x{width}xf32>"),
    "a sum alone": ("""%r = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 1]
      : (tensor<?x6xf32>, tensor<f32>) -> tensor<f32>""", "tensor<f32>"),
    "examples reversed": ("%r = stablehlo.reverse %x, dims = [0] : tensor<?x6xf32>", "tensor<?x{width}xf32>"),
    "places reversed": ("""%i = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<2xi32>) -> tensor<?x6xf32>
  %v = stablehlo.reverse %i, dims = [0] : tensor<?x6xf32>
  %r = stablehlo.add %v, %x : tensor<?x6xf32>""", "tensor<?x{width}xf32>"),
    "how many there are": ("""%n = stablehlo.convert %size : (tensor<i32>) -> tensor<f32>
  %b = stablehlo.dynamic_broadcast_in_dim %n, %shape, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x6xf32>
  %r = stablehlo.divide %x, %b : tensor<?x6xf32>""", "tensor<?x{width}xf32>"),
    "products of examples": ("""%r = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1]
      : (tensor<?x6xf32>, tensor<?x6xf32>) -> tensor<?x?xf32>""", "tensor<?x?xf32>"),
    "columns first": ("%r = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x6xf32>) -> tensor<6x?xf32>", "tensor<6x?xf32>"),
    "examples sorted": ("""%r = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }) : (tensor<?x6xf32>) -> tensor<?x6xf32>""", "tensor<?x{width}xf32>"),
    "examples behind others": ("""%r = stablehlo.concatenate %x, %x, dim = 0
      : (tensor<?x6xf32>, tensor<?x6xf32>) -> tensor<?x6xf32>""", "tensor<?x{width}xf32>"),
    "a running sum over examples": ("""%z = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.pad %x, %z, low = [1, 0], high = [-1, 0], interior = [0, 0]
      : (tensor<?x6xf32>, tensor<f32>) -> tensor<?x6xf32>
  %r = stablehlo.add %x, %p : tensor<?x6xf32>""", "tensor<?x{width}xf32>"),
    "how often depends on them": ("""%k = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.while(%v = %x) : tensor<?x6xf32> cond {
    %high = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %m = stablehlo.reduce(%v init: %high) applies stablehlo.maximum across dimensions = [0, 1]
      : (tensor<?x6xf32>, tensor<f32>) -> tensor<f32>
    %c = stablehlo.compare GT, %m, %k : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %w = stablehlo.negate %v : tensor<?x6xf32>
    %a = stablehlo.abs %w : tensor<?x6xf32>
    %n = stablehlo.negate %a : tensor<?x6xf32>
    stablehlo.return %n : tensor<?x6xf32>
  }""", "tensor<?x{width}xf32>"),
}


@pytest.mark.parametrize("name", ACROSS)
def test_programs_across_examples_keep_code_for_each_size(name: str) -> None:
    body, result = ACROSS[name]
    module = hloom.parse(program(body, result))
    exe: Any = hloom.compile(module)
    for size in (4, 3, 12, 5, 9):
        same(exe(numbers(size)), hloom.evaluate(module, numbers(size)), 4, f"of {size} examples")
    assert not shared_by(exe)


def test_a_reason_is_given() -> None:
    exe: Any = hloom.compile(hloom.parse(program(ACROSS["examples reversed"][0])))
    exe(numbers(3))
    assert exe.stats["one_size"] == "stablehlo.reverse computes something else for another number of examples"
    exe = hloom.compile(hloom.parse(program(ACROSS["a sum over examples"][0])))
    exe(numbers(3))
    assert "stablehlo.reduce" in exe.stats["one_size"]


def test_a_table_is_not_taken_for_examples() -> None:
    """A value of as many rows as there are examples at most, of which all are needed in each call."""
    text = program("""%w = stablehlo.tanh %t : tensor<12x6xf32>
  %s = stablehlo.reduce(%w init: %zero) applies stablehlo.add across dimensions = [0]
      : (tensor<12x6xf32>, tensor<f32>) -> tensor<6xf32>
  %b = stablehlo.dynamic_broadcast_in_dim %s, %shape, dims = [1] : (tensor<6xf32>, tensor<2xi32>) -> tensor<?x6xf32>
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [1] : (tensor<?x6xf32>, tensor<12x6xf32>) -> tensor<?x12xf32>
  %q = stablehlo.dot_general %p, %w, contracting_dims = [1] x [0] : (tensor<?x12xf32>, tensor<12x6xf32>) -> tensor<?x6xf32>
  %r = stablehlo.add %b, %q : tensor<?x6xf32>""", more=", %t: tensor<12x6xf32>")
    module = hloom.parse(text)
    exe: Any = hloom.compile(module)
    for size in (12, 5, 6, 7):
        x, t = numbers(size), numbers(80)[:12]
        same(exe(x, t), hloom.evaluate(module, x, t), CLOSE)
    assert len(shared_by(exe)) == 4


def test_sizes_that_differ_from_each_other() -> None:
    """Two arguments of unknown sizes, of which one is the other's in one call only."""
    text = """func.func @main(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<?x4xf32>) {
      %0 = stablehlo.negate %x : tensor<?x4xf32>
      %1 = stablehlo.abs %y : tensor<?x4xf32>
      return %0, %1 : tensor<?x4xf32>, tensor<?x4xf32>
    }"""
    exe: Any = hloom.compile(hloom.parse(text))
    for a, b in ((5, 5), (5, 6), (6, 6), (3, 8)):
        x, y = numbers(a, 4), numbers(b, 4)
        same(exe(x, y), [-x, np.abs(y)])
    assert shared_by(exe) == {"5", "6"}


# -- how it is used --------------------------------------------------------------------------------------------------------
def test_sizes_that_share_code_do_not_push_others_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HLOOM_SPECIALIZATIONS", "2")
    exe: Any = hloom.compile(hloom.parse(program(BY_EXAMPLE["elementwise"])))
    for size in (1, 2, *range(3, 30)):
        same(exe(numbers(size)), [np.tanh(numbers(size))], 2)
    assert len(exe.specializations) == 29 and len(shared_by(exe)) == 28


def test_threads_begin_with_different_sizes_at_once() -> None:
    exe: Any = hloom.compile(hloom.parse(program(BY_EXAMPLE["rows summed"])))
    failures: list[Any] = []

    def call(first: int) -> None:
        for size in range(first, 40, 3):
            x = numbers(size)
            failures.extend(filter(None, [apart(exe(x)[0], x - x.sum(1, keepdims=True))]))

    threads = [threading.Thread(target=call, args=(first,)) for first in (3, 4, 5, 3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures and len(shared_by(exe)) == 37


def test_memory_of_smaller_calls_holds_no_numbers() -> None:
    """What lies behind the examples of a call is never read: not a number would show in a sum."""
    network = SMALL["mlp"]()
    exe: Any = hloom.compile(hloom.parse(network.text))
    with memory_from(poisoned):
        for size in (8, 5, 16, 9):
            arrays = network.arguments(size, np.random.default_rng(size))
            assert np.isfinite(exe(*arrays)[0]).all()


def test_pickles_bring_code_for_several_sizes(tmp_path: Any) -> None:
    exe: Any = hloom.compile(hloom.parse(program(BY_EXAMPLE["rows summed"])))
    exe(numbers(7))
    path = tmp_path / "exe.pickle"
    path.write_bytes(pickle.dumps(exe))
    code = """
import pickle, sys, numpy as np
exe = pickle.loads(open(sys.argv[1], "rb").read())
x = np.arange(30, dtype=np.float32).reshape(5, 6)
(found,) = exe(x)
assert np.array_equal(found, x - x.sum(1, keepdims=True))
print(sorted(exe.stats["examples_of"].values()), [k for e in exe.specializations for k in e.stats["seconds"]])
"""
    assert "5, by code for 5 to 12" in printed("-c", code, path)


# -- products and movements ------------------------------------------------------------------------------------------------


def _dense(b: networks.Builder, features: int, example: tuple[int, ...]) -> networks.Value:
    return b.relu(b.dense(b.begin(*example), features))


def _turned(b: networks.Builder) -> networks.Value:
    x = b.begin(200)
    return b.dot(b.relu(b.dot(x, b.weight(40, 200), (1, 1))), b.weight(33, 40), (1, 1))


def _narrow(b: networks.Builder, element: str, into: str) -> networks.Value:
    x, w = b.each("convert", b.begin(64), element=element), b.each("convert", b.weight(64, 40), element=element)
    made = b.emit(b.new((networks.B, 40), into), f"stablehlo.dot_general {x.name}, {w.name}, contracting_dims = [1] x [0]", x, w)
    return b.each("convert", made, element="f32")


def _batched(b: networks.Builder) -> networks.Value:
    x = b.begin(3, 8, 16)
    return b.softmax(b.dot(x, b.transpose(x, [0, 1, 3, 2]), (3, 2), batch=2))


def _convolved(b: networks.Builder, kernel: int, stride: int, padding: int) -> networks.Value:
    made = b.convolution(b.begin(9, 7, 6), b.weight(kernel, kernel, 6, 20), stride, padding)
    return b.relu(b.each("add", made, b.spread(b.weight(20), [3], made.shape)))


def _moved(b: networks.Builder) -> networks.Value:
    x = b.transpose(b.begin(17, 24), [0, 2, 1])
    x = b.transpose(b.reshape(x, (networks.B, 4, 6, 17)), [0, 2, 1, 3])
    return b.reshape(x, (networks.B, 6 * 4 * 17))


def _behind_each_other(b: networks.Builder) -> networks.Value:
    x = b.begin(10)
    y = b.relu(x)
    return b.emit(b.new((networks.B, 20)), f"stablehlo.concatenate {x.name}, {y.name}, dim = 1", x, y)


def _windows(b: networks.Builder) -> networks.Value:
    x, zero = b.begin(12, 5), b.constant("0.0")
    made = b.new((networks.B, 6, 5))
    text = (f'"stablehlo.reduce_window"({x.name}, {zero.name}) <{{window_dimensions = array<i64: 1, 3, 1>, window_strides = '
            'array<i64: 1, 2, 1>, padding = dense<[[0, 0], [1, 0], [0, 0]]> : tensor<3x2xi64>}> ({\n'
            "^bb0(%p: tensor<f32>, %q: tensor<f32>):\n  %t = stablehlo.maximum %p, %q : tensor<f32>\n"
            "  stablehlo.return %t : tensor<f32>\n})")
    return b.emit(made, text, x, zero)


def _sorted(b: networks.Builder) -> networks.Value:
    x = b.begin(9)
    made = b.new(x.shape)
    b.lines.append(f'{made.name} = "stablehlo.sort"({x.name}) <{{dimension = 1 : i64, is_stable = true}}> ({{\n'
                   "^bb0(%p: tensor<f32>, %q: tensor<f32>):\n  %t = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> "
                   f"tensor<i1>\n  stablehlo.return %t : tensor<i1>\n}}) : ({b.type(x)}) -> {b.type(made)}")
    return made


FEW_TILES = {"blocking": {"lhs_block_bytes": 1 << 10, "smallest_task": 1 << 8, "panel_bytes": 1 << 12}}
COMBINED = {"matmul": {"combined_rows": ((0, 128),), "combined_in_few_registers": ((0, 128),), "least_combined_bytes": 0},
            "vectors": {"sums_combined": 64, "columns_combined": 48, "smallest_task": 1}}
#: What is built, and of which values of the machine.
BUILT: dict[str, tuple[Any, dict[str, Any]]] = {
    "tiles": (partial(_dense, features=70, example=(24,)), {}),
    "tiles of one column": (partial(_dense, features=1, example=(24,)), {}),
    "rows of examples": (partial(_dense, features=40, example=(5, 24)), {}),
    "blocks of rows": (partial(_dense, features=40, example=(40, 24)), FEW_TILES),
    "blocks of depth": (partial(_dense, features=40, example=(3000,)), FEW_TILES),
    "dots": (_turned, {}),
    "combinations": (partial(_dense, features=90, example=(24,)), COMBINED),
    "narrow floats": (partial(_narrow, element="bf16", into="f32"), {}),
    "bytes": (partial(_narrow, element="i8", into="i32"), {}),
    "batches": (_batched, {}),
    "windows of images": (partial(_convolved, kernel=3, stride=1, padding=1), {}),
    "small windows of images": (partial(_convolved, kernel=3, stride=2, padding=1), {"windows": {"window_bytes": 1 << 9}}),
    "images tap by tap": (partial(_convolved, kernel=3, stride=1, padding=1), {"windows": {"largest_window_bytes": 0}}),
    "images in place": (partial(_convolved, kernel=3, stride=1, padding=0), {}),
    "pixels": (partial(_convolved, kernel=1, stride=2, padding=0), {}),
    "movements": (_moved, {}),
    "concatenations": (_behind_each_other, {}),
    "windows": (_windows, {}),
    "sorts": (_sorted, {}),
}
#: Kernels that do not go example by example.
OF_ONE_SIZE = {"sorts"}


@needs_pages
@pytest.mark.parametrize("isa", ["", "avx2"])
@pytest.mark.parametrize("name", BUILT)
def test_kernels_do_the_first_examples(name: str, isa: str, monkeypatch: pytest.MonkeyPatch) -> None:
    build, records = BUILT[name]
    monkeypatch.setenv("HLOOM_ISA", isa)
    if records:
        use_machine(monkeypatch, **records)
    b = networks.Builder(None)
    network = b.finished(build(b), b.input.shape[1:])
    module = hloom.parse(network.text)
    exe: Any = hloom.compile(module)
    rng = np.random.default_rng(4)
    for size in (2, 3, 4, 5, 7, 12, 13, 30, 64):
        arrays = network.arguments(size, rng)
        expected = hloom.evaluate(module, *arrays)
        for at_end in (True, False):
            with memory_from(partial(GuardedBuffer, at_end=at_end)):
                found = exe(*[guarded(a, at_end) for a in arrays])
            same(found, expected, Tolerance(0, 1e-4, 1e-4), f"of {size} examples")
    assert bool(shared_by(exe)) == (name not in OF_ONE_SIZE), exe.stats.get("one_size")
