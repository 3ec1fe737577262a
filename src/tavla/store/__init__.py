"""Where matches are kept: append and load, nothing cleverer. Beside them what people study and analyse, and search."""

from tavla.store.address import read_address
from tavla.store.archive import Archive, Found, Place, Search, Verdict
from tavla.store.base import Kept, Store, Summary
from tavla.store.cards import Card, Cards, Counts, Review
from tavla.store.sql import SqlStore, default_url
from tavla.store.studies import Finding, KeptStudy, StudyStore

__all__ = [
    "Archive",
    "Card",
    "Cards",
    "Counts",
    "Finding",
    "Found",
    "Kept",
    "KeptStudy",
    "Place",
    "Review",
    "Search",
    "SqlStore",
    "Store",
    "StudyStore",
    "Summary",
    "Verdict",
    "default_url",
    "read_address",
]
