"""Programs of grids, drawn at random: every collective operation, on all types, in all kinds of groups, of sizes 0 and 1 too, and
loops and branches around them."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import numpy as np

from hloom.numbers.convert import convert
from hloom.numbers.element_type import ELEMENT_TYPES

#: Types that values are drawn in; those that bodies may add up.
TYPES = ("f32", "f64", "bf16", "f16", "i8", "i32", "i64", "ui8", "ui32", "i1", "f8E4M3FN", "i4", "complex<f32>")
BODIES = {"i1": ("or", "and"), "complex<f32>": ("add", "multiply")}
_ANY_BODY = ("add", "maximum", "minimum", "multiply")


class GridProgram(NamedTuple):
    """The text of a program, the grid, and the arguments of each process."""

    text: str
    sizes: tuple[int, int]
    arguments: list[list[list[Any]]]


class _Groups(NamedTuple):
    """How an operation names its groups: the attributes that do, how many processes each has, and the mesh that they name."""

    attributes: str
    size: int


def drawn(seed: int, most: int = 4) -> GridProgram:
    """A program on a grid of up to `most` processes."""
    return _Drawing(random.Random(seed), most).program()


class _Drawing:
    def __init__(self, r: random.Random, most: int) -> None:
        self.r = r
        self.sizes = r.choice([(a, b) for a in range(1, most + 1) for b in range(1, most + 1) if a * b <= most])
        self.lines: list[str] = []
        self.count = 0

    def program(self) -> GridProgram:
        r = self.r
        types = [(self.shape(), r.choice(TYPES)) for _ in range(r.randint(1, 2))]
        values = [(f"%a{k}", *t) for k, t in enumerate(types)]
        results = [self.step(*r.choice(values)) for _ in range(r.randint(1, 3))]
        ids = [self.identity() for _ in range(r.randint(0, 1))]
        results += ids
        named = ", ".join(name for name, _, _ in results)
        returned = ", ".join(_tensor(shape, type) for _, shape, type in results)
        given = ", ".join(f"{name}: {_tensor(shape, type)}" for name, shape, type in values)
        mesh = f'sdy.mesh @mesh = <["a"={self.sizes[0]}, "b"={self.sizes[1]}]>\n'
        body = "\n".join([*self.lines, f"return {named} : {returned}"])
        text = f"{mesh}func.func @main({given}) -> ({returned}) {{\n{body}\n}}\n"
        arguments = [[[self.array(shape, type) for shape, type in types] for _ in range(self.sizes[1])]
                     for _ in range(self.sizes[0])]
        return GridProgram(text, self.sizes, arguments)

    # -- values -----------------------------------------------------------------------------------------------------------
    def shape(self) -> tuple[int, ...]:
        r = self.r
        if r.random() < 0.15:
            return (r.choice((3000, 9000)), r.choice((1, 2)))
        if r.random() < 0.02:  # of more than one size of block
            return (2, r.choice((70_000, 300_001)))
        return tuple(r.choice((0, 1, 2, 3, 4, 4, 8, 12)) for _ in range(r.choice((0, 1, 2, 2, 2, 3, 4))))

    def array(self, shape: tuple[int, ...], type: str) -> np.ndarray:
        element = ELEMENT_TYPES[type] if type in ELEMENT_TYPES else ELEMENT_TYPES["c64"]
        bits = np.array([self.r.randint(-4, 5) for _ in range(min(int(np.prod(shape)), 97))] or [0], np.int64)
        return np.asarray(convert(np.resize(bits, shape), element))

    def new(self) -> str:
        self.count += 1
        return f"%{self.count}"

    def add(self, text: str) -> None:
        self.lines.append(text)

    def identity(self) -> tuple[str, tuple[int, ...], str]:
        name, what = self.new(), self.r.choice(("partition_id", "replica_id"))
        self.add(f"{name} = stablehlo.{what} : tensor<ui32>")
        return name, (), "ui32"

    # -- groups -----------------------------------------------------------------------------------------------------------
    def groups(self, count: int, size: int | None = None) -> list[list[int]]:
        """A partition of so many numbers in groups of one size, in any order."""
        sizes = [n for n in range(1, count + 1) if count % n == 0]
        size = self.r.choice(sizes) if size is None else size
        numbers = self.r.sample(range(count), count)
        return [numbers[k : k + size] for k in range(0, count, size)]

    def reduction_groups(self) -> _Groups:
        """Groups of a reduction or gathering, by one of the ways of naming processes."""
        replicas, partitions = self.sizes
        way = self.r.choice(("replicas", "both", "flat", "mesh"))
        channel = f"channel_handle = #stablehlo.channel_handle<handle = {self.r.randint(1, 3)}, type = 0>"
        if way == "mesh":
            axes = self.r.choice((["a"], ["b"], ["a", "b"], ["b", "a"]))
            named = ", ".join(f'#stablehlo.axis_ref<name = "{a}">' for a in axes)
            size = int(np.prod([self.sizes["ab".index(a)] for a in axes]))
            return _Groups(f"replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [{named}]>, {channel}, "
                           "use_global_device_ids", size)
        rows = self.groups(replicas * partitions if way == "flat" else replicas)
        listed = f"replica_groups = dense<{rows}> : tensor<{len(rows)}x{len(rows[0])}xi64>"
        more = {"replicas": "", "both": f", {channel}", "flat": f", {channel}, use_global_device_ids"}[way]
        return _Groups(listed + more, len(rows[0]) * (partitions if way == "both" else 1))

    def exchange_groups(self) -> _Groups:
        replicas, partitions = self.sizes
        by_partition = self.r.random() < 0.5
        rows = self.groups(partitions if by_partition else replicas)
        channel = ", channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>" if by_partition else ""
        return _Groups(f"replica_groups = dense<{rows}> : tensor<{len(rows)}x{len(rows[0])}xi64>{channel}", len(rows[0]))

    # -- operations -------------------------------------------------------------------------------------------------------
    def step(self, name: str, shape: tuple[int, ...], type: str) -> tuple[str, tuple[int, ...], str]:
        make = self.r.choice((self.all_reduce, self.all_reduce, self.all_gather, self.reduce_scatter, self.all_to_all,
                              self.permute, self.broadcast, self.reduce_to_first, self.loop, self.branch))
        return make(name, shape, type)

    def body(self, type: str) -> str:
        operation = self.r.choice(BODIES.get(type, _ANY_BODY))
        last = "%s"
        more = ""
        if self.r.random() < 0.15 and type in ("f32", "i32"):
            more = f"%t = stablehlo.subtract %s, %y : tensor<{type}>\n"
            last = "%t"
        return (f"({{\n^bb0(%x: tensor<{type}>, %y: tensor<{type}>):\n%s = stablehlo.{operation} %x, %y : tensor<{type}>\n{more}"
                f"stablehlo.return {last} : tensor<{type}>\n}})")

    def reducing(self, what: str, name: str, shape: tuple[int, ...], result: tuple[int, ...], type: str, attributes: str) -> Any:
        wide = "f32" if type in ("bf16", "f16") and self.r.random() < 0.3 else type
        return self.placed(what, name, shape, result, type, wide, f"{self.body(wide)} {{{attributes}}}")

    def placed(self, what: str, name: str, shape: tuple[int, ...], result: tuple[int, ...], type: str, wide: str,
               rest: str) -> Any:
        """An operation as it is, begun and awaited, or on two operands, of which the second is used."""
        made, given, gives = self.new(), _tensor(shape, type), _tensor(result, wide)
        way = self.r.random()
        if way < 0.1:
            begun = self.new()
            self.add(f'{begun} = "stablehlo.async_start"({name}) ({{\n^bb0(%o: {given}):\n%r = "stablehlo.{what}"(%o) {rest} : '
                     f"({given}) -> {gives}\nstablehlo.return %r : {gives}\n}}) : ({given}) -> !stablehlo.future<{gives}>")
            self.add(f'{made} = "stablehlo.async_done"({begun}) : (!stablehlo.future<{gives}>) -> {gives}')
        elif way < 0.2 and what in ("all_reduce", "all_gather", "all_to_all"):
            self.add(f'{made}:2 = "stablehlo.{what}"({name}, {name}) {rest} : ({given}, {given}) -> ({gives}, {gives})')
            made = f"{made}#1"
        else:
            self.add(f'{made} = "stablehlo.{what}"({name}) {rest} : ({given}) -> {gives}')
        return made, result, wide

    def all_reduce(self, name: str, shape: tuple[int, ...], type: str) -> Any:
        return self.reducing("all_reduce", name, shape, shape, type, self.reduction_groups().attributes)

    def reduce_to_first(self, name: str, shape: tuple[int, ...], type: str) -> Any:
        return self.reducing("collective_reduce", name, shape, shape, type, self.reduction_groups().attributes)

    def moved(self, what: str, name: str, shape: tuple[int, ...], result: tuple[int, ...], type: str, attributes: str) -> Any:
        return self.placed(what, name, shape, result, type, type, f"{{{attributes}}}")

    def all_gather(self, name: str, shape: tuple[int, ...], type: str) -> Any:
        d = self.r.randrange(max(len(shape), 1))
        if not shape or shape[d] == 0:
            return self.all_reduce(name, shape, type)
        groups = self.reduction_groups()
        result = (*shape[:d], shape[d] * groups.size, *shape[d + 1 :])
        return self.moved("all_gather", name, shape, result, type, f"all_gather_dim = {d} : i64, {groups.attributes}")

    def reduce_scatter(self, name: str, shape: tuple[int, ...], type: str) -> Any:
        d, groups = self.r.randrange(max(len(shape), 1)), self.reduction_groups()
        if not shape or shape[d] == 0 or shape[d] % groups.size:
            return self.all_reduce(name, shape, type)
        result = (*shape[:d], shape[d] // groups.size, *shape[d + 1 :])
        return self.reducing("reduce_scatter", name, shape, result, type, f"scatter_dimension = {d} : i64, {groups.attributes}")

    def all_to_all(self, name: str, shape: tuple[int, ...], type: str) -> Any:
        rank = max(len(shape), 1)
        split, joined, groups = self.r.randrange(rank), self.r.randrange(rank), self.exchange_groups()
        if not shape or shape[split] % groups.size:
            return self.permute(name, shape, type)
        result = list(shape)
        result[split] //= groups.size
        result[joined] *= groups.size
        return self.moved("all_to_all", name, shape, tuple(result), type, f"split_dimension = {split} : i64, concat_dimension = "
                          f"{joined} : i64, split_count = {groups.size} : i64, {groups.attributes}")

    def permute(self, name: str, shape: tuple[int, ...], type: str) -> Any:
        by_partition = self.r.random() < 0.5
        count = self.sizes[by_partition]
        kept = self.r.randint(1, count)
        pairs = [list(pair) for pair in zip(self.r.sample(range(count), kept), self.r.sample(range(count), kept))]
        channel = ", channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>" if by_partition else ""
        return self.moved("collective_permute", name, shape, shape, type,
                          f"source_target_pairs = dense<{pairs}> : tensor<{kept}x2xi64>{channel}")

    def broadcast(self, name: str, shape: tuple[int, ...], type: str) -> Any:
        return self.moved("collective_broadcast", name, shape, shape, type, self.exchange_groups().attributes)

    # -- control flow -----------------------------------------------------------------------------------------------------
    def inside(self, name: str, shape: tuple[int, ...], type: str) -> str:
        """An operation of the same type on `name`; its result."""
        made, result, wide = self.r.choice((self.permute, self.broadcast, self.all_reduce))(name, shape, type)
        if wide != type:
            back = self.new()
            self.add(f"{back} = stablehlo.convert {made} : ({_tensor(result, wide)}) -> {_tensor(shape, type)}")
            return back
        return made

    def loop(self, name: str, shape: tuple[int, ...], type: str) -> Any:
        made, tensor, turns = self.new(), _tensor(shape, type), self.r.randint(0, 4)
        zero, one, last, next_ = (self.new() for _ in range(4))
        self.add(f"{zero} = stablehlo.constant dense<0> : tensor<i32>\n{one} = stablehlo.constant dense<1> : tensor<i32>")
        self.add(f"{last} = stablehlo.constant dense<{turns}> : tensor<i32>")
        self.add(f"{made}:2 = stablehlo.while(%i = {zero}, %v{made[1:]} = {name}) : tensor<i32>, {tensor} cond {{\n"
                 f"%c = stablehlo.compare LT, %i, {last} : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
                 f"stablehlo.return %c : tensor<i1>\n}} do {{")
        inner = self.inside(f"%v{made[1:]}", shape, type)
        self.add(f"{next_} = stablehlo.add %i, {one} : tensor<i32>")
        self.add(f"stablehlo.return {next_}, {inner} : tensor<i32>, {tensor}\n}}")
        return f"{made}#1", shape, type

    def branch(self, name: str, shape: tuple[int, ...], type: str) -> Any:
        """A branch that all processes take together, or that only processes of no meeting take."""
        made, tensor = self.new(), _tensor(shape, type)
        chosen = self.new()
        self.add(f"{chosen} = stablehlo.constant dense<{self.r.choice(('true', 'false'))}> : tensor<i1>")
        barrier = self.new()
        self.add(f'{barrier} = stablehlo.optimization_barrier {chosen} : tensor<i1>')
        self.add(f'{made} = "stablehlo.if"({barrier}) ({{')
        for end in ("}, {", "}"):
            inner = self.inside(name, shape, type)
            self.add(f"stablehlo.return {inner} : {tensor}\n{end}")
        self.add(f") : (tensor<i1>) -> {tensor}")
        return made, shape, type


def _tensor(shape: tuple[int, ...], type: str) -> str:
    return f"tensor<{''.join(f'{n}x' for n in shape)}{type}>"
