"""What one question pays, from a JSON description of the table: how a teacher checks a dispute.

The input and output are those of the worked examples in the tests: `game` (a preset), `rules` (house rules by name),
`guesses` (team to number), `answer`, `bets` (team to a list of `space` and `chips`), optional `round` and `holdings`.
"""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from wwlv.rules.game import IllegalMove
from wwlv.rules.lasvegas.model import WHITE
from wwlv.rules.lasvegas.scoring import payment
from wwlv.rules.wits.model import Bet, LongShot, Result, Rules, Space, Target
from wwlv.rules.wits.presets import rules_of
from wwlv.rules.wits.scoring import check_bets, check_long_shots, mat, settlement

_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,4})?", re.ASCII)
_SPACES = ("too-high", "red", "black")
CASINO = "las-vegas-casino"


def settle(case: object) -> dict[str, Any]:
    """The settlement of one question: keys `spaces`, `winners`, `too_high`, `delta` (chips by team).

    With `game` las-vegas-casino that of one casino from its `notes` and `dice` (by team, `white` for the white ones):
    keys `paid` (note by team) and `returned` (notes that go under the pile, highest first).

    Raises
    ------
    IllegalMove
        ``bad-input`` for a description that is not of this form; ``not-a-number``, and the codes of the bets.
    """
    if isinstance(case, dict) and case.get("game") == CASINO:
        return _casino(case)
    table = _Table.read(case)
    spaces = mat(table.guesses, table.rules)
    bets, shots = table.stakes(spaces)
    result = settlement(
        round=table.round,
        question="",
        answer=table.answer,
        spaces=spaces,
        bets=bets,
        long_shots=shots,
        rules=table.rules,
    )
    return _expectation(result, table.teams, table.rules)


def _expectation(result: Result, teams: Sequence[str], rules: Rules) -> dict[str, Any]:
    def space(s: Space) -> dict[str, Any]:
        colour = {} if rules.colour_odds is None else {"colour": s.colour}
        return {"odds": s.odds, **colour, "teams": [teams[k] for k in s.seats]}

    return {
        "spaces": [space(s) for s in result.spaces],
        "winners": [teams[k] for k in result.winners],
        "too_high": result.too_high,
        "delta": dict(zip(teams, result.deltas, strict=True)),
    }


def _casino(case: Mapping[str, Any]) -> dict[str, Any]:
    if unknown := set(case) - {"game", "notes", "dice"}:
        raise IllegalMove("bad-input", what=", ".join(sorted(unknown)))
    notes, dice = case.get("notes"), _mapping(case, "dice")
    if not isinstance(notes, list):
        raise IllegalMove("bad-input", what="notes")
    money = [_whole(note, f"notes[{k}]") for k, note in enumerate(notes)]
    teams = [team for team in dice if team != "white"]
    counts = {seat: _whole(dice[team], f"dice.{team}") for seat, team in enumerate(teams)}
    counts[WHITE] = _whole(dice.get("white", 0), "dice.white")
    paid = payment(1, money, counts)
    return {
        "paid": {teams[seat]: note for seat, note in paid.paid if seat != WHITE},
        "returned": list(paid.returned),
    }


