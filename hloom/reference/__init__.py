"""The reference evaluator: what a program means, on NumPy arrays."""

from hloom.reference.api import GridResults, evaluate, evaluate_grid
from hloom.reference.custom_calls import CUSTOM_CALLS, register_custom_call
from hloom.reference.interpreter import Interpreter
from hloom.reference.observe import NanCheck, Observer, Progress, Trace

__all__ = ["CUSTOM_CALLS", "GridResults", "Interpreter", "NanCheck", "Observer", "Progress", "Trace", "evaluate", "evaluate_grid",
           "register_custom_call"]
