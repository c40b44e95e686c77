"""Program to program: one transformation a file, and the pipeline that runs them in order."""

from hloom.passes.manager import PASSES, PIPELINE, Pass, pipeline, run_passes

__all__ = ["PASSES", "PIPELINE", "Pass", "pipeline", "run_passes"]
