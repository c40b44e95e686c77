"""The shape of what each instruction gives, by XLA's rules (XLA: shape_inference; Operation semantics).

Every rule takes the shapes of operands and the instruction's attributes and gives the shape of the result, in the default
layout. InputError, in XLA's words, where operands and attributes do not fit. A size may be bounded (`<=4`) or unbounded (`?`).
"""

from hloom.xla.inference.parts import ProgramShape
from hloom.xla.inference.windows import Window

__all__ = ["ProgramShape", "Window"]
