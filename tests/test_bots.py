"""Bots play by the rules, know only what their seat may see, guess as well as they should, and move like people."""

import logging
import math
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from decimal import Decimal
from functools import partial
from pathlib import Path
from statistics import NormalDist, median
from types import SimpleNamespace
from typing import Any

import pytest

from tests.room.conftest import BOX, COLOURS, Time, came, question
from wwlv.bots import Bots
from wwlv.bots.pace import moved
from wwlv.decks.model import Card, Question, Wording
from wwlv.room import people
from wwlv.room.drawn import SPREADS, draw
from wwlv.room.fold import BOT
from wwlv.room.forward import absent, awaited, forward
from wwlv.room.log import Phones, Skill, Team
from wwlv.room.room import Room
from wwlv.room.store import Store
from wwlv.rules import wits
from wwlv.rules.game import IllegalMove
from wwlv.rules.lasvegas.model import Setup as Street
from wwlv.rules.lasvegas.moves import PlaceDice, RollDice
from wwlv.rules.lasvegas.presets import PRESETS as STREETS
from wwlv.rules.wits.events import BetsPlaced, GuessSubmitted
from wwlv.rules.wits.model import Bet, Rules, Setup, Target
from wwlv.rules.wits.moves import (
    AskQuestion,
    CloseBetting,
    CloseGuesses,
    CloseLongShots,
    OpenBetting,
    PlaceBets,
    SubmitGuess,
    VoidQuestion,
)
from wwlv.rules.wits.presets import PRESETS, rules_of

SKILLS: tuple[Skill, ...] = ("rough", "fair", "sharp")
Rooms = Callable[..., Room]


def numbered(answers: list[str]) -> tuple[Card, ...]:
    """Cards whose questions have these answers in turn, like the box of other tests."""
    made = []
    for name in (f"c{k}" for k in range(1, 9)):
        asked = tuple(
            replace(question(name, k + 1), answer=Decimal(answers[(k + len(made)) % len(answers)]))
            for k in range(7)
        )
        made.append(Card(name, "test", asked))
    return tuple(made)


KINDS = numbered(["12", "0", "-40", "43252003274489856000", "0.034", "1969", "31.7", "7"])


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(f"sqlite:///{tmp_path / 'wwlv.sqlite'}")
    yield opened
    opened.close()


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def rooms(store: Store, time: Time) -> Rooms:
    def opened(rules: Any, skills: tuple[Skill, ...], box: Any = BOX) -> Room:
        is_wits = isinstance(rules, Rules)
        setup: Any = Setup(rules, len(skills)) if is_wits else Street(rules, len(skills))
        return Room.open(
            store,
            game="wits" if is_wits else "lasvegas",
            setup=setup,
            teams=[Team(f"Team {k}", COLOURS[k], skill) for k, skill in enumerate(skills)],
            box=box,
            clock=time,
        )

    return opened


def played(room: Room, time: Time, bots: Bots, presses: int = 10_000) -> None:
    """Let bots and the host's one button play on, to the podium or until that many presses."""
    while room.view().table.phase != "over" and presses:
        time.ms += 10_000
        if room.waiting:
            assert bots.step(time.ms) or bots.step(time.ms + 10_000), room.phase
        else:
            forward(room)
            presses -= 1


def is_bots(room: Room) -> list[Any]:
    return [entry for entry in room.log if entry.by.startswith(BOT)]


# --- by the rules
@pytest.mark.parametrize("preset", [*PRESETS, *STREETS])
def test_bots_of_every_skill_play_every_game_by_the_rules(
    rooms: Rooms, time: Time, preset: str, caplog: pytest.LogCaptureFixture
) -> None:
    """A refused move would be logged, and passed in place of."""
    rules: Any = PRESETS.get(preset) or STREETS[preset]
    rng = random.Random(preset)
    for seats in rules.seats_allowed:
        skills = tuple(SKILLS[(k + seats) % 3] for k in range(seats))
        room = rooms(rules, skills, KINDS)
        played(room, time, Bots(room, rng))
        assert room.view().table.outcome is not None
        assert len(is_bots(room)) >= 7 * seats
    assert not [r for r in caplog.records if r.name.startswith("wwlv") and r.levelno >= logging.ERROR]


