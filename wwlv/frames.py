"""A room's log as tidy tables, and as files for a teacher. Nothing that is still hidden is in any of them."""

import io
import json
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pandas as pd

from wwlv.room.log import Entry, EstimateGiven, PersonJoined, PersonRenamed, PersonSeated, QuestionDrawn
from wwlv.room.room import Room, RoomView
from wwlv.room.wire import FORMAT, kind_of, unstructured
from wwlv.rules.lasvegas.events import GameStarted
from wwlv.rules.lasvegas.model import WHITE
from wwlv.rules.lasvegas.scoring import winnings
from wwlv.rules.lasvegas.view import View as Street
from wwlv.rules.wits.events import QuestionAsked
from wwlv.rules.wits.model import Result, Target
from wwlv.rules.wits.view import View

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def exported(room: Room, kind: str) -> tuple[str, str, bytes]:
    """Name, MIME type and bytes of an export: `xlsx`, `csv` (one file a table, zipped) or `jsonl` (the log)."""
    name = f"wwlv-{room.opened.code}"
    if kind == "jsonl":
        return f"{name}.jsonl", "application/x-ndjson", "\n".join(log_lines(room)).encode() + b"\n"
    frames = tables(room.view(), room.log)
    if kind == "csv":
        return f"{name}.zip", "application/zip", _zipped(frames)
    return f"{name}.xlsx", XLSX, _workbook(frames)


def tables(view: RoomView, log: Sequence[Entry] = ()) -> dict[str, pd.DataFrame]:
    """Tables of everything the class may know, by name; `log` for what single people thought.

    Of a game of Las Vegas: `payouts` (one row a note a team or white won, casino by casino), `cancelled` (teams whose equal dice
    cancelled), `scores` (dollars after each round) and `result`. Of Wits & Wagers:
    `questions` (one row a question settled), `guesses` (a team's card), `estimates` (what each person thought, who is P and
    a number, with the team they then sat in), `bets` (every bet and Long Shot with what it moved), `bonuses`, `scores`
    (chips after each round), `result` (the podium, once the game is over). Money is whole chips, or dollars on the Vegas
    mats; guesses, estimates and answers are exact decimals.
    """
    if view.game == "lasvegas":
        return _street(view)
    game: View = view.table
    names = [team.name for team in view.teams]
    frames = {
        "questions": _frame(
            _questions(view), ["round", "id", "question", "answer", "unit", "as_of", "source"]
        ),
        "guesses": _frame(_guesses(game, names), ["round", "team", "guess", "odds", "colour", "won"]),
        "estimates": _frame(_estimates(game, names, log), ["round", "question", "person", "team", "value"]),
        "bets": _frame(
            _bets(game, names), ["round", "team", "kind", "on", "token", "chips", "odds", "won", "change"]
        ),
        "bonuses": _frame(_bonuses(game, names), ["round", "team", "change"]),
        "scores": _frame(_scores(game, names), ["round", *names]),
    }
    if game.outcome is not None:
        rows = [
            {
                "place": p.rank,
                "team": names[p.seat],
                "total": p.total,
                "winner": p.seat in game.outcome.winners,
            }
            for p in game.outcome.standings
        ]
        frames["result"] = _frame(iter(rows), ["place", "team", "total", "winner"])
    return frames


def _street(view: RoomView) -> dict[str, pd.DataFrame]:
    game: Street = view.table
    names = [team.name for team in view.teams]
    called = {**dict(enumerate(names)), WHITE: "white"}
    paid = [(k, p) for k, payments in enumerate(game.history, start=1) for p in payments]
    payouts = (
        {"round": k, "casino": p.casino, "team": called[s], "note": n} for k, p in paid for s, n in p.paid
    )
    ties = (
        {"round": k, "casino": p.casino, "teams": ", ".join(called[s] for s in group)}
        for k, p in paid
        for group in p.cancelled
    )
    frames = {
        "payouts": _frame(payouts, ["round", "casino", "team", "note"]),
        "cancelled": _frame(ties, ["round", "casino", "teams"]),
        "scores": _frame(_money(game, names), ["round", *names]),
    }
    if game.outcome is not None:
        rows = (
            {
                "place": p.rank,
                "team": names[p.seat],
                "total": p.total,
                "notes": p.notes,
                "winner": p.seat in game.outcome.winners,
            }
            for p in game.outcome.standings
        )
        frames["result"] = _frame(rows, ["place", "team", "total", "notes", "winner"])
    return frames


def _money(game: Street, names: list[str]) -> Iterator[dict[str, Any]]:
    money = [0] * len(names)
    for round, payments in enumerate(game.history, start=1):
        money = [m + won for m, won in zip(money, winnings(payments, len(names)), strict=True)]
        yield {"round": round, **dict(zip(names, money, strict=True))}


def _frame(rows: Iterator[dict[str, Any]], columns: list[str]) -> pd.DataFrame:
    return pd.DataFrame(list(rows), columns=columns)


def _questions(view: RoomView) -> Iterator[dict[str, Any]]:
    asked = {q.id: q for q in view.past}
    for result in view.table.results:
        question = asked[result.question]
        wording = question.wording(view.language)
        yield {
            "round": result.round,
            "id": question.id,
            "question": wording.question,
            "answer": result.answer,
            "unit": wording.unit,
            "as_of": question.as_of,
            "source": question.source,
        }


def _guesses(game: View, names: list[str]) -> Iterator[dict[str, Any]]:
    for result in game.results:
        for index, space in enumerate(result.spaces):
            for seat in space.seats:
                yield {
                    "round": result.round,
                    "team": names[seat],
                    "guess": space.value,
                    "odds": space.odds,
                    "colour": space.colour or "",
                    "won": index in result.winning,
                }


