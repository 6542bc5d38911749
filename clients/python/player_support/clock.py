"""Times: of the device, of the server, and before a retry."""

import random
import time
from email.utils import mktime_tz, parsedate_tz

FIRST_WAIT = 2
MAX_WAIT = 900
# A larger drift means that the device slept or that its clock was set.
MAX_DRIFT = 43_200


class Clock:
    """The clock of the device, in seconds."""

    def monotonic(self):
        """Never goes back: all waits use it."""
        return time.monotonic()

    def wall(self):
        """Since 1970. It can be wrong by years."""
        return time.time()


class ServerClock:
    """The server's last `Date`, and the monotonic clock since then: ages must not follow a wrong clock."""

    def __init__(self, clock):
        self._clock = clock
        self._offset = 0
        self._device_offset = None

    def learn(self, headers):
        """Takes the `Date` of a response of the service."""
        monotonic, wall = self._clock.monotonic(), self._clock.wall()
        self._device_offset = wall - monotonic
        self._offset = (read_date(headers.get("date")) or wall) - monotonic

    def is_known(self):
        """False before the first response, and after a long sleep or a change of the device's clock."""
        if self._device_offset is None:
            return False
        return abs(self._clock.wall() - self._clock.monotonic() - self._device_offset) < MAX_DRIFT

    def time(self):
        """Seconds since 1970."""
        return self._offset + self._clock.monotonic()


def read_date(text):
    """Reads an HTTP date as seconds since 1970, or returns None."""
    try:
        return mktime_tz(parsedate_tz(text or ""))
    except (TypeError, ValueError, OverflowError, IndexError):
        return None


def back_off(failures, retry_after=0):
    """Seconds before the next try: doubled up to 15 minutes, and at least what the server asks for.
    Random, so that clients do not come back together."""
    longest = min(MAX_WAIT, FIRST_WAIT * 2 ** min(failures, 20))
    shortest = max(longest / 2, retry_after)
    return shortest + random.random() * max(longest, shortest) * 0.5
