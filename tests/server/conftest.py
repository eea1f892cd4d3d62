"""A server for phones that is shared, and a class that brings them."""

from collections.abc import Iterator

import pytest

from tests.served import Server, free_port, started
from tests.server.phones import WORDS, Class, store_of
from wwlv.room.store import Store


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for many rooms; whatever the phones do, it has nothing to complain about."""
    home = tmp_path_factory.mktemp("house")
    server = started(WORDS, home, base="/", ready="wwlv/health", env={}, port=free_port())
    yield server
    server.end()
    # the one thing said of a visitor: it helps whoever has set up a proxy
    assert [line for line in server.log.splitlines() if "Blocking Cross Origin" not in line] == []


@pytest.fixture
def store(house: Server) -> Iterator[Store]:
    """The shared server's database, opened by another process."""
    opened = store_of(house)
    yield opened
    opened.close()


@pytest.fixture
def pupils() -> Iterator[Class]:
    """Whoever brings a phone; all of them have gone when the test is over."""
    came = Class()
    yield came
    came.close()
