"""The passes of this target in their order. They run where `passes.pipeline` has a place for those of targets, and are told the
target and the number of workers."""

from __future__ import annotations

from hloom.codegen.cpu.lowering import pad_k, split_k
from hloom.passes.manager import Pass, needs_of

LOWERING: tuple[Pass, ...] = (
    Pass("pad_k", pad_k.run, needs_of(pad_k)),
    Pass("split_k", split_k.run, needs_of(split_k)),  # after pad_k, of whose groups parts are made
)
