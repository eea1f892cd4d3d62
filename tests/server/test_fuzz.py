"""Twenty thousand messages that no phone would send: nobody else notices, nothing is written, the server has no complaint."""

import asyncio
import json
import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from tornado.websocket import WebSocketClosedError

from tests.served import Server
from tests.server.phones import WORDS, Line, betting, room_in, store_of
from wwlv.room import people, tokens
from wwlv.room.fold import PERSON
from wwlv.room.log import PersonJoined, PersonSeated, Phones, PhonesSet
from wwlv.room.room import Room
from wwlv.room.roster import skeleton
from wwlv.room.store import Store, now_ms
from wwlv.server.messages import ACTS, LONGEST

MESSAGES = 20_000
LINES, PAUSE_S = 50, 0.051
"""So many, and so slow each, that nearly all messages are within the rate of their line and are looked at."""
SEED = 20_240_229

FIELDS = {name: [f for f in kind.__dataclass_fields__ if f != "id"] for name, kind in ACTS.items()}
NEVER = {"leave"}
"""Legal whenever it comes, and it would end the fuzzing of a person's line."""


@dataclass
class Nonsense:
    """Messages by chance. Those that could be legal for a person in a team are given a phase that has gone."""

    luck: random.Random
    codes: tuple[str, ...]
    tokens: tuple[str, ...]
    phase: str
    question: str
    made: int = 0
    kinds: dict[str, int] = field(default_factory=dict)

    def one(self) -> str | bytes:
        """The next message."""
        self.made += 1
        make: Callable[[], str | bytes] = self.luck.choices(
            [self.noise, self.binary, self.cut, self.shape, self.mistyped, self.misplaced, self.oversized],
            [10, 5, 15, 15, 35, 35, 0.3],
        )[0]
        self.kinds[make.__name__] = self.kinds.get(make.__name__, 0) + 1
        return make()

    def noise(self) -> str:
        """Any characters."""
        alphabet = '{}[]":,\\ \t\n\x00\x7f\u200b\u202e\ufeffactid0123456789eE+-.猫🎲'
        return "".join(self.luck.choices(alphabet, k=self.luck.randrange(0, 120)))

    def binary(self) -> bytes:
        """A binary frame, of chance or of a message."""
        if self.luck.random() < 0.5:
            return self.luck.randbytes(self.luck.randrange(0, 200))
        return json.dumps(self.filled(self.luck.choice(sorted(ACTS)), self.wrong)).encode()

    def cut(self) -> str:
        """JSON that ends too early, or has something in its middle."""
        whole = json.dumps(self.filled(self.luck.choice(sorted(ACTS.keys() - NEVER)), self.right))
        at = self.luck.randrange(0, len(whole))
        return (
            whole[:at]
            if self.luck.random() < 0.7
            else whole[:at] + self.luck.choice('{}[]",:\x00') + whole[at:]
        )

    def shape(self) -> str:
        """JSON, but no message."""
        return json.dumps(self.wrong())[: LONGEST // 2]

    def mistyped(self) -> str:
        """An act with fields of the wrong kind, missing, or too many."""
        act = self.luck.choice(sorted(ACTS))
        message = self.filled(act, self.right)
        names = [name for name in message if name != "act"]
        for name in self.luck.sample(names, self.luck.randrange(0, len(names) + 1)):
            if self.luck.random() < 0.3:
                del message[name]
            else:
                message[name] = self.wrong()
        if self.luck.random() < 0.3 or act not in ("ping", "hello", "look"):
            message[self.luck.choice(["by", "seat ", "phase2", "__class__", ""])] = self.wrong()
        return json.dumps(message)[:LONGEST]

    def misplaced(self) -> str:
        """An act of the right shape by somebody who may not, or at a wrong time."""
        act = self.luck.choice(sorted(ACTS.keys() - NEVER))
        return json.dumps(self.filled(act, self.right))

    def oversized(self) -> str:
        """Longer than any message."""
        return "x" * (LONGEST + self.luck.randrange(1, 100_000))

    # --- parts
    def filled(self, act: str, value: Callable[[str], Any]) -> dict[str, Any]:
        """An act with every field it has."""
        id = f"{self.luck.randrange(10**9)}"
        return {"act": act, "id": id} | {name: value(name) for name in FIELDS[act]}

    def right(self, name: str) -> Any:
        """A value of the right kind for a field, seldom a sensible one."""
        luck = self.luck
        number = luck.choice([-1, 0, 1, 2, 6, 7, 99, -(10**14), 10**14, 10**15, 10**300])
        text = luck.choice(["", "x" * 200, "ß", "🎲", "\x00", "\u202e", "猫", "a" * 201, "Ann"])
        of: dict[str, Any] = {
            "lang": luck.choice(["en", "zh-Hant", "tlh", text]),
            "token": luck.choice([*self.tokens, text]),
            "code": luck.choice([*self.codes, text, "0000"]),
            "phase": luck.choice(["1.guess", "0.ready", "2.bet", "1.roll", text]),
            "question": luck.choice([self.question, text]),
            "value": luck.choice(
                ["1", "-1", "1e-300", "1E+999999", "-0", "9" * 200, "0." + "0" * 190 + "1", "1e400"]
            ),
            "space": luck.choice(
                ["red", "guess:12", "guess:1E+99999", "board:99", "guess:sNaN", "too-high", text]
            ),
            "typed": luck.choice(["1,5", "1.5e", "½", "三千", "9" * 200, "1/0", "(" * 100, text]),
            "device": luck.choice(["a device", text]),
            "name": text,
            "secret": text,
            "anyway": luck.random() < 0.5,
            "locked": luck.random() < 0.5,
            "team": luck.choice([None, number]),
        }
        return of.get(name, number)

    def now(self) -> dict[str, Any]:
        """An act of the moment, with something in it that the rules refuse."""
        luck, place = self.luck, {"phase": self.phase, "question": self.question}
        nowhere = [
            "guess:1E+99999",
            "guess:-0",
            "guess:1_0",
            "guess:",
            "board:7",
            "board:²",
            "team:1",
            ":",
            "猫",
        ]
        made: list[tuple[str, dict[str, Any]]] = [
            (
                "lay",
                {"token": luck.choice([-1, 2, 99, 10**14]), "space": "red", "chips": luck.choice([0, -5])},
            ),
            ("lay", {"token": 0, "space": "guess:100", "chips": luck.choice([-1, 10**6, -(10**14), 10**14])}),
            ("lay", {"token": 1, "space": luck.choice(nowhere), "chips": 0}),
            ("shoot", {"token": luck.choice([0, 1, 7, -1]), "team": luck.choice([None, 1, 99, -1])}),
            ("estimate", {"value": luck.choice(["1", "1E+999999", "-1"])}),
            ("vote", {"face": luck.choice([1, 0, -1, 10**14])}),
            ("place", {"face": luck.choice([1, 0, -1, 10**14])}),
            ("roll", {}),
            ("sit", {"seat": luck.choice([-1, 5, 99, 10**14])}),
        ]
        act, fields = luck.choice(made)
        there = {name: place[name] for name in FIELDS[act] if name in place}
        return {"act": act, "id": str(luck.randrange(10**9)), **there, **fields}

    def wrong(self, _: str = "", depth: int = 0) -> Any:
        """Any JSON."""
        luck = self.luck
        pick = luck.randrange(14 if depth < 4 else 10)
        if pick >= 12:
            return {
                luck.choice(["id", "act", "a", ""]): self.wrong("", depth + 1)
                for _ in range(luck.randrange(4))
            }
        if pick >= 10:
            return [self.wrong("", depth + 1) for _ in range(luck.randrange(4))]
        return luck.choice(
            [
                None,
                True,
                False,
                0,
                -1,
                1.5,
                1e308,
                float("nan"),
                float("inf"),
                10**15,
                10**400,
                "",
                "1",
                "\ud800",
                "x" * 300,
            ]
        )


async def bother(server: Server, nonsense: Nonsense, token: str, share: int) -> list[dict[str, Any]]:
    """Send a share of the nonsense over one line after the other; everything that was heard."""
    lines: list[Line] = []
    for k in range(share):
        if not lines or lines[-1].is_closed:
            lines.append(await Line.open(server.url))
            if token:
                await lines[-1].put(json.dumps({"id": "h", "act": "hello", "lang": "en", "token": token}))
        with suppress(WebSocketClosedError):  # it was cut for the last message
            await lines[-1].put(json.dumps(nonsense.now()) if k % 4 == 0 else nonsense.one())
        await asyncio.sleep(PAUSE_S)
    with suppress(WebSocketClosedError):
        await lines[-1].put(json.dumps({"id": "last", "act": "ping"}))
    assert await lines[-1].until(lambda one: one.is_closed or one.heard[-1][1].get("id") == "last")
    for line in lines:
        line.close()
        await line.until(lambda one: one.is_closed, 2)
    return [message for line in lines for _, message in line.heard]


async def play_along(line: Line, over: asyncio.Event) -> int:
    """How many times somebody innocent was answered."""
    answered = 0
    while not over.is_set():
        assert (await line.ask("ping"))["ok"]
        answered += 1
        await asyncio.sleep(0.2)
    return answered


async def lesson(
    server: Server, nonsense: Nonsense, own: str, innocent: str
) -> tuple[list[dict[str, Any]], Line, int]:
    """Everybody at once: the answers to the nonsense, and how the innocent fared."""
    line, over = await Line.open(server.url), asyncio.Event()
    await line.ask("hello", lang="en", token=innocent)
    playing = asyncio.create_task(play_along(line, over))
    shares = (bother(server, nonsense, own if k % 2 else "", MESSAGES // LINES) for k in range(LINES))
    heard = [message for part in await asyncio.gather(*shares) for message in part]
    over.set()
    answered = await playing
    bet = {"token": 0, "space": "red", "chips": 0}
    assert (await line.ask("lay", phase=nonsense.phase, question=nonsense.question, **bet))["ok"]
    assert not line.is_closed
    line.close()
    await line.until(lambda one: one.is_closed, 2)
    return heard, line, answered


def joined(store: Store, room: Room, name: str, seat: int) -> str:
    """The token of somebody who is in a team."""
    room.do(lambda: people.joined(room, name), by=f"{PERSON}0")
    person = room.roster.last
    room.do(lambda: people.moved(room, person, seat))
    return tokens.let_in(store, room.id, "person", now_ms(), person=person)


def test_twenty_thousand_messages_of_nonsense_disturb_nobody(serve: Callable[..., Server]) -> None:
    server = serve(*WORDS)
    store = store_of(server)
    shut, far, wide = (room_in(store) for _ in range(3))
    own, innocent = joined(store, shut, "Mallory", 1), joined(store, shut, "Ann", 0)
    foreign = joined(store, far, "Eve", 2)
    for room in (shut, far):
        room.do(lambda: [PhonesSet(Phones(locked=True, seating="host"))])
    betting(shut)
    codes = tuple(room.opened.code for room in (shut, far, wide))
    nonsense = Nonsense(random.Random(SEED), codes, (own, foreign), shut.phase, shut.question)
    before = [(room.rev, room) for room in (shut, far)]

    heard, line, answered = asyncio.run(lesson(server, nonsense, own, innocent))

    assert min(nonsense.kinds.values()) >= 20
    codes_heard = Counter(message.get("code", "") for message in heard if message.get("ok") is False)
    assert "broken" not in codes_heard
    assert codes_heard["bad-message"] > MESSAGES / 4
    assert codes_heard["too-fast"] < MESSAGES / 20  # or little of it was looked at
    assert {
        "not-in",
        "not-yours",
        "stale-phase",
        "wrong-phase",
        "no-such-space",
        "room-locked",
    } <= codes_heard.keys()
    assert (line.gone, answered > 20) == ([], True)
    for rev, room in before:
        room.refresh()
        assert [e.by for e in room.log[rev:]] == (["person:2"] if room is shut else [])  # the innocent bet
    wide.refresh()
    assert {type(e.event) for e in wide.log if e.by.startswith(PERSON)} <= {PersonJoined, PersonSeated}
    assert len({skeleton(p.name) for p in wide.roster.people}) == len(wide.roster.people)
    assert Room(store, wide.id).roster.people == wide.roster.people
    server.end()
    assert server.log == ""
    store.close()
