"""Nothing hidden is in any byte that anybody else receives, nor in an export, nor in a log, before its time.

A real server, a dashboard and three phones in a real browser, and devices without a screen: a stranger, somebody without
a team, members of other teams, the teacher's remote, and one that would like to be it. What is searched for cannot be
there by accident, and after its time the same search finds it.
"""

import sqlite3
import struct
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import pytest

from tests.e2e.classroom import KINDS, Classroom, Pages, Serve
from tests.e2e.marks import Amount, Number, unzipped
from tests.server.phones import WORDS, Class, room_in, store_of
from tests.server.web import ask
from wwlv.frames import exported
from wwlv.text import catalog


# --- the search itself
@pytest.mark.parametrize(
    "written",
    [
        '{"value":"73918462507"}',
        "<b>73,918,462,507</b>",
        "≈73,918,460,000",
        "7.391846×10¹⁰",
        "7.39184625E+10",
        "73918462507.0",
        "739億1846萬2507",
        "[7,3,9,1,8,4,6,2,5,0,7]",
        "".join(f'<i class="d3">{d}</i>' for d in "73918462507"),
        f'{{\\"dtype\\":\\"f8\\",\\"bdata\\":\\"{b64encode(struct.pack("<2d", 3.0, 73918462507)).decode()}\\"}}',
    ],
)
def test_the_search_finds_a_number_however_it_is_written(written: str) -> None:
    assert Number(73918462507).is_in(written.encode())
    assert not Number(73918462509).is_in(f"73918462507 and 73918462,{'x' * 99}508".encode())


def test_the_search_finds_an_amount_that_stands_by_itself() -> None:
    assert all(Amount(184267).is_in(text) for text in (b"+184,267", b'"chips":184267', b">$184,267<"))
    assert not any(
        Amount(184267).is_in(text) for text in (b"1184267", b"184,267,100", b"0.184267", b"a184267")
    )


@pytest.fixture
def classroom(serve: Serve, page: Pages) -> Iterator[Callable[..., Classroom]]:
    opened: list[Classroom] = []

    def run(**how: Any) -> Classroom:
        server = serve("wwlv", "--no-browser", "--port={port}", "--ip=127.0.0.1")
        opened.append(Classroom(server, page, **how))
        return opened[-1]

    yield run
    for one in opened:
        one.close()


def test_the_answer_is_nowhere_before_the_reveal_but_on_the_remote(
    classroom: Callable[..., Classroom],
) -> None:
    ours = classroom(guess="latest", secret_bets=False)
    teacher = ours.everybody()
    ours.room.ask()
    ours.wait_for("2.guess")
    for name in ("Ann", "Cas", "Eve"):
        ours.guess(name, Number.drawn(11))
    ours.reload("dashboard")  # a new kernel, a new page, all state anew
    for phase in ("long-shot", "sorted", "bet", "answer"):
        ours.next()
        ours.wait_for(f"2.{phase}")
        published = ours.published()
        assert not [mark for mark in ours.secrets.marks if mark.is_in(published)]
    answered = ours.raw["remote"].ask("next", phase=ours.room.phase)
    assert answered["ok"], answered
    teacher.leave("2.answer")
    ours.wait_for("2.paid")
    answer, english, *others = ours.secrets.marks
    assert ours.hear(answer, before="2.paid") == ours.hear(english, before="2.paid") == {"remote"}
    assert not [(mark, who) for mark in others if (who := ours.hear(mark, before="2.paid"))]
    # and the same search finds both as soon as everybody may know
    assert ours.hear(answer) == ours.at_the_table | {"remote"}
    assert ours.hear(english) == ours.at_the_table | {"remote"}
    for kind in KINDS:
        assert answer.is_in(unzipped(exported(ours.room, kind)[2]))
    assert not [mark for mark in ours.secrets.marks if mark.is_in(ours.said)]


@pytest.mark.parametrize("rule", ["captain", "median"])
def test_a_guess_is_known_to_its_own_team_alone_until_the_cards_are_turned(
    rule: str, classroom: Callable[..., Classroom]
) -> None:
    ours = classroom(guess=rule, secret_bets=False)
    ours.everybody()
    ours.room.ask()
    ours.wait_for("2.guess")
    typed = {name: Number.drawn(11) for name in ("Ann", "Ben", "Cas", "Dan", "Eve")}
    mates = {"Ann": {"Ann", "Ben"}, "Cas": {"Cas", "Dan"}}  # who is shown the first guess of a team
    for name, number in typed.items():
        ours.guess(name, number)
        for _ in range(100):  # others are told a few times a second, of what stands then
            if ours.hear(number) >= mates.get(name, set()):
                break
            ours.teacher.page.wait_for_timeout(100)
    ours.reload("dashboard")
    assert not [n for n in typed.values() if n.is_in(ours.published())]
    for phase in ("long-shot", "sorted"):
        ours.next()
        ours.wait_for(f"2.{phase}")
    known = {name: ours.hear(number, before="2.sorted") for name, number in typed.items()}
    # what is first in a team is the team's guess, and the other one's own estimate is nobody else's
    assert known == {
        "Ann": {"Ann", "Ben"},
        "Ben": {"Ben"},
        "Cas": {"Cas", "Dan"},
        "Dan": {"Dan"},
        "Eve": {"Eve"},
    }
    cards = [Number(int(g)) for g in ours.room.state.guesses if g is not None and g == int(g)]
    assert typed["Eve"] in cards
    for card in cards:
        assert ours.hear(card) >= ours.at_the_table
        assert not card.is_in(ours.said)
    assert not [n for n in typed.values() if n.is_in(ours.said)]


