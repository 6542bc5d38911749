"""A driver for a client in Python. Replace each TODO. ../README.md has the protocol."""

import json
import sys


class Failed(Exception):
    """The message is the slug."""


def tell(event, **fields):
    print(json.dumps({"event": event, **fields}), flush=True)


def write(command):
    """Writes a ticket or a reply. The client's events tell what becomes of it."""
    # TODO: tell("stored", message=..., entry=...), tell("sent", message=..., ticketId=...)


def answer(command):
    """Returns the result of a command. Raises Failed."""
    name = command["command"]
    if name == "start":
        # TODO: create the client with command["baseUrl"], command["projectPublicKey"] and command["storage"].
        raise Failed("not-implemented")
    if name == "stop":
        raise Failed("not-implemented")  # TODO
    if name == "entries":
        raise Failed("not-implemented")  # TODO: [{"message": "...", "state": "pending"}]
    if name in ("list", "get", "inbox", "markRead"):
        raise Failed("not-implemented")  # TODO
    raise Failed("unknown-command")


tell("hello", protocol=1, client="My client 1.0", capabilities=[])
# If the client must be updated in each frame, read the lines in a thread.
for line in sys.stdin:
    one = json.loads(line)
    if one["command"] in ("create", "reply"):
        write(one)
        continue
    try:
        tell("done", id=one["id"], result=answer(one))
    except Failed as error:
        tell("done", id=one["id"], slug=str(error))
