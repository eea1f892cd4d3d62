"""What a teacher does in the lobby: the table in the making, the classes that are kept, the game that was left."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from wwlv.room.room import Room, RoomView
from wwlv.rules.game import IllegalMove
from wwlv.ui import lobby, next_room, odds
from wwlv.ui.screens.lobby import lobby_context, unfinished_line
from wwlv.ui.stage import Act

if TYPE_CHECKING:
    from wwlv.ui.host import Host

_CLASSES = "class"


class AtLobby:
    """The lobby's acts. The form itself is the host's, since games are begun from it elsewhere too."""

    def __init__(self, host: "Host") -> None:
        self.host = host

    def on_set(self, act: Act) -> None:
        """Set a field of the form."""
        name, value = act.args.get("field", ""), act.args.get("value") or act.value
        if name == "preset":
            self.host.keep(lobby.with_preset(self.host.form, value))
        elif name == "youngest":
            self.host.keep(replace(self.host.form, youngest=int(value) if value.isdecimal() else None))
        elif name == "oldest":
            self.host.keep(replace(self.host.form, oldest=int(value) if value.isdecimal() else None))
        elif name == "deck":
            self.host.keep(
                replace(self.host.form, deck=value if value in {d.name for d in self.host.decks} else "")
            )
        elif name == "time_up":
            self.host.keep(replace(self.host.form, time_up="close" if value == "close" else "ring"))

    def on_option(self, act: Act) -> None:
        """Set a house rule, the number of rounds or a timer."""
        name = act.args.get("name", "")
        self.host.keep(lobby.with_option(self.host.form, name, lobby.option_value(name, act.value)))

    def on_odds(self, act: Act) -> None:
        """Which odds the class will see, from the phase on in which each may be known."""
        odds.chosen(self.host.store, act.args.get("name", ""))

    def on_house_reset(self, _: Act) -> None:
        """Back to the rules of the chosen mat."""
        self.host.keep(replace(self.host.form, options={}))

    def on_name(self, act: Act) -> None:
        """Name a team."""
        self.host.taken[f"name-{act.seat()}"] += 1
        self.host.keep(lobby.renamed(self.host.form, act.seat(), act.value, self.host.text))

    def on_colour(self, act: Act) -> None:
        """Give a team another colour."""
        self.host.keep(lobby.recoloured(self.host.form, act.seat()))

    def on_bot(self, act: Act) -> None:
        """Who plays for a team: people, or a bot of some skill."""
        self.host.taken[f"name-{act.seat()}"] += 1
        self.host.keep(lobby.with_player(self.host.form, act.seat(), act.value, self.host.text))

    def on_add_bot(self, _: Act) -> None:
        """One more team, played by a bot."""
        self.host.keep(lobby.with_bot(self.host.form, self.host.text))

    def on_add_team(self, _: Act) -> None:
        """One more team."""
        self.host.keep(lobby.with_team(self.host.form, self.host.text))

    def on_remove_team(self, act: Act) -> None:
        """One team fewer."""
        self.host.keep(lobby.without_team(self.host.form, act.seat()))

    def on_merge_teams(self, _: Act) -> None:
        """As many teams as the chosen game takes."""
        self.host.keep(lobby.merged(self.host.form))

    def on_save_class(self, act: Act) -> None:
        """Keep this list of teams under the name of a class."""
        title = lobby.clean_name(act.value)
        if not title:
            raise IllegalMove("empty-name")
        self.host.keep(replace(self.host.form, title=title))
        self.host.store.save(_CLASSES, title, lobby.dumped(self.host.form))
        self.host.warn(self.host.text("lobby.saved", name=title))

    def on_load_class(self, act: Act) -> None:
        """Take the teams of a class that was kept."""
        kept = lobby.loaded(self.host.store.saved(_CLASSES).get(act.value, ""))
        if kept is not None:
            self.host.keep(replace(self.host.form, teams=kept.teams, youngest=kept.youngest, title=act.value))
            for seat in range(len(kept.teams)):
                self.host.taken[f"name-{seat}"] += 1

    def on_forget_class(self, act: Act) -> None:
        """Throw a kept class away."""
        self.host.store.forget(_CLASSES, act.args.get("name", ""))

    def on_leave(self, act: Act) -> None:
        """No longer offer a game for resuming; its log stays."""
        room = Room(self.host.store, self.host.store.room_id(act.args.get("code", "")))
        next_room.leave(self.host.store, room, put_away=True)

    def on_send_home(self, _: Act) -> None:
        """The phones that wait for the next game need not."""
        room = next_room.waiting(self.host.store)
        if room is not None:
            next_room.send_home(self.host.store, room)

    def context(self) -> dict[str, Any]:
        """Everything the lobby's template shows."""
        left = self._unfinished()
        waiting = next_room.waiting(self.host.store)
        context = lobby_context(
            self.host.form,
            decks=self.host.decks,
            drawn=self.host.store.cards_drawn(),
            unfinished=None
            if left is None
            else {"code": left.code, "sentence": unfinished_line(left, self.host.text)},
            classes=list(self.host.store.saved(_CLASSES)),
            text=self.host.text,
        )
        return {**context, "waiting": 0 if waiting is None else len(waiting.roster.people)}

    def _unfinished(self) -> RoomView | None:
        """The game left last, unless it was never begun, has ended, or was played by bots alone."""
        for info in self.host.store.rooms(open_only=True)[:5]:
            view = Room(self.host.store, info.id).view()
            if next_room.is_put_away(self.host.store, info.code) or all(team.bot for team in view.teams):
                continue
            if view.table.phase != "over" and view.table.round:
                return view
        return None
