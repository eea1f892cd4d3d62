"""How much one device, one address and all together may ask for, so that nobody spoils it for a class."""

import time
from collections import OrderedDict
from collections.abc import Callable

MESSAGES_A_SECOND = 20.0
MESSAGES_AT_ONCE = 40.0
PATIENCE = 400.0
"""Messages above the rate that are still answered before a connection is ended; it comes back with time."""

MOST_SOCKETS = 3_000
MOST_STRANGERS = 1_500
"""Connections of devices that are in no room."""

TRIES_A_MINUTE, TRIES_AT_ONCE = 12.0, 8.0
"""Wrong codes and refused names of one device."""
ADDRESS_TRIES_A_MINUTE, ADDRESS_TRIES_AT_ONCE = 120.0, 600.0
"""Wrong codes from one address, behind which a whole school may sit: enough for a class that mistypes, and far too
few to find one of 280 000 codes within a lesson."""

Clock = Callable[[], float]


class Bucket:
    """A token bucket: `burst` at once, then `rate` a second."""

    __slots__ = ("burst", "clock", "left", "rate", "then")

    def __init__(self, rate: float, burst: float, clock: Clock = time.monotonic) -> None:
        self.rate, self.burst, self.clock = rate, burst, clock
        self.left, self.then = burst, clock()

    def take(self) -> bool:
        """Whether one more is allowed; it is counted if so."""
        if not self.has():
            return False
        self.left -= 1
        return True

    def has(self) -> bool:
        """Whether one more would be allowed."""
        now = self.clock()
        self.left = min(self.burst, self.left + (now - self.then) * self.rate)
        self.then = now
        return self.left >= 1


class Buckets:
    """A bucket a key; the ones used last are kept, so that inventing keys costs no memory."""

    def __init__(
        self, rate: float, burst: float, *, most: int = 10_000, clock: Clock = time.monotonic
    ) -> None:
        self.rate, self.burst, self.most, self.clock = rate, burst, most, clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def __getitem__(self, key: str) -> Bucket:
        found = self._buckets.pop(key, None) or Bucket(self.rate, self.burst, self.clock)
        self._buckets[key] = found
        while len(self._buckets) > self.most:
            self._buckets.popitem(last=False)
        return found


class Tries:
    """Failed attempts to come in. Only failures count, so a class that types the right code is never held up."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._devices = Buckets(TRIES_A_MINUTE / 60, TRIES_AT_ONCE, clock=clock)
        self._addresses = Buckets(ADDRESS_TRIES_A_MINUTE / 60, ADDRESS_TRIES_AT_ONCE, clock=clock)

    def allowed(self, device: str, address: str) -> bool:
        """Whether this device at this address may try again now."""
        return (not device or self._devices[device].has()) and self._addresses[address].has()

    def failed(self, device: str, address: str) -> None:
        """It tried in vain."""
        if device:
            self._devices[device].take()
        if address:
            self._addresses[address].take()
