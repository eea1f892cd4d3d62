"""What a message does, for whoever sent it: the seat comes from the token on the server, never from the message."""

from collections.abc import Callable
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from wwlv.decks import cards_of, shipped_decks
from wwlv.room import people, tokens
from wwlv.room.forward import forward
from wwlv.room.log import PersonJoined
from wwlv.room.room import Request, Room, Stale
from wwlv.room.store import Grant, RoomNotFound, now_ms
from wwlv.rules.game import IllegalMove
from wwlv.server import messages as m
from wwlv.server.hall import Hall, author, step_of
from wwlv.server.phone.names import made_up
from wwlv.server.phone.screens import door
from wwlv.text import AmbiguousNumber, NotANumber, catalog, parse_number
from wwlv.text.numbers import check_size

if TYPE_CHECKING:
    from wwlv.server.socket import PhoneSocket

EXTENSION_S = 30


def handle(phone: "PhoneSocket", message: m.Message) -> None:
    """Do what a message asks for and answer it, now or with the next transaction; WwlvError where it is refused."""
    kind = type(message)
    if kind in ANYBODY:
        ANYBODY[kind](phone, message)
        return
    role = phone.grant.role if phone.grant is not None else ""
    if phone.hall is None or role != ("remote" if kind in m.REMOTE else "person"):
        raise IllegalMove("not-yours" if phone.grant else "not-in")
    (REMOTE if kind in m.REMOTE else PERSON)[kind](phone, message)


# --- anybody
def _hello(phone: "PhoneSocket", message: m.Hello) -> None:
    phone.text = catalog(_language(message.lang))
    grant = _good(phone, message.token)
    found = _found(phone, message.code)
    known = grant is not None
    if grant is not None and (found is None or found.id == grant.room):
        phone.settle(phone.desk.halls.hall(grant.room), grant)
        phone.answer(message.id)
        return
    phone.settle(None, None)
    shown = door(phone.text, message.code, known=found)
    # a token of another room is good still, but this device has been sent here
    dead = {"gone": "unknown", "say": phone.text("phone.gone.unknown")} if message.token and not known else {}
    phone.answer(message.id, None, show=shown.as_json(), now=now_ms(), **dead)


def _good(phone: "PhoneSocket", token: str) -> Grant | None:
    """What a token opens, if its holder has not been sent away meanwhile."""
    halls = phone.desk.halls
    grant = tokens.holder(halls.store, token, now_ms())
    if grant is None or grant.role == "pairing":
        return None
    hall = halls.hall(grant.room)
    hall.room.changed()
    if hall.is_in(grant):
        return grant
    halls.store.revoke(grant.room, role=grant.role, person=grant.person)
    return None


def _found(phone: "PhoneSocket", code: str) -> Room | None:
    """The room of a code in an address, if the device may try; a wrong one counts as a try."""
    if not code or not phone.desk.tries.allowed(phone.device, phone.address):
        return None
    try:
        return _hall_of(phone, code).room
    except RoomNotFound:
        phone.desk.tries.failed(phone.device, phone.address)
        return None


def _hall_of(phone: "PhoneSocket", code: str) -> Hall:
    halls = phone.desk.halls
    hall = halls.hall(halls.store.room_id(code.strip().upper()[:8]))
    hall.room.refresh()
    while hall.room.left_for is not None:
        hall = halls.hall(hall.room.left_for.room)
        hall.room.refresh()
    return hall


def _language(lang: str) -> str:
    return "zh-Hant" if lang.lower().startswith("zh") else "en"


def _set_language(phone: "PhoneSocket", message: m.Language) -> None:
    phone.text = catalog(_language(message.lang))
    if phone.hall is None:
        phone.answer(message.id, None, show=door(phone.text, "", known=None).as_json(), now=now_ms())
    else:
        phone.answer(message.id)


def _ping(phone: "PhoneSocket", message: m.Ping) -> None:
    phone.tell({"id": message.id, "ok": True, "now": now_ms()})


def _look(phone: "PhoneSocket", message: m.Look) -> None:
    _may_try(phone)
    found = _found(phone, message.code)
    if found is None:
        raise IllegalMove("no-such-room")
    phone.tell({"id": message.id, "ok": True, "show": door(phone.text, message.code, known=found).as_json()})


def _may_try(phone: "PhoneSocket") -> None:
    if not phone.desk.tries.allowed(phone.device, phone.address):
        raise IllegalMove("too-many-tries")


def _join(phone: "PhoneSocket", message: m.Join) -> None:
    if phone.grant is not None:
        raise IllegalMove("already-in")
    phone.device = message.device or phone.device
    _may_try(phone)
    try:
        hall = _hall_of(phone, message.code)
    except RoomNotFound:
        phone.desk.tries.failed(phone.device, phone.address)
        raise IllegalMove("no-such-room") from None
    room: Room = hall.room
    events = partial(people.joined, room, message.name, made_up(phone.text))
    step = _step_of_join(phone.device, message.id)
    try:
        room.do(events, by=author(0), step=step)
    except IllegalMove:
        phone.desk.tries.failed(phone.device, "")
        raise
    entry = room.entry_of(step)
    if entry is None or not isinstance(entry.event, PersonJoined):
        raise Stale(room.opened.code)
    person = entry.event.person
    token = tokens.let_in(phone.desk.halls.store, room.id, "person", now_ms(), person=person)
    phone.settle(hall, tokens.holder(phone.desk.halls.store, token, now_ms()))
    phone.answer(message.id, None, token=token, code=room.opened.code)


