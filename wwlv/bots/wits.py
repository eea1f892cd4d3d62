"""How a bot bets in Wits & Wagers, from what its seat may see."""

import random
from collections.abc import Mapping, Sequence

from wwlv.odds.crowd import crowd_odds
from wwlv.room.log import Skill
from wwlv.room.view import RoomView
from wwlv.rules.game import Seat
from wwlv.rules.wits.model import Bet, LongShot, Rules, Space, Target
from wwlv.rules.wits.view import View

_OFTEN: Mapping[Skill, float] = {"rough": 0.35, "fair": 0.2, "sharp": 0.6}
"""How often a bot tries a Long Shot."""


# --- before the cards are turned
def shots(game: View, skill: Skill, rng: random.Random) -> tuple[LongShot, ...]:
    """At most one token on a team: rough on any, fair on the leader, sharp on whoever has been closest most often."""
    teams = list(game.guessed)
    if not teams or not game.rules.max_long_shots or rng.random() >= _OFTEN[skill]:
        return ()
    if skill == "rough":
        return (LongShot(0, rng.choice(teams)),)
    key = {s: game.chips[s] for s in teams}
    if skill == "sharp":
        key = {s: sum(s in r.winners for r in game.results) for s in teams}
    best = [s for s in teams if key[s] == max(key.values())]
    return (LongShot(0, _own(best, game.seat) if skill == "sharp" else rng.choice(best)),)


def _own(best: Sequence[Seat], seat: Seat | None) -> Seat:
    return seat if seat is not None and seat in best else best[0]


# --- once they lie open
def bets(view: RoomView, skill: Skill, rng: random.Random) -> tuple[Bet, ...]:
    """Where a bot lays the tokens that it has left, and how many chips go along."""
    game: View = view.table
    seat = game.seat or 0
    used = {shot.token for shot in game.long_shots[seat] or ()}
    free = [token for token in range(len(game.rules.token_values)) if token not in used]
    if not free or not game.spaces:
        return ()
    if skill == "rough":
        return _at_random(game, free, rng)
    return _near_the_median(game, free) if skill == "fair" else _by_worth(view, free)


def _at_random(game: View, free: Sequence[int], rng: random.Random) -> tuple[Bet, ...]:
    open_spaces = targets(game.spaces, game.rules)
    tokens = sorted(rng.sample(free, rng.randint(1, len(free))))
    stake = _stake(game, rng.random() * rng.random())
    return tuple(Bet(t, rng.choice(open_spaces), stake if t == tokens[0] else 0) for t in tokens)


def _near_the_median(game: View, free: Sequence[int]) -> tuple[Bet, ...]:
    """On the middle card and on the one left of it, which pays more and is as likely; a third of the chips on the latter."""
    middle = (len(game.spaces) - 1) // 2
    places = [max(0, middle - 1), middle]
    return tuple(
        Bet(token, target_of(game.spaces[at], game.rules), 0 if k else _stake(game, 1 / 3))
        for k, (token, at) in enumerate(zip(free, places, strict=False))
    )


def _by_worth(view: RoomView, free: Sequence[int]) -> tuple[Bet, ...]:
    """Where tokens, which are never lost, bring most if the crowd is right; half of Kelly's share where chips do."""
    game: View = view.table
    crowd = crowd_odds(
        spaces=game.spaces, estimates=[v for _, v in view.estimates], year=view.is_year, rules=game.rules
    )
    if crowd is None:
        return ()
    ranked = sorted(crowd.spaces, key=lambda place: -place.per_token)[: len(free)]
    stakes = max(ranked, key=lambda place: place.kelly)
    return tuple(
        Bet(token, place.target, _stake(game, place.kelly / 2) if place is stakes else 0)
        for token, place in zip(free, ranked, strict=False)
    )


def _stake(game: View, share: float) -> int:
    """So much of what the seat owns, in whole chips of the smallest value, within the house's limit."""
    chips, rules = game.chips[game.seat or 0], game.rules
    unit = 100 if rules.token_values[0] >= 100 else 1
    most = chips if rules.bet_limit is None or game.round >= rules.rounds else min(chips, rules.bet_limit)
    return max(0, min(most, int(chips * share) // unit * unit))


def target_of(space: Space, rules: Rules) -> Target:
    """How a bet names a space."""
    if rules.duplicates == "stack" or not space.seats:
        return Target("guess", value=space.value)
    return Target("board", seat=space.seats[0])


def targets(spaces: Sequence[Space], rules: Rules) -> tuple[Target, ...]:
    """Everything on which a token may lie once the cards are turned."""
    found = [target_of(space, rules) for space in spaces]
    if rules.too_high_odds is not None and spaces:
        found.append(Target("too-high"))
    if rules.colour_odds is not None:
        lying = {space.colour for space in spaces}
        found += [Target(colour) for colour in ("red", "black") if colour in lying]
    return tuple(found)
