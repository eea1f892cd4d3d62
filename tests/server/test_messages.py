"""What a phone may send, read strictly."""

import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wwlv.room.wire import BadMessage
from wwlv.server import messages as m

LEGAL: list[tuple[dict[str, Any], Any]] = [
    ({"act": "hello", "id": "1", "lang": "en"}, m.Hello("1", "en")),
    (
        {"act": "hello", "id": "1", "lang": "zh", "token": "t", "code": "BCDF"},
        m.Hello("1", "zh", "t", "BCDF"),
    ),
    ({"act": "ping", "id": "1"}, m.Ping("1")),
    ({"act": "look", "id": "1", "code": "BCDF"}, m.Look("1", "BCDF")),
    ({"act": "join", "id": "1", "code": "BCDF", "name": "小明"}, m.Join("1", "BCDF", "小明")),
    ({"act": "language", "id": "1", "lang": "en"}, m.Language("1", "en")),
    ({"act": "leave", "id": "1"}, m.Leave("1")),
    ({"act": "sit", "id": "1", "seat": 2}, m.Sit("1", 2)),
    ({"act": "read", "id": "1", "typed": "1,5"}, m.Read("1", "1,5")),
    (
        {"act": "estimate", "id": "1", "phase": "1.guess", "question": "q", "value": "1.50"},
        m.Estimate("1", "1.guess", "q", Decimal("1.50")),
    ),
    (
        {"act": "shoot", "id": "1", "phase": "p", "question": "q", "token": 0, "team": None},
        m.Shoot("1", "p", "q", 0, None),
    ),
    (
        {"act": "lay", "id": "1", "phase": "p", "question": "q", "token": 1, "space": "red", "chips": 5},
        m.Lay("1", "p", "q", 1, "red", 5),
    ),
    ({"act": "pass", "id": "1", "phase": "p", "question": "q"}, m.Pass("1", "p", "q")),
    ({"act": "roll", "id": "1", "phase": "p"}, m.Roll("1", "p")),
    ({"act": "vote", "id": "1", "phase": "p", "face": 3}, m.Vote("1", "p", 3)),
    ({"act": "place", "id": "1", "phase": "p", "face": 3}, m.Place("1", "p", 3)),
    ({"act": "pair", "id": "1", "secret": "s"}, m.Pair("1", "s")),
    ({"act": "next", "id": "1", "phase": "p"}, m.Next("1", "p")),
    ({"act": "next", "id": "1", "phase": "p", "anyway": True}, m.Next("1", "p", True)),
    ({"act": "pause", "id": "1"}, m.Pause("1")),
    ({"act": "resume", "id": "1"}, m.Resume("1")),
    ({"act": "extend", "id": "1"}, m.Extend("1")),
    ({"act": "undo", "id": "1", "phase": "p"}, m.Undo("1", "p")),
    ({"act": "lock", "id": "1", "locked": False}, m.Lock("1", False)),
    ({"act": "kick", "id": "1", "person": 7}, m.Kick("1", 7)),
]


def problems(raw: Any) -> list[str]:
    """Why a message is not read."""
    with pytest.raises(BadMessage) as caught:
        m.message_of(raw if isinstance(raw, str | bytes) else json.dumps(raw))
    assert caught.value.problems
    return caught.value.problems


@pytest.mark.parametrize(("document", "message"), LEGAL)
def test_every_act_is_read(document: dict[str, Any], message: Any) -> None:
    assert m.message_of(json.dumps(document)) == message


def test_every_act_is_tried_here() -> None:
    assert {document["act"] for document, _ in LEGAL} == set(m.ACTS)


@pytest.mark.parametrize(("document", "_"), LEGAL)
def test_no_act_takes_a_field_too_many(document: dict[str, Any], _: Any) -> None:
    assert problems({**document, "by": "host"})


@pytest.mark.parametrize(("document", "_"), LEGAL)
def test_no_field_is_turned_into_another_type(document: dict[str, Any], _: Any) -> None:
    for name in document:
        for wrong in (1.5, [], {}, ["1"], {"a": 1}, *([None] if document[name] is not None else [])):
            assert problems({**document, name: wrong}), (name, wrong)
        other = "1" if isinstance(document[name], int) or document[name] is None else 1
        assert problems({**document, name: other})
        if isinstance(document[name], int) and not isinstance(document[name], bool):
            assert problems({**document, name: True}), name


