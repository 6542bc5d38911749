"""Work that waits for the network without blocking the game.

Such work is a generator: it yields a `Result`, and goes on with the value when that is done.
"""

from .errors import SupportError


class Result:
    """What a call will bring. It is done when `is_done` is true: then `error` is None or a
    SupportError, and `value` is what the call returned. It changes inside `update` only."""

    def __init__(self):
        self.is_done = False
        self.value = None
        self.error = None
        self._listeners = []

    def then(self, listener):
        """Calls `listener(result)` when it is done, or at once if it is. Returns the result."""
        if self.is_done:
            listener(self)
        else:
            self._listeners.append(listener)
        return self

    def finish(self, value=None, error=None):
        """Makes it done, and returns itself. Later calls have no effect."""
        if self.is_done:
            return self
        self.is_done, self.value, self.error = True, value, error
        listeners, self._listeners = self._listeners, []
        for listener in listeners:
            listener(self)
        return self

    def finish_as(self, other):
        self.finish(other.value, other.error)

    def finish_late(self, _other):
        """Another user plays now."""
        self.finish(error=SupportError("signed-out"))

    def __reduce__(self):
        raise TypeError("A Result of player_support cannot be saved. Keep its value instead.")


def run(steps):
    """Runs a generator, and returns the result of its `return`. A SupportError becomes its error."""
    result = Result()

    def go_on(waited=None):
        try:
            if waited is not None and waited.error is not None:
                next_one = steps.throw(waited.error)
            else:
                next_one = steps.send(waited.value if waited is not None else None)
        except StopIteration as end:
            result.finish(end.value)
        except SupportError as error:
            result.finish(error=error)
        except Exception as error:  # An error of this client must not end the game.
            result.finish(error=SupportError("unknown", f"{type(error).__name__}: {error}"))
        else:
            next_one.then(go_on)

    go_on()
    return result
