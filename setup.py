"""What a plain description cannot do: the kernel and the catalogues are compiled here.

The kernel's chapters (src/tavla/kernel/unit) are joined to one file, translated by Cython once and compiled once for
each level of x86-64 (one build elsewhere); `tavla.kernel` picks the best at import. Everything else about the package
stands in pyproject.toml.
"""

import os
import platform
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import ClassVar

from setuptools import Command, Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
LOCALE = ROOT / "src/tavla/words/locale"
UNIT = ROOT / "src/tavla/kernel/unit"
CHAPTERS = ("board", "plays", "features", "bearoff", "nets", "network", "play_out", "label", "fitting")
JOINED = Path("build/kernel")
LEVELS = ("v2", "v3", "v4") if platform.machine() in ("x86_64", "AMD64") else ("any",)
ABI = ("Py_LIMITED_API", "0x030B0000")


class BuildWords(Command):
    """Compile every catalogue `<language>/<domain>.po` to a `.mo` beside it: `python setup.py build_words`."""

    description = "compile the catalogues"
    user_options: ClassVar[list[tuple[str, str | None, str]]] = []

    def initialize_options(self) -> None:
        pass

    def finalize_options(self) -> None:
        pass

    def run(self) -> None:
        from babel.messages.mofile import write_mo
        from babel.messages.pofile import read_po

        for source in sorted(LOCALE.glob("*/*.po")):
            target = source.with_suffix(".mo")
            if target.exists() and target.stat().st_mtime > source.stat().st_mtime:
                continue
            with source.open("rb") as text:
                catalogue = read_po(text, locale=source.parent.name, domain=source.stem, abort_invalid=True)
            with target.open("wb") as machine:
                write_mo(machine, catalogue)


class BuildPackage(build_py):
    """The package's files, the compiled catalogues among them."""

    def run(self) -> None:
        self.run_command("build_words")
        super().run()


def kernel_extensions() -> list[Extension]:
    """One extension for each level, all of the same C file: a source of one line for each includes it."""
    return [
        Extension(
            f"tavla.kernel.native_{level}",
            [str(JOINED / f"native_{level}.c")],
            include_dirs=[str(UNIT.relative_to(ROOT))],
            define_macros=[ABI],
            extra_compile_args=["-O3", "-ffast-math", "-g0", "-w"]
            + ([] if level == "any" else [f"-march=x86-64-{level}"])
            + (["-mavx512vnni", "-mprefer-vector-width=512"] if level == "v4" else []),
            depends=[str(JOINED / "native.c"), *(str(path.relative_to(ROOT)) for path in sorted(UNIT.glob("*.h")))],
            py_limited_api=True,
        )
        for level in LEVELS
    ]


class BuildKernel(build_ext):
    """Join, translate, compile; only when a chapter is newer than what stands."""

    def run(self) -> None:
        require_headers()
        self.parallel = self.parallel or min(len(LEVELS), os.cpu_count() or 1)
        translate()
        super().run()

    def build_extensions(self) -> None:
        compiler = find_compiler()
        if compiler:
            print(f"No C compiler found: using the one of the package ziglang ({' '.join(compiler)}).")
            self.compiler.set_executables(
                compiler=[*compiler], compiler_so=[*compiler, "-fPIC"], linker_so=[*compiler, "-shared"]
            )
            for extension in self.extensions:
                extension.extra_compile_args = [as_zig_says(flag) for flag in extension.extra_compile_args]
        super().build_extensions()

    def get_export_symbols(self, ext: Extension) -> list[str]:
        return ["PyInit_native"]


def require_headers() -> None:
    """End with one line when Python.h is missing, saying what brings it."""
    header = Path(sysconfig.get_path("include")) / "Python.h"
    if not header.exists():
        name = f"python{sys.version_info.major}.{sys.version_info.minor}-dev"
        raise SystemExit(f"Python's headers are missing ({header}). On Debian and Ubuntu: sudo apt-get install {name}")


def as_zig_says(flag: str) -> str:
    """zig spells the levels of x86-64 with underscores: `-march=x86_64_v3`."""
    return flag.replace("-march=x86-64-", "-march=x86_64_")


def find_compiler() -> list[str] | None:
    """None when the machine's own compiler serves, else the command of ziglang's."""
    if os.environ.get("CC") or any(shutil.which(name) for name in ("cc", "gcc", "clang")):
        return None
    try:
        import ziglang  # noqa: F401
    except ImportError:
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "ziglang"], check=True)
    return [sys.executable, "-m", "ziglang", "cc"]


def translate() -> None:
    """The chapters as one C file, and a line of C for each level that includes it."""
    from Cython.Build import cythonize

    JOINED.mkdir(parents=True, exist_ok=True)
    joined = JOINED / "native.py"
    text = "\n\n".join((UNIT / f"{name}.py").read_text(encoding="utf-8") for name in CHAPTERS)
    if not joined.exists() or joined.read_text(encoding="utf-8") != text:
        joined.write_text(text, encoding="utf-8")
    shutil.copyfile(UNIT / "vectors.pxd", JOINED / "vectors.pxd")
    cythonize(
        [Extension("native", [str(joined)], define_macros=[ABI])],
        include_path=[str(JOINED)],
        quiet=True,
        compiler_directives={"embedsignature": False},
    )
    for level in LEVELS:
        source = JOINED / f"native_{level}.c"
        if not source.exists():
            source.write_text('#include "native.c"\n', encoding="utf-8")


setup(
    cmdclass={"build_py": BuildPackage, "build_words": BuildWords, "build_ext": BuildKernel},
    ext_modules=kernel_extensions(),
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
