"""Sends HTTP requests in the background. Replace it where a platform has no threads or sockets."""

import http.client
import threading
import time
from urllib.parse import urlsplit

MAX_BODY_BYTES = 4 * 1024 * 1024
BLOCK_BYTES = 64 * 1024


class HttpRequest:
    """`timeout` is in seconds, for the whole exchange. `tell(sent)` gets the bytes of the body that are sent."""

    def __init__(self, method, url, headers, body=None, timeout=20, tell=None):
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.tell = tell


class HttpResponse:
    """Names of headers are in lower case. Without a response, the status is 0 and `failure` says why."""

    def __init__(self, status=0, headers=None, body=b"", failure=None):
        self.status = status
        self.headers = headers or {}
        self.body = body
        self.failure = failure


class HttpTransport:
    """One short-lived thread for each request. It follows no redirects, and TLS is verified.

    `ca_file`: certificates to trust instead of the system's, where Python cannot find those.
    """

    def __init__(self, ca_file=None):
        self._ca_file = ca_file
        self._context = None
        self._jobs = []

    def send(self, request, done):
        """Starts a request. A later `update` calls `done(response)`. The returned job has `cancel()`."""
        job = _Job(request, done, self._tls_context)
        self._jobs.append(job)
        # A daemon never keeps the game from ending.
        threading.Thread(target=job.run, name="player-support", daemon=True).start()
        return job

    def update(self):
        """Tells what has come in since the last call."""
        for job in list(self._jobs):
            job.tell_progress()
            if not job.is_over():
                continue
            self._jobs.remove(job)
            job.done(job.response)

    def _tls_context(self):
        # Here, because some platforms have no ssl. In a thread, because it takes milliseconds.
        if self._context is None:
            import ssl

            self._context = ssl.create_default_context(cafile=self._ca_file)
        return self._context


class _Job:
    def __init__(self, request, done, tls_context):
        self.done = done
        self.response = None
        self._request = request
        self._tls_context = tls_context
        self._deadline = time.monotonic() + request.timeout
        self._socket = None
        self._sent = self._told = 0

    def run(self):
        try:
            response = self._exchange()
        except Exception as error:
            response = HttpResponse(failure=f"{type(error).__name__}: {error}")
        # The game may have given up meanwhile.
        self.response = self.response or response

    def is_over(self):
        if self.response is None and time.monotonic() > self._deadline:
            self.cancel("The server did not respond in time.")
        return self.response is not None

    def tell_progress(self):
        if self._sent != self._told and self._request.tell:
            self._told = self._sent
            self._request.tell(self._told)

    def cancel(self, why="Cancelled."):
        self.response = self.response or HttpResponse(failure=why)
        try:
            # Wakes up the thread. 2: SHUT_RDWR, without an import of socket.
            self._socket.shutdown(2)
        except (AttributeError, OSError):
            pass

    def _exchange(self):
        request = self._request
        url = urlsplit(request.url)
        if url.scheme == "https":
            connection = http.client.HTTPSConnection(
                url.hostname, url.port, timeout=self._time_left(), context=self._tls_context()
            )
        else:
            connection = http.client.HTTPConnection(url.hostname, url.port, timeout=self._time_left())
        try:
            connection.connect()
            self._socket = connection.sock
            self._socket.settimeout(self._time_left())
            target = url.path + (f"?{url.query}" if url.query else "")
            try:
                connection.request(request.method, target, self._blocks(), self._headers())
            except (BrokenPipeError, ConnectionResetError):
                # The server may have refused a large body early, with a response.
                pass
            self._socket.settimeout(self._time_left())
            response = connection.getresponse()
            headers = {name.lower(): value for name, value in response.getheaders()}
            return HttpResponse(response.status, headers, self._read(response))
        finally:
            connection.close()

    def _headers(self):
        body = self._request.body
        length = {"Content-Length": str(len(body))} if body is not None else {}
        return {**self._request.headers, **length, "Connection": "close"}

    def _blocks(self):
        return None if self._request.body is None else self._each_block(self._request.body)

    def _each_block(self, body):
        for start in range(0, len(body), BLOCK_BYTES):
            self._socket.settimeout(self._time_left())
            yield body[start : start + BLOCK_BYTES]
            self._sent = min(start + BLOCK_BYTES, len(body))

    def _read(self, response):
        # http.client does not tell of a body that ends early.
        expected = response.length
        body = bytearray()
        while expected is None or len(body) < expected:
            self._socket.settimeout(self._time_left())
            block = response.read1(BLOCK_BYTES)
            if not block:
                break
            body += block
            if len(body) > MAX_BODY_BYTES:
                raise http.client.HTTPException("The response is too large.")
        if expected is not None and len(body) < expected:
            raise http.client.HTTPException("The response ended early.")
        return bytes(body)

    def _time_left(self):
        left = self._deadline - time.monotonic()
        if left <= 0 or self.response is not None:
            raise TimeoutError("The server did not respond in time.")
        return left
