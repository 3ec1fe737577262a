"""The page's own files: read once, compressed once, and checked by the browser with their hash.

A reload asks for every file again and is answered with 304 and no body as long as nothing has changed.
"""

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

import tavla.drawing
from tavla.errors import NotFound

STATIC = Path(__file__).parent / "static"
ELSEWHERE = {"board/geometry.json": Path(tavla.drawing.__file__).parent / "geometry.json"}
"""Files that the page shares with other rooms."""

_TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".svg": "image/svg+xml", ".json": "application/json"}
_WORTH_COMPRESSING = 512


@dataclass(frozen=True, slots=True)
class _Kept:
    stamp: tuple[int, int]
    kind: str
    plain: bytes
    packed: bytes | None
    tag: str


class Files:
    """The files under one folder; one that changes on disk is read again."""

    def __init__(self, root: Path = STATIC) -> None:
        self._root = root.resolve()
        self._kept: dict[Path, _Kept] = {}

    def answer(self, name: str, request: Request, status: int = 200) -> Response:
        """The file of a name below the folder; raises `NotFound` for anything else."""
        file = self._read(self._find(name))
        headers = {"ETag": file.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if status == 200 and file.tag in _tags(request):
            return Response(status_code=304, headers=headers)
        if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            return Response(file.packed, status, headers, file.kind)
        return Response(file.plain, status, headers, file.kind)

    def _find(self, name: str) -> Path:
        if name in ELSEWHERE:
            return ELSEWHERE[name]
        try:
            path = (self._root / name).resolve()
            found = path.is_relative_to(self._root) and path.is_file()
        except (OSError, ValueError):
            found = False
        if not found:
            raise NotFound("server.no_page", path=name[:64])
        return path

    def _read(self, path: Path) -> _Kept:
        status = path.stat()
        stamp = status.st_mtime_ns, status.st_size
        kept = self._kept.get(path)
        if kept is None or kept.stamp != stamp:
            kept = _load(path, stamp)
            self._kept[path] = kept
        return kept


def _load(path: Path, stamp: tuple[int, int]) -> _Kept:
    plain = path.read_bytes()
    kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    packed = gzip.compress(plain, mtime=0) if len(plain) > _WORTH_COMPRESSING else None
    if packed is not None and len(packed) > len(plain):
        packed = None
    return _Kept(stamp, kind, plain, packed, f'"{hashlib.sha256(plain).hexdigest()[:20]}"')


def _tags(request: Request) -> list[str]:
    asked = request.headers.get("if-none-match", "")
    return [tag.strip().removeprefix("W/") for tag in asked.split(",")]
