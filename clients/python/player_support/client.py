"""The functions for the game."""

import hashlib
import json
import os
import re
from collections import deque
from urllib.parse import quote, urlsplit

from .clock import Clock, ServerClock
from .errors import SupportError
from .inbox import with_id
from .player import Player
from .results import Result, run
from .service import Request
from .storage import FolderStorage, SafeStorage
from .transport import HttpTransport
from .uploads import checked_files

EVENTS = ("message", "unread", "ticket", "outbox", "upload", "error")
PART_BYTES = 1024 * 1024
MIN_PART_BYTES = 256 * 1024
# Seconds between looks for the lock of another process that has ended.
LOCK_EVERY = 1
# Characters that the server takes.
MAX_USER_ID = 200
CONTEXT_LENGTHS = {"locale": 30, "deviceModel": 200, "osVersion": 100}
BASE_URL = re.compile(r"(https?://[^\s/?#@\\]+(?:/[^\s?#@\\]*?)?)/*", re.IGNORECASE)
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
PLAYER_PATH = re.compile(r"/api/v1/player/[!-~]+")
# Of the player without a user, and how the folders of users begin.
NO_USER = "player"
USER = "player-"


class PlayerSupport:
    """Tickets, replies and an inbox for a game.

    - `base_url`: of the server, such as `https://support.example.com`
    - `project_public_key`: `ppk_...`, from the console under Settings > Projects
    - `storage`: a folder for this game's data. Keep it like a save game, but out of cloud saves
    - `user_id`: who plays, or None. Give it at every start
    - `context`: what the team sees: a dict with `appVersion`, `buildNumber`, `platform`, `locale`,
      `deviceModel`, `osVersion`
    - `part_bytes`: larger files are uploaded in parts of this size, at least 256 KiB

    Call everything on the thread of the game. Functions that write return at once: texts are on the
    disk then. Functions that ask the server return a `Result`. All listeners run inside `update`.
    """

    def __init__(
        self,
        base_url,
        project_public_key,
        storage,
        user_id=None,
        context=None,
        transport=None,
        clock=None,
        part_bytes=PART_BYTES,
    ):
        self.base_url = _checked_url(base_url)
        if not isinstance(project_public_key, str) or not project_public_key:
            raise ValueError("project_public_key must be the ppk_... of the project.")
        if not storage:
            raise ValueError("storage must be a folder.")
        if part_bytes < MIN_PART_BYTES:
            raise ValueError(f"part_bytes must be at least {MIN_PART_BYTES}.")
        self.project_public_key = project_public_key
        self.part_bytes = part_bytes
        self.context = _checked_context(context)
        self.clock = clock or Clock()
        self.server_clock = ServerClock(self.clock)
        self.transport = transport or HttpTransport()
        folder = FolderStorage(storage) if isinstance(storage, (str, os.PathLike)) else storage
        self._events = deque()
        self._listeners = []
        self._player = None
        self._storage = SafeStorage(folder, quote(project_public_key, safe="") + "/", self.clock, self._on_error)
        self._storage.on_stored = lambda name: self._player.stored_late(name)
        self._is_started = False
        self._is_updating = False
        self._lock_at = 0
        self._open_player(_checked_user(user_id))

    # --- starting, stopping, each frame

    def start(self):
        """Starts sending and polling. Call it again when the network is back: it tries everything
        that the server did not tell to wait."""
        self._is_started = True
        self._player.start()
        self._look_for_lock()

    def stop(self):
        """Stops sending and polling. Unsent texts wait for the next `start`."""
        self._is_started = False
        self._player.stop()
        self._storage.unlock()

    def update(self):
        """Call it in each frame: takes what came from the network, and calls the listeners.

        An error of a listener comes out of here, after all other listeners were called.
        """
        if self._is_updating:
            return
        self._is_updating = True
        try:
            self.transport.update()
            self._storage.update()
            if self._is_started:
                self._look_for_lock()
                self._player.update()
            self._call_listeners()
        finally:
            self._is_updating = False

    def on(self, event, listener):
        """Calls `listener(value)` inside `update`. Returns a function that removes it.

        - `message`: a new inbox message, a dict of the server; each is told once
        - `unread`: the number of unread messages
        - `ticket`: `{"ticket_id"}` of a ticket that changed
        - `outbox`: an entry changed: queued, sending, sent, failed, or stored
        - `upload`: `{"entry_id", "sent", "total"}` in bytes
        - `error`: a SupportError. The client goes on, but a wrong key or URL needs the developer
        """
        if event not in EVENTS:
            raise ValueError(f"There is no event {event!r}. Events are {', '.join(EVENTS)}.")
        if not callable(listener):
            raise TypeError("listener must be a function.")
        pair = (event, listener)
        self._listeners.append(pair)
        return lambda: self._listeners.remove(pair) if pair in self._listeners else None

    # --- tickets

    def create_ticket(self, type, subject, message, files=(), answers=None, form_version=None):
        """Stores a ticket with its first message, and sends it exactly once. Returns the entry's id.

        `files`: at most five; paths, or dicts with `name`, `type` and `bytes` or `path`. `answers`:
        a dict by the names of the fields, with the `formVersion` from `ticket_types`. Raises
        SupportError `outbox-full` if 200 entries are pending or failed.
        """
        if answers is not None and form_version is None:
            raise ValueError("answers need the form_version of ticket_types().")
        body = {"type": type, "subject": subject, "message": message}
        if form_version is not None:
            body["formVersion"], body["fields"] = form_version, dict(answers or {})
        return self._add("create", None, body, files)

    def reply(self, ticket_id, message, files=()):
        """Stores a reply, and sends it after the earlier texts of the ticket. Returns the entry's id.

        `ticket_id`: for a ticket that is not sent yet, the id of its entry. Else as `create_ticket`.
        """
        _check_texts(ticket_id=ticket_id)
        return self._add("reply", ticket_id, {"message": message}, files)

    def list_tickets(self):
        """Result: the tickets, latest activity first, at most 100. Each is a dict of the server."""
        path = f"/api/v1/player/tickets?projectPublicKey={quote(self.project_public_key, safe='')}"
        return self._ask(path, ["tickets[]"], lambda body: with_id(body["tickets"]))

    def get_ticket(self, ticket_id):
        """Result: a ticket with its `messages`, oldest first. Marks the team's replies as read."""
        _check_texts(ticket_id=ticket_id)
        return self._ask(f"/api/v1/tickets/{quote(ticket_id, safe='', errors='replace')}", ["id", "messages[]"])

    def ticket_types(self, locale="en"):
        """Result: the types of tickets, each with `formVersion` and the `fields` to ask for."""
        path = f"/api/v1/player/ticket-types?locale={quote(locale, safe='', errors='replace')}"
        return self._ask(path, ["types[]"], lambda body: body["types"])

    def request(self, method, path, body=None):
        """Result: sends a request as the player, once, for what has no function here, such as
        `("POST", "/api/v1/player/link", {"identityToken": token})`. The value is the body of the response.

        `path`: below `/api/v1/player/`. `body`: a dict that is sent as JSON.
        """
        if method not in METHODS:
            raise ValueError(f"method must be one of {', '.join(METHODS)}, not {method!r}.")
        if not isinstance(path, str) or not PLAYER_PATH.fullmatch(path):
            raise ValueError(f"path must be below /api/v1/player/, not {path!r}.")
        if body is not None and not isinstance(body, dict):
            raise TypeError(f"body must be a dict or None, not {type(body).__name__}.")
        # A copy. Raises now if it cannot be sent.
        body = json.loads(json.dumps(body, allow_nan=False))
        return self._send(Request(method, path, None, body))

    # --- inbox

    def inbox_messages(self):
        """Result: the newest 50 messages, newest first. With a `ticketId` the player can reply there."""
        return self._result(self._player.inbox.messages())

    def mark_read(self, message_id):
        """Result: marks an inbox message as read. Repeats have no effect."""
        _check_texts(message_id=message_id)
        return self._result(self._player.inbox.mark_read(message_id))

    def unread_count(self):
        """The unread messages as of the last poll; 0 before it."""
        return self._player.inbox.unread_count()

    # --- outbox

    def outbox_entries(self):
        """Pending and failed entries, and the newest 20 sent ones, oldest first.

        Each is a dict with `id`, `kind`, `ticket_id`, `body`, `state` (queued, sending, sent, failed),
        `is_stored`, `files`, `error` and `last_error`. Raises SupportError `storage`.
        """
        return self._player.outbox.entries()

    def retry(self, entry_id):
        """Sends a failed entry again; for a ticket, its failed replies too. Raises SupportError
        `storage-in-use` if another process sends."""
        self._change_outbox(self._player.outbox.retry, entry_id)

    def discard(self, entry_id):
        """Removes a failed entry. Raises SupportError `storage-in-use` if another process sends."""
        self._change_outbox(self._player.outbox.discard, entry_id)

    def send_now(self):
        """Tries pending entries now, except those that the server told to wait."""
        self._player.outbox.start()

    # --- who plays

    def set_context(self, context):
        """What the team sees about the game and the device. Sent with the next request."""
        self.context = _checked_context(context)

    def set_user(self, user_id):
        """Another user plays. The first user takes over the player without a user. Texts of the former
        user wait until that user is back. None: as `sign_out`."""
        user_id = _checked_user(user_id)
        if user_id != self._player.user_id:
            self._player.close()
            self._open_player(user_id)

    def sign_out(self, erase=False):
        """Continues without a user. `erase`: removes everything of the player from the device, also
        unsent texts."""
        if self._player.user_id is None and not erase:
            return
        self._player.close()
        if erase:
            self._storage.erase(_folder_of(self._player.user_id))
        self._open_player(None)

    # --- for the parts of this client

    def emit(self, player, event, value):
        """Keeps an event for the next `update`. `player`: None if it is of no user."""
        self._events.append((player, event, value))

    def __reduce__(self):
        raise TypeError(
            "PlayerSupport cannot be saved or copied. In Ren'Py, create it in an `init python` block and "
            "never assign it to a `default` variable (see the README of the Python client)."
        )

    def _on_error(self, error):
        self.emit(None, "error", error)

    def _open_player(self, user_id):
        folder = _folder_of(user_id)
        try:
            known = self._storage.list("")
        except SupportError as error:
            self._on_error(error)
            known = [folder]
        if folder not in known:
            is_first_user = user_id is not None and not any(name.startswith(USER) for name in known)
            takes_over = is_first_user and NO_USER in known and self._storage.lock()
            if not takes_over or not self._storage.rename(NO_USER, folder):
                # From now on this user is not a new one.
                self._storage.write(f"{folder}/known", b"")
            if not self._is_started:
                self._storage.unlock()
        for name in known:
            if name.startswith("erased-"):
                self._storage.remove_folder(name)
        former = self._player
        self._player = Player(self, self._storage, folder, user_id)
        if former:
            self._player.emit("unread", 0)
        self._lock_at = 0
        if self._is_started:
            self.start()

    def _look_for_lock(self):
        now = self.clock.monotonic()
        if self._player.is_owner and not self._storage.is_locked():
            # After a fork, the parent has it.
            self._player.own(False)
        if not self._player.is_owner and now >= self._lock_at:
            self._lock_at = now + LOCK_EVERY
            self._take_lock()

    def _take_lock(self):
        if not self._storage.lock():
            return False
        try:
            self._player.own(True)
            return True
        except SupportError as error:
            self._on_error(error)
            return False

    def _change_outbox(self, change, entry_id):
        if not self._player.is_owner and not self._take_lock():
            raise SupportError("storage-in-use", "Another process of the game has this storage.")
        change(entry_id)
        if not self._is_started:
            self._player.own(False)
            self._storage.unlock()

    def _add(self, kind, ticket_id, body, files):
        _check_texts(**{name: value for name, value in body.items() if name in ("type", "subject", "message")})
        # Raises TypeError or ValueError for answers that are no JSON.
        json.dumps(body, allow_nan=False)
        return self._player.outbox.add(kind, ticket_id, body, checked_files(files))

    def _ask(self, path, expects, pick=lambda body: body):
        return self._send(Request("GET", path, expects), pick)

    def _send(self, request, pick=lambda body: body):
        player = self._player

        def steps():
            response = yield from player.call(request)
            return pick(response.body)

        return self._result(steps())

    def _result(self, steps):
        result, player = Result(), self._player
        if not self._is_started:
            error = SupportError("aborted", "Call start() first.")
            self._events.append((player, result, Result().finish(error=error)))
            return result
        run(steps).then(lambda inner: self._events.append((player, result, inner)))
        return result

    def _call_listeners(self):
        errors = []
        # What a listener causes waits for the next frame.
        for _count in range(len(self._events)):
            player, event, value = self._events.popleft()
            is_late = player is not None and player is not self._player
            if isinstance(event, Result):
                calls = [event.finish_late if is_late else event.finish_as]
            else:
                calls = [listener for listened, listener in self._listeners if listened == event and not is_late]
            for call in calls:
                try:
                    call(value)
                except Exception as error:
                    errors.append(error)
        if errors:
            raise errors[0]


