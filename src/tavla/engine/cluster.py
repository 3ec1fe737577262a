"""Many machines as one executor: a Dask cluster, whose workers have this version of tavla installed.

A worker that dies costs time only: its tasks go to the others, and what they compute depends on nothing but the task.
Answers are the same to the last bit where all workers load the same build of the kernel.
"""

import asyncio
import logging
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager

from tavla.errors import TavlaError, Unavailable

WAIT = 5
"""Seconds within which the scheduler must answer and have a worker."""


@contextmanager
def cluster(address: str, wait: float = WAIT) -> Iterator[Executor]:
    """An executor on the cluster whose scheduler has this address, as in `tcp://10.0.0.1:8786`.

    Raises `Unavailable` when it cannot be reached, has no worker, is lost, or its workers lack tavla.
    """
    try:
        from distributed import Client
        from distributed.comm.core import connect
    except ImportError as error:
        raise Unavailable("cluster.not_installed") from error
    logging.getLogger("distributed").setLevel(logging.CRITICAL)

    async def greet() -> None:
        async with asyncio.timeout(wait):
            comm = await connect(address, timeout=wait)  # type: ignore[no-untyped-call]
        await comm.close()

    try:
        asyncio.run(greet())
        client = Client(address, timeout=wait, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TypeError, RuntimeError, MemoryError) as error:
        raise Unavailable("cluster.unreachable", address=address[:80]) from error
    with client:
        try:
            client.wait_for_workers(1, timeout=wait)
        except TimeoutError as error:
            raise Unavailable("cluster.no_workers", address=address[:80]) from error
        try:
            yield client.get_executor(pure=False)  # type: ignore[no-untyped-call]
        except (TavlaError, KeyboardInterrupt):
            raise
        except (CancelledError, OSError) as error:
            raise Unavailable("cluster.lost", address=address[:80]) from error
        except Exception as error:
            raise Unavailable("cluster.failed", reason=f"{type(error).__name__}: {error}"[:200]) from error
