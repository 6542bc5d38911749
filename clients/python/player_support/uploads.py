"""Files of tickets and replies: stored, uploaded before their message, and then removed."""

import base64
import os
from urllib.parse import quote

from .errors import SupportError, is_final, is_stored_error
from .service import Request, whole_number
from .storage import UNFINISHED

MAX_FILES = 5
# The service takes 10 MB by default. This only bounds the memory.
MAX_FILE_BYTES = 64 * 1024 * 1024
# Tickets whose files go up at the same time.
MAX_AT_ONCE = 3
# For an upload, in seconds. Each byte adds time.
TIMEOUT = 30
BYTES_PER_SECOND = 8000
# If the server wants a longer wait after a 429 (its daily limit), the file is left out.
MAX_WAIT = 120
# Questions for the offset after a 409, and parts of which the server took only a piece.
MAX_CONFLICTS = 5
# The server removes a file without a message after seven days.
MAX_AGE = 6 * 86_400
# In seconds. Another process may still write the entry of a file that has none.
ORPHAN_AGE = 10
PATH = "/api/v1/player/attachments"
PARTS_PATH = PATH + "/resumable"
FOLDER = "files"


class Uploads:
    def __init__(self, player, save):
        self._player = player
        self._save = save
        self.running = 0
        # By file name, when it was first seen without an entry.
        self._orphans = {}

    def store(self, entry_id, files):
        """Stores new files. Returns what the entry keeps of each."""
        return [self._store_one(_file_name(entry_id, index), file) for index, file in enumerate(files)]

    def _store_one(self, stored_name, file):
        kept = {"name": file["name"], "type": file.get("type") or "application/octet-stream", "size": 0}
        try:
            data = _bytes_of(file)
        except (OSError, ValueError, MemoryError):
            # ValueError: a path with a zero byte or half a character.
            error = SupportError("file-lost", "The file cannot be read.")
            return {**kept, "is_stored": False, "error": error.to_dict()}
        if len(data) > MAX_FILE_BYTES:
            error = SupportError("payload-too-large", "The file is too large.")
            return {**kept, "is_stored": False, "error": error.to_dict()}
        return {**kept, "size": len(data), "is_stored": self._player.write(stored_name, data)}

    def stored_late(self, entry, name):
        """Returns whether this file is one of the entry's."""
        for index, file in enumerate(entry["files"]):
            if name.endswith(_file_name(entry["id"], index)):
                file["is_stored"] = True
                return True
        return False

    def are_needed(self, entry):
        return bool(entry["files"]) and entry["body"].get("attachments") is None

    def upload(self, entry):
        """Uploads the files of an entry, and writes their ids into it; a generator. A file that the
        server refuses has an `error` then."""
        self.running += 1
        try:
            for index, file in enumerate(entry["files"]):
                yield from self._upload_one(entry, index, file)
        finally:
            self.running -= 1
        # From now on the ids stay: a retry must be the same request.
        entry["body"]["attachments"] = [file["attachment_id"] for file in entry["files"] if file.get("attachment_id")]
        self._save(entry)

    def _upload_one(self, entry, index, file):
        if file.get("error"):
            return
        uploaded_at = file.get("uploaded_at", 0)
        if file.get("attachment_id") and self._player.service.server_clock.time() - uploaded_at < MAX_AGE:
            return
        data = self._player.read(_file_name(entry["id"], index))
        try:
            if data is None:
                raise SupportError("file-lost", "The device has lost the file.")
            attachment_id = yield from self._send(entry, index, data)
        except SupportError as error:
            is_over_limit = error.status == 429 and error.path.startswith(PATH) and (error.retry_after or 0) > MAX_WAIT
            is_refused = is_over_limit or is_final(error, PATH) or error.slug == "file-lost"
            if not is_refused or not self._player.is_active:
                raise
            file["error"] = error.to_dict()
        else:
            file["attachment_id"] = attachment_id
            file["uploaded_at"] = self._player.service.server_clock.time()
        # A restart must not upload it again.
        self._save(entry)
        self._tell(entry, index, file["size"])

    def _tell(self, entry, index, sent):
        sizes = [file["size"] for file in entry["files"]]
        sent = sum(sizes[:index]) + min(sent, sizes[index])
        self._player.emit("upload", {"entry_id": entry["id"], "sent": sent, "total": sum(sizes)})

    def _send(self, entry, index, data):
        """Returns the id of the attachment; a generator."""
        if len(data) > self._player.part_bytes:
            attachment_id = yield from self._send_in_parts(entry, index, data)
            if attachment_id is not None:
                return attachment_id
        headers = {
            # The server looks at the bytes.
            "Content-Type": "application/octet-stream",
            "X-File-Name": quote(entry["files"][index]["name"], safe="", errors="replace"),
        }
        request = self._request_with("POST", PATH, ["attachmentId"], data, headers, entry, index)
        response = yield from self._player.call(request)
        return response.body["attachmentId"]

    def _request_with(self, method, path, expects, data, headers, entry, index, offset=0):
        def tell(sent):
            self._tell(entry, index, offset + sent)

        return Request(method, path, expects, data, headers, TIMEOUT + len(data) / BYTES_PER_SECOND, tell)

    def _send_in_parts(self, entry, index, data):
        """By the tus protocol. A later try goes on where the server is. Returns None if the server
        takes files only in one request."""
        file = entry["files"][index]
        offset = (yield from self._offset_on_server(file)) if file.get("upload_id") else None
        if offset is None:
            file["upload_id"] = yield from self._begin(file, len(data))
            self._save(entry)
            if file["upload_id"] is None:
                return None
            offset = 0
        conflicts = 0
        while offset < len(data):
            end = min(offset + self._player.part_bytes, len(data))
            try:
                offset = yield from self._send_part(entry, index, data, offset)
                if offset < end:
                    conflicts += 1
            except SupportError as error:
                if error.status == 409 and error.slug != "player-blocked" and conflicts < MAX_CONFLICTS:
                    conflicts += 1
                    offset = yield from self._offset_on_server(file)
                elif _is_unknown(error):
                    offset = None
                else:
                    raise
            if offset is None:
                file["upload_id"] = None
                self._save(entry)
                raise SupportError("network", "The server does not know the upload any more.")
            if conflicts > MAX_CONFLICTS:
                raise SupportError("network", "The server takes too little of each part.")
        return file["upload_id"]

    def _begin(self, file, size):
        name = base64.b64encode(file["name"].encode("utf-8", "replace")).decode("ascii")
        headers = {"Tus-Resumable": "1.0.0", "Upload-Length": str(size), "Upload-Metadata": f"filename {name}"}
        try:
            response = yield from self._player.call(Request("POST", PARTS_PATH, ["attachmentId"], headers=headers))
        except SupportError as error:
            if _is_unknown(error):
                # An older server.
                return None
            raise
        return response.body["attachmentId"]

    def _send_part(self, entry, index, data, offset):
        part = data[offset : offset + self._player.part_bytes]
        headers = {
            "Tus-Resumable": "1.0.0",
            "Content-Type": "application/offset+octet-stream",
            "Upload-Offset": str(offset),
        }
        path = f"{PARTS_PATH}/{quote(entry['files'][index]['upload_id'], safe='', errors='replace')}"
        request = self._request_with("PATCH", path, ["Upload-Offset"], part, headers, entry, index, offset)
        response = yield from self._player.call(request)
        new_offset = int(response.headers["upload-offset"])
        if new_offset <= offset:
            raise SupportError("foreign-response", "The part did not arrive.")
        return new_offset

    def _offset_on_server(self, file):
        """Returns None if the server does not know the upload any more."""
        path = f"{PARTS_PATH}/{quote(file['upload_id'], safe='', errors='replace')}"
        request = Request("GET", path, ["attachmentId"], headers={"Tus-Resumable": "1.0.0"})
        try:
            response = yield from self._player.call(request)
        except SupportError as error:
            if _is_unknown(error):
                return None
            raise
        offset = whole_number(response.body.get("offset"))
        return offset if offset is not None and offset >= 0 else None

    def mark_refused(self, entry, refused):
        """Tells of files that the server had no longer when the message came."""
        for file in entry["files"]:
            if isinstance(refused, list) and file.get("attachment_id") in refused:
                file["error"] = SupportError("file-lost", "The server has the file no longer.").to_dict()

    def remove(self, entry):
        """Removes the files of a sent or discarded entry."""
        for index in range(len(entry["files"])):
            self._player.remove(_file_name(entry["id"], index))

    def remove_orphans(self, entries):
        """Removes what a kill left: files without an entry or of a sent one, and half a file."""
        needed = {
            _file_name(entry["id"], index)
            for entry in entries
            if entry["state"] != "sent"
            for index in range(len(entry["files"]))
        }
        now = self._player.clock.monotonic()
        names = {f"{FOLDER}/{name}" for name in self._player.list(FOLDER)} - needed
        names |= {f"outbox/{name}" for name in self._player.list("outbox") if name.endswith(UNFINISHED)}
        self._orphans = {name: self._orphans.get(name, now) for name in names}
        for name, seen_at in self._orphans.items():
            if now - seen_at > ORPHAN_AGE:
                self._player.remove(name)


