"""How long the analysis may take: a model whole, in both directions; the page of a softmax. Processor time, which other work on
the machine lengthens least."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import pytest

import hloom
from hloom.analysis.dependence import input_to_output, output_to_input
from hloom.cli import main
from tests.analysis.test_document import SOFTMAX
from tests.analysis.test_page import opened_in_node


@pytest.mark.shared
def test_every_operation_of_a_model_in_both_directions(shared: Path) -> None:
    module = hloom.load(shared / "bench" / "stablehlo" / "f_gpt6.mlir")
    operations = [op for op in module.walk() if op.results and op.operands]
    assert len(operations) > 500
    start = time.process_time()
    for op in operations:
        for number in range(len(op.results)):
            output_to_input(op, number)
        for number in range(len(op.operands)):
            input_to_output(op, number)
    assert time.process_time() - start < 2


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
@pytest.mark.parametrize("sizes", ["2,65,125", "8,4096,4096"])
def test_the_page_of_a_softmax_opens_at_once(sizes: str, tmp_path: Path) -> None:
    program, path = tmp_path / "softmax.hlo", tmp_path / "page.html"
    rows = sizes.rpartition(",")[0]
    program.write_text(SOFTMAX.replace("2,65,125", sizes).replace("f32[2,65]", f"f32[{rows}]"))
    assert main(["indexing", str(program), "--computation", "softmax", "--html", str(path)]) == 0
    assert path.stat().st_size < 1 << 20
    report, seconds = opened_in_node(path, "#0:1,2,3")
    last = int(sizes.rpartition(",")[2])
    assert f"%q[1, 2, 3] reads {last} of %p0" in report and seconds < 1
