"""A new operation is one file: it parses, prints, verifies, is explained, evaluated and compiled."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PROGRAM = """
import numpy as np
import hloom
import tests.project.toy
from hloom.cli.derived import program
from hloom.cli.explain import explain
from hloom.ops.definition.operation import REGISTRY
from hloom.verify.catalogue import constraints_of

text = '''module {
  func.func @main(%arg0: tensor<2x3xf32>) -> tensor<6x3xf32> {
    %0 = toy.stretch %arg0, times = 3 : (tensor<2x3xf32>) -> tensor<6x3xf32>
    return %0 : tensor<6x3xf32>
  }
}
'''
module = hloom.parse(text)
module.verify()
assert str(module).rstrip() == text.rstrip(), str(module)
x = np.arange(6, dtype=np.float32).reshape(2, 3)
wanted = np.repeat(x, 3, 0)
executable = hloom.compile(module)
assert not executable.fallbacks
for (found,) in (hloom.evaluate(module, x), executable(x)):
    np.testing.assert_array_equal(found, wanted)
codes = [d.code for d in hloom.diagnose(hloom.parse(text.replace("times = 3", "times = 0")))]
assert codes == ["stretch_times"], codes

operation = REGISTRY["toy.stretch"]
assert hloom.diagnose(program("toy.stretch")[0]) == []
codes = {c.code for c in constraints_of(operation)}
assert codes == {"stretch_i1", "stretch_rank", "stretch_times", "stretch_c1", "stretch_c2"}, codes
for code in codes - {"stretch_rank"}:  # each with a program made from the example; no single change of that has no dimension
    assert "toy.stretch" in explain(code) and f"error: [{code}]" in explain(code), explain(code)
print("done")
"""


def test_an_operation_of_a_new_dialect_is_one_file(repository: Path) -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], cwd=repository, capture_output=True, text=True, timeout=120,
                          check=False)
    assert (done.stdout, done.returncode) == ("done\n", 0), done.stderr
