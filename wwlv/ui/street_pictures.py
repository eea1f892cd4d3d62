"""The two charts beside the street: which, and the live odds where the teacher shows them."""

from collections.abc import Sequence
from itertools import accumulate

from wwlv.charts.picture import Picture
from wwlv.charts.theme import Theme
from wwlv.room.room import RoomView
from wwlv.rules.lasvegas.scoring import winnings
from wwlv.rules.lasvegas.view import View as Street
from wwlv.screens.common import mark_of
from wwlv.screens.table import hides_standings
from wwlv.text import Text
from wwlv.ui.odds import GAMES, PAST_GAMES, Live


def added(totals: Sequence[int], deltas: Sequence[int]) -> tuple[int, ...]:
    """Totals after one more round."""
    return tuple(t + d for t, d in zip(totals, deltas, strict=True))


def street_pictures(
    view: RoomView, live: Live, text: Text, theme: Theme
) -> tuple[Picture | None, Picture | None]:
    """Dice on the street and the race of money; after a round who won which notes; at the end whom each casino paid too."""
    from wwlv.charts.street import casino_dice
    from wwlv.charts.winnings import notes_by_value, paid_whom

    game: Street = view.table
    names, marks = [team.name for team in view.teams], [mark_of(team) for team in view.teams]
    casinos = [text(f"casino.{number}") for number in range(1, 7)]
    white = game.rules.neutral_dice
    if game.phase == "over":
        paid = [[0] * game.seats for _ in casinos]
        for payment in (p for payments in game.history for p in payments):
            for seat, _ in payment.paid:
                if seat in range(game.seats):
                    paid[payment.casino - 1][seat] += 1
        return (
            notes_by_value(notes=game.won, names=names, marks=marks, text=text, theme=theme),
            _turning(view, live, text, theme)
            or paid_whom(paid=paid, casinos=casinos, names=names, marks=marks, text=text, theme=theme),
        )
    if game.phase == "paid" and not hides_standings(view):
        won = notes_by_value(notes=game.won, names=names, marks=marks, text=text, theme=theme)
        return won, _turning(view, live, text, theme) or _money_race(view, text, theme)
    counts = [row if white else row[: game.seats] for row in game.dice]
    dice = casino_dice(
        counts=counts, marks=marks, names=names, white=white, casinos=casinos, text=text, theme=theme
    )
    first = _chances(view, live, text, theme) or (dice if any(map(any, counts)) else None)
    second = _worth(view, live, text, theme) or _turning(view, live, text, theme)
    return first, second or _money_race(view, text, theme)


def _chances(view: RoomView, live: Live, text: Text, theme: Theme) -> Picture | None:
    """Who takes which note of this round, as far as it has been found."""
    game: Street = view.table
    if "chances" not in view.odds or live.recent is None or game.phase not in ("roll", "place", "pay"):
        return None
    from wwlv.charts.chances import note_chances

    return note_chances(
        chances=[[[float(p) for p in note] for note in casino] for casino in live.recent.notes],
        notes=game.notes,
        casinos=[text(f"casino.{number}") for number in range(1, 7)],
        names=[team.name for team in view.teams],
        marks=[mark_of(team) for team in view.teams],
        games=GAMES,
        text=text,
        theme=theme,
    )


def _worth(view: RoomView, live: Live, text: Text, theme: Theme) -> Picture | None:
    """What every face of the roll on the table is worth, once that has been found."""
    game: Street = view.table
    if "worth" not in view.odds or live.now is None or game.phase != "place" or game.turn is None:
        return None
    from wwlv.charts.worth import face_worth

    return face_worth(
        worth=live.now.face_worth,
        casinos=[text(f"casino.{number}") for number in range(1, 7)],
        team=view.teams[game.turn].name,
        mark=mark_of(view.teams[game.turn]),
        games=GAMES // 2,
        text=text,
        theme=theme,
    )


def _turning(view: RoomView, live: Live, text: Text, theme: Theme) -> Picture | None:
    """The chance to win over the turns: it says who leads, so not where that is hidden."""
    if "turning" not in view.odds or not live.turning or hides_standings(view):
        return None
    from wwlv.charts.turning import win_chances

    return win_chances(
        rounds=[point.label for point in live.turning],
        chances=[point.win for point in live.turning],
        names=[team.name for team in view.teams],
        marks=[mark_of(team) for team in view.teams],
        games=PAST_GAMES,
        text=text,
        theme=theme,
    )


def _money_race(view: RoomView, text: Text, theme: Theme) -> Picture | None:
    from wwlv.charts.race import race

    game: Street = view.table
    if not game.history or hides_standings(view):
        return None
    rounds = [winnings(payments, game.seats) for payments in game.history]
    return race(
        totals=list(accumulate(rounds, added, initial=(0,) * game.seats)),
        names=[team.name for team in view.teams],
        marks=[mark_of(team) for team in view.teams],
        money=text.money,
        text=text,
        theme=theme,
        rounds=game.rules.rounds,
        notes=True,
    )
