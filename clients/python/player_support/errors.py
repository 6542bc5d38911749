"""Why something failed."""


class SupportError(Exception):
    """A call or a message failed. `slug` says why; a newer server may send other slugs.

    - `network`: offline, a time-out or a broken connection
    - `redirect`: the base URL redirects
    - `foreign-response`: another server answered, such as a login page
    - `aborted`: before `start`, or `stop` came before the response
    - `signed-out`: another user came before the response
    - `storage`: the disk failed; texts may be lost when the game ends
    - `storage-in-use`: another process of the game has this storage
    - `outbox-full`, `outbox-expired`: 200 entries are pending or failed; not confirmed for six days
    - `file-lost`: the device or the server has lost a file, or it cannot be read
    - `payload-too-large`: a file is too large
    - `validation`: refused; `errors` has the messages by field
    - `unauthorized`: refused even with a new access token
    - `installation-in-use`: another device has a copy of the storage
    - `not-found`, `ticket-closed`, `ticket-full`, `open-ticket-limit`, `player-blocked`,
      `rate-limited`, `project_not_found`, `project_disabled`, `internal`, `unavailable`: the server
      refused it
    - `unknown`: an error that this client did not expect
    """

    def __init__(self, slug, message="", status=0, path="", errors=None, retry_after=None):
        super().__init__(message or slug)
        self.slug = slug
        self.message = message or slug
        # The HTTP status; 0 without a response of the server.
        self.status = status
        # Of the refused request.
        self.path = path
        # Lists of messages by the JSON name of the field.
        self.errors = errors or {}
        # Seconds to wait before a retry, or None.
        self.retry_after = retry_after

    def to_dict(self):
        """Returns what a stored entry keeps."""
        return {"slug": self.slug, "message": self.message, "status": self.status, "errors": self.errors}

    @classmethod
    def from_dict(cls, stored):
        """Reads a stored error."""
        return cls(stored["slug"], stored["message"])


def is_stored_error(value):
    """Whether it is what `to_dict` gives, or None: a stored file can have anything."""
    if value is None:
        return True
    return isinstance(value, dict) and all(isinstance(value.get(field), str) for field in ("slug", "message"))


def is_final(error, path):
    """Returns whether the service would refuse this request again.

    `path`: how its path begins. A refusal of another request, such as identify, does not count.
    """
    is_refused = bool(error.path) and error.path.startswith(path)
    return is_refused and 400 <= error.status < 500 and error.status not in (401, 408, 429)
