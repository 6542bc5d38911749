"""One player: the installation, the outbox and the inbox of one user of the device."""

import json

from .inbox import Inbox
from .outbox import Outbox
from .service import Service
from .session import Session


class Player:
    """`support` is the PlayerSupport whose settings and storage it uses, `folder` its part of the storage."""

    def __init__(self, support, storage, folder, user_id):
        self.user_id = user_id
        self.clock = support.clock
        self.project_public_key = support.project_public_key
        self.part_bytes = support.part_bytes
        # This process sends and polls; another one only stores.
        self.is_owner = False
        self.is_started = False
        self.is_closed = False
        self._support = support
        self._storage = storage
        self._prefix = folder + "/"
        self.service = Service(support.base_url, support.transport, support.clock, support.server_clock)
        self.session = Session(self)
        self.inbox = Inbox(self)
        self.outbox = Outbox(self)
        self.call = self.session.call

    @property
    def is_active(self):
        return self.is_owner and self.is_started and not self.is_closed

    def start(self):
        self.is_started = True
        self.outbox.start()
        self.inbox.start()

    def stop(self):
        self.is_started = False
        self.is_owner = False
        self.service.cancel("aborted")

    def close(self):
        """The user leaves: nothing more is sent, written or told."""
        self.is_closed = True
        self.service.cancel("signed-out")

    def own(self, is_owner):
        """Takes over from another process, or leaves it to one."""
        if is_owner and not self.is_owner:
            # First: this may raise SupportError `storage`.
            self.outbox.reload()
            self.session.reload()
            self.inbox.reload()
        elif self.is_owner and not is_owner:
            self.service.cancel("aborted")
        self.is_owner = is_owner

    def update(self):
        self.outbox.update()
        if self.is_active:
            self.inbox.update()

    def identity(self):
        """What identify sends, as JSON, to compare it."""
        known = {"userId": self.user_id, "context": self._support.context}
        return json.dumps({name: value for name, value in known.items() if value is not None}, sort_keys=True)

    def emit(self, event, value):
        if not self.is_closed:
            self._support.emit(self, event, value)

    def report(self, error):
        self.emit("error", error)

    # --- its part of the storage

    def read(self, name):
        return self._storage.read(self._prefix + name)

    def read_json(self, name):
        return self._storage.read_json(self._prefix + name)

    def write(self, name, data):
        return not self.is_closed and self._storage.write(self._prefix + name, data)

    def write_json(self, name, value):
        return not self.is_closed and self._storage.write_json(self._prefix + name, value)

    def remove(self, name):
        if not self.is_closed:
            self._storage.remove(self._prefix + name)

    def list(self, folder):
        return self._storage.list(self._prefix + folder)

    def is_stored(self, name):
        return self._storage.is_stored(self._prefix + name)

    def stored_late(self, name):
        if name.startswith(self._prefix):
            self.outbox.stored_late(name[len(self._prefix) :])