def _file_name(entry_id, index):
    return f"{FOLDER}/{entry_id}-{index}"


def _is_unknown(error):
    return is_final(error, PATH) and error.status in (404, 405, 410)


def _bytes_of(file):
    if "bytes" in file:
        return bytes(file["bytes"])
    # A pipe would block the game.
    if not os.path.isfile(file["path"]):
        raise FileNotFoundError(file["path"])
    with open(file["path"], "rb") as opened:
        # One more byte tells that it is too large.
        return opened.read(MAX_FILE_BYTES + 1)


def is_file(file):
    """Whether it is a file of a stored entry."""
    return (
        isinstance(file, dict)
        and all(isinstance(file.get(field), str) for field in ("name", "type"))
        and isinstance(file.get("size"), int)
        and isinstance(file.get("is_stored"), bool)
        and all(isinstance(file.get(field), (str, type(None))) for field in ("upload_id", "attachment_id"))
        and is_stored_error(file.get("error"))
        and isinstance(file.get("uploaded_at", 0), (int, float))
    )


def checked_files(files):
    """Returns the files as dicts. Raises ValueError or TypeError if the game gives something else."""
    if len(files) > MAX_FILES:
        raise ValueError(f"A message has at most {MAX_FILES} files, not {len(files)}.")
    checked = []
    for file in files:
        if isinstance(file, (str, os.PathLike)):
            file = {"path": os.fspath(file)}
        if not isinstance(file, dict) or ("bytes" in file) == ("path" in file):
            raise TypeError('A file is a path, or a dict with "name" and either "bytes" or "path".')
        name = file.get("name") or (os.path.basename(file["path"]) if "path" in file else "")
        if not name:
            raise ValueError('A file with "bytes" needs a "name".')
        checked.append({**file, "name": str(name)})
    return checked
