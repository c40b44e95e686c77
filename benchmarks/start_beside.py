"""From the start of a process to its first result: a saved executable beside ONNX Runtime on the same network.

    python3 -m venv beside && beside/bin/pip install numpy onnx onnxruntime
    python -m benchmarks.start_beside --onnx beside/bin/python    both, ResNet-18 and a GPT of six layers
    python -m benchmarks.start_beside                              hloom alone

Both have the same weights, inside of their files, and one example. A time is that of a whole process: from before it is started
to when it says its first result, Python and all imports included; the least of some processes, whose files are in memory, and
with modules as bytecode, as they are where hloom is installed.
Resident memory is what the process holds after some calls; beside the bytes of the weights stands what of it came behind Python
and NumPy.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

import hloom
from benchmarks import networks, record, workloads
from benchmarks.setting import headline, setting

FOLDER = record.FOLDER / "start"
GPT = {"layers": 6, "tokens": 64, "width": 768, "heads": 12}
WORDS = 8192
RUN = """
import sys
sys.path.insert(0, sys.argv[3])
import numpy
from resident import report, resident
before = resident()
import hloom
x, exe = numpy.load(sys.argv[2]), hloom.load_executable(sys.argv[1])
report(lambda: exe(x)[0], before)
"""
Row = dict[str, Any]


def with_constants(network: networks.Network) -> str:
    """The text of a network whose weights are constants beside it, under the names of its arguments."""
    head, body = network.text.split("{\n", 1)
    arguments, result = head.removeprefix("func.func @main(").rsplit(") -> ", 1)
    *weights, x = arguments.split(", ")
    named = [weight.removeprefix("%").split(": ") for weight in weights]
    lines = [f"  %{name} = stablehlo.constant dense_resource<{name}> : {kind}\n" for name, kind in named]
    return f"func.func @main({x}) -> {result}{{\n{''.join(lines)}{body}"


def started(command: Sequence[str], environment: dict[str, str], runs: int) -> Row:
    """What processes say, and the seconds until the first one of their results."""
    found: list[Row] = []
    for _ in range(runs):
        begin = time.perf_counter()
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
            assert process.stdout is not None
            first = process.stdout.readline()
            seconds = time.perf_counter() - begin
            rest = process.stdout.readline()
        if process.returncode != 0:
            sys.exit(f"{command[0]} ended with status {process.returncode}")
        found.append({"first_ms": 1e3 * seconds, **json.loads(first), **json.loads(rest)})
    return min(found, key=lambda row: row["first_ms"])


def measured(name: str, network: networks.Network, folder: Path, options: Any) -> list[Row]:
    generator = np.random.default_rng(1)
    *weights, x = network.arguments(1, generator)
    size = sum(w.nbytes for w in weights)
    np.save(folder / "x.npy", x)
    module = hloom.parse(with_constants(network))
    (folder / "model.mlir").write_text(with_constants(network), encoding="utf-8")
    module = hloom.load(folder / "model.mlir", constants={f"w{k}": w for k, w in enumerate(weights)})
    begin = time.perf_counter()
    hloom.compile(module).save(folder / "model.hloom", program=False)
    compiled = time.perf_counter() - begin
    environment = {**os.environ, "HLOOM_THREADS": str(options.threads), "PYTHONPATH": str(workloads.REPOSITORY),
                   "PYTHONDONTWRITEBYTECODE": ""}
    here = str(Path(__file__).parent)
    rows = [{"engine": "hloom", "network": name, "weights": size, "file": (folder / "model.hloom").stat().st_size,
             "compile_ms": 1e3 * compiled,
             **started([sys.executable, "-c", RUN, str(folder / "model.hloom"), str(folder / "x.npy"), here], environment,
                       options.runs)}]
    if options.onnx:
        script = str(Path(__file__).with_name("onnx_networks.py"))
        stored: dict[str, Any] = {f"w{k}": w for k, w in enumerate(weights)} | (GPT if name == "gpt" else {})
        np.savez(folder / "weights.npz", **stored)
        subprocess.run([options.onnx, script, "make", name, str(folder / "weights.npz"), str(folder / "model.onnx")], check=True)
        rows.append({"engine": "ONNX Runtime", "network": name, "weights": size, "file": (folder / "model.onnx").stat().st_size,
                     **started([options.onnx, script, "run", str(folder / "model.onnx"), str(folder / "x.npy"),
                                str(options.threads)], dict(os.environ), options.runs)})
        apart = np.abs(np.subtract(rows[0]["result"], rows[1]["result"])).max()
        if not apart < 1e-2 * max(1.0, np.abs(rows[0]["result"]).max()):
            sys.exit(f"{name}: results differ by {apart}")
    for row in rows:
        del row["result"]
    return rows


def table(rows: Sequence[Row]) -> str:
    lines = ["| network | engine | weights | start to first result | a call | resident | beyond NumPy, of the weights | file |",
             "|---|---|---|---|---|---|---|---|"]
    for row in rows:
        lines.append(f"| {row['network']} | {row['engine']} | {row['weights'] / 1e6:.0f} MB | {row['first_ms']:.0f} ms | "
                     f"{row['call_ms']:.1f} ms | {row['resident'] / 1e6:.0f} MB | "
                     f"{(row['resident'] - row['before']) / row['weights']:.2f} | {row['file'] / 1e6:.0f} MB |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.start_beside", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--onnx", help="a Python with numpy, onnx and onnxruntime")
    parser.add_argument("--network", nargs="+", choices=("resnet18", "gpt"), default=("resnet18", "gpt"))
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--runs", type=int, default=5, help="processes, of which the fastest counts")
    parser.add_argument("--record", action="store_true", help=f"keep the figures under {FOLDER.name}")
    options = parser.parse_args()
    os.environ["HLOOM_THREADS"] = str(options.threads)
    facts = setting(threads=options.threads)
    print(headline(facts))
    made = {"resnet18": lambda: networks.resnet18(1), "gpt": lambda: networks.gpt(1, words=WORDS, **GPT)}
    rows = []
    for name in options.network:
        with tempfile.TemporaryDirectory() as folder:
            rows += measured(name, made[name](), Path(folder), options)
    print(table(rows))
    if options.record:
        record.write({"date": datetime.date.today().isoformat(), "setting": facts, "rows": rows}, FOLDER)


if __name__ == "__main__":
    main()
