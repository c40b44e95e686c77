"""Private names of JAX: those that are there are found; each that is missing costs one feature, and is said in one sentence."""

from __future__ import annotations

import logging
import types
from typing import Any

import pytest

import hloom
from hloom.bridges.pjrt import jax_internals
from hloom.bridges.pjrt.jax_internals import INTERNALS, Internal, find, lose, lost, replace, required

jax = pytest.importorskip("jax")


@pytest.fixture(autouse=True)
def forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jax_internals, "_lost", {})


def test_this_jax_has_them_all() -> None:
    assert {key: find(key) for key in INTERNALS if find(key) is None} == {}
    assert lost() == {}


@pytest.mark.parametrize("key", sorted(INTERNALS))
def test_one_that_is_missing_is_said_once(key: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    internal = INTERNALS[key]
    monkeypatch.setitem(INTERNALS, key, Internal(internal.purpose, internal.module, ("_gone", "_gone_too")))
    with caplog.at_level(logging.INFO, "hloom.jax"):
        assert find(key) is None
        assert find(key) is None
        assert not replace(key, None)
        with pytest.raises(hloom.InputError) as caught:
            required(key)
    sentence = (f"{internal.purpose}: not with jax {jax.__version__}, since {internal.module} has no _gone or _gone_too; "
                f"hloom was tested with jax {jax_internals.TESTED}")
    assert [record.getMessage() for record in caplog.records if record.name == "hloom.jax"] == [sentence]
    assert str(caught.value) == sentence and lost() == {key: sentence}


def test_the_newest_name_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    module = types.ModuleType("some_jax")
    module.old, module.new = 1, 2  # type: ignore[attr-defined]
    monkeypatch.setitem(__import__("sys").modules, "some_jax", module)
    monkeypatch.setitem(INTERNALS, "some", Internal("something", "some_jax", ("newest", "new", "old")))
    assert find("some") == required("some") == 2
    assert replace("some", 3) and module.new == 3 and module.old == 1


def test_a_module_that_does_not_load(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(name: str) -> Any:
        raise RuntimeError("not today")

    monkeypatch.setattr(jax_internals, "import_module", refuse)
    assert find("donation") is None
    assert "jax._src.interpreters.mlir cannot be imported: RuntimeError: not today" in lost()["donation"]


def test_what_is_not_as_it_was() -> None:
    lose("rules", "a list")
    lose("rules", "said before")
    [sentence] = lost().values()
    assert "_platform_specific_lowerings is not what it was (a list)" in sentence
