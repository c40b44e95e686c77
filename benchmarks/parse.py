"""How fast programs are read: lines a second of parsing and verifying, megabytes a second of constants, peak memory.

    python -m benchmarks.parse [FILE...] [--json out.json]

Measures the known programs (or the files named), a generated program of many short lines, one large constant in each
spelling, and the HLO text into which XLA optimises the GPT of six layers; and the same programs as portable artifacts, read and
written. hloom and jaxlib's parsers read the same files in the same run, each in a process of its own, so that the peak memory is
theirs: MLIR is verified, as jaxlib's parser does while it parses, HLO is only parsed. Writing begins with a module in memory.
Without jax only hloom is measured, and no HLO.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

import hloom
from benchmarks import engines, workloads
from benchmarks.setting import headline, setting

GENERATED_OPERATIONS = 20_000
HEX_BYTES = 64 << 20
DECIMAL_NUMBERS = 1_000_000
REPETITIONS = 3


def generated_program(operations: int) -> str:
    """A program of many short operations, as a traced framework program has them: about one a line."""
    matrix, vector = "tensor<8x16xf32>", "tensor<16xf32>"
    lines = [f"func.func public @main(%arg0: {matrix}, %arg1: {vector}) -> {matrix} {{"]
    last = "%arg0"
    for k in range(0, operations, 4):
        lines += [
            f"  %{k} = stablehlo.broadcast_in_dim %arg1, dims = [1] : ({vector}) -> {matrix}",
            f"  %{k + 1} = stablehlo.add {last}, %{k} : {matrix}",
            f"  %{k + 2} = stablehlo.transpose %{k + 1}, dims = [1, 0] : ({matrix}) -> tensor<16x8xf32>",
            f"  %{k + 3} = stablehlo.reshape %{k + 2} : (tensor<16x8xf32>) -> {matrix}",
        ]
        last = f"%{k + 3}"
    return "\n".join([*lines, f"  return {last} : {matrix}", "}", ""])


def constant_program(data: np.ndarray, spelling: str) -> str:
    """A program that returns one f32 constant, spelled `decimal` or `hex`."""
    if spelling == "hex":
        literal = f'"0x{data.tobytes().hex().upper()}"'
    else:
        literal = "[" + ", ".join(f"{value:.8e}" for value in data.tolist()) + "]"
    kind = f"tensor<{data.size}xf32>"
    body = f"%c = stablehlo.constant dense<{literal}> : {kind}\n  return %c : {kind}"
    return f"func.func @main() -> {kind} {{\n  {body}\n}}\n"


#: The version that artifacts are written for: one that the oldest jaxlib that is supported reads.
ARTIFACT_VERSION = "1.10.0"
Program = str | bytes


def hloom_reader() -> Callable[[Program], Any]:
    def read(text: Program) -> Any:
        module = hloom.parse(text, format="auto")
        if not module.is_hlo:
            module.verify()
        return module

    return read


def hloom_writer() -> Callable[[Any], bytes]:
    return lambda module: hloom.serialize_portable_artifact(module, ARTIFACT_VERSION)


def jaxlib_reader() -> Callable[[Program], Any]:
    from jax._src.interpreters import mlir
    from jaxlib import _hlo  # type: ignore[attr-defined]
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import stablehlo

    context = mlir.make_ir_context()

    def read(text: Program) -> Any:
        if isinstance(text, bytes):
            return stablehlo.deserialize_portable_artifact(context, text)
        if text.startswith("HloModule"):
            return _hlo.hlo_module_from_text(text)
        with context:
            return ir.Module.parse(text)

    return read


def jaxlib_writer() -> Callable[[Any], bytes]:
    from jaxlib.mlir.dialects import stablehlo

    return lambda module: stablehlo.serialize_portable_artifact(module, ARTIFACT_VERSION)  # the module is another one then


READERS = {"hloom": hloom_reader, "jaxlib": jaxlib_reader}
WRITERS = {"hloom": hloom_writer, "jaxlib": jaxlib_writer}


def forget_peak() -> None:
    """Makes the memory held now the peak, where the system can (Linux)."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


def peak_bytes() -> int:
    """The most memory that this process has held.

    Linux hands `ru_maxrss` on from the process that started this one, so the kernel's own count is asked first.
    """
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def read_files(reader: str, paths: list[str]) -> dict[str, float]:
    """What reading the files once costs: median seconds, and bytes of peak memory beyond the texts themselves."""
    read = READERS[reader]()
    read(engines.warm_up())
    texts = list(map(program_in, paths))
    forget_peak()
    before = peak_bytes()
    seconds, growth = [], 0
    for _ in range(REPETITIONS):
        start = time.perf_counter()
        modules = [read(text) for text in texts]
        seconds.append(time.perf_counter() - start)
        growth = growth or peak_bytes() - before
        del modules
    return {"seconds": median(seconds), "peak_bytes": growth}


def program_in(path: str) -> Program:
    """The text or the artifact in a file."""
    data = Path(path).read_bytes()
    return data if data.startswith(b"ML\xefR") else data.decode()


def write_files(reader: str, paths: list[str]) -> dict[str, float]:
    """What writing the files' programs as artifacts costs, as `read_files` tells it."""
    read, write = READERS[reader](), WRITERS[reader]()
    write(read(engines.warm_up()))
    seconds, growth = [], 0
    for _ in range(REPETITIONS):
        modules = [read(program_in(path)) for path in paths]
        forget_peak()
        before, start = peak_bytes(), time.perf_counter()
        for module in modules:
            write(module)
        seconds.append(time.perf_counter() - start)
        growth = growth or peak_bytes() - before
    return {"seconds": median(seconds), "peak_bytes": growth}