def _step_of_join(device: str, id: str) -> str:
    """Tried again after a break it is the same person; what another device sends never is."""
    return f"join.{sha256(f'{device} {id}'.encode()).hexdigest()[:40]}"


def _leave(phone: "PhoneSocket", message: m.Leave) -> None:
    phone.tell({"id": message.id, "ok": True})
    hall, grant = phone.hall, phone.grant
    if hall is None or grant is None:
        phone.sign_out("left")
        return
    phone.desk.halls.store.revoke(grant.room, role=grant.role, person=grant.person)
    for line in hall.lines_of(grant):
        line.sign_out("left")


def _pair(phone: "PhoneSocket", message: m.Pair) -> None:
    _may_try(phone)
    store = phone.desk.halls.store
    asked = tokens.asked(store, message.secret, now_ms())
    if asked is None:
        phone.desk.tries.failed(phone.device, phone.address)
        raise IllegalMove("pairing-over")
    token, _ = asked
    grant = tokens.holder(store, token, now_ms())
    assert grant is not None
    phone.settle(phone.desk.halls.hall(grant.room), grant)
    phone.answer(message.id, None, token=token)


# --- people
def _read(phone: "PhoneSocket", message: m.Read) -> None:
    """How what is being typed would be read: a value, two readings to choose from, or why not."""
    text = phone.text
    try:
        value = parse_number(message.typed, lang=text.lang)
    except AmbiguousNumber as two:
        readings = [{"value": str(v), "say": text.number(v)} for v in two.readings.values()]
        phone.tell({"id": message.id, "ok": True, "readings": readings, "say": text("phone.two_readings")})
    except NotANumber as error:
        say = text(f"number.{error.code}", **error.params)
        phone.tell({"id": message.id, "ok": True, "readings": [], "say": say})
    else:
        room = phone.hall.room if phone.hall is not None else None
        year = room is not None and room.question in room.questions and room.questions[room.question].is_year
        said = text.number(value, year=year)
        phone.tell({"id": message.id, "ok": True, "readings": [{"value": str(value), "say": said}]})


def _move(events: Callable[..., Any], *fields: str) -> Callable[["PhoneSocket", Any], None]:
    """A move of a person, decided with the next transaction."""

    def move(phone: "PhoneSocket", message: Any) -> None:
        hall, grant = phone.hall, phone.grant
        assert hall is not None
        assert grant is not None
        if isinstance(message, m.Estimate):
            check_size(message.value)
        told = [getattr(message, name) for name in fields]
        decided = partial(events, hall.room, grant.person, *told)
        hall.ask(phone, message.id, Request(decided, author(grant.person), step_of(grant.person, message.id)))

    return move


# --- the remote
def _host(play: Callable[[Room, Any], None]) -> Callable[["PhoneSocket", Any], None]:
    """What the teacher does from the remote, at once."""

    def move(phone: "PhoneSocket", message: Any) -> None:
        assert phone.hall is not None
        room = phone.hall.room
        room.refresh()
        if getattr(message, "phase", room.phase) != room.phase:
            raise IllegalMove("stale-phase")
        play(room, message)
        phone.hall.wake()
        phone.answer(message.id)

    return move


def _next(room: Room, message: m.Next) -> None:
    if not room.box:  # a server reads the cards only where a remote asks for them
        room.box = cards_of(shipped_decks(), room.opened.decks)
    forward(room, phase=message.phase, anyway=message.anyway)


def _kick(room: Room, message: m.Kick) -> None:
    room.do(partial(people.removed, room, message.person))
    room.store.revoke(room.id, role="person", person=message.person)


def _lock(room: Room, message: m.Lock) -> None:
    room.do(partial(people.locked, room, message.locked))


ANYBODY: dict[type[Any], Callable[..., None]] = {
    m.Hello: _hello,
    m.Ping: _ping,
    m.Look: _look,
    m.Join: _join,
    m.Language: _set_language,
    m.Leave: _leave,
    m.Pair: _pair,
}
PERSON: dict[type[Any], Callable[..., None]] = {
    m.Sit: _move(people.seated, "seat"),
    m.Read: _read,
    m.Estimate: _move(people.estimated, "phase", "question", "value"),
    m.Shoot: _move(people.shot, "phase", "question", "token", "team"),
    m.Lay: _move(people.laid, "phase", "question", "token", "space", "chips"),
    m.Pass: _move(people.passed, "phase", "question"),
    m.Roll: _move(people.rolled, "phase"),
    m.Vote: _move(people.face_chosen, "phase", "face"),
    m.Place: _move(people.placed, "phase", "face"),
}
REMOTE: dict[type[Any], Callable[..., None]] = {
    m.Next: _host(_next),
    m.Pause: _host(lambda room, _: room.pause()),
    m.Resume: _host(lambda room, _: room.resume()),
    m.Extend: _host(lambda room, _: room.extend(EXTENSION_S)),
    m.Undo: _host(lambda room, _: room.undo()),
    m.Lock: _host(_lock),
    m.Kick: _host(_kick),
}
