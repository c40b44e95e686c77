"""A process in which XLA compiles and runs programs: it may end, and whoever asked lives on.

It is run as a file, and knows nothing of hloom. A line of standard input is a request, JSON: {text, without, arrays, result};
`text` is a file of StableHLO, `without` a pass of XLA's that is left out, or empty, `arrays` and `result` are files of arrays
(`hloom.debug.array_files`); with {runs, most}, how often it is run again to measure it, and the seconds after which no other run
begins. A line of standard output says that it is done, JSON: {}, {seconds} of the fastest run, or {error}; the first one, that
it has begun: {version}.
"""

from __future__ import annotations

import functools
import json
import os
import runpy
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any


def main() -> None:
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what XLA prints is no answer
    os.environ["JAX_PLATFORMS"] = "cpu"
    try:
        import jax
        from jaxlib import lapack, version, xla_client

        jax.config.update("jax_enable_x64", True)  # 64-bit inputs stay 64-bit
        import numpy as np

        lapack.prepare_lapack_call("potrf_ffi", np.float32)  # loads LAPACK, which its custom calls need
        device = jax.devices("cpu")[0]
    except Exception as error:
        answer = {"error": f"{type(error).__name__}: {error}", "missing": isinstance(error, ImportError)}
        print(json.dumps(answer), file=answers, flush=True)
        return
    print(json.dumps({"version": version.__version__}), file=answers, flush=True)
    files = runpy.run_path(str(Path(__file__).with_name("array_files.py")))

    @functools.lru_cache(maxsize=8)
    def compiled(path: str, without: str) -> Any:
        text, options = Path(path).read_text(encoding="utf-8"), xla_client.CompileOptions()
        if without:
            options.executable_build_options.debug_options.xla_disable_hlo_passes = without
        return device.client.compile_and_load(text, xla_client.DeviceList((device,)), options)

    for line in sys.stdin:
        request = json.loads(line)
        answer: dict[str, Any] = {}
        try:
            arrays = [jax.device_put(a, device) for a in files["read"](request["arrays"])]
            program = compiled(request["text"], request["without"])
            files["write"](request["result"], [np.asarray(x) for x in program.execute(arrays)])
            if "runs" in request:
                answer["seconds"] = fastest(lambda p=program, a=arrays: jax.block_until_ready(p.execute(a)), request["runs"],
                                            request["most"])
        except Exception as error:
            answer["error"] = f"{type(error).__name__}: {error}"[:4000]
        print(json.dumps(answer), file=answers, flush=True)


def fastest(run: Callable[[], object], runs: int, most: float) -> float:
    """The seconds of the fastest of some runs."""
    found: list[float] = []
    while len(found) < runs and sum(found) < most:
        start = perf_counter()
        run()
        found.append(perf_counter() - start)
    return min(found)


if __name__ == "__main__":
    main()
