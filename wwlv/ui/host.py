"""The teacher's session: what they do comes in, moves of the room go out, and a screen is drawn after each."""

import logging
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from wwlv.bots import Bots
from wwlv.decks.model import Card, Deck
from wwlv.errors import WwlvError
from wwlv.room.room import Room, Stale
from wwlv.room.store import RoomNotFound, Store, StoreError, now_ms
from wwlv.rules.game import IllegalMove
from wwlv.text import LANGUAGES, Text, catalog
from wwlv.ui import lobby, next_room, odds
from wwlv.ui.at_lobby import AtLobby
from wwlv.ui.at_table import AtTable
from wwlv.ui.demo import Demo
from wwlv.ui.on_street import OnStreet
from wwlv.ui.phones import Phones
from wwlv.ui.playing import Playing
from wwlv.ui.screens.lobby import house_context, howto_context
from wwlv.ui.screens.today import today_context
from wwlv.ui.stage import Act
from wwlv.ui.templates import rendered

log = logging.getLogger("wwlv")

_FORM = "lobby"


@dataclass(frozen=True, slots=True)
class Banner:
    """A message across the top: a refusal in words, or a bug."""

    sentence: str
    kind: str = "note"


class Host:
    """One open dashboard. Everything that must survive it lies in the store; what is here may be lost at any time.

    Parameters
    ----------
    show : takes the HTML of a screen
    tell : takes what the page should know beside it (which room this tab is in)
    save : takes name, MIME type and bytes of a file for the teacher
    """

    def __init__(
        self,
        store: Store,
        decks: Sequence[Deck],
        *,
        show: Callable[[str], None],
        tell: Callable[[dict[str, Any]], None],
        save: Callable[[str, str, bytes], None],
    ) -> None:
        self.store, self.decks = store, tuple(decks)
        self._show, self.tell, self.save = show, tell, save
        self.text: Text = catalog("en")
        self.theme, self.px = "light", 1.0
        self.room: Room | None = None
        self.playing: AtTable | None = None
        self.overlay = ""
        self.lobby, self.phones, self.demo = AtLobby(self), Phones(self), Demo(self)
        self.bots: Bots | None = None
        self.banner: Banner | None = None
        self.taken: Counter[str] = (
            Counter()
        )  # by field: grows when what was typed is taken, and the page empties it
        self.ready = False
        self.form = lobby.first_form(self.text)
        self.drawn: Callable[[], None] = lambda: None  # called when a screen has been drawn
        self.watch: Callable[[], bool] = lambda: False  # whether something was found that the panels can show
        self.panels: Callable[[], list[dict[str, str]]] = list  # what the two charts' panels say

    # --- in
    def receive(self, act: Act) -> None:
        """Do what the teacher did, and draw: a refusal becomes a banner in words, a bug a banner and a log line."""
        self.banner = None if act.name not in ("hello", "resized", "server") else self.banner
        try:
            self._do(act)
        except IllegalMove as refusal:
            self.warn(self.refusal(refusal))
        except StoreError as error:
            self.warn(rescued(error, self.text))
        except RoomNotFound:
            self.warn(self.text("lobby.no_such_room"))
        except Stale:
            self.warn(self.text("app.stale"))
        except Exception:  # whatever it is, the teacher must see that something went wrong
            log.exception("the dashboard failed at %s", act.name)
            self.banner = Banner(self.text("app.bug"), "bug")
        self.draw()

    def warn(self, sentence: str) -> None:
        """Show a message until the next thing the teacher does."""
        self.banner = Banner(sentence)

    def refusal(self, refusal: IllegalMove) -> str:
        """A refusal of the rules as a sentence."""
        params: dict[str, Any] = dict(refusal.params)
        if self.room is not None:
            names = [team.name for team in self.room.teams]
            for key in ("seat", "seats"):
                if isinstance(params.get(key), int):
                    params[key] = names[params[key]] if params[key] in range(len(names)) else "?"
                elif isinstance(params.get(key), tuple):
                    params[key] = self.text.join([names[s] for s in params[key]])
        return self.text(f"illegal.{refusal.code}", **params)

    def _do(self, act: Act) -> None:
        name = "on_" + act.name.replace("-", "_")
        who = (self, self.playing, self.phones, self.lobby, self.demo)
        handler = next((found for one in who if (found := getattr(one, name, None)) is not None), None)
        if handler is None:
            log.warning("an act nobody handles: %s", act.name)
            return
        handler(act)

    # --- everywhere
    def on_hello(self, act: Act) -> None:
        """A page has opened: its language, its look, and the room this tab was in."""
        self.ready = True
        self._choose_language(act.args.get("language", "en"))
        self.theme = "dark" if act.args.get("theme") == "dark" else "light"
        self.on_resized(act)
        kept = self.store.saved(_FORM).get("form")
        form = (lobby.loaded(kept) if kept else None) or lobby.first_form(self.text)
        self.form = lobby.translated(form, self.text)
        code = act.args.get("room", "")
        if code:
            try:
                self._enter(code)
            except RoomNotFound:
                self.tell({"room": ""})
        self.demo.opened(act.args.get("demo", ""))

    def on_resized(self, act: Act) -> None:
        """The size of the page, as a fraction of 1920x1080; charts need it for their type."""
        try:
            self.px = min(2.0, max(0.3, float(act.args.get("px", "1"))))
        except ValueError:
            self.px = 1.0

    def _choose_language(self, wanted: str) -> None:
        lang = "zh-Hant" if wanted.lower().startswith("zh") else "en"
        self.text = catalog(lang)

    def on_language(self, act: Act) -> None:
        """The other language, at once, in every sentence; team names nobody has changed follow."""
        if act.args.get("lang") not in LANGUAGES:
            return
        self.text = catalog(act.args["lang"])
        self.keep(lobby.translated(self.form, self.text))
        self.tell({"keep": {"language": self.text.lang}})

    def on_theme(self, _: Act) -> None:
        """Light for a bright classroom, dark for a dark one."""
        self.theme = "light" if self.theme == "dark" else "dark"
        self.tell({"keep": {"theme": self.theme}})

    def on_dismiss(self, _: Act) -> None:
        """The message has been read."""
        self.banner = None

    def on_overlay(self, act: Act) -> None:
        """Open a screen over the table or the lobby, or with no name close it."""
        name = act.args.get("name", "")
        known = (
            ("house", "howto", "today")
            if self.room is None
            else ("house", "howto", "today", "people", "remote")
        )
        self.overlay = name if name in known else ""
        self.phones.opened(self.overlay)

    def close_overlay(self) -> None:
        """Back to what lies under it."""
        self.overlay = ""
        self.phones.opened("")

    # --- from game to game
    def keep(self, form: lobby.Form) -> None:
        """The form as it is now, kept for the next refresh."""
        self.form = form
        self.store.save(_FORM, "form", lobby.dumped(form))

    def on_start(self, _: Act) -> None:
        """Sit down and play; a class that waits with its phones comes along."""
        self.sit_down(self.form, next_room.before(self.store, self.room))

    def sit_down(self, form: lobby.Form, old: Room | None) -> None:
        """Open a room at a table of this form, for whoever is in another."""
        room = Room.open(
            self.store,
            game=form.game,
            setup=form.setup,
            teams=form.teams,
            decks=(form.deck,) if form.deck else (),
            language=self.text.lang,
            time_up=form.time_up,
            title=form.title,
            box=self.cards(form.deck),
            people=next_room.brought(old, form.teams),
        )
        next_room.follow(old, room)
        room.show_odds(odds.wanted(self.store))
        self._sit(room)

    def cards(self, *decks: str) -> tuple[Card, ...]:
        """The cards of the named decks, of all with no name."""
        wanted = {name for name in decks if name}
        return tuple(card for deck in self.decks if not wanted or deck.name in wanted for card in deck.cards)

    def on_resume(self, act: Act) -> None:
        """Go on with a game that was left."""
        self._enter(act.args.get("code", ""))

    def _enter(self, code: str) -> None:
        room = Room(self.store, self.store.room_id(code))
        while room.left_for is not None:  # the class plays on elsewhere
            room = Room(self.store, room.left_for.room)
        self._sit(Room(self.store, room.id, box=self.cards(*room.opened.decks)))

    def _sit(self, room: Room) -> None:
        self.close_overlay()
        self.room = room
        room.uses_up_cards = not self.demo.on
        self.bots = Bots(room, speed=self.demo.speed)
        next_room.taken_up(self.store, room)
        self.playing = Playing(self, room) if room.opened.game == "wits" else OnStreet(self, room)
        self.phones.sat()
        self.tell({"room": room.opened.code})

    def on_to_lobby(self, _: Act) -> None:
        """Back to the lobby; an unfinished game is offered there again."""
        self.close_overlay()
        if self.room is not None:
            next_room.leave(self.store, self.room)
        self.demo.left()
        self.room = self.playing = self.bots = None
        self.phones.sat()
        self.tell({"room": ""})

    def on_again(self, act: Act) -> None:
        """Another game with the same teams and rules."""
        if self.room is not None:
            rules = self.room.view().table.rules
            options = lobby.GAMES[self.room.opened.game].differences(rules)
            self.keep(replace(self.form, preset=rules.preset, options=options, teams=self.room.teams))
        self.on_start(act)

    def on_other_game(self, act: Act) -> None:
        """From the podium into the other game with the same teams; the lobby asks where the numbers do not fit."""
        if self.room is None:
            return
        other = "las-vegas" if self.room.opened.game == "wits" else "original"
        form = replace(lobby.with_preset(self.form, other), teams=self.room.teams, youngest=None, oldest=None)
        self.keep(form)
        if len(form.teams) in form.rules.seats_allowed:
            self.on_start(act)
        else:
            self.on_to_lobby(act)

    def hurry_bots(self) -> None:
        """The bots that the table waits for move now."""
        if self.bots is not None:
            self.bots.hurry()

    # --- out
    def beat(self) -> None:
        """Called ten times a second: draw what others changed, ring a clock that ran out, let bots move."""
        if self.room is None:
            return
        try:
            changed = self.room.changed() | self.room.tick()
            if self.bots is not None:
                changed |= self.bots.step(now_ms()) | self.demo.step(now_ms())
            if self.room.left_for is not None:  # another dashboard has opened the next game
                self._enter(self.room.left_for.code)
            if changed | self.phones.look() | self.watch():
                self.draw()
        except StoreError as error:
            self.warn(rescued(error, self.text))
            self.draw()
        except Exception:
            log.exception("the dashboard failed while waiting")
            self.banner = Banner(self.text("app.bug"), "bug")
            self.draw()

    def draw(self) -> None:
        """Draw the screen; should even that fail, say so on a page that cannot."""
        try:
            self._show(self.html())
            self.drawn()
        except Exception:
            log.exception("the screen could not be drawn")
            self._show(
                f'<div class="page" data-ready="true"><p role="alert">{self.text("app.bug")}</p></div>'
            )

    @property
    def screen(self) -> str:
        """The name of the screen that is shown."""
        if not self.ready:
            return "hello"
        if self.overlay:
            return self.overlay
        if self.playing is None:
            return "lobby"
        if self.playing.view.table.phase == "over":
            return "podium"
        return self.playing.template.removesuffix(".html")

    @property
    def way_in_shown(self) -> bool:
        """Whether the way in for phones lies where the table and its charts would."""
        return self.playing is not None and self.phones.open(self.playing.view)

    def html(self) -> str:
        """The screen as HTML."""
        screen = self.screen
        shell = {
            "kind": screen,
            "ready": self.ready,
            "rev": str(self.room.rev) if self.room is not None else "0",
            "theme": self.theme,
            "focus": "",
            "phase": self.playing.view.phase if self.playing is not None else "",
            "banner": self.banner,
            "taken": self.taken,
            "demo": self.demo.on,
        }
        if screen == "hello":
            return rendered("hello.html", self.text, shell)
        if screen == "lobby":
            return rendered("lobby.html", self.text, {**shell, **self.lobby.context()})
        if screen == "house":
            return rendered(
                "house.html",
                self.text,
                {**shell, **house_context(self.form, odds.wanted(self.store), self.text)},
            )
        if screen == "howto":
            rules = self.playing.view.table.rules if self.playing is not None else self.form.rules
            return rendered("howto.html", self.text, {**shell, **howto_context(rules, self.text)})
        if screen == "today":
            return rendered("today.html", self.text, {**shell, **today_context(self.store, self.text)})
        assert self.playing is not None
        if screen == "people":
            return rendered("people.html", self.text, {**shell, **self.phones.people()})
        if screen == "remote":
            return rendered("remote.html", self.text, {**shell, **self.phones.pairing()})
        return rendered(
            f"{screen}.html", self.text, {**shell, **self.playing.context(), **self.phones.context()}
        )


def rescued(error: WwlvError, text: Text) -> str:
    """An error of the package as a sentence."""
    if isinstance(error, StoreError):
        return text(f"store.{error.code}", **error.params)
    return str(error)
