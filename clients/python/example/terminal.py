"""Write a ticket in the terminal, and read the reply: python3 terminal.py http://127.0.0.1:8080 ppk_..."""

import os
import queue
import sys
import threading
import time

# In your game, the folder player_support is beside your program instead.
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from player_support import PlayerSupport

STORAGE = "player-support-data"


def shown(text):
    """Texts of others can have control characters, which a terminal obeys."""
    text = "".join(one if one.isprintable() or one == "\n" else " " for one in str(text))
    return text.encode(sys.stdout.encoding, "replace").decode(sys.stdout.encoding)


def read_lines(lines):
    for line in sys.stdin:
        lines.put(line.strip())
    lines.put(None)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    support = PlayerSupport(sys.argv[1], sys.argv[2], STORAGE, context={"platform": sys.platform, "appVersion": "1.0"})
    support.on("outbox", lambda entry: print(f"[{entry['state']}] {shown(entry['body']['message'])}"))
    support.on("message", lambda message: print(f"The team: {shown(message['body'])}"))
    support.on("error", lambda error: print(f"[{error.slug}] {shown(error)}"))
    support.start()
    print("Write what is wrong, and press Enter. More lines are replies. Ctrl-D ends it.")

    lines = queue.Queue()
    # In a game, your own panel does this.
    threading.Thread(target=read_lines, args=(lines,), daemon=True).start()
    ticket = None
    while True:
        support.update()
        time.sleep(0.05)
        while not lines.empty():
            line = lines.get()
            if line is None:
                support.stop()
                return
            if not line:
                continue
            if ticket is None:
                ticket = support.create_ticket("bug", line[:120], line)
            else:
                support.reply(ticket, line)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass
