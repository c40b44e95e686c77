"""Attacks what a process that runs JAX on hloom does over its life: programs, calls, threads, callbacks, fork, exit, clients.

    python -m tests.fuzz.jax_life --seconds S [--seed N] [--category NAME] [--python PYTHON]
    python -m tests.fuzz.jax_life --whole          10,000 programs, 2,000 kept, 1,000,000 calls, 8 threads, whatever time it takes

Each category runs in a process of its own, of the interpreter that has JAX. Results are compared with NumPy; memory is measured
after a warming-up and at the end.
"""

from __future__ import annotations

import argparse
import gc
import importlib.util
import itertools
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.jax import sides
from tests.fuzz.life_cycle import Wrong, check, child_status, in_threads, resident_bytes

#: How much of each there is at most; --whole does all of it.
PROGRAMS, KEPT, CALLS, THREADS, EXITS = 10_000, 2_000, 1_000_000, 8, 40
#: Seconds that a category may take beyond its share.
_PATIENCE = 120
#: Bytes that may stay for a program that was dropped, for one that is kept, for a thousand calls; mappings for one that is kept.
_LEFT_BY_PROGRAM, _LEFT_BY_KEPT, _LEFT_BY_CALLS, _MAPPINGS = 32 << 10, 96 << 10, 4 << 10, 2.5
#: What a process may grow by without anything being wrong.
_SLACK = 48 << 20


def jitted(number: int) -> tuple[Any, np.ndarray, np.ndarray]:
    """A function that differs from that of any other number, an argument, and its result by NumPy."""
    import jax
    import jax.numpy as jnp

    n, m, c = 1 + number % 61, 1 + number // 61 % 67, np.float32(0.5 + number // 4087)
    x = (np.arange(n * m, dtype=np.float32) % 128 - 64).reshape(n, m)
    return jax.jit(lambda x: jnp.maximum(x * c, x).sum(axis=1)), x, np.maximum(x * c, x).sum(axis=1)


def same(found: Any, expected: np.ndarray) -> bool:
    return bool(np.array_equal(np.asarray(found), expected))


def mappings() -> int:
    return Path("/proc/self/maps").read_text().count("\n")


def programs(seed: int, end: float) -> str:
    """Different programs are compiled, called and dropped; what stays of each is little."""
    import jax

    before, count, warm = 0, 0, 200
    while time.monotonic() < end and count < PROGRAMS:
        function, x, expected = jitted(seed % 1000 + count)
        check(same(function(x), expected), f"program {count} gives another result")
        count += 1
        if count % warm == 0:
            jax.clear_caches()
        if count == warm:
            before = resident_bytes()
    grown = resident_bytes() - before
    if count > 2 * warm:
        check(grown < _SLACK + (count - warm) * _LEFT_BY_PROGRAM, f"{count - warm} programs left {grown >> 10} KiB")
        return f"{count} programs, {grown // (count - warm)} bytes each"
    return f"{count} programs"


