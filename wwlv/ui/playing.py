"""A game on the table: the teacher's acts as moves, and what the table's screen shows besides the view."""

from dataclasses import dataclass, replace
from typing import Any

from wwlv.room.forward import awaited, forward
from wwlv.room.room import RoomView
from wwlv.rules.game import IllegalMove
from wwlv.rules.wits.model import Bet, LongShot, Target
from wwlv.rules.wits.moves import (
    CorrectGuess,
    FinishGame,
    NameYoungest,
    PlaceBets,
    PlaceLongShots,
    SubmitGuess,
    VoidQuestion,
    WithdrawGuess,
)
from wwlv.screens.common import in_dollars
from wwlv.screens.next import estimates, primary, say
from wwlv.screens.podium import podium_context
from wwlv.screens.table import Hand, by_hand, space_key, table_screen
from wwlv.text import AmbiguousNumber, NotANumber, parse_number
from wwlv.ui.at_table import AtTable, whole
from wwlv.ui.screens.phones import crews
from wwlv.ui.stage import Act


@dataclass(frozen=True, slots=True)
class Asked:
    """A typed number that can be read in two ways: whose it is, and whether it corrects a card."""

    seat: int
    typed: str
    corrects: bool


class Playing(AtTable):
    """A table of Wits & Wagers."""

    template = "table.html"

    # --- going on
    def on_next(self, act: Act) -> None:
        """Press the primary button; a press meant for an earlier phase does nothing."""
        view = self.view
        if act.args.get("phase") != view.phase:
            return
        if view.table.waiting and self.room.bots.issuperset(awaited(view, self.present)):
            self.host.hurry_bots()
            view = self.view
        waiting = awaited(view, self.present)
        anyway = act.args.get("anyway") == "yes" or (bool(view.table.waiting) and not waiting)
        if waiting and not anyway and self._sure != view.phase and self._warn_missing(view, waiting):
            return
        forward(self.room, phase=view.phase, anyway=anyway)
        self.fresh()

    def _warn_missing(self, view: RoomView, waiting: tuple[int, ...]) -> bool:
        """Say once whose card or bet is missing; whether that was needed. Nobody waits for a team whose phones are away."""
        if view.table.phase not in ("guess", "bet"):
            return False
        if view.table.phase == "guess" and view.table.rules.late_guess == "wait":
            return False  # the rules say it themselves
        self._sure = view.phase
        names = self._names(waiting)
        self.host.warn(self.host.text(f"table.missing_{view.table.phase}", names=names, n=len(waiting)))
        return True

    def _names(self, seats: tuple[int, ...]) -> str:
        return self.host.text.join([self.room.teams[s].name for s in seats])

    def fresh(self) -> None:
        """A new phase: nothing in hand but the first team that has not bet."""
        self.hand = Hand()
        self.asked: Asked | None = None
        self.correcting: int | None = None
        self._sure = ""  # the phase for which the teacher was warned that teams are missing
        self._pick_hand()

    def finish(self) -> FinishGame:
        """To the podium from the rounds played."""
        return FinishGame(bell=True)

    def _pick_hand(self) -> None:
        """In a phase of bets the first team that has not bet is in hand."""
        game = self.view.table
        if game.phase in ("bet", "long-shot"):
            missing = by_hand(self.view)
            self.hand = self._hand_of(missing[0] if missing else None)

    def _hand_of(self, seat: int | None) -> Hand:
        if seat is None:
            return Hand()
        used = self._used(seat)
        free = [k for k in range(len(self.view.table.rules.token_values)) if k not in used]
        return Hand(seat=seat, slot=free[0] if free else 0)

    def _used(self, seat: int) -> set[int]:
        own = self.room.view(seat).table
        return {s.token for s in own.long_shots[seat] or ()} | {b.token for b in own.bets[seat] or ()}

    # --- guesses
    def on_guess(self, act: Act) -> None:
        """A team's card as the teacher typed it."""
        self._typed(act.seat(), act.value, corrects=False)

    def _typed(self, seat: int, typed: str, *, corrects: bool, reading: Any = None) -> None:
        text = self.host.text
        try:
            value = parse_number(typed, lang=text.lang, reading=reading)
        except AmbiguousNumber:
            self.asked = Asked(seat, typed, corrects)
            return
        except NotANumber as error:
            self.host.warn(text(f"number.{error.code}", **error.params))
            return
        self.asked = None
        question = self.view.table.question or ""
        if corrects:
            self.room.play(CorrectGuess(seat, question, value))
            self.fresh()
        else:
            self.room.play(SubmitGuess(seat, question, value))

    def on_reading(self, act: Act) -> None:
        """Settle how an ambiguous number is meant, without its digits having been shown."""
        asked, self.asked = self.asked, None
        if asked is not None and act.args.get("as") in ("thousands", "decimal"):
            self._typed(asked.seat, asked.typed, corrects=asked.corrects, reading=act.args["as"])

    def on_withdraw(self, act: Act) -> None:
        """Take a card back to type it again."""
        self.room.play(WithdrawGuess(act.seat(), self.view.table.question or ""))

    def on_correct_open(self, act: Act) -> None:
        """Choose the card that was misread."""
        self.correcting = act.seat()

    def on_correct_close(self, _: Act) -> None:
        """Nothing to correct after all."""
        self.correcting = None

    def on_correct(self, act: Act) -> None:
        """What the misread card really says."""
        self._typed(act.seat(), act.value, corrects=True)

    # --- bets
    def on_hand(self, act: Act) -> None:
        """Take a team's tokens in hand."""
        if act.seat() in range(len(self.room.teams)):
            self.hand = self._hand_of(act.seat())

    def on_slot(self, act: Act) -> None:
        """Choose which token the next tap moves."""
        token = act.args.get("token", "0")
        self.hand = replace(self.hand, slot=int(token) if token.isdecimal() else 0)

    def on_next_team(self, _: Act) -> None:
        """This team is done, even with a token left; on to the next."""
        seat = self.hand.seat
        if seat is None:
            return
        game = self.view.table
        if seat in game.waiting:  # laying nothing is an answer too
            self._lay(seat, self._bets(seat)) if game.phase == "bet" else self._shoot(seat, ())
        waiting = by_hand(self.view)
        after = [s for s in waiting if s > seat] or list(waiting)
        self.hand = self._hand_of(after[0] if after else None)

    def _bets(self, seat: int) -> tuple[Bet, ...]:
        return self.room.view(seat).table.bets[seat] or ()

    def _lay(self, seat: int, bets: tuple[Bet, ...]) -> None:
        self.room.play(PlaceBets(seat, self.view.table.question or "", bets))

    def _shots(self, seat: int) -> tuple[LongShot, ...]:
        return self.room.view(seat).table.long_shots[seat] or ()

    def _shoot(self, seat: int, shots: tuple[LongShot, ...]) -> None:
        self.room.play(PlaceLongShots(seat, self.view.table.question or "", shots))

    def on_place(self, act: Act) -> None:
        """Lay the token in hand on a space, keeping the chips that lie under it."""
        seat, slot = self.hand.seat, self.hand.slot
        if seat is None:
            raise IllegalMove("no-team-in-hand")
        if slot in {s.token for s in self._shots(seat)}:
            raise IllegalMove("token-on-icon")
        bets = self._bets(seat)
        under = next((b.chips for b in bets if b.token == slot), 0)
        moved = Bet(slot, Target.parse(act.args.get("space", "")), under)
        self._lay(seat, tuple(sorted((*(b for b in bets if b.token != slot), moved), key=lambda b: b.token)))
        self._after_laying(seat)

    def on_shot(self, act: Act) -> None:
        """Lay the token in hand on the icon of a team."""
        seat, slot = self.hand.seat, self.hand.slot
        team = act.args.get("team", "")
        if seat is None or not team.isdecimal():
            raise IllegalMove("no-team-in-hand")
        others = [s for s in self._shots(seat) if s.token != slot]
        self._shoot(seat, tuple(sorted((*others, LongShot(slot, int(team))), key=lambda s: s.token)))
        self.hand = replace(self.hand, slot=self._next_slot(seat))

    def _after_laying(self, seat: int) -> None:
        """Take the other token in hand; a team that owns no chips and has laid both is done."""
        game = self.view.table
        self.hand = replace(self.hand, slot=self._next_slot(seat))
        if game.chips[seat] == 0 and len(self._used(seat)) == len(game.rules.token_values):
            waiting = by_hand(self.view)
            after = [s for s in waiting if s > seat] or list(waiting)
            self.hand = self._hand_of(after[0] if after else None)

    def _next_slot(self, seat: int) -> int:
        used = self._used(seat)
        free = [k for k in range(len(self.view.table.rules.token_values)) if k not in used]
        return free[0] if free else self.hand.slot

    def on_chips(self, act: Act) -> None:
        """More or fewer chips under a token, or all that are left."""
        seat = self.hand.seat
        if seat is None:
            return
        bets, owned = self._bets(seat), self.view.table.chips[seat]
        token, by = whole(act.args.get("token", "")), act.args.get("by", "0")
        left = owned - sum(b.chips for b in bets)
        step = left if by == "all" else min(whole(by), left)
        self._lay(
            seat, tuple(replace(b, chips=max(0, b.chips + step)) if b.token == token else b for b in bets)
        )

    def on_chips_set(self, act: Act) -> None:
        """Exactly so many chips under a token."""
        seat = self.hand.seat
        if seat is None:
            return
        self.host.taken[f"chips-{whole(act.args.get('token', ''))}"] += 1
        try:
            value = parse_number(act.value, lang=self.host.text.lang)
        except (NotANumber, AmbiguousNumber):
            raise IllegalMove("chips-not-whole") from None
        if value != value.to_integral_value():
            raise IllegalMove("chips-not-whole")
        token = whole(act.args.get("token", ""))
        bets = self._bets(seat)
        self._lay(seat, tuple(replace(b, chips=int(value)) if b.token == token else b for b in bets))

    def on_clear(self, _: Act) -> None:
        """Take all tokens of the team in hand back from where this phase may move them."""
        if self.hand.seat is None:
            return
        if self.view.table.phase == "bet":
            self._lay(self.hand.seat, ())
        else:
            self._shoot(self.hand.seat, ())
        self.hand = self._hand_of(self.hand.seat)

    def on_secret(self, act: Act) -> None:
        """Bets or Long Shots typed under a mask, where the house rules hide them: `2+300 r`, or `4 4`."""
        seat = act.seat()
        self.host.taken["secret"] += 1
        game = self.room.view(seat).table
        words = act.value.replace(",", " ").lower().split()
        if game.phase == "long-shot":
            self._shoot(seat, tuple(LongShot(k, whole(w) - 1) for k, w in enumerate(words)))
        else:
            used = {s.token for s in game.long_shots[seat] or ()}
            free = [k for k in range(len(game.rules.token_values)) if k not in used]
            self._lay(
                seat, tuple(self._secret_bet(w, free[k] if k < len(free) else 9) for k, w in enumerate(words))
            )
        self.on_next_team(act)

    def _secret_bet(self, word: str, token: int) -> Bet:
        where, _, chips = word.partition("+")
        if chips and not chips.isdecimal():
            raise IllegalMove("chips-not-whole")
        game = self.view.table
        names = {"r": "red", "b": "black", "0": "too-high"}
        names |= {str(k): space_key(s, game.rules.duplicates) for k, s in enumerate(game.spaces, 1)}
        if where not in names:
            raise IllegalMove("no-such-space", space=where)
        return Bet(token, Target.parse(names[where]), int(chips or 0))

    # --- the host's other moves
    def on_void(self, act: Act) -> None:
        """The question does not count."""
        if act.args.get("phase") == self.view.phase:
            self.room.play(VoidQuestion(self.view.table.question or ""))
            self.fresh()
            self.host.warn(self.host.text("table.voided"))

    def on_youngest(self, act: Act) -> None:
        """The tied team that has the youngest player."""
        self.room.play(NameYoungest((act.seat(),)))

    # --- the screen
    def context(self) -> dict[str, Any]:
        """Everything the template of the table or the podium shows."""
        view, text = self.view, self.host.text
        game = view.table
        screen = table_screen(
            view, replace(self.hand, asks=self.asked is not None, correcting=self.correcting), text
        )
        result = game.result
        wins = {result.spaces[k].colour for k in result.winning} if result is not None else set()
        context: dict[str, Any] = {
            "s": screen,
            "brand": text("brand.original" if not in_dollars(game.rules) else "brand.vegas"),
            "focus": screen.focus,
            "primary": primary(view, text, self.present),
            "say": say(view, text, self.present),
            "anyway": game.phase == "guess"
            and game.rules.late_guess == "wait"
            and bool(awaited(view, self.present)),
            "crews": crews(view, self.present) if game.phase == "guess" else {},
            "estimates": estimates(view, self.present, text),
            "asks": text("table.which_reading", team=view.teams[self.asked.seat].name) if self.asked else "",
            "correcting": self.correcting,
            "secret_entry": game.rules.secret_bets if game.phase == "bet" else game.rules.hidden_long_shots,
            "red_wins": "red" in wins,
            "black_wins": "black" in wins,
            "contender_names": [view.teams[s].name for s in game.contenders],
            "panels": self.host.panels(),
        }
        return {**context, **podium_context(view, text)} if game.phase == "over" else context
