"""What the system refuses is said in the language of the run."""

import errno
import os
import socket

import pytest

from tavla.errors import Unavailable
from tavla.words import say_error, say_refusal


@pytest.mark.parametrize(("number", "sentence"), [(errno.ENOSPC, "yer kalmadı"), (errno.EACCES, "izniniz yok")])
def test_a_common_reason_is_translated(number: int, sentence: str) -> None:
    assert say_refusal("tr", OSError(number, os.strerror(number))) == sentence


@pytest.mark.parametrize("error", [OSError(99999, "something rare"), OSError(errno.EUCLEAN, "something rare")])
def test_of_a_rare_reason_the_number_is_said(error: OSError) -> None:
    assert str(error.errno) in say_refusal("tr", error)
    assert "something" not in say_refusal("tr", error)


def test_an_address_that_is_not_known_is_no_number() -> None:
    assert say_refusal("en", socket.gaierror(-2, "Name or service not known")) == "the address is not known"


def test_a_refusal_among_the_values_of_an_error_is_translated() -> None:
    error = Unavailable("store.folder", folder="/x", reason=OSError(errno.EROFS, os.strerror(errno.EROFS)))
    assert say_error("tr", error) == "/x klasörü açılamıyor: yalnız okunabilir, yazılamaz"
    assert say_error("en", error).endswith("it can only be read, not written")
