"""The page of indexing maps: self-contained, and what it says of an element is what the maps say.

The page's script runs in a headless Chromium where one is installed, and in node with as much of a document as it touches.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.analysis.dependence import function_maps
from hloom.cli import main
from tests.analysis.points import related

SOFTMAX = """func.func @main(%x: tensor<2x3x5xf32>) -> tensor<2x3x5xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %max = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [2] : (tensor<2x3x5xf32>, tensor<f32>) -> tensor<2x3xf32>
  %m = stablehlo.broadcast_in_dim %max, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3x5xf32>
  %d = stablehlo.subtract %x, %m : tensor<2x3x5xf32>
  %e = stablehlo.exponential %d : tensor<2x3x5xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x3x5xf32>, tensor<f32>) -> tensor<2x3xf32>
  %s = stablehlo.broadcast_in_dim %sum, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3x5xf32>
  %y = stablehlo.divide %e, %s : tensor<2x3x5xf32>
  return %y : tensor<2x3x5xf32>
}"""  # noqa: E501
REGROUP = """func.func @main(%x: tensor<4x6xf32>, %i: tensor<i32>) -> tensor<3x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reshape %x : (tensor<4x6xf32>) -> tensor<8x3xf32>
  %t = stablehlo.transpose %r, dims = [1, 0] : (tensor<8x3xf32>) -> tensor<3x8xf32>
  %p = stablehlo.pad %t, %zero, low = [0, 1], high = [0, 2], interior = [0, 0] : (tensor<3x8xf32>, tensor<f32>) -> tensor<3x11xf32>
  %0 = stablehlo.constant dense<0> : tensor<i32>
  %y = stablehlo.dynamic_slice %p, %0, %i, sizes = [3, 4] : (tensor<3x11xf32>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>
  return %y : tensor<3x4xf32>
}"""  # noqa: E501
#: As much of a document as the page's script touches, then the script, then what it reports.
NODE = """
const fs = require("fs");
const [, page, hash] = process.argv;
const element = () => new Proxy(function () {}, {
  get: (o, k) => k === Symbol.toPrimitive ? () => "" : k in o ? o[k] : (o[k] = element()),
  set: (o, k, v) => { o[k] = v; return true; }, apply: () => element() });
const report = { textContent: "" };
globalThis.document = { getElementById: id => id === "report" ? report : element(), createElement: element, documentElement: {},
  addEventListener() {} };
globalThis.getComputedStyle = () => ({ getPropertyValue: () => "" });
globalThis.location = { hash }; globalThis.addEventListener = () => {};
const script = /<script>([^]*)<[/]script>/.exec(fs.readFileSync(page, "utf8"))[1];
const start = process.cpuUsage();
(0, eval)(script);
const used = process.cpuUsage(start);
console.log(report.textContent);
console.log((used.user + used.system) / 1e6);
"""


def opened_in_node(path: Path, hash: str) -> tuple[str, float]:
    """What the page reports of an element, and the seconds of processor time that its script took to say it."""
    done = subprocess.run(["node", "-e", NODE, "--", str(path), hash], capture_output=True, text=True, timeout=60, check=False)
    if done.returncode:
        raise AssertionError(done.stderr)
    report, _, seconds = done.stdout.strip().rpartition("\n")
    return report.strip(), float(seconds)


def in_node(path: Path, hash: str) -> str:
    return opened_in_node(path, hash)[0]


def in_browser(path: Path, hash: str) -> str:
    browser = BROWSER
    assert browser is not None
    done = subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={path.parent / 'profile'}",
                           "--dump-dom", f"{path.as_uri()}{hash}"], capture_output=True, text=True, timeout=120, check=False)
    found = re.search(r'<pre id="report"[^>]*>(.*?)</pre>', done.stdout, re.S)
    assert found, done.stderr[-2000:]
    return found.group(1).strip()


BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
ENGINES = [
    pytest.param(in_node, id="node", marks=pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")),
    pytest.param(in_browser, id="chromium", marks=[
        pytest.mark.slow, pytest.mark.skipif(BROWSER is None, reason="no headless Chromium is installed")]),
]


def written(tmp_path: Path, text: str) -> Path:
    program, path = tmp_path / "program.mlir", tmp_path / "page.html"
    program.write_text(text)
    assert main(["indexing", str(program), "--html", str(path)]) == 0
    return path


def numbers(path: Path) -> dict[str, int]:
    """The number of each tensor on a page by its name."""
    data = json.loads(re.search(r"const data = (.*);\n", path.read_text()).group(1))  # type: ignore[union-attr]
    return {t["name"]: k for k, t in enumerate(data["tensors"])}


@pytest.mark.parametrize("show", ENGINES)
def test_softmax_reads_its_row(show: Any, tmp_path: Path) -> None:
    path = written(tmp_path, SOFTMAX)
    text = show(path, "#0:1,2,3")
    assert "%y[1, 2, 3] reads 5 of %x: %x[1, 2, 0] %x[1, 2, 1] %x[1, 2, 2] %x[1, 2, 3] %x[1, 2, 4]" in text
    assert "%y[1, 2, 3] reads 1 of %sum: %sum[1, 2]" in text
    back = show(path, f"#{numbers(path)['%x']}:0,1,4")
    assert back == "%x[0, 1, 4] is read by 5 of %y: " + " ".join(f"%y[0, 1, {k}]" for k in range(5))
    assert show(path, "#0:7,7,7") == show(path, "") == "Nothing chosen."


@pytest.mark.parametrize("text", [SOFTMAX, REGROUP])
@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_every_element_reads_what_the_maps_say(text: str, tmp_path: Path) -> None:
    path = written(tmp_path, text)
    function: Any = hloom.parse(text).functions["main"]
    argument, result = function.body.arguments[0], function.body.block.terminator.operands[0]
    table = related(function_maps(function)[0], result.shape, argument.shape)
    for place in np.ndindex(*result.shape):
        row = table[np.ravel_multi_index(place, result.shape)]
        found = re.search(r"reads (\d+) of %x: (.*)", in_node(path, f"#0:{','.join(map(str, place))}"))
        told = (int(found.group(1)), found.group(2).replace(" ...", "")) if found else (0, "")
        shown = [f"%x[{', '.join(map(str, np.unravel_index(k, argument.shape)))}]" for k in np.flatnonzero(row)]
        assert told == (row.sum(), " ".join(shown[:8]))


def test_page_is_small_and_fetches_nothing(tmp_path: Path) -> None:
    start = time.perf_counter()
    path = written(tmp_path, SOFTMAX.replace("2x3x5", "4096x64x1024").replace("2x3x", "4096x64x"))
    assert time.perf_counter() - start < 10 and path.stat().st_size < 1 << 20
    text = path.read_text()
    assert not re.search(r"(?:src|href)\s*=|@import|fetch\(|XMLHttpRequest|https?:", text)


def test_names_of_the_program_are_data(tmp_path: Path) -> None:
    from hloom.analysis.page import Shown, page

    value = hloom.parse(SOFTMAX).functions["main"].body.arguments[0]
    text = page("</script><b>", Shown("<script>alert(1)</script>", value, "\u2028"), [])
    assert text.count("</script>") == 1 and "alert(1)" in text and "<b>" not in text and "\u2028" not in text
