"""The public project's self-checking programs as compiled code: what passes on the evaluator passes, and nothing runs on it but
what says whether a program passes, other processes, and queues."""

from __future__ import annotations

from pathlib import Path

import pytest

import hloom
from hloom.cli.check import functions_to_run
from hloom.ir.core import Operation
from hloom.ops.hlo.lowering import runnable
from hloom.text.values import made_up_arguments
from tests.reference.test_conformance import FILES, NAMED

#: Programs that do not pass as compiled code; docs/conformance.md says why.
NOT_PASSING = NAMED | {"conv_general_dilated_float32_2_3_9_float32_12_1_3", "fft_complex128_14_15_16_17"}
#: Operations that run on the evaluator, and why.
ALLOWED = {
    "check": "compares arrays, and says how they differ",
    "interpreter.probe": "writes an array to a file", "interpreter.print": "prints",
    "interpreter.run_parallel": "a grid of processes, which are compiled in turn",
    "stablehlo.after_all": "orders what programs take from queues", "stablehlo.infeed": "a queue",
    "stablehlo.outfeed": "a queue",
}
#: Every so many programs, of which there are too many for every day.
SAMPLE = 23

pytestmark = [pytest.mark.shared, pytest.mark.slow]


def is_allowed(op: Operation) -> bool:
    target = getattr(op, "call_target_name", op.name)
    return target.partition(".")[0] in ALLOWED or op.name in ALLOWED


def faults(path: Path) -> list[str]:
    """What is wrong with a program as compiled code: that it does not pass, or runs something on the evaluator."""
    module = hloom.load(path)
    module.verify()
    module = runnable(module)
    found = []
    for function in functions_to_run(module):
        exe = hloom.compile(module, function)
        try:
            exe(*made_up_arguments(module.functions[function].function_type.inputs))
        except hloom.UserError as error:
            found.append(f"{path.stem}: @{function}: {error}")
        found += [f"{path.stem}: @{function}: {op.name} on the evaluator" for op in exe.fallbacks if not is_allowed(op)]
    return found


def fail_for(paths: list[Path]) -> None:
    found = [fault for path in paths if path.stem not in NOT_PASSING for fault in faults(path)]
    assert not found, "\n".join(found)


def test_a_sample_passes() -> None:
    fail_for(FILES[::SAMPLE])


@pytest.mark.exhaustive
@pytest.mark.parametrize("part", range(20))
def test_programs_pass(part: int) -> None:
    fail_for(FILES[part::20])