@pytest.mark.parametrize("secret", [True, False])
def test_bets_are_hidden_until_betting_closes_where_the_house_rule_says_so_and_else_lie_open(
    secret: bool, classroom: Callable[..., Classroom]
) -> None:
    ours = classroom(guess="latest", secret_bets=secret)
    teacher = ours.everybody()
    ours.room.ask()
    ours.wait_for("2.guess")
    for name in ("Ann", "Cas", "Eve"):
        ours.guess(name, Number.drawn(11))
    for phase in ("long-shot", "sorted", "bet"):
        ours.next()
        ours.wait_for(f"2.{phase}")
    chips = {"Dan": Amount(184_267), "Eve": Amount(391_582)}
    ours.lay("Dan", "board:0", chips["Dan"])
    ours.lay("Eve", "board:1", chips["Eve"])
    # with the token on top, as a mat shows it, and what is left, which would tell as much
    seats = {"Dan": 1, "Eve": 2}
    written = {
        name: (
            amount,
            Amount(amount.value + 250_000),
            Amount(ours.room.state.chips[seats[name]] - amount.value),
        )
        for name, amount in chips.items()
    }
    own = {"Dan": {"Cas", "Dan"}, "Eve": {"Eve"}}
    ours.pages["Cas"].locator("[data-token='0']", has_text="184,267").wait_for()
    if not secret:
        teacher.page.locator(".felt", has_text=catalog("en").number(chips["Eve"].value + 250_000)).wait_for()
    assert not [a for amounts in written.values() for a in amounts if a.is_in(ours.published())]
    ours.next()
    ours.wait_for("2.answer")
    for name, amounts in written.items():
        early = set().union(*(ours.hear(amount, before="2.answer") for amount in amounts))
        assert early == (own[name] if secret else ours.at_the_table)
        assert set().union(*(ours.hear(amount) for amount in amounts)) == ours.at_the_table
        assert not [amount for amount in amounts if amount.is_in(ours.said)]


def test_a_token_is_told_to_its_device_once_and_to_no_log(classroom: Callable[..., Classroom]) -> None:
    ours = classroom(guess="latest", secret_bets=False)
    ours.everybody()
    ours.room.ask()
    ours.wait_for("2.guess")
    again = ours.without_a_screen("Dan again")
    assert again.hello(token=ours.tokens["Dan"].letters)["ok"]
    again.put('{"id":"1","act":"hello","lang":"en","token":7}')
    again.put(f'{{"id":"2","act":"{ours.tokens["Dan"].letters}"}}')
    again.put(f'{{"id":"3","act":"estimate","value":"{ours.tokens["Dan"].letters}"}}')
    assert again.hello(token=ours.tokens["Dan"].letters + "x")["gone"]
    ours.reload("Ann")
    for name, tab in ours.pages.items():
        ask(f"{ours.server.url}wwlv/{ours.code}?token={ours.tokens[name].letters}")
        ask(f"{ours.server.url}?token={ours.tokens[name].letters}")
        assert ours.tokens[name].letters not in tab.url
    ours.reload("dashboard")
    ours.server.end()
    assert {name: ours.hear(token) for name, token in ours.tokens.items()} == {
        name: {name} for name in ours.tokens
    }
    assert not [name for name, token in ours.tokens.items() if token.is_in(ours.said)]
    assert not [
        name
        for name, token in ours.tokens.items()
        if token.is_in((ours.server.home / "wwlv.db").read_bytes())
    ]


def test_a_database_that_fails_says_nothing_of_what_was_to_be_written(serve: Serve) -> None:
    server = serve(*WORDS)
    store, class_, number = store_of(server), Class(), Number.drawn(11)
    room = room_in(store)
    phone = class_.member(server, room, "Ann", 0)
    room.ask()
    assert phone.until(lambda line: line.shown["phase"] == "1.guess")
    with closing(sqlite3.connect(server.home / "wwlv.db")) as broken, broken:
        broken.execute(
            "CREATE TRIGGER broken BEFORE INSERT ON entries BEGIN SELECT length(zeroblob(2000000000)); END"
        )
    answer = phone.ask("estimate", phase="1.guess", question=room.question, value=str(number.value))
    class_.close()
    store.close()
    assert not answer["ok"]
    assert "DataError" in server.log  # the teacher's helper can see what it was
    assert not number.is_in(server.log.encode())
