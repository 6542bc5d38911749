"""Sends requests of one player, and decides what counts as a response of the service."""

import json
import re

from .clock import read_date
from .errors import SupportError
from .results import Result
from .transport import HttpRequest

TIMEOUT = 20
# A longer Retry-After counts as this.
MAX_RETRY_AFTER = 3600
# Longer ones of a response would fill the disk: ids count as none, and explanations are cut.
MAX_TEXT = 1000
MAX_FIELD_ERRORS = 20
PROBLEM = re.compile(r"/problems/([\w-]{1,100})")
PROJECT_PROBLEM = re.compile(r"project_\w{1,100}")


class Request:
    """A request to the service.

    `body`: a dict, or the bytes of a file. `expects`: fields that a response must have: texts, or
    lists if the name ends with `[]`. None: any JSON object, or 204. `timeout` in seconds.
    """

    def __init__(self, method, path, expects, body=None, headers=None, timeout=TIMEOUT, tell=None):
        self.method = method
        self.path = path
        self.expects = expects
        self.body = body
        self.headers = headers or {}
        self.timeout = timeout
        self.tell = tell


class Response:
    """A response of the service. `body` is a dict, whatever was sent."""

    def __init__(self, status, headers, body):
        self.status = status
        self.headers = headers
        self.body = body


class Service:
    def __init__(self, base_url, transport, clock, server_clock):
        self.server_clock = server_clock
        self._base_url = base_url
        self._transport = transport
        self._clock = clock
        self._open = {}

    def send(self, request, token=None):
        """Sends a request and returns the Response; a generator. Raises SupportError unless the
        service answered 2xx, or 304 to an If-None-Match."""
        headers = dict(request.headers)
        body = request.body
        if isinstance(body, dict):
            headers["Content-Type"] = "application/json"
            body = json.dumps(body).encode("ascii")
        if token:
            headers["Authorization"] = f"Bearer {token}"
        url = self._base_url + request.path
        result = Result()
        sent = HttpRequest(request.method, url, headers, body, request.timeout, request.tell)
        self._open[result] = self._transport.send(sent, result.finish)
        try:
            response = yield result
        finally:
            self._open.pop(result, None)
        return self._judged(request, response)

    def cancel(self, slug):
        """Ends all requests: they raise an error with this slug."""
        for result, job in list(self._open.items()):
            job.cancel()
            result.finish(error=SupportError(slug))

    def _judged(self, request, response):
        status, headers = response.status, response.headers
        if not status:
            raise SupportError("network", f"No response: {response.failure}")
        if 300 <= status < 400 and status != 304:
            raise SupportError("redirect", "The base_url redirects.")
        parsed = _parsed(response.body)
        body = parsed or {}
        slug = _slug_of(body)
        # A proxy, a login page or a wrong server can answer too.
        if status == 304:
            is_of_service = "If-None-Match" in request.headers
        elif status >= 300:
            is_of_service = bool(slug)
        elif request.expects is None:
            is_of_service = status == 204 or (200 <= status and parsed is not None)
        else:
            is_of_service = 200 <= status and all(_has(body, headers, field) for field in request.expects)
        if is_of_service:
            self.server_clock.learn(headers)
        elif status < 500 and status != 429:
            raise SupportError("foreign-response", f"Another server answered {status}.")
        if status < 400:
            return Response(status, headers, body)
        # Identify's refusal of the project is no problem document.
        refused = body.get("error") if isinstance(body.get("error"), dict) else {}
        detail = text_of(body.get("detail")) or text_of(body.get("title")) or text_of(refused.get("message"))
        raise SupportError(
            slug or ("rate-limited" if status == 429 else "unavailable"),
            detail[:MAX_TEXT] or f"The server answered {status}.",
            status=status,
            path=request.path,
            errors=_field_errors(body.get("errors")),
            retry_after=self._retry_after(headers),
        )

    def _retry_after(self, headers):
        """Seconds, or None. A date is compared with the server's: the device's clock can be wrong."""
        text = headers.get("retry-after", "").strip()
        if re.fullmatch(r"\d{1,10}", text):
            return min(int(text), MAX_RETRY_AFTER)
        date = read_date(text)
        if date is None:
            return None
        now = read_date(headers.get("date")) or self._clock.wall()
        return min(max(date - now, 0), MAX_RETRY_AFTER)


def _parsed(data):
    """The JSON object, or None if it is none."""
    try:
        text = data.decode("utf-8")
        value = json.loads(text)
        if "\\ud" in text.lower():
            # Half a character becomes `?`: a game that shows or encodes it would end with an error.
            value = json.loads(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))
    except (ValueError, RecursionError):
        value = None
    return value if isinstance(value, dict) else None


def _slug_of(body):
    """The slug of a problem, or the code of identify's 404. Otherwise empty."""
    error = body.get("error")
    code = error.get("code") if isinstance(error, dict) else None
    match = PROBLEM.fullmatch(text_of(body.get("type"))) or PROJECT_PROBLEM.fullmatch(text_of(code))
    return match.group(match.lastindex or 0) if match else ""


def _has(body, headers, field):
    if field == "Upload-Offset":
        return headers.get("upload-offset", "").isdigit()
    if field.endswith("[]"):
        return isinstance(body.get(field[:-2]), list)
    return short_text(body.get(field)) is not None


def text_of(value):
    return value if isinstance(value, str) else ""


def _field_errors(errors):
    """Lists of messages by field. `errors` can be anything."""
    fields = list(errors.items())[:MAX_FIELD_ERRORS] if isinstance(errors, dict) else []
    return {
        name[:MAX_TEXT]: [text_of(one)[:MAX_TEXT] for one in messages[:MAX_FIELD_ERRORS]]
        for name, messages in fields
        if isinstance(messages, list)
    }


def short_text(value):
    """A text such as an id, or None."""
    return value if isinstance(value, str) and len(value) <= MAX_TEXT else None


def whole_number(value):
    """Reads an integer, which may be a text of digits, or returns None."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    return int(value) if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,10}", value) else None
