"""Where a room's luck comes from. What it gives is written into the log, so replaying needs none of this."""

import random
from collections.abc import Iterable, Sequence

from wwlv.rules.game import T


class SeededChance:
    """Luck that can be had again from its seed, which the room keeps in its log."""

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(seed)

    def dice(self, count: int) -> tuple[int, ...]:
        """`count` faces 1..6, each equally likely."""
        return tuple(self._random.randint(1, 6) for _ in range(count))

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """The items in an order each of which is equally likely."""
        return tuple(self._random.sample(items, len(items)))


class ScriptedChance:
    """Luck told beforehand: faces in turn, and for a shuffle the items that shall lie on top."""

    def __init__(self, faces: Iterable[int] = (), tops: Iterable[object] = ()) -> None:
        self._faces = list(faces)
        self._tops = list(tops)

    def dice(self, count: int) -> tuple[int, ...]:
        """The next `count` faces of the script."""
        rolled, self._faces = self._faces[:count], self._faces[count:]
        if len(rolled) < count:
            raise ValueError("the script has no more dice")
        return tuple(rolled)

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """The scripted items first, in the script's order, then the rest as they were."""
        tops: list[T] = [item for item in self._tops if item in items]  # type: ignore[misc]  # `in items` makes it a T
        return (*tops, *(item for item in items if item not in tops))
