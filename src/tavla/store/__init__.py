"""Where matches are kept: append and load, nothing cleverer. Beside them what people study, and search."""

from tavla.store.address import read_address
from tavla.store.archive import Archive, Found, Place, Search, Verdict
from tavla.store.base import Kept, Store, Summary
from tavla.store.cards import Card, Cards, Counts, Review
from tavla.store.sql import SqlStore, default_url

__all__ = [
    "Archive",
    "Card",
    "Cards",
    "Counts",
    "Found",
    "Kept",
    "Place",
    "Review",
    "Search",
    "SqlStore",
    "Store",
    "Summary",
    "Verdict",
    "default_url",
    "read_address",
]