def _estimates(game: View, names: list[str], log: Sequence[Entry]) -> Iterator[dict[str, Any]]:
    """Of a question that is asked again only what was thought the last time, and of an open one nothing."""
    rounds = {r.question: r.round for r in game.results}
    if game.result is None:
        rounds.pop(game.question or "", None)
    seats: dict[int, int | None] = {}
    given: dict[str, dict[int, dict[str, Any]]] = {}
    for event in (e.event for e in log):
        match event:
            case PersonJoined() | PersonSeated():
                seats[event.person] = event.seat
            case QuestionDrawn():
                given.pop(event.question.id, None)
            case EstimateGiven():
                seat = seats.get(event.person)
                team = "" if seat is None else names[seat]
                row = {"person": f"P{event.person}", "team": team, "value": event.value}
                given.setdefault(event.question, {})[event.person] = row
    for question, round in rounds.items():
        for _, row in sorted(given.get(question, {}).items()):
            yield {"round": round, "question": question, **row}


def _bets(game: View, names: list[str]) -> Iterator[dict[str, Any]]:
    for result in game.results:
        for line in result.lines:
            if line.target is not None:
                yield {
                    "round": result.round,
                    "team": names[line.seat],
                    "kind": line.kind,
                    "on": _space_name(line.target, result, names),
                    "token": line.token,
                    "chips": line.chips,
                    "odds": line.odds,
                    "won": line.won,
                    "change": line.change,
                }


def _space_name(target: Target, result: Result, names: list[str]) -> str:
    if target.seat is not None:
        return names[target.seat]
    return str(target.value) if target.value is not None else target.kind


def _bonuses(game: View, names: list[str]) -> Iterator[dict[str, Any]]:
    for result in game.results:
        for line in result.lines:
            if line.kind == "bonus":
                yield {"round": result.round, "team": names[line.seat], "change": line.change}


def _scores(game: View, names: list[str]) -> Iterator[dict[str, Any]]:
    chips = [0] * len(names)
    for result in game.results:
        chips = [c + d for c, d in zip(chips, result.deltas, strict=True)]
        yield {"round": result.round, **dict(zip(names, chips, strict=True))}


# --- files
def neutral(value: Any) -> Any:
    """A cell that no spreadsheet takes for a formula; numbers, negative ones too, stay numbers."""
    return "'" + value if isinstance(value, str) and value.startswith(_FORMULA) else value


def _safe(frame: pd.DataFrame) -> pd.DataFrame:
    safe = frame.astype(object).map(neutral)
    safe.columns = [neutral(c) for c in frame.columns]
    return safe


def _zipped(frames: dict[str, pd.DataFrame]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, frame in frames.items():
            # with a byte-order mark, which a spreadsheet needs to read Chinese
            archive.writestr(f"{name}.csv", _safe(frame).to_csv(index=False).encode("utf-8-sig"))
    return out.getvalue()


def _workbook(frames: dict[str, pd.DataFrame]) -> bytes:
    out = io.BytesIO()
    with pd.ExcelWriter(out, engine="openpyxl") as book:
        for name, frame in frames.items():
            _safe(frame).map(_cell).to_excel(book, sheet_name=name, index=False)
    return out.getvalue()


def _cell(value: Any) -> Any:
    """A decimal as a number where a spreadsheet can hold it exactly (15 digits), else as text."""
    if isinstance(value, Decimal):
        return (
            float(value) if len(value.as_tuple().digits) <= 15 and abs(value.adjusted()) < 300 else str(value)
        )
    return value


# --- the log
def log_lines(room: Room) -> Iterator[str]:
    """The log as JSON lines, a header first: entries of a question that is still open are left out, answers of questions
    that were put away before their reveal are blank, and people are P1, P2 …"""
    yield json.dumps({"wwlv": "log", "format": FORMAT, "code": room.opened.code}, ensure_ascii=False)
    view = room.view()
    known = {r.question for r in getattr(view.table, "results", ())}
    for entry in _closed(room):
        yield json.dumps(_line(entry, known, over=view.table.outcome is not None), ensure_ascii=False)


def _closed(room: Room) -> list[Entry]:
    """Everything up to the question on the table, or the one an undo or redo could bring back, unless that was settled."""
    table = room.view().table
    drawn = [e.event.question.id for e in room.log if isinstance(e.event, QuestionDrawn)]
    if not drawn or table.outcome is not None:  # a dice game draws none
        return room.log
    question = table.question or drawn[-1]
    known = {r.question for r in table.results}
    if table.result is not None or (table.question is None and question in known):
        return room.log
    first = next(
        k
        for k, e in enumerate(room.log)
        if isinstance(e.event, QuestionDrawn) and e.event.question.id == question
    )
    return room.log[:first]


def _line(entry: Entry, known: set[str], *, over: bool) -> dict[str, Any]:
    data = unstructured(_blanked(entry.event, known, over))
    return {
        "seq": entry.seq,
        "at_ms": entry.at_ms,
        "by": entry.by,
        "step": entry.step,
        "kind": kind_of(entry.event),
        "data": data,
    }


def _blanked(event: Any, known: set[str], over: bool) -> Any:
    """An event without people's names, an answer that nobody has been told, or the order of a pile still in play."""
    if isinstance(event, PersonJoined | PersonRenamed):
        return replace(event, name=f"P{event.person}")
    if isinstance(event, GameStarted) and not over:
        return replace(event, pile=tuple(sorted(event.pile)))
    if isinstance(event, QuestionAsked) and event.question not in known:
        return replace(event, answer=Decimal(0))
    if isinstance(event, QuestionDrawn) and event.question.id not in known:
        texts = tuple((lang, replace(w, explanation="")) for lang, w in event.question.texts)
        return replace(event, question=replace(event.question, answer=Decimal(0), texts=texts))
    return event
