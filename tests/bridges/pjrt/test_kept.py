"""Programs that an earlier process has compiled: they are neither read nor compiled, and say all that they said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hloom.bridges.pjrt import kept
from hloom.runtime.entry_files import EntryFiles
from hloom.xla.proto import Message
from tests.forks import printed

pytest.importorskip("jax")

#: What a process needs that reads programs, and compiles them.
NOT_NEEDED = ("hloom.ops", "hloom.text", "hloom.bytecode", "hloom.vhlo.api", "hloom.passes", "hloom.codegen.llvm", "hloom.ir",
              "hloom.reference", "hloom.xla", "hloom.bridges.pjrt.reading", "hloom.bridges.ffi", "hloom.pipeline", "llvmlite")
CHILD = f"""
import json, sys
import jax, numpy as np
from hloom.bridges.pjrt import kept

keys, found, loaded = [], [], lambda: [n for n in sys.modules if n.startswith({NOT_NEEDED!r})]
key_of, find = kept._key, kept.find
def _key(*arguments):
    keys.append(key_of(*arguments))
    return keys[-1]
def looked_for(*arguments):
    made = find(*arguments)
    found.append(made is not None)
    return made
kept._key, kept.find = _key, looked_for

def several(x, n, flag):
    return {{"sum": x.sum(axis=0), "both": (x * 2 + n.astype(x.dtype), ~flag)}}

x, n = np.arange(12, dtype=np.float32).reshape(4, 3), np.arange(3, dtype=np.int32)
compiled = jax.jit(several, donate_argnums=0).lower(x, n, np.bool_(True)).compile()
made = compiled(jax.device_put(x), n, np.bool_(True))
told = {{"sum": made["sum"].tolist(), "both": made["both"][0].tolist(), "flag": made["both"][1].tolist()}}
print(json.dumps([keys[0] if keys else None, found, loaded(), told]))
memory = compiled.memory_analysis()
executable = compiled.runtime_executable()
print(json.dumps({{
    "memory": [memory.argument_size_in_bytes, memory.output_size_in_bytes, memory.temp_size_in_bytes, memory.alias_size_in_bytes,
               memory.generated_code_size_in_bytes],
    "cost": compiled.cost_analysis(), "text": compiled.as_text().split("metadata")[0],
    "fingerprint": str(executable.fingerprint), "sharding": str(compiled.input_shardings), "layouts": str(compiled.input_formats),
}}))
"""


def child(cache: Path, code: str = CHILD, **variables: Any) -> list[Any]:
    return [json.loads(line) for line in printed(code, JAX_PLATFORMS="hloom", HLOOM_CACHE=cache, **variables).splitlines()]


EXPECTED = {"sum": [18, 22, 26], "both": [[0, 3, 6], [6, 9, 12], [12, 15, 18], [18, 21, 24]], "flag": False}


def test_a_second_process_reads_and_compiles_nothing(tmp_path: Path) -> None:
    (key, found, _, told), said = child(tmp_path)
    assert found == [False] and told == EXPECTED
    (again, found, loaded, told), said_again = child(tmp_path)
    assert (again, found, told) == (key, [True], EXPECTED)
    assert loaded == [] and said_again == said
    assert said["text"].startswith("HloModule jit_several") and "f32[4,3]" in said["text"] and said["cost"]["flops"] > 0
    # What it depends on is part of its key: other options of hloom's, other threads.
    assert child(tmp_path, HLOOM_THREADS=1)[0][1] == [False]
    assert child(tmp_path, HLOOM_GUARD=1)[0][1] == [False]


def test_a_first_program_needs_nothing_of_what_few_have(tmp_path: Path) -> None:
    """Neither what reads and prints texts, nor shapes and literals of XLA, nor handlers, nor what writes artifacts."""
    few = ("hloom.text", "hloom.xla.shape", "hloom.xla.literal", "hloom.bridges.ffi", "hloom.vhlo.output", "hloom.vhlo.writing",
           "hloom.bytecode.writer", "hloom.cli", "hloom.protos")
    code = f"""
