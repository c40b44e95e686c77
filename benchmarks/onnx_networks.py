"""The networks of `benchmarks.start_beside` as ONNX models, and their first result by ONNX Runtime, where these are installed.

    python onnx_networks.py make resnet18|gpt WEIGHTS.npz MODEL.onnx
    python onnx_networks.py run MODEL.onnx INPUT.npy THREADS
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))


def first_result(path: str, given: str, threads: int) -> None:
    """Says what the first result is as soon as it is there, then what a call takes."""
    import numpy as np
    from resident import report, resident

    before = resident()
    import onnxruntime  # type: ignore[import-not-found]

    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = threads
    session = onnxruntime.InferenceSession(path, settings, providers=["CPUExecutionProvider"])
    x = np.load(given)
    report(lambda: session.run(None, {"x": x})[0], before)


class Writer:
    """Nodes of a graph, one after the other, whose weights come in order."""

    def __init__(self, weights: Sequence[Any]) -> None:
        self.nodes: list[Any] = []
        self.initializers: list[Any] = []
        self.weights = weights
        self._weights = iter(weights)

    def add(self, kind: str, *inputs: str, **attributes: Any) -> str:
        from onnx import helper  # type: ignore[import-not-found]

        name = f"v{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], **attributes))
        return name

    def constant(self, array: Any) -> str:
        from onnx import numpy_helper  # type: ignore[import-not-found]

        name = f"c{len(self.initializers)}"
        self.initializers.append(numpy_helper.from_array(array, name))
        return name

    def weight(self, order: Sequence[int] | None = None) -> str:
        import numpy as np

        array = next(self._weights)
        return self.constant(np.ascontiguousarray(array.transpose(order)) if order else array)

    def numbers(self, *values: int) -> str:
        import numpy as np

        return self.constant(np.array(values, np.int64))

    def number(self, value: float) -> str:
        import numpy as np

        return self.constant(np.array(value, np.float32))

    def dense(self, x: str) -> str:
        return self.add("Add", self.add("MatMul", x, self.weight()), self.weight())


def resnet18(w: Writer) -> str:
    def convolved(x: str, kernel: int, stride: int) -> str:
        pads = [kernel // 2] * 4
        return w.add("Conv", x, w.weight((3, 2, 0, 1)), w.weight(), kernel_shape=[kernel] * 2, strides=[stride] * 2, pads=pads)

    x = w.add("Relu", convolved(w.add("Transpose", "x", perm=[0, 3, 1, 2]), 7, 2))
    x = w.add("MaxPool", x, kernel_shape=[3, 3], strides=[2, 2], pads=[1] * 4)
    for stage in range(4):
        for block in range(2):
            stride = 2 if stage and not block else 1
            inner = convolved(w.add("Relu", convolved(x, 3, stride)), 3, 1)
            beside = x if stride == 1 else convolved(x, 1, stride)
            x = w.add("Relu", w.add("Add", inner, beside))
    return w.dense(w.add("Flatten", w.add("GlobalAveragePool", x)))


def gpt(w: Writer, layers: int, tokens: int, width: int, heads: int) -> str:
    import numpy as np

    part = width // heads

    def normalized(x: str) -> str:
        return w.add("LayerNormalization", x, w.weight(), w.weight(), axis=-1, epsilon=1e-5)

    def split(x: str, order: Sequence[int]) -> str:
        return w.add("Transpose", w.add("Reshape", w.dense(x), w.numbers(0, tokens, heads, part)), perm=list(order))

    x = w.add("Add", w.add("Gather", w.weight(), "x"), w.weight())
    mask = w.constant(np.triu(np.full((tokens, tokens), -1e9, np.float32), 1))
    for _ in range(layers):
        y = normalized(x)
        query, key, value = split(y, (0, 2, 1, 3)), split(y, (0, 2, 3, 1)), split(y, (0, 2, 1, 3))
        scores = w.add("Mul", w.add("MatMul", query, key), w.number(1 / sqrt(part)))
        mixed = w.add("MatMul", w.add("Softmax", w.add("Add", scores, mask), axis=-1), value)
        mixed = w.add("Reshape", w.add("Transpose", mixed, perm=[0, 2, 1, 3]), w.numbers(0, tokens, width))
        x = w.add("Add", x, w.dense(mixed))
        hidden = w.dense(normalized(x))
        hidden = w.add("Mul", hidden, w.add("Sigmoid", w.add("Mul", hidden, w.number(1.702))))
        x = w.add("Add", x, w.dense(hidden))
    last = w.add("Squeeze", w.add("Slice", x, w.numbers(tokens - 1), w.numbers(tokens), w.numbers(1)), w.numbers(1))
    return w.dense(normalized(last))


def make(kind: str, weights: str, path: str) -> None:
    """Writes a model for one example."""
    import numpy as np
    from onnx import TensorProto, checker, helper, save  # type: ignore[import-not-found]

    stored = np.load(weights)
    sizes = {name: int(stored[name]) for name in stored.files if not name[1:].isdigit()}
    w = Writer([stored[f"w{k}"] for k in range(len(stored.files) - len(sizes))])
    if kind == "resnet18":
        result, x = resnet18(w), helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 224, 224, 3])
    else:
        result, x = gpt(w, **sizes), helper.make_tensor_value_info("x", TensorProto.INT32, [1, sizes["tokens"]])
    y = helper.make_tensor_value_info(result, TensorProto.FLOAT, [1, len(stored[f"w{len(w.weights) - 1}"])])
    graph = helper.make_graph(w.nodes, kind, [x], [y], w.initializers)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    checker.check_model(model)
    save(model, path)


if __name__ == "__main__":
    what, *words = sys.argv[1:]
    if what == "make":
        make(*words)
    elif what == "run":
        first_result(words[0], words[1], int(words[2]))
    else:
        sys.exit(json.dumps({"error": f"neither make nor run: {what}"}))
