"""setuptools as the build backend, with one more wish: where no C compiler is found, the one of the package ziglang.

It has to be asked for here, before the build: within a build pip shows it nothing but what was asked for.
"""

import os
import shutil

from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403

Settings = dict[str, str | list[str] | None] | None


def compiler_wish() -> list[str]:
    """What to bring for compiling the kernel."""
    found = os.environ.get("CC") or any(shutil.which(name) for name in ("cc", "gcc", "clang"))
    return [] if found or os.name == "nt" else ["ziglang"]


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    return [*build_meta.get_requires_for_build_wheel(config_settings), *compiler_wish()]


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    return [*build_meta.get_requires_for_build_editable(config_settings), *compiler_wish()]