def _checked_url(url):
    matched = BASE_URL.fullmatch(url) if isinstance(url, str) else None
    try:
        if matched and urlsplit(url).port != 0:
            return matched.group(1)
    except ValueError:
        pass
    raise ValueError(f"base_url must be an http or https address, not {url!r}.")


def _folder_of(user_id):
    if user_id is None:
        return NO_USER
    return USER + hashlib.sha256(user_id.encode("utf-8")).hexdigest()[:32]


def _checked_user(user_id):
    if user_id is not None and not isinstance(user_id, str):
        raise TypeError(f"user_id must be a str or None, not {type(user_id).__name__}.")
    if user_id and (len(user_id) > MAX_USER_ID or _cleaned(user_id) != user_id):
        raise ValueError(f"user_id must be a text of at most {MAX_USER_ID} characters.")
    return user_id or None


def _checked_context(context):
    if context is None:
        return None
    if not isinstance(context, dict) or not all(isinstance(value, str) for value in context.values()):
        raise TypeError("context must be a dict of texts, such as {'appVersion': '1.0'}.")
    # A longer text, or one that is no Unicode, would refuse each identify, so that nothing is sent.
    return {name: _cleaned(value)[: CONTEXT_LENGTHS.get(name, 50)] for name, value in context.items()}


def _cleaned(text):
    return text.encode("utf-8", "replace").decode("utf-8").replace("\0", " ")


def _check_texts(**texts):
    for name, value in texts.items():
        if not isinstance(value, str):
            raise TypeError(f"{name} must be a str, not {type(value).__name__}.")
