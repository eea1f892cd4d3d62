"""The `golden` fixture, and `pytest --regold` to rewrite what it holds."""

from collections.abc import Callable

import pytest

from tests.golden.playthrough import check


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--regold", action="store_true", help="rewrite the golden playthroughs; then read the diff"
    )


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    return lambda name, text: check(name, text, request.config.getoption("--regold"))
