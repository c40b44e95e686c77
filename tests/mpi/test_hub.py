"""The hub of ranks, which needs no MPI: whom it lets in, what it says when one is gone, how it finds that all wait for ever."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest

from hloom.mpi.hub import LONGEST, Frames, frame
from hloom.mpi.line import Address, start_hub
from hloom.mpi.values import pack, unpack


class Rank:
    """A rank's end of the line."""

    def __init__(self, address: Address, number: int, token: str | None = None) -> None:
        self.socket = socket.create_connection((address.hosts[0], address.port), timeout=10)
        self.frames = Frames()
        self.known: list[dict[str, Any]] = []
        self.say(hello=address.token if token is None else token, rank=number, name=f"rank {number}")
        self.say(processes=f"process ({number}, 0)")

    def say(self, **message: Any) -> None:
        self.socket.sendall(frame(message))

    def hear(self) -> dict[str, Any]:
        """The next message; an EOFError if the hub hangs up."""
        while not self.known:
            data = self.socket.recv(4096)
            if not data:
                raise EOFError
            self.known += [message for message, _ in self.frames.add(data)]
        return self.known.pop(0)


@pytest.fixture
def address() -> Iterator[Address]:
    yield start_hub(2, True, None)


@pytest.fixture
def two(address: Address) -> Iterator[tuple[Rank, Rank]]:
    ranks = Rank(address, 0), Rank(address, 1)
    time.sleep(0.1)
    yield ranks
    for rank in ranks:
        rank.socket.close()


def test_strangers_are_not_let_in(address: Address) -> None:
    """Neither those without the token, nor who says nonsense, nor a rank beyond the last."""
    stranger = Rank(address, 0, "guessed")
    with pytest.raises(EOFError):
        stranger.hear()
    beyond = frame({"hello": address.token, "rank": 7, "name": "x"})
    for said in (b"\x00\xff\n", b"[1]\n", b'{"hello": 1}\n', beyond, b"{" * 2000 + b"\n"):
        with socket.create_connection((address.hosts[0], address.port), timeout=10) as line:
            line.sendall(said)
            assert line.recv(10) == b""
    ranks = Rank(address, 0), Rank(address, 1)
    for rank in ranks:
        rank.say(bye=1)
    assert [rank.hear() for rank in ranks] == [{"all": 1}] * 2


def test_a_rank_that_is_gone(two: tuple[Rank, Rank]) -> None:
    two[1].socket.close()
    found = two[0].hear()
    assert "process (1, 0) ended without a word: rank 1 was killed" in found["stop"]["message"]


def test_a_rank_that_fails_stops_all_and_those_that_come_later(address: Address) -> None:
    first = Rank(address, 0)
    first.say(failed={"kind": "EvaluationError", "message": "no paper"})
    assert first.hear()["stop"]["message"] == "no paper"
    assert Rank(address, 1).hear()["stop"]["message"] == "no paper"


def states(two: tuple[Rank, Rank], *found: dict[str, Any]) -> None:
    """Both are asked, and answer."""
    for rank, state in zip(two, found):
        rank.say(state=rank.hear()["ask"], **state)


def waits(process: int, count: int, run: int = 1, met: int | None = None) -> dict[str, Any]:
    """Who waits until both ranks have come to `x` so many times."""
    wait = {"process": process, "needs": [[0, "x", count], [1, "x", count]]}
    return {"is_idle": True, "epoch": process, "run": run, "waits": [wait], "said": f"process {process} waits",
            "met": {"x": count if met is None else met}}


def test_who_waits_for_ever(two: tuple[Rank, Rank]) -> None:
    ended = {"is_idle": True, "epoch": 0, "run": 1, "waits": [], "said": "", "met": {"x": 1}}
    two[0].say(look=1)
    states(two, waits(0, 2), ended)
    states(two, waits(0, 2), ended)  # a second answer that is the first one's
    assert [wait["process"] for wait in two[0].hear()["stop"]["deadlock"]] == [0]


@pytest.mark.parametrize("other", [
    waits(1, 2),  # both have come: it is over soon
    {"is_idle": False, "run": 1, "met": {"x": 1}},  # it runs
    {"is_outside": True, "run": 1, "met": {"x": 2}},  # it has come, and gone on
    {"is_outside": True, "run": 0, "met": {"x": 1}},  # it has not begun
])
def test_who_can_go_on(two: tuple[Rank, Rank], other: dict[str, Any]) -> None:
    two[0].say(look=1)
    states(two, waits(0, 2), other)
    two[0].say(bye=1)
    two[1].say(bye=1)
    heard = [two[0].hear()]
    while "ask" in heard[-1]:
        heard.append(two[0].hear())
    assert heard[-1] == {"all": 1}


def test_messages_come_in_pieces() -> None:
    frames, data = Frames(), frame({"a": 1}, b"xyz\n{") + frame({"b": 2})
    found = [each for byte in data for each in frames.add(bytes([byte]))]
    assert found == [({"a": 1, "bytes": 5}, b"xyz\n{"), ({"b": 2}, b"")]
    with pytest.raises(ValueError):
        Frames().add(b"x" * (LONGEST + 1))


def test_values_come_back_as_they_went() -> None:
    import ml_dtypes
    import numpy as np

    value = (None, np.arange(6, dtype=ml_dtypes.bfloat16).reshape(2, 3), [np.zeros((0, 2), np.complex64)],
             np.array(-3, ml_dtypes.int4), np.bool_(True), np.zeros((), "f8"))
    found = unpack(pack(value))
    assert found[0] is None and found[1].dtype == ml_dtypes.bfloat16 and found[1].tolist() == value[1].tolist()
    assert found[2][0].shape == (0, 2) and found[2][0].dtype == np.complex64
    assert int(found[3]) == -3 and found[3].dtype == ml_dtypes.int4 and bool(found[4]) and found[5].shape == ()
