"""Where the cards lie, which space wins and what it pays: exact numbers, pay-outs as profit on top of the stake."""

from collections.abc import Iterable, Sequence
from decimal import Context, Decimal
from typing import Literal

from wwlv.rules.game import IllegalMove, Seat
from wwlv.rules.wits.model import (
    Bet,
    Colour,
    Line,
    LongShot,
    Outcome,
    Result,
    Rules,
    Space,
    Standing,
    State,
    Target,
)

CENTRE_ODDS = 2
"""The middle space pays 2 to 1, every step away from it 1 more."""


def offsets(count: int) -> tuple[int, ...]:
    """Steps from the centre for `count` spaces; with an even number the centre stays empty.

    >>> offsets(4), offsets(5)
    ((-2, -1, 1, 2), (-2, -1, 0, 1, 2))
    """
    half = count // 2
    return tuple(k for k in range(-half, half + 1) if k or count % 2)


def _halfway(a: Decimal, b: Decimal) -> Decimal:
    digits = abs(a.adjusted()) + abs(b.adjusted()) + len(a.as_tuple().digits) + len(b.as_tuple().digits) + 9
    wide = Context(prec=digits)  # wide enough that neither the sum nor the half is rounded
    return wide.divide(wide.add(a, b), Decimal(2))


def _cards(guesses: Sequence[Decimal | None], rules: Rules) -> list[tuple[Decimal, tuple[Seat, ...]]]:
    """Value and authors of every space from left to right; equal values in seat order."""
    cards = sorted((value, seat) for seat, value in enumerate(guesses) if value is not None)
    boards: list[tuple[Decimal, tuple[Seat, ...]]] = [(value, (seat,)) for value, seat in cards]
    if rules.two_player_dummy and len(guesses) == 2 and len(boards) == 2:
        boards.insert(1, (_halfway(boards[0][0], boards[1][0]), ()))
    if rules.duplicates == "side-by-side":
        return boards
    stacks: list[tuple[Decimal, tuple[Seat, ...]]] = []
    for value, seats in boards:
        if stacks and stacks[-1][0] == value:
            stacks[-1] = (stacks[-1][0], stacks[-1][1] + seats)
        else:
            stacks.append((value, seats))
    return stacks


def mat(guesses: Sequence[Decimal | None], rules: Rules) -> tuple[Space, ...]:
    """The guesses (by seat, None without a card) on their spaces, lowest first (O-7, O-8, V-2 to V-4)."""
    cards = _cards(guesses, rules)
    return tuple(
        Space(offset, CENTRE_ODDS + abs(offset), _colour(offset, rules), value, seats)
        for offset, (value, seats) in zip(offsets(len(cards)), cards, strict=True)
    )


def _colour(offset: int, rules: Rules) -> Colour | None:
    if rules.colour_odds is None:
        return None
    return rules.centre_colour if offset == 0 else "red" if offset < 0 else "black"


def winning(spaces: Sequence[Space], answer: Decimal) -> tuple[int, ...]:
    """Indices of the spaces that hold the largest guess not over the answer; empty if all are too high (O-14)."""
    best = max((s.value for s in spaces if s.value <= answer), default=None)
    return tuple(k for k, s in enumerate(spaces) if best is not None and s.value == best)


def space_at(spaces: Sequence[Space], target: Target, rules: Rules) -> int | None:
    """Index of the space a target names, None for too high, red and black.

    Raises
    ------
    IllegalMove
        ``no-such-space``: no card lies there, or this mat has no such space.
    """
    open_spaces = {
        "too-high": rules.too_high_odds is not None and bool(spaces),
        "red": rules.colour_odds is not None and any(s.colour == "red" for s in spaces),
        "black": rules.colour_odds is not None and any(s.colour == "black" for s in spaces),
    }
    if open_spaces.get(target.kind):
        return None
    for k, space in enumerate(spaces):
        if (target.kind == "board" and target.seat in space.seats) or (
            target.kind == "guess" and target.value == space.value
        ):
            return k
    raise IllegalMove("no-such-space", space=str(target))


def check_bets(
    bets: Sequence[Bet],
    spaces: Sequence[Space],
    rules: Rules,
    *,
    used: Iterable[int],
    chips: int | None,
    last: bool,
) -> None:
    """Raise IllegalMove unless a seat may lay these bets beside the tokens it has `used` as Long Shots.

    `chips` is what the seat owns (None: not checked), `last` whether this is the last question.
    """
    tokens = [*used, *(b.token for b in bets)]
    if len(tokens) > len(rules.token_values):
        raise IllegalMove("too-many-bets", most=len(rules.token_values))
    if len(set(tokens)) < len(tokens) or any(t not in range(len(rules.token_values)) for t in tokens):
        raise IllegalMove("no-such-token")
    for bet in bets:
        space_at(spaces, bet.space, rules)
        if bet.chips < 0:
            raise IllegalMove("negative-chips", chips=bet.chips)
    staked = sum(b.chips for b in bets)
    if chips is not None and staked > chips:
        raise IllegalMove("not-enough-chips", staked=staked, chips=chips)
    if rules.bet_limit is not None and not last and staked > rules.bet_limit:
        raise IllegalMove("over-the-limit", staked=staked, limit=rules.bet_limit)