def kept(seed: int, end: float) -> str:
    """Programs are kept and called again later; neither memory nor mappings run out, and both come back."""
    import jax

    x = np.arange(8, dtype=np.float32)
    for warm in range(50):
        jitted(seed % 1000 + warm)[0](jitted(seed % 1000 + warm)[1])
    before, maps, held = resident_bytes(), mappings(), []
    while time.monotonic() < end and len(held) < KEPT:
        number = len(held)
        compiled = jax.jit(lambda x, c=number: x * 2 + c).lower(x).compile()
        held.append(compiled)
        for other in (number, number // 2):
            check(same(held[other](x), x * 2 + other), f"program {other} of {number} gives another result")
    count, grown, more = len(held), resident_bytes() - before, mappings() - maps
    check(grown < _SLACK + count * _LEFT_BY_KEPT, f"{count} programs take {grown >> 10} KiB")
    check(more < 200 + count * _MAPPINGS, f"{count} programs take {more} mappings")
    held.clear()
    jax.clear_caches()
    gc.collect()
    return f"{count} programs kept, {grown // max(count, 1)} bytes and {more / max(count, 1):.2f} mappings each; " \
           f"{(resident_bytes() - before) >> 20} MiB and {mappings() - maps} mappings stay when they are dropped"


def calls(seed: int, end: float) -> str:
    """Compiled functions and eager operations are called again and again."""
    import jax
    import jax.numpy as jnp

    function, x, expected = jitted(seed % 1000 + 500)
    step = jax.jit(lambda x: x + 1, donate_argnums=0)
    given, counter, count, before = jax.device_put(x), jnp.zeros((), jnp.int32), 0, 0
    while time.monotonic() < end and count < CALLS:
        for _ in range(1000):
            result = function(given)
            counter = step(counter)
        check(same(given + given, x + x) and same(result, expected), f"another result after {count} calls")
        count += 2000
        check(int(counter) == count // 2, f"{int(counter)} after {count // 2} donated calls")
        if count == 20_000:
            before = resident_bytes()
    if before:
        grown = resident_bytes() - before
        check(grown < (8 << 20) + count // 1000 * _LEFT_BY_CALLS, f"{count} calls left {grown >> 10} KiB")
    return f"{count} calls"


def threads(seed: int, end: float) -> str:
    """Threads compile, call and drop their own programs, and call each other's."""
    shared: list[tuple[Any, np.ndarray, np.ndarray]] = []
    counts = [0] * THREADS

    def work(number: int) -> None:
        source = random.Random(seed * 100 + number)
        for k in itertools.count():
            if time.monotonic() > end or k * THREADS > PROGRAMS:
                return
            function, x, expected = jitted(source.randrange(40_000))
            check(same(function(x), expected), "another result")
            shared.append((function, x, expected))
            del shared[:-20]
            for _ in range(10):
                other, y, wanted = source.choice(list(shared))
                check(same(other(y), wanted), "another result of another thread's program")
            counts[number] += 1

    in_threads(THREADS, work)
    return f"{sum(counts)} programs in {THREADS} threads"


def callbacks(seed: int, end: float) -> str:
    """Python functions that compiled programs call raise; the exception comes out, and everything works after that."""
    import jax
    import jax.numpy as jnp
    from jax.experimental import io_callback

    class Refused(Exception):
        pass

    refuses = [False]
    source = random.Random(seed)

    def host(x: np.ndarray) -> np.ndarray:
        if refuses[0]:
            raise Refused("the callback refuses")
        return np.asarray(x) * 2

    shape = jax.ShapeDtypeStruct((3,), jnp.float32)
    ways = [
        jax.jit(lambda x: jax.pure_callback(host, shape, x) + 1),
        jax.jit(lambda x: io_callback(host, shape, x) + 1),
        jax.jit(lambda x: io_callback(host, shape, x, ordered=True) + 1),
        jax.jit(lambda x: jax.lax.fori_loop(0, 3, lambda _, y: jax.pure_callback(host, shape, y) * 0.5, x) * 2 + 1),
    ]
    x, count, raised = np.arange(3, dtype=np.float32), 0, 0
    while time.monotonic() < end and count < PROGRAMS:
        refuses[0] = source.random() < 0.5
        way = source.randrange(len(ways))
        try:
            result = jax.block_until_ready(ways[way](x))
            jax.effects_barrier()
            check(not refuses[0], f"way {way}: no exception of a callback came out")
            check(same(result, x * 2 + 1), f"way {way}: another result")
        except Exception as error:
            if isinstance(error, Wrong):
                raise
            check(refuses[0] and "the callback refuses" in str(error), f"way {way}: {type(error).__name__}: {str(error)[:200]}")
            raised += 1
        count += 1
    return f"{count} calls with callbacks, {raised} of them raised"


def fork(seed: int, end: float) -> str:
    """The process forks between calls; children call what was compiled before, with arrays of NumPy and of JAX, and fork on.

    Children compile nothing: JAX does that on threads of its own, which no child has.
    """
    import jax

    source, count = random.Random(seed), 0
    ones = np.ones((300, 300), np.float32)
    big = jax.jit(lambda a: a @ a)
    functions = [(*jitted(seed % 1000 + k), None) for k in range(5)] + [(big, ones, ones * 300, jax.device_put(ones))]
    for function, x, expected, _ in functions:
        check(same(function(x), expected), "another result")

    def in_child() -> None:
        for function, x, expected, array in functions:
            check(same(function(x if array is None else array), expected), "another result in a child")
        if source.random() < 0.3:
            check(child_status(in_child) == 0, "a grandchild failed")

    while time.monotonic() < end and count < 10 * EXITS:
        under_way = [big(ones) for _ in range(source.randrange(3))]
        status = child_status(in_child)
        check(status == 0, f"child {count} ended with {status}")
        check(all(same(result, ones * 300) for result in under_way), "another result in the parent")
        jitted(source.randrange(40_000))[0](ones[:1])
        count += 1
    return f"{count} forks"


#: Ways to end a process while something is under way; each is a program, `@` is a moment in seconds.
_ENDS = {
    "work under way": "r = [loop(x) for _ in range(20)]; time.sleep(@)",
    "a thread that calls": "threading.Thread(target=lambda: [loop(x) for _ in range(10**6)], daemon=True).start(); time.sleep(@)",
    "an exception": "r = loop(x); time.sleep(@); sys.exit(0)",
    "an array that only a late destructor drops": "sys.modules['kept'] = [loop(x), jax.device_put(x)]; time.sleep(@)",
    "a callback under way": "r = jax.jit(lambda x: jax.pure_callback(lambda y: (time.sleep(0.05), y)[1], x, x))(x);"
                            " time.sleep(@)",
}
_BEFORE = """
import sys, threading, time
import jax, numpy as np
x = np.ones((200, 200), np.float32)
loop = jax.jit(lambda x: jax.lax.fori_loop(0, 50, lambda i, y: y @ x * 0.005, x))
loop(x).block_until_ready()
"""


def exits(seed: int, end: float) -> str:
    """Processes end while work is under way: in time, with status 0, and with nothing to complain of."""
    source, count = random.Random(seed), 0
    while time.monotonic() < end and count < EXITS:
        name = source.choice(list(_ENDS))
        program = _BEFORE + _ENDS[name].replace("@", f"{source.random() * 0.1:.4f}")
        try:
            done = subprocess.run([sys.executable, "-X", "faulthandler", "-c", program], capture_output=True, text=True,
                                  timeout=90, check=False)
        except subprocess.TimeoutExpired:
            raise Wrong(f"{name}: the process does not end") from None
        check(done.returncode == 0, f"{name}: status {done.returncode}: {done.stderr[-1500:]}")
        check(not done.stderr, f"{name}: {done.stderr[-1500:]}")
        count += 1
    return f"{count} processes ended"


def clients(seed: int, end: float) -> str:
    """A second client beside the first, and new ones after all were forgotten; arrays of the old ones can still be read."""
    import jax
    import jax.extend
    from jaxlib import xla_client

    function, x, expected = jitted(seed % 1000)
    count = 0
    while time.monotonic() < end and count < EXITS:
        old = function(x)
        check(same(old, expected), f"another result of client {count}")
        other = xla_client.make_c_api_client("hloom", {}, None)
        check(len(other.devices()) == len(jax.devices()), "another number of devices")
        there = jax.device_put(x, other.devices()[0])
        check(same(there, x) and same(function(there), expected), "another client gives another result")
        del other, there
        fresh = jax.device_put(x)
        jax.extend.backend.clear_backends()
        check(same(function(x), expected), f"another result after client {count} was forgotten")
        check(same(fresh, x) and same(old, expected), "an array of an old client has changed")
        count += 1
    return f"{2 * count} clients"


def freed(seed: int, end: float) -> str:
    """Arrays are deleted, donated and shared while calls that read them are under way; who uses one after that is told so."""
    import jax

    source, count = random.Random(seed), 0
    loop = jax.jit(lambda x: jax.lax.fori_loop(0, 20, lambda i, y: y * 0.5 + x, x))
    take = jax.jit(lambda x: x + 1, donate_argnums=0)
    start = np.ones((64, 64), np.float32)
    wanted = np.asarray(loop(start))
    while time.monotonic() < end and count < CALLS:
        x = jax.device_put(start)
        result = loop(x)
        view = np.from_dlpack(x) if source.random() < 0.5 else None
        if source.random() < 0.5:
            x.delete()
        else:
            taken = take(x)
            check(same(taken, start + 1), "another result of a donated argument")
        check(x.is_deleted() or view is not None, "an array is there after it was deleted")
        if x.is_deleted():
            try:
                np.asarray(x)
                raise Wrong("a deleted array was read")
            except RuntimeError as error:
                check("deleted" in str(error), f"a deleted array: {error}")
        check(same(result, wanted), "another result of a call whose argument was deleted")
        check(view is None or same(view, start), "a view of a deleted array has changed")
        count += 1
    return f"{count} arrays freed"


#: Takes a processor as long as who has started it lives.
_BUSY = "import os; parent = os.getppid()\nwhile os.getppid() == parent: pass"


class Interrupter:
    """Sends Ctrl-C to this process, at drawn moments, where the main thread says that it may come, and not before the last one
    has: `came` counts those."""

    def __init__(self, source: random.Random) -> None:
        self._source, self._lock = source, threading.Lock()
        self._may_come, self._is_over = False, False
        self._sent = self.came = 0

    def run(self) -> None:
        while not self._is_over:
            time.sleep(self._source.choice((0, 0.001, 0.01, 0.1, 0.3)) * self._source.random())
            with self._lock:
                if self._may_come and self._sent == self.came:
                    self._may_come, self._sent = False, self._sent + 1
                    os.kill(os.getpid(), signal.SIGINT)

    def attack(self, work: Callable[[], None]) -> None:
        """Does the work again and again, until it ends; what was sent has come then."""
        thread, is_done = threading.Thread(target=self.run, daemon=True), False
        thread.start()
        while not self._is_over:
            try:
                self._may_come = True
                if not is_done:
                    work()
                    is_done = True
                with self._lock:
                    self._may_come = False
                deadline = time.monotonic() + _PATIENCE / 4
                while self.came < self._sent:
                    check(time.monotonic() < deadline, "the exception of a signal does not come")
                    time.sleep(0.001)
                self._is_over = True
            except KeyboardInterrupt:
                self.came += 1
        thread.join()


def interrupts(seed: int, end: float) -> str:
    """Ctrl-C while the main thread waits for what does not end, or is about to: each is raised once, and what is waited for ends.
    Other processes take the processors in some of the turns, so that who is to look at something comes late."""
    import jax

    check("hloom" in jax.devices()[0].client.platform_version, "XLA's endless loops would not end")
    signal.signal(signal.SIGINT, signal.default_int_handler)
    source, count, came = random.Random(seed), 0, 0
    loop = jax.jit(lambda x: jax.lax.fori_loop(0, 3, lambda i, y: y @ x * 0.005, x))
    begin = jax.jit(lambda x: jax.lax.while_loop(lambda y: y[0, 0] < 2, lambda y: y @ x * 0.01, x))  # it does not end
    x = jax.device_put(np.ones((100, 100), np.float32))
    wanted = np.asarray(loop(x))
    ways: list[Callable[[Any], object]] = [
        lambda y: y.block_until_ready(), np.asarray, np.from_dlpack, lambda y: float(y.sum()),
        lambda y: jax.block_until_ready([loop(y) for _ in range(40)])]
    for way in ways:
        way(x)
    while time.monotonic() < end and count < EXITS:
        others = [subprocess.Popen([sys.executable, "-c", _BUSY]) for _ in range(source.choice((0, 3, 12)))]
        way, endless, interrupter = source.choice(ways), begin(x), Interrupter(random.Random(source.random()))

        def wait(way: Callable[[Any], object] = way, endless: Any = endless) -> None:
            try:
                way(endless)
            except (jax.errors.JaxRuntimeError, ValueError) as error:
                check("stopped" in str(error), f"an error of another kind: {error}")
                return
            raise Wrong("an endless loop has ended")

        try:
            interrupter.attack(wait)
            time.sleep(source.choice((0, 0.02, 0.4)))
            check(same(loop(x), wanted), "another result after an interruption")
        except KeyboardInterrupt:
            raise Wrong(f"Ctrl-C was raised again, {interrupter.came} times before") from None
        finally:
            for other in others:
                other.kill()
                other.wait()
        count, came = count + 1, came + interrupter.came
    return f"{count} endless loops stopped, by {came} signals"


CATEGORIES: dict[str, Callable[[int, float], str]] = {
    f.__name__: f for f in (programs, kept, calls, threads, callbacks, fork, exits, clients, freed, interrupts)}


def run_category(name: str, seed: int, seconds: float) -> int:
    try:
        print(f"{name}: {CATEGORIES[name](seed, time.monotonic() + seconds)}", flush=True)
    except Wrong as problem:
        print(f"{name}: finding: {problem}", flush=True)
        return 1
    return 0


def run_apart(name: str, seed: int, seconds: float, python: str) -> bool:
    """Whether a category found nothing, in a process of its own."""
    with tempfile.TemporaryDirectory(prefix="hloom-jax-life-") as folder:
        environment = {**os.environ, **sides.environment("hloom", 1, Path(folder)), "PYTHONWARNINGS": "ignore::RuntimeWarning"}
        command = [python, "-X", "faulthandler", "-m", "tests.fuzz.jax_life", "--category", name, "--seconds", f"{seconds:g}",
                   "--seed", str(seed)]
        try:
            patience = None if seconds == float("inf") else seconds + _PATIENCE
            status = subprocess.run(command, timeout=patience, check=False, env=environment, cwd=folder).returncode
        except subprocess.TimeoutExpired:
            status = -1
            print(f"{name}: finding: did not end {_PATIENCE} s after its time", flush=True)
    if status:
        print(f"{name}: ended with status {status}; to see it again: python -m tests.fuzz.jax_life --apart {name} --seed {seed} "
              f"--seconds {seconds:g}", flush=True)
    return status == 0


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seconds", type=float, default=60, help="for all categories together")
    parser.add_argument("--whole", action="store_true", help="all there is, whatever time it takes")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--category", choices=CATEGORIES, help="only this one, in this process, which must run on hloom")
    parser.add_argument("--apart", action="append", choices=CATEGORIES, help="only these, in processes of their own")
    parser.add_argument("--python", default=sys.executable, help="the interpreter that has JAX (default: this one)")
    arguments = parser.parse_args(argv)
    if arguments.category:
        return run_category(arguments.category, arguments.seed, arguments.seconds)
    if arguments.python == sys.executable and importlib.util.find_spec("jax") is None:
        print("nothing tried: jax is not installed")
        return 0
    names = arguments.apart or list(CATEGORIES)
    share = float("inf") if arguments.whole else arguments.seconds / len(names)
    findings = sum(not run_apart(name, arguments.seed, share, arguments.python) for name in names)
    print(f"{findings} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
