"""Polls the inbox as often as the server says, and tells each message as new once."""

import random
import re
from datetime import datetime, timedelta, timezone
from urllib.parse import quote

from .clock import back_off
from .results import run
from .service import Request, short_text, text_of, whole_number

# Polls overlap by this: a message may have been saved late.
OVERLAP = timedelta(seconds=30)
MAX_MESSAGES = 100
MAX_TOLD = 200
# After the player wrote: the team may reply soon.
AFTER_WRITING = 15
DEFAULT_DELAY = 60
MAX_DELAY = 86_400
# Clients whose network returns together poll within this time.
WAKE_SPREAD = 2


class Inbox:
    def __init__(self, player):
        self._player = player
        self._messages = {}
        self._unread = 0
        # Ids of messages that were told, oldest first; also of earlier runs.
        self._told = None
        self._etag = None
        # An ISO time, as text.
        self._since = ""
        self._delay = DEFAULT_DELAY
        self._failures = 0
        # The last poll got no response.
        self._is_offline = False
        self._due_at = 0
        self._is_polling = False
        # The longest time from the current poll to the next one.
        self._next_within = MAX_DELAY

    def unread_count(self):
        return self._unread

    def start(self):
        """Polls soon if the last poll got no response."""
        if self._is_offline:
            self._due_at = self._player.clock.monotonic() + random.random() * WAKE_SPREAD

    def reload(self):
        """Another process may have told messages."""
        self._told = None

    def update(self):
        if not self._is_polling and self._player.clock.monotonic() >= self._due_at:
            self._is_polling = True
            run(self._poll()).then(self._polled)

    def poll_soon(self):
        """The team may reply soon."""
        soon = self._player.clock.monotonic() + AFTER_WRITING
        if self._is_polling:
            self._next_within = AFTER_WRITING
        elif not self._failures:
            self._due_at = min(self._due_at, soon)

    def request(self, since=""):
        key = quote(self._player.project_public_key, safe="")
        return Request("GET", f"/api/v1/player/inbox?projectPublicKey={key}{since}", ["messages[]"])

    def messages(self):
        """The newest 50 messages, newest first; a generator."""
        response = yield from self._player.call(self.request())
        received = _messages_in(response.body)
        self._receive(received)
        return received

    def mark_read(self, message_id):
        """A generator."""
        path = f"/api/v1/player/inbox/{quote(message_id, safe='', errors='replace')}/read"
        response = yield from self._player.call(Request("POST", path, ["readAt"]))
        message = self._messages.get(message_id)
        if message:
            self._remember([{**message, "readAt": response.body["readAt"]}])
        return response.body

    def _poll(self):
        request = self.request(f"&since={self._since}" if self._since else "")
        if self._etag:
            request.headers["If-None-Match"] = self._etag
        response = yield from self._player.call(request)
        if response.status == 304 or not self._player.is_active:
            return
        seconds = whole_number(response.body.get("nextPollAfterSeconds")) or DEFAULT_DELAY
        self._delay = min(max(seconds, 1), MAX_DELAY)
        self._receive(_messages_in(response.body))
        # Only now: a 304 for this tag means that all messages are known.
        etag = response.headers.get("etag", "")
        self._etag = etag if re.fullmatch(r"[!-~]{1,1000}", etag) else None

    def _polled(self, result):
        self._is_polling = False
        now = self._player.clock.monotonic()
        if result.error is None:
            # Spread, more so after a failure: many clients recover in the same minute.
            spread = 1 + random.random() * (1 if self._failures else 0.1)
            self._due_at = now + min(self._delay * spread, self._next_within)
            self._failures, self._next_within, self._is_offline = 0, MAX_DELAY, False
            return
        error = result.error
        if error.slug == "aborted":
            # By stop, not by the network. Not at once: a game may start and stop all the time.
            self._due_at = now + AFTER_WRITING
            return
        self._due_at = now + back_off(self._failures, error.retry_after or 0)
        self._failures += 1
        self._is_offline = error.slug in ("network", "redirect", "foreign-response")
        if self._player.is_active:
            self._player.report(error)

    def _receive(self, received):
        """Tells each new message once, also over restarts: stored before told."""
        self._remember(received)
        if not self._player.is_active:
            return
        if self._told is None:
            stored = self._player.read_json("told.json")
            self._told = [one for one in stored if isinstance(one, str)] if isinstance(stored, list) else []
        fresh = [message for message in received if message["id"] not in self._told]
        for message in received:
            since = _since(message.get("readAt") or message.get("createdAt"))
            self._since = max(self._since, since)
        if not fresh:
            return
        self._told = (self._told + [message["id"] for message in fresh])[-MAX_TOLD:]
        self._player.write_json("told.json", self._told)
        for message in reversed(fresh):
            if message.get("readAt"):
                continue
            self._player.emit("message", message)
            if message.get("ticketId"):
                self._player.emit("ticket", {"ticket_id": message["ticketId"]})

    def _remember(self, received):
        for message in received:
            # A late response must not make a read message unread.
            known = self._messages.get(message["id"], {})
            self._messages[message["id"]] = {**message, "readAt": message.get("readAt") or known.get("readAt")}
        newest = sorted(self._messages.values(), key=lambda one: str(one.get("createdAt")), reverse=True)
        self._messages = {message["id"]: message for message in newest[:MAX_MESSAGES]}
        unread = sum(1 for message in self._messages.values() if not message["readAt"])
        if unread != self._unread:
            self._unread = unread
            self._player.emit("unread", unread)


def _messages_in(body):
    """The messages of a response, each id once: a wrong server must not tell one twice, or thousands."""
    found = {}
    for message in with_id(body["messages"])[:MAX_MESSAGES]:
        found.setdefault(message["id"], _showable(message))
    return list(found.values())


def _showable(message):
    """The message with all texts that a game shows: a missing one must not end the game."""
    texts = {name: text_of(message.get(name)) for name in ("type", "title", "body", "createdAt")}
    times = {name: text_of(message.get(name)) or None for name in ("ticketId", "readAt")}
    return {**message, **texts, **times}


def with_id(items):
    """The items that are dicts with an id. `items` can be anything."""
    if not isinstance(items, list):
        return []
    return [one for one in items if isinstance(one, dict) and short_text(one.get("id")) is not None]


def _since(text):
    """The time to poll from after a message of this time; empty if that cannot be read."""
    try:
        time = datetime.fromisoformat(str(text).replace("Z", "+00:00")).astimezone(timezone.utc) - OVERLAP
    except (ValueError, OverflowError):
        return ""
    return time.strftime("%Y-%m-%dT%H:%M:%S.000Z")
