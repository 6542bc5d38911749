"""Keeps what must survive the end of the game."""

import io
import json
import os
import secrets
import shutil
import weakref

from .errors import SupportError

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None
    try:
        import msvcrt
    except ImportError:
        msvcrt = None

# Then what the disk refused is tried again, in seconds.
RETRY_AFTER = 5
# Of a file being written. It gets its name when it is complete.
UNFINISHED = ".new"


class FolderStorage:
    """Files in one folder. Names are paths with `/`. Calls may raise OSError."""

    def __init__(self, path):
        self._path = os.path.abspath(os.fspath(path))
        self._lock = None
        _storages.add(self)

    def read(self, name):
        """Returns the bytes of a file, or None if there is none."""
        try:
            with open(self._full(name), "rb") as file:
                return file.read()
        except (FileNotFoundError, NotADirectoryError):
            return None

    def write(self, name, data):
        """Writes a whole file or nothing, also if the power fails."""
        path = self._full(name)
        folder = os.path.dirname(path)
        is_new = not os.path.isdir(folder)
        os.makedirs(folder, mode=0o700, exist_ok=True)
        # A link would be followed, out of the folder.
        if os.path.islink(path + UNFINISHED):
            os.remove(path + UNFINISHED)
        # Others on this device must not read it.
        with open(path + UNFINISHED, "wb", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(path + UNFINISHED, path)
        _sync_folder(folder)
        if is_new:
            _sync_folder(os.path.dirname(folder))

    def remove(self, name):
        """Removes a file, if it is there."""
        for path in (self._full(name) + UNFINISHED, self._full(name)):
            try:
                os.remove(path)
            except FileNotFoundError:
                pass

    def list(self, folder):
        """Returns the names of the files and folders in a folder."""
        try:
            return os.listdir(self._full(folder))
        except (FileNotFoundError, NotADirectoryError):
            return []

    def rename(self, folder, new_folder):
        """Gives a folder another name, at once."""
        os.rename(self._full(folder), self._full(new_folder))

    def remove_folder(self, folder):
        """Removes a folder with all that is in it."""
        shutil.rmtree(self._full(folder))

    def lock(self, name):
        """Returns whether this process has the lock now. It keeps it until `unlock` or its end."""
        if self._lock is not None:
            return True
        path = self._full(name)
        try:
            os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
            file = open(path, "ab")
        except OSError:
            # On a disk that takes no lock file, nobody can be waited for.
            self._lock = io.BytesIO()
            return True
        try:
            if fcntl:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            elif msvcrt:
                file.seek(0)
                msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except (BlockingIOError, PermissionError):
            file.close()
            return False
        except OSError:
            # This file system has no locks.
            pass
        self._lock = file
        return True

    def is_locked(self):
        """Whether this process still has the lock."""
        return self._lock is not None

    def unlock(self):
        """Gives the lock to another process."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def _full(self, name):
        return os.path.join(self._path, *name.split("/"))


def _sync_folder(path):
    # Windows cannot open folders, and needs no sync of them.
    if os.name != "posix":
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError:
        # Some file systems cannot sync a folder.
        pass
    finally:
        os.close(descriptor)


_storages = weakref.WeakSet()

if hasattr(os, "register_at_fork"):
    # A child would keep the lock of its parent. The child gets one like any second process.
    os.register_at_fork(after_in_child=lambda: [storage.unlock() for storage in list(_storages)])


class SafeStorage:
    """The storage of one project. Writes never fail: what the disk refused waits in memory."""

    def __init__(self, storage, prefix, clock, on_error):
        self._storage = storage
        self._prefix = prefix
        self._clock = clock
        self._on_error = on_error
        # By name, what the disk refused; None: a file that could not be removed.
        self._waiting = {}
        self._retry_at = 0
        # Called with the name of a file that was stored late.
        self.on_stored = lambda name: None

    def read(self, name):
        """Returns bytes, or None. Raises SupportError `storage` if the disk fails."""
        if name in self._waiting:
            return self._waiting[name]
        try:
            return self._storage.read(self._prefix + name)
        except OSError as error:
            raise self._problem(error) from error

    def read_json(self, name):
        """Returns the value, or None if there is none or it is damaged."""
        data = self.read(name)
        try:
            return None if data is None else json.loads(data.decode("utf-8"))
        except (ValueError, RecursionError):
            self._on_error(SupportError("storage", f"A damaged file is left out: {name}"))
            return None

    def write(self, name, data):
        """Returns whether the disk has it. Otherwise it is tried again."""
        try:
            self._storage.write(self._prefix + name, data)
            self._waiting.pop(name, None)
            return True
        except OSError as error:
            self._wait(name, data, error)
            return False

    def write_json(self, name, value):
        return self.write(name, json.dumps(value).encode("ascii"))

    def remove(self, name):
        try:
            self._storage.remove(self._prefix + name)
            self._waiting.pop(name, None)
        except OSError as error:
            self._wait(name, None, error)

    def list(self, folder):
        """Names in a folder, also of what waits. Raises SupportError `storage` if the disk fails."""
        try:
            names = set(self._storage.list(self._prefix + folder))
        except OSError as error:
            raise self._problem(error) from error
        start = folder + "/" if folder else ""
        for name, data in self._waiting.items():
            if name.startswith(start):
                first = name[len(start) :].split("/")[0]
                if data is not None:
                    names.add(first)
                elif name == start + first:
                    names.discard(first)
        return sorted(names)

    def is_stored(self, name):
        return name not in self._waiting

    def rename(self, folder, new_folder):
        """Returns whether the folder has the new name."""
        try:
            self._storage.rename(self._prefix + folder, self._prefix + new_folder)
        except OSError as error:
            self._on_error(self._problem(error))
            return False
        for name in [name for name in self._waiting if name.startswith(folder + "/")]:
            self._waiting[new_folder + name[len(folder) :]] = self._waiting.pop(name)
        return True

    def erase(self, folder):
        """Removes a folder. A kill in between leaves nothing under its name."""
        for name in [name for name in self._waiting if name.startswith(folder + "/")]:
            del self._waiting[name]
        try:
            if folder not in self.list(""):
                return
        except SupportError as error:
            self._on_error(error)
        doomed = f"erased-{secrets.token_hex(8)}"
        self.remove_folder(doomed if self.rename(folder, doomed) else folder)

    def remove_folder(self, folder):
        try:
            self._storage.remove_folder(self._prefix + folder)
        except OSError as error:
            self._on_error(self._problem(error))

    def lock(self):
        return self._storage.lock(self._prefix + "lock")

    def is_locked(self):
        return self._storage.is_locked()

    def unlock(self):
        self._storage.unlock()

    def update(self):
        """Tries again what the disk refused."""
        if not self._waiting or self._clock.monotonic() < self._retry_at:
            return
        for name, data in list(self._waiting.items()):
            if data is None:
                self.remove(name)
            elif not self.write(name, data):
                # The disk is still full.
                return
            else:
                self.on_stored(name)

    def _wait(self, name, data, error):
        self._waiting[name] = data
        self._retry_at = self._clock.monotonic() + RETRY_AFTER
        self._on_error(self._problem(error))

    def _problem(self, error):
        return SupportError("storage", f"{type(error).__name__}: {error.strerror or error}")