@pytest.mark.parametrize("skill", SKILLS)
@pytest.mark.parametrize(
    "options",
    [
        {"preset": "original", "bet_limit": 10},
        {"preset": "original", "two_player_dummy": True},
        {"preset": "vegas", "secret_bets": True, "hidden_long_shots": True, "max_long_shots": 1},
        {"preset": "vegas", "small_tables": True, "token_values": (100, 200), "centre_colour": "red"},
        {"preset": "vegas-edition", "allow_negative": False, "late_guess": "zero"},
        {"preset": "vegas-back", "tie": "sudden-death", "no_guesses": "redraw"},
    ],
    ids=str,
)
def test_bets_are_legal_in_thousands_of_positions(skill: Skill, options: dict[str, Any]) -> None:
    """From the view of the seat alone, with cards, chips and Long Shots of any kind on the table."""
    rules = rules_of(options["preset"], {k: v for k, v in options.items() if k != "preset"})
    rng = random.Random(f"{skill}{options}")
    for _ in range(150):
        state = position(rules, rng)
        while state.phase in ("long-shot", "sorted", "bet"):
            for seat in wits.waiting_for(state):
                state = after(
                    state, moved(room_view_of(state, seat), skill, rng)
                )  # raises where it is refused
            closes = {"long-shot": CloseLongShots, "sorted": OpenBetting, "bet": CloseBetting}
            state = after(state, closes[state.phase]("q"))


def after(state: Any, move: Any) -> Any:
    for event in wits.decide(state, move, NO_CHANCE):
        state = wits.evolve(state, event)
    return state


NO_CHANCE: Any = None  # Wits & Wagers draws nothing
_LATE = 7


def position(rules: Rules, rng: random.Random) -> Any:
    """A table after the cards have been closed: any number of teams, ties among the cards, some missing, any chips."""
    seats = rng.choice(list(rules.seats_allowed))
    (opened,) = wits.start(Setup(rules, seats), NO_CHANCE)
    state = wits.evolve(None, opened)
    state = replace(
        state,
        round=rng.randrange(_LATE),
        chips=tuple(rng.choice((0, 1, 3, 100, 250, 12_345)) for _ in range(seats)),
    )
    moves: list[Any] = [AskQuestion("q", Decimal(rng.randint(0, 50)))]
    low = 0 if not rules.allow_negative else -20
    moves += [SubmitGuess(s, "q", Decimal(rng.randint(low, 9))) for s in range(seats) if rng.random() < 0.85]
    for move in (*moves, CloseGuesses("q", anyway=True)):
        state = after(state, move)
    return state


def room_view_of(state: Any, seat: int) -> Any:
    """What a room says to a seat of it, of which bots read these."""
    return SimpleNamespace(table=wits.view(state, seat), estimates=(), is_year=False)


# --- what they know
def test_a_bot_does_the_same_whatever_is_hidden_from_its_seat(rooms: Rooms, time: Time) -> None:
    """Two tables with other answers, and other cards and Long Shots of the others; what the seat sees is the same."""
    tables = []
    for shift, box in ((0, BOX), (500, numbered(["99999"]))):
        rules = rules_of("vegas", {"hidden_long_shots": True, "secret_bets": True})
        room = rooms(rules, ("", "", "", "", "sharp"), box)
        room.ask()
        for seat in range(5):
            value = 7 if seat == 4 else seat + shift
            room.play(SubmitGuess(seat, room.question, Decimal(value)))
        room.play(CloseGuesses(room.question))
        tables.append(room)
    for skill in SKILLS:
        for seed in range(30):
            first, second = (
                replace(moved(r.view(4), skill, random.Random(seed)), question="") for r in tables
            )
            assert first == second


