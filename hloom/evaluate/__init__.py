"""The reference evaluator: what a program means, on NumPy arrays."""

from hloom.evaluate.api import evaluate, register_custom_call
from hloom.evaluate.interpreter import Interpreter

__all__ = ["Interpreter", "evaluate", "register_custom_call"]
