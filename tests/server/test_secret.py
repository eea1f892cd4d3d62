"""The secret that signs the cookie: random, kept for the next start, for this user's eyes only."""

import os
from pathlib import Path

import pytest

from wwlv.server.app import kept_secret


def test_the_secret_is_made_once_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "data" / "cookie-secret"
    secret = kept_secret(path)
    assert len(secret) >= 32
    assert kept_secret(path) == secret
    assert kept_secret(tmp_path / "other") != secret


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps a user's folder by other means")
def test_only_this_user_may_read_it(tmp_path: Path) -> None:
    path = tmp_path / "cookie-secret"
    kept_secret(path)
    assert path.stat().st_mode & 0o077 == 0


def test_where_it_cannot_be_kept_the_server_still_starts(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert len(kept_secret(tmp_path / "file" / "cookie-secret")) >= 32
    (tmp_path / "short").write_bytes(b"x")
    assert len(kept_secret(tmp_path / "short")) >= 32