def test_a_bot_bets_the_same_whatever_the_answer_is(rooms: Rooms) -> None:
    rooms_ = [rooms(rules_of("original"), ("", "", "sharp"), numbered([a])) for a in ("3", "80000")]
    for room in rooms_:
        room.ask()
        for seat, value in enumerate((5, 50, 500)):
            room.play(SubmitGuess(seat, room.question, Decimal(value)))
        for _ in range(2):
            forward(room)
        assert room.view().table.phase == "bet"
    for skill in SKILLS:
        for seed in range(30):
            bets = [moved(r.view(2), skill, random.Random(seed)).bets for r in rooms_]
            assert bets[0] == bets[1]


def asked(answer: str, unit: str = "things", tags: tuple[str, ...] = ()) -> Question:
    wording = Wording("How many?", unit, "Because.")
    return replace(question("c", 1), answer=Decimal(answer), texts=(("en", wording),), tags=tags)


def draws(of: Question, skill: Skill, n: int = 3000) -> list[Decimal]:
    rng = random.Random(f"{of.answer}{skill}")
    return [draw(of, skill, this_year=2026, rng=rng) for _ in range(n)]


@pytest.mark.parametrize("answer", ["12", "5895", "0.034", "43252003274489856000", "31.7"])
def test_the_better_a_bot_the_nearer_its_guesses(answer: str) -> None:
    off = {
        skill: median(abs(math.log(float(g) / float(answer))) for g in draws(asked(answer), skill) if g > 0)
        for skill in SKILLS
    }
    assert off["rough"] > 1.4 * off["fair"] > 1.4 * 1.4 * off["sharp"] > 0


@pytest.mark.parametrize("answer", ["7", "45", "5895", "15693", "31.7", "1040"])
@pytest.mark.parametrize("skill", SKILLS)
def test_no_bot_knows_the_answer_more_often_than_rounding_explains(answer: str, skill: Skill) -> None:
    """The share of exact cards against the chance that a continuous guess is rounded to the answer, at two or three digits."""
    truth, n = Decimal(answer), 3000
    exact = sum(g == truth for g in draws(asked(answer), skill, n))
    spread = NormalDist(SPREADS[skill].bias, SPREADS[skill].sigma)
    chance = sum(weight * _mass(truth, digits, spread) for digits, weight in ((2, 0.7), (3, 0.3)))
    assert exact <= n * chance + 4 * math.sqrt(n * chance * (1 - chance)) + 1


def _mass(truth: Decimal, digits: int, spread: NormalDist) -> float:
    step = Decimal(1).scaleb(truth.adjusted() - digits + 1)
    if truth == truth.to_integral_value():
        step = max(step, Decimal(1))
    if truth % step:
        return 0.0  # no guess of so few digits is this number
    low, high = ((float(truth + half * step) / float(truth)) for half in (Decimal("-0.5"), Decimal("0.5")))
    return spread.cdf(math.log(high)) - spread.cdf(math.log(low))


@pytest.mark.parametrize("skill", SKILLS)
def test_a_guess_is_one_that_people_would_write(skill: Skill) -> None:
    years = draws(asked("1969", unit="year"), skill)
    assert all(y == int(y) and 1700 < y <= 2026 for y in years)
    shares = draws(asked("71", unit="percent"), skill)
    assert all(0 <= g <= 100 for g in shares)
    counts = draws(asked("3"), skill)
    assert all(g == int(g) and g >= 1 for g in counts)
    for g in draws(asked("5895"), skill):
        assert len(str(int(g)).rstrip("0")) <= 3
    nothing = draws(asked("0"), skill)
    assert min(nothing) < 0 < max(nothing)


# --- when they move
def original(rooms: Rooms, *skills: Skill) -> Room:
    room = rooms(rules_of("original", {"guess_s": None, "bet_s": None}), skills)
    room.ask()
    return room