def measured(reader: str, paths: list[Path], writes: bool = False) -> dict[str, float]:
    """`read_files` or `write_files` in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.parse", "--reader", reader, *(["--write"] if writes else []), *map(str, paths)]
    child = subprocess.run(command, cwd=workloads.REPOSITORY, text=True, stdout=subprocess.PIPE, check=True)
    return json.loads(child.stdout.splitlines()[-1])


def optimised_hlo(text: str) -> str:
    """The HLO text that XLA compiles a program from."""
    from jaxlib import _hlo  # type: ignore[attr-defined]

    options = _hlo.HloPrintOptions()
    options.print_large_constants = True
    return engines.XlaProgram(text).executable.hlo_modules()[0].to_string(options)


#: How the titles of what is written end.
WRITTEN = "written as artifacts"


def artifact(path: Path, folder: Path) -> Path | None:
    """The artifact of a program, in a folder; None for a program with operations that artifacts have not."""
    made = folder / f"{path.stem}.mlirbc"
    try:
        made.write_bytes(hloom.serialize_portable_artifact(hloom.load(path), ARTIFACT_VERSION))
    except hloom.InputError:
        return None
    return made


def artifact_cases(title: str, paths: list[Path], folder: Path) -> list[tuple[str, list[Path]]]:
    """The programs of a case as artifacts, read and written; and one of several layers alone, beside its text."""
    made = {path: artifact(path, folder) for path in paths}
    kept = [path for path, found in made.items() if found is not None]
    found = [(f"{title}, as artifacts", [made[path] for path in kept]), (f"{title}, {WRITTEN}", kept)]
    for path in kept:
        if path.stem == "f_gpt6":
            found += [("f_gpt6", [path]), ("f_gpt6, as an artifact", [made[path]]), (f"f_gpt6, {WRITTEN}", [path])]
    return found  # type: ignore[return-value]


def cases(named: list[str], folder: Path) -> list[tuple[str, list[Path]]]:
    """What is read, by title; generated files go into `folder`."""
    def generated(name: str, text: str) -> list[Path]:
        (folder / name).write_text(text, encoding="utf-8")
        return [folder / name]

    found: list[tuple[str, list[Path]]] = []
    try:
        found.append(("programs", [path.resolve() for path in workloads.find_programs(named)]))
    except FileNotFoundError as fault:
        if named:
            raise
        print(f"known programs left out: {fault}", file=sys.stderr)
    if not named and found and engines.xla_version():
        gpt = next((path for path in found[0][1] if path.stem == "f_gpt6"), None)
        if gpt is not None:
            found.append(("optimised HLO of f_gpt6", generated("f_gpt6.hlo", optimised_hlo(gpt.read_text(encoding="utf-8")))))
    rng = np.random.default_rng(0)
    numbers = rng.standard_normal(HEX_BYTES // 4, np.float32)
    for title, paths in list(found):
        if not title.startswith("optimised"):
            found += artifact_cases(title, paths, folder)
    return [
        *found,
        ("generated program", generated("generated.mlir", generated_program(GENERATED_OPERATIONS))),
        ("hex constant", generated("hex.mlir", constant_program(numbers, "hex"))),
        ("decimal constant", generated("decimal.mlir", constant_program(numbers[:DECIMAL_NUMBERS], "decimal"))),
    ]


def measure_all(named: list[str], readers: list[str]) -> list[dict[str, Any]]:
    rows = []
    with tempfile.TemporaryDirectory(prefix="hloom-bench-") as folder:
        for title, paths in cases(named, Path(folder)):
            size = sum(path.stat().st_size for path in paths)
            lines = sum(path.read_bytes().count(b"\n") for path in paths if path.suffix != ".mlirbc")
            row: dict[str, Any] = {"case": title, "bytes": size, "lines": lines}
            for reader in readers:
                cost = measured(reader, paths, title.endswith(WRITTEN))
                row[reader] = {**cost, "lines_per_second": lines / cost["seconds"],
                               "megabytes_per_second": size / 1e6 / cost["seconds"]}
            rows.append(row)
            print(report(row, readers), flush=True)
    return rows


def report(row: dict[str, Any], readers: list[str]) -> str:
    """A case's lines of the table: lines a second only where lines are many."""
    lines = [f"{row['case']}: {row['bytes'] / 1e6:.2f} MB, {row['lines']} lines"]
    for reader in readers:
        cost = row[reader]
        rate = f"{cost['lines_per_second'] / 1e3:9.1f} thousand lines/s  " if row["lines"] > 10 else ""
        lines.append(f"  {reader:8} {cost['seconds'] * 1e3:9.2f} ms  {rate}"
                     f"{cost['megabytes_per_second']:8.1f} MB/s of the files  peak {cost['peak_bytes'] / 1e6:8.1f} MB more")
    return "\n".join(lines)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser("python -m benchmarks.parse", description="Measures how fast programs are read.")
    parser.add_argument("files", nargs="*", help="programs to read instead of the known ones")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures to a file")
    parser.add_argument("--reader", choices=READERS, help=argparse.SUPPRESS)  # the role of a child process
    parser.add_argument("--write", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args(argv)
    if arguments.reader:
        print(json.dumps((write_files if arguments.write else read_files)(arguments.reader, arguments.files)))
        return 0
    readers = ["hloom", "jaxlib"] if engines.xla_version() else ["hloom"]
    facts = setting()
    print(headline(facts), flush=True)
    try:
        rows = measure_all(arguments.files, readers)
    except FileNotFoundError as fault:
        print(fault, file=sys.stderr)
        return 2
    if arguments.json:
        arguments.json.write_text(json.dumps({"setting": facts, "rows": rows}, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
