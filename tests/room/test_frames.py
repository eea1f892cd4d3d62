"""A room's tables and log as files: what people thought once it is settled, nothing that is open, and no names."""

import io
import json
import zipfile
from collections.abc import Callable
from decimal import Decimal
from functools import partial
from typing import Any

import openpyxl

from tests.room.conftest import BOX, Time, came, estimates, to
from wwlv.frames import exported, log_lines, tables
from wwlv.room import people
from wwlv.room.forward import forward
from wwlv.room.room import Room
from wwlv.rules.wits.moves import SubmitGuess, VoidQuestion

Rooms = Callable[..., Room]
SECRET = "5550001"


def table(host: Room, name: str = "estimates") -> list[tuple[Any, ...]]:
    return [tuple(row) for row in tables(host.view(), host.log)[name].itertuples(index=False)]


def everything(host: Room) -> str:
    """All exports in one text."""
    _, _, zipped = exported(host, "csv")
    with zipfile.ZipFile(io.BytesIO(zipped)) as archive:
        files = [archive.read(name).decode("utf-8-sig") for name in archive.namelist()]
    book = openpyxl.load_workbook(io.BytesIO(exported(host, "xlsx")[2]))
    cells = [str(c) for sheet in book for row in sheet.iter_rows(values_only=True) for c in row]
    return "\n".join([*files, *cells, *log_lines(host)])


def test_the_estimates_of_a_settled_question_are_a_table(room: Rooms) -> None:
    host = room()
    anna, ben, cem = came(host, "Anna", 0), came(host, "Ben", 1), came(host, "Cem", 1)
    host.ask()
    first = host.question
    for person, value in ((cem, "7"), (anna, "2.50"), (ben, "4"), (ben, "1E+3")):
        estimates(host, person, value)
    host.do(partial(people.moved, host, cem, 2))  # the table tells where they sat when they said it
    host.do(partial(people.removed, host, ben))
    to(host, "paid")
    rows = [
        (1, first, "P1", "Team 1", Decimal("2.50")),
        (1, first, "P2", "Team 2", Decimal(1000)),
        (1, first, "P3", "Team 2", Decimal(7)),
    ]
    assert table(host) == rows
    host.ask()
    estimates(host, anna, SECRET)
    assert table(host) == rows
    to(host, "paid")
    assert table(host)[3:] == [(2, host.question, "P1", "Team 1", Decimal(SECRET))]
    book = openpyxl.load_workbook(io.BytesIO(exported(host, "xlsx")[2]))
    assert next(book["estimates"].iter_rows(values_only=True)) == (
        "round",
        "question",
        "person",
        "team",
        "value",
    )


def test_a_class_without_phones_has_an_empty_table_and_a_street_none(room: Rooms, street: Rooms) -> None:
    assert table(room()) == []
    host = street()
    assert "estimates" not in tables(host.view(), host.log)


def test_no_export_holds_an_estimate_of_an_open_question(room: Rooms) -> None:
    host = room("vegas", 5)
    anna, ben = came(host, "Anna", 0), came(host, "Ben", 0)
    host.ask()
    estimates(host, anna, SECRET)
    estimates(host, ben, 3)
    while host.state.phase != "paid":
        assert SECRET not in everything(host), host.phase
        forward(host, anyway=True)
    assert SECRET in everything(host)
    host.undo()
    assert SECRET not in everything(host)


def test_no_export_holds_what_an_undo_or_a_redo_could_bring_back(room: Rooms) -> None:
    host = room()
    anna = came(host, "Anna", 0)
    host.ask()
    estimates(host, anna, SECRET)
    host.undo()
    assert host.question == ""
    assert SECRET not in everything(host)
    host.redo()
    host.play(VoidQuestion(host.question))
    assert SECRET not in everything(host)


def test_a_question_that_is_asked_again_hides_what_was_thought_before(room: Rooms, time: Time) -> None:
    opened = room()
    host = Room(opened.store, opened.id, box=BOX[:1], clock=time)
    anna = came(host, "Anna", 0)
    host.ask()
    first = host.question
    estimates(host, anna, SECRET)
    host.play(VoidQuestion(host.question))
    host.ask()
    assert host.question == first
    assert SECRET not in everything(host)
    host.play(SubmitGuess(1, host.question, Decimal(4)))
    to(host, "paid")
    assert table(host) == []


def test_people_have_no_names_in_an_export(room: Rooms, street: Rooms) -> None:
    for host in (room(), street()):
        anna = came(host, "Anna Lindqvist", 0)
        came(host, "王小明", 1)
        host.do(partial(people.renamed, host, anna, "Annika Lindqvist"))
        host.do(partial(people.removed, host, anna))
        forward(host)
        if host.question:
            host.play(SubmitGuess(0, host.question, Decimal(4)))
            to(host, "paid")
        text = everything(host)
        assert not [name for name in ("Lindqvist", "王小明", "\\u738b") if name in text]
        lines = [json.loads(line) for line in log_lines(host)]
        assert [line["data"].get("name") for line in lines[1:] if line["kind"].startswith("Person")] == [
            "P1", None, "P2", None, "P1", None,
        ]  # fmt: skip
        assert len(lines) == 1 + host.rev
