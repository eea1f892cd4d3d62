"""A class in the middle of a game, of which every byte that anybody receives is kept."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from playwright.sync_api import Page

from tests.e2e.marks import Amount, Ear, Mark, Number, Word, unzipped
from tests.e2e.teacher import Teacher
from tests.room.conftest import COLOURS, question
from tests.served import Server
from tests.server.phones import Class, Line, Phone, store_of
from tests.server.web import ask
from wwlv.decks.model import Card, Question
from wwlv.frames import exported
from wwlv.room import tokens
from wwlv.room.log import Phones, PhonesSet, Team
from wwlv.room.room import Room
from wwlv.room.store import Store, now_ms
from wwlv.rules.wits.model import Bet, Setup, Target
from wwlv.rules.wits.moves import (
    CloseBetting,
    CloseGuesses,
    CloseLongShots,
    OpenBetting,
    PlaceBets,
    RevealAnswer,
    SubmitGuess,
)
from wwlv.rules.wits.presets import rules_of
from wwlv.text import catalog

Serve = Callable[..., Server]
Pages = Callable[..., Page]

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 780}, "locale": "en-GB"}
KINDS = ("xlsx", "csv", "jsonl")


class Wire(Line):
    """A phone's connection of which every byte is kept."""

    def __init__(self) -> None:
        super().__init__(keep=False)
        self.ear = Ear("")

    def _take(self, raw: str | bytes | None) -> None:
        if raw is not None:
            self.ear.take(raw)
        super()._take(raw)


@dataclass(frozen=True, slots=True)
class Secrets:
    """A question nobody has seen before."""

    answer: Number
    words: tuple[Word, ...]  # one in the explanation of each language, one in the source
    card: Card

    @classmethod
    def drawn(cls) -> "Secrets":
        answer, words = Number.drawn(12), tuple(Word.drawn() for _ in range(3))

        def marked(plain: Question) -> Question:
            texts = tuple(
                (lang, replace(wording, explanation=f"Because of {word.letters}."))
                for (lang, wording), word in zip(plain.texts, words, strict=False)
            )
            return replace(plain, answer=Decimal(answer.value), texts=texts, source=words[2].letters)

        easy, hard, *others = (question("marked", k) for k in range(1, 8))
        return cls(answer, words, Card("marked", "test", (easy, marked(hard), *others)))

    @property
    def marks(self) -> tuple[Mark, ...]:
        return (self.answer, *self.words)


