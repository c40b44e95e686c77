"""The reference evaluator: what a program means, on NumPy arrays."""

from hloom.evaluate.api import GridResults, evaluate, evaluate_grid
from hloom.evaluate.custom_calls import CUSTOM_CALLS, register_custom_call
from hloom.evaluate.interpreter import Interpreter
from hloom.evaluate.observe import NanCheck, Observer, Progress, Trace

__all__ = ["CUSTOM_CALLS", "GridResults", "Interpreter", "NanCheck", "Observer", "Progress", "Trace", "evaluate", "evaluate_grid",
           "register_custom_call"]