import json, sys
import jax, numpy as np
f = jax.jit(lambda x: x * 2 + 1)
print(json.dumps(f(np.ones(4, np.float32)).tolist()))
print(json.dumps([name for name in sys.modules if name.startswith({few!r})]))
print(json.dumps(str(f.lower(np.ones(4, np.float32)).compile().as_text()).split()[0]))
"""
    assert child(tmp_path, code) == [[3.0] * 4, [], "HloModule"]


DAMAGED = """
import json, jax, numpy as np
from hloom.bridges.pjrt import kept
from hloom.runtime.cache import Cache
given, find = [], kept.find
kept.find = lambda *arguments: given.append(arguments) or find(*arguments)
x = np.arange(12, dtype=np.float32).reshape(4, 3)
jax.jit(lambda x, n: (x.sum(axis=0), x * n), donate_argnums=0)(x, np.float32(2))
cache, key = Cache.get_default(), kept._key(*given[0][:3])
cache.finish_deferred()
whole = json.loads(cache.get(key))
code = cache.get(whole["code"])
others = [{"code": "0" * 64}, {"code": "../x"}, {"code": 3}, {"devices": [9]}, {"devices": [0, 0]}, {"devices": []},
          {"arguments": whole["arguments"][:1]}, {"arguments": [[11, [4, 4], [1, 0]], *whole["arguments"][1:]]},
          {"arguments": [[11, [4, 3], [1, 1]], *whole["arguments"][1:]]}, {"offered": [7]}, {"offered": ["x"]},
          {"results": [[99, [3], [0]], *whole["results"][1:]]}, {"results": [[11, [-3], [0]], *whole["results"][1:]]},
          {"kinds": [["tape"] * 2, whole["kinds"][1]]}, {"kinds": [[], []]}, {"name": None}, {"assignment": "zz"}]
texts = [b"", b"\\xff" * 40, b"[]", b"{}", *(json.dumps({**whole, **other}).encode() for other in others)]
left = []
for data in texts:
    cache.put(key, data)
    left += [data.decode("latin")] if find(*given[0]) is not None else []
cache.put(key, json.dumps(whole).encode())
left += [] if find(*given[0]) is not None else ["the whole one"]
for data in (b"", code[:100], code[:-8], bytes(len(code)), code.replace(b'"table": [', b'"table": [9, ')):
    cache.put(key, json.dumps(whole).encode())
    cache.put(whole["code"], data)
    left += [len(data)] if find(*given[0]) is not None else []
print(json.dumps(left))
"""


def test_what_is_damaged_is_of_no_use(tmp_path: Path) -> None:
    assert child(tmp_path, DAMAGED) == [[]]


def test_what_is_damaged_or_gone_is_compiled_again(tmp_path: Path) -> None:
    (key, _, _, _), _ = child(tmp_path)
    files = EntryFiles.private(tmp_path, 1 << 30)
    assert files is not None
    whole = files.read(key)
    assert whole is not None
    for name, data in ((key, b"{}"), (json.loads(whole)["code"], b"{}"), (json.loads(whole)["code"], None)):
        files.write(key, whole)
        files.remove(name) if data is None else files.write(name, data)
        (_, found, _, told), _ = child(tmp_path)
        assert (found, told) == ([False], EXPECTED)
    assert child(tmp_path)[0][1] == [True]


def test_programs_that_depend_on_more_are_not_kept(tmp_path: Path) -> None:
    code = """
import json, jax, numpy as np
from hloom.bridges.pjrt import kept
asked, find, keep = [], kept.find, kept.keep
kept.find = lambda *arguments: asked.append(find(*arguments) is not None) or None
kept.keep = lambda *arguments: asked.append("keep") or keep(*arguments)
x, like = np.eye(3, dtype=np.float32), jax.ShapeDtypeStruct((3, 3), np.float32)
jax.jit(lambda x: jax.pure_callback(lambda a: np.asarray(a), like, x))(x)
jax.jit(jax.numpy.linalg.cholesky)(x)
jax.jit(lambda x: x + 1, compiler_options={"xla_embed_ir_in_executable": True})(x)
print(json.dumps(asked))
"""
    for _ in range(2):
        assert child(tmp_path, code) == [[False, False, False]]


def test_flags_of_xla_are_no_part_of_what_options_mean() -> None:
    def options(*flags: bytes, replicas: int = 1) -> bytes:
        build = Message("ExecutableBuildOptionsProto", num_replicas=replicas, num_partitions=1).encode()
        build += b"".join(bytes([3 << 3 | 2, len(flag)]) + flag for flag in flags)
        return bytes([3 << 3 | 2, len(build)]) + build

    assert kept.meaning(options(b"\x08\x01", b"\x10\x02")) == kept.meaning(options(b"\x10\x02", b"\x08\x01"))
    assert kept.meaning(options()) != kept.meaning(options(replicas=2))
    assert kept.meaning(b"\x1a\x09\x00") == b"\x1a\x09\x00"