class Classroom:
    """A room in its second question, everybody who listens, and what may be known to whom.

    Teams: 0 has Ann (its captain) and Ben, 1 has Cas (captain) and Dan, 2 has Eve.
    """

    def __init__(self, server: Server, page: Pages, *, guess: str, secret_bets: bool) -> None:
        self.server, self.page = server, page
        self.store: Store = store_of(server)
        self.secrets = Secrets.drawn()
        self.room = self._room_with_money(secret_bets, guess)
        self.code = self.room.opened.code
        self.ears: dict[str, Ear] = {}
        self.pages: dict[str, Page] = {}
        self.raw: dict[str, Phone] = {}
        self.tokens: dict[str, Word] = {}
        self._class = Class()

    def close(self) -> None:
        for phone in self.raw.values():
            phone.close()
            assert phone.until(lambda line: line.is_closed)
        self._class.close()
        self.store.close()

    def _room_with_money(self, secret_bets: bool, guess: str) -> Room:
        """A first question has been played, so that every team has chips to lay under its tokens."""
        options = {"small_tables": True, "secret_bets": secret_bets, "token_values": [250_000, 250_000]}
        room = Room.open(
            self.store,
            game="wits",
            setup=Setup(rules_of("vegas", options), 3),
            teams=[Team(f"Team {k + 1}", COLOURS[k]) for k in range(3)],
            box=[self.secrets.card],
        )
        room.do(lambda: [PhonesSet(Phones(guess=guess))])  # type: ignore[arg-type]  # one of three
        room.ask()
        asked = room.question
        for seat in range(3):
            room.play(SubmitGuess(seat, asked, Decimal(seat + 3)))
        for move in (CloseGuesses, CloseLongShots, OpenBetting):
            room.play(move(asked))
        for seat in range(3):
            room.play(PlaceBets(seat, asked, tuple(Bet(k, Target("board", seat=2)) for k in (0, 1))))
        for move in (CloseBetting, RevealAnswer):
            room.play(move(asked))
        assert min(room.state.chips) >= 1_000_000
        return room

    # --- who is there
    def dashboard(self) -> Teacher:
        tab = self.page()
        self.ears["dashboard"] = Ear.at("dashboard", tab)
        tab.add_init_script(f"sessionStorage.setItem('wwlv.room', {self.code!r})")
        self.teacher = Teacher(self.server, tab)
        self.teacher.ready("table")
        assert self.teacher.phase == "1.paid"
        return self.teacher

    def on_a_page(self, name: str, seat: int) -> None:
        tab = self.page(**PHONE)
        tab.set_default_timeout(30_000)
        self.ears[name], self.pages[name] = Ear.at(name, tab), tab
        tab.goto(f"{self.server.url}wwlv/{self.code}?lang=en")
        tab.fill("#name", name)
        tab.press("#name", "Enter")
        tab.click(f"[data-act=sit][data-a-seat='{seat}']")
        tab.wait_for_selector("#screen[data-name=wits]")
        self.tokens[name] = Word(
            tab.evaluate("localStorage.getItem(`wwlv.${document.documentElement.dataset.base}.token`)")
        )

    def without_a_screen(self, name: str) -> Phone:
        wire: Wire = self._class.run(Wire.open(self.server.url))  # type: ignore[arg-type]  # its own kind
        wire.ear.name = name
        self.ears[name], self.raw[name] = wire.ear, Phone(self._class, wire)
        return self.raw[name]

    def member(self, name: str, seat: int | None) -> None:
        phone = self.without_a_screen(name)
        assert phone.hello(code=self.code)["ok"]
        assert phone.join(self.code, name)["ok"]
        self.tokens[name] = Word(phone.token)
        if seat is not None:
            assert phone.ask("sit", seat=seat)["ok"]

    def stranger(self) -> None:
        phone = self.without_a_screen("stranger")
        assert phone.hello(code=self.code)["ok"]
        assert phone.ask("look", code=self.code)["ok"]

    def asking(self, name: str) -> None:
        """A device that shows the secret of the QR code and waits to be let in."""
        phone = self.without_a_screen(name)
        secret = tokens.let_in(self.store, self.room.id, "pairing", now_ms())
        answer = phone.ask("pair", secret=secret)
        assert answer["ok"]
        self.tokens[name] = Word(answer["token"])
        assert phone.shown["screen"] == "asking"

    def remote(self) -> None:
        self.asking("remote")
        (waiting,) = self.store.grants(self.room.id, "asking", now_ms())
        assert tokens.let_remote_in(self.store, self.room.id, waiting.person, now_ms())
        assert self.raw["remote"].until(lambda line: line.shown["screen"] == "remote")

    def everybody(self) -> Teacher:
        teacher = self.dashboard()
        self.on_a_page("Ann", 0)
        self.on_a_page("Ben", 0)
        self.on_a_page("Cas", 1)
        self.member("Dan", 1)
        self.member("Eve", 2)
        self.member("Flo", None)
        self.stranger()
        self.remote()
        self.asking("rival")
        return teacher

    # --- what they do
    def guess(self, name: str, number: Number) -> None:
        if name in self.raw:
            phone = self.raw[name]
            assert phone.ask("read", typed=str(number.value))["readings"]
            where = {"phase": self.room.phase, "question": self.room.question}
            assert phone.ask("estimate", **where, value=str(number.value))["ok"]
            return
        tab = self.pages[name]
        tab.fill("#guess", str(number.value))
        tab.click("[data-send]:enabled")
        said = catalog("en").number(number.value)
        tab.locator("[data-mine=own]", has_text=said).wait_for()

    def lay(self, name: str, space: str, amount: Amount) -> None:
        where = {"phase": self.room.phase, "question": self.room.question}
        laid = self.raw[name].ask("lay", **where, token=0, space=space, chips=amount.value)
        assert laid["ok"], laid

    def wait_for(self, phase: str) -> None:
        """Until every screen of the room shows a phase; the stranger has none."""
        self.room.refresh()
        assert self.room.phase == phase
        self.teacher.page.wait_for_selector(f"[data-phase='{phase}']")
        for tab in self.pages.values():
            tab.wait_for_function(
                "phase => document.querySelector('#screen').dataset.moment.endsWith('/' + phase)", arg=phase
            )
        for name in self.raw.keys() - {"stranger"}:
            assert self.raw[name].until(lambda line: line.shown["phase"] == phase), name

    def next(self) -> None:
        """The teacher presses Enter, once the dashboard shows what the phones have done."""
        self.room.refresh()
        self.teacher.until(f"Number(document.querySelector('[data-rev]').dataset.rev) >= {self.room.rev}")
        self.teacher.next()

    def reload(self, name: str) -> None:
        """A page comes back; what it was sent is read first, as a browser forgets it."""
        assert self.ears[name].messages
        if name == "dashboard":
            self.teacher.page.reload(wait_until="commit")
            self.teacher.ready("table")
        else:
            self.pages[name].reload()
            self.pages[name].wait_for_selector("#screen[data-name=wits]")

    # --- what was heard
    def hear(self, mark: Mark, *, before: str = "") -> set[str]:
        """Who has received it, ever or before they were told of a phase."""
        return {
            name for name, ear in self.ears.items() if mark.is_in(ear.before(before) if before else ear.all)
        }

    @property
    def at_the_table(self) -> set[str]:
        """Whoever sees the mat."""
        return {"dashboard", "Ann", "Ben", "Cas", "Dan", "Eve"}

    def published(self) -> bytes:
        """What else leaves the server: files for the teacher, what anybody may ask for, and what it says."""
        files = [unzipped(exported(self.room, kind)[2]) for kind in KINDS]
        paths = (
            "",
            "wwlv/",
            f"wwlv/{self.code}",
            "wwlv/remote",
            "wwlv/health",
            "wwlv/nothing",
            f"{self.code}.jsonl",
        )
        return b"\n".join([*files, *(ask(self.server.url + path).body for path in paths), self.said])

    @property
    def said(self) -> bytes:
        """The logs, of the server and of its kernels."""
        return (self.server.out + self.server.log).encode()
