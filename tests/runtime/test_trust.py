"""The rule for what is trusted with code: who owns it, and who else can write to it."""

from __future__ import annotations

import os
import stat

import pytest

from hloom.runtime import trust

pytestmark = pytest.mark.skipif(os.name != "posix", reason="owners and permissions of POSIX")
ME, INSTALLER, OTHER = 1000, 500, 1234


def status(mode: int, owner: int) -> os.stat_result:
    return os.stat_result((mode, 0, 0, 1, owner, 0, 0, 0, 0, 0))


@pytest.fixture(autouse=True)
def _users(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: ME)
    monkeypatch.setattr(trust, "_installer", lambda: INSTALLER)


@pytest.mark.parametrize("kind, is_kind", [(stat.S_IFREG, stat.S_ISREG), (stat.S_IFDIR, stat.S_ISDIR)])
@pytest.mark.parametrize("owner", [ME, 0, INSTALLER, OTHER])
@pytest.mark.parametrize("mode", [0o600, 0o644, 0o755, 0o700, 0o400, 0o664, 0o646, 0o777, 0o620, 0o602])
def test_owner_and_mode(mode: int, owner: int, kind: int, is_kind) -> None:
    reason = trust.distrust(status(kind | mode, owner), is_kind)
    assert (reason is None) == (owner != OTHER and not mode & 0o022)
    if reason is not None:
        assert reason.startswith("not trusted: ") and f"owner {owner}, mode {mode:04o}" in reason


@pytest.mark.parametrize("kind", [stat.S_IFIFO, stat.S_IFSOCK, stat.S_IFLNK, stat.S_IFCHR, stat.S_IFDIR])
def test_what_is_no_file(kind: int) -> None:
    assert trust.distrust(status(kind | 0o600, ME), stat.S_ISREG) == "not trusted: it is no regular file"


def test_where_the_system_knows_no_users(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("os.geteuid")
    assert trust.distrust(status(stat.S_IFREG | 0o666, OTHER), stat.S_ISREG) is None
    assert trust.is_own(status(stat.S_IFREG | 0o666, OTHER))
