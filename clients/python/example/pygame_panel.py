"""A support panel over a Pygame game: python3 pygame_panel.py http://127.0.0.1:8080 ppk_...

F1 opens it. Write a text and press Enter: it is sent with a screenshot of the game. More texts are replies.
"""

import io
import os
import sys

import pygame

# In your game, the folder player_support is beside your program instead.
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from player_support import PlayerSupport, SupportError

SIZE = (960, 540)
MAX_LETTERS = 4000
MAX_LINES = 16
MARGIN = 20
STATES = {"queued": "waits", "sending": "waits", "sent": "sent", "failed": "failed"}


class Panel:
    def __init__(self, support):
        self._support = support
        self._font = pygame.font.Font(None, 26)
        self._screenshot = None
        self._ticket = None
        self._text = ""
        # What was said: by message id or entry id, in the order of arrival.
        self._lines = {}
        self.is_open = False
        support.on("outbox", self._on_entry)
        support.on("message", self._on_message)
        support.on("error", lambda error: print("Player support:", error.slug, error))

    def toggle(self, screen):
        self.is_open = not self.is_open
        if self.is_open:
            # Before the panel covers the game.
            self._screenshot = png_of(screen)
            pygame.key.start_text_input()
        else:
            pygame.key.stop_text_input()

    def handle(self, event):
        """Takes the keys while it is open: the game must not get them too."""
        if event.type == pygame.TEXTINPUT:
            self._text = (self._text + event.text)[:MAX_LETTERS]
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_BACKSPACE:
            self._text = self._text[:-1]
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_RETURN and self._text.strip():
            self._send(self._text.strip())
            self._text = ""

    def _send(self, text):
        try:
            if self._ticket:
                self._support.reply(self._ticket, text)
            else:
                files = [{"name": "screenshot.png", "type": "image/png", "bytes": self._screenshot}]
                self._ticket = self._support.create_ticket("bug", text[:120], text, files)
        except SupportError as error:
            self._lines["error"] = str(error)

    def _on_entry(self, entry):
        why = f": {entry['error']['message']}" if entry["error"] else ""
        self._lines[entry["id"]] = f"You ({STATES[entry['state']]}{why}): {entry['body']['message']}"

    def _on_message(self, message):
        self._lines[message["id"]] = f"Team: {message['body']}"
        if self.is_open:
            self._support.mark_read(message["id"])

    def draw(self, screen):
        if not self.is_open:
            unread = self._support.unread_count()
            label = f"F1: support ({unread} new)" if unread else "F1: support"
            screen.blit(self._font.render(label, True, "white"), (MARGIN, MARGIN))
            return
        surface = pygame.Surface(screen.get_size(), pygame.SRCALPHA)
        surface.fill((20, 24, 32, 230))
        width = surface.get_width() - 2 * MARGIN
        lines = [line for said in self._lines.values() for line in self._wrapped(said, width)]
        lines = lines[-MAX_LINES:] + ["", *self._wrapped("> " + self._text + "_", width)]
        for number, line in enumerate(lines):
            surface.blit(self._font.render(line, True, "white"), (MARGIN, MARGIN + number * self._font.get_linesize()))
        screen.blit(surface, (0, 0))

    def _wrapped(self, text, width):
        """Lines that fit. Texts of others can have characters that a font refuses."""
        line, lines = "", []
        for letter in "".join(one if one.isprintable() else " " for one in text):
            if self._font.size(line + letter)[0] > width:
                end = line.rfind(" ") + 1 or len(line)
                lines.append(line[:end])
                line = line[end:]
            line += letter
        return [*lines, line]


def png_of(screen):
    file = io.BytesIO()
    pygame.image.save(screen, file, "screenshot.png")
    return file.getvalue()


def main(url, key):
    pygame.init()
    screen = pygame.display.set_mode(SIZE)
    clock = pygame.time.Clock()
    support = PlayerSupport(url, key, "player-support-data", context={"appVersion": "1.0", "platform": sys.platform})
    panel = Panel(support)
    support.start()
    x = 0
    while True:
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                support.stop()
                pygame.quit()
                return
            if event.type == pygame.KEYDOWN and event.key == pygame.K_F1:
                panel.toggle(screen)
            elif panel.is_open:
                panel.handle(event)
        # The game: a ball.
        x = (x + 3) % SIZE[0]
        screen.fill("darkgreen")
        pygame.draw.circle(screen, "orange", (x, SIZE[1] // 2), 40)
        panel.draw(screen)
        pygame.display.flip()
        support.update()
        clock.tick(60)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])
