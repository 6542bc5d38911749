"""Sends texts exactly once, each ticket's in order: stored first, then sent with the same key until
the service answers."""

import re
import secrets
from urllib.parse import quote

from .clock import back_off
from .errors import SupportError, is_final, is_stored_error
from .results import run
from .service import Request, short_text
from .uploads import MAX_AT_ONCE, MAX_FILES, Uploads, is_file

# More are refused, so that they never fill the disk.
MAX_UNSENT = 200
# The newest sent ones stay in the list.
MAX_SENT = 20
# The server recognizes a key for 7 days.
MAX_AGE = 6 * 86_400
# Seconds between looks for entries of other processes.
LOOK_EVERY = 1
# Of one file, before it counts as damaged.
MAX_READS = 5
FOLDER = "outbox"
PENDING = ("queued", "sending")
STATES = ("queued", "sending", "sent", "failed")


class _Retry:
    def __init__(self):
        self.failures = 0
        self.due_at = 0
        # The server told to wait until then.
        self.blocked_until = 0


class Outbox:
    """Each entry is a file of its own: a damaged one harms no other. The names give the order."""

    def __init__(self, player):
        self._player = player
        self.uploads = Uploads(player, self._save)
        # By file name, in order.
        self._entries = {}
        self._last_number = 0
        # Names of files that are no entries, and how often others could not be read.
        self._damaged = set()
        self._failed_reads = {}
        # Ticket ids by the entry that created the ticket.
        self._created = {}
        # By ticket.
        self._retries = {}
        # Tickets with an upload or a message under way.
        self._busy = set()
        self._is_sending = False
        self._look_at = 0

    def entries(self):
        """Pending and failed entries and the newest sent ones, oldest first."""
        self._look()
        return [self._view(name, entry) for name, entry in self._entries.items()]

    def add(self, kind, ticket_id, body, files):
        """Stores an entry and returns its id. Raises SupportError `outbox-full`."""
        self._try_to_look()
        if sum(entry["state"] != "sent" for entry in self._entries.values()) >= MAX_UNSENT:
            raise SupportError("outbox-full", f"{MAX_UNSENT} entries are pending or failed.")
        entry_id = secrets.token_hex(16)
        self._last_number = max(int(self._player.clock.wall() * 1e6), self._last_number + 1)
        entry = {
            "id": entry_id,
            "kind": kind,
            "ticket_id": self._ticket_of(ticket_id or entry_id),
            "body": body,
            "state": "queued",
            # First: a stored text has its files.
            "files": self.uploads.store(entry_id, files),
            "written_at": self._player.clock.wall(),
        }
        self._entries[f"{self._last_number:020d}-{entry_id}.json"] = entry
        self._save(entry)
        self._tell(entry)
        return entry_id

    def retry(self, entry_id):
        """Sends a failed entry again; for a ticket, its failed replies too."""
        self._look()
        for entry in list(self._entries.values()):
            if entry["state"] == "failed" and entry_id in (entry["id"], entry["ticket_id"]):
                for field in ("error", "last_error", "tried_at"):
                    entry.pop(field, None)
                self._change(entry, state="queued")

    def discard(self, entry_id):
        """Removes a failed entry and its files."""
        self._look()
        for name, entry in list(self._entries.items()):
            if entry["id"] == entry_id and entry["state"] == "failed":
                self._drop(name)

    def start(self):
        """Makes due what the server did not tell to wait."""
        for retry in self._retries.values():
            retry.due_at = min(retry.due_at, retry.blocked_until)

    def reload(self):
        """Reads what another process may have changed. Raises SupportError `storage`."""
        self._look()

    def update(self):
        """Starts what is due."""
        is_look_due = self._player.clock.monotonic() >= self._look_at
        # Another process may have written an earlier text of the same ticket.
        if is_look_due or (self._player.is_active and self._startable()):
            self._try_to_look()
        if self._player.is_active:
            for entry in self._startable():
                self._start(entry)

    def stored_late(self, name):
        """A file of the storage was stored at last."""
        for entry in self._entries.values():
            if name.endswith(f"-{entry['id']}.json"):
                self._tell(entry)
            elif self.uploads.stored_late(entry, name):
                self._change(entry)

    # --- the files

    def _try_to_look(self):
        self._look_at = self._player.clock.monotonic() + LOOK_EVERY
        try:
            self._look()
            if self._player.is_active:
                self.uploads.remove_orphans(self._entries.values())
        except SupportError as error:
            self._player.report(error)

    def _look(self):
        """Reads new entries; while another process may send, also what it may have changed."""
        is_owner = self._player.is_owner
        names = [name for name in self._player.list(FOLDER) if name.endswith(".json")]
        before = self._entries
        entries = {}
        for name in sorted({*names, *before}):
            entry = before.get(name)
            # What waits for the disk is newer than the disk.
            is_known = entry and (entry["state"] == "sent" or not self._player.is_stored(f"{FOLDER}/{name}"))
            if is_known or (entry and is_owner and name in names):
                entries[name] = entry
            elif name in names and name not in self._damaged:
                self._take(name, entry, entries)
            elif entry and is_owner and entry["state"] in PENDING:
                # The disk has lost it.
                entries[name] = entry
                self._player.write_json(f"{FOLDER}/{name}", entry)
        self._entries = entries
        for name, entry in entries.items():
            self._last_number = max(self._last_number, int(name[:20]))
            if entry["kind"] == "create" and entry["state"] == "sent":
                self._created[entry["id"]] = entry["ticket_id"]

    def _take(self, name, before, entries):
        try:
            entry = checked(self._player.read_json(f"{FOLDER}/{name}"), name)
        except SupportError:
            # The others must not wait for it for ever.
            self._failed_reads[name] = self._failed_reads.get(name, 0) + 1
            if self._failed_reads[name] < MAX_READS:
                raise
            entry = None
        if entry is None:
            self._damaged.add(name)
            return
        if before is not None:
            # A running task has this object.
            is_changed = before != entry
            before.clear()
            before.update(entry)
            entry = before
            if is_changed:
                self._tell(entry)
        entries[name] = entry

    def _name_of(self, entry):
        return next((name for name, other in self._entries.items() if other is entry), None)

    def _save(self, entry):
        name = self._name_of(entry)
        if name is not None:
            self._player.write_json(f"{FOLDER}/{name}", entry)

    def _change(self, entry, **fields):
        entry.update(fields)
        self._save(entry)
        self._tell(entry)

    def _drop(self, name):
        entry = self._entries.pop(name)
        self._player.remove(f"{FOLDER}/{name}")
        self.uploads.remove(entry)

    def _drop_old_sent(self):
        waited_for = {entry["ticket_id"] for entry in self._entries.values() if entry["state"] in PENDING}
        sent = [name for name, entry in self._entries.items() if entry["state"] == "sent"]
        for name in sent[:-MAX_SENT]:
            if self._entries[name]["id"] not in waited_for:
                self._drop(name)

    def _view(self, name, entry):
        """What the game sees: a copy."""
        return {
            **entry,
            "ticket_id": self._ticket_of(entry["ticket_id"]),
            "body": dict(entry["body"]),
            "files": [dict(file) for file in entry["files"]],
            "is_stored": self._player.is_stored(f"{FOLDER}/{name}"),
            "error": entry.get("error"),
            "last_error": entry.get("last_error"),
        }

    def _tell(self, entry):
        name = self._name_of(entry)
        if name is not None:
            self._player.emit("outbox", self._view(name, entry))

    def _ticket_of(self, ticket_id):
        return self._created.get(ticket_id, ticket_id)

    # --- sending

    def _startable(self):
        """The first pending entry of each ticket, if it is due and there is room for it."""
        now = self._player.clock.monotonic()
        found, tickets, is_sending = [], set(), self._is_sending
        uploads = self.uploads.running
        for entry in self._entries.values():
            ticket = self._ticket_of(entry["ticket_id"])
            if entry["state"] not in PENDING or ticket in tickets:
                continue
            tickets.add(ticket)
            retry = self._retries.get(ticket)
            if ticket in self._busy or (retry and retry.due_at > now):
                continue
            if self.uploads.are_needed(entry):
                uploads += 1
                if uploads <= MAX_AT_ONCE:
                    found.append(entry)
            elif not is_sending:
                is_sending = True
                found.append(entry)
        return found

    def _start(self, entry):
        creation = next((one for one in self._entries.values() if one["id"] == entry["ticket_id"]), entry)
        if creation["state"] == "failed":
            # Without its ticket a reply cannot be sent.
            self._fail(entry, SupportError.from_dict(creation["error"]))
            return
        ticket = self._ticket_of(entry["ticket_id"])
        needs_upload = self.uploads.are_needed(entry)
        self._busy.add(ticket)
        self._is_sending = self._is_sending or not needs_upload

        def done(result):
            self._busy.discard(ticket)
            if not needs_upload:
                self._is_sending = False
            if result.error is None:
                self._retries.pop(ticket, None)
            elif self._player.is_active:
                self._retry_later(ticket, entry, result.error)

        run(self.uploads.upload(entry) if needs_upload else self._send(entry)).then(done)

    def _send(self, entry):
        if not self._player.service.server_clock.is_known():
            # Any response tells the time.
            yield from self._player.call(self._player.inbox.request())
        now = self._player.service.server_clock.time()
        if now - entry.get("tried_at", now) > MAX_AGE:
            self._fail(entry, SupportError("outbox-expired", "It was not confirmed for six days."))
            return
        entry["state"] = "sending"
        if "tried_at" not in entry:
            # Stored first: from now on the server may have it. Later tries spare the disk.
            entry["tried_at"] = now
            self._save(entry)
        self._tell(entry)
        request = self._request_of(entry)
        try:
            response = yield from self._player.call(request)
        except SupportError as error:
            if not self._player.is_active or not is_final(error, request.path):
                raise
            self._fail(entry, error)
            return
        self._sent(entry, response.body)

    def _request_of(self, entry):
        headers = {"Idempotency-Key": entry["id"]}
        if entry["kind"] == "create":
            body = {**entry["body"], "projectPublicKey": self._player.project_public_key}
            return Request("POST", "/api/v1/tickets", ["ticketId"], body, headers)
        path = f"/api/v1/tickets/{quote(self._ticket_of(entry['ticket_id']), safe='', errors='replace')}/messages"
        return Request("POST", path, ["messageId"], entry["body"], headers)

    def _sent(self, entry, response):
        result = {name: short_text(response.get(name)) for name in ("ticketId", "messageId", "status", "createdAt")}
        ticket = response["ticketId"] if entry["kind"] == "create" else self._ticket_of(entry["ticket_id"])
        self.uploads.mark_refused(entry, response.get("refusedAttachments"))
        entry.pop("last_error", None)
        if entry["kind"] == "create":
            self._created[entry["id"]] = ticket
        self._change(entry, state="sent", ticket_id=ticket, result=result)
        self.uploads.remove(entry)
        self._drop_old_sent()
        self._player.emit("ticket", {"ticket_id": ticket})
        self._player.inbox.poll_soon()

    def _fail(self, entry, error):
        self._change(entry, state="failed", error=error.to_dict(), last_error=error.to_dict())

    def _retry_later(self, ticket, entry, error):
        retry = self._retries.setdefault(ticket, _Retry())
        now = self._player.clock.monotonic()
        retry.due_at = now + back_off(retry.failures, error.retry_after or 0)
        retry.blocked_until = now + (error.retry_after or 0)
        retry.failures += 1
        entry.update(state="queued", last_error=error.to_dict())
        self._tell(entry)
        self._player.report(error)


def checked(entry, name):
    """Returns the entry of a file, or None if it is none: the disk can have anything."""

    def is_type(field, *types):
        return isinstance(entry.get(field), types)

    if not isinstance(entry, dict) or not re.fullmatch(r"0[0-9]{19}-[0-9a-f]{32}\.json", name):
        return None
    is_entry = (
        entry.get("id") == name[21:53]
        and entry.get("kind") in ("create", "reply")
        and entry.get("state") in STATES
        and is_type("ticket_id", str)
        and is_type("body", dict)
        and isinstance(entry["body"].get("message"), str)
        and is_type("files", list)
        and len(entry["files"]) <= MAX_FILES
        and all(is_file(file) for file in entry["files"])
        and is_type("tried_at", int, float, type(None))
        and is_stored_error(entry.get("last_error"))
        and is_stored_error(entry.get("error"))
        and (entry["state"] != "failed" or entry.get("error"))
    )
    if not is_entry:
        return None
    if entry.get("tried_at", 0) is None:
        del entry["tried_at"]
    if entry["state"] == "sending":
        # The process that sent it has ended, or does not tell.
        entry["state"] = "queued"
    return entry
