"""The two charts at the right of the table: which, from what everybody may see."""

from collections.abc import Sequence
from decimal import Decimal
from itertools import accumulate
from typing import Any

from wwlv.charts.picture import Picture
from wwlv.charts.theme import DARK, LIGHT, Theme
from wwlv.room.room import RoomView
from wwlv.rules.wits.view import View
from wwlv.screens.common import in_dollars, mark_of, written
from wwlv.screens.table import hides_standings, prompt, space_key, target_key
from wwlv.text import Text
from wwlv.ui.chart import Chart
from wwlv.ui.host import Host
from wwlv.ui.odds import NOTHING, Live, LiveOdds
from wwlv.ui.street_pictures import added, street_pictures

_WIDTH, _HEIGHT, _TALL = 500, 288, 712  # design pixels of a chart's place in its panel


class Pictures:
    """Keeps two charts in step with the table and gives the panels their titles."""

    def __init__(self, host: Host, charts: tuple[Chart, Chart]) -> None:
        self._host, self._charts = host, charts
        self._shown: Any = None
        host.panels = self.panels
        host.drawn = self.show
        host.watch = self.watch
        self.odds = LiveOdds()
        self._pictures: tuple[Picture | None, Picture | None] = (None, None)

    def panels(self) -> list[dict[str, str]]:
        """Title, note and, where there is no chart yet, what to wait for; top panel first."""
        self._pictures = self._draw()
        first, second = self._pictures
        waits = [self._wait("guesses"), self._wait("race")]
        if self._host.room is not None and self._host.room.opened.game == "lasvegas":
            waits = [self._wait("street"), self._wait("money")]
        if self._host.playing is not None and hides_standings(self._host.playing.view):
            waits[1] = self._wait("hidden")
        pictures = [first, second]
        if self._tall():  # one panel with the race
            waits, pictures = waits[1:], pictures[:1]
        return [
            wait if picture is None else {"title": picture.title, "note": picture.note, "wait": ""}
            for picture, wait in zip(pictures, waits, strict=True)
        ]

    def _wait(self, name: str) -> dict[str, str]:
        text = self._host.text
        return {"title": text(f"panel.{name}"), "note": "", "wait": text(f"panel.{name}_wait")}

    def _tall(self) -> bool:
        """Whether one chart has the whole side: at the end of a game of questions."""
        room = self._host.room
        return self._host.screen == "podium" and room is not None and room.opened.game == "wits"

    def show(self) -> None:
        """Send the figures to the page, only those that changed."""
        on_table = self._host.screen in ("table", "street", "podium") and not self._host.way_in_shown
        pictures = self._pictures if on_table else (None, None)
        places = ("tall", "") if self._tall() else ("first", "second")
        for chart, picture, place in zip(self._charts, pictures, places, strict=True):
            chart.place = place if picture is not None else ""
            if picture is not None:
                chart.failed = self._host.text("chart.failed")
                chart.show(picture.figure, picture.alt)

    def watch(self) -> bool:
        """Called with every beat: whether odds were found that the panels can show."""
        room = self._host.room
        return room is not None and self.odds.look(room)

    def _live(self, view: RoomView) -> Live:
        room = self._host.room
        if room is None or view.game != "lasvegas":
            return NOTHING
        turning = self.odds.turning(room) if "turning" in view.odds else ()
        return Live(self.odds.now(view), self.odds.recent(view), tuple(turning))

    def _draw(self) -> tuple[Picture | None, Picture | None]:
        host = self._host
        if host.playing is None:
            return None, None
        view = host.playing.view
        height = _TALL if self._tall() else _HEIGHT
        theme = (DARK if host.theme == "dark" else LIGHT).sized(host.px, _WIDTH, height)
        live = self._live(view)
        key = (view.code, view.rev, host.text.lang, theme, self.odds.version)
        if self._shown is not None and self._shown[0] == key:
            return self._shown[1]  # type: ignore[no-any-return]
        drawn = pictures_of(view, host.text, theme, live)
        self._shown = (key, drawn)
        return drawn


def pictures_of(
    view: RoomView, text: Text, theme: Theme, live: Live = NOTHING
) -> tuple[Picture | None, Picture | None]:
    """Guesses above; below, the odds board or the stakes while bets are laid, the stakes until the answer, then the race."""
    if view.game == "lasvegas":
        return street_pictures(view, live, text, theme)
    game: View = view.table
    if game.phase in ("sorted", "bet", "answer") and not game.contenders:
        board = _board(view, text, theme) if game.phase != "answer" else None
        return _guesses(view, text, theme), board or _stakes(view, text, theme)
    if game.phase == "paid":
        return _guesses(view, text, theme), _race(view, text, theme)
    if game.phase == "over":
        return _race(view, text, theme), None
    return None, _race(view, text, theme) if game.results else None


