"""The passes of this target in their order. They run where `passes.pipeline` has a place for those of targets."""

from __future__ import annotations

from functools import partial

from hloom.codegen.cpu.lowering import pad_k, split_k
from hloom.codegen.target import Target
from hloom.passes.manager import Pass, needs_of


def lowering(target: Target, workers: int) -> tuple[Pass, ...]:
    """The passes for a target and so many workers."""
    groups = pad_k.Groups(target.has_bf16_dot or target.has_bf16_tiles, target.has_integer_dot, target.has_bf16_tiles,
                          target.has_byte_tiles, target.machine.pad_k)
    return (
        Pass("pad_k", partial(pad_k.run, groups=groups), needs_of(pad_k)),
        # After pad_k, of whose groups parts are made.
        Pass("split_k", partial(split_k.run, workers=workers, limits=target.machine.split_k), needs_of(split_k)),
    )
