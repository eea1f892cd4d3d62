"""What a device holds to be let in again: a random token, of which the database keeps only a digest.

The remote is paired in two steps, so that a student who photographs the projector gets nothing: a one-time secret lets a
phone ask, and the teacher lets in the phone that shows the right number.
"""

import hashlib
import secrets

from wwlv.room.store import Grant, Role, Store

DAY_MS = 86_400_000
LASTS_MS: dict[Role, int] = {
    "person": 30 * DAY_MS,
    "remote": DAY_MS,
    "pairing": 10 * 60_000,
    "asking": 3 * 60_000,
}
"""How long a token of each role is good, in milliseconds, if nobody revokes it before."""


def digest_of(token: str) -> str:
    """What the database knows of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def let_in(store: Store, room: int, role: Role, now_ms: int, *, person: int = 0) -> str:
    """A new token for a role in a room. It is told once and cannot be had again."""
    token = secrets.token_urlsafe(24)
    store.grant(Grant(digest_of(token), room, role, person, now_ms, now_ms + LASTS_MS[role]))
    return token


def holder(store: Store, token: str, now_ms: int) -> Grant | None:
    """What a token opens; None for one that is wrong, has run out or was revoked."""
    return store.granted(digest_of(token), now_ms) if token else None


def asked(store: Store, secret: str, now_ms: int) -> tuple[str, int] | None:
    """A phone asks to be the remote: its token, and the number it shows. None for a secret that is wrong or was used."""
    pairing = holder(store, secret, now_ms)
    if pairing is None or pairing.role != "pairing":
        return None
    if not store.revoke(pairing.room, role="pairing"):
        return None  # another phone was first by a moment
    shown = {g.person for g in store.grants(pairing.room, "asking", now_ms)}
    number = secrets.choice([n for n in range(10, 100) if n not in shown] or [0])
    return let_in(store, pairing.room, "asking", now_ms, person=number), number


def let_remote_in(store: Store, room: int, number: int, now_ms: int) -> bool:
    """The teacher lets the phone that shows `number` be the remote, the only one; whether it was asking."""
    found = [g for g in store.grants(room, "asking", now_ms) if g.person == number]
    if not found:
        return False
    store.revoke(room, role="remote")
    store.set_role(found[-1].digest, "remote", now_ms + LASTS_MS["remote"])
    store.revoke(room, role="asking")
    return True
