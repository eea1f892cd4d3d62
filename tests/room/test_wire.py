"""Strict reading of log entries: what is written comes back equal; what is wrong is named, all of it, with its path."""

import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.room.conftest import question
from wwlv.room.log import QuestionDrawn, RoomOpened, Team
from wwlv.room.wire import KINDS, BadMessage, dumped, kind_of, loaded
from wwlv.rules.wits.events import BetsPlaced, GameStarted, GuessSubmitted, QuestionSettled
from wwlv.rules.wits.model import Bet, Target
from wwlv.rules.wits.presets import PRESETS
from wwlv.rules.wits.scoring import mat, settlement


def result() -> Any:
    rules = PRESETS["vegas"]
    spaces = mat([Decimal(k) for k in range(5)], rules)
    bets = [(Bet(0, Target("red"), 100),), (), (), (), ()]
    return settlement(
        round=2,
        question="q",
        answer=Decimal("2.50"),
        spaces=spaces,
        bets=bets,
        long_shots=[()] * 5,
        rules=rules,
    )


EVENTS = [
    RoomOpened("KDTM", "wits", (Team("Ants", "red"), Team("螞蟻", "blue")), (), "zh-Hant", "ring", 7),
    QuestionDrawn(question("c", 1)),
    GameStarted(PRESETS["vegas-edition"], 5, (1, 2)),
    GuessSubmitted(0, Decimal("1E+90")),
    GuessSubmitted(0, Decimal("-0.30")),
    BetsPlaced(2, (Bet(0, Target("guess", value=Decimal("5"))), Bet(1, Target("board", seat=3), 500))),
    QuestionSettled(result()),
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda e: type(e).__name__)
def test_an_event_comes_back_as_it_was_written(event: Any) -> None:
    assert loaded(kind_of(event), dumped(event)) == event


@given(st.decimals(allow_nan=False, allow_infinity=False))
def test_a_number_keeps_every_digit(value: Decimal) -> None:
    back = loaded("wits.GuessSubmitted", dumped(GuessSubmitted(1, value)))
    assert back.value.as_tuple() == value.as_tuple()


def problems(kind: str, document: Any) -> list[str]:
    body = document if isinstance(document, str) else json.dumps(document)
    with pytest.raises(BadMessage) as refused:
        loaded(kind, body)
    return refused.value.problems


def test_every_problem_is_named_with_its_path() -> None:
    found = problems(
        "wits.BetsPlaced", {"seat": "2", "bets": [{"token": True, "space": {"kind": "blue"}, "chips": 1.5}]}
    )
    text = "\n".join(found)
    assert len(found) >= 4
    for path in ("seat", "bets[0].token", "bets[0].space.kind", "bets[0].chips"):
        assert path in text


@pytest.mark.parametrize(
    ("kind", "document"),
    [
        ("wits.GuessSubmitted", {"seat": 1}),
        ("wits.GuessSubmitted", {"seat": 1, "value": 5}),
        ("wits.GuessSubmitted", {"seat": 1, "value": "NaN"}),
        ("wits.GuessSubmitted", {"seat": 1, "value": "x"}),
        ("wits.GuessSubmitted", {"seat": 1, "value": "5", "more": 1}),
        ("wits.GuessSubmitted", {"seat": None, "value": "5"}),
        ("wits.GuessSubmitted", []),
        ("wits.GuessSubmitted", "{"),
        ("wits.GuessSubmitted", "null"),
        ("nothing", {}),
    ],
)
def test_what_is_not_exactly_an_event_is_refused(kind: str, document: Any) -> None:
    assert problems(kind, document)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@given(kind=st.sampled_from(sorted(KINDS)), document=JSON)
def test_no_document_raises_anything_else(kind: str, document: Any) -> None:
    try:
        loaded(kind, json.dumps(document))
    except BadMessage as refused:
        assert refused.problems


def test_a_log_written_before_there_were_bots_still_loads() -> None:
    line = (
        '{"code":"KDTM","game":"wits","teams":[{"name":"Ants","colour":"red"},{"name":"螞蟻","colour":"blue"}],'
        '"decks":[],"language":"zh-Hant","time_up":"ring","seed":7,"title":""}'
    )
    assert loaded("RoomOpened", line).teams == (Team("Ants", "red"), Team("螞蟻", "blue"))
    assert [team.bot for team in loaded("RoomOpened", line).teams] == ["", ""]


def test_a_bot_comes_back_from_the_log_as_one_and_no_skill_but_the_three_is_read() -> None:
    opened = RoomOpened("KDTM", "wits", (Team("Ants (bot)", "red", "sharp"),), (), "en", "ring", 7)
    assert loaded("RoomOpened", dumped(opened)) == opened
    problems("RoomOpened", dumped(opened).replace("sharp", "all-knowing"))