class _Table:
    """A description read: teams in order of appearance, everything else by their index."""

    def __init__(self, case: Mapping[str, Any]) -> None:
        guesses, bets = _mapping(case, "guesses"), _mapping(case, "bets")
        preset = case.get("game", "original")
        if not isinstance(preset, str):
            raise IllegalMove("bad-input", what="game")
        self.rules = rules_of(preset, _mapping(case, "rules"))
        self.teams = [*guesses, *(t for t in bets if t not in guesses)]
        self.seat = {team: k for k, team in enumerate(self.teams)}
        self.guesses = [None if guesses.get(t) is None else self._guess(guesses[t]) for t in self.teams]
        self.answer = number(case.get("answer"))
        self.round = _whole(case.get("round", 1), "round")
        self.holdings = {
            team: _whole(v, f"holdings.{team}") for team, v in _mapping(case, "holdings").items()
        }
        self.bets = {team: _bet_list(own, team) for team, own in bets.items()}

    @classmethod
    def read(cls, case: object) -> "_Table":
        if not isinstance(case, dict):
            raise IllegalMove("bad-input", what="the whole")
        unknown = set(case) - {"game", "rules", "round", "guesses", "answer", "bets", "holdings"}
        if unknown:
            raise IllegalMove("bad-input", what=", ".join(sorted(unknown)))
        return cls(case)

    def _guess(self, typed: object) -> Decimal:
        value = number(typed)
        if value < 0 and not self.rules.allow_negative:
            raise IllegalMove("negative-guess", value=str(value))
        return value

    def stakes(self, spaces: tuple[Space, ...]) -> tuple[list[list[Bet]], list[list[LongShot]]]:
        """Bets and Long Shots by seat, each checked; the first bet of a team takes its first token."""
        bets: list[list[Bet]] = [[] for _ in self.teams]
        shots: list[list[LongShot]] = [[] for _ in self.teams]
        for team, listed in self.bets.items():
            seat = self.seat[team]
            if len(listed) > len(self.rules.token_values):
                raise IllegalMove("too-many-bets", team=team, most=len(self.rules.token_values))
            for token, (name, chips) in enumerate(listed):
                kind, _, detail = name.partition(":")
                if kind == "long-shot":
                    if chips:
                        raise IllegalMove("chips-on-long-shot", team=team)
                    shots[seat].append(LongShot(token, self._icon(detail, name)))
                else:
                    bets[seat].append(Bet(token, self._target(kind, detail, name, spaces), chips))
            self._check(team, bets[seat], shots[seat], spaces)
        return bets, shots

    def _check(self, team: str, bets: list[Bet], shots: list[LongShot], spaces: tuple[Space, ...]) -> None:
        if shots:
            check_long_shots(shots, self.guesses, self.rules)
        check_bets(
            bets,
            spaces,
            self.rules,
            used=[s.token for s in shots],
            chips=self.holdings.get(team),
            last=self.round >= self.rules.rounds,
        )

    def _icon(self, team: str, name: str) -> int:
        if team not in self.seat:
            raise IllegalMove("no-such-space", space=name)
        return self.seat[team]

    def _target(self, kind: str, detail: str, name: str, spaces: tuple[Space, ...]) -> Target:
        """The space a name means: `guess:X` by value, `board:T` by author, whichever way the cards lie."""
        if name in _SPACES:
            return Target(name)  # type: ignore[arg-type]  # one of the three
        if kind == "guess":
            value = number(detail)
            held = [s for s in spaces if s.value == value]
            if len(held) == 1:  # equal boards side by side are told apart by their team only
                return self._on(held[0])
        elif kind == "board" and detail in self.seat:
            held = [s for s in spaces if self.seat[detail] in s.seats]
            if held:
                return self._on(held[0])
        raise IllegalMove("no-such-space", space=name)

    def _on(self, space: Space) -> Target:
        if self.rules.duplicates == "stack" or not space.seats:
            return Target("guess", value=space.value)
        return Target("board", seat=space.seats[0])


def number(typed: object) -> Decimal:
    """An exact decimal from JSON text or a JSON number; IllegalMove ``not-a-number`` otherwise."""
    if isinstance(typed, int | Decimal) and not isinstance(typed, bool):
        value = Decimal(typed)
        if value.is_finite():
            return value
    if isinstance(typed, str) and _NUMBER.fullmatch(typed.strip()):
        return Decimal(typed.strip())
    raise IllegalMove("not-a-number", value=str(typed))


def _mapping(case: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = case.get(key, {})
    if not isinstance(value, dict):
        raise IllegalMove("bad-input", what=key)
    return value


def _whole(value: object, what: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise IllegalMove("bad-input", what=what)
    return value


def _bet_list(own: object, team: str) -> list[tuple[str, int]]:
    if not isinstance(own, list):
        raise IllegalMove("bad-input", what=f"bets.{team}")
    return [_bet(bet, f"bets.{team}[{k}]") for k, bet in enumerate(own)]


def _bet(bet: object, what: str) -> tuple[str, int]:
    if not isinstance(bet, dict) or not isinstance(bet.get("space"), str) or set(bet) - {"space", "chips"}:
        raise IllegalMove("bad-input", what=what)
    chips = bet.get("chips", 0)
    if not isinstance(chips, int) or isinstance(chips, bool):
        raise IllegalMove("bad-input", what=f"{what}.chips")
    if chips < 0:
        raise IllegalMove("negative-chips", chips=chips)
    return bet["space"], chips
