"""The kernel families of this target by the words that operations have for them (`kernel`), each imported when a program first
names it: together they are two thirds of the target's code, and most programs need one or two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from hloom.codegen.plan.target import CompileOptions, KernelFamily
from hloom.codegen.target import Target
from hloom.support.importing import importing_late

Made = Callable[["Families"], Any]


def _cholesky(families: Families) -> Any:
    from hloom.codegen.cpu.linear.family import LinearSystems
    from hloom.codegen.cpu.linear.plan import factorization_of

    return LinearSystems(families.processor, factorization_of)


def _triangular_solve(families: Families) -> Any:
    from hloom.codegen.cpu.linear.family import LinearSystems
    from hloom.codegen.cpu.linear.plan import solution_of

    return LinearSystems(families.processor, solution_of)


def _custom_call(families: Families) -> Any:
    from hloom.codegen.cpu.linear.family import LinearSystems
    from hloom.codegen.cpu.linear.plan import call_of

    return LinearSystems(families.processor, partial(call_of, lanes=lambda type: families.processor.lanes(type.width)))


def _contraction(families: Families) -> Any:
    from hloom.codegen.cpu.contractions import Contractions

    return Contractions(families.processor, families.workers, families.options)


def _fft(families: Families) -> Any:
    from hloom.codegen.cpu.fft.family import Transforms

    return Transforms(families.processor)


def _random(families: Families) -> Any:
    from hloom.codegen.cpu.irregular.random_bits import RandomBits

    return RandomBits(families.processor)


def _scatter(families: Families) -> Any:
    from hloom.codegen.cpu.irregular.scatter import Scatters

    return Scatters(families.processor)


def _select_and_scatter(families: Families) -> Any:
    from hloom.codegen.cpu.irregular.select_scatter import SelectionScatters

    return SelectionScatters(families.processor)


def _sort(families: Families) -> Any:
    from hloom.codegen.cpu.sorting.family import Sorts

    return Sorts(families.processor)


def _update_slice(families: Families) -> Any:
    from hloom.codegen.plan.update_slice import UpdateSlice

    return UpdateSlice()


def _window_scan(families: Families) -> Any:
    from hloom.codegen.cpu.irregular.scan import Scans

    return Scans(families.processor)


_FAMILIES: dict[str, Made] = {
    "cholesky": _cholesky, "contraction": _contraction, "custom_call": _custom_call, "fft": _fft, "random": _random,
    "scatter": _scatter, "select_and_scatter": _select_and_scatter, "sort": _sort, "triangular_solve": _triangular_solve,
    "update_slice": _update_slice, "window_scan": _window_scan,
}


class Families(Mapping[str, KernelFamily]):
    """The families for a processor with so many workers; `chains` is that of chains, which no operation names."""

    def __init__(self, processor: Target, workers: int, options: CompileOptions) -> None:
        self.processor, self.workers, self.options = processor, workers, options
        self.chains: Any = _Chains(self)
        self._made: dict[str, KernelFamily] = {}

    def __getitem__(self, word: str) -> KernelFamily:
        found = self._made.get(word)
        if found is None:
            make = _FAMILIES[word]
            with importing_late():
                found = self._made[word] = make(self)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(_FAMILIES)

    def __len__(self) -> int:
        return len(_FAMILIES)


class _Chains:
    """The family of chains, imported when a program has what may be one."""

    def __init__(self, families: Families) -> None:
        self._families = families
        self._family: Any = None

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if self._family is None:
            with importing_late():
                from hloom.codegen.cpu.chains import Chains

                self._family = Chains(self._families["contraction"])  # type: ignore[arg-type]
        return getattr(self._family, name)
