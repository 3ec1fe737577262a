"""What a plain description cannot do: the catalogues are compiled here.

Everything else about the package stands in pyproject.toml.
"""

from pathlib import Path
from typing import ClassVar

from setuptools import Command, setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent
LOCALE = Path("src/tavla/words/locale")


class BuildWords(Command):
    """Compile every catalogue `<language>/<domain>.po` to a `.mo` beside it (`python setup.py build_words`)."""

    description = "compile the catalogues"
    user_options: ClassVar[list[tuple[str, str | None, str]]] = []

    def initialize_options(self) -> None:
        pass

    def finalize_options(self) -> None:
        pass

    def run(self) -> None:
        from babel.messages.mofile import write_mo
        from babel.messages.pofile import read_po

        for source in sorted((ROOT / LOCALE).glob("*/*.po")):
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


setup(
    cmdclass={"build_py": BuildPackage, "build_words": BuildWords},
    package_data={"": ["py.typed", "*.po", "*.mo"]},
)