def test_a_message_without_what_the_act_needs_is_refused() -> None:
    needed = {"id", "seat"}
    for name in needed:
        assert problems({k: v for k, v in {"act": "sit", "id": "1", "seat": 1}.items() if k != name})
    assert problems({"id": "1", "seat": 1})


@pytest.mark.parametrize(
    "raw", ["", "{", "[]", "null", "1", '"sit"', "NaN", '{"act": "sit", "id": "1", "seat": }', "\x00", "{}"]
)
def test_what_is_no_object_is_refused(raw: str) -> None:
    assert problems(raw)


def test_bytes_are_refused_even_if_they_would_read_as_text() -> None:
    assert problems(b'{"act": "ping", "id": "1"}') == ["binary messages are not read"]


def test_nesting_without_end_is_refused() -> None:
    assert problems("[" * 100_000) == ["not JSON"]
    assert problems('{"act":' * 100_000) == ["not JSON"]


@pytest.mark.parametrize("act", ["fly", "Sit", "", None, 1, [], {}, "message", "__class__"])
def test_an_unknown_act_is_refused(act: Any) -> None:
    assert problems({"act": act, "id": "1"}) == ["act: unknown"]


@pytest.mark.parametrize("id", ["", "x" * 41])
def test_an_id_has_one_to_forty_characters(id: str) -> None:
    assert problems({"act": "ping", "id": id})
    assert m.message_of(json.dumps({"act": "ping", "id": "x" * 40})).id == "x" * 40


def test_a_text_has_at_most_two_hundred_characters() -> None:
    assert problems({"act": "read", "id": "1", "typed": "9" * 201}) == ["typed: too long"]
    assert m.message_of(json.dumps({"act": "read", "id": "1", "typed": "9" * 200}))


@pytest.mark.parametrize("number", [10**15, -(10**15), 10**400])
def test_a_number_that_no_column_holds_is_refused(number: int) -> None:
    assert problems({"act": "kick", "id": "1", "person": number}) == ["person: too big"]


@pytest.mark.parametrize("digits", [5_000, 50_000])
def test_a_number_of_thousands_of_digits_is_refused(digits: int) -> None:
    assert problems('{"act": "kick", "id": "1", "person": ' + "9" * digits + "}")


@pytest.mark.parametrize("value", ["NaN", "-sNaN", "Infinity", "-inf", "", "1,5", "abc", "0x1", "1" * 201])
def test_an_estimate_is_a_finite_number_as_text(value: str) -> None:
    assert problems({"act": "estimate", "id": "1", "phase": "p", "question": "q", "value": value})


@pytest.mark.parametrize("half", ["\ud800", "a\udc00b"])
def test_half_a_character_is_refused_wherever_it_stands(half: str) -> None:
    assert problems({"act": "join", "id": "1", "code": "BCDF", "name": half})
    assert problems({"act": "ping", "id": half})
    assert problems({"act": "estimate", "id": "1", "phase": half, "question": "q", "value": "1"})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(st.one_of(st.text(), st.binary(), JSON.map(json.dumps)))
def test_nothing_but_a_refusal_comes_of_nonsense(raw: str | bytes) -> None:
    with pytest.raises(BadMessage):
        m.message_of(raw)
    assert isinstance(m.id_of(raw), str)


@given(
    st.sampled_from(sorted(m.ACTS)), st.dictionaries(st.sampled_from(["id", "seat", "phase", "value"]), JSON)
)
def test_a_message_is_read_or_refused_and_nothing_else(act: str, fields: dict[str, Any]) -> None:
    try:
        read = m.message_of(json.dumps({**fields, "act": act}))
    except BadMessage:
        return
    assert type(read) is m.ACTS[act]


def test_a_message_that_cannot_be_read_is_answered_under_its_id_where_that_is_one() -> None:
    assert m.id_of('{"id": "7", "act": "fly"}') == "7"
    assert m.id_of(b'{"id": "7"}') == "7"
    assert m.id_of('{"id": "' + "x" * 60 + '"}') == "x" * 40
    for raw in (
        "",
        "{",
        "[]",
        "7",
        '{"id": 7}',
        '{"id": null}',
        '{"id": "\\ud800"}',
        b"\xff\xfe",
        "[" * 100_000,
    ):
        assert m.id_of(raw) == ""
