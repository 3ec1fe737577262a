"""The page's own files: read once, compressed once, and checked by the browser with their hash.

A reload asks for every file again and is answered with 304 and no body as long as nothing has changed.
"""

import mimetypes
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

import tavla.drawing
from tavla.errors import NotFound
from tavla.web.packed import Packed, pack

STATIC = Path(__file__).parent / "static"
ELSEWHERE = {"board/geometry.json": Path(tavla.drawing.__file__).parent / "geometry.json"}
"""Files that the page shares with other rooms."""

_TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".svg": "image/svg+xml", ".json": "application/json"}

_Stamp = tuple[int, int]


class Files:
    """The files under one folder; one that changes on disk is read again."""

    def __init__(self, root: Path = STATIC) -> None:
        self._root = root.resolve()
        self._kept: dict[Path, tuple[_Stamp, Packed]] = {}

    def answer(self, name: str, request: Request, status: int = 200) -> Response:
        """The file of a name below the folder; raises `NotFound` for anything else."""
        return self._read(self._find(name)).answer(request, status)

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

    def _read(self, path: Path) -> Packed:
        status = path.stat()
        stamp = status.st_mtime_ns, status.st_size
        kept = self._kept.get(path)
        if kept is None or kept[0] != stamp:
            kept = stamp, pack(_kind(path), path.read_bytes())
            self._kept[path] = kept
        return kept[1]


def _kind(path: Path) -> str:
    return _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