def test_bots_think_a_moment_and_move_one_at_a_time(rooms: Rooms, time: Time) -> None:
    room = original(rooms, "rough", "fair", "sharp", "fair")
    bots = Bots(room, random.Random(1))
    start, at = time.ms, []
    for tick in range(0, 8000, 100):
        before = room.rev
        if bots.step(start + tick):
            assert room.rev == before + 1
            at.append(tick)
    assert len(at) == 4
    assert at[0] >= 1500
    assert at[-1] <= 6500
    assert len(set(at)) == 4
    assert room.waiting == ()


def test_a_faster_bot_waits_less(rooms: Rooms, time: Time) -> None:
    room = original(rooms, "rough", "fair", "sharp")
    bots = Bots(room, random.Random(1), speed=20)
    moves = [tick for tick in range(0, 1000, 10) if bots.step(time.ms + tick)]
    assert len(moves) == 3
    assert moves[-1] <= 320


def test_a_bot_moves_only_for_its_own_seat(rooms: Rooms, time: Time) -> None:
    room = original(rooms, "", "fair", "")
    bots = Bots(room, random.Random(1))
    bots.step(time.ms)
    assert bots.step(time.ms + 10_000)
    assert not bots.step(time.ms + 20_000)
    assert room.view().table.guessed == (1,)
    (entry,) = is_bots(room)
    assert entry.by == "bot:1"


def test_no_bot_moves_while_the_class_waits(rooms: Rooms, time: Time) -> None:
    room = original(rooms, "rough", "fair", "sharp")
    bots = Bots(room, random.Random(1))
    bots.step(time.ms)
    room.pause()
    for tick in range(0, 60_000, 500):
        assert not bots.step(time.ms + tick)
    room.resume()
    assert not bots.step(time.ms + 60_000)  # it begins to think again
    assert bots.step(time.ms + 70_000)


def test_two_dashboards_make_no_bot_move_twice(rooms: Rooms, store: Store, time: Time) -> None:
    room = original(rooms, "rough", "fair", "sharp")
    peer = Room(store, room.id, box=BOX, clock=time)
    both = Bots(room, random.Random(1)), Bots(peer, random.Random(2))
    for tick in range(0, 10_000, 250):  # neither looks what the other has written until it writes itself
        for bots in both:
            bots.step(time.ms + tick)
    room.refresh()
    cards = [e.event.seat for e in room.log if isinstance(e.event, GuessSubmitted)]
    assert sorted(cards) == [0, 1, 2]
    assert room.waiting == ()


def test_dice_are_rolled_and_placed_once_with_two_dashboards(rooms: Rooms, store: Store, time: Time) -> None:
    room = rooms(STREETS["las-vegas"], ("rough", "fair", "sharp"))
    peer = Room(store, room.id, clock=time)
    both = Bots(room, random.Random(1)), Bots(peer, random.Random(2))
    forward(room)
    while room.waiting:
        time.ms += 1000
        for bots in both:
            bots.step(time.ms)
        room.refresh()
        peer.refresh()
    assert sum(sum(row) for row in room.view().table.dice) == 24
    assert room.view().table.phase == "pay"


def test_hurried_bots_move_at_once(rooms: Rooms) -> None:
    room = original(rooms, "", "fair", "sharp")
    assert Bots(room, random.Random(1)).hurry()
    assert room.view().table.guessed == (1, 2)
    assert not Bots(room, random.Random(1)).hurry()


# --- undo
def test_an_undo_takes_back_what_people_did_and_bots_move_again_by_themselves(
    rooms: Rooms, time: Time
) -> None:
    room = original(rooms, "", "fair", "sharp")
    room.play(SubmitGuess(0, room.question, Decimal(5)))
    bots = Bots(room, random.Random(1))
    bots.hurry()
    before = room.state.guesses
    room.undo()
    assert room.view().table.guessed == ()  # not the bot's card, the teacher's
    assert not bots.step(time.ms)
    for tick in range(1, 10):
        bots.step(time.ms + 1000 * tick)
    assert room.view().table.guessed == (1, 2)
    assert room.state.guesses[1:] == before[1:]  # the same draw
    assert room.can_redo
    room.redo()
    assert room.state.guesses == before


