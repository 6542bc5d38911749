"""Lets the conformance suite use the client (see packages/client-conformance/README.md)."""

import base64
import json
import os
import queue
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
sys.dont_write_bytecode = True

from player_support import Clock, FolderStorage, HttpTransport, PlayerSupport, SupportError

CAPABILITIES = [
    "fastTime",
    "clock",
    "slowStorage",
    "sharedStorage",
    "replyBeforeSent",
    "users",
    "sendNow",
    "retry",
    "files",
    "fileParts",
]
PART_BYTES = 256 * 1024
# Seconds between frames.
FRAME = 0.004
# Shorter time-outs are not made shorter still.
MIN_TIMEOUT = 5


class FastClock(Clock):
    def __init__(self, speed, offset):
        self._speed, self._offset = speed, offset

    def monotonic(self):
        return time.monotonic() * self._speed

    def wall(self):
        return time.time() + self._offset


class FastTransport(HttpTransport):
    """Time-outs run at a tenth of the speed: the network gets no faster."""

    def __init__(self, speed):
        super().__init__()
        self._speed = max(1, speed / 10)

    def send(self, request, done):
        if request.timeout >= MIN_TIMEOUT:
            request.timeout /= self._speed
        return super().send(request, done)


class SlowStorage(FolderStorage):
    def __init__(self, path, delay):
        super().__init__(path)
        self._delay = delay

    def write(self, name, data):
        time.sleep(self._delay)
        super().write(name, data)


class Driver:
    def __init__(self):
        self._support = None

    def run(self):
        lines = queue.Queue()
        threading.Thread(target=self._read, args=(lines,), daemon=True).start()
        tell("hello", protocol=1, client="Python client", capabilities=CAPABILITIES)
        while True:
            try:
                line = lines.get(timeout=FRAME if self._support else None)
                if line is None:
                    return
                self._obey(json.loads(line))
            except queue.Empty:
                pass
            if self._support:
                self._support.update()

    def _read(self, lines):
        for line in sys.stdin.buffer:
            lines.put(line)
        lines.put(None)

    def _obey(self, command):
        id, name = command["id"], command["command"]
        try:
            value = getattr(self, "_" + name)(command)
        except SupportError as error:
            tell("done", id=id, slug=error.slug)
            return
        if name in ("create", "reply"):
            return
        if name in ("list", "get", "inbox", "markRead"):
            value.then(lambda result: self._answer(id, name, result))
        else:
            tell("done", id=id, result=value)

    def _answer(self, id, name, result):
        if result.error:
            tell("done", id=id, slug=result.error.slug)
            return
        value = result.value
        if name == "inbox":
            value = [{"id": one["id"], "body": one["body"], "read": one["readAt"] is not None} for one in value]
        tell("done", id=id, result=value)

    # --- commands

    def _start(self, command):
        speed = command.get("speed", 1)
        support = PlayerSupport(
            base_url=command["baseUrl"],
            project_public_key=command["projectPublicKey"],
            storage=SlowStorage(command["storage"], command.get("storageDelay", 0) / 1000),
            user_id=command.get("userId"),
            context=command.get("context"),
            transport=FastTransport(speed),
            clock=FastClock(speed, command.get("clockOffset", 0) / 1000),
            part_bytes=command.get("partBytes", PART_BYTES),
        )
        support.on("outbox", tell_entry)
        support.on("message", lambda message: tell("message", id=message["id"], body=message["body"]))
        support.on("unread", lambda count: tell("unread", count=count))
        support.on("error", lambda error: tell("error", slug=error.slug))
        support.start()
        self._support = support

    def _stop(self, _command):
        self._support.update()
        self._support.stop()
        self._support = None

    def _create(self, command):
        self._support.create_ticket(command["type"], command["subject"], command["message"], files_of(command))

    def _reply(self, command):
        self._support.reply(command["ticket"], command["message"], files_of(command))

    def _entries(self, _command):
        return [entry_of(entry) for entry in self._support.outbox_entries()]

    def _list(self, _command):
        return self._support.list_tickets()

    def _get(self, command):
        return self._support.get_ticket(command["ticketId"])

    def _inbox(self, _command):
        return self._support.inbox_messages()

    def _markRead(self, command):
        return self._support.mark_read(command["messageId"])

    def _setUser(self, command):
        self._support.set_user(command["userId"])

    def _signOut(self, command):
        self._support.sign_out(erase=command.get("erase", False))

    def _sendNow(self, _command):
        self._support.send_now()

    def _retry(self, command):
        self._support.retry(self._id_of(command["message"]))

    def _discard(self, command):
        self._support.discard(self._id_of(command["message"]))

    def _id_of(self, message):
        return next(entry["id"] for entry in self._support.outbox_entries() if entry["body"]["message"] == message)


def tell(event, **fields):
    sys.stdout.write(json.dumps({"event": event, **fields}) + "\n")
    sys.stdout.flush()


def tell_entry(entry):
    message = entry["body"]["message"]
    for file in entry["files"]:
        if file["is_stored"]:
            tell("fileStored", message=message, name=file["name"])
    for file in missing_of(entry):
        tell("fileMissing", message=message, **file)
    if entry["state"] == "sent":
        tell("sent", message=message, ticketId=entry["ticket_id"])
    elif entry["state"] == "failed":
        tell("failed", message=message, slug=entry["error"]["slug"])
    elif entry["is_stored"]:
        tell("stored", message=message, entry=entry["id"])


def entry_of(entry):
    state = "pending" if entry["state"] in ("queued", "sending") else entry["state"]
    slug = {"slug": entry["error"]["slug"]} if entry["error"] else {}
    return {"message": entry["body"]["message"], "state": state, "missing": missing_of(entry), **slug}


def missing_of(entry):
    return [{"name": file["name"], "slug": file["error"]["slug"]} for file in entry["files"] if file.get("error")]


def files_of(command):
    return [
        {"name": file["name"], "type": file["type"], "bytes": base64.b64decode(file["content"])}
        for file in command.get("files", [])
    ]


if __name__ == "__main__":
    Driver().run()
