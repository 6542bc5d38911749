"""Player Support in a Python game: tickets, replies and an inbox. See README.md."""

from .client import PlayerSupport
from .clock import Clock
from .errors import SupportError
from .results import Result
from .storage import FolderStorage
from .transport import HttpRequest, HttpResponse, HttpTransport

__all__ = [
    "Clock",
    "FolderStorage",
    "HttpRequest",
    "HttpResponse",
    "HttpTransport",
    "PlayerSupport",
    "Result",
    "SupportError",
]
