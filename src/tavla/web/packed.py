"""Content that is sent more than once: compressed once, and known by its hash, so that a browser can keep it."""

import gzip
import hashlib
import json
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

_WORTH_COMPRESSING = 512
_EFFORT = 6


@dataclass(frozen=True, slots=True)
class Packed:
    """Bytes of some kind, as they are and compressed (None where that would not be smaller), and their tag."""

    kind: str
    plain: bytes
    small: bytes | None
    tag: str

    def answer(self, request: Request, status: int = 200) -> Response:
        """The content for a request, or 304 where the browser has it already."""
        headers = {"ETag": self.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if status == 200 and self.tag in _tags(request):
            return Response(status_code=304, headers=headers)
        if self.small is not None and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.small, status, headers | {"Content-Encoding": "gzip"}, self.kind)
        return Response(self.plain, status, headers, self.kind)


def pack(kind: str, plain: bytes) -> Packed:
    """Compress and hash; long content is packed beside the event loop."""
    small = gzip.compress(plain, _EFFORT, mtime=0) if len(plain) > _WORTH_COMPRESSING else None
    if small is not None and len(small) >= len(plain):
        small = None
    return Packed(kind, plain, small, f'"{hashlib.sha256(plain).hexdigest()[:20]}"')


def pack_json(value: Any) -> Packed:
    """A JSON value, packed."""
    return pack("application/json", json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())


def _tags(request: Request) -> list[str]:
    asked = request.headers.get("if-none-match", "")
    return [tag.strip().removeprefix("W/") for tag in asked.split(",")]
