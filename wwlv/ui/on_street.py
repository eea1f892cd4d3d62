"""A game of Las Vegas on the street: the teacher's acts as moves, and what its screen shows besides the view."""

from typing import Any

from wwlv.room.forward import forward
from wwlv.rules.game import IllegalMove
from wwlv.rules.lasvegas.moves import DealRound, FinishGame, PayCasino, PlaceDice, PlayAbsent, RollDice
from wwlv.rules.lasvegas.view import View
from wwlv.screens.common import tags
from wwlv.screens.next import street_primary
from wwlv.screens.street import paid_line, street_podium, street_screen
from wwlv.ui.at_table import AtTable, whole
from wwlv.ui.stage import Act


class OnStreet(AtTable):
    """A table of Las Vegas."""

    template = "street.html"

    def finish(self) -> FinishGame:
        """To the podium from the rounds paid."""
        return FinishGame(bell=True)

    def _fresh(self, act: Act) -> bool:
        """Whether the act was meant for this moment; one for an earlier moment does nothing."""
        return act.args.get("phase") == self.view.phase

    @property
    def _game(self) -> View:
        game: View = self.view.table
        return game

    def on_next(self, act: Act) -> None:
        """Press the primary button; where it is a bot's turn, the bot does what it would."""
        if self._fresh(act) and self._game.turn in self.room.bots:
            self.host.hurry_bots()
        elif self._fresh(act):
            forward(self.room, phase=act.args.get("phase"))

    def _place(self, face: int) -> None:
        game = self._game
        self.room.play(PlaceDice(game.turn or 0, game.round, face))

    def on_place_face(self, act: Act) -> None:
        """Place every die of a face."""
        if self._fresh(act):
            self._place(whole(act.args.get("face", "")))

    def on_typed_dice(self, act: Act) -> None:
        """Real dice, typed in: the team's own, and the white ones beside them."""
        if not self._fresh(act):
            return
        game = self._game
        own, _, white = act.value.partition("|")
        seat = game.turn or 0
        move = RollDice(seat, game.round, faces_of(own), faces_of(white) if game.white[seat] else None)
        self.room.play(move)
        self.host.taken["dice"] += 1

    def on_typed_spare(self, act: Act) -> None:
        """The spare white dice of three teams, rolled by the team with the start card."""
        if self._fresh(act):
            self.room.play(DealRound(faces_of(act.value)))
            self.host.taken["dice"] += 1

    def on_absent(self, act: Act) -> None:
        """The team to move is not there."""
        if self._fresh(act):
            game = self._game
            self.room.play(PlayAbsent(game.turn or 0, game.round))

    def on_pay_all(self, act: Act) -> None:
        """All casinos that are left pay at once."""
        while self._fresh(act) and self._game.phase == "pay":
            self.room.play(PayCasino())
            act = Act(act.name, {"phase": self.view.phase}, "", act.rev)

    def context(self) -> dict[str, Any]:
        """Everything the template of the street or the podium shows."""
        view, text, game = self.view, self.host.text, self._game
        story = ""
        if game.phase in ("pay", "paid") and game.payments:
            last = game.payments[-1]
            what = paid_line(last, tags(view.teams), text)
            story = text("street.paid.at", casino=text(f"casino.{last.casino}"), what=what)
        seat = game.turn if game.turn is not None else 0
        deals = game.phase in ("ready", "paid") and game.round < game.rules.rounds
        context: dict[str, Any] = {
            "s": street_screen(view, text),
            "brand": text("brand.lasvegas"),
            "primary": street_primary(view, text),
            "story": story,
            "own_left": game.own[seat],
            "white_left": game.white[seat],
            "spare": game.rules.spare_white(game.seats) if deals else 0,
            "panels": self.host.panels(),
        }
        return {**context, **street_podium(view, text)} if game.phase == "over" else context


def faces_of(typed: str) -> tuple[int, ...]:
    """Dice as people type them: `3 1 6`, `316`, `3,1,6`; IllegalMove ``not-dice`` for anything but digits."""
    signs = [c for c in typed if not c.isspace() and c not in ",;.+、，"]
    if not all(c.isdecimal() for c in signs):
        raise IllegalMove("not-dice")
    return tuple(int(c) for c in signs)
