"""How much one visitor may ask for. Every bound of the skin is named here."""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from fastapi import Request

from tavla.errors import Unavailable


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds for one visitor: sizes in bytes, rates in tokens a second with the burst that may be saved up."""

    message: int = 4096
    body: int = 64 * 1024
    burst: int = 40
    per_second: float = 20.0
    hopeless: int = 200
    sockets_per_match: int = 100
    matches_burst: int = 60
    matches_per_second: float = 1.0
    tutor_burst: int = 60
    tutor_per_second: float = 4.0
    cards_burst: int = 120
    cards_per_second: float = 4.0
    queue: int = 64
    hello_seconds: float = 10.0
    file: int = 64 * 1024 * 1024
    file_seconds: float = 300.0
    uploads: int = 4
    watchers: int = 50
    studies_burst: int = 30
    studies_per_second: float = 0.5
    thoughts_burst: int = 60
    thoughts_per_second: float = 4.0


class Bucket:
    """A token bucket: `burst` tokens at most, refilled at a steady rate."""

    def __init__(self, burst: int, per_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._burst = float(burst)
        self._rate = per_second
        self._clock = clock
        self._tokens = float(burst)
        self._time = clock()

    def take(self) -> float:
        """Take one token: 0 when there was one, else the seconds until there will be."""
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._time) * self._rate)
        self._time = now
        if self._tokens < 1.0:
            return (1.0 - self._tokens) / self._rate
        self._tokens -= 1.0
        return 0.0


class Gate:
    """A bucket for every visitor by address; the longest unseen are forgotten."""

    REMEMBERED = 1000

    def __init__(self, burst: int, per_second: float) -> None:
        self._rate = burst, per_second
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def pass_through(self, request: Request) -> None:
        """Count one visit of whoever asks; raises `Unavailable` when there were too many."""
        visitor = request.client.host if request.client else ""
        bucket = self._buckets.setdefault(visitor, Bucket(*self._rate))
        self._buckets.move_to_end(visitor)
        if len(self._buckets) > self.REMEMBERED:
            self._buckets.popitem(last=False)
        wait = bucket.take()
        if wait:
            raise Unavailable("server.too_fast", seconds=round(wait + 0.05, 1))
