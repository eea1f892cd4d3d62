"""Who leads, and where a team ended."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wwlv.room.view import RoomView
from wwlv.rules.game import Seat
from wwlv.screens.common import TeamTag, tags
from wwlv.text import Text


@dataclass(frozen=True, slots=True)
class Place:
    """A team in the standings; equal totals share a rank."""

    rank: int
    team: TeamTag
    total: str


def places(view: RoomView, totals: Sequence[int], shown: Sequence[str]) -> tuple[Place, ...]:
    """The teams with most first; none where the teacher hides the standings and the game still runs."""
    if not view.phones.standings and view.table.outcome is None:
        return ()
    order = sorted(range(len(totals)), key=lambda s: (-totals[s], s))
    return tuple(
        Place(1 + sum(t > totals[s] for t in totals), team, shown[s])
        for s, team in ((s, tags(view.teams)[s]) for s in order)
    )


def ranked(
    view: RoomView,
    seat: Seat,
    standings: Mapping[Seat, tuple[int, str]],
    winners: Sequence[Seat],
    text: Text,
) -> dict[str, Any]:
    """The end of the game for a team: its rank and total, who won, and everybody in order."""
    rank, total = standings[seat]
    teams = tags(view.teams)
    names = text.join([teams[s].name for s in winners])
    return {
        "rank": rank,
        "won": seat in winners,
        "headline": text(
            "phone.place.won" if seat in winners else "phone.place.other", rank=rank, n=len(teams)
        ),
        "total": total,
        "winners": text("podium.wins", names=names, n=len(winners)),
        "all": [
            Place(standings[s][0], teams[s], standings[s][1])
            for s in sorted(standings, key=lambda s: (standings[s][0], s))
        ],
    }