def test_an_undo_on_the_street_goes_back_to_what_people_did(rooms: Rooms) -> None:
    room = rooms(STREETS["las-vegas"], ("", "fair", "sharp"))
    forward(room)
    room.play(RollDice(0, 1))
    rolled = room.state
    room.play(PlaceDice(0, 1, room.view().table.choices[0].face))
    bots = Bots(room, random.Random(1))
    for _ in range(4):  # two bots roll and place
        assert bots.hurry()
    assert room.state.turn == 0
    room.undo()
    assert room.state == rolled


def test_after_a_question_that_does_not_count_bots_guess_again(rooms: Rooms) -> None:
    room = original(rooms, "rough", "fair", "sharp")
    bots = Bots(room, random.Random(1))
    bots.hurry()
    room.play(VoidQuestion(room.question))
    room.ask()
    assert room.phase == "1.guess"
    assert bots.hurry()
    assert room.waiting == ()


# --- trouble
def test_a_bot_that_would_break_a_rule_is_logged_and_passes(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    room = original(rooms, "", "", "sharp")
    for seat in range(3):
        room.play(SubmitGuess(seat, room.question, Decimal(seat)))
    for _ in range(2):
        forward(room)
    cheat = PlaceBets(2, room.question, (Bet(0, Target("too-high"), 10**6),))
    monkeypatch.setattr("wwlv.bots.pace.moved", lambda *_: cheat)
    assert Bots(room, random.Random(1)).hurry()
    assert "not-enough-chips" in caplog.text
    assert 2 in room.view().table.answered
    (entry,) = is_bots(room)
    assert entry.event == BetsPlaced(2, ())


# --- how well they play
def test_a_rough_bot_places_any_face_shown_with_the_same_chance(rooms: Rooms) -> None:
    room = rooms(STREETS["las-vegas"], ("rough", "rough"))
    forward(room)
    room.play(RollDice(0, 1))
    view = room.view(0)
    placed = Counter(moved(view, "rough", random.Random(k)).face for k in range(2000))
    shown = [choice.face for choice in view.table.choices]
    assert set(placed) == set(shown)
    assert min(placed.values()) > 2000 / len(shown) * 0.75


# --- people beside them
def test_people_never_sit_in_a_bots_team(rooms: Rooms) -> None:
    room = rooms(rules_of("original"), ("fair", "", "sharp"))
    ann = came(room, "Ann")
    for seat in (0, 2):
        for act in (people.seated, people.moved):
            with pytest.raises(IllegalMove, match="bot-team"):
                room.do(partial(act, room, ann, seat))
    room.do(partial(people.phones_set, room, Phones(seating="even")))
    ben = came(room, "Ben")
    room.do(partial(people.spread, room))
    assert [room.roster.person(p).seat for p in (ann, ben)] == [1, 1]  # type: ignore[union-attr]


def test_a_class_that_plays_on_leaves_the_team_that_a_bot_has_taken(rooms: Rooms) -> None:
    old = rooms(rules_of("original"), ("", "", ""))
    ann = came(old, "Ann", 0)
    came(old, "Ben", 1)
    new = rooms(rules_of("original"), ("fair", "", ""))
    new.do(lambda: people.carried(old, new.teams))
    came(old, "Late", 0)
    old.leave_for(new)
    assert [p.seat for p in new.roster.people] == [None, 1, None]
    assert new.roster.person(ann) is not None


def test_a_bots_team_is_never_away(rooms: Rooms) -> None:
    room = rooms(rules_of("original"), ("fair", "", "sharp"))
    ann = came(room, "Ann", 1)
    assert absent(room.view(), frozenset()) == (1,)
    assert absent(room.view(), {ann}) == ()
    room.ask()
    assert awaited(room.view(), frozenset()) == (0, 2)