def check_long_shots(shots: Sequence[LongShot], guesses: Sequence[Decimal | None], rules: Rules) -> None:
    """Raise IllegalMove unless a seat may lay these Long Shots; a team without a board has no icon to lay them on."""
    if rules.long_shot_odds is None:
        raise IllegalMove("no-such-space", space="long-shot")
    if len(shots) > rules.max_long_shots:
        raise IllegalMove("too-many-bets", most=rules.max_long_shots)
    tokens = [s.token for s in shots]
    if len(set(tokens)) < len(tokens) or any(t not in range(len(rules.token_values)) for t in tokens):
        raise IllegalMove("no-such-token")
    for shot in shots:
        if shot.team not in range(len(guesses)) or guesses[shot.team] is None:
            raise IllegalMove("no-such-space", space=f"long-shot:{shot.team}")


def settlement(
    *,
    round: int,
    question: str,
    answer: Decimal,
    spaces: tuple[Space, ...],
    bets: Sequence[Sequence[Bet]],
    long_shots: Sequence[Sequence[LongShot]],
    rules: Rules,
    sudden_death: bool = False,
) -> Result:
    """What a question pays every seat (`bets` and `long_shots` by seat): O-14 to O-18, V-9 to V-12.

    A pay-out of n to 1 is profit: the stake comes back as well. Tokens always come back.
    """
    wins = winning(spaces, answer)
    authors = tuple(sorted(seat for k in wins for seat in spaces[k].seats))
    bonus = 0 if sudden_death else rules.author_bonus + rules.round_bonus * round
    lines = [Line(seat, "bonus", None, 0, 0, 0, True, bonus) for seat in authors if bonus]
    for seat, (own_bets, own_shots) in enumerate(zip(bets, long_shots, strict=True)):
        lines += [_bet_line(seat, bet, spaces, wins, rules) for bet in own_bets]
        lines += [_shot_line(seat, shot, authors, rules) for shot in own_shots]
    deltas = [0] * len(bets)
    for line in lines:
        deltas[line.seat] += line.change
    return Result(
        round=round,
        question=question,
        answer=answer,
        spaces=spaces,
        winning=wins,
        too_high=bool(spaces) and not wins,
        winners=authors,
        lines=tuple(lines),
        deltas=tuple(deltas),
        sudden_death=sudden_death,
    )


def _bet_line(seat: Seat, bet: Bet, spaces: Sequence[Space], wins: tuple[int, ...], rules: Rules) -> Line:
    odds, won = _odds_and_fate(bet.space, spaces, wins, rules)
    token = rules.token_values[bet.token]
    change = odds * (token + bet.chips) if won else -bet.chips
    return Line(seat, "bet", bet.space, token, bet.chips, odds, won, change)


def _odds_and_fate(
    target: Target, spaces: Sequence[Space], wins: tuple[int, ...], rules: Rules
) -> tuple[int, bool]:
    if target.kind == "too-high":
        return rules.too_high_odds or 0, not wins
    if target.kind in ("red", "black"):  # every winning card counts: equal cards may lie on both colours
        return rules.colour_odds or 0, any(spaces[k].colour == target.kind for k in wins)
    index = space_at(spaces, target, rules)
    assert index is not None
    won = index in wins
    if won and rules.duplicate_odds == "highest":
        return max(spaces[k].odds for k in wins), True
    return spaces[index].odds, won


def _shot_line(seat: Seat, shot: LongShot, authors: tuple[Seat, ...], rules: Rules) -> Line:
    token, odds, won = rules.token_values[shot.token], rules.long_shot_odds or 0, shot.team in authors
    return Line(
        seat, "long-shot", Target("board", seat=shot.team), token, 0, odds, won, odds * token if won else 0
    )


def totals(state: State) -> tuple[int, ...]:
    """Final totals by seat: chips, and the tokens where the rules count them."""
    return tuple(c + state.rules.token_total for c in state.chips)


def leaders(state: State) -> tuple[Seat, ...]:
    """Seats that have the most."""
    most = max(state.chips)
    return tuple(s for s, c in enumerate(state.chips) if c == most)


def outcome(state: State) -> Outcome | None:
    """Who won and why, None while the game runs. A tie goes to the youngest if known, else it is shared (O-19, D-O6)."""
    if state.phase != "over":
        return None
    tied = leaders(state)
    reason: Literal["chips", "youngest", "shared", "sudden-death"]
    winners: tuple[Seat, ...]
    if state.ended_by == "sudden-death":
        winners, reason = state.contenders, "sudden-death"
    elif len(tied) == 1:
        winners, reason, tied = tied, "chips", ()
    elif state.rules.tie == "youngest" and any(s in tied for s in state.youngest):
        winners, reason = (next(s for s in state.youngest if s in tied),), "youngest"
    else:
        winners, reason = tied, "shared"
    return Outcome(winners, reason, tied, _standings(state, winners))


def _standings(state: State, winners: tuple[Seat, ...]) -> tuple[Standing, ...]:
    amounts = totals(state)
    order = sorted(range(state.seats), key=lambda s: (s not in winners, -amounts[s], s))
    places: list[Standing] = []
    for position, seat in enumerate(order, start=1):
        before = places[-1] if places else None
        same = (
            before is not None
            and before.total == amounts[seat]
            and (before.seat in winners) == (seat in winners)
        )
        places.append(Standing(before.rank if same and before else position, seat, amounts[seat]))
    return tuple(places)