def _guesses(view: RoomView, text: Text, theme: Theme) -> Picture | None:
    from wwlv.charts.guesses import guess_dots  # plotly is loaded with the first chart

    game: View = view.table
    known = [(g, view.teams[s]) for s, g in enumerate(game.guesses) if g is not None]
    crowd = [value for _, value in view.estimates]
    if not known and not crowd:
        return None
    return guess_dots(
        guesses=[g for g, _ in known],
        marks=[mark_of(team) for _, team in known],
        names=[team.name for _, team in known],
        crowd=crowd,
        answer=game.answer,
        unit=prompt(view, text.lang)[1],
        year=view.is_year,
        text=text,
        theme=theme,
        believed=_believed(view, known, crowd),
    )


def _believed(view: RoomView, known: Sequence[tuple[Decimal, Any]], crowd: Sequence[Decimal]) -> Any:
    """What the guesses say of the truth, where the class may see it: of everybody who wrote one, else of the teams."""
    if "belief" not in view.odds:
        return None
    from wwlv.odds.crowd import belief

    guesses = [value for value, _ in known]
    return belief(crowd if len(crowd) >= max(1, len(guesses)) else guesses, year=view.is_year)


def _board(view: RoomView, text: Text, theme: Theme) -> Picture | None:
    """What the bank pays against what the guesses imply, as long as a team can still bet on it."""
    game: View = view.table
    if "board" not in view.odds:
        return None
    from wwlv.charts.board import odds_board
    from wwlv.odds.crowd import crowd_odds

    estimates = [value for _, value in view.estimates]
    crowd = crowd_odds(spaces=game.spaces, estimates=estimates, year=view.is_year, rules=game.rules)
    if crowd is None:
        return None
    cards = iter(range(len(game.spaces)))
    labels = [
        _label(view, next(cards), text) if s.target.kind in ("guess", "board") else text(f"space.{s.target}")
        for s in crowd.spaces
    ]
    return odds_board(labels=labels, spaces=crowd.spaces, text=text, theme=theme)


def _stakes(view: RoomView, text: Text, theme: Theme) -> Picture | None:
    from wwlv.charts.stakes import SpaceStake, pays_against_staked

    game: View = view.table
    if any(b is None for b in game.bets):
        return None
    staked = _staked(game)
    spaces = [
        SpaceStake(_label(view, k, text), s.odds, staked.get(space_key(s, game.rules.duplicates), 0), None)
        for k, s in enumerate(game.spaces)
    ]
    if game.rules.too_high_odds is not None:
        spaces.insert(
            0, SpaceStake(text("space.too-high"), game.rules.too_high_odds, staked.get("too-high", 0), None)
        )
    if game.rules.colour_odds is not None:
        spaces += [
            SpaceStake(text(f"space.{c}"), game.rules.colour_odds, staked.get(c, 0), None)
            for c in ("red", "black")
        ]
    money = text.money if in_dollars(game.rules) else None
    return pays_against_staked(spaces=spaces, text=text, theme=theme, money=money)


def _label(view: RoomView, index: int, text: Text) -> str:
    """The guess; equal cards that lie side by side are told apart by their team."""
    space = view.table.spaces[index]
    value = written(space.value, text, year=view.is_year)
    twins = [s for s in view.table.spaces if s.value == space.value]
    return f"{value} {view.teams[space.seats[0]].name}" if len(twins) > 1 and space.seats else value


def _staked(game: View) -> dict[str, int]:
    staked: dict[str, int] = {}
    for own in game.bets:
        for bet in own or ():
            key = target_key(bet.space)
            staked[key] = staked.get(key, 0) + game.rules.token_values[bet.token] + bet.chips
    return staked


def _race(view: RoomView, text: Text, theme: Theme) -> Picture | None:
    from wwlv.charts.race import race

    game: View = view.table
    if hides_standings(view):
        return None
    rounds = [r.deltas for r in game.results if not r.sudden_death]
    start = game.rules.token_total if game.phase == "over" else 0  # the podium counts the tokens
    totals = list(accumulate(rounds, added, initial=(start,) * game.seats))
    return race(
        totals=totals,
        names=[team.name for team in view.teams],
        marks=[mark_of(team) for team in view.teams],
        money=text.money if in_dollars(game.rules) else text.number,
        text=text,
        theme=theme,
        rounds=game.rules.rounds,
    )
