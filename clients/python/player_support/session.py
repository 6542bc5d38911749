"""The installation and its access token."""

import json
import re
import secrets

from .errors import SupportError
from .results import run
from .service import Request

# A refused token that is younger was replaced by another device with a copy of this storage.
SOON = 600
# Doubles with each token that is soon replaced.
FIRST_WAIT = 0.5
MAX_WAIT = 300


class Session:
    def __init__(self, player):
        self._player = player
        self._token = None
        self._renewal = None
        self._installation = None
        # What the server knows, as JSON. Set once in a run at most for each value.
        self._sent_identity = None
        # Of the newest token of this run. If it is refused, identify waits until it has this age.
        self._issued_at = 0
        self._wait = 0

    def call(self, request):
        """Sends a request as the player and returns the Response; a generator. Identifies if it must."""
        token = yield from self._valid_token(None)
        try:
            return (yield from self._player.service.send(request, token))
        except SupportError as error:
            if error.status != 401:
                raise
        # If a second token is refused, a third does not help.
        token = yield from self._valid_token(token)
        return (yield from self._player.service.send(request, token))

    def reload(self):
        """Another process may have identified."""
        self._token = None

    def _valid_token(self, refused):
        """All calls share one identify."""
        if not self._player.is_owner:
            return self._token_of_owner(refused)
        if self._token and self._token != refused and self._sent_identity == self._player.identity():
            return self._token
        if self._renewal is None:
            self._renewal = run(self._renew(refused))
        renewal = self._renewal
        try:
            yield renewal
        finally:
            if self._renewal is renewal:
                self._renewal = None
        return renewal.value

    def _token_of_owner(self, refused):
        """Another process identifies: a second one would replace its token."""
        token, _identity = self._stored()
        if not token or token == refused:
            raise SupportError("storage-in-use", "Another process of the game has this storage.", retry_after=1)
        return token

    def _renew(self, refused):
        identity = self._player.identity()
        token, stored_identity = self._stored()
        if token and token != refused and identity in (self._sent_identity, stored_identity):
            self._token, self._sent_identity = token, identity
            return token
        next_wait = self._wait_after(refused)
        known = json.loads(identity)
        body = {
            "projectPublicKey": self._player.project_public_key,
            "installationId": self._installation_id(),
            **known,
        }
        request = Request("POST", "/api/v1/player/identify", ["playerAccessToken"], body)
        response = yield from self._player.service.send(request)
        token = response.body["playerAccessToken"]
        if not re.fullmatch(r"[!-~]{1,1000}", token):
            raise SupportError("foreign-response", "The access token is none.")
        self._token, self._sent_identity, self._wait = token, identity, next_wait
        self._issued_at = self._player.clock.monotonic()
        self._player.write_json("session.json", {"token": token, "identity": identity})
        return token

    def _wait_after(self, refused):
        """Without it, two devices with one installation would replace each other's tokens all the time."""
        age = self._player.clock.monotonic() - self._issued_at
        if not refused or age > SOON:
            return 0
        if age < self._wait:
            raise SupportError("installation-in-use", retry_after=self._wait - age)
        return min(2 * self._wait + FIRST_WAIT, MAX_WAIT)

    def _stored(self):
        stored = self._player.read_json("session.json")
        stored = stored if isinstance(stored, dict) else {}
        token, identity = stored.get("token"), stored.get("identity")
        is_token = isinstance(token, str) and re.fullmatch(r"[!-~]{1,1000}", token)
        return (token if is_token else None), identity

    def _installation_id(self):
        """A secret: it is the player. Made once."""
        if self._installation is None:
            stored = (self._player.read("installation") or b"").decode("ascii", "replace")
            if re.fullmatch(r"[0-9a-f]{32}", stored):
                self._installation = stored
            else:
                self._installation = secrets.token_hex(16)
                self._player.write("installation", self._installation.encode("ascii"))
        return self._installation
